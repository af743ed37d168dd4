//! What a turn was told and rolled is what was in the next one, in whatever commands a game is played and however it is kept.

use crate::common::{chartroom_in, folder};
use tempfile::TempDir;

const PACK: &str = r#"
id = "relay"
game = "relay"
[paragraphs]
"W1" = "One"
[unit]
dr = { dice = "d6" }
[fact]
die = { domain = "dice", unit = "dr" }
side = { domain = "red | blue" }
score = { domain = "0..=99" }
camp = { domain = "0..=20" }
land = { domain = "hill | plain" }
[switch.extra]
cite = "W1"
asks = "Is a camp always far off?"
[reading.rule]
cite = "W1"
asks = "Which rule?"
options = { one = "one", ten = "ten" }
[question.camp]
cite = "W1"
answer = "camp"
gives = "20 if extra, else (die as number) + 10 if rule is ten, else (die as number)"
[process.relay]
cite = "W1"
asks = "10 where the side changed, and the roll of the turn before"
start = ["side", "score", "die"]
each = "turn"
turn = ["die", "side"]
state = ["score"]
[[process.relay.step]]
sets = "score"
cite = "W1"
when = "side is not was (side)"
gives = "was (score) + 10 + (was (die) as number)"
[[process.relay.step]]
sets = "score"
cite = "W1"
when = "side is was (side)"
gives = "was (score) + (was (die) as number)"
"#;

const ROLLS: &str = r#"Procedure(id: "set-up", title: "Set up", cite: "W1", start: ["land"],
    steps: [(roll: "die", cite: "W1"), (ask: "camp", as: "camp", cite: "W1")], outcome: ["camp"])"#;

fn table() -> TempDir {
    folder([("g/relay/pack.toml", PACK), ("g/relay/10.ron", ROLLS)])
}

fn words(command: &str) -> Vec<&str> {
    let mut words: Vec<&str> = Vec::new();
    for (place, part) in command.split('\'').enumerate() {
        match place % 2 {
            0 => words.extend(part.split_whitespace()),
            _ => words.push(part),
        }
    }
    words.extend(["--rules", "g"]);
    words
}

#[track_caller]
fn done(table: &TempDir, command: &str) -> String {
    let ran = chartroom_in(table.path(), &words(command));
    assert_eq!(ran.code, 0, "{command}: {}", ran.both());
    ran.out
}

fn told(table: &TempDir, command: &str) -> String {
    let ran = chartroom_in(table.path(), &words(command));
    format!("$ {command}   [{}]\n{}", ran.code, ran.both())
}

const BEGIN: &str = "score=0 side=red die=6";

/// The score after these turns, which no file knows but by the journal.
#[track_caller]
fn score(table: &TempDir, game: &str) -> String {
    let shown = done(table, &format!("game show {game}"));
    let line = shown.lines().find(|line| line.contains("Score"));
    line.unwrap_or(&shown).trim().to_owned()
}

#[test]
fn a_game_comes_to_the_same_in_one_command_and_in_many() {
    // By hand: 0 + 10 + 6, + 10 + 1, + 10 + 2, + 10 + 3.
    let turns = [("blue", 1), ("red", 2), ("blue", 3), ("red", 4)];
    let table = table();
    done(&table, &format!("game new one {BEGIN}"));
    done(
        &table,
        "play relay --game one 'side=blue then red' --rolls 1,2,3,4",
    );
    done(&table, &format!("game new many {BEGIN}"));
    done(&table, &format!("game new events {BEGIN}"));
    for (side, roll) in turns {
        done(
            &table,
            &format!("play relay --game many side={side} --rolls {roll}"),
        );
        std::fs::write(
            table.path().join("event"),
            format!("{{\"side\":\"{side}\"}}\n"),
        )
        .unwrap();
        done(
            &table,
            &format!("play relay --game events --events event --rolls {roll}"),
        );
    }
    for game in ["one", "many", "events"] {
        assert_eq!(score(&table, game), "Score  52", "{game}");
        done(&table, &format!("game undo {game}"));
        done(
            &table,
            &format!("play relay --game {game} side=red --rolls 4"),
        );
        assert_eq!(score(&table, game), "Score  52", "{game}, once more");
    }
}

#[test]
fn odds_of_a_game_begin_with_its_last_turn() {
    let table = table();
    done(&table, &format!("game new a {BEGIN}"));
    let odds = |facts: &str| done(&table, &format!("odds relay --game a --turns 1 {facts}"));
    let first = odds("side=blue");
    done(&table, "play relay --game a side=blue --rolls 3");
    let told = [
        first,
        odds("side=blue"),
        odds("'side=blue then red'"),
        odds("side=blue --start side=red"),
    ];
    insta::assert_snapshot!(told.join("\n"));
}

#[test]
fn a_game_is_played_by_its_own_readings() {
    let table = table();
    done(&table, "game new a land=hill");
    let commands = [
        "roll set-up --game a --rolls 3 --reading relay/rule=ten",
        "roll set-up --game a --rolls 3 extra=yes",
        "game set a relay/rule=ten",
        "game set a extra=yes",
        "roll set-up --game a --rolls 3",
        "odds set-up --game a --of camp",
        "game show a",
    ];
    insta::assert_snapshot!(commands.map(|command| told(&table, command)).join("\n"));
}

#[test]
fn a_journal_that_the_rules_cannot_follow_is_told() {
    let table = table();
    let lines = [
        (
            "a die that was given",
            "roll set-up land=hill die=3 : > camp=3",
            0,
        ),
        (
            "a value that is none",
            "play relay side=green : die=1 > score=6",
            1,
        ),
        (
            "a fact that is none",
            "play relay sid=red : die=1 > score=6",
            1,
        ),
        (
            "a roll that is not made",
            "play relay side=red : dice=1 > score=6",
            1,
        ),
        (
            "one roll too many",
            "play relay side=red : die=1 die=2 > score=6",
            1,
        ),
        ("as it is", "play relay side=red : die=1 > score=6", 0),
    ];
    let mut all = String::new();
    for (why, line, code) in lines {
        done(
            &table,
            &format!("game new {} {BEGIN}", why.replace(' ', "-")),
        );
        let path = table.path().join(why.replace(' ', "-"));
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, format!("{text}2026-05-01T19:30:00Z {line}\n")).unwrap();
        let shown = chartroom_in(
            table.path(),
            &words(&format!("game show {}", why.replace(' ', "-"))),
        );
        assert_eq!(shown.code, code, "{why}: {}", shown.both());
        let since = shown
            .out
            .find("The rules have changed")
            .map(|at| &shown.out[at..]);
        let since = since
            .unwrap_or("nothing is told")
            .split("\n\n")
            .next()
            .unwrap();
        all += &format!("{why}: {line}\n{since}\n\n");
    }
    insta::assert_snapshot!(all);
}
