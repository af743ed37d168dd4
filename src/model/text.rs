//! Text answers that take in what was given: `'{hexrow}5'`.

use super::{Model, VariableId};

impl Model {
    /// A text answer with the text given for each fact that it names in braces; `given` tells it.
    #[must_use]
    pub fn fill_in(&self, answer: &str, given: &dyn Fn(VariableId) -> Option<String>) -> String {
        let mut filled = answer.to_owned();
        for variable in self.named_in(answer) {
            let text = given(variable).unwrap_or_default();
            filled = filled.replace(&format!("{{{}}}", self.variable_name(variable)), &text);
        }
        filled
    }

    /// The facts that a text answer names in braces.
    #[must_use]
    pub fn named_in(&self, answer: &str) -> Vec<VariableId> {
        let inner = answer
            .split('{')
            .skip(1)
            .filter_map(|part| part.split_once('}').map(|(name, _)| name));
        inner
            .filter_map(|name| self.variable_names.get(name).copied())
            .collect()
    }
}
