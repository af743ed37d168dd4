//! What is usual is something that the fact can be.

use super::proof::Prover;
use super::type_of;
use crate::diagnostic::{Code, Diagnostic};
use crate::diagram::{Leaf, TooLarge, support};
use crate::model::{Usual, VariableId};

impl Prover<'_, '_> {
    /// Warns where what is calculated as usual is no value of the fact: then it is asked for, and nobody is told why.
    pub fn usual_value(&mut self, fact: VariableId, usual: &Usual) {
        self.within_budget(usual.span, "what is usual", |prover| {
            prover.warn_of_usual_beyond(fact, usual)
        });
    }

    fn warn_of_usual_beyond(&mut self, fact: VariableId, usual: &Usual) -> Result<(), TooLarge> {
        let when = self.when(usual.when.as_ref())?;
        let is = self.compiler.expr(&usual.is)?;
        let mut where_so = |is: &Leaf, when: &Leaf| match when.is(true) {
            true => is.clone(),
            false => Leaf::Silent,
        };
        let root = self.compiler.store.apply(is, when, &mut where_so)?;
        let facts = support(&self.compiler.store, root);
        let root = self.where_possible(root, &facts)?;
        let variable = &self.model.variables[fact];
        let is_beyond = |leaf: &Leaf| match leaf {
            Leaf::Overflow => true,
            Leaf::Value(value) => {
                !variable.domain.is_text() && variable.domain.index(value).is_none()
            }
            _ => false,
        };
        let Some((witness, leaf)) = self.find(root, &is_beyond) else {
            return Ok(());
        };
        let name = &variable.name;
        let is_signed = type_of(self.model, fact).is_some_and(|own| self.model.is_signed(&own));
        let message = match &leaf {
            Leaf::Value(value) => {
                let shown = value.show(&self.model.words, is_signed);
                format!("`{name}` usually is {shown}, which is none of its values")
            }
            _ => format!("what `{name}` usually is cannot be calculated"),
        };
        let found = Diagnostic::warning(Code::OutsideDomain, usual.span, message);
        let found = found.help(format!(
            "{}; there it is asked for, as if nothing were usual",
            self.show_witness(&witness)
        ));
        let values = variable.domain.show(&self.model.words);
        let bounded = format!(
            "its values: {values}; bound it, `at least` and `at most`, or say `when` it is so"
        );
        self.report(found.help(bounded));
        Ok(())
    }
}
