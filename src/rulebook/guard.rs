//! The guard of an erratum: it changes the questions, and the situations, that it says it is meant to change, and no other.

use super::Rulebook;
use crate::analysis::diff::{Breach, Scope, breaches};
use crate::check;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Expr, Model, PackId};
use crate::pack::overlay::Erratum;
use crate::source::Span;

impl Rulebook {
    /// What errata change beyond what they say: each is compared with the same rulebook without it.
    pub(super) fn guard(&self, game: &Model) -> Vec<Diagnostic> {
        let guarded = self.written.errata.iter().filter(|erratum| {
            erratum.applied
                && erratum.game == game.game
                && (!erratum.scope.is_empty() || erratum.scope_when.is_some())
        });
        guarded
            .flat_map(|erratum| self.guard_one(game, erratum))
            .collect()
    }

    fn guard_one(&self, new: &Model, erratum: &Erratum) -> Vec<Diagnostic> {
        let mut found = unknown_questions(new, erratum);
        if !found.is_empty() {
            // A question that is misspelt would be missed among those that may change.
            return found;
        }
        let (new, when) = match &erratum.scope_when {
            None => (new.clone(), None),
            Some(text) => {
                let pack = new
                    .packs
                    .iter()
                    .position(|pack| pack.id == erratum.pack)
                    .unwrap_or_default();
                let pack = PackId(u32::try_from(pack).unwrap_or_default());
                match check::written_condition(new.clone(), pack, text) {
                    Ok((model, when)) => (model, Some(when)),
                    Err(mut wrong) => {
                        found.append(&mut wrong);
                        return found;
                    }
                }
            }
        };
        let without = self.without(&erratum.id.value);
        let Some(old) = without.games.iter().find(|model| model.game == new.game) else {
            return found;
        };
        match breaches(old, &new, &scopes(&new, erratum, when.as_ref())) {
            Ok(beyond) => found.extend(beyond.iter().map(|breach| report(erratum, breach))),
            Err(why) => {
                let message = format!(
                    "what `{}` changes cannot be compared: {why}",
                    erratum.id.value
                );
                found.push(Diagnostic::error(Code::TooLarge, erratum.id.span, message));
            }
        }
        found
    }
}

/// The questions that an erratum may change: those that it names, or all.
fn scopes<'a>(model: &'a Model, erratum: &'a Erratum, when: Option<&'a Expr>) -> Vec<Scope<'a>> {
    if erratum.scope.is_empty() {
        return model
            .questions
            .iter()
            .map(|question| Scope {
                question: &question.name,
                when,
            })
            .collect();
    }
    erratum
        .scope
        .iter()
        .map(|name| Scope {
            question: &name.value,
            when,
        })
        .collect()
}

fn unknown_questions(model: &Model, erratum: &Erratum) -> Vec<Diagnostic> {
    let known = |name: &str| model.questions.iter().any(|question| question.name == name);
    let unknown = erratum.scope.iter().filter(|name| !known(&name.value));
    unknown
        .map(|name| {
            let message = format!("no pack declares a question `{}`", name.value);
            let found = Diagnostic::error(Code::UnknownQuestion, name.span, message);
            let names = model
                .questions
                .iter()
                .map(|question| question.name.as_str());
            found.nearest(&name.value, names)
        })
        .collect()
}

fn report(erratum: &Erratum, breach: &Breach) -> Diagnostic {
    let (id, question) = (&erratum.id.value, &breach.question);
    let (place, message): (Span, String) = match (erratum.scope.first(), &erratum.scope_when) {
        (Some(first), _) if breach.undeclared => (
            first.span,
            format!("the erratum `{id}` changes `{question}`, which it does not say"),
        ),
        (_, Some(when)) => (
            when.span,
            format!("the erratum `{id}` changes `{question}` outside its condition"),
        ),
        _ => (
            erratum.id.span,
            format!("the erratum `{id}` changes `{question}`, which it does not say"),
        ),
    };
    let facts: Vec<String> = breach
        .witness
        .iter()
        .map(|(name, value)| format!("{name} = {value}"))
        .collect();
    let found = Diagnostic::error(Code::ErratumBeyondScope, place, message);
    if facts.is_empty() {
        found
    } else {
        found.help(format!("for example {}", facts.join(", ")))
    }
}
