//! What can be written, is hardly meant, and answered something else than its writer meant: each is told where it stands.

use crate::common;

/// The head of a small pack.
pub const HEAD: &str = "id = \"p\"\ngame = \"g\"\ntitle = \"P\"\nparagraphs = { \"1\" = \"Hits\", \"2\" = \"Turns\" }\n";

/// Its facts; more of them may follow.
pub const FACTS: &str = r#"
[unit]
pair  = { dice = "red d6 + blue d6" }
DRM   = { modifies = "pair" }
turns = { one = "turn", counts = "waited" }

[fact]
roll   = { domain = "dice", unit = "pair" }
red    = { domain = "1..=6", die = "red of roll" }
night  = { domain = "bool" }
waited = { domain = "0..=8", unit = "turns" }
sight  = { domain = "4..=24 step 4" }
"#;

/// What `check` says of a pack with these lines besides; what is proved of the rest is left out.
fn told(more: &str) -> String {
    let pack = format!("{HEAD}{FACTS}{more}");
    common::findings([("g/p/pack.toml", pack)])
}

/// The same under a heading.
fn headed(heading: &str, more: &str) -> String {
    format!("## {heading}\n\n{}\n", told(more))
}

/// What is said of a question that gives this.
fn gives(gives: &str) -> String {
    let question = format!("[question.q]\ncite = \"1\"\nanswer = \"DRM\"\ngives = \"{gives}\"\n");
    headed(gives, &question)
}

#[test]
fn dice_that_are_one_die_or_taken_away_are_told() {
    let dies = [
        "again = { domain = \"1..=6\", die = \"red of roll\" }",
        "other = { domain = \"1..=6\", die = \"blue of roll\" }",
    ];
    let dice = ["red d6 + red d6", "d6-d6", "2d6 - d4", "2d6-1"];
    let unit = |dice| headed(dice, &format!("[unit.odd]\ndice = \"{dice}\"\n"));
    let dies = dies.into_iter().map(|die| headed(die, die));
    let all: Vec<String> = dies.chain(dice.map(unit)).collect();
    insta::assert_snapshot!(all.concat());
}

#[test]
fn bounds_and_conditions_within_what_a_rule_gives_are_looked_at() {
    let all: Vec<String> = [
        "-1 per 2 turns FRU up to -3",
        "-1 per 2 turns FRU at least -3",
        "+1 per 2 turns FRU up to +3",
        "(waited as DRM) at most -4 at least +4",
        "(waited as DRM) at least -4 at most +4",
        "+1 if waited > 9, else +2",
        "+1 if waited in 6..12, else +2",
        "+1 if night, else +2",
        "(waited as DRM) at most +0",
    ]
    .into_iter()
    .map(gives)
    .collect();
    insta::assert_snapshot!(all.join("\n"));
}

#[test]
fn steps_that_can_be_nothing_of_their_state_and_idle_choices_are_told() {
    let process = |turn: &str, gives: &str| {
        format!(
            "[process.watch]\ncite = \"2\"\nasks = \"How far one sees\"\nstart = [\"sight\"]\neach = \"turn\"\nturn = [{turn}]\nstate = [\"sight\"]\notherwise = {{ sight = \"was (sight)\" }}\n[[process.watch.step]]\nsets = \"sight\"\nwhen = \"night\"\ngives = \"{gives}\"\n"
        )
    };
    let steps = [
        ("\"night\"", "99"),
        ("\"night\"", "was (sight) + 3 at most 24"),
        ("\"night\"", "was (sight) + 4"),
        ("\"night\", \"sight\"", "was (sight) - 4 at least 4"),
    ];
    let steps =
        steps.map(|(turn, gives)| headed(&format!("turn {turn}, {gives}"), &process(turn, gives)));
    let idle = "[switch.smoke]\ncite = \"1\"\nasks = \"Smoke?\"\n[reading.late]\ncite = \"2\"\nasks = \"When?\"\noptions = { soon = \"soon\", late = \"late\" }\n[question.q]\ncite = \"1\"\nwhen = \"night and late is soon\"\n";
    let never = "[[impossible]]\ncite = \"1\"\nsays = \"nothing can be\"\nwhen = \"waited >= 0\"\n[question.q]\ncite = \"1\"\nanswer = \"DRM\"\nrules = \"\"\"\nwhen | gives\nnight | +1\nnot night | +2\n\"\"\"\n";
    let often = "[question.q]\ncite = \"1\"\nanswer = \"sum of DRM\"\nexcept = [{ when = \"waited > 2\", gives = \"+1\" }]\nwhen = [\"night\", \"roll = 2\"]\ngives = \"+2\"\n";
    let others = [
        ("A switch for nothing", idle),
        ("All is impossible", never),
        ("An exception of all rules of a sum", often),
    ];
    let others = others.map(|(heading, more)| headed(heading, more));
    insta::assert_snapshot!(steps.concat() + &others.concat());
}

#[test]
fn books_words_for_rates_and_bounds_are_told_as_they_are_written_here() {
    let all: Vec<String> = [
        "+1 per 2 turns rounded up",
        "+1 per 2 turns or fraction",
        "+1 per 2 turns or part thereof",
        "+1 per 2 turns FRU max +3",
        "-1 per 2 turns FRU to a maximum of -3",
        "+1 per 2 turns FRU (max +3)",
        "half waited + 3 FRU",
        "+1 if waited in 3 to 5, else +0",
        "+1 if waited > 5; night, else +0",
        "+1 if waited beyond 5, else +0",
        "waited + 1 as DRM",
        "waited at least 7 as DRM",
        "(waited + 1 at most 3 as DRM)",
        "max(waited, 3)",
        "least 3, waited",
    ]
    .into_iter()
    .map(gives)
    .collect();
    insta::assert_snapshot!(all.join("\n"));
}

#[test]
fn a_text_over_two_lines_and_a_comparison_that_is_bound_are_one_error_each() {
    let sky = "[fact.sky]\ndomain = \"clear | snow\"\n[question.state]\ncite = \"1\"\nanswer = \"sky\"\ngives = \"snow if waited > 3, else clear\"\n";
    let when = |when: &str| told(&format!("{sky}[question.q]\ncite = \"1\"\nwhen = {when}\n"));
    let all = [
        when("\"waited > 3\nand sky is snow\""),
        when("\"state with waited = 5 is snow\""),
        when("\"(state with waited = 5) is snow\""),
    ];
    insta::assert_snapshot!(all.join("\n"));
}

#[test]
fn what_procedures_cite_counts_and_a_step_taken_out_is_named() {
    let procedure = |again: &str| {
        format!(
            "Procedure(id: \"shoot\", title: \"Shoot\", cite: [\"1\"], start: [],\n    steps: [(roll: \"roll\"), (ask: \"roll = 2\", as: \"jam\"),{again} (ask: \"roll >= 8\", as: \"hit\", cite: \"2\")],\n    outcome: [\"jam\", \"hit\"])\n"
        )
    };
    let facts =
        format!("{HEAD}{FACTS}jam = {{ domain = \"bool\" }}\nhit = {{ domain = \"bool\" }}\n");
    let again = procedure(" (roll: \"roll\", when: \"jam\"),");
    let place = common::folder([
        ("old/p/pack.toml", facts.clone()),
        ("old/p/10.ron", again),
        ("new/p/pack.toml", facts),
        ("new/p/10.ron", procedure("")),
    ]);
    let run = |arguments: &[&str]| common::chartroom_in(place.path(), arguments).both();
    insta::assert_snapshot!(
        run(&["coverage", "--rules", "old"]) + "\n---\n" + &run(&["diff", "old", "new"])
    );
}

#[test]
fn a_sheet_goes_by_the_labels_of_what_a_question_answers() {
    let pack = format!(
        "{HEAD}\n[fact]\nodds = {{ domain = \"one < two < three\", labels = {{ one = \"1:2\", two = \"1:1\", three = \"2:1\" }} }}\ndie = {{ domain = \"1..=2\" }}\n[question.final]\ncite = \"1\"\nanswer = \"odds\"\ngives = \"odds\"\n[question.hit]\ncite = \"1\"\nanswer = \"miss | hit\"\n"
    );
    let place = common::folder([
        ("g/p/pack.toml", pack),
        (
            "crt.csv",
            "Die,1:2,1:1,2:1\n1,miss,miss,hit\n2,miss,hit,hit\n".to_owned(),
        ),
        (
            "bad.csv",
            "Die,1:2,1:1,2:1\n1,miss,\"1,000\",hit\n2,miss,hit,hit\n".to_owned(),
        ),
    ]);
    let import = |sheet: &str| {
        let wish = [
            "import",
            sheet,
            "--cite",
            "1",
            "--answers",
            "hit",
            "--across",
            "final",
            "--down",
            "die",
            "--rules",
            "g",
        ];
        common::chartroom_in(place.path(), &wish).both()
    };
    insta::assert_snapshot!(import("crt.csv") + "\n---\n" + &import("bad.csv"));
}

#[test]
fn odds_as_they_are_printed_levels_and_signs_of_print_are_told() {
    let scale = "odds = { domain = \"one-to-two < even < two-to-one\", labels = { one-to-two = \"1-2\", even = \"1:1\" }, \
                 groups = { bad = [\"one-to-two\"] } }\n";
    let whens = [
        "odds is 1-2",
        "odds is 1:1",
        "odds in {1-1, 1-2}",
        "bad in odds",
        "even is not odds",
        "odds + 1 > 2",
        "odds is two\u{2011}to\u{2011}one",
        "waited > 50%",
    ];
    let rule = |when| {
        headed(
            when,
            &format!("{scale}[question.q]\ncite = \"1\"\nwhen = \"{when}\"\n"),
        )
    };
    let dice = |dice| headed(dice, &format!("[unit.odd]\ndice = \"{dice}\"\n"));
    let rows = |rows: &str| {
        headed(
            rows,
            &format!(
                "[question.q]\ncite = \"1\"\nanswer = \"DRM\"\nrules = \"\"\"\n{rows}\n\"\"\"\n"
            ),
        )
    };
    let all = whens.into_iter().map(rule);
    let all = all.chain(["d%", "2d%"].map(dice));
    let all = all.chain(
        [
            "when | gives\nnight | +1 |",
            "when | gives\nnight | +\u{bd}",
        ]
        .map(rows),
    );
    insta::assert_snapshot!(all.collect::<String>());
}

#[test]
fn calculations_and_conditions_as_people_say_them_are_told_as_they_are_written_here() {
    let facts = "a = { domain = \"0..=12\" }\nb = { domain = \"0..=12\" }\n";
    let given = [
        "the greatest of a, b",
        "1 when a > 3, else 2",
        "1 if a > 3, otherwise 2",
        "a > 3 ? 1 : 2",
        "a % 2",
        "a mod 2",
        "twice a",
        "largest of a, b",
        "sum of a and b",
        "abs(a - b)",
        "1/2 a FRU",
        "half a + b FRU",
        "a halved",
        "a plus b",
        "a divided by 2",
        "a^2",
    ];
    let when = [
        "3 <= a <= 5",
        "a > 3 and < 5",
        "unless night",
        "either night or a > 3",
        "a not 3",
        "a is no more than 3",
        "a is one of 3, 4",
        "any of night, a > 3",
    ];
    let dice = ["dF", "d6!", "2d6kh1", "3d6 drop lowest", "d0"];
    let question = |text: &str, key: &str| {
        let answer = if key == "gives" {
            "answer = \"number\"\n"
        } else {
            ""
        };
        headed(
            text,
            &format!("{facts}[question.q]\ncite = \"1\"\n{answer}{key} = \"{text}\"\n"),
        )
    };
    let mut all: Vec<String> = given.map(|text| question(text, "gives")).into();
    all.extend(when.map(|text| question(text, "when")));
    all.extend(dice.map(|dice| headed(dice, &format!("[unit.odd]\ndice = \"{dice}\"\n"))));
    insta::assert_snapshot!(all.concat());
}

#[test]
fn throws_named_twice_and_what_finds_nothing_are_told() {
    let facts = "shots = { domain = \"1..=6\" }\nkind = { domain = \"foot | horse\" }\nwet = { domain = \"bool\" }\n";
    let question = |text: &str| format!("{facts}[question.q]\ncite = \"1\"\n{text}\n");
    let number = |gives: &str| question(&format!("answer = \"number\"\ngives = \"{gives}\""));
    let all = [
        ("one throw, named twice", number("greatest of roll, roll")),
        ("and as a sum", number("roll + roll")),
        (
            "a die called as a fact",
            format!("{facts}[unit.volley]\ndice = \"shots d6\"\n"),
        ),
        (
            "values behind or, and more",
            question("when = \"kind is foot or horse and wet\""),
        ),
        (
            "a question as a kind of answer",
            format!(
                "{}\n[question.r]\ncite = \"1\"\nanswer = \"q\"\ngives = \"yes\"",
                question("when = \"night\"")
            ),
        ),
        (
            "labels in a question",
            question(
                "answer = \"one-two | even\"\nlabels = { one-two = \"1-2\" }\ngives = \"even\"",
            ),
        ),
        (
            "results of two parts",
            question("answer = \"none | D1 | D1/A1\"\ngives = \"none\""),
        ),
        (
            "a fact that its question never finds",
            format!("{facts}[question.waited]\ncite = \"1\"\nanswer = \"number\"\ngives = \"50\""),
        ),
        (
            "dice that cannot fall so",
            "blue = { domain = \"1..=6\", die = \"blue of roll\" }\n[question.q]\ncite = \"1\"\nanswer = \"1..=6\"\ngives = \"roll - (greatest of red, blue)\""
                .to_owned(),
        ),
        (
            "a law that is met by gaps alone",
            format!(
                "{facts}[question.q]\ncite = \"1\"\nanswer = \"number\"\nrules = \"\"\"\nwhen | gives | gap\nwet | | lost\nnot wet | 1 |\n\"\"\"\n[[law]]\ncite = \"1\"\nsays = \"says\"\nalways = \"q = 1\"\nwhen = \"wet\""
            ),
        ),
        (
            "a column that the rows do not have",
            question(
                "answer = \"DRM\"\nrules = \"\"\"\nwhen | gives | except\nnight | +1\nwet | +2\nshots > 3 | +3\n\"\"\"",
            ),
        ),
    ];
    let all = all.map(|(heading, more)| headed(heading, &more));
    insta::assert_snapshot!(all.concat());
}

const DUEL: &str = r#"
hp = { domain = "0..=6" }
[question.hit]
cite = "1"
when = "roll + hp > 9"
[process.duel]
cite = "2"
asks = "The duel"
start = ["hp"]
turn = ["roll"]
state = ["hp"]
otherwise = { hp = "was (hp)" }
[[process.duel.step]]
sets = "hp"
cite = "2"
"#;

#[test]
fn a_step_that_asks_for_its_own_new_value_is_told_what_asks_for_the_one_before() {
    let step = |when: &str| {
        headed(
            when,
            &format!("{DUEL}when = \"{when}\"\ngives = \"was (hp) - 1 at least 0\"\n"),
        )
    };
    let all = [
        "hit",
        "hit with hp = was (hp)",
        "roll > 8 and hp > 0",
        "roll > 8",
    ]
    .map(step);
    insta::assert_snapshot!(all.concat());
}

#[test]
fn what_comes_of_a_bound_fact_is_bound_and_a_roll_is_called_as_it_is() {
    let bound = headed(
        "a question bound by what it does not take",
        "hits = { domain = \"0..=9\" }\n[question.hits]\ncite = \"1\"\nanswer = \"0..=9\"\ngives = \"waited\"\n\
         [question.q]\ncite = \"1\"\nwhen = \"hits > 3\"\n[question.r]\ncite = \"1\"\nwhen = \"q with waited = 3\"\n",
    );
    let pack = format!("{HEAD}{FACTS}");
    let steps = "[Procedure(id: \"set-up\", title: \"Set-up\", cite: [\"1\"], start: [],\n  steps: [(roll: \"roll\", as: \"first\", cite: \"1\"),\n  \
                 (roll: \"roll\", otherwise: \"2\", cite: \"1\")], outcome: [\"roll\"])]\n";
    let place = common::folder([("g/p/pack.toml", pack), ("g/p/1.ron", steps.to_owned())]);
    let ran = common::chartroom_in(place.path(), &["check", "--rules", "g"]);
    insta::assert_snapshot!(format!(
        "{bound}## a roll that is called otherwise\n\n{}",
        ran.error
    ));
}

#[test]
fn numbers_that_go_around_and_values_behind_and_are_told() {
    let all = [
        (
            "numbers that go around",
            "hour = { domain = \"1..=12\", cyclic = true }\n[question.q]\ncite = \"1\"\nwhen = \"hour > 6\"\n".to_owned(),
        ),
        (
            "what else is answered, as a row",
            "[question.q]\ncite = \"1\"\nanswer = \"DRM\"\nrules = \"\"\"\nwhen | gives\nnight | +1\nelse | +3\n\"\"\"\n".to_owned(),
        ),
        (
            "a union",
            "[question.q]\ncite = \"1\"\nanswer = \"union of rope | spade\"\ngives = \"rope\"\n".to_owned(),
        ),
        (
            "two values at once",
            "kind = { domain = \"foot | horse\" }\n[question.q]\ncite = \"1\"\nwhen = \"kind is foot and horse\"\n".to_owned(),
        ),
    ];
    let all = all.map(|(heading, more)| headed(heading, &more));
    insta::assert_snapshot!(all.concat());
}
