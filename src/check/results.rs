//! Charts printed the other way: a row is a result, and its cells are the values of a roll, or of another fact, for which it comes
//! out. Within each column they must not overlap, and must cover.

use super::chart::{Heading, Side, cell, cell_rule, conditions, exceptions_of, shown_row};
use super::{Checker, all};
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{ChartId, ChartRow, Expr, QuestionId, RuleId};
use crate::pack;
use crate::source::Text;

/// A chart of results as it is checked.
struct Results<'c> {
    id: ChartId,
    chart: &'c pack::Chart,
    question: QuestionId,
    /// What the cells of each column are values of.
    subjects: Vec<Expr>,
    across: Side,
}

impl Checker {
    /// The rows of a chart whose cells are values.
    pub fn results(
        &mut self,
        id: ChartId,
        chart: &pack::Chart,
        questions: &[QuestionId],
    ) -> Option<Vec<ChartRow>> {
        let [question] = questions else {
            return self.error(
                Code::ChartShape,
                chart.id.span,
                "a chart whose rows are results answers one question",
            );
        };
        self.enter(*question);
        let width = chart.columns.len().max(1);
        let subjects = self.subjects(&chart.cells)?;
        let across = self.subjects(&chart.across)?;
        let keys = chart.columns.iter().map(|column| &column.key);
        let across = self.side(keys, across, chart)?;
        let subjects = match subjects.as_slice() {
            [expression] => vec![expression.clone(); width],
            several if several.len() == width => subjects,
            several => {
                let own = several.len();
                let message =
                    format!("`cells` names {own} facts, and the chart has {width} columns");
                let place = chart.cells.first().map_or(chart.id.span, |name| name.span);
                return self.refuse(
                    Diagnostic::error(Code::ChartShape, place, message)
                        .help("name one fact for all columns, or one for each"),
                );
            }
        };
        let results = Results {
            id,
            chart,
            question: *question,
            subjects,
            across,
        };
        let has_faulty_notes = self.refuse_faulty_notes(chart, results.subjects.len());
        let headings = self.values_of_cells(&results)?;
        self.refuse_result_faults(&results, &headings);
        let rows = (0..).zip(&chart.rows).zip(&headings);
        let rows = rows.map(|((place, row), headings)| {
            let rules = self.results_of(&results, (place, row), headings);
            shown_row(row, rules)
        });
        let rows = rows.collect();
        self.model.questions[*question].broken |= has_faulty_notes;
        Some(rows)
    }

    /// The tests that the cells of each row are; nothing where a cell is left empty.
    fn values_of_cells(&mut self, results: &Results<'_>) -> Option<Vec<Vec<Option<Heading>>>> {
        let mut rows = Vec::new();
        for row in &results.chart.rows {
            if row.key.len() != 1 {
                let place = row.key.first().map_or(row.span, |key| key.span);
                return self.error(Code::ChartShape, place, "the key of this row is one result");
            }
            let cells = row.cells.iter().zip(&results.subjects);
            let cells = cells.map(|(cell, subject)| match cell.value.as_str() {
                "-" => Some(None),
                _ if self.refuse_blank(cell, &[results.question]) => None,
                _ => self.cell_test(cell, subject).map(Some),
            });
            rows.push(all(cells));
        }
        all(rows.into_iter())
    }

    fn cell_test(&mut self, cell: &Text, subject: &Expr) -> Option<Heading> {
        let key = vec![cell.clone()];
        self.heading(&key, std::slice::from_ref(subject), cell.span)
    }

    fn refuse_result_faults(&mut self, results: &Results<'_>, rows: &[Vec<Option<Heading>>]) {
        let Results {
            chart,
            question,
            subjects,
            across,
            ..
        } = results;
        let before = self.diagnostics.len();
        self.refuse_overlaps(&across.headings, "column");
        self.refuse_missing(&[*question], chart, across, "column");
        self.refuse_shape(chart, subjects.len());
        for (column, subject) in subjects.iter().enumerate() {
            let cells = rows.iter().filter_map(|row| row.get(column)?.clone());
            let side = Side {
                subjects: vec![subject.clone()],
                headings: cells.collect(),
            };
            self.refuse_overlaps(&side.headings, "cell");
            self.refuse_missing(&[*question], chart, &side, "cell");
        }
        self.model.questions[*question].chart_fault |= self.diagnostics.len() > before;
    }

    /// The rules of a row: its result, for the values of each cell.
    fn results_of(
        &mut self,
        results: &Results<'_>,
        (place, row): (usize, &pack::Row),
        headings: &[Option<Heading>],
    ) -> Vec<Option<RuleId>> {
        let chart = results.chart;
        let mut rules = Vec::new();
        for (column, (heading, subject)) in headings.iter().zip(&results.subjects).enumerate() {
            let (Some(heading), Some(result)) = (heading, row.key.first()) else {
                rules.push(None);
                continue;
            };
            let mut when = conditions(std::slice::from_ref(subject), heading);
            if let Some(heading) = results.across.headings.get(column) {
                when.extend(conditions(&results.across.subjects, heading));
            }
            let written = chart.columns.get(column);
            let cite = written.and_then(|column| column.cite.as_ref());
            let mut except = exceptions_of(chart, row, column);
            except.extend_from_slice(written.map_or(&[][..], |column| &column.except));
            let rule = pack::Rule {
                except,
                ..cell_rule(result, cite.or(chart.cite.as_ref()), heading.span)
            };
            let limits = chart.when.iter();
            let limits = limits.chain(written.and_then(|column| column.when.as_ref()));
            let at = cell(results.id, place, column);
            rules.push(self.add_cell(results.question, &rule, at, when, limits));
        }
        rules
    }
}
