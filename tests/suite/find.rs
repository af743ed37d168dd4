//! Finding anything by words: paragraphs, questions, facts, charts, errata, best first, with what to type next.

use crate::common;

use common::chartroom;

const RULES: [&str; 2] = ["--rules", "tests/rules"];

fn found(words: &[&str]) -> String {
    let ran = chartroom(&[&["find"], words, &RULES].concat());
    format!("$ chartroom find {}\n{}", words.join(" "), ran.both())
}

/// The names of what is found, best first.
fn names(words: &[&str]) -> Vec<String> {
    let ran = chartroom(&[&["find", "--format", "json"], words, &RULES].concat());
    let found = ran.json()["found"].as_array().unwrap().clone();
    let name = |thing: &serde_json::Value| {
        format!(
            "{} {}",
            thing["kind"].as_str().unwrap(),
            thing["name"].as_str().unwrap()
        )
    };
    found.iter().map(name).collect()
}

#[test]
fn find_shows_what_has_the_words_with_what_to_type_next() {
    let shown = [
        found(&["tide"]),
        found(&["cost", "of", "landing"]),
        found(&["tids", "table"]),
        found(&["zzz"]),
    ];
    insta::assert_snapshot!(shown.join("\n"));
}

#[test]
fn a_paragraph_is_found_by_its_number_with_or_without_its_letter() {
    assert_eq!(names(&["T1.2"])[0], "paragraph T1.2");
    let ran = chartroom(&["find", "--format", "json", "11.623"]);
    assert_eq!(ran.json()["found"][0]["name"], "F11.623");
}

#[test]
fn words_are_found_by_their_stem() {
    let by_stem = names(&["landings"]);
    assert!(by_stem.contains(&"paragraph T2".to_owned()), "{by_stem:?}");
    let ran = chartroom(&["find", "--format", "json", "bogging", "in", "sand"]);
    let found = ran.both();
    assert!(found.contains("sand-bog"), "{found}");
}

#[test]
fn values_of_facts_are_found() {
    let ran = chartroom(&["find", "--format", "json", "grain"]);
    assert!(ran.out.contains("\"fact\""), "{}", ran.out);
}

#[test]
fn what_all_words_stand_in_comes_before_what_has_some() {
    let ran = chartroom(&["find", "--format", "json", "rain", "truck", "mist"]);
    let json = ran.json();
    let whole: Vec<bool> = json["found"]
        .as_array()
        .unwrap()
        .iter()
        .map(|thing| thing["whole"].as_bool().unwrap())
        .collect();
    assert!(whole.is_sorted_by_key(|whole| !whole));
}

#[test]
fn show_prints_all_that_a_paragraph_holds() {
    let shown = ["T2.1", "t1.1"].map(|number| {
        let ran = chartroom(&[&["show", number][..], &RULES].concat());
        format!("$ chartroom show {number}\n{}", ran.both())
    });
    insta::assert_snapshot!(shown.join("\n"));
}

#[test]
fn explain_prints_all_that_there_is_about_a_question_and_show_about_a_fact() {
    let shown = [
        ["show", "landing-allowed"],
        ["explain", "tide"],
        ["show", "moon"],
        ["show", "storm"],
    ];
    let shown = shown.map(|command| {
        let ran = chartroom(&[&command[..], &RULES].concat());
        format!("$ chartroom {}\n{}", command.join(" "), ran.both())
    });
    insta::assert_snapshot!(shown.join("\n"));
}

#[test]
fn asking_for_a_chart_or_a_paragraph_shows_it() {
    let chart = chartroom(&[&["ask", "landing-drm-list"][..], &RULES].concat());
    assert_eq!(chart.code, 0);
    assert!(chart.out.starts_with("Landing drm"), "{}", chart.both());
    let paragraph = chartroom(&["ask", "F11.623"]);
    assert!(
        paragraph.out.contains("Target Types"),
        "{}",
        paragraph.both()
    );
}

#[test]
fn every_paragraph_of_the_shipped_packs_is_shown_within_80_columns() {
    let book = chartroom::rulebook::Rulebook::embedded();
    for model in &book.games {
        let numbers = model.packs.iter().flat_map(|pack| &pack.paragraphs);
        for (number, _) in numbers {
            for (_, about) in book.about(number) {
                let view = chartroom::render::about::View::of(&about, &[], true);
                let page = chartroom::render::View::page(&view).human(80);
                let widest = common::plain(&page)
                    .lines()
                    .map(|line| line.chars().count())
                    .max();
                assert!(widest.unwrap() <= 80, "{number}: {page}");
            }
        }
    }
}

#[test]
fn without_a_command_the_program_lists_what_is_asked_most() {
    let ran = chartroom(&[]);
    assert_eq!(ran.code, 0);
    assert!(ran.out.contains("chartroom card scenario"), "{}", ran.out);
    assert!(ran.out.contains("chartroom find WORDS"), "{}", ran.out);
    let widest = ran.out.lines().map(|line| line.chars().count()).max();
    assert!(widest.unwrap() <= 80, "{}", ran.out);
}

#[test]
fn a_list_without_a_kind_says_how_to_see_more() {
    let ran = chartroom(&["list"]);
    assert!(
        ran.says("`chartroom list KIND` lists what they hold"),
        "{}",
        ran.both()
    );
    assert!(ran.error.contains("questions"), "{}", ran.both());
}

#[test]
fn an_unknown_name_is_answered_with_what_find_gives() {
    for command in [
        &["ask", "heat-haze-drm", "haze-now=yes"][..],
        &["odds", "haze"],
        &["card", "haze"],
        &["show", "heat-haze-now"],
    ] {
        let ran = chartroom(command);
        assert_eq!(ran.code, 2, "{}", ran.both());
        assert!(
            ran.error.contains("chartroom find "),
            "{command:?}: {}",
            ran.error
        );
        assert!(
            ran.error.contains("`heat-haze"),
            "{command:?}: {}",
            ran.error
        );
    }
}

#[test]
fn whatever_has_a_name_is_shown_by_it() {
    let book = chartroom::rulebook::Rulebook::folder(std::path::Path::new("tests/rules"));
    for model in &book.games {
        let processes = model.processes.iter().map(|own| &own.name);
        let procedures = model.procedures.iter().map(|own| &own.name);
        let cards = model.cards.iter().map(|own| &own.name);
        let packs = model.packs.iter().map(|own| &own.id);
        let errata = book.written.errata.iter().map(|own| &own.id.value);
        let all = processes
            .chain(procedures)
            .chain(cards)
            .chain(packs)
            .chain(errata);
        for name in all {
            assert!(!book.about(name).is_empty(), "{name}");
        }
    }
    let ran = chartroom(&["show", "weather-turn"]);
    assert!(ran.out.contains("Shows after each turn"), "{}", ran.both());
}

/// The command to type next, word by word.
fn next(words: &str) -> Vec<String> {
    let words: Vec<&str> = words.split(' ').collect();
    let ran = chartroom(&[&["find", "--format", "json"][..], &words].concat());
    let next = ran.json()["next"].as_array().unwrap().clone();
    next.iter()
        .map(|word| word.as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn words_that_ask_how_likely_something_is_lead_to_odds_that_answer() {
    let mut told = String::new();
    for words in [
        "how likely is Mud in October",
        "chances of snow in January in Russia",
        "how often does it rain",
        "odds of heavy wind",
        "chance of Gusts",
        "how likely is it to bog in sand with a truck",
    ] {
        let next = next(words);
        assert_eq!(next[0], "odds", "{words}: {next:?}");
        let next: Vec<&str> = next.iter().map(String::as_str).collect();
        let ran = chartroom(&next);
        assert_eq!(ran.code, 0, "{words}: {}", ran.both());
        told += &format!("{words}\n  {}\n", next.join(" "));
    }
    insta::assert_snapshot!(told);
}

#[test]
fn odds_that_are_a_word_of_a_game_are_found_as_that() {
    let told = ["printed-attack-total=12", "defender-strength=4"];
    assert_eq!(
        next("odds 12 against 4"),
        [&["ask", "battle-odds"][..], &told].concat()
    );
}

#[test]
fn a_number_by_itself_does_not_outweigh_the_words_beside_it() {
    assert_eq!(next("dust 4 rain")[1], next("dust rain")[1]);
}

#[test]
fn what_stops_something_is_found_by_what_ends_it() {
    assert_eq!(next("what stops Dust"), ["ask", "dust-once-it-rains"]);
    let ran = chartroom(&["show", "F11.77"]);
    assert!(
        ran.says("Cannot be rain ends all Dust, and none comes again"),
        "{}",
        ran.both()
    );
}

#[test]
fn each_of_several_questions_is_answered_with_what_was_told_before() {
    let ran = chartroom(&[
        "find",
        "Can a plane come when there is fog? When there is mist?",
    ]);
    assert!(
        ran.says("“when there is mist” Air Support allowed: Yes"),
        "{}",
        ran.both()
    );
    assert!(
        ran.says("next: chartroom ask air-support-allowed weather=fog-mist fog-or-mist=fog"),
        "{}",
        ran.both()
    );
    assert!(
        ran.says("next: chartroom ask air-support-allowed weather=fog-mist fog-or-mist=mist"),
        "{}",
        ran.both()
    );
    let ran = chartroom(&[
        "ask",
        "Is grain thick in June, and how tall is a high wall?",
    ]);
    assert!(
        ran.says("Grain is thick: No") && ran.says("asked: high-wall-height High Wall height: 1"),
        "{}",
        ran.both()
    );
}

#[test]
fn a_question_that_changes_nothing_is_told_and_not_answered_as_if_it_did() {
    for command in ["find", "ask"] {
        let ran = chartroom(&[command, "How tall is a high wall? And if we sing?"]);
        assert!(
            ran.says("this changes nothing in that answer: and if we sing"),
            "{}",
            ran.both()
        );
    }
}

#[test]
fn a_chapter_that_no_pack_holds_is_told_as_that() {
    let ran = chartroom(&["show", "F3"]);
    assert!(
        ran.says("no pack holds the chapter on hammada"),
        "{}",
        ran.both()
    );
    let ran = chartroom(&["ask", "Is a hex of hammada passable for trucks?"]);
    assert!(
        ran.says("whether and how a vehicle enters hammada") && ran.says("F3"),
        "{}",
        ran.both()
    );
}

/// What is found by whole questions, up to the first line that is not about what is answered.
fn answered(question: &str) -> String {
    let ran = chartroom(&["find", question]);
    let asked = ran.out.match_indices("chartroom ask ").nth(2);
    let end = asked.map_or(ran.out.len(), |(at, _)| at);
    let (told, _) = ran.out.split_at(end);
    let next = ran.out.find("next: ").map_or("", |at| &ran.out[at..]);
    format!("$ chartroom find '{question}'\n{told}…\n{next}")
}

#[test]
fn the_questions_that_are_meant_are_answered_at_once() {
    let shown = [
        answered("What does my truck pay to enter sand with Open Ground in it?"),
        answered("It rains hard. Can my Observer see a hex 14 hexes away?"),
        answered("There is light dust and it rains. What is added to my MG's fire at 5 hexes?"),
    ];
    insta::assert_snapshot!(shown.join("\n"));
}

#[test]
fn a_whole_question_is_asked_without_the_name_of_one() {
    let ran = chartroom(&[
        "ask",
        "It rains hard. Can my Observer see a hex 14 hexes away?",
    ]);
    assert_eq!(ran.code, 0, "{}", ran.both());
    insta::assert_snapshot!(ran.both());
    let odds = chartroom(&["ask", "How likely is Mud in October?"]);
    assert_eq!(odds.code, 0);
    assert!(
        odds.says("asked: chartroom odds chart-weather") && odds.says("22.22 %"),
        "{}",
        odds.both()
    );
}

#[test]
fn all_paragraphs_that_are_named_are_shown() {
    let named = next("Someone says AD3.162: what does it say? And e3.742?");
    assert_eq!(named, ["show", "AD3.162", "E3.742"]);
}

#[test]
fn a_command_that_goes_on_below_can_be_pasted() {
    let ran = chartroom(&[
        "find",
        "truck in deep snow at 14 hexes in heavy rain: what DRM for my mortar?",
    ]);
    let next = ran.out.find("next: ").map(|at| &ran.out[at..]).unwrap();
    let lines: Vec<&str> = next.lines().collect();
    assert!(lines.len() > 1, "{next}");
    let (last, others) = lines.split_last().unwrap();
    assert!(others.iter().all(|line| line.ends_with(" \\")), "{next}");
    assert!(!last.ends_with('\\'), "{next}");
}

#[test]
fn words_that_ask_count_more_than_those_that_tell_how_things_stand() {
    for (words, question) in [
        (
            "It rains hard. Can my Observer see a hex 14 hexes away?",
            "can-see",
        ),
        (
            "My halftrack raised dust and stopped. When does the counter come off?",
            "vehicle-dust-latest-removal",
        ),
    ] {
        assert_eq!(next(words)[1], question, "{words}");
    }
}

#[test]
fn words_with_numbers_tell_what_the_guide_says() {
    let told =
        next("Battle for Moscow: 12 against 4 in a forest on turn 4, no river: at which odds?");
    for fact in [
        "battle-odds",
        "printed-attack-total=12",
        "defender-strength=4",
        "attackers-across-river=none",
        "game-turn=4",
    ] {
        assert!(told.iter().any(|word| word == fact), "{fact}: {told:?}");
    }
    let grain = next("What do two hexes of grain do to my rifle shot at 6 hexes?");
    assert!(
        grain.contains(&"thick-grain-hexes=2".to_owned()),
        "{grain:?}"
    );
}

#[test]
fn a_word_that_asks_is_no_month() {
    let told = next("May I dig foxholes in Extreme Winter?");
    assert!(told.iter().all(|word| !word.contains("month")), "{told:?}");
    assert!(next("Is grain thick in May?").contains(&"month=may".to_owned()));
}

#[test]
fn words_that_nothing_knows_are_named_and_no_other_word_is_taken_for_them() {
    let ran = chartroom(&["find", "Ski troops in white woods: what do they pay?"]);
    assert!(
        ran.error.contains("nothing here speaks of: ski\n"),
        "{}",
        ran.error
    );
    assert!(!ran.error.contains("shown is what has"), "{}", ran.error);
}

#[test]
fn keeping_a_game_is_found() {
    let ran = chartroom(&["find", "How do I write down our game for tomorrow?"]);
    assert!(ran.says("next: chartroom game --help"), "{}", ran.both());
}
