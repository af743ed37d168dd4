//! What is found by words, and the question to ask with all that the words tell already.

use super::heard::{Heard, Listener, each};
use super::request::taken_by;
use crate::check::Outline;
use crate::model::{Model, QuestionId, VariableId};
use crate::pack;
use crate::search::{Found, Index, Kind, Thing};
use rustc_hash::{FxHashMap, FxHashSet};

/// How many questions are looked into for the facts that they take, besides those that are asked most.
const MOST_QUESTIONS: usize = 24;

/// Among how many of the things found there is a question to ask.
const MOST_ASKED: usize = 8;

/// What was found, with the command to type next: its words.
#[derive(Debug)]
pub struct Finding<'i> {
    pub found: Found<'i>,
    pub next: Vec<String>,
}

/// Finds by words; what they say of the facts that a question takes counts for it.
#[must_use]
pub fn find<'i>(index: &'i Index<'i>, written: &pack::Rulebook, words: &str) -> Finding<'i> {
    let search = index.search(words);
    let (mut said, mut told) = (FxHashMap::default(), FxHashMap::default());
    for outline in Outline::all(written) {
        let model = &outline.model;
        let listener = Listener::new(model, words);
        let all: FxHashSet<VariableId> = model.facts().map(|(fact, _)| fact).collect();
        if listener.hear(&all).facts.is_empty() {
            continue;
        }
        for question in search.questions(&model.game, MOST_QUESTIONS) {
            let heard = listener.hear(&outline.facts_of(question.own_name()));
            let key = (question.game, question.own_name());
            said.insert(key, told_words(&search.wanted, listener.words(), &heard));
            let facts = [heard.facts.as_slice(), heard.along.as_slice()].concat();
            told.insert(key, each(model, &facts));
        }
    }
    let found = search.found(&said);
    let thing = next(&found);
    let mut next: Vec<String> = thing
        .iter()
        .flat_map(|thing| thing.next())
        .map(str::to_owned)
        .collect();
    let facts = thing.filter(|thing| thing.kind == Kind::Question);
    next.extend(
        facts
            .and_then(|thing| told.remove(&(thing.game, thing.own_name())))
            .unwrap_or_default(),
    );
    Finding { found, next }
}

/// The facts that some words tell of those which a question takes, as they are given.
#[must_use]
pub fn told(model: &Model, question: QuestionId, words: &str) -> Vec<String> {
    let heard = Listener::new(model, words).hear(&taken_by(model, question));
    each(model, &[heard.facts, heard.along].concat())
}

/// Which of the words looked for tell a fact, by the places of the bits.
fn told_words(wanted: &[String], words: &[String], heard: &Heard) -> u64 {
    let is_told = |word: &String| {
        let mut all = words.iter().zip(&heard.used);
        all.any(|(own, used)| *used && own == word)
    };
    let places = wanted.iter().enumerate().take(64);
    let told = places.filter(|(_, word)| is_told(word));
    told.fold(0, |bits, (place, _)| bits | 1 << place)
}

/// What to go on with: the first thing found, or the first question where that is none that answers.
fn next<'i>(found: &Found<'i>) -> Option<&'i Thing<'i>> {
    let first = found.things.first()?;
    let mut best = found.things.iter().take(MOST_ASKED);
    let question = match first.kind {
        Kind::Fact | Kind::Reading | Kind::Card => best.find(|thing| thing.kind == Kind::Question),
        _ => None,
    };
    Some(question.unwrap_or(first))
}
