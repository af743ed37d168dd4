//! Commands that are suggested instead of the one given, and the options that name the rulebook at hand.

use crate::diagnostic::{Advice, Code, Command, Diagnostic};
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

/// Where something is that the rulebook at hand has not.
pub fn in_shipped() -> Advice {
    let add = Command::options(["--rules", Place::EMBEDDED]);
    Advice::from("the shipped rulebook has it: add ").then(add)
}
