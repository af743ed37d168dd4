//! Exact values, finite domains and units: the lowest words of the engine. No floats, and nothing that knows a game.

use serde::{Deserialize, Serialize};

mod dice;
mod domain;
mod growth;
mod ids;
mod number;
mod shared;
mod some;
mod spelling;
mod unit;
mod written;

pub use self::dice::{Dice, Die, add, how_to_roll, parse_dice};
pub use self::domain::{Domain, DomainKind};
pub use self::growth::{Beside, grown, renamed};
pub use self::ids::{Id, Ids};
pub use self::number::{
    Number, is_short_run, minus, over, parse_number, plus, read_number, round, show_number, times,
    with_decimals,
};
pub use self::shared::Shared;
pub use self::spelling::{Spelling, folded, folded_value, in_latin};
pub use self::unit::{Unit, UnitId, Units};
pub use self::written::{
    domain_as_meant, first_of_set, how_to_name, meant_by_words, meant_domain, meant_numbers,
    parse_domain,
};
pub(crate) use ids::ids;

ids! {
    /// A word of a game (`dry`, `infantry`), interned in its [`Words`].
    Word,
}

/// The words of a game, each stored once.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Words {
    texts: Ids<Word, String>,
    ids: rustc_hash::FxHashMap<String, Word>,
    /// Older names of words, each with the word that it means now.
    renamed: Vec<(String, Word)>,
}

impl Words {
    /// The word of this text, made if it is new.
    pub fn intern(&mut self, text: &str) -> Word {
        self.find(text).unwrap_or_else(|| {
            let word = self.texts.push(text.to_owned());
            self.ids.insert(text.to_owned(), word);
            word
        })
    }

    pub fn find(&self, text: &str) -> Option<Word> {
        self.ids.get(text).copied()
    }

    /// The word of some that a text names: by its name, or by an older one.
    pub fn find_among(&self, text: &str, some: &[Word]) -> Option<Word> {
        let is_one = |word: &Word| some.contains(word);
        let older = || self.renamed_as(text).find(is_one);
        self.find(text).filter(is_one).or_else(older)
    }

    /// The words for which a text is an older name.
    pub fn renamed_as(&self, text: &str) -> impl Iterator<Item = Word> {
        let renamed = self.renamed.iter();
        renamed.filter_map(move |(old, now)| (old == text).then_some(*now))
    }

    /// The older names of a word.
    pub fn older(&self, word: Word) -> impl Iterator<Item = &str> {
        let renamed = self.renamed.iter();
        renamed.filter_map(move |(old, now)| (*now == word).then_some(old.as_str()))
    }

    /// Older names of words, each with the word that it means now.
    pub fn older_names(&self) -> impl Iterator<Item = (&str, Word)> {
        self.renamed.iter().map(|(old, now)| (old.as_str(), *now))
    }

    /// Notes an older name of a word.
    pub fn rename(&mut self, old: &str, now: Word) {
        self.renamed.push((old.to_owned(), now));
    }

    /// Calls a word otherwise.
    pub fn call(&mut self, word: Word, text: &str) {
        self.texts[word] = text.to_owned();
    }

    /// Every word, in the order in which they came.
    pub fn iter(&self) -> impl Iterator<Item = Word> + use<> {
        self.texts.ids()
    }

    pub fn text(&self, word: Word) -> &str {
        &self.texts[word]
    }

    /// Words in one line.
    pub fn list(&self, words: &[Word], by: &str) -> String {
        let texts: Vec<&str> = words.iter().map(|word| self.text(*word)).collect();
        texts.join(by)
    }
}

/// How a set with nothing in it is shown.
pub const EMPTY_SET: &str = "none of them";

/// The names in a set as it is shown or written, its braces left out or not: `{rope, spade}`.
pub fn names_of_set(text: &str) -> impl Iterator<Item = &str> {
    let within = text.trim().trim_start_matches('{').trim_end_matches('}');
    let names = within.split([',', '|']).map(str::trim);
    names.filter(|name| !["", "none", EMPTY_SET].contains(name))
}

/// A value of a fact, or an answer.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Value {
    Bool(bool),
    /// Its unit is the type's affair.
    Number(Number),
    /// One word of a scale or a list of kinds; also a text that rules name.
    Word(Word),
    /// Any number of words, in ascending order.
    Set(Vec<Word>),
}

impl Value {
    /// The value as a person writes it; a signed number where `signed`.
    pub fn show(&self, words: &Words, signed: bool) -> String {
        match self {
            Self::Bool(true) => "yes".to_owned(),
            Self::Bool(false) => "no".to_owned(),
            Self::Number(number) => show_number(*number, signed),
            Self::Word(word) => words.text(*word).to_owned(),
            Self::Set(set) if set.is_empty() => EMPTY_SET.to_owned(),
            Self::Set(set) => format!("{{{}}}", words.list(set, ", ")),
        }
    }

    pub const fn number(&self) -> Option<Number> {
        match self {
            Self::Number(number) => Some(*number),
            _ => None,
        }
    }

    pub const fn truth(&self) -> Option<bool> {
        match self {
            Self::Bool(truth) => Some(*truth),
            _ => None,
        }
    }
}
