//! Odds: what is shown of them once, for a program; and side by side in panels, from which the page and the plot are made.
//! Fractions and decimals are texts, so that nothing is lost.

mod page;
mod panels;
#[cfg(feature = "book")]
mod picture;
#[cfg(feature = "plot")]
mod svg;
mod under;

pub use panels::{labels_text, values_text};
#[cfg(feature = "plot")]
pub use svg::svg;
pub use under::ChartOdds;

use super::answer::{Excluded, assumed};
use super::told::{Facts, Told, Version};
use super::words;
use crate::check::type_of;
use crate::diagram::Leaf;
use crate::dice::{self, Chance, Sample, Table, decimal, decimals, interval};
use crate::dice::{fraction_or_decimals, percent, short_fraction};
use crate::model::{Impossible, Model, QuestionId, Type, VariableId};
use indexmap::IndexMap;
use num_traits::Zero;
use panels::Panel;
use rustc_hash::FxHashSet;
use schemars::JsonSchema;
use serde::Serialize;

#[derive(Debug, Clone)]
pub struct ShownOdds<'a> {
    pub model: &'a Model,
    /// The question, process or procedure.
    pub name: String,
    /// What people call it.
    pub title: String,
    pub asks: String,
    pub cite: Vec<String>,
    /// The facts as they were given.
    pub facts: Vec<(String, String)>,
    /// Of a process: the facts given before the first turn alone.
    pub start: Vec<(String, String)>,
    /// The condition that is known to hold.
    pub given: Option<String>,
    /// Of a process: after how many turns.
    pub turns: Option<u32>,
    /// Of a process: the condition until which it goes on.
    pub until: Option<String>,
    /// Of a process: what a turn is.
    pub each: Option<String>,
    /// The facts left open of which nobody asked for a column for each value.
    pub unasked: Vec<String>,
    pub sums: Vec<Sum>,
    /// The switches as they are played, and the readings that are taken otherwise than by default.
    pub played: Vec<(VariableId, u32)>,
    pub odds: Table,
    /// Why what is given cannot be.
    pub impossible: Option<&'a Impossible>,
}

/// Several results taken together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sum {
    /// How it was asked for.
    pub name: String,
    /// What it is a sum of: a question, state or outcome.
    pub of: String,
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
    /// Why what is given cannot be.
    #[serde(skip_serializing_if = "Option::is_none")]
    impossible: Option<Excluded>,
    /// Why something is left out: it cannot be, and nothing of it is counted.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    left_out: Vec<Excluded>,
    /// The facts as they were given.
    facts: IndexMap<String, String>,
    /// Of a process: the facts given before the first turn alone.
    #[serde(skip_serializing_if = "IndexMap::is_empty")]
    start: IndexMap<String, String>,
    #[serde(skip)]
    begun: Vec<String>,
    /// The facts that are taken as they usually are.
    #[serde(skip_serializing_if = "Facts::is_empty")]
    assumed: Facts,
    /// The facts that nobody gave, in words: those that the rules find, and those that are taken as usual.
    #[serde(skip)]
    found: [String; 2],
    /// The switches as they are played, and the readings that are taken otherwise than by default.
    #[serde(skip_serializing_if = "IndexMap::is_empty")]
    played: IndexMap<String, String>,
    #[serde(skip)]
    played_so: Vec<String>,
    /// Only what agrees with this condition is counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    given: Option<String>,
    /// Of a process: after how many turns.
    #[serde(skip_serializing_if = "Option::is_none")]
    turns: Option<u32>,
    /// Of a process: it goes on until this holds after a turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    until: Option<String>,
    /// Of a process: what a turn is.
    #[serde(skip_serializing_if = "Option::is_none")]
    each: Option<String>,
    #[serde(flatten)]
    odds: Odds,
    /// The facts as people say them.
    #[serde(skip)]
    terms: Vec<String>,
    #[serde(skip)]
    unasked: Vec<String>,
    #[serde(skip)]
    panels: Vec<Panel>,
}

/// Exact odds, or estimates.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
enum Odds {
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
        estimates: Vec<Spread>,
    },
}

/// The odds for some values of the facts left open.
#[derive(Debug, Serialize, JsonSchema)]
struct Part {
    /// For each of these facts, the values for which the odds hold.
    facts: IndexMap<String, Vec<Told>>,
    #[serde(skip)]
    words: Vec<String>,
    /// Of a process that goes on until a condition holds: how it ends. The chances of its results are then those of ending so.
    #[serde(skip_serializing_if = "Option::is_none")]
    ending: Option<Ending>,
    results: Vec<Spread>,
}

/// How a process ends that goes on until a condition holds.
#[derive(Debug, Serialize, JsonSchema)]
struct Ending {
    /// The number of turns to expect; none where it is infinite, for it may never end, and where it may end without an answer.
    expected_turns: Option<Share>,
    /// The chance that it never ends.
    never: Share,
    /// The chance that it comes to where nobody knows whether the condition holds: a number left its domain, or the source lost what comes.
    unanswered: Share,
    /// What is said of it: its name, the fraction and the decimals.
    #[serde(skip)]
    rows: Vec<[String; 3]>,
}

/// What can come out of one question, state or condition.
#[derive(Debug, Serialize, JsonSchema)]
struct Spread {
    of: String,
    #[serde(flatten)]
    results: Results,
    /// Several results taken together.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    sums: Vec<Result>,
    /// Of a condition of a process: its chance after each turn.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    by_turn: Vec<Share>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum Results {
    /// The chance of each result; none where what is given can never be so.
    Chances(Vec<Result>),
    /// How often each result came.
    Counts(Vec<Result>),
}

/// A result and its chance.
#[derive(Debug, Serialize, JsonSchema)]
struct Result {
    result: Told,
    #[serde(flatten)]
    share: Share,
}

/// A chance, or how often a result came.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
enum Share {
    Exact {
        fraction: String,
        /// To twelve places.
        decimal: String,
    },
    Counted {
        count: u64,
        #[serde(skip)]
        of: u64,
        /// Its share of the trials counted.
        decimal: String,
        /// The low end of the interval.
        low: String,
        /// The high end.
        high: String,
    },
}

impl Share {
    fn of(chance: &Chance, sample: Option<Sample>) -> Self {
        let Some(sample) = sample else {
            return Self::Exact {
                fraction: chance.to_string(),
                decimal: decimals(chance, 12),
            };
        };
        let count = sample.hits(chance);
        let (low, high) = interval(count, sample.counted);
        Self::Counted {
            count,
            of: sample.counted,
            decimal: decimals(chance, 6),
            low: decimals(&low, 6),
            high: decimals(&high, 6),
        }
    }
}

/// How it ends where its condition has no answer.
const UNANSWERED: &str = "no answer";

impl Ending {
    fn of(ending: &dice::Ending) -> Self {
        let turns = ending.turns.as_ref();
        let without = || match ending.never.is_zero() {
            true => UNANSWERED,
            false => "infinite",
        };
        let expected = turns.map_or_else(
            || [String::new(), without().to_owned()],
            |turns| [short_fraction(turns).unwrap_or_default(), decimal(turns, 4)],
        );
        let others = [
            ("never ends", &ending.never),
            (UNANSWERED, &ending.unanswered),
        ];
        let others = others.into_iter().filter(|(_, chance)| !chance.is_zero());
        let others =
            others.map(|(name, chance)| (name, [fraction_or_decimals(chance), percent(chance)]));
        let rows = std::iter::once(("expected", expected)).chain(others);
        Self {
            expected_turns: turns.map(|turns| Share::Exact {
                fraction: turns.to_string(),
                decimal: decimal(turns, 12),
            }),
            never: Share::of(&ending.never, None),
            unanswered: Share::of(&ending.unanswered, None),
            rows: rows
                .map(|(name, [fraction, decimals])| [name.to_owned(), fraction, decimals])
                .collect(),
        }
    }
}

impl Spread {
    fn rows(&self) -> impl Iterator<Item = &Result> {
        let (Results::Chances(rows) | Results::Counts(rows)) = &self.results;
        rows.iter().chain(&self.sums)
    }
}

impl Sum {
    /// Its chance among those of some results.
    fn chance(&self, chances: &[(Leaf, Chance)]) -> Chance {
        let results: FxHashSet<&Leaf> = self.results.iter().collect();
        let summed = chances.iter().filter(|(leaf, _)| results.contains(leaf));
        summed.map(|(_, chance)| chance).sum()
    }
}

impl<'a> ShownOdds<'a> {
    /// The same as those of a question.
    #[must_use]
    pub fn of_question(self, id: QuestionId) -> Self {
        let question = &self.model.questions[id];
        Self {
            name: question.name.clone(),
            title: self.model.title_of_question(id),
            asks: question.asks.clone(),
            cite: question.cite.clone(),
            ..self
        }
    }

    /// Odds of which nothing is told but what they are.
    pub const fn of(model: &'a Model, odds: Table) -> Self {
        Self {
            model,
            name: String::new(),
            title: String::new(),
            asks: String::new(),
            cite: Vec::new(),
            facts: Vec::new(),
            start: Vec::new(),
            given: None,
            turns: None,
            until: None,
            each: None,
            unasked: Vec::new(),
            sums: Vec::new(),
            played: Vec::new(),
            odds,
            impossible: None,
        }
    }

    fn sums_of<'s>(&'s self, name: &'s str) -> impl Iterator<Item = &'s Sum> {
        self.sums.iter().filter(move |sum| sum.of == name)
    }

    /// A text that is an answer, with the texts given for the facts that it names in braces, or for the one fact that it is.
    pub(super) fn with_texts(&self, text: &str) -> String {
        let model = self.model;
        let Some(answer) = model.words.find(text) else {
            return text.to_owned();
        };
        let told = self.facts.iter().filter_map(|(name, value)| {
            let fact = model.fact_named(name)?;
            let is_text = type_of(model, fact) == Some(Type::Text);
            let index = model.index_named(fact, value).filter(|_| !is_text);
            let shown = index.map(|index| model.show_index(fact, index));
            Some((fact, shown.or_else(|| is_text.then(|| value.clone()))?))
        });
        let told: Vec<(VariableId, String)> = told.collect();
        let given = |fact| {
            let told = told.iter().find(|(other, _)| *other == fact);
            told.map(|(_, text)| text.clone())
        };
        let facts = told.iter().map(|(fact, _)| *fact);
        let shown = model.text_told(answer, facts, &given);
        shown.unwrap_or_else(|| text.to_owned())
    }

    fn told(&self, leaf: &Leaf, of: Option<&Type>) -> Told {
        let mut told = Told::leaf(self.model, leaf, of);
        if of == Some(&Type::Text) && leaf.value().is_some() {
            return Told::text(self.with_texts(&told.words));
        }
        if *leaf == Leaf::Silent {
            "-".clone_into(&mut told.words);
        }
        told
    }

    fn part(&self, part: &dice::Part) -> Part {
        let model = self.model;
        let facts = part.facts.iter().map(|(fact, set)| {
            let values = set.iter().map(|index| Told::index(model, *fact, *index));
            (model.variable_name(*fact).to_owned(), values.collect())
        });
        let words = part
            .facts
            .iter()
            .map(|(fact, set)| values_text(model, *fact, set));
        Part {
            facts: facts.collect(),
            words: words.collect(),
            ending: part.ending.as_ref().map(Ending::of),
            results: part
                .results
                .iter()
                .map(|results| self.spread(results))
                .collect(),
        }
    }

    fn spread(&self, results: &dice::Results) -> Spread {
        let sample = self.odds.sample;
        let rows = results.chances.iter().map(|(leaf, chance)| Result {
            result: self.told(leaf, results.of.as_ref()),
            share: Share::of(chance, sample),
        });
        let sums = self.sums_of(&results.name).map(|sum| Result {
            result: Told::text(&*sum.name),
            share: Share::of(&sum.chance(&results.chances), sample),
        });
        let rows = rows.collect();
        Spread {
            of: results.name.clone(),
            results: match sample {
                None => Results::Chances(rows),
                Some(_) => Results::Counts(rows),
            },
            sums: sums.collect(),
            by_turn: results
                .by_turn
                .iter()
                .map(|chance| Share::of(chance, None))
                .collect(),
        }
    }

    fn listed(&self) -> Odds {
        let Table {
            open,
            parts,
            sample,
            ..
        } = &self.odds;
        let parts = parts.iter().map(|part| self.part(part));
        match sample {
            None => Odds::Exact {
                open: open
                    .iter()
                    .map(|fact| self.model.variable_name(*fact).to_owned())
                    .collect(),
                odds: parts.collect(),
            },
            Some(sample) => Odds::Estimated {
                trials: sample.trials,
                counted: sample.counted,
                seed: sample.seed,
                confidence: "0.999",
                estimates: parts.flat_map(|part| part.results).collect(),
            },
        }
    }

    pub fn view(&self) -> View {
        let said = |(name, value): &(String, String)| words::said_by_name(self.model, name, value);
        let terms = self.facts.iter().map(said);
        let played = self.played.iter().map(|(reading, option)| {
            let name = self.model.variable_name(*reading).to_owned();
            (name, self.model.show_index(*reading, *option))
        });
        let left_out = self.odds.excluded.iter();
        let left_out = left_out.filter_map(|place| self.model.impossible.get(*place));
        View {
            version: Version,
            game: self.model.game.clone(),
            of: self.name.clone(),
            title: self.title.clone(),
            asks: self.asks.clone(),
            cite: self.cite.clone(),
            impossible: self.impossible.map(Excluded::of),
            left_out: left_out.map(Excluded::of).collect(),
            facts: self.facts.iter().cloned().collect(),
            start: self.start.iter().cloned().collect(),
            begun: self.start.iter().map(said).collect(),
            assumed: assumed(self.model, &self.odds.taken),
            found: words::found(self.model, &self.odds.taken),
            played: played.collect(),
            played_so: words::played(self.model, &self.played).collect(),
            given: self.given.clone(),
            turns: self.turns,
            until: self.until.clone(),
            each: self.each.clone(),
            odds: self.listed(),
            terms: terms.collect(),
            unasked: self.unasked.clone(),
            panels: panels::panels(self),
        }
    }
}
