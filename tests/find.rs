//! Finding anything by words: paragraphs, questions, facts, charts, errata, best first, with what to type next.

#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test fails by panicking"
)]

mod common;

use common::chartroom;

const RULES: [&str; 2] = ["--rules", "tests/rules"];

fn found(words: &[&str]) -> String {
    let ran = chartroom(&[&["find"], words, &RULES].concat());
    format!("$ chartroom find {}\n{}", words.join(" "), ran.both())
}

/// The names of what is found, best first.
fn names(words: &[&str]) -> Vec<String> {
    let ran = chartroom(&[&["find", "--format", "json"], words, &RULES].concat());
    let found = ran.json()["found"].as_array().unwrap().clone();
    let name = |thing: &serde_json::Value| {
        format!(
            "{} {}",
            thing["kind"].as_str().unwrap(),
            thing["name"].as_str().unwrap()
        )
    };
    found.iter().map(name).collect()
}

#[test]
fn find_shows_what_has_the_words_with_what_to_type_next() {
    let shown = [
        found(&["tide"]),
        found(&["cost", "of", "landing"]),
        found(&["tids", "table"]),
        found(&["zzz"]),
    ];
    insta::assert_snapshot!(shown.join("\n"));
}

#[test]
fn a_paragraph_is_found_by_its_number_with_or_without_its_letter() {
    assert_eq!(names(&["T1.2"])[0], "paragraph T1.2");
    let ran = chartroom(&["find", "--format", "json", "11.623"]);
    assert_eq!(ran.json()["found"][0]["name"], "F11.623");
}

#[test]
fn words_are_found_by_their_stem() {
    let by_stem = names(&["landings"]);
    assert!(by_stem.contains(&"paragraph T2".to_owned()), "{by_stem:?}");
    let ran = chartroom(&["find", "--format", "json", "bogging", "in", "sand"]);
    let found = ran.both();
    assert!(found.contains("sand-bog"), "{found}");
}

#[test]
fn values_of_facts_are_found() {
    let ran = chartroom(&["find", "--format", "json", "grain"]);
    assert!(ran.out.contains("\"fact\""), "{}", ran.out);
}

#[test]
fn what_all_words_stand_in_comes_before_what_has_some() {
    let ran = chartroom(&["find", "--format", "json", "rain", "truck", "mist"]);
    let json = ran.json();
    let whole: Vec<bool> = json["found"]
        .as_array()
        .unwrap()
        .iter()
        .map(|thing| thing["whole"].as_bool().unwrap())
        .collect();
    assert!(whole.is_sorted_by_key(|whole| !whole));
}
