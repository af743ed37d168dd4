//! Sets in expressions: what two results do together, whether one holds all of another, and how these are written.

use crate::common;
use chartroom::answer::{Asker, Evaluator, Ruling};
use chartroom::rulebook::Rulebook;
use chartroom::turn::Situation;

const TOPIC: &str = r#"
[unit]
d6 = { dice = "d6" }
[fact]
roll = { domain = "dice", unit = "d6" }
near = { domain = "bool" }
[question.shell]
cite   = "1"
asks   = "What does the shell do?"
answer = "set of hull | guns | fire"
[question.splash]
cite   = "1"
asks   = "What does a near miss do?"
answer = "set of hull | flood"
gives  = "{hull, flood} if near, else {}"
[question.salvo]
cite   = "1"
asks   = "What do both do?"
answer = "set of hull | guns | fire | flood"
rules  = """
when     | gives
roll < 6 | shell + splash
roll = 6 | splash + fire
"""
examples = """
roll | near | =
1    | yes  | hull, flood
4    | yes  | hull, fire, flood
4    | no   | hull, fire
6    | yes  | hull, flood, fire
"""
[question.worse]
cite   = "1"
asks   = "Is it one of the worse hits?"
answer = "any"
when   = ["near and roll >= 4 and salvo includes shell + {flood}", "shell includes {guns, fire}", "shell = {hull}"]
examples = """
roll | near | =
3    | yes  | yes    # just the hull
4    | yes  | yes    # what the shell does, and flood
4    | no   | no
5    | no   | yes    # guns and fire
1..2 | any  | no
"""
"#;

const CHART: &str = r#"Chart(id: "hits", title: "Hits", cite: "1", answers: "shell", down: "roll",
    rows: [("1..2", ["{}"]), ("3", ["hull"]), ("4", ["{hull, fire}"]), ("5", ["guns + fire"]), ("6", ["fire"])])
"#;

fn told(old: &str, new: &str) -> String {
    assert!(TOPIC.contains(old), "{old}");
    let head = "id = \"gun\"\ngame = \"sample\"\n[paragraphs]\n\"1\" = \"Gunnery\"\n";
    let topic = TOPIC.replacen(old, new, 1);
    let book = Rulebook::texts([
        ("gun/pack.toml", head),
        ("gun/10.toml", &topic),
        ("gun/10.ron", CHART),
    ]);
    common::told(&common::found(&book), &book.sources)
}

#[test]
fn two_sets_of_different_words_join_and_one_includes_another() {
    assert_eq!(told("roll", "roll"), "");
}

#[test]
fn what_is_no_test_of_a_set_is_told_with_how_it_is_written() {
    let conditions = [
        "fire in shell",
        "fire not in shell",
        "shell is {hull, fire}",
        "shell is not fire",
        "shell in {}",
        "shell includes flood",
        "shell includes {hull, flood}",
    ];
    let told = conditions.map(|condition| {
        let found = told("shell = {hull}", condition);
        let errors = found.matches("error[").count();
        assert_eq!(errors, 1, "{condition}: {found}");
        format!("## {condition}\n{found}")
    });
    insta::assert_snapshot!(told.concat());
}

#[test]
fn a_text_with_what_is_no_fact_in_braces_is_told() {
    let question = |text: &str| {
        format!(
            "[question.said]\ncite = \"1\"\nasks = \"What is said?\"\nanswer = \"text\"\ngives = \"'{text}'\"\n[question.worse]"
        )
    };
    let told = ["{shell}!", "{rol}", "{near} {roll}", "{}, {1}"].map(|text| {
        let found = told("[question.worse]", &question(text));
        format!("## {text}\n{found}")
    });
    insta::assert_snapshot!(told.concat());
}

/// A fact of one word stands in a set as the set of it alone: by the diagram as by the evaluator.
#[test]
fn one_word_is_the_set_of_it_alone() {
    let pack = r#"
id = "sample"
game = "sample"
[fact.weather]
domain = "mud | snow"
[fact.found]
domain = "set of mud | snow"
[question.all]
cite = "1"
answer = "set of mud | snow"
combine = "union"
[[question.all.rule]]
gives = "weather"
[[question.all.rule]]
gives = "{snow}"
[question.more]
cite = "1"
answer = "set of mud | snow"
gives = "found + weather"
[question.less]
cite = "1"
answer = "set of mud | snow"
gives = "found - weather"
"#;
    let book = Rulebook::texts([("sample/pack.toml", pack)]);
    let model = &book.games[0];
    let [weather, found] = ["weather", "found"].map(|name| model.variable_names[name]);
    for (name, of_mud) in [
        ("all", ["{mud, snow}"; 4]),
        ("more", ["{mud}", "{mud}", "{mud, snow}", "{mud, snow}"]),
        ("less", ["none of them", "none of them", "{snow}", "{snow}"]),
    ] {
        for (own, expected) in (0..4).zip(of_mud) {
            let mut situation = Situation::new(model);
            situation.set(weather, Some(0));
            situation.set(found, Some(own));
            let id = model.question_names[name];
            let leaf = Evaluator::new(model).question(id, &situation).unwrap();
            let (ruling, _) = Asker::new(model).ask(id, &mut situation);
            let shown = leaf.value().unwrap().show(&model.words, false);
            assert_eq!(shown, expected, "{name} {own}");
            assert_eq!(ruling, Ruling::Value(leaf.value().unwrap().clone()));
        }
    }
}

/// What a table says of sets is what the rule language reads: its conditions, written as rules, say the same.
#[test]
fn the_conditions_of_a_table_are_rules_of_sets_too() {
    let pack = r#"
id   = "camp"
game = "sample"
[paragraphs]
"1" = "Camp"
[fact]
gear  = { domain = "set of rope | radio | spade" }
night = { domain = "bool" }
[question.load]
cite   = "1"
asks   = "How heavy is it?"
answer = "0..=9"
gives  = "1 if gear = {rope} or gear = {radio, spade}, else 2 if gear != {spade} and gear != {} and night, else 3"
[question.pack]
cite   = "1"
asks   = "What is carried?"
answer = "set of rope | radio | spade"
gives  = "gear - {rope} if night, else gear + {spade}"
"#;
    let folder = common::folder([("camp/pack.toml", pack.to_owned())]);
    let mut twins = String::new();
    for question in ["load", "pack"] {
        let ran = common::chartroom_in(
            folder.path(),
            &["table", question, "--rules", ".", "--format", "json"],
        );
        let table: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
        let rows = table["rows"].as_array().unwrap();
        assert!(rows.len() > 2, "{ran:?}");
        let answer = if question == "load" {
            "0..=9"
        } else {
            "set of rope | radio | spade"
        };
        twins += &format!(
            "[question.{question}-twin]\ncite = \"1\"\nasks = \"?\"\nanswer = \"{answer}\"\n"
        );
        for row in rows {
            let gives = match &row["answer"] {
                serde_json::Value::Array(words) => format!(
                    "{{{}}}",
                    words
                        .iter()
                        .map(|word| word.as_str().unwrap())
                        .collect::<Vec<_>>()
                        .join(", ")
                ),
                other => other.to_string(),
            };
            let when = row["condition"].as_str().unwrap();
            twins += &format!(
                "[[question.{question}-twin.rule]]\nwhen = \"{when}\"\ngives = \"{gives}\"\n"
            );
        }
        twins += &format!(
            "[[law]]\ncite = \"1\"\nsays = \"{question}\"\nalways = \"{question} = {question}-twin\"\n"
        );
    }
    let book = Rulebook::texts([("camp/pack.toml", format!("{pack}{twins}"))]);
    let found = common::found(&book);
    assert!(
        found.is_empty(),
        "{twins}\n{}",
        common::told(&found, &book.sources)
    );
}
