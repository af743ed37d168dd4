//! `chartroom book`: the rulebook as one HTML file that answers.

use super::seat::AtTable;
use super::{Outcome, Session, Stop, packs};
use crate::book::{Book, Kept, page, states, titles};
use crate::diagnostic::Diagnostic;
use crate::source::{PATIENCE, Writing, need_same_kind, read_journal, write};
use clap::Args;
use std::io;
use std::path::{Path, PathBuf};

/// The arguments of `book`.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The file to write
    #[arg(value_name = "FILE.html")]
    #[cfg_attr(feature = "watch", arg(required_unless_present = "watch"))]
    #[cfg_attr(not(feature = "watch"), arg(required = true))]
    to: Option<PathBuf>,
    /// The packs whose chapters stand in it; all, if none is named
    #[arg(value_name = "PACKS")]
    packs: Vec<String>,
    /// What the book is called; without it, what its games are
    #[arg(long, value_name = "WORDS")]
    title: Option<String>,
    #[command(flatten)]
    table: AtTable,
    /// Write nothing; show the book in a browser of this machine, anew for each file that is saved, with what that changed
    #[cfg(feature = "watch")]
    #[arg(long, conflicts_with_all = ["to", "packs", "file"])]
    watch: bool,
    /// Where the preview listens; without it, any port that is free
    #[cfg(feature = "watch")]
    #[arg(long, requires = "watch", conflicts_with = "to", default_value_t = 0)]
    port: u16,
}

/// Runs the command.
pub(super) fn run(arguments: &Arguments, session: &mut Session) -> Result<Outcome, Stop> {
    let title = arguments.title.as_deref();
    #[cfg(feature = "watch")]
    if arguments.watch {
        return super::watch::run(title, arguments.port, session);
    }
    let Some(file) = &arguments.to else {
        return Ok(Outcome::Usage);
    };
    let (rulebook, seat) = arguments.table.load(session, Session::load_whole)?;
    packs::known(&rulebook, &arguments.packs)?;
    if let Some(seat) = &seat {
        // What the book leaves out of the game is told.
        seat.state(seat.model(&rulebook)?, &mut session.output);
    }
    let title = title.map_or_else(|| titles(&rulebook), str::to_owned);
    let is_sound = !rulebook.has_errors();
    let (states, chosen) = states(rulebook, &session.global.errata);
    let game = seat.and_then(|seat| read_journal(&seat.file, PATIENCE).ok());
    let book = Book {
        title: &title,
        states: &states,
        chosen,
        packs: &arguments.packs,
        game: game.as_deref(),
        live: None,
    };
    let text = page(&book, &Kept::default());
    let cannot = |path: &Path, error: &io::Error| {
        Diagnostic::request(format!("`{}` cannot be written: {error}", path.display()))
    };
    let before = need_same_kind(file, "<!doctype html").map_err(|error| cannot(file, &error))?;
    let writing = Writing {
        path: file,
        before: before.as_deref(),
        text: &text,
    };
    write(&[writing]).map_err(|(path, error)| cannot(&path, &error))?;
    let wrote = format!("wrote {}", file.display());
    session.output.line(&wrote);
    Ok(Outcome::clean_if(is_sound))
}
