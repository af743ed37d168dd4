//! The variables of a file: what a situation can say, as numbers and truths.

use super::term::{Term, Terms};
use super::value::Known;
use crate::model::{Model, VariableId};
use crate::value::DomainKind;
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt::Write;

/// What stands for each variable of the model.
#[derive(Debug, Default)]
pub struct Variables {
    declared: FxHashMap<(VariableId, usize), (Term, Known)>,
    /// The declaration of each name, with what holds of it.
    texts: FxHashMap<String, String>,
    /// Which variables are those of the file; all others are copies of this number, that nothing else looks at.
    shared: Option<(FxHashSet<VariableId>, usize)>,
    /// Whether a shared one was asked for.
    met_shared: bool,
}

impl Variables {
    /// From now on, all variables but these are copies of their own.
    pub fn set_apart(&mut self, shared: FxHashSet<VariableId>, copy: usize) {
        self.shared = Some((shared, copy));
        self.met_shared = false;
    }

    /// Ends that; whether a variable was asked for that is no copy.
    pub fn end_apart(&mut self) -> bool {
        self.shared = None;
        self.met_shared
    }

    /// The index of a variable, and its value.
    pub fn declared(
        &mut self,
        terms: &mut Terms,
        model: &Model,
        variable: VariableId,
    ) -> (Term, Known) {
        let copy = match &self.shared {
            Some((shared, copy)) if !shared.contains(&variable) => *copy,
            _ => {
                self.met_shared = true;
                0
            }
        };
        if let Some(known) = self.declared.get(&(variable, copy)) {
            return known.clone();
        }
        let mut name = model.variables[variable].name.replace(['|', '\\'], "_");
        // No name is one of a solver's own.
        name.insert_str(0, "told:");
        if copy > 0 {
            let _ = write!(name, " ({copy})");
        }
        let made = self.declare(terms, model, variable, &name);
        self.declared.insert((variable, copy), made.clone());
        made
    }

    fn declare(
        &mut self,
        terms: &mut Terms,
        model: &Model,
        variable: VariableId,
        name: &str,
    ) -> (Term, Known) {
        let domain = &model.variables[variable].domain;
        match &domain.kind {
            DomainKind::Bool => {
                let truth = self.truth(terms, format!("|{name}|"));
                let (term, zero) = (terms.int(1), terms.int(0));
                (terms.ite(truth, term, zero), Known::Truth(truth))
            }
            DomainKind::Sets(words) => {
                let (mut index, zero) = (terms.int(0), terms.int(0));
                let mut set = std::collections::BTreeMap::new();
                for (bit, word) in (0..).zip(words) {
                    let text = model.words.text(*word);
                    let held = self.truth(terms, format!("|{name}: {text}|"));
                    let place = terms.int(1 << bit);
                    let place = terms.ite(held, place, zero);
                    index = terms.add_up(index, place);
                    set.insert(*word, held);
                }
                (index, Known::Set(set))
            }
            DomainKind::Words { words, .. } | DomainKind::Text(words) => {
                let index = self.number(terms, format!("|{name}|"), domain.size());
                let mut all = words.iter().enumerate().rev();
                let last = all.next().map_or(0, |(_, word)| word.0.into());
                let mut value = terms.int(last);
                for (place, word) in all {
                    let place = i128::try_from(place).unwrap_or(0);
                    let (place, word) = (terms.int(place), terms.int(word.0.into()));
                    let is_here = terms.equal(index, place);
                    value = terms.ite(is_here, word, value);
                }
                (index, Known::Word(value))
            }
            DomainKind::Listed(numbers) => {
                let index = self.number(terms, format!("|{name}|"), domain.size());
                let mut all = numbers.iter().enumerate().rev();
                let last = all.next().map(|(_, number)| *number).unwrap_or_default();
                let (mut value, mut below) = terms.number(last);
                for (place, number) in all {
                    let place = terms.int(i128::try_from(place).unwrap_or(0));
                    let is_here = terms.equal(index, place);
                    let own = terms.number(*number);
                    let (term, rest, shared) = terms.over_one(own, (value, below));
                    (value, below) = (terms.ite(is_here, term, rest), shared);
                }
                (index, Known::Number(value, below))
            }
            DomainKind::Numbers { low, step, .. } => {
                let index = self.number(terms, format!("|{name}|"), domain.size());
                let (low, step) = (terms.number(*low), terms.number(*step));
                let (low, step, below) = terms.over_one(low, step);
                let above = terms.times(step, index);
                (index, Known::Number(terms.add_up(low, above), below))
            }
        }
    }

    fn truth(&mut self, terms: &mut Terms, name: String) -> Term {
        self.texts
            .insert(name.clone(), format!("(declare-const {name} Bool)\n"));
        terms.variable(name, true)
    }

    fn number(&mut self, terms: &mut Terms, name: String, size: u32) -> Term {
        let text =
            format!("(declare-const {name} Int)\n(assert (and (<= 0 {name}) (< {name} {size})))\n");
        self.texts.insert(name.clone(), text);
        terms.variable(name, false)
    }

    /// The declaration of a name, and what holds of it.
    pub fn text(&self, name: &str) -> &str {
        self.texts.get(name).map_or("", String::as_str)
    }
}
