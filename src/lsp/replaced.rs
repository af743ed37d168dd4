//! What of a text advice stands for that says how it is written instead: in an expression more than the one sign that does not belong
//! there, as a rule; elsewhere a value with its quotes, or with its key.

use super::scan;
use crate::source::Span;
use crate::syntax::tokens;

/// How many tokens behind the one that does not belong there are left out: `each` of `+1 for each 6 hexes`.
const MOST_LEFT_OUT: usize = 2;

/// The advice `write …` with the expression alone in it, and nothing else that could be meant.
fn expression(help: &str) -> Option<&str> {
    let mut parts = help.strip_prefix("write `")?.split('`');
    let (expression, rest) = (parts.next()?, parts.next());
    let is_only = rest.is_none_or(|rest| !rest.starts_with(", or")) && parts.next().is_none();
    (is_only && !expression.contains('…')).then_some(expression)
}

/// The place in a text that advice about what stands at a span replaces, and what is written there; none where that is not certain.
pub fn replaced(text: &str, span: Span, help: &str) -> Option<(Span, String)> {
    let expression = expression(help)?;
    let (at, end) = (span.start as usize, span.end as usize);
    let line = line_of(text, span)?;
    let start = line.start as usize;
    let all: Vec<(usize, &str)> = tokens(text.get(start..line.end as usize)?)
        .map(|(place, token)| (start + place, token))
        .collect();
    let here = all.iter().position(|(place, _)| *place == at)?;
    let before: Vec<&str> = all.iter().take(here).map(|(_, token)| *token).collect();
    let behind: Vec<&str> = all.iter().skip(here + 1).map(|(_, token)| *token).collect();
    let wanted: Vec<&str> = tokens(expression).map(|(_, token)| token).collect();
    let (from, to) = match wanted.as_slice() {
        [only] => {
            let is_sign = || is_free(text, at, end) || !only.contains(char::is_alphanumeric);
            let alone = || is_sign().then_some((0, 0));
            number_in(&before, only, &behind).or_else(alone)?
        }
        _ => around(&before, &wanted, &behind)?,
    };
    let (first, _) = all.get(here.checked_sub(from)?)?;
    let (last, token) = all.get(here + to)?;
    let whole = text.get(*first..last + token.len())?;
    Some((
        scan::span_of(span.file, *first, whole),
        expression.to_owned(),
    ))
}

/// `1,000`: a mark within a number.
fn number_in(before: &[&str], number: &str, behind: &[&str]) -> Option<(usize, usize)> {
    let (one, other) = (before.last()?, behind.first()?);
    let is_one = number.strip_prefix(one) == Some(*other);
    is_one.then_some((1, 1))
}

/// Whether no word touches what stands there: `a&b` is no `aandb`.
fn is_free(text: &str, at: usize, end: usize) -> bool {
    let sides = [text.get(..at), text.get(end..)];
    let [Some(before), Some(behind)] = sides else {
        return false;
    };
    let is_part = |letter: char| letter.is_alphanumeric();
    !before.ends_with(is_part) && !behind.starts_with(is_part)
}

/// How many tokens before and behind one are written anew: those with which the expression begins and ends.
fn around(before: &[&str], wanted: &[&str], behind: &[&str]) -> Option<(usize, usize)> {
    let begins = |count: &usize| {
        let own = before
            .len()
            .checked_sub(*count)
            .and_then(|at| before.get(at..));
        own == wanted.get(..*count)
    };
    let longest = (1..wanted.len()).rev().find(begins);
    // `a = 2..5` is `a in 2..5`.
    let is_range = || match (before, wanted) {
        ([.., name, "=", low], [first, "in", other, ..]) => name == first && low == other,
        _ => false,
    };
    let from = longest.or_else(|| is_range().then_some(3))?;
    let ends = |left_out: usize| {
        let rest = behind.get(left_out..)?;
        let most = wanted.len().checked_sub(from)?.min(rest.len());
        let ends = |count: &usize| rest.get(..*count) == wanted.get(wanted.len() - count..);
        let count = (1..=most).rev().find(ends)?;
        Some(left_out + count)
    };
    let to = (0..=MOST_LEFT_OUT).find_map(ends)?;
    Some((from, to))
}

/// The line in which a place begins, without the blanks around it.
pub fn line_of(text: &str, place: Span) -> Option<Span> {
    let at = place.start as usize;
    let start = text.get(..at)?.rfind('\n').map_or(0, |end| end + 1);
    let line = text.get(start..)?.lines().next()?;
    let start = start + line.len() - line.trim_start().len();
    Some(scan::span_of(place.file, start, line.trim()))
}

/// What advice writes for all that stands at a place: in its quotes, in place of it with its quotes, or for the line of which it is the
/// value; none where that is not certain.
pub fn whole(text: &str, span: Span, advice: &str) -> Option<(Span, String)> {
    let (start, end) = (span.start as usize, span.end as usize);
    let (before, behind) = (text.get(..start)?, text.get(end..)?);
    let is_quoted = before.ends_with('"') && behind.starts_with('"');
    let (start, end) = if is_quoted {
        (start - 1, end + 1)
    } else {
        (start, end)
    };
    let outer = scan::span_of(span.file, start, text.get(start..end)?);
    if advice.starts_with("[[") {
        return None;
    }
    if let Some(key) = key_of(advice) {
        let line = line_of(text, span)?;
        let own = text.get(line.start as usize..start)?;
        let is_own = own.trim_end().strip_suffix('=').map(str::trim_end) == Some(key);
        return (is_own && line.end as usize == end).then(|| (line, advice.to_owned()));
    }
    let bare = advice
        .strip_prefix('"')
        .and_then(|bare| bare.strip_suffix('"'));
    let is_group = advice.starts_with(['{', '[']);
    Some(match bare {
        Some(bare) if is_quoted => (span, bare.to_owned()),
        None if is_quoted && is_group => (outer, advice.to_owned()),
        None if text.get(start..end)?.starts_with('"') && !is_group && !is_quoted => {
            (span, format!("\"{advice}\""))
        }
        _ => (span, advice.to_owned()),
    })
}

/// The key of a line of TOML that gives it a value.
fn key_of(line: &str) -> Option<&str> {
    let (key, _) = line.split_once(" = ")?;
    let is_part = |letter: char| letter.is_alphanumeric() || matches!(letter, '-' | '_' | '.');
    key.chars().all(is_part).then_some(key)
}
