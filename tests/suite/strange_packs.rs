//! Packs that nobody has vouched for, and what is asked in haste: no file of the user is written over, nothing is taken in silence,
//! and what is told follows from the rules.

use crate::common::{self, Ran, chartroom_in, chartroom_with, program};
use std::fmt::Write as _;
use std::fs;
use tempfile::TempDir;

const HEAD: &str =
    "id = \"reef\"\ngame = \"sample\"\ntitle = \"Reef\"\n[paragraphs]\n\"1\" = \"Reef\"\n";

const FACTS: &str = r#"[unit]
DR = { dice = "2d6" }
dr = { dice = "d6" }
[fact]
surf = { domain = "low | high" }
reef-dr = { domain = "dice", unit = "dr" }
depth = { domain = "0..=5" }
"#;

const WRECK: &str = r#"[question.wreck]
cite = "1"
asks = "How bad is it?"
answer = "number"
gives = "depth + (2 if surf is high, else 0)"
"#;

/// A pack of these facts and questions, in the folder `base`.
fn pack(more: &str) -> TempDir {
    common::folder([
        ("base/reef/pack.toml", HEAD.to_owned()),
        ("base/reef/10.toml", format!("{FACTS}{more}")),
    ])
}

fn run(folder: &TempDir, line: &str) -> Ran {
    let words: Vec<&str> = line.split(' ').collect();
    chartroom_in(folder.path(), &words)
}

#[test]
fn pins_are_not_written_while_a_question_is_broken() {
    let folder = pack(WRECK);
    assert_eq!(run(&folder, "test --accept --rules base").code, 0);
    let pins = folder.path().join("base/reef/pins");
    let read = || {
        let mut files: Vec<_> = fs::read_dir(&pins)
            .unwrap()
            .map(|file| file.unwrap().path())
            .collect();
        files.sort();
        files
            .iter()
            .map(|file| fs::read_to_string(file).unwrap())
            .collect::<String>()
    };
    let before = read();
    assert!(before.contains("wreck"), "{before}");
    for slip in [
        WRECK.replace("surf is", "srf is"),
        WRECK.replace("cite = ", "cite "),
        String::new(),
    ] {
        fs::write(folder.path().join("base/reef/10.toml"), format!("{FACTS}{slip}\n[question.other]\ncite = \"1\"\nasks = \"?\"\nanswer = \"number\"\ngives = \"deth\"\n")).unwrap();
        let ran = run(&folder, "test --accept --rules base");
        assert_eq!(ran.code, 2, "{}", ran.both());
        assert!(ran.says("nothing is pinned while the rulebook has an error"));
        assert_eq!(read(), before);
    }
}

/// The names under which texts are put down before they take their places lead nowhere.
#[cfg(unix)]
#[test]
fn a_link_in_a_pack_is_not_written_through() {
    let folder = pack(WRECK);
    let path = |name: &str| folder.path().join(name);
    let untidy = |text: &str| text.replace(" = ", "   =   ");
    fs::write(path("precious"), "mine").unwrap();
    fs::write(
        path("base/reef/10.toml"),
        untidy(&format!("{FACTS}{WRECK}")),
    )
    .unwrap();
    fs::write(
        path("base/reef/20.toml"),
        untidy("[fact]\nfog = { domain = \"bool\" }\n"),
    )
    .unwrap();
    std::os::unix::fs::symlink("../../precious", path("base/reef/.chartroom-writing.new")).unwrap();
    let ran = run(&folder, "fmt --rules base");
    assert_eq!(ran.code, 0, "{}", ran.both());
    assert_eq!(fs::read_to_string(path("precious")).unwrap(), "mine");
    assert!(
        !fs::read_to_string(path("base/reef/20.toml"))
            .unwrap()
            .contains("   =   ")
    );
    // Nor does a list of texts that were to be written lead out of the rulebook, by a folder that is a link.
    fs::create_dir(path("outside")).unwrap();
    fs::write(path("outside/1.toml"), "old").unwrap();
    fs::write(path("outside/.1.toml.4711.new"), "new").unwrap();
    std::os::unix::fs::symlink("../../outside", path("base/reef/way")).unwrap();
    fs::write(
        path("base/reef/.chartroom-writing"),
        "way/.1.toml.4711.new\nway/1.toml\n",
    )
    .unwrap();
    run(&folder, "ask wreck depth=1 surf=low --rules base");
    assert_eq!(fs::read_to_string(path("outside/1.toml")).unwrap(), "old");
}

#[test]
fn a_book_or_plot_takes_the_place_of_its_like_alone() {
    let folder = pack(WRECK);
    let path = |name: &str| folder.path().join(name);
    fs::write(path("evening.game"), "a game\n").unwrap();
    let ran = run(&folder, "book evening.game --rules base");
    assert_eq!(ran.code, 2, "{}", ran.both());
    assert!(
        ran.says("there is a file already, of another kind"),
        "{}",
        ran.both()
    );
    let ran = run(
        &folder,
        "odds wreck depth=1 surf=each --svg evening.game --rules base",
    );
    assert!(
        ran.says("there is a file already, of another kind"),
        "{}",
        ran.both()
    );
    assert_eq!(
        fs::read_to_string(path("evening.game")).unwrap(),
        "a game\n"
    );
    for _ in 0..2 {
        assert_eq!(run(&folder, "book book.html --rules base").code, 0);
    }
}

#[test]
fn what_a_shell_would_carry_out_is_not_offered() {
    let head = HEAD.replace("\"1\" =", "\"M2$(touch x)\" = \"Trap\"\n\"M3\" = \"Sound\"\n\"M4;ls\" = \"Trap\"\n\"*\" = \"Trap\"\n\"1\" =");
    let folder = common::folder([
        ("base/reef/pack.toml", head),
        ("base/reef/10.toml", format!("{FACTS}{WRECK}")),
    ]);
    let offered = |word: &str| {
        let output = program(&["--"])
            .args(["chartroom", "--rules", "base", "show", word])
            .current_dir(folder.path())
            .env("COMPLETE", "bash")
            .env("_CLAP_IFS", "\n")
            .env("_CLAP_COMPLETE_INDEX", "4")
            .output()
            .unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    assert_eq!(offered("M"), "M3");
    assert_eq!(offered("*"), "");
}

#[test]
fn a_name_with_a_letter_that_is_not_seen_is_not_read() {
    let folder = pack(WRECK);
    fs::write(
        folder.path().join("base/reef/20\nerror: nothing.toml"),
        "[fact]\n",
    )
    .unwrap();
    let ran = run(&folder, "check --rules base");
    assert!(!ran.both().contains("\nerror: nothing"), "{}", ran.both());
    assert!(
        ran.says("holds a letter that is not seen"),
        "{}",
        ran.both()
    );
}

#[test]
fn lines_of_a_batch_are_taken_whole_or_not_at_all() {
    let folder = pack(WRECK);
    let place = folder.path().join("base").to_string_lossy().into_owned();
    let ask = |line: &str| {
        let arguments = ["ask", "--batch", "--rules", &place];
        chartroom_with(&format!("{line}\n"), &arguments).out
    };
    let mut all = String::new();
    for line in [
        r#"{"question": "wreck", "facts": {"depth": 1, "surf": "low"}}"#,
        r#"{"question": "wreck", "facts": {"depth": 1, "depth": 2, "surf": "low"}}"#,
        r#"{"question": "wreck", "question": "wreck", "facts": {"depth": 1, "surf": "low"}}"#,
        r#"{"question": "wreck", "fact": {"depth": 1, "surf": "low"}}"#,
        r#"{"question": "wreck", "facts": {"depth": 1, "surf": "low"}, "errata": "none"}"#,
        r#"{"question": "wreck", "facts": {"depth": 1, "surf": "low"#,
    ] {
        writeln!(all, "{line}\n  {}", ask(line).trim()).unwrap();
    }
    insta::assert_snapshot!(all);
}

#[test]
fn a_quoted_cell_that_never_ends_is_told() {
    let folder = pack(WRECK);
    fs::write(
        folder.path().join("wreck.csv"),
        "Depth;low;high\n0..2;1;2\n3..5;\"3;4\n",
    )
    .unwrap();
    let ran = run(
        &folder,
        "import wreck.csv --down depth --across surf --rules base",
    );
    assert_eq!(ran.code, 2, "{}", ran.both());
    assert!(
        ran.says("the quote of a cell on line 3 of the sheet is never closed"),
        "{}",
        ran.both()
    );
}

/// A question that is asked for a fact that it does not take, be it by itself: an error at its place.
#[test]
fn a_question_that_uses_itself_with_a_value_is_told() {
    let own = "[question.deep]\ncite = \"1\"\nasks = \"?\"\nanswer = \"number\"\ngives = \"deep with depth = 3\"\n";
    let other = "[question.deep]\ncite = \"1\"\nasks = \"?\"\nanswer = \"number\"\ngives = \"wreck with reef-dr = 3\"\n";
    let mut all = String::new();
    for more in [own, other] {
        let folder = pack(&format!("{WRECK}{more}"));
        let ran = run(&folder, "check --rules base");
        assert_eq!(ran.code, 1, "{}", ran.both());
        all += &ran.both();
    }
    insta::assert_snapshot!(all);
}

/// Each question has the one before it twice: what is told of the last is told in as many steps as there are questions.
#[test]
fn an_answer_that_rests_on_much_in_many_ways_is_told_at_once() {
    let mut more = WRECK.to_owned();
    let mut before = "wreck".to_owned();
    for place in 0..40 {
        let name = format!("q{place}");
        write!(more, "[question.{name}]\ncite = \"1\"\nasks = \"?\"\nanswer = \"number\"\ngives = \"({before} + {before}) at most 100\"\n").unwrap();
        before = name;
    }
    let folder = pack(&more);
    let ran = run(&folder, "ask q39 depth=1 surf=low --rules base");
    assert!(ran.out.starts_with("Q39: 100\n"), "{}", ran.both());
    assert!(
        run(&folder, "ask q39 depth=1 surf=low --why --rules base")
            .out
            .len()
            < 100_000
    );
}

/// Of the least and the greatest, what makes the answer is told, also where that is nothing, or several may and none is known.
#[test]
fn the_rule_that_makes_the_least_or_greatest_is_told() {
    let more = r#"[question.low]
cite = "1"
asks = "?"
answer = "least of number"
rules = """
when         | gives
surf is high | 2
depth <= 2   | 0
depth > 2    | 7
"""
[question.known]
cite = "1"
asks = "?"
answer = "least of number"
otherwise = "9"
rules = """
when         | gives
surf is high | 2
depth <= 2   | 1
depth >= 2   | 1
"""
"#;
    let folder = pack(more);
    let lines = [
        "ask low surf=high depth=1 --rules base",
        "ask low surf=high depth=5 --rules base",
        "ask known surf=high --rules base",
    ];
    let told: Vec<String> = lines.iter().map(|line| run(&folder, line).both()).collect();
    insta::assert_snapshot!(told.join("\n---\n"));
}

/// Two rules of which each is idle without the other are not both told to be.
#[test]
fn a_rule_is_told_to_be_idle_only_if_the_others_may_stand() {
    let more = r#"[question.most]
cite = "1"
asks = "?"
answer = "greatest of number"
otherwise = "depth"
rules = """
when                       | gives
surf is high               | depth
surf is high and depth > 2 | 1
"""
"#;
    let told = run(&pack(more), "check --rules base").both();
    assert_eq!(
        told.matches("never changes the answer").count(),
        1,
        "{told}"
    );
    assert!(told.contains("surf is high and depth > 2 | 1"), "{told}");
}

/// A fact that is usually something else for some fall of the dice is not counted as it is while nothing has fallen.
#[test]
fn odds_do_not_take_as_usual_what_goes_by_what_varies() {
    let more = r#"[usually]
surf = [{ is = "high", when = "reef-dr >= 4", cite = "1" }, "low"]
[question.lit]
cite = "1"
asks = "?"
answer = "number"
gives = "(10 if surf is high, else 0) + (1 if reef-dr >= 4, else 0)"
"#;
    let folder = pack(more);
    let lines = [
        "odds lit --rules base",
        "odds lit reef-dr=each --rules base",
        "odds lit surf=low --rules base",
    ];
    let told: Vec<String> = lines.iter().map(|line| run(&folder, line).both()).collect();
    insta::assert_snapshot!(told.join("\n---\n"));
}
