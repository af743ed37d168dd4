//! `chartroom show`: a chart as the book has it, or all that the rulebook holds about a paragraph, a question or a fact.

use super::format::Format;
use super::{Outcome, Output, Session, Stop, list};
use crate::analysis::about::About;
use crate::model::{Chart, Model};
use crate::render::about::View;
use crate::render::chart::Charts;
use crate::render::list::Kind;
use crate::render::told::Version;
use crate::rulebook::Rulebook;
use clap::Args;

/// How wide a page is where there is no terminal.
const WIDTH: usize = 80;

/// The arguments of `show`.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// A chart, a paragraph, a question, a fact or a reading; without it, the names of all charts
    #[arg(value_name = "NAME")]
    name: Option<String>,
    /// All charts of a pack
    #[arg(long, value_name = "PACK", conflicts_with = "name")]
    pack: Option<String>,
    /// Add each result's chance
    #[arg(long)]
    odds: bool,
    /// How to show it
    #[arg(long, value_parser = Format::among(&Format::TEXT), default_value = "human")]
    format: Format,
}

/// Runs the command.
pub(super) fn run(arguments: &Arguments, session: &mut Session) -> Result<Outcome, Stop> {
    let rulebook = session.load_whole()?;
    let output = &mut session.output;
    let charts = match (&arguments.name, &arguments.pack) {
        (Some(name), _) if about(&rulebook, name, arguments.format, output) => {
            return Ok(Outcome::Clean);
        }
        (Some(name), _) => rulebook.charts(name),
        (None, Some(pack)) => rulebook.charts_in(pack),
        (None, None) => {
            list::show(&rulebook, Kind::Charts, arguments.format, &|_| true, output);
            return Ok(Outcome::Clean);
        }
    };
    show(
        &rulebook,
        &charts?,
        arguments.format,
        arguments.odds,
        output,
    );
    Ok(Outcome::Clean)
}

/// Shows a chart or paragraph of a name; whether there is such.
pub(super) fn printed(
    rulebook: &Rulebook,
    name: &str,
    format: Format,
    output: &mut Output,
) -> bool {
    if let Ok(charts) = rulebook.charts(name) {
        show(rulebook, &charts, format, false, output);
        return true;
    }
    let told = rulebook.about(name);
    let is_paragraph = |(_, about): &(&Model, About)| about.kind == "paragraph";
    told.iter().any(is_paragraph) && everything(rulebook, name, format, output)
}

/// Shows all that is told of what a name stands for; not of what is a chart, or is answered by one. Whether there is such.
pub(super) fn about(rulebook: &Rulebook, name: &str, format: Format, output: &mut Output) -> bool {
    rulebook.charts(name).is_err() && everything(rulebook, name, format, output)
}

/// Shows all that is told of what a name stands for, its charts with it; whether there is such.
pub(super) fn everything(
    rulebook: &Rulebook,
    name: &str,
    format: Format,
    output: &mut Output,
) -> bool {
    let told = rulebook.about(name);
    for (place, (model, about)) in told.iter().enumerate() {
        if place > 0 && format != Format::Json {
            output.line("");
        }
        let charts = about
            .charts
            .iter()
            .filter_map(|id| model.charts.at(id.index()));
        let charts: Vec<_> = charts.map(|chart| (*model, chart)).collect();
        let view = View {
            version: Version,
            charts: charts.iter().map(|(_, chart)| chart.id.clone()).collect(),
            about: about.clone(),
        };
        let width = output.width().unwrap_or(WIDTH);
        output.show_within(&view, format, Some(width));
        if format != Format::Json && !charts.is_empty() {
            output.line("");
            show(rulebook, &charts, format, false, output);
        }
    }
    !told.is_empty()
}

/// Shows charts as the book has them.
pub(super) fn show(
    rulebook: &Rulebook,
    charts: &[(&Model, &Chart)],
    format: Format,
    with_odds: bool,
    output: &mut Output,
) {
    output.show(&Charts::of(charts, &rulebook.sources, with_odds), format);
}
