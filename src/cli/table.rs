//! `chartroom table`: everything that a question answers.

use super::format::Format;
use super::{Global, Outcome, Output, ask};
use crate::analysis::table::{Table, table};
use crate::diagnostic::{Code, Diagnostic};
use crate::diagram::{Compiler, TooLarge};
use crate::model::{Model, QuestionId};
use crate::render::answers::view;
use crate::rulebook::Named;
use crate::rulebook::request;
use crate::turn::Situation;
use clap::Args;

/// The arguments of `table`.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The question, as `chartroom list questions` names it
    question: String,
    /// Facts that are known; the table is over all others
    #[arg(value_name = "FACT=VALUE")]
    facts: Vec<String>,
    /// Take a reading one way only
    #[arg(long, value_name = "PACK/NAME=OPTION")]
    reading: Vec<String>,
    /// The most rows; what lies beyond is counted
    #[arg(long, value_name = "ROWS", default_value_t = 500)]
    limit: usize,
    /// How to show the table
    #[arg(long, value_parser = Format::among(&Format::TABLE), default_value = "human")]
    format: Format,
}

/// Runs the command.
pub(super) fn run(arguments: &Arguments, global: &Global, output: &mut Output) -> Outcome {
    let rulebook = match global.load(output) {
        Ok(rulebook) => rulebook,
        Err(outcome) => return outcome,
    };
    let made = ask::find(&rulebook, &arguments.question).and_then(|(model, named)| match named {
        Named::Question(question) => make(arguments, model, question).map(|table| (model, table)),
        Named::Process(_) | Named::Procedure(_) => {
            let what = if matches!(named, Named::Process(_)) {
                "process"
            } else {
                "procedure"
            };
            let message = format!("`{}` is a {what}, and has no table", arguments.question);
            Err(Diagnostic::error_nowhere(Code::UnknownQuestion, message))
        }
    });
    let (model, table) = match made {
        Ok(made) => made,
        Err(problem) => {
            output.problem(&problem.to_string());
            return Outcome::Usage;
        }
    };
    output.show(&view(model, &table), arguments.format);
    Outcome::Clean
}

fn make(arguments: &Arguments, model: &Model, question: QuestionId) -> Result<Table, Diagnostic> {
    let mut known = Situation::unknown(model);
    for (name, value) in request::pairs(&arguments.facts)? {
        let (variable, index) = request::fact(model, name, value)?;
        known.set(variable, Some(index));
    }
    for reading in &arguments.reading {
        request::read_so(model, &mut known, reading)?;
    }
    if crate::check::is_broken(model, question) {
        return Err(Diagnostic::in_rulebook("this question"));
    }
    table(
        &mut Compiler::new(model),
        question,
        &|variable| known.get(variable),
        arguments.limit,
    )
    .map_err(|TooLarge| {
        Diagnostic::error_nowhere(
            Code::TooLarge,
            "the question needs too large a decision diagram",
        )
    })
}
