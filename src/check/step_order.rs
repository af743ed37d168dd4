//! The order of the steps of a process: each after those whose new values it asks for.

use super::Checker;
use super::cycle::expressions;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Kind, ProcessId, QuestionId, VariableId};
use crate::source::Span;
use itertools::Itertools;

/// A variable that a question's expressions ask for in its new value.
struct Asks {
    variable: VariableId,
    span: Span,
    /// The question that takes it there, if one does.
    through: Option<QuestionId>,
}

impl Checker {
    /// Orders the steps of each process so that each comes after those whose new values it uses.
    pub fn order_processes(&mut self) {
        for id in self.model.processes.ids() {
            let mut waiting = self.model.processes[id].steps.clone();
            let mut ordered = Vec::new();
            while !waiting.is_empty() {
                let is_waiting = |asks: &Asks| waiting.iter().any(|(own, _)| *own == asks.variable);
                let mut states = waiting.iter();
                let ready = states
                    .position(|(_, question)| !self.asks_of(*question).iter().any(is_waiting));
                let Some(ready) = ready else {
                    self.refuse_states(id, &waiting);
                    self.model.processes[id].broken = true;
                    break;
                };
                ordered.push(waiting.remove(ready));
            }
            self.model.processes[id].steps = ordered;
        }
    }

    /// Tells of states of which each asks for the new value of the next.
    fn refuse_states(&mut self, id: ProcessId, waiting: &[(VariableId, QuestionId)]) {
        let mut circle: Vec<(VariableId, Asks)> = Vec::new();
        let mut at = waiting.first().copied();
        while let Some((state, question)) = at {
            if let Some(first) = circle.iter().position(|(own, _)| *own == state) {
                circle.drain(..first);
                break;
            }
            let of = |asks: &Asks| waiting.iter().find(|(own, _)| *own == asks.variable);
            let mut all = self.asks_of(question).into_iter();
            let Some((next, asks)) = all.find_map(|asks| Some((*of(&asks)?, asks))) else {
                break;
            };
            at = Some(next);
            circle.push((state, asks));
        }
        let names = circle.iter();
        let names = names.map(|(state, _)| format!("`{}`", self.model.variable_name(*state)));
        let message = match circle.as_slice() {
            [_] => format!("{} asks for its own new value", names.format("")),
            _ => format!(
                "these states ask for each other's new values: {}",
                names.format(", ")
            ),
        };
        let place = circle.first().map(|(_, asks)| asks.span);
        let place = place.unwrap_or(self.model.processes[id].span);
        let mut error = Diagnostic::error(Code::Cycle, place, message);
        for (_, asks) in circle.iter().skip(1) {
            error = error.label(asks.span, "and here");
        }
        if let Some((_, asks)) = circle.first() {
            let before = self.a_turn_before(asks);
            error = error.help(format!("what it was a turn before is `{before}`"));
        }
        self.report(error);
    }

    /// What a question's own expressions name; of questions used, what is not bound.
    fn asks_of(&self, id: QuestionId) -> Vec<Asks> {
        let mut all = Vec::new();
        for expr in expressions(&self.model, &self.model.questions[id]) {
            expr.walk(&mut |part| {
                let asks = |variable, through| Asks {
                    variable,
                    span: part.span,
                    through,
                };
                match &part.kind {
                    Kind::Variable(variable) => all.push(asks(*variable, None)),
                    Kind::Question(called, bound) => {
                        let from = self.model.questions[*called].from.iter();
                        let is_free = |from: &&_| bound.iter().all(|(fact, _)| fact != *from);
                        let free = from.filter(is_free);
                        all.extend(free.map(|variable| asks(*variable, Some(*called))));
                    }
                    _ => {}
                }
            });
        }
        all
    }

    /// How what is asked for is asked for a turn earlier.
    fn a_turn_before(&self, asks: &Asks) -> String {
        let name = self.model.variable_name(asks.variable);
        match asks.through {
            Some(question) => format!(
                "{} with {name} = was ({name})",
                self.model.questions[question].name
            ),
            None => format!("was ({name})"),
        }
    }
}
