//! Exact odds of a procedure: all ways through it at once, those that later steps cannot tell apart counted together.

use super::odds::refuse_many;
use super::table::{Part, Results, Table, Terms, joined, sort};
use super::{Chance, Count, chance, falls, fits, ways};
use crate::diagnostic::Diagnostic;
use crate::diagram::Leaf;
use crate::model::{Expr, Model, Procedure, Type, VariableId};
use crate::turn::{Effect, Missing, ProcedurePlan, Slot, Slots};
use num_bigint::BigUint;
use rustc_hash::FxHashMap;

/// The most choices of facts left open for which a procedure is gone through.
const MOST_RUNS: usize = 500;

/// The most ways that are kept apart at one step.
const MOST_WAYS: usize = 500_000;

/// The most ways that are gone through at one step.
const MOST_WORK: usize = 20_000_000;

/// Tells of a procedure that would take too long.
fn refuse_long(work: usize) -> Result<(), Diagnostic> {
    if work <= MOST_WORK {
        return Ok(());
    }
    Err(Diagnostic::request("the procedure has too many ways to go")
        .help("estimate it: `--simulate N`"))
}

/// The odds of a procedure's outcomes, and of conditions at its end.
pub fn of_procedure(
    model: &Model,
    procedure: &Procedure,
    terms: &Terms,
    conditions: &[(String, Expr)],
) -> Result<Table, Diagnostic> {
    let plan = plan(model, procedure, terms, conditions)?;
    let open = open_facts(&plan, terms);
    refuse_many(model, &open, terms, MOST_RUNS)?;
    let mut parts = Vec::new();
    for choice in choices(model, &open, terms) {
        let mut slots = Slots::of(model, &terms.known);
        for (fact, index) in &choice {
            slots.set(*fact, Slot::value(*index));
        }
        let results = Runner::new(&plan, terms, conditions).results(&slots)?;
        parts.push(Part {
            facts: choice
                .into_iter()
                .map(|(fact, index)| (fact, vec![index]))
                .collect(),
            results,
        });
    }
    Ok(Table {
        open,
        parts: joined(parts),
    })
}

/// The procedure compiled, its conditions with it, and last what is given.
pub(super) fn plan<'a>(
    model: &'a Model,
    procedure: &'a Procedure,
    terms: &Terms,
    conditions: &[(String, Expr)],
) -> Result<ProcedurePlan<'a>, Diagnostic> {
    if procedure.broken {
        return Err(Diagnostic::in_rulebook("it"));
    }
    let asked: Vec<Expr> = conditions
        .iter()
        .map(|(_, condition)| condition)
        .chain(&terms.given)
        .cloned()
        .collect();
    ProcedurePlan::new(model, procedure, &asked)
        .map_err(|_| Diagnostic::request("the procedure needs too large a decision diagram"))
}

/// The facts of the start that matter and are neither known nor left to chance.
pub(super) fn open_facts(plan: &ProcedurePlan<'_>, terms: &Terms) -> Vec<VariableId> {
    let looked_at = plan.looked_at_from(0);
    let start = plan.procedure.start.iter().copied();
    start
        .filter(|fact| looked_at.binary_search(fact).is_ok())
        .filter(|fact| terms.known.get(*fact).is_none() && !terms.is_uniform(*fact))
        .collect()
}

/// Every choice of values for facts left open.
pub(super) fn choices(
    model: &Model,
    open: &[VariableId],
    terms: &Terms,
) -> Vec<Vec<(VariableId, u32)>> {
    let mut all = vec![Vec::new()];
    for fact in open {
        let values = terms.values(model, *fact);
        all = all
            .into_iter()
            .flat_map(|choice: Vec<(VariableId, u32)>| {
                values.iter().map(move |index| {
                    let mut choice = choice.clone();
                    choice.push((*fact, *index));
                    choice
                })
            })
            .collect();
    }
    all
}

/// What is known of the facts that a procedure changes: a way through it, as far as it still matters.
type Way = Box<[Slot]>;

struct Runner<'p, 'a> {
    plan: &'p ProcedurePlan<'a>,
    terms: &'p Terms,
    conditions: &'p [(String, Expr)],
    changing: Vec<VariableId>,
    shown: Vec<VariableId>,
}

impl<'p, 'a> Runner<'p, 'a> {
    fn new(
        plan: &'p ProcedurePlan<'a>,
        terms: &'p Terms,
        conditions: &'p [(String, Expr)],
    ) -> Self {
        let mut changing = plan.sets();
        changing.extend(terms.uniform.iter().map(|(fact, _)| *fact));
        changing.sort_unstable();
        changing.dedup();
        let shown = plan
            .procedure
            .outcome
            .iter()
            .chain(&plan.procedure.sometimes)
            .copied()
            .collect();
        Self {
            plan,
            terms,
            conditions,
            changing,
            shown,
        }
    }

    fn results(&self, start: &Slots) -> Result<Vec<Results>, Diagnostic> {
        let uniform = self
            .terms
            .uniform
            .iter()
            .map(|(_, values)| values.len() as u64);
        let rolls = (0..self.plan.len()).filter_map(|step| self.plan.rolls(step));
        if fits(uniform.chain(rolls.map(|fact| ways(self.plan.model, fact)))) {
            self.counted::<u128>(start)
        } else {
            self.counted::<BigUint>(start)
        }
    }

    fn counted<C: Count>(&self, start: &Slots) -> Result<Vec<Results>, Diagnostic> {
        let mut slots = start.clone();
        let first: Way = self.changing.iter().map(|fact| slots.get(*fact)).collect();
        let mut all: FxHashMap<Way, C> = std::iter::once((first, C::of(1))).collect();
        for (fact, values) in &self.terms.uniform {
            refuse_long(all.len().saturating_mul(values.len()))?;
            let falls = values
                .iter()
                .map(|index| (vec![(*fact, *index)], 1))
                .collect::<Vec<_>>();
            all = self.after_fall(&all, &falls);
        }
        for step in 0..self.plan.len() {
            all = self.after(step, &all, &mut slots)?;
        }
        Ok(self.summed(&all, &mut slots))
    }

    fn after<C: Count>(
        &self,
        step: usize,
        all: &FxHashMap<Way, C>,
        slots: &mut Slots,
    ) -> Result<FxHashMap<Way, C>, Diagnostic> {
        let rolled = self.plan.rolls(step);
        let looked_at = self.plan.looked_at_from(step + 1);
        let falls = rolled
            .map(|fact| self.falls(fact, &looked_at))
            .transpose()?;
        let all_ways = falls
            .as_ref()
            .map_or(1, |falls| falls.iter().map(|(_, ways)| ways).sum());
        let mut next = FxHashMap::default();
        let throws = falls.as_ref().map_or(0, Vec::len);
        let mut work = 0_usize;
        for (way, count) in all {
            work = work.saturating_add(throws).saturating_add(1);
            refuse_long(work.max(next.len().saturating_mul(MOST_WORK / MOST_WAYS)))?;
            self.load(way, slots);
            match self
                .plan
                .effect(step, slots)
                .map_err(|missing| self.missing(missing))?
            {
                Effect::Roll(_) => {
                    for (known, ways) in falls.iter().flatten() {
                        let way = self.with(
                            way,
                            known
                                .iter()
                                .map(|(fact, index)| (*fact, Slot::value(*index))),
                        );
                        self.keep(way, count.times(*ways), &looked_at, &mut next);
                    }
                }
                Effect::Found(fact, slot) | Effect::Otherwise(fact, slot) => {
                    let way = self.with(way, std::iter::once((fact, slot)));
                    self.keep(way, count.clone(), &looked_at, &mut next);
                }
                Effect::Passed | Effect::Done => {
                    self.keep(way.clone(), count.times(all_ways), &looked_at, &mut next);
                }
            }
        }
        Ok(next)
    }

    /// The falls of a roll that agree with what is known, as far as what is looked at later tells them apart.
    fn falls(
        &self,
        roll: VariableId,
        looked_at: &[VariableId],
    ) -> Result<Vec<super::Fall>, Diagnostic> {
        let mut dice = self.plan.model.dice_of(roll);
        dice.retain(|die| self.matters(*die, looked_at) || self.terms.known.get(*die).is_some());
        Ok(self.terms.agreeing(falls(self.plan.model, roll, &dice)?))
    }

    fn after_fall<C: Count>(
        &self,
        all: &FxHashMap<Way, C>,
        falls: &[super::Fall],
    ) -> FxHashMap<Way, C> {
        let mut next = FxHashMap::default();
        for (way, count) in all {
            for (known, ways) in falls {
                let way = self.with(
                    way,
                    known
                        .iter()
                        .map(|(fact, index)| (*fact, Slot::value(*index))),
                );
                next.insert(way, count.times(*ways));
            }
        }
        next
    }

    fn matters(&self, fact: VariableId, looked_at: &[VariableId]) -> bool {
        looked_at.binary_search(&fact).is_ok() || self.shown.contains(&fact)
    }

    fn load(&self, way: &Way, slots: &mut Slots) {
        for (fact, slot) in self.changing.iter().zip(way) {
            slots.set(*fact, *slot);
        }
    }

    fn with(&self, way: &Way, known: impl Iterator<Item = (VariableId, Slot)>) -> Way {
        let mut way = way.clone();
        for (fact, slot) in known {
            if let Some(place) = self
                .changing
                .binary_search(&fact)
                .ok()
                .and_then(|place| way.get_mut(place))
            {
                *place = slot;
            }
        }
        way
    }

    /// Counts a way with those that nothing later tells from it.
    fn keep<C: Count>(
        &self,
        mut way: Way,
        count: C,
        looked_at: &[VariableId],
        next: &mut FxHashMap<Way, C>,
    ) {
        for (fact, slot) in self.changing.iter().zip(&mut way) {
            if !self.matters(*fact, looked_at) {
                *slot = Slot::UNKNOWN;
            }
        }
        match next.get_mut(&way) {
            Some(own) => *own += count,
            None => {
                next.insert(way, count);
            }
        }
    }

    fn missing(&self, missing: Missing) -> Diagnostic {
        let name = self.plan.model.variable_name(missing.0);
        Diagnostic::request(format!(
            "the procedure asks for `{name}`, which is not known"
        ))
        .help(format!("give it: {name}=…"))
    }

    fn summed<C: Count>(&self, all: &FxHashMap<Way, C>, slots: &mut Slots) -> Vec<Results> {
        let mut tallies: Vec<FxHashMap<Slot, C>> = vec![FxHashMap::default(); self.shown.len()];
        let mut truths: Vec<C> = vec![C::none(); self.conditions.len()];
        let mut total = C::none();
        for (way, count) in all {
            self.load(way, slots);
            let holds = self.plan.holds(slots);
            if self.terms.given.is_some() && holds.last() != Some(&true) {
                continue;
            }
            total += count.clone();
            for (truth, _) in truths.iter_mut().zip(&holds).filter(|(_, holds)| **holds) {
                *truth += count.clone();
            }
            for (fact, tally) in self.shown.iter().zip(&mut tallies) {
                match tally.get_mut(&slots.get(*fact)) {
                    Some(own) => *own += count.clone(),
                    None => {
                        tally.insert(slots.get(*fact), count.clone());
                    }
                }
            }
        }
        let total = total.big();
        let of = |count: &C| chance(count.big(), total.clone());
        let outcomes = self.shown.iter().zip(&tallies).map(|(fact, tally)| {
            let chances = tally
                .iter()
                .map(|(slot, count)| (outcome(self.plan.model, *fact, *slot), of(count)));
            results_of(self.plan.model, *fact, chances.collect())
        });
        let sure = |count: &C| Some(of(count)).filter(|_| total != BigUint::ZERO);
        let asked = self
            .conditions
            .iter()
            .zip(&truths)
            .map(|((text, _), count)| truth(text, sure(count).as_ref(), Vec::new()));
        outcomes.chain(asked).collect()
    }
}

/// An outcome: silent where the way that was gone does not have it.
pub(super) fn outcome(model: &Model, fact: VariableId, slot: Slot) -> Leaf {
    if slot == Slot::UNKNOWN {
        Leaf::Silent
    } else {
        slot.leaf(model, fact)
    }
}

/// The results of a fact.
pub(super) fn results_of(
    model: &Model,
    fact: VariableId,
    mut chances: Vec<(Leaf, Chance)>,
) -> Results {
    let of = crate::check::type_of(model, fact);
    sort(of.as_ref(), &mut chances);
    Results {
        name: model.variable_name(fact).to_owned(),
        of,
        chances,
        by_turn: Vec::new(),
    }
}

/// The results of a condition; none where what is given can never be so.
pub(super) fn truth(text: &str, yes: Option<&Chance>, by_turn: Vec<Chance>) -> Results {
    let mut chances = Vec::new();
    if let Some(yes) = yes {
        let no = Chance::from_integer(BigUint::from(1_u32)) - yes;
        chances.extend([(Leaf::truth(true), yes.clone()), (Leaf::truth(false), no)]);
        chances.retain(|(_, chance)| *chance.numer() != BigUint::ZERO);
    }
    Results {
        name: text.to_owned(),
        of: Some(Type::Bool),
        chances,
        by_turn,
    }
}
