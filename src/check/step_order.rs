//! The order of the steps of a process: each after those whose new values it asks for.

use super::Checker;
use super::cycle::expressions;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Kind, ProcessId, QuestionId, VariableId};
use crate::source::Span;
use itertools::Itertools;

/// A state that is asked for in its new value.
struct Asks {
    state: VariableId,
    span: Span,
    /// How it is asked for a turn earlier.
    before: String,
}

impl Checker {
    /// Orders the steps of each process so that each comes after those whose new values it uses.
    pub fn order_processes(&mut self) {
        for id in self.model.processes.ids() {
            let mut waiting = self.model.processes[id].steps.clone();
            let mut ordered = Vec::new();
            while !waiting.is_empty() {
                let ready = waiting.iter().position(|(_, question)| {
                    let uses = self.variables_of(*question);
                    !waiting.iter().any(|(variable, _)| uses.contains(variable))
                });
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
            let Some(asks) = self.asks_for(question, waiting) else {
                break;
            };
            at = waiting.iter().find(|(own, _)| *own == asks.state).copied();
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
        let before = circle.first().map(|(_, asks)| asks.before.as_str());
        self.report(error.help(format!(
            "what it was a turn before is `{}`",
            before.unwrap_or("was (…)")
        )));
    }

    /// Where a question asks for one of these states.
    fn asks_for(&self, id: QuestionId, states: &[(VariableId, QuestionId)]) -> Option<Asks> {
        let wanted = |variable: &VariableId| states.iter().any(|(state, _)| state == variable);
        let mut found = None;
        for expr in expressions(&self.model, &self.model.questions[id]) {
            expr.walk(&mut |part| {
                let asked = match &part.kind {
                    Kind::Variable(variable) => {
                        Some((*variable, None)).filter(|_| wanted(variable))
                    }
                    Kind::Question(called, bound) => {
                        let mut from = self.model.questions[*called].from.iter();
                        let is_free = |from: &&VariableId| {
                            wanted(from) && bound.iter().all(|(fact, _)| fact != *from)
                        };
                        from.find(is_free).map(|state| (*state, Some(*called)))
                    }
                    _ => None,
                };
                let Some((state, called)) = asked.filter(|_| found.is_none()) else {
                    return;
                };
                let was = format!("was ({})", self.model.variable_name(state));
                let before = called.map_or_else(
                    || was.clone(),
                    |called| {
                        let (question, state) = (
                            &self.model.questions[called].name,
                            self.model.variable_name(state),
                        );
                        format!("{question} with {state} = {was}")
                    },
                );
                found = Some(Asks {
                    state,
                    span: part.span,
                    before,
                });
            });
        }
        found
    }

    /// The variables that a question's own expressions name; of questions used, those that are not bound.
    fn variables_of(&self, id: QuestionId) -> Vec<VariableId> {
        let mut variables = Vec::new();
        for expr in expressions(&self.model, &self.model.questions[id]) {
            expr.walk(&mut |part| match &part.kind {
                Kind::Variable(variable) => variables.push(*variable),
                Kind::Question(called, bound) => {
                    let from = self.model.questions[*called].from.iter();
                    let is_free = |from: &&_| bound.iter().all(|(fact, _)| fact != *from);
                    variables.extend(from.filter(is_free));
                }
                _ => {}
            });
        }
        variables
    }
}
