//! What `--format json` writes is valid by the schema that `chartroom schema` prints, and the schemas themselves are pinned:
//! a change of one is a change for the programs that read it.

use crate::common;

use boon::{Compiler, SchemaIndex, Schemas};
use chartroom::pack::node::{Kind, Node, Problems};
use chartroom::pack::schema::WRITTEN;
use chartroom::pack::{ron_text, toml_text};
use chartroom::source::Sources;
use common::chartroom;
use serde_json::Value;

/// What is valid by a schema.
struct Validator {
    schemas: Schemas,
    of: SchemaIndex,
}

impl Validator {
    /// What is valid by a schema that says itself which edition of JSON Schema it is in.
    fn new(schema: &Value) -> Self {
        let mut compiler = Compiler::new();
        compiler
            .add_resource("schema.json", schema.clone())
            .unwrap();
        let mut schemas = Schemas::new();
        let of = compiler.compile("schema.json", &mut schemas).unwrap();
        Self { schemas, of }
    }

    fn is_valid(&self, value: &Value) -> bool {
        self.schemas.validate(value, self.of).is_ok()
    }

    /// What is wrong with a value, and where; nothing where it is valid.
    fn mistakes(&self, value: &Value) -> String {
        match self.schemas.validate(value, self.of) {
            Ok(()) => String::new(),
            Err(error) => format!("{error:#}"),
        }
    }
}

/// Commands, each with the schema of its output.
const OUTPUTS: &[(&str, &str)] = &[
    ("card", "card scenario weather=mud month=oct region=europe"),
    (
        "card",
        "card scenario weather=mud-and-overcast --reading e3/mud-in-rain=wet morale=7",
    ),
    ("cards", "card"),
    (
        "answer",
        "ask heat-haze-drm heat-haze=intense range=17 target=infantry attack=ordnance",
    ),
    (
        "answer",
        "ask attack-drm attack=small-arms weather=snow range=8 --strict",
    ),
    (
        "answer",
        "ask attack-drm attack=small-arms weather=mud range=8 target=infantry",
    ),
    ("answer", "ask arid-weather"),
    ("answer", "ask terrain-in-snow hex-terrain=sand snow=deep"),
    ("check", "check w11"),
    ("list", "list"),
    ("list", "list facts wind"),
    ("find", "find heat haze xyzzy"),
    ("roll", "roll temperate-set-up month=jan --seed 1"),
    ("roll", "roll temperate-set-up month=jan --rolls 9,6,6,4"),
    (
        "play",
        "play rain-by-turn weather=overcast --turns 3 --seed 1",
    ),
    ("codes", "explain"),
    ("code", "explain gap"),
    ("charts", "show arid-weather-chart --odds"),
    ("charts", "show --pack f7"),
    ("table", "table heat-haze-drm"),
    ("table", "table attack-drm --limit 3"),
    (
        "odds",
        "odds arid-weather month=oct --sum mud,mud-and-overcast",
    ),
    (
        "odds",
        "odds rain-by-turn weather=overcast --turns 3 --ever raining",
    ),
    ("odds", "odds rain-by-turn weather=overcast --until raining"),
    (
        "odds",
        "odds arid-weather month=alike --simulate 1000 --sum mud,mud-and-overcast",
    ),
];

/// Commands on the sample.
const OF_SAMPLE: &[(&str, &str)] = &[
    ("game", "game show FOLDER/friday.game"),
    ("game-log", "game log FOLDER/friday.game"),
    ("diff", "diff embedded FOLDER"),
    ("diff", "diff --old-errata none FOLDER FOLDER"),
    ("check", "check"),
    ("test", "test"),
    ("coverage", "coverage"),
    ("mutants", "mutants"),
    ("errata", "erratum list"),
    ("erratum", "erratum show slower"),
    ("about", "show 1.1"),
];

/// A rulebook that has a little of everything.
const SAMPLE: &str = r#"
id = "walk"
game = "sample"

[paragraphs]
"1.1" = "Pace"
"1.2" = "Rest"

[unit.hexes]
one = "hex"

[unit.DR]
dice = "2d6"

[fact.ground]
domain = "dry | wet | mud"
means  = "the ground"

[fact.pace-dr]
domain = "2..=12"
unit   = "DR"
means  = "the roll for the pace"

[question.pace]
cite   = "1.1"
asks   = "How far does it walk?"
from   = ["ground", "pace-dr"]
answer = "hexes"

[[rule]]
answers = "pace"
cite    = "1.1"
when    = "ground is not mud"
gives   = "2 if pace-dr > 4, else 1"
except  = [{ cite = "1.1 EXC", when = "ground is wet", gives = "1" }]

[[rule]]
answers = "pace"
cite    = "1.1"
when    = "ground is mud"
gap     = "how far it walks in mud"

[[example]]
cite   = "1.1 EX"
given  = { ground = "wet", pace-dr = "2" }
ask    = "pace"
expect = "2"

[erratum.slower]
source = "the club"
date   = 2024-05-31
status = "official"
says   = "1.1: wet ground does not slow"

[[erratum.slower.change]]
at  = "walk/pace#1.1[1].except[1.1 EXC].gives"
was = "1"
now = "2"
"#;

/// A game, with a line that does not fit.
const GAME: &str =
    "game = \"sample\"\n--- journal ---\n2026-05-01T19:30:00Z set ground=wet\nswim\n";

/// An example that fails.
const WRONG: &str = r#"
[[example]]
cite   = "1.1 EX"
given  = { ground = "dry", pace-dr = "2" }
ask    = "pace"
expect = "2"
"#;

fn tried() -> impl Iterator<Item = (&'static str, bool, &'static str)> {
    let shipped = OUTPUTS
        .iter()
        .map(|(name, command)| (*name, false, *command));
    shipped.chain(
        OF_SAMPLE
            .iter()
            .map(|(name, command)| (*name, true, *command)),
    )
}

/// Whether a command tells what is wrong.
fn is_broken(command: &str) -> bool {
    ["check", "test"].contains(&command)
}

#[test]
fn every_output_is_valid_by_its_schema() {
    let sample = common::folder([
        ("sample/pack.toml", SAMPLE.to_owned()),
        ("friday.game", GAME.to_owned()),
    ]);
    let broken = common::folder([("sample/pack.toml", format!("{SAMPLE}{WRONG}"))]);
    for (name, of_sample, command) in tried() {
        let schema = chartroom(&["schema", name]).json();
        let folder = if is_broken(command) { &broken } else { &sample };
        let folder = ["--rules", folder.path().to_str().unwrap()];
        let mut words = if of_sample && !command.starts_with("diff") {
            folder.to_vec()
        } else {
            Vec::new()
        };
        let command = command.replace("FOLDER", folder[1]);
        words.extend(command.split(' '));
        words.extend(["--format", "json"]);
        let written = chartroom(&words).json();
        let validator = Validator::new(&schema);
        assert_eq!(validator.mistakes(&written), "", "{command}");
    }
}

#[test]
fn every_schema_is_tried_by_an_output() {
    let listed = chartroom(&["schema"]).out;
    let names = listed
        .lines()
        .filter_map(|line| line.split_whitespace().next());
    // The schemas of what packs are written in are tried where the packs are read.
    let is_of_pack = |name: &&str| WRITTEN.iter().any(|own| own.name == *name);
    for name in names.filter(|name| !is_of_pack(name)) {
        assert!(
            tried().any(|(own, ..)| own == name) || name == "answer-line",
            "no output of {name} is tried"
        );
    }
}

/// Lines of a batch, each with a key that its answer has.
const LINES: &[(&str, &str)] = &[
    (
        r#"{"question": "arid-weather", "facts": {"month": "may", "weather-dr": 5}, "id": [1, "a"]}"#,
        "id",
    ),
    (
        r#"{"question": "arid-weather", "facts": {"month": "may"}}"#,
        "possible",
    ),
    (
        r#"{"question": "attack-drm", "facts": {"attack": "small-arms", "weather": "mud", "range": 8, "target": "infantry"}}"#,
        "assumed",
    ),
    (
        r#"{"question": "hex-color", "facts": {"board": "LFT10", "hex": "O8"}}"#,
        "lost",
    ),
    (
        r#"{"question": "rain-by-turn", "start": {"weather": "overcast"}, "turns": [{"wind-change-dr": 10}, {"wind-change-dr": 3}]}"#,
        "answer",
    ),
    (
        r#"{"question": "rain-by-turn", "start": {"weather": "overcast"}, "turns": [{}]}"#,
        "turn",
    ),
    (
        r#"{"question": "temperate-set-up", "start": {"month": "jan"}, "rolls": [9, "6", 6, 4]}"#,
        "answer",
    ),
    (
        r#"{"question": "temperate-set-up", "start": {}, "rolls": []}"#,
        "needs",
    ),
    (r#"{"question": "arid-wether"}"#, "error"),
    ("[1]", "error"),
    ("{", "error"),
];

#[test]
fn every_line_of_a_batch_is_valid_by_its_schema() {
    let schema = chartroom(&["schema", "answer-line"]).json();
    let validator = Validator::new(&schema);
    let input: Vec<&str> = LINES.iter().map(|(line, _)| *line).collect();
    for options in [&["ask", "--batch"][..], &["ask", "--batch", "--why"]] {
        let ran = common::chartroom_with(&input.join("\n"), options);
        assert_eq!(ran.out.lines().count(), LINES.len(), "{}", ran.both());
        for ((asked, key), told) in LINES.iter().zip(ran.out.lines()) {
            let told: serde_json::Value = serde_json::from_str(told).unwrap();
            assert!(told.get(key).is_some(), "{asked}: {told}");
            assert_eq!(validator.mistakes(&told), "", "{asked}: {told}");
        }
    }
    for wrong in [
        r#"{"answer": {"a": {"b": 1}}}"#,
        r#"{"answer": "x", "needs": "month"}"#,
        r#"{"id": 1}"#,
    ] {
        let wrong: serde_json::Value = serde_json::from_str(wrong).unwrap();
        assert!(!validator.is_valid(&wrong), "{wrong}");
    }
}

/// The schema of the standard (OASIS SARIF 2.1.0) without its descriptions, a bracket in its pattern of languages put right.
const SARIF: &str = include_str!("schemas/sarif-2.1.0.json");

#[test]
fn findings_as_sarif_are_valid_by_the_standard() {
    let schema: serde_json::Value = serde_json::from_str(SARIF).unwrap();
    let validator = Validator::new(&schema);
    let broken = common::folder([
        ("sample/pack.toml", format!("{SAMPLE}{WRONG}")),
        (
            "sample/a file.toml",
            "[question.x]\nanswer = \"bol\"\nrules = 'é'".to_owned(),
        ),
    ]);
    for rules in [broken.path().to_str().unwrap(), "embedded"] {
        let told = chartroom(&["check", "--rules", rules, "--format", "sarif"]).json();
        assert_eq!(validator.mistakes(&told), "");
        let results = told["runs"][0]["results"].as_array().unwrap();
        assert_eq!(results.is_empty(), rules == "embedded", "{told}");
    }
    assert!(!validator.is_valid(&serde_json::json!({ "version": "2.1.0", "runs": [{}] })));
}

#[test]
fn no_schema_changes_unseen() {
    let listed = chartroom(&["schema"]).out;
    for name in listed
        .lines()
        .filter_map(|line| line.split_whitespace().next())
    {
        insta::assert_snapshot!(name, chartroom(&["schema", name]).out);
    }
}

fn value(node: &Node) -> Value {
    match &node.kind {
        Kind::Text(text) | Kind::Bare(text) => Value::from(text.as_str()),
        Kind::Number(text) => serde_json::from_str(text.trim_start_matches('+')).unwrap(),
        Kind::Bool(value) => Value::from(*value),
        Kind::List(nodes) => nodes.iter().map(value).collect(),
        Kind::Table(fields) => fields
            .iter()
            .map(|(key, node)| (key.value.clone(), value(node)))
            .collect(),
    }
}

fn mistakes(name: &str, node: &Node) -> String {
    let written = WRITTEN.iter().find(|written| written.name == name).unwrap();
    Validator::new(&written.schema()).mistakes(&value(node))
}

#[test]
fn shipped_packs_are_valid_by_the_schemas() {
    let sources = Sources::embedded();
    let problems = Problems::default();
    for file in sources.files() {
        let (path, text) = (sources.path(file), sources.text(file));
        let found = if path.ends_with(".ron") {
            let items = ron_text::parse(text, file, &problems);
            items
                .iter()
                .map(|item| mistakes(&item.name.value, &item.body))
                .collect()
        } else {
            let root = toml_text::parse(text, file, &problems).unwrap();
            let name = match path.rsplit('/').collect::<Vec<_>>().as_slice() {
                ["pack.toml", ..] => "pack.toml",
                [_, "errata", ..] => "errata.toml",
                _ => "topic.toml",
            };
            mistakes(name, &root)
        };
        assert_eq!(found, "", "{path}");
    }
}

#[test]
fn what_is_written_wrong_is_not_valid() {
    let problems = Problems::default();
    let file = Sources::embedded().files().next().unwrap();
    for wrong in [
        "[question.q]\nasks = \"?\"",
        "[question.q]\nanswer = \"bool\"\nanswr = 1",
        "[fact.f]\ndomain = \"bool\"\ncyclic = \"yes\"",
        "[[law]]\nalways = [[1]]",
    ] {
        let root = toml_text::parse(wrong, file, &problems).unwrap();
        assert!(!mistakes("topic.toml", &root).is_empty(), "{wrong}");
    }
}
