//! The canonical printing: as few parentheses as keep the meaning, so that what is printed reads back as the same tree.

use super::{Arithmetic, Binding, Comparison, Expr, ExprKind, Member, Number, Rate, Rounding};
use num_traits::{One as _, Signed as _};
use std::fmt::{Display, Formatter, Result, Write};

/// How tightly the parts of an expression hold together, loosest first: the levels of the grammar. A part stands bare
/// where its place asks for its own level or a looser one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    /// `a if c, else b`
    Choice,
    /// `a or b`
    Or,
    /// `a and b`
    And,
    /// `not a`
    Not,
    /// `a >= b`
    Compare,
    /// `a at least b`
    Bounds,
    /// A rate or a list of operands, which would swallow what follows in a sum.
    Open,
    /// `a + b`
    Sum,
    /// `a * b`
    Product,
    /// `-a`
    Sign,
    /// `a as b`, `half a FRU`
    Suffix,
    /// What holds together by itself.
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
        if level(&self.1.kind) < self.0 || is_beginning(&self.1.kind) {
            out.write_str("(")?;
            bare(&self.1.kind, out)?;
            return out.write_str(")");
        }
        bare(&self.1.kind, out)
    }
}

fn is_beginning(kind: &ExprKind) -> bool {
    matches!(kind, ExprKind::Name(name) if BEGINNINGS.contains(&name.as_str()))
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
        ExprKind::Part(..) | ExprKind::As(..) | ExprKind::Shift(..) => Level::Suffix,
        ExprKind::Number { .. }
        | ExprKind::Quoted(_)
        | ExprKind::Name(_)
        | ExprKind::Set(_)
        | ExprKind::Was(_) => Level::Tight,
    }
}

fn bare(kind: &ExprKind, out: &mut Formatter<'_>) -> Result {
    match kind {
        ExprKind::If(value, condition, other) => {
            write!(
                out,
                "{} if {}, else {other}",
                At(Level::Or, value),
                At(Level::Or, condition)
            )
        }
        ExprKind::Or(parts) => joined(parts, Level::And, " or ", out),
        ExprKind::And(parts) => joined(parts, Level::Not, " and ", out),
        ExprKind::Not(inner) => write!(out, "not {}", At(Level::Not, inner)),
        ExprKind::In { left, set, negated } => membership(left, set, *negated, out),
        ExprKind::Compare(comparison, left, right) => {
            write!(
                out,
                "{} {comparison} {}",
                At(Level::Sum, left),
                At(Level::Open, right)
            )
        }
        ExprKind::Word(left, word, right) => {
            write!(
                out,
                "{} {} than {}",
                At(Level::Sum, left),
                word.text,
                At(Level::Open, right)
            )
        }
        ExprKind::Includes(left, right) => {
            write!(
                out,
                "{} includes {}",
                At(Level::Sum, left),
                At(Level::Open, right)
            )
        }
        _ => value(kind, out),
    }
}

fn value(kind: &ExprKind, out: &mut Formatter<'_>) -> Result {
    match kind {
        ExprKind::Clamp(inner, least, most) => clamp(inner, least.as_deref(), most.as_deref(), out),
        ExprKind::Rate(rate) => rate.fmt(out),
        ExprKind::Least(items) => {
            out.write_str("least of ")?;
            joined(items, Level::Sum, ", ", out)
        }
        ExprKind::Greatest(items) => {
            out.write_str("greatest of ")?;
            joined(items, Level::Sum, ", ", out)
        }
        ExprKind::Arithmetic(arithmetic, left, right) => operation(*arithmetic, left, right, out),
        ExprKind::Divide(left, right, rounding) => {
            write!(
                out,
                "{} / {}",
                At(Level::Product, left),
                At(Level::Tight, right)
            )?;
            rounded(*rounding, out)
        }
        ExprKind::Negate(inner) => negation(inner, out),
        _ => tight(kind, out),
    }
}

fn tight(kind: &ExprKind, out: &mut Formatter<'_>) -> Result {
    match kind {
        ExprKind::Part(amount, of, rounding) => part(*amount, of, *rounding, out),
        ExprKind::As(inner, unit) => {
            write!(out, "{} as ", At(Level::Suffix, inner))?;
            unit_name(&unit.text, out)
        }
        ExprKind::Shift(inner, levels) => shift(inner, *levels, out),
        ExprKind::With(question, bindings) => with(question, bindings, out),
        ExprKind::Was(inner) => write!(out, "was ({inner})"),
        ExprKind::Set(members) => braces(members, out),
        ExprKind::Quoted(text) => write!(out, "'{text}'"),
        ExprKind::Name(name) => out.write_str(name),
        ExprKind::Number {
            value,
            signed: true,
        } => modifier(*value, out),
        ExprKind::Number {
            value,
            signed: false,
        } => number(*value, out),
        // Every other kind is printed above.
        _ => Ok(()),
    }
}

fn joined(parts: &[Expr], level: Level, between: &str, out: &mut Formatter<'_>) -> Result {
    for (index, part) in parts.iter().enumerate() {
        if index > 0 {
            out.write_str(between)?;
        }
        At(level, part).fmt(out)?;
    }
    Ok(())
}

/// One value is said with `is`, a range or a set with `in`. A value that itself begins with a brace stays in braces.
fn membership(left: &Expr, set: &[Member], negated: bool, out: &mut Formatter<'_>) -> Result {
    let not = if negated { "not " } else { "" };
    At(Level::Sum, left).fmt(out)?;
    match set {
        [only @ Member::One(_)] if !begins_with_brace(only) => {
            write!(out, " is {not}{only}")
        }
        [only @ Member::Range(..)] if !begins_with_brace(only) => {
            write!(out, " {not}in {only}")
        }
        _ => {
            write!(out, " {not}in ")?;
            braces(set, out)
        }
    }
}

fn begins_with_brace(member: &Member) -> bool {
    let mut first = First(None);
    // The error is how the first character ends the printing.
    let _ = write!(first, "{member}");
    first.0 == Some('{')
}

/// Takes the first character of a text and no more.
struct First(Option<char>);

impl Write for First {
    fn write_str(&mut self, text: &str) -> Result {
        self.0 = self.0.or_else(|| text.chars().next());
        if self.0.is_some() {
            Err(std::fmt::Error)
        } else {
            Ok(())
        }
    }
}

fn braces(members: &[Member], out: &mut Formatter<'_>) -> Result {
    out.write_str("{")?;
    for (index, member) in members.iter().enumerate() {
        write!(out, "{}{member}", if index > 0 { ", " } else { "" })?;
    }
    out.write_str("}")
}

/// The bounds of a rate are the rate's own; another bounded value that is bounded again stands in parentheses.
fn clamp(
    inner: &Expr,
    least: Option<&Expr>,
    most: Option<&Expr>,
    out: &mut Formatter<'_>,
) -> Result {
    At(Level::Open, inner).fmt(out)?;
    if let Some(least) = least {
        write!(out, " at least {}", Bound(least))?;
    }
    if let Some(most) = most {
        write!(out, " up to {}", Bound(most))?;
    }
    Ok(())
}

/// A value where a bound stands: one value, or a part of one.
struct Bound<'a>(&'a Expr);

impl Display for Bound<'_> {
    fn fmt(&self, out: &mut Formatter<'_>) -> Result {
        let level = if matches!(self.0.kind, ExprKind::Part(..)) {
            Level::Suffix
        } else {
            Level::Tight
        };
        At(level, self.0).fmt(out)
    }
}

impl Display for Rate {
    fn fmt(&self, out: &mut Formatter<'_>) -> Result {
        modifier(self.amount, out)?;
        out.write_str(" per")?;
        if self.unit.is_none() || !self.step.is_one() {
            out.write_str(" ")?;
            number(self.step, out)?;
        }
        if let Some(unit) = &self.unit {
            out.write_str(" ")?;
            unit_name(&unit.text, out)?;
        }
        if let Some(of) = &self.of {
            write!(out, " of {}", At(Level::Tight, of))?;
        }
        rounded(self.rounding, out)?;
        self.beyond
            .as_ref()
            .map_or(Ok(()), |beyond| write!(out, " beyond {}", Bound(beyond)))
    }
}

fn operation(arithmetic: Arithmetic, left: &Expr, right: &Expr, out: &mut Formatter<'_>) -> Result {
    let (sign, level, above) = match arithmetic {
        Arithmetic::Add => ("+", Level::Sum, Level::Product),
        Arithmetic::Subtract => ("-", Level::Sum, Level::Product),
        Arithmetic::Multiply => ("*", Level::Product, Level::Sign),
    };
    write!(out, "{} {sign} {}", At(level, left), At(above, right))
}

/// A number stands in parentheses, lest the minus be read as its sign.
fn negation(inner: &Expr, out: &mut Formatter<'_>) -> Result {
    match inner.kind {
        ExprKind::Number { .. } => write!(out, "-({inner})"),
        ExprKind::Negate(_) => write!(out, "- {inner}"),
        _ => write!(out, "-{}", At(Level::Tight, inner)),
    }
}

fn part(amount: Number, of: &Expr, rounding: Option<Rounding>, out: &mut Formatter<'_>) -> Result {
    if amount == Number::new(1, 2) {
        out.write_str("half ")?;
    } else {
        number(amount, out)?;
        out.write_str(" of ")?;
    }
    if matches!(of.kind, ExprKind::Number { signed: true, .. }) {
        write!(out, "({of})")?;
    } else {
        At(Level::Tight, of).fmt(out)?;
    }
    rounded(rounding, out)
}

fn shift(inner: &Expr, levels: i32, out: &mut Formatter<'_>) -> Result {
    let way = if levels < 0 { "down" } else { "up" };
    At(Level::Suffix, inner).fmt(out)?;
    match levels.unsigned_abs() {
        1 => write!(out, " one level {way}"),
        count => write!(out, " {count} levels {way}"),
    }
}

fn with(question: &Expr, bindings: &[Binding], out: &mut Formatter<'_>) -> Result {
    match &question.kind {
        ExprKind::Name(_) => At(Level::Tight, question).fmt(out)?,
        _ => write!(out, "({question})")?,
    }
    for (index, binding) in bindings.iter().enumerate() {
        write!(
            out,
            "{} {} = ",
            if index > 0 { "," } else { " with" },
            binding.fact.text
        )?;
        match binding.value.kind {
            ExprKind::With(..) => write!(out, "({})", binding.value)?,
            _ => At(Level::Or, &binding.value).fmt(out)?,
        }
    }
    Ok(())
}

fn rounded(rounding: Option<Rounding>, out: &mut Formatter<'_>) -> Result {
    match rounding {
        Some(Rounding::Fru) => out.write_str(" FRU"),
        Some(Rounding::Frd) => out.write_str(" FRD"),
        Some(Rounding::Exact) => out.write_str(" exact"),
        None => Ok(()),
    }
}

/// A unit whose name is no plain name stands in quotes.
fn unit_name(text: &str, out: &mut Formatter<'_>) -> Result {
    let part = |part: &str| !part.is_empty() && part.chars().all(|c| c.is_ascii_alphanumeric());
    let plain = text.starts_with(|c: char| c.is_ascii_alphabetic()) && text.split('-').all(part);
    if plain && !RESERVED.contains(&text) {
        out.write_str(text)
    } else {
        write!(out, "'{text}'")
    }
}

fn modifier(value: Number, out: &mut Formatter<'_>) -> Result {
    out.write_str(if value.is_negative() { "-" } else { "+" })?;
    number(value.abs(), out)
}

/// `12`, `1/2`, `3 1/2`
fn number(value: Number, out: &mut Formatter<'_>) -> Result {
    let (whole, fraction) = (value.to_integer(), value.fract());
    match (whole, fraction.is_integer()) {
        (_, true) => write!(out, "{whole}"),
        (0, false) => write!(out, "{value}"),
        (_, false) => write!(out, "{whole} {}", fraction.abs()),
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
