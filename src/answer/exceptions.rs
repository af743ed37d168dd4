//! What the exceptions of a rule whose condition holds come to: which one bites, and why the others do not.

use super::evaluate::{Context, Evaluator};
use super::explanation::{Bite, FailedPart, Spared, WhySpared};
use crate::diagram::Leaf;
use crate::model::{Exception, Expr, Rule};

impl Evaluator<'_> {
    /// The exception that takes the rule's place, if one does; the innermost.
    pub(super) fn biting<'e>(
        &self,
        except: &'e [Exception],
        context: &Context<'_>,
    ) -> Option<&'e Exception> {
        let found = except.iter().find(|exception| {
            self.exception(exception, context)
                .is_some_and(|leaf| leaf != Leaf::Silent)
        })?;
        Some(self.biting(&found.except, context).unwrap_or(found))
    }

    /// The exception that took a rule's place, told: to what it is an exception, and why it holds.
    pub(super) fn bite(&self, rule: &Rule, exception: &Exception, context: &Context<'_>) -> Bite {
        Bite {
            to: outer(&rule.cite, &rule.except, exception)
                .unwrap_or(&rule.cite)
                .to_owned(),
            span: exception.span,
            because: self.holding(exception, context),
        }
    }

    /// The condition of an exception that holds.
    pub(super) fn holding(&self, exception: &Exception, context: &Context<'_>) -> FailedPart {
        match &exception.when {
            Some(when) => self.part(when, context),
            None => FailedPart {
                condition: "always".to_owned(),
                facts: Vec::new(),
            },
        }
    }

    /// The exceptions that did not take the place of what they are exceptions to.
    pub(super) fn spared(
        &self,
        except: &[Exception],
        biting: Option<&Exception>,
        context: &Context<'_>,
    ) -> Vec<Spared> {
        let mut all = Vec::new();
        for exception in except {
            if biting.is_some_and(|biting| is_within(exception, biting)) {
                all.extend(self.spared(&exception.except, biting, context));
                continue;
            }
            let why = match self.failed_parts(exception.when.as_ref(), context) {
                failed if !failed.is_empty() => WhySpared::Condition(failed),
                _ => match self.setting_aside(exception, context) {
                    Some(inner) => WhySpared::SetAside {
                        cite: inner.cite.clone(),
                        because: self.holding(inner, context),
                    },
                    None => continue,
                },
            };
            let says = exception
                .outcome
                .as_ref()
                .map_or_else(String::new, |outcome| self.says(outcome));
            all.push(Spared {
                cite: exception.cite.clone(),
                says,
                why,
            });
        }
        all
    }

    /// The exception to an exception because of which it does not bite.
    fn setting_aside<'e>(
        &self,
        exception: &'e Exception,
        context: &Context<'_>,
    ) -> Option<&'e Exception> {
        let holds = |inner: &&Exception| {
            inner
                .when
                .as_ref()
                .is_none_or(|when| self.expr(when, context).is_some_and(|leaf| leaf.is(true)))
        };
        exception.except.iter().find(holds)
    }

    /// The parts of a condition that do not hold.
    pub(super) fn failed<'e>(
        &self,
        when: Option<&'e Expr>,
        context: &Context<'_>,
    ) -> Vec<&'e Expr> {
        let parts = when.map(Expr::conjuncts).unwrap_or_default();
        parts
            .into_iter()
            .filter(|part| self.expr(part, context).is_some_and(|leaf| leaf.is(false)))
            .collect()
    }

    /// The parts of a condition that do not hold, told.
    pub(super) fn failed_parts(
        &self,
        when: Option<&Expr>,
        context: &Context<'_>,
    ) -> Vec<FailedPart> {
        self.failed(when, context)
            .into_iter()
            .map(|part| self.part(part, context))
            .collect()
    }
}

/// Whether an exception is this one, or one of its own exceptions is, however deep.
fn is_within(exception: &Exception, wanted: &Exception) -> bool {
    std::ptr::eq(exception, wanted)
        || exception
            .except
            .iter()
            .any(|inner| is_within(inner, wanted))
}

/// The paragraph of what an exception is an exception to.
fn outer<'e>(cite: &'e str, except: &'e [Exception], wanted: &Exception) -> Option<&'e str> {
    if except
        .iter()
        .any(|exception| std::ptr::eq(exception, wanted))
    {
        return Some(cite);
    }
    except
        .iter()
        .find_map(|exception| outer(&exception.cite, &exception.except, wanted))
}
