//! Which expressions of a rule an explanation goes on to explain: those that took part in the answer.

use crate::model::{Exception, Expr, Outcome, Rule};

/// The expressions of a question's rules.
#[derive(Debug, Default)]
pub(super) struct Used<'e> {
    /// Those that took part: what they ask is explained.
    pub(super) looked_at: Vec<&'e Expr>,
    /// Those that would take part if something else were so, as a reading.
    pub(super) passed_over: Vec<&'e Expr>,
}

impl<'e> Used<'e> {
    /// A rule whose condition holds, or may hold: its own outcome, or that of the exception that bites.
    pub(super) fn of_applied(&mut self, rule: &'e Rule, biting: Option<&Exception>) {
        self.looked_at.extend(&rule.when);
        self.outcome(Some(&rule.outcome), biting.is_none());
        rule.except
            .iter()
            .for_each(|exception| self.of_exception(exception, biting));
    }

    fn of_exception(&mut self, exception: &'e Exception, biting: Option<&Exception>) {
        self.looked_at.extend(&exception.when);
        let bites = biting.is_some_and(|biting| std::ptr::eq(biting, exception));
        self.outcome(exception.outcome.as_ref(), bites);
        exception
            .except
            .iter()
            .for_each(|inner| self.of_exception(inner, biting));
    }

    /// A rule whose condition does not hold in these parts.
    pub(super) fn of_passed(&mut self, rule: &'e Rule, failed: &[&'e Expr]) {
        self.looked_at.extend(failed);
        self.passed_over.extend(&rule.when);
        self.outcome(Some(&rule.outcome), false);
        rule.except
            .iter()
            .for_each(|exception| self.pass_over(exception));
    }

    fn pass_over(&mut self, exception: &'e Exception) {
        self.passed_over.extend(&exception.when);
        self.outcome(exception.outcome.as_ref(), false);
        exception
            .except
            .iter()
            .for_each(|inner| self.pass_over(inner));
    }

    fn outcome(&mut self, outcome: Option<&'e Outcome>, took_part: bool) {
        if let Some(Outcome::Gives(expr)) = outcome {
            if took_part {
                self.looked_at.push(expr)
            } else {
                self.passed_over.push(expr)
            }
        }
    }
}
