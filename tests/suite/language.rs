//! The reference of the language, `rules/LANGUAGE.md`: every row of its table of expressions gives what it says, and every
//! other sample can be read.

use crate::common;

use chartroom::answer::{Asker, Ruling};
use chartroom::rulebook::request;
use chartroom::turn::Situation;

const REFERENCE: &str = include_str!("../../rules/LANGUAGE.md");

/// A row of the table: the cells between the bars.
fn rows() -> Vec<Vec<String>> {
    let section = REFERENCE
        .split("## Expressions")
        .nth(1)
        .expect("the section on expressions");
    section
        .lines()
        .filter(|line| line.starts_with("| `"))
        .map(|line| {
            let line = line.replace("\\|", "\u{0}");
            line.trim_matches('|')
                .split('|')
                .map(|cell| cell.trim().trim_matches('`').replace('\u{0}', "|"))
                .collect()
        })
        .collect()
}

fn fenced(info: &str) -> Vec<String> {
    let fence = format!("```{info}\n");
    REFERENCE
        .split(&fence)
        .skip(1)
        .filter_map(|rest| rest.split("\n```").next())
        .map(str::to_owned)
        .collect()
}

/// The answer to one sample: a rulebook of the samples' facts and one question is made for it.
fn ask(row: &[String]) -> String {
    let [written, answer, given, ..] = row else {
        panic!("a row has five cells")
    };
    let facts: Vec<(&str, &str)> = pairs(given);
    let base = fenced("toml samples").concat();
    let from = "range nearest raids roll mp ec dust attack month gusts overlay gear".split(' ');
    // A rate takes the one fact with its unit: the second fact in hexes is there only where the sample names it.
    let from: Vec<String> = from
        .filter(|fact| *fact != "nearest" || written.contains("nearest"))
        .map(|fact| format!("{fact:?}"))
        .collect();
    let question = format!(
        "\n[question.sample]\ncite = \"1\"\nfrom = [{}]\nanswer = {answer:?}\ngives = {written:?}\n",
        from.join(", ")
    );
    let pack = format!("id = \"samples\"\ngame = \"sample\"\n\n{base}\n{question}");
    let rulebook = common::rulebook([("sample/samples/pack.toml", pack)]);
    let model = &rulebook.games[0];
    let mut situation = Situation::new(model);
    for (name, value) in &facts {
        let (fact, index) = request::fact(model, name, value).expect("a fact of the samples")[0];
        situation.set(fact, Some(index));
    }
    let id = model.question_names["sample"];
    match Asker::new(model).ask(id, &mut situation).0 {
        Ruling::Value(value) => {
            let question = &model.questions[id];
            let text = value.show(&model.words, model.is_signed(&question.answer));
            model.fill_in(&text, &|_| {
                facts.first().map(|(_, value)| (*value).to_owned())
            })
        }
        other => panic!("{written} with {given} gives {other:?}"),
    }
}

/// `a = 1, b = x, y` as names and values; a value goes on to the next name.
fn pairs(given: &str) -> Vec<(&str, &str)> {
    let mut found = Vec::new();
    let mut rest = given;
    while let Some((name, after)) = rest.split_once(" = ") {
        let end = after.find(" = ").map_or(after.len(), |next| {
            after[..next].rfind(", ").unwrap_or(after.len())
        });
        found.push((name.trim(), after[..end].trim()));
        rest = after[end..].trim_start_matches(", ");
    }
    found
}

#[test]
fn every_expression_of_the_reference_gives_what_it_says() {
    let rows = rows();
    assert!(rows.len() > 50, "the table has {} rows", rows.len());
    for row in rows {
        assert_eq!(ask(&row), row[3], "{} with {}", row[0], row[2]);
    }
}

#[test]
fn every_other_sample_of_the_reference_can_be_read() {
    let toml: Vec<String> = fenced("toml");
    assert!(toml.len() > 8);
    for (number, sample) in toml.into_iter().enumerate() {
        let is_head = sample.starts_with("id ");
        let head = if is_head {
            sample.clone()
        } else {
            "id = \"samples\"\ngame = \"sample\"\n".to_owned()
        };
        let mut texts = vec![("sample/samples/pack.toml".to_owned(), head)];
        if !is_head {
            texts.push((format!("sample/samples/{number}.toml"), sample));
        }
        assert_reads(texts);
    }
    for (number, sample) in fenced("ron").into_iter().enumerate() {
        let head = "id = \"samples\"\ngame = \"sample\"\n".to_owned();
        assert_reads(vec![
            ("sample/samples/pack.toml".to_owned(), head),
            (format!("sample/samples/{number}.ron"), sample),
        ]);
    }
}

/// Of several things without an answer, what is computed from them is the one that the reference puts first, on whichever side.
#[test]
fn what_has_no_answer_goes_before_another_in_one_order() {
    let head = "id = \"p\"\ngame = \"g\"\n[fact]\na = { domain = \"1..3\" }\n";
    let question = |name: &str, rest: &str| {
        format!("[question.{name}]\ncite = \"1\"\nanswer = \"0..20\"\n{rest}\n")
    };
    let two = "[[question.two.rule]]\ngives = \"1\"\n[[question.two.rule]]\ngives = \"2\"\nwhen = \"a in 1..3\"";
    let order = ["unasked", "two", "nothing", "lost"];
    let mut pack = [
        head.to_owned(),
        question("unasked", "only = { a = \"3\" }\ngives = \"1\""),
        question("two", two),
        question(
            "nothing",
            "[[question.nothing.rule]]\ngives = \"1\"\nwhen = \"a = 3\"",
        ),
        question("lost", "gap = \"lost\""),
    ]
    .concat();
    let pairs = order
        .iter()
        .flat_map(|one| order.iter().map(move |other| (one, other)));
    for (one, other) in pairs.clone() {
        pack += &question(
            &format!("{one}-{other}"),
            &format!("gives = \"{one} + {other}\""),
        );
    }
    let place = common::folder([("g/p/pack.toml", &*pack)]);
    let told = |name: &str| {
        let ran = common::chartroom_in(
            place.path(),
            &["ask", name, "a=1", "--rules", "g", "--format", "json"],
        );
        let json: serde_json::Value = serde_json::from_str(&ran.out).expect(&ran.error);
        (json["answer"].clone(), json["error"]["code"].clone())
    };
    let rank = |name: &&str| order.iter().position(|own| own == name);
    for (one, other) in pairs {
        let first = if rank(one) <= rank(other) { one } else { other };
        let whole = told(&format!("{one}-{other}"));
        assert_eq!(whole, told(first), "{one} + {other}");
    }
    let all: std::collections::BTreeSet<String> = order
        .iter()
        .map(|name| format!("{:?}", told(name)))
        .collect();
    assert_eq!(all.len(), order.len(), "{all:?}");
}

fn assert_reads(texts: Vec<(String, String)>) {
    let sources = chartroom::source::Sources::from_texts(texts);
    let (_, mut found) = chartroom::pack::read(&sources);
    // The samples of errata change packs that are not part of the sample.
    found.retain(|found| !found.code.name().contains("erratum"));
    assert!(found.is_empty(), "{}", common::told(&found, &sources));
}
