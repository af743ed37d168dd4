//! Questions in words, as players put them: what becomes a fact, what is told as not used, and what is done in place of asking.

use crate::common;

use common::chartroom;

#[track_caller]
fn says(arguments: &[&str], all: &[&str]) {
    let ran = chartroom(arguments);
    for text in all {
        assert!(ran.says(text), "{text}\n{}", ran.both());
    }
}

/// Whether a question in words is answered with this doubt, and with the exit code for it.
fn doubted(question: &str, doubt: &str) {
    let ran = chartroom(&["ask", question]);
    let doubt = format!("perhaps not what you ask: {doubt}");
    assert!(ran.says(&doubt), "{doubt}\n{}", ran.both());
    assert_eq!(ran.code, 1, "{question}");
}

#[test]
fn what_is_dropped_of_a_question_is_told_in_ask_and_find() {
    let question = "Heavy dust, dust roll 3, night, my broken squad fires at 5 hexes";
    let told = ["range=5 dust-dr=3", "not used: broken"];
    says(&["find", question], &told);
    says(&["ask", question], &["not used: broken", "+4 DRM"]);
    let json = chartroom(&["find", "--format", "json", question]).json();
    assert_eq!(json["unused"], serde_json::json!(["broken"]));
    let json = chartroom(&["ask", "--format", "json", question]).json();
    let notes = json["notes"].to_string();
    assert!(notes.contains("not used: broken"), "{notes}");
}

#[test]
fn what_words_are_about_is_doubted_where_nothing_came_of_it() {
    for (words, subject) in [
        ("smoke in heavy wind", "smoke"),
        ("my sniper in mist", "sniper"),
    ] {
        let ran = chartroom(&["ask", words]);
        let doubt = format!("perhaps not what you ask: this answer says nothing of {subject}");
        assert!(ran.code == 1 && ran.says(&doubt), "{}", ran.both());
    }
    assert_eq!(chartroom(&["ask", "pillbox in sand"]).code, 0);
}

#[test]
fn a_number_and_a_no_that_are_dropped_are_told_with_the_word_beside() {
    let question = "My squad fires at 5 hexes and rolls 12, no smoke. What is my DRM?";
    says(&["find", question], &["not used: rolls 12, no smoke"]);
}

#[test]
fn a_number_beside_dice_is_that_of_the_roll_named_there() {
    for words in [
        "dust roll 3",
        "the dust die is a 3",
        "rolled a 3 for the dust",
    ] {
        let question = format!("Moderate dust, {words}: what does it add at 5 hexes for an MG?");
        says(&["find", &question], &["dust-dr=3"]);
    }
}

#[test]
fn may_is_a_month_where_it_is_no_verb() {
    let next = |question: &str| {
        let found = chartroom(&["find", "--format", "json", question]).json();
        found["next"].to_string()
    };
    assert!(next("What is the weather in May, dr 7?").contains("month=may"));
    assert!(!next("Where may I place a foxhole?").contains("month=may"));
    assert!(next("Where may I place a foxhole?").contains("foxholes-allowed"));
}

#[test]
fn the_total_is_asked_before_a_part_that_says_no_more() {
    for question in ["motorcycle in sand", "What do I pay in sand?"] {
        says(&["find", question], &["next: chartroom ask entry-cost"]);
    }
    // A part that is named is meant.
    says(
        &["find", "sand bog number of a truck"],
        &["next: chartroom ask sand-bog-number"],
    );
}

#[test]
fn ask_does_what_find_would() {
    says(
        &["ask", "chance of snow in January in France?"],
        &["asked: chartroom odds chart-weather", "Snow"],
    );
    // One sentence is no command, though its first word may be like one, or be the name of something.
    says(&["how many minarets"], &["asked: minaret-count"]);
    let chance = "odds of fog in november in europe";
    let words: Vec<&str> = chance.split(' ').collect();
    says(&words, &["asked: chartroom odds chart-weather month=nov"]);
    says(
        &[chance],
        &["asked: chartroom odds chart-weather month=nov"],
    );
    says(
        &["ask", "battle", "odds", "12", "against", "4"],
        &["battle-odds printed-attack-total=12"],
    );
    says(&["ask", "What does E3.51 say?"], &["E3.51   Rain"]);
    says(&["ask", "hammada?"], &["next: "]);
    says(&["ask", "ditch?"], &["nothing here speaks of: ditch"]);
    says(
        &["ask", "How likely is overcast in Febuary in France?"],
        &["shown is what has `february`", "month=feb", "overcast"],
    );
}

#[test]
fn both_halves_of_a_question_are_answered() {
    says(
        &[
            "ask",
            "Can I dig foxholes in extreme winter and how high is a high wall?",
        ],
        &["Foxholes allowed: No", "High Wall height: 1"],
    );
}

#[test]
fn a_game_is_named_by_a_word_of_its_title() {
    for question in [
        "Moscow: how many replacements have the Soviets?",
        "how many replacements have the Soviets in the Moscow game",
    ] {
        says(&["find", question], &["next: chartroom ask replacements"]);
    }
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("evening.game");
    let file = file.to_str().unwrap();
    says(
        &["game", "new", file, "Battle for Moscow"],
        &["a game of battle-for-moscow"],
    );
    let shown = chartroom(&["game", "show", file]).out;
    assert_eq!(chartroom(&["game", "show", "--game", file]).out, shown);
}

#[test]
fn one_of_a_unit_is_said_in_the_singular() {
    says(
        &["ask", "fog-levels-lost", "wind-force=heavy-wind"],
        &["Fog levels lost: 1 level"],
    );
    let ran = chartroom(&["ask", "fog-levels-lost", "wind-force=heavy-wind"]);
    assert!(!ran.says("1 levels"), "{}", ran.both());
}

#[test]
fn what_a_person_can_see_is_told_in_place_of_what_the_source_lost() {
    let asked = [
        "ask",
        "sun-blindness-drm",
        "attack=small-arms",
        "time-of-day=early-morning",
    ];
    says(
        &asked,
        &["tell it, where you see it: los-in-sun-blindness-zone = yes or no"],
    );
    let told = [
        "los-in-sun-blindness-zone=yes",
        "sun-blindness-conditions-met=yes",
    ];
    says(&[&asked[..], &told].concat(), &["Sun Blindness: +2 DRM"]);
}

#[test]
fn what_is_denied_is_never_told_as_so() {
    let found = chartroom(&["find", "wagon in sand, no track, dry: does it bog?"]);
    assert!(
        found.says("no track") && !found.says("road=track"),
        "{}",
        found.both()
    );
    says(
        &[
            "find",
            "My tank is in deep snow, not on the plowed road: what does a hexside cost?",
        ],
        &["plowed=no"],
    );
}

#[test]
fn a_paragraph_is_named_without_its_letter_within_a_question() {
    says(
        &["find", "what does 3.734 say"],
        &["next: chartroom show E3.734"],
    );
}

#[test]
fn what_is_mostly_unknown_is_not_answered_by_something_else() {
    says(
        &["ask", "how do zeppelins land by lighthouse"],
        &["nothing here speaks of: zeppelins, lighthouse", "next: "],
    );
}

#[test]
fn what_no_pack_holds_is_said_first_and_is_no_answer() {
    let not_held = [
        (
            "what do I need on the to hit table at 12 hexes",
            "the To Hit Table (C3)",
        ),
        (
            "when does a broken squad have to rout and can it rally with a leader",
            "Rout (A10.5), Rally (A10)",
        ),
        ("how does melee work", "Close Combat (A11)"),
    ];
    for (question, is) in not_held {
        for command in ["ask", "find"] {
            let ran = chartroom(&[command, question]);
            let said = format!("no pack here holds {is}");
            assert!(ran.out.starts_with(&said), "{}", ran.both());
            assert_eq!(ran.code, 1, "{}", ran.both());
        }
        let json = chartroom(&["ask", "--format", "json", question]).json();
        assert!(!json["not_held"].as_array().expect("a list").is_empty());
    }
}

#[test]
fn what_a_pack_holds_of_a_mechanism_is_answered() {
    let held = [
        ("does fog affect close combat", "asked: "),
        ("is a thick grain hex rally terrain in september", "asked: "),
        (
            "does a broken unit treat brush as woods for rout",
            "As Woods for the direction of rout: Yes",
        ),
    ];
    for (question, answer) in held {
        let ran = chartroom(&["ask", question]);
        assert!(
            ran.says(answer) && !ran.says("no pack here holds"),
            "{}",
            ran.both()
        );
    }
}

#[test]
fn what_most_words_tell_is_asked_and_what_others_tell_stands_beside_it() {
    says(
        &["ask", "how far can my panzers go when its mud"],
        &["Movement limit: 1"],
    );
    says(
        &[
            "ask",
            "we got a Dr2 against a hex in mud, what do we actually apply",
        ],
        &[
            "asked: in operational: combat-result-after-weather",
            "Combat result after weather: Dr1",
        ],
    );
    says(
        &["ask", "i rolled a 3 at 4:1 in Battle for Moscow"],
        &["or: CRT result: EX"],
    );
    says(
        &["ask", "do I put my 82mm mortar emplaced on crag-brush"],
        &["Combined terrain counter allowed: Yes"],
    );
}

#[test]
fn a_fact_that_is_given_goes_before_the_words() {
    let question = "what does a tank pay in sand, dry, COT 1";
    says(
        &["ask", question, "mover=truck"],
        &["mover=truck", "Cost of entering the hex"],
    );
}

#[test]
fn a_number_without_letters_is_that_of_the_game_asked_about() {
    let ran = chartroom(&["ask", "what does 11.5 say about ports in ice hexes"]);
    assert!(
        ran.says("chartroom show W11.5") && !ran.says("show F11.5"),
        "{}",
        ran.both()
    );
}

#[test]
fn the_weather_snow_is_never_without_snow() {
    let camouflaged = ["target=infantry", "attack=small-arms", "range=10"];
    let asked = [
        "ask",
        "winter-camouflage-drm",
        "winter-camouflage=yes",
        "weather=snow",
    ];
    says(&[&asked[..], &camouflaged].concat(), &["+1 DRM"]);
    let spread = [
        "ask",
        "fire-can-spread",
        "weather=snow",
        "hexside-terrain=none",
    ];
    says(&spread, &["tell first: snow"]);
    let none = ["ask", "fire-can-spread", "weather=snow", "snow=none"];
    says(&none, &["E3.7"]);
}

#[test]
fn what_decides_is_asked_and_not_taken_as_none() {
    let attack = ["ask", "attack-drm", "target=infantry", "range=8"];
    let mist = ["attack=small-arms", "weather=fog-mist"];
    says(&[&attack[..], &mist].concat(), &["tell first: fog-or-mist"]);
    let snow = ["attack=ordnance", "weather=snow"];
    says(&[&attack[..], &snow].concat(), &["tell first: snow"]);
}

#[test]
fn a_part_is_told_where_several_rules_give_the_same() {
    let haze = ["observer=onboard", "range=14", "heat-haze=intense"];
    let told = ["dust=light", "dust-dr=4"];
    let asked = [&["ask", "accuracy-dlv-drm"][..], &haze, &told].concat();
    says(&asked, &["+4 drm", "F11.621", "F11.71"]);
}

#[test]
fn a_word_that_only_one_game_has_tells_the_game() {
    let question = "what is the terrain effect of a forest hex near Moscow";
    let ran = chartroom(&["ask", question]);
    let others = ["hex-weather", "W11", "hex-terrain"];
    assert!(!others.iter().any(|text| ran.says(text)), "{}", ran.both());
    assert!(ran.says("M5.3"), "{}", ran.both());
}

#[test]
fn what_a_player_says_of_levels_zones_and_checks_is_heard() {
    for (question, answer) in [
        (
            "how many MF extra does infantry pay to climb a level after rain",
            "COT + 1 Any COT   E3.54",
        ),
        (
            "do my panzers in Battle for Moscow stop on entering an enemy ZOC",
            "Must stop: Yes",
        ),
        (
            "bombardment hits a squad in sand, what about its morale check",
            "Sand bombardment MC DRM: -2 DRM",
        ),
    ] {
        says(&["ask", question], &[answer]);
    }
}

#[test]
fn what_is_asked_for_is_not_told() {
    says(&["ask", "do mud rules apply"], &["tell first: weather"]);
}

#[test]
fn what_is_always_added_to_the_one_open_fact_is_told() {
    let asked = "ask what does a truck pay on a plowed road in deep snow";
    let words: Vec<&str> = asked.split(' ').collect();
    says(
        &words,
        &["COT + 1  COT is 1 to 12   E3.7331", "2  COT is 0 or 1/2"],
    );
}

#[test]
fn what_is_spoken_of_and_was_taken_as_none_is_doubted() {
    doubted(
        "dust drm for a rifle",
        "Dust is taken as none; say which: dust=light |",
    );
    // What could be otherwise and would change nothing is no doubt.
    let ran = chartroom(&["ask", "sun blindness for a flamethrower"]);
    assert_eq!(ran.code, 0, "{}", ran.both());
}

#[test]
fn several_of_something_that_are_dropped_are_doubted() {
    for (words, several) in [
        (
            "truck through deep snow no road, how much extra MP for 3 hexes",
            "3, hexes",
        ),
        (
            "spun my Sherman two hexsides in a sand hex, how many bog rolls is that?",
            "two, hexsides",
        ),
    ] {
        doubted(words, &format!("this answer says nothing of {several}"));
    }
    // The size of a gun is no number of things, and one of them is what is answered.
    for words in [
        "intense haze, my 88 fires at a tank 30 hexes off, extra to TH?",
        "hitting mud hex with one air unit, net column shift?",
    ] {
        assert_eq!(chartroom(&["ask", words]).code, 0, "{words}");
    }
}

#[test]
fn what_is_said_of_a_fact_taken_as_usual_is_doubted_where_it_matters() {
    doubted(
        "a-t mines in oasis well hex ok",
        "this answer says nothing of well",
    );
    says(
        &["ask", "a-t mines in oasis well hex ok"],
        &["Target in the Oasis Well hex is taken as no; else say oasis-well-in-hex="],
    );
    // The word is of the name of what is asked, and may be told as well.
    doubted(
        "5 ton German truck, high ground pressure, over dune crest into dry sand, bogs on?",
        "Terrain of the hex is taken as Open Ground; else say hex-terrain=sand",
    );
    // What is told has the word: `open ground` is no Ground Snow.
    let ran = chartroom(&[
        "ask",
        "halftrack into open ground in rain, level ground, MP?",
    ]);
    assert!(!ran.says("else say snow=ground"), "{}", ran.both());
}

#[test]
fn the_rules_are_no_answer_to_how_likely_something_is() {
    doubted(
        "how likely can a truck enter arid debris",
        "this answer says nothing of likely",
    );
    // A number with a sign is what is to come out, of what gives a modifier.
    says(
        &["ask", "moderate dust, chance of the full +3?"],
        &["asked: chartroom odds dust-dr-drm dust=moderate", "+3  1/3"],
    );
}

#[test]
fn an_answer_that_leaves_out_the_word_that_names_another_question_is_doubted() {
    doubted(
        "exploitation into mud hexes, allowed? and into snow?",
        "this answer says nothing of exploitation",
    );
}

#[test]
fn a_word_that_says_otherwise_than_one_before_is_told_as_not_used() {
    says(
        &[
            "ask",
            "tank crosses dune crest into sand with scrub, EC wet. MP?",
        ],
        &["hex-terrain=sand", "scrub"],
    );
}

#[test]
fn an_answer_that_rests_on_nothing_that_was_told_is_doubted() {
    const IDLE: &str = "nothing told changes this answer by itself";
    let asked = "grain in September, how much hindrance for 3 hexes";
    doubted(asked, &format!("{IDLE} (Terrain of the hex, Month, Range)"));
    // Who asks whether something is so is answered by that; and what somebody gives is no guess.
    for asked in [
        &["ask", "does mist hinder mines at 12 hexes"][..],
        &["ask", "can-see", "weather=snow", "range=10"],
    ] {
        let ran = chartroom(asked);
        assert!(!ran.says(IDLE), "{}", ran.both());
    }
}

#[test]
fn what_is_meant_by_words_goes_before_what_goes_along_with_it() {
    let asked = "winter camouflage at 10 hexes";
    doubted(asked, "this answer says nothing of winter");
    // The name of the question is what is asked, with all that it would tell.
    let asked = "is there mist in the early morning";
    says(
        &["ask", asked],
        &["asked: mist time-of-day=early-morning Mist depends"],
    );
}

#[test]
fn the_odds_are_of_the_words_that_stand_after_them() {
    for (asked, of) in [
        (
            "odds of fog or mist in July",
            "chart-weather month=jul --sum fog-mist",
        ),
        ("odds of rain in March", "rain-by-turn weather=overcast"),
        (
            "how likely is Very Dry EC in Egypt",
            "chart-ec scenario-country=egypt --sum very-dry",
        ),
    ] {
        let ran = chartroom(&["ask", asked]);
        let of = format!("asked: chartroom odds {of}");
        assert!(ran.says(&of) && ran.code == 0, "{}", ran.both());
    }
    let asked = "odds of the snowfall stopping";
    doubted(asked, "this answer says nothing of stopping");
}

#[test]
fn what_is_asked_and_can_only_be_rolled_or_played_is_not_answered() {
    let ran = chartroom(&["ask", "do planes help if the defender's hex is mud"]);
    assert!(ran.says("next: chartroom play assault"), "{}", ran.both());
    assert_eq!(ran.code, 1, "{}", ran.both());
}

#[test]
fn words_of_one_game_alone_keep_the_others_out() {
    let asked = "A-P mines 6 FP under deep snow: what strength do they attack with";
    says(
        &["ask", asked],
        &["asked: minefield-fp normal-minefield-fp=6"],
    );
}

#[test]
fn what_stands_after_an_apostrophe_is_no_word() {
    let ran = chartroom(&[
        "ask",
        "I'm in a foxhole in sand, what's my TEM against a mortar",
    ]);
    assert!(!ran.says("nothing here speaks of"), "{}", ran.both());
}

#[test]
fn an_answer_that_says_nothing_of_the_things_asked_about_is_doubted() {
    for (question, idle) in [
        ("can a tank cross a frozen river", "tank, cross"),
        ("does rain put out fires", "fires"),
        (
            "kindling a fire in mud",
            "fire, mud (chartroom find fire mud)",
        ),
        ("how much does smoke cost my mortar in heavy rain", "smoke"),
        ("high wall TEM", "tem"),
        (
            "MG fires at infantry at 14 hexes in light dust, but the dust has vanished",
            "vanished",
        ),
    ] {
        doubted(question, &format!("this answer says nothing of {idle}"));
    }
    says(
        &["ask", "cost of debris for a halftrack"],
        &[
            "asked: entry-cost hex-terrain=arid-debris mover=halftrack",
            "Not allowed",
        ],
    );
    // What is asked besides is no part of it.
    let ran = chartroom(&[
        "ask",
        "September. How thick is the grain, and what do two hexes of it do to my shot?",
    ]);
    assert!(!ran.says("perhaps"), "{}", ran.both());
    // What somebody does is no thing, nor is where something is.
    let ran = chartroom(&["ask", "can I fire smoke grenades in mud"]);
    assert!(!ran.says("perhaps"), "{}", ran.both());
    assert_eq!(ran.code, 0);
}

#[test]
fn what_is_told_and_not_asked_is_what_it_costs_to_move() {
    says(
        &["ask", "truck on a road in mud"],
        &["asked: entry-cost mover=truck road=unpaved weather=mud"],
    );
    says(
        &["ask", "truck at 9 hexes in falling snow, mortar"],
        &["asked: attack-drm", "target=vehicle"],
    );
}

#[test]
fn a_year_is_told_by_its_figures_and_who_is_british_by_more_than_a_color() {
    says(
        &[
            "ask",
            "extreme winter, December 1941, my German MG breaks on B12",
        ],
        &["year=1941", "nationality=axis", "Winter BX decrease: 2"],
    );
    let truck = "british truck of 5 tons, wet sand, high ground pressure: on what roll does it bog";
    says(&["ask", truck], &["tell first: a-in-name"]);
}

#[test]
fn what_only_tells_how_things_stand_shows_the_card() {
    says(
        &[
            "ask",
            "it's December and we roll early morning. what happens?",
        ],
        &[
            "asked: chartroom card scenario month=dec time-of-day=early-morning",
            "Sun Blindness: Early morning (F11.3)",
        ],
    );
    // Who names a question asks it.
    says(
        &["ask", "what is the mud in october"],
        &["asked: mud-rules-apply"],
    );
    let told = chartroom(&["ask", "mud in october", "--format", "json"]).json();
    assert_eq!(told["card"], "scenario");
}

#[test]
fn what_dice_showed_is_doubted_where_nothing_comes_of_it() {
    let ran = chartroom(&["ask", "it is snowing and we roll a 3: does it stop?"]);
    assert_eq!(ran.code, 1, "{}", ran.both());
    assert!(ran.says("says nothing of roll, 3"), "{}", ran.both());
}

#[test]
fn odds_are_of_the_results_that_are_called_so() {
    says(
        &["ask", "how likely is deep snow if the chart says snow"],
        &["--sum \\\n    deep,deep-and-falling,deep-with-drifts"],
    );
}

#[test]
fn odds_tell_the_readings_on_which_they_rest_and_no_others() {
    let rests = chartroom(&[
        "odds",
        "dyo-dust",
        "wind-force=heavy-wind",
        "bombardments=2",
    ]);
    assert!(
        rests.says("read as f11/heavy-on-mixed-boards = moderate"),
        "{}",
        rests.both()
    );
    let all = chartroom(&[
        "odds",
        "dyo-dust",
        "wind-force=heavy-wind",
        "desert-boards=all",
    ]);
    assert!(!all.says("read as"), "{}", all.both());
}

#[test]
fn the_question_for_which_matters_what_is_told_goes_before_the_one_for_which_it_does_not() {
    for (words, asked) in [
        (
            "moderate dust, I rolled 3 on the extra die, how much is the hindrance",
            "asked: dust-dlv-drm dust=moderate dust-dr=3",
        ),
        (
            "snow is falling and it just got heavier, what hindrance for a range 8 shot?",
            "asked: mist-hindrance-drm snowing=yes precipitation=intensified range=8",
        ),
        (
            "halftrack driving into a sand hex while EC are wet, what does it pay besides the COT?",
            "asked: sand-cost mover=halftrack hex-terrain=sand ec=wet",
        ),
        (
            "firing inside the same building while its foggy outside, any hindrance?",
            "asked: fog-hindrance-drm los-within-one-building=yes weather=fog-mist",
        ),
    ] {
        says(&["ask", words], &[asked, "or: "]);
    }
}

#[test]
fn what_is_denied_with_or_is_denied_as_well() {
    let words =
        "early in the morning with the sun in my eyes, what are the EC if there is no rain or mud";
    let ran = chartroom(&["ask", words]);
    assert!(
        ran.says("Blindness: Moist") && !ran.says("weather=mud"),
        "{}",
        ran.both()
    );
}

#[test]
fn a_word_that_stands_twice_and_a_saying_of_several_facts_of_one_kind_raise_no_doubt() {
    for words in [
        "mortar fire on my squad hugging the dune crest - does the crest give me the +1",
        "im next to the enemy in mud, can I walk away if a buddy unit is in the same hex",
    ] {
        let ran = chartroom(&["ask", words]);
        assert!(ran.code == 0 && !ran.says("perhaps not"), "{}", ran.both());
    }
}

#[test]
fn a_name_may_stand_behind_its_facts() {
    let same = |before: &[&str], behind: &[&str]| {
        let [before, behind] = [before, behind].map(chartroom);
        assert_eq!((&before.out, before.code), (&behind.out, 0));
        assert_eq!(behind.code, 0);
    };
    same(
        &["ask", "arid-weather", "month=may", "weather-dr=5"],
        &["ask", "month=may", "arid-weather", "weather-dr=5"],
    );
    same(
        &["odds", "temperate-weather", "month=jan", "region=europe"],
        &["odds", "month=jan", "temperate-weather", "region=europe"],
    );
}

#[test]
fn letters_that_are_not_seen_part_no_word() {
    let asked = [
        "heat haze at 14 hexes",
        "he\u{ad}at haze\u{200b} at \u{feff}14 hexes",
    ];
    let [plain, copied] = asked.map(|words| chartroom(&["find", words]).both());
    assert_eq!(plain, copied);
}
