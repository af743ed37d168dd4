//! What a modder or a maintainer of errata writes who never saw the engine: nothing is silently wrong, nothing a dead end.

use crate::common::{self, chartroom};
use chartroom::pack::ErrataSet;
use chartroom::render::View;
use chartroom::rulebook::Rulebook;
use chartroom::source::Sources;

const HEAD: &str = "id = \"base\"\ngame = \"sample\"\n[paragraphs]\n\"1\" = \"One\"\n";

/// What is found of a pack.
fn told(topic: &str, grid: &str) -> String {
    told_of(&[
        ("sample/base/pack.toml", HEAD),
        ("sample/base/10.toml", topic),
        ("sample/base/10.ron", grid),
    ])
}

fn told_of(texts: &[(&str, &str)]) -> String {
    let book = Rulebook::texts(texts.iter().copied());
    common::told(&common::found(&book), &book.sources)
}

/// The difference that an erratum makes, as `diff` prints it.
fn difference(pack: &str, change: &str) -> String {
    let book = |status: &str| {
        let erratum = format!(
            "[erratum.own]\nsource = \"a sheet\"\nstatus = \"{status}\"\nsays = \"it\"\nchange = [{{ {change} }}]\n"
        );
        let texts = [
            ("sample/base/pack.toml", HEAD),
            ("sample/base/10.toml", pack),
            ("sample/base/errata/sheet.toml", &erratum),
        ];
        let texts = texts.map(|(path, text)| (path.to_owned(), text.to_owned()));
        Rulebook::from_sources(Sources::from_texts(texts), &ErrataSet::default())
    };
    let (old, new) = (book("unofficial"), book("official"));
    let found = common::told(&common::found(&new), &new.sources);
    let shown = old
        .diff_within(&new, 12)
        .view("old", "new")
        .page()
        .human(80);
    found + &common::plain(&shown)
}

const GROUND: &str = r#"
[fact]
ec     = { domain = "mud < wet < dry" }
before = { domain = "snow < mud < wet < dry" }
range  = { domain = "0..=10" }
[question.ec]
cite   = "1"
answer = "mud | wet | dry"
gives  = "mud if before is snow, else mud if before is mud, else wet if before is wet, else dry"
[question.ground]
cite   = "1"
answer = "ec"
gives  = "ec"
[question.far]
cite   = "1"
answer = "any"
when   = "range >= 8 and ec is not wet"
[examples.ground]
cite = "1"
rows = """
ec  | =
wet | wet
"""
[examples.far]
cite = "1"
rows = """
range | ec  | =
>= 8  | dry | yes
any   | wet | no
"""
"#;

/// A word that two facts have gets another name in one of them: no answer is another, nothing else is told, and what is found
/// under the old name is still found.
#[test]
fn a_value_renamed_whose_word_another_fact_has_changes_no_answer() {
    let change = r#"at = "base/fact:ec.domain[wet]", was = "wet", now = "soaked""#;
    insta::assert_snapshot!(difference(GROUND, change));
}

/// What is usual, and what begins a process, names a value that is called otherwise now: that is no change of theirs.
#[test]
fn a_usual_value_that_names_a_renamed_one_is_as_it_was() {
    let usual = GROUND.replace(
        "\"mud < wet < dry\" }",
        "\"mud < wet < dry\", usually = \"wet\" }",
    );
    let change = r#"at = "base/fact:ec.domain[wet]", was = "wet", now = "drenched""#;
    let told = difference(
        &usual
            .replace("snow < mud < wet < dry", "snow < mud < moist < dry")
            .replace("before is wet", "before is moist"),
        change,
    );
    insta::assert_snapshot!(told);
    let other = r#"at = "base/fact:ec.usually", was = "wet", now = "dry""#;
    assert!(
        difference(&usual, other).contains("usual value wet"),
        "{}",
        difference(&usual, other)
    );
}

/// Examples that hold for `any` value or for a range are the same ones after the domain grows.
#[test]
fn a_wider_domain_makes_no_example_another() {
    let change = r#"at = "base/fact:range.domain", add = "11..=14""#;
    insta::assert_snapshot!(difference(GROUND, change));
}

#[test]
fn a_law_that_an_added_value_breaks_says_how_it_stays_as_it_was() {
    let law = "[[law]]\ncite = \"1\"\nsays = \"it is near\"\nalways = \"range <= 10\"\n";
    let change = r#"at = "base/fact:range.domain", add = "11..=14""#;
    let pack = format!("{GROUND}{law}");
    insta::assert_snapshot!(difference(&pack, change));
}

/// Several rules of one paragraph, steps of a process, exceptions: each address is told with what stands there.
#[test]
fn an_address_of_several_things_tells_each_by_what_it_says() {
    let folder = common::folder([
        ("sample/base/pack.toml", HEAD),
        (
            "sample/base/10.toml",
            r#"
[fact]
ec    = { domain = "mud < wet < dry" }
range = { domain = "0..=10" }
[question.drm]
cite   = "1"
answer = "sum of number"
rules  = """
when     | gives
ec is mud | 2
range > 6 | 1
"""
[process.drying]
cite  = "1"
asks  = "How dry is it?"
start = ["ec"]
each  = "turn"
turn  = ["range"]
state = ["ec"]
otherwise = { ec = "was (ec)" }
[[process.drying.step]]
sets  = "ec"
when  = "range > 6"
gives = "was (ec) one level up"
[[process.drying.step]]
sets  = "ec"
when  = "range < 3"
gives = "was (ec) one level down"
"#,
        ),
    ]);
    let rules = folder.path().to_str().unwrap();
    let mut all = String::new();
    for words in [
        &["--at", "base/drm#1", "--remove"][..],
        &["--at", "base/process:drying#1.gives", "--becomes", "mud"],
        &[
            "--at",
            "base/drm.except",
            "--add",
            "{ when = \"ec is dry\" }",
        ],
    ] {
        let new = ["erratum", "new", "--rules", rules, "--source", "a sheet"];
        let told = chartroom(&[&new[..], &["--dry-run"], words].concat()).both();
        all.push_str(&format!("## {}\n{told}\n", words.join(" ")));
    }
    insta::assert_snapshot!(all.replace(rules, "RULES"));
}

const ATTACK: &str = r#"
[fact]
attack = { domain = "small-arms | ordnance | oba" }
[question.haze]
cite   = "1"
only   = { attack = "small-arms | ordnance" }
answer = "number"
gives  = "1 if attack is ordnance, else 2"
"#;

#[test]
fn a_question_asked_where_it_is_not_names_the_fact_and_what_to_write() {
    let visibility = "[question.visibility]\ncite = \"1\"\nanswer = \"number\"\ngives = \"haze\"\n";
    let head =
        "id = \"more\"\ngame = \"sample\"\nrequires = [\"base\"]\n[paragraphs]\n\"1\" = \"One\"\n";
    let own = told(&format!("{ATTACK}{visibility}"), "[]");
    let other = told_of(&[
        ("sample/base/pack.toml", HEAD),
        ("sample/base/10.toml", ATTACK),
        ("sample/more/pack.toml", head),
        ("sample/more/10.toml", visibility),
    ]);
    insta::assert_snapshot!(format!("{own}\n{other}"));
}

/// A fault is told where it is made, and not once more of each question that rests on it.
#[test]
fn a_question_without_an_answer_is_told_once() {
    let topic = r#"
[fact]
range = { domain = "0..=10" }
[question.sight]
cite   = "1"
answer = "number"
[question.seen]
cite   = "1"
answer = "bool"
gives  = "range <= sight"
[question.hits]
cite   = "1"
answer = "number"
gives  = "2"
except = [{ when = "seen", gives = "3" }]
"#;
    let told = told(topic, "[]");
    assert_eq!(told.matches("error[").count(), 1, "{told}");
}

#[test]
fn a_domain_that_cannot_be_read_is_told_once() {
    let topic = |domain: &str| {
        format!(
            "[fact]\nodds = {{ domain = \"{domain}\" }}\n[question.hit]\ncite = \"1\"\nanswer = \"bool\"\ngives = \"odds is at least two-to-one\"\n"
        )
    };
    let numbers = "[fact]\nsight = { domain = \"1 | 2 | three\" }\n";
    let all = [
        told(&topic("1-1 < two-to-one < three-to-one"), "[]"),
        told(numbers, "[]"),
    ];
    for told in &all {
        assert_eq!(told.matches("error[").count(), 1, "{told}");
    }
    insta::assert_snapshot!(all.join("\n"));
}

#[test]
fn years_are_written_in_full() {
    let topic = "[fact]\nyear = { domain = \"1940..=1945\" }\n[question.raid]\ncite = \"1\"\nanswer = \"number\"\n";
    let grid = |key: &str| {
        format!(
            "Chart(id: \"raids\", title: \"Raids\", cite: \"1\", answers: \"raid\", down: \"year\", rows: [(\"{key}\", [\"1\"]), (\"1942..1945\", [\"2\"])])"
        )
    };
    for key in ["1940-41", "1940..41"] {
        let told = told(topic, &grid(key));
        assert!(
            told.contains("write `1940..1941`") || told.contains("written `1940..1941`"),
            "{told}"
        );
    }
}

/// The facts by which a question finds what an example does not give are part of the example.
#[test]
fn an_example_gives_what_a_question_finds_a_fact_by() {
    let found = |rows: &str| {
        format!(
            "{GROUND}[[example]]\ncite = \"1\"\ngiven = {{ {rows} }}\nask = \"far\"\nexpect = \"yes\"\n"
        )
    };
    assert_eq!(told(&found(r#"before = "snow", range = "9""#), "[]"), "");
    let idle = told(&found(r#"before = "snow", ec = "dry", range = "9""#), "[]");
    assert!(idle.contains("does not look at `before`"), "{idle}");
}

/// Two rules of a pack that goes before another conflict with each other: the other's rule is no part of that.
#[test]
fn an_overlap_within_a_pack_names_its_own_rules_alone() {
    let head = "id = \"more\"\ngame = \"sample\"\nrequires = [\"base\"]\nover = [{ pack = \"base\", cite = \"1\" }]\n[paragraphs]\n\"1\" = \"One\"\n";
    let topic = "[[rule]]\nanswers = \"haze\"\ncite = \"1\"\ngives = \"4\"\n[[rule]]\nanswers = \"haze\"\ncite = \"1\"\nwhen = \"attack is ordnance\"\ngives = \"5\"\n";
    let told = told_of(&[
        ("sample/base/pack.toml", HEAD),
        ("sample/base/10.toml", ATTACK),
        ("sample/more/pack.toml", head),
        ("sample/more/10.toml", topic),
    ]);
    assert!(
        told.contains("error[overlap]") && told.contains("make one an exception"),
        "{told}"
    );
    assert!(!told.contains("sample/base/10.toml"), "{told}");
}

#[test]
fn odds_tell_which_switches_they_are_played_with() {
    let folder = common::folder([
        ("sample/base/pack.toml", HEAD),
        (
            "sample/base/10.toml",
            r#"
[switch.events]
cite = "1"
asks = "Are events played?"
[unit]
dr = { dice = "d6" }
[fact]
event-dr = { domain = "dice", unit = "dr" }
[question.event]
cite   = "1"
answer = "raid | calm"
rules  = """
when       | gives
not events | calm
"""
"#,
        ),
        (
            "sample/base/10.ron",
            r#"Chart(id: "event-table", title: "Events", cite: "1", answers: "event", down: "event-dr", when: "events",
    rows: [("1..2", ["raid"]), (">= 3", ["calm"])])"#,
        ),
    ]);
    let rules = folder.path().to_str().unwrap();
    let mut all = String::new();
    for words in [
        &["show", "event-table", "--odds"][..],
        &["odds", "event"],
        &["odds", "event", "events=each"],
    ] {
        let told = chartroom(&[words, &["--rules", rules]].concat()).both();
        all.push_str(&format!("## {}\n{told}\n", words.join(" ")));
    }
    insta::assert_snapshot!(all);
}

/// A sheet whose name says nothing answers the one question that has no answer yet and can have these.
#[test]
fn an_imported_chart_answers_the_question_that_waits_for_it() {
    let topic = "[unit]\ndr = { dice = \"d6\" }\n[fact]\nevent-dr = { domain = \"dice\", unit = \"dr\" }\n[question.event]\ncite = \"1\"\nanswer = \"raid | calm\"\n[question.colour]\ncite = \"1\"\nanswer = \"red | blue\"\n";
    let folder = common::folder([
        ("rules/sample/base/pack.toml", HEAD),
        ("rules/sample/base/10.toml", topic),
        ("sheet.csv", "Roll,Result\n1-2,Raid\n3+,Calm\n"),
    ]);
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let told = chartroom(&["import", &path("sheet.csv"), "--rules", &path("rules")]).both();
    assert!(told.contains("answers: \"event\""), "{told}");
}

/// Where a value is named, `any` is every value and `gap` what is lost.
#[test]
fn a_value_that_would_be_read_as_something_else_is_refused() {
    let texts = [
        "[fact.smoke]\ndomain = \"none | any\"\n",
        "[question.smoke]\ncite = \"1\"\nanswer = \"thick < gap\"\ngives = \"thick\"\n",
        "[fact.smoke]\ndomain = [\"none\", \"thick\"]\n",
        "[fact]\nsmoke = [\"none\", \"thick\"]\n",
        "[question.smoke]\ncite = \"1\"\nanswer = [\"none\", \"thick\"]\ngives = \"none\"\n",
    ];
    let told = texts.map(|text| told(text, "[]"));
    insta::assert_snapshot!(told.join("\n"));
}
