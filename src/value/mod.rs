//! Exact values, finite domains and units: the lowest words of the engine. No floats, and nothing that knows a game.

mod dice;
mod domain;
mod growth;
mod number;
mod some;
mod spelling;
mod unit;

pub use dice::{Dice, Die, add, parse_dice};
pub use domain::{Domain, DomainKind, meant_domain, parse_domain};
pub use growth::{Beside, grown};
pub use number::{Number, parse_number, round, show_number};
pub use spelling::{Spelling, folded};
pub use unit::{Unit, UnitId, Units};

/// A word of a game (`dry`, `infantry`), interned in its [`Words`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Word(pub u32);

/// The words of a game, each stored once.
#[derive(Debug, Clone, Default)]
pub struct Words {
    texts: Vec<String>,
    ids: rustc_hash::FxHashMap<String, Word>,
}

impl Words {
    /// The word of this text, made if it is new.
    pub fn intern(&mut self, text: &str) -> Word {
        if let Some(word) = self.ids.get(text) {
            return *word;
        }
        let word = Word(u32::try_from(self.texts.len()).unwrap_or(u32::MAX));
        self.texts.push(text.to_owned());
        self.ids.insert(text.to_owned(), word);
        word
    }

    /// The word of this text, if the game has it.
    #[must_use]
    pub fn find(&self, text: &str) -> Option<Word> {
        self.ids.get(text).copied()
    }

    /// Every word, in the order in which they came.
    pub fn iter(&self) -> impl Iterator<Item = Word> + use<> {
        (0..u32::try_from(self.texts.len()).unwrap_or(u32::MAX)).map(Word)
    }

    /// The text of a word.
    #[must_use]
    pub fn text(&self, word: Word) -> &str {
        self.texts.get(word.0 as usize).map_or("", String::as_str)
    }
}

/// A value of a fact, or an answer.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Value {
    /// Yes or no.
    Bool(bool),
    /// An exact number; its unit is the type's affair.
    Number(Number),
    /// One word of a scale or a list of kinds; also a text that rules name.
    Word(Word),
    /// Any number of words, in ascending order.
    Set(Vec<Word>),
}

impl Value {
    /// The value as a person writes it; a signed number where `signed`.
    #[must_use]
    pub fn show(&self, words: &Words, signed: bool) -> String {
        match self {
            Self::Bool(true) => "yes".to_owned(),
            Self::Bool(false) => "no".to_owned(),
            Self::Number(number) => show_number(*number, signed),
            Self::Word(word) => words.text(*word).to_owned(),
            Self::Set(set) if set.is_empty() => "none of them".to_owned(),
            Self::Set(set) => set
                .iter()
                .map(|word| words.text(*word))
                .collect::<Vec<_>>()
                .join(", "),
        }
    }

    /// The number in it, if it is one.
    #[must_use]
    pub const fn number(&self) -> Option<Number> {
        match self {
            Self::Number(number) => Some(*number),
            _ => None,
        }
    }

    /// The truth in it, if it is one.
    #[must_use]
    pub const fn truth(&self) -> Option<bool> {
        match self {
            Self::Bool(truth) => Some(*truth),
            _ => None,
        }
    }
}
