//! The commands as a player uses them.

use crate::common::{chartroom, chartroom_in, folder};
use std::path::Path;

/// What the command prints, and how it ended where that was not well.
fn told(line: &str) -> String {
    let words: Vec<String> = line.split(' ').map(|word| word.replace('_', " ")).collect();
    told_of(&words.iter().map(String::as_str).collect::<Vec<_>>())
}

fn told_of(arguments: &[&str]) -> String {
    let ran = chartroom(arguments);
    let end = if ran.code == 0 {
        String::new()
    } else {
        format!("(exit {})\n", ran.code)
    };
    ran.both() + &end
}

const ARID: &str = "month=jul region=north-africa desert-boards=all steppe-terrain=no bombardments=1 night-waived=no";

#[test]
fn the_odds_of_the_charts() {
    insta::assert_snapshot!(
        "odds_of_charts",
        [
            "arid-weather",
            "temperate-weather",
            "arid-ec",
            "temperate-ec",
            "initial-wind-force",
            "temperate-wind-force",
            "fog-or-mist",
            "fog-density",
            "snow-chart-result"
        ]
        .map(|name| told(&format!("odds {name}")))
        .join("\n")
    );
}

#[test]
fn the_odds_of_the_set_ups() {
    insta::assert_snapshot!(
        "odds_of_arid_set_up",
        told(&format!(
            "odds arid-set-up {ARID} --at dust_is_at_least_light"
        ))
    );
    insta::assert_snapshot!(
        "odds_of_temperate_set_up",
        told("odds temperate-set-up --of weather,snow,ec-in-effect")
    );
}

#[test]
fn the_odds_of_weather_over_turns() {
    insta::assert_snapshot!(
        "odds_of_rain",
        told(
            "odds rain-by-turn weather=overcast --turns 12 --ever raining --at ec-fixed-by-weather_is_wet"
        )
    );
    insta::assert_snapshot!(
        "odds_of_dust",
        told(
            "odds weather-turn weather=clear-and-gusty wind-force=heavy-wind heavy-dust-possible=yes --turns 10 --of dust"
        )
    );
    insta::assert_snapshot!(
        "odds_of_fog",
        told("odds weather-turn weather=overcast fog-level=4 --turns 4 --of fog-level")
    );
}

#[test]
fn the_forms_of_odds() {
    insta::assert_snapshot!("odds_as_csv", told("odds arid-weather --format csv"));
    insta::assert_snapshot!(
        "odds_as_markdown",
        told("odds arid-weather --format markdown")
    );
    insta::assert_snapshot!(
        "odds_as_json",
        told("odds arid-weather month=dec..feb --format json")
    );
    insta::assert_snapshot!(
        "odds_estimated",
        told("odds arid-weather month=alike --simulate 10000 --seed 5")
    );
}

#[test]
fn a_plot_can_be_published() {
    let folder = tempfile::tempdir().unwrap();
    for (name, line) in [
        ("bars", "odds arid-weather month=jan"),
        ("bands", "odds arid-weather"),
        (
            "curve",
            "odds rain-by-turn weather=overcast --turns 12 --ever raining",
        ),
    ] {
        let file = folder.path().join(format!("{name}.svg"));
        let mut arguments: Vec<&str> = line.split(' ').collect();
        arguments.extend(["--svg", file.to_str().unwrap()]);
        assert_eq!(chartroom(&arguments).code, 0);
        let text = std::fs::read_to_string(&file).unwrap();
        assert!(
            text.starts_with("<svg ") && text.trim_end().ends_with("</svg>"),
            "{name}"
        );
        assert!(!text.contains("NaN") && !text.contains("inf"), "{name}");
        assert!(
            text.contains("<title>") && text.contains("<desc>"),
            "{name}"
        );
        let opening = text.split('>').next().unwrap();
        assert!(opening.contains("role=\"img\""), "{name}: {opening}");
    }
    let missing = folder.path().join("bars.svg/inside.svg");
    assert_eq!(
        chartroom(&["odds", "arid-weather", "--svg", missing.to_str().unwrap()]).code,
        2
    );
}

/// What a plot says, line by line.
fn plotted(folder: &Path, line: &str) -> Vec<String> {
    let file = folder.join("plot.svg");
    let mut arguments: Vec<&str> = line.split(' ').collect();
    arguments.extend(["--svg", file.to_str().unwrap()]);
    assert_eq!(chartroom(&arguments).code, 0);
    let text = std::fs::read_to_string(file).unwrap();
    let is_said = |line: &&str| !line.is_empty() && !line.starts_with('<');
    text.lines().filter(is_said).map(str::to_owned).collect()
}

#[test]
fn a_plot_speaks_to_people() {
    let folder = tempfile::tempdir().unwrap();
    let said = plotted(
        folder.path(),
        "odds arid-weather --sum mud,mud-and-overcast",
    );
    for words in ["April", "May\u{2013}September", "69.4 %"] {
        assert!(said.iter().any(|line| line == words), "{words}: {said:?}");
    }
    assert!(
        said.iter().any(|line| line.starts_with("Mud or Mud ")),
        "{said:?}"
    );
}

/// A question of which the source lost the more likely half.
const LOST: &str = r#"
id = "fog"
game = "fog"
[unit.DR]
dice = "2d6"
[fact.roll]
domain = "2..=12"
unit = "DR"
[question.sight]
cite = "1"
answer = "bool"
from = ["roll"]
[[rule]]
answers = "sight"
cite = "1"
when = "roll < 6"
gives = "yes"
[[rule]]
answers = "sight"
cite = "1"
when = "roll >= 6"
gap = "what is seen"
"#;

#[test]
fn a_gap_in_a_plot_is_hatched() {
    let folder = crate::common::folder([("fog/pack.toml", LOST)]);
    let file = folder.path().join("plot.svg");
    let rules = folder.path().to_str().unwrap();
    let ran = chartroom(&[
        "--rules",
        rules,
        "odds",
        "sight",
        "--svg",
        file.to_str().unwrap(),
    ]);
    assert_eq!(ran.code, 0, "{}", ran.both());
    let text = std::fs::read_to_string(file).unwrap();
    // The bar of the gap is an outline, with lines across.
    assert!(text.matches("<polyline").count() > 20, "{text}");
}

#[test]
fn a_roll_left_out_or_given_as_any_is_rolled_by_its_dice() {
    // What the sheet is made for stands beside it.
    let told = |words: &str| chartroom(&words.split(' ').collect::<Vec<_>>()).out;
    let left_out = told("odds temperate-weather month=jan --format csv");
    assert!(
        left_out.contains("temperate-weather,snow,5/12,"),
        "{left_out}"
    );
    let any = told("odds temperate-weather month=jan weather-dr=any --format csv");
    assert_eq!(any, left_out);
    let alike = told("odds temperate-weather month=jan weather-dr=alike --format csv");
    assert!(alike.contains("temperate-weather,snow,5/11,"), "{alike}");
}

#[test]
fn any_of_what_is_not_rolled_is_refused_with_the_words_for_what_may_be_meant() {
    let text = told("odds temperate-weather month=any");
    assert!(
        text.contains("`month=alike`") && text.contains("`month=each`"),
        "{text}"
    );
}

#[test]
fn results_are_taken_together() {
    insta::assert_snapshot!(
        "odds_of_sums",
        [
            "odds temperate-weather month=oct --sum mud,mud-and-overcast",
            "odds arid-weather --of weather_in_mud-class",
            "odds temperate-weather month=oct --sum mudd",
            "odds temperate-weather month=oct --of ground_is_mud",
            "odds temperate-set-up month=jan --of weather,snow --of weather_in_mud-class",
        ]
        .map(told)
        .join("\n")
    );
}

#[test]
fn more_columns_than_a_person_can_read_are_refused_unless_they_are_asked_for() {
    let refused = told("odds arid-set-up");
    assert!(refused.ends_with("(exit 2)\n"), "{refused}");
    for word in ["region", "month", "FACT=VALUE", "FACT=each", "FACT=alike"] {
        assert!(refused.contains(word), "{word}: {refused}");
    }
    assert_eq!(
        refused.lines().next(),
        told("odds arid-set-up --format markdown").lines().next()
    );
    assert!(told("odds arid-set-up --format csv").lines().count() > 450);
    assert!(told("odds arid-set-up --format json").starts_with('{'));
    assert!(told(&format!("odds arid-set-up {ARID}")).contains("Weather"));
    let asked = "odds arid-set-up region=each month=each desert-boards=each";
    assert!(told(asked).lines().count() > 670);
}

#[test]
fn columns_and_tables_that_are_equal_are_told_once() {
    let pack = r#"id = "p"
game = "g"
title = "G"
paragraphs = { "1" = "Hits" }
fact.season = { domain = "spring | summer" }
fact.side = { domain = "red | blue" }
fact.hill = { domain = "bool" }
unit.dr = { dice = "d6" }
fact.roll = { domain = "1..=6", unit = "dr" }
[question.hit]
cite = "1"
answer = "bool"
otherwise = "no"
rule = [
  { when = "side = red and roll = 6", gives = "yes" },
  { when = "side = blue and hill = yes and roll >= 5", gives = "yes" },
  { when = "season = summer and side = red and hill = yes and roll = 5", gives = "yes" },
]
"#;
    let place = folder([("g/p/pack.toml", pack)]);
    let told = |asked: &[&str]| {
        let all = [&["odds", "hit"], asked, &["--rules", "g"]].concat();
        chartroom_in(place.path(), &all).both()
    };
    // In spring a hill is nothing to red, and something to blue; a season is nothing to blue.
    insta::assert_snapshot!(
        "equal_tables",
        told(&[]) + &told(&["side=blue"]) + &told(&["season=spring"])
    );
}

#[test]
fn a_set_up_is_rolled() {
    insta::assert_snapshot!(
        "roll_arid",
        told(&format!("roll arid-set-up {ARID} --seed 7"))
    );
    insta::assert_snapshot!(
        "roll_temperate_by_hand",
        told("roll temperate-set-up month=jan --rolls 5+4,6,3,4")
    );
    insta::assert_snapshot!(
        "roll_lost",
        told("roll temperate-set-up month=jan --rolls 9,6,6,4")
    );
    insta::assert_snapshot!(
        "roll_for_chat",
        told(&format!("roll arid-set-up {ARID} --seed 7 --format chat"))
    );
    let by_hand = told(&format!("roll arid-set-up {ARID} --rolls 6+5,2,3,3,4"));
    assert_eq!(
        told(&format!("roll arid-set-up {ARID} --seed 7")).replace("   seed 7", ""),
        by_hand
    );
}

#[test]
fn the_facts_of_a_roll_can_be_asked_with() {
    let rolled = chartroom(&[
        "roll",
        "temperate-set-up",
        "month=apr",
        "--rolls",
        "9,6,2,4,5",
        "--format",
        "json",
    ])
    .json();
    assert_eq!(rolled["version"], 1);
    assert_eq!(
        rolled["rolls"],
        serde_json::json!(["9", "6", "2", "4", "5"])
    );
    let fog = rolled["facts"]["fog-level"].to_string();
    let asked = chartroom(&[
        "ask",
        "in-fog",
        &format!("fog-level={fog}"),
        "location-level=0",
    ]);
    assert!(asked.out.starts_with("Location in Fog: Yes"));
}

#[test]
fn wrong_rolls_are_told() {
    let lines = [
        "roll temperate-set-up month=jan --rolls 13",
        "roll temperate-set-up month=jan --rolls 7+2,4",
        "roll temperate-set-up month=jan --rolls 9,6",
        "roll temperate-set-up month=jan --rolls 9,6,6,4,5,5",
        "roll temperate-set-up month=jan --rolls x",
        "roll temperate-set-up --seed 1",
        "roll temperate-set-up month=jen --seed 1",
        "roll temperate-set-up month=any --seed 1",
        "roll temperate-setup month=jan --seed 1",
        "roll arid-weather",
        "ask temperate-set-up",
        "play arid-set-up",
        "odds arid-weather --turns 3",
        "odds rain-by-turn weather=overcast",
        "odds rain-by-turn weather=overcast --turns 0",
        "odds rain-by-turn weather=overcast --turns 3 --ever rainning",
        "odds arid-weather --given weather-dr_>=",
        "odds arid-weather month=jan month=feb",
        "odds arid-set-up --strict",
        "odds arid-weather --strict --simulate 10",
        "odds arid-weather --until month_is_jan",
        "odds rain-by-turn weather=overcast --until raining --turns 3",
        "odds rain-by-turn weather=overcast --until raining --simulate 100",
        "odds rain-by-turn weather=overcast --until raining --given raining",
        "odds rain-by-turn weather=overcast --until rainning",
        "odds arid-set-up",
        "odds rain-by-turn weather=overcast --turns 3 --of rain",
        "play rain-by-turn --turns 3",
        "play rain-by-turn weather=overcast --rolls 9,1",
        "play rain-by-turn weather=overcast --turns 1 --rolls 9,10",
    ];
    let all: Vec<String> = lines
        .iter()
        .map(|line| format!("$ {line}\n{}", told(line)))
        .collect();
    insta::assert_snapshot!("wrong_requests", all.join(""));
}

#[test]
fn a_game_is_played_turn_by_turn() {
    insta::assert_snapshot!(
        "play_rain",
        told("play rain-by-turn weather=overcast --rolls 9,10,4+6,3,12")
    );
    insta::assert_snapshot!(
        "play_weather",
        told(
            "play weather-turn weather=overcast wind-force=mild-breeze fog-level=1 --turns 8 --seed 3 --of wind-force,gusts,precipitation,fog-level,ec-fixed-by-weather"
        )
    );
    // What must be known first and is found by the rules is never asked for itself.
    let dusty =
        "play weather-turn weather=clear wind-force=mild-breeze dust=light wind-change-dr=5";
    assert!(
        told(dusty).contains("cannot begin without desert-boards"),
        "{}",
        told(dusty)
    );
    let arid = told(&format!(
        "{dusty} region=north-africa month=jul desert-boards=all"
    ));
    assert!(arid.contains("Heavy dust possible: Yes"), "{arid}");
    // What is rolled in a turn makes nothing of what was before it.
    let rains = "weather-turn weather=overcast wind-force=no-wind wind-change-dr=12";
    insta::assert_snapshot!("play_a_told_roll", told(&format!("play {rains}")));
    assert!(told(&format!("odds {rains} --turns 1 --of precipitation")).contains("Normal  1"));
    insta::assert_snapshot!(
        "play_for_a_chat",
        told(
            "play weather-turn weather=overcast wind-force=no-wind --turns 2 --seed 3 --format chat"
        )
    );
    let folder = tempfile::tempdir().unwrap();
    let events = folder.path().join("events.jsonl");
    std::fs::write(&events, "{\"wind-force\": \"heavy-wind\", \"gusts\": true, \"rain-starts\": false}\n\n{\"wind-force\": \"heavy-wind\", \"gusts\": false, \"rain-starts\": false}\n").unwrap();
    let line = [
        "play",
        "dust-by-turn",
        "dust=none",
        "heavy-dust-possible=yes",
        "--start",
        "wind-force=mild-breeze",
        "--start",
        "gusts=no",
        "--events",
        events.to_str().unwrap(),
    ];
    insta::assert_snapshot!("play_events", told_of(&line));
    let mut json = line.to_vec();
    json.extend(["--format", "json"]);
    insta::assert_snapshot!("play_events_json", told_of(&json));
}

fn play(state: &Path, rest: &[&str]) -> String {
    let mut arguments = vec!["play", "weather-turn", "--state", state.to_str().unwrap()];
    arguments.extend(rest);
    told_of(&arguments)
}

const START: [&str; 3] = [
    "weather=clear-and-gusty",
    "wind-force=heavy-wind",
    "heavy-dust-possible=yes",
];

#[test]
fn a_game_resumed_goes_on_as_if_it_had_not_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let state = folder.path().join("game.json");
    let mut first = START.to_vec();
    first.extend(["--turns", "3", "--seed", "3"]);
    play(&state, &first);
    let resumed = play(&state, &["--turns", "3"]);
    let whole = folder.path().join("whole.json");
    let mut all = START.to_vec();
    all.extend(["--turns", "6", "--seed", "3"]);
    let played = play(&whole, &all);
    let last = |text: &str| {
        text.lines()
            .rev()
            .take(3)
            .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "))
            .collect::<Vec<_>>()
    };
    assert_eq!(last(&resumed), last(&played));
    assert_eq!(
        std::fs::read_to_string(&state).unwrap(),
        std::fs::read_to_string(&whole).unwrap()
    );
    assert_eq!(
        std::fs::read_dir(folder.path()).unwrap().count(),
        2,
        "nothing is left beside the states"
    );
}

#[test]
fn a_state_that_cannot_be_trusted_is_refused_and_kept() {
    let folder = tempfile::tempdir().unwrap();
    let state = folder.path().join("game.json");
    let mut first = START.to_vec();
    first.extend(["--turns", "4", "--seed", "3"]);
    play(&state, &first);
    let whole = std::fs::read_to_string(&state).unwrap();
    let broken = [
        ("cut short", whole[..whole.len() / 2].to_owned()),
        ("empty", String::new()),
        (
            "later version",
            whole.replace("\"version\": 1", "\"version\": 2"),
        ),
        (
            "edited by hand",
            whole.replace("\"wind-change-dr\": \"12\"", "\"wind-change-dr\": \"11\""),
        ),
        ("no state", "[1, 2]".to_owned()),
        ("no version", "{\"turns\": []}".to_owned()),
        ("not JSON", "hello".to_owned()),
    ];
    let mut all = String::new();
    for (what, text) in broken {
        std::fs::write(&state, &text).unwrap();
        let told = play(&state, &["--turns", "1"]).replace(state.to_str().unwrap(), "game.json");
        all.push_str(&format!("{what}: {told}"));
        assert_eq!(
            std::fs::read_to_string(&state).unwrap(),
            text,
            "{what}: the file is left as it is"
        );
    }
    std::fs::write(&state, &whole).unwrap();
    let other = told_of(&[
        "play",
        "rain-by-turn",
        "--state",
        state.to_str().unwrap(),
        "--turns",
        "1",
    ]);
    all.push_str(&format!(
        "another process: {}",
        other.replace(state.to_str().unwrap(), "game.json")
    ));
    insta::assert_snapshot!("broken_states", all);
}

#[test]
fn a_roll_tells_by_which_footnote_a_chart_gave_what_it_did() {
    let rolled = told("roll temperate-set-up month=apr --rolls 12,4,3");
    let words = rolled.split_whitespace().collect::<Vec<_>>().join(" ");
    let by = "[12, mar..may], where month is April or May or September or October (E3 footnote)";
    assert!(words.contains(by), "{rolled}");
}

/// A condition in the end that depends on a roll which was not made neither holds nor fails.
#[test]
fn what_a_condition_says_of_a_roll_that_was_not_made_is_open() {
    let pack = r#"
id = "p"
game = "g"
[paragraphs]
1 = "Hits"
[unit]
dr = { dice = "d6" }
[fact]
hit-dr = { domain = "dice", unit = "dr" }
wound-dr = { domain = "dice", unit = "dr" }
wound = { domain = "none | light | bad" }
[question.wound]
cite = "1"
answer = "none | light | bad"
otherwise = "none"
rules = """
when                          | gives
hit-dr > 3 and wound-dr > 3   | bad
hit-dr > 3 and wound-dr <= 3  | light
"""
"#;
    let procedure = r#"Procedure(id: "shot", title: "A shot", cite: ["1"], start: [], steps: [
    (roll: "hit-dr", cite: "1"),
    (roll: "wound-dr", when: "hit-dr > 3", cite: "1"),
    (ask: "wound", as: "wound", cite: "1"),
], outcome: ["wound"], sometimes: ["wound-dr"])"#;
    let place = folder([("g/p/pack.toml", pack), ("g/p/shot.ron", procedure)]);
    let odds = |condition: &[&str]| {
        let arguments = ["odds", "shot", "--rules", "g", "--of", "wound"];
        chartroom_in(place.path(), &[&arguments, condition].concat()).both()
    };
    insta::assert_snapshot!(odds(&["--at", "wound-dr < 5", "--at", "wound-dr < 5 or hit-dr = 1"]), @r"
    A shot   1

    Wound
      None   1/2  50.00 %  ████████████
      Light  1/4  25.00 %  ██████
      Bad    1/4  25.00 %  ██████

    At: wound dr < 5
      No   1/6  16.67 %  ████
      Yes  1/3  33.33 %  ███████▉
      -    1/2  50.00 %  ████████████

    At: wound dr < 5 or hit dr = 1
      No   1/6  16.67 %  ████
      Yes  1/2  50.00 %  ████████████
      -    1/3  33.33 %  ███████▉
    ");
    insta::assert_snapshot!(odds(&["--given", "wound-dr < 5"]), @r"
    A shot   1
      given wound-dr < 5

    Wound
      Light  3/4  75.00 %  ██████████████████
      Bad    1/4  25.00 %  ██████
    ");
}
