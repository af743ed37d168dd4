//! What is made of a sum that is not multiplied out: a sum that is kept between two numbers, or compared with one, is multiplied out
//! only as far as it makes a difference.

use super::{Built, Compiler, Leaf, Summed, TooLarge, operate};
use crate::model::{Expr, Kind, Operation, QuestionId};
use crate::syntax::Comparison;
use crate::value::{Number, Value};
use std::sync::Arc;

/// A question that is kept as a sum, what it is kept between, the innermost first, and what it is then compared with.
#[derive(Debug)]
struct Clamped<'e> {
    question: QuestionId,
    bounds: Vec<(Operation, &'e Value)>,
    compared: Option<(Comparison, &'e Value)>,
}

impl<'e> Clamped<'e> {
    /// An operation that makes such a thing of a question.
    fn of(operation: Operation, left: &'e Expr, right: &'e Expr) -> Option<Self> {
        match (operation, &left.kind, &right.kind) {
            (Operation::Compare(how), _, Kind::Constant(value)) => Some(Self {
                compared: Some((how, value)),
                ..Self::inner(left)?
            }),
            (Operation::Least | Operation::Greatest, Kind::Constant(value), _) => {
                Some(Self::inner(right)?.within((operation, value)))
            }
            (Operation::Least | Operation::Greatest, _, Kind::Constant(value)) => {
                Some(Self::inner(left)?.within((operation, value)))
            }
            _ => None,
        }
    }

    fn inner(expr: &'e Expr) -> Option<Self> {
        match &expr.kind {
            Kind::Question(question, bound) if bound.is_empty() => Some(Self {
                question: *question,
                bounds: Vec::new(),
                compared: None,
            }),
            Kind::Binary(operation @ (Operation::Least | Operation::Greatest), left, right) => {
                Self::of(*operation, left, right)
            }
            _ => None,
        }
    }

    fn within(mut self, bound: (Operation, &'e Value)) -> Self {
        self.bounds.push(bound);
        self
    }

    /// What is made of all numbers from one to another, where that is the same.
    fn leaf(&self, low: Number, high: Number) -> Option<Leaf> {
        let [low, high] = [low, high].map(|number| self.kept(Leaf::Value(Value::Number(number))));
        let Some((how, with)) = self.compared else {
            return (low == high).then_some(low);
        };
        let truth =
            |leaf: &Leaf| operate(Operation::Compare(how), leaf, &Leaf::Value((*with).clone()));
        let is_between = || {
            let [low, high] = [&low, &high].map(|leaf| leaf.value().and_then(Value::number));
            let with = with.number();
            low <= with && with <= high
        };
        match how {
            Comparison::Equal | Comparison::NotEqual if low != high && is_between() => None,
            _ if truth(&low) == truth(&high) => Some(truth(&low)),
            _ => None,
        }
    }

    /// A number kept between the bounds.
    fn kept(&self, number: Leaf) -> Leaf {
        let bounds = self.bounds.iter();
        bounds.fold(number, |number, (operation, value)| {
            operate(*operation, &number, &Leaf::Value((*value).clone()))
        })
    }
}

impl Compiler<'_> {
    /// A question as a sum that is not multiplied out, made once; none where it has a diagram already, or is no such sum.
    pub fn kept_sum(&mut self, id: QuestionId) -> Option<Arc<Summed>> {
        if self.questions[id].is_some() || self.too_large.contains_key(&id) {
            return None;
        }
        if let Some(known) = self.sums.get(&id) {
            return known.clone();
        }
        let made = self.summed_apart(id).map(Arc::new);
        self.sums.insert(id, made.clone());
        made
    }

    /// Sees to it that another question can use this one: it is kept as a sum, or has a diagram.
    pub(super) fn prepared(&mut self, id: QuestionId) -> Result<(), TooLarge> {
        match self.kept_sum(id) {
            Some(_) => Ok(()),
            None => self.question(id).map(drop),
        }
    }

    fn summed_apart(&mut self, id: QuestionId) -> Option<Summed> {
        let question = &self.model.questions[id];
        if !Self::is_sum(self.model, question) || !question.only.is_empty() {
            return None;
        }
        for used in self.used_by(question) {
            self.prepared(used).ok()?;
        }
        let is_paid = self.paid.contains(&id);
        let outer = self.store.begin(question.rules.len(), is_paid);
        let made = self.summed(question);
        self.store.end(outer);
        made
    }

    /// The diagram of what an operation makes of a question that is kept as a sum, where it does no more.
    pub(super) fn clamped(
        &mut self,
        operation: Operation,
        left: &Expr,
        right: &Expr,
    ) -> Option<Built> {
        let clamped = Clamped::of(operation, left, right)?;
        let summed = self.kept_sum(clamped.question)?;
        let Summed { sums, whole, .. } = &*summed;
        let leaf = |low, high| clamped.leaf(low, high);
        Some(sums.diagram_of(&mut self.store, *whole, &leaf))
    }
}
