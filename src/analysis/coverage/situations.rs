//! The situations of an example in which its questions are looked at. An example of few situations is looked at in all of
//! them; one of many in one for each rule and exception that can apply within the example, and in some in which every value of
//! every fact comes up.

use crate::diagram::{Compiler, Leaf, NodeId, TooLarge, find};
use crate::model::{Example, Exception, Expr, Model, QuestionId, VariableId};
use crate::turn::Situation;

/// The most situations that are looked at one by one.
const ALL: usize = 512;

/// Makes the situations of examples.
pub struct Situations<'a> {
    compiler: Compiler<'a>,
    made: Vec<Made>,
}

/// A situation of an example, and whether it was made for a rule, so that all is to be known at which that may look.
pub type Made = (Situation, bool);

impl<'a> Situations<'a> {
    pub fn new(model: &'a Model) -> Self {
        Self {
            compiler: Compiler::new(model),
            made: Vec::new(),
        }
    }

    /// The situations of an example in which these questions are looked at.
    pub fn of(&mut self, example: &Example, questions: &[QuestionId]) -> Vec<Made> {
        let sizes = example.given.iter().map(|(_, indices)| indices.len());
        if sizes.fold(1, usize::saturating_mul) <= ALL {
            return as_given(all(self.compiler.model, example));
        }
        self.compiler.store.renew_budget();
        self.made = as_given(mixed(self.compiler.model, example));
        for question in questions {
            // Where a diagram gets too large, what was found so far stands.
            let _ = self.add(example, *question);
        }
        std::mem::take(&mut self.made)
    }

    fn add(&mut self, example: &Example, id: QuestionId) -> Result<(), TooLarge> {
        let model = self.compiler.model;
        let always = self.compiler.store.leaf(Leaf::truth(true));
        for rule in model.questions[id]
            .rules
            .iter()
            .map(|rule| &model.rules[*rule])
        {
            let gives = self.compiler.rule(rule)?;
            self.add_part(example, (always, gives), rule.when.as_ref(), &rule.except)?;
        }
        Ok(())
    }

    /// A situation in which a rule or an exception says something where what it stands in applies; and its exceptions'.
    fn add_part(
        &mut self,
        example: &Example,
        (outer, gives): (NodeId, NodeId),
        when: Option<&Expr>,
        except: &[Exception],
    ) -> Result<(), TooLarge> {
        let silent = self.compiler.store.leaf(Leaf::Silent);
        let bites = self.compiler.store.ite(outer, gives, silent)?;
        let bites = self.within(example, bites)?;
        let speaks = |leaf: &Leaf| !matches!(leaf, Leaf::Silent);
        if let Some((way, _)) = find(&self.compiler.store, bites, &speaks) {
            let given = way.into_iter().filter(|(fact, _)| is_given(example, *fact));
            let situation = there(self.compiler.model, example, given);
            self.made.push((situation, true));
        }
        if except.is_empty() {
            return Ok(());
        }
        let when = match when {
            Some(when) => self.compiler.expr(when)?,
            None => self.compiler.store.leaf(Leaf::truth(true)),
        };
        let both = |outer: &Leaf, when: &Leaf| if outer.is(true) { when } else { outer }.clone();
        let inner = self
            .compiler
            .store
            .apply(outer, when, &mut |outer, when| both(outer, when))?;
        for exception in except {
            let gives = self.compiler.exception(exception)?;
            let when = exception.when.as_ref();
            self.add_part(example, (inner, gives), when, &exception.except)?;
        }
        Ok(())
    }

    /// The diagram with the readings as the example takes them, and what it does not give as usual where that hangs on nothing;
    /// silent outside what it gives.
    fn within(&mut self, example: &Example, root: NodeId) -> Result<NodeId, TooLarge> {
        let model = self.compiler.model;
        let readings = Situation::readings_of(model, example);
        let taken = |id: VariableId| readings.get(id).or_else(|| usual(model, example, id));
        let mut within = self.compiler.store.restrict_all(root, &taken)?;
        let silent = self.compiler.store.leaf(Leaf::Silent);
        for (variable, indices) in &example.given {
            let inside = self.compiler.among(*variable, indices)?;
            within = self.compiler.store.ite(inside, within, silent)?;
        }
        Ok(within)
    }
}

/// The value of a fact that an example does not give, where it is usual whatever the others are.
fn usual(model: &Model, example: &Example, fact: VariableId) -> Option<u32> {
    let variable = &model.variables[fact];
    let [only] = variable.usually.as_slice() else {
        return None;
    };
    let by = model.question_names.get(&variable.name);
    let is_found = by.is_some_and(|id| model.questions[*id].finds == Some(fact));
    let always = only
        .always()
        .filter(|_| !is_found && !is_given(example, fact));
    always.and_then(|value| variable.domain.index(value))
}

fn is_given(example: &Example, fact: VariableId) -> bool {
    example.given.iter().any(|(own, _)| *own == fact)
}

fn as_given(situations: Vec<Situation>) -> Vec<Made> {
    let all = situations.into_iter();
    all.map(|situation| (situation, false)).collect()
}

/// The first situation of an example that goes a certain way.
fn there(
    model: &Model,
    example: &Example,
    way: impl Iterator<Item = (VariableId, u32)>,
) -> Situation {
    let mut situation = Situation::start_of(model, example);
    way.for_each(|(variable, index)| situation.set(variable, Some(index)));
    situation
}

/// Situations in which every value of every fact comes up: each fact goes through its values in turn, and begins again after the last.
fn mixed(model: &Model, example: &Example) -> Vec<Situation> {
    let sizes = example.given.iter().map(|(_, indices)| indices.len());
    let longest = sizes.max().unwrap_or(1).max(1);
    let mixed = (0..longest).map(|turn| {
        let given = example.given.iter().filter_map(|(variable, indices)| {
            let at = turn.checked_rem(indices.len())?;
            Some((*variable, *indices.get(at)?))
        });
        there(model, example, given)
    });
    mixed.collect()
}

/// Every situation of an example.
fn all(model: &Model, example: &Example) -> Vec<Situation> {
    let mut all = vec![Situation::start_of(model, example)];
    for (variable, indices) in &example.given {
        let each = |situation: &Situation| {
            let with = |index: &u32| {
                let mut situation = situation.clone();
                situation.set(*variable, Some(*index));
                situation
            };
            indices.iter().map(with).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(each).collect();
    }
    all
}
