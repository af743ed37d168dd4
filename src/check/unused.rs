//! Readings and switches that no rule asks for.

use super::Checker;
use super::cycle::expressions;
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::model::{Expr, ProcedureStep, VariableId};
use rustc_hash::FxHashSet;

impl Checker {
    /// Notes each reading and each switch on which nothing hangs: a condition was likely forgotten. Where something cannot be
    /// read, that may be what asks for it.
    pub fn note_unused_choices(&mut self) {
        let mut found = self.diagnostics.iter();
        if found.any(|found| found.severity == Severity::Error) {
            return;
        }
        let mut unused: Vec<Diagnostic> = Vec::new();
        let asked = self.asked_for();
        for (id, variable) in self.model.variables.enumerated() {
            let Some(choice) = variable.reading.as_ref() else {
                continue;
            };
            if asked.contains(&id) {
                continue;
            }
            let message = match choice.is_switch {
                true => format!("no rule asks for the switch `{}`", choice.name),
                false => format!("no rule asks for the reading `{}`", choice.name),
            };
            let note = Diagnostic::note(Code::IdleFact, variable.span, message);
            let help = "whichever option is taken, all answers are the same: name it in a condition, or take it out";
            unused.push(note.help(help));
        }
        unused.into_iter().for_each(|note| self.report(note));
    }

    /// The variables that anything looks at.
    fn asked_for(&self) -> FxHashSet<VariableId> {
        let model = &self.model;
        let mut asked = FxHashSet::default();
        let mut look = |expr: &Expr| asked.extend(expr.variables());
        for question in &model.questions {
            expressions(model, question).for_each(&mut look);
        }
        for usual in model.variables.iter().flat_map(|fact| &fact.usually) {
            look(&usual.is);
            usual.when.iter().for_each(&mut look);
        }
        for law in &model.laws {
            look(&law.always);
            law.when.iter().for_each(&mut look);
        }
        let impossible = model.impossible.iter().map(|other| &other.when);
        impossible.for_each(&mut look);
        let steps = model.procedures.iter().flat_map(|own| &own.steps);
        steps.flat_map(ProcedureStep::exprs).for_each(&mut look);
        let sections = model.cards.iter().flat_map(|card| &card.sections);
        let lines = sections.flat_map(|section| &section.lines);
        lines.filter_map(|line| line.when.as_ref()).for_each(look);
        asked
    }
}
