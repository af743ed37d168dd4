//! Facts that a line can say, one below the other.

use super::super::node::{Kind, Node};
use super::super::overlay::as_toml;
use super::chunks::Chunk;
use super::upgrade::chunk_of;

/// How long the line of a fact may be.
const WIDE: usize = 170;
/// How many facts make a list of their own.
const FEW: usize = 3;

/// Writes the short facts that stand together as lines under one header; gives the chunks that are not needed any longer.
pub(super) fn gather(chunks: &mut [Chunk], root: &Node) -> Vec<usize> {
    let Some((
        _,
        Node {
            kind: Kind::Table(facts),
            ..
        },
    )) = root.field("fact")
    else {
        return Vec::new();
    };
    // A header stands once in a file.
    if chunks.iter().any(|chunk| chunk.body.starts_with("[fact]")) {
        return Vec::new();
    }
    let mut runs: Vec<Vec<(usize, String)>> = Vec::new();
    let mut before = None;
    for (name, node) in facts {
        let Some(at) = chunk_of(chunks, node) else {
            return Vec::new();
        };
        if before.is_none_or(|before| before + 1 != at) {
            runs.push(Vec::new());
        }
        before = Some(at);
        let line = line(&name.value, node);
        let has_comments = chunks
            .get(at)
            .is_none_or(|chunk| !chunk.comments.is_empty());
        if line.len() <= WIDE
            && !has_comments
            && let Some(run) = runs.last_mut()
        {
            run.push((at, line));
        }
    }
    let Some(run) = runs
        .into_iter()
        .rev()
        .max_by_key(Vec::len)
        .filter(|run| run.len() >= FEW)
    else {
        return Vec::new();
    };
    let mut body = "[fact]".to_owned();
    for (number, (at, line)) in run.iter().enumerate() {
        let lead = chunks
            .get(*at)
            .map(|chunk| chunk.lead.as_slice())
            .unwrap_or_default();
        let comments = lead.iter().filter(|line| number > 0 && !line.is_empty());
        comments.for_each(|comment| body.push_str(&format!("\n{comment}")));
        body.push_str(&format!("\n{line}"));
    }
    let (first, rest) = (run.first(), run.get(1..).unwrap_or_default());
    if let Some(chunk) = first.and_then(|(at, _)| chunks.get_mut(*at)) {
        chunk.body = body;
    }
    rest.iter().map(|(at, _)| *at).collect()
}

fn line(name: &str, node: &Node) -> String {
    format!("{name} = {}", as_toml(node))
}
