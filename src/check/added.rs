//! Which questions take a value that was added to a fact as they take others: no rule of theirs names it.

use super::Checker;
use super::cycle::expressions;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Expr, Kind, Question, Test, VariableId};
use crate::value::Value;

/// How many questions are named.
const MOST_NAMED: usize = 8;

impl Checker {
    /// Notes of each word that is added to a fact which questions look at the fact and do not name the word.
    pub(super) fn note_values_taken(&mut self) {
        let mut added: Vec<(VariableId, Value)> = Vec::new();
        for (fact, values) in &self.model.added {
            let Some(variable) = self.model.variable(*fact) else {
                continue;
            };
            let values = values
                .iter()
                .map(|(index, _)| variable.domain.value(*index));
            added.extend(
                values
                    .filter(|value| matches!(value, Value::Word(_)))
                    .map(|word| (*fact, word)),
            );
        }
        added.sort_by_key(|(fact, value)| (*fact, value.show(&self.model.words, false)));
        for (fact, value) in added {
            self.note_value_taken(fact, &value);
        }
    }

    fn note_value_taken(&mut self, fact: VariableId, value: &Value) {
        let word = value.show(&self.model.words, false);
        let adds = |more: &str| more.split(['|', '<']).any(|own| own.trim() == word);
        let mut grown = self.model.origins.grown.iter();
        let place = grown.find(|grown| adds(&grown.more));
        let Some(place) = place.map(|grown| grown.place) else {
            return;
        };
        let questions = self
            .model
            .questions
            .iter()
            .filter(|question| question.process.is_none());
        let taking: Vec<&str> = questions
            .filter(|question| self.takes_unnamed(question, fact, value))
            .map(|question| question.name.as_str())
            .collect();
        if taking.is_empty() {
            return;
        }
        let (count, name) = (taking.len(), self.model.variable_name(fact));
        let message = match count {
            1 => format!("1 question by `{name}` takes `{word}` as it takes others"),
            _ => format!("{count} questions by `{name}` take `{word}` as they take others"),
        };
        let mut named = taking
            .get(..count.min(MOST_NAMED))
            .unwrap_or_default()
            .join(", ");
        if count > MOST_NAMED {
            named.push_str(&format!(" and {} more", count - MOST_NAMED));
        }
        self.report(Diagnostic::note(Code::ValueTaken, place, message).help(named));
    }

    /// Whether the rules of a question look at a fact and never name a value of it.
    fn takes_unnamed(&self, question: &Question, fact: VariableId, value: &Value) -> bool {
        let (mut looks, mut names) = (false, false);
        for expr in expressions(&self.model, question) {
            expr.walk(&mut |part: &Expr| match &part.kind {
                Kind::Variable(variable) => looks |= *variable == fact,
                Kind::Constant(own) => names |= own == value,
                Kind::In(Test::Values(values), _) => names |= values.contains(value),
                _ => {}
            });
        }
        looks && !names
    }
}
