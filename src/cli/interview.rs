//! `chartroom ask --interview`: what still matters is asked for, one fact at a time, in the order in which people tell it.

use super::Output;
use super::ask::Given;
use crate::answer::{Answer, Asker, Found};
use crate::model::{Model, QuestionId, VariableId};
use crate::render::answer_open::{fact_line, values_of};
use crate::render::table::wrapped;
use crate::rulebook::request;
use crate::turn::Situation;
use std::io::{self, BufRead, IsTerminal};

/// The width of what is asked, in columns, what follows the first line set off.
const WIDTH: usize = 76;

/// What a person says to one question of an interview.
enum Said {
    /// A value, by its index, with the words for it.
    Value(u32, String),
    /// To go back to the question before.
    Back,
    /// Nothing more.
    Nothing,
}

/// An answer, what was found for it, and the situation with all that is known in it.
pub(super) type Told = (Answer, Vec<Found>, Situation);

/// Asks until the answer is known, or nobody tells any more.
pub(super) fn run(
    asker: &mut Asker<'_>,
    question: QuestionId,
    given: &mut Given,
    output: &mut Output,
) -> Told {
    let model = asker.model;
    let mut before: Vec<Given> = Vec::new();
    let mut is_first = true;
    loop {
        let mut situation = given.situation.clone();
        let (answer, found) = asker.ask(question, &mut situation);
        let next = match &answer {
            Answer::Needs(needs) => needs.facts.first().copied(),
            _ => None,
        };
        let Some(fact) = next else {
            return (answer, found, situation);
        };
        if std::mem::take(&mut is_first) {
            output.note("(? explains, an empty line takes what is usual, back goes back)");
        }
        let usual = asker.usually(fact, &given.situation);
        match ask(model, (question, fact), usual, output) {
            Said::Value(index, words) => {
                before.push(given.clone());
                given.set(model, fact, index, &words);
            }
            Said::Back => match before.pop() {
                Some(earlier) => *given = earlier,
                None => output.note("this is the first question"),
            },
            Said::Nothing => return (answer, found, situation),
        }
    }
}

/// Asks for one fact until the answer can be read.
fn ask(
    model: &Model,
    (question, fact): (QuestionId, VariableId),
    usual: Option<u32>,
    output: &mut Output,
) -> Said {
    output.note(&prompt(model, question, fact, usual));
    loop {
        output.prompt("> ");
        let mut line = String::new();
        if !matches!(io::stdin().lock().read_line(&mut line), Ok(read) if read > 0) {
            return Said::Nothing;
        }
        let said = line.trim();
        if !io::stdin().is_terminal() {
            // Nobody typed the answer, so that the line of the prompt is not ended either.
            output.note(said);
        }
        match (said, usual) {
            ("?", _) => output.note(&fact_line(model, fact, model.question(question))),
            ("back", _) => return Said::Back,
            ("", Some(index)) => return Said::Value(index, model.show_index(fact, index)),
            ("", None) => output.note("nothing is usual here; ? explains what is asked"),
            _ => match request::index(model, fact, said) {
                Ok(index) => return Said::Value(index, said.to_owned()),
                Err(problem) => output.problem(&problem.to_string()),
            },
        }
    }
}

/// What is asked: the fact, its values, and what is usual.
fn prompt(model: &Model, question: QuestionId, fact: VariableId, usual: Option<u32>) -> String {
    let values = values_of(model, fact, model.question(question));
    let usual = usual.map_or_else(String::new, |index| {
        format!(" [{}]", model.label_of(fact, index))
    });
    let text = format!("{}? {values}{usual}", model.title_of(fact));
    wrapped(&text, WIDTH).join("\n    ")
}
