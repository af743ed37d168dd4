//! What can be told of a game without resolving a rule: its facts, what people call them, and from which of them an answer can come.

use super::reach::Named;
use super::{Checker, Packs, names};
use crate::model::{Model, QuestionId, VariableId};
use crate::pack::{Pack, Rulebook};
use itertools::Itertools;
use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};

/// A game in outline: no question of it can be answered.
#[derive(Serialize, Deserialize)]
pub struct Outline {
    pub model: Model,
    named: Named,
}

impl Outline {
    /// The outline of each game.
    pub fn all(written: &Rulebook) -> Vec<Self> {
        let packs = written.packs.iter();
        let games = packs.into_group_map_by(|pack| names::or_empty(&pack.game));
        let mut games: Vec<_> = games.into_iter().collect();
        games.sort_unstable_by(|one, other| one.0.cmp(&other.0));
        games
            .into_iter()
            .map(|(game, packs)| Self::of(game, &packs, written))
            .collect()
    }

    fn of(game: String, packs: &[&Pack], written: &Rulebook) -> Self {
        let mut checker = Checker::new(Model {
            game,
            origins: written.origins.clone(),
            ..Model::default()
        });
        let packs = checker.order_packs(packs);
        checker.declarations(&packs);
        // Nobody resolves what is asked most: what is not there is no finding here.
        checker.wanted = Some(FxHashSet::default());
        checker.guide(&packs);
        Self {
            named: Named::of(&checker.model, &packs),
            model: checker.model,
        }
    }

    /// The facts from which an answer to a question can come: rather too many than too few.
    pub fn facts_of(&self, question: &str) -> FxHashSet<VariableId> {
        self.named.facts(&self.model, question)
    }

    /// The facts that a question names, or one that it asks; not those of which a fact of it follows.
    pub fn facts_asked_by(&self, question: &str) -> FxHashSet<VariableId> {
        self.named.facts_asked_by(&self.model, question)
    }

    /// Whether an answer to a question can come from that of another.
    pub fn takes_in(&self, question: &str, other: &str) -> bool {
        let other = self.model.question_names.get(other);
        let all = self.named.questions(&self.model, question);
        other.is_some_and(|other| all.contains(other))
    }

    /// The facts that the texts of a question name, with what these usually are, and the other questions.
    #[cfg(feature = "book")]
    pub fn named_in(&self, question: &str) -> (Vec<&str>, Vec<&str>) {
        self.named.next(&self.model, question)
    }

    /// The facts that stand in a question and its rules themselves.
    pub fn facts_named_in(&self, question: QuestionId) -> &[VariableId] {
        self.named.facts_in(question)
    }
}

impl Checker {
    /// All names that the packs declare, with what needs no other to be understood.
    pub fn declarations(&mut self, packs: &Packs<'_>) {
        let told = self.diagnostics.len();
        self.units(packs);
        self.each(packs, |pack| &pack.facts, Self::fact);
        self.each(packs, |pack| &pack.units, Self::refuse_wrong_count);
        self.each(packs, |pack| &pack.units, Self::refuse_wrong_which);
        self.rolls(packs);
        self.each(packs, |pack| &pack.readings, Self::reading);
        self.each(packs, |pack| &pack.switches, Self::switch);
        if self.is_doubtful_since(told) {
            self.doubt_everything();
        }
        self.each(packs, |pack| &pack.questions, Self::register_question);
        self.each(packs, |pack| &pack.processes, Self::register_process);
    }
}
