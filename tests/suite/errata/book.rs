//! A small book, and every way to change something in it.

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

/// Every way to change something, each by itself.
pub(crate) const CHANGES: &[&str] = &[
    "at = \"book/weather[2, spring]\"\nwas = \"gusty\"\nnow = \"mud\"",
    "at = \"book/weather[2, 'summer, winter']\"\nwas = \"clear\"\nnow = \"mud if dr = 2, else clear\"",
    "at = \"book/weather[2]\"\nwas = { key = \"2\", cells = [\"gusty\", \"clear\"] }\nnow = { key = \"2\", cells = [\"mud\", \"mud\"], marks = \"*\" }",
    "at = \"book/weather[2].marks\"\nadd = \"*\"",
    "at = \"book/weather[3..4].marks\"\nwas = \"*\"\nremove = true",
    "at = \"book/weather[3..4].key\"\nwas = \"3..4\"\nnow = \">= 3\"",
    "at = \"book/weather.notes[*].when\"\nwas = \"dr = 4\"\nnow = \"dr >= 3\"",
    "at = \"book/weather-chart.when\"\nadd = \"dr >= 1\"",
    "at = \"book/weather.notes\"\nadd = { mark = \"†\", when = \"dr = 1\" }",
    "at = \"book/haze-drm#H2.1.gives\"\nwas = \"+1\"\nnow = \"+2\"",
    "at = \"book/haze-drm#H2.1.note\"\nadd = \"he said: \\\"so\\\"\"",
    "at = \"book/haze-drm#H2.note\"\nwas = \"as printed\"\nremove = true",
    "at = \"book/haze-drm#H2.when\"\nwas = \"haze is intense\"\nnow = \"haze is intense and not (target is horse)\"",
    "at = \"book/haze-drm#H2.except\"\nadd = { cite = \"H2.2\", when = \"target is horse\" }",
    "at = \"book/haze-drm#H2.1.except\"\nadd = [{ cite = \"H2.3\", when = \"target is infantry\" }, { cite = \"H2.4\", when = \"haze is none\" }]",
    "before = \"book/haze-drm#H2.1.except[H2.2]\"\nadd = { cite = \"H2.3\", when = \"target is infantry\" }",
    "at = \"book/haze-drm#H2.1.except[H2.2].gives\"\nwas = \"+3\"\nremove = true",
    "at = \"book/haze-drm#H2.1.except[H2.2].except\"\nadd = { cite = \"H2.4\", when = \"haze is normal\" }",
    "at = \"book/haze-drm#H2.1.except[H2.2]\"\nwas = { cite = \"H2.2\", when = \"target is horse\", gives = \"+3\" }\nremove = true",
    "at = \"book/haze-drm.rules\"\nadd = { cite = \"H2.5\", when = \"target is horse\", gives = \"+5\" }",
    "before = \"book/haze-drm#H2.1\"\nadd = { cite = \"H2.5\", when = \"target is horse\", gives = \"+5\" }",
    "at = \"book/haze-drm#H2\"\nwas = { when = \"haze is intense\", gives = \"+2\", note = \"as printed\" }\nremove = true",
    "at = \"book/haze-drm#H2\"\nwas = { when = \"haze is intense\", gives = \"+2\", note = \"as printed\" }\nnow = { cite = \"H2.6\", when = \"haze is intense\", gives = \"+6\" }",
    "at = \"book/fact:target.domain\"\nwas = \"infantry | vehicle | horse\"\nnow = \"infantry | vehicle | horse | gun\"",
    "at = \"book/fact:night\"\nadd = { domain = \"bool\", means = \"it is dark\" }",
    "at = \"book/may-fire.cite\"\nadd = \"H2\"",
    "at = \"book/haze-drm.cite[H2.1]\"\nwas = \"H2.1\"\nremove = true",
    "at = \"book/may-fire.only\"\nadd = { target = \"horse\" }",
    "at = \"book/reading:far.default\"\nwas = \"here\"\nnow = \"there\"",
    "at = \"book/reading:far.options.yonder\"\nadd = \"yonder\"",
    "at = \"book/example#H2 EX.given.target\"\nwas = \"infantry\"\nnow = \"infantry, vehicle\"",
    "at = \"book/example\"\nadd = { cite = \"H1 EX\", given = { dr = 1, season = \"spring\" }, ask = \"weather\", expect = \"mud\" }",
    "at = \"book/law\"\nadd = { cite = \"H2\", says = \"never more\", always = \"haze-drm <= +9\" }",
    "at = \"book/pack.edition\"\nadd = \"the second\"",
];
