//! The form in which a pack is written: a text in, the same text out with its blanks, signs and columns in line; with `upgrade`,
//! in the shortest notation that says the same. Every comment stays beside what it is about.

mod charts;
mod chunks;
mod examples;
mod layout;
mod meaning;
mod open;
mod played;
mod rules;
mod said;
mod table;
mod upgrade;

pub(super) use open::{above_comments, opened};

use super::node::{Form, Problems};
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
        let upgraded = match rewrite {
            Rewrite::Layout => None,
            Rewrite::Notation(spare) => upgraded(&lines, file, spare),
        };
        upgraded.unwrap_or_else(|| chunks::text_of(&chunks::chunks(&lines)))
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

/// Whether a topic file that was rewritten says what it said, however it leaves out what is meant without it.
pub fn says_the_same(old: &str, new: &str, file: FileId) -> bool {
    meaning::is_kept(old, new, file, &FxHashSet::default())
}

/// The text in the shortest notation, if that says the same as before, with every comment. Else it stays in its own.
fn upgraded(text: &str, file: FileId, spare: &FxHashSet<String>) -> Option<String> {
    let root = as_written(text, file, Form::Topic, &Problems::default())?;
    let mut chunks = chunks::chunks(text);
    upgrade::upgrade(&mut chunks, &root, spare);
    let told = chunks::text_of(&chunks);
    meaning::is_kept(text, &told, file, spare).then_some(told)
}
