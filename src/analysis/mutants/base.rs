//! The rulebook as it is, with its diagrams: what every mutant is compared with.

use super::Trial;
use crate::check::{Extent, check_game, is_broken, prove_question, used_by};
use crate::diagram::{Compiler, NodeId, Store};
use crate::model::{Asked, Kind, Model, QuestionId};
use crate::pack::Pack;
use rustc_hash::{FxHashMap, FxHashSet};
use std::borrow::Cow;

/// The packs of a game, each with its place in the rulebook; a changed one is a copy.
pub(super) type Packs<'p> = Vec<(usize, Cow<'p, Pack>)>;

/// Everything about the rulebook as it is. Each thread has its own.
pub(super) struct Base<'a> {
    pub(super) trial: &'a Trial<'a>,
    /// The packs of the game.
    pub(super) packs: Vec<(usize, &'a Pack)>,
    /// Its diagrams.
    pub(super) store: Store,
    pub(super) roots: Vec<Option<NodeId>>,
    /// The questions that use each question.
    users: FxHashMap<QuestionId, Vec<QuestionId>>,
    /// The questions that `check` finds fault with as they are.
    pub(super) faulty: FxHashSet<QuestionId>,
    /// For each question, the examples that ask it, by number; for the questions of a law, the laws.
    pub(super) examples: FxHashMap<QuestionId, Vec<usize>>,
    pub(super) laws: FxHashMap<QuestionId, Vec<usize>>,
    /// How many things resolving finds fault with.
    pub(super) problems: usize,
}

impl<'a> Base<'a> {
    pub(super) fn new(trial: &'a Trial<'a>) -> Self {
        let model = trial.model;
        let packs: Vec<(usize, &Pack)> = trial.written.packs.iter().enumerate().collect();
        let packs = packs.into_iter().filter(|(_, pack)| {
            pack.game
                .as_ref()
                .is_some_and(|game| game.value == model.game)
        });
        let packs: Vec<(usize, &Pack)> = packs.collect();
        let mut compiler = Compiler::new(model);
        let mut faulty = FxHashSet::default();
        let mut users: FxHashMap<QuestionId, Vec<QuestionId>> = FxHashMap::default();
        for id in (0..).map(QuestionId).take(model.questions.len()) {
            compiler.store.renew_budget();
            if is_broken(model, id) || !prove_question(&mut compiler, id).is_empty() {
                faulty.insert(id);
            }
            for used in used_by(model, id) {
                users.entry(used).or_default().push(id);
            }
        }
        let (store, roots) = compiler.into_parts();
        let mut base = Self {
            trial,
            packs,
            store,
            roots,
            users,
            faulty,
            examples: by_question(
                model
                    .examples
                    .iter()
                    .map(|example| asked(model, &example.asked)),
            ),
            laws: by_question(
                model
                    .laws
                    .iter()
                    .map(|law| questions_of(law.when.iter().chain([&law.always]))),
            ),
            problems: 0,
        };
        base.problems = base.resolved(&|_| {}, Extent::Answers).1;
        base
    }

    /// The game's model with the packs changed, and how many things resolving finds fault with.
    pub(super) fn resolved(
        &self,
        change: &dyn Fn(&mut Packs<'_>),
        extent: Extent<'_>,
    ) -> (Model, usize) {
        let mut packs: Vec<_> = self
            .packs
            .iter()
            .map(|(index, pack)| (*index, Cow::Borrowed(*pack)))
            .collect();
        change(&mut packs);
        let packs: Vec<&Pack> = packs.iter().map(|(_, pack)| pack.as_ref()).collect();
        let (model, found) = check_game(
            &self.trial.model.game,
            &packs,
            &self.trial.model.origins,
            extent,
        );
        (model, found.len())
    }

    /// These questions and all that use them, near or far.
    pub(super) fn affected(&self, by: &[QuestionId]) -> Vec<QuestionId> {
        let mut all = by.to_vec();
        let mut at = 0;
        while let Some(id) = all.get(at).copied() {
            for user in self.users.get(&id).into_iter().flatten() {
                if !all.contains(user) {
                    all.push(*user);
                }
            }
            at += 1;
        }
        all
    }
}

/// The numbers of things by the questions that they ask.
fn by_question(asked: impl Iterator<Item = Vec<QuestionId>>) -> FxHashMap<QuestionId, Vec<usize>> {
    let mut by: FxHashMap<QuestionId, Vec<usize>> = FxHashMap::default();
    for (number, questions) in asked.enumerate() {
        for question in questions {
            by.entry(question).or_default().push(number);
        }
    }
    by
}

/// The questions that an example asks; those of a process are all its states.
pub(super) fn asked(model: &Model, asked: &Asked) -> Vec<QuestionId> {
    match asked {
        Asked::Questions(asked) => asked.iter().map(|(id, _, _)| *id).collect(),
        Asked::Process(process, _) => model.processes[*process].questions(),
        Asked::Procedure(procedure, ..) => model
            .procedure(*procedure)
            .map(crate::model::Procedure::questions)
            .unwrap_or_default(),
    }
}

/// The questions that these expressions ask.
pub(super) fn questions_of<'e>(
    parts: impl Iterator<Item = &'e crate::model::Expr>,
) -> Vec<QuestionId> {
    let mut found = Vec::new();
    for part in parts {
        part.walk(&mut |part| {
            if let Kind::Question(id, _) = part.kind
                && !found.contains(&id)
            {
                found.push(id);
            }
        });
    }
    found
}

/// Leaves out the diagrams of these questions.
pub(super) fn forget(roots: &mut [Option<NodeId>], ids: &[QuestionId]) {
    for id in ids {
        if let Some(root) = roots.get_mut(id.index()) {
            *root = None;
        }
    }
}
