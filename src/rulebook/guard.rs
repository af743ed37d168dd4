//! The guard of an erratum: it changes the questions, and the situations, that it says it is meant to change, and no other.

use super::Rulebook;
use crate::analysis::diff::{Breach, Scope, breaches, usual_otherwise};
use crate::check;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Expr, Model, PackId};
use crate::pack::overlay::Erratum;
use crate::source::Text;

impl Rulebook {
    /// What errata change beyond what they say: each is compared with the same rulebook without it.
    pub(super) fn guard(&self, game: &Model) -> Vec<Diagnostic> {
        let applied = self.written.errata.iter();
        let applied = applied.filter(|erratum| erratum.applied && erratum.game == game.game);
        let is_guarded =
            |erratum: &&Erratum| !erratum.scope.is_empty() || erratum.scope_when.is_some();
        applied
            .filter(is_guarded)
            .flat_map(|erratum| self.breaches(game, erratum).unwrap_or_else(|wrong| wrong))
            .collect()
    }

    /// What cannot be understood of the guards of an erratum, in each game that it is laid over.
    pub(super) fn misread_guards(&self, id: &str) -> Vec<Diagnostic> {
        let meant = self
            .errata(id)
            .into_iter()
            .filter(|erratum| erratum.applied);
        let wrong = meant.filter_map(|erratum| {
            let mut games = self.games.iter();
            let game = games.find(|game| game.game == erratum.game)?;
            understood(game, erratum).err()
        });
        wrong.flatten().collect()
    }

    /// What an erratum changes beyond what it says; the error is what is wrong with what it says.
    fn breaches(
        &self,
        game: &Model,
        erratum: &Erratum,
    ) -> Result<Vec<Diagnostic>, Vec<Diagnostic>> {
        let (new, when) = understood(game, erratum)?;
        let without = self.without(&[&erratum.id.value]);
        // Each comparison is a run of its own.
        new.budget.renew();
        let mut games = without.games.iter();
        let Some(old) = games.find(|model| model.game == game.game) else {
            return Ok(Vec::new());
        };
        let named = erratum.scope.iter().map(|name| name.value.as_str());
        let mut may_change: Vec<&str> = named.collect();
        if may_change.is_empty() {
            may_change.extend(new.questions.iter().map(|question| question.name.as_str()));
        }
        let scopes = may_change.into_iter().map(|question| Scope {
            question,
            when: when.as_ref(),
        });
        let (beyond, idle) = breaches(old, &new, &scopes.collect::<Vec<_>>()).map_err(|why| {
            let id = &erratum.id;
            let message = format!("what `{}` changes cannot be compared: {why}", id.value);
            vec![Diagnostic::error(Code::TooLarge, id.span, message)]
        })?;
        // A question that is new has no answer before.
        let is_old = |name: &&Text| old.question_names.contains_key(&name.value);
        let idle = erratum
            .scope
            .iter()
            .filter(|name| idle.contains(&name.value));
        // Where something else changes, that is what is wrong.
        let usual = usual_otherwise(old, &new);
        let by_usual = |name: &&Text| {
            usual
                .iter()
                .any(|(_, questions)| questions.contains(&name.value))
        };
        let idle = idle.filter(|name| is_old(name) && beyond.is_empty() && !by_usual(name));
        let idle = idle.map(|name| unchanged(erratum, name));
        let beyond = beyond.iter().map(|breach| report(erratum, breach));
        let usual = usual
            .iter()
            .filter_map(|changed| report_usual(erratum, changed));
        Ok(beyond.chain(idle).chain(usual).collect())
    }
}

/// The condition within which an erratum is meant to change something, with the game that has it; the error is what is wrong
/// with it, or with the questions that are named.
fn understood(game: &Model, erratum: &Erratum) -> Result<(Model, Option<Expr>), Vec<Diagnostic>> {
    let unknown = unknown_questions(game, erratum);
    if !unknown.is_empty() {
        // A question that is misspelt would be missed among those that may change.
        return Err(unknown);
    }
    let packs = game.packs.enumerated();
    let mut named = packs.filter(|(_, pack)| pack.id == erratum.pack);
    let pack = named.next().map_or(PackId(0), |(id, _)| id);
    check::written_condition(game.clone(), pack, erratum.scope_when.as_ref())
}

fn unchanged(erratum: &Erratum, name: &Text) -> Diagnostic {
    let (id, question) = (&erratum.id.value, &name.value);
    let message = format!("the erratum `{id}` does not change `{question}`, which it says");
    Diagnostic::error(Code::ErratumBeyondScope, name.span, message)
        .help("leave it out of `changes`, or mend what was meant to change it")
}

/// Tells of a fact that usually is something else, and so changes what a question answers that is not among those that may.
fn report_usual(
    erratum: &Erratum,
    (fact, questions): &(String, Vec<String>),
) -> Option<Diagnostic> {
    let scope = &erratum.scope;
    let is_beyond = |name: &&String| scope.iter().all(|written| written.value != **name);
    let beyond: Vec<&String> = questions.iter().filter(is_beyond).collect();
    let (first, others) = beyond.split_first()?;
    let more = match others.len() {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let message = format!(
        "the erratum `{}` changes what `{fact}` usually is, and with it `{first}`{more}, which it does not say",
        erratum.id.value
    );
    let place = scope.first()?.span;
    Some(Diagnostic::error(Code::ErratumBeyondScope, place, message))
}

fn unknown_questions(model: &Model, erratum: &Erratum) -> Vec<Diagnostic> {
    let names = || {
        model
            .questions
            .iter()
            .map(|question| question.name.as_str())
    };
    let scope = erratum.scope.iter();
    let unknown = scope.filter(|name| !names().any(|text| text == name.value));
    unknown
        .map(|name| {
            let message = format!("no pack declares a question `{}`", name.value);
            let finding = Diagnostic::error(Code::UnknownQuestion, name.span, message);
            finding.nearest(&name.value, names())
        })
        .collect()
}

fn report(erratum: &Erratum, breach: &Breach) -> Diagnostic {
    let unsaid = ", which it does not say";
    let (place, how) = match (erratum.scope.first(), &erratum.scope_when) {
        (Some(first), _) if breach.undeclared => (first.span, unsaid),
        (_, Some(when)) => (when.span, " outside its condition"),
        _ => (erratum.id.span, unsaid),
    };
    let (id, question) = (&erratum.id.value, &breach.question);
    let message = format!("the erratum `{id}` changes `{question}`{how}");
    let finding = Diagnostic::error(Code::ErratumBeyondScope, place, message);
    let facts = breach.witness.iter();
    let facts: Vec<String> = facts
        .map(|(name, value)| format!("{name} = {value}"))
        .collect();
    if facts.is_empty() {
        finding
    } else {
        finding.help(format!("for example {}", facts.join(", ")))
    }
}
