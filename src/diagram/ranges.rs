//! Rules of which each holds within ranges of single facts, as the cells of a chart do: their diagrams are made as they stand, and
//! those that lie side by side are put together there.

use super::{Built, Compiler, NodeId, deeper};
use crate::model::{Expr, Kind, Operation, Question, VariableId};
use crate::syntax::Comparison;
use crate::value::{Domain, DomainKind, Value};
use std::ops::Range;

/// A variable, and its indices that pass a test: ranges in order that do not meet.
type OwnTest = (VariableId, Vec<Range<u32>>);

impl Compiler<'_> {
    /// The variable of which an expression is a test by its own value alone, and the indices that pass it.
    pub(super) fn test_of(&self, expr: &Expr) -> Option<OwnTest> {
        let variables = &self.model.variables;
        match &expr.kind {
            Kind::In(test, inner) => match inner.kind {
                Kind::Variable(variable) => {
                    Some((variable, test.within(&variables[variable].domain)))
                }
                _ => None,
            },
            Kind::Binary(Operation::Compare(how), left, right) => match (&left.kind, &right.kind) {
                (Kind::Variable(variable), Kind::Constant(value)) => {
                    let within = compared(&variables[*variable].domain, *how, value)?;
                    Some((*variable, within))
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// The tests that are all to hold for a condition to hold, where it is made of nothing else and each is of another variable.
    pub(super) fn tests_of(&self, when: &Expr) -> Option<Vec<OwnTest>> {
        let mut tests: Vec<OwnTest> = Vec::new();
        for expr in when.conjuncts() {
            let test = self.test_of(expr)?;
            if tests.iter().any(|(other, _)| *other == test.0) {
                return None;
            }
            tests.push(test);
        }
        Some(tests)
    }

    /// A leaf where all these tests hold, silent elsewhere: one way through the diagram, made from its end.
    pub(super) fn where_all_hold(&mut self, mut tests: Vec<OwnTest>, leaf: NodeId) -> Built {
        let silent = self.silent();
        tests.sort_unstable_by_key(|(variable, _)| self.store.level(*variable));
        let mut last = tests.iter().rev();
        last.try_fold(leaf, |inside, (variable, within)| {
            self.in_ranges(*variable, within, inside, silent)
        })
    }

    /// The one diagram where a variable's index lies in one of some ranges, which are in order and do not meet; elsewhere the other.
    pub(super) fn in_ranges(
        &mut self,
        variable: VariableId,
        ranges: &[Range<u32>],
        inside: NodeId,
        outside: NodeId,
    ) -> Built {
        if let Some(index) = self.model.variables[variable].settled() {
            let is_within = ranges.iter().any(|range| range.contains(&index));
            return Ok(if is_within { inside } else { outside });
        }
        let size = self.store.size(variable);
        let base = self.store.open();
        let mut end = 0;
        for range in ranges {
            if end < range.start {
                self.store.edge(base, range.start, outside);
            }
            self.store.edge(base, range.end, inside);
            end = range.end;
        }
        if end < size {
            self.store.edge(base, size, outside);
        }
        self.store.close(base, variable)
    }

    /// What several contributions make together: first those that stand together and lie within one range of the same variable,
    /// as the cells of a row do. Only what lies within it is gone through for them.
    pub(super) fn join_neighbours(&mut self, question: &Question, roots: &[NodeId]) -> Built {
        let silent = self.silent();
        let range = |root: &NodeId| self.store.only_range(*root, silent);
        let together = |one: &Option<(VariableId, Range<u32>, NodeId)>, other: &Option<_>| {
            let (Some((one, within, _)), Some((other, other_within, _))) = (one, other) else {
                return false;
            };
            one == other && within == other_within
        };
        let ranges: Vec<_> = roots.iter().map(range).collect();
        let mut joined = Vec::with_capacity(roots.len());
        let mut rest = roots;
        for run in ranges.chunk_by(together) {
            let (own, others) = rest.split_at(run.len());
            rest = others;
            let (Some((variable, within, _)), [_, _, ..]) = (run.first().cloned().flatten(), own)
            else {
                joined.extend(own);
                continue;
            };
            let inner = run.iter().flatten().map(|(_, _, child)| *child);
            let inner: Vec<NodeId> = inner.collect();
            let inner = deeper(|| self.join_neighbours(question, &inner))?;
            joined.push(self.in_ranges(variable, &[within], inner, silent)?);
        }
        self.join_all(question, &joined)
    }
}

/// The indices of the numbers of a domain that compare so with a number; none where it has no numbers.
fn compared(domain: &Domain, how: Comparison, value: &Value) -> Option<Vec<Range<u32>>> {
    let has_numbers = matches!(
        domain.kind,
        DomainKind::Numbers { .. } | DomainKind::Listed(_)
    );
    let number = value.number().filter(|_| has_numbers)?;
    let equal = domain.indices(Some(number), Some(number));
    let size = domain.size();
    let (first, second) = match how {
        Comparison::Equal => (equal, 0..0),
        Comparison::NotEqual => (0..equal.start, equal.end..size),
        Comparison::Below => (0..equal.start, 0..0),
        Comparison::AtMost => (0..equal.end, 0..0),
        Comparison::Above => (equal.end..size, 0..0),
        Comparison::AtLeast => (equal.start..size, 0..0),
    };
    let within = [first, second];
    Some(within.into_iter().filter(|own| !own.is_empty()).collect())
}
