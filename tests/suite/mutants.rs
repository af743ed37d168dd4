//! Mutants: which changes of a datum no worked example notices, and an example that would.

use crate::common;

use chartroom::analysis::mutants::{Fate, Judged, Kind, Score, Trial, Unnoticed, try_all};
use chartroom::check::{Again, Extent, check};
use chartroom::model::{Model, Question, QuestionId};
use chartroom::pack::{self, ErrataSet, Pack};
use chartroom::render::mutants::view;
use chartroom::render::{View, told};
use chartroom::rulebook::Rulebook;
use chartroom::source::Sources;
use common::{chartroom_in, folder, found, told, write};
use std::collections::BTreeSet;
use strum::VariantArray;

const HEAD: &str = concat!(
    include_str!("common/desert.toml"),
    include_str!("common/dust-by-turn.toml"),
    r#"
[fact.indoors]
domain = "bool"
means = "all of it is indoors"
[fact.board]
domain = "text"
means = "the board"

[question.weather]
cite = "1"
asks = "What is the weather?"
from = ["dr"]
answer = "clear | gusty | storm"

[question.dust-drm]
cite = "2"
asks = "What DRM does dust give?"
from = ["dust", "range", "indoors"]
answer = "DRM"
otherwise = "+0"
[[rule]]
answers = "dust-drm"
cite = "2"
when = "dust is heavy and range >= 3"
gives = "+1 per 6 hexes FRU"
except = [{ cite = "2", when = "indoors" }]

[question.sand-drm]
cite = "2"
asks = "What DRM does sand give?"
from = ["dust", "indoors"]
answer = "DRM"
combine = "sum"

[question.old-board]
cite = "1"
asks = "Is it an old board?"
from = ["board"]
answer = "bool"
combine = "any"
[[rule]]
answers = "old-board"
cite = "1"
when = "board is 'A1'"
[[rule]]
answers = "old-board"
cite = "1"
when = "board is 'B2'"

[question.smell]
cite = "1"
asks = "What does the air smell of?"
from = []
answer = "sand | salt"
gives = "salt"
"#
);

const CHART: &str = r#"[
Chart(
    id: "weather-chart", title: "Weather", cite: "1", answers: "weather", down: "dr",
    rows: [
        ("2..5", ["clear"]),
        ("6..9", ["gusty"]),
        (">= 10", ["storm"]),
    ],
),
List(
    id: "sand-list", title: "Sand", cite: "2", answers: "sand-drm",
    rows: [
        ("Dust", "dust is not none", "+2"),
        ("Indoors", "indoors", "-1"),
    ],
),
]"#;

const EXAMPLES: &str = r#"
[[example]]
cite = "1"
given = { dr = "2..5" }
ask = "weather"
expect = "clear"
[[example]]
cite = "2"
given = { dust = "heavy", range = "3..6", indoors = "no" }
ask = "dust-drm"
expect = "+1"
[[law]]
cite = "2"
says = "nobody sees dust indoors"
always = "(dust-drm with indoors = yes) = 0"
"#;

const ERRATUM: &str = r#"
[erratum.louder]
source = "the author"
date = "2024-05-31"
status = "official"
says = "a DR of 12 is gusty"
"#;

fn rulebook(more: &str) -> Rulebook {
    let topic = format!("{EXAMPLES}{more}");
    let texts = [
        ("sample/pack.toml", HEAD.to_owned()),
        ("sample/10-weather.ron", CHART.to_owned()),
        ("sample/20-more.toml", topic),
    ];
    let rulebook = Rulebook::texts(texts);
    let found = found(&rulebook);
    assert!(found.is_empty(), "{}", told(&found, &rulebook.sources));
    rulebook
}

fn tried(rulebook: &Rulebook, pinned: bool) -> Vec<Judged> {
    try_all(&Trial {
        written: &rulebook.written,
        sources: &rulebook.sources,
        model: &rulebook.games[0],
        wanted: &|_| true,
        pinned: &|_| pinned,
        progress: &|_, _| {},
    })
}

fn survivors(judged: &[Judged]) -> Vec<(&Judged, &Unnoticed)> {
    judged
        .iter()
        .filter_map(|judged| match &judged.fate {
            Fate::Survives(ready) => Some((judged, ready.as_ref())),
            _ => None,
        })
        .collect()
}

#[test]
fn survivors_are_told_with_examples_that_would_notice_them() {
    let rulebook = rulebook("");
    let judged = tried(&rulebook, false);
    let view = view(&judged, &rulebook.sources, 100);
    insta::assert_snapshot!("human", common::plain(&view.page().human(80)));
    let told = told::json(&view);
    insta::assert_snapshot!(
        "json",
        serde_json::to_string_pretty(&told["survivors"][0]).unwrap()
    );
    assert_eq!(told["mutants"]["survived"], survivors(&judged).len());
}

#[test]
fn the_examples_offered_hold_and_with_them_nothing_survives() {
    let mut more = String::new();
    for round in 0.. {
        let rulebook = rulebook(&more);
        let judged = tried(&rulebook, false);
        let survivors = survivors(&judged);
        if survivors.is_empty() {
            break;
        }
        assert!(round < 5, "the same mutants survive again: {survivors:?}");
        let examples: BTreeSet<&str> = survivors
            .iter()
            .map(|(judged, ready)| {
                ready
                    .example
                    .as_deref()
                    .unwrap_or_else(|| panic!("no example for {judged:?}"))
            })
            .collect();
        more.extend(examples);
    }
}

#[test]
fn every_kind_of_datum_is_changed() {
    let rulebook = rulebook("");
    let judged = tried(&rulebook, false);
    let kinds: BTreeSet<Kind> = judged.iter().map(|judged| judged.mutant.kind).collect();
    let missing: Vec<&str> = Kind::VARIANTS
        .iter()
        .filter(|kind| !kinds.contains(kind))
        .map(Into::into)
        .collect();
    assert_eq!(missing, ["usual", "erratum"]);
    let order = judged
        .iter()
        .filter(|judged| judged.mutant.kind == Kind::Order);
    assert!(
        order
            .into_iter()
            .all(|judged| judged.fate == Fate::Equivalent),
        "the order of rules says nothing"
    );
}

#[test]
fn pinned_answers_notice_everything_that_changes() {
    let rulebook = rulebook("");
    let judged = tried(&rulebook, true);
    let score = Score::of(&judged);
    assert_eq!((score.survived, score.noticed > 20), (0, true));
    assert!(judged.iter().any(|judged| judged.fate == Fate::ByPin));
}

#[test]
fn an_erratum_left_out_is_a_mutant_too() {
    let erratum = format!(
        "{ERRATUM}[[erratum.louder.change]]\nat = \"desert/weather-chart[>= 10, weather]\"\nwas = \"storm\"\nnow = \"gusty\"\n"
    );
    let texts = [
        ("sample/pack.toml", HEAD),
        ("sample/10-weather.ron", CHART),
        ("sample/errata/a.toml", &erratum),
    ];
    let rulebook = common::rulebook(texts);
    let judged = tried(&rulebook, false);
    let erratum = judged
        .iter()
        .find(|judged| judged.mutant.kind == Kind::Erratum)
        .unwrap();
    let Fate::Survives(ready) = &erratum.fate else {
        panic!("{:?}", erratum.fate)
    };
    assert_eq!(
        (ready.answers.as_str(), ready.instead.as_str()),
        ("gusty", "storm")
    );
}

#[test]
fn a_score_that_is_too_low_is_a_finding() {
    let folder = folder([
        ("rules/desert/pack.toml", HEAD),
        ("rules/desert/10-weather.ron", CHART),
        ("rules/desert/20-more.toml", EXAMPLES),
    ]);
    let run = |arguments: &[&str]| {
        chartroom_in(folder.path(), &[&["--rules", "rules"], arguments].concat())
    };
    let low = run(&["mutants", "--min-score", "0.9", "--limit", "1"]);
    assert_eq!(
        (low.code, low.out.contains("more survivors")),
        (1, true),
        "{}",
        low.out
    );
    assert!(low.error.contains("is below 9/10"), "{}", low.error);
    assert_eq!(run(&["mutants", "--min-score", "0.1"]).code, 0);
    assert_eq!(run(&["mutants", "--min-score", "2"]).code, 2);
    assert_eq!(run(&["mutants", "dessert"]).code, 2);
    assert_eq!(run(&["mutants", "--format", "json"]).json()["version"], 1);

    assert_eq!(run(&["test", "--accept"]).code, 0);
    assert_eq!(run(&["mutants", "--min-score", "1"]).code, 0);
    assert_eq!(
        run(&["mutants", "--min-score", "1", "--examples-only"]).code,
        1
    );

    write(
        folder.path(),
        [(
            "rules/desert/20-more.toml",
            EXAMPLES.replace("\"+1\"", "\"+2\""),
        )],
    );
    assert_eq!(
        run(&["mutants"]).code,
        2,
        "what fails as it is notices everything"
    );
}

const USUAL: &str = "[usually]\ndust = \"heavy\"\nindoors = \"no\"\n";

#[test]
fn what_is_usual_is_changed_and_an_example_that_rests_on_it_notices_that() {
    let usual = |more: &str| {
        let texts = [
            ("sample/pack.toml", format!("{HEAD}{USUAL}")),
            ("sample/10-weather.ron", CHART.to_owned()),
            ("sample/20-more.toml", format!("{EXAMPLES}{more}")),
        ];
        let rulebook = Rulebook::texts(texts);
        let found = found(&rulebook);
        assert!(found.is_empty(), "{}", told(&found, &rulebook.sources));
        let mut judged = tried(&rulebook, true);
        judged.retain(|judged| judged.mutant.kind == Kind::Usual);
        judged
    };
    let judged = usual("");
    let survivors = survivors(&judged);
    let told = survivors.iter().map(|(judged, unnoticed)| {
        let Unnoticed {
            question,
            answers,
            instead,
            ..
        } = unnoticed;
        let (was, becomes) = (&judged.mutant.was, &judged.mutant.becomes);
        format!("{was} -> {becomes}: {question} {answers}, not {instead}")
    });
    insta::assert_snapshot!(told.collect::<Vec<_>>().join("\n"));
    let examples: BTreeSet<&str> = survivors
        .iter()
        .filter_map(|(_, own)| own.example.as_deref())
        .collect();
    let more: String = examples.into_iter().collect();
    let judged = usual(&more);
    assert!(!judged.is_empty());
    let survives = judged
        .iter()
        .filter(|judged| matches!(&judged.fate, Fate::Survives(own) if own.example.is_some()));
    assert_eq!(survives.count(), 0);
}

/// The models of the shipped games, each with its packs.
fn each_game(mut does: impl FnMut(Model, &[&Pack])) {
    let (written, _) = pack::read_for_answers(&Sources::embedded(), &ErrataSet::Official);
    for model in check(&written, Extent::Answers).games.iter().cloned() {
        let is_own = |pack: &&Pack| {
            let game = pack.game.as_ref();
            game.is_some_and(|game| game.value == model.game)
        };
        let own: Vec<&Pack> = written.packs.iter().filter(is_own).collect();
        does(model, &own);
    }
}

#[test]
fn a_question_resolved_again_is_what_it_was() {
    each_game(|mut model, packs| {
        let ids: Vec<QuestionId> = model.questions.ids().collect();
        for id in ids {
            if model.questions[id].process.is_some() {
                continue;
            }
            let name = model.questions[id].name.clone();
            let before = text_of(&model, id);
            let again = Again::questions(model, &[id], packs);
            assert_eq!(again.is_sound, Some(true), "{name}");
            assert_eq!(text_of(&again.model, id), before, "{name}");
            model = again.taken_back();
            assert_eq!(text_of(&model, id), before, "{name}");
        }
    });
}

#[test]
fn what_a_fact_usually_is_is_resolved_again_as_it_was() {
    each_game(|mut model, packs| {
        let facts: Vec<_> = model.variables.ids().collect();
        let usual = |model: &Model, fact| format!("{:?}", model.variables[fact].usually);
        for fact in facts {
            let name = model.variable_name(fact).to_owned();
            let before = usual(&model, fact);
            let again = Again::usual(model, fact, packs);
            assert_eq!(again.is_sound, Some(true), "{name}");
            assert_eq!(usual(&again.model, fact), before, "{name}");
            model = again.taken_back();
            assert_eq!(usual(&model, fact), before, "{name}");
        }
    });
}

/// All that a question says, but for the numbers of its rules and charts.
fn text_of(model: &Model, id: QuestionId) -> String {
    let question = &model.questions[id];
    let rules = question.rules.iter().map(|rule| {
        let rule = &model.rules[*rule];
        format!(
            "{} {:?} {:?} {:?}",
            rule.cite, rule.when, rule.outcome, rule.except
        )
    });
    let rules: Vec<String> = rules.collect();
    let Question {
        from,
        only,
        beware,
        otherwise,
        broken,
        ..
    } = question;
    format!(
        "{from:?} {only:?} {beware:?} {otherwise:?} {broken} {}",
        rules.join("\n")
    )
}

#[test]
fn a_mutant_without_a_text_that_was_answered_is_judged_like_any_other() {
    let texts = r#"
[fact]
gusts = { domain = "bool" }
sign  = { domain = "text" }
[question.notice]
cite      = "1"
answer    = "text"
otherwise = "'nothing'"
rules     = """
when                       | gives
sign is 'SD'               | 'dunes'
sign is not 'SD' and gusts | 'dark {sign}'
"""
"#;
    let head = "id = \"reef\"\ngame = \"reef\"\ntitle = \"Reef\"\n";
    let folder = folder([("reef/pack.toml", head), ("reef/10.toml", texts)]);
    let ran = chartroom_in(folder.path(), &["mutants", "--rules", "."]);
    assert!(ran.says("score 0.000"), "{}", ran.both());
}

/// Of a question of which `check` tells something already, only what it tells besides is held against a mutant.
#[test]
fn a_question_with_a_warning_is_judged_like_any_other() {
    let rulebook = Rulebook::texts([
        ("sample/pack.toml", "id = \"sample\"\ngame = \"sample\"\n"),
        (
            "sample/topic.toml",
            r#"
fact.n.domain = "0..=5"
[question.q]
cite = "1"
answer = "0..=3"
otherwise = "0"
rules = """
when                | gives
n >= 3              | 2
n >= 5 and n <= 4   | 1
n = 1               | 3
"""
"#,
        ),
    ]);
    let refused = |judged: &Judged| judged.fate == Fate::Refused;
    let judged = tried(&rulebook, false);
    let told: Vec<String> = judged
        .iter()
        .filter(|own| refused(own))
        .map(|own| format!("{} becomes {}", own.mutant.was, own.mutant.becomes))
        .collect();
    insta::assert_debug_snapshot!(told, @r#"
    [
        "n >= 3 becomes ",
        "n = 1 becomes ",
        "3 becomes 4",
    ]
    "#);
}
