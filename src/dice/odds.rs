//! Exact odds of a question: its decision diagram is counted, each roll by the ways in which it can fall.

use super::falls;
use super::table::{MOST_PARTS, Part, Results, Table, Terms, arrange, sort};
use super::{Count, chance, fits};
use crate::diagnostic::Diagnostic;
use crate::diagram::{Compiler, Leaf, Node, NodeId, Store, TooLarge, support};
use crate::model::{Model, QuestionId, Role, VariableId};
use num_bigint::BigUint;
use rustc_hash::FxHashMap;

/// The odds of a question's answers.
pub fn of_question(model: &Model, id: QuestionId, terms: &Terms) -> Result<Table, Diagnostic> {
    if crate::check::is_broken(model, id) {
        return Err(Diagnostic::in_rulebook("it"));
    }
    let mut odds = Odds {
        model,
        terms,
        compiler: Compiler::new(model),
    };
    let root = odds.root(id).map_err(too_large)?;
    let question = model.question(id);
    let name = question.map_or_else(String::new, |question| question.name.clone());
    let of = question.map(|question| question.answer.clone());
    let mut table = Table {
        open: odds.open(root),
        parts: Vec::new(),
    };
    odds.refuse_many(&table.open)?;
    let mut parts = Vec::new();
    odds.split(root, &table.open, &mut Vec::new(), &mut parts)
        .map_err(too_large)?;
    for (facts, root) in parts {
        let mut chances = odds.chances(root).map_err(too_large)?;
        sort(of.as_ref(), &mut chances);
        let results = Results {
            name: name.clone(),
            of: of.clone(),
            chances,
            by_turn: Vec::new(),
        };
        table.parts.push(Part {
            facts,
            results: vec![results],
        });
    }
    arrange(&mut table.parts);
    Ok(table)
}

fn too_large(_: TooLarge) -> Diagnostic {
    Diagnostic::request("these odds need too large a decision diagram")
        .help("fix more facts, or estimate them: `--simulate N`")
}

/// For each choice of the facts left open, the diagram that is left.
type Split = Vec<(Vec<(VariableId, Vec<u32>)>, NodeId)>;

struct Odds<'a> {
    model: &'a Model,
    terms: &'a Terms,
    compiler: Compiler<'a>,
}

impl Odds<'_> {
    /// The question with all that is known put in, silent where what is given is not so; facts that other questions find
    /// are found.
    fn root(&mut self, id: QuestionId) -> Result<NodeId, TooLarge> {
        let mut root = self.compiler.question(id)?;
        if let Some(given) = &self.terms.given {
            let given = self.compiler.expr(given)?;
            root = self
                .compiler
                .store
                .apply(root, given, &mut |answer, given| {
                    if given.is(true) {
                        answer.clone()
                    } else {
                        Leaf::Silent
                    }
                })?;
        }
        let mut used = vec![id];
        loop {
            self.compiler.store.renew_budget();
            root = self
                .compiler
                .store
                .restrict_all(root, &|variable| self.terms.known.get(variable))?;
            let found = support(&self.compiler.store, root)
                .into_iter()
                .find_map(|fact| {
                    Some((
                        fact,
                        self.finder(fact).filter(|finder| !used.contains(finder))?,
                    ))
                });
            let Some((fact, finder)) = found else {
                return Ok(root);
            };
            used.push(finder);
            let by = self.compiler.question(finder)?;
            let model = self.model;
            root = self
                .compiler
                .store
                .compose(root, &[(fact, by)], &|variable, leaf| {
                    leaf.value()
                        .and_then(|value| model.variable(variable)?.domain.index(value))
                })?;
        }
    }

    fn finder(&self, fact: VariableId) -> Option<QuestionId> {
        let is_left =
            self.terms.is_uniform(fact) || self.terms.open.iter().any(|(own, _)| *own == fact);
        let found = self
            .model
            .variable(fact)
            .filter(|found| found.role == Role::Fact && found.roll.is_none())?;
        self.model
            .question_names
            .get(&found.name)
            .copied()
            .filter(|_| !is_left)
    }

    /// The facts that matter and are neither known nor left to chance.
    fn open(&self, root: NodeId) -> Vec<VariableId> {
        let is_open = |fact: &VariableId| {
            let is_named = self.terms.open.iter().any(|(own, _)| own == fact);
            is_named || (self.model.roll_of(*fact).is_none() && !self.terms.is_uniform(*fact))
        };
        support(&self.compiler.store, root)
            .into_iter()
            .filter(is_open)
            .collect()
    }

    fn refuse_many(&self, open: &[VariableId]) -> Result<(), Diagnostic> {
        refuse_many(self.model, open, self.terms, 200_000)
    }

    fn split(
        &mut self,
        root: NodeId,
        open: &[VariableId],
        facts: &mut Vec<(VariableId, Vec<u32>)>,
        parts: &mut Split,
    ) -> Result<(), TooLarge> {
        let Some((fact, rest)) = open.split_first() else {
            parts.push((facts.clone(), root));
            return if parts.len() > MOST_PARTS {
                Err(TooLarge)
            } else {
                Ok(())
            };
        };
        let mut groups: Vec<(NodeId, Vec<u32>)> = Vec::new();
        for index in self.terms.values(self.model, *fact) {
            let part = self.compiler.store.restrict(root, *fact, index)?;
            match groups.iter_mut().find(|(own, _)| *own == part) {
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

    /// The chances of a diagram all of whose facts are left to chance.
    fn chances(&mut self, root: NodeId) -> Result<Vec<(Leaf, super::Chance)>, TooLarge> {
        let mixed = self.mixed(root)?;
        let levels = self.levels(mixed.iter().map(|(root, _)| *root));
        let all = levels
            .iter()
            .map(Level::all)
            .chain(std::iter::once(mixed.iter().map(|(_, ways)| ways).sum()));
        let spread = Spread {
            store: &self.compiler.store,
            levels: &levels,
        };
        Ok(if fits(all) {
            spread.chances::<u128>(&mixed)
        } else {
            spread.chances::<BigUint>(&mixed)
        })
    }

    /// The diagram split where a roll and a single die of it both matter, so that what is left looks at each roll once.
    fn mixed(&mut self, root: NodeId) -> Result<Vec<(NodeId, u64)>, TooLarge> {
        let mut whole = vec![(root, 1_u64)];
        let facts = support(&self.compiler.store, root);
        let mut rolls: Vec<VariableId> = facts
            .iter()
            .filter_map(|fact| self.model.roll_of(*fact))
            .collect();
        rolls.sort_unstable();
        rolls.dedup();
        for roll in rolls {
            let dice: Vec<VariableId> = self
                .model
                .dice_of(roll)
                .into_iter()
                .filter(|die| facts.contains(die) || self.terms.known.get(*die).is_some())
                .collect();
            if dice.is_empty() || (dice.len() == 1 && !self.matters(roll, &facts)) {
                continue;
            }
            let mut parts = Vec::new();
            let falls = falls(self.model, roll, &dice).map_err(|_| TooLarge)?;
            for (known, ways) in self.terms.agreeing(falls) {
                for (root, before) in &whole {
                    let part = self.compiler.store.restrict_all(*root, &|variable| {
                        known
                            .iter()
                            .find(|(own, _)| *own == variable)
                            .map(|(_, index)| *index)
                    })?;
                    parts.push((part, before.saturating_mul(ways)));
                }
            }
            whole = parts;
        }
        Ok(whole)
    }

    fn matters(&self, roll: VariableId, facts: &[VariableId]) -> bool {
        facts.contains(&roll) || self.terms.known.get(roll).is_some()
    }

    fn levels(&self, roots: impl Iterator<Item = NodeId>) -> Vec<Level> {
        let mut facts: Vec<VariableId> = roots
            .flat_map(|root| support(&self.compiler.store, root))
            .collect();
        facts.sort_unstable();
        facts.dedup();
        facts.into_iter().map(|fact| self.level(fact)).collect()
    }

    fn level(&self, fact: VariableId) -> Level {
        let size = self
            .model
            .variable(fact)
            .map_or(0, |found| found.domain.size());
        let uniform = self.terms.uniform.iter().find(|(own, _)| *own == fact);
        let roll = self
            .model
            .variable(fact)
            .and_then(|found| found.roll.as_ref());
        let ways = |index: u32| match (uniform, roll) {
            (Some((_, values)), _) => u64::from(values.contains(&index)),
            (None, Some(roll)) => roll.ways.get(index as usize).copied().unwrap_or(0),
            (None, None) => 1,
        };
        Level::new(fact, (0..size).map(ways))
    }
}

/// Tells of facts left open that would make too large a table.
pub(super) fn refuse_many(
    model: &Model,
    open: &[VariableId],
    terms: &Terms,
    most: usize,
) -> Result<(), Diagnostic> {
    let choices = open.iter().fold(1_usize, |all, fact| {
        all.saturating_mul(terms.values(model, *fact).len())
    });
    if choices <= most {
        return Ok(());
    }
    let names: Vec<&str> = open.iter().map(|fact| model.variable_name(*fact)).collect();
    Err(Diagnostic::request(format!(
        "too many facts are left open: {}",
        names.join(", ")
    ))
    .help("fix some of them: FACT=VALUE, or FACT=any for each value alike"))
}

/// A variable left to chance: in how many ways it falls below each index.
#[derive(Debug, Clone)]
pub struct Level {
    variable: VariableId,
    below: Vec<u64>,
}

impl Level {
    /// A variable with the ways of each index.
    #[must_use]
    pub fn new(variable: VariableId, ways: impl Iterator<Item = u64>) -> Self {
        let mut below = vec![0_u64];
        let mut all = 0_u64;
        below.extend(ways.map(|ways| {
            all = all.saturating_add(ways);
            all
        }));
        Self { variable, below }
    }

    fn all(&self) -> u64 {
        self.below.last().copied().unwrap_or(0)
    }

    fn between(&self, start: u32, end: u32) -> u64 {
        let at = |index: u32| {
            self.below
                .get(index as usize)
                .copied()
                .unwrap_or(self.all())
        };
        at(end).saturating_sub(at(start))
    }
}

/// A diagram to be counted, with its variables in diagram order.
#[derive(Debug, Clone, Copy)]
pub struct Spread<'s> {
    /// Where the diagram is.
    pub store: &'s Store,
    /// Its variables.
    pub levels: &'s [Level],
}

/// Leaves with the number of ways that lead to each.
type Counts<C> = Vec<(NodeId, C)>;

impl Spread<'_> {
    /// In how many ways each leaf is reached.
    #[must_use]
    pub fn counts<C: Count>(&self, root: NodeId) -> Counts<C> {
        if let [level] = self.levels {
            let mut counts = Vec::with_capacity(8);
            if let Some(node) = self.store.inner(root) {
                of_node(node, level, &mut counts);
                return counts;
            }
        }
        self.below(root, 0, &mut FxHashMap::default())
    }

    fn below<C: Count>(
        &self,
        id: NodeId,
        depth: usize,
        known: &mut FxHashMap<(NodeId, usize), Counts<C>>,
    ) -> Counts<C> {
        let Some(level) = self.levels.get(depth) else {
            return vec![(id, C::of(1))];
        };
        if let Some(done) = known.get(&(id, depth)) {
            return done.clone();
        }
        let mut counts = Vec::new();
        match self
            .store
            .inner(id)
            .filter(|node| node.variable == level.variable)
        {
            None => {
                for (leaf, count) in self.below::<C>(id, depth + 1, known) {
                    counts.push((leaf, count.times(level.all())));
                }
            }
            Some(node) => {
                let mut start = 0;
                for (end, child) in &node.edges {
                    let ways = level.between(start, *end);
                    start = *end;
                    if ways > 0 {
                        for (leaf, count) in self.below::<C>(*child, depth + 1, known) {
                            add_count(&mut counts, leaf, count.times(ways));
                        }
                    }
                }
            }
        }
        known.insert((id, depth), counts.clone());
        counts
    }

    fn chances<C: Count>(&self, mixed: &[(NodeId, u64)]) -> Vec<(Leaf, super::Chance)> {
        let mut counts: Counts<C> = Vec::new();
        for (root, ways) in mixed {
            for (leaf, count) in self.counts::<C>(*root) {
                add_count(&mut counts, leaf, count.times(*ways));
            }
        }
        counts
            .retain(|(leaf, count)| !count.is_none() && *self.store.leaf_at(*leaf) != Leaf::Silent);
        let all = counts.iter().map(|(_, count)| count.big()).sum::<BigUint>();
        let of = |(leaf, count): (NodeId, C)| {
            (
                self.store.leaf_at(leaf).clone(),
                chance(count.big(), all.clone()),
            )
        };
        counts.into_iter().map(of).collect()
    }
}

/// The counts of a node whose children are all leaves.
fn of_node<C: Count>(node: &Node, level: &Level, counts: &mut Counts<C>) {
    let mut start = 0;
    for (end, child) in &node.edges {
        add_count(counts, *child, C::of(level.between(start, *end)));
        start = *end;
    }
}

fn add_count<C: Count>(counts: &mut Counts<C>, leaf: NodeId, count: C) {
    match counts.iter_mut().find(|(own, _)| *own == leaf) {
        Some((_, own)) => *own += count,
        None => counts.push((leaf, count)),
    }
}
