//! Finding cards by name, and what is given with one.

use super::Rulebook;
use super::request;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Card, Model, VariableId};
use crate::turn::Situation;
use rustc_hash::FxHashSet;

/// What a person gives with a card.
#[derive(Debug, Clone)]
pub struct CardFacts {
    /// The facts and how the readings are taken.
    pub situation: Situation,
    /// The facts, in the order in which they were given.
    pub facts: Vec<(VariableId, u32)>,
    /// The readings taken another way than their defaults.
    pub readings: Vec<(VariableId, u32)>,
    /// The facts given that change nothing on the card.
    pub unused: Vec<VariableId>,
}

impl Rulebook {
    /// All cards, in the order of the games and packs.
    pub fn cards(&self) -> impl Iterator<Item = (&Model, &Card)> {
        self.games
            .iter()
            .flat_map(|model| model.cards.iter().map(move |card| (model, card)))
    }

    /// The card of a name; where two games have it, `game/card` says which.
    ///
    /// # Errors
    ///
    /// Where no card has the name, or more than one.
    pub fn card(&self, name: &str) -> Result<(&Model, &Card), Diagnostic> {
        let (game, own) = name
            .split_once('/')
            .map_or((None, name), |(game, own)| (Some(game), own));
        let fits = |(model, card): &(&Model, &Card)| {
            card.name == own && game.is_none_or(|game| model.game == game)
        };
        let found: Vec<_> = self.cards().filter(fits).collect();
        match found.as_slice() {
            [one] => Ok(*one),
            [] => {
                let problem = Diagnostic::error_nowhere(
                    Code::UnknownName,
                    format!("no pack has a card `{name}`"),
                );
                let names: Vec<&str> = self.cards().map(|(_, card)| card.name.as_str()).collect();
                if names.is_empty() {
                    return Err(problem);
                }
                Err(problem.nearest_or(own, names.iter().copied(), || {
                    format!("there are {}", names.join(", "))
                }))
            }
            several => {
                let games: Vec<String> = several
                    .iter()
                    .map(|(model, _)| format!("{}/{own}", model.game))
                    .collect();
                let problem = Diagnostic::error_nowhere(
                    Code::UnknownName,
                    format!("more than one game has a card `{own}`"),
                );
                Err(problem.help(format!("say which: {}", games.join(", "))))
            }
        }
    }
}

/// Reads `FACT=VALUE` and `PACK/NAME=OPTION` as given with a card.
///
/// # Errors
///
/// Where a name or value is not known, or a fact is given twice.
pub fn read(
    model: &Model,
    card: &Card,
    facts: &[String],
    readings: &[String],
) -> Result<CardFacts, Diagnostic> {
    let default = Situation::new(model);
    let mut situation = default.clone();
    let mut given = Vec::new();
    for text in facts {
        let (name, value) = text.split_once('=').ok_or_else(|| {
            Diagnostic::request(format!("`{text}` is not a fact")).help("write FACT=VALUE")
        })?;
        let (fact, index) = request::fact(model, name.trim(), value)?;
        if situation.get(fact).is_some() {
            return Err(Diagnostic::request(format!(
                "`{}` is given twice",
                name.trim()
            )));
        }
        situation.set(fact, Some(index));
        given.push((fact, index));
    }
    for reading in readings {
        request::read_so(model, &mut situation, reading)?;
    }
    let is_reading = |id: &VariableId| {
        model
            .variable(*id)
            .is_some_and(|found| found.reading.is_some())
    };
    let all = model.variable_names.values().copied().filter(is_reading);
    let changed = all.filter_map(|id| {
        Some((id, situation.get(id)?)).filter(|(_, index)| default.get(id) != Some(*index))
    });
    let mut readings: Vec<(VariableId, u32)> = changed.collect();
    readings.sort_unstable();
    let taken = taken_by(model, card);
    let unused = given
        .iter()
        .map(|(fact, _)| *fact)
        .filter(|fact| !taken.contains(fact))
        .collect();
    Ok(CardFacts {
        situation,
        facts: given,
        readings,
        unused,
    })
}

/// The facts on which something on a card can depend.
fn taken_by(model: &Model, card: &Card) -> FxHashSet<VariableId> {
    let mut taken = FxHashSet::default();
    for line in card.sections.iter().flat_map(|section| &section.lines) {
        let bound = |fact: &VariableId| line.bound.iter().any(|(own, _)| own == fact);
        taken.extend(
            request::taken_by(model, line.question)
                .into_iter()
                .filter(|fact| !bound(fact)),
        );
        let values = line.bound.iter().map(|(_, value)| value);
        line.when
            .iter()
            .chain(values)
            .for_each(|expr| taken.extend(request::taken_by_expr(model, expr)));
    }
    taken
}
