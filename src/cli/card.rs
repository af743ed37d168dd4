//! `chartroom card`: a page of what is in effect, for the facts given.

use super::format::Format;
use super::seat::{AtTable, Seat};
use super::{Outcome, Output, Session, Stop};
use crate::analysis::card::page;
use crate::diagnostic::Diagnostic;
use crate::model::{Card, Model, VariableId};
use crate::render::card::{Shown, cards as named, view};
use crate::rulebook::{Rulebook, cards, request, spoken};
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
    /// Name the facts that would add lines, too
    #[arg(long)]
    open: bool,
    #[command(flatten)]
    table: AtTable,
    /// How to show it
    #[arg(long, value_parser = Format::among(&Format::PRINTED), default_value = "human")]
    format: Format,
}

/// Runs the command.
pub(super) fn run(arguments: &Arguments, session: &mut Session) -> Result<Outcome, Stop> {
    let (rulebook, seat) = arguments.table.load(session, Session::load)?;
    let output = &mut session.output;
    let mut facts = arguments.words.clone();
    let is_card = |word: &String| rulebook.card(word).is_ok();
    let named = facts.iter().position(is_card);
    let name = match named.map(|named| facts.remove(named)) {
        Some(name) => Some(name),
        None => only_one(&rulebook, &facts),
    };
    // What is neither a card nor a fact is told as an unknown card.
    let name = name.or_else(|| {
        let first = facts.iter().position(|word| !word.contains('='))?;
        Some(facts.remove(first))
    });
    match name {
        None => all(&rulebook, &facts, arguments.format, output)?,
        Some(name) => {
            let seated = (&rulebook, seat.as_ref());
            return Ok(show(seated, &name, &facts, arguments, output)?);
        }
    }
    Ok(Outcome::Clean)
}

/// The one card on which all that is told can be facts, where it goes without its name. A word alone is to be a name.
fn only_one(rulebook: &Rulebook, told: &[String]) -> Option<String> {
    if !told.iter().any(|word| word.contains(['=', ' '])) && told.len() < 2 {
        return None;
    }
    let fits = |(model, card): &(&Model, &Card)| {
        let taken = cards::taken_by(model, card);
        let heard = spoken::in_words(model, told, &taken);
        heard.is_ok_and(|(told, _)| cards::read(model, card, &told, &[]).is_ok())
    };
    let mut fitting = rulebook.cards().filter(fits);
    let (model, card) = fitting.next()?;
    let name = format!("{}/{}", model.game, card.name);
    fitting.next().is_none().then_some(name)
}

fn all(
    rulebook: &Rulebook,
    facts: &[String],
    format: Format,
    output: &mut Output,
) -> Result<(), Diagnostic> {
    let cards: Vec<_> = rulebook.cards().collect();
    if !facts.is_empty() && !cards.is_empty() {
        let names: Vec<&str> = cards.iter().map(|(_, card)| card.name.as_str()).collect();
        let message = format!("no card is named; there are {}", names.join(", "));
        return Err(Diagnostic::request(message));
    }
    if cards.is_empty() && format == Format::Human {
        output.note("no cards found");
    } else {
        output.show(&named(&cards), format);
    }
    Ok(())
}

fn show(
    (rulebook, seat): (&Rulebook, Option<&Seat>),
    name: &str,
    told: &[String],
    arguments: &Arguments,
    output: &mut Output,
) -> Result<Outcome, Diagnostic> {
    let (model, card) = rulebook.card(name)?;
    let (told, heard) = spoken::in_words(model, told, &cards::taken_by(model, card))?;
    let told = told.as_slice();
    output.understood(heard);
    let given = match seat {
        Some(seat) => {
            let [known, _] = seat.beside(model, told, None, output)?;
            let readings = request::with_own(seat.readings(), &arguments.reading);
            let mut given = cards::read(model, card, &[told, &known].concat(), &readings)?;
            // What is known at the table and changes nothing here was not told for the card.
            let idle = cards::read(model, card, told, &[])?.unused;
            let is_shown = |fact: &VariableId| !given.unused.contains(fact) || idle.contains(fact);
            given.facts.retain(|(fact, _)| is_shown(fact));
            given.unused = idle;
            given
        }
        None => cards::read(model, card, told, &arguments.reading)?,
    };
    let page = page(model, card, &given.situation);
    let shown = Shown {
        page: &page,
        given: &given.facts,
        texts: &given.texts,
        readings: &given.readings,
        unused: &given.unused,
    };
    output.show(&view(&shown, arguments.open), arguments.format);
    Ok(Outcome::clean_if(page.impossible.is_none()))
}
