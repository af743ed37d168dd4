//! Dice: rolls by seed and by hand, exact odds against enumeration and simulation, games that are saved and resumed.

mod command;
mod excluded;
mod found;
use crate::common;
mod generator;
mod given;
mod interval;
mod large;
mod odds;
mod several;
mod shown;
mod until;
mod usual;
mod vocabulary;

use chartroom::model::{Model, QuestionId, VariableId};
use chartroom::rulebook::Rulebook;

/// The rulebook of small texts, with a head for the pack.
fn small(toml: &str, ron: &str) -> Rulebook {
    let head = "id = \"sample\"\ngame = \"sample\"\ntitle = \"Sample\"\n";
    let mut texts = vec![
        ("sample/pack.toml".to_owned(), head.to_owned()),
        ("sample/rules.toml".to_owned(), toml.to_owned()),
    ];
    if !ron.is_empty() {
        texts.push(("sample/rules.ron".to_owned(), ron.to_owned()));
    }
    Rulebook::texts(texts)
}

/// The one game of a rulebook that has no errors.
fn model(rulebook: &Rulebook) -> &Model {
    assert!(!rulebook.has_errors(), "{:#?}", rulebook.diagnostics);
    &rulebook.games[0]
}

/// Everything found in a rulebook, proofs included: code and message.
fn findings(rulebook: &Rulebook) -> Vec<String> {
    common::found(rulebook)
        .iter()
        .map(|found| format!("{}: {}", found.code, found.message))
        .collect()
}

fn question(model: &Model, name: &str) -> QuestionId {
    model.question_names[name]
}

fn fact(model: &Model, name: &str) -> VariableId {
    model.variable_names[name]
}
