//! A RON text as its items, each a tree of nodes, or what is wrong with its syntax. A grammar tells the tokens and their places;
//! what a bare word or a text with escapes is, `ron` says.

use super::node::{Item, Kind, MAX_NESTING, Node, Problems, span, too_deep};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{FileId, Span, Spanned, Text};
use tokens::{Shape, Token};

mod grammar;
mod slips;
mod tokens;

/// The items of a RON text: one, or a list of them; none, if its syntax is broken anywhere.
pub(super) fn parse(text: &str, file: FileId, problems: &Problems) -> Vec<Item> {
    let tokens = tokens::of(text, file);
    let end = span(file, text.len(), text.len());
    let mut reader = Reader {
        tokens: &tokens,
        next: 0,
        depth: 0,
        end,
    };
    reader.file().unwrap_or_else(|refused| {
        problems.report(slips::first(text, &tokens, &refused).unwrap_or(refused));
        Vec::new()
    })
}

/// Reads the tokens one after the other; how deep they nest is limited.
struct Reader<'t> {
    tokens: &'t [Token<'t>],
    next: usize,
    depth: usize,
    /// The place after all text.
    end: Span,
}

type Read<T> = Result<T, Diagnostic>;

impl<'t> Reader<'t> {
    fn file(&mut self) -> Read<Vec<Item>> {
        let items = if self.is("[") {
            self.group(Self::item)?.0
        } else {
            vec![self.item()?]
        };
        match self.peek() {
            None => Ok(items),
            Some(_) => Err(self.refused(
                "something stands after the end",
                "several items are written as a list: `[…, …]`",
            )),
        }
    }

    /// `Chart(…)`
    fn item(&mut self) -> Read<Item> {
        let name = self.peek().filter(|name| name.shape == Shape::Bare);
        if name.is_none() || !self.is_after("(") {
            let help = "an item is written `Chart(…)` or `List(…)`";
            return Err(self.refused("a name is missing here", help));
        }
        let name = self.name();
        let (fields, place) = self.group(Self::field)?;
        let body = Node {
            kind: Kind::Table(fields),
            span: place,
        };
        Ok(Item { name, body })
    }

    fn field(&mut self) -> Read<(Text, Node)> {
        if self.peek().is_none_or(|name| name.shape != Shape::Bare) {
            let help = "a field is written `name: value`";
            return Err(self.refused("a name is missing here", help));
        }
        let name = self.name();
        if !self.is(":") {
            let help = "a field is written `name: value`";
            return Err(self.refused("a colon is missing before this", help));
        }
        self.next += 1;
        Ok((name, self.value()?))
    }

    fn value(&mut self) -> Read<Node> {
        let start = self.peek().map_or(self.end, |token| token.whole);
        if self.is_after("(") && self.peek().is_some_and(|token| token.shape == Shape::Bare) {
            self.next += 1;
        }
        let Some(token) = self.peek() else {
            return Err(self.refused("the text ends too early", "a bracket is never closed"));
        };
        if token.shape != Shape::Open {
            let kind = token.kind().ok_or_else(|| {
                let help = "every text stands in quotes, fractions as `\"1/2\"`";
                self.refused("no value is written like this", help)
            })?;
            self.next += 1;
            return Ok(Node {
                kind,
                span: token.place,
            });
        }
        let (kind, place) = self.bracketed(token.text)?;
        Ok(Node {
            kind,
            span: start.to(place),
        })
    }

    fn bracketed(&mut self, bracket: &str) -> Read<(Kind, Span)> {
        let is_named = |at: usize, shape| {
            let token = self.tokens.get(self.next + at);
            token.is_some_and(|token| token.shape == shape)
        };
        if bracket == "{" || is_named(1, Shape::Bare) && is_named(2, Shape::Colon) {
            let (fields, place) = self.group(Self::field)?;
            return Ok((Kind::Table(fields), place));
        }
        let (nodes, place) = self.group(Self::value)?;
        Ok(if nodes.is_empty() && bracket == "(" {
            (Kind::Bare("()".to_owned()), place)
        } else {
            (Kind::List(nodes), place)
        })
    }

    /// All between the next opening bracket and its closing one, with commas between, and the place of the whole.
    fn group<T>(&mut self, element: fn(&mut Self) -> Read<T>) -> Read<(Vec<T>, Span)> {
        let open = self.peek().map_or(self.end, |token| token.whole);
        let close = match self.peek().map_or("", |token| token.text) {
            "(" => ")",
            "[" => "]",
            _ => "}",
        };
        self.depth += 1;
        if self.depth > MAX_NESTING {
            return Err(too_deep(open));
        }
        self.next += 1;
        let mut elements = Vec::new();
        while !self.is(close) {
            elements.push(element(self)?);
            if self.is(",") {
                self.next += 1;
            } else if self.peek().is_none() {
                return Err(self.refused("the text ends too early", "a bracket is never closed"));
            } else if !self.is(close) {
                let help = "put a comma between any two things";
                return Err(self.refused("a comma is missing before this", help));
            }
        }
        let end = self.peek().map_or(self.end, |token| token.whole);
        self.next += 1;
        self.depth -= 1;
        Ok((elements, open.to(end)))
    }

    fn name(&mut self) -> Text {
        let name = self.peek();
        self.next += 1;
        name.map_or_else(
            || Spanned::new(String::new(), self.end),
            |name| Spanned::new(name.text.to_owned(), name.place),
        )
    }

    fn peek(&self) -> Option<&'t Token<'t>> {
        self.tokens.get(self.next)
    }

    fn is(&self, sign: &str) -> bool {
        self.peek().is_some_and(|token| token.is_sign(sign))
    }

    fn is_after(&self, sign: &str) -> bool {
        let after = self.tokens.get(self.next + 1);
        after.is_some_and(|token| token.is_sign(sign))
    }

    fn refused(&self, message: &str, help: &str) -> Diagnostic {
        let place = self.peek().map_or(self.end, |token| token.whole);
        let message = format!("this is not RON: {message}");
        Diagnostic::error(Code::BrokenRon, place, message).help(help)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests;
