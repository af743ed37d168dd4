//! What an edit does: the lens over each changed block, against the last commit.

use super::editor::Editor;
use super::{CHART, TOPIC};
use insta::assert_snapshot;
use serde_json::json;
use std::process::Command;

/// Commits the folder as it is.
fn commit(editor: &Editor) {
    for arguments in [
        &["init", "-q"][..],
        &["add", "."],
        &[
            "-c",
            "user.name=a",
            "-c",
            "user.email=a@b",
            "commit",
            "-q",
            "-m",
            "a",
        ],
    ] {
        let git = Command::new("git")
            .args(arguments)
            .current_dir(editor.root())
            .status();
        assert!(git.unwrap().success());
    }
}

/// The lenses of a file, each under the line that it stands over.
fn lenses(editor: &mut Editor, path: &str) -> String {
    let lenses = editor.of_file("textDocument/codeLens", path);
    let lens = |own: &serde_json::Value| {
        let line = editor.underlined(path, &own["range"]);
        format!(
            "{}\n{line}",
            own.pointer("/command/title").unwrap().as_str().unwrap()
        )
    };
    lenses.as_array().into_iter().flatten().map(lens).collect()
}

#[test]
fn a_lens_tells_in_how_many_situations_a_changed_chart_answers_otherwise() {
    let capabilities = json!({ "workspace": { "codeLens": { "refreshSupport": true } } });
    let mut editor = Editor::on_a_desk(capabilities);
    commit(&editor);
    editor.open(CHART);
    editor.replace(
        CHART,
        r#"(">= 10", ["clear", "gusty"])"#,
        r#"(">= 10", ["clear", "mud"])"#,
    );
    editor.wait_for("workspace/codeLens/refresh");
    assert_snapshot!(lenses(&mut editor, CHART));
    let page = editor.ask(
        "workspace/executeCommand",
        json!({
            "command": "chartroom.showEffect", "arguments": [editor.uri(CHART)],
        }),
    );
    assert_snapshot!(page.as_str().unwrap());
    // Without a way to show a document, the page comes as a message.
    editor.wait_for("window/showMessage");
}

#[test]
fn a_lens_tells_that_an_edit_changes_no_answer() {
    let capabilities = json!({ "workspace": { "codeLens": { "refreshSupport": true } } });
    let mut editor = Editor::on_a_desk(capabilities);
    commit(&editor);
    editor.open(TOPIC);
    editor.replace(
        TOPIC,
        "What does the haze add?",
        "How much does the haze add?",
    );
    editor.save(TOPIC);
    editor.wait_for("workspace/codeLens/refresh");
    assert_snapshot!(lenses(&mut editor, TOPIC));
}

#[test]
fn a_lens_tells_what_a_fact_usually_is_now() {
    let capabilities = json!({ "workspace": { "codeLens": { "refreshSupport": true } } });
    let mut editor = Editor::on_a_desk(capabilities);
    commit(&editor);
    editor.open(TOPIC);
    editor.replace(TOPIC, "usually = \"none\"", "usually = \"normal\"");
    editor.wait_for("workspace/codeLens/refresh");
    assert_snapshot!(lenses(&mut editor, TOPIC));
}

#[test]
fn a_file_is_put_into_its_form() {
    let mut editor = Editor::new();
    editor.open(CHART);
    editor.replace(
        CHART,
        r#"("2", ["mud", "mud"]),"#,
        r#"("2",   ["mud","mud"]),"#,
    );
    let edits = editor.of_file("textDocument/formatting", CHART);
    assert!(edits.is_array(), "{edits}");
    assert_snapshot!(editor.edited(CHART, &edits));
}

#[test]
fn a_part_of_a_file_is_put_into_its_form_and_the_rest_stays() {
    let mut editor = Editor::new();
    editor.open(TOPIC);
    let [first, last] = [12, 16].map(|line| json!({ "line": line, "character": 0 }));
    let params = json!({
        "textDocument": { "uri": editor.uri(TOPIC) },
        "range": { "start": first, "end": last },
        "options": { "tabSize": 4, "insertSpaces": true },
    });
    let edits = editor.ask("textDocument/rangeFormatting", params);
    let before = editor.text(TOPIC).to_owned();
    let after = editor.edited(TOPIC, &edits);
    assert_ne!(before, after);
    let parts = |text: &str| {
        let (head, rest) = text.split_once("[question.haze-drm]").unwrap();
        let (own, tail) = rest.split_once("[question.weather]").unwrap();
        [head, own, tail].map(str::to_owned)
    };
    let [[head, _, tail], [head_after, own, tail_after]] =
        [&before, &after].map(|text| parts(text));
    assert_eq!((head, tail), (head_after, tail_after));
    assert_snapshot!(own);
}
