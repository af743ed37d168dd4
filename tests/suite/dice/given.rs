//! Dice that are given in part: a total, or a single die, with which the rest of the roll must agree.

use super::{fact, findings, model, small};
use crate::common::chartroom;
use chartroom::diagram::Leaf;
use chartroom::dice::{self, Terms, Trials, interval};
use chartroom::model::Model;
use chartroom::rulebook::Rulebook;
use chartroom::rulebook::terms::Given;

const RULES: &str = r#"
[unit.DR]
dice = "colored d6 + white d6"
[unit.odd]
dice = "4d[-1, 0, 1]"
[fact.dr]
domain = "2..=12"
unit = "DR"
[fact.colored-die]
domain = "1..=6"
die = "colored of dr"
[fact.odd]
domain = "-4..=4"
unit = "odd"
[fact.score]
domain = "0..=200"
[fact.first]
domain = "2..=12"
[fact.other-die]
domain = "1..=6"
[fact.storm]
domain = "bool"

[process.storm-by-turn]
cite = "S1"
asks = "Has the colored die been a six?"
start = ["storm"]
each = "turn"
turn = ["dr", "colored-die"]
state = ["storm"]
initially = { storm = "no" }
[[process.storm-by-turn.step]]
sets = "storm"
cite = "S1"
gives = "was (storm) or colored-die is 6"

[process.score-by-turn]
cite = "S2"
asks = "What does the DR score?"
start = ["score"]
each = "turn"
turn = ["dr", "colored-die"]
state = ["score"]
initially = { score = "0" }
[[process.score-by-turn.step]]
sets = "score"
cite = "S2"
gives = "(dr as number) * 10 + (colored-die as number)"
"#;

const PROCEDURES: &str = r#"[
    Procedure(id: "total", title: "Total", cite: "S3", start: [],
        steps: [(roll: "dr", cite: "S3"), (ask: "dr as number", as: "first", cite: "S3")],
        outcome: ["first"]),
    Procedure(id: "twice", title: "Twice", cite: "S4", start: [],
        steps: [
            (roll: "dr", cite: "S4"),
            (ask: "dr as number", as: "first", cite: "S4"),
            (roll: "dr", cite: "S4"),
            (ask: "first + (dr as number)", as: "score", cite: "S4"),
        ],
        outcome: ["score"]),
    Procedure(id: "white", title: "The white die", cite: "S5", start: [],
        steps: [(roll: "dr", cite: "S5"), (ask: "(dr as number) - (colored-die as number)", as: "other-die", cite: "S5")],
        outcome: ["other-die"]),
    Procedure(id: "below", title: "Below nought", cite: "S6", start: [],
        steps: [(roll: "odd", cite: "S6"), (ask: "(odd as number) + 4", as: "score", cite: "S6")],
        outcome: ["score"]),
]"#;

fn rulebook() -> Rulebook {
    small(RULES, PROCEDURES)
}

fn given(model: &Model, facts: &[&str]) -> Given {
    let facts: Vec<String> = facts.iter().map(|fact| (*fact).to_owned()).collect();
    Given::read(model, &facts, &[]).unwrap()
}

fn shown(model: &Model, chances: &[(Leaf, dice::Chance)]) -> String {
    let words = chances.iter().map(|(leaf, chance)| {
        format!(
            "{} {}",
            leaf.value()
                .map_or("-".to_owned(), |value| value.show(&model.words, false)),
            chance
        )
    });
    words.collect::<Vec<_>>().join(", ")
}

/// Exact odds of a process, which its simulation must bear out.
fn of_process(name: &str, facts: &[&str], turns: u32) -> String {
    let rulebook = rulebook();
    let model = model(&rulebook);
    let process = model
        .processes
        .iter()
        .find(|process| process.name == name)
        .unwrap();
    let mut terms = given(model, facts).terms;
    terms.turns = turns;
    let table = dice::of_process(model, process, &terms, None).unwrap();
    let trials = Trials {
        number: 20_000,
        seed: 3,
        threads: 2,
    };
    let estimate = dice::of_process(model, process, &terms, Some(trials)).unwrap();
    let results = &table.parts[0].results[0];
    for (leaf, chance) in &results.chances {
        let sample = estimate.sample.unwrap();
        let share = estimate.parts[0].results[0]
            .chance_of_each()
            .get(leaf)
            .copied();
        let count = share.map_or(0, |share| sample.hits(share));
        let (low, high) = interval(count, sample.counted);
        assert!(
            low <= *chance && *chance <= high,
            "{name} {leaf:?}: {chance} is not in {low} to {high}"
        );
    }
    shown(model, &results.chances)
}

fn of_procedure(name: &str, facts: &[&str]) -> String {
    let rulebook = rulebook();
    let model = model(&rulebook);
    let procedure = model
        .procedures
        .iter()
        .find(|procedure| procedure.name == name)
        .unwrap();
    let table = dice::of_procedure(model, procedure, &given(model, facts).terms, None).unwrap();
    shown(model, &table.parts[0].results[0].chances)
}

#[test]
fn a_process_may_look_at_a_single_die_alone() {
    assert_eq!(of_process("storm-by-turn", &[], 2), "no 25/36, yes 11/36");
}

#[test]
fn a_single_die_that_is_given_holds_for_its_roll() {
    let each = "7 1/6, 8 1/6, 9 1/6, 10 1/6, 11 1/6, 12 1/6";
    assert_eq!(of_procedure("total", &["colored-die=6"]), each);
    let turns = "76 1/6, 86 1/6, 96 1/6, 106 1/6, 116 1/6, 126 1/6";
    assert_eq!(of_process("score-by-turn", &["colored-die=6"], 1), turns);
}

#[test]
fn a_total_that_is_given_holds_for_its_dice() {
    assert_eq!(
        of_process("score-by-turn", &["dr=5"], 1),
        "51 1/4, 52 1/4, 53 1/4, 54 1/4"
    );
    // Totals that fall in different numbers of ways, turn by turn and by chance.
    assert_eq!(
        of_process("score-by-turn", &["dr=5 then 2 then 11"], 3),
        "115 1/2, 116 1/2"
    );
    assert_eq!(
        of_process("score-by-turn", &["dr=alike of 2, 3"], 2),
        "21 1/2, 31 1/4, 32 1/4"
    );
    assert_eq!(of_process("score-by-turn", &["dr=3+4"], 1), "73 1");
}

#[test]
fn a_procedure_is_proved_by_the_rolls_that_can_fall() {
    assert_eq!(findings(&rulebook()), Vec::<String>::new());
    assert_eq!(of_procedure("white", &["dr=11"]), "5 1/2, 6 1/2");
}

#[test]
fn a_second_roll_of_a_fact_is_told_from_the_first() {
    let folder = written();
    let rules = folder.path().to_str().unwrap();
    let json = chartroom(&[
        "roll", "twice", "--rolls", "3+4,9", "--rules", rules, "--format", "json",
    ])
    .json();
    assert_eq!(json["steps"][3]["from_steps"], serde_json::json!([1, 3]));
    let human = chartroom(&["roll", "twice", "--rolls", "3+4,9", "--rules", rules]).out;
    assert!(human.contains("from Dr 7, Dr 9"), "{human}");
}

/// The rules in a folder.
fn written() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    write(
        "pack.toml",
        "id = \"sample\"\ngame = \"sample\"\ntitle = \"Sample\"\n",
    );
    write("rules.toml", RULES);
    write("rules.ron", PROCEDURES);
    folder
}

#[test]
fn dice_fall_as_is_given_or_not_at_all() {
    let folder = written();
    let rules = folder.path().to_str().unwrap();
    let events = folder.path().join("events.jsonl");
    std::fs::write(
        &events,
        "{\"dr\": \"3+4\"}\n{\"dr\": \"3+4\", \"colored-die\": 3}\n",
    )
    .unwrap();
    let wrong = folder.path().join("wrong.jsonl");
    std::fs::write(
        &wrong,
        "{\"dr\": \"3+4\"}\n{\"dr\": \"3+4\", \"colored-die\": 4}\n",
    )
    .unwrap();
    let lines = [
        "roll total colored-die=6 --seed 1",
        "roll total colored-die=6 --rolls 9",
        "roll total colored-die=6 --rolls 5",
        "roll total colored-die=6 --rolls 5+4",
        "roll total colored-die=6 dr=2 --seed 1",
        "roll white dr=6+3",
        "roll total first=7 --seed 1",
        "odds total first=7",
        "roll below --rolls -2",
        "roll below --rolls -1+0+1+-1",
        "roll twice --rolls 7,,8",
        "roll twice --rolls 7,8,",
        "play score-by-turn colored-die=6 --turns 3 --seed 1",
        "play score-by-turn colored-die=6 dr=2 --turns 1 --seed 1",
        "play score-by-turn --events EVENTS",
        "play score-by-turn --events WRONG",
        "odds score-by-turn colored-die=6 dr=2 --turns 1",
    ];
    let told = lines.map(|line| {
        let line = line
            .replace("EVENTS", events.to_str().unwrap())
            .replace("WRONG", wrong.to_str().unwrap());
        let mut arguments: Vec<&str> = line.split(' ').collect();
        arguments.extend(["--rules", rules]);
        let ran = chartroom(&arguments);
        format!("$ {line}\n{}(exit {})\n", ran.both(), ran.code)
    });
    insta::assert_snapshot!(
        "dice_given",
        told.join("\n")
            .replace(folder.path().to_str().unwrap(), ".")
    );
}

#[test]
fn a_game_goes_on_from_what_it_began_with() {
    let folder = written();
    let rules = folder.path().to_str().unwrap();
    let state = folder.path().join("game.json");
    let play = |rest: &[&str]| {
        let mut arguments = vec![
            "play",
            "storm-by-turn",
            "--rules",
            rules,
            "--state",
            state.to_str().unwrap(),
        ];
        arguments.extend(rest);
        chartroom(&arguments)
    };
    assert_eq!(play(&["storm=no", "--turns", "1", "--seed", "1"]).code, 0);
    assert_eq!(
        play(&["storm=no", "--turns", "1"]).code,
        0,
        "the same start may be told again"
    );
    let kept = std::fs::read_to_string(&state).unwrap();
    let other = play(&["storm=yes", "--turns", "1"]);
    assert_eq!(other.code, 2);
    assert!(
        other
            .both()
            .contains("the game began with storm = no, not yes"),
        "{}",
        other.both()
    );
    assert_eq!(std::fs::read_to_string(&state).unwrap(), kept);
}

#[test]
fn terms_know_the_dice_of_a_roll_told_die_by_die() {
    let rulebook = rulebook();
    let model = model(&rulebook);
    let terms: Terms = given(model, &["dr=3+4"]).terms;
    assert_eq!(terms.known.get(fact(model, "colored-die")), Some(2));
}

#[test]
fn games_kept_at_the_same_time_lose_no_turn_unsaid() {
    let folder = written();
    let rules = folder.path().to_str().unwrap().to_owned();
    let states = tempfile::tempdir().unwrap();
    for round in 0..5 {
        let state = states.path().join(format!("game-{round}.json"));
        let state = state.to_str().unwrap();
        let play = || {
            let line = [
                "play",
                "storm-by-turn",
                "--turns",
                "1",
                "--seed",
                "1",
                "--rules",
                &rules,
                "--state",
                state,
            ];
            chartroom(&line).code
        };
        let ended: Vec<i32> = std::thread::scope(|scope| {
            let all: Vec<_> = (0..6).map(|_| scope.spawn(play)).collect();
            all.into_iter().map(|own| own.join().unwrap()).collect()
        });
        let kept: serde_json::Value =
            serde_json::from_str(&std::fs::read_to_string(state).unwrap()).unwrap();
        let well = ended.iter().filter(|code| **code == 0).count();
        assert_eq!(kept["turns"].as_array().unwrap().len(), well, "{ended:?}");
    }
}
