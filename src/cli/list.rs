//! `chartroom list`: what a rulebook holds.

use super::format::Format;
use super::{Outcome, Output, Session, Stop, packs};
use crate::diagnostic::{Command, did_you_mean, nearest};
use crate::render::list::{Entry, Holdings, KINDS, Kind, View, human};
use crate::render::told;
use crate::rulebook::Rulebook;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use itertools::Itertools;

/// How many lines a page holds.
const PAGE: usize = 48;

#[derive(Debug, Args)]
pub struct Arguments {
    /// What to list; without it, the packs (with --format json, everything)
    #[arg(value_parser = kind())]
    kind: Option<&'static Kind>,
    /// Only what has each of these words
    #[arg(value_name = "TEXT")]
    words: Vec<String>,
    /// Only what this pack holds
    #[arg(long, value_name = "PACK")]
    pack: Option<String>,
    /// Everything, not the first page of it
    #[arg(long)]
    all: bool,
    /// How to show it
    #[arg(long, value_parser = Format::among(&Format::PLAIN), default_value = "human")]
    format: Format,
}

fn kind() -> impl TypedValueParser<Value = &'static Kind> {
    PossibleValuesParser::new(KINDS.iter().map(|kind| kind.name))
        .try_map(|name| Kind::named(&name).ok_or_else(|| format!("there is no kind `{name}`")))
}

pub fn run(arguments: &Arguments, session: &mut Session) -> Result<Outcome, Stop> {
    let rulebook = session.load_whole()?;
    packs::known(&rulebook, arguments.pack.as_slice())?;
    // `snow cost` in quotes are two words as well.
    let words = arguments.words.iter();
    let words: Vec<String> = words
        .flat_map(|text| text.split_whitespace().map(str::to_owned))
        .collect();
    let of_pack = |kind: &Kind| {
        let mut all = entries(&rulebook, kind);
        let packs = arguments.pack.as_slice();
        all.retain(|entry| packs.is_empty() || packs.contains(&entry.pack));
        all
    };
    let wanted = |kind: &'static Kind| {
        let mut all = of_pack(kind);
        all.retain(|entry| entry.has(&words));
        (kind, all)
    };
    let output = &mut session.output;
    let Some(kind) = arguments.kind.or_else(|| Kind::named("packs")) else {
        return Ok(Outcome::Clean);
    };
    if arguments.kind.is_none() && arguments.format == Format::Json {
        output.json(&told::json(&View::of(KINDS.iter().map(wanted))));
        return Ok(Outcome::Clean);
    }
    let (_, listed) = wanted(kind);
    let is_missed = listed.is_empty() && !words.is_empty() && arguments.format == Format::Human;
    let pack = arguments.pack.iter();
    let pack = pack.flat_map(|pack| ["--pack".to_owned(), pack.clone()]);
    let asked = words.iter().cloned().chain(pack).collect::<Vec<_>>();
    let page = (arguments.format, arguments.all, asked.as_slice());
    show(kind, listed, page, output);
    if arguments.kind.is_none() && arguments.format == Format::Human {
        let list = output.command(&Command::new(["list", "KIND"]));
        let kinds = KINDS.iter().map(|kind| kind.name).join(", ");
        output.note(&format!("`{list}` lists what they hold: {kinds}"));
    }
    if is_missed {
        tell_of_each(&of_pack(kind), kind, &words, output);
    }
    Ok(Outcome::Clean)
}

/// Everything of a kind.
pub fn entries(rulebook: &Rulebook, kind: &Kind) -> Vec<Entry> {
    kind.entries(&Holdings {
        games: &rulebook.games,
        written: &rulebook.written,
        sources: &rulebook.sources,
    })
}

/// Tells what each word alone would find.
fn tell_of_each(all: &[Entry], kind: &Kind, words: &[String], output: &mut Output) {
    let known: Vec<String> = all.iter().flat_map(Entry::words).collect();
    for word in words {
        let having = all.iter();
        let having = having.filter(|entry| entry.has(std::slice::from_ref(word)));
        let finds = match having.count() {
            0 => match nearest(&word.to_lowercase(), known.iter().map(String::as_str)) {
                Some(near) => format!("nothing; {}", did_you_mean(near)),
                None => "nothing".to_owned(),
            },
            number if words.len() == 1 => number.to_string(),
            number => {
                let list = output.command(&Command::new(["list", kind.name, word]));
                format!("{number}: `{list}`")
            }
        };
        output.note(&format!("  `{word}` alone finds {finds}"));
    }
}

/// Shows things of a kind: a page of them, unless all are wanted; with the words by which they were asked for.
pub fn show(
    kind: &Kind,
    listed: Vec<Entry>,
    (format, wants_all, asked): (Format, bool, &[String]),
    output: &mut Output,
) {
    if format == Format::Json {
        output.json(&told::json(&View::of([(kind, listed)])));
        return;
    }
    if listed.is_empty() {
        output.note(&format!("no {} found", kind.name));
        return;
    }
    let page = |count: usize| human(kind, listed.get(..count).unwrap_or(&listed), output.width());
    let fits = |count: &usize| page(*count).lines().count() <= PAGE;
    let most = match wants_all || listed.len() <= PAGE && fits(&listed.len()) {
        true => listed.len(),
        false => (1..PAGE).take_while(fits).last().unwrap_or(1),
    };
    output.print(&page(most));
    let rest = listed.len() - most;
    if rest > 0 {
        let asked = asked.iter().map(String::as_str);
        let list = |word| {
            let words = ["list", kind.name].into_iter().chain(asked.clone());
            output.command(&Command::new(words.chain([word])))
        };
        let (all, words) = (list("--all"), list("WORD"));
        output.note(&format!(
            "and {rest} more: `{all}` shows them, `{words}` those with a word"
        ));
    }
}
