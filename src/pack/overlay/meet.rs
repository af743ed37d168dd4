//! Where a row and a column meet that errata add to one chart: a third change, of either or of another erratum, gives the cell.

use super::super::forest::{Forest, Path};
use super::super::node::{Kind, Node, Problems};
use super::edit::Edit;
use super::resolved::{Meeting, Resolved};
use super::{ChangeId, Erratum};
use crate::diagnostic::{Code, Diagnostic};

/// A row or column that is added to a chart.
#[derive(Debug, Clone)]
struct Line {
    chart: Path,
    key: String,
    by: ChangeId,
    /// Before which of those that are there.
    index: usize,
}

/// The rows and columns that any erratum adds, and the cells said of them.
#[derive(Debug, Default)]
pub struct Lines {
    rows: Vec<Line>,
    columns: Vec<Line>,
    meetings: Vec<(ChangeId, Meeting)>,
}

impl Lines {
    /// Notes what the changes of an erratum add.
    pub fn note(&mut self, forest: &Forest, changes: &[Resolved]) {
        for change in changes {
            for edit in &change.edits {
                self.rows.extend(line(forest, change.id, edit, true));
                self.columns.extend(line(forest, change.id, edit, false));
            }
            let meeting = change.meeting.clone();
            self.meetings.extend(meeting.map(|each| (change.id, each)));
        }
    }

    /// Tells of cells of a row or column that no erratum adds; which errata say so.
    pub fn refuse_strays(&self, errata: &[Erratum], problems: &Problems) -> Vec<usize> {
        let mut wrong = Vec::new();
        for (id, meeting) in &self.meetings {
            let sides = [
                ("row", &self.rows, &meeting.row),
                ("column", &self.columns, &meeting.column),
            ];
            for (what, lines, key) in sides {
                let lines = lines.iter().filter(|line| line.chart == meeting.chart);
                let keys: Vec<&str> = lines.map(|line| line.key.as_str()).collect();
                if keys.iter().any(|text| is_same(text, key)) {
                    continue;
                }
                wrong.push(id.erratum);
                if let Some((erratum, at)) = named(errata, *id) {
                    let message = format!(
                        "the erratum `{}` changes nothing: the chart has no {what} `{key}`, and no erratum adds one",
                        erratum.id.value
                    );
                    let finding = Diagnostic::error(Code::ErratumMatchesNothing, at, message);
                    problems.report(finding.nearest(key, keys));
                    break;
                }
            }
        }
        wrong
    }
}

/// Gives each added row its cells of the added columns. Where nobody says one, that is told; which errata lack one.
pub fn meet(
    forest: &Forest,
    errata: &[Erratum],
    resolved: &mut [Resolved],
    problems: &Problems,
) -> Vec<usize> {
    let mut lines = Lines::default();
    lines.note(forest, resolved);
    lines.columns.sort_by_key(|column| column.index);
    let mut lacking = Vec::new();
    for row in &lines.rows {
        let columns = lines.columns.iter();
        let columns = columns.filter(|column| column.chart == row.chart);
        for (before, column) in columns.enumerate() {
            let mut meetings = lines.meetings.iter().map(|(_, meeting)| meeting);
            let meeting = meetings.find(|meeting| {
                meeting.chart == row.chart
                    && is_same(&meeting.row, &row.key)
                    && is_same(&meeting.column, &column.key)
            });
            match meeting {
                Some(meeting) => give(resolved, row, column.index + before, &meeting.cell),
                None => {
                    lacking.extend([row.by.erratum, column.by.erratum]);
                    problems.report_some(unsaid(errata, row, column));
                }
            }
        }
    }
    lacking
}

/// Tells of cells whose row or column is not among these changes: what they say would be lost without it.
pub fn apart(errata: &[Erratum], forest: &Forest, resolved: &[Resolved]) -> Vec<Diagnostic> {
    let mut lines = Lines::default();
    lines.note(forest, resolved);
    let has = |lines: &[Line], chart: &Path, key: &str| {
        let mut lines = lines.iter();
        lines.any(|line| line.chart == *chart && is_same(&line.key, key))
    };
    let lost = lines.meetings.iter().filter(|(_, meeting)| {
        !has(&lines.rows, &meeting.chart, &meeting.row)
            || !has(&lines.columns, &meeting.chart, &meeting.column)
    });
    let told = lost.filter_map(|(id, meeting)| {
        let (_, at) = named(errata, *id)?;
        let message = format!(
            "the row `{}` and the column `{}` are folded together, with this cell",
            meeting.row, meeting.column
        );
        let finding = Diagnostic::error(Code::BrokenErratum, at, message);
        Some(finding.help("name all errata that add them: `erratum fold ONE OTHER`"))
    });
    told.collect()
}

/// Puts a cell into the row that a change adds.
fn give(resolved: &mut [Resolved], row: &Line, index: usize, cell: &Node) {
    let change = resolved.iter_mut().find(|change| change.id == row.by);
    for edit in change.into_iter().flat_map(|change| &mut change.edits) {
        if let Edit::Insert { node, .. } = edit
            && key_of(node).is_some_and(|key| is_same(&key, &row.key))
            && let Some(cells) = cells_of(node)
        {
            cells.as_list(|cells| cells.insert(index.min(cells.len()), cell.clone()));
        }
    }
}

/// The cells of a row with named fields, or of one without.
fn cells_of(row: &mut Node) -> Option<&mut Node> {
    if row.is_list() {
        row.elements_mut().get_mut(1)
    } else {
        row.get_mut("cells")
    }
}

/// The row, or the column, that an edit adds to a chart with columns.
fn line(forest: &Forest, by: ChangeId, edit: &Edit, is_row: bool) -> Option<Line> {
    let Edit::Insert { list, index, node } = edit else {
        return None;
    };
    let chart = forest.item(list)?;
    let is_side = match list.field()? {
        "rows" => is_row,
        "columns" | "answers" => !is_row && list.steps.len() == chart.steps.len() + 1,
        _ => false,
    };
    (is_side && forest.node(&chart)?.is_grid()).then_some(Line {
        key: key_of(node)?,
        chart,
        by,
        index: *index,
    })
}

/// What a row or column goes by.
fn key_of(node: &Node) -> Option<String> {
    let key = match &node.kind {
        Kind::Table(_) => node.get("key")?,
        Kind::List(parts) => parts.first()?,
        _ => node,
    };
    let parts: Vec<&str> = key.elements().iter().filter_map(Node::written).collect();
    Some(parts.join(" / "))
}

fn is_same(text: &str, other: &str) -> bool {
    text.split_whitespace().eq(other.split_whitespace())
}

fn named(errata: &[Erratum], id: ChangeId) -> Option<(&Erratum, crate::source::Span)> {
    let erratum = errata.get(id.erratum)?;
    Some((erratum, erratum.changes.get(id.change)?.at.span))
}

fn unsaid(errata: &[Erratum], row: &Line, column: &Line) -> Option<Diagnostic> {
    let ((by, place), (other, there)) = (named(errata, row.by)?, named(errata, column.by)?);
    let at = &by.changes.get(row.by.change)?.at.value;
    let chart = at
        .strip_suffix(".rows")
        .or_else(|| Some(at.split_once('[')?.0))?;
    let message = format!(
        "no erratum says what stands where the row `{}` and the column `{}` meet",
        row.key, column.key
    );
    let quoted = |key: &str| match key.contains([',', ']']) {
        true => format!("'{key}'"),
        false => key.to_owned(),
    };
    let cell = format!("{chart}[{}, {}]", quoted(&row.key), quoted(&column.key));
    let finding = Diagnostic::error(Code::ErratumConflict, place, message)
        .here(format!("`{}` adds the row", by.id.value))
        .label(there, format!("`{}` adds the column", other.id.value));
    Some(finding.help(format!(
        "say it in one of them, or in an erratum of its own: `at = \"{cell}\"`, `add = \"…\"`"
    )))
}
