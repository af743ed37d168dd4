//! Findings while a text is written.

use super::editor::{CHART as CHART_TEXT, Editor, PACK, TOPIC as TOPIC_TEXT};
use super::{CHART, TOPIC};
use insta::assert_snapshot;
use serde_json::json;

#[test]
fn a_sound_pack_has_no_finding() {
    let mut editor = Editor::new();
    editor.open(TOPIC);
    assert_eq!(editor.findings(), "");
}

#[test]
fn a_name_that_nobody_declares_is_told_while_it_is_written_and_goes_when_it_is_mended() {
    let mut editor = Editor::new();
    editor.open(TOPIC);
    editor.replace(TOPIC, "haze is intense", "haz is intense");
    assert_snapshot!(editor.findings());
    editor.replace(TOPIC, "haz is intense", "haze is intense");
    assert_eq!(editor.findings(), "");
}

#[test]
fn an_example_that_holds_no_longer_is_told_in_the_file_where_it_stands() {
    let mut editor = Editor::new();
    editor.open(CHART);
    editor.replace(CHART, r#"["clear", "gusty"]"#, r#"["clear", "clear"]"#);
    assert_snapshot!(editor.findings());
}

#[test]
fn a_text_that_cannot_be_read_keeps_its_last_meaning_for_all_others() {
    let mut editor = Editor::new();
    editor.open(TOPIC);
    editor.replace(TOPIC, "[question.weather]", "[question.weather");
    assert_snapshot!(editor.findings());
    let told = editor.at("textDocument/hover", CHART, "down: \"weather-‸dr");
    assert!(
        told["contents"]["value"]
            .as_str()
            .unwrap()
            .contains("for the weather")
    );
    // What stands below the broken line is where it is written now.
    editor.replace(TOPIC, "[question.weather", "\n\n[question.weather");
    let places = editor.at("textDocument/references", CHART, "down: \"weather-‸dr");
    assert_snapshot!(editor.places(&places));
}

#[test]
fn a_proof_that_is_not_made_again_stands_where_nothing_was_written() {
    let mut editor = Editor::new();
    editor.open(TOPIC);
    editor.replace(TOPIC, "13    | +2", "13    | +3");
    let before = editor.findings();
    assert!(before.contains("example-fails"), "{before}");
    editor.replace(TOPIC, "[unit]", "# a line more\n[unit]");
    assert!(editor.findings().contains("example-fails"));
}

#[test]
fn a_file_that_is_new_and_not_saved_is_part_of_its_pack() {
    let mut editor = Editor::with(&[
        ("haze/pack.toml", PACK),
        (TOPIC, TOPIC_TEXT),
        (CHART, CHART_TEXT),
    ]);
    std::fs::remove_file(editor.root().join(CHART)).unwrap();
    editor.open(TOPIC);
    assert!(
        editor.findings().contains("`weather` has no answer"),
        "{}",
        editor.findings()
    );
    editor.open(CHART);
    assert_eq!(editor.findings(), "");
}

/// What cannot be read at all stands at the beginning of the pack, until it can.
#[test]
fn a_file_that_cannot_be_read_is_told_at_the_beginning_of_its_pack() {
    let mut editor = Editor::new();
    let more = editor.root().join("haze/30-more.toml");
    std::fs::write(&more, b"# caf\xe9\n").unwrap();
    editor.open(TOPIC);
    let found = editor.findings();
    assert!(found.starts_with("haze/pack.toml not-utf8: "), "{found}");
    assert!(found.contains("30-more.toml` is not UTF-8"), "{found}");
    std::fs::write(&more, "# coffee\n").unwrap();
    editor.save(TOPIC);
    assert_eq!(editor.findings(), "");
}

#[test]
fn a_finding_leads_to_its_page_and_to_the_other_places_of_it() {
    let mut editor = Editor::new();
    editor.open(CHART);
    for row in [r#"["clear", "clear"]"#, r#"["clear", "gusty"]"#] {
        editor.replace(CHART, row, r#"["clear"]"#);
    }
    editor.replace(CHART, r#"["mud", "mud"]"#, r#"["mud"]"#);
    let findings = editor.raw(CHART);
    let finding = &findings[0];
    assert_eq!(finding["code"], "chart-shape", "{findings}");
    let page = finding["codeDescription"]["href"].as_str().unwrap();
    let page = page.strip_prefix("file://").unwrap();
    assert!(
        std::fs::read_to_string(page)
            .unwrap()
            .contains("chart-shape")
    );
    let other = &finding["relatedInformation"][0];
    assert_eq!(other["message"], "the columns end here", "{findings}");
    let range = &other["location"]["range"];
    assert!(editor.underlined(CHART, range).contains("columns: ["));
}

#[test]
fn an_editor_that_can_show_it_is_told_while_the_packs_are_proved() {
    let begun = |editor: &Editor| {
        let asked = editor.asked.iter();
        let begun = asked.filter(|asked| *asked == "window/workDoneProgress/create");
        begun.count()
    };
    let refresh = json!({ "codeLens": { "refreshSupport": true } });
    let mut editor = Editor::on_a_desk(json!({ "workspace": refresh }));
    editor.open("haze/10-haze.toml");
    editor.listen();
    assert_eq!(begun(&editor), 1);
    // What is written once more is proved once more; what is written as it was is not.
    editor.replace("haze/10-haze.toml", "+1", "+2");
    editor.listen();
    assert_eq!(begun(&editor), 2);
    editor.listen();
    assert_eq!(begun(&editor), 2);
    // An editor that cannot show it is not asked to.
    let window = json!({ "workDoneProgress": false });
    let mut editor = Editor::on_a_desk(json!({ "workspace": refresh, "window": window }));
    editor.open("haze/10-haze.toml");
    editor.wait_for("workspace/codeLens/refresh");
    assert_eq!(begun(&editor), 0);
}
