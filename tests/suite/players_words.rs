//! The words of players, wherever a fact is told: `mortar` is ordnance that fires indirectly, `noon` is midday.

use crate::common;

use common::chartroom;

fn told(command: &[&str]) -> String {
    let ran = chartroom(command);
    format!("$ chartroom {}\n{}", command.join(" "), ran.both())
}

#[test]
fn a_value_is_understood_in_the_words_of_players_with_what_goes_with_it() {
    let shown = [
        told(&[
            "ask",
            "attack-drm",
            "attack=mortar",
            "target=tank",
            "range=14",
            "raining=yes",
        ]),
        told(&["ask", "can-see", "weather=heavy rain", "range=14 hexes"]),
        told(&[
            "ask",
            "heat-haze-drm",
            "time-of-day=Noon",
            "scenario-country=Libya",
        ]),
        told(&["odds", "chart-weather", "region=France", "month=October"]),
        told(&["card", "scenario", "region=France", "raining=hard"]),
    ];
    insta::assert_snapshot!(shown.join("\n"));
}

#[test]
fn words_without_a_fact_are_understood_where_they_mean_one_thing() {
    let shown = [
        told(&[
            "ask",
            "attack-drm",
            "mortar",
            "truck",
            "at",
            "14",
            "hexes,",
            "raining",
        ]),
        told(&["ask", "can-see", "heavy rain", "14 hexes"]),
        told(&[
            "ask",
            "chart-weather",
            "Tunisia",
            "November",
            "rolled",
            "an",
            "8",
        ]),
        told(&["ask", "entry-cost", "mover=truck", "sand", "no", "gusts"]),
        told(&["ask", "attack-drm", "morning"]),
        told(&["ask", "attack-drm", "elephant"]),
        told(&["ask", "attack-drm", "infantery"]),
    ];
    insta::assert_snapshot!(shown.join("\n"));
}

#[test]
fn what_is_given_outright_goes_before_what_goes_with_a_word() {
    let ran = chartroom(&[
        "ask",
        "attack-drm",
        "fire=direct",
        "attack=mortar",
        "--format",
        "json",
    ]);
    let fire = |ran: &common::Ran| ran.out.contains("twice") || ran.error.contains("twice");
    assert!(!fire(&ran), "{}", ran.both());
    let other = chartroom(&[
        "ask",
        "attack-drm",
        "attack=mortar",
        "fire=direct",
        "--format",
        "json",
    ]);
    let answer = |ran: &common::Ran| {
        let mut json = ran.json();
        json["notes"].take();
        json
    };
    assert_eq!(answer(&ran), answer(&other));
}

#[test]
fn a_fact_that_is_not_asked_is_told_first_with_the_one_that_says_the_same() {
    insta::assert_snapshot!(told(&["ask", "entry-cost", "in-sand=yes", "mover=truck"]));
}

#[test]
fn a_fact_of_another_game_is_told_as_that_and_never_offered() {
    let refused = |command: &[&str]| {
        let ran = chartroom(command);
        assert_eq!(ran.code, 2);
        // Where a line ends depends on the width of the page.
        ran.error.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let country = refused(&["ask", "can-see", "country=poland"]);
    assert!(
        country.contains("did you mean `scenario-country`?"),
        "{country}"
    );
    let other = "fact of another game, `operational`";
    assert!(country.contains(other), "{country}");
    let mover = refused(&["ask", "turn-effects", "mover=truck"]);
    assert!(mover.contains("fact of another game, `asl`"), "{mover}");
}

#[test]
fn every_word_of_players_means_something() {
    let book = chartroom::rulebook::Rulebook::embedded_for_answers();
    for model in &book.games {
        for saying in &model.guide.sayings {
            let means = !saying.meanings.is_empty() || !saying.counted.is_empty();
            let says = means || !saying.like.is_empty();
            assert!(says, "{}", saying.words);
            assert!(
                saying.meanings.iter().all(|meaning| !meaning.is_empty()),
                "{}",
                saying.words
            );
        }
    }
}

#[test]
fn words_without_a_fact_are_understood_by_every_command_that_takes_facts() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.game");
    let file = file.to_str().unwrap();
    for (command, heard) in [
        (
            "roll arid-set-up Libya July all desert boards --seed 3",
            "scenario-country=libya month=jul desert-boards=all",
        ),
        (
            "play rain-by-turn overcast --turns 1 --seed 1",
            "weather=overcast",
        ),
        (
            "odds arid-set-up July Libya all desert boards",
            "month=jul scenario-country=libya desert-boards=all",
        ),
        ("odds rain-by-turn overcast --turns 2", "weather=overcast"),
        ("table ec-drm dry", "ec=dry"),
        (
            "game new FILE Libya July noon",
            "scenario-country=libya month=jul time-of-day=midday",
        ),
        ("game set FILE light dust", "dust=light"),
        ("game set --game FILE light dust", "dust=light"),
    ] {
        let words: Vec<&str> = command
            .split(' ')
            .map(|word| if word == "FILE" { file } else { word })
            .collect();
        let ran = chartroom(&words);
        assert_eq!(ran.code, 0, "{command}: {}", ran.both());
        assert!(
            ran.says(&format!("understood: {heard}")),
            "{command}: {}",
            ran.both()
        );
    }
    let shown = chartroom(&["game", "show", file]);
    for line in ["Time of day Midday", "Dust Light"] {
        assert!(shown.says(line), "{}", shown.both());
    }
    let refused = chartroom(&["roll", "arid-set-up", "elephant"]);
    assert_eq!(refused.code, 2, "{}", refused.both());
}

#[test]
fn an_interview_takes_what_is_not_as_usual_in_words() {
    let answers = "light dust, intense heat haze\nmortar\ninfantry\n14\n3\n\n";
    let ran = crate::common::chartroom_with(answers, &["ask", "attack-drm", "--interview"]);
    assert!(ran.says("DRM to the attack: +3 DRM"), "{}", ran.both());
    assert!(
        ran.error.matches('?').count() <= 8,
        "at most 7 questions: {}",
        ran.error
    );
}

/// A pack whose fact goes in halves.
const SPEED: &str = r#"
id = "p"
game = "g"
title = "P"
paragraphs = { "1" = "One" }
[fact.speed]
domain = "-2..=6 step 1/2"
means = "speed"
[question.cost]
answer = "number"
cite = "1"
asks = "How much does it cost?"
rules = """
when       | gives
speed <= 3 | 1
speed > 3  | 2
"""
"#;

#[test]
fn a_part_of_a_number_is_understood_as_it_is_printed_and_as_it_is_typed() {
    let place = common::folder([("g/p/pack.toml", SPEED)]);
    let asked = |words: &str| {
        let ran = common::chartroom_in(place.path(), &["ask", "cost", words, "--rules", "g"]);
        assert_eq!(ran.code, 0, "{words}: {}", ran.both());
        ran.both()
    };
    for (words, speed) in [
        ("speed 2 1/2", "2 1/2"),
        ("what does it cost at speed 2 1/2.", "2 1/2"),
        ("speed 3½", "3 1/2"),
        ("speed of 5 ½", "5 1/2"),
        ("½ speed", "1/2"),
        ("speed is minus 1 1/2", "-1 1/2"),
        ("speed 2.5", "2 1/2"),
    ] {
        let told = asked(words);
        let is_told = [" (", "\n"].map(|end| told.contains(&format!(": speed={speed}{end}")));
        assert!(is_told.contains(&true), "{words}: {told}");
    }
    for given in ["speed=2½", "speed=2 1/2", "speed=-½", "speed=½"] {
        assert!(asked(given).starts_with("Cost: 1\n"), "{given}");
    }
    // A stroke between numbers may be anything: two dice, a day.
    assert!(asked("speed 1/2").contains("(not used: 2)\n"));
}
