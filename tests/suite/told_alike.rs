//! What several commands tell of one thing is the same, and what one of them would not hear is refused.

use crate::common::{Ran, chartroom_in, chartroom_with, folder, write};
use crate::meant_otherwise::HEAD;
use std::path::Path;
use tempfile::TempDir;

/// A folder `g` with one pack of these lines.
fn place(lines: &str) -> TempDir {
    folder([("g/p/pack.toml", format!("{HEAD}{lines}"))])
}

fn run(place: &Path, command: &str) -> Ran {
    let words: Vec<&str> = command.split(' ').collect();
    chartroom_in(place, &words)
}

/// What each of some commands prints of a pack of these lines, and the code that it ends with.
fn all(lines: &str, commands: &[&str]) -> String {
    let place = place(lines);
    let ran = |command: &&str| {
        let ran = run(place.path(), &format!("{command} --rules g"));
        format!("$ {command}\n{}[{}]\n\n", ran.both(), ran.code)
    };
    commands.iter().map(ran).collect()
}

/// A batch of one line on a pack of these lines.
fn batch(lines: &str, line: &str) -> String {
    let place = place(lines);
    let rules = place.path().join("g");
    let ran = chartroom_with(
        line,
        &["ask", "--batch", "--rules", rules.to_str().unwrap()],
    );
    format!("{}[{}]\n", ran.out, ran.code)
}

/// A state that has a first value and a usual one, and a fact that usually goes by it.
const FIRST: &str = r#"
[fact]
aa = { domain = "0..=9", usually = "1" }
cc = { domain = "bool", usually = [{ is = "yes", when = "aa >= 3" }, { is = "no" }] }
bb = { domain = "bool" }
[process.pr]
cite = "1"
asks = "How many?"
each = "turn"
start = ["aa", "cc"]
turn = ["bb"]
state = ["aa"]
otherwise = { aa = "was (aa)" }
initially = { aa = "5" }
[[process.pr.step]]
sets = "aa"
cite = "2"
when = "bb and cc"
gives = "was (aa) + 1 at most 9"
[[example]]
cite = "1"
process = "pr"
start = {}
turns = [{ bb = "yes" }]
states = [{ aa = "6" }]
"#;

#[test]
fn a_first_value_comes_before_what_is_usual_wherever_turns_are_played() {
    let told = all(
        FIRST,
        &[
            "check",
            "play pr bb=yes --turns 1",
            "odds pr bb=yes --turns 1",
        ],
    );
    let line = r#"{"question":"g/pr","start":{},"turns":[{"bb":"yes"}]}"#;
    insta::assert_snapshot!(told + &batch(FIRST, line));
}

#[test]
fn a_start_that_cannot_be_by_a_first_value_is_told_in_a_batch_too() {
    let never = format!(
        "{FIRST}[[impossible]]\ncite = \"2\"\nsays = \"five and so\"\nwhen = \"aa = 5 and not cc\"\n"
    );
    let line = r#"{"question":"g/pr","start":{"cc":"no"},"turns":[{"bb":"yes"}]}"#;
    let told = all(&never, &["play pr bb=yes cc=no --turns 1"]);
    insta::assert_snapshot!(told + &batch(&never, line));
}

const ROLLS: &str = r#"
[unit]
dr = { dice = "d6" }
[fact]
ra = { domain = "dice", unit = "dr" }
rb = { domain = "dice", unit = "dr" }
aa = { domain = "bool" }
"#;

#[test]
fn a_fall_that_cannot_be_is_not_counted_where_what_is_told_leaves_a_die_idle() {
    let lines = format!(
        "{ROLLS}{}",
        r#"
[question.q]
cite = "1"
when = "ra = 1 and (aa or rb >= 3)"
[[impossible]]
cite = "2"
says = "one and six"
when = "ra = 1 and rb = 6"
"#
    );
    insta::assert_snapshot!(all(&lines, &["odds q aa=yes", "odds q aa=each"]));
}

#[test]
fn what_cannot_be_by_what_a_question_finds_is_not_counted_in_its_own_odds() {
    let lines = format!(
        "{ROLLS}{}",
        r#"
[question.aa]
cite = "1"
when = "ra = 1"
[[impossible]]
cite = "2"
says = "not so"
when = "not aa"
"#
    );
    insta::assert_snapshot!(all(&lines, &["odds aa", "ask aa ra=5"]));
}

#[test]
fn a_usual_value_for_which_the_question_asked_is_not_asked_is_asked_for() {
    let lines = r#"
[fact]
ea = { domain = "red | green" }
mo = { domain = "bool" }
sa = { domain = "low | mid | high", usually = "high" }
[question.ea]
cite = "1"
answer = "ea"
otherwise = "green"
[[question.ea.rule]]
when = "sa is high or mo"
gives = "red"
[question.q]
cite = "1"
only = { sa = "low | mid" }
when = "ea is red"
"#;
    insta::assert_snapshot!(all(lines, &["ask q"]));
}

/// A sum of which a part is noted, and another question.
const NOTED: &str = r#"
[unit]
drm = {}
[fact]
nn = { domain = "0..=6" }
bb = { domain = "bool" }
[question.q]
cite = "1"
answer = "sum of drm"
when = ["nn > 3", "nn > 4"]
gives = "+2"
except = [{ when = "nn = 6", gives = "+1" }]
[question.r]
cite = "2"
answer = "number"
gives = "nn"
"#;

#[test]
fn a_note_keeps_no_erratum_from_being_folded_or_taken_away() {
    let place = place(NOTED);
    let new = [
        "erratum", "new", "--rules", "g", "--id", "x", "--source", "s", "--says", "more",
    ];
    let at = ["--at", "p/r#2.gives", "--becomes", "nn + 1"];
    let ran = chartroom_in(place.path(), &[&new[..], &at].concat());
    assert_eq!(ran.code, 0, "{}", ran.both());
    let dry = run(place.path(), "erratum remove x --dry-run --rules g");
    assert_eq!(dry.code, 0, "{}", dry.both());
    let fold = run(place.path(), "erratum fold x --rules g");
    assert_eq!(fold.code, 0, "{}", fold.both());
}

#[test]
fn several_errata_folded_at_once_leave_each_file_in_its_form() {
    let place = tempfile::tempdir().unwrap();
    let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("rules/battle-for-moscow/moscow");
    let files = ["", "errata"].into_iter().flat_map(|part| {
        let part = std::fs::read_dir(shipped.join(part)).unwrap();
        part.filter_map(|file| Some(file.ok()?.path()).filter(|path| path.is_file()))
    });
    let files = files.map(|path| {
        let name = path.strip_prefix(&shipped).unwrap();
        let name = format!("g/moscow/{}", name.display());
        (name, std::fs::read(&path).unwrap())
    });
    write(place.path(), files);
    let told = [
        "erratum fold second-edition-retreat second-edition-stand-fast --rules g",
        "fmt --check --rules g",
        "fmt --upgrade --check --rules g",
    ];
    for command in told {
        let ran = run(place.path(), command);
        assert_eq!(ran.code, 0, "{command}: {}", ran.both());
    }
}

#[test]
fn what_no_pack_holds_is_not_incorporated_and_an_erratum_has_one_source() {
    let place = place(NOTED);
    let new = |more: &str| {
        let head = "erratum new --rules g --at p/r#2.gives --becomes";
        let words = head.split(' ').chain(["nn + 1"]).chain(more.split(' '));
        let ran = chartroom_in(place.path(), &words.collect::<Vec<_>>());
        format!("{}[{}]\n\n", ran.both(), ran.code)
    };
    let told = [
        new("--id x --source s --status unofficial"),
        run(
            place.path(),
            "erratum edit x --status incorporated --rules g",
        )
        .both(),
        new("--id y --source s --status incorporated"),
        new("--id x --source other"),
    ];
    insta::assert_snapshot!(told.concat());
}

#[test]
fn errata_that_are_said_go_before_those_of_a_game_and_what_is_written_down_goes_by_the_game() {
    let place = place(&format!(
        "{NOTED}{}",
        r#"
[erratum.x]
source = "s"
date = "2024-05-31"
status = "unofficial"
says = "one more"
[[erratum.x.change]]
at = "p/r#2.gives"
was = "nn"
now = "nn + 1"
[process.pr]
cite = "1"
asks = "How many?"
each = "turn"
start = ["nn"]
turn = ["bb"]
state = ["nn"]
[[process.pr.step]]
sets = "nn"
cite = "2"
gives = "was (nn) + (1 if bb, else 0) at most 6"
"#
    ));
    let told = |command: &str| {
        let ran = run(place.path(), command);
        format!("$ {command}\n{}[{}]\n\n", ran.both(), ran.code)
    };
    std::fs::create_dir(place.path().join("table")).unwrap();
    let told = [
        told("game new table/a.game --rules g --errata all nn=2"),
        told("ask r --game table/a.game"),
        told("ask r --game table/a.game --errata official"),
        told("ask r --game table/a.game --errata none"),
        told("play pr --game table/a.game --errata none"),
    ];
    let head = std::fs::read_to_string(place.path().join("table/a.game")).unwrap();
    let rules = head.lines().find(|line| line.starts_with("rules")).unwrap();
    let elsewhere = run(&place.path().join("table"), "ask r --game a.game");
    insta::assert_snapshot!(format!("{}{rules}\n{}", told.concat(), elsewhere.both()));
}

#[test]
fn what_would_not_be_heard_is_refused() {
    let place = place(FIRST);
    let events = place.path().join("events");
    std::fs::write(
        &events,
        "{\"bb\":\"yes\"}\n{\"bb\":\"no\"}\n{\"bb\":\"no\"}\n",
    )
    .unwrap();
    let told = |command: &str| {
        let ran = run(place.path(), command);
        format!("$ {command}\n{}[{}]\n\n", ran.both(), ran.code)
    };
    let line = r#"{"question":"ec-drm","facts":{"ec":"dry"}}"#;
    let batch = ["ask", "--batch", "--reading", "e3/mud-in-rain=weet"];
    let told = [
        told("play pr --events events --turns 2 --rules g"),
        told("new q --require e3 --require moscow --rules embedded"),
        told("table ec-drm --limit 1000001"),
        told("roll arid-set-up month=any"),
        chartroom_with(line, &batch).both(),
    ];
    insta::assert_snapshot!(told.concat());
}

/// What `diff` tells between two packs.
fn diff(old: &str, new: &str) -> String {
    let place = folder([
        ("a/p/pack.toml", format!("{HEAD}{old}")),
        ("b/p/pack.toml", format!("{HEAD}{new}")),
    ]);
    run(place.path(), "diff a b").both()
}

#[test]
fn an_example_of_which_a_fact_is_idle_now_is_the_same_example() {
    let pack = |rules: &str| {
        format!(
            "{ROLLS}bb = {{ domain = \"bool\" }}\n[question.q]\ncite = \"1\"\nrules = \"\"\"\ncite | when\n1 | aa\n{rules}\"\"\"\n{}",
            "[[example]]\ncite = \"1\"\ngiven = { aa = \"no\", bb = \"yes\" }\nask = \"q\"\nexpect = \"yes\"\n"
        )
    };
    insta::assert_snapshot!(diff(&pack("2 | bb\n"), &pack("")));
}

#[test]
fn what_holds_of_nothing_any_more_is_told() {
    let pack = |settled: &str, never: &str| {
        format!(
            "{ROLLS}bb = {{ domain = \"bool\" }}\n[reading.rd]\ncite = \"1\"\nasks = \"a or b?\"\noptions = {{ a = \"one\", b = \"other\" }}\nbecause = \"so\"\n{settled}{}{never}",
            r#"[question.q]
cite = "1"
when = "aa or bb"
[question.r]
cite = "1"
when = "rd is b"
[[law]]
cite = "1"
says = "so"
always = "q"
when = "aa and rd is b"
[[example]]
cite = "1"
given = { aa = "no", bb = "yes" }
ask = "q"
expect = "yes"
"#
        )
    };
    let old = pack("", "");
    let settled = diff(&old, &pack("settled = \"a\"\n", ""));
    let never = "[[impossible]]\ncite = \"2\"\nsays = \"no\"\nwhen = \"bb\"\n";
    insta::assert_snapshot!(format!("{settled}\n{}", diff(&old, &pack("", never))));
}

#[test]
fn the_first_value_of_a_set_gets_another_name() {
    let set = "[fact]\nkit = { domain = \"set of rope | radio\" }\n[question.q]\ncite = \"1\"\nwhen = \"kit includes rope\"\n";
    let place = place(set);
    let new = "erratum new --rules g --id x --source s --at p/fact:kit.domain[rope] --becomes cord --dry-run";
    let ran = run(place.path(), new);
    assert_eq!(ran.code, 0, "{}", ran.both());
}

#[test]
fn what_is_declared_of_a_unit_or_a_reading_is_told_where_it_is_other() {
    let pack = |unit: &str, cite: &str| {
        format!(
            "[unit]\nMF = {{}}\nMP = {{}}\n\"MF or MP\" = {{ any-of = [\"MF\", \"MP\"]{unit} }}\n{}{cite}",
            r#"[fact]
pays = { domain = "MF | MP" }
[question.cost]
cite = "1"
answer = "MF or MP"
gives = "2 if pays is MF, else 3"
[reading.rd]
asks = "a or b?"
options = { a = "one", b = "other" }
because = "so"
cite = "#
        )
    };
    insta::assert_snapshot!(diff(
        &pack(", which = \"pays\"", "\"1\"\n"),
        &pack("", "\"2\"\n")
    ));
}

#[test]
fn a_chart_that_is_written_where_no_pack_reads_it_is_told() {
    let place = place(
        "[fact]\nnn = { domain = \"1..=2\" }\n[question.q]\ncite = \"1\"\nanswer = \"0..=9\"\n[[question.q.rule]]\nwhen = \"nn > 1\"\ngives = 3\n",
    );
    std::fs::write(place.path().join("sheet.csv"), "nn,q\n1,4\n2,5\n").unwrap();
    let told = ["elsewhere.ron", "g/p/10-sheet.ron"].map(|out| {
        let command = format!("import sheet.csv --answers q --rules g --out {out}");
        format!("$ {command}\n{}\n", run(place.path(), &command).both())
    });
    insta::assert_snapshot!(told.concat());
}
