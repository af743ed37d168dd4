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
    session.open_sound()?;
    let states = states(session.global.places(), &session.global.errata);
    let games = states
        .iter()
        .take(1)
        .flat_map(|state| &state.rulebook.games);
    let titles: Vec<&str> = games.map(|game| game.guide.title.as_str()).collect();
    let title = arguments.title.clone();
    let text = page(&title.unwrap_or_else(|| titles.join(", ")), &states);
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
