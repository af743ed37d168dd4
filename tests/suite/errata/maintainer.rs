//! A maintainer at a terminal: what is typed, and what is told of it.

use crate::common::{chartroom_in, folder};

const HEAD: &str = "id = \"p\"\ngame = \"g\"\n[paragraphs]\n\"1\" = \"A\"\n";

const TOPIC: &str = r#"
[fact]
night = { domain = "bool", means = "night" }
smoke = { domain = "none < light < heavy", means = "smoke" }

[question.lost]
cite   = "1"
asks   = "What is lost?"
answer = "number"
gap    = "torn off"

[question.drm]
cite   = "1"
asks   = "What DRM?"
answer = "sum of number"
rules  = """
when                    | gives
night                   | 2
smoke is at least light | -1
"""

[[example]]
cite   = "1"
given  = {}
expect = { lost = "gap" }
"#;

const CHART: &str = r#"[Chart(id: "cost", answers: "cost", cite: "1", down: ["smoke", "night"],
    rows: [(["none", "yes"], ["1"]), (["none", "no"], ["2"]), (["light, heavy", "any"], ["3"])])]"#;

const COST: &str = "[question.cost]\ncite = \"1\"\nasks = \"What cost?\"\nanswer = \"number\"\n";

/// An erratum of these changes, in the short form.
fn sheet(changes: &str) -> String {
    format!(
        "[erratum.x]\nsource = \"sheet\"\nstatus = \"official\"\nsays = \"it\"\nchange = [\n{changes}\n]\n"
    )
}

/// What is told where these commands are typed one after the other, with such errata.
fn session(errata: &[(&str, &str)], commands: &[&[&str]]) -> String {
    let mut files = vec![
        ("p/pack.toml".to_owned(), HEAD.to_owned()),
        ("p/10.toml".to_owned(), TOPIC.to_owned()),
        ("p/20.toml".to_owned(), COST.to_owned()),
        ("p/20.ron".to_owned(), CHART.to_owned()),
    ];
    files.extend(errata.iter().map(|(name, changes)| {
        let text = sheet(changes).replace("erratum.x", &format!("erratum.{name}"));
        (format!("p/errata/{name}.toml"), text)
    }));
    let folder = folder(files);
    let told = commands.iter().map(|words| {
        let ran = chartroom_in(folder.path(), &[words, &["--rules", "p"][..]].concat());
        format!("$ {}   [{}]\n{}", words.join(" "), ran.code, ran.both())
    });
    told.collect::<Vec<_>>().join("\n")
}

#[test]
fn an_erratum_that_fills_a_gap_is_not_folded_where_an_example_has_the_gap() {
    let fills = [("x", "{ at = \"p/lost\", fills = \"7\" }")];
    let fold: &[&str] = &["erratum", "fold", "x"];
    insta::assert_snapshot!(session(&fills, &[&["check"], fold, &["check"]]));
}

#[test]
fn what_errata_in_conflict_would_change_is_not_answered() {
    let errata = [
        (
            "a",
            "{ at = \"p/drm#1[1].gives\", was = \"2\", now = \"3\" }",
        ),
        (
            "b",
            "{ at = \"p/drm#1[1].gives\", was = \"2\", now = \"4\" }",
        ),
    ];
    let commands: [&[&str]; 3] = [
        &["ask", "drm", "night=yes", "smoke=none"],
        &["ask", "cost", "night=yes", "smoke=none"],
        &["table", "drm"],
    ];
    let conflict = session(&errata, &commands);
    let typo = [(
        "a",
        "{ at = \"p/drm#1[1].givse\", was = \"2\", now = \"3\" }",
    )];
    insta::assert_snapshot!(conflict + "\n" + &session(&typo, &commands[..1]));
}

#[test]
fn what_a_maintainer_mistypes_is_told_at_its_place() {
    let new = |at: &'static str, deed: [&'static str; 2]| {
        let words = ["erratum", "new", "--id", "n", "--source", "me", "--at", at];
        [&words[..], &deed].concat()
    };
    let cell = ["--becomes", "4"];
    let commands = [
        new("p/drm.title", ["--add", "Modifier"]),
        new("p/cost['light, heavy' / any]", cell),
        new("p/cost[light, heavy / any]", cell),
        new("p/cost[none / noo]", cell),
        new(
            "p/law",
            [
                "--add",
                "{ cite = \"1\", says = \"no bonus\", always = \"drm >= 0\" }",
            ],
        ),
    ];
    let mut told: Vec<String> = commands
        .iter()
        .map(|words| session(&[], &[words]))
        .collect();
    let domain = "{ at = \"p/fact:smoke.domain[ligth]\", was = \"light\", now = \"thin\" }";
    let same = "{ at = \"p/drm#1[1].gives\", was = \"2\", now = \"2\" }";
    told.extend([domain, same].map(|change| session(&[("x", change)], &[&["check"]])));
    insta::assert_snapshot!(told.join("\n"));
}

#[test]
fn an_erratum_in_the_short_form_takes_one_more_change() {
    let one = [(
        "x",
        "{ at = \"p/drm#1[1].gives\", was = \"2\", now = \"3\" }",
    )];
    let more = [
        "erratum",
        "new",
        "--id",
        "x",
        "--source",
        "me",
        "--at",
        "p/drm#1[2].gives",
        "--becomes",
        "-2",
    ];
    insta::assert_snapshot!(session(
        &one,
        &[&more, &["erratum", "show", "x"], &["check"]]
    ));
}

#[test]
fn an_erratum_that_no_pack_holds_is_not_said_to_be_in_one() {
    let one = [(
        "x",
        "{ at = \"p/drm#1[1].gives\", was = \"2\", now = \"3\" }",
    )];
    let edit: &[&str] = &["erratum", "edit", "x", "--status", "incorporated"];
    insta::assert_snapshot!(session(&one, &[edit, &["erratum", "list"]]));
}

/// An error that errata bring to what is printed names the one that does, and a printed one names none.
#[test]
fn an_error_names_the_erratum_that_brings_it() {
    let example = "\n[[example]]\ncite = \"1\"\ngiven = { night = \"yes\", smoke = \"none\" }\nask = \"drm\"\nexpect = \"2\"\n\n\
                   [[example]]\ncite = \"1\"\ngiven = { night = \"no\", smoke = \"none\" }\nask = \"drm\"\nexpect = \"7\"\n";
    let two = [
        sheet("{ at = \"p/drm#1[1].gives\", was = \"2\", now = \"3\" }"),
        sheet("{ at = \"p/drm#1[2].gives\", was = \"-1\", now = \"-2\" }")
            .replace("erratum.x", "erratum.y"),
    ];
    let folder = folder([
        ("p/pack.toml", HEAD.to_owned()),
        ("p/10.toml", format!("{TOPIC}{example}")),
        ("p/errata/two.toml", two.join("\n")),
    ]);
    let ran = chartroom_in(folder.path(), &["check", "--rules", "p"]);
    insta::assert_snapshot!(ran.both());
}

/// A new question comes with an errata sheet as one expression; what it cannot bring is told as that, and not as a slip of spelling.
#[test]
fn what_an_erratum_cannot_bring_is_told() {
    let add = |question: &str, says: &str| {
        format!(
            "{{ at = \"p/question:{question}\", add = {{ cite = \"1\", asks = \"Is it dark?\", answer = \"bool\", {says} }} }}"
        )
    };
    let told = session(
        &[
            ("dark", &add("dark", "gives = \"night or smoke is heavy\"")),
            ("dim", &add("dim", "when = [\"night\", \"smoke is heavy\"]")),
            ("dun", &add("dun", "rules = \"when = night | gives = yes\"")),
        ],
        &[&["ask", "dark", "night=yes"], &["check"]],
    );
    insta::assert_snapshot!(told);
}
