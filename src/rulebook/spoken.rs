//! Facts as they are given, words of a player among them: `range=14 mortar, raining`.

use super::doubt::bound;
use super::heard::{Heard, Listener, each};
use super::request::spelt;
use crate::diagnostic::{Diagnostic, nearest};
use crate::model::{Model, VariableId};
use itertools::Itertools;
use rustc_hash::FxHashSet;

/// Facts as they are given, what stands there in words of a player put as `FACT=VALUE`; with what was made of these words.
pub fn in_words(
    model: &Model,
    facts: &[String],
    taken: &FxHashSet<VariableId>,
) -> Result<(Vec<String>, Option<String>), Diagnostic> {
    let is_word = |place: usize, text: &String| {
        let next: Option<&String> = facts.get(place + 1);
        !text.contains('=') && !next.is_some_and(|next| next.starts_with('='))
    };
    let (mut words, mut given, mut read) = (Vec::new(), Vec::new(), Vec::new());
    for (place, text) in facts.iter().enumerate() {
        if is_word(place, text) {
            words.push(text.as_str());
            continue;
        }
        let said = said_otherwise(model, text);
        read.extend(said.iter().map(|(told, _)| spelt(model, told)));
        match said {
            Some((told, false)) => given.extend(each(model, &told)),
            _ => given.push(text.clone()),
        }
    }
    if !words.is_empty() {
        let listener = Listener::new(model, &phrases(&words));
        let heard = listener.hear(taken);
        refuse_unclear(model, &heard)?;
        refuse_bound(&listener, &heard)?;
        let (idle, mut unused) = of_other_facts(model, &heard, taken)?;
        // What says otherwise of a fact than words before it.
        let contested = heard.contested.iter();
        let contested = contested.filter_map(|place| listener.words().get(place.clone()));
        unused.extend(contested.map(|words| words.join(" ")));
        let is_given = |fact: VariableId| {
            let mut names = given
                .iter()
                .filter_map(|text: &String| text.split_once('='));
            names.any(|(name, _)| model.fact_named(name.trim()) == Some(fact))
        };
        let mut told = heard.facts;
        told.extend(heard.along.iter().filter(|(fact, _)| !is_given(*fact)));
        read.push(spelt(model, &told));
        given.extend(each(model, &told));
        given.extend(each(model, &idle));
        if !unused.is_empty() {
            read.push(format!("(not used: {})", unused.join(", ")));
        }
    }
    read.retain(|read| !read.is_empty());
    Ok((given, (!read.is_empty()).then(|| read.join(" "))))
}

/// Words as they are given together; what stands in quotation marks is said by itself.
fn phrases(words: &[&str]) -> String {
    let is_phrase = |text: &str| text.trim().contains(char::is_whitespace);
    let pairs = words.iter().tuple_windows();
    let marks = pairs.map(|(one, next)| match is_phrase(one) || is_phrase(next) {
        true => ", ",
        false => " ",
    });
    let marks = marks.chain([""]);
    words
        .iter()
        .zip(marks)
        .flat_map(|(word, mark)| [*word, mark])
        .collect()
}

/// A number that was taken as it is, and is only where something begins or ends: `more than 5`.
fn refuse_bound(listener: &Listener<'_>, heard: &Heard) -> Result<(), Diagnostic> {
    let is_used = |place: usize| heard.used.get(place).is_some_and(|used| *used);
    let Some(phrase) = bound(listener.words(), &is_used) else {
        return Ok(());
    };
    let message = format!("`{phrase}` is more than one value");
    Err(Diagnostic::request(message)
        .help("say one of them; `--why` tells where the answer changes"))
}

/// Whether each of some words tells one of the facts taken.
pub fn is_all_heard(model: &Model, facts: &[String], taken: &FxHashSet<VariableId>) -> bool {
    let heard = Listener::new(model, &facts.join(" ")).hear(taken);
    heard.unknown.is_empty() && in_words(model, facts, taken).is_ok()
}

/// What a given fact says whose value is in words of a player, and whether it says it of this very fact.
fn said_otherwise(model: &Model, text: &str) -> Option<(Vec<(VariableId, u32)>, bool)> {
    let (name, value) = text.split_once('=')?;
    let fact = model.fact_named(name.trim())?;
    if model.index_named(fact, value).is_some() {
        return None;
    }
    if let Some(told) = model.told_by(fact, value) {
        return Some((told, true));
    }
    match model.meanings(value).as_slice() {
        [only] => Some((only.to_vec(), false)),
        _ => None,
    }
}

fn refuse_unclear(model: &Model, heard: &Heard) -> Result<(), Diagnostic> {
    let Some((words, meanings)) = heard.unclear.first() else {
        return Ok(());
    };
    let all: Vec<String> = each(model, meanings)
        .iter()
        .map(|told| format!("`{told}`"))
        .collect();
    let message = format!("`{words}` can mean more than one thing");
    Err(Diagnostic::request(message).help(format!("say which: {}", all.join(" or "))))
}

/// Facts that words tell.
type Told = Vec<(VariableId, u32)>;

/// What words that say nothing of the facts taken say of others, and which say nothing at all. A misspelt one is refused, and so
/// is a text that says nothing.
fn of_other_facts(
    model: &Model,
    heard: &Heard,
    taken: &FxHashSet<VariableId>,
) -> Result<(Told, Vec<String>), Diagnostic> {
    let all = model.facts().map(|(fact, _)| fact).collect();
    let others = Listener::new(model, &heard.unknown.join(" ")).hear(&all);
    refuse_unclear(model, &others)?;
    let known = known(model, taken);
    let is_misspelt = |word: &&String| {
        nearest(word, known.iter().map(String::as_str)).is_some_and(|near| near != word.as_str())
    };
    let says_nothing = heard.facts.is_empty() && others.facts.is_empty();
    let mut unknown = others.unknown.iter();
    match unknown.find(|word| says_nothing || is_misspelt(word)) {
        Some(word) => {
            let message = format!("`{word}` says nothing of what is asked here");
            let problem = Diagnostic::request(message).of_game(&model.game);
            let known = known
                .iter()
                .map(String::as_str)
                .filter(|known| known != word);
            Err(problem.nearest_or(word, known, || "write a fact as NAME=VALUE"))
        }
        None => Ok((others.facts, others.unknown)),
    }
}

/// The words that say something of some facts.
fn known(model: &Model, facts: &FxHashSet<VariableId>) -> Vec<String> {
    let variables = || facts.iter().map(|fact| &model.variables[*fact]);
    let words = variables().flat_map(|fact| fact.domain.words());
    let words = words.map(|word| model.words.text(*word));
    let sayings = facts.iter().flat_map(|fact| model.sayings_of(*fact));
    let names = variables().map(|fact| fact.name.as_str());
    let known = names.chain(words).chain(sayings);
    known.map(str::to_owned).collect()
}
