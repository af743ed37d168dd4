//! Where a diagram leads in a situation, with what other questions find, and what is usual where nobody says otherwise and it
//! makes nothing impossible.

use super::asker::{Asker, By, Decider, Known, Ruling, TakenFact};
use crate::diagram::{Built, Leaf, NodeId, TooLarge};
use crate::model::{Impossible, Model, QuestionId, Usual, VariableId};
use crate::turn::Situation;
use rustc_hash::FxHashMap;
use std::hash::Hash;

/// How many situations are remembered as ones that can be, or cannot.
const MOST_DECIDED: usize = 100_000;

/// What is being looked for, and what was found on the way.
#[derive(Debug)]
pub struct Trail<'s> {
    /// What is known: given, or found.
    pub situation: &'s mut Situation,
    /// The facts that are being looked for: none is looked for within itself.
    pub facts: Vec<VariableId>,
    /// How many of them, the first, are not looked for at all: what the question asked finds.
    pub given: usize,
    /// The questions that are being asked, the innermost last.
    pub questions: Vec<QuestionId>,
    pub taken: Vec<TakenFact>,
}

/// What became of one usual value.
enum Held {
    /// It holds: the index of the value.
    At(u32),
    /// It does not hold.
    Not,
    /// Neither is known: what is open.
    Open(NodeId),
}

impl<'s> Trail<'s> {
    pub const fn new(situation: &'s mut Situation) -> Self {
        Self {
            situation,
            facts: Vec::new(),
            given: 0,
            questions: Vec::new(),
            taken: Vec::new(),
        }
    }
}

impl<'a> Asker<'a> {
    /// Fills in a fact that is missing, where it can be known: by the rules, or else as it usually is.
    pub fn fill(&mut self, fact: VariableId, situation: &mut Situation) -> Vec<TakenFact> {
        self.fill_for(None, fact, situation)
    }

    /// The same, or else as the question of its name answers where what cannot be is left out.
    pub fn fill_or_ask(&mut self, fact: VariableId, situation: &mut Situation) -> Vec<TakenFact> {
        let mut taken = self.fill(fact, situation);
        if !situation.is_known(fact)
            && let Some(by) = self.model.finder(fact)
            && self.is_asked(by, situation)
            && let Ruling::Value(value) = self.ask(by, &mut situation.clone()).0
            && let Some(index) = self.model.variables[fact].domain.index(&value)
        {
            situation.set(fact, Some(index));
            let by = By::Question(by);
            taken.push(TakenFact { fact, by, index });
        }
        taken
    }

    /// Whether a question is asked, whatever that is which is not known.
    fn is_asked(&self, question: QuestionId, situation: &Situation) -> bool {
        let question = &self.model.questions[question];
        question.only.iter().all(|(fact, _)| {
            let index = situation.get(*fact);
            index.is_some_and(|index| question.is_asked_for(*fact, index))
        })
    }

    /// The same for a question: nothing is taken as usual for which it is not asked.
    pub fn fill_for(
        &mut self,
        asked: Option<QuestionId>,
        fact: VariableId,
        situation: &mut Situation,
    ) -> Vec<TakenFact> {
        self.begin();
        let mut trail = Trail::new(situation);
        trail.questions.extend(asked);
        if !trail.situation.is_known(fact) {
            // What needs too large a diagram is not known.
            let _ = self.find(fact, &mut trail);
        }
        trail.taken
    }

    /// Where a diagram leads: to a leaf, or to what is open there.
    pub fn settle(&mut self, root: NodeId, trail: &mut Trail<'_>) -> Result<NodeId, TooLarge> {
        loop {
            match self.way(root, trail.situation) {
                Ok(leaf) => return Ok(leaf),
                Err(missing) if self.find(missing, trail)? => continue,
                Err(_) => {}
            }
            let open = self.restricted(root, trail.situation)?;
            if open.is_leaf() {
                return Ok(open);
            }
            let mut any = false;
            for fact in self.support(open).iter().copied() {
                any |= self.find(fact, trail)?;
            }
            if !any {
                return Ok(open);
            }
        }
    }

    /// Tries to find a missing fact, by the question of its name or as it usually is.
    pub(super) fn find(
        &mut self,
        fact: VariableId,
        trail: &mut Trail<'_>,
    ) -> Result<bool, TooLarge> {
        if trail.situation.is_known(fact) {
            // It was found on the way to another one.
            return Ok(true);
        }
        if self.sought.missing.contains(&fact) {
            return Ok(false);
        }
        let being_sought = trail.facts.iter().position(|own| *own == fact);
        if let Some(place) = being_sought.or_else(|| self.sought.waiting.get(&fact).copied()) {
            // What the question itself finds is not found, however long one waits.
            let is_sought = place >= trail.given;
            self.sought.wait_for(is_sought.then_some(place));
            return Ok(false);
        }
        let outer = self.sought.circle.take();
        let place = trail.facts.len();
        trail.facts.push(fact);
        let taken = self.taken(fact, trail)?;
        trail.facts.pop();
        let own = self.sought.circle.filter(|first| *first < place);
        if let Some((by, index)) = taken {
            trail.situation.set(fact, Some(index));
            trail.taken.push(TakenFact { fact, by, index });
            self.sought.waiting.clear();
        } else {
            self.sought.stop_waiting(place);
            match own {
                None => drop(self.sought.missing.insert(fact)),
                Some(first) => drop(self.sought.waiting.insert(fact, first)),
            }
        }
        self.sought.circle = outer;
        self.sought.wait_for(own);
        Ok(taken.is_some())
    }

    /// By what a fact is what it is, where that can be known; nothing either where that hangs on what is being looked for already:
    /// to take it as usual then would be to guess at what is found in a moment.
    fn taken(
        &mut self,
        fact: VariableId,
        trail: &mut Trail<'_>,
    ) -> Result<Option<(By, u32)>, TooLarge> {
        if let Some(by) = self.model.finder(fact) {
            let settled = self.settled_by(by, trail)?;
            let leaf = self.compiler.store.leaf_at(settled).clone();
            if let Some(index) = self.index_of(fact, &leaf) {
                return Ok(Some((By::Question(by), index)));
            }
            // Where the source lost it, what is usual is no better.
            if matches!(leaf, Leaf::Gap(_)) || self.waits(settled, trail) {
                return Ok(None);
            }
        }
        self.by_usual(fact, trail)
    }

    fn settled_by(&mut self, by: QuestionId, trail: &mut Trail<'_>) -> Built {
        let root = self.compiler.question(by)?;
        trail.questions.push(by);
        let settled = self.settle_within(root, trail);
        trail.questions.pop();
        settled
    }

    /// Where a diagram leads from which the innermost fact on the trail comes. Where it hangs on facts that wait for that one, each
    /// of them is what it can be without it, be it as it usually is.
    fn settle_within(&mut self, root: NodeId, trail: &mut Trail<'_>) -> Built {
        let settled = self.settle(root, trail)?;
        let Some(innermost) = trail.facts.len().checked_sub(1) else {
            return Ok(settled);
        };
        let facts = self.support(settled);
        let mut for_whom = facts.iter().map(|fact| self.sought.waiting.get(fact));
        let is_hasty = self.sought.hasty.is_some_and(|from| from <= innermost);
        if is_hasty || !for_whom.any(|place| place == Some(&innermost)) {
            return Ok(settled);
        }
        self.sought.stop_waiting(innermost);
        let hasty = self.sought.hasty.replace(innermost);
        let settled = self.settle(root, trail);
        self.sought.hasty = hasty;
        settled
    }

    /// Whether what is open hangs on a fact that is looked for around the innermost one, or waits for one of those.
    fn waits(&mut self, open: NodeId, trail: &Trail<'_>) -> bool {
        let innermost = trail.facts.len().saturating_sub(1);
        let around = trail.given..innermost.min(self.sought.hasty.unwrap_or(innermost));
        let sought = trail.facts.get(around.clone()).unwrap_or_default();
        let facts = self.support(open);
        facts.iter().any(|fact| {
            let for_whom = self.sought.waiting.get(fact);
            sought.contains(fact) || for_whom.is_some_and(|place| around.contains(place))
        })
    }

    fn index_of(&self, fact: VariableId, leaf: &Leaf) -> Option<u32> {
        self.model.variables[fact].domain.index(leaf.value()?)
    }

    /// Whether a fact may be what it usually is: by the rules it may, where nothing else is taken as usual.
    pub(super) fn takes(&self, usual: &Usual) -> bool {
        usual.is_rule() || self.takes_usual
    }

    fn by_usual(
        &mut self,
        fact: VariableId,
        trail: &mut Trail<'_>,
    ) -> Result<Option<(By, u32)>, TooLarge> {
        for (place, usual) in usual_of(self.model, fact) {
            if !self.takes(usual) {
                continue;
            }
            let index = match self.usual_index((fact, place), usual, trail)? {
                Held::At(index) => index,
                Held::Open(open) if self.waits(open, trail) => return Ok(None),
                Held::Open(_) | Held::Not => continue,
            };
            let may_be = usual.is_rule()
                || self.may_be(fact, index, trail)
                    && !self.makes_impossible(fact, index, trail.situation)?;
            if may_be {
                return Ok(Some((By::Usual(place), index)));
            }
        }
        Ok(None)
    }

    /// What a fact usually is in a situation, be it that a question is not asked for it, or that it is impossible there.
    pub fn usually(&mut self, fact: VariableId, given: &Situation) -> Option<u32> {
        self.begin();
        let usual = usual_of(self.model, fact).filter(|(_, usual)| !usual.is_rule());
        let mut indices = usual.filter_map(|(place, usual)| {
            let mut situation = given.clone();
            let held = self.usual_index((fact, place), usual, &mut Trail::new(&mut situation));
            match held {
                Ok(Held::At(index)) => Some(index),
                _ => None,
            }
        });
        indices.next()
    }

    /// Whether the question asked is asked for this value, and the one that wants it to find something.
    fn may_be(&self, fact: VariableId, index: u32, trail: &Trail<'_>) -> bool {
        let asked = [trail.questions.first(), trail.questions.last()];
        let mut asked = asked.into_iter().flatten();
        asked.all(|id| self.model.questions[*id].is_asked_for(fact, index))
    }

    /// The index of a usual value, where it holds.
    fn usual_index(
        &mut self,
        (fact, place): (VariableId, usize),
        usual: &Usual,
        trail: &mut Trail<'_>,
    ) -> Result<Held, TooLarge> {
        if let Some(when) = &usual.when {
            let root = self.usual_root((fact, place, true), when)?;
            let holds = self.settle_within(root, trail)?;
            if !holds.is_leaf() {
                return Ok(Held::Open(holds));
            }
            if !self.compiler.store.leaf_at(holds).is(true) {
                return Ok(Held::Not);
            }
        }
        let root = self.usual_root((fact, place, false), &usual.is)?;
        let is = self.settle_within(root, trail)?;
        if !is.is_leaf() {
            return Ok(Held::Open(is));
        }
        let leaf = self.compiler.store.leaf_at(is);
        Ok(self.index_of(fact, leaf).map_or(Held::Not, Held::At))
    }

    /// Why a situation cannot be, if it cannot.
    pub fn impossible(&mut self, situation: &Situation) -> Option<&'a Impossible> {
        self.begin();
        let mut all = 0..self.model.impossible.len();
        let mut first =
            |asker: &mut Self| all.find(|place| asker.is_excluded(*place, situation) == Ok(true));
        let deciding = self.deciding_any().ok().filter(|_| !situation.is_watched());
        let place = match deciding {
            // Which facts these are tells more than a look at each of them.
            None => first(self),
            Some(deciding) => {
                let key = known_of(situation, &deciding);
                match self.reached.get(&key) {
                    Some(place) => *place,
                    None => {
                        let place = first(self);
                        keep(&mut self.reached, key, place)
                    }
                }
            }
        };
        self.model.impossible.get(place?)
    }

    /// The facts that the rules find otherwise than they are given, each as they find it from the others that are given.
    pub fn otherwise(&mut self, given: &Situation) -> Vec<TakenFact> {
        let facts = given.known_variables();
        let facts: Vec<VariableId> = facts.filter(|fact| self.is_ruled(*fact)).collect();
        self.without_usual(|asker| {
            let taken = facts.into_iter().filter_map(|fact| {
                let mut others = given.clone();
                others.set(fact, None);
                asker
                    .fill(fact, &mut others)
                    .pop()
                    .filter(|own| own.fact == fact)
            });
            taken
                .filter(|own| Some(own.index) != given.get(own.fact))
                .collect()
        })
    }

    /// Whether the rules may find what a fact is.
    fn is_ruled(&mut self, fact: VariableId) -> bool {
        let mut usual = self.model.variables[fact].usually.iter();
        usual.any(Usual::is_rule) || self.model.finder(fact).is_some()
    }

    /// Whether a value of a fact would make the situation impossible, which it is not without it.
    pub fn makes_impossible(
        &mut self,
        fact: VariableId,
        index: u32,
        situation: &Situation,
    ) -> Result<bool, TooLarge> {
        let places = self.excluding(fact)?;
        if places.is_empty() {
            return Ok(false);
        }
        let mut with = situation.clone();
        with.set(fact, Some(index));
        for place in places.iter() {
            if self.is_excluded(*place, &with)? && !self.is_excluded(*place, situation)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether what is known, and what the rules find from it, is excluded.
    fn is_excluded(&mut self, place: usize, situation: &Situation) -> Result<bool, TooLarge> {
        let root = self.excluded(place)?.root;
        if let Ok(leaf) = self.way(root, situation) {
            return Ok(self.compiler.store.leaf_at(leaf).is(true));
        }
        let key = (place, known_of(situation, &self.excluded(place)?.deciding));
        let decided = self.decided_by(situation);
        if let Some(is_excluded) = decided.get(&key) {
            return Ok(*is_excluded);
        }
        // What is not to be had without usual values may be had with them.
        let sought = std::mem::take(&mut self.sought);
        let settled =
            self.without_usual(|asker| asker.settle(root, &mut Trail::new(&mut situation.clone())));
        self.sought = sought;
        let is_excluded = self.compiler.store.leaf_at(settled?).is(true);
        Ok(keep(self.decided_by(situation), key, is_excluded))
    }

    /// What is remembered to be decided: where looks are noted, what was decided since these were.
    const fn decided_by(&mut self, situation: &Situation) -> &mut FxHashMap<Decider, bool> {
        if situation.is_watched() {
            &mut self.decided_since
        } else {
            &mut self.decided
        }
    }

    fn without_usual<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let takes_usual = std::mem::replace(&mut self.takes_usual, false);
        let done = work(self);
        self.takes_usual = takes_usual;
        done
    }

    /// Whether some of what these facts may be cannot be in a situation.
    pub(super) fn is_any_impossible(
        &mut self,
        facts: &[VariableId],
        situation: &Situation,
    ) -> Result<bool, TooLarge> {
        let impossible = self.impossible_beside(facts, situation)?;
        Ok(!self.compiler.store.leaf_at(impossible).is(false))
    }

    /// What cannot be of what these facts may be, where this is known.
    fn impossible_beside(
        &mut self,
        facts: &[VariableId],
        situation: &Situation,
    ) -> Result<NodeId, TooLarge> {
        let mut each = Vec::with_capacity(self.model.impossible.len());
        for place in 0..self.model.impossible.len() {
            let root = self.excluded(place)?.root;
            each.push(self.restricted(root, situation)?);
        }
        self.compiler.impossible_of(&each, facts)
    }

    /// A diagram that is not asked where what is known is impossible, whatever the facts are that neither are known nor matter.
    pub fn without_impossible(
        &mut self,
        root: NodeId,
        situation: &Situation,
    ) -> Result<NodeId, TooLarge> {
        let facts = self.support(root);
        let impossible = self.impossible_beside(&facts, situation)?;
        if self.compiler.store.leaf_at(impossible).is(true) {
            // All of it is impossible: that is told, and what it would be is told all the same.
            return Ok(root);
        }
        let outside = self.compiler.store.leaf(Leaf::Outside);
        let left = self.compiler.store.ite(impossible, outside, root)?;
        // So where the question is asked for nothing that can be.
        Ok(if left == outside { root } else { left })
    }
}

/// What is known of the facts that decide something.
fn known_of(situation: &Situation, deciding: &[VariableId]) -> Known {
    let known = deciding.iter();
    let known = known.filter_map(|fact| Some((*fact, situation.value(*fact)?)));
    let mut all = Vec::with_capacity(deciding.len());
    all.extend(known);
    all.into_boxed_slice()
}

/// Keeps what was decided, unless too much is.
fn keep<K: Eq + Hash, V: Copy>(kept: &mut FxHashMap<K, V>, key: K, decided: V) -> V {
    if kept.len() >= MOST_DECIDED {
        kept.clear();
    }
    kept.insert(key, decided);
    decided
}

/// The usual values of a fact, each with its place.
fn usual_of(model: &Model, fact: VariableId) -> impl Iterator<Item = (usize, &Usual)> {
    model.variables[fact].usually.iter().enumerate()
}
