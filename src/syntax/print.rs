//! The canonical printing: as few parentheses as keep the meaning, so that what is printed reads back as the same tree.

use super::{
    Arithmetic, Binding, Comparison, Expr, ExprKind, Member, Number, Rate, Rounding, is_name,
};
use num_traits::{One as _, Signed as _};
use std::fmt::{Display, Formatter, Result};

/// How tightly the parts of an expression hold together, loosest first: the levels of the grammar. A part stands bare
/// where its place asks for its own level or a looser one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    /// `a if c, else b`
    Choice,
    Or,
    And,
    Not,
    Compare,
    /// `a at least b`
    Bounds,
    /// A rate or a list of operands, which would swallow what follows in a sum.
    Open,
    Sum,
    Product,
    Sign,
    /// `a as b`, `half a FRU`
    Suffix,
    Tight,
}

/// Words that begin something longer: as plain names they stand in parentheses.
const BEGINNINGS: &[&str] = &[
    "above", "any", "at", "below", "greatest", "half", "least", "of", "was",
];

/// Words that are never a name by themselves, and those that end the unit of a rate.
const RESERVED: &[&str] = &[
    "FRD", "FRU", "and", "as", "at", "beyond", "else", "exact", "if", "in", "includes", "is",
    "not", "of", "or", "up", "with",
];

impl Display for Expr {
    fn fmt(&self, out: &mut Formatter<'_>) -> Result {
        At(Level::Choice, self).fmt(out)
    }
}

impl Display for Member {
    fn fmt(&self, out: &mut Formatter<'_>) -> Result {
        match self {
            Self::One(value) => At(Level::Sum, value).fmt(out),
            Self::Range(start, end) => {
                write!(out, "{}..{}", At(Level::Sum, start), At(Level::Sum, end))
            }
            Self::AtMost(end) => write!(out, "<= {}", At(Level::Sum, end)),
            Self::AtLeast(start) => write!(out, ">= {}", At(Level::Sum, start)),
            Self::Any(_) => out.write_str("any"),
        }
    }
}

/// An expression in a place that asks for a level.
struct At<'a>(Level, &'a Expr);

impl Display for At<'_> {
    fn fmt(&self, out: &mut Formatter<'_>) -> Result {
        let Self(wanted, expr) = self;
        let is_beginning =
            matches!(&expr.kind, ExprKind::Name(name) if BEGINNINGS.contains(&name.as_str()));
        if level(&expr.kind) >= *wanted && !is_beginning {
            return expr.kind.fmt(out);
        }
        write!(out, "({})", expr.kind)
    }
}

const fn level(kind: &ExprKind) -> Level {
    match kind {
        ExprKind::If(..) => Level::Choice,
        ExprKind::Or(_) | ExprKind::With(..) => Level::Or,
        ExprKind::And(_) => Level::And,
        ExprKind::Not(_) => Level::Not,
        ExprKind::In { .. }
        | ExprKind::Compare(..)
        | ExprKind::Word(..)
        | ExprKind::Includes(..) => Level::Compare,
        ExprKind::Clamp(..) => Level::Bounds,
        ExprKind::Rate(_) | ExprKind::Least(_) | ExprKind::Greatest(_) => Level::Open,
        ExprKind::Arithmetic(Arithmetic::Multiply, ..) | ExprKind::Divide(..) => Level::Product,
        ExprKind::Arithmetic(..) => Level::Sum,
        ExprKind::Negate(_) => Level::Sign,
        ExprKind::Part(..) | ExprKind::As(..) | ExprKind::Shift { .. } => Level::Suffix,
        ExprKind::Number { .. }
        | ExprKind::Quoted(_)
        | ExprKind::Name(_)
        | ExprKind::Set(_)
        | ExprKind::Was(_) => Level::Tight,
    }
}

/// Without parentheses around it.
impl Display for ExprKind {
    fn fmt(&self, out: &mut Formatter<'_>) -> Result {
        match self {
            Self::If(value, condition, other) => {
                write!(
                    out,
                    "{} if {}, else {other}",
                    At(Level::Or, value),
                    At(Level::Or, condition)
                )
            }
            Self::Or(parts) => joined(parts, Level::And, " or ", out),
            Self::And(parts) => joined(parts, Level::Not, " and ", out),
            Self::Not(inner) => write!(out, "not {}", At(Level::Not, inner)),
            Self::In { left, set, negated } => membership(left, set, *negated, out),
            Self::Compare(comparison, left, right) => test(left, comparison, right, out),
            Self::Word(left, word, right) => {
                test(left, format_args!("{} than", word.text), right, out)
            }
            Self::Includes(left, right) => test(left, "includes", right, out),
            Self::Clamp(inner, least, most) => {
                clamped(inner, least.as_deref(), most.as_deref(), out)
            }
            Self::Rate(rate) => rate.fmt(out),
            Self::Least(items) => {
                out.write_str("least of ")?;
                joined(items, Level::Sum, ", ", out)
            }
            Self::Greatest(items) => {
                out.write_str("greatest of ")?;
                joined(items, Level::Sum, ", ", out)
            }
            Self::Arithmetic(arithmetic, left, right) => {
                let (sign, level, above) = match arithmetic {
                    Arithmetic::Add => ("+", Level::Sum, Level::Product),
                    Arithmetic::Subtract => ("-", Level::Sum, Level::Product),
                    Arithmetic::Multiply => ("*", Level::Product, Level::Sign),
                };
                write!(out, "{} {sign} {}", At(level, left), At(above, right))
            }
            Self::Divide(left, right, rounding) => {
                write!(
                    out,
                    "{} / {}",
                    At(Level::Product, left),
                    At(Level::Tight, right)
                )?;
                behind(" ", *rounding, out)
            }
            // A number without a sign stands in parentheses, lest the minus be read as its sign.
            Self::Negate(inner) => match inner.kind {
                Self::Number { signed: false, .. } => write!(out, "-({inner})"),
                Self::Number { signed: true, .. } | Self::Negate(_) => write!(out, "- {inner}"),
                _ => write!(out, "-{}", At(Level::Tight, inner)),
            },
            Self::Part(amount, of, rounding) => part(*amount, of, *rounding, out),
            Self::As(inner, unit) => {
                write!(out, "{} as {}", At(Level::Suffix, inner), Unit(&unit.text))
            }
            Self::Shift { of, levels, down } => {
                write!(out, "{} ", At(Level::Suffix, of))?;
                out.write_str(&levels_of(levels, *down))
            }
            Self::With(question, bindings) => with(question, bindings, out),
            Self::Was(inner) => write!(out, "was ({inner})"),
            Self::Set(members) => braces(members, out),
            Self::Quoted(text) => write!(out, "'{text}'"),
            Self::Name(name) => out.write_str(name),
            Self::Number {
                value,
                signed: true,
            } => write!(out, "{}", Modifier(*value)),
            Self::Number {
                value,
                signed: false,
            } => write!(out, "{}", Plain(*value)),
        }
    }
}

/// `x at least 0 up to 3`
fn clamped(
    inner: &Expr,
    least: Option<&Expr>,
    most: Option<&Expr>,
    out: &mut Formatter<'_>,
) -> Result {
    write!(out, "{}", At(Level::Open, inner))?;
    behind(" at least ", least.map(Bound), out)?;
    behind(" up to ", most.map(Bound), out)
}

/// How many levels, and which way: `one level up`, `(raids) levels down`.
fn levels_of(levels: &Expr, down: bool) -> String {
    let way = if down { "down" } else { "up" };
    match levels.kind {
        ExprKind::Number {
            value,
            signed: false,
        } if value.is_integer() => match value.to_integer() {
            1 => format!("one level {way}"),
            count => format!("{count} levels {way}"),
        },
        _ => format!("({levels}) levels {way}"),
    }
}

fn test(left: &Expr, sign: impl Display, right: &Expr, out: &mut Formatter<'_>) -> Result {
    write!(
        out,
        "{} {sign} {}",
        At(Level::Sum, left),
        At(Level::Open, right)
    )
}

/// What may follow, after the words that lead to it.
fn behind(words: &str, what: Option<impl Display>, out: &mut Formatter<'_>) -> Result {
    what.map_or(Ok(()), |what| write!(out, "{words}{what}"))
}

fn joined(parts: &[Expr], level: Level, between: &str, out: &mut Formatter<'_>) -> Result {
    for (index, part) in parts.iter().enumerate() {
        write!(
            out,
            "{}{}",
            if index > 0 { between } else { "" },
            At(level, part)
        )?;
    }
    Ok(())
}

/// One value is said with `is`, a range or a set with `in`. A value that itself begins with a brace stays in braces.
fn membership(left: &Expr, set: &[Member], negated: bool, out: &mut Formatter<'_>) -> Result {
    let not = if negated { "not " } else { "" };
    write!(out, "{} ", At(Level::Sum, left))?;
    let only = match set {
        [only @ (Member::One(_) | Member::Range(..))] => Some((only, only.to_string())),
        _ => None,
    };
    match only.filter(|(_, text)| !text.starts_with('{')) {
        Some((Member::One(_), text)) => write!(out, "is {not}{text}"),
        Some((_, text)) => write!(out, "{not}in {text}"),
        None => {
            write!(out, "{not}in ")?;
            braces(set, out)
        }
    }
}

fn braces(members: &[Member], out: &mut Formatter<'_>) -> Result {
    let members: Vec<String> = members.iter().map(Member::to_string).collect();
    write!(out, "{{{}}}", members.join(", "))
}

/// A value where a bound stands: one value, or a part of one.
struct Bound<'a>(&'a Expr);

impl Display for Bound<'_> {
    fn fmt(&self, out: &mut Formatter<'_>) -> Result {
        let is_part = matches!(self.0.kind, ExprKind::Part(..));
        At(if is_part { Level::Suffix } else { Level::Tight }, self.0).fmt(out)
    }
}

impl Display for Rate {
    fn fmt(&self, out: &mut Formatter<'_>) -> Result {
        write!(out, "{} per", Modifier(self.amount))?;
        let step = self.unit.is_none() || !self.step.is_one();
        behind(" ", step.then_some(Plain(self.step)), out)?;
        behind(" ", self.unit.as_ref().map(|unit| Unit(&unit.text)), out)?;
        behind(
            " of ",
            self.of.as_deref().map(|of| At(Level::Tight, of)),
            out,
        )?;
        behind(" ", self.rounding, out)?;
        behind(" beyond ", self.beyond.as_deref().map(Bound), out)
    }
}

fn part(amount: Number, of: &Expr, rounding: Option<Rounding>, out: &mut Formatter<'_>) -> Result {
    if amount == Number::new(1, 2) {
        out.write_str("half ")?;
    } else {
        write!(out, "{} of ", Plain(amount))?;
    }
    if matches!(of.kind, ExprKind::Number { signed: true, .. }) {
        write!(out, "({of})")?;
    } else {
        At(Level::Tight, of).fmt(out)?;
    }
    behind(" ", rounding, out)
}

fn with(question: &Expr, bindings: &[Binding], out: &mut Formatter<'_>) -> Result {
    match &question.kind {
        ExprKind::Name(_) => At(Level::Tight, question).fmt(out)?,
        _ => write!(out, "({question})")?,
    }
    for (index, Binding { fact, value }) in bindings.iter().enumerate() {
        let before = if index > 0 { "," } else { " with" };
        write!(out, "{before} {} = ", fact.text)?;
        match value.kind {
            ExprKind::With(..) => write!(out, "({value})")?,
            _ => At(Level::Or, value).fmt(out)?,
        }
    }
    Ok(())
}

impl Display for Rounding {
    fn fmt(&self, out: &mut Formatter<'_>) -> Result {
        out.write_str(match self {
            Self::Fru => "FRU",
            Self::Frd => "FRD",
            Self::Exact => "exact",
        })
    }
}

/// The name of a unit: one that is no plain name stands in quotes.
struct Unit<'a>(&'a str);

impl Display for Unit<'_> {
    fn fmt(&self, out: &mut Formatter<'_>) -> Result {
        let text = self.0;
        if is_name(text) && !RESERVED.contains(&text) {
            out.write_str(text)
        } else {
            write!(out, "'{text}'")
        }
    }
}

/// `12`, `1/2`, `3 1/2`
struct Plain(Number);

impl Display for Plain {
    fn fmt(&self, out: &mut Formatter<'_>) -> Result {
        let (whole, fraction) = (self.0.to_integer(), self.0.fract());
        match (whole, fraction.is_integer()) {
            (_, true) => write!(out, "{whole}"),
            (0, false) => write!(out, "{}", self.0),
            (_, false) => write!(out, "{whole} {}", fraction.abs()),
        }
    }
}

/// A number with its sign.
struct Modifier(Number);

impl Display for Modifier {
    fn fmt(&self, out: &mut Formatter<'_>) -> Result {
        let sign = if self.0.is_negative() { "-" } else { "+" };
        write!(out, "{sign}{}", Plain(self.0.abs()))
    }
}

impl Display for Comparison {
    fn fmt(&self, out: &mut Formatter<'_>) -> Result {
        out.write_str(match self {
            Self::Equal => "=",
            Self::NotEqual => "!=",
            Self::Below => "<",
            Self::AtMost => "<=",
            Self::Above => ">",
            Self::AtLeast => ">=",
        })
    }
}
