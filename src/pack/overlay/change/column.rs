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
        let cells = cells.elements().to_vec();
        if cells.len() != columns.cells.len() {
            let message = format!(
                "this column has {} cells, and the chart has {} rows",
                cells.len(),
                columns.cells.len()
            );
            return Err(Diagnostic::error(Code::ChartShape, node.span, message));
        }
        Ok((key.clone(), cells))
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
        let plain = |list: &Path| {
            let element = self
                .forest
                .node(list)
                .and_then(|list| list.elements().get(index));
            element.map_or(Plain::Text(String::new()), |node| Plain::of(node, &[]))
        };
        let cells = columns.cells.iter().map(plain).collect();
        Plain::Table(vec![
            ("key".to_owned(), plain(&columns.headings)),
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
        let mut tasks = vec![Task::Replace(columns.headings.then(index), key)];
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
        let name = Plain::of(&key, &[]).to_string();
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
