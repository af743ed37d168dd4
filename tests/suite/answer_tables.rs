//! Everything that the shipped packs answer, a snapshot a topic. A rule that is changed shows here what it changed.
//!
//! `INSTA_UPDATE=always cargo test --test answer_tables` takes new answers on; `chartroom diff` tells them better.

use crate::common;
use chartroom::rulebook::Rulebook;
use chartroom::rulebook::pins::pins;

#[test]
fn the_shipped_packs_answer_what_they_are_known_to_answer() {
    let rulebook = Rulebook::embedded();
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("answer_tables");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| {
        for model in &rulebook.games {
            for pin in pins(&rulebook, model, &|_| true) {
                let pack = pin.pack.trim_start_matches("rules/").replace('/', "-");
                let topic = pin.file.trim_end_matches(".txt");
                insta::assert_snapshot!(format!("{pack}-{topic}"), pin.text);
            }
        }
    });
}

/// A table says for what it is made; what is given twice or cannot be is told, and what the rules find from it is known.
#[test]
fn a_table_is_made_for_what_is_given() {
    let table = |words: &str| {
        let words: Vec<&str> = words.split(' ').collect();
        common::chartroom(&[&["table"], &words[..]].concat())
    };
    let twice = table("sand-cost mover=truck mover=jeep");
    assert!(twice.code == 2 && twice.says("`mover` is given twice"));
    let given = table("sand-cost mover=truck rolled-ec=wet --format markdown");
    let told = "for rolled-ec = wet, mover = truck";
    assert!(given.code == 0 && given.says(told), "{}", given.both());
    let excluded = "sand-cost mover=truck ec=wet dust=light weather=clear";
    for format in ["human", "csv", "markdown"] {
        let told = table(&format!("{excluded} --format {format}"));
        assert!(
            told.code == 1 && told.says("impossible: "),
            "{}",
            told.both()
        );
    }
    let idle = table("sand-cost mover=truck morale=7");
    assert!(
        idle.says("`morale` changes nothing here"),
        "{}",
        idle.both()
    );
}

#[test]
fn a_table_knows_what_the_rules_find_from_what_is_given() {
    let pack = "id = \"mine\"\ngame = \"mine\"\n[fact]\nnight = { domain = \"bool\" }\nboard = { domain = \"1..=5\" }\n[question.board]\ncite = \"1\"\nanswer = \"1..=5\"\ngives = \"4 if night, else 5\"\n[question.twice]\ncite = \"1\"\nanswer = \"2..=10\"\ngives = \"board * 2\"\n";
    let place = common::folder([("mine/pack.toml", pack)]);
    let run = [
        "--rules",
        ".",
        "table",
        "twice",
        "night=yes",
        "--format",
        "csv",
    ];
    let ran = common::chartroom_in(place.path(), &run);
    assert_eq!(ran.out, "twice,situations\n8,1\n", "{}", ran.both());
}

/// A sheet of a chart holds its footnotes; one of odds, on what they rest, beside it.
#[test]
fn a_sheet_leaves_nothing_out_in_silence() {
    let chart = common::chartroom(&["show", "temperate-weather", "--format", "csv"]);
    assert!(chart.out.contains("\n* "), "{}", chart.out);
    let odds = [
        "odds",
        "vehicle-dust-drm",
        "attack=ordnance",
        "--format",
        "csv",
    ];
    let odds = common::chartroom(&odds);
    assert!(odds.says("as usual"), "{}", odds.both());
    assert!(!odds.out.contains("as usual"), "{}", odds.out);
    let heard = common::chartroom(&["show", "F11.62", "--odds"]);
    assert!(heard.says("`--odds` adds nothing"), "{}", heard.both());
}

/// What is found is told with what it takes as usual.
#[test]
fn an_answer_that_is_found_says_what_it_takes_as_usual() {
    let found = common::chartroom(&["find", "vehicle", "dust", "drm", "ordnance"]);
    let told = "as usual: not Vehicle Dust in the LOS";
    assert!(found.says(told), "{}", found.both());
}

/// What cannot be is told of odds too where the rules find it from what is given.
#[test]
fn odds_of_what_cannot_be_say_so_where_it_is_found() {
    let facts = [
        "mover=truck",
        "rolled-ec=wet",
        "dust=light",
        "weather=clear",
    ];
    for command in ["ask", "odds"] {
        let ran = common::chartroom(&[&[command, "sand-cost"], &facts[..]].concat());
        assert!(ran.code == 1 && ran.says("impossible: "), "{}", ran.both());
    }
}

/// A pack of which a file cannot be read is not exercised whole, and what is not found may stand there.
#[test]
fn what_cannot_be_read_is_neither_exercised_nor_denied() {
    let pack = "id = \"mine\"\ngame = \"mine\"\n[fact]\nwet = { domain = \"bool\" }\n";
    let place = common::folder([("mine/pack.toml", pack), ("mine/20-b.toml", "bad = \n")]);
    let run =
        |words: &[&str]| common::chartroom_in(place.path(), &[&["--rules", "."], words].concat());
    let covered = run(&["coverage", "--min", "100"]);
    assert_eq!(covered.code, 1, "{}", covered.both());
    let found = run(&["find", "haze"]);
    assert!(found.says("1 error"), "{}", found.both());
}

/// What the rules find from what is told is known with it, and is told.
#[test]
fn a_table_says_what_follows_from_what_is_told() {
    let words = ["table", "air-support-allowed", "weather=fog-mist"];
    let human = common::chartroom(&words);
    assert!(
        human
            .out
            .contains("for weather = fog-mist; hence ground = normal, snow = none"),
        "{}",
        human.both()
    );
    let json = common::chartroom(&[&words[..], &["--format", "json"]].concat());
    let json: serde_json::Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!(
        json["hence"],
        serde_json::json!(["ground = normal", "snow = none"])
    );
}

/// A row without an answer says why, to programs too.
#[test]
fn a_row_without_an_answer_says_why() {
    let pack = "id = \"p\"\ngame = \"s\"\n[paragraphs]\n\"1\" = \"One\"\n[fact]\nn = { domain = \"1..=4\" }\n\
                [question.q]\ncite = \"1\"\nasks = \"?\"\nanswer = \"0..=9\"\n\
                rules = \"\"\"\nwhen | gives\nn <= 2 | 1\nn = 2 | 2\nn = 3 | 3\n\"\"\"\n";
    let folder = common::folder([("p/pack.toml", pack.to_owned())]);
    let ran = common::chartroom_in(
        folder.path(),
        &["table", "q", "--rules", ".", "--format", "json"],
    );
    let table: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    let rows = table["rows"].as_array().unwrap().iter();
    let told: Vec<_> = rows
        .map(|row| {
            (
                row["answer"].to_string(),
                row["without"].as_str().unwrap_or(""),
            )
        })
        .collect();
    let told: Vec<_> = told
        .iter()
        .map(|(answer, without)| format!("{answer} {without}"))
        .collect();
    assert_eq!(told, ["1 ", "null two answers", "3 ", "null no answer"]);
}
