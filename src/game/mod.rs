//! A game at the table, kept in one file: which rulebook it goes by, the scenario's own rules, and a journal of what was told,
//! rolled and played, one line an event. Anybody can read it and correct it by hand.
//!
//! ```text
//! text ─► head (rulebook, own rules)
//!      └► lines ─► events (what undo took back left out) ─► state (what is known now)
//! ```
//!
//! The state is what the journal says, whatever the rules say today; [`replay()`] tells where these differ.

mod at_table;
mod events;
mod follows;
mod head;
mod line;
mod replay;
mod roll;
mod saved;
mod state;
pub mod turns;
mod view;

pub use self::at_table::{Game, InEffect, Throws};
pub use self::events::read_events;
pub use self::head::{Head, SCENARIO_PACK};
pub use self::line::{Entry, Event, Happened, Pair, for_whole_game, refuse_unkept};
pub use self::replay::replay;
pub use self::roll::{Roll, roll};
pub use self::saved::Saved;
pub use self::state::State;
pub use self::view::{log, view};

use std::borrow::Cow;
use std::fmt::{Display, Formatter, Result as FormatResult};

/// What stands between the head and the journal.
const JOURNAL: &str = "--- journal ---";

/// What ends a line that was never finished.
pub const UNFINISHED: &str = " # not finished";

/// A game as its file has it.
#[derive(Debug, Clone)]
pub struct Record {
    pub head: Head,
    /// In order, those taken back among them.
    pub entries: Vec<Entry>,
    /// The lines that are no events.
    pub misfits: Vec<Misfit>,
    /// The place of the entry that `redo` would bring again.
    undone: Option<usize>,
    /// How many lines the text has.
    lines: usize,
}

/// A line that does not fit, and why in one phrase; nothing else is lost by it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Misfit {
    pub line: usize,
    pub text: String,
    pub says: String,
}

/// How many letters of a line are shown where it does not fit.
const MOST_SHOWN: usize = 200;

/// As much of a line as is shown.
fn shortened(text: &str) -> Cow<'_, str> {
    match text.char_indices().nth(MOST_SHOWN) {
        Some((end, _)) => Cow::Owned(format!("{}…", text.get(..end).unwrap_or_default())),
        None => Cow::Borrowed(text),
    }
}

impl Display for Misfit {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> FormatResult {
        let Self { line, text, says } = self;
        write!(formatter, "line {line}, `{}`: {says}", shortened(text))
    }
}

impl Record {
    /// Reads the text of a file. The error is what is wrong with its head, in a phrase: without it nobody knows what the game
    /// goes by.
    pub fn read(text: &str) -> Result<Self, String> {
        let (before, journal) = parts(text)?;
        let mut game = Self {
            head: Head::read(before)?,
            entries: Vec::new(),
            misfits: Vec::new(),
            undone: None,
            lines: text.lines().count(),
        };
        let first = before.lines().count() + 2;
        for (number, line) in (first..).zip(journal.split_inclusive('\n')) {
            game.take(number, line);
        }
        game.take_back();
        Ok(game)
    }

    /// Takes in a line written at its end: the event, unless the line is none, or takes another back or brings it again.
    pub(super) fn add(&mut self, text: &str) -> Option<&Entry> {
        let before = self.entries.len();
        self.lines += 1;
        self.take(self.lines, text);
        self.undone = None;
        self.entries.get(before)
    }

    /// The text of a game that begins.
    pub fn begin(head: &Head) -> String {
        format!("{}\n{JOURNAL}\n", head.text())
    }

    fn take(&mut self, line: usize, text: &str) {
        let is_whole = text.ends_with('\n');
        let text = text.trim();
        let is_prose = text.is_empty() || text.starts_with('#');
        if is_prose || text.ends_with(UNFINISHED.trim()) {
            return;
        }
        let entry = if is_whole {
            Entry::read(line, text)
        } else {
            Err("it has no end: it was cut short, or end it with a new line".to_owned())
        };
        match entry {
            Ok(entry) => self.entries.push(entry),
            Err(says) => self.misfits.push(Misfit {
                line,
                text: text.to_owned(),
                says,
            }),
        }
    }

    /// Marks what `undo` takes back and `redo` does not bring again.
    fn take_back(&mut self) {
        let (mut done, mut undone) = (Vec::new(), Vec::new());
        for (place, entry) in self.entries.iter().enumerate() {
            let moved = match entry.event {
                Event::Undo => done.pop().map(|last| undone.push(last)),
                Event::Redo => undone.pop().map(|last| done.push(last)),
                _ => {
                    undone.clear();
                    done.push(place);
                    Some(())
                }
            };
            if moved.is_none() {
                self.misfits.push(Misfit {
                    line: entry.line,
                    text: entry.text.clone(),
                    says: "there is nothing that it could take back or bring again".to_owned(),
                });
            }
        }
        for (place, entry) in self.entries.iter_mut().enumerate() {
            entry.is_taken_back = !done.contains(&place);
        }
        self.undone = undone.pop();
        self.misfits.sort_by_key(|misfit| misfit.line);
    }

    /// The events that hold.
    pub fn events(&self) -> impl DoubleEndedIterator<Item = &Entry> {
        self.entries.iter().filter(|entry| !entry.is_taken_back)
    }

    /// The event that `undo` would take back.
    pub fn last(&self) -> Option<&Entry> {
        self.events().next_back()
    }

    /// The event that `redo` would bring again.
    pub fn last_taken_back(&self) -> Option<&Entry> {
        self.entries.get(self.undone?)
    }
}

/// The head and the journal.
fn parts(text: &str) -> Result<(&str, &str), String> {
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        if line.trim_end() == JOURNAL && line.ends_with('\n') {
            let (head, rest) = text.split_at(at);
            return Ok((head, rest.strip_prefix(line).unwrap_or_default()));
        }
        at += line.len();
    }
    Err(format!(
        "it is no game, or was cut short: no line says `{JOURNAL}`"
    ))
}
