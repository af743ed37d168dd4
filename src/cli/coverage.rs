//! `chartroom coverage`: what the worked examples exercise, paragraph by paragraph.

use super::format::Format;
use super::{Outcome, Session, Stop, packs, to_the_end};
use crate::analysis::coverage::coverage;
use crate::model::Model;
use crate::render::coverage::view;
use clap::Args;
use rayon::prelude::*;

/// The arguments of `coverage`.
#[derive(Debug, Args)]
pub struct Arguments {
    /// The packs whose paragraphs to show; all, if none is named
    packs: Vec<String>,
    /// Fail where examples exercise less than this much of the data
    #[arg(long, value_name = "PERCENT", value_parser = clap::value_parser!(u8).range(0..=100))]
    min: Option<u8>,
    /// How to show it
    #[arg(long, value_parser = Format::among(&Format::PLAIN), default_value = "human")]
    format: Format,
}

/// Runs the command.
pub fn run(arguments: &Arguments, session: &mut Session) -> Result<Outcome, Stop> {
    let rulebook = to_the_end(session.load_whole()?);
    packs::known(&rulebook, &arguments.packs)?;
    let of_game = |model: &Model| {
        let mut paragraphs = coverage(model, &rulebook.sources);
        paragraphs.retain(|paragraph| packs::is_wanted(model, paragraph.of, &arguments.packs));
        paragraphs
    };
    let models: Vec<_> = rulebook.games.iter().collect();
    let covered = view(models.into_par_iter().flat_map_iter(of_game).collect());
    let output = &mut session.output;
    output.show(&covered, arguments.format);
    let percent = covered.totals.percent;
    let too_low = arguments.min.filter(|min| percent < usize::from(*min));
    if let Some(min) = too_low {
        output.problem(&format!(
            "examples exercise {percent}% of the data, less than {min}%"
        ));
    }
    let is_whole = !rulebook.has_errors();
    Ok(Outcome::clean_if(
        is_whole && too_low.is_none() && covered.totals.unexplained == 0,
    ))
}
