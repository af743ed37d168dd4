//! What an expression comes to, in terms: how it ended, and its value where it has one.

use super::term::{Term, Terms};
use crate::diagram::Leaf;
use crate::model::GapId;
use crate::value::{Number, Value, Word};
use num_integer::Integer;
use std::collections::BTreeMap;

/// A value in terms.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Known {
    Truth(Term),
    /// A whole number, over one that is fixed.
    Number(Term, i64),
    /// The number of a word.
    Word(Term),
    /// For each word that may be in it, whether it is.
    Set(BTreeMap<Word, Term>),
    /// Whether it is a word, and the number and the word that it may be.
    Either(Term, (Term, i64), Term),
}

/// What an expression comes to.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// How it ended, as a number: see [`Ends`].
    pub end: Term,
    pub known: Known,
}

/// The numbers of the ways to end: of two that are no value, the whole ends as the greater.
#[derive(Debug, Clone, Copy)]
pub struct Ends {
    /// How many gaps there are.
    gaps: i128,
}

/// Why something cannot be said in terms.
pub type Unsaid = &'static str;

pub const SILENT: i128 = -2;
pub const CANCELLED: i128 = -1;
pub const VALUE: i128 = 0;

impl Ends {
    pub const fn new(gaps: usize) -> Self {
        Self { gaps: gaps as i128 }
    }

    pub fn gap(gap: GapId) -> i128 {
        1 + i128::from(gap.0)
    }

    pub const fn last_gap(self) -> i128 {
        self.gaps
    }

    pub const fn nothing(self) -> i128 {
        self.gaps + 1
    }

    pub const fn conflict(self) -> i128 {
        self.gaps + 2
    }

    pub const fn outside(self) -> i128 {
        self.gaps + 3
    }

    pub const fn overflow(self) -> i128 {
        self.gaps + 4
    }

    pub fn of(self, leaf: &Leaf) -> i128 {
        match leaf {
            Leaf::Silent => SILENT,
            Leaf::Cancelled => CANCELLED,
            Leaf::Value(_) => VALUE,
            Leaf::Gap(gap) => Self::gap(*gap),
            Leaf::Nothing => self.nothing(),
            Leaf::Conflict => self.conflict(),
            Leaf::Outside => self.outside(),
            Leaf::Overflow => self.overflow(),
        }
    }
}

impl Terms {
    /// A value that is fixed.
    pub fn fixed(&mut self, value: &Value) -> Known {
        match value {
            Value::Bool(truth) => Known::Truth(self.truth(*truth)),
            Value::Number(number) => {
                Known::Number(self.int((*number.numer()).into()), *number.denom())
            }
            Value::Word(word) => Known::Word(self.int(word.0.into())),
            Value::Set(words) => {
                let yes = self.truth(true);
                Known::Set(words.iter().map(|word| (*word, yes)).collect())
            }
        }
    }

    /// An outcome that is a value.
    pub fn valued(&mut self, known: Known) -> Outcome {
        let end = self.int(VALUE);
        Outcome { end, known }
    }

    /// An outcome that is none.
    pub fn ended(&mut self, end: i128) -> Outcome {
        let known = Known::Truth(self.truth(false));
        let end = self.int(end);
        Outcome { end, known }
    }

    pub fn has_value(&mut self, outcome: &Outcome) -> Term {
        self.ends_as(outcome, VALUE)
    }

    pub fn ends_as(&mut self, outcome: &Outcome, end: i128) -> Term {
        let end = self.int(end);
        self.equal(outcome.end, end)
    }

    /// Whether an outcome is yes, or no.
    pub fn is(&mut self, outcome: &Outcome, truth: bool) -> Term {
        let Known::Truth(term) = outcome.known else {
            return self.truth(false);
        };
        let term = if truth { term } else { self.not(term) };
        let valued = self.has_value(outcome);
        self.and([valued, term])
    }

    /// A number over another one that it is a multiple of.
    pub fn over(&mut self, (number, below): (Term, i64), wanted: i64) -> Term {
        let factor = self.int((wanted / below).into());
        self.times(number, factor)
    }

    /// Two numbers over one.
    pub fn over_one(&mut self, one: (Term, i64), other: (Term, i64)) -> (Term, Term, i64) {
        let both = i128::from(one.1).lcm(&other.1.into());
        let below = self.fitting(i64::try_from(both).ok());
        (self.over(one, below), self.over(other, below), below)
    }

    /// One of two outcomes.
    pub fn either(&mut self, condition: Term, then: &Outcome, other: &Outcome) -> Outcome {
        match self.as_truth(condition) {
            Some(true) => return then.clone(),
            Some(false) => return other.clone(),
            None => {}
        }
        let end = self.ite(condition, then.end, other.end);
        let known = match self.only_known(then, other) {
            Some(known) => known,
            None => self.either_known(condition, &then.known, &other.known),
        };
        Outcome { end, known }
    }

    /// An outcome where a condition holds; elsewhere, it ends as something else does that has no value there.
    pub fn only_where(&mut self, condition: Term, then: &Outcome, otherwise: Term) -> Outcome {
        Outcome {
            end: self.ite(condition, then.end, otherwise),
            known: then.known.clone(),
        }
    }

    /// Of two outcomes of which one has no value, that of the other: what has none may have any.
    pub fn only_known(&mut self, outcome: &Outcome, other: &Outcome) -> Option<Known> {
        if self.never_valued(outcome) {
            Some(other.known.clone())
        } else {
            self.never_valued(other).then(|| outcome.known.clone())
        }
    }

    fn never_valued(&mut self, outcome: &Outcome) -> bool {
        let ends = self.outcomes(outcome.end);
        ends.is_some_and(|ends| !ends.contains(&VALUE))
    }

    fn either_known(&mut self, condition: Term, then: &Known, other: &Known) -> Known {
        match (then, other) {
            (Known::Truth(term), Known::Truth(other_term)) => {
                Known::Truth(self.ite(condition, *term, *other_term))
            }
            (Known::Number(term, below), Known::Number(other_term, other_below)) => {
                let (term, other_term, below) =
                    self.over_one((*term, *below), (*other_term, *other_below));
                Known::Number(self.ite(condition, term, other_term), below)
            }
            (Known::Word(term), Known::Word(other_term)) => {
                Known::Word(self.ite(condition, *term, *other_term))
            }
            (Known::Set(one), Known::Set(other_term)) => {
                let no = self.truth(false);
                let words: Vec<Word> = one.keys().chain(other_term.keys()).copied().collect();
                let held = |set: &BTreeMap<Word, Term>, word| set.get(&word).copied().unwrap_or(no);
                let set = words.into_iter().map(|word| {
                    let (term, other_term) = (held(one, word), held(other_term, word));
                    (word, self.ite(condition, term, other_term))
                });
                Known::Set(set.collect())
            }
            // What is no set here has no value.
            (Known::Set(set), _) | (_, Known::Set(set)) => Known::Set(set.clone()),
            _ => {
                let ((is_one, number, word), (is_two, other_number, other_word)) =
                    (self.as_either(then), self.as_either(other));
                let (term, other_term, below) = self.over_one(number, other_number);
                Known::Either(
                    self.ite(condition, is_one, is_two),
                    (self.ite(condition, term, other_term), below),
                    self.ite(condition, word, other_word),
                )
            }
        }
    }

    /// A number or a word as one of both.
    pub fn as_either(&mut self, known: &Known) -> (Term, (Term, i64), Term) {
        let (yes, no, zero) = (self.truth(true), self.truth(false), self.int(0));
        match known {
            Known::Either(is_word, number, word) => (*is_word, *number, *word),
            Known::Number(number, below) => (no, (*number, *below), zero),
            Known::Word(word) => (yes, (zero, 1), *word),
            Known::Truth(_) | Known::Set(_) => (no, (zero, 1), zero),
        }
    }

    /// Whether two values are the same.
    pub fn same(&mut self, known: &Known, other: &Known) -> Term {
        match (known, other) {
            (Known::Truth(term), Known::Truth(other_term))
            | (Known::Word(term), Known::Word(other_term)) => self.equal(*term, *other_term),
            (Known::Number(term, below), Known::Number(other_term, other_below)) => {
                let (term, other_term, _) =
                    self.over_one((*term, *below), (*other_term, *other_below));
                self.equal(term, other_term)
            }
            (Known::Set(one), Known::Set(other_term)) => {
                let no = self.truth(false);
                let words: Vec<Word> = one.keys().chain(other_term.keys()).copied().collect();
                let held = |set: &BTreeMap<Word, Term>, word| set.get(&word).copied().unwrap_or(no);
                let pairs: Vec<Term> = words
                    .into_iter()
                    .map(|word| self.equal(held(one, word), held(other_term, word)))
                    .collect();
                self.and(pairs)
            }
            (Known::Either(..), Known::Number(..) | Known::Word(_) | Known::Either(..))
            | (Known::Number(..) | Known::Word(_), Known::Either(..)) => {
                let ((is_one, number, word), (is_two, other_number, other_word)) =
                    (self.as_either(known), self.as_either(other));
                let kinds = self.equal(is_one, is_two);
                let words = self.equal(word, other_word);
                let (term, other_term, _) = self.over_one(number, other_number);
                let numbers = self.equal(term, other_term);
                let values = self.ite(is_one, words, numbers);
                self.and([kinds, values])
            }
            _ => self.truth(false),
        }
    }

    /// Whether two outcomes are the same.
    pub fn same_outcome(&mut self, outcome: &Outcome, other: &Outcome) -> Term {
        let ends = self.equal(outcome.end, other.end);
        let valued = self.has_value(outcome);
        let unvalued = self.not(valued);
        let values = self.same(&outcome.known, &other.known);
        let values = self.or([unvalued, values]);
        self.and([ends, values])
    }

    /// A fraction as a fixed number over another.
    pub fn number(&mut self, number: Number) -> (Term, i64) {
        (self.int((*number.numer()).into()), *number.denom())
    }
}
