//! Words of texts and of questions, and their stems.

use crate::value::parse_number;
use rust_stemmers::{Algorithm, Stemmer};
use rustc_hash::FxHashSet;
use std::fmt;
use std::sync::LazyLock;

/// Words that say nothing by themselves.
pub const FILLERS: &[&str] = &[
    "a",
    "about",
    "actually",
    "again",
    "against",
    "along",
    "already",
    "also",
    "am",
    "an",
    "and",
    "any",
    "anybody",
    "anyone",
    "anything",
    "are",
    "around",
    "as",
    "at",
    "away",
    "be",
    "become",
    "becomes",
    "been",
    "began",
    "begin",
    "begins",
    "begun",
    "being",
    "between",
    "but",
    "by",
    "came",
    "can",
    "cant",
    "change",
    "changes",
    "come",
    "comes",
    "coming",
    "could",
    "couldnt",
    "did",
    "do",
    "does",
    "er",
    "every",
    "everything",
    "everywhere",
    "exactly",
    "extra",
    "for",
    "from",
    "get",
    "gets",
    "give",
    "given",
    "gives",
    "go",
    "going",
    "gonna",
    "good",
    "got",
    "guys",
    "had",
    "happen",
    "happened",
    "happening",
    "happens",
    "has",
    "have",
    "he",
    "help",
    "helps",
    "her",
    "here",
    "his",
    "how",
    "hows",
    "i",
    "if",
    "im",
    "in",
    "into",
    "is",
    "it",
    "its",
    "ive",
    "just",
    "keep",
    "keeps",
    "know",
    "let",
    "like",
    "look",
    "looks",
    "made",
    "make",
    "makes",
    "many",
    "may",
    "me",
    "mean",
    "means",
    "might",
    "much",
    "must",
    "my",
    "need",
    "needs",
    "nothing",
    "now",
    "of",
    "ok",
    "okay",
    "on",
    "onto",
    "or",
    "our",
    "please",
    "really",
    "s",
    "say",
    "says",
    "she",
    "should",
    "sit",
    "sits",
    "so",
    "somebody",
    "someone",
    "something",
    "stand",
    "stands",
    "still",
    "t",
    "take",
    "takes",
    "tell",
    "that",
    "the",
    "their",
    "them",
    "then",
    "there",
    "these",
    "they",
    "thing",
    "things",
    "this",
    "those",
    "through",
    "to",
    "too",
    "us",
    "use",
    "used",
    "uses",
    "very",
    "wanna",
    "want",
    "wants",
    "was",
    "way",
    "we",
    "were",
    "what",
    "whats",
    "when",
    "where",
    "wheres",
    "which",
    "who",
    "whos",
    "why",
    "will",
    "with",
    "wont",
    "would",
    "yet",
    "you",
    "your",
];

/// Forms of English words whose stem does not show in them, with the word.
pub const IRREGULAR: &[(&str, &str)] = &[
    ("blew", "blow"),
    ("blown", "blow"),
    ("bought", "buy"),
    ("built", "build"),
    ("came", "come"),
    ("chose", "choose"),
    ("dug", "dig"),
    ("drove", "drive"),
    ("fell", "fall"),
    ("fought", "fight"),
    ("froze", "freeze"),
    ("frozen", "freeze"),
    ("gave", "give"),
    ("given", "give"),
    ("held", "hold"),
    ("hid", "hide"),
    ("hidden", "hide"),
    ("laid", "lay"),
    ("left", "leave"),
    ("lost", "lose"),
    ("made", "make"),
    ("men", "man"),
    ("moving", "move"),
    ("paid", "pay"),
    ("ran", "run"),
    ("saw", "see"),
    ("seen", "see"),
    ("shot", "shoot"),
    ("spent", "spend"),
    ("stood", "stand"),
    ("threw", "throw"),
    ("thrown", "throw"),
    ("took", "take"),
    ("went", "go"),
    ("won", "win"),
];

/// The stems of English words: `halves` and `halved` have the same.
pub struct Stems(Stemmer);

impl Default for Stems {
    fn default() -> Self {
        Self(Stemmer::create(Algorithm::English))
    }
}

impl fmt::Debug for Stems {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Stems")
    }
}

impl Stems {
    pub fn of(&self, word: &str) -> String {
        self.0.stem(self.form_of(word)).into_owned()
    }

    /// Whether some stems are said in a text, one right after the other; words that say nothing by themselves may stand between.
    pub fn said_in(&self, text: &[String]) -> impl Fn(&[String]) -> bool + use<> {
        let telling = text.iter().filter(|word| !is_filler(word));
        let telling: Vec<String> = telling.map(|word| self.of(word)).collect();
        let all: Vec<String> = text.iter().map(|word| self.of(word)).collect();
        move |said| {
            let is_in = |all: &[String]| all.windows(said.len().max(1)).any(|texts| texts == said);
            is_in(&all) || is_in(&telling)
        }
    }

    /// A word with an irregular form of it undone.
    pub fn form_of<'w>(&self, word: &'w str) -> &'w str {
        let regular = IRREGULAR.iter().find(|(form, _)| *form == word);
        regular.map_or(word, |(_, regular)| *regular)
    }
}

/// Whether a word says nothing by itself.
pub fn is_filler(word: &str) -> bool {
    static ALL: LazyLock<FxHashSet<&str>> = LazyLock::new(|| FILLERS.iter().copied().collect());
    ALL.contains(word)
}

/// The word by which something is denied.
pub const NOT: &str = "not";

/// Words beside which a number can be that of a paragraph.
pub const CITING: &[&str] = &[
    "about",
    "explain",
    "paragraph",
    "read",
    "rule",
    "say",
    "says",
    "section",
];

/// Numbers as people say them, from one on, and tens.
pub const NUMBERS: [&str; 20] = [
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
];
pub const TENS: [&str; 9] = [
    "ten", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety",
];

/// The number that a word stands for.
pub fn said_number(word: &str) -> Option<usize> {
    let place = |all: &[&str]| all.iter().position(|text| *text == word);
    let ones = place(&NUMBERS).map(|place| place + 1);
    ones.or_else(|| place(&TENS).map(|place| 10 * (place + 1)))
}

/// The words of a question that say something, each once.
pub fn content(words: Vec<String>) -> Vec<String> {
    let mut once: Vec<String> = Vec::new();
    for word in words {
        if !once.contains(&word) {
            once.push(word);
        }
    }
    let says = |word: &&String| !is_filler(word);
    let saying: Vec<String> = once.iter().filter(says).cloned().collect();
    if saying.is_empty() { once } else { saying }
}

/// From how many letters on a word can have another letter in place of one and still be the same.
const LONG: usize = 7;

/// Whether one word can be a slip for another: short ones, those that begin otherwise, and those of a middling length with
/// another letter in place of one are words of their own.
pub fn is_slip(word: &str, near: &str) -> bool {
    let is_middling = word.chars().count() < LONG && word.chars().count() == near.chars().count();
    let is_swapped = || {
        let [mut own, mut other] = [word, near].map(|text| text.chars().collect::<Vec<_>>());
        own.sort_unstable();
        other.sort_unstable();
        own == other
    };
    let is_far = || word.chars().count() <= LONG && strsim::damerau_levenshtein(word, near) > 1;
    // Another number is another thing, and no slip: `F11.63` is not `F11.3`.
    let is_counted = [word, near]
        .iter()
        .any(|text| text.contains(|own: char| own.is_ascii_digit()));
    word.chars().count() >= 4
        && !is_counted
        && word.chars().next() == near.chars().next()
        && (is_swapped() || !is_middling && !is_far())
}

/// Whether a word stands for a longer one that begins with it; one of a script without spaces, for what it stands within.
pub fn is_beginning(word: &str, whole: &str) -> bool {
    let is_dense = word.starts_with(|first: char| first > '\u{2e7f}');
    is_dense && whole.contains(word) || word.chars().count() >= 4 && whole.starts_with(word)
}

/// Whether a paragraph's number is meant by its digits alone: `11.62` is `f11.62`.
pub fn is_number_of(number: &str, word: &str) -> bool {
    word.contains('.')
        && word.starts_with(|letter: char| letter.is_ascii_digit())
        && number.trim_start_matches(|letter: char| letter.is_ascii_alphabetic()) == word
}

/// So many words are no whole question, though they ask.
pub const FEW: usize = 2;

/// Whether a name of several words is said, word by word.
pub fn says_name([name, _]: &[Vec<usize>; 2], said: &[Option<usize>]) -> bool {
    let is_own =
        |own: &[Option<usize>]| own.iter().zip(name).all(|(own, name)| *own == Some(*name));
    name.len() > FEW && said.windows(name.len()).any(is_own)
}

/// Whether a word is a mere number.
pub fn is_number(word: &str) -> bool {
    word.bytes().all(|letter| letter.is_ascii_digit())
}

/// Whether a word says a number, a half or a quarter be among it; other decimals would be paragraphs.
pub fn says_number(word: &str) -> bool {
    let is_part = || [".5", ".25", ".75"].iter().any(|part| word.ends_with(part));
    said_number(word).is_some()
        || parse_number(word).is_some() && (!word.contains('.') || is_part())
}
