//! Moving about: hover, definition, references, symbols, folds.

use super::editor::{CHART as CHART_TEXT, Editor, PACK, TOPIC as TOPIC_TEXT};
use super::{CHART, TOPIC};
use insta::assert_snapshot;
use serde_json::{Value, json};

fn hover(path: &str, piece: &str) -> String {
    let mut editor = Editor::new();
    editor.open(TOPIC);
    let told = editor.at("textDocument/hover", path, piece);
    match told["contents"]["value"].as_str() {
        Some(text) => format!("{}{text}", editor.underlined(path, &told["range"])),
        None => "nothing".to_owned(),
    }
}

#[test]
fn what_is_told_of_a_fact_in_a_condition() {
    assert_snapshot!(hover(TOPIC, "ha‸ze is intense"));
}

#[test]
fn what_is_told_of_a_value_and_of_a_unit() {
    assert_snapshot!(hover(TOPIC, "haze is inten‸se"));
    assert_snapshot!(hover(TOPIC, "+1 per 6 he‸xes"));
}

#[test]
fn what_is_told_of_a_cell_of_a_chart() {
    assert_snapshot!(hover(CHART, "[\"clear\", \"gus‸ty"));
}

#[test]
fn what_is_told_of_a_paragraph_and_of_a_key() {
    assert_snapshot!(hover(TOPIC, "cite = \"1.‸1"));
    assert_snapshot!(hover(TOPIC, "ask‸s = \"What is the weather"));
    assert_snapshot!(hover(CHART, "acr‸oss:"));
}

#[test]
fn from_a_name_to_where_it_is_declared() {
    let mut editor = Editor::new();
    editor.open(TOPIC);
    let mut told = String::new();
    for (path, piece) in [
        (CHART, "down: \"weather-‸dr"),
        (CHART, "answers: \"wea‸ther"),
        (CHART, "normal..inte‸nse"),
        (CHART, "cite: \"‸1"),
        (TOPIC, "sum of D‸RM"),
        (TOPIC, "intense | 13    | +2‸"),
    ] {
        let places = editor.at("textDocument/definition", path, piece);
        told.push_str(&format!("{piece}\n{}", editor.places(&places)));
    }
    assert_snapshot!(told);
}

#[test]
fn all_that_names_a_thing() {
    let mut editor = Editor::new();
    editor.open(TOPIC);
    let places = editor.at("textDocument/references", TOPIC, "ha‸ze is intense");
    assert_snapshot!(editor.places(&places));
    let here = editor.at("textDocument/documentHighlight", TOPIC, "haze is inten‸se");
    let marks: String = here
        .as_array()
        .unwrap()
        .iter()
        .map(|own| editor.underlined(TOPIC, &own["range"]))
        .collect();
    assert_snapshot!(marks);
}

/// The names of an outline, each with what it is, those within others further in.
fn names(symbols: &Value, level: usize) -> String {
    let symbol = |own: &Value| {
        let (name, detail) = (
            own["name"].as_str().unwrap(),
            own["detail"].as_str().unwrap_or_default(),
        );
        let line = own.pointer("/range/start/line").unwrap();
        let end = own.pointer("/range/end/line").unwrap();
        format!(
            "{}{detail} {name}  {line}..{end}\n{}",
            "  ".repeat(level),
            names(&own["children"], level + 1)
        )
    };
    symbols
        .as_array()
        .into_iter()
        .flatten()
        .map(symbol)
        .collect()
}

#[test]
fn the_outline_of_a_file() {
    let mut editor = Editor::new();
    editor.open(TOPIC);
    let topic = editor.of_file("textDocument/documentSymbol", TOPIC);
    let chart = editor.of_file("textDocument/documentSymbol", CHART);
    assert_snapshot!(format!("{}{}", names(&topic, 0), names(&chart, 0)));
}

#[test]
fn a_thing_is_found_by_some_of_its_letters() {
    let mut editor = Editor::new();
    editor.open(TOPIC);
    let found = editor.ask("workspace/symbol", json!({ "query": "wthr" }));
    let names = found.as_array().unwrap().iter().map(|own| {
        format!(
            "{} ({})\n",
            own["name"].as_str().unwrap(),
            own["containerName"].as_str().unwrap()
        )
    });
    assert_snapshot!(names.collect::<String>());
}

#[test]
fn what_can_be_folded() {
    let mut editor = Editor::new();
    editor.open(TOPIC);
    let folds = editor.of_file("textDocument/foldingRange", TOPIC);
    let lines = folds
        .as_array()
        .unwrap()
        .iter()
        .map(|own| format!("{}..{} ", own["startLine"], own["endLine"]));
    assert_snapshot!(lines.collect::<String>());
}

#[test]
fn columns_are_counted_as_the_editor_counts_them() {
    let odd = "[fact]\nwind = { domain = \"bool\", means = \"𝔴 Ä\" } # 𝔴\n[question.calm]\ncite = \"1\"\nasks = \"𝔴\"\nanswer = \"bool\"\ngives = \"not 'ä' is 'ä' or not wind\"\n";
    for (encodings, column) in [
        (json!(["utf-8"]), 33),
        (json!(["utf-16"]), 31),
        (Value::Null, 31),
    ] {
        let capabilities = json!({ "general": { "positionEncodings": encodings } });
        let pack = super::editor::PACK;
        let mut editor = Editor::of(
            &[("haze/pack.toml", pack), ("haze/10.toml", odd)],
            capabilities,
        );
        editor.open("haze/10.toml");
        let uri = editor.uri("haze/10.toml");
        let place = json!({ "line": 6, "character": column });
        let told = editor.ask(
            "textDocument/definition",
            json!({ "textDocument": { "uri": uri }, "position": place }),
        );
        assert_eq!(
            told[0]["range"]["start"],
            json!({ "line": 1, "character": 0 }),
            "{encodings}"
        );
    }
}

#[test]
fn from_an_erratum_to_what_it_changes() {
    let errata = "haze/errata/club.toml";
    let text = "[erratum.one]\nsource = \"x\"\nstatus = \"official\"\nsays = \"y\"\nchange = [{ at = \"haze/weather[2, none]\", was = \"mud\", now = \"clear\" }]\n\n[erratum.two]\nsource = \"x\"\nstatus = \"disputed\"\nsays = \"z\"\nsupersedes = [\"one\"]\n";
    let mut editor = Editor::with(&[
        ("haze/pack.toml", PACK),
        (TOPIC, TOPIC_TEXT),
        (CHART, CHART_TEXT),
        (errata, text),
    ]);
    editor.open(errata);
    let mut told = String::new();
    for piece in ["weather[2, no‸ne]", "supersedes = [\"o‸ne"] {
        let places = editor.at("textDocument/definition", errata, piece);
        told += &format!("{piece}\n{}", editor.places(&places));
    }
    let hover = editor.at("textDocument/hover", errata, "weather[2, no‸ne]");
    told += hover["contents"]["value"].as_str().unwrap();
    assert_snapshot!(told);
}

#[test]
fn what_is_told_of_a_rule() {
    let mut editor = Editor::new();
    editor.open(TOPIC);
    let hover = editor.at("textDocument/hover", TOPIC, "FRU bey‸ond 6");
    assert_snapshot!(hover["contents"]["value"].as_str().unwrap());
}
