//! Tables of examples: a row is an example, a column a fact or, after `=`, an answer.

use super::super::forest::unplaced;
use super::super::node::{Kind, Node, Problems};
use super::super::nouns::{EXAMPLES, unknown_key};
use super::grid::{Grid, GridRow, grid};
use super::{first_cite, table, take_from, text};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{Span, Spanned, Text};

/// What a column holds.
enum Column {
    Fact(Text),
    Answer(Text),
    Reading(Text),
    Cite,
    Rolls,
}

/// Takes the examples of a question out of it.
pub(super) fn taken_from(
    name: &Text,
    question: &mut Node,
    file: &str,
    problems: &Problems,
) -> Vec<Node> {
    let cite = first_cite(question);
    take_from(question, "examples")
        .map(|(_, block)| of_block(name, block, cite, file, problems))
        .unwrap_or_default()
}

/// The examples of each `[examples.NAME]`.
pub(super) fn tables(tables: Node, file: &str, problems: &Problems) -> Vec<Node> {
    let Kind::Table(blocks) = tables.kind else {
        let found = Diagnostic::error(Code::WrongShape, tables.span, "`examples` needs a name");
        problems.report(found.help("write `[examples.some-question]`"));
        return Vec::new();
    };
    let blocks = blocks.into_iter();
    blocks
        .flat_map(|(name, block)| of_block(&name, block, None, file, problems))
        .collect()
}

fn of_block(
    name: &Text,
    block: Node,
    cite: Option<Node>,
    file: &str,
    problems: &Problems,
) -> Vec<Node> {
    let (rows, shared) = match &block.kind {
        Kind::Table(fields) => {
            told_unknown(fields, problems);
            (
                block.field("rows").map(|(_, rows)| rows.clone()),
                fields.clone(),
            )
        }
        _ => (Some(block.clone()), Vec::new()),
    };
    let Some(rows) = rows else {
        let message = "`rows` is missing in a table of examples";
        problems.report(Diagnostic::error(Code::MissingKey, name.span, message));
        return Vec::new();
    };
    let Some(grid) = grid(&rows, file, problems) else {
        return Vec::new();
    };
    let shared = Shared {
        cite: first_cite(&block).or(cite),
        fields: shared,
    };
    let is_rolled = shared.field("procedure").is_some();
    let columns: Vec<Column> = grid
        .heads
        .iter()
        .map(|head| column(head, name, is_rolled))
        .collect();
    let is_answer = |column: &Column| matches!(column, Column::Answer(_));
    if !columns.iter().any(is_answer) {
        let place = grid.heads.last().map_or(name.span, |head| head.span);
        let found = Diagnostic::error(
            Code::WrongShape,
            place,
            "no column of this table is an answer",
        );
        problems.report(found.help("head the answers with `=`, or `= question`"));
        return Vec::new();
    }
    grid.rows
        .iter()
        .map(|row| shared.example(row, &columns))
        .collect()
}

fn told_unknown(fields: &[(Text, Node)], problems: &Problems) {
    let known = EXAMPLES.keys();
    for (key, _) in fields
        .iter()
        .filter(|(key, _)| !known.contains(&key.value.as_str()))
    {
        problems.report(unknown_key(key, EXAMPLES.what, &known));
    }
}

fn column(head: &Text, name: &Text, is_rolled: bool) -> Column {
    let after = |prefix: &str| {
        let rest = head.value.strip_prefix(prefix)?;
        let start = prefix.len() + rest.len() - rest.trim_start().len();
        let place = head.span.within(start, head.value.len());
        Some(Spanned::new(rest.trim().to_owned(), place))
    };
    match (head.value.as_str(), after("="), after("reading ")) {
        ("cite", ..) => Column::Cite,
        ("rolls", ..) if is_rolled => Column::Rolls,
        (_, Some(question), _) if question.value.is_empty() => {
            Column::Answer(Spanned::new(name.value.clone(), head.span))
        }
        (_, Some(question), _) => Column::Answer(question),
        (_, _, Some(reading)) => Column::Reading(reading),
        _ => Column::Fact(head.clone()),
    }
}

/// What the rows of a table share.
struct Shared {
    cite: Option<Node>,
    fields: Vec<(Text, Node)>,
}

impl Shared {
    fn field(&self, key: &str) -> Option<&(Text, Node)> {
        self.fields.iter().find(|(own, _)| own.value == key)
    }

    /// The pairs of a shared field, and those of a row in the place of the same and after them.
    fn pairs(&self, key: &str, own: Vec<(Text, Node)>, row: Span) -> Node {
        let shared = self.field(key).map(|(_, node)| node);
        let mut all = match shared.map(|node| &node.kind) {
            Some(Kind::Table(fields)) => fields.clone(),
            // Another shape is told by the reader of examples.
            Some(_) => return shared.cloned().unwrap_or_else(|| table(own, row)),
            None => Vec::new(),
        };
        for (name, node) in own {
            match all.iter_mut().find(|(other, _)| other.value == name.value) {
                Some(other) => *other = (name, node),
                None => all.push((name, node)),
            }
        }
        table(all, row)
    }

    fn example(&self, row: &GridRow, columns: &[Column]) -> Node {
        let (mut facts, mut answers, mut readings) = (Vec::new(), Vec::new(), Vec::new());
        let (mut cite, mut rolls) = (self.cite.clone(), None);
        for (column, cell) in columns
            .iter()
            .zip(&row.cells)
            .filter(|(_, cell)| !cell.value.is_empty())
        {
            match column {
                Column::Fact(name) => facts.push((name.clone(), text(cell))),
                Column::Answer(name) => answers.push((name.clone(), text(cell))),
                Column::Reading(name) => readings.push((name.clone(), text(cell))),
                Column::Cite => cite = Some(text(cell)),
                Column::Rolls => rolls = Some(list(cell)),
            }
        }
        let procedure = self.field("procedure").cloned();
        let given = if procedure.is_some() {
            "start"
        } else {
            "given"
        };
        let key = |name: &str| unplaced(name, row.span);
        let mut fields = Vec::new();
        fields.extend(cite.map(|cite| (key("cite"), cite)));
        fields.push((key(given), self.pairs(given, facts, row.span)));
        match (procedure, answers.as_slice()) {
            (Some(procedure), _) => {
                fields.push(procedure);
                fields.extend(rolls.map(|rolls| (key("rolls"), rolls)));
                fields.push((key("outcome"), table(answers, row.span)));
            }
            (None, [(asked, expected)]) => {
                fields.push((key("ask"), text(asked)));
                fields.push((key("expect"), expected.clone()));
            }
            (None, _) => fields.push((key("expect"), table(answers, row.span))),
        }
        if self.field("readings").is_some() || !readings.is_empty() {
            fields.push((key("readings"), self.pairs("readings", readings, row.span)));
        }
        fields.extend(row.note.as_ref().map(|note| (key("note"), text(note))));
        table(fields, row.span)
    }
}

/// The parts of a cell between its commas.
fn list(cell: &Text) -> Node {
    let mut at = 0;
    let parts = cell.value.split(',').map(|part| {
        let start = at + part.len() - part.trim_start().len();
        at += part.len() + 1;
        let part = part.trim();
        text(&Spanned::new(
            part.to_owned(),
            cell.span.within(start, start + part.len()),
        ))
    });
    Node {
        kind: Kind::List(parts.collect()),
        span: cell.span,
    }
}

/// The turns of a process, written as a table, as its `turns` and `states`.
pub(super) fn open_turns(example: &mut Node, file: &str, problems: &Problems) {
    let is_table = matches!(
        example.field("turns"),
        Some((
            _,
            Node {
                kind: Kind::Text(_),
                ..
            }
        ))
    );
    if !is_table {
        return;
    }
    let Some((key, turns)) = take_from(example, "turns") else {
        return;
    };
    let Some(grid) = grid(&turns, file, problems) else {
        return;
    };
    let Kind::Table(fields) = &mut example.kind else {
        return;
    };
    let of_turns = turn_table(&grid, &turns, false);
    let of_states = turn_table(&grid, &turns, true);
    fields.push((key.clone(), of_turns));
    fields.push((Spanned::new("states".to_owned(), key.span), of_states));
}

/// One side of a table of turns: the facts of each, or the states after each.
fn turn_table(grid: &Grid, whole: &Node, of_states: bool) -> Node {
    let nowhere = Spanned::new(String::new(), whole.span);
    let turn = |row: &GridRow| {
        let fields = row.filled(&grid.heads).filter_map(|(head, cell)| {
            match (column(head, &nowhere, false), of_states) {
                (Column::Answer(name), true) => Some((name, text(cell))),
                (Column::Answer(_), false) | (_, true) => None,
                (_, false) => Some((head.clone(), text(cell))),
            }
        });
        table(fields.collect(), row.span)
    };
    Node {
        kind: Kind::List(grid.rows.iter().map(turn).collect()),
        span: whole.span,
    }
}
