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
