//! How people write the names that packs spell in kebab-case: `clear-and-gusty` is "Clear and gusty".

use serde::{Deserialize, Serialize};

/// The words and names that a game spells in a way of its own: `LOS`, `North Africa`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Spelling {
    /// Each as its words in kebab-case, with the spelling.
    known: Vec<(Vec<String>, String)>,
}

impl Spelling {
    /// Takes in a spelling: `North Africa` is that of `north-africa`.
    pub fn learn(&mut self, text: &str) {
        let key: Vec<String> = folded(text).split('-').map(str::to_owned).collect();
        if !text.is_empty() && !self.known.iter().any(|(known, _)| *known == key) {
            self.known.push((key, text.to_owned()));
        }
    }

    /// The spellings taken in.
    pub fn known(&self) -> Vec<&str> {
        self.known.iter().map(|(_, text)| text.as_str()).collect()
    }

    /// A name in kebab-case as people write it: its words with spaces between them, the first with a capital.
    pub fn of_name(&self, name: &str) -> String {
        let spelt = self.of_value(name);
        let mut letters = spelt.chars();
        let first = letters.next().into_iter().flat_map(char::to_uppercase);
        first.chain(letters.clone()).collect()
    }

    /// The same within a sentence, where nothing makes the first letter a capital.
    pub fn of_value(&self, name: &str) -> String {
        let words: Vec<&str> = name.split('-').collect();
        let mut spelt: Vec<&str> = Vec::new();
        let mut rest = words.as_slice();
        while let Some((first, others)) = rest.split_first() {
            let fitting = self.known.iter().filter_map(|(key, text)| {
                let after = rest.get(key.len()..)?;
                (rest.iter().zip(key).all(|(word, other)| word == other)).then_some((text, after))
            });
            let longest = fitting.min_by_key(|(_, after)| after.len());
            let (text, after) = longest.map_or((*first, others), |(text, after)| (text, after));
            spelt.push(text);
            rest = after;
        }
        spelt.join(" ")
    }
}

/// A name as anybody may write it, in kebab-case: `Clear & Gusty` and `clear_and_gusty` are `clear-and-gusty`.
pub fn folded(text: &str) -> String {
    let spoken = text.replace('&', " and ").to_lowercase();
    let words = spoken.split(|letter: char| !letter.is_alphanumeric() && letter != '/');
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    words.join("-")
}

/// Signs before and behind a value that make it another: `<= light` and `A-` are neither `light` nor `A`.
const BEFORE: [char; 14] = [
    '<', '>', '=', '≤', '≥', '≠', '!', '~', '+', '-', '−', '–', '¬', '±',
];
const BEHIND: [char; 4] = ['+', '-', '−', '–'];

/// A value as anybody may write it, as [`folded`] has it, with the signs that make it another.
pub fn folded_value(text: &str) -> String {
    let text = text.trim();
    let rest = text.trim_start_matches(BEFORE);
    let (before, _) = text.split_at(text.len() - rest.len());
    let bare = rest.trim_end_matches(BEHIND);
    let (_, behind) = rest.split_at(bare.len());
    let bare = in_latin(&folded(bare));
    format!("{before}{bare}{behind}").replace(['−', '–'], "-")
}

/// Letters of which one is typed for another that a keyboard lacks, and these.
const TYPED: (&str, &str) = (
    "áàâãéèêëíìîïóòôõúùûýñçłśżźćńęąščžřěůё",
    "aaaaeeeeiiiioooouuuynclszzcneasczreuе",
);
const TYPED_AS_TWO: [(char, &str); 8] = [
    ('ä', "ae"),
    ('ö', "oe"),
    ('ü', "ue"),
    ('ß', "ss"),
    ('æ', "ae"),
    ('ø', "oe"),
    ('œ', "oe"),
    ('å', "aa"),
];

/// A text in small letters as it is typed where a keyboard lacks some: `mäßig` is `maessig`.
pub fn in_latin(text: &str) -> String {
    let typed = |letter: char| {
        let as_two = TYPED_AS_TWO.iter().find(|(own, _)| *own == letter);
        let as_one = || {
            TYPED
                .0
                .chars()
                .zip(TYPED.1.chars())
                .find(|(own, _)| *own == letter)
        };
        match as_two {
            Some((_, two)) => (*two).to_owned(),
            None => as_one().map_or(letter, |(_, one)| one).to_string(),
        }
    };
    match text.is_ascii() {
        true => text.to_owned(),
        false => text.chars().map(typed).collect(),
    }
}
