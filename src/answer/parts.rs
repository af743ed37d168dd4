//! The parts of an answer: the rules that made it, down to those that do more than pass on what another question answers.

use super::evaluate::{Context, Evaluator};
use crate::diagram::{Leaf, operate};
use crate::model::{
    Combine, Exception, Expr, Kind, Operation, Outcome, QuestionId, Rule, RuleId, VariableId,
};
use crate::turn::Situation;
use crate::value::{Number, Value};
use num_traits::Zero;

/// A part of an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// What it gives.
    pub gives: Leaf,
    /// The question that holds it.
    pub question: QuestionId,
    /// Its rule; none where it is what holds where no rule applies.
    pub rule: Option<RuleId>,
    /// Its paragraph: that of the exception, where one took the rule's place.
    pub cite: String,
    /// The paragraph of the rule whose place an exception took.
    pub in_place_of: Option<String>,
    /// The errata from which it comes, by their places in the model's list.
    pub errata: Vec<usize>,
}

/// A rule that an exception took away.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TakenAway {
    /// The question that holds it.
    pub question: QuestionId,
    /// Its rule.
    pub rule: RuleId,
    /// Its paragraph.
    pub cite: String,
    /// The exception's paragraph.
    pub by: String,
}

/// What an answer is made of.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Parts {
    /// What made it.
    pub all: Vec<Part>,
    /// What would have, but for an exception.
    pub taken_away: Vec<TakenAway>,
    /// Whether the answer is the sum of its parts.
    pub is_sum: bool,
}

impl Part {
    /// Whether it adds nothing.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        matches!(&self.gives, Leaf::Value(Value::Number(number)) if number.is_zero())
    }
}

impl Parts {
    /// Of a sum of which a part is lost: the sum of the others.
    #[must_use]
    pub fn rest(&self) -> Option<Value> {
        if !self.is_sum
            || !self
                .all
                .iter()
                .any(|part| matches!(part.gives, Leaf::Gap(_)))
        {
            return None;
        }
        let nothing = Leaf::Value(Value::Number(Number::zero()));
        let known = self
            .all
            .iter()
            .filter(|part| !matches!(part.gives, Leaf::Gap(_)));
        let whole = known.fold(nothing, |sum, part| {
            operate(Operation::Add, &sum, &part.gives)
        });
        whole.value().cloned()
    }
}

/// How deep it goes through questions that pass on what others answer.
const MOST_DEEP: usize = 20;

impl Evaluator<'_> {
    /// What the answer to a question is made of.
    #[must_use]
    pub fn parts(&self, id: QuestionId, situation: &Situation) -> Parts {
        let mut parts = Parts::default();
        let context = Context {
            situation,
            bound: Vec::new(),
        };
        self.add_parts(id, &context, &mut parts, MOST_DEEP);
        parts
    }

    /// Adds what makes an answer; whether anything does.
    fn add_parts(
        &self,
        id: QuestionId,
        context: &Context<'_>,
        parts: &mut Parts,
        depth: usize,
    ) -> bool {
        let Some(question) = self.model.question(id).filter(|_| depth > 0) else {
            return false;
        };
        let adds_up = matches!(question.combine, Combine::Sum | Combine::OnlyOne);
        if !adds_up && depth < MOST_DEEP {
            // What it answers is one of its parts, not all of them together.
            return false;
        }
        parts.is_sum |= question.combine == Combine::Sum;
        let rules: Vec<(RuleId, &Rule)> = question
            .rules
            .iter()
            .filter_map(|id| Some((*id, self.model.rule(*id)?)))
            .collect();
        let given: Vec<(&Rule, Option<Leaf>)> = rules
            .iter()
            .map(|(_, rule)| (*rule, self.rule(rule, context)))
            .collect();
        let mut any = false;
        for ((rule_id, rule), (_, leaf)) in rules.iter().zip(&given) {
            let only_one = question.combine == Combine::OnlyOne;
            if only_one && self.gives_way(rule, &given).is_some() || self.is_off(rule, context) {
                continue;
            }
            let exception = self.biting(&rule.except, context);
            if *leaf == Some(Leaf::Silent) {
                parts
                    .taken_away
                    .extend(exception.map(|exception| TakenAway {
                        question: id,
                        rule: *rule_id,
                        cite: rule.cite.clone(),
                        by: exception.cite.clone(),
                    }));
                continue;
            }
            any = true;
            let passed_on = self.passed_on(rule, exception);
            if passed_on.is_some_and(|expr| self.add_passed_on(expr, context, parts, depth)) {
                continue;
            }
            let passed_on = passed_on.and_then(|expr| match expr.kind {
                Kind::Question(id, _) => Some(id),
                _ => None,
            });
            parts.all.extend(leaf.clone().map(|gives| Part {
                gives,
                question: passed_on.unwrap_or(id),
                rule: Some(*rule_id),
                cite: exception.map_or_else(|| rule.cite.clone(), |own| own.cite.clone()),
                in_place_of: exception.map(|_| rule.cite.clone()),
                errata: self.errata_of(rule, exception),
            }));
        }
        if let (false, Some(otherwise)) = (any, &question.otherwise)
            && let Some(gives) = self.expr(&otherwise.gives, context)
        {
            any = true;
            parts.all.push(Part {
                gives,
                question: id,
                rule: None,
                cite: otherwise.cite.clone(),
                in_place_of: None,
                errata: self.model.origins.of_places(&[otherwise.gives.span]),
            });
        }
        // A sum of nothing is 0, and that is an answer too.
        any || question.combine.where_none_applies().is_some()
    }

    /// Whether the condition of a rule does not hold.
    fn is_off(&self, rule: &Rule, context: &Context<'_>) -> bool {
        rule.when
            .as_ref()
            .is_some_and(|when| self.expr(when, context).is_none_or(|leaf| leaf.is(false)))
    }

    /// The expression of a rule, or of the exception in its place, where it only passes on what another question answers.
    fn passed_on<'e>(&self, rule: &'e Rule, exception: Option<&'e Exception>) -> Option<&'e Expr> {
        let outcome = exception
            .and_then(|exception| exception.outcome.as_ref())
            .unwrap_or(&rule.outcome);
        match outcome {
            Outcome::Gives(expr) => Some(expr),
            Outcome::Gap(_) => None,
        }
    }

    fn add_passed_on(
        &self,
        expr: &Expr,
        context: &Context<'_>,
        parts: &mut Parts,
        depth: usize,
    ) -> bool {
        match &expr.kind {
            Kind::Question(id, bound) => {
                self.add_parts(*id, &self.inner(bound, context), parts, depth - 1)
            }
            Kind::Variable(fact) if self.is_found(*fact, context) => {
                let name = self.model.variable_name(*fact);
                let finder = self.model.question_names.get(name);
                finder.is_some_and(|id| self.add_parts(*id, context, parts, depth - 1))
            }
            _ => false,
        }
    }

    /// Whether a fact is what the question of its name finds, as far as can be told: one that is given otherwise is not.
    fn is_found(&self, fact: VariableId, context: &Context<'_>) -> bool {
        let found = self
            .model
            .question_names
            .get(self.model.variable_name(fact))
            .and_then(|id| self.answer(*id, context));
        match self.variable(fact, context) {
            None => true,
            given => given == found,
        }
    }
}
