//! Errata folded into the files of the packs: what is written, and that nothing else is.

use super::book::{CHANGES, base, erratum, files};
use super::desk::a_draft;
use super::support::told;
use crate::common::{self, chartroom};
use chartroom::pack::ErrataSet;
use chartroom::pack::overlay::{Operation, Status, draft, fold};
use chartroom::rulebook::Rulebook;
use chartroom::source::Sources;

/// Folds an erratum of these changes; gives the texts before and after, without those of errata.
fn folded(changes: &[&str], alter: fn(String) -> String) -> (String, String) {
    let mut files = files(&[("a", erratum("a", "", changes))]);
    for (path, text) in &mut files {
        if !path.contains("errata") {
            *text = alter(std::mem::take(text));
        }
    }
    let sources = Sources::from_texts(files);
    let folded = match fold(&sources, &["a"]) {
        Ok(folded) => folded.sources,
        Err(found) => panic!("{found:#?}"),
    };
    let with = Rulebook::from_sources(sources.clone(), &ErrataSet::Official);
    let after = Rulebook::from_sources(folded.clone(), &ErrataSet::Official);
    assert!(!with.has_errors(), "{}", told(&with));
    assert!(!after.has_errors(), "{}", told(&after));
    assert!(
        after
            .written
            .errata
            .iter()
            .all(|erratum| erratum.status == Status::Incorporated)
    );
    assert_eq!(said(&with), said(&after));
    let texts = |sources: &Sources| {
        let own = sources
            .files()
            .filter(|file| !sources.path(*file).contains("errata"));
        own.map(|file| sources.text(file).to_owned())
            .collect::<Vec<_>>()
            .join("~~~\n")
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
            when.walk(&mut |part| {
                parts.push(
                    format!("{:?}", part.kind)
                        .split('{')
                        .next()
                        .unwrap()
                        .to_owned(),
                )
            });
            parts
        });
        let except: Vec<String> = rule
            .except
            .iter()
            .map(|exception| {
                exception
                    .when
                    .as_ref()
                    .map_or_else(String::new, |when| text(when.span))
            })
            .collect();
        format!(
            "{:?} {} {when:?} {except:?} {:?} {}",
            rule.question, rule.cite, rule.cell, rule.note
        )
    };
    model.rules.iter().map(rule).collect()
}

/// The lines that differ: `-` before, `+` after.
fn difference(before: &str, after: &str) -> String {
    let (old, new): (Vec<&str>, Vec<&str>) = (
        before.split_inclusive('\n').collect(),
        after.split_inclusive('\n').collect(),
    );
    // The longest common part, by its table: the texts are short.
    let mut common = vec![vec![0_usize; new.len() + 1]; old.len() + 1];
    for (i, one) in old.iter().enumerate().rev() {
        for (j, other) in new.iter().enumerate().rev() {
            common[i][j] = if one == other {
                common[i + 1][j + 1] + 1
            } else {
                common[i + 1][j].max(common[i][j + 1])
            };
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

/// What folding makes of the texts, for each of some changes or of those that belong together.
fn all_folded<'c>(
    all: impl IntoIterator<Item = &'c [&'c str]>,
    alter: fn(String) -> String,
) -> String {
    let told = all.into_iter().map(|changes| {
        let (before, after) = folded(changes, alter);
        format!(
            "{}\n\n{}\n\n",
            changes.join("\n"),
            difference(&before, &after)
        )
    });
    told.collect()
}

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
    let singles = CHANGES.iter().map(std::slice::from_ref);
    insta::assert_snapshot!(all_folded(
        singles.chain(TOGETHER.iter().copied()),
        |text| text
    ));
}

/// Exceptions that the rules of several questions share, in the order in which they are written.
fn with_shared(text: String) -> String {
    if !text.contains("[question.may-fire]") {
        return text;
    }
    let rule = "[question.may-fire]\nexcept = [\"target is horse\"]\nrules = \"\"\"\nwhen | gives\ntarget is not infantry | yes\n\"\"\"";
    let shared = r#"
# It stands once for all.
[[exception]]
cite = "H6"
of   = ["haze-drm", "may-fire"]
when = "target is vehicle"

[[exception]]
cite = "H7"
of   = ["haze-drm#H2.1", "may-fire"]   # and a note
when = "haze is intense"
"#;
    let text = text.replace("[question.may-fire]", rule);
    text.replace(
        "from      = [\"target\"]\n",
        "from = [\"target\", \"haze\"]\n",
    ) + shared
}

#[test]
fn a_shared_exception_is_split_where_an_erratum_changes_it_at_one_rule() {
    let changes = [
        "at = \"book/haze-drm#H2.except[H6].when\"\nwas = \"target is vehicle\"\nnow = \"target is not infantry\"",
        "at = \"book/may-fire#H3.except[H6]\"\nwas = { cite = \"H6\", when = \"target is vehicle\" }\nremove = true",
        "at = \"book/haze-drm#H2.1.except[H7].note\"\nadd = \"said again\"",
        "at = \"book/may-fire#H3.except[H7].when\"\nwas = \"haze is intense\"\nnow = \"haze is normal\"",
    ];
    let all = all_folded(changes.iter().map(std::slice::from_ref), with_shared);
    folded(&changes, with_shared);
    insta::assert_snapshot!(all);
}

/// Laws under their question and an example on one line, which have what they do not say from the question.
fn with_little_said(text: String) -> String {
    if !text.contains("[question.may-fire]") {
        return text;
    }
    let laws = r#"[[question.may-fire.law]]
says   = "infantry may not"
when   = "target is infantry"
always = "not may-fire"

# Above it.
[[question.may-fire.law]]
# why it holds
says   = "a horse may not"   # and a note
when   = "target is horse"
always = "not may-fire"

"#;
    let own = "otherwise = \"no\"\nexamples  = \"target = horse | = no\"\n\n";
    text.replace("otherwise = \"no\"\n\n", &(own.to_owned() + laws))
}

#[test]
fn a_law_under_its_question_and_an_example_on_one_line_are_changed_where_they_stand() {
    let changes = [
        "at = \"book/law#H3[2].when\"\nwas = \"target is horse\"\nnow = \"target is not infantry\"",
        "at = \"book/law#H3[2].cite\"\nwas = \"H3\"\nnow = \"H2\"",
        "at = \"book/law#H3[2]\"\nwas = { cite = \"H3\", says = \"a horse may not\", when = \"target is horse\", always = \"not may-fire\" }\nremove = true",
        "at = \"book/example#H3.given.target\"\nwas = \"horse\"\nnow = \"horse, vehicle\"",
        "at = \"book/example#H3.cite\"\nwas = \"H3\"\nnow = \"H3 EX\"",
        "at = \"book/example#H3\"\nwas = { cite = \"H3\", ask = \"may-fire\", given = { target = \"horse\" }, expect = \"no\" }\nremove = true",
    ];
    let all = all_folded(changes.iter().map(std::slice::from_ref), with_little_said);
    insta::assert_snapshot!(all);
}

/// What need not be said is said where an erratum changes it; what it adds beside it stands where it would have stood.
#[test]
fn what_a_thing_does_not_say_is_changed_and_added_to() {
    fn with_unsaid(text: String) -> String {
        let question = "\n[reading.near-by]\ncite = \"H4\"\nasks = \"Near?\"\noptions = { near = \"so\", far = \"not\" }\ndefault = \"far\"\nbecause = \"it is\"\n\n[question.lost]\ncite = \"H3\"\nwhen = \"target is horse\"   # it bolts\n\n# About the second.\n[examples.lost]\nrows = \"target = horse | = yes\"   # of the first\n\n# ---- more ----\n[examples.lost-2]\ncite = \"H4\"\nrows = \"target = infantry | = lost = no\"\n";
        match text.contains("[question.may-fire]") {
            true => text.replace("default = \"here\"\n", "") + question,
            false => text,
        }
    }
    let changes = [
        "at = \"book/reading:far.settled\"\nadd = \"there\"",
        "at = \"book/reading:far.default\"\nwas = \"here\"\nnow = \"there\"",
        "at = \"book/reading:near-by.default\"\nwas = \"far\"\nremove = true",
        "at = \"book/lost.note\"\nadd = \"for good\"",
        "at = \"book/lost.only\"\nadd = { target = \"horse, infantry\" }",
        "at = \"book/example#H3.cite\"\nwas = \"H3\"\nnow = \"H1\"",
        "at = \"book/example#H4\"\nwas = { cite = \"H4\", ask = \"lost\", given = { target = \"infantry\" }, expect = \"no\" }\nremove = true",
        "at = \"book/switch:slow\"\nadd = { cite = \"H4\", asks = \"slowly?\", options = { slow = \"so\", fast = \"not so\" } }",
        "at = \"book/reading:near\"\nadd = { cite = \"H4\", asks = \"near?\", because = \"it says so\", options = { near = \"so\", not-so = \"not\" } }",
    ];
    let all = all_folded(changes.iter().map(std::slice::from_ref), with_unsaid);
    insta::assert_snapshot!(all);
}

#[test]
fn line_breaks_of_another_kind_stay_what_they_are() {
    let singles = CHANGES.iter().map(std::slice::from_ref);
    for changes in singles.chain(TOGETHER.iter().copied()) {
        let (_, plain) = folded(changes, |text| text);
        let (_, other) = folded(changes, |text| text.replace('\n', "\r\n"));
        assert_eq!(
            plain.replace('\n', "\r\n").replace("~~~\r\n", "~~~\n"),
            other,
            "{changes:?}"
        );
    }
}

#[test]
fn what_has_no_simple_form_is_left_to_a_person() {
    let text = base().replace(
        "[reading.far]",
        "[reading]\nfar.cite = \"H4\"\n[reading.near]",
    );
    let mut files = files(&[(
        "a",
        erratum(
            "a",
            "",
            &["at = \"book/weather[2, spring]\"\nwas = \"mud\"\nnow = \"clear\""],
        ),
    )]);
    files[1].1 = text;
    assert!(fold(&Sources::from_texts(files.clone()), &["a"]).is_err());
    assert!(fold(&Sources::from_texts(files), &["b"]).is_err());
}

#[test]
fn a_cell_of_every_chart_that_is_shipped_folds() {
    let sources = Sources::embedded();
    let rulebook = Rulebook::from_sources(sources.clone(), &ErrataSet::None);
    let mut folds = 0;
    for game in &rulebook.games {
        for chart in game.charts.iter().filter(|chart| !chart.list) {
            let (row, column) = (&chart.rows[chart.rows.len() / 2], chart.columns.len() - 1);
            let quoted = |key: &str| {
                if key.contains([',', ']']) {
                    format!("'{key}'")
                } else {
                    key.to_owned()
                }
            };
            let pack = game.pack_name(chart.pack);
            let at = format!(
                "{pack}/chart:{}[{}, {}]",
                chart.id,
                quoted(&row.heading),
                quoted(&chart.columns[column])
            );
            let drafted = draft(&sources, &a_draft(&at, Operation::Replace, "changed"));
            let drafted = drafted.unwrap_or_else(|refused| panic!("{at}: {:#?}", refused.findings));
            let folded =
                fold(&drafted.sources, &["new"]).unwrap_or_else(|found| panic!("{at}: {found:#?}"));
            let file = chart.span.file;
            let place = row.rules[column]
                .map(|rule| &game.rules[rule])
                .map(|rule| rule.span);
            if let Some(place) = place {
                let (before, after) = (sources.text(file), folded.sources.text(file));
                let (start, end) = (place.start as usize, place.end as usize);
                assert_eq!(
                    format!("{}changed{}", &before[..start], &before[end..]),
                    after,
                    "{at}"
                );
            }
            folds += 1;
        }
    }
    assert!(folds > 20, "{folds}");
}

/// What folding does with an erratum of a pack beside the one that it changes, and the text of that one then.
fn folded_from_beside(topic: &str, change: &str) -> (common::Ran, String) {
    let head = |id: &str, more: &str| {
        format!("id = \"{id}\"\ngame = \"sample\"\n{more}\n[paragraphs]\n\"1\" = \"all\"\n")
    };
    let erratum = format!(
        "[erratum.so]\nsource = \"a club\"\nstatus = \"official\"\nsays = \"so\"\nchange = [{change}]\n"
    );
    let folder = common::folder([
        ("sample/base/pack.toml", head("base", "")),
        ("sample/base/10.toml", topic.to_owned()),
        ("sample/mod/pack.toml", head("mod", "requires = [\"base\"]")),
        (
            "sample/mod/10.toml",
            erratum + "[switch.deep]\ncite = \"1\"\nasks = \"Deep snow?\"\n",
        ),
    ]);
    let rules = folder.path().to_str().unwrap();
    let ran = chartroom(&["erratum", "fold", "so", "--rules", rules]);
    let text = std::fs::read_to_string(folder.path().join("sample/base/10.toml")).unwrap();
    (ran, text)
}

#[test]
fn a_value_that_another_pack_adds_is_folded_where_examples_say_any() {
    let topic = "[fact.sky]\ndomain = \"clear | mud\"\n[question.slow]\ncite = \"1\"\nasks = \"Slow?\"\nanswer = \"any\"\n\
                 when = \"sky is mud\"\n[question.seen]\ncite = \"1\"\nasks = \"Seen?\"\nanswer = \"bool\"\nfrom = [\"sky\"]\ngives = \"yes\"\n\
                 examples = \"\"\"\nsky | =\nany | yes\n\"\"\"\n";
    let change = "{ at = \"base/fact:sky.domain\", add = \"sandstorm\", meant = [\"all\"] }";
    let (ran, folded) = folded_from_beside(topic, change);
    assert_eq!(ran.code, 0, "{}", ran.both());
    assert!(folded.contains("clear | mud | sandstorm"), "{folded}");
}

#[test]
fn a_fact_that_other_rules_look_at_too_is_taken_once() {
    let topic = "[fact]\nsky = { domain = \"clear | mud\" }\nriver = { domain = \"bool\" }\nfort = { domain = \"bool\" }\n\
                 [question.slow]\ncite = \"1\"\nasks = \"Slow?\"\nanswer = \"any\"\nwhen = [\"river\", \"sky is mud and fort\"]\n";
    let change =
        "{ at = \"base/slow#1[1].when\", was = \"river\", now = \"river and sky is clear\" }";
    let (ran, folded) = folded_from_beside(topic, change);
    assert_eq!(ran.code, 0, "{}", ran.both());
    assert!(folded.contains("river and sky is clear"), "{folded}");
}

#[test]
fn what_would_need_a_pack_that_is_not_required_is_not_folded() {
    let topic = "[fact]\nriver = { domain = \"bool\" }\n[question.slow]\ncite = \"1\"\nasks = \"Slow?\"\nanswer = \"any\"\nwhen = [\"river\"]\n";
    let change = "{ at = \"base/slow#1.when\", was = \"river\", now = \"river and deep\" }";
    let (ran, text) = folded_from_beside(topic, change);
    assert_eq!((ran.code, text.as_str()), (2, topic));
    assert!(
        ran.both().contains("would need `mod/deep` of `mod`"),
        "{}",
        ran.both()
    );
}
