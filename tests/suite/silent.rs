//! What was taken in silence and answered wrongly, or not as written, is told.

use crate::common;
use chartroom::answer::{Asker, Ruling};
use chartroom::diagnostic::{Code, Severity};
use chartroom::render::View as _;
use chartroom::rulebook::Rulebook;
use chartroom::rulebook::lines::Lines;
use chartroom::rulebook::odds::OddsRequest;
use chartroom::turn::Situation;

/// A pack of this text, with a chart.
fn rulebook(text: &str, chart: &str) -> Rulebook {
    let head = "id = \"book\"\ngame = \"sample\"\n";
    Rulebook::texts([
        ("sample/book/pack.toml", format!("{head}{text}")),
        ("sample/book/10-chart.ron", format!("[{chart}]")),
    ])
}

fn found(rulebook: &Rulebook) -> Vec<(Code, Severity)> {
    let found = rulebook.diagnostics.iter();
    found.map(|found| (found.code, found.severity)).collect()
}

/// The answer where one fact has the value of an index.
fn answer(rulebook: &Rulebook, question: &str, fact: &str, index: u32) -> String {
    let model = &rulebook.games[0];
    let mut situation = Situation::new(model);
    situation.set(model.variable_names[fact], Some(index));
    match Asker::new(model)
        .ask(model.question_names[question], &mut situation)
        .0
    {
        Ruling::Value(value) => value.show(&model.words, false),
        other => format!("{other:?}"),
    }
}

#[test]
fn a_level_beyond_the_last_value_of_a_cyclic_fact_is_the_first() {
    let months = "[fact.month]\ndomain = \"jan < feb < mar\"\ncyclic = true\n[question.next]\nanswer = \"month\"\ngives = \"month one level up\"\n[question.two-back]\nanswer = \"month\"\ngives = \"month 2 levels down\"\n[question.after-next]\nanswer = \"month\"\ngives = \"next one level up\"\n";
    let rulebook = rulebook(months, "");
    assert_eq!(found(&rulebook), []);
    assert!(rulebook.prove()[0].diagnostics.is_empty());
    assert_eq!(answer(&rulebook, "next", "month", 2), "jan");
    assert_eq!(answer(&rulebook, "two-back", "month", 0), "feb");
    assert_eq!(answer(&rulebook, "after-next", "month", 2), "feb");
}

/// Whatever names a value of it, a cyclic scale goes around.
#[test]
fn a_level_beyond_the_last_value_goes_around_whatever_it_is_a_level_of() {
    let question = |name: &str, of: &str| {
        format!("[question.{name}]\nanswer = \"month\"\ngives = \"({of}) one level up\"\n")
    };
    let text = [
        "[fact.month]\ndomain = \"jan < feb < mar\"\ncyclic = true\n[fact.early]\ndomain = \"bool\"\n".to_owned(),
        question("chosen", "month if early, else mar"),
        question("greatest", "greatest of month, mar"),
        question("of-word", "mar"),
    ]
    .concat();
    let rulebook = rulebook(&text, "");
    assert_eq!(found(&rulebook), []);
    for question in ["greatest", "of-word"] {
        assert_eq!(answer(&rulebook, question, "month", 2), "jan", "{question}");
    }
    let model = &rulebook.games[0];
    for early in [0, 1] {
        let mut situation = Situation::new(model);
        situation.set(model.variable_names["month"], Some(2));
        situation.set(model.variable_names["early"], Some(early));
        let id = model.question_names["chosen"];
        let Ruling::Value(value) = Asker::new(model).ask(id, &mut situation).0 else {
            panic!("an answer")
        };
        assert_eq!(value.show(&model.words, false), "jan");
    }
}

/// What an exception of a sum gives counts with one of its rules: where that may be silent and another not, it is refused.
#[test]
fn an_exception_that_counts_once_does_not_stand_on_rules_that_give_way_in_part() {
    let pack = |id: &str, over: &str| format!("id = \"{id}\"\ngame = \"g\"\n{over}");
    let first = "[fact]\nb = { domain = \"bool\" }\nc = { domain = \"bool\" }\n[question.q]\nanswer = \"sum of number\"\n[[rule]]\nanswers = \"q\"\ngives = \"5\"\n";
    let second = "[[rule]]\nanswers = \"q\"\nwhen = \"b\"\ngives = \"2\"\n[[exception]]\nof = [\"q\"]\nwhen = \"c\"\ngives = \"1\"\n";
    let found = |over: &str| {
        let requires = "requires = [\"one\"]\n";
        let rulebook = Rulebook::texts([
            ("g/one/pack.toml", pack("one", "")),
            ("g/one/10.toml", first.to_owned()),
            ("g/two/pack.toml", pack("two", &format!("{requires}{over}"))),
            ("g/two/10.toml", second.to_owned()),
        ]);
        found(&rulebook)
    };
    assert_eq!(found(""), []);
    let over = "over = [{ pack = \"one\", cite = \"1\" }]\n";
    assert_eq!(found(over), [(Code::WrongShape, Severity::Error)]);
}

const ROLL: &str = "[fact.roll]\ndomain = \"1..=6\"\n[question.hit]\nanswer = \"bool\"\n";

fn chart(rows: &str) -> String {
    format!("Chart(id: \"hits\", answers: \"hit\", down: \"roll\", rows: [{rows}])")
}

#[test]
fn a_row_beyond_the_domain_of_its_fact_is_an_error() {
    let rulebook = rulebook(ROLL, &chart("(\"1..6\", [\"yes\"]), (\"7\", [\"no\"])"));
    assert_eq!(found(&rulebook), [(Code::UnknownValue, Severity::Error)]);
}

#[test]
fn a_row_that_ends_beyond_the_domain_of_its_fact_is_an_error() {
    let rulebook = rulebook(ROLL, &chart("(\"1..3\", [\"yes\"]), (\"4..7\", [\"no\"])"));
    assert_eq!(found(&rulebook), [(Code::UnknownValue, Severity::Error)]);
    let open = chart("(\"1..3\", [\"yes\"]), (\">= 4\", [\"no\"])");
    let rulebook = self::rulebook(ROLL, &open);
    assert_eq!(found(&rulebook), []);
    assert_eq!(answer(&rulebook, "hit", "roll", 5), "no");
}

#[test]
fn a_modifier_is_no_bare_number() {
    let rulebook = rulebook(
        "[question.count]\nanswer = \"number\"\ngives = \"+1\"\n",
        "",
    );
    assert_eq!(found(&rulebook), [(Code::UnitMismatch, Severity::Error)]);
}

#[test]
fn a_process_that_includes_itself_is_an_error() {
    let process = "[fact.dust]\ndomain = \"none < light\"\n[process.drift]\nincludes = [\"drift\"]\nstart = [\"dust\"]\nturn = []\nstate = [\"dust\"]\n[[process.drift.step]]\nsets = \"dust\"\ngives = \"was (dust) one level up\"\n";
    assert_eq!(
        found(&rulebook(process, "")),
        [(Code::Cycle, Severity::Error)]
    );
}

#[test]
fn a_question_is_asked_by_its_alias() {
    let rulebook = rulebook(
        "[fact.roll]\ndomain = \"1..=6\"\n[question.hit]\nalias = [\"strike\"]\nanswer = \"bool\"\ngives = \"roll > 3\"\n",
        "",
    );
    assert_eq!(answer(&rulebook, "strike", "roll", 5), "yes");
    assert_eq!(rulebook.find("strike").len(), 1);
}

/// What is found in a pack of two facts of texts and these questions.
fn of_texts(questions: &str) -> (Rulebook, String) {
    let facts = "[fact]\noverlay = { domain = \"text\", means = \"letters of an overlay\" }\nother = { domain = \"text\", means = \"letters of another\" }\nnumber = { domain = \"1..=3\", means = \"its number\" }\n";
    let rulebook = rulebook(&format!("{facts}{questions}"), "");
    let found = rulebook
        .diagnostics
        .iter()
        .map(|found| found.message.clone());
    let found = found.collect::<Vec<_>>().join("\n");
    (rulebook, found)
}

/// Of a text all that rules know is which of those that they name it is, if any: what goes beyond that is refused.
#[test]
fn what_nobody_knows_of_a_text_is_not_compared() {
    let asked = |gives: &str| {
        let label = "[question.label]\nanswer = \"text\"\ngives = \"'{overlay}5'\"\n[question.is-sand]\nanswer = \"bool\"\ngives = \"overlay is 'S'\"\n";
        of_texts(&format!(
            "{label}[question.same]\nanswer = \"bool\"\ngives = \"{gives}\"\n"
        ))
        .1
    };
    let unknown = "of two texts nobody knows whether they are alike";
    let made = "a text with a fact in it is an answer, and compared with nothing";
    let answered = "a text that is answered is compared with nothing";
    assert_eq!(asked("overlay = other"), unknown);
    assert_eq!(asked("overlay is not other"), unknown);
    assert_eq!(asked("overlay = '{other}5'"), made);
    assert_eq!(asked("overlay in {'A', '{other}5'}"), made);
    assert_eq!(asked("label = 'A5'"), answered);
    assert_eq!(asked("label in {'A5', 'B5'}"), answered);
    assert_eq!(
        asked("is-sand with overlay = other"),
        "this text is known only where it is told"
    );
    for fine in [
        "overlay = 'SD'",
        "'SD' = overlay",
        "overlay is not 'SD'",
        "overlay in {'A', 'B'}",
        "is-sand with overlay = 'SD'",
    ] {
        assert_eq!(asked(fine), "", "{fine}");
    }
}

#[test]
fn a_text_that_is_bound_is_one_of_those_that_rules_name() {
    let questions = "[question.is-sand]\nanswer = \"bool\"\ngives = \"overlay is 'S'\"\n[question.so]\nanswer = \"bool\"\ngives = \"is-sand with overlay = 'S'\"\n[question.otherwise]\nanswer = \"bool\"\ngives = \"is-sand with overlay = 'SD'\"\n";
    let (rulebook, found) = of_texts(questions);
    assert_eq!(found, "");
    let answer = |question: &str| rulebook.ask(question).answer().unwrap().to_string();
    assert_eq!(answer("so"), "yes");
    assert_eq!(answer("otherwise"), "no");
}

#[test]
fn no_rule_sets_a_text_or_binds_one_under_an_answer_that_is_one() {
    let bound = "[question.label]\nanswer = \"text\"\ngives = \"'{overlay}5'\"\n[question.next]\nanswer = \"text\"\ngives = \"label with overlay = 'A'\"\n";
    assert_eq!(
        of_texts(bound).1,
        "an answer that is a text takes the texts that are told"
    );
    let process = "[process.on]\nasks = \"What next?\"\nstart = [\"overlay\"]\neach = \"turn\"\nturn = [\"number\"]\nstate = [\"overlay\"]\n[[process.on.step]]\nsets = \"overlay\"\ngives = \"'A'\"\n";
    assert!(
        of_texts(process)
            .1
            .contains("`overlay` is a text, and no rule sets a text")
    );
}

/// A text that is answered stands as it is written, with the texts that were told, and depends on those that were not; in odds what
/// nobody told stays in its braces.
#[test]
fn a_text_that_is_answered_is_told_as_it_is() {
    let questions = "[question.label]\nanswer = \"text\"\nrules = '''\nwhen | gives\nnumber = 1 | 'K-5'\nnumber = 2 | '{overlay}5'\nnumber = 3 | overlay\n'''\n[question.marked]\nanswer = \"text\"\ngives = \"'{overlay}-{number}'\"\n\n";
    let (rulebook, found) = of_texts(questions);
    assert_eq!(found, "");
    let told = |facts: &[(&str, &str)]| {
        let answer = rulebook
            .ask("label")
            .facts(facts.iter().copied())
            .unwrap()
            .answer();
        answer.unwrap().to_string()
    };
    assert_eq!(told(&[("number", "1")]), "K-5");
    assert_eq!(told(&[("number", "2"), ("overlay", "sd")]), "sd5");
    assert_eq!(
        told(&[("number", "3"), ("overlay", "any-thing")]),
        "any-thing"
    );
    assert_eq!(
        told(&[("number", "2"), ("other", "B")]),
        "depends on overlay"
    );
    let facts = [("number", "3"), ("overlay", "SD")];
    let marked = rulebook.ask("marked").facts(facts).unwrap().answer();
    assert_eq!(marked.unwrap().to_string(), "SD-3");
    let model = &rulebook.games[0];
    let request = OddsRequest {
        facts: ["number=alike", "overlay=sd"].map(str::to_owned).to_vec(),
        ..OddsRequest::default()
    };
    let shown = request
        .odds(model, rulebook.named("label").unwrap().1)
        .unwrap();
    let text = shown.view().page().human(80);
    insta::assert_snapshot!(anstream::adapter::strip_str(&text).to_string());
}

/// What a text names in braces is found by the rules, or as usual, like what a rule looks at.
#[test]
fn what_an_answer_names_is_found_or_as_usual() {
    let pack = include_str!("silent/label.toml");
    let book = Rulebook::texts([("sample/pack.toml", pack)]);
    let told = |facts: &[(&str, &str)]| {
        let asked = book.ask("label").facts(facts.iter().copied()).unwrap();
        let answer = asked.answer().unwrap();
        (answer.to_string(), answer.is_whole())
    };
    let whole = [("hex", "K"), ("night", "yes")];
    assert_eq!(told(&whole), ("K4-north".to_owned(), true));
    let other = [("hex", "K"), ("board", "7"), ("edge", "south")];
    assert_eq!(told(&other), ("K7-south".to_owned(), true));
    assert_eq!(
        told(&[("night", "no")]),
        ("depends on hex".to_owned(), false)
    );
    let open = ("depends on hex, board".to_owned(), false);
    assert_eq!(told(&[("edge", "south")]), open);
    // What is read for one question alone holds them too.
    let place = common::folder([("sample/pack.toml", pack)]);
    let asked = ["--rules", ".", "ask", "label", "hex=K", "night=yes"];
    let ran = common::chartroom_in(place.path(), &asked);
    assert!(ran.says("K4-north"), "{}", ran.both());
}

#[test]
fn a_single_die_that_cannot_be_part_of_its_total_is_refused() {
    let text = "[unit]\nDR = { dice = \"colored d6 + white d6\" }\n[fact]\ntotal = { domain = \"dice\", unit = \"DR\" }\ncolored = { domain = \"1..=6\", die = \"colored of total\" }\n[question.rest]\nanswer = \"number\"\ngives = \"(total as number) - colored\"\n";
    let rulebook = rulebook(text, "");
    assert_eq!(found(&rulebook), []);
    let told = |total: &str, colored: &str| {
        let facts = [("total", total), ("colored", colored)];
        let answer = rulebook.ask("rest").facts(facts).unwrap().answer();
        answer.map_or_else(|refused| refused.message, |answer| answer.to_string())
    };
    assert_eq!(told("7", "3"), "4");
    assert_eq!(told("2", "6"), "no roll of `total` falls as is told");
    let mut lines = Lines::new(&rulebook);
    let mut line = |facts: &str| {
        let mut out = String::new();
        lines.answer(
            format!("{{\"question\":\"rest\",\"facts\":{{{facts}}}}}").as_bytes(),
            &mut out,
        );
        out
    };
    for _ in 0..6 {
        assert!(line("\"total\":7,\"colored\":3").contains("\"answer\":4"));
        assert!(line("\"total\":2,\"colored\":6").contains("no roll of `total` falls as is told"));
    }
}

/// A title or question on several lines is one line where it is shown; the first words of a set that ranges over too many go on.
#[test]
fn what_people_read_stands_on_one_line() {
    let text = "[fact]\nrain = { domain = \"bool\", title = \"Rain\\nnow\", means = \"it\\train\\ns\" }\n[question.wet]\ntitle = \"Is it\\n  wet\"\nasks = \"\"\"\nIs it wet\nnow?\"\"\"\nanswer = \"bool\"\ngives = \"rain\"\n";
    let rulebook = rulebook(text, "");
    assert_eq!(found(&rulebook), []);
    let model = &rulebook.games[0];
    let question = model.question_names["wet"];
    assert_eq!(model.title_of_question(question), "Is it wet");
    assert_eq!(model.questions[question].asks, "Is it wet now?");
    let words = "a | b | c | d | e | f | g | h | i | j | k | l | m";
    let set = format!(
        "[fact]\ngear = {{ domain = \"set of {words}\" }}\n[question.has]\nanswer = \"bool\"\ngives = \"gear includes {{a}}\"\n"
    );
    assert_eq!(
        self::found(&self::rulebook(&set, "")),
        [(Code::BadDomain, Severity::Error)]
    );
}

/// The texts for which a question is asked are named by that, though no rule looks at them, or one does that comes later.
#[test]
fn a_question_is_asked_for_the_texts_that_it_says() {
    let questions = "[question.sand]\nanswer = \"bool\"\nonly = { overlay = [\"'A'\", \"'B'\"] }\ngives = \"overlay is 'A'\"\n[question.late]\nanswer = \"bool\"\ngives = \"overlay in {'B', 'C'}\"\n";
    let (rulebook, found) = of_texts(questions);
    assert_eq!(found, "");
    let told = |overlay: &str| {
        let answer = rulebook
            .ask("sand")
            .fact("overlay", overlay)
            .unwrap()
            .answer();
        answer.unwrap().to_string()
    };
    assert_eq!(
        ["A", "B", "C", "D"].map(told),
        ["yes", "no", "not asked", "not asked"]
    );
}

/// What no example of a table takes would be read by nobody: a column without a cell, and what all rows share where each says
/// its own.
#[test]
fn what_no_row_of_a_table_takes_is_told() {
    let text = "[fact]\nroll = { domain = \"1..=6\" }\nwind = { domain = \"calm | gale\" }\n[question.hit]\nanswer = \"bool\"\n\
                gives = \"roll > 3 or wind is gale\"\n[question.hit.examples]\ngiven = { wind = \"nonsense\" }\n\
                rows = \"\"\"\nroll | wind | wound | =\n4 | calm | | yes\n1 | gale | | yes\n\"\"\"\n";
    let rulebook = rulebook(text, "");
    let told: Vec<String> = rulebook
        .diagnostics
        .iter()
        .map(|found| format!("{:?} {}", found.severity, found.message))
        .collect();
    assert_eq!(
        told,
        [
            "Note no row says anything under `wound`",
            "Note each row says its own `wind`, and none takes this",
        ]
    );
    // Where one row leaves it, it is read as any other.
    let taken = text.replace("1 | gale |", "1 | |");
    let rulebook = self::rulebook(&taken, "");
    let errors = rulebook.diagnostics.iter();
    let errors: Vec<&str> = errors
        .filter(|found| found.severity == Severity::Error)
        .map(|found| &*found.message)
        .collect();
    assert_eq!(errors, ["`nonsense` is not one of the values here"]);
}
