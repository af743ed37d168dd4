//! What the grammar recognised, with the places in the file.

use super::grammar::Rule;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::{Expr, ExprKind, Name};
use pest::iterators::Pair;

/// A piece of a text that stands at a place in a file.
#[derive(Clone)]
pub struct Piece<'t> {
    pub pair: Pair<'t, Rule>,
    /// The place of the whole text.
    pub base: Span,
}

/// What comes of building a part of the tree.
pub type Built<T> = Result<T, Diagnostic>;

impl<'t> Piece<'t> {
    pub fn rule(&self) -> Rule {
        self.pair.as_rule()
    }

    pub fn text(&self) -> &'t str {
        self.pair.as_str()
    }

    /// Where it is written, without the space after it.
    pub fn span(&self) -> Span {
        let start = self.pair.as_span().start();
        self.base
            .within(start, start + self.text().trim_end().len())
    }

    pub fn parts(&self) -> impl DoubleEndedIterator<Item = Self> + use<'t> {
        let base = self.base;
        self.pair
            .clone()
            .into_inner()
            .map(move |pair| Self { pair, base })
    }

    /// The parts of these kinds.
    pub fn all(&self, kinds: &'static [Rule]) -> impl DoubleEndedIterator<Item = Self> + use<'t> {
        self.parts()
            .filter(move |part| kinds.contains(&part.rule()))
    }

    pub fn find(&self, kind: Rule) -> Option<Self> {
        self.parts().find(|part| part.rule() == kind)
    }

    pub fn holds(&self, kind: Rule) -> bool {
        self.find(kind).is_some()
    }

    pub fn first(&self) -> Built<Self> {
        self.parts().next().ok_or_else(|| unreadable(self.span()))
    }

    pub fn last(&self) -> Built<Self> {
        self.parts()
            .next_back()
            .ok_or_else(|| unreadable(self.span()))
    }

    /// The name, or the quoted text that stands for one.
    pub fn name(&self) -> Name {
        Name {
            text: self.text().trim_matches('\'').to_owned(),
            span: self.span(),
        }
    }

    /// As an expression of this kind.
    pub fn expr(&self, kind: ExprKind) -> Expr {
        Expr {
            kind,
            span: self.span(),
        }
    }
}

/// A piece that lacks a part the grammar promises it: never met, but no reason to stop the program.
pub fn unreadable(span: Span) -> Diagnostic {
    Diagnostic::error(
        Code::BrokenExpression,
        span,
        "this expression cannot be read",
    )
}
