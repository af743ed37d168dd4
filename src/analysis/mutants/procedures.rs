//! What becomes of a mutant with a step of a procedure changed: both procedures are gone through side by side, with all values
//! of their start and all rolls. Is there a way on which they differ?

use super::{Fate, Unnoticed};
use crate::analysis::example::in_toml;
use crate::analysis::index_in;
use crate::check::{is_foregone, prove_example, prove_procedure};
use crate::diagnostic::Diagnostic;
use crate::diagram::{Compiler, Leaf};
use crate::model::{Asked, Example, Model, Procedure, ProcedureId, VariableId};
use crate::source::Spanned;
use crate::turn::{
    Effect, Fall, Missing, ProcedurePlan, Situation, Slot, Slots, StepDone, Thrown, falls,
};
use rustc_hash::FxHashMap;

/// The most ways that are kept apart at one step.
const MOST_WAYS: usize = 200_000;

/// How a way came about: the facts of the start that were looked at and the rolls, in this order.
type Way = Vec<(VariableId, u32)>;

pub fn judge(base: &Model, model: &Model, name: &str) -> Fate {
    let find = |model: &Model| model.procedure_names.get(name).copied();
    let (Some(old), Some(new)) = (find(base), find(model)) else {
        return Fate::Refused;
    };
    let after = &model.procedures[new];
    if after.broken || !prove_procedure(model, after).iter().all(is_foregone) {
        return Fate::Refused;
    }
    let (Ok(before), Ok(after)) = (
        ProcedurePlan::new(base, &base.procedures[old], &[]),
        ProcedurePlan::new(model, after, &[]),
    ) else {
        return Fate::Refused;
    };
    let pair = Pair {
        before: &before,
        after: &after,
    };
    let way = match pair.differing() {
        Ok(()) => return Fate::Equivalent,
        Err(way) => way,
    };
    let mut compiler = Compiler::new(model);
    let is_of_it =
        |example: &&Example| matches!(&example.asked, Asked::Procedure(id, ..) if *id == new);
    let mut examples = model.examples.iter().filter(is_of_it);
    if examples.any(|example| !prove_example(&mut compiler, example).is_empty()) {
        return Fate::Noticed;
    }
    let unnoticed = way.and_then(|way| pair.unnoticed(old, &way));
    Fate::Survives(Box::new(unnoticed.unwrap_or_default()))
}

/// A procedure as it is and one of the same steps, whose models have the same variables.
struct Pair<'p> {
    before: &'p ProcedurePlan<'p>,
    after: &'p ProcedurePlan<'p>,
}

/// What is known on both sides, with one way to come there.
type Sides = FxHashMap<(Slots, Slots), Way>;

/// A way on which both sides differ; nothing where there are too many ways to tell.
type Differing = Option<Way>;

impl Pair<'_> {
    fn differing(&self) -> Result<(), Differing> {
        let model = self.before.model;
        let mut start = Slots::of(model, &Situation::new(model));
        let choices = [self.before, self.after].map(ProcedurePlan::choices);
        for choice in choices.into_iter().flatten() {
            start.set(choice, Slot::UNKNOWN);
        }
        let mut sides: Sides = std::iter::once(((start.clone(), start), Way::new())).collect();
        for place in 0..self.before.len().max(self.after.len()) {
            sides = self.step(place, sides)?;
        }
        let differs = |(one, other): &(Slots, Slots)| {
            ends(self.before.procedure).any(|fact| one.get(*fact) != other.get(*fact))
        };
        let differing = sides.into_iter().filter(|(slots, _)| differs(slots));
        differing
            .map(|(_, way)| way)
            .min()
            .map_or(Ok(()), |way| Err(Some(way)))
    }

    fn step(&self, place: usize, sides: Sides) -> Result<Sides, Differing> {
        let Self { before, after } = self;
        let model = before.model;
        let needed = [
            before.looked_at_from(place + 1),
            after.looked_at_from(place + 1),
        ]
        .concat();
        let start = before.procedure.start.iter().copied();
        let idle = before
            .sets()
            .into_iter()
            .chain(start)
            .filter(|fact| !needed.contains(fact));
        let idle: Vec<VariableId> = idle.collect();
        let mut next = Sides::default();
        // Forgets what no later step looks at; of an outcome only where both sides agree.
        let mut keep = |(mut slots, mut other): (Slots, Slots), way: Way| {
            for fact in &idle {
                let is_end = ends(before.procedure).any(|end| end == fact);
                if !is_end || slots.get(*fact) == other.get(*fact) {
                    slots.set(*fact, Slot::UNKNOWN);
                    other.set(*fact, Slot::UNKNOWN);
                }
            }
            next.entry((slots, other)).or_insert(way);
            next.len()
        };
        let mut kept = 0;
        let mut waiting: Vec<((Slots, Slots), Way)> = sides.into_iter().collect();
        while let Some((both, way)) = waiting.pop() {
            match (before.effect(place, &both.0), after.effect(place, &both.1)) {
                (Err(Missing(fact)), _) | (_, Err(Missing(fact))) => {
                    let is_of_start = before.procedure.start.contains(&fact);
                    if !is_of_start && !model.variables[fact].is_choice() {
                        return Err(Some(way));
                    }
                    let values = 0..model.variables[fact].domain.size();
                    waiting.extend(values.map(|index| with(&both, &way, &[(fact, index)])));
                }
                (Ok(Effect::Roll(fact)), Ok(Effect::Roll(same))) if fact == same => {
                    for (fall, _) in falls(model, fact, &model.dice_of(fact)).map_err(|_| None)? {
                        let (both, way) = with(&both, &way, &fall);
                        kept = keep(both, way);
                    }
                }
                (Ok(Effect::Roll(_)), _) | (_, Ok(Effect::Roll(_))) => return Err(Some(way)),
                (Ok(does), Ok(did)) => kept = keep((done(both.0, does), done(both.1, did)), way),
            }
            if kept + waiting.len() > MOST_WAYS {
                return Err(None);
            }
        }
        Ok(next)
    }

    /// An example that would notice the change.
    fn unnoticed(&self, id: ProcedureId, way: &Way) -> Option<Unnoticed> {
        let (model, procedure) = (self.before.model, self.before.procedure);
        let (old, new) = (
            Played::new(self.before, way)?,
            Played::new(self.after, way)?,
        );
        let rolls = old.rolls.iter().map(|thrown| (thrown.fact, thrown.index));
        let fact = |(fact, index): (VariableId, u32)| {
            (
                model.variables[fact].name.clone(),
                model.show_index(fact, index),
            )
        };
        let example = old.example(model, id);
        let is_tried = prove_example(&mut Compiler::new(model), &example).is_empty()
            && !prove_example(&mut Compiler::new(self.after.model), &example).is_empty();
        Some(Unnoticed {
            question: procedure.name.clone(),
            facts: [old.start.clone(), old.choices.clone(), rolls.collect()]
                .concat()
                .into_iter()
                .map(fact)
                .collect(),
            answers: old.unlike(&new, model, procedure),
            instead: new.unlike(&old, model, procedure),
            example: is_tried.then(|| in_toml(model, &example)),
        })
    }
}

/// The facts that come out of a procedure, always or sometimes.
fn ends(procedure: &Procedure) -> impl Iterator<Item = &VariableId> {
    procedure.outcome.iter().chain(&procedure.sometimes)
}

/// Both sides, and the way, with some facts more.
fn with(both: &(Slots, Slots), way: &Way, facts: &[(VariableId, u32)]) -> ((Slots, Slots), Way) {
    let ((mut slots, mut other), mut way) = (both.clone(), way.clone());
    for (fact, index) in facts {
        slots.set(*fact, Slot::value(*index));
        other.set(*fact, Slot::value(*index));
    }
    way.extend(facts);
    ((slots, other), way)
}

fn done(mut slots: Slots, effect: Effect) -> Slots {
    if let Effect::Found(fact, slot) | Effect::Otherwise(fact, slot) = effect {
        slots.set(fact, slot);
    }
    slots
}

/// A procedure that goes a certain way, to its end: what the way leaves open is its first value.
struct Played {
    start: Way,
    /// How readings and switches are taken on it.
    choices: Way,
    rolls: Vec<Thrown>,
    slots: Slots,
}

impl Played {
    fn new(plan: &ProcedurePlan<'_>, way: &Way) -> Option<Self> {
        let (model, at_start) = (plan.model, &plan.procedure.start);
        let is_choice = |(fact, _): &(VariableId, u32)| model.variables[*fact].is_choice();
        let (choices, others): (Way, Way) = way.iter().copied().partition(is_choice);
        let (mut start, rolled): (Way, Way) = others
            .into_iter()
            .partition(|(fact, _)| at_start.contains(fact));
        loop {
            let mut slots = Slots::of(model, &Situation::new(model));
            start
                .iter()
                .chain(&choices)
                .for_each(|(fact, index)| slots.set(*fact, Slot::value(*index)));
            let (mut rolled, mut rolls) = (rolled.clone(), Vec::new());
            let mut throw = |fact| {
                let thrown = throw(model, fact, &mut rolled);
                rolls.push(thrown.clone());
                Ok::<_, Diagnostic>(thrown)
            };
            if let Ok(slots) = plan.run(slots, &mut throw, &mut |_: StepDone<'_>| ()) {
                return Some(Self {
                    start,
                    choices,
                    rolls,
                    slots,
                });
            }
            let is_open = |fact: &&VariableId| start.iter().all(|(other, _)| other != *fact);
            start.push((*at_start.iter().find(is_open)?, 0));
        }
    }

    /// What comes out otherwise than it does on the other side.
    fn unlike(&self, other: &Self, model: &Model, procedure: &Procedure) -> String {
        let name = |fact: VariableId| model.variables[fact].name.as_str();
        let unlike =
            ends(procedure).filter(|fact| self.slots.get(**fact) != other.slots.get(**fact));
        let shown = unlike.map(|fact| match self.slots.get(*fact) {
            slot if slot.lost().is_some() => format!("{} = gap", name(*fact)),
            slot => slot.index().map_or_else(
                || format!("no {}", name(*fact)),
                |index| format!("{} = {}", name(*fact), model.show_index(*fact, index)),
            ),
        });
        let shown: Vec<String> = shown.collect();
        if shown.is_empty() {
            let rolls: Vec<&str> = self.rolls.iter().map(|thrown| name(thrown.fact)).collect();
            return format!("rolled with {}", rolls.join(", "));
        }
        shown.join(", ")
    }

    /// These rolls as an example: what comes out is expected.
    fn example(&self, model: &Model, id: ProcedureId) -> Example {
        let procedure = &model.procedures[id];
        let told =
            |thrown: &Thrown| Spanned::new(thrown.told(model).unwrap_or_default(), procedure.span);
        let expected = |fact: &VariableId| match self.slots.get(*fact).leaf(model, *fact) {
            Leaf::Value(value) => Some((*fact, Some(value), procedure.span)),
            Leaf::Gap(_) => Some((*fact, None, procedure.span)),
            _ => None,
        };
        Example {
            cite: procedure.cite.first().cloned().unwrap_or_default(),
            given: self
                .start
                .iter()
                .map(|(fact, index)| (*fact, vec![*index]))
                .collect(),
            idle: Vec::new(),
            texts: Vec::new(),
            readings: self.choices.clone(),
            asked: Asked::Procedure(
                id,
                self.rolls.iter().map(told).collect(),
                ends(procedure).filter_map(expected).collect(),
            ),
            pack: procedure.pack,
            span: procedure.span,
        }
    }
}

/// The first fall of these dice that goes on with what was rolled.
fn throw(model: &Model, fact: VariableId, rolled: &mut Way) -> Thrown {
    let dice = model.dice_of(fact);
    let falls = falls(model, fact, &dice).unwrap_or_default();
    let is_next = |(fall, _): &&Fall| {
        fall.iter()
            .all(|known| rolled.iter().take(fall.len()).any(|told| told == known))
    };
    let next = falls.iter().find(is_next);
    let fall = next.or(falls.first()).map_or(&[][..], |(fall, _)| fall);
    let thrown = Thrown {
        fact,
        faces: None,
        index: index_in(fall, fact),
        dice: dice
            .into_iter()
            .map(|die| (die, index_in(fall, die)))
            .collect(),
    };
    if next.is_some() {
        rolled.drain(..fall.len());
    }
    thrown
}
