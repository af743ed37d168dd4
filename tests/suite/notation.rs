//! The short notation: the same rulebook in fewer lines, every part at its own place, and the formatter that writes it.

use crate::common;

use chartroom::analysis::diff::diff;
use chartroom::check::spare_lists;
use chartroom::model::Asked;
use chartroom::pack::ErrataSet;
use chartroom::pack::format::{Rewrite, formatted};
use chartroom::pack::overlay::fold;
use chartroom::rulebook::Rulebook;
use chartroom::source::{FileId, Sources};
use common::told;
use rustc_hash::FxHashSet;

const PACK: &str = include_str!("notation/pack.toml");
const LONG: &str = include_str!("notation/long.toml");

fn upgraded(text: &str) -> String {
    let spare = book(text)
        .games
        .first()
        .map(|model| spare_lists(&book(text).written, &model.game));
    let spare = spare.unwrap_or_default();
    formatted("a.toml", text, FileId(0), Rewrite::Notation(&spare))
        .unwrap_or_else(|found| panic!("{found:?}:\n{text}"))
}

fn book(topic: &str) -> Rulebook {
    Rulebook::texts([("dunes/pack.toml", PACK), ("dunes/10-topic.toml", topic)])
}

fn found(book: &Rulebook) -> String {
    told(&common::found(book), &book.sources)
}

#[test]
fn the_long_notation_is_rewritten_into_the_short_one() {
    insta::assert_snapshot!(upgraded(LONG));
}

#[test]
fn both_notations_say_the_same() {
    let (long, short) = (book(LONG), book(&upgraded(LONG)));
    assert_eq!(found(&long), "");
    assert_eq!(found(&short), "");
    let difference = diff(&long.games[0], &short.games[0], 9);
    assert!(difference.is_empty(), "{difference:#?}");
}

/// Turns in a list, each with a comment behind it, and turns that stand in a table already come into one table with all that is
/// said of them.
#[test]
fn turns_come_into_one_table_with_their_comments() {
    let long = r#"
# Dust rises.
[[example]]
cite    = "D1"
process = "dust-by-turn"
start   = { dust = "none", calm = "no" }
turns   = [
  { gusts = "yes" },   # the first gust
  { gusts = "yes" },
  { gusts = "yes" },   # it stays { so }
]
states  = [{ dust = "light" }, { dust = "heavy" }, { dust = "heavy" }]
note    = "until it is heavy"

# None in a calm.
[[example]]
cite    = "D2"
process = "dust-by-turn"
start   = { dust = "light", calm = "yes" }
turns   = """
gusts | = dust
yes   | light   # calm
yes   | light
"""
"#;
    let short = upgraded(long);
    insta::assert_snapshot!(short);
    assert_eq!(upgraded(&short), short);
    let (long, short) = (of_process(long), of_process(&short));
    assert_eq!(
        (found(&long), found(&short)),
        (String::new(), String::new())
    );
    let difference = diff(&long.games[0], &short.games[0], 9);
    assert!(difference.is_empty(), "{difference:#?}");
}

/// What need not be said: the answer that is yes or no, the first option, the paragraph of the question, the heads of one row.
const UNSAID: &str = r#"
[question.dune-blocks]
cite     = "D1"
asks     = "Does the dune block the LOS?"
except   = ["target is vehicle"]
examples = "target = infantry, horse | = yes"

[question.dune-counts]
cite     = "D1.2"
asks     = "Does it count?"
gives    = "deep and dune-counting is always"
examples = "deep = yes | reading dune-counting = never | = no"

[reading.dune-counting]
cite    = "D1"
asks    = "Does it count at all?"
options = { always = "it does", never = "it does not" }
because = "it says so"

[examples.dune-counts]
rows = "deep = no | target = any | = dune-counts = no | = dune-blocks with = yes"

[[question.dune-counts.law]]
says   = "a dune counts where it is deep"
always = "dune-counts = deep"
when   = "dune-counting is always"
"#;

#[test]
fn what_need_not_be_said_is_as_if_it_were() {
    let said = r#"
[question.dune-blocks]
cite    = "D1"
asks    = "Does the dune block the LOS?"
answer  = "bool"
combine = "any"

[[rule]]
answers = "dune-blocks"
cite    = "D1"
gives   = "yes"
except  = [{ cite = "D1", when = "target is vehicle" }]

[[example]]
cite   = "D1"
given  = { target = "infantry, horse" }
ask    = "dune-blocks"
expect = "yes"

[question.dune-counts]
cite   = "D1.2"
asks   = "Does it count?"
answer = "bool"

[[rule]]
answers = "dune-counts"
cite    = "D1.2"
gives   = "deep and dune-counting is always"

[[example]]
cite     = "D1.2"
given    = { deep = "yes" }
readings = { dune-counting = "never" }
ask      = "dune-counts"
expect   = "no"

[reading.dune-counting]
cite    = "D1"
asks    = "Does it count at all?"
options = { always = "it does", never = "it does not" }
default = "always"
because = "it says so"

[[example]]
cite   = "D1.2"
given  = { deep = "no", target = "infantry, horse" }
expect = { dune-counts = "no", dune-blocks = "yes" }

[[law]]
cite   = "D1.2"
says   = "a dune counts where it is deep"
always = "dune-counts = deep"
when   = "dune-counting is always"
"#;
    let unsaid = UNSAID.replace(
        "target = any | = dune-counts = no | = dune-blocks with = yes",
        "target = infantry, horse | = dune-counts = no | = dune-blocks = yes",
    );
    let (long, short) = (book(said), book(&unsaid));
    assert_eq!(
        (found(&long), found(&short)),
        (String::new(), String::new())
    );
    let difference = diff(&long.games[0], &short.games[0], 9);
    assert!(difference.is_empty(), "{difference:#?}");
    let claims = |book: &Rulebook| {
        let model = &book.games[0];
        let laws = model.laws.iter().map(|law| law.cite.clone());
        let examples = model
            .examples
            .iter()
            .map(|example| format!("{} {:?}", example.cite, example.given));
        (laws.collect::<Vec<_>>(), examples.collect::<Vec<_>>())
    };
    assert_eq!(claims(&long), claims(&short));
    insta::assert_snapshot!(upgraded(said));
    assert_eq!(upgraded(&unsaid), unsaid.trim_start());
}

#[test]
fn what_is_wrong_where_something_is_not_said_is_told_with_what_was_taken() {
    let slips = [
        (
            "gives    = \"deep and dune-counting is always\"",
            "gives    = \"+2\"",
        ),
        (
            "gives    = \"deep and dune-counting is always\"",
            "gives    = \"barchan\"",
        ),
        (
            "options = { always = \"it does\", never = \"it does not\" }\n",
            "",
        ),
        ("\"deep = yes | ", "\"deep yes | "),
        (
            "options = { always = \"it does\", never = \"it does not\" }\n",
            "options = [\"always\", \"never\"]\n",
        ),
        (
            "options = { always = \"it does\", never = \"it does not\" }\n",
            "options = {}\n",
        ),
        (
            "[[question.dune-counts.law]]",
            "[question.zz]\nexamples = \"deep = yes | = yes\"\n[[question.dune-counts.law]]",
        ),
        ("\"deep = yes | ", "\"depp = yes | "),
        ("\"deep = yes | ", "\"deep = | "),
        ("\"deep = yes | ", "\"deep = yes | deep = no | "),
        ("horse | = yes", "horse | = maybe"),
        ("dune-blocks with", "dune-blox"),
        (
            "always = \"dune-counts = deep\"",
            "always = \"deep = dune-counts and dune-blocks\"",
        ),
        (
            "[[question.dune-counts.law]]",
            "[[question.dune-count.law]]",
        ),
        (
            "[[question.dune-counts.law]]",
            "[[question.zz.rule]]\nwhen = \"deep\"\n[[question.dune-counts.law]]",
        ),
        ("gives    = \"deep and dune-counting is always\"\n", ""),
        (
            "gives    = \"deep and dune-counting is always\"",
            "rules    = \"\"\"\nwhen     | gives\nnot deep | no\ndeep     | dune-counting is always\n\"\"\"",
        ),
        (
            "gives    = \"deep and dune-counting is always\"",
            "when     = \"deep and dune-counting is always\"\notherwise = \"+0\"",
        ),
    ];
    let right = UNSAID
        .replace("target = any", "target = infantry, horse")
        .replace("dune-blocks with", "dune-blocks");
    let mut said = String::new();
    for (old, new) in slips {
        let base = if old.contains("with") {
            UNSAID.replace("target = any", "target = infantry, horse")
        } else {
            right.clone()
        };
        assert!(base.contains(old), "{old}");
        said.push_str(&format!(
            "---- {new}\n{}\n",
            found(&book(&base.replacen(old, new, 1)))
        ));
    }
    insta::assert_snapshot!(said);
}

/// What the short notation cannot say of a text, or not with its comments, stays as it is written.
#[test]
fn what_has_no_shorter_form_that_says_the_same_is_kept() {
    let question = "[question.sinks]\ncite = \"D1\"\nasks = \"Does it sink?\"\n";
    let rule = "[[rule]]\nanswers = \"sinks\"\ncite    = \"D1\"\nwhen    = \"deep\"\n";
    let law = "[[law]]\ncite   = \"D1\"\nsays   = \"so it is\"\nalways = \"sinks or not deep\"\n";
    let table = |rows: &str| {
        format!("{question}when = \"deep\"\n\n[examples.sinks]\nrows = \"\"\"\n{rows}\n\"\"\"\n")
    };
    for (text, kept) in [
        // Its own gap is a rule already.
        (
            format!("{question}answer = \"any\"\ngap = \"lost\"\n\n{rule}"),
            "answers = \"sinks\"",
        ),
        (
            format!("{question}answer = \"any\"\ngives = \"not deep\"\n\n{rule}"),
            "answers = \"sinks\"",
        ),
        (table("deep | =   # of the heads\nyes  | yes"), "# of the heads"),
        (table("target | =\nhorse,\tinfantry | no"), "horse,\tinfantry"),
        (
            format!(
                "{question}when = \"deep\"\nlaw = [{{ says = \"one\", always = \"sinks\" }}]\n\n{law}"
            ),
            "[[law]]",
        ),
        (
            "[fact.a]\ndomain = \"bool\"\n\n[fact.b]\ndomain = \"bool\"\n\n[fact.c]\ndomain = \"one | two\"\n\n\
             [fact.c.groups]\nboth = [\"one\", \"two\"]\n"
                .to_owned(),
            "[fact.c.groups]",
        ),
    ] {
        let now = upgraded(&text);
        assert!(now.contains(kept), "{now}");
        let [before, after] = [&text, &now].map(|text| book(text));
        assert_eq!(before.check().len(), after.check().len(), "{now}");
        let difference = diff(&before.games[0], &after.games[0], 9);
        assert!(difference.is_empty(), "{now}\n{difference:#?}");
    }
}

/// A chart gives what its question says: rules within the question do not stand for that.
#[test]
fn a_question_that_a_chart_answers_says_its_answer() {
    let topic = "[question.sinks]\ncite = \"D1\"\nasks = \"Does it sink?\"\nexcept = [\"deep\"]\n";
    let chart = "[Chart(id: \"sinking\", title: \"Sinking\", cite: \"D1\", answers: \"sinks\", down: \"deep\", \
                 rows: [(\"yes\", [\"yes\"]), (\"no\", [\"no\"])])]";
    let book = Rulebook::texts([
        ("dunes/pack.toml", PACK),
        ("dunes/10-topic.toml", topic),
        ("dunes/20-chart.ron", chart),
    ]);
    insta::assert_snapshot!(found(&book));
}

#[test]
fn what_is_formatted_stays_as_it_is() {
    let short = upgraded(LONG);
    assert_eq!(upgraded(&short), short);
    assert_eq!(
        formatted("a.toml", &short, FileId(0), Rewrite::Layout).unwrap(),
        short
    );
    let laid_out = formatted("a.toml", LONG, FileId(0), Rewrite::Layout).unwrap();
    assert_eq!(
        formatted("a.toml", &laid_out, FileId(0), Rewrite::Layout).unwrap(),
        laid_out
    );
}

#[test]
fn a_comment_at_the_end_of_any_line_survives() {
    for (number, _) in LONG.lines().enumerate() {
        let mark = format!("# kept {number}");
        let lines = LONG
            .lines()
            .enumerate()
            .map(|(at, line)| match at == number {
                true if line.trim_start().starts_with('#') => format!("{line}\n{mark}"),
                true => format!("{line} {mark}"),
                false => line.to_owned(),
            });
        let text = lines.collect::<Vec<_>>().join("\n");
        for told in [
            formatted("a.toml", &text, FileId(0), Rewrite::Layout).unwrap(),
            upgraded(&text),
        ] {
            assert!(told.contains(&mark), "{mark}:\n{told}");
        }
        assert_eq!(found(&book(&upgraded(&text))), "", "{mark}");
    }
}

#[test]
fn what_is_wrong_in_a_table_is_told_at_its_cell() {
    let short = upgraded(LONG);
    let slips = [
        ("| 7..12 ", "| twelve "),
        ("| vehicle, horse ", "| vehicel, horse "),
        ("deep | target ", "deeep | target "),
        ("range | =", "range | answer"),
        ("range > 6", "ranje > 6"),
        ("deep and target is vehicle\"", "deep and target is\""),
        ("| 7..12 | 3", "| 7..12"),
        ("range = 12", "rage = 12"),
        ("= dune-height", "= dune-hight"),
        ("when      | gives", "when      | gifs"),
    ];
    let mut said = String::new();
    for (right, wrong) in slips {
        assert!(short.contains(right), "{right} is not in\n{short}");
        let found = found(&book(&short.replacen(right, wrong, 1)));
        said.push_str(&format!("---- {wrong}\n{found}\n"));
    }
    insta::assert_snapshot!(said);
}

#[test]
fn an_erratum_is_folded_into_a_row_a_condition_and_an_exception() {
    let changes = [
        ("dunes/dune-cost#D1[1].when", "deep", "not deep"),
        ("dunes/dune-cost#D1.2.gives", "2", "3"),
        ("dunes/dune-name#D1.except[D1.1].when", "deep", "not deep"),
        (
            "dunes/dune-stops#D1[2].when",
            "target is horse",
            "target is infantry",
        ),
        (
            "dunes/dune-stops#D1[1].except[D1][1].when",
            "range = 0",
            "range = 1",
        ),
        (
            "dunes/dune-stops#D1[2].except",
            "",
            "{ cite = 'D1.1', when = 'range = 4' }",
        ),
        (
            "dunes/dune-stops#D1[1].except[D1][2]",
            "remove",
            "{ cite = 'D1', when = 'range = 12' }",
        ),
        ("dunes/dune-cost#D1.2.note", "remove", "'hexes, not levels'"),
        ("dunes/example#D1.2.given.range", "7..12", "8..12"),
        (
            "dunes/dune-cost.rules",
            "",
            "{ cite = 'D1.1', when = 'target is horse', gives = '5' }",
        ),
        ("dunes/example#D1[yes, infantry, 3].expect", "4", "5"),
    ];
    let mut said = String::new();
    for (at, was, now) in changes {
        let what = match was {
            "" => format!("add = {now}"),
            "remove" => format!("was = {now}\nremove = true"),
            _ => format!("was = \"{was}\"\nnow = \"{now}\""),
        };
        said.push_str(&format!("---- {at}\n"));
        let erratum = format!(
            "[erratum.one]\nsource = \"a test\"\ndate = 2024-05-31\nstatus = \"official\"\nsays = \"so\"\n\n\
             [[erratum.one.change]]\nat = \"{at}\"\n{what}\n"
        );
        let short = formatted(
            "a.toml",
            LONG,
            FileId(0),
            Rewrite::Notation(&FxHashSet::default()),
        )
        .unwrap();
        let texts = [
            ("dunes/pack.toml", PACK),
            ("dunes/10-topic.toml", &short),
            ("dunes/errata/one.toml", &erratum),
        ];
        let sources = Sources::from_texts(texts);
        let folded = fold(&sources, &["one"]).unwrap_or_else(|found| panic!("{at}: {found:#?}"));
        let with = Rulebook::from_sources(sources.clone(), &ErrataSet::Official);
        let after = Rulebook::from_sources(folded.sources.clone(), &ErrataSet::None);
        let difference = diff(&with.games[0], &after.games[0], 9);
        assert!(difference.is_empty(), "{at}: {:#?}", difference.listed);
        for file in folded.sources.files() {
            let (before, now) = (sources.text(file), folded.sources.text(file));
            let lines = now
                .lines()
                .filter(|line| !before.lines().any(|own| own == *line));
            lines.for_each(|line| said.push_str(&format!("{line}\n")));
        }
    }
    insta::assert_snapshot!(said);
}

const SHARED: &str = r#"
[question.dune-cost]
cite   = "D1"
asks   = "What does the dune cost?"
answer = "sum of 0..=20"
rules  = """
cite | when                   | gives
     | deep                   | 1
D1.2 | range > 6              | 2
"""

[question.dune-stops]
cite   = "D1"
asks   = "Does the dune stop it?"
answer = "any"
when   = ["deep and range > 3", "range > 9"]

[[exception]]
cite = "D1.1"
of   = ["dune-cost", "dune-stops"]
when = "target is vehicle"

[examples.dune-cost-and-dune-stops]
cite = "D1.1"
rows = """
deep | target   | range | = dune-cost | = dune-stops
yes  | infantry | 12    | 3           | yes
yes  | vehicle  | 12    | 0           | no
"""
"#;

#[test]
fn an_exception_is_written_once_for_several_questions() {
    assert_eq!(found(&book(SHARED)), "");
    let slips = [
        ("of   = [\"dune-cost\", ", "of   = [\"dune-cots\", "),
        (
            "of   = [\"dune-cost\", \"dune-stops\"]",
            "whose = \"dune-cost\"",
        ),
        (
            "when = \"target is vehicle\"",
            "when = \"target is vehicle\"\ngives = \"7\"",
        ),
        ("when = \"target is vehicle\"", "when = \"target is cart\""),
        (
            "when   = [\"deep and range > 3\"",
            "when   = [\"target is not vehicle\"",
        ),
        ("\"range > 9\"", "\"range > 9 and target is not vehicle\""),
        ("when = \"target is vehicle\"", "when = \"range > 12\""),
    ];
    let mut said = String::new();
    for (right, wrong) in slips {
        let found = found(&book(&SHARED.replacen(right, wrong, 1)));
        said.push_str(&format!("---- {wrong}\n{found}\n"));
    }
    insta::assert_snapshot!(said);
}

#[test]
fn an_erratum_changes_a_shared_exception_in_its_own_place_alone() {
    let erratum = r#"
[erratum.one]
source = "a test"
date = 2024-05-31
status = "official"
says = "so"

[[erratum.one.change]]
at = "dunes/dune-cost#D1.except[D1.1].when"
was = "target is vehicle"
now = "target is horse"
"#;
    let texts = [
        ("dunes/pack.toml", PACK),
        ("dunes/10-topic.toml", SHARED),
        ("dunes/errata/one.toml", erratum),
    ];
    let sources = Sources::from_texts(texts);
    let without = Rulebook::from_sources(sources.clone(), &ErrataSet::None);
    let with = Rulebook::from_sources(sources, &ErrataSet::Official);
    let difference = diff(&without.games[0], &with.games[0], 9);
    let changed: Vec<&str> = difference
        .questions
        .iter()
        .map(|own| own.name.as_str())
        .collect();
    assert_eq!(changed, ["dune-cost"]);
}

/// A process of one fact, and its examples in this notation.
fn of_process(examples: &str) -> Rulebook {
    let process = r#"
[fact]
dust  = { domain = "none < light < heavy" }
gusts = { domain = "bool" }
calm  = { domain = "bool" }

[process.dust-by-turn]
cite      = "D1"
start     = ["dust", "calm"]
turn      = ["gusts"]
state     = ["dust"]
otherwise = { dust = "was (dust)" }

[[process.dust-by-turn.step]]
sets  = "dust"
cite  = "D1"
when  = "gusts and not calm"
gives = "was (dust) one level up"
"#;
    let pack =
        "id = \"dunes\"\ngame = \"sample\"\n[paragraphs]\n\"D1\" = \"Dust\"\n\"D2\" = \"Calm\"\n";
    let topic = format!("{process}{examples}");
    Rulebook::texts([
        ("sample/dunes/pack.toml", pack.to_owned()),
        ("sample/dunes/10.toml", topic),
    ])
}

#[test]
fn the_examples_of_a_process_stand_in_one_table() {
    let table = of_process(
        r#"
[examples.dust-by-turn]
cite    = "D1"
process = "dust-by-turn"
rows    = """
cite | was dust | was calm | gusts | = dust
     | none     | no       | yes   | light   # the first example
     |          |          | yes   | heavy
     |          |          | yes   | heavy
D2   | light    | yes      | yes   | light
"""
"#,
    );
    let alone = of_process(
        r#"
[[example]]
cite    = "D1"
process = "dust-by-turn"
start   = { dust = "none", calm = "no" }
turns   = """
gusts | = dust
yes   | light
yes   | heavy
yes   | heavy
"""
note    = "the first example"

[[example]]
cite    = "D2"
process = "dust-by-turn"
start   = { dust = "light", calm = "yes" }
turns   = [{ gusts = "yes" }]
states  = [{ dust = "light" }]
"#,
    );
    assert_eq!(
        (found(&table), found(&alone)),
        (String::new(), String::new())
    );
    let said = |book: &Rulebook| {
        let said = book.games[0].examples.iter().map(|own| {
            let Asked::Process(_, turns) = &own.asked else {
                panic!("{own:?}")
            };
            let turns = turns.iter().map(|turn| {
                let expect = turn
                    .expect
                    .iter()
                    .map(|(name, value, _)| (name.clone(), value.clone()));
                (turn.given.clone(), expect.collect::<Vec<_>>())
            });
            (
                own.cite.clone(),
                own.given.clone(),
                turns.collect::<Vec<_>>(),
            )
        });
        said.collect::<Vec<_>>()
    };
    assert_eq!(said(&table), said(&alone));
    assert_eq!(said(&table)[0].2.len(), 3);
    let wrong = of_process(
        "\n[examples.dust-by-turn]\ncite = \"D1\"\nprocess = \"dust-by-turn\"\nrows = \"\"\"\nwas dust | was calm | gusts | = dust\nnone | no | yes | heavy\n\"\"\"\n",
    );
    let told = found(&wrong);
    assert!(
        told.contains("after turn 1 `dust` is light, not heavy"),
        "{told}"
    );
}

#[test]
fn a_number_that_is_too_long_to_be_read_again_is_none() {
    use chartroom::value::{Number, parse_number};
    assert_eq!(
        parse_number("1000000000 1/9"),
        Some(Number::new(9_000_000_001, 9))
    );
    assert_eq!(parse_number("5233333333 1/9"), None);
    assert_eq!(parse_number("9999999999.999999999"), None);
    assert_eq!(parse_number("9999999999 1/1"), None);
    // Nine decimal places, and no more.
    assert!(parse_number("0.123456789").is_some());
    assert_eq!(parse_number("0.1234567891"), None);
    assert_eq!(parse_number("0.5"), Some(Number::new(1, 2)));
}

/// A file that another system wrote, with two signs at the end of each line, is the same file.
#[test]
fn a_file_with_carriage_returns_says_the_same() {
    let texts = |ends: &str| {
        let topic = upgraded(LONG).replace('\n', ends);
        Rulebook::texts([
            ("dunes/pack.toml", PACK.replace('\n', ends)),
            ("dunes/10-topic.toml", topic),
        ])
    };
    let (plain, other) = (texts("\n"), texts("\r\n"));
    assert_eq!(found(&other), "");
    let difference = diff(&plain.games[0], &other.games[0], 9);
    assert!(difference.is_empty(), "{difference:#?}");
    // Places are those of the file as it stands.
    let wrong = "[question.calm]\r\ncite = \"D1\"\r\nanswer = \"bool\"\r\nrules = '''\r\nwhen | gives\r\ncalm | yes\r\nclam | no\r\n'''\r\n";
    let wrong = Rulebook::texts([
        ("dunes/pack.toml", PACK.to_owned()),
        (
            "dunes/10-topic.toml",
            format!("[fact]\r\ncalm = {{ domain = \"bool\" }}\r\n{wrong}"),
        ),
    ]);
    insta::assert_snapshot!(found(&wrong));
}
