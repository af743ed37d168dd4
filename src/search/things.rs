//! What can be found: each thing of the packs, with the texts in which its words stand.

use crate::pack::overlay::Erratum;
use crate::pack::{Chart, Exception, Fact, Outcome, Pack, Question, Rule, Rulebook};
use crate::source::Text;
use rustc_hash::FxHashMap;
use schemars::JsonSchema;
use serde::Serialize;

/// What kind of thing was found, those first that answer at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// A page for the table.
    Card,
    /// A question.
    Question,
    /// A procedure.
    Procedure,
    /// A process.
    Process,
    /// A printed chart.
    Chart,
    /// A paragraph of the book.
    Paragraph,
    /// A fact.
    Fact,
    /// A reading.
    Reading,
    /// An erratum.
    Erratum,
}

/// Something found.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Thing<'w> {
    /// What it is.
    pub kind: Kind,
    /// Its name; a paragraph's number.
    pub name: String,
    /// Its game.
    pub game: &'w str,
    /// Its pack.
    pub pack: &'w str,
    /// What it is, in words.
    pub says: String,
    /// Its paragraphs.
    pub cite: Vec<&'w str>,
}

impl Kind {
    /// What it is called.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Card => "card",
            Self::Question => "question",
            Self::Procedure => "procedure",
            Self::Process => "process",
            Self::Chart => "chart",
            Self::Paragraph => "paragraph",
            Self::Fact => "fact",
            Self::Reading => "reading",
            Self::Erratum => "erratum",
        }
    }
}

impl Thing<'_> {
    /// Whether some words are its name, or its title where it has one.
    pub(super) fn is_called(&self, name: &str, words: fn(&str) -> Vec<String>) -> bool {
        let has_title = matches!(self.kind, Kind::Paragraph | Kind::Chart | Kind::Procedure);
        let title = Some(&self.says).filter(|_| has_title);
        std::iter::once(self.own_name())
            .chain(title.map(String::as_str))
            .any(|own| words(own).join("-") == name)
    }

    /// Its name, without the game or pack before it.
    #[must_use]
    pub fn own_name(&self) -> &str {
        self.name.rsplit('/').next().unwrap_or(&self.name)
    }

    /// What to type next: the words of a command.
    #[must_use]
    pub fn next(&self) -> Vec<&str> {
        let name = self.name.as_str();
        match self.kind {
            Kind::Card => vec!["card", name],
            Kind::Question => vec!["ask", name],
            Kind::Procedure => vec!["roll", name],
            Kind::Process => vec!["play", name],
            Kind::Chart | Kind::Paragraph | Kind::Fact | Kind::Reading => vec!["show", name],
            Kind::Erratum => vec!["erratum", "show", name],
        }
    }
}

/// A text and how much its words weigh.
pub(super) type Weighed = (String, u32);

/// A name or number, a title, what a thing says of itself, what stands in it.
const NAME: u32 = 12;
const TITLE: u32 = 10;
const SAYS: u32 = 6;
const WITHIN: u32 = 3;

/// A thing with its texts.
type Described<'w> = (Thing<'w>, Vec<Weighed>);

/// Everything that can be found in the packs.
pub(super) fn all(written: &Rulebook) -> Vec<Described<'_>> {
    let mut all: Vec<Described<'_>> = written.packs.iter().flat_map(of_pack).collect();
    all.extend(written.errata.iter().map(erratum));
    tell_games(&mut all);
    all
}

/// Puts its game before each name that another game has as well.
fn tell_games(all: &mut [Described<'_>]) {
    let mut games: FxHashMap<(Kind, String), Vec<&str>> = FxHashMap::default();
    for (thing, _) in all.iter() {
        let named = games.entry((thing.kind, thing.name.clone())).or_default();
        named.push(thing.game);
    }
    for (thing, _) in all {
        let named = games.get(&(thing.kind, thing.name.clone()));
        if named.is_some_and(|games| games.iter().any(|game| *game != thing.game)) {
            thing.name = format!("{}/{}", thing.game, thing.name);
        }
    }
}

fn of_pack(pack: &Pack) -> Vec<Described<'_>> {
    let within = Within::of(pack);
    let paragraphs = pack.paragraphs.iter().map(|(number, title)| {
        let texts = within.texts(&number.value);
        let reason = pack.nothing_to_compute.iter();
        let reason = reason.filter(|(own, _)| own.value == number.value);
        let reason = reason.map(|(_, reason)| (reason.clone(), WITHIN));
        let own = [(number.value.clone(), NAME), (title.clone(), TITLE)];
        let texts = own.into_iter().chain(reason).chain(texts).collect();
        let cite = Vec::new();
        (thing(pack, Kind::Paragraph, number, title, cite), texts)
    });
    let mut all: Vec<Described<'_>> = paragraphs.collect();
    all.extend(pack.questions.iter().map(|own| question(pack, own)));
    all.extend(pack.facts.iter().map(|own| fact(pack, own)));
    all.extend(pack.charts.iter().map(|own| chart(pack, own)));
    for own in &pack.procedures {
        let steps = own.steps.iter().map(|step| (step.note.clone(), WITHIN));
        let texts = [(own.id.value.clone(), NAME), (own.title.clone(), TITLE)];
        let texts = texts.into_iter().chain(steps).collect();
        let made = thing(pack, Kind::Procedure, &own.id, &own.title, cites(&own.cite));
        all.push((made, texts));
    }
    for own in &pack.processes {
        let texts = vec![(own.name.value.clone(), NAME), (own.asks.clone(), SAYS)];
        let made = thing(pack, Kind::Process, &own.name, &own.asks, cites(&own.cite));
        all.push((made, texts));
    }
    for own in &pack.cards {
        let sections = own.sections.iter();
        let lines = sections.clone().flat_map(|section| &section.lines);
        let labels = lines.filter_map(|line| line.label.as_ref());
        let labels = labels.map(|label| (label.value.clone(), WITHIN));
        let titles = sections.map(|section| (section.title.clone(), WITHIN));
        let own_texts = [(own.id.value.clone(), NAME), (own.title.clone(), TITLE)];
        let texts = own_texts.into_iter().chain(titles).chain(labels).collect();
        let made = thing(pack, Kind::Card, &own.id, &own.title, Vec::new());
        all.push((made, texts));
    }
    for own in &pack.readings {
        let options = own.options.iter().map(|(_, words)| (words.clone(), WITHIN));
        let texts = [(own.name.value.clone(), NAME), (own.asks.clone(), SAYS)];
        let texts = texts.into_iter().chain(options).collect();
        let mut made = thing(pack, Kind::Reading, &own.name, &own.asks, cites(&own.cite));
        made.name = format!("{}/{}", made.pack, made.name);
        all.push((made, texts));
    }
    all
}

fn thing<'w>(pack: &'w Pack, kind: Kind, name: &Text, says: &str, cite: Vec<&'w str>) -> Thing<'w> {
    let named = |text: &'w Option<Text>| text.as_ref().map_or("", |text| text.value.as_str());
    Thing {
        kind,
        name: name.value.clone(),
        game: named(&pack.game),
        pack: named(&pack.id),
        says: in_one_line(says),
        cite,
    }
}

fn in_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn cites(cite: &[Text]) -> Vec<&str> {
    cite.iter().map(|cite| cite.value.as_str()).collect()
}

/// Other names and titles.
fn names<'t>(alias: &'t [Text], title: &'t Option<Text>) -> impl Iterator<Item = Weighed> + 't {
    let aliases = alias.iter().map(|alias| (alias.value.clone(), NAME));
    aliases.chain(title.iter().map(|title| (title.value.clone(), TITLE)))
}

fn question<'w>(pack: &'w Pack, own: &'w Question) -> Described<'w> {
    let mut texts = vec![
        (own.name.value.clone(), NAME),
        (own.asks.clone(), SAYS),
        (own.note.clone(), WITHIN),
    ];
    texts.extend(names(&own.alias, &own.title));
    texts.extend(
        cites(&own.cite)
            .iter()
            .map(|cite| ((*cite).to_owned(), SAYS)),
    );
    let made = thing(pack, Kind::Question, &own.name, &own.asks, cites(&own.cite));
    (made, texts)
}

fn fact<'w>(pack: &'w Pack, own: &'w Fact) -> Described<'w> {
    let mut texts = vec![
        (own.name.value.clone(), NAME),
        (own.means.clone(), SAYS),
        (own.domain.value.clone(), SAYS),
    ];
    texts.extend(names(&own.alias, &own.title));
    let labels = own
        .labels
        .iter()
        .map(|(_, label)| (label.value.clone(), SAYS));
    let groups = own
        .groups
        .iter()
        .map(|(group, _)| (group.value.clone(), SAYS));
    texts.extend(labels.chain(groups));
    let says = if own.means.is_empty() {
        &own.domain.value
    } else {
        &own.means
    };
    (thing(pack, Kind::Fact, &own.name, says, Vec::new()), texts)
}

fn chart<'w>(pack: &'w Pack, own: &'w Chart) -> Described<'w> {
    let mut texts = vec![(own.id.value.clone(), NAME), (own.title.clone(), TITLE)];
    texts.extend(
        own.lines
            .iter()
            .map(|line| (line.label.value.clone(), WITHIN)),
    );
    texts.extend(own.answers.iter().map(|name| (name.value.clone(), SAYS)));
    let keys = own
        .rows
        .iter()
        .flat_map(|row| &row.key)
        .chain(own.columns.iter().flat_map(|column| &column.key));
    texts.extend(keys.map(|key| (key.value.clone(), WITHIN)));
    let cite: Vec<&str> = own.cite.iter().map(|cite| cite.value.as_str()).collect();
    texts.extend(cite.iter().map(|cite| ((*cite).to_owned(), SAYS)));
    (thing(pack, Kind::Chart, &own.id, &own.title, cite), texts)
}

fn erratum(own: &Erratum) -> Described<'_> {
    let texts = vec![
        (own.id.value.clone(), NAME),
        (own.says.clone(), SAYS),
        (own.source.clone(), WITHIN),
    ];
    let made = Thing {
        kind: Kind::Erratum,
        name: own.id.value.clone(),
        game: &own.game,
        pack: &own.pack,
        says: in_one_line(&own.says),
        cite: Vec::new(),
    };
    (made, texts)
}

/// What stands in the paragraphs of a pack.
struct Within<'w>(FxHashMap<&'w str, Vec<&'w str>>);

impl<'w> Within<'w> {
    fn of(pack: &'w Pack) -> Self {
        let mut within = Self(FxHashMap::default());
        for question in &pack.questions {
            for cite in cites(&question.cite) {
                within.add(cite, &question.asks);
                within.add(cite, &question.note);
            }
        }
        for rule in &pack.rules {
            within.rule(rule);
        }
        for chart in &pack.charts {
            let cite = chart.cite.as_ref().map_or("", |cite| cite.value.as_str());
            within.add(cite, &chart.title);
            for line in &chart.lines {
                let own = line.cite.as_ref().map_or(cite, |cite| cite.value.as_str());
                within.add(own, &line.label.value);
            }
        }
        for defect in &pack.defects {
            for cite in cites(&defect.cite) {
                within.add(cite, &defect.says);
            }
        }
        for law in &pack.laws {
            within.add(
                law.cite.as_ref().map_or("", |cite| cite.value.as_str()),
                &law.says,
            );
        }
        within
    }

    /// Takes in a text of a citation, whose first word is its paragraph.
    fn add(&mut self, cite: &'w str, text: &'w str) {
        if let Some(number) = cite.split(' ').next().filter(|_| !text.is_empty()) {
            self.0.entry(number).or_default().push(text);
        }
    }

    fn rule(&mut self, rule: &'w Rule) {
        let cite = rule.cite.as_ref().map_or("", |cite| cite.value.as_str());
        self.add(cite, &rule.note);
        if let Some(Outcome::Gap(lost)) = &rule.outcome {
            self.add(cite, &lost.value);
        }
        self.exceptions(&rule.except, cite);
    }

    fn exceptions(&mut self, except: &'w [Exception], around: &'w str) {
        for exception in except {
            let own = exception
                .cite
                .as_ref()
                .map_or(around, |cite| cite.value.as_str());
            self.add(own, &exception.note);
            self.exceptions(&exception.except, own);
        }
    }

    fn texts(&self, number: &str) -> impl Iterator<Item = Weighed> {
        let texts = self.0.get(number).into_iter().flatten();
        texts
            .map(|text| ((*text).to_owned(), WITHIN))
            .collect::<Vec<_>>()
            .into_iter()
    }
}
