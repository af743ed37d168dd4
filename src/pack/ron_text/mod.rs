//! A RON text as its items, each a tree of nodes, or what is wrong with its syntax. The tokens and their places are told here;
//! what a bare word or a text with escapes is, `ron` says.

mod slips;
mod tokens;

use super::node::{Item, Kind, MAX_NESTING, Node, Problems, span, too_deep};
use crate::diagnostic::Diagnostic;
use crate::source::{FileId, Span, Spanned, Text};
use tokens::Token;

pub use slips::ITEMS;
pub use tokens::{Shape, of as tokens};

/// The items of a RON text: one, or a list of them; none, if its syntax is broken anywhere.
pub fn parse(text: &str, file: FileId, problems: &Problems) -> Vec<Item> {
    let mut reader = Reader {
        tokens: &tokens::of(text, file),
        depth: 0,
        end: span(file, text.len(), text.len()),
    };
    let all = reader.tokens;
    reader.file().unwrap_or_else(|refused| {
        problems.report(slips::first(text, all, &refused).unwrap_or(refused));
        Vec::new()
    })
}

/// Reads the tokens one after the other; how deep they nest is limited.
struct Reader<'t> {
    /// Those that are left.
    tokens: &'t [Token<'t>],
    depth: usize,
    /// The place after all text.
    end: Span,
}

type Read<T> = Result<T, Diagnostic>;

const AN_ITEM: &str = "an item is written `Chart(…)` or `List(…)`";
const A_FIELD: &str = "a field is written `name: value`";

impl<'t> Reader<'t> {
    fn file(&mut self) -> Read<Vec<Item>> {
        let items = if self.is(0, "[") {
            self.group(Self::item)?.0
        } else {
            vec![self.item()?]
        };
        match self.tokens {
            [] => Ok(items),
            _ => Err(self.refused(
                "something stands after the end",
                "several items are written as a list: `[…, …]`",
            )),
        }
    }

    /// `Chart(…)`
    fn item(&mut self) -> Read<Item> {
        let is_named = self.is(1, "(");
        let name = self.name(AN_ITEM, is_named)?;
        let (fields, span) = self.group(Self::field)?;
        let kind = Kind::Table(fields);
        Ok(Item {
            name,
            body: Node { kind, span },
        })
    }

    fn field(&mut self) -> Read<(Text, Node)> {
        let name = self.name(A_FIELD, true)?;
        if !self.is(0, ":") {
            return Err(self.refused("a colon is missing before this", A_FIELD));
        }
        self.take();
        Ok((name, self.value()?))
    }

    fn value(&mut self) -> Read<Node> {
        let start = self.place();
        if self.is(1, "(") && self.shape(0) == Some(Shape::Bare) {
            self.take();
        }
        let Some(token) = self.tokens.first() else {
            return Err(self.too_early());
        };
        if token.shape == Shape::Open {
            let (kind, place) = self.bracketed(token.text)?;
            let span = start.to(place);
            return Ok(Node { kind, span });
        }
        let help = "every text stands in quotes, fractions as `\"1/2\"`";
        let kind = token
            .kind()
            .ok_or_else(|| self.refused("no value is written like this", help))?;
        self.take();
        let span = token.place;
        Ok(Node { kind, span })
    }

    fn bracketed(&mut self, bracket: &str) -> Read<(Kind, Span)> {
        let is_named = self.shape(1) == Some(Shape::Bare) && self.shape(2) == Some(Shape::Colon);
        if bracket == "{" || is_named {
            let (fields, place) = self.group(Self::field)?;
            return Ok((Kind::Table(fields), place));
        }
        let (nodes, place) = self.group(Self::value)?;
        Ok(match nodes.as_slice() {
            [] if bracket == "(" => (Kind::Bare("()".to_owned()), place),
            _ => (Kind::List(nodes), place),
        })
    }

    /// All between the next opening bracket and its closing one, with commas between, and the place of the whole.
    fn group<T>(&mut self, element: fn(&mut Self) -> Read<T>) -> Read<(Vec<T>, Span)> {
        let open = self.place();
        let close = tokens::closing(self.tokens.first().map_or("", |token| token.text));
        self.depth += 1;
        if self.depth > MAX_NESTING {
            return Err(too_deep(open));
        }
        self.take();
        let mut elements = Vec::new();
        while !self.is(0, close) {
            elements.push(element(self)?);
            if self.is(0, ",") {
                self.take();
            } else if self.tokens.is_empty() {
                return Err(self.too_early());
            } else if !self.is(0, close) {
                let help = match self.is(0, ";") {
                    true => "write `,` in place of `;`",
                    false => "put a comma between any two things",
                };
                let refused = self.refused("a comma is missing before this", help);
                return Err(refused.help(
                    "what is pasted from a spreadsheet becomes a chart by `chartroom import -`",
                ));
            }
        }
        let end = self.place();
        self.take();
        self.depth -= 1;
        Ok((elements, open.to(end)))
    }

    fn name(&mut self, help: &str, is_fit: bool) -> Read<Text> {
        match self.tokens.first() {
            Some(name) if name.shape == Shape::Bare && is_fit => {
                self.take();
                Ok(Spanned::new(name.text.to_owned(), name.place))
            }
            _ => Err(self.refused("a name is missing here", help)),
        }
    }

    fn take(&mut self) {
        self.tokens = self.tokens.get(1..).unwrap_or_default();
    }

    /// Where the next token stands, or the text ends.
    fn place(&self) -> Span {
        self.tokens.first().map_or(self.end, |token| token.whole)
    }

    fn shape(&self, at: usize) -> Option<Shape> {
        self.tokens.get(at).map(|token| token.shape)
    }

    fn is(&self, at: usize, sign: &str) -> bool {
        self.tokens.get(at).is_some_and(|token| token.is_sign(sign))
    }

    fn too_early(&self) -> Diagnostic {
        self.refused("the text ends too early", "a bracket is never closed")
    }

    fn refused(&self, message: &str, help: &str) -> Diagnostic {
        tokens::broken(self.place(), message).help(help)
    }
}
