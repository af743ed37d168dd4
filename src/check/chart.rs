//! Charts: each printed cell is a rule. Rows and columns must not overlap, must cover, and must have their cells.

use super::Checker;
use super::marks;
use super::names::{Ordered, index_u32, or_empty, texts};
use super::printed::{as_shown, joined};
use super::scope::Scope;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{
    self, Cell, ChartId, ChartRow, Combine, Expr, Kind, Operation, Outcome, PackId, QuestionId,
    RuleId, Test, Type, VariableId,
};
use crate::pack::{self, Key};
use crate::source::{Span, Text};
use crate::syntax::parse_set;
use crate::value::{Number, Value};

/// The tests of one row's or column's key, one for each thing that it goes by.
struct Heading {
    tests: Vec<Test>,
    span: Span,
}

impl Checker {
    pub(super) fn fill_charts(&mut self, packs: &Ordered<'_>) {
        for (pack, written) in packs {
            for chart in &written.charts {
                self.fill_chart(*pack, chart);
            }
        }
    }

    fn fill_chart(&mut self, pack: PackId, chart: &pack::Chart) {
        let twin = self
            .model
            .charts
            .iter()
            .find(|other| other.id == chart.id.value)
            .map(|other| other.span);
        if let Some(twin) = twin {
            let message = format!("two charts are called `{}`", chart.id.value);
            self.report(
                Diagnostic::error(Code::DuplicateName, chart.id.span, message)
                    .label(twin, "the other one"),
            );
        }
        if let Some(cite) = &chart.cite {
            self.cited(pack, cite);
        }
        let questions: Vec<Option<QuestionId>> = chart
            .answers
            .iter()
            .map(|name| self.question_or_tell(name))
            .collect();
        let Some(questions) = questions.into_iter().collect::<Option<Vec<_>>>() else {
            return;
        };
        if !questions.iter().any(|question| self.is_wanted(*question)) {
            return;
        }
        let id = ChartId(index_u32(self.model.charts.len()));
        self.model.charts.push(as_shown(pack, chart, &questions));
        let rows = if chart.lines.is_empty() {
            self.grid(pack, id, chart, &questions)
        } else {
            self.lines(pack, id, chart, &questions)
        };
        if let Some(own) = self.model.charts.at_mut(id.index()) {
            own.rows = rows;
        }
    }

    /// A list of modifiers: each line is a rule.
    fn lines(
        &mut self,
        pack: PackId,
        id: ChartId,
        chart: &pack::Chart,
        questions: &[QuestionId],
    ) -> Vec<ChartRow> {
        let mut rows = Vec::new();
        for (row, line) in chart.lines.iter().enumerate() {
            let answered: Vec<QuestionId> = if line.answers.is_empty() {
                questions.to_vec()
            } else {
                line.answers
                    .iter()
                    .filter_map(|name| self.question_or_tell(name))
                    .collect()
            };
            let mut rules = Vec::new();
            for question in answered {
                let rule = pack::Rule {
                    answers: Vec::new(),
                    cite: line.cite.clone().or_else(|| chart.cite.clone()),
                    when: Some(line.when.clone()),
                    outcome: Some(pack::Outcome::Gives(line.gives.clone())),
                    except: chart.except.clone(),
                    beside: false,
                    note: line.label.value.clone(),
                    span: line.span,
                };
                let scope = self.scope_of(pack, question);
                let before = self.model.rules.len();
                self.add_written_rule(pack, question, &rule, &scope);
                self.limit_line(before, chart, &scope);
                rules.push(self.tie_to_cell(
                    before,
                    Cell {
                        chart: id,
                        row: index_u32(row),
                        column: 0,
                    },
                ));
            }
            rows.push(ChartRow {
                heading: line.label.value.clone(),
                key: vec![line.label.value.clone()],
                cells: vec![line.when.value.clone(), line.gives.value.clone()],
                rules,
                marks: String::new(),
            });
        }
        rows
    }

    /// A line applies only where its list does.
    fn limit_line(&mut self, place: usize, chart: &pack::Chart, scope: &Scope) {
        let Some(when) = &chart.when else { return };
        let limit = self.condition(when, scope);
        let Some(rule) = self.model.rules.at_mut(place) else {
            return;
        };
        match limit {
            Some(limit) => rule.when = all_of([limit].into_iter().chain(rule.when.take())),
            None => {
                let question = rule.question;
                self.mark_broken(question);
            }
        }
    }

    fn tie_to_cell(&mut self, place: usize, cell: Cell) -> Option<RuleId> {
        let rule = self.model.rules.at_mut(place)?;
        rule.cell = Some(cell);
        Some(RuleId(index_u32(place)))
    }

    fn grid(
        &mut self,
        pack: PackId,
        id: ChartId,
        chart: &pack::Chart,
        questions: &[QuestionId],
    ) -> Vec<ChartRow> {
        let Some(first) = questions.first().copied() else {
            return Vec::new();
        };
        let scope = self.scope_of(pack, first);
        let down = self.subjects(&chart.down, &scope);
        let across = self.subjects(&chart.across, &scope);
        let (Some(down), Some(across)) = (down, across) else {
            questions
                .iter()
                .for_each(|question| self.mark_broken(*question));
            return Vec::new();
        };
        let row_keys: Vec<&Key> = chart.rows.iter().map(|row| &row.key).collect();
        let column_keys: Vec<&Key> = chart.columns.iter().map(|column| &column.key).collect();
        let columns_own = chart.columns.iter().flat_map(|column| &column.cite);
        columns_own.for_each(|cite| self.cited(pack, cite));
        let rows = self.headings(&row_keys, &down, chart.id.span);
        let columns = self.headings(&column_keys, &across, chart.id.span);
        let (Some(rows), Some(columns)) = (rows, columns) else {
            questions
                .iter()
                .for_each(|question| self.mark_broken(*question));
            return Vec::new();
        };
        if self.refuse_stray_marks(chart) {
            questions
                .iter()
                .for_each(|question| self.mark_broken(*question));
        }
        let before = self.diagnostics.len();
        self.refuse_overlaps(&rows, "rows");
        self.refuse_overlaps(&columns, "columns");
        self.refuse_missing(first, chart, &down, &rows, "row");
        self.refuse_missing(first, chart, &across, &columns, "column");
        let width = if chart.across.is_empty() {
            questions.len()
        } else {
            chart.columns.len()
        };
        chart
            .rows
            .iter()
            .for_each(|row| self.refuse_shape(row, width));
        if self.diagnostics.len() > before {
            questions
                .iter()
                .for_each(|question| self.mark_chart_fault(*question));
        }
        let mut shown = Vec::new();
        for (place, (row, heading)) in chart.rows.iter().zip(&rows).enumerate() {
            let mut rules = Vec::new();
            for (column, cell) in row.cells.iter().enumerate().take(width) {
                let question = if chart.across.is_empty() {
                    questions.get(column).copied().unwrap_or(first)
                } else {
                    first
                };
                let mut when = conditions(&down, &heading.tests, heading.span);
                if let Some(column) = columns.get(column) {
                    when.extend(conditions(&across, &column.tests, column.span));
                }
                let at = Cell {
                    chart: id,
                    row: index_u32(place),
                    column: index_u32(column),
                };
                rules.push(self.cell(pack, question, chart, row, cell, when, at));
            }
            shown.push(ChartRow {
                heading: joined(&row.key),
                key: texts(&row.key),
                cells: texts(&row.cells),
                rules,
                marks: or_empty(row.marks.as_ref()),
            });
        }
        shown
    }

    fn mark_chart_fault(&mut self, id: QuestionId) {
        if let Some(question) = self.model.questions.at_mut(id.index()) {
            question.chart_fault = true;
        }
    }

    /// The expressions that a chart's rows or columns go by.
    fn subjects(&mut self, names: &[Text], scope: &Scope) -> Option<Vec<Expr>> {
        let typed: Vec<Option<Expr>> = names
            .iter()
            .map(|name| {
                let parsed = self.parse(name)?;
                self.expr(&parsed, None, &self.scope_at(name.span, scope))
            })
            .collect();
        typed.into_iter().collect()
    }

    fn headings(&mut self, keys: &[&Key], subjects: &[Expr], chart: Span) -> Option<Vec<Heading>> {
        let headings: Vec<Option<Heading>> = keys
            .iter()
            .map(|key| self.heading(key, subjects, chart))
            .collect();
        headings.into_iter().collect()
    }

    fn heading(&mut self, key: &Key, subjects: &[Expr], chart: Span) -> Option<Heading> {
        let span = key.first().map_or(chart, |text| text.span);
        if key.len() != subjects.len() {
            let message = format!(
                "this key has {} parts, and the chart goes by {}",
                key.len(),
                subjects.len()
            );
            self.error(Code::ChartShape, span, message);
            return None;
        }
        let tests: Vec<Option<Test>> = key
            .iter()
            .zip(subjects)
            .map(|(text, subject)| self.key_test(text, subject))
            .collect();
        Some(Heading {
            tests: tests.into_iter().collect::<Option<_>>()?,
            span,
        })
    }

    fn key_test(&mut self, text: &Text, subject: &Expr) -> Option<Test> {
        let variable = match subject.kind {
            Kind::Variable(variable) => Some(variable),
            _ => None,
        };
        match parse_set(&text.value, text.span) {
            Ok(members) => {
                let test = self.test(&members, &subject.of, variable)?;
                self.name_texts(&test, variable);
                self.refuse_beyond(&test, variable, text)?;
                Some(test)
            }
            Err(diagnostic) => {
                self.report(diagnostic);
                None
            }
        }
    }

    /// Tells of a key that holds no value of its fact, or that ends beyond its values.
    fn refuse_beyond(
        &mut self,
        test: &Test,
        variable: Option<VariableId>,
        key: &Text,
    ) -> Option<()> {
        let Some(fact) = variable.and_then(|id| self.model.variable(id)) else {
            return Some(());
        };
        let is_value = |number: &Number| fact.domain.index(&Value::Number(*number)).is_some();
        let Test::Ranges(ranges) = test else {
            return Some(());
        };
        let mut ends = ranges.iter().flat_map(|(low, high)| [low, high]).flatten();
        if ends.all(is_value) {
            return Some(());
        }
        let message = format!(
            "`{}` reaches beyond the values of `{}`",
            key.value, fact.name
        );
        let help = format!("its values: {}", fact.domain.show(&self.model.words));
        let mut values = (0..fact.domain.size()).map(|index| fact.domain.value(index));
        let holds_some = values.any(|value| test.holds(&value));
        let found = if holds_some {
            Diagnostic::warning(Code::UnknownValue, key.span, message)
        } else {
            Diagnostic::error(Code::UnknownValue, key.span, message)
        };
        self.report(found.help(help));
        holds_some.then_some(())
    }

    fn refuse_overlaps(&mut self, headings: &[Heading], what: &str) {
        for (place, later) in headings.iter().enumerate() {
            let shared = |earlier: &Heading| {
                let tests = earlier.tests.iter().zip(&later.tests);
                Some((
                    earlier.span,
                    tests
                        .map(|(one, other)| shared(one, other))
                        .collect::<Option<Vec<Value>>>()?,
                ))
            };
            if let Some((earlier, values)) = headings.iter().take(place).find_map(shared) {
                let values: Vec<String> = values
                    .iter()
                    .map(|value| value.show(&self.model.words, false))
                    .collect();
                let message = format!(
                    "two {what} of the chart overlap: both hold {}",
                    values.join(", ")
                );
                self.report(
                    Diagnostic::error(Code::ChartOverlap, later.span, message)
                        .label(earlier, "the earlier one"),
                );
            }
        }
    }

    /// Tells of a value for which a chart by one fact has no heading, where nothing else answers.
    fn refuse_missing(
        &mut self,
        id: QuestionId,
        chart: &pack::Chart,
        subjects: &[Expr],
        headings: &[Heading],
        what: &str,
    ) {
        let [
            Expr {
                kind: Kind::Variable(variable),
                ..
            },
        ] = subjects
        else {
            return;
        };
        let Some(question) = self.model.question(id) else {
            return;
        };
        if chart.when.is_some()
            || question.otherwise.is_some()
            || question.combine != Combine::OnlyOne
        {
            return;
        }
        let Some(found) = self.model.variable(*variable) else {
            return;
        };
        let asked = question
            .only
            .iter()
            .find(|(own, _)| own == variable)
            .map(|(_, mask)| mask);
        let missing = (0..found.domain.size())
            .filter(|index| {
                asked.is_none_or(|mask| mask.get(*index as usize).copied().unwrap_or(false))
            })
            .map(|index| found.domain.value(index))
            .find(|value| {
                !headings
                    .iter()
                    .any(|heading| heading.tests.iter().all(|test| test.holds(value)))
            });
        if let Some(missing) = missing {
            let shown = missing.show(&self.model.words, false);
            let message = format!("the chart has no {what} for {} = {shown}", found.name);
            let error = Diagnostic::error(Code::ChartGap, chart.id.span, message);
            self.report(error.help(format!(
                "add the {what}; one that the book leaves empty has `-` in its cells"
            )));
        }
    }

    fn refuse_shape(&mut self, row: &pack::Row, width: usize) {
        if row.cells.len() != width {
            let span = row
                .cells
                .get(width)
                .or(row.cells.last())
                .map_or(row.span, |cell| cell.span);
            let cells = if row.cells.len() == 1 {
                "1 cell".to_owned()
            } else {
                format!("{} cells", row.cells.len())
            };
            let columns = if width == 1 {
                "1 column".to_owned()
            } else {
                format!("{width} columns")
            };
            let message = format!("this row has {cells}, and the chart has {columns}");
            self.error(Code::ChartShape, span, message);
        }
    }

    #[expect(
        clippy::too_many_arguments,
        reason = "a cell is where a chart, a row and a column meet"
    )]
    fn cell(
        &mut self,
        pack: PackId,
        question: QuestionId,
        chart: &pack::Chart,
        row: &pack::Row,
        cell: &Text,
        when: Vec<Expr>,
        at: Cell,
    ) -> Option<RuleId> {
        if cell.value == "-" {
            return None;
        }
        let scope = self.scope_of(pack, question);
        let wanted = self.wanted(question);
        let column = chart.columns.get(at.column as usize);
        let cite = column.and_then(|column| column.cite.as_ref());
        let cite = cite.or(chart.cite.as_ref());
        let cite = cite.map_or_else(String::new, |cite| cite.value.clone());
        let limits = chart
            .when
            .iter()
            .chain(column.and_then(|column| column.when.as_ref()));
        let limits: Vec<Option<Expr>> = limits.map(|when| self.condition(when, &scope)).collect();
        let gives = self.given(cell, &wanted, &scope);
        let mut except = exceptions_of(chart, row, at.column as usize);
        except.extend(
            column
                .into_iter()
                .flat_map(|column| column.except.iter().cloned()),
        );
        let except = self.exceptions(&except, &wanted, &cite, pack, &scope);
        let limits: Option<Vec<Expr>> = limits.into_iter().collect();
        let (Some(gives), Some(except), Some(limits)) = (gives, except, limits) else {
            self.mark_broken(question);
            return None;
        };
        let when = all_of(limits.into_iter().chain(when));
        Some(self.add_rule(model::Rule {
            question,
            cite,
            when,
            outcome: Outcome::Gives(gives),
            except,
            beside: false,
            note: String::new(),
            cell: Some(at),
            pack,
            span: cell.span,
        }))
    }
}

/// The chart's exceptions and the footnotes that a row's marks point at, as exceptions of one of its cells.
fn exceptions_of(chart: &pack::Chart, row: &pack::Row, column: usize) -> Vec<pack::Exception> {
    let noted = chart
        .notes
        .iter()
        .filter(|note| marks::bears(row, note, &chart.notes))
        .map(|note| pack::Exception {
            cite: note.cite.clone().or_else(|| chart.cite.clone()),
            when: Some(note.when.clone()),
            outcome: note
                .gives
                .get(column)
                .or(note.gives.first())
                .cloned()
                .map(pack::Outcome::Gives),
            except: Vec::new(),
            note: note.mark.value.clone(),
            span: note.span,
        });
    let own = chart.except.iter().map(|except| pack::Exception {
        cite: except.cite.clone().or_else(|| chart.cite.clone()),
        ..except.clone()
    });
    own.chain(noted).collect()
}

fn conditions(subjects: &[Expr], tests: &[Test], span: Span) -> Vec<Expr> {
    subjects
        .iter()
        .zip(tests)
        .map(|(subject, test)| Expr {
            kind: Kind::In(test.clone(), Box::new(subject.clone())),
            of: Type::Bool,
            span,
        })
        .collect()
}

fn all_of(parts: impl Iterator<Item = Expr>) -> Option<Expr> {
    parts.reduce(|left, right| {
        let span = left.span;
        Expr {
            kind: Kind::Binary(Operation::And, Box::new(left), Box::new(right)),
            of: Type::Bool,
            span,
        }
    })
}

/// A value for which both tests hold, if there is one.
fn shared(one: &Test, other: &Test) -> Option<Value> {
    match (one, other) {
        (Test::Values(values), other) | (other, Test::Values(values)) => {
            values.iter().find(|value| other.holds(value)).cloned()
        }
        (Test::Ranges(one), Test::Ranges(other)) => one.iter().find_map(|(low, high)| {
            other.iter().find_map(|(other_low, other_high)| {
                let least = (*low).max(*other_low);
                let most = [*high, *other_high].into_iter().flatten().min();
                let meet = least.is_none() || most.is_none() || least <= most;
                meet.then(|| Value::Number(least.or(most).unwrap_or_default()))
            })
        }),
    }
}
