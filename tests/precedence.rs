//! Precedence between packs is data: the declared winner answers, and the explanation says who gave way; without a declaration
//! two packs that differ are an error that shows both places.

#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test fails by panicking"
)]

mod common;

use chartroom::answer::{Evaluator, Why};
use chartroom::diagnostic::Code;
use chartroom::rulebook::Rulebook;
use chartroom::turn::Situation;
use chartroom::value::Value;

const BASE: &str = r#"
id = "base"
game = "sample"

[unit.DRM]
[fact.night]
domain = "bool"
[fact.storm]
domain = "bool"
[question.spotting]
cite   = "1.1"
from   = ["night", "storm"]
answer = "DRM"
otherwise = "+0"
[[rule]]
answers = "spotting"
cite    = "1.1"
when    = "night"
gives   = "+1"
"#;

fn rulebook(head: &str, third: &str) -> Rulebook {
    let house = format!(
        "id = \"house\"\ngame = \"sample\"\nrequires = [\"base\"]\n{head}\n[[rule]]\nanswers = \"spotting\"\ncite = \"H1\"\nwhen = \"storm\"\ngives = \"+3\"\n"
    );
    let mut texts = vec![
        ("sample/base/pack.toml", BASE.to_owned()),
        ("sample/house/pack.toml", house),
    ];
    if !third.is_empty() {
        texts.push(("sample/third/pack.toml", third.to_owned()));
    }
    Rulebook::texts(texts)
}

fn spotting(rulebook: &Rulebook, night: u32, storm: u32) -> (Option<Value>, Vec<Why>) {
    let model = &rulebook.games[0];
    let mut situation = Situation::new(model);
    situation.set(model.variable_names["night"], Some(night));
    situation.set(model.variable_names["storm"], Some(storm));
    let why = Evaluator::new(model).explain(model.question_names["spotting"], &situation);
    (
        why.answer.and_then(|leaf| leaf.value().cloned()),
        why.passed.into_iter().map(|passed| passed.why).collect(),
    )
}

fn number(number: i64) -> Option<Value> {
    Some(Value::Number(number.into()))
}

#[test]
fn the_declared_winner_answers_and_the_other_gives_way() {
    let rulebook = rulebook("over = [{ pack = \"base\", cite = \"H0\" }]", "");
    assert!(rulebook.prove()[0].diagnostics.is_empty());
    assert_eq!(spotting(&rulebook, 1, 0).0, number(1));
    let (answer, passed) = spotting(&rulebook, 1, 1);
    assert_eq!(answer, number(3));
    assert!(
        passed
            .iter()
            .any(|why| matches!(why, Why::GaveWay { cite, .. } if cite == "H0")),
        "{passed:?}"
    );
}

#[test]
fn packs_that_differ_without_a_declaration_are_an_error_at_both_places() {
    let rulebook = rulebook("", "");
    let proof = &rulebook.prove()[0];
    let codes: Vec<Code> = proof.diagnostics.iter().map(|found| found.code).collect();
    assert_eq!(codes, [Code::PackConflict]);
    insta::assert_snapshot!(common::told(&proof.diagnostics, &rulebook.sources));
}

#[test]
fn precedence_reaches_over_a_pack_between() {
    let third = "id = \"third\"\ngame = \"sample\"\nrequires = [\"base\", \"house\"]\nover = [{ pack = \"house\", cite = \"T0\" }]\n\n[[rule]]\nanswers = \"spotting\"\ncite = \"T1\"\nwhen = \"night and storm\"\ngives = \"+5\"\n";
    let rulebook = rulebook("over = [{ pack = \"base\", cite = \"H0\" }]", third);
    assert!(rulebook.prove()[0].diagnostics.is_empty());
    assert_eq!(spotting(&rulebook, 1, 1).0, number(5));
    assert_eq!(spotting(&rulebook, 0, 1).0, number(3));
    assert_eq!(spotting(&rulebook, 1, 0).0, number(1));
}

#[test]
fn two_packs_that_define_one_name_are_an_error_at_both_places() {
    let twice = BASE
        .replace("id = \"base\"", "id = \"again\"")
        .replace("[unit.DRM]", "");
    let rulebook = Rulebook::texts([
        ("sample/base/pack.toml", BASE.to_owned()),
        ("sample/again/pack.toml", twice),
    ]);
    assert!(
        rulebook
            .diagnostics
            .iter()
            .all(|found| found.code == Code::DuplicateName && found.labels.len() == 2)
    );
    assert_eq!(rulebook.diagnostics.len(), 3);
}
