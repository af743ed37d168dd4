//! What a person reads finds room on a page of 80 columns, or of as many as are asked for; only a word that is longer runs on.

use crate::common::{chartroom, chartroom_in, folder, plain};

use chartroom::answer::{Asker, Stated};
use chartroom::model::{Asked, Model, QuestionId};
use chartroom::render::View as _;
use chartroom::render::about;
use chartroom::render::answer::{Shown, first, human};
use chartroom::render::chart::Charts;
use chartroom::render::list::{self, Holdings, KINDS};
use chartroom::rulebook::Rulebook;
use chartroom::source::Sources;
use chartroom::turn::Situation;
use unicode_width::UnicodeWidthStr;

const PAGE: usize = 80;

/// The lines that are wider than the page, though they have more than one word.
fn too_wide(text: &str, width: usize) -> Vec<String> {
    let text = plain(text);
    let wide = text.lines().filter(|line| line.width() > width);
    let wide = wide.filter(|line| line.split_whitespace().count() > 1);
    wide.map(str::to_owned).collect()
}

#[track_caller]
fn fits(what: &str, text: &str, width: usize) {
    let wide = too_wide(text, width);
    assert!(wide.is_empty(), "{what}:\n{}", wide.join("\n"));
}

/// Prompts and the library of arguments apart, no line ends in blanks.
#[track_caller]
fn has_no_blank_end(what: &str, text: &str) {
    let text = plain(text);
    let blank = text.lines().find(|line| line.ends_with(' '));
    assert!(blank.is_none(), "{what}: {blank:?} ends in blanks");
}

/// What `ask` shows of a question, in short and in full.
fn asked(model: &Model, sources: &Sources, id: QuestionId, situation: Situation) -> String {
    let mut asker = Asker::new(model);
    let answer = asker.answer(sources, id, Stated::new(situation));
    let shown = Shown {
        parts: answer.all_parts(),
        changes: answer.changes(&mut asker),
        ..Shown::new(&answer)
    };
    folded(&format!("{}\n{}", first(&shown, PAGE), human(&shown)))
}

/// A text as the program prints it.
fn folded(text: &str) -> String {
    chartroom::render::fold(text, PAGE)
}

#[test]
fn every_question_finds_room_open_and_answered() {
    let book = Rulebook::embedded();
    for model in &book.games {
        let questions = (0..).map(QuestionId).zip(&model.questions);
        for (id, question) in questions.filter(|(_, question)| question.process.is_none()) {
            let open = asked(model, &book.sources, id, Situation::new(model));
            fits(&question.name, &open, PAGE);
            has_no_blank_end(&question.name, &open);
        }
        for example in model.examples.iter().step_by(23) {
            let Asked::Questions(asks) = &example.asked else {
                continue;
            };
            let mut situation = Situation::new(model);
            for (fact, indices) in &example.given {
                situation.set(*fact, indices.first().copied());
            }
            for (id, ..) in asks {
                let told = asked(model, &book.sources, *id, situation.clone());
                fits(&model.questions[*id].name, &told, PAGE);
            }
        }
    }
}

#[test]
fn every_chart_paragraph_and_list_finds_room() {
    let book = Rulebook::embedded();
    for model in &book.games {
        let charts: Vec<_> = model.charts.iter().map(|chart| (model, chart)).collect();
        for width in [PAGE, 48] {
            let page = Charts::of(&charts, &book.sources, true).page();
            fits("the charts", &page.human(width), width);
        }
    }
    let holdings = Holdings {
        games: &book.games,
        written: &book.written,
        sources: &book.sources,
    };
    for kind in &KINDS {
        let entries = kind.entries(&holdings);
        fits(kind.name, &list::human(kind, &entries, PAGE), PAGE);
    }
    for name in book
        .games
        .iter()
        .flat_map(|model| model.packs.iter().flat_map(|pack| &pack.paragraphs))
        .map(|(number, _)| number)
    {
        for (_, told) in book.about(name) {
            let page = about::View::of(&told, &[], true).page();
            fits(name, &page.human(PAGE), PAGE);
        }
    }
}

/// Commands of every kind, the wrong ones too.
const COMMANDS: &[&str] = &[
    "",
    "--help",
    "odds --help",
    "ask turn-effects turn=apr-may country=poland",
    "ask entry-cost mover=truck hex-terrain=sand --interview",
    "ask attack-drm attack=small-arms target=infantry range=3 ffe-dust-in-los=yes",
    "ask attack-drm wether=snow",
    "ask weather-turn-events wind-change-dr=12 --strict",
    "table attack-drm range=3 --limit 5",
    "table turn-effects --limit 6",
    "find rain mortar truck crest",
    "find xyzzy",
    "card scenario weather=overcast region=north-africa month=apr dust=light --open",
    "card turn turn=apr-may",
    "roll arid-set-up region=north-africa month=jul desert-boards=all --seed 5",
    "roll arid-set-up --rolls 1,2",
    "play weather-turn weather=overcast region=north-africa month=apr --turns 3 --seed 4",
    "odds weather-turn weather=overcast month=apr --turns 2",
    "odds chart-weather month=any region=europe",
    "diff --limit 4 embedded embedded --errata none",
    "erratum list",
    "explain never-holds",
    "explain attack-drm",
    "schema",
];

#[test]
fn every_command_finds_room() {
    for command in COMMANDS {
        let arguments: Vec<&str> = command.split_whitespace().collect();
        fits(command, &chartroom(&arguments).both(), PAGE);
    }
    for width in ["40", "60"] {
        let asked = [
            "ask",
            "attack-drm",
            "attack=ordnance",
            "snow=deep",
            "--width",
            width,
        ];
        fits(width, &chartroom(&asked).both(), width.parse().unwrap());
    }
}

#[test]
fn a_fact_that_means_nothing_takes_one_line() {
    let head = "id = \"reef\"\ngame = \"sea\"\nparagraphs = { R1 = \"Reefs\" }\n";
    let topic = "[fact.tide]\ndomain = \"low < high\"\n[fact.wind]\ndomain = \"0..=9\"\n\
        [question.reef]\ncite = \"R1\"\nasks = \"Is it seen?\"\nanswer = \"bool\"\n\
        gives = \"tide is low and wind > 3\"\n";
    let packs = folder([("reef/pack.toml", head), ("reef/reef.toml", topic)]);
    for command in [
        "ask reef",
        "ask reef --why",
        "show reef",
        "list facts",
        "table reef",
    ] {
        let arguments: Vec<&str> = command.split(' ').chain(["--rules", "."]).collect();
        let ran = chartroom_in(packs.path(), &arguments);
        fits(command, &ran.both(), PAGE);
        has_no_blank_end(command, &ran.both());
        assert!(ran.out.contains("tide"), "{command}: {}", ran.both());
    }
}

#[test]
fn findings_find_room_with_the_line_that_is_wrong() {
    let long = "wind is strong or wind is gale or ".repeat(6);
    let desk = folder([
        (
            "mine/sea/pack.toml",
            "id = \"sea\"\ngame = \"sea\"\n[paragraphs]\n\"1\" = \"Wind\"\n".to_owned(),
        ),
        (
            "mine/sea/wind.toml",
            format!(
                "[fact.wind]\ndomain = \"calm | strong | gale\"\n[question.sails]\ncite = \"1\"\n\
                 asks = \"?\"\nanswer = \"any\"\nwhen = \"{long}wind is storm\"\n"
            ),
        ),
    ]);
    let told = chartroom_in(desk.path(), &["check", "--rules", "mine"]);
    fits("check", &told.both(), PAGE);
    let wrong = told.error.lines().find(|line| line.contains("^^^^^"));
    let written = told.error.lines().find(|line| line.contains("is storm"));
    let place = |line: Option<&str>, sign: &str| line.and_then(|line| line.find(sign));
    assert_eq!(
        place(wrong, "^^^^^"),
        place(written, "storm"),
        "{}",
        told.error
    );
}
