//! `chartroom check`: proves the packs.

use super::packs::{self, is_wanted};
use super::{Outcome, Session, Stop, count, smt, to_the_end};
use crate::check::{Proof, Proved};
use crate::diagnostic::{Code, Diagnostic, Label, Severity, tell_once};
use crate::model::{Budget, Model};
use crate::render::{self, diagnostic::Checked};
use crate::rulebook::Rulebook;
use clap::{Args, ValueEnum};
use itertools::Itertools;
use std::path::PathBuf;

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
    /// Write all that is proved into an empty folder, for other solvers (SMT-LIB): `unsat` confirms it
    #[arg(long, value_name = "DIR")]
    smt: Option<PathBuf>,
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

pub(super) fn run(arguments: &Arguments, session: &mut Session) -> Result<Outcome, Stop> {
    let rulebook = to_the_end(session.open());
    session.need_errata(&rulebook)?;
    packs::known(&rulebook, &arguments.packs)?;
    if arguments.sizes && arguments.format != Format::Human {
        let message = "`--sizes` is shown to people alone, and `--format` is for programs";
        return Err(Diagnostic::request(message)
            .help("leave out one of them")
            .into());
    }
    let output = &mut session.output;
    let proofs = rulebook.prove();
    let proved = proofs.iter().flat_map(|proof| &proof.diagnostics);
    let (mut findings, others) = rulebook
        .diagnostics
        .iter()
        .chain(proved)
        .cloned()
        .partition::<Vec<_>, _>(|other| is_in(&rulebook, other, &arguments.packs));
    tell_once(&mut findings);
    let others = rulebook.because_of(&arguments.packs, &session.global.errata, others);
    let found = [&findings, &others].map(|own| wrong_and_notes(own));
    findings.extend(others);
    rulebook.tell_whose(&mut findings);
    findings = findings.iter().map(|each| output.completed(each)).collect();
    match arguments.format {
        Format::Json => output.json(&render::told::json(&Checked::of(
            &findings,
            &rulebook.sources,
        ))),
        Format::Sarif => output.json(&render::diagnostic::sarif(&findings, &rulebook.sources)),
        Format::Human => {
            if !findings.is_empty() {
                output.diagnostics(&findings, &rulebook.sources);
            }
            output.line(&summary(&rulebook, &proofs, &arguments.packs, found));
            if arguments.sizes {
                output.print(&sizes(&rulebook, &proofs));
            }
        }
    }
    if let Some(folder) = &arguments.smt {
        smt::write(&rulebook, folder, output)?;
    }
    if rulebook.written.packs.is_empty() {
        return Ok(Outcome::Usage);
    }
    let is_error = |finding: &Diagnostic| finding.severity == Severity::Error;
    Ok(Outcome::clean_if(!findings.iter().any(is_error)))
}

/// The ten largest decision diagrams, beside the budget that each has, and how much cannot be.
fn sizes(rulebook: &Rulebook, proofs: &[Proof]) -> String {
    let budget = Budget::QUESTION.nodes;
    let mut lines = format!("the largest diagrams, in nodes; a question may take {budget}\n");
    let games = || rulebook.games.iter().zip(proofs);
    let all = games().flat_map(|(game, proof)| {
        let nodes = proof.nodes.iter();
        nodes.map(|(id, nodes)| (*nodes, &game.questions[*id].name))
    });
    for (nodes, name) in all.sorted_unstable().rev().take(10) {
        lines.push_str(&format!("  {nodes:>7}  {name}\n"));
    }
    for (game, proof) in games() {
        if let Some((impossible, all)) = proof.impossible {
            let percent = impossible.saturating_mul(100) / all.max(1);
            lines.push_str(&format!(
                "{}: of {all} situations, as far as it depends on them, {impossible} cannot be ({percent}%)\n",
                game.game
            ));
        }
    }
    lines
}

/// How many of some findings say that something is wrong, and how many are notes.
fn wrong_and_notes(findings: &[Diagnostic]) -> (usize, usize) {
    let is_wrong = |finding: &&Diagnostic| finding.severity > Severity::Note;
    let wrong = findings.iter().filter(is_wrong).count();
    (wrong, findings.len() - wrong)
}

/// What was proved of the packs that are checked, and how much was found in them, and in others because of them.
fn summary(
    rulebook: &Rulebook,
    proofs: &[Proof],
    packs: &[String],
    [own, because]: [(usize, usize); 2],
) -> String {
    let told = |(wrong, notes): (usize, usize)| {
        let findings = match wrong {
            0 => "no finding".to_owned(),
            _ => count(wrong, "finding"),
        };
        match notes {
            0 => findings,
            _ => format!("{findings}, {}", count(notes, "note")),
        }
    };
    let mut findings = told(own);
    if because != (0, 0) {
        let (others, packs) = (told(because), packs.join(", "));
        findings = format!("{findings}; {others} in other packs, because of {packs}");
    }
    if proofs.is_empty() {
        let is_twice = |finding: &Diagnostic| finding.code == Code::PackTwice;
        let all = match rulebook.diagnostics.iter().any(is_twice) {
            true => "each pack is there once",
            false => "every file can be read",
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
    if !lacking.is_empty() {
        let names = lacking
            .iter()
            .map(|game| format!("`{}`", game.game))
            .join(" and ");
        findings = format!("nothing of {names} is proved until all packs are there; {findings}");
    }
    let games = || rulebook.games.iter().zip(proofs);
    let total = |of: Proved| -> usize {
        let proved = games();
        proved
            .map(|(game, proof)| proof.count(of, |pack| is_wanted(game, pack, packs)))
            .sum()
    };
    let hold = |of, thing| match total(of) {
        1 => format!("1 {thing} holds"),
        number => format!("{} hold", count(number, thing)),
    };
    let closed = games().flat_map(|(game, _)| {
        let closed = game.closed.iter();
        closed.filter(|pack| is_wanted(game, **pack, packs))
    });
    let closed = match closed.count() {
        0 => String::new(),
        number => format!(", {} of a closed option", count(number, "example")),
    };
    let answered = match total(Proved::Answered) {
        0 => String::new(),
        number => format!(", {} of a gap answered", count(number, "example")),
    };
    let states = match total(Proved::State) {
        0 => String::new(),
        number => format!(", {} of processes", count(number, "state")),
    };
    format!(
        "{}{states} and {} proved, {}, {}{closed}{answered}; {findings}",
        count(total(Proved::Question), "question"),
        count(total(Proved::Procedure), "procedure"),
        hold(Proved::Law, "law"),
        hold(Proved::Example, "example"),
    )
}

/// Whether a finding is about one of the packs that are checked, or keeps them from being proved.
fn is_in(rulebook: &Rulebook, finding: &Diagnostic, packs: &[String]) -> bool {
    let is_about = |label: &Label| {
        let pack = rulebook.pack_of(label.span.file);
        if finding.code != Code::MissingPack {
            let id = pack.and_then(|pack| pack.id.as_ref());
            return id.is_some_and(|id| packs.contains(&id.value));
        }
        // Where a pack is missing, no other of its game is proved.
        let game = pack.and_then(|pack| pack.game.as_ref());
        let mut games = rulebook.games.iter();
        games.any(|model| {
            game.is_some_and(|game| game.value == model.game)
                && model.packs.iter().any(|pack| packs.contains(&pack.id))
        })
    };
    packs.is_empty()
        || rulebook.is_unreadable()
        || finding.labels.is_empty()
        || finding.labels.iter().any(is_about)
}
