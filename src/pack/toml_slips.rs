//! What is said of a TOML text that cannot be read: the slip where it was made, and how it is written instead.

use super::node::span;
use super::quotes;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::FileId;
use std::ops::Range;

/// What stands several times, each in double brackets.
const REPEATED: &[&str] = &["rule", "example", "impossible", "law", "step", "change"];

/// A quote that opens a text of several lines.
const LONG: &str = "\"\"\"";

/// A text in which mistakes are told.
pub struct Slips<'t> {
    pub text: &'t str,
    pub file: FileId,
}

impl Slips<'_> {
    /// What is opened and never closed, for which a reader blames all that comes after it.
    pub fn unclosed(&self, errors: &[toml::de::Error]) -> Option<Diagnostic> {
        let texts = self.long_text().or_else(|| self.broken_line(errors));
        texts.or_else(|| {
            let first = errors.first()?;
            let is_inside = ["comma", "inline table", "array"];
            let is_inside = is_inside.iter().any(|word| first.message().contains(word));
            is_inside.then(|| self.bracket(first.span()?.start))?
        })
    }

    /// A text of several lines within which another begins, or the file ends.
    fn long_text(&self) -> Option<Diagnostic> {
        let mut open: Option<usize> = None;
        let mut at = 0;
        for line in self.text.split_inclusive('\n') {
            let quote = line.find(LONG);
            let begins = quote.is_some_and(|quote| {
                let before = line.get(..quote).unwrap_or_default().trim_end();
                before.ends_with('=') && !before.contains(['|', '#'])
            });
            let is_one = line.matches(LONG).count() == 1;
            match (quote, open) {
                (Some(_), Some(start)) if begins => return Some(self.open_text(start)),
                (Some(quote), None) if is_one => open = Some(at + quote),
                (Some(_), Some(_)) if is_one => open = None,
                _ => {}
            }
            at += line.len();
        }
        open.map(|start| self.open_text(start))
    }

    /// A text of one line that goes on on the next one, and is closed there.
    fn broken_line(&self, errors: &[toml::de::Error]) -> Option<Diagnostic> {
        let is_odd = |line: &str| line.matches('"').count() % 2 == 1;
        errors.iter().find_map(|error| {
            let (start, line) = self.line(error.span()?.start);
            let (place, text) = valued(start, line).filter(|_| is_odd(line))?;
            let next = self
                .text
                .get(start + line.len()..)?
                .trim_start_matches(['\r', '\n']);
            let next = next.lines().next()?;
            let goes_on = next.trim_end().ends_with('"') && is_odd(next) && !next.contains(" = \"");
            (goes_on && text.starts_with('"')).then(|| {
                self.broken(&place, "this text goes on on the next line")
                    .help(format!("write it on one line, or put `{LONG}` around it"))
            })
        })
    }

    fn open_text(&self, start: usize) -> Diagnostic {
        let place = start..start + LONG.len();
        self.broken(&place, "this text of several lines is never closed")
            .help(format!("put `{LONG}` on a line of its own where it ends"))
    }

    /// A bracket of an earlier line that is open still where a line begins something else.
    fn bracket(&self, at: usize) -> Option<Diagnostic> {
        let (start, line) = self.line(at);
        let begins = line.trim_start();
        let is_field = begins.split_once('=').is_some_and(|(name, _)| {
            let is_of_name = |c: char| c.is_alphanumeric() || "-_.\" ".contains(c);
            name.chars().all(is_of_name)
        });
        if !begins.starts_with('[') && !is_field {
            return None;
        }
        let mut open = Vec::new();
        let mut quote = None;
        for (place, letter) in self.text.get(..start)?.char_indices() {
            match (quote, letter) {
                (Some(own), letter) => {
                    quote = (own != letter && letter != '\n').then_some(own);
                }
                (None, '"' | '\'') => quote = Some(letter),
                (None, '{' | '[') => open.push(place),
                (None, '}' | ']') => drop(open.pop()),
                _ => {}
            }
        }
        let place = open.pop()?;
        let bracket = self.text.get(place..=place)?;
        let closing = if bracket == "{" { "}" } else { "]" };
        let finding = self.broken(
            &(place..place + 1),
            format!("this `{bracket}` is never closed"),
        );
        Some(finding.help(format!("put its `{closing}` where it ends")))
    }

    /// The finding for a mistake that the reader of TOML tells.
    pub fn mistake(&self, message: &str, place: &Range<usize>) -> Diagnostic {
        let name = self.text.get(place.clone()).unwrap_or_default();
        let (start, line) = self.line(place.start);
        if let Some(quote) = quotes::curly(line) {
            let place = start + quote.start..start + quote.end;
            return self.broken(&place, quotes::MESSAGE).help(quotes::HELP);
        }
        if let Some(found) = self.single_brackets(message, line, place) {
            return found;
        }
        if message.contains("with a dotted key") {
            let key = line.split('=').next().unwrap_or_default().trim();
            let help = format!("a number with a point in it stands in quotes: `\"{key}\" = …`");
            return self
                .broken(place, format!("`{key}` is read as a field within another"))
                .help(help);
        }
        if message == "duplicate key" {
            let header = line.trim();
            return self
                .broken(place, format!("`{name}` is written twice here"))
                .help(if header.starts_with("[[") {
                    format!("one has a name of its own in its header: `[{name}.some-name]`")
                } else if header.starts_with('[') {
                    format!(
                        "move its lines under the first `{header}`, or give this one a name of its own"
                    )
                } else {
                    "give the second another name, or make the two one".to_owned()
                });
        }
        if message.contains("invalid unquoted key") && !name.is_ascii() {
            return self
                .broken(place, format!("`{name}` stands without quotes before `=` or in a header"))
                .help(format!("names of facts and questions are of plain letters; what may have others stands in quotes there: `\"{name}\"`"));
        }
        let slip = self.of_line(message, place, (start, line));
        slip.or_else(|| self.unquoted(message, place)).unwrap_or_else(|| {
            self.broken(place, format!("this is not TOML: {message}"))
                .help("texts stand in quotes, lists in square brackets, and each `name = value` on a line of its own")
        })
    }

    /// A text without its quotes between braces or brackets, where it is taken for a number.
    fn unquoted(&self, message: &str, place: &Range<usize>) -> Option<Diagnostic> {
        let is_one = message.contains("must be quoted") || message.contains("invalid float");
        let is_of_word = |c: char| c.is_alphanumeric() || "-_./".contains(c);
        let before = self.text.get(..place.start)?;
        let start = before.trim_end_matches(is_of_word).len();
        let rest = self.text.get(start..)?;
        let word = rest.get(..rest.find(|c: char| !is_of_word(c)).unwrap_or(rest.len()))?;
        if !is_one || word.is_empty() {
            return None;
        }
        let finding = self.broken(
            &(start..start + word.len()),
            "this text stands without quotes",
        );
        Some(finding.help(match word {
            "yes" | "no" => {
                let truth = word == "yes";
                format!("write `\"{word}\"`, or `{truth}` where the key is on or off")
            }
            _ => format!("write `\"{word}\"`"),
        }))
    }

    /// The slips that show in their line.
    fn of_line(
        &self,
        message: &str,
        place: &Range<usize>,
        (start, line): (usize, &str),
    ) -> Option<Diagnostic> {
        let is_of = |words: &[&str]| words.iter().any(|word| message.contains(word));
        if line.trim_start().starts_with('[') && is_of(&["unclosed table"]) {
            let header = line.trim();
            let (open, close) = match header.starts_with("[[") {
                true => ("[[", "]]"),
                false => ("[", "]"),
            };
            let name = header.trim_matches(['[', ']']).trim();
            let name = name.split_whitespace().collect::<Vec<_>>().join("-");
            return Some(
                self.broken(place, "this header is not closed here")
                    .help(format!(
                        "write `{open}{name}{close}`: names have hyphens, no blanks"
                    )),
            );
        }
        if is_of(&["missing comma"]) {
            let finding = self.broken(place, "a comma is missing before this");
            return Some(finding.help(
                "between `{` and `}`, and between `[` and `]`, commas stand between any two",
            ));
        }
        let is_bare = is_of(&["key with no value"]);
        let Some((value, written)) = valued(start, line).filter(|_| !is_bare) else {
            return is_bare.then(|| self.without_equals(place, line));
        };
        if !value.contains(&place.start) && value.end != place.start {
            return None;
        }
        let bare = written.trim_end_matches(['"', '\'']);
        if written.starts_with(['"', '\'']) && is_of(&["string"]) {
            let finding = self.broken(&value, "the quote of this text is never closed");
            return Some(finding.help("a text has a quote at both its ends"));
        }
        let is_word = written.starts_with(|c: char| c.is_alphabetic());
        is_word.then(|| {
            let message = match bare == written {
                true => "this text stands without quotes",
                false => "a quote is missing before this text",
            };
            self.broken(&value, message)
                .help(format!("write `\"{bare}\"`"))
        })
    }

    /// A line without a `=`.
    fn without_equals(&self, place: &Range<usize>, line: &str) -> Diagnostic {
        let line = line.trim();
        let end = line.find(|c: char| !c.is_alphanumeric() && c != '-' && c != '_');
        let name = line.get(..end.unwrap_or(line.len())).unwrap_or_default();
        let rest = line.get(name.len()..).unwrap_or_default().trim();
        let finding = self.broken(place, "a `=` is wanted here");
        let quoted = line.strip_prefix('"').and_then(|line| line.split_once('"'));
        let quoted = quoted.and_then(|(name, rest)| Some((name, rest.trim().strip_prefix(':')?)));
        let several = rest.split_once('=').filter(|(words, _)| {
            let is_of_name = |c: char| c.is_alphanumeric() || "-_ ".contains(c);
            !words.trim().is_empty() && words.chars().all(is_of_name)
        });
        finding.help(match (rest.strip_prefix(':'), quoted, several) {
            (Some(value), ..) => format!("write `{name} = {}`", value.trim()),
            (_, Some((name, value)), _) => format!("write `{name} = {}`", value.trim()),
            (_, _, Some((words, value))) => {
                let words = name.split_whitespace().chain(words.split_whitespace());
                let name = words.collect::<Vec<_>>().join("-");
                let value = value.trim();
                format!("write `{name} = {value}`: a name has hyphens, no blanks")
            }
            _ if line.starts_with("//") || line.starts_with("--") || line.starts_with(';') => {
                "a comment begins with `#`".to_owned()
            }
            _ if rest.starts_with('.') || rest == "]" => {
                let header = line.trim_end_matches(']');
                format!("a header stands in brackets: `[{header}]`")
            }
            _ if rest.contains('|') => {
                format!("a line of a table stands between `{LONG}` and `{LONG}`")
            }
            _ if rest.is_empty() => "each line is `name = value`, or a `[header]`".to_owned(),
            _ => format!("write `{name} = {rest}`"),
        })
    }

    fn broken(&self, place: &Range<usize>, message: impl Into<String>) -> Diagnostic {
        let place = span(self.file, place.start, place.end);
        Diagnostic::error(Code::BrokenToml, place, message)
    }

    /// Where the line begins in which a place lies, and its text.
    pub fn line(&self, at: usize) -> (usize, &str) {
        let before = self.text.get(..at).unwrap_or_default();
        let start = before.rfind('\n').map_or(0, |end| end + 1);
        let line = self.text.get(start..).and_then(|rest| rest.lines().next());
        (start, line.unwrap_or_default())
    }

    /// The finding for a header under which several stand, each in single brackets.
    fn single_brackets(
        &self,
        message: &str,
        line: &str,
        place: &Range<usize>,
    ) -> Option<Diagnostic> {
        let line = line.trim_start();
        let last = self.text.get(place.clone())?.rsplit('.').next()?;
        if message != "duplicate key" || !line.starts_with('[') || !REPEATED.contains(&last) {
            return None;
        }
        let header = line.trim_start_matches('[').split(']').next()?;
        let single = format!("[{header}]");
        let mut next = 0;
        let mut lines = self.text.split_inclusive('\n').map(|line| {
            let start = next;
            next += line.len();
            (line, start..start + line.trim_end().len())
        });
        let is_first =
            |(line, _): &(&str, _)| line.split('#').next().unwrap_or_default().trim() == single;
        let first = lines
            .find(is_first)
            .map_or(place.clone(), |(_, first)| first);
        let message = format!("each of several `{last}` stands under double brackets");
        Some(
            self.broken(&first, message)
                .help(format!("write `[[{header}]]`")),
        )
    }
}

/// The value of a line that gives a key one: its place, and what is written there.
fn valued(start: usize, line: &str) -> Option<(Range<usize>, &str)> {
    let (key, value) = line.split_once('=')?;
    let written = value.trim();
    let from = start + key.len() + 1 + value.len() - value.trim_start().len();
    Some((from..from + written.len(), written))
}
