//! Examples of one process in one table: a turn a row, and what was before stands in the row that begins an example.

use super::super::node::Node;
use super::chunks::{Chunk, Entry};
use super::said::{cite, has_only, quoted, written};
use super::table::{self, Said, each, pairs};

/// An example of a process, a turn a row.
pub struct Played {
    pub chunk: usize,
    pub process: String,
    /// What is given before the first turn.
    start: Vec<(String, String)>,
    turns: Vec<Said>,
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
        let is_fit = is_fit && written_as.comments().is_empty();
        let start = pairs(node, "start")?;
        let (given, shown) = (each(node, "turns", "")?, each(node, "states", "= ")?);
        if !is_fit || start.is_empty() || given.is_empty() || given.len() != shown.len() {
            return None;
        }
        let turns = given.into_iter().zip(shown).map(|(mut turn, state)| {
            turn.cells.extend(state.cells);
            turn
        });
        let mut turns: Vec<Said> = turns.collect();
        let first = turns.first_mut()?;
        let cited = cite(node).map(|cite| ("cite".to_owned(), cite.to_owned()));
        let readings = pairs(node, "readings")?.into_iter();
        let readings = readings.map(|(name, option)| (format!("reading {name}"), option));
        first.cells.extend(cited.into_iter().chain(readings));
        (first.note, first.comments) = (note, written_as.all_comments());
        Some(Self {
            chunk,
            process,
            start,
            turns,
        })
    }

    /// Leaves the comments above it above the table that it begins.
    pub fn stands_first(&mut self) {
        if let Some(first) = self.turns.first_mut() {
            first.comments.clear();
        }
    }
}

/// How wide the table may be: examples that look at many facts are read better one by one.
const WIDE: usize = 150;

/// The fields of the table of several examples of one process, with what all of them share said once; none, if it is too wide, or
/// two name things in different orders.
pub fn table(group: &[Played]) -> Option<Vec<Entry>> {
    let same = |fact: &(String, String)| group.iter().all(|own| own.start.contains(fact));
    let first = group.first();
    let mut shared: Vec<&(String, String)> = first
        .map(|own| own.start.iter().filter(|fact| same(fact)).collect())
        .unwrap_or_default();
    // A row that says nothing of what was before begins no example.
    let begins = |own: &Played| own.start.iter().any(|fact| !shared.contains(&fact));
    if !group.iter().all(begins) {
        shared.truncate(shared.len().saturating_sub(1));
    }
    let cites = || group.iter().map(|own| own.turns.first()?.value("cite"));
    let common = cites().next().flatten();
    let common = common.filter(|common| cites().all(|own| own == Some(common)));
    let rows = group.iter().flat_map(|own| {
        let before = own.start.iter().filter(|fact| !shared.contains(fact));
        let before = before.map(|(name, value)| (format!("was {name}"), value.clone()));
        let mut turns = own.turns.clone();
        if let Some(first) = turns.first_mut() {
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
    fields.extend(first.map(|own| Entry::new("process", quoted(&own.process))));
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
