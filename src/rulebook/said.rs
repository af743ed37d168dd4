//! What words tell the questions of each game that may be meant by them.

use super::heard::{Listener, each};
use super::likely;
use super::telling::{given, heard, told_words};
use crate::check::Outline;
use crate::model::{Model, VariableId};
use crate::search::{Asked, Kind, Search, Thing, ToldBy};
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

/// How many questions are looked into for the facts that they take, besides those that are asked most.
pub(super) const MOST_QUESTIONS: usize = 40;

/// The same, where one is looked for that gives what is asked how likely it is: few say of what they give what it is.
pub(super) const MOST_LIKELY: usize = 200;

/// What words tell a question.
#[derive(Default)]
struct Told {
    /// The words that say something of it.
    words: ToldBy,
    /// The facts that they tell it.
    facts: Vec<String>,
    /// What its odds are to be asked with.
    odds: Option<Vec<String>>,
    /// The words that name its results.
    results: u64,
    /// Whether dice decide it, and no fact that rests on them.
    is_of_dice: bool,
    /// Whether it gives a modifier.
    is_signed: bool,
}

impl Told {
    fn of(
        outline: &Outline,
        (listener, asked): (&Listener<'_>, &Asked),
        search: &Search<'_>,
        thing: &Thing<'_>,
        is_likely: bool,
    ) -> Option<Self> {
        let model = &outline.model;
        let facts = outline.facts_of(thing.own_name());
        let (heard, words) = heard(listener, asked, thing, &facts, &mut |_| false);
        let mut told_by = told_words(model, &search.wanted, &words, &heard);
        let id = *model.question_names.get(thing.own_name())?;
        let facts = given(model, id, heard);
        let likely = is_likely.then(|| likely::of_question(outline, id, search, &facts));
        let likely = likely.flatten();
        let odds = likely.as_ref().map(|likely| {
            told_by.add(likely.words);
            let is_result = |text: &str| likely.results.iter().any(|other| other == text);
            let mut given = facts.clone();
            given.retain(|(fact, index)| !is_result(&model.show_index(*fact, *index)));
            [each(model, &given), likely::sum(&likely.results)].concat()
        });
        let likely = likely.unwrap_or_default();
        Some(Self {
            words: told_by,
            facts: each(model, &facts),
            odds,
            results: likely.words,
            is_of_dice: likely.is_of_dice,
            is_signed: model.is_signed(&model.questions[id].answer),
        })
    }
}

/// What words say of some things, each by its game and name.
#[derive(Default)]
pub(super) struct Said<'i> {
    told: FxHashMap<(&'i str, &'i str), Told>,
    /// What the odds of those that are no questions are to be asked with.
    odds: FxHashMap<(&'i str, &'i str), Vec<String>>,
}

impl<'i> Said<'i> {
    pub(super) fn of(
        search: &Search<'i>,
        (outlines, game): (&'i [Outline], Option<&str>),
        asked: &Asked,
        is_likely: bool,
    ) -> Self {
        let mut said = Self::default();
        let of_game = |other: &&Outline| game.is_none_or(|game| other.model.game == game);
        for outline in outlines.iter().filter(of_game) {
            let model = &outline.model;
            let listener = Listener::strict(model, &asked.told());
            let all: FxHashSet<VariableId> = model.facts().map(|(fact, _)| fact).collect();
            if !is_likely && listener.hear(&all).facts.is_empty() {
                continue;
            }
            let most = if is_likely {
                MOST_LIKELY
            } else {
                MOST_QUESTIONS
            };
            let questions = search.questions(&model.game, most);
            let told = questions.into_par_iter().filter_map(|thing| {
                let told = Told::of(outline, (&listener, asked), search, thing, is_likely)?;
                Some(((thing.game, thing.own_name()), told))
            });
            let told: Vec<_> = told.collect();
            said.told.extend(told);
            if is_likely {
                said.plots(model, &listener);
            }
        }
        said
    }

    fn plots(&mut self, model: &'i Model, listener: &Listener<'_>) {
        for plot in &model.guide.plots {
            let asked = likely::of_plot(model, plot, listener);
            self.odds.insert((&model.game, &plot.of), asked);
        }
    }

    pub(super) fn told_by(&self, thing: &Thing<'_>) -> ToldBy {
        let told = self.told.get(&(thing.game, thing.own_name()));
        told.map_or_else(ToldBy::default, |told| told.words)
    }

    pub(super) fn bits_of(&self, thing: &Thing<'_>) -> u64 {
        self.told_by(thing).all
    }

    pub(super) fn results_of(&self, thing: &Thing<'_>) -> u64 {
        let told = self.told.get(&(thing.game, thing.own_name()));
        told.map_or(0, |told| told.results)
    }

    pub(super) fn is_of_dice(&self, thing: &Thing<'_>) -> bool {
        let told = self.told.get(&(thing.game, thing.own_name()));
        told.is_some_and(|told| told.is_of_dice)
    }

    pub(super) fn is_signed(&self, thing: &Thing<'_>) -> bool {
        let told = self.told.get(&(thing.game, thing.own_name()));
        told.is_some_and(|told| told.is_signed)
    }

    /// The command that shows the odds of a thing, where it has such.
    pub(super) fn odds_of(&self, thing: &Thing<'_>) -> Option<Vec<String>> {
        let key = (thing.game, thing.own_name());
        let told = self.told.get(&key).and_then(|told| told.odds.as_ref());
        let asked = self.odds.get(&key).or(told);
        let asked = asked.filter(|_| thing.kind <= Kind::Process && thing.kind != Kind::Card)?;
        let command = ["odds".to_owned(), thing.name.clone()];
        Some(command.into_iter().chain(asked.iter().cloned()).collect())
    }

    /// The command that shows a thing, with the facts told where it is a question.
    pub(super) fn command_of(&self, thing: &Thing<'_>) -> Vec<String> {
        let told = self.told.get(&(thing.game, thing.own_name()));
        let told = told.filter(|_| thing.kind == Kind::Question);
        let command = thing.next().into_iter().map(str::to_owned);
        let facts = told.into_iter().flat_map(|told| told.facts.iter().cloned());
        command.chain(facts).collect()
    }
}
