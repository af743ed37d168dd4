//! The form in which a pack is written: a text in, the same text out with its blanks, signs and columns in line; with `upgrade`,
//! in the shortest notation that says the same. Every comment stays beside what it is about.

mod charts;
mod chunks;
mod examples;
mod layout;
mod open;
mod played;
mod rules;
mod said;
mod table;
mod upgrade;

pub(super) use open::opened;

use super::node::Form;
use super::node::Problems;
use super::parse::as_written;
use crate::diagnostic::Diagnostic;
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

/// The text of a file in its form, with the ends of lines that it has.
///
/// # Errors
///
/// What is wrong with a text that cannot be read.
pub fn formatted(
    path: &str,
    text: &str,
    file: FileId,
    rewrite: Rewrite<'_>,
) -> Result<String, Vec<Diagnostic>> {
    let is_toml = path.ends_with(".toml");
    let form = if is_toml { Form::Topic } else { Form::Grid };
    let problems = Problems::default();
    let lines = text.replace("\r\n", "\n");
    as_written(text, file, form, &problems);
    let findings = problems.into_vec();
    if !findings.is_empty() {
        return Err(findings);
    }
    let told = if is_toml {
        let mut chunks = chunks::chunks(&lines);
        if let Rewrite::Notation(spare) = rewrite
            && let Some(root) = as_written(&lines, file, form, &Problems::default())
        {
            upgrade::upgrade(&mut chunks, &root, spare);
        }
        chunks::text_of(&chunks)
    } else {
        charts::in_columns(&lines)
    };
    let is_same = lines.len() == text.len();
    Ok(if is_same {
        told
    } else {
        told.replace('\n', "\r\n")
    })
}
