//! Writing: completion, signature, rename, code actions.

use super::editor::{CHART as CHART_TEXT, Editor, PACK, TOPIC as TOPIC_TEXT};
use super::{CHART, TOPIC};
use insta::assert_snapshot;
use serde_json::{Value, json};
use std::fmt::Write as _;

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
    // What is answered was read before.
    editor.of_file("textDocument/documentSymbol", path);
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
    let table = "examples = \"\"\"\nhaze    | range | =\nintense | 13    | +2\nnone    | any   | +0\n\"\"\"";
    for row in [
        "haze = n‸",
        "haze = none | ‸",
        "haze = none | range = 13 | = ‸",
    ] {
        told += &offered(TOPIC, table, &format!("examples = \"{row}\""));
    }
    // Under no question's own header, what is asked is named before its answer.
    for row in ["haze = none | = ‸", "haze = none | = weather = ‸"] {
        let block = format!("[examples.haze-and-more]\nrows = \"{row}\"\n\n[question.weather]");
        told += &offered(TOPIC, "[question.weather]", &block);
    }
    told += &offered(
        CHART,
        r#"columns: ["none", "normal..intense"]"#,
        r#"columns: ["none", "‸"]"#,
    );
    told += &offered(CHART, r#"("2", ["mud", "mud"])"#, r#"("2", ["mud", "‸"])"#);
    told += &offered(CHART, r#"down: "weather-dr""#, r#"down: "‸""#);
    assert_snapshot!(told);
}

/// Each key of a table stands there once; the one at the caret is still offered.
#[test]
fn keys_that_the_table_has_are_not_offered_again() {
    let labels = |new: &str| -> Vec<String> {
        let mut editor = editor();
        editor.open(TOPIC);
        editor.of_file("textDocument/documentSymbol", TOPIC);
        editor.replace(TOPIC, "asks = \"What is", &new.replace('‸', ""));
        let items = editor.at("textDocument/completion", TOPIC, new);
        let items = items.as_array().unwrap().clone();
        let label = |own: &Value| own["label"].as_str().unwrap().to_owned();
        items.iter().map(label).collect()
    };
    let has = |all: &[String], key: &str| all.iter().any(|own| own == key);
    let beside = labels("n‸\nasks = \"What is");
    assert!(
        has(&beside, "note") && has(&beside, "otherwise"),
        "{beside:?}"
    );
    assert!(!has(&beside, "asks") && !has(&beside, "cite"), "{beside:?}");
    let within = labels("a‸sks = \"What is");
    assert!(has(&within, "asks") && !has(&within, "cite"), "{within:?}");
    let inline = labels("except = [{ cite = \"1\", w‸ }]\nasks = \"What is");
    assert!(has(&inline, "when") && !has(&inline, "cite"), "{inline:?}");
}

/// A key that has its sign is replaced as a whole; a table of turns shows states, and a set goes on.
#[test]
fn what_is_there_is_not_written_twice() {
    let mut editor = editor();
    editor.open(TOPIC);
    editor.of_file("textDocument/documentSymbol", TOPIC);
    editor.replace(TOPIC, "asks = \"What is", "as = \"What is");
    let items = editor.at("textDocument/completion", TOPIC, "a‸s = \"What is");
    let items = items.as_array().unwrap();
    let asks = items.iter().find(|own| own["label"] == "asks").unwrap();
    let text = editor.edited(TOPIC, &json!([asks["textEdit"]]));
    assert!(text.contains("\nasks = \"What is"), "{text}");

    let mut told = offered(
        CHART,
        "Chart(",
        "Card(id: \"c\", sections: [(\"a\", [(ask: \"haze-drm with ‸\")])])\nChart(",
    );
    told += &offered(
        TOPIC,
        "[question.weather]",
        "[examples.days]\nprocess = \"days\"\nrows = \"\"\"\nwas haze | = ha‸\n\"\"\"\n\n[question.weather]",
    );
    told += &offered(
        TOPIC,
        "[question.weather]",
        "[examples.days]\nprocess = \"days\"\nrows = \"\"\"\nwas haze | = haze\nn‸\n\"\"\"\n\n[question.weather]",
    );
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
fn names_stand_as_keys_and_heads_those_of_the_question_first() {
    let given = "[[example]]\nask = \"weather\"\n";
    let mut told = String::new();
    for written in [
        "given = { ‸ }",
        "given = { haze = \"‸\" }",
        "expect = \"‸\"",
        "cite = \"‸\"",
    ] {
        let new = format!("{given}{written}\n\n[question.weather]");
        told += &offered(TOPIC, "[question.weather]", &new);
    }
    told += &offered(TOPIC, "weather-dr | haze   | =", "weather-dr | ha‸   | =");
    told += &offered(
        TOPIC,
        "[question.weather]",
        "[usually]\n‸\n[question.weather]",
    );
    told += &offered(
        TOPIC,
        "[question.weather]",
        "[[question.‸]]\n[question.weather]",
    );
    told += &offered(TOPIC, "per 6 hexes", "per 6 ‸");
    told += &offered(TOPIC, "asks = \"What does the haze add?\"", "only = { ‸ }");
    let list =
        "List(id: \"l\", answers: \"weather\", rows: [(\"a\", \"haze is ‸\", \"mud\")])\nChart(";
    told += &offered(CHART, "Chart(", list);
    let list =
        "List(id: \"l\", answers: \"weather\", rows: [(\"a\", \"haze is none\", \"‸\")])\nChart(";
    told += &offered(CHART, "Chart(", list);
    let card = "Card(id: \"c\", sections: [(\"a\", [\"‸\"])])\nChart(";
    told += &offered(CHART, "Chart(", card);
    assert_snapshot!(told);
}

#[test]
fn an_erratum_is_written_with_what_stands_at_its_address() {
    let mut told = offered(ERRATA, "was = \"mud\"", "was = \"‸\"");
    told += &offered(ERRATA, "now = \"gusty\"", "now = \"‸\"");
    told += &offered(ERRATA, "status = \"disputed\"", "supersedes = [\"‸\"]");
    told += &offered(
        ERRATA,
        "[2, normal..intense]\"\nwas = \"mud\"",
        "[>= 10, none]\"\nwas = \"‸\"",
    );
    let add =
        "change = [{ at = \"haze/haze-drm#1.1.except\", add = { ‸ } }]\n\n[erratum.more-haze]";
    told += &offered(
        ERRATA,
        "[erratum.more-haze]",
        &format!("[erratum.third]\n{add}"),
    );
    assert_snapshot!(told);
    let mut editor = editor();
    let whole = format!(
        "{ERRATA_TEXT}\n[erratum.short]\nsource = \"x\"\nstatus = \"open\"\nsays = \"y\"\nchange = [{{ at = \"haze/we\" }}]\n"
    );
    editor.open(ERRATA);
    editor.findings();
    editor.write(ERRATA, &whole);
    let items = editor.at("textDocument/completion", ERRATA, "at = \"haze/we‸\"");
    let cell = items
        .as_array()
        .unwrap()
        .iter()
        .find(|own| own["label"] == "haze/weather-chart[2, none]");
    let cell = cell.unwrap();
    let edits = json!([cell["textEdit"], cell["additionalTextEdits"][0]]);
    let text = editor.edited(ERRATA, &edits);
    let line = text.lines().find(|line| line.starts_with("change"));
    assert_eq!(
        line.unwrap(),
        "change = [{ at = \"haze/weather-chart[2, none]\", was = \"mud\" }]"
    );
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
fn a_name_is_another_in_the_guide_too() {
    let guide = "\n[guide]\nmoment = [\"haze\"]\nasked = [\"haze-drm\"]\nplots = [{ of = \"weather\", given = { haze = \"normal\" } }]\n[guide.words]\n\"shimmering | haze\" = \"range = 3, haze = intense\"\n\"at #\" = \"range = #\"\n";
    let pack = format!("{PACK}{guide}");
    for (piece, new) in [
        ("ha‸ze is intense", "shimmer"),
        ("haze is inten‸se", "fierce"),
    ] {
        let mut editor = Editor::with(&[
            ("haze/pack.toml", &pack),
            (TOPIC, TOPIC_TEXT),
            (CHART, CHART_TEXT),
        ]);
        editor.open(TOPIC);
        let mut params = editor.caret(TOPIC, piece);
        params["newName"] = json!(new);
        let edit = editor.ask("textDocument/rename", params);
        assert_snapshot!(editor.changed(&edit));
    }
}

#[test]
fn a_value_and_a_question_have_other_names_in_charts_and_errata() {
    assert_snapshot!(renamed(TOPIC, "haze is inten‸se", "fierce"));
    assert_snapshot!(renamed(CHART, "answers: \"wea‸ther", "sky"));
    assert_snapshot!(renamed(CHART, "[\"clear\", \"gus‸ty\"]", "windy"));
}

/// What stands below a question bears its name in its header.
#[test]
fn a_question_has_another_name_in_the_headers_below_it() {
    let topic = "[question.sinks]\ncite = \"H1\"\nasks = \"Does it sink?\"\n\n[[question.sinks.rule]]\nwhen = \"range > 6\"\n\n\
                 [[question.sinks.law]]\nsays = \"it sinks or not\"\nalways = \"sinks or not sinks\"\n\n\
                 [question.sinks.examples]\nrows = \"range = 7 | = yes\"\n";
    let mut editor = Editor::with(&[
        ("haze/pack.toml", PACK),
        (TOPIC, TOPIC_TEXT),
        ("haze/20-sinks.toml", topic),
        (CHART, CHART_TEXT),
    ]);
    editor.open("haze/20-sinks.toml");
    let mut params = editor.caret("haze/20-sinks.toml", "[question.si‸nks]");
    params["newName"] = json!("drowns");
    let edit = editor.ask("textDocument/rename", params);
    assert_snapshot!(editor.changed(&edit));
}

#[test]
fn a_name_that_is_taken_or_is_none_is_refused() {
    let mut told = renamed(TOPIC, "ha‸ze is intense", "range") + "\n";
    told += &(renamed(TOPIC, "ha‸ze is intense", "Heat Haze") + "\n");
    told += &(renamed(TOPIC, "haze is inten‸se", "normal") + "\n");
    // In an expression it would be something else.
    told += &(renamed(TOPIC, "ha‸ze is intense", "yes") + "\n");
    told += &(renamed(TOPIC, "ha‸ze is intense", "normal") + "\n");
    told += &(renamed(TOPIC, "haze is inten‸se", "range") + "\n");
    told += &(renamed(TOPIC, "haze is inten‸se", "gap") + "\n");
    assert_snapshot!(told);
}

#[test]
fn a_fact_and_the_question_that_finds_it_have_one_name() {
    let topic = "[fact]\nswell = { domain = \"low | high\", means = \"swell\" }\n\n[question.swell]\ncite = \"H1\"\nanswer = \"swell\"\n\
                 gives = \"high if range > 6, else low\"\n\n[question.sails]\ncite = \"H1\"\nwhen = [\"swell is low\"]\n";
    for piece in ["swe‸ll = {", "[question.swe‸ll]"] {
        let mut editor = Editor::with(&[
            ("haze/pack.toml", PACK),
            (TOPIC, TOPIC_TEXT),
            ("haze/20-swell.toml", topic),
            (CHART, CHART_TEXT),
        ]);
        editor.open("haze/20-swell.toml");
        let mut params = editor.caret("haze/20-swell.toml", piece);
        params["newName"] = json!("sea");
        let edit = editor.ask("textDocument/rename", params);
        let places = edit["changes"][&editor.uri("haze/20-swell.toml")].as_array();
        let texts = places.into_iter().flatten();
        let texts: Vec<&str> = texts.filter_map(|own| own["newText"].as_str()).collect();
        assert_eq!(texts, ["sea"; 4], "{edit}");
    }
}

#[test]
fn pins_that_were_right_are_written_anew() {
    let mut editor = editor();
    let folder = editor.root().display().to_string();
    let ran = super::super::common::chartroom(&["test", "--accept", "--rules", &folder]);
    // That the pack has an error is told, and pinned all the same.
    assert!(
        ran.code == 1 && ran.says("1 file written"),
        "{}",
        ran.both()
    );
    editor.open(TOPIC);
    let mut params = editor.caret(TOPIC, "ha‸ze is intense");
    params["newName"] = json!("shimmer");
    let edit = editor.ask("textDocument/rename", params);
    let pins = editor.uri("haze/pins/10-haze.txt");
    let text = edit["changes"][&pins][0]["newText"].as_str();
    let text = text.unwrap_or_else(|| panic!("{edit}"));
    assert!(text.contains("shimmer is intense"), "{text}");
}

/// What the action of a title at a caret changes.
fn done(editor: &mut Editor, path: &str, piece: &str, title: &str) -> String {
    let edit = action(editor, path, piece, title);
    editor.changed(&edit)
}

/// The edit of the action of a title at a caret.
fn action(editor: &mut Editor, path: &str, piece: &str, title: &str) -> Value {
    let actions = actions(editor, path, piece);
    let titles: Vec<&str> = actions
        .iter()
        .map(|own| own["title"].as_str().unwrap())
        .collect();
    let action = actions
        .iter()
        .find(|own| own["title"] == title)
        .unwrap_or_else(|| panic!("{titles:?}"));
    action["edit"].clone()
}

#[test]
fn a_slip_is_mended_with_all_that_belongs_to_it() {
    let row = "haze is intense | +1 per 6 hexes FRU beyond 6";
    assert_snapshot!(mended(
        row,
        &[
            "range > 3 ‸&& range < 9 | +1",
            "range >3‸&&range < 9 | +1",
            "range ‸=> 3 | +1",
            "range = 2‸..5 | +1",
            "haze is intense and range = 2‸..5 | +1",
            "range > 1‸,000 | +1",
            "haze is intense | +1 ‸for each 6 hexes beyond 12",
            "haze is intense | +1 ‸every 6 hexes",
            "haze is intense | 2 ‸x range",
            "haze is intense | range / 6 ‸rounded down",
            "haze is intense | max(0‸, range)",
            "range is 2 ‸or more | +1",
        ]
    ));
}

#[test]
fn what_is_no_expression_is_mended_with_its_quotes_and_its_key() {
    let first = "weather-dr = { domain = \"2..=12\", unit = \"DR\", means = \"for the weather\" }";
    let facts = mended(
        first,
        &[
            "weather-dr = \"2..‸=12\"",
            "weather-dr = { domain = \"low, ‸high\" }",
            "weather-dr = { domain = \"2..=12 ‸DR\" }",
            "weather-dr = { domain = [‸\"low\", \"high\"] }",
            "weather-dr = { domain = bo‸ol }",
            "\"weather-dr‸\": { domain = \"bool\" }",
            "Weather‸_DR = { domain = \"2..=12\", unit = \"DR\" }",
        ],
    );
    let questions = mended(
        "answer = \"sum of DRM\"",
        &[
            "answer = \"sum of DRM\"\nonly = \"ha‸ze\"",
            "answer = \"sum of DRM\"\nonly = \"ha‸ze\" # by day",
            "answer = DR‸M",
        ],
    );
    assert_snapshot!(facts + &questions);
}

/// What is written for slips, each in place of a piece of the topic and with a caret in it, by all that mends it.
fn mended(piece: &str, slips: &[&str]) -> String {
    let mut told = String::new();
    for slip in slips {
        let mut editor = editor();
        editor.open(TOPIC);
        editor.replace(TOPIC, piece, &slip.replace('‸', ""));
        editor.findings();
        writeln!(told, "## {}", slip.replace('‸', "")).unwrap();
        for action in actions(&mut editor, TOPIC, slip) {
            if action["kind"] == "quickfix" {
                told += &editor.changed(&action["edit"]);
            }
        }
    }
    told
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

/// A fix that says a line stands for the line, wherever in it the finding is.
#[test]
fn a_broken_line_is_written_anew() {
    let mut told = String::new();
    for (old, new, caret, title) in [
        (
            "asks = \"What is the weather?\"",
            "asks: \"What is the weather?\"",
            "as‸ks: ",
            "write `asks = \"What is the weather?\"`",
        ),
        (
            "[question.weather]",
            "  [question.weather",
            "[question.wea‸ther",
            "write `[question.weather]`",
        ),
        (
            "answer = \"sum of DRM\"",
            "answer sum = \"sum of DRM\"",
            "answer s‸um",
            "write `answer-sum = \"sum of DRM\"`",
        ),
    ] {
        let mut editor = editor();
        editor.open(TOPIC);
        editor.findings();
        editor.replace(TOPIC, old, new);
        editor.findings();
        told += &done(&mut editor, TOPIC, caret, title);
    }
    assert_snapshot!(told);
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
fn an_example_gives_only_the_facts_that_its_question_takes() {
    let topic = format!(
        "{TOPIC_TEXT}\n[[impossible]]\ncite = \"1\"\nsays = \"no haze so near\"\nwhen = \"range = 0 and haze is intense\"\n"
    );
    let mut editor = Editor::with(&[
        ("haze/pack.toml", PACK),
        (TOPIC, &topic),
        (CHART, CHART_TEXT),
    ]);
    editor.open(CHART);
    editor.open(TOPIC);
    let title = "make this situation an example";
    let told = done(&mut editor, CHART, "(\"3..9\", [\"clear\", \"cle‸ar", title);
    assert!(
        told.contains("haze = \"normal\"") && !told.contains("range ="),
        "{told}"
    );
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

/// The erratum that is offered for an edit of the chart or the topic.
fn corrected(path: &str, old: &str, new: &str, caret: &str) -> String {
    let mut editor = editor();
    editor.open(path);
    editor.findings();
    editor.replace(path, old, new);
    let mut told = String::new();
    for (which, edit) in ["before", "after"].into_iter().zip([false, true]) {
        if edit {
            let edit = action(&mut editor, path, caret, "write the erratum for this edit");
            told = editor.changed(&edit) + &told;
            editor.apply(&edit);
        }
        told += &format!("findings {which}:\n{}\n", editor.told().join("\n"));
    }
    told
}

#[test]
fn rows_and_rules_that_come_and_go_become_an_erratum() {
    let row = "(\"3..9\", [\"clear\", \"clear\"]),";
    let split = "(\"3..5\", [\"clear\", \"mud\"]),\n        (\"6..9\", [\"clear\", \"clear\"]),";
    assert_snapshot!(corrected(CHART, row, split, "(\"3..5\", [\"cle‸ar"));
    let rule = "haze is intense | +1 per 6 hexes FRU beyond 6";
    let more = format!("{rule}\nhaze is normal and range > 3 | +1");
    assert_snapshot!(corrected(TOPIC, rule, &more, "haze is normal and ran‸ge"));
    let gone = "[[rule]]\nanswers = \"haze-drm\"\nwhen = \"haze is normal\"\ngives = \"+0\"\n";
    assert_snapshot!(corrected(
        TOPIC,
        gone,
        "[[rule]]\nanswers = \"haze-drm\"\nwhen = \"haze is normal\"\ngives = \"+2\"\n",
        "gives = \"+‸2"
    ));
}

#[test]
fn a_rule_becomes_an_example_and_one_answer_is_pinned_alone() {
    let mut editor = editor();
    editor.open(TOPIC);
    assert_snapshot!(done(
        &mut editor,
        TOPIC,
        "hexes FRU bey‸ond 6",
        "make this situation an example"
    ));
    let folder = editor.root().display().to_string();
    let ran = super::super::common::chartroom(&["test", "--accept", "--rules", &folder]);
    // That the pack has an error is told, and pinned all the same.
    assert!(
        ran.code == 1 && ran.says("1 file written"),
        "{}",
        ran.both()
    );
    editor.replace(TOPIC, "beyond 6", "beyond 3");
    editor.replace(TOPIC, "clear | gusty | mud", "clear | gusty | mud | fog");
    editor.findings();
    let pins = "haze/pins/10-haze.txt";
    let saved = std::fs::read_to_string(editor.root().join(pins)).unwrap();
    editor.know(pins, &saved);
    assert_snapshot!(done(
        &mut editor,
        TOPIC,
        "asks = \"What does the ha‸ze",
        "pin this answer"
    ));
}

/// The code actions at a caret.
fn actions(editor: &mut Editor, path: &str, piece: &str) -> Vec<Value> {
    let caret = editor.caret(path, piece);
    let place = &caret["position"];
    let actions = editor.ask(
        "textDocument/codeAction",
        json!({
            "textDocument": caret["textDocument"], "range": { "start": place, "end": place },
            "context": { "diagnostics": [] },
        }),
    );
    actions.as_array().unwrap().clone()
}

#[test]
fn all_edits_of_a_file_become_one_erratum_a_block_that_is_gone_too() {
    let mut editor = editor();
    editor.open(TOPIC);
    editor.findings();
    let gone = "[[rule]]\nanswers = \"haze-drm\"\nwhen = \"haze is normal\"\ngives = \"+0\"\n";
    editor.replace(TOPIC, gone, "");
    editor.replace(TOPIC, "What is the weather?", "What weather is it?");
    editor.findings();
    let title = "write the erratum for all edits of this file";
    assert_snapshot!(done(&mut editor, TOPIC, "What wea‸ther is it?", title));
}

#[test]
fn what_no_erratum_can_say_is_told_and_not_written() {
    let shows = json!({ "textDocument": { "codeAction": { "disabledSupport": true } } });
    let mut told = String::new();
    for capabilities in [shows, json!({})] {
        let mut editor = Editor::on_a_desk(capabilities);
        editor.open(TOPIC);
        editor.findings();
        editor.replace(
            TOPIC,
            "[question.weather]\n",
            "[question.weather]\n# by the dice\n",
        );
        editor.findings();
        for action in actions(&mut editor, TOPIC, "# by the di‸ce") {
            let title = action["title"].as_str().unwrap();
            if title.contains("erratum") {
                assert!(action["edit"].is_null(), "{action}");
                told += &format!("{title}: {}\n", action["disabled"]["reason"]);
            }
        }
    }
    assert_snapshot!(told);
}

#[test]
fn an_erratum_is_worked_out_when_it_is_chosen_and_not_before_where_the_editor_can_wait() {
    let action = json!({ "dataSupport": true, "resolveSupport": { "properties": ["edit"] } });
    let written = [
        json!({ "textDocument": { "codeAction": action } }),
        json!({}),
    ]
    .map(|can| {
        let mut editor = Editor::on_a_desk(can);
        editor.open(TOPIC);
        editor.findings();
        editor.replace(TOPIC, "What is the weather?", "What weather is it?");
        editor.findings();
        let mut offered = actions(&mut editor, TOPIC, "What wea‸ther is it?").into_iter();
        let is_it = |own: &Value| own["title"] == "write the erratum for this edit";
        let offered = offered.find(is_it).unwrap();
        let is_later = offered["edit"].is_null();
        let chosen = match is_later {
            true => editor.ask("codeAction/resolve", offered),
            false => offered,
        };
        let root = editor.root().to_str().unwrap().to_owned();
        (is_later, chosen["edit"].to_string().replace(&root, ""))
    });
    let [(true, later), (false, at_once)] = written else {
        panic!("{written:?}");
    };
    assert!(later.contains("What weather is it?"), "{later}");
    let [later, at_once] = [later, at_once].map(|own| serde_json::from_str::<Value>(&own).unwrap());
    assert_eq!(later, at_once);
}

#[test]
fn of_two_games_with_packs_of_one_name_the_erratum_is_of_the_one_that_was_edited() {
    let swamp = PACK.replace("\"desert\"", "\"swamp\"");
    let mut editor = Editor::with(&[
        ("desert/haze/pack.toml", PACK),
        ("desert/haze/10-haze.toml", TOPIC_TEXT),
        ("desert/haze/20-weather.ron", CHART_TEXT),
        ("swamp/haze/pack.toml", &swamp),
        ("swamp/haze/10-haze.toml", TOPIC_TEXT),
        ("swamp/haze/20-weather.ron", CHART_TEXT),
    ]);
    let mut told = String::new();
    for game in ["desert", "swamp"] {
        let path = format!("{game}/haze/10-haze.toml");
        editor.open(&path);
        editor.findings();
        editor.replace(&path, "What is the weather?", "What weather is it?");
        editor.findings();
        let title = "write the erratum for this edit";
        told += &done(&mut editor, &path, "What wea‸ther is it?", title);
    }
    assert_snapshot!(told);
}
