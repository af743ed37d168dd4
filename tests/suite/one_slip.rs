//! One slip of the pen: whatever part of a book can no longer be read or understood, what is still answered is answered as
//! before. What the slip may have taken a part from says so.

use crate::common;
use chartroom::answer::{Asker, Ruling};
use chartroom::model::Model;
use chartroom::pack::Pack;
use chartroom::rulebook::lines::Lines;
use chartroom::rulebook::odds::OddsRequest;
use chartroom::rulebook::request::fact as fact_of;
use chartroom::rulebook::{Named, Rulebook};
use chartroom::turn::Situation;
use std::collections::BTreeMap;

/// A book of two packs in which every kind of thing has a part in some answer.
const BOOK: &[(&str, &str)] = &[
    (
        "sea/cape/pack.toml",
        r#"
id    = "cape"
game  = "sea"
title = "The cape"
"#,
    ),
    (
        "sea/cape/10-wind.toml",
        r#"
[unit]
dr  = { dice = "d6" }
DRM = { modifies = "dr" }

[fact]
roll = { domain = "dice", unit = "dr" }
wind = { domain = "calm < fair < gale", usually = "fair" }
surf = { domain = "none | some", usually = "none" }
tide = { domain = "low | high", usually = [{ is = "high", when = "blows" }, { is = "low" }] }
fog  = { domain = "bool" }

[fact.sails]
domain = "none | reefed | full"
usually = [{ is = "none", when = "wind is gale" }, { is = "full" }]

[question.blows]
cite   = "1"
answer = "bool"
gives  = "wind is gale"

[question.surf]
cite   = "1"
answer = "surf"
gives  = "some if blows, else none"

[question.soaked]
cite   = "1"
answer = "bool"
gives  = "surf is some and not fog"

[question.speed]
cite    = "1"
answer  = "sum of DRM"
rules   = """
when                      | gives
wind is fair              | +1
wind is gale and not fog  | +2
sails is full             | +1
"""

[question.may-sail]
cite      = "2"
answer    = "bool"
otherwise = "yes"
when      = ["wind is gale and sails is reefed", "fog and tide is low"]
gives     = "no"

[question.aground]
cite      = "3"
answer    = "bool"
combine   = "any"
when      = ["tide is low and roll >= 5"]
except    = ["may-sail"]

[question.depth]
cite   = "4"
only   = { fog = "no" }
answer = "0..=9"

[[question.depth.rule]]
when  = "tide is low"
gives = "3"

[[question.depth.rule]]
when   = "tide is high"
gives  = "5 if deep is here, else 4"
except = [{ when = "wind is gale", gives = "0" }]

[reading.deep]
cite    = "4"
asks    = "How deep?"
options = { here = "here", there = "there" }
default = "here"
because = "it is nearer"

[[exception]]
of   = ["speed", "landing"]
cite = "5"
when = "tide is high"

[question.landing]
cite      = "5"
answer    = "sum of DRM"

[[rule]]
answers = ["landing", "speed"]
cite    = "5"
when    = "fog"
gives   = "-1"

[[example]]
cite   = "1"
given  = { wind = "gale", fog = "no", tide = "low", sails = "none" }
ask    = "speed"
expect = "+2"

[[impossible]]
cite = "6"
says = "a gale blows the sails away"
when = "sails is full and wind is gale"

[process.drift]
cite  = "7"
asks  = "Where does it drift?"
start = ["fog"]
each  = "hour"
turn  = ["roll", "wind"]
state = ["fog"]
initially = { fog = "no" }
otherwise = { fog = "was (fog)" }
[[process.drift.step]]
sets  = "fog"
when  = "wind is calm and roll = 6"
gives = "yes"
[[process.drift.step]]
sets  = "fog"
when  = "wind is gale"
gives = "no"
"#,
    ),
    (
        "sea/cape/20-charts.ron",
        r#"[
    Chart(
        id: "swell-chart", title: "Swell", cite: "8", answers: "swell",
        down: "roll", across: "wind",
        columns: ["calm", "fair, gale"],
        rows: [
            ("1..2", ["none", "low"]),
            ("3..5", ["low", "low"], "*"),
            ("6", ["low", "high"]),
        ],
        notes: [(mark: "*", cite: "8", when: "fog", gives: "none")],
    ),
    List(
        id: "storm-list", title: "Storms", cite: "9", answers: "storm",
        rows: [
            ("gale", "wind is gale and tide is high", "yes"),
            ("swell", "roll = 1", "yes"),
        ],
    ),
    Procedure(
        id: "watch", title: "Watch", cite: "10", start: ["wind"],
        steps: [
            (roll: "roll", cite: "10"),
            (ask: "storm", as: "fog", when: "wind is not calm", otherwise: "no", cite: "10"),
        ],
        outcome: ["fog"],
    ),
]
"#,
    ),
    (
        "sea/cape/30-swell.toml",
        r#"
[question.swell]
cite   = "8"
answer = "none | low | high"

[question.storm]
cite      = "9"
answer    = "bool"
combine   = "any"

[question.wet]
cite   = "9"
answer = "bool"
gives  = "swell is high or storm"
"#,
    ),
    (
        "sea/shoal/pack.toml",
        r#"
id       = "shoal"
game     = "sea"
title    = "The shoal"
requires = ["cape"]
over     = [{ pack = "cape", cite = "20" }]
"#,
    ),
    (
        "sea/shoal/10-shoal.toml",
        r#"
[[rule]]
answers = "may-sail"
cite    = "20"
when    = "fog"
gives   = "no"

[usually.sails]
is   = "reefed"
when = "fog"
cite = "20"

[question.sounding]
cite      = "21"
answer    = "bool"
only      = { fog = "no" }
otherwise = "depth > 0 and wind is not calm"
"#,
    ),
];

fn read(files: &[(&str, String)]) -> Rulebook {
    Rulebook::texts(files.iter().map(|(path, text)| (*path, text.clone())))
}

fn game(rulebook: &Rulebook) -> Option<&Model> {
    rulebook.games.iter().find(|game| game.game == "sea")
}

/// Facts by name with the values of them that are told, as written.
type Told = Vec<(&'static str, &'static str)>;

/// Every situation of the facts, each told or not.
fn situations() -> Vec<Told> {
    let facts: [(&str, &[&str]); 5] = [
        ("wind", &["calm", "fair", "gale"]),
        ("tide", &["low", "high"]),
        ("fog", &["no", "yes"]),
        ("sails", &["full"]),
        ("roll", &["1", "6"]),
    ];
    facts.iter().fold(vec![Told::new()], |all, (fact, values)| {
        let with = |told: &Told| {
            let values = values.iter().map(|value| Some((*fact, *value)));
            let each = std::iter::once(None).chain(values);
            let each = each.map(|more| told.iter().copied().chain(more).collect());
            each.collect::<Vec<Told>>()
        };
        all.iter().flat_map(with).collect()
    })
}

/// A situation; nothing, where a fact or a value that is told is not known: that is refused.
fn situation(model: &Model, told: &Told) -> Option<Situation> {
    let mut situation = Situation::new(model);
    for (fact, value) in told {
        let (variable, index) = *fact_of(model, fact, value).ok()?.first()?;
        situation.set(variable, Some(index));
    }
    Some(situation)
}

/// What a game answers to every question in every situation, but for what it says that it cannot answer; and what comes of what
/// goes on by turns or steps.
fn answers(rulebook: &Rulebook, situations: &[Told]) -> BTreeMap<String, Vec<Option<String>>> {
    let Some(model) = game(rulebook) else {
        return BTreeMap::new();
    };
    let mut all = BTreeMap::new();
    for (id, question) in model.questions.enumerated() {
        if question.process.is_some() || chartroom::check::is_broken(model, id) {
            continue;
        }
        let mut asker = Asker::new(model);
        let answer = |told: &Told| {
            let mut asked = situation(model, told)?;
            match asker.ask(id, &mut asked).0 {
                Ruling::Value(value) => Some(value.show(&model.words, false)),
                _ => None,
            }
        };
        all.insert(
            question.name.clone(),
            situations.iter().map(answer).collect(),
        );
    }
    for (name, facts) in [
        ("drift", &["wind=calm", "fog=no"][..]),
        ("drift", &["wind=gale"]),
        ("watch", &["wind=gale"]),
        ("watch", &["wind=calm"]),
        ("soaked", &["wind=gale", "fog=no"]),
        ("swell", &["wind=gale", "fog=no"]),
        ("wet", &["wind=gale"]),
    ] {
        let Ok((model, named)) = rulebook.named(name) else {
            continue;
        };
        let request = OddsRequest {
            facts: facts.iter().map(|fact| (*fact).to_owned()).collect(),
            turns: matches!(named, Named::Process(_)).then_some(2),
            ..OddsRequest::default()
        };
        let Ok(shown) = request.odds(model, named) else {
            continue;
        };
        // What is not known any more has a column for each of its values.
        let [part] = shown.odds.parts.as_slice() else {
            continue;
        };
        let results = part.results.iter();
        let mut chances = results.flat_map(|results| &results.chances);
        // That there is no answer is told, too.
        let told = chances.try_fold(String::new(), |told, (leaf, chance)| {
            let value = leaf.value()?.show(&model.words, false);
            Some(format!("{told}{value} {chance:?}\n"))
        });
        all.insert(format!("{name} {facts:?}"), vec![told]);
    }
    let mut out = String::new();
    Lines::new(rulebook).answer(LINE, &mut out);
    if out.contains("\"answer\":[") {
        all.insert("drift in a batch".to_owned(), vec![Some(out)]);
    }
    all
}

/// A line of a batch that asks what goes on by turns.
const LINE: &[u8] = br#"{"question": "drift", "start": {"fog": "yes"}, "turns": [{"wind": "fair", "roll": 6}, {"wind": "gale", "roll": 2}]}"#;

/// A line with each slip that a hand may make in it.
fn slips(line: &str) -> Vec<String> {
    let mut all = Vec::new();
    let trimmed = line.trim_end();
    if trimmed.is_empty() {
        return all;
    }
    // A letter too many in a word, be it a key, a name or a value.
    let bytes = line.as_bytes();
    let is_letter = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_alphabetic);
    for at in (1..=bytes.len()).filter(|at| is_letter(at - 1) && !is_letter(*at)) {
        all.push(format!("{}x{}", &line[..at], &line[at..]));
    }
    // A sign that is left out.
    for (at, sign) in line.char_indices() {
        if sign.is_ascii_punctuation() {
            all.push(format!("{}{}", &line[..at], &line[at + 1..]));
        }
    }
    // A cell too many, or one too few.
    if line.contains('|') {
        all.push(format!("{line} | +4"));
        all.push(line.rsplit_once('|').unwrap().0.to_owned());
    }
    // A line that is left out, or copied twice.
    all.push(String::new());
    all.push(format!("{line}\n{line}"));
    all
}

#[test]
fn what_is_answered_beside_a_slip_is_answered_as_without_it() {
    let whole: Vec<(&str, String)> = BOOK
        .iter()
        .map(|(path, text)| (*path, (*text).to_owned()))
        .collect();
    let rulebook = read(&whole);
    let told = || common::told(&rulebook.diagnostics, &rulebook.sources);
    assert!(!rulebook.has_errors(), "{}", told());
    // Not all of them: some with every fact told and not told.
    let situations: Vec<Told> = situations().into_iter().step_by(5).collect();
    let before = answers(&rulebook, &situations);
    assert_eq!(before.len(), 20, "{:?}", before.keys());
    let (mut slipped, mut answered, mut wrong) = (0, 0, Vec::new());
    for (file, (path, text)) in whole.iter().enumerate() {
        let lines: Vec<&str> = text.lines().collect();
        for (number, line) in lines.iter().enumerate() {
            let with = |slip: &String| {
                let mut others: Vec<&str> = lines.clone();
                others[number] = slip;
                others.join("\n")
            };
            for slip in slips(line) {
                let mut files = whole.clone();
                files[file].1 = with(&slip);
                let rulebook = read(&files);
                // A pack of another game is none of this one's.
                let is_of_game =
                    |pack: &Pack| pack.game.as_ref().is_some_and(|game| game.value == "sea");
                if !rulebook.has_errors() || !rulebook.written.packs.iter().all(is_of_game) {
                    continue;
                }
                slipped += 1;
                for (name, after) in answers(&rulebook, &situations) {
                    let Some(before) = before.get(&name) else {
                        continue;
                    };
                    answered += after.iter().flatten().count();
                    let mut both = before.iter().zip(&after);
                    // What is not known any more is asked for.
                    if both.any(|(before, after)| after.is_some() && after != before) {
                        wrong.push(format!("{path}:{number}: {slip}: {name}"));
                    }
                }
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {slipped} slips:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    // Not everything goes dark for one slip.
    assert!(
        slipped > 1_000 && answered > 50 * slipped,
        "{slipped} {answered}"
    );
}

/// What an erratum changes is not told as nothing where nothing can be compared, and it is not folded.
#[test]
fn nothing_is_told_as_proved_beside_a_slip() {
    let slipped = BOOK.iter().map(|(path, text)| {
        let slip = text.replace("answers = \"may-sail\"", "answerz = \"may-sail\"");
        (*path, slip)
    });
    let folder = common::folder(slipped);
    let run = |arguments: &str| {
        let arguments: Vec<&str> = arguments.split(' ').collect();
        common::chartroom_in(folder.path(), &arguments)
    };
    let new = run(
        "erratum new --rules . --id more --source sheet --at cape/speed#1[1].gives --becomes +3",
    );
    let told = "13 questions and 1 process and 1 procedure not compared";
    assert!(new.both().contains(told), "{}", new.both());
    let fold = run("erratum fold --rules . more");
    let told = "nothing is proved while the rulebook has an error in 13 questions";
    assert!(fold.both().contains(told), "{}", fold.both());
    assert_eq!(fold.code, 2, "{}", fold.both());
    assert!(fold.both().contains("nothing is written"));
}
