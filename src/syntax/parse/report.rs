//! What is said of a text that cannot be read: the place, what was wanted there, and the likely slip.

use super::build::is_level;
use super::grammar::Rule;
use super::{limits, slips};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use pest::error::{Error, ErrorVariant, InputLocation};

/// A piece that lacks a part the grammar promises it: never met, but no reason to stop the program.
pub(super) fn unreadable(span: Span) -> Diagnostic {
    Diagnostic::error(
        Code::BrokenExpression,
        span,
        "this expression cannot be read",
    )
}

/// The finding for a text that the grammar refuses.
pub(super) fn diagnostic(error: &Error<Rule>, text: &str, span: Span) -> Diagnostic {
    let at = match error.location {
        InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
    };
    match &error.variant {
        ErrorVariant::ParsingError { positives, .. } => refused(at, positives, text, span),
        ErrorVariant::CustomError { .. } => Diagnostic::error(
            Code::OverLimit,
            span,
            "this expression takes too long to read",
        ),
    }
}

fn refused(at: usize, wanted: &[Rule], text: &str, span: Span) -> Diagnostic {
    let stray = !wanted.contains(&Rule::unit)
        && wanted
            .iter()
            .any(|rule| matches!(rule, Rule::kw_than | Rule::kw_level | Rule::kw_levels));
    let loud = slips::loud_keyword(text, at);
    let stray = stray && loud.is_none();
    let offending = match loud {
        Some(found) => Offending::new(Some(found), false),
        None => Offending::find(at, stray, text),
    };
    let place = span.within(offending.start, offending.start + offending.token.len());
    let unclosed = stray
        .then(|| slips::unclosed(text))
        .flatten()
        .filter(|_| text.get(at..).is_none_or(|rest| rest.trim().is_empty()));
    if let Some(closing) = unclosed {
        let message = format!("{closing} is wanted after `{}`", offending.token);
        return Diagnostic::error(Code::BrokenExpression, place, message)
            .help("a bracket is never closed");
    }
    let wanted = if stray || loud.is_some() {
        None
    } else {
        Wanted::new(wanted).words()
    };
    let finding = Diagnostic::error(
        Code::BrokenExpression,
        place,
        offending.message(wanted.as_deref()),
    );
    match slips::help(text, offending.start, offending.at_end) {
        Some(line) => finding.help(line),
        None => finding,
    }
}

/// The token that the message is about.
struct Offending<'a> {
    start: usize,
    token: &'a str,
    /// It is the last one, and something is missing after it.
    at_end: bool,
}

impl<'a> Offending<'a> {
    /// The token where the grammar stopped; a stray word before it, which could have begun something; or the last one.
    fn find(at: usize, stray: bool, text: &'a str) -> Self {
        let (mut before, mut last) = (None, None);
        for (start, token) in limits::tokens(text) {
            if start > at || (start == at && last.is_some()) {
                before = last;
            }
            last = Some((start, token));
            if start + token.len() > at {
                return Self::new(if stray { before.or(last) } else { last }, false);
            }
        }
        Self::new(last, !stray)
    }

    fn new(found: Option<(usize, &'a str)>, at_end: bool) -> Self {
        let (start, token) = found.unwrap_or_default();
        Self {
            start,
            token,
            at_end,
        }
    }

    fn message(&self, wanted: Option<&str>) -> String {
        let token = self.token;
        match wanted {
            _ if token.is_empty() => "an expression is wanted here, and there is none".to_owned(),
            Some(words) if self.at_end => format!("{words} is wanted after `{token}`"),
            None if self.at_end => format!("the expression breaks off after `{token}`"),
            Some(words) => format!("{words} is wanted here, not `{token}`"),
            None => format!("`{token}` does not belong here"),
        }
    }
}

/// What the grammar would have taken, in the words of its readers.
struct Wanted {
    value: bool,
    words: Vec<&'static str>,
}

impl Wanted {
    fn new(rules: &[Rule]) -> Self {
        let mut words: Vec<_> = rules.iter().filter_map(|rule| word(*rule)).collect();
        words.dedup();
        Self {
            value: rules.iter().any(|rule| is_value(*rule)),
            words,
        }
    }

    /// None where so much could follow that a list helps nobody.
    fn words(&self) -> Option<String> {
        match self.words.as_slice() {
            _ if self.value => Some("a value".to_owned()),
            [] => None,
            [one] => Some((*one).to_owned()),
            [one, two] => Some(format!("{one} or {two}")),
            _ => self
                .words
                .iter()
                .find(|word| ["`)`", "`}`", "`else`"].contains(word))
                .map(|word| (*word).to_owned()),
        }
    }
}

/// Whether a rule of the grammar begins a value.
const fn is_value(rule: Rule) -> bool {
    is_level(rule)
        || matches!(
            rule,
            Rule::part | Rule::keys | Rule::member | Rule::whole | Rule::whole_set
        )
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
