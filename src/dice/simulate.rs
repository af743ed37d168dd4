//! Estimates where exact odds cannot reach: seeded trials on all cores. Trials are cut into blocks, each with dice of its own,
//! so that the result does not depend on how many cores there are.

use super::experiment::Experiment;
use super::generator::Generator;
use super::hand::{Hand, MOST_THROWS};
use super::table::{Part, Results, Sample, Table};
use crate::diagnostic::Diagnostic;
use crate::diagram::Leaf;
use crate::model::{Type, VariableId};
use crate::turn::{Fall, falls, ways};
use crate::turn::{Missing, Situation, Slot, Slots};
use rayon::prelude::*;
use rustc_hash::FxHashMap;

pub const MOST_TRIALS: u64 = 10_000_000_000;

/// How many trials have dice of their own.
const BLOCK: u64 = 4096;

#[derive(Debug, Clone, Copy)]
pub struct Trials {
    pub number: u64,
    pub seed: u64,
    /// The threads, all cores for 0; the result does not depend on them.
    pub threads: usize,
}

/// How often each result came, for each thing seen and each condition asked.
#[derive(Debug, Clone, Default)]
struct Tally {
    counted: u64,
    /// How often which situations that cannot be were reached.
    reached: FxHashMap<u64, u64>,
    results: Vec<FxHashMap<Leaf, u64>>,
}

impl Tally {
    fn add(&mut self, place: usize, leaf: Leaf, count: u64) {
        if self.results.len() <= place {
            self.results.resize_with(place + 1, FxHashMap::default);
        }
        if let Some(results) = self.results.get_mut(place) {
            *results.entry(leaf).or_default() += count;
        }
    }

    fn merge(mut self, other: Self) -> Self {
        self.counted += other.counted;
        for (reached, count) in other.reached {
            *self.reached.entry(reached).or_default() += count;
        }
        for (place, results) in other.results.into_iter().enumerate() {
            let counts = results.into_iter();
            counts.for_each(|(leaf, count)| self.add(place, leaf, count));
        }
        self
    }
}

pub(super) fn estimate(experiment: &Experiment<'_>, trials: Trials) -> Result<Table, Diagnostic> {
    let trial = Trial {
        experiment,
        rolls: rolls(experiment),
    };
    let block = |mut tally: Tally, block: u64| {
        let begin = block * BLOCK;
        let mut generator = Generator::new(trials.seed, block);
        let mut slots = experiment.start.clone();
        for _ in begin..trials.number.min(begin.saturating_add(BLOCK)) {
            slots.clone_from(&experiment.start);
            trial.run(&mut slots, &mut generator, &mut tally)?;
        }
        Ok(tally)
    };
    let all = || {
        (0..trials.number.div_ceil(BLOCK))
            .into_par_iter()
            .try_fold(Tally::default, block)
            .try_reduce(Tally::default, |one, other| Ok(one.merge(other)))
    };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(trials.threads);
    let pool = pool.build().ok().filter(|_| trials.threads > 0);
    let tally = pool.map_or_else(all, |pool| pool.install(all))?;
    let asked = experiment.terms.texts().into_iter().flatten();
    let asked = asked.map(|text| (text.to_owned(), Some(Type::Bool)));
    let names = experiment.shown.iter().cloned().chain(asked);
    let results = names.enumerate().map(|(place, (name, of))| {
        let counts = tally.results.get(place).into_iter().flatten();
        Results::counted(name, of, counts.map(|(leaf, count)| (leaf.clone(), *count)))
    });
    let reached = tally.reached.iter();
    let reached = reached.map(|(reached, count)| (*reached, u128::from(*count)));
    let impossible = experiment.judge.results(&Vec::from_iter(reached));
    let results = results.chain(impossible);
    Ok(Table {
        open: Vec::new(),
        taken: Vec::new(),
        excluded: Vec::new(),
        parts: vec![Part::of_choice(Vec::new(), results.collect())],
        sample: Some(Sample {
            trials: trials.number,
            counted: tally.counted,
            seed: trials.seed,
        }),
    })
}

/// The falls of a roll, each with the number of those up to it, so that one is found by a number.
type Rolls = FxHashMap<VariableId, (Vec<Fall>, Vec<u64>)>;

/// The rolls of which all falls can be told apart, as far as they agree with what is always given; others are thrown die by die.
fn rolls(experiment: &Experiment<'_>) -> Rolls {
    let model = experiment.model;
    let unknown = Slots::of(model, &Situation::unknown(model));
    let falls = |roll| {
        ways(model, roll)?;
        let all = falls(model, roll, &model.dice_of(roll)).ok()?;
        let all: Vec<Fall> = experiment.agreeing(0, &all, &unknown).cloned().collect();
        let mut sum = 0_u64;
        let ends = all.iter().map(|(_, ways)| {
            sum = sum.saturating_add(*ways);
            sum
        });
        let ends = ends.collect();
        Some((roll, (all, ends)))
    };
    let is_roll = |fact: &VariableId| model.roll_of(*fact) == Some(*fact);
    model
        .variables
        .ids()
        .filter(is_roll)
        .filter_map(falls)
        .collect()
}

struct Trial<'e> {
    experiment: &'e Experiment<'e>,
    rolls: Rolls,
}

impl Trial<'_> {
    fn run(
        &self,
        slots: &mut Slots,
        generator: &mut Generator,
        tally: &mut Tally,
    ) -> Result<(), Diagnostic> {
        let Experiment { plan, terms, .. } = self.experiment;
        let at = terms.at.len();
        let mut has_held = vec![Leaf::truth(false); terms.ever.len()];
        let (mut holds, mut reached) = (Vec::new(), 0);
        for place in 0..self.experiment.length {
            let stage = self.experiment.stage(place);
            self.experiment.begin(place, slots);
            for (fact, values) in &stage.drawn {
                let drawn = generator.among(values);
                slots.set(
                    *fact,
                    drawn.map_or(Slot::UNKNOWN, |index| Slot::value(*index)),
                );
            }
            let mut done = 0;
            let run = |slots: &mut Slots| plan.run(place, slots, &mut done);
            if let Some(roll) = self.by_dice(place, slots, generator, run)? {
                self.throw(place, roll, slots, generator)?;
            }
            if stage.is_seen {
                holds = self.by_dice(place, slots, generator, |slots| plan.holds(slots))?;
                let held = has_held.iter_mut().zip(holds.iter().skip(at));
                held.filter(|(ever, holds)| holds.is(true) || ever.is(false) && !holds.is(false))
                    .for_each(|(ever, holds)| ever.clone_from(holds));
            }
            reached |= self.experiment.judge.reached(slots);
        }
        let given = holds.get(at + terms.ever.len());
        if given.is_some_and(|given| !given.is(true)) {
            return Ok(());
        }
        tally.counted += 1;
        *tally.reached.entry(reached).or_default() += 1;
        let last = self.experiment.length.saturating_sub(1);
        let states = self.by_dice(last, slots, generator, |slots| plan.states(slots))?;
        let asked = holds.into_iter().take(at).chain(has_held);
        for (place, leaf) in states.into_iter().chain(asked).enumerate() {
            tally.add(place, leaf, 1);
        }
        Ok(())
    }

    /// What comes of some facts, where dice are thrown as they are looked at.
    fn by_dice<T>(
        &self,
        stage: usize,
        slots: &mut Slots,
        generator: &mut Generator,
        mut look: impl FnMut(&mut Slots) -> Result<T, Missing>,
    ) -> Result<T, Diagnostic> {
        loop {
            match look(slots) {
                Ok(seen) => return Ok(seen),
                Err(Missing(fact)) => self.throw(stage, fact, slots, generator)?,
            }
        }
    }

    fn throw(
        &self,
        stage: usize,
        fact: VariableId,
        slots: &mut Slots,
        generator: &mut Generator,
    ) -> Result<(), Diagnostic> {
        let model = self.experiment.model;
        let Some(roll) = model.roll_of(fact) else {
            let name = model.variable_name(fact);
            return Err(Diagnostic::request(format!("a simulation needs `{name}`"))
                .help(format!(
                    "give it: {name}=…, or {name}=alike for each value alike; without `--simulate`, {name}=each has a column for each"
                )));
        };
        if !self.experiment.plan.throws(stage, roll) {
            return Err(self.experiment.not_known(fact));
        }
        let falls = self.rolls.get(&roll);
        for _ in 0..MOST_THROWS {
            let thrown;
            let fall = if let Some((falls, ends)) = falls {
                let number = generator.below(ends.last().copied().unwrap_or(0));
                falls.get(ends.partition_point(|end| *end <= number))
            } else {
                let dice = Hand::throw(model, roll, generator);
                thrown = dice.map(|thrown| (thrown.facts().collect(), 1));
                thrown.as_ref()
            };
            let fall = fall.map_or(&[][..], std::slice::from_ref);
            let agreeing = self.experiment.agreeing(stage, fall, slots).next();
            if let Some((fall, _)) = agreeing {
                slots.know(fall);
                return Ok(());
            }
        }
        Err(self.experiment.cannot_fall(roll))
    }
}
