//! `chartroom explain`: the page of a diagnostic code, or all that the rulebook holds about a paragraph or question.

use super::format::Format;
use super::{Outcome, Session, Stop, show};
use crate::diagnostic::{Code, Command, Diagnostic};
use crate::render::codes::{Codes, View};
use crate::render::{page, told};
use clap::Args;

#[derive(Debug, Args)]
pub struct Arguments {
    /// The code, as a finding shows it in brackets, or a paragraph, question, fact or reading; without it, all codes
    #[arg(value_name = "NAME")]
    code: Option<String>,
    /// All that is told, examples and uses too, not their number alone
    #[arg(long)]
    all: bool,
    /// How to show it
    #[arg(long, value_parser = Format::among(&Format::TEXT), default_value = "human")]
    format: Format,
}

pub fn run(arguments: &Arguments, session: &mut Session) -> Result<Outcome, Stop> {
    let Some(name) = &arguments.code else {
        session.output.show(&Codes::all(), arguments.format);
        return Ok(Outcome::Clean);
    };
    let wanted = name.trim_matches(['[', ']', '`']);
    let names = || Code::ALL.iter().map(|code| code.name());
    if let Some(code) = Code::ALL.iter().find(|code| code.name() == wanted) {
        let output = &mut session.output;
        match arguments.format {
            Format::Markdown => output.text(code.page()),
            Format::Json => output.json(&told::json(&View::of(*code))),
            _ => output.print(&page::human(code.page(), output.width())),
        }
        return Ok(Outcome::Clean);
    }
    let rulebook = session.load_whole()?;
    let shown = (arguments.format, arguments.all);
    if show::everything(&rulebook, wanted, shown, &mut session.output) {
        return Ok(Outcome::Clean);
    }
    let refused = Diagnostic::request(format!("there is no diagnostic code `{wanted}`"));
    let lists = || Command::alone(["explain"]).then(" lists them");
    Err(refused.nearest_or(wanted, names(), lists).into())
}
