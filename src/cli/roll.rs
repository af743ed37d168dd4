//! `chartroom roll`: a procedure, by a seed or by the players' own dice.

use super::ask::{find, usage};
use super::{Global, Outcome, Output, suggest};
use crate::diagnostic::{Advice, Code, Diagnostic};
use crate::dice::{self, Hand, Taken};
use crate::render::roll::{ShownRoll, chat, human, json};
use crate::rulebook::Named;
use crate::rulebook::terms::Given;
use clap::{Args, ValueEnum};
use std::hash::{BuildHasher, RandomState};

/// The arguments of `roll`.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The procedure, as `chartroom list procedures` names it
    procedure: String,
    /// The facts of its start
    #[arg(value_name = "FACT=VALUE")]
    facts: Vec<String>,
    /// The seed of the dice; a fresh one, and shown, if not said
    #[arg(long, value_name = "N", conflicts_with = "rolls")]
    seed: Option<u64>,
    /// The players' own rolls in order: totals, or die by die as 3+4
    #[arg(long, value_name = "4,3+2,…", allow_hyphen_values = true)]
    rolls: Option<String>,
    /// Take a reading another way than its default
    #[arg(long, value_name = "PACK/NAME=OPTION")]
    reading: Vec<String>,
    /// How to show the rolls
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
}

/// How rolls are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For a person
    Human,
    /// For a program
    Json,
    /// One line for a game chat
    Chat,
}

/// Who throws: the players' own rolls, a seed given, or a fresh one.
fn hand(rolls: Option<&str>, seed: Option<u64>, stream: u64) -> (Hand, Option<u64>) {
    match (rolls, seed) {
        (Some(rolls), _) => (Hand::told(rolls), None),
        (None, seed) => {
            let seed = seed.unwrap_or_else(fresh);
            (Hand::seeded(seed, stream), Some(seed))
        }
    }
}

/// A seed that nobody chose, short enough to be told to an opponent.
pub(super) fn fresh() -> u64 {
    RandomState::new().hash_one(std::process::id()) % 1_000_000
}

/// Runs the command.
pub(super) fn run(arguments: &Arguments, global: &Global, output: &mut Output) -> Outcome {
    let rulebook = match global.load(output) {
        Ok(rulebook) => rulebook,
        Err(outcome) => return outcome,
    };
    let name = &arguments.procedure;
    let instead = |command| suggest::instead(command, name, &arguments.facts);
    let found = find(&rulebook, name).and_then(|(model, named)| match named {
        Named::Procedure(id) => model
            .procedure(id)
            .map(|procedure| (model, procedure))
            .ok_or_else(|| Diagnostic::error_nowhere(Code::UnknownQuestion, "no such procedure")),
        Named::Question(_) => {
            let odds = instead("odds").then(" tells its odds");
            let help = instead("ask").then(" asks it, ").then(odds);
            Err(suggest::other(name, "question", help))
        }
        Named::Process(_) => {
            let help = instead("play").then(" plays it");
            Err(suggest::other(name, "process", help))
        }
    });
    let rolled = found.and_then(|(model, procedure)| {
        let given = Given::read(model, &arguments.facts, &arguments.reading)?;
        if let Some((fact, _)) = given.terms.uniform.iter().chain(&given.terms.open).chain(&given.cycles).next() {
            let message = format!("`{}` needs one value", model.variable_name(*fact));
            return Err(Diagnostic::request(message).help(Advice::from("several are for ").then(instead("odds"))));
        }
        given.refuse_found(model, procedure)?;
        let (mut hand, seed) = hand(arguments.rolls.as_deref(), arguments.seed, 0);
        let rolled = dice::roll(model, &rulebook.sources, procedure, &given.terms, &mut hand)?;
        let is_thrown = |(_, taken): &(usize, Taken)| matches!(taken, Taken::Thrown(thrown) if thrown.faces.is_some());
        let seed = seed.filter(|_| rolled.steps.iter().any(is_thrown));
        Ok((model, procedure, rolled, seed))
    });
    match rolled {
        Ok((model, procedure, rolled, seed)) => {
            let shown = ShownRoll {
                model,
                sources: &rulebook.sources,
                procedure,
                rolled: &rolled,
                seed,
            };
            match arguments.format {
                Format::Human => output.prose(&human(&shown)),
                Format::Json => output.json(&json(&shown)),
                Format::Chat => output.line(&chat(&shown)),
            }
            let is_whole = rolled
                .outcome
                .iter()
                .all(|(_, slot)| slot.index().is_some());
            if is_whole {
                Outcome::Clean
            } else {
                Outcome::Findings
            }
        }
        Err(problem) => usage(&problem, output),
    }
}
