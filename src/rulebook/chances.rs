//! Odds as another program takes them: for each choice of what is left open, each result and its chance.

use crate::diagram::Leaf;
use crate::dice::{self, Part, Results, Table};
use crate::model::Model;
use crate::render::odds::values_text;
use std::fmt;

/// The exact chances of each answer to a question, made by [`Question::odds`](super::Question::odds).
///
/// Shown with `{}`, it is a line for each chance: `month is apr: clear 1/2`.
#[derive(Debug, Clone)]
pub struct Odds<'r> {
    pub(super) model: &'r Model,
    pub(super) table: Table,
}

/// The chance of one result, for one choice of the facts left open.
#[derive(Debug, Clone)]
pub struct Chance<'a> {
    model: &'a Model,
    part: &'a Part,
    results: &'a Results,
    leaf: &'a Leaf,
    chance: &'a dice::Chance,
}

impl Odds<'_> {
    /// Every chance: for each choice of what is left open, one after the other, the results in order.
    pub fn chances(&self) -> impl Iterator<Item = Chance<'_>> {
        let model = self.model;
        let all = self
            .table
            .parts
            .iter()
            .flat_map(|part| part.results.iter().map(move |own| (part, own)));
        all.flat_map(move |(part, results)| {
            results.chances.iter().map(move |(leaf, chance)| Chance {
                model,
                part,
                results,
                leaf,
                chance,
            })
        })
    }
}

impl fmt::Display for Odds<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for chance in self.chances() {
            let given: Vec<String> = chance
                .given()
                .map(|(fact, values)| format!("{fact} is {values}"))
                .collect();
            if !given.is_empty() {
                write!(formatter, "{}: ", given.join(", "))?;
            }
            writeln!(formatter, "{} {}", chance.result(), chance.fraction())?;
        }
        Ok(())
    }
}

impl Chance<'_> {
    /// The facts left open, each with the values for which the chance is this.
    pub fn given(&self) -> impl Iterator<Item = (&str, String)> {
        self.part.facts.iter().map(|(fact, values)| {
            (
                self.model.variable_name(*fact),
                values_text(self.model, *fact, values),
            )
        })
    }

    /// The result as a person writes it; `gap` where the source lost it.
    #[must_use]
    pub fn result(&self) -> String {
        let signed = self
            .results
            .of
            .as_ref()
            .is_some_and(|of| self.model.is_signed(of));
        match self.leaf {
            Leaf::Value(value) => value.show(&self.model.words, signed),
            Leaf::Gap(_) => "gap".to_owned(),
            _ => "no answer".to_owned(),
        }
    }

    /// The chance, exactly: `5/12`, `0`, `1`.
    #[must_use]
    pub fn fraction(&self) -> String {
        dice::fraction(self.chance)
    }

    /// The chance in percent, two decimals: `41.67 %`.
    #[must_use]
    pub fn percent(&self) -> String {
        dice::percent(self.chance)
    }
}
