//! `chartroom coverage`: what the worked examples exercise, paragraph by paragraph.

use super::format::Format;
use super::{Global, Outcome, Output, packs};
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
pub(super) fn run(arguments: &Arguments, global: &Global, output: &mut Output) -> Outcome {
    let rulebook = match global.load_whole(output) {
        Ok(rulebook) => rulebook,
        Err(outcome) => return outcome,
    };
    if let Err(problem) = packs::known(&rulebook, &arguments.packs) {
        return output.refuse(&problem);
    }
    let covered = rulebook.games.iter().map(|model| {
        let mut paragraphs = coverage(model, &rulebook.sources);
        paragraphs.retain(|own| packs::is_wanted(model, own.pack, &arguments.packs));
        (model, paragraphs)
    });
    let covered = view(&covered.collect::<Vec<_>>(), &rulebook.sources);
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
    if too_low.is_some() || totals.unexplained > 0 {
        Outcome::Findings
    } else {
        Outcome::Clean
    }
}
