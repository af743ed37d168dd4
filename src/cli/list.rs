//! `chartroom list`: what a rulebook holds.

use super::format::Format;
use super::{Outcome, Output, Session, Stop, packs};
use crate::diagnostic::{Command, did_you_mean, nearest};
use crate::render::list::{Entry, Holdings, Kind, View, entries, human};
use crate::render::told;
use crate::rulebook::Rulebook;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};

/// How many things a page in a terminal holds; a pipe gets all.
const PAGE: usize = 40;

/// The arguments of `list`.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// What to list; without it, the packs (with --format json, everything)
    #[arg(value_parser = kind())]
    kind: Option<Kind>,
    /// Only what has each of these words
    #[arg(value_name = "TEXT")]
    words: Vec<String>,
    /// Only what this pack holds
    #[arg(long, value_name = "PACK")]
    pack: Option<String>,
    /// How to show it
    #[arg(long, value_parser = Format::among(&Format::PLAIN), default_value = "human")]
    format: Format,
}

/// Runs the command.
pub(super) fn run(arguments: &Arguments, session: &mut Session) -> Result<Outcome, Stop> {
    let rulebook = session.load_whole()?;
    packs::known(&rulebook, arguments.pack.as_slice())?;
    let output = &mut session.output;
    // `snow cost` in quotes are two words as well.
    let words: Vec<String> = arguments
        .words
        .iter()
        .flat_map(|text| text.split_whitespace())
        .map(str::to_owned)
        .collect();
    let is_of_pack = |entry: &Entry| {
        arguments
            .pack
            .as_ref()
            .is_none_or(|pack| entry.pack == *pack)
    };
    let wanted = |entry: &Entry| is_of_pack(entry) && entry.has(&words);
    match arguments.kind {
        Some(kind) => show(&rulebook, kind, arguments.format, &wanted, output),
        None if arguments.format == Format::Json => everything(&rulebook, &wanted, output),
        None => show(&rulebook, Kind::Packs, arguments.format, &wanted, output),
    }
    let kind = arguments.kind.unwrap_or(Kind::Packs);
    if arguments.format == Format::Human
        && !words.is_empty()
        && of_kind(&rulebook, kind, &wanted).is_empty()
    {
        tell_of_each(&of_kind(&rulebook, kind, &is_of_pack), kind, &words, output);
    }
    Ok(Outcome::Clean)
}

/// Tells what each word alone would find.
fn tell_of_each(all: &[Entry], kind: Kind, words: &[String], output: &mut Output) {
    let known: Vec<String> = all.iter().flat_map(Entry::words).collect();
    for word in words {
        let alone = all
            .iter()
            .filter(|entry| entry.has(std::slice::from_ref(word)))
            .count();
        let near =
            || nearest(&word.to_lowercase(), known.iter().map(String::as_str)).map(str::to_owned);
        let found = match alone {
            0 => near().map_or_else(
                || "nothing".to_owned(),
                |near| format!("nothing; {}", did_you_mean(near)),
            ),
            number if words.len() == 1 => number.to_string(),
            number => format!(
                "{number}: `{}`",
                output.command(&Command::new(["list", kind.name(), word]))
            ),
        };
        output.note(&format!("  `{word}` alone finds {found}"));
    }
}

/// Shows what is wanted of a kind.
pub(super) fn show(
    rulebook: &Rulebook,
    kind: Kind,
    format: Format,
    wanted: &dyn Fn(&Entry) -> bool,
    output: &mut Output,
) {
    let found = of_kind(rulebook, kind, wanted);
    match format {
        Format::Json => output.json(&told::json(&View::of([(kind, found)]))),
        Format::Human if found.is_empty() => output.note(&format!("no {} found", kind.name())),
        Format::Human if output.is_terminal() && found.len() > PAGE => {
            let (page, rest) = found.split_at(PAGE);
            output.print(&human(kind, page, output.width()));
            let next = Command::new(["list", kind.name(), "WORD"]);
            let rest = rest.len();
            output.note(&format!(
                "and {rest} more: `{}`, or `| less`",
                output.command(&next)
            ));
        }
        _ => output.print(&human(kind, &found, output.width())),
    }
}

fn everything(rulebook: &Rulebook, wanted: &dyn Fn(&Entry) -> bool, output: &mut Output) {
    let kinds = Kind::ALL.map(|kind| (kind, of_kind(rulebook, kind, wanted)));
    output.json(&told::json(&View::of(kinds)));
}

fn of_kind(rulebook: &Rulebook, kind: Kind, wanted: &dyn Fn(&Entry) -> bool) -> Vec<Entry> {
    let holdings = Holdings {
        games: &rulebook.games,
        written: &rulebook.written,
        sources: &rulebook.sources,
    };
    let mut found = entries(&holdings, kind);
    found.retain(wanted);
    found
}

/// Reads the name of a kind.
fn kind() -> impl TypedValueParser<Value = Kind> {
    PossibleValuesParser::new(Kind::ALL.map(Kind::name))
        .try_map(|name| Kind::named(&name).ok_or_else(|| format!("there is no kind `{name}`")))
}
