//! Errata written from the command line, and folded into the files of the packs.

use super::common::{self, chartroom_in, folder};
use super::support::{base, erratum, files, load, told};
use chartroom::pack::ErrataSet;
use chartroom::pack::overlay::{Draft, Operation, Status, draft, example_at, fold};
use chartroom::rulebook::Rulebook;
use chartroom::source::Sources;
use std::fs;
use std::path::Path;

/// Folds an erratum of these changes; gives the texts before and after, without those of errata.
fn folded(changes: &[&str], alter: fn(String) -> String) -> (String, String) {
    let mut files = files(&[("a", erratum("a", "", changes))]);
    for (path, text) in &mut files {
        if !path.contains("errata") {
            *text = alter(std::mem::take(text));
        }
    }
    let sources = Sources::from_texts(files);
    let folded = match fold(&sources, "a") {
        Ok(folded) => folded.sources,
        Err(found) => panic!("{found:#?}"),
    };
    let with = Rulebook::from_sources(sources.clone(), &ErrataSet::Official);
    let after = Rulebook::from_sources(folded.clone(), &ErrataSet::Official);
    assert!(with.diagnostics.is_empty(), "{}", told(&with));
    assert!(after.diagnostics.is_empty(), "{}", told(&after));
    assert!(after.written.errata.iter().all(|erratum| erratum.status == Status::Incorporated));
    assert_eq!(said(&with), said(&after));
    let texts = |sources: &Sources| {
        let own = sources.files().filter(|file| !sources.path(*file).contains("errata"));
        own.map(|file| sources.text(file).to_owned()).collect::<Vec<_>>().join("~~~\n")
    };
    (texts(&sources), texts(&folded))
}

/// All that the rules of a rulebook say, without their places.
fn said(rulebook: &Rulebook) -> Vec<String> {
    let model = &rulebook.games[0];
    let text = |span| rulebook.sources.slice(span).to_owned();
    let rule = |rule: &chartroom::model::Rule| {
        let when = rule.when.as_ref().map(|when| {
            let mut parts = Vec::new();
            when.walk(&mut |part| parts.push(format!("{:?}", part.kind).split('{').next().unwrap().to_owned()));
            parts
        });
        let except: Vec<String> = rule
            .except
            .iter()
            .map(|exception| exception.when.as_ref().map_or_else(String::new, |when| text(when.span)))
            .collect();
        format!("{:?} {} {when:?} {except:?} {:?} {}", rule.question, rule.cite, rule.cell, rule.note)
    };
    model.rules.iter().map(rule).collect()
}

/// The lines that differ: `-` before, `+` after.
fn difference(before: &str, after: &str) -> String {
    let (old, new): (Vec<&str>, Vec<&str>) =
        (before.split_inclusive('\n').collect(), after.split_inclusive('\n').collect());
    // The longest common part, by its table: the texts are short.
    let mut common = vec![vec![0_usize; new.len() + 1]; old.len() + 1];
    for (i, one) in old.iter().enumerate().rev() {
        for (j, other) in new.iter().enumerate().rev() {
            common[i][j] = if one == other { common[i + 1][j + 1] + 1 } else { common[i + 1][j].max(common[i][j + 1]) };
        }
    }
    let (mut i, mut j, mut lines) = (0, 0, String::new());
    while i < old.len() || j < new.len() {
        if i < old.len() && j < new.len() && old[i] == new[j] {
            (i, j) = (i + 1, j + 1);
        } else if j == new.len() || (i < old.len() && common[i + 1][j] >= common[i][j + 1]) {
            lines.push_str(&format!("-{}", old[i]));
            i += 1;
        } else {
            lines.push_str(&format!("+{}", new[j]));
            j += 1;
        }
    }
    lines
}

/// Every way to change something, each by itself.
const CHANGES: &[&str] = &[
    "at = \"book/weather[2, spring]\"\nwas = \"gusty\"\nnow = \"mud\"",
    "at = \"book/weather[2, 'summer, winter']\"\nwas = \"clear\"\nnow = \"mud if dr = 2, else clear\"",
    "at = \"book/weather[2]\"\nwas = { key = \"2\", cells = [\"gusty\", \"clear\"] }\nnow = { key = \"2\", cells = [\"mud\", \"mud\"], marks = \"*\" }",
    "at = \"book/weather[2].marks\"\nadd = \"*\"",
    "at = \"book/weather[3..4].marks\"\nwas = \"*\"\nremove = true",
    "at = \"book/weather[3..4].key\"\nwas = \"3..4\"\nnow = \">= 3\"",
    "at = \"book/weather.notes[*].when\"\nwas = \"dr = 4\"\nnow = \"dr >= 3\"",
    "at = \"book/weather-chart.when\"\nadd = \"dr >= 1\"",
    "at = \"book/weather.notes\"\nadd = { mark = \"†\", when = \"dr = 1\" }",
    "at = \"book/haze-drm#H2.1.gives\"\nwas = \"+1\"\nnow = \"+2\"",
    "at = \"book/haze-drm#H2.1.note\"\nadd = \"he said: \\\"so\\\"\"",
    "at = \"book/haze-drm#H2.note\"\nwas = \"as printed\"\nremove = true",
    "at = \"book/haze-drm#H2.when\"\nwas = \"haze is intense\"\nnow = \"haze is intense and not (target is horse)\"",
    "at = \"book/haze-drm#H2.except\"\nadd = { cite = \"H2.2\", when = \"target is horse\" }",
    "at = \"book/haze-drm#H2.1.except\"\nadd = [{ cite = \"H2.3\", when = \"target is infantry\" }, { cite = \"H2.4\", when = \"haze is none\" }]",
    "before = \"book/haze-drm#H2.1.except[H2.2]\"\nadd = { cite = \"H2.3\", when = \"target is infantry\" }",
    "at = \"book/haze-drm#H2.1.except[H2.2].gives\"\nwas = \"+3\"\nremove = true",
    "at = \"book/haze-drm#H2.1.except[H2.2].except\"\nadd = { cite = \"H2.4\", when = \"haze is normal\" }",
    "at = \"book/haze-drm#H2.1.except[H2.2]\"\nwas = { cite = \"H2.2\", when = \"target is horse\", gives = \"+3\" }\nremove = true",
    "at = \"book/haze-drm.rules\"\nadd = { cite = \"H2.5\", when = \"target is horse\", gives = \"+5\" }",
    "before = \"book/haze-drm#H2.1\"\nadd = { cite = \"H2.5\", when = \"target is horse\", gives = \"+5\" }",
    "at = \"book/haze-drm#H2\"\nwas = { when = \"haze is intense\", gives = \"+2\", note = \"as printed\" }\nremove = true",
    "at = \"book/haze-drm#H2\"\nwas = { when = \"haze is intense\", gives = \"+2\", note = \"as printed\" }\nnow = { cite = \"H2.6\", when = \"haze is intense\", gives = \"+6\" }",
    "at = \"book/fact:target.domain\"\nwas = \"infantry | vehicle | horse\"\nnow = \"infantry | vehicle | horse | gun\"",
    "at = \"book/fact:night\"\nadd = { domain = \"bool\", means = \"it is dark\" }",
    "at = \"book/may-fire.cite\"\nadd = \"H2\"",
    "at = \"book/haze-drm.cite[H2.1]\"\nwas = \"H2.1\"\nremove = true",
    "at = \"book/may-fire.only\"\nadd = { target = \"horse\" }",
    "at = \"book/reading:far.default\"\nwas = \"here\"\nnow = \"there\"",
    "at = \"book/reading:far.options.yonder\"\nadd = \"yonder\"",
    "at = \"book/example#H2 EX.given.target\"\nwas = \"infantry\"\nnow = \"infantry, vehicle\"",
    "at = \"book/example\"\nadd = { cite = \"H1 EX\", given = { dr = 1, season = \"spring\" }, ask = \"weather\", expect = \"mud\" }",
    "at = \"book/law\"\nadd = { cite = \"H2\", says = \"never more\", always = \"haze-drm <= +9\" }",
    "at = \"book/pack.edition\"\nadd = \"the second\"",
];

/// Changes that belong together.
const TOGETHER: &[&[&str]] = &[
    &[
        "at = \"book/weather[*, 'summer, winter'].key\"\nwas = \"summer, winter\"\nnow = \"winter\"",
        "before = \"book/weather[*, 'summer, winter']\"\nadd = { key = \"summer\", cells = [\"mud\", \"clear\", \"mud\"] }",
    ],
    &[
        "at = \"book/weather[3..4]\"\nwas = { key = \"3..4\", cells = [\"clear\", \"gusty\"], marks = \"*\" }\nremove = true",
        "at = \"book/weather.rows\"\nadd = { key = \"4\", cells = [\"mud\", \"mud\"], marks = \"*\" }",
        "before = \"book/weather[2]\"\nadd = { key = \"3\", cells = [\"gusty\", \"gusty\"] }",
    ],
    &[
        "at = \"book/weather[*, spring]\"\nwas = { key = \"spring\", cells = [\"mud\", \"gusty\", \"clear\"] }\nremove = true",
        "at = \"book/weather[*, 'summer, winter']\"\nwas = { key = \"summer, winter\", cells = [\"clear\", \"clear\", \"gusty\"] }\nnow = { key = \"any\", cells = [\"mud\", \"mud\", \"clear\"] }",
    ],
    &[
        "at = \"book/haze-drm#H2.gives\"\nwas = \"+2\"\nremove = true",
        "at = \"book/haze-drm#H2.gap\"\nadd = \"the modifier\"",
        "at = \"book/fact:night\"\nadd = { domain = \"bool\" }",
        "at = \"book/may-fire.from\"\nadd = \"night\"",
        "at = \"book/may-fire.gives\"\nadd = \"night\"",
    ],
];

#[test]
fn every_change_is_folded_and_nothing_else() {
    let mut all = String::new();
    let singles = CHANGES.iter().map(std::slice::from_ref);
    for changes in singles.chain(TOGETHER.iter().copied()) {
        let (before, after) = folded(changes, |text| text);
        all.push_str(&format!("{}\n\n{}\n\n", changes.join("\n"), difference(&before, &after)));
    }
    insta::assert_snapshot!(all);
}

#[test]
fn line_breaks_of_another_kind_stay_what_they_are() {
    let singles = CHANGES.iter().map(std::slice::from_ref);
    for changes in singles.chain(TOGETHER.iter().copied()) {
        let (_, plain) = folded(changes, |text| text);
        let (_, other) = folded(changes, |text| text.replace('\n', "\r\n"));
        assert_eq!(plain.replace('\n', "\r\n").replace("~~~\r\n", "~~~\n"), other, "{changes:?}");
    }
}

#[test]
fn what_has_no_simple_form_is_left_to_a_person() {
    let text = base().replace("[reading.far]", "[reading]\nfar.cite = \"H4\"\n[reading.near]");
    let mut files =
        files(&[("a", erratum("a", "", &["at = \"book/weather[2, spring]\"\nwas = \"mud\"\nnow = \"clear\""]))]);
    files[1].1 = text;
    assert!(fold(&Sources::from_texts(files.clone()), "a").is_err());
    assert!(fold(&Sources::from_texts(files), "b").is_err());
}

fn a_draft(at: &str, operation: Operation, value: &str) -> Draft {
    Draft {
        id: "new".to_owned(),
        pack: None,
        source: "Second Edition, p. 3".to_owned(),
        date: "2024-05-31".to_owned(),
        status: Status::Official,
        says: "as it says".to_owned(),
        operation,
        at: at.to_owned(),
        value: value.to_owned(),
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
        a_draft("book/haze-drm#H2.1.except[H2.2]", Operation::AddAfter, "{ cite = \"H2.3\" }"),
    ];
    let mut all = String::new();
    for one in drafts {
        let drafted = draft(&sources, &one).unwrap();
        assert_eq!(drafted.sources.path(drafted.file), "game/book/errata/second-edition-p-3.toml");
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
    let first = draft(&sources, &a_draft("book/weather[2, spring]", Operation::Replace, "mud")).unwrap();
    let second = draft(&first.sources, &a_draft("book/weather[1, spring]", Operation::Replace, "clear")).unwrap();
    let other = Draft { id: "other".to_owned(), ..a_draft("book/may-fire.otherwise", Operation::Replace, "yes") };
    let third = draft(&second.sources, &other).unwrap();
    let rulebook = Rulebook::from_sources(third.sources.clone(), &ErrataSet::Official);
    assert!(rulebook.diagnostics.is_empty(), "{}", told(&rulebook));
    assert_eq!(rulebook.written.errata.iter().map(|erratum| erratum.changes.len()).collect::<Vec<_>>(), [2, 1]);
    insta::assert_snapshot!(third.sources.text(third.file));
}

#[test]
fn a_draft_that_names_nothing_is_refused() {
    let sources = Sources::from_texts(files(&[]));
    for at in ["book/weather[9, spring]", "weather", "bock/weather[2, spring]"] {
        assert!(draft(&sources, &a_draft(at, Operation::Replace, "mud")).is_err(), "{at}");
    }
    assert!(draft(&sources, &a_draft("book/weather[2, spring]", Operation::Replace, "[")).is_err());
}

/// Every cell, value and condition of the rulebook in the binary can be addressed, changed and folded.
#[test]
fn a_cell_of_every_chart_that_is_shipped_folds() {
    let sources = Sources::embedded();
    let rulebook = Rulebook::from_sources(sources.clone(), &ErrataSet::None);
    let mut folds = 0;
    for game in &rulebook.games {
        for chart in game.charts.iter().filter(|chart| !chart.list) {
            let (row, column) = (&chart.rows[chart.rows.len() / 2], chart.columns.len() - 1);
            let quoted = |key: &str| if key.contains([',', ']']) { format!("'{key}'") } else { key.to_owned() };
            let pack = game.pack_name(chart.pack);
            let at = format!("{pack}/chart:{}[{}, {}]", chart.id, quoted(&row.heading), quoted(&chart.columns[column]));
            let drafted = draft(&sources, &a_draft(&at, Operation::Replace, "changed"));
            let drafted = drafted.unwrap_or_else(|refused| panic!("{at}: {:#?}", refused.found));
            let folded = fold(&drafted.sources, "new").unwrap_or_else(|found| panic!("{at}: {found:#?}"));
            let file = chart.span.file;
            let place = row.rules[column].and_then(|rule| game.rule(rule)).map(|rule| rule.span);
            if let Some(place) = place {
                let (before, after) = (sources.text(file), folded.sources.text(file));
                let (start, end) = (place.start as usize, place.end as usize);
                assert_eq!(format!("{}changed{}", &before[..start], &before[end..]), after, "{at}");
            }
            folds += 1;
        }
    }
    assert!(folds > 20, "{folds}");
}

fn run(folder: &Path, arguments: &[&str]) -> String {
    let ran = chartroom_in(folder, &[&["--rules", "."], arguments].concat());
    format!("exit {}\n{}", ran.code, ran.both())
}

#[test]
fn a_maintainer_writes_shows_and_folds_an_erratum() {
    let folder = folder(files(&[]).into_iter().map(|(path, text)| (path, format!("\u{feff}{text}"))));
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
        all.push_str(&format!("$ chartroom {}\n{}\n", arguments.join(" "), run(folder.path(), arguments)));
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
    tell(&["erratum", "new", "--at", "book/weather[7, spring]", "--becomes", "mud", "--source", "v2"]);
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
    assert_eq!(after, String::from_utf8(before).unwrap().replace("(\"2\", [\"gusty\"", "(\"2\", [\"mud\""));
    let left: Vec<_> =
        fs::read_dir(folder.path().join("game/book")).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert!(left.iter().all(|name| !name.to_string_lossy().ends_with(".new")), "{left:?}");
}

#[test]
fn nothing_is_written_over_what_someone_else_wrote() {
    use chartroom::source::{Writing, write};
    let folder = tempfile::tempdir().unwrap();
    let (one, two) = (folder.path().join("one"), folder.path().join("deep/two"));
    fs::write(&one, "mine").unwrap();
    let writing = |path, before, text| Writing { path, before, text };
    let meanwhile = write(&[writing(&two, None, "new"), writing(&one, Some("yours"), "new")]);
    assert_eq!(meanwhile.unwrap_err().0, one);
    assert_eq!(fs::read_to_string(&one).unwrap(), "mine");
    assert!(!two.exists());
    write(&[writing(&two, None, "new"), writing(&one, Some("mine"), "ours")]).unwrap();
    assert_eq!(fs::read_to_string(&one).unwrap() + &fs::read_to_string(&two).unwrap(), "oursnew");
    assert!(write(&[writing(&two, None, "again")]).is_err());
}

#[test]
fn a_set_may_be_named_with_more_beside_it() {
    let club = erratum(
        "club",
        "status = \"unofficial\"",
        &["at = \"book/weather[1, spring]\"\nwas = \"mud\"\nnow = \"clear\""],
    );
    let book = erratum("book", "", &["at = \"book/weather[2, spring]\"\nwas = \"gusty\"\nnow = \"clear\""]);
    let errata = [("a", club), ("b", book)];
    for (set, applied) in [("official,club", 2), ("club", 1), ("until:2020-01-01,club", 1), ("all", 2)] {
        let rulebook = load(&errata, set);
        assert!(rulebook.diagnostics.is_empty(), "{}", told(&rulebook));
        assert_eq!(rulebook.written.errata.iter().filter(|erratum| erratum.applied).count(), applied, "{set}");
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
    assert_eq!(guarded("when = \"(dr = 2 and season is not spring) or haze is intense\""), "");
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
    let addresses: Vec<String> =
        rulebook.games[0].examples.iter().map(|example| example_at(&sources, example.span).unwrap()).collect();
    assert_eq!(addresses, ["book/example#H2 EX[normal, infantry]", "book/example#H2 EX[none, 'horse, vehicle']"]);
    for (at, was) in addresses.iter().zip(["\"+1\"", "\"+0\""]) {
        let drafted = draft(&sources, &a_draft(&format!("{at}.expect"), Operation::Replace, "+9")).unwrap();
        assert_eq!(drafted.was.as_deref(), Some(was));
    }
    assert!(draft(&sources, &a_draft("book/example#H2 EX.expect", Operation::Replace, "+9")).is_err());
}
