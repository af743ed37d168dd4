//! What a turn is told, what it finds, and what it takes as usual: the same in a game, in odds and in examples, and in one command or many.

use crate::common::{chartroom_in, folder, in_packs};
use std::fs;
use tempfile::TempDir;

const PACK: &str = include_str!("turn_facts/turns.toml");

fn table() -> TempDir {
    folder([
        ("g/turns/pack.toml", PACK),
        (
            "events",
            "{\"mud\":\"no\",\"rain\":\"yes\"}\n{\"rain\":\"yes\"}\n",
        ),
    ])
}

/// What `play` tells of each turn.
#[track_caller]
fn turns(table: &TempDir, command: &str) -> String {
    let ran = in_packs(table, command);
    // What is lost ends with 1.
    assert!(ran.code <= 1, "{command}: {}", ran.both());
    let rows = ran.out.lines().skip_while(|line| !line.contains("───"));
    let rows = rows.skip(1).take_while(|line| !line.is_empty());
    let ends = |row: &str| row.split_whitespace().collect::<Vec<_>>().join(" ");
    rows.map(ends).collect::<Vec<_>>().join("\n")
}

#[test]
fn the_pack_is_proved_and_an_example_need_not_say_what_the_rules_find() {
    let ran = in_packs(&table(), "check");
    assert_eq!(ran.code, 0, "{}", ran.both());
    assert!(
        ran.says("1\n    example holds; no finding"),
        "{}",
        ran.both()
    );
}

#[test]
fn what_is_told_of_a_turn_is_not_found() {
    let table = table();
    let told = "1 Mud: No, Rain: Yes 10 Score 0 → 10 (T1)\n2 Rain: Yes 11 Score 10 → 11 (T1)";
    assert_eq!(turns(&table, "play told score=0 --events events"), told);
    let kept = "play told score=0 --events events --state kept";
    assert_eq!(turns(&table, kept), told);
    // What was found before is not told from now on.
    let next = "play told rain=yes mud=no --state kept";
    assert_eq!(turns(&table, next), "3 21 Score 11 → 21 (T1)");
    let next = "play told rain=yes --state kept";
    assert_eq!(turns(&table, next), "4 22 Score 21 → 22 (T1)");
    in_packs(&table, "game new one score=0");
    assert_eq!(turns(&table, "play told --game one --events events"), told);
    let shown = in_packs(&table, "game show one");
    assert!(!shown.both().contains("have changed"), "{}", shown.both());
    // What is told in each turn needs nothing by which to be found.
    fs::write(table.path().join("mud"), "{\"mud\":\"no\"}\n").unwrap();
    let told = "1 Mud: No 10 Score 0 → 10 (T1)";
    assert_eq!(turns(&table, "play told score=0 --events mud"), told);
    let more = in_packs(&table, "play told score=0 --events mud --turns 2");
    assert!(more.says("needs `rain`"), "{}", more.both());
}

#[test]
fn what_a_turn_takes_as_usual_goes_by_the_states_with_which_it_begins() {
    let table = table();
    assert_eq!(
        turns(&table, "play slow score=0 --turns 3"),
        "1 2 90 Score 0 → 2 (T1)\n2 4 90 Score 2 → 4 (T1)\n3 6 4 Score 4 → 6 (T1); After 90 → 4 (T1)"
    );
    let odds = in_packs(&table, "odds slow score=0 --turns 3 --of after");
    assert!(odds.says("4  1  100.00 %"), "{}", odds.both());
    assert_eq!(
        turns(&table, "play slower score=0 --turns 4"),
        "1 2 Score 0 → 2 (T1)\n2 4 Score 2 → 4 (T1)\n3 4 -\n4 4 -"
    );
    let odds = in_packs(&table, "odds slower score=0 --turns 4");
    assert!(odds.says("4  1  100.00 %"), "{}", odds.both());
    let never = chartroom_in(
        table.path(),
        &[
            "odds",
            "slower",
            "score=0",
            "--until",
            "score >= 8",
            "--rules",
            "g",
        ],
    );
    assert!(never.says("never ends  1  100.00 %"), "{}", never.both());
}

#[test]
fn what_a_turn_found_and_took_is_what_was_in_the_next_one() {
    let table = table();
    // By hand: mud in each turn, slow in those that begin with 3 or more.
    let rows = turns(
        &table,
        "play behind score=0 rain=yes --start mud=no --start slow=no --turns 6",
    );
    let scores = |rows: &str| {
        let scores = rows.lines().filter_map(|row| row.split_whitespace().nth(1));
        scores.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(scores(&rows), "0 1 2 3 4 15");
    in_packs(&table, "game new one score=0 mud=no slow=no");
    for score in ["0", "1", "2", "3", "4", "15"] {
        let row = turns(&table, "play behind --game one rain=yes");
        let told = row.split_whitespace().nth(1).unwrap_or_default();
        assert!(score == "0" || told == score, "{score}: {row}");
    }
    let shown = in_packs(&table, "game show one");
    assert!(shown.says("Score  15"), "{}", shown.both());
    assert!(!shown.both().contains("have changed"), "{}", shown.both());
}

#[test]
fn what_is_lost_is_lost_in_the_next_turn_of_a_game_too() {
    let table = table();
    in_packs(&table, "game new one score=0");
    let lost = "play lost --game one --rolls 6";
    assert_eq!(turns(&table, lost), "1 Roll 6 6 gap Score 0 → 6 (T1)");
    assert_eq!(turns(&table, lost), "2 Roll 6 gap -");
    assert_eq!(
        turns(&table, "play lost --game one --rolls 1"),
        "3 Roll 1 1 yes Score 6 → 1 (T1); Hit gap → yes (T1)"
    );
}

#[test]
fn a_state_by_which_a_turn_takes_a_fact_is_followed() {
    // By hand: slow in turns that begin with 3 or more, and `after` is all that is asked.
    let odds = in_packs(&table(), "odds slow score=0 --turns 2 --of after");
    assert!(odds.says("90  1  100.00 %"), "{}", odds.both());
}

#[test]
fn two_dice_of_one_throw_are_what_was() {
    let table = table();
    let begin = "play dice score=0 --start pair=7 --start red=3 --start white=4";
    let rows = turns(&table, &format!("{begin} --rolls 1+2,3+5,5+6"));
    assert!(rows.ends_with("8 Score 3 → 8 (T1)"), "{rows}");
    let thrown = in_packs(&table, &format!("{begin} --turns 3 --seed 1"));
    assert_eq!(thrown.code, 0, "{}", thrown.both());
}

#[test]
fn facts_of_a_turn_are_found_in_whatever_order_they_are_listed() {
    let table = table();
    let odds = in_packs(&table, "odds order score=0 rain=yes --turns 2");
    assert!(odds.says("20  1  100.00 %"), "{}", odds.both());
}

#[test]
fn what_is_lost_is_no_no_of_what_held_at_some_time() {
    let table = table();
    let odds = in_packs(&table, "odds lost score=0 --turns 2 --ever hit");
    assert!(
        odds.says("Hit, at some time\n  No     4/9  44.44 %"),
        "{}",
        odds.both()
    );
    assert!(odds.says("  Yes  11/36  30.56 %"), "{}", odds.both());
    assert!(odds.says("  Gap    1/4  25.00 %"), "{}", odds.both());
    let simulated = in_packs(
        &table,
        "odds lost score=0 --turns 2 --ever hit --simulate 20000 --seed 1",
    );
    assert!(
        simulated.says("  Gap  23.45 % to 25.45 %  24.44 %"),
        "{}",
        simulated.both()
    );
}
