//! An answer with both its sides, for a program.

use super::answer::{Shown, otherwise, unit_name};
use super::told::{self, Facts, Told, Version};
use crate::answer::{
    Answer, Applied, Explanation, FailedPart, Found, Parts, Passed, ReadingTaken, Spared, Why,
    WhySpared,
};
use crate::diagram::Leaf;
use crate::model::{Impossible, Model, QuestionId, VariableId};
use crate::source::Sources;
use crate::value::{Number, Value as Answered};
use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};

/// A value as the protocol has it: kinds as strings, numbers as numbers (a half is 0.5), sets as lists.
#[must_use]
pub fn value(model: &Model, value: &Answered) -> Value {
    match value {
        Answered::Bool(truth) => Value::Bool(*truth),
        Answered::Word(word) => Value::String(model.words.text(*word).to_owned()),
        Answered::Set(words) => words.iter().map(|word| model.words.text(*word)).collect(),
        Answered::Number(number) => number_value(*number),
    }
}

fn number_value(number: Number) -> Value {
    if number.is_integer() {
        return Value::from(*number.numer());
    }
    let thousand = number * Number::from_integer(1000);
    if thousand.is_integer() {
        let (sign, size) = if *thousand.numer() < 0 {
            ("-", -*thousand.numer())
        } else {
            ("", *thousand.numer())
        };
        let text = format!("{sign}{}.{:03}", size / 1000, size % 1000);
        if let Ok(decimal) = serde_json::from_str(&text) {
            return decimal;
        }
    }
    Value::String(number.to_string())
}

/// A leaf as the protocol has it: `"gap"` for a gap, null where there is no answer.
#[must_use]
pub fn leaf(model: &Model, leaf: &Leaf) -> Value {
    match leaf {
        Leaf::Value(answered) => value(model, answered),
        Leaf::Gap(_) => Value::String("gap".to_owned()),
        _ => Value::Null,
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
    #[serde(skip_serializing_if = "Option::is_none")]
    unit: Option<String>,
    why: Reasons,
    /// The facts that the rules found.
    found: Vec<FoundBy>,
    /// What the answer is made of, zeros too.
    parts: Vec<Part>,
    /// Of a sum of which a part is lost: the sum of the others.
    #[serde(skip_serializing_if = "Option::is_none")]
    rest: Option<Value>,
    /// What was taken as usual.
    #[serde(skip_serializing_if = "IndexMap::is_empty")]
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
    by: Option<String>,
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

/// A part of an answer.
#[derive(Debug, Serialize, JsonSchema)]
struct Part {
    gives: Told,
    says: String,
    cite: String,
    question: Option<String>,
    /// The paragraph of the rule in whose place it stands.
    #[serde(skip_serializing_if = "Option::is_none")]
    exception_to: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    errata: Vec<Origin>,
}

/// Another value of a fact, and the answer with it.
#[derive(Debug, Serialize, JsonSchema)]
struct Other {
    #[serde(flatten)]
    outcome: Outcome,
    fact: String,
    value: Told,
}

/// Why a situation cannot be.
#[derive(Debug, Serialize, JsonSchema)]
struct Excluded {
    says: String,
    cite: String,
}

/// An erratum from which something comes.
#[derive(Debug, Serialize, JsonSchema)]
struct Origin {
    id: String,
    source: String,
    date: String,
    status: &'static str,
}

/// The reasons of an answer.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Reasons {
    question: Option<String>,
    answer: Option<Told>,
    /// The rules that apply.
    by: Vec<By>,
    /// Those that do not.
    not_by: Vec<NotBy>,
    /// The readings on which it rests.
    readings: Vec<Read>,
    /// The reasons of the questions that it uses.
    r#where: Vec<Reasons>,
    /// The facts that are bound for it.
    #[serde(skip_serializing_if = "IndexMap::is_empty")]
    with: IndexMap<String, String>,
    /// The paragraph by which it is what it is where no rule applies.
    #[serde(skip_serializing_if = "Option::is_none")]
    otherwise: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    errata: Vec<Origin>,
}

/// A rule that applies.
#[derive(Debug, Serialize, JsonSchema)]
struct By {
    cite: String,
    gives: Told,
    says: String,
    /// Whether it is an exception.
    exception: bool,
    chart: Option<String>,
    file: Option<String>,
    line: Option<usize>,
    /// Its exceptions that do not apply.
    not_excepted_by: Vec<NotBy>,
    #[serde(skip_serializing_if = "Option::is_none")]
    exception_to: Option<ExceptionTo>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    errata: Vec<Origin>,
}

/// The rule in whose place an exception stands.
#[derive(Debug, Serialize, JsonSchema)]
struct ExceptionTo {
    cite: String,
    condition: Vec<Condition>,
}

/// A rule or exception that does not apply.
#[derive(Debug, Serialize, JsonSchema)]
struct NotBy {
    cite: String,
    says: String,
    why: Cause,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    errata: Vec<Origin>,
}

/// Why a rule does not apply.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
enum Cause {
    /// An exception takes its place.
    Exception {
        /// Its paragraph.
        exception: String,
        condition: Vec<Condition>,
    },
    /// These parts of its condition do not hold.
    Condition { condition: Vec<Condition> },
    /// The rules of another pack come first.
    GaveWay { gave_way_to: String, by: String },
    /// It depends on a fact that is not known, and does not matter.
    Unknown { unknown: bool },
}

/// A part of a condition.
#[derive(Debug, Serialize, JsonSchema)]
struct Condition {
    says: String,
    /// The facts that it looks at, as they are.
    facts: IndexMap<String, String>,
}

/// A reading, as it is taken.
#[derive(Debug, Serialize, JsonSchema)]
struct Read {
    reading: Option<String>,
    option: String,
    says: Option<String>,
    cite: Option<Vec<String>>,
    /// What the other options would give.
    others: Facts,
}

/// The view of an answer; nothing where its question is gone.
#[must_use]
pub fn view(shown: &Shown<'_>) -> Option<View> {
    let model = shown.model;
    let question = model.question(shown.question)?;
    let unit = unit_name(model, &question.answer);
    let notes = otherwise(shown).into_iter().chain(shown.notes.clone());
    Some(View {
        version: Version,
        game: model.game.clone(),
        question: question.name.clone(),
        asks: question.asks.clone(),
        cite: question.cite.clone(),
        outcome: outcome(model, shown.answer, shown.text.as_deref()),
        unit: (!unit.is_empty()).then(|| unit.to_owned()),
        why: reasons(model, shown.sources, shown.why),
        found: found(shown),
        parts: parts(shown),
        rest: shown.parts.rest().map(|rest| value(model, &rest)),
        assumed: usual(model, shown.found),
        would_change: would_change(shown),
        impossible: shown.impossible.map(excluded),
        notes: notes.collect(),
    })
}

/// `answer`, and what stands beside it where it is no value.
#[must_use]
pub fn answer(model: &Model, answer: &Answer, text: Option<&str>) -> Map<String, Value> {
    match told::json(&outcome(model, answer, text)) {
        Value::Object(object) => object,
        _ => Map::new(),
    }
}

fn outcome(model: &Model, answer: &Answer, text: Option<&str>) -> Outcome {
    let refused = |code, message| Outcome {
        error: Some(Refusal { code, message }),
        ..Outcome::default()
    };
    match answer {
        Answer::Value(answered) => Outcome {
            answer: match text {
                Some(text) => Some(Told::text(text)),
                None => Some(Told::leaf(model, &Leaf::Value(answered.clone()), None)),
            },
            ..Outcome::default()
        },
        Answer::Gap(id) => {
            let gap = model.gaps.at(id.index());
            Outcome {
                answer: Some(Told::leaf(model, &Leaf::Gap(*id), None)),
                lost: gap.map(|gap| gap.lost.clone()),
                lost_in: gap.map(|gap| gap.cite.clone()),
                ..Outcome::default()
            }
        }
        Answer::Needs(needs) => {
            let name = |fact: &VariableId| model.variable_name(*fact).to_owned();
            let unfound = needs.unfound.iter().map(|(fact, by, why)| Unfound {
                outcome: outcome(model, why, None),
                fact: name(fact),
                by: question_name(model, *by),
            });
            Outcome {
                needs: Some(needs.facts.iter().map(name).collect()),
                possible: Some(
                    needs
                        .possible
                        .iter()
                        .map(|own| Told::leaf(model, own, None))
                        .collect(),
                ),
                unfound: unfound.collect(),
                ..Outcome::default()
            }
        }
        Answer::NotAsked(limits) => refused("not-asked", not_asked(model, limits)),
        Answer::Broken(message) => refused("gap", message.to_string()),
    }
}

fn question_name(model: &Model, id: QuestionId) -> Option<String> {
    model.question(id).map(|question| question.name.clone())
}

fn not_asked(model: &Model, limits: &[(VariableId, Vec<u32>)]) -> String {
    let limits = limits.iter().map(|(fact, indices)| {
        let values: Vec<String> = indices
            .iter()
            .map(|index| model.show_index(*fact, *index))
            .collect();
        let name = model.variable_name(*fact);
        format!(
            "the question is asked only for {name} = {}",
            values.join(", ")
        )
    });
    limits.collect::<Vec<_>>().join("; ")
}

fn found(shown: &Shown<'_>) -> Vec<FoundBy> {
    let model = shown.model;
    let by_rules = shown.found.iter().filter(|found| !found.is_assumed(model));
    let facts = by_rules.map(|found| FoundBy {
        fact: model.variable_name(found.fact).to_owned(),
        value: Told::index(model, found.fact, found.index),
        by: found
            .question(model)
            .and_then(|id| question_name(model, id)),
        cite: found.cite(model).iter().map(ToString::to_string).collect(),
    });
    facts.collect()
}

fn parts(shown: &Shown<'_>) -> Vec<Part> {
    let model = shown.model;
    let parts = shown.parts.all.iter().map(|part| Part {
        gives: Told::leaf(model, &part.gives, None),
        says: super::answer_first::part_words(shown, part),
        cite: part.cite.clone(),
        question: question_name(model, part.question),
        exception_to: part.in_place_of.clone(),
        errata: errata(model, &part.errata),
    });
    parts.collect()
}

/// `rest`: of a sum of which a part is lost, the sum of the others.
#[must_use]
pub fn rest(model: &Model, parts: &Parts) -> Option<(String, Value)> {
    let rest = parts.rest()?;
    Some(("rest".to_owned(), value(model, &rest)))
}

fn would_change(shown: &Shown<'_>) -> Vec<Other> {
    let model = shown.model;
    let all = shown
        .would_change
        .iter()
        .flat_map(|change| change.others.iter().map(move |other| (change.fact, other)));
    let told = all.map(|(fact, (index, other))| Other {
        outcome: match other {
            // Which facts are missing then is another question.
            Answer::Needs(_) => Outcome::default(),
            other => outcome(model, other, None),
        },
        fact: model.variable_name(fact).to_owned(),
        value: Told::index(model, fact, *index),
    });
    told.collect()
}

/// `impossible`: why the situation cannot be.
#[must_use]
pub fn impossible(why: &Impossible) -> (String, Value) {
    ("impossible".to_owned(), told::json(&excluded(why)))
}

fn excluded(why: &Impossible) -> Excluded {
    Excluded {
        says: why.says.clone(),
        cite: why.cite.clone(),
    }
}

/// `assumed`: what was taken as usual, where anything was.
#[must_use]
pub fn assumed(model: &Model, found: &[Found]) -> Option<(String, Value)> {
    let facts = usual(model, found);
    (!facts.is_empty()).then(|| ("assumed".to_owned(), told::json(&facts)))
}

fn usual(model: &Model, found: &[Found]) -> Facts {
    let usual = found.iter().filter(|found| found.is_assumed(model));
    Told::facts(model, usual.map(|found| (found.fact, found.index)))
}

/// The reasons, as JSON.
#[must_use]
pub fn why(model: &Model, sources: &Sources, explanation: &Explanation) -> Value {
    told::json(&reasons(model, sources, explanation))
}

/// The reasons.
pub(super) fn reasons(model: &Model, sources: &Sources, explanation: &Explanation) -> Reasons {
    let bound = explanation
        .bound
        .iter()
        .map(|(fact, value)| (model.variable_name(*fact).to_owned(), value.clone()));
    let because = explanation.because.iter();
    let by = explanation
        .applied
        .iter()
        .map(|applied| self::by(model, sources, applied));
    Reasons {
        question: question_name(model, explanation.question),
        answer: explanation
            .answer
            .as_ref()
            .map(|own| Told::leaf(model, own, None)),
        by: by.collect(),
        not_by: explanation
            .passed
            .iter()
            .map(|passed| not_by(model, passed))
            .collect(),
        readings: explanation
            .readings
            .iter()
            .map(|taken| reading(model, taken))
            .collect(),
        r#where: because
            .map(|inner| reasons(model, sources, inner))
            .collect(),
        with: bound.collect(),
        otherwise: explanation.otherwise.clone(),
        errata: match &explanation.otherwise {
            Some(_) => errata(model, &explanation.otherwise_errata),
            None => Vec::new(),
        },
    }
}

fn by(model: &Model, sources: &Sources, applied: &Applied) -> By {
    let span = applied.span(model);
    let chart = applied
        .cell
        .and_then(|cell| model.charts.at(cell.chart.index()));
    By {
        cite: applied.cite.clone(),
        gives: Told::leaf(model, &applied.gives, None),
        says: applied.says.clone(),
        exception: applied.exception.is_some(),
        chart: chart.map(|chart| chart.id.clone()),
        file: span.map(|span| sources.path(span.file).to_owned()),
        line: span.map(|span| sources.position(span).0),
        not_excepted_by: applied.spared.iter().map(spared).collect(),
        exception_to: applied.exception.as_ref().map(|bite| ExceptionTo {
            cite: bite.to.clone(),
            condition: vec![condition(&bite.because)],
        }),
        errata: errata(model, &applied.errata),
    }
}

fn spared(spared: &Spared) -> NotBy {
    let why = match &spared.why {
        WhySpared::Condition(parts) => Cause::Condition {
            condition: parts.iter().map(condition).collect(),
        },
        WhySpared::SetAside { cite, because } => Cause::Exception {
            exception: cite.clone(),
            condition: vec![condition(because)],
        },
    };
    NotBy {
        cite: spared.cite.clone(),
        says: spared.says.clone(),
        why,
        errata: Vec::new(),
    }
}

/// The errata from which something comes.
fn errata(model: &Model, errata: &[usize]) -> Vec<Origin> {
    let named = errata
        .iter()
        .filter_map(|index| model.origins.errata.get(*index));
    let shown = named.map(|erratum| Origin {
        id: erratum.id.clone(),
        source: erratum.source.clone(),
        date: erratum.date.clone(),
        status: erratum.status.name(),
    });
    shown.collect()
}

fn not_by(model: &Model, passed: &Passed) -> NotBy {
    let why = match &passed.why {
        Why::Condition(parts) => Cause::Condition {
            condition: parts.iter().map(condition).collect(),
        },
        Why::Exception { cite, part } => Cause::Exception {
            exception: cite.clone(),
            condition: vec![condition(part)],
        },
        Why::GaveWay { pack, cite } => Cause::GaveWay {
            gave_way_to: model.pack_name(*pack).to_owned(),
            by: cite.clone(),
        },
        Why::Unknown => Cause::Unknown { unknown: true },
    };
    NotBy {
        cite: passed.cite.clone(),
        says: passed.says.clone(),
        why,
        errata: errata(model, &passed.errata),
    }
}

fn condition(part: &FailedPart) -> Condition {
    Condition {
        says: part.condition.clone(),
        facts: part.facts.iter().cloned().collect(),
    }
}

fn reading(model: &Model, taken: &ReadingTaken) -> Read {
    let (variable, index) = (taken.variable, taken.index);
    let found = model.variable(variable);
    let reading = found.and_then(|found| found.reading.as_ref());
    let others = taken.others.iter().map(|(option, other)| {
        (
            model.show_index(variable, *option),
            Told::leaf(model, other, None),
        )
    });
    Read {
        reading: found.map(|found| found.name.clone()),
        option: model.show_index(variable, index),
        says: reading.and_then(|reading| reading.options.get(index as usize).cloned()),
        cite: reading.map(|reading| reading.cite.clone()),
        others: others.collect(),
    }
}
