//! What words tell a question: its facts, and which of the words do.

use super::heard::{Heard, Listener, NO, each};
use super::request::taken_by;
use crate::model::{Model, QuestionId, Stage, VariableId};
use crate::search::{Asked, NOT, Thing, ToldBy, is_filler, words_of};
use crate::value::DomainKind;
use itertools::Itertools;
use rustc_hash::FxHashSet;

/// Tells whether some facts alone answer a question.
type Settles<'s> = &'s mut dyn FnMut(&[(VariableId, u32)]) -> bool;

/// What some words tell a question.
pub struct Understood {
    /// The facts that it takes, as they are given.
    pub facts: Vec<String>,
    /// The words that tell them.
    pub used: Vec<String>,
    /// Words that say otherwise of one of them, or what one of them is not.
    pub contested: Vec<String>,
    /// Words that tell only what goes along with what they mean.
    pub missed: Vec<String>,
    /// The words for the units in which the facts are that it takes, told or not.
    pub units: Vec<String>,
}

/// What some words tell a question of the facts that it takes; `settles` tells whether some facts alone answer it.
#[must_use]
pub fn told(
    listener: &Listener<'_>,
    question: QuestionId,
    (thing, asked): (&Thing<'_>, &Asked),
    settles: Settles<'_>,
) -> Understood {
    let model = listener.model;
    let taken = taken_by(model, question);
    let (heard, words) = heard(listener, asked, thing, &taken, settles);
    let is_contested = |place: &usize| heard.contested.iter().any(|own| own.contains(place));
    let is_told = |place: &usize| heard.used.get(*place).is_some_and(|used| *used);
    let places = (0..words.len()).filter(is_told);
    let missed = places
        .clone()
        .filter(|place| heard.missed.get(*place).is_some_and(|own| *own));
    let missed: Vec<usize> = missed.collect();
    let (contested, used): (Vec<usize>, Vec<usize>) = places.partition(is_contested);
    let denied = heard
        .denied
        .iter()
        .map(|own| denial(words.get(own.clone()).unwrap_or_default()));
    let denied: Vec<String> = denied.unique().collect();
    let units = taken.iter().filter_map(|fact| model.variables[*fact].unit);
    let units = units.map(|unit| &model.units[unit]);
    let units = units.flat_map(|unit| unit.one.iter().chain([&unit.name]));
    let units: Vec<String> = units.flat_map(|name| words_of(name)).unique().collect();
    let at = |places: Vec<usize>| {
        let words = places.into_iter().filter_map(|place| words.get(place));
        words.cloned().collect::<Vec<_>>()
    };
    Understood {
        used: at(used),
        contested: [at(contested), denied].concat(),
        units,
        missed: at(missed),
        facts: each(model, &given(model, question, heard)),
    }
}

/// What is denied, in short: `not dry`.
fn denial(words: &[String]) -> String {
    let no = words.first().filter(|word| NO.contains(&word.as_str()));
    let said = words.iter().skip(1).map(String::as_str);
    let said = said.filter(|word| !is_filler(word));
    no.map_or(NOT, String::as_str).to_owned() + " " + &said.format(" ").to_string()
}

/// What a text tells a question, and its words. One that asks for yes or no is told nothing by its own name where that says all
/// (by `settles`), or where more is told and says otherwise: for that is what is asked.
pub fn heard(
    listener: &Listener<'_>,
    asked: &Asked,
    thing: &Thing<'_>,
    facts: &FxHashSet<VariableId>,
    settles: Settles<'_>,
) -> (Heard, Vec<String>) {
    let heard = listener.hear(facts);
    let besides = asked.told_besides(thing.own_name(), &thing.says);
    let besides = besides.map(|rest| Listener::strict(listener.model, &rest));
    let other = besides.map(|rest| (rest.hear(facts), rest.words().to_vec()));
    if let Some((other, words)) = other {
        let is_other = |(fact, index): &(VariableId, u32)| {
            let mut own = heard.facts.iter();
            own.any(|(own, told)| own == fact && told != index)
        };
        let mut by_name = [&heard.facts[..], &heard.along].concat();
        let is_said =
            |told: &(VariableId, u32)| other.facts.contains(told) || other.along.contains(told);
        // A number stands beside the name, and not in it.
        by_name.retain(|told| !is_said(told) && !is_number(listener.model, told.0));
        if other.facts.iter().any(is_other) || !by_name.is_empty() && settles(&by_name) {
            return (other, words);
        }
    }
    (heard, listener.words().to_vec())
}

fn is_number(model: &Model, fact: VariableId) -> bool {
    matches!(
        model.variables[fact].domain.kind,
        DomainKind::Numbers { .. }
    )
}

/// What is heard of the facts of a question, but for what it finds itself: that is asked, and not given.
pub fn given(model: &Model, question: QuestionId, heard: Heard) -> Vec<(VariableId, u32)> {
    let mut told = [heard.facts, heard.along].concat();
    told.retain(|(fact, _)| model.questions[question].finds != Some(*fact));
    told
}

/// Which of the words looked for tell a fact.
pub fn told_words(model: &Model, wanted: &[String], words: &[String], heard: &Heard) -> ToldBy {
    let bits = |is_such: &dyn Fn(usize) -> bool| {
        let is_told = |word: &String| {
            let mut all = words.iter().enumerate();
            all.any(|(place, text)| text == word && is_such(place))
        };
        let places = wanted.iter().enumerate().take(64);
        let told = places.filter(|(_, word)| is_told(word));
        told.fold(0, |bits, (place, _)| bits | 1 << place)
    };
    let is = |all: &[bool], place: usize| all.get(place).is_some_and(|own| *own);
    let is_used = |place: usize| is(&heard.used, place);
    let facts = heard.facts.iter().chain(&heard.along);
    let mut facts = facts.map(|(fact, _)| *fact);
    let is_of_moment =
        |fact| model.told_at(fact) < usize::MAX && model.stage_of(fact) == Stage::Moment;
    ToldBy {
        is_of_moment: facts.any(is_of_moment),
        all: bits(&is_used),
        first: bits(&|place| is_used(place) && !is(&heard.else_meant, place)),
    }
}
