//! What packs, folders and pipes must not do: work on the terminal, be passed over without a word, or pass for success.

use crate::common;
use chartroom::source::{Journal, read_journal};
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

const HEAD: &str =
    "id = \"reef\"\ngame = \"sea\"\ntitle = \"Reef\"\nparagraphs = { R1 = \"Reefs\" }\n";

/// A pack whose words would clear the screen, set the clipboard and turn the direction of writing.
const HOSTILE: &str = r#"
[fact.tide]
domain = "low | high"
title  = "T\u001b[2Jide \u202e\u2028"
means  = "\u001b[31mred\u001b[30m"

[question.reef-drm]
cite   = "R1"
asks   = "How \u001b]52;c;eA==\u0007 much \u009b2J?"
answer = "1..=3"

[[rule]]
answers = ["reef-drm"]
cite  = "R1"
when  = "tide is low"
gives = "1"
note  = "\u001b[8mhidden\u2066\u001b[31mred"

[[rule]]
answers = ["reef-drm"]
cite  = "R1"
when  = "tide is high"
gives = "3"
"#;

#[test]
fn no_text_of_a_pack_works_on_the_terminal() {
    let folder = common::folder([("reef/pack.toml", HEAD), ("reef/reef.toml", HOSTILE)]);
    for command in [
        "ask reef-drm tide=low",
        "ask reef-drm tide=low --format json",
        "table reef-drm",
        "list",
        "list facts --format json",
        "odds reef-drm tide=alike",
        "show reef-drm",
        "find hidden",
        "coverage",
        "check",
        "card",
    ] {
        let mut arguments: Vec<&str> = command.split(' ').collect();
        arguments.extend(["--rules", ".", "--color", "always"]);
        let ran = common::chartroom_in(folder.path(), &arguments);
        let all = ran.both();
        assert_ne!(ran.code, 2, "{command}: {all}");
        for sign in [
            "\x1b]",
            "\x1b[2J",
            "\x1b[8m",
            "\x07",
            "\u{9b}",
            "\u{202e}",
            "\u{2066}",
            "\u{2028}",
            "\x1b[31mred",
            "\x1b[30m",
        ] {
            assert!(!all.contains(sign), "{command}: {all:?}");
        }
    }
    let asked = [
        "ask", "reef-drm", "tide=low", "--format", "json", "--rules", ".",
    ];
    common::chartroom_in(folder.path(), &asked).json();
}

#[test]
fn no_word_of_a_person_works_on_the_terminal() {
    let folder = common::folder([
        ("reef/pack.toml", HEAD),
        ("reef/reef.toml", HOSTILE),
        ("some.game", "set tide=\x1b[31mred\n"),
    ]);
    for arguments in [
        &["ask", "reef-drm", "tide=\x1b[31mred"][..],
        &["ask", "\x1b[31mred"],
        &["\x1b[31mred"],
        &["show", "\x1b[31mred"],
        &["game", "show", "some.game"],
        &["ask", "reef-drm", "--game", "some.game"],
        &["check", "\x1b[31mred.toml"],
    ] {
        let arguments = [arguments, &["--rules", ".", "--color", "always"]].concat();
        let ran = common::chartroom_in(folder.path(), &arguments);
        assert!(
            !ran.both().contains("\x1b[31mred"),
            "{arguments:?}: {:?}",
            ran.both()
        );
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_result_that_cannot_be_written_is_no_success() {
    let full = File::options().write(true).open("/dev/full").unwrap();
    let ran = common::program(&["list", "questions"])
        .stdout(full)
        .stderr(Stdio::piped())
        .output()
        .unwrap();
    assert_eq!(ran.status.code(), Some(2));
    assert!(
        String::from_utf8(ran.stderr)
            .unwrap()
            .contains("the result cannot be written")
    );

    let mut gone = common::program(&["list", "questions"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    drop(gone.stdout.take());
    assert_eq!(gone.wait().unwrap().code(), Some(2));
}

#[cfg(target_os = "linux")]
#[test]
fn help_that_cannot_be_written_is_no_success() {
    for arguments in [
        &["--help"][..],
        &["--version"],
        &["ask", "--help"],
        &["help"],
    ] {
        let full = File::options().write(true).open("/dev/full").unwrap();
        let ran = common::program(arguments).stdout(full).output().unwrap();
        assert_eq!(ran.status.code(), Some(2), "{arguments:?}");
        let error = String::from_utf8(ran.stderr).unwrap();
        assert!(error.contains("the result cannot be written"), "{error}");
    }
}

/// What the program says in a folder, which must come to an end.
#[track_caller]
fn ends_in(folder: &Path, arguments: &[&str]) -> String {
    let mut command = common::program(arguments);
    let piped = command.current_dir(folder).stdout(Stdio::piped());
    let mut child = piped.stderr(Stdio::piped()).spawn().unwrap();
    let mut said = child.stderr.take().unwrap();
    let reader = std::thread::spawn(move || {
        let mut text = String::new();
        said.read_to_string(&mut text).map(|_| text)
    });
    let begun = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if begun.elapsed().as_secs() > 30 {
            child.kill().unwrap();
            panic!("{arguments:?} does not end");
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    common::flat(&reader.join().unwrap().unwrap())
}

#[cfg(target_os = "linux")]
#[test]
fn what_has_no_end_is_not_read_to_it() {
    let folder = common::folder([("reef/pack.toml", HEAD)]);
    let told = ends_in(folder.path(), &["game", "show", "/dev/zero"]);
    assert!(told.contains("it is not a regular file"), "{told}");
    let long = File::create(folder.path().join("long.game")).unwrap();
    long.set_len(17 << 20).unwrap();
    let told = ends_in(folder.path(), &["game", "show", "long.game"]);
    assert!(told.contains("larger than 16777216 bytes"), "{told}");
    let told = ends_in(folder.path(), &["import", "/dev/zero"]);
    assert!(told.contains("larger than 16777216 bytes"), "{told}");
    let odds = ["odds", "arid-weather", "month=may", "--svg", "/dev/full"];
    let told = ends_in(folder.path(), &odds);
    assert!(told.contains("it is not a regular file"), "{told}");

    // Nobody waits for somebody who would write a game into a pipe.
    let pipe = folder.path().join("a.game");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.unwrap().success());
    for command in [
        ["game", "show", "a.game", "--rules", "."].as_slice(),
        &["book", "a.html", "--game", "a.game", "--rules", "."],
        &["ask", "arid-weather", "--game", "a.game"],
    ] {
        let told = ends_in(folder.path(), command);
        assert!(told.contains("it is not a regular file"), "{told}");
    }
    // The list of what a killed program left undone may have come with the pack.
    let list = folder.path().join("reef/.chartroom-writing");
    let made = std::process::Command::new("mkfifo").arg(&list).status();
    assert!(made.unwrap().success());
    assert_eq!(ends_in(folder.path(), &["check", "--rules", "."]), "");
    std::fs::remove_file(&list).unwrap();
    std::os::unix::fs::symlink("/dev/zero", &list).unwrap();
    assert_eq!(ends_in(folder.path(), &["check", "--rules", "."]), "");
}

#[cfg(target_os = "linux")]
#[test]
fn a_game_that_another_program_never_lets_go_of_is_told() {
    let folder = common::folder([("reef/pack.toml", HEAD)]);
    let new = ["game", "new", "a.game", "--rules", "."];
    assert_eq!(common::chartroom_in(folder.path(), &new).code, 0);
    let path = folder.path().join("a.game");
    let held = File::open(&path).unwrap();
    held.lock().unwrap();
    let patience = Duration::from_millis(50);
    let begun = Instant::now();
    for told in [
        read_journal(&path, patience).unwrap_err(),
        Journal::open(&path, patience).unwrap_err(),
    ] {
        let told = told.to_string();
        assert!(told.contains("another program is writing there"), "{told}");
    }
    assert!(begun.elapsed() >= 2 * patience);

    // One who lets go in time was waited for.
    let soon = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(300));
        drop(held);
    });
    let shown = ["game", "show", "a.game", "--rules", "."];
    let shown = common::chartroom_in(folder.path(), &shown);
    assert_eq!(shown.code, 0, "{}", shown.both());
    soon.join().unwrap();
}

#[test]
fn a_text_that_is_broken_very_often_is_told_at_once() {
    let double = |times| "[fact.tide]\ndomain = \"bool\"\n".repeat(times);
    let unknown = |number: usize| {
        format!("[question.q{number}]\ncite = \"R1\"\nanswer = \"any\"\nwhen = \"n{number}\"\n")
    };
    for (file, text, says) in [
        ("reef.toml", double(20_000), "`tide` is written twice here"),
        (
            "reef.toml",
            double(1) + &"x = 1\n".repeat(100_000),
            "`x` is written twice here",
        ),
        ("reef.toml", "=\n".repeat(300_000), "error"),
        ("reef.toml", (0..2_000).map(unknown).collect(), "`n0`"),
        ("reef.ron", "/*".repeat(200_000), "error"),
        ("reef.ron", "r#\"".repeat(200_000), "error"),
        (
            "reef.ron",
            "\"".to_owned() + &"\\\"".repeat(200_000),
            "error",
        ),
    ] {
        let name = format!("reef/{file}");
        let folder = common::folder([("reef/pack.toml", HEAD), (name.as_str(), text.as_str())]);
        let told = ends_in(folder.path(), &["check", "--rules", "."]);
        assert!(told.contains(says), "{told}");
    }
}

#[test]
fn a_thousand_packs_that_require_each_other_are_put_in_order() {
    let folder = common::folder((0..1_000).map(|number: usize| {
        let required: Vec<String> = (number.saturating_sub(200)..number)
            .map(|other| format!("\"reef-{other}\""))
            .collect();
        let head = format!(
            "id = \"reef-{number}\"\ngame = \"sea\"\nrequires = [{}]\n",
            required.join(", ")
        );
        (format!("reef-{number}/pack.toml"), head)
    }));
    assert_eq!(ends_in(folder.path(), &["check", "--rules", "."]), "");
}

#[cfg(target_os = "linux")]
#[test]
fn a_name_that_is_no_text_is_told() {
    use std::os::unix::ffi::OsStrExt;
    let folder = common::folder([("reef/pack.toml", HEAD)]);
    let name = std::ffi::OsStr::from_bytes(b"ti\xffde.toml");
    std::fs::write(folder.path().join("reef").join(name), "").unwrap();
    let ran = common::chartroom_in(folder.path(), &["check", "--rules", "."]);
    assert!(
        common::flat(&ran.error).contains("is not UTF-8 text, so it is not read"),
        "{}",
        ran.both()
    );
}

#[test]
fn a_folder_that_lies_too_deep_is_named() {
    let folder = common::folder([("a/b/c/d/e/f/reef/pack.toml", HEAD)]);
    let ran = common::chartroom_in(folder.path(), &["check", "--rules", "."]);
    assert_eq!(ran.code, 2);
    assert!(
        ran.says("`a/b/c/d/e/f/reef` lies more than 4 folders down"),
        "{}",
        ran.error
    );
    // So beside packs that are read.
    common::write(
        folder.path(),
        [("tide/pack.toml", HEAD.replace("reef", "tide"))],
    );
    let ran = common::chartroom_in(folder.path(), &["check", "--rules", "."]);
    assert!(ran.says("move it up"), "{}", ran.both());
}

#[test]
fn a_file_in_a_folder_of_a_pack_is_told() {
    let folder = common::folder([
        ("reef/pack.toml", HEAD),
        ("reef/more/reef.toml", HOSTILE),
        ("reef/errata/old/one.toml", ""),
        ("reef/notes/notes.md", "notes"),
    ]);
    let ran = common::chartroom_in(folder.path(), &["check", "--rules", "."]);
    for file in ["reef/more/reef.toml", "reef/errata/old/one.toml"] {
        assert!(ran.says(&format!("`{file}` is not read")), "{}", ran.both());
    }
    assert!(
        ran.says("lie beside its `pack.toml`") && !ran.says("notes"),
        "{}",
        ran.both()
    );
}

#[test]
fn of_very_many_findings_the_first_are_shown_and_the_rest_counted() {
    let unknown: String = (0..1_000)
        .map(|n| format!("[fact.f{n}]\ndomain = \"bool\"\nunti = \"\"\n"))
        .collect();
    let folder = common::folder([("reef/pack.toml", HEAD), ("reef/reef.toml", &unknown)]);
    let ran = common::chartroom_in(folder.path(), &["check", "--rules", "."]);
    assert!(
        ran.both().contains("800 findings more"),
        "{}",
        ran.error.lines().last().unwrap()
    );
    assert_eq!(ran.error.matches("error[unknown-key]").count(), 200);
}

/// Two questions that use each other, and one that uses itself.
const CIRCLES: &str = r#"
[unit.DRM]

[question.tide-drm]
cite   = "R1"
answer = "DRM"
gives  = "reef-drm + 1"

[question.reef-drm]
cite   = "R1"
answer = "DRM"
gives  = "tide-drm + 1"

[question.swell-drm]
cite   = "R1"
answer = "DRM"
gives  = "swell-drm + 1"
"#;

#[test]
fn a_question_that_depends_on_itself_is_told_and_never_asked_for_ever() {
    let folder = common::folder([("reef/pack.toml", HEAD), ("reef/reef.toml", CIRCLES)]);
    let rules = folder.path().to_string_lossy().into_owned();
    for question in ["tide-drm", "reef-drm", "swell-drm"] {
        for command in [
            vec!["ask", question],
            vec!["ask", question, "--why"],
            vec!["show", question],
            vec!["odds", question],
        ] {
            let mut arguments = command.clone();
            arguments.extend(["--rules", &rules]);
            let ran = common::chartroom(&arguments);
            assert!(
                ran.both().contains("has 2 errors"),
                "{command:?}: {}",
                ran.both()
            );
        }
        let request = format!("{{\"question\": \"{question}\", \"facts\": {{}}}}\n");
        let arguments = ["ask", "--batch", "--why", "--rules", &rules];
        let ran = common::chartroom_with(&request, &arguments);
        assert!(ran.both().contains("has an error in it"), "{}", ran.both());
    }
}

#[test]
fn forty_facts_that_all_go_by_each_other_are_asked_for_at_once() {
    use std::fmt::Write as _;
    let mut pack = format!("{HEAD}[fact]\nz = {{ domain = \"bool\" }}\n");
    for fact in 0..40 {
        let others = (0..40).filter(|other| *other != fact);
        let others: Vec<String> = others.map(|other| format!("f{other}")).collect();
        let _ = writeln!(
            pack,
            "f{fact} = {{ domain = \"bool\", usually = [{{ is = \"yes\", when = \"{}\" }}, {{ is = \"z\" }}] }}",
            others.join(" or ")
        );
    }
    pack += "[question.reef]\ncite = \"R1\"\nasks = \"Is it a reef?\"\nwhen = \"f0 and f1\"\n";
    let book = chartroom::Rulebook::texts([("pack.toml", pack.as_str())]);
    let asked = book.ask("reef").answer().unwrap();
    assert_eq!(asked.to_string(), "depends on f0, f1");
    let told = book.ask("reef").fact("z", "yes").unwrap().answer();
    assert_eq!(told.unwrap().to_string(), "yes");
}

#[test]
fn a_chain_of_questions_of_any_length_is_told_and_never_followed_to_its_end() {
    let mut chain = String::from("[unit.DRM]\n");
    for number in 0..2000 {
        chain.push_str(&format!(
            "[question.q{number}]\ncite = \"R1\"\nanswer = \"DRM\"\ngives = \"q{} + 1\"\n",
            number + 1
        ));
    }
    chain.push_str("[question.q2000]\ncite = \"R1\"\nanswer = \"DRM\"\ngives = \"+1\"\n");
    let folder = common::folder([("reef/pack.toml", HEAD), ("reef/reef.toml", chain.as_str())]);
    let rules = folder.path().to_string_lossy().into_owned();
    for question in ["q0", "q1000"] {
        let ran = common::chartroom(&["ask", question, "--why", "--rules", &rules]);
        assert!(ran.both().contains("has an error in it"), "{}", ran.both());
    }
    // What needs nothing of the chain is answered.
    let last = common::chartroom(&["ask", "q2000", "--rules", &rules]).both();
    assert!(last.contains("1 DRM"), "{last}");
}
