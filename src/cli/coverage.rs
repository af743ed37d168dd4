//! `chartroom coverage`: what the worked examples exercise, paragraph by paragraph.

use super::format::Format;
use super::{Outcome, Session, Stop, packs};
use crate::analysis::coverage::coverage;
use crate::render::coverage::view;
use clap::Args;

/// The arguments of `coverage`.
#[derive(Debug, Args)]
pub(super) struct Arguments {
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
pub(super) fn run(arguments: &Arguments, session: &mut Session) -> Result<Outcome, Stop> {
    let rulebook = session.load_whole()?;
    packs::known(&rulebook, &arguments.packs)?;
    let covered = rulebook.games.iter().map(|model| {
        let mut paragraphs = coverage(model, &rulebook.sources);
        paragraphs.retain(|own| packs::is_wanted(model, own.pack, &arguments.packs));
        (model, paragraphs)
    });
    let covered = view(&covered.collect::<Vec<_>>(), &rulebook.sources);
    let output = &mut session.output;
    output.show(&covered, arguments.format);
    let totals = covered.totals;
    let too_low = arguments
        .min
        .filter(|min| totals.percent < usize::from(*min));
    if let Some(min) = too_low {
        output.problem(&format!(
            "examples exercise {}% of the data, less than {min}%",
            totals.percent
        ));
    }
    let is_clean = too_low.is_none() && totals.unexplained == 0;
    Ok(Outcome::clean_if(is_clean))
}
