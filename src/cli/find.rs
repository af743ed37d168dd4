//! `chartroom find`: anything in the rulebook, by words.

use super::format::Format;
use super::unknown::{TOLD, need_few};
use super::{Outcome, Output, Session, Stop, count, to_the_end};
use crate::answer::{Asker, Ruling, Stated, Taking, Told};
use crate::diagnostic::Command;
use crate::diagram::Leaf;
use crate::model::Model;
use crate::render::answer::brief;
use crate::render::find::{Answered, Page, Part};
use crate::render::fold;
use crate::render::told as shown;
use crate::rulebook::counts::digits;
use crate::rulebook::doubt::{Doubt, Given, throws_dice};
use crate::rulebook::finding::{self, Library, find};
use crate::rulebook::heard::Listener;
use crate::rulebook::likely::sought_in;
use crate::rulebook::telling::told;
use crate::rulebook::unused::unused;
use crate::rulebook::{Named, Rulebook, request};
use crate::search::{Asked, Index, Thing, is_filler, words_of};
use crate::turn::Situation;
use clap::{Args, CommandFactory};
use itertools::Itertools;
use std::cmp::Reverse;

/// How many things are shown if not said.
const MOST: usize = 6;

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

/// The command of the program that what is asked names, and what it does: `game` for "how do I write down a game".
fn named(asked: &Asked) -> Option<(String, String)> {
    let telling = asked.words.iter().filter(|word| {
        let is_long = word.len() > 3 && !is_filler(word);
        is_long && asked.asks_with(word)
    });
    let telling: Vec<&String> = telling.unique().collect();
    let cli = super::Cli::command();
    let all = cli
        .get_subcommands()
        .filter(|command| !command.is_hide_set());
    let scored = all.map(|command| {
        let says = command
            .get_about()
            .map(ToString::to_string)
            .unwrap_or_default();
        let text = words_of(&says);
        let has = |word: &&&String| text.contains(word) || command.get_name() == word.as_str();
        let score = telling.iter().filter(has).count();
        (score, command.get_name().to_owned(), says)
    });
    let (score, name, says) = scored.max_by_key(|(score, ..)| *score)?;
    (score > 1).then_some((name, says))
}

/// What answers questions that are meant: what several of them need is compiled once.
struct Desk<'r> {
    rulebook: &'r Rulebook,
    askers: Vec<Asker<'r>>,
    /// What listens to the words of which part for which game.
    listeners: Vec<(usize, Listener<'r>)>,
}

impl<'r> Desk<'r> {
    /// Those of some things meant that answer, each with the facts told of it.
    fn all<'i>(rulebook: &'r Rulebook, meant: &[Meant<'_, 'i>]) -> Vec<(&'i Thing<'i>, Answered)> {
        let mut desk = to_the_end(Self {
            rulebook,
            askers: Vec::new(),
            listeners: Vec::new(),
        });
        let answers = meant
            .iter()
            .filter_map(|(part, asked, thing)| Some((*thing, desk.answered(thing, *part, asked)?)));
        answers.collect()
    }

    /// Something meant, with the facts told of it and what it answers.
    fn answered(&mut self, thing: &Thing<'_>, part: usize, asked: &Asked) -> Option<Answered> {
        let name = format!("{}/{}", thing.game, thing.own_name());
        let [(model, Named::Question(question))] = self.rulebook.find(&name)[..] else {
            return None;
        };
        let sources = &self.rulebook.sources;
        let (asker, listener) = self.ready(model, part, asked)?;
        let understood = told(listener, question, (thing, asked), &mut |facts| {
            let mut stated = Stated::new(Situation::new(model));
            facts.iter().for_each(|told| stated.set_along(*told));
            let answer = asker.answer(sources, question, stated);
            matches!(answer.ruling, Ruling::Value(_))
        });
        let mut stated = Stated::new(Situation::new(model));
        for (name, value) in understood
            .facts
            .iter()
            .filter_map(|fact| fact.split_once('='))
        {
            request::state(model, &mut stated, name, value).ok()?;
        }
        let mut answer = asker.answer(sources, question, stated);
        asker.complete(&mut answer);
        let facts = understood.facts.iter();
        let facts = facts.filter_map(|fact| model.fact_named(fact.split_once('=')?.0));
        let taking = answer.taking(asker, &facts.collect::<Vec<_>>());
        let value = match &answer.ruling {
            Ruling::Value(value) => {
                let of = &model.questions[question].answer;
                let leaf = Leaf::Value(value.clone());
                let value = Told::leaf(model, &leaf, Some(of)).words;
                words_of(&format!("{value} {}", answer.unit()))
            }
            _ => Vec::new(),
        };
        Some(Answered {
            value,
            taking,
            says: brief(&answer),
            told: understood.facts,
            used: understood.used,
            contested: understood.contested,
            missed: understood.missed,
            units: understood.units,
            part,
        })
    }

    fn ready(
        &mut self,
        model: &'r Model,
        part: usize,
        asked: &Asked,
    ) -> Option<(&mut Asker<'r>, &Listener<'r>)> {
        let is_own = |other: &Model| std::ptr::eq(other, model);
        if !self.askers.iter().any(|other| is_own(other.model)) {
            self.askers.push(Asker::new(model));
        }
        let is_heard = |(of, other): &&(usize, Listener<'_>)| *of == part && is_own(other.model);
        if !self.listeners.iter().any(|own| is_heard(&own)) {
            let listener = Listener::strict(model, &asked.told());
            self.listeners.push((part, listener));
        }
        let asker = self.askers.iter_mut().find(|other| is_own(other.model))?;
        let (_, listener) = self.listeners.iter().find(is_heard)?;
        Some((asker, listener))
    }
}

/// Something meant by which of the questions that words ask, and what was asked.
type Meant<'p, 'i> = (usize, &'p Asked, &'i Thing<'i>);

/// What is found by words to be asked; at a table by those of its game. Of the questions meant, the one comes first for which
/// matters what is told.
pub fn page_to_ask<'i>(
    library: &'i Library<'i>,
    rulebook: &Rulebook,
    words: &str,
    table: Option<&'i str>,
) -> Page<'i> {
    page(library, rulebook, (words, true), table)
}

/// What is found by words, with answers to the questions that are meant most likely.
fn page<'i>(
    library: &'i Library<'i>,
    rulebook: &Rulebook,
    (words, is_to_ask): (&str, bool),
    table: Option<&'i str>,
) -> Page<'i> {
    let index = &library.index;
    let finding = find(library, words, table);
    let parts = finding.parts.iter().enumerate();
    let meant = parts.flat_map(|(at, part)| {
        // Of what is asked besides, the likeliest is answered alone.
        let most = if at == 0 { usize::MAX } else { 1 };
        let meant = part.meant.iter().take(most);
        meant.map(move |(thing, _)| (at, &part.asked, *thing))
    });
    let meant: Vec<Meant<'_, '_>> = meant.collect();
    let (first, others) = meant.split_at(meant.len().min(1));
    let all = |meant| Desk::all(rulebook, meant);
    let (first, others) = rayon::join(|| all(first), || all(others));
    let mut answers: Vec<_> = first.into_iter().chain(others).collect();
    // Who asks whether something is so is told a no that hangs on nothing.
    let part = finding.parts.first().filter(|_| is_to_ask);
    if let Some(part) = part.filter(|part| !part.asked.asks_whether()) {
        put_first_what_is_told_for(&mut answers);
        put_first_what_takes_more(part, &mut answers);
    }
    let part = |part: &finding::Part<'_>| Part {
        words: part.asked.own(),
        next: part.next.clone(),
        not_held: Vec::new(),
    };
    let mut page = Page {
        answers,
        parts: finding.parts.iter().map(part).collect(),
        unused: Vec::new(),
        doubted: Vec::new(),
        hits: finding.hits,
    };
    let not_held = finding.parts.iter().enumerate();
    let not_held: Vec<_> = not_held.map(|own| not_held_of(&page, own)).collect();
    for (part, not_held) in page.parts.iter_mut().zip(not_held) {
        part.not_held = not_held;
    }
    page.unused = unused(words, |word| is_used(&page, &finding.parts, word));
    // A unit alone says nothing.
    page.unused.retain(|phrase| !index.is_unit(phrase));
    page.doubted = doubted(index, words, (&page, &finding.parts));
    page
}

/// Where nothing told matters for what is meant likeliest, nor the roll if one is told, what else is meant comes first for which it
/// does: of these what takes most of it.
fn put_first_what_is_told_for(answers: &mut [(&Thing<'_>, Answered)]) {
    let is_roll_lost = match answers.first().map(|(_, first)| first.taking) {
        Some(Taking::NoRoll) => true,
        Some(Taking::Nothing) => false,
        _ => return,
    };
    let taken = |(_, answered): &(&Thing<'_>, Answered)| match answered.taking {
        _ if answered.part > 0 || answered.says.is_none() => None,
        Taking::Facts(count, has_roll) if has_roll || !is_roll_lost => Some(count),
        _ => None,
    };
    let others = answers.iter().enumerate();
    let others = others.filter_map(|(place, answered)| Some((place, taken(answered)?)));
    let best = others.max_by_key(|(place, count)| (*count, Reverse(*place)));
    let told = answers.first().map_or(0, |(_, first)| first.told.len());
    if let Some((place, _)) = best.filter(|(_, count)| *count >= told) {
        put_first(answers, place);
    }
}

/// What is meant otherwise by the same words comes first where it takes all that is told of the likeliest and more, and comes to
/// another number: `sand for a halftrack, EC wet` is not the sand of other EC.
fn put_first_what_takes_more(part: &finding::Part<'_>, answers: &mut [(&Thing<'_>, Answered)]) {
    let Some(((thing, first), others)) = answers.split_first() else {
        return;
    };
    let called = named_by(part, thing).unwrap_or_default();
    let name = words_of(thing.own_name());
    let takes_more = |(other, answer): &(&Thing<'_>, Answered)| {
        let holds = |all: &[String], some: &[String]| some.iter().all(|one| all.contains(one));
        let is_more = holds(&answer.told, &first.told) && answer.told.len() > first.told.len();
        let unit = |answer: &Answered| {
            let (numbers, unit): (Vec<String>, Vec<String>) = answer
                .value
                .iter()
                .cloned()
                .partition(|word| digits(word).is_some());
            (!numbers.is_empty()).then_some(unit)
        };
        let is_value = unit(first).is_some() && unit(first) == unit(answer);
        answer.part == 0
            && matches!(answer.taking, Taking::Facts(..))
            && is_more
            && is_value
            && answer.value != first.value
            && (holds(named_by(part, other).unwrap_or_default(), called)
                || holds(&name, &words_of(other.own_name())))
    };
    let place = others.iter().position(takes_more);
    if let Some(place) = place.filter(|_| first.part == 0) {
        put_first(answers, place + 1);
    }
}

fn put_first(answers: &mut [(&Thing<'_>, Answered)], place: usize) {
    if let Some(until) = answers.get_mut(..=place) {
        until.rotate_right(1);
    }
}

/// The words for which something else may be asked than is answered.
fn doubted(
    index: &Index<'_>,
    words: &str,
    (page, parts): (&Page<'_>, &[finding::Part<'_>]),
) -> Vec<String> {
    let Some(first) = parts.first() else {
        return Vec::new();
    };
    let idle = page.unused.iter().flat_map(|phrase| words_of(phrase));
    // A word that tells something may stand with a number that does not.
    let idle = idle.filter(|word| !is_used(page, parts, word) || throws_dice(word));
    let offered = page.answers.iter().map(|(thing, _)| thing.own_name());
    let is_chance = first.next.first().is_some_and(|next| next == "odds");
    let asked = Asked::of(words);
    let sought = sought_in(&asked).into_iter().filter(|_| is_chance);
    let doubt = Doubt {
        index,
        sought: sought.cloned().collect(),
        asked: &first.asked,
        idle: idle.collect(),
        offered: offered.collect(),
    };
    let answered = page.first_answered(0);
    doubt.of(answered.map(|(thing, answer)| Given {
        game: thing.game,
        name: thing.own_name(),
        called: named_by(first, thing).unwrap_or_default(),
        told: &answer.told,
        used: &answer.used,
        contested: &answer.contested,
        missed: &answer.missed,
        units: &answer.units,
        asks: &thing.says,
        cites: &thing.cite,
        value: &answer.value,
    }))
}

/// The words that name something meant.
fn named_by<'p>(part: &'p finding::Part<'_>, thing: &Thing<'_>) -> Option<&'p [String]> {
    let mut meant = part.meant.iter();
    let own = meant.find(|(other, _)| std::ptr::eq(*other, thing))?;
    Some(&own.1)
}

/// Whether something came of a word: a fact, or what is asked next; or something is told of it already.
fn is_used(page: &Page<'_>, parts: &[finding::Part<'_>], word: &str) -> bool {
    let is_unknown = page.hits.unknown.iter().any(|(text, _)| text == word);
    let has = |words: &[String]| words.iter().any(|text| text == word);
    // What named the game is not asked.
    let is_asked = parts.iter().any(|part| has(&part.asked.words));
    let of_part = |part| used_by(page, part).into_iter().any(has);
    is_unknown || !is_asked || parts.iter().enumerate().any(of_part)
}

/// The words of which something came in one of the questions that the words ask: what names it, and what tells its facts.
fn used_by<'p>(
    page: &'p Page<'_>,
    (place, part): (usize, &'p finding::Part<'_>),
) -> Vec<&'p [String]> {
    let asks = page.parts.get(place).is_some_and(Part::asks);
    let answer = page.first_answered(place).filter(|_| asks);
    let Some((thing, answer)) = answer else {
        return vec![&part.used];
    };
    let names = named_by(part, thing);
    [answer.used.as_slice()].into_iter().chain(names).collect()
}

/// What one of the questions asks for that no pack holds: something is held of it all the same where what is asked next has its
/// words, and besides is told a fact or has two others.
fn not_held_of(
    page: &Page<'_>,
    (place, part): (usize, &finding::Part<'_>),
) -> Vec<(String, Vec<String>)> {
    let used = used_by(page, (place, part));
    let asks = |word: &String| part.not_held.iter().any(|(_, words)| words.contains(word));
    let others = |texts: &[String]| {
        let others = texts.iter().filter(|word| !is_filler(word) && !asks(word));
        others.unique().count()
    };
    let is_told = page.parts.get(place).is_some_and(Part::asks)
        && used.first().is_some_and(|told| others(told) > 0);
    let used = used.concat();
    let is_about_more = is_told || others(&used) > 1;
    let is_held = |words: &Vec<String>| {
        let mut telling = words.iter().filter(|word| !is_filler(word));
        is_about_more && telling.all(|word| used.contains(word))
    };
    let all = part.not_held.iter().filter(|(_, words)| !is_held(words));
    all.map(|(is, words)| ((*is).to_owned(), words.clone()))
        .collect()
}

pub fn run(arguments: &Arguments, session: &mut Session) -> Result<Outcome, Stop> {
    need_few(&arguments.words)?;
    let words = arguments.words.join(" ");
    let global = &session.global;
    let (library, rulebook) = rayon::join(|| global.library(), || global.answers());
    let rulebook = to_the_end(rulebook);
    let page = page(&library, &rulebook, (&words, false), None);
    session.tell_errors_of(&rulebook);
    let most = if arguments.all { usize::MAX } else { MOST };
    let output = &mut session.output;
    Ok(show(&page, &words, (arguments.format, most), output))
}

/// Shows the best of what is found where a question in words is none.
pub fn best(page: &Page<'_>, words: &str, format: Format, output: &mut Output) -> Outcome {
    show(page, words, (format, TOLD), output)
}

fn show(
    page: &Page<'_>,
    words: &str,
    (format, most): (Format, usize),
    output: &mut Output,
) -> Outcome {
    if format == Format::Json {
        output.json(&shown::json(&page.view(words)));
        let is_found = !page.hits.things.is_empty() && page.not_held().is_none();
        return Outcome::clean_if(is_found);
    }
    if let Some(not_held) = page.not_held() {
        output.line(&not_held);
    }
    for note in page.unknown() {
        output.note(&note);
    }
    if page.hits.things.is_empty() {
        let list = output.command(&Command::new(["list"]));
        output.note(&format!(
            "nothing found; `{list}` shows what the rulebook holds"
        ));
        return Outcome::Findings;
    }
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
    let (text, help) = own.unzip();
    let help = help.filter(|_| asked.asks_by("how"));
    let all = page.next();
    let commands = all.iter().map(|words| command(words));
    let commands = commands.skip(usize::from(help.is_some()));
    let commands = help.into_iter().chain(commands);
    let next = commands.map(|command| format!("next: {command}\n"));
    let next: String = next.collect();
    let unused = page.not_used().filter(|_| text.is_none());
    let unused = unused.map(|unused| fold(&format!("{unused}\n"), output.width()));
    let after = [text, Some("\n".to_owned()), unused, Some(next)];
    let after: String = after.into_iter().flatten().collect();
    output.print(&format!("{shown}{after}"));
    let rest = page.hits.things.len().saturating_sub(most);
    if rest > 0 {
        let more = count(rest, "thing");
        output.note(&format!(
            "{more} more with some of the words: add a word, or --all"
        ));
    }
    Outcome::clean_if(page.not_held().is_none())
}
