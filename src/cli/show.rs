//! `chartroom show`: a chart as the book has it.

use super::format::Format;
use super::{Global, Outcome, Output, list};
use crate::model::{Chart, Model};
use crate::render::chart::{Shown, human, json, markdown};
use crate::render::list::Kind;
use crate::render::odds::ChartOdds;
use crate::rulebook::Rulebook;
use clap::Args;
use serde_json::json;

/// The arguments of `show`.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The chart, or a question that charts answer; without it, the names of all charts
    chart: Option<String>,
    /// All charts of a pack
    #[arg(long, value_name = "PACK", conflicts_with = "chart")]
    pack: Option<String>,
    /// Add each result's chance
    #[arg(long)]
    odds: bool,
    /// How to show it
    #[arg(long, value_parser = Format::among(&Format::TEXT), default_value = "human")]
    format: Format,
}

/// Runs the command.
pub(super) fn run(arguments: &Arguments, global: &Global, output: &mut Output) -> Outcome {
    let rulebook = match global.load(output) {
        Ok(rulebook) => rulebook,
        Err(outcome) => return outcome,
    };
    let charts = match (&arguments.chart, &arguments.pack) {
        (Some(name), _) => rulebook.charts(name),
        (None, Some(pack)) => rulebook.charts_in(pack),
        (None, None) => {
            list::show(&rulebook, Kind::Charts, arguments.format, &|_| true, output);
            return Outcome::Clean;
        }
    };
    match charts {
        Ok(charts) => {
            show(&rulebook, &charts, arguments, output);
            Outcome::Clean
        }
        Err(problem) => {
            output.problem(&problem.to_string());
            Outcome::Usage
        }
    }
}

fn show(
    rulebook: &Rulebook,
    charts: &[(&Model, &Chart)],
    arguments: &Arguments,
    output: &mut Output,
) {
    let shown: Vec<Shown<'_>> = charts
        .iter()
        .map(|(model, chart)| Shown {
            model,
            sources: &rulebook.sources,
            chart,
        })
        .collect();
    let texts: Vec<String> = match arguments.format {
        Format::Json => {
            let charts: Vec<_> = shown
                .iter()
                .map(|shown| {
                    let mut object = json(shown);
                    if let (Some(odds), Some(fields)) =
                        (odds(arguments, shown), object.as_object_mut())
                    {
                        fields.insert("odds".to_owned(), odds.json());
                    }
                    object
                })
                .collect();
            return output.json(&json!({ "version": 1, "charts": charts }));
        }
        Format::Markdown => {
            let text = |shown| {
                markdown(shown)
                    + &odds(arguments, shown).map_or_else(String::new, |odds| odds.markdown())
            };
            shown.iter().map(text).collect()
        }
        _ => {
            let text = |shown| {
                human(shown, output.width())
                    + &odds(arguments, shown)
                        .map_or_else(String::new, |odds| odds.human(output.width()))
            };
            shown.iter().map(text).collect()
        }
    };
    output.print(&texts.join("\n"));
}

/// The odds under a chart, where they are asked for.
fn odds<'a>(arguments: &Arguments, shown: &Shown<'a>) -> Option<ChartOdds<'a>> {
    arguments
        .odds
        .then(|| ChartOdds::of(shown.model, shown.chart))
        .flatten()
}
