//! The odds that stand under a printed chart.

use super::ways;
use super::{Chance, Table, Terms, chance, of_question};
use crate::model::{ChartId, Expr, Kind, Model, QuestionId, VariableId};
use num_bigint::BigUint;

/// The most parts of a table that is shown under a chart.
const MOST_PARTS: usize = 16;

/// The odds of the questions that a chart answers; of those that no die decides, or on which too many facts bear, nothing.
#[must_use]
pub fn of_chart(model: &Model, chart: ChartId) -> Vec<(QuestionId, Table)> {
    let answers = model
        .charts
        .at(chart.index())
        .map(|chart| chart.answers.as_slice())
        .unwrap_or_default();
    let mut questions = answers.to_vec();
    questions.sort_unstable();
    questions.dedup();
    let odds = questions.into_iter().filter_map(|question| {
        let table = of_question(model, question, &Terms::new(model)).ok()?;
        (table.parts.len() <= MOST_PARTS && is_by_chance(&table)).then_some((question, table))
    });
    odds.collect()
}

/// Whether dice decide anything.
fn is_by_chance(table: &Table) -> bool {
    table
        .parts
        .iter()
        .flat_map(|part| &part.results)
        .any(|results| results.chances.len() > 1)
}

/// The chance of each row of a chart whose rows go by one roll; nothing for a chart of another kind.
#[must_use]
pub fn of_rows(model: &Model, chart: ChartId) -> Option<Vec<Chance>> {
    let rows = &model.charts.at(chart.index())?.rows;
    rows.iter()
        .map(|row| {
            let rule = row
                .rules
                .iter()
                .flatten()
                .find_map(|rule| model.rule(*rule))?;
            let (fact, holds) = rule
                .when
                .as_ref()?
                .conjuncts()
                .into_iter()
                .find_map(|part| by_roll(model, part))?;
            let own = model.variable(fact)?.roll.as_ref()?.ways.iter().zip(&holds);
            let count: u64 = own
                .filter(|(_, holds)| **holds)
                .map(|(ways, _)| *ways)
                .sum();
            Some(chance(
                BigUint::from(count),
                BigUint::from(ways(model, fact)),
            ))
        })
        .collect()
}

/// The roll that a part of a row's condition tests, and which of its totals pass.
fn by_roll(model: &Model, part: &Expr) -> Option<(VariableId, Vec<bool>)> {
    let Kind::In(test, inner) = &part.kind else {
        return None;
    };
    let Kind::Variable(fact) = inner.kind else {
        return None;
    };
    let found = model.variable(fact).filter(|found| found.roll.is_some())?;
    Some((
        fact,
        (0..found.domain.size())
            .map(|index| test.holds(&found.domain.value(index)))
            .collect(),
    ))
}
