//! What may be meant by a name that nothing bears.

use super::Output;
use crate::diagnostic::{Command, Diagnostic};
use crate::rulebook::finding::Library;
use crate::search::{Thing, words_of};

/// How many things are told where a name is unknown.
pub const TOLD: usize = 3;

/// How many words are listened to at once: no question has as many.
const MOST_WORDS: usize = 300;

/// Refuses a sentence that is too long for anything to be looked for in it; facts with their names are no part of it.
pub fn need_few<'w>(words: impl IntoIterator<Item = &'w String>) -> Result<(), Diagnostic> {
    let said = words.into_iter().filter(|text| !text.contains('='));
    let count: usize = said.map(|text| words_of(text).len()).sum();
    match count <= MOST_WORDS {
        true => Ok(()),
        false => Err(Diagnostic::request(format!(
            "these are {count} words; at most {MOST_WORDS} are listened to at once"
        ))),
    }
}

/// Tells what is found by a name that nothing bears, in one game where it was asked for there: what has all its words, or else
/// what comes nearest; and where only another game has it, that.
pub fn tell(name: &str, game: Option<&str>, library: &Library<'_>, output: &mut Output) {
    if name.parse::<i64>().is_ok() {
        return;
    }
    let hits = library.index.find(name);
    let whole = if hits.whole == 0 { TOLD } else { hits.whole };
    let is_of = |thing: &&&Thing<'_>| game.is_none_or(|game| thing.game == game);
    let mut others = hits.things.iter().filter(|thing| !is_of(thing));
    if let Some(other) = others.find(|thing| thing.own_name() == name) {
        let (kind, of) = (other.kind.name(), other.game);
        output.note(&format!("`{name}` is a {kind} of another game, `{of}`"));
    }
    let things = hits.things.iter().filter(is_of).take(whole.min(TOLD));
    let told = things.map(|thing| format!("`{}` ({})", thing.name, thing.kind.name()));
    let told: Vec<String> = told.collect();
    if !told.is_empty() {
        let find = output.command(&Command::new(["find", name]));
        let told = told.join(", ");
        output.note(&format!("`{find}` finds {told}"));
    }
}
