//! Packs from several places together.

use super::{Desk, LANDING, SEA, pack};
use crate::common::flat;
use std::fs;

#[test]
fn a_folder_stands_beside_the_shipped_packs_in_every_command() {
    let desk = Desk::with_theatre();
    let well = [
        "check monsoon",
        "ask monsoon-weather weather-dr=9",
        "show --pack e3",
        "list questions monsoon",
        "explain gap",
        "test monsoon",
        "coverage monsoon",
        "table monsoon-weather",
        "card scenario weather=mud",
        "odds monsoon-weather",
        "odds chart-weather region=elsewhere month=jul",
        "roll temperate-set-up month=jul region=elsewhere --seed 7",
        "play weather-turn --turns 1 --seed 7",
        "erratum list",
    ];
    for line in well {
        let told = desk.run(&format!("{line} --rules embedded --rules mine"));
        let is_known = !told.errors.contains("no pack declares");
        assert!(
            told.code != Some(2) && is_known || line.starts_with("play"),
            "{line}\n{}",
            told.all()
        );
    }
    let told =
        desk.run("mutants --rules embedded --rules mine monsoon --examples-only --format json");
    assert!(
        told.out.contains("mine/monsoon/10-weather.toml"),
        "{}",
        told.all()
    );
    assert_ne!(told.code, Some(2));
}

#[test]
fn an_answer_names_the_places_of_both() {
    let desk = Desk::with_theatre();
    let told = desk.run(
        "ask --rules embedded --rules mine chart-weather region=elsewhere month=jul weather-dr=9",
    );
    insta::assert_snapshot!("answer", told.all());
}

#[test]
fn the_packs_are_named_before_the_command_and_after_it_and_in_the_environment() {
    let desk = Desk::new();
    desk.write("a/sea/pack.toml", &pack("sea", "", SEA))
        .write("b/shore/pack.toml", &pack("shore", "\"sea\"", LANDING));
    let answer = "Landing cost: 4";
    let ask = ["ask", "landing-cost", "surf=2"];
    for line in [
        "ask landing-cost surf=2 --rules a --rules=b",
        "--rules a ask landing-cost --rules b surf=2",
    ] {
        let told = desk.run(line);
        assert!(told.out.contains(answer), "{line}\n{}", told.all());
    }
    let list = std::env::join_paths(["a", "b"])
        .unwrap()
        .into_string()
        .unwrap();
    assert!(desk.run_in(&list, &ask).out.contains(answer));
    // What the command line says goes before the environment.
    assert_eq!(
        desk.run_in(
            &list,
            &["ask", "landing-cost", "surf=2", "--rules", "embedded"]
        )
        .code,
        Some(2)
    );
    let list = std::env::join_paths(["a", "b", "embedded"])
        .unwrap()
        .into_string()
        .unwrap();
    assert_eq!(
        desk.run_in(&list, &["ask", "arid-weather", "month=may", "weather-dr=5"])
            .code,
        Some(0)
    );
}

#[test]
fn a_folder_called_embedded_is_written_with_its_path() {
    let desk = Desk::new();
    desk.write("embedded/sea/pack.toml", &pack("sea", "", SEA));
    assert!(
        desk.run("list facts surf --rules ./embedded")
            .out
            .contains("surf")
    );
    assert!(
        !desk
            .run("list facts surf --rules embedded")
            .out
            .contains("surf")
    );
}

#[test]
fn what_is_named_twice_is_read_once() {
    let desk = Desk::new();
    desk.write("a/sea/pack.toml", &pack("sea", "", SEA))
        .write("a/shore/pack.toml", &pack("shore", "\"sea\"", LANDING));
    let alone = desk.run("check --rules a").all();
    for line in [
        "check --rules a --rules a/",
        "check --rules a/shore --rules a",
        "check --rules a --rules a/sea",
    ] {
        assert_eq!(desk.run(line).all(), alone, "{line}");
    }
}

#[test]
fn a_pack_that_two_places_bring_is_told_with_both() {
    let desk = Desk::new();
    desk.write("a/sea/pack.toml", &pack("sea", "", SEA))
        .write("b/sea/pack.toml", &pack("sea", "", SEA));
    let told = desk.run("check --rules a --rules b");
    insta::assert_snapshot!("twice_in_folders", told.all());
    // Which of them should answer is not for the program to guess.
    let told = desk.run("list facts --rules a --rules b");
    assert_eq!((told.code, told.out.as_str()), (Some(2), ""));
    assert!(told.errors.contains("pack-twice"), "{}", told.errors);
}

#[test]
fn a_copy_of_shipped_packs_beside_the_shipped_packs_is_told_once() {
    let desk = Desk::with_theatre();
    let rules = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("rules/asl");
    for pack in ["f7", "f11"] {
        fs::create_dir_all(desk.path().join("mine").join(pack)).unwrap();
        let head = fs::read_to_string(rules.join(pack).join("pack.toml")).unwrap();
        desk.write(&format!("mine/{pack}/pack.toml"), &head);
    }
    insta::assert_snapshot!(
        "twice_with_shipped",
        desk.run("check --rules embedded --rules mine").all()
    );
}

#[test]
fn a_folder_with_the_paths_of_the_shipped_packs_is_not_mixed_up_with_them() {
    let desk = Desk::new();
    let head = "id = \"sea\"\ngame = \"sample\"\n";
    desk.write("rules/asl/f11/pack.toml", head)
        .write("rules/asl/f11/10-sea.toml", SEA);
    let told = desk.run("check --rules rules --rules embedded");
    assert_eq!(told.code, Some(0), "{}", told.all());
    assert!(
        desk.run("list facts surf --rules rules --rules embedded")
            .out
            .contains("surf")
    );
}

#[cfg(unix)]
#[test]
fn no_folder_reaches_into_another() {
    let desk = Desk::new();
    desk.write("a/sea/pack.toml", &pack("sea", "", SEA))
        .write("b/shore/pack.toml", &pack("shore", "", ""));
    std::os::unix::fs::symlink(
        "../../a/sea/pack.toml",
        desk.path().join("b/shore/10-sea.toml"),
    )
    .unwrap();
    let told = desk.run("check --rules a --rules b");
    assert!(
        flat(&told.errors)
            .contains("`b/shore/10-sea.toml` is a link to a place outside the rulebook"),
        "{}",
        told.errors
    );
    assert_eq!(told.code, Some(1));
}

#[test]
fn the_limits_hold_for_all_folders_together() {
    let desk = Desk::new();
    let filler = "#".repeat(1 << 20);
    for folder in ["a", "b"] {
        desk.write(
            &format!("{folder}/{folder}/pack.toml"),
            &pack(folder, "", ""),
        );
        for file in 0..9 {
            desk.write(&format!("{folder}/{folder}/{file}.toml"), &filler);
        }
    }
    assert!(!desk.run("check --rules a").errors.contains("over-limit"));
    let told = desk.run("check --rules a --rules b");
    assert!(
        told.errors
            .contains("error[over-limit]: there are more than 16777216 bytes"),
        "{}",
        told.errors
    );
}

#[test]
fn a_place_that_is_none_is_told_with_what_can_be_named() {
    let desk = Desk::new();
    insta::assert_snapshot!("no_place", desk.run("list --rules embeded").all());
}

#[test]
fn rulebooks_of_several_places_are_compared() {
    let desk = Desk::with_theatre();
    let told = desk.run("diff embedded embedded+mine --limit 1");
    assert_eq!(told.code, Some(1), "{}", told.all());
    assert!(
        told.out.contains("chart-weather") && told.out.contains("+ monsoon-weather"),
        "{}",
        told.out
    );
    // A folder may have a `+` in its name.
    desk.write("a+b/sea/pack.toml", &pack("sea", "", SEA))
        .write("c/sea/pack.toml", &pack("sea", "", SEA));
    assert_eq!(desk.run("diff a+b c").code, Some(0));
}

#[test]
fn the_totals_are_those_of_the_packs_that_are_checked() {
    let desk = Desk::with_theatre();
    let told = desk.run("check --rules embedded --rules mine monsoon");
    assert_eq!(
        told.out,
        "1 question and 0 procedures proved, 0 laws hold, 1 example holds; no finding\n"
    );
    assert!(
        desk.run("check b25").out.starts_with("0 questions")
            || desk.run("check b25").code == Some(0)
    );
    // The name of a pack is its `id`, whatever its folder is called.
    desk.write(
        "other/some-folder/pack.toml",
        &pack("shore", "", "[fact.f]\ndomain = \"nonsense ..\"\n"),
    );
    let told = desk.run("check --rules other shore");
    assert!(
        told.errors.contains("some-folder/pack.toml"),
        "{}",
        told.all()
    );
    assert_eq!(told.code, Some(1));
}

#[test]
fn a_budget_allows_larger_files_and_domains() {
    let desk = Desk::new();
    let pack = |values: u32| {
        format!(
            "id = \"reef\"\ntitle = \"Reef\"\n\n[paragraphs]\n\"1\" = \"Depth\"\n\n[fact.depth]\ndomain = \"1..={values}\"\n\n\
             [question.deep]\ncite = \"1\"\nanswer = \"bool\"\ngives = \"depth > 9\"\n"
        )
    };
    let asked = |times: &str| desk.run(&format!("ask deep depth=9 --rules reefs --budget {times}"));
    desk.write("reefs/reef/pack.toml", &pack(20_001));
    let checked = desk.run("check --rules reefs").errors;
    assert!(checked.contains("`--budget` allows"), "{checked}");
    assert_ne!(asked("1").code, Some(0));
    assert_eq!(asked("2").code, Some(0));
    let large = "# water\n".repeat(1 << 17);
    desk.write("reefs/reef/pack.toml", &(pack(20) + &large));
    assert!(asked("1").errors.contains("`--budget 10` allows"));
    assert_eq!(asked("2").code, Some(0));
}
