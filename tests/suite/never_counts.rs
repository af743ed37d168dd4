//! What stands in a pack or is said to the program and would never count is told.

use crate::common;

const HEAD: &str = "game = \"g\"\ntitle = \"P\"\n";

const BASE: &str = r#"
[fact]
r     = { domain = "bool" }
other = { domain = "a | b", usually = "a" }

[question.q]
cite = "1"
asks = "What is it?"
answer = "number"
otherwise = "0"
"#;

fn pack(id: &str, more: &str) -> (String, String) {
    let (before, behind) = more.split_once("---").unwrap_or(("", more));
    let paragraphs = format!("paragraphs = {{ \"1\" = \"One of {id}\" }}\n");
    (
        format!("g/{id}/pack.toml"),
        format!("id = \"{id}\"\n{HEAD}{before}{paragraphs}{behind}"),
    )
}

/// What `check` says of some packs.
fn told(packs: &[(&str, &str)]) -> String {
    common::findings(packs.iter().map(|(id, more)| pack(id, more)))
}

fn rule(number: u32) -> String {
    format!("[[rule]]\nanswers = \"q\"\ncite = \"1\"\nwhen = \"r\"\ngives = \"{number}\"\n")
}

#[test]
fn packs_that_go_over_each_other_are_refused() {
    let over = |other: &str, number| {
        let rule = rule(number);
        format!("requires = [\"v\"]\nover = [{{ pack = \"{other}\", cite = \"1\" }}]\n---{rule}")
    };
    let (a, b, own) = (over("b", 1), over("a", 2), over("c", 3));
    let both = told(&[("v", BASE), ("a", &a), ("b", &b)]);
    let itself = told(&[("v", BASE), ("c", &own)]);
    let cite = own.replace("cite = \"1\" }]", "cite = \"8\" }]");
    let cite = cite.replace("pack = \"c\"", "pack = \"v\"");
    let lost = told(&[("v", BASE), ("c", &cite)]);
    insta::assert_snapshot!([both, itself, lost].join("\n----\n"));
}

#[test]
fn names_and_values_that_could_never_be_meant_are_told() {
    let more = [
        "[fact.half]\ndomain = \"0..=1.5\"\n",
        "[fact.step]\ndomain = \"0..=4 step 3\"\n",
        "[fact.s]\ndomain = \"a | b | c\"\ngroups = { a = [\"b\"] }\n",
        "[fact.s]\ndomain = \"bool\"\n[switch.s]\nasks = \"On?\"\n",
        "[usually]\nother = \"b\"\n",
        "[[exception]]\ncite = \"1\"\nof = [\"q\"]\nwhen = \"r\"\ngives = \"3\"\n",
    ];
    let told = more.map(|more| format!("## {more}\n{}", told(&[("v", &format!("{BASE}{more}"))])));
    insta::assert_snapshot!(told.join("\n"));
}

#[test]
fn two_defects_of_one_name_are_told() {
    let defect = "[defect.lost]\ncite = \"1\"\nsays = \"A row is lost.\"\n";
    let (file, text) = pack("v", &format!("{BASE}{defect}"));
    let told = common::findings([
        (file, text),
        ("g/v/more.toml".to_owned(), defect.to_owned()),
    ]);
    let message = "error[duplicate-name]: `lost` is the name of another defect";
    assert!(told.contains(message), "{told}");
}

/// What the program says to some words.
fn said(words: &str) -> String {
    let ran = common::chartroom(&words.split(' ').collect::<Vec<_>>());
    format!("$ chartroom {words}\n{}", ran.both())
}

#[test]
fn what_is_said_twice_or_of_nothing_is_told() {
    let all = [
        "ask temperate-weather jan jul weather-dr=5",
        "diff embedded embedded --old-errata nope",
        "odds rain-by-turn weather=overcast --start weather=snow --turns 6 --of raining",
        "play rain-by-turn weather=overcast --start weather=snow --turns 1 --seed 1",
        "odds rain-by-turn weather=overcast --start raining=yes --turns 6 --of raining",
        "show --format csv",
        "roll nosuch",
        "play nosuch",
        "list questions dust drm",
    ];
    insta::assert_snapshot!(all.map(said).join("\n"));
}

#[test]
fn a_game_is_asked_by_the_reading_that_is_named() {
    let place = tempfile::tempdir().unwrap();
    let run =
        |words: &str| common::chartroom_in(place.path(), &words.split(' ').collect::<Vec<_>>());
    let new = run("game new g.game --game asl --reading f7/odd-foxhole-tem=up");
    assert_eq!(new.code, 0, "{}", new.both());
    let ask = "ask foxhole-tem-from-normal normal-tem=3 ec=dry --game g.game";
    let own = run(ask).out;
    let down = run(&format!("{ask} --reading f7/odd-foxhole-tem=down")).out;
    assert!(own.contains("+2") && down.contains("+1"), "{own}{down}");
}

#[test]
fn what_stands_in_the_head_of_an_erratum_is_not_written_with_one_more_change() {
    let (file, text) = pack("v", &format!("{BASE}{}", rule(1)));
    let place = common::folder([(file, text)]);
    let run =
        |words: &[&str]| common::chartroom_in(place.path(), &[words, &["--rules", "g"]].concat());
    let new = [
        "erratum",
        "new",
        "--id",
        "e",
        "--source",
        "X",
        "--date",
        "2020-01-01",
    ];
    let first = run(&[&new[..], &["--at", "v/q#1.gives", "--becomes", "2"]].concat());
    assert_eq!(first.code, 0, "{}", first.both());
    let more = ["--at", "v/q.otherwise", "--becomes", "5"];
    let refused = run(&[&new[..], &more].concat());
    assert!(
        refused
            .error
            .contains("`e` is there, and keeps its own `--date`"),
        "{}",
        refused.both()
    );
    let added = run(&[&new[..6], &more].concat());
    assert_eq!(added.code, 0, "{}", added.both());
    let dated = run(&["erratum", "edit", "e", "--date", "unknown"]);
    assert_eq!(dated.code, 0, "{}", dated.both());
    let idle = run(&["erratum", "edit", "e", "--at", "nonsense", "--says", "x"]);
    assert_eq!(idle.code, 2, "{}", idle.both());
}

#[test]
fn a_step_that_is_guarded_by_what_is_not_asked_is_told() {
    let rules = r#"
[fact]
s = { domain = "a | b | c" }
n = { domain = "1..=6" }

[question.h]
cite = "1"
asks = "How many?"
answer = "number"
only = { s = "a | b" }
gives = "n"
"#;
    let procedure = |when: &str| {
        let step = format!("(do: \"hide\", when: \"{when}\")");
        format!(
            "Procedure(id: \"p\", title: \"P\", cite: \"1\", start: [\"s\", \"n\"], steps: [{step}], outcome: [\"n\"])"
        )
    };
    let checked = |when: &str| {
        let (file, text) = pack("v", rules);
        common::findings([(file, text), ("g/v/p.ron".to_owned(), procedure(when))])
    };
    let told = checked("h > 3");
    assert!(
        told.starts_with("error[outside-only]: the condition of this step"),
        "{told}"
    );
    assert_eq!(checked("s is not c and h > 3"), "nothing\n");
}

#[test]
fn no_event_is_no_turn() {
    let place = common::folder([("none.jsonl", "")]);
    let play = [
        "play",
        "rain-by-turn",
        "weather=overcast",
        "--format",
        "json",
        "--events",
        "none.jsonl",
    ];
    let ran = common::chartroom_in(place.path(), &play);
    assert!(ran.out.contains("\"turns\": []"), "{}", ran.both());
    let found = common::chartroom(&["find", "xyzzy", "--format", "json"]);
    assert_eq!(found.code, 1, "{}", found.both());
}

#[test]
fn each_circle_of_packs_is_told_and_no_finding_twice() {
    let requires = |other: &str| format!("requires = [\"{other}\"]\n---");
    let packs = [
        ("a", requires("a")),
        ("d", requires("e")),
        ("e", requires("d")),
        ("f", requires("d")),
        ("h", requires("i")),
        ("i", requires("h")),
    ];
    let packs: Vec<(&str, &str)> = packs
        .iter()
        .map(|(id, more)| (*id, more.as_str()))
        .collect();
    let circles = told(&packs);
    let wrong = "[question.q]\ncite = \"8\"\nasks = \"Q?\"\nanswer = \"number\"\ngives = \"1\"\n";
    let wrong = format!(
        "{wrong}{}",
        wrong.replace(".q]", ".other]").replace('8', "9")
    );
    let twice = told(&[("v", &wrong)]);
    assert_eq!(twice.matches("error[").count(), 2, "{twice}");
    insta::assert_snapshot!(circles);
}

/// A die, a fact of many values, a sky, and what stands in a file of charts and procedures.
fn of_steps(more: &str, ron: &str) -> String {
    let (name, head) = pack(
        "p",
        &format!(
            "[unit]\nd = {{ dice = \"d6\" }}\n[fact]\ndie = {{ domain = \"1..=6\", unit = \"d\" }}\nwet = {{ domain = \"bool\" }}\n\
             n = {{ domain = \"0..=9\" }}\nsky = {{ domain = \"clear | rain | snow\" }}\n{more}"
        ),
    );
    common::findings([(name, head), ("g/p/p.ron".to_owned(), ron.to_owned())])
}

#[test]
fn conditions_of_charts_and_of_their_cells_that_are_foregone_are_noted() {
    let hit = "[question.hit]\ncite = \"1\"\nanswer = \"low | high\"\n";
    let chart = r#"Chart(id: "hits", title: "Hits", cite: "1", answers: "hit", down: "die", when: "n >= 0 and (sky is rain or sky is not rain)",
    rows: [("1..3", ["low"]), ("4..6", ["low if n > 9, else high"])],
    except: [(when: "wet and n <= 9", cite: "1", gives: "low"), (when: "not wet and n > 4", cite: "1", gives: "high if n > 3, else low")])
"#;
    insta::assert_snapshot!(of_steps(hit, chart));
}

#[test]
fn a_step_that_is_done_on_no_way_is_refused_and_one_on_every_way_noted() {
    let steps = r#"Procedure(id: "go", title: "Go", cite: "1", start: ["sky", "n"], steps: [
    (roll: "die", when: "n >= 0", cite: "1"),
    (ask: "die > 3", as: "wet", when: "sky is rain", otherwise: "no", cite: "1"),
    (do: "dry out", when: "wet and sky is snow", cite: "1"),
    (do: "wait", when: "sky is clear or sky is rain or sky is snow", cite: "1"),
], outcome: ["wet"])
"#;
    insta::assert_snapshot!(of_steps("", steps));
    // From a start that cannot be, nothing is come to.
    let never = "[[impossible]]\ncite = \"1\"\nsays = \"it cannot be\"\nwhen = \"wet and n = 0\"\n[[impossible]]\ncite = \"1\"\nsays = \"nor this\"\nwhen = \"sky is snow and n = 0\"\n";
    let to_snow = "Procedure(id: \"go\", title: \"Go\", cite: \"1\", start: [\"wet\", \"n\"], steps: [(ask: \"snow if wet, else rain\", as: \"sky\", cite: \"1\")], outcome: [\"sky\"])";
    assert_eq!(of_steps(never, to_snow), "nothing\n");
}

#[test]
fn a_procedure_is_proved_however_its_readings_and_switches_are_taken() {
    let of = |choice: &str, asked: &str| {
        let price = format!(
            "[question.price]\ncite = \"1\"\nanswer = \"number\"\ngives = \"die * 2 if {asked}, else die\"\n"
        );
        let steps = "(roll: \"die\", cite: \"1\"), (ask: \"price\", as: \"cost\", cite: \"1\")";
        of_steps(
            &format!(
                "cost = {{ domain = \"0..=6\" }}\n{choice}\ncite = \"1\"\nasks = \"Twice?\"\n{price}"
            ),
            &format!(
                "Procedure(id: \"go\", title: \"Go\", cite: \"1\", start: [], steps: [{steps}], outcome: [\"cost\"])\n"
            ),
        )
    };
    let reading = "[reading.double]\noptions = { once = \"once\", twice = \"twice\" }";
    let told = [
        of(reading, "double is twice"),
        of("[switch.double]", "double"),
    ];
    insta::assert_snapshot!(told.join("\n----\n"));
    // What is settled is taken so alone.
    let pair =
        "[reading.double]\noptions = { once = \"once\", twice = \"twice\" }\ndefault = \"once\"";
    let settled = format!(
        "[erratum.e]\nsource = \"s\"\nstatus = \"official\"\nsays = \"once\"\nchange = [{{ at = \"p/reading:double\", settles = \"once\" }}]\n{pair}"
    );
    assert_eq!(of(&settled, "double is twice"), "nothing\n");
}

/// What `check` says of some tables besides a few facts, a gap and a division.
fn of_proofs(more: &str) -> String {
    let head = "[fact]\nn = { domain = \"0..=3\" }\ns = { domain = \"0..=3\" }\nf = { domain = \"1..=3\" }\ng = { domain = \"bool\" }\nh = { domain = \"bool\" }\n\
                [reading.r]\ncite = \"1\"\nasks = \"Which?\"\noptions = { x = \"x\", y = \"y\" }\n";
    told(&[("p", &format!("{head}{more}"))])
}

/// A process of one state whose step gives this.
fn process(turn: &str, gives: &str) -> String {
    format!(
        "[process.p]\ncite = \"1\"\nasks = \"What is it?\"\neach = \"turn\"\nstart = [\"s\"]\nturn = [{turn}]\nstate = [\"s\"]\n\
         [[process.p.step]]\nsets = \"s\"\ncite = \"1\"\ngives = \"{gives}\"\n"
    )
}

fn impossible(when: &str) -> String {
    format!("[[impossible]]\ncite = \"1\"\nsays = \"it cannot be\"\nwhen = \"{when}\"\n")
}

#[test]
fn what_cannot_be_is_proved_for_every_reading_turn_and_start() {
    let steps = |turn, gives, when| process(turn, gives) + &impossible(when);
    let asked =
        "[question.f]\ncite = \"1\"\nanswer = \"1..=3\"\nonly = { g = \"yes\" }\ngives = \"1\"\n";
    let deep = "[switch.deep]\ncite = \"1\"\nasks = \"Deep?\"\n[question.q]\ncite = \"1\"\nanswer = \"number\"\nrules = \"\"\"\n\
                when | gives\nn < 3 | 1\nn = 3 and deep | 2\nn = 3 and not deep | 3\n\"\"\"\n";
    let first = process("\"g\"", "3 if was (s) = 2 and g, else was (s)");
    let first = first.replace("start = [\"s\"]", "start = []\ninitially = { s = \"0\" }");
    let torn = format!(
        "{}{}",
        process("\"g\"", "0")
            .replace(
                "cite = \"1\"\ngives",
                "cite = \"1\"\nwhen = \"not g\"\ngives"
            )
            .replace("start = [\"s\"]", "start = [\"s\", \"n\"]")
            .replace("state = [\"s\"]", "state = [\"s\", \"n\"]"),
        "[[process.p.step]]\nsets = \"s\"\ncite = \"1\"\nwhen = \"g\"\ngap = \"torn\"\n[[process.p.step]]\nsets = \"n\"\ncite = \"1\"\ngives = \"3 if g, else 0\"\n"
    );
    let all = [
        (
            "a reading",
            steps("\"g\"", "3 if g, else 0", "s = 3 and r is y"),
        ),
        (
            "a switch in a rule",
            format!("{deep}{}", impossible("n = 3 and deep")),
        ),
        (
            "a fact of the turn that is not asked for",
            format!("{asked}{}", steps("\"g\", \"f\"", "f", "s = 3")),
        ),
        ("another first value", first + &impossible("s = 3")),
        ("a gap beside a yes", torn + &impossible("s = 1 or n = 3")),
        (
            "a turn that cannot be",
            steps("\"g\", \"h\"", "3 if g and h, else 2", "s = 3") + &impossible("g and h"),
        ),
    ];
    let told = all.map(|(what, pack)| format!("---- {what}\n{}", of_proofs(&pack)));
    insta::assert_snapshot!(told.concat());
}

#[test]
fn what_has_no_answer_is_neither_a_law_nor_proved() {
    let law = |always: &str| {
        format!("[[law]]\ncite = \"1\"\nsays = \"it is so\"\nalways = \"{always}\"\n")
    };
    let rows = |rows: &str| {
        format!(
            "{}[examples.p]\ncite = \"1\"\nprocess = \"p\"\nrows = \"\"\"\nreading r | was s | g | = s\n{rows}\"\"\"\n",
            process("\"g\"", "3 if r is y and g, else 1")
        )
    };
    let all = [
        ("a law that divides by zero", law("12 / n FRU >= 1")),
        (
            "a step beyond its state, as a reading is taken",
            process("", "3 if r is x, else 15"),
        ),
        (
            "two readings in one example",
            rows("x | 0 | yes | 3\ny | | yes | 3\n"),
        ),
        (
            "a reading an example",
            rows("x | 0 | yes | 1\ny | 0 | yes | 3\n"),
        ),
    ];
    let told = all.map(|(what, pack)| format!("---- {what}\n{}", of_proofs(&pack)));
    let start = "Procedure(id: \"go\", title: \"Go\", cite: \"1\", start: [\"n\"], steps: [\
                 (roll: \"die\", cite: \"1\"), (do: \"wait\", when: \"12 / n FRU > 5\", cite: \"1\")], outcome: [\"die\"])\n";
    insta::assert_snapshot!(format!(
        "{}---- a step\n{}",
        told.concat(),
        of_steps("", start)
    ));
}
