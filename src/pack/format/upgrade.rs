//! From the long notation to the short one: rules and examples go to their question, examples of one kind into a table.

use super::super::node::{Kind, Node};
use super::super::notation::combination::in_one;
use super::chunks::Chunk;
use super::{examples, facts, layout, rules};
use rustc_hash::FxHashSet;

/// A question that stands in the file.
pub(super) struct Question<'n> {
    pub(super) name: &'n str,
    pub(super) node: &'n Node,
    /// Its chunk.
    pub(super) at: usize,
}

/// Rewrites the chunks of a file.
pub(super) fn upgrade(chunks: &mut Vec<Chunk>, root: &Node, spare: &FxHashSet<String>) {
    let questions = questions(chunks, root);
    for question in questions
        .iter()
        .filter(|question| spare.contains(question.name))
    {
        if let Some(chunk) = chunks.get_mut(question.at)
            && let Some(body) = layout::without(&chunk.body, "from")
        {
            chunk.body = body;
        }
    }
    for question in &questions {
        let (Some(answer), Some(combine)) = (
            written(question.node, "answer"),
            written(question.node, "combine"),
        ) else {
            continue;
        };
        if let Some(both) = in_one(answer, combine)
            && let Some(chunk) = chunks.get_mut(question.at)
            && let Some(body) = layout::without(&chunk.body, "combine")
            && let Some(body) = layout::with(&body, "answer", &quoted(&both))
        {
            chunk.body = body;
        }
    }
    let mut gone = rules::move_to_questions(chunks, &questions, root);
    gone.extend(examples::gather(chunks, &questions, root));
    gone.extend(facts::gather(chunks, root));
    gone.sort_unstable();
    let mut index = 0..;
    chunks.retain(|_| {
        index
            .next()
            .is_some_and(|index| gone.binary_search(&index).is_err())
    });
}

fn questions<'n>(chunks: &[Chunk], root: &'n Node) -> Vec<Question<'n>> {
    let Some((
        _,
        Node {
            kind: Kind::Table(things),
            ..
        },
    )) = root.field("question")
    else {
        return Vec::new();
    };
    let question = |(name, node): &'n (crate::source::Text, Node)| {
        let at = chunk_of(chunks, node)?;
        let header = format!("[question.{}]", name.value);
        let is_headed = chunks
            .get(at)
            .is_some_and(|chunk| chunk.body.starts_with(&header));
        is_headed.then_some(Question {
            name: &name.value,
            node,
            at,
        })
    };
    things.iter().filter_map(question).collect()
}

/// The chunk whose header a node stands under.
pub(super) fn chunk_of(chunks: &[Chunk], node: &Node) -> Option<usize> {
    chunks
        .iter()
        .position(|chunk| chunk.start == node.span.start as usize && chunk.body.starts_with('['))
}

/// The elements of a list at the root of the file that have headers of their own.
pub(super) fn headed<'n>(chunks: &[Chunk], root: &'n Node, list: &str) -> Vec<(usize, &'n Node)> {
    let elements = root
        .field(list)
        .map(|(_, node)| node.elements())
        .unwrap_or_default();
    let headed = |node: &'n Node| Some((chunk_of(chunks, node)?, node));
    elements.iter().filter_map(headed).collect()
}

/// The text of a field.
pub(super) fn written<'n>(node: &'n Node, field: &str) -> Option<&'n str> {
    node.field(field)?.1.written()
}

/// The names of a group's fields.
pub(super) fn keys(node: &Node) -> Vec<&str> {
    match &node.kind {
        Kind::Table(fields) => fields.iter().map(|(name, _)| name.value.as_str()).collect(),
        _ => Vec::new(),
    }
}

/// The first paragraph that a thing cites.
pub(super) fn cite(node: &Node) -> Option<&str> {
    node.field("cite")?.1.elements().first()?.written()
}

/// A text in quotes, as a value.
pub(super) fn quoted(text: &str) -> String {
    toml::Value::String(text.to_owned()).to_string()
}

/// A list: on one line where that is short enough, otherwise a line for each element.
pub(super) fn list(elements: &[String]) -> String {
    let line = format!("[{}]", elements.join(", "));
    if line.len() <= 100 || elements.len() == 1 {
        return line;
    }
    let lines: Vec<String> = elements
        .iter()
        .map(|element| format!("  {element},\n"))
        .collect();
    format!("[\n{}]", lines.concat())
}
