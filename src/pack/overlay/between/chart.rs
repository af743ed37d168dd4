//! Charts and lists, procedures and cards as an edit found them and left them.

use super::super::super::node::Node;
use super::super::find::heading_of;
use super::super::{Address, Operation, Part};
use super::listed::Listed;
use super::{Comparer, is_same, names_of, row_key, with_field};
use crate::source::Text;

impl Comparer<'_> {
    /// The items of a RON file, each by its name.
    pub(super) fn items(&mut self, was: &Node, is: &Node) {
        let called = |(kind, body): &(Text, Node)| {
            let id = body.get("id").and_then(Node::written);
            (kind.value.clone(), id.unwrap_or_default().to_owned())
        };
        for own in is.fields() {
            if !was.fields().iter().any(|old| called(old) == called(own)) {
                let (kind, id) = called(own);
                self.refuse(format!(
                    "no erratum adds a whole {kind} such as `{id}`; a pack can"
                ));
            }
        }
        for old in was.fields() {
            let (kind, id) = called(old);
            let mut all = is.fields().iter();
            let new = all.find(|own| called(own) == called(old));
            match (new, kind.as_str()) {
                (None, _) => self.refuse(format!("no erratum takes the {kind} `{id}` away")),
                (Some((_, new)), _) if is_same(&old.1, new) => {}
                (Some((_, new)), "Chart" | "List") => self.chart(&id, &old.1, new),
                (Some((_, new)), "Procedure") => {
                    let at = self.address(Some("procedure"), &id);
                    self.compare(&at, &old.1, new);
                }
                _ => self.refuse(format!("no erratum changes a {kind}")),
            }
        }
    }

    fn chart(&mut self, id: &str, was: &Node, is: &Node) {
        let at = self.address(Some("chart").filter(|_| self.question(id)), id);
        let headings = heading_of(was);
        let [old, new] = [was, is].map(rows);
        let addresses = old.iter().map(|row| keyed(&at, [&row_key(row)])).collect();
        let homes = vec![with_field(at.clone(), "rows"); new.len()];
        let rows = Listed::new(old, new, addresses, homes, |node, _| row_key(node));
        let columns = was
            .is_grid()
            .then(|| self.columns(&at, &rows, [was, is].map(|chart| chart.get(headings))));
        for name in names_of(was, is) {
            match (columns.as_ref(), name.as_str()) {
                (None, "rows") => {
                    self.listed(&rows, &mut |comparer, at, was, is| {
                        comparer.compare(at, was, is)
                    });
                }
                (Some(columns), "rows") => self.rows(&at, columns, &rows),
                (Some(_), name) if name == headings => {}
                _ => self.field(&at, &name, was.get(&name), is.get(&name)),
            }
        }
    }

    /// The columns of a chart: those that stayed, as they were and as they are; the others are written.
    fn columns(
        &mut self,
        at: &Address,
        rows: &Listed<'_>,
        headings: [Option<&Node>; 2],
    ) -> Columns {
        let [old, new] = headings.map(|all| all.map_or(&[][..], Node::elements));
        let address = |heading| keyed(at, ["*", &row_key(heading)]);
        let addresses = old.iter().map(address).collect();
        let homes = vec![with_field(at.clone(), "columns"); new.len()];
        let listed = Listed::new(old, new, addresses, homes, |node, _| row_key(node));
        let place =
            |all: &[Node], node: &Node| all.iter().position(|other| std::ptr::eq(other, node));
        let mut columns = Columns {
            headings: old.iter().map(row_key).collect(),
            ..Columns::default()
        };
        for (at, was, is) in listed.kept() {
            columns.kept.extend(place(old, was).zip(place(new, is)));
            if was.is_table() && is.is_table() {
                self.compare(at, was, is);
            } else if !is_same(was, is) {
                self.write(Operation::Replace, &with_field(at.clone(), "key"), Some(is));
            }
        }
        for at in listed.gone() {
            self.write(Operation::Remove, at, None);
        }
        for (operation, at, heading) in listed.come() {
            let Some(column) = place(new, heading) else {
                continue;
            };
            columns.come.push((column, row_key(heading)));
            // A row that goes has a cell in it all the same, as it is about the chart as printed.
            let cell = |(was, is)| match is {
                Some(row) => cells(row).get(column),
                None => cells(was).last(),
            };
            let cells = rows.before().filter_map(cell).cloned();
            let cells = Node::list(cells.collect(), heading.span);
            let mut whole = match heading.is_table() {
                true => heading.clone(),
                false => Node::table(Vec::new(), heading.span),
            };
            whole.fill(0, "key", heading.clone());
            whole.fill(1, "cells", cells);
            self.write(operation, at, Some(&whole));
        }
        columns
    }

    fn rows(&mut self, at: &Address, columns: &Columns, listed: &Listed<'_>) {
        for (row, was, is) in listed.kept() {
            for name in names_of(was, is).iter().filter(|name| *name != "cells") {
                self.field(row, name, was.get(name), is.get(name));
            }
            for (before, now) in &columns.kept {
                let pair = cells(was).get(*before).zip(cells(is).get(*now));
                let heading = columns.headings.get(*before);
                if let Some(((was, is), heading)) = pair.zip(heading) {
                    self.compare(&keyed(at, [&row_key_of(row), heading]), was, is);
                }
            }
        }
        for gone in listed.gone() {
            self.write(Operation::Remove, gone, None);
        }
        for (operation, at_row, row) in listed.come() {
            let mut whole = row.clone();
            if let Some(own) = whole.get_mut("cells") {
                let mut kept: Vec<usize> = columns.kept.iter().map(|(_, now)| *now).collect();
                kept.sort_unstable();
                let kept = kept
                    .into_iter()
                    .filter_map(|now| cells(row).get(now).cloned());
                *own = Node::list(kept.collect(), own.span);
            }
            self.write(operation, at_row, Some(&whole));
            for (column, heading) in &columns.come {
                let cell = cells(row).get(*column);
                self.write(Operation::Add, &keyed(at, [&row_key(row), heading]), cell);
            }
        }
    }
}

/// What became of the columns of a chart.
#[derive(Default)]
struct Columns {
    /// What each went by.
    headings: Vec<String>,
    /// Those that stayed: which they were, and which they are.
    kept: Vec<(usize, usize)>,
    /// Those that are new, with what they go by.
    come: Vec<(usize, String)>,
}

fn keyed<const N: usize>(at: &Address, keys: [&str; N]) -> Address {
    let mut address = at.clone();
    address.parts.push(Part::keys(keys));
    address
}

/// The key at the end of the address of a row.
fn row_key_of(at: &Address) -> String {
    match at.parts.last() {
        Some(Part::Keys(keys)) => keys.first().cloned().unwrap_or_default(),
        _ => String::new(),
    }
}

fn rows(chart: &Node) -> &[Node] {
    chart.get("rows").map_or(&[], Node::elements)
}

fn cells(row: &Node) -> &[Node] {
    row.get("cells").map_or(&[], Node::elements)
}
