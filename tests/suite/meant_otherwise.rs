//! What can be written, is hardly meant, and answered something else than its writer meant: each is told where it stands.

use crate::common;

const HEAD: &str = "id = \"p\"\ngame = \"g\"\ntitle = \"P\"\nparagraphs = { \"1\" = \"Hits\", \"2\" = \"Turns\" }\n";

const FACTS: &str = r#"
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
    let place = common::folder([("g/p/pack.toml", pack)]);
    let ran = common::chartroom_in(place.path(), &["check", "--rules", "g"]);
    match ran.error.as_str() {
        "" => "nothing\n".to_owned(),
        found => found.to_owned(),
    }
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

#[test]
fn each_set_that_a_fact_can_be_is_any_of_them() {
    let pack = format!(
        "{HEAD}{FACTS}gear = {{ domain = \"set of rope | spade\" }}\n[question.climbs]\ncite = \"1\"\nwhen = \"gear includes rope and not night\"\n\
         examples = \"\"\"\ngear | night | =\nany | yes | no\n\"\"\"\n"
    );
    let place = common::folder([("g/p/pack.toml", pack)]);
    let told = [
        "check",
        "odds climbs night=no gear=each",
        "odds climbs night=no gear=alike",
    ];
    let told = told.map(|words| {
        let all: Vec<&str> = words.split(' ').chain(["--rules", "g"]).collect();
        common::chartroom_in(place.path(), &all).both()
    });
    insta::assert_snapshot!(told.join("\n"));
}

#[test]
fn what_an_exception_of_a_shared_one_gives_counts_once() {
    let pack = format!(
        "{HEAD}{FACTS}n = {{ domain = \"0..=3\" }}\nd = {{ domain = \"bool\" }}\n[question.q]\ncite = \"1\"\nanswer = \"sum of DRM\"\n\
         rules = \"\"\"\nwhen | gives\nnight | +1\nwaited > 3 | +2\nroll > 7 | +4\n\"\"\"\n[[exception]]\ncite = \"1\"\n\
         of = [\"q\"]\nwhen = \"d\"\ngives = \"+10\"\nexcept = [\"n = 0\", {{ when = \"n = 1\", gives = \"+20\" }}, \
         {{ when = \"n = 2\", except = [{{ when = \"red = 6\", gives = \"+40\" }}] }}]\n"
    );
    let place = common::folder([("g/p/pack.toml", pack)]);
    let mut all = String::new();
    for (n, red) in [(0, 2), (1, 2), (2, 2), (2, 6), (3, 2)] {
        let facts = format!("ask q night=yes waited=4 roll=8 d=yes n={n} red={red} --rules g");
        let words: Vec<&str> = facts.split(' ').collect();
        let ran = common::chartroom_in(place.path(), &words);
        all += &format!(
            "n = {n}, red = {red}: {}\n",
            ran.out.lines().next().unwrap_or_default()
        );
    }
    insta::assert_snapshot!(all, @r"
    n = 0, red = 2: Q: +7 DRM
    n = 1, red = 2: Q: +20 DRM
    n = 2, red = 2: Q: +7 DRM
    n = 2, red = 6: Q: +40 DRM
    n = 3, red = 2: Q: +10 DRM
    ");
}

#[test]
fn a_fact_that_says_something_beside_the_answer_is_not_told_to_change_nothing() {
    let pack = format!(
        "{HEAD}{FACTS}loud = {{ domain = \"bool\" }}\nwet = {{ domain = \"bool\" }}\npays-in = {{ domain = \"MF | MP\" }}\n\
         [unit.MF]\n[unit.MP]\n[unit.\"MF or MP\"]\nany-of = [\"MF\", \"MP\"]\nwhich = \"pays-in\"\n\
         [question.noise]\ncite = \"1\"\nwhen = \"loud\"\n[question.cost]\ncite = \"1\"\nanswer = \"MF or MP\"\n\
         beware = {{ noise = \"yes\" }}\ngives = \"3 if night, else 2\"\n[[impossible]]\ncite = \"1\"\nsays = \"no wet nights\"\n\
         when = \"night and wet\"\n"
    );
    let place = common::folder([("g/p/pack.toml", pack)]);
    let told = ["pays-in=MF", "loud=yes", "loud=no", "wet=yes", "waited=3"].map(|fact| {
        let words = ["ask", "cost", "night=yes", fact, "--rules", "g"];
        format!(
            "## {fact}\n\n{}\n",
            common::chartroom_in(place.path(), &words).both()
        )
    });
    insta::assert_snapshot!(told.concat());
}

#[test]
fn a_number_among_other_words_is_no_paragraph() {
    let pack = format!(
        "{HEAD}{FACTS}[question.hit]\ncite = \"1\"\nasks = \"Is it hit?\"\nwhen = \"roll > 7 and waited > 1\"\n"
    );
    let place = common::folder([("g/p/pack.toml", pack)]);
    let told = ["hit roll 8 waited 2", "what does 2 say", "2"].map(|words| {
        format!(
            "## {words}\n\n{}\n",
            common::chartroom_in(place.path(), &["ask", words, "--rules", "g"]).both()
        )
    });
    insta::assert_snapshot!(told.concat());
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
fn a_process_that_leaves_the_domain_of_its_state_has_no_answer_and_does_not_go_on_for_ever() {
    let pack = format!("{HEAD}{FACTS}{DUEL}when = \"roll > 7\"\ngives = \"was (hp) - 2\"\n");
    let place = common::folder([("g/p/pack.toml", pack)]);
    let told = ["hp=4", "hp=3"].map(|start| {
        let words = ["odds", "duel", start, "--until", "hp <= 0", "--rules", "g"];
        format!(
            "## {start}\n\n{}\n",
            common::chartroom_in(place.path(), &words).both()
        )
    });
    let csv = [
        "odds", "duel", "hp=3", "--until", "hp <= 0", "--rules", "g", "--format", "csv",
    ];
    insta::assert_snapshot!(told.concat() + &common::chartroom_in(place.path(), &csv).both());
}

#[test]
fn odds_take_no_usual_value_for_which_a_question_is_not_asked() {
    let pack = format!(
        "{HEAD}{FACTS}sky = {{ domain = \"clear | rain | dust\", usually = \"clear\" }}\n[question.mud]\ncite = \"1\"\n\
         only = {{ sky = \"rain | dust\" }}\nwhen = \"roll > 8 and sky is rain\"\n"
    );
    let place = common::folder([("g/p/pack.toml", pack)]);
    let words = ["odds", "mud", "--rules", "g"];
    insta::assert_snapshot!(common::chartroom_in(place.path(), &words).both());
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

/// A switch and a reading, on which what is asked, played and rolled depends.
const CHOICES: &str = r#"
cash = { domain = "0..=12" }
[switch.home]
cite = "1"
asks = "Home?"
[reading.r]
cite = "1"
asks = "How many?"
options = { a = "few", b = "many" }
[question.q]
cite = "1"
asks = "How much is paid?"
answer = "number"
gives = "1 if home and r is a, else 2"
[process.pay]
cite = "2"
asks = "What is paid"
start = ["cash"]
turn = ["roll"]
state = ["cash"]
otherwise = { cash = "was (cash) + 1" }
[[process.pay.step]]
sets = "cash"
cite = "2"
when = "roll > 11"
gives = "was (cash) + q"
"#;

#[test]
fn examples_take_switches_and_readings_by_every_name() {
    let rows = [
        "home | =\nyes | 1",
        "switch home | =\nyes | 1",
        "p/home | =\nyes | 1",
        "p/home | =\nyes | 2",
        "home | p/r | =\nyes | b | 2",
        "home | reading r | =\nyes | b | 2",
    ];
    let told = rows.map(|rows| {
        headed(
            rows,
            &format!("{CHOICES}[examples.q]\nrows = \"\"\"\n{rows}\n\"\"\"\n"),
        )
    });
    insta::assert_snapshot!(told.concat());
}

#[test]
fn what_is_played_and_rolled_tells_how_it_is_read() {
    let pack = format!("{HEAD}{FACTS}{CHOICES}");
    let steps = "[Procedure(id: \"pay-day\", title: \"Pay day\", cite: [\"1\"], start: [],\n  steps: [(roll: \"roll\", cite: \"1\"), \
                 (ask: \"q + 1\", as: \"cash\", cite: \"1\")], outcome: [\"cash\"])]\n";
    let place = common::folder([("g/p/pack.toml", pack), ("g/p/1.ron", steps.to_owned())]);
    let told = [
        "play pay cash=3 --rolls 12 --turns 1",
        "play pay cash=3 --rolls 12 --turns 1 home=yes --reading p/r=b",
        "roll pay-day --rolls 5",
        "roll pay-day --rolls 5 --reading p/r=b",
        "ask q p/r=b",
        "ask q r=b",
    ];
    let told = told.map(|words| {
        let words: Vec<&str> = words.split(' ').chain(["--rules", "g"]).collect();
        format!(
            "$ {}\n{}\n",
            words.join(" "),
            common::chartroom_in(place.path(), &words).both()
        )
    });
    insta::assert_snapshot!(told.concat());
}

#[test]
fn facts_beside_a_sentence_are_facts_and_a_roll_bears_on_its_dice() {
    let pack = format!(
        "{HEAD}{FACTS}[switch.home]\ncite = \"1\"\nasks = \"Home?\"\n[question.keeps]\ncite = \"1\"\nasks = \"Is the rate kept?\"\n\
         when = \"red < 3 or home and night\"\n[[impossible]]\ncite = \"1\"\nsays = \"nights are short\"\nwhen = \"night and waited > 4\"\n"
    );
    let place = common::folder([("g/p/pack.toml", pack)]);
    let told: [&[&str]; 5] = [
        &["odds", "the rate is kept", "night=yes", "home=yes"],
        &["odds", "keeps", "night=no", "roll=4"],
        &["game", "new", "own.game", "night=yes"],
        &["game", "set", "own.game", "waited=6"],
        &["game", "show", "own.game"],
    ];
    let told = told.map(|words| {
        let all = [words, &["--rules", "g"]].concat();
        format!(
            "$ {}\n{}\n",
            words.join(" "),
            common::chartroom_in(place.path(), &all).both()
        )
    });
    insta::assert_snapshot!(told.concat());
}

#[test]
fn numbers_that_go_around_and_values_behind_and_are_told() {
    let all = [
        (
            "numbers that go around",
            "hour = { domain = \"1..=12\", cyclic = true }\n[question.q]\ncite = \"1\"\nwhen = \"hour > 6\"\n".to_owned(),
        ),
        (
            "two values at once",
            "kind = { domain = \"foot | horse\" }\n[question.q]\ncite = \"1\"\nwhen = \"kind is foot and horse\"\n".to_owned(),
        ),
    ];
    let all = all.map(|(heading, more)| headed(heading, &more));
    insta::assert_snapshot!(all.concat());
}
