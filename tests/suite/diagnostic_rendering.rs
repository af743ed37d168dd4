//! One set of findings, as people, programs and code hosts see it.

use chartroom::diagnostic::{Code, Diagnostic};
use chartroom::pack::read;
use chartroom::render::diagnostic::{Checked, human, sarif};
use chartroom::render::told;
use chartroom::source::{FileId, Sources, Span};

/// A rulebook with a mistake in a chart, and findings in it: with a place, with several places, and with none.
fn findings() -> (Sources, Vec<Diagnostic>) {
    let chart = "Chart(id: \"weather\", answers: \"weather\", down: \"dr\",\n  rows: [(\"2\", [\"mud\"]), (3..5, [\"clear\"])])\n";
    let sources = Sources::from_texts([
        (
            "my rules/desert/pack.toml",
            "id = \"desert\"\n[fact.dr]\ndomain = \"2..=12\"\n",
        ),
        ("my rules/desert/weather.ron", chart),
    ]);
    let (_, mut found) = read(&sources);
    let rule = Span {
        file: FileId(0),
        start: 14,
        end: 43,
    };
    let at = u32::try_from(chart.find("mud").unwrap()).unwrap();
    let cell = Span {
        file: FileId(1),
        start: at,
        end: at + 3,
    };
    found.push(
        Diagnostic::error(
            Code::Overlap,
            cell,
            "two rules give \u{1b}[31mdifferent answers",
        )
        .here("this gives mud")
        .label(rule, "the other is here")
        .cite("F11.2")
        .help("witness: dr = 2"),
    );
    found.push(Diagnostic::error_nowhere(
        Code::UnreadableFile,
        "cannot read `x`",
    ));
    (sources, found)
}

#[test]
fn people_see_each_place_underlined() {
    let (sources, found) = findings();
    let expected = "\
error[wrong-shape]: `3..5` stands without quotes
 --> my rules/desert/weather.ron:2:27
  |
2 |   rows: [(\"2\", [\"mud\"]), (3..5, [\"clear\"])])
  |                           ^^^^
  |
  = help: write `\"3..5\"`

error[overlap]: two rules give \u{241b}[31mdifferent answers
 --> my rules/desert/weather.ron:2:18
  |
2 |   rows: [(\"2\", [\"mud\"]), (3..5, [\"clear\"])])
  |                  ^^^ this gives mud
  |
 ::: my rules/desert/pack.toml:2:1
  |
2 | [fact.dr]
  | --------- the other is here
  |
  = help: witness: dr = 2
  = note: see F11.2

error[unreadable-file]: cannot read `x`
";
    assert_eq!(human(&found, &sources, 80, false), expected);
    assert!(human(&found, &sources, 80, true).contains("\u{1b}["));
}

#[test]
fn programs_see_lines_and_columns() {
    let (sources, found) = findings();
    let value = told::json(&Checked::of(&found, &sources));
    assert_eq!(value["version"], 1);
    let first = &value["diagnostics"][0];
    assert_eq!(first["code"], "wrong-shape");
    let place = ["line", "column", "endLine", "endColumn"].map(|key| first[key].as_u64().unwrap());
    assert_eq!(place, [2, 27, 2, 31]);
    let second = &value["diagnostics"][1];
    assert_eq!(second["labels"][1]["file"], "my rules/desert/pack.toml");
    assert_eq!(second["cite"], "F11.2");
    assert!(value["diagnostics"][2]["file"].is_null());
}

#[test]
fn code_hosts_see_sarif() {
    let (sources, found) = findings();
    let run = &sarif(&found, &sources)["runs"][0];
    let rules = run["tool"]["driver"]["rules"].as_array().unwrap();
    assert_eq!(rules.len(), Code::ALL.len());
    let result = &run["results"][1];
    let index = usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap();
    assert_eq!(rules[index]["id"], result["ruleId"]);
    let physical = &result["locations"][0]["physicalLocation"];
    assert_eq!(
        physical["artifactLocation"]["uri"],
        "my%20rules/desert/weather.ron"
    );
    assert_eq!(physical["region"]["startColumn"], 18);
    assert_eq!(
        result["relatedLocations"][0]["message"]["text"],
        "the other is here"
    );
    assert_eq!(run["results"][2]["locations"].as_array().unwrap().len(), 0);
}
