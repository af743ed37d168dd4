//! What an answer says of exceptions: which one took the place of a rule, and why the others did not.

use crate::common;

use common::{chartroom, chartroom_in, folder};

const SWAMP: &str = r#"
id = "swamp"
game = "sample"
title = "Swamp"
edition = "1"

[paragraphs]
"J2" = "Leeches"
"J2.1" = "Salt"
"J2.11" = "Damp salt"
"J2.2" = "Boats"

[fact.leeches]
domain = "bool"
[fact.salt]
domain = "none | damp | dry"
[fact.ec]
domain = "dry < wet < mud"
[fact.boat]
domain = "bool"

[question.leeches-attack]
cite = "J2"
asks = "Do the leeches attack?"
from = ["leeches", "salt", "ec", "boat"]
answer = "no | weakly | yes"
otherwise = "no"

[[rule]]
answers = "leeches-attack"
cite = "J2"
when = "leeches"
gives = "yes"
except = [
  { cite = "J2.1", when = "salt is not none", gives = "no", except = [
    { cite = "J2.11", when = "salt is damp and ec is mud" },
    { cite = "J2.11", when = "salt is damp and ec is wet", gives = "weakly" },
  ] },
  { cite = "J2.2", when = "boat and salt is none" },
]
"#;

#[test]
fn an_answer_tells_which_exceptions_bite_and_which_do_not() {
    let dir = folder([("swamp/pack.toml", SWAMP)]);
    let ask = |facts: &[&str]| {
        let mut arguments = vec![
            "--rules",
            dir.path().to_str().unwrap(),
            "ask",
            "--why",
            "leeches-attack",
            "leeches=yes",
        ];
        arguments.extend(facts);
        chartroom(&arguments)
            .both()
            .replace(dir.path().to_str().unwrap(), "DIR")
    };
    let all = [
        ("none applies", ["salt=none", "ec=dry", "boat=no"]),
        (
            "one takes the rule's place",
            ["salt=dry", "ec=wet", "boat=no"],
        ),
        (
            "one is set aside by its own",
            ["salt=damp", "ec=mud", "boat=no"],
        ),
        (
            "one of its own takes its place",
            ["salt=damp", "ec=wet", "boat=no"],
        ),
        (
            "one takes the rule away",
            ["salt=none", "ec=dry", "boat=yes"],
        ),
    ];
    let told: Vec<String> = all
        .iter()
        .map(|(what, facts)| format!("## {what}\n{}", ask(facts)))
        .collect();
    insta::assert_snapshot!(told.join("\n"));
    let json = chartroom(&[
        "--rules",
        dir.path().to_str().unwrap(),
        "ask",
        "leeches-attack",
        "leeches=yes",
        "salt=damp",
        "ec=wet",
        "boat=no",
        "--format",
        "json",
    ]);
    let by = &json.json()["why"]["by"][0];
    assert_eq!(
        (by["cite"].as_str(), by["line"].as_u64()),
        (Some("J2.11"), Some(37)),
        "{by}"
    );
    assert_eq!(by["exception_to"]["cite"], "J2.1");
    assert_eq!(by["not_excepted_by"][0]["cite"], "J2.11");
}

/// Fog hinders each attack that nothing excepts; the sum takes what the rules find it to add.
const FOG: &str = r#"
    id = "fog"
    game = "jungle"
    [fact]
    fog     = { domain = "bool" }
    calm    = { domain = "bool" }
    attack  = { domain = "rifle | net | trap" }
    fog-drm = { domain = "-4..=9" }
    [question.fog-hinders]
    cite   = "J1"
    asks   = "Does Fog hinder it?"
    answer = "any"
    when   = "fog"
    except = [{ cite = "J1.2", when = "attack in {net, trap}" }]
    [question.fog-drm]
    cite   = "J2"
    asks   = "What does Fog add?"
    answer = "sum of number"
    rule   = [
      { gives = "2", when = "fog-hinders" },
      { cite = "J3", gives = "1", when = "not fog", except = [{ cite = "J3.1", when = "calm" }] },
    ]
    [question.drm]
    cite   = "J4"
    asks   = "What adds to the attack?"
    answer = "sum of number"
    rule   = [{ gives = "fog-drm" }]
"#;

#[test]
fn only_exceptions_without_which_the_answer_were_another_one_are_told() {
    let dir = folder([("fog/pack.toml", FOG)]);
    let rules = dir.path().to_str().unwrap();
    let ask = |facts: [&str; 3]| {
        let asked = ["--rules", rules, "ask", "drm"];
        let answer = chartroom(&[asked.as_slice(), &facts].concat());
        let lines = answer.out.lines().map(str::trim);
        let excepted = lines.filter(|line| line.starts_with("excepted"));
        excepted.map(str::to_owned).collect::<Vec<_>>()
    };
    let by_attack = "excepted: Fog hinders J1, by J1.2: attack net";
    assert_eq!(ask(["fog=yes", "calm=yes", "attack=net"]), [by_attack]);
    assert_eq!(
        ask(["fog=no", "calm=yes", "attack=net"]),
        ["excepted: Fog drm J3, by J3.1: calm"]
    );
    assert!(ask(["fog=yes", "calm=yes", "attack=rifle"]).is_empty());
    assert!(ask(["fog=no", "calm=no", "attack=net"]).is_empty());
}

/// An exception to an exception to an exception is told where it is looked for, be it that it holds, is set aside or lacks something.
#[test]
fn exceptions_far_in_have_a_part_in_the_answer() {
    let pack = r#"
id = "p"
[paragraphs]
"1" = "Pursuit"
"1.1" = "Veterans"
"1.2" = "Horse"
"1.3" = "Camp"
"1.4" = "Guard"
[fact]
veteran = { domain = "bool" }
horse = { domain = "bool" }
camp = { domain = "bool" }
routed = { domain = "bool" }
guard = { domain = "bool" }
[question.pursues]
cite = "1"
asks = "Do they pursue?"
when = "routed"
except = [{ cite = "1.1", when = "veteran", except = [{ cite = "1.2", when = "horse", except = [{ cite = "1.3", when = "camp", except = [{ cite = "1.4", when = "guard" }] }] }] }]
"#;
    let folder = folder([("g/p/pack.toml", pack)]);
    let why = |paragraph: &str, facts: &str| {
        let words = format!("ask pursues {facts} --why {paragraph} --rules g");
        let ran = chartroom_in(folder.path(), &words.split(' ').collect::<Vec<_>>());
        format!("{facts}\n{}", ran.both())
    };
    let shown = [
        why("1.3", "routed=yes veteran=yes horse=yes camp=yes guard=no"),
        why("1.2", "routed=yes veteran=yes horse=no camp=yes guard=no"),
        why("1.4", "routed=yes veteran=yes horse=yes camp=yes guard=yes"),
        why("1.4", "routed=yes veteran=yes horse=yes camp=yes guard=no"),
    ];
    insta::assert_snapshot!(shown.join("\n"));
}
