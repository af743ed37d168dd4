//! Rates, bounds and ranges in the words of printed rules, and how they are written here.

use super::limits::tokens;

/// The words of a text where it breaks.
struct Place<'t> {
    text: &'t str,
    tokens: &'t [(usize, &'t str)],
    here: usize,
}

impl<'t> Place<'t> {
    fn token(&self, at: Option<usize>) -> &'t str {
        let token = at.and_then(|at| self.tokens.get(at));
        token.map_or("", |(_, token)| *token)
    }

    /// The token so many steps before.
    fn before(&self, steps: usize) -> &'t str {
        self.token(self.here.checked_sub(steps))
    }

    /// The token so many steps on; that of none is the one itself.
    fn after(&self, steps: usize) -> &'t str {
        self.token(self.here.checked_add(steps))
    }

    /// What stands before.
    fn until(&self) -> &'t str {
        let start = self.tokens.get(self.here).map(|(start, _)| *start);
        start
            .and_then(|start| self.text.get(..start))
            .unwrap_or_default()
            .trim()
    }

    /// The tokens from here on, this one with them.
    fn rest(&self) -> impl Iterator<Item = &'t str> {
        self.tokens.iter().skip(self.here).map(|(_, token)| *token)
    }
}

/// What a book says where a text breaks, as it is written here.
pub fn of_books(text: &str, tokens: &[(usize, &str)], here: usize) -> Option<String> {
    let place = Place { text, tokens, here };
    bound(&place)
        .or_else(|| rounding(&place))
        .or_else(|| between(&place))
        .or_else(|| converted(&place))
}

/// `max +3`, `(max +3)`, `, up to +3`, `to a maximum of -3`.
fn bound(place: &Place<'_>) -> Option<String> {
    let is_end = |word: &str| {
        matches!(
            word,
            "max" | "maximum" | "min" | "minimum" | "least" | "most"
        )
    };
    let is_bound = match (place.after(0), place.after(1)) {
        (word, _) if is_end(word) => place.before(1) != "at",
        (",", next) => is_end(next) || matches!(next, "up" | "at" | "to"),
        ("to", "a" | "the") => is_end(place.after(2)),
        (")", _) => {
            let mut open = place.tokens.iter().take(place.here).rev();
            let before = open.find(|(_, token)| *token == "(")?.0;
            let within = place.text.get(before + 1..)?;
            is_end(tokens(within).next()?.1)
        }
        _ => false,
    };
    if !is_bound {
        return None;
    }
    let from = match place.after(0) {
        ")" => place
            .tokens
            .iter()
            .take(place.here)
            .rposition(|(_, token)| *token == "(")?,
        _ => place.here,
    };
    let mut rest = place.tokens.iter().skip(from).map(|(_, token)| *token);
    let words: Vec<&str> = rest
        .by_ref()
        .take_while(|token| !begins_amount(token))
        .collect();
    let number = place.tokens.get(from + words.len())?.1;
    let amount = match number {
        "+" | "-" => format!("{number}{}", place.tokens.get(from + words.len() + 1)?.1),
        number => number.to_owned(),
    };
    // What falls is bounded from below, whichever of its ends a book calls the greatest.
    let is_least = amount.starts_with('-')
        || words
            .iter()
            .any(|word| matches!(*word, "min" | "minimum" | "least"));
    Some(match is_least {
        true => format!("write `at least {amount}` behind it, without a comma"),
        false => format!("write `up to {amount}` behind it, without a comma"),
    })
}

/// `rounded up`, `or fraction thereof`; `FRU` behind something that is no division.
fn rounding(place: &Place<'_>) -> Option<String> {
    let found = place.after(0);
    let of_fraction = || {
        place
            .tokens
            .iter()
            .any(|(_, token)| matches!(*token, "fraction" | "part" | "portion"))
    };
    Some(match (found, place.after(1)) {
        ("rounded" | "rounding", "up") | ("round", "up") => {
            format!("write `FRU`: `{} FRU`", place.until())
        }
        ("rounded" | "rounding", "down") | ("round", "down") => {
            format!("write `FRD`: `{} FRD`", place.until())
        }
        ("thereof", _) if of_fraction() => {
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
    let (found, next) = (place.after(0), place.after(1));
    let is_condition = || {
        let signs = ["is", "in", "=", "<", ">", "<=", ">=", "!="];
        !place.until().contains('{') && place.rest().any(|token| signs.contains(&token))
    };
    Some(match found {
        "to" if begins_number(place.before(1)) && begins_number(next) => {
            let range = format!("{}..{next}", place.before(1));
            match place.before(2) {
                "in" | "is" | "=" => format!("write `{} in {range}`", place.before(3)),
                _ => format!("write `{range}`"),
            }
        }
        "beyond" | "above" | "over" | "exceeds" if begins_number(next) => {
            format!("write `{} > {next}`", place.before(1))
        }
        "below" | "under" if begins_number(next) => format!("write `{} < {next}`", place.before(1)),
        ";" if next == "else" => "a comma stands before `else`: `a if c, else b`".to_owned(),
        ";" if !place.until().contains('{') => {
            "between two conditions stands `and`, or `or`".to_owned()
        }
        "," if is_condition() => "between two conditions stands `and`, or `or`".to_owned(),
        _ => return None,
    })
}

/// `a + 1 as boxes`: what is converted is one thing.
fn converted(place: &Place<'_>) -> Option<String> {
    let unit = place.after(1);
    (place.after(0) == "as" && !unit.is_empty())
        .then(|| format!("write `({}) as {unit}`", place.until()))
}

/// Whether a number with digits on both sides of a bar stands in a text: `7/2`.
fn has_fraction(text: &str) -> bool {
    let mut sides = text.match_indices('/').filter_map(|(at, _)| {
        let (before, after) = (text.get(..at)?, text.get(at + 1..)?);
        let digit = |c: char| c.is_ascii_digit();
        Some(before.ends_with(digit) && after.starts_with(digit))
    });
    sides.any(|is_one| is_one)
}

fn begins_number(token: &str) -> bool {
    token.starts_with(|c: char| c.is_ascii_digit())
}

fn begins_amount(token: &str) -> bool {
    begins_number(token) || matches!(token, "+" | "-")
}
