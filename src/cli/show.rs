//! `chartroom show`: a chart as the book has it, or all that the rulebook holds about a thing.

use super::format::Format;
use super::{Outcome, Output, Session, Stop, list};
use crate::diagnostic::{Command, Diagnostic};
use crate::model::{Chart, Model};
use crate::render::about::View;
use crate::render::chart::Charts;
use crate::render::list::Kind;
use crate::rulebook::Rulebook;
use clap::Args;

#[derive(Debug, Args)]
pub struct Arguments {
    /// A chart, a paragraph, or anything else that has a name; several one below the other; without it, the names of charts
    #[arg(value_name = "NAME")]
    names: Vec<String>,
    /// All charts of a pack
    #[arg(long, value_name = "PACK", conflicts_with = "names")]
    pack: Option<String>,
    /// Add each result's chance
    #[arg(long)]
    odds: bool,
    /// All that is told, examples and uses too, not their number alone
    #[arg(long)]
    all: bool,
    /// How to show it
    #[arg(long, value_parser = Format::among(&Format::TABLE), default_value = "human")]
    format: Format,
}

pub fn run(arguments: &Arguments, session: &mut Session) -> Result<Outcome, Stop> {
    let rulebook = session.load_whole()?;
    let (format, output) = (arguments.format, &mut session.output);
    let shown = |charts: &[(&Model, &Chart)], output: &mut Output| {
        output.show(
            &Charts::of(charts, &rulebook.sources, arguments.odds),
            format,
        );
    };
    match (&arguments.pack, Kind::named("charts")) {
        (Some(pack), _) => shown(&rulebook.charts_in(pack)?, output),
        (None, Some(kind)) if arguments.names.is_empty() => {
            let is_of_chart = matches!(format, Format::Csv | Format::Markdown) || arguments.odds;
            if is_of_chart {
                let message = "`--format csv`, `--format markdown` and `--odds` are for a chart that is named";
                let list = Command::new(["list", "charts"]).then(" lists them");
                return Err(Diagnostic::request(message).help(list).into());
            }
            let page = (format, arguments.all, &[][..]);
            list::show(kind, list::entries(&rulebook, kind), page, output);
        }
        (None, _) => {}
    }
    for (place, name) in arguments.names.iter().enumerate() {
        if place > 0 && !matches!(format, Format::Json | Format::Csv) {
            output.line("");
        }
        let all = (format, arguments.all);
        match rulebook.charts(name) {
            Err(_) if format != Format::Csv && everything(&rulebook, name, all, output) => {
                if arguments.odds {
                    output.note(&format!("`{name}` is no chart: `--odds` adds nothing"));
                }
            }
            charts => shown(&charts?, output),
        }
    }
    Ok(Outcome::Clean)
}

/// Shows a chart or paragraph of a name; whether there is such.
pub fn printed(rulebook: &Rulebook, name: &str, format: Format, output: &mut Output) -> bool {
    if let Ok(charts) = rulebook.charts(name) {
        output.show(&Charts::of(&charts, &rulebook.sources, false), format);
        return true;
    }
    rulebook.has_paragraph(name) && everything(rulebook, name, (format, false), output)
}

/// Shows what is told of what a name stands for, or all of it, its charts with it; whether there is such.
pub fn everything(
    rulebook: &Rulebook,
    name: &str,
    (format, is_whole): (Format, bool),
    output: &mut Output,
) -> bool {
    let told = rulebook.about(name);
    let is_for_people = format != Format::Json;
    for (place, (model, about)) in told.iter().enumerate() {
        if place > 0 && is_for_people {
            output.line("");
        }
        let charts = about.charts.iter().map(|id| (*model, &model.charts[*id]));
        let charts: Vec<(&Model, &Chart)> = charts.collect();
        let printed = Charts::of(&charts, &rulebook.sources, false);
        let has_charts = is_for_people && !charts.is_empty();
        // A paragraph begins with what is printed in it.
        let begins = has_charts && about.kind == "paragraph";
        if begins {
            output.show(&printed, format);
            output.line("");
        }
        output.show(&View::of(about, &charts, is_whole), format);
        if has_charts && !begins {
            output.line("");
            output.show(&printed, format);
        }
    }
    !told.is_empty()
}
