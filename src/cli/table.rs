//! `chartroom table`: everything that a question answers.

use super::format::Format;
use super::{Outcome, Output, Session, Stop, suggest, to_the_end};
use crate::analysis::table::{Table, table};
use crate::answer::{Asker, Stated};
use crate::check::is_broken;
use crate::diagnostic::{Code, Diagnostic};
use crate::diagram::{Compiler, TooLarge};
use crate::model::{Model, QuestionId, Role, VariableId};
use crate::render::answers::{Given, view};
use crate::render::words::changes_nothing;
use crate::rulebook::{Named, request, spoken, terms};
use crate::turn::Situation;
use clap::Args;
use itertools::Itertools;

/// The most rows: beyond them memory runs out.
const MOST_ROWS: i64 = 1_000_000;

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
    #[arg(long, value_name = "ROWS", default_value_t = 500, value_parser = clap::value_parser!(u32).range(1..=MOST_ROWS))]
    limit: u32,
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
            let output = &mut session.output;
            let (said, found, known) = arguments.known(model, question, output)?;
            let table = arguments.made(model, question, &known)?;
            let given = Given::of(model, &said, &found, &known);
            let is_asked = given.facts.is_empty() || table.situations > 0;
            let is_whole = given.impossible.is_none() && is_asked;
            output.show(&view(model, &table, given), arguments.format);
            return Ok(Outcome::clean_if(is_whole));
        }
        Named::Process(_) => "process",
        Named::Procedure(_) => "procedure",
    };
    let message = format!("`{}` is a {what}, and has no table", arguments.question);
    Err(Diagnostic::error_nowhere(Code::UnknownQuestion, message).into())
}

impl Arguments {
    /// What is said, what the rules find from it, and what is known with both.
    fn known(
        &self,
        model: &Model,
        question: QuestionId,
        output: &mut Output,
    ) -> Result<(Vec<VariableId>, Vec<VariableId>, Situation), Diagnostic> {
        let taken = request::taken_by(model, question);
        let (facts, heard) = spoken::in_words(model, &self.facts, &taken)?;
        output.understood(heard);
        let mut stated = Stated::new(Situation::unknown(model));
        for (name, value) in request::pairs(&facts)? {
            let fact = request::state(model, &mut stated, name, value)?;
            if !taken.contains(&fact) && model.variables[fact].role == Role::Fact {
                output.note(&changes_nothing(name));
            }
        }
        terms::refuse_dice(model, &stated)?;
        let mut said: Vec<_> = stated.said().collect();
        let mut known = stated.situation;
        request::read_each(model, &mut known, &self.reading)?;
        let is_reading = |id: &VariableId| matches!(model.variables[*id].role, Role::Reading(_));
        let read = model.variables.ids().filter(is_reading);
        said.extend(read.filter(|reading| known.is_known(*reading)));
        if is_broken(model, question) {
            return Err(Diagnostic::in_rulebook(
                "this question, or in one that it uses",
            ));
        }
        let open: Vec<VariableId> = taken
            .into_iter()
            .filter(|fact| !known.is_known(*fact))
            .collect();
        if !facts.is_empty() {
            let mut asker = Asker::new(model);
            asker.set_strict(true);
            for fact in open.iter().sorted() {
                asker.fill(*fact, &mut known);
            }
        }
        let found = open.into_iter().filter(|fact| known.is_known(*fact));
        Ok((said, found.collect(), known))
    }

    fn made(
        &self,
        model: &Model,
        question: QuestionId,
        known: &Situation,
    ) -> Result<Table, Diagnostic> {
        let mut compiler = Compiler::new(model);
        let limit = self.limit as usize;
        let made = table(&mut compiler, question, &|fact| known.get(fact), limit);
        made.map_err(|TooLarge| compiler.too_large(question))
    }
}
