//! Edits in the text of one file, by the places of its nodes.

use super::super::super::forest::{Forest, Path};
use super::super::super::node::{Kind, Node};
use super::super::apply::Task;
use super::super::plain::key;
use super::value;
use crate::source::Text;
use std::ops::Range;

/// A file as it is now.
pub(super) struct Page<'p> {
    pub(super) text: &'p str,
    pub(super) is_ron: bool,
    pub(super) forest: &'p Forest,
}

/// A new text in the place of a run of bytes.
type Splice = (Range<usize>, String);

impl Page<'_> {
    /// The text with an edit made; nothing, if there is no simple way.
    pub(super) fn edited(&self, task: &Task) -> Option<String> {
        let splices = match task {
            Task::Replace(path, node) => self.replace(path, node)?,
            Task::Remove(path) => vec![self.remove(path)?],
            // It is written out as the whole domain.
            Task::Grow { .. } => return None,
            Task::Insert { list, index, node } => self.insert(list, *index, node)?,
            Task::Field {
                table,
                names,
                name,
                node,
                lists,
            } => self.field(table, names, name, node, *lists)?,
            Task::Named {
                kind, name, node, ..
            } => {
                let lines = value::toml_lines(node, self.newline())?;
                vec![self.at_end(&format!(
                    "[{kind}.{}]{}{lines}",
                    key(&name.value),
                    self.newline()
                ))]
            }
        };
        self.spliced(splices)
    }

    /// The text with another text in the place of a leaf.
    pub(super) fn with_text(&self, node: &Node, text: &str) -> Option<String> {
        self.spliced(vec![self.leaf(node, text)])
    }

    fn spliced(&self, mut splices: Vec<Splice>) -> Option<String> {
        splices.sort_by_key(|(range, _)| (range.start, range.end));
        let (mut made, mut at) = (String::new(), 0);
        for (range, new) in splices {
            made.push_str(self.text.get(at..range.start)?);
            made.push_str(&new);
            at = range.end;
        }
        made.push_str(self.text.get(at..)?);
        Some(made)
    }

    /// The place of a node, with the quotes of a text.
    fn whole(&self, node: &Node) -> Range<usize> {
        let (start, end) = (node.span.start as usize, node.span.end as usize);
        if !matches!(node.kind, Kind::Text(_)) {
            return start..end;
        }
        let before = self
            .before(start)
            .trim_end_matches('\n')
            .trim_end_matches('\r');
        for quote in ["\"\"\"", "'''"] {
            if !self.is_ron && before.ends_with(quote) && self.from(end).starts_with(quote) {
                return before.len() - quote.len()..end + quote.len();
            }
        }
        for quote in ['"', '\''] {
            if self.before(start).ends_with(quote) && self.from(end).starts_with(quote) {
                return if self.is_ron {
                    self.raw(start - 1, end + 1)
                } else {
                    start - 1..end + 1
                };
            }
        }
        start..end
    }

    /// A RON text with the marks of a raw one, if it has any.
    fn raw(&self, start: usize, end: usize) -> Range<usize> {
        let marks = self.before(start).len() - self.before(start).trim_end_matches('#').len();
        let is_raw = self.before(start - marks).ends_with('r');
        if is_raw {
            start - marks - 1..end + marks
        } else {
            start..end
        }
    }

    fn key_start(&self, name: &Text) -> usize {
        let start = name.span.start as usize;
        let quoted = self.before(start).ends_with(['"', '\''])
            && self.from(name.span.end as usize).starts_with(['"', '\'']);
        start - usize::from(quoted)
    }

    /// A new text in the place of a leaf: within the quotes that are there, where they will do.
    fn leaf(&self, node: &Node, text: &str) -> Splice {
        let whole = self.whole(node);
        let inner = node.span.start as usize..node.span.end as usize;
        let is_simple =
            |text: &str| !text.contains(['"', '\'', '\\']) && !text.contains(char::is_control);
        if self.is_cell(node) && super::is_cell(text) {
            return (inner, text.to_owned());
        }
        let is_quoted = whole.start + 1 == inner.start && whole.end == inner.end + 1;
        if is_quoted && is_simple(text) {
            return (inner, text.to_owned());
        }
        let text = if self.is_ron {
            value::ron_text(text)
        } else {
            ::toml::Value::String(text.to_owned()).to_string()
        };
        (whole, text)
    }

    /// Whether a text is a cell of a table, which has no quotes of its own.
    fn is_cell(&self, node: &Node) -> bool {
        let (start, end) = (node.span.start as usize, node.span.end as usize);
        !self.is_ron && matches!(node.kind, Kind::Text(_)) && self.whole(node) == (start..end)
    }

    /// Whether a group of fields is a row of a table.
    fn is_table_row(&self, node: &Node) -> bool {
        let begins = self.from(node.span.start as usize);
        !self.is_ron
            && matches!(node.kind, Kind::Table(_))
            && !begins.starts_with(['[', '{'])
            && self.begins_line(node.span.start as usize)
    }

    fn value(&self, node: &Node) -> String {
        if self.is_ron {
            value::ron(node)
        } else {
            value::toml(node)
        }
    }

    /// Whether a table stands under a header of its own.
    fn is_headed(&self, node: &Node) -> bool {
        !self.is_ron
            && matches!(node.kind, Kind::Table(_))
            && self.from(node.span.start as usize).starts_with('[')
    }

    /// Whether a list is one of tables, each under the same header.
    fn is_headed_list(&self, node: &Node) -> bool {
        let first = match &node.kind {
            Kind::List(nodes) => nodes.first(),
            _ => None,
        };
        first.is_some_and(|first| {
            self.is_headed(first) && self.from(first.span.start as usize).starts_with("[[")
        })
    }

    fn replace(&self, path: &Path, node: &Node) -> Option<Vec<Splice>> {
        let old = self.forest.node(path)?;
        if self.is_headed(old) {
            let start = self.next_line(old.span.start as usize);
            return Some(vec![(
                start..self.whole(old).end.max(start),
                value::toml_lines(node, self.newline())?,
            )]);
        }
        let new = match (&old.kind, &node.kind) {
            (Kind::Text(_), Kind::Text(text)) => return Some(vec![self.leaf(old, text)]),
            (Kind::Text(_), Kind::Number(text)) if self.is_ron => {
                return Some(vec![self.leaf(old, text)]);
            }
            (_, Kind::Table(_)) if self.is_ron && self.is_row(path) => {
                value::ron_row(node, self.lines(path))
            }
            _ => self.value(node),
        };
        (!self.is_headed_list(old)).then(|| vec![(self.whole(old), new)])
    }

    /// Whether a place is a row of a chart.
    fn is_row(&self, path: &Path) -> bool {
        let chart = path
            .steps
            .first()
            .and_then(|item| self.forest.node(&Path::root(path.tree).then(*item)));
        let rows = chart
            .and_then(|chart| chart.field("rows"))
            .map(|(index, _)| index);
        path.steps.len() == 3 && path.steps.get(1).copied() == rows
    }

    /// Whether a place is in a list of modifiers.
    fn lines(&self, path: &Path) -> bool {
        let chart = path
            .steps
            .first()
            .and_then(|item| self.forest.node(&Path::root(path.tree).then(*item)));
        chart.is_some_and(|chart| chart.field("down").is_none())
    }

    /// The places of the parts of a list, tuple or group of fields.
    fn parts(&self, node: &Node) -> Vec<Range<usize>> {
        match &node.kind {
            Kind::List(nodes) => nodes.iter().map(|node| self.whole(node)).collect(),
            Kind::Table(fields) => fields
                .iter()
                .map(|(name, node)| self.key_start(name)..self.whole(node).end)
                .collect(),
            _ => Vec::new(),
        }
    }

    fn remove(&self, path: &Path) -> Option<Splice> {
        let mut around = path.clone();
        let index = around.steps.pop()?;
        let (node, parent) = (self.forest.node(path)?, self.forest.node(&around)?);
        if self.is_headed(node) {
            return Some((self.block(node), String::new()));
        }
        if self.is_headed_list(node) {
            return None;
        }
        if self.is_table_row(node) {
            let start = node.span.start as usize;
            return Some((self.line_start(start)..self.next_line(start), String::new()));
        }
        let parts = self.parts(parent);
        let own = parts.get(index)?.clone();
        let in_lines =
            !self.is_ron && matches!(parent.kind, Kind::Table(_)) && !self.is_inline_table(parent);
        if in_lines {
            return Some((
                self.line_start(own.start)..self.next_line(own.end),
                String::new(),
            ));
        }
        Some((self.without(&parts, index)?, String::new()))
    }

    /// The name of a list at the root of a TOML file, whose elements may stand in questions and tables.
    fn root_list(&self, path: &Path) -> Option<&'static str> {
        let [field] = path.steps.as_slice() else {
            return None;
        };
        let Kind::Table(fields) = &self.forest.trees.get(path.tree)?.root.kind else {
            return None;
        };
        let name = &fields.get(*field)?.0.value;
        ["rule", "example"]
            .into_iter()
            .find(|list| !self.is_ron && list == name)
    }

    fn is_inline_table(&self, node: &Node) -> bool {
        self.from(node.span.start as usize).starts_with('{')
    }

    /// The lines of a table under its header, with the blank line that goes with it.
    fn block(&self, node: &Node) -> Range<usize> {
        let start = self.line_start(node.span.start as usize);
        let end = self.next_line(self.whole(node).end);
        let after = self.from(end);
        if after.starts_with('\n') || after.starts_with("\r\n") {
            return start..self.next_line(end);
        }
        if after.is_empty() {
            let kept = self.before(start).trim_end().len();
            return self.next_line(kept).min(start)..end;
        }
        start..end
    }

    /// The place of one of several parts with what parts it from the others.
    fn without(&self, parts: &[Range<usize>], index: usize) -> Option<Range<usize>> {
        let own = parts.get(index)?;
        let comma = self.comma(own.end);
        let rest = self
            .text
            .get(comma..self.line_end(comma))
            .unwrap_or_default()
            .trim_start();
        let ends_line = rest.is_empty() || rest.starts_with('#') || rest.starts_with("//");
        if self.begins_line(own.start) && ends_line {
            return Some(self.line_start(own.start)..self.next_line(comma));
        }
        match (
            parts.get(index + 1),
            index.checked_sub(1).and_then(|before| parts.get(before)),
        ) {
            (Some(next), _) if self.line_start(next.start) == self.line_start(own.end) => {
                Some(own.start..next.start)
            }
            (_, Some(before)) => Some(before.end..own.end),
            _ => Some(own.start..comma),
        }
    }

    /// The offset after the comma that follows, if one does.
    fn comma(&self, at: usize) -> usize {
        let rest = self.from(at);
        let blanks = rest.len() - rest.trim_start().len();
        if rest.trim_start().starts_with(',') {
            at + blanks + 1
        } else {
            at
        }
    }

    fn insert(&self, list: &Path, index: usize, node: &Node) -> Option<Vec<Splice>> {
        let old = self.forest.node(list)?;
        if let Some(name) = self.root_list(list) {
            let newline = self.newline();
            let block = format!("[[{name}]]{newline}{}", value::toml_lines(node, newline)?);
            let before = index
                .checked_sub(1)
                .and_then(|before| old.elements().get(before));
            if let Some(before) = before.filter(|node| self.is_headed(node)) {
                let at = self.line_end(self.whole(before).end);
                return Some(vec![(at..at, format!("{newline}{newline}{block}"))]);
            }
            if before.is_some() || !self.is_headed_list(old) {
                return Some(vec![self.at_end(&block)]);
            }
        }
        if self.is_headed_list(old) {
            return Some(vec![self.insert_block(old, index, node)?]);
        }
        let new = match list.steps.len() {
            2 if self.is_ron && self.is_row(&list.then(0)) => {
                value::ron_row(node, self.lines(list))
            }
            _ => self.value(node),
        };
        if matches!(old.kind, Kind::List(_)) {
            return Some(self.among(old, index, &new));
        }
        let whole = self.whole(old);
        let own = self.text.get(whole.clone())?;
        let both = if index == 0 {
            format!("[{new}, {own}]")
        } else {
            format!("[{own}, {new}]")
        };
        Some(vec![(whole, both)])
    }

    /// A part put between the others of a list, a tuple or a group of fields, in their layout.
    fn among(&self, node: &Node, index: usize, new: &str) -> Vec<Splice> {
        let parts = self.parts(node);
        let here = |at: usize, text: String| (at..at, text);
        if let Some(next) = parts.get(index) {
            let text = if self.begins_line(next.start) {
                format!("{new},{}{}", self.newline(), self.indent(next.start))
            } else {
                format!("{new}, ")
            };
            return vec![here(next.start, text)];
        }
        let Some(last) = parts.last() else {
            let blank = if self.is_inline_table(node) { " " } else { "" };
            return vec![here(
                node.span.start as usize + 1,
                format!("{blank}{new}{blank}"),
            )];
        };
        if !self.begins_line(last.start) {
            return vec![here(last.end, format!(", {new}"))];
        }
        let (newline, indent) = (self.newline(), self.indent(last.start));
        let comma = self.comma(last.end);
        if comma > last.end {
            return vec![here(
                self.line_end(comma),
                format!("{newline}{indent}{new},"),
            )];
        }
        vec![here(last.end, format!(",{newline}{indent}{new}"))]
    }

    /// A table under a header of its own, among others of that header.
    fn insert_block(&self, list: &Node, index: usize, node: &Node) -> Option<Splice> {
        let newline = self.newline();
        let elements = list.elements();
        let first = elements.first()?.span.start as usize;
        let header = self
            .text
            .get(first..self.line_end(first))?
            .split_once("]]")?
            .0
            .trim_start_matches('[')
            .trim();
        let block = format!("[[{header}]]{newline}{}", value::toml_lines(node, newline)?);
        match index.checked_sub(1).and_then(|before| elements.get(before)) {
            Some(before) => {
                let at = self.line_end(self.whole(before).end);
                Some((at..at, format!("{newline}{newline}{block}")))
            }
            None => {
                let at = self.above_comments(self.line_start(first));
                Some((at..at, format!("{block}{newline}{newline}")))
            }
        }
    }

    /// The first of the lines of comments directly above a line.
    fn above_comments(&self, mut at: usize) -> usize {
        while at > 0 {
            let above = self.line_start(at - 1);
            if !self
                .text
                .get(above..at)
                .is_some_and(|line| line.trim_start().starts_with('#'))
            {
                return at;
            }
            at = above;
        }
        at
    }

    /// A block at the end of the file, after a blank line.
    fn at_end(&self, block: &str) -> Splice {
        let newline = self.newline();
        let end = self.text.trim_end().len();
        (
            end..end,
            if end == 0 {
                block.to_owned()
            } else {
                format!("{newline}{newline}{block}")
            },
        )
    }

    fn field(
        &self,
        table: &Path,
        names: &[&str],
        name: &Text,
        node: &Node,
        lists: bool,
    ) -> Option<Vec<Splice>> {
        let old = self.forest.node(table)?;
        let name = name.value.as_str();
        if old.field(name).is_some() {
            let list = table.then(old.field(name)?.0);
            return self.insert(&list, 0, node);
        }
        if let Kind::List(parts) = &old.kind {
            let fits = names.iter().position(|own| *own == name) == Some(parts.len());
            return fits.then(|| self.among(old, parts.len(), &self.value(node)));
        }
        if !self.is_ron && lists && (table.steps.is_empty() || name == "step") {
            return self.first_block(table, old, name, node);
        }
        let value = if lists {
            format!("[{}]", self.value(node))
        } else {
            self.value(node)
        };
        if self.is_ron {
            return Some(self.among(old, usize::MAX, &format!("{name}: {value}")));
        }
        if self.is_inline_table(old) {
            return Some(self.among(old, usize::MAX, &format!("{} = {value}", key(name))));
        }
        Some(vec![self.new_line(old, name, &value)])
    }

    /// A field on a line of its own, after the last of its table that has one.
    fn new_line(&self, table: &Node, name: &str, value: &str) -> Splice {
        let newline = self.newline();
        let fields = match &table.kind {
            Kind::Table(fields) => fields.as_slice(),
            _ => &[],
        };
        let mut on_lines = fields
            .iter()
            .filter(|(_, node)| !self.is_headed(node) && !self.is_headed_list(node));
        match on_lines.next_back() {
            Some((last, node)) => {
                let start = self.key_start(last);
                let at = self.line_end(self.whole(node).end);
                let lead = self
                    .text
                    .get(self.line_start(start)..start)
                    .unwrap_or_default();
                let to_sign = self.from(start).find('=').unwrap_or_default();
                let width = to_sign.saturating_sub(1);
                (
                    at..at,
                    format!("{newline}{lead}{:width$} = {value}", key(name)),
                )
            }
            None if self.is_headed(table) => {
                let at = self.line_end(table.span.start as usize);
                (at..at, format!("{newline}{} = {value}", key(name)))
            }
            None => (0..0, format!("{} = {value}{newline}", key(name))),
        }
    }

    /// The first table of a list whose elements stand under headers.
    fn first_block(
        &self,
        table: &Path,
        old: &Node,
        name: &str,
        node: &Node,
    ) -> Option<Vec<Splice>> {
        let newline = self.newline();
        let mut header = Vec::new();
        for depth in 0..table.steps.len() {
            let around = Path {
                tree: table.tree,
                steps: table.steps.get(..depth)?.to_vec(),
            };
            if let Kind::Table(fields) = &self.forest.node(&around)?.kind {
                header.push(key(&fields.get(*table.steps.get(depth)?)?.0.value));
            }
        }
        header.push(name.to_owned());
        let block = format!(
            "[[{}]]{newline}{}",
            header.join("."),
            value::toml_lines(node, newline)?
        );
        if table.steps.is_empty() {
            return Some(vec![self.at_end(&block)]);
        }
        let at = self.line_end(self.whole(old).end);
        Some(vec![(at..at, format!("{newline}{newline}{block}"))])
    }
}
