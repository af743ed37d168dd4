//! From what the grammar recognised to the tree.

use super::grammar::Rule;
use super::number::{amount, step};
use super::piece::{Built, Piece, unreadable};
use crate::syntax::{
    Arithmetic, Binding, Comparison, Expr, ExprKind, Member, Number, Rate, Rounding,
};
use num_traits::{One as _, Zero as _};

/// An expression of any level. A level that holds nothing but the next is passed by.
pub fn expression(piece: &Piece<'_>) -> Built<Expr> {
    let mut piece = piece.clone();
    while is_level(piece.rule()) {
        let mut inner = piece.parts();
        match (inner.next(), inner.next()) {
            (Some(only), None) => piece = only,
            _ => break,
        }
    }
    match piece.rule() {
        Rule::sum | Rule::product => from_the_left(&piece),
        Rule::postfixed => postfixed(&piece),
        Rule::paren => Ok(Expr {
            span: piece.span(),
            ..expression(&piece.first()?)?
        }),
        _ => kind(&piece).map(|kind| piece.expr(kind)),
    }
}

/// Whether a rule of the grammar is a level of precedence, which passes on what is below it where nothing is added.
pub const fn is_level(rule: Rule) -> bool {
    matches!(
        rule,
        Rule::choice
            | Rule::disjunction
            | Rule::conjunction
            | Rule::negation
            | Rule::comparison
            | Rule::bounded
            | Rule::sum
            | Rule::product
            | Rule::unary
            | Rule::postfixed
            | Rule::capped_rate
            | Rule::bound
            | Rule::tight
    )
}

fn boxed(piece: &Piece<'_>) -> Built<Box<Expr>> {
    expression(piece).map(Box::new)
}

fn kind(piece: &Piece<'_>) -> Built<ExprKind> {
    Ok(match piece.rule() {
        Rule::choice => {
            let mut parts = piece.all(&[Rule::disjunction, Rule::choice]);
            let mut next = || boxed(&parts.next().ok_or_else(|| unreadable(piece.span()))?);
            ExprKind::If(next()?, next()?, next()?)
        }
        Rule::disjunction => ExprKind::Or(expressions(piece, &[Rule::conjunction])?),
        Rule::conjunction => ExprKind::And(expressions(piece, &[Rule::negation])?),
        Rule::negation => ExprKind::Not(boxed(&piece.last()?)?),
        Rule::comparison => comparison(&piece.first()?, &piece.last()?)?,
        Rule::bounded | Rule::capped_rate => bounded(piece)?,
        Rule::unary | Rule::bound => ExprKind::Negate(boxed(&piece.last()?)?),
        Rule::tight => {
            let bindings = piece.last()?;
            let bindings = bindings.all(&[Rule::binding]).map(|part| binding(&part));
            ExprKind::With(boxed(&piece.first()?)?, bindings.collect::<Built<_>>()?)
        }
        Rule::part => {
            let of = piece
                .find(Rule::tight)
                .ok_or_else(|| unreadable(piece.span()))?;
            let plain = piece.find(Rule::plain);
            let half = Ok(Number::new(1, 2));
            let part = plain.map_or(half, |plain| amount(&plain))?;
            ExprKind::Part(part, boxed(&of)?, rounding_in(piece)?)
        }
        Rule::rate => ExprKind::Rate(rate(piece)?),
        Rule::list => {
            let items = expressions(piece, &[Rule::sum])?;
            if piece.holds(Rule::kw_least) {
                ExprKind::Least(items)
            } else {
                ExprKind::Greatest(items)
            }
        }
        Rule::was => ExprKind::Was(boxed(&piece.last()?.first()?)?),
        Rule::braces => ExprKind::Set(members(piece)?),
        Rule::name => ExprKind::Name(piece.text().to_owned()),
        Rule::quoted => ExprKind::Quoted(piece.name().text),
        Rule::signed | Rule::plain => ExprKind::Number {
            value: amount(piece)?,
            signed: piece.rule() == Rule::signed,
        },
        _ => return Err(unreadable(piece.span())),
    })
}

fn expressions(piece: &Piece<'_>, kinds: &'static [Rule]) -> Built<Vec<Expr>> {
    piece.all(kinds).map(|part| expression(&part)).collect()
}

fn binding(piece: &Piece<'_>) -> Built<Binding> {
    Ok(Binding {
        fact: piece.first()?.name(),
        value: expression(&piece.last()?)?,
    })
}

/// What stands on the left, and a test of it.
fn comparison(left: &Piece<'_>, test: &Piece<'_>) -> Built<ExprKind> {
    let left = boxed(left)?;
    let right = test.last()?;
    let negated = test.holds(Rule::kw_not);
    Ok(match test.rule() {
        Rule::scale_test | Rule::sign_test => {
            let comparison = test.parts().find_map(|part| comparison_of(part.rule()));
            let comparison = comparison.ok_or_else(|| unreadable(test.span()))?;
            let comparison = if negated {
                comparison.opposite()
            } else {
                comparison
            };
            ExprKind::Compare(comparison, left, boxed(&right)?)
        }
        Rule::word_test => {
            let word = test
                .find(Rule::name)
                .ok_or_else(|| unreadable(test.span()))?;
            ExprKind::Word(left, word.name(), boxed(&right)?)
        }
        Rule::member_test => {
            let set = if right.rule() == Rule::member {
                vec![member(&right)?]
            } else {
                members(&right)?
            };
            ExprKind::In { left, set, negated }
        }
        _ => ExprKind::Includes(left, boxed(&right)?),
    })
}

const fn comparison_of(rule: Rule) -> Option<Comparison> {
    Some(match rule {
        Rule::least_word | Rule::sign_at_least => Comparison::AtLeast,
        Rule::most_word | Rule::sign_at_most => Comparison::AtMost,
        Rule::above_word | Rule::sign_above => Comparison::Above,
        Rule::below_word | Rule::sign_below => Comparison::Below,
        Rule::sign_not_equal => Comparison::NotEqual,
        Rule::sign_equal => Comparison::Equal,
        _ => return None,
    })
}

/// The members within braces, or of a key.
pub fn members(piece: &Piece<'_>) -> Built<Vec<Member>> {
    piece
        .all(&[Rule::member])
        .map(|part| member(&part))
        .collect()
}

fn member(piece: &Piece<'_>) -> Built<Member> {
    let (start, end) = (piece.first()?, piece.last()?);
    Ok(match start.rule() {
        Rule::anything => Member::Any(piece.span()),
        Rule::up_from => Member::AtLeast(expression(&start.last()?)?),
        Rule::down_from => Member::AtMost(expression(&start.last()?)?),
        _ if piece.holds(Rule::dots) => Member::Range(expression(&start)?, expression(&end)?),
        _ => Member::One(expression(&start)?),
    })
}

/// `x at least 0 up to +3`
fn bounded(piece: &Piece<'_>) -> Built<ExprKind> {
    let bounds = piece.last()?;
    let bound = |kind| {
        bounds
            .find(kind)
            .map(|bound| boxed(&bound.last()?))
            .transpose()
    };
    let (least, most) = (bound(Rule::at_least)?, bound(Rule::at_most)?);
    Ok(ExprKind::Clamp(boxed(&piece.first()?)?, least, most))
}

/// `+1 per 6 hexes of range FRU beyond 12`
fn rate(piece: &Piece<'_>) -> Built<Rate> {
    let part = |kind| piece.find(kind);
    let inner = |kind| part(kind).map(|part| part.last()).transpose();
    let value = |kind| inner(kind)?.map(|part| boxed(&part)).transpose();
    Ok(Rate {
        amount: part(Rule::signed).map_or(Ok(Number::zero()), |part| amount(&part))?,
        step: part(Rule::plain).map_or(Ok(Number::one()), |part| step(&part))?,
        unit: inner(Rule::unit)?.map(|unit| unit.name()),
        of: value(Rule::counted)?,
        rounding: rounding_in(piece)?,
        beyond: value(Rule::beyond)?,
    })
}

/// `FRU`, `FRD`, `exact`
fn rounding(piece: &Piece<'_>) -> Built<Rounding> {
    Ok(match piece.first()?.rule() {
        Rule::kw_fru => Rounding::Fru,
        Rule::kw_frd => Rounding::Frd,
        _ => Rounding::Exact,
    })
}

/// The rounding that stands in a piece.
fn rounding_in(piece: &Piece<'_>) -> Built<Option<Rounding>> {
    piece
        .find(Rule::rounding)
        .map(|part| rounding(&part))
        .transpose()
}

/// `a + b - c`, `a * b / c FRU`
fn from_the_left(piece: &Piece<'_>) -> Built<Expr> {
    let mut parts = piece.parts().peekable();
    let missing = || unreadable(piece.span());
    let mut left = expression(&parts.next().ok_or_else(missing)?)?;
    while let Some(sign) = parts.next() {
        let right = expression(&parts.next().ok_or_else(missing)?)?;
        let mut span = left.span.to(right.span);
        let (left_box, right) = (Box::new(left), Box::new(right));
        let kind = match sign.rule() {
            Rule::plus => ExprKind::Arithmetic(Arithmetic::Add, left_box, right),
            Rule::dash => ExprKind::Arithmetic(Arithmetic::Subtract, left_box, right),
            Rule::times => ExprKind::Arithmetic(Arithmetic::Multiply, left_box, right),
            _ => {
                let rounded = parts.next_if(|part| part.rule() == Rule::rounding);
                span = rounded
                    .as_ref()
                    .map_or(span, |rounded| span.to(rounded.span()));
                let rounding = rounded.map(|rounded| rounding(&rounded)).transpose()?;
                ExprKind::Divide(left_box, right, rounding)
            }
        };
        left = Expr { kind, span };
    }
    Ok(left)
}

/// `one`, `2`, `(x)`: how many levels a step along a scale goes.
fn levels(piece: &Piece<'_>) -> Built<Expr> {
    let value = match piece.rule() {
        Rule::paren => return expression(piece),
        Rule::count => amount(piece)?,
        _ => Number::one(),
    };
    Ok(piece.expr(ExprKind::Number {
        value,
        signed: false,
    }))
}

/// `x as DRM`, `x one level up`, one after the other.
fn postfixed(piece: &Piece<'_>) -> Built<Expr> {
    let left = expression(&piece.first()?)?;
    piece.parts().skip(1).try_fold(left, |left, suffix| {
        let span = left.span.to(suffix.span());
        let kind = if suffix.rule() == Rule::crossing {
            ExprKind::As(Box::new(left), suffix.last()?.name())
        } else {
            ExprKind::Shift {
                of: Box::new(left),
                levels: Box::new(levels(&suffix.first()?)?),
                down: suffix.holds(Rule::kw_down),
            }
        };
        Ok(Expr { kind, span })
    })
}
