//! Precedence between packs is data: the declared winner answers, and the explanation says who gave way; without a declaration
//! two packs that differ are an error that shows both places.

use crate::common;

use chartroom::answer::{Asker, Evaluator, Ruling, Why};
use chartroom::diagnostic::{Code, Severity};
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
        why.leaf.and_then(|leaf| leaf.value().cloned()),
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
            .any(|why| matches!(why, Why::GaveWay { by, .. } if by == "H0")),
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

/// Each way to combine: the answers of the pack below and of the one above, what is answered by night in a storm, and what where
/// the one above adds `beside` it.
const WAYS: [(&str, &str, &str, &str, &str, &str); 6] = [
    ("any", "bool", "yes", "no", "no", "yes"),
    ("all", "bool", "no", "yes", "yes", "no"),
    ("sum", "DRM", "+2", "+5", "+5", "+7"),
    ("least", "DRM", "+2", "+5", "+5", "+2"),
    ("greatest", "DRM", "+7", "+5", "+5", "+7"),
    (
        "union",
        "set of rope | spade",
        "rope",
        "spade",
        "{spade}",
        "{rope, spade}",
    ),
];

fn by_night_in_a_storm(way: &(&str, &str, &str, &str, &str, &str), beside: bool) -> String {
    let (combine, answer, below, above, ..) = way;
    let words = "game = \"sample\"\n[unit.DRM]\n[fact.night]\ndomain = \"bool\"\n[fact.storm]\ndomain = \"bool\"\n";
    let base = format!(
        "id = \"base\"\n{words}[question.q]\nanswer = \"{answer}\"\ncombine = \"{combine}\"\n[[rule]]\nanswers = \"q\"\nwhen = \"night\"\ngives = \"{below}\"\n"
    );
    let house = format!(
        "id = \"house\"\ngame = \"sample\"\nrequires = [\"base\"]\nover = [{{ pack = \"base\", cite = \"H0\" }}]\n[[rule]]\nanswers = \"q\"\nwhen = \"storm\"\ngives = \"{above}\"\nbeside = {beside}\n"
    );
    let rulebook = Rulebook::texts([
        ("sample/base/pack.toml", base),
        ("sample/house/pack.toml", house),
    ]);
    assert!(
        rulebook.diagnostics.is_empty(),
        "{:?}",
        rulebook.diagnostics
    );
    let model = &rulebook.games[0];
    let mut situation = Situation::new(model);
    situation.set(model.variable_names["night"], Some(1));
    situation.set(model.variable_names["storm"], Some(1));
    let id = model.question_names["q"];
    let (asked, _) = Asker::new(model).ask(id, &mut situation);
    let Ruling::Value(value) = asked else {
        panic!("{asked:?}")
    };
    let plain = Evaluator::new(model).question(id, &situation);
    assert_eq!(
        plain.and_then(|leaf| leaf.value().cloned()),
        Some(value.clone()),
        "{combine}"
    );
    value.show(&model.words, *answer == "DRM")
}

#[test]
fn the_declared_winner_silences_the_other_whatever_the_combination() {
    for way in &WAYS {
        assert_eq!(by_night_in_a_storm(way, false), way.4, "{}", way.0);
    }
}

#[test]
fn a_rule_beside_the_others_adds_to_them() {
    for way in &WAYS {
        assert_eq!(by_night_in_a_storm(way, true), way.5, "{}", way.0);
    }
}

#[test]
fn a_rule_that_another_pack_brings_in_vain_is_a_finding() {
    let vain = "id = \"vain\"\ngame = \"sample\"\nrequires = [\"base\"]\n\n[[rule]]\nanswers = \"spotting\"\ncite = \"V1\"\nwhen = \"night and storm\"\ngives = \"+1\"\n";
    let rulebook = Rulebook::texts([
        ("sample/base/pack.toml", BASE),
        ("sample/vain/pack.toml", vain),
    ]);
    let proof = &rulebook.prove()[0];
    let codes: Vec<Code> = proof.diagnostics.iter().map(|found| found.code).collect();
    assert_eq!(codes, [Code::NeverApplies]);
}

/// What is told of a question with two rules: the combination, what the first gives by night, the second by night in a storm.
fn told_of(answer: &str, first: &str, second: &str) -> Vec<(Code, Severity)> {
    let text = format!(
        "id = \"own\"\ngame = \"sample\"\n[unit.DRM]\n[fact.night]\ndomain = \"bool\"\n[fact.storm]\ndomain = \"bool\"\n\
         [question.moonlight]\ncite = \"2\"\nasks = \"How much?\"\nanswer = \"DRM\"\ngives = \"+0\"\n\
         [question.spotting]\ncite = \"1\"\nasks = \"What?\"\nanswer = \"{answer}\"\n\
         rules = \"\"\"\nwhen | gives\nnight | {first}\nnight and storm | {second}\n\"\"\"\n"
    );
    let rulebook = Rulebook::texts([("sample/own/pack.toml", text.as_str())]);
    let proof = &rulebook.prove()[0];
    let found = proof.diagnostics.iter();
    found.map(|found| (found.code, found.severity)).collect()
}

#[test]
fn a_rule_that_changes_no_answer_is_a_finding_whatever_the_combination() {
    for (answer, first, idle, telling) in [
        ("any", "yes", "yes", None),
        ("all", "no", "no", None),
        ("sum of DRM", "+2", "+0", Some("+1")),
        ("least of DRM\"\notherwise = \"+9", "+2", "+3", Some("+1")),
        (
            "greatest of DRM\"\notherwise = \"+0",
            "+2",
            "+1",
            Some("+3"),
        ),
        ("set of a | b\"\ncombine = \"union", "a", "a", Some("b")),
        ("DRM\"\notherwise = \"+0", "+2", "+2", None),
        // What another question answers may come to matter when that one changes.
        ("sum of DRM", "+2", "moonlight", Some("moonlight")),
    ] {
        let is_live = telling == Some(idle);
        let found = told_of(answer, first, idle);
        // A printed list may well have a line that adds nothing.
        let how = match idle {
            "+0" => Severity::Note,
            _ => Severity::Warning,
        };
        let is_told = found == [(Code::NeverApplies, how)];
        assert_eq!(is_told, !is_live, "{answer}: {found:?}");
        if let Some(telling) = telling {
            assert_eq!(told_of(answer, first, telling), [], "{answer}");
        }
    }
}

#[test]
fn a_rule_that_gives_way_is_no_part_of_the_answer() {
    let sum = BASE.replace("\"DRM\"\notherwise = \"+0\"", "\"sum of DRM\"");
    let house = "id = \"house\"\ngame = \"sample\"\nrequires = [\"base\"]\nover = [{ pack = \"base\", cite = \"H0\" }]\n[[rule]]\nanswers = \"spotting\"\ncite = \"H1\"\nwhen = \"storm\"\ngives = \"+3\"\n";
    let book = Rulebook::texts([
        ("sample/base/pack.toml", sum.as_str()),
        ("sample/house/pack.toml", house),
    ]);
    for (storm, cites) in [("yes", ["H1"]), ("no", ["1.1"])] {
        let facts = [("night", "yes"), ("storm", storm)];
        let answer = book.ask("spotting").facts(facts).unwrap().answer().unwrap();
        let parts: Vec<String> = answer.parts().map(|part| part.cite().to_owned()).collect();
        assert_eq!(parts, cites);
    }
}
