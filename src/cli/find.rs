//! `chartroom find`: anything in the rulebook, by words.

use super::format::Format;
use super::{Outcome, Session, Stop, count};
use crate::diagnostic::Command;
use crate::render::find::{human, view};
use crate::render::told as shown;
use crate::rulebook::finding::{Finding, find, of_game, told};
use crate::rulebook::{Named, Rulebook};
use crate::search::{Index, Thing};
use crate::source::Sources;
use crate::value::folded;
use clap::{Args, CommandFactory};
use std::mem::ManuallyDrop;

/// How many things are shown if not said.
const MOST: usize = 8;

/// How many things are told where a name is unknown.
const TOLD: usize = 3;

#[derive(Debug, Args)]
pub struct Arguments {
    /// What to look for: words, a paragraph, a name
    #[arg(required = true, value_name = "WORDS")]
    words: Vec<String>,
    /// Show everything that has some of the words
    #[arg(long)]
    all: bool,
    /// How to show it
    #[arg(long, value_parser = Format::among(&Format::PLAIN), default_value = "human")]
    format: Format,
}

/// Tells what is found by a name that nothing bears, in one game where it was asked for there: what has all its words, or else
/// what comes nearest; and where only another game has it, that.
pub fn tell(name: &str, game: Option<&str>, session: &mut Session) {
    if name.parse::<i64>().is_ok() {
        return;
    }
    let written = session.written();
    let index = Index::of(&written);
    let found = index.find(name);
    let whole = if found.whole == 0 { TOLD } else { found.whole };
    let is_of = |thing: &&&Thing<'_>| game.is_none_or(|game| thing.game == game);
    let mut others = found.things.iter().filter(|thing| !is_of(thing));
    if let Some(other) = others.find(|thing| thing.own_name() == name) {
        let (kind, of) = (other.kind.name(), other.game);
        session
            .output
            .note(&format!("`{name}` is a {kind} of another game, `{of}`"));
    }
    let things = found.things.iter().filter(is_of).take(whole.min(TOLD));
    let told = things.map(|thing| format!("`{}` ({})", thing.name, thing.kind.name()));
    let told: Vec<String> = told.collect();
    if !told.is_empty() {
        let find = session.output.command(&Command::new(["find", name]));
        let told = told.join(", ");
        session.output.note(&format!("`{find}` finds {told}"));
    }
}

/// The command of the program that some words name, and what it does: `game` for "keep a game".
fn named(words: &str) -> Option<(String, String)> {
    let told = folded(words);
    let told: Vec<&str> = told.split('-').collect();
    let cli = super::Cli::command();
    let all = cli.get_subcommands().filter(|own| !own.is_hide_set());
    let scored = all.map(|own| {
        let says = own.get_about().map(ToString::to_string).unwrap_or_default();
        let text = folded(&says);
        let has = |word: &&&str| word.len() > 3 && text.split('-').any(|own| own == **word);
        let is_named = told.contains(&own.get_name());
        let score = told.iter().filter(has).count() + 2 * usize::from(is_named);
        (score, own.get_name().to_owned(), says)
    });
    let (score, name, says) = scored.max_by_key(|(score, ..)| *score)?;
    (score > 1).then_some((name, says))
}

pub fn run(arguments: &Arguments, session: &mut Session) -> Result<Outcome, Stop> {
    // The program ends with what is found: what it has read is left to the system.
    let written = ManuallyDrop::new(session.written());
    let index = ManuallyDrop::new(Index::of(&written));
    let words = arguments.words.join(" ");
    let Finding { found, mut next } = find(&index, &written, &words);
    if let [ask, name, ..] = next.as_slice()
        && ask == "ask"
        && session.global.is_shipped()
        && let read = (Sources::embedded(), (*written).clone(), Vec::new())
        && let Some(rulebook) = Rulebook::of_read(read, name)
        && let [(model, Named::Question(question))] = rulebook.find(name).as_slice()
    {
        let (_, words) = of_game(&written, &words);
        // What the words tell was told of all facts that the question names; those that it takes may be fewer.
        let told = told(model, *question, &words);
        next.truncate(2);
        next.extend(told);
    }
    let output = &mut session.output;
    if arguments.format == Format::Json {
        output.json(&shown::json(&view(&words, &found, &next)));
        return Ok(Outcome::Clean);
    }
    for (word, near) in &found.unknown {
        let near = near.as_ref();
        let near = near.map(|near| format!("; shown is what has `{near}`"));
        let near = near.unwrap_or_default();
        output.note(&format!("nothing about `{word}` in these rules{near}"));
    }
    if found.things.is_empty() {
        let list = output.command(&Command::new(["list"]));
        output.note(&format!(
            "nothing found; `{list}` shows what the rulebook holds"
        ));
        return Ok(Outcome::Findings);
    }
    if found.whole == 0 {
        output.note("nothing has all of these words; the nearest:");
    }
    let most = if arguments.all { usize::MAX } else { MOST };
    let command = |words: &[&str]| {
        output
            .command(&Command::new(words.iter().copied()))
            .to_string()
    };
    let next: Vec<&str> = next.iter().map(String::as_str).collect();
    let next = format!("\nnext: {}\n", command(&next));
    let page = human(&found, most, output.width(), &command);
    let own = named(&words).map(|(name, says)| {
        let help = command(&[&name, "--help"]);
        format!("{name}  command\n    {says}\n    {help}\n")
    });
    output.print(&format!("{page}{}{next}", own.unwrap_or_default()));
    let rest = found.things.len().saturating_sub(most);
    if rest > 0 {
        let more = count(rest, "thing");
        output.note(&format!(
            "{more} more with some of the words: add a word, or --all"
        ));
    }
    Ok(Outcome::Clean)
}
