//! A question without `from` takes the facts that its rules look at; with one, the list is a promise about its own text.

use crate::common::{chartroom_in, folder};

use chartroom::answer::{Asker, Ruling};
use chartroom::check::spare_lists;
use chartroom::diagnostic::{Code, Severity};
use chartroom::rulebook::Rulebook;
use chartroom::turn::Situation;

const WORDS: &str = r#"
id = "words"
game = "sample"
[unit.hexes]
one = "hex"
counts = "range"
[unit.DRM]
[fact.range]
domain = "0..=12"
unit = "hexes"
[fact.nearest]
domain = "0..=12"
unit = "hexes"
[fact.night]
domain = "bool"
[fact.rain]
domain = "bool"
[fact.smoke]
domain = "none < light < heavy"
[fact.misty]
domain = "bool"
"#;

/// The rulebook of these packs, the first of which has the words.
fn rulebook(packs: &[(&str, &str)]) -> Rulebook {
    let heads = packs
        .iter()
        .scan(Vec::new(), |earlier: &mut Vec<String>, (id, text)| {
            let requires = earlier.join("\", \"");
            earlier.push((*id).to_owned());
            let head = format!(
                "id = \"{id}\"\ngame = \"sample\"\nrequires = [\"words\", \"{requires}\"]\n"
            );
            Some((
                format!("sample/{id}/pack.toml"),
                format!("{}{text}", head.replace(", \"\"", "")),
            ))
        });
    let words = ("sample/words/pack.toml".to_owned(), WORDS.to_owned());
    Rulebook::texts([words].into_iter().chain(heads))
}

/// A text that is usual is one that rules name, in quotes or as a word alone; one that is filled in is none.
#[test]
fn a_usual_text_is_the_text_itself() {
    let pack = |usual: &str| {
        format!(
            "[fact.leader]\ndomain = \"text\"\nusually = {usual}\n[question.first]\ncite = \"1\"\nanswer = \"text\"\n\
             gives = \"leader\"\n[question.is-nemo]\ncite = \"1\"\nanswer = \"bool\"\ngives = \"leader is 'Nemo'\"\n"
        )
    };
    let answer = |usual: &str, question: &str| {
        let rulebook = rulebook(&[("crew", &pack(usual))]);
        assert!(
            rulebook.diagnostics.is_empty(),
            "{:?}",
            rulebook.diagnostics
        );
        let model = &rulebook.games[0];
        let id = model.question_names[question];
        let (ruling, _) = Asker::new(model).ask(id, &mut Situation::new(model));
        match ruling {
            Ruling::Value(value) => value.show(&model.words, false),
            other => format!("{other:?}"),
        }
    };
    for usual in ["\"'Nemo'\"", "\"Nemo\""] {
        assert_eq!(answer(usual, "first"), "Nemo", "{usual}");
        assert_eq!(answer(usual, "is-nemo"), "yes", "{usual}");
    }
    assert_eq!(answer("\"'Old Ahab'\"", "first"), "Old Ahab");
    assert_eq!(answer("\"'Old Ahab'\"", "is-nemo"), "no");
    for unwritten in [
        "\"'{range}'\"",
        "\"ship\"",
        "\"'Nemo' if night, else ship\"",
    ] {
        let ship = format!("{}[fact.ship]\ndomain = \"text\"\n", pack(unwritten));
        let refused = rulebook(&[("crew", &ship)]);
        let found: Vec<Code> = refused.diagnostics.iter().map(|own| own.code).collect();
        assert_eq!(found, [Code::WrongShape], "{unwritten}");
    }
}

/// The facts that a question takes, in their order.
fn takes(rulebook: &Rulebook, question: &str) -> Vec<String> {
    let model = &rulebook.games[0];
    let question = &model.questions[model.question_names[question]];
    question
        .from
        .iter()
        .map(|fact| model.variable_name(*fact).to_owned())
        .collect()
}

fn is_clean(rulebook: &Rulebook) {
    let found: Vec<_> = rulebook
        .diagnostics
        .iter()
        .chain(&rulebook.prove()[0].diagnostics)
        .map(|found| (found.message.clone(), found.help.clone()))
        .collect();
    assert!(found.is_empty(), "{found:?}");
}

const SEEN: &str = r#"
[question.misty]
answer = "bool"
gives = "smoke is heavy"
[question.seen-drm]
answer = "DRM"
otherwise = "+1 if nearest > 3, else +0"
[[rule]]
answers = "seen-drm"
when = "night"
gives = "+2"
except = [{ when = "rain and misty" }]
"#;

#[test]
fn a_question_takes_what_its_rules_mention_in_that_order() {
    let rulebook = rulebook(&[("book", SEEN)]);
    is_clean(&rulebook);
    assert_eq!(
        takes(&rulebook, "seen-drm"),
        ["night", "rain", "misty", "nearest"]
    );
}

#[test]
fn a_name_of_a_fact_and_a_question_is_the_fact_unless_a_list_leaves_it_out() {
    let listed = SEEN.replace(
        "[question.seen-drm]\n",
        "[question.seen-drm]\nfrom = [\"night\", \"rain\", \"smoke\", \"nearest\"]\n",
    );
    let rulebook = rulebook(&[("book", &listed)]);
    is_clean(&rulebook);
    assert_eq!(
        takes(&rulebook, "seen-drm"),
        ["night", "rain", "smoke", "nearest"]
    );
}

#[test]
fn what_a_used_question_needs_is_taken_too_but_not_what_is_bound_for_it() {
    let more = r#"
[question.twice]
answer = "DRM"
combine = "sum"
gives = "seen-drm with night = no, nearest = range"
"#;
    let rulebook = rulebook(&[("book", SEEN), ("more", more)]);
    is_clean(&rulebook);
    assert_eq!(takes(&rulebook, "twice"), ["rain", "misty", "range"]);
}

#[test]
fn the_axes_of_a_chart_are_taken() {
    let toml = "id = \"book\"\ngame = \"sample\"\nrequires = [\"words\"]\n[question.hidden]\nanswer = \"bool\"\n";
    let chart = r#"Chart(id: "hidden-chart", answers: "hidden", down: "smoke", across: "night",
        columns: ["no", "yes"], rows: [("none", ["no", "yes"]), ("light..heavy", ["yes", "yes"])])"#;
    let rulebook = Rulebook::texts([
        ("sample/words/pack.toml", WORDS),
        ("sample/book/pack.toml", toml),
        ("sample/book/10-chart.ron", chart),
    ]);
    is_clean(&rulebook);
    assert_eq!(takes(&rulebook, "hidden"), ["smoke", "night"]);
}

#[test]
fn a_text_takes_the_facts_that_it_names_and_a_limit_those_that_it_limits() {
    let text = r#"
[question.label]
answer = "text"
only = { night = "yes" }
gives = "'smoke {smoke}'"
"#;
    let rulebook = rulebook(&[("book", text)]);
    is_clean(&rulebook);
    assert_eq!(takes(&rulebook, "label"), ["smoke", "night"]);
}

#[test]
fn a_rate_takes_the_fact_that_its_unit_counts() {
    let rate = "[question.haze]\nanswer = \"DRM\"\ngives = \"+1 per 6 hexes FRU\"\n";
    let rulebook = rulebook(&[("book", rate)]);
    is_clean(&rulebook);
    assert_eq!(takes(&rulebook, "haze"), ["range"]);
}

#[test]
fn a_rate_takes_the_one_fact_listed_whatever_its_unit_counts() {
    let rate =
        "[question.haze]\nfrom = [\"nearest\"]\nanswer = \"DRM\"\ngives = \"+1 per 6 hexes FRU\"\n";
    let rulebook = rulebook(&[("book", rate)]);
    is_clean(&rulebook);
    assert_eq!(takes(&rulebook, "haze"), ["nearest"]);
}

const LISTED: &str = r#"
[question.far]
from = ["range"]
answer = "bool"
combine = "any"
when = "range > 6"
[question.harder]
from = ["range", "rain"]
answer = "bool"
gives = "far and rain"
[[law]]
cite = "1"
says = "only far targets are harder"
always = "far or not harder"
[[example]]
given = { range = "9", rain = "yes" }
ask = "harder"
expect = "yes"
"#;

#[test]
fn a_fact_that_a_later_pack_brings_joins_the_question_and_all_that_use_it() {
    let book = LISTED.replace("when = \"range > 6\"", "gives = \"range > 6\"");
    let later = "[[rule]]\nanswers = \"far\"\nwhen = \"night and range > 3\"\n";
    let rulebook = rulebook(&[("book", &book), ("later", later)]);
    assert_eq!(takes(&rulebook, "far"), ["range", "night"]);
    assert_eq!(takes(&rulebook, "harder"), ["range", "rain", "night"]);
    is_clean(&rulebook);
}

#[test]
fn a_fact_that_an_erratum_brings_joins_the_question() {
    let book = LISTED.replace("when = \"range > 6\"", "gives = \"range > 6\"");
    let erratum = r#"
[erratum.night]
source = "a sheet"
date = 2024-05-31
status = "official"
says = "At night targets are far beyond 3 hexes."
[[erratum.night.change]]
at = "book/far.gives"
was = "range > 6"
now = "range > 6 or night and range > 3"
"#;
    let head = "id = \"book\"\ngame = \"sample\"\nrequires = [\"words\"]\n";
    let rulebook = Rulebook::texts([
        ("sample/words/pack.toml", WORDS.to_owned()),
        ("sample/book/pack.toml", format!("{head}{book}")),
        ("sample/book/errata/sheet.toml", erratum.to_owned()),
    ]);
    is_clean(&rulebook);
    assert_eq!(takes(&rulebook, "harder"), ["range", "rain", "night"]);
}

#[test]
fn an_erratum_that_lists_a_fact_takes_nothing_from_a_question_without_a_list() {
    let erratum = r#"
[erratum.rain]
source = "a sheet"
date = 2024-05-31
status = "official"
says = "Rain may matter."
[[erratum.rain.change]]
at = "book/misty.from"
add = "rain"
"#;
    let head = "id = \"book\"\ngame = \"sample\"\nrequires = [\"words\"]\n";
    let rulebook = Rulebook::texts([
        ("sample/words/pack.toml", WORDS.to_owned()),
        ("sample/book/pack.toml", format!("{head}{SEEN}")),
        ("sample/book/errata/sheet.toml", erratum.to_owned()),
    ]);
    is_clean(&rulebook);
    assert_eq!(takes(&rulebook, "misty"), ["smoke", "rain"]);
}

#[test]
fn a_list_is_a_promise_about_the_text_of_its_pack() {
    let broken = LISTED.replace("from = [\"range\", \"rain\"]", "from = [\"rain\"]");
    let broken = broken.replace("when = \"range > 6\"", "gives = \"range > 6\"");
    let rulebook = rulebook(&[("book", &broken)]);
    let codes: Vec<Code> = rulebook
        .diagnostics
        .iter()
        .map(|found| found.code)
        .collect();
    assert_eq!(codes, [Code::NotInFrom]);
}

#[test]
fn a_fact_that_nothing_looks_at_is_a_note() {
    let idle = format!(
        "{SEEN}[[example]]\ngiven = {{ smoke = \"heavy\", night = \"no\" }}\nask = \"misty\"\nexpect = \"yes\"\n"
    );
    let rulebook = rulebook(&[("book", &idle)]);
    let [note] = rulebook.diagnostics.as_slice() else {
        panic!("{:?}", rulebook.diagnostics)
    };
    assert_eq!((note.code, note.severity), (Code::IdleFact, Severity::Note));
    assert!(rulebook.prove()[0].diagnostics.is_empty());
}

#[test]
fn an_answer_has_the_domain_of_a_fact_by_its_name() {
    let named = "[question.thickest]\nanswer = \"smoke\"\ngives = \"smoke one level up\"\n";
    let rulebook = rulebook(&[("book", named)]);
    is_clean(&rulebook);
    let model = &rulebook.games[0];
    let mut situation = Situation::new(model);
    situation.set(model.variable_names["smoke"], Some(1));
    let (answer, _) = Asker::new(model).ask(model.question_names["thickest"], &mut situation);
    let Ruling::Value(value) = answer else {
        panic!("{answer:?}")
    };
    assert_eq!(value.show(&model.words, false), "heavy");
}

#[test]
fn a_list_that_says_what_the_rules_say_can_go() {
    let book = r#"
[question.same]
from = ["night", "rain"]
answer = "bool"
gives = "night and rain"
[question.otherwise-sorted]
from = ["rain", "night"]
answer = "bool"
gives = "night and rain"
[question.promises-more]
from = ["night", "smoke"]
answer = "bool"
gives = "night"
[question.misty]
from = ["smoke"]
answer = "bool"
gives = "smoke is heavy"
[question.means-the-question]
from = ["smoke"]
answer = "bool"
gives = "misty"
"#;
    let rulebook = rulebook(&[("book", book)]);
    is_clean(&rulebook);
    let mut spare: Vec<String> = spare_lists(&rulebook.written, "sample")
        .into_iter()
        .collect();
    spare.sort_unstable();
    assert_eq!(spare, ["misty", "otherwise-sorted", "same"]);
}

/// A fact that a question finds only for some facts is told itself for the others: what could be then is possible, and asked for.
#[test]
fn a_fact_whose_question_is_not_asked_stays_open() {
    let pack = r#"
id = "p"
[paragraphs]
"1" = "One"
"2" = "Two"
[fact]
ground = { domain = "sand | mud | sea" }
track = { domain = "hard | soft" }
[question.track]
cite = "1"
asks = "How is the track?"
only = { ground = "sand | mud" }
answer = "hard | soft"
gives = "hard"
[question.cost]
cite = "2"
asks = "What does it cost?"
answer = "number"
gives = "5 if track is hard, else 7"
"#;
    let pack = folder([("g/p/pack.toml", pack)]);
    let run = |words: &str| {
        let words = format!("{words} --rules g");
        chartroom_in(pack.path(), &words.split(' ').collect::<Vec<_>>())
    };
    let open = run("ask cost");
    assert!(open.says("depends on more facts"), "{}", open.both());
    assert!(open.says("tell first: ground"), "{}", open.both());
    assert!(open.says("then perhaps: track"), "{}", open.both());
    assert!(run("ask cost ground=mud").says("Cost: 5"));
    let odds = run("odds cost");
    assert!(
        odds.says("Ground: Sea") && odds.says("Soft"),
        "{}",
        odds.both()
    );
    assert!(!odds.says("Not asked"), "{}", odds.both());
}
