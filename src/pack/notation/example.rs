//! Tables of examples: a row is an example, a column a fact or, after `=`, an answer.

use super::super::node::{Kind, Node, Problems, unplaced};
use super::super::nouns::EXAMPLES;
use super::grid::{Grid, GridRow, grid};
use super::told_unknown;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{Span, Text};
use itertools::Itertools;
use rustc_hash::FxHashMap;

/// What a column holds.
enum Column {
    Fact(Text),
    Answer(Text),
    Reading(Text),
    /// A fact before the first turn.
    Was(Text),
    Cite,
    Rolls,
}

/// What the examples of a table ask.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Asks {
    Questions,
    Procedure,
    Process,
}

impl Asks {
    fn of(block: &Node) -> Self {
        match (block.has("process"), block.has("procedure")) {
            (true, _) => Self::Process,
            (_, true) => Self::Procedure,
            _ => Self::Questions,
        }
    }
}

/// Takes the examples of a question out of it.
pub fn taken_from(name: &Text, question: &mut Node, file: &str, problems: &Problems) -> Vec<Node> {
    let block = question.take("examples");
    let cite = question.cite().cloned();
    block.map_or_else(Vec::new, |(_, block)| {
        of_block(name, block, |_| cite, file, problems)
    })
}

/// The examples of each `[examples.NAME]`; `cites` are the paragraphs of the questions of the file.
pub fn tables(
    tables: Node,
    cites: &FxHashMap<String, Node>,
    file: &str,
    problems: &Problems,
) -> Vec<Node> {
    let Kind::Table(blocks) = tables.kind else {
        let finding = Diagnostic::error(Code::WrongShape, tables.span, "`examples` needs a name");
        problems.report(finding.help("write `[examples.some-question]`"));
        return Vec::new();
    };
    let of = |question: &str| cites.get(question).cloned();
    let blocks = blocks.into_iter();
    blocks
        .flat_map(|(name, block)| of_block(&name, block, of, file, problems))
        .collect()
}

fn of_block(
    name: &Text,
    block: Node,
    cite_of: impl FnOnce(&str) -> Option<Node>,
    file: &str,
    problems: &Problems,
) -> Vec<Node> {
    let names = block.fields().iter().map(|(name, _)| name);
    told_unknown(names, EXAMPLES.what, &EXAMPLES.keys(), problems);
    let rows = if block.is_table() {
        block.get("rows")
    } else {
        Some(&block)
    };
    let Some(rows) = rows else {
        let message = "`rows` is missing in a table of examples";
        problems.report(Diagnostic::error(Code::MissingKey, name.span, message));
        return Vec::new();
    };
    let Some(grid) = grid(rows, file, problems) else {
        return Vec::new();
    };
    let asks = Asks::of(&block);
    let columns = grid.heads.iter().map(|head| column(head, name, asks));
    let columns: Vec<Column> = columns.collect();
    let first = columns.iter().find_map(|column| match column {
        Column::Answer(question) => Some(question),
        _ => None,
    });
    let Some(first) = first else {
        let place = grid.heads.last().map_or(name.span, |head| head.span);
        let message = "no column of this table is an answer";
        let finding = Diagnostic::error(Code::WrongShape, place, message);
        problems.report(finding.help("head the answers with `=`, or `= question`"));
        return Vec::new();
    };
    let cite = block.cite().cloned().or_else(|| cite_of(&first.value));
    let rows = grid.rows.iter();
    let examples = match asks {
        Asks::Process => played(&block, cite.as_ref(), &grid.rows, &columns),
        _ => rows
            .map(|row| example(&block, cite.clone(), row, &columns))
            .collect(),
    };
    if grid.is_whole {
        tell_idle(&block, &grid, &examples, problems);
    }
    examples
}

/// Tells of columns that say nothing, and of what all rows share where each says its own: no example has it, and nobody reads it.
fn tell_idle(block: &Node, grid: &Grid, examples: &[Node], problems: &Problems) {
    let note = |place, message, help: &str| {
        problems.report(Diagnostic::note(Code::IdleFact, place, message).help(help));
    };
    for (place, head) in grid.heads.iter().enumerate() {
        let mut cells = grid.rows.iter().filter_map(|row| row.cells.get(place));
        if cells.all(|cell| cell.value.is_empty()) {
            let message = format!("no row says anything under `{}`", head.value);
            note(head.span, message, "fill a cell of it, or take it out");
        }
    }
    for group in ["given", "start", "readings"] {
        let shared = block.get(group).map(Node::fields).unwrap_or_default();
        for (name, value) in shared.iter().filter(|_| !examples.is_empty()) {
            let has = |example: &Node| {
                let fields = example.get(group).map(Node::fields).unwrap_or_default();
                fields.iter().any(|(_, own)| own.span == value.span)
            };
            if !examples.iter().any(has) {
                let message = format!(
                    "each row says its own `{}`, and none takes this",
                    name.value
                );
                note(
                    name.span,
                    message,
                    "take it out, or leave a cell of its column empty",
                );
            }
        }
    }
}

fn column(head: &Text, name: &Text, asks: Asks) -> Column {
    let after = |prefix: &str| {
        let rest = head.value.strip_prefix(prefix)?;
        let start = prefix.len() + rest.len() - rest.trim_start().len();
        let place = head.span.within(start, head.value.len());
        Some(Text::new(rest.trim().to_owned(), place))
    };
    let was = after("was ").filter(|_| asks == Asks::Process);
    let reading = after("reading ").or_else(|| after("switch "));
    match (head.value.as_str(), after("="), reading) {
        ("cite", ..) => Column::Cite,
        ("rolls", ..) if asks == Asks::Procedure => Column::Rolls,
        (_, Some(question), _) if question.value.is_empty() => Column::Answer(name.clone()),
        (_, Some(question), _) => Column::Answer(question),
        (_, _, Some(reading)) => Column::Reading(reading),
        _ => was.map_or_else(|| Column::Fact(head.clone()), Column::Was),
    }
}

/// The examples of a process, a turn a row: a row that says what was before begins one.
fn played(block: &Node, cite: Option<&Node>, rows: &[GridRow], columns: &[Column]) -> Vec<Node> {
    let begins = |row: &GridRow| {
        let mut filled = row.filled(columns);
        filled.any(|(column, _)| matches!(column, Column::Was(_)))
    };
    let examples = rows.chunk_by(|_, next| !begins(next));
    examples
        .map(|turns| play(block, cite.cloned(), turns, columns))
        .collect()
}

fn play(block: &Node, mut cite: Option<Node>, turns: &[GridRow], columns: &[Column]) -> Node {
    let spans = turns.iter().map(|turn| turn.span);
    let span = spans.reduce(Span::to).unwrap_or(block.span);
    let (mut start, mut readings): (_, Vec<(Text, Text)>) = (Vec::new(), Vec::new());
    for (column, cell) in turns.iter().flat_map(|turn| turn.filled(columns)) {
        match column {
            Column::Was(name) => start.push((name.clone(), Node::text(cell))),
            Column::Reading(name) => readings.push((name.clone(), cell.clone())),
            Column::Cite => cite = Some(Node::text(cell)),
            _ => {}
        }
    }
    let key = |name: &str| unplaced(name, span);
    let process = block.field("process");
    let process = process.and_then(|(index, _)| block.fields().get(index));
    let mut fields = Vec::new();
    fields.extend(cite.map(|cite| (key("cite"), cite)));
    fields.extend(process.cloned());
    fields.push((key("start"), pairs(block.get("start"), start, span)));
    fields.push((key("turns"), side(columns, turns, span, false)));
    fields.push((key("states"), side(columns, turns, span, true)));
    let shared = block.get("readings");
    if shared.is_some() || !readings.is_empty() {
        fields.push((key("readings"), all_readings(shared, readings, span)));
    }
    let note = turns.first().and_then(|turn| turn.note.as_ref());
    fields.extend(note.map(|note| (key("note"), Node::text(note))));
    Node::table(fields, span)
}

/// The readings that all turns share, and those of single ones in their place. What turns take in two ways stands here twice, and is told
/// where the example is read.
fn all_readings(shared: Option<&Node>, own: Vec<(Text, Text)>, span: Span) -> Node {
    let shared = match shared {
        // Another shape is told by the reader of examples.
        Some(other) if !other.is_table() => return other.clone(),
        shared => shared.map_or(&[][..], Node::fields),
    };
    let is_other = |(name, _): &&(Text, Node)| own.iter().all(|(own, _)| own.value != name.value);
    let shared: Vec<_> = shared.iter().filter(is_other).cloned().collect();
    let own = (own.iter()).unique_by(|(name, option)| (&name.value, &option.value));
    let own = own.map(|(name, option)| (name.clone(), Node::text(option)));
    Node::table(shared.into_iter().chain(own).collect(), span)
}

/// The pairs of a field that all rows share, and those of a row in the place of the same and after them.
fn pairs(shared: Option<&Node>, own: Vec<(Text, Node)>, row: Span) -> Node {
    let mut all = match shared {
        // Another shape is told by the reader of examples.
        Some(other) if !other.is_table() => return other.clone(),
        shared => shared.map_or_else(Vec::new, |shared| shared.fields().to_vec()),
    };
    for (name, node) in own {
        match all.iter_mut().find(|(other, _)| other.value == name.value) {
            Some(other) => *other = (name, node),
            None => all.push((name, node)),
        }
    }
    Node::table(all, row)
}

fn example(block: &Node, mut cite: Option<Node>, row: &GridRow, columns: &[Column]) -> Node {
    let (mut facts, mut answers, mut readings) = (Vec::new(), Vec::new(), Vec::new());
    let mut rolls = None;
    for (column, cell) in row.filled(columns) {
        match column {
            Column::Fact(name) => facts.push((name.clone(), Node::text(cell))),
            Column::Answer(name) => answers.push((name.clone(), Node::text(cell))),
            Column::Reading(name) => readings.push((name.clone(), Node::text(cell))),
            Column::Cite => cite = Some(Node::text(cell)),
            Column::Rolls => rolls = Some(list(cell)),
            Column::Was(_) => {}
        }
    }
    let procedure = block.field("procedure");
    let procedure = procedure.and_then(|(index, _)| block.fields().get(index));
    let given = procedure.map_or("given", |_| "start");
    let key = |name: &str| unplaced(name, row.span);
    let mut fields = Vec::new();
    fields.extend(cite.map(|cite| (key("cite"), cite)));
    fields.push((key(given), pairs(block.get(given), facts, row.span)));
    match (procedure, answers.as_slice()) {
        (Some(procedure), _) => {
            fields.push(procedure.clone());
            fields.extend(rolls.map(|rolls| (key("rolls"), rolls)));
            fields.push((key("outcome"), Node::table(answers, row.span)));
        }
        (None, [(asked, expected)]) => {
            fields.push((key("ask"), Node::text(asked)));
            fields.push((key("expect"), expected.clone()));
        }
        (None, _) => fields.push((key("expect"), Node::table(answers, row.span))),
    }
    let shared = block.get("readings");
    if shared.is_some() || !readings.is_empty() {
        fields.push((key("readings"), pairs(shared, readings, row.span)));
    }
    let note = row.note.iter();
    fields.extend(note.map(|note| (key("note"), Node::text(note))));
    Node::table(fields, row.span)
}

/// The parts of a cell between its commas.
fn list(cell: &Text) -> Node {
    let mut at = 0;
    let parts = cell.value.split(',').map(|part| {
        let start = at + part.len() - part.trim_start().len();
        at += part.len() + 1;
        let part = part.trim();
        let place = cell.span.within(start, start + part.len());
        Node::text(&Text::new(part.to_owned(), place))
    });
    Node::list(parts.collect(), cell.span)
}

/// The turns of a process, written as a table, as its `turns` and `states`.
pub fn open_turns(example: &mut Node, file: &str, problems: &Problems) {
    let turns = example.get("turns");
    if !turns.is_some_and(|turns| matches!(turns.kind, Kind::Text(_))) {
        return;
    }
    let Some((key, turns)) = example.take("turns") else {
        return;
    };
    if let Some(grid) = grid(&turns, file, problems)
        && let Some(fields) = example.fields_mut()
    {
        let columns = grid.heads.iter().map(|head| {
            let nameless = Text::new(String::new(), head.span);
            match column(head, &nameless, Asks::Questions) {
                Column::Answer(name) => Column::Answer(name),
                _ => Column::Fact(head.clone()),
            }
        });
        let columns: Vec<Column> = columns.collect();
        let states = Text::new("states".to_owned(), key.span);
        fields.push((key, side(&columns, &grid.rows, turns.span, false)));
        fields.push((states, side(&columns, &grid.rows, turns.span, true)));
    }
}

/// One side of a table of turns: the facts of each, or the states after each.
fn side(columns: &[Column], turns: &[GridRow], place: Span, of_states: bool) -> Node {
    let turn = |turn: &GridRow| {
        let fields = turn
            .filled(columns)
            .filter_map(|(column, cell)| match (column, of_states) {
                (Column::Answer(name), true) | (Column::Fact(name), false) => {
                    Some((name.clone(), Node::text(cell)))
                }
                _ => None,
            });
        Node::table(fields.collect(), turn.span)
    };
    Node::list(turns.iter().map(turn).collect(), place)
}
