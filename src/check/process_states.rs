//! The states of processes once their steps are known: where each that is shown comes from, what each needs before the first
//! turn, and in which order they are set.

use super::Checker;
use super::cycle::expressions;
use super::scope::Scope;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Kind, Otherwise, PackId, ProcessId, QuestionId, State, VariableId};
use crate::pack;
use crate::source::Text;

impl Checker {
    /// Where each state that the process shows comes from.
    pub(super) fn shown_states(
        &mut self,
        pack: PackId,
        id: ProcessId,
        written: &pack::Process,
        steps: &[(VariableId, QuestionId)],
        scope: &Scope,
    ) -> Vec<(String, State)> {
        let mut shown = Vec::new();
        for name in &written.state {
            let keep = scope
                .process
                .as_ref()
                .and_then(|process| process.keeps.get(&name.value))
                .copied();
            let fact = keep.or_else(|| self.model.variable_names.get(&name.value).copied());
            let is_set =
                fact.is_some_and(|fact| steps.iter().any(|(variable, _)| *variable == fact));
            let question = self.model.question_names.get(&name.value).copied();
            let state = match (fact.filter(|_| is_set), question) {
                (Some(variable), _) => Some(State::Variable(variable)),
                (None, Some(question)) => Some(State::Question(
                    self.shown_question(pack, id, written, name, question, scope),
                )),
                (None, None) => self.fact_or_tell(name).map(State::Variable),
            };
            shown.extend(state.map(|state| (name.value.clone(), state)));
        }
        shown
    }

    /// A state that is a question: answered by its own steps, or as it stands in the new situation.
    fn shown_question(
        &mut self,
        pack: PackId,
        id: ProcessId,
        written: &pack::Process,
        name: &Text,
        question: QuestionId,
        scope: &Scope,
    ) -> QuestionId {
        let Some(found) = self.model.question(question).cloned() else {
            return question;
        };
        let own = written
            .steps
            .iter()
            .chain(written.included.iter().map(|(_, step)| step));
        let has_steps = own.into_iter().any(|step| step.sets.value == name.value);
        let step = self.add_step(
            pack,
            id,
            written,
            (&name.value, found.answer, found.range),
            scope,
        );
        if !has_steps {
            let gives = self.call(question, Vec::new(), name.span, scope);
            if gives.is_none() {
                self.mark_broken(step);
            }
            let cite = found.cite.first().cloned().unwrap_or_default();
            if let Some(own) = self.model.questions.at_mut(step.index()) {
                own.otherwise = gives.map(|gives| Otherwise { gives, cite });
            }
        }
        step
    }

    /// Tells of a variable asked for one turn earlier that has no value before the first turn.
    pub(super) fn refuse_missing_start(&mut self, id: ProcessId) {
        let Some(process) = self.model.processes.at(id.index()).cloned() else {
            return;
        };
        let shown = process.state.iter().filter_map(|(_, state)| match state {
            State::Question(question) => Some(*question),
            State::Variable(_) => None,
        });
        let mut missing = Vec::new();
        for question in process
            .steps
            .iter()
            .map(|(_, question)| *question)
            .chain(shown)
        {
            let Some(question) = self.model.question(question) else {
                continue;
            };
            for expr in expressions(&self.model, question) {
                expr.walk(&mut |part| {
                    if let Kind::Variable(variable) = part.kind
                        && let Some((of, _)) =
                            process.before.iter().find(|(_, copy)| *copy == variable)
                        && !process.start.contains(of)
                        && !process.initially.iter().any(|(own, _)| own == of)
                    {
                        missing.push((*of, part.span));
                    }
                });
            }
        }
        for (variable, span) in missing {
            let message = format!(
                "`{}` has no value before the first turn",
                self.model.variable_name(variable)
            );
            self.report(
                Diagnostic::error(Code::MissingKey, span, message)
                    .help("add it to `start`, or give it a value in `initially`"),
            );
        }
    }

    /// Orders the steps of each process so that each comes after those whose new values it uses.
    pub(super) fn order_processes(&mut self) {
        for index in 0..self.model.processes.len() {
            let Some(process) = self.model.processes.at(index) else {
                continue;
            };
            let mut waiting = process.steps.clone();
            let span = process.span;
            let mut ordered: Vec<(VariableId, QuestionId)> = Vec::new();
            while !waiting.is_empty() {
                let ready = waiting.iter().position(|(_, question)| {
                    let uses = self.variables_of(*question);
                    !waiting.iter().any(|(variable, _)| uses.contains(variable))
                });
                let Some(ready) = ready else {
                    let names: Vec<&str> = waiting
                        .iter()
                        .map(|(variable, _)| self.model.variable_name(*variable))
                        .collect();
                    let message = format!(
                        "these states depend on each other within one step: {}",
                        names.join(", ")
                    );
                    self.report(
                        Diagnostic::error(Code::Cycle, span, message)
                            .help("ask for the turn before with `was (…)`"),
                    );
                    break;
                };
                ordered.push(waiting.remove(ready));
            }
            if let Some(process) = self.model.processes.at_mut(index) {
                process.steps = ordered;
            }
        }
    }

    /// The variables that a question's own expressions name; of questions used, those that are not bound.
    fn variables_of(&self, id: QuestionId) -> Vec<VariableId> {
        let mut found = Vec::new();
        let Some(question) = self.model.question(id) else {
            return found;
        };
        for expr in expressions(&self.model, question) {
            expr.walk(&mut |part| match &part.kind {
                Kind::Variable(variable) => found.push(*variable),
                Kind::Question(called, bound) => {
                    let from = self
                        .model
                        .question(*called)
                        .map(|called| called.from.clone())
                        .unwrap_or_default();
                    found.extend(
                        from.into_iter()
                            .filter(|from| !bound.iter().any(|(own, _)| own == from)),
                    );
                }
                _ => {}
            });
        }
        found
    }
}
