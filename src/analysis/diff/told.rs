//! A changed question, told: the regions where it changed, each with a witness and the rules that apply there in both models.

use super::both::{Both, Item, Pair, Roots};
use super::changes::Changes;
use super::sums::SumsApart;
use super::{Change, Changed, ChangedRegion, Reason};
use crate::analysis::index_in;
use crate::analysis::regions::{Region, put_in_order};
use crate::analysis::space::{Side, Space};
use crate::answer::Evaluator;
use crate::diagram::{Leaf, NodeId, TooLarge, count_where, support};
use crate::model::{Model, QuestionId, Role, VariableId};
use crate::turn::Situation;
use num_bigint::BigUint;
use num_traits::ToPrimitive;

impl Both<'_> {
    /// What changed of a question, in at most `limit` regions; what lies beyond is counted.
    pub fn told(&mut self, pair: Pair, limit: usize) -> Result<Changed, TooLarge> {
        let by_itself = !self.only_through(pair.map(Item::Question))?;
        let used = self.changed_uses(Item::Question(pair[1]));
        let sums = self.sums_apart(pair);
        let (roots, alike) = match &sums {
            Some(sums) => (sums.roots, sums.alike.as_slice()),
            None => (self.roots(pair)?, &[][..]),
        };
        let facts = self.facts(pair[1], &[&roots, alike].concat());
        // What is alike in both is not counted.
        let counted = self.facts(pair[1], &roots);
        let mut changes = Changes::new(&mut self.store, roots)?;
        if !alike.is_empty() {
            // What both add besides makes many changes of each.
            changes = changes.amounts(&mut self.store)?;
        }
        let count =
            |wanted: fn(&Leaf) -> bool| count_where(&self.store, changes.root, &counted, &wanted);
        let situations = count(|leaf| leaf.value().is_some());
        let asked = count(|leaf| *leaf != Leaf::Outside);
        let (mut told, untold) = if by_itself {
            changes.told(&mut self.store, &counted, limit)?
        } else {
            Default::default()
        };
        put_in_order(&facts, &mut told, |(region, _)| &region.tests);
        let regions = told.into_iter();
        let regions = regions.map(|own| self.region(own, &facts, (roots, sums.as_ref()), pair));
        let regions: Vec<ChangedRegion> = regions.collect();
        let witness = match regions.first() {
            Some(first) => first.witness.clone(),
            None => {
                let found = changes.regions(&mut self.store, &counted, 1)?.list;
                found
                    .first()
                    .map(|region| witness(&self.space, &facts, region))
                    .unwrap_or_default()
            }
        };
        Ok(Changed {
            name: self.name(pair),
            cite: self.models[1].questions[pair[1]].cite.clone(),
            old: pair[0],
            new: pair[1],
            facts,
            situations,
            asked,
            uses: used.into_iter().map(|pair| self.name(pair)).collect(),
            regions,
            untold,
            by_itself,
            witness,
        })
    }

    /// The variables that matter to any of the roots, in the order of the new question's facts.
    pub fn facts(&self, new: QuestionId, roots: &[NodeId]) -> Vec<VariableId> {
        let of_each = roots.iter().flat_map(|root| support(&self.store, *root));
        let mut facts: Vec<VariableId> = of_each.collect();
        let from = &self.models[1].questions[new].from;
        let place = |fact: &VariableId| {
            let other = self.space.variables[*fact].of[1];
            from.iter()
                .position(|taken| Some(*taken) == other)
                .unwrap_or(usize::MAX)
        };
        facts.sort_by_key(|fact| (place(fact), *fact));
        facts.dedup();
        facts
    }

    fn region(
        &self,
        (region, change): (Region, Change),
        facts: &[VariableId],
        (roots, sums): (Roots, Option<&SumsApart>),
        [old, new]: Pair,
    ) -> ChangedRegion {
        let witness = witness(&self.space, facts, &region);
        let at = |root| self.store.answer(root, |id| index_in(&witness, id)).clone();
        let leaf = |root| sums.map_or_else(|| at(root), |sums| sums.whole(&at(root), at));
        let [old_side, new_side] = &self.space.sides;
        let reasons = (
            reasons(self.models[0], old_side, old, &witness),
            reasons(self.models[1], new_side, new, &witness),
        );
        ChangedRegion {
            change,
            situations: region.situations,
            at_witness: (leaf(roots[0]), leaf(roots[1])),
            chance: chance(&self.space, facts, &region.tests),
            reasons,
            witness,
            tests: region.tests,
        }
    }
}

/// One situation of a region: of every fact a value that both models have, if there is one; of a reading the default.
fn witness(space: &Space, facts: &[VariableId], region: &Region) -> Vec<(VariableId, u32)> {
    let choice = |fact: &VariableId| {
        let shared = &space.variables[*fact];
        let tested = region.tests.iter().find(|(other, _)| other == fact);
        let values = match tested {
            Some((_, indices)) => indices.clone(),
            None => (0..shared.domain.size()).collect(),
        };
        let in_both = |index: &u32| {
            let mut sides = space.sides.iter().zip(shared.of);
            sides.all(|(side, other)| other.is_none_or(|other| side.has(other, *index)))
        };
        let mut of_both = values.iter().copied().filter(in_both);
        let usual = match shared.role {
            Role::Reading(default) => of_both.clone().find(|index| *index == default),
            _ => None,
        };
        let index = usual.or_else(|| of_both.next()).or(values.first().copied());
        (*fact, index.unwrap_or(0))
    };
    facts.iter().map(choice).collect()
}

/// The rules that apply at a witness in one model; none where it does not have one of the values. Facts that do not matter have
/// any value.
fn reasons(
    model: &Model,
    side: &Side,
    question: QuestionId,
    witness: &[(VariableId, u32)],
) -> Vec<Reason> {
    let mut situation = Situation::new(model);
    for id in model
        .variables
        .ids()
        .filter(|id| side.places.get(id.index()).is_some_and(Option::is_some))
    {
        situation.set(id, situation.get(id).or(Some(0)));
    }
    for (id, index) in side.own(witness) {
        if index.is_none() {
            return Vec::new();
        }
        situation.set(id, index);
    }
    let why = Evaluator::new(model).explain(question, &situation);
    let applied = why.applied.into_iter().map(|applied| Reason {
        rule: Some(applied.rule),
        span: Some(applied.span),
        cite: applied.cite,
    });
    let otherwise = why.otherwise.map(|cite| Reason {
        span: None,
        rule: None,
        cite,
    });
    applied.chain(otherwise).collect()
}

/// In how many ways of how many the rolled facts of a region fall so, whatever its other facts are; nothing where none of its
/// facts is rolled, or where two of the facts that matter are dice of one roll.
fn chance(
    space: &Space,
    facts: &[VariableId],
    tests: &[(VariableId, Vec<u32>)],
) -> Option<(u128, u128)> {
    let mut rolls: Vec<&str> = Vec::new();
    let mut chance: Option<(u128, u128)> = None;
    for fact in facts {
        let Some(dice) = &space.variables[*fact].dice else {
            continue;
        };
        if rolls.contains(&dice.roll.as_str()) {
            return None;
        }
        rolls.push(&dice.roll);
        if let Some((_, indices)) = tests.iter().find(|(other, _)| other == fact) {
            let all: BigUint = dice.ways.iter().sum();
            let fallen = indices
                .iter()
                .filter_map(|index| dice.ways.get(*index as usize));
            let fallen: BigUint = fallen.sum();
            let (these, of) = chance.unwrap_or((1, 1));
            let these = these.checked_mul(fallen.to_u128()?)?;
            chance = Some((these, of.checked_mul(all.to_u128()?)?));
        }
    }
    chance
}
