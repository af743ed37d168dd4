//! What to do about a finding: words, and the commands among them as data, so that who prints them can complete them.

use std::fmt::{Display, Formatter, Result};

/// One line of advice.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Advice(Vec<Part>);

#[derive(Debug, Clone, PartialEq, Eq)]
enum Part {
    Words(String),
    Command(Command),
}

impl Advice {
    /// Goes on with more words, or with a command.
    #[must_use]
    pub fn then(mut self, more: impl Into<Self>) -> Self {
        self.0.extend(more.into().0);
        self
    }

    /// The same with each command completed by the options that name the rulebook at hand.
    #[must_use]
    pub fn completed(&self, options: &[String]) -> Self {
        let completed = |part: &Part| match part {
            Part::Words(words) => Part::Words(words.clone()),
            Part::Command(command) => Part::Command(command.completed(options)),
        };
        Self(self.0.iter().map(completed).collect())
    }
}

impl From<&str> for Advice {
    fn from(words: &str) -> Self {
        words.to_owned().into()
    }
}

impl From<String> for Advice {
    fn from(words: String) -> Self {
        Self(vec![Part::Words(words)])
    }
}

impl From<Command> for Advice {
    fn from(command: Command) -> Self {
        Self(vec![Part::Command(command)])
    }
}

impl Display for Advice {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> Result {
        self.0.iter().try_for_each(|part| match part {
            Part::Words(words) => formatter.write_str(words),
            Part::Command(command) => write!(formatter, "`{command}`"),
        })
    }
}

/// A command of this program, or options to add to one, as words that a shell has yet to take.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Command {
    words: Vec<String>,
    form: Form,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    OnRulebook,
    Alone,
    Options,
}

impl Command {
    /// A command about the rulebook at hand: `check`.
    pub fn new<W: Into<String>>(words: impl IntoIterator<Item = W>) -> Self {
        Self::of(words, Form::OnRulebook)
    }

    /// A command that works on no rulebook, or names its own: `explain gap`.
    pub fn alone<W: Into<String>>(words: impl IntoIterator<Item = W>) -> Self {
        Self::of(words, Form::Alone)
    }

    /// Options to add to the command that was given: `--rules embedded`.
    pub fn options<W: Into<String>>(words: impl IntoIterator<Item = W>) -> Self {
        Self::of(words, Form::Options)
    }

    fn of<W: Into<String>>(words: impl IntoIterator<Item = W>, form: Form) -> Self {
        let words = words.into_iter().map(Into::into).collect();
        Self { words, form }
    }

    /// The command as advice that goes on in words.
    pub fn then(self, words: impl Into<Advice>) -> Advice {
        Advice::from(self).then(words)
    }

    /// With the options that name the rulebook at hand, if it is about that.
    #[must_use]
    pub fn completed(&self, options: &[String]) -> Self {
        let mut completed = self.clone();
        let is_completed =
            self.words.iter().any(|word| word == "--rules") || self.words.ends_with(options);
        if self.form == Form::OnRulebook && !is_completed {
            completed.words.extend_from_slice(options);
        }
        completed
    }
}

/// As it is typed into a shell.
impl Display for Command {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> Result {
        let program = (self.form != Form::Options).then(|| "chartroom".to_owned());
        let words = self.words.iter().map(|word| quoted(word));
        let words: Vec<String> = program.into_iter().chain(words).collect();
        formatter.write_str(&words.join(" "))
    }
}

/// A word as a shell takes it.
pub fn quoted(word: &str) -> String {
    let is_plain = |letter: char| {
        letter.is_alphanumeric()
            || "-_./:=,+@%".contains(letter)
            || (letter == '\\' && cfg!(windows))
    };
    if !word.is_empty() && word.chars().all(is_plain) {
        word.to_owned()
    } else if cfg!(windows) {
        format!("\"{word}\"")
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}
