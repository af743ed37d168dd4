//! From the long notation to the short one: rules and examples go to their question, examples of one kind into a table, facts
//! onto lines.

use super::super::node::{Kind, Node};
use super::super::notation::combination::in_one;
use super::super::printed::toml;
use super::chunks::{Chunk, Entry};
use super::said::{Question, chunk_of, quoted, written};
use super::{examples, rules};
use rustc_hash::FxHashSet;

/// How long the line of a fact may be.
const WIDE: usize = 170;
/// How many facts make a list of their own.
const FEW: usize = 3;

/// Rewrites the chunks of a file.
pub fn upgrade(chunks: &mut Vec<Chunk>, root: &Node, spare: &FxHashSet<String>) {
    let questions = questions(chunks, root);
    for question in &questions {
        let Some(chunk) = chunks.get_mut(question.at) else {
            continue;
        };
        if spare.contains(question.name) {
            chunk.drop_plain("from");
        }
        let [answer, combine] = ["answer", "combine"].map(|key| written(question.node, key));
        let both = answer
            .zip(combine)
            .and_then(|(answer, combine)| in_one(answer, combine));
        let is_answer = |entry: &&mut Entry| entry.key == "answer";
        if let Some(both) = both
            && chunk.drop_plain("combine")
            && let Some(answer) = chunk.entries.iter_mut().find(is_answer)
        {
            answer.value = quoted(&both);
        }
    }
    let mut gone = rules::move_to_questions(chunks, &questions, root);
    gone.extend(examples::gather(chunks, &questions, root));
    gone.extend(gather_facts(chunks, root));
    let mut index = 0..;
    chunks.retain(|_| index.next().is_some_and(|index| !gone.contains(&index)));
}

fn questions<'n>(chunks: &[Chunk], root: &'n Node) -> Vec<Question<'n>> {
    let question = |(name, node): &'n (crate::source::Text, Node)| {
        let at = chunk_of(chunks, node)?;
        let name = name.value.as_str();
        let is_headed = chunks
            .get(at)?
            .header
            .starts_with(&format!("[question.{name}]"));
        is_headed.then_some(Question { name, node, at })
    };
    match root.field("question").map(|(_, node)| &node.kind) {
        Some(Kind::Table(things)) => things.iter().filter_map(question).collect(),
        _ => Vec::new(),
    }
}

/// Writes the short facts that stand together as lines under one header; gives the chunks that are not needed any longer.
fn gather_facts(chunks: &mut [Chunk], root: &Node) -> Vec<usize> {
    // A header stands once in a file.
    if chunks
        .iter()
        .any(|chunk| chunk.header.starts_with("[fact]"))
    {
        return Vec::new();
    }
    let run = longest_run(chunks, root).unwrap_or_default();
    if run.len() < FEW {
        return Vec::new();
    }
    let mut entries = Vec::new();
    for (number, (at, entry)) in run.iter().enumerate() {
        let lead = chunks
            .get(*at)
            .map(|chunk| chunk.lead.as_slice())
            .unwrap_or_default();
        let above = lead.iter().filter(|line| number > 0 && !line.is_empty());
        entries.push(Entry {
            above: above.cloned().collect(),
            ..entry.clone()
        });
    }
    let mut places = run.into_iter().map(|(at, _)| at);
    if let Some(chunk) = places.next().and_then(|at| chunks.get_mut(at)) {
        "[fact]".clone_into(&mut chunk.header);
        chunk.entries = entries;
    }
    places.collect()
}

/// The most facts that stand together and can each be a line, with their chunks; those too long for one lie between them.
fn longest_run(chunks: &[Chunk], root: &Node) -> Option<Vec<(usize, Entry)>> {
    let Kind::Table(facts) = &root.field("fact")?.1.kind else {
        return None;
    };
    let mut runs: Vec<Vec<(usize, Entry)>> = Vec::new();
    let mut next = None;
    for (name, node) in facts {
        let at = chunk_of(chunks, node)?;
        if next != Some(at) {
            runs.push(Vec::new());
        }
        next = Some(at + 1);
        let entry = Entry::new(&name.value, toml(node));
        let is_short = entry.key.len() + 3 + entry.value.len() <= WIDE;
        if is_short && chunks.get(at)?.comments().is_empty() {
            runs.last_mut()?.push((at, entry));
        }
    }
    runs.into_iter().rev().max_by_key(Vec::len)
}
