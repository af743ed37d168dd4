//! A question's whole answer table: what it answers everywhere, as disjoint regions of facts.

use super::fingerprint::{fingerprint, fingerprint_of_numbers, shares};
use super::regions::{Region, Regions, is_vast, put_in_order, regions, ways_of_sum};
use crate::diagram::{Compiler, Leaf, NodeId, Sum, Sums, TooLarge, count_where, support};
use crate::model::{Model, QuestionId, RuleId, VariableId};
use rustc_hash::FxHashMap;

/// A question's answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    pub question: QuestionId,
    /// The facts on which its answer depends, in the order in which it takes them; readings and others last.
    pub facts: Vec<VariableId>,
    /// Its answers, disjoint; where it is not asked, no row.
    pub rows: Vec<Region>,
    /// In how many situations it is asked, over [`Self::facts`].
    pub situations: u128,
    /// How many of these lie in no row, because there would be too many.
    pub left_out: u128,
    /// The fingerprint of all its answers, those left out among them.
    pub fingerprint: u64,
}

/// The table of a question with some variables known, with at most `limit` rows.
pub fn table(
    compiler: &mut Compiler<'_>,
    question: QuestionId,
    known: &dyn Fn(VariableId) -> Option<u32>,
    limit: usize,
) -> Result<Table, TooLarge> {
    compiler.store.renew_budget();
    if let Some(summed) = compiler.kept_sum(question) {
        let left = summed.sums.restricted(summed.whole, known);
        let (sums, sum) = left.ok_or(TooLarge)?;
        return of_sum(compiler, question, (&sums, sum), limit);
    }
    let root = compiler.question(question)?;
    let root = compiler.store.restrict_all(root, known)?;
    of_root(compiler, question, root, limit)
}

/// The table of a sum, which is multiplied out only where that is not much.
fn of_sum(
    compiler: &mut Compiler<'_>,
    question: QuestionId,
    (sums, sum): (&Sums, Sum),
    limit: usize,
) -> Result<Table, TooLarge> {
    let model = compiler.model;
    let facts = sums.support(sum);
    let value = |fact, index| named(model, fact, index);
    let shares = shares(&mut compiler.store, sums, sum, &value)?;
    if !is_vast(shares.nodes, facts.len()) {
        let root = sums.diagram(&mut compiler.store, sum)?;
        return of_root(compiler, question, root, limit);
    }
    let Regions { list, left_out } = ways_of_sum(&compiler.store, (sums, sum), &facts, limit);
    let sizes = facts
        .iter()
        .map(|fact| u128::from(compiler.store.size(*fact)));
    let mut table = Table {
        question,
        situations: sizes.fold(1, u128::saturating_mul),
        facts,
        rows: list,
        left_out,
        fingerprint: fingerprint_of_numbers(&shares.numbers, &|leaf| answer(model, leaf)),
    };
    table.put_in_order(model);
    Ok(table)
}

/// The table of a question where one of these rules applies, or would if none took precedence, with at most `limit` rows.
pub fn table_of_rules(
    compiler: &mut Compiler<'_>,
    question: QuestionId,
    rules: &[RuleId],
    limit: usize,
) -> Result<Table, TooLarge> {
    compiler.store.renew_budget();
    let root = compiler.question(question)?;
    let mut within = compiler.store.leaf(Leaf::truth(false));
    for rule in rules {
        let applies = match &compiler.model.rules[*rule].when {
            Some(when) => compiler.expr(when)?,
            None => compiler.store.leaf(Leaf::truth(true)),
        };
        let either = |leaf: &Leaf, other: &Leaf| Leaf::truth(leaf.is(true) || other.is(true));
        within = compiler
            .store
            .apply(within, applies, &mut |leaf, other| either(leaf, other))?;
    }
    let outside = compiler.store.leaf(Leaf::Outside);
    let root = compiler.store.ite(within, root, outside)?;
    of_root(compiler, question, root, limit)
}

fn of_root(
    compiler: &mut Compiler<'_>,
    question: QuestionId,
    root: NodeId,
    limit: usize,
) -> Result<Table, TooLarge> {
    let model = compiler.model;
    let asked = |leaf: &Leaf| *leaf != Leaf::Outside;
    let facts = support(&compiler.store, root);
    let situations = count_where(&compiler.store, root, &facts, &asked);
    let made = regions(&mut compiler.store, root, &facts, limit, &asked)?;
    let value = |fact, index| named(model, fact, index);
    let mut table = Table {
        question,
        situations,
        facts,
        rows: made.list,
        left_out: made.left_out,
        fingerprint: fingerprint(&compiler.store, root, &value, &|leaf| answer(model, leaf)),
    };
    table.put_in_order(model);
    Ok(table)
}

impl Table {
    /// Puts the facts in the order in which the question takes them, and the rows in that of a printed table.
    fn put_in_order(&mut self, model: &Model) {
        let mut places: FxHashMap<VariableId, usize> = FxHashMap::default();
        for (place, fact) in model.questions[self.question].from.iter().enumerate() {
            places.entry(*fact).or_insert(place);
        }
        let place = |fact: &VariableId| places.get(fact).copied().unwrap_or(usize::MAX);
        self.facts.sort_by_key(|fact| (place(fact), *fact));
        put_in_order(&self.facts, &mut self.rows, |row| &row.tests);
    }
}

/// A value as every rulebook names it.
fn named(model: &Model, fact: VariableId, index: u32) -> String {
    format!(
        "{} {}",
        model.variables[fact].name,
        model.show_index(fact, index)
    )
}

/// An answer as every rulebook names it.
fn answer(model: &Model, leaf: &Leaf) -> String {
    match leaf {
        Leaf::Value(value) => value.show(&model.words, false),
        Leaf::Gap(_) => "gap".to_owned(),
        other => format!("{other:?}"),
    }
}
