//! `chartroom fmt`: the files of packs in one form.

use super::{Global, Outcome, Output, Session, Stop, count};
use crate::check::{Order, spare_lists};
use crate::diagnostic::Diagnostic;
use crate::pack::ErrataSet;
use crate::pack::format::{Rewrite, formatted};
use crate::rulebook::Rulebook;
use crate::source::{FileId, Place, Sources, Writing, write};
use clap::Args;
use rustc_hash::FxHashSet;
use std::path::{Path, PathBuf};

/// The arguments of `fmt`.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Files, folders or packs; without any, all that `--rules` names
    #[arg(value_name = "FILE|PACK")]
    paths: Vec<PathBuf>,
    /// Write nothing; only tell which files are not in their form
    #[arg(long)]
    check: bool,
    /// Rewrite the notation too: rules and examples go to their question, examples into tables
    #[arg(long)]
    upgrade: bool,
}

/// A file that is not in its form.
struct Changed {
    file: FileId,
    text: String,
}

/// Runs the command.
pub(super) fn run(arguments: &Arguments, session: &mut Session) -> Result<Outcome, Stop> {
    let output = &mut session.output;
    let (sources, problems) = Sources::of(&places(arguments, &session.global));
    if !problems.is_empty() {
        output.diagnostics(&problems, &sources);
        return Ok(Outcome::Usage);
    }
    let spare = if arguments.upgrade {
        spare_lists_of(&sources)
    } else {
        FxHashSet::default()
    };
    let rewrite = if arguments.upgrade {
        Rewrite::Notation(&spare)
    } else {
        Rewrite::Layout
    };
    let wanted: Vec<FileId> = sources
        .files()
        .filter(|file| sources.is_in_folder(*file) && is_wanted(arguments, sources.path(*file)))
        .collect();
    if wanted.is_empty() {
        let message = "there is no file to format; name a folder, or `--rules` with one";
        return Err(Diagnostic::request(message).into());
    }
    let (mut changed, mut broken) = (Vec::new(), 0);
    for file in wanted.iter().copied() {
        let path = sources.path(file);
        match formatted(path, sources.text(file), rewrite) {
            Some(text) if text != sources.text(file) => changed.push(Changed { file, text }),
            Some(_) => {}
            None => {
                broken += 1;
                output.problem(&format!(
                    "`{path}` cannot be read; `chartroom check` tells why"
                ));
            }
        }
    }
    if broken > 0 {
        return Ok(Outcome::Usage);
    }
    if arguments.check {
        for own in &changed {
            output.line(sources.path(own.file));
        }
        output.note(&format!(
            "{} not in their form",
            count(changed.len(), "file")
        ));
        return Ok(Outcome::clean_if(changed.is_empty()));
    }
    put(&sources, &changed, output)
}

/// The questions that need not say which facts they take; of packs with an error, none.
fn spare_lists_of(sources: &Sources) -> FxHashSet<String> {
    let rulebook = Rulebook::from_sources(sources.clone(), &ErrataSet::Official);
    if rulebook.has_errors() {
        return FxHashSet::default();
    }
    let games = rulebook.games.iter();
    games
        .flat_map(|model| spare_lists(&rulebook.written, &model.game, Order::Any))
        .collect()
}

fn put(sources: &Sources, changed: &[Changed], output: &mut Output) -> Result<Outcome, Stop> {
    let writings: Vec<Writing<'_>> = changed
        .iter()
        .map(|own| Writing {
            path: Path::new(sources.path(own.file)),
            before: Some(sources.text(own.file)),
            text: &own.text,
        })
        .collect();
    write(&writings).map_err(|(path, error)| {
        Diagnostic::request(format!("cannot write `{}`: {error}", path.display()))
    })?;
    for own in changed {
        output.line(&format!("wrote {}", sources.path(own.file)));
    }
    output.note(&format!("{} written", count(changed.len(), "file")));
    Ok(Outcome::Clean)
}

/// Where the files are: where `--rules` says; otherwise the arguments themselves.
fn places(arguments: &Arguments, global: &Global) -> Vec<Place> {
    if global.has_folder() {
        return global.places().to_vec();
    }
    let folder = |path: &PathBuf| match path.extension() {
        Some(_) => path
            .parent()
            .filter(|folder| !folder.as_os_str().is_empty())
            .unwrap_or(Path::new("."))
            .to_owned(),
        None => path.clone(),
    };
    arguments
        .paths
        .iter()
        .map(folder)
        .map(Place::Folder)
        .collect()
}

fn is_wanted(arguments: &Arguments, path: &str) -> bool {
    let path = Path::new(path);
    let names = |wanted: &PathBuf| {
        path.starts_with(wanted)
            || path.parent().is_some_and(|folder| {
                wanted.components().count() == 1 && folder.iter().any(|name| *name == **wanted)
            })
    };
    arguments.paths.is_empty() || arguments.paths.iter().any(names)
}
