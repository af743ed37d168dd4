//! What a person, or a proof, knows of each variable.

use crate::diagram::NodeId;
use crate::model::{Example, Model, Role, VariableId};
use itertools::Itertools;
use std::sync::{Arc, Mutex, PoisonError};

/// What is known of each variable: the index of its value.
#[derive(Debug, Clone)]
pub struct Situation {
    known: Vec<Option<u32>>,
    watch: Option<Watch>,
}

/// One look at what was told in a situation.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Look {
    /// At the value of a fact.
    Value(VariableId),
    /// At where a diagram leads, with what was known otherwise then than it was told.
    Way(NodeId, Changed),
    /// At what is left of a diagram, likewise.
    Left(NodeId, Changed),
}

/// What is known otherwise than it was told.
pub type Changed = Box<[(VariableId, Option<u32>)]>;

/// What notes the looks at a situation, in order. Copies of the situation note theirs beside them.
#[derive(Debug, Clone)]
struct Watch {
    looks: Looks,
    facts: Vec<Origin>,
}

/// The looks that were noted.
pub type Looks = Arc<Mutex<Vec<Look>>>;

/// Where what is known of a fact comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Origin {
    Before,
    Told,
    Since,
}

impl Watch {
    fn is(&self, fact: VariableId, origin: Origin) -> bool {
        self.facts.get(fact.index()) == Some(&origin)
    }

    fn note(&self, look: Look) {
        let mut looks = self.looks.lock().unwrap_or_else(PoisonError::into_inner);
        looks.push(look);
    }
}

impl PartialEq for Situation {
    fn eq(&self, other: &Self) -> bool {
        self.known == other.known
    }
}

impl Situation {
    /// A situation in which nothing is known but how the readings are taken.
    pub fn new(model: &Model) -> Self {
        let known = model.variables.iter().map(|variable| match variable.role {
            Role::Reading(default) => Some(default),
            _ => None,
        });
        Self::of(known.collect())
    }

    /// How the readings are taken in an example.
    pub fn readings_of(model: &Model, example: &Example) -> Self {
        let mut situation = Self::new(model);
        for (variable, index) in &example.readings {
            situation.set(*variable, Some(*index));
        }
        situation
    }

    /// The same, with the first value of each fact that it gives: those of the start, where it is played.
    pub fn start_of(model: &Model, example: &Example) -> Self {
        let mut situation = Self::readings_of(model, example);
        for (variable, indices) in &example.given {
            situation.set(*variable, indices.first().copied());
        }
        situation
    }

    /// A situation in which nothing is known, not even how the readings are taken.
    pub fn unknown(model: &Model) -> Self {
        Self::of(vec![None; model.variables.len()])
    }

    const fn of(known: Vec<Option<u32>>) -> Self {
        Self { known, watch: None }
    }

    pub fn get(&self, variable: VariableId) -> Option<u32> {
        if let Some(watch) = &self.watch
            && watch.is(variable, Origin::Told)
        {
            watch.note(Look::Value(variable));
        }
        self.value(variable)
    }

    /// The same, where nobody minds the look.
    pub fn value(&self, variable: VariableId) -> Option<u32> {
        self.known.get(variable.index()).copied().flatten()
    }

    /// Whether a variable is known, whatever it is.
    pub fn is_known(&self, variable: VariableId) -> bool {
        self.value(variable).is_some()
    }

    /// The same as the list of the indices that it may have.
    pub fn indices(&self, variable: VariableId) -> Option<&[u32]> {
        self.get(variable)?;
        self.known.get(variable.index()).map(Option::as_slice)
    }

    /// What is known.
    pub fn known(&self) -> impl Iterator<Item = (VariableId, u32)> {
        let variables = (0..).map(VariableId).take(self.known.len());
        variables.filter_map(|variable| Some((variable, self.get(variable)?)))
    }

    /// The variables that are known, whatever they are.
    pub fn known_variables(&self) -> impl Iterator<Item = VariableId> {
        let known = (0..).map(VariableId).zip(&self.known);
        known.filter_map(|(variable, index)| index.is_some().then_some(variable))
    }

    /// Makes a variable known, or unknown.
    pub fn set(&mut self, variable: VariableId, index: Option<u32>) {
        if let Some(place) = self.known.get_mut(variable.index()) {
            *place = index;
        }
        let facts = self.watch.as_mut().map(|watch| &mut watch.facts);
        if let Some(origin) = facts.and_then(|facts| facts.get_mut(variable.index())) {
            *origin = Origin::Since;
        }
    }

    /// From now on, notes the looks at these facts, which were told: so long as they are no others and all that is seen is the same,
    /// so is all that comes of it.
    pub fn watched(&mut self, told: impl Iterator<Item = VariableId>) -> Looks {
        let looks = Looks::default();
        let mut facts = vec![Origin::Before; self.known.len()];
        for fact in told {
            if let Some(origin) = facts.get_mut(fact.index()) {
                *origin = Origin::Told;
            }
        }
        self.watch = Some(Watch {
            looks: Arc::clone(&looks),
            facts,
        });
        looks
    }

    /// Whether the looks at it are noted.
    pub const fn is_watched(&self) -> bool {
        self.watch.is_some()
    }

    /// Notes a look at what was told of some facts, if anything was.
    pub fn note(&self, facts: &[VariableId], look: impl FnOnce(Changed) -> Look) {
        let Some(watch) = &self.watch else {
            return;
        };
        if facts.iter().any(|fact| watch.is(*fact, Origin::Told)) {
            let facts = facts.iter().copied();
            let changed = facts.filter(|fact| watch.is(*fact, Origin::Since));
            let changed = changed.map(|fact| (fact, self.value(fact)));
            watch.note(look(changed.collect()));
        }
    }
}

/// Which facts to give, each with its values.
pub fn to_give(model: &Model, facts: &[VariableId]) -> String {
    let line = |fact: &VariableId| {
        let variable = &model.variables[*fact];
        let values = variable.domain.show(&model.words);
        format!("{}=…, one of {values}", variable.name)
    };
    match facts {
        [fact] => format!("give it: {}", line(fact)),
        several => format!("give each:\n  {}", several.iter().map(line).join("\n  ")),
    }
}
