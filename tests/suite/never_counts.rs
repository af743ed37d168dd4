//! What stands in a pack or is said to the program and would never count is told.

use crate::common;

const HEAD: &str = "game = \"g\"\ntitle = \"P\"\n";

const BASE: &str = r#"
[fact]
r     = { domain = "bool" }
other = { domain = "a | b", usually = "a" }

[question.q]
cite = "1"
asks = "What is it?"
answer = "number"
otherwise = "0"
"#;

fn pack(id: &str, more: &str) -> (String, String) {
    let (before, behind) = more.split_once("---").unwrap_or(("", more));
    let paragraphs = format!("paragraphs = {{ \"1\" = \"One of {id}\" }}\n");
    (
        format!("g/{id}/pack.toml"),
        format!("id = \"{id}\"\n{HEAD}{before}{paragraphs}{behind}"),
    )
}

/// What `check` says of some packs.
fn told(packs: &[(&str, &str)]) -> String {
    common::findings(packs.iter().map(|(id, more)| pack(id, more)))
}

fn rule(number: u32) -> String {
    format!("[[rule]]\nanswers = \"q\"\ncite = \"1\"\nwhen = \"r\"\ngives = \"{number}\"\n")
}

#[test]
fn packs_that_go_over_each_other_are_refused() {
    let over = |other: &str, number| {
        let rule = rule(number);
        format!("requires = [\"v\"]\nover = [{{ pack = \"{other}\", cite = \"1\" }}]\n---{rule}")
    };
    let (a, b, own) = (over("b", 1), over("a", 2), over("c", 3));
    let both = told(&[("v", BASE), ("a", &a), ("b", &b)]);
    let itself = told(&[("v", BASE), ("c", &own)]);
    let cite = own.replace("cite = \"1\" }]", "cite = \"8\" }]");
    let cite = cite.replace("pack = \"c\"", "pack = \"v\"");
    let lost = told(&[("v", BASE), ("c", &cite)]);
    insta::assert_snapshot!([both, itself, lost].join("\n----\n"));
}

#[test]
fn names_and_values_that_could_never_be_meant_are_told() {
    let more = [
        "[fact.half]\ndomain = \"0..=1.5\"\n",
        "[fact.step]\ndomain = \"0..=4 step 3\"\n",
        "[fact.s]\ndomain = \"a | b | c\"\ngroups = { a = [\"b\"] }\n",
        "[fact.s]\ndomain = \"bool\"\n[switch.s]\nasks = \"On?\"\n",
        "[usually]\nother = \"b\"\n",
        "[[exception]]\ncite = \"1\"\nof = [\"q\"]\nwhen = \"r\"\ngives = \"3\"\n",
    ];
    let told = more.map(|more| format!("## {more}\n{}", told(&[("v", &format!("{BASE}{more}"))])));
    insta::assert_snapshot!(told.join("\n"));
}

#[test]
fn two_defects_of_one_name_are_told() {
    let defect = "[defect.lost]\ncite = \"1\"\nsays = \"A row is lost.\"\n";
    let (file, text) = pack("v", &format!("{BASE}{defect}"));
    let told = common::findings([
        (file, text),
        ("g/v/more.toml".to_owned(), defect.to_owned()),
    ]);
    let message = "error[duplicate-name]: `lost` is the name of another defect";
    assert!(told.contains(message), "{told}");
}

/// What the program says to some words.
fn said(words: &str) -> String {
    let ran = common::chartroom(&words.split(' ').collect::<Vec<_>>());
    format!("$ chartroom {words}\n{}", ran.both())
}

#[test]
fn what_is_said_twice_or_of_nothing_is_told() {
    let all = [
        "ask temperate-weather jan jul weather-dr=5",
        "diff embedded embedded --old-errata nope",
        "odds rain-by-turn weather=overcast --start weather=snow --turns 6 --of raining",
        "play rain-by-turn weather=overcast --start weather=snow --turns 1 --seed 1",
        "odds rain-by-turn weather=overcast --start raining=yes --turns 6 --of raining",
        "show --format csv",
        "roll nosuch",
        "play nosuch",
        "list questions dust drm",
    ];
    insta::assert_snapshot!(all.map(said).join("\n"));
}

#[test]
fn a_game_is_asked_by_the_reading_that_is_named() {
    let place = tempfile::tempdir().unwrap();
    let run =
        |words: &str| common::chartroom_in(place.path(), &words.split(' ').collect::<Vec<_>>());
    let new = run("game new g.game --game asl --reading f7/odd-foxhole-tem=up");
    assert_eq!(new.code, 0, "{}", new.both());
    let ask = "ask foxhole-tem-from-normal normal-tem=3 ec=dry --game g.game";
    let own = run(ask).out;
    let down = run(&format!("{ask} --reading f7/odd-foxhole-tem=down")).out;
    assert!(own.contains("+2") && down.contains("+1"), "{own}{down}");
}

#[test]
fn what_stands_in_the_head_of_an_erratum_is_not_written_with_one_more_change() {
    let (file, text) = pack("v", &format!("{BASE}{}", rule(1)));
    let place = common::folder([(file, text)]);
    let run =
        |words: &[&str]| common::chartroom_in(place.path(), &[words, &["--rules", "g"]].concat());
    let new = [
        "erratum",
        "new",
        "--id",
        "e",
        "--source",
        "X",
        "--date",
        "2020-01-01",
    ];
    let first = run(&[&new[..], &["--at", "v/q#1.gives", "--becomes", "2"]].concat());
    assert_eq!(first.code, 0, "{}", first.both());
    let more = ["--at", "v/q.otherwise", "--becomes", "5"];
    let refused = run(&[&new[..], &more].concat());
    assert!(
        refused
            .error
            .contains("`e` is there, and keeps its own `--date`"),
        "{}",
        refused.both()
    );
    let added = run(&[&new[..6], &more].concat());
    assert_eq!(added.code, 0, "{}", added.both());
    let dated = run(&["erratum", "edit", "e", "--date", "unknown"]);
    assert_eq!(dated.code, 0, "{}", dated.both());
    let idle = run(&["erratum", "edit", "e", "--at", "nonsense", "--says", "x"]);
    assert_eq!(idle.code, 2, "{}", idle.both());
}

#[test]
fn a_step_that_is_guarded_by_what_is_not_asked_is_told() {
    let rules = r#"
[fact]
s = { domain = "a | b | c" }
n = { domain = "1..=6" }

[question.h]
cite = "1"
asks = "How many?"
answer = "number"
only = { s = "a | b" }
gives = "n"
"#;
    let procedure = |when: &str| {
        let step = format!("(do: \"hide\", when: \"{when}\")");
        format!(
            "Procedure(id: \"p\", title: \"P\", cite: \"1\", start: [\"s\", \"n\"], steps: [{step}], outcome: [\"n\"])"
        )
    };
    let checked = |when: &str| {
        let (file, text) = pack("v", rules);
        common::findings([(file, text), ("g/v/p.ron".to_owned(), procedure(when))])
    };
    let told = checked("h > 3");
    assert!(
        told.starts_with("error[outside-only]: the condition of this step"),
        "{told}"
    );
    assert_eq!(checked("s is not c and h > 3"), "nothing\n");
}

#[test]
fn no_event_is_no_turn() {
    let place = common::folder([("none.jsonl", "")]);
    let play = [
        "play",
        "rain-by-turn",
        "weather=overcast",
        "--format",
        "json",
        "--events",
        "none.jsonl",
    ];
    let ran = common::chartroom_in(place.path(), &play);
    assert!(ran.out.contains("\"turns\": []"), "{}", ran.both());
    let found = common::chartroom(&["find", "xyzzy", "--format", "json"]);
    assert_eq!(found.code, 1, "{}", found.both());
}

#[test]
fn each_circle_of_packs_is_told_and_no_finding_twice() {
    let requires = |other: &str| format!("requires = [\"{other}\"]\n---");
    let packs = [
        ("a", requires("a")),
        ("d", requires("e")),
        ("e", requires("d")),
        ("f", requires("d")),
        ("h", requires("i")),
        ("i", requires("h")),
    ];
    let packs: Vec<(&str, &str)> = packs
        .iter()
        .map(|(id, more)| (*id, more.as_str()))
        .collect();
    let circles = told(&packs);
    let wrong = "[question.q]\ncite = \"8\"\nasks = \"Q?\"\nanswer = \"number\"\ngives = \"1\"\n";
    let wrong = format!(
        "{wrong}{}",
        wrong.replace(".q]", ".other]").replace('8', "9")
    );
    let twice = told(&[("v", &wrong)]);
    assert_eq!(twice.matches("error[").count(), 2, "{twice}");
    insta::assert_snapshot!(circles);
}
