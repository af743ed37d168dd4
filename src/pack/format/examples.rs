//! Examples of one kind in one table.

use super::super::node::{Kind, Node};
use super::chunks::Chunk;
use super::table::{self, Row};
use super::upgrade::{Question, cite, headed, keys, quoted, written};
use std::collections::BTreeSet;

/// How wide a table may be before what its rows share is said once.
const WIDE: usize = 100;

/// An example, as what its row says.
struct Told {
    chunk: usize,
    cite: Option<String>,
    given: Vec<(String, String)>,
    expect: Vec<(String, String)>,
    readings: Vec<(String, String)>,
    procedure: Option<String>,
    rolls: Option<String>,
    note: Option<String>,
    comments: Vec<String>,
}

impl Told {
    /// What examples of one table have in common.
    fn kind(&self) -> (Vec<&str>, Option<&str>) {
        let asked = self.expect.iter().map(|(question, _)| question.as_str());
        (asked.collect(), self.procedure.as_deref())
    }
}

/// Gathers examples into tables; gives the chunks that are not needed any longer.
pub(super) fn gather(chunks: &mut [Chunk], questions: &[Question<'_>], root: &Node) -> Vec<usize> {
    let mut groups: Vec<Vec<Told>> = Vec::new();
    for (at, node) in headed(chunks, root, "example") {
        let Some(chunk) = chunks.get_mut(at) else {
            continue;
        };
        if let Some(body) = with_turns(node).filter(|_| chunk.comments.is_empty()) {
            chunk.body = body;
        } else if let Some(told) = told(at, node, chunk) {
            match groups.iter_mut().find(|group| {
                group
                    .first()
                    .is_some_and(|first| first.kind() == told.kind())
            }) {
                Some(group) => group.push(told),
                None => groups.push(vec![told]),
            }
        }
    }
    let mut taken: BTreeSet<String> = root
        .field("examples")
        .map(|(_, node)| keys(node))
        .unwrap_or_default()
        .into_iter()
        .map(str::to_owned)
        .collect();
    let mut gone = Vec::new();
    for mut group in groups {
        let home = match group.first().map(Told::kind) {
            Some((asked, None)) if asked.len() == 1 => questions
                .iter()
                .find(|question| Some(&question.name) == asked.first()),
            _ => None,
        };
        match home {
            Some(question) if question.node.field("examples").is_none() => {
                let text = in_question(&group, cite(question.node));
                gone.extend(group.iter().map(|told| told.chunk));
                if let Some(chunk) = chunks.get_mut(question.at) {
                    chunk.body.push_str(&text);
                }
            }
            _ if group.len() < 2 => {}
            _ => {
                let name = free_name(&group, &mut taken);
                if let Some(first) = group.first_mut() {
                    first.comments = chunks
                        .get(first.chunk)
                        .map(|chunk| chunk.comments.clone())
                        .unwrap_or_default();
                }
                let text = alone(&group, &name);
                let at = group.first().map_or(0, |told| told.chunk);
                gone.extend(group.iter().skip(1).map(|told| told.chunk));
                if let Some(chunk) = chunks.get_mut(at) {
                    chunk.body = text;
                    // The comments above the first row stand above the table.
                    chunk.comments.clear();
                }
            }
        }
    }
    gone
}

/// What an example says; none, if a row cannot say it.
fn told(at: usize, node: &Node, chunk: &Chunk) -> Option<Told> {
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
    if !keys(node).iter().all(|key| known.contains(key))
        || node
            .field("cite")
            .is_some_and(|(_, cite)| cite.elements().len() > 1)
    {
        return None;
    }
    let procedure = written(node, "procedure").map(str::to_owned);
    let (given, outcome) = match procedure {
        Some(_) => ("start", "outcome"),
        None => ("given", "expect"),
    };
    let expect = match written(node, "ask") {
        Some(question) => vec![(question.to_owned(), table::cell(node.field(outcome)?.1)?)],
        None => pairs(node, outcome)?,
    };
    let rolls = match node.field("rolls") {
        Some((_, rolls)) => Some(rolls_in_one(rolls)?),
        None => None,
    };
    let note = written(node, "note").map(str::to_owned);
    let are_names = expect.iter().all(|(question, _)| is_name(question));
    let is_fit = !expect.is_empty()
        && are_names
        && cite(node).is_none_or(table::is_cell)
        && note.as_deref().is_none_or(table::is_note);
    is_fit.then_some(Told {
        chunk: at,
        cite: cite(node).map(str::to_owned),
        given: pairs(node, given)?,
        expect,
        readings: pairs(node, "readings")?,
        procedure,
        rolls,
        note,
        comments: chunk.all_comments(),
    })
}

fn is_name(text: &str) -> bool {
    text.bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

fn rolls_in_one(rolls: &Node) -> Option<String> {
    let each: Option<Vec<&str>> = rolls.elements().iter().map(Node::written).collect();
    let each = each?;
    let is_plain = each
        .iter()
        .all(|roll| !roll.contains(',') && table::is_cell(roll));
    is_plain.then(|| each.join(", "))
}

/// The names and values of a group of fields; none of a group that is not there.
fn pairs(node: &Node, field: &str) -> Option<Vec<(String, String)>> {
    match node.field(field).map(|(_, node)| &node.kind) {
        None => Some(Vec::new()),
        Some(Kind::Table(fields)) => {
            let pair = |(name, node): &(crate::source::Text, Node)| {
                let is_plain =
                    is_name(&name.value) && name.value != "cite" && name.value != "rolls";
                Some((name.value.clone(), table::cell(node)?)).filter(|_| is_plain)
            };
            fields.iter().map(pair).collect()
        }
        Some(_) => None,
    }
}

/// The fields of a question that hold its examples.
fn in_question(group: &[Told], own: Option<&str>) -> String {
    let table = Table::of(group, own, true);
    let mut text = String::new();
    if table.cite.is_none() && table.given.is_empty() {
        text.push_str(&format!("\nexamples = {}", table::quoted(&table.text)));
        return text;
    }
    if let Some(cite) = &table.cite {
        text.push_str(&format!("\nexamples.cite = {}", quoted(cite)));
    }
    if !table.given.is_empty() {
        text.push_str(&format!("\nexamples.given = {}", inline(&table.given)));
    }
    text.push_str(&format!("\nexamples.rows = {}", table::quoted(&table.text)));
    text
}

/// A table of examples under a header of its own.
fn alone(group: &[Told], name: &str) -> String {
    let is_named = group.first().is_some_and(|told| {
        told.procedure.is_none()
            && matches!(told.expect.as_slice(), [(question, _)] if question == name)
    });
    let table = Table::of(group, None, is_named);
    let mut text = format!("[examples.{name}]");
    if let Some(cite) = &table.cite {
        text.push_str(&format!("\ncite = {}", quoted(cite)));
    }
    let procedure = group.first().and_then(|told| told.procedure.as_ref());
    if let Some(procedure) = procedure {
        text.push_str(&format!("\nprocedure = {}", quoted(procedure)));
    }
    if !table.given.is_empty() {
        let key = if procedure.is_some() {
            "start"
        } else {
            "given"
        };
        text.push_str(&format!("\n{key} = {}", inline(&table.given)));
    }
    text.push_str(&format!("\nrows = {}", table::quoted(&table.text)));
    text
}

fn inline(pairs: &[(String, String)]) -> String {
    let pairs: Vec<String> = pairs
        .iter()
        .map(|(name, value)| format!("{name} = {}", quoted(value)))
        .collect();
    format!("{{ {} }}", pairs.join(", "))
}

fn free_name(group: &[Told], taken: &mut BTreeSet<String>) -> String {
    let first = group.first();
    let asked: Vec<&str> = first.map(|told| told.kind().0).unwrap_or_default();
    let name = match (
        first.and_then(|told| told.procedure.clone()),
        asked.as_slice(),
    ) {
        (Some(procedure), _) => procedure,
        (None, [one]) => (*one).to_owned(),
        (None, [one, other]) => format!("{one}-and-{other}"),
        (None, several) => format!("{}-and-more", several.first().copied().unwrap_or_default()),
    };
    let numbered = (2..).map(|number| format!("{name}-{number}"));
    let free = std::iter::once(name.clone())
        .chain(numbered)
        .find(|name| !taken.contains(name));
    let free = free.unwrap_or_default();
    taken.insert(free.clone());
    free
}

/// A table of examples, with what all its rows share.
struct Table {
    /// Their paragraph, where it is not that of the question around them.
    cite: Option<String>,
    given: Vec<(String, String)>,
    text: String,
}

impl Table {
    /// `own` is the paragraph that stands around it; `is_named`, whether the one question does.
    fn of(group: &[Told], own: Option<&str>, is_named: bool) -> Self {
        let cites: BTreeSet<Option<&str>> = group.iter().map(|told| told.cite.as_deref()).collect();
        let common = match cites.first() {
            Some(one) if cites.len() == 1 => *one,
            _ => own.or_else(|| most_common(group.iter().map(|told| told.cite.as_deref()))),
        };
        let facts = names(group.iter().map(|told| &told.given));
        let mut shared = Vec::new();
        let mut rows = rows(group, &facts, &shared, common, is_named);
        if table::width(&rows) > WIDE && group.len() > 1 {
            shared = constant(group, &facts);
            rows = self::rows(group, &facts, &shared, common, is_named);
        }
        if table::width(&rows) > WIDE && group.len() > 2 {
            shared = usual(group, &facts);
            rows = self::rows(group, &facts, &shared, common, is_named);
        }
        Self {
            cite: common.filter(|cite| Some(*cite) != own).map(str::to_owned),
            given: shared,
            text: table::rows(&rows),
        }
    }
}

fn most_common<'t, T: Ord + Copy>(all: impl Iterator<Item = Option<T>> + Clone + 't) -> Option<T> {
    let mut best: Option<(usize, T)> = None;
    for one in all.clone().flatten() {
        let count = all.clone().filter(|other| *other == Some(one)).count();
        if best.is_none_or(|(most, _)| count > most) {
            best = Some((count, one));
        }
    }
    best.map(|(_, one)| one)
}

/// Every name, in the order of its first mention.
fn names<'t>(all: impl Iterator<Item = &'t Vec<(String, String)>>) -> Vec<&'t str> {
    let mut names: Vec<&str> = Vec::new();
    for (name, _) in all.flatten() {
        if !names.contains(&name.as_str()) {
            names.push(name);
        }
    }
    names
}

fn value<'t>(pairs: &'t [(String, String)], name: &str) -> Option<&'t str> {
    pairs
        .iter()
        .find(|(own, _)| own == name)
        .map(|(_, value)| value.as_str())
}

/// The facts that have one value in all examples.
fn constant(group: &[Told], facts: &[&str]) -> Vec<(String, String)> {
    let same = |fact: &&str| {
        let first = value(&group.first()?.given, fact)?;
        let is_same = group
            .iter()
            .all(|told| value(&told.given, fact) == Some(first));
        is_same.then(|| ((*fact).to_owned(), first.to_owned()))
    };
    facts.iter().filter_map(same).collect()
}

/// The facts that are given in all examples, and have one value in most of them.
fn usual(group: &[Told], facts: &[&str]) -> Vec<(String, String)> {
    let most = |fact: &&str| {
        let values = group.iter().map(|told| value(&told.given, fact));
        let usual = most_common(values.clone())?;
        let count = values.clone().filter(|value| *value == Some(usual)).count();
        let is_usual = values.clone().all(|value| value.is_some()) && count * 5 >= group.len() * 3;
        is_usual.then(|| ((*fact).to_owned(), usual.to_owned()))
    };
    facts.iter().filter_map(most).collect()
}

/// The rows, the heads first.
fn rows(
    group: &[Told],
    facts: &[&str],
    shared: &[(String, String)],
    common: Option<&str>,
    is_named: bool,
) -> Vec<Row> {
    let readings = names(group.iter().map(|told| &told.readings));
    let answers = names(group.iter().map(|told| &told.expect));
    let is_shared = |fact: &str, told: &Told| {
        let own = value(&told.given, fact);
        own.is_none() || own == value(shared, fact)
    };
    let facts: Vec<&str> = facts
        .iter()
        .copied()
        .filter(|fact| {
            value(shared, fact).is_none() || !group.iter().all(|told| is_shared(fact, told))
        })
        .collect();
    let has_cite = group.iter().any(|told| told.cite.as_deref() != common);
    let has_rolls = group.iter().any(|told| told.rolls.is_some());
    let mut heads = Vec::new();
    heads.extend(has_cite.then(|| "cite".to_owned()));
    heads.extend(facts.iter().map(|fact| (*fact).to_owned()));
    heads.extend(readings.iter().map(|reading| format!("reading {reading}")));
    heads.extend(has_rolls.then(|| "rolls".to_owned()));
    heads.extend(answers.iter().map(|answer| {
        if is_named {
            "=".to_owned()
        } else {
            format!("= {answer}")
        }
    }));
    let row = |told: &Told| {
        let mut cells = Vec::new();
        let said = |value: Option<&str>| value.unwrap_or_default().to_owned();
        if has_cite {
            cells.push(said(
                told.cite.as_deref().filter(|cite| Some(*cite) != common),
            ));
        }
        cells.extend(facts.iter().map(|fact| {
            let own = value(&told.given, fact);
            said(own.filter(|_| own != value(shared, fact)))
        }));
        cells.extend(
            readings
                .iter()
                .map(|reading| said(value(&told.readings, reading))),
        );
        if has_rolls {
            cells.push(said(told.rolls.as_deref()));
        }
        cells.extend(
            answers
                .iter()
                .map(|answer| said(value(&told.expect, answer))),
        );
        Row {
            cells,
            note: told.note.clone(),
            comments: told.comments.clone(),
        }
    };
    let heads = Row {
        cells: heads,
        ..Row::default()
    };
    std::iter::once(heads)
        .chain(group.iter().map(row))
        .collect()
}

/// An example of a process with its turns in a table; none, if they are few, or cannot stand in one.
fn with_turns(node: &Node) -> Option<String> {
    node.field("process")?;
    let (turns, states) = (node.field("turns")?.1, node.field("states")?.1);
    let (Kind::List(turns), Kind::List(states)) = (&turns.kind, &states.kind) else {
        return None;
    };
    if turns.len() < 2 || turns.len() != states.len() {
        return None;
    }
    let each = |nodes: &[Node]| -> Option<Vec<Vec<(String, String)>>> {
        nodes
            .iter()
            .map(|node| match &node.kind {
                Kind::Table(fields) => fields
                    .iter()
                    .map(|(name, node)| Some((name.value.clone(), table::cell(node)?)))
                    .collect(),
                _ => None,
            })
            .collect()
    };
    let (turns, states) = (each(turns)?, each(states)?);
    let (facts, shown) = (names(turns.iter()), names(states.iter()));
    let in_order = |rows: &[Vec<(String, String)>], columns: &[&str]| {
        let own = |row: &Vec<(String, String)>| {
            let place = |name: &str| columns.iter().position(|column| *column == name);
            row.iter().map(|(name, _)| place(name)).is_sorted()
        };
        rows.iter().all(own)
    };
    if !in_order(&turns, &facts) || !in_order(&states, &shown) {
        return None;
    }
    let mut rows = vec![Row {
        cells: facts
            .iter()
            .map(|fact| (*fact).to_owned())
            .chain(shown.iter().map(|state| format!("= {state}")))
            .collect(),
        ..Row::default()
    }];
    for (turn, state) in turns.iter().zip(&states) {
        let cell = |pairs: &[(String, String)], name: &str| {
            value(pairs, name).unwrap_or_default().to_owned()
        };
        let cells = facts
            .iter()
            .map(|fact| cell(turn, fact))
            .chain(shown.iter().map(|name| cell(state, name)));
        rows.push(Row {
            cells: cells.collect(),
            ..Row::default()
        });
    }
    let Kind::Table(fields) = &node.kind else {
        return None;
    };
    let mut text = "[[example]]".to_owned();
    for (name, node) in fields {
        match name.value.as_str() {
            "states" => {}
            "turns" => text.push_str(&format!("\nturns = {}", table::quoted(&table::rows(&rows)))),
            key => text.push_str(&format!(
                "\n{key} = {}",
                super::super::overlay::as_toml(node)
            )),
        }
    }
    Some(text)
}
