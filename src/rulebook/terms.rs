//! What odds, rolls and games are asked with: each fact fixed, left to chance, left open or going in turn.

use super::request;
use crate::answer::Stated;
use crate::check;
use crate::diagnostic::{Command, Diagnostic};
use crate::dice::Terms;
use crate::model::{Expr, Model, Procedure, StepDoes, VariableId};
use crate::turn::{Situation, Thrown, can_fall};

/// What leads from one of several values to that of the next turn.
pub const THEN: &str = " then ";

/// Whether a value is several, one for each turn.
pub fn is_in_turn(value: &str) -> bool {
    value.contains(THEN)
}

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
    /// What is known, with nothing else said.
    pub fn of(model: &Model, known: Situation) -> Result<Self, Diagnostic> {
        let terms = Terms {
            known,
            ..Terms::new(model)
        };
        let given = Self {
            terms,
            strict: false,
        };
        given.refuse_impossible(model)?;
        Ok(given)
    }

    /// Reads facts and readings as a person gives them.
    pub fn read(model: &Model, facts: &[String], readings: &[String]) -> Result<Self, Diagnostic> {
        let mut known = Situation::new(model);
        request::read_each(model, &mut known, readings)?;
        let mut given = Self::of(model, known)?;
        let mut named = Vec::new();
        for (name, value) in request::pairs(facts)? {
            let fact = variable(model, name)?;
            request::refuse_closed(model, fact, value)?;
            if named.contains(&fact) {
                return Err(request::given_twice(name));
            }
            named.push(fact);
            given.take(model, fact, value)?;
        }
        given.refuse_impossible(model)?;
        Ok(given)
    }

    /// Tells of a fact with several values where one is wanted; those that go in turn may be.
    pub fn refuse_several(&self, model: &Model, in_turn: bool) -> Result<(), Diagnostic> {
        let terms = &self.terms;
        let cycles = terms.cycles.iter().filter(|_| !in_turn);
        let mut several = terms.uniform.iter().chain(&terms.open).chain(cycles);
        several.next().map_or(Ok(()), |(fact, _)| {
            let message = format!("`{}` needs one value", model.variable_name(*fact));
            Err(Diagnostic::request(message))
        })
    }

    /// Tells of a total and single dice that cannot fall together.
    fn refuse_impossible(&self, model: &Model) -> Result<(), Diagnostic> {
        for roll in model
            .variables
            .ids()
            .filter(|fact| model.roll_of(*fact) == Some(*fact))
        {
            if !can_fall(model, roll, &|fact| self.terms.known.get(fact))? {
                let name = model.variable_name(roll);
                return Err(Diagnostic::request(format!(
                    "no roll of `{name}` falls as is given"
                )));
            }
        }
        Ok(())
    }

    /// Tells of a fact that a procedure finds by itself.
    pub fn refuse_found(&self, model: &Model, procedure: &Procedure) -> Result<(), Diagnostic> {
        refuse_found(model, procedure, |fact| self.terms.names(fact))
    }

    fn take(&mut self, model: &Model, fact: VariableId, value: &str) -> Result<(), Diagnostic> {
        let values = |set: &str| check::values(model, fact, set).map_err(Diagnostic::unplaced);
        if value == "any" {
            // What a roll is given as when it is not given: its dice decide.
            if model.roll_of(fact).is_none() {
                return Err(not_rolled(model, fact));
            }
            self.terms.rolled.push(fact);
        } else if let Some(set) = alike(value) {
            self.terms.known.set(fact, None);
            self.terms.uniform.push((fact, values(set?)?));
        } else if is_in_turn(value) {
            let in_turn = value.split(THEN);
            let in_turn = in_turn.map(|value| request::index(model, fact, value.trim()));
            self.terms
                .cycles
                .push((fact, in_turn.collect::<Result<_, _>>()?));
        } else if value == "each" || !is_one_set(value) && is_several(value) {
            // A reading is taken some way from the first.
            self.terms.known.set(fact, None);
            let set = if value == "each" { "any" } else { value };
            match values(set)?.as_slice() {
                // As a set is said elsewhere.
                [only] => self.terms.known.set(fact, Some(*only)),
                all => self.terms.open.push((fact, all.to_vec())),
            }
        } else {
            request::know(&mut self.terms.known, &one(model, fact, value)?);
            if model.variables[fact].domain.is_text() {
                self.terms.texts.insert(fact, value.to_owned());
            }
        }
        Ok(())
    }
}

/// Refuses a fact that a procedure finds by itself.
///
/// # Errors
///
/// Where such a fact is given.
pub fn refuse_found(
    model: &Model,
    procedure: &Procedure,
    is_given: impl Fn(VariableId) -> bool,
) -> Result<(), Diagnostic> {
    for step in &procedure.steps {
        if let StepDoes::Ask { fact, .. } = step.does
            && is_given(fact)
            && !procedure.start.contains(&fact)
        {
            let (name, by) = (model.variable_name(fact), &procedure.name);
            let message = format!("`{name}` is what `{by}` finds, so it cannot be given");
            let help = Command::new(["odds", by, "--given", &format!("{name} is …")]);
            let help = help.then(" counts only what agrees");
            return Err(Diagnostic::request(message).help(help));
        }
    }
    Ok(())
}

/// Tells of a single die that cannot fall so where its total, or another die of it, is what is told too.
pub fn refuse_dice(model: &Model, told: &Stated) -> Result<(), Diagnostic> {
    let known = |fact| told.situation.get(fact).filter(|_| told.is_said(fact));
    for fact in told.said() {
        let roll = model.variables[fact].roll.as_ref();
        let Some((of, _)) = roll.and_then(|roll| roll.die_of) else {
            continue;
        };
        if !can_fall(model, of, &known)? {
            let name = model.variable_name(of);
            return Err(Diagnostic::request(format!(
                "no roll of `{name}` falls as is told"
            )));
        }
    }
    Ok(())
}

/// Whether a value is written as several: `1..4`, or `jan, feb`.
fn is_several(value: &str) -> bool {
    value.contains("..") || value.contains(',')
}

/// Whether a value is one set: `{ram, rope}`.
fn is_one_set(value: &str) -> bool {
    let within = value.strip_prefix('{');
    let within = within.and_then(|within| within.strip_suffix('}'));
    within.is_some_and(|within| !within.contains(['{', '}']))
}

/// The values of which each is as likely as the others: `alike` is all, `alike of 2, 3` some. They were once called `any of`,
/// which says nothing of how likely they are.
fn alike(value: &str) -> Option<Result<&str, Diagnostic>> {
    if value == "alike" {
        return Some(Ok("any"));
    }
    value.strip_prefix("alike of ").map(Ok).or_else(|| {
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
    let help = format!(
        "give one value; in odds `{name}=alike` has all its values alike, `{name}=each` has a column for each"
    );
    Diagnostic::request(message).help(help)
}

/// One value of a fact; of a roll die by die, as `3+4`, its single dice too.
pub fn one(
    model: &Model,
    fact: VariableId,
    value: &str,
) -> Result<Vec<(VariableId, u32)>, Diagnostic> {
    if model.roll_of(fact) != Some(fact) || !value.contains('+') {
        return request::told(model, fact, value);
    }
    let thrown = Thrown::read(model, fact, value)?;
    Ok([(fact, thrown.index)]
        .into_iter()
        .chain(thrown.dice)
        .collect())
}

/// `FACT=VALUE`
pub fn pair(text: &str) -> Result<(&str, &str), Diagnostic> {
    let (name, value) = text
        .split_once('=')
        .ok_or_else(|| request::no_value(text))?;
    Ok((name.trim(), value.trim()))
}

/// A fact, or a state of a process, by name.
fn variable(model: &Model, name: &str) -> Result<VariableId, Diagnostic> {
    let fact = model.variable_names.get(name).copied();
    fact.or_else(|| model.fact_named(name))
        .filter(|id| model.variables[*id].reading.is_none())
        .or_else(|| request::switch_named(model, name))
        .ok_or_else(|| request::unknown_fact(model, name))
}

/// A condition as a person gives it.
pub fn condition(model: &Model, text: &str, within: check::Within<'_>) -> Result<Expr, Diagnostic> {
    check::condition(model, text, within).map_err(|finding| {
        let message = format!("`{text}`: {}", finding.message);
        finding.unplaced().says(message)
    })
}
