//! A question counted: in how many ways each answer comes, from its decision diagram, each roll by the ways in which it can fall.

use super::chance::{Count, fits};
use super::mixed::{Column, Counted, MOST_COLUMNS};
use super::spread::{Counts, Level, Spread, add};
use super::terms::Terms;
use crate::answer::{Asker, By, Ruling, TakenFact};
use crate::check::{last_of, taken_by};
use crate::diagnostic::Diagnostic;
use crate::diagram::{Compiler, Leaf, NodeId, Sum, Sums, TooLarge, support};
use crate::model::{Kind, Model, QuestionId, VariableId};
use crate::turn::{falls, ways};
use num_bigint::BigUint;
use num_traits::One;
use std::collections::BTreeSet;

const MOST_CHOICES: usize = 200_000;

/// What comes out, and what was taken for it.
pub(super) type OfChoice = (Counted, Vec<TakenFact>);

/// A fact that would be counted as it is while nothing is known of another by which it usually goes, and that varies in the count:
/// for some of its values the fact is usually something else.
pub(super) struct Frozen {
    pub(super) fact: VariableId,
    pub(super) by: VariableId,
}

impl Frozen {
    /// That nothing is counted so, and what to tell.
    pub(super) fn refused(&self, model: &Model) -> Diagnostic {
        let by = &model.variables[self.by].name;
        self.refused_with(model, &format!("count a column for each: `{by}=each`"))
    }

    /// That nothing is estimated so, and what to tell.
    pub(super) fn refused_in_trials(&self, model: &Model) -> Diagnostic {
        let by = &model.variables[self.by].name;
        self.refused_with(model, &format!("`{by}`: an estimate has no columns"))
    }

    fn refused_with(&self, model: &Model, or: &str) -> Diagnostic {
        let [fact, by] = [self.fact, self.by].map(|fact| &model.variables[fact].name);
        let message = format!("`{fact}` usually goes by `{by}`, which varies here");
        Diagnostic::request(message).help(format!("tell `{fact}`, or {or}"))
    }
}

/// What comes out where what nobody tells does not follow from what takes several values, of what can be where that is asked for; and
/// what was found of that.
pub(super) fn of_choice(
    model: &Model,
    id: QuestionId,
    terms: &Terms,
    is_excluding: bool,
) -> Result<Result<OfChoice, Frozen>, Diagnostic> {
    settled(model, id, terms, |counting, taken| {
        Ok((counting.count(is_excluding)?, taken))
    })
}

/// A question with what nobody tells found where it can be, and that.
pub(super) fn settled<T>(
    model: &Model,
    id: QuestionId,
    terms: &Terms,
    then: impl FnOnce(Counting<'_>, Vec<TakenFact>) -> Result<T, Diagnostic>,
) -> Result<Result<T, Frozen>, Diagnostic> {
    let (filled, mut taken) = terms.answered(model, id);
    let counting = Counting::new(model, id, &filled).map_err(too_large)?;
    let (mut filled, mut more, _) = filled.filled(model, &counting.open(), &[])?;
    let known = &mut filled.known;
    // A value for which the question is not asked is not taken as usual: each has its column.
    more.retain(|own| {
        let is_asked = model.questions[id].is_asked_for(own.fact, own.index);
        let is_taken = is_asked || !own.is_assumed(model);
        if !is_taken {
            known.set(own.fact, None);
        }
        is_taken
    });
    let is_limited = filled.limit(model, &counting.open());
    let counting = match more.is_empty() && !is_limited {
        true => counting,
        false => Counting::new(model, id, &filled).map_err(too_large)?,
    };
    taken.extend(more);
    // What is usual only as long as a roll is not made that is counted here is what that makes it.
    let by_roll = found_by_roll(terms, &taken, &counting)?;
    let mut known = filled.clone();
    for own in &by_roll {
        known.known.set(own.fact, None);
        taken.retain(|other| other.fact != own.fact);
    }
    let counting = match by_roll.is_empty() {
        true => counting,
        false => Counting::new(model, id, &known).map_err(too_large)?,
    };
    let open = counting.open();
    let mut left = by_roll.into_iter();
    let left = left.find(|own| open.contains(&own.fact));
    match left.map_or_else(|| frozen(terms, &taken, &counting), |left| Ok(Some(left)))? {
        Some(frozen) => Ok(Err(frozen)),
        None => then(counting, taken).map(Ok),
    }
}

/// Of what was taken as usual, what a question finds from a roll that is counted, each with that roll.
fn found_by_roll(
    terms: &Terms,
    taken: &[TakenFact],
    counting: &Counting<'_>,
) -> Result<Vec<Frozen>, Diagnostic> {
    let model = counting.model;
    let usual = taken.iter().filter(|own| matches!(own.by, By::Usual(_)));
    let by_rolls = usual.filter_map(|own| {
        let mut from = taken_by(model, model.finder(own.fact)?);
        from.retain(|from| model.roll_of(*from).is_some());
        (!from.is_empty()).then_some((own.fact, from))
    });
    let by_rolls: Vec<_> = by_rolls.collect();
    if by_rolls.is_empty() {
        return Ok(Vec::new());
    }
    // What is taken as it usually is can hide the roll that would find it, where the question looks at that itself.
    let mut compiler = Compiler::new(model);
    let mut own = counting.looked_at();
    if compiler.kept_sum(counting.id).is_none() {
        let root = compiler.question(counting.id);
        let known = |fact| terms.known.get(fact);
        let left = root.and_then(|root| compiler.store.restrict_all(root, &known));
        own.extend(support(&compiler.store, left.map_err(too_large)?));
    }
    let thrown = model.with_throws(own);
    let found = by_rolls.into_iter().filter_map(|(fact, from)| {
        let by = from.into_iter().find(|from| thrown.contains(from))?;
        Some(Frozen { fact, by })
    });
    Ok(found.collect())
}

/// Whether a fact is not the first that it usually is.
fn is_later(own: &TakenFact) -> bool {
    matches!(own.by, By::Usual(place) if place > 0)
}

/// Of what was taken, a fact that the question itself looks at.
fn frozen(
    terms: &Terms,
    taken: &[TakenFact],
    counting: &Counting<'_>,
) -> Result<Option<Frozen>, Diagnostic> {
    let (model, filled) = (counting.model, counting.terms);
    if !taken.iter().any(is_later) {
        return Ok(None);
    }
    let own = Counting::new(model, counting.id, terms).map_err(too_large)?;
    let own = own.looked_at();
    // What is taken as it usually is can hide what it goes by.
    let looked_at = counting.looked_at();
    let varying = model.with_throws(own.iter().chain(&looked_at).copied());
    let mut asker = Asker::new(model);
    asker.set_strict(terms.filled.unwrap_or_default());
    let frozen = taken.iter().filter(|other| own.contains(&other.fact));
    let found = frozen.filter(|own| is_later(own)).find_map(|own| {
        let By::Usual(place) = own.by else {
            return None;
        };
        let before = model.variables[own.fact].usually.get(..place)?.iter();
        let mut conditions = before.filter_map(|usual| usual.when.as_ref());
        // What varies is asked for, where the condition is not settled without it.
        conditions.find_map(
            |when| match asker.value_of(when, &mut filled.known.clone()) {
                Ruling::Needs(needs) => {
                    let by = needs.facts.into_iter().find(|by| varying.contains(by))?;
                    Some(Frozen { fact: own.fact, by })
                }
                _ => None,
            },
        )
    });
    Ok(found)
}

pub(super) fn too_large(_: TooLarge) -> Diagnostic {
    Diagnostic::too_large("what these odds are of")
        .help("fix more facts, or estimate them: `--simulate N`")
}

pub(super) struct Counting<'a> {
    pub(super) model: &'a Model,
    pub(super) id: QuestionId,
    pub(super) terms: &'a Terms,
    pub(super) compiler: Compiler<'a>,
    root: NodeId,
    /// The question as a sum with all that is known put in, where it needs no diagram to be counted.
    sum: Option<(Sums, Sum)>,
}

impl<'a> Counting<'a> {
    pub fn new(model: &'a Model, id: QuestionId, terms: &'a Terms) -> Result<Self, TooLarge> {
        let mut compiler = Compiler::new(model);
        let root = compiler.store.leaf(Leaf::Silent);
        let mut counting = Self {
            model,
            id,
            terms,
            compiler,
            root,
            sum: None,
        };
        counting.sum = counting.as_sum()?;
        if counting.sum.is_none() {
            counting.root = counting.compiler.question(id)?;
            counting.root = counting.root()?;
        }
        Ok(counting)
    }

    fn count(mut self, is_excluding: bool) -> Result<Counted, Diagnostic> {
        let excluded = match is_excluding {
            true => self.cut_out().map_err(too_large)?,
            false => Vec::new(),
        };
        let open = self.open();
        drop(self.terms.choices(self.model, &open, MOST_CHOICES)?);
        let mut columns = Vec::new();
        let made = match self.sum.take() {
            Some((sums, sum)) if open.is_empty() => self.ways_of_sum(&sums, sum).map(|counts| {
                let facts = Vec::new();
                columns.push(Column { facts, counts });
            }),
            sum => {
                self.sum = sum;
                let root = self.diagram();
                root.and_then(|root| self.split(root, &open, &mut Vec::new(), &mut columns))
            }
        };
        made.map_err(too_large)?;
        Ok(Counted {
            open,
            columns,
            excluded,
        })
    }

    /// The diagram of the question with all that is known put in: of a sum, it is multiplied out.
    pub(super) fn diagram(&mut self) -> Result<NodeId, TooLarge> {
        if let Some((sums, sum)) = self.sum.take() {
            self.root = sums.diagram(&mut self.compiler.store, sum)?;
        }
        Ok(self.root)
    }

    /// The question with all that is known put in, silent where what is given is not so.
    fn root(&mut self) -> Result<NodeId, TooLarge> {
        let mut root = self.root;
        if let Some(given) = &self.terms.given {
            let given = self.compiler.expr(given)?;
            let mut where_given = |answer: &Leaf, given: &Leaf| match given.is(true) {
                true => answer.clone(),
                false => Leaf::Silent,
            };
            root = self.compiler.store.apply(root, given, &mut where_given)?;
        }
        self.put_in(root, vec![self.id], &|_| true)
    }

    /// Marks what is excluded: it comes to [`Leaf::Cancelled`].
    pub(super) fn cancel(&mut self, excluded: NodeId) -> Result<(), TooLarge> {
        let mut possible = |answer: &Leaf, excluded: &Leaf| match excluded.is(true) {
            true => Leaf::Cancelled,
            false => answer.clone(),
        };
        let root = self.diagram()?;
        self.root = self.compiler.store.apply(root, excluded, &mut possible)?;
        Ok(())
    }

    /// A diagram with all that is known put in; facts are found that such questions find, but for those used for it already.
    pub(super) fn put_in(
        &mut self,
        mut root: NodeId,
        mut used: Vec<QuestionId>,
        is_asked: &dyn Fn(QuestionId) -> bool,
    ) -> Result<NodeId, TooLarge> {
        let mut usual = Vec::new();
        loop {
            let store = &mut self.compiler.store;
            store.renew_budget();
            root = store.restrict_all(root, &|fact| self.terms.known.get(fact))?;
            let facts = support(&self.compiler.store, root);
            let found = facts.iter().filter_map(|fact| {
                let finder = self.finder(*fact).filter(|own| !used.contains(own));
                let finder = finder.filter(|own| is_asked(*own));
                Some((*fact, finder?))
            });
            let found: Vec<(VariableId, QuestionId)> = found.collect();
            let rolled = self.usually_found(&facts, &usual);
            let all = found
                .iter()
                .map(|(fact, _)| *fact)
                .chain(rolled.iter().copied());
            // What another one comes from is put in after it: that looks at it again.
            let Some(fact) = last_of(self.model, &Vec::from_iter(all)) else {
                return Ok(root);
            };
            let by = match found.iter().find(|(own, _)| *own == fact) {
                Some((_, finder)) => {
                    used.push(*finder);
                    self.compiler.question(*finder)?
                }
                None => match self.rolled_usual(&[fact], &mut usual)? {
                    Some((_, by)) => by,
                    None => continue,
                },
            };
            let variables = &self.model.variables;
            root = self
                .compiler
                .store
                .compose_asked(root, &[(fact, by)], &|fact, leaf| {
                    leaf.value()
                        .and_then(|value| variables[fact].domain.index(value))
                })?;
        }
    }

    /// The question that finds a fact which nothing is said of.
    pub(super) fn finder(&self, fact: VariableId) -> Option<QuestionId> {
        let (model, terms) = (self.model, self.terms);
        let is_sought =
            model.roll_of(fact).is_none() && terms.alike(fact).is_none() && !terms.is_open(fact);
        model.finder(fact).filter(|_| is_sought)
    }

    /// The facts of these that are usually what a question finds, but for those that were tried.
    fn usually_found(&self, facts: &[VariableId], tried: &[VariableId]) -> Vec<VariableId> {
        let is_found = |fact: &&VariableId| {
            let usual = self.model.variables[**fact].usually.as_slice();
            let is_question = matches!(usual, [usual] if usual.when.is_none() && matches!(usual.is.kind, Kind::Question(..)));
            is_question && !self.terms.names(**fact) && !tried.contains(fact)
        };
        match self.terms.filled {
            Some(_) => facts.iter().filter(is_found).copied().collect(),
            None => Vec::new(),
        }
    }

    /// A fact that is usually what a question finds by a roll: then it is rolled. Each is tried once.
    pub(super) fn rolled_usual(
        &mut self,
        facts: &[VariableId],
        tried: &mut Vec<VariableId>,
    ) -> Result<Option<(VariableId, NodeId)>, TooLarge> {
        let model = self.model;
        for fact in self.usually_found(facts, tried) {
            tried.push(fact);
            let Some(usual) = model.variables[fact].usually.first() else {
                continue;
            };
            let by = self.compiler.expr(&usual.is)?;
            let mut needs = support(&self.compiler.store, by).into_iter();
            if needs.any(|need| model.roll_of(need).is_some() && !self.terms.names(need)) {
                return Ok(Some((fact, by)));
            }
        }
        Ok(None)
    }

    /// The facts that matter and are neither known nor left to chance.
    pub fn open(&self) -> Vec<VariableId> {
        let mut open = self.looked_at();
        open.retain(|fact| {
            let is_by_chance =
                self.model.roll_of(*fact).is_some() || self.terms.alike(*fact).is_some();
            self.terms.is_open(*fact) || !is_by_chance
        });
        open
    }

    /// The facts that its diagram looks at.
    pub(super) fn looked_at(&self) -> Vec<VariableId> {
        match &self.sum {
            Some((sums, sum)) => sums.support(*sum),
            None => support(&self.compiler.store, self.root),
        }
    }

    /// Tells the odds for each choice of the facts left open; values that lead to the same diagram stand together.
    fn split(
        &mut self,
        root: NodeId,
        open: &[VariableId],
        facts: &mut Vec<(VariableId, Vec<u32>)>,
        columns: &mut Vec<Column>,
    ) -> Result<(), TooLarge> {
        let Some((fact, rest)) = open.split_first() else {
            columns.push(Column {
                facts: facts.clone(),
                counts: self.ways_of(root)?,
            });
            return if columns.len() > MOST_COLUMNS {
                Err(TooLarge)
            } else {
                Ok(())
            };
        };
        let mut groups: Vec<(NodeId, Vec<u32>)> = Vec::new();
        for index in self.terms.values(self.model, *fact) {
            let part = self.compiler.store.restrict(root, *fact, index)?;
            match groups.iter_mut().find(|(node, _)| *node == part) {
                Some((_, indices)) => indices.push(index),
                None => groups.push((part, vec![index])),
            }
        }
        for (part, indices) in groups {
            facts.push((*fact, indices));
            self.split(part, rest, facts, columns)?;
            facts.pop();
        }
        Ok(())
    }
}

impl Counting<'_> {
    /// In how many ways each answer comes.
    fn ways_of(&mut self, root: NodeId) -> Result<Vec<(Leaf, BigUint)>, TooLarge> {
        let mixed = self.mixed(root)?;
        let facts = mixed
            .iter()
            .flat_map(|(root, _)| support(&self.compiler.store, *root));
        let facts: BTreeSet<VariableId> = facts.collect();
        let mut facts: Vec<VariableId> = facts.into_iter().collect();
        facts.sort_by_key(|fact| self.compiler.store.level(*fact));
        let levels = facts.into_iter().map(|fact| (fact, self.ways(fact)));
        let levels: Vec<(VariableId, Vec<BigUint>)> = levels.collect();
        let ways = levels.iter().map(|(_, ways)| ways.iter().sum::<BigUint>());
        let of_mixed = mixed.iter().map(|(_, ways)| BigUint::from(*ways)).sum();
        Ok(match fits(ways.chain([of_mixed])) {
            true => self.leaves::<u128>(&levels, &mixed),
            false => self.leaves::<BigUint>(&levels, &mixed),
        })
    }

    /// The rolls of these facts of which a single die matters besides, each with all those dice.
    pub(super) fn mixing(&self, facts: &[VariableId]) -> Vec<(VariableId, Vec<VariableId>)> {
        let (model, terms) = (self.model, self.terms);
        let matters = |part: &VariableId| facts.contains(part) || terms.known.get(*part).is_some();
        let rolls = facts.iter().filter_map(|fact| model.roll_of(*fact));
        let mut rolls: Vec<VariableId> = rolls.collect();
        rolls.sort_unstable();
        rolls.dedup();
        let with_dice = rolls.into_iter().filter_map(|roll| {
            let mut dice = model.dice_of(roll);
            dice.retain(matters);
            let is_mixed = dice.len() > 1 || (dice.len() == 1 && matters(&roll));
            is_mixed.then_some((roll, dice))
        });
        with_dice.collect()
    }

    /// The diagram split where a roll and a single die of it both matter, so that what is left looks at each roll once.
    fn mixed(&mut self, root: NodeId) -> Result<Vec<(NodeId, u64)>, TooLarge> {
        let (model, terms) = (self.model, self.terms);
        let mut whole = vec![(root, 1_u64)];
        let facts = support(&self.compiler.store, root);
        for (roll, dice) in self.mixing(&facts) {
            let mut parts = Vec::new();
            ways(model, roll).ok_or(TooLarge)?;
            let falls = falls(model, roll, &dice).map_err(|_| TooLarge)?;
            for (known, ways) in terms.agreeing(falls) {
                let index_of = |fact| known.iter().find(|(other, _)| *other == fact);
                for (root, before) in &whole {
                    let store = &mut self.compiler.store;
                    let part = store
                        .restrict_all(*root, &|fact| index_of(fact).map(|(_, index)| *index))?;
                    parts.push((part, before.saturating_mul(ways)));
                }
            }
            whole = parts;
        }
        Ok(whole)
    }

    /// In how many ways a variable falls on each of its values.
    pub(super) fn ways(&self, fact: VariableId) -> Vec<BigUint> {
        let variable = &self.model.variables[fact];
        let ways = |index: u32| match (self.terms.alike(fact), &variable.roll) {
            (Some(values), _) => BigUint::from(u8::from(values.contains(&index))),
            (None, Some(roll)) => roll.ways.get(index as usize).cloned().unwrap_or_default(),
            (None, None) => BigUint::one(),
        };
        (0..variable.domain.size()).map(ways).collect()
    }

    /// The leaves of several diagrams, each of which comes in so many ways.
    fn leaves<C: Count>(
        &self,
        levels: &[(VariableId, Vec<BigUint>)],
        mixed: &[(NodeId, u64)],
    ) -> Vec<(Leaf, BigUint)> {
        let level = |(fact, ways): &(VariableId, Vec<BigUint>)| {
            Level::new(*fact, ways.iter().map(|ways| C::of(ways)))
        };
        let levels: Vec<Level<C>> = levels.iter().map(level).collect();
        let store = &self.compiler.store;
        let spread = Spread {
            store,
            levels: &levels,
        };
        let mut counts: Counts<C> = Vec::new();
        for (root, ways) in mixed {
            for (leaf, count) in spread.counts(*root) {
                add(&mut counts, leaf, count.times(*ways));
            }
        }
        let leaf = |(leaf, count): (NodeId, C)| (store.leaf_at(leaf).clone(), count.into());
        counts.into_iter().map(leaf).collect()
    }
}
