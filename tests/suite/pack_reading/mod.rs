//! Reading packs: every text keeps its place, every mistake is told, and nothing brings the reader down.

mod as_by_ron;
mod folder;

use chartroom::diagnostic::{Code, Diagnostic};
use chartroom::pack::{Outcome, Pack, Rulebook, read};
use chartroom::source::Sources;

const HEAD: &str = "id = \"desert\"\ngame = \"sample\"\n";

/// Reads one pack of these files.
fn read_files(files: &[(&str, &str)]) -> (Sources, Rulebook, Vec<Diagnostic>) {
    let head = ("pack.toml", HEAD);
    let head = if files.iter().any(|(name, _)| *name == "pack.toml") {
        None
    } else {
        Some(head)
    };
    let files = head.into_iter().chain(files.iter().copied());
    let sources =
        Sources::from_texts(files.map(|(name, text)| (format!("sample/desert/{name}"), text)));
    let (rulebook, diagnostics) = read(&sources);
    (sources, rulebook, diagnostics)
}

/// Reads one pack that must be clean.
fn clean(name: &str, text: &str) -> (Sources, Pack) {
    let (sources, rulebook, diagnostics) = read_files(&[(name, text)]);
    assert!(diagnostics.is_empty(), "{diagnostics:#?}");
    (sources, rulebook.packs[0].clone())
}

/// Reads one file that must have these mistakes: code, and the text underlined.
fn mistakes(name: &str, text: &str, expected: &[(Code, &str)]) -> Vec<Diagnostic> {
    let (sources, _, diagnostics) = read_files(&[(name, text)]);
    let found: Vec<_> = diagnostics
        .iter()
        .map(|found| (found.code, sources.slice(found.labels[0].span)))
        .collect();
    assert_eq!(found, expected, "{diagnostics:#?}");
    diagnostics
}

/// Says that the place of each text is where it is written.
fn underlined(sources: &Sources, texts: &[&chartroom::source::Text]) {
    for text in texts {
        assert_eq!(sources.slice(text.span), text.value);
    }
}

#[test]
fn the_whole_rulebook_reads_clean() {
    let sources = Sources::embedded();
    let (rulebook, diagnostics) = read(&sources);
    let told: Vec<_> = diagnostics
        .iter()
        .map(|found| tell(&sources, found))
        .collect();
    assert!(told.is_empty(), "{}", told.join("\n"));
    assert!(rulebook.packs.len() >= 2);
}

fn tell(sources: &Sources, found: &Diagnostic) -> String {
    let place = found
        .labels
        .first()
        .map(|label| (sources.path(label.span.file), sources.position(label.span)));
    format!(
        "{place:?} {}: {} {:?}",
        found.code, found.message, found.help
    )
}

#[test]
fn a_rule_in_toml_keeps_every_place() {
    let text = "\
[[rule]]
answers = ['haze-drm', \"other-drm\"]
cite = \"F1.2\"
when = 'target is infantry' # why
gives = '''+1 per 6 hexes'''
except = [
  { cite = \"F1.3\", when = \"attack is aerial\", gives = +1, except = [{ when = true }] },
]
note = \"a \\\"quoted\\\" note\"
";
    let (sources, pack) = clean("rules.toml", text);
    let rule = &pack.rules[0];
    let exception = &rule.except[0];
    let Some(Outcome::Gives(gives)) = &rule.outcome else {
        panic!("{rule:?}")
    };
    let Some(Outcome::Gives(instead)) = &exception.outcome else {
        panic!("{exception:?}")
    };
    underlined(
        &sources,
        &[
            &rule.answers[0],
            &rule.answers[1],
            rule.cite.as_ref().unwrap(),
        ],
    );
    underlined(
        &sources,
        &[
            rule.when.as_ref().unwrap(),
            gives,
            exception.when.as_ref().unwrap(),
            instead,
        ],
    );
    assert_eq!(instead.value, "+1");
    assert_eq!(exception.except[0].when.as_ref().unwrap().value, "yes");
    assert_eq!(sources.slice(rule.span), text.trim_end());
    assert_eq!(sources.position(gives.span), (5, 12));
    assert_eq!(rule.note, "a \"quoted\" note");
}

#[test]
fn a_chart_in_ron_keeps_every_place() {
    let text = "\
// Ünïcode before: \"[(\"
[
    Chart(
        id: \"weather\", title: \"Weather\", cite: \"F1.2\", /* a (comment */
        answers: \"weather\", down: [\"dr\"], across: \"month\",
        columns: [\"apr\", [\"may..sep\"]],
        rows: [
            (\"2\", [\"mud\", \"clear\"]),
            (\"3..5\", [\"-\", r#\"raw\"#], \"*†\"),
            (key: 6, cells: [\"esc\\u{61}ped\", +1]),
        ],
        notes: [(mark: \"*\", cite: \"F1.3\", when: \"region is desert\", gives: [\"none\"])],
    ),
    List(id: \"bog\", answers: \"bog-drm\", rows: [(\"High Pressure\", \"pressure is high\", \"+2\")]),
]
";
    let (sources, pack) = clean("charts.ron", text);
    let chart = &pack.charts[0];
    underlined(
        &sources,
        &[
            &chart.id,
            &chart.down[0],
            &chart.columns[0].key[0],
            &chart.columns[1].key[0],
        ],
    );
    let texts = |row: usize| {
        chart.rows[row]
            .key
            .iter()
            .chain(&chart.rows[row].cells)
            .collect::<Vec<_>>()
    };
    underlined(&sources, &texts(0));
    underlined(&sources, &texts(1));
    underlined(
        &sources,
        &[
            chart.rows[1].marks.as_ref().unwrap(),
            &chart.rows[2].key[0],
            &chart.rows[2].cells[1],
        ],
    );
    assert_eq!(sources.slice(chart.rows[2].cells[0].span), "esc\\u{61}ped");
    assert_eq!(
        sources.slice(chart.rows[1].span),
        "(\"3..5\", [\"-\", r#\"raw\"#], \"*†\")"
    );
    assert_eq!(
        sources.slice(chart.notes[0].span).len(),
        "(mark: \"*\", cite: \"F1.3\", when: \"region is desert\", gives: [\"none\"])".len()
    );
    assert!(
        sources.slice(chart.span).starts_with("Chart(\n")
            && sources.slice(chart.span).ends_with("],\n    )")
    );
    let line = &pack.charts[1].lines[0];
    underlined(&sources, &[&line.label, &line.when, &line.gives]);
    assert_eq!(sources.position(chart.rows[1].cells[1].span), (9, 31));
}

#[test]
fn one_item_needs_no_list() {
    let (_, pack) = clean(
        "bog.ron",
        "\n/* one */ List(id: \"bog\", answers: \"bog-drm\", rows: [])",
    );
    assert_eq!(pack.charts[0].id.value, "bog");
}

#[test]
fn all_that_a_topic_can_define_is_read() {
    let text = r#"
[unit."MF or MP"]
any-of = ["MF", "MP"]

[fact.ec]
domain = "wet < dry"
words = { wetter = "below" }
groups.extreme = ["wet", "dry"]
alias = "conditions"
cyclic = true

[question.ec-drm]
cite = ["F1", "F2"]
from = ["ec"]
only = { ec = ["wet", "dry"] }
answer = "DRM"
otherwise = 0
gives = 1

[reading.ceasing]
options = { pair = "both", either = "one" }
default = "pair"

[[example]]
given = { ec = ["wet", "dry"], level = 2, gusts = true }
ask = "ec-drm"
expect = 1

[[example]]
expect = { ec-drm = 1, other = "none" }
readings = { ceasing = "either" }

[[example]]
process = "by-turn"
start = { ec = "wet" }
turns = [{ ec = "dry" }, {}]
states = [{ ec = "dry" }]

[[law]]
always = "ec-drm >= 0"

[process.by-turn]
state = ["ec"]
turn = ["level"]
otherwise = { ec = "was (ec)" }

[process.by-turn.keeps.rained]
domain = "bool"
initially = false

[[process.by-turn.step]]
sets = "ec"
gives = "dry"

[[process.by-turn.step]]
sets = "rained"
gap = "lost"

[defect.row]
says = "a misprint"
"#;
    let (_, pack) = clean("all.toml", text);
    assert_eq!(pack.units[0].any_of.len(), 2);
    assert_eq!(pack.facts[0].groups[0].1.len(), 2);
    assert!(pack.facts[0].cyclic);
    assert_eq!(pack.questions[0].only[0].1.value, "wet, dry");
    assert_eq!(pack.questions[0].otherwise.as_ref().unwrap().value, "0");
    assert_eq!(pack.readings[0].options[1].1, "one");
    let given: Vec<_> = pack.examples[0]
        .given
        .iter()
        .map(|(fact, set)| format!("{}={}", fact.value, set.value))
        .collect();
    assert_eq!(given, ["ec=wet, dry", "level=2", "gusts=yes"]);
    assert_eq!(pack.examples[1].expect.len(), 2);
    assert_eq!(
        (pack.examples[2].turns.len(), pack.examples[2].states.len()),
        (2, 1)
    );
    assert_eq!(
        (pack.processes[0].steps.len(), pack.processes[0].keeps.len()),
        (2, 1)
    );
    assert_eq!((pack.laws.len(), pack.defects.len()), (1, 1));
}

#[test]
fn a_head_is_read_and_the_game_is_that_of_the_folder() {
    let head = "id = \"f11\"\nover = [{ pack = \"e3\", cite = \"F11.2\" }]\n[paragraphs]\n\"F11.2\" = \"Weather\"\n";
    let (sources, rulebook, diagnostics) = read_files(&[("pack.toml", head)]);
    assert!(diagnostics.is_empty(), "{diagnostics:#?}");
    let pack = &rulebook.packs[0];
    assert_eq!(pack.game.as_ref().unwrap().value, "sample");
    assert_eq!(pack.over[0].pack.value, "e3");
    underlined(&sources, &[&pack.paragraphs[0].0]);
}

#[test]
fn every_mistake_of_shape_is_told_in_one_run() {
    let text = "\
[[rule]]
anwsers = \"haze-drm\"
wehn = \"yes\"

[[rule]]
answers = []
gives = 0.5
gap = [1]

[fact.Sun_Blindness]
means = 3
cyclic = \"no\"

[[example]]
ask = \"haze-drm\"
expect = 2020-01-01
start = {}

[laws]
";
    let expected = [
        (Code::UnknownKey, "laws"),
        (Code::BadName, "Sun_Blindness"),
        (Code::MissingKey, "Sun_Blindness"),
        (Code::WrongShape, "no"),
        (Code::UnknownKey, "anwsers"),
        (Code::UnknownKey, "wehn"),
        (Code::WrongShape, "[]"),
        (Code::WrongShape, "0.5"),
        (Code::WrongShape, "[1]"),
        (Code::UnknownKey, "start"),
        (Code::WrongShape, "2020-01-01"),
    ];
    let found = mistakes("rules.toml", text, &expected);
    let helps: Vec<_> = found
        .iter()
        .flat_map(|found| &found.help)
        .map(ToString::to_string)
        .collect();
    for help in [
        "did you mean `answers`?",
        "did you mean `when`?",
        "write `\"1/2\"`",
        "write `sun-blindness`",
        "did you mean `law`?",
    ] {
        assert!(helps.iter().any(|own| own == help), "{helps:?}");
    }
}

#[test]
fn all_mistakes_of_toml_syntax_are_told_in_one_run() {
    let text = "[fact.range]\ndomain = 0..6\nmeans = \"from here\n[fact.range]\ndomain = [1\n";
    let (_, _, diagnostics) = read_files(&[("facts.toml", text)]);
    assert!(diagnostics.len() >= 2, "{diagnostics:#?}");
    assert!(
        diagnostics
            .iter()
            .all(|found| found.code == Code::BrokenToml)
    );
    mistakes(
        "twice.toml",
        "[fact.a]\ndomain = \"bool\"\n[fact.a]\n",
        &[(Code::BrokenToml, "a")],
    );
}

#[test]
fn mistakes_of_ron_syntax_are_told_where_they_are() {
    mistakes(
        "a.ron",
        "List(id: \"bog\" answers: \"x\")",
        &[(Code::BrokenRon, "answers")],
    );
    mistakes("a.ron", "List(id \"bog\")", &[(Code::BrokenRon, "\"bog\"")]);
    mistakes("a.ron", "List(id: \"bog", &[(Code::BrokenRon, "\"bog")]);
    mistakes("a.ron", "List(id: \"bog\"", &[(Code::BrokenRon, "List(")]);
    mistakes("a.ron", "List(id: +)", &[(Code::BrokenRon, "+")]);
    mistakes("a.ron", "(id: \"bog\")", &[(Code::BrokenRon, "(")]);
    mistakes(
        "a.ron",
        "List(id: \"bog\") List()",
        &[(Code::BrokenRon, "List")],
    );
}

#[test]
fn mistakes_of_ron_shape_are_told_where_they_are() {
    let chart = "[Chrat(id: \"a\"), Chart(id: \"a b\", answers: \"x\", down: \"dr\", rowz: 1,
      rows: [(2..5, [mud, \"a\"]), (\"1\"), (key: 1.5, cell: [])])]";
    let expected = [
        (Code::UnknownKey, "Chrat"),
        (Code::UnknownKey, "rowz"),
        (Code::BadName, "a b"),
        (Code::WrongShape, "2..5"),
        (Code::WrongShape, "mud"),
        (Code::WrongShape, "(\"1\")"),
        (Code::UnknownKey, "cell"),
        (Code::WrongShape, "1.5"),
    ];
    mistakes("a.ron", chart, &expected);
}

#[test]
fn brackets_that_nest_too_deep_are_refused() {
    for deep in [1_000, 200_000] {
        mistakes(
            "a.toml",
            &format!("a = {}", "[".repeat(deep)),
            &[(Code::OverLimit, "[")],
        );
        mistakes(
            "a.ron",
            &format!("List(id: {}", "(".repeat(deep)),
            &[(Code::OverLimit, "(")],
        );
        let name = vec!["a"; deep].join(".");
        let (_, _, found) = read_files(&[("a.toml", &format!("{name} = 1"))]);
        assert_eq!(found[0].code, Code::OverLimit, "{found:#?}");
        let (_, _, found) = read_files(&[("a.toml", &format!("[{name}]"))]);
        assert_eq!(found[0].code, Code::OverLimit, "{found:#?}");
    }
}

#[test]
fn an_empty_file_is_told() {
    mistakes("a.toml", " \n", &[(Code::EmptyFile, "")]);
    mistakes("a.ron", "", &[(Code::EmptyFile, "")]);
    mistakes("pack.toml", "game = \"sample\"", &[(Code::MissingKey, "")]);
}

#[test]
fn any_text_is_read_without_a_panic() {
    let texts = [
        "\u{0}",
        "a",
        "[",
        "]",
        "\"",
        "'",
        "\"\"\"",
        "''",
        "a = \"",
        "#![enable(implicit_some)] [",
        "/*",
        "/*/",
        "Chart",
        "Chart(",
        "[Chart(a: Some(1))]",
        "\u{feff}a = 1",
        "r#\"",
        "[[rule]]\r\nwhen = '''\r\nx'''",
        "rule = 1",
        "rule = [1]",
        "fact = []",
        "fact.a = 1",
    ];
    for text in texts {
        for name in ["a.toml", "a.ron", "pack.toml"] {
            read_files(&[(name, text)]);
        }
    }
}

/// Every file of the rulebook, cut off or with a character lost at many places.
#[test]
fn no_damage_to_a_file_brings_the_reader_down() {
    let whole = Sources::embedded();
    for file in whole.files() {
        let (text, path) = (whole.text(file), whole.path(file));
        let name = path.rsplit('/').next().unwrap();
        for (at, character) in text.char_indices().step_by(61) {
            let lost = format!("{}{}", &text[..at], &text[at + character.len_utf8()..]);
            for damaged in [&text[..at], &lost] {
                let (sources, _, diagnostics) = read_files(&[(name, damaged)]);
                for label in diagnostics.iter().flat_map(|found| &found.labels) {
                    let place = label.span.start as usize..label.span.end as usize;
                    assert!(
                        sources.text(label.span.file).get(place).is_some(),
                        "{path} at {at}: {diagnostics:#?}"
                    );
                }
            }
        }
    }
}

const SIGNS: &[&str] = &[
    "[", "]", "(", ")", "{", "}", "\"", "'", "\"\"\"", "'''", ",", ":", "=", ".", "..", "#", "//",
    "/*", "*/", "\\", "\n", " ", "r#\"", "\"#", "rule", "Chart", "id", "rows", "1", "-", "+", "†",
    "true", "Some", "None", "r", "b", "\u{0}",
];

proptest::proptest! {
    #[test]
    fn no_tangle_of_signs_brings_the_reader_down(parts in proptest::collection::vec(proptest::sample::select(SIGNS), 0..24)) {
        let text = parts.concat();
        read_files(&[("a.toml", &text)]);
        read_files(&[("a.ron", &text)]);
        read_files(&[("a.ron", &format!("Chart(id: {text})"))]);
    }
}
