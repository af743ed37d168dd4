//! Where a question takes the least or greatest of some words, its own scale says which that is, in whatever order the words were
//! first met.

use chartroom::answer::{Asker, Evaluator, Ruling};
use chartroom::rulebook::Rulebook;
use chartroom::turn::Situation;

/// The words are met as `rout < retreat < hold` first, and two questions take them the other way round.
const PACK: &str = r#"
id = "base"
game = "sample"

[fact.was]
domain = "rout < retreat < hold"
[fact.shaken]
domain = "bool"
[fact.brave]
domain = "bool"
[question.best]
cite      = "1.1"
answer    = "greatest of hold < retreat < rout"
otherwise = "hold"
[question.worst]
cite      = "1.2"
answer    = "least of hold < retreat < rout"
otherwise = "rout"
[[rule]]
answers = ["best", "worst"]
cite    = "1.3"
gives   = "retreat"
[[rule]]
answers = ["best", "worst"]
cite    = "1.4"
when    = "shaken"
gives   = "rout"
[[rule]]
answers = ["best", "worst"]
cite    = "1.5"
when    = "brave"
gives   = "hold"
"#;

#[test]
fn the_greatest_of_words_is_that_of_the_questions_own_scale() {
    let rulebook = Rulebook::texts(vec![("sample/base/pack.toml", PACK.to_owned())]);
    assert!(
        rulebook.diagnostics.is_empty(),
        "{:?}",
        rulebook.diagnostics
    );
    let model = &rulebook.games[0];
    let mut asker = Asker::new(model);
    let mut told = Vec::new();
    for (shaken, brave) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
        for name in ["best", "worst"] {
            let id = model.question_names[name];
            let mut situation = Situation::new(model);
            situation.set(model.variable_names["shaken"], Some(shaken));
            situation.set(model.variable_names["brave"], Some(brave));
            let plain = Evaluator::new(model).question(id, &situation).unwrap();
            let Ruling::Value(value) = asker.ask(id, &mut situation).0 else {
                panic!("no answer to {name}");
            };
            assert_eq!(plain.value(), Some(&value), "{name}");
            told.push(format!(
                "{name} {shaken} {brave} {}",
                value.show(&model.words, false)
            ));
        }
    }
    let expected = [
        "best 0 0 retreat",
        "worst 0 0 retreat",
        "best 0 1 retreat",
        "worst 0 1 hold",
        "best 1 0 rout",
        "worst 1 0 retreat",
        "best 1 1 rout",
        "worst 1 1 hold",
    ];
    assert_eq!(told, expected);
}
