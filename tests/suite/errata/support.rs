//! What is asked of the small book.

use super::book::{erratum, files};
use crate::common::{self, plain};
use chartroom::answer::{Asker, Stated};
use chartroom::render::answer::{Shown, human};
use chartroom::rulebook::{Named, Rulebook, request};
use chartroom::source::Sources;
use chartroom::turn::Situation;

pub(crate) fn load(errata: &[(&str, String)], set: &str) -> Rulebook {
    Rulebook::from_sources(Sources::from_texts(files(errata)), &set.parse().unwrap())
}

/// The rulebook with one erratum of these changes, which must be clean but for failed examples.
pub(crate) fn with(changes: &[&str]) -> Rulebook {
    let rulebook = load(&[("a", erratum("a", "", changes))], "official");
    assert!(!rulebook.has_errors(), "{}", told(&rulebook));
    rulebook
}

/// What is told of a rulebook.
pub(crate) fn told(rulebook: &Rulebook) -> String {
    common::told(&rulebook.diagnostics, &rulebook.sources)
}

pub(crate) fn answer(rulebook: &Rulebook, question: &str, facts: &str) -> String {
    shown(rulebook, question, facts).0
}

/// The answer to a question, and the whole of what a person sees.
pub(crate) fn shown(rulebook: &Rulebook, question: &str, facts: &str) -> (String, String) {
    let found = rulebook.find(question);
    let [(model, Named::Question(id))] = found.as_slice() else {
        panic!("{question}")
    };
    let mut situation = Situation::new(model);
    for fact in facts.split_whitespace() {
        let (name, value) = fact.split_once('=').unwrap();
        let (variable, index) = request::fact(model, name, value).unwrap()[0];
        situation.set(variable, Some(index));
    }
    let mut asker = Asker::new(model);
    let (ruling, _) = asker.ask(*id, &mut situation.clone());
    let answer = asker.answer(&rulebook.sources, *id, Stated::new(situation));
    let text = human(&Shown::new(&answer));
    let value = answer.value().unwrap_or_else(|| format!("{ruling:?}"));
    (value, plain(&text))
}

pub(crate) fn cell(now: &str) -> String {
    format!("at = \"book/weather[2, spring]\"\nwas = \"gusty\"\nnow = \"{now}\"")
}
