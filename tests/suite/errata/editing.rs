//! `erratum edit`, and what `erratum new` writes for readings and gaps.

use super::book::{erratum, files};
use crate::common::{chartroom_in, folder};

#[test]
fn an_erratum_is_written_otherwise_in_its_file() {
    let cell = "at = \"book/weather[2, spring]\"\nwas = \"gusty\"\nnow = \"mud\"";
    let fire = "at = \"book/may-fire.otherwise\"\nwas = \"no\"\nnow = \"yes\"";
    let dir = folder(files(&[("a", erratum("a", "", &[cell, fire]))]));
    let run = |words: &[&str]| {
        let words = [&["erratum", "edit", "a", "--rules", "."], words].concat();
        chartroom_in(dir.path(), &words)
    };
    let path = dir.path().join("game/book/errata/a.toml");
    let text = || std::fs::read_to_string(&path).unwrap();
    let before = text();
    let dry = run(&[
        "--at",
        "book/weather[2, spring]",
        "--becomes",
        "clear",
        "--dry-run",
    ]);
    assert!(dry.out.contains("mud → clear"), "{}", dry.both());
    assert_eq!(text(), before);
    for words in [
        &["--at", "book/weather[2, spring]", "--becomes", "clear"][..],
        &[
            "--says",
            "it isn't so",
            "--status",
            "unofficial",
            "--date",
            "2025-01-02",
        ],
        &["--changes", "weather,may-fire", "--when", "dr >= 1"],
        &["--drop", "book/may-fire.otherwise"],
        &[
            "--changes",
            "weather",
            "--when",
            "none",
            "--supersedes",
            "older",
        ],
    ] {
        let ran = run(words);
        assert!(
            ran.out.starts_with("changed a in "),
            "{words:?}: {}",
            ran.both()
        );
    }
    insta::assert_snapshot!(text());
    let wrong = run(&["--drop", "book/may-fire.otherwis"]);
    assert!(
        wrong.error.contains("`a` changes nothing at"),
        "{}",
        wrong.both()
    );
    let none = run(&[]);
    assert_eq!(none.code, 2, "{}", none.both());
}

#[test]
fn a_change_expects_what_the_pack_says_now() {
    let cell = "at = \"book/weather[2, spring]\"\nwas = \"clear\"\nnow = \"mud\"";
    let dir = folder(files(&[("a", erratum("a", "", &[cell]))]));
    let words = [
        "erratum",
        "edit",
        "a",
        "--rules",
        ".",
        "--at",
        "book/weather[2, spring]",
        "--expect-pack",
    ];
    let ran = chartroom_in(dir.path(), &words);
    assert!(ran.out.contains("changed a"), "{}", ran.both());
    let text = std::fs::read_to_string(dir.path().join("game/book/errata/a.toml")).unwrap();
    assert!(text.contains("was = \"gusty\""), "{text}");
}

#[test]
fn new_settles_a_reading_takes_away_and_fills() {
    let lost =
        "[question.lost]\ncite = \"H5\"\nasks = \"?\"\nanswer = \"DRM\"\ngap = \"a smudge\"\n";
    let mut texts = files(&[]);
    texts.push(("game/book/lost.toml".to_owned(), lost.to_owned()));
    let dir = folder(texts);
    let mut all = String::new();
    for words in [
        &["--at", "book/reading:far", "--settles", "there"][..],
        &["--at", "book/haze-drm#H2", "--remove"],
        &["--at", "book/lost", "--fills", "+2", "--changes", "lost"],
    ] {
        let head = [
            "erratum",
            "new",
            "--rules",
            ".",
            "--source",
            "it's so",
            "--date",
            "2024-05-31",
        ];
        let ran = chartroom_in(dir.path(), &[&head[..], words].concat());
        assert!(ran.out.starts_with("wrote "), "{words:?}: {}", ran.both());
        all.push_str(&ran.both());
    }
    let text = std::fs::read_to_string(dir.path().join("game/book/errata/it-s-so.toml")).unwrap();
    insta::assert_snapshot!(text);
    let where_ = chartroom_in(
        dir.path(),
        &["ask", "where", "target=horse", "--rules", "."],
    );
    assert!(
        where_.out.contains("there") && where_.out.contains("[erratum"),
        "{}",
        where_.both()
    );
}

/// The words of each command that is printed, as a shell reads them.
fn pasted(printed: &str) -> Vec<Vec<String>> {
    let commands = printed.replace("\\\n", " ");
    let commands = commands
        .lines()
        .filter_map(|line| line.trim().strip_prefix("chartroom "));
    let words = commands.map(|command| {
        let script = format!("printf '%s\\n' {command}");
        let shell = std::process::Command::new("sh")
            .args(["-c", &script])
            .output()
            .unwrap();
        let shown = String::from_utf8(shell.stdout).unwrap();
        shown.lines().map(str::to_owned).collect()
    });
    words.collect()
}

/// Runs each command that is printed.
fn paste(folder: &std::path::Path, printed: &str) {
    for words in pasted(printed) {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let ran = chartroom_in(folder, &words);
        assert!(
            ran.out.contains("wrote a into"),
            "{words:?}\n{}",
            ran.both()
        );
    }
    let check = chartroom_in(folder, &["check", "--rules", "."]);
    assert_eq!(check.code, 0, "{}", check.both());
}

#[test]
fn every_command_that_is_printed_can_be_pasted_into_a_shell() {
    let dir = folder(files(&[]));
    let new = [
        "erratum",
        "new",
        "--rules",
        ".",
        "--source",
        "the club's sheet",
        "--id",
        "a",
    ];
    let change = ["--at", "book/haze-drm#H2.1.gives", "--becomes", "+2"];
    let ran = chartroom_in(dir.path(), &[&new[..], &change].concat());
    let [parts] = pasted(&ran.error).try_into().unwrap();
    assert!(parts.contains(&"the club's sheet".to_owned()), "{parts:?}");
    assert!(
        parts.contains(&"book/example#H2 EX.expect".to_owned()),
        "{parts:?}"
    );
    paste(dir.path(), &ran.error);
}

#[test]
fn what_an_erratum_overtakes_is_changed_or_taken_away_by_the_commands_that_are_printed() {
    let mut files = files(&[]);
    files[1].1.push_str(
        r#"
[[law]]
cite = "H2.1"
says = "never much"
always = "haze-drm <= +8"
[examples.haze-drm]
cite = "H2 EX2"
rows = """
haze         | target   | =  | = may-fire
intense      | vehicle  | +2 | no
intense      | any      | +2 |
"""
"#,
    );
    let dir = folder(files);
    let new = [
        "erratum", "new", "--rules", ".", "--source", "v2", "--id", "a",
    ];
    let at = [
        "--at",
        "book/haze-drm#H2.gives",
        "--becomes",
        "+9 if target is vehicle, else +3",
    ];
    let ran = chartroom_in(dir.path(), &[&new[..], &at].concat());
    insta::assert_snapshot!(ran.error);
    paste(dir.path(), &ran.error);
}
