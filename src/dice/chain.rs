//! Exact odds of an experiment: a Markov chain over the states that can be reached, counted stage by stage.

use super::chance::{Chance, Count, chance, fits};
use super::ever::Ever;
use super::experiment::{Experiment, Stage};
use super::table::Results;
use crate::diagnostic::Diagnostic;
use crate::diagram::Leaf;
use crate::model::{Type, VariableId};
use crate::turn::{End, Fall, Missing, Slot, Slots, falls, ways};
use indexmap::{IndexMap, IndexSet};
use num_bigint::BigUint;
use num_integer::Integer;
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::rc::Rc;

/// What to do where a process that goes on until a condition holds is too large.
pub(super) const FEWER_UNTIL: &str =
    "fix more facts with FACT=VALUE, or ask for so many turns: `--turns N --ever CONDITION`";

/// The most states of a chain.
const MOST_STATES: usize = 500_000;
/// The most of one that goes on until a condition holds, whose chances are solved and not only counted.
const MOST_STATES_UNTIL: usize = 20_000;

/// A state of a chain: what one stage hands on to the next, and what was seen after it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct State {
    /// The stage that comes next.
    stage: usize,
    kept: Box<[Slot]>,
    /// What was seen after the stage before, if anything was.
    seen: Option<u32>,
    /// Which conditions have held at some time, and what cannot be and was reached.
    ever: Ever,
}

/// What is seen after a stage.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Seen {
    pub states: Vec<Leaf>,
    /// Whether each condition holds, or what keeps that from being known.
    pub holds: Vec<Leaf>,
}

/// An experiment as a Markov chain.
#[derive(Debug)]
pub struct Chain {
    /// What can be seen.
    pub seen: Vec<Seen>,
    pub(super) states: Vec<(Option<u32>, Ever)>,
    pub(super) next: Vec<Vec<(u32, u64)>>,
    /// In how many ways each stage can go.
    pub ways: Vec<u64>,
    /// How many ways were gone through in its making.
    pub tried: u64,
}

type Interned<T> = IndexSet<T, FxBuildHasher>;

/// What is known on a way through a stage, and in how many ways it is gone so far.
#[derive(Clone)]
struct Way {
    slots: Slots,
    /// How much of the stage is done.
    done: usize,
    /// Whether the stage is gone through.
    is_gone: bool,
    ways: u64,
}

/// What was not known on a way, and the falls that are still to be gone on from.
struct Open {
    before: Way,
    falls: Rc<[Fall]>,
    next: usize,
    /// In how many ways of the whole each way of a fall is gone.
    share: u64,
}

impl Open {
    /// Goes back to where it was not known, and on with the next fall; whether there is one.
    fn next(&mut self, experiment: &Experiment<'_>, stage: usize, way: &mut Way) -> bool {
        while let Some(fall) = self.falls.get(self.next) {
            self.next += 1;
            let Way {
                slots,
                done,
                is_gone,
                ..
            } = &self.before;
            let one = std::slice::from_ref(fall);
            if let Some((known, ways)) = experiment.agreeing(stage, one, slots).next() {
                way.slots.clone_from(slots);
                way.slots.know(known);
                (way.done, way.is_gone) = (*done, *is_gone);
                way.ways = self.share * ways;
                return true;
            }
        }
        false
    }
}

struct Builder<'e> {
    experiment: &'e Experiment<'e>,
    states: Interned<State>,
    seen: Interned<Seen>,
    next: Vec<Vec<(u32, u64)>>,
    ways: Vec<u64>,
    tried: u64,
    /// The conditions of which it counts that they held at some time, a bit each.
    ever: u64,
    falls: FxHashMap<(usize, VariableId), Rc<[Fall]>>,
    /// By its marks, what was seen and which conditions held then; and the marks of the last.
    marked: FxHashMap<Box<[End]>, (u32, Ever)>,
    marks: Vec<End>,
}

impl Builder<'_> {
    /// In how many ways a stage can go: a number that all falls of its rolls share fairly, whatever is given of them.
    fn ways(&mut self, stage: usize) -> Result<u64, Diagnostic> {
        let Stage { drawn, rolls, .. } = self.experiment.stage(stage);
        let mut all: Vec<u64> = drawn
            .iter()
            .map(|(_, values)| values.len() as u64)
            .collect();
        for roll in rolls {
            all.push(self.ways_of(stage, *roll)?);
        }
        let all = all.into_iter().try_fold(1_u64, u64::checked_mul);
        all.filter(|all| *all > 0).ok_or_else(|| {
            Diagnostic::request("a turn can go in more ways than can be counted")
                .help("estimate it: `--simulate N`")
        })
    }

    /// In how many ways a roll can fall; 0 where they cannot be counted.
    fn ways_of(&mut self, stage: usize, roll: VariableId) -> Result<u64, Diagnostic> {
        let experiment = self.experiment;
        let model = experiment.model;
        let Some(all) = ways(model, roll) else {
            return Ok(0);
        };
        let mut parts = model.dice_of(roll);
        parts.push(roll);
        if !parts.iter().any(|part| experiment.is_given(stage, *part)) {
            return Ok(all);
        }
        let mut groups: FxHashMap<Vec<(VariableId, u32)>, u64> = FxHashMap::default();
        for (known, ways) in self.falls(stage, roll)?.iter() {
            let mut known = known.clone();
            known.retain(|(part, _)| experiment.is_given(stage, *part));
            *groups.entry(known).or_default() += ways;
        }
        let lcm = |all: u64, ways: u64| all.checked_mul(ways / all.gcd(&ways).max(1));
        Ok(groups.into_values().try_fold(1, lcm).unwrap_or(0))
    }

    /// The falls of a roll, as far as they are told apart.
    fn falls(&mut self, stage: usize, roll: VariableId) -> Result<Rc<[Fall]>, Diagnostic> {
        if let Some(falls) = self.falls.get(&(stage, roll)) {
            return Ok(Rc::clone(falls));
        }
        let (experiment, model) = (self.experiment, self.experiment.model);
        let mut dice = model.dice_of(roll);
        let told_apart = &experiment.stage(stage).told_apart;
        dice.retain(|die| told_apart.contains(die) || experiment.is_given(stage, *die));
        let falls: Rc<[Fall]> = self.joined(stage, falls(model, roll, &dice)?).into();
        self.falls.insert((stage, roll), Rc::clone(&falls));
        Ok(falls)
    }

    /// Falls that nothing tells apart are one.
    fn joined(&self, stage: usize, falls: Vec<Fall>) -> Vec<Fall> {
        let experiment = self.experiment;
        let ends = |(fact, _): &(VariableId, u32)| {
            let is_free = !experiment.is_given(stage, *fact);
            let mut ends = experiment.plan.ends(*fact).filter(|_| is_free)?;
            ends.extend(experiment.judge.ends(*fact));
            ends.sort_unstable();
            Some(ends)
        };
        let first = falls.iter().take(1).flat_map(|(known, _)| known);
        let Some(ends) = first.map(ends).collect::<Option<Vec<_>>>() else {
            return falls;
        };
        let mut joined: IndexMap<Vec<usize>, Fall, FxBuildHasher> = IndexMap::default();
        for (known, ways) in falls {
            let alike = known.iter().zip(&ends);
            let alike = alike.map(|((_, index), ends)| ends.partition_point(|end| end <= index));
            let fall = joined.entry(alike.collect()).or_insert((known, 0));
            fall.1 += ways;
        }
        joined.into_values().collect()
    }

    fn state(&self, stage: usize, slots: &Slots, seen: Option<u32>, ever: Ever) -> State {
        let kept = self.experiment.stage(stage).kept.iter();
        State {
            stage,
            kept: kept.map(|fact| slots.get(*fact)).collect(),
            seen,
            ever,
        }
    }

    /// Whether a state is the last, so that nothing comes of it.
    fn is_last(&self, place: usize, state: &State) -> bool {
        let experiment = self.experiment;
        match experiment.terms.until {
            Some(_) => state.seen.is_some(),
            None => state.stage == 0 && place > 0 && experiment.length == experiment.stages.len(),
        }
    }

    fn too_many(&self, message: String) -> Diagnostic {
        Diagnostic::request(message).help(match self.experiment.terms.until {
            Some(_) => FEWER_UNTIL,
            None => "ask for fewer states with `--of`, or estimate: `--simulate N`",
        })
    }

    fn id(&mut self, state: State) -> Result<u32, Diagnostic> {
        let (id, _) = self.states.insert_full(state);
        let most = match self.experiment.terms.until {
            Some(_) => MOST_STATES_UNTIL,
            None => MOST_STATES,
        };
        if id >= most {
            let kind = self.experiment.kind;
            let message = format!("the {kind} can be in more than {most} states");
            return Err(self.too_many(message));
        }
        Ok(number(id))
    }

    /// Finds where a state leads: dice are thrown when they are looked at.
    fn leave(&mut self, from: &State, mut slots: Slots) -> Result<(), Diagnostic> {
        let experiment = self.experiment;
        for (fact, slot) in experiment.stage(from.stage).kept.iter().zip(&from.kept) {
            slots.set(*fact, *slot);
        }
        experiment.begin(from.stage, &mut slots);
        let mut next: FxHashMap<u32, u64> = FxHashMap::default();
        let mut way = Way {
            slots,
            done: 0,
            is_gone: false,
            ways: self.ways.get(from.stage).copied().unwrap_or(1),
        };
        let mut open: Vec<Open> = Vec::new();
        loop {
            self.count_one(open.len())?;
            match self.go(from, &mut way) {
                Ok(to) => *next.entry(self.id(to)?).or_default() += way.ways,
                Err(Missing(fact)) => open.push(self.open(from.stage, fact, &way)?),
            }
            while open
                .last_mut()
                .is_some_and(|last| !last.next(experiment, from.stage, &mut way))
            {
                open.pop();
            }
            if open.is_empty() {
                break;
            }
        }
        let mut next: Vec<(u32, u64)> = next.into_iter().collect();
        next.sort_unstable();
        self.next.push(next);
        Ok(())
    }

    fn count_one(&mut self, open: usize) -> Result<(), Diagnostic> {
        self.tried += 1;
        let (most_ways, kind) = (self.experiment.most_ways, self.experiment.kind);
        if self.tried + open as u64 > most_ways {
            let message = format!("the {kind} can go in more than {most_ways} ways");
            return Err(self.too_many(message));
        }
        Ok(())
    }

    /// Goes on to the end of a stage, or to what is not known there.
    fn go(&mut self, from: &State, way: &mut Way) -> Result<State, Missing> {
        if !way.is_gone {
            let plan = self.experiment.plan;
            let roll = plan.run(from.stage, &mut way.slots, &mut way.done)?;
            way.is_gone = true;
            if let Some(roll) = roll {
                return Err(Missing(roll));
            }
        }
        self.seen(from, &way.slots)
    }

    /// The falls of what is not known on a way.
    fn open(&mut self, stage: usize, fact: VariableId, way: &Way) -> Result<Open, Diagnostic> {
        let experiment = self.experiment;
        let falls = self.falls_of(stage, fact, &way.slots)?;
        let all = experiment.agreeing(stage, &falls, &way.slots);
        let all: u64 = all.map(|(_, ways)| ways).sum();
        let share = way.ways.checked_div(all);
        Ok(Open {
            share: share.ok_or_else(|| experiment.cannot_fall(fact))?,
            before: way.clone(),
            falls,
            next: 0,
        })
    }

    /// The state after a stage that was gone through.
    fn seen(&mut self, from: &State, slots: &Slots) -> Result<State, Missing> {
        let experiment = self.experiment;
        let stage = (from.stage + 1) % experiment.stages.len();
        let mut ever = from.ever;
        ever.reached |= experiment.judge.reached(slots);
        if !experiment.stage(from.stage).is_seen {
            return Ok(self.state(stage, slots, None, ever));
        }
        let counted = self.ever;
        let with_held = |held| ever.with(held, counted);
        let is_until = experiment.terms.until.is_some();
        self.marks.clear();
        let is_marked = !is_until && experiment.plan.marks(slots, &mut self.marks)?;
        let known = self.marked.get(self.marks.as_slice());
        if let Some(&(seen, held)) = known.filter(|_| is_marked) {
            return Ok(self.state(stage, slots, Some(seen), with_held(held)));
        }
        let holds = experiment.plan.holds(slots)?;
        let held = Ever::of(&holds);
        let ever = with_held(held);
        if is_until && holds.last().is_some_and(|last| last.is(false)) {
            // Only how things stand in the end is asked. Where nobody knows whether it holds, it goes on no more.
            return Ok(self.state(stage, slots, None, ever));
        }
        let states = experiment.plan.states(slots)?;
        let (seen, _) = self.seen.insert_full(Seen { states, holds });
        let seen = number(seen);
        if is_marked {
            self.marked
                .insert(self.marks.as_slice().into(), (seen, held));
        }
        Ok(match is_until {
            true => State {
                stage: 0,
                kept: Box::default(),
                seen: Some(seen),
                ever,
            },
            false => self.state(stage, slots, Some(seen), ever),
        })
    }

    /// Each way in which a fact that is looked at can fall, be it that it does not agree with what is given.
    fn falls_of(
        &mut self,
        stage: usize,
        fact: VariableId,
        slots: &Slots,
    ) -> Result<Rc<[Fall]>, Diagnostic> {
        let experiment = self.experiment;
        let model = experiment.model;
        let roll = model.roll_of(fact);
        // What is left to chance by itself goes first: dice then fall so that they agree with it.
        let is_next = |(drawn, _): &&(VariableId, Vec<u32>)| {
            let is_part = *drawn == fact || roll.is_some() && model.roll_of(*drawn) == roll;
            is_part && slots.get(*drawn) == Slot::UNKNOWN
        };
        if let Some((fact, values)) = experiment.stage(stage).drawn.iter().find(is_next) {
            return Ok(values
                .iter()
                .map(|index| (vec![(*fact, *index)], 1))
                .collect());
        }
        let roll = roll.ok_or_else(|| {
            let name = model.variable_name(fact);
            experiment.not_known(fact).help(format!(
                "give it: {name}=…; {name}=alike has each value alike, {name}=each a column for each"
            ))
        })?;
        if !experiment.plan.throws(stage, roll) {
            return Err(experiment.not_known(fact));
        }
        self.falls(stage, roll)
    }
}

impl Builder<'_> {
    /// The chain, its ways without what they have in common.
    fn finish(mut self) -> Chain {
        for (stage, ways) in self.ways.iter_mut().enumerate() {
            let mut of_stage = self.states.iter().zip(&mut self.next);
            let mut shares: Vec<&mut u64> = of_stage
                .by_ref()
                .filter(|(state, _)| state.stage == stage)
                .flat_map(|(_, next)| next.iter_mut().map(|(_, share)| share))
                .collect();
            let common = shares
                .iter()
                .fold(0_u64, |all, share| all.gcd(share))
                .max(1);
            shares.iter_mut().for_each(|share| **share /= common);
            *ways /= common;
        }
        let states = self.states.iter();
        Chain {
            states: states.map(|state| (state.seen, state.ever)).collect(),
            seen: self.seen.into_iter().collect(),
            next: self.next,
            ways: self.ways,
            tried: self.tried,
        }
    }
}

fn number(place: usize) -> u32 {
    u32::try_from(place).unwrap_or(u32::MAX)
}

impl Chain {
    pub fn new(experiment: &Experiment<'_>) -> Result<Self, Diagnostic> {
        let Experiment { terms, start, .. } = experiment;
        let [at, ever] = [terms.at.len(), terms.ever.len()];
        let mut builder = Builder {
            experiment,
            states: Interned::default(),
            seen: Interned::default(),
            next: Vec::new(),
            ways: Vec::new(),
            tried: 0,
            ever: (at..at + ever).fold(0, |all, bit| all | 1 << bit),
            falls: FxHashMap::default(),
            marked: FxHashMap::default(),
            marks: Vec::new(),
        };
        for stage in 0..experiment.stages.len() {
            let ways = builder.ways(stage)?;
            builder.ways.push(ways);
        }
        let first = builder.state(0, start, None, Ever::default());
        builder.id(first)?;
        let mut place = 0;
        while let Some(state) = builder.states.get_index(place).cloned() {
            if builder.is_last(place, &state) {
                builder.next.push(Vec::new());
            } else {
                builder.leave(&state, start.clone())?;
            }
            place += 1;
        }
        Ok(builder.finish())
    }

    /// In how many ways each of so many stages goes.
    fn ways_of(&self, stages: usize) -> impl Iterator<Item = u64> {
        self.ways.iter().cycle().take(stages).copied()
    }

    /// Whether so many stages can be counted in 128 bits.
    pub fn fits(&self, stages: usize) -> bool {
        fits(self.ways_of(stages))
    }

    /// How long it takes to count so many stages: the additions of 64 bits.
    pub fn work(&self, stages: usize) -> u64 {
        let most = self.ways.iter().max().map_or(0, |ways| ways.ilog2() + 1);
        // Numbers grow from stage to stage: on the average they are half as long as the last.
        let length = 1 + (stages as u64).saturating_mul(most.into()) / 128;
        let edges: u64 = self.next.iter().map(|to| to.len() as u64).sum();
        edges.saturating_mul(stages as u64).saturating_mul(length)
    }

    /// In how many ways each state is reached, before the first stage.
    pub fn first<C: Count>(&self) -> Vec<C> {
        let mut ways = vec![C::zero(); self.states.len()];
        if let Some(first) = ways.first_mut() {
            *first = C::from(1);
        }
        ways
    }

    /// A stage later.
    pub fn advance<C: Count>(&self, standing: &[C]) -> Vec<C> {
        let mut ways = vec![C::zero(); self.states.len()];
        let reached = standing.iter().zip(&self.next);
        for (count, to) in reached.filter(|(count, _)| !count.is_zero()) {
            for (to, share) in to {
                if let Some(place) = ways.get_mut(*to as usize) {
                    *place += count.times(*share);
                }
            }
        }
        ways
    }

    /// What is seen, which conditions have held at some time, and in how many ways.
    pub fn shown<'c, C: Count>(
        &'c self,
        standing: &'c [C],
    ) -> impl Iterator<Item = (&'c Seen, Ever, &'c C)> {
        let counted = self.states.iter().zip(standing);
        let counted = counted.filter(|(_, count)| !count.is_zero());
        counted.filter_map(|((seen, ever), count)| {
            Some((self.seen.get((*seen)? as usize)?, *ever, count))
        })
    }

    /// What keeps it from being known whether a condition asked holds, where that is so.
    pub(super) fn lost(&self, place: usize) -> Leaf {
        let mut holds = self.seen.iter().filter_map(|seen| seen.holds.get(place));
        let lost = holds.find(|leaf| !leaf.is(true) && !leaf.is(false));
        lost.cloned().unwrap_or(Leaf::Nothing)
    }

    /// The odds of all that is seen and asked in the end.
    pub fn results(&self, experiment: &Experiment<'_>) -> Vec<Results> {
        if self.fits(experiment.length) {
            self.counted::<u128>(experiment)
        } else {
            self.counted::<BigUint>(experiment)
        }
    }

    fn counted<C: Count>(&self, experiment: &Experiment<'_>) -> Vec<Results> {
        let terms = experiment.terms;
        let is_conditional = terms.given.is_some();
        let is_asked_by_turn = experiment.stage(0).is_seen && !is_conditional;
        let mut by_turn: Vec<Vec<Chance>> = vec![Vec::new(); terms.at.len() + terms.ever.len()];
        let mut standing = self.first::<C>();
        let mut all = BigUint::from(1_u32);
        for ways in self.ways_of(experiment.length) {
            standing = self.advance(&standing);
            all *= ways;
            for (place, chances) in by_turn.iter_mut().enumerate().filter(|_| is_asked_by_turn) {
                let mut count = C::zero();
                for (seen, ever, ways) in self.shown(&standing) {
                    if terms
                        .held(place, &seen.holds, ever, &Leaf::Nothing)
                        .is(true)
                    {
                        count += ways.clone();
                    }
                }
                chances.push(chance(count, all.clone()));
            }
        }
        let mut counted: Vec<(&Seen, Ever, &C)> = self.shown(&standing).collect();
        if is_conditional {
            counted.retain(|(seen, ..)| seen.holds.last().is_some_and(|last| last.is(true)));
        }
        let mut results = tallied(experiment, &counted, &|place| self.lost(place));
        let asked = results.iter_mut().skip(experiment.shown.len());
        for (results, by_turn) in asked.zip(by_turn) {
            results.by_turn = by_turn;
        }
        results
    }
}

/// What is seen and asked of the states in the end, each reached in so many ways.
pub(super) fn tallied<C: Count>(
    experiment: &Experiment<'_>,
    counted: &[(&Seen, Ever, &C)],
    lost: &dyn Fn(usize) -> Leaf,
) -> Vec<Results> {
    let tally = |name: &str, of: Option<Type>, leaf_of: &dyn Fn(&Seen, Ever) -> Leaf| {
        let mut counts: FxHashMap<Leaf, C> = FxHashMap::default();
        for (seen, ever, count) in counted {
            let place = counts.entry(leaf_of(seen, *ever)).or_insert_with(C::zero);
            *place += (*count).clone();
        }
        Results::counted(name, of, counts)
    };
    let shown = experiment.shown.iter().enumerate();
    let states = shown.map(|(place, (name, of))| {
        tally(name, of.clone(), &|seen, _| {
            let leaf = seen.states.get(place);
            leaf.cloned().unwrap_or(Leaf::Nothing)
        })
    });
    let texts = experiment.terms.texts().into_iter().flatten();
    let asked = texts.enumerate().map(|(place, text)| {
        let lost = lost(place);
        let mut results = tally(text, Some(Type::Bool), &|seen, ever| {
            experiment.terms.held(place, &seen.holds, ever, &lost)
        });
        results.chances.reverse();
        results
    });
    let reached = counted
        .iter()
        .map(|(_, ever, ways)| (ever.reached, (*ways).clone()));
    let impossible = experiment.judge.results(&reached.collect::<Vec<_>>());
    states.chain(asked).chain(impossible).collect()
}
