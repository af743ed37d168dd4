//! What odds, rolls and games are asked with: each fact fixed, left to chance, left open or going in turn.

use super::request;
use crate::check;
use crate::diagnostic::{Command, Diagnostic};
use crate::dice::Terms;
use crate::model::{Expr, Model, Procedure, StepDoes, VariableId};
use crate::turn::{Thrown, can_fall};

/// Facts as given: `month=jan` fixes one, `month=alike` has all alike, `month=nov..feb` leaves it open among these,
/// `player-turn=first then second` goes in turn.
#[derive(Debug, Clone)]
pub struct Given {
    /// What is fixed, left to chance and left open.
    pub terms: Terms,
    /// Whether nothing is taken as usual.
    pub strict: bool,
}

impl Given {
    /// Reads facts and readings as a person gives them.
    pub fn read(model: &Model, facts: &[String], readings: &[String]) -> Result<Self, Diagnostic> {
        let mut given = Self {
            terms: Terms::new(model),
            strict: false,
        };
        for reading in readings {
            request::read_so(model, &mut given.terms.known, reading)?;
        }
        let mut named = Vec::new();
        for (name, value) in request::pairs(facts)? {
            let variable = variable(model, name)?;
            if named.contains(&variable) {
                return Err(Diagnostic::request(format!("`{name}` is given twice")));
            }
            named.push(variable);
            given.take(model, variable, value)?;
        }
        given.refuse_impossible(model)?;
        Ok(given)
    }

    /// Tells of a total and single dice that cannot fall together.
    fn refuse_impossible(&self, model: &Model) -> Result<(), Diagnostic> {
        let rolls = (0..).map(VariableId).take(model.variables.len());
        for roll in rolls.filter(|fact| model.roll_of(*fact) == Some(*fact)) {
            if !can_fall(model, roll, &|fact| self.terms.known.get(fact))? {
                let message = format!(
                    "no roll of `{}` falls as is given",
                    model.variable_name(roll)
                );
                return Err(Diagnostic::request(message));
            }
        }
        Ok(())
    }

    /// Tells of a fact that a procedure finds by itself.
    pub fn refuse_found(&self, model: &Model, procedure: &Procedure) -> Result<(), Diagnostic> {
        let found = procedure.steps.iter().find_map(|step| match step.does {
            StepDoes::Ask { fact, .. }
                if self.terms.names(fact) && !procedure.start.contains(&fact) =>
            {
                Some(fact)
            }
            _ => None,
        });
        found.map_or(Ok(()), |fact| {
            let name = model.variable_name(fact);
            let message = format!(
                "`{name}` is what `{}` finds, so it cannot be given",
                procedure.name
            );
            let condition = format!("{name} is …");
            let help = Command::new(["odds", &procedure.name, "--given", &condition])
                .then(" counts only what agrees");
            Err(Diagnostic::request(message).help(help))
        })
    }

    fn take(&mut self, model: &Model, variable: VariableId, value: &str) -> Result<(), Diagnostic> {
        if value == "any" {
            // What a roll is given as when it is not given: its dice decide.
            if model.roll_of(variable).is_none() {
                return Err(not_rolled(model, variable));
            }
        } else if let Some(set) = alike(value) {
            let set = values(model, variable, set?)?;
            self.terms.uniform.push((variable, set));
        } else if value.contains(" then ") {
            let in_turn: Result<Vec<u32>, Diagnostic> = value
                .split(" then ")
                .map(|value| request::index(model, variable, value.trim()))
                .collect();
            self.terms.cycles.push((variable, in_turn?));
        } else if value == "each" || value.contains("..") || value.contains(',') {
            let set = if value == "each" { "any" } else { value };
            self.terms
                .open
                .push((variable, values(model, variable, set)?));
        } else {
            for (fact, index) in one(model, variable, value)? {
                self.terms.known.set(fact, Some(index));
            }
        }
        Ok(())
    }
}

/// The values of which each is as likely as the others: `alike` is all, `alike of 2, 3` some. They were once called `any of`,
/// which says nothing of how likely they are.
fn alike(value: &str) -> Option<Result<&str, Diagnostic>> {
    let set = value
        .strip_prefix("alike of ")
        .or_else(|| (value == "alike").then_some("any"));
    set.map(Ok).or_else(|| {
        let set = value.strip_prefix("any of ")?;
        let message = format!("`{value}` does not say how likely each of them is");
        let help = format!("`alike of {set}` has them all alike, `{set}` has a column for each");
        Some(Err(Diagnostic::request(message).help(help)))
    })
}

/// Tells that no dice decide a fact.
fn not_rolled(model: &Model, fact: VariableId) -> Diagnostic {
    let name = model.variable_name(fact);
    let message = format!("`{name}` is not rolled, so no dice say how likely any of it is");
    let help =
        format!("`{name}=alike` has all its values alike, `{name}=each` has a column for each");
    Diagnostic::request(message).help(help)
}

/// One value of a fact; of a roll die by die, as `3+4`, its single dice too.
pub fn one(
    model: &Model,
    fact: VariableId,
    value: &str,
) -> Result<Vec<(VariableId, u32)>, Diagnostic> {
    if model.roll_of(fact) != Some(fact) || !value.contains('+') {
        return Ok(vec![(fact, request::index(model, fact, value)?)]);
    }
    let thrown = Thrown::read(model, fact, value)?;
    Ok(std::iter::once((fact, thrown.index))
        .chain(thrown.dice)
        .collect())
}

/// `FACT=VALUE`
pub fn pair(text: &str) -> Result<(&str, &str), Diagnostic> {
    text.split_once('=')
        .map(|(name, value)| (name.trim(), value.trim()))
        .ok_or_else(|| request::no_value(text))
}

fn variable(model: &Model, name: &str) -> Result<VariableId, Diagnostic> {
    let own = model.variable_names.get(name).copied();
    let found = own.or_else(|| model.fact_named(name));
    let is_fact = |id: &VariableId| {
        model
            .variable(*id)
            .is_some_and(|found| found.reading.is_none())
    };
    found
        .filter(is_fact)
        .ok_or_else(|| request::unknown_fact(model, name))
}

fn values(model: &Model, variable: VariableId, set: &str) -> Result<Vec<u32>, Diagnostic> {
    check::values(model, variable, set).map_err(Diagnostic::unplaced)
}

/// A condition as a person gives it.
pub fn condition(model: &Model, text: &str, within: check::Within<'_>) -> Result<Expr, Diagnostic> {
    check::condition(model, text, within).map_err(|found| {
        let message = format!("`{text}`: {}", found.message);
        found.unplaced().says(message)
    })
}
