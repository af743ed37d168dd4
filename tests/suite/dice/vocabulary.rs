//! Dice as packs declare them, and procedures.

use super::{fact, findings, model, question, small};
use chartroom::diagram::Leaf;
use chartroom::dice::{self, Terms};
use chartroom::value::Value;

const ROLLS: &str = r#"
[unit.DR]
dice = "colored d6 + white d6"
[unit.d10]
dice = "d10"
[unit.three]
dice = "3d6"
[unit.custom]
dice = "2d[0, 1, 1]"
[unit.omen]
dice = "d[good, bad, bad, bad]"
[unit.percent]
dice = "d[0, 10, 20, 30, 40, 50, 60, 70, 80, 90] + d10"

[fact.attack-dr]
domain = "2..=12"
unit = "DR"
[fact.colored-die]
domain = "1..=6"
die = "colored of attack-dr"
[fact.ten]
domain = "1..=10"
unit = "d10"
[fact.sum-of-three]
domain = "3..=18"
unit = "three"
[fact.hits]
domain = "0..=2"
unit = "custom"
[fact.omen]
domain = "bad < good"
unit = "omen"
[fact.hundred]
domain = "1..=100"
unit = "percent"
[fact.final-dr]
domain = "0..=14"
unit = "DR"

[question.cowers]
cite = "S1"
asks = "Do the colored die and the DR both stand high?"
from = ["attack-dr", "colored-die"]
answer = "bool"
gives = "attack-dr >= 10 and colored-die = 6"

[question.colored-alone]
cite = "S1"
asks = "Is the colored die a six?"
from = ["colored-die"]
answer = "bool"
gives = "colored-die = 6"

[question.ten-high]
cite = "S1"
asks = "Is the ten-sided die high?"
from = ["ten"]
answer = "bool"
gives = "ten >= 9"

[question.how-many]
cite = "S1"
asks = "How many hits?"
from = ["hits"]
answer = "number"
gives = "hits as number"

[question.what-omen]
cite = "S1"
asks = "Which omen?"
from = ["omen"]
answer = "bad < good"
gives = "omen"

[question.three-high]
cite = "S1"
asks = "Are the three high?"
from = ["sum-of-three"]
answer = "bool"
gives = "sum-of-three >= 16"

[question.rare]
cite = "S1"
asks = "Is it the hundredth?"
from = ["hundred"]
answer = "bool"
gives = "hundred = 100"
"#;

fn chance(name: &str, leaf: &Leaf, known: &[(&str, u32)]) -> String {
    let rulebook = small(ROLLS, "");
    let model = model(&rulebook);
    let mut terms = Terms::new(model);
    for (name, index) in known {
        terms.known.set(fact(model, name), Some(*index));
    }
    let table = dice::of_question(model, question(model, name), &terms, None).unwrap();
    assert_eq!(table.parts.len(), 1, "{:?}", table.open);
    table.parts[0].results[0]
        .chance_of_each()
        .get(leaf)
        .copied()
        .map_or_else(|| "0".to_owned(), ToString::to_string)
}

#[test]
fn dice_of_every_kind_have_exact_odds() {
    let yes = Leaf::truth(true);
    let two = Leaf::Value(Value::Number(2.into()));
    assert_eq!(chance("ten-high", &yes, &[]), "1/5");
    assert_eq!(chance("three-high", &yes, &[]), "5/108");
    assert_eq!(chance("how-many", &two, &[]), "4/9");
    assert_eq!(chance("rare", &yes, &[]), "1/100");
}

#[test]
fn a_die_may_show_words() {
    let rulebook = small(ROLLS, "");
    let good = Leaf::Value(Value::Word(model(&rulebook).words.find("good").unwrap()));
    assert_eq!(chance("what-omen", &good, &[]), "1/4");
}

#[test]
fn the_colored_die_and_its_dr_are_one_roll() {
    let yes = Leaf::truth(true);
    assert_eq!(chance("colored-alone", &yes, &[]), "1/6");
    // 6+4, 6+5, 6+6, not the sixth of a sixth that two separate rolls would give.
    assert_eq!(chance("cowers", &yes, &[]), "1/12");
    assert_eq!(chance("cowers", &yes, &[("attack-dr", 8)]), "1/3");
    assert_eq!(chance("cowers", &yes, &[("colored-die", 5)]), "1/2");
}

#[test]
fn a_roll_after_modifiers_is_not_rolled() {
    let rulebook = small(ROLLS, "");
    let model = model(&rulebook);
    assert!(model.variables[fact(model, "attack-dr")].roll.is_some());
    assert!(model.variables[fact(model, "final-dr")].roll.is_none());
}

#[test]
fn broken_dice_are_told_in_plain_words() {
    let of =
        |dice: &str| findings(&small(&format!("[unit.DR]\ndice = \"{dice}\"\n"), "")).join("\n");
    let all = [
        "2x6",
        "0d6",
        "101d6",
        "d1",
        "2d2000",
        "colored 2d6",
        "d[hit, miss] + d6",
        "d[1]",
        "20d1000",
        "d6 +",
    ];
    let told: Vec<String> = all
        .iter()
        .map(|dice| format!("{dice}: {}", of(dice)))
        .collect();
    insta::assert_snapshot!(told.join("\n"));
}

const DIE: &str =
    "[unit.DR]\ndice = \"colored d6 + white d6\"\n[fact.dr]\ndomain = \"2..=12\"\nunit = \"DR\"\n";

#[test]
fn a_single_die_must_be_one_of_its_roll() {
    let of = |fact: &str| findings(&small(&format!("{DIE}[fact.one]\n{fact}\n"), "")).join("\n");
    let all = [
        "domain = \"1..=6\"\ndie = \"colored\"",
        "domain = \"1..=6\"\ndie = \"coloured of dr\"",
        "domain = \"1..=6\"\ndie = \"colored of other\"",
        "domain = \"0..=6\"\ndie = \"colored of dr\"",
    ];
    let told: Vec<String> = all.iter().map(|fact| of(fact)).collect();
    insta::assert_snapshot!(told.join("\n"));
}

const WIND: &str = r#"
[unit.dr]
dice = "1d6"
[fact.wind-dr]
domain = "1..=6"
unit = "dr"
[fact.indoors]
domain = "bool"
[fact.wind]
domain = "none | strong"
[fact.calm]
domain = "1..=3"
"#;

#[test]
fn every_way_through_a_procedure_is_proved() {
    let of = |steps: &str| {
        let ron = format!(
            "Procedure(id: \"set-up\", start: [\"indoors\"], outcome: [\"wind\"], steps: [{steps}])"
        );
        findings(&small(WIND, &ron)).join("\n")
    };
    let wind = "(ask: \"strong if wind-dr >= 5, else none\", as: \"wind\"";
    let all = [
        format!("(roll: \"wind-dr\"), {wind})"),
        format!("(roll: \"wind-dr\", when: \"not indoors\"), {wind}, when: \"not indoors\")"),
        format!("(roll: \"wind-dr\", when: \"not indoors\"), {wind})"),
        format!(
            "(roll: \"wind-dr\", when: \"not indoors\"), {wind}, when: \"not indoors\", otherwise: \"none\")"
        ),
        format!("{wind}), (roll: \"wind-dr\")"),
        "(roll: \"wind-dr\")".to_owned(),
        "(roll: \"calm\"), (ask: \"none\", as: \"wind\")".to_owned(),
        "(roll: \"wind-dr\", ask: \"none\", as: \"wind\")".to_owned(),
        "(ask: \"none\")".to_owned(),
        "(ask: \"windy\", as: \"wind\")".to_owned(),
    ];
    let told: Vec<String> = all
        .iter()
        .map(|steps| format!("{steps}\n  {}", of(steps).replace('\n', "\n  ")))
        .collect();
    insta::assert_snapshot!(told.join("\n"));
}

#[test]
fn the_page_on_unfinished_procedures_holds() {
    let page = chartroom::diagnostic::Code::UnfinishedProcedure.page();
    let blocks: Vec<&str> = page
        .split("```")
        .skip(1)
        .step_by(2)
        .map(|block| block.split_once('\n').unwrap().1)
        .collect();
    let found = |toml: &str, ron: &str| findings(&small(toml, ron));
    let wrong = found(blocks[0], blocks[1]);
    assert!(
        wrong.len() == 1 && wrong[0].starts_with("unfinished-procedure"),
        "{wrong:?}"
    );
    assert_eq!(found(blocks[2], blocks[3]), Vec::<String>::new());
}
