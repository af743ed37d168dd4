//! `chartroom odds`: exact chances, or estimates.

use super::ask::find;
use super::format::Format;
use super::seat::AtTable;
use super::{Outcome, Session, Stop};
use crate::dice::simulate::Trials;
use crate::rulebook::odds::OddsRequest;
use clap::Args;
#[cfg(feature = "plot")]
use std::path::PathBuf;

/// The arguments of `odds`.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// A question, process or procedure, as `chartroom list` names it
    name: String,
    /// Facts: FACT=VALUE fixes one; FACT=each, or several values, or a fact not given has a column for each of its values;
    /// FACT=alike has them all as likely as each other. A roll not given, or given as `any`, is rolled by its dice
    #[arg(value_name = "FACT=VALUE")]
    facts: Vec<String>,
    /// Count only what agrees with this condition
    #[arg(long, value_name = "CONDITION")]
    given: Option<String>,
    /// The chance that this holds in the end
    #[arg(long, value_name = "CONDITION")]
    at: Vec<String>,
    /// Of a process: the chance that this holds after some turn
    #[arg(long, value_name = "CONDITION")]
    ever: Vec<String>,
    /// Of a process: how many turns
    #[arg(long, value_name = "N")]
    turns: Option<u32>,
    /// Of a process: a fact before the first turn alone
    #[arg(long, value_name = "FACT=VALUE")]
    start: Vec<String>,
    /// Of a process or procedure: show these states or outcomes alone. A condition, such as 'weather in mud-class': the
    /// chance of the results for which it holds
    #[arg(long, value_name = "NAME,… | CONDITION")]
    of: Vec<String>,
    /// The chance of several results taken together
    #[arg(long, value_name = "RESULT,…")]
    sum: Vec<String>,
    #[command(flatten)]
    table: AtTable,
    /// Take a reading another way than its default
    #[arg(long, value_name = "PACK/NAME=OPTION")]
    reading: Vec<String>,
    /// Estimate from so many trials instead of counting
    #[arg(long, value_name = "N")]
    simulate: Option<u64>,
    /// The seed of the trials
    #[arg(long, value_name = "N", default_value_t = 1, requires = "simulate")]
    seed: u64,
    /// How many threads make the trials; the result is the same
    #[arg(long, value_name = "N", requires = "simulate")]
    threads: Option<usize>,
    /// How to show the odds
    #[arg(long, value_parser = Format::among(&Format::TABLE), default_value = "human")]
    format: Format,
    /// Write a plot as well
    #[cfg(feature = "plot")]
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

/// Runs the command.
pub(super) fn run(arguments: &Arguments, session: &mut Session) -> Result<Outcome, Stop> {
    // A condition may look at what the answer itself does not.
    let name = &arguments.name;
    let has_condition = arguments.given.is_some() || arguments.of.iter().any(|of| of.contains(' '));
    let (rulebook, seat) = arguments.table.load(session, |session| {
        if has_condition {
            session.load()
        } else {
            session.load_for(name)
        }
    })?;
    let output = &mut session.output;
    let (model, named) = find(&rulebook, name)?;
    let mut request = arguments.request();
    if let Some(seat) = &seat {
        let told = seat.for_odds(model, named, &request.facts, output);
        request.facts.extend(told.facts);
        request.start.splice(0..0, told.start);
        let readings = seat.game.head.readings.iter().cloned();
        request.readings.splice(0..0, readings);
    }
    let view = request.odds(model, named)?.view();
    output.show(&view, arguments.format);
    #[cfg(feature = "plot")]
    if let Some(file) = &arguments.svg {
        return super::plot::run(file, &view);
    }
    Ok(Outcome::Clean)
}

impl Arguments {
    fn request(&self) -> OddsRequest {
        let names = |text: &String| match text.contains(' ') {
            true => vec![text.clone()],
            false => text.split(',').map(str::to_owned).collect(),
        };
        OddsRequest {
            facts: self.facts.clone(),
            given: self.given.clone(),
            at: self.at.clone(),
            ever: self.ever.clone(),
            turns: self.turns,
            start: self.start.clone(),
            of: self.of.iter().flat_map(names).collect(),
            sums: self.sum.clone(),
            readings: self.reading.clone(),
            trials: self.simulate.map(|number| Trials {
                number,
                seed: self.seed,
                threads: self.threads.unwrap_or(0).min(256),
            }),
        }
    }
}
