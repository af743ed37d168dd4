//! What is open where facts are missing: which to tell, the one that settles most first, and what the answer may still be.

use super::ask::{Answer, Asker};
use crate::diagram::{Leaf, NodeId, TooLarge, leaves, support};
use crate::model::{GapId, QuestionId, VariableId};
use crate::turn::Situation;

/// What is open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Needs {
    /// The facts on which the answer still depends, the one to ask for first.
    pub facts: Vec<VariableId>,
    /// Every answer still possible, in order; none where they are too many to be known.
    pub possible: Vec<Leaf>,
    /// Those of the facts that a question finds, with that question and why it did not: what it needs itself, or a gap.
    pub unfound: Vec<(VariableId, QuestionId, Answer)>,
}

/// How many nodes may be added to see through subtotals.
const BUDGET: usize = 50_000;

/// How many values of a fact are tried to tell how much it settles: of small diagrams, and of large ones.
const TRIED: [u32; 2] = [64, 4];

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
}

impl Asker<'_> {
    /// What to tell where a diagram is open: never a subtotal, but what it comes from.
    pub(super) fn open(&mut self, open: NodeId, situation: &Situation) -> Result<Answer, TooLarge> {
        let mut sight = Sight {
            situation,
            through: Vec::new(),
            lost: Vec::new(),
            ends: Vec::new(),
            circles: Vec::new(),
        };
        self.compiler.store.limit_budget(BUDGET);
        let seen = self.see_through(open, &mut sight);
        self.compiler.store.renew_budget();
        let Ok(root) = seen else {
            return Ok(Answer::Needs(self.many(open, sight)));
        };
        let facts = support(&self.compiler.store, root);
        let lost = |fact: &VariableId| sight.lost.iter().find(|(own, _)| own == fact);
        match facts.first().and_then(lost) {
            Some((_, gap)) if facts.iter().all(|fact| lost(fact).is_some()) => {
                Ok(Answer::Gap(*gap))
            }
            _ if self.is_brief => Ok(Answer::Needs(self.many(root, sight))),
            _ => {
                let root = self.without_impossible(root, situation)?;
                let mut needs = self.needs(root, &sight)?;
                needs.facts.retain(|fact| facts.contains(fact));
                Ok(Answer::Needs(needs))
            }
        }
    }

    /// A diagram with what each of its facts follows from in the place of the fact.
    fn see_through(&mut self, root: NodeId, sight: &mut Sight<'_>) -> Result<NodeId, TooLarge> {
        let mut bound = Vec::new();
        for fact in support(&self.compiler.store, root) {
            match self.follows_from(fact, sight)? {
                Some(part) => bound.push((fact, part)),
                None => sight.ends.push(fact),
            }
        }
        let model = self.model;
        self.compiler.store.compose(root, &bound, &|fact, leaf| {
            leaf.value()
                .and_then(|value| model.variable(fact)?.domain.index(value))
        })
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
        let situation = sight.situation;
        let part = self
            .compiler
            .store
            .restrict_all(root, &|variable| situation.get(variable))?;
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
        let facts = support(&self.compiler.store, part);
        let circle = facts.iter().find(|own| sight.through.contains(own));
        sight.circles.extend(circle);
        // What follows from the fact itself is no better known than the fact.
        let in_circle = circle.is_some() || facts.contains(&fact) || sight.circles.contains(&fact);
        let is_rolled = |fact: &VariableId| self.model.roll_of(*fact).is_some();
        if in_circle || (facts.iter().any(is_rolled) && !self.is_subtotal(fact)) {
            sight.ends.truncate(ends);
            return Ok(None);
        }
        Ok(Some(part))
    }

    /// The diagram of the question that finds a fact, or of what the rules say that it always is.
    fn root_of(&mut self, fact: VariableId) -> Result<Option<NodeId>, TooLarge> {
        if let Some(id) = self.finder(fact) {
            return match self.broken(id) {
                true => Ok(None),
                false => self.compiler.question(id).map(Some),
            };
        }
        let model = self.model;
        let usual = model.variable(fact).map_or(&[][..], |found| &found.usually);
        let always = usual
            .iter()
            .position(|usual| usual.is_rule() && usual.when.is_none());
        match always.and_then(|place| Some((place, usual.get(place)?))) {
            Some((place, usual)) => self.usual_root((fact, place, false), &usual.is),
            None => Ok(None),
        }
    }

    /// Whether a fact is a sum of modifiers, which nobody can see on the map.
    fn is_subtotal(&self, fact: VariableId) -> bool {
        self.model
            .variable(fact)
            .and_then(|found| found.unit)
            .is_some_and(|unit| self.model.units.is_modifier(unit))
    }

    /// What is open where it is too much to be told apart.
    fn many(&self, open: NodeId, sight: Sight<'_>) -> Needs {
        let mut facts = match sight.ends.is_empty() {
            true => support(&self.compiler.store, open),
            false => sight.ends,
        };
        facts.sort_unstable();
        facts.dedup();
        facts.retain(|fact| !self.is_subtotal(*fact));
        Needs {
            facts,
            possible: Vec::new(),
            unfound: Vec::new(),
        }
    }

    /// What is open in a diagram, the fact to ask for first in front.
    fn needs(&mut self, open: NodeId, sight: &Sight<'_>) -> Result<Needs, TooLarge> {
        let [small, large] = TRIED;
        let tried = match self.compiler.store.nodes_of(open) {
            ..2_000 => small,
            _ => large,
        };
        let mut ranked = Vec::new();
        for variable in support(&self.compiler.store, open) {
            ranked.push((
                self.still_open(open, variable, tried)?,
                self.compiler.store.size(variable),
                variable,
            ));
        }
        // The fact after which least remains open comes first; of equals, the one with fewer values.
        ranked.sort_by(|(one, one_size, one_id), (other, other_size, other_id)| {
            let (one_open, one_values) = *one;
            let (other_open, other_values) = *other;
            (u64::from(one_open) * u64::from(other_values))
                .cmp(&(u64::from(other_open) * u64::from(one_values)))
                .then(one_size.cmp(other_size))
                .then(one_id.cmp(other_id))
        });
        let mut facts: Vec<VariableId> = ranked
            .into_iter()
            .map(|(_, _, variable)| variable)
            .collect();
        // People tell the scenario first, then the turn, then the moment; what settles most is next where they do not care.
        facts.sort_by_key(|fact| self.model.told_at(*fact));
        let possible = leaves(&self.compiler.store, open)
            .into_iter()
            .filter(|leaf| *leaf != Leaf::Outside)
            .collect();
        let unfound = self.unfound(&facts, sight)?;
        Ok(Needs {
            facts,
            possible,
            unfound,
        })
    }

    /// How many facts are open after each value of a fact, added up; and over how many values.
    fn still_open(
        &mut self,
        open: NodeId,
        variable: VariableId,
        tried: u32,
    ) -> Result<(u32, u32), TooLarge> {
        let size = self.compiler.store.size(variable);
        let step = (size / tried).max(1);
        let (mut total, mut values) = (0, 0);
        for index in (0..size).step_by(step as usize) {
            let part = self.compiler.store.restrict(open, variable, index)?;
            total += u32::try_from(support(&self.compiler.store, part).len()).unwrap_or(u32::MAX);
            values += 1;
        }
        Ok((total, values))
    }

    /// Why the questions that find the facts needed did not find them.
    fn unfound(
        &mut self,
        facts: &[VariableId],
        sight: &Sight<'_>,
    ) -> Result<Vec<(VariableId, QuestionId, Answer)>, TooLarge> {
        let mut unfound = Vec::new();
        for fact in facts {
            let Some(by) = self.finder(*fact).filter(|by| !self.broken(*by)) else {
                continue;
            };
            let root = self.compiler.question(by)?;
            let situation = sight.situation;
            let part = self
                .compiler
                .store
                .restrict_all(root, &|variable| situation.get(variable))?;
            let why = if part.is_leaf() {
                let leaf = self.compiler.store.leaf_at(part).clone();
                self.answer(by, leaf, situation)
            } else {
                Answer::Needs(Needs {
                    facts: support(&self.compiler.store, part),
                    possible: leaves(&self.compiler.store, part)
                        .into_iter()
                        .filter(|leaf| *leaf != Leaf::Outside)
                        .collect(),
                    unfound: Vec::new(),
                })
            };
            unfound.push((*fact, by, why));
        }
        Ok(unfound)
    }
}
