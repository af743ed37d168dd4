//! A question that finds the fact of its name answers with what that fact can be.

use super::proof::{Prover, cited};
use crate::diagnostic::{Code, Diagnostic};
use crate::diagram::{Leaf, NodeId, leaves};
use crate::model::Question;

impl Prover<'_, '_> {
    /// Warns where the fact that a question finds can be none of its answers, so that it never finds it. Some of them may well say
    /// that there is nothing to find.
    pub fn warn_of_nothing_found(&mut self, question: &Question, root: NodeId) {
        let fact = question.finds.map(|fact| &self.model.variables[fact]);
        let Some(fact) = fact.filter(|fact| !fact.domain.is_text()) else {
            return;
        };
        let can_be =
            |leaf: &Leaf| matches!(leaf, Leaf::Value(value) if fact.domain.index(value).is_some());
        let Some((witness, leaf)) = self.find(root, &|leaf| matches!(leaf, Leaf::Value(_))) else {
            return;
        };
        if leaves(&self.compiler.store, root).iter().any(can_be) {
            return;
        }
        let name = &question.name;
        let shown = self.show_leaf(&leaf, &question.answer);
        let message = format!(
            "`{name}` never finds the fact `{}`: none of its answers is one of its values",
            fact.name
        );
        let values = fact.domain.show(&self.model.words);
        let finding = Diagnostic::warning(Code::OutsideDomain, question.span, message)
            .label(fact.span, format!("its values: {values}"))
            .help(format!(
                "it answers {shown} {}",
                self.show_witness(&witness)
            ))
            .help("give the fact these values, or one of the two another name");
        self.report(cited(finding, question));
    }
}
