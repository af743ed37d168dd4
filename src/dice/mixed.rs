//! What comes out of a question for each choice of facts of several values, put together: a column for each, or all of them alike.

use super::table::{Part, Results, arrange};
use super::terms::Terms;
use crate::diagram::{Leaf, TooLarge};
use crate::model::{Model, QuestionId, VariableId};
use indexmap::IndexMap;
use itertools::Itertools;
use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{CheckedDiv, One};

/// The most columns.
pub(super) const MOST_COLUMNS: usize = 2_000;

/// For some values of each fact left open, in how many ways each answer comes; [`Leaf::Silent`] is what is not as given,
/// [`Leaf::Cancelled`] what cannot be.
#[derive(Debug, Clone)]
pub struct Column {
    pub facts: Vec<(VariableId, Vec<u32>)>,
    pub counts: Vec<(Leaf, BigUint)>,
}

impl Column {
    /// What comes out in some way.
    fn leaves(&self) -> impl Iterator<Item = &Leaf> {
        let reached = self.counts.iter();
        let reached = reached.filter(|(_, count)| *count != BigUint::ZERO);
        reached.map(|(leaf, _)| leaf)
    }
}

/// What comes out for each choice of the facts left open.
#[derive(Debug, Clone, Default)]
pub struct Counted {
    pub open: Vec<VariableId>,
    pub columns: Vec<Column>,
    /// The situations that cannot be by which something is left out, by their places.
    pub excluded: Vec<usize>,
}

impl Counted {
    /// What comes out where all of it is excluded, by a situation that cannot be.
    pub fn excluded(place: usize) -> Self {
        Self {
            columns: vec![Column {
                facts: Vec::new(),
                counts: vec![(Leaf::Cancelled, BigUint::one())],
            }],
            excluded: vec![place],
            ..Self::default()
        }
    }

    /// The situations that cannot be by which something is left out of the columns.
    pub fn left_out(&self) -> Vec<usize> {
        let mut leaves = self.columns.iter().flat_map(Column::leaves);
        let is_any = leaves.any(|leaf| *leaf == Leaf::Cancelled);
        let places = self.excluded.iter().filter(|_| is_any);
        places.copied().sorted_unstable().dedup().collect()
    }

    /// With a column of facts of several values, in which others may be open.
    pub fn add(&mut self, column: &[(VariableId, u32)], counted: Self) {
        let news = counted.open.into_iter();
        let news: Vec<_> = news.filter(|fact| !self.open.contains(fact)).collect();
        self.open.extend(news);
        self.excluded.extend(counted.excluded);
        self.columns.extend(counted.columns.into_iter().map(|own| {
            let facts = column.iter().map(|(fact, index)| (*fact, vec![*index]));
            Column {
                facts: facts.chain(own.facts).collect(),
                ..own
            }
        }));
    }

    /// The chances in each column of which anything can be: what does not matter there may be anything.
    pub fn parts(&self, model: &Model, id: QuestionId, terms: &Terms) -> Vec<Part> {
        let question = &model.questions[id];
        let part = |column: &Column| {
            let mut counts = column.counts.clone();
            counts.retain(|(leaf, _)| !matches!(leaf, Leaf::Silent | Leaf::Cancelled));
            let own = |fact: VariableId| column.facts.iter().find(|(other, _)| *other == fact);
            let is_first = |(fact, _): &&(VariableId, Vec<u32>)| !self.open.contains(fact);
            let first = column.facts.iter().filter(is_first).cloned();
            let open = self.open.iter().map(|fact| {
                let all = || (*fact, terms.values(model, *fact));
                own(*fact).cloned().unwrap_or_else(all)
            });
            let answer = Some(question.answer.clone());
            Part {
                facts: first.chain(open).collect(),
                results: vec![Results::counted(&question.name, answer, counts)],
                ending: None,
            }
        };
        let possible = self
            .columns
            .iter()
            .filter(|column| column.leaves().any(|leaf| *leaf != Leaf::Cancelled));
        let mut parts: Vec<Part> = possible.map(part).collect();
        arrange(&mut parts);
        parts
    }
}

/// Several as one, each as likely as the others.
pub(super) fn mixed(each: Vec<Counted>) -> Result<Counted, TooLarge> {
    let mut each = each.into_iter();
    let mut all = each.next().unwrap_or_default();
    for (others, next) in (1_u32..).zip(each) {
        all.excluded.extend(next.excluded);
        let news = next.open.iter().filter(|fact| !all.open.contains(fact));
        let open: Vec<VariableId> = all.open.iter().chain(news).copied().collect();
        let mut columns = Vec::new();
        for own in &all.columns {
            for other in &next.columns {
                if let Some(facts) = shared(&open, own, other) {
                    let counts = added(&own.counts, &other.counts, others);
                    columns.push(Column { facts, counts });
                }
            }
            if columns.len() > MOST_COLUMNS {
                return Err(TooLarge);
            }
        }
        all = Counted {
            open,
            columns,
            excluded: all.excluded,
        };
    }
    Ok(all)
}

/// The values for which both hold, of the facts of either; none where there are none.
fn shared(
    open: &[VariableId],
    one: &Column,
    other: &Column,
) -> Option<Vec<(VariableId, Vec<u32>)>> {
    let of = |column: &Column, fact: VariableId| {
        let own = column.facts.iter().find(|(own, _)| *own == fact);
        own.map(|(_, values)| values.clone())
    };
    let mut facts = Vec::new();
    for fact in open {
        let values = match (of(one, *fact), of(other, *fact)) {
            (Some(mut values), Some(others)) => {
                values.retain(|index| others.contains(index));
                values
            }
            (Some(values), None) | (None, Some(values)) => values,
            (None, None) => continue,
        };
        if values.is_empty() {
            return None;
        }
        facts.push((*fact, values));
    }
    Some(facts)
}

/// The ways of so many choices and those of one more, each choice as likely as the others.
fn added(
    counts: &[(Leaf, BigUint)],
    more: &[(Leaf, BigUint)],
    choices: u32,
) -> Vec<(Leaf, BigUint)> {
    let all = |counts: &[(Leaf, BigUint)]| counts.iter().map(|(_, count)| count).sum::<BigUint>();
    let (whole, part) = (all(counts), all(more) * choices);
    let common = whole.lcm(&part);
    let times = |own: BigUint| CheckedDiv::checked_div(&common, &own).unwrap_or_default();
    let (times, times_more) = (times(whole), times(part));
    let mut sum: IndexMap<Leaf, BigUint> = counts
        .iter()
        .map(|(leaf, count)| (leaf.clone(), count * &times))
        .collect();
    for (leaf, count) in more {
        *sum.entry(leaf.clone()).or_default() += count * &times_more;
    }
    sum.into_iter().collect()
}
