//! What of a chart never applies: the condition of all of it or of a column, an exception, a footnote. Cells are looked at only until
//! each of them applies in one; that the cells themselves are told apart is proved of the chart.

use super::proof::{Prover, place_of};
use crate::diagnostic::{Code, Diagnostic};
use crate::diagram::{NodeId, TooLarge};
use crate::model::{Expr, Kind, Operation, Question, Rule};
use crate::source::Span;

/// How many cells of a question are looked at for what never applied in those before: of more, nothing is told.
const MOST_CELLS: usize = 2_000;

impl Prover<'_, '_> {
    /// Looks at a cell for what did not apply in those before it.
    pub(super) fn cell(
        &mut self,
        question: &Question,
        rule: &Rule,
        impossible: NodeId,
    ) -> Result<(), TooLarge> {
        self.note_cell(rule)?;
        let condition = self.condition_of(rule).map(last).map(|when| when.span);
        let exceptions = rule.except.iter().map(place_of);
        let spans: Vec<Span> = condition.into_iter().chain(exceptions).collect();
        if spans
            .iter()
            .all(|span| matches!(self.idle.get(span), Some(None)))
        {
            return Ok(());
        }
        self.cells += 1;
        if self.cells > MOST_CELLS {
            spans
                .into_iter()
                .for_each(|span| drop(self.idle.insert(span, None)));
            return Ok(());
        }
        let when = self.when(rule.when.as_ref())?;
        let asked = self.within(when, &question.only)?;
        let when = self.outside(impossible, asked)?;
        if self.can_hold(when) || self.is_untold(asked) || self.is_settled(rule.when.as_ref()) {
            if let Some(condition) = condition {
                self.idle.insert(condition, None);
            }
            for exception in &rule.except {
                self.exception(exception, when)?;
            }
            return Ok(());
        }
        if let Some(condition) = condition {
            let message = "this condition can never hold where its cells do";
            let never = Diagnostic::error(Code::NeverHolds, condition, message);
            let help = "look for a value that the headings exclude, or for two parts that exclude each other";
            self.idle.entry(condition).or_insert(Some(never.help(help)));
        }
        Ok(())
    }

    /// Notes what is foregone in a cell, and in what stands on it and on no cell before it.
    fn note_cell(&mut self, rule: &Rule) -> Result<(), TooLarge> {
        self.note_outcome(&rule.outcome)?;
        self.note_headings(rule)?;
        if let Some(written) = self.condition_of(rule)
            && !self.idle.contains_key(&last(written).span)
        {
            self.note_foregone(written, true)?;
        }
        for exception in &rule.except {
            if !self.idle.contains_key(&place_of(exception)) {
                self.note_exception(exception)?;
            }
        }
        Ok(())
    }

    /// Notes of a heading by what a question answers or what is calculated that no situation comes to it: what a fact cannot be is
    /// told where the chart is read.
    fn note_headings(&mut self, rule: &Rule) -> Result<(), TooLarge> {
        let headings = self.headings_of(rule);
        for heading in headings.chunk_by(|one, next| one.span == next.span) {
            let Some(span) = heading.first().map(|first| first.span) else {
                continue;
            };
            let is_stated = |part: &&Expr| matches!(&part.kind, Kind::In(_, by) if matches!(by.kind, Kind::Variable(_)));
            if self.idle.contains_key(&span) || heading.iter().all(is_stated) {
                continue;
            }
            let mut root = self.when(None)?;
            for part in heading {
                let part = self.compiler.expr(part)?;
                root = self.compiler.store.apply(root, part, &mut |all, part| {
                    if all.is(true) { part } else { all }.clone()
                })?;
            }
            let never = (!self.can_hold(root) && !self.is_untold(root)).then(|| {
                let message = "no situation comes to this heading";
                let never = Diagnostic::note(Code::NeverHolds, span, message);
                never.help("see whether the chart goes by what was meant, and what that can be")
            });
            self.idle.insert(span, never);
        }
        Ok(())
    }

    /// The conditions of the headings of a cell, those of its column first.
    fn headings_of<'r>(&self, rule: &'r Rule) -> Vec<&'r Expr> {
        let Some(cell) = rule.cell else {
            return Vec::new();
        };
        let chart = &self.model.charts[cell.chart];
        let count = chart.down.len() + chart.across.len();
        let mut headings = Vec::with_capacity(count);
        let mut written = rule.when.as_ref();
        while let Some(part) = written.filter(|_| headings.len() < count) {
            let (before, own) = match &part.kind {
                Kind::Binary(Operation::And, before, own) => (Some(&**before), &**own),
                _ => (None, part),
            };
            headings.push(own);
            written = before;
        }
        headings
    }

    /// What is written as the condition of a chart and of a column, if anything is: the conditions of the headings stand behind it.
    fn condition_of<'r>(&self, rule: &'r Rule) -> Option<&'r Expr> {
        let chart = &self.model.charts[rule.cell?.chart];
        let mut written = rule.when.as_ref()?;
        for _ in 0..chart.down.len() + chart.across.len() {
            let Kind::Binary(Operation::And, before, _) = &written.kind else {
                return None;
            };
            written = before;
        }
        Some(written)
    }
}

/// Of conditions joined by `and`, the last.
fn last(mut written: &Expr) -> &Expr {
    while let Kind::Binary(Operation::And, _, last) = &written.kind {
        written = last;
    }
    written
}
