//! `chartroom fmt`: the files of packs in one form.

use super::{Global, Outcome, Session, Stop, count};
use crate::check::spare_lists;
use crate::diagnostic::Diagnostic;
use crate::pack::ErrataSet;
use crate::pack::format::{Rewrite, formatted};
use crate::rulebook::Rulebook;
use crate::source::{Place, Sources, Writing, write};
use clap::Args;
use rustc_hash::FxHashSet;
use std::path::{Path, PathBuf};

/// The arguments of `fmt`.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Files, folders or packs; without any, all that `--rules` names
    #[arg(value_name = "FILE|PACK")]
    paths: Vec<PathBuf>,
    /// Write nothing; only tell which files are not in their form, and from which line
    #[arg(long)]
    check: bool,
    /// Rewrite the notation too: rules and examples go to their question, examples into tables
    #[arg(long)]
    upgrade: bool,
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
    let wanted = sources.files().filter(|file| sources.is_in_folder(*file));
    let wanted = wanted.map(|file| (file, sources.path(file), sources.text(file)));
    let wanted: Vec<_> = wanted
        .filter(|(_, path, _)| is_wanted(arguments, path))
        .collect();
    let names_one = |named: &&PathBuf| wanted.iter().any(|(_, path, _)| is_named(named, path));
    if let Some(idle) = arguments.paths.iter().find(|named| !names_one(named)) {
        let message = format!("`{}` is no file, folder or pack to format", idle.display());
        return Err(Diagnostic::request(message).into());
    }
    if wanted.is_empty() {
        let message = "there is no file to format; name a folder, or `--rules` with one";
        return Err(Diagnostic::request(message).into());
    }
    let (mut changed, mut broken) = (Vec::new(), Vec::new());
    for (file, path, text) in wanted {
        match formatted(path, text, file, rewrite) {
            Ok(formatted) if formatted != text => changed.push((path, text, formatted)),
            Ok(_) => {}
            Err(mut findings) => broken.append(&mut findings),
        }
    }
    if !broken.is_empty() {
        output.diagnostics(&broken, &sources);
        return Ok(Outcome::Usage);
    }
    let files = count(changed.len(), "file");
    if arguments.check {
        for (path, text, formatted) in &changed {
            let same = text
                .lines()
                .zip(formatted.lines())
                .take_while(|(other, new)| other == new);
            output.text(&format!("{path}:{}\n", same.count() + 1));
        }
        output.note(&format!("{files} not in their form"));
        return Ok(Outcome::clean_if(changed.is_empty()));
    }
    let writings: Vec<Writing<'_>> = changed
        .iter()
        .map(|(path, before, text)| Writing {
            path: Path::new(path),
            before: Some(before),
            text,
        })
        .collect();
    write(&writings).map_err(|(path, error)| {
        Diagnostic::request(format!("cannot write `{}`: {error}", path.display()))
    })?;
    for (path, ..) in &changed {
        output.line(&format!("wrote {path}"));
    }
    output.note(&format!("{files} written"));
    Ok(Outcome::Clean)
}

/// The questions that need not say which facts they take; of packs with an error, none.
fn spare_lists_of(sources: &Sources) -> FxHashSet<String> {
    let rulebook = Rulebook::from_sources(sources.clone(), &ErrataSet::Official);
    if rulebook.has_errors() {
        return FxHashSet::default();
    }
    let spare = |game| spare_lists(&rulebook.written, game);
    rulebook
        .games
        .iter()
        .flat_map(|model| spare(&model.game))
        .collect()
}

/// Where the files are: where `--rules` says; otherwise the arguments themselves.
fn places(arguments: &Arguments, global: &Global) -> Vec<Place> {
    if global.has_folder() {
        return global.places().to_vec();
    }
    let around = |path: &Path| {
        let around = path.parent()?;
        let is_here = around.as_os_str().is_empty();
        Some(if is_here { Path::new(".") } else { around }.to_owned())
    };
    let folder = |path: &PathBuf| {
        if path.extension().is_none() {
            return Place::Folder(path.clone());
        }
        let folder = around(path).unwrap_or_default();
        // Errata lie one deeper than their pack.
        let pack = around(&folder).filter(|pack| has_pack(pack) && !has_pack(&folder));
        Place::Folder(pack.unwrap_or(folder))
    };
    arguments.paths.iter().map(folder).collect()
}

fn has_pack(folder: &Path) -> bool {
    folder.join("pack.toml").is_file()
}

fn is_wanted(arguments: &Arguments, path: &str) -> bool {
    let mut names = arguments.paths.iter();
    arguments.paths.is_empty() || names.any(|named| is_named(named, path))
}

/// Whether a file is the one named, or in the folder or pack.
fn is_named(named: &Path, path: &str) -> bool {
    let [named, path] = [named, Path::new(path)].map(|path| path.strip_prefix(".").unwrap_or(path));
    let is_pack = |folder: &Path| folder.iter().any(|name| name == named);
    path.starts_with(named) || named.components().count() == 1 && path.parent().is_some_and(is_pack)
}
