//! Requests as a user makes them: what is wrong is told with the nearest right spelling, and nothing is lost.

use crate::common;

use common::{Ran, chartroom, chartroom_with, program};
use std::io::Write;
use std::process::Stdio;

#[track_caller]
fn refused(arguments: &[&str], code: i32, says: &str) {
    let ran = chartroom(arguments);
    assert_eq!(ran.code, code, "{}", ran.both());
    assert!(ran.says(says), "{}", ran.both());
}

#[test]
fn a_misspelt_question_is_told_with_the_nearest() {
    refused(
        &["ask", "heat-haze-dmr"],
        2,
        "did you mean `heat-haze-drm`?",
    );
}

#[test]
fn what_is_no_command_is_asked() {
    let asked = chartroom(&["ask", "can-see", "range=7", "weather=clear"]);
    let alone = chartroom(&["can-see", "range=7", "weather=clear"]);
    assert_eq!((alone.code, alone.both()), (asked.code, asked.both()));
    refused(&["heat-haze-dmr"], 2, "did you mean `heat-haze-drm`?");
    refused(&["chekc"], 2, "'check'");
}

#[test]
fn a_chart_a_title_of_a_procedure_and_a_part_of_a_paragraph_are_known() {
    let of = |arguments: &[&str]| chartroom(arguments).out;
    assert_eq!(
        of(&["ask", "arid-weather-chart"]),
        of(&["show", "arid-weather-chart"])
    );
    let known = ["month=jan", "--seed", "3"];
    assert_eq!(
        of(&[&["roll", "Temperate DYO set-up"][..], &known].concat()),
        of(&[&["roll", "temperate-set-up"][..], &known].concat())
    );
    assert_eq!(of(&["show", "E3.31 EX1"]), of(&["show", "E3.31"]));
    assert!(!of(&["show", "E3.31 EX1"]).is_empty());
}

#[test]
fn a_title_names_a_question_where_it_is_no_facts_and_no_others() {
    assert_eq!(chartroom(&["ask", "LOS open", "range=7"]).code, 0);
}

#[test]
fn a_misspelt_fact_is_told_with_the_nearest() {
    refused(
        &["ask", "heat-haze-drm", "rnage=3"],
        2,
        "no pack declares a fact `rnage`; did you mean `range`?",
    );
}

#[test]
fn a_misspelt_value_is_told_with_the_nearest() {
    refused(
        &["ask", "ec-drm", "ec=dyr"],
        2,
        "`dyr` is not a value of `ec`; did you mean `dry`?",
    );
}

#[test]
fn a_value_outside_its_domain_is_told_with_the_domain() {
    refused(
        &["ask", "heat-haze-drm", "range=61"],
        2,
        "its values: 0..=60",
    );
}

#[test]
fn a_value_for_which_a_question_is_not_asked_is_told() {
    refused(
        &["ask", "hindrance-class", "condition=snow"],
        1,
        "it is asked only for condition = sun-blindness",
    );
}

#[test]
fn a_fact_given_twice_is_refused() {
    refused(
        &["ask", "ec-drm", "ec=dry", "ec=wet"],
        2,
        "`ec` is given twice",
    );
}

#[test]
fn a_fact_that_the_question_does_not_take_is_a_note() {
    let ran = chartroom(&["ask", "ec-drm", "ec=dry", "range=3"]);
    assert_eq!(ran.code, 0);
    assert!(
        ran.out
            .starts_with("not asked: `range` changes nothing here\n"),
        "{}",
        ran.out
    );
}

#[test]
fn a_misspelt_reading_is_told_with_the_nearest() {
    refused(
        &[
            "ask",
            "ec-drm",
            "ec=dry",
            "--reading",
            "F11/ceasing-wnd=pair",
        ],
        2,
        "did you mean `f11/ceasing-wind`?",
    );
}

#[test]
fn a_gap_says_what_is_lost_and_where() {
    refused(&["ask", "vehicle-dust-removal"], 1, "F11.74");
}

#[test]
fn a_folder_that_is_none_is_unreadable_input() {
    refused(&["--rules", "no/such/folder", "check"], 2, "no/such/folder");
}

#[test]
fn missing_facts_are_named_and_the_answers_still_possible() {
    let ran = chartroom(&["ask", "dust-recovery-drm", "--strict", "--format", "json"]);
    let answer = ran.json();
    assert_eq!(ran.code, 1);
    assert_eq!(answer["needs"], serde_json::json!(["dust"]));
    assert_eq!(answer["possible"], serde_json::json!([0, 1]));
    assert_eq!(answer["version"], 1);
}

#[test]
fn a_fact_that_another_question_finds_need_not_be_given() {
    let facts = [
        "desert-boards=all",
        "ec=dry",
        "has-rained=no",
        "steppe-terrain=no",
    ];
    let rest = [
        "wind-force=no-wind",
        "gusts=no",
        "road=none",
        "armored-assault=no",
        "mp-to-enter=1",
    ];
    let last = ["start-mp-in-hex-left=no", "left-playing-area=no"];
    let arguments: Vec<&str> = ["ask", "vehicle-dust-placed"]
        .into_iter()
        .chain(facts)
        .chain(rest)
        .chain(last)
        .chain(["--why"])
        .collect();
    let ran = chartroom(&arguments);
    assert_eq!(ran.code, 0, "{}", ran.both());
    assert!(
        ran.out.contains("found light-dust-possible = yes"),
        "{}",
        ran.out
    );
}

/// An interview about landing on the shore made for these tests.
fn interview(answers: &str, more: &[&str]) -> Ran {
    let arguments = [
        "--rules",
        "tests/rules",
        "ask",
        "shore/landing-drm",
        "--interview",
    ];
    chartroom_with(answers, &[&arguments, more].concat())
}

#[test]
fn an_interview_asks_only_for_what_matters_and_again_for_what_it_cannot_read() {
    let ran = interview("rafft\nraft\nlow\n2\n", &[]);
    insta::assert_snapshot!(
        "interview",
        format!("{}----\n{}exit {}", ran.error, ran.out, ran.code)
    );
    let ran = interview("barge\n0\n", &[]);
    assert_eq!(
        (ran.code, ran.out.lines().next()),
        (0, Some("Landing drm: +1 drm")),
        "{}",
        ran.both()
    );
}

#[test]
fn an_interview_explains_goes_back_and_asks_again_after_an_empty_line() {
    let ran = interview("?\nraft\nback\nbarge\n\n0\n", &[]);
    insta::assert_snapshot!(
        "interview_back",
        format!("{}----\n{}exit {}", ran.error, ran.out, ran.code)
    );
}

#[test]
fn an_interview_that_is_broken_off_tells_what_is_still_open() {
    let ran = interview("raft\n", &["--format", "json"]);
    assert_eq!(
        (ran.code, ran.json()["needs"].clone()),
        (1, serde_json::json!(["water", "surf"])),
        "{}",
        ran.both()
    );
}

#[test]
fn a_batch_goes_on_after_a_bad_line_and_keeps_the_order() {
    let lines = [
        r#"{"question":"ec-drm","facts":{"ec":"dry"},"id":7}"#,
        r#"{"question":"ec-drm","facts":{"ec":"#,
        r#"["ec-drm"]"#,
        r#"{"question":"ec-dmr"}"#,
        r#"{"question":"ec-drm","facts":{"ec":"dyr"}}"#,
        r#"{"question":"ec-drm","facts":{}}"#,
        r#"{"question":"vehicle-dust-removal","facts":{}}"#,
        r#"{"question":"los-directly-upwind","facts":{"upwind-hexside":6,"los-leaves-by":6.5}}"#,
        r#"{"question":"dust-by-turn","start":{"dust":"none"},"turns":[]}"#,
        r#"{"question":"precipitation-by-turn","start":{"precipitation":"none"},"turns":[{"wind-change-dr":10},{"wind-change-dr":3}]}"#,
    ];
    let ran = chartroom_with(&(lines.join("\n") + "\n"), &["ask", "--batch"]);
    insta::assert_snapshot!(format!("{}exit {}", ran.out, ran.code));
}

#[test]
fn a_line_that_is_too_long_is_refused_and_the_next_is_answered() {
    let long = format!("{{\"question\":\"{}\"}}\n", "x".repeat(3 << 20));
    let ran = chartroom_with(
        &(long + "{\"question\":\"ec-drm\",\"facts\":{\"ec\":\"wet\"}}\n"),
        &["ask", "--batch"],
    );
    let lines: Vec<&str> = ran.out.lines().collect();
    assert_eq!(ran.code, 1);
    assert!(lines[0].contains("over-limit"), "{}", lines[0]);
    assert_eq!(lines[1], r#"{"answer":-2}"#);
    assert_eq!(lines.len(), 2);
}

#[test]
fn a_reader_that_goes_away_ends_the_batch_quietly() {
    let line = "{\"question\":\"ec-drm\",\"facts\":{\"ec\":\"wet\"}}\n".repeat(200_000);
    let mut child = program(&["ask", "--batch"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program");
    drop(child.stdout.take());
    let mut pipe = child.stdin.take().expect("standard input");
    pipe.write_all(line.as_bytes()).ok();
    drop(pipe);
    let output = child.wait_with_output().expect("the end of the program");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

/// What a person sees of some commands.
fn told(commands: &[&str]) -> String {
    let one = |command: &&str| {
        let words: Vec<&str> = command.split(' ').collect();
        let ran = chartroom(&[&["--rules", "tests/rules"], words.as_slice()].concat());
        format!("$ chartroom {command}\n{}exit {}\n\n", ran.both(), ran.code)
    };
    commands.iter().map(one).collect()
}

#[test]
fn a_name_that_nothing_bears_is_told_with_what_may_have_been_meant() {
    insta::assert_snapshot!(told(&[
        "ask Landing-DRM",
        "ask landing_drm",
        "ask water",
        "show drm",
        "table t2.1",
        "odds lnading",
        "ask boat=raft landing-drm",
        "roll nothing-like-it",
    ]));
}

#[test]
fn facts_and_values_in_other_letters_or_with_blanks_are_understood_or_told() {
    insta::assert_snapshot!(told(&[
        "ask shore/landing-drm boat = raft",
        "ask shore/landing-drm boat =raft",
        "table shore/landing-drm boat= raft",
        "ask shore/landing-drm boat",
        "ask shore/landing-drm boat=Barge surf=0",
        "ask shore/landing-drm --reading stormy-spring=not-then",
    ]));
}

#[test]
fn a_misspelt_command_is_told_with_the_nearest() {
    refused(&["aks", "ec-drm"], 2, "a similar subcommand exists: 'ask'");
    refused(
        &["erratum", "fodl"],
        2,
        "a similar subcommand exists: 'fold'",
    );
}

#[test]
fn the_help_tells_the_exit_codes() {
    refused(&["--help"], 0, "1  Something was found");
}

#[test]
fn each_word_of_a_list_that_finds_nothing_is_told_alone() {
    insta::assert_snapshot!(told(&[
        "list questions landing,drm",
        "list questions landing zzz",
        "list questions landnig"
    ]));
    let ran = chartroom(&["list", "questions", "mud bog"]);
    let apart = chartroom(&["list", "questions", "mud", "bog"]);
    assert_eq!((ran.out, ran.error), (apart.out, apart.error));
}

#[test]
fn all_facts_that_a_procedure_begins_with_are_told_at_once() {
    let ran = chartroom(&["roll", "arid-set-up", "month=jan"]);
    assert_eq!(ran.code, 2);
    assert!(
        ran.error
            .contains("the procedure needs `region`, `desert-boards`"),
        "{}",
        ran.error
    );
    assert!(
        ran.error
            .contains("\n  desert-boards=…, one of none < some < all\n"),
        "{}",
        ran.error
    );
}

#[test]
fn the_question_and_its_facts_may_stand_after_why() {
    let facts = [
        "heat-haze=intense",
        "range=17",
        "target=infantry",
        "attack=ordnance",
    ];
    let asked = |first: &[&str]| chartroom(&[&["ask"], first, &facts].concat()).both();
    let after = asked(&["heat-haze-drm", "--why"]);
    assert!(after.contains("not excepted by F11.792"), "{after}");
    assert_eq!(asked(&["--why", "heat-haze-drm"]), after);
    let alone = asked(&["--why", "F11.621", "heat-haze-drm"]);
    assert!(alone.lines().count() < after.lines().count(), "{alone}");
    refused(&["ask", "--why"], 2, "name a question");
    let unknown = ["heat-haze-drm", "--why", "F99.9"];
    refused(
        &[&["ask"], &unknown[..]].concat(),
        2,
        "no pack has a paragraph `F99.9`",
    );
}

#[test]
fn an_interview_from_nothing_asks_what_differs_and_then_few_questions() {
    for (answers, question, most, first) in [
        (
            "heat-haze=intense, dust=light\nsmall-arms\ninfantry\n14\n3\n\n",
            "attack-drm",
            7,
            "DRM to the attack: +3 DRM",
        ),
        (
            "hex-terrain=sand\ndry\ntruck\n\n",
            "entry-cost",
            5,
            "Cost of entering the hex: 7 MP",
        ),
    ] {
        let ran = chartroom_with(answers, &["ask", question, "--interview"]);
        assert!(ran.out.starts_with(first), "{}", ran.both());
        let asked = ran.error.matches("\n> ").count();
        assert!(asked <= most, "{asked} questions: {}", ran.error);
    }
    let ran = chartroom_with(
        "rain=yes\nback\nraining=yes\nback\n\n",
        &["ask", "can-see", "--interview"],
    );
    assert!(
        ran.error.contains("no pack declares a fact `rain`"),
        "{}",
        ran.error
    );
    assert_eq!(ran.code, 0, "{}", ran.both());
}

#[test]
fn an_answer_stands_in_twelve_lines_of_eighty_columns() {
    let common = "range=14 target=infantry heat-haze=intense dust=light dust-dr=3";
    let of_kinds = ["small-arms", "ordnance", "oba", "ft", "mines", "fire-lane"]
        .map(|attack| format!("attack-drm attack={attack} {common}"));
    let others = [
        "attack-drm attack=ordnance ammunition=he target=infantry range=16 hex-terrain=crag-hammada \
         weather=snow snow=deep raining=no ground=normal moon=new",
        "weather-turn-events wind-change-dr=12",
        "can-see range=14 heat-haze=intense",
        "entry-cost mover=truck hex-terrain=sand ec=dry weather=snow snow=deep ground=normal",
    ];
    for asked in of_kinds.iter().map(String::as_str).chain(others) {
        let words: Vec<&str> = asked.split_whitespace().collect();
        let known = words.iter().filter(|word| !word.starts_with("moon="));
        let ran = chartroom(
            &["ask"]
                .into_iter()
                .chain(known.copied())
                .collect::<Vec<_>>(),
        );
        if ran.out.contains("depends on more facts") {
            continue;
        }
        assert!(!ran.out.is_empty(), "{asked}: {}", ran.error);
        assert!(ran.out.lines().count() <= 12, "{asked}: {}", ran.out);
        let widest = ran.out.lines().map(|line| line.chars().count()).max();
        assert!(widest <= Some(80), "{asked}: {}", ran.out);
    }
}

#[test]
fn an_answer_shows_the_amounts_that_it_compares_and_the_rule_that_is_the_greatest() {
    let seen = chartroom(&["ask", "can-see", "range=14"]);
    assert!(seen.says("is less than 6 (+0 and"), "{}", seen.both());
    let sand = chartroom(&[
        "ask",
        "attack-drm",
        "attack=small-arms",
        "target=infantry",
        "range=6",
        "hex-terrain=sand",
        "emplaced-or-dug-in=yes",
        "ec=dry",
        "--format",
        "json",
    ]);
    let parts = sand.json()["parts"].clone();
    let cites: Vec<&str> = parts
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|part| part["cite"].as_str())
        .collect();
    assert!(cites.contains(&"F7.41"), "{parts}");
}

#[test]
fn a_batch_notes_a_fact_that_the_rules_find_otherwise() {
    let line = r#"{"question": "entry-cost", "facts": {"mover": "truck", "weather": "snow", "snow": "deep", "ground": "normal"}}"#;
    let ran = chartroom_with(&format!("{line}\n"), &["ask", "--batch"]);
    let note = "the rules make `ground` deep-snow (E3.6, E3.7); it stays as given";
    assert_eq!(
        ran.json()["notes"],
        serde_json::json!([note]),
        "{}",
        ran.both()
    );
    // As the rules find it, there is nothing to note.
    let found = line.replace("\"normal\"", "\"deep-snow\"");
    let ran = chartroom_with(&format!("{found}\n"), &["ask", "--batch"]);
    assert!(ran.json()["notes"].is_null(), "{}", ran.both());
}

#[test]
fn a_batch_on_all_cores_is_answered_in_order_each_line_for_itself() {
    let month = |number: usize| ["apr", "may", "no-month", "oct"][number % 4];
    let line = |number: usize| {
        format!(
            "{{\"id\":{number},\"question\":\"arid-weather\",\"facts\":{{\"month\":\"{}\",\"weather-dr\":{}}}}}\n",
            month(number),
            2 + number % 11
        )
    };
    let lines: String = (0..1000).map(line).collect();
    let ran = chartroom_with(&lines, &["ask", "--batch"]);
    let answers: Vec<serde_json::Value> = ran
        .out
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(answers.len(), 1000);
    for (number, answer) in answers.iter().enumerate() {
        assert_eq!(answer["id"], number);
        let alone =
            (0..number).find(|other| month(*other) == month(number) && other % 11 == number % 11);
        if let Some(alone) = alone {
            assert_eq!(answer["answer"], answers[alone]["answer"], "{answer}");
        }
        assert_eq!(answer["error"].is_null(), month(number) != "no-month");
    }
}

#[test]
fn whoever_asks_a_batch_line_by_line_is_answered_line_by_line() {
    use std::io::{BufRead, BufReader};
    let mut child = program(&["ask", "--batch"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut asks = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
    for (roll, weather) in [("2", "mud"), ("7", "clear-and-gusty")] {
        writeln!(
            asks,
            "{{\"question\":\"arid-weather\",\"facts\":{{\"month\":\"apr\",\"weather-dr\":{roll}}}}}"
        )
        .unwrap();
        let answer = answers.next().unwrap().unwrap();
        assert_eq!(answer, format!("{{\"answer\":\"{weather}\"}}"));
    }
    drop(asks);
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn no_errata_and_some_are_not_asked_for_at_once() {
    refused(
        &["list", "--errata", "official,none"],
        2,
        "`none` stands alone",
    );
}

#[test]
fn more_words_than_a_question_has_are_not_listened_to() {
    let words = "heat haze ".repeat(20_000);
    for command in ["ask", "find"] {
        refused(
            &[command, &words[..100_000]],
            2,
            "these are 20000 words; at most 300 are listened to at once",
        );
    }
    // Facts with their names are no part of them.
    let facts = (0..400).map(|number| format!("fact-{number}=1"));
    let facts: Vec<String> = facts.collect();
    let words = [
        &["ask", "can-see"][..],
        &facts.iter().map(String::as_str).collect::<Vec<_>>(),
    ];
    refused(&words.concat(), 2, "fact-0");
}
