//! What came of a question before: of all that was told, only what was looked at on the way decides what comes of it. So the looks
//! are kept, each with what was seen, and whatever is asked again is led along them to what came of it.

use super::asker::Asker;
use crate::diagram::NodeId;
use crate::model::VariableId;
use crate::turn::{Changed, Look, Looks, Situation};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::PoisonError;

/// The most looks that are kept.
const MOST_LOOKS: usize = 200_000;

/// What is asked no oftener than this is not kept: the looks at it would cost more than they spare.
const SELDOM: u32 = 4;

/// What is asked, and of which facts something is told.
type Asked = [u32];

/// What came of questions, by what was asked.
#[derive(Debug)]
pub struct Memory<T> {
    asked: FxHashMap<Box<Asked>, Looked<T>>,
    looks: usize,
}

/// The looks at what is told for one question: from the first on, what is seen leads to the next.
#[derive(Debug)]
struct Looked<T> {
    times: u32,
    steps: Vec<Step<T>>,
}

#[derive(Debug)]
enum Step<T> {
    /// A look, and the steps to which what may be seen leads, in the order of what is seen.
    Look(Look, Vec<(Seen, usize)>),
    Came(T),
}

/// What is seen at a look.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Seen {
    Value(Option<u32>),
    Node(NodeId),
    Open(VariableId),
}

/// What a question is remembered by: its number, how it is asked, and the facts that are told, which are put in order.
pub fn key(question: u32, strict: bool, told: &mut [u32]) -> &Asked {
    if let Some((first, rest)) = told.split_first_mut() {
        *first = question << 1 | u32::from(strict);
        rest.sort_unstable();
    }
    told
}

/// The looks that were noted.
pub fn noted(looks: &Looks) -> Vec<Look> {
    let mut looks = looks.lock().unwrap_or_else(PoisonError::into_inner);
    std::mem::take(&mut looks)
}

impl<T> Default for Memory<T> {
    fn default() -> Self {
        Self {
            asked: FxHashMap::default(),
            looks: 0,
        }
    }
}

impl<T> Memory<T> {
    /// What came of the same before.
    pub fn recall(&self, asker: &mut Asker<'_>, asked: &Asked, told: &Situation) -> Option<&T> {
        let steps = &self.asked.get(asked)?.steps;
        let mut place = 0;
        loop {
            match steps.get(place)? {
                Step::Came(came) => return Some(came),
                Step::Look(look, next) => {
                    let seen = asker.seen(look, told)?;
                    let at = next.binary_search_by_key(&seen, |(other, _)| *other).ok()?;
                    place = next.get(at)?.1;
                }
            }
        }
    }

    /// Whether something is asked so often that it is worth to note the looks at it.
    pub fn is_worth(&mut self, asked: &Asked) -> bool {
        if self.looks + self.asked.len() >= MOST_LOOKS {
            *self = Self::default();
        }
        if let Some(known) = self.asked.get_mut(asked) {
            known.times = known.times.saturating_add(1);
            return known.times > SELDOM;
        }
        let looked = Looked {
            times: 1,
            steps: Vec::new(),
        };
        self.asked.insert(asked.into(), looked);
        false
    }

    /// Keeps what came of something that was asked, with the looks that led to it. Where they do not fit those before, which
    /// no deterministic engine can do, it is not kept.
    pub fn keep(
        &mut self,
        asker: &mut Asker<'_>,
        (asked, told): (&Asked, &Situation),
        looks: Vec<Look>,
        came: T,
    ) {
        let Some(known) = self.asked.get_mut(asked) else {
            return;
        };
        let Some(seen) = asker.all_seen(asked, told, looks) else {
            return;
        };
        let (before, mut place) = (known.steps.len(), 0);
        for (look, seen) in seen {
            if known.steps.len() == place {
                known.steps.push(Step::Look(look.clone(), Vec::new()));
            }
            let end = known.steps.len();
            match known.steps.get_mut(place) {
                Some(Step::Look(own, next)) if *own == look => {
                    place = match next.binary_search_by_key(&seen, |(other, _)| *other) {
                        Ok(at) => next.get(at).map_or(end, |(_, place)| *place),
                        Err(at) => {
                            next.insert(at, (seen, end));
                            end
                        }
                    };
                }
                _ => return,
            }
        }
        if known.steps.len() == place {
            known.steps.push(Step::Came(came));
        }
        self.looks += known.steps.len() - before;
    }
}

impl Asker<'_> {
    /// What is seen at each look that may tell something new.
    fn all_seen(
        &mut self,
        asked: &Asked,
        told: &Situation,
        looks: Vec<Look>,
    ) -> Option<Vec<(Look, Seen)>> {
        let mut noted = FxHashSet::default();
        let mut valued = FxHashSet::default();
        let mut all = Vec::new();
        for look in looks {
            let is_new = match &look {
                Look::Value(fact) => valued.insert(*fact),
                Look::Way(root, changed) | Look::Left(root, changed) => {
                    let told = asked.get(1..).unwrap_or_default();
                    let is_open = |fact: &&VariableId| {
                        let is_changed = changed.iter().any(|(other, _)| other == *fact);
                        told.contains(&fact.0) && !is_changed && !valued.contains(*fact)
                    };
                    let facts = self.support(*root);
                    facts.iter().any(|fact| is_open(&fact)) && noted.insert(look.clone())
                }
            };
            if is_new {
                let seen = self.seen(&look, told)?;
                all.push((look, seen));
            }
        }
        Some(all)
    }

    /// What is seen at a look at what is told; none where that costs too much.
    fn seen(&mut self, look: &Look, told: &Situation) -> Option<Seen> {
        let value = |changed: &Changed, fact: VariableId| {
            let changed = changed.iter().find(|(other, _)| *other == fact);
            changed.map_or_else(|| told.value(fact), |(_, value)| *value)
        };
        match look {
            Look::Value(fact) => Some(Seen::Value(told.value(*fact))),
            Look::Way(root, changed) => {
                let store = &self.compiler.store;
                let way = store.reach(*root, |fact| value(changed, fact));
                Some(way.map_or_else(Seen::Open, Seen::Node))
            }
            Look::Left(root, changed) => {
                let facts = self.support(*root);
                let known = facts.iter().map(|fact| value(changed, *fact));
                let known: Vec<_> = known.collect();
                self.left(*root, &facts, &known).ok().map(Seen::Node)
            }
        }
    }
}
