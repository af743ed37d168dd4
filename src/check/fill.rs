//! What an example leaves out before a turn or a roll: as the rules find it, or else as it usually is, as a player is answered
//! who tells no more.

use super::proof::Prover;
use crate::diagram::{Leaf, NodeId, TooLarge, support};
use crate::model::{Expr, VariableId};
use crate::turn::Situation;

impl Prover<'_, '_> {
    /// Takes those of some facts that are not known as the rules find them, or else as they usually are.
    pub fn fill(
        &mut self,
        situation: &mut Situation,
        facts: &[VariableId],
    ) -> Result<(), TooLarge> {
        for fact in facts {
            self.known_or_found(*fact, situation, &mut Vec::new())?;
        }
        Ok(())
    }

    /// Whether a fact is known, or can be; `sought` are those that are being looked for: none is looked for within itself.
    fn known_or_found(
        &mut self,
        fact: VariableId,
        situation: &mut Situation,
        sought: &mut Vec<VariableId>,
    ) -> Result<bool, TooLarge> {
        if situation.get(fact).is_none() && !sought.contains(&fact) {
            sought.push(fact);
            let leaf = self.found_or_usual(fact, situation, sought)?;
            sought.pop();
            let domain = &self.model.variables[fact].domain;
            situation.set(fact, leaf.value().and_then(|value| domain.index(value)));
        }
        Ok(situation.get(fact).is_some())
    }

    fn found_or_usual(
        &mut self,
        fact: VariableId,
        situation: &mut Situation,
        sought: &mut Vec<VariableId>,
    ) -> Result<Leaf, TooLarge> {
        let model = self.model;
        let variable = &model.variables[fact];
        if let Some(finder) = model.finder(fact) {
            let root = self.compiler.question(finder)?;
            let leaf = self.settled(root, situation, sought)?;
            if matches!(leaf, Leaf::Value(_) | Leaf::Gap(_)) {
                return Ok(leaf);
            }
        }
        self.looked_up.insert(fact);
        for usual in &variable.usually {
            let mut said = |expr: &Expr, situation: &mut Situation| {
                let root = self.compiler.expr(expr)?;
                self.settled(root, situation, sought)
            };
            let holds = match &usual.when {
                None => true,
                Some(when) => said(when, situation)?.is(true),
            };
            if holds && let leaf @ Leaf::Value(_) = said(&usual.is, situation)? {
                return Ok(leaf);
            }
        }
        Ok(Leaf::Nothing)
    }

    /// Where a diagram leads with what is known, and what can be known besides.
    fn settled(
        &mut self,
        root: NodeId,
        situation: &mut Situation,
        sought: &mut Vec<VariableId>,
    ) -> Result<Leaf, TooLarge> {
        loop {
            let known = |fact| situation.get(fact);
            let open = self.compiler.store.restrict_all(root, &known)?;
            if open.is_leaf() {
                return Ok(self.compiler.store.leaf_at(open).clone());
            }
            let mut any = false;
            for fact in support(&self.compiler.store, open) {
                any |= self.known_or_found(fact, situation, sought)?;
            }
            if !any {
                return Ok(Leaf::Nothing);
            }
        }
    }
}
