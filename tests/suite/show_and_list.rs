//! Charts as the book has them, lists of what a rulebook holds, and pages of findings, as people and programs see them.

use crate::common;

use chartroom::model::{Chart, Model};
use chartroom::render::chart::Charts;
use chartroom::render::list::{Holdings, KINDS, Kind};
use chartroom::render::{View, told};
use chartroom::render::{list, page};
use chartroom::rulebook::Rulebook;
use common::{Ran, plain};
use std::path::Path;

/// The rulebook made for these tests: two games that share some names.
fn sample() -> Rulebook {
    let rulebook = Rulebook::folder(Path::new("tests/rules"));
    assert!(!rulebook.has_errors(), "{:#?}", rulebook.diagnostics);
    rulebook
}

fn shown(rulebook: &Rulebook, chart: (&Model, &Chart)) -> Charts {
    Charts::of(&[chart], &rulebook.sources, false)
}

/// Runs the program on the rulebook made for these tests.
fn run(arguments: &[&str]) -> Ran {
    common::chartroom(&[arguments, &["--rules", "tests/rules"]].concat())
}

fn error_of(arguments: &[&str]) -> String {
    let ran = run(arguments);
    assert_eq!(ran.code, 2, "{arguments:?}");
    ran.error
}

#[test]
fn every_chart_of_the_shipped_packs_is_shown_as_the_book_has_it() {
    let rulebook = Rulebook::embedded();
    for model in &rulebook.games {
        for pack in &model.packs {
            let own = model
                .charts
                .iter()
                .filter(|chart| model.pack_name(chart.pack) == pack.id);
            let texts: Vec<String> = own
                .map(|chart| without_place(&shown(&rulebook, (model, chart))))
                .collect();
            if texts.is_empty() {
                continue;
            }
            insta::with_settings!({ snapshot_path => "snapshots/charts", prepend_module_to_snapshot => false, omit_expression => true }, {
                insta::assert_snapshot!(format!("{}-{}", model.game, pack.id), texts.join("\n"));
            });
        }
    }
}

/// A chart without the line on where it is written, which other charts in its file can move.
fn without_place(shown: &Charts) -> String {
    let text = plain(&shown.page().human(80));
    let lines: Vec<&str> = text
        .lines()
        .enumerate()
        .filter(|(number, _)| *number != 1)
        .map(|(_, line)| line)
        .collect();
    lines.join("\n") + "\n"
}

#[test]
fn a_chart_by_two_facts_is_shown_in_every_format() {
    let rulebook = sample();
    let charts = rulebook.charts("shore/tide-table").unwrap();
    let own = shown(&rulebook, charts[0]);
    insta::assert_snapshot!("chart_human", plain(&own.page().human(80)));
    insta::assert_snapshot!("chart_markdown", own.page().markdown());
    insta::assert_snapshot!(
        "chart_json",
        serde_json::to_string_pretty(&told::json(&own)).unwrap()
    );
}

#[test]
fn a_list_of_modifiers_is_broken_to_the_width_of_a_terminal() {
    let rulebook = sample();
    let charts = rulebook.charts("landing-drm-list").unwrap();
    insta::assert_snapshot!(
        "modifiers_human",
        plain(&shown(&rulebook, charts[0]).page().human(48))
    );
    insta::assert_snapshot!(
        "modifiers_markdown",
        shown(&rulebook, charts[0]).page().markdown()
    );
}

#[test]
fn charts_are_found_by_their_question() {
    let rulebook = sample();
    let found = rulebook.charts("tide").unwrap();
    assert_eq!(
        found
            .iter()
            .map(|(_, chart)| chart.id.as_str())
            .collect::<Vec<_>>(),
        ["tide-table"]
    );
    let found = rulebook.charts("inland/landing-drm").unwrap();
    assert_eq!(found[0].1.title, "Roads under water");
}

#[test]
fn a_wrong_name_is_told_with_the_nearest_right_one() {
    let error = error_of(&["show", "tide-tabel"]);
    assert!(
        common::flat(&error).contains(
            "no pack declares a chart or question `tide-tabel`; did you mean `tide-table`?"
        ),
        "{error}"
    );
    let error = error_of(&["show", "tide-table"]);
    assert!(
        common::flat(&error).contains("say which: inland/tide-table, shore/tide-table"),
        "{error}"
    );
    let error = error_of(&["list", "facts", "--pack", "tide"]);
    assert!(
        common::flat(&error).contains("there is no pack `tide`; did you mean `tides`?"),
        "{error}"
    );
    let error = error_of(&["explain", "over-lap"]);
    assert!(
        common::flat(&error)
            .contains("there is no diagnostic code `over-lap`; did you mean `overlap`?"),
        "{error}"
    );
}

#[test]
fn everything_is_listed_for_a_person() {
    let rulebook = sample();
    let holdings = Holdings {
        games: &rulebook.games,
        written: &rulebook.written,
        sources: &rulebook.sources,
    };
    let lists = KINDS.each_ref().map(|kind| {
        let found = kind.entries(&holdings);
        format!(
            "==== {}\n\n{}",
            kind.name,
            plain(&list::human(kind, &found, 80))
        )
    });
    insta::assert_snapshot!("lists_human", lists.join("\n"));
}

#[test]
fn what_is_too_wide_for_a_terminal_is_broken_within_its_column() {
    let rulebook = sample();
    let holdings = Holdings {
        games: &rulebook.games,
        written: &rulebook.written,
        sources: &rulebook.sources,
    };
    let kind = Kind::named("examples").unwrap();
    let text = plain(&list::human(kind, &kind.entries(&holdings), 70));
    assert!(
        text.lines().all(|line| line.chars().count() <= 70),
        "{text}"
    );
    insta::assert_snapshot!("lists_in_a_terminal", text);
}

#[test]
fn everything_is_listed_for_a_program() {
    let ran = run(&["list", "--pack", "tides", "--format", "json"]);
    assert_eq!(ran.code, 0);
    let value = ran.json();
    assert_eq!(value["version"], 1);
    insta::assert_snapshot!("lists_json", serde_json::to_string_pretty(&value).unwrap());
}

#[test]
fn a_list_can_be_narrowed() {
    let text = run(&["list", "questions", "landing", "boat"]).out;
    assert!(
        text.contains("landing-allowed") && !text.contains("landing-drm"),
        "{text}"
    );
}

#[test]
fn a_page_is_shown_in_a_terminal() {
    let page = chartroom::diagnostic::Code::ChartOverlap.page();
    insta::assert_snapshot!("page", plain(&page::human(page, 72)));
}

#[test]
fn what_has_a_title_is_found_by_it() {
    let pack = r#"
id = "p"
game = "g"
[paragraphs]
1 = "Fire"
[fact]
rng = { domain = "0..=9", title = "Distance to the Target" }
[question.to-hit]
title  = "Chance of a Hit"
cite   = "1"
asks   = "What must be rolled?"
answer = "number"
gives  = "10 - rng"
"#;
    let place = common::folder([("g/p/pack.toml", pack)]);
    let listed = |words: &[&str]| {
        let arguments = [&["list"], words, &["--rules", "g"]].concat();
        common::chartroom_in(place.path(), &arguments).out
    };
    assert!(listed(&["questions", "chance", "hit"]).contains("to-hit"));
    assert!(listed(&["facts", "DISTANCE"]).contains("rng"));
    assert!(
        listed(&["facts", "--format", "json"]).contains("\"title\": \"Distance to the Target\"")
    );
}
