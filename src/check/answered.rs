//! Examples of what the source lost, where a later pack or an erratum answers it.

use super::proof::{Masks, Prover};
use super::used_by;
use crate::diagram::{Leaf, NodeId, TooLarge};
use crate::model::{Example, QuestionId, Rule};
use crate::turn::Situation;

impl<'a> Prover<'_, 'a> {
    /// Whether what an example tells as lost is answered in some of its situations, and in each of these by what a later pack or
    /// an erratum brought; `root` holds its answers.
    pub fn is_answered(
        &mut self,
        example: &Example,
        id: QuestionId,
        root: NodeId,
        (masks, readings): (&Masks, &Situation),
    ) -> Result<bool, TooLarge> {
        let is_told = |leaf: &Leaf| !matches!(leaf, Leaf::Gap(_) | Leaf::Silent);
        let is_no_answer = |leaf: &Leaf| is_told(leaf) && leaf.value().is_none();
        if self.find(root, &is_told).is_none() || self.find(root, &is_no_answer).is_some() {
            return Ok(false);
        }
        let known = |variable| readings.get(variable);
        let mut of_others = root;
        for rule in self.brought(example, id) {
            let applies = self.compiler.rule(rule)?;
            let applies = self.compiler.store.restrict_all(applies, &known)?;
            let applies = self.as_usual(applies, masks, readings)?;
            let store = &mut self.compiler.store;
            of_others = store.apply(applies, of_others, &mut |other, left| match other {
                Leaf::Silent => left.clone(),
                _ => Leaf::Silent,
            })?;
        }
        Ok(self.find(of_others, &is_told).is_none())
    }

    /// The rules that an erratum, or a pack that the example's does not know, has brought: to the question, or to one that it
    /// uses.
    fn brought(&self, example: &Example, id: QuestionId) -> Vec<&'a Rule> {
        let model = self.model;
        let mut questions = vec![id];
        let mut next = 0;
        while let Some(question) = questions.get(next) {
            let used = used_by(model, *question).into_iter();
            let new: Vec<QuestionId> = used.filter(|id| !questions.contains(id)).collect();
            questions.extend(new);
            next += 1;
        }
        let is_of_others = |rule: &&Rule| {
            let mut exprs = rule.exprs().into_iter();
            !model.knows(example.pack, rule.pack)
                || exprs.any(|expr| model.origins.brings(expr.span))
        };
        let rules = questions.iter().flat_map(|id| &model.questions[*id].rules);
        rules
            .map(|id| &model.rules[*id])
            .filter(is_of_others)
            .collect()
    }
}
