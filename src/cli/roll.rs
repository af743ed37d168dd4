//! `chartroom roll`: a procedure, by a seed or by the players' own dice.

use super::format::Format;
use super::seat::Seat;
use super::suggest::find_as;
use super::throwing::{self, Throwing};
use super::{Outcome, Output, Session, Stop, suggest};
use crate::diagnostic::Diagnostic;
use crate::dice::{Hand, Taken};
use crate::game::{self, Roll};
use crate::model::{Model, Procedure};
use crate::render::roll::{ShownRoll, View};
use crate::rulebook::{Named, Rulebook, request};
use clap::Args;

/// The arguments of `roll`.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The procedure, as `chartroom list procedures` names it
    procedure: String,
    /// The facts of its start, or words that say them
    #[arg(value_name = "FACT=VALUE")]
    facts: Vec<String>,
    /// How to show the rolls
    #[arg(long, value_parser = Format::among(&Format::ROLLED), default_value = "human")]
    format: Format,
    #[command(flatten)]
    throwing: Throwing,
}

/// Runs the command.
pub(super) fn run(arguments: &Arguments, session: &mut Session) -> Result<Outcome, Stop> {
    let (rulebook, seat) = arguments.throwing.table.load_to_write(session)?;
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
        let state = throwing::known(seat.as_ref(), model, output)?;
        let start = procedure.start.iter().copied();
        let facts = throwing::heard(model, &self.facts, start, output)?;
        self.throwing
            .refuse_readings(model, &facts, seat.as_ref())?;
        let looked_at = request::taken_by_procedure(model, procedure);
        throwing::note_idle(model, &facts, &looked_at, output);
        let asked = (self.procedure.as_str(), facts.as_slice());
        let given = self.throwing.given(model, asked, false)?;
        given.refuse_found(model, procedure)?;
        if state.is_none() {
            throwing::note_played(model, procedure.questions(), &given.terms.known, output);
        }
        // The players' own rolls, a seed given, or a fresh one.
        let seed = self
            .throwing
            .rolls
            .is_none()
            .then(|| self.throwing.seed.unwrap_or_else(throwing::fresh));
        let players = || Hand::told(self.throwing.rolls.as_deref().unwrap_or_default());
        let mut hand = seed.map_or_else(players, |seed| Hand::seeded(seed, 0));
        let context = (model, &rulebook.sources);
        let terms = (given.terms, given.strict);
        let Roll {
            rolled,
            taken,
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
            taken: &taken,
            impossible: impossible.as_ref(),
            seed: seed.filter(|_| rolled.steps.iter().any(is_thrown)),
        };
        let view = View::of(&shown);
        match self.format {
            Format::Chat => output.text(&format!("{}\n", view.chat())),
            format => output.show(&view, format),
        }
        Ok(Outcome::clean_if(rolled.is_known() && impossible.is_none()))
    }

    fn procedure<'r>(
        &self,
        rulebook: &'r Rulebook,
    ) -> Result<(&'r Model, &'r Procedure), Diagnostic> {
        let name = &self.procedure;
        let instead = |command| suggest::instead(command, name, &self.facts);
        let (model, named) = find_as(("procedure", "procedures"), rulebook, name)?;
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
}
