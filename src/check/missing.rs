//! What cannot be answered because some part of it could not be read, or of what it rests on: it counts as broken, as what could
//! not be resolved does.

use super::cycle::uses_broken;
use super::{Checker, Packs};
use crate::model::VariableId;

impl Checker {
    /// Marks what the errors told so far left without a part, before what uses it is looked at.
    pub fn leave_unread(&mut self, packs: &Packs<'_>) {
        let model = &mut self.model;
        let unread = || packs.iter().map(|(_, pack)| &pack.unread);
        let is_all = self.doubt.everything || unread().any(|unread| unread.everything);
        let is_left = |name: &String| is_all || unread().any(|unread| unread.names.contains(name));
        for question in model.questions.iter_mut() {
            question.broken |= is_left(&question.name) || question.alias.iter().any(is_left);
        }
        for procedure in model.procedures.iter_mut() {
            procedure.broken |= is_left(&procedure.name);
        }
        for process in model.processes.iter_mut() {
            process.broken |= is_left(&process.name);
        }
    }

    /// Marks the procedures and processes of which a question is broken. A fact that is found by one, or of which a usual value
    /// rests on one or is not known, is usually nothing: nobody knows which of its values would be taken.
    pub fn leave_what_rests_on_broken(&mut self) {
        let model = &mut self.model;
        let questions = &model.questions;
        for procedure in model.procedures.iter_mut() {
            let mut asked = procedure.questions().into_iter();
            procedure.broken |= asked.any(|id| questions[id].broken);
        }
        for process in model.processes.iter_mut() {
            let mut asked = process.questions().into_iter();
            process.broken |= asked.any(|id| questions[id].broken);
        }
        let found = questions.iter().filter(|question| question.broken);
        let found: Vec<_> = found.filter_map(|question| question.finds).collect();
        let is_unknown = |fact: &VariableId| {
            let usual = model.variables[*fact].usually.iter();
            let mut exprs = usual.flat_map(|usual| usual.when.iter().chain([&usual.is]));
            found.contains(fact)
                || self.doubt.unusual.contains(fact)
                || exprs.any(|expr| uses_broken(model, expr))
        };
        let unknown: Vec<_> = model.variables.ids().filter(is_unknown).collect();
        for fact in unknown {
            self.model.variables[fact].usually.clear();
        }
    }
}
