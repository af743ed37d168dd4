//! Several files are one transaction, also where the program is killed: at whatever point, either all of them are new when the
//! rulebook is read again, or none is.

use crate::common::{self, chartroom};
use chartroom::pack::overlay::fold;
use chartroom::source::{Sources, Writing, write_watched};
use std::env::{current_exe, var};
use std::fs;
use std::path::Path;
use std::process::{Command, exit};

const KILL_AT: &str = "CHARTROOM_TEST_KILL_AT";
const FOLDER: &str = "CHARTROOM_TEST_FOLDER";
const FILES: [&str; 3] = ["pack.toml", "10-first.toml", "errata/one.toml"];

fn text(file: &str, state: &str) -> String {
    match file {
        "pack.toml" => format!("id = \"first\"\ngame = \"sample\"\ntitle = \"{state}\"\n"),
        _ => format!("# {state}\n"),
    }
}

/// What the program does that is killed: run by the test below, in a process of its own.
#[expect(clippy::disallowed_methods, reason = "it ends in the middle")]
#[test]
fn a_program_that_is_killed_while_it_writes() {
    let (Ok(at), Ok(folder)) = (var(KILL_AT), var(FOLDER)) else {
        return;
    };
    let folder = Path::new(&folder).join("first");
    let texts = FILES.map(|file| (folder.join(file), text(file, "old"), text(file, "new")));
    let writings = texts.each_ref().map(|(path, before, text)| Writing {
        path,
        before: Some(before),
        text,
    });
    let mut left: usize = at.parse().unwrap();
    let mut step = || match left.checked_sub(1) {
        Some(less) => left = less,
        None => exit(9),
    };
    write_watched(&writings, &mut step).unwrap();
    exit(0);
}

#[test]
fn all_files_are_new_or_none_wherever_the_program_is_killed() {
    let mut states = Vec::new();
    for at in 0..20 {
        let files = FILES.map(|file| (format!("first/{file}"), text(file, "old")));
        let folder = common::folder(files);
        let ran = Command::new(current_exe().unwrap())
            .args([
                "--exact",
                "folders::killed::a_program_that_is_killed_while_it_writes",
            ])
            .env(KILL_AT, at.to_string())
            .env(FOLDER, folder.path())
            .output()
            .unwrap();
        let checked = chartroom(&["check", "--rules", folder.path().to_str().unwrap()]);
        assert_eq!(checked.code, 0, "{at}: {}", checked.both());
        let state = FILES.map(|file| {
            let text = fs::read_to_string(folder.path().join("first").join(file)).unwrap();
            text.contains("new")
        });
        assert!(
            state == [true; 3] || state == [false; 3],
            "killed at {at}: {state:?}"
        );
        assert!(!folder.path().join("first/.chartroom-writing").exists());
        states.push(state[0]);
        if ran.status.code() == Some(0) {
            break;
        }
    }
    // Three new texts are put down, then the list of them; from then on all come, each in its turn.
    assert_eq!(states, [false, false, false, true, true, true, true, true]);
}

/// A folder whose files a program was writing that was killed after so many steps.
fn killed(at: usize) -> tempfile::TempDir {
    let files = FILES.map(|file| (format!("first/{file}"), text(file, "old")));
    let folder = common::folder(files);
    let test = "folders::killed::a_program_that_is_killed_while_it_writes";
    Command::new(current_exe().unwrap())
        .args(["--exact", test])
        .env(KILL_AT, at.to_string())
        .env(FOLDER, folder.path())
        .output()
        .unwrap();
    folder
}

fn is_new(folder: &Path, file: &str) -> bool {
    fs::read_to_string(folder.join(file))
        .unwrap()
        .contains("new")
}

#[test]
fn what_was_left_half_written_is_finished_where_the_folder_was_moved_to() {
    let folder = killed(4);
    let [old, moved] = ["first", "moved"].map(|name| folder.path().join(name));
    fs::rename(old, &moved).unwrap();
    chartroom(&["check", "--rules", folder.path().to_str().unwrap()]);
    assert_eq!(FILES.map(|file| is_new(&moved, file)), [true; 3]);
    assert!(!moved.join(".chartroom-writing").exists());
}

#[test]
fn a_list_of_which_a_file_is_missing_stays_and_is_told() {
    let folder = killed(4);
    let first = folder.path().join("first");
    fs::rename(first.join("errata"), folder.path().join("elsewhere")).unwrap();
    let told = chartroom(&["check", "--rules", folder.path().to_str().unwrap()]);
    assert!(
        told.says("lists texts that were to be written together"),
        "{}",
        told.both()
    );
    assert!(first.join(".chartroom-writing").exists());
    assert!(!is_new(&first, "10-first.toml"));
    fs::rename(folder.path().join("elsewhere"), first.join("errata")).unwrap();
    chartroom(&["check", "--rules", folder.path().to_str().unwrap()]);
    assert_eq!(FILES.map(|file| is_new(&first, file)), [true; 3]);
}

/// What a person wrote since goes before what the program had in mind.
#[test]
fn a_file_that_was_changed_since_is_kept_and_told() {
    for file in FILES {
        let folder = killed(4);
        let first = folder.path().join("first");
        let mine = text(file, "mine");
        fs::write(first.join(file), &mine).unwrap();
        let before = FILES.map(|file| fs::read_to_string(first.join(file)).unwrap());
        let told = common::chartroom_in(folder.path(), &["list", "packs", "--rules", "."]);
        assert!(
            told.says(&format!("`first/{file}` was changed since")),
            "{}",
            told.both()
        );
        let now = FILES.map(|file| fs::read_to_string(first.join(file)).unwrap());
        assert_eq!(now, before);
    }
}

#[test]
fn what_is_finished_is_told_once() {
    let folder = killed(4);
    let told = ["list", "check"].map(|command| {
        let words = match command {
            "list" => ["list", "packs", "--rules", "."].as_slice(),
            _ => &["check", "--rules", "."],
        };
        common::chartroom_in(folder.path(), words).both()
    });
    insta::assert_snapshot!(told.join("\n"));
}

#[cfg(target_os = "linux")]
#[test]
fn what_a_program_that_is_gone_left_beside_a_file_goes_when_it_is_written() {
    let folder = killed(2);
    let first = folder.path().join("first");
    let left = || {
        let names = fs::read_dir(&first).unwrap();
        let names = names.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        names.filter(|name| name.ends_with(".new")).count()
    };
    assert_eq!(left(), 2);
    let old = FILES.map(|file| (first.join(file), text(file, "old"), text(file, "new")));
    let writings = old.each_ref().map(|(path, before, text)| Writing {
        path,
        before: Some(before),
        text,
    });
    write_watched(&writings, &mut || {}).unwrap();
    assert_eq!(left(), 0);
}

const FIRST: &str = "id = \"first\"\ngame = \"sample\"\ntitle = \"First\"\n";
const SECOND: &str =
    "id = \"second\"\ngame = \"sample\"\ntitle = \"Second\"\nrequires = [\"first\"]\n";
const QUESTIONS: &str = "[question.speed]\nanswer = \"number\"\ngives = \"4\"\n\n[question.range]\nanswer = \"number\"\ngives = \"6\"\n";
const MORE: &str = "[question.weight]\nanswer = \"number\"\ngives = \"1\"\n";
const ERRATUM: &str = r#"
[erratum.faster]
source = "a sheet"
status = "official"
says   = "all is more"
change = [
  { at = "first/speed.gives", was = "4", now = "5" },
  { at = "first/range.gives", was = "6", now = "7" },
  { at = "first/weight.gives", was = "1", now = "2" },
]
"#;

/// The folding of an erratum over several files, which is killed after so many steps.
#[expect(clippy::disallowed_methods, reason = "it ends in the middle")]
#[test]
fn a_program_that_is_killed_while_it_folds() {
    let (Ok(at), Ok(folder)) = (var(KILL_AT), var(FOLDER)) else {
        return;
    };
    let (sources, found) = Sources::folder(Path::new(&folder));
    assert!(found.is_empty(), "{found:?}");
    let folded = fold(&sources, &["faster"]).unwrap();
    let writings = folded.changed.iter().map(|file| Writing {
        path: Path::new(folded.sources.path(*file)),
        before: Some(sources.text(*file)),
        text: folded.sources.text(*file),
    });
    let mut left: usize = at.parse().unwrap();
    let mut step = || match left.checked_sub(1) {
        Some(less) => left = less,
        None => exit(9),
    };
    write_watched(&writings.collect::<Vec<_>>(), &mut step).unwrap();
    exit(0);
}

/// Wherever it was killed, the next command about errata finds the erratum whole or folded whole; folded again or not, all files
/// hold what an undisturbed fold writes.
#[test]
fn an_erratum_whose_folding_was_killed_is_folded_or_as_it_was() {
    let files = || {
        common::folder([
            ("rules/first/pack.toml", FIRST),
            ("rules/first/10.toml", QUESTIONS),
            ("rules/first/20.toml", MORE),
            ("rules/second/pack.toml", SECOND),
            ("rules/second/errata/sheet.toml", ERRATUM),
        ])
    };
    let state = |folder: &Path| {
        ["first/10.toml", "first/20.toml", "second/errata/sheet.toml"]
            .map(|file| fs::read_to_string(folder.join("rules").join(file)).unwrap())
    };
    let undisturbed = files();
    let folded = common::chartroom_in(
        undisturbed.path(),
        &["erratum", "fold", "faster", "--rules", "rules"],
    );
    assert_eq!(folded.code, 0, "{}", folded.both());
    let folded = state(undisturbed.path());
    let before = state(files().path());
    let mut ends = Vec::new();
    for at in 0..20 {
        let folder = files();
        let ran = Command::new(current_exe().unwrap())
            .args([
                "--exact",
                "folders::killed::a_program_that_is_killed_while_it_folds",
            ])
            .env(KILL_AT, at.to_string())
            .env(FOLDER, folder.path().join("rules"))
            .output()
            .unwrap();
        let run = |arguments: &[&str]| {
            common::chartroom_in(folder.path(), &[arguments, &["--rules", "rules"]].concat())
        };
        let listed = run(&["erratum", "list"]);
        assert_eq!(listed.code, 0, "{at}: {}", listed.both());
        let is_folded = state(folder.path()) == folded;
        assert!(
            is_folded || state(folder.path()) == before,
            "killed at {at}"
        );
        assert_eq!(
            listed.out.contains("incorporated"),
            is_folded,
            "{at}: {}",
            listed.both()
        );
        if !is_folded {
            let again = run(&["erratum", "fold", "faster"]);
            assert_eq!(again.code, 0, "{at}: {}", again.both());
        }
        assert_eq!(state(folder.path()), folded, "killed at {at}");
        let checked = run(&["check"]);
        assert_eq!(checked.code, 0, "{at}: {}", checked.both());
        ends.push(is_folded);
        if ran.status.code() == Some(0) {
            break;
        }
    }
    assert_eq!(ends, [false, false, false, true, true, true, true, true]);
}

#[test]
fn a_list_of_files_that_came_with_a_pack_reaches_no_other_file() {
    let folder = common::folder([
        ("packs/first/pack.toml", text("pack.toml", "old")),
        ("packs/first/.10-first.toml.1.new", "# evil\n".to_owned()),
        ("precious.toml", "# precious\n".to_owned()),
        ("packs/first/notes.sh", "# precious\n".to_owned()),
    ]);
    let packs = folder.path().join("packs");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let evil = path("packs/first/.10-first.toml.1.new");
    let lists = [
        "precious.toml",
        "packs/first/notes.sh",
        "packs/../precious.toml",
    ];
    let list: String = lists
        .map(|name| format!("{evil}\n{}\n", path(name)))
        .concat();
    fs::write(packs.join("first/.chartroom-writing"), list).unwrap();
    chartroom(&["check", "--rules", packs.to_str().unwrap()]);
    for name in ["precious.toml", "packs/first/notes.sh"] {
        assert_eq!(
            fs::read_to_string(folder.path().join(name)).unwrap(),
            "# precious\n"
        );
    }
}
