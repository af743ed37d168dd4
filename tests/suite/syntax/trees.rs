//! Generated trees and texts.

use super::{NOWHERE, read, read_set};
use chartroom::syntax::{
    Arithmetic, Binding, Comparison, Expr, ExprKind, Member, Name, Number, Rate, Rounding,
};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;

const RESERVED: &[&str] = &[
    "and", "or", "not", "if", "else", "is", "in", "with", "as", "includes", "FRU", "FRD",
];

/// Every word of the grammar and some that resemble one.
const WORDS: &[&str] = &[
    "a", "b", "range", "order", "is-open", "indoors", "any", "half", "least", "greatest", "of",
    "was", "at", "above", "below", "up", "down", "one", "level", "levels", "exact", "per",
    "beyond", "to", "than", "most", "yes",
];

const TOKENS: &[&str] = &[
    "(", ")", "{", "}", ",", "..", "+", "-", "*", "/", "=", "<=", ">=", "<", ">", "!=", "12",
    "1/2", "+1", "-3", "3 1/2", "'A 1'", "and", "or", "not", "if", "else", "is", "in", "with",
    "as", "includes", "FRU", "FRD", "|",
];

fn at(kind: ExprKind) -> Expr {
    Expr {
        kind,
        span: NOWHERE,
    }
}

fn word() -> impl Strategy<Value = String> {
    let random = "[A-Za-z][A-Za-z0-9]{0,3}(-[A-Za-z0-9]{1,3}){0,2}"
        .prop_filter("a reserved word", |word| !RESERVED.contains(&word.as_str()));
    prop_oneof![select(WORDS).prop_map(str::to_owned), random]
}

fn name() -> impl Strategy<Value = Name> {
    word().prop_map(|text| Name {
        text,
        span: NOWHERE,
    })
}

/// A word of comparison that is no other word of the grammar.
fn comparative() -> impl Strategy<Value = Name> {
    name().prop_filter("a word of the grammar", |name| {
        !WORDS.contains(&name.text.as_str())
    })
}

fn unit() -> impl Strategy<Value = Name> {
    let odd = Just(Name {
        text: "MF or MP".to_owned(),
        span: NOWHERE,
    });
    prop_oneof![4 => name(), 1 => odd]
}

/// From 0 up.
fn size() -> impl Strategy<Value = Number> {
    prop_oneof![
        (0_i64..100).prop_map(Number::from_integer),
        (0_i64..100, 1_i64..9).prop_map(|(above, below)| Number::new(above, below)),
        Just(Number::from_integer(1_000_000_000)),
    ]
}

fn modifier() -> impl Strategy<Value = Number> {
    (size(), any::<bool>()).prop_map(|(size, negative)| if negative { -size } else { size })
}

fn rounding() -> impl Strategy<Value = Option<Rounding>> {
    select(vec![
        None,
        Some(Rounding::Fru),
        Some(Rounding::Frd),
        Some(Rounding::Exact),
    ])
}

fn comparison() -> impl Strategy<Value = Comparison> {
    use Comparison::{Above, AtLeast, AtMost, Below, Equal, NotEqual};
    select(vec![Equal, NotEqual, Below, AtMost, Above, AtLeast])
}

fn leaf() -> BoxedStrategy<Expr> {
    prop_oneof![
        4 => word().prop_map(ExprKind::Name),
        2 => size().prop_map(|value| ExprKind::Number { value, signed: false }),
        2 => modifier().prop_map(|value| ExprKind::Number { value, signed: true }),
        1 => "[ -&(-~é]{0,6}".prop_map(ExprKind::Quoted),
    ]
    .prop_map(at)
    .boxed()
}

fn member(inner: BoxedStrategy<Expr>) -> impl Strategy<Value = Member> {
    prop_oneof![
        4 => inner.clone().prop_map(Member::One),
        2 => (inner.clone(), inner.clone()).prop_map(|(start, end)| Member::Range(start, end)),
        1 => inner.clone().prop_map(Member::AtMost),
        1 => inner.prop_map(Member::AtLeast),
        1 => Just(Member::Any(NOWHERE)),
    ]
}

fn boxed(inner: BoxedStrategy<Expr>) -> impl Strategy<Value = Box<Expr>> {
    inner.prop_map(Box::new)
}

fn arithmetic(inner: &BoxedStrategy<Expr>) -> impl Strategy<Value = ExprKind> + use<> {
    let sign = select(vec![
        Arithmetic::Add,
        Arithmetic::Subtract,
        Arithmetic::Multiply,
    ]);
    let one = || boxed(inner.clone());
    prop_oneof![
        3 => (sign, one(), one()).prop_map(|(sign, left, right)| ExprKind::Arithmetic(sign, left, right)),
        2 => (one(), one(), rounding()).prop_map(|(left, right, way)| ExprKind::Divide(left, right, way)),
        2 => (prop_oneof![Just(Number::new(1, 2)), size()], one(), rounding())
            .prop_map(|(amount, of, way)| ExprKind::Part(amount, of, way)),
        1 => one().prop_map(ExprKind::Negate),
        2 => rate(inner.clone()),
        1 => (one(), one()).prop_map(|(inner, least)| ExprKind::Clamp(inner, Some(least), None)),
        1 => (one(), option::of(one()), one())
            .prop_map(|(inner, least, most)| ExprKind::Clamp(inner, least, Some(most))),
    ]
}

fn rate(inner: BoxedStrategy<Expr>) -> impl Strategy<Value = ExprKind> {
    let of = option::of(boxed(inner.clone()));
    let step = size().prop_map(|step| {
        if step == Number::ZERO {
            Number::ONE
        } else {
            step
        }
    });
    let parts = (
        modifier(),
        step,
        option::of(unit()),
        of,
        rounding(),
        option::of(boxed(inner)),
    );
    parts.prop_map(|(amount, step, unit, of, rounding, beyond)| {
        ExprKind::Rate(Rate {
            amount,
            step,
            unit,
            of,
            rounding,
            beyond,
        })
    })
}

fn suffixed(inner: &BoxedStrategy<Expr>) -> impl Strategy<Value = ExprKind> + use<> {
    let binding = (name(), inner.clone()).prop_map(|(fact, value)| Binding { fact, value });
    let one = || boxed(inner.clone());
    prop_oneof![
        (one(), unit()).prop_map(|(inner, unit)| ExprKind::As(inner, unit)),
        (one(), one(), any::<bool>()).prop_map(|(of, levels, down)| ExprKind::Shift {
            of,
            levels,
            down
        }),
        one().prop_map(ExprKind::Was),
        (one(), vec(binding, 1..3))
            .prop_map(|(question, bindings)| ExprKind::With(question, bindings)),
        vec(inner.clone(), 2..4).prop_map(ExprKind::Least),
        vec(inner.clone(), 2..4).prop_map(ExprKind::Greatest),
        vec(member(inner.clone()), 0..3).prop_map(ExprKind::Set),
    ]
}

fn condition(inner: &BoxedStrategy<Expr>) -> impl Strategy<Value = ExprKind> + use<> {
    let one = || boxed(inner.clone());
    let set = vec(member(inner.clone()), 0..3);
    prop_oneof![
        (one(), one(), one())
            .prop_map(|(value, condition, other)| ExprKind::If(value, condition, other)),
        vec(inner.clone(), 2..4).prop_map(ExprKind::And),
        vec(inner.clone(), 2..4).prop_map(ExprKind::Or),
        one().prop_map(ExprKind::Not),
        (one(), set, any::<bool>()).prop_map(|(left, set, negated)| ExprKind::In {
            left,
            set,
            negated
        }),
        (comparison(), one(), one())
            .prop_map(|(sign, left, right)| ExprKind::Compare(sign, left, right)),
        (one(), comparative(), one())
            .prop_map(|(left, word, right)| ExprKind::Word(left, word, right)),
        (one(), one()).prop_map(|(left, right)| ExprKind::Includes(left, right)),
    ]
}

fn tree() -> impl Strategy<Value = Expr> {
    leaf().prop_recursive(4, 24, 3, |inner| {
        let inner = inner.boxed();
        prop_oneof![arithmetic(&inner), suffixed(&inner), condition(&inner)].prop_map(at)
    })
}

fn soup() -> impl Strategy<Value = String> {
    let token = prop_oneof![select(WORDS), select(TOKENS)];
    let space = select(vec!["", " ", " ", " "]);
    vec((token, space), 0..40).prop_map(|parts| {
        parts
            .iter()
            .flat_map(|(token, space)| [*token, *space])
            .collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_printed_tree_reads_back(tree in tree()) {
        let text = tree.to_string();
        prop_assert_eq!(read(&text), Ok(tree), "{}", text);
    }

    #[test]
    fn a_printed_member_reads_back(members in vec(member(leaf()), 1..4)) {
        let text = members.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        prop_assert_eq!(read_set(&text), Ok(members), "{}", text);
    }

    #[test]
    fn any_text_is_read_or_refused(text in "\\PC*") {
        let _ = (read(&text), read_set(&text));
    }

    #[test]
    fn any_words_are_read_or_refused(text in soup()) {
        let again = read(&text).map(|tree| (read(&tree.to_string()), tree));
        if let Ok((again, tree)) = again {
            prop_assert_eq!(again, Ok(tree), "{}", text);
        }
        let _ = read_set(&text);
    }
}
