//! Ranges that a condition names and that reach beyond the values of their facts.

use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Model, Test, VariableId};
use crate::source::Span;
use crate::value::Number;

/// What is told of a range with two ends of which one lies beyond the values of a fact, where it holds some of these.
pub fn ends_beyond(model: &Model, fact: VariableId, test: &Test, span: Span) -> Option<Diagnostic> {
    let Test::Ranges(ranges) = test else {
        return None;
    };
    let fact = &model.variables[fact];
    let last = fact.domain.size().checked_sub(1)?;
    let [first, last] = [0, last].map(|index| fact.domain.value(index).number());
    let (first, last) = (first?, last?);
    let is_beyond = |(low, high): &(Option<Number>, Option<Number>)| {
        matches!((low, high), (Some(low), Some(high))
            if (*low < first && first <= *high) || (*low <= last && last < *high))
    };
    if !ranges.iter().any(is_beyond) {
        return None;
    }
    let message = format!("this range reaches beyond the values of `{}`", fact.name);
    let help = format!("its values: {}", fact.domain.show(&model.words));
    Some(Diagnostic::note(Code::UnknownValue, span, message).help(help))
}
