//! Rules in their question.

use super::super::node::{Kind, Node};
use super::chunks::Chunk;
use super::table::{self, Row};
use super::upgrade::{Question, cite, headed, keys, list, quoted, written};

/// What a question has that holds its rules already.
const RULES: [&str; 4] = ["when", "except", "rules", "rule"];
/// How wide a table of rules may be.
const WIDE: usize = 150;

/// A rule on the way to its question.
struct Moved<'n> {
    chunk: usize,
    node: &'n Node,
    comments: Vec<String>,
}

/// Writes rules into their questions; gives the chunks that are not needed any longer.
pub(super) fn move_to_questions(
    chunks: &mut [Chunk],
    questions: &[Question<'_>],
    root: &Node,
) -> Vec<usize> {
    let all = headed(chunks, root, "rule");
    let mut gone = Vec::new();
    for question in questions {
        if keys(question.node).iter().any(|key| RULES.contains(key)) {
            continue;
        }
        // The order of a question's rules stays what it is: the first that cannot move keeps those after it.
        let own = all.iter().filter(|(_, rule)| answers(rule, question.name));
        let own: Vec<Moved<'_>> = own
            .take_while(|(chunk, rule)| *chunk > question.at && written(rule, "answers").is_some())
            .filter_map(|(chunk, node)| {
                let comments = chunks.get(*chunk)?.all_comments();
                Some(Moved {
                    chunk: *chunk,
                    node,
                    comments,
                })
            })
            .collect();
        if own.is_empty() {
            continue;
        }
        let (fields, blocks) = in_question(question, &own);
        gone.extend(own.iter().map(|rule| rule.chunk));
        if let Some(chunk) = chunks.get_mut(question.at) {
            chunk.body.push_str(&fields);
            chunk.behind.extend(blocks);
        }
    }
    for (chunk, rule) in all {
        if !gone.contains(&chunk)
            && let Some(chunk) = chunks.get_mut(chunk)
            && chunk.comments.is_empty()
        {
            let own = cite(rule);
            let header = "[[rule]]".to_owned();
            chunk.body = block(header, rule, own, &[]).unwrap_or_else(|| chunk.body.clone());
        }
    }
    gone
}

fn answers(rule: &Node, question: &str) -> bool {
    let names = rule
        .field("answers")
        .map(|(_, node)| node.elements())
        .unwrap_or_default();
    names.iter().any(|name| name.written() == Some(question))
}

/// The rules as fields of their question, and those that need a header of their own.
fn in_question(question: &Question<'_>, rules: &[Moved<'_>]) -> (String, Vec<Chunk>) {
    if let Some(text) = as_conditions(question, rules) {
        return (text, Vec::new());
    }
    let own = cite(question.node);
    let rows: Vec<Option<Row>> = rules.iter().map(|rule| row(rule, own)).collect();
    let fitting = rows.iter().take_while(|row| row.is_some()).count();
    let fitting = if fitting == 1 { 0 } else { fitting };
    let fields = match fitting {
        0 => String::new(),
        _ => as_table(rows.into_iter().take(fitting).flatten().collect()),
    };
    let header = format!("[[question.{}.rule]]", question.name);
    let block = |rule: &Moved<'_>| Chunk {
        lead: rule.comments.clone(),
        body: block(header.clone(), rule.node, own, &["answers"]).unwrap_or_default(),
        ..Chunk::default()
    };
    (fields, rules.iter().skip(fitting).map(block).collect())
}

/// Rules that differ in their conditions alone, as lines of the question itself.
fn as_conditions(question: &Question<'_>, rules: &[Moved<'_>]) -> Option<String> {
    let own = cite(question.node);
    let first = rules.first()?.node;
    let said = keys(question.node);
    for rule in rules {
        let known = ["answers", "cite", "when", "gives", "gap", "except"];
        let is_plain = keys(rule.node).iter().all(|key| known.contains(key));
        let is_alike = ["gives", "gap"]
            .iter()
            .all(|key| written(rule.node, key) == written(first, key));
        if !is_plain
            || !is_alike
            || !cites(rule.node, own)
            || except(rule.node, own)? != except(first, own)?
        {
            return None;
        }
        if rules.len() > 1 && rule.node.field("when").is_none() {
            return None;
        }
    }
    let except = except(first, own)?;
    let outcome = ["gives", "gap"]
        .into_iter()
        .find_map(|key| Some((key, written(first, key)?)));
    if outcome.is_some() && (said.contains(&"gives") || said.contains(&"gap")) {
        return None;
    }
    let has_when = first.field("when").is_some();
    if !has_when && (rules.len() > 1 || (except.is_empty() && outcome.is_none())) {
        return None;
    }
    let mut text = String::new();
    for comment in rules.iter().flat_map(|rule| &rule.comments) {
        text.push_str(&format!("\n{comment}"));
    }
    let conditions: Option<Vec<String>> = rules
        .iter()
        .map(|rule| written(rule.node, "when").map(quoted))
        .collect();
    match conditions.as_deref() {
        Some([one]) => text.push_str(&format!("\nwhen = {one}")),
        Some(several) => text.push_str(&format!("\nwhen = {}", list(several))),
        None => {}
    }
    if let Some((key, value)) = outcome {
        text.push_str(&format!("\n{key} = {}", quoted(value)));
    }
    if !except.is_empty() {
        text.push_str(&format!("\nexcept = {}", list(&except)));
    }
    Some(text)
}

fn cites(rule: &Node, own: Option<&str>) -> bool {
    rule.field("cite").is_none() || cite(rule) == own
}

/// A rule as a row of a table: its exception alone may stand in it, and that as a condition.
fn row(rule: &Moved<'_>, own: Option<&str>) -> Option<Row> {
    let known = ["answers", "cite", "when", "gives", "gap", "except", "note"];
    if !keys(rule.node).iter().all(|key| known.contains(key)) {
        return None;
    }
    let cell = |key: &str| match rule.node.field(key) {
        Some((_, node)) => table::cell(node),
        None => Some(String::new()),
    };
    let cite = if cites(rule.node, own) {
        String::new()
    } else {
        cell("cite")?
    };
    let cells = vec![
        cite,
        cell("when")?,
        cell("gives")?,
        cell("gap")?,
        only_exception(rule.node)?,
    ];
    let note = written(rule.node, "note").map(str::to_owned);
    if note.as_deref().is_some_and(|note| !table::is_note(note)) {
        return None;
    }
    let width: usize = cells.iter().map(String::len).sum();
    (width <= WIDE).then(|| Row {
        cells,
        note,
        comments: rule.comments.clone(),
    })
}

/// The one exception of a rule that is a condition alone; empty where it has none.
fn only_exception(rule: &Node) -> Option<String> {
    let Some((_, except)) = rule.field("except") else {
        return Some(String::new());
    };
    match except.elements() {
        [one] => {
            let condition = condition_alone(one, cite(rule))?;
            table::is_cell(condition).then(|| condition.to_owned())
        }
        _ => None,
    }
}

fn as_table(rows: Vec<Row>) -> String {
    let heads = ["cite", "when", "gives", "gap", "except"]
        .map(str::to_owned)
        .to_vec();
    let is_used = |column: usize| {
        rows.iter()
            .any(|row| row.cells.get(column).is_some_and(|cell| !cell.is_empty()))
    };
    let used: Vec<usize> = (0..heads.len()).filter(|column| is_used(*column)).collect();
    let picked = |row: &Row| Row {
        cells: used
            .iter()
            .filter_map(|column| row.cells.get(*column).cloned())
            .collect(),
        ..row.clone()
    };
    let heads = Row {
        cells: heads,
        ..Row::default()
    };
    let all: Vec<Row> = std::iter::once(&heads).chain(&rows).map(picked).collect();
    format!("\nrules = {}", table::quoted(&table::rows(&all)))
}

/// A rule in full under its header, without what is said around it.
fn block(header: String, rule: &Node, around: Option<&str>, without: &[&str]) -> Option<String> {
    let Kind::Table(fields) = &rule.kind else {
        return None;
    };
    let mut text = header;
    for (name, node) in fields {
        let key = name.value.as_str();
        let is_said =
            without.contains(&key) || (key == "cite" && !without.is_empty() && cites(rule, around));
        if is_said {
            continue;
        }
        let value = match key {
            "except" => list(&except(rule, around)?),
            _ => super::super::overlay::as_toml(node),
        };
        text.push_str(&format!("\n{key} = {value}"));
    }
    Some(text)
}

/// The exceptions of a rule, each as short as it can be.
fn except(rule: &Node, around: Option<&str>) -> Option<Vec<String>> {
    let own = cite(rule).or(around);
    let Some((_, except)) = rule.field("except") else {
        return Some(Vec::new());
    };
    except
        .elements()
        .iter()
        .map(|node| exception(node, own))
        .collect()
}

fn exception(node: &Node, around: Option<&str>) -> Option<String> {
    if let Kind::Text(text) = &node.kind {
        return Some(quoted(text));
    }
    if let Some(condition) = condition_alone(node, around) {
        return Some(quoted(condition));
    }
    let Kind::Table(fields) = &node.kind else {
        return None;
    };
    let own = cite(node).or(around);
    let mut parts = Vec::new();
    for (name, value) in fields {
        let value = match name.value.as_str() {
            "cite" if cite(node) == around => continue,
            "except" => {
                let inner: Option<Vec<String>> = value
                    .elements()
                    .iter()
                    .map(|node| exception(node, own))
                    .collect();
                format!("[{}]", inner?.join(", "))
            }
            _ => super::super::overlay::as_toml(value),
        };
        parts.push(format!("{} = {value}", name.value));
    }
    Some(format!("{{ {} }}", parts.join(", ")))
}

/// The condition of an exception that says nothing else.
fn condition_alone<'n>(node: &'n Node, around: Option<&str>) -> Option<&'n str> {
    let is_plain = keys(node).iter().all(|key| ["cite", "when"].contains(key));
    let is_near = node.field("cite").is_none() || cite(node) == around;
    written(node, "when").filter(|_| is_plain && is_near)
}
