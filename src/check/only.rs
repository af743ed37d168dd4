//! The values that a question is limited to, and other sets of a fact's values.

use super::Checker;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{QuestionId, Test, VariableId};
use crate::source::Text;
use crate::syntax::parse_set;
use crate::value::{DomainKind, Value};

impl Checker {
    /// The mask of the values of a fact for which a question is asked.
    pub(super) fn only(
        &mut self,
        question: QuestionId,
        fact: &Text,
        set: &Text,
    ) -> Option<(VariableId, Vec<bool>)> {
        let variable = self.fact_or_tell(fact)?;
        let takes = |from: &[VariableId]| from.contains(&variable);
        let is_promise = self.promises.contains(&question);
        if is_promise
            && !self
                .model
                .question(question)
                .is_some_and(|own| takes(&own.from))
        {
            let message = format!(
                "the question is limited by `{}`, which it does not take",
                fact.value
            );
            self.report(
                Diagnostic::error(Code::NotInFrom, fact.span, message).help("add it to `from`"),
            );
            return None;
        }
        Some((variable, self.mask(variable, set)?))
    }

    /// Which values of a variable a written set holds.
    pub(super) fn mask(&mut self, variable: VariableId, set: &Text) -> Option<Vec<bool>> {
        let test = self.set_test(variable, set)?;
        let domain = &self.model.variable(variable)?.domain;
        let mut mask: Vec<bool> = (0..domain.size())
            .map(|index| test.holds(&domain.value(index)))
            .collect();
        if let (DomainKind::Text(named), Test::Values(values), Some(other)) =
            (&domain.kind, &test, mask.last_mut())
        {
            // A text that no rule names is any other text.
            *other |= values
                .iter()
                .any(|value| !matches!(value, Value::Word(word) if named.contains(word)));
        }
        if !mask.contains(&true) {
            let message = format!("no value of the fact is in `{}`", set.value);
            let error = Diagnostic::error(Code::UnknownValue, set.span, message);
            let shown = domain.show(&self.model.words);
            self.report(error.help(format!("its values: {shown}")));
            return None;
        }
        Some(mask)
    }

    /// The test that a written set makes of a variable's values.
    pub(super) fn set_test(&mut self, variable: VariableId, set: &Text) -> Option<Test> {
        let of = self.type_of_variable(variable)?;
        if let crate::model::Type::Set(_) = of {
            return self.one_set(variable, set);
        }
        match parse_set(&set.value, set.span) {
            Ok(members) => self.test(&members, &of, Some(variable)),
            Err(diagnostic) => {
                // Free text may hold anything: what is no expression is the text itself.
                if of == crate::model::Type::Text {
                    let word = self.model.words.intern(&set.value);
                    return Some(Test::Values(vec![Value::Word(word)]));
                }
                self.report(diagnostic);
                None
            }
        }
    }

    fn one_set(&mut self, variable: VariableId, set: &Text) -> Option<Test> {
        let domain = self.model.variable(variable)?.domain.clone();
        match domain.read(&set.value, &self.model.words) {
            Some(index) => Some(Test::Values(vec![domain.value(index)])),
            None => {
                self.unknown_value(set, &domain);
                None
            }
        }
    }
}
