//! `chartroom table`: everything that a question answers.

use super::format::Format;
use super::{Outcome, Session, Stop, suggest, to_the_end};
use crate::analysis::table::{Table, table};
use crate::diagnostic::{Code, Diagnostic};
use crate::diagram::{Compiler, TooLarge};
use crate::model::{Model, QuestionId};
use crate::render::answers::view;
use crate::rulebook::{Named, request, spoken};
use crate::turn::Situation;
use clap::Args;

/// The most rows: beyond them memory runs out.
const MOST_ROWS: usize = 1_000_000;

/// The arguments of `table`.
#[derive(Debug, Args)]
pub struct Arguments {
    /// The question, as `chartroom list questions` names it
    question: String,
    /// Facts that are known, or words that say them; the table is over all others
    #[arg(value_name = "FACT=VALUE")]
    facts: Vec<String>,
    /// Take a reading one way only
    #[arg(long, value_name = "PACK/NAME=OPTION")]
    reading: Vec<String>,
    /// The most rows, up to 1,000,000; what lies beyond is counted
    #[arg(long, value_name = "ROWS", default_value_t = 500)]
    limit: usize,
    /// How to show the table
    #[arg(long, value_parser = Format::among(&Format::TABLE), default_value = "human")]
    format: Format,
}

/// Runs the command.
pub fn run(arguments: &Arguments, session: &mut Session) -> Result<Outcome, Stop> {
    let rulebook = to_the_end(session.load()?);
    let (model, named) = suggest::find(&rulebook, &arguments.question)?;
    let what = match named {
        Named::Question(question) => {
            let taken = request::taken_by(model, question);
            let (facts, heard) = spoken::in_words(model, &arguments.facts, &taken)?;
            session.output.understood(heard);
            let table = make(arguments, model, question, &facts)?;
            session.output.show(&view(model, &table), arguments.format);
            if arguments.format == Format::Csv && table.left_out > 0 {
                let left_out = table.left_out;
                let more = "`--limit` takes in more rows, and the facts given leave fewer";
                let note = format!("{left_out} situations are in rows not shown: {more}");
                session.output.note(&note);
            }
            return Ok(Outcome::Clean);
        }
        Named::Process(_) => "process",
        Named::Procedure(_) => "procedure",
    };
    let message = format!("`{}` is a {what}, and has no table", arguments.question);
    Err(Diagnostic::error_nowhere(Code::UnknownQuestion, message).into())
}

fn make(
    arguments: &Arguments,
    model: &Model,
    question: QuestionId,
    facts: &[String],
) -> Result<Table, Diagnostic> {
    let mut known = Situation::unknown(model);
    for (name, value) in request::pairs(facts)? {
        request::know(&mut known, &request::fact(model, name, value)?);
    }
    request::read_each(model, &mut known, &arguments.reading)?;
    if crate::check::is_broken(model, question) {
        return Err(Diagnostic::in_rulebook(
            "this question, or in one that it uses",
        ));
    }
    let known = |variable| known.get(variable);
    let mut compiler = Compiler::new(model);
    let limit = arguments.limit.min(MOST_ROWS);
    let made = table(&mut compiler, question, &known, limit);
    made.map_err(|TooLarge| compiler.too_large(question))
}
