//! A game at the table, kept in one file: what was told, rolled and played, line by line.

use crate::common;

use chartroom::game::{Record, State};
use chartroom::rulebook::Rulebook;
use common::{chartroom_in, folder, in_packs, write};
use std::fs;
use std::path::Path;
use std::process::Stdio;
use tempfile::TempDir;

const PACK: &str = include_str!("common/tides/pack.toml");
const STEPS: &str = include_str!("common/tides/10-steps.ron");

/// A folder with the packs.
fn table() -> TempDir {
    folder([("g/tides/pack.toml", PACK), ("g/tides/10-steps.ron", STEPS)])
}

#[track_caller]
fn done(table: &TempDir, command: &str) -> String {
    let ran = in_packs(table, command);
    assert_eq!(ran.code, 0, "{command}: {}", ran.both());
    ran.out
}

/// The text of a file without the times in it.
fn kept(table: &TempDir) -> String {
    let text = fs::read_to_string(table.path().join("friday.game")).unwrap();
    let line = |line: &str| match line.split_once("Z ") {
        Some((time, rest)) if time.starts_with("20") => format!("TIME {rest}\n"),
        _ => format!("{line}\n"),
    };
    text.lines().map(line).collect()
}

fn begun() -> TempDir {
    let table = table();
    done(&table, "game new friday.game coast=open");
    done(&table, "roll set-up moon=full --rolls 5 --game friday.game");
    done(
        &table,
        "play water-by-turn moon=new --rolls 1,3,6 --game friday.game",
    );
    table
}

#[test]
fn a_game_keeps_what_was_told_rolled_and_played_a_line_an_event() {
    let table = begun();
    let shown = [
        kept(&table),
        done(&table, "game show friday.game"),
        done(&table, "ask surf --game friday.game"),
        done(&table, "ask surf water=low --game friday.game"),
    ];
    insta::assert_snapshot!(shown.join("\n"));
}

#[test]
fn a_game_is_not_begun_with_a_fact_that_none_has() {
    let ran = in_packs(&table(), "game new friday.game cost=open");
    assert_eq!(ran.code, 2);
    assert!(ran.says("did you mean `coast`"), "{}", ran.both());
}

#[test]
fn what_a_process_sets_for_itself_alone_is_known_to_nobody_else() {
    let swell = PACK.replace(
        "water is high and coast is open",
        "water is high and coast is open and not swell",
    );
    let swell = swell.replace(
        "state     = [\"water\"]",
        "state     = [\"water\", \"storms\"]",
    );
    let inside = r#"
[process.water-by-turn.keeps.storms]
domain    = "0..=99"
initially = "0"
[[process.water-by-turn.step]]
sets  = "swell"
cite  = "T2"
gives = "wind-dr >= 5"
[[process.water-by-turn.step]]
sets  = "storms"
cite  = "T2"
gives = "was (storms) + 1 if swell, else was (storms)"
[fact.swell]
domain  = "bool"
usually = "no"
"#;
    let table = folder([("g/tides/pack.toml", swell + inside)]);
    done(&table, "game new friday.game coast=open water=middle");
    done(&table, "play water-by-turn --rolls 6 --game friday.game");
    assert!(
        kept(&table).contains(" water=high") && kept(&table).contains(" swell=yes storms=1"),
        "{}",
        kept(&table)
    );
    let asked = in_packs(&table, "ask surf --game friday.game");
    assert!(
        asked.out.starts_with("Surf: Yes") && asked.error.is_empty(),
        "{}",
        asked.both()
    );
    let shown = done(&table, "game show friday.game");
    assert!(!shown.to_lowercase().contains("swell"), "{shown}");
    done(&table, "play water-by-turn --rolls 5 --game friday.game");
    assert!(kept(&table).contains("storms=2"), "{}", kept(&table));
}

#[test]
fn what_happened_last_is_taken_back_and_brought_again() {
    let table = begun();
    let water = || {
        let json = in_packs(&table, "game show friday.game --format json").json();
        let facts = json["facts"].as_array().unwrap().clone();
        let water = facts.iter().find(|fact| fact["fact"] == "water");
        water.map(|fact| fact["value"].as_str().unwrap().to_owned())
    };
    assert_eq!(water().as_deref(), Some("high"));
    done(&table, "game undo friday.game");
    assert_eq!(water().as_deref(), Some("middle"));
    done(&table, "game undo friday.game");
    done(&table, "game undo friday.game");
    assert_eq!(water().as_deref(), Some("high"));
    done(&table, "game redo friday.game");
    assert_eq!(water().as_deref(), Some("middle"));
    done(&table, "game set friday.game water=low");
    assert_eq!(in_packs(&table, "game redo friday.game").code, 1);
    assert_eq!(water().as_deref(), Some("low"));
    done(&table, "game set friday.game water=");
    assert_eq!(water(), None);
    insta::assert_snapshot!(kept(&table));
}

#[test]
fn a_game_cut_at_every_byte_loses_at_most_the_line_that_was_being_written() {
    let table = begun();
    let book = Rulebook::folder(&table.path().join("g"));
    let model = &book.games[0];
    let whole = fs::read_to_string(table.path().join("friday.game")).unwrap();
    let head = whole.find("--- journal ---\n").unwrap() + "--- journal ---\n".len();
    for cut in 0..=whole.len() {
        let Some(text) = whole.get(..cut) else {
            continue;
        };
        let read = Record::read(text);
        if cut < head {
            assert!(read.is_err(), "{cut}");
            continue;
        }
        let game = read.unwrap();
        let finished = text[head..].matches('\n').count();
        assert_eq!(game.entries.len(), finished, "{cut}");
        let is_cut = !text.ends_with('\n');
        assert_eq!(game.misfits.len(), usize::from(is_cut), "{cut}");
        assert_eq!(State::of(model, &game).misfits.len(), game.misfits.len());
    }
}

#[test]
fn after_a_cut_the_next_line_stands_by_itself() {
    let table = begun();
    let file = table.path().join("friday.game");
    let whole = fs::read_to_string(&file).unwrap();
    let head = whole.find("--- journal ---\n").unwrap() + "--- journal ---\n".len();
    for cut in (head..whole.len()).step_by(7) {
        fs::write(&file, &whole[..cut]).unwrap();
        done(&table, "game set friday.game coast=sheltered");
        let text = fs::read_to_string(&file).unwrap();
        let game = Record::read(&text).unwrap();
        assert!(game.misfits.is_empty(), "{cut}: {text}");
        let finished = whole[head..cut].matches('\n').count();
        assert_eq!(game.entries.len(), finished + 1, "{cut}: {text}");
        assert!(text.starts_with(&whole[..cut]), "nothing is lost: {text}");
    }
}

#[test]
fn a_line_that_does_not_fit_is_told_with_its_number_and_nothing_else_is_lost() {
    let table = begun();
    let file = table.path().join("friday.game");
    let text = fs::read_to_string(&file).unwrap();
    let wrong = text.replace("set coast=open", "set coast=opn water=low");
    let wrong = format!(
        "{wrong}swim far\nset cost=open\nplay water-by-day : wind-dr=1 > water=low\nset coast=sheltered"
    );
    fs::write(&file, wrong).unwrap();
    let ran = in_packs(&table, "game show friday.game");
    assert_eq!(ran.code, 1);
    insta::assert_snapshot!(ran.both());
}

#[test]
fn a_replay_shows_the_first_line_that_the_rules_no_longer_lead_to() {
    let table = begun();
    let changed = PACK.replace("\"wind-dr = 1 or", "\"wind-dr <= 3 or");
    write(table.path(), [("g/tides/pack.toml", changed)]);
    let ran = in_packs(&table, "game show friday.game");
    assert_eq!(ran.code, 1);
    insta::assert_snapshot!(ran.both());
    // The journal counts, and the game goes on.
    done(&table, "play water-by-turn --rolls 2 --game friday.game");
}

/// A value that a mod adds, and one that has another name now, leave a game that was kept before as it is.
#[test]
fn a_longer_domain_and_a_renamed_value_are_no_change_of_a_kept_game() {
    let table = begun();
    let before = done(&table, "game show friday.game");
    let house = r#"
id = "house"
game = "g"
requires = ["tides"]
[erratum.reefs]
source = "a club"
status = "official"
says = "there are reefs, and the moon has another name"
change = [
  { at = "tides/fact:coast.domain", add = "reef", meant = "all" },
  { at = "tides/fact:moon.domain[full]", was = "full", now = "whole" },
]
"#;
    write(table.path(), [("g/house/pack.toml", house)]);
    let now = done(&table, "game show friday.game");
    assert!(!now.contains("changed since"), "{now}");
    assert_eq!(now.replace("whole", "full"), before);
    done(
        &table,
        "play water-by-turn moon=full --rolls 2 --game friday.game",
    );
}

#[test]
fn a_replayed_roll_begins_with_what_was_usual() {
    let table = table();
    done(&table, "game new friday.game coast=open");
    done(&table, "roll set-up --rolls 5 --game friday.game");
    let shown = done(&table, "game show friday.game");
    assert!(!shown.contains("changed since"), "{shown}");
}

#[test]
fn a_replayed_turn_begins_with_what_was_usual() {
    let table = table();
    let usual = format!("{PACK}\n[usually]\nwater = \"high\"\n");
    write(table.path(), [("g/tides/pack.toml", usual)]);
    done(&table, "game new friday.game coast=open");
    done(
        &table,
        "play water-by-turn moon=new --rolls 6 --game friday.game",
    );
    let shown = done(&table, "game show friday.game");
    assert!(!shown.contains("cannot follow"), "{shown}");
}

#[test]
fn a_new_fact_is_no_change_of_the_rulebook() {
    let table = begun();
    let more = format!("{PACK}\n[fact.spray]\ndomain = \"bool\"\nusually = \"no\"\n");
    let more = more.replace(
        "turn      = [\"wind-dr\", \"moon\"]",
        "turn      = [\"wind-dr\", \"moon\", \"spray\"]",
    );
    let more = more.replace(
        "when  = \"wind-dr >= 5\"",
        "when  = \"wind-dr >= 5 or (spray and wind-dr = 2 and moon is new)\"",
    );
    write(table.path(), [("g/tides/pack.toml", more)]);
    done(&table, "game show friday.game");
}

#[test]
fn a_game_holds_the_scenarios_own_rules() {
    let table = begun();
    let file = table.path().join("friday.game");
    let own = "[erratum.ssr-1]\nsource = \"SSR 1\"\ndate = 2024-05-31\nstatus = \"official\"\nsays = \"no surf here\"\n\
        [[erratum.ssr-1.change]]\nat = \"tides/surf#T2.when\"\nwas = \"water is high and coast is open\"\n\
        now = \"water is high and coast is open and moon is full\"\n\n--- journal ---";
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, text.replace("--- journal ---", own)).unwrap();
    let with = done(&table, "ask surf --game friday.game");
    assert!(with.starts_with("Surf: No"), "{with}");
    let without = done(&table, "ask surf water=high coast=open");
    assert!(without.starts_with("Surf: Yes"), "{without}");
    let wrong = fs::read_to_string(&file).unwrap();
    fs::write(
        &file,
        wrong.replace("tides/surf#T2.when", "tides/surff#T2.when"),
    )
    .unwrap();
    let ran = in_packs(&table, "ask surf --game friday.game");
    assert!(ran.error.contains("friday.game"), "{}", ran.both());
    // An answer without a rule of the scenario is not told as if it were whole.
    assert_eq!(ran.code, 1, "{}", ran.both());
}

#[test]
fn odds_are_counted_from_what_is_known_at_the_table() {
    let table = begun();
    let odds = done(&table, "odds surf --game friday.game --format json");
    assert!(odds.contains("\"1\"") || odds.contains("yes"), "{odds}");
    let shown = [
        done(
            &table,
            "odds water-by-turn --turns 1 moon=full --game friday.game",
        ),
        done(&table, "odds set-up moon=full --game friday.game"),
    ];
    insta::assert_snapshot!(shown.join("\n"));
}

#[test]
fn two_programs_on_one_game_lose_no_line() {
    let table = begun();
    let play = |facts: &str| {
        let mut command = common::program(&[
            "play",
            "water-by-turn",
            facts,
            "--turns",
            "5",
            "--seed",
            "3",
            "--game",
            "friday.game",
            "--rules",
            "g",
        ]);
        command
            .current_dir(table.path())
            .stdout(Stdio::null())
            .spawn()
            .unwrap()
    };
    let mut programs: Vec<_> = (0..4).map(|_| play("moon=new")).collect();
    for program in &mut programs {
        assert!(program.wait().unwrap().success());
    }
    let json = in_packs(&table, "game show friday.game --format json").json();
    assert_eq!(json["processes"][0]["turns"], 3 + 4 * 5);
    assert_eq!(json["misfits"].as_array().unwrap().len(), 0);
    assert!(json.get("differs").is_none(), "{json}");
}

#[test]
fn a_game_is_never_begun_over_another_and_what_is_no_game_is_told() {
    let table = begun();
    let told = |command: &str| {
        let ran = in_packs(&table, command);
        assert_eq!(ran.code, 2, "{}", ran.both());
        format!("$ chartroom {command}\n{}", ran.error)
    };
    write(
        table.path(),
        [("old.json", "{\"version\": 1}"), ("note.txt", "buy dice")],
    );
    let shown = [
        told("game new friday.game"),
        told("game show saturday.game"),
        told("game show old.json"),
        told("game show note.txt"),
        told("game set friday.game cost=open"),
        told("play water-by-day --turns 1 --game friday.game"),
    ];
    insta::assert_snapshot!(shown.join("\n"));
    assert!(Path::new(&table.path().join("friday.game")).exists());
}

#[test]
fn play_names_what_it_took_as_usual_what_is_in_effect_and_what_comes_next() {
    let table = table();
    let shown = [
        done(&table, "play water-by-turn water=middle --rolls 6,2"),
        done(
            &table,
            "play water-by-turn water=middle --rolls 6,2 --format chat",
        ),
        done(&table, "roll set-up --rolls 6"),
    ];
    insta::assert_snapshot!(shown.join("\n"));
    let strict = in_packs(&table, "play water-by-turn water=middle --rolls 2 --strict");
    assert_eq!(strict.code, 2);
    assert!(strict.error.contains("`moon`"), "{}", strict.error);
    // The moon changes nothing where the wind is as strong as that.
    for roll in ["1", "6"] {
        let strict = in_packs(
            &table,
            &format!("play water-by-turn water=middle --rolls {roll} --strict"),
        );
        assert_eq!(strict.code, 0, "{}", strict.error);
    }
}

#[test]
fn a_new_fact_with_a_usual_value_is_no_change_of_the_rulebook_for_a_state_file() {
    let table = table();
    let first = "play water-by-turn water=middle moon=new --rolls 1 --state old.json";
    done(&table, first);
    let more = format!(
        "{PACK}\n[fact.spray]\ndomain = \"bool\"\nusually = \"no\"\n[fact.swell]\ndomain = \"bool\"\nusually = \"no\"\n"
    );
    let more = more.replace(
        "turn      = [\"wind-dr\", \"moon\"]",
        "turn      = [\"wind-dr\", \"moon\", \"spray\"]",
    );
    let more = more.replace(
        "start     = [\"water\"]",
        "start     = [\"water\", \"swell\"]",
    );
    let more = more.replace(
        "when  = \"wind-dr >= 5\"",
        "when  = \"wind-dr >= 5 or spray or swell\"",
    );
    write(table.path(), [("g/tides/pack.toml", more)]);
    let next = "play water-by-turn moon=new --rolls 6 --state old.json";
    let ran = in_packs(&table, next);
    assert_eq!(ran.code, 0, "{}", ran.both());
    // A fact that changes what came of it is one.
    let other = PACK.replace("wind-dr = 1 or", "wind-dr = 2 or");
    write(table.path(), [("g/tides/pack.toml", other)]);
    let ran = in_packs(&table, next);
    assert!(ran.says("the rulebook has changed since"), "{}", ran.both());
}

#[test]
fn a_batch_at_a_table_knows_what_was_told_there() {
    let table = table();
    done(&table, "game new friday.game coast=open");
    fs::write(
        table.path().join("lines"),
        "{\"question\": \"surf\", \"facts\": {\"water\": \"high\"}}\n\
         {\"question\": \"surf\", \"facts\": {\"water\": \"high\", \"coast\": \"sheltered\"}}\n",
    )
    .unwrap();
    let answers = done(&table, "ask --batch lines --game friday.game");
    assert_eq!(answers, "{\"answer\":true}\n{\"answer\":false}\n");
}

/// What the shipped rules rolled and played is known to a question, which needs but a part of them, and to the odds.
#[test]
fn a_question_at_a_table_knows_what_was_rolled_and_played() {
    let table = TempDir::new().unwrap();
    let run = |command: &str| {
        let ran = chartroom_in(table.path(), &command.split(' ').collect::<Vec<_>>());
        assert_eq!(ran.code, 0, "{command}: {}", ran.both());
        ran.out
    };
    run("game new friday.game region=north-africa month=apr desert-boards=all");
    run("roll arid-set-up --game friday.game --rolls 1+2,3,2,4,2");
    run("play weather-turn --game friday.game --rolls 6+6,5,3+3");
    let answer = run("ask ec-drm --game friday.game --format json");
    assert!(answer.contains(r#""answer": 1"#), "{answer}");
    let haze = run("ask attack-drm attack=ordnance target=infantry range=14 --game friday.game");
    assert!(haze.starts_with("DRM to the attack: +"), "{haze}");
    run("odds arid-weather --game friday.game");
    run("card scenario --game friday.game");
    run("game show friday.game");
}

/// What a process begins with is told to the table before its first turn, and is not told again when it has gone on.
#[test]
fn what_a_process_begins_with_is_told_to_the_table() {
    let table = table();
    done(&table, "game new friday.game coast=open");
    let play = "play water-by-turn --game friday.game --rolls";
    done(&table, &format!("{play} 2 --start water=high"));
    assert!(
        kept(&table).ends_with(
            "TIME set coast=open\n\
             TIME set water=high\n\
             TIME play water-by-turn : wind-dr=2 >\n"
        ),
        "{}",
        kept(&table)
    );
    done(&table, "game show friday.game");
    let late = in_packs(&table, &format!("{play} 2 --start water=low"));
    assert!(late.error.contains("comes too late"), "{}", late.both());
    let other = in_packs(&table, &format!("{play} 2 water=low"));
    assert!(
        other
            .error
            .contains("the game has come to water = high, not low"),
        "{}",
        other.both()
    );
    done(&table, &format!("{play} 1 water=high"));
    let known = done(&table, "game show friday.game");
    assert!(!known.contains("rules have changed"), "{known}");
}

/// A folder of packs stands beside the game's file, wherever the program is run.
#[test]
fn packs_beside_a_game_are_found_from_elsewhere() {
    let table = table();
    done(&table, "game new friday.game coast=open");
    fs::create_dir(table.path().join("elsewhere")).unwrap();
    let elsewhere = table.path().join("elsewhere");
    let shown = chartroom_in(&elsewhere, &["game", "show", "../friday.game"]);
    assert_eq!(shown.code, 0, "{}", shown.both());
}

/// A beach is dry as long as the water lets it be.
const BEACH: &str = r#"
[fact.beach]
domain = "dry | wet"
[question.beach]
cite   = "T3"
answer = "dry | wet"
gives  = "wet if water is high, else dry"
"#;

/// What was told or rolled before a turn follows the rules when the turn changes what it comes from; what stood against the rules
/// before stays as it was given.
#[test]
fn what_a_turn_makes_of_other_facts_is_known_from_then_on() {
    let pack = PACK.replace(
        "\"T2\" = \"Wind\"",
        "\"T2\" = \"Wind\"\n\"T3\" = \"Beaches\"",
    );
    let table = folder([
        ("g/tides/pack.toml", pack.as_str()),
        ("g/tides/10-steps.ron", STEPS),
        ("g/tides/20-beach.toml", BEACH),
    ]);
    let game = |command: &str| done(&table, &format!("{command} --game friday.game"));
    let known = |value: &str| {
        let shown = done(&table, "game show friday.game");
        assert!(shown.contains(&format!("Beach  {value}\n")), "{shown}");
        assert!(!shown.contains("rules have changed"), "{shown}");
    };
    done(
        &table,
        "game new friday.game coast=open beach=dry water=middle",
    );
    let played = game("play water-by-turn --rolls 5,2,1");
    known("Dry");
    done(&table, "game undo friday.game");
    done(&table, "game undo friday.game");
    known("Wet");
    done(&table, "game undo friday.game");
    known("Dry");
    let chat = game("play water-by-turn --rolls 5 --format chat");
    insta::assert_snapshot!([played, chat, kept(&table)].join("\n"));

    // The scenario says so, whatever the water does.
    done(&table, "game undo friday.game");
    done(&table, "game set friday.game beach=wet");
    game("play water-by-turn --rolls 2");
    known("Wet");

    // A journal in which nothing came of it was written by other rules.
    let path = table.path().join("friday.game");
    let text = fs::read_to_string(&path).unwrap();
    let head = text.split_once("--- journal ---").unwrap().0;
    let lines = "set beach=dry water=middle\nplay water-by-turn : wind-dr=5 > water=high\n";
    fs::write(&path, format!("{head}--- journal ---\n{lines}")).unwrap();
    let shown = in_packs(&table, "game show friday.game").out;
    let told = "the journal says beach stays as it is, the rules now say beach=wet (T3)";
    assert!(
        shown
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
            .contains(told),
        "{shown}"
    );
}

/// What nothing looks at is told, unless a table keeps it; and values in turn are as many turns.
#[test]
fn what_a_process_or_a_procedure_does_not_look_at_is_told() {
    let table = table();
    let play = in_packs(
        &table,
        "play water-by-turn coast=open --start water=low --seed 1",
    );
    assert_eq!(play.error, "not asked: `coast` changes nothing here\n");
    let roll = in_packs(&table, "roll set-up coast=open --seed 1");
    assert_eq!(roll.error, "not asked: `coast` changes nothing here\n");
    let odds = in_packs(&table, "odds set-up coast=open");
    assert_eq!(odds.error, "not asked: `coast` changes nothing here\n");
    done(&table, "game new friday.game");
    let kept = in_packs(
        &table,
        "play water-by-turn coast=open water=low --seed 1 --game friday.game",
    );
    assert_eq!(kept.error, "");
    let mut words = "play water-by-turn water=low --format chat --rules g"
        .split(' ')
        .collect::<Vec<_>>();
    words.push("wind-dr=5 then 5 then 1");
    let played = chartroom_in(table.path(), &words).out;
    let third = "turn 3: Wind dr: 1 > Water high → middle (T1)\n";
    assert!(
        played.contains(third) && !played.contains("turn 4"),
        "{played}"
    );
}

/// Of a text, rules know only whether it is one of those that they name: a game keeps it as it was told.
#[test]
fn a_game_keeps_texts_as_they_were_told() {
    let table = TempDir::new().unwrap();
    let run = |words: &[&str]| chartroom_in(table.path(), words);
    let done = |words: &[&str]| {
        let ran = run(words);
        assert_eq!(ran.code, 0, "{words:?}: {}", ran.both());
        ran.out
    };
    done(&["game", "new", "friday.game", "month=apr", "hexrow=g-g"]);
    let set = done(&["game", "set", "friday.game", "overlay-id=S and D"]);
    assert!(set.ends_with(" S and D\n"), "{set}");
    let shown = done(&["game", "show", "friday.game"]);
    assert!(
        shown.contains("g-g\n") && shown.contains("S and D\n"),
        "{shown}"
    );
    let answer = done(&["ask", "drift-first-hex", "--game", "friday.game"]);
    assert!(answer.starts_with("Drift first hex: g-g5\n"), "{answer}");
    for text in ["overlay-id=S \"and\" D", "overlay-id=S\nD"] {
        let ran = run(&["game", "set", "friday.game", text]);
        assert_eq!(ran.code, 2, "{}", ran.both());
        assert!(
            ran.error
                .contains("stands on one line and has no `\"` in it"),
            "{}",
            ran.error
        );
    }
    assert_eq!(done(&["game", "show", "friday.game"]), shown);
}

/// What a turn or a roll was told of a free text is written down as it was told, and known from then on where it was known before.
#[test]
fn a_turn_and_a_roll_keep_texts_as_they_were_told() {
    let rules = r#"
[unit]
DR = { dice = "d6" }
[fact]
wdr   = { domain = "dice", unit = "DR" }
place = { domain = "text" }
sky   = { domain = "clear | cloud" }
[question.where]
cite   = "1"
answer = "text"
gives  = "place"
[process.weather]
cite  = "1"
start = ["sky"]
turn  = ["wdr", "place"]
state = ["sky"]
otherwise = { sky = "clear" }
[[process.weather.step]]
sets  = "sky"
cite  = "1"
when  = "wdr >= 3 and place = 'here'"
gives = "cloud"
"#;
    let scout = r#"Procedure(
    id: "scout", title: "What is seen", cite: ["1"], start: ["place"],
    steps: [(roll: "wdr", cite: "1"), (ask: "cloud if place = 'here', else clear", as: "sky", cite: "1")],
    outcome: ["sky"],
)"#;
    let table = folder([
        ("p/pack.toml", "id = \"p\"\ngame = \"g\"\n"),
        ("p/10.toml", rules),
        ("p/20.ron", scout),
    ]);
    let run = |words: &[&str]| chartroom_in(table.path(), &[words, &["--rules", "p"]].concat());
    let done = |words: &[&str]| {
        let ran = run(words);
        assert_eq!(ran.code, 0, "{words:?}: {}", ran.both());
        ran.out
    };
    let at = ["--game", "a.game", "--seed", "1"];
    done(&["game", "new", "a.game", "place=the mill", "sky=clear"]);
    done(&[&["play", "weather", "place=the ford"], &at[..]].concat());
    assert!(done(&["ask", "where", "--game", "a.game"]).starts_with("Where: the ford\n"));
    done(&[&["play", "weather", "place=here"], &at[..]].concat());
    assert!(done(&["ask", "where", "--game", "a.game"]).starts_with("Where: here\n"));
    done(&[&["roll", "scout", "place=the hill"], &at[..]].concat());
    done(&["game", "show", "a.game"]);
    let kept = fs::read_to_string(table.path().join("a.game")).unwrap();
    let events = kept
        .lines()
        .filter_map(|line| Some(line.split_once("Z ")?.1));
    insta::assert_snapshot!(events.collect::<Vec<_>>().join("\n"), @r#"
    set place="the mill" sky=clear
    play weather place="the ford" : wdr=2 >
    play weather place=here : wdr=6 > sky=cloud
    roll scout place="the hill" : wdr=2 > sky=clear
    "#);
    for text in ["place=the \"old\" mill", "place=a\nset sky=cloud"] {
        for words in [["play", "weather"], ["roll", "scout"]] {
            let ran = run(&[&words[..], &[text], &at[..]].concat());
            assert_eq!(ran.code, 2, "{}", ran.both());
            assert!(ran.error.contains("stands on one line"), "{}", ran.error);
        }
    }
    // What stands for all texts alike is nothing that a journal could say.
    let ran = run(&[
        "play",
        "weather",
        "place=here then there",
        "--game",
        "a.game",
        "--seed",
        "2",
    ]);
    assert_eq!(ran.code, 2);
    insta::assert_snapshot!(ran.error, @"
    error: what `place` is would not be written down; give it for each turn by
        itself: `place=TEXT`
    ");
    assert_eq!(
        fs::read_to_string(table.path().join("a.game")).unwrap(),
        kept
    );
}
