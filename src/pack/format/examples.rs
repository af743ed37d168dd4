//! Examples of one kind in one table.

use super::super::node::Node;
use super::super::printed::quoted;
use super::chunks::{Chunk, Entry};
use super::played::{self, Played};
use super::said::{Question, cite, entries, has_only, headed, written};
use super::table::{self, Row, Said, is_name, pairs, value};
use indexmap::IndexMap;
use std::collections::BTreeSet;

/// How wide a table may be before what its rows share is said once.
const WIDE: usize = 100;

/// An example as a row: under `cite`, each fact, `reading NAME`, `rolls`, and `= NAME` for each answer.
struct Told {
    chunk: usize,
    row: Said,
    /// What it asks; of a procedure, what comes out.
    asked: Vec<String>,
    procedure: Option<String>,
}

/// Gathers examples into tables; gives the chunks that are not needed any longer.
pub fn gather(chunks: &mut [Chunk], questions: &[Question<'_>], root: &Node) -> Vec<usize> {
    let mut groups: Vec<Vec<Told>> = Vec::new();
    let mut played: Vec<(Played, &Node)> = Vec::new();
    for (at, node) in headed(chunks, root, "example") {
        let Some(chunk) = chunks.get_mut(at) else {
            continue;
        };
        if let Some(own) = Played::of(at, node, chunk) {
            played.push((own, node));
        } else if let Some(entries) = with_turns(node, chunk) {
            "[[example]]".clone_into(&mut chunk.header);
            chunk.entries = entries;
        } else if let Some(told) = told(at, node, chunk) {
            let is_alike =
                |first: &Told| first.asked == told.asked && first.procedure == told.procedure;
            match groups
                .iter_mut()
                .find(|group| group.first().is_some_and(is_alike))
            {
                Some(group) => group.push(told),
                None => groups.push(vec![told]),
            }
        }
    }
    let tables = root
        .field("examples")
        .map(|(_, node)| entries(node))
        .unwrap_or_default();
    let mut taken: BTreeSet<String> = tables.into_iter().map(|entry| entry.key).collect();
    let mut gone = gather_played(chunks, played, &mut taken);
    for mut group in groups {
        let Some(Told {
            chunk: at,
            asked,
            procedure,
            ..
        }) = group.first()
        else {
            continue;
        };
        let (at, procedure) = (*at, procedure.clone());
        let mut home = questions.iter().filter(|_| procedure.is_none());
        let home =
            home.find(|question| matches!(asked.as_slice(), [only] if only == question.name));
        match home {
            Some(question) if question.node.field("examples").is_none() => {
                gone.extend(group.iter().map(|told| told.chunk));
                if let Some(chunk) = chunks.get_mut(question.at) {
                    let table = Table::of(&group, cite(question.node), true);
                    chunk.entries.append(&mut table.in_question());
                }
            }
            _ if group.len() < 2 => {}
            _ => {
                gone.extend(group.iter().skip(1).map(|told| told.chunk));
                let name = free_name(procedure.as_deref(), asked, &mut taken);
                let is_named = procedure.is_none() && asked.as_slice() == [name.as_str()];
                if let (Some(chunk), Some(first)) = (chunks.get_mut(at), group.first_mut()) {
                    // The comments above the first row stand above the table.
                    first.row.comments = chunk.comments();
                    chunk.header = format!("[examples.{name}]");
                    chunk.entries = Table::of(&group, None, is_named).alone(procedure.as_deref());
                }
            }
        }
    }
    gone
}

/// Puts the examples of each process into one table; one that is alone has its turns in a table of its own.
fn gather_played(
    chunks: &mut [Chunk],
    played: Vec<(Played, &Node)>,
    taken: &mut BTreeSet<String>,
) -> Vec<usize> {
    let mut gone = Vec::new();
    let mut groups: IndexMap<String, Vec<(Played, &Node)>> = IndexMap::new();
    for own in played {
        groups.entry(own.0.process.clone()).or_default().push(own);
    }
    for (process, group) in groups {
        let (mut group, nodes): (Vec<Played>, Vec<&Node>) = group.into_iter().unzip();
        if let Some(first) = group.first_mut() {
            first.stands_first();
        }
        let table = (group.len() > 1).then(|| played::table(&group)).flatten();
        let is_gathered = table.is_some();
        for (place, (own, node)) in group.iter().zip(nodes).enumerate() {
            let Some(chunk) = chunks.get_mut(own.chunk) else {
                continue;
            };
            match &table {
                Some(entries) if place == 0 => {
                    let name = free_name(Some(&process), &[], taken);
                    chunk.header = format!("[examples.{name}]");
                    chunk.entries.clone_from(entries);
                }
                _ if is_gathered => gone.push(own.chunk),
                _ => {
                    if let Some(entries) = with_turns(node, chunk) {
                        "[[example]]".clone_into(&mut chunk.header);
                        chunk.entries = entries;
                    }
                }
            }
        }
    }
    gone
}

/// What an example says; none, if a row cannot say it.
fn told(chunk: usize, node: &Node, written_as: &Chunk) -> Option<Told> {
    let known = [
        "cite",
        "given",
        "ask",
        "expect",
        "readings",
        "note",
        "procedure",
        "start",
        "rolls",
        "outcome",
    ];
    let note = written(node, "note").map(str::to_owned);
    let is_fit = has_only(node, &known)
        && cite(node).is_none_or(table::is_cell)
        && note.as_deref().is_none_or(table::is_note)
        && node
            .field("cite")
            .is_none_or(|(_, cite)| cite.elements().len() < 2);
    if !is_fit {
        return None;
    }
    let procedure = written(node, "procedure").map(str::to_owned);
    let (given, outcome) = match procedure {
        Some(_) => ("start", "outcome"),
        None => ("given", "expect"),
    };
    let answers = match written(node, "ask") {
        Some(question) => vec![(question.to_owned(), table::cell(node.field(outcome)?.1)?)],
        None => pairs(node, outcome)?,
    };
    if answers.is_empty() || !answers.iter().all(|(question, _)| is_name(question)) {
        return None;
    }
    let mut cells = Vec::new();
    cells.extend(cite(node).map(|cite| ("cite".to_owned(), cite.to_owned())));
    cells.extend(pairs(node, given)?);
    let readings = pairs(node, "readings")?.into_iter();
    cells.extend(readings.map(|(name, option)| (format!("reading {name}"), option)));
    if let Some((_, rolls)) = node.field("rolls") {
        cells.push(("rolls".to_owned(), rolls_in_one(rolls)?));
    }
    let asked = answers
        .iter()
        .map(|(question, _)| question.clone())
        .collect();
    cells.extend(
        answers
            .into_iter()
            .map(|(question, answer)| (format!("= {question}"), answer)),
    );
    let comments = written_as.all_comments();
    let row = Said {
        cells,
        note,
        comments,
    };
    Some(Told {
        chunk,
        row,
        asked,
        procedure,
    })
}

fn rolls_in_one(rolls: &Node) -> Option<String> {
    let each: Option<Vec<&str>> = rolls.elements().iter().map(Node::written).collect();
    let each = each?;
    let is_plain = |roll: &&str| !roll.contains(',') && table::is_cell(roll);
    each.iter().all(is_plain).then(|| each.join(", "))
}

fn free_name(procedure: Option<&str>, asked: &[String], taken: &mut BTreeSet<String>) -> String {
    let name = match (procedure, asked) {
        (Some(procedure), _) => procedure.to_owned(),
        (None, [only]) => only.clone(),
        (None, [text, other]) => format!("{text}-and-{other}"),
        (None, several) => format!("{}-and-more", several.first().map_or("", String::as_str)),
    };
    let numbered = (2..).map(|number| format!("{name}-{number}"));
    let mut names = std::iter::once(name.clone()).chain(numbered);
    let free = names.find(|name| !taken.contains(name)).unwrap_or_default();
    taken.insert(free.clone());
    free
}

/// A table of examples, with what all its rows share.
struct Table {
    /// Their paragraph, where it is not that of the question around them.
    cite: Option<String>,
    given: Vec<(String, String)>,
    rows: Vec<Row>,
}

impl Table {
    /// `around` is the paragraph that stands around it; `is_named`, whether the one question does.
    fn of(group: &[Told], around: Option<&str>, is_named: bool) -> Self {
        let all: Vec<Said> = group.iter().map(|told| told.row.clone()).collect();
        let cites = || all.iter().map(|row| row.value("cite"));
        let different: BTreeSet<Option<&str>> = cites().collect();
        let common = match different.first() {
            Some(only) if different.len() == 1 => *only,
            _ => around.or_else(|| most_common(cites().flatten()).map(|(_, cite)| cite)),
        };
        let cite = common.map(|cite| ("cite".to_owned(), cite.to_owned()));
        let mut shared: Vec<(String, String)> = cite.into_iter().collect();
        let mut rows = rows(&all, &shared, is_named);
        // First what is the same in all rows is said once, then what is in most.
        for (fewest, least) in [(2, (1, 1)), (3, (3, 5))] {
            if table::width(&rows) > WIDE && all.len() >= fewest {
                shared.truncate(usize::from(common.is_some()));
                shared.extend(usual(&all, least));
                rows = self::rows(&all, &shared, is_named);
            }
        }
        Self {
            cite: common
                .filter(|cite| Some(*cite) != around)
                .map(str::to_owned),
            given: shared
                .into_iter()
                .filter(|(head, _)| head != "cite")
                .collect(),
            rows,
        }
    }

    /// The fields of a question that hold its examples.
    fn in_question(&self) -> Vec<Entry> {
        let mut fields = self.shared("examples.cite", "examples.given");
        let key = if fields.is_empty() {
            "examples"
        } else {
            "examples.rows"
        };
        fields.push(Entry::new(key, table::quoted(&self.rows)));
        fields
    }

    /// The fields of a table under a header of its own.
    fn alone(&self, procedure: Option<&str>) -> Vec<Entry> {
        let given = if procedure.is_some() {
            "start"
        } else {
            "given"
        };
        let mut fields = self.shared("cite", given);
        let after_cite = usize::from(self.cite.is_some());
        let procedure = procedure.map(|name| Entry::new("procedure", quoted(name)));
        fields.splice(after_cite..after_cite, procedure);
        fields.push(Entry::new("rows", table::quoted(&self.rows)));
        fields
    }

    fn shared(&self, cite: &str, given: &str) -> Vec<Entry> {
        let mut fields = Vec::new();
        fields.extend(
            self.cite
                .as_ref()
                .map(|text| Entry::new(cite, quoted(text))),
        );
        if !self.given.is_empty() {
            let pairs = self
                .given
                .iter()
                .map(|(name, value)| format!("{name} = {}", quoted(value)));
            let pairs: Vec<String> = pairs.collect();
            fields.push(Entry::new(given, format!("{{ {} }}", pairs.join(", "))));
        }
        fields
    }
}

/// What most say, and how many; of two that as many say, the first.
fn most_common<'t>(all: impl Iterator<Item = &'t str> + Clone) -> Option<(usize, &'t str)> {
    let count = |text: &'t str| (all.clone().filter(|other| *other == text).count(), text);
    all.clone()
        .map(count)
        .reduce(|best, other| if other.0 > best.0 { other } else { best })
}

/// The facts that are given in all examples, and have one value in this part of them or more.
fn usual(rows: &[Said], (part, of): (usize, usize)) -> Vec<(String, String)> {
    let facts = table::heads(rows)
        .into_iter()
        .filter(|head| place(head) == FACT);
    let most = |fact: &str| {
        let values: Option<Vec<&str>> = rows.iter().map(|row| row.value(fact)).collect();
        let (count, usual) = most_common(values?.into_iter())?;
        (count * of >= rows.len() * part).then(|| (fact.to_owned(), usual.to_owned()))
    };
    facts.filter_map(most).collect()
}

/// Where the columns of facts stand.
const FACT: usize = 1;

/// Where a column stands, by its head.
fn place(head: &str) -> usize {
    match head {
        "cite" => 0,
        "rolls" => 3,
        head if head.starts_with("= ") => 4,
        head if head.starts_with("reading ") => 2,
        _ => FACT,
    }
}

/// The rows, the heads first, without columns in which no row says anything else than all share.
fn rows(all: &[Said], shared: &[(String, String)], is_named: bool) -> Vec<Row> {
    let mut heads = table::heads(all);
    heads.sort_by_key(|head| place(head));
    heads.retain(|head| {
        let own = |row: &Said| {
            row.value(head)
                .is_none_or(|text| Some(text) == value(shared, head))
        };
        value(shared, head).is_none() || !all.iter().all(own)
    });
    let mut rows = table::under(&heads, all, shared);
    let first = rows.first_mut().filter(|_| is_named);
    if let Some(answer) = first.and_then(|heads| heads.cells.last_mut()) {
        "=".clone_into(answer);
    }
    rows
}

/// The fields of an example of a process with its turns in a table; none, if they are few, or cannot stand in one.
fn with_turns(node: &Node, written_as: &Chunk) -> Option<Vec<Entry>> {
    node.field("process")?;
    node.field("states")?;
    let rows = played::turns(node, written_as).filter(|rows| rows.len() > 1)?;
    let mut heads = table::heads(&rows);
    heads.sort_by_key(|head| head.starts_with("= "));
    let in_order = |row: &Said| {
        let place = |head: &str| heads.iter().position(|text| *text == head);
        row.cells.iter().map(|(head, _)| place(head)).is_sorted()
    };
    if !rows.iter().all(in_order) {
        return None;
    }
    let table = table::quoted(&table::under(&heads, &rows, &[]));
    let mut fields = entries(node);
    fields.retain(|entry| entry.key != "states");
    let turns = fields.iter_mut().find(|entry| entry.key == "turns")?;
    turns.value = table;
    Some(fields)
}
