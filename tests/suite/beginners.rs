//! What people write who write their first chart: each slip is told once, at its cell, with what to write.

use crate::common;
use chartroom::rulebook::Rulebook;

const FACTS: &str = r#"
[unit]
DR = { dice = "2d6" }
[fact]
dr    = { domain = "2..=12", unit = "DR" }
month = { domain = "jan < feb < mar", cyclic = true }
[question.weather]
cite   = "1"
asks   = "What is the weather?"
answer = "clear | mud | snow"
"#;

const CHART: &str = r#"Chart(
    id: "weather-chart", title: "Weather", cite: "1", answers: "weather",
    down: "dr", across: "month",
    columns: ["jan", "feb", "mar"],
    rows: [
        ("2..5",   ["clear", "mud", "snow"]),
        ("6..9",   ["mud", "mud", "snow"]),
        ("10..12", ["snow", "clear", "snow"]),
    ],
)
"#;

fn told(facts: &str, chart: &str) -> String {
    let head = "id = \"first\"\ngame = \"sample\"\n[paragraphs]\n\"1\" = \"Weather\"\n";
    let book = Rulebook::texts([
        ("first/pack.toml", head),
        ("first/10.toml", facts),
        ("first/10.ron", chart),
    ]);
    common::told(&common::found(&book), &book.sources)
}

#[test]
fn a_fact_that_is_only_its_domain_is_told_with_what_to_write() {
    let told = told(
        &FACTS.replace("[question.weather]", "wet = \"bool\"\n[question.weather]"),
        CHART,
    );
    assert!(
        told.contains("help: write `{ domain = \"bool\" }`"),
        "{told}"
    );
}

#[test]
fn each_slip_of_a_first_chart_is_told_once_with_what_to_write() {
    let change = |old: &str, new: &str| CHART.replace(old, new);
    let slips = [
        ("a range that ends with 00", change("10..12", "10..00")),
        ("a range the wrong way round", change("6..9", "9..6")),
        (
            "an empty cell",
            change("\"clear\", \"snow\"", "\"\", \"snow\""),
        ),
        ("an em dash", change("6..9", "6\u{2014}9")),
        ("a non-breaking blank", change("6..9", "6\u{a0}..9")),
        ("an amount in words", change("10..12", "10 or more")),
        (
            "brackets forgotten",
            change("[\"mud\", \"mud\", \"snow\"]", "\"mud\", \"mud\", \"snow\""),
        ),
        (
            "pasted from a spreadsheet",
            change(
                "(\"6..9\",   [\"mud\", \"mud\", \"snow\"])",
                "(\"6..9\tmud\tmud\tsnow\")",
            ),
        ),
        ("a column missing in the rows", change(", \"snow\"])", "])")),
        ("a heading missing", change(", \"mar\"]", "]")),
        (
            "a range of dice left out",
            change("        (\"6..9\",   [\"mud\", \"mud\", \"snow\"]),\n", ""),
        ),
    ];
    let mut all = String::new();
    assert_eq!(told(FACTS, CHART), "");
    for (slip, chart) in slips {
        let told = told(FACTS, &chart);
        assert_eq!(told.matches("error[").count(), 1, "{slip}: {told}");
        all.push_str(&format!("## {slip}\n{told}\n"));
    }
    let twice = format!("{FACTS}[fact]\nfog = {{ domain = \"bool\" }}\n");
    all.push_str(&format!(
        "## the same header twice\n{}",
        told(&twice, CHART)
    ));
    insta::assert_snapshot!(all);
}

#[test]
fn a_mod_that_brings_a_fact_into_a_process_of_another_is_told_what_to_write() {
    let head = |id: &str, requires: &str| {
        format!("id = \"{id}\"\ngame = \"sample\"\n{requires}\n[paragraphs]\n\"1\" = \"One\"\n")
    };
    let base = r#"
[fact]
mud   = { domain = "bool" }
rains = { domain = "bool" }
[question.wetter]
cite   = "1"
answer = "any"
when   = "rains"
[process.ground]
cite  = "1"
asks  = "Is there mud?"
start = ["mud"]
each  = "turn"
turn  = ["rains"]
state = ["mud"]
[[process.ground.step]]
sets  = "mud"
cite  = "1"
gives = "was (mud) or wetter"
"#;
    let more = "[fact]\nflood = { domain = \"bool\" }\n[[rule]]\nanswers = \"wetter\"\ncite = \"1\"\nwhen = \"flood\"\n";
    let book = |more: &str| {
        let book = Rulebook::texts([
            ("base/pack.toml", head("base", "")),
            ("base/10.toml", base.to_owned()),
            ("more/pack.toml", head("more", "requires = [\"base\"]")),
            ("more/10.toml", more.to_owned()),
        ]);
        common::told(&common::found(&book), &book.sources)
    };
    insta::assert_snapshot!(book(more));
    assert_eq!(
        book(&more.replace("\"bool\" }", "\"bool\", usually = \"no\" }")),
        ""
    );
    let erratum = "\n[erratum.flood]\nsource = \"more\"\nstatus = \"official\"\nsays = \"it floods\"\n[[erratum.flood.change]]\nat = \"base/process:ground.start\"\nadd = \"flood\"\n";
    assert_eq!(book(&format!("{more}{erratum}")), "");
}

/// A small sound pack, beside the chart of the weather.
const SOUND: &str = r#"
[unit]
DR  = { dice = "2d6" }
DRM = { modifies = "DR" }
[fact]
dr    = { domain = "2..=12", unit = "DR" }
month = { domain = "jan < feb < mar", cyclic = true }
cover = { domain = "open | woods" }
tired = { domain = "bool" }
range = { domain = "0..=12" }
[question.weather]
cite   = "1"
asks   = "What is the weather?"
answer = "clear | mud | snow"
[question.drm]
cite   = "1"
asks   = "What DRM?"
answer = "sum of DRM"
rules  = """
when                     | gives
cover is woods and tired | +1
range >= 3               | +2
"""
examples = """
cover | tired | range | =
woods | yes   | 5     | +3
"""
"#;

/// What is told of the sound pack, or its chart, in which something stands as a beginner writes it: one error, with what to write.
fn told_once(changes: &[(&str, &str)]) -> String {
    assert_eq!(told(SOUND, CHART), "");
    let one = |(old, new): &(&str, &str)| {
        assert!(SOUND.contains(old) || CHART.contains(old), "{old}");
        let told = told(&SOUND.replacen(old, new, 1), &CHART.replacen(old, new, 1));
        let errors = told.split("\n\n").filter(|part| part.starts_with("error"));
        let [error] = errors.collect::<Vec<_>>()[..] else {
            panic!("{new}: {told}")
        };
        assert!(error.contains("help: "), "{new}: {error}");
        format!("## {new}\n{}\n", error.trim_end())
    };
    changes.iter().map(one).collect::<Vec<_>>().join("\n")
}

/// The same for conditions in the place of the first.
fn conditions_told<'t>(conditions: impl IntoIterator<Item = &'t str>) -> String {
    let conditions = conditions.into_iter();
    let changes: Vec<_> = conditions
        .map(|own| ("cover is woods and tired", own))
        .collect();
    told_once(&changes)
}

#[test]
fn a_fact_that_nobody_declares_is_told_with_the_line_to_write() {
    let conditions = conditions_told([
        "frozen and tired",
        "not frozen",
        "ground is frozen",
        "ground in {frozen, thawed}",
        "ground is frozen and ground is not thawed",
        "wind is at least gale and wind is below storm",
        "speed >= 4 and speed < 9",
        "speed in 2..5",
        "speed > range",
        "gear includes rope",
        "woods",
        "covr is woods",
        "Cover is woods",
    ]);
    let elsewhere = told_once(&[
        ("| +2", "| bonus + 1"),
        (
            "answer = \"sum of DRM\"",
            "answer = \"sum of DRM\"\nonly = { wind = \"calm | gale\" }",
        ),
        (
            "cover | tired | range | =\nwoods",
            "terrain | tired | range | =\nhill ",
        ),
        ("down: \"dr\"", "down: \"season\""),
    ]);
    let several = "ground is frozen or thawed or range >= 7";
    let several = told(&SOUND.replace("cover is woods and tired", several), CHART);
    let erratum = "[erratum.cold]\nsource = \"me\"\nstatus = \"official\"\nsays = \"it freezes\"\nchange = [{ at = \"first/drm.rules\", add = { when = \"ground is frozen\", gives = \"+1\" } }]\n";
    let erratum = told(&format!("{SOUND}{erratum}"), CHART);
    insta::assert_snapshot!([conditions, elsewhere, several, erratum].join("\n"));
}

#[test]
fn words_of_english_in_a_condition_are_told_as_they_are_written() {
    insta::assert_snapshot!(conditions_told([
        "range => 3",
        "range >= 2,5",
        "range >= 2.5",
        "range is 3-5",
        "range not in 3-5",
        "range between 3 and 5",
        "range from 3 to 5",
        "range at least 3",
        "range less than 3",
        "range 3+",
        "range is 3 or more",
        "range is 3 or less",
        "range 3",
        "cover equals woods",
        "cover isn't woods",
        "cover == woods",
        "cover is Deep woods",
        "cover is \"woods\"",
        "cover is \u{2018}woods\u{2019}",
        "cover is jan",
        "cover in [open, woods]",
        "cover in open, woods",
        "tired yes",
        "tired no",
        "very tired",
        "cover_type is woods",
    ]));
}

#[test]
fn slips_in_the_lines_of_a_topic_are_told_as_they_are_written() {
    let asks = "asks   = \"What DRM?\"";
    let row = "woods | yes   | 5     | +3";
    let rule = "range >= 3               | +2";
    insta::assert_snapshot!(told_once(&[
        (asks, "asks = What DRM?"),
        (asks, "asks = \"What DRM?"),
        (asks, "asks = What DRM?\""),
        (asks, "asks = \u{201c}What DRM?\u{201d}"),
        (asks, "asks \"What DRM?\""),
        (asks, "asks: \"What DRM?\""),
        ("answer = \"sum of DRM\"", "anwser = \"sum of DRM\""),
        ("answer = \"sum of DRM\"", "# no answer"),
        ("\"sum of DRM\"", "\"sum DRM\""),
        ("\"sum of DRM\"", "\"sum of drm\""),
        ("[question.drm]", "[question.drm"),
        ("[question.drm]", "[question.my drm]"),
        ("[question.drm]", "[question]"),
        ("[question.drm]", "[[question]]"),
        ("[question.drm]", "[question.DRM]"),
        ("[question.drm]", "[questions.drm]"),
        ("[question.drm]", "[question.weather]"),
        ("\"2..=12\", unit", "\"2..=12\" unit"),
        (
            "tired = { domain = \"bool\" }",
            "tired = { domain = \"bool\""
        ),
        ("| +2\n\"\"\"", "| +2"),
        ("5     | +3\n\"\"\"", "5     | +3"),
        ("when                     | gives\n", ""),
        ("when                     | gives", "when | give"),
        (rule, "range >= 3   +2"),
        (rule, "range >= 3\t+2"),
        (rule, "range >= 3 | +2 | tired"),
        (row, "woods | yes | +3"),
        (row, "woods | yes | 3-5 | +3"),
        (
            "cover | tired | range | =\nwoods | yes   | 5     | +3",
            "cover | range | =\nwoods | 5 | +3"
        ),
        ("\"0..=12\"", "\"0-12\""),
        ("\"0..=12\"", "\"0 to 12\""),
        ("\"0..=12\"", "\"number\""),
        ("\"0..=12\"", "12"),
        ("\"0..=12\"", "\"\""),
        ("\"bool\"", "\"yes | no\""),
        ("\"bool\"", "\"boolean\""),
        ("\"open | woods\"", "\"open, woods\""),
        ("\"open | woods\"", "\"open/woods\""),
        ("\"open | woods\"", "\"woods > open\""),
        ("\"open | woods\"", "\"'open' | 'woods'\""),
        ("\"open | woods\"", "\"open | woods | light woods\""),
        ("\"open | woods\"", "\"open | woods | woods\""),
    ]));
}

#[test]
fn slips_in_the_lines_of_a_chart_are_told_as_they_are_written() {
    let cells = "\"clear\", \"mud\"";
    insta::assert_snapshot!(told_once(&[
        ("id: \"weather-chart\", ", ""),
        ("id: \"weather-chart\"", "id = \"weather-chart\""),
        ("id: \"weather-chart\"", "id: \"Weather Chart\""),
        ("down: ", "dwon: "),
        ("answers: ", "answer: "),
        ("Chart(", "Chrat("),
        ("Chart(", "chart("),
        ("    rows: [", "    # rows\n    rows: ["),
        ("    ],\n)", "    ],"),
        ("    ],\n)", ")"),
        ("\"snow\"]),\n", "\"snow\"])\n"),
        ("\"snow\"]),\n", "\"snow\"],\n"),
        (cells, "\"clear\" \"mud\""),
        (cells, "\"clear, \"mud\""),
        (cells, "\u{201c}clear\u{201d}, \"mud\""),
        (cells, "\"clear\tmud\""),
        (cells, "\"2,5\", \"mud\""),
        (cells, "\"\u{2014}\", \"mud\""),
        (cells, "\"claer\", \"mud\""),
        (cells, "\"woods\", \"mud\""),
        (cells, "\"fog\", \"mud\""),
        (cells, "\"clear\", \"mud\", \"mud\""),
        ("\"feb\", \"mar\"]", "\"fbe\", \"mar\"]"),
        ("\"2..5\",", "2..5,"),
        ("\"2..5\",", "\"2..5\";"),
        ("\"2..5\",", "\"2...5\","),
        ("\"2..5\",", "\"2\u{2026}5\","),
        ("\"2..5\",", "\"2..=5\","),
        ("\"2..5\",", "\"=< 5\","),
        ("\"10..12\"", "\"10+\""),
    ]));
}
