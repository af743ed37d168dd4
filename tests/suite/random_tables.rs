//! Tables as books print them the other way: a row is a result, and its cells are the dice for which it comes out.

use crate::common::{self, chartroom};
use chartroom::rulebook::Rulebook;

const FACTS: &str = r#"
[unit]
d66  = { dice = "d66" }
d100 = { dice = "d100" }
DR   = { dice = "red d6 + white d6" }
[fact]
theatre  = { domain = "east | west" }
event-dr = { domain = "dice", unit = "d66" }
west-dr  = { domain = "dice", unit = "d100" }
search-dr = { domain = "dice", unit = "DR" }
red      = { domain = "1..=6", die = "red of search-dr" }
white    = { domain = "1..=6", die = "white of search-dr" }
[question.event]
cite   = "1"
asks   = "Which event comes?"
answer = "raid | storm | calm"
[question.found]
cite   = "2"
asks   = "What do both dice find?"
answer = "nothing | tracks | camp"
"#;

const EVENTS: &str = r#"Chart(
    id: "event-table", title: "Random Events", cite: "1",
    answers: "event",
    cells: "event-dr", across: "theatre",
    columns: ["east", "west"],
    rows: [
        ("raid",  ["11..23", "11..15"]),
        ("storm", ["24..44", "16, 21..36, 66"]),
        ("calm",  [">= 45",  "41..65"], "*"),
    ],
    notes: [(mark: "*", when: "event-dr = 65", gives: "raid")],
)"#;

fn texts(chart: &str) -> [(&'static str, String); 3] {
    let head =
        "id = \"table\"\ngame = \"sample\"\n[paragraphs]\n\"1\" = \"Events\"\n\"2\" = \"Search\"\n";
    [
        ("sample/table/pack.toml", head.to_owned()),
        ("sample/table/10.toml", FACTS.to_owned()),
        ("sample/table/10.ron", chart.to_owned()),
    ]
}

/// What is told of the pack with this chart.
fn told(chart: &str) -> String {
    let book = Rulebook::texts(texts(chart));
    common::told(&common::found(&book), &book.sources)
}

/// Both charts, and one that takes two dice at once.
fn whole(events: &str) -> String {
    let found = r#"Chart(
    id: "search-table", cite: "2", answers: "found", down: "red", across: "white",
    columns: ["1..3", "4..6"],
    rows: [("1..4", ["nothing", "tracks"]), ("5..6", ["tracks", "camp"])],
)"#;
    format!("[{events}, {found}]")
}

#[test]
fn a_table_of_results_with_other_ranges_in_each_column_is_answered_shown_and_has_odds() {
    let folder = common::folder(texts(&whole(EVENTS)));
    let rules = folder.path().to_str().unwrap();
    let run = |words: &[&str]| chartroom(&[words, &["--rules", rules]].concat()).both();
    assert!(
        run(&["check"]).contains("2 questions"),
        "{}",
        run(&["check"])
    );
    let mut all = String::new();
    for words in [
        &["show", "event", "--odds"][..],
        &["ask", "event", "theatre=west", "event-dr=33"],
        &["ask", "event", "theatre=east", "event-dr=65"],
        &["ask", "event", "theatre=east", "event-dr=37"],
        &["show", "event", "--format", "csv"],
    ] {
        all.push_str(&format!(
            "$ chartroom {}\n{}\n",
            words.join(" "),
            run(words)
        ));
    }
    insta::assert_snapshot!(all.replace(&format!("{rules}/"), ""));
}

#[test]
fn a_table_of_results_is_imported_from_a_spreadsheet_and_goes_back() {
    let folder = common::folder(texts(&whole(EVENTS)));
    let rules = folder.path().to_str().unwrap();
    let import = |sheet: &str, words: &[&str]| {
        let head = ["import", "-", "--rules", rules, "--answers", "event"];
        common::chartroom_with(sheet, &[&head[..], words].concat()).both()
    };
    // As a book prints it: dashes, words as they are spoken, two digits of a d100, and a result that one column does not have.
    let printed =
        "Event\tEast\tWest\nRaid\t11–23\t11 to 15\nStorm*\t24–44\t16, 21–66\nCalm\t45+\t—\n";
    let hundred = "Event,d100\nRaid,01-05\nStorm,06–95\nCalm,96-00\n";
    let exact = chartroom(&["show", "event", "--format", "csv", "--rules", rules]).out;
    let twice = [
        "--id",
        "event-table",
        "--title",
        "Random Events",
        "--cite",
        "1",
    ];
    let all = [
        printed.to_owned() + &import(printed, &["--id", "event-table"]),
        hundred.to_owned() + &import(hundred, &["--id", "event-table"]),
        exact.clone() + &import(&exact, &twice),
        import(
            "Event,East\nRaid,11-23\nStorm,24-65\n",
            &["--cells", "event-dr"],
        ),
        import(
            "Event,East\nRaid,11-27\nStorm,31-66\n",
            &["--cells", "event-dr"],
        ),
        import("Event,East\nRaid,2-5\nStorm,6-12\n", &[]),
    ];
    insta::assert_snapshot!(all.join("~~~\n"));
}

#[test]
fn a_table_with_a_column_for_each_result_is_imported_as_one_with_a_row_for_each() {
    let folder = common::folder(texts(&whole(EVENTS)));
    let rules = folder.path().to_str().unwrap();
    let import = |sheet: &str, words: &[&str]| {
        let head = ["import", "-", "--rules", rules, "--id", "event-table"];
        common::chartroom_with(sheet, &[&head[..], words].concat()).both()
    };
    let sheet = "Theatre,Raid,Storm,Calm\nEast,11-23,24-44,45-66\nWest,11-15,16-36,41-66\n";
    let with = ["--down", "theatre", "--across", "event"];
    for said in [&with[..2], &with] {
        let [guessed, said] = [import(sheet, &[]), import(sheet, said)];
        let chart = |made: &str| made.split("guessed").next().unwrap().to_owned();
        assert_eq!(chart(&guessed), chart(&said));
    }
    insta::assert_snapshot!(import(sheet, &[]));
}

#[test]
fn a_table_of_several_dice_at_once_has_odds() {
    let folder = common::folder(texts(&whole(EVENTS)));
    let rules = folder.path().to_str().unwrap();
    let odds = chartroom(&["odds", "found", "--rules", rules]).both();
    for (result, chance) in [("Nothing", "1/3"), ("Tracks", "1/2"), ("Camp", "1/6")] {
        let line = odds.lines().find(|line| line.trim().starts_with(result));
        assert!(line.is_some_and(|line| line.contains(chance)), "{odds}");
    }
}

#[test]
fn each_column_may_have_dice_of_its_own() {
    let chart = EVENTS
        .replace("cells: \"event-dr\"", "cells: [\"event-dr\", \"west-dr\"]")
        .replace("\"11..15\"", "\"1..15\"")
        .replace("\"16, 21..36, 66\"", "\"16..40, 66..100\"");
    assert_eq!(told(&whole(&chart)), "");
    let three = chart.replace("\"west-dr\"]", "\"west-dr\", \"event-dr\"]");
    assert!(told(&whole(&three)).contains("`cells` names 3 facts, and the chart has 2 columns"));
}

#[test]
fn what_a_column_leaves_out_or_says_twice_is_told_at_its_cell() {
    let gap = EVENTS.replace("24..44", "25..36");
    let twice = EVENTS.replace("11..15", "11..16");
    let beyond = EVENTS.replace("11..23", "10..23");
    let both = EVENTS.replace("cells:", "down: \"event-dr\", cells:");
    let told = [gap, twice, beyond, both].map(|chart| told(&whole(&chart)));
    insta::assert_snapshot!(told.join("~~~\n"));
}

#[test]
fn two_dice_that_are_read_as_tens_and_ones_give_what_they_can() {
    let facts = FACTS.replace(
        "domain = \"dice\", unit = \"d66\"",
        "domain = \"11..=16 | 21..=26 | 31..=36 | 41..=46 | 51..=56 | 61..=66\", unit = \"d66\"",
    );
    let mut texts = texts(&whole(EVENTS));
    texts[1].1 = facts;
    let book = common::rulebook(texts);
    let model = &book.games[0];
    let roll = model.variables[model.variable_names["event-dr"]]
        .roll
        .as_ref();
    assert_eq!(roll.unwrap().ways, vec![1_u32.into(); 36]);
}

#[test]
fn two_noughts_of_percentile_dice_are_the_highest_roll() {
    let head = "id = \"wild\"\ngame = \"sample\"\n[paragraphs]\n\"7\" = \"Encounters\"\n";
    let topic = r#"
[unit]
d100 = { dice = "d100" }
[fact]
roll = { domain = "dice", unit = "d100" }
land = { domain = "forest | swamp" }
[question.met]
cite     = "7"
asks     = "What does the party meet?"
answer   = "wolves | nothing"
examples = """
roll | land   | =
07   | forest | wolves
00   | any    | nothing
"""
"#;
    let chart = "Chart(id: \"met\", title: \"Met\", cite: \"7\", answers: \"met\", cells: \"roll\", across: \"land\",\n    columns: [\"forest\", \"swamp\"], rows: [(\"wolves\", [\"1..20\", \"1..5\"]), (\"nothing\", [\"21..100\", \"6..100\"])])";
    let book = Rulebook::texts([
        ("wild/pack.toml", head),
        ("wild/10.toml", topic),
        ("wild/10.ron", chart),
    ]);
    assert_eq!(common::told(&common::found(&book), &book.sources), "");
    let answer = |roll: &str| {
        let asked = book.ask("met").facts([("roll", roll), ("land", "swamp")]);
        asked
            .and_then(|asked| asked.answer())
            .map(|answer| answer.to_string())
    };
    assert_eq!(answer("00").unwrap(), "nothing");
    assert_eq!(answer("05").unwrap(), "wolves");
    assert!(answer("0").is_err());
}
