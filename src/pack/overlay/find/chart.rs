//! Places in charts: rows, columns, cells.

use super::super::super::forest::Path;
use super::super::super::node::{Form, Node};
use super::super::address::{Address, Part};
use super::walk::joined;
use super::{Columns, Finder, Place, Spot, miss, miss_near};
use crate::diagnostic::Diagnostic;

/// Every row, or every column.
const ANY: &str = "*";

impl<'f> Finder<'f> {
    /// The items of these kinds in the RON files of a pack, by name.
    pub fn items(
        &self,
        pack: usize,
        kinds: &'static [&'static str],
    ) -> impl Iterator<Item = (&'f str, Path)> {
        let trees = self.forest.of_pack(pack);
        let grids = trees.filter(|(_, tree)| tree.form == Form::Grid);
        grids.flat_map(move |(tree, other)| {
            let items = other.root.fields().iter().enumerate();
            let items = items.filter(|(_, (kind, _))| kinds.contains(&kind.value.as_str()));
            items.map(move |(index, (_, body))| {
                let id = body.get("id").and_then(Node::written);
                (id.unwrap_or_default(), Path::root(tree).then(index))
            })
        })
    }

    pub fn procedure(&self, pack: usize, address: &Address) -> Result<Place, Diagnostic> {
        let mut procedures = self.items(pack, &["Procedure"]);
        if let Some((_, path)) = procedures.find(|(id, _)| *id == address.name) {
            return self.walk(Spot::new(path, address), &address.parts);
        }
        let known = self.items(pack, &["Procedure"]);
        let known = known.map(|(id, _)| format!("{}/procedure:{id}", address.pack));
        let message = format!("`{}` has no procedure `{}`", address.pack, address.name);
        let wanted = address.whole().to_string();
        Err(miss_near(message, &wanted, &known.collect::<Vec<_>>()))
    }

    /// A place in the chart of a name: its own, or that of the question that it alone answers.
    pub fn chart(&self, pack: usize, address: &Address) -> Result<Place, Diagnostic> {
        let name = address.name.as_str();
        let charts: Vec<_> = self.items(pack, &["Chart", "List"]).collect();
        let answers = |path: &Path| {
            let chart = self.forest.node(path);
            chart.is_some_and(|chart| chart.texts("answers").any(|text| text == name))
        };
        let named = charts.iter().filter(|(id, _)| *id == name);
        let answering = charts.iter().filter(|(_, path)| answers(path));
        let all: Vec<_> = named.chain(answering).collect();
        let Some((id, path)) = all.first() else {
            return Err(self.unknown(pack, address));
        };
        if *id != name && all.len() > 1 {
            let charts = all.iter().map(|(id, _)| format!("`{}/{id}`", address.pack));
            let charts: Vec<String> = charts.collect();
            let finding = miss(format!("{} charts answer `{name}`", all.len()));
            return Err(finding.help(format!("say which: {}", charts.join(", "))));
        }
        self.walk(Spot::new(path.clone(), address), &address.parts)
    }

    /// `[row]`, `[row, column]` or `[*, column]`.
    pub fn in_chart(
        &self,
        at: &Spot,
        chart: &Node,
        keys: &[String],
        rest: &[Part],
    ) -> Result<Place, Diagnostic> {
        let (row, column) = match keys {
            [row] => (row.as_str(), ANY),
            [row, column] if chart.is_grid() => (row.as_str(), column.as_str()),
            _ => {
                let finding = miss(format!("a place in `{}` has one key or two", at.shown));
                let help =
                    "a key with a comma in it stands in single quotes: `['jan, feb', clear]`";
                return Err(finding.help(help));
            }
        };
        if row == ANY && column != ANY {
            return self.in_column(at, chart, column, rest);
        }
        let at_row = self.row(at, chart, row, column);
        let mut at_row = at_row.map_err(|finding| {
            let is_row = self.row(at, chart, column, row).is_ok();
            match is_row && self.column(at, chart, column, row).is_ok() {
                true => {
                    let turned = format!("{}{}", at.shown, Part::keys([column, row]));
                    miss(finding.message).meant(Some(turned))
                }
                false => finding,
            }
        })?;
        if column == ANY {
            at_row.shown = format!("{}{}", at.shown, Part::keys([row]));
            return self.walk(at_row, rest);
        }
        let (_, index) = self.column(at, chart, row, column)?;
        let at_cells = at_row.deeper("cells");
        match self.forest.node(&at_cells.path) {
            Some(cells) if index < cells.elements().len() => {
                let path = self.element(&at_cells.path, index);
                let shown = format!("{}{}", at.shown, Part::keys([row, column]));
                self.walk(at_cells.one_of(path, shown, at.cite.clone()), rest)
            }
            _ => Err(miss(format!("the row `{row}` has no cell in this column"))),
        }
    }

    fn row(&self, at: &Spot, chart: &Node, row: &str, column: &str) -> Result<Spot, Diagnostic> {
        let Some(rows) = chart.get("rows") else {
            return Err(miss(format!("`{}` has no rows", at.shown)));
        };
        let list = at.deeper("rows");
        let headings = self.forest.node(&self.columns(&at.path, chart).headings);
        let headings = headings.map(Node::elements).unwrap_or_default();
        let is_column = headings.iter().any(|heading| key_of(heading) == column);
        let index = position(at, "row", rows.elements(), row, |key| match is_column {
            true => Part::keys([key, column]),
            false => Part::keys([key]),
        })?;
        let path = self.element(&list.path, index);
        Ok(list.one_of(path, String::new(), at.cite.clone()))
    }

    fn column(
        &self,
        at: &Spot,
        chart: &Node,
        row: &str,
        column: &str,
    ) -> Result<(Columns, usize), Diagnostic> {
        let columns = self.columns(&at.path, chart);
        let headings = self.forest.node(&columns.headings);
        let headings = headings.map(Node::elements).unwrap_or_default();
        let part = |key: &str| Part::keys([row, key]);
        let index = position(at, "column", headings, column, part)?;
        Ok((columns, index))
    }

    fn columns(&self, path: &Path, chart: &Node) -> Columns {
        let headings = heading_of(chart);
        let rows = path.then("rows");
        let all = chart.get("rows").map(Node::elements).unwrap_or_default();
        let all = all.iter().enumerate().filter(|(_, row)| row.has("cells"));
        let count = chart
            .get(headings)
            .map(|headings| headings.elements().len());
        Columns {
            chart: path.clone(),
            headings: path.then(headings),
            cells: all
                .map(|(index, _)| self.element(&rows, index).then("cells"))
                .collect(),
            count: count.unwrap_or_default(),
        }
    }

    pub fn all_columns(&self, at: &Spot, chart: &Node, rest: &[Part]) -> Result<Place, Diagnostic> {
        if rest.is_empty() {
            return Ok(Place::Columns(self.columns(&at.path, chart)));
        }
        let finding = miss("a column is named as `[*, key]`");
        Err(finding.help(format!("write `{}[*, key]`", at.shown)))
    }

    fn in_column(
        &self,
        at: &Spot,
        chart: &Node,
        key: &str,
        rest: &[Part],
    ) -> Result<Place, Diagnostic> {
        let (columns, index) = self.column(at, chart, ANY, key)?;
        let spot = |path| {
            at.deeper("columns")
                .one_of(path, at.shown.clone(), at.cite.clone())
        };
        let heading = self.element(&columns.headings, index);
        match rest {
            [] => Ok(Place::Column(columns, index)),
            [Part::Field(field)] if field == "key" => {
                self.walk(spot(self.key_of(&columns, index)), &[])
            }
            _ if self.forest.node(&heading).is_some_and(Node::is_table) => {
                self.walk(spot(heading), rest)
            }
            _ => {
                let finding = miss("a column has no such part");
                let column = Part::keys([ANY, key]);
                Err(finding.help(format!("write `{}{column}.key`", at.shown)))
            }
        }
    }

    /// Where the heading of a column says what it goes by: it may have other parts beside that.
    pub fn key_of(&self, columns: &Columns, index: usize) -> Path {
        let heading = self.element(&columns.headings, index);
        match self.forest.node(&heading) {
            Some(node) if node.has("key") => heading.then("key"),
            _ => heading,
        }
    }
}

/// Under which name a chart has the headings of its columns.
pub fn heading_of(chart: &Node) -> &'static str {
    match (chart.has("across"), chart.has("cells")) {
        (true, _) => "columns",
        (false, true) => "cells",
        (false, false) => "answers",
    }
}

/// What a row or a column goes by.
pub fn key_of(node: &Node) -> String {
    let key = node.get("key").or_else(|| node.get("label"));
    joined(key.unwrap_or(node), " / ")
}

/// Which of the rows or columns has this key, but for blanks.
fn position(
    at: &Spot,
    what: &str,
    all: &[Node],
    wanted: &str,
    part: impl Fn(&str) -> Part,
) -> Result<usize, Diagnostic> {
    let tight = |key: &str| key.split_whitespace().collect::<Vec<_>>().join(" ");
    let keys: Vec<String> = all.iter().map(key_of).collect();
    let mut same = keys.iter().map(|key| tight(key) == tight(wanted));
    same.position(|is_same| is_same).ok_or_else(|| {
        let shown = |key: &str| format!("{}{}", at.shown, part(key));
        let known: Vec<String> = keys.iter().map(|key| shown(key)).collect();
        let message = format!("the chart has no {what} `{wanted}`");
        miss_near(message, &shown(wanted), &known)
    })
}
