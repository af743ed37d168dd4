//! What is tried, and what the worked examples exercise.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "a test fails by panicking")]

use chartroom::analysis::coverage::{DatumKind, Paragraph, coverage};
use chartroom::rulebook::Rulebook;
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn run(rules: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_chartroom")).args(arguments).arg("--rules").arg(rules).output().unwrap()
}

fn sample(arguments: &[&str]) -> Output {
    run(Path::new("tests/rules"), arguments)
}

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// The paragraphs of a rulebook of one pack whose only topic is this.
fn paragraphs(topic: &str) -> Vec<Paragraph> {
    let pack = "id = \"sample\"\ngame = \"sample\"\n[paragraphs]\nS1 = \"One\"\n";
    let rulebook = Rulebook::texts([("sample/pack.toml", pack), ("sample/topic.toml", topic)]);
    assert!(!rulebook.has_errors(), "{:#?}", rulebook.diagnostics);
    assert!(rulebook.prove().iter().all(|proof| proof.diagnostics.is_empty()));
    coverage(&rulebook.games[0], &rulebook.sources)
}

/// What is not exercised, in words.
fn open(topic: &str) -> Vec<String> {
    let all = paragraphs(topic);
    let data = all.iter().flat_map(|paragraph| &paragraph.data);
    data.filter(|datum| !datum.exercised).map(|datum| datum.says.clone()).collect()
}

#[test]
fn what_is_tried_is_told_by_section() {
    let output = sample(&["test"]);
    assert_eq!(output.status.code(), Some(0));
    insta::assert_snapshot!("tried", out(&output));
    let json: Value = serde_json::from_str(&out(&sample(&["test", "tides", "--format", "json"]))).unwrap();
    assert_eq!(json["version"], 1);
    assert_eq!(
        (json["examples"].as_u64(), json["laws"].as_u64(), json["failed"].as_u64()),
        (Some(6), Some(1), Some(0))
    );
    assert_eq!(json["sections"][0]["tests"][0]["outcome"], "holds");
}

#[test]
fn what_fails_is_underlined_and_fails_the_command() {
    let folder = tempfile::tempdir().unwrap();
    let pack = folder.path().join("sample/waves");
    fs::create_dir_all(&pack).unwrap();
    fs::write(pack.join("pack.toml"), "id = \"waves\"\ngame = \"sample\"\n").unwrap();
    let topic = r#"
[fact.surf]
domain = "0..=3"

[question.waves]
cite   = "S1"
from   = ["surf"]
answer = "number"
gives  = "2 * surf"

[[example]]
cite   = "S1 EX"
given  = { surf = "0..2" }
ask    = "waves"
expect = "2"
"#;
    fs::write(pack.join("waves.toml"), topic).unwrap();
    let output = run(folder.path(), &["test"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(out(&output).contains("1 example and 0 laws tried: 1 failed"), "{}", out(&output));
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains("`waves` gives 0, not 2") && error.contains("^"), "{error}");
}

#[test]
fn coverage_tells_each_paragraph() {
    let output = sample(&["coverage", "tides"]);
    assert_eq!(output.status.code(), Some(1), "two paragraphs are not accounted for");
    insta::assert_snapshot!("coverage_human", out(&output));
    let json: Value = serde_json::from_str(&out(&sample(&["coverage", "tides", "--format", "json"]))).unwrap();
    let all = json["paragraphs"].as_array().unwrap();
    let told: Vec<(&str, &str)> =
        all.iter().map(|entry| (entry["paragraph"].as_str().unwrap(), entry["status"].as_str().unwrap())).collect();
    let expected = [
        ("T1", "unexplained"),
        ("T1.1", "partly-exercised"),
        ("T1.2", "partly-exercised"),
        ("T2", "partly-exercised"),
        ("T2.1", "partly-exercised"),
        ("T2.2", "partly-exercised"),
        ("T3", "nothing-to-compute"),
        ("T4", "unexplained"),
    ];
    assert_eq!(told, expected);
}

#[test]
fn coverage_can_be_demanded() {
    let output = sample(&["coverage", "roads"]);
    assert_eq!(output.status.code(), Some(0));
    let output = sample(&["coverage", "roads", "--min", "50"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8(output.stderr).unwrap().contains("examples exercise 0% of the data, less than 50%"));
}

const HAZE: &str = r#"
[fact.range]
domain = "0..=60"

[fact.aerial]
domain = "bool"

[fact.dusty]
domain = "bool"

[fact.rain]
domain = "bool"

[question.hazy]
cite    = "S1"
from    = ["range", "rain"]
answer  = "bool"
combine = "any"

[[rule]]
answers = "hazy"
cite    = "S1"
when    = "range >= 12"
except  = [{ cite = "S1", when = "rain" }]

[question.haze]
cite   = "S1"
from   = ["range", "aerial", "dusty", "rain"]
answer = "number"
combine = "sum"

[[rule]]
answers = "haze"
cite    = "S1"
when    = "hazy"
gives   = "+1"
except  = [{ cite = "S1", when = "aerial", gives = "+2", except = [{ cite = "S1", when = "range = 60", gives = "+3" }] }]

[[rule]]
answers = "haze"
cite    = "S1"
when    = "dusty"
gives   = "+4"
"#;

fn with_example(given: &str, expect: &str) -> String {
    format!("{HAZE}\n[[example]]\ncite = \"S1 EX\"\ngiven = {{ {given} }}\nask = \"haze\"\nexpect = \"{expect}\"\n")
}

#[test]
fn an_exception_that_takes_a_rules_place_is_exercised_and_the_rule_is_not() {
    let topic = with_example("range = \"20\", aerial = \"yes\", dusty = \"no\", rain = \"no\"", "+2");
    assert_eq!(open(&topic), ["nothing when rain", "+1 when hazy", "+3 when range = 60", "+4 when dusty"]);
}

#[test]
fn what_keeps_a_rule_from_applying_is_exercised_too() {
    let topic = with_example("range = \"20\", aerial = \"no\", dusty = \"no\", rain = \"yes\"", "0");
    assert!(!open(&topic).contains(&"nothing when rain".to_owned()), "{:?}", open(&topic));
}

#[test]
fn every_situation_of_a_range_counts() {
    let topic = with_example("range = \"0..11\", aerial = \"any\", dusty = \"yes\", rain = \"any\"", "4");
    assert_eq!(open(&topic).len(), 5, "{:?}", open(&topic));
    let topic = with_example("range = \"60\", aerial = \"yes\", dusty = \"yes\", rain = \"no\"", "7");
    assert_eq!(open(&topic), ["nothing when rain", "+1 when hazy", "+2 when aerial"]);
}

#[test]
fn every_paragraph_of_the_shipped_packs_is_accounted_for() {
    let rulebook = Rulebook::embedded();
    for model in &rulebook.games {
        let open: Vec<String> = coverage(model, &rulebook.sources)
            .iter()
            .filter(|paragraph| paragraph.data.is_empty() && !paragraph.cited.any() && paragraph.reason.is_none())
            .map(|paragraph| paragraph.number.clone())
            .collect();
        assert!(open.is_empty(), "{open:?}");
    }
}

#[test]
fn a_cell_is_a_datum_of_its_own() {
    let rulebook = Rulebook::folder(Path::new("tests/rules"));
    let shore = rulebook.games.iter().find(|model| model.game == "shore").unwrap();
    let all = coverage(shore, &rulebook.sources);
    let table = all.iter().find(|paragraph| paragraph.number == "T1.1").unwrap();
    assert_eq!(table.count(DatumKind::Cell), (1, 15));
}
