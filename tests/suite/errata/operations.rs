//! What an erratum can change, and that the answer names it.

use super::support::{answer, shown, with};
use crate::common::{chartroom_in, folder};
use chartroom::diagnostic::Code;

#[test]
fn a_cell_is_replaced_and_the_answer_names_the_erratum() {
    let change = "at = \"book/weather[2, 'summer, winter']\"\nwas = \"clear\"\nnow = \"mud\"";
    let rulebook = with(&[change]);
    assert_eq!(answer(&rulebook, "weather", "dr=2 season=summer"), "mud");
    assert_eq!(answer(&rulebook, "weather", "dr=2 season=spring"), "gusty");
    insta::assert_snapshot!(shown(&rulebook, "weather", "dr=2 season=winter").1);
    assert!(
        !shown(&rulebook, "weather", "dr=1 season=winter")
            .1
            .contains("erratum")
    );
}

#[test]
fn a_chart_is_named_by_itself_too() {
    let rulebook =
        with(&["at = \"book/chart:weather-chart[1, spring]\"\nwas = \"mud\"\nnow = \"clear\""]);
    assert_eq!(answer(&rulebook, "weather", "dr=1 season=spring"), "clear");
    let rulebook =
        with(&["at = \"book/weather-chart[1, spring]\"\nwas = \"mud\"\nnow = \"clear\""]);
    assert_eq!(answer(&rulebook, "weather", "dr=1 season=spring"), "clear");
}

#[test]
fn rows_are_added_replaced_and_taken_away() {
    let changes = [
        "at = \"book/weather[3..4]\"\nwas = { key = \"3..4\", cells = [\"clear\", \"gusty\"], marks = \"*\" }\nremove = true",
        "after = \"book/weather[2]\"\nadd = { key = \"4\", cells = [\"mud\", \"mud\"] }",
        "before = \"book/weather[3..4]\"\nadd = { key = \"3\", cells = [\"gusty\", \"gusty\"] }",
        "at = \"book/weather[1]\"\nwas = { key = \"1\", cells = [\"mud\", \"clear\"] }\nnow = { key = \"1\", cells = [\"clear\", \"mud\"] }",
    ];
    let rulebook = with(&changes);
    let rows = &rulebook.games[0].charts.at(0).unwrap().rows;
    assert_eq!(
        rows.iter()
            .map(|row| row.heading.as_str())
            .collect::<Vec<_>>(),
        ["1", "2", "4", "3"]
    );
    assert_eq!(answer(&rulebook, "weather", "dr=1 season=winter"), "mud");
    assert_eq!(answer(&rulebook, "weather", "dr=4 season=spring"), "mud");
}

#[test]
fn a_row_goes_to_the_end_and_a_key_is_split() {
    let changes = [
        "at = \"book/weather[3..4].key\"\nwas = \"3..4\"\nnow = \"3\"",
        "at = \"book/weather.rows\"\nadd = { key = \"4\", cells = [\"mud\", \"mud\"] }",
    ];
    let rulebook = with(&changes);
    assert_eq!(answer(&rulebook, "weather", "dr=4 season=winter"), "mud");
    assert!(
        shown(&rulebook, "weather", "dr=3 season=winter")
            .1
            .contains("H1 [erratum a:")
    );
}

#[test]
fn columns_are_added_replaced_and_taken_away() {
    let split = [
        "at = \"book/weather[*, 'summer, winter'].key\"\nwas = \"summer, winter\"\nnow = \"winter\"",
        "before = \"book/weather[*, 'summer, winter']\"\nadd = { key = \"summer\", cells = [\"mud\", \"mud\", \"mud\"] }",
    ];
    let rulebook = with(&split);
    assert_eq!(
        rulebook.games[0].charts.at(0).unwrap().columns,
        ["spring", "summer", "winter"]
    );
    assert_eq!(answer(&rulebook, "weather", "dr=1 season=summer"), "mud");
    assert_eq!(answer(&rulebook, "weather", "dr=1 season=winter"), "clear");
    let merged = [
        "at = \"book/weather[*, spring]\"\nwas = { key = \"spring\", cells = [\"mud\", \"gusty\", \"clear\"] }\nremove = true",
        "at = \"book/weather[*, 'summer, winter']\"\nwas = { key = \"summer, winter\", cells = [\"clear\", \"clear\", \"gusty\"] }\nnow = { key = \"any\", cells = [\"mud\", \"mud\", \"clear\"] }",
    ];
    let rulebook = with(&merged);
    assert_eq!(rulebook.games[0].charts.at(0).unwrap().columns, ["any"]);
    assert_eq!(answer(&rulebook, "weather", "dr=1 season=spring"), "mud");
}

#[test]
fn marks_and_footnotes_are_changed() {
    let rulebook = with(&[
        "at = \"book/weather[2].marks\"\nadd = \"*\"",
        "at = \"book/weather.notes[*].when\"\nwas = \"dr = 4\"\nnow = \"dr >= 2\"",
    ]);
    let (value, text) = shown(&rulebook, "weather", "dr=2 season=spring");
    assert_eq!(value, "mud");
    assert!(text.contains("H1 note [erratum a:"), "{text}");
    let rulebook = with(&["at = \"book/weather[3..4].marks\"\nwas = \"*\"\nremove = true"]);
    let (value, text) = shown(&rulebook, "weather", "dr=4 season=spring");
    assert_eq!(value, "clear");
    assert!(text.contains("H1 [erratum a:"), "{text}");
}

#[test]
fn conditions_and_values_of_rules_are_changed() {
    let rulebook = with(&["at = \"book/haze-drm#H2.1.gives\"\nwas = \"+1\"\nnow = \"+2\""]);
    insta::assert_snapshot!(shown(&rulebook, "haze-drm", "haze=normal target=infantry").1);
    let rulebook = with(&[
        "at = \"book/haze-drm#H2.1.when\"\nwas = \"haze is normal and target is not vehicle\"\nnow = \"haze is normal\"",
    ]);
    assert_eq!(
        answer(&rulebook, "haze-drm", "haze=normal target=vehicle"),
        "+1"
    );
    let (_, text) = shown(&rulebook, "haze-drm", "haze=none target=vehicle");
    assert!(text.contains("H2.1 [erratum a:"), "{text}");
    let rulebook = with(&[
        "at = \"book/haze-drm#H2.1.when\"\nwas = \"haze is normal and target is not vehicle\"\nremove = true",
    ]);
    let (value, text) = shown(&rulebook, "haze-drm", "haze=none target=vehicle");
    assert_eq!(value, "+1");
    assert!(text.contains("H2.1 [erratum a:"), "{text}");
}

#[test]
fn a_rule_without_a_paragraph_has_that_of_its_question() {
    let rulebook =
        with(&["at = \"book/haze-drm#H2.note\"\nwas = \"as printed\"\nnow = \"as mended\""]);
    assert!(
        rulebook.games[0]
            .rules
            .iter()
            .any(|rule| rule.note == "as mended")
    );
    let rulebook = with(&[
        "at = \"book/haze-drm#H2.gives\"\nwas = \"+2\"\nremove = true",
        "at = \"book/haze-drm#H2.gap\"\nadd = \"the modifier\"",
    ]);
    assert!(answer(&rulebook, "haze-drm", "haze=intense target=horse").starts_with("Gap"));
}

#[test]
fn exceptions_are_added_changed_and_taken_away() {
    let rulebook = with(&[
        "at = \"book/haze-drm#H2.1.except\"\nadd = { cite = \"H2.3\", when = \"target is infantry\", gives = \"+0\" }",
    ]);
    insta::assert_snapshot!(shown(&rulebook, "haze-drm", "haze=normal target=infantry").1);
    let rulebook =
        with(&["at = \"book/haze-drm#H2.1.except[H2.2].gives\"\nwas = \"+3\"\nnow = \"+4\""]);
    assert_eq!(
        answer(&rulebook, "haze-drm", "haze=normal target=horse"),
        "+4"
    );
    let rulebook = with(&[
        "at = \"book/haze-drm#H2.1.except[H2.2]\"\nwas = { when = \"target is horse\", cite = \"H2.2\", gives = \"+3\" }\nremove = true",
    ]);
    let (value, text) = shown(&rulebook, "haze-drm", "haze=normal target=horse");
    assert_eq!(value, "+1");
    assert!(text.contains("H2.1 [erratum a:"), "{text}");
    let rulebook =
        with(&["at = \"book/haze-drm#H2.except\"\nadd = { when = \"target is horse\" }"]);
    assert_eq!(
        answer(&rulebook, "haze-drm", "haze=intense target=horse"),
        "+0"
    );
    let rulebook = with(&[
        "at = \"book/haze-drm#H2.1.except[H2.2].except\"\nadd = { cite = \"H2.4\", when = \"haze is normal\" }",
    ]);
    assert_eq!(
        answer(&rulebook, "haze-drm", "haze=normal target=horse"),
        "+1"
    );
}

#[test]
fn rules_are_added_replaced_and_taken_away() {
    let rulebook = with(&[
        "at = \"book/haze-drm.rules\"\nadd = { cite = \"H2.5\", when = \"target is horse\", gives = \"+5\" }",
    ]);
    assert_eq!(
        answer(&rulebook, "haze-drm", "haze=intense target=horse"),
        "+7"
    );
    let rulebook = with(&[
        "before = \"book/haze-drm#H2.1\"\nadd = { cite = \"H2.5\", when = \"target is horse\", gives = \"+5\" }",
    ]);
    assert_eq!(
        answer(&rulebook, "haze-drm", "haze=none target=horse"),
        "+5"
    );
    let rulebook = with(&[
        "at = \"book/may-fire.rules\"\nadd = { cite = \"H3.1\", when = \"target is horse\", gives = \"yes\" }",
    ]);
    assert_eq!(answer(&rulebook, "may-fire", "target=horse"), "yes");
    let rulebook = with(&[
        "at = \"book/haze-drm#H2\"\nwas = { when = \"haze is intense\", gives = \"+2\", note = \"as printed\" }\nremove = true",
    ]);
    assert_eq!(
        answer(&rulebook, "haze-drm", "haze=intense target=horse"),
        "+0"
    );
    let rulebook = with(&[
        "at = \"book/haze-drm#H2\"\nwas = { when = \"haze is intense\", gives = \"+2\", note = \"as printed\" }\nnow = { cite = \"H2.6\", when = \"haze is intense\", gives = \"+6\" }",
    ]);
    assert_eq!(
        answer(&rulebook, "haze-drm", "haze=intense target=horse"),
        "+6"
    );
}

#[test]
fn facts_questions_readings_and_examples_are_changed() {
    let rulebook = with(&[
        "at = \"book/fact:target.domain\"\nwas = \"infantry | vehicle | horse\"\nnow = \"infantry | vehicle | horse | gun\"",
    ]);
    assert_eq!(
        answer(&rulebook, "haze-drm", "haze=normal target=gun"),
        "+1"
    );
    let rulebook = with(&["at = \"book/may-fire.otherwise\"\nwas = \"no\"\nnow = \"yes\""]);
    let (value, text) = shown(&rulebook, "may-fire", "target=horse");
    assert_eq!(value, "yes");
    assert!(text.contains("H3 [erratum a:"), "{text}");
    let rulebook = with(&["at = \"book/may-fire.only\"\nadd = { target = \"horse\" }"]);
    assert!(answer(&rulebook, "may-fire", "target=vehicle").starts_with("NotAsked"));
    let rulebook = with(&["at = \"book/reading:far.default\"\nwas = \"here\"\nnow = \"there\""]);
    let (value, text) = shown(&rulebook, "where", "target=horse");
    assert_eq!(value, "there");
    assert!(text.contains("H4 [erratum a:"), "{text}");
    let rulebook = with(&["at = \"book/example#H2 EX.expect\"\nwas = \"+1\"\nnow = \"+9\""]);
    assert_eq!(rulebook.prove()[0].diagnostics[0].code, Code::ExampleFails);
    let rulebook = with(&[
        "at = \"book/example\"\nadd = { cite = \"H1 EX\", given = { dr = 1, season = \"spring\" }, ask = \"weather\", expect = \"clear\" }",
    ]);
    assert_eq!(rulebook.prove()[0].diagnostics.len(), 1);
    let rulebook = with(&[
        "at = \"book/law\"\nadd = { cite = \"H2\", says = \"never more\", always = \"haze-drm <= +3\" }",
    ]);
    assert_eq!(
        rulebook.prove()[0].count(chartroom::check::Proved::Law, |_| true),
        1
    );
    let rulebook = with(&[
        "at = \"book/fact:night\"\nadd = { domain = \"bool\" }",
        "at = \"book/may-fire.from\"\nadd = \"night\"",
        "at = \"book/may-fire.gives\"\nadd = \"night\"",
    ]);
    assert_eq!(
        answer(&rulebook, "may-fire", "night=yes target=horse"),
        "yes"
    );
    let rulebook = with(&["at = \"book/haze-drm.cite[H2.1]\"\nwas = \"H2.1\"\nremove = true"]);
    assert_eq!(rulebook.games[0].questions.at(1).unwrap().cite, ["H2"]);
    let rulebook = with(&["at = \"book/pack.edition\"\nadd = \"the second\""]);
    assert_eq!(rulebook.games[0].packs.at(0).unwrap().edition, "the second");
}

#[test]
fn a_whole_list_or_chart_is_taken_away() {
    let folder = folder([
        REEF,
        ("reef/reef/10.toml", SAILING),
        ("reef/reef/20.ron", SAILING_LISTS),
    ]);
    let ran = |words: &[&str]| chartroom_in(folder.path(), &[words, &["--rules", "."]].concat());
    assert!(ran(&["ask", "speed", "wind=fair", "fouled=no"]).says("Speed: 2"));
    let new = [
        "erratum",
        "new",
        "--id",
        "no-sails",
        "--source",
        "club",
        "--at",
        "reef/chart:sails",
        "--remove",
    ];
    let taken = ran(&new);
    assert!(
        taken.says("1 of 2 questions changed") && taken.says("2 → 0"),
        "{}",
        taken.both()
    );
    assert!(ran(&["ask", "speed", "wind=fair", "fouled=no"]).says("Speed: 0"));
    let folded = ran(&["erratum", "fold", "no-sails"]);
    assert!(
        folded.says("proved: every answer is that which the erratum gives"),
        "{}",
        folded.both()
    );
    assert!(ran(&["ask", "speed", "wind=fair", "fouled=no"]).says("Speed: 0"));
    // What is left of the file is as it was.
    let text = std::fs::read_to_string(folder.path().join("reef/reef/20.ron")).unwrap();
    assert!(
        !text.contains("sails") && text.contains("depth-chart"),
        "{text}"
    );
}

#[test]
fn an_erratum_that_is_taken_away_tells_what_is_answered_without_it() {
    let folder = folder([
        REEF,
        ("reef/reef/10.toml", SAILING),
        ("reef/reef/20.ron", SAILING_LISTS),
    ]);
    let ran = |words: &[&str]| chartroom_in(folder.path(), &[words, &["--rules", "."]].concat());
    let new = [
        "erratum",
        "new",
        "--id",
        "fair",
        "--source",
        "club",
        "--at",
        "reef/speed[Fair].gives",
        "--becomes",
        "+3",
    ];
    assert!(ran(&new).says("2 → 3"));
    let removed = ran(&["erratum", "remove", "fair"]);
    assert!(
        removed.says("took fair out of") && removed.says("3 → 2"),
        "{}",
        removed.both()
    );
}

#[test]
fn a_reading_that_is_settled_as_it_is_read_by_default_is_told() {
    let before = "[reading.deep]\ncite = \"1\"\nasks = \"How deep?\"\noptions = { here = \"here\", there = \"there\" }\n";
    let now = format!("{before}settled = \"here\"\n");
    let folder = folder([
        ("a/reef/reef/10.toml", before),
        ("b/reef/reef/10.toml", &now),
    ]);
    for side in ["a", "b"] {
        std::fs::write(folder.path().join(side).join(REEF.0), REEF.1).unwrap();
    }
    let told = chartroom_in(folder.path(), &["diff", "a", "b"]);
    assert!(
        told.says("settled") && told.says("no → yes"),
        "{}",
        told.both()
    );
}

#[test]
fn a_text_between_quotes_is_written_with_them() {
    let folder = folder([
        REEF,
        (
            "reef/reef/10.toml",
            "[fact]\nflag = { domain = \"bool\" }\n[question.sign]\ncite = \"1\"\nanswer = \"text\"\ngives = \"'none'\"\n",
        ),
    ]);
    let new = [
        "erratum",
        "new",
        "--id",
        "s",
        "--source",
        "club",
        "--at",
        "reef/sign.gives",
        "--becomes",
        "'a sign'",
        "--rules",
        ".",
    ];
    let told = chartroom_in(folder.path(), &new);
    assert!(told.says("none → a sign"), "{}", told.both());
}

const REEF: (&str, &str) = (
    "reef/reef/pack.toml",
    "id = \"reef\"\ngame = \"reef\"\ntitle = \"Reef\"\n",
);

const SAILING: &str = r#"
[unit]
knots = { means = "speed" }
[fact]
wind   = { domain = "calm | fair" }
fouled = { domain = "bool" }
[question.speed]
cite   = "1"
answer = "sum of knots"
[question.depth]
cite      = "2"
answer    = "0..=9"
otherwise = "0"
"#;

const SAILING_LISTS: &str = r#"[
List(id: "sails", title: "Sails", cite: "1", answers: "speed", rows: [("Fair", "wind is fair", "+2"), ("Fouled", "fouled", "-1")]),
Chart(id: "depth-chart", title: "Depth", cite: "2", answers: "depth", down: "wind", across: "fouled", columns: ["yes", "no"], rows: [("calm", ["1", "2"])]),
]
"#;
