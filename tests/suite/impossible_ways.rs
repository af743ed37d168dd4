//! Ways to what cannot be: found before anybody plays, and told where somebody does.

use crate::common::{chartroom_in, folder};
use chartroom::diagram::{Compiler, Leaf};
use chartroom::rulebook::Rulebook;

const WIND: &str = include_str!("impossible_ways/wind.toml");

fn desk(wind: &str) -> tempfile::TempDir {
    folder([
        (
            "book/wind/pack.toml",
            "id = \"wind\"\ngame = \"wind\"\n[paragraphs]\n\"W1\" = \"Wind\"\n",
        ),
        ("book/wind/wind.toml", wind),
    ])
}

#[test]
fn a_process_that_comes_to_what_cannot_be_is_found_with_a_shortest_way() {
    let told = chartroom_in(desk(WIND).path(), &["check", "--rules", "book"]);
    assert_eq!(told.code, 1, "{}", told.both());
    for line in [
        "`wind-by-turn` can come to a situation that cannot be: a strong wind leaves no Fog",
        "for example from fog = yes",
        "in turn 1: wind-dr = 6",
        "in turn 2: wind-dr = 6",
        "see W1",
    ] {
        assert!(told.says(line), "{line}\n{}", told.both());
    }
    assert!(!told.says("in turn 3"), "{}", told.both());
}

#[test]
fn a_process_that_never_comes_there_is_no_finding() {
    let mended = WIND.replace("\"wind-dr = 6\"", "\"wind-dr = 6 and not fog\"");
    let told = chartroom_in(desk(&mended).path(), &["check", "--rules", "book"]);
    assert_eq!(told.code, 0, "{}", told.both());
    // From a start that cannot be, it is no fault of the process.
    let given = WIND.replace("initially = { wind = \"none\" }\n", "");
    let given = given.replace("start     = [\"fog\"]", "start     = [\"fog\", \"wind\"]");
    let given = given.replace("\"wind-dr = 6\"", "\"wind-dr = 6 and not fog\"");
    let told = chartroom_in(desk(&given).path(), &["check", "--rules", "book"]);
    assert_eq!(told.code, 0, "{}", told.both());
}

#[test]
fn play_tells_after_which_turn_the_situation_cannot_be() {
    let desk = desk(WIND);
    let play = |rolls| {
        let play = [
            "play",
            "wind-by-turn",
            "fog=yes",
            "--rules",
            "book",
            "--rolls",
        ];
        chartroom_in(desk.path(), &[&play[..], &[rolls]].concat())
    };
    let told = play("6,1,6,1");
    assert_eq!(told.code, 1, "{}", told.both());
    let line = "impossible after turn 3: a strong wind leaves no Fog W1";
    assert!(told.says(line), "{}", told.both());
    assert_eq!(play("6,1,1").code, 0);
}

/// The wind of a procedure, which blows for a moment only where there is Fog.
const CALMED: &str = r#"Procedure(
    id: "roll-wind", start: ["fog"], outcome: ["wind"],
    steps: [
        (roll: "wind-dr"),
        (ask: "strong if wind-dr >= 5, else none", as: "wind"),
        (ask: "none if fog, else wind", as: "wind"),
    ],
)"#;

fn calmed() -> tempfile::TempDir {
    folder([
        (
            "book/wind/pack.toml",
            "id = \"wind\"\ngame = \"wind\"\n[paragraphs]\n\"W1\" = \"Wind\"\n",
        ),
        (
            "book/wind/wind.toml",
            WIND.split("[process").next().unwrap(),
        ),
        ("book/wind/wind.ron", CALMED),
    ])
}

#[test]
fn a_procedure_is_judged_after_each_of_its_steps() {
    let told = chartroom_in(calmed().path(), &["check", "--rules", "book"]);
    assert_eq!(told.code, 1, "{}", told.both());
    for line in [
        "`roll-wind` can come to a situation that cannot be: a strong wind leaves no Fog",
        "for example wind-dr = 5, fog = yes",
        "see W1",
    ] {
        assert!(told.says(line), "{line}\n{}", told.both());
    }
}

#[test]
fn odds_tell_what_cannot_be_and_is_come_to_on_the_way() {
    let odds = |desk: &tempfile::TempDir, words: &[&str]| {
        chartroom_in(
            desk.path(),
            &[&["odds"], words, &["--rules", "book"]].concat(),
        )
    };
    let rolled = odds(&calmed(), &["roll-wind", "fog=yes"]);
    let reached = "Impossible: a strong wind leaves no Fog (W1) No 2/3 66.67 %";
    assert!(rolled.says(reached), "{}", rolled.both());
    let clear = odds(&calmed(), &["roll-wind", "fog=no"]);
    assert!(!clear.says("Impossible"), "{}", clear.both());

    // Strong after two 6s in a row, at any time in three turns: 11 of 216.
    let falls = WIND.replace(
        "otherwise = { wind = \"was (wind)\" }",
        "otherwise = { wind = \"none\" }",
    );
    let turns = ["wind-by-turn", "fog=yes", "--turns", "3"];
    let exact = odds(&desk(&falls), &turns);
    assert!(exact.says("Yes 11/216 5.09 %"), "{}", exact.both());
    let estimated = odds(
        &desk(&falls),
        &[&turns[..], &["--simulate", "20000"]].concat(),
    );
    assert!(
        estimated.says("Impossible: a strong wind leaves no Fog (W1)"),
        "{}",
        estimated.both()
    );
}

#[test]
fn what_can_never_be_cannot_be_whatever_is_asked() {
    let text = std::fs::read_to_string("tests/suite/impossible_ways/wind.toml").unwrap();
    let head = "id = \"wind\"\ngame = \"wind\"\n[paragraphs]\n\"W1\" = \"Wind\"\n";
    let book = Rulebook::texts([
        ("wind/pack.toml", head.to_owned()),
        ("wind/wind.toml", text),
    ]);
    let model = &book.games[0];
    let mut compiler = Compiler::new(model);
    let [yes, no] = [true, false].map(|truth| compiler.store.leaf(Leaf::truth(truth)));
    let fact = model.variables.ids().next().unwrap();
    let own = compiler.among(fact, &[0]).unwrap();
    for (all, facts, told) in [
        (vec![], vec![fact], no),
        (vec![yes], vec![fact], yes),
        (vec![no, own], vec![fact], own),
        // What hangs on a fact that is not asked about holds for none of them.
        (vec![own], vec![], no),
    ] {
        assert_eq!(compiler.impossible_of(&all, &facts).unwrap(), told);
    }
}

/// A level that rises, a die that is taken as one, and what it makes of the ground: mud where it is high, which a 5 never is.
const GROUND: &str = r#"
[unit]
d = { dice = "d6" }
[fact]
die    = { domain = "1..=6", unit = "d" }
level  = { domain = "0..=6" }
ground = { domain = "dry | mud" }
[question.deep]
cite = "W1"
when = "level > 3"
[question.ground]
cite = "W1"
answer = "dry | mud"
gives = "mud if deep, else dry"
[[impossible]]
cite = "W1"
says = "a level of 5 is never mud"
when = "level = 5 and ground is mud"
[process.rising]
cite  = "W1"
asks  = "How high is it?"
each  = "turn"
start = ["level"]
turn  = ["die"]
state = ["level", "ground"]
[[process.rising.step]]
sets  = "level"
cite  = "W1"
gives = "(was (level) + (1 if die > 3, else 0)) at most 6"
"#;

#[test]
fn what_cannot_be_by_a_fact_that_a_question_finds_is_come_to_as_well() {
    let pour = "Procedure(id: \"pour\", title: \"Pour\", cite: \"W1\", start: [], steps: [\
                (roll: \"die\", cite: \"W1\"), (ask: \"die\", as: \"level\", cite: \"W1\")], outcome: [\"level\"])\n";
    let place = folder([
        (
            "book/wind/pack.toml",
            "id = \"wind\"\ngame = \"wind\"\n[paragraphs]\n\"W1\" = \"Wind\"\n",
        ),
        ("book/wind/ground.toml", GROUND),
        ("book/wind/ground.ron", pour),
    ]);
    let told = |words: &str| {
        let words: Vec<&str> = words.split(' ').chain(["--rules", "book"]).collect();
        format!(
            "$ {}\n{}\n",
            words.join(" "),
            chartroom_in(place.path(), &words).both()
        )
    };
    let all = [
        "check",
        "play rising level=3 --rolls 6,5",
        "odds rising level=3 --turns 2",
        "odds rising level=3 ground=dry --turns 2",
        "odds rising level=3 --turns 2 --simulate 1000 --seed 1",
        "odds pour",
        "roll pour --rolls 5",
    ];
    insta::assert_snapshot!(all.map(told).concat());
}
