//! Columns of charts: added, written anew, taken away, each with a cell for every row.

use super::super::super::forest::Path;
use super::super::super::node::{Kind, Node};
use super::super::apply::Task;
use super::super::find::Columns;
use super::super::plain::Plain;
use super::{Datum, Made, Resolved, Resolver, Side, Step};
use crate::diagnostic::{Code, Diagnostic};

impl Resolver<'_> {
    fn column_parts(self, columns: &Columns, node: &Node) -> Made<(Node, Vec<Node>)> {
        let (key, cells) = (node.field("key"), node.field("cells"));
        let (Some((_, key)), Some((_, cells))) = (key, cells) else {
            return self.broken(
                "a column is a key and its cells",
                "write `{ key = \"dec\", cells = [\"clear\", …] }`",
            );
        };
        let heading = self.heading(node, key);
        let cells = cells.elements().to_vec();
        if cells.len() != columns.cells.len() {
            let message = format!(
                "this column has {} cells, and the chart has {} rows",
                cells.len(),
                columns.cells.len()
            );
            return Err(Diagnostic::error(Code::ChartShape, node.span, message));
        }
        Ok((heading, cells))
    }

    /// The heading of a new column: its key, with what holds for the column alone beside it.
    fn heading(self, node: &Node, key: &Node) -> Node {
        let Kind::Table(fields) = &node.kind else {
            return key.clone();
        };
        let own = fields.iter().filter(|(name, _)| name.value != "cells");
        let own: Vec<_> = own.cloned().collect();
        if own.len() == 1 {
            return key.clone();
        }
        Node {
            kind: Kind::Table(own),
            ..node.clone()
        }
    }

    /// Where the heading of a column says what it goes by.
    fn key_path(self, columns: &Columns, index: usize) -> Path {
        let heading = columns.headings.then(index);
        let key = self
            .forest
            .node(&heading)
            .and_then(|node| node.field("key"));
        key.map_or(heading.clone(), |(field, _)| heading.then(field))
    }

    fn touched_cells(columns: &Columns, index: usize) -> Vec<Datum> {
        columns
            .cells
            .iter()
            .chain([&columns.headings])
            .map(|list| Datum::at(&list.then(index)))
            .collect()
    }

    /// What the base says in a column.
    pub(super) fn column_says(self, columns: &Columns, index: usize) -> Plain {
        let plain = |node: Option<&Node>| {
            node.map_or(Plain::Text(String::new()), |node| Plain::of(node, &[]))
        };
        let cell = |list: &Path| {
            let cells = self.forest.node(list);
            plain(cells.and_then(|cells| cells.elements().get(index)))
        };
        let cells = columns.cells.iter().map(cell).collect();
        let key = self.forest.node(&self.key_path(columns, index));
        Plain::Table(vec![
            ("key".to_owned(), plain(key)),
            ("cells".to_owned(), Plain::List(cells)),
        ])
    }

    fn expect_column(self, columns: &Columns, index: usize) -> Made<()> {
        let Some(old) = &self.change.old else {
            return Ok(());
        };
        let (says, expected) = (self.column_says(columns, index), Plain::of(old, &[]));
        let span = self
            .forest
            .node(&columns.headings.then(index))
            .map_or(self.change.at.span, |node| node.span);
        if says.is(&expected) {
            Ok(())
        } else {
            Err(self.mismatch(&says, &expected, span))
        }
    }

    pub(super) fn replace_column(self, columns: &Columns, index: usize) -> Made<Resolved> {
        self.expect_column(columns, index)?;
        let (key, cells) = self.column_parts(columns, &self.new_value()?)?;
        let place = match key.kind {
            Kind::Table(_) => columns.headings.then(index),
            _ => self.key_path(columns, index),
        };
        let mut tasks = vec![Task::Replace(place, key)];
        tasks.extend(
            columns
                .cells
                .iter()
                .zip(cells)
                .map(|(list, cell)| Task::Replace(list.then(index), cell)),
        );
        let made = self.made(Self::touched_cells(columns, index), tasks);
        Ok(Resolved {
            shape: Some((columns.chart.clone(), Side::Columns)),
            ..made
        })
    }

    pub(super) fn remove_column(self, columns: &Columns, index: usize) -> Made<Resolved> {
        self.expect_column(columns, index)?;
        let lists = columns
            .cells
            .iter()
            .chain([&columns.headings])
            .cloned()
            .chain(self.noted(columns));
        let tasks: Vec<Task> = lists.map(|list| Task::Remove(list.then(index))).collect();
        let made = self.made(Self::touched_cells(columns, index), tasks);
        Ok(Resolved {
            shape: Some((columns.chart.clone(), Side::Columns)),
            ..made
        })
    }

    /// The footnotes that give something for each column.
    fn noted(self, columns: &Columns) -> Vec<Path> {
        let mut lists = Vec::new();
        let notes = self
            .forest
            .node(&columns.chart)
            .and_then(|chart| chart.field("notes"));
        if let Some((field, notes)) = notes {
            for (number, note) in notes.elements().iter().enumerate() {
                if let Some((gives, node)) = note
                    .field("gives")
                    .filter(|(_, node)| node.elements().len() > 1)
                {
                    debug_assert!(matches!(node.kind, Kind::List(_)));
                    lists.push(columns.chart.then(field).then(number).then(gives));
                }
            }
        }
        lists
    }

    pub(super) fn add_column(self, columns: &Columns, index: usize) -> Made<Resolved> {
        if !self.noted(columns).is_empty() {
            let message = "a footnote of the chart gives something for each column";
            return self.broken(message, "give the chart as a whole in a pack of your own");
        }
        let (key, cells) = self.column_parts(columns, &self.new_value()?)?;
        let name = key.field("key").map_or(&key, |(_, key)| key);
        let name = Plain::of(name, &[]).to_string();
        let insert = |list: &Path, node: Node| Task::Insert {
            list: list.clone(),
            index,
            node,
        };
        let mut tasks = vec![insert(&columns.headings, key)];
        tasks.extend(
            columns
                .cells
                .iter()
                .zip(cells)
                .map(|(list, cell)| insert(list, cell)),
        );
        let made = self.made(
            vec![Datum::at(&columns.headings).then(Step::Named(name))],
            tasks,
        );
        Ok(Resolved {
            shape: Some((columns.chart.clone(), Side::Columns)),
            ..made
        })
    }
}
