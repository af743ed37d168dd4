//! `chartroom check`: proves the packs.

use super::packs::{self, is_wanted};
use super::{Outcome, Session, Stop, count};
use crate::check::{Proof, Proved};
use crate::diagnostic::{Code, Diagnostic, Label, Severity};
use crate::model::Model;
use crate::render::{self, diagnostic::Checked};
use crate::rulebook::Rulebook;
use clap::{Args, ValueEnum};

/// The arguments of `check`.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The packs whose findings to show and proofs to count; all, if none is named
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
pub(super) fn run(arguments: &Arguments, session: &mut Session) -> Result<Outcome, Stop> {
    let rulebook = session.open();
    session.need_errata(&rulebook)?;
    packs::known(&rulebook, &arguments.packs)?;
    let output = &mut session.output;
    let proofs = rulebook.prove();
    let mut found = rulebook.diagnostics.clone();
    found.extend(
        proofs
            .iter()
            .flat_map(|proof| proof.diagnostics.iter().cloned()),
    );
    let (mut found, others) = found
        .into_iter()
        .partition::<Vec<_>, _>(|found| is_in(&rulebook, found, &arguments.packs));
    let others = rulebook.because_of(&arguments.packs, &session.global.errata, others);
    let (own, because) = (wrong(&found), wrong(&others));
    found.extend(others);
    found = found.iter().map(|found| output.completed(found)).collect();
    match arguments.format {
        Format::Json => output.json(&render::told::json(&Checked::of(&found, &rulebook.sources))),
        Format::Sarif => output.json(&render::diagnostic::sarif(&found, &rulebook.sources)),
        Format::Human => {
            if !found.is_empty() {
                output.diagnostics(&found, &rulebook.sources);
            }
            output.line(&summary(
                &rulebook,
                &proofs,
                &arguments.packs,
                (own, because),
            ));
            if arguments.sizes {
                output.print(&sizes(&rulebook, &proofs));
            }
        }
    }
    if rulebook.written.packs.is_empty() {
        return Ok(Outcome::Usage);
    }
    let is_error = |finding: &Diagnostic| finding.severity == Severity::Error;
    Ok(Outcome::clean_if(!found.iter().any(is_error)))
}

/// The ten largest decision diagrams, beside the budget that each has.
fn sizes(rulebook: &Rulebook, proofs: &[Proof]) -> String {
    let games = rulebook.games.iter().zip(proofs);
    let mut all: Vec<(usize, &str)> = games
        .flat_map(|(game, proof)| {
            proof
                .nodes
                .iter()
                .filter_map(|(id, nodes)| Some((*nodes, game.question(*id)?.name.as_str())))
        })
        .collect();
    all.sort_unstable_by(|one, other| other.cmp(one));
    let lines: String = all
        .iter()
        .take(10)
        .map(|(nodes, name)| format!("  {nodes:>7}  {name}\n"))
        .collect();
    let excluded = rulebook.games.iter().zip(proofs);
    let excluded = excluded.filter_map(|(game, proof)| {
        let (impossible, all) = proof.impossible?;
        let percent = impossible.saturating_mul(100) / all.max(1);
        let name = &game.game;
        Some(format!(
            "{name}: of {all} situations, as far as it depends on them, {impossible} cannot be ({percent}%)\n"
        ))
    });
    format!(
        "the largest diagrams, in nodes; a question may take {}\n{lines}{}",
        crate::diagram::Store::BUDGET,
        excluded.collect::<String>()
    )
}

/// How many of some findings say that something is wrong.
fn wrong(found: &[Diagnostic]) -> usize {
    let wrong = found.iter().filter(|found| found.severity > Severity::Note);
    wrong.count()
}

/// What was proved of the packs that are checked, and how much was found in them, and in others because of them.
fn summary(
    rulebook: &Rulebook,
    proofs: &[Proof],
    packs: &[String],
    (own, because): (usize, usize),
) -> String {
    let mut findings = if own == 0 {
        "no finding".to_owned()
    } else {
        count(own, "finding")
    };
    if because > 0 {
        let others = count(because, "finding");
        findings = format!(
            "{findings}; {others} in other packs, because of {}",
            packs.join(", ")
        );
    }
    if proofs.is_empty() {
        let is_twice = rulebook
            .diagnostics
            .iter()
            .any(|found| found.code == Code::PackTwice);
        let all = if is_twice {
            "each pack is there once"
        } else {
            "every file can be read"
        };
        return format!("nothing is proved until {all}; {findings}");
    }
    let holds =
        |game: &&Model| packs.is_empty() || game.packs.iter().any(|pack| packs.contains(&pack.id));
    let (lacking, whole): (Vec<&Model>, Vec<&Model>) = rulebook
        .games
        .iter()
        .filter(holds)
        .partition(|game| rulebook.lacks_packs(&game.game));
    if whole.is_empty() {
        return format!("nothing is proved until all packs are there; {findings}");
    }
    let names: Vec<String> = lacking
        .iter()
        .map(|game| format!("`{}`", game.game))
        .collect();
    let findings = match names.as_slice() {
        [] => findings,
        names => format!(
            "nothing of {} is proved until all packs are there; {findings}",
            names.join(" and ")
        ),
    };
    let total = |of: Proved| -> usize {
        let games = rulebook.games.iter().zip(proofs);
        games
            .map(|(game, proof)| proof.count(of, |pack| is_wanted(game, pack, packs)))
            .sum()
    };
    let games = rulebook.games.iter();
    let closed = games.map(|game| {
        let closed = game.closed.iter();
        closed.filter(|pack| is_wanted(game, **pack, packs)).count()
    });
    let closed = match closed.sum() {
        0 => String::new(),
        number => format!(", {} of a closed option", count(number, "example")),
    };
    let hold = |number, thing| {
        format!(
            "{} {}",
            count(number, thing),
            if number == 1 { "holds" } else { "hold" }
        )
    };
    format!(
        "{} and {} proved, {}, {}; {findings}",
        count(total(Proved::Question), "question"),
        count(total(Proved::Procedure), "procedure"),
        hold(total(Proved::Law), "law"),
        hold(total(Proved::Example), "example") + &closed,
    )
}

/// Whether a finding is about one of the packs that are checked, or keeps them from being proved.
fn is_in(rulebook: &Rulebook, found: &Diagnostic, packs: &[String]) -> bool {
    let is_checked = |file| {
        let id = rulebook.pack_of(file).and_then(|pack| pack.id.as_ref());
        id.is_some_and(|id| packs.contains(&id.value))
    };
    let is_of_game = |file| {
        let game = rulebook.pack_of(file).and_then(|pack| pack.game.as_ref());
        let games = rulebook
            .games
            .iter()
            .filter(|model| game.is_some_and(|game| game.value == model.game));
        games
            .into_iter()
            .any(|model| model.packs.iter().any(|pack| packs.contains(&pack.id)))
    };
    let is_about = |label: &Label| {
        let file = label.span.file;
        // Where a pack is missing, no other of its game is proved.
        if found.code == Code::MissingPack {
            is_of_game(file)
        } else {
            is_checked(file)
        }
    };
    packs.is_empty()
        || rulebook.is_unreadable()
        || found.labels.is_empty()
        || found.labels.iter().any(is_about)
}
