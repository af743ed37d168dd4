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
        let held: Vec<Value> = values.filter(|value| test.holds(value)).collect();
        let is_partly = !held.is_empty();
        let end = |index| fact.domain.value(index).number();
        let (least, most) = (end(0), fact.domain.size().checked_sub(1).and_then(end));
        let ends = [held.first(), held.last()].map(|value| value.and_then(Value::number));
        let instead = match (ranges.as_slice(), ends) {
            ([(Some(low), Some(high))], [Some(first), Some(last)]) => {
                Some(if first == *low && most < Some(*high) {
                    format!("write `>= {low}` for all that there are")
                } else if last == *high && least > Some(*low) {
                    format!("write `<= {high}` for all that there are")
                } else {
                    format!("write `{first}..{last}`")
                })
            }
            _ => None,
        };
        let help = format!("its values: {}", fact.domain.show(&self.model.words));
        let finding = Diagnostic::error(Code::UnknownValue, key.span, message).help(help);
        self.report(match instead {
            Some(instead) => finding.help(instead),
            None => finding,
        });
        is_partly.then_some(())
    }
}
