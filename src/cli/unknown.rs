//! What may be meant by a name that nothing bears.

use super::Output;
use crate::diagnostic::Command;
use crate::rulebook::finding::Library;
use crate::search::Thing;

/// How many things are told where a name is unknown.
pub const TOLD: usize = 3;

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
