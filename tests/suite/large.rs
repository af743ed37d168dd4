//! Large packs: what they cost follows what they say.

use crate::common;

use chartroom::model::Budget;
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
    assert!(ran.out.starts_with("Q60: Yes"), "{}", ran.out);
    assert!(
        ran.out
            .contains("… and more than the 1000 questions that reasons go into"),
        "{}",
        ran.out
    );
}

/// A question of pairs of facts that stand far apart, one that uses it, and one of ordinary size.
fn far_apart() -> String {
    let facts = (0..40).map(|fact| format!("[fact.f{fact:02}]\ndomain = \"bool\"\n"));
    let pairs = (0..20).map(|pair| format!("(f{pair:02} and f{:02})", pair + 20));
    let question = |name: &str, gives: &str| {
        format!("[question.{name}]\ncite = \"R1\"\nanswer = \"bool\"\ngives = \"{gives}\"\n")
    };
    let pairs: Vec<String> = pairs.collect();
    let from: Vec<String> = (0..40).map(|fact| format!("f{fact:02}")).collect();
    facts.collect::<String>()
        + &question("wide", &pairs.join(" or "))
            .replace("answer", &format!("from = {from:?}\nanswer"))
        + &question("above", "not wide")
        + &question("small", "f00 and f20")
}

#[test]
fn what_is_too_large_is_named_and_the_rest_is_answered() {
    let pack = far_apart();
    let folder = folder(&[("reef/reef.toml", &pack)]);
    let rules = folder.path().to_string_lossy().into_owned();
    let line = |question: &str| {
        format!(
            "{{\"question\": \"{question}\", \"facts\": {{\"f00\": \"yes\", \"f20\": \"yes\"}}}}\n"
        )
    };
    let lines = line("wide") + &line("above") + &line("small");
    let ran = common::chartroom_with(&lines, &["ask", "--batch", "--rules", &rules]);
    for told in [
        "`wide` needs too large a decision diagram",
        "`wide`, which `above` uses, needs too large a decision diagram",
        "split it into questions with fewer facts each",
        "explain too-large",
        "\"answer\":true",
    ] {
        assert!(ran.both().contains(told), "{told}: {}", ran.both());
    }
}

#[test]
fn a_run_that_has_used_up_its_budget_still_answers_what_is_small() {
    let budget = Budget::default();
    assert_eq!(budget.grant(), Budget::QUESTION);
    for _ in 0..10 {
        budget.spend(Budget::QUESTION.steps);
    }
    assert_eq!(budget.clone().grant(), Budget::LEAST);
    budget.renew();
    assert_eq!(budget.grant(), Budget::QUESTION);
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
    assert!(ran.out.starts_with("Depth: 9763"), "{}", ran.both());
    let ran = run(&format!("table depth --limit {ROWS}"));
    assert!(
        ran.out.contains("10,000 situations in 10,000 regions"),
        "{}",
        ran.both()
    );
    assert_eq!(run("test --accept").code, 0);
    assert_eq!(run("test").code, 0);
}
