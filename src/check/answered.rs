//! Examples of what the source lost, where a later pack or an erratum answers it.

use super::proof::{Prover, Witness};
use super::used_by;
use crate::diagram::{Leaf, NodeId};
use crate::model::{Example, QuestionId, Rule, VariableId};

impl Prover<'_, '_> {
    /// Whether what an example tells as lost is answered, wherever it is, by a later pack or an erratum.
    pub fn is_answered(&mut self, example: &Example, id: QuestionId, root: NodeId) -> bool {
        let mut seen: Vec<Leaf> = Vec::new();
        loop {
            let is_new =
                |leaf: &Leaf| !matches!(leaf, Leaf::Gap(_) | Leaf::Silent) && !seen.contains(leaf);
            let Some((witness, leaf)) = self.find(root, &is_new) else {
                return !seen.is_empty();
            };
            if leaf.value().is_none() || !self.is_brought(example, id, &witness) {
                return false;
            }
            seen.push(leaf);
        }
    }

    /// Whether a rule applies that an erratum, or a pack that the example's does not know, has brought: to the question, or to one
    /// that it uses.
    fn is_brought(&mut self, example: &Example, id: QuestionId, witness: &Witness) -> bool {
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
        let given = example.given.iter();
        let given = given.filter_map(|(fact, indices)| Some((*fact, *indices.first()?)));
        let told: Vec<(VariableId, u32)> = witness
            .iter()
            .copied()
            .chain(example.readings.iter().copied())
            .chain(given)
            .collect();
        let mut brought = rules.map(|id| &model.rules[*id]).filter(is_of_others);
        brought.any(|rule| {
            let root = self.compiler.rule(rule);
            root.is_ok_and(|root| self.leaf_there(root, &told) != Leaf::Silent)
        })
    }
}
