//! A command that a message suggests can be pasted.

use super::{Desk, LANDING, Told, pack};

/// The first command in backticks.
fn suggested(told: &Told) -> String {
    let text = format!("{}{}", told.out, told.errors);
    let (_, rest) = text
        .split_once("`chartroom ")
        .unwrap_or_else(|| panic!("{text}"));
    crate::common::flat(&format!("chartroom {}", rest.split_once('`').unwrap().0))
}

fn desk() -> Desk {
    let desk = Desk::new();
    desk.write("my packs/shore/pack.toml", &pack("shore", "", LANDING));
    desk
}

#[test]
fn every_suggestion_names_the_packs_of_the_command() {
    let desk = desk();
    let rules = ["--rules", "my packs"];
    for line in [
        &["ask", "landing-cost", "surf=2"][..],
        &["ask", "landing-cost", "surf=2", "--format", "json"],
        &["table", "landing-cost"],
        &["odds", "landing-cost"],
        &["list"],
        &["test"],
        &["mutants"],
    ] {
        let told = desk.run_in("", &[line, &rules].concat());
        assert_eq!(
            suggested(&told),
            "chartroom check --rules 'my packs'",
            "{line:?}\n{}",
            told.all()
        );
    }
    let shown = desk.paste("chartroom check --rules 'my packs'");
    assert!(
        shown.errors.contains("error[unknown-fact]"),
        "{}",
        shown.all()
    );
}

#[test]
fn the_errata_of_the_command_are_named_and_the_environment_is_left_to_itself() {
    let desk = desk();
    let told = desk.run_in(
        "my packs",
        &["ask", "landing-cost", "surf=2", "--errata", "all"],
    );
    assert_eq!(suggested(&told), "chartroom check --errata all");
}

#[test]
fn another_command_is_suggested_with_the_same_facts() {
    let desk = Desk::with_theatre();
    for (line, command) in [
        (
            "roll monsoon-weather weather-dr=9",
            "chartroom ask monsoon-weather weather-dr=9",
        ),
        (
            "ask arid-set-up month=jul",
            "chartroom roll arid-set-up month=jul",
        ),
        (
            "roll arid-set-up month=jun,jul",
            "chartroom odds arid-set-up month=jun,jul",
        ),
        ("ask no-such-thing", "chartroom list questions"),
    ] {
        let told = desk.run(&format!("{line} --rules embedded --rules mine"));
        let suggested = suggested(&told);
        assert_eq!(
            suggested,
            format!("{command} --rules embedded --rules mine"),
            "{}",
            told.all()
        );
        let pasted = desk.paste(&suggested);
        assert!(
            !pasted.errors.contains("no pack declares"),
            "{suggested}\n{}",
            pasted.all()
        );
    }
}

#[test]
fn an_error_in_a_batch_is_told_with_a_whole_command() {
    let desk = desk();
    desk.write("batch.jsonl", "{\"question\": \"nothing-of-that-name\"}\n");
    let told = desk.run_in(
        "",
        &["--rules", "my packs", "ask", "--batch", "batch.jsonl"],
    );
    assert_eq!(
        suggested(&told),
        "chartroom list questions --rules 'my packs'"
    );
}
