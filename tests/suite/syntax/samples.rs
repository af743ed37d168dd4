//! How each form prints, and what a few mean.

use super::{read, read_set, span_of, under};
use chartroom::syntax::{Comparison, ExprKind, Member, parse};

/// As written, and as printed where that differs.
const SAMPLES: &[(&str, &str)] = &[
    ("12", ""),
    ("1/2", ""),
    ("4/2", "2"),
    ("7/2", "3 1/2"),
    ("-3 1/2", ""),
    ("+1", ""),
    ("+0", ""),
    ("- 3", "-(3)"),
    ("'A1'", ""),
    ("heat-haze-drm", ""),
    ("order", ""),
    ("is-open and indoors", ""),
    ("a - b", ""),
    ("a -1", "a - 1"),
    ("a - -1", ""),
    ("a-b", ""),
    ("5-1", "5 - 1"),
    ("-a * b", ""),
    ("(a + b) * c", ""),
    ("a + (b * c)", "a + b * c"),
    ("a - (b - c)", ""),
    ("a / 2 FRU", ""),
    ("a/2 FRD", "a / 2 FRD"),
    ("a / 2 exact + 1", ""),
    ("7 / 2 FRU", ""),
    ("a / b", ""),
    ("half range FRU", ""),
    ("half of range FRU - 2", "half range FRU - 2"),
    ("half (range + 1) FRU", ""),
    ("1/2 of range FRD", "half range FRD"),
    ("1/4 of allotment FRU as MF", ""),
    ("+1 per 6 hexes FRU beyond 12", ""),
    ("+3 per bombardment", ""),
    ("+1 per hex", ""),
    ("+1 per 1 hex", "+1 per hex"),
    ("-1 per 1/2 level exact", ""),
    ("+1 per 6 of range FRU", ""),
    ("+1 per 6 hexes of range FRU beyond 12 up to +3", ""),
    ("+1 per 2 levels exact", ""),
    ("+1 per level up to +3", ""),
    (
        "a + +1 per hex up to +3 - b",
        "a + (+1 per hex up to +3) - b",
    ),
    ("a - 2 at least 0", ""),
    ("a up to +3 at least 0", "a at least 0 up to +3"),
    ("a at most 3", "a up to 3"),
    ("least of a, b + 1", ""),
    ("2 * (greatest of a, b)", ""),
    ("(least of a, b) = c", ""),
    ("c = least of a, b", ""),
    ("+1 if gusts, else +2 if a or b, else +0", ""),
    ("(a if b, else c) + 1", ""),
    ("a + b as DRM", ""),
    ("(a + b) as DRM", ""),
    ("a as 'MF or MP'", ""),
    ("dust one level up", ""),
    ("dust 1 level down", "dust one level down"),
    ("ec 2 levels down", ""),
    ("was (dust) one level up", ""),
    ("was (dust is heavy)", ""),
    ("q with fact = yes, other = a and b", ""),
    ("(q with a = 1) >= (q with a = 2)", ""),
    ("q with a = least of b, c, d = 2", ""),
    ("1 if q with a = b, else 2", ""),
    ("not gusts and not rained or wet", ""),
    ("not (a or b) and c", ""),
    ("not a is b", "not a is b"),
    ("ec is dry", ""),
    ("ec is not dry", ""),
    ("ec = dry", ""),
    ("month in nov..apr", ""),
    ("month is nov..apr", "month in nov..apr"),
    ("month is not in nov..apr", "month not in nov..apr"),
    ("a in {b}", "a is b"),
    ("a not in {oba, dc, 7..12, -2..1}", ""),
    ("a is {b, c}", "a in {b, c}"),
    ("a in {<= 5, >= 10}", ""),
    ("a in any", "a in {any}"),
    ("range in 7..12", ""),
    ("range >= 17", ""),
    ("dust is at least heavy", "dust >= heavy"),
    ("dust is at most light", "dust <= light"),
    ("dust is above light", "dust > light"),
    ("dust is not above light", "dust <= light"),
    ("dust is below heavy", "dust < heavy"),
    ("ec wetter than dry", ""),
    ("ec is wetter than dry", "ec wetter than dry"),
    ("gear includes rope", ""),
    ("{}", ""),
    ("{a, b, c..d}", ""),
    ("x is half", "x is (half)"),
    ("x is level and y is up", ""),
];

#[test]
fn samples_print_in_the_canonical_form() {
    for (text, printed) in SAMPLES {
        let tree = read(text).unwrap_or_else(|error| panic!("{text}: {error:?}"));
        let expected = if printed.is_empty() { text } else { printed };
        assert_eq!(tree.to_string(), *expected, "{text}");
    }
}

#[test]
fn keys_print_in_the_canonical_form() {
    let samples = [
        ("2..5", "2..5"),
        ("<= 5", "<= 5"),
        (">=10", ">= 10"),
        ("jan, feb", "jan, feb"),
        ("a | b", "a, b"),
        ("a < b<c", "a, b, c"),
        ("any", "any"),
        ("'A 1'", "'A 1'"),
        ("{a, 3 1/2..4}", "a, 3 1/2..4"),
        ("+1", "+1"),
        ("-2..-1", "-2..-1"),
        ("-2..1, yes", "-2..1, yes"),
    ];
    for (text, expected) in samples {
        let members = read_set(text).unwrap_or_else(|error| panic!("{text}: {error:?}"));
        let printed: Vec<_> = members.iter().map(ToString::to_string).collect();
        assert_eq!(printed.join(", "), expected, "{text}");
    }
}

#[test]
fn clamps_bind_looser_than_a_sum_and_tighter_than_a_comparison() {
    assert!(matches!(
        read("a - 2 at least 0").unwrap().kind,
        ExprKind::Clamp(..)
    ));
    assert!(matches!(
        read("a is at least b").unwrap().kind,
        ExprKind::Compare(Comparison::AtLeast, ..)
    ));
    assert!(matches!(
        read("a at least 0 >= b").unwrap().kind,
        ExprKind::Compare(..)
    ));
}

#[test]
fn any_is_a_member_and_elsewhere_a_name() {
    let ExprKind::In { set, .. } = read("a in {any}").unwrap().kind else {
        panic!()
    };
    assert!(matches!(set.as_slice(), [Member::Any(_)]));
    assert!(matches!(read("any").unwrap().kind, ExprKind::Name(_)));
}

#[test]
fn each_part_knows_its_place() {
    let text = "  (a + b) / 2 FRU  >= c one level up ";
    let tree = parse(text, span_of(text)).unwrap();
    assert_eq!(under(tree.span, text), "(a + b) / 2 FRU  >= c one level up");
    let ExprKind::Compare(_, left, right) = tree.kind else {
        panic!()
    };
    assert_eq!(under(left.span, text), "(a + b) / 2 FRU");
    assert_eq!(under(right.span, text), "c one level up");
    let ExprKind::Divide(sum, ..) = left.kind else {
        panic!()
    };
    assert_eq!(under(sum.span, text), "(a + b)");
}
