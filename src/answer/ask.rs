//! Asking: the answer from the diagram, and what would change it.

use super::asker::{Asker, Ruling, TakenFact, Wanted};
use super::evaluate::Evaluator;
use super::settle::Trail;
use crate::check::{is_broken, uses_broken};
use crate::diagnostic::Diagnostic;
use crate::diagram::{Leaf, NodeId, TooLarge};
use crate::model::{Expr, QuestionId, VariableId};
use crate::turn::Situation;
use crate::value::Value;

/// Another value of a fact that was taken as usual, and what the rules answer with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    pub fact: VariableId,
    /// The index of the value.
    pub index: u32,
    pub ruling: Ruling,
}

/// How an answer takes the facts told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Taking {
    /// So many, of which one at least matters, be it that more has to be told; and whether a roll is among them.
    Facts(usize, bool),
    /// None of them matters, though they are many.
    Nothing,
    /// The roll that is told does not matter.
    NoRoll,
}

impl Taking {
    /// How many facts a player tells who means something by them.
    pub const MANY: usize = 2;
}

impl Asker<'_> {
    /// The answer to a question in a situation. Facts that are missing are filled in: by the rules, or else as they usually
    /// are.
    pub fn ask(&mut self, id: QuestionId, situation: &mut Situation) -> (Ruling, Vec<TakenFact>) {
        self.begin();
        if is_broken(self.model, id) {
            return (Ruling::Broken(Diagnostic::in_rulebook("it")), Vec::new());
        }
        let mut trail = Trail::new(situation);
        // What the question finds is not found by asking it again.
        trail.facts.extend(self.model.questions[id].finds);
        trail.given = trail.facts.len();
        trail.questions.push(id);
        let ruling = match self.sum_of(id, trail.situation) {
            Some(summed) => self.reach_sum(&summed, &mut trail),
            None => {
                let root = self.compiler.question(id);
                root.and_then(|root| self.reach(Some(id), root, &mut trail))
            }
        };
        let ruling = ruling.or_else(|TooLarge| self.read_plainly(id, trail.situation));
        // In which order they were looked for depends on the order of facts in diagrams.
        let mut taken = trail.taken;
        taken.sort_unstable_by_key(|taken| taken.fact);
        let too_large = |TooLarge| Ruling::too_large(&self.compiler, Some(id));
        (ruling.unwrap_or_else(too_large), taken)
    }

    /// The answer by the rules read one by one, where what is known settles it: that needs no diagram, however large it is.
    fn read_plainly(&self, id: QuestionId, known: &Situation) -> Result<Ruling, TooLarge> {
        let leaf = Evaluator::new(self.model).question(id, known);
        let leaf = leaf.ok_or(TooLarge)?;
        Ok(self.ruling_of(Some(id), &leaf, known))
    }

    /// The value of an expression in a situation, or a gap. Facts that are missing are filled in.
    pub fn value_of(&mut self, expr: &Expr, situation: &mut Situation) -> Ruling {
        self.begin();
        if uses_broken(self.model, expr) {
            return Ruling::Broken(Diagnostic::in_rulebook("it"));
        }
        let root = self.compiler.expr(expr);
        let ruling = root.and_then(|root| self.reach(None, root, &mut Trail::new(situation)));
        ruling.unwrap_or_else(|TooLarge| Ruling::too_large(&self.compiler, None))
    }

    /// The values that a fact which is not known can have as it usually is; none where that may be any, or is lost.
    pub fn can_usually_be(&mut self, fact: VariableId, known: &Situation) -> Option<Vec<u32>> {
        let variable = &self.model.variables[fact];
        let is_so = |ruling: &Ruling, truth| *ruling == Ruling::Value(Value::Bool(truth));
        for usual in &variable.usually {
            if !self.takes(usual) {
                continue;
            }
            if let Some(when) = &usual.when {
                let holds = self.value_of(when, &mut known.clone());
                match holds {
                    _ if is_so(&holds, true) => {}
                    _ if is_so(&holds, false) => continue,
                    _ => return None,
                }
            }
            let Ruling::Needs(needs) = self.value_of(&usual.is, &mut known.clone()) else {
                return None;
            };
            let values = needs.possible.iter().map(Leaf::value);
            let indices = values.map(|value| variable.domain.index(value?));
            let indices: Vec<u32> = indices.collect::<Option<_>>()?;
            let is_limited = (1..variable.domain.size() as usize).contains(&indices.len());
            return is_limited.then_some(indices);
        }
        None
    }

    fn reach(
        &mut self,
        asked: Option<QuestionId>,
        root: NodeId,
        trail: &mut Trail<'_>,
    ) -> Result<Ruling, TooLarge> {
        let settled = self.settle(root, trail)?;
        match settled.is_leaf() {
            true => Ok(self.ruling(asked, settled, trail.situation)),
            false => self.open(settled, trail.situation),
        }
    }

    /// What would change an answer: of what was `found` for it where this is `given`, that which is only usual, with each value
    /// of it that gives another answer. What is impossible, or not asked, is none.
    pub fn would_change(
        &mut self,
        id: QuestionId,
        given: &Situation,
        (ruling, taken): (&Ruling, &[TakenFact]),
    ) -> Vec<Change> {
        let model = self.model;
        let mut changes = Vec::new();
        let is_impossible = self.impossible(given).is_some();
        let following = self.following(taken);
        for (place, own) in taken.iter().enumerate() {
            if !own.is_assumed(model) {
                continue;
            }
            let rest = without(place, given, taken, &following);
            let values = model.variables[own.fact].domain.size();
            for index in (0..values).filter(|index| *index != own.index) {
                let mut other = |known: &Situation, wanted| {
                    self.wanted = wanted;
                    let with = self.with(id, known, own.fact, index);
                    with.filter(|(_, other)| other != ruling)
                };
                let other = match other(&rest, Wanted::Glance) {
                    // Where it is open, what the rules answer to what is given with this value alone may be another one.
                    Some((_, Ruling::Needs(_))) => {
                        let mut open = other(given, Wanted::WhetherOpen);
                        if let Some((with, _)) = &mut open {
                            // What was known before is known still.
                            let before = taken.iter().map(|known| known.fact);
                            before.for_each(|known| drop(self.fill_for(Some(id), known, with)));
                        }
                        open
                    }
                    other => other,
                };
                let other =
                    other.filter(|(with, _)| is_impossible || self.impossible(with).is_none());
                changes.extend(other.map(|(_, ruling)| Change {
                    fact: own.fact,
                    index,
                    ruling,
                }));
            }
        }
        self.wanted = Wanted::Whole;
        changes
    }

    /// Whether there is an answer, and it rests on none of some facts that are given: no other value of one of them gives another, nor
    /// what is usual in place of them all.
    pub fn rests_on_none(
        &mut self,
        id: QuestionId,
        given: &Situation,
        (ruling, facts): (&Ruling, &[VariableId]),
    ) -> bool {
        if !matches!(ruling, Ruling::Value(_) | Ruling::Gap(_)) {
            return false;
        }
        let model = self.model;
        self.wanted = Wanted::Glance;
        let mut rest = given.clone();
        for fact in facts {
            rest.set(*fact, None);
        }
        let is_other = self.ask(id, &mut rest).0 != *ruling;
        let matters = facts.iter().any(|fact| {
            let values = 0..model.variables[*fact].domain.size();
            let mut others = values.filter(|index| Some(*index) != given.get(*fact));
            others.any(|index| {
                let other = self.with(id, given, *fact, index);
                other.is_some_and(|(_, other)| other != *ruling)
            })
        });
        self.wanted = Wanted::Whole;
        !is_other && !matters
    }

    /// For each fact found, by its place, those of them that may follow from it.
    fn following(&mut self, taken: &[TakenFact]) -> Vec<Vec<usize>> {
        let mut following = Vec::with_capacity(taken.len());
        for from in taken {
            let mut places = Vec::new();
            for (place, own) in taken.iter().enumerate() {
                if own.fact != from.fact && self.may_follow(own, from.fact) {
                    places.push(place);
                }
            }
            following.push(places);
        }
        following
    }

    /// Whether what a fact was found to be may follow from another one.
    pub(super) fn may_follow(&mut self, taken: &TakenFact, from: VariableId) -> bool {
        let model = self.model;
        let sources = self.sources.entry(taken.fact);
        let sources = sources.or_insert_with(|| crate::check::comes_from(model, taken.fact));
        sources.contains(&from)
            || taken.is_assumed(model) && self.exclude_each_other(taken.fact, from)
    }

    /// Whether some situation that cannot be says something of both facts.
    fn exclude_each_other(&mut self, fact: VariableId, other: VariableId) -> bool {
        let places = self.excluding(fact);
        let places = places.unwrap_or_default();
        places.iter().any(|place| {
            let excluded = self.excluded(*place);
            excluded.is_ok_and(|own| own.facts.contains(&other))
        })
    }

    /// The answer with one value of a fact, and what is known then; none where that is impossible or not asked.
    fn with(
        &mut self,
        id: QuestionId,
        rest: &Situation,
        fact: VariableId,
        index: u32,
    ) -> Option<(Situation, Ruling)> {
        let mut situation = rest.clone();
        situation.set(fact, Some(index));
        let (ruling, _) = self.ask(id, &mut situation);
        let is_answer = !matches!(ruling, Ruling::NotAsked(_) | Ruling::Broken(_));
        let may_be = is_answer && self.makes_impossible(fact, index, &situation) == Ok(false);
        may_be.then_some((situation, ruling))
    }
}

/// A situation with all that was found in it, but for a fact, by its place, and what may follow from it, and from that in turn.
fn without(
    place: usize,
    given: &Situation,
    taken: &[TakenFact],
    following: &[Vec<usize>],
) -> Situation {
    let mut is_open = vec![false; taken.len()];
    let mut next = vec![place];
    while let Some(place) = next.pop() {
        let is_new = is_open
            .get_mut(place)
            .is_some_and(|open| !std::mem::replace(open, true));
        if is_new {
            next.extend(following.get(place).into_iter().flatten());
        }
    }
    let mut situation = given.clone();
    for (own, _) in taken.iter().zip(is_open).filter(|(_, is_open)| !is_open) {
        situation.set(own.fact, Some(own.index));
    }
    situation
}
