//! Two procedures gone through side by side, with all values of their start and all rolls: is there a way on which they differ?

use crate::dice::falls;
use crate::model::{Model, VariableId};
use crate::turn::{Effect, Missing, ProcedurePlan, Situation, Slot, Slots};
use rustc_hash::FxHashMap;

/// The most ways that are kept apart at one step.
const MOST_WAYS: usize = 200_000;

/// How a way came about: the facts of the start that were looked at and the rolls, in this order.
pub(super) type Way = Vec<(VariableId, u32)>;

/// What comparing two procedures comes to.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Compared {
    /// They do the same on every way.
    Same,
    /// They differ on this one.
    Differ(Way),
    /// There are too many ways to tell.
    TooMany,
}

/// What is known on both sides, with one way to come there.
type Sides = FxHashMap<(Slots, Slots), Way>;

/// Compares two procedures of the same steps, whose models have the same variables.
pub(super) fn compare(before: &ProcedurePlan<'_>, after: &ProcedurePlan<'_>) -> Compared {
    let pair = Pair { before, after };
    let start = Slots::of(before.model, &Situation::new(before.model));
    let mut sides: Sides = std::iter::once(((start.clone(), start), Way::new())).collect();
    for place in 0..before.len().max(after.len()) {
        sides = match pair.step(place, sides) {
            Ok(sides) => sides,
            Err(compared) => return compared,
        };
    }
    let ends = || {
        before
            .procedure
            .outcome
            .iter()
            .chain(&before.procedure.sometimes)
    };
    let differs =
        |(one, other): &(Slots, Slots)| ends().any(|fact| one.get(*fact) != other.get(*fact));
    let way = sides
        .into_iter()
        .filter(|(slots, _)| differs(slots))
        .map(|(_, way)| way)
        .min();
    way.map_or(Compared::Same, Compared::Differ)
}

struct Pair<'p> {
    before: &'p ProcedurePlan<'p>,
    after: &'p ProcedurePlan<'p>,
}

impl Pair<'_> {
    fn step(&self, place: usize, sides: Sides) -> Result<Sides, Compared> {
        let needed = [
            self.before.looked_at_from(place + 1),
            self.after.looked_at_from(place + 1),
        ]
        .concat();
        let mut next = Sides::default();
        let mut waiting: Vec<((Slots, Slots), Way)> = sides.into_iter().collect();
        while let Some(((one, other), way)) = waiting.pop() {
            match (
                self.before.effect(place, &one),
                self.after.effect(place, &other),
            ) {
                (Err(Missing(fact)), _) | (_, Err(Missing(fact))) => {
                    if !self.before.procedure.start.contains(&fact) {
                        return Err(Compared::Differ(way));
                    }
                    let size = self
                        .before
                        .model
                        .variable(fact)
                        .map_or(0, |found| found.domain.size());
                    waiting
                        .extend((0..size).map(|index| known(&one, &other, &way, &[(fact, index)])));
                }
                (Ok(Effect::Roll(fact)), Ok(Effect::Roll(same))) if fact == same => {
                    let model: &Model = self.before.model;
                    for (fall, _) in
                        falls(model, fact, &model.dice_of(fact)).map_err(|_| Compared::TooMany)?
                    {
                        let (slots, way) = known(&one, &other, &way, &fall);
                        self.keep(slots, way, &needed, &mut next);
                    }
                }
                (Ok(Effect::Roll(_)), _) | (_, Ok(Effect::Roll(_))) => {
                    return Err(Compared::Differ(way));
                }
                (Ok(does), Ok(did)) => self.keep(
                    (found(one, does), found(other, did)),
                    way,
                    &needed,
                    &mut next,
                ),
            }
            if next.len() + waiting.len() > MOST_WAYS {
                return Err(Compared::TooMany);
            }
        }
        Ok(next)
    }

    /// Forgets what no later step looks at; of an outcome only where both sides agree.
    fn keep(
        &self,
        (mut one, mut other): (Slots, Slots),
        way: Way,
        needed: &[VariableId],
        next: &mut Sides,
    ) {
        let procedure = self.before.procedure;
        for fact in self
            .before
            .sets()
            .into_iter()
            .chain(procedure.start.iter().copied())
        {
            let is_end = procedure.outcome.contains(&fact) || procedure.sometimes.contains(&fact);
            if !needed.contains(&fact) && (!is_end || one.get(fact) == other.get(fact)) {
                one.set(fact, Slot::UNKNOWN);
                other.set(fact, Slot::UNKNOWN);
            }
        }
        next.entry((one, other)).or_insert(way);
    }
}

/// Both sides, and the way, with some facts more.
fn known(
    one: &Slots,
    other: &Slots,
    way: &Way,
    facts: &[(VariableId, u32)],
) -> ((Slots, Slots), Way) {
    let (mut one, mut other, mut way) = (one.clone(), other.clone(), way.clone());
    for (fact, index) in facts {
        one.set(*fact, Slot::value(*index));
        other.set(*fact, Slot::value(*index));
        way.push((*fact, *index));
    }
    ((one, other), way)
}

fn found(mut slots: Slots, effect: Effect) -> Slots {
    if let Effect::Found(fact, slot) | Effect::Otherwise(fact, slot) = effect {
        slots.set(fact, slot);
    }
    slots
}
