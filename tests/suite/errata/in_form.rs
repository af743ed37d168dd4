//! Folded files that were in their form are in it again, with every comment beside what it is about.

use crate::common::{chartroom_in, folder};
use insta::assert_snapshot;
use std::fs::read_to_string;

const PACK: &str = r#"id    = "p"
game  = "g"
title = "P"

[paragraphs]
1     = "One"
"1.1" = "Two"
"1.2" = "Three"

[fact]
a    = { domain = "1..3" }
b    = { domain = "1..3" }
dust = { domain = "none | light | heavy" }
"#;

const RULES: &str = r#"# What q is about.
[question.q]
cite      = "1"
answer    = "0..9"
otherwise = "8"

# The first.
[[question.q.rule]]
cite  = "1.1"
when  = "a = 1"  # one
gives = "1"
note  = "one"

[question.t]
cite      = "1"
answer    = "0..9"
otherwise = "8"
rules     = """
cite | when          | gives
1.1  | dust is none  | 0
# Above light.
1.2  | dust is light | 1      # light
1.2  | dust is heavy | 2
"""

# Above the block.
[[question.t.rule]]
# Within the block.
cite  = "1.1"  # of its paragraph
when  = "a = 3 and dust is none"
gives = "0"
note  = "as above"
"#;

/// What is written into the files, and what is told of it.
fn folded(change: [&str; 4]) -> String {
    let place = folder([("g/p/pack.toml", PACK), ("g/p/rules.toml", RULES)]);
    let run = |words: &[&str]| chartroom_in(place.path(), &[words, &["--rules", "g"]].concat());
    let [way, at, how, value] = change;
    let new = [
        "erratum", "new", way, at, how, value, "--source", "S", "--id", "e",
    ];
    let written = run(&new);
    assert_eq!(written.code, 0, "{}", written.both());
    let told = run(&["erratum", "fold", "e"]);
    assert_eq!(told.code, 0, "{}", told.both());
    let form = run(&["fmt", "--check"]);
    assert_eq!(form.code, 0, "{}", form.both());
    let file = read_to_string(place.path().join("g/p/rules.toml")).expect("a file");
    let lines = similar::TextDiff::from_lines(RULES, &file);
    let unified = lines.unified_diff().context_radius(1).to_string();
    format!("{}\n{unified}", told.out)
}

#[test]
fn a_folded_file_is_in_its_form_as_before() {
    let exception = r#"{ cite = "1", when = "b = 1" }"#;
    let changes = [
        ["--at", "p/q#1.1.except", "--add", exception],
        ["--at", "p/t#1.1[1].except", "--add", exception],
        [
            "--at",
            "p/t#1.2[2].when",
            "--becomes",
            "dust is heavy and b is not 3",
        ],
        ["--at", "p/t#1.2[2].note", "--add", "a note"],
        [
            "--at",
            "p/t.rules",
            "--add",
            r#"{ cite = "1", when = "dust is none", gives = "0" }"#,
        ],
        [
            "--before",
            "p/q#1.1",
            "--add",
            r#"{ cite = "1", when = "a = 1 and b = 1", gives = "1" }"#,
        ],
    ];
    let all = changes.map(|change| format!("# {}\n{}", change[1], folded(change)));
    assert_snapshot!(all.join("\n"));
}
