//! What a shell offers for the word at hand: names and values of the rulebook that the line names.

use super::global::places_of;
use crate::diagnostic::Code;
use crate::model::{Model, VariableId};
use crate::pack::ErrataSet;
use crate::pack::schema::WRITTEN;
use crate::render::schema::OUTPUTS;
use crate::rulebook::{Named, Rulebook, request};
use crate::source::Sources;
use clap::{Arg, Command};
use clap_complete::engine::{ArgValueCompleter, CompletionCandidate, ValueCompleter};
use std::ffi::OsStr;

/// How many values of a fact are offered.
const MOST_VALUES: u32 = 64;

/// Every command with what a shell may offer for each of its arguments.
pub fn with_offers(command: Command) -> Command {
    let name = command.get_name().to_owned();
    let offering = |arg: Arg| match offer(&name, &arg) {
        Some(offer) => arg.add(ArgValueCompleter::new(Offer(offer))),
        None => arg,
    };
    command.mut_args(offering).mut_subcommands(with_offers)
}

/// What may stand in the place of an argument.
type Offered = fn(&Line) -> Vec<(String, String)>;

/// By the command and its argument, or by what the argument is called in the help.
fn offer(command: &str, arg: &Arg) -> Option<Offered> {
    let value = arg.get_value_names().and_then(|names| names.first());
    let value = value.map(|name| name.as_str()).unwrap_or_default();
    Some(match (command, arg.get_id().as_str(), value) {
        ("ask" | "table", "question", _) | (_, _, "QUESTION") => Line::questions,
        ("odds", "name", _) => Line::chances,
        ("roll", "procedure", _) => Line::procedures,
        ("play", "process", _) => Line::processes,
        ("card", "words", _) => Line::cards,
        ("schema", ..) => Line::schemas,
        ("explain", "code", _) => Line::explained,
        ("show", "names", _) => Line::shown,
        ("show" | "fold" | "remove", "id", _) => Line::errata,
        (_, "errata" | "old_errata", _) => Line::errata_sets,
        (_, "packs", _) | (_, _, "PACK") => Line::packs,
        (_, _, "FACT=VALUE") => Line::facts,
        (_, _, "FACT") => Line::fact_names,
        (_, _, "PACK/NAME=OPTION") => Line::readings,
        _ => return None,
    })
}

struct Offer(Offered);

impl ValueCompleter for Offer {
    fn complete(&self, current: &OsStr) -> Vec<CompletionCandidate> {
        let Some(current) = current.to_str() else {
            return Vec::new();
        };
        let line = Line::of(
            std::env::args().skip_while(|word| word != "--").skip(2),
            current,
        );
        let offered = (self.0)(&line).into_iter();
        let fitting = offered.filter(|(value, _)| value.starts_with(current) && is_plain(value));
        let candidate = |(value, help): (String, String)| {
            let help = help.lines().next().unwrap_or_default().to_owned();
            CompletionCandidate::new(value).help((!help.is_empty()).then(|| help.into()))
        };
        fitting.map(candidate).collect()
    }
}

/// Whether a shell would take a word as it is: what it would carry out, or put something else in the place of, is not offered,
/// for it may come of a pack that nobody has vouched for.
fn is_plain(word: &str) -> bool {
    let is_active = |letter: char| letter.is_control() || "$`;&|<>()*?[]{}!\\\"~#".contains(letter);
    !word.contains(is_active)
}

/// The line that is typed.
struct Line {
    /// Its words behind the program's name, but for the one at hand.
    words: Vec<String>,
    current: String,
    rulebook: Rulebook,
}

impl Line {
    fn of(words: impl Iterator<Item = String>, current: &str) -> Self {
        let mut words: Vec<String> = words.collect();
        let places = places_of(words.iter().map(Into::into));
        let at = words.iter().rposition(|word| word == current);
        at.map(|at| words.remove(at));
        Self {
            words,
            current: current.to_owned(),
            rulebook: Rulebook::for_answers(Sources::of(&places), &ErrataSet::Official),
        }
    }

    fn models(&self) -> impl Iterator<Item = &Model> {
        self.rulebook.games.iter()
    }

    fn questions(&self) -> Vec<(String, String)> {
        let of = |model: &Model| -> Vec<(String, String)> {
            let names = model
                .questions
                .iter()
                .filter(|question| question.process.is_none());
            names
                .map(|each| (each.name.clone(), each.asks.clone()))
                .collect()
        };
        self.models().flat_map(of).collect()
    }

    fn procedures(&self) -> Vec<(String, String)> {
        let all = self.models().flat_map(|model| model.procedures.iter());
        all.map(|procedure| (procedure.name.clone(), procedure.title.clone()))
            .collect()
    }

    fn processes(&self) -> Vec<(String, String)> {
        let all = self.models().flat_map(|model| model.processes.iter());
        all.map(|process| (process.name.clone(), process.asks.clone()))
            .collect()
    }

    fn chances(&self) -> Vec<(String, String)> {
        [self.questions(), self.procedures(), self.processes()].concat()
    }

    fn cards(&self) -> Vec<(String, String)> {
        let cards = self.rulebook.cards();
        let cards: Vec<_> = cards
            .map(|(_, card)| (card.name.clone(), card.title.clone()))
            .collect();
        let is_named = cards.iter().any(|(name, _)| self.words.contains(name));
        if is_named { self.facts() } else { cards }
    }

    fn packs(&self) -> Vec<(String, String)> {
        let packs = self.models().flat_map(|model| model.packs.iter());
        packs
            .map(|pack| (pack.id.clone(), pack.title.clone()))
            .collect()
    }

    fn shown(&self) -> Vec<(String, String)> {
        let paragraphs = self.models().flat_map(|model| model.packs.iter());
        let paragraphs = paragraphs
            .flat_map(|pack| pack.paragraphs.iter().cloned())
            .collect();
        let charts = self.models().flat_map(|model| model.charts.iter());
        let charts = charts
            .map(|chart| (chart.id.clone(), chart.title.clone()))
            .collect();
        [self.chances(), charts, self.fact_names(), paragraphs].concat()
    }

    fn explained(&self) -> Vec<(String, String)> {
        let codes = Code::ALL
            .iter()
            .map(|code| (code.name().to_owned(), String::new()));
        [codes.collect(), self.shown()].concat()
    }

    fn schemas(&self) -> Vec<(String, String)> {
        let outputs = OUTPUTS
            .iter()
            .map(|output| (output.name.to_owned(), output.from.to_owned()));
        let written = WRITTEN
            .iter()
            .map(|each| (each.name.to_owned(), each.stands.to_owned()));
        outputs.chain(written).collect()
    }

    fn errata(&self) -> Vec<(String, String)> {
        let all = self.rulebook.written.errata.iter();
        all.map(|erratum| (erratum.id.value.clone(), erratum.says.clone()))
            .collect()
    }

    fn errata_sets(&self) -> Vec<(String, String)> {
        let sets = [
            ("official", "all official ones"),
            ("all", "unofficial and disputed ones too"),
            ("none", "the packs as they are written"),
        ];
        let sets = sets.map(|(set, means)| (set.to_owned(), means.to_owned()));
        [sets.to_vec(), self.errata()].concat()
    }

    fn readings(&self) -> Vec<(String, String)> {
        let of = |model: &Model| -> Vec<(String, String)> {
            let readings = model.variables.enumerated();
            let readings = readings.filter(|(_, variable)| variable.reading.is_some());
            let options = readings.flat_map(|(id, variable)| {
                let asks = variable
                    .reading
                    .as_ref()
                    .map(|reading| reading.asks.clone());
                let asks = asks.unwrap_or_default();
                values(model, id)
                    .into_iter()
                    .map(move |option| (format!("{}={option}", variable.name), asks.clone()))
            });
            options.collect()
        };
        self.models().flat_map(of).collect()
    }

    /// The facts that what is named on the line takes, its own first, but for those given already; of nothing named, all.
    fn fact_names(&self) -> Vec<(String, String)> {
        let mut named = self
            .words
            .iter()
            .filter_map(|word| self.rulebook.named(word).ok());
        let of = |model: &Model, facts: Vec<VariableId>| -> Vec<(String, String)> {
            let facts = facts.into_iter().map(|fact| &model.variables[fact]);
            facts
                .map(|variable| (variable.name.clone(), variable.means.clone()))
                .collect()
        };
        let facts = match named.next() {
            Some((model, Named::Question(question))) => {
                let own = &model.questions[question].from;
                let taken = request::taken_by(model, question);
                let others = model.facts().map(|(id, _)| id);
                let others = others.filter(|id| taken.contains(id) && !own.contains(id));
                of(model, own.iter().copied().chain(others).collect())
            }
            Some((model, Named::Process(process))) => {
                let process = &model.processes[process];
                of(
                    model,
                    [process.start.clone(), process.turn.clone()].concat(),
                )
            }
            Some((model, Named::Procedure(procedure))) => {
                of(model, model.procedures[procedure].start.clone())
            }
            None => {
                let all = |model: &Model| of(model, model.facts().map(|(id, _)| id).collect());
                self.models().flat_map(all).collect()
            }
        };
        let is_given = |name: &str| {
            let mut given = self.words.iter().filter_map(|word| word.split_once('='));
            given.any(|(given, _)| given == name)
        };
        facts
            .into_iter()
            .filter(|(name, _)| !is_given(name))
            .collect()
    }

    /// `fact=` for each fact; behind the sign its values, and behind a comma those of another.
    fn facts(&self) -> Vec<(String, String)> {
        let Some((name, _)) = self.current.split_once('=') else {
            let names = self.fact_names().into_iter();
            return names
                .map(|(name, means)| (format!("{name}="), means))
                .collect();
        };
        let lead = self
            .current
            .rfind([',', '='])
            .and_then(|at| self.current.get(..=at));
        let known = self
            .models()
            .find_map(|model| Some((model, model.fact_named(name)?)));
        let values = known
            .map(|(model, fact)| values(model, fact))
            .unwrap_or_default();
        let value = |value| {
            (
                format!("{}{value}", lead.unwrap_or_default()),
                String::new(),
            )
        };
        values.into_iter().map(value).collect()
    }
}

/// The values of a fact; of one that is a set or free text, its words; none, if they are too many.
fn values(model: &Model, fact: VariableId) -> Vec<String> {
    let domain = &model.variables[fact].domain;
    match domain.words() {
        [] if domain.size() > MOST_VALUES => Vec::new(),
        [] => (0..domain.size())
            .map(|index| model.show_index(fact, index))
            .collect(),
        words => words
            .iter()
            .map(|word| model.words.text(*word).to_owned())
            .collect(),
    }
}
