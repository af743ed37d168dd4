//! The lines of a journal: `2026-05-01T19:30:00Z play rain-by-turn: wind-change-dr=5+6 > raining=yes`.

use std::fmt::{Display, Formatter, Result as FormatResult};

/// A name and what is said of it.
pub type Pair = (String, String);

/// An event and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Its line in the file.
    pub line: usize,
    /// When it was written, if it says so.
    pub time: Option<String>,
    /// What happened.
    pub event: Event,
    /// The line as it stands there, without its time.
    pub text: String,
    /// Whether it was taken back.
    pub is_taken_back: bool,
}

/// What happened in a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// Facts were told; an empty value takes one back.
    Set(Vec<Pair>),
    /// A procedure was rolled.
    Roll(Rolled),
    /// A turn of a process was played.
    Play(Rolled),
    /// The last event was taken back.
    Undo,
    /// The last event that was taken back holds again.
    Redo,
}

/// A procedure rolled, or a turn played.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Rolled {
    /// The procedure or process.
    pub name: String,
    /// The facts given for it alone.
    pub given: Vec<Pair>,
    /// The dice, as players tell them.
    pub rolls: Vec<Pair>,
    /// What came of it.
    pub came: Vec<Pair>,
}

impl Entry {
    pub(super) fn read(line: usize, text: &str) -> Result<Self, String> {
        let (first, rest) = text.split_once(' ').unwrap_or((text, ""));
        let has_time = first.starts_with(|letter: char| letter.is_ascii_digit());
        let (time, text) = if has_time {
            (Some(first), rest.trim())
        } else {
            (None, text)
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
    /// Reads an event.
    ///
    /// # Errors
    ///
    /// What is wrong with it, in one phrase.
    pub fn read(text: &str) -> Result<Self, String> {
        let words = words(text)?;
        let (verb, rest) = words.split_first().ok_or("it is empty")?;
        let alone = |event| {
            if rest.is_empty() {
                Ok(event)
            } else {
                Err(format!("`{verb}` stands alone"))
            }
        };
        match verb.as_str() {
            "set" if rest.is_empty() => Err("`set` needs a fact: `set fact=value`".to_owned()),
            "set" => Ok(Self::Set(pairs(rest)?)),
            "roll" => Ok(Self::Roll(Rolled::read(rest)?)),
            "play" => Ok(Self::Play(Rolled::read(rest)?)),
            "undo" => alone(Self::Undo),
            "redo" => alone(Self::Redo),
            _ => Err(format!(
                "`{verb}` is no event; an event is `set`, `roll`, `play`, `undo` or `redo`"
            )),
        }
    }
}

impl Rolled {
    fn read(words: &[String]) -> Result<Self, String> {
        let (name, rest) = words.split_first().ok_or("it does not say what")?;
        let (before, came) = split(rest, ">");
        let (given, rolls) = split(before, ":");
        let (name, given) = match name.strip_suffix(':') {
            // `play rain-by-turn: wind-change-dr=7` has nothing given.
            Some(name) => (name, &[][..]),
            None => (name.as_str(), given),
        };
        let rolls = if rolls.is_empty() && words.first().is_some_and(|name| name.ends_with(':')) {
            before
        } else {
            rolls
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
    match words.iter().position(|word| word == at) {
        Some(place) => (
            words.get(..place).unwrap_or_default(),
            words.get(place + 1..).unwrap_or_default(),
        ),
        None => (words, &[]),
    }
}

fn pairs(words: &[String]) -> Result<Vec<Pair>, String> {
    let pair = |word: &String| {
        word.split_once('=')
            .filter(|(name, _)| !name.is_empty())
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .ok_or_else(|| format!("`{word}` is no `fact=value`"))
    };
    words.iter().map(pair).collect()
}

/// The words of a line; what stands in double quotes is within one word.
fn words(text: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let (mut quoted, mut begun) = (false, false);
    for letter in text.chars() {
        match letter {
            '"' => {
                quoted = !quoted;
                begun = true;
            }
            ' ' | '\t' if !quoted => {
                if begun {
                    words.push(std::mem::take(&mut word));
                }
                begun = false;
            }
            other => {
                word.push(other);
                begun = true;
            }
        }
    }
    if quoted {
        return Err("a quotation mark has no other".to_owned());
    }
    if begun {
        words.push(word);
    }
    Ok(words)
}

impl Display for Event {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> FormatResult {
        match self {
            Self::Set(facts) => {
                formatter.write_str("set")?;
                put(formatter, facts)
            }
            Self::Roll(rolled) => write!(formatter, "roll {rolled}"),
            Self::Play(rolled) => write!(formatter, "play {rolled}"),
            Self::Undo => formatter.write_str("undo"),
            Self::Redo => formatter.write_str("redo"),
        }
    }
}

impl Display for Rolled {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> FormatResult {
        formatter.write_str(&self.name)?;
        put(formatter, &self.given)?;
        formatter.write_str(" :")?;
        put(formatter, &self.rolls)?;
        formatter.write_str(" >")?;
        put(formatter, &self.came)
    }
}

fn put(formatter: &mut Formatter<'_>, pairs: &[Pair]) -> FormatResult {
    pairs.iter().try_for_each(|(name, value)| {
        let value = value.replace(['"', '\n', '\r'], " ");
        if value.contains([' ', '\t']) {
            write!(formatter, " {name}=\"{value}\"")
        } else {
            write!(formatter, " {name}={value}")
        }
    })
}

#[cfg(test)]
mod tests {
    use super::{Entry, Event};

    #[test]
    fn lines_are_read_as_they_are_written() {
        for line in [
            "set weather=mud gear=\"{rope, spade}\" dust=",
            "roll set-up month=may : weather-dr=3+2 > weather=clear",
            "play rain : > raining=yes",
            "undo",
        ] {
            let told = Event::read(line).map(|event| event.to_string());
            assert_eq!(told.as_deref(), Ok(line));
        }
        let by_hand = "play rain: wind-dr=7 > raining=yes";
        let written = "play rain : wind-dr=7 > raining=yes";
        assert_eq!(Event::read(by_hand), Event::read(written));
    }

    #[test]
    fn a_line_may_begin_with_its_time() {
        let entry = Entry::read(9, "2026-05-01T19:30:00Z undo");
        let told = entry.map(|entry| (entry.time, entry.event));
        let time = "2026-05-01T19:30:00Z".to_owned();
        assert_eq!(told, Ok((Some(time), Event::Undo)));
    }

    #[test]
    fn what_is_no_event_is_told() {
        for (line, says) in [
            ("sett a=b", "`sett` is no event"),
            ("set", "needs a fact"),
            ("set a", "`a` is no `fact=value`"),
            ("roll", "does not say what"),
            ("undo twice", "stands alone"),
            ("set a=\"b", "quotation mark"),
        ] {
            let error = Event::read(line).err().unwrap_or_default();
            assert!(error.contains(says), "{line}: {error}");
        }
    }
}
