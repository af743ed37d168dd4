//! A process played turn by turn: what is given and rolled in each turn, what it changes and by what paragraph, and the state
//! after it.

use super::hand::Hand;
use super::process::rolls_behind;
use crate::answer::{Asker, Evaluator, Explanation, TakenFact};
use crate::diagnostic::Diagnostic;
use crate::diagram::Leaf;
use crate::model::{Impossible, QuestionId, State, VariableId};
use crate::source::Sources;
use crate::turn::{Missing, ProcessPlan, Slot, Slots, Thrown, can_fall};

/// The most pairs of values of two rolls that are tried for what the next turn would change.
const MOST_PAIRS: u64 = 20_000;

#[derive(Debug, Clone)]
pub struct Game<'a> {
    pub plan: ProcessPlan<'a>,
    sources: &'a Sources,
    /// What is known after the last turn.
    pub slots: Slots,
    pub turns: u32,
    last: Vec<(String, Leaf)>,
    /// Whether nothing is taken as usual.
    pub strict: bool,
    /// The facts of the start that nobody gave, and what they were taken to be.
    pub taken: Vec<TakenFact>,
    /// The same of its states, which have a first value where nobody gives one.
    pub begun: Vec<(VariableId, u32)>,
}

#[derive(Debug, Clone)]
pub struct TurnTaken {
    /// Counted from 1.
    pub number: u32,
    pub given: Vec<(VariableId, u32)>,
    /// The facts that nobody gave, and what they were taken to be.
    pub taken: Vec<TakenFact>,
    pub thrown: Vec<Thrown>,
    pub changes: Vec<Change>,
    pub states: Vec<(String, Leaf)>,
    /// What excludes the state after it.
    pub impossible: Option<Impossible>,
}

/// Another roll, some values of it, and what they change.
type BySecond = Vec<((VariableId, Vec<u32>), Vec<Change>)>;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prospect {
    pub indices: Vec<u32>,
    /// Another roll that is made then, and its values that change the same.
    pub second: Option<(VariableId, Vec<u32>)>,
    /// None where that is not known by the roll alone.
    pub changes: Option<Vec<Change>>,
}

/// A change of one state that the process shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    pub state: String,
    pub from: Leaf,
    pub to: Leaf,
    /// The paragraphs of the rules that applied.
    pub cites: Vec<String>,
}

struct Turn<'t> {
    given: &'t [(VariableId, u32)],
    slots: Slots,
    hand: &'t mut Hand,
    thrown: Vec<Thrown>,
}

impl<'a> Game<'a> {
    pub fn new(plan: ProcessPlan<'a>, sources: &'a Sources, mut slots: Slots) -> Self {
        let begun = plan.begin(&mut slots);
        Self {
            begun,
            plan,
            sources,
            slots,
            turns: 0,
            last: Vec::new(),
            strict: false,
            taken: Vec::new(),
        }
    }

    /// Fills in what must be known before the first turn and is not: by the rules, or else as it usually is. Nothing follows from
    /// what is rolled in the turns to come.
    pub fn fill_start(&mut self) {
        let mut before = self.slots.clone();
        for roll in self.plan.rolls() {
            before.set(roll, Slot::UNKNOWN);
        }
        let mut open = self.missing().len() + 1;
        // What is found of one can make another one known that was not before.
        while self.missing().len() < open {
            open = self.missing().len();
            for fact in self.missing() {
                let taken = self.fill(fact, &mut before);
                for TakenFact { fact, index, .. } in &taken {
                    self.slots.set(*fact, Slot::value(*index));
                }
                self.taken.extend(taken);
            }
        }
    }

    fn fill(&self, fact: VariableId, slots: &mut Slots) -> Vec<TakenFact> {
        let model = self.plan.model;
        let mut asker = Asker::new(model);
        asker.set_strict(self.strict);
        let taken = asker.fill_or_ask(fact, &mut slots.situation(model));
        for TakenFact { fact, index, .. } in &taken {
            slots.set(*fact, Slot::value(*index));
        }
        taken
    }

    /// Fills in a fact of a turn: by the states that it began with, as if it had been told, and by what is rolled in it.
    fn fill_in(&self, fact: VariableId, turn: &mut Turn<'_>) -> Result<Vec<TakenFact>, Diagnostic> {
        let model = self.plan.model;
        if model.roll_of(fact).is_some() {
            return Ok(Vec::new());
        }
        for roll in rolls_behind(&self.plan, fact) {
            if turn.slots.get(roll) == Slot::UNKNOWN {
                self.throw(roll, turn)?;
            }
        }
        let mut slots = turn.slots.clone();
        for (state, _) in &self.plan.process.steps {
            slots.set(*state, self.slots.get(*state));
        }
        let taken = self.fill(fact, &mut slots);
        let known = taken.iter().map(|own| (own.fact, own.index));
        turn.slots.know(&known.collect::<Vec<_>>());
        Ok(taken)
    }

    pub fn missing(&self) -> Vec<VariableId> {
        let mut missing = self.plan.needed_first.clone();
        missing.retain(|fact| self.slots.get(*fact) == Slot::UNKNOWN);
        missing
    }

    /// Plays a turn with some facts given; dice that it looks at and that are not given are thrown. The first roll of a turn
    /// is made in any case.
    pub fn turn(
        &mut self,
        given: &[(VariableId, u32)],
        hand: &mut Hand,
    ) -> Result<TurnTaken, Diagnostic> {
        self.refuse_impossible(given)?;
        let mut turn = Turn {
            given,
            slots: self.slots.clone(),
            hand,
            thrown: Vec::new(),
        };
        self.plan.pass_turn(&mut turn.slots);
        turn.slots.know(given);
        if let Some(first) = self.first_roll()
            && turn.slots.get(first) == Slot::UNKNOWN
        {
            self.throw(first, &mut turn)?;
        }
        let (mut taken, mut done) = (Vec::new(), 0);
        let states = loop {
            let step = self.plan.step(&mut turn.slots, &mut done, given);
            match step.and_then(|()| self.plan.states(&turn.slots)) {
                Ok(states) => break states,
                Err(Missing(fact)) => {
                    let filled = self.fill_in(fact, &mut turn)?;
                    if filled.is_empty() {
                        self.throw_for(fact, &mut turn)?;
                    }
                    taken.extend(filled);
                }
            }
        };
        // The next turn looks at them: what nobody told and the rules did not look at is rolled, or taken, as well.
        for fact in self.plan.unsaid(&turn.slots) {
            let is_open = turn.slots.get(fact) == Slot::UNKNOWN;
            match self.plan.model.roll_of(fact) {
                // A throw makes all of its dice known.
                _ if !is_open => {}
                Some(_) => self.throw_for(fact, &mut turn)?,
                None => taken.extend(self.fill_in(fact, &mut turn)?),
            }
        }
        let names = self.plan.shown().map(str::to_owned);
        let states: Vec<(String, Leaf)> = names.zip(states).collect();
        let changes = self.changes(&turn.slots, &states);
        self.slots = turn.slots;
        self.turns += 1;
        self.last.clone_from(&states);
        Ok(TurnTaken {
            number: self.turns,
            given: given.to_vec(),
            taken,
            thrown: turn.thrown,
            changes,
            states,
            impossible: None,
        })
    }

    /// Tells of a state that the last turn made a number of which its domain has none.
    pub fn outgrown(&self) -> Option<Diagnostic> {
        let model = self.plan.model;
        let (state, value) = self.plan.outgrown(&self.slots)?;
        let variable = &model.variables[state];
        let (name, value) = (&variable.name, value.show(&model.words, false));
        let message = format!("turn {} would bring `{name}` to {value}", self.turns);
        let domain = variable.domain.show(&model.words);
        Some(Diagnostic::request(message).help(format!("it ends before that: {domain}")))
    }

    fn first_roll(&self) -> Option<VariableId> {
        let mut facts = self.plan.process.turn.iter().copied();
        facts.find(|fact| self.plan.model.roll_of(*fact) == Some(*fact))
    }

    /// What the first roll of the next turn would change: the values of the roll that change the same, and the changes; none
    /// where single dice or more than one other roll matter, or one with which there are too many pairs of values.
    pub fn next(&self, given: &[(VariableId, u32)]) -> Option<(VariableId, Vec<Prospect>)> {
        let model = self.plan.model;
        let roll = self.first_roll()?;
        let mut given = given.to_vec();
        given.retain(|(fact, _)| model.roll_of(*fact) != Some(roll));
        let mut prospects: Vec<Prospect> = Vec::new();
        for index in 0..model.variables[roll].domain.size() {
            given.push((roll, index));
            let changes = self.changes_with(&given);
            let by_second = match &changes {
                Some(_) => None,
                None => self.by_second(roll, &given),
            };
            given.pop();
            if let Some(by_second) = by_second {
                prospects.extend(by_second.into_iter().map(|(second, changes)| Prospect {
                    indices: vec![index],
                    second: Some(second),
                    changes: Some(changes),
                }));
                continue;
            }
            let mut others = prospects.iter_mut();
            match others.find(|prospect| prospect.second.is_none() && prospect.changes == changes) {
                Some(same) => same.indices.push(index),
                None => prospects.push(Prospect {
                    indices: vec![index],
                    second: None,
                    changes,
                }),
            }
        }
        Some((roll, prospects))
    }

    /// What the next turn would change; none where more is to be rolled.
    fn changes_with(&self, given: &[(VariableId, u32)]) -> Option<Vec<Change>> {
        let turn = self.clone().turn(given, &mut Hand::Nobody);
        turn.ok().map(|turn| turn.changes)
    }

    /// The other roll that settles what changes, and what its values change; none if no single one does.
    fn by_second(&self, first: VariableId, given: &[(VariableId, u32)]) -> Option<BySecond> {
        let model = self.plan.model;
        let is_other = |fact: &VariableId| {
            model.roll_of(*fact) == Some(*fact) && given.iter().all(|(other, _)| other != fact)
        };
        let facts = self.plan.process.turn.iter().copied();
        let size = |fact: VariableId| u64::from(model.variables[fact].domain.size());
        let is_few = |fact: &VariableId| size(first) * size(*fact) <= MOST_PAIRS;
        let mut others = facts.filter(|fact| *fact != first && is_other(fact) && is_few(fact));
        others.find_map(|second| {
            let mut all = BySecond::new();
            for index in 0..model.variables[second].domain.size() {
                let with = [given, &[(second, index)]].concat();
                let changes = self.changes_with(&with)?;
                match all.iter_mut().find(|(_, other)| *other == changes) {
                    Some(((_, indices), _)) => indices.push(index),
                    None => all.push(((second, vec![index]), changes)),
                }
            }
            Some(all)
        })
    }

    /// Throws the dice that a fact needed comes from.
    fn throw_for(&self, fact: VariableId, turn: &mut Turn<'_>) -> Result<(), Diagnostic> {
        let model = self.plan.model;
        let of_turn = self.plan.process.turn.contains(&fact);
        match model.roll_of(fact).filter(|_| of_turn) {
            Some(roll) if turn.slots.get(roll) == Slot::UNKNOWN => self.throw(roll, turn),
            Some(roll) => {
                let name = model.variable_name(roll);
                let message = format!("`{name}` is told as a total, and each die of it matters");
                Err(Diagnostic::request(message).help("write its dice, as `3+4`"))
            }
            None => Err(self.untold(fact)),
        }
    }

    /// Tells of a fact that the next turn needs, of this turn or of the one before.
    fn untold(&self, fact: VariableId) -> Diagnostic {
        let (model, turn) = (self.plan.model, self.turns + 1);
        let mut before = self.plan.process.before.iter();
        if let Some((of, _)) = before.find(|(_, copy)| *copy == fact) {
            let name = model.variable_name(*of);
            let message = format!("turn {turn} needs what `{name}` was before it");
            return Diagnostic::request(message)
                .help(format!("tell it in the turn before: {name}=…"));
        }
        let name = model.variable_name(fact);
        Diagnostic::request(format!("turn {turn} needs `{name}`"))
            .help(format!("give it: {name}=…"))
    }

    fn throw(&self, roll: VariableId, turn: &mut Turn<'_>) -> Result<(), Diagnostic> {
        let thrown = turn
            .hand
            .roll(self.plan.model, roll, &|die| among(turn.given, die))?;
        turn.slots.know(&thrown.facts().collect::<Vec<_>>());
        turn.thrown.push(thrown);
        Ok(())
    }

    /// Tells of a total and single dice that cannot fall together.
    fn refuse_impossible(&self, given: &[(VariableId, u32)]) -> Result<(), Diagnostic> {
        let model = self.plan.model;
        for roll in given.iter().filter_map(|(fact, _)| model.roll_of(*fact)) {
            if !can_fall(model, roll, &|fact| among(given, fact))? {
                let name = model.variable_name(roll);
                let message = format!("no roll of `{name}` falls as is given");
                return Err(Diagnostic::request(message));
            }
        }
        Ok(())
    }

    /// What became of each state that is shown, with the paragraphs of the rules that applied.
    fn changes(&self, slots: &Slots, states: &[(String, Leaf)]) -> Vec<Change> {
        let model = self.plan.model;
        let situation = slots.situation(model);
        let evaluator = Evaluator::with_texts(model, self.sources);
        let cites = |question| cites_of(&evaluator.explain(question, &situation));
        let changed = states.iter().filter_map(|(name, to)| {
            let from = self.before(name).filter(|from| from != to)?;
            Some(Change {
                state: name.clone(),
                from,
                to: to.clone(),
                cites: self.step_of(name).map(cites).unwrap_or_default(),
            })
        });
        changed.collect()
    }

    /// What a state was after the turn before, or at the start.
    fn before(&self, name: &str) -> Option<Leaf> {
        if let Some((_, leaf)) = self.last.iter().find(|(text, _)| text == name) {
            return Some(leaf.clone());
        }
        let State::Variable(variable) = self.state(name)? else {
            return None;
        };
        let slot = self.slots.get(variable);
        (slot != Slot::UNKNOWN).then(|| slot.leaf(self.plan.model, variable))
    }

    fn state(&self, name: &str) -> Option<State> {
        let mut states = self.plan.process.state.iter();
        states
            .find(|(text, _)| text == name)
            .map(|(_, state)| *state)
    }

    fn step_of(&self, name: &str) -> Option<QuestionId> {
        match self.state(name)? {
            State::Question(question) => Some(question),
            State::Variable(variable) => {
                let mut steps = self.plan.process.steps.iter();
                let step = steps.find(|(fact, _)| *fact == variable);
                step.map(|(_, question)| *question)
            }
        }
    }
}

/// The paragraphs of the rules that made an answer; where a state is only another question's answer, of those that made that.
fn cites_of(why: &Explanation) -> Vec<String> {
    let applied = why.applied.iter().map(|applied| applied.cite.clone());
    let mut cites: Vec<String> = applied.collect();
    let mut because = why.because.iter();
    if !cites.is_empty() {
        cites.dedup();
    } else if let Some(inner) = because.find(|inner| inner.leaf == why.leaf) {
        cites = cites_of(inner);
    } else {
        cites.extend(why.otherwise.clone());
    }
    cites
}

fn among(given: &[(VariableId, u32)], fact: VariableId) -> Option<u32> {
    let given = given.iter().find(|(other, _)| *other == fact);
    given.map(|(_, index)| *index)
}
