//! The crate as another program uses it: names in, names out.

use crate::common;
use chartroom::{Question, Rulebook, Throws};
use itertools::Itertools as _;

const HAZE: [(&str, &str); 5] = [
    ("heat-haze", "intense"),
    ("range", "17"),
    ("target", "infantry"),
    ("attack", "ordnance"),
    ("los-within-one-building", "no"),
];

#[test]
fn an_answer_tells_its_reasons_with_their_paragraphs_and_places() {
    let book = Rulebook::shipped();
    let answer = book
        .ask("heat-haze-drm")
        .facts(HAZE)
        .unwrap()
        .answer()
        .unwrap();
    assert_eq!(answer.to_string(), "+2 DRM");
    assert_eq!(answer.value().as_deref(), Some("+2"));
    assert_eq!(answer.unit(), "DRM");
    let by_range = answer
        .reasons()
        .into_iter()
        .find(|reason| reason.cite() == "F11.621")
        .unwrap();
    assert_eq!(by_range.says(), "+1 per 6 hexes FRU beyond 6");
    assert_eq!(by_range.gives().as_deref(), Some("+2"));
    assert_eq!(by_range.question(), "heat-haze-range-drm");
    assert!(by_range.place().unwrap().0.ends_with("62-heat-haze.ron"));
    let parts: Vec<_> = answer
        .parts()
        .map(|part| (part.gives().unwrap(), part.cite().to_owned()))
        .collect();
    assert_eq!(parts, [("+2".to_owned(), "F11.621".to_owned())]);
}

#[test]
fn what_is_taken_as_usual_is_told_and_what_of_it_would_change_the_answer() {
    let book = Rulebook::shipped();
    let haze = HAZE
        .into_iter()
        .filter(|(fact, _)| *fact != "los-within-one-building");
    let answer = book
        .ask("heat-haze-drm")
        .facts(haze)
        .unwrap()
        .answer()
        .unwrap();
    assert_eq!(answer.to_string(), "+2 DRM");
    assert!(
        answer
            .found()
            .any(|(fact, value)| (fact, value.as_str()) == ("los-within-one-building", "no"))
    );
    let others = answer.would_change();
    let inside = others
        .iter()
        .find(|other| other.fact() == "los-within-one-building")
        .unwrap();
    assert_eq!(
        (inside.value(), inside.answer()),
        ("yes".to_owned(), Some("+0".to_owned()))
    );
    assert!(answer.impossible().is_none());
}

#[test]
fn what_is_missing_is_an_answer_and_what_is_misspelt_an_error() {
    let book = Rulebook::shipped();
    let open = book
        .ask("arid-weather")
        .fact("month", "may")
        .unwrap()
        .answer()
        .unwrap();
    assert_eq!(open.value(), None);
    assert_eq!(open.needs().collect::<Vec<_>>(), ["weather-dr"]);
    assert_eq!(open.to_string(), "depends on weather-dr");

    let error = |found: Result<_, chartroom::Error>| found.map(|_: ()| ()).unwrap_err().to_string();
    let fact = book.ask("arid-weather").fact("mont", "may").map(|_| ());
    assert_eq!(
        error(fact),
        "no pack declares a fact `mont`; did you mean `month`?"
    );
    let twice = book
        .ask("arid-weather")
        .facts([("month", "may"), ("month", "jun")])
        .map(|_| ());
    assert_eq!(error(twice), "`month` is given twice");
    let name = book.ask("arid-wether").answer().map(|_| ());
    assert!(error(name).contains("arid-weather"));
}

#[test]
fn odds_are_exact_fractions_with_what_is_left_open_side_by_side() {
    let book = Rulebook::shipped();
    let odds = book
        .ask("arid-weather")
        .fact("month", "apr")
        .unwrap()
        .odds()
        .unwrap();
    assert_eq!(
        odds.to_string(),
        "clear 1/2\nclear-and-gusty 11/36\novercast 5/36\nmud 1/36\nmud-and-overcast 1/36\n"
    );
    let open = book.ask("arid-weather").odds().unwrap();
    let given: Vec<_> = open
        .chances()
        .next()
        .unwrap()
        .given()
        .map(|(_, values)| values)
        .collect();
    assert_eq!(given, ["apr"]);
}

fn sample(amount: &str) -> Rulebook {
    let pack = format!(
        "id = \"first\"\ngame = \"sample\"\n[unit.DRM]\n[fact.roll]\ndomain = \"1..=6\"\n\
         [question.q]\ncite = \"1.1\"\nanswer = \"DRM\"\ncombine = \"sum\"\n\
         [[rule]]\nanswers = \"q\"\nwhen = \"roll >= 5\"\ngives = \"{amount}\"\n"
    );
    Rulebook::texts([("sample/first/pack.toml", pack)])
}

#[test]
fn a_difference_names_the_question_and_counts_its_situations() {
    let (old, new) = (sample("+1"), sample("+2"));
    assert!(old.diff(&old).is_empty());
    let difference = old.diff(&new);
    let change = difference.changes().next().unwrap();
    assert_eq!((change.question(), change.situations()), ("q", (2, 6)));
    assert!(difference.to_string().contains("1 → 2"), "{difference}");
}

#[test]
fn an_error_of_a_pack_is_told_when_it_is_opened_and_shown_underlined() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("first")).unwrap();
    let pack =
        "id = \"first\"\ngame = \"sample\"\n[question.q]\nanswer = \"bool\"\ngives = \"rol\"\n";
    std::fs::write(folder.path().join("first/pack.toml"), pack).unwrap();
    assert!(Rulebook::open([folder.path()]).is_err());
    let broken = Rulebook::texts([("first/pack.toml", pack)]);
    let found = broken.check();
    assert!(broken.show(found.first().unwrap()).contains("^^^"));
    assert!(Rulebook::open(["embedded"]).is_ok());
}

#[test]
fn a_game_is_played_from_its_begin_to_what_is_in_effect() {
    let book = Rulebook::shipped();
    let mut game = book.game("asl").unwrap();
    for (fact, value) in [
        ("region", "north-africa"),
        ("desert-boards", "all"),
        ("month", "jul"),
    ] {
        game.tell(fact, Some(value)).unwrap();
    }
    let set_up = game.roll("arid-set-up", &[], Throws::Seed(5)).unwrap();
    assert!(set_up.came.iter().any(|(fact, _)| fact == "weather"));
    let mut before: Vec<_> = game.known().collect();
    let turn = game
        .play(
            "wind-by-turn",
            &[("wind-blows-to", "0")],
            Throws::Told("6+6"),
        )
        .unwrap();
    assert_eq!(turn.rolls.len(), 1);
    let lines = game.in_effect("scenario").unwrap();
    assert!(!lines.is_empty());
    assert!(lines.iter().all(|line| !line.to_string().is_empty()));
    let haze = game.ask("arid-weather").unwrap().answer().unwrap();
    assert!(!haze.to_string().is_empty());

    let again = book.resume(game.text()).unwrap();
    assert!(again.known().eq(game.known()));
    assert_eq!(again.misfits().count(), 0);
    assert!(game.undo().unwrap());
    // What was told to the table with the turn is known without it.
    let now: Vec<_> = game.known().collect();
    before.push(("wind-blows-to", "0".to_owned()));
    assert!(
        now.iter().all(|own| before.contains(own)) && now.len() == before.len(),
        "{now:?}"
    );
    game.tell("month", None).unwrap();
    assert!(game.known().all(|(fact, _)| fact != "month"));
}

/// What holds beyond a turn is told to the table with it, what the game has come to is not told otherwise, and the readings of its
/// head are taken.
#[test]
fn a_game_in_a_program_is_that_of_the_command_line() {
    let book = sheet();
    let mut game = book.game("s").unwrap();
    let turn = [("n", "1"), ("place", "the {ford}")];
    game.play("march", &turn, Throws::Told("3")).unwrap();
    game.play("march", &[], Throws::Told("2")).unwrap();
    let told = |error: chartroom::Error| error.to_string();
    let again = game.play("march", &[("n", "1")], Throws::Told("2"));
    assert_eq!(
        told(again.unwrap_err()),
        "the game has come to n = 3, not 1; `chartroom game set FILE n=1` sets it"
    );
    for several in ["2..3", "each", "2 then 3"] {
        let played = game.play("march", &[("dr", several)], Throws::Seed(1));
        assert_eq!(told(played.unwrap_err()), "`dr` needs one value");
    }
    let lines: Vec<&str> = game
        .text()
        .lines()
        .filter(|line| line.contains("n="))
        .collect();
    insta::assert_snapshot!(lines.join("\n"), @r#"
    set n=1 place="the {ford}"
    play march : dr=3 > n=2
    play march : dr=2 > n=3
    "#);
    let of = |game: &chartroom::Game<'_>, question| {
        game.ask(question).unwrap().answer().unwrap().to_string()
    };
    // A text is what was told, whatever stands in it.
    assert_eq!(of(&game, "spot"), "hex the {ford}3");
    assert_eq!(of(&game, "cost"), "1");
    let text = game
        .text()
        .replace("errata =", "readings = [\"p/slow=twice\"]\nerrata =");
    assert_eq!(of(&book.resume(&text).unwrap(), "cost"), "2");
    // One that is none is told, and left out.
    let wrong = book.resume(&text.replace("slow", "fast")).unwrap();
    assert_eq!(
        (wrong.misfits().count(), of(&wrong, "cost")),
        (1, "1".to_owned())
    );
    // Another game's questions and cards are not asked with what is known of this one.
    assert_eq!(game.impossible(), None);
    game.tell("n", Some("20")).unwrap();
    game.tell("place", Some("home")).unwrap();
    assert_eq!(game.impossible(), Some(("nobody goes so far", "1")));
    let odds = |n: &str| {
        book.ask("far")
            .facts([("n", n), ("place", "home")])
            .unwrap()
            .odds()
            .unwrap()
    };
    assert_eq!(odds("20").impossible(), Some(("nobody goes so far", "1")));
    assert_eq!(odds("3").impossible(), None);
    let other = game.ask("fare").unwrap_err();
    assert_eq!(told(other), "`fare` is no question of `s`, but of `z`");
}

/// A pack with a text, two units and two dice, and one of another game.
fn sheet() -> Rulebook {
    let rules = r#"
[unit]
DR = { dice = "red d6 + white d6" }
dr = { dice = "1d6" }
MF = {}
MP = {}
"MF or MP" = { any-of = ["MF", "MP"], which = "pays-in" }
[fact]
n       = { domain = "0..=20" }
pays-in = { domain = "MF | MP" }
place   = { domain = "text" }
roll    = { domain = "dice", unit = "DR" }
red     = { domain = "1..=6", die = "red of roll" }
dr      = { domain = "1..=6", unit = "dr" }
[question.spent]
cite   = "1"
answer = "MF or MP"
gives  = "2"
[question.spot]
cite   = "1"
answer = "text"
gives  = "'hex {place}{n}'"
[question.far]
cite   = "1"
answer = "bool"
gives  = "n > dr"
[[impossible]]
cite = "1"
says = "nobody goes so far"
when = "n = 20 and place = 'home'"
[question.double]
cite   = "1"
answer = "bool"
gives  = "roll = 12 and red = 6"
[reading.slow]
cite    = "1"
asks    = "?"
options = { once = "once", twice = "twice" }
because = "it stands first"
[question.cost]
cite   = "1"
answer = "number"
gives  = "2 if slow is twice, else 1"
[process.march]
cite  = "1"
start = ["n", "place"]
turn  = ["dr"]
state = ["n"]
otherwise = { n = "was (n)" }
[[process.march.step]]
sets  = "n"
cite  = "1"
when  = "dr <= 3 and not place = 'home'"
gives = "was (n) + 1"
"#;
    Rulebook::texts([
        ("p/pack.toml", "id = \"p\"\ngame = \"s\"\n"),
        ("p/10.toml", rules),
        ("z/pack.toml", "id = \"z\"\ngame = \"z\"\n"),
        (
            "z/10.toml",
            "[question.fare]\ncite = \"1\"\nanswer = \"number\"\ngives = \"1\"\n",
        ),
    ])
}

/// A text from which nothing is read is told, with why.
#[test]
fn a_text_that_is_not_read_is_told() {
    let head = "id = \"p\"\ngame = \"g\"\n";
    let topic = "fact.n.domain = \"bool\"\n";
    for (paths, unread) in [
        (["p/pack.toml", "p/10.toml"], None),
        (["p/pack.toml", "10.toml"], Some("10.toml")),
        (["p/PACK.TOML", "p/pack.toml"], Some("p/PACK.TOML")),
        (["p\\pack.toml", "p/pack.toml"], Some("p\\pack.toml")),
        (["p/pack.toml", "p/deep/10.toml"], Some("p/deep/10.toml")),
        (["p/pack.toml", "p/10.tml"], Some("p/10.tml")),
    ] {
        let texts = paths.map(|path| {
            (
                path,
                if path.ends_with("pack.toml") || path.contains("PACK") {
                    head
                } else {
                    topic
                },
            )
        });
        let found = common::found(&Rulebook::texts(texts));
        let told: Vec<String> = found.iter().map(ToString::to_string).collect();
        match unread {
            None => assert_eq!(told, [""; 0]),
            Some(path) => assert!(
                told.len() == 1 && told[0].starts_with(&format!("the text `{path}` is not read; ")),
                "{told:?}"
            ),
        }
    }
    let twice = ["p/pack.toml", "p/10.toml", "p/10.toml"];
    let texts = twice.map(|path| (path, if path == "p/pack.toml" { head } else { topic }));
    let found = common::found(&Rulebook::texts(texts));
    assert_eq!(found.len(), 1);
    assert_eq!(
        found[0].to_string(),
        "the text `p/10.toml` is not read; another text has this path, and is"
    );
}

/// What of an answer stands in no diagram, the unit of several and what a text names, is that of each row.
#[test]
fn a_unit_and_a_text_are_those_of_each_row() {
    let book = sheet();
    assert!(
        common::found(&book).is_empty(),
        "{}",
        common::told(&common::found(&book), &book.sources)
    );
    let all = |sizes: &[usize]| {
        let rows = sizes.iter().map(|size| 0..*size).multi_cartesian_product();
        rows.collect::<Vec<Vec<usize>>>()
    };
    answered_as_alone(&book.ask("spent"), &["pays-in"], all);
    answered_as_alone(&book.ask("spot"), &["n"], all);
    answered_as_alone(&book.ask("spot").fact("place", "Q").unwrap(), &["n"], all);
    let mut ready = book.ask("double").columns(["roll", "red"]).unwrap();
    let rows = [
        ready.number(0, "12").unwrap(),
        ready.number(0, "12").unwrap(),
    ];
    let red = [ready.number(1, "6").unwrap(), ready.number(1, "5").unwrap()];
    let refused = ready.answers(&[&rows, &red], &mut [0; 2]).unwrap_err();
    assert_eq!(refused.to_string(), "no roll of `roll` falls as is told");
}

#[test]
fn what_does_not_fit_a_game_is_refused_and_leaves_it_as_it_was() {
    let book = Rulebook::shipped();
    let told = |error: chartroom::Error| error.to_string();
    assert_eq!(
        told(book.game("asll").unwrap_err()),
        "no pack is of the game `asll`; did you mean `asl`?"
    );
    assert!(book.resume("dice").is_err());
    let mut game = book.game("asl").unwrap();
    let empty = game.text().to_owned();
    assert!(!game.undo().unwrap());
    assert!(game.tell("month", Some("jly")).is_err());
    assert!(game.roll("arid-setup", &[], Throws::Seed(1)).is_err());
    assert!(game.play("wind-by-turn", &[], Throws::Told("99")).is_err());
    assert!(game.in_effect("scenarios").is_err());
    assert_eq!(game.text(), empty);
}

#[test]
fn a_roll_that_is_not_looked_at_on_some_way_counts_there_in_all_its_ways() {
    let book = Rulebook::texts([(
        "sample/two/pack.toml",
        r#"
        id = "two"
        game = "sample"
        [unit.dr]
        dice = "d6"
        [fact.first]
        domain = "dice"
        unit   = "dr"
        [fact.second]
        domain = "dice"
        unit   = "dr"
        [question.hits]
        cite   = "1.1"
        answer = "bool"
        gives  = "first >= 5 or second >= 4"
        "#,
    )]);
    let odds = book.ask("hits").odds().unwrap();
    let chances: Vec<String> = odds.chances().map(|chance| chance.fraction()).collect();
    assert_eq!(chances, ["1/3", "2/3"]);
}

#[test]
fn a_roll_and_one_of_its_dice_are_counted_in_all_ways_in_which_the_others_fall() {
    let book = Rulebook::texts([(
        "sample/three/pack.toml",
        r#"
        id = "three"
        game = "sample"
        [unit.TR]
        dice = "red d6 + 2d6"
        [fact.total]
        domain = "dice"
        unit   = "TR"
        [fact.red]
        domain = "1..=6"
        die    = "red of total"
        [question.hits]
        cite   = "1.1"
        answer = "bool"
        gives  = "red >= 5 and total >= 12"
        "#,
    )]);
    let odds = book.ask("hits").odds().unwrap();
    let chances: Vec<String> = odds.chances().map(|chance| chance.fraction()).collect();
    // With a red 5, two dice of seven or more; with a red 6, of six or more.
    let hits = 21 + 26;
    assert_eq!(
        chances,
        [format!("{}/216", 216 - hits), format!("{hits}/216")]
    );
}

#[test]
fn what_follows_from_a_roll_is_asked_for_not_the_roll() {
    let book = Rulebook::texts([(
        "sample/sky/pack.toml",
        r#"
        id = "sky"
        game = "sample"
        [unit.dr]
        dice = "d6"
        [fact.sky-dr]
        domain = "dice"
        unit   = "dr"
        [fact.season]
        domain = "dry | wet"
        [fact.sky]
        domain = "clear | rain"
        [fact.ground]
        domain = "firm | soft"
        [question.sky]
        cite   = "1.1"
        answer = "sky"
        gives  = "rain if sky-dr >= 5, else clear"
        [question.ground]
        cite   = "1.2"
        answer = "ground"
        gives  = "soft if season is wet, else firm"
        [question.slips]
        cite   = "1.3"
        answer = "bool"
        gives  = "sky is rain and ground is soft"
        "#,
    )]);
    assert!(book.check().is_empty(), "{:?}", book.check());
    let answer = book.ask("slips").answer().unwrap();
    let mut needs: Vec<&str> = answer.needs().collect();
    needs.sort_unstable();
    assert_eq!(needs, ["season", "sky"]);
}

const FOG: &str = r#"
id = "fog"
game = "sample"
[fact.sight]
domain = "0..=9"
[fact.range]
domain = "0..=9"
[fact.snow]
domain = "bool"
[fact.fog]
domain = "bool"
[fact.haze]
domain  = "bool"
usually = "fog"
[fact.night]
domain = "bool"
[question.sight]
cite      = "1"
answer    = "sight"
otherwise = "9"
[[question.sight.rule]]
when = "snow"
gap  = "the number is torn off"
[question.seen]
cite   = "2"
answer = "bool"
gives  = "range <= sight"
[question.blurred]
cite   = "3"
answer = "bool"
gives  = "haze"
[[impossible]]
cite = "4"
says = "No fog by night in snow"
when = "fog and night and snow"
[question.grey]
cite   = "5"
answer = "bool"
gives  = "fog"
"#;

/// What a question of that pack needs, where some facts are told; what is lost, if that is why there is no answer.
fn needs(question: &str, told: &[(&str, &str)], strict: bool) -> (Vec<String>, bool) {
    let book = Rulebook::texts([("sample/fog/pack.toml", FOG)]);
    assert!(book.check().is_empty(), "{:?}", book.check());
    let mut asked = book.ask(question).facts(told.iter().copied()).unwrap();
    if strict {
        asked = asked.strict();
    }
    let answer = asked.answer().unwrap();
    let needs = answer.needs().map(str::to_owned).collect();
    (needs, answer.lost().is_some())
}

#[test]
fn what_is_open_is_told_and_nothing_else() {
    let told = |facts: &[&str]| facts.iter().map(|own| (*own).to_owned()).collect();
    // What a fact only usually is, is no reason to ask for something else.
    assert_eq!(needs("blurred", &[], true), (told(&["haze"]), false));
    // Where something is lost, and something else is open, it is not yet known whether that matters.
    let (open, is_lost) = needs("seen", &[("snow", "yes")], false);
    assert!(open.contains(&"range".to_owned()) && !is_lost, "{open:?}");
    // What only decides whether a situation can be is not asked for.
    let open = needs("grey", &[("snow", "yes")], false);
    assert_eq!(open, (told(&["fog"]), false));
}

#[test]
fn where_too_much_is_open_a_modifier_that_nothing_finds_is_asked_for() {
    let all = || (0..13).map(|number| 1 << number);
    let facts: String = all()
        .map(|of| format!("f{of} = {{ domain = \"bool\" }}\n"))
        .collect();
    let rules: String = all().map(|of| format!("f{of} | +{of}\n")).collect();
    let head = "id = \"haze\"\ngame = \"sample\"\n[unit]\nDR = { dice = \"2d6\" }\nDRM = { modifies = \"DR\" }";
    let book = Rulebook::texts([(
        "sample/haze/pack.toml",
        format!(
            r#"
            {head}
            [fact]
            night    = {{ domain = "bool" }}
            leader   = {{ domain = "-3..=2", unit = "DRM" }}
            haze-drm = {{ domain = "0..=8191", unit = "DRM" }}
            {facts}
            [question.haze-drm]
            cite   = "1"
            answer = "sum of DRM"
            rules  = """
            when | gives
            {rules}"""
            [question.far]
            cite   = "2"
            answer = "any"
            when   = "haze-drm + leader > 70 and night"
            "#
        ),
    )]);
    assert!(book.check().is_empty(), "{:?}", book.check());
    let answer = book.ask("far").answer().unwrap();
    let needs: Vec<&str> = answer.needs().collect();
    assert!(
        needs.contains(&"leader") && !needs.contains(&"haze-drm"),
        "{needs:?}"
    );
}

#[test]
fn of_a_question_only_the_values_that_are_alike_are_counted() {
    let program = env!("CARGO_BIN_EXE_chartroom");
    let facts = [
        "odds",
        "arid-weather",
        "month=apr",
        "weather-dr=alike of 2, 12",
    ];
    let mut command = std::process::Command::new(program);
    let told = command.args(facts).args(["--format", "csv"]);
    let told = String::from_utf8(told.output().unwrap().stdout).unwrap();
    assert!(
        told.contains("mud,1/2,") && !told.contains("clear"),
        "{told}"
    );
}

/// Holds rows in columns, which are made of how many values each fact has, to what each is answered alone; the second time they
/// are looked up.
fn answered_as_alone(
    asked: &Question<'_>,
    facts: &[&str],
    rows: impl FnOnce(&[usize]) -> Vec<Vec<usize>>,
) {
    let mut ready = asked.columns(facts).unwrap();
    let places = 0..facts.len();
    let values: Vec<Vec<String>> = places
        .clone()
        .map(|own| ready.values(own).collect())
        .collect();
    let sizes: Vec<usize> = values.iter().map(Vec::len).collect();
    let rows = rows(&sizes);
    let column = |own: usize| rows.iter().map(|row| row[own] as u32).collect();
    let columns: Vec<Vec<u32>> = places.map(column).collect();
    let columns: Vec<&[u32]> = columns.iter().map(Vec::as_slice).collect();
    let mut answers = vec![0; rows.len()];
    ready.answers(&columns, &mut answers).unwrap();
    let first = std::mem::replace(&mut answers, vec![0; rows.len()]);
    ready.answers(&columns, &mut answers).unwrap();
    assert_eq!(answers, first);
    for (row, number) in rows.iter().zip(&answers) {
        let told = facts.iter().zip(&values).zip(row);
        let told = told.map(|((fact, values), value)| (*fact, &values[*value]));
        let alone = asked.clone().facts(told).unwrap().answer().unwrap();
        let of_row = ready.answer(*number).unwrap();
        assert_eq!(of_row.text(), alone.to_string(), "{facts:?} {row:?}");
        assert_eq!(of_row.value().map(str::to_owned), alone.value());
        let found = of_row.found().map(|(fact, value)| (fact, value.to_owned()));
        assert!(found.eq(alone.found()), "{facts:?} {row:?}");
        assert_eq!(of_row.impossible(), alone.impossible());
    }
}

#[test]
fn rows_in_columns_are_answered_as_each_would_be_alone() {
    let book = Rulebook::shipped();
    let asked = book.ask("heat-haze-drm").fact("range", "17").unwrap();
    answered_as_alone(&asked, &["heat-haze", "target", "attack"], |sizes| {
        let add = |rows: Vec<Vec<usize>>, size: &usize| {
            let all = rows.iter();
            all.flat_map(|row| (0..*size).map(move |value| [row.as_slice(), &[value]].concat()))
                .collect()
        };
        sizes.iter().fold(vec![Vec::new()], add)
    });
}

/// Of columns that alone decide, what stands at a leaf of the diagram answers every row that leads there.
#[test]
fn rows_at_random_are_answered_as_each_would_be_alone() {
    let book = Rulebook::shipped();
    let haze = "heat-haze attack target range los-within-one-building";
    let bog = "ground-pressure mover weight british-built crosses-dune-crest hex-terrain ec";
    for (question, facts) in [
        ("heat-haze-drm", haze),
        ("sand-bog-drm", bog),
        ("vehicle-dust-drm", "attack vehicle-dust-in-los"),
    ] {
        let facts: Vec<&str> = facts.split(' ').collect();
        answered_as_alone(&book.ask(question), &facts, |sizes| {
            let mut stream = 11_u64;
            let mut below = |limit: usize| {
                stream = stream
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1);
                (stream >> 33) as usize % limit
            };
            let mut row = || sizes.iter().map(|size| below(*size)).collect();
            (0..200).map(|_| row()).collect()
        });
    }
}

#[test]
fn columns_that_cannot_be_read_are_refused_with_their_row() {
    let book = Rulebook::shipped();
    let asked = book.ask("arid-weather");
    let mut ready = asked.columns(["month", "weather-dr"]).unwrap();
    let mut told = |month: &[u32], roll: &[u32]| {
        let wrong = ready.answers(&[month, roll], &mut [0; 2]);
        wrong.unwrap_err().to_string()
    };
    assert_eq!(
        told(&[0, 1], &[0, 11]),
        "11 in row 1 is no value of `weather-dr`; its values have the numbers 0 to 10"
    );
    assert_eq!(
        told(&[12, 1], &[0, 1]),
        "12 in row 0 is no value of `month`; its values have the numbers 0 to 11"
    );
    assert_eq!(told(&[1], &[0, 1]), "2 columns of 2 rows are wanted");
    let number = ready.number(0, "apri").unwrap_err();
    assert_eq!(
        number.to_string(),
        "`apri` is not a value of `month`; did you mean `apr`?"
    );
    let none: [&str; 0] = [];
    let none = asked.columns(none).unwrap_err().to_string();
    assert_eq!(none, "columns are of one fact at least");
    let twice = asked.columns(["month", "month"]).unwrap_err();
    assert_eq!(twice.to_string(), "`month` is given twice");
}

#[test]
fn more_rows_than_can_be_remembered_are_answered_one_by_one() {
    let facts: Vec<String> = (0..8)
        .map(|fact| format!("f{fact} = {{ domain = \"0..=15\" }}\n"))
        .collect();
    let rules: Vec<String> = (0..8)
        .map(|fact| format!("\"f{fact} >= {}\"", fact + 2))
        .collect();
    let book = Rulebook::texts([(
        "sample/many/pack.toml",
        format!(
            "id = \"many\"\ngame = \"sample\"\n[switch.counting]\ncite = \"1.1\"\nasks = \"?\"\nsettled = \"no\"\n[fact]\n{}[question.total]\ncite = \"1.1\"\nanswer = \"sum of number\"\nwhen = [{}]\ngives = \"1\"\n",
            facts.concat(),
            rules.join(", ")
        ),
    )]);
    let names: Vec<String> = (0..8).map(|fact| format!("f{fact}")).collect();
    let mut ready = book.ask("total").columns(&names).unwrap();
    let columns: Vec<[u32; 3]> = (0..8).map(|fact| [fact, 15, 15 - fact]).collect();
    let columns: Vec<&[u32]> = columns.iter().map(<[u32; 3]>::as_slice).collect();
    let mut answers = [0; 3];
    ready.answers(&columns, &mut answers).unwrap();
    let told = answers.map(|number| ready.answer(number).and_then(|own| own.value()).unwrap());
    assert_eq!(told, ["0", "8", "7"]);

    // That another row led to the same leaf makes no value right that a settled switch no longer has.
    let names = names.iter().map(String::as_str).chain(["counting"]);
    let mut ready = book.ask("total").columns(names).unwrap();
    let zeros = [0; 2];
    let columns: Vec<&[u32]> = std::iter::repeat_n(zeros.as_slice(), 8)
        .chain([[0, 1].as_slice()])
        .collect();
    let refused = ready
        .answers(&columns, &mut [0; 2])
        .unwrap_err()
        .to_string();
    assert!(refused.contains("counting` is settled"), "{refused}");
}

/// What is given to a program is what the command line writes for one.
#[test]
fn what_a_program_is_given_is_written_as_the_command_line_writes_it() {
    let written = |line: &str| -> serde_json::Value {
        let words = line.split_whitespace().chain(["--format", "json"]);
        let out = common::chartroom(&words.collect::<Vec<_>>());
        serde_json::from_str(&out.out).unwrap()
    };
    let book = Rulebook::shipped();
    for line in [
        "ask heat-haze-drm heat-haze=intense range=17 target=infantry attack=ordnance",
        "ask heat-haze-drm heat-haze=intense",
        "ask arid-weather month=apr weather-dr=7",
        "ask attack-drm attack=small-arms weather=snow range=8",
        "odds arid-weather month=apr --strict",
        "odds arid-weather --strict",
    ] {
        let words: Vec<&str> = line.split(' ').collect();
        let facts = words[2..].iter().filter_map(|word| word.split_once('='));
        let question = book.ask(words[1]).facts(facts).unwrap();
        let given = match words[0] {
            "ask" => serde_json::to_value(question.answer().unwrap()).unwrap(),
            _ => serde_json::to_value(question.odds().unwrap()).unwrap(),
        };
        assert_eq!(given, written(line), "{line}");
    }
    let all = written("list");
    let kinds: Vec<&String> = all
        .as_object()
        .unwrap()
        .keys()
        .filter(|key| *key != "version")
        .collect();
    assert!(kinds.len() > 10, "{kinds:?}");
    for kind in kinds {
        let listed = serde_json::to_value(book.list(kind).unwrap()).unwrap();
        assert_eq!(listed, all[kind], "{kind}");
    }
    assert_eq!(
        book.list("question").unwrap_err().to_string(),
        "nothing is listed as `question`; did you mean `questions`?"
    );
}

/// Other errata are another rulebook, and a game goes by those under which it was begun.
#[test]
fn a_game_goes_by_the_errata_under_which_it_was_begun() {
    let rules = r#"
[fact]
n    = { domain = "0..=9" }
roll = { domain = "1..=6" }
[question.cost]
cite   = "1"
answer = "number"
gives  = "n"
[process.march]
cite  = "1"
start = ["n"]
turn  = ["roll"]
state = ["n"]
otherwise = { n = "was (n)" }
[[process.march.step]]
sets  = "n"
cite  = "1"
when  = "roll <= 3 and was (n) < 9"
gives = "was (n) + 1"
[erratum.dear]
source  = "a house rule"
date    = 2020-01-01
status  = "unofficial"
says    = "it costs one more"
change  = [{ at = "p/cost.gives", was = "n", now = "n + 1" }]
"#;
    let book = Rulebook::texts([
        ("p/pack.toml", "id = \"p\"\ngame = \"s\"\n"),
        ("p/10.toml", rules),
    ]);
    assert!(
        common::found(&book).is_empty(),
        "{}",
        common::told(&common::found(&book), &book.sources)
    );
    let cost = |book: &Rulebook| {
        let answer = book.ask("cost").fact("n", "3").unwrap().answer().unwrap();
        answer.to_string()
    };
    let dear = book.with_errata("dear").unwrap();
    assert_eq!((cost(&book), cost(&dear)), ("3".to_owned(), "4".to_owned()));
    assert_eq!(cost(&dear.with_errata("none").unwrap()), "3");
    let told = |error: chartroom::Error| error.to_string();
    assert_eq!(
        told(book.with_errata("deer").unwrap_err()),
        "no pack holds an erratum `deer`; did you mean `dear`?"
    );
    assert_eq!(
        told(book.with_errata("until:yesterday").unwrap_err()),
        "`until:yesterday` are no errata; `yesterday` is not a day such as `2024-05-31`"
    );
    let game = dear.game("s").unwrap();
    assert!(dear.resume(game.text()).is_ok());
    assert_eq!(
        told(book.resume(game.text()).unwrap_err()),
        "it goes by the errata `dear`, the rulebook by `official`"
    );
    // What the rules would say otherwise now is told; what is known stays what was written down.
    let mut game = book.game("s").unwrap();
    game.tell("n", Some("1")).unwrap();
    game.play("march", &[("roll", "2")], Throws::Told(""))
        .unwrap();
    assert_eq!(game.departs(), None);
    let text = game.text().replace("n=2", "n=3");
    let other = book.resume(&text).unwrap();
    assert_eq!(
        other.departs().unwrap(),
        "line 10, `play march roll=2 : > n=3`: the journal says n=3, the rules now say n=2 (1)"
    );
    assert_eq!(other.known().collect::<Vec<_>>(), [("n", "3".to_owned())]);
    // An error tells its kind, its paragraph and its place.
    let wrong = rules.replace("gives  = \"n\"", "gives  = \"m\"");
    let wrong = Rulebook::texts([
        ("p/pack.toml", "id = \"p\"\ngame = \"s\"\n"),
        ("p/10.toml", &*wrong),
    ]);
    let found = wrong.check();
    let found = found.last().unwrap();
    assert!(found.is_error());
    assert_eq!(
        (found.kind(), found.message(), wrong.place(found)),
        (
            "unknown-name",
            "nothing here is called `m`",
            Some(("p/10.toml", 8, 11))
        )
    );
    let unknown = book.ask("cosd").answer().unwrap_err();
    assert_eq!(
        (unknown.kind(), book.place(&unknown)),
        ("unknown-question", None)
    );
}

/// A letter that is not seen is made visible, and nothing else is made of it.
#[test]
fn a_hidden_letter_in_a_text_is_no_fact_in_braces() {
    let rules = "[fact]\nad = { domain = \"0..=9\" }\n[question.q]\ncite = \"1\"\nasks = \"?\"\nanswer = \"text\"\ngives = \"'well\u{ad}known {ad}'\"\n";
    let book = Rulebook::texts([
        ("p/pack.toml", "id = \"p\"\ngame = \"s\"\n"),
        ("p/10.toml", rules),
    ]);
    assert!(common::found(&book).is_empty());
    let answer = book.ask("q").fact("ad", "7").unwrap().answer().unwrap();
    assert_eq!(answer.to_string(), "well\\u00adknown 7");
}

/// A line of a journal tells no more facts than anybody would, and what is said of a long one is short.
#[test]
fn a_line_of_very_many_facts_is_told_in_short() {
    let book = Rulebook::shipped();
    let text = book.game("asl").unwrap().text().to_owned();
    let many = |count: usize| format!("{text}set {}\n", "month=may ".repeat(count));
    assert_eq!(book.resume(&many(1000)).unwrap().misfits().count(), 0);
    let game = book.resume(&many(1001)).unwrap();
    let told: Vec<String> = game.misfits().collect();
    assert!(
        told[0].ends_with("`: it tells more than 1000 facts") && told[0].len() < 300,
        "{told:?}"
    );
}
