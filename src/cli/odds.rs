//! `chartroom odds`: exact chances, or estimates.

use super::format::Format;
use super::seat::AtTable;
use super::suggest::find;
use super::{Outcome, Session, Stop, throwing};
use crate::model::VariableId;
use crate::render::words::changes_nothing;
use crate::rulebook::likely::speaks_of_chance;
use crate::rulebook::odds::OddsRequest;
use crate::rulebook::{Named, request, spoken};
use clap::Args;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// A question, process or procedure, as `chartroom list` names it
    name: String,
    #[command(flatten)]
    request: OddsRequest,
    #[command(flatten)]
    table: AtTable,
    /// How to show the odds
    #[arg(long, value_parser = Format::among(&Format::TABLE), default_value = "human")]
    format: Format,
    /// Write a plot as well
    #[cfg(feature = "plot")]
    #[arg(long, value_name = "FILE")]
    svg: Option<std::path::PathBuf>,
}

impl Arguments {
    /// The name, wherever it stands among the facts, and what is asked of it.
    fn named(&self) -> (String, OddsRequest) {
        let (mut name, mut request) = (self.name.clone(), self.request.clone());
        let is_name = |word: &&mut String| !word.contains('=') && word.contains('-');
        if name.contains('=')
            && let Some(word) = request.facts.iter_mut().find(is_name)
        {
            std::mem::swap(&mut name, word);
        }
        (name, request)
    }

    /// The sentence that stands in the place of a name, as a question for a chance.
    pub(super) fn sentence(&self) -> Option<(Vec<String>, &AtTable)> {
        let is_said = |fact: &String| !fact.contains('=');
        let is_spoken = !self.named().0.contains('-') && self.request.facts.iter().any(is_said);
        (is_spoken || self.name.contains(' ')).then_some(())?;
        let chance = (!speaks_of_chance(&self.name)).then(|| "chance of".to_owned());
        let words = chance.into_iter().chain([self.name.clone()]);
        let words = words.chain(self.request.facts.iter().cloned());
        Some((words.collect(), &self.table))
    }
}

pub(super) fn run(arguments: &Arguments, session: &mut Session) -> Result<Outcome, Stop> {
    let (name, told) = arguments.named();
    let mut request = told.clone();
    let has_condition = request.has_condition();
    let (rulebook, seat) = arguments
        .table
        .load(session, |session| match has_condition {
            true => session.load(),
            false => session.load_for(&name),
        })?;
    let output = &mut session.output;
    let (model, named) = find(&rulebook, &name)?;
    if let Some(seat) = &seat {
        let [each, mut start] = seat.beside(model, &request.facts, Some(named), output)?;
        if let Named::Process(id) = named {
            request.facts = seat
                .state(model, output)
                .in_turn_from_next(id, &request.facts);
        }
        request.facts.extend(each);
        // What is told of the start goes before what the game knows.
        let name = |text: &str| text.split_once('=').map(|(name, _)| name.trim().to_owned());
        let told: Vec<_> = request.start.iter().map(|text| name(text)).collect();
        start.retain(|text| !told.contains(&name(text)));
        request.known_first = start.len();
        request.start.splice(0..0, start);
        request.reading = request::with_own(&seat.game.head.readings, &request.reading);
    }
    if let Named::Question(question) = named {
        let taken = request::taken_by(model, question);
        let given = request.facts.clone();
        let (facts, heard) = spoken::in_words(model, &given, &taken)?;
        output.understood(heard);
        for fact in facts {
            let name = fact
                .split_once('=')
                .and_then(|(name, _)| model.fact_named(name.trim()));
            if given.contains(&fact) || name.is_none_or(|name| taken.contains(&name)) {
                request
                    .facts
                    .retain(|text| *text != fact && text.contains('='));
                request.facts.push(fact);
            } else {
                output.note(&changes_nothing(&fact));
            }
        }
    }
    let asked: Vec<VariableId> = match named {
        Named::Question(_) => Vec::new(),
        Named::Procedure(id) => model.procedures[id].start.clone(),
        Named::Process(id) => throwing::asked_by(&model.processes[id]).collect(),
    };
    let looked_at = match named {
        Named::Question(id) => request::counted_by(model, id),
        Named::Procedure(id) => request::taken_by_procedure(model, &model.procedures[id]),
        Named::Process(id) => request::taken_by_process(model, &model.processes[id]),
    };
    if !matches!(named, Named::Question(_)) {
        request.facts = throwing::heard(model, &request.facts, asked, output)?;
    }
    // A condition on a question may look at any fact.
    if !(has_condition && matches!(named, Named::Question(_))) {
        let told = told.facts.iter().chain(&told.start);
        throwing::note_idle(model, told, &looked_at, output);
    }
    let shown = request.odds(model, named)?;
    let (view, is_possible) = (shown.view(), shown.impossible.is_none());
    if let Format::Human | Format::Markdown = arguments.format {
        view.refuse_unreadable()?;
    }
    output.show(&view, arguments.format);
    #[cfg(feature = "plot")]
    if let Some(file) = &arguments.svg {
        super::plot::run(file, &view)?;
    }
    Ok(Outcome::clean_if(is_possible))
}
