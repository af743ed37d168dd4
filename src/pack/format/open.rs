//! From the short notation to the long one, for one question or table: where a change concerns one rule or row of several that
//! share what is written once.

use super::super::node::Node;
use super::super::overlay::as_lines;
use super::chunks::{Chunk, chunks};
use super::layout;

/// The fields of a question that hold its rules, and those that hold its examples.
const RULES: [&str; 3] = ["when", "except", "rules"];
const OUTCOMES: [&str; 2] = ["gives", "gap"];
const EXAMPLES: [&str; 4] = [
    "examples",
    "examples.rows",
    "examples.given",
    "examples.cite",
];

/// The text with the rules (or examples) of the question or table at a place under headers of their own; `root` is the file in
/// its one form. None, where nothing is to be opened there.
pub(in crate::pack) fn opened(text: &str, root: &Node, list: &str, at: usize) -> Option<String> {
    let all = chunks(text);
    let own = all.iter().find(|chunk| is_in(chunk, at))?;
    let name = name_of(&own.body)?;
    let belongs = |chunk: &Chunk| match list {
        "rule" => {
            chunk.body.starts_with(&format!("[question.{name}]"))
                || chunk.body.starts_with(&format!("[[question.{name}.rule]]"))
        }
        _ => chunk.start == own.start,
    };
    let first = all.iter().position(belongs)?;
    let last = all.iter().rposition(belongs)?;
    let range = all.get(first)?.start..all.get(last).map(|chunk| chunk.start + chunk.body.len())?;
    let question = root
        .field("question")
        .and_then(|(_, node)| node.field(name));
    let mut made = Vec::new();
    let mut blocks = Vec::new();
    for chunk in all.get(first..=last)? {
        if !belongs(chunk) {
            made.push(chunk.clone());
            continue;
        }
        let body = if chunk.body.starts_with("[question.") {
            without(chunk, list, question.map(|(_, node)| node))
        } else {
            String::new()
        };
        let mut lead = lost_comments(chunk, &body);
        let elements = root
            .field(list)
            .map(|(_, node)| node.elements())
            .unwrap_or_default();
        for element in elements
            .iter()
            .filter(|node| is_in(chunk, node.span.start as usize))
        {
            blocks.push(Chunk {
                lead: std::mem::take(&mut lead),
                body: format!("[[{list}]]\n{}", as_lines(element, "\n")?),
                ..Chunk::default()
            });
        }
        if !body.is_empty() {
            made.push(Chunk {
                body,
                ..chunk.clone()
            });
        }
    }
    made.append(&mut blocks);
    if let Some(first) = made.first_mut() {
        first.lead.clear();
    }
    let inner = layout::text_of(&made);
    let (before, after) = (text.get(..range.start)?, text.get(range.end..)?);
    Some(format!("{before}{}{after}", inner.trim_end()))
}

/// The comments of a chunk, those between the rows of its tables too, that what is left of it has no longer.
fn lost_comments(chunk: &Chunk, left: &str) -> Vec<String> {
    let rows = chunk
        .body
        .lines()
        .map(str::trim)
        .filter(|line| line.starts_with('#'));
    let mut lost: Vec<String> = Vec::new();
    for comment in chunk.comments.iter().map(String::as_str).chain(rows) {
        if !left.contains(comment) && !lost.iter().any(|own| own == comment) {
            lost.push(comment.to_owned());
        }
    }
    lost
}

fn is_in(chunk: &Chunk, at: usize) -> bool {
    chunk.start <= at && at < chunk.start + chunk.body.len()
}

/// The name in the header of a question, of one of its parts, or of a table of examples.
fn name_of(body: &str) -> Option<&str> {
    let header = body.lines().next()?.trim_start_matches('[');
    let rest = header
        .strip_prefix("question.")
        .or_else(|| header.strip_prefix("examples."))?;
    rest.split([']', '.']).next()
}

/// A question without the fields that hold its rules, or its examples.
fn without(chunk: &Chunk, list: &str, question: Option<&Node>) -> String {
    let mut body = chunk.body.clone();
    // The answer that its rules share is theirs.
    let shared = OUTCOMES
        .iter()
        .filter(|key| question.is_some_and(|node| node.field(key).is_none()));
    let keys: Vec<&str> = match list {
        "rule" => RULES.iter().chain(shared).copied().collect(),
        _ => EXAMPLES.to_vec(),
    };
    for key in keys {
        body = layout::cut(&body, key);
    }
    body
}
