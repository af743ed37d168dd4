//! A column of a chart may have a paragraph, a condition and exceptions of its own.

use crate::common;

use chartroom::answer::Evaluator;
use chartroom::rulebook::Rulebook;
use chartroom::turn::Situation;

const WORDS: &str = r#"
id = "book"
game = "sample"
[unit.hexes]
one = "hex"
[unit.DRM]
[fact.haze]
domain = "none < normal < intense"
[fact.target]
domain = "infantry | cavalry | vehicle"
[fact.range]
domain = "0..=40"
unit = "hexes"
[fact.night]
domain = "bool"
[question.haze-drm]
answer = "DRM"
combine = "sum"
"#;

const CHART: &str = r#"Chart(
    id: "haze-chart", title: "Heat Haze", cite: "H1", answers: "haze-drm", down: "target", across: "haze",
    columns: [
        (key: "normal", when: "not night"),
        (key: "intense", cite: "H2", except: [(cite: "H3", when: "target is cavalry", gives: "+0")]),
    ],
    rows: [
        ("infantry, cavalry", ["+1 per 6 hexes FRU beyond 12", "+1 per 6 hexes FRU beyond 6"]),
        ("vehicle", ["+1 per 12 hexes FRU beyond 24", "+1 per 12 hexes FRU beyond 12"]),
    ],
)"#;

fn rulebook(errata: &str) -> Rulebook {
    Rulebook::texts([
        ("sample/book/pack.toml", WORDS),
        ("sample/book/10-haze.ron", CHART),
        ("sample/book/errata/sheet.toml", errata),
    ])
}

/// The answer in a situation, and the paragraph that gives it.
fn haze(rulebook: &Rulebook, facts: [u32; 4]) -> (String, Vec<String>) {
    let model = &rulebook.games[0];
    let mut situation = Situation::new(model);
    for (name, index) in ["haze", "target", "range", "night"].into_iter().zip(facts) {
        situation.set(model.variable_names[name], Some(index));
    }
    let why = Evaluator::new(model).explain(model.question_names["haze-drm"], &situation);
    let answer = why.leaf.as_ref().and_then(|leaf| leaf.value()).unwrap();
    let cites = why
        .applied
        .iter()
        .map(|applied| applied.cite().to_owned())
        .collect();
    (answer.show(&model.words, true), cites)
}

#[test]
fn a_column_has_a_paragraph_a_condition_and_exceptions_of_its_own() {
    let rulebook = rulebook("# none\n");
    assert!(
        rulebook.diagnostics.is_empty(),
        "{:?}",
        rulebook.diagnostics
    );
    assert!(rulebook.prove()[0].diagnostics.is_empty());
    assert_eq!(
        haze(&rulebook, [1, 0, 13, 0]),
        ("+1".to_owned(), vec!["H1".to_owned()])
    );
    assert_eq!(haze(&rulebook, [1, 0, 13, 1]).0, "+0");
    assert_eq!(
        haze(&rulebook, [2, 0, 13, 1]),
        ("+2".to_owned(), vec!["H2".to_owned()])
    );
    assert_eq!(haze(&rulebook, [2, 1, 13, 1]).0, "+0");
}

#[test]
fn a_column_with_parts_of_its_own_is_shown() {
    let folder = tempfile::tempdir().unwrap();
    let pack = folder.path().join("sample/book");
    std::fs::create_dir_all(&pack).unwrap();
    std::fs::write(pack.join("pack.toml"), WORDS).unwrap();
    std::fs::write(pack.join("10-haze.ron"), CHART).unwrap();
    let shown = common::chartroom_in(folder.path(), &["show", "haze-chart", "--rules", "."]);
    insta::assert_snapshot!(shown.both());
}

#[test]
fn an_erratum_changes_the_paragraph_the_condition_and_the_key_of_a_column() {
    let change = |at: &str, was: &str, now: &str| {
        format!(
            "[[erratum.a.change]]\nat = \"book/haze-drm[*, {at}\"\nwas = \"{was}\"\nnow = \"{now}\"\n"
        )
    };
    let erratum = format!(
        "[erratum.a]\nsource = \"a sheet\"\ndate = 2024-05-31\nstatus = \"official\"\nsays = \"so\"\n{}{}{}",
        change("intense].cite", "H2", "H4"),
        change("normal].when", "not night", "night"),
        change("normal].key", "normal", "none, normal"),
    );
    let rulebook = rulebook(&erratum);
    assert!(
        rulebook.diagnostics.is_empty(),
        "{:?}",
        rulebook.diagnostics
    );
    assert_eq!(haze(&rulebook, [2, 0, 13, 0]).1, ["H4"]);
    assert_eq!(haze(&rulebook, [1, 0, 13, 1]).0, "+1");
    assert_eq!(haze(&rulebook, [0, 0, 13, 1]).0, "+1");
}
