//! What can be done about the place of the caret: the fixes of findings, and what a maintainer does often.

use super::addresses;
use super::complete::quoted;
use super::desk::Root;
use super::edits::Edits;
use super::effect::{self, Effect};
use super::scan::Block;
use super::snapshot::Caret;
use super::wanted::block_at;
use super::{findings, fixes, rows};
use crate::model::{Model, QuestionId, Rule};
use crate::pack::overlay::{Draft, Operation, Status, draft};
use crate::source::{FileId, Sources, Span};
use gen_lsp_types::{CodeAction, CodeActionKind, CodeActionResponse, WorkspaceEdit};
use std::path::Path;

/// What can be done here, what mends something first.
pub fn at(root: &Root, caret: Caret<'_>) -> Vec<CodeActionResponse> {
    let mut actions = mending(root, caret);
    let block = block_at(&caret.page.path, &caret.page.now.text, caret.now);
    if caret.page.shift.is_none() && caret.snapshot.unread.is_none() {
        let mut offer = |title: &str, kind: CodeActionKind, edits: Option<Edits>| {
            if let Some(edits) = edits.filter(|edits| !edits.is_empty()) {
                actions.push(action(title, kind, edits.done()));
            }
        };
        let of_edit = block.as_ref().zip(root.effect.as_ref());
        let erratum = of_edit.and_then(|(block, effect)| erratum(root, effect, caret, block));
        offer(
            "write the erratum for this edit",
            CodeActionKind::RefactorRewrite,
            erratum,
        );
        offer(
            "make this situation an example",
            CodeActionKind::RefactorExtract,
            example(caret),
        );
        offer(
            "pin this answer",
            CodeActionKind::RefactorExtract,
            pin(caret),
        );
        offer(
            "sort the rows",
            CodeActionKind::RefactorRewrite,
            rows::sorted(caret),
        );
        offer(
            "split into a row each",
            CodeActionKind::RefactorRewrite,
            rows::split(caret),
        );
    }
    actions
        .into_iter()
        .map(CodeActionResponse::CodeAction)
        .collect()
}

fn action(title: &str, kind: CodeActionKind, edit: WorkspaceEdit) -> CodeAction {
    CodeAction {
        title: title.to_owned(),
        kind: Some(kind),
        edit: Some(edit),
        ..CodeAction::default()
    }
}

/// The fixes of the findings here.
fn mending(root: &Root, caret: Caret<'_>) -> Vec<CodeAction> {
    let mut actions = Vec::new();
    for (found, told) in findings::at(caret, &root.proved_of(caret.snapshot)) {
        let all = fixes::of(caret.snapshot, &found);
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

/// Puts a block back to what it was, and what it became into an erratum.
fn erratum(root: &Root, effect: &Effect, caret: Caret<'_>, block: &Block) -> Option<Edits> {
    let snapshot = caret.snapshot;
    let base = &effect.base;
    let model = caret.model()?;
    let before = base.games.iter().find(|own| own.game == model.game)?;
    let pack = caret.pack()?;
    let is_here =
        |span: Span| span.file == caret.file && block.body.contains(&(span.start as usize));
    let old = addresses::all(base, before);
    let start = format!("{pack}/");
    let changed: Vec<_> = addresses::all(&snapshot.book, model)
        .into_iter()
        .filter(|own| own.at.starts_with(&start) && own.span.is_some_and(is_here))
        .filter_map(|own| {
            let was = old.iter().find(|old| old.at == own.at)?;
            (was.old != own.old).then(|| (was.old.clone(), own))
        })
        .collect();
    let spans: Vec<(Span, String)> = changed
        .iter()
        .filter_map(|(was, own)| Some((own.span?, was.clone())))
        .collect();
    if spans.is_empty() {
        return None;
    }
    let mut sources = Edits::applied(&snapshot.book.sources, &spans);
    let name = block.path.get(1).or(block.path.first())?;
    let id = format!("{name}-corrected");
    let mut file = None;
    for (_, own) in &changed {
        let draft_of = Draft {
            id: id.clone(),
            pack: None,
            source: "who said so".to_owned(),
            date: "\"unknown\"".to_owned(),
            status: Status::Official,
            says: format!("{} becomes {}", own.at, own.old),
            scope: Vec::new(),
            when: None,
            operation: Operation::Replace,
            at: own.at.clone(),
            value: own.old.clone(),
        };
        let drafted = draft(&sources, &draft_of).ok()?;
        file = Some(drafted.file);
        sources = drafted.sources;
    }
    let mut edits = Edits::default();
    for (span, was) in &spans {
        edits.replace(snapshot, *span, was).then_some(())?;
    }
    write_whole(root, &mut edits, &sources, file?);
    Some(edits)
}

fn write_whole(root: &Root, edits: &mut Edits, sources: &Sources, file: FileId) {
    let path = sources.path(file);
    let known = root
        .snapshot
        .as_ref()
        .and_then(|own| own.pages.iter().find(|page| page.path == path));
    let before = known.map(|page| page.now.text.as_str());
    edits.write(Path::new(path), before, sources.text(file));
}

/// The cell here as an example, behind the question that it answers.
fn example(caret: Caret<'_>) -> Option<Edits> {
    let (model, rule) = effect::cell_at(caret)?;
    let situation = effect::situation(model, rule)?;
    let answer = answer_of(caret, model, rule, &situation)?;
    let question = &model.questions[rule.question];
    let given: Vec<String> = situation
        .iter()
        .map(|(fact, value)| format!("{fact} = {}", quoted(value)))
        .collect();
    let text = format!(
        "\n\n[[example]]\ncite   = {}\ngiven  = {{ {} }}\nask    = {}\nexpect = {}",
        quoted(&rule.cite),
        given.join(", "),
        quoted(&question.name),
        quoted(&answer),
    );
    insert_behind(caret, question.span, &text)
}

/// What the question of a cell answers in a situation.
fn answer_of(
    caret: Caret<'_>,
    model: &Model,
    rule: &Rule,
    situation: &[(String, String)],
) -> Option<String> {
    let question = &model.questions[rule.question];
    let asked = caret
        .snapshot
        .book
        .ask(&format!("{}/{}", model.game, question.name));
    let asked = asked
        .facts(situation.iter().map(|(fact, value)| (fact, value)))
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

/// The pins of the file here, as it answers now.
fn pin(caret: Caret<'_>) -> Option<Edits> {
    let model = caret.model()?;
    question_at(caret, model)?;
    let mut edits = Edits::default();
    let own = caret.snapshot.book.sources.is_in_folder(caret.file);
    if own {
        edits.accept(&caret.snapshot.book, model, caret.file);
    }
    Some(edits)
}

/// The question in whose block the caret is.
fn question_at(caret: Caret<'_>, model: &Model) -> Option<QuestionId> {
    let block = block_at(&caret.page.path, &caret.page.now.text, caret.now)?;
    let is_question = block.path.first().is_some_and(|first| first == "question");
    let name = block.path.get(1).filter(|_| is_question)?;
    model.question_names.get(name).copied()
}
