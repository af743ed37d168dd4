//! A switch: what a table plays with, or without.

use crate::common::{self, chartroom};

const PACK: &str = r#"id = "mod"
game = "sample"
[paragraphs]
"S1" = "Deep snow"
[fact.snow]
domain = "none < light < heavy"
[switch.deep-snow]
cite = "S1"
asks = "Is the snow deeper than the book has it?"
[switch.supply]
cite    = "S1"
asks    = "Which supply rules are played?"
options = { book = "those of the book", simple = "none" }
default = "book"
[question.depth]
cite   = "S1"
asks   = "How deep is the snow?"
answer = "snow"
gives  = "snow one level up if deep-snow and supply is book, else snow"
examples = """
snow  | reading deep-snow | =
light |                   | light
light | yes               | heavy
"""
[[law]]
cite   = "S1"
says   = "the switch never takes snow away"
always = "depth is at least snow"
"#;

fn folder() -> tempfile::TempDir {
    common::folder([("sample/mod/pack.toml", PACK)])
}

#[test]
fn a_switch_is_off_unless_it_is_said_and_every_proof_covers_both() {
    let folder = folder();
    let rules = folder.path().to_str().unwrap();
    let run = |words: &[&str]| chartroom(&[words, &["--rules", rules]].concat()).both();
    assert!(
        run(&["check"]).contains("1 law holds, 2 examples hold; no finding"),
        "{}",
        run(&["check"])
    );
    let mut all = String::new();
    for words in [
        &["ask", "depth", "snow=light"][..],
        &["ask", "depth", "snow=light", "deep-snow=yes"],
        &[
            "ask",
            "depth",
            "snow=light",
            "--reading",
            "mod/deep-snow=yes",
        ],
        &[
            "ask",
            "depth",
            "snow=light",
            "deep-snow=yes",
            "supply=simple",
        ],
        &["ask", "depth", "snow=light", "supply=none"],
        &["odds", "depth", "snow=alike", "deep-snow=yes"],
        &["explain", "mod/deep-snow"],
    ] {
        all.push_str(&format!(
            "$ chartroom {}\n{}\n",
            words.join(" "),
            run(words)
        ));
    }
    insta::assert_snapshot!(
        all.replace(&format!("{rules}/"), "")
            .replace(rules, "RULES")
    );
}

#[test]
fn a_switch_is_closed_by_a_pack_in_one_line() {
    let pack = PACK.replace(
        "asks = \"Is the snow",
        "settled = \"yes\"\nasks = \"Is the snow",
    );
    let book = common::rulebook([("sample/mod/pack.toml", pack.as_str())]);
    let model = &book.games[0];
    let taken = |value| chartroom::rulebook::request::fact(model, "deep-snow", value);
    assert!(taken("yes").is_ok());
    assert_eq!(
        taken("no").unwrap_err().message,
        "the reading `mod/deep-snow` is settled: it is `yes`"
    );
}

#[test]
fn an_example_gives_a_switch_as_it_gives_a_fact() {
    let given = "\n[[example]]\ncite = \"S1\"\ngiven = { snow = \"light\", deep-snow = \"yes\" }\nask = \"depth\"\nexpect = ";
    let found = |expect: &str| {
        let pack = format!("{PACK}{given}\"{expect}\"\n");
        let book = chartroom::rulebook::Rulebook::texts([("sample/mod/pack.toml", pack)]);
        common::told(&common::found(&book), &book.sources)
    };
    assert_eq!(found("heavy"), "");
    assert!(
        found("light").contains("gives heavy, not light"),
        "{}",
        found("light")
    );
}
