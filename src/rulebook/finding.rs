//! What is found by words, and the question to ask with all that the words tell already.

use super::heard::{Heard, Listener, each};
use super::likely;
use super::request::taken_by;
use crate::check::Outline;
use crate::model::{Model, QuestionId, VariableId};
use crate::pack;
use crate::search::{Asked, Found, Index, Kind, Search, Thing, words_of};
use itertools::Itertools;
use rustc_hash::{FxHashMap, FxHashSet};

/// How many questions are looked into for the facts that they take, besides those that are asked most.
const MOST_QUESTIONS: usize = 24;

/// Among how many of the things found there is a question to ask.
const MOST_ASKED: usize = 8;

/// How many questions are answered at once.
const MOST_MEANT: usize = 3;

/// What was found, with the command to type next: its words.
#[derive(Debug)]
pub struct Finding<'i> {
    pub found: Found<'i>,
    pub next: Vec<String>,
    /// The questions that are meant most likely, the likeliest first.
    pub meant: Vec<&'i Thing<'i>>,
    /// What was asked, without the game that it named.
    pub asked: Asked,
}

/// Finds by words; what they say of the facts that a question takes counts for it. Words that name paragraphs lead to these, words
/// that ask how likely something is to odds, where dice decide it; words that name a game are about that game.
#[must_use]
pub fn find<'i>(index: &'i Index<'i>, written: &'i pack::Rulebook, text: &str) -> Finding<'i> {
    let (game, asked) = of_game(written, text);
    let of_game = |found: &mut Found<'i>| {
        if let Some(game) = game {
            found.keep(|thing| thing.game == game);
        }
    };
    let plain = || {
        let search = index.search(&asked);
        let said = Said::of(&search, written, &asked, false);
        let mut found = search.found(&said.bits);
        of_game(&mut found);
        let best = next(&found);
        let next = best.map_or_else(Vec::new, |thing| said.command_of(thing));
        let meant = meant(&found, best);
        (found, next, meant)
    };
    let likely = likely::without_chance(&asked).and_then(|rest| {
        let plain = plain();
        let name = plain.2.first().map_or("", |thing| thing.own_name());
        if likely::is_called(name, &asked) {
            return Some(plain);
        }
        let search = index.search(&rest);
        let said = Said::of(&search, written, &rest, true);
        let mut found = search.found(&said.bits);
        of_game(&mut found);
        let most = found.whole.max(MOST_ASKED);
        let mut best = found.things.iter().take(most);
        let next = best.find_map(|thing| said.odds_of(thing))?;
        let meant = meant(&found, None);
        Some((found, next, meant))
    });
    let (found, next, meant) = likely.unwrap_or_else(plain);
    let named = index.paragraphs(&asked.words);
    let next = match named.is_empty() {
        true => next,
        false => ["show"]
            .into_iter()
            .chain(named)
            .map(str::to_owned)
            .collect(),
    };
    Finding {
        found,
        next,
        meant,
        asked,
    }
}

/// The questions that are meant most likely, the best of all first.
fn meant<'i>(found: &Found<'i>, best: Option<&'i Thing<'i>>) -> Vec<&'i Thing<'i>> {
    let all = best.into_iter().chain(found.things.iter().copied());
    let all = all.filter(|thing| thing.kind == Kind::Question);
    let all = all.unique_by(|thing| (thing.game, &thing.name));
    all.take(MOST_MEANT).collect()
}

/// The game whose title stands in what is asked, and the rest of it.
fn of_game<'w>(written: &'w pack::Rulebook, text: &str) -> (Option<&'w str>, Asked) {
    let asked = Asked::of(text);
    for pack in &written.packs {
        let titles = pack.guides.iter().filter_map(|guide| guide.title.as_ref());
        for title in titles {
            let title = words_of(title.value.split(':').next().unwrap_or_default());
            let mut places = asked.words.windows(title.len().max(1));
            if title.len() > 1
                && let Some(at) = places.position(|own| own == title)
            {
                let rest = asked.without(|place, _| (at..at + title.len()).contains(&place));
                let game = pack.game.as_ref().map(|game| game.value.as_str());
                return (game.filter(|_| !rest.words.is_empty()), rest);
            }
        }
    }
    (None, asked)
}

/// What words say of some things, each by its game and name.
#[derive(Default)]
struct Said<'i> {
    /// The words that say something of a question, by the places of the bits.
    bits: FxHashMap<(&'i str, &'i str), u64>,
    /// The facts that they tell it.
    told: FxHashMap<(&'i str, &'i str), Vec<String>>,
    /// What the odds of it are to be asked with.
    odds: FxHashMap<(&'i str, &'i str), Vec<String>>,
}

impl<'i> Said<'i> {
    fn of(
        search: &Search<'i>,
        written: &'i pack::Rulebook,
        asked: &Asked,
        is_likely: bool,
    ) -> Self {
        let mut said = Self::default();
        for outline in Outline::all(written) {
            let model = &outline.model;
            let listener = Listener::strict(model, &asked.told());
            let all: FxHashSet<VariableId> = model.facts().map(|(fact, _)| fact).collect();
            if !is_likely && listener.hear(&all).facts.is_empty() {
                continue;
            }
            for question in search.questions(&model.game, MOST_QUESTIONS) {
                said.question(&outline, &listener, search, question, is_likely);
            }
            if is_likely {
                said.plots(model, &listener, written);
            }
        }
        said
    }

    fn question(
        &mut self,
        outline: &Outline<'_>,
        listener: &Listener<'_>,
        search: &Search<'i>,
        thing: &'i Thing<'i>,
        is_likely: bool,
    ) {
        let (model, key) = (&outline.model, (thing.game, thing.own_name()));
        let heard = listener.hear(&outline.facts_of(thing.own_name()));
        let mut bits = told_words(&search.wanted, listener.words(), &heard);
        let Some(id) = model.question_names.get(thing.own_name()) else {
            return;
        };
        let facts = given(model, *id, heard);
        if is_likely
            && let Some((results, own)) =
                likely::of_question(outline, &model.questions[*id], search, &facts)
        {
            bits |= own;
            let is_result = |text: &str| results.iter().any(|own| own == text);
            let mut given = facts.clone();
            given.retain(|(fact, index)| !is_result(&model.show_index(*fact, *index)));
            let asked = each(model, &given);
            self.odds
                .insert(key, [asked, likely::sum(&results)].concat());
        }
        self.bits.insert(key, bits);
        self.told.insert(key, each(model, &facts));
    }

    fn plots(&mut self, model: &Model, listener: &Listener<'_>, written: &'i pack::Rulebook) {
        let packs = written.packs.iter();
        let own = packs.filter_map(|pack| Some((pack, pack.game.as_ref()?.value.as_str())));
        for (pack, game) in own.filter(|(_, game)| *game == model.game) {
            for plot in pack.guides.iter().flat_map(|guide| &guide.plots) {
                let asked = likely::of_plot(model, plot, listener);
                self.odds.insert((game, plot.of.value.as_str()), asked);
            }
        }
    }

    /// The command that shows the odds of a thing, where it has such.
    fn odds_of(&self, thing: &Thing<'_>) -> Option<Vec<String>> {
        let asked = self.odds.get(&(thing.game, thing.own_name()));
        let asked = asked.filter(|_| thing.kind <= Kind::Process && thing.kind != Kind::Card)?;
        let command = ["odds".to_owned(), thing.name.clone()];
        Some(command.into_iter().chain(asked.iter().cloned()).collect())
    }

    /// The command that shows a thing, with the facts told where it is a question.
    fn command_of(&self, thing: &Thing<'_>) -> Vec<String> {
        let told = self.told.get(&(thing.game, thing.own_name()));
        let told = told.filter(|_| thing.kind == Kind::Question);
        let command = thing.next().into_iter().map(str::to_owned);
        command.chain(told.into_iter().flatten().cloned()).collect()
    }
}

/// The facts that some words tell of those which a question takes, as they are given.
#[must_use]
pub fn told(model: &Model, question: QuestionId, asked: &Asked) -> Vec<String> {
    let heard = Listener::strict(model, &asked.told()).hear(&taken_by(model, question));
    each(model, &given(model, question, heard))
}

/// What is heard of the facts of a question, but for what it finds itself: that is asked, and not given.
fn given(model: &Model, question: QuestionId, heard: Heard) -> Vec<(VariableId, u32)> {
    let mut told = [heard.facts, heard.along].concat();
    told.retain(|(fact, _)| model.questions[question].finds != Some(*fact));
    told
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

/// What to go on with: the first thing found; where that answers nothing, the first question that has the words as well, or else
/// the first of the things that tell something.
fn next<'i>(found: &Found<'i>) -> Option<&'i Thing<'i>> {
    let first = found.things.first()?;
    let answers = |kind| !matches!(kind, Kind::Fact | Kind::Reading | Kind::Card);
    if answers(first.kind) {
        return Some(first);
    }
    let best = |most: usize| found.things.iter().take(most).copied();
    let whole = found.whole.min(MOST_ASKED);
    let question = |most| best(most).find(|thing| thing.kind == Kind::Question);
    let other = || best(whole).find(|thing| answers(thing.kind));
    question(whole)
        .or_else(other)
        .or_else(|| question(MOST_ASKED))
        .or(Some(first))
}
