//! Asking a question that is kept as a sum, so that nothing is multiplied out to answer it.

use super::asker::{Asker, Needs, Ruling, Wanted};
use super::settle::Trail;
use crate::diagram::{Leaf, Sum, Summed, Sums, TooLarge};
use crate::model::QuestionId;
use crate::turn::Situation;
use crate::value::{Number, Value};
use std::sync::Arc;

impl Asker<'_> {
    /// A question as the sum that it is; none where it is asked by its diagram.
    pub(super) fn sum_of(&mut self, id: QuestionId, known: &Situation) -> Option<Arc<Summed>> {
        // What is looked at is noted by diagrams.
        match known.is_watched() {
            true => None,
            false => self.compiler.kept_sum(id),
        }
    }

    /// What a sum comes to, or what is open there.
    pub(super) fn reach_sum(
        &mut self,
        summed: &Summed,
        trail: &mut Trail<'_>,
    ) -> Result<Ruling, TooLarge> {
        let Summed { sums, whole, .. } = summed;
        let mut sum = *whole;
        loop {
            let known = |fact| trail.situation.value(fact);
            // What was known before leads the same way.
            sum = sums.led(sum, known).ok_or(TooLarge)?;
            let (Some(missing), None) = (sums.tested(sum), sum.number()) else {
                return sum.number().map(of_number).ok_or(TooLarge);
            };
            if self.find(missing, trail)? {
                continue;
            }
            let known = |fact| trail.situation.value(fact);
            let (left, open) = sums.restricted(sum, &known).ok_or(TooLarge)?;
            if let Some(number) = open.number() {
                return Ok(of_number(number));
            }
            let mut any = false;
            for fact in left.support(open) {
                any |= self.find(fact, trail)?;
            }
            if !any {
                return self.open_sum(&left, open, trail.situation);
            }
        }
    }

    /// What to tell where a sum is open: as of its diagram, which is made where something else than the sum bears on that.
    fn open_sum(
        &mut self,
        sums: &Sums,
        open: Sum,
        situation: &Situation,
    ) -> Result<Ruling, TooLarge> {
        let facts = sums.support(open);
        let store = &mut self.compiler.store;
        let reached = sums.reached(store, open, (), &|_, _, _| ())?;
        let mut is_plain = Self::is_vast(reached.nodes, facts.len());
        for fact in &facts {
            is_plain = is_plain && self.root_of(*fact)?.is_none();
        }
        if !is_plain || self.is_any_impossible(&facts, situation)? {
            let root = sums.diagram(&mut self.compiler.store, open)?;
            return self.open(root, situation);
        }
        let possible = reached.numbers.into_iter();
        let possible = possible.map(|(number, ())| Leaf::Value(Value::Number(number)));
        Ok(Ruling::Needs(match self.wanted {
            Wanted::Whole | Wanted::Possible => Needs {
                facts: self.in_order(&facts, Err(TooLarge)),
                possible: possible.collect(),
                ..Needs::default()
            },
            Wanted::WhetherOpen | Wanted::Glance => Needs {
                facts,
                ..Needs::default()
            },
        }))
    }
}

fn of_number(number: Number) -> Ruling {
    Ruling::Value(Value::Number(number))
}
