//! `chartroom schema`: the JSON Schema of what `--format json` writes, and of what packs are written in.

use super::{Outcome, Session, Stop};
use crate::diagnostic::{Command, Diagnostic};
use crate::pack::schema::WRITTEN;
use crate::render::schema::OUTPUTS;
use crate::render::style::{BOLD, FAINT};
use crate::render::table::{Column, Table};
use clap::Args;

/// The arguments of `schema`.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// What to print the schema of; without it, the names of all
    name: Option<String>,
}

/// Runs the command.
pub(super) fn run(arguments: &Arguments, session: &mut Session) -> Result<Outcome, Stop> {
    let output = &mut session.output;
    let Some(name) = &arguments.name else {
        let columns = [BOLD, FAINT].map(|style| Column::words("").styled(style));
        let mut table = Table::new(columns.into());
        table.width = output.width();
        let rows = OUTPUTS
            .iter()
            .map(|own| vec![own.name.to_owned(), written(own.from)]);
        let files = WRITTEN
            .iter()
            .map(|own| vec![own.name.to_owned(), own.stands.to_owned()]);
        table.rows = rows.chain(files).collect();
        output.print(&table.human());
        return Ok(Outcome::Clean);
    };
    if let Some(own) = OUTPUTS.iter().find(|own| own.name == name) {
        output.json((own.schema)().as_value());
        return Ok(Outcome::Clean);
    }
    if let Some(own) = WRITTEN.iter().find(|own| own.name == name) {
        output.json(&own.schema());
        return Ok(Outcome::Clean);
    }
    let names = OUTPUTS.iter().map(|own| own.name);
    let names = names.chain(WRITTEN.iter().map(|own| own.name));
    let refused = Diagnostic::request(format!("there is no schema `{name}`"));
    let lists = || Command::alone(["schema"]).then(" lists them");
    Err(refused.nearest_or(name, names, lists).into())
}

fn written(from: &str) -> String {
    format!("chartroom {from} --format json")
}
