//! Exact odds of a process over many turns: a Markov chain over the states that can be reached, counted turn by turn.

use super::{Count, Fall, falls, fits, ways};
use crate::diagnostic::Diagnostic;
use crate::diagram::Leaf;
use crate::model::VariableId;
use crate::turn::{Missing, ProcessPlan, Slot, Slots};
use num_bigint::BigUint;
use num_integer::Integer;
use rustc_hash::FxHashMap;

/// The most states of a chain.
const MOST_STATES: usize = 100_000;

/// The most ways that are gone through in the making of a chain.
const MOST_TRIED: u64 = 3_000_000;

/// What a turn's facts are, from turn to turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Each {
    /// One value after the other, and again from the first.
    Cycle(Vec<u32>),
    /// Any of these, each as likely as the others.
    Uniform(Vec<u32>),
    /// Rolled.
    Rolled,
}

/// A state of a chain: what one turn hands on to the next, and what is seen after it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct State {
    /// Which of the turns of a cycle comes next.
    phase: u32,
    handed_on: Box<[Slot]>,
    /// What was seen after the turn; before the first, nothing.
    seen: Option<u32>,
    /// Which conditions have held at some time.
    ever: u64,
}

/// What is seen after a turn.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Seen {
    /// The states that the process shows.
    pub states: Vec<Leaf>,
    /// Whether each condition holds.
    pub holds: Vec<bool>,
}

/// A process as a Markov chain.
#[derive(Debug, Clone)]
pub struct Chain {
    /// What can be seen after a turn.
    pub seen: Vec<Seen>,
    states: Vec<(Option<u32>, u64)>,
    next: Vec<Vec<(u32, u64)>>,
    /// In how many ways a turn can go.
    pub ways: u64,
    /// How many ways were gone through in its making.
    pub tried: u64,
}

/// What a chain is made from.
#[derive(Debug)]
pub struct ChainPlan<'p, 'a> {
    /// The process.
    pub plan: &'p ProcessPlan<'a>,
    /// The facts of a turn.
    pub turn: Vec<(VariableId, Each)>,
    /// For each condition, whether it counts that it held at some time.
    pub ever: u64,
}

impl ChainPlan<'_, '_> {
    /// The chain that begins with what is known.
    pub fn chain(&self, start: &Slots) -> Result<Chain, Diagnostic> {
        let mut builder = Builder::new(self)?;
        let mut slots = start.clone();
        self.plan.begin(&mut slots);
        let first = builder.state(0, &slots, None, 0);
        builder.id(first)?;
        let mut place = 0;
        while place < builder.states.len() {
            builder.leave(place, &slots)?;
            place += 1;
        }
        Ok(builder.finish())
    }

    /// What a fact of the turn is.
    fn each(&self, fact: VariableId) -> Option<&Each> {
        self.turn
            .iter()
            .find(|(own, _)| *own == fact)
            .map(|(_, each)| each)
    }

    /// Whether a fact of the turn is given, and no dice need fall for it.
    fn is_given(&self, fact: VariableId) -> bool {
        self.each(fact).is_some_and(|each| *each != Each::Rolled)
    }

    /// In how many ways a turn can go.
    fn ways(&self) -> Result<u64, Diagnostic> {
        let model = self.plan.model;
        let mut all: Option<u64> = Some(1);
        let mut rolls: Vec<VariableId> = Vec::new();
        for (fact, each) in &self.turn {
            let own = match (each, model.roll_of(*fact)) {
                (Each::Uniform(values), _) => Some(values.len() as u64),
                (Each::Rolled, Some(roll)) if !rolls.contains(&roll) => {
                    rolls.push(roll);
                    self.ways_of(roll)?
                }
                _ => Some(1),
            };
            all = all.zip(own).and_then(|(all, own)| all.checked_mul(own));
        }
        all.ok_or_else(|| {
            Diagnostic::request("a turn can go in more ways than can be counted")
                .help("estimate it: `--simulate N`")
        })
    }

    /// A number of ways that all falls of a roll share fairly, whatever is given of it.
    fn ways_of(&self, roll: VariableId) -> Result<Option<u64>, Diagnostic> {
        let model = self.plan.model;
        let dice = model.dice_of(roll);
        if !std::iter::once(&roll)
            .chain(&dice)
            .any(|part| self.is_given(*part))
        {
            return Ok(Some(ways(model, roll)));
        }
        let mut groups: FxHashMap<Vec<(VariableId, u32)>, u64> = FxHashMap::default();
        for (mut known, ways) in falls(model, roll, &dice)? {
            known.retain(|(part, _)| self.is_given(*part));
            *groups.entry(known).or_default() += ways;
        }
        let lcm = |all: u64, own: u64| all.checked_mul(own.checked_div(all.gcd(&own))?);
        Ok(groups.into_values().try_fold(1_u64, lcm))
    }

    fn period(&self) -> u32 {
        let lengths = self.turn.iter().filter_map(|(_, each)| match each {
            Each::Cycle(values) => u32::try_from(values.len()).ok(),
            _ => None,
        });
        lengths
            .fold(1_u32, |all, length| all.lcm(&length.max(1)))
            .clamp(1, 1000)
    }
}

struct Builder<'m, 'p, 'a> {
    makings: &'m ChainPlan<'p, 'a>,
    handed_on: Vec<VariableId>,
    states: Vec<State>,
    ids: FxHashMap<State, u32>,
    seen: Vec<Seen>,
    seen_ids: FxHashMap<Seen, u32>,
    next: Vec<Vec<(u32, u64)>>,
    all_ways: u64,
    tried: u64,
    period: u32,
}

impl<'m, 'p, 'a> Builder<'m, 'p, 'a> {
    fn new(makings: &'m ChainPlan<'p, 'a>) -> Result<Self, Diagnostic> {
        Ok(Self {
            makings,
            handed_on: makings.plan.handed_on(),
            states: Vec::new(),
            ids: FxHashMap::default(),
            seen: Vec::new(),
            seen_ids: FxHashMap::default(),
            next: Vec::new(),
            all_ways: makings.ways()?,
            tried: 0,
            period: makings.period(),
        })
    }

    fn state(&self, phase: u32, slots: &Slots, seen: Option<u32>, ever: u64) -> State {
        State {
            phase,
            handed_on: self.handed_on.iter().map(|fact| slots.get(*fact)).collect(),
            seen,
            ever,
        }
    }

    fn id(&mut self, state: State) -> Result<u32, Diagnostic> {
        if let Some(id) = self.ids.get(&state) {
            return Ok(*id);
        }
        if self.states.len() >= MOST_STATES {
            return Err(too_many(format!(
                "the process can be in more than {MOST_STATES} states"
            )));
        }
        let id = u32::try_from(self.states.len()).unwrap_or(u32::MAX);
        self.states.push(state.clone());
        self.ids.insert(state, id);
        Ok(id)
    }

    /// Finds where a state leads: dice are thrown when they are looked at.
    fn leave(&mut self, place: usize, start: &Slots) -> Result<(), Diagnostic> {
        let Some(from) = self.states.get(place).cloned() else {
            return Ok(());
        };
        let mut slots = start.clone();
        for (fact, slot) in self.handed_on.iter().zip(&from.handed_on) {
            slots.set(*fact, *slot);
        }
        self.makings.plan.pass_turn(&mut slots);
        for (fact, each) in &self.makings.turn {
            slots.set(*fact, Slot::UNKNOWN);
            if let Each::Cycle(values) = each {
                let place = (from.phase as usize).checked_rem(values.len()).unwrap_or(0);
                slots.set(
                    *fact,
                    values
                        .get(place)
                        .map_or(Slot::UNKNOWN, |index| Slot::value(*index)),
                );
            }
        }
        let mut next: FxHashMap<u32, u64> = FxHashMap::default();
        let mut waiting = vec![(slots, self.all_ways)];
        while let Some((slots, ways)) = waiting.pop() {
            self.tried += 1;
            if self.tried + waiting.len() as u64 > MOST_TRIED {
                return Err(too_many(format!(
                    "the process can go in more than {MOST_TRIED} ways"
                )));
            }
            match self.taken(&from, slots.clone()) {
                Ok(to) => {
                    let id = self.id(to)?;
                    *next.entry(id).or_default() += ways;
                }
                Err(missing) => waiting.extend(self.thrown(missing, &slots, ways)?),
            }
        }
        let mut next: Vec<(u32, u64)> = next.into_iter().collect();
        next.sort_unstable();
        self.next.push(next);
        Ok(())
    }

    fn taken(&mut self, from: &State, mut slots: Slots) -> Result<State, Missing> {
        let plan = self.makings.plan;
        plan.step(&mut slots)?;
        let seen = Seen {
            states: plan.states(&slots)?,
            holds: plan.holds(&slots)?,
        };
        let held = (0..)
            .zip(&seen.holds)
            .filter(|(_, holds)| **holds)
            .fold(0_u64, |all, (bit, _)| all | 1 << bit);
        let ever = (from.ever | held) & self.makings.ever;
        let count = u32::try_from(self.seen.len()).unwrap_or(u32::MAX);
        let id = *self.seen_ids.entry(seen.clone()).or_insert(count);
        if id == count {
            self.seen.push(seen);
        }
        Ok(self.state((from.phase + 1) % self.period, &slots, Some(id), ever))
    }

    /// Each way in which a fact that is looked at can fall, and how many ways of the turn that is.
    fn thrown(
        &self,
        missing: Missing,
        slots: &Slots,
        ways: u64,
    ) -> Result<Vec<(Slots, u64)>, Diagnostic> {
        let makings = self.makings;
        let model = makings.plan.model;
        let name = model.variable_name(missing.0);
        let roll = model.roll_of(missing.0);
        let parts: Vec<VariableId> = match roll {
            Some(roll) => std::iter::once(roll).chain(model.dice_of(roll)).collect(),
            None => vec![missing.0],
        };
        let is_rolled = parts
            .iter()
            .any(|part| makings.each(*part) == Some(&Each::Rolled));
        // What is left to chance by itself goes first: dice then fall so that they agree with it.
        let drawn = parts.iter().find_map(|part| match makings.each(*part) {
            Some(Each::Uniform(values)) if slots.get(*part) == Slot::UNKNOWN => {
                Some((*part, values))
            }
            _ => None,
        });
        let falls: Vec<Fall> = match (drawn, roll.filter(|_| is_rolled)) {
            (Some((fact, values)), _) => values
                .iter()
                .map(|index| (vec![(fact, *index)], 1))
                .collect(),
            (None, Some(roll)) => self.agreeing(roll, slots)?,
            (None, None) => {
                let fault = Diagnostic::request(format!("the process asks for `{name}`"));
                return Err(fault.help(format!("give it: {name}=…")));
            }
        };
        let all: u64 = falls.iter().map(|(_, ways)| ways).sum();
        let share = ways.checked_div(all).unwrap_or(0);
        let with = |(known, ways): (Vec<(VariableId, u32)>, u64)| {
            let mut slots = slots.clone();
            known
                .iter()
                .for_each(|(fact, index)| slots.set(*fact, Slot::value(*index)));
            (slots, share * ways)
        };
        Ok(falls.into_iter().map(with).collect())
    }

    /// The falls of a roll that agree with what is given of it in this turn.
    fn agreeing(&self, roll: VariableId, slots: &Slots) -> Result<Vec<Fall>, Diagnostic> {
        let model = self.makings.plan.model;
        let mut falls = falls(model, roll, &model.dice_of(roll))?;
        falls.retain(|(known, _)| {
            known.iter().all(|(part, index)| {
                !self.makings.is_given(*part) || slots.get(*part).index() == Some(*index)
            })
        });
        if falls.is_empty() {
            return Err(Diagnostic::request(format!(
                "no roll of `{}` falls as is given",
                model.variable_name(roll)
            )));
        }
        Ok(falls)
    }

    fn finish(self) -> Chain {
        let common = self
            .next
            .iter()
            .flatten()
            .fold(0_u64, |all, (_, ways)| all.gcd(ways))
            .max(1);
        let next = self.next.into_iter().map(|to| {
            to.into_iter()
                .map(|(to, ways)| (to, ways / common))
                .collect()
        });
        let states = self.states.iter().map(|state| (state.seen, state.ever));
        Chain {
            seen: self.seen,
            states: states.collect(),
            next: next.collect(),
            ways: self.all_ways / common,
            tried: self.tried,
        }
    }
}

fn too_many(message: String) -> Diagnostic {
    Diagnostic::request(message)
        .help("ask for fewer states with `--of`, or estimate: `--simulate N`")
}

/// How a chain stands after a turn: for each state, in how many ways it is reached.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standing<C> {
    ways: Vec<C>,
}

impl Chain {
    /// How many states there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// Whether there is no state.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.states.is_empty()
    }

    /// Whether so many turns can be counted in 128 bits.
    #[must_use]
    pub fn fits(&self, turns: u32) -> bool {
        fits(std::iter::repeat_n(self.ways, turns as usize))
    }

    /// How long it takes to count so many turns: the additions of 64 bits.
    #[must_use]
    pub fn work(&self, turns: u32) -> u64 {
        let bits = u64::from(u64::BITS - self.ways.leading_zeros());
        // Numbers grow from turn to turn: on the average they are half as long as the last.
        let length = 1 + u64::from(turns).saturating_mul(bits) / 128;
        let edges: u64 = self.next.iter().map(|to| to.len() as u64).sum();
        edges
            .saturating_mul(u64::from(turns))
            .saturating_mul(length)
    }

    /// Before the first turn.
    #[must_use]
    pub fn first<C: Count>(&self) -> Standing<C> {
        let mut ways = vec![C::none(); self.states.len()];
        if let Some(first) = ways.first_mut() {
            *first = C::of(1);
        }
        Standing { ways }
    }

    /// A turn later.
    #[must_use]
    pub fn turn<C: Count>(&self, standing: &Standing<C>) -> Standing<C> {
        let mut ways = vec![C::none(); self.states.len()];
        for (count, to) in standing
            .ways
            .iter()
            .zip(&self.next)
            .filter(|(count, _)| !count.is_none())
        {
            for (to, share) in to {
                if let Some(place) = ways.get_mut(*to as usize) {
                    *place += count.times(*share);
                }
            }
        }
        Standing { ways }
    }

    /// So many turns later.
    #[must_use]
    pub fn after<C: Count>(&self, turns: u32) -> Standing<C> {
        (0..turns).fold(self.first(), |standing, _| self.turn(&standing))
    }

    /// What is seen in a standing, which conditions have held at some time, and in how many ways.
    pub fn shown<'c, C: Count>(
        &'c self,
        standing: &'c Standing<C>,
    ) -> impl Iterator<Item = (&'c Seen, u64, &'c C)> {
        let counted = self
            .states
            .iter()
            .zip(&standing.ways)
            .filter(|(_, count)| !count.is_none());
        counted.filter_map(|((seen, ever), count)| {
            Some((self.seen.get((*seen)? as usize)?, *ever, count))
        })
    }

    /// All ways in which so many turns can go.
    #[must_use]
    pub fn all(&self, turns: u32) -> BigUint {
        BigUint::from(self.ways).pow(turns)
    }
}
