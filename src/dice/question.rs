//! Odds of a question. Exactly: its decision diagram is counted, each roll by the ways in which it can fall.

use super::chance::Count;
use super::chance::fits;
use super::experiment::{Experiment, Plan, Stage};
use super::impossible::Judge;
use super::simulate::{Trials, estimate};
use super::spread::{Counts, Level, Spread, add};
use super::table::{Part, Results, Table, arrange};
use super::terms::Terms;
use crate::check;
use crate::diagnostic::Diagnostic;
use crate::diagram::{Compiler, Leaf, NodeId, Store, Sum, Sums, TooLarge, find, support};
use crate::model::{Chart, Kind, Model, QuestionId, Role, VariableId};
use crate::turn::{Finding, Missing, Slots, leaf};
use crate::turn::{falls, ways};
use num_bigint::BigUint;
use num_traits::One;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

const MOST_CHOICES: usize = 200_000;
const MOST_PARTS: usize = 2_000;

/// The most parts of a table that is shown under a chart.
const MOST_UNDER_CHART: usize = 16;

pub fn of_question(
    model: &Model,
    id: QuestionId,
    terms: &Terms,
    trials: Option<Trials>,
) -> Result<Table, Diagnostic> {
    if check::is_broken(model, id) {
        return Err(Diagnostic::in_rulebook("it"));
    }
    let (terms, mut taken) = terms.answered(model, id);
    let counting = Counting::new(model, id, &terms).map_err(too_large)?;
    let (terms, more) = terms.filled(model, &counting.open());
    let table = match trials {
        Some(trials) => {
            let plan = QuestionPlan::new(model, id, &terms).map_err(too_large)?;
            estimate(&plan.experiment(model, id, &terms), trials)?
        }
        None if more.is_empty() => counting.table()?,
        None => Counting::new(model, id, &terms)
            .map_err(too_large)?
            .table()?,
    };
    taken.extend(more);
    Ok(Table { taken, ..table })
}

/// The odds of the questions that a chart answers; of those that no die decides, or on which too many facts bear, nothing.
/// Where too many facts lead to what the chart goes by, it is taken as it stands at the head of the chart.
///
/// With the odds come the readings and switches that are taken otherwise than by default, for only so does the chart hold.
pub fn of_chart(model: &Model, chart: &Chart) -> (Vec<Table>, Vec<(VariableId, u32)>) {
    let mut questions = chart.answers.clone();
    questions.sort_unstable();
    questions.dedup();
    let mut plain = Terms::new(model);
    let played = where_it_holds(model, chart, &plain).unwrap_or_default();
    for (reading, option) in &played {
        plain.known.set(*reading, Some(*option));
    }
    let by_heads = Terms {
        open: heads(model, chart),
        ..plain.clone()
    };
    let is_small = |table: &Table| table.parts.len() <= MOST_UNDER_CHART;
    let odds = questions.into_iter().filter_map(|question| {
        let table = of_question(model, question, &plain, None).ok();
        table.filter(is_small).or_else(|| {
            let table = of_question(model, question, &by_heads, None).ok();
            table.filter(is_small)
        })
    });
    let is_by_chance = |table: &Table| {
        let mut results = table.parts.iter().flat_map(|part| &part.results);
        results.any(|results| results.chances.len() > 1)
    };
    (odds.filter(is_by_chance).collect(), played)
}

/// The readings that have to be taken otherwise than is known for a chart to hold at all.
fn where_it_holds(model: &Model, chart: &Chart, terms: &Terms) -> Option<Vec<(VariableId, u32)>> {
    let rule = chart
        .rows
        .iter()
        .flat_map(|row| &row.rules)
        .flatten()
        .next()?;
    let when = model.rules[*rule].when.as_ref()?;
    let mut compiler = Compiler::new(model);
    let root = compiler.expr(when).ok()?;
    let store = &mut compiler.store;
    let known = store
        .restrict_all(root, &|fact| terms.known.get(fact))
        .ok()?;
    let holds = |leaf: &Leaf| leaf.is(true);
    if find(store, known, &holds).is_some() {
        return None;
    }
    let (witness, _) = find(store, root, &holds)?;
    let is_other = |(fact, option): &(VariableId, u32)| {
        let known = terms.known.get(*fact);
        known.is_some_and(|known| known != *option)
    };
    Some(witness.into_iter().filter(is_other).collect())
}

/// The facts by which a chart goes and which no die gives, with all their values.
fn heads(model: &Model, chart: &Chart) -> Vec<(VariableId, Vec<u32>)> {
    let names = chart.down.iter().chain(&chart.across);
    let facts = names.filter_map(|name| model.variable_names.get(name).copied());
    let unrolled = facts.filter(|fact| model.roll_of(*fact).is_none());
    let all = |fact| (fact, (0..model.variables[fact].domain.size()).collect());
    unrolled.map(all).collect()
}

fn too_large(_: TooLarge) -> Diagnostic {
    Diagnostic::too_large("what these odds are of")
        .help("fix more facts, or estimate them: `--simulate N`")
}

pub(super) struct Counting<'a> {
    pub(super) model: &'a Model,
    pub(super) id: QuestionId,
    pub(super) terms: &'a Terms,
    pub(super) compiler: Compiler<'a>,
    root: NodeId,
    /// The question as a sum with all that is known put in, where it needs no diagram to be counted.
    sum: Option<(Sums, Sum)>,
}

impl<'a> Counting<'a> {
    fn new(model: &'a Model, id: QuestionId, terms: &'a Terms) -> Result<Self, TooLarge> {
        let mut compiler = Compiler::new(model);
        let root = compiler.store.leaf(Leaf::Silent);
        let mut counting = Self {
            model,
            id,
            terms,
            compiler,
            root,
            sum: None,
        };
        counting.sum = counting.as_sum()?;
        if counting.sum.is_none() {
            counting.root = counting.compiler.question(id)?;
            counting.root = counting.root()?;
        }
        Ok(counting)
    }

    fn table(mut self) -> Result<Table, Diagnostic> {
        let open = self.open();
        drop(self.terms.choices(self.model, &open, MOST_CHOICES)?);
        let mut parts = Vec::new();
        let made = match self.sum.take() {
            Some((sums, sum)) if open.is_empty() => self.results_of_sum(&sums, sum).map(|all| {
                parts.push(Part::of_choice(Vec::new(), vec![all]));
            }),
            Some((sums, sum)) => sums
                .diagram(&mut self.compiler.store, sum)
                .and_then(|root| self.split(root, &open, &mut Vec::new(), &mut parts)),
            None => self.split(self.root, &open, &mut Vec::new(), &mut parts),
        };
        made.map_err(too_large)?;
        arrange(&mut parts);
        Ok(Table {
            open,
            taken: Vec::new(),
            parts,
            sample: None,
        })
    }

    /// The question with all that is known put in, silent where what is given is not so; facts that other questions find
    /// are found.
    fn root(&mut self) -> Result<NodeId, TooLarge> {
        let mut root = self.root;
        if let Some(given) = &self.terms.given {
            let given = self.compiler.expr(given)?;
            let mut where_given = |answer: &Leaf, given: &Leaf| match given.is(true) {
                true => answer.clone(),
                false => Leaf::Silent,
            };
            root = self.compiler.store.apply(root, given, &mut where_given)?;
        }
        let mut used = vec![self.id];
        let mut usual = Vec::new();
        loop {
            let store = &mut self.compiler.store;
            store.renew_budget();
            root = store.restrict_all(root, &|fact| self.terms.known.get(fact))?;
            let taken = support(&self.compiler.store, root)
                .into_iter()
                .find_map(|fact| {
                    Some((
                        fact,
                        self.finder(fact).filter(|finder| !used.contains(finder))?,
                    ))
                });
            let (fact, by) = match taken {
                Some((fact, finder)) => {
                    used.push(finder);
                    (fact, self.compiler.question(finder)?)
                }
                None => {
                    match self.rolled_usual(&support(&self.compiler.store, root), &mut usual)? {
                        Some(rolled) => rolled,
                        None => return Ok(root),
                    }
                }
            };
            let variables = &self.model.variables;
            root = self
                .compiler
                .store
                .compose(root, &[(fact, by)], &|fact, leaf| {
                    leaf.value()
                        .and_then(|value| variables[fact].domain.index(value))
                })?;
        }
    }

    /// The question that finds a fact which nothing is said of.
    pub(super) fn finder(&self, fact: VariableId) -> Option<QuestionId> {
        let variable = &self.model.variables[fact];
        let is_plain = variable.role == Role::Fact && variable.roll.is_none();
        let finder = self.model.question_names.get(&variable.name).copied();
        finder.filter(|_| is_plain && self.terms.alike(fact).is_none() && !self.is_open(fact))
    }

    /// A fact that is usually what a question finds by a roll: then it is rolled. Each is tried once.
    pub(super) fn rolled_usual(
        &mut self,
        facts: &[VariableId],
        tried: &mut Vec<VariableId>,
    ) -> Result<Option<(VariableId, NodeId)>, TooLarge> {
        if self.terms.filled.is_none() {
            return Ok(None);
        }
        let model = self.model;
        for fact in facts.iter().copied() {
            let variable = &model.variables[fact];
            let [usual] = variable.usually.as_slice() else {
                continue;
            };
            let is_found = usual.when.is_none() && matches!(usual.is.kind, Kind::Question(..));
            if !is_found || self.terms.names(fact) || tried.contains(&fact) {
                continue;
            }
            tried.push(fact);
            let by = self.compiler.expr(&usual.is)?;
            let mut needs = support(&self.compiler.store, by).into_iter();
            if needs.any(|need| model.roll_of(need).is_some() && !self.terms.names(need)) {
                return Ok(Some((fact, by)));
            }
        }
        Ok(None)
    }

    fn is_open(&self, fact: VariableId) -> bool {
        self.terms.open.iter().any(|(open, _)| *open == fact)
    }

    /// The facts that matter and are neither known nor left to chance.
    fn open(&self) -> Vec<VariableId> {
        let mut open = match &self.sum {
            Some((sums, sum)) => sums.support(*sum),
            None => support(&self.compiler.store, self.root),
        };
        open.retain(|fact| {
            let is_by_chance =
                self.model.roll_of(*fact).is_some() || self.terms.alike(*fact).is_some();
            self.is_open(*fact) || !is_by_chance
        });
        open
    }

    /// Tells the odds for each choice of the facts left open; values that lead to the same diagram stand together.
    fn split(
        &mut self,
        root: NodeId,
        open: &[VariableId],
        facts: &mut Vec<(VariableId, Vec<u32>)>,
        parts: &mut Vec<Part>,
    ) -> Result<(), TooLarge> {
        let Some((fact, rest)) = open.split_first() else {
            parts.push(Part {
                facts: facts.clone(),
                results: vec![self.results(root)?],
                ending: None,
            });
            return if parts.len() > MOST_PARTS {
                Err(TooLarge)
            } else {
                Ok(())
            };
        };
        let mut groups: Vec<(NodeId, Vec<u32>)> = Vec::new();
        for index in self.terms.values(self.model, *fact) {
            let part = self.compiler.store.restrict(root, *fact, index)?;
            match groups.iter_mut().find(|(node, _)| *node == part) {
                Some((_, indices)) => indices.push(index),
                None => groups.push((part, vec![index])),
            }
        }
        for (part, indices) in groups {
            facts.push((*fact, indices));
            self.split(part, rest, facts, parts)?;
            facts.pop();
        }
        Ok(())
    }
}

impl Counting<'_> {
    fn results(&mut self, root: NodeId) -> Result<Results, TooLarge> {
        let mixed = self.mixed(root)?;
        let facts = mixed
            .iter()
            .flat_map(|(root, _)| support(&self.compiler.store, *root));
        let facts: BTreeSet<VariableId> = facts.collect();
        let mut facts: Vec<VariableId> = facts.into_iter().collect();
        facts.sort_by_key(|fact| self.compiler.store.level(*fact));
        let levels = facts.into_iter().map(|fact| (fact, self.ways(fact)));
        let levels: Vec<(VariableId, Vec<BigUint>)> = levels.collect();
        let ways = levels.iter().map(|(_, ways)| ways.iter().sum::<BigUint>());
        let of_mixed = mixed.iter().map(|(_, ways)| BigUint::from(*ways)).sum();
        let mut counts = match fits(ways.chain([of_mixed])) {
            true => self.leaves::<u128>(&levels, &mixed),
            false => self.leaves::<BigUint>(&levels, &mixed),
        };
        counts.retain(|(leaf, _)| *leaf != Leaf::Silent);
        Ok(self.counted(counts))
    }

    pub(super) fn counted(&self, counts: Vec<(Leaf, BigUint)>) -> Results {
        let question = &self.model.questions[self.id];
        Results::counted(&question.name, Some(question.answer.clone()), counts)
    }

    /// The rolls of these facts of which a single die matters besides, each with all those dice.
    pub(super) fn mixing(&self, facts: &[VariableId]) -> Vec<(VariableId, Vec<VariableId>)> {
        let (model, terms) = (self.model, self.terms);
        let matters = |part: &VariableId| facts.contains(part) || terms.known.get(*part).is_some();
        let rolls = facts.iter().filter_map(|fact| model.roll_of(*fact));
        let mut rolls: Vec<VariableId> = rolls.collect();
        rolls.sort_unstable();
        rolls.dedup();
        let with_dice = rolls.into_iter().filter_map(|roll| {
            let mut dice = model.dice_of(roll);
            dice.retain(matters);
            let is_mixed = dice.len() > 1 || (dice.len() == 1 && matters(&roll));
            is_mixed.then_some((roll, dice))
        });
        with_dice.collect()
    }

    /// The diagram split where a roll and a single die of it both matter, so that what is left looks at each roll once.
    fn mixed(&mut self, root: NodeId) -> Result<Vec<(NodeId, u64)>, TooLarge> {
        let (model, terms) = (self.model, self.terms);
        let mut whole = vec![(root, 1_u64)];
        let facts = support(&self.compiler.store, root);
        for (roll, dice) in self.mixing(&facts) {
            let mut parts = Vec::new();
            ways(model, roll).ok_or(TooLarge)?;
            let falls = falls(model, roll, &dice).map_err(|_| TooLarge)?;
            for (known, ways) in terms.agreeing(falls) {
                let index_of = |fact| known.iter().find(|(other, _)| *other == fact);
                for (root, before) in &whole {
                    let store = &mut self.compiler.store;
                    let part = store
                        .restrict_all(*root, &|fact| index_of(fact).map(|(_, index)| *index))?;
                    parts.push((part, before.saturating_mul(ways)));
                }
            }
            whole = parts;
        }
        Ok(whole)
    }

    /// In how many ways a variable falls on each of its values.
    pub(super) fn ways(&self, fact: VariableId) -> Vec<BigUint> {
        let variable = &self.model.variables[fact];
        let ways = |index: u32| match (self.terms.alike(fact), &variable.roll) {
            (Some(values), _) => BigUint::from(u8::from(values.contains(&index))),
            (None, Some(roll)) => roll.ways.get(index as usize).cloned().unwrap_or_default(),
            (None, None) => BigUint::one(),
        };
        (0..variable.domain.size()).map(ways).collect()
    }

    /// The leaves of several diagrams, each of which comes in so many ways.
    fn leaves<C: Count>(
        &self,
        levels: &[(VariableId, Vec<BigUint>)],
        mixed: &[(NodeId, u64)],
    ) -> Vec<(Leaf, BigUint)> {
        let level = |(fact, ways): &(VariableId, Vec<BigUint>)| {
            Level::new(*fact, ways.iter().map(|ways| C::of(ways)))
        };
        let levels: Vec<Level<C>> = levels.iter().map(level).collect();
        let store = &self.compiler.store;
        let spread = Spread {
            store,
            levels: &levels,
        };
        let mut counts: Counts<C> = Vec::new();
        for (root, ways) in mixed {
            for (leaf, count) in spread.counts(*root) {
                add(&mut counts, leaf, count.times(*ways));
            }
        }
        let leaf = |(leaf, count): (NodeId, C)| (store.leaf_at(leaf).clone(), count.into());
        counts.into_iter().map(leaf).collect()
    }
}

/// A question and the questions that find what nothing is said of.
struct QuestionPlan {
    store: Store,
    root: NodeId,
    given: Option<NodeId>,
    finders: FxHashMap<VariableId, Finding>,
}

impl QuestionPlan {
    fn new(model: &Model, id: QuestionId, terms: &Terms) -> Result<Self, TooLarge> {
        let mut compiler = Compiler::new(model);
        let root = compiler.question(id)?;
        let given = terms
            .given
            .as_ref()
            .map(|given| compiler.expr(given))
            .transpose()?;
        let mut finders = FxHashMap::default();
        let taken = check::taken_by(model, id);
        for (fact, variable) in model.variables.enumerated() {
            let is_said = terms.known.get(fact).is_some() || terms.alike(fact).is_some();
            let is_found = variable.roll.is_none() && !is_said && taken.contains(&fact);
            let finder = model.question_names.get(&variable.name);
            if let Some(finder) = finder.filter(|finder| is_found && **finder != id) {
                let root = compiler.question(*finder)?;
                finders.insert(fact, Finding::new(model, &compiler.store, fact, root));
            }
        }
        Ok(Self {
            store: compiler.store,
            root,
            given,
            finders,
        })
    }

    /// The question as an experiment of one stage.
    fn experiment<'a>(
        &'a self,
        model: &'a Model,
        id: QuestionId,
        terms: &'a Terms,
    ) -> Experiment<'a> {
        let question = &model.questions[id];
        Experiment {
            kind: "question",
            most_ways: 0,
            model,
            terms,
            plan: self,
            start: Slots::of(model, &terms.known),
            judge: Judge::new(model, Vec::new()),
            given: terms.known.clone(),
            stages: vec![Stage {
                drawn: terms.uniform.clone(),
                is_seen: true,
                ..Stage::default()
            }],
            length: 1,
            shown: vec![(question.name.clone(), Some(question.answer.clone()))],
        }
    }

    /// Walks a diagram; the facts that other questions find are found on the way.
    fn look(&self, root: NodeId, slots: &mut Slots) -> Result<Leaf, Missing> {
        loop {
            match leaf(&self.store, root, slots) {
                Err(Missing(fact)) => {
                    let finding = self.finders.get(&fact).ok_or(Missing(fact))?;
                    slots.set(fact, finding.slot(&self.store, slots)?);
                }
                seen => return seen,
            }
        }
    }
}

impl Plan for QuestionPlan {
    fn begin(&self, _: &mut Slots) {}

    fn run(
        &self,
        _: usize,
        slots: &mut Slots,
        _: &mut usize,
    ) -> Result<Option<VariableId>, Missing> {
        let holds = match self.given {
            Some(given) => self.look(given, slots)?.is(true),
            None => true,
        };
        if holds {
            self.look(self.root, slots)?;
        }
        Ok(None)
    }

    fn states(&self, slots: &Slots) -> Result<Vec<Leaf>, Missing> {
        Ok(vec![leaf(&self.store, self.root, slots)?])
    }

    fn holds(&self, slots: &Slots) -> Result<Vec<bool>, Missing> {
        let given = self.given.into_iter();
        given
            .map(|given| Ok(leaf(&self.store, given, slots)?.is(true)))
            .collect()
    }
}
