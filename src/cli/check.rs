//! `chartroom check`: proves the packs.

use super::{Global, Outcome, Output, count, packs};
use crate::check::Proof;
use crate::diagnostic::{Diagnostic, Severity};
use crate::render;
use crate::rulebook::Rulebook;
use clap::{Args, ValueEnum};

/// The arguments of `check`.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The packs whose findings to show; all, if none is named
    packs: Vec<String>,
    /// How to show them
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
    /// Show the ten largest decision diagrams too
    #[arg(long)]
    sizes: bool,
}

/// How findings are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For a person
    Human,
    /// For a program
    Json,
    /// For a code host or an editor: SARIF 2.1.0
    Sarif,
}

/// Runs the command.
pub(super) fn run(arguments: &Arguments, global: &Global, output: &mut Output) -> Outcome {
    let rulebook = global.open();
    if !global.knows_errata(&rulebook, output) {
        return Outcome::Usage;
    }
    if let Err(problem) = packs::known(&rulebook, &arguments.packs) {
        output.problem(&problem);
        return Outcome::Usage;
    }
    let proofs = rulebook.prove();
    let mut found = rulebook.diagnostics.clone();
    found.extend(proofs.iter().flat_map(|proof| proof.diagnostics.iter().cloned()));
    found.retain(|diagnostic| is_in(&rulebook, diagnostic, &arguments.packs));
    match arguments.format {
        Format::Json => output.json(&render::diagnostic::json(&found, &rulebook.sources)),
        Format::Sarif => output.json(&render::diagnostic::sarif(&found, &rulebook.sources)),
        Format::Human => {
            if !found.is_empty() {
                output.diagnostics(&found, &rulebook.sources);
            }
            output.line(&summary(&proofs, found.len()));
            if arguments.sizes {
                output.print(&sizes(&rulebook, &proofs));
            }
        }
    }
    if rulebook.written.packs.is_empty() {
        return Outcome::Usage;
    }
    if found.iter().any(|diagnostic| diagnostic.severity == Severity::Error) {
        Outcome::Findings
    } else {
        Outcome::Clean
    }
}

/// The ten largest decision diagrams, beside the budget that each has.
fn sizes(rulebook: &Rulebook, proofs: &[Proof]) -> String {
    let games = rulebook.games.iter().zip(proofs);
    let mut all: Vec<(usize, &str)> = games
        .flat_map(|(game, proof)| {
            proof.nodes.iter().filter_map(|(id, nodes)| Some((*nodes, game.question(*id)?.name.as_str())))
        })
        .collect();
    all.sort_unstable_by(|one, other| other.cmp(one));
    let lines: String = all.iter().take(10).map(|(nodes, name)| format!("  {nodes:>7}  {name}\n")).collect();
    format!("the largest diagrams, in nodes; a question may take {}\n{lines}", crate::diagram::Store::BUDGET)
}

/// What was proved, and how much was found.
fn summary(proofs: &[Proof], found: usize) -> String {
    let findings = if found == 0 { "no finding".to_owned() } else { count(found, "finding") };
    if proofs.is_empty() {
        return format!("nothing is proved until every file can be read; {findings}");
    }
    let total = |of: fn(&Proof) -> usize| proofs.iter().map(of).sum::<usize>();
    let hold = |number, thing| format!("{} {}", count(number, thing), if number == 1 { "holds" } else { "hold" });
    format!(
        "{} and {} proved, {}, {}; {findings}",
        count(total(|proof| proof.questions), "question"),
        count(total(|proof| proof.procedures), "procedure"),
        hold(total(|proof| proof.laws), "law"),
        hold(total(|proof| proof.examples), "example"),
    )
}

fn is_in(rulebook: &Rulebook, diagnostic: &Diagnostic, packs: &[String]) -> bool {
    packs.is_empty()
        || diagnostic.labels.iter().any(|label| {
            let path = rulebook.sources.path(label.span.file);
            packs.iter().any(|pack| path.split(['/', '\\']).any(|part| part == pack))
        })
}
