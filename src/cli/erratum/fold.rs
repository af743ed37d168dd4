//! `chartroom erratum fold`: an erratum written into the files of the packs that it changes.

use super::{
    Outcome, Output, Session, Stop, named, need_files, need_folder, put, refuse, show_difference,
    trials_of,
};
use crate::cli::count;
use crate::diagnostic::Command;
use crate::render::style::{BOLD, FAINT, styled};
use crate::rulebook::Rulebook;
use clap::Args;

/// The arguments of `erratum fold`.
#[derive(Debug, Args)]
pub struct Arguments {
    /// The name of the erratum
    id: String,
    /// Write nothing; only show which files would be changed
    #[arg(long)]
    dry_run: bool,
}

/// Runs the command.
pub fn run(
    arguments: &Arguments,
    rulebook: &Rulebook,
    session: &mut Session,
) -> Result<Outcome, Stop> {
    let (id, is_dry) = (arguments.id.as_str(), arguments.dry_run);
    let (global, output) = (&session.global, &mut session.output);
    need_folder(global)?;
    let source = named(rulebook, id)?.first().map(|own| own.source.clone());
    let rewritten = rulebook
        .fold(id, &global.errata)
        .map_err(|found| refuse(&found, &rulebook.sources, output))?;
    let folded = &rewritten.written;
    let help = "the erratum applies where it stands";
    need_files(&folded.sources, &folded.changed, help)?;
    // What the erratum made of the rulebook while it was laid over it is what the folded files must make of it.
    let with = Rulebook::from_sources(rulebook.sources.clone(), &global.errata.and(id));
    let difference = with.diff(&rewritten.after);
    if !difference.is_empty() {
        show_difference(&difference, id, output);
        output.problem(
            "the folded files would give other answers than the erratum; nothing is written",
        );
        return Ok(Outcome::Findings);
    }
    need_proof(&with, id, &source.unwrap_or_default(), output)?;
    if !is_dry {
        put(&rulebook.sources, &folded.sources, &folded.changed)?;
    }
    let lead = if is_dry { "would fold" } else { "folded" };
    output.line(&format!("{lead} {} into", styled(BOLD, id)));
    for file in &folded.changed {
        let path = folded.sources.path(*file);
        let lines = changed_lines(rulebook.sources.text(*file), folded.sources.text(*file));
        output.line(&format!("  {path}   {}", styled(FAINT, &lines)));
    }
    output.line(
        "proved: every answer is that which the erratum gives, and every other byte is as it was",
    );
    if !rewritten.found.is_empty() {
        output.diagnostics(&rewritten.found, &folded.sources);
    }
    Ok(Outcome::clean_if(rewritten.found.is_empty()))
}

/// Refuses an erratum with which something holds no longer: once it is in the files, it can take no more changes.
fn need_proof(with: &Rulebook, id: &str, source: &str, output: &mut Output) -> Result<(), Stop> {
    let found = with.holds_no_longer(&with.without(id));
    if found.is_empty() {
        return Ok(());
    }
    output.diagnostics(&found, &with.sources);
    let errors = count(found.len(), "error");
    output.problem(&format!(
        "the packs have {errors} with `{id}` that they have not without it; nothing is written"
    ));
    let trials = trials_of(&found, &with.sources);
    if !trials.is_empty() {
        output.note(
            "let the erratum change these too, and fold it then; or what it says is not meant so",
        );
    }
    for at in trials {
        let mut words = vec!["erratum", "new", "--id", id, "--source", source];
        words.extend(["--at", &at, "--becomes", "VALUE"]);
        let command = output.command(&Command::new(words));
        output.note(&format!("  {command}"));
    }
    Err(Outcome::Findings.into())
}

/// The lines from the first to the last that changed.
fn changed_lines(before: &str, after: &str) -> String {
    let same = |(one, other): &(&str, &str)| one == other;
    let (old, new) = (before.lines().count(), after.lines().count());
    let first = before.lines().zip(after.lines()).take_while(same).count();
    let ends = before.lines().rev().zip(after.lines().rev());
    let rest = ends.take_while(same).count().min(old.min(new) - first);
    let (first, last) = (first + 1, new - rest);
    if last <= first {
        format!("line {first}")
    } else {
        format!("lines {first} to {last}")
    }
}
