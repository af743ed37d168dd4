//! What is proved, written for solvers of another make.

use crate::common;

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
