//! `chartroom explain`: the page of a diagnostic code, or all that the rulebook holds about a paragraph or question.

use super::format::Format;
use super::{Global, Outcome, Output, show};
use crate::diagnostic::{Code, Command, Diagnostic};
use crate::render::page;
use crate::render::style::{BOLD, FAINT};
use crate::render::table::{Column, Table};
use clap::Args;
use serde_json::{Value, json};

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
        all(arguments.format, output);
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
        Format::Json => {
            let mut object = entry(code);
            if let Value::Object(object) = &mut object {
                object.insert("version".to_owned(), json!(1));
                object.insert("page".to_owned(), json!(code.page()));
            }
            output.json(&object);
        }
        _ => output.print(&page::human(code.page(), output.width())),
    }
    Outcome::Clean
}

fn all(format: Format, output: &mut Output) {
    let codes = Code::ALL.iter().copied();
    match format {
        Format::Json => {
            let codes: Vec<Value> = codes.map(entry).collect();
            output.json(&json!({ "version": 1, "codes": codes }));
        }
        Format::Markdown => {
            let lines: Vec<String> = codes
                .map(|code| format!("- `{}`: {}\n", code.name(), code.means()))
                .collect();
            output.print(&lines.concat());
        }
        _ => {
            let mut table = Table::new(vec![
                Column::words("").styled(BOLD),
                Column::words("").styled(FAINT),
            ]);
            table.width = output.width();
            table.rows = codes
                .map(|code| vec![code.name().to_owned(), code.means().to_owned()])
                .collect();
            output.print(&table.human());
        }
    }
}

fn entry(code: Code) -> Value {
    json!({ "code": code.name(), "means": code.means() })
}
