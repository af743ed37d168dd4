//! The slips for which a reader blames what comes after them: brackets and quotes that are not closed, comments and quotes of
//! another kind.

use super::super::quotes;
use super::tokens::{Shape, Token, broken, closing};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

/// The items, of which none stands within another.
pub const ITEMS: [&str; 4] = ["Chart", "List", "Card", "Procedure"];

/// The first known slip of a text that is refused, unless it lies after the place where that came to light.
pub fn first(text: &str, tokens: &[Token<'_>], refused: &Diagnostic) -> Option<Diagnostic> {
    let start = |finding: &Diagnostic| finding.labels.first().map(|label| label.span.start);
    let slip = Scan { text }
        .run(tokens)
        .filter(|slip| start(slip) <= start(refused));
    slip.filter(|_| refused.code == Code::BrokenRon)
}

struct Scan<'t> {
    text: &'t str,
}

impl Scan<'_> {
    fn run(&self, tokens: &[Token<'_>]) -> Option<Diagnostic> {
        // The brackets that are open, each with the name of an item before it.
        let mut open: Vec<Span> = Vec::new();
        let mut before: Option<&Token<'_>> = None;
        for (index, token) in tokens.iter().enumerate() {
            let slip = match token.shape {
                Shape::Open => {
                    let item =
                        before.filter(|name| token.text == "(" && ITEMS.contains(&name.text));
                    open.push(item.map_or(token.whole, |name| name.whole.to(token.whole)));
                    None
                }
                Shape::Close => open.pop().and_then(|last| {
                    let is_other = closing(self.slice(last)) != token.text;
                    is_other.then(|| {
                        self.unclosed(last)
                            .label(token.whole, "this closes another")
                    })
                }),
                Shape::Text => self.quoted(token),
                // An item within another.
                Shape::Bare if ITEMS.contains(&token.text) => {
                    let begins = tokens
                        .get(index + 1)
                        .is_some_and(|after| after.is_sign("("));
                    let is_inside = open.iter().any(|place| self.slice(*place).len() > 1);
                    let last = open.last().filter(|_| begins && is_inside);
                    last.map(|last| {
                        self.unclosed(*last)
                            .label(token.whole, "this begins within it")
                    })
                }
                Shape::Stray => self.stray(token),
                _ => None,
            };
            if slip.is_some() {
                return slip;
            }
            before = Some(token);
        }
        open.pop().map(|last| self.unclosed(last))
    }

    fn slice(&self, place: Span) -> &str {
        let range = place.start as usize..place.end as usize;
        self.text.get(range).unwrap_or_default()
    }

    /// A text in quotes: one that reaches into another line, or that a word follows at once, is not closed where it should be.
    fn quoted(&self, token: &Token<'_>) -> Option<Diagnostic> {
        let (before, after) = (
            self.text.get(..token.whole.start as usize)?,
            self.text.get(token.whole.end as usize..)?,
        );
        if !token.text.contains(['\n', '\r']) && !after.starts_with(char::is_alphanumeric) {
            return None;
        }
        let is_of_word = |c: char| c.is_alphanumeric() || c == '-';
        let word = before.len() - before.trim_end_matches(is_of_word).len();
        if word == 0 {
            return Some(self.open_quote(token.whole));
        }
        let end = token.whole.start;
        let start = end.saturating_sub(u32::try_from(word).unwrap_or_default());
        let place = Span {
            start,
            end,
            ..token.whole
        };
        Some(broken(place, "a quote is missing before this").help(QUOTES))
    }

    fn open_quote(&self, place: Span) -> Diagnostic {
        let line = self.slice(place).lines().next().map_or(0, str::len);
        broken(
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
                Some(broken(line, "`#` begins no comment here").help("a comment begins with `//`"))
            }
            "\"" => Some(self.open_quote(line)),
            sign if quotes::is_curly(sign) => {
                let finding = Diagnostic::error(Code::BrokenRon, token.whole, quotes::MESSAGE);
                Some(finding.help(quotes::HELP))
            }
            _ => None,
        }
    }

    fn unclosed(&self, open: Span) -> Diagnostic {
        let before = self.text.get(..open.start as usize).unwrap_or_default();
        let line = 1 + before.matches('\n').count();
        let bracket = self.slice(open);
        broken(
            open,
            &format!("the `{bracket}` of line {line} is never closed"),
        )
        .help(format!("put its `{}` where it ends", closing(bracket)))
    }
}

const QUOTES: &str = "each text has a quote at both its ends";
