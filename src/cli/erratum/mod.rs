//! `chartroom erratum`: errata listed, shown, written, and folded into the packs.

mod edit;
mod fold;
mod new;

use super::format::Format;
use super::{Global, Outcome, Output, Session, Stop};
use crate::diagnostic::{self, Code, Diagnostic};
use crate::model::Model;
use crate::pack::overlay::{self, Status, Trial, trial_at};
use crate::render::erratum::{Errata, Erratum, UsualChange, View};
use crate::render::told::Version;
use crate::rulebook::{Difference, Rulebook};
use crate::source::{FileId, Sources, Writing, write};
use clap::{Args, Subcommand};
use std::path::Path;

/// The arguments of `erratum`.
#[derive(Debug, Args)]
pub struct Arguments {
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
    /// Write errata into the files that they change, and mark them as incorporated
    Fold(fold::Arguments),
    /// Write an erratum otherwise, in the file that holds it
    Edit(Box<edit::Arguments>),
    /// Take an erratum out of the file that holds it
    Remove(Remove),
}

#[derive(Debug, Args)]
struct List {
    /// Only those that this pack holds
    #[arg(long, value_name = "PACK")]
    pack: Option<String>,
    /// Only those of this status
    #[arg(long, value_name = "STATUS", value_parser = new::status)]
    status: Option<Status>,
    /// How to show them
    #[arg(long, value_parser = Format::among(&Format::PLAIN), default_value = "human")]
    format: Format,
}

#[derive(Debug, Args)]
struct Remove {
    /// The name of the erratum
    id: String,
    /// Write nothing; only show which file would be changed
    #[arg(long)]
    dry_run: bool,
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
pub fn run(arguments: &Arguments, session: &mut Session) -> Result<Outcome, Stop> {
    let rulebook = session.open_sound()?;
    match &arguments.command {
        Command::List(arguments) => list(arguments, &rulebook, &mut session.output),
        Command::Show(arguments) => show(arguments, &rulebook, session),
        Command::New(arguments) => new::run(arguments, &rulebook, session),
        Command::Fold(arguments) => fold::run(arguments, &rulebook, session),
        Command::Edit(arguments) => edit::run(arguments, &rulebook, session),
        Command::Remove(arguments) => remove(arguments, &rulebook, session),
    }
}

fn list(arguments: &List, rulebook: &Rulebook, output: &mut Output) -> Result<Outcome, Stop> {
    super::packs::known(rulebook, arguments.pack.as_slice())?;
    let pack = arguments.pack.as_ref();
    let all = rulebook.written.errata.iter();
    let wanted = all.filter(|erratum| {
        let is_of = arguments
            .status
            .is_none_or(|status| erratum.status == status);
        is_of && pack.is_none_or(|pack| erratum.pack == *pack)
    });
    let errata = wanted.map(|each| {
        let touched = rulebook.touched_by(&each.id.value);
        Erratum::of(each, &rulebook.sources, Some(touched))
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
    let errata = named(rulebook, &arguments.id)?;
    // What it touches is seen where it applies.
    let set = session.global.errata.and(&arguments.id);
    let with = Rulebook::of_places(session.global.places(), &set);
    let (touched, usual) = (
        with.touched_by(&arguments.id),
        with.made_usual_by(&arguments.id),
    );
    for erratum in errata {
        let view = View {
            erratum: Erratum {
                makes_usual: usual
                    .iter()
                    .map(|(fact, questions)| UsualChange {
                        fact: fact.clone(),
                        questions: questions.clone(),
                    })
                    .collect(),
                ..Erratum::of(erratum, &rulebook.sources, Some(touched.clone()))
            },
            version: Version,
        };
        session.output.show(&view, arguments.format);
    }
    Ok(Outcome::Clean)
}

fn remove(arguments: &Remove, rulebook: &Rulebook, session: &mut Session) -> Result<Outcome, Stop> {
    need_folder(&session.global)?;
    let removed = overlay::without(&rulebook.sources, &arguments.id)?;
    let help = "without it: --errata 'official but NAME'";
    need_files(&removed.sources, &removed.changed, help)?;
    let lead = if arguments.dry_run {
        "would take"
    } else {
        put(&rulebook.sources, &removed.sources, &removed.changed)?;
        "took"
    };
    for file in &removed.changed {
        let path = removed.sources.path(*file);
        session
            .output
            .line(&format!("{lead} {} out of {path}", arguments.id));
    }
    let after = Rulebook::from_sources(removed.sources, &session.global.errata);
    session.output.line("");
    let now = format!("without {}", arguments.id);
    show_difference(&rulebook.diff(&after), &now, &mut session.output);
    Ok(Outcome::Clean)
}

/// The errata of a name, of which there must be one.
fn named<'r>(rulebook: &'r Rulebook, id: &str) -> Result<Vec<&'r overlay::Erratum>, Diagnostic> {
    match overlay::unknown(&rulebook.written.errata, id) {
        None => Ok(rulebook.errata(id)),
        // It may be there, and not be read.
        Some(finding) if rulebook.has_errors() => Err(finding
            .help(diagnostic::Command::new(["check"]).then(" shows what is wrong in the packs"))),
        Some(finding) => Err(finding),
    }
}

/// Shows the complete difference between the rulebook as it was and as it is now.
fn show_difference(difference: &Difference<'_>, now: &str, output: &mut Output) {
    let view = difference.view("before", now);
    output.show(&view, Format::Human);
}

/// The addresses of the examples and laws in which these findings are, with what an example would have to expect.
fn trials_of(findings: &[Diagnostic], sources: &Sources) -> Vec<(Trial, Option<String>)> {
    let trial = |finding: &Diagnostic| {
        let trial = trial_at(sources, finding.labels.first()?.span)?;
        Some((trial, finding.found.as_deref().map(str::to_owned)))
    };
    findings.iter().filter_map(trial).collect()
}

/// Shows what held before an erratum and holds no longer.
fn broken_examples(
    before: &Rulebook,
    after: &Rulebook,
    (id, source): (&str, &str),
    output: &mut Output,
) -> Outcome {
    let new = after.holds_no_longer(before);
    let is_clean = new.is_empty();
    // Examples and laws that flipped are part of the difference, which is shown already; what the erratum adds is no flip.
    let is_flip = |finding: &Diagnostic| {
        let is_trial = matches!(
            finding.code,
            Code::ExampleFails | Code::LawRefuted | Code::LawEmpty
        );
        let place = finding.labels.first();
        is_trial && place.is_some_and(|label| trial_at(&after.sources, label.span).is_some())
    };
    let (flips, others): (Vec<_>, Vec<_>) = new.into_iter().partition(is_flip);
    if !others.is_empty() {
        output.diagnostics(&others, &after.sources);
    }
    if !flips.is_empty() {
        output.note("the erratum should change these too, or what it says is not meant so");
    }
    let trials = trials_of(&flips, &after.sources);
    let named = |at: &str| name_for(after, id, at);
    changes_wanted(&named, source, &trials, output);
    Outcome::clean_if(is_clean)
}

/// The erratum that is to change what stands at an address: the one of a name, or, where its pack does not require that of the
/// address, another one there.
fn name_for(rulebook: &Rulebook, id: &str, at: &str) -> String {
    let other = at.split('/').next().unwrap_or_default();
    let reaches = |erratum: &&overlay::Erratum| {
        let of_game = |model: &&Model| model.game == erratum.game;
        let Some(model) = rulebook.games.iter().find(of_game) else {
            return true;
        };
        let [own, other] =
            [erratum.pack.as_str(), other].map(|name| model.packs.find(|own| own.id == name));
        own.zip(other)
            .is_none_or(|(own, other)| model.knows(own, other))
    };
    match rulebook.errata(id).iter().any(reaches) {
        true => id.to_owned(),
        false => format!("{id}-{other}"),
    }
}

/// The commands that let an erratum change these examples too; what has no one answer any more, it takes away.
fn changes_wanted(
    named: &dyn Fn(&str) -> String,
    source: &str,
    trials: &[(Trial, Option<String>)],
    output: &mut Output,
) {
    let offer = |deed: [&str; 2], value: Option<&str>, output: &mut Output| {
        let id = named(deed[0]);
        let head = ["erratum", "new", "--id", &id, "--source", source, "--at"];
        let words = head.into_iter().chain(deed).chain(value);
        let command = output.command(&diagnostic::Command::new(words));
        output.note(&format!("  {command}"));
    };
    let changed = trials
        .iter()
        .filter_map(|(trial, text)| Some((trial, text.as_deref()?)));
    for (trial, text) in changed {
        offer([&trial.says, "--becomes"], Some(text), output);
    }
    let taken: Vec<_> = trials.iter().filter(|(_, text)| text.is_none()).collect();
    if !taken.is_empty() {
        output.note("these have no other answer, and are only taken away: look first whether what they promise is still meant");
    }
    for (trial, _) in taken {
        offer([&trial.at, "--remove"], None, output);
    }
}

/// Refuses to write where there is no folder at all.
fn need_folder(global: &Global) -> Result<(), Diagnostic> {
    let message =
        "nothing can be written into the rulebook in the program; name a folder with --rules";
    global
        .has_folder()
        .then_some(())
        .ok_or_else(|| Diagnostic::request(message))
}

/// Refuses to write into files that are part of the program.
fn need_files(sources: &Sources, files: &[FileId], help: &str) -> Result<(), Diagnostic> {
    let Some(file) = files.iter().find(|file| !sources.is_in_folder(**file)) else {
        return Ok(());
    };
    let path = sources.path(*file);
    let message = format!("`{path}` lies in a shipped pack, and cannot be written; {help}");
    Err(Diagnostic::request(message))
}

/// Writes files: all of them, or none.
fn put(before: &Sources, after: &Sources, files: &[FileId]) -> Result<(), Diagnostic> {
    let is_there = |file: FileId| before.files().any(|other| other == file);
    let writings = files.iter().map(|file| Writing {
        path: Path::new(after.path(*file)),
        before: is_there(*file).then(|| before.text(*file)),
        text: after.text(*file),
    });
    write(&writings.collect::<Vec<_>>()).map_err(|(path, error)| {
        let path = path.display();
        let message = format!("`{path}` cannot be written: {error}; nothing is changed");
        Diagnostic::request(message)
    })
}

fn refuse(findings: &[Diagnostic], sources: &Sources, output: &mut Output) -> Stop {
    output.diagnostics(findings, sources);
    Stop::Refused(Diagnostic::request("nothing is written"))
}
