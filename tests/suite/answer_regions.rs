//! Whole answer tables: few regions, in the words of the rules, and a fingerprint of everything.

use crate::common;

use chartroom::analysis::table::{Table, table};
use chartroom::diagram::Compiler;
use chartroom::render::answers::{Given, fingerprint, view};
use chartroom::render::{View, told};
use chartroom::rulebook::{Named, Rulebook};
use common::plain;

const HEAD: &str = "id = \"desert\"\ngame = \"sample\"\ntitle = \"D\"\nedition = \"1\"\n[paragraphs]\n\"1\" = \"W\"\n";

const FACTS: &str = r#"
[fact.month]
domain = "jan < feb < mar < apr < may < jun < jul < aug < sep < oct < nov < dec"
cyclic = true
means = "m"
[fact.dr]
domain = "2..=12"
means = "m"
[fact.attack]
domain = "fire | ordnance | bombs | mines"
means = "m"
[fact.gear]
domain = "set of rope | pick | lamp"
means = "m"
[fact.gusts]
domain = "bool"
means = "m"
[fact.row]
domain = "text"
means = "m"
"#;

const QUESTIONS: &str = r#"
[question.storm]
cite = "1"
asks = "Is there a storm?"
from = ["month", "dr", "attack", "gusts", "gear", "row"]
only = { attack = "fire | ordnance | bombs" }
answer = "number"
otherwise = "0"
[[rule]]
answers = "storm"
cite = "1"
when = "month in nov..feb and dr >= 9"
gives = "1"
except = [{ cite = "1", when = "gusts", gap = "what gusts do" }]
[[rule]]
answers = "storm"
cite = "1"
when = "month not in nov..feb and attack is bombs and gear includes rope and row is 'A1'"
gives = "2"
"#;

fn rulebook(text: &str) -> Rulebook {
    common::rulebook([("sample/pack.toml", format!("{HEAD}{text}"))])
}

fn storm(rulebook: &Rulebook, limit: usize) -> Table {
    let found = rulebook.find("storm");
    let [(model, Named::Question(question))] = found.as_slice() else {
        panic!("no question")
    };
    table(&mut Compiler::new(model), *question, &|_| None, limit).unwrap()
}

#[test]
fn a_table_is_few_regions_in_the_words_of_the_rules() {
    let rulebook = rulebook(&format!("{FACTS}{QUESTIONS}"));
    let whole = storm(&rulebook, 100);
    insta::assert_snapshot!(
        "human",
        plain(
            &view(&rulebook.games[0], &whole, Given::default())
                .page()
                .human(80)
        )
    );
    insta::assert_snapshot!(
        "markdown",
        view(&rulebook.games[0], &whole, Given::default())
            .page()
            .markdown()
    );
    insta::assert_snapshot!(
        "csv",
        view(&rulebook.games[0], &whole, Given::default())
            .csv()
            .replace('\r', "")
    );
    insta::assert_snapshot!(
        "json",
        serde_json::to_string_pretty(&told::json(&view(
            &rulebook.games[0],
            &whole,
            Given::default()
        )))
        .unwrap()
    );
    let counted: u128 = whole.rows.iter().map(|row| row.situations).sum();
    assert_eq!((counted, whole.left_out), (whole.situations, 0));
}

#[test]
fn a_table_that_is_cut_tells_how_many_situations_are_left_out_and_keeps_its_fingerprint() {
    let rulebook = rulebook(&format!("{FACTS}{QUESTIONS}"));
    let (whole, cut) = (storm(&rulebook, 100), storm(&rulebook, 2));
    let counted: u128 = cut.rows.iter().map(|row| row.situations).sum();
    assert_eq!(
        (cut.rows.len(), counted + cut.left_out),
        (2, whole.situations)
    );
    assert_eq!(cut.fingerprint, whole.fingerprint);
    assert!(
        plain(
            &view(&rulebook.games[0], &cut, Given::default())
                .page()
                .human(80)
        )
        .contains("in regions not shown")
    );
}

#[test]
fn a_fingerprint_tells_what_is_answered_and_nothing_else() {
    let whole = storm(&rulebook(&format!("{FACTS}{QUESTIONS}")), 1);
    // Facts in another order, one more fact, the rule in other words: the same function.
    let mut facts: Vec<&str> = FACTS.split("[fact.").skip(1).collect();
    facts.reverse();
    let facts: String = facts.iter().map(|fact| format!("[fact.{fact}\n")).collect();
    let other = QUESTIONS.replace(
        "month in nov..feb and dr >= 9",
        "dr > 8 and month not in mar..oct",
    );
    let other = other.replace("\"month\", \"dr\"", "\"dr\", \"idle\", \"month\"");
    let idle = "[fact.idle]\ndomain = \"bool\"\nmeans = \"m\"\n";
    assert_eq!(
        fingerprint(&storm(&rulebook(&format!("{facts}{idle}{other}")), 1)),
        fingerprint(&whole)
    );
    for (from, to) in [
        ("dr >= 9", "dr >= 10"),
        ("nov..feb", "nov..mar"),
        ("\"2\"", "\"3\""),
        ("when = \"gusts\", gap", "gap"),
    ] {
        let changed = QUESTIONS.replace(from, to);
        assert_ne!(changed, QUESTIONS);
        assert_ne!(
            storm(&rulebook(&format!("{FACTS}{changed}")), 1).fingerprint,
            whole.fingerprint,
            "{to}"
        );
    }
}
