//! What becomes of one mutant. Where its facts and words are those of the rulebook as it is, as nearly always, only the diagrams
//! of the questions that it can change are made again; otherwise both rulebooks are compared as a whole.

use super::unnoticed::{Offer, in_diagrams, in_diff};
use super::{Fate, Mutant, Subject, Trial, of_game, procedures, walk};
use crate::analysis::diff;
use crate::check::{
    Again, Extent, Outcomes, Parses, check_game, check_game_again, is_broken, prove_question,
    taken_by, taken_by_expr, used_by, with_procedure,
};
use crate::diagram::{Compiler, Leaf, Roots, Store, TooLarge};
use crate::model::{Asked, Example, Expr, Law, Model, QuestionId, VariableId};
use crate::pack::{ErrataSet, Pack, read_with};
use crate::value::Ids;
use itertools::Itertools;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::OnceCell;

/// Everything about the rulebook as it is. Each thread has its own.
pub struct Judge<'a> {
    trial: &'a Trial<'a>,
    store: Store,
    roots: Roots,
    /// The questions that use each question.
    users: FxHashMap<QuestionId, Vec<QuestionId>>,
    /// What `check` tells of the questions as they are, of those of which it tells something, and nothing for one that is broken.
    told: FxHashMap<QuestionId, Option<usize>>,
    /// How many things resolving finds fault with.
    problems: usize,
    /// What was read of the texts before.
    parses: Parses,
    /// The rulebook as it is, in which questions are resolved again.
    scratch: Option<Model>,
    /// The facts from which the answer to each question can come.
    taken: OnceCell<Ids<QuestionId, FxHashSet<VariableId>>>,
    /// The facts of which each example looks up what they usually are, once one is asked for.
    looked_up: Vec<FxHashSet<VariableId>>,
}

impl<'a> Judge<'a> {
    pub fn new(trial: &'a Trial<'a>) -> Self {
        let model = trial.model;
        let mut compiler = Compiler::new(model);
        let mut told = FxHashMap::default();
        let mut users: FxHashMap<QuestionId, Vec<QuestionId>> = FxHashMap::default();
        for id in model.questions.ids() {
            compiler.store.renew_budget();
            let found = (!is_broken(model, id)).then(|| prove_question(&mut compiler, id).len());
            if found != Some(0) {
                told.insert(id, found);
            }
            for used in used_by(model, id) {
                users.entry(used).or_default().push(id);
            }
        }
        let (store, roots) = compiler.into_parts();
        let mut judge = Self {
            trial,
            store,
            roots,
            users,
            told,
            problems: 0,
            parses: Parses::default(),
            scratch: None,
            taken: OnceCell::new(),
            looked_up: Vec::new(),
        };
        judge.problems = judge.resolved(None, Extent::Answers).1;
        judge
    }

    pub fn judge(&mut self, mutant: &Mutant) -> Fate {
        match &mutant.subject {
            Subject::Erratum(name) => {
                return self
                    .without(name)
                    .map_or(Fate::Refused, |model| self.judge_anew(&model));
            }
            Subject::Procedure(name) => return self.judge_procedure(mutant, name),
            Subject::Questions(_) | Subject::Usual(_) => {}
        }
        if let Some(fate) = self.judge_alone(mutant) {
            return fate;
        }
        let (mut model, problems) = self.resolved(Some(mutant), Extent::Answers);
        if problems > self.problems {
            return Fate::Refused;
        }
        match &mutant.subject {
            subject if same_frame(self.trial.model, &model) => {
                // Its words are the first of those of the rulebook as it is: what that answers can be said in it, too.
                model.words = self.trial.model.words.clone();
                self.judge_in(&model, subject)
            }
            Subject::Usual(_) => Fate::Survives(Box::default()),
            _ => {
                let (model, _) = self.resolved(Some(mutant), Extent::Everything);
                self.judge_anew(&model)
            }
        }
    }

    /// The fate of a mutant of which the changed datum alone is resolved again; nothing, if that cannot be told without resolving
    /// all of it.
    fn judge_alone(&mut self, mutant: &Mutant) -> Option<Fate> {
        let base = self.trial.model;
        let is_of_process = |id: &QuestionId| base.questions[*id].process.is_some();
        let is_alone = match &mutant.subject {
            Subject::Questions(touched) => !touched.iter().any(is_of_process),
            subject => matches!(subject, Subject::Usual(_)),
        };
        if self.problems > 0 || !is_alone {
            return None;
        }
        let changed = self.changed_by(mutant)?;
        let packs = self.packs_with(Some(&changed));
        let model = self.scratch.take().unwrap_or_else(|| base.clone());
        let again = match &mutant.subject {
            Subject::Usual(fact) => Again::usual(model, *fact, &packs),
            Subject::Questions(touched) => Again::questions(model, touched, &packs),
            _ => return None,
        };
        let fate = again.is_sound.map(|is_sound| match is_sound {
            true => self.judge_in(&again.model, &mutant.subject),
            false => Fate::Refused,
        });
        self.scratch = Some(again.taken_back());
        fate
    }

    /// The fate of a mutant whose model has the facts and words of the rulebook as it is.
    fn judge_in(&mut self, model: &Model, subject: &Subject) -> Fate {
        self.beside(|judge| match subject {
            Subject::Usual(fact) => judge.judge_usual(*fact, model),
            Subject::Questions(touched) => judge.judge_here(touched, model),
            _ => Ok(judge.judge_anew(model)),
        })
    }

    /// The fate of a mutant with a step of a procedure changed, on which nothing else rests.
    fn judge_procedure(&self, mutant: &Mutant, name: &str) -> Fate {
        let base = self.trial.model;
        let Some(id) = base.procedure_names.get(name).copied() else {
            return Fate::Refused;
        };
        let Some((_, changed)) = self.changed_by(mutant) else {
            return Fate::Refused;
        };
        let mut written = changed.procedures.iter();
        let Some(written) = written.find(|procedure| procedure.id.value == name) else {
            return Fate::Refused;
        };
        match with_procedure(base.clone(), id, written) {
            (model, problems) if problems.is_empty() => procedures::judge(base, &model, name),
            _ => Fate::Refused,
        }
    }

    /// The pack of a mutant with its change made, and the index of that pack.
    fn changed_by(&self, mutant: &Mutant) -> Option<(usize, Pack)> {
        let mut packs = self.trial.packs();
        let (index, pack) = packs.find(|(index, _)| *index == mutant.pack)?;
        let mut changed = pack.clone();
        walk::mutate(self.trial.model, &mut changed, mutant);
        Some((index, changed))
    }

    /// The packs of the game, one in its changed form.
    fn packs_with<'p>(&self, changed: Option<&'p (usize, Pack)>) -> Vec<&'p Pack>
    where
        'a: 'p,
    {
        let packs = self.trial.packs();
        let packs = packs.map(|(index, pack)| match changed {
            Some((place, changed)) if *place == index => changed,
            _ => pack,
        });
        packs.collect()
    }

    /// The game's model with a mutant's change made, and how many things resolving finds fault with.
    fn resolved(&mut self, mutant: Option<&Mutant>, extent: Extent<'_>) -> (Model, usize) {
        let changed = mutant.and_then(|mutant| self.changed_by(mutant));
        let packs = self.packs_with(changed.as_ref());
        let base = self.trial.model;
        let parses = &mut self.parses;
        let (model, problems) = check_game_again(&base.game, &packs, &base.origins, extent, parses);
        (model, problems.len())
    }

    /// The game without one of its errata.
    fn without(&self, erratum: &str) -> Option<Model> {
        let applied = self
            .trial
            .written
            .errata
            .iter()
            .filter(|erratum| erratum.applied);
        let names = applied.map(|erratum| erratum.id.value.clone());
        let rest: Vec<String> = names.filter(|name| name != erratum).collect();
        let set = if rest.is_empty() {
            ErrataSet::None
        } else {
            ErrataSet::These(rest)
        };
        let (written, problems) = read_with(self.trial.sources, &set);
        let game = &self.trial.model.game;
        let packs: Vec<&Pack> = of_game(&written, game).map(|(_, pack)| pack).collect();
        let resolve = || check_game(game, &packs, &written.origins, Extent::Everything).0;
        problems.is_empty().then(resolve)
    }

    /// A fate found with diagrams beside those of the rulebook as it is, which are then forgotten.
    fn beside(&mut self, judge: impl FnOnce(&mut Self) -> Result<Fate, TooLarge>) -> Fate {
        let mark = self.store.mark();
        self.store.renew_budget();
        let fate = judge(self);
        self.store.go_back(mark);
        fate.unwrap_or(Fate::Refused)
    }

    /// The fate of a mutant where a fact is usually something else: no question has another answer, but what rests on what is
    /// usual has.
    fn judge_usual(&mut self, fact: VariableId, model: &Model) -> Result<Fate, TooLarge> {
        let base = self.trial.model;
        let taken = self.taken.get_or_init(|| {
            let questions = base.questions.ids();
            questions.map(|id| taken_by(base, id)).collect()
        });
        let taking: FxHashSet<QuestionId> = base
            .questions
            .ids()
            .filter(|id| taken[*id].contains(&fact))
            .collect();
        if self.looked_up.is_empty() {
            self.looked_up = self.with_diagrams(base, self.roots.clone(), |_, compiler| {
                let mut outcomes = Outcomes::new(compiler);
                let examples = base.examples.iter();
                examples
                    .map(|example| outcomes.looked_up(example))
                    .collect()
            });
        }
        let roots = self.roots.clone();
        let judged = self.with_diagrams(model, roots, |judge, compiler| {
            let mut usual = [base, model].into_iter();
            let usual = usual.try_fold(Vec::new(), |mut made, model| {
                made.push(compiler.as_usual(fact, &model.variables[fact].usually)?);
                Ok(made)
            });
            let usual = usual?;
            let examples = base.examples.iter().zip(&judge.looked_up);
            let mut examples = examples.filter(|(_, looked_up)| looked_up.contains(&fact));
            let mut outcomes = Outcomes::new(compiler);
            if !examples.all(|(example, _)| outcomes.holds(example)) {
                return Ok(Err(Fate::Noticed));
            }
            let index =
                |fact: VariableId, leaf: &Leaf| base.variables[fact].domain.index(leaf.value()?);
            for id in base.questions.ids().filter(|id| taking.contains(id)) {
                let root = compiler.question(id)?;
                let mut roots = [root; 2];
                for (root, usual) in roots.iter_mut().zip(&usual) {
                    *root = compiler.store.compose(*root, &[(fact, *usual)], &index)?;
                }
                if roots[0] != roots[1]
                    && let Some(offer) = in_diagrams(base, id, roots, compiler)
                {
                    return Ok(Ok(Some(offer)));
                }
            }
            // What goes by it is not tried, and not told as proved.
            match !usual.iter().all_equal() && is_gone_by(base, fact) {
                true => Ok(Ok(None)),
                false => Ok(Err(Fate::Equivalent)),
            }
        });
        Ok(match judged? {
            Ok(offer) => self.survives(offer),
            Err(fate) => fate,
        })
    }

    /// The fate of a mutant that has the facts and words of the rulebook as it is.
    fn judge_here(&mut self, touched: &[QuestionId], model: &Model) -> Result<Fate, TooLarge> {
        let mut roots = self.roots.clone();
        touched.iter().for_each(|id| roots[*id] = None);
        let judged = self.with_diagrams(model, roots, |judge, compiler| {
            let changed = judge.changed(touched, compiler)?;
            if changed.is_empty() {
                return Ok(Err(Fate::Equivalent));
            }
            let affected = judge.affected(&changed);
            let after = affected.iter().filter(|id| !changed.contains(id));
            let after: Vec<QuestionId> = after.copied().collect();
            compiler.forget(&after);
            let affected: Vec<_> = affected.into_iter().map(|id| (id, id)).collect();
            if let Some(fate) = judge.noticed(&affected, &changed, judge.trial.model, compiler) {
                return Ok(Err(fate));
            }
            let offer = changed.iter().find_map(|id| {
                let (before, now) = (judge.roots[*id]?, compiler.question(*id).ok()?);
                in_diagrams(judge.trial.model, *id, [before, now], compiler)
            });
            Ok(Ok(offer))
        });
        Ok(match judged? {
            Ok(offer) => self.survives(offer),
            Err(fate) => fate,
        })
    }

    /// The questions among these that answer otherwise somewhere.
    fn changed(
        &self,
        touched: &[QuestionId],
        compiler: &mut Compiler<'_>,
    ) -> Result<Vec<QuestionId>, TooLarge> {
        let mut changed = Vec::new();
        for id in touched {
            let now = compiler.question(*id)?;
            let nowhere = compiler.store.leaf(Leaf::truth(false));
            let is_same = match self.roots[*id] {
                Some(before) => diff::where_differing(&mut compiler.store, before, now)? == nowhere,
                None => false,
            };
            if !is_same {
                changed.push(*id);
            }
        }
        Ok(changed)
    }

    /// The fate of a rulebook with other facts or words: both are compared as a whole.
    fn judge_anew(&mut self, model: &Model) -> Fate {
        let diff = diff::diff(self.trial.model, model, 1);
        if !diff.uncompared.is_empty() {
            return Fate::Refused;
        }
        if diff.is_empty() {
            return Fate::Equivalent;
        }
        if diff.questions.is_empty() {
            // No question by itself answers otherwise, but something else is declared, or done.
            let mut compiler = Compiler::new(model);
            let mut outcomes = Outcomes::new(&mut compiler);
            let is_noticed = !model.examples.iter().all(|own| outcomes.holds(own))
                || !model.laws.iter().all(|law| outcomes.is_law(law));
            return match is_noticed {
                true => Fate::Noticed,
                false => self.survives(None),
            };
        }
        let changed: Vec<_> = diff
            .questions
            .iter()
            .map(|each| (each.old, each.new))
            .collect();
        let before: Vec<QuestionId> = changed.iter().map(|(old, _)| *old).collect();
        let mut compiler = Compiler::new(model);
        let fate = self.noticed(&changed, &before, model, &mut compiler);
        fate.unwrap_or_else(|| self.survives(in_diff(self.trial.model, &diff)))
    }

    /// The fate of a mutant that does not survive. `affected` are the questions, each as it was and is, that may answer otherwise;
    /// of these `changed` have other rules, as they were. The examples and laws are those of `proofs`.
    fn noticed(
        &self,
        affected: &[(QuestionId, QuestionId)],
        changed: &[QuestionId],
        proofs: &Model,
        compiler: &mut Compiler<'_>,
    ) -> Option<Fate> {
        let mut outcomes = Outcomes::new(compiler);
        let mut sound = affected.iter();
        let is_sound = |(old, new): &(QuestionId, QuestionId)| match self.told.get(old) {
            Some(None) => true,
            told => outcomes.told_of(*new) <= told.copied().flatten().unwrap_or(0),
        };
        if !sound.all(is_sound) {
            return Some(Fate::Refused);
        }
        let affected: FxHashSet<QuestionId> = affected.iter().map(|(_, new)| *new).collect();
        let asks = |questions: Vec<QuestionId>| questions.iter().any(|id| affected.contains(id));
        let examples = proofs.examples.iter();
        let examples = examples.filter(|example| asks(asked(proofs, &example.asked)));
        // Those of the questions themselves are the likeliest to notice, and seldom rest on much.
        let is_of_users = |example: &&Example| {
            let mut asked = asked(proofs, &example.asked).into_iter();
            !asked.any(|id| changed.contains(&id))
        };
        let mut examples: Vec<&Example> = examples.collect();
        examples.sort_by_key(is_of_users);
        let mut examples = examples.into_iter();
        let mut laws = proofs.laws.iter().filter(|law| asks(asked_by_law(law)));
        if !examples.all(|example| outcomes.holds(example)) || !laws.all(|law| outcomes.is_law(law))
        {
            return Some(Fate::Noticed);
        }
        let questions = &self.trial.model.questions;
        let is_pinned = |id: &QuestionId| (self.trial.pinned)(questions[*id].pack);
        changed.iter().any(is_pinned).then_some(Fate::ByPin)
    }

    /// A mutant survives; the example that would notice it is offered where it holds as the rules are.
    fn survives(&mut self, offer: Option<Offer>) -> Fate {
        let Some(offer) = offer else {
            return Fate::Survives(Box::default());
        };
        let (model, roots) = (self.trial.model, self.roots.clone());
        let told = self.with_diagrams(model, roots, |_, compiler| offer.told(compiler));
        Fate::Survives(Box::new(told))
    }

    /// Makes diagrams beside those of the rulebook as it is, of which these are taken as they are.
    fn with_diagrams<T>(
        &mut self,
        model: &Model,
        roots: Roots,
        make: impl FnOnce(&Self, &mut Compiler<'_>) -> T,
    ) -> T {
        self.store.renew_run();
        let store = std::mem::take(&mut self.store);
        let mut compiler = Compiler::resume(model, store, roots.clone());
        let made = make(self, &mut compiler);
        (self.store, _) = compiler.into_parts();
        made
    }

    /// These questions and all that use them, near or far.
    fn affected(&self, by: &[QuestionId]) -> Vec<QuestionId> {
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

/// The questions that an example asks; those of a process are all its states.
fn asked(model: &Model, asked: &Asked) -> Vec<QuestionId> {
    match asked {
        Asked::Questions(asked) => asked.iter().map(|(id, _, _)| *id).collect(),
        Asked::Process(process, _) => model.processes[*process].questions(),
        Asked::Procedure(procedure, ..) => model.procedures[*procedure].questions(),
    }
}

fn asked_by_law(law: &Law) -> Vec<QuestionId> {
    let exprs = law.when.iter().chain([&law.always]);
    exprs.flat_map(Expr::questions).collect()
}

/// Whether both models have the same variables, questions, gaps and words, each with the same number; the first may have more
/// words, which its examples brought along.
fn same_frame(base: &Model, model: &Model) -> bool {
    let variables = base
        .variables
        .iter()
        .map(|variable| (&variable.name, &variable.domain));
    let questions = base
        .questions
        .iter()
        .map(|question| (&question.name, &question.answer));
    let mut words = model.words.iter();
    variables.eq(model
        .variables
        .iter()
        .map(|variable| (&variable.name, &variable.domain)))
        && questions.eq(model
            .questions
            .iter()
            .map(|question| (&question.name, &question.answer)))
        && words.all(|word| base.words.find(model.words.text(word)) == Some(word))
        && base.gaps.len() == model.gaps.len()
}

/// Whether something else than questions goes by what a fact usually is: another usual value, or the start of turns or rolls.
fn is_gone_by(model: &Model, fact: VariableId) -> bool {
    let mut usual = model.variables.iter().flat_map(|own| &own.usually);
    let by_usual = usual.any(|usual| {
        let mut parts = usual.when.iter().chain([&usual.is]);
        parts.any(|part| taken_by_expr(model, part).contains(&fact))
    });
    let mut processes = model.processes.iter();
    let mut procedures = model.procedures.iter();
    by_usual
        || processes.any(|own| own.start.contains(&fact))
        || procedures.any(|own| own.start.contains(&fact))
}
