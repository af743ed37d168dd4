//! Colors for what stands inside the texts of TOML and RON: names by what they mean, words of expressions, numbers.

use super::snapshot::{Page, Snapshot};
use crate::model::{Expr, Model, Outcome, Role, Rule, Thing};
use crate::source::{FileId, Span};
use crate::syntax;
use gen_lsp_types::{SemanticToken, SemanticTokens, SemanticTokensLegend};
use std::collections::BTreeMap;

const TYPES: [&str; 9] = [
    "variable",
    "enumMember",
    "function",
    "type",
    "namespace",
    "keyword",
    "number",
    "string",
    "event",
];
const DECLARATION: &str = "declaration";

pub fn legend() -> SemanticTokensLegend {
    SemanticTokensLegend {
        token_types: TYPES.map(str::to_owned).to_vec(),
        token_modifiers: vec![DECLARATION.to_owned()],
    }
}

const KEYWORD: u32 = 5;
const NUMBER: u32 = 6;

fn type_of(snapshot: &Snapshot, named: super::index::Named) -> u32 {
    match named.thing {
        Thing::Variable(id) => {
            let reading = snapshot.model(named).map(|model| model.variables[id].role);
            u32::from(matches!(reading, Some(Role::Reading(_)))) * 3
        }
        Thing::Value(..) | Thing::Group(..) => 1,
        Thing::Question(_) => 2,
        Thing::Unit(_) => 3,
        Thing::Pack(_) | Thing::Chart(_) | Thing::Card(_) => 4,
        Thing::Paragraph(..) => 7,
        Thing::Process(_) | Thing::Procedure(_) => 8,
    }
}

/// The colors of a file, or of the part between two offsets of what is written.
pub fn of(
    snapshot: &Snapshot,
    file: FileId,
    page: &Page,
    part: Option<(usize, usize)>,
) -> SemanticTokens {
    let mut tokens: BTreeMap<u32, (u32, u32, u32)> = BTreeMap::new();
    for span in expressions(snapshot, file) {
        words(snapshot, span, &mut tokens);
    }
    let is_word = |span: Span| {
        snapshot
            .book
            .sources
            .slice(span)
            .contains(char::is_alphanumeric)
    };
    let entries = snapshot.index().in_file(file).iter();
    for entry in entries.filter(|entry| is_word(entry.span)) {
        let end = entry.span.end;
        tokens.insert(
            entry.span.start,
            (end, type_of(snapshot, entry.of), u32::from(entry.declares)),
        );
    }
    let mut data = Vec::new();
    let (mut line, mut column, mut behind) = (0, 0, 0);
    for (start, (end, token_type, declares)) in tokens {
        let span = Span { file, start, end };
        let range = page.range(span);
        let is_wanted = part.is_none_or(|(from, to)| {
            let at = page.now.offset(range.start);
            from <= at && at < to
        });
        let is_one_line =
            range.start.line == range.end.line && range.start.character < range.end.character;
        if start < behind || !is_wanted || !is_one_line {
            continue;
        }
        behind = end;
        let delta_line = range.start.line - line;
        let from = if delta_line == 0 { column } else { 0 };
        data.push(SemanticToken {
            delta_line,
            delta_start: range.start.character.saturating_sub(from),
            length: range.end.character - range.start.character,
            token_type,
            token_modifiers_bitset: declares,
        });
        (line, column) = (range.start.line, range.start.character);
    }
    SemanticTokens {
        result_id: None,
        data,
    }
}

/// The words and numbers of an expression that are no names.
fn words(snapshot: &Snapshot, span: Span, tokens: &mut BTreeMap<u32, (u32, u32, u32)>) {
    let text = snapshot.book.sources.slice(span);
    let mut at = 0;
    for word in syntax::words(text) {
        let Some(found) = text.get(at..).and_then(|rest| rest.find(word)) else {
            continue;
        };
        let from = at + found;
        at = from + word.len();
        let kind = match word.chars().next() {
            Some(first) if first.is_ascii_digit() => NUMBER,
            Some('+' | '-') if word.len() > 1 => NUMBER,
            Some(first) if first.is_alphabetic() => KEYWORD,
            _ => continue,
        };
        let own = span.within(from, at);
        tokens.insert(own.start, (own.end, kind, 0));
    }
}

/// The expressions that are written in a file.
fn expressions(snapshot: &Snapshot, file: FileId) -> Vec<Span> {
    let games = snapshot.book.games.iter();
    let spans = games.flat_map(of_game).map(|expr| expr.span);
    let mut spans: Vec<Span> = spans.filter(|span| span.file == file).collect();
    spans.sort_unstable();
    spans.dedup();
    spans
}

/// All expressions of a game that are written as such.
pub fn of_game(model: &Model) -> Vec<&Expr> {
    let mut all: Vec<&Expr> = Vec::new();
    all.extend(
        model
            .rules
            .iter()
            .filter(|rule| rule.cell.is_none_or(|cell| model.charts[cell.chart].list))
            .flat_map(Rule::exprs),
    );
    let cells = model.rules.iter().filter(|rule| rule.cell.is_some());
    all.extend(cells.filter_map(|rule| match &rule.outcome {
        Outcome::Gives(gives) => Some(gives),
        Outcome::Gap(_) => None,
    }));
    all.extend(
        model
            .questions
            .iter()
            .filter_map(|question| question.otherwise.as_ref())
            .map(|otherwise| &otherwise.gives),
    );
    all.extend(
        model
            .laws
            .iter()
            .flat_map(|law| law.when.iter().chain([&law.always])),
    );
    all.extend(model.impossible.iter().map(|impossible| &impossible.when));
    all.extend(
        model
            .variables
            .iter()
            .flat_map(|variable| &variable.usually)
            .flat_map(|usual| usual.when.iter().chain([&usual.is])),
    );
    let lines = model
        .cards
        .iter()
        .flat_map(|card| &card.sections)
        .flat_map(|card_section| &card_section.lines);
    all.extend(lines.flat_map(|line| line.when.iter()));
    let steps = model
        .procedures
        .iter()
        .flat_map(|procedure| &procedure.steps);
    all.extend(steps.flat_map(|step| step.exprs()));
    all
}
