//! Writing: completion, signature, rename, code actions.

use super::editor::{CHART as CHART_TEXT, Editor, PACK, TOPIC as TOPIC_TEXT};
use super::{CHART, TOPIC};
use insta::assert_snapshot;
use serde_json::{Value, json};

const ERRATA: &str = "haze/errata/club.toml";

/// An erratum that applies, and one that does not.
const ERRATA_TEXT: &str = r#"[erratum.gusty]
source = "the club"
status = "official"
says = "DR 2 in haze"
[[erratum.gusty.change]]
at = "haze/weather[2, normal..intense]"
was = "mud"
now = "gusty"

[erratum.more-haze]
source = "somebody"
status = "disputed"
says = "less haze"
[[erratum.more-haze.change]]
at = "haze/haze-drm#1.1.when"
was = "haze is intense"
now = "haze is normal"
"#;

fn editor() -> Editor {
    let topic = TOPIC_TEXT.replace("\n[question.weather]", "\n[[rule]]\nanswers = \"haze-drm\"\nwhen = \"haze is normal\"\ngives = \"+0\"\n\n[question.weather]");
    Editor::with(&[
        ("haze/pack.toml", PACK),
        (TOPIC, &topic),
        (CHART, CHART_TEXT),
        (ERRATA, ERRATA_TEXT),
    ])
}

/// What is offered at a caret, after the text is written: at most so many, each with its detail.
fn offered(path: &str, old: &str, new: &str) -> String {
    let mut editor = editor();
    editor.open(path);
    editor.findings();
    editor.replace(path, old, &new.replace('‸', ""));
    let items = editor.at("textDocument/completion", path, new);
    let all = items.as_array().unwrap_or_else(|| panic!("{items}"));
    let item = |own: &Value| {
        let detail = own["detail"].as_str().unwrap_or_default();
        format!("{}  {detail}\n", own["label"].as_str().unwrap())
    };
    let shown: String = all.iter().take(9).map(item).collect();
    let more = all.len().saturating_sub(9);
    format!(
        "{new}\n{shown}{}",
        if more > 0 {
            format!("and {more} more\n")
        } else {
            String::new()
        }
    )
}

#[test]
fn values_of_the_fact_that_a_condition_compares_come_first() {
    let mut told = offered(
        TOPIC,
        "when = \"haze is normal\"",
        "when = \"haze is not ‸\"",
    );
    told += &offered(TOPIC, "haze is intense |", "haze in {normal, ‸} |");
    told += &offered(TOPIC, "gives = \"+0\"", "gives = \"‸\"");
    assert_snapshot!(told);
}

#[test]
fn cells_and_keys_of_tables_and_charts() {
    let mut told = offered(
        TOPIC,
        "12         | normal | gusty",
        "12         | n‸ | gusty",
    );
    told += &offered(
        TOPIC,
        "12         | normal | gusty",
        "12         | normal | g‸",
    );
    told += &offered(
        CHART,
        r#"columns: ["none", "normal..intense"]"#,
        r#"columns: ["none", "‸"]"#,
    );
    told += &offered(CHART, r#"("2", ["mud", "mud"])"#, r#"("2", ["mud", "‸"])"#);
    told += &offered(CHART, r#"down: "weather-dr""#, r#"down: "‸""#);
    assert_snapshot!(told);
}

#[test]
fn paragraphs_questions_units_and_statuses() {
    let mut told = offered(TOPIC, "cite = \"1.1\"", "cite = \"‸\"");
    told += &offered(CHART, "answers: \"weather\"", "answers: \"‸\"");
    told += &offered(TOPIC, "unit = \"hexes\"", "unit = \"‸\"");
    told += &offered(ERRATA, "status = \"disputed\"", "status = \"‸\"");
    assert_snapshot!(told);
}

#[test]
fn keys_with_what_they_are_for() {
    let mut told = offered(
        TOPIC,
        "asks = \"What is the weather?\"",
        "asks = \"What is the weather?\"\no‸",
    );
    told += &offered(CHART, "rows: [", "‸ rows: [");
    told += &offered(TOPIC, "[question.weather]", "[‸\n[question.weather]");
    assert_snapshot!(told);
}

#[test]
fn an_address_comes_with_the_old_value() {
    let mut editor = editor();
    editor.open(ERRATA);
    editor.findings();
    editor.replace(ERRATA, "was = \"mud\"\nnow", "now");
    let items = editor.at("textDocument/completion", ERRATA, "at = \"haze/‸weather[2");
    let cell = items
        .as_array()
        .unwrap()
        .iter()
        .find(|own| own["label"] == "haze/weather-chart[3..9, none]")
        .unwrap();
    let mut edits = cell["additionalTextEdits"].clone();
    assert_snapshot!(
        editor
            .edited(ERRATA, &edits)
            .lines()
            .skip(4)
            .take(4)
            .collect::<Vec<_>>()
            .join("\n")
    );
    edits = json!([]);
    assert!(edits.as_array().unwrap().is_empty());
}

#[test]
fn how_a_rate_goes_on() {
    let mut editor = editor();
    editor.open(TOPIC);
    let told = editor.at(
        "textDocument/signatureHelp",
        TOPIC,
        "+1 per 6 hexes FRU beyond ‸6",
    );
    let part = told["activeParameter"].as_u64().unwrap() as usize;
    let own = &told["signatures"][0];
    assert_snapshot!(format!(
        "{}\n{}: {}",
        own["label"], own["parameters"][part]["label"], own["parameters"][part]["documentation"]
    ));
}

/// What a new name changes.
fn renamed(path: &str, piece: &str, new: &str) -> String {
    let mut editor = editor();
    std::fs::create_dir_all(editor.root().join("haze/pins")).unwrap();
    editor.open(path);
    let mut params = editor.caret(path, piece);
    params["newName"] = json!(new);
    let edit = editor.ask("textDocument/rename", params);
    match edit.get("refused") {
        Some(why) => why.as_str().unwrap().to_owned(),
        None => editor.changed(&edit),
    }
}

#[test]
fn a_fact_has_another_name_in_every_file() {
    assert_snapshot!(renamed(TOPIC, "ha‸ze is intense", "shimmer"));
}

#[test]
fn a_value_and_a_question_have_other_names_in_charts_and_errata() {
    assert_snapshot!(renamed(TOPIC, "haze is inten‸se", "fierce"));
    assert_snapshot!(renamed(CHART, "answers: \"wea‸ther", "sky"));
    assert_snapshot!(renamed(CHART, "[\"clear\", \"gus‸ty\"]", "windy"));
}

#[test]
fn a_name_that_is_taken_or_is_none_is_refused() {
    let mut told = renamed(TOPIC, "ha‸ze is intense", "range") + "\n";
    told += &(renamed(TOPIC, "ha‸ze is intense", "Heat Haze") + "\n");
    told += &(renamed(TOPIC, "haze is inten‸se", "normal") + "\n");
    assert_snapshot!(told);
}

#[test]
fn pins_that_were_right_are_written_anew() {
    let mut editor = editor();
    let folder = editor.root().display().to_string();
    let ran = super::super::common::chartroom(&["test", "--accept", "--rules", &folder]);
    assert_eq!(ran.code, 0, "{}", ran.both());
    editor.open(TOPIC);
    let mut params = editor.caret(TOPIC, "ha‸ze is intense");
    params["newName"] = json!("shimmer");
    let edit = editor.ask("textDocument/rename", params);
    let pins = editor.uri("haze/pins/10-haze.txt");
    let text = edit["changes"][&pins][0]["newText"].as_str().unwrap();
    assert!(text.contains("shimmer is intense"), "{text}");
}

/// The actions at a caret, by their titles, and what the one of a title changes.
fn done(editor: &mut Editor, path: &str, piece: &str, title: &str) -> String {
    let caret = editor.caret(path, piece);
    let place = &caret["position"];
    let params = json!({
        "textDocument": caret["textDocument"], "range": { "start": place, "end": place },
        "context": { "diagnostics": [] },
    });
    let actions = editor.ask("textDocument/codeAction", params);
    let actions = actions.as_array().unwrap();
    let titles: Vec<&str> = actions
        .iter()
        .map(|own| own["title"].as_str().unwrap())
        .collect();
    let action = actions
        .iter()
        .find(|own| own["title"] == title)
        .unwrap_or_else(|| panic!("{titles:?}"));
    editor.changed(&action["edit"])
}

#[test]
fn a_finding_is_mended() {
    let mut editor = editor();
    editor.open(TOPIC);
    editor.replace(TOPIC, "haze is intense", "haze is intens");
    editor.findings();
    assert_snapshot!(done(
        &mut editor,
        TOPIC,
        "haze is int‸ens",
        "write `intense`"
    ));
}

#[test]
fn rows_are_sorted_and_split() {
    let mut editor = editor();
    editor.open(CHART);
    assert_snapshot!(done(
        &mut editor,
        CHART,
        "(\"3.‸.9",
        "split into a row each"
    ));
    editor.replace(
        CHART,
        "(\"2\", [\"mud\", \"mud\"]),\n        (\"3..9\", [\"clear\", \"clear\"])",
        "(\"3..9\", [\"clear\", \"clear\"]),\n        (\"2\", [\"mud\", \"mud\"])",
    );
    assert_snapshot!(done(&mut editor, CHART, "(\"3.‸.9", "sort the rows"));
}

#[test]
fn a_cell_becomes_an_example_and_a_question_is_pinned() {
    let mut editor = editor();
    editor.open(CHART);
    assert_snapshot!(done(
        &mut editor,
        CHART,
        "(\"3..9\", [\"cle‸ar",
        "make this situation an example"
    ));
    assert_snapshot!(done(
        &mut editor,
        TOPIC,
        "asks = \"What is the wea‸ther",
        "pin this answer"
    ));
}

#[test]
fn an_edit_becomes_an_erratum_and_the_book_is_as_it_was() {
    let mut editor = editor();
    editor.open(CHART);
    editor.open(ERRATA);
    editor.findings();
    editor.replace(
        CHART,
        r#"(">= 10", ["clear", "gusty"])"#,
        r#"(">= 10", ["mud", "gusty"])"#,
    );
    editor.findings();
    assert_snapshot!(done(
        &mut editor,
        CHART,
        "(\">= 10\", [\"mu‸d",
        "write the erratum for this edit"
    ));
}
