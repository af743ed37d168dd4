//! What `--format json` writes is valid by the schema that `chartroom schema` prints, and the schemas themselves are pinned:
//! a change of one is a change for the programs that read it.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use common::chartroom;

/// Commands, each with the schema of its output.
const OUTPUTS: &[(&str, &str)] = &[
    ("card", "card scenario weather=mud month=oct region=europe"),
    (
        "card",
        "card scenario weather=mud-and-overcast --reading e3/mud-in-rain=wet morale=7",
    ),
    ("cards", "card"),
];

#[test]
fn every_output_is_valid_by_its_schema() {
    for (name, command) in OUTPUTS {
        let schema = chartroom(&["schema", name]).json();
        let mut words: Vec<&str> = command.split(' ').collect();
        words.extend(["--format", "json"]);
        let written = chartroom(&words).json();
        let validator = jsonschema::draft202012::new(&schema).unwrap();
        let errors: Vec<String> = validator
            .iter_errors(&written)
            .map(|error| format!("{}: {error}", error.instance_path()))
            .collect();
        assert!(errors.is_empty(), "{command}: {}", errors.join("\n"));
    }
}

#[test]
fn every_schema_is_tried_by_an_output() {
    let listed = chartroom(&["schema"]).out;
    let names = listed
        .lines()
        .filter_map(|line| line.split_whitespace().next());
    for name in names {
        assert!(
            OUTPUTS.iter().any(|(own, _)| *own == name),
            "no output of {name} is tried"
        );
    }
}

#[test]
fn no_schema_changes_unseen() {
    let listed = chartroom(&["schema"]).out;
    for name in listed
        .lines()
        .filter_map(|line| line.split_whitespace().next())
    {
        insta::assert_snapshot!(name, chartroom(&["schema", name]).out);
    }
}
