//! Pinned answers: written only when a person accepts them, compared ever after.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, reason = "a test may fail")]

use std::fs;
use std::path::Path;
use std::process::Command;

const PACK: &str = r#"
id = "desert"
game = "sample"
title = "Desert"
edition = "1"
[paragraphs]
"1" = "Weather"
[fact.dr]
domain = "2..=12"
means = "the Weather DR"
"#;

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
    let folder = tempfile::tempdir().unwrap();
    let pack = folder.path().join("rules/desert");
    fs::create_dir_all(&pack).unwrap();
    fs::write(pack.join("pack.toml"), PACK).unwrap();
    fs::write(pack.join("10-weather.toml"), WEATHER).unwrap();
    folder
}

fn test(folder: &Path, arguments: &[&str]) -> (Option<i32>, String, String) {
    let program = env!("CARGO_BIN_EXE_chartroom");
    let mut command = Command::new(program);
    command.current_dir(folder).env_remove("CHARTROOM_RULES").args(["--rules", "rules", "test"]).args(arguments);
    let done = command.output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (done.status.code(), text(done.stdout), text(done.stderr))
}

fn change(folder: &Path, from: &str, to: &str) {
    assert!(WEATHER.contains(from));
    fs::write(folder.join("rules/desert/10-weather.toml"), WEATHER.replace(from, to)).unwrap();
}

#[test]
fn answers_are_pinned_when_they_are_accepted_and_a_change_is_shown() {
    let folder = folder();
    let pins = folder.path().join("rules/desert/pins");
    let (code, text, _) = test(folder.path(), &[]);
    assert_eq!((code, pins.exists(), text.contains("pinned")), (Some(0), false, false));

    let (code, text, _) = test(folder.path(), &["--accept"]);
    insta::assert_snapshot!(text, @r"
    wrote rules/desert/pins/10-weather.txt
    1 file written
    ");
    assert_eq!(code, Some(0));
    let pinned = fs::read_to_string(pins.join("10-weather.txt")).unwrap();
    insta::assert_snapshot!("pinned", pinned);

    let (code, text, _) = test(folder.path(), &[]);
    assert!(text.contains("1 topic with the answers pinned"), "{text}");
    assert_eq!(code, Some(0));

    change(folder.path(), "dr >= 10", "dr >= 11");
    let (code, text, _) = test(folder.path(), &[]);
    assert_eq!(code, Some(1));
    insta::assert_snapshot!("changed", text);
    assert_eq!(fs::read_to_string(pins.join("10-weather.txt")).unwrap(), pinned, "a test writes nothing");

    assert_eq!(test(folder.path(), &["--accept"]).0, Some(0));
    assert_eq!(test(folder.path(), &[]).0, Some(0));
    let (_, text, _) = test(folder.path(), &["--accept"]);
    assert_eq!(text, "the pins are what the packs answer; nothing was written\n");
}

#[test]
fn other_words_for_the_same_rule_and_other_line_ends_are_no_change() {
    let folder = folder();
    test(folder.path(), &["--accept"]);
    change(folder.path(), "dr >= 10", "not (dr < 10)");
    let pin = folder.path().join("rules/desert/pins/10-weather.txt");
    fs::write(&pin, fs::read_to_string(&pin).unwrap().replace('\n', "\r\n")).unwrap();
    assert_eq!(test(folder.path(), &[]).0, Some(0));
}

#[test]
fn a_topic_that_is_gone_and_one_that_is_new_are_told() {
    let folder = folder();
    test(folder.path(), &["--accept"]);
    let pack = folder.path().join("rules/desert");
    fs::write(pack.join("pins/notes.txt"), "mine").unwrap();
    fs::rename(pack.join("10-weather.toml"), pack.join("20-weather.toml")).unwrap();
    let (code, text, _) = test(folder.path(), &["--format", "json"]);
    let told: serde_json::Value = serde_json::from_str(&text).unwrap();
    let paths: Vec<&str> =
        told["pins"]["different"].as_array().unwrap().iter().map(|pin| pin["path"].as_str().unwrap()).collect();
    assert_eq!(paths, ["rules/desert/pins/20-weather.txt", "rules/desert/pins/10-weather.txt"]);
    assert_eq!(code, Some(1));
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
    let done =
        Command::new(env!("CARGO_BIN_EXE_chartroom")).env_remove("CHARTROOM_RULES").args(["test", "--accept"]).output();
    let done = done.unwrap();
    assert_eq!(done.status.code(), Some(2));
    assert!(String::from_utf8(done.stderr).unwrap().contains("name it with --rules"));
}

#[cfg(unix)]
#[test]
fn a_link_is_not_followed_out_of_the_pack() {
    let folder = folder();
    let elsewhere = folder.path().join("elsewhere");
    fs::create_dir_all(&elsewhere).unwrap();
    std::os::unix::fs::symlink(&elsewhere, folder.path().join("rules/desert/pins")).unwrap();
    for arguments in [&["--accept"][..], &[]] {
        let (code, _, errors) = test(folder.path(), arguments);
        assert_eq!(code, Some(2), "{errors}");
        assert!(errors.contains("it is a link"), "{errors}");
    }
    assert_eq!(fs::read_dir(elsewhere).unwrap().count(), 0);
}
