//! `chartroom roll`: a procedure, by a seed or by the players' own dice.

use super::format::Format;
use super::seat::{AtTable, Seat};
use super::suggest::find;
use super::{Outcome, Output, Session, Stop, suggest};
use crate::diagnostic::{Advice, Diagnostic};
use crate::dice::{Hand, Taken, Terms};
use crate::game::{self, Roll};
use crate::model::{Model, Procedure};
use crate::render::roll::{ShownRoll, View};
use crate::rulebook::terms::Given;
use crate::rulebook::{Named, Rulebook};
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
        let terms = self.terms(model, procedure)?;
        // The players' own rolls, a seed given, or a fresh one.
        let seed = self
            .rolls
            .is_none()
            .then(|| self.seed.unwrap_or_else(fresh));
        let players = || Hand::told(self.rolls.as_deref().unwrap_or_default());
        let mut hand = seed.map_or_else(players, |seed| Hand::seeded(seed, 0));
        let context = (model, &rulebook.sources);
        let terms = (terms, self.strict);
        let Roll {
            rolled,
            found,
            impossible,
            event,
        } = game::roll(context, procedure, terms, state.as_ref(), &mut hand)?;
        if let Some(seat) = &mut seat {
            seat.write(&[event])?;
        }
        let is_thrown = |(_, taken): &(usize, Taken)| matches!(taken, Taken::Thrown(thrown) if thrown.faces.is_some());
        let shown = ShownRoll {
            model,
            procedure,
            rolled: &rolled,
            found: &found,
            impossible: impossible.as_ref(),
            seed: seed.filter(|_| rolled.steps.iter().any(is_thrown)),
        };
        let view = View::of(&shown);
        match self.format {
            Format::Chat => output.text(&format!("{}\n", view.chat())),
            format => output.show(&view, format),
        }
        let is_whole = rolled
            .outcome
            .iter()
            .all(|(_, slot)| slot.index().is_some());
        Ok(Outcome::clean_if(is_whole && impossible.is_none()))
    }

    fn procedure<'r>(
        &self,
        rulebook: &'r Rulebook,
    ) -> Result<(&'r Model, &'r Procedure), Diagnostic> {
        let name = &self.procedure;
        let instead = |command| suggest::instead(command, name, &self.facts);
        let (model, named) = find(rulebook, name)?;
        match named {
            Named::Procedure(id) => Ok((model, &model.procedures[id])),
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

    fn terms(&self, model: &Model, procedure: &Procedure) -> Result<Terms, Diagnostic> {
        let given = Given::read(model, &self.facts, &self.reading)?;
        let terms = &given.terms;
        let several = [&terms.uniform, &terms.open, &terms.cycles];
        if let Some((fact, _)) = several.into_iter().flatten().next() {
            let message = format!("`{}` needs one value", model.variable_name(*fact));
            let odds = suggest::instead("odds", &self.procedure, &self.facts);
            let help = Advice::from("several are for ").then(odds);
            return Err(Diagnostic::request(message).help(help));
        }
        given.refuse_found(model, procedure)?;
        Ok(given.terms)
    }
}
