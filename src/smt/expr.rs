//! Typed expressions in terms, as the language means them: nothing of a diagram is looked at.

use super::rules::{Here, Rules};
use super::term::Term;
use super::value::{Known, Outcome, Unsaid};
use crate::model::{Beyond, Expr, Kind, Operation, Test};
use crate::syntax::{Comparison, Rounding};
use crate::value::Word;
use std::collections::BTreeMap;

type Said = Result<Outcome, Unsaid>;

impl Rules<'_> {
    /// What an expression comes to.
    pub fn expr(&mut self, expr: &Expr, here: &Here) -> Said {
        match &expr.kind {
            Kind::Constant(value) => {
                let known = self.terms.fixed(value);
                Ok(self.terms.valued(known))
            }
            Kind::Variable(variable) => self.variable(*variable, here),
            Kind::Question(id, bound) => {
                let inner = self.bind(bound, here)?;
                self.question(*id, &inner)
            }
            Kind::Binary(operation, left, right) => {
                let (left, right) = (self.expr(left, here)?, self.expr(right, here)?);
                self.operate(*operation, &left, &right)
            }
            Kind::If(condition, then, other) => {
                let condition = self.expr(condition, here)?;
                let (then, other) = (self.expr(then, here)?, self.expr(other, here)?);
                let (yes, no) = (
                    self.terms.is(&condition, true),
                    self.terms.is(&condition, false),
                );
                let either = self.terms.either(yes, &then, &other);
                let any = self.terms.or([yes, no]);
                Ok(self.terms.only_where(any, &either, condition.end))
            }
            Kind::Not(inner)
            | Kind::Round(_, inner)
            | Kind::Rank(_, inner)
            | Kind::Unrank(_, _, inner)
            | Kind::In(_, inner) => {
                let inner = self.expr(inner, here)?;
                let mapped = self.mapped(&expr.kind, &inner.known)?;
                let valued = self.terms.has_value(&inner);
                Ok(self.terms.only_where(valued, &mapped, inner.end))
            }
        }
    }

    /// An operation of one operand, on its value.
    fn mapped(&mut self, kind: &Kind, known: &Known) -> Said {
        let terms = &mut self.terms;
        let known = match (kind, known) {
            (Kind::Not(_), Known::Truth(truth)) => Known::Truth(terms.not(*truth)),
            (Kind::In(test, _), known) => Known::Truth(self.holds(test, known)),
            (Kind::Round(rounding, _), Known::Number(number, below)) => {
                let (number, below) = self.rounded(*rounding, (*number, *below));
                Known::Number(number, below)
            }
            (Kind::Rank(words, _), Known::Word(word)) => return Ok(self.rank(words, *word)),
            (Kind::Unrank(words, beyond, _), Known::Number(number, below)) => {
                Known::Word(self.unrank(words, *beyond, (*number, *below)))
            }
            (_, Known::Either(is_word, number, word)) => {
                let as_word = self.mapped(kind, &Known::Word(*word))?;
                let as_number = self.mapped(kind, &Known::Number(number.0, number.1))?;
                return Ok(self.terms.either(*is_word, &as_word, &as_number));
            }
            _ => return Ok(self.terms.ended(self.ends.overflow())),
        };
        Ok(self.terms.valued(known))
    }

    fn rounded(&mut self, rounding: Rounding, (number, below): (Term, i64)) -> (Term, i64) {
        let terms = &mut self.terms;
        let divisor = terms.int(below.into());
        match rounding {
            Rounding::Exact => (number, below),
            Rounding::Frd => (terms.div(number, divisor), 1),
            Rounding::Fru => {
                let negative = terms.negative(number);
                let down = terms.div(negative, divisor);
                (terms.negative(down), 1)
            }
        }
    }

    /// Whether a test holds of a value.
    fn holds(&mut self, test: &Test, known: &Known) -> Term {
        match (test, known) {
            (Test::Values(values), _) => {
                let any: Vec<Term> = values
                    .iter()
                    .map(|value| {
                        let value = self.terms.fixed(value);
                        self.terms.same(known, &value)
                    })
                    .collect();
                self.terms.or(any)
            }
            (Test::Ranges(_), Known::Either(is_word, number, _)) => {
                let within = self.holds(test, &Known::Number(number.0, number.1));
                let is_number = self.terms.not(*is_word);
                self.terms.and([is_number, within])
            }
            (Test::Ranges(ranges), Known::Number(number, below)) => {
                let mut any = Vec::new();
                for (low, high) in ranges {
                    let mut ends = Vec::new();
                    if let Some(low) = low {
                        let low = self.terms.number(*low);
                        let (low, term, _) = self.terms.over_one(low, (*number, *below));
                        ends.push(self.terms.at_most(low, term));
                    }
                    if let Some(high) = high {
                        let high = self.terms.number(*high);
                        let (term, high, _) = self.terms.over_one((*number, *below), high);
                        ends.push(self.terms.at_most(term, high));
                    }
                    any.push(self.terms.and(ends));
                }
                self.terms.or(any)
            }
            (Test::Ranges(_), _) => self.terms.truth(false),
        }
    }

    fn rank(&mut self, words: &[Word], word: Term) -> Outcome {
        let mut rank = self.terms.ended(self.ends.outside());
        for (place, own) in (0..).zip(words) {
            let term = self.terms.int(own.0.into());
            let is_here = self.terms.equal(word, term);
            let place = Known::Number(self.terms.int(place), 1);
            let place = self.terms.valued(place);
            rank = self.terms.either(is_here, &place, &rank);
        }
        rank
    }

    fn unrank(&mut self, words: &[Word], beyond: Beyond, (number, below): (Term, i64)) -> Term {
        let (zero, divisor) = (self.terms.int(0), self.terms.int(below.into()));
        let down = self.terms.div(number, divisor);
        let negative = self.terms.negative(number);
        let up = self.terms.div(negative, divisor);
        let up = self.terms.negative(up);
        let is_negative = self.terms.below(number, zero);
        let whole = self.terms.ite(is_negative, up, down);
        let count = i128::try_from(words.len()).unwrap_or(1).max(1);
        let place = match beyond {
            Beyond::Stops => whole,
            Beyond::Wraps => {
                let count = self.terms.int(count);
                self.terms.modulo(whole, count)
            }
        };
        let mut words = words.iter().enumerate().rev();
        let last = words.next().map_or(0, |(_, word)| word.0.into());
        let mut word = self.terms.int(last);
        for (own_place, own) in words {
            let own_place = i128::try_from(own_place).unwrap_or(0);
            let (end, term) = (self.terms.int(own_place), self.terms.int(own.0.into()));
            let is_here = self.terms.at_most(place, end);
            word = self.terms.ite(is_here, term, word);
        }
        word
    }

    /// An operation of two operands.
    pub fn operate(&mut self, operation: Operation, left: &Outcome, right: &Outcome) -> Said {
        let settling = match operation {
            Operation::And => Some(false),
            Operation::Or => Some(true),
            _ => None,
        };
        if let Some(settling) = settling {
            return Ok(self.junction(settling, left, right));
        }
        if let Some(known) = self.terms.only_known(left, right) {
            let end = self.terms.max(left.end, right.end);
            return Ok(Outcome { end, known });
        }
        let made = self.of_values(operation, &left.known, &right.known)?;
        let (term, other_term) = (self.terms.has_value(left), self.terms.has_value(right));
        let both = self.terms.and([term, other_term]);
        let worse = Outcome {
            end: self.terms.max(left.end, right.end),
            known: made.known.clone(),
        };
        Ok(self.terms.either(both, &made, &worse))
    }

    /// What settles the whole does so whatever the other is; a rule that is silent changes nothing.
    pub fn junction(&mut self, settling: bool, left: &Outcome, right: &Outcome) -> Outcome {
        let (term, other_term) = (
            self.terms.is(left, settling),
            self.terms.is(right, settling),
        );
        let settled = self.terms.or([term, other_term]);
        let (valued, worse) = (self.terms.int(0), self.terms.max(left.end, right.end));
        let truth = if settling {
            settled
        } else {
            self.terms.not(settled)
        };
        Outcome {
            end: self.terms.ite(settled, valued, worse),
            known: Known::Truth(truth),
        }
    }

    fn of_values(&mut self, operation: Operation, left: &Known, right: &Known) -> Said {
        use Comparison::{Above, AtLeast, AtMost, Below, Equal, NotEqual};
        let truth = match (operation, left, right) {
            (Operation::Compare(Equal), ..) => self.terms.same(left, right),
            (Operation::Compare(NotEqual), ..) => {
                let same = self.terms.same(left, right);
                self.terms.not(same)
            }
            (Operation::Includes, Known::Set(set), Known::Word(word)) => {
                let held: Vec<Term> = set
                    .iter()
                    .map(|(other, held)| {
                        let term = self.terms.int(other.0.into());
                        let is_own = self.terms.equal(*word, term);
                        self.terms.and([*held, is_own])
                    })
                    .collect();
                self.terms.or(held)
            }
            (Operation::Includes, ..) => self.terms.truth(false),
            (Operation::Union | Operation::Without, ..) => {
                let known = self.of_sets(operation, left, right)?;
                return Ok(self.terms.valued(known));
            }
            (
                Operation::Compare(comparison),
                Known::Number(term, below),
                Known::Number(other_term, of),
            ) => {
                let (term, other_term, _) =
                    self.terms.over_one((*term, *below), (*other_term, *of));
                match comparison {
                    Below => self.terms.below(term, other_term),
                    AtMost => self.terms.at_most(term, other_term),
                    Above => self.terms.below(other_term, term),
                    AtLeast | Equal | NotEqual => self.terms.at_most(other_term, term),
                }
            }
            (_, Known::Number(term, below), Known::Number(other_term, of)) => {
                return self.arithmetic(operation, (*term, *below), (*other_term, *of));
            }
            (_, Known::Either(..), _) | (_, _, Known::Either(..)) => {
                return self.of_numbers(operation, left, right);
            }
            _ => return Ok(self.terms.ended(self.ends.overflow())),
        };
        Ok(self.terms.valued(Known::Truth(truth)))
    }

    /// Two sets joined, or what is left of one without the other.
    fn of_sets(
        &mut self,
        operation: Operation,
        left: &Known,
        right: &Known,
    ) -> Result<Known, Unsaid> {
        let (mut set, others) = (self.members(left)?, self.members(right)?);
        for (word, held) in others {
            match (operation, set.get(&word).copied()) {
                (Operation::Union, known) => {
                    let known = known.into_iter().chain([held]);
                    let either = self.terms.or(known.collect::<Vec<_>>());
                    set.insert(word, either);
                }
                (_, Some(known)) => {
                    let stays = self.terms.not(held);
                    let kept = self.terms.and([known, stays]);
                    set.insert(word, kept);
                }
                (_, None) => {}
            }
        }
        Ok(Known::Set(set))
    }

    /// The words of a set, each with whether it holds it; a single word is the set of it alone.
    fn members(&mut self, known: &Known) -> Result<BTreeMap<Word, Term>, Unsaid> {
        let fixed = |word: Term| {
            self.terms
                .as_int(word)
                .and_then(|word| u32::try_from(word).ok())
        };
        match known {
            Known::Set(set) => Ok(set.clone()),
            Known::Word(word) => {
                let word = fixed(*word).ok_or("it joins a set with a word that is not fixed")?;
                Ok(BTreeMap::from([(Word(word), self.terms.truth(true))]))
            }
            _ => Ok(BTreeMap::new()),
        }
    }

    /// An operation of numbers, one of which may be a word: nothing is calculated with that.
    fn of_numbers(&mut self, operation: Operation, left: &Known, right: &Known) -> Said {
        let (is_one, one, _) = self.terms.as_either(left);
        let (is_two, other_term, _) = self.terms.as_either(right);
        let (known, other_term) = (
            Known::Number(one.0, one.1),
            Known::Number(other_term.0, other_term.1),
        );
        let made = self.of_values(operation, &known, &other_term)?;
        let any_word = self.terms.or([is_one, is_two]);
        let overflow = self.terms.ended(self.ends.overflow());
        Ok(self.terms.either(any_word, &overflow, &made))
    }

    fn arithmetic(&mut self, operation: Operation, left: (Term, i64), right: (Term, i64)) -> Said {
        if let Operation::Divide(rounding) = operation {
            return self.quotient(rounding, left, right);
        }
        let terms = &mut self.terms;
        let (term, other_term, below) = terms.over_one(left, right);
        let (number, below) = match operation {
            Operation::Subtract => {
                let negative = terms.negative(other_term);
                (terms.add_up(term, negative), below)
            }
            Operation::Multiply => {
                let below = terms.fitting(left.1.checked_mul(right.1));
                (terms.times(left.0, right.0), below)
            }
            Operation::Least | Operation::Greatest => {
                let is_less = terms.at_most(term, other_term);
                let (least, greatest) = (
                    terms.ite(is_less, term, other_term),
                    terms.ite(is_less, other_term, term),
                );
                let wanted = if operation == Operation::Least {
                    least
                } else {
                    greatest
                };
                (wanted, below)
            }
            _ => (terms.add_up(term, other_term), below),
        };
        Ok(terms.valued(Known::Number(number, below)))
    }

    fn quotient(&mut self, rounding: Rounding, left: (Term, i64), right: (Term, i64)) -> Said {
        let terms = &mut self.terms;
        let (below, right_below) = (terms.int(left.1.into()), terms.int(right.1.into()));
        let above = terms.times(left.0, right_below);
        if let Some(divisor) = terms.as_int(right.0) {
            let Ok(divisor) = i64::try_from(divisor) else {
                return Err("it divides by a number that is too large");
            };
            if divisor == 0 {
                return Ok(terms.ended(self.ends.overflow()));
            }
            let above = if divisor < 0 {
                terms.negative(above)
            } else {
                above
            };
            let below = divisor
                .checked_abs()
                .and_then(|size| size.checked_mul(left.1));
            let below = terms.fitting(below);
            let (number, below) = self.rounded(rounding, (above, below));
            return Ok(self.terms.valued(Known::Number(number, below)));
        }
        if rounding == Rounding::Exact {
            return Err("it keeps the fractions of a division by what is not fixed");
        }
        let divisor = terms.times(below, right.0);
        let zero = terms.int(0);
        let (is_zero, is_negative) = (terms.equal(divisor, zero), terms.below(divisor, zero));
        let (above_negative, divisor_negative) = (terms.negative(above), terms.negative(divisor));
        let above = terms.ite(is_negative, above_negative, above);
        let divisor = terms.ite(is_negative, divisor_negative, divisor);
        let up = rounding == Rounding::Fru;
        let above = if up { terms.negative(above) } else { above };
        let number = terms.div(above, divisor);
        let number = if up { terms.negative(number) } else { number };
        let made = terms.valued(Known::Number(number, 1));
        let overflow = terms.ended(self.ends.overflow());
        Ok(terms.either(is_zero, &overflow, &made))
    }
}
