//! `chartroom schema`: the JSON Schema of what `--format json` writes, and of what packs are written in.

use super::{Outcome, Session, Stop};
use crate::diagnostic::{Command, Diagnostic, did_you_mean, nearest};
use crate::pack::schema::WRITTEN;
use crate::render::schema::OUTPUTS;
use crate::render::style::{BOLD, FAINT};
use crate::render::table::Table;
use clap::Args;

#[derive(Debug, Args)]
pub struct Arguments {
    /// What to print the schema of; without it, the names of all
    name: Option<String>,
}

pub fn run(arguments: &Arguments, session: &mut Session) -> Result<Outcome, Stop> {
    let output = &mut session.output;
    let Some(name) = &arguments.name else {
        let results = OUTPUTS.iter();
        let results = results.map(|result| {
            [
                result.name.to_owned(),
                format!("chartroom {} --format json", result.from),
            ]
        });
        let files = WRITTEN.iter();
        let files = files.map(|noun| [noun.name.to_owned(), noun.stands.to_owned()]);
        let table = Table::plain([BOLD, FAINT], results.chain(files));
        output.print(&table.human(output.width()));
        return Ok(Outcome::Clean);
    };
    if let Some(result) = OUTPUTS.iter().find(|result| result.name == name) {
        output.json((result.schema)().as_value());
        return Ok(Outcome::Clean);
    }
    if let Some(noun) = WRITTEN.iter().find(|noun| noun.name == name) {
        output.json(&noun.schema());
        return Ok(Outcome::Clean);
    }
    let results = OUTPUTS.iter().map(|result| result.name);
    let names = results.chain(WRITTEN.iter().map(|noun| noun.name));
    let refused = Diagnostic::request(format!("there is no schema `{name}`"));
    Err(match nearest(name, names) {
        Some(near) => refused.help(did_you_mean(near)).into(),
        None => refused
            .help(Command::alone(["schema"]).then(" lists them"))
            .into(),
    })
}
