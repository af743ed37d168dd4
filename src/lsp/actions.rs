//! What can be done about the place of the caret: the fixes of findings, and what a maintainer does often.

use super::complete::quoted;
use super::corrected::{self, Meant};
use super::desk::{Desk, Root};
use super::edits::Edits;
use super::effect::Effect;
use super::scan::Block;
use super::snapshot::Caret;
use super::wanted::block_at;
use super::{findings, fixes, rows, ruling};
use crate::model::{Model, QuestionId, Rule};
use crate::pack::overlay::Untold;
use crate::source::Span;
use gen_lsp_types::{
    CodeAction, CodeActionDisabled, CodeActionKind, CodeActionResponse, Position, Uri,
    WorkspaceEdit,
};
use serde::{Deserialize, Serialize};
use strum::VariantArray;

/// What is worked out only when it is chosen, where an editor can wait for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, VariantArray, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Work {
    BlockAsErratum,
    FileAsErratum,
    Example,
    Pin,
}

/// Work as an action bears it until it is chosen.
#[derive(Debug, Serialize, Deserialize)]
struct Later {
    uri: Uri,
    at: Position,
    work: Work,
}

/// What can be done here, what mends something first.
pub fn at(desk: &Desk, root: &Root, caret: Caret<'_>) -> Vec<CodeActionResponse> {
    let mut actions = mending(root, caret);
    if is_read(caret) {
        let here = Here::new(root, caret);
        let all = Work::VARIANTS.iter().filter(|work| here.is_offered(**work));
        actions.extend(all.filter_map(|work| match desk.shows.later {
            true => here.later(*work),
            false => here.action(*work, desk.shows.why),
        }));
        let mut offer = |title: &str, edits: Option<Edits>| {
            if let Some(edits) = edits.filter(|edits| !edits.is_empty()) {
                actions.push(action(title, CodeActionKind::RefactorRewrite, edits.done()));
            }
        };
        offer("sort the rows", rows::sorted(caret));
        offer("split into a row each", rows::split(caret));
    }
    let actions = actions.into_iter();
    actions.map(CodeActionResponse::CodeAction).collect()
}

/// An action that was chosen, with what it does.
///
/// # Errors
///
/// Why it does nothing.
pub fn chosen(desk: &Desk, action: CodeAction) -> Result<CodeAction, String> {
    let Some(later) = action.data.clone() else {
        return Ok(action);
    };
    let later: Later = serde_json::from_value(later).map_err(|error| error.to_string())?;
    let gone = || "this text is of no pack any more".to_owned();
    let (root, snapshot, file) = desk.find(&later.uri).ok_or_else(gone)?;
    let (root, caret) = desk
        .roots
        .get(root)
        .zip(snapshot.caret(file, later.at))
        .ok_or_else(gone)?;
    if !is_read(caret) {
        return Err("the text cannot be read as it is written now".to_owned());
    }
    let edits = Here::new(root, caret).done(later.work);
    let edits = edits.map_err(|Untold(reason)| format!("nothing is written: {reason}"))?;
    Ok(CodeAction {
        edit: Some(edits.done()),
        ..action
    })
}

fn is_read(caret: Caret<'_>) -> bool {
    caret.page.shift.is_none() && caret.snapshot.unread.is_none()
}

/// A place at which something can be done.
struct Here<'h> {
    effect: Option<&'h Effect>,
    caret: Caret<'h>,
    block: Option<Block>,
}

impl<'h> Here<'h> {
    fn new(root: &'h Root, caret: Caret<'h>) -> Self {
        Self {
            effect: root.effect.as_ref(),
            caret,
            block: block_at(&caret.page.path, &caret.page.now.text, caret.now),
        }
    }

    fn is_offered(&self, work: Work) -> bool {
        match work {
            Work::BlockAsErratum | Work::FileAsErratum => self.meant(work).is_some(),
            Work::Example => ruling::rule_at(self.caret).is_some(),
            Work::Pin => self.asked().is_some(),
        }
    }

    /// The edit that may become an erratum.
    fn meant(&self, work: Work) -> Option<Meant<'_>> {
        let block = self.block.as_ref();
        match work {
            Work::FileAsErratum => corrected::of_file(self.effect?, self.caret, block),
            _ => corrected::of_block(self.effect?, self.caret, block?),
        }
    }

    fn done(&self, work: Work) -> Result<Edits, Untold> {
        let untold = |why: &str| Untold(why.to_owned());
        let edits = match work {
            Work::BlockAsErratum | Work::FileAsErratum => {
                let meant = self.effect.zip(self.meant(work));
                let (effect, meant) = meant.ok_or_else(|| untold("nothing was edited here"))?;
                meant.erratum(effect, self.caret)?
            }
            Work::Example => {
                let edits = example(self.caret);
                edits.ok_or_else(|| untold("the rule here applies in no situation"))?
            }
            Work::Pin => self.pin().unwrap_or_default(),
        };
        match edits.is_empty() {
            true => Err(untold("it stands there already")),
            false => Ok(edits),
        }
    }

    fn later(&self, work: Work) -> Option<CodeAction> {
        let later = Later {
            uri: self.caret.page.uri.clone()?,
            at: self.caret.page.now.position(self.caret.now),
            work,
        };
        Some(CodeAction {
            data: serde_json::to_value(later).ok(),
            ..titled(work.title(), work.kind())
        })
    }

    /// The action with what it does; an edit that no erratum can say is told in the editor's way, or in the title where it has none.
    fn action(&self, work: Work, shows_why: bool) -> Option<CodeAction> {
        let is_erratum = matches!(work, Work::BlockAsErratum | Work::FileAsErratum);
        match self.done(work) {
            Ok(edits) => Some(action(work.title(), work.kind(), edits.done())),
            Err(_) if !is_erratum => None,
            Err(Untold(reason)) if shows_why => Some(CodeAction {
                disabled: Some(CodeActionDisabled { reason }),
                ..titled(work.title(), work.kind())
            }),
            Err(Untold(reason)) => {
                let title = format!("no erratum for this edit: {reason}");
                Some(titled(&title, work.kind()))
            }
        }
    }

    /// The question in whose block the caret is, in a file beside which pins can lie.
    fn asked(&self) -> Option<(&'h Model, QuestionId)> {
        let model = self.caret.model()?;
        let path = &self.block.as_ref()?.path;
        let is_question = path.first().is_some_and(|first| first == "question");
        let name = path.get(1).filter(|_| is_question)?;
        let sources = &self.caret.snapshot.book.sources;
        let id = *model.question_names.get(name)?;
        sources.is_in_folder(self.caret.file).then_some((model, id))
    }

    /// The pin of the question here, as it answers now; of a file that has no pins yet, all of them.
    fn pin(&self) -> Option<Edits> {
        let (model, question) = self.asked()?;
        let mut edits = Edits::default();
        let name = &model.questions[question].name;
        edits.accept(&self.caret.snapshot.book, model, self.caret.file, name);
        Some(edits)
    }
}

impl Work {
    const fn title(self) -> &'static str {
        match self {
            Self::BlockAsErratum => "write the erratum for this edit",
            Self::FileAsErratum => "write the erratum for all edits of this file",
            Self::Example => "make this situation an example",
            Self::Pin => "pin this answer",
        }
    }

    const fn kind(self) -> CodeActionKind {
        match self {
            Self::BlockAsErratum | Self::FileAsErratum => CodeActionKind::RefactorRewrite,
            Self::Example | Self::Pin => CodeActionKind::RefactorExtract,
        }
    }
}

fn titled(title: &str, kind: CodeActionKind) -> CodeAction {
    CodeAction {
        title: title.to_owned(),
        kind: Some(kind),
        ..CodeAction::default()
    }
}

fn action(title: &str, kind: CodeActionKind, edit: WorkspaceEdit) -> CodeAction {
    CodeAction {
        edit: Some(edit),
        ..titled(title, kind)
    }
}

/// The fixes of the findings here.
fn mending(root: &Root, caret: Caret<'_>) -> Vec<CodeAction> {
    let mut actions = Vec::new();
    for (finding, told) in findings::at(caret, &root.proved_of(caret.snapshot)) {
        let all = fixes::of(caret.snapshot, &finding);
        let is_only = all.len() == 1;
        for fix in all {
            let mut edits = Edits::default();
            if edits.replace_now(caret.snapshot, fix.span, &fix.text) {
                actions.push(CodeAction {
                    diagnostics: Some(vec![told.clone()]),
                    is_preferred: Some(is_only),
                    ..action(&fix.title, CodeActionKind::QuickFix, edits.done())
                });
            }
        }
    }
    actions
}

/// The cell or rule here as an example, behind the question that it answers.
fn example(caret: Caret<'_>) -> Option<Edits> {
    let (model, rule) = ruling::rule_at(caret)?;
    let [given, readings] = ruling::situation(model, rule)?;
    let all = given.iter().chain(&readings);
    let answer = answer_of(caret, model, rule, all)?;
    let question = &model.questions[rule.question];
    let group = |name: &str, all: &[(String, String)]| {
        let said = all
            .iter()
            .map(|(name, value)| format!("{name} = {}", quoted(value)));
        let said = said.collect::<Vec<_>>().join(", ");
        if all.is_empty() {
            String::new()
        } else {
            format!("{name:<6} = {{ {said} }}\n")
        }
    };
    let text = format!(
        "\n\n[[example]]\ncite   = {}\n{}{}ask    = {}\nexpect = {}",
        quoted(&rule.cite),
        group("given", &given),
        group("readings", &readings),
        quoted(&question.name),
        quoted(&answer),
    );
    insert_behind(caret, question.span, &text)
}

/// What the question of a rule answers in a situation.
fn answer_of<'n>(
    caret: Caret<'_>,
    model: &Model,
    rule: &Rule,
    situation: impl Iterator<Item = &'n (String, String)>,
) -> Option<String> {
    let question = &model.questions[rule.question];
    let asked = caret
        .snapshot
        .book
        .ask(&format!("{}/{}", model.game, question.name));
    let asked = asked
        .facts(situation.map(|(fact, value)| (fact, value)))
        .ok()?;
    let answer = asked.answer().ok()?;
    answer.value()
}

/// Writes something behind the block in which a span is.
fn insert_behind(caret: Caret<'_>, span: Span, text: &str) -> Option<Edits> {
    let page = caret.snapshot.page(span.file)?;
    let block = block_at(&page.path, &page.now.text, span.start as usize)?;
    let end = u32::try_from(block.body.end).ok()?;
    let place = Span {
        file: span.file,
        start: end,
        end,
    };
    let mut edits = Edits::default();
    edits.replace(caret.snapshot, place, text).then_some(edits)
}
