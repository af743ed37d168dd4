//! `chartroom roll`: a procedure, by a seed or by the players' own dice.

use super::ask::find;
use super::format::Format;
use super::seat::{AtTable, Seat};
use super::{Outcome, Output, Session, Stop, suggest};
use crate::answer::{Asker, Found};
use crate::diagnostic::{Advice, Code, Diagnostic};
use crate::dice::{self, Hand, Taken};
use crate::game::roll_told;
use crate::model::{Model, Procedure, Role, VariableId};
use crate::render::roll::{ShownRoll, chat, human, view};
use crate::render::told;
use crate::rulebook::terms::Given;
use crate::rulebook::{Named, Rulebook};
use crate::turn::Situation;
use clap::Args;
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
    #[arg(long, value_parser = Format::among(&Format::ROLLED), default_value = "human")]
    format: Format,
    #[command(flatten)]
    table: AtTable,
    /// Take nothing as usual: what is neither given nor found by the rules is asked for
    #[arg(long)]
    strict: bool,
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
pub(super) fn run(arguments: &Arguments, session: &mut Session) -> Result<Outcome, Stop> {
    let (rulebook, seat) = arguments.table.load_to_write(session)?;
    arguments.run(&rulebook, seat, &mut session.output)
}

impl Arguments {
    fn run(
        &self,
        rulebook: &Rulebook,
        mut seat: Option<Seat>,
        output: &mut Output,
    ) -> Result<Outcome, Stop> {
        let (model, procedure) = self.procedure(rulebook)?;
        let state = match &seat {
            Some(seat) => Some(seat.state(seat.model(rulebook)?, output)),
            None => None,
        };
        let given = self.given(model, procedure)?;
        let told: Vec<(VariableId, u32)> = facts_of(model, &given.terms.known);
        let mut terms = given.terms;
        if let Some(state) = &state {
            let known = state.before_rolling(procedure);
            let own = std::mem::replace(&mut terms.known, known);
            facts_of(model, &own)
                .iter()
                .for_each(|(fact, index)| terms.known.set(*fact, Some(*index)));
        }
        let found = fill(model, procedure, &mut terms.known, self.strict);
        let (mut hand, seed) = hand(self.rolls.as_deref(), self.seed, 0);
        let rolled = dice::roll(model, &rulebook.sources, procedure, &terms, &mut hand);
        let rolled = rolled?;
        if let Some(seat) = &mut seat {
            let event = roll_told(model, procedure, &told, &rolled);
            seat.write(&[event])?;
        }
        let is_thrown = |(_, taken): &(usize, Taken)| matches!(taken, Taken::Thrown(thrown) if thrown.faces.is_some());
        let shown = ShownRoll {
            model,
            sources: &rulebook.sources,
            procedure,
            rolled: &rolled,
            found: &found,
            seed: seed.filter(|_| rolled.steps.iter().any(is_thrown)),
        };
        match self.format {
            Format::Json => output.json(&told::json(&view(&shown))),
            Format::Chat => output.line(&chat(&shown)),
            _ => output.prose(&human(&shown)),
        }
        let is_whole = rolled
            .outcome
            .iter()
            .all(|(_, slot)| slot.index().is_some());
        Ok(Outcome::clean_if(is_whole))
    }

    fn procedure<'r>(
        &self,
        rulebook: &'r Rulebook,
    ) -> Result<(&'r Model, &'r Procedure), Diagnostic> {
        let name = &self.procedure;
        let instead = |command| suggest::instead(command, name, &self.facts);
        let (model, named) = find(rulebook, name)?;
        match named {
            Named::Procedure(id) => {
                let none = || Diagnostic::error_nowhere(Code::UnknownQuestion, "no such procedure");
                model.procedure(id).map(|own| (model, own)).ok_or_else(none)
            }
            Named::Question(_) => {
                let odds = instead("odds").then(" tells its odds");
                let help = instead("ask").then(" asks it, ").then(odds);
                Err(suggest::other(name, "question", help))
            }
            Named::Process(_) => {
                let help = instead("play").then(" plays it");
                Err(suggest::other(name, "process", help))
            }
        }
    }

    fn given(&self, model: &Model, procedure: &Procedure) -> Result<Given, Diagnostic> {
        let given = Given::read(model, &self.facts, &self.reading)?;
        let terms = &given.terms;
        let several = terms
            .uniform
            .iter()
            .chain(&terms.open)
            .chain(&given.cycles)
            .next();
        if let Some((fact, _)) = several {
            let message = format!("`{}` needs one value", model.variable_name(*fact));
            let odds = suggest::instead("odds", &self.procedure, &self.facts);
            let help = Advice::from("several are for ").then(odds);
            return Err(Diagnostic::request(message).help(help));
        }
        given.refuse_found(model, procedure)?;
        Ok(given)
    }
}

/// The facts that a situation knows; readings are none.
fn facts_of(model: &Model, known: &Situation) -> Vec<(VariableId, u32)> {
    let all = (0..).map(VariableId).zip(&model.variables);
    let facts = all.filter(|(_, found)| found.role == Role::Fact);
    facts
        .filter_map(|(id, _)| Some((id, known.get(id)?)))
        .collect()
}

/// Fills in what a procedure begins with: by the rules, or else as it usually is.
fn fill(model: &Model, procedure: &Procedure, known: &mut Situation, strict: bool) -> Vec<Found> {
    let mut asker = Asker::new(model);
    asker.set_strict(strict);
    let mut found = Vec::new();
    for fact in &procedure.start {
        found.extend(asker.fill(*fact, known));
    }
    found
}
