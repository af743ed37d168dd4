//! What was found by words: each thing with what to type next.

use super::fold;
use super::style::{BOLD, CITE, FAINT, styled};
use super::told::Version;
use crate::search::{Found, Thing};
use schemars::JsonSchema;
use serde::Serialize;

/// The things for a person, at most so many; `command` makes a command of words that can be pasted.
pub fn human(
    found: &Found<'_>,
    most: usize,
    width: usize,
    command: &dyn Fn(&[&str]) -> String,
) -> String {
    let things = found.things.iter().take(most).map(|thing| {
        let name = styled(BOLD, &thing.name);
        let kind = styled(FAINT, thing.kind.name());
        let cite = match thing.cite.as_slice() {
            [] => String::new(),
            cite => format!("   {}", styled(CITE, &cite.join(", "))),
        };
        let says = format!("    {}\n", short(&thing.says, width.saturating_mul(2)));
        let values = match thing.values {
            "" => String::new(),
            values => format!("    {}\n", short(&format!("values: {values}"), width)),
        };
        let says = fold(&format!("{says}{values}"), width);
        format!(
            "{name}  {kind}{cite}\n{says}    {}\n",
            command(&thing.next())
        )
    });
    things.collect()
}

/// A text cut at a space where it is longer than so many letters.
fn short(text: &str, most: usize) -> String {
    let Some((end, _)) = text.char_indices().nth(most) else {
        return text.to_owned();
    };
    let (cut, _) = text.split_at(end);
    let whole = cut.rsplit_once(' ').map_or(cut, |(whole, _)| whole);
    format!("{whole} …")
}

/// What was found by words.
#[derive(Debug, Serialize, JsonSchema)]
pub struct View<'w> {
    version: Version<1>,
    words: &'w str,
    /// The command to type next, word by word, with the facts that the words tell.
    next: &'w [String],
    /// All that was found, the best first.
    found: Vec<One<'w>>,
    /// Words that nothing has.
    unknown: Vec<Unknown<'w>>,
}

/// Something found.
#[derive(Debug, Serialize, JsonSchema)]
struct One<'w> {
    #[serde(flatten)]
    thing: &'w Thing<'w>,
    /// The command that shows it, word by word.
    next: Vec<&'w str>,
    /// Whether it has all the words.
    whole: bool,
}

/// A word that nothing has.
#[derive(Debug, Serialize, JsonSchema)]
struct Unknown<'w> {
    word: &'w str,
    /// The nearest that something has.
    nearest: Option<&'w str>,
}

/// The view of what was found.
pub fn view<'w>(words: &'w str, found: &'w Found<'w>, next: &'w [String]) -> View<'w> {
    let things = found.things.iter().enumerate().map(|(place, thing)| One {
        thing,
        next: thing.next(),
        whole: place < found.whole,
    });
    let unknown = found.unknown.iter().map(|(word, near)| Unknown {
        word,
        nearest: near.as_deref(),
    });
    View {
        version: Version,
        words,
        next,
        found: things.collect(),
        unknown: unknown.collect(),
    }
}
