//! Rules in their question.

use super::super::node::{Kind, Node};
use super::super::printed::quoted;
use super::super::printed::toml;
use super::chunks::{Chunk, Entry};
use super::said::{
    Question, cite, elements, entries, has_only, headed, list, rule_header, written,
};
use super::table::{self, Said};

/// What a question has that is a rule, or holds its rules already.
const RULES: [&str; 6] = ["when", "except", "rules", "rule", "gives", "gap"];
/// The columns of a table of rules.
const COLUMNS: [&str; 5] = ["cite", "when", "gives", "gap", "except"];
/// How wide a table of rules may be.
const WIDE: usize = 150;

/// A rule on the way to its question.
struct Moved<'n> {
    chunk: usize,
    node: &'n Node,
    comments: Vec<String>,
}

/// Writes rules into their questions; gives the chunks that are not needed any longer.
pub fn move_to_questions(
    chunks: &mut [Chunk],
    questions: &[Question<'_>],
    root: &Node,
) -> Vec<usize> {
    let all = headed(chunks, root, "rule");
    let mut gone = Vec::new();
    for question in questions {
        let is_begun = RULES.iter().any(|key| question.node.field(key).is_some());
        let last = last_of(chunks, question);
        let answers = |rule: &Node| {
            let mut names = elements(rule, "answers").iter();
            names.any(|name| name.written() == Some(question.name))
        };
        // The order of a question's rules stays what it is: the first that cannot move keeps those after it.
        let own = all.iter().filter(|(_, rule)| answers(rule));
        let own =
            own.take_while(|(chunk, rule)| *chunk > last && written(rule, "answers").is_some());
        let moveds: Vec<Moved<'_>> = own
            .filter_map(|(chunk, node)| {
                let comments = chunks.get(*chunk)?.all_comments();
                let chunk = *chunk;
                Some(Moved {
                    chunk,
                    node,
                    comments,
                })
            })
            .collect();
        // What it says itself is of every rule that stands in it.
        let mut shared = ["except", "gives", "gap"].into_iter();
        let is_shared = shared.any(|key| question.node.field(key).is_some());
        if moveds.is_empty() || is_begun && is_shared {
            continue;
        }
        let (mut fields, mut blocks) = match is_begun {
            true => (Vec::new(), in_blocks(question, &moveds)),
            false => in_question(question, &moveds),
        };
        if let Some(chunk) = chunks.get_mut(last) {
            chunk.entries.append(&mut fields);
            chunk.behind.append(&mut blocks);
            gone.extend(moveds.iter().map(|rule| rule.chunk));
        }
    }
    for (at, rule) in all.into_iter().filter(|(at, _)| !gone.contains(at)) {
        if let Some(chunk) = chunks
            .get_mut(at)
            .filter(|chunk| chunk.comments().is_empty())
            && let Some(entries) = in_full(rule, cite(rule), false)
        {
            "[[rule]]".clone_into(&mut chunk.header);
            chunk.entries = entries;
        }
    }
    gone
}

/// The rules as fields of their question, and those that need a header of their own.
fn in_question(question: &Question<'_>, rules: &[Moved<'_>]) -> (Vec<Entry>, Vec<Chunk>) {
    if let Some(fields) = as_conditions(question, rules) {
        return (fields, Vec::new());
    }
    let text = cite(question.node);
    let rows: Vec<Said> = rules.iter().map_while(|rule| row(rule, text)).collect();
    let fitting = if rows.len() == 1 { 0 } else { rows.len() };
    let used = table::heads(&rows);
    let heads: Vec<&str> = COLUMNS
        .into_iter()
        .filter(|head| used.contains(head))
        .collect();
    let table = || Entry::new("rules", table::quoted(&table::under(&heads, &rows, &[])));
    let fields = (fitting > 0).then(table).into_iter().collect();
    let rest = rules.get(fitting..).unwrap_or_default();
    (fields, in_blocks(question, rest))
}

/// The rules each under a header of its own, in the question.
fn in_blocks(question: &Question<'_>, rules: &[Moved<'_>]) -> Vec<Chunk> {
    let text = cite(question.node);
    let block = |rule: &Moved<'_>| Chunk {
        lead: rule.comments.clone(),
        ..Chunk::new(
            rule_header(question.name),
            in_full(rule.node, text, true).unwrap_or_default(),
        )
    };
    rules.iter().map(block).collect()
}

/// The last chunk that is the question's, or a rule's in it.
fn last_of(chunks: &[Chunk], question: &Question<'_>) -> usize {
    let header = rule_header(question.name);
    let last = chunks
        .iter()
        .rposition(|chunk| chunk.header.starts_with(&header));
    last.unwrap_or(question.at).max(question.at)
}

/// Rules that differ in their conditions alone, as lines of the question itself.
fn as_conditions(question: &Question<'_>, rules: &[Moved<'_>]) -> Option<Vec<Entry>> {
    let text = cite(question.node);
    let first = rules.first()?.node;
    let outcome = |rule| ["gives", "gap"].map(|key| written(rule, key));
    let except = exceptions(first, text)?;
    for rule in rules.iter().map(|rule| rule.node) {
        let is_plain = has_only(rule, &["answers", "cite", "when", "gives", "gap", "except"]);
        if !is_plain
            || !cites(rule, text)
            || outcome(rule) != outcome(first)
            || exceptions(rule, text)? != except
            || (rules.len() > 1 && rule.field("when").is_none())
        {
            return None;
        }
    }
    let shared = ["gives", "gap"].into_iter().zip(outcome(first));
    let shared = shared
        .filter_map(|(key, value)| Some(Entry::new(key, quoted(value?))))
        .next();
    let conditions: Option<Vec<String>> = rules
        .iter()
        .map(|rule| written(rule.node, "when").map(quoted))
        .collect();
    if first.field("when").is_none() && except.is_empty() && shared.is_none() {
        return None;
    }
    let when = conditions.map(|conditions| match conditions.as_slice() {
        [only] => only.clone(),
        several => list(several),
    });
    let mut fields: Vec<Entry> = when
        .map(|when| Entry::new("when", when))
        .into_iter()
        .collect();
    fields.extend(shared);
    fields.extend((!except.is_empty()).then(|| Entry::new("except", list(&except))));
    if let Some(first) = fields.first_mut() {
        first.above = rules
            .iter()
            .flat_map(|rule| rule.comments.clone())
            .collect();
    }
    Some(fields)
}

/// Whether a rule has no other paragraph than what is around it.
fn cites(rule: &Node, around: Option<&str>) -> bool {
    rule.field("cite").is_none() || cite(rule) == around
}

/// A rule as a row of a table: its exception alone may stand in it, and that as a condition.
fn row(rule: &Moved<'_>, text: Option<&str>) -> Option<Said> {
    if !has_only(
        rule.node,
        &["answers", "cite", "when", "gives", "gap", "except", "note"],
    ) {
        return None;
    }
    let mut cells = Vec::new();
    for head in COLUMNS {
        let value = match (head, rule.node.field(head)) {
            ("cite", _) if cites(rule.node, text) => continue,
            ("except", Some((_, except))) => {
                let [only] = except.elements() else {
                    return None;
                };
                let condition = condition_alone(only, cite(rule.node))?;
                table::is_cell(condition).then(|| condition.to_owned())?
            }
            (_, Some((_, node))) => table::cell(node)?,
            (_, None) => continue,
        };
        cells.push((head.to_owned(), value));
    }
    let note = written(rule.node, "note").map(str::to_owned);
    let width: usize = cells.iter().map(|(_, cell)| cell.len()).sum();
    let is_fit = width <= WIDE && note.as_deref().is_none_or(table::is_note);
    let comments = rule.comments.clone();
    is_fit.then_some(Said {
        cells,
        note,
        comments,
    })
}

/// A rule in full; in a question, without what that says.
fn in_full(rule: &Node, around: Option<&str>, is_inside: bool) -> Option<Vec<Entry>> {
    let mut fields = Vec::new();
    for entry in entries(rule) {
        match entry.key.as_str() {
            "answers" if is_inside => {}
            "cite" if is_inside && cites(rule, around) => {}
            "except" => fields.push(Entry::new("except", list(&exceptions(rule, around)?))),
            _ => fields.push(entry),
        }
    }
    Some(fields)
}

/// The exceptions of a rule, each as short as it can be.
fn exceptions(rule: &Node, around: Option<&str>) -> Option<Vec<String>> {
    let text = cite(rule).or(around);
    let nodes = elements(rule, "except").iter();
    nodes.map(|node| exception(node, text)).collect()
}

fn exception(node: &Node, around: Option<&str>) -> Option<String> {
    if let Some(condition) = condition_alone(node, around) {
        return Some(quoted(condition));
    }
    let Kind::Table(fields) = &node.kind else {
        return None;
    };
    let mut parts = Vec::new();
    for (name, value) in fields {
        let value = match name.value.as_str() {
            "cite" if cite(node) == around => continue,
            "except" => format!("[{}]", exceptions(node, around)?.join(", ")),
            _ => toml(value),
        };
        parts.push(format!("{} = {value}", name.value));
    }
    Some(format!("{{ {} }}", parts.join(", ")))
}

/// The condition of an exception that says nothing else.
fn condition_alone<'n>(node: &'n Node, around: Option<&str>) -> Option<&'n str> {
    match &node.kind {
        Kind::Text(text) => Some(text),
        _ if has_only(node, &["cite", "when"]) && cites(node, around) => written(node, "when"),
        _ => None,
    }
}
