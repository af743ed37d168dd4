//! Commands that are suggested instead of the one given, and the options that name the rulebook at hand.

use crate::diagnostic::{Advice, Code, Command, Diagnostic};
use crate::model::Model;
use crate::rulebook::{Named, Rulebook};
use crate::source::Place;

/// The options that name places: `--rules embedded --rules my-packs`.
pub fn rules(places: &[Place]) -> Vec<String> {
    places
        .iter()
        .flat_map(|place| ["--rules".to_owned(), place.to_string()])
        .collect()
}

/// Another command for the same question or process and its facts.
pub fn instead(name: &str, of: &str, facts: &[String]) -> Command {
    let facts = facts.iter().map(String::as_str);
    Command::new([name, of].into_iter().chain(facts))
}

/// The reason that something of a name cannot be asked for so, and what can.
pub fn other(name: &str, is: &str, help: impl Into<Advice>) -> Diagnostic {
    Diagnostic::error_nowhere(Code::UnknownQuestion, format!("`{name}` is a {is}")).help(help)
}

/// The one question, process or procedure of a name; tells where the shipped rulebook has it and this one has not.
pub fn find<'r>(rulebook: &'r Rulebook, name: &str) -> Result<(&'r Model, Named), Diagnostic> {
    find_as(("question", "questions"), rulebook, name)
}

/// The same, where a thing of some kind is asked for.
pub fn find_as<'r>(
    kind: (&str, &str),
    rulebook: &'r Rulebook,
    name: &str,
) -> Result<(&'r Model, Named), Diagnostic> {
    rulebook.named_as(kind, name).map_err(|unknown| {
        let is_shipped = !rulebook.sources.places().contains(&Place::Embedded)
            && rulebook.find(name).is_empty()
            && !Rulebook::embedded_for_answers().find(name).is_empty();
        if is_shipped {
            unknown.help_instead(in_shipped())
        } else {
            unknown
        }
    })
}

/// Where something is that the rulebook at hand has not.
pub fn in_shipped() -> Advice {
    let add = Command::options(["--rules", Place::EMBEDDED]);
    Advice::from("the shipped rulebook has it: add ").then(add)
}
