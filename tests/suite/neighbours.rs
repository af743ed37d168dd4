//! Rules that stand together and speak within the same range of one fact are put together within it alone: what one of them says
//! beyond that range is said all the same.

use chartroom::answer::Evaluator;
use chartroom::diagram::Compiler;
use chartroom::rulebook::Rulebook;
use chartroom::turn::Situation;

/// Two rules that are silent up to 2, say one thing from 3 to 5 and another beyond; two that speak from 3 to 5 alone; two that
/// speak below 3 and, otherwise, above 5.
const PACK: &str = r#"
id = "base"
game = "sample"

[fact.range]
domain = "0..=9"
[fact.night]
domain = "bool"
[question.drm]
cite   = "1.1"
answer = "sum of number"
rules  = """
when                     | gives
range >= 3               | 1 if range <= 5, else 2
range >= 3 and not night | 10 if range <= 5, else 20
range in 3..5            | 100
range in 3..5 and night  | 200
range < 3 or range > 5   | 1000 if range < 3, else 2000
not (range in 3..5)      | 10000 if range < 3, else 0
"""
[question.two]
cite   = "1.2"
answer = "sum of number"
rules  = """
when       | gives
range >= 3 | 1 if range <= 5, else 2
range >= 3 | 10 if range <= 5, else 20
"""
[question.three]
cite   = "1.3"
answer = "sum of number"
rules  = """
when       | gives
range <= 5 | 1 if range < 3, else 2
range <= 5 | 10 if range < 3, else 20
"""
"#;

#[test]
fn what_neighbours_say_beyond_their_common_range_is_said() {
    let rulebook = Rulebook::texts(vec![("sample/base/pack.toml", PACK.to_owned())]);
    let model = &rulebook.games[0];
    let [range, night] = ["range", "night"].map(|name| model.variable_names[name]);
    let mut told = Vec::new();
    for name in ["drm", "two", "three"] {
        let id = model.question_names[name];
        let mut compiler = Compiler::new(model);
        let root = compiler.question(id).unwrap();
        for (at, is_night) in (0..=9).flat_map(|at| [(at, 0), (at, 1)]) {
            let mut situation = Situation::new(model);
            situation.set(range, Some(at));
            situation.set(night, Some(is_night));
            let plain = Evaluator::new(model).question(id, &situation).unwrap();
            let index = |fact| if fact == range { at } else { is_night };
            let by_diagram = compiler.store.answer(root, index);
            assert_eq!(*by_diagram, plain, "{name} {at} {is_night}");
            told.push(plain.value().unwrap().show(&model.words, false));
        }
    }
    let expected = [
        "11000", "11000", "111", "301", "2022", "2002", "0", "11", "22",
    ];
    let shown = [0, 1, 6, 7, 14, 15, 20, 26, 34].map(|place: usize| told[place].as_str());
    assert_eq!(shown, expected);
}

#[test]
fn what_is_equal_is_one_node_however_it_is_written() {
    let pack = r#"
id = "base"
game = "sample"

[fact.range]
domain = "0..=9"
[question.far]
cite   = "1.1"
answer = "bool"
gives  = "range >= 5"
[question.not-near]
cite   = "1.2"
answer = "bool"
gives  = "not (range < 5)"
[question.among]
cite   = "1.3"
answer = "bool"
gives  = "range in 5..9"
"#;
    let rulebook = Rulebook::texts(vec![("sample/base/pack.toml", pack.to_owned())]);
    let model = &rulebook.games[0];
    let mut compiler = Compiler::new(model);
    let roots = model
        .questions
        .ids()
        .map(|id| compiler.question(id).unwrap());
    let roots: Vec<_> = roots.collect();
    assert!(roots.iter().all(|root| *root == roots[0]), "{roots:?}");
    let edges = &compiler.store.inner(roots[0]).unwrap().edges;
    let ends: Vec<u32> = edges.iter().map(|(end, _)| *end).collect();
    assert_eq!(ends, [5, 10]);
}

/// A range that reaches the last value ends there, and one that holds everywhere is no test: the same condition is one diagram,
/// however it is written.
#[test]
fn a_range_that_reaches_the_end_is_the_diagram_of_the_same_condition() {
    let pack = r#"
id = "base"
game = "sample"
[fact.range]
domain = "0..=9"
[fact.night]
domain = "bool"
[question.far]
cite   = "1"
answer = "any"
when   = ["range >= 5 and night"]
[question.not-near]
cite   = "1"
answer = "bool"
gives  = "not (range < 5 or not night)"
[question.anywhere]
cite   = "1"
answer = "any"
when   = ["range >= 0 and night"]
[question.at-night]
cite   = "1"
answer = "bool"
gives  = "night"
"#;
    let book = Rulebook::texts([("sample/base/pack.toml", pack)]);
    let model = &book.games[0];
    let mut compiler = Compiler::new(model);
    let mut root = |name: &str| compiler.question(model.question_names[name]).unwrap();
    assert_eq!(root("far"), root("not-near"));
    assert_eq!(root("anywhere"), root("at-night"));
}
