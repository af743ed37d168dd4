//! What the rules of a question make of it, in terms: contributions, exceptions, precedence and what is made of them together.

use super::term::{Term, Terms};
use super::value::{CANCELLED, Ends, Known, Outcome, SILENT, Unsaid};
use super::variables::Variables;
use crate::diagram::scale_of;
use crate::model::{
    Combine, Exception, Expr, Model, Operation, Outcome as Gives, Question, QuestionId, Rule, Type,
    VariableId,
};
use crate::value::{DomainKind, Word};
use rustc_hash::FxHashMap;

type Said = Result<Outcome, Unsaid>;

/// Facts that are bound, each once, in order, and what to.
pub type Here = Vec<(VariableId, Outcome)>;

/// The rules of a model in terms.
pub struct Rules<'a> {
    pub model: &'a Model,
    pub terms: Terms,
    pub ends: Ends,
    pub variables: Variables,
    known: FxHashMap<(QuestionId, Here), Outcome>,
}

/// The most terms of one file.
const MOST_TERMS: usize = 400_000;

impl<'a> Rules<'a> {
    pub fn new(model: &'a Model) -> Self {
        Self {
            model,
            terms: Terms::default(),
            ends: Ends::new(model.gaps.len()),
            variables: Variables::default(),
            known: FxHashMap::default(),
        }
    }

    /// Forgets what was found, so that the variables of what comes may be others.
    pub fn forget(&mut self) {
        self.known.clear();
    }

    pub fn variable(&mut self, variable: VariableId, here: &Here) -> Said {
        if let Some((_, bound)) = here.iter().find(|(fact, _)| *fact == variable) {
            return Ok(bound.clone());
        }
        let own = &self.model.variables[variable];
        let known = match own.settled() {
            Some(index) => self.terms.fixed(&own.domain.value(index)),
            None => {
                self.variables
                    .declared(&mut self.terms, self.model, variable)
                    .1
            }
        };
        Ok(self.terms.valued(known))
    }

    /// What is bound where a question is called.
    pub fn bind(&mut self, bound: &[(VariableId, Expr)], here: &Here) -> Result<Here, Unsaid> {
        let mut all = here.clone();
        for (fact, expr) in bound {
            let outcome = self.expr(expr, here)?;
            let within = self.within_domain(*fact, &outcome.known);
            let valued = self.terms.has_value(&outcome);
            let beyond = self.terms.not(within);
            let beyond = self.terms.and([valued, beyond]);
            let outside = self.terms.int(self.ends.outside());
            let end = self.terms.ite(beyond, outside, outcome.end);
            all.retain(|(other, _)| other != fact);
            all.push((*fact, Outcome { end, ..outcome }));
        }
        all.sort_by_key(|(fact, _)| *fact);
        Ok(all)
    }

    /// Whether a value is one of a fact's.
    fn within_domain(&mut self, fact: VariableId, known: &Known) -> Term {
        let (domain, terms) = (&self.model.variables[fact].domain, &mut self.terms);
        match (&domain.kind, known) {
            (DomainKind::Bool, Known::Truth(_)) => terms.truth(true),
            (DomainKind::Words { words, .. } | DomainKind::Text(words), Known::Word(word)) => {
                let any: Vec<Term> = words
                    .iter()
                    .map(|each| {
                        let term = terms.int(each.0.into());
                        terms.equal(*word, term)
                    })
                    .collect();
                terms.or(any)
            }
            (DomainKind::Sets(words), Known::Set(set)) => {
                let others = set.iter().filter(|(word, _)| !words.contains(word));
                let others: Vec<Term> = others.map(|(_, held)| *held).collect();
                let any = terms.or(others);
                terms.not(any)
            }
            (DomainKind::Listed(numbers), Known::Number(..)) => {
                let any: Vec<Term> = numbers
                    .iter()
                    .map(|ratio| {
                        let (term, below) = terms.number(*ratio);
                        terms.same(known, &Known::Number(term, below))
                    })
                    .collect();
                terms.or(any)
            }
            (DomainKind::Numbers { low, step, .. }, Known::Number(number, below)) => {
                let last = domain.value(domain.size().saturating_sub(1)).number();
                let (least, most) = (terms.number(*low), terms.number(last.unwrap_or(*low)));
                let own = (*number, *below);
                let (low, above_low, shared) = terms.over_one(least, own);
                let (below_high, high, _) = terms.over_one(own, most);
                let (is_above, is_below) = (
                    terms.at_most(low, above_low),
                    terms.at_most(below_high, high),
                );
                // It is so many steps above the lowest.
                let negative = terms.negative(low);
                let beyond = terms.add_up(above_low, negative);
                let factor = terms.int((*step.denom()).into());
                let beyond = terms.times(beyond, factor);
                let one_step = i128::from(shared) * i128::from(*step.numer());
                let one_step = terms.int(one_step);
                let (rest, zero) = (terms.modulo(beyond, one_step), terms.int(0));
                let is_step = terms.equal(rest, zero);
                terms.and([is_above, is_below, is_step])
            }
            (_, Known::Either(is_word, number, word)) => {
                let (is_word, number, word) = (*is_word, *number, *word);
                let as_word = self.within_domain(fact, &Known::Word(word));
                let as_number = self.within_domain(fact, &Known::Number(number.0, number.1));
                self.terms.ite(is_word, as_word, as_number)
            }
            _ => terms.truth(false),
        }
    }

    /// What a question answers where these facts are bound.
    pub fn question(&mut self, id: QuestionId, here: &Here) -> Said {
        let question = &self.model.questions[id];
        let mut here = here.clone();
        here.retain(|(fact, _)| question.from.contains(fact) || !self.is_fact(*fact));
        let key = (id, here);
        if let Some(known) = self.known.get(&key) {
            return Ok(known.clone());
        }
        if self.terms.len() > MOST_TERMS {
            return Err("it would need too many terms");
        }
        let outcome = self.answer(question, &key.1)?;
        self.known.insert(key, outcome.clone());
        Ok(outcome)
    }

    fn is_fact(&self, variable: VariableId) -> bool {
        self.model.variables[variable].role == crate::model::Role::Fact
    }

    fn answer(&mut self, question: &'a Question, here: &Here) -> Said {
        let combined = self.combined(question, here)?;
        let fallback = match (&question.otherwise, question.combine.where_none_applies()) {
            (Some(otherwise), _) => self.expr(&otherwise.gives, here)?,
            (None, Some(value)) => {
                let known = self.terms.fixed(&value);
                self.terms.valued(known)
            }
            (None, None) => self.terms.ended(self.ends.nothing()),
        };
        let fallback = self.as_set(question, fallback);
        let silent = self.terms.ends_as(&combined, SILENT);
        let mut answer = self.terms.either(silent, &fallback, &combined);
        for (fact, asked) in question.only.iter().rev() {
            let leaf = self.variable(*fact, here)?;
            let valued = self.terms.has_value(&leaf);
            let is_asked = self.among(*fact, asked, &leaf.known);
            let outside = self.terms.ended(self.ends.outside());
            let within = self.terms.either(is_asked, &answer, &outside);
            answer = self.terms.only_where(valued, &within, leaf.end);
        }
        Ok(answer)
    }

    /// Whether a value of a fact is one of those that are marked, by their indices.
    fn among(&mut self, fact: VariableId, marked: &[bool], known: &Known) -> Term {
        let domain = &self.model.variables[fact].domain;
        let mut any = Vec::new();
        for (index, _) in (0..).zip(marked).filter(|(_, marked)| **marked) {
            let value = self.terms.fixed(&domain.value(index));
            any.push(self.terms.same(known, &value));
        }
        self.terms.or(any)
    }

    fn combined(&mut self, question: &'a Question, here: &Here) -> Said {
        let model = self.model;
        let mut given: Vec<(&Rule, Outcome)> = Vec::new();
        for rule in question.rules.iter().map(|id| &model.rules[*id]) {
            let outcome =
                self.block(rule.when.as_ref(), Some(&rule.outcome), &rule.except, here)?;
            given.push((rule, self.as_set(question, outcome)));
        }
        let mut standing = Vec::with_capacity(given.len());
        for (rule, outcome) in &given {
            let mut silenced = Vec::new();
            for (other, over) in &given {
                if model.wins_over(other, rule).is_some() {
                    let silent = self.terms.ends_as(over, SILENT);
                    silenced.push(self.terms.not(silent));
                }
            }
            let is_silenced = self.terms.or(silenced);
            let silent = self.terms.ended(SILENT);
            standing.push(self.terms.either(is_silenced, &silent, outcome));
        }
        self.all_of(question, &standing)
    }

    /// What several contributions make together.
    fn all_of(&mut self, question: &Question, all: &[Outcome]) -> Said {
        match all {
            [] => Ok(self.terms.ended(SILENT)),
            [only] => Ok(only.clone()),
            _ => {
                let (first, second) = all.split_at(all.len() / 2);
                let (first, second) = (
                    self.all_of(question, first)?,
                    self.all_of(question, second)?,
                );
                self.together(question, &first, &second)
            }
        }
    }

    fn together(&mut self, question: &Question, outcome: &Outcome, other: &Outcome) -> Said {
        let both = match question.combine {
            Combine::OnlyOne => return Ok(self.agreed(outcome, other)),
            Combine::Any => return Ok(self.junction(true, outcome, other)),
            Combine::All => return Ok(self.junction(false, outcome, other)),
            Combine::Sum => self.operate(Operation::Add, outcome, other)?,
            Combine::Least => self.extreme(question, Operation::Least, outcome, other)?,
            Combine::Greatest => self.extreme(question, Operation::Greatest, outcome, other)?,
            Combine::Union => self.union(outcome, other),
        };
        Ok(self.unless_silent(outcome, other, &both))
    }

    fn unless_silent(&mut self, outcome: &Outcome, other: &Outcome, both: &Outcome) -> Outcome {
        let (first, second) = (
            self.terms.ends_as(outcome, SILENT),
            self.terms.ends_as(other, SILENT),
        );
        let rest = self.terms.either(second, outcome, both);
        self.terms.either(first, other, &rest)
    }

    /// Two contributions of which only one may stand.
    fn agreed(&mut self, outcome: &Outcome, other: &Outcome) -> Outcome {
        let last = self.terms.int(self.ends.last_gap());
        let (first, second) = (
            self.terms.at_most(outcome.end, last),
            self.terms.at_most(other.end, last),
        );
        let same = self.terms.same_outcome(outcome, other);
        let conflict = self.terms.ended(self.ends.conflict());
        let agreed = self.terms.either(same, outcome, &conflict);
        let known = self.terms.only_known(outcome, other);
        let worse = Outcome {
            end: self.worse(outcome.end, other.end),
            known: known.unwrap_or_else(|| outcome.known.clone()),
        };
        let rest = self.terms.either(second, outcome, &worse);
        let rest = self.terms.either(first, other, &rest);
        let both = self.terms.and([first, second]);
        let whole = self.terms.either(both, &agreed, &rest);
        self.unless_silent(outcome, other, &whole)
    }

    /// Of two that do not stand, the worse: no answer is worse than two.
    fn worse(&mut self, term: Term, other: Term) -> Term {
        let (nothing, conflict) = (
            self.terms.int(self.ends.nothing()),
            self.terms.int(self.ends.conflict()),
        );
        let greater = self.terms.max(term, other);
        let (first, second) = (
            self.terms.equal(term, nothing),
            self.terms.equal(other, nothing),
        );
        let any = self.terms.or([first, second]);
        let is_conflict = self.terms.equal(greater, conflict);
        let is_nothing = self.terms.and([any, is_conflict]);
        self.terms.ite(is_nothing, nothing, greater)
    }

    /// The least or the greatest of two: a number is less than a word, and words are by their places on the scale of the answer.
    fn extreme(
        &mut self,
        question: &Question,
        which: Operation,
        outcome: &Outcome,
        other: &Outcome,
    ) -> Said {
        if let Some(known) = self.terms.only_known(outcome, other) {
            let end = self.terms.max(outcome.end, other.end);
            return Ok(Outcome { end, known });
        }
        if let (Known::Number(..), Known::Number(..)) = (&outcome.known, &other.known) {
            return self.operate(which, outcome, other);
        }
        let scale = scale_of(&question.answer);
        let is_less = self.at_most(scale, &outcome.known, &other.known);
        let is_one = match which {
            Operation::Least => is_less,
            _ => self.terms.not(is_less),
        };
        let valued = [self.terms.has_value(outcome), self.terms.has_value(other)];
        let both = self.terms.and(valued);
        let taken = self.terms.either(is_one, outcome, other);
        let worse = Outcome {
            end: self.terms.max(outcome.end, other.end),
            known: taken.known.clone(),
        };
        Ok(self.terms.either(both, &taken, &worse))
    }

    /// Whether one value is at most another in the order of answers.
    fn at_most(&mut self, scale: &[Word], known: &Known, other: &Known) -> Term {
        let ((is_first, number, word), (is_second, other_number, other_word)) =
            (self.terms.as_either(known), self.terms.as_either(other));
        let (first, second, _) = self.terms.over_one(number, other_number);
        let numbers = self.terms.at_most(first, second);
        let (first, second) = (self.place(scale, word), self.place(scale, other_word));
        let words = self.terms.at_most(first, second);
        let where_word = self.terms.and([is_second, words]);
        let where_number = self.terms.or([is_second, numbers]);
        self.terms.ite(is_first, where_word, where_number)
    }

    /// The place of a word on a scale; where there is none, its number.
    fn place(&mut self, scale: &[Word], word: Term) -> Term {
        let mut place = word;
        for (own_place, own) in (0..).zip(scale) {
            let (term, own_place) = (self.terms.int(own.0.into()), self.terms.int(own_place));
            let is_here = self.terms.equal(word, term);
            place = self.terms.ite(is_here, own_place, place);
        }
        place
    }

    fn union(&mut self, outcome: &Outcome, other: &Outcome) -> Outcome {
        let mut known = outcome.known.clone();
        if let (Known::Set(all), Known::Set(others)) = (&mut known, &other.known) {
            for (word, held) in others {
                let term = all.get(word).copied();
                let either = term.map_or(*held, |term| self.terms.or([term, *held]));
                all.insert(*word, either);
            }
        }
        let end = self.terms.max(outcome.end, other.end);
        Outcome { end, known }
    }

    /// A word as the set of it alone, where the question answers with a set.
    fn as_set(&mut self, question: &Question, outcome: Outcome) -> Outcome {
        let (Combine::Union, Type::Set(words)) = (question.combine, &question.answer) else {
            return outcome;
        };
        let known = match &outcome.known {
            Known::Word(word) => {
                let set = words.iter().map(|each| {
                    let number = self.terms.int(each.0.into());
                    (*each, self.terms.equal(*word, number))
                });
                Known::Set(set.collect())
            }
            Known::Set(_) => outcome.known,
            _ => Known::Set(std::collections::BTreeMap::new()),
        };
        Outcome { known, ..outcome }
    }

    fn block(
        &mut self,
        when: Option<&Expr>,
        outcome: Option<&Gives>,
        except: &[Exception],
        here: &Here,
    ) -> Said {
        let base = match outcome {
            Some(Gives::Gives(expr)) => self.expr(expr, here)?,
            Some(Gives::Gap(gap)) => self.terms.ended(Ends::gap(self.model.same_gap(*gap))),
            None => self.terms.ended(CANCELLED),
        };
        let mut instead = self.terms.ended(SILENT);
        for exception in except {
            let Exception {
                when,
                outcome,
                except,
                ..
            } = exception;
            let own = self.block(when.as_ref(), outcome.as_ref(), except, here)?;
            instead = self.agreed(&instead, &own);
        }
        let silent = self.terms.ended(SILENT);
        let (is_silent, is_cancelled) = (
            self.terms.ends_as(&instead, SILENT),
            self.terms.ends_as(&instead, CANCELLED),
        );
        let rest = self.terms.either(is_cancelled, &silent, &instead);
        let body = self.terms.either(is_silent, &base, &rest);
        let Some(when) = when else { return Ok(body) };
        let when = self.expr(when, here)?;
        let (yes, no) = (self.terms.is(&when, true), self.terms.is(&when, false));
        let otherwise = self.terms.ite(no, silent.end, when.end);
        Ok(self.terms.only_where(yes, &body, otherwise))
    }
}
