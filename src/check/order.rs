//! The order of variables in diagrams: facts that rules look at together stand near each other.
//!
//! By FORCE (Aloul, Markov and Sakallah, *FORCE: A Fast and Easy-to-Implement Variable-Ordering Heuristic*, 2003): each group of
//! facts draws its members to the place in their middle, round by round. Where questions pair the same facts otherwise each, no
//! middle serves them all: then facts are laid out one after the other, each the one that leaves the fewest groups open. Where the
//! facts are declared in a good order already, that order stays.

use crate::model::{Expr, Kind, Model, Question, Rule, VariableId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// A question of which no more groups than these lie across any place is small enough: the order that is declared stays, and so
/// what a question alone is told stays as in the whole rulebook.
const FEW_ACROSS: usize = 12;

/// More facts than these are used together by all that a question says, which tells nothing.
const MOST_TOGETHER: usize = 6;

const ROUNDS: usize = 20;

/// Where no more groups than these lie across any place, no better order is looked for.
const FEWER_ACROSS: usize = 3;

/// Of more facts that are used together, none is looked for that is best to stand next.
const MOST_LAID: usize = 300;

/// So many orders are laid out, each from another fact.
const STARTS: usize = 8;

/// So many parts has the place between two variables.
const PARTS: u64 = 1 << 20;

/// Facts that a rule looks at together, ascending.
type Group = Vec<VariableId>;

/// The place of each variable in the order of diagrams; none where they stand as they are declared.
pub fn levels(model: &Model) -> Vec<u32> {
    let questions = model.questions.iter();
    let groups: Vec<Vec<Group>> = questions.map(|question| groups(model, question)).collect();
    let mut levels: Vec<u32> = (0..).take(model.variables.len()).collect();
    let declared = most_across(&groups, &levels);
    if declared <= FEW_ACROSS {
        return Vec::new();
    }
    let all: Vec<&Group> = groups.iter().flatten().collect();
    let mut best = (declared, Vec::new());
    for _ in 0..ROUNDS {
        levels = drawn_together(&all, &levels);
        let across = most_across(&groups, &levels);
        if across >= best.0 {
            break;
        }
        best = (across, levels.clone());
    }
    let used: BTreeSet<VariableId> = all.iter().copied().flatten().copied().collect();
    if best.0 > FEWER_ACROSS && used.len() <= MOST_LAID {
        let used: Vec<VariableId> = used.into_iter().collect();
        for first in used.iter().step_by(used.len().div_ceil(STARTS).max(1)) {
            let levels = laid_out(&groups, &used, *first, model.variables.len());
            let across = most_across(&groups, &levels);
            if across < best.0 {
                best = (across, levels);
            }
        }
    }
    best.1
}

/// The levels where each fact is followed by that which leaves the fewest groups open, those of a question that has many more than
/// those of others; of equals by one of the group that is open longest.
fn laid_out(
    questions: &[Vec<Group>],
    used: &[VariableId],
    first: VariableId,
    count: usize,
) -> Vec<u32> {
    let mut groups: Vec<Open<'_>> = Vec::new();
    let mut own: Vec<Vec<usize>> = vec![Vec::new(); count];
    for (question, facts) in questions.iter().enumerate() {
        for group in facts {
            for fact in group {
                own.get_mut(fact.index())
                    .into_iter()
                    .for_each(|own| own.push(groups.len()));
            }
            groups.push(Open::new(question, group));
        }
    }
    let mut open = vec![0_i64; questions.len()];
    let mut left: Vec<VariableId> = used.to_vec();
    let mut levels: Vec<u32> = vec![u32::MAX; count];
    let mut next = Some(first);
    for level in 0.. {
        let Some(fact) = next else { break };
        left.retain(|other| *other != fact);
        if let Some(own) = levels.get_mut(fact.index()) {
            *own = level;
        }
        for group in own.get(fact.index()).into_iter().flatten() {
            if let Some(group) = groups.get_mut(*group) {
                let opens = group.takes(level);
                open.get_mut(group.question)
                    .into_iter()
                    .for_each(|open| *open += opens);
            }
        }
        let cost = |fact: &VariableId| {
            let own = own.get(fact.index()).into_iter().flatten();
            let own = own.filter_map(|group| groups.get(*group));
            let (mut more, mut since) = (FxHashMap::<usize, i64>::default(), u32::MAX);
            for group in own {
                *more.entry(group.question).or_default() += group.would_open();
                since = since.min(group.since);
            }
            let grown = more.into_iter().map(|(question, more)| {
                let open = open.get(question).copied().unwrap_or_default();
                (open + more).pow(3) - open.pow(3)
            });
            (grown.sum::<i64>(), since, *fact)
        };
        next = left.iter().map(cost).min().map(|(.., fact)| fact);
    }
    // What no group has comes last.
    for (level, own) in (used.len()..).zip(levels.iter_mut().filter(|level| **level == u32::MAX)) {
        *own = u32::try_from(level).unwrap_or(u32::MAX);
    }
    levels
}

/// A group of which some facts are laid out.
struct Open<'g> {
    question: usize,
    all: &'g Group,
    taken: usize,
    /// The level of the first of them.
    since: u32,
}

impl<'g> Open<'g> {
    const fn new(question: usize, all: &'g Group) -> Self {
        let (taken, since) = (0, u32::MAX);
        Self {
            question,
            all,
            taken,
            since,
        }
    }

    /// How many more groups are open once one more of its facts is taken.
    fn would_open(&self) -> i64 {
        i64::from(self.taken == 0) - i64::from(self.taken + 1 == self.all.len())
    }

    fn takes(&mut self, level: u32) -> i64 {
        let opens = self.would_open();
        self.taken += 1;
        self.since = self.since.min(level);
        opens
    }
}

/// The groups of a question, each once.
fn groups(model: &Model, question: &Question) -> Vec<Group> {
    let mut groups = FxHashSet::default();
    let rules = question.rules.iter().map(|id| &model.rules[*id]);
    let otherwise = question.otherwise.iter().map(|each| &each.gives);
    for expr in rules.flat_map(Rule::exprs).chain(otherwise) {
        gather(model, expr, &mut groups);
    }
    let mut groups: Vec<Group> = groups.into_iter().collect();
    groups.sort_unstable();
    groups
}

/// The facts that an expression looks at; notes those of each of its parts where they are few.
fn gather(model: &Model, expr: &Expr, groups: &mut FxHashSet<Group>) -> Group {
    let mut facts = match &expr.kind {
        Kind::Constant(_) => Vec::new(),
        Kind::Variable(fact) => vec![*fact],
        Kind::Question(id, bound) => {
            let is_free = |fact: &VariableId| bound.iter().all(|(own, _)| own != fact);
            let from = model.questions[*id].from.iter().copied();
            let by = bound.iter().flat_map(|(_, by)| gather(model, by, groups));
            by.collect::<Vec<_>>()
                .into_iter()
                .chain(from.filter(is_free))
                .collect()
        }
        Kind::Binary(_, left, right) => {
            let mut facts = gather(model, left, groups);
            facts.extend(gather(model, right, groups));
            facts
        }
        Kind::If(condition, then, other) => {
            let parts = [condition, then, other].map(|part| gather(model, part, groups));
            parts.concat()
        }
        Kind::Not(inner)
        | Kind::Round(_, inner)
        | Kind::Rank(_, inner)
        | Kind::Unrank(_, _, inner)
        | Kind::In(_, inner) => gather(model, inner, groups),
    };
    facts.sort_unstable();
    facts.dedup();
    if (2..=MOST_TOGETHER).contains(&facts.len()) && !groups.contains(&facts) {
        groups.insert(facts.clone());
    }
    facts
}

fn places(group: &Group, levels: &[u32]) -> impl Iterator<Item = u64> {
    let level = |fact: &VariableId| levels.get(fact.index()).copied().map(u64::from);
    group.iter().filter_map(level)
}

/// How many groups of one question lie across one place, at most.
fn most_across(questions: &[Vec<Group>], levels: &[u32]) -> usize {
    let across = questions.iter().map(|groups| {
        let mut ends: Vec<(u64, bool)> = Vec::with_capacity(2 * groups.len());
        for group in groups {
            ends.extend(places(group, levels).min().map(|first| (first, true)));
            ends.extend(places(group, levels).max().map(|last| (last, false)));
        }
        // One that ends where another begins lies not across what that one does.
        ends.sort_unstable();
        let (mut open, mut most) = (0_usize, 0);
        for (_, begins) in ends {
            open = if begins {
                open + 1
            } else {
                open.saturating_sub(1)
            };
            most = most.max(open);
        }
        most
    });
    across.max().unwrap_or(0)
}

/// The levels after each group has drawn its facts to its middle.
fn drawn_together(groups: &[&Group], levels: &[u32]) -> Vec<u32> {
    let mut drawn = vec![(0_u64, 0_u64); levels.len()];
    // Of groups that are drawn to one place, each stays together.
    let mut first_group = vec![usize::MAX; levels.len()];
    for (number, group) in groups.iter().enumerate() {
        let sum: u64 = places(group, levels).sum();
        let middle = sum * PARTS / (group.len() as u64).max(1);
        for fact in *group {
            if let Some(first) = first_group.get_mut(fact.index()) {
                *first = number.min(*first);
            }
            if let Some((sum, count)) = drawn.get_mut(fact.index()) {
                *sum += middle;
                *count += 1;
            }
        }
    }
    let place = |((sum, count), level): ((u64, u64), &u32)| match count {
        0 => u64::from(*level) * PARTS,
        _ => sum / count,
    };
    let places: Vec<u64> = drawn.into_iter().zip(levels).map(place).collect();
    let mut order: Vec<usize> = (0..levels.len()).collect();
    order.sort_by_key(|variable| {
        let place = places.get(*variable).copied();
        (place, first_group.get(*variable).copied(), *variable)
    });
    let mut moved = vec![0; levels.len()];
    for (level, variable) in (0..).zip(order) {
        if let Some(own) = moved.get_mut(variable) {
            *own = level;
        }
    }
    moved
}
