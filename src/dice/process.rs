//! A process as an experiment: each turn is a stage, and after the turns of a cycle the first comes again.

use super::experiment::{Experiment, Plan, Stage};
use super::impossible::Judge;
use super::odds::odds;
use super::simulate::Trials;
use super::table::Table;
use super::terms::Terms;
use super::varied::Following;
use crate::answer::{TakenFact, begun};
use crate::check::{self, comes_from};
use crate::diagnostic::Diagnostic;
use crate::diagram::Leaf;
use crate::model::{Model, Process, State, Type, VariableId};
use crate::turn::{End, Missing, ProcessPlan, Situation, Slot, Slots};
use itertools::Itertools;
use num_integer::Integer;

/// The most turns.
pub const MOST_TURNS: u32 = 1_000;

/// The most choices of facts left open for which a process is run.
const MOST_CHOICES: usize = 200;

/// The process compiled for some terms, and for turns in each of which `told` tells of a fact what it is.
pub fn plan<'a>(
    model: &'a Model,
    process: &'a Process,
    terms: &Terms,
    told: &dyn Fn(VariableId) -> bool,
) -> Result<ProcessPlan<'a>, Diagnostic> {
    if terms.at.len() + terms.ever.len() > 32 {
        return Err(Diagnostic::request("more than 32 conditions are asked for"));
    }
    if process.broken {
        return Err(Diagnostic::in_rulebook("it"));
    }
    let wanted = |state: &str| terms.of.is_empty() || terms.of.iter().any(|of| of == state);
    let behind = |fact| comes_from(model, fact).into_iter().sorted().collect();
    ProcessPlan::new(
        model,
        process,
        &terms.conditions(),
        &wanted,
        (told, &behind),
    )
    .map_err(|_| Diagnostic::too_large("the process"))
}

/// The rolls of a turn by which it goes what a fact that nobody tells is.
pub(super) fn rolls_behind(plan: &ProcessPlan<'_>, fact: VariableId) -> Vec<VariableId> {
    let sources = comes_from(plan.model, fact);
    let parts = plan.rolls().into_iter();
    let rolls = parts.filter(|part| sources.contains(part));
    let rolls = rolls.filter_map(|part| plan.model.roll_of(part));
    rolls.unique().collect()
}

pub fn of_process(
    model: &Model,
    process: &Process,
    terms: &Terms,
    trials: Option<Trials>,
) -> Result<Table, Diagnostic> {
    terms.refuse_never(model)?;
    let plan = plan(model, process, terms, &|fact| terms.names(fact))?;
    let all = terms.cycles.iter().map(|(_, values)| values.as_slice());
    if terms.until.is_some() && round(all) > MOST_TURNS as usize {
        let message = format!(
            "what comes one after the other begins again together only after more than {MOST_TURNS} turns"
        );
        return Err(Diagnostic::request(message));
    }
    let (terms, taken, turns) = filled(&plan, terms)?;
    let open = (turns.open(&terms), MOST_CHOICES);
    let of_choice = |choice: &[_]| experiment(&turns, &terms, choice);
    let table = odds((model, &terms), open, trials, of_choice)?;
    Ok(Table { taken, ..table })
}

/// A process with what follows from facts of several values.
pub struct Turns<'a> {
    plan: &'a ProcessPlan<'a>,
    /// What follows before the first turn, and in each.
    first: Following,
    each_turn: Following,
    /// The facts of a turn that bear on it.
    needed: Vec<VariableId>,
}

impl<'a> Turns<'a> {
    /// With what follows before the first turn, and in each.
    pub fn new(
        plan: &'a ProcessPlan<'a>,
        terms: &Terms,
        [first, each_turn]: [Following; 2],
    ) -> Self {
        let mut needed = plan.needed_each_turn.clone();
        let is_state = |fact: &&VariableId| plan.process.has_state(**fact);
        needed.extend(each_turn.from().iter().filter(|fact| !is_state(fact)));
        needed.extend(terms.beside(plan.model, needed.iter().copied()));
        needed.sort_unstable();
        needed.dedup();
        Self {
            plan,
            first,
            each_turn,
            needed,
        }
    }

    /// The facts that must be known, do not follow from others and have a column for each value.
    fn open(&self, terms: &Terms) -> Vec<VariableId> {
        let [first, each_turn] =
            [&self.first, &self.each_turn].map(|following| Vec::from_iter(following.facts()));
        let is_rolled = |fact: VariableId| self.plan.model.roll_of(fact).is_some();
        let of_turn = self.needed.iter().copied().filter(|fact| {
            let is_unsaid = !terms.names(*fact) && !is_rolled(*fact) && !each_turn.contains(fact);
            terms.is_open(*fact) || is_unsaid
        });
        let unsaid = open_first(self.plan, terms).filter(|fact| !first.contains(fact));
        let columns = self
            .first
            .from()
            .iter()
            .copied()
            .filter(|fact| terms.is_open(*fact));
        let mut open: Vec<VariableId> = of_turn.chain(unsaid).chain(columns).collect();
        open.sort_unstable();
        open.dedup();
        open
    }
}

/// With what is not said found: what must be known before the first turn neither from what is rolled in the turns to come, nor from what
/// changes in them.
fn filled<'a>(
    plan: &'a ProcessPlan<'a>,
    terms: &Terms,
) -> Result<(Terms, Vec<TakenFact>, Turns<'a>), Diagnostic> {
    let model = plan.model;
    let rolls = plan.rolls();
    let mut before = terms.clone();
    rolls.iter().for_each(|roll| before.known.set(*roll, None));
    for (fact, index) in &terms.start {
        before.known.set(*fact, Some(*index));
    }
    // The first value of a state comes before what is usual.
    let mut begun = begun(model, plan.process, &mut before.known);
    begun.retain(|own| plan.settled_first.contains(&own.fact));
    for fact in terms.varying() {
        before.known.set(fact, None);
        begun.retain(|own| own.fact != fact);
    }
    let is_still = |fact: &VariableId| {
        let mut deciding = terms.deciding(model, *fact).into_iter();
        deciding.all(|from| {
            terms
                .open
                .iter()
                .any(|(open, _)| *open == from && !rolls.contains(open))
        })
    };
    let first: Vec<VariableId> = open_first(plan, terms).filter(is_still).collect();
    let (_, mut taken, from_columns) = before.filled(model, &first, &[])?;
    let mut known = terms.clone();
    // What is told of the start alone is so in each turn, where no turn changes it.
    let is_lasting = |fact| !plan.process.turn.contains(&fact) && !plan.process.has_state(fact);
    for (fact, index) in &terms.start {
        if is_lasting(*fact) {
            known.known.set(*fact, Some(*index));
        }
    }
    for own in &taken {
        known.known.set(own.fact, Some(own.index));
    }
    let of_turn = plan.needed_each_turn.iter().copied();
    let of_turn = of_turn.filter(|fact| model.roll_of(*fact).is_none());
    let left = open_first(plan, &known)
        .filter(|fact| first.contains(fact) && terms.deciding(model, *fact).is_empty());
    let unsaid: Vec<VariableId> = of_turn.chain(left).collect();
    let (filled, others, each_turn) = known.filled(model, &unsaid, &in_turn(plan, &known))?;
    taken.extend(others.into_iter().chain(begun));
    let turns = Turns::new(plan, &filled, [from_columns, each_turn]);
    Ok((filled, taken, turns))
}

/// What is another thing from turn to turn by itself, and nobody tells: the states that a turn finds, and what is rolled in it.
fn in_turn(plan: &ProcessPlan<'_>, terms: &Terms) -> Vec<VariableId> {
    let rolled = plan.rolls().into_iter();
    let rolled = rolled.filter(|fact| !terms.names(*fact));
    plan.found_states().chain(rolled).collect()
}

/// The facts that must be known before the first turn and are not.
fn open_first(plan: &ProcessPlan<'_>, terms: &Terms) -> impl Iterator<Item = VariableId> {
    let first = plan.needed_first.iter().copied();
    first.filter(|fact| {
        let is_started = terms.start.iter().any(|(started, _)| started == fact);
        terms.known.get(*fact).is_none() && !is_started
    })
}

/// A process turn by turn, for one choice of what has a column for each value.
pub fn experiment<'a>(
    turns: &'a Turns<'a>,
    terms: &'a Terms,
    choice: &[(VariableId, u32)],
) -> Experiment<'a> {
    let (plan, needed) = (turns.plan, &turns.needed);
    let model = plan.model;
    let mut start = Slots::of(model, &terms.known);
    start.know(choice);
    start.know(&terms.start);
    plan.begin(&mut start);
    // What it follows from is chosen: none of it is missing.
    let _ = turns.first.begin(&mut start);
    let drawn = needed
        .iter()
        .filter_map(|fact| Some((*fact, terms.alike(*fact)?.to_vec())));
    let mut of_turn = Stage {
        drawn: drawn.collect(),
        kept: plan.kept.clone(),
        told_apart: needed.clone(),
        is_seen: true,
        ..Stage::default()
    };
    let mut cycles: Vec<(VariableId, &[u32])> = Vec::new();
    for fact in needed {
        // What is rolled, or alike, in each turn is chosen for what was before the first one alone.
        let is_drawn = model.roll_of(*fact).is_some() && !terms.is_open(*fact);
        let is_anew = is_drawn || terms.alike(*fact).is_some();
        let chosen = choice
            .iter()
            .find(|(other, _)| other == fact && !is_anew)
            .map(|(_, index)| *index);
        if let Some((_, values)) = terms.cycles.iter().find(|(other, _)| other == fact) {
            cycles.push((*fact, values));
        } else if let Some(index) = terms.known.get(*fact).or(chosen) {
            of_turn.set.push((*fact, index));
        } else if terms.alike(*fact).is_none() {
            of_turn.rolls.extend(model.roll_of(*fact));
        }
    }
    of_turn.rolls.sort_unstable();
    of_turn.rolls.dedup();
    // There are no more turns than these, be it that it does not begin again within them.
    let length = round(cycles.iter().map(|(_, values)| *values)).min(MOST_TURNS as usize);
    let stages = (0..length).map(|turn| {
        let mut stage = of_turn.clone();
        let value = |values: &[u32]| values.iter().cycle().nth(turn).copied();
        let set = cycles
            .iter()
            .filter_map(|(fact, values)| Some((*fact, value(values)?)));
        stage.set.extend(set);
        stage
    });
    let set = plan.process.steps.iter().map(|(state, _)| *state);
    for idle in set.filter(|state| !plan.finds(*state)) {
        // It is not followed from turn to turn: nothing is known of it.
        start.set(idle, Slot::UNKNOWN);
    }
    let type_of = |name: &str| (name.to_owned(), type_of_state(model, plan.process, name));
    let is_said = |fact| start.get(fact) != Slot::UNKNOWN;
    let judge = Judge::new(model, changing(plan), &is_said);
    Experiment {
        kind: "process",
        most_ways: 3_000_000,
        model,
        terms,
        plan: turns,
        judge: judge.beginning(&start),
        start,
        given: Situation::unknown(model),
        stages: stages.collect(),
        length: terms.turns as usize,
        shown: plan.shown().map(type_of).collect(),
    }
}

/// After how many turns all of these begin again together.
fn round<'v>(cycles: impl Iterator<Item = &'v [u32]>) -> usize {
    let lengths = cycles.map(|values| values.len().max(1));
    lengths.fold(1, |all: usize, length| {
        (all / all.gcd(&length)).saturating_mul(length)
    })
}

/// What may be another thing from turn to turn: the states, the facts of a turn, and their dice.
fn changing(plan: &ProcessPlan<'_>) -> Vec<VariableId> {
    let (model, turn) = (plan.model, &plan.process.turn);
    let set = plan.process.steps.iter().map(|(state, _)| *state);
    let mut changing: Vec<VariableId> = set.chain(turn.iter().copied()).collect();
    for roll in turn.iter().filter_map(|fact| model.roll_of(*fact)) {
        changing.extend(model.throw_of(roll));
    }
    changing
}

impl Plan for Turns<'_> {
    fn begin(&self, slots: &mut Slots) {
        self.plan.pass_turn(slots);
    }

    fn run(
        &self,
        _: usize,
        slots: &mut Slots,
        done: &mut usize,
    ) -> Result<Option<VariableId>, Missing> {
        // It goes by the states that the turn begins with.
        if *done == 0 {
            self.each_turn.begin(slots)?;
        }
        self.plan.step(slots, done, &[])?;
        // The next turn looks at what this one hands on.
        let unsaid = self.plan.unsaid(slots).into_iter().next();
        unsaid.map_or(Ok(None), |fact| Err(Missing(fact)))
    }

    fn ends(&self, fact: VariableId) -> Option<Vec<u32>> {
        // Each value of what something follows from counts for itself.
        let is_plain = !self.each_turn.from().contains(&fact);
        is_plain.then(|| self.plan.ends(fact))?
    }

    fn marks(&self, slots: &Slots, marks: &mut Vec<End>) -> Result<bool, Missing> {
        self.plan.marks(slots, marks).map(|()| true)
    }

    fn states(&self, slots: &Slots) -> Result<Vec<Leaf>, Missing> {
        self.plan.states(slots)
    }

    fn holds(&self, slots: &Slots) -> Result<Vec<Leaf>, Missing> {
        self.plan.holds(slots)
    }
}

/// The type of a state that a process shows.
pub fn type_of_state(model: &Model, process: &Process, name: &str) -> Option<Type> {
    let (_, state) = process.state.iter().find(|(text, _)| text == name)?;
    match state {
        State::Variable(variable) => check::type_of(model, *variable),
        State::Question(question) => Some(model.questions[*question].answer.clone()),
    }
}
