//! Large packs: what they cost follows what they say.

use crate::common;

use std::fmt::Write;

const HEAD: &str =
    "id = \"reef\"\ngame = \"sea\"\ntitle = \"Reef\"\n[paragraphs]\nR1 = \"Reefs\"\n";

fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let files = files.iter().copied();
    common::folder([("reef/pack.toml", HEAD)].into_iter().chain(files))
}

/// Questions each of which asks the one before twice, with facts bound that differ or do not.
fn doubling(facts: &str, first: &str, next: impl Fn(usize) -> String) -> String {
    let mut pack = format!("{facts}[question.q0]\ncite = \"R1\"\n{first}\n");
    for number in 1..=60 {
        let answer = next(number);
        let _ = writeln!(pack, "[question.q{number}]\ncite = \"R1\"\n{answer}");
    }
    pack
}

#[test]
fn reasons_share_what_is_equal() {
    let facts = "[fact]\na = { domain = \"0..=3\" }\nb = { domain = \"0..=3\" }\n";
    let first = "answer = \"number\"\ngives = \"a + b\"";
    let pack = doubling(facts, first, |number| {
        let before = number - 1;
        format!(
            "answer = \"number\"\ngives = \"(q{before} with a = b) + (q{before} with b = a) at most 1000\""
        )
    });
    let folder = folder(&[("reef/reef.toml", &pack)]);
    for more in [&[][..], &["--why"], &["--why", "--format", "json"]] {
        let asked = [&["ask", "q60", "a=1", "b=2", "--rules", "."], more].concat();
        let ran = common::chartroom_in(folder.path(), &asked);
        assert_eq!(ran.code, 0, "{}", ran.error);
        assert!(ran.out.contains("1000"), "{}", ran.out);
        assert!(ran.out.len() < 2_000_000, "{}", ran.out.len());
    }
}

#[test]
fn reasons_that_are_too_many_are_cut_and_say_so() {
    let facts: String = (0..=60)
        .map(|number| format!("[fact.a{number}]\ndomain = \"bool\"\n"))
        .collect();
    let any: Vec<String> = (0..=60).map(|number| format!("\"a{number}\"")).collect();
    let first = format!("answer = \"any\"\nwhen = [{}]", any.join(", "));
    let pack = doubling(&facts, &first, |number| {
        let before = number - 1;
        format!(
            "answer = \"bool\"\ngives = \"(q{before} with a{number} = yes) or (q{before} with a{number} = no)\""
        )
    });
    let folder = folder(&[("reef/reef.toml", &pack)]);
    let asked = ["ask", "q60", "a0=yes", "--rules", ".", "--why"];
    let ran = common::chartroom_in(folder.path(), &asked);
    assert!(ran.out.starts_with("q60 = yes"), "{}", ran.out);
    assert!(
        ran.out
            .contains("… and more than the 1000 questions that reasons go into"),
        "{}",
        ran.out
    );
}

#[test]
fn a_chart_of_very_many_rows_is_proved_shown_pinned_and_asked() {
    const ROWS: usize = 10_000;
    let topic = format!(
        "[fact.tide]\ndomain = \"0..={}\"\n[question.depth]\ncite = \"R1\"\nanswer = \"0..={0}\"\n",
        ROWS - 1
    );
    let rows: String = (0..ROWS)
        .map(|row| format!("(\"{row}\", [\"{}\"]),\n", row * 7919 % ROWS))
        .collect();
    let chart = format!(
        "Chart(id: \"depths\", title: \"Depths\", cite: \"R1\", down: \"tide\", answers: \"depth\", rows: [\n{rows}])"
    );
    let folder = folder(&[("reef/reef.toml", &topic), ("reef/reef.ron", &chart)]);
    let run = |command: &str| {
        let arguments: Vec<&str> = command.split(' ').chain(["--rules", "."]).collect();
        common::chartroom_in(folder.path(), &arguments)
    };
    let ran = run("check");
    assert!(ran.out.starts_with("1 question"), "{}", ran.both());
    let ran = run("ask depth tide=77");
    assert!(ran.out.starts_with("depth = 9763"), "{}", ran.both());
    let ran = run(&format!("table depth --limit {ROWS}"));
    assert!(
        ran.out.contains("10,000 situations in 10,000 regions"),
        "{}",
        ran.both()
    );
    assert_eq!(run("test --accept").code, 0);
    assert_eq!(run("test").code, 0);
}
