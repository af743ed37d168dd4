//! `chartroom find`: anything in the rulebook, by words.

use super::format::Format;
use super::{Outcome, Output, Session, Stop, count};
use crate::answer::{Asker, Stated};
use crate::diagnostic::Command;
use crate::model::Model;
use crate::pack;
use crate::render::answer::brief;
use crate::render::find::{Answered, Page};
use crate::render::told as shown;
use crate::rulebook::finding::{find, told};
use crate::rulebook::{Named, Rulebook, request};
use crate::search::{Asked, Index, Thing, is_filler, words_of};
use crate::source::Sources;
use crate::turn::Situation;
use clap::{Args, CommandFactory};
use itertools::Itertools;
use std::mem::ManuallyDrop;

/// How many things are shown if not said.
const MOST: usize = 6;

/// How many things are told where a name is unknown.
const TOLD: usize = 3;

#[derive(Debug, Args)]
pub struct Arguments {
    /// What to look for: words, a whole question, paragraphs, a name
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

/// The command of the program that what is asked names, and what it does: `game` for "how do I write down a game".
fn named(asked: &Asked) -> Option<(String, String)> {
    let telling = asked.words.iter().filter(|word| {
        let is_long = word.len() > 3 && !is_filler(word);
        is_long && asked.asks_with(word)
    });
    let telling: Vec<&String> = telling.unique().collect();
    let cli = super::Cli::command();
    let all = cli.get_subcommands().filter(|own| !own.is_hide_set());
    let scored = all.map(|own| {
        let says = own.get_about().map(ToString::to_string).unwrap_or_default();
        let text = words_of(&says);
        let has = |word: &&&String| text.contains(word) || own.get_name() == word.as_str();
        let score = telling.iter().filter(has).count();
        (score, own.get_name().to_owned(), says)
    });
    let (score, name, says) = scored.max_by_key(|(score, ..)| *score)?;
    (score > 1).then_some((name, says))
}

/// What answers the questions that are meant: what several of them need is compiled once.
struct Desk<'r> {
    rulebook: &'r Rulebook,
    askers: Vec<Asker<'r>>,
}

impl<'r> Desk<'r> {
    /// Something meant, with the facts told of it and what it answers.
    fn answered(&mut self, thing: &Thing<'_>, part: usize, asked: &Asked) -> Option<Answered> {
        let name = format!("{}/{}", thing.game, thing.own_name());
        let [(model, Named::Question(question))] = self.rulebook.find(&name)[..] else {
            return None;
        };
        let told = told(model, question, asked);
        let mut stated = Stated::new(Situation::new(model));
        for (name, value) in told.iter().filter_map(|fact| fact.split_once('=')) {
            request::state(model, &mut stated, name, value).ok()?;
        }
        let sources = &self.rulebook.sources;
        let asker = self.asker(model)?;
        let mut answer = asker.answer(sources, question, stated);
        asker.complete(&mut answer);
        Some(Answered {
            says: brief(&answer),
            told,
            part,
        })
    }

    fn asker(&mut self, model: &'r Model) -> Option<&mut Asker<'r>> {
        let is_own = |own: &Asker<'_>| std::ptr::eq(own.model, model);
        let at = self.askers.iter().position(is_own);
        let at = at.unwrap_or(self.askers.len());
        if at == self.askers.len() {
            self.askers.push(Asker::new(model));
        }
        self.askers.get_mut(at)
    }
}

/// What is found by words, with answers to the questions that are meant most likely.
pub fn page<'i>(
    index: &'i Index<'i>,
    (sources, written): (Sources, &'i pack::Rulebook),
    words: &str,
) -> Page<'i> {
    let finding = find(index, written, words);
    let all = || finding.parts.iter().flat_map(|part| &part.meant);
    let names: Vec<&str> = all().map(|thing| thing.own_name()).collect();
    let rulebook = Rulebook::for_questions(sources, written.clone(), Vec::new(), &names);
    let parts = finding.parts.iter().enumerate();
    let meant = parts.flat_map(|(at, part)| {
        // Of what is asked besides, the likeliest is answered alone.
        let most = if at == 0 { usize::MAX } else { 1 };
        part.meant
            .iter()
            .take(most)
            .map(move |thing| (at, part, *thing))
    });
    let mut desk = Desk {
        rulebook: &rulebook,
        askers: Vec::new(),
    };
    let answers = meant
        .filter_map(|(at, part, thing)| Some((thing, desk.answered(thing, at, &part.asked)?)))
        .collect();
    std::mem::forget(desk);
    // The program ends with what is found: what it has read is left to the system.
    std::mem::forget(rulebook);
    let parts = finding.parts.into_iter();
    Page {
        answers,
        found: finding.found,
        parts: parts.map(|part| (part.asked.own(), part.next)).collect(),
    }
}

pub fn run(arguments: &Arguments, session: &mut Session) -> Result<Outcome, Stop> {
    let words = arguments.words.join(" ");
    let (sources, written) = session.read();
    let written = ManuallyDrop::new(written);
    let index = ManuallyDrop::new(Index::of(&written));
    let page = page(&index, (sources, &written), &words);
    Ok(show(&page, &words, arguments, &mut session.output))
}

fn show(page: &Page<'_>, words: &str, arguments: &Arguments, output: &mut Output) -> Outcome {
    if arguments.format == Format::Json {
        output.json(&shown::json(&page.view(words)));
        return Outcome::Clean;
    }
    for note in page.unknown() {
        output.note(&note);
    }
    if page.found.things.is_empty() {
        let list = output.command(&Command::new(["list"]));
        output.note(&format!(
            "nothing found; `{list}` shows what the rulebook holds"
        ));
        return Outcome::Findings;
    }
    let most = if arguments.all { usize::MAX } else { MOST };
    let command = |words: &[&str]| {
        output
            .command(&Command::new(words.iter().copied()))
            .to_string()
    };
    let asked = Asked::of(words);
    let own = named(&asked).map(|(name, says)| {
        let help = command(&[&name, "--help"]);
        (format!("{name}  command\n    {says}\n    {help}\n"), help)
    });
    let shown = page.human(most, output.width(), &command);
    let (own, help) = own.unzip();
    let help = help.filter(|_| asked.asks_by("how"));
    let all = page.next();
    let commands = all.iter().map(|words| command(words));
    let commands = commands.skip(usize::from(help.is_some()));
    let commands = help.into_iter().chain(commands);
    let next = commands.map(|command| format!("next: {command}\n"));
    let next: String = next.collect();
    output.print(&format!("{shown}{}\n{next}", own.unwrap_or_default()));
    let rest = page.found.things.len().saturating_sub(most);
    if rest > 0 {
        let more = count(rest, "thing");
        output.note(&format!(
            "{more} more with some of the words: add a word, or --all"
        ));
    }
    Outcome::Clean
}
