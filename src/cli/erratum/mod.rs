//! `chartroom erratum`: errata listed, shown, written, and folded into the packs.

mod fold;
mod impact;
mod new;

use super::format::Format;
use super::{Global, Outcome, Output, Session, Stop};
use crate::diagnostic::{Code, Diagnostic};
use crate::pack::overlay::Erratum;
use crate::render::erratum::{self, Errata};
use crate::render::told::Version;
use crate::rulebook::Rulebook;
use crate::source::{FileId, Sources, Writing, write};
use clap::{Args, Subcommand};
use std::path::Path;

/// The arguments of `erratum`.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// List the errata that the rulebook holds
    List(List),
    /// Show an erratum, with what it changes and which questions it touches
    Show(Show),
    /// Write an erratum into a pack; the old value is filled in
    New(Box<new::Arguments>),
    /// Write an erratum into the files that it changes, and mark it as incorporated
    Fold(fold::Arguments),
}

#[derive(Debug, Args)]
struct List {
    /// Only those that this pack holds
    #[arg(long, value_name = "PACK")]
    pack: Option<String>,
    /// How to show them
    #[arg(long, value_parser = Format::among(&Format::PLAIN), default_value = "human")]
    format: Format,
}

#[derive(Debug, Args)]
struct Show {
    /// The name of the erratum
    id: String,
    /// How to show it
    #[arg(long, value_parser = Format::among(&Format::PLAIN), default_value = "human")]
    format: Format,
}

/// Runs the command.
pub(super) fn run(arguments: &Arguments, session: &mut Session) -> Result<Outcome, Stop> {
    let rulebook = session.open_sound()?;
    match &arguments.command {
        Command::List(arguments) => list(arguments, &rulebook, &mut session.output),
        Command::Show(arguments) => show(arguments, &rulebook, session),
        Command::New(arguments) => new::run(arguments, &rulebook, session),
        Command::Fold(arguments) => fold::run(arguments, &rulebook, session),
    }
}

fn list(arguments: &List, rulebook: &Rulebook, output: &mut Output) -> Result<Outcome, Stop> {
    super::packs::known(rulebook, arguments.pack.as_slice())?;
    let wanted = |erratum: &&Erratum| {
        arguments
            .pack
            .as_ref()
            .is_none_or(|pack| erratum.pack == *pack)
    };
    let errata = rulebook.written.errata.iter().filter(wanted).map(|own| {
        let touches = touched(rulebook, &own.id.value);
        erratum::Erratum::of(own, &rulebook.sources, Some(touches))
    });
    let errata = Errata {
        version: Version,
        errata: errata.collect(),
    };
    if arguments.format == Format::Human && errata.errata.is_empty() {
        output.note("no errata found");
    } else {
        output.show(&errata, arguments.format);
    }
    Ok(Outcome::Clean)
}

fn show(arguments: &Show, rulebook: &Rulebook, session: &mut Session) -> Result<Outcome, Stop> {
    let (global, output) = (&session.global, &mut session.output);
    let found = rulebook.errata(&arguments.id);
    if found.is_empty() {
        return Err(unknown(rulebook, &arguments.id).into());
    }
    // What it touches is seen where it applies.
    let with = Rulebook::of_places(global.places(), &global.errata.and(&arguments.id));
    let touched = touched(&with, &arguments.id);
    for erratum in found {
        let erratum = erratum::Erratum::of(erratum, &rulebook.sources, Some(touched.clone()));
        output.show(
            &erratum::View {
                erratum,
                version: Version,
            },
            arguments.format,
        );
    }
    Ok(Outcome::Clean)
}

fn unknown(rulebook: &Rulebook, id: &str) -> Diagnostic {
    let known = rulebook
        .written
        .errata
        .iter()
        .map(|erratum| erratum.id.value.as_str());
    let message = format!("no pack holds an erratum `{id}`");
    let refused = Diagnostic::error_nowhere(Code::UnknownErratum, message);
    refused.nearest_or(id, known, || {
        crate::diagnostic::Command::new(["erratum", "list"]).then(" lists them")
    })
}

/// The names of the questions that an erratum touches.
fn touched(rulebook: &Rulebook, id: &str) -> Vec<String> {
    let questions = rulebook.touched_by(id).into_iter();
    questions
        .filter_map(|(model, question)| model.question(question).map(|found| found.name.clone()))
        .collect()
}

/// Refuses to write where there is no folder at all.
fn need_folder(global: &Global) -> Result<(), Diagnostic> {
    if global.has_folder() {
        return Ok(());
    }
    Err(Diagnostic::request(
        "nothing can be written into the rulebook in the program; name a folder with --rules",
    ))
}

/// Refuses to write into files that are part of the program.
fn need_files(sources: &Sources, files: &[FileId], help: &str) -> Result<(), Diagnostic> {
    let Some(file) = files.iter().find(|file| !sources.is_in_folder(**file)) else {
        return Ok(());
    };
    let path = sources.path(*file);
    Err(Diagnostic::request(format!(
        "`{path}` lies in a shipped pack, and cannot be written; {help}"
    )))
}

/// Writes files: all of them, or none.
fn put(before: &Sources, after: &Sources, files: &[FileId]) -> Result<(), Diagnostic> {
    let is_there = |file: FileId| before.files().any(|own| own == file);
    let writings = files.iter().map(|file| Writing {
        path: Path::new(after.path(*file)),
        before: is_there(*file).then(|| before.text(*file)),
        text: after.text(*file),
    });
    let writings: Vec<Writing<'_>> = writings.collect();
    write(&writings).map_err(|(path, error)| {
        Diagnostic::request(format!(
            "`{}` cannot be written: {error}; nothing is changed",
            path.display()
        ))
    })
}

fn refuse(found: &[Diagnostic], sources: &Sources, output: &mut Output) -> Stop {
    output.diagnostics(found, sources);
    Stop::Refused(Diagnostic::request("nothing is written"))
}
