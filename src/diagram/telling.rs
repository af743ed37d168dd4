//! Rules that alone make an answer somewhere.

use super::{Built, Compiler, Leaf, NodeId, TooLarge, leaves};
use crate::model::{Question, RuleId};
use crate::value::{Number, Value};
use rustc_hash::FxHashMap;

impl Compiler<'_> {
    /// The rules that apply somewhere where no other does, and make another answer there than where none does: without one of
    /// these the question is answered otherwise. Of rules of several packs, which can silence each other, none is told.
    pub fn telling(&mut self, question: &Question) -> Result<Vec<RuleId>, TooLarge> {
        let model = self.model;
        let rules = question.rules.iter();
        let is_own = |id: &RuleId| model.rules[*id].pack == question.pack;
        if !rules.clone().all(is_own) {
            return Ok(Vec::new());
        }
        let fallback = self.fallback(question)?;
        let mut marks: FxHashMap<Leaf, RuleId> = FxHashMap::default();
        let mut roots = Vec::with_capacity(question.rules.len());
        for (id, number) in rules.zip(0_i64..) {
            let own = Leaf::Value(Value::Number(Number::from_integer(number)));
            let root = self.rule(&model.rules[*id])?;
            let mark = &mut |leaf: &Leaf, without: &Leaf| match leaf {
                Leaf::Silent => Leaf::Silent,
                leaf if leaf == without => Leaf::Conflict,
                _ => own.clone(),
            };
            roots.push(self.store.apply(root, fallback, mark)?);
            marks.insert(own, *id);
        }
        let alone = self.alone(&roots)?;
        let alone = self.limited(question, alone)?;
        let told = leaves(&self.store, alone).into_iter();
        Ok(told.filter_map(|leaf| marks.get(&leaf).copied()).collect())
    }

    /// Which of some marks stands alone: silent where none stands, a conflict where several do.
    fn alone(&mut self, roots: &[NodeId]) -> Built {
        let silent = self.silent();
        match roots {
            [] => Ok(silent),
            [only] => Ok(*only),
            _ => {
                let (first, second) = roots.split_at(roots.len() / 2);
                let (first, second) = (self.alone(first)?, self.alone(second)?);
                let several = self.store.leaf(Leaf::Conflict);
                let settled = |left, right| match (left, right) {
                    (left, right) if left == silent => Some(right),
                    (left, right) if right == silent || left == several => Some(left),
                    (_, right) => (right == several).then_some(right),
                };
                let both = &mut |_: &Leaf, _: &Leaf| Leaf::Conflict;
                self.store.apply_unless(first, second, &settled, both)
            }
        }
    }
}
