//! What the operations of the language do to answers. A leaf that is no value makes the whole no value, save where a part
//! that is known settles it: `no and …` is no, whatever the rest.

use super::Leaf;
use crate::model::{Beyond, Combine, Kind, Operation};
use crate::syntax::Comparison;
use crate::value::{Number, Value, Word, round};
use num_traits::{CheckedAdd, CheckedDiv, CheckedMul, CheckedSub};

/// An operation of two operands.
#[must_use]
pub fn operate(operation: Operation, left: &Leaf, right: &Leaf) -> Leaf {
    match operation {
        Operation::And => known_settles(false, left, right),
        Operation::Or => known_settles(true, left, right),
        _ => match (left, right) {
            (Leaf::Value(left), Leaf::Value(right)) => of_values(operation, left, right),
            _ => not_values(left, right),
        },
    }
}

fn known_settles(settling: bool, left: &Leaf, right: &Leaf) -> Leaf {
    if left.is(settling) || right.is(settling) {
        Leaf::truth(settling)
    } else if left.value().is_some() {
        right.clone()
    } else if right.value().is_some() {
        left.clone()
    } else {
        left.worse(right)
    }
}

fn not_values(left: &Leaf, right: &Leaf) -> Leaf {
    match (left.value(), right.value()) {
        (Some(_), _) => right.clone(),
        (_, Some(_)) => left.clone(),
        _ => left.worse(right),
    }
}

fn of_values(operation: Operation, left: &Value, right: &Value) -> Leaf {
    match operation {
        Operation::Compare(comparison) => {
            compare(comparison, left, right).map_or(Leaf::Overflow, Leaf::truth)
        }
        Operation::Includes => Leaf::truth(includes(left, right)),
        _ => match (left.number(), right.number()) {
            (Some(left), Some(right)) => arithmetic(operation, left, right)
                .map_or(Leaf::Overflow, |number| Leaf::Value(Value::Number(number))),
            _ => Leaf::Overflow,
        },
    }
}

fn arithmetic(operation: Operation, left: Number, right: Number) -> Option<Number> {
    match operation {
        Operation::Add => left.checked_add(&right),
        Operation::Subtract => left.checked_sub(&right),
        Operation::Multiply => left.checked_mul(&right),
        Operation::Divide(rounding) => left
            .checked_div(&right)
            .map(|quotient| round(quotient, rounding)),
        Operation::Least => Some(left.min(right)),
        Operation::Greatest => Some(left.max(right)),
        Operation::Compare(_) | Operation::And | Operation::Or | Operation::Includes => None,
    }
}

fn compare(comparison: Comparison, left: &Value, right: &Value) -> Option<bool> {
    match comparison {
        Comparison::Equal => return Some(left == right),
        Comparison::NotEqual => return Some(left != right),
        Comparison::Below | Comparison::AtMost | Comparison::Above | Comparison::AtLeast => {}
    }
    let order = left.number()?.cmp(&right.number()?);
    Some(match comparison {
        Comparison::Below => order.is_lt(),
        Comparison::AtMost => order.is_le(),
        Comparison::Above => order.is_gt(),
        _ => order.is_ge(),
    })
}

fn includes(set: &Value, word: &Value) -> bool {
    matches!((set, word), (Value::Set(set), Value::Word(word)) if set.contains(word))
}

/// An operation of one operand, on its value.
#[must_use]
pub fn map_value(kind: &Kind, value: &Value) -> Leaf {
    match (kind, value) {
        (Kind::Not(_), Value::Bool(truth)) => Leaf::truth(!truth),
        (Kind::Round(rounding, _), Value::Number(number)) => {
            Leaf::Value(Value::Number(round(*number, *rounding)))
        }
        (Kind::In(test, _), value) => Leaf::truth(test.holds(value)),
        (Kind::Rank(words, _), Value::Word(word)) => rank(words, *word),
        (Kind::Unrank(words, beyond, _), Value::Number(number)) => unrank(words, *beyond, *number),
        _ => Leaf::Overflow,
    }
}

fn rank(words: &[Word], word: Word) -> Leaf {
    let place = words
        .iter()
        .position(|own| *own == word)
        .and_then(|place| i64::try_from(place).ok());
    place.map_or(Leaf::Outside, |place| {
        Leaf::Value(Value::Number(Number::from_integer(place)))
    })
}

fn unrank(words: &[Word], beyond: Beyond, number: Number) -> Leaf {
    let count = i64::try_from(words.len()).unwrap_or(1).max(1);
    let place = match beyond {
        Beyond::Stops => number.to_integer().clamp(0, count - 1),
        Beyond::Wraps => number.to_integer().rem_euclid(count),
    };
    let word = usize::try_from(place)
        .ok()
        .and_then(|place| words.get(place));
    word.map_or(Leaf::Outside, |word| Leaf::Value(Value::Word(*word)))
}

/// What two contributions to one question make together. `scale` orders words where the question takes the least or greatest.
#[must_use]
pub fn combine(how: Combine, scale: &[Word], left: &Leaf, right: &Leaf) -> Leaf {
    match (left, right) {
        (Leaf::Silent, other) | (other, Leaf::Silent) => other.clone(),
        _ => match how {
            Combine::OnlyOne => agree(left, right),
            Combine::Sum => operate(Operation::Add, left, right),
            Combine::Any => operate(Operation::Or, left, right),
            Combine::All => operate(Operation::And, left, right),
            Combine::Least => extreme(scale, left, right, true),
            Combine::Greatest => extreme(scale, left, right, false),
            Combine::Union => union(left, right),
        },
    }
}

/// Two contributions of which only one may stand: they agree, or they conflict.
#[must_use]
fn agree(left: &Leaf, right: &Leaf) -> Leaf {
    match (left, right) {
        _ if left == right => left.clone(),
        (
            Leaf::Value(_) | Leaf::Gap(_) | Leaf::Cancelled,
            Leaf::Value(_) | Leaf::Gap(_) | Leaf::Cancelled,
        ) => Leaf::Conflict,
        _ => left.worse(right),
    }
}

fn extreme(scale: &[Word], left: &Leaf, right: &Leaf, least: bool) -> Leaf {
    let (Leaf::Value(one), Leaf::Value(other)) = (left, right) else {
        return not_values(left, right);
    };
    let place = |value: &Value| match value {
        Value::Word(word) => scale.iter().position(|own| own == word),
        _ => None,
    };
    let first = match (place(one), place(other)) {
        (Some(one), Some(other)) => one <= other,
        _ => one <= other,
    };
    if first == least {
        left.clone()
    } else {
        right.clone()
    }
}

fn union(left: &Leaf, right: &Leaf) -> Leaf {
    let (Leaf::Value(one), Leaf::Value(other)) = (left, right) else {
        return not_values(left, right);
    };
    let mut all: Vec<Word> = [one, other].into_iter().flat_map(members).collect();
    all.sort_unstable();
    all.dedup();
    Leaf::Value(Value::Set(all))
}

fn members(value: &Value) -> Vec<Word> {
    match value {
        Value::Set(words) => words.clone(),
        Value::Word(word) => vec![*word],
        _ => Vec::new(),
    }
}
