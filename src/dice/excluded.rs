//! What cannot be, in the odds of a question: nothing of it is counted, be it in a column or among values that are alike.

use super::counting::Counting;
use crate::answer::Asker;
use crate::check::{self, taken_by_expr};
use crate::diagnostic::Diagnostic;
use crate::diagram::{Compiler, Leaf, NodeId, TooLarge, support};
use crate::model::{Impossible, Model, VariableId};
use crate::turn::Situation;
use itertools::Itertools;

/// The situations that cannot be, by their places; none where what is told is one of them, and odds are asked of it all the same.
pub(super) struct Excluding<'m> {
    model: &'m Model,
    asker: Option<Asker<'m>>,
}

impl<'m> Excluding<'m> {
    pub fn new(model: &'m Model, told: &Situation) -> Self {
        let mut asker = (!model.impossible.is_empty()).then(|| Asker::new(model));
        if let Some(own) = &mut asker
            && own.impossible(told).is_some()
        {
            asker = None;
        }
        Self { model, asker }
    }

    /// Whether anything can be excluded.
    pub const fn is_any(&self) -> bool {
        self.asker.is_some()
    }

    /// The one that excludes what is known, whatever else may be.
    pub fn excluded(&mut self, known: &Situation) -> Option<usize> {
        let excluded = self.asker.as_mut()?.impossible(known)?;
        let mut all = self.model.impossible.iter();
        all.position(|own| std::ptr::eq(own, excluded))
    }
}

/// Tells that nothing of what is asked for can be.
pub(super) fn nothing_can_be(model: &Model, excluded: &[usize]) -> Diagnostic {
    let all = excluded
        .iter()
        .filter_map(|place| model.impossible.get(*place));
    let mut all = all.map(|own| format!("{} ({})", own.says, own.cite));
    Diagnostic::request(format!("nothing of this can be: {}", all.join(", ")))
}

/// The situations that cannot be and have to do with some facts, by their places.
fn concerning(model: &Model, facts: &[VariableId]) -> Vec<usize> {
    let concerns = |impossible: &Impossible| {
        let from = taken_by_expr(model, &impossible.when);
        facts.iter().any(|fact| from.contains(fact))
    };
    let all = model.impossible.iter().enumerate();
    all.filter(|(_, impossible)| concerns(impossible))
        .map(|(place, _)| place)
        .collect()
}

/// What some of them exclude of what facts can be, whatever the others are.
struct Exclusion {
    /// Those that exclude something.
    places: Vec<usize>,
    /// The diagram of all that is excluded.
    any: NodeId,
}

impl Exclusion {
    fn new(compiler: &mut Compiler<'_>) -> Self {
        Self {
            places: Vec::new(),
            any: compiler.store.leaf(Leaf::truth(false)),
        }
    }

    /// Takes in another one, with all that is known put in, and the facts.
    fn add(
        &mut self,
        compiler: &mut Compiler<'_>,
        (place, root): (usize, NodeId),
        facts: &[VariableId],
    ) -> Result<(), TooLarge> {
        // What is settled by what is told is told by itself.
        if support(&compiler.store, root).is_empty() {
            return Ok(());
        }
        let root = compiler.impossible_of(&[root], facts)?;
        if !compiler.store.leaf_at(root).is(false) {
            self.places.push(place);
            let mut either = |one: &Leaf, other: &Leaf| Leaf::truth(one.is(true) || other.is(true));
            self.any = compiler.store.apply(self.any, root, &mut either)?;
        }
        Ok(())
    }
}

/// The diagram of what cannot be of some facts, whatever the others are; none where all of it can be.
pub(super) fn exclusion(
    compiler: &mut Compiler<'_>,
    facts: &[VariableId],
    known: &Situation,
) -> Result<(Vec<usize>, Option<NodeId>), TooLarge> {
    let mut excluded = Exclusion::new(compiler);
    for place in concerning(compiler.model, facts) {
        compiler.store.renew_budget();
        let root = compiler.impossible_one(place)?;
        let known = |fact| known.get(fact);
        let root = compiler.store.restrict_all(root, &known)?;
        excluded.add(compiler, (place, root), facts)?;
    }
    let Exclusion { places, any } = excluded;
    let is_none = places.is_empty();
    Ok((places, (!is_none).then_some(any)))
}

impl Counting<'_> {
    /// Marks what cannot be in what is counted: it comes to [`Leaf::Cancelled`]. Tells which situations that cannot be did so.
    ///
    /// A fact that has a column for each value, and at which the question does not look, is among those of which something is excluded
    /// only where that bears on what is left to chance.
    pub(super) fn cut_out(&mut self) -> Result<Vec<usize>, TooLarge> {
        let model = self.model;
        let alike = self.terms.uniform.iter().map(|(fact, _)| *fact);
        // A roll at which the question itself looks is made, be it that what is told leaves it without a bearing.
        let taken = model.questions[self.id].from.iter().copied();
        let rolled = taken
            .filter(|fact| model.roll_of(*fact).is_some() && !self.terms.known.is_known(*fact));
        // What is excluded of a roll is excluded of its single dice, and what is of one of these, of the roll.
        let facts = model.with_throws(self.looked_at().into_iter().chain(alike).chain(rolled));
        let open = self.terms.varying();
        let with_open: Vec<VariableId> = facts.iter().copied().chain(open).collect();
        let is_by_chance =
            |fact: &VariableId| model.roll_of(*fact).is_some() || self.terms.alike(*fact).is_some();
        let by_chance: Vec<VariableId> = facts.iter().copied().filter(is_by_chance).collect();
        let of_chance = concerning(model, &by_chance);
        // What is found by a roll that has nothing to do with the question is not found: whether that is made, nobody knows.
        let is_thrown = |fact: &VariableId| model.roll_of(*fact).is_none() || facts.contains(fact);
        let is_asked = |finder| check::taken_by(model, finder).iter().all(is_thrown);
        let mut excluded = Exclusion::new(&mut self.compiler);
        for place in concerning(model, &facts) {
            self.compiler.store.renew_budget();
            let root = self.compiler.impossible_one(place)?;
            let root = self.put_in(root, Vec::new(), &is_asked)?;
            let facts = match of_chance.contains(&place) {
                true => &with_open,
                false => &facts,
            };
            excluded.add(&mut self.compiler, (place, root), facts)?;
        }
        if !excluded.places.is_empty() {
            self.cancel(excluded.any)?;
        }
        Ok(excluded.places)
    }
}
