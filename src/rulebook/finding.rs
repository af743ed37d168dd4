//! What is found by words, and the question to ask with all that the words tell already.

use super::heard::{Heard, Listener, each};
use super::likely;
use super::request::taken_by;
use crate::check::Outline;
use crate::model::{Model, QuestionId, VariableId};
use crate::pack;
use crate::search::{Found, Index, Kind, Search, Thing};
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

/// Finds by words; what they say of the facts that a question takes counts for it. Words that ask how likely something is lead to
/// odds, where dice decide it.
#[must_use]
pub fn find<'i>(index: &'i Index<'i>, written: &'i pack::Rulebook, words: &str) -> Finding<'i> {
    let likely = likely::without_chance(words).and_then(|words| {
        let search = index.search(&words);
        let said = Said::of(&search, written, &words, true);
        let found = search.found(&said.bits);
        let mut whole = found.things.iter().take(found.whole);
        let next = whole.find_map(|thing| said.odds_of(thing))?;
        Some(Finding { found, next })
    });
    likely.unwrap_or_else(|| {
        let search = index.search(words);
        let said = Said::of(&search, written, words, false);
        let found = search.found(&said.bits);
        let next = next(&found).map_or_else(Vec::new, |thing| said.command_of(thing));
        Finding { found, next }
    })
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
    fn of(search: &Search<'i>, written: &'i pack::Rulebook, words: &str, is_likely: bool) -> Self {
        let mut said = Self::default();
        for outline in Outline::all(written) {
            let model = &outline.model;
            let listener = Listener::new(model, words);
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
        let facts = [heard.facts, heard.along].concat();
        if is_likely
            && let Some(id) = model.question_names.get(thing.own_name())
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

/// What to go on with: the first thing found; where that answers nothing, the first question that has the words as well, or else
/// the first of the things that tell something.
fn next<'i>(found: &Found<'i>) -> Option<&'i Thing<'i>> {
    let first = found.things.first()?;
    let answers = |kind| !matches!(kind, Kind::Fact | Kind::Reading | Kind::Card);
    if answers(first.kind) {
        return Some(first);
    }
    let alike = match found.whole {
        0 => MOST_ASKED,
        whole => whole.min(MOST_ASKED),
    };
    let best = || found.things.iter().take(alike).copied();
    let question = best().find(|thing| thing.kind == Kind::Question);
    let other = || best().find(|thing| answers(thing.kind));
    question.or_else(other).or(Some(first))
}
