//! Whether words may ask for something else than what answers them: what came of none of them tells.

use super::counts::digits;
use super::heard::is_of_dice;
use super::likely::speaks_of_chance;
use crate::search::{Asked, Index, PLACING, is_filler, words_of};
use itertools::Itertools;
use std::ops::RangeInclusive;

/// Words for those who do what the next word says.
const WHO: [&str; 6] = ["he", "i", "it", "they", "we", "you"];

/// Words that say where or when something is, and of what by the next word alone.
const WHERE: [&str; 17] = [
    "across", "after", "before", "behind", "below", "down", "off", "out", "over", "per", "thru",
    "under", "up", "vs", "while", "within", "without",
];

/// Words that say of hardly anything which it is.
const BARE: [&str; 52] = [
    "available",
    "back",
    "blowing",
    "built",
    "day",
    "driving",
    "drops",
    "each",
    "effect",
    "effects",
    "enemy",
    "entering",
    "every",
    "exactly",
    "get",
    "gets",
    "getting",
    "hex",
    "hugging",
    "kind",
    "kinds",
    "lands",
    "legal",
    "must",
    "need",
    "no",
    "number",
    "other",
    "plain",
    "player",
    "roll",
    "running",
    "same",
    "scenario",
    "set",
    "shown",
    "side",
    "sitting",
    "sort",
    "standing",
    "theres",
    "time",
    "times",
    "total",
    "turn",
    "type",
    "unit",
    "walking",
    "while",
    "whole",
    "worse",
    "yes",
];

/// Words before a number that say that it is only where something begins or ends, and such that may stand between.
const BOUNDS: [&str; 15] = [
    "above",
    "below",
    "between",
    "beyond",
    "exceeding",
    "exceeds",
    "least",
    "max",
    "maximum",
    "min",
    "minimum",
    "most",
    "over",
    "under",
    "within",
];
const LEADING: [&str; 5] = ["a", "an", "of", "the", "to"];

/// Those of them that after `at` say so of what is no number, too: `at least moist`; and such that say so of a time.
const ENDS: [&str; 2] = ["least", "most"];
const TIMES: [&str; 5] = ["after", "before", "pre", "since", "until"];

/// Words behind a number that say so after one of the others.
const OTHERS: [&str; 2] = ["and", "or"];
const EXCESS: [&str; 14] = [
    "above", "below", "beyond", "closer", "farther", "fewer", "further", "greater", "higher",
    "less", "lower", "more", "over", "up",
];

/// Words between a number and another one that is said in its place.
const INSTEAD: [&str; 17] = [
    "actually",
    "at",
    "correction",
    "er",
    "i",
    "it",
    "make",
    "mean",
    "no",
    "not",
    "oops",
    "or",
    "rather",
    "sorry",
    "that",
    "then",
    "wait",
];

/// Words between a number and what it is of: `turn is 4`.
const BETWEEN: [&str; 5] = ["a", "is", "of", "the", "was"];

/// Words with which one asks whether something is so, how near to them the words stand for what it is of, and what makes it a
/// condition: `is the wind heavy enough`.
const BEING: [&str; 4] = ["are", "is", "was", "were"];
const NEAR: usize = 4;
const ENOUGH: &str = "enough";

/// A word for a number that says hardly anything.
const ONE: &str = "one";

/// Words that say that something is no more.
const ENDED: [&str; 8] = [
    "ceased", "ended", "finished", "gone", "lifted", "longer", "stopped", "vanished",
];

/// How many of something players count; larger numbers are part of its name: `an 88 gun`.
const FEW: RangeInclusive<u32> = 2..=12;

/// The words by which it is told, for who tells it elsewhere.
#[cfg(feature = "book")]
pub fn lists() -> serde_json::Value {
    serde_json::json!({
        "who": WHO,
        "where": WHERE,
        "bare": BARE.as_slice(),
        "bounds": BOUNDS,
        "leading": LEADING,
        "ends": ENDS,
        "times": TIMES,
        "others": OTHERS,
        "excess": EXCESS,
        "instead": INSTEAD,
        "between": BETWEEN,
        "being": BEING,
        "near": NEAR,
        "enough": ENOUGH,
        "one": ONE,
        "ended": ENDED,
        "few": [FEW.start(), FEW.end()],
    })
}

/// What is looked at.
pub struct Doubt<'d> {
    pub index: &'d Index<'d>,
    /// The first of the questions that the words ask.
    pub asked: &'d Asked,
    /// The words for what is asked how likely it is.
    pub sought: Vec<String>,
    /// The words of which nothing came.
    pub idle: Vec<String>,
    /// The names of the questions that may be meant.
    pub offered: Vec<&'d str>,
}

/// What answers.
pub struct Given<'d> {
    pub game: &'d str,
    pub name: &'d str,
    /// The words that name it.
    pub called: &'d [String],
    /// The facts told of it, and the words that tell them.
    pub told: &'d [String],
    pub used: &'d [String],
    /// Words that say otherwise of one of the facts.
    pub contested: &'d [String],
    /// Words that tell only what goes along with what they mean.
    pub missed: &'d [String],
    /// The units in which its facts are.
    pub units: &'d [String],
    /// What it asks, in words, and its paragraphs.
    pub asks: &'d str,
    pub cites: &'d [&'d str],
    /// The words of the answer, where it is a value.
    pub value: &'d [String],
}

impl Given<'_> {
    /// Whether a word is what the answer says, the chapter that gives it, or in the name of what is told of it: no other question is
    /// asked by it.
    fn answers(&self, word: &String) -> bool {
        let is_chapter = |cite: &&str| {
            let cite = cite.to_lowercase();
            let rest = cite.strip_prefix(word.as_str());
            rest.is_some_and(|rest| rest.starts_with(|next: char| next.is_ascii_digit()))
        };
        let names = self.told.iter().filter_map(|told| told.split('=').next());
        let is_told = names.flat_map(words_of).contains(word);
        is_told || self.value.contains(word) || self.cites.iter().any(is_chapter)
    }
}

impl Doubt<'_> {
    /// The words for which something else may be asked: the rarest with which is asked, where it names another question that may
    /// be meant; that a chance is asked for which is not told; what is asked how likely it is, or all that says something, where
    /// only the asking for a chance led on; what dice showed; several of something; a number that is only a bound, or from which
    /// nothing came; what they are about; one of which only what goes along with it is told, where it names another question; that
    /// something ended; what is asked to be so and was taken as told; what is said in two ways, or not to be so; one that stands against
    /// what answers; words of the game, where as many say nothing as name what answers; or one that another game alone has.
    pub fn of(mut self, answered: Option<Given<'_>>) -> Vec<String> {
        if let Some(given) = &answered {
            // A number is what somebody says, not what is answered.
            let is_number = |word: &String| digits(word).is_some();
            self.idle
                .retain(|word| is_number(word) || !given.answers(word));
        }
        if let Some(rarest) = self.rarest() {
            return vec![rarest];
        }
        // What the rules say is not how likely it is.
        if let Some(chance) = self.idle.iter().find(|word| speaks_of_chance(word)) {
            return vec![chance.clone()];
        }
        // What is asked how likely it is, where nothing came of it: `odds of the snowfall stopping`.
        let sought = self.sought.iter();
        let lost = sought.filter(|word| self.idle.contains(word) && says_something(word));
        let lost: Vec<String> = lost.cloned().collect();
        if !lost.is_empty() {
            return lost;
        }
        let Some(given) = answered else {
            return Vec::new();
        };
        // What is found only because the words ask is not what they ask for.
        let mut found = given.called.iter().chain(given.used);
        if found.all(|word| speaks_of_chance(word)) {
            let lost = self.telling();
            if !lost.is_empty() {
                return lost;
            }
        }
        let mut lost = [self.thrown(), self.several()].into_iter();
        if let Some(lost) = lost.find(|lost| !lost.is_empty()) {
            return lost;
        }
        let number = self.bound(&given).or_else(|| self.number(&given));
        if let Some(lost) = number.or_else(|| self.subject().cloned()) {
            return vec![lost];
        }
        let mut missed = given.missed.iter();
        if let Some(missed) = missed.find(|word| self.is_offered(word, Some(given.name))) {
            return vec![missed.clone()];
        }
        // What is told holds: that it ended is not taken.
        if let Some(ended) = self.idle.iter().find(|word| ENDED.contains(&word.as_str())) {
            return vec![ended.clone()];
        }
        if let Some(sought) = self.sought_value(&given) {
            return vec![sought];
        }
        // Of what is said in two ways only one is taken, unless the other is what is asked.
        let asked = words_of(&format!("{} {}", given.name, given.asks));
        let contested = given.contested.iter();
        let contested: Vec<String> = contested
            .filter(|word| !asked.contains(word))
            .cloned()
            .collect();
        if !contested.is_empty() {
            return contested;
        }
        let telling = self.telling();
        let lost = telling
            .iter()
            .filter(|word| self.index.is_of_the_game(word));
        let lost: Vec<String> = lost.cloned().collect();
        if let Some(other) = lost.iter().find(|word| self.is_other(word, &given)) {
            return vec![other.clone()];
        }
        let names = given
            .called
            .iter()
            .filter(|word| !given.used.contains(word));
        if telling.len() >= names.count().max(2) && !lost.is_empty() {
            return lost;
        }
        // What is told besides counts too where this game has no such word.
        let told = words_of(&self.asked.told());
        let is_foreign = |word: &&String| {
            let is_said = told.contains(word) && says_something(word);
            is_said && self.index.is_of_the_game(word) && !self.index.is_in(given.game, word)
        };
        Vec::from_iter(self.idle.iter().find(is_foreign).cloned())
    }

    /// What words are about that ask nothing else, where nothing came of it: `smoke in heavy wind`.
    fn subject(&self) -> Option<&String> {
        let mut words = self.asked.words.windows(2);
        let first = words.find(|words| words.first().is_some_and(|word| !is_filler(word)))?;
        let [subject, there] = first else {
            return None;
        };
        let is_lost = self.idle.contains(subject) && says_something(subject);
        (is_lost && PLACING.contains(&there.as_str()) && !self.asked.asks()).then_some(subject)
    }

    /// What dice showed, where nothing came of it: `we roll a 3`.
    fn thrown(&self) -> Vec<String> {
        let is_throw = |words: &&[String]| match words {
            [throws, shown] => throws_dice(throws) && digits(shown).is_some(),
            _ => false,
        };
        let mut pairs = self.idle.windows(2);
        pairs
            .find(is_throw)
            .map(<[String]>::to_vec)
            .unwrap_or_default()
    }

    /// Several of something, where nothing came of it, or of each alone: `turns two hexsides`, `two 3 PP MGs`.
    fn several(&self) -> Vec<String> {
        let is_idle = |word: &String| self.idle.contains(word);
        let is_lost = |words: &&[String]| match words {
            [count, what] => {
                let few = digits(count).and_then(|count| count.parse().ok());
                let is_few = few.is_some_and(|few: u32| FEW.contains(&few));
                let of_each = digits(what).is_some() || what.starts_with(char::is_numeric);
                is_few && is_idle(count) && !is_filler(what) && is_idle(what) != of_each
            }
            _ => false,
        };
        let mut lost = self.asked.words.windows(2).filter(is_lost);
        lost.next().map(<[String]>::to_vec).unwrap_or_default()
    }

    /// A value that was taken as it is, and is where something begins or ends.
    fn bound(&self, given: &Given<'_>) -> Option<String> {
        let words = &self.asked.words;
        let is_used = |place: usize| {
            let mut word = words.get(place).into_iter();
            word.any(|word| given.used.contains(word))
        };
        bound(words, &is_used)
    }

    /// A number from which nothing came, where it is in a unit in which a fact of what answers is, stands beside what it is of, or in
    /// the place of one that was taken: `2 hexes from`, `turn 4`, `12, no, 14`.
    fn number(&self, given: &Given<'_>) -> Option<String> {
        let is_idle = |word: &String| self.idle.contains(word) && !given.used.contains(word);
        let is_taken = |place: &usize| self.is_number(*place, |word| given.used.contains(word));
        let is_bare = |place: &usize| INSTEAD.contains(&self.word(*place));
        let (from, to) = (0..self.asked.words.len()).find_map(|at| {
            if !self.is_number(at, is_idle) {
                return None;
            }
            let unit = self.word(at + 1);
            let is_counted = self.word(at) != ONE && given.units.iter().any(|own| own == unit);
            let is_written = self
                .word(at)
                .starts_with(|first: char| first.is_ascii_digit());
            let mut before = (0..at).rev();
            let of = before.find(|place| !BETWEEN.contains(&self.word(*place)));
            let of = of.filter(|of| {
                let word = self.word(*of);
                let is_said = at - of <= 2 && !is_filler(word) && digits(word).is_none();
                is_written && is_said && (self.index.is_of_the_game(word) || is_of_dice(word))
            });
            let other = (0..at).rev().find(|place| !is_bare(place)).filter(is_taken);
            let to = if is_counted { at + 1 } else { at };
            let from = other.or(of).or(is_counted.then_some(at))?;
            Some((from, to))
        })?;
        Some(self.phrase(from, to))
    }

    fn word(&self, place: usize) -> &str {
        self.asked.words.get(place).map_or("", String::as_str)
    }

    fn phrase(&self, from: usize, to: usize) -> String {
        self.asked
            .words
            .get(from..=to)
            .unwrap_or_default()
            .join(" ")
    }

    /// What is asked to be so, and was taken as told: `is the EC wet after rain`.
    fn sought_value(&self, given: &Given<'_>) -> Option<String> {
        let words = &self.asked.words;
        let begins =
            |place: &usize| BEING.contains(&self.word(*place)) && self.asked.begins(*place);
        let being = (0..words.len()).find(begins)?;
        let told = given.told.iter().filter_map(|told| told.split_once('='));
        told.filter(|(name, _)| *name != given.name)
            .find_map(|(name, value)| {
                let (name, value) = (words_of(name), words_of(value));
                let mut places = being + 1..(being + 1 + NEAR).min(words.len());
                let own = places.find(|place| name.iter().any(|word| word == self.word(*place)))?;
                let is_name = |place: &usize| name.iter().any(|word| word == self.word(*place));
                let after = (own + 1..words.len()).find(|place| !is_name(place))?;
                let is_so = self.asked.is_one_clause(being, after)
                    && value.first().is_some_and(|word| word == self.word(after));
                let is_asked = is_so && self.word(after + 1) != ENOUGH;
                is_asked.then(|| self.phrase(being, after))
            })
    }

    fn is_number(&self, place: usize, is_such: impl Fn(&String) -> bool) -> bool {
        let word = self.asked.words.get(place);
        word.is_some_and(|word| digits(word).is_some() && is_such(word))
    }

    /// The rarest of the words with which is asked, if nothing came of it and it names a question that may be meant.
    fn rarest(&self) -> Option<String> {
        let asked = self.asked;
        let asks = |word: &&String| !is_filler(word) && (!asked.asks() || asked.asks_with(word));
        let words = asked.words.iter().filter(asks).unique();
        let rarest = words.max_set_by_key(|word| self.index.rarity_of(word));
        let mut rarest = rarest.into_iter();
        rarest
            .find(|word| self.idle.contains(word) && self.is_offered(word, None))
            .cloned()
    }

    /// Whether a word names one of the questions that may be meant, be it but for one.
    fn is_offered(&self, word: &str, but_for: Option<&str>) -> bool {
        let offered = self.offered.iter();
        let mut offered = offered.filter(|name| Some(**name) != but_for);
        offered.any(|name| self.index.is_named_by(name, word))
    }

    /// The words of which nothing came that say something by themselves: no numbers, and not what somebody does (`can I fire`),
    /// which says less than what it is done with. What is asked besides is answered by itself.
    fn telling(&self) -> Vec<String> {
        let words = self.asked.words.windows(2);
        let does = words.filter_map(|words| match words {
            [who, does] if WHO.contains(&who.as_str()) => Some(does),
            _ => None,
        });
        let does: Vec<&String> = does.collect();
        let says = |word: &&String| {
            self.asked.words.contains(word) && !does.contains(word) && says_something(word)
        };
        self.idle.iter().filter(says).unique().cloned().collect()
    }

    /// `what does it cost a halftrack` is not what it costs Infantry; and what begins the name of another question asks for that.
    fn is_other(&self, word: &str, given: &Given<'_>) -> bool {
        let held = format!("{} {}", given.name, given.told.join(" "));
        let others = self.offered.iter().filter(|name| **name != given.name);
        let mut begins = others.filter_map(|name| words_of(name).into_iter().next());
        self.index.says_otherwise(word, &held) || begins.any(|first| first == word)
    }
}

/// A value among some words that was used as it is, with the words that say that it is where something begins or ends: `over 12`,
/// `12 or more`, `at least moist`.
pub(super) fn bound(words: &[String], is_used: &dyn Fn(usize) -> bool) -> Option<String> {
    let word = |place: usize| words.get(place).map_or("", String::as_str);
    let is = |place: usize, all: &[&str]| all.contains(&word(place));
    let (from, to) = (0..words.len()).filter(|at| is_used(*at)).find_map(|at| {
        let is_number = digits(word(at)).is_some();
        let before = (0..at).rev().find(|place| !is(*place, &LEADING));
        let before = before
            .filter(|before| !is_used(*before))
            .and_then(|before| {
                let is_than = is(before, &["than"]);
                // `up to 12`
                let is_up = is(before, &["up"]) && is(before + 1, &["to"]);
                let is_of_number = is_number && (is_up || is(before, &BOUNDS));
                let is_at = is(before, &ENDS) && is(before.wrapping_sub(1), &["at"]);
                // `prior to May`
                let is_prior = is(before, &["prior"]) && is(before + 1, &["to"]);
                let is_bound = is_than || is_at || is_of_number || is_prior || is(before, &TIMES);
                is_bound.then(|| before.saturating_sub(usize::from(is_than || is_at)))
            });
        // A unit may stand between: `12 hexes or more`.
        let far = at + if is_number { 3 } else { 2 };
        let or = (at + 1..far).find(|place| is(*place, &OTHERS));
        let after = or.map(|or| or + 1).filter(|after| is(*after, &EXCESS));
        match after.filter(|after| !is_used(*after)) {
            Some(after) => Some((at, after)),
            None => Some((before?, at)),
        }
    })?;
    Some(words.get(from..=to).unwrap_or_default().join(" "))
}

/// `rolls`, `rolling` as well as `roll`.
pub fn throws_dice(word: &str) -> bool {
    let roots = ["s", "ing"].map(|ending| word.strip_suffix(ending));
    let mut roots = roots.into_iter().flatten();
    is_of_dice(word) || roots.any(is_of_dice)
}

/// Whether a word says something by itself, and is no number.
pub fn says_something(word: &str) -> bool {
    let is_bare = WHERE.contains(&word) || BARE.contains(&word) || is_filler(word);
    let counts = digits(word).is_some() || word.contains(char::is_numeric);
    !is_bare && !counts
}
