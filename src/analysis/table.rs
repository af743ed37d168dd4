//! A question's whole answer table: what it answers everywhere, as disjoint regions of facts.

use super::fingerprint::fingerprint;
use super::regions::{Region, regions};
use crate::diagram::{Compiler, Leaf, NodeId, TooLarge, count_where, support};
use crate::model::{Model, QuestionId, RuleId, VariableId};

/// A question's answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    /// The question.
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
    let root = compiler.question(question)?;
    let root = compiler.store.restrict_all(root, known)?;
    of_root(compiler, question, root, limit)
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
    for rule in rules.iter().filter_map(|rule| compiler.model.rule(*rule)) {
        let applies = match &rule.when {
            Some(when) => compiler.expr(when)?,
            None => compiler.store.leaf(Leaf::truth(true)),
        };
        within = compiler.store.apply(within, applies, &mut |one, other| {
            Leaf::truth(one.is(true) || other.is(true))
        })?;
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
    let asked = |leaf: &Leaf| *leaf != Leaf::Outside;
    let over = support(&compiler.store, root);
    let situations = count_where(&compiler.store, root, &over, &asked);
    let found = regions(&mut compiler.store, root, &over, limit, &asked)?;
    let facts = in_order(compiler.model, question, over);
    let mut rows = found.list;
    rows.sort_by_cached_key(|row| order_of(&facts, row));
    let fingerprint = fingerprint_of(compiler, root);
    Ok(Table {
        question,
        facts,
        rows,
        situations,
        left_out: found.left_out,
        fingerprint,
    })
}

fn fingerprint_of(compiler: &Compiler<'_>, root: NodeId) -> u64 {
    let model = compiler.model;
    let value = |variable: VariableId, index: u32| {
        format!(
            "{} {}",
            model.variable_name(variable),
            model.show_index(variable, index)
        )
    };
    let answer = |leaf: &Leaf| match leaf {
        Leaf::Value(value) => value.show(&model.words, false),
        Leaf::Gap(_) => "gap".to_owned(),
        other => format!("{other:?}"),
    };
    fingerprint(&compiler.store, root, &value, &answer)
}

/// The facts in the order of the question, then all others.
fn in_order(model: &Model, question: QuestionId, mut facts: Vec<VariableId>) -> Vec<VariableId> {
    let from = model
        .question(question)
        .map(|question| question.from.clone())
        .unwrap_or_default();
    facts.sort_by_key(|fact| {
        (
            from.iter()
                .position(|own| own == fact)
                .unwrap_or(usize::MAX),
            *fact,
        )
    });
    facts
}

/// Rows stand in the order of their first facts' values, as in a printed table.
pub(super) fn order_of(facts: &[VariableId], row: &Region) -> Vec<Vec<u32>> {
    let side = |fact: &VariableId| row.tests.iter().find(|(own, _)| own == fact);
    facts
        .iter()
        .map(|fact| side(fact).map_or_else(Vec::new, |(_, indices)| indices.clone()))
        .collect()
}
