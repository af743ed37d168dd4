//! The words of a question from which nothing came.

use super::counts::digits;
use super::heard::NO;
use crate::search::{is_filler, words_of};

/// Marks after which something else is said.
const MARKS: [char; 9] = [',', ';', ':', '?', '!', '(', ')', '\n', '/'];

/// The words of a text that say something and are not used, those that stand together together: a number with the word before it,
/// `no` with the word after it.
pub fn unused(text: &str, is_used: impl Fn(&str) -> bool) -> Vec<String> {
    let clauses = text.split(". ").flat_map(|sentence| sentence.split(MARKS));
    let phrases = clauses.flat_map(|clause| of_clause(&words_of(clause), &is_used));
    let mut once = Vec::new();
    for phrase in phrases {
        if !once.contains(&phrase) {
            once.push(phrase);
        }
    }
    once
}

fn of_clause(words: &[String], is_used: &dyn Fn(&str) -> bool) -> Vec<String> {
    let telling: Vec<&str> = words.iter().map(String::as_str).collect();
    let telling: Vec<&str> = telling
        .into_iter()
        .filter(|word| !is_filler(word))
        .collect();
    let says_no = |place: usize| telling.get(place).is_some_and(|word| NO.contains(word));
    let is_idle = |place: usize| telling.get(place).is_some_and(|word| !is_used(word));
    // What is denied in vain takes the word with it by which it is denied.
    let is_left = |place: &usize| is_idle(*place) || says_no(*place) && is_idle(*place + 1);
    let counts = |place: usize| {
        telling
            .get(place)
            .is_some_and(|word| digits(word).is_some())
    };
    let is_with = |place: usize| {
        let is_before = is_left(&(place + 1)) && counts(place + 1) && !counts(place);
        // A unit after the number says what it counts.
        let is_before = is_before && !is_left(&(place + 2));
        let is_after = place
            .checked_sub(1)
            .is_some_and(|before| is_left(&before) && says_no(before));
        is_left(&place) || is_before || is_after
    };
    let mut phrases: Vec<Vec<&str>> = vec![Vec::new()];
    for (place, word) in telling.iter().enumerate() {
        match phrases.last_mut() {
            Some(phrase) if is_with(place) => phrase.push(word),
            _ => phrases.push(Vec::new()),
        }
    }
    phrases.retain(|phrase| !phrase.is_empty());
    phrases.iter().map(|phrase| phrase.join(" ")).collect()
}
