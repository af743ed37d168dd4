//! `chartroom card`: a page of what is in effect, for the facts given.

use super::format::TextFormat;
use super::{Global, Outcome, Output};
use crate::analysis::card::page;
use crate::render::card::{Shown, human, json, list, list_json, markdown};
use crate::rulebook::{Rulebook, cards};
use clap::Args;

/// The arguments of `card`.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The card and the facts; without a card, the names of all cards
    #[arg(value_name = "CARD | FACT=VALUE")]
    words: Vec<String>,
    /// Take a reading another way than its default
    #[arg(long, value_name = "PACK/NAME=OPTION")]
    reading: Vec<String>,
    /// How to show it
    #[arg(long, value_enum, default_value_t = TextFormat::Human)]
    format: TextFormat,
}

/// Runs the command.
pub(super) fn run(arguments: &Arguments, global: &Global, output: &mut Output) -> Outcome {
    let rulebook = match global.load(output) {
        Ok(rulebook) => rulebook,
        Err(outcome) => return outcome,
    };
    let (names, facts): (Vec<&String>, Vec<&String>) =
        arguments.words.iter().partition(|word| !word.contains('='));
    match names.as_slice() {
        [] => all(&rulebook, &facts, arguments.format, output),
        [name] => show(&rulebook, name, &facts, arguments, output),
        [_, second, ..] => usage(
            &format!("`{second}` is not a fact; write FACT=VALUE"),
            output,
        ),
    }
}

fn usage(problem: &str, output: &mut Output) -> Outcome {
    output.problem(problem);
    Outcome::Usage
}

fn all(rulebook: &Rulebook, facts: &[&String], format: TextFormat, output: &mut Output) -> Outcome {
    let cards: Vec<_> = rulebook.cards().collect();
    if let (Some(_), [_, ..]) = (facts.first(), cards.as_slice()) {
        let names: Vec<&str> = cards.iter().map(|(_, card)| card.name.as_str()).collect();
        return usage(
            &format!("no card is named; there are {}", names.join(", ")),
            output,
        );
    }
    match format {
        TextFormat::Json => output.json(&list_json(&cards)),
        _ if cards.is_empty() => output.note("no cards found"),
        _ => output.print(&list(&cards, output.width())),
    }
    Outcome::Clean
}

fn show(
    rulebook: &Rulebook,
    name: &str,
    facts: &[&String],
    arguments: &Arguments,
    output: &mut Output,
) -> Outcome {
    let facts: Vec<String> = facts.iter().map(|fact| (*fact).clone()).collect();
    let read = rulebook.card(name).and_then(|(model, card)| {
        let given = cards::read(model, card, &facts, &arguments.reading)?;
        Ok((model, card, given))
    });
    let (model, card, given) = match read {
        Ok(read) => read,
        Err(problem) => return usage(&problem.to_string(), output),
    };
    let page = page(model, card, &given.situation);
    let shown = Shown {
        page: &page,
        given: &given.facts,
        readings: &given.readings,
        unused: &given.unused,
    };
    match arguments.format {
        TextFormat::Json => output.json(&json(&shown)),
        TextFormat::Human => output.print(&human(&shown, output.width())),
        TextFormat::Markdown => output.print(&markdown(&shown)),
    }
    Outcome::Clean
}
