//! What is told beside an answer, and of one that is open: only what the rules answer, by the exception that bites, and by each reading.

use crate::common::{Ran, chartroom_in, folder, in_packs};
use tempfile::TempDir;

const PACK: &str = r#"
id = "said"
game = "said"
[paragraphs]
"S1" = "One"
"S2" = "Two"
"S3" = "Three"
[unit]
dr = { dice = "d6" }
two = { dice = "red d6 + white d6" }
[fact]
pair = { domain = "dice", unit = "two" }
red = { domain = "1..=6", die = "red of pair" }
roll = { domain = "dice", unit = "dr" }
far = { domain = "bool" }
raining = { domain = "bool" }
weather = { domain = "clear | rain | snow" }
x = { domain = "bool" }
y = { domain = "bool" }
[fact.level]
domain = "low | high"
usually = [{ is = "high", when = "far", cite = "S1" }, { is = "low", cite = "S1" }]
[fact.wet]
domain = "bool"
usually = [{ is = "yes", when = "weather is rain" }, { is = "no" }]
[fact.kept]
domain = "bool"
[fact.n]
domain = "0..=5"
usually = "2"
[fact.hit]
domain = "bool"
usually = "no"
[reading.rule]
cite = "S1"
asks = "Which rule?"
options = { one = "one", two = "two" }
[[impossible]]
cite = "S2"
when = "raining and weather is clear"
says = "It rains under no clear sky"

[question.high]
cite = "S1"
answer = "bool"
gives = "pair >= 10"
[question.by-level]
cite = "S1"
answer = "0..=9"
gives = "1 if level is low and far, else 2 if level is high and far, else 3"
[question.kept]
cite = "S1"
answer = "bool"
gives = "yes if rule is two, else no"
[question.by-rule]
cite = "S1"
answer = "0..=9"
gives = "1 if kept and rule is two, else 2 if kept, else 3"
[question.sky]
cite = "S1"
answer = "0..=9"
gives = "1 if weather is clear, else 2"
[question.ground]
cite = "S1"
answer = "0..=9"
gives = "(1 if weather is clear, else 2 if weather is rain, else 3) + (5 if wet, else 0)"
[question.base]
cite = "S1"
answer = "0..=9"
otherwise = "0"
[[rule]]
answers = "base"
cite = "S1"
gives = "2"
[[rule.except]]
when = "x"
cite = "S2"
[[rule.except]]
when = "y"
cite = "S3"
[question.asked-so]
cite = "S1"
answer = "0..=9"
gives = "base with x = no"
[question.by-number]
cite = "S1"
answer = "0..=9"
gives = "3 if n is 1, else 3 if n is 3, else 0"
[question.alike]
cite = "S1"
answer = "0..=9"
gives = "4 if far, else 4"
[question.either]
cite = "S1"
answer = "bool"
otherwise = "no"
[[rule]]
answers = "either"
cite = "S2"
when = "x"
gives = "no"
[question.small]
cite = "S1"
answer = "sum of number"
[[rule]]
answers = "small"
cite = "S2"
when = "y"
gives = "2"
[question.passes]
cite = "S1"
answer = "number"
otherwise = "1"
[[rule]]
answers = "passes"
cite = "S3"
when = "x"
gives = "small"
[question.hit]
cite = "S1"
answer = "bool"
gives = "roll >= 4"
[question.loss]
cite = "S1"
answer = "0..=9"
gives = "(roll as number) if hit, else 0"
"#;

fn table() -> TempDir {
    folder([("g/said/pack.toml", PACK)])
}

#[track_caller]
fn run(table: &TempDir, command: &str) -> Ran {
    let ran = in_packs(table, command);
    assert!(ran.code <= 1, "{command}: {}", ran.both());
    ran
}

#[test]
fn what_is_usual_by_the_rules_is_so_only_as_long_as_what_goes_before_it_is_open() {
    let table = table();
    assert!(run(&table, "ask by-level far=yes").says("By level: 2"));
    let open = run(&table, "ask by-level");
    insta::assert_snapshot!(open.dense(), @r"
    By level depends on more facts   S1
      3  Far is no   S1
      2  Far   S1
      tell first: far
    ");
}

#[test]
fn by_another_reading_a_question_may_find_something_else() {
    let table = table();
    assert!(run(&table, "ask by-rule --reading said/rule=two").says("By rule: 1"));
    let why = run(&table, "ask by-rule --why");
    insta::assert_snapshot!(why.dense(), @r"
    By rule: 3   S1
      by
        S1  3 = 1 if kept and rule is two, else 2 if kept, else 3
            g/said/pack.toml:58
      read as said/rule = one: one   S1  (two gives 1)
      found kept = no   S1
      where kept = no   S1
        by
          S1  no = yes if rule is two, else no   g/said/pack.toml:54
        read as said/rule = one: one   S1  (two gives yes)
    ");
}

#[test]
fn a_fact_that_leaves_out_an_answer_is_no_idle_one() {
    let told = run(&table(), "ask sky raining=yes");
    assert!(!told.says("changes nothing"), "{}", told.both());
    assert!(told.says("Sky: 2"), "{}", told.both());
    // Nor is one of which another value would.
    let told = run(&table(), "ask sky raining=no");
    assert!(!told.says("changes nothing"), "{}", told.both());
    // One die says something of the throw.
    let told = run(&table(), "ask high red=1");
    assert!(!told.says("changes nothing"), "{}", told.both());
}

#[test]
fn what_cannot_be_is_not_possible_once_more_is_told() {
    let told = run(&table(), "ask ground raining=yes");
    insta::assert_snapshot!(told.dense(), @r"
    Ground depends on more facts   S1
      7  Weather is rain   S1
      3  Weather is snow   S1
      tell first: weather
      as usual: not Wet
      would change it: Wet
    ");
    let told = run(&table(), "ask high red=1");
    assert!(
        told.says("High: No") || !told.says("yes"),
        "{}",
        told.both()
    );
}

#[test]
fn the_exception_that_bites_is_told_be_it_where_facts_are_bound() {
    let told = run(&table(), "ask asked-so x=yes y=yes");
    assert!(told.says("excepted: Base S1, by S3: y"), "{}", told.both());
    // One of which nobody knows whether it holds is none.
    let told = run(&table(), "ask base y=yes");
    assert!(told.says("excepted: Base S1, by S3: y"), "{}", told.both());
}

#[test]
fn values_that_change_an_answer_are_those_alone() {
    let told = run(&table(), "ask by-number");
    assert!(told.says("would change it: N 1, 3 → 3"), "{}", told.both());
}

#[test]
fn where_a_rule_may_apply_it_is_not_said_that_none_does() {
    let told = run(&table(), "ask alike");
    assert!(!told.says("no rule applies"), "{}", told.both());
    let told = run(&table(), "ask either");
    insta::assert_snapshot!(told.dense(), @r"
    Either: No
      no  for example, in any other case   S1
    ");
    let told = run(&table(), "ask either --why");
    assert!(!told.says("where no rule applies"), "{}", told.both());
    // A rule that applies can give a sum of nothing.
    let told = run(&table(), "ask passes x=yes y=no");
    assert!(told.says("nothing adds to it"), "{}", told.both());
}

#[test]
fn what_is_usual_hides_no_roll_that_would_find_it() {
    let told = chartroom_in(table().path(), &["odds", "loss", "--rules", "g"]);
    insta::assert_snapshot!(told.dense(), @r"
    Loss   S1
      0  1/2  50.00 %  ████████████
      4  1/6  16.67 %  ████
      5  1/6  16.67 %  ████
      6  1/6  16.67 %  ████
    ");
}
