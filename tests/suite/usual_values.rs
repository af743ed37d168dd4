//! What nobody says is found by the rules, or else as it usually is; and what is asked for is never a sum.

use crate::common;

use chartroom::answer::{Asker, Ruling, TakenFact};
use chartroom::model::Model;
use chartroom::rulebook::{Named, Rulebook, request};
use chartroom::turn::Situation;

const HEAD: &str = r#"
id   = "haze"
game = "haze"

[unit.DRM]
[unit.hexes]
"#;

const PACK: &str = r#"
[fact.weather]
domain = "clear | snow"
[fact.snow]
domain  = "none | ground | deep"
usually = [{ is = "none", when = "weather is clear", cite = "1" }]
[fact.range]
domain = "0..=30"
unit   = "hexes"
[fact.emplaced]
domain  = "bool"
usually = "no"
[fact.building]
domain  = "bool"
usually = "no"
[fact.tem]
domain = "-4..=4"
unit   = "DRM"

[question.tem]
cite    = "1"
asks    = "What does the terrain add?"
from    = ["emplaced", "building"]
answer  = "DRM"
combine = "sum"
[[rule]]
answers = "tem"
when    = "emplaced"
gives   = "+2"
[[rule]]
answers = "tem"
when    = "building and not emplaced"
gives   = "+3"

[question.attack]
cite    = "1"
asks    = "What is added to the attack?"
from    = ["tem", "snow", "range"]
answer  = "DRM"
combine = "sum"
[[rule]]
answers = "attack"
gives   = "tem"
[[rule]]
answers = "attack"
when    = "snow is deep and range > 6"
gives   = "+1"
"#;

fn rulebook(more: &str) -> Rulebook {
    let texts = [
        ("haze/pack.toml".to_owned(), HEAD.to_owned()),
        ("haze/10.toml".to_owned(), format!("{PACK}{more}")),
    ];
    Rulebook::texts(texts)
}

struct Asked<'m> {
    model: &'m Model,
    answer: Ruling,
    found: Vec<TakenFact>,
}

fn ask<'m>(rulebook: &'m Rulebook, question: &str, facts: &str, strict: bool) -> Asked<'m> {
    let told: Vec<&str> = rulebook
        .diagnostics
        .iter()
        .map(|found| found.message.as_str())
        .collect();
    assert!(told.is_empty(), "{told:?}");
    let [(model, Named::Question(id))] = rulebook.find(question)[..] else {
        panic!("no question {question}");
    };
    let mut situation = Situation::new(model);
    for fact in facts.split_whitespace() {
        let (name, value) = fact.split_once('=').unwrap();
        let (fact, index) = request::fact(model, name, value).unwrap()[0];
        situation.set(fact, Some(index));
    }
    let mut asker = Asker::new(model);
    asker.set_strict(strict);
    let (answer, found) = asker.ask(id, &mut situation);
    Asked {
        model,
        answer,
        found,
    }
}

impl Asked<'_> {
    fn shown(&self) -> String {
        let names = |facts: &[chartroom::model::VariableId]| {
            let names: Vec<&str> = facts
                .iter()
                .map(|fact| self.model.variable_name(*fact))
                .collect();
            names.join(" ")
        };
        match &self.answer {
            Ruling::Value(value) => value.show(&self.model.words, true),
            Ruling::Needs(needs) => format!("needs {}", names(&needs.facts)),
            other => format!("{other:?}"),
        }
    }

    fn taken(&self) -> String {
        let told = self.found.iter().map(|found| {
            let how = if found.is_assumed(self.model) {
                "usual"
            } else {
                "found"
            };
            let name = self.model.variable_name(found.fact);
            format!(
                "{how} {name}={}",
                self.model.show_index(found.fact, found.index)
            )
        });
        told.collect::<Vec<_>>().join(", ")
    }
}

#[test]
fn what_nobody_gives_is_found_by_the_rules_or_else_as_usual() {
    let book = rulebook("");
    let asked = ask(&book, "attack", "weather=clear range=9", false);
    assert_eq!(asked.shown(), "+0");
    assert_eq!(
        asked.taken(),
        "found snow=none, usual emplaced=no, usual building=no, found tem=0"
    );
}

#[test]
fn what_is_given_goes_before_what_is_usual() {
    let book = rulebook("");
    let asked = ask(&book, "attack", "weather=clear range=9 emplaced=yes", false);
    assert_eq!(asked.shown(), "+2");
}

#[test]
fn strict_takes_nothing_as_usual_but_what_the_rules_say() {
    let book = rulebook("");
    let asked = ask(&book, "attack", "weather=clear range=9", true);
    assert_eq!(asked.shown(), "needs emplaced building");
    assert_eq!(asked.taken(), "found snow=none");
}

#[test]
fn a_sum_is_never_asked_for() {
    let book = rulebook("");
    let asked = ask(&book, "attack", "weather=snow", true);
    assert!(!asked.shown().contains("tem"), "{}", asked.shown());
    assert!(asked.shown().contains("emplaced"), "{}", asked.shown());
}

#[test]
fn a_usual_value_for_which_a_question_is_not_asked_is_asked_for() {
    let book = rulebook(
        r#"
[fact.posture]
domain  = "upright | crouched | prone"
usually = "upright"
[question.of-the-low]
cite   = "1"
asks   = "?"
from   = ["posture"]
only   = { posture = "crouched | prone" }
answer = "DRM"
gives  = "+2 if posture is prone, else +1"
"#,
    );
    assert_eq!(ask(&book, "of-the-low", "", false).shown(), "needs posture");
}

#[test]
fn what_the_source_lost_of_a_fact_is_not_taken_as_usual() {
    let book = rulebook(
        r#"
[fact.sight]
domain  = "0..=9"
usually = "4"
[question.sight]
cite      = "1"
asks      = "How far is seen?"
answer    = "number"
otherwise = "9"
[[question.sight.rule]]
when = "weather is snow"
gap  = "the number is torn off"
[question.is-seen]
cite   = "1"
asks   = "?"
from   = ["sight", "range"]
answer = "bool"
gives  = "(range as number) <= sight"
"#,
    );
    let seen = |facts| ask(&book, "is-seen", facts, false).shown();
    assert_eq!(seen("weather=snow range=3"), "Gap(GapId(0))");
    assert_eq!(seen("weather=clear range=3"), "yes");
}

#[test]
fn an_example_takes_what_it_does_not_give_as_usual() {
    let book = rulebook(
        r#"
[[example]]
given  = { snow = "deep", range = "9" }
ask    = "attack"
expect = "+1"
"#,
    );
    let proofs = book.prove();
    let told: Vec<&str> = proofs
        .iter()
        .flat_map(|proof| &proof.diagnostics)
        .filter(|found| found.severity == chartroom::diagnostic::Severity::Error)
        .map(|found| found.message.as_str())
        .collect();
    assert!(told.is_empty(), "{told:?}");
}

#[test]
fn a_roll_has_no_usual_value() {
    let book = rulebook(
        "[unit.DR]\ndice = \"2d6\"\n[fact.dr]\ndomain = \"2..=12\"\nunit = \"DR\"\nusually = \"7\"\n",
    );
    assert!(
        book.diagnostics
            .iter()
            .any(|found| found.message.contains("`dr` is rolled"))
    );
}

const RAIN: &str = r#"
[fact.raining]
domain  = "bool"
usually = "no"
[fact.dust]
domain  = "none | light"
usually = "light"
[[impossible]]
cite = "7"
says = "rain ends all Dust"
when = "raining and dust is not none"

[question.dust-drm]
cite   = "7"
asks   = "?"
from   = ["raining", "dust"]
answer = "DRM"
combine = "sum"
[[rule]]
answers = "dust-drm"
when    = "dust is light"
gives   = "+1"
"#;

#[test]
fn a_situation_that_cannot_be_is_told_with_its_paragraph() {
    let book = rulebook(RAIN);
    let model = &book.games[0];
    let mut asker = Asker::new(model);
    let mut situation = Situation::new(model);
    for (name, value) in [("raining", "yes"), ("dust", "light")] {
        let (fact, index) = request::fact(model, name, value).unwrap()[0];
        situation.set(fact, Some(index));
    }
    let why = asker
        .impossible(&situation)
        .map(|why| (why.says.as_str(), why.cite.as_str()));
    assert_eq!(why, Some(("rain ends all Dust", "7")));
}

#[test]
fn a_usual_value_that_would_make_the_situation_impossible_is_asked_for() {
    let book = rulebook(
        &RAIN
            .replace("none | light", "none | light | heavy")
            .replace("dust is not none", "dust is light")
            .replace("= \"+1\"", "= \"+1\"\n[[rule]]\nanswers = \"dust-drm\"\nwhen = \"dust is heavy\"\ngives = \"+2\""),
    );
    assert_eq!(ask(&book, "dust-drm", "", false).shown(), "+1");
    assert_eq!(
        ask(&book, "dust-drm", "raining=yes", false).shown(),
        "needs dust"
    );
}

#[test]
fn what_cannot_be_is_not_still_possible_and_the_one_value_that_is_answers() {
    let book = rulebook(RAIN);
    let asked = |facts| ask(&book, "dust-drm", facts, true).shown();
    assert_eq!(asked(""), "needs dust");
    assert_eq!(asked("raining=yes"), "+0");
}

/// Where a question is asked for nothing that can be, what it needs is told all the same.
#[test]
fn what_a_question_needs_is_told_where_none_of_it_can_be() {
    let book = rulebook(&format!(
        "{RAIN}
[fact.dust-dr]
domain = \"1..=6\"
[question.density]
cite   = \"7\"
asks   = \"?\"
only   = {{ dust = \"light\" }}
answer = \"number\"
gives  = \"dust-dr\"
"
    ));
    assert_eq!(
        ask(&book, "density", "raining=yes", true).shown(),
        "needs dust dust-dr"
    );
}

/// What makes an answer comes to it, also where something is open that cannot matter.
#[test]
fn the_parts_of_an_answer_come_to_it_where_something_open_does_not_matter() {
    let said = |arguments: &[&str]| crate::common::chartroom(arguments).out;
    let wet = said(&[
        "ask",
        "entry-cost",
        "mover=truck",
        "hex-terrain=sand",
        "raining=yes",
    ]);
    assert!(
        wet.contains("6 MP\n  5  Sand   F7.3\n  1  COT    F7.3\n"),
        "{wet}"
    );
    let palms = said(&["ask", "dense-palm-bog-drm", "road=none"]);
    assert!(
        palms.contains("+1 DRM") && !palms.contains("in any other case"),
        "{palms}"
    );
    // A building is usually none for which the question is asked.
    let minaret = said(&["ask", "minaret-hs-limit", "location=minaret"]);
    assert!(
        minaret.contains("1 HS") && !minaret.contains("not asked"),
        "{minaret}"
    );
}

fn errors(book: &Rulebook) -> Vec<String> {
    let proofs = book.prove();
    let all = book
        .diagnostics
        .iter()
        .chain(proofs.iter().flat_map(|proof| &proof.diagnostics));
    all.filter(|found| found.severity == chartroom::diagnostic::Severity::Error)
        .map(|found| found.message.clone())
        .collect()
}

#[test]
fn no_proof_minds_what_cannot_be() {
    let book = rulebook(&format!(
        "{RAIN}
[question.both]
cite   = \"7\"
asks   = \"?\"
from   = [\"raining\", \"dust\"]
answer = \"DRM\"
[[rule]]
answers = \"both\"
when    = \"not raining\"
gives   = \"+1\"
[[rule]]
answers = \"both\"
when    = \"dust is none\"
gives   = \"+1\"
[[law]]
cite   = \"7\"
says   = \"no Dust in rain\"
always = \"dust is none\"
when   = \"raining\"
"
    ));
    assert_eq!(errors(&book), [""; 0]);
}

#[test]
fn a_rule_for_what_cannot_be_is_a_finding() {
    let book = rulebook(&format!(
        "{RAIN}
[[rule]]
answers = \"dust-drm\"
when    = \"raining and dust is light\"
gives   = \"+1\"
"
    ));
    assert_eq!(
        errors(&book),
        ["this condition holds only where the situation is impossible"]
    );
}

/// The answer where facts are given, and what is usual besides.
#[test]
fn an_example_of_what_cannot_be_is_a_finding() {
    let example = |dust: &str, answer: &str| {
        rulebook(&format!(
            "{RAIN}
[[example]]
cite   = \"7\"
given  = {{ raining = \"yes\", dust = \"{dust}\" }}
expect = {{ dust-drm = \"{answer}\" }}
"
        ))
    };
    assert_eq!(errors(&example("none", "0")), [""; 0]);
    assert_eq!(
        errors(&example("light", "+1")),
        ["this example holds only where the situation is impossible"]
    );
}

fn answer_with(
    asker: &mut Asker<'_>,
    id: chartroom::model::QuestionId,
    given: &Situation,
) -> (Ruling, Vec<TakenFact>, Situation) {
    let mut situation = given.clone();
    let (answer, found) = asker.ask(id, &mut situation);
    (answer, found, situation)
}

/// Every question of the shipped rulebook with what its examples give, but for each fact that is usual.
fn of_examples(check: &mut dyn FnMut(&mut Asker<'_>, chartroom::model::QuestionId, &Situation)) {
    let book = Rulebook::embedded();
    for model in &book.games {
        let mut asker = Asker::new(model);
        for example in model.examples.iter().step_by(29) {
            let chartroom::model::Asked::Questions(asked) = &example.asked else {
                continue;
            };
            let mut situation = Situation::new(model);
            for (fact, indices) in &example.given {
                let is_usual = !model.variables[*fact].usually.is_empty();
                if !is_usual {
                    situation.set(*fact, indices.first().copied());
                }
            }
            for (id, ..) in asked {
                check(&mut asker, *id, &situation);
            }
        }
    }
}

/// Questions of the shipped rulebook in random situations, what decides so often of ten times given, and what is usual seldom.
pub fn at_random(
    seed: u64,
    often: u32,
    check: &mut dyn FnMut(&mut Asker<'_>, chartroom::model::QuestionId, &Situation),
) {
    let book = Rulebook::embedded();
    let mut state = seed;
    let mut below = |most: u32| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        u32::try_from((state >> 33) % u64::from(most)).unwrap()
    };
    for model in &book.games {
        let mut asker = Asker::new(model);
        let plain = model
            .questions
            .enumerated()
            .filter(|(_, question)| question.process.is_none() && !question.broken);
        for (id, _) in plain {
            let mut situation = Situation::new(model);
            let mut taken: Vec<_> = request::taken_by(model, id).into_iter().collect();
            taken.sort_unstable();
            for fact in taken {
                let variable = &model.variables[fact];
                let given = if variable.usually.is_empty() {
                    often
                } else {
                    1
                };
                if below(10) < given {
                    situation.set(fact, Some(below(variable.domain.size())));
                }
            }
            if asker.impossible(&situation).is_none() {
                check(&mut asker, id, &situation);
            }
        }
    }
}

/// Situations of which what follows from what goes through many questions: some of what can be seen on the map, the rest usual.
fn of_told(check: &mut dyn FnMut(&mut Asker<'_>, chartroom::model::QuestionId, &Situation)) {
    let book = Rulebook::embedded();
    let situations = [
        "attack-drm attack=small-arms target=infantry range=17 dust=light dust-dr=4",
        "attack-drm attack=ordnance target=vehicle range=4 dust=moderate dust-dr=2 wind-force=heavy-wind",
        "attack-drm attack=small-arms target=vehicle range=8 heat-haze=intense",
        "attack-drm attack=fire-lane target=infantry range=3 weather=mud",
        "attack-drm attack=mortar target=truck range=14 raining=yes",
        "dust-change region=europe scenario-country=lebanon month=jan time-of-day-dr=5 light-dust-possible=yes steppe-terrain=no wind-change-second-dr=6",
    ];
    let mut games = book.games.iter();
    let model = games.find(|model| model.question_names.contains_key("attack-drm"));
    let model = model.unwrap();
    for told in situations {
        let (question, told) = told.split_once(' ').unwrap();
        let mut situation = Situation::new(model);
        for (fact, value) in told.split(' ').map(|one| one.split_once('=').unwrap()) {
            let told = request::fact(model, fact, value).unwrap();
            request::know(&mut situation, &told);
        }
        let question = model.question_names[question];
        check(&mut Asker::new(model), question, &situation);
    }
}

#[test]
fn what_would_change_an_answer_is_what_brute_force_finds() {
    let of_examples = brute_force(&mut |check| of_examples(check));
    let at_random = brute_force(&mut |check| (20..24).for_each(|seed| at_random(seed, 9, check)));
    let of_told = brute_force(&mut |check| of_told(check));
    assert!(of_examples > 20, "{of_examples}");
    assert!(at_random > 1000, "{at_random}");
    assert!(of_told > 100, "{of_told}");
}

/// Finds what would change answers by trying every value of every fact taken as usual; how many there are.
fn brute_force(
    situations: &mut dyn FnMut(
        &mut dyn FnMut(&mut Asker<'_>, chartroom::model::QuestionId, &Situation),
    ),
) -> usize {
    let mut changes = 0;
    situations(&mut |asker, id, given| {
        let (answer, found, _) = answer_with(asker, id, given);
        if !matches!(answer, Ruling::Value(_) | Ruling::Gap(_)) {
            return;
        }
        let model = asker.model;
        if asker.impossible(given).is_some() {
            return;
        }
        let mut told = asker.would_change(id, given, (&answer, &found));
        let mut brute = Vec::new();
        for own in found.iter().filter(|own| own.is_assumed(model)) {
            let mut with = |index| {
                let mut other = given.clone();
                other.set(own.fact, Some(index));
                let (answer, _, mut situation) = answer_with(asker, id, &other);
                // What was known before is known still, be it not needed any more.
                for known in &found {
                    asker.fill_for(Some(id), known.fact, &mut situation);
                }
                (answer, asker.impossible(&situation).is_some())
            };
            // Where less is found once the fact is told, be it as it is usual, not its value makes the answer another one.
            if with(own.index).0 != answer {
                told.retain(|change| change.fact != own.fact);
                continue;
            }
            for index in 0..model.variables[own.fact].domain.size() {
                let (other_answer, is_impossible) = with(index);
                let is_answer = !matches!(other_answer, Ruling::NotAsked(_) | Ruling::Broken(_));
                let is_other = match (&other_answer, &answer) {
                    (Ruling::Needs(_), _) => true,
                    (one, other) => one != other,
                };
                if is_answer && is_other && !is_impossible {
                    brute.push((own.fact, index));
                }
            }
        }
        let told: Vec<_> = told
            .iter()
            .map(|change| (change.fact, change.index))
            .collect();
        changes += told.len();
        let name = &model.questions[id].name;
        let shown = || {
            let given = model.facts().filter_map(|(fact, own)| {
                let index = given.get(fact)?;
                Some(format!("{}={}", own.name, model.show_index(fact, index)))
            });
            given.collect::<Vec<_>>().join(" ")
        };
        assert_eq!(told, brute, "{name} {}", shown());
    });
    changes
}

#[test]
fn usual_values_never_change_what_is_given_in_full() {
    of_examples(&mut full_is_the_same);
    at_random(20, 9, &mut full_is_the_same);
}

fn full_is_the_same(asker: &mut Asker<'_>, id: chartroom::model::QuestionId, given: &Situation) {
    let (answer, found, _) = answer_with(asker, id, given);
    let mut full = given.clone();
    for own in &found {
        full.set(own.fact, Some(own.index));
    }
    asker.set_strict(true);
    let (strict, ..) = answer_with(asker, id, &full);
    asker.set_strict(false);
    if matches!(answer, Ruling::Value(_)) {
        assert_eq!(strict, answer, "{}", asker.model.questions[id].name);
    }
}

#[test]
fn a_batch_rolls_a_procedure_and_takes_its_start_as_usual() {
    let line = r#"{"question":"arid-set-up","start":{"region":"north-africa","month":"jul","desert-boards":"all","bombardments":0},"rolls":["7","2","4","3","6"]}"#;
    let ran = common::chartroom_with(&format!("{line}\n"), &["ask", "--batch"]);
    assert!(ran.out.contains(r#""weather":"clear""#), "{}", ran.both());
    assert!(ran.out.contains(r#""assumed":"#), "{}", ran.both());
}

#[test]
fn an_answer_in_a_unit_that_stands_for_several_says_which() {
    let book = chartroom::Rulebook::texts([(
        "sample/cost/pack.toml",
        r#"
        id = "cost"
        game = "sample"
        [unit]
        MF = {}
        MP = {}
        "MF or MP" = { any-of = ["MF", "MP"], which = "pays-in" }
        [fact]
        mover = { domain = "infantry | truck | sledge" }
        pays-in = { domain = "MF | MP" }
        [question.pays-in]
        cite = "1"
        answer = "MF | MP"
        only.mover = ["infantry", "truck"]
        gives = "MP if mover is truck, else MF"
        [question.cost]
        cite = "1"
        answer = "MF or MP"
        gives = "2 if mover is truck, else 1"
        "#,
    )]);
    assert!(book.check().is_empty(), "{:#?}", book.check());
    let cost = |mover: &str| {
        let asked = book.ask("cost").fact("mover", mover).unwrap();
        asked.answer().unwrap().to_string()
    };
    assert_eq!(cost("truck"), "2 MP");
    assert_eq!(cost("infantry"), "1 MF");
    assert_eq!(cost("sledge"), "1 MF or MP");
}

#[test]
fn sand_is_dry_unless_somebody_says_otherwise_or_it_rains() {
    let cost = |facts: &[&str]| {
        let ask = ["ask", "entry-cost", "truck", "sand", "--format", "json"];
        let ran = common::chartroom(&[&ask[..], facts].concat());
        ran.json()["answer"].to_string()
    };
    assert_eq!(cost(&[]), "7");
    assert_eq!(cost(&["ec=wet"]), "6");
    assert_eq!(cost(&["raining"]), "6");
    assert_eq!(cost(&["rolled-ec=mud", "weather=clear"]), "6");
    let ran = common::chartroom(&["ask", "entry-cost", "truck", "sand"]);
    let changes =
        "would change it: EC mud, Precipitation normal, Raining, It has rained or COT 0 → 6";
    assert!(ran.says(changes), "{}", ran.both());
    let strict = common::chartroom(&["ask", "entry-cost", "truck", "sand", "--strict"]);
    assert_eq!(strict.code, 1, "{}", strict.both());
}

/// What falls is settled without what is seen where the roll is between: whichever of both is looked for first, the other waits.
const CIRCLE: &str = r#"
id   = "sky"
game = "sky"

[fact.roll]
domain = "2..=12"
[fact.before]
domain = "none < light < heavy"
[fact.falls]
domain  = "none < light < heavy"
usually = [{ is = "before", when = "roll >= 4 and (roll <= 9 or seen)", cite = "1" }, { is = "none" }]
[fact.seen]
domain  = "bool"
usually = [{ is = "falls is not none", cite = "1" }, { is = "no" }]

[question.first]
cite   = "1"
asks   = "What comes of it?"
answer = "number"
gives  = "(10 if seen, else 0) + (0 if falls is none, else 1 if falls is light, else 2)"
[question.second]
cite   = "1"
asks   = "What comes of it, the other way round?"
answer = "number"
gives  = "(0 if falls is none, else 1 if falls is light, else 2) + (10 if seen, else 0)"
[question.seen-alone]
cite   = "1"
asks   = "Is it seen?"
when   = "seen"
"#;

#[test]
fn facts_that_go_by_each_other_are_what_they_are_whichever_is_looked_for_first() {
    let book = Rulebook::texts([("pack.toml", CIRCLE)]);
    assert!(book.check().is_empty(), "{:#?}", book.check());
    let told = |question: &str, roll: &str| {
        let asked = book.ask(question).fact("roll", roll).unwrap();
        let asked = asked.fact("before", "heavy").unwrap();
        asked.answer().unwrap().to_string()
    };
    for roll in ["4", "9"] {
        let told = ["first", "second", "seen-alone"].map(|question| told(question, roll));
        assert_eq!(told, ["12", "12", "yes"], "a roll of {roll}");
    }
    // Here neither is known without the other: both are as they usually are.
    for roll in ["2", "10"] {
        let told = ["first", "second", "seen-alone"].map(|question| told(question, roll));
        assert_eq!(told, ["0", "0", "no"], "a roll of {roll}");
    }
}

#[test]
fn rain_that_goes_on_still_brings_mist() {
    for (facts, drm) in [
        (["weather=overcast", "precipitation-before=normal"], "2"),
        (
            ["weather=overcast", "precipitation-before=intensified"],
            "3",
        ),
    ] {
        let shot = ["ask", "mist-drm", "wind-change-dr=7", "attack=small-arms"];
        let more = ["range=13", "--format", "json"];
        let ran = common::chartroom(&[&shot[..], &facts[..], &more[..]].concat());
        assert_eq!(ran.json()["answer"].to_string(), drm, "{}", ran.both());
    }
}

#[test]
fn a_country_that_is_not_told_settles_no_region() {
    let ran = crate::common::chartroom(&["ask", "chart-weather", "month=nov", "weather-dr=8"]);
    assert!(
        ran.says("Clear & Gusty Region is North Africa"),
        "{}",
        ran.both()
    );
    assert!(ran.out.contains("tell first: region"));
    let told = ["ask", "chart-weather", "month=nov", "weather-dr=8"];
    let ran = crate::common::chartroom(&[&told[..], &["scenario-country=tunisia"]].concat());
    assert!(
        ran.out
            .starts_with("Weather by the chart in force: Clear & Gusty")
    );
}

#[test]
fn an_attack_whose_los_is_blocked_says_so_above_its_sum() {
    let fog = ["ask", "attack-drm", "fog", "attack=small-arms", "range=6"];
    let density = ["fog-density-dr=3", "fog-hexes=6"];
    let ran = common::chartroom(&[&fog[..], &density].concat());
    assert!(
        ran.says("beware: LOS blocked: hindrances"),
        "{}",
        ran.both()
    );
    assert!(ran.says("DRM to the attack: +12 DRM"), "{}", ran.both());
    let thin = common::chartroom(&[&fog[..], &["fog-density-dr=3", "fog-hexes=1"]].concat());
    assert!(!thin.says("beware"), "{}", thin.both());
    let json = common::chartroom(&[&fog[..], &density, &["--format", "json"]].concat());
    assert!(json.json()["notes"].to_string().contains("LOS blocked"));
}

/// A fact that a question answers can be asked for by its name, with what is given.
#[test]
fn a_fact_is_answered_by_the_question_that_it_follows_from() {
    let ran = common::chartroom(&["ask", "ground", "weather=mud"]);
    assert_eq!(ran.code, 0, "{}", ran.both());
    assert!(
        ran.out
            .starts_with("asked: scenario-ground weather=mud\nGround: Mud\n"),
        "{}",
        ran.out
    );
    let unanswered = common::chartroom(&["ask", "range", "weather=mud"]);
    assert_eq!(unanswered.code, 1, "{}", unanswered.both());
}

/// What cannot be in a process or a procedure stands beside its answer in a batch, and first where it is played.
#[test]
fn a_process_that_cannot_be_says_so() {
    let start = r#"{"weather": "clear", "raining": true, "dust": "light"}"#;
    let line = format!(
        r#"{{"question": "weather-turn", "start": {start}, "turns": [{{"wind-change-dr": 7}}]}}"#
    );
    let ran = common::chartroom_with(&line, &["ask", "--batch"]);
    assert!(ran.out.contains(r#""cite":"E3.51"}"#), "{}", ran.both());
    let facts = ["weather=clear", "raining=yes", "dust=light", "--rolls", "7"];
    let play = |more: &[&str]| {
        let words = ["play", "weather-turn"].iter().chain(&facts).chain(more);
        common::chartroom(&words.copied().collect::<Vec<_>>())
    };
    let [shown, chat] = [play(&[]), play(&["--format", "chat"])];
    let place = |text: &str| shown.out.find(text).unwrap_or(usize::MAX);
    assert!(place("impossible:") < place("turn 1"), "{}", shown.out);
    assert!(
        chat.out.starts_with("Weather turn, impossible: "),
        "{}",
        chat.out
    );
}

/// What is calculated as usual can be beyond what a fact can be: then it is asked for, and `check` says where.
#[test]
fn a_usual_value_beyond_the_domain_is_told() {
    let pack = r#"
id = "p"
game = "g"
[paragraphs]
1 = "Fire"
[fact]
distance = { domain = "0..=5" }
seen     = { domain = "0..=5", usually = "distance + 3" }
near     = { domain = "0..=5", usually = "distance + 3 at most 5" }
far      = { domain = "0..=5", usually = { is = "distance + 3", when = "distance < 3" } }
half     = { domain = "0..=5", usually = "distance / 2 exact" }
[question.sum]
cite   = "1"
answer = "number"
gives  = "seen + near + far + half"
"#;
    let place = common::folder([("g/p/pack.toml", pack)]);
    let checked = common::chartroom_in(place.path(), &["check", "--rules", "g"]).both();
    insta::assert_snapshot!(checked, @r#"
    1 question and 0 procedures proved, 0 laws hold, 0 examples hold; 2 findings
    warning[outside-domain]: `seen` usually is 6, which is none of its values
     --> g/p/pack.toml:8:43
      |
    8 | seen     = { domain = "0..=5", usually = "distance + 3" }
      |                                           ^^^^^^^^^^^^
      |
      = help: for example distance = 3; there it is asked for, as if nothing were
          usual
      = help: its values: 0..=5; bound it, `at least` and `at most`, or say `when`
          it is so

    warning[outside-domain]: `half` usually is 1/2, which is none of its values
      --> g/p/pack.toml:11:43
       |
    11 | half     = { domain = "0..=5", usually = "distance / 2 exact" }
       |                                           ^^^^^^^^^^^^^^^^^^
       |
       = help: for example distance = 1; there it is asked for, as if nothing were
           usual
       = help: its values: 0..=5; bound it, `at least` and `at most`, or say `when`
           it is so
    "#);
}
