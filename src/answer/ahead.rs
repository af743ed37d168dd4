//! Looking ahead: what each value of the fact to tell first leads to, where the diagram that is open does not say it.

use super::asker::{Asker, Needs, Ruling, TakenFact, Wanted};
use crate::diagram::Leaf;
use crate::model::{Model, QuestionId, VariableId};
use crate::turn::{Situation, can_fall};
use itertools::Itertools;

/// Of how many values at most each is tried, and how many are tried in all.
const MOST_VALUES: u32 = 1_000;
const MOST_TRIED: usize = 1_000;

/// The answers that are possible after each value of a fact, by its index.
type Each = Vec<(Vec<Leaf>, u32)>;

/// An answer that is open: to which question, for what is given, and what was taken for it.
#[derive(Clone, Copy)]
struct Open<'o> {
    question: QuestionId,
    given: &'o Situation,
    needs: &'o Needs,
    taken: &'o [TakenFact],
}

/// Whether another die of the throw from which a fact comes is known, or its total.
fn is_beside_dice(model: &Model, fact: VariableId, known: &Situation) -> bool {
    let mut parts = model.with_throws([fact]).into_iter();
    parts.any(|part| part != fact && known.is_known(part))
}

impl Asker<'_> {
    /// Tries each value of the fact to tell first, where what is told may make otherwise what was only taken as usual, or where what
    /// one of the facts follows from is lost for some values. Where that would be too much, nothing is told of what is possible.
    pub fn look_ahead(
        &mut self,
        question: QuestionId,
        given: &Situation,
        (ruling, taken): (&mut Ruling, &[TakenFact]),
    ) {
        let Ruling::Needs(needs) = ruling else {
            return;
        };
        let open = Open {
            question,
            given,
            needs,
            taken,
        };
        if !self.is_ahead(open) {
            return;
        }
        let mut left = MOST_TRIED;
        self.wanted = Wanted::Possible;
        let each = self.after_each(open, &mut left);
        self.wanted = Wanted::Whole;
        needs.possible.clear();
        needs.forget_leads();
        let Some(each) = each else {
            return;
        };
        let possible = each.iter().flat_map(|(possible, _)| possible).cloned();
        needs.possible = possible.sorted().dedup().collect();
        let single = each.iter().map(|(possible, index)| {
            let [leaf] = possible.as_slice() else {
                return None;
            };
            Some((leaf.clone(), *index))
        });
        match (needs.facts.as_slice(), single.collect()) {
            ([fact], Some(single)) => (needs.added, needs.cases) = self.told_cases(*fact, single),
            _ => needs.leads = Self::told_leads(each),
        }
    }

    /// Whether what an open answer leads to hangs on what is found only once more is told, or on dice of one throw of which some are
    /// known.
    fn is_ahead(&mut self, open: Open<'_>) -> bool {
        let Open { needs, taken, .. } = open;
        let model = self.model;
        let mut may_change = |own: &TakenFact| {
            let mut facts = needs.facts.iter();
            // What is usual by the rules is so only as long as what goes before it is open.
            let may_be_other = own.is_assumed(model) || own.usual(model).is_some();
            may_be_other && facts.any(|fact| self.may_follow(own, *fact))
        };
        let is_open = !needs.possible.is_empty() && !needs.facts.is_empty();
        let mut rolls = needs.facts.iter().filter_map(|fact| model.roll_of(*fact));
        let is_thrown = |fact: &VariableId| is_beside_dice(model, *fact, open.given);
        is_open
            && (needs.may_be_lost
                || needs.facts.iter().any(is_thrown)
                || !rolls.all_unique()
                || taken.iter().any(&mut may_change))
    }

    /// What is possible after each value of the fact to tell first; none where that is too much to be tried.
    fn after_each(&mut self, open: Open<'_>, left: &mut usize) -> Option<Each> {
        let first: VariableId = *open.needs.facts.first()?;
        let size = self.compiler.store.size(first);
        if size > MOST_VALUES {
            return None;
        }
        let mut each = Each::new();
        let roll = self.model.roll_of(first);
        let roll = roll.filter(|_| is_beside_dice(self.model, first, open.given));
        let was_impossible = self.impossible(open.given).is_some();
        for index in 0..size {
            *left = left.checked_sub(1)?;
            let mut given = open.given.clone();
            given.set(first, Some(index));
            let falls = |roll| can_fall(self.model, roll, &|fact| given.value(fact));
            if roll.is_some_and(|roll| falls(roll) == Ok(false)) {
                continue;
            }
            let mut known = given.clone();
            let (ruling, taken) = self.ask(open.question, &mut known);
            if !was_impossible && self.impossible(&known).is_some() {
                continue;
            }
            let possible = match &ruling {
                Ruling::Needs(needs) => {
                    let (given, taken) = (&given, taken.as_slice());
                    let open = Open {
                        given,
                        needs,
                        taken,
                        ..open
                    };
                    self.possible_of(open, left)?
                }
                other => other.leaf().into_iter().collect(),
            };
            if !possible.is_empty() {
                each.push((possible, index));
            }
        }
        Some(each)
    }

    fn possible_of(&mut self, open: Open<'_>, left: &mut usize) -> Option<Vec<Leaf>> {
        if !self.is_ahead(open) {
            let possible = &open.needs.possible;
            return (!possible.is_empty()).then(|| possible.clone());
        }
        let each = self.after_each(open, left)?.into_iter();
        Some(each.flat_map(|(own, _)| own).sorted().dedup().collect())
    }
}
