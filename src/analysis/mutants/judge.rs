//! What becomes of one mutant. Where its facts and words are those of the rulebook as it is, as nearly always, only the diagrams
//! of the questions that it can change are made again; otherwise both rulebooks are compared as a whole.

use super::base::{Base, Packs, asked, forget, questions_of};
use super::{Fate, Mutant, ready};
use crate::analysis::diff;
use crate::check::{Extent, prove_example, prove_law, prove_question};
use crate::diagram::{Compiler, Leaf, TooLarge};
use crate::model::{Model, QuestionId};
use crate::pack::{ErrataSet, read_with};
use std::borrow::Cow;

impl Base<'_> {
    pub(super) fn judge(&mut self, mutant: &Mutant) -> Fate {
        let Some(edit) = &mutant.edit else {
            return self.judge_without(mutant);
        };
        let change = |packs: &mut Packs<'_>| {
            if let Some((_, pack)) = packs.iter_mut().find(|(index, _)| *index == mutant.pack) {
                let mut changed = pack.clone().into_owned();
                edit.apply(&mut changed);
                *pack = Cow::Owned(changed);
            }
        };
        let extent = if mutant.procedure.is_some() {
            Extent::Everything
        } else {
            Extent::Answers
        };
        let (model, problems) = self.resolved(&change, extent);
        if problems > self.problems {
            return Fate::Refused;
        }
        if let Some(procedure) = &mutant.procedure {
            return self.judge_procedure(procedure, &model);
        }
        if same_frame(self.trial.model, &model) {
            let mark = self.store.mark();
            let fate = self.judge_here(mutant, &model);
            self.store.go_back(mark);
            fate.unwrap_or(Fate::Refused)
        } else {
            let (model, _) = self.resolved(&change, Extent::Everything);
            self.judge_anew(&model)
        }
    }

    /// The fate of a mutant that has the facts and words of the rulebook as it is.
    fn judge_here(&mut self, mutant: &Mutant, model: &Model) -> Result<Fate, TooLarge> {
        let mut roots = self.roots.clone();
        forget(&mut roots, &mutant.touched);
        self.store.renew_budget();
        let store = std::mem::take(&mut self.store);
        let mut compiler = Compiler::resume(model, store, roots);
        let judged = self.judge_with(mutant, &mut compiler);
        (self.store, _) = compiler.into_parts();
        match judged? {
            Some(fate) => Ok(fate),
            None => Ok(Fate::Survives(Box::new(ready::ready(self, mutant, model)))),
        }
    }

    /// The fate, if the mutant does not survive.
    fn judge_with(
        &self,
        mutant: &Mutant,
        compiler: &mut Compiler<'_>,
    ) -> Result<Option<Fate>, TooLarge> {
        let mut changed = Vec::new();
        for id in &mutant.touched {
            let now = compiler.question(*id)?;
            let before = self.roots.get(id.index()).copied().flatten();
            let difference = before
                .map(|before| diff::where_differing(&mut compiler.store, before, now))
                .transpose()?;
            if difference
                .is_none_or(|difference| difference != compiler.store.leaf(Leaf::truth(false)))
            {
                changed.push(*id);
            }
        }
        if changed.is_empty() {
            return Ok(Some(Fate::Equivalent));
        }
        let affected = self.affected(&changed);
        let after: Vec<QuestionId> = affected
            .iter()
            .filter(|id| !changed.contains(id))
            .copied()
            .collect();
        compiler.forget(&after);
        let refused = |id: &&QuestionId| !self.faulty.contains(id);
        for id in affected.iter().filter(refused) {
            if !prove_question(compiler, *id).is_empty() {
                return Ok(Some(Fate::Refused));
            }
        }
        if let Some(fate) = self.noticed(&affected, compiler) {
            return Ok(Some(fate));
        }
        let model = self.trial.model;
        let pinned = changed
            .iter()
            .filter_map(|id| model.question(*id))
            .any(|question| (self.trial.pinned)(question.pack));
        Ok(pinned.then_some(Fate::ByPin))
    }

    /// The first example or law that does not hold any more.
    fn noticed(&self, affected: &[QuestionId], compiler: &mut Compiler<'_>) -> Option<Fate> {
        let model = self.trial.model;
        for example in affected
            .iter()
            .filter_map(|id| self.examples.get(id))
            .flatten()
        {
            let example = model.examples.get(*example)?;
            if !prove_example(compiler, example).is_empty() {
                return Some(Fate::ByExample(example.span));
            }
        }
        for law in affected.iter().filter_map(|id| self.laws.get(id)).flatten() {
            let law = model.laws.get(*law)?;
            if !prove_law(compiler, law).is_empty() {
                return Some(Fate::ByLaw(law.span));
            }
        }
        None
    }

    /// The fate of a rulebook without one of its errata.
    fn judge_without(&mut self, mutant: &Mutant) -> Fate {
        let applied = self
            .trial
            .written
            .errata
            .iter()
            .filter(|erratum| erratum.applied);
        let names = applied.map(|erratum| erratum.id.value.clone());
        let rest: Vec<String> = names
            .filter(|name| mutant.without.as_ref() != Some(name))
            .collect();
        let set = if rest.is_empty() {
            ErrataSet::None
        } else {
            ErrataSet::These(rest)
        };
        let (written, found) = read_with(self.trial.sources, &set);
        if !found.is_empty() {
            return Fate::Refused;
        }
        let game = &self.trial.model.game;
        let packs: Vec<_> = written
            .packs
            .iter()
            .filter(|pack| pack.game.as_ref().is_some_and(|own| own.value == *game))
            .collect();
        let (model, _) =
            crate::check::check_game(game, &packs, &written.origins, Extent::Everything);
        self.judge_anew(&model)
    }

    /// The fate of a rulebook with other facts or words: both are compared as a whole.
    fn judge_anew(&mut self, model: &Model) -> Fate {
        let before = self.trial.model;
        let diff = diff::diff(before, model, 1);
        if !diff.uncompared.is_empty() {
            return Fate::Refused;
        }
        if diff.questions.is_empty() {
            return Fate::Equivalent;
        }
        let mut compiler = Compiler::new(model);
        let sound = diff
            .questions
            .iter()
            .filter(|changed| !self.faulty.contains(&changed.old));
        if sound
            .into_iter()
            .any(|changed| !prove_question(&mut compiler, changed.new).is_empty())
        {
            return Fate::Refused;
        }
        let changed: Vec<QuestionId> = diff.questions.iter().map(|changed| changed.new).collect();
        if let Some(fate) = noticed_anew(&changed, &mut compiler) {
            return fate;
        }
        let mut packs = diff
            .questions
            .iter()
            .filter_map(|changed| before.question(changed.old))
            .map(|question| question.pack);
        if packs.any(|pack| (self.trial.pinned)(pack)) {
            return Fate::ByPin;
        }
        Fate::Survives(Box::new(ready::ready_anew(self, &diff)))
    }
}

/// The first example or law of another model that asks a changed question and does not hold.
fn noticed_anew(changed: &[QuestionId], compiler: &mut Compiler<'_>) -> Option<Fate> {
    let model = compiler.model;
    let asks = |questions: Vec<QuestionId>| questions.iter().any(|id| changed.contains(id));
    for example in model
        .examples
        .iter()
        .filter(|example| asks(asked(model, &example.asked)))
    {
        if !prove_example(compiler, example).is_empty() {
            return Some(Fate::ByExample(example.span));
        }
    }
    for law in model
        .laws
        .iter()
        .filter(|law| asks(questions_of(law.when.iter().chain([&law.always]))))
    {
        if !prove_law(compiler, law).is_empty() {
            return Some(Fate::ByLaw(law.span));
        }
    }
    None
}

/// Whether both models have the same variables, questions, gaps and words, each with the same number; the first may have more
/// words, which its examples brought along.
fn same_frame(base: &Model, model: &Model) -> bool {
    let variables = base.variables.len() == model.variables.len()
        && base
            .variables
            .iter()
            .zip(&model.variables)
            .all(|(one, other)| one.name == other.name && one.domain == other.domain);
    let questions = base.questions.len() == model.questions.len()
        && base
            .questions
            .iter()
            .zip(&model.questions)
            .all(|(one, other)| one.name == other.name && one.answer == other.answer);
    let words = model
        .words
        .iter()
        .all(|word| base.words.text(word) == model.words.text(word));
    variables && questions && words && base.gaps.len() == model.gaps.len()
}
