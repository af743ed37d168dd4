//! Odds of a process over many turns, as a table: what is fixed, rolled and left open, the states at the end, and conditions
//! then or at some time.

use super::chain::{Chain, ChainPlan, Each};
use super::odds::refuse_many;
use super::set_up::{choices, truth};
use super::table::{Part, Results, Table, Terms, joined, sort};
use super::{Chance, Count, chance};
use crate::diagnostic::Diagnostic;
use crate::diagram::Leaf;
use crate::model::{Expr, Model, Process, State, Type, VariableId};
use crate::turn::{ProcessPlan, Slot, Slots};
use num_bigint::BigUint;

/// The most turns.
pub const MOST_TURNS: u32 = 1_000;

/// The most choices of facts left open for which a process is run.
const MOST_RUNS: usize = 200;

/// The most ways that are gone through for all of them together.
const MOST_TRIED: u64 = 6_000_000;

/// The most additions, of 64 bits each, that are made for all of them together.
const MOST_WORK: u64 = 3_000_000_000;

/// What is asked of a process.
#[derive(Debug, Clone)]
pub struct Course {
    /// After how many turns.
    pub turns: u32,
    /// The states asked for; all, if none is named.
    pub of: Vec<String>,
    /// Conditions at the end: as written, and resolved.
    pub at: Vec<(String, Expr)>,
    /// Conditions at the end of some turn.
    pub ever: Vec<(String, Expr)>,
    /// Facts of the start alone.
    pub start: Vec<(VariableId, u32)>,
    /// Facts of a turn that take these values one after the other.
    pub cycles: Vec<(VariableId, Vec<u32>)>,
}

impl Course {
    /// Whether a state is asked for.
    #[must_use]
    pub fn wants(&self, state: &str) -> bool {
        if self.of.is_empty() {
            true
        } else {
            self.of.iter().any(|own| own == state)
        }
    }

    fn conditions(&self, terms: &Terms) -> Vec<Expr> {
        let asked = self
            .at
            .iter()
            .chain(&self.ever)
            .map(|(_, condition)| condition);
        asked.chain(&terms.given).cloned().collect()
    }

    /// Which conditions count that they held at some time, a bit each.
    fn ever_bits(&self) -> u64 {
        (self.at.len()..self.at.len() + self.ever.len()).fold(0, |all, bit| all | 1 << bit)
    }
}

/// The process compiled for a course.
pub fn plan<'a>(
    model: &'a Model,
    process: &'a Process,
    terms: &Terms,
    course: &Course,
) -> Result<ProcessPlan<'a>, Diagnostic> {
    if course.at.len() + course.ever.len() > 32 {
        return Err(Diagnostic::request("more than 32 conditions are asked for"));
    }
    let steps = process.steps.iter().map(|(_, question)| *question);
    let shown = process.state.iter().filter_map(|(_, state)| match state {
        State::Question(question) => Some(*question),
        State::Variable(_) => None,
    });
    if steps
        .chain(shown)
        .any(|question| crate::check::is_broken(model, question))
    {
        return Err(Diagnostic::in_rulebook("it"));
    }
    let is_given = |fact: VariableId| {
        terms.known.get(fact).is_some()
            || terms.is_uniform(fact)
            || terms.open.iter().any(|(own, _)| *own == fact)
            || course.cycles.iter().any(|(own, _)| *own == fact)
    };
    ProcessPlan::new(
        model,
        process,
        &course.conditions(terms),
        &|state| course.wants(state),
        &is_given,
    )
    .map_err(|_| Diagnostic::request("the process needs too large a decision diagram"))
}

/// What each fact of a turn is, where it is not left open.
#[must_use]
pub fn each_turn(
    plan: &ProcessPlan<'_>,
    terms: &Terms,
    course: &Course,
) -> Vec<(VariableId, Each)> {
    let of = |fact: VariableId| {
        if let Some((_, values)) = course.cycles.iter().find(|(own, _)| *own == fact) {
            return Some((fact, Each::Cycle(values.clone())));
        }
        if let Some(index) = terms.known.get(fact) {
            return Some((fact, Each::Cycle(vec![index])));
        }
        if let Some((_, values)) = terms.uniform.iter().find(|(own, _)| *own == fact) {
            return Some((fact, Each::Uniform(values.clone())));
        }
        let is_open = terms.open.iter().any(|(own, _)| *own == fact);
        (plan.model.roll_of(fact).is_some() && !is_open).then_some((fact, Each::Rolled))
    };
    plan.needed_each_turn().into_iter().filter_map(of).collect()
}

/// The facts that must be known and are not.
#[must_use]
pub fn open_facts(plan: &ProcessPlan<'_>, terms: &Terms, course: &Course) -> Vec<VariableId> {
    let each = each_turn(plan, terms, course);
    let of_turn = plan
        .needed_each_turn()
        .into_iter()
        .filter(|fact| !each.iter().any(|(own, _)| own == fact));
    let first = plan.needed_first().into_iter().filter(|fact| {
        let is_started = course.start.iter().any(|(own, _)| own == fact);
        terms.known.get(*fact).is_none() && !is_started
    });
    let mut open: Vec<VariableId> = of_turn.chain(first).collect();
    open.sort_unstable();
    open.dedup();
    open
}

/// The odds of a process.
pub fn of_process(
    model: &Model,
    process: &Process,
    terms: &Terms,
    course: &Course,
) -> Result<Table, Diagnostic> {
    let plan = plan(model, process, terms, course)?;
    let open = open_facts(&plan, terms, course);
    refuse_many(model, &open, terms, MOST_RUNS)?;
    let mut parts = Vec::new();
    let (mut tried, mut work) = (0_u64, 0_u64);
    for choice in choices(model, &open, terms) {
        let chain = chain(&plan, terms, course, &choice)?;
        tried = tried.saturating_add(chain.tried);
        work = work.saturating_add(chain.work(course.turns));
        if tried > MOST_TRIED || work > MOST_WORK {
            return Err(Diagnostic::request("these odds would take too long to count")
                .help("fewer turns, fewer states with `--of`, more facts fixed; or estimate: `--simulate N`"));
        }
        let teller = Teller {
            plan: &plan,
            chain: &chain,
            terms,
            course,
        };
        let results = if chain.fits(course.turns) {
            teller.tell::<u128>()
        } else {
            teller.tell::<BigUint>()
        };
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

/// The chain for a choice of the facts left open.
pub fn chain(
    plan: &ProcessPlan<'_>,
    terms: &Terms,
    course: &Course,
    choice: &[(VariableId, u32)],
) -> Result<Chain, Diagnostic> {
    let (turn, slots) = setting(plan, terms, course, choice);
    ChainPlan {
        plan,
        turn,
        ever: course.ever_bits(),
    }
    .chain(&slots)
}

/// The facts of a turn and what is known before the first.
#[must_use]
pub fn setting(
    plan: &ProcessPlan<'_>,
    terms: &Terms,
    course: &Course,
    choice: &[(VariableId, u32)],
) -> (Vec<(VariableId, Each)>, Slots) {
    let mut turn = each_turn(plan, terms, course);
    let mut slots = Slots::of(plan.model, &terms.known);
    for (fact, index) in choice {
        slots.set(*fact, Slot::value(*index));
        if plan.process.turn.contains(fact) {
            turn.push((*fact, Each::Cycle(vec![*index])));
        }
    }
    for (fact, index) in &course.start {
        slots.set(*fact, Slot::value(*index));
    }
    (turn, slots)
}

struct Teller<'t, 'a> {
    plan: &'t ProcessPlan<'a>,
    chain: &'t Chain,
    terms: &'t Terms,
    course: &'t Course,
}

impl Teller<'_, '_> {
    fn tell<C: Count>(&self) -> Vec<Results> {
        let asked = self.course.at.len() + self.course.ever.len();
        let mut by_turn: Vec<Vec<Chance>> = vec![Vec::new(); asked];
        let mut standing = self.chain.first::<C>();
        for turn in 1..=self.course.turns {
            standing = self.chain.turn(&standing);
            if self.terms.given.is_none() {
                let all = self.chain.all(turn);
                for (place, chances) in by_turn.iter_mut().enumerate() {
                    chances.push(chance(self.count(&standing, place), all.clone()));
                }
            }
        }
        let counted: Vec<(&super::chain::Seen, u64, BigUint)> = self
            .chain
            .shown(&standing)
            .filter(|(seen, _, _)| self.terms.given.is_none() || seen.holds.last() == Some(&true))
            .map(|(seen, ever, count)| (seen, ever, count.big()))
            .collect();
        let all: BigUint = counted.iter().map(|(_, _, count)| count).sum();
        let mut results: Vec<Results> = self
            .plan
            .shown()
            .enumerate()
            .map(|(place, (name, _))| self.state(place, name, &counted, &all))
            .collect();
        let texts = self
            .course
            .at
            .iter()
            .chain(&self.course.ever)
            .map(|(text, _)| text);
        for ((place, text), by_turn) in texts.enumerate().zip(by_turn) {
            let held = counted
                .iter()
                .filter(|(seen, ever, _)| self.held(seen, *ever, place));
            let count: BigUint = held.map(|(_, _, count)| count).sum();
            let yes = Some(chance(count, all.clone())).filter(|_| all != BigUint::ZERO);
            results.push(truth(text, yes.as_ref(), by_turn));
        }
        results
    }

    /// Whether a condition holds, or has held where that is asked.
    fn held(&self, seen: &super::chain::Seen, ever: u64, place: usize) -> bool {
        if place < self.course.at.len() {
            seen.holds.get(place).copied().unwrap_or(false)
        } else {
            ever >> place & 1 == 1
        }
    }

    fn count<C: Count>(&self, standing: &super::chain::Standing<C>, place: usize) -> BigUint {
        let mut all = C::none();
        for (_, _, count) in self
            .chain
            .shown(standing)
            .filter(|(seen, ever, _)| self.held(seen, *ever, place))
        {
            all += count.clone();
        }
        all.big()
    }

    fn state(
        &self,
        place: usize,
        name: &str,
        counted: &[(&super::chain::Seen, u64, BigUint)],
        all: &BigUint,
    ) -> Results {
        let mut counts: Vec<(Leaf, BigUint)> = Vec::new();
        for (seen, _, count) in counted {
            let leaf = seen.states.get(place).cloned().unwrap_or(Leaf::Nothing);
            match counts.iter_mut().find(|(own, _)| *own == leaf) {
                Some((_, own)) => *own += count,
                None => counts.push((leaf, count.clone())),
            }
        }
        let of = self.type_of(name);
        let mut chances: Vec<(Leaf, Chance)> = counts
            .into_iter()
            .map(|(leaf, count)| (leaf, chance(count, all.clone())))
            .collect();
        sort(of.as_ref(), &mut chances);
        Results {
            name: name.to_owned(),
            of,
            chances,
            by_turn: Vec::new(),
        }
    }

    fn type_of(&self, name: &str) -> Option<Type> {
        type_of_state(self.plan.model, self.plan.process, name)
    }
}

/// The type of a state that a process shows.
#[must_use]
pub fn type_of_state(model: &Model, process: &Process, name: &str) -> Option<Type> {
    process
        .state
        .iter()
        .find(|(own, _)| own == name)
        .and_then(|(_, state)| match state {
            State::Variable(variable) => crate::check::type_of(model, *variable),
            State::Question(question) => model
                .question(*question)
                .map(|question| question.answer.clone()),
        })
}
