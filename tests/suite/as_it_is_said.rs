//! What is asked, told, played and rolled is taken as it is said, however it is called, and the answer says how it is taken.

use crate::common;
use crate::meant_otherwise::{FACTS, HEAD};

/// What each of some commands prints of a pack with these lines besides; words in brackets are one.
fn ran(more: &str, commands: &[&str]) -> String {
    let place = common::folder([("g/p/pack.toml", format!("{HEAD}{FACTS}{more}"))]);
    let ran = |command: &&str| {
        let parts = command.split(['[', ']']).enumerate();
        let words = parts.flat_map(|(at, part)| match at % 2 {
            0 => part.split_whitespace().collect(),
            _ => vec![part],
        });
        let words: Vec<&str> = words.chain(["--rules", "g"]).collect();
        let told = common::chartroom_in(place.path(), &words);
        format!("$ {command}\n{}\n", told.both())
    };
    commands.iter().map(ran).collect()
}

#[test]
fn what_an_exception_of_a_shared_one_gives_counts_once() {
    let sum = r#"
n = { domain = "0..=3" }
d = { domain = "bool" }
[question.q]
cite = "1"
answer = "sum of DRM"
rules = """
when       | gives
night      | +1
waited > 3 | +2
roll > 7   | +4
"""
[[exception]]
cite = "1"
of = ["q"]
when = "d"
gives = "+10"
except = ["n = 0", { when = "n = 1", gives = "+20" }, { when = "n = 2", except = [{ when = "red = 6", gives = "+40" }] }]
"#;
    let ask = |facts: &str| {
        let told = ran(
            sum,
            &[&format!("ask q night=yes waited=4 roll=8 d=yes {facts}")],
        );
        let answer = told.lines().nth(1).unwrap_or_default().to_owned();
        format!("{facts}: {answer}\n")
    };
    let all = [
        "n=0 red=2",
        "n=1 red=2",
        "n=2 red=2",
        "n=2 red=6",
        "n=3 red=2",
    ];
    insta::assert_snapshot!(all.map(ask).concat(), @r"
    n=0 red=2: Q: +7 DRM
    n=1 red=2: Q: +20 DRM
    n=2 red=2: Q: +7 DRM
    n=2 red=6: Q: +40 DRM
    n=3 red=2: Q: +10 DRM
    ");
}

#[test]
fn a_fact_that_says_something_beside_the_answer_is_not_told_to_change_nothing() {
    let cost = r#"
loud    = { domain = "bool" }
wet     = { domain = "bool" }
pays-in = { domain = "MF | MP" }
[unit.MF]
[unit.MP]
[unit."MF or MP"]
any-of = ["MF", "MP"]
which = "pays-in"
[question.noise]
cite = "1"
when = "loud"
[question.cost]
cite = "1"
answer = "MF or MP"
beware = { noise = "yes" }
gives = "3 if night, else 2"
[[impossible]]
cite = "1"
says = "no wet nights"
when = "night and wet"
"#;
    let told = ["pays-in=MF", "loud=yes", "loud=no", "wet=yes", "waited=3"];
    let told = told.map(|fact| ran(cost, &[&format!("ask cost night=yes {fact}")]));
    insta::assert_snapshot!(told.concat());
}

#[test]
fn a_number_among_other_words_is_no_paragraph() {
    let hit =
        "[question.hit]\ncite = \"1\"\nasks = \"Is it hit?\"\nwhen = \"roll > 7 and waited > 1\"\n";
    let words = [
        "ask [hit roll 8 waited 2]",
        "ask [what does 2 say]",
        "ask 2",
    ];
    insta::assert_snapshot!(ran(hit, &words));
}

#[test]
fn each_set_that_a_fact_can_be_is_any_of_them() {
    let climbs = r#"
gear = { domain = "set of rope | spade" }
[question.climbs]
cite = "1"
when = "gear includes rope and not night"
examples = """
gear | night | =
any  | yes   | no
"""
"#;
    let odds = [
        "odds climbs night=no gear=each",
        "odds climbs night=no gear=alike",
    ];
    insta::assert_snapshot!(ran(climbs, &[&["check"], &odds[..]].concat()));
}

#[test]
fn a_process_that_leaves_the_domain_of_its_state_has_no_answer_and_does_not_go_on_for_ever() {
    let duel = r#"
hp = { domain = "0..=6" }
[process.duel]
cite = "2"
asks = "The duel"
start = ["hp"]
turn = ["roll"]
state = ["hp"]
otherwise = { hp = "was (hp)" }
[[process.duel.step]]
sets = "hp"
cite = "2"
when = "roll > 7"
gives = "was (hp) - 2"
"#;
    let odds = [
        "odds duel hp=4 --until [hp <= 0]",
        "odds duel hp=3 --until [hp <= 0]",
        "odds duel hp=3 --until [hp <= 0] --format csv",
    ];
    insta::assert_snapshot!(ran(duel, &odds));
}

#[test]
fn odds_take_no_usual_value_for_which_a_question_is_not_asked() {
    let mud = r#"
sky = { domain = "clear | rain | dust", usually = "clear" }
[question.mud]
cite = "1"
only = { sky = "rain | dust" }
when = "roll > 8 and sky is rain"
"#;
    insta::assert_snapshot!(ran(mud, &["odds mud", "ask mud roll=9"]));
}

/// A switch and a reading, on which what is asked, played and rolled depends.
const CHOICES: &str = r#"
cash = { domain = "0..=12" }
[switch.home]
cite = "1"
asks = "Home?"
[reading.r]
cite = "1"
asks = "How many?"
options = { a = "few", b = "many" }
[question.q]
cite = "1"
asks = "How much is paid?"
answer = "number"
gives = "1 if home and r is a, else 2"
[process.pay]
cite = "2"
asks = "What is paid"
start = ["cash"]
turn = ["roll"]
state = ["cash"]
otherwise = { cash = "was (cash) + 1" }
[[process.pay.step]]
sets = "cash"
cite = "2"
when = "roll > 11"
gives = "was (cash) + q"
"#;

#[test]
fn examples_take_switches_and_readings_by_every_name() {
    let rows = [
        "home | =\nyes | 1",
        "switch home | =\nyes | 1",
        "p/home | =\nyes | 1",
        "p/home | =\nyes | 2",
        "home | p/r | =\nyes | b | 2",
        "home | reading r | =\nyes | b | 2",
    ];
    let told = rows.map(|rows| {
        let examples = format!("{CHOICES}[examples.q]\nrows = \"\"\"\n{rows}\n\"\"\"\n");
        format!("## {rows}\n\n{}", ran(&examples, &["check"]))
    });
    insta::assert_snapshot!(told.concat());
}

#[test]
fn what_is_played_and_rolled_tells_how_it_is_read() {
    let play = [
        "play pay cash=3 --rolls 12 --turns 1",
        "play pay cash=3 --rolls 12 --turns 1 home=yes --reading p/r=b",
        "ask q p/r=b",
        "ask q r=b",
    ];
    let steps = "[Procedure(id: \"pay-day\", title: \"Pay day\", cite: [\"1\"], start: [],\n  steps: [(roll: \"roll\", cite: \"1\"), \
                 (ask: \"q + 1\", as: \"cash\", cite: \"1\")], outcome: [\"cash\"])]\n";
    let pack = format!("{HEAD}{FACTS}{CHOICES}");
    let place = common::folder([("g/p/pack.toml", pack), ("g/p/1.ron", steps.to_owned())]);
    let roll = [
        "roll",
        "pay-day",
        "--rolls",
        "5",
        "--rules",
        "g",
        "--reading",
        "p/r=b",
    ];
    let rolled = common::chartroom_in(place.path(), &roll).both();
    insta::assert_snapshot!(format!("{}$ roll pay-day\n{rolled}", ran(CHOICES, &play)));
}

#[test]
fn facts_beside_a_sentence_are_facts_and_a_roll_bears_on_its_dice() {
    let keeps = r#"
[switch.home]
cite = "1"
asks = "Home?"
[question.keeps]
cite = "1"
asks = "Is the rate kept?"
when = "red < 3 or home and night"
[[impossible]]
cite = "1"
says = "nights are short"
when = "night and waited > 4"
"#;
    let told = [
        "odds [the rate is kept] night=no home=yes",
        "odds [the rate is kept] night=yes home=yes",
        "odds keeps night=no roll=4",
        "game new own.game night=yes",
        "game set own.game waited=6",
        "game show own.game",
    ];
    insta::assert_snapshot!(ran(keeps, &told));
}

#[test]
fn an_exception_that_settles_the_answer_tells_why_whatever_is_not_known() {
    let keeps = r#"
rof  = { domain = "0..=3" }
ammo = { domain = "ap | he | smoke" }
[question.keeps]
cite = "1"
asks = "Is the rate kept?"
when = "red <= rof"
except = [{ cite = "2", when = "ammo is smoke" }]
"#;
    let told = [
        "ask keeps ammo=smoke",
        "ask keeps ammo=smoke --why",
        "ask keeps ammo=smoke rof=3",
        "ask keeps ammo=ap rof=0",
    ];
    insta::assert_snapshot!(ran(keeps, &told));
}

#[test]
fn what_is_advised_is_what_is_to_be_written() {
    let question = |gives: &str, when: &str| {
        format!(
            "[question.q]\ncite = \"1\"\nanswer = \"number\"\nwhen = \"{when}\"\ngives = \"{gives}\"\n"
        )
    };
    let fact = |domain: &str| format!("x = {{ domain = \"{domain}\" }}\n");
    let scale = "dust = { domain = \"none < light < heavy\" }\n";
    for (more, advice) in [
        (
            question("1 for each 2 waited", "night"),
            "write `+1 per 2 waited`",
        ),
        (
            question("1", "night is on"),
            "what is on is `yes`, and what is off is `no`",
        ),
        (
            format!("{scale}{}", question("1", "dust above light")),
            "a scale is compared by `is above …`, `is below …`",
        ),
        (fact("a | b or none"), "write `a | b | none`"),
        (fact("1..=6 | 4..=9"), "a range as `0..=12`"),
        (
            format!(
                "text = {{ domain = \"text\" }}\n{}",
                question("1", "text is SD")
            ),
            "free text stands in quotes of its own: `'SD'`",
        ),
    ] {
        let told = ran(&more, &["check"]);
        let told = told.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(told.contains(advice), "{advice}: {told}");
    }
}

#[test]
fn an_option_that_would_not_be_heard_is_refused() {
    let refused = |line: &str| {
        let told = common::chartroom(&line.split_whitespace().collect::<Vec<_>>());
        assert_eq!(told.code, 2, "{line}: {}", told.both());
        format!("$ {line}\n{}\n", told.error)
    };
    let lines = [
        "book none.html --port 8080",
        "check --sizes --format json",
        "diff embedded embedded --rules my-packs",
        "diff embedded embedded --limit 0",
    ];
    insta::assert_snapshot!(lines.map(refused).concat());
}

#[test]
fn a_process_goes_on_by_the_readings_by_which_it_began() {
    let rain = r#"
n = { domain = "0..=9" }
[reading.double]
cite = "1"
asks = "Twice?"
options = { once = "once", twice = "twice" }
[process.rise]
cite = "1"
asks = "How high is it?"
each = "turn"
start = ["n"]
turn = []
state = ["n"]
[[process.rise.step]]
sets = "n"
cite = "1"
gives = "(was (n) + (2 if double is twice, else 1)) at most 9"
"#;
    insta::assert_snapshot!(ran(
        rain,
        &[
            "play rise n=1 --state rise.json --reading p/double=twice",
            "play rise --state rise.json",
            "play rise --state rise.json --reading p/double=twice",
            "play rise --state rise.json --reading p/double=once",
        ]
    ));
}

#[test]
fn a_switch_that_is_said_goes_before_that_of_the_game() {
    let deep = r#"
[switch.deep]
cite = "1"
asks = "Is it deep?"
[question.q]
cite = "1"
answer = "number"
gives = "2 if deep, else 1"
"#;
    insta::assert_snapshot!(ran(
        deep,
        &[
            "game new evening.game",
            "game set evening.game deep=yes",
            "ask q --game evening.game",
            "ask q deep=no --game evening.game",
        ]
    ));
}

#[test]
fn a_modifier_that_a_question_finds_by_itself_is_told_once() {
    let drm = r#"
nd = { domain = "0..=3", unit = "DRM" }
[question.nd]
cite = "1"
answer = "nd"
otherwise = "+0"
when = "nd >= 1"
gives = "+1"
[question.q]
cite = "1"
when = "nd = 1"
[question.counted]
cite = "1"
answer = "DRM"
gives = "nd + (waited as DRM)"
"#;
    let told = [
        "ask nd nd=1",
        "ask q nd=1 --why",
        "ask counted nd=2 waited=1",
    ];
    insta::assert_snapshot!(ran(drm, &told));
}

#[test]
fn what_cannot_be_by_a_question_is_told_of_every_other_one() {
    let never = r#"
nm = { domain = "1..=3" }
x = { domain = "bool" }
[question.twice]
cite = "1"
answer = "number"
gives = "nm + 1"
[question.q]
cite = "1"
answer = "red | blue"
rules = """
when    | gives
nm = 1  | blue
nm != 1 | red
"""
[question.far]
cite = "1"
when = "night"
[[impossible]]
cite = "2"
says = "they never meet"
when = "twice = 2 and x"
"#;
    let told = [
        "ask q x=yes",
        "ask q nm=1 x=yes",
        "ask far night=yes nm=1 x=yes",
        "odds q nm=alike x=yes",
    ];
    insta::assert_snapshot!(ran(never, &told));
}

#[test]
fn what_a_roll_decides_is_not_as_usual_in_its_odds() {
    let usual = r#"
bc = { domain = "bool", usually = "no" }
ba = { domain = "bool" }
[usually]
ba = [{ is = "no", when = "roll != 2" }, { is = "yes" }]
[question.bc]
cite = "1"
when = "roll = 7"
[question.q]
cite = "1"
when = "not bc and roll = 7"
[question.listed]
cite = "1"
when = "ba and red = 1"
"#;
    insta::assert_snapshot!(ran(usual, &["odds q", "odds listed"]));
}

#[test]
fn what_is_lost_in_one_turn_is_lost_in_the_next() {
    let torn = r#"
s = { domain = "0..=3" }
[process.p]
cite = "1"
asks = "How high is it?"
each = "turn"
start = ["s"]
turn = ["night"]
state = ["s"]
[[process.p.step]]
sets = "s"
cite = "1"
when = "night"
gap = "torn"
[[process.p.step]]
sets = "s"
cite = "1"
when = "not night"
gives = "was (s) + 1 at most 3"
[examples.p]
cite = "1"
process = "p"
rows = """
was s | night | = s
0     | yes   | gap
      | no    | gap
"""
"#;
    insta::assert_snapshot!(ran(torn, &["check", "play p s=0 [night=yes then no]"]));
}

#[test]
fn what_two_rules_lost_alike_is_one_gap() {
    let lost = r#"
nm = { domain = "0..=2" }
[question.q]
cite = "1"
answer = "number"
rules = """
when   | gives
nm = 2 | 5
"""
[[question.q.rule]]
cite = "1"
when = "nm = 0"
gap = "the first table"
[[question.q.rule]]
cite = "1"
when = "nm = 1"
gap = "the first table"
"#;
    let told = ["ask q", "ask q nm=0", "odds q nm=alike"];
    insta::assert_snapshot!(ran(lost, &told));
}
