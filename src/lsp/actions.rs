//! What can be done about the place of the caret: the fixes of findings, and what a maintainer does often.

use super::complete::quoted;
use super::desk::Root;
use super::edits::Edits;
use super::scan::Block;
use super::snapshot::Caret;
use super::wanted::block_at;
use super::{corrected, findings, fixes, rows, ruling};
use crate::model::{Model, QuestionId, Rule};
use crate::pack::overlay::Untold;
use crate::source::Span;
use gen_lsp_types::{
    CodeAction, CodeActionDisabled, CodeActionKind, CodeActionResponse, WorkspaceEdit,
};

/// What can be done here, what mends something first.
pub fn at(root: &Root, caret: Caret<'_>, shows_why: bool) -> Vec<CodeActionResponse> {
    let mut actions = mending(root, caret);
    let block = block_at(&caret.page.path, &caret.page.now.text, caret.now);
    if caret.page.shift.is_none() && caret.snapshot.unread.is_none() {
        actions.extend(errata(root, caret, block.as_ref(), shows_why));
        let mut offer = |title: &str, kind: CodeActionKind, edits: Option<Edits>| {
            if let Some(edits) = edits.filter(|edits| !edits.is_empty()) {
                actions.push(action(title, kind, edits.done()));
            }
        };
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

/// The edits here as errata; what none can say is told in the editor's way, or in the title where it has none.
fn errata(
    root: &Root,
    caret: Caret<'_>,
    block: Option<&Block>,
    shows_why: bool,
) -> Vec<CodeAction> {
    let Some(effect) = &root.effect else {
        return Vec::new();
    };
    let of_block = block.and_then(|block| corrected::of_block(effect, caret, block));
    let of_file = corrected::of_file(effect, caret, block);
    let all = [
        ("write the erratum for this edit", of_block),
        ("write the erratum for all edits of this file", of_file),
    ];
    let offered = all.into_iter().filter_map(|(title, offer)| {
        let kind = CodeActionKind::RefactorRewrite;
        Some(match offer? {
            Ok(edits) => action(title, kind, edits.done()),
            Err(Untold(reason)) if shows_why => CodeAction {
                title: title.to_owned(),
                kind: Some(kind),
                disabled: Some(CodeActionDisabled { reason }),
                ..CodeAction::default()
            },
            Err(Untold(reason)) => CodeAction {
                title: format!("no erratum for this edit: {reason}"),
                kind: Some(kind),
                ..CodeAction::default()
            },
        })
    });
    offered.collect()
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

/// The pin of the question here, as it answers now; of a file that has no pins yet, all of them.
fn pin(caret: Caret<'_>) -> Option<Edits> {
    let model = caret.model()?;
    let question = question_at(caret, model)?;
    let mut edits = Edits::default();
    if caret.snapshot.book.sources.is_in_folder(caret.file) {
        let name = &model.questions[question].name;
        edits.accept(&caret.snapshot.book, model, caret.file, name);
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
