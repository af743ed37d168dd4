//! Estimates where exact odds cannot reach: seeded trials on all cores. Trials are cut into blocks, each with dice of its own,
//! so that the result does not depend on how many cores there are.

use super::chain::Each;
use super::set_up::outcome;
use super::table::Terms;
use super::turns::{self, Course};
use super::{Chance, Generator, Hand, Picker, falls};
use crate::diagnostic::Diagnostic;
use crate::diagram::{Compiler, Leaf};
use crate::model::{Expr, Model, Procedure, Process, QuestionId, Type, VariableId};
use crate::turn::{Effect, Missing, ProcedurePlan, Situation, Slot, Slots, leaf};
use num_bigint::BigUint;
use rayon::prelude::*;
use rustc_hash::FxHashMap;

/// The most trials.
pub const MOST_TRIALS: u64 = 10_000_000_000;

/// How many trials have dice of their own.
const BLOCK: u64 = 4096;

/// What trials gave.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Estimate {
    /// How many trials were made.
    pub trials: u64,
    /// How many of them agree with what is given.
    pub counted: u64,
    /// For each question, fact, state or condition: its name, type, and how often each result came.
    pub results: Vec<Counted>,
}

/// How often each result of one question, fact, state or condition came.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counted {
    /// Its name.
    pub name: String,
    /// Its type.
    pub of: Option<Type>,
    /// Each result and how often it came, in order.
    pub counts: Vec<(Leaf, u64)>,
}

/// How often each result came, for each thing asked.
#[derive(Debug, Clone, Default)]
struct Tally {
    counted: u64,
    results: Vec<FxHashMap<Leaf, u64>>,
}

impl Tally {
    fn add(&mut self, place: usize, leaf: Leaf) {
        if self.results.len() <= place {
            self.results.resize_with(place + 1, FxHashMap::default);
        }
        if let Some(results) = self.results.get_mut(place) {
            *results.entry(leaf).or_default() += 1;
        }
    }

    fn merge(&mut self, other: Self) {
        self.counted += other.counted;
        for (place, results) in other.results.into_iter().enumerate() {
            for (leaf, count) in results {
                if self.results.len() <= place {
                    self.results.resize_with(place + 1, FxHashMap::default);
                }
                if let Some(own) = self.results.get_mut(place) {
                    *own.entry(leaf).or_default() += count;
                }
            }
        }
    }
}

/// Makes trials on all cores.
fn run<T: FnMut(&mut Generator, &mut Tally) -> Result<(), Diagnostic>>(
    trials: u64,
    seed: u64,
    workers: usize,
    trial: impl Fn() -> T + Sync,
) -> Result<Tally, Diagnostic> {
    let block = |mut tally: Tally, block: u64| {
        let begin = block * BLOCK;
        let mut generator = Generator::new(seed, block);
        let mut trial = trial();
        (begin..trials.min(begin.saturating_add(BLOCK)))
            .try_for_each(|_| trial(&mut generator, &mut tally))
            .map(|()| tally)
    };
    let all = || {
        (0..trials.div_ceil(BLOCK))
            .into_par_iter()
            .try_fold(Tally::default, block)
            .try_reduce(Tally::default, |mut one, other| {
                one.merge(other);
                Ok(one)
            })
    };
    if workers == 0 {
        return all();
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(workers);
    pool.build()
        .map_or_else(|_| all(), |pool| pool.install(all))
}

/// How many trials, by which seed, on how many threads.
#[derive(Debug, Clone, Copy)]
pub struct Trials {
    /// How many.
    pub number: u64,
    /// The seed.
    pub seed: u64,
    /// The threads, all cores for 0; the result does not depend on them.
    pub threads: usize,
}

fn estimate(trials: Trials, tally: &Tally, names: Vec<(String, Option<Type>)>) -> Estimate {
    let results = names.into_iter().enumerate().map(|(place, (name, of))| {
        let counts = tally.results.get(place).cloned().unwrap_or_default();
        let mut counts: Vec<(Leaf, Chance, u64)> = counts
            .into_iter()
            .map(|(leaf, count)| (leaf, Chance::from_integer(BigUint::ZERO), count))
            .collect();
        counts.sort_by(|(one, ..), (other, ..)| one.cmp(other));
        let mut order: Vec<(Leaf, Chance)> = counts
            .iter()
            .map(|(leaf, zero, _)| (leaf.clone(), zero.clone()))
            .collect();
        super::table::sort(of.as_ref(), &mut order);
        let count = |leaf: &Leaf| {
            counts
                .iter()
                .find(|(own, ..)| own == leaf)
                .map_or(0, |(_, _, count)| *count)
        };
        let counts = order
            .iter()
            .map(|(leaf, _)| (leaf.clone(), count(leaf)))
            .collect();
        Counted { name, of, counts }
    });
    Estimate {
        trials: trials.number,
        counted: tally.counted,
        results: results.collect(),
    }
}

/// What a trial draws besides what it rolls: each of some values alike.
fn draw(terms: &Terms, slots: &mut Slots, generator: &mut Generator) {
    for (fact, values) in &terms.uniform {
        let place = generator.below(u32::try_from(values.len()).unwrap_or(u32::MAX));
        if let Some(index) = values.get(place as usize) {
            slots.set(*fact, Slot::value(*index));
        }
    }
}

fn must_be_given(model: &Model, missing: Missing) -> Diagnostic {
    let name = model.variable_name(missing.0);
    Diagnostic::request(format!("a simulation needs `{name}`"))
        .help(format!("give it: {name}=… or {name}=any"))
}

/// Estimates the odds of a question.
pub fn question(
    model: &Model,
    id: QuestionId,
    terms: &Terms,
    trials: Trials,
) -> Result<Estimate, Diagnostic> {
    let mut compiler = Compiler::new(model);
    let too_large = |_| Diagnostic::request("the question needs too large a decision diagram");
    let root = compiler.question(id).map_err(too_large)?;
    let given = terms
        .given
        .as_ref()
        .map(|given| compiler.expr(given))
        .transpose()
        .map_err(too_large)?;
    let mut finders: FxHashMap<VariableId, crate::turn::Finding> = FxHashMap::default();
    let taken = crate::check::taken_by(model, id);
    for (fact, found) in (0..).map(VariableId).zip(&model.variables) {
        let is_plain =
            found.roll.is_none() && terms.known.get(fact).is_none() && !terms.is_uniform(fact);
        let is_taken = taken.contains(&fact);
        if let Some(finder) = model
            .question_names
            .get(&found.name)
            .filter(|own| is_plain && is_taken && **own != id)
        {
            let root = compiler.question(*finder).map_err(too_large)?;
            finders.insert(
                fact,
                crate::turn::Finding::new(model, &compiler.store, fact, root),
            );
        }
    }
    let store = &compiler.store;
    let pickers = Pickers::new(model, terms);
    let start = Slots::of(model, &terms.known);
    let find = |root, slots: &mut Slots, generator: &mut Generator| loop {
        match leaf(store, root, slots) {
            Ok(leaf) => return Ok(leaf),
            Err(missing) => match finders.get(&missing.0) {
                Some(finding) => match finding.slot(store, slots) {
                    Ok(slot) => slots.set(missing.0, slot),
                    Err(missing) => pickers.throw(model, missing, slots, generator)?,
                },
                None => pickers.throw(model, missing, slots, generator)?,
            },
        }
    };
    let tally = run(trials.number, trials.seed, trials.threads, || {
        let start = start.clone();
        let find = &find;
        move |generator: &mut Generator, tally: &mut Tally| {
            let mut slots = start.clone();
            draw(terms, &mut slots, generator);
            if let Some(given) = given
                && !find(given, &mut slots, generator)?.is(true)
            {
                return Ok(());
            }
            tally.counted += 1;
            tally.add(0, find(root, &mut slots, generator)?);
            Ok(())
        }
    })?;
    let question = model.question(id);
    let name = question.map_or_else(String::new, |question| question.name.clone());
    Ok(estimate(
        trials,
        &tally,
        vec![(name, question.map(|question| question.answer.clone()))],
    ))
}

/// The most throws of dice that are to agree with what is given.
const MOST_THROWS: u32 = 100_000;

/// The rolls of a model, ready to be thrown.
struct Pickers {
    /// Those of which all falls can be told apart; others are thrown die by die.
    by_roll: FxHashMap<VariableId, Picker>,
    /// What is known of rolls.
    known: Situation,
    /// Facts of a turn that are given, with which dice must agree.
    given: Vec<VariableId>,
}

impl Pickers {
    fn new(model: &Model, terms: &Terms) -> Self {
        let rolls = (0..)
            .map(VariableId)
            .take(model.variables.len())
            .filter(|fact| model.roll_of(*fact) == Some(*fact));
        let picker = |fact| {
            let falls = falls(model, fact, &model.dice_of(fact)).ok()?;
            Some((fact, Picker::new(terms.agreeing(falls))))
        };
        Self {
            by_roll: rolls.filter_map(picker).collect(),
            known: terms.known.clone(),
            given: Vec::new(),
        }
    }

    /// Throws the roll to which a fact belongs.
    fn throw(
        &self,
        model: &Model,
        missing: Missing,
        slots: &mut Slots,
        generator: &mut Generator,
    ) -> Result<(), Diagnostic> {
        let roll = model
            .roll_of(missing.0)
            .ok_or_else(|| must_be_given(model, missing))?;
        let picker = self.by_roll.get(&roll);
        for _ in 0..MOST_THROWS {
            let thrown = if picker.is_none() {
                by_dice(model, roll, generator)
            } else {
                Vec::new()
            };
            let fall = picker.map_or(thrown.as_slice(), |picker| picker.pick(generator));
            if !fall.is_empty()
                && fall
                    .iter()
                    .all(|part| self.agrees(*part, picker.is_none(), slots))
            {
                fall.iter()
                    .for_each(|(fact, index)| slots.set(*fact, Slot::value(*index)));
                return Ok(());
            }
        }
        Err(Diagnostic::request(format!(
            "no roll of `{}` falls as is given",
            model.variable_name(roll)
        )))
    }

    /// Whether a die or total agrees with what is given of it.
    fn agrees(&self, (fact, index): (VariableId, u32), by_dice: bool, slots: &Slots) -> bool {
        let is_known = by_dice && self.known.get(fact).is_some_and(|own| own != index);
        !is_known && (!self.given.contains(&fact) || slots.get(fact).index() == Some(index))
    }
}

/// A roll thrown die by die.
fn by_dice(model: &Model, roll: VariableId, generator: &mut Generator) -> Vec<(VariableId, u32)> {
    let thrown = Hand::throw(model, roll, generator);
    thrown.map_or_else(Vec::new, |thrown| {
        std::iter::once((roll, thrown.index))
            .chain(thrown.dice)
            .collect()
    })
}

/// Estimates the odds of a procedure's outcomes, and of conditions at its end.
pub fn procedure(
    model: &Model,
    procedure: &Procedure,
    terms: &Terms,
    conditions: &[(String, Expr)],
    trials: Trials,
) -> Result<Estimate, Diagnostic> {
    let plan = super::set_up::plan(model, procedure, terms, conditions)?;
    let pickers = Pickers::new(model, terms);
    let start = Slots::of(model, &terms.known);
    let shown: Vec<VariableId> = procedure
        .outcome
        .iter()
        .chain(&procedure.sometimes)
        .copied()
        .collect();
    let changing: Vec<VariableId> = plan
        .sets()
        .into_iter()
        .chain(terms.uniform.iter().map(|(fact, _)| *fact))
        .collect();
    let asks = !conditions.is_empty() || terms.given.is_some();
    let tally = run(trials.number, trials.seed, trials.threads, || {
        let mut slots = start.clone();
        let (start, plan, pickers, shown, changing) = (&start, &plan, &pickers, &shown, &changing);
        move |generator: &mut Generator, tally: &mut Tally| {
            changing
                .iter()
                .for_each(|fact| slots.set(*fact, start.get(*fact)));
            draw(terms, &mut slots, generator);
            go_through(plan, pickers, &mut slots, generator)?;
            let holds = if asks { plan.holds(&slots) } else { Vec::new() };
            if terms.given.is_some() && holds.last() != Some(&true) {
                return Ok(());
            }
            tally.counted += 1;
            for (place, fact) in shown.iter().enumerate() {
                tally.add(place, outcome(model, *fact, slots.get(*fact)));
            }
            for (place, holds) in (shown.len()..).zip(&holds).take(conditions.len()) {
                tally.add(place, Leaf::truth(*holds));
            }
            Ok(())
        }
    })?;
    let facts = shown.iter().map(|fact| {
        (
            model.variable_name(*fact).to_owned(),
            crate::check::type_of(model, *fact),
        )
    });
    let asked = conditions
        .iter()
        .map(|(text, _)| (text.clone(), Some(Type::Bool)));
    Ok(estimate(trials, &tally, facts.chain(asked).collect()))
}

fn go_through(
    plan: &ProcedurePlan<'_>,
    pickers: &Pickers,
    slots: &mut Slots,
    generator: &mut Generator,
) -> Result<(), Diagnostic> {
    for step in 0..plan.len() {
        match plan
            .effect(step, slots)
            .map_err(|missing| must_be_given(plan.model, missing))?
        {
            Effect::Roll(fact) => pickers.throw(plan.model, Missing(fact), slots, generator)?,
            Effect::Found(fact, slot) | Effect::Otherwise(fact, slot) => slots.set(fact, slot),
            Effect::Passed | Effect::Done => {}
        }
    }
    Ok(())
}

/// Estimates the odds of a process.
pub fn process(
    model: &Model,
    process: &Process,
    terms: &Terms,
    course: &Course,
    trials: Trials,
) -> Result<Estimate, Diagnostic> {
    let plan = turns::plan(model, process, terms, course)?;
    let (each, mut start) = turns::setting(&plan, terms, course, &[]);
    plan.begin(&mut start);
    let mut pickers = Pickers::new(
        model,
        &Terms {
            known: Situation::new(model),
            ..terms.clone()
        },
    );
    pickers.given = each
        .iter()
        .filter(|(_, each)| *each != Each::Rolled)
        .map(|(fact, _)| *fact)
        .collect();
    let at = course.at.len();
    let tally = run(trials.number, trials.seed, trials.threads, || {
        let (start, plan, pickers, each) = (&start, &plan, &pickers, &each);
        move |generator: &mut Generator, tally: &mut Tally| {
            let mut slots = start.clone();
            let mut ever: Vec<bool> = vec![false; course.ever.len()];
            let mut holds = Vec::new();
            for turn in 0..course.turns {
                plan.pass_turn(&mut slots);
                begin_turn(each, turn, &mut slots, generator);
                while let Err(missing) = plan.step(&mut slots) {
                    pickers.throw(model, missing, &mut slots, generator)?;
                }
                holds = loop {
                    match plan.holds(&slots) {
                        Ok(holds) => break holds,
                        Err(missing) => pickers.throw(model, missing, &mut slots, generator)?,
                    }
                };
                ever.iter_mut()
                    .zip(holds.iter().skip(at))
                    .for_each(|(ever, holds)| *ever |= holds);
            }
            if terms.given.is_some() && holds.last() != Some(&true) {
                return Ok(());
            }
            tally.counted += 1;
            let states = plan
                .states(&slots)
                .map_err(|missing| must_be_given(model, missing))?;
            let asked = holds
                .iter()
                .take(at)
                .chain(&ever)
                .map(|holds| Leaf::truth(*holds));
            states
                .into_iter()
                .chain(asked)
                .enumerate()
                .for_each(|(place, leaf)| tally.add(place, leaf));
            Ok(())
        }
    })?;
    let states = plan
        .shown()
        .map(|(name, _)| (name.to_owned(), turns::type_of_state(model, process, name)));
    let asked = course
        .at
        .iter()
        .chain(&course.ever)
        .map(|(text, _)| (text.clone(), Some(Type::Bool)));
    Ok(estimate(trials, &tally, states.chain(asked).collect()))
}

/// Sets the facts of a turn that are not rolled, and forgets the rolls of the turn before.
fn begin_turn(
    each: &[(VariableId, Each)],
    turn: u32,
    slots: &mut Slots,
    generator: &mut Generator,
) {
    for (fact, each) in each {
        let index = match each {
            Each::Cycle(values) => values
                .get((turn as usize).checked_rem(values.len()).unwrap_or(0))
                .copied(),
            Each::Uniform(values) => {
                let place = generator.below(u32::try_from(values.len()).unwrap_or(u32::MAX));
                values.get(place as usize).copied()
            }
            Each::Rolled => None,
        };
        slots.set(*fact, index.map_or(Slot::UNKNOWN, Slot::value));
    }
}
