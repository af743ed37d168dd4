//! Keys of charts that reach beyond the values of their facts.

use super::Checker;
use super::resolve::variable_of;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Expr, Test};
use crate::source::Text;
use crate::value::{Number, Value};

impl Checker {
    /// Tells of a key that holds no value of its fact, or that ends beyond its values.
    pub fn refuse_beyond(&mut self, test: &Test, subject: &Expr, key: &Text) -> Option<()> {
        let (Some(fact), Test::Ranges(ranges)) = (variable_of(subject), test) else {
            return Some(());
        };
        let fact = &self.model.variables[fact];
        let is_value = |number: &Number| fact.domain.index(&Value::Number(*number)).is_some();
        let mut ends = ranges.iter().flat_map(|(low, high)| [low, high]).flatten();
        if ends.all(is_value) {
            return Some(());
        }
        let (key_text, name) = (&key.value, &fact.name);
        let message = format!("`{key_text}` reaches beyond the values of `{name}`");
        let values = (0..fact.domain.size()).map(|index| fact.domain.value(index));
        let numbers = || values.clone().filter_map(|value| value.number());
        let is_partly = values.clone().any(|value| test.holds(&value));
        let held = || numbers().filter(|number| test.holds(&Value::Number(*number)));
        let open = match ranges.as_slice() {
            [(Some(low), Some(high))] if is_partly => match (held().min(), held().max()) {
                (Some(_), _) if is_value(low) && numbers().all(|number| number < *high) => {
                    Some(format!("write `>= {low}` for all that there are"))
                }
                (_, Some(_)) if is_value(high) && numbers().all(|number| number > *low) => {
                    Some(format!("write `<= {high}` for all that there are"))
                }
                (Some(first), Some(last)) => Some(format!("write `{first}..{last}`")),
                _ => None,
            },
            _ => None,
        };
        let help = format!("its values: {}", fact.domain.show(&self.model.words));
        let finding = Diagnostic::error(Code::UnknownValue, key.span, message).help(help);
        self.report(match open {
            Some(open) => finding.help(open),
            None => finding,
        });
        is_partly.then_some(())
    }
}
