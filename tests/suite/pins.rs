//! Pinned answers: written only when a person accepts them, compared ever after.

use crate::common;

use common::{Ran, chartroom, chartroom_in, write};
use std::fs;
use std::path::Path;

const PACK: &str = include_str!("common/desert.toml");

const WEATHER: &str = r#"
[question.weather]
cite = "1"
asks = "What is the weather?"
from = ["dr"]
answer = "clear | storm"
otherwise = "clear"
[[rule]]
answers = "weather"
cite = "1"
when = "dr >= 10"
gives = "storm"
"#;

fn folder() -> tempfile::TempDir {
    common::folder([
        ("rules/desert/pack.toml", PACK),
        ("rules/desert/10-weather.toml", WEATHER),
    ])
}

fn test(folder: &Path, arguments: &[&str]) -> Ran {
    chartroom_in(folder, &[&["--rules", "rules", "test"], arguments].concat())
}

fn change(folder: &Path, from: &str, to: &str) {
    assert!(WEATHER.contains(from));
    write(
        folder,
        [("rules/desert/10-weather.toml", WEATHER.replace(from, to))],
    );
}

/// Two answers are pinned as they are, and told as the error that they are.
#[test]
fn what_is_pinned_with_an_error_in_it_is_told() {
    let folder = folder();
    let other =
        "[[rule]]\nanswers = \"weather\"\ncite = \"1\"\nwhen = \"dr >= 11\"\ngives = \"clear\"\n";
    let text = format!("{WEATHER}{other}");
    write(folder.path(), [("rules/desert/10-weather.toml", text)]);
    let ran = test(folder.path(), &["--accept"]);
    assert!(ran.out.contains("1 file written"), "{}", ran.both());
    assert!(
        ran.code == 1 && ran.says("what is pinned has 1 error"),
        "{}",
        ran.both()
    );
}

#[test]
fn answers_are_pinned_when_they_are_accepted_and_a_change_is_shown() {
    let folder = folder();
    let pins = folder.path().join("rules/desert/pins");
    let ran = test(folder.path(), &[]);
    assert_eq!(
        (ran.code, pins.exists(), ran.out.contains("pinned")),
        (0, false, false)
    );

    let ran = test(folder.path(), &["--accept"]);
    insta::assert_snapshot!(ran.out, @r"
    wrote rules/desert/pins/10-weather.txt
    1 file written
    ");
    assert_eq!(ran.code, 0);
    let pinned = fs::read_to_string(pins.join("10-weather.txt")).unwrap();
    insta::assert_snapshot!("pinned", pinned);

    let ran = test(folder.path(), &[]);
    assert!(
        ran.out.contains("1 topic with the answers pinned"),
        "{}",
        ran.out
    );
    assert_eq!(ran.code, 0);

    change(folder.path(), "dr >= 10", "dr >= 11");
    let ran = test(folder.path(), &[]);
    assert_eq!(ran.code, 1);
    insta::assert_snapshot!("changed", ran.out);
    assert_eq!(
        fs::read_to_string(pins.join("10-weather.txt")).unwrap(),
        pinned,
        "a test writes nothing"
    );

    assert_eq!(test(folder.path(), &["--accept"]).code, 0);
    assert_eq!(test(folder.path(), &[]).code, 0);
    assert_eq!(
        test(folder.path(), &["--accept"]).out,
        "the pins are what the packs answer; nothing was written\n"
    );
}

#[test]
fn a_row_that_becomes_longer_changes_no_other_row() {
    let folder = folder();
    let more =
        "[[rule]]\nanswers = \"weather\"\ncite = \"1\"\nwhen = \"dr = 2\"\ngap = \"the two\"\n";
    let written = |more: &str| [("rules/desert/10-weather.toml", format!("{WEATHER}{more}"))];
    write(folder.path(), written(more));
    test(folder.path(), &["--accept"]);
    write(
        folder.path(),
        written(&more.replace("dr = 2", "dr in {2, 4, 6..7}")),
    );
    let told = test(folder.path(), &[]).out;
    let changed: Vec<&str> = told
        .lines()
        .filter(|line| line.starts_with(['+', '-']))
        .collect();
    insta::assert_snapshot!(changed.join("\n"));
}

#[test]
fn other_words_for_the_same_rule_and_other_line_ends_are_no_change() {
    let folder = folder();
    test(folder.path(), &["--accept"]);
    change(folder.path(), "dr >= 10", "not (dr < 10)");
    let pin = folder.path().join("rules/desert/pins/10-weather.txt");
    fs::write(
        &pin,
        fs::read_to_string(&pin).unwrap().replace('\n', "\r\n"),
    )
    .unwrap();
    assert_eq!(test(folder.path(), &[]).code, 0);
}

#[test]
fn a_pack_pins_the_questions_of_others_that_its_rules_and_errata_change() {
    let house = "id = \"house\"\ngame = \"sample\"\nrequires = [\"desert\"]\n[paragraphs]\n\"H1\" = \"Weather\"\n";
    let rule =
        "[[rule]]\nanswers = \"weather\"\ncite = \"H1\"\nwhen = \"dr = 2\"\ngives = \"storm\"\n";
    let erratum = "[erratum.calm]\nsource = \"us\"\ndate = 2024-05-31\nstatus = \"official\"\nsays = \"calmer\"\n\
        [[erratum.calm.change]]\nat = \"desert/weather#1.when\"\nwas = \"dr >= 10\"\nnow = \"dr >= 11\"\n";
    let folder = folder();
    write(
        folder.path(),
        [
            ("rules/house/pack.toml", house),
            ("rules/house/storms.toml", rule),
        ],
    );
    write(folder.path(), [("rules/house/errata/calm.toml", erratum)]);
    let ran = test(folder.path(), &["house", "--accept"]);
    assert_eq!(ran.code, 0, "{}", ran.both());
    let storms = fs::read_to_string(folder.path().join("rules/house/pins/storms.txt")).unwrap();
    insta::assert_snapshot!("pinned_by_another_pack", storms);
    write(
        folder.path(),
        [("rules/house/storms.toml", rule.replace("dr = 2", "dr <= 3"))],
    );
    let ran = test(folder.path(), &["house"]);
    assert_eq!(
        (ran.code, ran.out.contains("+   storm  dr not in 4..10")),
        (1, true),
        "{}",
        ran.both()
    );
}

#[test]
fn a_topic_that_is_gone_and_one_that_is_new_are_told() {
    let folder = folder();
    test(folder.path(), &["--accept"]);
    let pack = folder.path().join("rules/desert");
    fs::write(pack.join("pins/notes.txt"), "mine").unwrap();
    fs::rename(pack.join("10-weather.toml"), pack.join("20-weather.toml")).unwrap();
    let ran = test(folder.path(), &["--format", "json"]);
    let told = ran.json();
    let paths: Vec<&str> = told["pins"]["different"]
        .as_array()
        .unwrap()
        .iter()
        .map(|pin| pin["path"].as_str().unwrap())
        .collect();
    assert_eq!(
        paths,
        [
            "rules/desert/pins/20-weather.txt",
            "rules/desert/pins/10-weather.txt"
        ]
    );
    assert_eq!(ran.code, 1);
    test(folder.path(), &["--accept"]);
    let mut left: Vec<String> = fs::read_dir(pack.join("pins"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    left.sort_unstable();
    assert_eq!(left, ["20-weather.txt", "notes.txt"]);
}

#[test]
fn the_rulebook_in_the_binary_has_no_place_for_pins() {
    let ran = chartroom(&["test", "--accept"]);
    assert_eq!(ran.code, 2);
    assert!(ran.error.contains("name it with --rules"), "{}", ran.error);
}

#[cfg(unix)]
#[test]
fn a_link_is_not_followed_out_of_the_pack() {
    let folder = folder();
    let elsewhere = folder.path().join("elsewhere");
    fs::create_dir_all(&elsewhere).unwrap();
    std::os::unix::fs::symlink(&elsewhere, folder.path().join("rules/desert/pins")).unwrap();
    for arguments in [&["--accept"][..], &[]] {
        let ran = test(folder.path(), arguments);
        assert_eq!(ran.code, 2, "{}", ran.error);
        assert!(ran.error.contains("it is a link"), "{}", ran.error);
    }
    assert_eq!(fs::read_dir(elsewhere).unwrap().count(), 0);
}

/// What is taken where nobody says it stands in no table of answers, and changes what people are answered all the same.
#[test]
fn what_is_taken_where_nobody_says_it_is_pinned() {
    let folder = folder();
    let taken = "[reading.flat]\ncite = \"1\"\nasks = \"Is it flat?\"\noptions = { sand = \"sand\", rock = \"rock\" }\n\n\
                 [fact.wind]\ndomain = \"calm | gale\"\nusually = [{ is = \"gale\", when = \"dr = 12\" }, \"calm\"]\n\n\
                 [question.sinks]\ncite = \"1\"\nanswer = \"bool\"\ngives = \"wind is gale or flat is sand\"\n";
    let house = "id = \"house\"\ngame = \"sample\"\nrequires = [\"desert\"]\n";
    let settles = "[erratum.flat]\nsource = \"us\"\nstatus = \"official\"\nsays = \"rock\"\n\
                   change = [{ at = \"desert/reading:flat\", settles = \"rock\" }]\n";
    write(
        folder.path(),
        [
            ("rules/desert/20-sand.toml", taken),
            ("rules/house/pack.toml", house),
        ],
    );
    let ran = test(folder.path(), &["--accept"]);
    assert_eq!(ran.code, 0, "{}", ran.both());
    let pin = |path: &str| fs::read_to_string(folder.path().join(path)).unwrap();
    insta::assert_snapshot!("pinned_taken", pin("rules/desert/pins/20-sand.txt"));
    for (from, to, told) in [
        (
            "sand = \"sand\", rock = \"rock\"",
            "rock = \"rock\", sand = \"sand\"",
            "+   desert/flat = rock",
        ),
        ("\"calm\"]", "\"gale\"]", "+   wind = gale\n"),
        ("dr = 12", "dr >= 11", "+   wind = gale if dr >= 11"),
    ] {
        assert!(taken.contains(from));
        write(
            folder.path(),
            [("rules/desert/20-sand.toml", taken.replace(from, to))],
        );
        let ran = test(folder.path(), &[]);
        assert!(ran.code == 1 && ran.out.contains(told), "{}", ran.both());
    }
    // An erratum of another pack settles it there.
    write(
        folder.path(),
        [
            ("rules/desert/20-sand.toml", taken),
            ("rules/house/errata/flat.toml", settles),
        ],
    );
    let ran = test(folder.path(), &["house", "--accept"]);
    assert_eq!(ran.code, 0, "{}", ran.both());
    insta::assert_snapshot!("pinned_settled", pin("rules/house/pins/errata-flat.txt"));
}

/// An exception of another pack changes the answers of a question as a rule does.
#[test]
fn a_pack_pins_the_questions_of_others_that_its_exceptions_change() {
    let folder = folder();
    let house = "id = \"house\"\ngame = \"sample\"\nrequires = [\"desert\"]\n[paragraphs]\n\"H1\" = \"Weather\"\n";
    let except =
        "[[exception]]\ncite = \"H1\"\nof = [\"weather\"]\nwhen = \"dr = 12\"\ngives = \"clear\"\n";
    write(
        folder.path(),
        [
            ("rules/house/pack.toml", house),
            ("rules/house/storms.toml", except),
        ],
    );
    let ran = test(folder.path(), &["house", "--accept"]);
    assert!(
        ran.code == 0 && ran.says("wrote rules/house/pins/storms.txt"),
        "{}",
        ran.both()
    );
    let except = except.replace("dr = 12", "dr = 11");
    write(folder.path(), [("rules/house/storms.toml", except)]);
    assert_eq!(test(folder.path(), &["house"]).code, 1);
}

/// Pins of what is not answered any more are told, though the pack answers nothing else.
#[test]
fn pins_of_a_pack_that_answers_nothing_any_more_are_told() {
    let folder = folder();
    test(folder.path(), &["--accept"]);
    write(
        folder.path(),
        [(
            "rules/desert/10-weather.toml",
            "[fact.wind]\ndomain = \"calm | gale\"\n",
        )],
    );
    let ran = test(folder.path(), &[]);
    assert!(
        ran.code == 1 && ran.says("1 topic with other answers"),
        "{}",
        ran.both()
    );
    let ran = test(folder.path(), &["--accept"]);
    assert!(
        ran.says("took away rules/desert/pins/10-weather.txt"),
        "{}",
        ran.both()
    );
    assert_eq!(test(folder.path(), &[]).code, 0);
}

/// What a person wrote into a file of that name is not lost.
#[test]
fn a_file_that_holds_no_pins_is_not_overwritten() {
    let folder = folder();
    test(folder.path(), &["--accept"]);
    let pin = folder.path().join("rules/desert/pins/10-weather.txt");
    let right = fs::read_to_string(&pin).unwrap();
    fs::write(&pin, format!("\u{feff}{right}")).unwrap();
    assert_eq!(test(folder.path(), &[]).code, 0);
    fs::write(&pin, "my notes").unwrap();
    let ran = test(folder.path(), &["--accept"]);
    assert!(ran.code == 2 && ran.says("holds no pins"), "{}", ran.both());
    assert_eq!(fs::read_to_string(&pin).unwrap(), "my notes");
}
