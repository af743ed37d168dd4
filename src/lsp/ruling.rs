//! The rule that stands at a place, a cell of a chart among them: how likely it is, which examples reach it, who reads it, and a
//! situation in which it applies.

use super::snapshot::Caret;
use crate::analysis::example::in_words;
use crate::check::used_by;
use crate::diagram::{Compiler, Leaf, find, support};
use crate::model::{Asked, Example, Expr, Kind, Model, Role, Rule, VariableId};
use crate::source::Span;
use itertools::Itertools;
use num_bigint::BigUint;
use num_traits::ToPrimitive;
use rustc_hash::FxHashMap;

/// The rule that stands here, the shortest of those that do.
pub fn rule_at<'s>(caret: Caret<'s>) -> Option<(&'s Model, &'s Rule)> {
    let at = u32::try_from(caret.offset).ok()?;
    let is_here = |rule: &&Rule| {
        let span = rule.span;
        span.file == caret.file && span.start <= at && at <= span.end
    };
    let model = caret.model()?;
    let here = model.rules.iter().filter(is_here);
    let shortest = here.min_by_key(|rule| rule.span.end - rule.span.start)?;
    Some((model, shortest))
}

/// The cell of a chart that stands here.
pub fn is_cell(caret: Caret<'_>) -> bool {
    rule_at(caret).is_some_and(|(_, rule)| rule.cell.is_some())
}

/// A situation in which a rule applies: the facts that matter to the answer there, and the readings, by name.
pub type Situation = [Vec<(String, String)>; 2];

/// The first situation in which a rule applies and its question is answered.
pub fn situation(model: &Model, rule: &Rule) -> Option<Situation> {
    let mut compiler = Compiler::new(model);
    let answer = compiler.question(rule.question).ok()?;
    let node = compiler.rule(rule).ok()?;
    let there = compiler
        .store
        .apply(node, answer, &mut |other, answer| match other {
            Leaf::Silent => Leaf::Silent,
            _ => answer.clone(),
        });
    let facts: Vec<VariableId> = model.variables.ids().collect();
    let impossible = compiler.impossible(&facts).ok()?;
    let silent = compiler.store.leaf(Leaf::Silent);
    let there = compiler.store.ite(impossible, silent, there.ok()?).ok()?;
    let (witness, _) = find(&compiler.store, there, &|leaf| leaf.value().is_some())?;
    // Of what cannot be, other facts are looked at too.
    let taken = [node, answer].map(|root| support(&compiler.store, root));
    let is_taken =
        |(fact, _): &(VariableId, u32)| taken.iter().flatten().any(|other| other == fact);
    let (readings, facts): (Vec<_>, Vec<_>) = witness
        .into_iter()
        .filter(is_taken)
        .partition(|(id, _)| matches!(model.variables[*id].role, Role::Reading(_)));
    let named = |(id, index): (VariableId, u32)| {
        let variable = &model.variables[id];
        let name = variable
            .reading
            .as_ref()
            .map_or(&variable.name, |reading| &reading.name);
        (name.clone(), model.show_index(id, index))
    };
    Some([facts, readings].map(|all| all.into_iter().map(named).collect()))
}

/// What a rule is called: of a cell, its chart and keys.
fn heading(model: &Model, rule: &Rule) -> String {
    let question = &model.questions[rule.question];
    let Some(cell) = rule.cell else {
        return format!("a rule of `{}`   {}", question.name, rule.cite);
    };
    let chart = &model.charts[cell.chart];
    let row = chart.rows.get(cell.row as usize).map(|row| &row.heading);
    let column = chart.columns.get(cell.column as usize);
    let keys = row.into_iter().chain(column.filter(|_| !chart.list));
    format!(
        "**{}** [{}]   {}",
        chart.title,
        keys.format(", "),
        rule.cite
    )
}

/// What a cell of a chart or another rule does: its place, and what is told of it.
pub fn told(caret: Caret<'_>) -> Option<(Span, String)> {
    let (model, rule) = rule_at(caret)?;
    let question = &model.questions[rule.question];
    let mut lines = vec![heading(model, rule)];
    if let Some((ways, of)) = chance(model, rule.when.as_ref()) {
        lines.push(format!("- chance: {ways} in {of}"));
    }
    let examples = examples(model, rule)?;
    match examples.len() {
        0 => lines.push("- no example asks for it".to_owned()),
        count => {
            lines.push(format!(
                "- reached by {count} of the examples of `{}`",
                question.name
            ));
            lines.extend(examples.iter().take(5).map(|text| format!("  - {text}")));
        }
    }
    let readers = model.questions.enumerated();
    let readers = readers.filter(|(id, other)| {
        other.process.is_none() && used_by(model, *id).contains(&rule.question)
    });
    let readers = readers
        .map(|(_, other)| format!("`{}`", other.name))
        .join(", ");
    if !readers.is_empty() {
        lines.push(format!("- read by {readers}"));
    }
    Some((rule.span, lines.join("\n")))
}

/// The tests of a cell's keys on facts: each fact, and which of its values they hold for.
fn tests(model: &Model, when: Option<&Expr>) -> Vec<(VariableId, Vec<u32>)> {
    let parts = when.map(Expr::conjuncts).unwrap_or_default();
    let test = |part: &&Expr| {
        let Kind::In(test, tested) = &part.kind else {
            return None;
        };
        let Kind::Variable(fact) = tested.kind else {
            return None;
        };
        let domain = &model.variables[fact].domain;
        let holds = (0..domain.size()).filter(|index| test.holds(&domain.value(*index)));
        Some((fact, holds.collect()))
    };
    parts.iter().filter_map(test).collect()
}

/// In how many ways of how many the dice fall so; nothing, where the keys are no rolls.
fn chance(model: &Model, when: Option<&Expr>) -> Option<(u128, u128)> {
    let mut all: Option<(u128, u128)> = None;
    for (fact, holds) in tests(model, when) {
        let Some(roll) = &model.variables[fact].roll else {
            continue;
        };
        let of: BigUint = roll.ways.iter().sum();
        let ways = holds
            .iter()
            .filter_map(|index| roll.ways.get(*index as usize));
        let ways: BigUint = ways.sum();
        let (before, before_of) = all.unwrap_or((1, 1));
        let ways = before.checked_mul(ways.to_u128()?)?;
        all = Some((ways, before_of.checked_mul(of.to_u128()?)?));
    }
    all
}

/// The examples that ask the question of a rule and reach it: in some situation that they tell, it applies. None where that is too
/// much to be told.
fn examples(model: &Model, rule: &Rule) -> Option<Vec<String>> {
    let mut compiler = Compiler::new(model);
    let root = compiler.rule(rule).ok()?;
    let store = &compiler.store;
    let all: FxHashMap<VariableId, Vec<u32>> = support(store, root)
        .into_iter()
        .map(|fact| (fact, (0..store.size(fact)).collect()))
        .collect();
    let reaches = |example: &&Example| {
        let indices = |fact: VariableId| {
            let given = example.given.iter().find(|(other, _)| *other == fact);
            given
                .map(|(_, values)| values.as_slice())
                .or_else(|| all.get(&fact).map(Vec::as_slice))
        };
        !store.always(root, &indices, &|leaf| *leaf == Leaf::Silent)
    };
    let asking = model
        .examples
        .iter()
        .filter(|example| match &example.asked {
            Asked::Questions(asked) => asked.iter().any(|(id, ..)| *id == rule.question),
            _ => false,
        });
    let line = |example: &Example| in_words(model, example).line(&example.cite, true);
    Some(asking.filter(reaches).map(line).collect())
}
