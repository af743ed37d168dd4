//! `chartroom book`: the rulebook as one HTML file that answers.

use super::{Outcome, Session, Stop};
use crate::book::{page, states};
use crate::diagnostic::Diagnostic;
use crate::source::{Writing, read_text, write};
use clap::Args;
use std::path::PathBuf;

/// The arguments of `book`.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The file to write
    #[arg(value_name = "FILE.html")]
    file: PathBuf,
    /// What the book is called; without it, what its games are
    #[arg(long, value_name = "WORDS")]
    title: Option<String>,
}

/// Runs the command.
pub(super) fn run(arguments: &Arguments, session: &mut Session) -> Result<Outcome, Stop> {
    let rulebook = session.load_whole()?;
    let titles = rulebook.games.iter().map(|game| game.guide.title.as_str());
    let titles = titles.filter(|title| !title.is_empty());
    let titles = titles.collect::<Vec<_>>().join(", ");
    let title = arguments.title.clone().unwrap_or(titles);
    let (states, chosen) = states(rulebook, &session.global.errata);
    let text = page(&title, &states, chosen);
    let before = read_text(&arguments.file).ok();
    let writing = Writing {
        path: &arguments.file,
        before: before.as_deref(),
        text: &text,
    };
    write(&[writing]).map_err(|(path, error)| {
        Diagnostic::request(format!("`{}` cannot be written: {error}", path.display()))
    })?;
    Ok(Outcome::Clean)
}
