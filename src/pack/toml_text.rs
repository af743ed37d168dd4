//! A TOML text as a tree of nodes, or all that is wrong with its syntax.

use super::node::{Kind, MAX_NESTING, Node, Problems, span, too_deep};
use super::quotes;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{FileId, Span, Spanned, Text};
use std::ops::Range;
use toml::de::{DeArray, DeString, DeTable, DeValue};

/// How many mistakes of syntax are told of one file.
const MAX_MISTAKES: usize = 20;

/// The table that a TOML text is; nothing, if its syntax is broken anywhere.
pub(super) fn parse(text: &str, file: FileId, problems: &Problems) -> Option<Node> {
    let reader = Reader { text, file };
    let (table, errors) = DeTable::parse_recoverable(text);
    if errors.is_empty() {
        let root = reader.table(table.get_ref(), span(file, 0, text.len()));
        let deepest = deeper_than(&root, MAX_NESTING);
        deepest
            .iter()
            .for_each(|node| problems.report(too_deep(node.span)));
        return deepest.is_none().then_some(root);
    }
    let too_many = |error: &&toml::de::Error| error.message().contains("recur");
    match errors.iter().find(too_many) {
        Some(error) => {
            let place = error.span().unwrap_or(text.len()..text.len());
            problems.report(too_deep(reader.span(&place)));
        }
        None => reader
            .mistakes(&errors)
            .into_iter()
            .for_each(|found| problems.report(found)),
    }
    None
}

/// What stands in a node more levels down than so many, if anything does; the parser has a limit of its own, so that no text
/// exhausts the stack.
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
        let place = self.span(&written);
        let as_written = || self.slice(&written).to_owned();
        match value.get_ref() {
            DeValue::String(text) => Node {
                kind: Kind::Text(text.to_string()),
                span: self.inside(&written),
            },
            DeValue::Integer(_) | DeValue::Float(_) => Node {
                kind: Kind::Number(as_written()),
                span: place,
            },
            DeValue::Boolean(value) => Node {
                kind: Kind::Bool(*value),
                span: place,
            },
            DeValue::Datetime(_) => Node {
                kind: Kind::Bare(as_written()),
                span: place,
            },
            DeValue::Array(list) => self.list(list, place),
            DeValue::Table(table) => self.table(table, place),
        }
    }

    fn list(&self, list: &DeArray<'_>, place: Span) -> Node {
        let nodes: Vec<_> = list.iter().map(|value| self.node(value)).collect();
        let whole = nodes
            .iter()
            .fold(place, |whole, node| cover(whole, node.span));
        Node {
            kind: Kind::List(nodes),
            span: whole,
        }
    }

    /// A table with its fields in the order of the text. A table under a header reaches from there to its last value.
    fn table(&self, table: &DeTable<'_>, place: Span) -> Node {
        let mut fields: Vec<_> = table
            .iter()
            .map(|(key, value)| (self.key(key), self.node(value)))
            .collect();
        fields.sort_by_key(|(key, _)| key.span.start);
        let whole = fields.iter().fold(place, |whole, (_, node)| {
            cover(whole, self.with_quotes(node))
        });
        Node {
            kind: Kind::Table(fields),
            span: whole,
        }
    }

    fn key(&self, key: &toml::Spanned<DeString<'_>>) -> Text {
        Spanned::new(key.get_ref().to_string(), self.inside(&key.span()))
    }

    /// The place of a node, with the quotes of a text.
    fn with_quotes(&self, node: &Node) -> Span {
        let after = self.text.get(node.span.end as usize..).unwrap_or_default();
        let quotes = after
            .bytes()
            .take(3)
            .take_while(|byte| matches!(byte, b'"' | b'\''))
            .count();
        match node.kind {
            Kind::Text(_) => span(
                self.file,
                node.span.start as usize,
                node.span.end as usize + quotes,
            ),
            _ => node.span,
        }
    }

    fn slice(&self, range: &Range<usize>) -> &str {
        self.text.get(range.clone()).unwrap_or_default()
    }

    fn span(&self, range: &Range<usize>) -> Span {
        span(self.file, range.start, range.end)
    }

    /// The place of what is inside the quotes, if there are any.
    fn inside(&self, range: &Range<usize>) -> Span {
        let raw = self.slice(range);
        let quotes = ["\"\"\"", "'''", "\"", "'"];
        let stands_in = |quote: &&&str| raw.len() >= 2 * quote.len() && raw.starts_with(**quote);
        let Some(quote) = quotes.iter().find(stands_in) else {
            return self.span(range);
        };
        let (start, end) = (range.start + quote.len(), range.end - quote.len());
        span(self.file, start + self.first_line_break(start, quote), end)
    }

    /// The length of the line break that opens a text of several lines, and is no part of it.
    fn first_line_break(&self, start: usize, quote: &str) -> usize {
        let rest = self.text.get(start..).unwrap_or_default();
        match quote.len() {
            3 if rest.starts_with('\n') => 1,
            3 if rest.starts_with("\r\n") => 2,
            _ => 0,
        }
    }

    /// The mistakes, at most one of each line: the first is the cause of the others.
    fn mistakes(&self, errors: &[toml::de::Error]) -> Vec<Diagnostic> {
        let mut lines = Vec::new();
        let mut mistakes = Vec::new();
        for error in errors {
            let place = error.span().unwrap_or(self.text.len()..self.text.len());
            let line = self
                .text
                .bytes()
                .take(place.start)
                .filter(|byte| *byte == b'\n')
                .count();
            // Two tables that are read as one have their fields twice too.
            let follows = !mistakes.is_empty()
                && error.message() == "duplicate key"
                && !self.is_header(place.start);
            if !lines.contains(&line) && !follows && mistakes.len() < MAX_MISTAKES {
                lines.push(line);
                mistakes.push(self.mistake(error.message(), &place));
            }
        }
        mistakes
    }

    /// Whether a place lies in the line of a header.
    fn is_header(&self, at: usize) -> bool {
        let before = self.text.get(..at).unwrap_or_default();
        before
            .rsplit('\n')
            .next()
            .is_some_and(|line| line.trim_start().starts_with('['))
    }

    fn mistake(&self, message: &str, place: &Range<usize>) -> Diagnostic {
        let place = self.span(place);
        if let Some(found) = self.slip(message, place) {
            return found;
        }
        if message == "duplicate key" {
            let name = self.slice(&(place.start as usize..place.end as usize));
            let found = Diagnostic::error(
                Code::BrokenToml,
                place,
                format!("`{name}` is written twice here"),
            );
            return found.help("give the second another name, or make the two one");
        }
        Diagnostic::error(Code::BrokenToml, place, format!("this is not TOML: {message}"))
            .help("texts stand in quotes, lists in square brackets, and each `name = value` on a line of its own")
    }
}

/// What stands several times, each in double brackets.
const REPEATED: &[&str] = &["rule", "example", "impossible", "law", "step", "change"];

impl Reader<'_> {
    /// The finding for a mistake that is a well-known slip.
    fn slip(&self, message: &str, place: Span) -> Option<Diagnostic> {
        let at = place.start as usize;
        let start = self.text.get(..at)?.rfind('\n').map_or(0, |end| end + 1);
        let line = self.text.get(start..)?.lines().next().unwrap_or_default();
        let broken = |place, message: String| Diagnostic::error(Code::BrokenToml, place, message);
        if let Some(quote) = quotes::curly(line) {
            let place = self.span(&(start + quote.start..start + quote.end));
            return Some(broken(place, quotes::MESSAGE.to_owned()).help(quotes::HELP));
        }
        if message == "duplicate key" && line.trim_start().starts_with('[') {
            let name = self.slice(&(at..place.end as usize));
            let last = name
                .rsplit('.')
                .next()
                .filter(|name| REPEATED.contains(name))?;
            let headers = line
                .trim_start()
                .trim_start_matches('[')
                .split(']')
                .next()
                .unwrap_or(name);
            let single = format!("[{headers}]");
            let mut from = 0;
            let first = self.text.split_inclusive('\n').find_map(|line| {
                let start = from;
                from += line.len();
                (line.split('#').next()?.trim() == single)
                    .then(|| start..start + line.trim_end().len())
            });
            let message = format!("each of several `{last}` stands under double brackets");
            let found = broken(first.map_or(place, |first| self.span(&first)), message);
            return Some(found.help(format!("write `[[{headers}]]`")));
        }
        if message.contains("with a dotted key") {
            let key = line.split('=').next().unwrap_or_default().trim();
            let found = broken(place, format!("`{key}` is read as a field within another"));
            return Some(found.help(format!(
                "a number with a point in it stands in quotes: `\"{key}\" = …`"
            )));
        }
        None
    }
}

/// The least span with both; an empty one counts for nothing.
fn cover(whole: Span, part: Span) -> Span {
    if whole.start == whole.end {
        return part;
    }
    if part.start == part.end {
        return whole;
    }
    Span {
        file: whole.file,
        start: whole.start.min(part.start),
        end: whole.end.max(part.end),
    }
}
