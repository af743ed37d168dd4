//! What a person or program gives with a question: facts and readings by name, checked against the rulebook.

use crate::answer::Stated;
use crate::diagnostic::{Code, Command, Diagnostic, did_you_mean, nearest};
use crate::model::{Model, Process, Role, Variable, VariableId};
use crate::turn::Situation;
use crate::value::folded;
use rustc_hash::FxHashMap;

pub use crate::check::{counted_by, taken_by, taken_by_expr, taken_by_procedure, taken_by_process};

/// Finds a fact by name.
pub fn named(model: &Model, name: &str) -> Result<VariableId, Diagnostic> {
    model
        .fact_named(name)
        .or_else(|| switch_named(model, name))
        .ok_or_else(|| unknown_fact(model, name))
}

/// A switch by its own name or that of its pack and its own.
pub fn switch_named(model: &Model, name: &str) -> Option<VariableId> {
    let name = name.to_lowercase();
    model.variables.find(|known| {
        let switch = known.reading.as_ref().filter(|reading| reading.is_switch);
        switch.is_some_and(|reading| reading.name == name || known.name == name)
    })
}

/// Whether a name is that of a switch, and of no fact.
pub fn is_switch(model: &Model, name: &str) -> bool {
    model.fact_named(name).is_none() && switch_named(model, name).is_some()
}

/// Facts as a person gives them, each as `FACT=VALUE`: their names and values.
pub fn pairs(facts: &[String]) -> Result<Vec<(&str, &str)>, Diagnostic> {
    let spaced = |parts: &[String]| {
        Diagnostic::request("a fact is given with no space around its `=`")
            .help(format!("write `{}`", parts.concat()))
    };
    let mut pairs = Vec::new();
    for (place, text) in facts.iter().enumerate() {
        let parts = facts.get(place..).unwrap_or_default();
        let next = parts.get(1).map(String::as_str);
        match (text.split_once('='), next) {
            (Some((name, value)), _) if !name.trim().is_empty() && !value.trim().is_empty() => {
                pairs.push((name.trim(), value.trim()));
            }
            // The value may have been taken for a word of its own.
            (None, Some("=")) if parts.get(2).is_some_and(|next| next.contains('=')) => {
                return Err(spaced(&[format!("{text}=…")]));
            }
            (None, Some("=")) => return Err(spaced(parts.get(..3).unwrap_or(parts))),
            (None, Some(next)) if next.starts_with('=') => {
                return Err(spaced(parts.get(..2).unwrap_or(parts)));
            }
            (Some(("", _)), _) => return Err(no_value(text)),
            (Some(_), Some(next)) if !next.contains('=') => {
                return Err(spaced(parts.get(..2).unwrap_or(parts)));
            }
            _ => return Err(no_value(text.trim_end_matches('='))),
        }
    }
    Ok(pairs)
}

/// The problem that no value stands with a fact.
pub fn no_value(text: &str) -> Diagnostic {
    Diagnostic::request(format!("`{text}` has no value")).help("write FACT=VALUE")
}

/// Finds a fact by name, and the index of a value given for it; after it stands what goes with the words of a player.
pub fn fact(model: &Model, name: &str, value: &str) -> Result<Vec<(VariableId, u32)>, Diagnostic> {
    let told = told(model, named(model, name)?, value)?;
    for (fact, index) in &told {
        refuse_closed_index(model, *fact, *index)?;
    }
    Ok(told)
}

/// A state that a process keeps for itself.
pub fn kept(model: &Model, process: &Process, name: &str) -> Option<VariableId> {
    let steps = process.steps.iter().map(|(state, _)| *state);
    let first = process.initially.iter().map(|(state, _)| *state);
    steps.chain(first).find(|state| {
        let variable = &model.variables[*state];
        variable.role == Role::Keep && variable.name == name
    })
}

/// A fact before the first turn of a process as `FACT=VALUE`, or a state that the process keeps for itself; each once. What is
/// known of the whole process already has another value before the first turn alone only where each turn has its own.
pub fn before_first(
    model: &Model,
    process: &Process,
    all: &[String],
    known: &Situation,
) -> Result<Vec<(VariableId, u32)>, Diagnostic> {
    let mut told: Vec<(VariableId, u32)> = Vec::new();
    for (name, value) in pairs(all)? {
        let own = match kept(model, process, name) {
            Some(kept) => vec![(kept, index(model, kept, value)?)],
            None => fact(model, name, value)?,
        };
        let named = own.first().map(|(fact, _)| *fact);
        let is_known =
            |fact: VariableId| known.get(fact).is_some() && !process.turn.contains(&fact);
        if named.is_some_and(is_known) || told.iter().any(|(fact, _)| Some(*fact) == named) {
            return Err(given_twice(name));
        }
        told.extend(own);
    }
    Ok(told)
}

/// Tells of a fact with two values.
pub fn given_twice(name: &str) -> Diagnostic {
    Diagnostic::request(format!("`{name}` is given twice"))
}

/// Takes a fact that is given, and what goes with it where nothing else is known.
pub fn know(situation: &mut Situation, told: &[(VariableId, u32)]) {
    for (place, (fact, index)) in told.iter().enumerate() {
        if place == 0 || situation.get(*fact).is_none() {
            situation.set(*fact, Some(*index));
        }
    }
}

/// Refuses a value of a switch that is settled otherwise.
pub fn refuse_closed(model: &Model, fact: VariableId, value: &str) -> Result<(), Diagnostic> {
    let index = model.index_named(fact, value);
    index.map_or(Ok(()), |index| refuse_closed_index(model, fact, index))
}

/// Refuses an option of a reading or switch that is settled otherwise.
pub fn refuse_closed_index(
    model: &Model,
    variable: VariableId,
    taken: u32,
) -> Result<(), Diagnostic> {
    let known = &model.variables[variable];
    let Some(right) = known.settled().filter(|right| *right != taken) else {
        return Ok(());
    };
    let (name, right) = (&known.name, model.show_index(variable, right));
    let message = format!("the reading `{name}` is settled: it is `{right}`");
    Err(Diagnostic::error_nowhere(Code::UnknownReading, message))
}

/// States a fact, once.
pub fn state(
    model: &Model,
    stated: &mut Stated,
    name: &str,
    value: &str,
) -> Result<VariableId, Diagnostic> {
    let told = fact(model, name, value)?;
    state_told(model, stated, (name, value), &told)
}

/// The same, where it is known which facts the name and the value stand for.
pub fn state_told(
    model: &Model,
    stated: &mut Stated,
    (name, value): (&str, &str),
    told: &[(VariableId, u32)],
) -> Result<VariableId, Diagnostic> {
    let Some(((fact, index), along)) = told.split_first() else {
        return Err(unknown_fact(model, name));
    };
    if stated.is_said(*fact) {
        return Err(Diagnostic::request(format!("`{name}` is given twice")));
    }
    stated.set(model, *fact, *index, value);
    along.iter().for_each(|along| stated.set_along(*along));
    Ok(*fact)
}

/// The index of a value given for a variable.
pub fn index(model: &Model, variable: VariableId, value: &str) -> Result<u32, Diagnostic> {
    let own = model.index_named(variable, value);
    own.ok_or_else(|| unknown_value(model, variable, value))
}

/// The index of a value given for a variable, in the words of a player too; after it stands what goes with these.
pub fn told(
    model: &Model,
    variable: VariableId,
    value: &str,
) -> Result<Vec<(VariableId, u32)>, Diagnostic> {
    let told = model.told_by(variable, value);
    told.ok_or_else(|| unknown_value(model, variable, value))
}

/// The problem that a fact has no such value, with what may have been meant, and with its values.
fn unknown_value(model: &Model, variable: VariableId, value: &str) -> Diagnostic {
    let known = &model.variables[variable];
    let message = format!("`{value}` is not a value of `{}`", known.name);
    let problem = Diagnostic::error_nowhere(Code::UnknownValue, message).of_game(&model.game);
    let words = known.domain.words().iter();
    let own = words.map(|word| model.words.text(*word));
    let near = nearest(&folded(value), own.chain(model.sayings_of(variable)));
    let values = format!("its values: {}", known.domain.show(&model.words));
    let other: Vec<String> = model
        .meanings(value)
        .into_iter()
        .map(|told| spelt(model, told))
        .collect();
    let problem = problem.unknown(value).meant(near);
    let problem = match other.as_slice() {
        [] => problem,
        _ => problem.help(format!("`{value}` says `{}`", other.join("` or `"))),
    };
    if near.is_some() {
        return problem;
    }
    problem.help(values)
}

/// Facts as they are given: `attack=ordnance fire=indirect`.
pub fn spelt(model: &Model, told: &[(VariableId, u32)]) -> String {
    let pairs = told.iter().map(|(fact, index)| {
        format!(
            "{}={}",
            model.variable_name(*fact),
            model.show_index(*fact, *index)
        )
    });
    pairs.collect::<Vec<_>>().join(" ")
}

/// The problem that no pack of the game declares a fact.
pub fn unknown_fact(model: &Model, name: &str) -> Diagnostic {
    let known: Vec<&str> = model.facts().map(|(_, fact)| fact.name.as_str()).collect();
    let wanted = folded(name);
    let has = |known: &&str| known.split('-').any(|word| word == wanted);
    let mut with_word = known.iter().copied().filter(has);
    let message = format!("no pack declares a fact `{name}`");
    let problem = Diagnostic::error_nowhere(Code::UnknownFact, message).of_game(&model.game);
    let is_reading = |own: &&Variable| {
        let last = own.name.rsplit('/').next();
        own.reading.is_some() && (own.name == name || last == Some(name))
    };
    if let Some(reading) = model.variables.iter().find(is_reading) {
        return problem.help(format!(
            "it is a reading: `--reading {}=OPTION`",
            reading.name
        ));
    }
    match (with_word.next(), with_word.next()) {
        (Some(only), None) => problem.unknown(name).meant(Some(only)),
        _ => problem.nearest(&wanted, known),
    }
}

/// Takes readings as `PACK/NAME=OPTION` says of each.
///
/// # Errors
///
/// Where one of them is refused, or taken two ways.
pub fn read_each(
    model: &Model,
    situation: &mut Situation,
    readings: &[String],
) -> Result<(), Diagnostic> {
    refuse_two_ways(readings)?;
    let mut readings = readings.iter();
    readings.try_for_each(|reading| read_so(model, situation, reading))
}

/// The name of a reading and its option, as any spelling of them has it.
fn name_and_option(text: &str) -> Option<(String, String)> {
    let text = text.to_lowercase();
    let (name, option) = text.split_once('=')?;
    Some((name.trim().to_owned(), option.trim().to_owned()))
}

/// The readings of a game with those that somebody takes now: these go before.
#[must_use]
pub fn with_own(of_game: &[String], own: &[String]) -> Vec<String> {
    let name = |text: &String| name_and_option(text).map(|(name, _)| name);
    let is_other = |text: &&String| !own.iter().any(|taken| name(taken) == name(text));
    let kept = of_game.iter().filter(is_other);
    kept.chain(own).cloned().collect()
}

/// Refuses a reading that is taken two ways.
///
/// # Errors
///
/// Where one is.
pub fn refuse_two_ways(readings: &[String]) -> Result<(), Diagnostic> {
    let mut taken = FxHashMap::default();
    for (name, option) in readings.iter().filter_map(|text| name_and_option(text)) {
        let other = taken.insert(name.clone(), option.clone());
        if other.is_some_and(|other| other != option) {
            return Err(given_twice(&name));
        }
    }
    Ok(())
}

/// Takes a reading as `PACK/NAME=OPTION` says, the pack in any case.
pub fn read_so(model: &Model, situation: &mut Situation, text: &str) -> Result<(), Diagnostic> {
    let problem = |message| Diagnostic::error_nowhere(Code::UnknownReading, message);
    let wrong = |message| problem(message).help("write PACK/NAME=OPTION");
    let (name, option) = text
        .split_once('=')
        .ok_or_else(|| wrong(format!("`{text}` has no option")))?;
    let Some((pack, short)) = name.split_once('/') else {
        let message = format!("`{name}` names a reading without its pack");
        return Err(match packs_with(model, name).as_slice() {
            [] => wrong(message),
            several => problem(message).help(did_you_mean(several.join("` or `"))),
        });
    };
    let full = format!("{}/{short}", pack.to_lowercase());
    let variable = model.variable_names.get(&full).copied().ok_or_else(|| {
        problem(format!("no pack declares a reading `{name}`")).nearest_or(
            &full,
            readings(model),
            || Command::new(["list", "readings"]).then(" lists them"),
        )
    })?;
    let taken = index(model, variable, option)?;
    refuse_closed_index(model, variable, taken)?;
    situation.set(variable, Some(taken));
    Ok(())
}

fn readings(model: &Model) -> impl Iterator<Item = &str> {
    let readings = model
        .variables
        .iter()
        .filter(|known| known.reading.is_some());
    readings.map(|known| known.name.as_str())
}

/// The readings of a short name, the nearest one if there is none of it.
fn packs_with(model: &Model, short: &str) -> Vec<String> {
    let own = |name| str::split_once(name, '/').map_or(name, |(_, text)| text);
    let Some(near) = nearest(&short.to_lowercase(), readings(model).map(own)) else {
        return Vec::new();
    };
    readings(model)
        .filter(|name| own(name) == near)
        .map(str::to_owned)
        .collect()
}
