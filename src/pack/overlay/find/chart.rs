//! Places in charts: rows, columns, cells.

use super::super::super::forest::{Form, Path};
use super::super::super::node::{Kind, Node};
use super::super::address::{Address, Part};
use super::walk::{Cursor, Shape};
use super::{Columns, Finder, Place, miss, miss_near, part, row_names};
use crate::diagnostic::Diagnostic;

/// Every row, or every column.
const ANY: &str = "*";

impl Finder<'_> {
    /// The charts of a pack: name, and place.
    pub(super) fn charts(&self, pack: usize) -> Vec<(String, Path)> {
        self.items(pack, &["Chart", "List"])
    }

    /// The items of these kinds in the RON files of a pack: name, and place.
    fn items(&self, pack: usize, kinds: &[&str]) -> Vec<(String, Path)> {
        let mut found = Vec::new();
        for (tree, own) in self
            .forest
            .of_pack(pack)
            .filter(|(_, tree)| tree.form == Form::Grid)
        {
            if let Kind::Table(items) = &own.root.kind {
                let items = items
                    .iter()
                    .enumerate()
                    .filter(|(_, (kind, _))| kinds.contains(&kind.value.as_str()));
                for (index, (_, body)) in items {
                    let id = body
                        .field("id")
                        .and_then(|(_, id)| id.written())
                        .unwrap_or_default();
                    found.push((id.to_owned(), Path::root(tree).then(index)));
                }
            }
        }
        found
    }

    /// The procedure of a name.
    pub(super) fn procedure(&self, pack: usize, address: &Address) -> Result<Cursor, Diagnostic> {
        let procedures = self.items(pack, &["Procedure"]);
        let whole = Address {
            parts: Vec::new(),
            ..address.clone()
        };
        if let Some((_, path)) = procedures.iter().find(|(id, _)| *id == address.name) {
            return Ok(Cursor::new(path.clone(), Shape::Other, &whole));
        }
        let known: Vec<String> = procedures
            .iter()
            .map(|(id, _)| format!("{}/procedure:{id}", address.pack))
            .collect();
        let message = format!("`{}` has no procedure `{}`", address.pack, address.name);
        Err(miss_near(message, &whole.to_string(), &known))
    }

    /// The chart of a name: its own, or that of the question that it alone answers.
    pub(super) fn chart(&self, pack: usize, address: &Address) -> Result<Cursor, Diagnostic> {
        let charts = self.charts(pack);
        let own = charts.iter().filter(|(id, _)| *id == address.name);
        let answering = charts
            .iter()
            .filter(|(_, path)| self.answers(path, &address.name));
        let whole = Address {
            parts: Vec::new(),
            ..address.clone()
        };
        let found: Vec<&(String, Path)> = own.chain(answering).collect();
        match found.as_slice() {
            [] => Err(self.unknown(pack, address)),
            [(id, path), rest @ ..] => {
                if *id != address.name && !rest.is_empty() {
                    let charts: Vec<String> = found
                        .iter()
                        .map(|(id, _)| format!("`{}/{id}`", address.pack))
                        .collect();
                    let message = format!("{} charts answer `{}`", found.len(), address.name);
                    return Err(miss(message).help(format!("say which: {}", charts.join(", "))));
                }
                Ok(Cursor::new(
                    path.clone(),
                    Shape::Chart(self.is_list(path)),
                    &whole,
                ))
            }
        }
    }

    fn answers(&self, chart: &Path, question: &str) -> bool {
        let answers = self
            .forest
            .node(chart)
            .and_then(|chart| chart.field("answers"));
        answers.is_some_and(|(_, names)| {
            names
                .elements()
                .iter()
                .any(|name| name.written() == Some(question))
        })
    }

    fn is_list(&self, chart: &Path) -> bool {
        self.forest
            .node(chart)
            .is_some_and(|chart| chart.field("down").is_none())
    }

    /// `[row]`, `[row, column]` or `[*, column]`.
    pub(super) fn chart_place(
        &self,
        cursor: &Cursor,
        chart: &Node,
        keys: &[String],
        list: bool,
        rest: &[Part],
    ) -> Result<Place, Diagnostic> {
        let (row, column) = match keys {
            [row] => (row.as_str(), ANY),
            [row, column] if !list => (row.as_str(), column.as_str()),
            _ => {
                let help =
                    "a key with a comma in it stands in single quotes: `['jan, feb', clear]`";
                return Err(
                    miss(format!("a place in `{}` has one key or two", cursor.shown)).help(help),
                );
            }
        };
        if row == ANY && column != ANY {
            let columns = self.columns(&cursor.path, chart);
            let index = self.column(cursor, &columns, ANY, column)?;
            return self.of_column(cursor, columns, index, column, rest);
        }
        let path = self.row(cursor, chart, row, column, list)?;
        let shown = |cursor: &Cursor, keys: &[&str]| {
            format!(
                "{}{}",
                cursor.shown,
                Part::Keys(keys.iter().map(|key| (*key).to_owned()).collect())
            )
        };
        let at_row = Cursor {
            path: path.clone(),
            shape: Shape::Row(list),
            shown: shown(cursor, &[row]),
            ..cursor.clone()
        };
        if column == ANY {
            return self.walk(at_row, rest);
        }
        let columns = self.columns(&cursor.path, chart);
        let index = self.column(cursor, &columns, row, column)?;
        let cells = self
            .forest
            .node(&path)
            .and_then(|row| part(row, row_names(list), "cells"));
        match cells {
            Some((field, cells)) if index < cells.elements().len() => {
                let cells = path.then(field);
                let at_cell = Cursor {
                    path: if self.is_a_list(&cells) {
                        cells.then(index)
                    } else {
                        cells
                    },
                    shape: Shape::Other,
                    shown: shown(cursor, &[row, column]),
                    ..cursor.clone()
                };
                self.walk(at_cell, rest)
            }
            _ => Err(miss(format!("the row `{row}` has no cell in this column"))),
        }
    }

    fn is_a_list(&self, path: &Path) -> bool {
        self.forest
            .node(path)
            .is_some_and(|node| matches!(node.kind, Kind::List(_)))
    }

    fn is_a_table(&self, path: &Path) -> bool {
        self.forest
            .node(path)
            .is_some_and(|node| matches!(node.kind, Kind::Table(_)))
    }

    /// The key of a column, which may have other parts beside it.
    fn key_of(&self, columns: &Columns, index: usize) -> Path {
        if !self.is_a_list(&columns.headings) {
            return columns.headings.clone();
        }
        let heading = columns.headings.then(index);
        let key = self
            .forest
            .node(&heading)
            .and_then(|node| node.field("key"));
        key.map_or(heading.clone(), |(field, _)| heading.then(field))
    }

    fn row(
        &self,
        cursor: &Cursor,
        chart: &Node,
        wanted: &str,
        column: &str,
        list: bool,
    ) -> Result<Path, Diagnostic> {
        let Some((field, rows)) = chart.field("rows") else {
            return Err(miss(format!("`{}` has no rows", cursor.shown)));
        };
        let place = cursor.path.then(field);
        let key = |row: &Node| {
            part(row, row_names(list), if list { "label" } else { "key" })
                .map(|(_, key)| joined(key))
        };
        let keys: Vec<String> = rows
            .elements()
            .iter()
            .map(|row| key(row).unwrap_or_default())
            .collect();
        match keys.iter().position(|key| same(key, wanted)) {
            Some(index) => Ok(if self.is_a_list(&place) {
                place.then(index)
            } else {
                place
            }),
            None => Err(none_such(
                cursor,
                "row",
                wanted,
                &keys,
                |key| match column {
                    ANY => vec![key],
                    column => vec![key, column.to_owned()],
                },
            )),
        }
    }

    fn column(
        &self,
        cursor: &Cursor,
        columns: &Columns,
        row: &str,
        wanted: &str,
    ) -> Result<usize, Diagnostic> {
        let headings = self
            .forest
            .node(&columns.headings)
            .map(Node::elements)
            .unwrap_or_default();
        let keys: Vec<String> = headings.iter().map(joined).collect();
        keys.iter()
            .position(|key| same(key, wanted))
            .ok_or_else(|| {
                none_such(cursor, "column", wanted, &keys, |key| {
                    vec![row.to_owned(), key]
                })
            })
    }

    /// The columns of a chart.
    pub(super) fn columns(&self, path: &Path, chart: &Node) -> Columns {
        let field = if chart.field("across").is_some() {
            "columns"
        } else {
            "answers"
        };
        let headings = chart
            .field(field)
            .map_or_else(|| path.clone(), |(index, _)| path.then(index));
        let mut cells = Vec::new();
        if let Some((field, rows)) = chart.field("rows") {
            for (index, row) in rows.elements().iter().enumerate() {
                let row_path = path.then(field).then(index);
                cells.extend(
                    part(row, row_names(false), "cells").map(|(cell, _)| row_path.then(cell)),
                );
            }
        }
        let count = self
            .forest
            .node(&headings)
            .map_or(0, |headings| headings.elements().len());
        Columns {
            chart: path.clone(),
            headings,
            cells,
            count,
        }
    }

    pub(super) fn all_columns(
        &self,
        cursor: &Cursor,
        chart: &Node,
        rest: &[Part],
    ) -> Result<Place, Diagnostic> {
        if rest.is_empty() {
            return Ok(Place::Columns(self.columns(&cursor.path, chart)));
        }
        Err(miss("a column is named as `[*, key]`")
            .help(format!("write `{}[*, key]`", cursor.shown)))
    }

    fn of_column(
        &self,
        cursor: &Cursor,
        columns: Columns,
        index: usize,
        key: &str,
        rest: &[Part],
    ) -> Result<Place, Diagnostic> {
        match rest {
            [] => Ok(Place::Column(columns, index)),
            [Part::Field(field)] if field == "key" => {
                let path = self.key_of(&columns, index);
                self.walk(
                    Cursor {
                        path,
                        shape: Shape::Other,
                        ..cursor.clone()
                    },
                    &[],
                )
            }
            _ if self.is_a_table(&columns.headings.then(index)) => {
                let path = columns.headings.then(index);
                self.walk(
                    Cursor {
                        path,
                        shape: Shape::Other,
                        ..cursor.clone()
                    },
                    rest,
                )
            }
            _ => {
                let help = format!(
                    "write `{}{}.key`",
                    cursor.shown,
                    Part::Keys(vec![ANY.to_owned(), key.to_owned()])
                );
                Err(miss("a column has no such part").help(help))
            }
        }
    }
}

/// A key as it is shown in answers: the texts of several facts with ` / ` between.
fn joined(key: &Node) -> String {
    let key = key.field("key").map_or(key, |(_, key)| key);
    key.elements()
        .iter()
        .filter_map(Node::written)
        .collect::<Vec<_>>()
        .join(" / ")
}

/// Whether two keys are the same but for blanks.
fn same(one: &str, other: &str) -> bool {
    let tight = |key: &str| key.split_whitespace().collect::<Vec<_>>().join(" ");
    tight(one) == tight(other)
}

fn none_such(
    cursor: &Cursor,
    what: &str,
    wanted: &str,
    keys: &[String],
    part: impl Fn(String) -> Vec<String>,
) -> Diagnostic {
    let shown = |key: &str| format!("{}{}", cursor.shown, Part::Keys(part(key.to_owned())));
    let known: Vec<String> = keys.iter().map(|key| shown(key)).collect();
    miss_near(
        format!("the chart has no {what} `{wanted}`"),
        &shown(wanted),
        &known,
    )
}
