//! `chartroom explain`: the page of a diagnostic code, or all that the rulebook holds about a paragraph or question.

use super::format::Format;
use super::{Global, Outcome, Output, show};
use crate::diagnostic::{Code, Command, Diagnostic};
use crate::render::codes::{Codes, View};
use crate::render::{page, told};
use clap::Args;

/// The arguments of `explain`.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The code, as a finding shows it in brackets, or a paragraph, question, fact or reading; without it, all codes
    #[arg(value_name = "NAME")]
    code: Option<String>,
    /// How to show it
    #[arg(long, value_parser = Format::among(&Format::TEXT), default_value = "human")]
    format: Format,
}

/// Runs the command.
pub(super) fn run(arguments: &Arguments, global: &Global, output: &mut Output) -> Outcome {
    let Some(name) = &arguments.code else {
        output.show(&Codes::all(), arguments.format);
        return Outcome::Clean;
    };
    let wanted = name.trim_matches(['[', ']', '`']);
    let Some(code) = Code::ALL.iter().copied().find(|code| code.name() == wanted) else {
        let rulebook = match global.load_whole(output) {
            Ok(rulebook) => rulebook,
            Err(outcome) => return outcome,
        };
        if show::everything(&rulebook, wanted, arguments.format, output) {
            return Outcome::Clean;
        }
        let names = Code::ALL.iter().map(|code| code.name());
        let refused = Diagnostic::request(format!("there is no diagnostic code `{wanted}`"));
        return output.refuse(&refused.nearest_or(wanted, names, || {
            Command::alone(["explain"]).then(" lists them")
        }));
    };
    match arguments.format {
        Format::Markdown => output.print(code.page()),
        Format::Json => output.json(&told::json(&View::of(code))),
        _ => output.print(&page::human(code.page(), output.width())),
    }
    Outcome::Clean
}
