//! A text as its words: numbers of two words as one, and what denies as a word of its own.

use super::words::{NOT, NUMBERS, TENS};
use crate::value::with_decimals;

/// Letters after a number that make it an ordinal.
const ORDINAL: [&str; 4] = ["st", "nd", "rd", "th"];

/// A number and the unit right after it, of two letters or of another script: `82mm`; all else is one word.
fn counted(word: &str) -> [&str; 2] {
    let at = word.find(|letter: char| !letter.is_ascii_digit());
    let (number, unit) = at.map_or((word, ""), |at| word.split_at(at));
    let is_unit = unit.len() > 1 && unit.chars().all(char::is_alphabetic);
    if number.is_empty() || !is_unit || ORDINAL.contains(&unit) {
        return [word, ""];
    }
    [number, unit]
}

/// What stands after an apostrophe and is another word: `I'm`, `we're`, `the enemy's`.
const TAILS: [&str; 6] = ["d", "ll", "m", "re", "s", "ve"];

/// Signs that stand for an apostrophe.
const APOSTROPHES: [char; 5] = ['\'', '`', '\u{b4}', '\u{2018}', '\u{2019}'];

/// Verbs that deny what follows, without an apostrophe, and the verbs; in alphabetical order.
const DENYING: &[(&str, &str)] = &[
    ("aint", "is"),
    ("arent", "are"),
    ("didnt", "did"),
    ("doesnt", "does"),
    ("dont", "do"),
    ("hadnt", "had"),
    ("hasnt", "has"),
    ("havent", "have"),
    ("isnt", "is"),
    ("wasnt", "was"),
    ("werent", "were"),
];

/// Words after such a verb of which it denies nothing, in alphabetical order: who is asked of (`isn't it`), and what says that
/// somebody does not know.
const ASKED_OF: &[&str] = &[
    "care",
    "forget",
    "he",
    "i",
    "it",
    "know",
    "mind",
    "remember",
    "she",
    "there",
    "they",
    "understand",
    "want",
    "we",
    "worry",
    "you",
];

/// The word after which such a verb asks: `why doesn't smoke help`.
const WHY: &str = "why";

/// Signs after which a verb that denies asks: `it rains, doesn't it`.
const BEGINNING: [char; 9] = [',', ';', ':', '?', '!', '(', ')', '\n', '-'];

/// Signs after which something else is said.
const PARTING: [char; 8] = [',', ';', ':', '?', '!', '(', ')', '\n'];

/// The sign of a number below nought, and the word for it.
const SIGNS: [char; 2] = ['-', '\u{2212}'];
const MINUS: &str = "minus";

/// How many numbers follow a word for tens in one number: `twenty-five`.
const ONES: usize = 9;

/// The words of a text in small letters; a point within a word belongs to it, as in `F11.62`, and so does the sign of a number. A
/// unit is a word by itself, and a number in two words is one, as `2 1/2` is. What is denied by a verb has a word of its own for
/// that: `it isn't dry` is `it is not dry`, but `isn't it dry` is no denial.
pub fn words_of(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    each_word(text, |word| words.push(word.to_owned()));
    words
}

/// The same, with the number of the clause in which each stands.
pub fn words_in_clauses(text: &str) -> (Vec<String>, Vec<usize>) {
    let (mut words, mut clauses) = (Vec::new(), Vec::new());
    each_in_clauses(text, |word, clause| {
        words.push(word.to_owned());
        clauses.push(clause);
    });
    (words, clauses)
}

/// Does something with each of them.
pub fn each_word(text: &str, mut take: impl FnMut(&str)) {
    each_in_clauses(text, |word, _| take(word));
}

fn each_in_clauses(text: &str, take: impl FnMut(&str, usize)) {
    let text = text.to_lowercase();
    let text = with_decimals(&text);
    let mut counting = Counting::of(take);
    let is_own =
        |letter: char| letter.is_alphanumeric() || letter == '.' || APOSTROPHES.contains(&letter);
    // Whether a clause begins here, whether the word before asks why, and whether it denies what follows.
    let (mut begins, mut is_why, mut denies) = (true, false, false);
    for piece in text.split_inclusive(|letter| !is_own(letter)) {
        let written = piece.trim_end_matches(|letter| !is_own(letter));
        let mark = piece.strip_prefix(written).unwrap_or_default();
        let mut own = written.trim_matches(|sign| sign == '.' || APOSTROPHES.contains(&sign));
        let bare;
        match own.rsplit_once(APOSTROPHES) {
            Some((word, tail)) if TAILS.contains(&tail) => own = word,
            Some(_) => {
                bare = own.replace(APOSTROPHES, "");
                own = &bare;
            }
            None => {}
        }
        if !own.is_empty() {
            if std::mem::take(&mut denies) && ASKED_OF.binary_search(&own).is_err() {
                counting.take(NOT);
            }
            let verb = DENYING.binary_search_by_key(&own, |(word, _)| word).ok();
            match verb.and_then(|at| DENYING.get(at)) {
                Some((_, verb)) => {
                    counting.take(verb);
                    denies = !begins && !is_why;
                }
                None => {
                    let counted = counted(own).into_iter();
                    let counted = counted.filter(|word| !word.is_empty());
                    counted.for_each(|word| counting.take(word));
                }
            }
            (begins, is_why) = (false, own == WHY);
        }
        begins |= mark.contains(BEGINNING) || written.ends_with('.');
        // A sign that stands alone belongs to the number right after it.
        counting.is_below = written.is_empty() && mark.contains(SIGNS);
        if mark.contains(PARTING) || written.ends_with('.') {
            counting.part();
        }
    }
    if denies {
        counting.take(NOT);
    }
    counting.part();
}

/// Takes words, those that are one number together.
struct Counting<F> {
    take: F,
    clause: usize,
    /// Whether the sign of a number stands right before what follows; whether the word for it does; the word for tens that does.
    is_below: bool,
    is_minus: bool,
    tens: Option<usize>,
}

impl<F: FnMut(&str, usize)> Counting<F> {
    const fn of(take: F) -> Self {
        Self {
            take,
            clause: 0,
            is_below: false,
            is_minus: false,
            tens: None,
        }
    }

    fn take(&mut self, word: &str) {
        let is_below = std::mem::take(&mut self.is_below);
        let place = |all: &[&str]| all.iter().position(|text| *text == word);
        let ones = place(&NUMBERS).map(|place| place + 1);
        if let (Some(ones), Some(tens)) = (ones.filter(|ones| *ones <= ONES), self.tens) {
            self.tens = None;
            let number = (10 * (tens + 1) + ones).to_string();
            return self.number(&number);
        }
        self.flush();
        match place(&TENS).filter(|tens| *tens > 0) {
            Some(tens) => self.tens = Some(tens),
            None if word == MINUS => self.is_minus = true,
            None => {
                let is_number = word.starts_with(|first: char| first.is_ascii_digit());
                let text = ones.map_or_else(|| word.to_owned(), |ones| ones.to_string());
                match is_below && is_number || self.is_minus && (is_number || ones.is_some()) {
                    true => {
                        self.is_minus = true;
                        self.number(&text);
                    }
                    false => {
                        self.flush_minus();
                        (self.take)(word, self.clause);
                    }
                }
            }
        }
    }

    fn number(&mut self, number: &str) {
        let sign = if std::mem::take(&mut self.is_minus) {
            "-"
        } else {
            ""
        };
        (self.take)(&format!("{sign}{number}"), self.clause);
    }

    /// Takes a word for tens that stands alone.
    fn flush(&mut self) {
        let Some(tens) = self.tens.take() else { return };
        match self.is_minus {
            true => self.number(&(10 * (tens + 1)).to_string()),
            false => (self.take)(TENS.get(tens).copied().unwrap_or_default(), self.clause),
        }
    }

    fn flush_minus(&mut self) {
        if std::mem::take(&mut self.is_minus) {
            (self.take)(MINUS, self.clause);
        }
    }

    /// Another clause begins.
    fn part(&mut self) {
        self.flush();
        self.flush_minus();
        self.clause += 1;
    }
}
