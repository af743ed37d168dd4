//! What `roll` and `play` take alike: who throws the dice, at which table, and how the rest is read.

use super::seat::{AtTable, Seat};
use super::{Output, suggest};
use crate::check;
use crate::diagnostic::{Advice, Command, Diagnostic};
use crate::game::{State, for_whole_game};
use crate::model::{Model, Process, QuestionId, VariableId};
use crate::render::words::{self, changes_nothing};
use crate::rulebook::terms::Given;
use crate::rulebook::{odds, request, spoken};
use crate::turn::Situation;
use clap::Args;
use rustc_hash::FxHashSet;
use std::hash::{BuildHasher, RandomState};

/// The options.
#[derive(Debug, Args)]
pub(super) struct Throwing {
    /// The seed of the dice; a fresh one, and shown, if not said
    #[arg(long, value_name = "N", conflicts_with = "rolls")]
    pub(super) seed: Option<u64>,
    /// The players' own rolls in order: totals, or die by die as 3+4
    #[arg(long, value_name = "4,3+2,…", allow_hyphen_values = true)]
    pub(super) rolls: Option<String>,
    #[command(flatten)]
    pub(super) table: AtTable,
    /// Take nothing as usual: what is neither given nor found by the rules is asked for
    #[arg(long)]
    strict: bool,
    /// Take a reading another way than its default
    #[arg(long, value_name = "PACK/NAME=OPTION")]
    pub(super) reading: Vec<String>,
}

impl Throwing {
    /// Refuses to take a reading, or to play with a switch, for one event of a game: it is played by its own from the first to the
    /// last.
    pub(super) fn refuse_readings(
        &self,
        model: &Model,
        facts: &[String],
        seat: Option<&Seat>,
    ) -> Result<(), Diagnostic> {
        let Some(seat) = seat else {
            return Ok(());
        };
        let shown = seat.file.display().to_string();
        if let Some(reading) = self.reading.first() {
            let message = format!("`{shown}` is played by its own readings, not by `{reading}`");
            let help =
                format!("a reading of the game stands in its head: `readings = [\"{reading}\"]`");
            return Err(Diagnostic::request(message).help(help));
        }
        let is_switch = |text: &&String| {
            let name = text.split_once('=').map(|(name, _)| name.trim());
            name.is_some_and(|name| request::is_switch(model, name))
        };
        match facts.iter().find(is_switch) {
            Some(switch) => {
                let set = Command::new(["game", "set", &shown, switch]);
                Err(for_whole_game(switch).help(set.then(" plays so from now on")))
            }
            None => Ok(()),
        }
    }

    /// The facts given, each with one value, but those that may go in turn.
    pub(super) fn given(
        &self,
        model: &Model,
        (name, facts): (&str, &[String]),
        in_turn: bool,
    ) -> Result<Given, Diagnostic> {
        let mut given = Given::read(model, facts, &self.reading)?;
        given.strict = self.strict;
        given.refuse_several(model, in_turn).map_err(|several| {
            let odds = suggest::instead("odds", name, facts);
            several.help(Advice::from("several are for ").then(odds))
        })?;
        Ok(given)
    }
}

/// The facts as they are given, words of a player among them read as what they say of the facts asked for, and of those from
/// which these are found.
pub(super) fn heard(
    model: &Model,
    facts: &[String],
    asked: impl IntoIterator<Item = VariableId>,
    output: &mut Output,
) -> Result<Vec<String>, Diagnostic> {
    let asked = asked.into_iter();
    let taken = asked.flat_map(|fact| check::comes_from(model, fact));
    let (facts, heard) = spoken::in_words(model, facts, &taken.collect())?;
    output.understood(heard);
    Ok(facts)
}

/// Tells how switches are played, and readings that are taken otherwise than by default; at a table the game has told that.
pub(super) fn note_played(
    model: &Model,
    asked: Vec<QuestionId>,
    known: &Situation,
    output: &mut Output,
) {
    let taken = odds::played(model, asked, &[], known);
    words::played(model, &taken).for_each(|told| output.note(&told));
}

/// The facts that a process may be begun with, or that a turn has.
pub(super) fn asked_by(process: &Process) -> impl Iterator<Item = VariableId> {
    let initially = process.initially.iter().map(|(fact, _)| *fact);
    let told = process.start.iter().chain(&process.turn).copied();
    told.chain(initially)
}

/// Tells of facts given, `name=value`, at which nothing looks.
pub(super) fn note_idle<'f>(
    model: &Model,
    facts: impl IntoIterator<Item = &'f String>,
    taken: &FxHashSet<VariableId>,
    output: &mut Output,
) {
    for fact in facts {
        let name = fact.split_once('=').map(|(name, _)| name.trim());
        let Some(named) = name.and_then(|name| model.fact_named(name)) else {
            continue;
        };
        let roll = model.roll_of(named);
        let throw = roll
            .into_iter()
            .flat_map(|roll| model.dice_of(roll))
            .chain(roll);
        if !throw.chain([named]).any(|own| taken.contains(&own)) {
            let name = model.variable_name(named);
            output.note(&changes_nothing(name));
        }
    }
}

/// A seed that nobody chose, short enough to be told to an opponent.
pub(super) fn fresh() -> u64 {
    RandomState::new().hash_one(std::process::id()) % 1_000_000
}

/// What is known at the table, where it is played at one.
pub(super) fn known<'m>(
    seat: Option<&Seat>,
    model: &'m Model,
    output: &mut Output,
) -> Result<Option<State<'m>>, Diagnostic> {
    let of = |seat: &Seat| {
        seat.refuse_other(model)?;
        Ok(seat.state(model, output))
    };
    seat.map(of).transpose()
}
