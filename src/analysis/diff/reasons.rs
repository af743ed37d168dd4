//! A witness of a change, and the rules that apply there in both models.

use super::Reason;
use crate::analysis::space::{Shared, Side, Space};
use crate::answer::Evaluator;
use crate::model::{Model, QuestionId, Role, VariableId};
use crate::turn::Situation;

/// What is needed to tell the reasons of both sides.
pub(super) struct Reasons<'a> {
    pub(super) space: &'a Space,
    pub(super) old: &'a Model,
    pub(super) new: &'a Model,
}

impl Reasons<'_> {
    /// One situation of a region: of every fact a value that both models have, if there is one; of a reading the default.
    pub(super) fn witness(
        &self,
        facts: &[VariableId],
        tests: &[(VariableId, Vec<u32>)],
    ) -> Vec<(VariableId, u32)> {
        facts
            .iter()
            .map(|fact| {
                let tested = tests
                    .iter()
                    .find(|(own, _)| own == fact)
                    .map(|(_, indices)| indices.as_slice());
                (*fact, self.choice(*fact, tested))
            })
            .collect()
    }

    fn choice(&self, fact: VariableId, tested: Option<&[u32]>) -> u32 {
        let Some(shared) = self.space.variable(fact) else {
            return 0;
        };
        let all: Vec<u32> = (0..shared.domain.size()).collect();
        let tested = tested.unwrap_or(&all);
        let in_both = |index: &u32| {
            self.exists(&self.space.old, shared.old, *index)
                && self.exists(&self.space.new, shared.new, *index)
        };
        let usual = usual(shared).filter(|index| tested.contains(index) && in_both(index));
        usual
            .or_else(|| tested.iter().copied().find(in_both))
            .or_else(|| tested.first().copied())
            .unwrap_or(0)
    }

    fn exists(&self, side: &Side, id: Option<VariableId>, index: u32) -> bool {
        id.is_none_or(|id| {
            let place = side.places.get(id.index()).and_then(Option::as_ref);
            place.is_some_and(|place| place.from.get(index as usize).is_some_and(Option::is_some))
        })
    }

    /// The rules that apply at a witness, before and after.
    pub(super) fn both(
        &self,
        (old, new): (QuestionId, QuestionId),
        witness: &[(VariableId, u32)],
    ) -> (Vec<Reason>, Vec<Reason>) {
        (
            self.reasons(self.old, &self.space.old, old, witness),
            self.reasons(self.new, &self.space.new, new, witness),
        )
    }

    fn reasons(
        &self,
        model: &Model,
        side: &Side,
        question: QuestionId,
        witness: &[(VariableId, u32)],
    ) -> Vec<Reason> {
        let Some(situation) = self.situation(model, side, witness) else {
            return Vec::new();
        };
        let why = Evaluator::new(model).explain(question, &situation);
        let mut reasons: Vec<Reason> = Vec::new();
        for applied in why.applied {
            reasons.push(Reason {
                rule: Some(applied.rule),
                span: applied.span(model),
                cite: applied.cite,
            });
        }
        reasons.extend(why.otherwise.map(|cite| Reason {
            span: None,
            rule: None,
            cite,
        }));
        reasons
    }

    /// A witness as a situation of one model: facts that do not matter have any value; nothing where the model does not have
    /// one of the values.
    fn situation(
        &self,
        model: &Model,
        side: &Side,
        witness: &[(VariableId, u32)],
    ) -> Option<Situation> {
        let mut situation = Situation::new(model);
        for (id, place) in (0..).map(VariableId).zip(&side.places) {
            let Some(place) = place else { continue };
            let index = match witness.iter().find(|(own, _)| *own == place.variable) {
                Some((_, index)) => Some(place.from.get(*index as usize).copied().flatten()?),
                None => situation.get(id).or(Some(0)),
            };
            situation.set(id, index);
        }
        Some(situation)
    }
}

/// The value that a witness takes if it may.
const fn usual(shared: &Shared) -> Option<u32> {
    match shared.role {
        Role::Reading(default) => Some(default),
        _ => None,
    }
}
