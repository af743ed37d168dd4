//! What is open where facts are missing: which to tell, the one that settles most first, and what the answer may still be.

use super::asker::{Asker, Needs, Ruling, Wanted};
use crate::diagram::{Leaf, NodeId, TooLarge, leaves, support};
use crate::model::{GapId, QuestionId, VariableId};
use crate::turn::Situation;
use crate::value::{Number, Value};
use itertools::Itertools;
use num_traits::CheckedSub;
use std::cmp::Reverse;

/// How many nodes may be added to see through subtotals.
const BUDGET: usize = 50_000;

/// How many values of a fact are tried to tell how much it settles: of small diagrams, and of large ones.
const TRIED: [u32; 2] = [64, 4];

/// How many nodes are looked at to tell how much the facts settle; where it would be more, they stand as they are declared.
const MOST_RANKED: usize = 1_000_000;

/// Of how many values at most each is told with what it leads to, and to how many answers.
const MOST_VALUES: u32 = 1_000;
const MOST_CASES: usize = 4;

/// To how many different sets of answers the first of several facts that are open may lead to be told so.
const MOST_LEADS: usize = 6;

/// Answers, each with the indices of the values that lead to it.
type Cases = Vec<(Leaf, Vec<u32>)>;

/// Answers that are possible, with the indices of the values after which they are.
type Leads = Vec<(Vec<Leaf>, Vec<u32>)>;

/// How much is added to a value, and the indices of the values to which it is.
type Added = (Number, Vec<u32>);

fn grouped<T: PartialEq>(each: impl IntoIterator<Item = (T, u32)>) -> Vec<(T, Vec<u32>)> {
    let mut groups: Vec<(T, Vec<u32>)> = Vec::new();
    for (own, index) in each {
        match groups.iter_mut().find(|(other, _)| *other == own) {
            Some((_, indices)) => indices.push(index),
            None => groups.push((own, vec![index])),
        }
    }
    groups
}

/// The search for what can be told of a situation.
struct Sight<'s> {
    situation: &'s Situation,
    /// The facts through which it looks at the moment.
    through: Vec<VariableId>,
    /// The facts of which the source lost what they follow from.
    lost: Vec<(VariableId, GapId)>,
    /// The facts at which it ended.
    ends: Vec<VariableId>,
    /// The facts that others follow from which they follow from themselves.
    circles: Vec<VariableId>,
    /// Whether what a fact follows from is lost for some values of others.
    may_be_lost: bool,
}

impl<'s> Sight<'s> {
    fn of(situation: &'s Situation) -> Self {
        Self {
            situation,
            through: Vec::new(),
            lost: Vec::new(),
            ends: Vec::new(),
            circles: Vec::new(),
            may_be_lost: false,
        }
    }
}

impl Asker<'_> {
    /// What to tell where a diagram is open: never a subtotal, but what it comes from.
    pub fn open(&mut self, open: NodeId, situation: &Situation) -> Result<Ruling, TooLarge> {
        if let Some(needs) = self.vast.get(&open) {
            return Ok(Ruling::Needs(needs.clone()));
        }
        let mut sight = Sight::of(situation);
        self.compiler.store.limit_budget(BUDGET);
        let seen = self.see_through(open, &mut sight);
        self.compiler.store.renew_budget();
        let Ok(root) = seen else {
            let mut sight = Sight::of(situation);
            // What stops here again has told what it saw.
            let _ = self.see_through(open, &mut sight);
            self.compiler.store.renew_budget();
            let needs = self.many(open, sight);
            self.vast.insert(open, needs.clone());
            return Ok(Ruling::Needs(needs));
        };
        let facts = self.support(root);
        if let Some(ruling) = self.only_one(root) {
            return Ok(ruling);
        }
        let lost = |fact: &VariableId| sight.lost.iter().find(|(other, _)| other == fact);
        match facts.first().and_then(lost) {
            Some((_, gap)) if facts.iter().all(|fact| lost(fact).is_some()) => {
                Ok(Ruling::Gap(*gap))
            }
            _ if self.wanted == Wanted::Glance => Ok(Ruling::Needs(self.many(root, sight))),
            _ => {
                let possible = self.without_impossible(root, situation)?;
                if let Some(ruling) = self.only_one(possible) {
                    return Ok(ruling);
                }
                if self.wanted == Wanted::WhetherOpen {
                    return Ok(Ruling::Needs(self.many(root, sight)));
                }
                let mut needs = self.needs(possible, situation)?;
                needs.may_be_lost = sight.may_be_lost || !sight.lost.is_empty();
                match needs.facts.as_slice() {
                    _ if self.wanted == Wanted::Possible => {}
                    [only] => (needs.added, needs.cases) = self.cases(possible, *only)?,
                    [first, ..] => needs.leads = self.leads(possible, *first)?,
                    [] => {}
                }
                Ok(Ruling::Needs(needs))
            }
        }
    }

    /// A diagram with what each of its facts follows from in the place of the fact.
    fn see_through(&mut self, root: NodeId, sight: &mut Sight<'_>) -> Result<NodeId, TooLarge> {
        let mut bound = Vec::new();
        for fact in self.support(root).iter().copied() {
            let part = self.follows_from(fact, sight)?;
            let all = part.map(|part| leaves(&self.compiler.store, part));
            let all = all.as_deref();
            // Where it is not asked, the fact is told itself.
            if all.is_none_or(|all| all.contains(&Leaf::Outside)) {
                sight.ends.push(fact);
            }
            sight.may_be_lost |=
                all.is_some_and(|all| all.iter().any(|leaf| matches!(leaf, Leaf::Gap(_))));
            bound.extend(part.map(|part| (fact, part)));
        }
        let model = self.model;
        let index_of = |fact: VariableId, leaf: &Leaf| {
            let value = leaf.value()?;
            model.variables[fact].domain.index(value)
        };
        self.compiler.store.compose_asked(root, &bound, &index_of)
    }

    /// The diagram of what a fact follows from, where a person would rather tell that.
    fn follows_from(
        &mut self,
        fact: VariableId,
        sight: &mut Sight<'_>,
    ) -> Result<Option<NodeId>, TooLarge> {
        if sight.through.contains(&fact) {
            return Ok(None);
        }
        let Some(root) = self.root_of(fact)? else {
            return Ok(None);
        };
        let part = self.restricted(root, sight.situation)?;
        if part.is_leaf() {
            if let Leaf::Gap(gap) = self.compiler.store.leaf_at(part) {
                sight.lost.push((fact, *gap));
            }
            return Ok(None);
        }
        let ends = sight.ends.len();
        sight.through.push(fact);
        let part = self.see_through(part, sight)?;
        sight.through.pop();
        let facts = self.support(part);
        let circle = facts.iter().find(|other| sight.through.contains(other));
        sight.circles.extend(circle);
        // What follows from the fact itself is no better known than the fact.
        let in_circle = circle.is_some() || facts.contains(&fact) || sight.circles.contains(&fact);
        let is_rolled = facts.iter().any(|fact| self.model.roll_of(*fact).is_some());
        if in_circle || is_rolled && !self.is_subtotal(fact) {
            sight.ends.truncate(ends);
            return Ok(None);
        }
        Ok(Some(part))
    }

    /// The diagram of the question that finds a fact, or of what the rules say that it always is.
    pub(super) fn root_of(&mut self, fact: VariableId) -> Result<Option<NodeId>, TooLarge> {
        if let Some(id) = self.model.finder(fact) {
            return self.compiler.question(id).map(Some);
        }
        let mut usual = self.model.variables[fact].usually.iter().enumerate();
        match usual.find(|(_, usual)| usual.is_rule() && usual.when.is_none()) {
            Some((place, usual)) => self.usual_root((fact, place, false), &usual.is).map(Some),
            None => Ok(None),
        }
    }

    /// Whether a fact is a sum of modifiers, which nobody can see on the map.
    fn is_subtotal(&self, fact: VariableId) -> bool {
        let unit = self.model.variables[fact].unit;
        unit.is_some_and(|unit| self.model.units.is_modifier(unit))
    }

    /// What is open where it is too much to be told apart; of subtotals those that no question finds.
    fn many(&mut self, open: NodeId, sight: Sight<'_>) -> Needs {
        let mut facts = match sight.ends.is_empty() {
            true => support(&self.compiler.store, open),
            false => sight.ends,
        };
        facts.sort_unstable();
        facts.dedup();
        facts.retain(|fact| !self.is_subtotal(*fact) || self.model.finder(*fact).is_none());
        Needs {
            facts,
            ..Needs::default()
        }
    }

    /// Whether it would take too long to tell how much each of so many facts settles.
    pub(super) const fn is_vast(nodes: usize, facts: usize) -> bool {
        nodes.saturating_mul(facts) > MOST_RANKED
    }

    /// What is open in a diagram, the fact to ask for first in front.
    fn needs(&mut self, open: NodeId, situation: &Situation) -> Result<Needs, TooLarge> {
        let [small, large] = TRIED;
        let (nodes, facts) = (self.compiler.store.nodes_of(open), self.support(open));
        let tried = if nodes < 2_000 { small } else { large };
        let ranks = match Self::is_vast(nodes, facts.len()) {
            true => Err(TooLarge),
            false => self.ranks(open, &facts, tried),
        };
        self.compiler.store.renew_budget();
        let facts = self.in_order(&facts, ranks);
        let mut unfound = Vec::new();
        for fact in &facts {
            if let Some(by) = self.model.finder(*fact) {
                unfound.push((*fact, by, self.why_unfound(by, situation)?));
            }
        }
        Ok(Needs {
            facts,
            possible: self.possible(open),
            unfound,
            ..Needs::default()
        })
    }

    /// Facts in the order in which to ask for them, by how much is open after each. What they settle only puts them in order: where
    /// that cannot be told, they are asked for all the same.
    pub(super) fn in_order(
        &self,
        facts: &[VariableId],
        ranks: Result<Vec<(usize, usize)>, TooLarge>,
    ) -> Vec<VariableId> {
        let ranks = ranks.unwrap_or_else(|TooLarge| vec![(0, 1); facts.len()]);
        let size = |fact: &VariableId| self.compiler.store.size(*fact);
        let ranked = ranks.into_iter().zip(facts.iter());
        let mut ranked: Vec<_> = ranked
            .map(|(settles, fact)| (settles, size(fact), *fact))
            .collect();
        // The fact after which least remains open comes first; of equals, the one with fewer values. But people tell the
        // scenario first, then the turn, then the moment.
        ranked.sort_by(
            |((open, tried), size, fact), ((other_open, other_tried), other, id)| {
                let told_at = self.model.told_at(*fact).cmp(&self.model.told_at(*id));
                let settles = (open * other_tried).cmp(&(other_open * tried));
                told_at
                    .then(settles)
                    .then(size.cmp(other))
                    .then(fact.cmp(id))
            },
        );
        ranked.into_iter().map(|(.., fact)| fact).collect()
    }

    /// What each value of the only fact that is open leads to; none where they are many, but for what is always added to it.
    fn cases(
        &mut self,
        open: NodeId,
        fact: VariableId,
    ) -> Result<(Option<Added>, Cases), TooLarge> {
        let size = self.compiler.store.size(fact);
        if size > MOST_VALUES || support(&self.compiler.store, open) != [fact] {
            return Ok((None, Cases::new()));
        }
        let mut each = Vec::new();
        for index in 0..size {
            let case = self.compiler.store.restrict(open, fact, index)?;
            let leaf = self.compiler.store.leaf_at(case).clone();
            if leaf != Leaf::Outside {
                each.push((leaf, index));
            }
        }
        Ok(self.told_cases(fact, each))
    }

    /// The same of what each value leads to.
    pub(super) fn told_cases(
        &self,
        fact: VariableId,
        each: Vec<(Leaf, u32)>,
    ) -> (Option<Added>, Cases) {
        let nothing = (None, Cases::new());
        let cases = grouped(each.clone());
        if cases.len() <= MOST_CASES {
            return (None, cases);
        }
        let domain = &self.model.variables[fact].domain;
        let more = |(leaf, index): &(Leaf, u32)| match (leaf, domain.value(*index)) {
            (Leaf::Value(Value::Number(whole)), Value::Number(ratio)) => whole.checked_sub(&ratio),
            _ => None,
        };
        let Some(most) = each
            .iter()
            .filter_map(more)
            .counts()
            .into_iter()
            .max_by_key(|(more, count)| (*count, Reverse(*more)))
        else {
            return nothing;
        };
        let (added, others): (Vec<_>, Vec<_>) =
            each.into_iter().partition(|own| more(own) == Some(most.0));
        let cases = grouped(others);
        if cases.len() >= MOST_CASES {
            return nothing;
        }
        let indices = added.into_iter().map(|(_, index)| index).collect();
        (Some((most.0, indices)), cases)
    }

    /// The answers that are possible after each value of the first of several facts that are open; none where they are many, or it
    /// settles nothing by itself.
    fn leads(&mut self, open: NodeId, first: VariableId) -> Result<Leads, TooLarge> {
        let [most, _] = TRIED;
        let size = self.compiler.store.size(first);
        if size > most || Self::is_vast(self.compiler.store.nodes_of(open), size as usize) {
            return Ok(Leads::new());
        }
        let mut each = Vec::new();
        for index in 0..size {
            let part = self.compiler.store.restrict(open, first, index)?;
            let possible = self.possible(part);
            if !possible.is_empty() {
                each.push((possible, index));
            }
        }
        Ok(Self::told_leads(each))
    }

    /// The same of what is possible after each value.
    pub(super) fn told_leads(mut each: Vec<(Vec<Leaf>, u32)>) -> Leads {
        let mut lost = None;
        for (possible, _) in &mut each {
            // What is lost is told as one thing, whatever is lost.
            for leaf in &mut *possible {
                if let Leaf::Gap(gap) = leaf {
                    *gap = *lost.get_or_insert(*gap);
                }
            }
            possible.dedup();
        }
        let leads = grouped(each);
        let settles = leads.iter().any(|(possible, _)| possible.len() == 1);
        let is_told = settles && (2..=MOST_LEADS).contains(&leads.len());
        if is_told { leads } else { Leads::new() }
    }

    /// The answer where no other is possible, wherever the question is asked.
    fn only_one(&self, open: NodeId) -> Option<Ruling> {
        match self.possible(open).as_slice() {
            [leaf @ (Leaf::Value(_) | Leaf::Gap(_))] => Some(Ruling::of(leaf, Vec::new)),
            _ => None,
        }
    }

    fn possible(&self, open: NodeId) -> Vec<Leaf> {
        let mut possible = leaves(&self.compiler.store, open);
        possible.retain(|leaf| *leaf != Leaf::Outside);
        possible
    }

    /// How much is open after each of these facts.
    fn ranks(
        &mut self,
        open: NodeId,
        facts: &[VariableId],
        tried: u32,
    ) -> Result<Vec<(usize, usize)>, TooLarge> {
        let ranks = facts.iter().map(|fact| self.still_open(open, *fact, tried));
        ranks.collect()
    }

    /// How many facts are open after each value of a fact, added up; and over how many values.
    fn still_open(
        &mut self,
        open: NodeId,
        fact: VariableId,
        tried: u32,
    ) -> Result<(usize, usize), TooLarge> {
        let size = self.compiler.store.size(fact);
        let step = (size / tried).max(1);
        let (mut total, mut values) = (0, 0);
        for index in (0..size).step_by(step as usize) {
            let part = self.compiler.store.restrict(open, fact, index)?;
            total += self.support(part).len();
            values += 1;
        }
        Ok((total, values))
    }

    /// Why the question that finds a fact did not find it.
    fn why_unfound(&mut self, by: QuestionId, situation: &Situation) -> Result<Ruling, TooLarge> {
        let root = self.compiler.question(by)?;
        let part = self.restricted(root, situation)?;
        if part.is_leaf() {
            return Ok(self.ruling(Some(by), part, situation));
        }
        let facts = self.support(part);
        Ok(Ruling::Needs(Needs {
            facts: facts.to_vec(),
            possible: self.possible(part),
            ..Needs::default()
        }))
    }

    /// What a leaf to which a diagram leads says of the question asked.
    pub fn ruling(&self, asked: Option<QuestionId>, leaf: NodeId, known: &Situation) -> Ruling {
        self.ruling_of(asked, self.compiler.store.leaf_at(leaf), known)
    }

    /// What a leaf says of the question asked.
    pub fn ruling_of(&self, asked: Option<QuestionId>, leaf: &Leaf, known: &Situation) -> Ruling {
        Ruling::of(leaf, || {
            let only = asked.map_or(&[][..], |id| &self.model.questions[id].only);
            let is_barred = |(fact, asked): &&(VariableId, Vec<bool>)| {
                known
                    .get(*fact)
                    .is_some_and(|index| asked.get(index as usize) != Some(&true))
            };
            let barred = only.iter().filter(is_barred).map(|(fact, asked)| {
                let asked = (0..).zip(asked).filter(|(_, asked)| **asked);
                (*fact, asked.map(|(index, _)| index).collect())
            });
            barred.collect()
        })
    }
}
