//! The book: one file of HTML that needs nothing else. What it answers is tested in a browser, by `tests/browser`.

use crate::common;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use common::{chartroom, chartroom_in, folder};
use std::fs;
use std::path::Path;

/// The most bytes of a book of all shipped packs.
const MOST_BYTES: usize = 2_000_000;

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap()
}

#[test]
fn the_book_of_all_shipped_packs_is_one_file_of_two_megabytes_that_loads_nothing() {
    let place = tempfile::tempdir().unwrap();
    let file = place.path().join("book.html");
    let ran = chartroom(&["book", file.to_str().unwrap()]);
    assert_eq!(ran.code, 0, "{}", ran.both());
    let page = read(&file);
    assert!(page.len() <= MOST_BYTES, "{} bytes", page.len());
    let (_, policy) = page
        .split_once("Content-Security-Policy\" content=\"")
        .unwrap();
    let (policy, _) = policy.split_once('"').unwrap();
    for wanted in [
        "default-src 'none'",
        "connect-src 'none'",
        "form-action 'none'",
    ] {
        assert!(policy.contains(wanted), "{policy}");
    }
    assert!(!policy.contains("unsafe"), "{policy}");
    for sign in [
        " src=",
        "<link",
        "@import",
        "eval(",
        "innerHTML",
        "url(http",
    ] {
        assert!(!page.contains(sign), "{sign}");
    }
}

const ATTACK: &str = r#"
id    = "attack"
title = "</title><script>alert(1)</script>"
[paragraphs]
"1" = "<img src=x onerror=alert(1)>"
[fact.roll]
domain = "1..=2"
means  = "</script><script>alert(1)</script>"
[question.hits]
cite   = "1"
asks   = "\u202e--><svg onload=alert(1)>\u001b[2J"
answer = "bool"
gives  = "roll >= 2"
[guide]
title = "</title><script>alert(1)</script>\u202e"
"#;

#[test]
fn no_text_of_a_pack_is_markup_of_the_book() {
    let packs = folder([("rules/g/attack/pack.toml", ATTACK)]);
    for file in ["one.html", "two.html"] {
        let ran = chartroom_in(packs.path(), &["book", file, "--rules", "rules"]);
        assert_eq!(ran.code, 0, "{}", ran.both());
    }
    let page = read(&packs.path().join("one.html"));
    assert!(
        page.contains("<title>&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt;\\u202e</title>")
    );
    for sign in ["<script>alert", "onerror=", "onload=", "\u{202e}", "\u{1b}"] {
        assert!(!page.contains(sign), "{sign}");
    }
    assert_eq!(page, read(&packs.path().join("two.html")));
}

const PLOTTED: &str = r#"
id = "plotted"
[paragraphs]
"1" = "Hits"
[unit.roll]
dice = "d6"
[fact.roll]
domain = "1..=6"
unit   = "roll"
[question.hits]
cite   = "1"
answer = "bool"
gives  = "roll >= 5"
[guide]
plots = [{ of = "hits", given = { rol = "5" } }, { of = "hit" }, { of = "hits", turns = 3 }, { of = "hits" }]
"#;

/// What the page holds besides what answers.
fn content(page: &str) -> serde_json::Value {
    let (_, data) = page.split_once("id=\"content\">").unwrap();
    let (data, _) = data.split_once('<').unwrap();
    let data = STANDARD.decode(data).unwrap();
    let text = miniz_oxide::inflate::decompress_to_vec_zlib(&data).unwrap();
    serde_json::from_slice(&text).unwrap()
}

const EVENING: &str = r#"
game  = "g"
rules = ["rules"]

[question.ssr-odd]
cite   = "SSR 1"
answer = "bool"
gives  = "roll = 1"

--- journal ---
"#;

#[test]
fn a_book_of_a_game_has_the_rules_of_its_scenario() {
    let place = folder([
        ("rules/g/plotted/pack.toml", PLOTTED),
        ("evening.game", EVENING),
    ]);
    let ran = chartroom_in(
        place.path(),
        &["book", "book.html", "--game", "evening.game"],
    );
    // One of the plots cannot be drawn, which is an error of the pack.
    assert_eq!(ran.code, 1, "{}", ran.both());
    assert_eq!(ran.out, "wrote book.html\n");
    let content = content(&read(&place.path().join("book.html")));
    assert_eq!(content["rules"], serde_json::json!(["rules"]));
    assert_eq!(content["game"], EVENING);
    assert!(content["things"][0].get("qssr-odd").is_some());
}

#[test]
fn a_plot_that_cannot_be_drawn_is_told_where_the_guide_names_it() {
    let packs = folder([("rules/g/plotted/pack.toml", PLOTTED)]);
    let ran = chartroom_in(packs.path(), &["check", "--rules", "rules"]);
    insta::assert_snapshot!(ran.both());
}

#[test]
fn a_book_of_some_packs_names_the_one_that_is_not_there() {
    let place = tempfile::tempdir().unwrap();
    let ran = chartroom_in(place.path(), &["book", "book.html", "f12"]);
    assert_eq!(ran.code, 2);
    assert!(ran.both().contains("did you mean `f11`"), "{}", ran.both());
    assert!(!place.path().join("book.html").exists());
}
