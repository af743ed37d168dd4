//! The words for values, and for what is no value: said here, and nowhere else.

pub use crate::answer::told::{GAP, NO_ANSWER, NOT_ASKED, TWO_ANSWERS, no_value, words as leaf};

use crate::answer::{TakenFact, Told};
use crate::diagram::Leaf;
use crate::model::{Gap, GapId, Model, Type, VariableId};

/// Whether a text says that there is no value.
pub fn is_no_value(text: &str) -> bool {
    let lost = text
        .strip_prefix(GAP)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with(':'));
    lost || [NOT_ASKED, NO_ANSWER, TWO_ANSWERS].contains(&text)
}

/// `gap: what is lost`
pub fn gap(model: &Model, id: GapId) -> String {
    format!("{GAP}: {}", lost(model, id).map_or("", |gap| &gap.lost))
}

/// What is lost, and where.
pub fn lost(model: &Model, id: GapId) -> Option<&Gap> {
    model.gaps.at(id.index())
}

/// `fact = value`
pub fn equation(model: &Model, fact: VariableId, index: u32) -> String {
    format!(
        "{} = {}",
        model.variable_name(fact),
        model.show_index(fact, index)
    )
}

/// A fact as people say it: `Month: October`.
pub fn said(model: &Model, fact: VariableId, index: u32) -> String {
    let label = capital(&model.label_of(fact, index));
    format!("{}: {label}", capital(&model.title_of(fact)))
}

/// The same of names: what is unknown is said as it stands.
pub fn said_by_name(model: &Model, name: &str, value: &str) -> String {
    let Some(fact) = model.fact_named(name) else {
        return format!("{name}: {value}");
    };
    let is_text = model.variables[fact].domain.is_text();
    match model.index_named(fact, value) {
        _ if is_text => format!("{}: {value}", capital(&model.title_of(fact))),
        Some(index) => said(model, fact, index),
        None => format!("{}: {}", capital(&model.title_of(fact)), capital(value)),
    }
}

/// What stands before a condition that is asked of a whole process.
const EVER: &str = "ever: ";

/// What people call a question, a fact or a state, by its name; a condition in their words.
pub fn title(model: &Model, name: &str) -> String {
    let question = model.question_names.get(name);
    let fact = model.variable_names.get(name);
    match (question, fact) {
        (Some(question), _) => capital(&model.title_of_question(*question)),
        (None, Some(fact)) => capital(&model.title_of(*fact)),
        (None, None) => match name.strip_prefix(EVER) {
            Some(condition) => capital(&format!("{}, at some time", model.in_words(condition))),
            None => capital(&model.in_words(name)),
        },
    }
}

/// What a question, fact or state of some name is, in people's words.
pub fn label(model: &Model, name: &str, leaf: &Leaf, of: Option<&Type>) -> String {
    let Leaf::Value(value) = leaf else {
        return no_value(leaf).to_owned();
    };
    if let Some(question) = model.question_names.get(name) {
        return model.answer_of(*question, value);
    }
    let fact = model.variable_names.get(name);
    let index = fact.and_then(|fact| Some((*fact, model.variables[*fact].domain.index(value)?)));
    match index {
        Some((fact, index)) => model.label_of(fact, index),
        None => self::leaf(model, leaf, of),
    }
}

/// What a question, fact or state of some name is, for a program and in people's words.
pub fn told(model: &Model, name: &str, leaf: &Leaf, of: Option<&Type>) -> Told {
    Told {
        words: label(model, name, leaf, of),
        ..Told::leaf(model, leaf, of)
    }
}

/// `fact = value, fact = value`
pub fn equations<N: std::fmt::Display, V: std::fmt::Display>(
    pairs: impl IntoIterator<Item = (N, V)>,
) -> String {
    let told = pairs
        .into_iter()
        .map(|(name, value)| format!("{name} = {value}"));
    told.collect::<Vec<_>>().join(", ")
}

/// The facts that nobody gave, as people say them: what the rules say of them, and what is only usual.
pub fn found<'f>(model: &Model, taken: impl IntoIterator<Item = &'f TakenFact>) -> [String; 2] {
    let mut told = [Vec::new(), Vec::new()];
    for own in taken {
        let [hence, usual] = &mut told;
        let place = if own.is_assumed(model) { usual } else { hence };
        let text = said(model, own.fact, own.index);
        if !place.contains(&text) {
            place.push(text);
        }
    }
    told.map(|told| told.join(", "))
}

/// Switches and readings, each with the option that is taken: `played mod/deep-snow = yes: played with it`.
pub fn played<'m>(
    model: &'m Model,
    taken: &'m [(VariableId, u32)],
) -> impl Iterator<Item = String> + 'm {
    taken.iter().filter_map(|(reading, option)| {
        let variable = &model.variables[*reading];
        let options = &variable.reading.as_ref()?.options;
        let told = options.get(*option as usize).map_or("", String::as_str);
        let (name, option) = (&variable.name, model.show_index(*reading, *option));
        let is_switch = variable.reading.as_ref()?.is_switch;
        let taken = if is_switch { "played" } else { "read as" };
        Some(format!("{taken} {name} = {option}: {told}"))
    })
}

/// `1 region`, `2 regions`
pub fn counted(count: usize, thing: &str) -> String {
    match count {
        1 => format!("1 {thing}"),
        _ => format!("{count} {}", several(thing)),
    }
}

/// A thing where there are several: `hexes entered`.
fn several(thing: &str) -> String {
    match thing.split_once(' ') {
        Some((what, done)) if done.ends_with("ed") => format!("{} {done}", several(what)),
        _ if thing.ends_with(['x', 's']) || thing.ends_with("ch") => format!("{thing}es"),
        _ => format!("{thing}s"),
    }
}

/// That something was given which is not asked.
pub fn changes_nothing(given: &str) -> String {
    format!("not asked: `{given}` changes nothing here")
}

/// A word as it stands alone.
pub fn capital(word: &str) -> String {
    let mut letters = word.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}
