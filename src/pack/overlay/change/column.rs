//! Columns of charts: added, written anew, taken away, each with a cell for every row.

use super::super::super::forest::Path;
use super::super::super::node::{Node, unplaced};
use super::super::edit::Edit;
use super::super::find::Columns;
use super::super::resolved::{Resolved, Side};
use super::{Made, Resolver};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

impl Resolver<'_> {
    /// The heading and the cells of a new column: its key, with what holds for the column alone beside it.
    fn column_parts(self, columns: &Columns) -> Made<(Node, Vec<Node>)> {
        let mut heading = self.new_value()?;
        let (Some((_, cells)), Some(key)) = (heading.take("cells"), heading.get("key").cloned())
        else {
            return self.broken(
                "a column is a key and its cells",
                "write `{ key = \"dec\", cells = [\"clear\", …] }`",
            );
        };
        let (cells, rows) = (cells.into_elements(), columns.cells.len());
        if cells.len() != rows {
            let own = cells.len();
            let message = format!("this column has {own} cells, and the chart has {rows} rows");
            return Err(Diagnostic::error(Code::ChartShape, heading.span, message));
        }
        if heading.fields().len() == 1 {
            heading = key;
        }
        Ok((heading, cells))
    }

    /// What the base says in a column, and where its heading is.
    pub fn column_says(self, columns: &Columns, index: usize) -> (Node, Span) {
        let heading = self.forest.node(&columns.headings.then(index));
        let span = heading.map_or(self.change.at.span, |node| node.span);
        let nothing = || Node::text(&unplaced("", span));
        let plain = |path: &Path| self.forest.node(path).cloned().unwrap_or_else(nothing);
        let cells = columns.cells.iter().map(|list| plain(&list.then(index)));
        let mut says = Node::table(Vec::new(), span);
        says.fill(0, "key", plain(&self.finder().key_of(columns, index)));
        says.fill(1, "cells", Node::list(cells.collect(), span));
        (says, span)
    }

    pub fn replace_column(self, columns: &Columns, index: usize) -> Made<Resolved> {
        let (heading, cells) = self.column_parts(columns)?;
        let place = if heading.is_table() {
            columns.headings.then(index)
        } else {
            self.finder().key_of(columns, index)
        };
        let lists = columns.cells.iter().map(|list| list.then(index));
        let all = std::iter::once(place).chain(lists);
        let new = std::iter::once(heading).chain(cells);
        Ok(self.of_columns(
            columns,
            all.zip(new).map(|(path, node)| Edit::Replace(path, node)),
        ))
    }

    pub fn remove_column(self, columns: &Columns, index: usize) -> Resolved {
        let noted = self.noted(columns);
        let lists = columns
            .cells
            .iter()
            .chain([&columns.headings])
            .chain(&noted);
        self.of_columns(columns, lists.map(|list| Edit::Remove(list.then(index))))
    }

    pub fn add_column(self, columns: &Columns, index: usize) -> Made<Resolved> {
        if !self.noted(columns).is_empty() {
            let message = "a footnote of the chart gives something for each column";
            return self.broken(message, "give the chart as a whole in a pack of your own");
        }
        let (heading, cells) = self.column_parts(columns)?;
        let lists = std::iter::once(&columns.headings).chain(&columns.cells);
        let new = std::iter::once(heading).chain(cells);
        let insert = |(list, node): (&Path, Node)| Edit::Insert {
            list: list.clone(),
            index,
            node,
        };
        Ok(self.of_columns(columns, lists.zip(new).map(insert)))
    }

    fn of_columns(self, columns: &Columns, edits: impl Iterator<Item = Edit>) -> Resolved {
        self.made(
            edits.collect(),
            Some((columns.chart.clone(), Side::Columns)),
        )
    }

    /// The footnotes that give something for each column.
    fn noted(self, columns: &Columns) -> Vec<Path> {
        let chart = self.forest.node(&columns.chart);
        let notes = chart.and_then(|chart| chart.get("notes"));
        let notes = notes.map(Node::elements).unwrap_or_default();
        let list = columns.chart.then("notes");
        let several = |note: &Node| note.texts("gives").count() > 1;
        let numbered = notes.iter().enumerate().filter(|(_, note)| several(note));
        numbered
            .map(|(number, _)| self.finder().element(&list, number).then("gives"))
            .collect()
    }
}
