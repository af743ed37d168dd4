//! From the long notation to the short one: rules and examples go to their question, examples of one kind into a table, facts
//! onto lines.

use super::super::node::{Kind, Node};
use super::super::notation::combination::{answer_unsaid, in_one};
use super::super::printed::quoted;
use super::super::printed::{key, toml};
use super::chunks::{Chunk, Entry};
use super::said::{Question, chunk_of, cite, elements, headed, rule_header, written};
use super::{examples, rules, table};
use crate::source::Text;
use rustc_hash::FxHashSet;

/// How long the line of a fact may be.
const WIDE: usize = 170;
/// What can stand on lines under one header, and how many of them make a list of their own.
const ON_LINES: [(&str, usize); 3] = [("fact", 3), ("unit", 2), ("defect", 2)];

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
    drop_first_options(chunks, root);
    put_laws_in_questions(chunks, &questions, root);
    let mut gone = rules::move_to_questions(chunks, &questions, root);
    gone.extend(examples::gather(chunks, &questions, root));
    for question in &questions {
        drop_unsaid(chunks, question);
    }
    for (kind, fewest) in ON_LINES {
        gone.extend(gather(chunks, root, kind, fewest));
    }
    let mut index = 0..;
    chunks.retain(|_| index.next().is_some_and(|index| !gone.contains(&index)));
    drop_cites_of_tables(chunks, &questions);
    let tables =
        |entry: &&mut Entry| ["examples", "examples.rows", "rows"].contains(&entry.key.as_str());
    for entry in chunks
        .iter_mut()
        .flat_map(|chunk| &mut chunk.entries)
        .filter(tables)
    {
        if let Some(line) = table::on_one_line(&entry.value) {
            entry.value = quoted(&line);
        }
    }
}

/// Takes out of a question the answer that it has without saying it.
fn drop_unsaid(chunks: &mut [Chunk], question: &Question<'_>) {
    let block = rule_header(question.name);
    let all = chunks
        .iter()
        .flat_map(|chunk| std::iter::once(chunk).chain(&chunk.behind));
    let has_blocks = all
        .into_iter()
        .any(|chunk| chunk.header.starts_with(&block));
    let Some(chunk) = chunks.get_mut(question.at) else {
        return;
    };
    let has = |key: &str| {
        let mut entries = chunk.entries.iter();
        entries.any(|entry| entry.key == key) || key == "rule" && has_blocks
    };
    let is_answer = |answer: &&str| {
        let mut entries = chunk.entries.iter();
        entries.any(|entry| entry.key == "answer" && entry.value == quoted(answer))
    };
    let answer = ["bool", "any"].into_iter().find(is_answer);
    if answer.is_some() && answer == answer_unsaid(has) {
        chunk.drop_plain("answer");
    }
}

/// Takes out of a table of examples the paragraph of the first question that it asks, if that stands in the file.
fn drop_cites_of_tables(chunks: &mut [Chunk], questions: &[Question<'_>]) {
    for chunk in chunks.iter_mut() {
        let name = chunk
            .header
            .strip_prefix("[examples.")
            .and_then(|rest| rest.strip_suffix(']'));
        let rows = chunk.entries.iter().find(|entry| entry.key == "rows");
        let Some((name, first)) = name.zip(rows.and_then(|rows| table::first_asked(&rows.value)))
        else {
            continue;
        };
        let first = if first.is_empty() {
            name
        } else {
            first.as_str()
        };
        let mut questions = questions.iter();
        let cite = questions
            .find(|question| question.name == first)
            .and_then(|question| cite(question.node));
        let is_same = |entry: &Entry| {
            entry.key == "cite" && cite.is_some_and(|cite| entry.value == quoted(cite))
        };
        if chunk.entries.iter().any(is_same) {
            chunk.drop_plain("cite");
        }
    }
}

/// Puts a law into the question above it that it names, if it has the paragraph of that.
fn put_laws_in_questions(chunks: &mut [Chunk], questions: &[Question<'_>], root: &Node) {
    for (at, law) in headed(chunks, root, "law") {
        let always = written(law, "always").unwrap_or_default();
        let is_word = |letter: char| letter.is_ascii_alphanumeric() || letter == '-';
        let names = |question: &&Question<'_>| {
            let mut words = always.split(|letter| !is_word(letter));
            words.any(|word| word == question.name)
        };
        let is_one = elements(law, "cite").len() == 1;
        let has_it = |question: &&Question<'_>| is_one && cite(question.node) == cite(law);
        // A list of laws within the question takes no law below it.
        let has_list = |question: &&Question<'_>| {
            let entries = chunks
                .get(question.at)
                .map(|chunk| chunk.entries.as_slice());
            let mut entries = entries.unwrap_or_default().iter();
            entries.any(|entry| entry.key == "law")
        };
        let above = questions.iter().rev().filter(|question| question.at < at);
        let above = above.filter(|question| !has_list(question));
        let home = above.filter(has_it).find(names);
        if let Some((question, chunk)) = home.zip(chunks.get_mut(at))
            && chunk.header == "[[law]]"
            && chunk.drop_plain("cite")
        {
            chunk.header = format!("[[question.{}.law]]", question.name);
        }
    }
}

/// Takes out of each reading that the first of its options is the one that is taken.
fn drop_first_options(chunks: &mut [Chunk], root: &Node) {
    let readings = root
        .field("reading")
        .map(|(_, node)| node.fields())
        .unwrap_or_default();
    for (_, node) in readings {
        let options = node.field("options").map(|(_, options)| options.fields());
        let first = options.and_then(|options| options.first());
        let is_first = first
            .is_some_and(|(option, _)| written(node, "default") == Some(option.value.as_str()));
        if is_first && let Some(chunk) = chunk_of(chunks, node).and_then(|at| chunks.get_mut(at)) {
            chunk.drop_plain("default");
        }
    }
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

/// Writes what is short of a kind and stands together as lines under one header; gives the chunks that are not needed any longer.
fn gather(chunks: &mut [Chunk], root: &Node, kind: &str, fewest: usize) -> Vec<usize> {
    // A header stands once in a file.
    let header = format!("[{kind}]");
    if chunks.iter().any(|chunk| chunk.header.starts_with(&header)) {
        return Vec::new();
    }
    let run = longest_run(chunks, root, kind).unwrap_or_default();
    if run.len() < fewest {
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
        chunk.header = header;
        chunk.entries = entries;
    }
    places.collect()
}

/// The most of a kind that stand together and can each be a line, with their chunks; those too long for one lie between them.
fn longest_run(chunks: &[Chunk], root: &Node, kind: &str) -> Option<Vec<(usize, Entry)>> {
    let Kind::Table(things) = &root.field(kind)?.1.kind else {
        return None;
    };
    let mut runs: Vec<Vec<(usize, Entry)>> = Vec::new();
    let mut next = None;
    for (name, node) in things {
        let at = chunk_of(chunks, node)?;
        if next != Some(at) {
            runs.push(Vec::new());
        }
        next = Some(at + 1);
        let entry = Entry::new(key(&name.value), toml(node));
        let chunk = chunks.get(at)?;
        // What stands under a header of its own below it is part of it.
        let is_in = |(name, _): &(Text, Node)| (name.span.start as usize) < chunk.end;
        let is_whole = node.fields().iter().all(is_in);
        let is_short = entry.key.len() + 3 + entry.value.len() <= WIDE;
        if is_whole && is_short && chunk.comments().is_empty() {
            runs.last_mut()?.push((at, entry));
        }
    }
    runs.into_iter().rev().max_by_key(Vec::len)
}
