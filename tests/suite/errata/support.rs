//! A small pack, and what is asked of it.

use crate::common::{self, plain};
use chartroom::answer::{Asker, Stated};
use chartroom::render::answer::{Shown, human};
use chartroom::rulebook::{Named, Rulebook, request};
use chartroom::source::Sources;
use chartroom::turn::Situation;

pub(crate) const BASE: &str = r#"
[unit.DR]
dice = "2d6"
[unit.DRM]
modifies = "DR"

[fact.season]
domain = "spring | summer | winter"
[fact.dr]
domain = "1..=4"
[fact.target]
domain = "infantry | vehicle | horse"
[fact.haze]
domain = "none < normal < intense"

[question.weather]
cite   = "H1"
from   = ["dr", "season"]
answer = "clear | gusty | mud"

[question.haze-drm]
cite      = ["H2", "H2.1"]
from      = ["haze", "target"]
answer    = "DRM"
combine   = "sum"

[[rule]]
answers = "haze-drm"
cite    = "H2.1"
when    = "haze is normal and target is not vehicle"
gives   = "+1"
except  = [{ cite = "H2.2", when = "target is horse", gives = "+3" }]

[[rule]]
answers = "haze-drm"
when    = "haze is intense"     # with no paragraph of its own
gives   = "+2"
note    = "as printed"

[question.may-fire]
cite      = "H3"
from      = ["target"]
answer    = "bool"
otherwise = "no"

[reading.far]
cite    = "H4"
asks    = "How far?"
options = { here = "here", there = "there" }
default = "here"
because = "it is nearer"

[question.where]
cite   = "H4"
from   = ["target"]
answer = "here | there"
gives  = "'x' if far is here, else 'y'"

[[example]]
cite   = "H2 EX"
given  = { haze = "normal", target = "infantry" }
ask    = "haze-drm"
expect = "+1"
"#;

pub(crate) const CHARTS: &str = r#"[
    Chart(
        id: "weather-chart", title: "Weather Chart", cite: "H1",
        answers: "weather", down: "dr", across: "season",
        columns: ["spring", "summer, winter"],
        rows: [
            ("1", ["mud", "clear"]),
            ("2", ["gusty", "clear"]),   // as printed
            ("3..4", ["clear", "gusty"], "*"),
        ],
        notes: [(mark: "*", cite: "H1 note", when: "dr = 4", gives: "mud")],
    ),
]
"#;

/// The base without what no test of charts needs.
pub(crate) fn base() -> String {
    BASE.replace(
        "gives  = \"'x' if far is here, else 'y'\"",
        "gives  = \"here if far is here, else there\"",
    )
}

/// One erratum with these changes.
pub(crate) fn erratum(id: &str, head: &str, changes: &[&str]) -> String {
    let mut text = format!("[erratum.{id}]\nsource = \"the {id} sheet\"\nsays = \"it does so\"\n");
    for (key, value) in [("date", "2024-05-31"), ("status", "\"official\"")] {
        if !head.contains(key) {
            text.push_str(&format!("{key} = {value}\n"));
        }
    }
    text.push_str(&format!("{head}\n"));
    for change in changes {
        text.push_str(&format!("[[erratum.{id}.change]]\n{change}\n"));
    }
    text
}

pub(crate) fn files(errata: &[(&str, String)]) -> Vec<(String, String)> {
    let mut files = vec![
        (
            "game/book/pack.toml".to_owned(),
            "id = \"book\"\ngame = \"game\"\n".to_owned(),
        ),
        ("game/book/rules.toml".to_owned(), base()),
        ("game/book/charts.ron".to_owned(), CHARTS.to_owned()),
    ];
    files.extend(
        errata
            .iter()
            .map(|(name, text)| (format!("game/book/errata/{name}.toml"), text.clone())),
    );
    files
}

pub(crate) fn load(errata: &[(&str, String)], set: &str) -> Rulebook {
    Rulebook::from_sources(Sources::from_texts(files(errata)), &set.parse().unwrap())
}

/// The rulebook with one erratum of these changes, which must be clean but for failed examples.
pub(crate) fn with(changes: &[&str]) -> Rulebook {
    let rulebook = load(&[("a", erratum("a", "", changes))], "official");
    assert!(!rulebook.has_errors(), "{}", told(&rulebook));
    rulebook
}

/// What is told of a rulebook.
pub(crate) fn told(rulebook: &Rulebook) -> String {
    common::told(&rulebook.diagnostics, &rulebook.sources)
}

pub(crate) fn answer(rulebook: &Rulebook, question: &str, facts: &str) -> String {
    shown(rulebook, question, facts).0
}

/// The answer to a question, and the whole of what a person sees.
pub(crate) fn shown(rulebook: &Rulebook, question: &str, facts: &str) -> (String, String) {
    let found = rulebook.find(question);
    let [(model, Named::Question(id))] = found.as_slice() else {
        panic!("{question}")
    };
    let mut situation = Situation::new(model);
    for fact in facts.split_whitespace() {
        let (name, value) = fact.split_once('=').unwrap();
        let (variable, index) = request::fact(model, name, value).unwrap()[0];
        situation.set(variable, Some(index));
    }
    let mut asker = Asker::new(model);
    let (ruling, _) = asker.ask(*id, &mut situation.clone());
    let answer = asker.answer(&rulebook.sources, *id, Stated::new(situation));
    let text = human(&Shown::new(&answer));
    let value = answer.value().unwrap_or_else(|| format!("{ruling:?}"));
    (value, plain(&text))
}

pub(crate) fn cell(now: &str) -> String {
    format!("at = \"book/weather[2, spring]\"\nwas = \"gusty\"\nnow = \"{now}\"")
}
