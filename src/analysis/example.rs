//! Worked examples in words.

use crate::model::{Asked, Example, ExampleTurn, Model, Process, QuestionId, State, VariableId};
use crate::source::Span;
use crate::value::Value;

/// An example in words, part by part.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ExampleWords {
    /// What is given: facts, texts and readings.
    pub given: Vec<String>,
    /// The process that is played, or the procedure that is rolled and how, if one is.
    pub runs: Option<String>,
    /// What is asked: the questions; of a process, its turns; of a procedure, the facts that come out of it.
    pub asked: Vec<String>,
    /// The same with what is expected.
    pub expected: Vec<String>,
}

/// An example in words.
#[must_use]
pub fn in_words(model: &Model, example: &Example) -> ExampleWords {
    let facts = example
        .given
        .iter()
        .map(|(fact, indices)| some(model, *fact, indices));
    let texts = example
        .texts
        .iter()
        .map(|(id, text)| format!("{} = '{text}'", model.variable_name(*id)));
    let readings = example
        .readings
        .iter()
        .map(|(reading, index)| one(model, *reading, *index));
    let words = match &example.asked {
        Asked::Questions(asked) => of_questions(model, asked),
        Asked::Procedure(id, rolls, outcome) => {
            let name = model.procedure(*id).map_or("", |own| own.name.as_str());
            let rolls: Vec<&str> = rolls.iter().map(|roll| roll.value.as_str()).collect();
            ExampleWords {
                runs: Some(format!("{name} rolled {}", rolls.join(", "))),
                ..of_outcome(model, outcome)
            }
        }
        Asked::Process(id, turns) => of_turns(model, model.process(*id), turns),
    };
    ExampleWords {
        given: facts.chain(texts).chain(readings).collect(),
        ..words
    }
}

fn of_questions(model: &Model, asked: &[(QuestionId, Option<Value>, Span)]) -> ExampleWords {
    let told = asked.iter().filter_map(|(id, value, _)| {
        let question = model.question(*id)?;
        let signed = model.is_signed(&question.answer);
        let expected = equation(model, &question.name, value.as_ref(), signed);
        Some((question.name.clone(), expected))
    });
    let (asked, expected) = told.unzip();
    ExampleWords {
        asked,
        expected,
        ..ExampleWords::default()
    }
}

fn of_outcome(model: &Model, outcome: &[(VariableId, Option<Value>, Span)]) -> ExampleWords {
    let told = outcome.iter().map(|(fact, value, _)| {
        let name = model.variable_name(*fact);
        let expected = equation(model, name, value.as_ref(), is_modifier(model, *fact));
        (name.to_owned(), expected)
    });
    let (asked, expected) = told.unzip();
    ExampleWords {
        asked,
        expected,
        ..ExampleWords::default()
    }
}

fn of_turns(model: &Model, process: Option<&Process>, turns: &[ExampleTurn]) -> ExampleWords {
    let told = |with_answers| {
        let turns = turns.iter();
        turns
            .map(|own| turn(model, process, own, with_answers))
            .collect()
    };
    ExampleWords {
        runs: process.map(|process| process.name.clone()),
        asked: told(false),
        expected: told(true),
        ..ExampleWords::default()
    }
}

impl ExampleWords {
    /// What is played, and what is asked; with what is expected, if wanted.
    #[must_use]
    pub fn told(&self, with_answers: bool) -> String {
        let asked = if with_answers {
            &self.expected
        } else {
            &self.asked
        };
        let parts: Vec<&str> = self.runs.iter().chain(asked).map(String::as_str).collect();
        parts.join("; ")
    }
}

fn some(model: &Model, variable: VariableId, indices: &[u32]) -> String {
    let name = model.variable_name(variable);
    let shown = model
        .variable(variable)
        .and_then(|found| found.domain.condition(name, indices, &model.words));
    shown.unwrap_or_else(|| format!("{name} is any"))
}

fn one(model: &Model, variable: VariableId, index: u32) -> String {
    format!(
        "{} = {}",
        model.variable_name(variable),
        model.show_index(variable, index)
    )
}

/// `heat-haze-drm = +1`
fn equation(model: &Model, name: &str, expected: Option<&Value>, signed: bool) -> String {
    let value = expected.map_or_else(
        || "gap".to_owned(),
        |value| value.show(&model.words, signed),
    );
    format!("{name} = {value}")
}

/// A turn: what is given for it, and the states after it.
fn turn(
    model: &Model,
    process: Option<&Process>,
    turn: &ExampleTurn,
    with_answers: bool,
) -> String {
    let facts: Vec<String> = turn
        .given
        .iter()
        .map(|(fact, index)| one(model, *fact, *index))
        .collect();
    let states = turn.expect.iter().map(|(name, expected, _)| {
        if with_answers {
            equation(
                model,
                name,
                expected.as_ref(),
                process.is_some_and(|process| is_signed(model, process, name)),
            )
        } else {
            name.clone()
        }
    });
    format!(
        "{}: {}",
        facts.join(", "),
        states.collect::<Vec<_>>().join(", ")
    )
}

/// Whether a state of a process is written with a sign.
fn is_signed(model: &Model, process: &Process, name: &str) -> bool {
    match process.state.iter().find(|(own, _)| own == name) {
        Some((_, State::Question(id))) => model
            .question(*id)
            .is_some_and(|question| model.is_signed(&question.answer)),
        Some((_, State::Variable(id))) => is_modifier(model, *id),
        None => false,
    }
}

fn is_modifier(model: &Model, variable: VariableId) -> bool {
    model
        .variable(variable)
        .and_then(|found| found.unit)
        .is_some_and(|unit| model.units.is_modifier(unit))
}
