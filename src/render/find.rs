//! What was found by words: each thing with what to type next.

use super::fold;
use super::style::{BOLD, CITE, FAINT, styled};
use super::told::Version;
use crate::answer::Taking;
use crate::search::{Hits, Kind, Thing, is_filler, words_of};
use anstream::adapter::strip_str;
use itertools::Itertools;
use schemars::JsonSchema;
use serde::Serialize;

/// What was found, and what is answered already.
#[derive(Debug)]
pub struct Page<'i> {
    pub hits: Hits<'i>,
    /// The questions meant, the likeliest first.
    pub answers: Vec<(&'i Thing<'i>, Answered)>,
    /// Each question that the words ask.
    pub parts: Vec<Part>,
    /// The words from which nothing came, each with what stands around it.
    pub unused: Vec<String>,
    /// Those of them for which something else may be asked.
    pub doubted: Vec<String>,
}

/// One of the questions that words ask.
#[derive(Debug)]
pub struct Part {
    /// Its own words.
    pub words: String,
    /// The command to type next, word by word.
    pub next: Vec<String>,
    /// What they ask for that no pack holds, each with the words that ask for it.
    pub not_held: Vec<(String, Vec<String>)>,
}

/// What a question answers where it is told what the words tell.
#[derive(Debug)]
pub struct Answered {
    /// The answer in one line; none where it is not asked.
    pub says: Option<String>,
    /// The facts told, and the words that tell them.
    pub told: Vec<String>,
    pub used: Vec<String>,
    /// Words that say otherwise of one of these facts.
    pub contested: Vec<String>,
    /// Words that tell only what goes along with what they mean.
    pub missed: Vec<String>,
    /// The units in which its facts are.
    pub units: Vec<String>,
    /// The words of the answer itself, where it is a value.
    pub value: Vec<String>,
    /// Which of the questions that the words ask it answers.
    pub part: usize,
    /// How it takes the facts told.
    pub taking: Taking,
}

impl Page<'_> {
    /// The things for a person, at most so many, those that are answered first; `command` makes a command of words that can be
    /// pasted.
    pub fn human(&self, most: usize, width: usize, command: &dyn Fn(&[&str]) -> String) -> String {
        let is_answered = |thing: &Thing<'_>| self.answer(thing).is_some();
        // What is asked besides stands right after what is asked first.
        let (first, rest) = self.answers.split_at(self.answers.len().min(1));
        let (besides, likely): (Vec<_>, Vec<_>) =
            rest.iter().partition(|(_, other)| other.part > 0);
        let answered = first.iter().chain(besides).chain(likely);
        let answered = answered.map(|(thing, other)| (*thing, Some(other)));
        let others = self.hits.things.iter().copied();
        let others = others.filter(|thing| !is_answered(thing));
        let all = answered.chain(others.map(|thing| (thing, None)));
        // A paragraph whose number is all that is looked for is what is meant.
        let is_meant = |thing: &Thing<'_>| thing.kind == Kind::Paragraph && self.hits.is_whole(0);
        let meant = self.hits.things.first().filter(|thing| is_meant(thing));
        let is_first = |thing: &Thing<'_>| meant.is_some_and(|meant| std::ptr::eq(*meant, thing));
        let (first, rest): (Vec<_>, Vec<_>) = all.partition(|(thing, _)| is_first(thing));
        let shown = first.into_iter().chain(rest).take(most);
        shown
            .map(|(thing, other)| self.one(thing, other, width, command))
            .collect()
    }

    fn one(
        &self,
        thing: &Thing<'_>,
        answer: Option<&Answered>,
        width: usize,
        command: &dyn Fn(&[&str]) -> String,
    ) -> String {
        let name = styled(BOLD, &thing.name);
        let kind = styled(FAINT, thing.kind.name());
        let cite = match thing.cite.as_slice() {
            [] => String::new(),
            cite => format!("   {}", styled(CITE, &cite.join(", "))),
        };
        let values = Some(thing.values).filter(|values| !values.is_empty());
        let values = values.map(|values| short(&format!("values: {values}"), width));
        let besides = answer.filter(|answer| answer.part > 0);
        let besides = besides.and_then(|answer| self.parts.get(answer.part));
        let says = besides.map_or(&thing.says, |part| &part.words);
        let says = short(says, width.saturating_mul(2));
        let says = if besides.is_some() {
            format!("“{says}”")
        } else {
            says
        };
        let told = answer.and_then(|answer| answer.says.clone());
        let lines = [Some(says), values, told].into_iter().flatten();
        let lines: String = lines.map(|line| format!("    {line}\n")).collect();
        let next = command(&with(thing, answer));
        fold(&format!("{name}  {kind}{cite}\n{lines}    {next}\n"), width)
    }

    /// The command that shows a thing, or asks it with what the words tell of it.
    pub fn command_of<'t>(&'t self, thing: &'t Thing<'_>) -> Vec<&'t str> {
        with(thing, self.answer(thing))
    }

    /// The answer to the first question that the words ask.
    fn answer(&self, thing: &Thing<'_>) -> Option<&Answered> {
        let mut answers = self.answers.iter();
        let own = answers.find(|(other, _)| std::ptr::eq(*other, thing));
        own.map(|(_, answer)| answer)
    }

    /// The commands to type next, one for each question that the words ask: where it asks, the likeliest question that is asked
    /// for what is told.
    pub fn next(&self) -> Vec<Vec<&str>> {
        let parts = self.parts.iter().enumerate();
        let held = parts.filter(|(place, part)| *place == 0 || part.is_held());
        let next = held.map(|(place, part)| {
            let meant = self.answered(place).next().filter(|_| part.asks());
            meant.unwrap_or_else(|| part.next.iter().map(String::as_str).collect())
        });
        let next = next.filter(|words: &Vec<&str>| !words.is_empty());
        next.unique().collect()
    }

    /// The commands that ask what is meant by one of the questions and answered, the likeliest first.
    pub fn answered(&self, part: usize) -> impl Iterator<Item = Vec<&str>> {
        let asked = self.answers_to(part);
        asked.map(|(thing, answer)| with(thing, Some(answer)))
    }

    /// What else is meant by the first of the questions and answered: the command that asks it, and the answer.
    pub fn others(&self, besides: &[Vec<&str>]) -> Vec<(Vec<&str>, String)> {
        let answers = self.answers_to(0);
        let game = self.first_answered(0).map(|(thing, _)| thing.game);
        let others = answers.filter_map(|(thing, answer)| {
            let says = answer.says.clone()?;
            let says = match game {
                Some(game) if game != thing.game => format!("in {}: {says}", thing.game),
                _ => says,
            };
            Some((with(thing, Some(answer)), says))
        });
        others.filter(|(next, _)| !besides.contains(next)).collect()
    }

    /// The likeliest of what is meant by one of the questions and answered.
    pub fn first_answered(&self, part: usize) -> Option<&(&Thing<'_>, Answered)> {
        self.answers_to(part).next()
    }

    fn answers_to(&self, part: usize) -> impl Iterator<Item = &(&Thing<'_>, Answered)> {
        let answers = self.answers.iter();
        answers.filter(move |(_, answered)| answered.part == part && answered.says.is_some())
    }

    /// What is to be said where no pack holds what is asked for first.
    pub fn not_held(&self) -> Option<String> {
        let is_first = self.parts.first().is_some_and(|part| !part.is_held());
        is_first.then(|| not_held(&self.parts))
    }

    /// The same where something is held of what is asked for first.
    pub fn besides_not_held(&self) -> Option<String> {
        let (first, rest) = self.parts.split_first()?;
        let is_besides = first.is_held() && rest.iter().any(|part| !part.is_held());
        is_besides.then(|| not_held(rest))
    }

    /// What is called by words that ask for what no pack holds, of what is meant most likely.
    pub fn related(&self) -> impl Iterator<Item = &Thing<'_>> {
        let words: Vec<&Vec<String>> = self
            .parts
            .iter()
            .flat_map(|part| &part.not_held)
            .map(|(_, words)| words)
            .collect();
        let is_called = move |thing: &Thing<'_>| {
            let texts = words_of(&format!("{} {}", thing.own_name(), thing.says));
            words
                .iter()
                .any(|words| words.iter().all(|word| texts.contains(word)))
        };
        let answers = self.answers.iter().map(|(thing, _)| *thing);
        let related: Vec<&Thing<'_>> = answers
            .clone()
            .filter(move |thing| is_called(thing))
            .collect();
        let nearest = answers.take(usize::from(related.is_empty()));
        let related = related.into_iter().chain(nearest);
        related.unique_by(|thing| (thing.game, &thing.name))
    }

    /// Whether nothing has some of the words, and nothing came of so many others that most of them say nothing: what has the rest
    /// is about something else.
    pub fn is_lost(&self, words: &str) -> bool {
        let lost = self.hits.unknown.iter().filter(|(_, near)| near.is_none());
        let lost = lost.count();
        let idle = self.unused.iter().flat_map(|phrase| words_of(phrase));
        let idle = idle.filter(|word| !is_filler(word)).unique().count();
        let telling = words_of(words).into_iter().filter(|word| !is_filler(word));
        lost > 0 && 2 * (lost + idle) > telling.unique().count()
    }

    /// The words from which nothing came.
    pub fn idle(&self) -> Vec<String> {
        let idle = self.unused.iter().flat_map(|phrase| words_of(phrase));
        idle.collect()
    }

    /// The line that tells of the words from which nothing came, if there are such.
    pub fn not_used(&self) -> Option<String> {
        let words = self.unused.join(", ");
        (!words.is_empty()).then(|| format!("not used: {words}"))
    }

    /// The line that tells that something else may be asked.
    pub fn doubt(&self, command: impl Fn(&[&str]) -> String) -> Option<String> {
        let words: Vec<&str> = self.doubted.iter().map(String::as_str).collect();
        let told = words.join(", ");
        let doubt = format!("perhaps not what you ask: this answer says nothing of {told}");
        // What stands in several words was understood, and is nothing to look for.
        let is_said = words.iter().any(|own| own.contains(' '));
        let find = command(&[&["find"], words.as_slice()].concat());
        let doubt = match is_said {
            true => doubt,
            false => format!("{doubt} ({find})"),
        };
        (!words.is_empty()).then_some(doubt)
    }

    /// What is to be said of words that nothing has.
    pub fn unknown(&self) -> Vec<String> {
        let all = &self.hits.unknown;
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
        let besides = self.not_understood();
        lost.into_iter().chain(near).chain(besides).collect()
    }

    /// What is to be said of questions besides the first that change nothing.
    pub fn not_understood(&self) -> impl Iterator<Item = String> {
        let besides = self.parts.iter().skip(1);
        let besides = besides.filter(|part| part.next.is_empty());
        besides.map(|part| format!("this changes nothing in that answer: {}", part.words))
    }
}

impl Part {
    pub const fn is_held(&self) -> bool {
        self.not_held.is_empty()
    }

    /// Whether a question is asked next.
    pub fn asks(&self) -> bool {
        self.next.first().is_some_and(|word| word == "ask")
    }
}

/// What is to be said of what no pack holds.
fn not_held(parts: &[Part]) -> String {
    let all = parts.iter().flat_map(|part| &part.not_held);
    format!(
        "no pack here holds {}",
        all.map(|(is, _)| is).unique().join(", ")
    )
}

/// What to type to see a thing, with the facts told.
fn with<'t>(thing: &'t Thing<'_>, answer: Option<&'t Answered>) -> Vec<&'t str> {
    let told = answer.into_iter().flat_map(|answered| &answered.told);
    thing
        .next()
        .into_iter()
        .chain(told.map(String::as_str))
        .collect()
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
    /// Those for the other questions that the words ask.
    besides: Vec<Vec<&'w str>>,
    /// All that was found, the best first.
    found: Vec<One<'w>>,
    /// Words that nothing has.
    unknown: Vec<Unknown<'w>>,
    /// What the words ask for that no pack holds.
    not_held: Vec<&'w str>,
    /// Words from which nothing came of what is asked next: neither a fact nor the question.
    unused: &'w [String],
    /// Words for which something else may be asked than what is asked next.
    doubted: &'w [String],
}

/// Something found.
#[derive(Debug, Serialize, JsonSchema)]
struct One<'w> {
    /// What it is.
    kind: Kind,
    /// Its name; a paragraph's number.
    name: &'w str,
    /// Its game.
    game: &'w str,
    /// Its pack.
    pack: &'w str,
    /// What it is, in words.
    says: &'w str,
    /// Its paragraphs.
    cite: &'w [&'w str],
    /// Of a fact: its values.
    #[serde(skip_serializing_if = "str::is_empty")]
    values: &'w str,
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
        let things = self.hits.things.iter().enumerate();
        let things = things.map(|(place, thing)| One {
            kind: thing.kind,
            name: &thing.name,
            game: thing.game,
            pack: thing.pack,
            says: &thing.says,
            cite: &thing.cite,
            values: thing.values,
            next: with(thing, self.answer(thing)),
            answer: self
                .answer(thing)
                .and_then(|answered| answered.says.as_deref())
                .map(|says| strip_str(says).to_string()),
            whole: self.hits.is_whole(place),
        });
        let unknown = self.hits.unknown.iter().map(|(word, near)| Unknown {
            word,
            nearest: near.as_deref(),
        });
        let mut next = self.next().into_iter();
        View {
            version: Version,
            words,
            next: next.next().unwrap_or_default(),
            besides: next.collect(),
            found: things.collect(),
            unknown: unknown.collect(),
            not_held: self
                .parts
                .iter()
                .flat_map(|part| &part.not_held)
                .map(|(is, _)| is.as_str())
                .unique()
                .collect(),
            unused: &self.unused,
            doubted: &self.doubted,
        }
    }
}
