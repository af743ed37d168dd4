//! From files to answers: how long a rulebook takes to be read, resolved and proved, warm in one process and cold in one of its
//! own. The cold ones run `target/release/chartroom`, which `cargo build --release` makes.

use chartroom::check;
use chartroom::rulebook::Rulebook;
use divan::{Bencher, black_box};
use std::fmt::Write;
use std::path::Path;
use std::process::{Command, Stdio};

fn main() {
    divan::main();
}

#[divan::bench]
fn all_packs_for_answers() -> Rulebook {
    Rulebook::embedded_for_answers()
}

#[divan::bench]
fn all_packs_for_one_question() -> Option<Rulebook> {
    Rulebook::embedded_for_question("heat-haze-drm")
}

#[divan::bench]
fn all_packs_with_laws_and_examples() -> Rulebook {
    Rulebook::embedded()
}

#[divan::bench]
fn proofs_of_all_packs(bencher: Bencher) {
    let rulebook = Rulebook::embedded();
    bencher.bench_local(|| {
        rulebook
            .games
            .iter()
            .map(|model| check::prove_while(model, None, &|| true))
            .for_each(|proof| drop(black_box(proof)))
    });
}

/// A pack of a thousand expressions: 250 questions of two rules, each with a condition and a rate.
fn thousand() -> String {
    let mut text = String::from(
        "id = \"thousand\"\ngame = \"game\"\n\n[unit.DRM]\n[unit.hexes]\none = \"hex\"\n",
    );
    text += "[fact.range]\ndomain = \"0..=60\"\nunit = \"hexes\"\n[fact.kind]\ndomain = \"a | b | c | d\"\n";
    for question in 0..250 {
        let _ = write!(
            text,
            "[question.q{question}]\ncite = \"1\"\nfrom = [\"range\", \"kind\"]\nanswer = \"DRM\"\ncombine = \"sum\"\n\
             [[rule]]\nanswers = \"q{question}\"\ncite = \"1\"\nwhen = \"kind in {{a, b}} and range > {}\"\ngives = \"+1 per 6 hexes FRU beyond {}\"\n\
             [[rule]]\nanswers = \"q{question}\"\ncite = \"1\"\nwhen = \"kind is c or range in 3..{}\"\ngives = \"-1\"\n",
            question % 50,
            question % 40,
            question % 50 + 4,
        );
    }
    text
}

#[divan::bench]
fn a_pack_of_a_thousand_expressions_read_and_proved(bencher: Bencher) {
    let text = thousand();
    bencher.bench_local(|| {
        let rulebook = Rulebook::texts([("game/thousand/pack.toml", text.as_str())]);
        assert!(rulebook.diagnostics.is_empty());
        for proof in rulebook.prove() {
            assert!(proof.diagnostics.is_empty());
        }
    });
}

fn cold(bencher: Bencher, arguments: &[&str]) {
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/release/chartroom");
    if !program.exists() {
        eprintln!("build the program first: cargo build --release");
        return;
    }
    bencher.bench_local(|| {
        Command::new(&program)
            .args(arguments)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
            .map(black_box)
    });
}

#[divan::bench]
fn cold_ask(bencher: Bencher) {
    cold(
        bencher,
        &[
            "ask",
            "heat-haze-drm",
            "heat-haze=normal",
            "attack=small-arms",
            "range=13",
        ],
    );
}

#[divan::bench]
fn cold_ask_of_an_attack(bencher: Bencher) {
    cold(
        bencher,
        &[
            "ask",
            "attack-drm",
            "attack=small-arms",
            "target=infantry",
            "range=9",
            "raining=yes",
        ],
    );
}

#[divan::bench]
fn cold_find(bencher: Bencher) {
    cold(bencher, &["find", "raining", "mortar", "truck"]);
}

#[divan::bench]
fn cold_check(bencher: Bencher) {
    cold(bencher, &["check"]);
}
