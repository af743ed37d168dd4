//! Packs that nobody trusts: what is declared as a limit is held, told, and never overflows or hangs.

use crate::common;

use chartroom::answer::Evaluator;
use chartroom::diagnostic::Code;
use chartroom::diagram::Leaf;
use chartroom::rulebook::Rulebook;
use chartroom::turn::Situation;
use std::fmt::Write;

fn codes(pack: &str) -> Vec<Code> {
    let head = "id = \"sample\"\ngame = \"sample\"\n\n[unit.DRM]\n";
    let rulebook = Rulebook::texts([("sample/sample/pack.toml", format!("{head}{pack}"))]);
    let mut codes: Vec<Code> = common::found(&rulebook)
        .iter()
        .map(|found| found.code)
        .collect();
    codes.dedup();
    codes
}

#[test]
fn a_long_chain_of_questions_is_refused() {
    let mut pack =
        "[fact.f]\ndomain = \"0..=9\"\n[question.q0]\nfrom = [\"f\"]\nanswer = \"number\"\ngives = \"f\"\n".to_owned();
    let mut backwards = String::new();
    for number in 1..5_000 {
        let _ = write!(
            pack,
            "[question.q{number}]\nfrom = [\"f\"]\nanswer = \"number\"\ngives = \"q{} + 1\"\n",
            number - 1
        );
        let _ = write!(
            backwards,
            "[question.r{number}]\nfrom = [\"f\"]\nanswer = \"number\"\ngives = \"r{} + 1\"\n",
            number + 1
        );
    }
    let last = "[fact.f]\ndomain = \"0..=9\"\n[question.r5000]\nfrom = [\"f\"]\nanswer = \"number\"\ngives = \"f\"\n";
    assert_eq!(codes(&pack), [Code::OverLimit]);
    assert_eq!(codes(&(backwards + last)), [Code::OverLimit]);
}

#[test]
fn what_lies_below_the_end_of_a_long_chain_is_proved_in_whatever_order_it_is_declared() {
    let fact = |at: usize| format!("f{at} = {{ domain = \"0..=1\" }}\n");
    let question = |at: usize| {
        let before = match at {
            0 => "0".to_owned(),
            _ => format!("q{}", at - 1),
        };
        format!(
            "[question.q{at}]\ncite = \"R1\"\nanswer = \"number\"\ngives = \"{before} + f{at}\"\n"
        )
    };
    let facts: String = (0..150).map(fact).collect();
    let law = "[[law]]\ncite = \"R1\"\nsays = \"no less\"\nalways = \"q99 >= q98\"\n";
    let forth: String = (0..150).map(question).collect();
    let back: String = (0..150).rev().map(question).collect();
    for questions in [forth, back] {
        let pack = format!(
            "id = \"reef\"\ngame = \"sea\"\n[paragraphs]\nR1 = \"Reefs\"\n[fact]\n{facts}{questions}{law}"
        );
        let folder = common::folder([("reef/pack.toml", pack)]);
        let run = |arguments: &[&str]| common::chartroom_in(folder.path(), arguments).both();
        let told = run(&["check", "--rules", "."]);
        assert!(
            told.contains("`q100` ends a chain of more than 100"),
            "{told}"
        );
        assert!(
            told.contains("100 questions and 0 procedures proved, 1 law holds"),
            "{told}"
        );
        assert!(told.contains("1 finding"), "{told}");
        let told = run(&["ask", "q2", "f0=1", "f1=0", "f2=1", "--rules", "."]);
        assert!(told.starts_with("Q2: 2"), "{told}");
    }
}

#[test]
fn a_circle_of_very_many_questions_is_told_in_one_line() {
    let question = |at: usize| {
        format!(
            "[question.q{at}]\nfrom = []\nanswer = \"number\"\ngives = \"q{} + 1\"\n",
            (at + 1) % 300
        )
    };
    assert_eq!(
        codes(&(0..300).map(question).collect::<String>()),
        [Code::Cycle]
    );
}

/// A pack of so many processes, each of which includes the one before it.
fn chained(count: usize) -> String {
    let process = |at: usize| {
        let includes = at
            .checked_sub(1)
            .map(|before| format!("includes = [\"p{before}\"]\n"));
        let head = format!("[process.p{at}]\ncite = \"R1\"\nasks = \"?\"\nstate = [\"f{at}\"]\n");
        let rest = format!(
            "initially = {{ f{at} = \"0\" }}\n[[process.p{at}.step]]\nsets = \"f{at}\"\ngives = \"least of 9, was (f{at}) + 1\"\n"
        );
        [head, includes.unwrap_or_default(), rest].concat()
    };
    let facts = (0..count).map(|at| format!("f{at} = {{ domain = \"0..=9\" }}\n"));
    let head = "[paragraphs]\nR1 = \"One\"\n[fact]\n".to_owned();
    [head, facts.collect(), (0..count).map(process).collect()].concat()
}

#[test]
fn a_process_that_includes_very_many_is_refused() {
    assert_eq!(codes(&chained(33)), []);
    assert_eq!(codes(&chained(34)), [Code::OverLimit]);
    assert_eq!(codes(&chained(300)), [Code::OverLimit]);
}

#[test]
fn a_circle_of_questions_is_told_once() {
    let question = |name: &str, uses: &str| {
        format!(
            "[question.{name}]\ncite = \"1\"\nfrom = []\nanswer = \"number\"\ngives = \"{uses} + 1\"\n"
        )
    };
    let pack = question("a", "b") + &question("b", "c") + &question("c", "a");
    assert_eq!(codes(&pack), [Code::Cycle]);
}

#[test]
fn an_expression_nested_a_thousand_deep_is_refused() {
    let deep = format!("{}1{}", "(".repeat(1000), ")".repeat(1000));
    let pack = format!("[question.a]\nfrom = []\nanswer = \"number\"\ngives = \"{deep}\"\n");
    assert_eq!(codes(&pack), [Code::OverLimit]);
}

#[test]
fn signs_directly_after_a_word_are_nested_like_others() {
    let signs = "-".repeat(3000);
    let pack =
        format!("[question.a]\nfrom = []\nanswer = \"bool\"\ngives = \"yes or{signs} no\"\n");
    assert_eq!(codes(&pack), [Code::OverLimit]);
}

/// A question of which each situation has an answer of its own.
fn vast() -> String {
    let mut pack = String::new();
    let names: Vec<String> = (0..20).map(|fact| format!("f{fact:02}")).collect();
    for name in &names {
        let _ = write!(pack, "[fact.{name}]\ndomain = \"0..=1\"\n");
    }
    let parts = names.iter().enumerate();
    let parts: Vec<String> = parts
        .map(|(place, name)| format!("{} * {name}", 1 << place))
        .collect();
    let from: Vec<String> = names.iter().map(|name| format!("{name:?}")).collect();
    let _ = write!(
        pack,
        "[question.a]\nfrom = [{}]\nanswer = \"number\"\ngives = \"{}\"\n",
        from.join(", "),
        parts.join(" + ")
    );
    pack
}

#[test]
fn a_diagram_that_would_eat_the_machine_is_refused() {
    assert_eq!(codes(&vast()), [Code::TooLarge]);
}

#[test]
fn where_every_fact_is_given_no_diagram_is_too_large() {
    let head = "id = \"sample\"\ngame = \"sample\"\n";
    let folder = common::folder([("sample/pack.toml", format!("{head}{}", vast()))]);
    let facts: Vec<String> = (0..20).map(|fact| format!("\"f{fact:02}\":1")).collect();
    let line = |facts: &str| format!("{{\"question\":\"a\",\"facts\":{{{facts}}}}}\n");
    let lines = [line(&facts.join(",")), line("\"f00\":1"), line("")].concat();
    let path = folder.path().to_str().unwrap();
    let ran = common::chartroom_with(&lines, &["ask", "--batch", "--rules", path]);
    let told: Vec<&str> = ran.out.lines().collect();
    assert!(told[0].contains("\"answer\":1048575"), "{}", ran.both());
    for line in &told[1..] {
        assert!(line.contains("\"code\":\"too-large\""), "{line}");
        assert!(line.contains("`a` needs too large a decision diagram"));
    }
}

#[test]
fn what_to_tell_first_of_very_many_facts_is_told_in_some_order() {
    let mut pack = "id = \"sample\"\ngame = \"sample\"\n[unit.DRM]\n".to_owned();
    let mut rules = String::new();
    for fact in 0..150 {
        let _ = writeln!(pack, "[fact.f{fact}]\ndomain = \"bool\"");
        let _ = write!(
            rules,
            "[[rule]]\nanswers = \"q\"\nwhen = \"f{fact}\"\ngives = \"{:+}\"\n",
            fact % 9 - 4
        );
    }
    let _ = write!(pack, "[question.q]\nanswer = \"sum of DRM\"\n{rules}");
    let rulebook = common::rulebook([("sample/sample/pack.toml", pack)]);
    let answer = rulebook.ask("q").answer().unwrap();
    assert!(answer.needs().count() > 100, "{answer}");
}

#[test]
fn a_table_of_hundreds_of_facts_comes_to_an_end() {
    let mut pack = "id = \"sample\"\ngame = \"sample\"\n".to_owned();
    let facts: Vec<String> = (0..300).map(|fact| format!("f{fact}")).collect();
    for fact in &facts {
        let _ = writeln!(pack, "[fact.{fact}]\ndomain = \"bool\"");
    }
    let any = facts.join(" or ");
    let _ = write!(pack, "[question.q]\nanswer = \"bool\"\ngives = \"{any}\"\n");
    let folder = common::folder([("sample/pack.toml", pack)]);
    let ran = common::chartroom_in(folder.path(), &["table", "q", "--rules", "."]);
    assert_eq!(ran.code, 0, "{}", ran.both());
    assert!(ran.out.contains("f299"), "{}", ran.out);
}

#[test]
fn a_domain_of_too_many_values_is_refused() {
    assert_eq!(
        codes("[fact.f]\ndomain = \"0..=20001\"\n"),
        [Code::BadDomain]
    );
    assert_eq!(
        codes("[fact.f]\ndomain = \"0..=999999999 step 1/999999999\"\n"),
        [Code::BadDomain]
    );
    let words: Vec<String> = (0..13).map(|word| format!("w{word}")).collect();
    assert_eq!(
        codes(&format!(
            "[fact.f]\ndomain = \"set of {}\"\n",
            words.join(" | ")
        )),
        [Code::BadDomain]
    );
}

#[test]
fn numbers_that_grow_too_large_are_told_and_do_not_wrap() {
    let mut gives = "f".to_owned();
    for _ in 0..4 {
        gives = format!("({gives}) * 1000000000");
    }
    let pack = format!(
        "[fact.f]\ndomain = \"0..=9\"\n[question.a]\nfrom = [\"f\"]\nanswer = \"number\"\ngives = \"{gives}\"\n"
    );
    assert_eq!(codes(&pack), [Code::OutsideDomain]);
}

#[test]
fn fractions_of_many_digits_are_refused_where_they_cannot_be_told() {
    let wide = [
        "5000000000..=5000000001 step 1/1000",
        "1/3..=7/3 step 1/9999999998",
        "0..=1 step 1/9999999999 ",
    ];
    for domain in wide {
        let pack = format!("[fact.f]\ndomain = \"{domain}\"\n");
        assert_eq!(codes(&pack), [Code::BadDomain], "{domain}");
    }
    for dice in [
        "d[1/9999999999, 1/9999999998]",
        "2d[1, 9999999999]",
        "red d[0, 1/9999999999] + blue d[0, 1/9999999998]",
    ] {
        let pack = format!("[unit.DR]\ndice = \"{dice}\"\n");
        assert_eq!(codes(&pack), [Code::WrongShape], "{dice}");
    }
    // What lies between them need not be written.
    let few = "-9999999999 | -1/9999999998 | 1/9999999999 | 0.521112 | 1111111 | 9999999999";
    let pack = format!("[fact.f]\ndomain = \"{few}\"\n");
    assert_eq!(codes(&pack), []);
}

#[test]
fn what_is_calculated_is_exact_up_to_what_every_reader_of_json_takes() {
    let of = |gives: &str| {
        codes(&format!(
            "[fact.f]\ndomain = \"1 | 1/94906265 | 94906265\"\n[question.a]\nfrom = [\"f\"]\nanswer = \"number\"\n\
             gives = \"{gives}\"\n"
        ))
    };
    // The last square below 2^53.
    assert_eq!(of("f * f"), []);
    assert_eq!(of("f * f + f"), []);
    assert_eq!(of("f * f + 2 * f"), [Code::OutsideDomain]);
    for rounded in ["f * f / 2 FRU", "(0 - f * f) / 2 FRD"] {
        let whole = format!("{rounded} if f >= 1, else 0");
        assert_eq!(of(&whole), [], "{whole}");
    }
}

#[test]
fn words_that_stand_for_several_values_are_no_values() {
    for domain in [
        "each | other",
        "alike < other",
        "set of none | rope",
        "any | other",
    ] {
        let pack = format!("[fact.f]\ndomain = \"{domain}\"\n");
        assert_eq!(codes(&pack), [Code::BadDomain], "{domain}");
    }
    assert_eq!(codes("[fact.f]\ndomain = \"none | rope\"\n"), []);
}

/// Two rolls of thousands of totals make millions of pairs.
#[test]
fn what_the_next_turn_would_change_is_not_tried_for_millions_of_pairs() {
    let pack = "id = \"p\"\ngame = \"g\"\n[unit]\nU = { dice = \"4d1000\" }\nV = { dice = \"4d1000\" }\n[fact]\n\
                u = { domain = \"dice\", unit = \"U\" }\nv = { domain = \"dice\", unit = \"V\" }\nst = { domain = \"0..=3\" }\n\
                [process.w]\nasks = \"w\"\nstart = [\"st\"]\neach = \"turn\"\nturn = [\"u\", \"v\"]\nstate = [\"st\"]\n\
                otherwise = { st = \"was (st)\" }\ninitially = { st = \"0\" }\n[[process.w.step]]\nsets = \"st\"\n\
                when = \"u > 50 and v > 30\"\ngives = \"(was (st) + 1) at most 3\"\n";
    let folder = common::folder([("g/p/pack.toml", pack)]);
    let words = "play w --turns 1 --seed 1 --rules g".split(' ');
    let ran = common::chartroom_in(folder.path(), &words.collect::<Vec<_>>());
    assert_eq!(ran.code, 0, "{}", ran.both());
    let told = ">= 51: its single dice, or more rolls, matter";
    assert!(ran.out.contains(told), "{}", ran.both());
}

#[test]
fn a_division_by_zero_is_told_with_its_witness() {
    let pack = "[fact.f]\ndomain = \"0..=9\"\n[question.a]\nfrom = [\"f\"]\nanswer = \"number\"\ngives = \"1 / f FRU\"\n";
    assert_eq!(codes(pack), [Code::OutsideDomain]);
}

#[test]
fn a_question_of_a_hundred_facts_is_answered_by_name_as_one_of_few() {
    let facts: Vec<String> = (0..100).map(|number| format!("f{number}")).collect();
    let mut pack = "id = \"sample\"\ngame = \"sample\"\n[unit.DRM]\n".to_owned();
    for fact in &facts {
        let _ = writeln!(pack, "[fact.{fact}]\ndomain = \"bool\"");
    }
    let _ = write!(
        pack,
        "[question.q]\nfrom = {facts:?}\nanswer = \"DRM\"\ncombine = \"sum\"\n\
         [[rule]]\nanswers = \"q\"\nwhen = \"f0\"\ngives = \"+1\"\n\
         [[rule]]\nanswers = \"q\"\nwhen = \"f99\"\ngives = \"+2\"\n"
    );
    let rulebook = Rulebook::texts([("sample/sample/pack.toml", pack)]);
    let answer = |yes: &[&str]| {
        let value = |fact: &str| if yes.contains(&fact) { "yes" } else { "no" };
        let given = facts.iter().map(|fact| (fact.as_str(), value(fact)));
        let question = rulebook.ask("q").facts(given).unwrap();
        question.answer().unwrap().to_string()
    };
    assert_eq!(answer(&[]), "0 DRM");
    assert_eq!(answer(&["f0"]), "1 DRM");
    assert_eq!(answer(&["f99"]), "2 DRM");
    assert_eq!(answer(&["f0", "f99"]), "3 DRM");
}

#[test]
fn a_fact_that_is_bound_beyond_its_values_is_told() {
    let pack = r#"
        [fact.range]
        domain = "0..=6"
        [fact.near]
        domain = "0..=5"
        [question.far]
        cite = "1"
        answer = "number"
        gives = "range"
        [question.beyond]
        cite = "1"
        answer = "number"
        gives = "far with range = near + 3"
    "#;
    assert_eq!(codes(pack), [Code::OutsideOnly]);
}

/// Every sign between two facts, for every two of their values.
#[test]
fn two_facts_compare_as_numbers_do() {
    let signs: [(&str, fn(&u32, &u32) -> bool); 6] = [
        ("<", u32::lt),
        ("<=", u32::le),
        (">", u32::gt),
        (">=", u32::ge),
        ("=", u32::eq),
        ("!=", u32::ne),
    ];
    let mut pack = "id = \"a\"\ngame = \"a\"\n".to_owned();
    for fact in ["one", "other"] {
        let _ = write!(pack, "[fact.{fact}]\ndomain = \"0..=2\"\n");
    }
    for (place, (sign, _)) in signs.iter().enumerate() {
        let _ = write!(
            pack,
            "[question.q{place}]\ncite = \"1\"\nanswer = \"bool\"\ngives = \"one {sign} other\"\n"
        );
    }
    let rulebook = Rulebook::texts([("a/a/pack.toml", pack)]);
    for (place, (sign, holds)) in signs.iter().enumerate() {
        for (one, other) in (0..9).map(|both| (both / 3, both % 3)) {
            let facts = [("one", one.to_string()), ("other", other.to_string())];
            let asked = rulebook.ask(&format!("q{place}")).facts(facts).unwrap();
            let said = asked.answer().unwrap().to_string();
            let wanted = if holds(&one, &other) { "yes" } else { "no" };
            assert_eq!(said, wanted, "{one} {sign} {other}");
            // The plain evaluator compares for itself.
            let model = &rulebook.games[0];
            let mut situation = Situation::new(model);
            for (fact, index) in model.variables.ids().zip([one, other]) {
                situation.set(fact, Some(index));
            }
            let id = model.question_names[&format!("q{place}")];
            let leaf = Evaluator::new(model).question(id, &situation);
            assert_eq!(leaf, Some(Leaf::truth(holds(&one, &other))));
        }
    }
}

#[test]
fn a_fact_that_is_one_word_is_a_set_of_it_in_a_union() {
    let pack = r#"
        id = "a"
        game = "a"
        [fact.kind]
        domain = "rope | radio"
        [fact.one]
        domain = "bool"
        [question.gear]
        cite = "1"
        answer = "set of rope | radio | spade"
        combine = "union"
        rules = """
        when    | gives
        one     | kind
        not one | {radio, spade}
        """
    "#;
    let rulebook = Rulebook::texts([("a/a/pack.toml", pack)]);
    for (one, gear) in [("yes", "{rope}"), ("no", "{radio, spade}")] {
        let asked = rulebook.ask("gear").facts([("one", one), ("kind", "rope")]);
        assert_eq!(asked.unwrap().answer().unwrap().to_string(), gear);
    }
}

/// A condition of which the source lost a part excludes nothing by it, and what cannot be is counted exactly.
#[test]
fn what_is_lost_excludes_nothing_and_what_cannot_be_is_counted() {
    let pack = r#"
        id = "a"
        game = "a"
        [fact.range]
        domain = "0..=3"
        [fact.night]
        domain = "bool"
        [question.lost]
        gap = "the page is torn"
        answer = "bool"
        [question.seen]
        answer = "number"
        gives = "range"
        [[impossible]]
        says = "nothing is seen so far at night"
        when = "night and range = 3"
        [[impossible]]
        says = "nobody knows"
        when = "lost and range = 1"
    "#;
    let rulebook = Rulebook::texts([("a/a/pack.toml", pack)]);
    assert_eq!(
        common::told(&common::found(&rulebook), &rulebook.sources),
        ""
    );
    let answer = rulebook.ask("seen").fact("range", "1").unwrap().answer();
    assert_eq!(answer.unwrap().to_string(), "1");
    let proofs = rulebook.prove();
    assert_eq!(proofs[0].impossible, Some((1, 8)));
}
