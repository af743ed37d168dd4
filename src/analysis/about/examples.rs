//! Worked examples in the words of the hobby: what is given, what is played, what comes out.

use super::{Item, Section, Shelf, section};
use crate::model::{Asked, Example, ExampleTurn, Process, State, VariableId};
use crate::value::Value;

/// What an example expects where the source lost the answer.
const LOST: &str = "gap";

impl Shelf<'_> {
    /// The worked examples for which something holds.
    pub fn examples(&self, is_wanted: impl Fn(&Example) -> bool) -> Section {
        let wanted = self.model.examples.iter().filter(|other| is_wanted(other));
        let items = wanted.map(|example| {
            let given = self.given_in(example).join(", ");
            let told = self.told_in(example);
            let arrow = if given.is_empty() { "" } else { " → " };
            Item::says(&format!("{given}{arrow}{told}")).cite(&example.cite)
        });
        section("Examples", items)
    }

    fn given_in(&self, example: &Example) -> Vec<String> {
        let given = example.given.iter();
        let facts = given.map(|(fact, indices)| self.prose().given(*fact, indices));
        let texts = example.texts.iter();
        let texts = texts.map(|(fact, text)| format!("{} {text}", self.prose().fact(*fact)));
        let readings = example.readings.iter();
        let readings = readings.map(|(reading, index)| {
            let option = self.model.label_of(*reading, *index);
            format!("{}: {option}", self.model.fact_within(*reading))
        });
        facts.chain(texts).chain(readings).collect()
    }

    fn told_in(&self, example: &Example) -> String {
        let model = self.model;
        match &example.asked {
            Asked::Questions(asked) => {
                let asked = asked.iter().map(|(id, value, _)| {
                    let value = value.as_ref();
                    let told = value.map(|value| self.prose().amount(*id, value));
                    format!(
                        "{} = {}",
                        model.question_within(*id),
                        told.as_deref().unwrap_or(LOST)
                    )
                });
                asked.collect::<Vec<_>>().join(", ")
            }
            Asked::Procedure(_, rolls, outcome) => {
                let rolls: Vec<&str> = rolls.iter().map(|roll| roll.value.as_str()).collect();
                let ends = outcome.iter();
                let ends: Vec<String> = ends
                    .map(|(fact, value, _)| self.came(*fact, value.as_ref()))
                    .collect();
                format!("rolled {}: {}", rolls.join(", "), ends.join(", "))
            }
            Asked::Process(id, turns) => {
                let process = &model.processes[*id];
                let turns = turns.iter().map(|turn| self.turn(process, turn));
                turns.collect::<Vec<_>>().join("; ")
            }
        }
    }

    /// A turn: what is given for it, and the states after it.
    fn turn(&self, process: &Process, turn: &ExampleTurn) -> String {
        let given = turn.given.iter();
        let given = given.map(|(fact, index)| self.prose().given(*fact, &[*index]));
        let given = given.collect::<Vec<_>>().join(", ");
        let states = turn.expect.iter().map(|(name, value, _)| {
            let value = value.as_ref();
            match process.state.iter().find(|(text, _)| text == name) {
                Some((_, State::Variable(fact))) => self.came(*fact, value),
                Some((_, State::Question(id))) => {
                    let told = value.map(|value| self.prose().amount(*id, value));
                    let title = self.model.question_within(*id);
                    format!("{title} = {}", told.as_deref().unwrap_or(LOST))
                }
                None => name.clone(),
            }
        });
        format!("{given}: {}", states.collect::<Vec<_>>().join(", "))
    }

    /// What a fact became.
    fn came(&self, fact: VariableId, value: Option<&Value>) -> String {
        let told = value.map(|value| self.prose().label(Some(fact), value));
        format!(
            "{} = {}",
            self.prose().fact(fact),
            told.as_deref().unwrap_or(LOST)
        )
    }
}
