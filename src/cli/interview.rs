//! `chartroom ask --interview`: what still matters is asked for, one fact at a time, in the order in which people tell it.

use super::Output;
use crate::answer::{Answer, Asker, Ruling, Stated};
use crate::model::{Model, QuestionId, VariableId};
use crate::render::answer::{fact_line, values_of};
use crate::render::table::wrapped;
use crate::rulebook::request;
use crate::source::Sources;
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

/// Asks until the answer is known, or nobody tells any more.
pub fn run<'r>(
    asker: &mut Asker<'r>,
    sources: &'r Sources,
    question: QuestionId,
    mut stated: Stated,
    output: &mut Output,
) -> Answer<'r> {
    let model = asker.model;
    let mut before: Vec<Stated> = Vec::new();
    let mut is_first = true;
    loop {
        let answer = asker.answer(sources, question, stated.clone());
        let fact = match &answer.ruling {
            Ruling::Needs(needs) => needs.facts.first().copied(),
            _ => None,
        };
        let Some(fact) = fact else { return answer };
        if std::mem::take(&mut is_first) {
            output.note("(? explains, an empty line takes what is usual, back goes back)");
        }
        let usual = asker.usually(fact, &stated.situation);
        match ask(model, (question, fact), usual, output) {
            Said::Value(index, words) => {
                before.push(stated.clone());
                stated.set(model, fact, index, &words);
            }
            Said::Back => match before.pop() {
                Some(earlier) => stated = earlier,
                None => output.note("this is the first question"),
            },
            Said::Nothing => return answer,
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
    let question = Some(&model.questions[question]);
    let values = values_of(model, fact, question);
    let label = usual.map(|index| format!(" [{}]", model.label_of(fact, index)));
    let text = format!(
        "{}? {values}{}",
        model.title_of(fact),
        label.unwrap_or_default()
    );
    output.note(&wrapped(&text, WIDTH).join("\n    "));
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
            ("?", _) => output.note(&fact_line(model, fact, question)),
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
