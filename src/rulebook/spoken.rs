//! Facts as they are given, words of a player among them: `range=14 mortar, raining`.

use super::denied::NONE;
use super::doubt::says_something;
use super::heard::{Heard, Listener, each};
use super::request::spelt;
use crate::answer::{Answer, Asker, Change, Ruling, TakenFact, Taking};
use crate::diagnostic::{Diagnostic, nearest};
use crate::model::{Model, VariableId};
use crate::search::{Asked, Stems, words_of};
use crate::value::{DomainKind, Value};
use itertools::Itertools;
use num_traits::Zero;
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
        let heard = Listener::new(model, &words.join(" ")).hear(taken);
        refuse_unclear(model, &heard)?;
        let (idle, unused) = of_other_facts(model, &heard, taken)?;
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

/// Whether each of some words tells one of the facts taken.
pub fn is_all_heard(model: &Model, facts: &[String], taken: &FxHashSet<VariableId>) -> bool {
    let heard = Listener::new(model, &facts.join(" ")).hear(taken);
    heard.unknown.is_empty() && in_words(model, facts, taken).is_ok()
}

/// A doubt, where words speak of a fact without telling it, it was taken as usual to be none, and that matters.
pub fn unsaid(answer: &Answer<'_>, changes: &[Change], words: &str) -> Option<String> {
    let model = answer.model;
    let stems = Stems::default();
    let stems_of = |text: &str| {
        words_of(text)
            .iter()
            .map(|word| stems.of(word))
            .collect_vec()
    };
    let said = stems_of(words);
    let is_said = |text: &str| stems_of(text).iter().all(|stem| said.contains(stem));
    let mut assumed = answer.taken.iter().filter(|own| own.is_assumed(model));
    let unsaid = assumed.find(|own| {
        let matters = changes.iter().any(|change| change.fact == own.fact);
        let is_none = model.show_index(own.fact, own.index) == NONE;
        matters && is_none && is_said(&model.title_of(own.fact))
    })?;
    let fact = &model.variables[unsaid.fact];
    let values = (0..fact.domain.size()).filter(|index| *index != unsaid.index);
    let mut values = values.map(|index| model.show_index(unsaid.fact, index));
    let (title, name) = (model.title_of(unsaid.fact), &fact.name);
    Some(format!(
        "perhaps not what you ask: {title} is taken as {NONE}; say which: {name}={}",
        values.join(" | ")
    ))
}

/// A doubt, where words say a value of a fact without telling it, another was taken as usual, and that matters: `bogs in sand` may be
/// what is asked, and no sand told.
pub fn unheard(answer: &Answer<'_>, changes: &[Change], words: &str) -> Option<String> {
    let (model, said) = (answer.model, words_of(words));
    let value = |fact: VariableId, index| model.show_index(fact, index);
    let asked = words_of(&model.questions[answer.question].name);
    let is_named = |fact: VariableId, index: u32| {
        let names = [value(fact, index), model.label_of(fact, index)];
        let is_in = |own: &[String]| said.windows(own.len().max(1)).any(|words| words == own);
        // Who asks for mist tells no mist.
        let is_asked = |own: &[String]| asked.iter().all(|word| own.contains(word));
        let mut names = names.iter().map(|name| words_of(name));
        names.any(|own| {
            is_in(&own) && !is_asked(&own) && own.iter().any(|word| says_something(word))
        })
    };
    // The words of what is told say that: `open ground` is no Ground Snow.
    let facts = model.facts().map(|(fact, _)| fact);
    let given = facts.filter_map(|fact| Some((fact, answer.given.situation.get(fact)?)));
    let given = given.flat_map(|(fact, index)| [value(fact, index), model.title_of(fact)]);
    let told: Vec<String> = given.flat_map(|text| words_of(&text)).collect();
    let is_told = |value: &str| words_of(value).iter().all(|word| told.contains(word));
    // Where more has to be told, it is known which facts matter, and not by which of their values.
    let may_matter = match &answer.ruling {
        Ruling::Needs(needs) => needs.changed_by.as_slice(),
        _ => &[],
    };
    let may_matter = may_matter.iter().flat_map(|fact| {
        let values = 0..model.variables[*fact].domain.size();
        values.map(|index| (*fact, index))
    });
    let matter = changes.iter().map(|change| (change.fact, change.index));
    let mut words = matter.chain(may_matter).filter(|(fact, _)| {
        let domain = &model.variables[*fact].domain;
        matches!(domain.kind, DomainKind::Words { .. })
    });
    let taken = |fact: VariableId| answer.taken.iter().find(|own| own.fact == fact);
    let is_taken = |fact, index| taken(fact).is_some_and(|own| own.index == index);
    let (fact, index) = words.find(|(fact, index)| {
        is_named(*fact, *index) && !is_told(&value(*fact, *index)) && !is_taken(*fact, *index)
    })?;
    let taken = taken(fact)?;
    Some(format!(
        "perhaps not what you ask: {} is taken as {}; else say {}={}",
        model.title_of(fact),
        model.label_of(taken.fact, taken.index),
        model.variables[fact].name,
        value(fact, index)
    ))
}

/// A doubt, where a word of which nothing came names a fact, that was taken as usual to be not so, none or 0, and that matters.
pub fn besides(answer: &Answer<'_>, changes: &[Change], idle: &[String]) -> Option<String> {
    let (model, stems) = (answer.model, Stems::default());
    let idle = idle.iter().filter(|word| says_something(word));
    let idle: Vec<String> = idle.map(|word| stems.of(word)).collect();
    let is_named = |fact: VariableId| {
        let names = [model.title_of(fact), model.variables[fact].name.clone()];
        let mut words = names.iter().flat_map(|name| words_of(name));
        words.any(|word| says_something(&word) && idle.contains(&stems.of(&word)))
    };
    let is_nothing = |own: &TakenFact| match model.variables[own.fact].domain.value(own.index) {
        Value::Bool(is_so) => !is_so,
        Value::Number(number) => number.is_zero(),
        _ => model.show_index(own.fact, own.index) == NONE,
    };
    let mut assumed = answer.taken.iter().filter(|own| own.is_assumed(model));
    let besides = assumed.find(|own| {
        let matters = changes.iter().any(|change| change.fact == own.fact);
        matters && is_nothing(own) && is_named(own.fact)
    })?;
    let (title, name) = (
        model.title_of(besides.fact),
        &model.variables[besides.fact].name,
    );
    let taken = model.show_index(besides.fact, besides.index);
    Some(format!(
        "perhaps not what you ask: {title} is taken as {taken}; else say {name}="
    ))
}

/// A doubt, where words that do not ask whether something is so tell facts, and nothing that they tell matters.
pub fn idle(
    asker: &mut Asker<'_>,
    answer: &Answer<'_>,
    told: &[VariableId],
    words: &str,
) -> Option<String> {
    let model = answer.model;
    let is_number = |fact: &VariableId| {
        let domain = &model.variables[*fact].domain;
        matches!(domain.kind, DomainKind::Numbers { .. })
    };
    let is_said = told.iter().any(|fact| !is_number(fact));
    if words.is_empty() || !is_said || told.len() < Taking::MANY || Asked::of(words).asks_whether()
    {
        return None;
    }
    answer.rests_on_none(asker, told).then(|| {
        let titles = told.iter().map(|fact| model.title_of(*fact));
        format!(
            "perhaps not what you ask: nothing told changes this answer by itself ({})",
            titles.collect_vec().join(", ")
        )
    })
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
