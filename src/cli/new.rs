//! `chartroom new`: a first pack, to begin with.

use super::{Global, Outcome, Session, Stop, suggest};
use crate::diagnostic::{Code, Command, Diagnostic};
use crate::render::style::{BOLD, FAINT, styled};
use crate::rulebook::Rulebook;
use crate::rulebook::first::{First, Wish};
use crate::source::{Place, Writing, holds_only_packs, need_vacant, write};
use clap::Args;
use std::path::{Path, PathBuf};

/// The arguments of `new`.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The folder to make; the last part of its path is the name of the pack
    folder: PathBuf,
    /// The game that the pack belongs to; without it, that of the packs required, or one of its own
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// A pack whose words it uses, `vocabulary` or `asl/vocabulary`; more than once for several
    #[arg(long, value_name = "PACK")]
    require: Vec<String>,
}

/// Runs the command.
pub(super) fn run(arguments: &Arguments, session: &mut Session) -> Result<Outcome, Stop> {
    let folder = shown(&arguments.folder);
    let first = make(arguments, &folder, session)?;
    tell(&first, &folder, arguments, session);
    Ok(Outcome::Clean)
}

/// The folder with `/` between its parts and none at its end.
fn shown(folder: &Path) -> String {
    folder
        .to_string_lossy()
        .replace('\\', "/")
        .trim_end_matches('/')
        .to_owned()
}

fn make(arguments: &Arguments, folder: &str, session: &mut Session) -> Result<First, Stop> {
    // A folder that is to hold the pack may be named before it is there.
    let waits = |place: &&Place| match place {
        Place::Folder(around) => !around.exists() && Path::new(folder).starts_with(around),
        _ => false,
    };
    let places = session.global.places().iter().filter(|place| !waits(place));
    let places: Vec<Place> = places.cloned().collect();
    let rulebook = Rulebook::of_places(&places, &session.global.errata);
    let output = &mut session.output;
    let is_unread = |finding: &&Diagnostic| finding.code == Code::UnreadableFile;
    let unread: Vec<Diagnostic> = rulebook
        .diagnostics
        .iter()
        .filter(is_unread)
        .cloned()
        .collect();
    if !unread.is_empty() {
        output.diagnostics(&unread, &rulebook.sources);
        return Err(Outcome::Usage.into());
    }
    let name = folder.rsplit('/').next().unwrap_or_default();
    let wish = Wish {
        name,
        game: arguments.game.as_deref(),
        requires: &arguments.require,
    };
    let first = rulebook.first(wish)?;
    let (findings, with) = rulebook.findings_of_first(&first, folder);
    if !findings.is_empty() {
        output.diagnostics(&findings, &with.sources);
        output.problem("nothing is written");
        return Err(Outcome::Usage.into());
    }
    let written = need_vacant(Path::new(folder))
        .map_err(|error| (folder.to_owned(), error))
        .and_then(|()| {
            let paths = first
                .files
                .iter()
                .map(|(file, _, text)| (Path::new(folder).join(file), text));
            let paths: Vec<(PathBuf, &String)> = paths.collect();
            let writings = paths.iter().map(|(path, text)| Writing {
                path,
                before: None,
                text,
            });
            write(&writings.collect::<Vec<_>>())
                .map_err(|(path, error)| (path.display().to_string(), error))
        });
    written.map_err(|(path, error)| {
        let message = format!("`{path}` cannot be written: {error}; nothing is written");
        Diagnostic::request(message)
    })?;
    Ok(first)
}

/// Tells what was written, and what to do next.
fn tell(first: &First, folder: &str, arguments: &Arguments, session: &mut Session) {
    let (global, output) = (&session.global, &mut session.output);
    output.line(&format!(
        "{}, a pack of the game {}",
        styled(BOLD, &first.name),
        first.game
    ));
    let width = first
        .files
        .iter()
        .map(|(file, ..)| file.len())
        .max()
        .unwrap_or_default();
    for (file, what, _) in &first.files {
        output.line(&format!(
            "  {folder}/{file:width$}   {}",
            styled(FAINT, what)
        ));
    }
    let rules = suggest::rules(&places(first, arguments, global));
    let command = |words: &[&str]| {
        let words = words.iter().map(|word| (*word).to_owned());
        Command::new(words).completed(&rules)
    };
    let [question, fact] = &first.ask;
    output.line("\nnext");
    output.line(&format!("  {}", command(&["check", &first.name])));
    output.line(&format!("  {}", command(&["ask", question, fact])));
}

/// The places with which the new pack can be checked: those of the packs that it builds on, and its own folder, or that around
/// it if it holds packs alone, unless one of them holds it.
fn places(first: &First, arguments: &Arguments, global: &Global) -> Vec<Place> {
    let mut places = Vec::new();
    if first.is_known_game {
        places.extend_from_slice(global.places());
    }
    let path_buf = arguments.folder.canonicalize().ok();
    let holds = |place: &Place| {
        let folder = place.folder().and_then(|folder| folder.canonicalize().ok());
        folder
            .zip(path_buf.as_ref())
            .is_some_and(|(folder, path_buf)| path_buf.starts_with(folder))
    };
    if !places.iter().any(holds) {
        // Packs of other games around it could need places that are not named here.
        let around = arguments
            .folder
            .parent()
            .filter(|around| around.file_name().is_some() && first.is_known_game);
        let around = around.filter(|around| holds_only_packs(around));
        places.push(Place::Folder(
            around.unwrap_or(&arguments.folder).to_owned(),
        ));
    }
    places
}
