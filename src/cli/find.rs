//! `chartroom find`: anything in the rulebook, by words.

use super::format::Format;
use super::{Outcome, Session, Stop, count};
use crate::diagnostic::Command;
use crate::render::find::{human, view};
use crate::render::told;
use crate::search::Index;
use clap::Args;

/// How many things are shown if not said.
const MOST: usize = 8;

/// How wide the page is where there is no terminal.
const WIDTH: usize = 80;

/// The arguments of `find`.
#[derive(Debug, Args)]
pub(super) struct Arguments {
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

/// How many things are told where a name is unknown.
const TOLD: usize = 3;

/// Tells what is found by a name that nothing bears.
pub(super) fn tell(name: &str, session: &mut Session) {
    let written = session.written();
    let index = Index::of(&written);
    let found = index.find(name);
    // What has all words, or else what comes nearest.
    let whole = if found.whole == 0 { TOLD } else { found.whole };
    let things = found.things.iter().take(whole).take(TOLD);
    let told: Vec<String> = things
        .map(|thing| format!("`{}` ({})", thing.name, thing.kind.name()))
        .collect();
    if told.is_empty() {
        return;
    }
    let find = Command::new(["find", name]).completed(&session.global.options());
    session
        .output
        .note(&format!("`{find}` finds {}", told.join(", ")));
}

/// Runs the command.
pub(super) fn run(arguments: &Arguments, session: &mut Session) -> Result<Outcome, Stop> {
    let written = session.written();
    let index = Index::of(&written);
    let (global, output) = (&session.global, &mut session.output);
    let words = arguments.words.join(" ");
    let found = index.find(&words);
    if arguments.format == Format::Json {
        output.json(&told::json(&view(&words, &found)));
        return Ok(Outcome::Clean);
    }
    for (word, near) in &found.unknown {
        let near = near
            .as_ref()
            .map(|near| format!("; shown is what has `{near}`"));
        output.note(&format!("nothing has `{word}`{}", near.unwrap_or_default()));
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
    let options = global.options();
    let command = |words: &[&str]| {
        let command = Command::new(words.iter().copied());
        command.completed(&options).to_string()
    };
    let width = output.width().unwrap_or(WIDTH);
    output.print(&human(&found, most, width, &command));
    let rest = found.things.len().saturating_sub(most);
    if rest > 0 {
        let more = count(rest, "thing");
        output.note(&format!(
            "{more} more with some of the words: add a word, or --all"
        ));
    }
    Ok(Outcome::Clean)
}
