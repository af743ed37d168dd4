//! Odds: what is shown of them once, for a program; and side by side in panels, from which the page and the plot are made.
//! Fractions and decimals are texts, so that nothing is lost.

mod page;
mod panels;
#[cfg(feature = "plot")]
mod svg;
mod under;

pub use panels::values_text;
#[cfg(feature = "plot")]
pub use svg::svg;
pub use under::ChartOdds;

use super::told::{Told, Version};
use super::words::{self, capital};
use crate::diagram::Leaf;
use crate::dice::simulate::{Counted, Estimate};
use crate::dice::{self, Chance, Table, decimals, fraction, interval};
use crate::model::{Model, Type};
use indexmap::IndexMap;
use num_bigint::BigUint;
use num_traits::Zero;
use panels::Panel;
use schemars::JsonSchema;
use serde::Serialize;

/// Odds and what belongs to them.
#[derive(Debug)]
pub struct ShownOdds<'a> {
    /// The model asked.
    pub model: &'a Model,
    /// The question, process or procedure.
    pub name: String,
    /// What people call it.
    pub title: String,
    /// What it asks, in words.
    pub asks: String,
    /// Its paragraphs.
    pub cite: Vec<String>,
    /// The facts as they were given.
    pub facts: Vec<(String, String)>,
    /// The condition that is known to hold.
    pub given: Option<String>,
    /// Of a process: after how many turns, and what a turn is.
    pub turns: Option<(u32, String)>,
    /// Sums of results.
    pub sums: Vec<Sum>,
    /// The odds.
    pub odds: Odds,
}

/// Exact odds or estimates.
#[derive(Debug)]
pub enum Odds {
    /// Exact.
    Exact(Table),
    /// Estimated, with the seed.
    Estimated(Estimate, u64),
}

/// Several results taken together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sum {
    /// How it was asked for.
    pub name: String,
    /// What it is a sum of: a question, state or outcome.
    pub of: String,
    /// The results.
    pub results: Vec<Leaf>,
}

/// The odds of a question, process or procedure.
#[derive(Debug, Serialize, JsonSchema)]
pub struct View {
    version: Version<1>,
    game: String,
    /// The question, process or procedure.
    of: String,
    #[serde(skip)]
    title: String,
    asks: String,
    cite: Vec<String>,
    /// The facts as they were given.
    facts: IndexMap<String, String>,
    /// Only what agrees with this condition is counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    given: Option<String>,
    /// Of a process: after how many turns.
    #[serde(skip_serializing_if = "Option::is_none")]
    turns: Option<u32>,
    /// Of a process: what a turn is.
    #[serde(skip_serializing_if = "Option::is_none")]
    each: Option<String>,
    #[serde(flatten)]
    found: Found,
    /// The facts as people say them.
    #[serde(skip)]
    terms: Vec<String>,
    #[serde(skip)]
    panels: Vec<Panel>,
}

/// Exact odds, or estimates.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
enum Found {
    Exact {
        /// The facts left open that matter.
        open: Vec<String>,
        /// For each choice of these, the odds.
        odds: Vec<Part>,
    },
    Estimated {
        trials: u64,
        /// The trials that agree with what is given.
        counted: u64,
        seed: u64,
        /// How often the true share lies within an interval.
        confidence: &'static str,
        estimates: Vec<Estimated>,
    },
}

/// The odds for some values of the facts left open.
#[derive(Debug, Serialize, JsonSchema)]
struct Part {
    /// For each of these facts, the values for which the odds hold.
    facts: IndexMap<String, Vec<Told>>,
    #[serde(skip)]
    words: Vec<String>,
    results: Vec<Spread>,
}

/// What can come out of one question, state or condition.
#[derive(Debug, Serialize, JsonSchema)]
struct Spread {
    of: String,
    /// The chance of each result; none where what is given can never be so.
    chances: Vec<Result>,
    /// The chances of several results taken together.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    sums: Vec<Result>,
    /// Of a condition of a process: its chance after each turn.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    by_turn: Vec<Share>,
}

/// A result and its chance.
#[derive(Debug, Serialize, JsonSchema)]
struct Result {
    result: Told,
    #[serde(flatten)]
    share: Share,
}

/// A chance.
#[derive(Debug, Serialize, JsonSchema)]
struct Share {
    fraction: String,
    /// To twelve places.
    decimal: String,
}

/// How often each result of one question, state or condition came.
#[derive(Debug, Serialize, JsonSchema)]
struct Estimated {
    of: String,
    counts: Vec<Tally>,
    /// How often several results taken together came.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    sums: Vec<Tally>,
}

/// How often a result came.
#[derive(Debug, Serialize, JsonSchema)]
struct Tally {
    result: Told,
    count: u64,
    /// Its share of the trials counted.
    decimal: String,
    /// The low end of the interval.
    low: String,
    /// The high end.
    high: String,
}

impl Share {
    fn of(chance: &Chance) -> Self {
        Self {
            fraction: fraction(chance),
            decimal: decimals(chance, 12),
        }
    }
}

impl Tally {
    fn of(result: Told, count: u64, counted: u64) -> Self {
        let (low, high) = interval(count, counted);
        Self {
            result,
            count,
            decimal: decimals(&share(count, counted), 6),
            low: decimals(&low, 6),
            high: decimals(&high, 6),
        }
    }
}

/// How many of how many.
fn share(count: u64, of: u64) -> Chance {
    Chance::new(BigUint::from(count), BigUint::from(of.max(1)))
}

impl Sum {
    /// Its chance among those of some results.
    fn chance(&self, chances: &[(Leaf, Chance)]) -> Chance {
        let own = chances
            .iter()
            .filter(|(leaf, _)| self.results.contains(leaf));
        own.fold(Chance::zero(), |sum, (_, chance)| sum + chance)
    }

    fn count(&self, counts: &[(Leaf, u64)]) -> u64 {
        let own = counts
            .iter()
            .filter(|(leaf, _)| self.results.contains(leaf));
        own.map(|(_, count)| count).sum()
    }
}

impl ShownOdds<'_> {
    /// The sums of what is asked by a name.
    fn sums_of<'s>(&'s self, name: &'s str) -> impl Iterator<Item = &'s Sum> {
        self.sums.iter().filter(move |sum| sum.of == name)
    }

    fn told(&self, leaf: &Leaf, of: Option<&Type>) -> Told {
        let told = Told::leaf(self.model, leaf, of);
        match leaf {
            Leaf::Silent => Told {
                words: "-".to_owned(),
                ..told
            },
            _ => told,
        }
    }

    fn part(&self, part: &dice::Part) -> Part {
        let facts = part.facts.iter().map(|(fact, indices)| {
            let values = indices
                .iter()
                .map(|index| Told::index(self.model, *fact, *index));
            (self.model.variable_name(*fact).to_owned(), values.collect())
        });
        let words = part
            .facts
            .iter()
            .map(|(fact, set)| values_text(self.model, *fact, set));
        Part {
            facts: facts.collect(),
            words: words.collect(),
            results: part
                .results
                .iter()
                .map(|results| self.spread(results))
                .collect(),
        }
    }

    fn spread(&self, results: &dice::Results) -> Spread {
        let chances = results.chances.iter().map(|(leaf, chance)| Result {
            result: self.told(leaf, results.of.as_ref()),
            share: Share::of(chance),
        });
        let sums = self.sums_of(&results.name).map(|sum| Result {
            result: Told::text(&*sum.name),
            share: Share::of(&sum.chance(&results.chances)),
        });
        Spread {
            of: results.name.clone(),
            chances: chances.collect(),
            sums: sums.collect(),
            by_turn: results.by_turn.iter().map(Share::of).collect(),
        }
    }

    fn estimated(&self, counted: &Counted, all: u64) -> Estimated {
        let counts = counted
            .counts
            .iter()
            .map(|(leaf, count)| Tally::of(self.told(leaf, counted.of.as_ref()), *count, all));
        let sums = self
            .sums_of(&counted.name)
            .map(|sum| Tally::of(Told::text(&*sum.name), sum.count(&counted.counts), all));
        Estimated {
            of: counted.name.clone(),
            counts: counts.collect(),
            sums: sums.collect(),
        }
    }

    fn found(&self) -> Found {
        match &self.odds {
            Odds::Exact(table) => {
                let open = table
                    .open
                    .iter()
                    .map(|fact| self.model.variable_name(*fact).to_owned());
                let odds = table.parts.iter().map(|part| self.part(part));
                Found::Exact {
                    open: open.collect(),
                    odds: odds.collect(),
                }
            }
            Odds::Estimated(estimate, seed) => Found::Estimated {
                trials: estimate.trials,
                counted: estimate.counted,
                seed: *seed,
                confidence: "0.999",
                estimates: {
                    let results = estimate.results.iter();
                    results
                        .map(|own| self.estimated(own, estimate.counted))
                        .collect()
                },
            },
        }
    }

    /// A fact as people say it: `Month: Oct`.
    fn term(&self, name: &str, value: &str) -> String {
        let model = self.model;
        let Some(fact) = model.fact_named(name) else {
            return format!("{name}: {value}");
        };
        let index = model.index_named(fact, value);
        let value = index.map_or_else(|| value.to_owned(), |index| model.label_of(fact, index));
        format!("{}: {}", capital(&model.title_of(fact)), capital(&value))
    }

    /// The view of the odds.
    #[must_use]
    pub fn view(&self) -> View {
        View {
            version: Version,
            game: self.model.game.clone(),
            of: self.name.clone(),
            title: self.title.clone(),
            asks: self.asks.clone(),
            cite: self.cite.clone(),
            facts: self.facts.iter().cloned().collect(),
            given: self.given.clone(),
            turns: self.turns.as_ref().map(|(turns, _)| *turns),
            each: self.turns.as_ref().map(|(_, each)| each.clone()),
            found: self.found(),
            terms: self
                .facts
                .iter()
                .map(|(name, value)| self.term(name, value))
                .collect(),
            panels: panels::panels(self),
        }
    }
}

/// What is asked for people: the value in their words.
fn label(model: &Model, name: &str, leaf: &Leaf, of: Option<&Type>) -> String {
    let Leaf::Value(value) = leaf else {
        return words::no_value(leaf).to_owned();
    };
    if let Some(question) = model.question_names.get(name) {
        return model.answer_of(*question, value);
    }
    let fact = model.variable_names.get(name).copied();
    let index = fact.and_then(|fact| Some((fact, model.variable(fact)?.domain.index(value)?)));
    match index {
        Some((fact, index)) => model.label_of(fact, index),
        None => words::leaf(model, leaf, of),
    }
}
