//! The tokens of a RON text, each with its place.

use super::super::node::{Kind, span};
use super::grammar::{Grammar, Rule};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{FileId, Span};
use pest::Parser as _;
use pest::iterators::Pair;

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// A text in quotes.
    Text,
    /// A text in quotes in which nothing is escaped.
    Raw,
    Open,
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
pub struct Token<'t> {
    pub shape: Shape,
    /// What is written; of a text, what stands in its quotes.
    pub text: &'t str,
    /// Where that is.
    pub place: Span,
    /// Where the token is, with its quotes.
    pub whole: Span,
}

/// The tokens of a text.
pub fn of(text: &str, file: FileId) -> Vec<Token<'_>> {
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
    pub fn is_sign(&self, sign: &str) -> bool {
        let is_text = matches!(
            self.shape,
            Shape::Text | Shape::Raw | Shape::Bare | Shape::Stray
        );
        !is_text && self.text == sign
    }

    /// The value that it is, if it is one.
    pub fn kind(&self) -> Option<Kind> {
        let text = self.text.to_owned();
        match self.shape {
            Shape::Text if text.contains('\\') => {
                ron::from_str(&format!("\"{text}\"")).ok().map(Kind::Text)
            }
            Shape::Text | Shape::Raw => Some(Kind::Text(text)),
            Shape::Bare => Some(match ron::from_str(&text).ok()? {
                ron::Value::Bool(value) => Kind::Bool(value),
                ron::Value::Number(_) => Kind::Number(text),
                _ => Kind::Bare(text),
            }),
            _ => None,
        }
    }
}

/// The bracket that closes what ends in an opening one.
pub fn closing(open: &str) -> &'static str {
    match open.chars().next_back() {
        Some('(') => ")",
        Some('[') => "]",
        _ => "}",
    }
}

pub fn broken(place: Span, message: &str) -> Diagnostic {
    Diagnostic::error(
        Code::BrokenRon,
        place,
        format!("this is not RON: {message}"),
    )
}
