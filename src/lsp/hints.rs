//! What is not written and holds all the same: what a question takes, what a fact can be, the unit of an answer, what is usual.

use super::colors::of_game;
use super::snapshot::{Page, Snapshot};
use crate::model::{Expr, Kind, Model, Thing, Type, UnitOf};
use crate::source::{FileId, Span};
use gen_lsp_types::{InlayHint, InlayHintKind, Label};
use itertools::Itertools;

/// The most facts that are named at a question.
const MOST_FACTS: usize = 8;

/// The hints of a file between two offsets of what is written.
pub fn of(
    snapshot: &Snapshot,
    file: FileId,
    page: &Page,
    (from, to): (usize, usize),
) -> Vec<InlayHint> {
    let mut hints: Vec<(u32, String)> = Vec::new();
    for entry in snapshot.index().in_file(file) {
        let Some(model) = snapshot.model(entry.of) else {
            continue;
        };
        let told = match (entry.of.thing, entry.declares) {
            (Thing::Question(id), true) => question(model, id),
            (Thing::Variable(id), true) => usual_elsewhere(snapshot, model, id, file),
            (Thing::Variable(id), false) if is_subject(snapshot, page, entry.span) => {
                Some(range(model, id))
            }
            _ => None,
        };
        hints.extend(told.map(|told| (behind(snapshot, entry.span), told)));
    }
    for model in &snapshot.book.games {
        for expr in of_game(model)
            .into_iter()
            .filter(|expr| expr.span.file == file)
        {
            hints.extend(unit(model, expr).map(|unit| (expr.span.end, unit)));
        }
    }
    hints.sort();
    hints.dedup();
    let hint = |(at, label): (u32, String)| {
        let span = Span {
            file,
            start: at,
            end: at,
        };
        let position = page.range(span).start;
        let offset = page.now.offset(position);
        (from <= offset && offset <= to).then(|| InlayHint {
            position,
            label: Label::String(label),
            kind: Some(InlayHintKind::Type),
            text_edits: None,
            tooltip: None,
            padding_left: Some(true),
            padding_right: None,
            data: None,
        })
    };
    hints.into_iter().filter_map(hint).collect()
}

/// Behind a name, and the bracket or quote that closes it.
fn behind(snapshot: &Snapshot, span: Span) -> u32 {
    let text = snapshot.book.sources.text(span.file);
    let rest = text.get(span.end as usize..).unwrap_or_default();
    let closing = rest
        .bytes()
        .take_while(|byte| b"]\"'".contains(byte))
        .count();
    span.end + u32::try_from(closing).unwrap_or(0)
}

/// The facts that a question takes, where it does not list them.
fn question(model: &Model, id: crate::model::QuestionId) -> Option<String> {
    let own = &model.questions[id];
    let facts = own.from.iter().map(|fact| model.variable_name(*fact));
    let count = own.from.len();
    let more = if count > MOST_FACTS {
        format!(" and {} more", count - MOST_FACTS)
    } else {
        String::new()
    };
    (count > 0).then(|| format!("takes {}{more}", facts.take(MOST_FACTS).format(", ")))
}

/// What another pack says that a fact usually is.
fn usual_elsewhere(
    snapshot: &Snapshot,
    model: &Model,
    id: crate::model::VariableId,
    file: FileId,
) -> Option<String> {
    let elsewhere = model.variables[id]
        .usually
        .iter()
        .filter(|usual| usual.span.file != file);
    let told = elsewhere.map(|usual| snapshot.book.sources.slice(usual.is.span));
    let told = told.filter(|told| !told.is_empty()).unique().join(", ");
    (!told.is_empty()).then(|| format!("usually {told}"))
}

/// Whether a fact stands where a chart says what it goes by.
fn is_subject(snapshot: &Snapshot, page: &Page, span: Span) -> bool {
    let text = snapshot.book.sources.text(span.file);
    let before = text.get(..span.start as usize).unwrap_or_default();
    let line = before.rsplit('\n').next().unwrap_or_default();
    let key = line
        .rsplit([',', '('])
        .next()
        .unwrap_or_default()
        .trim_start();
    page.path.ends_with(".ron") && (key.starts_with("down:") || key.starts_with("across:"))
}

fn range(model: &Model, id: crate::model::VariableId) -> String {
    let variable = &model.variables[id];
    let domain = variable.domain.show(&model.words);
    let unit = variable.unit.map_or("", |unit| model.units.name(unit));
    let short: String = domain.chars().take(40).collect();
    let cut = if short.len() < domain.len() {
        "…"
    } else {
        ""
    };
    format!("{short}{cut} {unit}").trim_end().to_owned()
}

/// The unit of what is given, where it is not said.
fn unit(model: &Model, expr: &Expr) -> Option<String> {
    let (Type::Number(UnitOf::Unit(unit)) | Type::NumberOr(UnitOf::Unit(unit), _)) = &expr.of
    else {
        return None;
    };
    let is_plain = matches!(
        expr.kind,
        Kind::Constant(_) | Kind::Variable(_) | Kind::Question(..)
    );
    (!is_plain).then(|| model.units.name(*unit).to_owned())
}
