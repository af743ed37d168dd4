//! Parts of conditions that hold always, or never, whatever the facts: an `or` that was to be an `and`, or a limit beyond the values;
//! and answers that look at a fact which changes nothing in them.

use super::ends::ends_beyond;
use super::proof::Prover;
use crate::diagnostic::{Code, Diagnostic};
use crate::diagram::{Leaf, TooLarge, leaves};
use crate::model::{Exception, Expr, Kind, Operation, Outcome, Rule, Test, Type, VariableId};
use crate::syntax::Comparison;

impl Prover<'_, '_> {
    /// Notes what is foregone in a rule and in its exceptions: in their conditions, and in what they give.
    pub fn note_all_foregone(&mut self, rule: &Rule) -> Result<(), TooLarge> {
        let mut when = rule.when.iter();
        when.try_for_each(|when| self.note_foregone(when, true))?;
        self.note_outcome(&rule.outcome)?;
        let mut exceptions = rule.except.iter();
        exceptions.try_for_each(|exception| self.note_exception(exception))
    }

    /// The same of an exception and its own.
    pub(super) fn note_exception(&mut self, exception: &Exception) -> Result<(), TooLarge> {
        let mut when = exception.when.iter();
        when.try_for_each(|when| self.note_foregone(when, true))?;
        let mut outcome = exception.outcome.iter();
        outcome.try_for_each(|outcome| self.note_outcome(outcome))?;
        let mut inner = exception.except.iter();
        inner.try_for_each(|inner| self.note_exception(inner))
    }

    pub(super) fn note_outcome(&mut self, outcome: &Outcome) -> Result<(), TooLarge> {
        match outcome {
            Outcome::Gives(gives) => self.note_idle(gives),
            Outcome::Gap(_) => Ok(()),
        }
    }

    /// Notes of what a rule gives the conditions within it on which nothing hangs, and what comes out alike for all values of the fact
    /// that it looks at.
    fn note_idle(&mut self, gives: &Expr) -> Result<(), TooLarge> {
        if gives.of == Type::Bool {
            return self.note_foregone(gives, false);
        }
        let told = self.proof.diagnostics.len();
        match &gives.kind {
            Kind::If(condition, then, other) => {
                self.note_foregone(condition, false)?;
                self.note_idle(then)?;
                self.note_idle(other)?;
            }
            Kind::Binary(_, left, right) => {
                self.note_idle(left)?;
                self.note_idle(right)?;
            }
            Kind::Round(_, inner) | Kind::Unrank(_, _, inner) => self.note_idle(inner)?,
            _ => {}
        }
        if self.proof.diagnostics.len() == told
            && bounds_or_chooses(gives)
            && let Some(fact) = self.only_fact(gives)
        {
            let root = self.compiler.expr(gives)?;
            if let [Leaf::Value(value)] = leaves(&self.compiler.store, root).as_slice() {
                let name = &self.model.variables[fact].name;
                let value = value.show(&self.model.words, self.model.is_signed(&gives.of));
                let message = format!("this is {value} whatever `{name}` is");
                let note = Diagnostic::note(Code::IdleFact, gives.span, message);
                self.report(note.help(
                    "look for a bound that always binds, or for two that stand the wrong way round",
                ));
            }
        }
        Ok(())
    }

    /// Notes of a condition that can hold which parts of it nothing hangs on, the widest ones; and ranges that reach beyond the
    /// values of their fact. That the whole can never hold is told of the rule, or that an exception never applies.
    pub(super) fn note_foregone(
        &mut self,
        condition: &Expr,
        is_whole: bool,
    ) -> Result<(), TooLarge> {
        if condition.of == Type::Bool
            && let Some(fact) = self.only_fact(condition)
        {
            self.note_beyond(condition, fact);
            if let Some(outcome) = self.outcome(condition, fact)? {
                // All values by their names: another pack may add one that is not meant.
                let is_told = is_whole && !outcome || outcome && names_values(condition);
                if !is_told {
                    self.foregone(condition, fact, outcome);
                }
                return Ok(());
            }
        }
        match &condition.kind {
            Kind::Binary(Operation::And | Operation::Or, left, right) => {
                self.note_foregone(left, false)?;
                self.note_foregone(right, false)
            }
            Kind::Not(inner) => self.note_foregone(inner, false),
            _ => Ok(()),
        }
    }

    fn foregone(&mut self, part: &Expr, fact: VariableId, outcome: bool) {
        let fact = &self.model.variables[fact];
        let values = fact.domain.show(&self.model.words);
        let (code, message, help) = match outcome {
            true => (
                Code::AlwaysHolds,
                "this always holds: nothing hangs on it",
                "look for an `or` that should be an `and`, or a limit that takes in all",
            ),
            false => (
                Code::NeverHolds,
                "this part can never hold",
                "look for two parts that exclude each other, or a limit beyond the values",
            ),
        };
        self.report(
            Diagnostic::note(code, part.span, message)
                .help(format!("the values of `{}`: {values}", fact.name))
                .help(help),
        );
    }

    /// The one fact that a condition looks at; nothing where it looks at several, asks a question, or goes by a reading, of which
    /// what holds for the other options is left standing.
    fn only_fact(&self, condition: &Expr) -> Option<VariableId> {
        let mut facts = Vec::new();
        let mut is_plain = true;
        condition.walk(&mut |part| match part.kind {
            Kind::Variable(fact) => facts.push(fact),
            Kind::Question(..) => is_plain = false,
            _ => {}
        });
        facts.dedup();
        let [fact] = facts.as_slice() else {
            return None;
        };
        let known = &self.model.variables[*fact];
        let is_plain = is_plain && known.reading.is_none() && !known.domain.is_text();
        (is_plain && known.domain.size() > 1).then_some(*fact)
    }

    /// Whether a condition on one fact holds for all its values, or for none; nothing where it holds for some.
    fn outcome(&mut self, condition: &Expr, fact: VariableId) -> Result<Option<bool>, TooLarge> {
        let domain = &self.model.variables[fact].domain;
        let size = domain.size();
        let of_count = |count: u32| match count {
            0 => Some(false),
            _ if count == size => Some(true),
            _ => None,
        };
        match &condition.kind {
            Kind::Variable(_) => return Ok(None),
            Kind::In(test, inner) if matches!(inner.kind, Kind::Variable(_)) => {
                let held = test.within(domain).into_iter();
                return Ok(of_count(held.map(|range| range.end - range.start).sum()));
            }
            Kind::Binary(Operation::Compare(comparison), left, right) => {
                if let (Kind::Variable(_), Kind::Constant(value)) = (&left.kind, &right.kind)
                    && matches!(comparison, Comparison::Equal | Comparison::NotEqual)
                {
                    let is_value = domain.index(value).is_some();
                    return Ok((!is_value).then_some(*comparison == Comparison::NotEqual));
                }
            }
            _ => {}
        }
        let root = self.compiler.expr(condition)?;
        Ok(match leaves(&self.compiler.store, root).as_slice() {
            [leaf] if leaf.is(true) => Some(true),
            [leaf] if leaf.is(false) => Some(false),
            _ => None,
        })
    }

    fn note_beyond(&mut self, condition: &Expr, fact: VariableId) {
        if let Kind::In(test, inner) = &condition.kind
            && matches!(inner.kind, Kind::Variable(_))
            && let Some(note) = ends_beyond(self.model, fact, test, condition.span)
        {
            self.report(note);
        }
    }
}

/// Whether an expression has a bound or a choice in it: without them it comes out otherwise for other values.
fn bounds_or_chooses(gives: &Expr) -> bool {
    gives.parts().iter().any(|part| match &part.kind {
        Kind::If(..) => true,
        Kind::Binary(by, ..) => matches!(by, Operation::Least | Operation::Greatest),
        _ => false,
    })
}

/// Whether a condition does nothing but name values.
pub(super) fn names_values(condition: &Expr) -> bool {
    match &condition.kind {
        Kind::In(Test::Values(_), _) => true,
        Kind::Binary(Operation::Compare(Comparison::Equal), ..) => true,
        Kind::Binary(Operation::Or, left, right) => names_values(left) && names_values(right),
        _ => false,
    }
}
