//! The form in which a pack is written: a text in, the same text out with its signs and columns in line; with `upgrade`, in
//! the shortest notation that says the same. Every comment stays beside what it is about.

mod charts;
mod chunks;
mod examples;
mod open;
mod rules;
mod said;
mod table;
mod upgrade;

pub(super) use open::opened;

use super::node::Form;
use super::node::Problems;
use super::parse::as_written;
use crate::source::FileId;
use rustc_hash::FxHashSet;

/// How far a text is rewritten.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rewrite<'s> {
    /// Its layout alone.
    Layout,
    /// Its notation too. These questions need not say which facts they take, as `chartroom::check::spare_lists` finds them.
    Notation(&'s FxHashSet<String>),
}

/// The text of a file in its form; none, if it cannot be read.
#[must_use]
pub fn formatted(path: &str, text: &str, rewrite: Rewrite<'_>) -> Option<String> {
    let is_toml = path.ends_with(".toml");
    let form = if is_toml { Form::Topic } else { Form::Grid };
    let problems = Problems::default();
    let root = as_written(text, FileId(0), form, &problems);
    let root = root.filter(|_| problems.into_vec().is_empty())?;
    if !is_toml {
        return Some(charts::in_columns(text));
    }
    let mut chunks = chunks::chunks(text);
    if let Rewrite::Notation(spare) = rewrite {
        upgrade::upgrade(&mut chunks, &root, spare);
    }
    Some(chunks::text_of(&chunks))
}
