//! A game at the table, kept in one file: which rulebook it goes by, the scenario's own rules, and a journal of what was told,
//! rolled and played, one line an event. Anybody can read it and correct it by hand.
//!
//! ```text
//! text ─► head (rulebook, own rules)
//!      └► lines ─► events (what undo took back left out) ─► state (what is known now)
//! ```
//!
//! The state is what the journal says, whatever the rules say today; [`replay()`] tells where these differ.

mod head;
mod line;
mod replay;
pub mod saved;
mod state;
pub mod turns;

pub use head::{Head, SCENARIO_PACK};
pub use line::{Entry, Event, Pair, Rolled};
pub use replay::{Difference, replay};
pub use state::{State, roll_told, turn_told};

use std::fmt::{Display, Formatter, Result as FormatResult};

/// What stands between the head and the journal.
const JOURNAL: &str = "--- journal ---";

/// What ends a line that was never finished.
pub const UNFINISHED: &str = " # not finished";

/// A game as its file has it.
#[derive(Debug, Clone)]
pub struct Game {
    /// What it goes by.
    pub head: Head,
    /// Its events, in order, those taken back among them.
    pub entries: Vec<Entry>,
    /// The lines that are no events.
    pub misfits: Vec<Misfit>,
}

/// A line that does not fit; nothing else is lost by it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Misfit {
    /// Its number in the file.
    pub line: usize,
    /// What stands there.
    pub text: String,
    /// What is wrong with it, in one phrase.
    pub says: String,
}

impl Display for Misfit {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> FormatResult {
        write!(
            formatter,
            "line {}, `{}`: {}",
            self.line, self.text, self.says
        )
    }
}

impl Game {
    /// Reads the text of a file.
    ///
    /// # Errors
    ///
    /// What is wrong with its head, in a phrase: without it nobody knows what the game goes by.
    pub fn read(text: &str) -> Result<Self, String> {
        let (before, journal) = parts(text)?;
        let head = Head::read(before)?;
        let first = before.lines().count() + 2;
        let mut game = Self {
            head,
            entries: Vec::new(),
            misfits: Vec::new(),
        };
        for (number, line) in (first..).zip(journal.split_inclusive('\n')) {
            game.take(number, line);
        }
        game.take_back();
        Ok(game)
    }

    /// The text of a game that begins.
    #[must_use]
    pub fn begin(head: &Head) -> String {
        format!("{}\n{JOURNAL}\n", head.text())
    }

    fn take(&mut self, number: usize, line: &str) {
        let text = line.trim();
        let is_prose = text.is_empty() || text.starts_with('#');
        if is_prose || text.ends_with(UNFINISHED.trim()) {
            return;
        }
        let entry = if line.ends_with('\n') {
            Entry::read(number, text)
        } else {
            Err("it has no end: it was cut short, or end it with a new line".to_owned())
        };
        match entry {
            Ok(entry) => self.entries.push(entry),
            Err(says) => self.misfits.push(Misfit {
                line: number,
                text: text.to_owned(),
                says,
            }),
        }
    }

    /// Marks what `undo` takes back and `redo` does not bring again.
    fn take_back(&mut self) {
        let mut done: Vec<usize> = Vec::new();
        let mut undone: Vec<usize> = Vec::new();
        let mut lost = Vec::new();
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
                lost.push(Misfit {
                    line: entry.line,
                    text: entry.text.clone(),
                    says: "there is nothing that it could take back or bring again".to_owned(),
                });
            }
        }
        for (place, entry) in self.entries.iter_mut().enumerate() {
            entry.is_taken_back = !done.contains(&place);
        }
        self.misfits.extend(lost);
        self.misfits.sort_by_key(|misfit| misfit.line);
    }

    /// The events that hold.
    pub fn events(&self) -> impl Iterator<Item = &Entry> {
        self.entries.iter().filter(|entry| !entry.is_taken_back)
    }

    /// The event that `undo` would take back.
    #[must_use]
    pub fn last(&self) -> Option<&Entry> {
        self.events().last()
    }

    /// The event that `redo` would bring again.
    #[must_use]
    pub fn last_taken_back(&self) -> Option<&Entry> {
        let mut undone: Vec<&Entry> = Vec::new();
        let mut done: Vec<&Entry> = Vec::new();
        for entry in &self.entries {
            match entry.event {
                Event::Undo => undone.extend(done.pop()),
                Event::Redo => done.extend(undone.pop()),
                _ => {
                    undone.clear();
                    done.push(entry);
                }
            }
        }
        undone.pop()
    }
}

/// The head and the journal.
fn parts(text: &str) -> Result<(&str, &str), String> {
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        if line.trim_end() == JOURNAL && line.ends_with('\n') {
            let before = text.get(..at).unwrap_or_default();
            let after = text.get(at + line.len()..).unwrap_or_default();
            return Ok((before, after));
        }
        at += line.len();
    }
    Err(format!(
        "it is no game, or was cut short: no line says `{JOURNAL}`"
    ))
}
