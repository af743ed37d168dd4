//! What of a chart can never apply is told, as it is of rules: the condition of all of it or of a column, an exception, a footnote.

use crate::common::{found, told};
use chartroom::rulebook::Rulebook;

const FACTS: &str = r#"
[unit]
DR  = { dice = "2d6" }
DRM = { modifies = "DR" }
[fact]
range   = { domain = "0..=6" }
gusts   = { domain = "bool" }
weather = { domain = "clear | rain | snow" }
[question.cost]
cite      = "1"
answer    = "0..=9"
otherwise = "0"
[question.drm]
cite   = "2"
answer = "sum of DRM"
rules  = """
when      | gives
range > 2 | +1
"""
"#;

/// What is told of a chart of these parts: the condition of all of it, that of its last column, an exception of another column, the
/// condition of a footnote, and an exception of all of it.
fn of([when, column, except, note, all]: [&str; 5]) -> Vec<String> {
    let chart = format!(
        r#"[Chart(id: "costs", title: "Costs", cite: "1", answers: "cost", down: "range", across: "weather",
            columns: ["clear", (key: "rain", except: [(when: "{except}", gives: "9")]), (key: "snow", when: "{column}")],
            rows: [("0..3", ["1", "2", "3"], "*"), ("4..6", ["4", "5", "6"])],
            notes: [(mark: "*", when: "{note}", gives: ["7"])],
            when: "{when}", except: [(when: "{all}", gives: "8")])]"#
    );
    messages(&chart, "")
}

fn messages(ron: &str, toml: &str) -> Vec<String> {
    let head = "id = \"reef\"\ngame = \"reef\"\ntitle = \"Reef\"\n";
    let facts = format!("{FACTS}{toml}");
    let files = [
        ("reef/pack.toml", head),
        ("reef/10.toml", &facts),
        ("reef/20.ron", ron),
    ];
    let files = files.into_iter().filter(|(_, text)| !text.is_empty());
    let book = Rulebook::texts(files.map(|(path, text)| (path.to_owned(), text.to_owned())));
    let told = told(&found(&book), &book.sources);
    told.lines()
        .filter(|line| line.starts_with("error["))
        .map(str::to_owned)
        .collect()
}

const SOUND: [&str; 5] = [
    "range >= 0",
    "gusts",
    "gusts",
    "range = 1 and not gusts",
    "range = 6 and not gusts",
];

#[test]
fn each_part_of_a_chart_that_never_applies_is_told() {
    assert_eq!(of(SOUND), [""; 0]);
    let holds = "error[never-holds]: this condition can never hold where its cells do";
    let bites = "error[never-bites]: this exception never applies where its rule does";
    for (place, dead, message) in [
        (1, "weather is clear", holds),
        (2, "weather is snow", bites),
        (3, "range > 3", bites),
        (4, "range > 3 and range < 2", bites),
    ] {
        let mut parts = SOUND;
        parts[place] = dead;
        assert_eq!(of(parts), [message], "{dead}");
    }
    let mut parts = SOUND;
    parts[0] = "gusts and not gusts";
    assert!(of(parts).contains(&holds.to_owned()));
}

/// A chart that goes by a question whose name is near that of the fact that was meant.
#[test]
fn a_heading_to_which_no_answer_comes_is_told() {
    let ranges =
        "[question.ranges]\ncite = \"1\"\nanswer = \"number\"\ngives = \"2 if gusts, else 4\"\n";
    let found = |down: &str, rows: &str| {
        let facts = format!("{FACTS}{ranges}");
        let chart = format!(
            r#"[Chart(id: "costs", title: "Costs", cite: "1", answers: "cost", down: {down}, rows: [{rows}])]"#
        );
        let book = Rulebook::texts([
            (
                "reef/pack.toml",
                "id = \"reef\"\ngame = \"reef\"\ntitle = \"Reef\"\n",
            ),
            ("reef/10.toml", &facts),
            ("reef/20.ron", &chart),
        ]);
        told(&found(&book), &book.sources)
    };
    let rows = r#"("0..3", "1"), ("4..5", "2"), ("6", "3")"#;
    assert_eq!(found(r#""range""#, rows), "");
    insta::assert_snapshot!(found(r#""ranges""#, rows), @r#"
    note[never-holds]: no situation comes to this heading
     --> reef/20.ron:1:120
      |
    1 | ... [("0..3", "1"), ("4..5", "2"), ("6", "3")])]
      |                                      ^
      |
      = help: see whether the chart goes by what was meant, and what that can be
    "#);
    // Of two things by which it goes, both are looked at together.
    let rows = r#"(["<= 3", "any"], "1"), (["4", "0..2"], "2"), (["4", "3..6"], "3")"#;
    assert_eq!(found(r#"["ranges", "range"]"#, rows), "");
}

#[test]
fn an_exception_of_a_list_is_told_where_none_of_its_rows_apply() {
    let list = |except: &str| {
        format!(
            r#"List(id: "mods", title: "Mods", cite: "2", answers: "drm", rows: [("Far", "range > 3", "+1"), ("Gusts", "gusts and range > 4", "+1")],
               except: [(when: "{except}")])"#
        )
    };
    assert_eq!(messages(&list("range = 5"), ""), [""; 0]);
    let told = messages(&list("range < 2"), "");
    assert_eq!(
        told,
        ["error[never-bites]: this exception never applies where its rule does"]
    );
}

#[test]
fn an_exception_that_is_shared_applies_where_a_row_of_a_list_does() {
    let list = r#"List(id: "mods", title: "Mods", cite: "2", answers: "drm", rows: [("Gusts", "gusts", "-1")])"#;
    let shared =
        |when: &str| format!("[[exception]]\ncite = \"2\"\nof = [\"drm\"]\nwhen = \"{when}\"\n");
    assert_eq!(messages(list, &shared("range = 0")), [""; 0]);
    assert_eq!(messages(list, &shared("range = 0 and range = 1")).len(), 1);
}

/// What is no name in `of` was left out without a word.
#[test]
fn what_a_shared_exception_is_of_is_names_alone() {
    let list = r#"List(id: "mods", title: "Mods", cite: "2", answers: "drm", rows: [("Gusts", "gusts", "-1")])"#;
    for of in [
        "\"drm\", [\"nonsense\"]",
        "[\"drm\"]",
        "\"drm\", { a = \"drm\" }",
    ] {
        let shared = format!("[[exception]]\ncite = \"2\"\nof = [{of}]\nwhen = \"range = 0\"\n");
        let told = messages(list, &shared);
        assert_eq!(
            told,
            ["error[wrong-shape]: `of` names questions and rules"],
            "{of}"
        );
    }
}

#[test]
fn an_exception_that_its_own_exceptions_always_take_the_place_of_is_told() {
    let rule = |inner: &str| {
        format!(
            r#"
[question.speed]
cite   = "3"
answer = "0..=9"
gives  = "1"
except = [{{ when = "gusts", gives = "2", except = [{inner}] }}]
"#
        )
    };
    let mut told = Vec::new();
    for inner in [
        r#""range < 3""#,
        r#""range < 3", "range > 1""#,
        r#"{ gives = "3" }"#,
        r#""range < 3", { when = "range >= 3", gives = "3" }"#,
        // What takes away is taken away in turn.
        r#"{ except = ["range = 0"] }"#,
        r#"{ except = ["range = 0", "range > 0"] }"#,
    ] {
        told.push(match messages("", &rule(inner)).as_slice() {
            [] => format!("{inner}: nothing"),
            messages => format!("{inner}: {}", messages.join(", ")),
        });
    }
    insta::assert_snapshot!(told.join("\n"), @r#"
    "range < 3": nothing
    "range < 3", "range > 1": error[never-bites]: this exception never applies: its own take all of it
    { gives = "3" }: error[never-bites]: this exception never applies: its own take all of it
    "range < 3", { when = "range >= 3", gives = "3" }: error[never-bites]: this exception never applies: its own take all of it
    { except = ["range = 0"] }: nothing
    { except = ["range = 0", "range > 0"] }: error[never-bites]: this exception never applies: its own take all of it
    "#);
}
