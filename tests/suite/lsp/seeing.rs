//! Seeing: colors of what stands in texts, and hints of what is not written.

use super::editor::Editor;
use super::{CHART, TOPIC};
use insta::assert_snapshot;
use serde_json::json;

#[test]
fn names_values_and_words_of_expressions_have_their_colors() {
    let mut editor = Editor::new();
    editor.open(TOPIC);
    let legend = editor
        .initialized
        .pointer("/capabilities/semanticTokensProvider/legend/tokenTypes")
        .unwrap()
        .clone();
    let tokens = editor.of_file("textDocument/semanticTokens/full", TOPIC);
    let (mut line, mut column, mut told) = (0, 0, String::new());
    for token in tokens["data"].as_array().unwrap().chunks(5) {
        let part: Vec<usize> = token
            .iter()
            .map(|own| own.as_u64().unwrap() as usize)
            .collect();
        column = if part[0] == 0 {
            column + part[1]
        } else {
            part[1]
        };
        line += part[0];
        let text = editor.text(TOPIC).lines().nth(line).unwrap();
        let written: String = text.chars().skip(column).take(part[2]).collect();
        if (12..=21).contains(&line) {
            told += &format!(
                "{} {written} {}\n",
                line + 1,
                legend[part[3]].as_str().unwrap()
            );
        }
    }
    assert_snapshot!(told);
}

#[test]
fn what_is_not_written_is_hinted_at() {
    let mut editor = Editor::new();
    editor.open(TOPIC);
    let mut told = String::new();
    for path in [TOPIC, CHART] {
        let uri = editor.uri(path);
        let range = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 99, "character": 0 } });
        let hints = editor.ask(
            "textDocument/inlayHint",
            json!({ "textDocument": { "uri": uri }, "range": range }),
        );
        for hint in hints.as_array().unwrap() {
            let line = hint["position"]["line"].as_u64().unwrap() as usize;
            let at = hint["position"]["character"].as_u64().unwrap() as usize;
            let text = editor.text(path).lines().nth(line).unwrap();
            told += &format!(
                "{}«{}»{}\n",
                &text[..at],
                hint["label"].as_str().unwrap(),
                &text[at..]
            );
        }
    }
    assert_snapshot!(told);
}

#[test]
fn the_colors_of_some_lines_are_those_of_the_file() {
    let mut editor = Editor::new();
    editor.open(TOPIC);
    let whole = editor.of_file("textDocument/semanticTokens/full", TOPIC);
    let [first, last] = [12, 21].map(|line| json!({ "line": line, "character": 0 }));
    let params = json!({
        "textDocument": { "uri": editor.uri(TOPIC) },
        "range": { "start": first, "end": last },
    });
    let part = editor.ask("textDocument/semanticTokens/range", params);
    let places = |tokens: &serde_json::Value| {
        let mut place = (0, 0);
        let mut places = Vec::new();
        for token in tokens["data"].as_array().unwrap().chunks(5) {
            let [lines, columns] = [&token[0], &token[1]].map(|own| own.as_u64().unwrap());
            place = (
                place.0 + lines,
                if lines == 0 {
                    place.1 + columns
                } else {
                    columns
                },
            );
            places.push((place, token[2].clone(), token[3].clone()));
        }
        places
    };
    let within = places(&whole);
    let within = within
        .into_iter()
        .filter(|((line, _), ..)| (12..21).contains(line));
    assert_eq!(places(&part), within.collect::<Vec<_>>());
}
