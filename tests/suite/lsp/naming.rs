//! Another name: wherever a thing is named, and nowhere else, in errata too that do not apply; refused where it would mean
//! something else.

use super::editor::{CHART as CHART_TEXT, Editor, PACK, TOPIC as TOPIC_TEXT};
use super::{CHART, TOPIC};
use insta::assert_snapshot;
use serde_json::json;

const SEA: &str = "haze/30-sea.toml";
const HOUSE: &str = "haze/errata/house.toml";

/// Words that stand on several scales, names of every kind, and examples in tables.
const SEA_TEXT: &str = r#"[fact]
swell = { domain = "low < normal < high", means = "the swell" }
signs = { domain = "set of cloud | gull", means = "what is seen" }

[reading.flat]
cite = "1"
asks = "What is flat?"
options = { low = "the low", none = "nothing" }

[[law]]
cite = "1"
says = "flat is the low or nothing"
always = "flat is low or flat is none"

[question.sails]
cite = "1.1"
asks = "Does it sail?"
answer = "bool"
gives = "swell is normal or signs includes {cloud, gull}"

[[question.sails.law]]
says = "it sails or not"
always = "sails or not sails"

[question.seen]
cite = "1.1"
answer = "set of cloud | gull"
gives = "{cloud} if swell is low, else {}"

[examples.seen]
rows = """
swell  | =
low    | {cloud}
normal | none
"""

[examples.sails]
rows = """
swell  | signs | = sails
normal | none  | yes
"""
"#;

/// Errata of which none applies: a word of another scale, a paragraph, an option, a rule with words for people.
const HOUSE_TEXT: &str = r#"[erratum.calm]
source = "the house"
status = "unofficial"
says = "a normal swell and a normal haze"
changes = ["sails"]
change = [
  { at = "haze/question:sails.gives", was = "swell is normal or signs includes {cloud, gull}", now = "swell is normal" },
  { at = "haze/haze-drm#1.1.when", was = "haze is intense", now = "haze is normal" },
  { at = "haze/weather[3..9, normal..intense]", was = "clear", now = "mud" },
  { at = "haze/example#1[weather-dr=12].given", was = { weather-dr = "12", haze = "normal" }, now = { weather-dr = "12", haze = "intense" } },
]

[erratum.flat]
source = "the house"
status = "unofficial"
says = "low is flat"
change = [
  { at = "haze/reading:flat", settles = "low" },
  { at = "haze/haze-drm.rules", add = { cite = "1.1", when = "haze is normal and swell is normal", gives = "+1", note = "normal, as ever" } },
]
"#;

/// A process that keeps a state.
const DRIFT: &str = r#"[process.drift]
cite = "1"
asks = "How far does it drift?"
keeps = { far = { domain = "near < away < gone", initially = "near" } }
state = ["far"]

[[process.drift.step]]
cite = "1"
sets = "far"
gives = "(was (far)) one level up"
"#;

fn editor() -> Editor {
    let mut editor = Editor::with(&[
        ("haze/pack.toml", PACK),
        (TOPIC, TOPIC_TEXT),
        (CHART, CHART_TEXT),
        (SEA, SEA_TEXT),
        (HOUSE, HOUSE_TEXT),
    ]);
    for path in [TOPIC, CHART, SEA, HOUSE] {
        editor.open(path);
    }
    editor
}

fn renamed(path: &str, piece: &str, new: &str) -> String {
    tried(&mut editor(), path, piece, new)
}

/// What another name for a thing changes in an editor, or why it is refused.
fn tried(editor: &mut Editor, path: &str, piece: &str, new: &str) -> String {
    let mut params = editor.caret(path, piece);
    params["newName"] = json!(new);
    let edit = editor.ask("textDocument/rename", params);
    let told = match edit.get("refused") {
        Some(why) => why.as_str().unwrap().to_owned() + "\n",
        None => editor.changed(&edit),
    };
    format!("{piece} -> {new}\n{told}\n")
}

#[test]
fn the_packs_of_these_tests_are_sound() {
    assert_eq!(editor().findings(), "");
}

#[test]
fn a_word_is_another_on_its_own_scale_alone() {
    let mut told = renamed(SEA, "swell is nor‸mal", "even");
    told += &renamed(TOPIC, "12         | nor‸mal", "plain");
    told += &renamed(SEA, "signs includes {clo‸ud", "fog");
    assert_snapshot!(told);
}

#[test]
fn paragraphs_options_and_headers_are_named_in_errata_too() {
    let mut told = renamed("haze/pack.toml", "\"1.‸1\"", "1.2");
    told += &renamed(SEA, "options = { lo‸w", "deep");
    told += &renamed(SEA, "[reading.fl‸at]", "even");
    told += &renamed(SEA, "[question.se‸en]", "shown");
    told += &renamed(SEA, "[question.sa‸ils]", "goes");
    told += &renamed(TOPIC, "weather-‸dr = {", "sky-dr");
    assert_snapshot!(told);
}

/// A name of another thing would be read as that thing.
#[test]
fn what_another_thing_bears_is_no_name() {
    let mut told = String::new();
    for (path, piece, new) in [
        (SEA, "[question.sa‸ils]", "swell"),
        (SEA, "[question.sa‸ils]", "weather-chart"),
        (SEA, "swe‸ll = {", "sails"),
        (SEA, "swe‸ll = {", "flat"),
        (CHART, "id: \"weather-cha‸rt\"", "haze-drm"),
        (SEA, "[reading.fl‸at]", "swell"),
    ] {
        told += &renamed(path, piece, new);
    }
    assert_snapshot!(told);
}

/// What a process keeps is named as facts and questions are.
#[test]
fn a_state_does_not_take_the_name_of_a_question() {
    let mut editor = Editor::with(&[
        ("haze/pack.toml", PACK),
        (TOPIC, TOPIC_TEXT),
        (CHART, CHART_TEXT),
        ("haze/30-drift.toml", DRIFT),
    ]);
    editor.open("haze/30-drift.toml");
    assert_eq!(editor.findings(), "");
    let mut params = editor.caret("haze/30-drift.toml", "fa‸r = {");
    params["newName"] = json!("weather");
    let refused = editor.ask("textDocument/rename", params);
    assert_eq!(refused["refused"], "`weather` is taken");
}

#[test]
fn what_is_asked_for_and_drawn_is_named_in_the_guide() {
    let guide = "\n[guide]\nmoment = [\"haze\"]\nasked = [\"weather\", \"drift\", \"day\"]\n\
                 plots = [{ of = \"drift\", turns = 2, at = [\"far is gone\"] }]\n";
    let pack = format!("{PACK}{guide}");
    let chart = CHART_TEXT.trim_end();
    let card = r#"Card(id: "day", title: "A day", sections: [("Sky", ["weather"])])"#;
    let chart = format!("[{chart}, {card}]\n");
    let files = [
        ("haze/pack.toml", &*pack),
        (TOPIC, TOPIC_TEXT),
        (CHART, &*chart),
        ("haze/30-drift.toml", DRIFT),
    ];
    let mut told = String::new();
    for (path, piece, new) in [
        (CHART, "id: \"da‸y\"", "today"),
        ("haze/30-drift.toml", "near < away < go‸ne", "lost"),
    ] {
        let mut editor = Editor::with(&files);
        editor.open(path);
        assert_eq!(editor.findings(), "");
        let mut params = editor.caret(path, piece);
        params["newName"] = json!(new);
        let edit = editor.ask("textDocument/rename", params);
        told += &editor.changed(&edit);
    }
    let mut editor = Editor::with(&files);
    editor.open("haze/pack.toml");
    editor.replace("haze/pack.toml", "far is gone", "far is goone");
    told += &editor.findings();
    assert_snapshot!(told);
}

/// Names that stand where no expression does: of which rules a shared exception is, headers of steps, what is usual, the name that
/// a value has now; and a value of a question is one of the fact that takes its answer.
#[test]
fn names_outside_of_expressions_are_named_too() {
    let text = r#"[fact]
way = { domain = "none | path | trail", renamed = { track = "trail" }, usually = "none" }
fm  = { domain = "none | mist | туман" }

[question.fm]
cite = "1"
answer = "mist | туман"
gives = "mist if way is path, else туман"

[question.deep]
cite = "1"
answer = "bool"
gives = "fm is mist"

[question.slow]
cite = "1"
answer = "any"

[[rule]]
answers = "slow"
cite = "1.1"
when = "way is path"

[[exception]]
of = ["slow#1.1"]
cite = "1"
when = "deep"
"#;
    let files = [
        ("haze/pack.toml", PACK),
        (TOPIC, TOPIC_TEXT),
        (CHART, CHART_TEXT),
        ("haze/30-drift.toml", DRIFT),
        ("haze/40-way.toml", text),
    ];
    let mut told = String::new();
    for (path, piece, new) in [
        ("haze/40-way.toml", "[question.sl‸ow]", "weary"),
        ("haze/pack.toml", "\"1.‸1\"", "1.2"),
        ("haze/40-way.toml", "no‸ne | path", "off"),
        ("haze/40-way.toml", "path | tra‸il", "lane"),
        ("haze/40-way.toml", "fm is mi‸st", "haar"),
        ("haze/40-way.toml", "mist | тум‸ан\"\ngives", "мгла"),
        ("haze/30-drift.toml", "[process.dr‸ift]", "float"),
    ] {
        let mut editor = Editor::with(&files);
        editor.open(path);
        assert_eq!(editor.findings(), "");
        told += &tried(&mut editor, path, piece, new);
    }
    assert_snapshot!(told);
}
