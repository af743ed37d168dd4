//! Edits in the text of one file, by the places of its nodes.

use super::super::super::forest::{Forest, Path};
use super::super::super::format::above_comments;
use super::super::super::node::{Kind, Node, Step};
use super::super::super::notation::is_cell;
use super::super::super::printed::{Way, key, printed, quoted, ron_row, ron_text, toml_lines};
use super::super::edit::Edit;
use super::super::find::row_names;
use crate::source::Text;
use std::ops::Range;

/// A file as it is now.
pub struct Page<'p> {
    pub text: &'p str,
    pub is_ron: bool,
    pub forest: &'p Forest,
}

/// A new text in the place of a run of bytes.
type Splice = (Range<usize>, String);

const fn start(node: &Node) -> usize {
    node.span.start as usize
}

const fn inner(node: &Node) -> Range<usize> {
    start(node)..node.span.end as usize
}

fn here(at: usize, text: String) -> Splice {
    (at..at, text)
}

impl Page<'_> {
    /// The text with an edit made; nothing, if there is no simple way.
    pub fn edited(&self, edit: &Edit) -> Option<String> {
        self.spliced(match edit {
            Edit::Replace(path, node) => self.replace(path, node)?,
            Edit::Remove(path) => (self.remove(path)?, String::new()),
            // It is written out as the whole domain.
            Edit::Grow { .. } | Edit::Rename { .. } => return None,
            Edit::Insert { list, index, node } => self.insert(list, *index, node)?,
            Edit::Add {
                path, node, lists, ..
            } => self.add(path, node, *lists)?,
        })
    }

    /// The text with another text in the place of a leaf.
    pub fn with_text(&self, node: &Node, text: &str) -> Option<String> {
        self.spliced(self.leaf(node, text))
    }

    fn spliced(&self, (range, new): Splice) -> Option<String> {
        let (before, after) = (self.text.get(..range.start)?, self.text.get(range.end..)?);
        Some(format!("{before}{new}{after}"))
    }

    /// The place of a node, with the quotes of a text and the marks of a raw one.
    fn whole(&self, node: &Node) -> Range<usize> {
        let Range { start, end } = inner(node);
        if !matches!(node.kind, Kind::Text(_)) {
            return start..end;
        }
        let before = self.before(start);
        let above = before.trim_end_matches('\n').trim_end_matches('\r');
        for quote in ["\"\"\"", "'''"] {
            if !self.is_ron && above.ends_with(quote) && self.from(end).starts_with(quote) {
                return above.len() - quote.len()..end + quote.len();
            }
        }
        let is_quoted = |quote| before.ends_with(quote) && self.from(end).starts_with(quote);
        if !['"', '\''].into_iter().any(is_quoted) {
            return start..end;
        }
        let before = self.before(start - 1);
        let marks = before.len() - before.trim_end_matches('#').len();
        if self.is_ron && self.before(before.len() - marks).ends_with('r') {
            return start - marks - 2..end + marks + 1;
        }
        start - 1..end + 1
    }

    /// The place of a field with its name; of a part of a tuple, which has none, its own.
    fn whole_field(&self, (name, node): &(Text, Node)) -> Range<usize> {
        let whole = self.whole(node);
        if is_unnamed(name) {
            return whole;
        }
        let (start, end) = (name.span.start as usize, name.span.end as usize);
        let is_quoted =
            self.before(start).ends_with(['"', '\'']) && self.from(end).starts_with(['"', '\'']);
        start - usize::from(is_quoted)..whole.end
    }

    /// A new text in the place of a leaf: within the quotes that are there, where they will do.
    fn leaf(&self, node: &Node, text: &str) -> Splice {
        let (whole, inner) = (self.whole(node), inner(node));
        let is_in_table = !self.is_ron && whole == inner && matches!(node.kind, Kind::Text(_));
        let is_quoted = whole.start + 1 == inner.start && whole.end == inner.end + 1;
        let is_simple = !text.contains(['"', '\'', '\\']) && !text.contains(char::is_control);
        if is_in_table && is_cell(text) || is_quoted && is_simple {
            return (inner, text.to_owned());
        }
        let quoted = if self.is_ron { ron_text } else { quoted };
        (whole, quoted(text))
    }

    fn value(&self, node: &Node) -> String {
        printed(node, if self.is_ron { Way::Ron } else { Way::Toml })
    }

    /// An element of a list, or what stands in its place, as it is to be written.
    fn element(&self, place: &Path, node: &Node) -> String {
        match row_names(self.forest, place) {
            Some(names) if node.is_table() => ron_row(node, &names),
            _ => self.value(node),
        }
    }

    /// Whether a table stands under a header of its own.
    fn is_headed(&self, node: &Node) -> bool {
        !self.is_ron && node.is_table() && self.from(start(node)).starts_with('[')
    }

    /// Whether a list is one of tables, each under the same header.
    fn is_headed_list(&self, node: &Node) -> bool {
        let first = node.elements().first().filter(|_| node.is_list());
        first
            .is_some_and(|first| self.is_headed(first) && self.from(start(first)).starts_with("[["))
    }

    fn is_inline_table(&self, node: &Node) -> bool {
        self.from(start(node)).starts_with('{')
    }

    fn replace(&self, path: &Path, node: &Node) -> Option<Splice> {
        let old = self.forest.node(path)?;
        if let Some(filled) = self.in_place_of_filled(path, node) {
            return Some(filled);
        }
        if self.is_headed(old) {
            let start = self.next_line(start(old));
            let end = self.whole(old).end.max(start);
            return Some((start..end, toml_lines(node, self.newline())?));
        }
        match (&old.kind, &node.kind) {
            (Kind::Text(_), Kind::Text(text)) => Some(self.leaf(old, text)),
            (Kind::Text(_), Kind::Number(text)) if self.is_ron => Some(self.leaf(old, text)),
            _ if self.is_headed_list(old) => None,
            _ => Some((self.whole(old), self.element(path, node))),
        }
    }

    /// What the notation fills in is said now.
    fn in_place_of_filled(&self, path: &Path, node: &Node) -> Option<Splice> {
        let (around, name) = (self.forest.node(&path.around()?.0)?, path.field()?);
        let mut fields = around.fields().iter();
        let is_filled = fields.any(|(key, _)| key.value == name && is_unnamed(key));
        let is_group = around.fields().iter().any(|(key, _)| !is_unnamed(key));
        if self.is_ron || !is_filled || !is_group {
            return None;
        }
        let value = self.value(node);
        Some(match self.is_inline_table(around) {
            true => self.among(around, usize::MAX, &format!("{} = {value}", key(name))),
            false => self.new_line(around, name, &value),
        })
    }

    /// The places of the parts of a list, tuple or group of fields.
    fn parts(&self, node: &Node) -> Vec<Range<usize>> {
        let fields = node.fields().iter().map(|field| self.whole_field(field));
        match &node.kind {
            Kind::List(nodes) => nodes.iter().map(|node| self.whole(node)).collect(),
            _ => fields.collect(),
        }
    }

    fn remove(&self, path: &Path) -> Option<Range<usize>> {
        let (around, step) = path.around()?;
        let (node, parent) = (self.forest.node(path)?, self.forest.node(&around)?);
        let (start, begins) = (start(node), self.from(start(node)));
        if self.is_headed(node) {
            return Some(self.block(node));
        }
        if self.is_headed_list(node) {
            return None;
        }
        let is_in_lines = !self.is_ron && self.begins_line(start);
        if is_in_lines && node.is_table() && !begins.starts_with(['[', '{']) {
            // A row of a table.
            return Some(self.line_start(start)..self.next_line(start));
        }
        let index = match step {
            Step::At(index) => index,
            Step::Field(name) => parent.field(&name)?.0,
        };
        let parts = self.parts(parent);
        if !self.is_ron && parent.is_table() && !self.is_inline_table(parent) {
            let own = parts.get(index)?;
            return Some(self.line_start(own.start)..self.next_line(own.end));
        }
        self.without(&parts, index)
    }

    /// The lines of a table under its header, with the blank line that goes with it.
    fn block(&self, node: &Node) -> Range<usize> {
        let (start, end) = (
            self.line_start(start(node)),
            self.next_line(self.whole(node).end),
        );
        match self.from(end) {
            "" => {
                let kept = self.before(start).trim_end().len();
                self.next_line(kept).min(start)..end
            }
            after if after.starts_with(['\n', '\r']) => start..self.next_line(end),
            _ => start..end,
        }
    }

    /// The place of one of several parts with what parts it from the others.
    fn without(&self, parts: &[Range<usize>], index: usize) -> Option<Range<usize>> {
        let own = parts.get(index)?;
        let comma = self.comma(own.end);
        let rest = self.between(comma, self.line_end(comma)).trim_start();
        let ends_line = rest.is_empty() || rest.starts_with('#') || rest.starts_with("//");
        if self.begins_line(own.start) && ends_line {
            return Some(self.line_start(own.start)..self.next_line(comma));
        }
        let before = index.checked_sub(1).and_then(|before| parts.get(before));
        // No more goes with it than what parts it from its neighbour.
        let parts_them = |from: usize, to: usize| {
            let between = self.between(from, to).trim();
            between.is_empty() || between == ","
        };
        match (parts.get(index + 1), before) {
            (Some(next), _)
                if self.line_start(next.start) == self.line_start(own.end)
                    && parts_them(own.end, next.start) =>
            {
                Some(own.start..next.start)
            }
            (_, Some(before)) if parts_them(before.end, own.start) => Some(before.end..own.end),
            (_, Some(_)) => None,
            _ => Some(own.start..comma),
        }
    }

    /// The offset after the comma that follows, if one does.
    fn comma(&self, at: usize) -> usize {
        let rest = self.from(at).trim_start().strip_prefix(',');
        rest.map_or(at, |rest| self.text.len() - rest.len())
    }

    fn insert(&self, list: &Path, index: usize, node: &Node) -> Option<Splice> {
        let (old, newline) = (self.forest.node(list)?, self.newline());
        let elements = old.elements();
        let before = index.checked_sub(1).and_then(|before| elements.get(before));
        let after = |other: &Node, block: &str| {
            let end = self.line_end(self.whole(other).end);
            here(end, format!("{newline}{newline}{block}"))
        };
        // What stands in questions and tables too, and is joined.
        let joined = list.field().filter(|_| !self.is_ron && is_joined(list));
        if let Some(name) = joined {
            let block = format!("[[{name}]]{newline}{}", toml_lines(node, newline)?);
            match before {
                Some(before) if self.is_headed(before) => return Some(after(before, &block)),
                None if self.is_headed_list(old) => {}
                _ => return Some(self.at_end(&block)),
            }
        }
        if self.is_headed_list(old) {
            let first = start(elements.first()?);
            let header = self
                .between(first, self.line_end(first))
                .split_once("]]")?
                .0;
            let header = header.trim_start_matches('[').trim();
            let question = header.strip_prefix("question.");
            let question = question.and_then(|rest| rest.rsplit_once('.'));
            let own = question.map(|(question, _)| without_question(node, question));
            let lines = toml_lines(own.as_ref().unwrap_or(node), newline)?;
            let block = format!("[[{header}]]{newline}{lines}");
            return Some(match before {
                Some(before) => after(before, &block),
                None => {
                    let at = above_comments(self.text, self.line_start(first));
                    here(at, format!("{block}{newline}{newline}"))
                }
            });
        }
        let new = self.element(list, node);
        if old.is_list() {
            return Some(self.among(old, index, &new));
        }
        let whole = self.whole(old);
        let text = self.text.get(whole.clone())?;
        let both = if index == 0 {
            [&*new, text]
        } else {
            [text, &*new]
        };
        Some((whole, format!("[{}]", both.join(", "))))
    }

    /// A part put between the others of a list, a tuple or a group of fields, in their layout.
    fn among(&self, node: &Node, index: usize, new: &str) -> Splice {
        let (parts, newline) = (self.parts(node), self.newline());
        if let Some(next) = parts.get(index) {
            let between = if self.begins_line(next.start) {
                format!("{newline}{}", self.indent(next.start))
            } else {
                " ".to_owned()
            };
            return here(next.start, format!("{new},{between}"));
        }
        let Some(last) = parts.last() else {
            let blank = if self.is_inline_table(node) { " " } else { "" };
            return here(start(node) + 1, format!("{blank}{new}{blank}"));
        };
        if !self.begins_line(last.start) {
            return here(last.end, format!(", {new}"));
        }
        let (indent, comma) = (self.indent(last.start), self.comma(last.end));
        if comma > last.end {
            return here(self.line_end(comma), format!("{newline}{indent}{new},"));
        }
        here(last.end, format!(",{newline}{indent}{new}"))
    }

    /// A block at the end of the file, after a blank line.
    fn at_end(&self, block: &str) -> Splice {
        let (newline, end) = (self.newline(), self.text.trim_end().len());
        let lead = if end == 0 {
            String::new()
        } else {
            newline.repeat(2)
        };
        here(end, format!("{lead}{block}"))
    }

    fn add(&self, path: &Path, node: &Node, lists: bool) -> Option<Splice> {
        let (around, _) = path.around()?;
        let (name, newline) = (path.field()?, self.newline());
        if self.forest.node(path).is_some() {
            return self.insert(path, 0, node);
        }
        let headers = || {
            let fields = path.steps.iter().map(|step| match step {
                Step::Field(name) => Some(key(name)),
                Step::At(_) => None,
            });
            Some(fields.collect::<Option<Vec<_>>>()?.join("."))
        };
        if !self.is_ron && path.steps.len() == 2 && !lists && node.is_table() {
            let lines = toml_lines(node, newline)?;
            return Some(self.at_end(&format!("[{}]{newline}{lines}", headers()?)));
        }
        let Some(table) = self.forest.node(&around) else {
            // The group around it comes with it.
            let name = Text::new(name.to_owned(), node.span);
            let group = Node::table(vec![(name, node.clone())], node.span);
            return self.add(&around, &group, false).filter(|_| !lists);
        };
        if !self.is_ron && lists && (around.steps.is_empty() || name == "step") {
            let block = format!("[[{}]]{newline}{}", headers()?, toml_lines(node, newline)?);
            if around.steps.is_empty() {
                return Some(self.at_end(&block));
            }
            let at = self.line_end(self.whole(table).end);
            return Some(here(at, format!("{newline}{newline}{block}")));
        }
        let value = self.value(node);
        let fields = table.fields();
        if !fields.is_empty() && fields.iter().all(|(name, _)| is_unnamed(name)) {
            let names = row_names(self.forest, &around)?;
            let is_next = names.get(fields.len()) == Some(&name);
            return is_next.then(|| self.among(table, usize::MAX, &value));
        }
        let value = if lists { format!("[{value}]") } else { value };
        if self.is_ron {
            return Some(self.among(table, usize::MAX, &format!("{name}: {value}")));
        }
        if self.is_inline_table(table) {
            return Some(self.among(table, usize::MAX, &format!("{} = {value}", key(name))));
        }
        Some(self.new_line(table, name, &value))
    }

    /// A field on a line of its own, after the last of its table that has one.
    fn new_line(&self, table: &Node, name: &str, value: &str) -> Splice {
        let (newline, name) = (self.newline(), key(name));
        // What the notation fills in stands nowhere by itself.
        let is_on_line = |(name, node): &&(Text, Node)| {
            !is_unnamed(name) && !self.is_headed(node) && !self.is_headed_list(node)
        };
        let mut on_lines = table.fields().iter().filter(is_on_line);
        if let Some(last) = on_lines.next_back() {
            let whole = self.whole_field(last);
            let lead = self.lead(whole.start);
            let width = self.from(whole.start).find('=').unwrap_or_default();
            let width = width.saturating_sub(1);
            let line = format!("{newline}{lead}{name:width$} = {value}");
            return here(self.line_end(whole.end), line);
        }
        if self.is_headed(table) {
            let at = self.line_end(start(table));
            return here(at, format!("{newline}{name} = {value}"));
        }
        here(0, format!("{name} = {value}{newline}"))
    }
}

/// A rule as it is written in its question, which goes without saying there.
fn without_question(node: &Node, question: &str) -> Node {
    let fields = node.fields().iter().filter(|(name, answers)| {
        let is_own = |node: &Node| node.written() == Some(question);
        let is_only = matches!(answers.elements(), [only] if is_own(only)) || is_own(answers);
        name.value != "answers" || !is_only
    });
    Node::table(fields.cloned().collect(), node.span)
}

/// Whether a list is one that stands in questions and tables too, and is joined.
fn is_joined(list: &Path) -> bool {
    let is_one = |name: &str| ["rule", "example", "law"].contains(&name);
    list.steps.len() == 1 && list.field().is_some_and(is_one)
}

/// Whether a field stands in a tuple, or nowhere by itself, without its name.
const fn is_unnamed(name: &Text) -> bool {
    name.span.start == name.span.end
}
