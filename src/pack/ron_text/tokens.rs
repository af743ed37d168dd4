//! The tokens of a RON text, each with its place.

use super::super::node::{Kind, span};
use super::grammar::{Grammar, Rule};
use crate::source::{FileId, Span};
use pest::Parser as _;
use pest::iterators::Pair;

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// A text in quotes.
    Text,
    /// A text in quotes in which nothing is escaped.
    Raw,
    /// An opening bracket.
    Open,
    /// A closing bracket.
    Close,
    Comma,
    Colon,
    /// A word, a number or another thing without quotes.
    Bare,
    /// A sign that begins nothing.
    Stray,
}

/// A token.
#[derive(Debug, Clone)]
pub(super) struct Token<'t> {
    pub(super) shape: Shape,
    /// What is written; of a text, what stands in its quotes.
    pub(super) text: &'t str,
    /// Where that is.
    pub(super) place: Span,
    /// Where the token is, with its quotes.
    pub(super) whole: Span,
}

/// The tokens of a text.
pub(super) fn of(text: &str, file: FileId) -> Vec<Token<'_>> {
    // Every text is some tokens.
    let pairs = Grammar::parse(Rule::file, text).into_iter().flatten();
    pairs.filter_map(|pair| token(&pair, file)).collect()
}

fn token<'t>(pair: &Pair<'t, Rule>, file: FileId) -> Option<Token<'t>> {
    let shape = match pair.as_rule() {
        Rule::text => Shape::Text,
        Rule::raw => Shape::Raw,
        Rule::open => Shape::Open,
        Rule::close => Shape::Close,
        Rule::comma => Shape::Comma,
        Rule::colon => Shape::Colon,
        Rule::bare => Shape::Bare,
        Rule::stray => Shape::Stray,
        _ => return None,
    };
    let place = |pair: &Pair<'t, Rule>| span(file, pair.as_span().start(), pair.as_span().end());
    let inside = pair.clone().into_inner().next();
    let inside = inside.as_ref().unwrap_or(pair);
    Some(Token {
        shape,
        text: inside.as_str(),
        place: place(inside),
        whole: place(pair),
    })
}

impl Token<'_> {
    /// Whether it is this bracket, comma or colon.
    pub(super) fn is_sign(&self, sign: &str) -> bool {
        let is_sign = matches!(
            self.shape,
            Shape::Open | Shape::Close | Shape::Comma | Shape::Colon
        );
        is_sign && self.text == sign
    }

    /// The value that it is, if it is one.
    pub(super) fn kind(&self) -> Option<Kind> {
        match self.shape {
            Shape::Raw => Some(Kind::Text(self.text.to_owned())),
            Shape::Text if !self.text.contains('\\') => Some(Kind::Text(self.text.to_owned())),
            Shape::Text => ron::from_str(&format!("\"{}\"", self.text))
                .ok()
                .map(Kind::Text),
            Shape::Bare => Some(match ron::from_str(self.text).ok()? {
                ron::Value::Bool(value) => Kind::Bool(value),
                ron::Value::Number(_) => Kind::Number(self.text.to_owned()),
                _ => Kind::Bare(self.text.to_owned()),
            }),
            _ => None,
        }
    }
}
