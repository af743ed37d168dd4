//! Odds as another program takes them: for each choice of what is left open, each result and its chance.

use crate::diagram::Leaf;
use crate::dice::{self, Part, Results};
use crate::model::Model;
use crate::render::odds::{ShownOdds, values_text};
use itertools::Itertools;
use serde::{Serialize, Serializer};
use std::fmt;

/// The exact chances of each answer to a question, made by [`Question::odds`](super::Question::odds).
///
/// Shown with `{}`, it is a line for each chance: `month is apr: clear 1/2`.
/// `serde` writes it as `chartroom odds --format json` does.
#[derive(Debug, Clone)]
pub struct Odds<'r> {
    pub(super) shown: ShownOdds<'r>,
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
    /// Why what is told cannot be, in words and with the paragraph, where it cannot: they are counted all the same.
    #[must_use]
    pub fn impossible(&self) -> Option<(&str, &str)> {
        self.shown
            .impossible
            .map(|each| (each.says.as_str(), each.cite.as_str()))
    }

    /// Every chance: for each choice of what is left open, one after the other, the results in order.
    pub fn chances(&self) -> impl Iterator<Item = Chance<'_>> {
        let model = self.shown.model;
        let parts = self.shown.odds.parts.iter();
        let all = parts.flat_map(|part| part.results.iter().map(move |results| (part, results)));
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

impl Serialize for Odds<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.shown.view().serialize(serializer)
    }
}

impl fmt::Display for Odds<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.chances().try_for_each(|chance| {
            let given = chance
                .given()
                .map(|(fact, values)| format!("{fact} is {values}"));
            let given = given.format(", ").to_string();
            let given = if given.is_empty() {
                given
            } else {
                format!("{given}: ")
            };
            writeln!(
                formatter,
                "{given}{} {}",
                chance.result(),
                chance.fraction()
            )
        })
    }
}

impl Chance<'_> {
    /// The facts left open, each with the values for which the chance is this.
    pub fn given(&self) -> impl Iterator<Item = (&str, String)> {
        let model = self.model;
        let facts = self.part.facts.iter();
        facts.map(|(fact, set)| (model.variable_name(*fact), values_text(model, *fact, set)))
    }

    /// The result as a person writes it; `gap` where the source lost it.
    #[must_use]
    pub fn result(&self) -> String {
        match self.leaf {
            Leaf::Value(value) => {
                let of = self.results.of.as_ref();
                let is_signed = of.is_some_and(|of| self.model.is_signed(of));
                value.show(&self.model.words, is_signed)
            }
            Leaf::Gap(_) => "gap".to_owned(),
            _ => "no answer".to_owned(),
        }
    }

    /// The chance, exactly: `5/12`, `0`, `1`.
    #[must_use]
    pub fn fraction(&self) -> String {
        self.chance.to_string()
    }

    /// The chance in percent, two decimals: `41.67 %`.
    #[must_use]
    pub fn percent(&self) -> String {
        dice::percent(self.chance)
    }
}
