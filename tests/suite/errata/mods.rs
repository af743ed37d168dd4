//! What mods say of each other's packs: where a row and a column meet, what fills a gap, new values and new names of old ones.

use super::book::{erratum, files};
use super::support::{answer, load, told, with};
use crate::common;
use chartroom::diagnostic::Code;
use chartroom::pack::ErrataSet;
use chartroom::pack::overlay::fold;
use chartroom::rulebook::Rulebook;
use chartroom::source::Sources;

const COLUMN: &str = "after = \"book/weather[*, spring]\"\nadd = { key = \"monsoon\", cells = [\"mud\", \"mud\", \"clear\"] }";
const SEASON: &str =
    "after = \"book/fact:season.domain[spring]\"\nadd = \"monsoon\"\nmeant = \"all\"";
const SHORT: &str = "at = \"book/weather[3..4].key\"\nwas = \"3..4\"\nnow = \"3\"";
const ROW: &str =
    "at = \"book/weather.rows\"\nadd = { key = \"4\", cells = [\"gusty\", \"gusty\"] }";
const CELL: &str = "at = \"book/weather[4, monsoon]\"\nadd = \"mud\"";
const NOTE: &str = "at = \"book/weather.notes[*].when\"\nwas = \"dr = 4\"\nnow = \"dr = 3\"";

#[test]
fn a_column_of_one_and_a_row_of_another_meet_in_a_cell_of_a_third() {
    let all = [
        ("a", erratum("a", "", &[SEASON, COLUMN])),
        ("b", erratum("b", "", &[SHORT, ROW, NOTE])),
        ("c", erratum("c", "", &[CELL])),
    ];
    let rulebook = load(&all, "official");
    assert_eq!(told(&rulebook), "");
    assert_eq!(answer(&rulebook, "weather", "dr=4 season=monsoon"), "mud");
    assert_eq!(answer(&rulebook, "weather", "dr=4 season=spring"), "gusty");
    assert_eq!(answer(&rulebook, "weather", "dr=2 season=monsoon"), "mud");
    // Without the row, or without the column, the cell is of no chart and nothing is wrong.
    for set in ["official but a", "official but b"] {
        assert_eq!(told(&load(&all, set)), "", "{set}");
    }
    let without = told(&load(&all, "official but c"));
    let without = without.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        without.contains("where the row `4` and the column `monsoon` meet"),
        "{without}"
    );
    assert!(
        without.contains("at = \"book/weather[4, monsoon]\""),
        "{without}"
    );
}

#[test]
fn one_erratum_adds_a_row_a_column_and_their_cell_and_is_folded() {
    let changes = [SEASON, COLUMN, SHORT, ROW, NOTE, CELL];
    let rulebook = with(&changes);
    assert_eq!(answer(&rulebook, "weather", "dr=4 season=monsoon"), "mud");
    let sources = Sources::from_texts(files(&[("a", erratum("a", "", &changes))]));
    let folded = fold(&sources, &["a"]).unwrap_or_else(|found| panic!("{found:#?}"));
    let after = Rulebook::from_sources(folded.sources, &ErrataSet::Official);
    assert_eq!(told(&after), "");
    assert_eq!(answer(&after, "weather", "dr=4 season=monsoon"), "mud");
}

#[test]
fn errata_that_meet_are_folded_together() {
    let all = [
        ("a", erratum("a", "", &[SEASON, COLUMN])),
        ("b", erratum("b", "", &[SHORT, ROW, NOTE, CELL])),
    ];
    let sources = Sources::from_texts(files(&all));
    let alone = fold(&sources, &["b"]).unwrap_err();
    assert!(alone[0].message.contains("folded together"), "{alone:#?}");
    let folded = fold(&sources, &["a", "b"]).unwrap_or_else(|found| panic!("{found:#?}"));
    let after = Rulebook::from_sources(folded.sources, &ErrataSet::Official);
    assert_eq!(answer(&after, "weather", "dr=4 season=monsoon"), "mud");
}

#[test]
fn the_cell_of_a_row_that_nobody_adds_is_told() {
    let stray = CELL.replace("[4, ", "[5, ");
    let rulebook = load(
        &[("a", erratum("a", "", &[SEASON, COLUMN, &stray]))],
        "official",
    );
    let found = &rulebook.diagnostics[0];
    assert_eq!(
        found.code,
        Code::ErratumMatchesNothing,
        "{}",
        told(&rulebook)
    );
    assert!(found.message.contains("no row `5`"), "{}", found.message);
}

const LOST: &str = r#"
[question.lost]
cite     = "H5"
answer   = "DRM"
rules    = """
when                | gives | gap
target is infantry  | +1    |
target is not infantry |    | the number is smudged
"""
examples = """
target   | =
infantry | +1
horse    | gap
"""
"#;

fn with_gap(errata: &[(&str, String)]) -> Rulebook {
    let mut texts = files(errata);
    texts.push(("game/book/lost.toml".to_owned(), LOST.to_owned()));
    Rulebook::from_sources(Sources::from_texts(texts), &ErrataSet::Official)
}

#[test]
fn what_is_lost_is_filled_by_one_change_and_its_example_is_answered_by_it() {
    let fills = "at = \"book/lost#H5[2]\"\nfills = \"+2\"";
    let rulebook = with_gap(&[("a", erratum("a", "", &[fills]))]);
    assert_eq!(told(&rulebook), "");
    assert_eq!(answer(&rulebook, "lost", "target=horse"), "+2");
    let found = common::found(&rulebook);
    assert!(
        found.is_empty(),
        "{}",
        common::told(&found, &rulebook.sources)
    );
    let none = "at = \"book/lost#H5[1]\"\nfills = \"+2\"";
    let refused = told(&with_gap(&[("a", erratum("a", "", &[none]))]));
    assert!(
        refused.contains("the erratum `a` fills what is no gap"),
        "{refused}"
    );
}

#[test]
fn a_gap_that_its_own_pack_fills_makes_the_example_fail() {
    let mut texts = files(&[]);
    texts.push((
        "game/book/lost.toml".to_owned(),
        LOST.replace("|    | the number is smudged", "| +2 |"),
    ));
    let rulebook = Rulebook::texts(texts);
    let found = common::found(&rulebook);
    assert!(
        found.iter().any(|found| found.code == Code::ExampleFails),
        "{found:#?}"
    );
}

#[test]
fn an_example_of_a_gap_is_answered_only_where_all_that_it_asks_was_brought() {
    // Infantry has the same answer, of the pack itself: what the example calls lost never was.
    let lost = LOST
        .replace("horse    | gap", "horse, infantry | gap")
        .replace("infantry | +1\n", "");
    let fills = "at = \"book/lost#H5[2]\"\nfills = \"+1\"";
    let mut texts = files(&[("a", erratum("a", "", &[fills]))]);
    texts.push(("game/book/lost.toml".to_owned(), lost));
    let rulebook = Rulebook::texts(texts);
    let found = common::found(&rulebook);
    assert!(
        found.iter().any(|found| found.code == Code::ExampleFails),
        "{found:#?}"
    );
}

#[test]
fn a_pack_says_that_an_added_value_is_meant_to_be_taken_as_others() {
    let says = |how: &str, meant: &str| {
        let change = format!("at = \"book/fact:target.domain\"\n{how}\n{meant}");
        load(&[("a", erratum("a", "", &[&change]))], "official")
    };
    let adds = |meant: &str| says("add = \"camel\"", meant);
    let silent = told(&adds(""));
    assert!(
        silent.contains("takes `camel` as") && silent.contains("meant = ["),
        "{silent}"
    );
    let was = "was = \"infantry | vehicle | horse\"";
    let now = format!("{was}\nnow = \"infantry | vehicle | horse | camel\"");
    let silent = told(&says(&now, ""));
    assert!(silent.contains("takes `camel` as"), "{silent}");
    assert_eq!(told(&says(&now, "meant = \"all\"")), "");
    assert_eq!(told(&adds("meant = \"all\"")), "");
    assert_eq!(told(&adds("meant = [\"haze-drm\"]")), "");
    let idle = told(&adds("meant = [\"haze-drm\", \"weather\"]"));
    assert!(idle.contains("`weather` does not take `camel`"), "{idle}");
}

#[test]
fn a_value_gets_another_name_and_the_old_one_is_kept() {
    let change = "at = \"book/fact:target.domain[horse]\"\nwas = \"horse\"\nnow = \"cavalry\"";
    let beside = "after = \"book/fact:target.domain[horse]\"\nadd = \"camel\"\nmeant = \"all\"";
    let rulebook = with(&[change, beside]);
    for name in ["horse", "cavalry"] {
        let facts = format!("haze=normal target={name}");
        assert_eq!(answer(&rulebook, "haze-drm", &facts), "+3", "{name}");
    }
    let model = &rulebook.games[0];
    let domain = &model.variables[model.variable_names["target"]].domain;
    assert_eq!(
        domain.show(&model.words),
        "infantry | vehicle | cavalry | camel"
    );
    let old = load(&[], "official");
    let diff = chartroom::analysis::diff::games(&old.games, &with(&[change]).games, 10);
    assert!(diff[0].questions.is_empty(), "{:#?}", diff[0].questions);
    let sources = Sources::from_texts(files(&[("a", erratum("a", "", &[change]))]));
    let folded = fold(&sources, &["a"]).unwrap_or_else(|found| panic!("{found:#?}"));
    let after = Rulebook::from_sources(folded.sources, &ErrataSet::Official);
    assert_eq!(answer(&after, "haze-drm", "haze=normal target=horse"), "+3");
}

#[test]
fn an_erratum_that_is_not_loaded_may_be_superseded() {
    let later = erratum("b", "supersedes = [\"some-club-ruling\"]", &[CELL_OF_BASE]);
    let rulebook = load(&[("b", later)], "official");
    assert!(!rulebook.has_errors(), "{}", told(&rulebook));
    assert_eq!(answer(&rulebook, "weather", "dr=2 season=spring"), "mud");
    let typo = erratum("b", "supersedes = [\"rulling\"]", &[CELL_OF_BASE]);
    let near = load(
        &[("b", typo), ("ruling", erratum("ruling", "", &[NOTE]))],
        "official",
    );
    assert!(
        told(&near).contains("did you mean `ruling`"),
        "{}",
        told(&near)
    );
}

const CELL_OF_BASE: &str = "at = \"book/weather[2, spring]\"\nwas = \"gusty\"\nnow = \"mud\"";

#[test]
fn a_guard_that_names_an_unchanged_question_is_a_finding() {
    let guarded = erratum(
        "a",
        "changes = [\"weather\", \"may-fire\"]",
        &[CELL_OF_BASE],
    );
    let rulebook = load(&[("a", guarded)], "official");
    let found = common::found(&rulebook);
    let idle: Vec<_> = found
        .iter()
        .filter(|found| found.code == Code::ErratumBeyondScope)
        .collect();
    assert_eq!(idle.len(), 1, "{found:#?}");
    assert!(idle[0].message.contains("does not change `may-fire`"));
}

#[test]
fn a_value_that_could_not_be_asked_before_changes_nothing_for_a_guard_or_in_a_difference() {
    let adds = "at = \"book/fact:target.domain\"\nadd = \"camel\"\nmeant = \"all\"";
    let guarded = erratum("a", "changes = [\"weather\"]", &[adds, CELL_OF_BASE]);
    let rulebook = load(&[("a", guarded)], "official");
    let found = common::found(&rulebook);
    assert!(
        found.is_empty(),
        "{}",
        common::told(&found, &rulebook.sources)
    );
    let old = load(&[], "official");
    let diff = chartroom::analysis::diff::games(&old.games, &rulebook.games, 10);
    let changed: Vec<&str> = diff[0]
        .questions
        .iter()
        .map(|own| own.name.as_str())
        .collect();
    assert_eq!(changed, ["weather"]);
}

#[test]
fn defects_and_readings_that_are_gone_are_in_the_difference() {
    let defect = "[defect.smudge]\ncite = \"H1\"\nsays = \"a smudge\"\nread-as = \"2\"\n";
    let mut texts = files(&[]);
    texts.push(("game/book/defects.toml".to_owned(), defect.to_owned()));
    let old = Rulebook::texts(texts);
    let reading = super::book::base();
    let mut texts = files(&[]);
    let own = reading
        .split("[reading.far]")
        .nth(1)
        .unwrap()
        .split("\n\n")
        .next()
        .unwrap();
    texts[1].1 = reading
        .replace(&format!("[reading.far]{own}"), "")
        .replace("here if far is here, else there", "here");
    let new = Rulebook::texts(texts);
    assert_eq!(told(&new), "");
    let diff = chartroom::analysis::diff::games(&old.games, &new.games, 10);
    let gone: Vec<&str> = diff[0].listed.iter().map(|own| own.name.as_str()).collect();
    assert_eq!(gone, ["book/far", "smudge"]);
}

#[test]
fn an_added_example_stands_beside_its_topic() {
    let change = "at = \"book/example\"\nadd = { cite = \"H3\", given = { target = \"horse\" }, ask = \"may-fire\", expect = \"no\" }";
    let mut texts = files(&[("a", erratum("a", "", &[change]))]);
    let later = "[question.later]\ncite = \"H9\"\nanswer = \"bool\"\ngives = \"yes\"\nexamples = \"\"\"\n= later\nyes\n\"\"\"\n";
    texts.push((
        "game/book/z-later.toml".to_owned(),
        later
            .replace("= later\n", "target | =\nany | ")
            .replace("any | yes", "any    | yes"),
    ));
    let sources = Sources::from_texts(texts);
    let folded = fold(&sources, &["a"]).unwrap_or_else(|found| panic!("{found:#?}"));
    let rules = folded
        .sources
        .files()
        .find(|file| folded.sources.path(*file).ends_with("book/rules.toml"));
    let text = folded.sources.text(rules.unwrap());
    assert!(
        text.contains("ask    = \"may-fire\"") || text.contains("ask = \"may-fire\""),
        "{text}"
    );
}

#[test]
fn a_guard_is_proved_in_check_and_not_where_something_is_asked() {
    let guarded = erratum("a", "changes = [\"may-fire\"]", &[CELL_OF_BASE]);
    let dir = common::folder(files(&[("a", guarded)]));
    let run = |words: &[&str]| {
        let ran = common::chartroom_in(dir.path(), &[words, &["--rules", "."]].concat());
        (ran.code, ran.error)
    };
    let (code, told) = run(&["check"]);
    assert!(code == 1 && told.contains("erratum-beyond-scope"), "{told}");
    let asked = [
        &["ask", "weather", "dr=2", "season=spring"][..],
        &["table", "weather"],
        &["odds", "weather", "season=spring"],
    ];
    for words in asked {
        assert_eq!(run(words).1, "", "{words:?}");
    }
}
