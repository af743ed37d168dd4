//! Facts that take several values, each in turn or each alike, and what follows from them: a fact that nobody tells and that is found
//! or usual otherwise for each of those values, and the other dice of a throw.

use super::terms::Terms;
use crate::answer::{Asker, TakenFact};
use crate::check::comes_from;
use crate::diagnostic::Diagnostic;
use crate::model::{Model, Role, Usual, VariableId};
use crate::turn::{Missing, Slots, can_fall};
use itertools::Itertools;
use rustc_hash::{FxHashMap, FxHashSet};

/// The most choices of such facts that are gone through one by one.
pub(super) const MOST_CHOICES: usize = 2_000;

/// What nobody tells and what follows from facts of several values: found for each choice of these.
#[derive(Debug, Clone, Default)]
pub struct Following {
    /// The facts of several values.
    from: Vec<VariableId>,
    /// Those of them that may have no value.
    may_be_lost: Vec<VariableId>,
    found: FxHashMap<Vec<Option<u32>>, Vec<(VariableId, u32)>>,
}

impl Following {
    /// What `find` finds for each choice of some facts, and where those that `may_be_lost` have no value.
    pub fn new(
        model: &Model,
        terms: &Terms,
        (from, may_be_lost): (Vec<VariableId>, Vec<VariableId>),
        mut find: impl FnMut(&Terms) -> Result<Vec<(VariableId, u32)>, Diagnostic>,
    ) -> Result<Self, Diagnostic> {
        // Too many are refused.
        let _ = terms.choices(model, &from, MOST_CHOICES)?;
        let values = |fact: &VariableId| {
            let values = terms.values(model, *fact).into_iter().map(Some);
            let lost = may_be_lost.contains(fact).then_some(None);
            values.chain(lost).collect::<Vec<_>>()
        };
        let mut found = FxHashMap::default();
        let choices: Vec<Vec<Option<u32>>> = from.iter().map(values).collect();
        for choice in choices.into_iter().multi_cartesian_product() {
            let known = from.iter().zip(&choice);
            let known = known.filter_map(|(fact, index)| Some((*fact, (*index)?)));
            let mut terms = terms.with(&known.collect::<Vec<_>>());
            for (fact, _) in from.iter().zip(&choice).filter(|(_, own)| own.is_none()) {
                terms.known.set(*fact, None);
            }
            found.insert(choice, find(&terms)?);
        }
        Ok(Self {
            from,
            may_be_lost,
            found,
        })
    }

    /// Makes known what follows from what is known.
    pub fn begin(&self, slots: &mut Slots) -> Result<(), Missing> {
        if self.found.is_empty() {
            return Ok(());
        }
        let index = |fact: &VariableId| match slots.get(*fact).index() {
            // What is lost tells nothing.
            None if !self.may_be_lost.contains(fact) => Err(Missing(*fact)),
            index => Ok(index),
        };
        let choice: Vec<Option<u32>> = self.from.iter().map(index).collect::<Result<_, _>>()?;
        slots.know(self.found.get(&choice).into_iter().flatten());
        Ok(())
    }

    /// The facts from which something follows.
    pub fn from(&self) -> &[VariableId] {
        &self.from
    }

    /// The facts that follow.
    pub fn facts(&self) -> impl Iterator<Item = VariableId> {
        let found = self.found.values().flatten();
        let facts: FxHashSet<VariableId> = found.map(|(fact, _)| *fact).collect();
        facts.into_iter()
    }
}

/// Tells that what a fact is in a turn goes by too many values of others.
fn goes_by_too_much(model: &Model, fact: VariableId, by: VariableId) -> Diagnostic {
    let [name, by] = [fact, by].map(|fact| model.variable_name(fact));
    let message = format!("what `{name}` usually is goes by too many values of `{by}` and others");
    Diagnostic::request(message).help(format!("tell it: {name}=…"))
}

/// Tells that a roll cannot fall as is told of it.
pub(super) fn falls_so_never(model: &Model, roll: VariableId) -> Diagnostic {
    let name = model.variable_name(roll);
    Diagnostic::request(format!("no roll of `{name}` falls as is given"))
}

impl Terms {
    /// The same with what the rules say of facts that would be left open, or else what they usually are, where that is wanted; these
    /// facts; and for each choice of facts of several values what follows from that. `in_turn` are those that are of several values by
    /// themselves.
    pub(super) fn filled(
        &self,
        model: &Model,
        open: &[VariableId],
        in_turn: &[VariableId],
    ) -> Result<(Self, Vec<TakenFact>, Following), Diagnostic> {
        let Some(strict) = self.filled else {
            return Ok((self.clone(), Vec::new(), Following::default()));
        };
        let mut from = Vec::new();
        let (mut by_itself, mut following) = (Vec::new(), Vec::new());
        for fact in open.iter().filter(|fact| !self.names(**fact)) {
            let mut deciding = self.deciding(model, *fact);
            if !in_turn.is_empty() {
                let sources = comes_from(model, *fact);
                let others = in_turn.iter().filter(|other| **other != *fact);
                deciding.extend(others.filter(|other| sources.contains(other)));
            }
            match deciding.is_empty() {
                true => by_itself.push(*fact),
                false => following.push(*fact),
            }
            from.extend(deciding);
        }
        let mut asker = Asker::new(model);
        asker.set_strict(strict);
        let (terms, taken) = self.filled_by(&mut asker, &by_itself);
        from.sort_unstable();
        from.dedup();
        let find = |terms: &Self| {
            let (filled, _) = terms.filled_by(&mut asker, &following);
            let index = |fact: &VariableId| Some((*fact, filled.known.get(*fact)?));
            Ok(following.iter().filter_map(index).collect())
        };
        let following = match from.is_empty() {
            true => Following::default(),
            false => {
                let mut by = from.iter().copied().filter(|fact| in_turn.contains(fact));
                let too_much = by.next().zip(following.first().copied());
                let is_state =
                    |fact: &VariableId| in_turn.contains(fact) && model.roll_of(*fact).is_none();
                let states = from.iter().copied().filter(is_state).collect();
                Following::new(model, &terms, (from, states), find).map_err(|why| {
                    too_much.map_or(why, |(by, unsaid)| goes_by_too_much(model, unsaid, by))
                })?
            }
        };
        Ok((terms, taken, following))
    }

    fn filled_by(&self, asker: &mut Asker<'_>, open: &[VariableId]) -> (Self, Vec<TakenFact>) {
        let (mut terms, mut taken) = (self.clone(), Vec::new());
        // What is found of one can make another one known that was not before.
        let mut before = None;
        while before != Some(taken.len()) {
            before = Some(taken.len());
            for fact in open {
                taken.extend(asker.fill_or_ask(*fact, &mut terms.known));
            }
        }
        (terms, taken)
    }

    /// The facts of several values that decide a fact which nobody tells.
    pub(super) fn deciding(&self, model: &Model, unsaid: VariableId) -> Vec<VariableId> {
        let is_said = self.names(unsaid) || model.variables[unsaid].role != Role::Fact;
        let sources = match is_said || self.varying().next().is_none() {
            true => FxHashSet::default(),
            false => comes_from(model, unsaid),
        };
        let deciding = self.varying().filter(|fact| sources.contains(fact));
        deciding.collect()
    }

    /// Those that have to be gone through one by one for a question: what is usual follows from them, or another die of their throw
    /// matters, be it that it is told.
    pub(super) fn one_by_one(
        &self,
        model: &Model,
        taken: &FxHashSet<VariableId>,
    ) -> Vec<VariableId> {
        let mut all = self.beside(model, taken.iter().copied());
        let takes = |usual: &Usual| self.filled.is_some_and(|strict| !strict || usual.is_rule());
        let has_usual = |fact: &&VariableId| model.variables[**fact].usually.iter().any(takes);
        for unsaid in taken.iter().filter(has_usual) {
            all.extend(self.deciding(model, *unsaid));
        }
        let is_beside_another = |fact: &VariableId| {
            let roll = model.roll_of(*fact);
            let is_other = |other: &VariableId| {
                let matters = taken.contains(other) || self.names(*other);
                *other != *fact && matters && model.roll_of(*other) == roll
            };
            let parts = roll.map(|roll| model.throw_of(roll));
            parts.is_some_and(|parts| parts.iter().any(is_other))
        };
        all.extend(
            self.varying()
                .filter(|fact| taken.contains(fact) && is_beside_another(fact)),
        );
        all.retain(|fact| self.varying().any(|varying| varying == *fact));
        all.sort_unstable();
        all.dedup();
        all
    }

    /// What is told of the throws that some facts are made by, of their other dice or totals.
    pub(super) fn beside(
        &self,
        model: &Model,
        facts: impl IntoIterator<Item = VariableId>,
    ) -> Vec<VariableId> {
        let facts: FxHashSet<VariableId> = facts.into_iter().collect();
        let rolls = facts.iter().filter_map(|fact| model.roll_of(*fact));
        let rolls: FxHashSet<VariableId> = rolls.collect();
        let mut beside = Vec::new();
        for roll in rolls {
            beside.extend(model.throw_of(roll));
        }
        beside.retain(|fact| self.names(*fact) && !facts.contains(fact));
        beside.sort_unstable();
        beside
    }

    /// Tells that an estimate has no column for each value of a fact.
    pub(super) fn refuse_columns(
        &self,
        model: &Model,
        open: &[VariableId],
    ) -> Result<(), Diagnostic> {
        let mut columns = self.open.iter().map(|(fact, _)| *fact);
        columns.find(|fact| open.contains(fact)).map_or(Ok(()), |fact| {
            let name = model.variable_name(fact);
            let message = format!("an estimate has no column for each value of `{name}`");
            Err(Diagnostic::request(message).help(format!(
                "give one, `{name}=…`, or have them alike: `{name}=alike`; without `--simulate` each has a column"
            )))
        })
    }

    /// Tells of dice of one throw that are to be of several values and cannot all fall together.
    pub(super) fn refuse_never(&self, model: &Model) -> Result<(), Diagnostic> {
        let rolls = self.varying().filter_map(|fact| model.roll_of(fact));
        for roll in rolls.unique() {
            let dice = self
                .varying()
                .filter(|fact| model.roll_of(*fact) == Some(roll));
            let dice: Vec<VariableId> = dice.collect();
            for choice in self.choices(model, &dice, MOST_CHOICES)? {
                let terms = self.with(&choice);
                if !can_fall(model, roll, &|fact| terms.known.get(fact))? {
                    return Err(falls_so_never(model, roll));
                }
            }
        }
        Ok(())
    }

    /// Tells that nothing goes turn by turn here.
    pub(super) fn refuse_in_turn(&self, model: &Model) -> Result<(), Diagnostic> {
        self.cycles.first().map_or(Ok(()), |(fact, _)| {
            let name = model.variable_name(*fact);
            let message =
                format!("`{name}` cannot be one value and then another where there are no turns");
            Err(Diagnostic::request(message).help(format!(
                "`{name}=each` has a column for each of its values, `{name}=alike` has them alike"
            )))
        })
    }

    /// The same where some facts are these: they take one value alone.
    pub(super) fn with(&self, choice: &[(VariableId, u32)]) -> Self {
        let mut terms = self.clone();
        for (fact, index) in choice {
            terms.known.set(*fact, Some(*index));
        }
        for several in [&mut terms.open, &mut terms.uniform, &mut terms.cycles] {
            several.retain(|(fact, _)| !choice.iter().any(|(other, _)| other == fact));
        }
        terms
    }
}
