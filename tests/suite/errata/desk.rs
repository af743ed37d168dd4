//! Errata written from the command line, and folded into the files of the packs.

use super::book::{erratum, files};
use super::support::{load, told};
use crate::common::{self, chartroom_in, folder};
use chartroom::pack::ErrataSet;
use chartroom::pack::overlay::{Deed, Draft, Operation, Status, draft, trial_at};
use chartroom::rulebook::Rulebook;
use chartroom::source::Sources;
use std::fs;
use std::path::Path;

pub(crate) fn a_draft(at: &str, operation: Operation, value: &str) -> Draft {
    Draft {
        id: "new".to_owned(),
        pack: None,
        source: "Second Edition, p. 3".to_owned(),
        date: "2024-05-31".to_owned(),
        status: Status::Official,
        says: "as it says".to_owned(),
        scope: Vec::new(),
        when: None,
        deeds: vec![Deed {
            operation,
            at: at.to_owned(),
            value: value.to_owned(),
        }],
    }
}

#[test]
fn a_draft_has_the_old_value_filled_in() {
    let sources = Sources::from_texts(files(&[]));
    let drafts = [
        a_draft("book/weather[2, spring]", Operation::Replace, "mud"),
        a_draft("book/weather[3..4]", Operation::Remove, ""),
        a_draft(
            "book/weather[*, spring]",
            Operation::Replace,
            "{ key = \"spring\", cells = [\"mud\", \"mud\", \"mud\"] }",
        ),
        a_draft("book/haze-drm#H2.1", Operation::Remove, ""),
        a_draft(
            "book/haze-drm#H2.1.except[H2.2]",
            Operation::AddAfter,
            "{ cite = \"H2.3\" }",
        ),
    ];
    let mut all = String::new();
    for one in drafts {
        let drafted = draft(&sources, &one).unwrap();
        assert_eq!(
            drafted.sources.path(drafted.file),
            "game/book/errata/second-edition-p-3.toml"
        );
        let rulebook = Rulebook::from_sources(drafted.sources.clone(), &ErrataSet::Official);
        assert!(!told(&rulebook).contains("erratum"), "{}", told(&rulebook));
        all.push_str(drafted.sources.text(drafted.file));
        all.push('\n');
    }
    insta::assert_snapshot!(all);
}

#[test]
fn a_draft_goes_to_the_erratum_or_the_file_that_is_there() {
    let sources = Sources::from_texts(files(&[]));
    let first = draft(
        &sources,
        &a_draft("book/weather[2, spring]", Operation::Replace, "mud"),
    )
    .unwrap();
    let second = draft(
        &first.sources,
        &a_draft("book/weather[1, spring]", Operation::Replace, "clear"),
    )
    .unwrap();
    let other = Draft {
        id: "other".to_owned(),
        ..a_draft("book/may-fire.otherwise", Operation::Replace, "yes")
    };
    let third = draft(&second.sources, &other).unwrap();
    let rulebook = Rulebook::from_sources(third.sources.clone(), &ErrataSet::Official);
    assert!(rulebook.diagnostics.is_empty(), "{}", told(&rulebook));
    assert_eq!(
        rulebook
            .written
            .errata
            .iter()
            .map(|erratum| erratum.changes.len())
            .collect::<Vec<_>>(),
        [2, 1]
    );
    insta::assert_snapshot!(third.sources.text(third.file));
}

#[test]
fn a_draft_that_names_nothing_is_refused() {
    let sources = Sources::from_texts(files(&[]));
    for at in [
        "book/weather[9, spring]",
        "weather",
        "bock/weather[2, spring]",
    ] {
        assert!(
            draft(&sources, &a_draft(at, Operation::Replace, "mud")).is_err(),
            "{at}"
        );
    }
    assert!(
        draft(
            &sources,
            &a_draft("book/weather[2, spring]", Operation::Replace, "[")
        )
        .is_err()
    );
}

/// Every cell, value and condition of the rulebook in the binary can be addressed, changed and folded.
fn run(folder: &Path, arguments: &[&str]) -> String {
    let ran = chartroom_in(folder, &[&["--rules", "."], arguments].concat());
    format!("exit {}\n{}", ran.code, ran.both())
}

#[test]
fn a_maintainer_writes_shows_and_folds_an_erratum() {
    let folder = folder(
        files(&[])
            .into_iter()
            .map(|(path, text)| (path, format!("\u{feff}{text}"))),
    );
    let charts = folder.path().join("game/book/charts.ron");
    let before = fs::read(&charts).unwrap();
    let new = [
        "erratum",
        "new",
        "--at",
        "book/weather[2, spring]",
        "--becomes",
        "mud",
        "--source",
        "v2",
        "--date",
        "2024-05-31",
    ];
    let mut all = String::new();
    let mut tell = |arguments: &[&str]| {
        all.push_str(&format!(
            "$ chartroom {}\n{}\n",
            arguments.join(" "),
            run(folder.path(), arguments)
        ));
    };
    tell(&["erratum", "list"]);
    tell(&[new.as_slice(), &["--dry-run"]].concat());
    assert!(!folder.path().join("game/book/errata").exists());
    tell(&new);
    tell(&["erratum", "list"]);
    tell(&["erratum", "show", "weather-2-spring"]);
    tell(&["erratum", "show", "weather-2-spring", "--errata", "none"]);
    tell(&["erratum", "show", "weather-2-sprung"]);
    tell(&["ask", "weather", "dr=2", "season=spring"]);
    tell(&["erratum", "fold", "weather-2-spring", "--dry-run"]);
    assert_eq!(fs::read(&charts).unwrap(), before);
    tell(&["erratum", "fold", "weather-2-spring"]);
    tell(&["erratum", "fold", "weather-2-spring"]);
    tell(&["erratum", "list"]);
    tell(&[
        "erratum",
        "new",
        "--at",
        "book/weather[7, spring]",
        "--becomes",
        "mud",
        "--source",
        "v2",
    ]);
    tell(&[
        "erratum",
        "new",
        "--at",
        "book/weather[1, spring]",
        "--becomes",
        "muddy",
        "--source",
        "v2",
        "--date",
        "2024-05-31",
    ]);
    tell(&[
        "erratum",
        "new",
        "--at",
        "book/haze-drm#H2.1.gives",
        "--becomes",
        "+2",
        "--source",
        "v2",
        "--date",
        "2024-05-31",
    ]);
    insta::assert_snapshot!(all);
    let after = String::from_utf8(fs::read(&charts).unwrap()).unwrap();
    assert_eq!(
        after,
        String::from_utf8(before)
            .unwrap()
            .replace("(\"2\", [\"gusty\"", "(\"2\", [\"mud\"")
    );
    let left: Vec<_> = fs::read_dir(folder.path().join("game/book"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .collect();
    assert!(
        left.iter()
            .all(|name| !name.to_string_lossy().ends_with(".new")),
        "{left:?}"
    );
}

#[test]
fn nothing_is_written_over_what_someone_else_wrote() {
    use chartroom::source::{Writing, write};
    let folder = tempfile::tempdir().unwrap();
    let (one, two) = (folder.path().join("one"), folder.path().join("deep/two"));
    fs::write(&one, "mine").unwrap();
    let writing = |path, before, text| Writing { path, before, text };
    let meanwhile = write(&[
        writing(&two, None, "new"),
        writing(&one, Some("yours"), "new"),
    ]);
    assert_eq!(meanwhile.unwrap_err().0, one);
    assert_eq!(fs::read_to_string(&one).unwrap(), "mine");
    assert!(!two.exists());
    write(&[
        writing(&two, None, "new"),
        writing(&one, Some("mine"), "ours"),
    ])
    .unwrap();
    assert_eq!(
        fs::read_to_string(&one).unwrap() + &fs::read_to_string(&two).unwrap(),
        "oursnew"
    );
    assert!(write(&[writing(&two, None, "again")]).is_err());
}

#[test]
fn a_set_may_be_named_with_more_beside_it() {
    let club = erratum(
        "club",
        "status = \"unofficial\"",
        &["at = \"book/weather[1, spring]\"\nwas = \"mud\"\nnow = \"clear\""],
    );
    let book = erratum(
        "book",
        "",
        &["at = \"book/weather[2, spring]\"\nwas = \"gusty\"\nnow = \"clear\""],
    );
    let errata = [("a", club), ("b", book)];
    for (set, applied) in [
        ("official,club", 2),
        ("club", 1),
        ("until:2020-01-01,club", 1),
        ("all", 2),
    ] {
        let rulebook = load(&errata, set);
        assert!(rulebook.diagnostics.is_empty(), "{}", told(&rulebook));
        assert_eq!(
            rulebook
                .written
                .errata
                .iter()
                .filter(|erratum| erratum.applied)
                .count(),
            applied,
            "{set}"
        );
    }
    let set: ErrataSet = "official".parse().unwrap();
    assert_eq!(set.and("club").to_string(), "official,club");
}

/// What proving finds of an erratum about one cell with this guard.
fn guarded(guard: &str) -> String {
    let change = "at = \"book/weather[2, 'summer, winter']\"\nwas = \"clear\"\nnow = \"mud\"";
    let value = "at = \"book/haze-drm#H2.gives\"\nwas = \"+2\"\nnow = \"+3\"";
    let rulebook = load(&[("a", erratum("a", guard, &[change, value]))], "official");
    assert!(rulebook.diagnostics.is_empty(), "{}", told(&rulebook));
    common::told(&common::found(&rulebook), &rulebook.sources)
}

#[test]
fn an_erratum_is_held_to_what_it_is_meant_to_change() {
    assert_eq!(guarded(""), "");
    assert_eq!(guarded("changes = [\"weather\", \"haze-drm\"]"), "");
    assert_eq!(
        guarded("when = \"(dr = 2 and season is not spring) or haze is intense\""),
        ""
    );
    let mut all = String::new();
    for guard in [
        "changes = [\"weather\"]",
        "changes = [\"weather\", \"haze-drm\"]\nwhen = \"dr = 2 and season is winter\"",
        "changes = [\"wether\"]",
        "when = \"dr = too\"",
    ] {
        all.push_str(&format!("{guard}\n{}\n", guarded(guard)));
    }
    insta::assert_snapshot!(all);
}

#[test]
fn examples_of_one_paragraph_are_told_apart_by_what_is_given() {
    let more = "\n[[example]]\ncite = \"H2 EX\"\ngiven = { haze = \"none\", target = [\"horse\", \"vehicle\"] }\nask = \"haze-drm\"\nexpect = \"+0\"\n";
    let mut files = files(&[]);
    files[1].1.push_str(more);
    let sources = Sources::from_texts(files);
    let rulebook = Rulebook::from_sources(sources.clone(), &ErrataSet::None);
    let addresses: Vec<String> = rulebook.games[0]
        .examples
        .iter()
        .map(|example| trial_at(&sources, example.span).unwrap().at)
        .collect();
    assert_eq!(
        addresses,
        [
            "book/example#H2 EX[normal, infantry]",
            "book/example#H2 EX[none, 'horse, vehicle']"
        ]
    );
    for (at, was) in addresses.iter().zip(["\"+1\"", "\"+0\""]) {
        let drafted = draft(
            &sources,
            &a_draft(&format!("{at}.expect"), Operation::Replace, "+9"),
        )
        .unwrap();
        assert_eq!(drafted.was[0].as_deref(), Some(was));
    }
    assert!(
        draft(
            &sources,
            &a_draft("book/example#H2 EX.expect", Operation::Replace, "+9")
        )
        .is_err()
    );
}

#[test]
fn an_erratum_that_overtakes_an_example_is_not_folded_without_it() {
    let change = "at = \"book/haze-drm#H2.1.gives\"\nwas = \"+1\"\nnow = \"+2\"";
    let folder = folder(files(&[("a", erratum("a", "", &[change]))]));
    let pack = folder.path().join("game/book/pack.toml");
    let before = fs::read(&pack).unwrap();
    let refused = run(folder.path(), &["erratum", "fold", "a"]);
    assert_eq!(fs::read(&pack).unwrap(), before);
    let at = "book/example#H2 EX.expect";
    let new = [
        "erratum",
        "new",
        "--id",
        "a",
        "--source",
        "v1",
        "--at",
        at,
        "--becomes",
        "+2",
    ];
    let written = run(folder.path(), &new);
    assert!(written.contains("wrote a into"), "{written}");
    let folded = run(folder.path(), &["erratum", "fold", "a"]);
    let checked = run(folder.path(), &["check"]);
    insta::assert_snapshot!(format!("{refused}\n{folded}\n{checked}"));
}

#[test]
fn a_law_that_an_erratum_overtakes_has_an_address_too() {
    let change = "at = \"book/haze-drm#H2.1.gives\"\nwas = \"+1\"\nnow = \"+9\"";
    let more = "\n[[law]]\ncite = \"H2.1\"\nsays = \"never much\"\nalways = \"haze-drm <= +8\"\n";
    let mut files = files(&[("a", erratum("a", "", &[change]))]);
    files[1].1.push_str(more);
    let folder = folder(files);
    let refused = run(folder.path(), &["erratum", "fold", "a"]);
    assert!(
        refused.contains("--at 'book/law#H2.1' \\\n      --remove"),
        "{refused}"
    );
}

#[test]
fn a_place_that_is_not_there_is_told_with_the_right_one() {
    let folder = folder(files(&[]));
    let new = |at: &str| {
        let words = [
            "erratum",
            "new",
            "--source",
            "v2",
            "--becomes",
            "mud",
            "--at",
            at,
        ];
        format!("{at}\n{}", run(folder.path(), &words))
    };
    let told: String = [
        "weather[2, spring]",
        "book/weather[2, winter]",
        "book/weather[3, winter]",
        "wether",
    ]
    .map(new)
    .concat();
    insta::assert_snapshot!(told);
    let unknown = run(folder.path(), &["erratum", "list", "--errata", "haze"]);
    assert!(
        unknown.contains("`chartroom erratum list --rules .` lists them"),
        "{unknown}"
    );
}
