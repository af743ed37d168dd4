//! Games at the table that go wrong: a file of another game, a state without a value, a number beyond its end, a fact told twice, what
//! cannot be; and what a process keeps for itself, in odds as in play.

use crate::common;

use common::{chartroom_in, folder, in_packs};
use tempfile::TempDir;

const HEAD: &str = "id = \"camp\"\ngame = \"camp\"\ntitle = \"Camp\"\n[paragraphs]\n\"C1\" = \"Stores\"\n\"C2\" = \"Mood\"\n";

const RULES: &str = r#"
[unit]
dr = { dice = "d6" }

[fact]
die    = { domain = "dice", unit = "dr", means = "die" }
omen   = { domain = "dice", unit = "dr", means = "omen" }
total  = { domain = "0..=10", means = "stores" }
mood   = { domain = "calm | tense", means = "mood" }
season = { domain = "summer | winter", means = "season" }
ice    = { domain = "bool", usually = "no", means = "ice" }
gear   = { domain = "set of rope | ram", means = "gear" }
level  = { domain = "0..=3", usually = "1", means = "level" }
height = { domain = "0..=3", usually = "level", means = "height" }

[question.watch]
cite   = "C1"
answer = "number"
gives  = "level + 1"

[[impossible]]
cite = "C1"
says = "there is no ice in summer"
when = "season is summer and ice"

[process.stores]
cite  = "C1"
asks  = "The stores"
start = ["total"]
each  = "week"
turn  = ["die"]
state = ["total"]
initially = { total = "0" }

[[process.stores.step]]
sets  = "total"
cite  = "C1"
gives = "was (total) + die"

[process.moods]
cite  = "C2"
asks  = "The mood"
start = ["mood"]
each  = "week"
turn  = ["die"]
state = ["mood"]
initially = { mood = "calm" }

[[process.moods.step]]
sets = "mood"
cite = "C2"
when = "die <= 5 and die >= 5"
gap  = "the line is torn off"

[[process.moods.step]]
sets  = "mood"
cite  = "C2"
when  = "die is not 5"
gives = "calm if die = 6, else was (mood)"

[process.march]
cite  = "C1"
asks  = "How far, and with what"
start = ["gear"]
each  = "hex entered"
turn  = ["die", "omen"]
state = ["paces"]

[process.march.keeps.paces]
domain    = "0..=2000"
initially = "0"

[[process.march.step]]
sets  = "paces"
cite  = "C1"
gives = "was (paces) + die + (1 if gear includes rope, else 0)"

[process.omens]
cite  = "C2"
asks  = "How many good omens came before"
start = ["omen", "level"]
each  = "week"
turn  = ["die", "omen"]
state = ["level"]

[[process.omens.step]]
sets  = "level"
cite  = "C2"
gives = "was (level) + (1 if was (omen) > 3, else 0) at most 3"

[process.towers]
cite  = "C1"
asks  = "How high"
start = ["height", "level"]
each  = "week"
turn  = ["die"]
state = ["height"]

[[process.towers.step]]
sets  = "height"
cite  = "C1"
gives = "was (height)"

[process.loads]
cite  = "C1"
asks  = "What is loaded"
start = ["total"]
each  = "week"
turn  = ["gear"]
state = ["total"]
initially = { total = "0" }

[[process.loads.step]]
sets  = "total"
cite  = "C1"
gives = "was (total) + (1 if gear includes rope, else 0) + (2 if gear includes ram, else 0)"
"#;

fn camp() -> TempDir {
    let rules = RULES;
    let other = "id = \"port\"\ngame = \"port\"\ntitle = \"Port\"\n";
    let of_port = "[fact]\ntide = { domain = \"low | high\" }\n[question.depth]\ncite = \"1\"\nanswer = \"number\"\ngives = \"3 if tide is high, else 1\"\n";
    folder([
        ("g/camp/pack.toml", HEAD),
        ("g/camp/10.toml", rules),
        ("g/port/pack.toml", other),
        ("g/port/10.toml", of_port),
    ])
}

/// What a command prints, with the code that it ends with.
fn told(table: &TempDir, command: &str) -> String {
    let ran = in_packs(table, command);
    format!("> {command}\n{}\n[{}]", ran.dense(), ran.code)
}

#[test]
fn the_packs_are_sound() {
    let ran = in_packs(&camp(), "check");
    assert_eq!(ran.code, 0, "{}", ran.both());
}

#[test]
fn a_game_of_other_rules_is_refused_by_every_command_and_nothing_is_written() {
    let table = camp();
    in_packs(&table, "game new a.game --game port tide=high");
    let before = std::fs::read(table.path().join("a.game")).unwrap();
    let all = [
        "play stores --rolls 3 --game a.game",
        "odds stores --turns 1 --game a.game",
        "ask watch level=2 --game a.game",
    ];
    for command in all {
        let ran = in_packs(&table, command);
        assert_eq!(ran.code, 2, "{command}: {}", ran.both());
    }
    let play = told(&table, all[0]);
    assert!(play.contains("keeps a game of port"), "{play}");
    assert_eq!(std::fs::read(table.path().join("a.game")).unwrap(), before);
}

#[test]
fn a_state_without_a_value_stays_so_and_a_number_beyond_its_end_is_refused() {
    let table = camp();
    let all = [
        "game new a.game --game camp mood=tense",
        "play moods --rolls 5 --game a.game",
        "play moods --rolls 2 --game a.game",
        "play moods mood=tense --rolls 5,2",
        "play stores --rolls 6,5",
        "play stores --rolls 6 --game a.game",
        "play stores --rolls 5 --game a.game",
        "game log a.game",
    ];
    let all = all.map(|command| told(&table, command)).join("\n\n");
    let times = all.lines().map(|line| match line.split_once("Z  ") {
        Some((_, rest))
            if line
                .trim_start()
                .starts_with(|letter: char| letter.is_ascii_digit()) =>
        {
            format!("TIME  {rest}\n")
        }
        _ => format!("{line}\n"),
    });
    insta::assert_snapshot!(times.collect::<String>());
}

#[test]
fn what_is_told_twice_is_refused_and_what_cannot_be_is_told() {
    let table = camp();
    let all = [
        "game new a.game --game camp season=summer season=winter",
        "game new a.game --game camp season=summer",
        "game set a.game ice=no ice=yes",
        "game set a.game ice=yes",
        "game show a.game",
        "play towers --start level=2 --start level=3",
    ];
    let all = all.map(|command| told(&table, command));
    insta::assert_snapshot!(all.join("\n\n"));
}

#[test]
fn odds_begin_where_the_game_stands_and_take_what_is_told_of_the_start_as_play_does() {
    let table = camp();
    in_packs(&table, "game new a.game --game camp gear={rope}");
    let all = [
        "play march --rolls 4,2 --game a.game",
        "odds march die=3 --turns 1 --game a.game",
        "play march gear={} --start paces=1990 --rolls 3",
        "play march --start paces=90 --rolls 3 --game a.game",
        "odds towers --start level=3 --turns 1",
        "play towers --start level=3 --rolls 1",
    ];
    let all = all.map(|command| told(&table, command));
    insta::assert_snapshot!(all.join("\n\n"));
}

#[test]
fn a_value_of_two_members_is_one_value() {
    let table = camp();
    let ran = in_packs(&table, "play march gear={rope,ram} --rolls 4");
    assert_eq!(ran.code, 0, "{}", ran.both());
    assert!(ran.out.contains("Paces: 5"), "{}", ran.out);
}

#[test]
fn events_tell_sets_as_lists() {
    let table = camp();
    let events = "{\"gear\": [\"rope\", \"ram\"]}\n{\"gear\": []}\n{\"gear\": [\"ram\"]}\n";
    std::fs::write(table.path().join("loads.jsonl"), events).unwrap();
    let ran = in_packs(&table, "play loads --events loads.jsonl");
    assert_eq!(ran.code, 0, "{}", ran.both());
    assert!(ran.out.contains("Total: 5"), "{}", ran.out);
}

/// What is no member, no fact of a turn, or told twice is refused wherever it is told.
#[test]
fn what_is_no_member_or_no_fact_of_a_turn_is_refused() {
    let table = camp();
    let batch = |line: &str| {
        let rules = table.path().join("g");
        let arguments = ["ask", "--batch", "--rules", rules.to_str().unwrap()];
        let ran = common::chartroom_with(line, &arguments);
        (ran.code, ran.out)
    };
    for (gear, is_known) in [
        ("[\"Rope\", \"RAM\"]", true),
        ("[\"rope\", [\"ram\"]]", false),
        ("[7]", false),
        ("[\"?\"]", false),
        ("\"rope, !\"", false),
    ] {
        let turn = format!(
            "{{\"question\": \"loads\", \"start\": {{}}, \"turns\": [{{\"gear\": {gear}}}]}}\n"
        );
        let (code, out) = batch(&turn);
        assert_eq!(code == 0, is_known, "{gear}: {out}");
    }
    let (code, out) = batch("{\"question\": \"loads\", \"turns\": [{\"gear\": [], \"die\": 3}]}\n");
    assert_eq!(code, 1, "{out}");
    assert!(
        out.contains("`die` is no fact of a turn of `loads`"),
        "{out}"
    );
    std::fs::write(
        table.path().join("twice.jsonl"),
        "{\"gear\": [], \"gear\": [\"ram\"]}\n",
    )
    .unwrap();
    let ran = in_packs(&table, "play loads --events twice.jsonl");
    assert_eq!(ran.code, 2, "{}", ran.both());
    assert!(ran.says("stands in it twice"), "{}", ran.both());
}

#[test]
fn what_is_taken_back_is_told_to_a_program_as_it_stands_in_the_log() {
    let table = camp();
    in_packs(&table, "game new a.game --game camp season=winter");
    for (command, is_taken_back) in [("undo", true), ("redo", false)] {
        let ran = in_packs(&table, &format!("game {command} a.game --format json"));
        assert_eq!(ran.code, 0, "{}", ran.both());
        let log: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
        assert_eq!(log["entries"][0]["event"], "set season=winter");
        assert_eq!(log["entries"][0]["taken_back"], is_taken_back);
    }
}

/// The omen of a turn is looked at in the next one alone: it is rolled all the same.
#[test]
fn what_only_the_next_turn_looks_at_is_rolled_in_each() {
    let table = camp();
    let odds = told(
        &table,
        "odds omens --start omen=1 --start level=0 --turns 3",
    );
    // Of two omens, none, one or both are good.
    for row in ["0  1/4", "1  1/2", "2  1/4"] {
        assert!(odds.contains(row), "{odds}");
    }
    let play = in_packs(
        &table,
        "play omens --start omen=6 --start level=0 --rolls 1,5,2,1,3,3",
    );
    assert!(play.out.contains("Level: 2"), "{}", play.both());
}

#[test]
fn a_number_is_what_is_written_with_its_sign() {
    let table = camp();
    for value in ["-2", ">2", "2+", "~2", "<=2", "2%"] {
        let ran = in_packs(&table, &format!("ask watch level={value}"));
        assert_eq!(ran.code, 2, "{value}: {}", ran.both());
    }
}

/// What the source lost of a state is lost of a condition on it: neither yes nor no.
#[test]
fn a_condition_on_what_is_lost_is_neither_yes_nor_no() {
    let table = camp();
    let words = [
        "odds",
        "moods",
        "--start",
        "mood=calm",
        "--turns",
        "1",
        "--at",
    ];
    for (condition, share) in [
        ("mood is calm", "Yes  5/6"),
        ("mood is not calm", "Gap  1/6"),
    ] {
        let ran = chartroom_in(
            table.path(),
            &[&words[..], &[condition, "--rules", "g"]].concat(),
        );
        let told = ran.both();
        assert!(told.contains(share) && told.contains("Gap  1/6"), "{told}");
    }
}
