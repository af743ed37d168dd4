//! Answers, and what the operations of the language do to them. A leaf that is no value makes the whole no value, save where a
//! part that is known settles it: `no and …` is no, whatever the rest.

use crate::model::{Beyond, Combine, GapId, Kind, Operation};
use crate::syntax::Comparison;
use crate::value::{Number, Value, Word, minus, over, plus, round, times};
use std::cmp::Ordering;

/// What a diagram ends in; of those that are no value, the later is the worse.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Leaf {
    /// No rule applies (yet): inside a question only.
    Silent,
    /// An exception takes its rule away: inside a rule only.
    Cancelled,
    Value(Value),
    /// The source lost the answer.
    Gap(GapId),
    /// No rule answers.
    Nothing,
    /// Two rules differ.
    Conflict,
    /// The question is not asked here.
    Outside,
    /// A number left the range of exact arithmetic.
    Overflow,
}

impl Leaf {
    pub const fn value(&self) -> Option<&Value> {
        match self {
            Self::Value(value) => Some(value),
            _ => None,
        }
    }

    pub const fn truth(truth: bool) -> Self {
        Self::Value(Value::Bool(truth))
    }

    /// Whether it is the answer yes, or no.
    pub const fn is(&self, truth: bool) -> bool {
        matches!(self, Self::Value(Value::Bool(own)) if *own == truth)
    }

    /// Of two leaves one of which is no value, the one that the whole then is.
    fn worse(&self, other: &Self) -> Self {
        match (self, other) {
            (Self::Value(_), other) | (other, Self::Value(_)) => other.clone(),
            _ => self.max(other).clone(),
        }
    }
}

/// An operation of two operands.
pub fn operate(operation: Operation, left: &Leaf, right: &Leaf) -> Leaf {
    let settled_by = |settling| {
        if left.is(settling) || right.is(settling) {
            Leaf::truth(settling)
        } else {
            left.worse(right)
        }
    };
    match (operation, left, right) {
        (Operation::And, ..) => settled_by(false),
        (Operation::Or, ..) => settled_by(true),
        (_, Leaf::Value(left), Leaf::Value(right)) => of_values(operation, left, right),
        _ => left.worse(right),
    }
}

fn of_values(operation: Operation, left: &Value, right: &Value) -> Leaf {
    let of_numbers = || arithmetic(operation, left.number()?, right.number()?);
    let made = match operation {
        Operation::Compare(comparison) => compare(comparison, left, right).map(Value::Bool),
        Operation::Includes => Some(Value::Bool(includes(left, right))),
        Operation::Union => Some(joined(left, right)),
        Operation::Without => Some(without(left, right)),
        _ => of_numbers().map(Value::Number),
    };
    made.map_or(Leaf::Overflow, Leaf::Value)
}

fn arithmetic(operation: Operation, left: Number, right: Number) -> Option<Number> {
    match operation {
        Operation::Add => plus(left, right),
        Operation::Subtract => minus(left, right),
        Operation::Multiply => times(left, right),
        Operation::Divide(rounding) => over(left, right).map(|number| round(number, rounding)),
        Operation::Least => Some(left.min(right)),
        Operation::Greatest => Some(left.max(right)),
        Operation::Compare(_)
        | Operation::And
        | Operation::Or
        | Operation::Includes
        | Operation::Union
        | Operation::Without => None,
    }
}

fn compare(comparison: Comparison, left: &Value, right: &Value) -> Option<bool> {
    let order = || Some(left.number()?.cmp(&right.number()?));
    Some(match comparison {
        Comparison::Equal => left == right,
        Comparison::NotEqual => left != right,
        Comparison::Below => order()?.is_lt(),
        Comparison::AtMost => order()?.is_le(),
        Comparison::Above => order()?.is_gt(),
        Comparison::AtLeast => order()?.is_ge(),
    })
}

fn includes(set: &Value, word: &Value) -> bool {
    matches!((set, word), (Value::Set(set), Value::Word(word)) if set.contains(word))
}

/// An operation of one operand, on its value.
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
    let place = (0..).zip(words).find(|(_, other)| **other == word);
    place.map_or(Leaf::Outside, |(place, _)| {
        Leaf::Value(Value::Number(Number::from_integer(place)))
    })
}

fn unrank(words: &[Word], beyond: Beyond, number: Number) -> Leaf {
    if !number.is_integer() {
        return Leaf::Overflow;
    }
    let count = i64::try_from(words.len()).unwrap_or(1).max(1);
    let place = match beyond {
        Beyond::Stops => number.to_integer().clamp(0, count - 1),
        Beyond::Wraps => number.to_integer().rem_euclid(count),
    };
    let place = usize::try_from(place).ok();
    let word = place.and_then(|place| words.get(place));
    word.map_or(Leaf::Outside, |word| Leaf::Value(Value::Word(*word)))
}

/// What two contributions to one question make together. `scale` orders words where the question takes the least or greatest.
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

/// Two contributions of which only one may stand: they agree, or they conflict. In whatever order several are taken, the same
/// comes of them.
fn agree(left: &Leaf, right: &Leaf) -> Leaf {
    let place = |leaf: &Leaf| match leaf {
        Leaf::Silent | Leaf::Cancelled | Leaf::Value(_) | Leaf::Gap(_) => 0,
        Leaf::Conflict => 1,
        Leaf::Nothing => 2,
        Leaf::Outside => 3,
        Leaf::Overflow => 4,
    };
    match place(left).cmp(&place(right)) {
        _ if left == right => left.clone(),
        Ordering::Less => right.clone(),
        Ordering::Greater => left.clone(),
        Ordering::Equal => Leaf::Conflict,
    }
}

fn extreme(scale: &[Word], left: &Leaf, right: &Leaf, least: bool) -> Leaf {
    let (Leaf::Value(one), Leaf::Value(other)) = (left, right) else {
        return left.worse(right);
    };
    let place = |value: &Value| match value {
        Value::Word(word) => scale.iter().position(|own| own == word),
        _ => None,
    };
    let is_first_least = match (place(one), place(other)) {
        (Some(one), Some(other)) => one <= other,
        _ => one <= other,
    };
    if is_first_least == least { left } else { right }.clone()
}

fn union(left: &Leaf, right: &Leaf) -> Leaf {
    match (left, right) {
        (Leaf::Value(value), Leaf::Value(other)) => Leaf::Value(joined(value, other)),
        _ => left.worse(right),
    }
}

/// The words of a set; a single word is the set of it alone.
fn members(value: &Value) -> Vec<Word> {
    match value {
        Value::Set(words) => words.clone(),
        Value::Word(word) => vec![*word],
        _ => Vec::new(),
    }
}

fn joined(value: &Value, other: &Value) -> Value {
    let mut all = [members(value), members(other)].concat();
    all.sort_unstable();
    all.dedup();
    Value::Set(all)
}

fn without(value: &Value, other: &Value) -> Value {
    let gone = members(other);
    let mut kept = members(value);
    kept.retain(|word| !gone.contains(word));
    Value::Set(kept)
}
