//! The slips for which a reader blames what comes after them: brackets and quotes that are not closed, comments and quotes of
//! another kind.

use super::super::quotes;
use super::tokens::{Shape, Token};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

/// The items, of which none stands within another.
const ITEMS: [&str; 4] = ["Chart", "List", "Card", "Procedure"];

/// The first known slip of a text that is refused, unless it lies after the place where that came to light.
pub(super) fn first(text: &str, tokens: &[Token<'_>], refused: &Diagnostic) -> Option<Diagnostic> {
    if refused.code != Code::BrokenRon {
        return None;
    }
    let slip = Scan {
        text,
        open: Vec::new(),
    }
    .run(tokens)?;
    let start = |found: &Diagnostic| found.labels.first().map(|label| label.span.start);
    (start(&slip) <= start(refused)).then_some(slip)
}

struct Scan<'t> {
    text: &'t str,
    /// The brackets that are open, each with the name of an item before it.
    open: Vec<Span>,
}

impl Scan<'_> {
    fn run(mut self, tokens: &[Token<'_>]) -> Option<Diagnostic> {
        for (index, token) in tokens.iter().enumerate() {
            let after = tokens.get(index + 1);
            let slip = match token.shape {
                Shape::Open => self.opens(
                    token,
                    index.checked_sub(1).and_then(|before| tokens.get(before)),
                ),
                Shape::Close => self.closes(token),
                Shape::Text => self.quoted(token),
                Shape::Bare if after.is_some_and(|after| after.is_sign("(")) => self.item(token),
                Shape::Stray => self.stray(token),
                _ => None,
            };
            if slip.is_some() {
                return slip;
            }
        }
        self.open.pop().map(|last| self.unclosed(last))
    }

    fn slice(&self, place: Span) -> &str {
        let range = place.start as usize..place.end as usize;
        self.text.get(range).unwrap_or_default()
    }

    fn opens(&mut self, token: &Token<'_>, before: Option<&Token<'_>>) -> Option<Diagnostic> {
        let name = before.filter(|name| token.text == "(" && ITEMS.contains(&name.text));
        self.open
            .push(name.map_or(token.whole, |name| name.whole.to(token.whole)));
        None
    }

    fn closes(&mut self, token: &Token<'_>) -> Option<Diagnostic> {
        let last = self.open.pop()?;
        (self.closing(last) != token.text).then(|| {
            self.unclosed(last)
                .label(token.whole, "this closes another")
        })
    }

    /// An item within another.
    fn item(&mut self, name: &Token<'_>) -> Option<Diagnostic> {
        let is_item = |open: &Span| self.slice(*open).len() > 1;
        if !ITEMS.contains(&name.text) || !self.open.iter().any(is_item) {
            return None;
        }
        let last = self.open.pop()?;
        Some(
            self.unclosed(last)
                .label(name.whole, "this begins within it"),
        )
    }

    /// A text in quotes: one that reaches into another line, or that a word follows at once, is not closed where it should be.
    fn quoted(&self, token: &Token<'_>) -> Option<Diagnostic> {
        let before = self.text.get(..token.whole.start as usize)?;
        let after = self.text.get(token.whole.end as usize..)?;
        let is_closed =
            !token.text.contains(['\n', '\r']) && !after.starts_with(char::is_alphanumeric);
        if is_closed {
            return None;
        }
        let is_of_word = |c: char| c.is_alphanumeric() || c == '-';
        let word = before.len() - before.trim_end_matches(is_of_word).len();
        Some(if word == 0 {
            self.open_quote(token.whole)
        } else {
            let start = token.whole.start;
            let length = u32::try_from(word).unwrap_or_default();
            let place = Span {
                start: start.saturating_sub(length),
                end: start,
                ..token.whole
            };
            slip(place, "a quote is missing before this").help(QUOTES)
        })
    }

    fn open_quote(&self, place: Span) -> Diagnostic {
        let line = self.slice(place).lines().next().map_or(0, str::len);
        slip(
            place.within(0, line),
            "the quote of this text is never closed",
        )
        .help(QUOTES)
    }

    fn stray(&self, token: &Token<'_>) -> Option<Diagnostic> {
        let rest = self.text.get(token.whole.start as usize..)?;
        let line = rest.lines().next().unwrap_or_default().trim_end();
        let end = token.whole.start + u32::try_from(line.len()).ok()?;
        let line = Span { end, ..token.whole };
        match token.text {
            "#" => {
                Some(slip(line, "`#` begins no comment here").help("a comment begins with `//`"))
            }
            "\"" => Some(self.open_quote(line)),
            sign if quotes::is_curly(sign) => Some(
                Diagnostic::error(Code::BrokenRon, token.whole, quotes::MESSAGE).help(quotes::HELP),
            ),
            _ => None,
        }
    }

    fn unclosed(&self, open: Span) -> Diagnostic {
        let before = self.text.get(..open.start as usize).unwrap_or_default();
        let line = 1 + before.matches('\n').count();
        let message = format!("the `{}` of line {line} is never closed", self.slice(open));
        slip(open, &message).help(format!("put its `{}` where it ends", self.closing(open)))
    }

    fn closing(&self, open: Span) -> &'static str {
        match self.slice(open).chars().next_back() {
            Some('(') => ")",
            Some('[') => "]",
            _ => "}",
        }
    }
}

const QUOTES: &str = "each text has a quote at both its ends";

fn slip(place: Span, message: &str) -> Diagnostic {
    Diagnostic::error(
        Code::BrokenRon,
        place,
        format!("this is not RON: {message}"),
    )
}
