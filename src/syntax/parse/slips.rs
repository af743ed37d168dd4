//! The slips that writers of rules make most, and how it is written instead.

use super::books::{of_books, rate};
use super::limits::tokens;
use super::place::{Place, begins_number, is_unit, is_word};
use super::speech::of_speech;
use itertools::Itertools;

/// Signs of other languages and of typesetting: what is met, and what to do.
const SIGNS: &[(&str, &str)] = &[
    ("==", "write `=` for equality"),
    ("=>", "write `>=` for at least"),
    ("=<", "write `<=` for at most"),
    ("<>", "write `!=` for inequality"),
    ("&", "write `and`"),
    ("|", "write `or`; several values are `{a, b}`"),
    ("!", "write `not`, or `!=` for inequality"),
    ("..=", "write `..`: both ends belong to a range"),
    ("...", "write `..` between the ends of a range"),
    ("\u{2026}", "write `..` between the ends of a range"),
    (
        "\"",
        "a value stands without quotes, free text in single ones: 'A1'",
    ),
    ("\u{2018}", "free text stands in straight quotes: 'A1'"),
    ("\u{2019}", "free text stands in straight quotes: 'A1'"),
    ("\u{2212}", "write the minus sign as `-`"),
    ("\u{2013}", "write the minus sign as `-`, a range as `2..5`"),
    ("\u{2014}", "write the minus sign as `-`, a range as `2..5`"),
    ("\u{2264}", "write `<=`"),
    ("\u{2265}", "write `>=`"),
    ("\u{2260}", "write `!=`"),
    ("\u{00d7}", "write `*`"),
    ("[", "a set stands in braces: `{a, b}`"),
    ("%", "write a part as a fraction: `1/4 of x FRU`"),
    (":", "write `=` between a fact and its value"),
    (";", "write `,` between the parts of a list"),
];

/// Signs of typesetting that break a text before or behind where they stand.
const PRINT: &[(char, &str)] = &[
    ('\u{00bd}', "write `1/2`"),
    ('\u{00bc}', "write `1/4`"),
    ('\u{00be}', "write `3/4`"),
    ('\u{2153}', "write `1/3`"),
    ('\u{2154}', "write `2/3`"),
    ('\u{2010}', "the hyphen in it is one of print: write `-`"),
    ('\u{2011}', "the hyphen in it is one of print: write `-`"),
    (
        '\u{00ad}',
        "a hyphen that nobody sees stands in it: take it out",
    ),
];

/// The sign of typesetting in a text, where there is one.
fn of_print(text: &str) -> Option<&'static (char, &'static str)> {
    PRINT.iter().find(|(sign, _)| text.contains(*sign))
}

/// What to write in the place of a sign of typesetting: of a mixed number, all of it.
fn in_plain(text: &str, (sign, advice): (char, &str)) -> String {
    let before = text.split(sign).next().unwrap_or_default().trim_end();
    let digits = before.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    match (before.get(digits..), advice.strip_prefix("write `")) {
        (Some(whole), Some(fraction)) if !whole.is_empty() && fraction.contains('/') => {
            format!("write `{whole} {fraction}")
        }
        _ => advice.to_owned(),
    }
}

/// A line of help for a text that breaks at a token, or after it at the end, if a known slip stands there.
pub fn help(text: &str, at: usize, at_end: bool) -> Option<String> {
    let here = text.get(at..)?;
    let tokens: Vec<_> = tokens(text).collect();
    let said = Place::at(text, &tokens, at).and_then(|place| of_speech(&place));
    let sign = SIGNS.iter().find(|(sign, _)| here.starts_with(sign));
    let advice = match sign {
        _ if text.contains('\u{a0}') => Some(HARD_BLANK.to_owned()),
        _ if text.contains('\t') => Some(TAB.to_owned()),
        _ if let Some(sign) = of_print(text) => Some(in_plain(text, *sign)),
        _ if here.starts_with([',', '.']) && decimal(text).is_some() => {
            let plain = unmarked(text).map(|plain| format!("write `{plain}`"));
            plain.or_else(|| decimal(text).map(str::to_owned))
        }
        _ if amounts(text).is_some() => amounts(text),
        _ if is_absent(text) || text.trim() == "-" => Some(ABSENT.to_owned()),
        _ if said.is_some() && !at_end => said,
        _ if at_end => unfinished(text).map(str::to_owned),
        Some((":", _)) if let Some(ratio) = ratio(text, at) => Some(ratio),
        Some((";", advice)) => word(text, at).or_else(|| Some((*advice).to_owned())),
        Some((_, advice)) => Some((*advice).to_owned()),
        None => word(text, at),
    };
    advice.or_else(|| decimal(text).map(str::to_owned))
}

/// What is written where a printed chart has a dash, `n/a` or nothing.
pub const ABSENT: &str =
    "what has no value is `none`, and a row without a condition has an empty cell";

/// Whether a text says that there is nothing, as a printed chart or a sheet does: a long dash, or `n/a`, which would be a division.
pub fn is_absent(text: &str) -> bool {
    let text = text.trim();
    matches!(text, "\u{2014}" | "\u{2013}" | "\u{2212}" | "--") || text.eq_ignore_ascii_case("n/a")
}

/// What a text from a web page or a word processor has in the place of a blank.
const HARD_BLANK: &str = "a blank in it is a non-breaking one: write a plain blank";

/// What is pasted from a spreadsheet has between its cells.
const TAB: &str = "a tab stands in it: each cell has quotes of its own, with a comma between two";

/// `3:1`: odds as they are printed.
fn ratio(text: &str, at: usize) -> Option<String> {
    let (before, after) = (text.get(..at)?.trim_end(), text.get(at + 1..)?.trim_start());
    let is_digit = |c: char| c.is_ascii_digit();
    (before.ends_with(is_digit) && after.starts_with(is_digit)).then(|| {
        "here stands a value by its name, which begins with a letter; what is printed in its place is its label".to_owned()
    })
}

/// `2 to 5`, `10+`, `10 or more`: amounts as people write them.
fn amounts(text: &str) -> Option<String> {
    let words: Vec<&str> = tokens(text).map(|(_, token)| token).collect();
    let is_number = |token: &str| token.bytes().all(|byte| byte.is_ascii_digit());
    let (first, rest) = words.split_first().filter(|(first, _)| is_number(first))?;
    Some(match rest {
        [
            "to" | "-" | "..=" | "..." | "\u{2013}" | "\u{2014}" | "\u{2026}",
            last,
        ] if is_number(last) => {
            format!("write `{first}..{last}`")
        }
        ["+"] | ["or", "more" | "above" | "higher" | "greater"] => format!("write `>= {first}`"),
        ["or", "less" | "fewer" | "below" | "lower"] => format!("write `<= {first}`"),
        _ => return None,
    })
}

/// `0.5` and `0,5`: numbers are exact.
fn decimal(text: &str) -> Option<&'static str> {
    let (before, after) = text.split_once(['.', ','])?;
    let digit = |c: char| c.is_ascii_digit();
    (before.ends_with(digit) && after.starts_with(digit))
        .then_some("numbers are exact: write 0.5 as `1/2`, 3.5 as `3 1/2`")
}

/// A text without the marks between the digits of its numbers, as in `1,000`; none, if a comma in it is another.
pub fn unmarked(text: &str) -> Option<String> {
    let is_mark = |before: &str, after: &str| {
        let last = before.rsplit(|c: char| !c.is_ascii_digit()).next();
        let last = last.unwrap_or_default();
        let is_first = (1..=3).contains(&last.len()) && !last.starts_with('0');
        let digits = after.bytes().take_while(u8::is_ascii_digit);
        (is_first || last.len() == 3) && digits.count() == 3
    };
    let mut pairs = text.split(',').tuple_windows();
    let is_marked = text.contains(',') && pairs.all(|(before, after)| is_mark(before, after));
    is_marked.then(|| text.replace(',', ""))
}

/// What is likely missing at the end of a text.
fn unfinished(text: &str) -> Option<&'static str> {
    let has = |word: &str| tokens(text).any(|(_, token)| token == word);
    (has("if") && !has("else")).then_some("an `if` needs its `else`: `a if c, else b`")
}

/// Slips of a word: the one that does not belong, the one before it, and the one after.
fn word(text: &str, at: usize) -> Option<String> {
    let tokens: Vec<_> = tokens(text).collect();
    let place = Place::at(text, &tokens, at)?;
    let (before, found, after) = (place.before(1), place.after(0), place.after(1));
    let is_list = |(_, token): &(usize, &str)| matches!(*token, "least" | "greatest");
    let compared = || {
        (found == "=" && tokens.iter().any(is_list))
            .then_some("put parentheses around `least of …` where it is compared")
    };
    let other = || {
        spelling(found, after)
            .or_else(|| around(before, found, after))
            .or_else(compared)
    };
    let is_within_set = text
        .get(..at)
        .is_some_and(|text| text.matches('{').count() > text.matches('}').count());
    of_books(&place)
        .or_else(|| keyword(before, found))
        .or_else(|| rate(&place))
        .or_else(|| of_other_languages(&place))
        .or_else(|| of_set(before, found, after, is_within_set))
        .or_else(|| english(text, before, found, after))
        .or_else(|| value_of_words(&place))
        .or_else(|| other().map(str::to_owned))
}

/// What other languages have that looks alike: functions, rolls, a range behind `=`.
fn of_other_languages(place: &Place<'_>) -> Option<String> {
    let (found, after) = (place.after(0), place.after(1));
    let before = |steps| place.before(steps);
    let is_call = |word: &str| {
        let calls = place.tokens.iter().take(place.here + 1).tuple_windows();
        calls
            .into_iter()
            .any(|((_, name), (_, sign))| name.eq_ignore_ascii_case(word) && *sign == "(")
    };
    Some(match (found, after) {
        (",", _) if is_call("min") => "write `least of a, b`".to_owned(),
        (",", _) if is_call("max") => "write `greatest of a, b`".to_owned(),
        (")", _) if is_call("ceil") => "write `a / 6 FRU`".to_owned(),
        (")", _) if is_call("floor") => "write `a / 6 FRD`".to_owned(),
        ("..", _) if before(2) == "=" && begins_number(before(1)) => {
            format!("write `{} in {}..{after}`", before(3), before(1))
        }
        ("round" | "rounded" | "rounding", _) => {
            "write `FRU` after a division whose fractions are rounded up, `FRD` where down"
                .to_owned()
        }
        ("FRU" | "FRD", "(") => format!("it stands after the division: `a / 6 {found}`"),
        ("x" | "X", _) if begins_number(before(1)) => format!("write `{} * {after}`", before(1)),
        _ => {
            let dice = plain_dice(found).filter(|_| begins_number(found))?;
            format!(
                "a roll is a fact: `domain = \"dice\"`, with a unit whose `dice` are `{dice}`; here stands its name"
            )
        }
    })
}

/// `2W6`, `2xd6`, `2 D 6`, `d%`: dice as games and languages write them, as they are written here.
pub fn plain_dice(text: &str) -> Option<String> {
    let plain = text.trim().to_ascii_lowercase().replace(' ', "");
    let (count, sides) = plain.split_once(['d', 'w'])?;
    let count = count.strip_suffix(['x', '*']).unwrap_or(count);
    let sides = if sides == "%" { "100" } else { sides };
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let is_some = sides.bytes().any(|digit| digit != b'0') && !matches!(count, "0" | "00");
    (is_number(count) && is_number(sides) && is_some).then(|| format!("{count}d{sides}"))
}

/// Several values without the braces or the comma of a set, and names as other languages write them.
fn of_set(before: &str, found: &str, after: &str, is_within_set: bool) -> Option<String> {
    let is_listed = |word: &str| is_word(word) && !word.contains('_');
    if is_within_set && is_listed(before) && is_listed(found) {
        return Some(format!(
            "a comma stands between two values: `{{{before}, {found}}}`"
        ));
    }
    let is_several = after == "," || is_listed(after);
    if matches!(before, "is" | "in") && is_listed(found) && is_several {
        return Some(format!("several values are a set: `in {{{found}, …}}`"));
    }
    let is_plain = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    (found.contains('_') && found.chars().all(is_plain)).then(|| {
        let name = found.to_ascii_lowercase().replace('_', "-");
        format!("names have hyphens: `{name}`")
    })
}

/// Keywords that stand where they cannot.
fn keyword(before: &str, text: &str) -> Option<String> {
    let advice = match text {
        "fru" | "Fru" => "write `FRU`",
        "frd" | "Frd" => "write `FRD`",
        "FRU" | "FRD" | "exact" if before.ends_with(|c: char| c.is_ascii_digit()) => {
            "digits directly around a `/` are one exact number; a division has spaces: `7 / 2 FRU`"
        }
        "per" => "a rate begins with a signed number: `+1 per 6`",
        "then" => "write `a if c, else b`",
        "if" if before.is_empty() => "a condition stands without `if`; a value is `a if c, else b`",
        "else" if before.is_empty() => {
            "what is answered where no rule applies stands under the question: `otherwise = \"…\"`"
        }
        "else" if before != "," => "a comma stands before `else`: `a if c, else b`",
        "with" => "`with` follows the name of a question, or parentheses",
        "up" => "write `up to 3` for a bound, `one level up` for a step along a scale",
        "least" if before != "at" => "write `least of a, b`",
        "greatest" if before != "at" => "write `greatest of a, b`",
        _ => {
            let keyword = KEYWORDS.iter().find(|word| is_loud(text, word));
            return keyword.map(|word| format!("write `{word}`"));
        }
    };
    Some(advice.to_owned())
}

/// Words of English between a fact and its value, and two names where one is wanted.
fn english(text: &str, before: &str, found: &str, after: &str) -> Option<String> {
    if before == "was" || matches!(after, "up" | "down") {
        return None;
    }
    Some(match (found, after) {
        ("equals" | "equal", _) => "write `is`".to_owned(),
        ("isn" | "aren", after) if after.starts_with('\'') => "write `is not`".to_owned(),
        ("between" | "from", low) if is_word(before) => {
            let numbers = tokens(text)
                .map(|(_, token)| token)
                .filter(|token| begins_number(token));
            let high = numbers.skip_while(|number| *number != low).nth(1);
            format!("write `{before} in {low}..{}`", high.unwrap_or("…"))
        }
        (number, "+") if is_word(before) && begins_number(number) => {
            format!("write `{before} >= {number}`")
        }
        (word, _) if begins_number(before) && is_unit(word) => {
            format!("a number stands without its unit: `{before}`")
        }
        ("yes", _) if is_word(before) => format!("write `{before}`"),
        ("no", _) if is_word(before) => format!("write `not {before}`"),
        (number, _) if is_word(before) && begins_number(number) => {
            "a sign stands before the number: `=`, `>=`, `<`".to_owned()
        }
        (word, next) if is_word(before) && is_word(word) && !is_word(next) => format!(
            "between two names stands `and`, `or` or `is`; one name has hyphens: `{before}-{word}`"
        ),
        _ => return None,
    })
}

/// `is German infantry`: a value as people write it.
fn value_of_words(place: &Place<'_>) -> Option<String> {
    let is_compared = matches!(place.before(1), "is" | "not" | "=" | "!=" | "in");
    let words = (0..).map(|ahead| place.after(ahead));
    let words = words.map(|word: &str| word.to_lowercase());
    let words: Vec<String> = words.take_while(|word| is_word(word)).collect();
    (is_compared && words.len() > 1).then(|| format!("a value is one name: `{}`", words.join("-")))
}

/// Words of the language that people write in capitals.
const KEYWORDS: &[&str] = &["and", "or", "not", "if", "else", "is", "in", "with"];

fn is_loud(text: &str, word: &str) -> bool {
    text != word && text.eq_ignore_ascii_case(word)
}

/// A word of the language in capitals where the grammar stopped, or one of the two before.
pub fn loud_keyword(text: &str, at: usize) -> Option<(usize, &str)> {
    let is_loud = |token: &str| KEYWORDS.iter().any(|word| is_loud(token, word));
    let tokens: Vec<(usize, &str)> = tokens(text).collect();
    let here = tokens
        .iter()
        .position(|(start, token)| start + token.len() > at)?;
    let near = tokens.iter().take(here + 1).rev().take(3);
    near.copied().find(|(_, token)| is_loud(token))
}

/// The bracket that is missing at the end of a text, if one is.
pub fn unclosed(text: &str) -> Option<&'static str> {
    let mut open = Vec::new();
    for (_, token) in tokens(text) {
        match token {
            "(" => open.push("`)`"),
            "{" => open.push("`}`"),
            ")" | "}" => {
                open.pop();
            }
            _ => {}
        }
    }
    open.pop()
}

/// Slips that show in the words on either side.
fn around(before: &str, text: &str, after: &str) -> Option<&'static str> {
    Some(match (before, text, after) {
        ("was", _, _) => "write `was (…)` with parentheses",
        (_, _, "up" | "down") => {
            "a step along a scale is `one level up`, `2 levels down`, `(raids) levels up`"
        }
        (_, ",", _) => "several values are a set: `{a, b}`",
        (_, "above" | "below", _) => "a scale is compared by `is above …`, `is below …`",
        (_, word, next) if is_word(word) && is_word(next) => {
            "a comparison by a declared word has `than` after it"
        }
        _ => return None,
    })
}

/// Slips within one word or number.
fn spelling(text: &str, after: &str) -> Option<&'static str> {
    let number = begins_number(text);
    if text.starts_with('\'') {
        Some("free text ends with a second `'`")
    } else if number && (after == "-" || text.contains(char::is_alphabetic)) {
        Some("a name begins with a letter")
    } else if text.ends_with('-') || text.contains("--") {
        Some("a name has single hyphens within it; a subtraction has spaces around `-`")
    } else {
        None
    }
}
