//! The expression tree with its spans, from the pest grammar, and its canonical printing. A text goes in, a tree and
//! broken-expression diagnostics come out. It never resolves a name: whether `dry` is a value or a fact, the checker says.

use crate::source::Span;
use num_rational::Ratio;
use serde::{Deserialize, Serialize};

pub mod parse;
mod print;
mod spaced;
mod walk;
#[cfg(feature = "lsp")]
pub use parse::tokens;
pub use parse::{is_absent, is_name, is_reserved, parse, parse_set, plain_dice, unmarked, words};
pub use spaced::spaced;

/// An exact number.
pub type Number = Ratio<i64>;

/// An expression and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Where it is written.
    pub span: Span,
}

/// A name as written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name {
    /// The name.
    pub text: String,
    /// Where it is written.
    pub span: Span,
}

/// How a division is rounded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Rounding {
    /// Fractions rounded up.
    Fru,
    /// Fractions rounded down.
    Frd,
    /// Fractions kept.
    Exact,
}

/// Arithmetic of two operands that is not a division.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Arithmetic {
    /// `a + b`
    Add,
    /// `a - b`
    Subtract,
    /// `a * b`
    Multiply,
}

/// An order between two values of one scale or unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Comparison {
    /// `=`, or `is` with a value that is not in the left side's domain.
    Equal,
    /// `!=`
    NotEqual,
    /// `<`, `is below`
    Below,
    /// `<=`, `is at most`
    AtMost,
    /// `>`, `is above`
    Above,
    /// `>=`, `is at least`
    AtLeast,
}

impl Comparison {
    /// The one that holds where this one does not.
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Self::Equal => Self::NotEqual,
            Self::NotEqual => Self::Equal,
            Self::Below => Self::AtLeast,
            Self::AtMost => Self::Above,
            Self::Above => Self::AtMost,
            Self::AtLeast => Self::Below,
        }
    }
}

/// One member of a written set: a value, or a range with one or two ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Member {
    /// `dry`, `7`, or the name of a group of values.
    One(Expr),
    /// `7..12`, `nov..apr`: both ends included.
    Range(Expr, Expr),
    /// `<= 5`
    AtMost(Expr),
    /// `>= 10`
    AtLeast(Expr),
    /// `any`: the whole domain.
    Any(Span),
}

/// `+1 per 6 hexes of range FRU beyond 12`; bounds such as `up to +3` stand around it as [`ExprKind::Clamp`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rate {
    /// What each step gives, with its sign: `+1`.
    pub amount: Number,
    /// How many make a step: 6; 1 where none is written.
    pub step: Number,
    /// The unit counted (`hexes`, `hex`), if it is named; its place.
    pub unit: Option<Name>,
    /// The fact or question counted, if it is named.
    pub of: Option<Box<Expr>>,
    /// How parts of a step count; `None` where it is not said.
    pub rounding: Option<Rounding>,
    /// Where counting begins: 12. Nothing below it counts.
    pub beyond: Option<Box<Expr>>,
}

/// One binding of `q with fact = value`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Binding {
    /// The fact.
    pub fact: Name,
    /// What it is taken to be.
    pub value: Expr,
}

/// The kinds of expression.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExprKind {
    /// A number; `signed` where it is written with a sign, which makes it a modifier.
    Number {
        /// How much.
        value: Number,
        /// Whether a sign is written.
        signed: bool,
    },
    /// Free text in single quotes.
    Quoted(String),
    /// A fact, question, reading, group or value, `yes` and `no` included.
    Name(String),
    /// `{a, b, c..d}` where a set is wanted as a value.
    Set(Vec<Member>),
    /// `a + b` and its like.
    Arithmetic(Arithmetic, Box<Expr>, Box<Expr>),
    /// `a / b FRU`; `half a FRU` and `1/4 of a FRU` are divisions and products of this kind too (see [`ExprKind::Part`]).
    Divide(Box<Expr>, Box<Expr>, Option<Rounding>),
    /// `half range FRU`, `1/4 of allotment FRU`: an exact part of something.
    Part(Number, Box<Expr>, Option<Rounding>),
    /// `-x`
    Negate(Box<Expr>),
    /// A rate.
    Rate(Rate),
    /// `x at least a` and `x up to b`: (x, least, most).
    Clamp(Box<Expr>, Option<Box<Expr>>, Option<Box<Expr>>),
    /// `least of a, b`
    Least(Vec<Expr>),
    /// `greatest of a, b`
    Greatest(Vec<Expr>),
    /// `a if c, else b`: (a, c, b).
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `x as DRM`
    As(Box<Expr>, Name),
    /// `dust one level up`, `ec 2 levels down`, `ec (raids) levels down`.
    Shift {
        /// What is moved along its scale.
        of: Box<Expr>,
        /// How many levels.
        levels: Box<Expr>,
        /// Whether the other way.
        down: bool,
    },
    /// `was (x)`
    Was(Box<Expr>),
    /// `q with fact = value, …`
    With(Box<Expr>, Vec<Binding>),
    /// `a and b and c`
    And(Vec<Expr>),
    /// `a or b or c`
    Or(Vec<Expr>),
    /// `not a`
    Not(Box<Expr>),
    /// `a is b`, `a in {…}`, `a not in {…}`: membership; `is` with one value is a set of one.
    In {
        /// What is tested.
        left: Box<Expr>,
        /// The members.
        set: Vec<Member>,
        /// `is not`, `not in`.
        negated: bool,
    },
    /// `a >= b`, `a is at least b`, `a = b`.
    Compare(Comparison, Box<Expr>, Box<Expr>),
    /// `ec wetter than dry`: a comparison by a word that the fact declares.
    Word(Box<Expr>, Name, Box<Expr>),
    /// `gear includes rope`
    Includes(Box<Expr>, Box<Expr>),
}
