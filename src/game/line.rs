//! The lines of a journal: `2026-05-01T19:30:00Z play rain-by-turn: wind-change-dr=5+6 > raining=yes`.

use crate::diagnostic::{Diagnostic, made_visible};
use serde::Serialize;
use std::fmt::{Display, Formatter, Result as FormatResult};

/// How many facts one line tells at most.
const MOST_FACTS: usize = 1000;

/// A name and what is said of it.
pub type Pair = (String, String);

/// An event and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    pub line: usize,
    /// When it was written, if it says so.
    pub time: Option<String>,
    pub event: Event,
    /// The line as it stands there, without its time.
    pub text: String,
    pub is_taken_back: bool,
}

/// What happened in a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// Facts were told; an empty value takes one back.
    Set(Vec<Pair>),
    /// A procedure was rolled.
    Roll(Happened),
    /// A turn of a process was played.
    Play(Happened),
    /// The last event was taken back.
    Undo,
    /// The last event that was taken back holds again.
    Redo,
}

/// A procedure rolled, or a turn of a process played: facts by their names, with their values. It is shown as a journal has it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Happened {
    /// The name of the procedure or process.
    pub name: String,
    /// The facts given for it alone.
    pub given: Vec<Pair>,
    /// The dice, as players tell them: `3+4`.
    pub rolls: Vec<Pair>,
    /// What came of it; of a turn, what it changed.
    pub came: Vec<Pair>,
}

impl Entry {
    pub fn read(line: usize, text: &str) -> Result<Self, String> {
        let text = &*made_visible(text);
        let has_time = text.starts_with(|letter: char| letter.is_ascii_digit());
        let (time, text) = match text.split_once(' ').unwrap_or((text, "")) {
            (time, rest) if has_time => (Some(time), rest.trim()),
            _ => (None, text),
        };
        Ok(Self {
            line,
            time: time.map(str::to_owned),
            event: Event::read(text)?,
            text: text.to_owned(),
            is_taken_back: false,
        })
    }
}

impl Event {
    /// Reads an event. The error is what is wrong with it, in one phrase.
    pub fn read(text: &str) -> Result<Self, String> {
        let words = words(text)?;
        let (verb, rest) = words.split_first().ok_or("it is empty")?;
        match (verb.as_str(), rest) {
            ("set", []) => Err("`set` needs a fact: `set fact=value`".to_owned()),
            ("set", facts) => Ok(Self::Set(pairs(facts)?)),
            ("roll", rest) => Ok(Self::Roll(Happened::read(rest)?)),
            ("play", rest) => Ok(Self::Play(Happened::read(rest)?)),
            ("undo", []) => Ok(Self::Undo),
            ("redo", []) => Ok(Self::Redo),
            ("undo" | "redo", _) => Err(format!("`{verb}` stands alone")),
            _ => Err(format!(
                "`{verb}` is no event; an event is `set`, `roll`, `play`, `undo` or `redo`"
            )),
        }
    }
}

impl Happened {
    /// `set-up month=may : weather-dr=3+2 > weather=clear`; where nothing is given, the colon may stand by the name.
    fn read(words: &[String]) -> Result<Self, String> {
        let (name, rest) = words.split_first().ok_or("it does not say what")?;
        let (before, came) = split(rest, ">");
        let (name, (given, rolls)) = match name.strip_suffix(':') {
            Some(name) => (name, (&[][..], before)),
            None => (name.as_str(), split(before, ":")),
        };
        Ok(Self {
            name: name.to_owned(),
            given: pairs(given)?,
            rolls: pairs(rolls)?,
            came: pairs(came)?,
        })
    }
}

/// The words before one, and those after it.
fn split<'w>(words: &'w [String], at: &str) -> (&'w [String], &'w [String]) {
    let mut parts = words.splitn(2, |word| word == at);
    (
        parts.next().unwrap_or_default(),
        parts.next().unwrap_or_default(),
    )
}

fn pairs(words: &[String]) -> Result<Vec<Pair>, String> {
    if words.len() > MOST_FACTS {
        return Err(format!("it tells more than {MOST_FACTS} facts"));
    }
    let pair = |word: &String| match word.split_once('=') {
        Some((name, value)) if !name.is_empty() => Ok((name.to_owned(), value.to_owned())),
        _ => Err(format!("`{word}` is no `fact=value`")),
    };
    words.iter().map(pair).collect()
}

/// The words of a line; what stands in double quotes is within one word.
fn words(text: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut is_quoted = false;
    for letter in text.chars() {
        match letter {
            ' ' | '\t' if !is_quoted => words.extend(word.take()),
            '"' => {
                is_quoted = !is_quoted;
                word.get_or_insert_default();
            }
            other => word.get_or_insert_default().push(other),
        }
    }
    if is_quoted {
        return Err("a quotation mark has no other".to_owned());
    }
    words.extend(word);
    Ok(words)
}

impl Display for Event {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> FormatResult {
        match self {
            Self::Set(facts) => write!(formatter, "set{}", texts(facts)),
            Self::Roll(rolled) => write!(formatter, "roll {rolled}"),
            Self::Play(rolled) => write!(formatter, "play {rolled}"),
            Self::Undo => formatter.write_str("undo"),
            Self::Redo => formatter.write_str("redo"),
        }
    }
}

impl Display for Happened {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> FormatResult {
        let [given, rolls, came] = [&self.given, &self.rolls, &self.came].map(|own| texts(own));
        write!(formatter, "{}{given} :{rolls} >{came}", self.name)
    }
}

/// That with what a game is played is told of the whole game.
pub fn for_whole_game(switch: &str) -> Diagnostic {
    Diagnostic::request(format!(
        "`{switch}` is for the whole game, not for one event of it"
    ))
}

/// The word for a state that has no value.
pub const NO_VALUE: &str = "?";

/// Tells of a value that a line of a journal cannot keep as it is.
pub fn refuse_unkept(value: &str) -> Result<(), Diagnostic> {
    if value == NO_VALUE {
        let message = format!("`{NO_VALUE}` is what a game keeps of a fact without a value");
        return Err(Diagnostic::request(message));
    }
    match value.find(['"', '\n', '\r']) {
        None => Ok(()),
        Some(_) => Err(Diagnostic::request(
            "what a game keeps of a fact stands on one line and has no `\"` in it",
        )),
    }
}

fn texts(pairs: &[Pair]) -> String {
    let text = |(name, value): &Pair| {
        let value = value.replace(['"', '\n', '\r'], " ");
        if value.contains([' ', '\t']) {
            format!(" {name}=\"{value}\"")
        } else {
            format!(" {name}={value}")
        }
    };
    pairs.iter().map(text).collect()
}
