//! Examples of the new model as the old one would have them: what has another name now under its old one, and without the values
//! that are new. Two examples are the same if they are the same so.

use super::both::Pair;
use crate::analysis::example::{ExampleWords, in_words};
use crate::analysis::space::{Space, names_now};
use crate::model::{Asked, Example, ExampleTurn, Model, QuestionId, State, VariableId};
use crate::source::Span;
use crate::value::{Value, Word};
use rustc_hash::FxHashMap;

pub struct Before<'a> {
    models: [&'a Model; 2],
    /// For each variable of the new model the old one, and the index there of each of its values.
    facts: Vec<Option<(VariableId, Vec<Option<u32>>)>>,
    questions: FxHashMap<QuestionId, QuestionId>,
}

impl<'a> Before<'a> {
    pub fn new(models: [&'a Model; 2], space: &Space, pairs: &[Pair]) -> Self {
        let mut facts = vec![None; models[1].variables.len()];
        for shared in &space.variables {
            let [Some(old), Some(new)] = shared.of else {
                continue;
            };
            let [before, now] = &space.sides;
            let place = |places: &[Option<crate::diagram::Place>], id: VariableId| {
                let place = places.get(id.index())?.as_ref()?;
                Some(place.from.clone())
            };
            let (Some(before), Some(now)) = (place(&before.places, old), place(&now.places, new))
            else {
                continue;
            };
            let mut indices = vec![None; models[1].variables[new].domain.size() as usize];
            for (was, is) in before.into_iter().zip(now) {
                if let Some(slot) = is.and_then(|is| indices.get_mut(is as usize)) {
                    *slot = was;
                }
            }
            if let Some(fact) = facts.get_mut(new.index()) {
                *fact = Some((old, indices));
            }
        }
        let questions = pairs.iter().map(|[old, new]| (*new, *old)).collect();
        Self {
            models,
            facts,
            questions,
        }
    }

    /// An example of the new model in the words of the old one; in its own, where the old one does not have what it is about.
    pub fn words(&self, example: &Example) -> ExampleWords {
        match self.example(example) {
            Some(before) => in_words(self.models[0], &before),
            None => in_words(self.models[1], example),
        }
    }

    fn example(&self, example: &Example) -> Option<Example> {
        let kept = |(fact, indices): &(VariableId, Vec<u32>)| {
            let (old, before) = self.fact(*fact)?;
            let kept = indices
                .iter()
                .filter_map(|index| before.get(*index as usize));
            let mut kept: Vec<u32> = kept.copied().flatten().collect();
            kept.sort_unstable();
            (!kept.is_empty()).then_some((old, kept))
        };
        let texts = example.texts.iter();
        let texts = texts.map(|(fact, text)| Some((self.fact(*fact)?.0, text.clone())));
        let readings = example.readings.iter().map(|told| self.one(*told));
        Some(Example {
            cite: example.cite.clone(),
            given: example.given.iter().map(kept).collect::<Option<_>>()?,
            idle: example.idle.iter().map(kept).collect::<Option<_>>()?,
            texts: texts.collect::<Option<_>>()?,
            readings: readings.collect::<Option<_>>()?,
            asked: self.asked(&example.asked)?,
            pack: example.pack,
            span: example.span,
        })
    }

    fn fact(&self, fact: VariableId) -> Option<(VariableId, &[Option<u32>])> {
        let (old, indices) = self.facts.get(fact.index())?.as_ref()?;
        Some((*old, indices))
    }

    fn one(&self, (fact, index): (VariableId, u32)) -> Option<(VariableId, u32)> {
        let (old, indices) = self.fact(fact)?;
        Some((old, (*indices.get(index as usize)?)?))
    }

    fn asked(&self, asked: &Asked) -> Option<Asked> {
        let [old, new] = self.models;
        Some(match asked {
            Asked::Questions(asked) => {
                let asked = asked.iter().map(|(id, value, span)| {
                    let before = *self.questions.get(id)?;
                    Some((before, self.answer(*id, value.as_ref())?, *span))
                });
                Asked::Questions(asked.collect::<Option<_>>()?)
            }
            Asked::Process(id, turns) => {
                let process = &new.processes[*id];
                let mut named = old.processes.enumerated();
                let (before, _) = named.find(|(_, other)| other.name == process.name)?;
                let turns = turns.iter().map(|turn| {
                    let given = turn.given.iter().map(|told| self.one(*told));
                    let expect = turn.expect.iter().map(|(name, value, span)| {
                        let state = process.state.iter().find(|(text, _)| text == name);
                        let value = match (state.map(|(_, state)| state)?, value) {
                            (State::Question(id), value) => self.answer(*id, value.as_ref()),
                            (State::Variable(fact), value) => self.value(*fact, value.as_ref()),
                        };
                        Some((name.clone(), value?, *span))
                    });
                    Some(ExampleTurn {
                        given: given.collect::<Option<_>>()?,
                        expect: expect.collect::<Option<_>>()?,
                    })
                });
                Asked::Process(before, turns.collect::<Option<_>>()?)
            }
            Asked::Procedure(id, rolls, outcome) => {
                let name = &new.procedures[*id].name;
                let mut named = old.procedures.enumerated();
                let (before, _) = named.find(|(_, procedure)| procedure.name == *name)?;
                let outcome = outcome.iter().map(|(fact, value, span): &(_, _, Span)| {
                    let (old, _) = self.fact(*fact)?;
                    Some((old, self.value(*fact, value.as_ref())?, *span))
                });
                Asked::Procedure(before, rolls.clone(), outcome.collect::<Option<_>>()?)
            }
        })
    }

    /// The value of a fact; within, nothing where a gap is expected.
    fn value(&self, fact: VariableId, value: Option<&Value>) -> Option<Option<Value>> {
        let Some(value) = value else {
            return Some(None);
        };
        let index = self.models[1].variables[fact].domain.index(value)?;
        let (old, index) = self.one((fact, index))?;
        Some(Some(self.models[0].variables[old].domain.value(index)))
    }

    /// The answer to a question; within, nothing where a gap is expected.
    fn answer(&self, question: QuestionId, value: Option<&Value>) -> Option<Option<Value>> {
        let [old, new] = self.models;
        let now = new.questions[question].answer.words();
        let word = |word: Word| {
            let mut older = names_now(new, now);
            let older = older.find_map(|(name, own)| old.words.find(name).filter(|_| own == word));
            older.or_else(|| old.words.find(new.words.text(word)))
        };
        Some(match value {
            Some(Value::Word(own)) => Some(Value::Word(word(*own)?)),
            Some(Value::Set(set)) => {
                let mut set = set
                    .iter()
                    .map(|own| word(*own))
                    .collect::<Option<Vec<_>>>()?;
                set.sort_unstable();
                Some(Value::Set(set))
            }
            other => other.cloned(),
        })
    }
}
