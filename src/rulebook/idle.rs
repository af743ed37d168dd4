//! A fact that is given to a question that does not take it, and what says the same of one that it does take.

use super::{Rulebook, request};
use crate::answer::{Asker, Ruling};
use crate::check;
use crate::model::{Impossible, Model, QuestionId, VariableId};
use crate::turn::Situation;
use rustc_hash::FxHashSet;

/// The most values that are told.
const MOST: usize = 3;

/// The most values of a fact that are tried.
const MOST_TRIED: u32 = 100;

/// Whether nobody can tell what a question looks at, because an error leaves it, or what finds one of its facts, without a part.
#[must_use]
pub fn is_unknown(model: &Model, question: QuestionId, taken: &FxHashSet<VariableId>) -> bool {
    let mut taken = taken.iter();
    check::is_broken(model, question) || taken.any(|fact| check::comes_from_broken(model, *fact))
}

/// Whether a fact that a question does not take tells something all the same: the unit of its answer, what is to be known beside it,
/// or that the situation cannot be.
#[must_use]
pub fn bears(model: &Model, question: QuestionId, fact: VariableId, situation: &Situation) -> bool {
    let own = &model.questions[question];
    let unit = own.answer.unit_id();
    let which = unit.and_then(|unit| model.units[unit].which.as_deref());
    // One die says something of its throw.
    let (thrown, taken) = (model.with_throws([fact]), check::taken_by(model, question));
    let is_beside = |id: QuestionId| check::taken_by(model, id).contains(&fact);
    which == Some(model.variable_name(fact))
        || own.beware.iter().any(|(id, _)| is_beside(*id))
        || thrown.iter().any(|part| taken.contains(part))
        || excludes(model, question, fact, situation)
}

/// Whether a fact makes a situation one that cannot be, or leaves a question fewer answers or other usual values so.
fn excludes(model: &Model, question: QuestionId, fact: VariableId, situation: &Situation) -> bool {
    let looks = |own: &Impossible| check::taken_by_expr(model, &own.when).contains(&fact);
    if !model.impossible.iter().any(looks) {
        return false;
    }
    let mut without = situation.clone();
    without.set(fact, None);
    let others = 0..model.variables[fact].domain.size().min(MOST_TRIED);
    let others = others.map(|index| {
        let mut other = situation.clone();
        other.set(fact, Some(index));
        other
    });
    let others: Vec<Situation> = others.chain([situation.clone()]).collect();
    if Asker::new(model).impossible(situation).is_some_and(looks) {
        return true;
    }
    [false, true].into_iter().any(|strict| {
        let mut asker = Asker::new(model);
        asker.set_strict(strict);
        let mut told = |given: &Situation| {
            let (mut ruling, taken) = asker.ask(question, &mut given.clone());
            asker.look_ahead(question, given, (&mut ruling, &taken));
            (ruling, taken)
        };
        let without = told(&without);
        others.iter().any(|other| told(other) != without)
    })
}

/// What to say in place of a fact that a question does not take: the value of one that it does take, by which that fact is
/// known where nobody gives it.
#[must_use]
pub fn instead(
    rulebook: &Rulebook,
    model: &Model,
    (fact, situation): (VariableId, &Situation),
    taken: &FxHashSet<VariableId>,
) -> Option<String> {
    // A rulebook that was read for one question does not know what other facts usually are.
    let whole = rulebook.with_all_questions();
    let mut games = whole.games.iter();
    let whole = games.find(|own| own.game == model.game)?;
    let name = model.variable_name(fact);
    let own = whole.variable_names.get(name).copied()?;
    let is_taken = |other: VariableId| {
        let id = model.variable_names.get(whole.variable_name(other));
        other != own && id.is_some_and(|id| taken.contains(id))
    };
    let (other, usual) = whole.variables[own].usually.iter().find_map(|usual| {
        let others: Vec<VariableId> = usual.is.variables().collect();
        let only = others
            .first()
            .filter(|_| others.len() == 1 && usual.when.is_none());
        Some((only.copied().filter(|other| is_taken(*other))?, usual))
    })?;
    let mut asker = Asker::new(whole);
    let size = whole.variables[other].domain.size().min(MOST_TRIED);
    let wanted = whole.variables[own].domain.value(situation.get(fact)?);
    let says_so = |value: &u32| {
        let mut situation = Situation::new(whole);
        situation.set(other, Some(*value));
        matches!(asker.value_of(&usual.is, &mut situation), Ruling::Value(is) if is == wanted)
    };
    let values: Vec<u32> = (0..size).filter(says_so).collect();
    let is_told = !values.is_empty() && values.len() <= MOST;
    let told = values
        .iter()
        .map(|value| request::spelt(whole, &[(other, *value)]));
    is_told.then(|| told.collect::<Vec<_>>().join(" or "))
}
