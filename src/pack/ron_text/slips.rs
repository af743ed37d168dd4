//! The slips for which a parser blames what comes after them: brackets and quotes that are not closed, comments and quotes of
//! another kind.

use super::super::node::span;
use super::super::quotes;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::FileId;
use std::ops::Range;

/// The items, of which none stands within another.
const ITEMS: [&str; 4] = ["Chart", "List", "Card", "Procedure"];

/// A slip, and where it is.
pub(super) struct Slip {
    message: String,
    place: Range<usize>,
    help: String,
    /// Where it came to light, and what is to be said there.
    other: Option<(Range<usize>, String)>,
}

impl Slip {
    fn new(place: Range<usize>, message: impl Into<String>, help: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            place,
            help: help.into(),
            other: None,
        }
    }

    /// The finding for it.
    pub(super) fn report(self, text: &str, file: FileId) -> Diagnostic {
        let at = |place: &Range<usize>| span(file, place.start, place.end.min(text.len()));
        let found =
            Diagnostic::error(Code::BrokenRon, at(&self.place), self.message).help(self.help);
        match &self.other {
            Some((place, said)) => found.label(at(place), said.clone()),
            None => found,
        }
    }
}

/// The first known slip of a text that a parser does not understand at an offset, unless it lies after that.
pub(super) fn first(text: &str, refused_at: usize) -> Option<Slip> {
    let slip = Scan {
        text,
        at: 0,
        open: Vec::new(),
    }
    .run()?;
    (slip.place.start <= refused_at).then_some(slip)
}

/// A bracket that is open, where it begins with the name before it, and what it is called.
struct Open {
    bracket: char,
    place: Range<usize>,
}

struct Scan<'t> {
    text: &'t str,
    at: usize,
    open: Vec<Open>,
}

impl<'t> Scan<'t> {
    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn run(mut self) -> Option<Slip> {
        while let Some(next) = self.rest().chars().next() {
            let slip = match next {
                '/' if self.rest().starts_with("//") || self.rest().starts_with("/*") => {
                    self.at += super::trail::comment(self.rest());
                    continue;
                }
                'r' if self.rest().starts_with("r\"") || self.rest().starts_with("r#") => {
                    self.raw()
                }
                '"' => self.quoted(),
                '#' if !self.rest().starts_with("#!") => Some(self.hash()),
                '(' | '[' | '{' => self.opens(next),
                ')' | ']' | '}' => self.closes(next),
                letter if letter.is_alphabetic() => self.word(),
                other => self.other(other),
            };
            if slip.is_some() {
                return slip;
            }
        }
        let last = self.open.pop()?;
        Some(self.unclosed(&last, None))
    }

    fn hash(&self) -> Slip {
        let length = self
            .rest()
            .lines()
            .next()
            .map_or(1, |line| line.trim_end().len());
        Slip::new(
            self.at..self.at + length,
            "this is not RON: `#` begins no comment here",
            "a comment begins with `//`",
        )
    }

    fn raw(&mut self) -> Option<Slip> {
        let after = self.rest().get(1..)?;
        let marks = after.len() - after.trim_start_matches('#').len();
        let Some(body) = after.get(marks..)?.strip_prefix('"') else {
            return self.word();
        };
        let end = format!("\"{}", "#".repeat(marks));
        let length = body
            .find(&end)
            .map_or(body.len(), |length| length + end.len());
        self.at += 2 + marks + length;
        None
    }

    /// A text in quotes: one that reaches into another line, or that a word follows at once, is not closed where it should be.
    fn quoted(&mut self) -> Option<Slip> {
        let start = self.at;
        let before = self.text.get(..start)?.chars().next_back();
        let body = self.rest().get(1..)?;
        let mut escaped = false;
        let length = body.find(|c: char| {
            let closes = c == '"' && !escaped;
            escaped = c == '\\' && !escaped;
            closes
        });
        let end = start + 1 + length.unwrap_or(body.len());
        self.at = (end + 1).min(self.text.len());
        let line = start + 1 + body.find(['\n', '\r']).unwrap_or(body.len());
        let follows = self.rest().starts_with(|c: char| c.is_alphanumeric());
        if length.is_some() && line > end && !follows {
            return None;
        }
        if before.is_some_and(char::is_alphanumeric) {
            let word = self
                .text
                .get(..start)?
                .rfind(|c: char| !(c.is_alphanumeric() || c == '-'));
            let word = word.map_or(0, |at| {
                at + self
                    .text
                    .get(at..)
                    .and_then(|rest| rest.chars().next())
                    .map_or(1, char::len_utf8)
            });
            let help = "each text has a quote at both its ends";
            return Some(Slip::new(
                word..start,
                "this is not RON: a quote is missing before this",
                help,
            ));
        }
        let whole = start..line.min(end + 1);
        let message = "this is not RON: the quote of this text is never closed";
        Some(Slip::new(
            whole,
            message,
            "each text has a quote at both its ends",
        ))
    }

    fn opens(&mut self, bracket: char) -> Option<Slip> {
        self.open.push(Open {
            bracket,
            place: self.at..self.at + 1,
        });
        self.at += 1;
        None
    }

    fn closes(&mut self, bracket: char) -> Option<Slip> {
        let here = self.at..self.at + 1;
        self.at += 1;
        let last = self.open.pop()?;
        (closing(last.bracket) != bracket)
            .then(|| self.unclosed(&last, Some((here, "this closes another".to_owned()))))
    }

    fn word(&mut self) -> Option<Slip> {
        let start = self.at;
        let rest = self.rest();
        let length = rest
            .find(|c: char| !(c.is_alphanumeric() || c == '-' || c == '_'))
            .unwrap_or(rest.len())
            .max(1);
        self.at += length;
        let word = rest.get(..length)?;
        if !ITEMS.contains(&word) || !self.rest().trim_start().starts_with('(') {
            return None;
        }
        let is_item = |open: &Open| open.place.len() > 1;
        if self.open.iter().any(is_item) {
            let last = self.open.pop()?;
            return Some(self.unclosed(
                &last,
                Some((start..self.at, "this begins within it".to_owned())),
            ));
        }
        let bracket = self.at + (self.rest().len() - self.rest().trim_start().len());
        self.at = bracket + 1;
        self.open.push(Open {
            bracket: '(',
            place: start..bracket + 1,
        });
        None
    }

    fn other(&mut self, next: char) -> Option<Slip> {
        let line = self
            .text
            .get(..self.at)?
            .rfind('\n')
            .map_or(0, |end| end + 1);
        let to_here = self.text.get(line..self.at + next.len_utf8())?;
        let curly = quotes::curly(to_here).filter(|place| line + place.start == self.at);
        self.at += next.len_utf8();
        let place = curly.map(|place| line + place.start..line + place.end)?;
        Some(Slip::new(place, quotes::MESSAGE, quotes::HELP))
    }

    fn unclosed(&self, open: &Open, other: Option<(Range<usize>, String)>) -> Slip {
        let written = self.text.get(open.place.clone()).unwrap_or_default();
        let line = 1 + self
            .text
            .get(..open.place.start)
            .unwrap_or_default()
            .matches('\n')
            .count();
        let message = format!("this is not RON: the `{written}` of line {line} is never closed");
        let help = format!("put its `{}` where it ends", closing(open.bracket));
        Slip {
            other,
            ..Slip::new(open.place.clone(), message, help)
        }
    }
}

const fn closing(bracket: char) -> char {
    match bracket {
        '(' => ')',
        '[' => ']',
        _ => '}',
    }
}
