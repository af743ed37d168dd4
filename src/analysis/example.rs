//! Worked examples in words, and as a pack has them.

use crate::model::{Asked, Example, ExampleTurn, Model, Process, State, VariableId};
use crate::value::{DomainKind, Value};
use std::fmt::Write;

/// An example in words, part by part.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ExampleWords {
    /// What is given: facts, texts and readings.
    pub given: Vec<String>,
    /// The process that is played, or the procedure that is rolled and how, if one is.
    pub runs: Option<String>,
    /// What is asked: the questions; of a process, its turns; of a procedure, the facts that come out of it.
    asked: Vec<AskedWords>,
}

/// Names that are asked for, each with the answer expected; of a turn, after the facts given for it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct AskedWords {
    turn: Option<String>,
    answers: Vec<(String, String)>,
}

impl AskedWords {
    fn new(name: &str, answer: String) -> Self {
        Self {
            turn: None,
            answers: vec![(name.to_owned(), answer)],
        }
    }

    fn told(&self, with_answers: bool) -> String {
        let told = self
            .answers
            .iter()
            .map(|(name, answer)| match with_answers {
                true => format!("{name} = {answer}"),
                false => name.clone(),
            });
        let told = told.collect::<Vec<_>>().join(", ");
        match &self.turn {
            Some(turn) => format!("{turn}: {told}"),
            None => told,
        }
    }
}

impl ExampleWords {
    /// What is asked, part by part; with what is expected, if wanted.
    pub fn asked(&self, with_answers: bool) -> Vec<String> {
        self.asked
            .iter()
            .map(|asked_words| asked_words.told(with_answers))
            .collect()
    }

    /// What is played, and what is asked; with what is expected, if wanted.
    pub fn told(&self, with_answers: bool) -> String {
        let runs = self.runs.iter().cloned();
        runs.chain(self.asked(with_answers))
            .collect::<Vec<_>>()
            .join("; ")
    }

    /// In one line under its paragraph.
    pub fn line(&self, cite: &str, with_answers: bool) -> String {
        format!(
            "{cite}: {} → {}",
            self.given.join(", "),
            self.told(with_answers)
        )
    }

    /// What makes it the example that it is, in whatever order it is written.
    pub fn identity(&self, cite: &str) -> String {
        let mut given = self.given.clone();
        given.sort_unstable();
        format!(
            "{cite}\n{}\n→ {}",
            given.join("\n"),
            self.in_one_order(false)
        )
    }

    /// The same with what is expected.
    pub fn whole(&self, cite: &str) -> String {
        format!("{}\n{}", self.identity(cite), self.answers())
    }

    /// What is expected, in whatever order it is written.
    pub fn answers(&self) -> String {
        self.in_one_order(true)
    }

    fn in_one_order(&self, with_answers: bool) -> String {
        let mut words = self.clone();
        if self.runs.is_none() {
            words.asked.sort_unstable();
        }
        words.told(with_answers)
    }
}

pub fn in_words(model: &Model, example: &Example) -> ExampleWords {
    let name = |fact: VariableId| &model.variables[fact].name;
    let facts = example
        .given
        .iter()
        .chain(&example.idle)
        .map(|(fact, indices)| {
            let shown = model.variables[*fact]
                .domain
                .condition(name(*fact), indices, &model.words);
            shown.unwrap_or_else(|| format!("{} is any", name(*fact)))
        });
    let texts = example
        .texts
        .iter()
        .map(|(id, text)| format!("{} = '{text}'", name(*id)));
    let readings = example.readings.iter().map(|told| equation(model, told));
    let (runs, asked) = match &example.asked {
        Asked::Questions(asked) => {
            let asked = asked.iter().map(|(id, value, _)| {
                let question = &model.questions[*id];
                let is_signed = model.is_signed(&question.answer);
                AskedWords::new(&question.name, expected(model, value.as_ref(), is_signed))
            });
            (None, asked.collect())
        }
        Asked::Procedure(id, rolls, outcome) => {
            let rolls: Vec<&str> = rolls.iter().map(|roll| roll.value.as_str()).collect();
            let ends = outcome.iter().map(|(fact, value, _)| {
                let is_signed = is_modifier(model, *fact);
                AskedWords::new(name(*fact), expected(model, value.as_ref(), is_signed))
            });
            let runs = format!("{} rolled {}", model.procedures[*id].name, rolls.join(", "));
            (Some(runs), ends.collect())
        }
        Asked::Process(id, turns) => {
            let process = &model.processes[*id];
            let asked = turns.iter().map(|turn| in_turn(model, process, turn));
            (Some(process.name.clone()), asked.collect())
        }
    };
    ExampleWords {
        given: facts.chain(texts).chain(readings).collect(),
        runs,
        asked,
    }
}

/// A turn: what is given for it, and the states after it.
fn in_turn(model: &Model, process: &Process, turn: &ExampleTurn) -> AskedWords {
    let is_signed = |name: &str| match process.state.iter().find(|(text, _)| text == name) {
        Some((_, State::Question(id))) => model.is_signed(&model.questions[*id].answer),
        Some((_, State::Variable(id))) => is_modifier(model, *id),
        None => false,
    };
    let facts: Vec<String> = turn
        .given
        .iter()
        .map(|told| equation(model, told))
        .collect();
    let states = turn.expect.iter().map(|(name, value, _)| {
        (
            name.clone(),
            expected(model, value.as_ref(), is_signed(name)),
        )
    });
    AskedWords {
        turn: Some(facts.join(", ")),
        answers: states.collect(),
    }
}

fn equation(model: &Model, (fact, index): &(VariableId, u32)) -> String {
    format!(
        "{} = {}",
        model.variables[*fact].name,
        model.show_index(*fact, *index)
    )
}

fn expected(model: &Model, value: Option<&Value>, is_signed: bool) -> String {
    value.map_or_else(
        || "gap".to_owned(),
        |value| value.show(&model.words, is_signed),
    )
}

fn is_modifier(model: &Model, fact: VariableId) -> bool {
    let unit = model.variables[fact].unit;
    unit.is_some_and(|unit| model.units.is_modifier(unit))
}

/// An example as a pack has it; of a fact with several values, the first.
pub fn in_toml(model: &Model, example: &Example) -> String {
    let name = |fact: &VariableId| model.variables[*fact].name.as_str();
    let facts = |facts: &[(VariableId, u32)]| {
        table(
            facts
                .iter()
                .map(|(fact, index)| (name(fact), as_given(model, *fact, *index))),
        )
    };
    let first = |(fact, indices): &(VariableId, Vec<u32>)| Some((*fact, *indices.first()?));
    let given: Vec<(VariableId, u32)> = example.given.iter().filter_map(first).collect();
    let given = facts(&given);
    let mut text = format!("[[example]]\ncite = {}\n", quoted(&example.cite));
    let _ = match &example.asked {
        Asked::Questions(asked) => {
            let _ = writeln!(text, "given = {given}");
            asked.iter().try_for_each(|(id, value, _)| {
                let question = &model.questions[*id];
                let is_signed = model.is_signed(&question.answer);
                let value = quoted(&expected(model, value.as_ref(), is_signed));
                writeln!(text, "ask = {}\nexpect = {value}", quoted(&question.name))
            })
        }
        Asked::Procedure(id, rolls, outcome) => {
            let ends = outcome.iter();
            let ends =
                ends.map(|(fact, value, _)| (name(fact), expected(model, value.as_ref(), false)));
            let rolls: Vec<String> = rolls.iter().map(|roll| quoted(&roll.value)).collect();
            let (id, rolls, ends) = (
                quoted(&model.procedures[*id].name),
                rolls.join(", "),
                table(ends),
            );
            writeln!(
                text,
                "procedure = {id}\nstart = {given}\nrolls = [{rolls}]\noutcome = {ends}"
            )
        }
        Asked::Process(id, turns) => {
            let _ = writeln!(
                text,
                "process = {}\nstart = {given}",
                quoted(&model.processes[*id].name)
            );
            turns.iter().try_for_each(|turn| {
                let states = turn.expect.iter();
                let states = states.map(|(name, value, _)| {
                    (name.as_str(), expected(model, value.as_ref(), false))
                });
                writeln!(
                    text,
                    "turns = [{}]\nstates = [{}]",
                    facts(&turn.given),
                    table(states)
                )
            })
        }
    };
    if !example.readings.is_empty() {
        let _ = writeln!(text, "readings = {}", facts(&example.readings));
    }
    text
}

/// A value as an example gives it.
fn as_given(model: &Model, fact: VariableId, index: u32) -> String {
    let shown = model.show_index(fact, index);
    match model.variables[fact].domain.kind {
        DomainKind::Text(_) => format!("'{shown}'"),
        DomainKind::Sets(_) if index == 0 => "none".to_owned(),
        _ => shown,
    }
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

fn table<'n>(fields: impl Iterator<Item = (&'n str, String)>) -> String {
    let fields = fields.map(|(name, value)| match name.contains(['/', ' ']) {
        true => format!("{} = {}", quoted(name), quoted(&value)),
        false => format!("{name} = {}", quoted(&value)),
    });
    match fields.collect::<Vec<_>>() {
        none if none.is_empty() => "{}".to_owned(),
        fields => format!("{{ {} }}", fields.join(", ")),
    }
}
