//! The difference of two rulebooks: what is told, and that nothing else is.

use crate::common;

use chartroom::analysis::diff::{self, Breach, Scope};
use chartroom::render::{View, told};
use chartroom::rulebook::Rulebook;
use common::{chartroom_in, plain, write};
use std::process::Command;

const PACK: &str = concat!(
    include_str!("common/desert.toml"),
    include_str!("common/dust-by-turn.toml"),
    r#"
[reading.winter]
cite = "1"
asks = "When does winter begin?"
options = { november = "in November", december = "in December" }
default = "december"
because = "the map says so"

[question.weather]
cite = "1"
asks = "What is the weather?"
from = ["dr", "month"]
answer = "clear | storm"
otherwise = "clear"

[[rule]]
answers = "weather"
cite = "1"
when = "dr >= 10 and month in dec..feb"
gives = "storm"

[[rule]]
answers = "weather"
cite = "1"
when = "dr >= 10 and month is nov and winter is november"
gives = "storm"

[question.visibility-drm]
cite = "2"
asks = "What DRM does the weather give?"
from = ["dr", "month"]
answer = "DRM"
gives = "+2 if weather is storm, else +0"

[question.dust-drm]
cite = "2"
asks = "What DRM does dust give at this range?"
from = ["dust", "range"]
answer = "DRM"
otherwise = "+0"

[[rule]]
answers = "dust-drm"
cite = "2"
when = "dust is heavy"
gives = "+1 per 6 hexes FRU"

[[example]]
cite = "1"
given = { dr = "10..12", month = "jan" }
ask = "weather"
expect = "storm"

[[law]]
cite = "2"
says = "light dust never hinders"
always = "(dust-drm with dust = light) = 0"
"#
);

fn rulebook(text: &str) -> Rulebook {
    common::rulebook([("sample/pack.toml", text)])
}

/// The pack with texts replaced.
fn changed(replaced: &[(&str, &str)]) -> Rulebook {
    let mut text = PACK.to_owned();
    for (from, to) in replaced {
        assert!(text.contains(from), "`{from}` is not in the pack");
        text = text.replace(from, to);
    }
    rulebook(&text)
}

fn told(new: &Rulebook) -> String {
    let old = rulebook(PACK);
    let difference = old.diff_within(new, 12);
    plain(&difference.view("old", "new").page().human(80))
}

#[test]
fn nothing_changed_is_proved() {
    insta::assert_snapshot!(told(&rulebook(PACK)), @r"
    sample: 4 questions compared, none answers differently: proved
      no answer and no declaration changed
    ");
    let comments = rulebook(&format!("# a comment\n{PACK}"));
    let differences = diff::games(&rulebook(PACK).games, &comments.games, 12);
    assert!(differences.iter().all(diff::Diff::is_empty));
}

/// What changes no answer, and is read beside it.
#[test]
fn titles_notes_and_what_to_beware_of_are_told() {
    let new = changed(&[
        ("in December", "not before December"),
        (
            "[question.dust-drm]\n",
            "[question.dust-drm]\ntitle = \"Dust\"\nbeware = { weather = \"clear\" }\nnote = \"see also 1\"\n",
        ),
        ("[fact.dust]\n", "[fact.dust]\ntitle = \"Grit\"\n"),
        (
            "[paragraphs]\n",
            "[guide]\ntitle = \"A sample\"\nscenario = [\"month\"]\n[paragraphs]\n",
        ),
    ]);
    insta::assert_snapshot!(told(&new), @r"
    sample: 4 questions compared, none answers differently: proved; 7 things added,
        removed or declared otherwise

    games
      ~ sample: title none → A sample
      ~ sample: scenario none → month

    facts
      ~ dust: title none → Grit

    readings
      ~ desert/winter: options in November, in December → in November, not before
          December

    questions
      ~ dust-drm: title none → Dust
      ~ dust-drm: beware none → weather clear
      ~ dust-drm: notes none → see also 1
    ");
}

#[test]
fn another_rule_is_told_with_the_situations_it_changes_and_what_follows_from_it() {
    let new = changed(&[(
        "dr >= 10 and month in dec..feb",
        "dr >= 9 and month in dec..feb",
    )]);
    insta::assert_snapshot!(told(&new));
}

#[test]
fn the_same_condition_in_other_words_changes_nothing() {
    let new = changed(&[(
        "dr >= 10 and month in dec..feb",
        "not (dr <= 9 or month in mar..nov)",
    )]);
    assert!(
        diff::games(&rulebook(PACK).games, &new.games, 12)
            .iter()
            .all(diff::Diff::is_empty)
    );
}

#[test]
fn a_rounding_changes_what_it_changes() {
    insta::assert_snapshot!(told(&changed(&[(
        "+1 per 6 hexes FRU",
        "+1 per 6 hexes FRD"
    )])));
}

#[test]
fn of_too_many_regions_the_widest_are_shown_and_the_others_counted() {
    insta::assert_snapshot!(told(&changed(&[(
        "+1 per 6 hexes FRU",
        "+1 per 2 hexes FRU"
    )])));
}

#[test]
fn values_added_and_removed_are_told_over_both() {
    let new = changed(&[
        ("none < light < heavy", "none < heavy < extreme"),
        ("dust = light", "dust = none"),
    ]);
    insta::assert_snapshot!(told(&new));
}

/// What is answered for a new value is told only where every other fact has a value that there still is.
#[test]
fn what_is_answered_anew_has_no_value_that_is_gone() {
    let new = changed(&[
        ("none < light < heavy", "none < heavy < extreme"),
        ("dust = light", "dust = none"),
        ("domain = \"0..=40\"", "domain = \"1..=41\""),
    ]);
    let told = told(&new);
    let (_, anew) = told.split_once("answered for new values").unwrap();
    insta::assert_snapshot!(anew, @r"

    dust-drm   2   43 situations
        + +0   dust is none and range is 41   1 situation
        + +7   dust is heavy and range is 41   1 situation
        + +0   dust is extreme and range >= 1   41 situations
    ");
}

/// Other names by which something is understood, names for several values, and paragraphs of procedures are told too.
#[test]
fn other_names_and_the_paragraphs_of_procedures_are_told() {
    let step = |cite: u8| {
        format!(
            "(roll: \"dr\", cite: \"{cite}\"), (ask: \"weather\", as: \"weather\", cite: \"1\")"
        )
    };
    let old = with_procedure(PACK, &step(1));
    let text = PACK
        .replace("[question.weather]\n", "[question.weather]\nalias = [\"sky\"]\n")
        .replace(
            "[fact.dust]\n",
            "[fact.dust]\nalias = [\"grit\"]\ngroups = { dusty = [\"light\", \"heavy\"] }\nwords = { dustier = \"above\" }\n",
        );
    let new = with_procedure(&text, &step(2));
    let difference = old.diff_within(&new, 12);
    insta::assert_snapshot!(plain(&difference.view("old", "new").page().human(80)), @r"
    sample: 4 questions compared, none answers differently: proved; 5 things added,
        removed or declared otherwise

    facts
      ~ dust: other names none → grit
      ~ dust: groups none → dusty: light, heavy
      ~ dust: words that compare none → dustier: above

    questions
      ~ weather: other names none → sky

    procedures
      ~ set-up: paragraphs 1 → 1, 2
    ");
}

#[test]
fn flips_defaults_and_things_added_are_listed() {
    let new = changed(&[
        ("default = \"december\"", "default = \"november\""),
        ("when = \"dust is heavy\"", "when = \"dust is not none\""),
        (
            "given = { dr = \"10..12\", month = \"jan\" }",
            "given = { dr = \"11..12\", month = \"jan\" }",
        ),
        (
            "[question.dust-drm]",
            "[question.noon]\ncite = \"2\"\nasks = \"Noon?\"\nfrom = []\nanswer = \"number\"\ngives = \"12\"\n[question.dust-drm]",
        ),
        (
            "state = [\"dust\"]\n",
            "state = [\"dust\"]\ninitially = { dust = \"light\" }\n",
        ),
    ]);
    insta::assert_snapshot!(told(&new));
}

/// What a law promises is part of the rulebook: one that promises something else is told, and whether it holds.
#[test]
fn a_law_that_says_something_else_is_told() {
    let new = changed(&[(
        "always = \"(dust-drm with dust = light) = 0\"",
        "always = \"(dust-drm with dust = heavy) = 0\"",
    )]);
    insta::assert_snapshot!(told(&new));
    let mut weaker = told(&changed(&[(
        "always = \"(dust-drm with dust = light) = 0\"",
        "always = \"(dust-drm with dust = light) = 0\"\nwhen = \"range > 6\"",
    )]));
    // A fact that is called otherwise is the same fact.
    let pack = "id = \"far\"\ngame = \"sample\"\n[fact.range]\ndomain = \"0..=9\"\n[question.far]\nanswer = \"bool\"\n\
                gives = \"range > 6\"\n[[law]]\nsays = \"far is far\"\nalways = \"far = (range > 6)\"\n";
    let renamed = pack.replace("range > 6", "distance > 6");
    let renamed = renamed.replace("[fact.range]", "[fact.distance]\nalias = [\"range\"]");
    let (old, new) = (rulebook(pack), rulebook(&renamed));
    let difference = old.diff_within(&new, 12);
    weaker += &plain(&difference.view("old", "new").page().human(80));
    insta::assert_snapshot!(weaker);
}

/// The pack with a procedure that rolls for the weather.
fn with_procedure(pack: &str, steps: &str) -> Rulebook {
    let pack = pack.replace(
        "[fact.month]",
        "[fact.weather]\ndomain = \"clear | storm\"\nmeans = \"the weather\"\n[fact.month]",
    );
    let procedure = format!(
        "Procedure(id: \"set-up\", title: \"Set-up\", cite: [\"1\"], start: [\"month\"], steps: [{steps}], outcome: [\"weather\"])"
    );
    common::rulebook([("sample/pack.toml", pack), ("sample/set-up.ron", procedure)])
}

#[test]
fn a_procedure_is_compared_step_by_step_and_what_its_questions_changed_is_theirs() {
    let usual = "(roll: \"dr\", cite: \"1\"), (ask: \"weather\", as: \"weather\", cite: \"1\")";
    let told = |pack: &str, steps: &str| {
        let (old, new) = (with_procedure(PACK, usual), with_procedure(pack, steps));
        let diffs = diff::games(&old.games, &new.games, 12);
        let listed = diffs
            .iter()
            .flat_map(|diff| &diff.listed)
            .map(|listed| format!("{listed:?}"));
        (
            listed.collect::<Vec<_>>().join("\n"),
            diffs[0].questions.len(),
        )
    };
    assert_eq!(told(PACK, usual), (String::new(), 0));
    let colder = PACK.replace(
        "dr >= 10 and month in dec..feb",
        "dr >= 9 and month in dec..feb",
    );
    let (listed, questions) = told(&colder, usual);
    assert_eq!(listed, "", "the step asks the same question");
    assert!(questions > 0);
    let sooner = usual.replace(
        "(roll: \"dr\",",
        "(roll: \"dr\", when: \"month is not jan\",",
    );
    insta::assert_snapshot!("sooner", told(PACK, &sooner).0);
    let otherwise = usual.replace("(ask:", "(do: \"wait\", cite: \"1\"), (ask:");
    insta::assert_snapshot!("otherwise", told(PACK, &otherwise).0);
}

#[test]
fn a_question_renamed_with_an_alias_is_compared_with_what_it_was() {
    let new = changed(&[
        (
            "[question.dust-drm]",
            "[question.dust-hindrance]\nalias = [\"dust-drm\"]",
        ),
        ("[fact.range]", "[fact.distance]\nalias = [\"range\"]"),
    ]);
    insta::assert_snapshot!(told(&new), @r"
    sample: 4 questions compared, none answers differently: proved; 3 things added,
        removed or declared otherwise

    facts
      ~ distance: name range → distance

    questions
      ~ dust-hindrance: name dust-drm → dust-hindrance
      ~ dust-hindrance: facts dust, range → distance, dust
    ");
}

#[test]
fn another_usual_value_changes_no_answer_and_is_told() {
    let usual = |dust: &str| rulebook(&format!("{PACK}\n[usually]\ndust = \"{dust}\"\n"));
    let difference = usual("none");
    let new = usual("heavy");
    let difference = difference.diff_within(&new, 12);
    insta::assert_snapshot!(plain(&difference.view("old", "new").page().human(80)));
}

#[test]
fn what_is_impossible_before_and_after_is_left_out() {
    let heavy = "when = \"dust is heavy\"";
    let near = "when = \"dust is heavy and range >= 3\"";
    let impossible = "\n[[impossible]]\ncite = \"2\"\nsays = \"heavy dust is seen from afar\"\nwhen = \"dust is heavy and range <= 2\"\n";
    let told = |old: &str, new: &str| {
        let (old, new) = (rulebook(old), rulebook(new));
        let difference = old.diff_within(&new, 12);
        difference
            .changes()
            .map(|changed| changed.situations())
            .collect::<Vec<_>>()
    };
    let (old, new) = (PACK.to_owned(), PACK.replace(heavy, near));
    assert_eq!(told(&old, &new).len(), 1);
    let both = [old.clone() + impossible, new.clone() + impossible];
    assert_eq!(told(&both[0], &both[1]), []);
    assert_eq!(told(&old, &both[1]), told(&old, &new));
}

#[test]
fn a_pull_request_and_a_program_are_told_the_same() {
    let old = rulebook(PACK);
    let new = changed(&[
        (
            "dr >= 10 and month in dec..feb",
            "dr >= 9 and month in dec..feb",
        ),
        ("light dust never", "thin dust never"),
    ]);
    let view = old.diff_within(&new, 12).view("old", "new");
    insta::assert_snapshot!("markdown", view.page().markdown());
    insta::assert_snapshot!(
        "json",
        serde_json::to_string_pretty(&told::json(&view)).unwrap()
    );
}

fn guarded(new: &Rulebook, scope: &[(&str, Option<usize>)]) -> Vec<Breach> {
    let model = &new.games[0];
    let scope: Vec<Scope<'_>> = scope
        .iter()
        .map(|(question, law)| Scope {
            question,
            when: law.map(|law| &model.laws[law].always),
        })
        .collect();
    diff::breaches(&rulebook(PACK).games[0], model, &scope)
        .unwrap()
        .0
}

#[test]
fn a_change_stays_within_its_scope_or_a_witness_shows_where_not() {
    let law = |text: &str| {
        format!(
            "[[law]]\ncite = \"2\"\nsays = \"scope\"\nalways = \"{text}\"\n\n[process.dust-by-turn]"
        )
    };
    let with = |text: &str| {
        changed(&[
            (
                "dr >= 10 and month in dec..feb",
                "dr >= 9 and month in dec..feb",
            ),
            ("[process.dust-by-turn]", &law(text)),
        ])
    };
    let new = with("dr = 9");
    assert_eq!(guarded(&new, &[("weather", None)]), []);
    assert_eq!(guarded(&new, &[("weather", Some(0))]), []);
    let undeclared = guarded(&new, &[("dust-drm", None)]);
    assert_eq!(
        (
            undeclared.len(),
            undeclared[0].question.as_str(),
            undeclared[0].undeclared
        ),
        (1, "weather", true)
    );
    let breach = guarded(&with("month is not jan"), &[("weather", Some(0))]);
    assert!(!breach[0].undeclared);
    let named = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    assert_eq!(breach[0].witness, [named("dr", "9"), named("month", "jan")]);
}

/// A repository with two revisions of a rulebook; nothing where there is no git.
fn repository() -> Option<tempfile::TempDir> {
    let folder = tempfile::tempdir().unwrap();
    let git = |arguments: &[&str]| {
        let identity = [
            "-c",
            "user.name=a",
            "-c",
            "user.email=a@example.org",
            "-c",
            "commit.gpgsign=false",
        ];
        Command::new("git")
            .current_dir(folder.path())
            .args(identity)
            .args(arguments)
            .output()
    };
    git(&["init", "-q"]).ok()?;
    for text in [
        PACK.to_owned(),
        PACK.replace("dr >= 10 and month in", "dr >= 9 and month in"),
    ] {
        write(
            folder.path(),
            [
                ("rules/sample/pack.toml", text.as_str()),
                ("rules/notes.toml", "not a pack's"),
            ],
        );
        git(&["add", "."]).unwrap();
        assert!(git(&["commit", "-q", "-m", "a"]).unwrap().status.success());
    }
    Some(folder)
}

#[test]
fn revisions_are_read_from_git_without_a_checkout() {
    let Some(folder) = repository() else { return };
    let ran = chartroom_in(folder.path(), &["diff", "HEAD~1:rules", "rules"]);
    assert_eq!((ran.code, ran.error.as_str()), (1, ""));
    insta::assert_snapshot!(ran.out);
    let ran = chartroom_in(folder.path(), &["diff", "HEAD:rules", "rules"]);
    assert_eq!(
        (
            ran.code,
            ran.out.contains("no answer and no declaration changed")
        ),
        (0, true)
    );
}

#[test]
fn what_cannot_be_read_is_told_and_nothing_is_compared() {
    let Some(folder) = repository() else { return };
    for (name, says) in [
        ("HEAD~9:rules", "cannot read `HEAD~9:rules`"),
        ("HEAD:nowhere", "cannot read `HEAD:nowhere`"),
        ("--output=x:y", "unexpected argument"),
        ("nowhere", "cannot read `nowhere`"),
    ] {
        let ran = chartroom_in(folder.path(), &["diff", name, "rules"]);
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{name}");
        assert!(ran.error.contains(says), "{}", ran.error);
    }
    let ran = chartroom_in(folder.path(), &["diff", "--", "-x:y", "rules"]);
    assert_eq!(ran.code, 2);
    assert!(ran.error.contains("it is not a revision"), "{}", ran.error);
}

#[test]
fn what_an_error_leaves_out_of_the_comparison_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let broken = PACK.replace(
        "gives = \"+2 if weather is storm, else +0\"",
        "gives = \"+2 if weather is strom, else +0\"",
    );
    let other = broken.replace(
        "gives = \"+1 per 6 hexes FRU\"",
        "gives = \"+1 per 5 hexes FRU\"",
    );
    write(
        folder.path(),
        [
            ("one/sample/pack.toml", PACK),
            ("two/sample/pack.toml", &broken),
            ("three/sample/pack.toml", &other),
        ],
    );
    let ran = |arguments: &[&str]| {
        let ran = chartroom_in(folder.path(), arguments);
        format!(
            "$ chartroom {}\n{}{}exit {}\n",
            arguments.join(" "),
            ran.error,
            ran.out,
            ran.code
        )
    };
    // Another program is not told either that nothing changed, where nobody can know.
    let [sound, unsound] =
        [PACK, &broken].map(|pack| Rulebook::texts([("sample/pack.toml", pack)]));
    assert!(sound.diff(&sound).is_empty());
    assert!(!unsound.diff(&unsound).is_empty());
    let told = [
        ran(&["diff", "one", "two"]),
        ran(&["diff", "two", "two"]),
        ran(&["diff", "two", "three"]),
    ];
    insta::assert_snapshot!(told.join("\n"));
}
