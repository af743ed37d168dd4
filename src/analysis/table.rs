//! A question's whole answer table: what it answers everywhere, as disjoint regions of facts.

use super::fingerprint::fingerprint;
use super::regions::{Region, put_in_order, regions};
use crate::diagram::{Compiler, Leaf, NodeId, TooLarge, count_where, support};
use crate::model::{QuestionId, RuleId, VariableId};

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
    let mut facts = support(&compiler.store, root);
    let situations = count_where(&compiler.store, root, &facts, &asked);
    let made = regions(&mut compiler.store, root, &facts, limit, &asked)?;
    let from = &model.questions[question].from;
    let place = |fact: &VariableId| {
        from.iter()
            .position(|own| own == fact)
            .unwrap_or(usize::MAX)
    };
    facts.sort_by_key(|fact| (place(fact), *fact));
    let mut rows = made.list;
    put_in_order(&facts, &mut rows, |row| &row.tests);
    let name = |fact: VariableId| format!("{} ", model.variables[fact].name);
    let value = |fact, index| name(fact) + &model.show_index(fact, index);
    let answer = |leaf: &Leaf| match leaf {
        Leaf::Value(value) => value.show(&model.words, false),
        Leaf::Gap(_) => "gap".to_owned(),
        other => format!("{other:?}"),
    };
    Ok(Table {
        question,
        facts,
        rows,
        situations,
        left_out: made.left_out,
        fingerprint: fingerprint(&compiler.store, root, &value, &answer),
    })
}
