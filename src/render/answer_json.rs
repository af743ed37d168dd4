//! An answer with both its sides, for a program. Every object has `"version": 1`; keys are only ever added.

use super::answer::{Shown, otherwise, unit_name};
use crate::answer::{
    Answer, Applied, Explanation, FailedPart, Found, Needs, Parts, Passed, ReadingTaken, Spared,
    Why, WhySpared,
};
use crate::diagram::Leaf;
use crate::model::{Impossible, Model, QuestionId, VariableId};
use crate::source::Sources;
use crate::value::{Number, Value as Answered};
use serde_json::{Map, Value, json};

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

/// The whole answer.
#[must_use]
pub fn json(shown: &Shown<'_>) -> Value {
    let Some(question) = shown.model.question(shown.question) else {
        return Value::Null;
    };
    let mut object = Map::new();
    object.insert("version".to_owned(), json!(1));
    object.insert("game".to_owned(), json!(shown.model.game));
    object.insert("question".to_owned(), json!(question.name));
    object.insert("asks".to_owned(), json!(question.asks));
    object.insert("cite".to_owned(), json!(question.cite));
    object.extend(answer(shown.model, shown.answer, shown.text.as_deref()));
    let unit = unit_name(shown.model, &question.answer);
    if !unit.is_empty() {
        object.insert("unit".to_owned(), json!(unit));
    }
    object.insert("why".to_owned(), why(shown.model, shown.sources, shown.why));
    object.insert("found".to_owned(), found(shown));
    object.insert("parts".to_owned(), parts(shown));
    object.extend(rest(shown.model, &shown.parts));
    object.extend(assumed(shown.model, shown.found));
    if !shown.would_change.is_empty() {
        object.insert("would_change".to_owned(), would_change(shown));
    }
    object.extend(shown.impossible.map(impossible));
    let notes: Vec<String> = otherwise(shown)
        .into_iter()
        .chain(shown.notes.clone())
        .collect();
    if !notes.is_empty() {
        object.insert("notes".to_owned(), json!(notes));
    }
    Value::Object(object)
}

/// `answer`, and what stands beside it where it is no value.
#[must_use]
pub fn answer(model: &Model, answer: &Answer, text: Option<&str>) -> Map<String, Value> {
    let mut object = Map::new();
    match answer {
        Answer::Value(answered) => {
            object.insert(
                "answer".to_owned(),
                text.map_or_else(|| value(model, answered), Value::from),
            );
        }
        Answer::Gap(id) => {
            let gap = model.gaps.get(id.index());
            object.insert("answer".to_owned(), json!("gap"));
            object.insert("lost".to_owned(), json!(gap.map(|gap| gap.lost.as_str())));
            object.insert(
                "lost_in".to_owned(),
                json!(gap.map(|gap| gap.cite.as_str())),
            );
        }
        Answer::Needs(needs) => {
            object.insert("answer".to_owned(), Value::Null);
            object.insert("needs".to_owned(), needs_value(model, needs));
            let possible: Vec<Value> = needs
                .possible
                .iter()
                .map(|possible| leaf(model, possible))
                .collect();
            object.insert("possible".to_owned(), Value::Array(possible));
            if !needs.unfound.is_empty() {
                object.insert(
                    "unfound".to_owned(),
                    needs
                        .unfound
                        .iter()
                        .map(|own| unfound(model, own))
                        .collect(),
                );
            }
        }
        Answer::NotAsked(limits) => {
            object.insert("answer".to_owned(), Value::Null);
            object.insert(
                "error".to_owned(),
                json!({"code": "not-asked", "message": not_asked(model, limits)}),
            );
        }
        Answer::Broken(message) => {
            object.insert("answer".to_owned(), Value::Null);
            object.insert(
                "error".to_owned(),
                json!({"code": "gap", "message": message.to_string()}),
            );
        }
    }
    object
}

/// Why a question did not find a fact that it can find.
fn unfound(model: &Model, (fact, by, why): &(VariableId, QuestionId, Answer)) -> Value {
    let mut object = answer(model, why, None);
    object.insert("fact".to_owned(), json!(model.variable_name(*fact)));
    object.insert(
        "by".to_owned(),
        json!(model.question(*by).map(|question| question.name.as_str())),
    );
    Value::Object(object)
}

fn needs_value(model: &Model, needs: &Needs) -> Value {
    needs
        .facts
        .iter()
        .map(|variable| Value::from(model.variable_name(*variable)))
        .collect()
}

fn not_asked(model: &Model, limits: &[(VariableId, Vec<u32>)]) -> String {
    let limits: Vec<String> = limits
        .iter()
        .map(|(variable, indices)| {
            let values: Vec<String> = indices
                .iter()
                .map(|index| model.show_index(*variable, *index))
                .collect();
            format!(
                "the question is asked only for {} = {}",
                model.variable_name(*variable),
                values.join(", ")
            )
        })
        .collect();
    limits.join("; ")
}

fn found(shown: &Shown<'_>) -> Value {
    let model = shown.model;
    let by_rules = shown.found.iter().filter(|found| !found.is_assumed(model));
    let facts = by_rules.map(|found| {
        let by = found.question(model).and_then(|id| model.question(id));
        json!({
            "fact": model.variable_name(found.fact),
            "value": value_at(model, found.fact, found.index),
            "by": by.map(|question| question.name.as_str()),
            "cite": found.cite(model),
        })
    });
    facts.collect()
}

/// What an answer is made of, zeros too.
fn parts(shown: &Shown<'_>) -> Value {
    let model = shown.model;
    let parts = shown.parts.all.iter().map(|part| {
        let mut object = json!({
            "gives": leaf(model, &part.gives),
            "says": super::answer_first::part_words(shown, part),
            "cite": part.cite,
            "question": model.question(part.question).map(|question| question.name.as_str()),
        });
        if let Some(fields) = object.as_object_mut() {
            if let Some(rule) = &part.in_place_of {
                fields.insert("exception_to".to_owned(), json!(rule));
            }
            add_errata(fields, model, &part.errata);
        }
        object
    });
    parts.collect()
}

/// `rest`: of a sum of which a part is lost, the sum of the others.
#[must_use]
pub fn rest(model: &Model, parts: &Parts) -> Option<(String, Value)> {
    let rest = parts.rest()?;
    Some(("rest".to_owned(), value(model, &rest)))
}

/// Each value of a fact taken as usual that gives another answer, with that answer.
fn would_change(shown: &Shown<'_>) -> Value {
    let model = shown.model;
    let all = shown
        .would_change
        .iter()
        .flat_map(|change| change.others.iter().map(move |other| (change.fact, other)));
    let told = all.map(|(fact, (index, other))| {
        let mut object = match other {
            // Which facts are missing then is another question.
            Answer::Needs(_) => Map::from_iter([("answer".to_owned(), Value::Null)]),
            other => answer(model, other, None),
        };
        object.insert("fact".to_owned(), json!(model.variable_name(fact)));
        object.insert("value".to_owned(), value_at(model, fact, *index));
        Value::Object(object)
    });
    told.collect()
}

/// `impossible`: why the situation cannot be.
#[must_use]
pub fn impossible(why: &Impossible) -> (String, Value) {
    let why = json!({"says": why.says, "cite": why.cite});
    ("impossible".to_owned(), why)
}

/// `assumed`: what was taken as usual, where anything was.
#[must_use]
pub fn assumed(model: &Model, found: &[Found]) -> Option<(String, Value)> {
    let usual = found.iter().filter(|found| found.is_assumed(model));
    let facts: Map<String, Value> = usual
        .map(|found| {
            let name = model.variable_name(found.fact).to_owned();
            (name, value_at(model, found.fact, found.index))
        })
        .collect();
    (!facts.is_empty()).then(|| ("assumed".to_owned(), Value::Object(facts)))
}

/// A value of a fact, by its index.
fn value_at(model: &Model, fact: VariableId, index: u32) -> Value {
    model.variable(fact).map_or(Value::Null, |found| {
        value(model, &found.domain.value(index))
    })
}

/// The reasons.
#[must_use]
pub fn why(model: &Model, sources: &Sources, explanation: &Explanation) -> Value {
    let question = model.question(explanation.question);
    let bound: Map<String, Value> = explanation
        .bound
        .iter()
        .map(|(variable, value)| (model.variable_name(*variable).to_owned(), json!(value)))
        .collect();
    let mut object = json!({
        "question": question.map(|question| question.name.as_str()),
        "answer": explanation.answer.as_ref().map(|own| leaf(model, own)),
        "by": explanation.applied.iter().map(|applied| applied_value(model, sources, applied)).collect::<Vec<_>>(),
        "not_by": explanation.passed.iter().map(|passed| passed_value(model, passed)).collect::<Vec<_>>(),
        "readings": explanation.readings.iter().map(|taken| reading(model, taken)).collect::<Vec<_>>(),
        "where": explanation.because.iter().map(|inner| why(model, sources, inner)).collect::<Vec<_>>(),
    });
    if let Some(fields) = object.as_object_mut() {
        if !bound.is_empty() {
            fields.insert("with".to_owned(), Value::Object(bound));
        }
        if let Some(cite) = &explanation.otherwise {
            fields.insert("otherwise".to_owned(), json!(cite));
            add_errata(fields, model, &explanation.otherwise_errata);
        }
    }
    object
}

fn applied_value(model: &Model, sources: &Sources, applied: &Applied) -> Value {
    let span = applied.span(model);
    let mut object = json!({
        "cite": applied.cite,
        "gives": leaf(model, &applied.gives),
        "says": applied.says,
        "exception": applied.exception.is_some(),
        "chart": applied.cell.and_then(|cell| model.charts.get(cell.chart.index())).map(|chart| chart.id.as_str()),
        "file": span.map(|span| sources.path(span.file)),
        "line": span.map(|span| sources.position(span).0),
        "not_excepted_by": applied.spared.iter().map(spared_value).collect::<Vec<_>>(),
    });
    if let Some(fields) = object.as_object_mut() {
        if let Some(bite) = &applied.exception {
            fields.insert(
                "exception_to".to_owned(),
                json!({"cite": bite.to, "condition": [part(&bite.because)]}),
            );
        }
        add_errata(fields, model, &applied.errata);
    }
    object
}

fn spared_value(spared: &Spared) -> Value {
    let why = match &spared.why {
        WhySpared::Condition(parts) => {
            json!({"condition": parts.iter().map(part).collect::<Vec<_>>()})
        }
        WhySpared::SetAside { cite, because } => {
            json!({"exception": cite, "condition": [part(because)]})
        }
    };
    json!({"cite": spared.cite, "says": spared.says, "why": why})
}

/// The errata from which something comes, where it comes from any.
fn add_errata(fields: &mut Map<String, Value>, model: &Model, errata: &[usize]) {
    let named = errata
        .iter()
        .filter_map(|index| model.origins.errata.get(*index));
    let shown: Vec<Value> = named
        .map(|erratum| {
            json!({"id": erratum.id, "source": erratum.source, "date": erratum.date, "status": erratum.status.name()})
        })
        .collect();
    if !shown.is_empty() {
        fields.insert("errata".to_owned(), Value::Array(shown));
    }
}

fn passed_value(model: &Model, passed: &Passed) -> Value {
    let why = match &passed.why {
        Why::Condition(parts) => json!({"condition": parts.iter().map(part).collect::<Vec<_>>()}),
        Why::Exception { cite, part: own } => json!({"exception": cite, "condition": [part(own)]}),
        Why::GaveWay { pack, cite } => json!({"gave_way_to": model.pack_name(*pack), "by": cite}),
        Why::Unknown => json!({"unknown": true}),
    };
    let mut object = json!({"cite": passed.cite, "says": passed.says, "why": why});
    if let Some(fields) = object.as_object_mut() {
        add_errata(fields, model, &passed.errata);
    }
    object
}

fn part(part: &FailedPart) -> Value {
    let facts: Map<String, Value> = part
        .facts
        .iter()
        .map(|(name, value)| (name.clone(), json!(value)))
        .collect();
    json!({"says": part.condition, "facts": facts})
}

fn reading(model: &Model, taken: &ReadingTaken) -> Value {
    let (variable, index) = (taken.variable, taken.index);
    let others: Map<String, Value> = taken
        .others
        .iter()
        .map(|(option, other)| (model.show_index(variable, *option), leaf(model, other)))
        .collect();
    let found = model.variable(variable);
    let reading = found.and_then(|found| found.reading.as_ref());
    json!({
        "reading": found.map(|found| found.name.as_str()),
        "option": model.show_index(variable, index),
        "says": reading.and_then(|reading| reading.options.get(index as usize)),
        "cite": reading.map(|reading| reading.cite.clone()),
        "others": others,
    })
}
