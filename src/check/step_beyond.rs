//! Steps of processes that give no value of their state.

use super::proof::{Prover, is_answer};
use crate::diagnostic::{Code, Diagnostic};
use crate::diagram::{Leaf, NodeId, TooLarge, leaves, support};
use crate::model::{Outcome, Question, Rule, VariableId};
use itertools::Itertools;

/// In how many ways readings and switches may be taken together that are gone through.
const MOST_CHOICES: usize = 256;

impl Prover<'_, '_> {
    /// Tells of what a step gives where no value of it is one of its state, be it as some readings are taken: that is no state that
    /// adds up.
    pub fn refuse_step_beyond(&mut self, question: &Question, rule: &Rule) -> Result<(), TooLarge> {
        let (Some(range), Outcome::Gives(gives), true) =
            (&question.range, &rule.outcome, question.process.is_some())
        else {
            return Ok(());
        };
        let when = self.when(rule.when.as_ref())?;
        let root = self.compiler.expr(gives)?;
        let mut choices = support(&self.compiler.store, root);
        choices.retain(|fact| self.model.variables[*fact].is_choice());
        let options = choices.into_iter().map(|choice| {
            let options = 0..self.compiler.store.size(choice);
            options.map(move |index| (choice, index)).collect_vec()
        });
        let all = options.multi_cartesian_product().take(MOST_CHOICES + 1);
        let mut all = all.collect_vec();
        if all.len() > MOST_CHOICES {
            let message = format!(
                "whether this gives values of `{}` is looked at for {MOST_CHOICES} ways to take readings and switches alone",
                question.name
            );
            self.report(Diagnostic::warning(Code::TooLarge, gives.span, message));
            all.truncate(MOST_CHOICES);
        }
        if all.is_empty() {
            all.push(Vec::new());
        }
        for taken in &all {
            if !self.is_always_beyond(question, [when, root], taken)? {
                continue;
            }
            let message = format!("`{}` is never what this gives", question.name);
            let found = Diagnostic::error(Code::OutsideDomain, gives.span, message);
            let values = range.show(&self.model.words);
            let found = found.help(format!("its values: {values}"));
            self.report(match taken.as_slice() {
                [] => found,
                taken => found.help(self.show_witness(taken)),
            });
            break;
        }
        Ok(())
    }

    /// Whether a step that can be done as readings are taken so gives numbers alone that its state does not have.
    fn is_always_beyond(
        &mut self,
        question: &Question,
        roots: [NodeId; 2],
        taken: &[(VariableId, u32)],
    ) -> Result<bool, TooLarge> {
        let index = |fact| {
            let taken = taken.iter().find(|(choice, _)| *choice == fact);
            taken.map(|(_, index)| *index)
        };
        let [when, gives] = roots.map(|root| self.compiler.store.restrict_all(root, &index));
        let (when, gives) = (when?, gives?);
        let is_beyond = |leaf: &Leaf| match leaf {
            Leaf::Value(value) => value.number().is_some() && !is_answer(question, value),
            _ => false,
        };
        Ok((taken.is_empty() || self.can_hold(when))
            && leaves(&self.compiler.store, gives).iter().all(is_beyond))
    }
}
