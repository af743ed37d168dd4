//! Charts: each printed cell is a rule. Rows and columns must not overlap, must cover, and must have their cells.

use super::marks;
use super::names::{counted, or_empty, texts};
use super::printed::{as_shown, joined};
use super::resolve::variable_of;
use super::{Checker, all};
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{
    Cell, ChartId, ChartRow, Combine, Expr, Kind, Operation, QuestionId, RuleId, Test, Thing, Type,
};
use crate::pack::{self, Key};
use crate::source::{Span, Text};
use crate::syntax::is_absent;
use crate::value::{Number, Value};
use itertools::Itertools;
use std::collections::BTreeSet;

/// How a finding begins of a value for which a chart has no column.
const NO_COLUMN: &str = "the chart has no column";

/// The rows or the columns of a grid: what they go by, and the tests of each key.
pub struct Side {
    pub subjects: Vec<Expr>,
    pub headings: Vec<Heading>,
}

/// The tests of one row's or column's key, one for each thing that it goes by.
#[derive(Clone)]
pub struct Heading {
    tests: Vec<Test>,
    pub span: Span,
}

impl Checker {
    pub fn chart(&mut self, chart: &pack::Chart) {
        if let Some(twin) = self.twin(chart) {
            self.report(
                Diagnostic::error(
                    Code::DuplicateName,
                    chart.id.span,
                    format!("two charts are called `{}`", chart.id.value),
                )
                .label(self.model.charts[twin].span, "the other one"),
            );
        }
        self.cited(&chart.cite);
        let questions = all(chart.answers.iter().map(|name| self.answered(name)));
        let Some(questions) = questions else { return };
        self.refuse_unsaid(&questions);
        if !questions.iter().any(|question| self.is_wanted(*question)) {
            return;
        }
        let id = self
            .model
            .charts
            .push(as_shown(self.scope.pack, chart, &questions));
        self.declare(chart.id.span, Thing::Chart(id));
        self.cited(
            chart
                .columns
                .iter()
                .filter_map(|column| column.cite.as_ref()),
        );
        let rows = if !chart.cells.is_empty() {
            self.results(id, chart, &questions)
        } else if chart.lines.is_empty() {
            self.grid(id, chart, &questions)
        } else {
            Some(
                chart
                    .lines
                    .iter()
                    .enumerate()
                    .map(|line| self.line(id, chart, line, &questions))
                    .collect(),
            )
        };
        match rows {
            Some(rows) => self.model.charts[id].rows = rows,
            None => {
                for question in questions {
                    self.model.questions[question].broken = true;
                }
            }
        }
    }

    fn line(
        &mut self,
        id: ChartId,
        chart: &pack::Chart,
        (row, line): (usize, &pack::Line),
        questions: &[QuestionId],
    ) -> ChartRow {
        let mut answered = line
            .answers
            .iter()
            .filter_map(|name| self.answered(name))
            .collect_vec();
        if line.answers.is_empty() {
            answered.extend(questions);
        }
        let rule = pack::Rule {
            when: Some(line.when.clone()),
            except: chart.except.clone(),
            note: line.label.value.clone(),
            ..cell_rule(
                &line.gives,
                line.cite.as_ref().or(chart.cite.as_ref()),
                line.span,
            )
        };
        let rules = answered.into_iter().map(|question| {
            self.add_cell(
                question,
                &rule,
                cell(id, row, 0),
                Vec::new(),
                chart.when.as_ref(),
            )
        });
        ChartRow {
            rules: rules.collect(),
            heading: line.label.value.clone(),
            key: vec![line.label.value.clone()],
            cells: vec![line.when.value.clone(), line.gives.value.clone()],
            marks: String::new(),
        }
    }

    /// Adds the rule of a cell or line, which applies only where its conditions and these limits hold.
    pub fn add_cell<'t>(
        &mut self,
        question: QuestionId,
        rule: &pack::Rule,
        at: Cell,
        conditions: Vec<Expr>,
        limits: impl IntoIterator<Item = &'t Text>,
    ) -> Option<RuleId> {
        self.enter(question);
        let limits = all(limits.into_iter().map(|limit| self.condition(limit)));
        let rule = self.rule(question, rule);

        let rule = rule.zip(limits).map(|(mut rule, limits)| {
            rule.when = all_of(limits.into_iter().chain(conditions).chain(rule.when.take()));
            rule.cell = Some(at);
            rule
        });
        self.keep_rule(question, rule)
    }

    fn grid(
        &mut self,
        id: ChartId,
        chart: &pack::Chart,
        questions: &[QuestionId],
    ) -> Option<Vec<ChartRow>> {
        let first = *questions.first()?;
        self.enter(first);
        let down = self.subjects(&chart.down);
        let across = self.subjects(&chart.across);
        let (down, across) = (down?, across?);
        let columns = chart.columns.iter();
        let down = self.side(chart.rows.iter().map(|row| &row.key), down, chart);
        let across = self.side(columns.map(|column| &column.key), across, chart);
        let (down, across) = (down?, across?);
        let by_question = chart.across.is_empty();
        let width = if by_question {
            questions.len()
        } else {
            chart.columns.len()
        };
        let has_faulty_notes = self.refuse_faulty_notes(chart, width);
        self.refuse_faults(
            chart,
            questions,
            width,
            [(&down, "row"), (&across, "column")],
        );
        let mut shown = Vec::new();
        for (place, (row, heading)) in chart.rows.iter().zip(&down.headings).enumerate() {
            let mut rules = Vec::new();
            for (column, text) in row.cells.iter().enumerate().take(width) {
                let own = questions.get(column).filter(|_| by_question);
                let own = *own.unwrap_or(&first);
                let mut when = conditions(&down.subjects, heading);
                if let Some(heading) = across.headings.get(column) {
                    when.extend(conditions(&across.subjects, heading));
                }
                let written = chart.columns.get(column);
                if text.value == "-" || self.refuse_blank(text, questions) {
                    let limit = written.and_then(|column| column.when.as_ref());
                    let is_limited = chart.when.iter().chain(limit).next().is_some();
                    self.leave_blank(own, is_limited, when, text.span);
                    rules.push(None);
                    continue;
                }
                let cite = written.and_then(|column| column.cite.as_ref());
                let of_column = written.map_or(&[][..], |column| &column.except);
                let mut except = exceptions_of(chart, row, column);
                except.extend_from_slice(of_column);
                let rule = pack::Rule {
                    except,
                    ..cell_rule(text, cite.or(chart.cite.as_ref()), text.span)
                };
                rules.push(
                    self.add_cell(
                        own,
                        &rule,
                        cell(id, place, column),
                        when,
                        chart
                            .when
                            .iter()
                            .chain(written.and_then(|column| column.when.as_ref())),
                    ),
                );
            }
            shown.push(shown_row(row, rules));
        }
        if has_faulty_notes {
            for question in questions {
                self.model.questions[*question].broken = true;
            }
        }
        Some(shown)
    }

    pub fn subjects(&mut self, names: &[Text]) -> Option<Vec<Expr>> {
        all(names.iter().map(|name| self.typed_text(name, None)))
    }

    pub fn side<'k>(
        &mut self,
        keys: impl Iterator<Item = &'k Key>,
        subjects: Vec<Expr>,
        chart: &pack::Chart,
    ) -> Option<Side> {
        let headings = all(keys.map(|key| self.heading(key, &subjects, chart.id.span)))?;
        Some(Side { subjects, headings })
    }

    pub fn heading(&mut self, key: &Key, subjects: &[Expr], chart: Span) -> Option<Heading> {
        let span = key.first().map_or(chart, |text| text.span);
        let (parts, things) = (key.len(), subjects.len());
        if parts != things {
            let counted = |number, what| match number {
                1 => format!("one {what}"),
                _ => format!("{number} {what}s"),
            };
            let message = match things {
                0 => "the chart goes across by no fact, and its columns have no keys".to_owned(),
                _ => format!(
                    "this key has {}, and the chart goes by {}",
                    counted(parts, "part"),
                    counted(things, "fact")
                ),
            };
            let error = Diagnostic::error(Code::ChartShape, span, message);
            let help = "leave `columns` out, or say in `across` which fact they go by";
            return self.refuse(if things == 0 { error.help(help) } else { error });
        }
        let tests = key.iter().zip(subjects).map(|(text, subject)| {
            if text.value.trim().is_empty() {
                let error = Diagnostic::error(Code::ChartShape, text.span, "nothing stands in this heading");
                return self.refuse(error.help("a heading is a value, a range (`2..5`), several (`jan, feb`), or `any` for all"));
            }
            let test = self.key_test(text, subject)?;
            self.refuse_beyond(&test, subject, text)?;
            Some(test)
        });
        Some(Heading {
            tests: all(tests)?,
            span,
        })
    }

    /// Tells of headings that overlap or are missing and of rows without their cells; what follows from that is not told again.
    fn refuse_faults(
        &mut self,
        chart: &pack::Chart,
        questions: &[QuestionId],
        width: usize,
        sides: [(&Side, &str); 2],
    ) {
        let before = self.diagnostics.len();
        for (side, what) in sides {
            let before = self.diagnostics.len();
            self.refuse_overlaps(&side.headings, what);
            let overlaps = self.diagnostics.len() - before;
            self.refuse_missing(questions, chart, side, what);
            self.join_twin(before, overlaps);
        }
        // A column without its heading is told once, by what it would be headed.
        let is_headless = |finding: &Diagnostic| finding.message.starts_with(NO_COLUMN);
        let told = self.diagnostics.get(before..).unwrap_or_default();
        let is_told = told.iter().any(is_headless);
        if !is_told || chart.rows.iter().any(|row| row.cells.len() <= width) {
            self.refuse_shape(chart, width);
        }
        if self.diagnostics.len() > before {
            for question in questions {
                self.model.questions[*question].chart_fault = true;
            }
        }
    }

    pub fn refuse_overlaps(&mut self, headings: &[Heading], what: &str) {
        for (later, earlier) in may_overlap(headings) {
            let pairs = |earlier: &&Heading| {
                let tests = earlier.tests.iter().zip(&later.tests);
                tests.map(|(test, other)| shared(test, other)).collect()
            };
            let found = earlier.iter().find_map(|earlier| {
                let values: Option<Vec<Value>> = pairs(earlier);
                Some((earlier.span, values?))
            });
            if let Some((earlier, values)) = found {
                let values = values
                    .iter()
                    .map(|value| value.show(&self.model.words, false))
                    .join(", ");
                self.report(
                    Diagnostic::error(
                        Code::ChartOverlap,
                        later.span,
                        format!("two {what}s of the chart overlap: both hold {values}"),
                    )
                    .label(earlier, "the earlier one"),
                );
            }
        }
    }

    /// One heading too many and one too few is one fault: the one stands for the other.
    fn join_twin(&mut self, before: usize, overlaps: usize) {
        let told = self.diagnostics.len() - before;
        if (overlaps, told) != (1, 2) {
            return;
        }
        let gap = self.diagnostics.pop();
        if let (Some(overlap), Some(gap)) = (self.diagnostics.pop(), gap) {
            self.report(overlap.help(gap.message));
        }
    }

    /// Tells of a value for which a chart by one fact has no heading, where nothing else answers.
    pub fn refuse_missing(
        &mut self,
        questions: &[QuestionId],
        chart: &pack::Chart,
        side: &Side,
        what: &str,
    ) {
        let ([subject], [question, ..]) = (side.subjects.as_slice(), questions) else {
            return;
        };
        let answers_else = chart.when.is_some() || self.is_doubtful(*question);
        let question = &self.model.questions[*question];
        let answers_else = answers_else || question.otherwise.is_some();
        let Some(variable) = variable_of(subject) else {
            return;
        };
        if answers_else || matches!(question.combine, Combine::Least | Combine::Greatest) {
            return;
        }
        // Where answers are combined, nothing comes of the chart there, and an answer all the same.
        let is_needed = question.combine == Combine::OnlyOne;
        let fact = &self.model.variables[variable];
        let only = question.only.iter().find(|(other, _)| *other == variable);
        let is_asked = |index: &u32| {
            only.is_none_or(|(_, mask)| mask.get(*index as usize).is_some_and(|asked| *asked))
        };
        let mut is_headed = vec![false; fact.domain.size() as usize];
        let tests = side.headings.iter().flat_map(|heading| &heading.tests);
        for range in tests.flat_map(|test| test.within(&fact.domain)) {
            let held = is_headed.get_mut(range.start as usize..range.end as usize);
            held.into_iter().for_each(|held| held.fill(true));
        }
        let missing = (0..).zip(is_headed).filter(|(_, is_headed)| !is_headed);
        let missing = missing.map(|(index, _)| index).filter(is_asked);
        let missing = missing.collect_vec();
        let Some(before) = missing
            .first()
            .filter(|_| is_needed || self.has_hole(variable, &missing))
        else {
            return;
        };
        let before = before
            .checked_sub(1)
            .map(|index| fact.domain.value(index))
            .and_then(|value| side.headings.iter().find(|other| other.holds(&value)));
        let shown = self.show_runs(variable, &missing);
        let error = Diagnostic::error(
            Code::ChartGap,
            before.map_or(chart.id.span, |before| before.span),
            format!("the chart has no {what} for {} = {shown}", fact.name),
        );
        let error = match before {
            Some(_) => error.here(format!("the {what} before it")),
            None => error,
        };
        let error = if is_needed { error } else { error.into_note() };
        self.report(error.help(match what {
            "cell" => "a value of each column stands in one of its cells".to_owned(),
            _ => format!("add the {what}; one that the book leaves empty has `-` in its cells"),
        }));
    }

    /// Tells of a cell in which nothing stands at all; whether it is one.
    pub fn refuse_blank(&mut self, cell: &Text, questions: &[QuestionId]) -> bool {
        let shown = cell.value.trim();
        let is_blank = shown.is_empty() || is_absent(shown);
        if is_blank {
            for question in questions {
                self.model.questions[*question].chart_fault = true;
            }
            let error =
                Diagnostic::error(Code::ChartShape, cell.span, "nothing stands in this cell");
            self.report(error.help("a cell that the book leaves empty is `\"-\"`"));
        }
        is_blank
    }

    /// Tells of rows with other cells than there are columns; where all rows have as many, once.
    pub fn refuse_shape(&mut self, chart: &pack::Chart, width: usize) {
        // A tab in a cell is told where it stands.
        let is_pasted = |row: &&pack::Row| row.cells.iter().any(|cell| cell.value.contains('\t'));
        let wrong = chart
            .rows
            .iter()
            .filter(|row| row.cells.len() != width && !is_pasted(row));
        let wrong = wrong.collect_vec();
        let is_column = wrong.len() > 1
            && wrong.len() == chart.rows.len()
            && wrong.iter().map(|row| row.cells.len()).all_equal();
        for row in wrong.iter().take(if is_column { 1 } else { wrong.len() }) {
            let place = row.cells.get(width).or(row.cells.last());
            let place = place.map_or(row.span, |cell| cell.span);
            let what = if is_column { "each row" } else { "this row" };
            let cells = counted(row.cells.len(), "cell");
            let columns = counted(width, "column");
            let message = format!("{what} has {cells}, and the chart has {columns}");
            let error = Diagnostic::error(Code::ChartShape, place, message);
            let head = chart.columns.last().and_then(|column| column.key.last());
            let head = head.or(chart.answers.last()).filter(|_| is_column);
            self.report(match head {
                Some(head) if row.cells.len() > width => error
                    .label(head.span, "the columns end here")
                    .help("a heading is missing among the columns"),
                Some(head) => error
                    .label(head.span, "the columns end here")
                    .help("a column is missing in the rows, or is headed for nothing"),
                None => error
                    .help("each column has one cell in a row, `-` where the book leaves it empty"),
            });
        }
    }
}

impl Heading {
    fn holds(&self, value: &Value) -> bool {
        self.tests.iter().all(|test| test.holds(value))
    }
}

/// A row as it is printed, with the rules that its cells are.
pub fn shown_row(row: &pack::Row, rules: Vec<Option<RuleId>>) -> ChartRow {
    ChartRow {
        heading: joined(&row.key),
        key: texts(&row.key),
        cells: texts(&row.cells),
        rules,
        marks: or_empty(&row.marks),
    }
}

pub fn cell(chart: ChartId, row: usize, column: usize) -> Cell {
    let index = |index| u32::try_from(index).unwrap_or(u32::MAX);
    Cell {
        chart,
        row: index(row),
        column: index(column),
    }
}

pub fn cell_rule(gives: &Text, cite: Option<&Text>, span: Span) -> pack::Rule {
    pack::Rule {
        answers: Vec::new(),
        cite: cite.cloned(),
        when: None,
        outcome: Some(pack::Outcome::Gives(gives.clone())),
        except: Vec::new(),
        beside: false,
        note: String::new(),
        span,
    }
}

/// The chart's exceptions and the footnotes that a row's marks point at, as exceptions of one of its cells.
pub fn exceptions_of(chart: &pack::Chart, row: &pack::Row, column: usize) -> Vec<pack::Exception> {
    let notes = chart.notes.iter();
    let noted = notes
        .filter(|note| marks::bears(row, note, &chart.notes))
        .map(|note| {
            let gives = note.gives.get(column).or(note.gives.first()).cloned();
            pack::Exception {
                cite: note.cite.clone().or_else(|| chart.cite.clone()),
                when: Some(note.when.clone()),
                outcome: gives.map(pack::Outcome::Gives),
                except: Vec::new(),
                note: note.mark.value.clone(),
                span: note.span,
            }
        });
    let own = chart.except.iter().map(|except| pack::Exception {
        cite: except.cite.clone().or_else(|| chart.cite.clone()),
        ..except.clone()
    });
    own.chain(noted).collect()
}

pub fn conditions(subjects: &[Expr], heading: &Heading) -> Vec<Expr> {
    let conditions = subjects
        .iter()
        .zip(heading.tests.iter())
        .map(|(subject, test)| Expr {
            kind: Kind::In(test.clone(), Box::new(subject.clone())),
            of: Type::Bool,
            span: heading.span,
        });
    conditions.collect()
}

fn all_of(parts: impl Iterator<Item = Expr>) -> Option<Expr> {
    parts.reduce(|left, right| Expr {
        span: left.span,
        kind: Kind::Binary(Operation::And, Box::new(left), Box::new(right)),
        of: Type::Bool,
    })
}

/// The headings, each with those before it whose first keys it may meet.
fn may_overlap(headings: &[Heading]) -> Vec<(&Heading, Vec<&Heading>)> {
    type End = Option<Value>;
    let mut ranges: Vec<(End, End, usize)> = Vec::new();
    for (place, heading) in headings.iter().enumerate() {
        match heading.tests.first() {
            Some(Test::Values(values)) => {
                let points = values.iter().cloned().map(Some);
                ranges.extend(points.map(|point| (point.clone(), point, place)));
            }
            Some(Test::Ranges(own)) => {
                let end = |number: &Option<Number>| number.map(Value::Number);
                ranges.extend(own.iter().map(|(low, high)| (end(low), end(high), place)));
            }
            None => ranges.push((None, None, place)),
        }
    }
    ranges.sort_unstable();
    let mut earlier = vec![BTreeSet::new(); headings.len()];
    let mut open: Vec<(End, usize)> = Vec::new();
    for (low, high, place) in ranges {
        open.retain(|(end, _)| end.is_none() || low.is_none() || *end >= low);
        for (_, other) in open.iter().filter(|(_, other)| *other != place) {
            if let Some(own) = earlier.get_mut(place.max(*other)) {
                own.insert(place.min(*other));
            }
        }
        open.push((high, place));
    }
    let earlier = earlier.into_iter().map(|places| {
        let places = places.into_iter();
        places.filter_map(|place| headings.get(place)).collect()
    });
    headings.iter().zip(earlier).collect()
}

/// A value for which both tests hold, if there is one.
fn shared(test: &Test, other: &Test) -> Option<Value> {
    match (test, other) {
        (Test::Values(values), other) | (other, Test::Values(values)) => {
            values.iter().find(|value| other.holds(value)).cloned()
        }
        (Test::Ranges(one), Test::Ranges(other)) => {
            let mut pairs = one.iter().cartesian_product(other);
            pairs.find_map(|((low, high), (other_low, other_high))| {
                let least = (*low).max(*other_low);
                let most = [*high, *other_high].into_iter().flatten().min();
                let meet = least.is_none() || most.is_none() || least <= most;
                meet.then(|| Value::Number(least.or(most).unwrap_or_default()))
            })
        }
    }
}
