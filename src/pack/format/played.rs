//! Examples of one process in one table: a turn a row, and what was before stands in the row that begins an example.

use super::super::node::{Kind, Node};
use super::super::printed::quoted;
use super::chunks::{Chunk, Entry};
use super::said::{cite, has_only, written};
use super::table::{self, Said, each, pairs};

/// An example of a process, a turn a row.
pub struct Played {
    pub chunk: usize,
    pub process: String,
    /// What is given before the first turn.
    start: Vec<(String, String)>,
    turns: Vec<Said>,
    /// The comments above it.
    lead: Vec<String>,
}

const KNOWN: [&str; 7] = [
    "cite", "process", "start", "turns", "states", "readings", "note",
];

impl Played {
    /// What an example of a process says; none, if rows cannot say it.
    pub fn of(chunk: usize, node: &Node, written_as: &Chunk) -> Option<Self> {
        let process = written(node, "process")?.to_owned();
        let note = written(node, "note").map(str::to_owned);
        let cites = node
            .field("cite")
            .map_or(0, |(_, cite)| cite.elements().len());
        let is_fit = has_only(node, &KNOWN)
            && cite(node).is_none_or(table::is_cell)
            && note.as_deref().is_none_or(table::is_note)
            && cites < 2;
        let start = pairs(node, "start")?;
        let mut turns = turns(node, written_as)?;
        if !is_fit || start.is_empty() {
            return None;
        }
        let first = turns.first_mut()?;
        let cited = cite(node).map(|cite| ("cite".to_owned(), cite.to_owned()));
        let readings = pairs(node, "readings")?.into_iter();
        let readings = readings.map(|(name, option)| (format!("reading {name}"), option));
        first.cells.extend(cited.into_iter().chain(readings));
        // What stands behind the row that begins an example is the example's note.
        let comment = std::mem::replace(&mut first.note, note);
        first
            .comments
            .extend(comment.map(|comment| format!("# {comment}")));
        let lead = written_as.lead.iter().filter(|line| !line.is_empty());
        Some(Self {
            chunk,
            process,
            start,
            turns,
            lead: lead.cloned().collect(),
        })
    }

    /// Leaves the comments above it above the table that it begins.
    pub fn stands_first(&mut self) {
        self.lead.clear();
    }
}

/// The turns of an example, each with what is shown after it and the comment behind it; none, if rows cannot say them.
pub fn turns(node: &Node, written_as: &Chunk) -> Option<Vec<Said>> {
    if let Kind::Text(table) = &node.get("turns")?.kind {
        return written_as.comments().is_empty().then(|| of_table(table))?;
    }
    let (given, shown) = (each(node, "turns", "")?, each(node, "states", "= ")?);
    let notes = notes(written_as, given.len())?;
    if given.is_empty() || given.len() != shown.len() {
        return None;
    }
    let turns = given.into_iter().zip(shown).zip(notes);
    let turns = turns.map(|((turn, state), note)| Said {
        cells: turn.cells.into_iter().chain(state.cells).collect(),
        note,
        ..Said::default()
    });
    Some(turns.collect())
}

/// The turns that stand in a table already.
fn of_table(table: &str) -> Option<Vec<Said>> {
    let cells = |line: &str| -> Vec<String> {
        let cells = line.split('|').map(str::trim);
        cells.map(str::to_owned).collect()
    };
    let (mut heads, mut comments) = (Vec::new(), Vec::new());
    let mut turns = Vec::new();
    for line in table.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let (row, note) = line.split_once(" #").unwrap_or((line, ""));
        match (line.starts_with('#'), heads.is_empty()) {
            (true, _) => comments.push(line.to_owned()),
            (false, true) => heads = cells(row),
            (false, false) => {
                let said = heads.iter().cloned().zip(cells(row));
                turns.push(Said {
                    cells: said.filter(|(_, cell)| !cell.is_empty()).collect(),
                    note: Some(note.trim().to_owned()).filter(|note| !note.is_empty()),
                    comments: std::mem::take(&mut comments),
                });
            }
        }
    }
    (!turns.is_empty() && comments.is_empty()).then_some(turns)
}

/// The comments behind the lines of so many turns; none, if there are others too.
fn notes(written_as: &Chunk, count: usize) -> Option<Vec<Option<String>>> {
    let all = written_as.comments().len();
    if all == 0 {
        return Some(vec![None; count]);
    }
    let turns = written_as
        .entries
        .iter()
        .find(|entry| entry.key == "turns")?;
    let behind = |line: &str| {
        let is_outside = |at: &usize| {
            line.get(..*at)
                .is_some_and(|text| text.matches('"').count() % 2 == 0)
        };
        let at = line.match_indices('#').map(|(at, _)| at).find(is_outside)?;
        let note = line.get(at + 1..)?.trim();
        Some(note.to_owned()).filter(|note| table::is_note(note))
    };
    let lines = turns.value.lines().map(str::trim);
    let notes: Vec<_> = lines
        .filter(|line| line.starts_with('{'))
        .map(behind)
        .collect();
    let is_all = notes.len() == count && notes.iter().flatten().count() == all;
    is_all.then_some(notes)
}

/// How wide the table may be: examples that look at many facts are read better one by one.
const WIDE: usize = 150;

/// The fields of the table of several examples of one process, with what all of them share said once; none, if it is too wide, or
/// two name things in different orders.
pub fn table(group: &[Played]) -> Option<Vec<Entry>> {
    let same = |fact: &(String, String)| group.iter().all(|played| played.start.contains(fact));
    let first = group.first();
    let mut shared: Vec<&(String, String)> = first
        .map(|played| played.start.iter().filter(|fact| same(fact)).collect())
        .unwrap_or_default();
    // A row that says nothing of what was before begins no example.
    let begins = |played: &Played| played.start.iter().any(|fact| !shared.contains(&fact));
    if !group.iter().all(begins) {
        shared.truncate(shared.len().saturating_sub(1));
    }
    let cites = || {
        group
            .iter()
            .map(|played| played.turns.first()?.value("cite"))
    };
    let common = cites().next().flatten();
    let common = common.filter(|common| cites().all(|text| text == Some(common)));
    let rows = group.iter().flat_map(|played| {
        let before = played.start.iter().filter(|fact| !shared.contains(fact));
        let before = before.map(|(name, value)| (format!("was {name}"), value.clone()));
        let mut turns = played.turns.clone();
        if let Some(first) = turns.first_mut() {
            first.comments = [played.lead.as_slice(), &first.comments].concat();
            first.cells.extend(before);
            first
                .cells
                .retain(|(head, _)| head != "cite" || common.is_none());
        }
        turns
    });
    let rows: Vec<Said> = rows.collect();
    let mut heads = table::heads(&rows);
    heads.sort_by_key(|head| place(head));
    let in_order = |row: &Said| {
        let own = row.cells.iter().map(|(head, _)| head.as_str());
        let own = own.filter(|head| [3, 4].contains(&place(head)));
        own.map(|head| heads.iter().position(|known| *known == head))
            .is_sorted()
    };
    if !rows.iter().all(in_order) {
        return None;
    }
    let mut fields = Vec::new();
    fields.extend(common.map(|cite| Entry::new("cite", quoted(cite))));
    fields.extend(first.map(|played| Entry::new("process", quoted(&played.process))));
    if !shared.is_empty() {
        let pairs = shared.iter();
        let pairs = pairs.map(|(name, value)| format!("{name} = {}", quoted(value)));
        let pairs = pairs.collect::<Vec<_>>().join(", ");
        fields.push(Entry::new("start", format!("{{ {pairs} }}")));
    }
    let rows = table::under(&heads, &rows, &[]);
    let is_narrow = table::width(&rows) <= WIDE;
    fields.push(Entry::new("rows", table::quoted(&rows)));
    is_narrow.then_some(fields)
}

/// Where a column stands, by its head.
fn place(head: &str) -> usize {
    let starts = ["cite", "was ", "reading ", "", "= "];
    let mut known = [0, 1, 2, 4].into_iter();
    let own = known.find(|at| starts.get(*at).is_some_and(|start| head.starts_with(start)));
    own.unwrap_or(3)
}
