//! A process played turn by turn: what is given and rolled in each turn, what it changes and by what paragraph, and the state
//! after it.

use super::hand::Hand;
use crate::answer::{Asker, Evaluator, Explanation, Found};
use crate::diagnostic::Diagnostic;
use crate::diagram::Leaf;
use crate::model::{Model, QuestionId, State, VariableId};
use crate::source::Sources;
use crate::turn::{Missing, ProcessPlan, Slot, Slots, Thrown, can_fall};

/// A game under way.
#[derive(Debug, Clone)]
pub struct Game<'a> {
    /// The process.
    pub plan: ProcessPlan<'a>,
    sources: &'a Sources,
    /// What is known after the last turn.
    pub slots: Slots,
    /// How many turns were played.
    pub turns: u32,
    last: Vec<(String, Leaf)>,
    /// Whether nothing is taken as usual.
    pub strict: bool,
    /// The facts of the start that nobody gave, and what they were taken to be.
    pub found: Vec<Found>,
}

/// A turn played.
#[derive(Debug, Clone)]
pub struct TurnTaken {
    /// Its number, from 1.
    pub number: u32,
    /// The facts given.
    pub given: Vec<(VariableId, u32)>,
    /// The facts that nobody gave, and what they were taken to be.
    pub found: Vec<Found>,
    /// The dice thrown.
    pub thrown: Vec<Thrown>,
    /// What changed.
    pub changes: Vec<Change>,
    /// The states after it, by name.
    pub states: Vec<(String, Leaf)>,
}

/// What some values of a roll would change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prospect {
    /// The values of the roll.
    pub indices: Vec<u32>,
    /// The changes; none where that is not known by the roll alone.
    pub changes: Option<Vec<Change>>,
}

/// A change of one state that the process shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// The state.
    pub state: String,
    /// What it was.
    pub from: Leaf,
    /// What it is.
    pub to: Leaf,
    /// By which paragraphs.
    pub cites: Vec<String>,
}

impl<'a> Game<'a> {
    /// A game that begins with what is known.
    #[must_use]
    pub fn new(plan: ProcessPlan<'a>, sources: &'a Sources, mut slots: Slots) -> Self {
        plan.begin(&mut slots);
        Self {
            plan,
            sources,
            slots,
            turns: 0,
            last: Vec::new(),
            strict: false,
            found: Vec::new(),
        }
    }

    /// Fills in what must be known before the first turn and is not: by the rules, or else as it usually is.
    pub fn fill_start(&mut self) {
        let mut slots = self.slots.clone();
        for fact in self.missing() {
            let found = self.fill(fact, &mut slots);
            self.found.extend(found);
        }
        self.slots = slots;
    }

    /// Fills in a fact, and what it is found by.
    fn fill(&self, fact: VariableId, slots: &mut Slots) -> Vec<Found> {
        let model = self.plan.model;
        let mut asker = Asker::new(model);
        asker.set_strict(self.strict);
        let found = asker.fill(fact, &mut slots.situation(model));
        for own in &found {
            slots.set(own.fact, Slot::value(own.index));
        }
        found
    }

    /// The facts that must be known before the first turn and are not.
    #[must_use]
    pub fn missing(&self) -> Vec<VariableId> {
        self.plan
            .needed_first()
            .into_iter()
            .filter(|fact| self.slots.get(*fact) == Slot::UNKNOWN)
            .collect()
    }

    /// Plays a turn with some facts given; dice that it looks at and that are not given are thrown. The first roll of a turn
    /// is made in any case.
    pub fn turn(
        &mut self,
        given: &[(VariableId, u32)],
        hand: &mut Hand,
    ) -> Result<TurnTaken, Diagnostic> {
        let model = self.plan.model;
        let mut slots = self.slots.clone();
        self.plan.pass_turn(&mut slots);
        for fact in &self.plan.process.turn {
            slots.set(*fact, Slot::UNKNOWN);
        }
        for (fact, index) in given {
            slots.set(*fact, Slot::value(*index));
        }
        refuse_impossible(model, given)?;
        let mut thrown = Vec::new();
        let mut found = Vec::new();
        let first = self
            .plan
            .process
            .turn
            .iter()
            .copied()
            .find(|fact| model.roll_of(*fact) == Some(*fact));
        if let Some(first) = first.filter(|first| slots.get(*first) == Slot::UNKNOWN) {
            throw(model, first, given, &mut slots, hand, &mut thrown)?;
        }
        let states = loop {
            match self
                .plan
                .step(&mut slots)
                .and_then(|()| self.plan.states(&slots))
            {
                Ok(states) => break states,
                Err(missing) => {
                    let filled = self.fill(missing.0, &mut slots);
                    if filled.is_empty() {
                        self.missed(missing, given, &mut slots, hand, &mut thrown)?;
                    }
                    found.extend(filled);
                }
            }
        };
        let number = self.turns + 1;
        let names = self.plan.shown().map(|(name, _)| name.to_owned());
        let states: Vec<(String, Leaf)> = names.zip(states).collect();
        let changes = self.changes(&slots, &states);
        self.slots = slots;
        self.turns = number;
        self.last.clone_from(&states);
        Ok(TurnTaken {
            number,
            given: given.to_vec(),
            found,
            thrown,
            changes,
            states,
        })
    }

    /// What the first roll of the next turn would change: the values of the roll that change the same, and the changes; none
    /// where single dice or more rolls matter.
    #[must_use]
    pub fn next(&self, given: &[(VariableId, u32)]) -> Option<(VariableId, Vec<Prospect>)> {
        let model = self.plan.model;
        let rolls = self.plan.process.turn.iter().copied();
        let roll = rolls
            .into_iter()
            .find(|fact| model.roll_of(*fact) == Some(*fact))?;
        let mut prospects: Vec<Prospect> = Vec::new();
        for index in 0..model.variable(roll)?.domain.size() {
            let mut given = given.to_vec();
            given.retain(|(fact, _)| model.roll_of(*fact) != Some(roll));
            given.push((roll, index));
            let turn = self.clone().turn(&given, &mut Hand::Nobody);
            let changes = turn.ok().map(|turn| turn.changes);
            match prospects.iter_mut().find(|own| own.changes == changes) {
                Some(own) => own.indices.push(index),
                None => prospects.push(Prospect {
                    indices: vec![index],
                    changes,
                }),
            }
        }
        Some((roll, prospects))
    }

    fn missed(
        &self,
        missing: Missing,
        given: &[(VariableId, u32)],
        slots: &mut Slots,
        hand: &mut Hand,
        thrown: &mut Vec<Thrown>,
    ) -> Result<(), Diagnostic> {
        let model = self.plan.model;
        match model.roll_of(missing.0) {
            Some(roll) if self.plan.process.turn.contains(&missing.0) => {
                if slots.get(roll) != Slot::UNKNOWN {
                    let name = model.variable_name(roll);
                    return Err(Diagnostic::request(format!(
                        "`{name}` is told as a total, and each die of it matters"
                    ))
                    .help("write its dice, as `3+4`"));
                }
                throw(model, roll, given, slots, hand, thrown)
            }
            _ => {
                let name = model.variable_name(missing.0);
                let fault = Diagnostic::request(format!("turn {} needs `{name}`", self.turns + 1));
                Err(fault.help(format!("give it: {name}=…")))
            }
        }
    }

    /// What became of each state that is shown, with the paragraphs of the rules that applied.
    fn changes(&self, slots: &Slots, states: &[(String, Leaf)]) -> Vec<Change> {
        let model = self.plan.model;
        let situation = slots.situation(model);
        let evaluator = Evaluator::with_texts(model, self.sources);
        let cites = |question: QuestionId| cites_of(&evaluator.explain(question, &situation));
        let changed = states.iter().filter_map(|(name, to)| {
            let from = self.before(name)?;
            (from != *to).then(|| Change {
                state: name.clone(),
                from,
                to: to.clone(),
                cites: self.step_of(name).map(&cites).unwrap_or_default(),
            })
        });
        changed.collect()
    }

    /// What a state was after the turn before, or at the start.
    fn before(&self, name: &str) -> Option<Leaf> {
        if let Some((_, leaf)) = self.last.iter().find(|(own, _)| own == name) {
            return Some(leaf.clone());
        }
        let (_, state) = self
            .plan
            .process
            .state
            .iter()
            .find(|(own, _)| own == name)?;
        match state {
            State::Variable(variable) => Some(self.slots.get(*variable))
                .filter(|slot| *slot != Slot::UNKNOWN)
                .map(|slot| slot.leaf(self.plan.model, *variable)),
            State::Question(_) => None,
        }
    }

    /// The question that a state's steps answer.
    fn step_of(&self, name: &str) -> Option<QuestionId> {
        let (_, state) = self
            .plan
            .process
            .state
            .iter()
            .find(|(own, _)| own == name)?;
        match state {
            State::Question(question) => Some(*question),
            State::Variable(variable) => self
                .plan
                .process
                .steps
                .iter()
                .find(|(own, _)| own == variable)
                .map(|(_, question)| *question),
        }
    }
}

/// The paragraphs of the rules that made an answer; where a state is only another question's answer, of those that made that.
fn cites_of(why: &Explanation) -> Vec<String> {
    let mut cites: Vec<String> = why
        .applied
        .iter()
        .map(|applied| applied.cite.clone())
        .collect();
    if cites.is_empty()
        && let Some(inner) = why.because.iter().find(|inner| inner.answer == why.answer)
    {
        return cites_of(inner);
    }
    cites.extend(why.otherwise.clone().filter(|_| cites.is_empty()));
    cites.dedup();
    cites
}

fn throw(
    model: &Model,
    fact: VariableId,
    given: &[(VariableId, u32)],
    slots: &mut Slots,
    hand: &mut Hand,
    thrown: &mut Vec<Thrown>,
) -> Result<(), Diagnostic> {
    let roll = hand.roll(model, fact, &|die| among(given, die))?;
    slots.set(fact, Slot::value(roll.index));
    roll.dice
        .iter()
        .for_each(|(die, index)| slots.set(*die, Slot::value(*index)));
    thrown.push(roll);
    Ok(())
}

fn among(given: &[(VariableId, u32)], fact: VariableId) -> Option<u32> {
    given
        .iter()
        .find(|(own, _)| *own == fact)
        .map(|(_, index)| *index)
}

/// Tells of a total and single dice that cannot fall together.
fn refuse_impossible(model: &Model, given: &[(VariableId, u32)]) -> Result<(), Diagnostic> {
    for roll in given.iter().filter_map(|(fact, _)| model.roll_of(*fact)) {
        if !can_fall(model, roll, &|fact| among(given, fact))? {
            return Err(Diagnostic::request(format!(
                "no roll of `{}` falls as is given",
                model.variable_name(roll)
            )));
        }
    }
    Ok(())
}
