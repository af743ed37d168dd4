//! Rolls that follow each other in a question are played, turn by turn, by the process in whose turn they stand; at the table of a
//! saved game the command alone is shown, for it would go on with that game.

use crate::common::chartroom;

const RAIN: &str = "overcast game, wind change rolls 7 then 11 then 3, is it raining now";

#[test]
fn rolls_that_follow_each_other_are_played() {
    let ran = chartroom(&["ask", RAIN]);
    assert!(
        ran.says("'wind-change-dr=7 then 11 then 3'")
            && ran.says("turn 3   Wind Change DR: 3")
            && ran.says("in the end: Raining: No"),
        "{}",
        ran.both()
    );
    assert_eq!(ran.code, 0);
    // What is said besides is told as not used.
    let besides = RAIN.replace("overcast game", "overcast, with snipers");
    let ran = chartroom(&["ask", &besides]);
    assert!(ran.says("not used: snipers"), "{}", ran.both());
    let json = chartroom(&["ask", "--format", "json", RAIN]).json();
    assert_eq!(json["process"], "rain-by-turn");
    // A number is a roll, and one of the wind.
    let ran = chartroom(&[
        "find",
        "the wind change dr is 4, then a five, then 12: what wind is it",
    ]);
    assert!(
        ran.says("next: chartroom play wind-by-turn"),
        "{}",
        ran.both()
    );
    assert!(
        ran.says("'wind-change-dr=4 then 5 then 12'"),
        "{}",
        ran.both()
    );
    // Two can be those of one turn, and what is no roll is not played.
    for other in [
        "wind change dr 10 then 4",
        "wind change rolls 7 then 1 then 3",
    ] {
        let ran = chartroom(&["find", other]);
        assert!(!ran.says("chartroom play"), "{}", ran.both());
    }
}

#[test]
fn no_saved_game_goes_on_by_a_question() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("evening.game");
    let file = file.to_str().unwrap();
    let made = chartroom(&["game", "new", file, "asl", "weather=overcast"]);
    assert_eq!(made.code, 0, "{}", made.both());
    let before = std::fs::read_to_string(file).unwrap();
    let ran = chartroom(&["ask", "--game", file, RAIN]);
    assert!(ran.says("chartroom play rain-by-turn"), "{}", ran.both());
    assert_eq!(ran.code, 1, "{}", ran.both());
    assert_eq!(std::fs::read_to_string(file).unwrap(), before);
}
