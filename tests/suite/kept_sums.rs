//! Sums of many modifiers are kept as sums: what is asked, told in a table or thrown is the same as by their diagrams.

use crate::common;

use chartroom::analysis::table::table;
use chartroom::answer::{Asker, Evaluator, Wanted};
use chartroom::diagram::{Compiler, Leaf};
use chartroom::dice::{Results, Terms, of_question};
use chartroom::model::{Model, QuestionId};
use chartroom::rulebook::Rulebook;
use chartroom::turn::Situation;
use chartroom::value::Value;

const HEAD: &str = "id = \"reef\"\ngame = \"sea\"\ntitle = \"Reef\"\n[paragraphs]\nR1 = \"Reefs\"\n\
                    [unit]\nd = { dice = \"d6\" }\n";

/// A pack of a question that adds up so many modifiers, each of facts of its own; with what is made of it.
fn reef(
    count: usize,
    fact: &str,
    when: impl Fn(usize) -> String,
    gives: impl Fn(usize) -> usize,
) -> Rulebook {
    Rulebook::texts([("reef/pack.toml", reef_text(count, fact, when, gives))])
}

fn reef_text(
    count: usize,
    fact: &str,
    when: impl Fn(usize) -> String,
    gives: impl Fn(usize) -> usize,
) -> String {
    let facts = (0..=count).map(|at| format!("[fact.f{at}]\n{fact}\n"));
    let rules = (0..count).map(|at| {
        let (when, gives) = (when(at), gives(at));
        format!("[[question.drm.rule]]\ncite = \"R1\"\nwhen = \"{when}\"\ngives = \"{gives}\"\n")
    });
    let question = |name: &str, answer: &str, gives: &str| {
        format!("[question.{name}]\ncite = \"R1\"\nanswer = \"{answer}\"\n{gives}\n")
    };
    let made = [
        ("same", "number", "drm"),
        ("most", "number", "drm at most 20"),
        ("between", "number", "greatest of 3, (least of 9, drm)"),
        ("seven", "bool", "drm = 7"),
        ("many", "bool", "(drm at most 30) >= 12"),
        ("bound", "number", "(drm with f3 = yes) at most 20"),
    ];
    let made =
        made.map(|(name, answer, gives)| question(name, answer, &format!("gives = \"{gives}\"")));
    let pack = [
        HEAD.to_owned(),
        facts.collect(),
        question("drm", "sum of number", ""),
        rules.collect(),
        made.concat(),
    ];
    pack.concat()
}

fn id(model: &Model, name: &str) -> QuestionId {
    model.question_names[name]
}

const BOOL: &str = "domain = \"bool\"";
const DIE: &str = "domain = \"dice\"\nunit = \"d\"";

#[test]
fn a_table_of_a_sum_is_that_of_its_diagram() {
    let chained = |at: usize| format!("f{at} and not f{}", at + 1);
    for (count, gives) in [(45, 1), (120, 97)] {
        let book = reef(count, BOOL, chained, |at| 1 + at * 37 % gives);
        let model = &book.games[0];
        let drm = id(model, "drm");
        for limit in [0, 1, 7] {
            let known = |fact| (fact == model.variable_names["f3"]).then_some(1);
            let mut by_diagram = Compiler::new(model);
            by_diagram.question(drm).unwrap();
            let mut by_sum = Compiler::new(model);
            let [one, other] = [&mut by_diagram, &mut by_sum]
                .map(|compiler| table(compiler, drm, &known, limit).unwrap());
            assert_eq!(one, other);
            // The larger one is not multiplied out.
            assert_eq!(by_sum.store.len() < 1_000, count > 45);
        }
    }
}

#[test]
fn what_is_open_in_a_sum_is_what_is_open_in_its_diagram() {
    for (count, gives) in [(45, 1), (120, 97)] {
        let book = reef(count, BOOL, |at| format!("f{at}"), |at| 1 + at * 37 % gives);
        let model = &book.games[0];
        let drm = id(model, "drm");
        for told in [0, 9, count, count + 1] {
            let mut situation = Situation::new(model);
            for at in 0..told {
                let fact = model.variable_names[&format!("f{at}")];
                situation.set(fact, Some(u32::from(at % 3 == 0)));
            }
            let mut by_diagram = Asker::new(model);
            by_diagram.compiler.question(drm).unwrap();
            let mut by_sum = Asker::new(model);
            for wanted in [Wanted::Whole, Wanted::WhetherOpen, Wanted::Glance] {
                let [one, other] = [&mut by_diagram, &mut by_sum].map(|asker| {
                    asker.wanted = wanted;
                    asker.ask(drm, &mut situation.clone())
                });
                assert_eq!(one, other);
            }
        }
    }
}

/// A sum of which a fact is bound is no sum of that fact, and one that is asked for some values alone has no answer for others,
/// whatever is made of it; halves add up too: by the evaluator and by diagrams.
#[test]
fn what_is_made_of_a_sum_is_what_the_evaluator_makes_of_it() {
    let whole = reef_text(45, BOOL, |at| format!("f{at}"), |at| 1 + at % 3);
    let of_some = "[question.drm]\ncite = \"R1\"\nonly = { f1 = \"yes\" }\n";
    let some = whole.replace("[question.drm]\ncite = \"R1\"\n", of_some);
    let halves = whole.replace("gives = \"2\"", "gives = \"1/2\"");
    assert!(whole != some && whole != halves);
    for (text, name) in [
        (&whole, "bound"),
        (&some, "most"),
        (&some, "seven"),
        (&some, "bound"),
        (&halves, "same"),
        (&halves, "between"),
    ] {
        let book = Rulebook::texts([("reef/pack.toml", text.clone())]);
        let model = &book.games[0];
        let id = id(model, name);
        let mut compiler = Compiler::new(model);
        let root = compiler.question(id).unwrap();
        for holding in [
            0b0,
            0b1,
            0b10,
            0b1000,
            0b1010,
            0b1110,
            0b111_0110,
            0x1fff_ffff_ffff,
        ] {
            let mut situation = Situation::new(model);
            let index = |fact: chartroom::model::VariableId| {
                let place: u32 = model.variables[fact].name[1..].parse().unwrap();
                u32::from(holding >> place & 1_u64 == 1)
            };
            for fact in model.variables.ids() {
                situation.set(fact, Some(index(fact)));
            }
            let plain = Evaluator::new(model).question(id, &situation).unwrap();
            assert_eq!(
                *compiler.store.answer(root, index),
                plain,
                "{name} {holding:b}"
            );
        }
    }
}

#[test]
fn what_is_made_of_a_sum_is_multiplied_out_only_as_far_as_that_hangs_on_it() {
    let book = reef(300, BOOL, |at| format!("f{at}"), |at| 1 + at % 3);
    let model = &book.games[0];
    let mut compiler = Compiler::new(model);
    for (name, most) in [("most", 20), ("between", 9), ("seven", 8), ("many", 12)] {
        let root = compiler.question(id(model, name)).unwrap();
        assert!(compiler.store.nodes_of(root) <= 300 * most, "{name}");
        // Neither is what it is made of.
        assert!(compiler.store.len() < 20_000);
        let number = |number: i64| Leaf::Value(Value::Number(number.into()));
        for holding in [0, 1, 2, 3, 4, 6, 9, 15, 300] {
            let sum: i64 = (0..holding).map(|at| 1 + at % 3).sum();
            let expected = match name {
                "most" => number(sum.min(20)),
                "between" => number(sum.clamp(3, 9)),
                "seven" => Leaf::truth(sum == 7),
                _ => Leaf::truth(sum >= 12),
            };
            let holds = |fact: chartroom::model::VariableId| {
                let name = &model.variables[fact].name;
                u32::from(name[1..].parse::<i64>().unwrap() < holding)
            };
            assert_eq!(
                *compiler.store.answer(root, holds),
                expected,
                "{name} {sum}"
            );
        }
    }
}

fn odds(model: &Model, name: &str) -> Results {
    let table = of_question(model, id(model, name), &Terms::new(model), None).unwrap();
    let [part] = table.parts.as_slice() else {
        panic!("{table:?}");
    };
    part.results[0].clone()
}

#[test]
fn the_odds_of_a_sum_are_those_of_its_diagram() {
    // What is looked at only now and then may fall as it likes where it is not.
    let chained = |at: usize| format!("f{at} >= 5 and f{} = {}", at + 1, 1 + at % 6);
    for (count, gives) in [(45, 3), (60, 1)] {
        let book = reef(count, DIE, chained, |at| 1 + at % gives);
        let model = &book.games[0];
        let [sum, same] = ["drm", "same"].map(|name| odds(model, name).chances);
        assert_eq!(sum, same);
        // A cap takes all above it together.
        let most = odds(model, "most").chances;
        let at_most = |(leaf, _): &&(Leaf, _)| *leaf < Leaf::Value(Value::Number(20.into()));
        assert!(most.iter().filter(at_most).eq(sum.iter().filter(at_most)));
    }
}

#[test]
fn five_hundred_dice_are_thrown_one_by_one() {
    let book = reef(500, DIE, |at| format!("f{at} >= 5"), |_| 1);
    let odds = odds(&book.games[0], "drm");
    assert_eq!(odds.chances.len(), 501);
    let [(_, none), (_, one), ..] = odds.chances.as_slice() else {
        panic!("{odds:?}");
    };
    // Two in three each, and of one that hits, 500 times one half of that.
    assert_eq!(none.numer().to_string(), num(2, 500));
    assert_eq!(none.denom().to_string(), num(3, 500));
    assert_eq!((one / none).to_string(), "250");
}

/// A power in digits.
fn num(base: u32, times: u32) -> String {
    let mut digits = vec![1_u32];
    for _ in 0..times {
        let mut carried = 0;
        for digit in &mut digits {
            carried += *digit * base;
            *digit = carried % 10;
            carried /= 10;
        }
        if carried > 0 {
            digits.push(carried);
        }
    }
    digits.iter().rev().map(u32::to_string).collect()
}

#[test]
fn a_sum_that_comes_to_too_many_numbers_is_refused_by_name() {
    // No two choices of them come to the same.
    let gives = |at: usize| match at {
        0..30 => 1 << at,
        _ => 1,
    };
    let pack = reef(45, BOOL, |at| format!("f{at}"), gives);
    let told = pack.ask("drm").answer().unwrap().to_string();
    assert!(
        told.contains("`drm` needs too large a decision diagram"),
        "{told}"
    );
    let model = &pack.games[0];
    let drm = id(model, "drm");
    assert!(table(&mut Compiler::new(model), drm, &|_| None, 5).is_err());
    let thrown = of_question(model, drm, &Terms::new(model), None);
    assert!(thrown.is_err());
    // What is all told is added up all the same.
    let facts = (0..45).map(|at| (format!("f{at}"), "yes"));
    let answer = pack.ask("drm").facts(facts).unwrap().answer().unwrap();
    assert_eq!(answer.to_string(), ((1_u64 << 30) - 1 + 15).to_string());
}

#[test]
fn so_many_ways_through_a_sum_are_told_as_are_asked_for() {
    let rulebook = reef(50, "domain = \"bool\"", |at| format!("f{at}"), |at| at + 1);
    let model = &rulebook.games[0];
    let mut compiler = Compiler::new(model);
    let summed = compiler.kept_sum(id(model, "drm")).unwrap();
    for most in [0, 1, 2, 7] {
        assert_eq!(summed.sums.ways(summed.whole, most).len(), most);
    }
}

#[test]
fn a_half_among_whole_modifiers_is_found_outside_a_domain_of_whole_numbers() {
    let text = reef_text(50, "domain = \"bool\"", |at| format!("f{at}"), |_| 1);
    let whole = text.replace("sum of number", "sum of 0..=50");
    let own = "when = \"f7\"\ngives = \"1\"";
    let half = whole.replacen(own, "when = \"f7\"\ngives = \"1/2\"", 1);
    // A half on both ways of a fact is one as well.
    let both = whole.replacen(own, "gives = \"1/2 if f7 else 3/2\"", 1);
    // Two halves make the least and the greatest sum whole, and not what lies between.
    let other = "when = \"f8\"\ngives = \"1\"";
    let two = half.replacen(other, "when = \"f8\"\ngives = \"1/2\"", 1);
    assert!(two != half);
    for (text, finds) in [(whole, false), (half, true), (both, true), (two, true)] {
        let book = Rulebook::texts([("reef/pack.toml", text)]);
        let found = common::found(&book);
        assert_eq!(!found.is_empty(), finds, "{found:?}");
    }
}
