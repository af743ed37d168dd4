//! From the short notation to the long one, for one question or table: where a change concerns one rule or row of several that
//! share what is written once.

use super::super::node::Node;
use super::super::notation::combination::in_one;
use super::super::printed::quoted;
use super::chunks::{Chunk, Entry, chunks, text_of};
use super::said::{elements, entries, rule_header, written};

/// The text with the rules (or examples) of the question or table at a place under headers of their own; `root` is the file in
/// its one form. None, where nothing is to be opened there.
pub fn opened(text: &str, root: &Node, list: &str, at: usize) -> Option<String> {
    let all = chunks(text);
    let is_in = |chunk: &Chunk, at: usize| chunk.start <= at && at < chunk.end;
    let own = all.iter().find(|chunk| is_in(chunk, at))?;
    let name = name_of(&own.header)?;
    let (question, rule) = (format!("[question.{name}]"), rule_header(name));
    let belongs = |chunk: &Chunk| match list {
        "rule" => chunk.header.starts_with(&question) || chunk.header.starts_with(&rule),
        _ => chunk.start == own.start,
    };
    let first = all.iter().position(belongs)?;
    let last = all.iter().rposition(belongs)?;
    let things = root
        .field("question")
        .and_then(|(_, node)| node.field(name));
    let (mut made, mut blocks) = (Vec::new(), Vec::new());
    let mut within = all.get(first..=last)?.to_vec();
    // What stands below the last value stays there.
    within.last_mut()?.tail.clear();
    for (place, chunk) in within.iter().enumerate() {
        if !belongs(chunk) {
            made.push(chunk.clone());
            continue;
        }
        let left = chunk.header.starts_with("[question.").then(|| {
            let mut left = chunk.clone();
            if place == 0 {
                // What stands above the first stays where it is.
                left.lead.clear();
            }
            for key in moved(list, things.map(|(_, node)| node)) {
                left.cut(key);
            }
            // Where the rules stay, they say it as before.
            let question = things.filter(|_| list == "rule");
            if let Some(answer) = question.and_then(|(_, node)| unsaid(node, &left)) {
                left.entries.push(Entry::new("answer", quoted(&answer)));
            }
            left
        });
        let mut lost = lost_comments(chunk, left.as_ref());
        if left.is_none() && place > 0 {
            let above = chunk.lead.iter().filter(|line| !line.is_empty());
            lost.splice(0..0, above.cloned());
        }
        let nodes = elements(root, list).iter();
        let nodes: Vec<&Node> = nodes
            .filter(|node| is_in(chunk, node.span.start as usize))
            .collect();
        // A comment above a row of a table is about that.
        let above = nodes.iter().skip(1).map(|node| {
            let above = comments_above(text, node.span.start as usize);
            above
                .into_iter()
                .filter(|line| take(&mut lost, line))
                .collect()
        });
        let above: Vec<Vec<String>> = above.collect();
        let leads = std::iter::once(lost).chain(above);
        for (lead, element) in leads.zip(nodes) {
            blocks.push(Chunk {
                lead,
                ..Chunk::new(format!("[[{list}]]"), entries(element))
            });
        }
        made.extend(left);
    }
    made.append(&mut blocks);
    let before = text.get(..all.get(first)?.start)?;
    let after = text.get(all.get(last)?.end..)?;
    Some(format!("{before}{}{after}", text_of(&made).trim_end()))
}

/// The lines of comments right above the line of an offset.
fn comments_above(text: &str, at: usize) -> Vec<String> {
    let before = text.get(..at).unwrap_or_default();
    let line = before.rfind('\n').map_or(0, |newline| newline + 1);
    let comments = text.get(above_comments(text, line)..line).into_iter();
    let comments = comments.flat_map(str::lines).map(str::trim);
    comments.map(str::to_owned).collect()
}

/// The beginning of the first of the lines of comments right above the line that begins at an offset.
pub fn above_comments(text: &str, line: usize) -> usize {
    let before = text.get(..line).unwrap_or_default();
    let lines = before.split_inclusive('\n').rev();
    let comments = lines.take_while(|line| line.trim_start().starts_with('#'));
    line - comments.map(str::len).sum::<usize>()
}

/// Takes a line out of some, if it is one of them.
fn take(lines: &mut Vec<String>, line: &str) -> bool {
    let at = lines.iter().position(|other| other == line);
    at.is_some_and(|at| !lines.remove(at).is_empty())
}

/// The answer that a question has without saying it, because its rules stand in it; `node` is in the one form.
fn unsaid(node: &Node, question: &Chunk) -> Option<String> {
    if question.entries.iter().any(|entry| entry.key == "answer") {
        return None;
    }
    let [answer, combine] = ["answer", "combine"].map(|key| written(node, key));
    let both = combine.and_then(|combine| in_one(answer?, combine));
    both.or_else(|| answer.map(str::to_owned))
}

/// The comments of a chunk, those between the rows of its tables too, that what is left of it has no longer.
fn lost_comments(chunk: &Chunk, left: Option<&Chunk>) -> Vec<String> {
    let left = left
        .map(|left| text_of(std::slice::from_ref(left)))
        .unwrap_or_default();
    let lines = chunk.entries.iter().flat_map(|entry| entry.value.lines());
    let rows = lines.map(str::trim).filter(|line| line.starts_with('#'));
    let mut lost: Vec<String> = Vec::new();
    for comment in chunk.comments().into_iter().chain(rows.map(str::to_owned)) {
        if !left.contains(&comment) && !lost.contains(&comment) {
            lost.push(comment);
        }
    }
    lost
}

/// The name in the header of a question, of one of its parts, or of a table of examples.
fn name_of(header: &str) -> Option<&str> {
    let header = header.trim_start_matches('[');
    let rest = header
        .strip_prefix("question.")
        .or_else(|| header.strip_prefix("examples."))?;
    rest.split([']', '.']).next()
}

/// The fields of a question that hold its rules, or its examples. The answer that its rules share is theirs.
fn moved(list: &str, question: Option<&Node>) -> Vec<&'static str> {
    if list != "rule" {
        return vec![
            "examples",
            "examples.rows",
            "examples.given",
            "examples.cite",
        ];
    }
    let is_shared = |key: &&str| question.is_some_and(|node| node.field(key).is_none());
    let shared = ["gives", "gap"].into_iter().filter(is_shared);
    ["when", "except", "rules"]
        .into_iter()
        .chain(shared)
        .collect()
}
