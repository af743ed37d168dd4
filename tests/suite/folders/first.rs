//! `chartroom new`: a first pack.

use super::{Desk, SEA, pack};
use std::fs;

/// The commands that are told as next ones.
fn next(out: &str) -> Vec<&str> {
    out.lines()
        .filter_map(|line| line.strip_prefix("  chartroom ").map(|_| line.trim()))
        .collect()
}

#[test]
fn a_first_pack_beside_the_shipped_ones_passes_at_once() {
    let desk = Desk::new();
    let told = desk.run("new my-theatre --game asl --require vocabulary");
    insta::assert_snapshot!("beside_shipped", told.all());
    let files = ["pack.toml", "10-first.toml", "10-first.ron"]
        .map(|file| desk.read(&format!("my-theatre/{file}")));
    insta::assert_snapshot!("files", files.join("--\n"));
    let whole = told.out.replace(" \\\n      ", " ");
    let commands = next(&whole);
    assert_eq!(commands.len(), 2, "{}", told.out);
    for command in commands {
        let told = desk.paste(command);
        assert_eq!(
            (told.code, told.errors.as_str()),
            (Some(0), ""),
            "{command}\n{}",
            told.all()
        );
        assert!(
            told.out.contains("no finding") || told.out.contains("My theatre result: Much"),
            "{}",
            told.out
        );
    }
}

#[test]
fn the_game_is_that_of_the_packs_required_or_one_of_its_own() {
    let desk = Desk::new();
    for (line, game) in [
        ("new packs/one --require f11 --require vocabulary", "asl"),
        ("new packs/two --require asl/vocabulary", "asl"),
        ("new packs/three", "three"),
        ("new packs/four --game chess", "chess"),
    ] {
        let told = desk.run(line);
        assert!(
            told.out.contains(&format!("a pack of the game {game}\n")),
            "{line}\n{}",
            told.all()
        );
        for command in next(&told.out) {
            assert_eq!(desk.paste(command).code, Some(0), "{command}");
        }
    }
    // A folder that holds packs alone is named, rather than each of them.
    let told = desk.run("new packs/five --game asl");
    assert_eq!(
        next(&told.out)[0],
        "chartroom check five --rules embedded --rules packs"
    );
    desk.write("home/letters/to-my-aunt.txt", "");
    let told = desk.run("new home/six --game asl");
    assert_eq!(
        next(&told.out)[0],
        "chartroom check six --rules embedded --rules home/six"
    );
    // All of them stand beside each other.
    let told = desk.run("check --rules embedded --rules packs");
    assert_eq!(told.code, Some(0), "{}", told.all());
}

#[test]
fn a_first_pack_in_a_folder_of_packs_needs_no_folder_of_its_own() {
    let desk = Desk::new();
    desk.write("mine/sea/pack.toml", &pack("sea", "", SEA));
    let told = desk.run("new mine/shore --rules mine --require sea");
    assert_eq!(
        next(&told.out),
        [
            "chartroom check shore --rules mine",
            "chartroom ask shore-result shore-roll=6 --rules mine"
        ]
    );
    assert_eq!(desk.paste(next(&told.out)[0]).code, Some(0));
}

#[test]
fn nothing_is_overwritten() {
    let desk = Desk::new();
    desk.write("mine/notes.txt", "mine").write("file", "mine");
    for folder in ["mine", "file"] {
        let told = desk.run(&format!("new {folder}"));
        assert_eq!(told.code, Some(2), "{}", told.all());
        assert!(
            told.errors.contains("already") && told.errors.contains("nothing is written"),
            "{}",
            told.errors
        );
    }
    assert_eq!(
        (
            desk.read("mine/notes.txt").as_str(),
            desk.read("file").as_str()
        ),
        ("mine", "mine")
    );
    assert_eq!(fs::read_dir(desk.path().join("mine")).unwrap().count(), 1);
    fs::create_dir(desk.path().join("empty")).unwrap();
    assert_eq!(desk.run("new empty").code, Some(0));
    assert_eq!(desk.run("new empty").code, Some(2));
}

#[test]
fn what_cannot_be_is_refused_with_the_nearest_that_can() {
    let desk = Desk::new();
    let refused: Vec<String> = [
        "new My_Theatre",
        "new mine --game Asl",
        "new f11 --game asl",
        "new mine --require vocabluary",
        "new mine --require vocabulary",
        "new mine --game asl --require w11",
        "new mine --game asl --require operational/vocabulary",
        "new ..",
        "new mine --rules nowhere",
    ]
    .iter()
    .map(|line| format!("$ chartroom {line}\n{}\n", desk.run(line).all()))
    .collect();
    insta::assert_snapshot!("refused", refused.join("\n"));
    assert_eq!(fs::read_dir(desk.path()).unwrap().count(), 0);
}

#[test]
fn a_name_that_is_taken_is_told_before_anything_is_written() {
    let desk = Desk::new();
    let taken = "[fact.shore-roll]\ndomain = \"0..=3\"\n";
    desk.write("mine/sea/pack.toml", &pack("sea", "", taken));
    let told = desk.run("new mine/shore --rules mine --require sea");
    insta::assert_snapshot!("taken", told.all());
    assert!(!desk.path().join("mine/shore").exists());
}
