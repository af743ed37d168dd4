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
