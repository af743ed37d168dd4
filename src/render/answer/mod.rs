//! An answer with both its sides: as a program reads it, and as a person does, first what it is, then all that made it.

mod first;
mod line;
mod open;
mod usual;
mod why;

pub use first::first;
pub use line::Line;
pub use open::{fact_line, labels_of};
pub use why::{brief, human, human_of, place_of};

use super::told::Version;
use crate::answer::{
    Answer, Asker, Change, Excepted, Explanation, Facts, Part, Parts, Ruling, TakenFact, Told,
};
use crate::diagnostic::Code;
use crate::diagram::Leaf;
use crate::model::{Impossible, Model, VariableId};
use schemars::JsonSchema;
use serde::{Serialize, Serializer};
use serde_json::Value;

/// An answer and what belongs to it.
#[derive(Debug)]
pub struct Shown<'a> {
    pub answer: &'a Answer<'a>,
    pub why: Explanation,
    pub parts: Parts,
    /// The exceptions that took effect.
    pub excepted: Vec<Excepted>,
    /// What would change it.
    pub changes: Vec<Change>,
    /// What is to be known of the facts given before the answer is read.
    pub before: Vec<String>,
    /// What is to be said of the facts given.
    pub notes: Vec<String>,
}

impl<'a> Shown<'a> {
    /// An answer with its reasons.
    #[must_use]
    pub fn new(answer: &'a Answer<'a>) -> Self {
        Self {
            answer,
            why: answer.why(),
            parts: Parts::default(),
            excepted: Vec::new(),
            changes: Vec::new(),
            before: Vec::new(),
            notes: Vec::new(),
        }
    }
}

/// An answer with both its sides.
#[derive(Debug, Serialize, JsonSchema)]
pub struct View {
    version: Version<1>,
    game: String,
    question: String,
    asks: String,
    cite: Vec<String>,
    #[serde(flatten)]
    outcome: Outcome,
    /// Where it depends on more facts: what the values of the first of them lead to, where that is few things.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    leads: Vec<Lead>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unit: Option<String>,
    why: Explanation,
    /// The facts that the rules found.
    found: Vec<FoundBy>,
    /// What the answer is made of, zeros too.
    parts: Vec<Part>,
    /// The exceptions that took effect: those without which the answer would be another one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    excepted: Vec<Excepted>,
    /// Of a sum of which a part is lost: the sum of the others.
    #[serde(skip_serializing_if = "Option::is_none")]
    rest: Option<Value>,
    /// What was taken as usual.
    #[serde(skip_serializing_if = "Facts::is_empty")]
    assumed: Facts,
    /// Each value of a fact taken as usual that gives another answer, with that answer.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    would_change: Vec<Other>,
    /// Why the situation cannot be.
    #[serde(skip_serializing_if = "Option::is_none")]
    impossible: Option<Excluded>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
}

/// An answer, and what stands beside it where it is no value.
#[derive(Debug, Default, Serialize, JsonSchema)]
struct Outcome {
    answer: Option<Told>,
    /// Of a gap: what is lost.
    #[serde(skip_serializing_if = "Option::is_none")]
    lost: Option<String>,
    /// Of a gap: the paragraph in which it is lost.
    #[serde(skip_serializing_if = "Option::is_none")]
    lost_in: Option<String>,
    /// Of a gap: the fact that a person can tell in its place.
    #[serde(skip_serializing_if = "Option::is_none")]
    tell_instead: Option<String>,
    /// The facts on which it still depends.
    #[serde(skip_serializing_if = "Option::is_none")]
    needs: Option<Vec<String>>,
    /// The answers that are still possible.
    #[serde(skip_serializing_if = "Option::is_none")]
    possible: Option<Vec<Told>>,
    /// Facts that a question could not find, and why.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    unfound: Vec<Unfound>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<Refusal>,
}

/// What some values of a fact lead to.
#[derive(Debug, Serialize, JsonSchema)]
struct Lead {
    values: Vec<Told>,
    /// The answers that are possible then; what is lost is one of them, whatever is lost.
    answers: Vec<Told>,
    /// In place of these, where the answer is the value and always so much more: how much.
    #[serde(skip_serializing_if = "Option::is_none")]
    more: Option<Told>,
}

/// Why there is no answer.
#[derive(Debug, Serialize, JsonSchema)]
struct Refusal {
    code: &'static str,
    message: String,
}

/// A fact that a question could not find.
#[derive(Debug, Serialize, JsonSchema)]
struct Unfound {
    #[serde(flatten)]
    outcome: Outcome,
    fact: String,
    by: String,
}

/// A fact that the rules found.
#[derive(Debug, Serialize, JsonSchema)]
struct FoundBy {
    fact: String,
    value: Told,
    /// The question that found it.
    by: Option<String>,
    cite: Vec<String>,
}

/// Another value of a fact, and the answer with it.
#[derive(Debug, Serialize, JsonSchema)]
struct Other {
    #[serde(flatten)]
    outcome: Outcome,
    fact: String,
    value: Told,
    /// Whether more facts have to be told then.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    open: bool,
}

/// Why a situation cannot be.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Excluded {
    pub(super) says: String,
    pub(super) cite: String,
}

/// As `chartroom ask --format json` writes it.
impl Serialize for Answer<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let shown = Shown {
            parts: self.all_parts(),
            excepted: self.excepted(),
            changes: self.changes(&mut Asker::new(self.model)),
            ..Shown::new(self)
        };
        view(shown).serialize(serializer)
    }
}

/// The view of an answer.
#[must_use]
pub fn view(shown: Shown<'_>) -> View {
    let (answer, model) = (shown.answer, shown.answer.model);
    let question = &model.questions[answer.question];
    let unit = answer.unit();
    let found_by = answer.taken.iter().filter(|taken| !taken.is_assumed(model));
    let found_by = found_by.map(|taken| FoundBy {
        fact: model.variable_name(taken.fact).to_owned(),
        value: Told::index(model, taken.fact, taken.index),
        by: taken
            .question(model)
            .map(|id| model.questions[id].name.clone()),
        cite: taken.cite(model),
    });
    let others = shown.changes.iter().map(|change| Other {
        outcome: match &change.ruling {
            // Which facts are missing then is another question.
            Ruling::Needs(_) => Outcome::default(),
            other => Outcome::of(model, other, None),
        },
        fact: model.variable_name(change.fact).to_owned(),
        value: Told::index(model, change.fact, change.index),
        open: matches!(change.ruling, Ruling::Needs(_)),
    });
    View {
        version: Version,
        game: model.game.clone(),
        question: question.name.clone(),
        asks: question.asks.clone(),
        cite: question.cite.clone(),
        outcome: Outcome::of_answer(answer),
        leads: leads(model, &answer.ruling),
        unit: (!unit.is_empty()).then(|| unit.to_owned()),
        why: shown.why,
        found: found_by.collect(),
        rest: rest(model, &shown.parts),
        parts: shown.parts.all,
        excepted: shown.excepted,
        assumed: assumed(model, &answer.taken),
        would_change: others.collect(),
        impossible: answer.impossible.map(Excluded::of),
        notes: [shown.before, shown.notes].concat(),
    }
}

impl Excluded {
    pub fn of(impossible: &Impossible) -> Self {
        Self {
            says: impossible.says.clone(),
            cite: impossible.cite.clone(),
        }
    }
}

impl Outcome {
    fn of_answer(answer: &Answer<'_>) -> Self {
        let name = |fact| answer.model.variable_name(fact).to_owned();
        Self {
            tell_instead: answer.told_instead().map(name),
            ..Self::of(answer.model, &answer.ruling, answer.text())
        }
    }

    fn of(model: &Model, ruling: &Ruling, text: Option<String>) -> Self {
        let refused = |code, message| Self {
            error: Some(Refusal { code, message }),
            ..Self::default()
        };
        let told = |leaf: &Leaf| Told::leaf(model, leaf, None);
        match ruling {
            Ruling::Value(value) => Self {
                answer: Some(text.map_or_else(|| told(&Leaf::Value(value.clone())), Told::text)),
                ..Self::default()
            },
            Ruling::Gap(id) => {
                let gap = &model.gaps[*id];
                Self {
                    answer: Some(told(&Leaf::Gap(*id))),
                    lost: Some(gap.lost.clone()),
                    lost_in: Some(gap.cite.clone()),
                    ..Self::default()
                }
            }
            Ruling::Needs(needs) => {
                let name = |fact: &VariableId| model.variable_name(*fact).to_owned();
                let unfound = needs.unfound.iter().map(|(fact, by, why)| Unfound {
                    outcome: Self::of(model, why, None),
                    fact: name(fact),
                    by: model.questions[*by].name.clone(),
                });
                Self {
                    needs: Some(needs.facts.iter().map(name).collect()),
                    possible: Some(needs.possible.iter().map(told).collect()),
                    unfound: unfound.collect(),
                    ..Self::default()
                }
            }
            Ruling::NotAsked(limits) => {
                let limits = limits.iter().map(|(fact, indices)| {
                    let values = indices.iter().map(|index| model.show_index(*fact, *index));
                    let (name, values) = (model.variable_name(*fact), values.collect::<Vec<_>>());
                    format!(
                        "the question is asked only for {name} = {}",
                        values.join(", ")
                    )
                });
                let limits: Vec<String> = limits.collect();
                let why = match limits.is_empty() {
                    true => open::NOT_ASKED_USED.to_owned(),
                    false => limits.join("; "),
                };
                refused(Code::NotAsked.name(), why)
            }
            Ruling::Broken(why) => refused(why.code.name(), why.to_string()),
        }
    }
}

/// What the values of the first fact lead to on which an answer still depends.
fn leads(model: &Model, ruling: &Ruling) -> Vec<Lead> {
    let Ruling::Needs(needs) = ruling else {
        return Vec::new();
    };
    let Some(first) = needs.facts.first() else {
        return Vec::new();
    };
    let told = |leaf: &Leaf| Told::leaf(model, leaf, None);
    let number = |more| told(&Leaf::Value(crate::value::Value::Number(more)));
    let lead = |answers: &[Leaf], indices: &[u32]| {
        let values = indices.iter();
        Lead {
            values: values
                .map(|index| Told::index(model, *first, *index))
                .collect(),
            answers: answers.iter().map(told).collect(),
            more: None,
        }
    };
    let added = needs.added.iter().map(|(more, indices)| Lead {
        more: Some(number(*more)),
        ..lead(&[], indices)
    });
    let cases = needs.cases.iter();
    let cases = cases.map(|(leaf, indices)| lead(std::slice::from_ref(leaf), indices));
    let leads = needs.leads.iter();
    let leads = leads.map(|(possible, indices)| lead(possible, indices));
    added.chain(cases).chain(leads).collect()
}

/// Of a sum of which a part is lost: the sum of the others.
fn rest(model: &Model, parts: &Parts) -> Option<Value> {
    Some(Told::leaf(model, &parts.rest()?, None).value)
}

/// What was taken as usual.
pub fn assumed<'f>(model: &Model, taken: impl IntoIterator<Item = &'f TakenFact>) -> Facts {
    let usual = taken.into_iter().filter(|own| own.is_assumed(model));
    Told::facts(model, usual.map(|own| (own.fact, own.index)))
}

/// What the rules find otherwise than it is given, in words.
#[must_use]
pub fn otherwise(model: &Model, taken: &[TakenFact]) -> Vec<String> {
    let told = taken.iter().map(|taken| {
        let (name, value) = (
            model.variable_name(taken.fact),
            model.show_index(taken.fact, taken.index),
        );
        let cite = taken.cite(model).join(", ");
        format!("the rules make `{name}` {value} ({cite}); it stays as given")
    });
    told.collect()
}
