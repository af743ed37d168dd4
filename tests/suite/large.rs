//! Large packs: what they cost follows what they say.

use crate::common;

use chartroom::analysis::diff::{Change, diff};
use chartroom::analysis::table::table;
use chartroom::answer::Evaluator;
use chartroom::diagnostic::Code;
use chartroom::diagram::{Compiler, Leaf, count_where, leaves};
use chartroom::model::{Budget, QuestionId, VariableId};
use chartroom::rulebook::Rulebook;
use chartroom::turn::Situation;
use chartroom::value::Value;
use std::fmt::Write;
use std::time::Instant;

const HEAD: &str =
    "id = \"reef\"\ngame = \"sea\"\ntitle = \"Reef\"\n[paragraphs]\nR1 = \"Reefs\"\n";

fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let files = files.iter().copied();
    common::folder([("reef/pack.toml", HEAD)].into_iter().chain(files))
}

/// Questions each of which asks the one before twice, with facts bound that differ or do not.
fn doubling(facts: &str, first: &str, next: impl Fn(usize) -> String) -> String {
    let mut pack = format!("{facts}[question.q0]\ncite = \"R1\"\n{first}\n");
    for number in 1..=60 {
        let answer = next(number);
        let _ = writeln!(pack, "[question.q{number}]\ncite = \"R1\"\n{answer}");
    }
    pack
}

#[test]
fn reasons_share_what_is_equal() {
    let facts = "[fact]\na = { domain = \"0..=3\" }\nb = { domain = \"0..=3\" }\n";
    let first = "answer = \"number\"\ngives = \"a + b\"";
    let pack = doubling(facts, first, |number| {
        let before = number - 1;
        format!(
            "answer = \"number\"\ngives = \"(q{before} with a = b) + (q{before} with b = a) at most 1000\""
        )
    });
    let folder = folder(&[("reef/reef.toml", &pack)]);
    for more in [&[][..], &["--why"], &["--why", "--format", "json"]] {
        let asked = [&["ask", "q60", "a=1", "b=2", "--rules", "."], more].concat();
        let ran = common::chartroom_in(folder.path(), &asked);
        assert_eq!(ran.code, 0, "{}", ran.error);
        assert!(ran.out.contains("1000"), "{}", ran.out);
        assert!(ran.out.len() < 2_000_000, "{}", ran.out.len());
    }
}

#[test]
fn reasons_that_are_too_many_are_cut_and_say_so() {
    let facts: String = (0..=60)
        .map(|number| format!("[fact.a{number}]\ndomain = \"bool\"\n"))
        .collect();
    let any: Vec<String> = (0..=60).map(|number| format!("\"a{number}\"")).collect();
    let first = format!("answer = \"any\"\nwhen = [{}]", any.join(", "));
    let pack = doubling(&facts, &first, |number| {
        let before = number - 1;
        format!(
            "answer = \"bool\"\ngives = \"(q{before} with a{number} = yes) or (q{before} with a{number} = no)\""
        )
    });
    let folder = folder(&[("reef/reef.toml", &pack)]);
    let asked = ["ask", "q60", "a0=yes", "--rules", ".", "--why"];
    let ran = common::chartroom_in(folder.path(), &asked);
    assert!(ran.out.starts_with("Q60: Yes"), "{}", ran.out);
    assert!(
        ran.out
            .contains("… and more than the 1000 questions that reasons go into"),
        "{}",
        ran.out
    );
}

/// A question with another answer in each of a million situations, one that uses it, and one of ordinary size.
fn a_million_answers() -> String {
    let facts = (0..20).map(|fact| format!("[fact.f{fact:02}]\ndomain = \"0..=1\"\n"));
    let parts = (0..20).map(|fact| format!("{} * f{fact:02}", 1 << fact));
    let parts: Vec<String> = parts.collect();
    let question = |name: &str, answer: &str, gives: &str| {
        format!("[question.{name}]\ncite = \"R1\"\nanswer = \"{answer}\"\ngives = \"{gives}\"\n")
    };
    facts.collect::<String>()
        + &question("wide", "number", &parts.join(" + "))
        + &question("above", "number", "wide + 1")
        + &question("small", "bool", "f00 = f10")
}

/// A question of pairs of facts that are declared far apart, in an order that is no order.
fn paired_anyhow(facts: usize) -> String {
    let all = (0..facts).map(|fact| format!("[fact.f{fact:02}]\ndomain = \"bool\"\n"));
    let half = facts / 2;
    let pairs = (0..half).map(|pair| format!("(f{pair:02} and f{:02})", half + pair * 7 % half));
    let pairs: Vec<String> = pairs.collect();
    let question = format!(
        "[question.paired]\ncite = \"R1\"\nanswer = \"bool\"\ngives = \"{}\"\n",
        pairs.join(" or ")
    );
    all.collect::<String>() + &question
}

#[test]
fn sixty_facts_that_are_paired_anyhow_are_as_few_as_if_they_stood_side_by_side() {
    let folder = folder(&[("reef/reef.toml", &paired_anyhow(60))]);
    let rulebook = Rulebook::folder(folder.path());
    let proofs = rulebook.prove();
    assert_eq!(proofs[0].nodes[0].1, 60, "a node for each fact");
    assert_eq!(common::found(&rulebook), []);
    let run = |command: &str| {
        let arguments: Vec<&str> = command.split(' ').chain(["--rules", "."]).collect();
        common::chartroom_in(folder.path(), &arguments)
    };
    let told: String = (0..60)
        .map(|fact| format!(" f{fact:02}={}", if fact == 3 { "yes" } else { "no" }))
        .collect();
    assert!(
        run(&format!("ask paired{told}"))
            .out
            .starts_with("Paired: No")
    );
    let told = told.replace("f51=no", "f51=yes");
    assert!(
        run(&format!("ask paired{told}"))
            .out
            .starts_with("Paired: Yes"),
        "f03 goes with f51"
    );
    let model = &rulebook.games[0];
    let mut compiler = Compiler::new(model);
    let root = compiler.question(QuestionId(0)).unwrap();
    let facts: Vec<VariableId> = model.variables.ids().collect();
    let no = count_where(&compiler.store, root, &facts, &|leaf| leaf.is(false));
    assert_eq!(no, 3_u128.pow(30), "three of four in each pair");
}

/// Questions of one game, each of which pairs all its facts otherwise: by a step that has nothing in common with how many there are.
fn paired_by_many(facts: usize, steps: &[usize]) -> String {
    let all = (0..facts).map(|fact| format!("[fact.f{fact:02}]\ndomain = \"bool\"\n"));
    let questions = steps.iter().map(|step| {
        let at = |place: usize| place * step % facts;
        let pairs = (0..facts / 2).map(|pair| {
            let (one, other) = (at(2 * pair), at(2 * pair + 1));
            format!("(f{one:02} and f{other:02})")
        });
        let pairs: Vec<String> = pairs.collect();
        format!(
            "[question.by-{step}]\ncite = \"R1\"\nanswer = \"bool\"\ngives = \"{}\"\n",
            pairs.join(" or ")
        )
    });
    all.chain(questions).collect()
}

#[test]
fn questions_that_pair_the_same_facts_otherwise_each_are_small_in_the_one_order_of_their_game() {
    let steps = [7, 11, 13, 17];
    let folder = folder(&[("reef/reef.toml", &paired_by_many(60, &steps))]);
    let rulebook = Rulebook::folder(folder.path());
    assert_eq!(common::found(&rulebook), []);
    let proofs = rulebook.prove();
    let largest = proofs[0].nodes.iter().map(|(_, nodes)| *nodes).max();
    assert!(
        largest.is_some_and(|nodes| nodes < 10_000),
        "{largest:?} nodes, where a bad order needs 2 to the 30"
    );
    let model = &rulebook.games[0];
    let mut compiler = Compiler::new(model);
    let facts: Vec<VariableId> = model.variables.ids().collect();
    for question in model.questions.ids() {
        let root = compiler.question(question).unwrap();
        let no = count_where(&compiler.store, root, &facts, &|leaf| leaf.is(false));
        assert_eq!(no, 3_u128.pow(30), "three of four in each pair");
    }
}

#[test]
fn what_is_answered_and_told_apart_is_the_same_in_whatever_order_facts_are_declared() {
    // The same pairs, declared far apart and side by side: small enough for both.
    let pack = paired_anyhow(24);
    let (facts, question) = pack.split_at(pack.find("[question").unwrap());
    let facts: Vec<&str> = facts.split_inclusive("\"bool\"\n").collect();
    let near: Vec<&str> = (0..12)
        .flat_map(|pair| [facts[pair], facts[12 + pair * 7 % 12]])
        .collect();
    let near = near.concat() + question;
    let [far, near] =
        [&pack, &near].map(|pack| Rulebook::texts([("reef/pack.toml", format!("{HEAD}{pack}"))]));
    let [told_far, told_near] = [&far, &near].map(|book| {
        let mut compiler = Compiler::new(&book.games[0]);
        let table = table(&mut compiler, QuestionId(0), &|_| None, 1).unwrap();
        (table.fingerprint, table.situations)
    });
    assert_eq!(told_far, told_near);
    assert!(!far.games[0].levels.is_empty() && near.games[0].levels.is_empty());
    for [old, new] in [[&far, &near], [&near, &far], [&far, &far]] {
        assert!(diff(&old.games[0], &new.games[0], 10).is_empty());
    }
    let other = pack.replacen("f00 and f12", "f00 and not f12", 1);
    let other = Rulebook::texts([("reef/pack.toml", format!("{HEAD}{other}"))]);
    let diff = diff(&far.games[0], &other.games[0], usize::MAX);
    // Where f00 holds and no other pair does.
    let changed: u128 = diff.questions.iter().map(|own| own.situations).sum();
    assert_eq!(changed, 2 * 3_u128.pow(11));
    let told = diff.questions[0]
        .regions
        .iter()
        .map(|region| region.situations);
    assert_eq!(told.sum::<u128>(), changed);
}

/// A sum of so many modifiers, each by a fact of its own: of rules, and as one expression.
fn modifiers(count: usize) -> String {
    let fact = |at: usize| format!("[fact.f{at:03}]\ndomain = \"0..=1\"\n");
    let rule = |at: usize| {
        let gives = 1 + at * 7 % 5;
        format!(
            "[[question.drm.rule]]\ncite = \"R1\"\nwhen = \"f{at:03} = 1\"\ngives = \"{gives}\"\n"
        )
    };
    let summands: Vec<String> = (0..60)
        .map(|at| format!("{} * f{at:03}", 1 + at * 7 % 5))
        .collect();
    let question = |name: &str, answer: &str| {
        format!("[question.{name}]\ncite = \"R1\"\nanswer = \"{answer}\"\n")
    };
    let facts: String = (0..count).map(fact).collect();
    let rules: String = (0..count).map(rule).collect();
    let gives = format!("gives = \"{}\"\n", summands.join(" + "));
    facts + &question("drm", "sum of number") + &rules + &question("sum", "number") + &gives
}

#[test]
fn five_hundred_modifiers_are_added_up_and_not_multiplied_out() {
    let pack = modifiers(500);
    let book = Rulebook::texts([("reef/pack.toml", format!("{HEAD}{pack}"))]);
    let model = &book.games[0];
    let mut compiler = Compiler::new(model);
    for (name, count, sum) in [("drm", 500, 1500), ("sum", 60, 180)] {
        let root = compiler.question(model.question_names[name]).unwrap();
        // A node for each fact and each sum of those before.
        assert!(compiler.store.nodes_of(root) <= count * sum / 2);
        let all = compiler.store.answer(root, |_| 1);
        let none = compiler.store.answer(root, |_| 0);
        let every_other = compiler
            .store
            .answer(root, |fact| u32::from(fact.index() % 2 == 0));
        let own = |at: usize| i64::try_from(1 + at * 7 % 5).unwrap();
        let number = |sum: i64| Leaf::Value(Value::Number(sum.into()));
        assert_eq!(*all, number((0..count).map(own).sum()));
        assert_eq!(*none, number(0));
        assert_eq!(*every_other, number((0..count).step_by(2).map(own).sum()));
    }
    let many = book
        .ask("sum")
        .facts((0..60).map(|at| (format!("f{at:03}"), "1")))
        .unwrap();
    assert_eq!(many.answer().unwrap().to_string(), "180");
}

/// A pack of a question that adds up so many rules, each of which looks at a few facts.
fn summing(count: usize, answer: &str, when: impl Fn(usize) -> String) -> String {
    let facts: String = (0..=count)
        .map(|at| format!("[fact.f{at}]\ndomain = \"0..=3\"\n"))
        .collect();
    let rule = |at: usize| {
        let (when, gives) = (when(at), 1 + at % 3);
        format!("[[question.drm.rule]]\ncite = \"R1\"\nwhen = \"{when}\"\ngives = \"{gives}\"\n")
    };
    let rules: String = (0..count).map(rule).collect();
    format!("{HEAD}{facts}[question.drm]\ncite = \"R1\"\nanswer = \"{answer}\"\n{rules}")
}

fn reef(pack: String) -> Rulebook {
    Rulebook::texts([("reef/pack.toml", pack)])
}

#[test]
fn five_hundred_modifiers_are_proved_by_their_parts() {
    let alone = |at: usize| format!("f{at} >= 2");
    let chained = |at: usize| format!("f{at} >= 2 and f{} = {}", at + 1, at % 3);
    for (pack, nodes) in [
        (summing(500, "sum of number", alone), 500),
        (summing(500, "sum of 0..=1000", alone), 500),
        (summing(500, "sum of number", chained), 1000),
    ] {
        let book = reef(pack);
        let proofs = book.prove();
        assert_eq!(common::found(&book), []);
        assert_eq!(proofs[0].nodes[0].1, nodes);
    }
    // What is wrong with the whole or with a part of it is told all the same.
    let pack = summing(500, "sum of 0..=900", alone);
    let codes = |pack: String| {
        let found = common::found(&reef(pack));
        found.iter().map(|found| found.code).collect::<Vec<_>>()
    };
    assert_eq!(codes(pack.clone()), [Code::OutsideDomain]);
    let idle = pack.replacen("gives = \"1\"", "gives = \"0\"", 1);
    let idle = idle.replacen("sum of 0..=900", "sum of number", 1);
    assert_eq!(codes(idle), [Code::NeverApplies]);
}

#[test]
fn regions_beyond_all_counting_are_told_as_that() {
    let alone = |at: usize| format!("f{at} >= 2");
    let of = |count: usize, limit: usize| {
        let book = reef(summing(count, "sum of number", alone));
        let model = &book.games[0];
        let question = model.question_names["drm"];
        table(&mut Compiler::new(model), question, &|_| None, limit).unwrap()
    };
    let vast = of(500, 5);
    assert_eq!((vast.rows.len(), vast.left_out), (5, u128::MAX));
    // Two to the power of three choices, each with two values for either side.
    for limit in 1..10 {
        let small = of(3, limit);
        assert_eq!(small.rows.len(), limit.min(8));
        let told: u128 = small.rows.iter().map(|row| row.situations).sum();
        assert_eq!(told + small.left_out, 64);
    }
}

#[test]
fn of_five_hundred_modifiers_the_one_that_changed_is_told_alone() {
    let chained = |at: usize| format!("f{at} >= 2 and f{} = {}", at + 1, at % 3);
    let pack = summing(500, "sum of number", chained);
    let other = pack.replacen("gives = \"2\"", "gives = \"5\"", 1);
    let [old, new] = [pack, other].map(reef);
    let found = diff(&old.games[0], &new.games[0], 10);
    let [changed] = found.questions.as_slice() else {
        panic!("{found:?}");
    };
    assert_eq!((changed.situations, changed.asked), (2, 16));
    let [region] = changed.regions.as_slice() else {
        panic!("{changed:?}");
    };
    assert_eq!(region.change, Change::By(3.into()));
    let name = |fact: VariableId| found.space.variables[fact].name.as_str();
    let tests: Vec<_> = region
        .tests
        .iter()
        .map(|(fact, indices)| (name(*fact), indices.as_slice()))
        .collect();
    assert_eq!(tests, [("f1", &[2, 3][..]), ("f2", &[1])]);
    let number = |number: i64| Leaf::Value(Value::Number(number.into()));
    assert_eq!(region.at_witness, (number(2), number(5)));
    assert!(diff(&old.games[0], &old.games[0], 10).is_empty());
}

#[test]
fn parts_come_to_what_the_rules_do_one_by_one() {
    let mut seed = 7_u64;
    let mut below = |limit: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        usize::try_from(seed >> 40).unwrap() % limit
    };
    for _ in 0..20 {
        let conditions: Vec<String> = (0..45)
            .map(|_| {
                let [one, other] = [below(8), below(8)];
                let joined = ["and", "or", "and not"][below(3)];
                format!(
                    "f{one} >= {} {joined} f{other} = {}",
                    1 + below(3),
                    below(4)
                )
            })
            .collect();
        let book = reef(summing(45, "sum of number", |at| conditions[at].clone()));
        let model = &book.games[0];
        let mut compiler = Compiler::new(model);
        let question = &model.questions[QuestionId(0)];
        let summed = compiler.summed(question).unwrap();
        let root = compiler.question(QuestionId(0)).unwrap();
        let numbers = summed.sums.numbers(summed.whole).unwrap();
        let all: Vec<Leaf> = numbers
            .iter()
            .map(|number| Leaf::Value(Value::Number(*number)))
            .collect();
        assert_eq!(leaves(&compiler.store, root), all);
        let (low, high, _) = summed.sums.bounds(summed.whole).unwrap();
        assert_eq!(Some(&low), numbers.first());
        assert_eq!(Some(&high), numbers.last());
        for _ in 0..50 {
            let mut situation = Situation::new(model);
            for fact in model.variables.ids() {
                situation.set(fact, u32::try_from(below(4)).ok());
            }
            let answer = compiler
                .store
                .answer(root, |fact| situation.get(fact).unwrap());
            let by_rules = Evaluator::new(model).question(QuestionId(0), &situation);
            assert_eq!(Some(answer), by_rules.as_ref());
        }
    }
}

#[test]
fn a_question_of_more_facts_than_a_diagram_is_deep_is_refused_and_never_overflows() {
    for (count, is_refused) in [(400, false), (12_000, true)] {
        let facts: String = (0..count)
            .map(|at| format!("[fact.f{at}]\ndomain = \"bool\"\n"))
            .collect();
        let any: Vec<String> = (0..count).map(|at| format!("\"f{at}\"")).collect();
        let any = any.join(", ");
        let pack = format!(
            "{HEAD}{facts}[question.any-of-them]\ncite = \"R1\"\nanswer = \"any\"\nwhen = [{any}]\n"
        );
        let book = Rulebook::texts([("reef/pack.toml", pack)]);
        let codes: Vec<_> = common::found(&book)
            .iter()
            .map(|found| found.code)
            .collect();
        let wanted = if is_refused {
            vec![Code::TooLarge]
        } else {
            Vec::new()
        };
        assert_eq!(codes, wanted);
        let told = |question: chartroom::Question<'_>| question.answer().unwrap().to_string();
        let open = told(book.ask("any-of-them"));
        assert_eq!(open.contains("too large"), is_refused, "{open}");
        // What a single fact settles needs no diagram.
        assert_eq!(
            told(book.ask("any-of-them").fact("f1", "yes").unwrap()),
            "yes"
        );
    }
}

#[test]
fn the_facts_of_the_shipped_packs_stand_in_the_order_in_which_they_are_declared() {
    for game in &Rulebook::embedded().games {
        assert_eq!(game.levels, Vec::<u32>::new(), "{}", game.game);
    }
}

#[test]
fn what_is_too_large_is_named_and_the_rest_is_answered() {
    let pack = a_million_answers();
    let folder = folder(&[("reef/reef.toml", &pack)]);
    let rules = folder.path().to_string_lossy().into_owned();
    let line = |question: &str| {
        format!("{{\"question\": \"{question}\", \"facts\": {{\"f00\": 1, \"f10\": 1}}}}\n")
    };
    let lines = line("wide") + &line("above") + &line("small");
    let ran = common::chartroom_with(&lines, &["ask", "--batch", "--rules", &rules]);
    for told in [
        "`wide` needs too large a decision diagram",
        "`wide`, which `above` uses, needs too large a decision diagram",
        "split it into questions with fewer facts each",
        "explain too-large",
        "\"answer\":true",
    ] {
        assert!(ran.both().contains(told), "{told}: {}", ran.both());
    }
}

/// Many questions, each of which uses the one three places before, with laws and examples; so many of them have a fault.
fn many(faults: bool) -> String {
    let facts = (0..10).map(|at| format!("f{at} = {{ domain = \"0..=9\" }}\n"));
    let question = |at: usize| {
        let (one, other) = (at % 10, (at * 7 + 1) % 10);
        let before = match at {
            0..3 => "0".to_owned(),
            _ if at % 30 < 3 => "1".to_owned(),
            _ => format!("q{}", at - 3),
        };
        let when = match faults && at % 40 == 17 {
            true => format!("f{one} > 9"),
            false => format!("f{one} > {}", at % 8),
        };
        let otherwise = match faults && at % 40 == 9 {
            true => "",
            false => "otherwise = \"0\"\n",
        };
        let gives = format!("{} + ({before} at most 3)", at % 5);
        format!(
            "[question.q{at}]\ncite = \"R1\"\nanswer = \"number\"\n{otherwise}rules = \"\"\"\nwhen | gives\n\
             {when} and f{other} = {} | {gives}\n\"\"\"\n",
            at % 9
        )
    };
    let law = |at: usize| {
        let least = u8::from(faults && at.is_multiple_of(3));
        format!("[[law]]\ncite = \"R1\"\nsays = \"law {at}\"\nalways = \"q{at} >= {least}\"\n")
    };
    let example = |at: usize| {
        format!(
            "[[example]]\ncite = \"R1\"\nask = \"q{at}\"\nexpect = \"{}\"\n\
             given = {{ {} }}\n",
            if faults { 7 } else { 0 },
            (0..10)
                .map(|fact| format!("f{fact} = \"0\""))
                .collect::<Vec<_>>()
                .join(", ")
        )
    };
    let facts = format!("[fact]\n{}", facts.collect::<String>());
    let questions: String = (0..300).map(question).collect();
    let laws: String = (0..300).step_by(7).map(law).collect();
    let examples: String = (0..3).map(example).collect();
    facts + &questions + &laws + &examples
}

#[test]
fn what_is_proved_and_refused_hangs_on_no_thread() {
    let too_large = a_million_answers()
        + &many(false).replace("[fact]\n", "[fact]\nx = { domain = \"bool\" }\n");
    for pack in [many(false), many(true), too_large] {
        let folder = folder(&[("reef/reef.toml", &pack)]);
        for more in [&["--sizes"][..], &["--format", "json"]] {
            let told = ["1", "2", "5"].map(|threads| {
                let arguments = [&["check", "--rules", "."], more].concat();
                let mut program = common::program(&arguments);
                let program = program.env("RAYON_NUM_THREADS", threads);
                let output = program.current_dir(folder.path()).output().unwrap();
                [output.stdout, output.stderr].map(|told| String::from_utf8(told).unwrap())
            });
            assert_eq!(told[0], told[1]);
            assert_eq!(told[0], told[2]);
        }
    }
}

#[test]
fn an_answer_depends_on_a_thousand_facts_and_no_more() {
    let pack = |count: usize| {
        let fact = |at: usize| format!("[fact.f{at}]\ndomain = \"bool\"\n");
        let any = |name: &str, facts: std::ops::Range<usize>| {
            let conditions: Vec<String> = facts.map(|at| format!("\"f{at}\"")).collect();
            format!(
                "[question.{name}]\ncite = \"R1\"\nanswer = \"any\"\nwhen = [{}]\n",
                conditions.join(", ")
            )
        };
        let both =
            "[question.both]\ncite = \"R1\"\nanswer = \"bool\"\ngives = \"first or second\"\n";
        let questions = [
            any("all", 0..count),
            any("first", 0..10),
            any("second", 10..count),
        ];
        format!(
            "{HEAD}{}{}{both}",
            (0..count).map(fact).collect::<String>(),
            questions.concat()
        )
    };
    for (count, is_made) in [(Budget::DEEPEST, true), (Budget::DEEPEST + 1, false)] {
        let book = Rulebook::texts([("reef/pack.toml", pack(count))]);
        let model = &book.games[0];
        let mut compiler = Compiler::new(model);
        for name in ["all", "both"] {
            let made = compiler.question(model.question_names[name]);
            assert_eq!(made.is_ok(), is_made, "{name} of {count}");
        }
    }
}

#[test]
fn what_is_refused_leaves_no_node_behind_and_its_steps_are_the_runs() {
    let pack = format!("{HEAD}{}", a_million_answers());
    let book = Rulebook::texts([("reef/pack.toml", pack)]);
    let model = &book.games[0];
    let budget = Budget::default();
    let spent = |budget: &Budget| format!("{budget:?}");
    let nothing = spent(&budget);
    let mut compiler = Compiler::apart(model, &budget);
    let before = compiler.store.mark();
    let question = |name: &str| model.question_names[name];
    assert!(!compiler.store.has_refused());
    assert!(compiler.question(question("wide")).is_err());
    assert!(compiler.store.has_refused());
    assert_eq!(compiler.store.mark(), before);
    assert_ne!(spent(&budget), nothing, "what it took counts all the same");
    // What is small is made as ever, and what uses the large one is refused by its name.
    let small = compiler.question(question("small")).unwrap();
    let [first, other] = ["f00", "f10"].map(|name| model.variable_names[name]);
    for [one, two] in [[0, 0], [0, 1], [1, 0], [1, 1]] {
        let value = |fact| match fact {
            _ if fact == first => one,
            _ if fact == other => two,
            _ => 0,
        };
        assert!(compiler.store.answer(small, value).is(one == two));
    }
    assert!(compiler.question(question("above")).is_err());
    assert_eq!(compiler.cause(question("above")), question("wide"));
    compiler.store.renew_run();
    assert_eq!(spent(&budget), nothing);
    let mut compiler = Compiler::new(model);
    compiler.store.keep_at_most(2);
    assert!(
        compiler.question(question("small")).is_err(),
        "it needs three nodes"
    );
}

/// What is refused takes its nodes with it, also where others were there before: what comes after does not take them for its own.
#[test]
fn what_was_made_before_stays_where_something_is_refused_and_nothing_else() {
    let pack = format!("{HEAD}{}", a_million_answers());
    let book = Rulebook::texts([("reef/pack.toml", pack)]);
    let model = &book.games[0];
    let id = |name: &str| model.question_names[name];
    let fact = |name: &str| model.variable_names[name];
    let mut compiler = Compiler::new(model);
    let before = compiler.variable(fact("f05")).unwrap();
    assert!(compiler.question(id("wide")).is_err());
    let small = compiler.question(id("small")).unwrap();
    for [one, two] in [[0, 0], [0, 1], [1, 0], [1, 1]] {
        let value = |own| match own {
            _ if own == fact("f00") => one,
            _ if own == fact("f10") => two,
            _ => 0,
        };
        assert!(compiler.store.answer(small, value).is(one == two));
    }
    assert_eq!(compiler.variable(fact("f05")), Ok(before));
    // A question has a budget of its own, and what is made around it goes on with what it had.
    let mut compiler = Compiler::new(model);
    compiler.store.limit_budget(0);
    assert!(compiler.question(id("small")).is_ok());
    assert!(compiler.variable(fact("f19")).is_err());
    // One without diagrams spends what the one before it spent from.
    let budget = Budget::default();
    let mut first = Compiler::apart(model, &budget);
    assert!(first.question(id("small")).is_ok());
    let spent = format!("{budget:?}");
    assert!(first.emptied().question(id("wide")).is_err());
    assert_ne!(format!("{budget:?}"), spent);
}

#[test]
fn a_run_that_has_used_up_its_budget_still_answers_what_is_small() {
    let budget = Budget::default();
    assert_eq!(budget.grant(), Budget::QUESTION);
    for _ in 0..10 {
        budget.spend(Budget::QUESTION.steps);
    }
    assert_eq!(budget.clone().grant(), Budget::LEAST);
    budget.renew();
    assert_eq!(budget.grant(), Budget::QUESTION);
}

#[test]
fn a_chart_of_very_many_rows_is_proved_shown_pinned_and_asked() {
    const ROWS: usize = 10_000;
    let topic = format!(
        "[fact.tide]\ndomain = \"0..={}\"\n[question.depth]\ncite = \"R1\"\nanswer = \"0..={0}\"\n",
        ROWS - 1
    );
    let rows: String = (0..ROWS)
        .map(|row| format!("(\"{row}\", [\"{}\"]), ", row * 7919 % ROWS))
        .collect();
    // All in one line, so that the place of each is far within it.
    let chart = format!(
        "Chart(id: \"depths\", title: \"Depths\", cite: \"R1\", down: \"tide\", answers: \"depth\", rows: [{rows}])"
    );
    let folder = folder(&[("reef/reef.toml", &topic), ("reef/reef.ron", &chart)]);
    let run = |command: &str| {
        let arguments: Vec<&str> = command.split(' ').chain(["--rules", "."]).collect();
        common::chartroom_in(folder.path(), &arguments)
    };
    let ran = run("check");
    assert!(ran.out.starts_with("1 question"), "{}", ran.both());
    let ran = run("ask depth tide=77");
    assert!(ran.out.starts_with("Depth: 9763"), "{}", ran.both());
    let ran = run(&format!("table depth --limit {ROWS}"));
    assert!(
        ran.out.contains("10,000 situations in 10,000 regions"),
        "{}",
        ran.both()
    );
    assert_eq!(run("test --accept").code, 0);
    assert_eq!(run("test").code, 0);
    let begun = Instant::now();
    assert_eq!(run("coverage").code, 0);
    assert_eq!(run("book reef.html").code, 0);
    assert!(begun.elapsed().as_secs() < 60, "{:?}", begun.elapsed());
}

#[test]
fn a_chart_of_a_hundred_thousand_cells_is_proved_within_the_usual_budget() {
    let topic = "[fact]\nrow = { domain = \"1..=500\" }\ncolumn = { domain = \"1..=200\" }\n\
                 [question.depth]\ncite = \"R1\"\nanswer = \"number\"\n";
    let columns: String = (1..=200).map(|own| format!("\"{own}\", ")).collect();
    let rows = (1..=500).map(|row: usize| {
        let cells = (1..=200).map(|column| format!("\"{}\", ", (row * column * 7 + column) % 17));
        format!("(\"{row}\", [{}]),\n", cells.collect::<String>())
    });
    let rows: String = rows.collect();
    let chart = format!(
        "Chart(id: \"depths\", title: \"Depths\", cite: \"R1\", answers: \"depth\", down: \"row\", across: \"column\",\n\
         columns: [{columns}], rows: [\n{rows}])"
    );
    let folder = folder(&[("reef/reef.toml", topic), ("reef/reef.ron", &chart)]);
    let ran = common::chartroom_in(folder.path(), &["check", "--rules", "."]);
    assert!(ran.out.starts_with("1 question"), "{}", ran.both());
    assert_eq!(ran.code, 0);
}

/// A list of very many plain cases, of which some may say what another one says already.
fn cases(more: &str) -> String {
    const CASES: usize = 5_000;
    let cases: String = (1..=CASES)
        .map(|number| format!("tide = {number} | {}\n", number * 7919 % CASES))
        .collect();
    format!(
        "[fact.tide]\ndomain = \"1..={CASES}\"\n[question.depth]\ncite = \"R1\"\nanswer = \"number\"\n\
         rules = \"\"\"\nwhen | gives\n{cases}{more}\"\"\"\n"
    )
}

#[test]
fn a_list_of_very_many_cases_is_proved_each_of_them_too() {
    let check = |more| {
        let folder = folder(&[("reef/reef.toml", &cases(more))]);
        common::chartroom_in(folder.path(), &["check", "--rules", "."]).both()
    };
    assert!(check("").starts_with("1 question"), "{}", check(""));
    let twice = check("tide in 70..77 and tide = 77 | 4763\n");
    assert!(twice.contains("never changes the answer"), "{twice}");
    assert_eq!(twice.matches("never-applies").count(), 1, "{twice}");
    let other = check("tide = 77 | 1\n");
    assert!(other.contains("overlap"), "{other}");
}
