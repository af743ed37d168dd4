//! `chartroom erratum fold`: an erratum written into the files of the packs that it changes.

use super::{
    Outcome, Output, Session, Stop, impact, need_files, need_folder, put, refuse, unknown,
};
use crate::analysis::diff::Diff;
use crate::cli::count;
use crate::diagnostic::Command;
use crate::pack::overlay::says_at;
use crate::render::style::{BOLD, FAINT, styled};
use crate::rulebook::Rulebook;
use clap::Args;

/// The arguments of `erratum fold`.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The name of the erratum
    id: String,
    /// Write nothing; only show which files would be changed
    #[arg(long)]
    dry_run: bool,
}

/// Runs the command.
pub(super) fn run(
    arguments: &Arguments,
    rulebook: &Rulebook,
    session: &mut Session,
) -> Result<Outcome, Stop> {
    let (global, output) = (&session.global, &mut session.output);
    need_folder(global)?;
    if rulebook.errata(&arguments.id).is_empty() {
        return Err(unknown(rulebook, &arguments.id).into());
    }
    let rewritten = match rulebook.fold(&arguments.id, &global.errata) {
        Ok(rewritten) => rewritten,
        Err(found) => return Err(refuse(&found, &rulebook.sources, output)),
    };
    let folded = &rewritten.written;
    let help = "the erratum applies where it stands";
    need_files(&folded.sources, &folded.changed, help)?;
    // What the erratum made of the rulebook while it was laid over it is what the folded files must make of it.
    let with = Rulebook::from_sources(rulebook.sources.clone(), &global.errata.and(&arguments.id));
    let diffs = impact::difference(&with, &rewritten.after);
    if !diffs.iter().all(Diff::is_empty) {
        impact::show(&diffs, &with, &rewritten.after, &arguments.id, output);
        output.problem(
            "the folded files would give other answers than the erratum; nothing is written",
        );
        return Ok(Outcome::Findings);
    }
    need_proof(&with, &arguments.id, output)?;
    if !arguments.dry_run {
        put(&rulebook.sources, &folded.sources, &folded.changed)?;
    }
    let lead = if arguments.dry_run {
        "would fold"
    } else {
        "folded"
    };
    output.line(&format!("{lead} {} into", styled(BOLD, &arguments.id)));
    for file in &folded.changed {
        let lines = changed_lines(rulebook.sources.text(*file), folded.sources.text(*file));
        output.line(&format!(
            "  {}   {}",
            folded.sources.path(*file),
            styled(FAINT, &lines)
        ));
    }
    output.line(
        "proved: every answer is that which the erratum gives, and every other byte is as it was",
    );
    if rewritten.found.is_empty() {
        return Ok(Outcome::Clean);
    }
    output.diagnostics(&rewritten.found, &folded.sources);
    Ok(Outcome::Findings)
}

/// Refuses an erratum with which something holds no longer: once it is in the files, it can take no more changes.
fn need_proof(with: &Rulebook, id: &str, output: &mut Output) -> Result<(), Stop> {
    let found = with.holds_no_longer(&with.without(id));
    if found.is_empty() {
        return Ok(());
    }
    output.diagnostics(&found, &with.sources);
    let errors = count(found.len(), "error");
    output.problem(&format!(
        "the packs have {errors} with `{id}` that they have not without it; nothing is written"
    ));
    let changes: Vec<String> = found
        .iter()
        .filter_map(|found| says_at(&with.sources, found.labels.first()?.span))
        .collect();
    if changes.is_empty() {
        return Err(Outcome::Findings.into());
    }
    output.note(
        "let the erratum change these too, and fold it then; or what it says is not meant so",
    );
    let source = with
        .errata(id)
        .first()
        .map_or("", |erratum| erratum.source.as_str());
    for at in changes {
        let words = [
            "erratum",
            "new",
            "--id",
            id,
            "--source",
            source,
            "--at",
            &at,
            "--becomes",
            "VALUE",
        ];
        let command = output.command(&Command::new(words));
        output.note(&format!("  {command}"));
    }
    Err(Outcome::Findings.into())
}

/// The lines from the first to the last that changed.
fn changed_lines(before: &str, after: &str) -> String {
    let same = |(one, other): &(&str, &str)| one == other;
    let first = before.lines().zip(after.lines()).take_while(same).count();
    let most = before.lines().count().min(after.lines().count()) - first;
    let rest = before
        .lines()
        .rev()
        .zip(after.lines().rev())
        .take_while(same)
        .count()
        .min(most);
    let last = after.lines().count() - rest;
    if last <= first + 1 {
        format!("line {}", first + 1)
    } else {
        format!("lines {} to {last}", first + 1)
    }
}
