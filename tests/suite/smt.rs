//! What is proved, written for solvers of another make.

use crate::common;

use itertools::Itertools as _;
use std::collections::BTreeMap;
use std::fs;

const PACK: &str = r#"
id   = "reef"
game = "sea"
paragraphs = { R1 = "Reefs", R2 = "Swell" }

[fact]
tide  = { domain = "low | high" }
swell = { domain = "0..=6 step 1/2" }

[question.reef-drm]
cite   = "R1"
answer = "number"
rules  = """
when         | gives
tide is low  | swell / 2 FRU at most 2
tide is high | 0
"""

[question.two-ways]
cite   = "R2"
answer = "number"
rules  = """
when        | gives
tide is low | 1
swell > 2   | 2
"""

[[law]]
cite   = "R1"
says   = "A reef never helps"
always = "reef-drm >= 0"
"#;

#[test]
fn each_claim_is_a_file_of_rules_and_never_of_what_is_claimed() {
    let folder = common::folder([("reef/pack.toml", PACK)]);
    let arguments = ["check", "--rules", ".", "--smt", "claims"];
    let ran = common::chartroom_in(folder.path(), &arguments);
    assert!(
        ran.out.contains("7 claims written, 0 that cannot be said"),
        "{}",
        ran.both()
    );
    let claim =
        |path: &str| fs::read_to_string(folder.path().join("claims/sea").join(path)).unwrap();
    insta::assert_snapshot!("the_claim_of_a_question", claim("question/reef-drm.smt2"));
    insta::assert_snapshot!("the_claim_of_a_law", claim("law/001.smt2"));
    // What does not hold is asked for all the same: here a solver finds the situation.
    for wrong in ["gap/two-ways.smt2", "overlap/two-ways.smt2"] {
        assert!(!claim(wrong).contains("(assert false)"), "{wrong}");
    }

    let again = common::chartroom_in(folder.path(), &arguments);
    assert_eq!(again.code, 2, "{}", again.both());
}

/// Numbers in even steps are told as their sum, and no others.
#[test]
fn numbers_in_even_steps_are_told_by_their_sum() {
    let pack = r#"
id = "sail"
game = "sea"
paragraphs = { S1 = "Speed" }
[fact]
wind = { domain = "0..=9" }
[question.speed]
cite   = "S1"
answer = "number"
rules  = """
when                 | gives
wind < 6             | wind / 2 exact + 1
wind = 6 or wind = 7 | 9
wind > 7             | 12 - wind
"""
"#;
    let folder = common::folder([("sail/pack.toml", pack)]);
    let ran = common::chartroom_in(folder.path(), &["check", "--rules", ".", "--smt", "claims"]);
    assert!(ran.out.contains("3 claims written"), "{}", ran.both());
    let claim = fs::read_to_string(folder.path().join("claims/sea/question/speed.smt2")).unwrap();
    insta::assert_snapshot!("the_claim_of_numbers_in_even_steps", claim);
}

/// The greatest of modifiers of which many are lost, so that what is no value is carried as one that never counts.
#[test]
fn the_greatest_of_modifiers_with_many_gaps_is_a_claim_too() {
    let rule = |when: String, what: String| {
        format!("[[question.worst.rule]]\ncite = \"R1\"\nwhen = \"{when}\"\n{what}\n")
    };
    let lost = (0..70).map(|at| rule(format!("swell = {at}"), format!("gap = \"lost {at}\"")));
    let given = [75, 80].map(|at| rule(format!("swell > {at}"), format!("gives = \"{at}\"")));
    let rules: String = lost.chain(given).collect();
    let pack = format!(
        "id = \"reef\"\ngame = \"sea\"\nparagraphs = {{ R1 = \"Reefs\" }}\n[fact]\nswell = {{ domain = \"0..=99\" }}\n\
         [question.worst]\ncite = \"R1\"\nanswer = \"greatest of number\"\notherwise = \"0\"\n{rules}"
    );
    let folder = common::folder([("reef/pack.toml", pack)]);
    let ran = common::chartroom_in(folder.path(), &["check", "--rules", ".", "--smt", "claims"]);
    assert!(
        ran.out.contains("3 claims written, 0 that cannot be said"),
        "{}",
        ran.both()
    );
    let claim = fs::read_to_string(folder.path().join("claims/sea/question/worst.smt2")).unwrap();
    assert!(claim.contains("(<= 0 |told:swell|)"), "{claim}");
}

/// A value of a claim.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Value {
    Truth(bool),
    Number(i64),
}

/// What a claim is written in: words, and lists of them.
#[derive(Debug, Clone)]
enum Written {
    Word(String),
    List(Vec<Written>),
}

fn written(text: &str) -> Vec<Written> {
    let lines = text.lines().filter(|line| !line.starts_with(';'));
    let text = lines.collect::<Vec<_>>().join(" ");
    // What stands between bars is one name.
    let pieces = text.split('|').enumerate();
    let pieces = pieces.map(|(place, piece)| match place % 2 {
        0 => piece.replace('(', " ( ").replace(')', " ) "),
        _ => piece.replace(' ', "_"),
    });
    let text: String = pieces.collect();
    let mut open = vec![Vec::new()];
    for word in text.split_whitespace() {
        match word {
            "(" => open.push(Vec::new()),
            ")" => {
                let list = open.pop().unwrap();
                open.last_mut().unwrap().push(Written::List(list));
            }
            word => open
                .last_mut()
                .unwrap()
                .push(Written::Word(word.to_owned())),
        }
    }
    open.pop().unwrap()
}

fn worth(written: &Written, known: &BTreeMap<String, Value>) -> Value {
    use Value::{Number, Truth};
    let list = match written {
        Written::Word(word) => {
            return match (word.as_str(), word.parse()) {
                ("true", _) => Truth(true),
                ("false", _) => Truth(false),
                (_, Ok(number)) => Number(number),
                _ => known[word],
            };
        }
        Written::List(list) => list,
    };
    let Written::Word(what) = &list[0] else {
        panic!("{list:?}")
    };
    let all: Vec<Value> = list[1..].iter().map(|part| worth(part, known)).collect();
    match (what.as_str(), all.as_slice()) {
        ("not", [Truth(truth)]) => Truth(!truth),
        ("and", all) => Truth(all.iter().all(|one| *one == Truth(true))),
        ("or", all) => Truth(all.contains(&Truth(true))),
        ("ite", [Truth(is_so), then, other]) => *if *is_so { then } else { other },
        ("=", [one, other]) => Truth(one == other),
        ("<", [Number(one), Number(other)]) => Truth(one < other),
        ("<=", [Number(one), Number(other)]) => Truth(one <= other),
        ("+", [Number(one), Number(other)]) => Number(one + other),
        ("*", [Number(one), Number(other)]) => Number(one * other),
        ("-", [Number(one)]) => Number(-one),
        _ => panic!("{what} of {all:?}"),
    }
}

/// Whether some values make all that is asserted true, by trying every one.
fn can_be(claim: &str) -> bool {
    let all = written(claim);
    let name = |written: &Written| match written {
        Written::Word(word) => word.clone(),
        Written::List(_) => panic!("{written:?}"),
    };
    let mut known = vec![BTreeMap::new()];
    for line in &all {
        let Written::List(line) = line else {
            panic!("{line:?}")
        };
        match (name(&line[0]).as_str(), &line[1..]) {
            ("declare-const", [own, kind]) => {
                let values = match name(kind).as_str() {
                    "Bool" => vec![Value::Truth(false), Value::Truth(true)],
                    _ => (0..8).map(Value::Number).collect(),
                };
                let with = |(before, value): (&BTreeMap<_, _>, &Value)| {
                    let mut after = before.clone();
                    after.insert(name(own), *value);
                    after
                };
                let pairs = known.iter().cartesian_product(&values);
                known = pairs.map(with).collect();
            }
            ("define-fun", [own, _, _, what]) => {
                for known in &mut known {
                    let value = worth(what, known);
                    known.insert(name(own), value);
                }
            }
            ("assert", [what]) => known.retain(|known| worth(what, known) == Value::Truth(true)),
            _ => {}
        }
    }
    !known.is_empty()
}

/// Sets too: whether a law holds, a question has one answer and its diagram says what its rules do is the same to who tries all values.
#[test]
fn the_claims_of_sets_hold_where_check_finds_nothing() {
    let laws = [
        "not (gear includes {rope, spade})",
        "gear + {rope} includes rope",
        "gear + {rope} = gear",
        "not (gear - {rope} includes rope)",
        "gear - {rope} = gear",
        "carried includes rope or not night",
        "not (carried includes rope)",
        "carried = {rope, spade}",
        "lent + {radio} includes radio",
        "not (lent includes rope)",
        "lent = {} or lent = {rope}",
        "not full",
    ];
    let mut pack = r#"
id   = "camp"
game = "sea"
paragraphs = { C1 = "Camp" }
[fact]
night = { domain = "bool" }
wind  = { domain = "none | light" }
gear  = { domain = "set of rope | radio | spade" }
[question.carried]
cite    = "C1"
answer  = "set of rope | spade"
combine = "union"
rules   = """
when             | gives   | except
night            | {rope}  |
wind is light    | {spade} | night
"""
[question.lent]
cite   = "C1"
answer = "set of rope | radio"
otherwise = "{}"
[[question.lent.rule]]
when = "night"
gives = "{rope}"
except = ["wind is light"]
[[question.lent.rule]]
when = "night"
gives = "{rope}"
[question.full]
cite = "C1"
answer = "bool"
gives = "gear includes {rope, spade}"
"#
    .to_owned();
    for law in laws {
        pack.push_str(&format!(
            "[[law]]\ncite = \"C1\"\nsays = \"{law}\"\nalways = \"{law}\"\n"
        ));
    }
    let folder = common::folder([("camp/pack.toml", pack)]);
    let ran = common::chartroom_in(folder.path(), &["check", "--rules", ".", "--smt", "claims"]);
    assert!(
        ran.both().contains("0 that cannot be said"),
        "{}",
        ran.both()
    );
    let claim =
        |path: String| fs::read_to_string(folder.path().join("claims/sea").join(path)).unwrap();
    for (place, law) in (1..).zip(laws) {
        let is_told = ran
            .both()
            .contains(&format!("this law does not hold: {law}\n"));
        assert_eq!(
            can_be(&claim(format!("law/{place:03}.smt2"))),
            is_told,
            "{law}"
        );
    }
    for question in ["carried", "lent", "full"] {
        for kind in ["question", "gap", "overlap"] {
            assert!(
                !can_be(&claim(format!("{kind}/{question}.smt2"))),
                "{kind}/{question}"
            );
        }
    }
}

/// Fractions whose common denominator has too many digits are sound in the rules, and are not put to solvers.
#[test]
fn a_claim_of_fractions_with_too_many_digits_is_left_out() {
    let kept = "gives = \"1/999999937 if a = 0, else 1/999999929 if a = 1, else 1/999999893\"";
    let grown = "gives = \"(a / 1000000 exact) * 1000000 * (a / 1000000 exact) * 1000000 * (a / 1000000 exact) * 1000000 * \
                 (a / 1000000 exact) * 1000000\"";
    let divided = "gives = \"((a * 1000000 / 1000000000 exact) * 1000 / 1000000000 exact) * 1000000000 / 1000000000 exact\"";
    let far = "[fact.x]\ndomain = \"1/9999999999 | 1/9999999998 | 1/9999999967\"\n[question.y]\nanswer = \"bool\"\ngives = \"x > 0\"\n";
    for gives in [kept, grown, divided] {
        let pack = format!(
            "id = \"p\"\ngame = \"g\"\n[fact.a]\ndomain = \"0..=2\"\n[question.q]\nanswer = \"number\"\n{gives}\n{far}"
        );
        let folder = common::folder([("g/p/pack.toml", pack)]);
        let words = ["check", "--smt", "claims", "--rules", "g"];
        let ran = common::chartroom_in(folder.path(), &words);
        assert_eq!(ran.code, 0, "{}", ran.both());
        assert!(
            ran.both().contains("a fraction in it has too many digits"),
            "{}",
            ran.both()
        );
    }
}
