//! Packs that others require and that are not there.

use crate::common::flat;

use super::{Desk, LANDING, SEA, pack};

#[test]
fn a_shipped_pack_that_is_missing_is_told_once_with_what_to_do() {
    let desk = Desk::with_theatre();
    insta::assert_snapshot!("shipped", desk.run("check --rules mine").all());
    insta::assert_snapshot!(
        "shipped_asked",
        desk.run("ask --rules mine monsoon-weather weather-dr=9")
            .all()
    );
}

#[test]
fn names_that_the_missing_pack_could_bring_are_not_told() {
    let desk = Desk::new();
    let both = format!("{LANDING}\n[question.broken]\nanswer = \"number\"\ngives = \"2 *\"\n");
    desk.write("mine/shore/pack.toml", &pack("shore", "\"see\"", &both))
        .write(
            "mine/beach/pack.toml",
            &pack(
                "beach",
                "\"shore\"",
                "[question.wet]\nanswer = \"bool\"\ngives = \"surf > 0\"\n",
            ),
        )
        .write(
            "mine/sea/pack.toml",
            &pack(
                "sea",
                "",
                "[question.tide]\nanswer = \"bool\"\ngives = \"moon is full\"\n",
            ),
        );
    // What is wrong with the text itself, and in packs that require nothing missing, is told all the same.
    insta::assert_snapshot!("misspelt", desk.run("check --rules mine").all());
}

#[test]
fn a_pack_that_several_require_is_told_once() {
    let desk = Desk::new();
    desk.write("mine/shore/pack.toml", &pack("shore", "\"tides\"", LANDING))
        .write("mine/beach/pack.toml", &pack("beach", "\"tides\"", SEA));
    insta::assert_snapshot!("several", desk.run("check --rules mine").all());
}

#[test]
fn a_pack_of_another_game_or_a_misspelt_shipped_one_is_told_apart() {
    let desk = Desk::new();
    let head = |game: &str, requires: &str| {
        format!("id = \"mine\"\ngame = \"{game}\"\ntitle = \"Mine\"\nrequires = [\"{requires}\"]\n")
    };
    desk.write("a/mine/pack.toml", &head("als", "f11"))
        .write("b/mine/pack.toml", &head("asl", "vocabluary"));
    assert!(
        desk.run("check --rules a")
            .errors
            .contains("help: the shipped rulebook has it in the game `asl`")
    );
    let told = desk.run("check --rules b").errors;
    assert!(
        flat(&told).contains(
            "did you mean `vocabulary` of the shipped rulebook? then add `--rules embedded`"
        ),
        "{told}"
    );
    let told = desk.run("check --rules b --rules embedded").errors;
    assert!(told.contains("did you mean `vocabulary`?"), "{told}");
    let told = desk.run("check --rules a --rules embedded").errors;
    assert!(
        told.contains("it is in the game `asl`; a pack requires packs of its own game"),
        "{told}"
    );
}

#[test]
fn a_question_or_pack_of_the_shipped_rulebook_is_told_as_such() {
    let desk = Desk::new();
    desk.write("mine/sea/pack.toml", &pack("sea", "", SEA));
    for line in ["ask arid-weather --rules mine", "check f11 --rules mine"] {
        let told = desk.run(line);
        assert!(
            flat(&told.errors).contains("the shipped rulebook has it: add `--rules embedded`"),
            "{}",
            told.all()
        );
        assert_eq!(told.code, Some(2));
    }
}

#[test]
fn a_game_that_lacks_nothing_is_proved_beside_one_that_does() {
    let desk = Desk::with_theatre();
    desk.write("mine/sea/pack.toml", &pack("sea", "", SEA))
        .write("mine/shore/pack.toml", &pack("shore", "\"sea\"", LANDING));
    let told = desk.run("check --rules mine");
    let summary = "1 question and 0 procedures proved, 0 laws hold, 0 examples hold; nothing of `asl` is proved until all \
                   packs are there; 2 findings";
    assert_eq!(flat(&told.out), summary, "{}", told.all());
    let told = desk.run("check --rules mine shore");
    assert_eq!(
        told.all(),
        "1 question and 0 procedures proved, 0 laws hold, 0 examples hold; no finding\nexit 0"
    );
    assert_eq!(desk.run("check --rules mine monsoon").code, Some(1));
}

#[test]
fn a_difference_is_told_only_where_all_packs_are_there() {
    let desk = Desk::with_theatre();
    insta::assert_snapshot!("compared", desk.run("diff mine mine").all());
    let beside = desk.run("diff embedded+mine embedded+mine");
    assert_eq!(beside.code, Some(0), "{}", beside.all());
    insta::assert_snapshot!("revision", desk.run("diff HEAD mine").all());
}
