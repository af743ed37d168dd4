//! A TOML text as a tree of nodes, or all that is wrong with its syntax.

use super::node::{Kind, MAX_NESTING, Node, Problems, span, too_deep};
use super::toml_slips::Slips;
use crate::source::{FileId, Span, Spanned};
use std::collections::BTreeSet;
use std::ops::Range;
use toml::de::{DeTable, DeValue};

/// How many mistakes of the reader are looked at, as each is looked for in its line.
const MAX_LOOKED_AT: usize = 1000;

/// How many mistakes of syntax are told of one file.
const MAX_MISTAKES: usize = 20;

/// The table that a TOML text is; nothing, if its syntax is broken anywhere.
pub fn parse(text: &str, file: FileId, problems: &Problems) -> Option<Node> {
    let reader = Reader { text, file };
    let (table, errors) = DeTable::parse_recoverable(text);
    let place = |error: &toml::de::Error| error.span().unwrap_or(text.len()..text.len());
    if errors.is_empty() {
        let root = reader.table(table.get_ref(), span(file, 0, text.len()));
        let deepest = deeper_than(&root, MAX_NESTING).map(|node| node.span);
        deepest
            .iter()
            .for_each(|place| problems.report(too_deep(*place)));
        return deepest.is_none().then_some(root);
    }
    // The parser has a limit of its own, so that no text exhausts the stack.
    if let Some(error) = errors
        .iter()
        .find(|error| error.message().contains("recur"))
    {
        problems.report(too_deep(reader.span(&place(error))));
        return None;
    }
    let slips = Slips { text, file };
    if let Some(unclosed) = slips.unclosed(&errors) {
        problems.report(unclosed);
        return None;
    }
    // The first mistake of a line is the cause of the others, and two tables that are read as one have their fields twice too.
    let mut lines = BTreeSet::new();
    for error in errors.into_iter().take(MAX_LOOKED_AT) {
        if lines.len() == MAX_MISTAKES {
            break;
        }
        let place = place(&error);
        let (start, line) = slips.line(place.start);
        let is_twice = error.message() == "duplicate key";
        let follows = is_twice && !lines.is_empty() && !line.trim_start().starts_with('[');
        if !follows && lines.insert(start) {
            problems.report(slips.mistake(error.message(), &place));
        }
    }
    None
}

/// What stands in a node more levels down than so many, if anything does.
fn deeper_than(node: &Node, levels: usize) -> Option<&Node> {
    let Some(left) = levels.checked_sub(1) else {
        return matches!(node.kind, Kind::List(_) | Kind::Table(_)).then_some(node);
    };
    match &node.kind {
        Kind::List(nodes) => nodes.iter().find_map(|node| deeper_than(node, left)),
        Kind::Table(fields) => fields.iter().find_map(|(_, node)| deeper_than(node, left)),
        _ => None,
    }
}

struct Reader<'t> {
    text: &'t str,
    file: FileId,
}

impl Reader<'_> {
    fn node(&self, value: &toml::Spanned<DeValue<'_>>) -> Node {
        let written = value.span();
        let as_written = || self.slice(&written).to_owned();
        let kind = match value.get_ref() {
            // A line ends alike in every file, whichever system wrote it: what is `\n` in one is in another, too.
            DeValue::String(text) => Kind::Text(text.replace("\r\n", "\n")),
            DeValue::Integer(_) | DeValue::Float(_) => Kind::Number(as_written()),
            DeValue::Boolean(value) => Kind::Bool(*value),
            DeValue::Datetime(_) => Kind::Bare(as_written()),
            DeValue::Array(list) => Kind::List(list.iter().map(|value| self.node(value)).collect()),
            DeValue::Table(table) => return self.table(table, self.span(&written)),
        };
        let span = match &kind {
            Kind::Text(_) => self.inside(&written),
            Kind::List(nodes) => {
                let places = nodes.iter().map(|node| node.span);
                places.fold(self.span(&written), cover)
            }
            _ => self.span(&written),
        };
        Node { kind, span }
    }

    /// A table with its fields in the order of the text. A table under a header reaches from there to its last value.
    fn table(&self, table: &DeTable<'_>, place: Span) -> Node {
        let field = |(key, value): (&toml::Spanned<_>, _)| {
            let key: &toml::Spanned<std::borrow::Cow<'_, str>> = key;
            let name = Spanned::new(key.get_ref().to_string(), self.inside(&key.span()));
            (name, self.node(value))
        };
        let mut fields: Vec<_> = table.iter().map(field).collect();
        fields.sort_by_key(|(key, _)| key.span.start);
        let places = fields.iter().map(|(_, node)| self.with_quotes(node));
        let span = places.fold(place, cover);
        Node {
            kind: Kind::Table(fields),
            span,
        }
    }

    /// The place of a node, with the closing quotes of a text.
    fn with_quotes(&self, node: &Node) -> Span {
        let end = node.span.end as usize;
        let after = self.text.get(end..).unwrap_or_default().bytes().take(3);
        let quotes = after
            .take_while(|byte| matches!(byte, b'"' | b'\''))
            .count();
        match node.kind {
            Kind::Text(_) => span(self.file, node.span.start as usize, end + quotes),
            _ => node.span,
        }
    }

    fn slice(&self, range: &Range<usize>) -> &str {
        self.text.get(range.clone()).unwrap_or_default()
    }

    fn span(&self, range: &Range<usize>) -> Span {
        span(self.file, range.start, range.end)
    }

    /// The place of what is inside the quotes, if there are any. The line break that opens a text of several lines is no part
    /// of it.
    fn inside(&self, range: &Range<usize>) -> Span {
        let raw = self.slice(range);
        let quotes = ["\"\"\"", "'''", "\"", "'"];
        let stands_in = |quote: &&&str| raw.len() >= 2 * quote.len() && raw.starts_with(**quote);
        let Some(quote) = quotes.iter().find(stands_in).map(|quote| quote.len()) else {
            return self.span(range);
        };
        let after = raw.get(quote..).filter(|_| quote == 3).unwrap_or_default();
        let line_break = match after {
            after if after.starts_with('\n') => 1,
            after if after.starts_with("\r\n") => 2,
            _ => 0,
        };
        self.span(&(range.start + quote + line_break..range.end - quote))
    }
}

/// The least span with both; an empty one counts for nothing.
fn cover(whole: Span, part: Span) -> Span {
    match (whole.start == whole.end, part.start == part.end) {
        (true, _) => part,
        (_, true) => whole,
        _ => Span {
            file: whole.file,
            start: whole.start.min(part.start),
            end: whole.end.max(part.end),
        },
    }
}
