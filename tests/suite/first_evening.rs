//! What passed in silence when somebody wrote a first pack from a printed page, and advice that could not be followed.

use crate::common::{self, chartroom_in, folder};
use chartroom::rulebook::Rulebook;

const HEAD: &str =
    "id = \"fort\"\ngame = \"fort\"\ntitle = \"Fort\"\n[paragraphs]\n\"1\" = \"One\"\n";

const FACTS: &str = r#"
[unit]
drm       = { modifies = "event dr" }
"event dr" = { dice = "red d6 + white d6" }
[fact]
range    = { domain = "0..=12" }
moving   = { domain = "bool" }
event-dr = { domain = "dice", unit = "event dr" }
red-die  = { domain = "1..=6", die = "red of event-dr" }
"#;

fn told_of(head: &str, text: &str) -> String {
    let book = Rulebook::texts([
        ("fort/pack.toml", head.to_owned()),
        ("fort/10.toml", format!("{FACTS}{text}")),
    ]);
    common::told(&common::found(&book), &book.sources)
}

fn told(text: &str) -> String {
    told_of(HEAD, text)
}

fn gives(text: &str) -> String {
    told(&format!(
        "[question.cost]\ncite = \"1\"\nanswer = \"number\"\ngives = \"{text}\"\n"
    ))
}

#[test]
fn a_minus_without_spaces_between_two_numbers_is_refused() {
    insta::assert_snapshot!([gives("1-1/2"), gives("2-1"), gives("1½")].join("\n"), @r#"
    error[broken-expression]: a minus needs spaces around it
      --> fort/10.toml:13:10
       |
    13 | gives = "1-1/2"
       |          ^^^^^
       |
       = help: a mixed number is `1 1/2`, a difference `1 - 1/2`

    error[broken-expression]: a minus needs spaces around it
      --> fort/10.toml:13:10
       |
    13 | gives = "2-1"
       |          ^^^
       |
       = help: a difference `2 - 1`

    error[broken-expression]: a value is wanted here, not `1½`
      --> fort/10.toml:13:10
       |
    13 | gives = "1½"
       |          ^^
       |
       = help: write `1 1/2`
    "#);
    assert_eq!(gives("2 - 1"), "");
    assert_eq!(gives("1 1/2"), "");
}

#[test]
fn a_key_of_the_pack_below_a_header_is_no_paragraph() {
    let head = format!("{HEAD}edition = \"2\"\nrequires = [\"other\"]\n");
    insta::assert_snapshot!(told_of(&head, ""), @r#"
    error[unknown-key]: `edition` is a key of the pack, and no paragraph
     --> fort/pack.toml:6:12
      |
    6 | edition = "2"
      |            ^
      |
      = help: move it up, before the first header: under `[paragraphs]` stand
          paragraphs

    error[unknown-key]: `requires` is a key of the pack, and no paragraph
     --> fort/pack.toml:7:12
      |
    7 | requires = ["other"]
      |            ^^^^^^^^^
      |
      = help: move it up, before the first header: under `[paragraphs]` stand
          paragraphs
    "#);
}

#[test]
fn a_letter_that_nobody_sees_is_told_where_it_stands() {
    let rules = "[question.cost]\ncite = \"1\"\nanswer = \"number\"\nrules = \"\"\"\nwhen | gives\nmoving | 1\nnot\u{200b} moving | 2\n\"\"\"\n";
    let told = told(rules).replace('\u{200b}', "");
    insta::assert_snapshot!(told, @r#"
    error[wrong-shape]: a letter that nobody sees stands in this table
      --> fort/10.toml:16:4
       |
    16 | not moving | 2
       |    ^
       |
       = help: take it out: it is \u{200b}
    "#);
}

#[test]
fn an_example_of_dice_that_cannot_fall_so_is_refused() {
    let question = |given: &str| {
        told(&format!(
            "[question.both]\ncite = \"1\"\nanswer = \"number\"\ngives = \"1 if event-dr >= 7 and red-die >= 3, else 0\"\n[[example]]\ncite = \"1\"\ngiven = {{ {given} }}\nexpect = {{ both = \"0\" }}\n"
        ))
    };
    insta::assert_snapshot!(question("event-dr = \"12\", red-die = \"1\""), @r#"
    error[never-holds]: no throw of `event-dr` gives this example
      --> fort/10.toml:14:1
       |
    14 | [[example]]
       | ^^^^^^^^^^^
       |
       = help: see what is given of it and of `red-die`
       = note: see 1
    "#);
    assert_eq!(question("event-dr = \"7\", red-die = \"1\""), "");
    assert_eq!(question("event-dr = \"2, 12\", red-die = \"1\""), "");
}

#[test]
fn advice_is_what_works_when_it_is_followed() {
    let signed = "[question.mod]\ncite = \"1\"\nanswer = \"drm\"\notherwise = \"0\"\nrules = \"\"\"\nwhen | gives\nrange >= 6 | +1\nmoving | -1\n\"\"\"\n";
    let unit = "[fact.fee]\ndomain = \"0..=3\"\nunit = \"gold coin\"\n";
    let means = "[question.mod]\ncite = \"1\"\nmeans = \"?\"\nanswer = \"number\"\ngives = \"1\"\n";
    insta::assert_snapshot!([told(signed), told(unit), told(means)].join("\n"), @r#"
    error[overlap]: `mod` gets two different answers in one situation
      --> fort/10.toml:17:1
       |
    16 | range >= 6 | +1
       | --------------- 1 gives +1
    17 | moving | -1
       | ^^^^^^^^^^^ 1 gives -1
       |
       = help: for example range = 6, moving = yes
       = help: make one an exception of the other; where both count,
           `answer = "sum of …"` adds them up
       = note: see 1

    error[unknown-unit]: there is no unit `gold coin`
      --> fort/10.toml:12:9
       |
    12 | unit = "gold coin"
       |         ^^^^^^^^^
       |
       = help: a new one is declared under `[unit]`: `"gold coin" = {}`, or
           `"gold coin" = { modifies = "…" }` for what is added to a roll

    error[unknown-key]: unknown key `means` in a question
      --> fort/10.toml:12:1
       |
    12 | means = "?"
       | ^^^^^
       |
       = help: did you mean `asks`?
    "#);
}

/// An editor that hides endings, or a system that does not tell letters apart.
#[test]
fn a_pack_whose_head_is_not_called_so_is_told() {
    let packs = folder([
        ("g/fort/pack.toml", HEAD.to_owned()),
        ("g/fort/10.toml", FACTS.to_owned()),
        ("g/tower/pack.toml.txt", HEAD.replace("fort", "tower")),
        ("g/wall/Pack.toml", HEAD.replace("fort", "wall")),
        ("alone/tower/pack.toml.txt", HEAD.replace("fort", "tower")),
    ]);
    let both =
        ["g", "alone"].map(|rules| chartroom_in(packs.path(), &["check", "--rules", rules]).both());
    insta::assert_snapshot!(both.join("\n"), @r#"
    0 questions and 0 procedures proved, 0 laws hold, 0 examples hold; 2 findings
    warning[unread-file]: `g/tower/pack.toml.txt` is not read, so that its folder is
        no pack
     |
     = help: did you mean `pack.toml`?

    warning[unread-file]: `g/wall/Pack.toml` is not read, so that its folder is no
        pack
     |
     = help: did you mean `pack.toml`?


    nothing is proved until every file can be read; 2 findings
    warning[unread-file]: `alone/tower/pack.toml.txt` is not read, so that its
        folder is no pack
     |
     = help: did you mean `pack.toml`?

    error[missing-pack]: there is no pack in `alone`
     |
     = help: a pack is a folder with a `pack.toml`
    "#);
}
