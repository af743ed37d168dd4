//! `chartroom erratum fold`: an erratum written into the files of the packs that it changes.

use super::{
    Outcome, Output, Session, Stop, changes_wanted, name_for, named, need_files, need_folder, put,
    refuse, show_difference, trials_of,
};
use crate::cli::count;
use crate::diagnostic::{Command, Diagnostic};
use crate::render::style::{BOLD, FAINT, styled};
use crate::rulebook::Rulebook;
use crate::rulebook::errata::FoldedErrata;
use clap::Args;

/// The arguments of `erratum fold`.
#[derive(Debug, Args)]
pub struct Arguments {
    /// The names of the errata; several are one transaction
    #[arg(required = true, value_name = "NAME")]
    ids: Vec<String>,
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
    let ids: Vec<&str> = arguments.ids.iter().map(String::as_str).collect();
    let (id, is_dry) = (arguments.ids.join(" and "), arguments.dry_run);
    let (global, output) = (&session.global, &mut session.output);
    need_folder(global)?;
    for id in &ids {
        named(rulebook, id)?;
    }
    let FoldedErrata {
        without,
        with,
        rewritten,
    } = rulebook
        .fold(&ids, &global.errata)
        .map_err(|findings| refuse(&findings, &rulebook.sources, output))?;
    let folded = &rewritten.written;
    let help = "the erratum applies where it stands";
    need_files(&folded.sources, &folded.changed, help)?;
    let broken = with.broken().count();
    if broken > 0 {
        let questions = count(broken, "question");
        let message = format!("nothing is proved while the rulebook has an error in {questions}");
        return Err(Diagnostic::request(message)
            .help(Command::new(["check"]).then(" shows it; nothing is written"))
            .into());
    }
    // What the erratum made of the rulebook while it was laid over it is what the folded files must make of it.
    let difference = with.diff(&rewritten.after);
    if !difference.is_of_examples() {
        show_difference(&difference, &format!("with {id}"), output);
        output.problem(
            "the folded files would give other answers than the erratum; nothing is written",
        );
        return Ok(Outcome::Findings);
    }
    let no_longer = with.holds_no_longer(&without);
    need_proof(&with, (&with, no_longer), &ids, output)?;
    // An example of what an erratum fills in may stand beside it, and not beside the rule that it becomes.
    let after = &rewritten.after;
    need_proof(&with, (after, after.found_beyond(&with)), &ids, output)?;
    if !is_dry {
        put(&rulebook.sources, &folded.sources, &folded.changed)?;
    }
    let lead = if is_dry { "would fold" } else { "folded" };
    output.line(&format!("{lead} {} into", styled(BOLD, &id)));
    for file in &folded.changed {
        let path = folded.sources.path(*file);
        let lines = changed_lines(rulebook.sources.text(*file), folded.sources.text(*file));
        output.line(&format!("  {path}   {}", styled(FAINT, &lines)));
    }
    let rest = match folded.reformed {
        true => "all else says what it said, in its form",
        false => "every other byte is as it was",
    };
    output.line(&format!(
        "proved: every answer is that which the erratum gives, and {rest}"
    ));
    if !rewritten.findings.is_empty() {
        output.diagnostics(&rewritten.findings, &folded.sources);
    }
    Ok(Outcome::clean_if(rewritten.findings.is_empty()))
}

/// Refuses errata with which something holds no longer: once they are in the files, they can take no more changes.
fn need_proof(
    with: &Rulebook,
    (after, findings): (&Rulebook, Vec<Diagnostic>),
    ids: &[&str],
    output: &mut Output,
) -> Result<(), Stop> {
    let Some(last) = ids.last().filter(|_| !findings.is_empty()) else {
        return Ok(());
    };
    output.diagnostics(&findings, &after.sources);
    let errors = count(findings.len(), "error");
    let names = ids.join("` and `");
    let them = if ids.len() > 1 { "them" } else { "it" };
    output.problem(&format!(
        "the packs have {errors} with `{names}` that they have not without {them}; nothing is written"
    ));
    let trials = trials_of(&findings, &after.sources);
    if !trials.is_empty() {
        output.note(
            "let the erratum change these too, and fold it then; or what it says is not meant so",
        );
    }
    let source = with
        .errata(last)
        .first()
        .map_or("", |erratum| &erratum.source);
    let named = |at: &str| name_for(with, last, at);
    changes_wanted(&named, source, &trials, output);
    Err(Outcome::Findings.into())
}

/// The lines from the first to the last that changed.
fn changed_lines(before: &str, after: &str) -> String {
    let same = |(text, other): &(&str, &str)| text == other;
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
