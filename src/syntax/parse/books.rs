//! Rates, bounds and ranges in the words of printed rules, and how they are written here.

use super::place::{Place, begins_number, is_unit, is_word};

/// How many words of English stand before the number of a bound at most: `to a maximum of`.
const MOST_WORDS: usize = 5;

/// What a book says where a text breaks, as it is written here.
pub fn of_books(place: &Place<'_>) -> Option<String> {
    bound(place)
        .or_else(|| rounding(place))
        .or_else(|| between(place))
        .or_else(|| converted(place))
}

/// `max +3`, `(max +3)`, `, up to +3`, `to a maximum of -3`.
fn bound(place: &Place<'_>) -> Option<String> {
    let is_end = |word: &str| matches!(word, "max" | "maximum" | "min" | "minimum");
    let from = match (place.after(0), place.after(1)) {
        // `max(a, b)` is a function of other languages.
        (word, next) if is_end(word) && next != "(" => place.here,
        (",", next) if is_end(next) || matches!(next, "up" | "at" | "to") => place.here,
        ("to", "a" | "the") if is_end(place.after(2)) => place.here,
        (")", _) => {
            let mut before = place.tokens.iter().take(place.here);
            let open = before.rposition(|(_, token)| *token == "(")?;
            let (_, first) = place.tokens.get(open + 1)?;
            is_end(first).then_some(open)?
        }
        _ => return None,
    };
    let rest = place.tokens.get(from..)?;
    let is_amount = |token: &str| begins_number(token) || matches!(token, "+" | "-");
    let count = rest
        .iter()
        .take(MOST_WORDS + 1)
        .position(|(_, token)| is_amount(token))?;
    let (words, amount) = rest.split_at_checked(count)?;
    let amount = match amount {
        [(_, sign @ ("+" | "-")), (_, number), ..] => format!("{sign}{number}"),
        [(_, number), ..] => (*number).to_owned(),
        [] => return None,
    };
    // What falls is bounded from below, whichever of its ends a book calls the greatest.
    let is_least = |(_, word): &(usize, &str)| matches!(*word, "min" | "minimum" | "least");
    let bound = match amount.starts_with('-') || words.iter().any(is_least) {
        true => "at least",
        false => "up to",
    };
    Some(format!(
        "write `{bound} {amount}` behind it, without a comma"
    ))
}

/// `rounded up`, `or fraction thereof`; `FRU` behind something that is no division.
fn rounding(place: &Place<'_>) -> Option<String> {
    let (found, until) = (place.after(0), place.until());
    let is_fraction = |word: &str| matches!(word, "fraction" | "part" | "portion");
    Some(match (found, place.after(1)) {
        ("rounded" | "rounding" | "round", "up") => format!("write `FRU`: `{until} FRU`"),
        ("rounded" | "rounding" | "round", "down") => format!("write `FRD`: `{until} FRD`"),
        ("thereof", _) if is_fraction(place.before(1)) => {
            "where a fraction counts as a whole, write `FRU` behind the rate".to_owned()
        }
        ("FRU" | "FRD" | "exact", _)
            if begins_number(place.before(1)) && !has_fraction(place.text) =>
        {
            format!("`{found}` stands directly behind the division, part or rate that it rounds")
        }
        _ => return None,
    })
}

/// `range in 3 to 5`, `range beyond 5`, and parts of a condition with a comma or semicolon between them.
fn between(place: &Place<'_>) -> Option<String> {
    let (found, before, next) = (place.after(0), place.before(1), place.after(1));
    let is_compared = || {
        let signs = ["is", "in", "=", "<", ">", "<=", ">=", "!="];
        let mut rest = place.tokens.iter().skip(place.here);
        rest.any(|(_, token)| signs.contains(token))
    };
    let is_in_set = place.until().contains('{');
    Some(match found {
        "to" if begins_number(before) && begins_number(next) => match place.before(2) {
            "in" | "is" | "=" => format!("write `{} in {before}..{next}`", place.before(3)),
            _ => format!("write `{before}..{next}`"),
        },
        "beyond" | "above" | "over" | "exceeds" if begins_number(next) => {
            format!("write `{before} > {next}`")
        }
        "below" | "under" if begins_number(next) => format!("write `{before} < {next}`"),
        ";" if next == "else" => "a comma stands before `else`: `a if c, else b`".to_owned(),
        "," if is_in_set || !is_compared() => return None,
        ";" if is_in_set => return None,
        "," | ";" => "between two conditions stands `and`, or `or`".to_owned(),
        _ => return None,
    })
}

/// `a + 1 as boxes`: what is converted is one thing.
fn converted(place: &Place<'_>) -> Option<String> {
    let (unit, until) = (place.after(1), place.until());
    let is_one = !until.contains(['(', ')', ',']);
    match (place.after(0), is_one) {
        _ if unit.is_empty() => None,
        ("as", true) => Some(format!("write `({until}) as {unit}`")),
        ("as", false) => Some(format!(
            "what is converted stands in brackets: `(…) as {unit}`"
        )),
        _ => None,
    }
}

/// Rates as books write them: `+1 for each 6 hexes`, `+1/6 hexes`, `+1 per 6 hexes range`.
pub fn rate(place: &Place<'_>) -> Option<String> {
    let before = |steps| place.before(steps);
    let split = |words: usize| {
        let rest = place.from(words)?;
        let until = place.until();
        let sign = if until.trim() == before(1) { "+" } else { "" };
        begins_number(before(1)).then(|| format!("write `{sign}{until} per {rest}`"))
    };
    match (place.after(0), place.after(1)) {
        ("for", "each" | "every") => split(2),
        ("for" | "each" | "every", after) if !after.is_empty() => split(1),
        (unit, _) if before(2) == "/" && before(4).chars().all(is_plus_or_minus) => {
            let is_rate = is_unit(unit) && begins_number(before(1)) && begins_number(before(3));
            let (sign, amount, count) = (before(4), before(3), before(1));
            is_rate.then(|| match sign {
                "" => format!("a part is `{amount}/{count} of {unit} FRU`, or `FRD`"),
                _ => format!("a rate is `{sign}{amount} per {count} {unit}`"),
            })
        }
        (fact, _) if is_word(fact) && is_unit(before(1)) => {
            let is_rate = before(2) == "per" || begins_number(before(2)) && before(3) == "per";
            is_rate.then(|| format!("the fact that is counted stands after `of`: `of {fact}`"))
        }
        _ => None,
    }
}

const fn is_plus_or_minus(sign: char) -> bool {
    matches!(sign, '+' | '-')
}

/// Whether a number with digits on both sides of a bar stands in a text: `7/2`.
fn has_fraction(text: &str) -> bool {
    let digit = |c: char| c.is_ascii_digit();
    let mut sides = text.match_indices('/').map(|(at, _)| text.split_at(at));
    sides.any(|(before, rest)| {
        before.ends_with(digit) && rest.trim_start_matches('/').starts_with(digit)
    })
}
