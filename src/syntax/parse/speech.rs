//! Calculations and conditions as people say them, and as other languages write them, and how they are written here.

use super::place::{Place, begins_number, is_word};
use itertools::Itertools;

/// What is said where a text breaks, as it is written here.
pub fn of_speech(place: &Place<'_>) -> Option<String> {
    chosen(place)
        .or_else(|| compared(place))
        .or_else(|| calculated(place))
        .or_else(|| of_several(place))
}

/// `1 when a, else 2`, `1 if a otherwise 2`, `a ? 1 : 2`, `unless a`.
fn chosen(place: &Place<'_>) -> Option<String> {
    let until = place.until();
    let is_amount = until.ends_with(|c: char| c.is_ascii_digit());
    let is_compared = place
        .tokens
        .iter()
        .take(place.here)
        .any(|(_, token)| is_sign(token));
    Some(match (place.before(1), place.after(0)) {
        (_, "when") if is_amount && !is_compared => "write `a if c, else b`".to_owned(),
        (_, "otherwise" | "?") => "write `a if c, else b`".to_owned(),
        ("unless", fact) if is_word(fact) => format!("write `not {fact}`"),
        (_, "unless") => {
            "write `and not`; what takes a rule away stands in its `except`".to_owned()
        }
        ("either" | "both" | "the", _) => format!("leave out `{}`", place.before(1)),
        _ => return None,
    })
}

/// `3 <= a <= 5`, `a > 3 and < 5`, `a not 3`, `a is no more than 3`, `a is one of 3, 4`.
fn compared(place: &Place<'_>) -> Option<String> {
    let (found, next) = (place.after(0), place.after(1));
    let before = |steps| place.before(steps);
    let said = place.tokens.iter().take(place.here).tuple_windows();
    let last = said.filter(|((_, name), (_, sign))| is_word(name) && is_sign(sign));
    let subject = last.last().map(|((_, name), _)| *name);
    Some(match (before(1), found) {
        (fact, sign) if is_sign(sign) && is_sign(before(2)) => {
            format!(
                "write `{} {} {fact} and {fact} {sign} {next}`",
                before(3),
                before(2)
            )
        }
        (and @ ("and" | "or"), sign) if is_sign(sign) => {
            format!("write `{and} {} {sign} {next}`", subject?)
        }
        (fact, low) if begins_number(low) && next == ".." && is_word(fact) => {
            format!("write `{fact} in {low}..{}`", place.after(2))
        }
        ("level" | "levels", "higher" | "more" | "upward" | "upwards") => {
            format!("write `{} up`", place.until())
        }
        ("level" | "levels", "lower" | "less" | "downward" | "downwards") => {
            format!("write `{} down`", place.until())
        }
        ("not", number) if begins_number(number) && is_word(before(2)) => {
            format!("write `{} is not {number}`", before(2))
        }
        ("more" | "greater" | "higher" | "larger", "than") if matches!(before(2), "not" | "no") => {
            format!("write `{} <= {next}`", before(4))
        }
        ("less" | "fewer" | "lower" | "smaller", "than") if matches!(before(2), "not" | "no") => {
            format!("write `{} >= {next}`", before(4))
        }
        ("is", "no" | "not") if place.after(2) == "than" => {
            let sign = match next {
                "more" | "greater" | "higher" | "larger" => "<=",
                "less" | "fewer" | "lower" | "smaller" => ">=",
                _ => return None,
            };
            format!("write `{} {sign} {}`", before(2), place.after(3))
        }
        ("is", "one" | "any") if next == "of" => {
            format!("write `{} in {{{}}}`", before(2), place.from(2)?)
        }
        _ => return None,
    })
}

/// `a plus b`, `twice a`, `a halved`, `a % 2`, `abs(a)`, `a^2`, `half a + b FRU`.
fn calculated(place: &Place<'_>) -> Option<String> {
    let (before, found, next) = (place.before(1), place.after(0), place.after(1));
    let is_call = |word: &str| {
        let mut calls = place.tokens.iter().take(place.here + 1).tuple_windows();
        calls.any(|((_, name), (_, sign))| *name == word && *sign == "(")
    };
    Some(match (before, found) {
        (_, "plus") => format!("write `{} + {next}`", place.until()),
        (_, "minus") => format!("write `{} - {next}`", place.until()),
        (_, "times") => format!("write `{before} * {next}`"),
        (_, "multiplied") => format!("write `{before} * {}`", place.after(2)),
        (_, "divided") => {
            format!("write `{before} / {} FRU`, or `FRD`", place.after(2))
        }
        (set, "contains" | "contain") if is_word(set) => format!("write `{set} includes {next}`"),
        (_, "halved") => format!("write `half {before} FRU`, or `FRD`"),
        (_, "doubled") => format!("write `2 * {before}`"),
        ("twice" | "double", fact) if is_word(fact) => format!("write `2 * {fact}`"),
        ("triple" | "thrice", fact) if is_word(fact) => format!("write `3 * {fact}`"),
        (_, "%" | "mod" | "modulo") if is_word(before) && begins_number(next) => {
            format!("what is left of a division is `{before} - {next} * ({before} / {next} FRD)`")
        }
        (_, "^" | "**") => format!("write `{before} * {before}`"),
        (_, ")") if is_call("abs") => {
            "a number without its sign is `greatest of a, 0 - a`".to_owned()
        }
        (_, "FRU" | "FRD") => return half_of_sum(place),
        _ => return None,
    })
}

/// `half a + b FRU`: half of both, or of the first alone.
fn half_of_sum(place: &Place<'_>) -> Option<String> {
    let (until, by) = (place.until(), place.after(0));
    let sum = until
        .strip_prefix("half of ")
        .or_else(|| until.strip_prefix("half "))?;
    let sign = sum.find(['+', '-']).filter(|_| !sum.contains(['(', ',']))?;
    let (first, rest) = sum.split_at_checked(sign)?;
    Some(format!(
        "write `half ({sum}) {by}`, or `half {} {by} {rest}`",
        first.trim()
    ))
}

/// `largest of a, b`, `sum of a, b`, `count of a`, `all of a, b`.
fn of_several(place: &Place<'_>) -> Option<String> {
    let (what, of) = (place.before(1), place.after(0));
    let rest = place.from(1).filter(|_| of == "of")?;
    let parts = || {
        rest.split([','])
            .flat_map(|part| part.split(" and "))
            .map(str::trim)
    };
    Some(match what {
        "max" | "maximum" | "most" | "largest" | "biggest" | "highest" | "higher" | "best" => {
            format!("write `greatest of {}`", parts().join(", "))
        }
        "min" | "minimum" | "fewest" | "smallest" | "lowest" | "lower" | "worst" => {
            format!("write `least of {}`", parts().join(", "))
        }
        "sum" | "total" => format!("write `{}`", parts().join(" + ")),
        "difference" => format!("write `{}`", parts().join(" - ")),
        "product" => format!("write `{}`", parts().join(" * ")),
        "square" => format!("write `{rest} * {rest}`"),
        "twice" | "double" => format!("write `2 * {rest}`"),
        "any" => format!("write `{}`", parts().join(" or ")),
        "all" => format!("write `{}`", parts().join(" and ")),
        "none" | "neither" => format!("write `not ({})`", parts().join(" or ")),
        "count" | "number" => {
            "how many hold is a sum with a rule for each: `answer = \"sum of number\"`, `gives = \"1\"`".to_owned()
        }
        _ => return None,
    })
}

fn is_sign(token: &str) -> bool {
    matches!(token, "<" | "<=" | ">" | ">=" | "=" | "!=")
}
