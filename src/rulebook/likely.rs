//! The odds that words ask for: `how likely is Mud in October` is answered by dice.

use super::counts::digits;
use super::heard::{Listener, each};
use crate::check::Outline;
use crate::model::{Model, Plot, Question, QuestionId, Type, VariableId};
use crate::search::{Asked, BARE, PLACING, Search, is_filler, words_of};
use crate::syntax::words;
use rustc_hash::FxHashSet;

/// Words by which people ask for a chance.
pub const CHANCE: [&str; 12] = [
    "chance",
    "chances",
    "likelihood",
    "likely",
    "odds",
    "often",
    "percent",
    "percentage",
    "probability",
    "probable",
    "probably",
    "unlikely",
];

/// The word between a chance and what it is the chance of.
const OF: &str = "of";

/// Whether some words ask how likely something is.
pub fn speaks_of_chance(words: &str) -> bool {
    let mut words = words_of(words).into_iter();
    words.any(|word| CHANCE.contains(&word.as_str()))
}

/// The numbers of a text that stand with a sign, without it: `+3` is a modifier that is to come out.
pub fn modifiers(text: &str) -> Vec<String> {
    let tokens = text.split_whitespace();
    let signed = tokens.filter_map(|token| token.strip_prefix(['+', '-', '\u{2212}']));
    let numbers = signed.map(|text| text.trim_end_matches(|last: char| !last.is_ascii_digit()));
    let is_number = |text: &&str| !text.is_empty() && text.bytes().all(|own| own.is_ascii_digit());
    numbers.filter(is_number).map(str::to_owned).collect()
}

/// What is asked without the words that ask for a chance, where there are some.
pub fn without_chance(asked: &Asked) -> Option<Asked> {
    let rest = asked.without(|_, word| CHANCE.contains(&word));
    let says = rest.words.iter().any(|word| !is_filler(word));
    (rest.words.len() < asked.words.len() && says).then_some(rest)
}

/// The words after the last that asks for a chance, where there is one.
fn after_chance(asked: &Asked) -> &[String] {
    let is_chance = |word: &String| CHANCE.contains(&word.as_str());
    let at = asked.words.iter().rposition(is_chance);
    let after = at.and_then(|at| asked.words.get(at + 1..));
    after.unwrap_or_default()
}

/// The word for what is asked how likely it is: the first that says something by itself after `odds of`, `how likely is`.
pub fn sought(asked: &Asked) -> Option<&str> {
    let mut after = after_chance(asked).iter().map(String::as_str);
    after.find(|word| !is_filler(word) && !BARE.contains(word))
}

/// The words for it, up to one that says where or when.
pub fn sought_in(asked: &Asked) -> Vec<&String> {
    let after = after_chance(asked).iter();
    let phrase = after.take_while(|word| !PLACING.contains(&word.as_str()));
    phrase.filter(|word| !is_filler(word)).collect()
}

/// Whether a question is called by all the words that ask for a chance: `odds` may be a word of the game, unless the odds of
/// something else are asked for.
pub fn is_called(name: &str, asked: &Asked) -> bool {
    let is_chance = |word: &String| CHANCE.contains(&word.as_str());
    let is_named = |word: &str| name.split('-').any(|text| text == word);
    let mut chance = asked.words.iter().filter(|word| is_chance(word));
    let mut pairs = asked.words.windows(2);
    let is_of = pairs.any(|words| matches!(words, [chance, of] if is_chance(chance) && of == OF));
    let is_of_itself = sought(asked).is_none_or(is_named);
    chance.all(|word| is_named(word)) && (!is_of || is_of_itself)
}

/// What words ask of a question whose answer is a matter of dice.
#[derive(Debug, Default)]
pub struct Thrown {
    /// The results that they name.
    pub results: Vec<String>,
    /// The words looked for that do, by the places of the bits.
    pub words: u64,
    /// Whether the question names dice, or one that it asks: they are not what a fact rests on that somebody may tell.
    pub is_of_dice: bool,
}

/// What words ask of a question, where its answer is a matter of dice.
pub fn of_question(
    outline: &Outline,
    question: QuestionId,
    search: &Search<'_>,
    told: &[(VariableId, u32)],
) -> Option<Thrown> {
    let model = &outline.model;
    let name = &model.questions[question].name;
    let is_thrown = |fact: &VariableId| {
        let is_told = told.iter().any(|(other, _)| other == fact);
        model.roll_of(*fact) == Some(*fact) && !is_told
    };
    let (results, words) = results(model, &model.questions[question], search);
    let is_by_dice = match results.is_empty() {
        true => outline.facts_named_in(question).iter().any(is_thrown),
        false => outline.facts_of(name).iter().any(is_thrown),
    };
    let is_of_dice = outline.facts_asked_by(name).iter().any(is_thrown);
    is_by_dice.then_some(Thrown {
        results,
        words,
        is_of_dice,
    })
}

/// The option by which odds tell some results taken together.
pub const SUM: &str = "--sum";

/// The same with the results.
pub fn sum(results: &[String]) -> Vec<String> {
    match results {
        [] => Vec::new(),
        results => vec![SUM.to_owned(), results.join(",")],
    }
}

/// Whether words name a result in a command that asks for odds, by other words than those that tell its facts.
pub fn names_result(command: &[String]) -> bool {
    let mut parts = command.split(|word| word == SUM);
    let told = parts.next().unwrap_or_default();
    let results = parts.next().and_then(|sum| sum.first());
    let is_told = |result: &str| {
        let mut values = told.iter().filter_map(|told| told.split_once('='));
        values.any(|(_, value)| value.split('-').any(|word| word == result))
    };
    results.is_some_and(|results| !results.split(',').any(is_told))
}

/// The results of a question that words name: those with the most of the words. `mud` is each with mud in it. Who names all of them
/// names none.
fn results(model: &Model, question: &Question, search: &Search<'_>) -> (Vec<String>, u64) {
    let Type::Words { words, .. } = &question.answer else {
        return (Vec::new(), 0);
    };
    let named = |places: &dyn Fn(&str) -> u64| {
        let texts = words.iter().map(|word| model.words.text(*word));
        texts.map(|text| (text, places(text))).collect()
    };
    // A word that stands in one itself calls no other so; what is only meant by a word counts where nothing is called so.
    let said: Vec<(&str, u64)> = named(&|text| search.said_in(text));
    let all_said = said.iter().fold(0, |all, (_, bits)| all | bits);
    let called: Vec<(&str, u64)> =
        named(&|text| search.said_in(text) | search.called_in(text) & !all_said);
    let named = match called.iter().any(|(_, bits)| *bits != 0) {
        true => called,
        false => named(&|text| search.places_in(text)),
    };
    let most = named.iter().map(|(_, bits)| bits.count_ones()).max();
    let most = most.filter(|most| *most > 0).unwrap_or(u32::MAX);
    // `very dry` is not `dry`, though one of its words says nothing by itself.
    let is_whole = |text: &str| {
        let own = words_of(text);
        let mut said = search.asked.words.windows(own.len().max(1));
        own.len() > 1 && said.any(|words| words == own.as_slice())
    };
    let is_any_whole = named.iter().any(|(text, _)| is_whole(text));
    let best = named.iter().filter(|(text, bits)| match is_any_whole {
        true => is_whole(text),
        false => bits.count_ones() == most,
    });
    let best: Vec<&(&str, u64)> = best.collect();
    if best.len() == words.len() {
        return (Vec::new(), 0);
    }
    best.into_iter()
        .fold((Vec::new(), 0), |(mut texts, all), (text, bits)| {
            texts.push((*text).to_owned());
            (texts, all | bits)
        })
}

/// How many turns words speak of: `within six player turns`, `this turn`.
fn turns(words: &[String]) -> Option<String> {
    let at = words
        .iter()
        .position(|word| word == "turns" || word == "turn")?;
    let mut before = words.iter().take(at).rev().take(3);
    match words.get(at.checked_sub(1)?).map(String::as_str) {
        Some("this" | "next") => Some("1".to_owned()),
        _ => before.find_map(|word| digits(word)),
    }
}

/// What the odds are to be asked with that a game draws: the facts as words tell them, or as the game does.
pub fn of_plot(model: &Model, plot: &Plot, listener: &Listener<'_>) -> Vec<String> {
    let fact = |(name, _): &(String, String)| model.fact_named(name);
    // What is looked for is no given.
    let is_sought = |name: &str| {
        let mut sought = plot.ever.iter().chain(&plot.until).chain(&plot.at);
        sought.any(|text| words(text).any(|word| word == name))
    };
    let told = plot.given.iter().filter(|(name, _)| !is_sought(name));
    let facts: FxHashSet<VariableId> = told.filter_map(fact).collect();
    let heard = listener.hear(&facts).facts;
    let mut asked = each(model, &heard);
    let is_heard = |fact: Option<VariableId>| heard.iter().any(|(other, _)| Some(*other) == fact);
    let given = plot.given.iter().filter(|given| !is_heard(fact(given)));
    asked.extend(given.map(|(name, value)| format!("{name}={value}")));
    let turns = turns(listener.words());
    let told = turns.filter(|_| plot.turns.is_some());
    if let Some(turns) = &told {
        asked.extend(["--turns".to_owned(), turns.clone()]);
    }
    let own = plot.turns.map(|turns| turns.to_string());
    let own = own.filter(|_| told.is_none());
    let options = [
        ("--turns", own.as_slice()),
        ("--until", plot.until.as_slice()),
        ("--ever", &plot.ever),
        ("--at", &plot.at),
        ("--of", &plot.shows),
    ];
    for (option, texts) in options {
        for text in texts {
            asked.extend([option.to_owned(), text.clone()]);
        }
    }
    asked
}
