//! Rolls that follow each other, as players tell them: `wind change rolls 7 then 11 then 3, is it raining now` is played, turn by
//! turn.

use super::counts::digits;
use super::heard::{Listener, each, is_of_dice};
use super::terms::THEN;
use crate::check::Outline;
use crate::model::Model;
use crate::pack::Rulebook;
use crate::search::{Asked, Index, Search, is_filler, words_of};
use crate::source::Text;
use itertools::Itertools;
use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;

/// How many rolls at least follow each other: two may be those of one turn.
const MANY: usize = 3;

/// A process as it is written: what it tells, the facts of its start, and those of a turn.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Turns<'w> {
    game: &'w str,
    name: &'w str,
    asks: &'w str,
    start: Vec<&'w str>,
    turn: Vec<&'w str>,
}

/// The processes of all packs.
pub(super) fn all(written: &Rulebook) -> Vec<Turns<'_>> {
    let packs = written.packs.iter().flat_map(|pack| {
        let game = pack.game.as_ref().map_or("", |game| game.value.as_str());
        pack.processes.iter().map(move |process| (game, process))
    });
    let processes = packs.map(|(game, process)| Turns {
        game,
        name: &process.name.value,
        asks: &process.asks,
        start: names(&process.start),
        turn: names(&process.turn),
    });
    processes.collect()
}

fn names(texts: &[Text]) -> Vec<&str> {
    texts.iter().map(|text| text.value.as_str()).collect()
}

/// The numbers that follow each other, with `then` before each but the first.
fn numbers(words: &[String]) -> Option<Vec<String>> {
    let mut all: Vec<String> = Vec::new();
    let mut is_next = false;
    for word in words {
        match digits(word) {
            Some(number) if is_next => {
                all.push(number);
                is_next = false;
            }
            Some(number) if all.len() < 2 => all = vec![number],
            None if word == THEN.trim() => is_next = !all.is_empty(),
            None if is_filler(word) || is_of_dice(word) => {}
            _ if all.len() > 1 => break,
            _ => {
                all.clear();
                is_next = false;
            }
        }
    }
    (all.len() >= MANY).then_some(all)
}

/// Whether a fact is a roll that can come out as each of some numbers.
fn is_rolled(model: &Model, fact: &str, numbers: &[String]) -> bool {
    let roll = model.variable_names.get(fact).copied();
    let roll = roll.filter(|roll| model.roll_of(*roll) == Some(*roll));
    roll.is_some_and(|roll| {
        let mut all = numbers.iter();
        all.all(|number| model.index_named(roll, number).is_some())
    })
}

/// Whether a roll is named, by all words of its name but those for dice.
fn is_named(search: &Search<'_>, roll: &str) -> bool {
    let words = words_of(roll).into_iter();
    let name = words.filter(|word| !is_of_dice(word)).join(" ");
    !name.is_empty() && search.says(&name)
}

/// A command, and the words that it comes of.
type Play = (Vec<String>, Vec<String>);

/// The command that plays what words tell of rolls that follow each other: of the processes in whose turn the roll that they name
/// stands, the one that has most of the words in its name, or else in what it tells; of equals the one that tells least besides.
pub(super) fn played(
    processes: &[Turns<'_>],
    outlines: &[Outline],
    game: Option<&str>,
    (index, text): (&Index<'_>, &str),
) -> Option<Play> {
    let numbers = numbers(&words_of(text))?;
    let search = index.search(&Asked::of(text));
    let named = processes.iter().filter_map(|process| {
        let mut outlines = outlines.iter();
        let outline = outlines.find(|other| other.model.game == process.game)?;
        let model = &outline.model;
        let is_rolled = |fact: &&str| is_rolled(model, fact, &numbers) && is_named(&search, fact);
        let roll = process.turn.iter().copied().find(is_rolled)?;
        let is_meant = game.is_none_or(|game| game == process.game);
        is_meant.then_some((process, model, roll))
    });
    let words = |process: &Turns<'_>| {
        let texts = [process.name, process.asks].join(" ");
        let own = |text: &str| search.places_in(text).count_ones();
        let many = words_of(&texts).len();
        (own(process.name), own(&texts), Reverse(many))
    };
    let named: Vec<_> = named.collect();
    let best = named
        .iter()
        .rev()
        .max_by_key(|(process, ..)| words(process));
    let (process, model, roll) = best?;
    let start = process.start.iter();
    let start = start.filter_map(|name| model.variable_names.get(*name).copied());
    let start: FxHashSet<_> = start.collect();
    let listener = Listener::strict(model, text);
    let heard = listener.hear(&start);
    let told = each(model, &heard.facts);
    let texts = [roll, process.name, process.asks].join(" ");
    let named = search.words_at(search.places_in(&texts));
    let named = named.map(str::to_owned);
    let words = listener.words().iter().zip(&heard.used);
    let is_told = |word: &str| digits(word).is_some() || word == THEN.trim() || is_of_dice(word);
    let words = words.filter(|(word, is_used)| **is_used || is_told(word));
    let used = words.map(|(word, _)| word.clone()).chain(named).collect();
    let first = ["play".to_owned(), process.name.to_owned()];
    let last = format!("{roll}={}", numbers.join(THEN));
    Some(([&first[..], &told, &[last]].concat(), used))
}
