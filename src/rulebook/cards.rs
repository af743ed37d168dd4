//! Finding cards by name, and what is given with one.

use super::Rulebook;
use super::request;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Card, Model, Role, VariableId};
use crate::turn::Situation;
use rustc_hash::FxHashSet;

/// What a person gives with a card.
#[derive(Debug, Clone)]
pub struct CardFacts {
    /// The facts and how the readings are taken.
    pub situation: Situation,
    /// In the order in which they were given.
    pub facts: Vec<(VariableId, u32)>,
    /// What was given of facts of free text.
    pub texts: Vec<(VariableId, String)>,
    /// The readings taken another way than their defaults.
    pub readings: Vec<(VariableId, u32)>,
    /// The facts given that change nothing on the card.
    pub unused: Vec<VariableId>,
}

impl Rulebook {
    /// All cards, in the order of the games and packs.
    pub(crate) fn cards(&self) -> impl Iterator<Item = (&Model, &Card)> {
        let games = self.games.iter();
        games.flat_map(|model| model.cards.iter().map(move |card| (model, card)))
    }

    /// The card of a name; where two games have it, `game/card` says which.
    #[doc(hidden)]
    pub fn card(&self, name: &str) -> Result<(&Model, &Card), Diagnostic> {
        let (games, short) = self.games_of(name);
        let is_of = |model: &Model| games.iter().any(|game| game.game == model.game);
        let fits = |(model, card): &(&Model, &Card)| card.is_called(short) && is_of(model);
        let fitting: Vec<_> = self.cards().filter(fits).collect();
        let unknown = |message| Diagnostic::error_nowhere(Code::UnknownName, message);
        match fitting.as_slice() {
            [card] => Ok(*card),
            [] => {
                let unknown = unknown(format!("no pack has a card `{name}`"));
                let names: Vec<&str> = self.cards().map(|(_, card)| card.name.as_str()).collect();
                if names.is_empty() {
                    return Err(unknown);
                }
                Err(unknown.nearest_or(short, names.iter().copied(), || {
                    format!("there are {}", names.join(", "))
                }))
            }
            several => {
                let games = several.iter().map(|(model, _)| &model.game);
                let games: Vec<String> = games.map(|game| format!("{game}/{short}")).collect();
                let unknown = unknown(format!("more than one game has a card `{short}`"));
                Err(unknown.help(format!("say which: {}", games.join(", "))))
            }
        }
    }
}

/// Reads `FACT=VALUE` and `PACK/NAME=OPTION` as given with a card.
pub fn read(
    model: &Model,
    card: &Card,
    facts: &[String],
    readings: &[String],
) -> Result<CardFacts, Diagnostic> {
    let mut situation = Situation::new(model);
    let taken = taken_by(model, card);
    let (mut given, mut along, mut texts) = (Vec::new(), Vec::new(), Vec::new());
    for text in facts {
        let (name, value) = text.split_once('=').ok_or_else(|| {
            Diagnostic::request(format!("`{text}` is not a fact")).help("write FACT=VALUE")
        })?;
        let mut told = request::fact(model, name.trim(), value)?.into_iter();
        for (fact, index) in told.by_ref().take(1) {
            if given.iter().any(|(other, _)| *other == fact) {
                let message = format!("`{}` is given twice", name.trim());
                return Err(Diagnostic::request(message));
            }
            situation.set(fact, Some(index));
            given.push((fact, index));
            if model.variables[fact].domain.is_text() {
                texts.push((fact, value.trim().to_owned()));
            }
        }
        along.extend(told.filter(|(fact, _)| taken.contains(fact)));
    }
    for (fact, index) in along {
        if situation.get(fact).is_none() {
            situation.set(fact, Some(index));
            given.push((fact, index));
        }
    }
    request::read_each(model, &mut situation, readings)?;
    let all = model.variables.enumerated();
    let changed = all.filter_map(|(id, variable)| {
        let index = situation.get(id)?;
        let is_changed = matches!(variable.role, Role::Reading(default) if default != index);
        is_changed.then_some((id, index))
    });
    let readings = changed.collect();
    let given_facts = given.iter().map(|(fact, _)| *fact);
    let is_unused =
        |fact: &VariableId| !taken.contains(fact) && model.variables[*fact].role == Role::Fact;
    let unused = given_facts.filter(is_unused).collect();
    Ok(CardFacts {
        situation,
        facts: given,
        texts,
        readings,
        unused,
    })
}

/// The facts on which something on a card can depend.
pub fn taken_by(model: &Model, card: &Card) -> FxHashSet<VariableId> {
    let mut taken = FxHashSet::default();
    for line in card.sections.iter().flat_map(|section| &section.lines) {
        let is_bound = |fact: &VariableId| line.bound.iter().any(|(other, _)| other == fact);
        let by_question = request::taken_by(model, line.question).into_iter();
        taken.extend(by_question.filter(|fact| !is_bound(fact)));
        let values = line.bound.iter().map(|(_, value)| value);
        for expr in line.when.iter().chain(values) {
            taken.extend(request::taken_by_expr(model, expr));
        }
    }
    taken
}
