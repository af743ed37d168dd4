//! What is said of a text that cannot be read: the place, what was wanted there, and the likely slip.

use super::build::is_level;
use super::grammar::Rule;
use super::{limits, slips};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use pest::error::{Error, ErrorVariant, InputLocation};

/// The finding for a text that the grammar refuses.
pub fn diagnostic(error: &Error<Rule>, text: &str, span: Span) -> Diagnostic {
    let at = match error.location {
        InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
    };
    match &error.variant {
        ErrorVariant::ParsingError { positives, .. } => refused(at, positives, text, span),
        ErrorVariant::CustomError { .. } => {
            let message = "this expression takes too long to read";
            Diagnostic::error(Code::OverLimit, span, message)
        }
    }
}

fn refused(at: usize, rules: &[Rule], text: &str, span: Span) -> Diagnostic {
    // Where a word may go on with `than` or `level`, it is a stray one.
    let goes_on = |rule: &Rule| matches!(rule, Rule::kw_than | Rule::kw_level | Rule::kw_levels);
    let loud = slips::loud_keyword(text, at);
    let is_stray = loud.is_none() && !rules.contains(&Rule::unit) && rules.iter().any(goes_on);
    let (start, token, at_end) = match loud {
        Some((start, token)) => (start, token, false),
        None => offending(at, is_stray, text),
    };
    let place = span.within(start, start + token.len());
    let broken = |message| Diagnostic::error(Code::BrokenExpression, place, message);
    let is_last = text.get(at..).is_none_or(|rest| rest.trim().is_empty());
    if let Some(closing) = slips::unclosed(text).filter(|_| is_stray && is_last) {
        return broken(format!("{closing} is wanted after `{token}`"))
            .help("a bracket is never closed");
    }
    let wanted = wanted(rules).filter(|_| !is_stray && loud.is_none());
    let finding = broken(match wanted {
        _ if token.is_empty() => "an expression is wanted here, and there is none".to_owned(),
        Some(words) if at_end => format!("{words} is wanted after `{token}`"),
        None if at_end => format!("the expression breaks off after `{token}`"),
        Some(words) => format!("{words} is wanted here, not `{token}`"),
        None => format!("`{token}` does not belong here"),
    });
    match slips::help(text, start, at_end) {
        Some(line) => finding.help(line),
        None => finding,
    }
}

/// The token that the message is about, with its place: that where the grammar stopped; a stray word before it, which could have
/// begun something; or the last one, if something is missing after it.
fn offending(at: usize, is_stray: bool, text: &str) -> (usize, &str, bool) {
    let (mut before, mut last) = (None, None);
    for (start, token) in limits::tokens(text) {
        if start > at || (start == at && last.is_some()) {
            before = last;
        }
        last = Some((start, token));
        if start + token.len() > at {
            let (start, token) = before.filter(|_| is_stray).unwrap_or((start, token));
            return (start, token, false);
        }
    }
    let (start, token) = last.unwrap_or_default();
    (start, token, !is_stray)
}

/// What the grammar would have taken, in the words of its readers; none where so much could follow that a list helps nobody.
fn wanted(rules: &[Rule]) -> Option<String> {
    let mut words: Vec<_> = rules.iter().filter_map(|rule| word(*rule)).collect();
    words.dedup();
    match words.as_slice() {
        _ if rules.iter().any(|rule| is_value(*rule)) => Some("a value".to_owned()),
        [] => None,
        [only] => Some((*only).to_owned()),
        [text, other] => Some(format!("{text} or {other}")),
        several => {
            let is_ending = |word: &&&str| ["`)`", "`}`", "`else`"].contains(*word);
            several
                .iter()
                .find(is_ending)
                .map(|word| (*word).to_owned())
        }
    }
}

/// Whether a rule of the grammar begins a value.
const fn is_value(rule: Rule) -> bool {
    let is_whole = matches!(
        rule,
        Rule::keys | Rule::member | Rule::whole | Rule::whole_set
    );
    is_level(rule) || is_whole || matches!(rule, Rule::part)
}

const fn word(rule: Rule) -> Option<&'static str> {
    Some(match rule {
        Rule::comma => "`,`",
        Rule::close_paren => "`)`",
        Rule::close_brace => "`}`",
        Rule::paren => "`(`",
        Rule::sign_equal => "`=`",
        Rule::kw_else => "`else`",
        Rule::kw_to => "`to`",
        Rule::kw_up => "`up`",
        Rule::kw_down => "`down`",
        Rule::kw_least => "`least`",
        Rule::kw_most => "`most`",
        Rule::binding => "`fact = value`",
        Rule::name => "a name",
        Rule::unit => "a unit",
        Rule::plain => "a number",
        _ => return None,
    })
}
