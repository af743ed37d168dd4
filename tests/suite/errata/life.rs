//! The life of an erratum: asked, answered, said twice, left out, taken away.

use super::book::{BASE, erratum, files};
use super::support::{answer, cell, load, told, with};
use chartroom::diagnostic::Code;
use chartroom::pack::ErrataSet;
use chartroom::pack::overlay::{fold, without};
use chartroom::rulebook::Rulebook;
use chartroom::source::Sources;

#[test]
fn a_question_put_to_the_publisher_changes_nothing_and_may_have_no_date() {
    let asked = "[erratum.asked]\nsource = \"a letter\"\nstatus = \"open\"\nsays = \"is it so?\"\n";
    let rulebook = load(&[("asked", asked.to_owned())], "all");
    assert!(rulebook.diagnostics.is_empty(), "{}", told(&rulebook));
    let own = rulebook.errata("asked")[0];
    assert_eq!((own.applied, own.date.value.as_str()), (false, "unknown"));
    assert_eq!(own.why_not, "open");
}

#[test]
fn an_erratum_of_an_unknown_day_is_official_but_not_of_a_time() {
    let all = || [("a", erratum("a", "date = \"unknown\"", &[&cell("clear")]))];
    assert_eq!(
        answer(&load(&all(), "official"), "weather", "dr=2 season=spring"),
        "clear"
    );
    let until = load(&all(), "until:2030-01-01");
    assert_eq!(answer(&until, "weather", "dr=2 season=spring"), "gusty");
    assert_eq!(until.errata("a")[0].why_not, "of an unknown day");
}

#[test]
fn equal_changes_of_two_errata_are_one() {
    let added = "at = \"book/haze-drm#H2.1.except\"\nadd = { cite = \"H2.3\", when = \"target is infantry\" }";
    let changes = [cell("clear"), added.to_owned()];
    let changes: Vec<&str> = changes.iter().map(String::as_str).collect();
    let both = [
        ("a", erratum("a", "", &changes)),
        ("b", erratum("b", "", &changes)),
    ];
    let rulebook = load(&both, "official");
    assert!(!rulebook.has_errors(), "{}", told(&rulebook));
    assert!(rulebook.written.errata.iter().all(|own| own.applied));
    assert_eq!(answer(&rulebook, "weather", "dr=2 season=spring"), "clear");
    let rules = &rulebook.written.packs[0].rules;
    assert_eq!(
        rules[0].except.len(),
        2,
        "the exception of the pack, and that which both add"
    );
}

#[test]
fn an_equal_change_of_two_errata_stays_one_when_one_of_them_is_in_the_book() {
    let wood = "at = \"book/fact:wood\"\nadd = { domain = \"bool\" }";
    let more =
        "at = \"book/haze-drm.rules\"\nadd = { cite = \"H2.3\", when = \"wood\", gives = \"+1\" }";
    let both = [
        ("a", erratum("a", "", &[wood, more])),
        ("b", erratum("b", "", &[wood, &cell("clear")])),
    ];
    let sources = Sources::from_texts(files(&both));
    for [first, second] in [["a", "b"], ["b", "a"]] {
        let folded = fold(&sources, &[first]).unwrap().sources;
        let rulebook = Rulebook::from_sources(folded.clone(), &ErrataSet::Official);
        let found = told(&rulebook);
        assert!(!found.contains("there already"), "{first}: {found}");
        assert!(rulebook.errata(second)[0].applied, "{first}: {found}");
        assert!(fold(&folded, &[second]).is_ok(), "{first}");
    }
}

#[test]
fn a_fact_that_an_erratum_brings_joins_the_list_of_its_question_when_it_is_folded() {
    let wood = "at = \"book/fact:wood\"\nadd = { domain = \"bool\", usually = \"no\" }";
    let more =
        "at = \"book/haze-drm.rules\"\nadd = { cite = \"H2.3\", when = \"wood\", gives = \"+1\" }";
    let sources = Sources::from_texts(files(&[("a", erratum("a", "", &[wood, more]))]));
    let rulebook = Rulebook::from_sources(sources, &ErrataSet::Official);
    let folded = rulebook
        .fold(&["a"], &ErrataSet::Official)
        .unwrap()
        .rewritten;
    assert!(!folded.after.has_errors(), "{}", told(&folded.after));
    assert!(rulebook.diff(&folded.after).is_empty());
    let texts = folded.written.sources;
    let mut files = texts.files();
    assert!(files.any(|file| {
        let text = texts.text(file);
        text.contains("from      = [\"haze\", \"target\", \"wood\"]")
    }));
}

#[test]
fn a_cell_that_is_expected_of_a_whole_row_is_told_with_how_it_is_named() {
    let row = "at = \"book/weather[2]\"\nwas = \"gusty\"\nnow = \"clear\"";
    let rulebook = load(&[("a", erratum("a", "", &[row]))], "official");
    let found = told(&rulebook);
    assert!(found.contains("names a whole row"), "{found}");
    assert!(found.contains("`chart[row, column]`"), "{found}");
}

#[test]
fn all_but_one() {
    let all = || {
        [
            ("a", erratum("a", "", &[&cell("clear")])),
            (
                "b",
                erratum(
                    "b",
                    "",
                    &["at = \"book/may-fire.otherwise\"\nwas = \"no\"\nnow = \"yes\""],
                ),
            ),
        ]
    };
    let applied = |set: &str| {
        let rulebook = load(&all(), set);
        let errata = rulebook.written.errata.iter().filter(|own| own.applied);
        errata
            .map(|own| own.id.value.clone())
            .collect::<Vec<_>>()
            .join(" ")
    };
    assert_eq!(applied("all but a"), "b");
    assert_eq!(applied("official but b"), "a");
    assert_eq!(applied("all but a but b"), "");
    assert_eq!(
        "all but a".parse::<ErrataSet>().unwrap().to_string(),
        "all but a"
    );
    assert_eq!(
        load(&all(), "all but c").diagnostics[0].code,
        Code::UnknownErratum
    );
}

#[test]
fn an_example_is_named_by_any_of_its_values_and_taken_away_without_being_written_out() {
    let table = r#"
[examples.haze-drm]
cite  = "H9 EX"
given = { haze = "normal" }
rows  = """
target   | =
infantry | +1
horse    | +3
vehicle  | +0
"""
"#;
    let pack = |change: &str| {
        let mut texts = files(&[("a", erratum("a", "", &[change]))]);
        texts.push(("game/book/examples.toml".to_owned(), table.to_owned()));
        Rulebook::from_sources(Sources::from_texts(texts), &ErrataSet::Official)
    };
    for keys in ["horse", "normal, horse", "horse, normal", "target=horse"] {
        let rulebook = pack(&format!(
            "at = \"book/example#H9 EX[{keys}]\"\nremove = true"
        ));
        assert!(!rulebook.has_errors(), "{keys}: {}", told(&rulebook));
        assert_eq!(rulebook.written.packs[0].examples.len(), 3, "{keys}");
    }
    let several = told(&pack("at = \"book/example#H9 EX[normal]\"\nremove = true"));
    assert!(several.contains("names 3 things"), "{several}");
    assert!(
        several.contains("`book/example#H9 EX[normal, horse]`"),
        "{several}"
    );
}

#[test]
fn what_is_said_of_examples_is_passed_over_where_they_are_left_out() {
    let changes = ["at = \"book/example#H2 EX\"\nremove = true"];
    let sources = Sources::from_texts(files(&[("a", erratum("a", "", &changes))]));
    let short = Rulebook::for_answers((sources, Vec::new()), &ErrataSet::Official);
    assert!(!short.has_errors(), "{}", told(&short));
    assert!(short.written.packs[0].examples.is_empty());
    assert_eq!(
        answer(&short, "haze-drm", "haze=normal target=infantry"),
        "+1"
    );
}

#[test]
fn the_condition_of_a_guard_means_the_fact() {
    let both = "[question.season]\ncite = \"H9\"\nfrom = [\"season\"]\nanswer = \"season\"\ngives = \"summer\"\n";
    let change = cell("clear");
    let head = "changes = [\"weather\"]\nwhen = \"season is spring\"";
    let mut texts = files(&[("a", erratum("a", head, &[&change]))]);
    texts.push(("game/book/more.toml".to_owned(), both.to_owned()));
    let rulebook = Rulebook::from_sources(Sources::from_texts(texts), &ErrataSet::Official);
    let found = rulebook.prove().remove(0).diagnostics;
    let beyond = found
        .iter()
        .find(|found| found.code == Code::ErratumBeyondScope);
    assert!(beyond.is_none(), "{beyond:?}");
}

#[test]
fn the_last_reading_of_a_file_is_folded_away() {
    let reading = BASE.split("[reading.far]").nth(1).unwrap();
    let reading = reading.split("\n\n").next().unwrap();
    let own = format!("[reading.far]{reading}\n");
    let was = "{ cite = \"H4\", asks = \"How far?\", options = { here = \"here\", there = \"there\" }, default = \"here\", because = \"it is nearer\" }";
    let changes = [
        format!("at = \"book/reading:far\"\nwas = {was}\nremove = true"),
        "at = \"book/where#H4.gives\"\nwas = \"here if far is here, else there\"\nnow = \"here\""
            .to_owned(),
    ];
    let changes: Vec<&str> = changes.iter().map(String::as_str).collect();
    let mut texts = files(&[("a", erratum("a", "", &changes))]);
    for (_, text) in &mut texts {
        *text = text.replace(&own, "");
    }
    texts.push(("game/book/readings.toml".to_owned(), own));
    let sources = Sources::from_texts(texts);
    let folded = fold(&sources, &["a"]).unwrap();
    let after = Rulebook::from_sources(folded.sources, &ErrataSet::None);
    assert!(after.written.packs[0].readings.is_empty());
    assert_eq!(answer(&after, "where", "target=horse"), "here");
}

#[test]
fn the_last_defect_of_a_file_is_folded_away() {
    let defect =
        "[defect.smudge]\ncite = \"H1\"\nsays = \"a 4 that looks like a 9\"\nread-as = \"4\"\n";
    let was = "{ cite = \"H1\", says = \"a 4 that looks like a 9\", read-as = \"4\" }";
    let change = format!("at = \"book/defect:smudge\"\nwas = {was}\nremove = true");
    let mut texts = files(&[("a", erratum("a", "", &[&change]))]);
    texts.push(("game/book/defects.toml".to_owned(), defect.to_owned()));
    let sources = Sources::from_texts(texts);
    let folded = fold(&sources, &["a"]).unwrap();
    let after = Rulebook::from_sources(folded.sources.clone(), &ErrataSet::None);
    assert!(after.diagnostics.is_empty(), "{:#?}", after.diagnostics);
    assert!(after.written.packs[0].defects.is_empty());
    let file = folded.changed.iter().map(|file| folded.sources.path(*file));
    assert!(file.into_iter().any(|path| path.ends_with("defects.toml")));
}

#[test]
fn an_erratum_is_taken_out_of_its_file() {
    let both = format!(
        "{}\n{}",
        erratum("a", "", &[&cell("clear")]),
        erratum(
            "b",
            "",
            &["at = \"book/may-fire.otherwise\"\nwas = \"no\"\nnow = \"yes\""]
        )
    );
    let sources = Sources::from_texts(files(&[("both", both)]));
    let left = without(&sources, "a").unwrap().sources;
    let rulebook = Rulebook::from_sources(left.clone(), &ErrataSet::All);
    assert!(!rulebook.has_errors(), "{}", told(&rulebook));
    assert_eq!(rulebook.written.errata.len(), 1);
    let none = without(&left, "b").unwrap().sources;
    let rulebook = Rulebook::from_sources(none, &ErrataSet::All);
    assert!(rulebook.diagnostics.is_empty(), "{}", told(&rulebook));
    assert!(without(&sources, "c").is_err());
    let changed = with(&[&cell("clear")]);
    assert_eq!(answer(&changed, "weather", "dr=2 season=spring"), "clear");
}

#[test]
fn usual_values_and_the_guide_have_addresses() {
    let more = "[usually]\nhaze = \"none\"\n[guide]\nasked = [\"weather\"]\n";
    let changes = [
        "at = \"book/usually:haze\"\nwas = \"none\"\nnow = \"normal\"",
        "at = \"book/guide.asked\"\nadd = \"haze-drm\"",
    ];
    let mut texts = files(&[("a", erratum("a", "", &changes))]);
    texts.push(("game/book/more.toml".to_owned(), more.to_owned()));
    let sources = Sources::from_texts(texts);
    let rulebook = Rulebook::from_sources(sources.clone(), &ErrataSet::Official);
    assert!(!rulebook.has_errors(), "{}", told(&rulebook));
    let pack = &rulebook.written.packs[0];
    assert_eq!(pack.usually[0].1[0].is.value, "normal");
    assert_eq!(pack.guides[0].asked.len(), 2);
    let folded = fold(&sources, &["a"]).unwrap();
    let after = Rulebook::from_sources(folded.sources, &ErrataSet::None);
    assert_eq!(after.written.packs[0].usually[0].1[0].is.value, "normal");
}

#[test]
fn one_change_stands_in_the_place_of_another_and_the_rest_stays() {
    let otherwise = "at = \"book/may-fire.otherwise\"\nwas = \"no\"\nnow = \"yes\"";
    let first = erratum("first", "", &[&cell("clear"), otherwise]);
    let later = format!("{}\nsupersedes = [\"first\"]", cell("mud"));
    let both = [("first", first), ("later", erratum("later", "", &[&later]))];
    let rulebook = load(&both, "official");
    assert!(!rulebook.has_errors(), "{}", told(&rulebook));
    assert_eq!(answer(&rulebook, "weather", "dr=2 season=spring"), "mud");
    assert_eq!(answer(&rulebook, "may-fire", "target=horse"), "yes");
}
