//! What was found by words: each thing with what to type next.

use super::fold;
use super::style::{BOLD, CITE, FAINT, styled};
use super::told::Version;
use crate::search::{Found, Thing};
use anstream::adapter::strip_str;
use schemars::JsonSchema;
use serde::Serialize;

/// What was found, and what is answered already.
#[derive(Debug)]
pub struct Page<'i> {
    pub found: Found<'i>,
    /// The questions meant, the likeliest first.
    pub answers: Vec<(&'i Thing<'i>, Answered)>,
    /// The command to type next, word by word.
    pub next: Vec<String>,
}

/// What a question answers where it is told what the words tell.
#[derive(Debug)]
pub struct Answered {
    /// The answer in one line; none where it is not asked.
    pub says: Option<String>,
    /// The facts told.
    pub told: Vec<String>,
}

impl Page<'_> {
    /// The things for a person, at most so many, those that are answered first; `command` makes a command of words that can be
    /// pasted.
    pub fn human(&self, most: usize, width: usize, command: &dyn Fn(&[&str]) -> String) -> String {
        let is_answered = |thing: &&Thing<'_>| self.answer(thing).is_some();
        let answered = self.answers.iter().map(|(thing, _)| *thing);
        let others = self.found.things.iter().copied();
        let others = others.filter(|thing| !is_answered(thing));
        let shown = answered.chain(others).take(most);
        shown.map(|thing| self.one(thing, width, command)).collect()
    }

    fn one(&self, thing: &Thing<'_>, width: usize, command: &dyn Fn(&[&str]) -> String) -> String {
        let answer = self.answer(thing);
        let name = styled(BOLD, &thing.name);
        let kind = styled(FAINT, thing.kind.name());
        let cite = match thing.cite.as_slice() {
            [] => String::new(),
            cite => format!("   {}", styled(CITE, &cite.join(", "))),
        };
        let values = Some(thing.values).filter(|values| !values.is_empty());
        let values = values.map(|values| short(&format!("values: {values}"), width));
        let says = short(&thing.says, width.saturating_mul(2));
        let answer = answer.and_then(|answer| answer.says.clone());
        let lines = [Some(says), values, answer].into_iter().flatten();
        let lines: String = lines.map(|line| format!("    {line}\n")).collect();
        let next = command(&self.command(thing));
        fold(&format!("{name}  {kind}{cite}\n{lines}    {next}\n"), width)
    }

    fn answer(&self, thing: &Thing<'_>) -> Option<&Answered> {
        let mut answers = self.answers.iter();
        let own = answers.find(|(own, _)| std::ptr::eq(*own, thing));
        own.map(|(_, answer)| answer)
    }

    /// What to type to see a thing, with the facts told.
    fn command<'t>(&'t self, thing: &'t Thing<'_>) -> Vec<&'t str> {
        let told = self.answer(thing).into_iter().flat_map(|own| &own.told);
        let told = told.map(String::as_str);
        thing.next().into_iter().chain(told).collect()
    }

    /// The command to type next: where it asks, the likeliest question that is asked for what is told.
    pub fn next(&self) -> Vec<&str> {
        let asks = self.next.first().is_some_and(|word| word == "ask");
        let meant = self.answered().next().filter(|_| asks);
        meant.unwrap_or_else(|| self.next.iter().map(String::as_str).collect())
    }

    /// The commands that ask what is meant and answered, the likeliest first.
    pub fn answered(&self) -> impl Iterator<Item = Vec<&str>> {
        let answers = self.answers.iter();
        let asked = answers.filter(|(_, answer)| answer.says.is_some());
        asked.map(|(thing, _)| self.command(thing))
    }

    /// What is to be said of words that nothing has.
    pub fn unknown(&self) -> Vec<String> {
        let all = &self.found.unknown;
        let lost = all.iter().filter(|(_, near)| near.is_none());
        let lost: Vec<&str> = lost.map(|(word, _)| word.as_str()).collect();
        let near = all.iter().filter_map(|(word, near)| {
            let near = near.as_ref()?;
            Some(format!(
                "nothing here speaks of: {word}; shown is what has `{near}`"
            ))
        });
        let lost = Some(lost).filter(|lost| !lost.is_empty());
        let lost = lost.map(|lost| format!("nothing here speaks of: {}", lost.join(", ")));
        lost.into_iter().chain(near).collect()
    }
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
    next: Vec<&'w str>,
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
    /// Of the questions that are meant most likely: the answer in one line, where what the words tell is so.
    #[serde(skip_serializing_if = "Option::is_none")]
    answer: Option<String>,
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

impl Page<'_> {
    /// What was found for a program.
    pub fn view<'w>(&'w self, words: &'w str) -> View<'w> {
        let things = self.found.things.iter().enumerate();
        let things = things.map(|(place, thing)| One {
            thing,
            next: self.command(thing),
            answer: self
                .answer(thing)
                .and_then(|own| own.says.as_deref())
                .map(|says| strip_str(says).to_string()),
            whole: place < self.found.whole,
        });
        let unknown = self.found.unknown.iter().map(|(word, near)| Unknown {
            word,
            nearest: near.as_deref(),
        });
        View {
            version: Version,
            words,
            next: self.next(),
            found: things.collect(),
            unknown: unknown.collect(),
        }
    }
}
