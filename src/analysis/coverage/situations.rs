//! The situations of an example in which its questions are looked at. An example of few situations is looked at in all of
//! them; one of many in one for each path of the answer's diagram, in one for each rule and exception that can apply within
//! the example, and in some in which every value of every fact comes up beside different values of the others.

use crate::diagram::{Compiler, Leaf, NodeId, Paths, TooLarge, find};
use crate::model::{Example, Exception, Model, QuestionId, Rule, VariableId};
use crate::turn::Situation;

/// The most situations that are looked at one by one.
const ALL: usize = 512;

/// The most paths of a diagram that are looked at.
const PATHS: usize = 256;

/// How often, at least, each value comes up where not all situations are looked at.
const ROUNDS: usize = 4;

/// Makes the situations of examples.
pub(super) struct Situations<'a> {
    model: &'a Model,
    compiler: Compiler<'a>,
}

/// How the readings are taken in an example, and the first value of each fact that it gives.
pub(super) fn first(model: &Model, example: &Example) -> Situation {
    let mut situation = Situation::new(model);
    for (variable, index) in &example.readings {
        situation.set(*variable, Some(*index));
    }
    for (variable, indices) in &example.given {
        situation.set(*variable, indices.first().copied());
    }
    situation
}

impl<'a> Situations<'a> {
    pub(super) fn new(model: &'a Model) -> Self {
        Self {
            model,
            compiler: Compiler::new(model),
        }
    }

    /// The situations of an example in which these questions are looked at.
    pub(super) fn of(&mut self, example: &Example, questions: &[QuestionId]) -> Vec<Situation> {
        let sizes = example.given.iter().map(|(_, indices)| indices.len());
        let product = sizes.fold(1_usize, usize::saturating_mul);
        if product <= ALL {
            return all(self.model, example);
        }
        self.compiler.store.renew_budget();
        let mut found = mixed(self.model, example);
        for question in questions {
            // Where a diagram gets too large, what was found so far stands.
            let _ = self.add(example, *question, &mut found);
        }
        found
    }

    fn add(
        &mut self,
        example: &Example,
        id: QuestionId,
        found: &mut Vec<Situation>,
    ) -> Result<(), TooLarge> {
        let root = self.compiler.question(id)?;
        let root = self.within(example, root)?;
        let ways = Paths::new(&self.compiler.store, root)
            .filter(|path| path.leaf != Leaf::Silent)
            .take(PATHS);
        let ways: Vec<Vec<(VariableId, u32)>> = ways.map(|path| firsts(&path.tests)).collect();
        found.extend(ways.iter().map(|way| there(self.model, example, way)));
        let model = self.model;
        let rules = model
            .question(id)
            .map(|question| question.rules.as_slice())
            .unwrap_or_default();
        for rule in rules.iter().filter_map(|id| model.rule(*id)) {
            self.add_rule(example, rule, found)?;
        }
        Ok(())
    }

    fn add_rule(
        &mut self,
        example: &Example,
        rule: &Rule,
        found: &mut Vec<Situation>,
    ) -> Result<(), TooLarge> {
        let root = self.compiler.rule(rule)?;
        self.add_witness(example, root, found)?;
        let when = match &rule.when {
            Some(when) => self.compiler.expr(when)?,
            None => self.compiler.store.leaf(Leaf::truth(true)),
        };
        rule.except
            .iter()
            .try_for_each(|exception| self.add_exception(example, when, exception, found))
    }

    fn add_exception(
        &mut self,
        example: &Example,
        outer: NodeId,
        exception: &Exception,
        found: &mut Vec<Situation>,
    ) -> Result<(), TooLarge> {
        let own = self.compiler.exception(exception)?;
        let silent = self.compiler.store.leaf(Leaf::Silent);
        let bites = self.compiler.store.ite(outer, own, silent)?;
        self.add_witness(example, bites, found)?;
        let when = match &exception.when {
            Some(when) => self.compiler.expr(when)?,
            None => self.compiler.store.leaf(Leaf::truth(true)),
        };
        let inner = self.compiler.store.apply(outer, when, &mut |outer, when| {
            if outer.is(true) {
                when.clone()
            } else {
                outer.clone()
            }
        })?;
        exception
            .except
            .iter()
            .try_for_each(|exception| self.add_exception(example, inner, exception, found))
    }

    /// A situation of the example in which a diagram says something, if there is one.
    fn add_witness(
        &mut self,
        example: &Example,
        root: NodeId,
        found: &mut Vec<Situation>,
    ) -> Result<(), TooLarge> {
        let root = self.within(example, root)?;
        if let Some((way, _)) = find(&self.compiler.store, root, &|leaf| {
            !matches!(leaf, Leaf::Silent)
        }) {
            found.push(there(self.model, example, &way));
        }
        Ok(())
    }

    /// The diagram with the readings as the example takes them, silent outside what it gives.
    fn within(&mut self, example: &Example, root: NodeId) -> Result<NodeId, TooLarge> {
        let readings = first(
            self.model,
            &Example {
                given: Vec::new(),
                ..example.clone()
            },
        );
        let mut within = self
            .compiler
            .store
            .restrict_all(root, &|variable| readings.get(variable))?;
        let silent = self.compiler.store.leaf(Leaf::Silent);
        for (variable, indices) in &example.given {
            let inside = self.compiler.among(*variable, indices)?;
            within = self.compiler.store.ite(inside, within, silent)?;
        }
        Ok(within)
    }
}

fn firsts(tests: &[(VariableId, Vec<u32>)]) -> Vec<(VariableId, u32)> {
    tests
        .iter()
        .filter_map(|(variable, indices)| Some((*variable, *indices.first()?)))
        .collect()
}

/// The first situation of an example that goes a certain way.
fn there(model: &Model, example: &Example, way: &[(VariableId, u32)]) -> Situation {
    let mut situation = first(model, example);
    for (variable, index) in way {
        situation.set(*variable, Some(*index));
    }
    situation
}

/// Situations in which every value of every fact comes up, each time beside other values: each fact goes through its values in
/// turn, and after a round of them starts one place further on than the fact before it.
fn mixed(model: &Model, example: &Example) -> Vec<Situation> {
    let longest = example
        .given
        .iter()
        .map(|(_, indices)| indices.len())
        .max()
        .unwrap_or_default();
    let mixed = (0..longest * ROUNDS).map(|turn| {
        let mut situation = first(model, example);
        for (place, (variable, indices)) in example.given.iter().enumerate() {
            let shift = turn / longest.max(1) * (place + 1);
            let index = (turn + shift)
                .checked_rem(indices.len())
                .and_then(|at| indices.get(at));
            situation.set(*variable, index.copied());
        }
        situation
    });
    mixed.collect()
}

/// Every situation of an example.
fn all(model: &Model, example: &Example) -> Vec<Situation> {
    let mut found = vec![first(model, example)];
    for (variable, indices) in &example.given {
        let each = |situation: &Situation| {
            let with = |index: &u32| {
                let mut situation = situation.clone();
                situation.set(*variable, Some(*index));
                situation
            };
            indices.iter().map(with).collect::<Vec<_>>()
        };
        found = found.iter().flat_map(each).collect();
    }
    found
}
