//! What can be found: each thing of the packs, with the texts in which its words stand.

use crate::pack::overlay::Erratum;
use crate::pack::{Exception, Outcome, Pack, Question, Rulebook};
use crate::source::Text;
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What kind of thing was found, those first that answer at once.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
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
#[derive(Debug, Clone, Serialize, Deserialize)]
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
    #[serde(borrow)]
    pub cite: Vec<&'w str>,
    /// Of a fact: its values.
    pub values: &'w str,
    /// Whether the guide of its game names it among what is asked most.
    pub is_asked_most: bool,
    /// Words with which players ask it.
    #[serde(borrow)]
    pub asked_as: Vec<&'w str>,
}

impl Kind {
    /// What it is called, and the command that shows one.
    const fn told(self) -> (&'static str, &'static [&'static str]) {
        match self {
            Self::Card => ("card", &["card"]),
            Self::Question => ("question", &["ask"]),
            Self::Procedure => ("procedure", &["roll"]),
            Self::Process => ("process", &["play"]),
            Self::Chart => ("chart", &["show"]),
            Self::Paragraph => ("paragraph", &["show"]),
            Self::Fact => ("fact", &["show"]),
            Self::Reading => ("reading", &["show"]),
            Self::Erratum => ("erratum", &["erratum", "show"]),
        }
    }

    pub const fn name(self) -> &'static str {
        self.told().0
    }

    /// How much it helps to find one.
    const fn weight(self) -> u64 {
        match self {
            Self::Question => 6,
            Self::Procedure => 5,
            Self::Paragraph | Self::Chart | Self::Process | Self::Fact => 4,
            Self::Card | Self::Reading | Self::Erratum => 2,
        }
    }

    /// Whether one answers what is asked of it.
    pub const fn answers(self) -> bool {
        matches!(self, Self::Question | Self::Procedure | Self::Process)
    }

    /// Whether what it says is what people call it.
    const fn has_title(self) -> bool {
        matches!(
            self,
            Self::Paragraph | Self::Chart | Self::Procedure | Self::Card
        )
    }
}

impl Thing<'_> {
    /// How much it helps to find it.
    pub const fn weight(&self) -> u64 {
        self.kind.weight() + if self.is_asked_most { 2 } else { 0 }
    }

    /// Whether some words are its name, or its title where a title is all that it says.
    pub fn is_called(&self, name: &str, words: fn(&str) -> Vec<String>) -> bool {
        let has_title = self.kind.has_title() && self.kind != Kind::Card;
        let title = Some(&self.says).filter(|_| has_title);
        std::iter::once(self.own_name())
            .chain(title.map(String::as_str))
            .any(|text| words(text).join("-") == name)
    }

    /// Its name, without the game or pack before it.
    pub fn own_name(&self) -> &str {
        self.name.rsplit('/').next().unwrap_or(&self.name)
    }

    /// What to type next: the words of a command.
    pub fn next(&self) -> Vec<&str> {
        let (_, command) = self.kind.told();
        [command, &[self.name.as_str()]].concat()
    }
}

/// How much the words of a text weigh: a name or number, a title, what a thing says of itself, words of players for it, what stands
/// in it.
const NAME: u32 = 12;
const TITLE: u32 = 10;
const SAYS: u32 = 6;
const ASKED_AS: u32 = 4;
const WITHIN: u32 = 3;

/// A thing with its texts, and how much the words of each weigh.
pub struct Described<'w> {
    pub thing: Thing<'w>,
    pub texts: Vec<(&'w str, u32)>,
}

impl<'w> Described<'w> {
    /// A thing of a pack, found by its name and what it says.
    fn new(pack: &'w Pack, kind: Kind, name: &'w Text, says: &'w str, cite: &'w [Text]) -> Self {
        Self::of([own(&pack.game), own(&pack.id)], kind, name, says, cite)
    }

    fn of(
        [game, pack]: [&'w str; 2],
        kind: Kind,
        name: &'w Text,
        says: &'w str,
        cite: &'w [Text],
    ) -> Self {
        let thing = Thing {
            kind,
            name: name.value.clone(),
            game,
            pack,
            says: says.split_whitespace().collect::<Vec<_>>().join(" "),
            cite: texts(cite).collect(),
            values: "",
            is_asked_most: false,
            asked_as: Vec::new(),
        };
        let weight = if kind.has_title() { TITLE } else { SAYS };
        let texts = vec![(name.value.as_str(), NAME), (says, weight)];
        Self { thing, texts }
    }

    /// The thing, found by other texts too.
    fn by(mut self, weight: u32, texts: impl IntoIterator<Item = &'w str>) -> Self {
        let texts = texts.into_iter();
        self.texts.extend(texts.map(|text| (text, weight)));
        self
    }
}

/// Everything that can be found in the packs.
pub fn all(written: &Rulebook) -> Vec<Described<'_>> {
    let packs: Vec<&Pack> = written.packs.iter().collect();
    let all = packs.into_par_iter().flat_map_iter(of_pack);
    let mut all: Vec<Described<'_>> = all.collect();
    all.extend(written.errata.iter().map(erratum));
    tell_games(&mut all);
    let asked_as = asked_as(written);
    for Described { thing, texts } in &mut all {
        let name = thing.own_name().to_owned();
        let is_named = thing.kind <= Kind::Process;
        let is_own = |other: &Text| is_named && other.value == name;
        let asked_as = asked_as.get(&(thing.game, name.as_str()));
        let asked_as = asked_as.filter(|_| is_named).into_iter().flatten();
        for words in asked_as {
            texts.push((*words, ASKED_AS));
            thing.asked_as.extend(words.split(','));
        }
        let packs = written.packs.iter();
        let packs = packs.filter(|pack| own(&pack.game) == thing.game);
        for guide in packs.flat_map(|pack| &pack.guides) {
            thing.is_asked_most |= guide.asked.iter().any(is_own);
            for plot in guide.plots.iter().filter(|plot| is_own(&plot.of)) {
                let given = plot.given.iter().map(|(name, _)| name);
                let conditions = plot.until.iter().chain(&plot.ever).chain(&plot.at);
                let conditions = conditions.chain(&plot.shows).chain(given);
                texts.extend(conditions.map(|text| (text.value.as_str(), SAYS)));
            }
        }
    }
    all
}

/// The words with which players ask a question, procedure or process, by its game and name.
fn asked_as(written: &Rulebook) -> FxHashMap<(&str, &str), Vec<&str>> {
    let mut all: FxHashMap<(&str, &str), Vec<&str>> = FxHashMap::default();
    for pack in &written.packs {
        for (of, words) in pack.guides.iter().flat_map(|guide| &guide.asked_as) {
            let asked_as = all.entry((own(&pack.game), &of.value)).or_default();
            asked_as.push(&words.value);
        }
    }
    all
}

/// Puts its game before each name that another game has as well.
fn tell_games(all: &mut [Described<'_>]) {
    let mut games: FxHashMap<(Kind, String), Vec<&str>> = FxHashMap::default();
    for Described { thing, .. } in all.iter() {
        let named = games.entry((thing.kind, thing.name.clone())).or_default();
        named.push(thing.game);
    }
    for Described { thing, .. } in all {
        let named = games.get(&(thing.kind, thing.name.clone()));
        if named.is_some_and(|games| games.iter().any(|game| *game != thing.game)) {
            thing.name = format!("{}/{}", thing.game, thing.name);
        }
    }
}

fn of_pack(pack: &Pack) -> Vec<Described<'_>> {
    let within = within_paragraphs(pack);
    let mut all = Vec::new();
    for (number, title) in &pack.paragraphs {
        let reasons = pack.nothing_to_compute.iter();
        let reasons = reasons.filter(|(written, _)| written.value == number.value);
        let within = within.get(number.value.as_str()).into_iter().flatten();
        let paragraph = Described::new(pack, Kind::Paragraph, number, title, &[]);
        let paragraph = paragraph.by(WITHIN, reasons.map(|(_, reason)| reason.as_str()));
        all.push(paragraph.by(WITHIN, within.copied()));
    }
    all.extend(pack.questions.iter().map(|each| question(pack, each)));
    for own in &pack.facts {
        let domain = own.domain.value.as_str();
        let says = if own.means.is_empty() {
            domain
        } else {
            &own.means
        };
        let labels = own.labels.iter().map(|(_, label)| label.value.as_str());
        let groups = own.groups.iter().map(|(group, _)| group.value.as_str());
        let mut fact = Described::new(pack, Kind::Fact, &own.name, says, &[]);
        fact.thing.values = domain;
        let fact = fact
            .by(NAME, texts(&own.alias))
            .by(TITLE, texts(&own.title));
        all.push(fact.by(SAYS, [domain]).by(SAYS, labels.chain(groups)));
    }
    for own in &pack.charts {
        let rows = own.rows.iter().flat_map(|row| &row.key);
        let columns = own.columns.iter().flat_map(|column| &column.key);
        let lines = own.lines.iter().map(|line| &line.label);
        let cite = own.cite.as_slice();
        let chart = Described::new(pack, Kind::Chart, &own.id, &own.title, cite);
        let chart = chart.by(SAYS, texts(&own.answers)).by(SAYS, texts(cite));
        all.push(chart.by(WITHIN, texts(rows.chain(columns).chain(lines))));
    }
    for own in &pack.procedures {
        let steps = own.steps.iter().map(|step| step.note.as_str());
        let procedure = Described::new(pack, Kind::Procedure, &own.id, &own.title, &own.cite);
        all.push(procedure.by(WITHIN, steps));
    }
    for process in &pack.processes {
        let name = &process.name;
        all.push(Described::new(
            pack,
            Kind::Process,
            name,
            &process.asks,
            &process.cite,
        ));
    }
    for own in &pack.cards {
        let lines = own.sections.iter().flat_map(|section| &section.lines);
        let labels = lines.filter_map(|line| line.label.as_ref());
        let titles = own.sections.iter().map(|section| section.title.as_str());
        let card = Described::new(pack, Kind::Card, &own.id, &own.title, &[]);
        all.push(card.by(WITHIN, titles).by(WITHIN, texts(labels)));
    }
    let readings = pack.readings.iter();
    let readings = readings.map(|each| (&each.name, &each.asks, &each.cite, &each.options));
    let switches = pack.switches.iter();
    let switches =
        switches.map(|switch| (&switch.name, &switch.asks, &switch.cite, &switch.options));
    for (name, asks, cite, options) in readings.chain(switches) {
        let options = options.iter().map(|(_, words)| words.as_str());
        let reading = Described::new(pack, Kind::Reading, name, asks, cite);
        let mut reading = reading.by(WITHIN, options);
        reading.thing.name = format!("{}/{}", reading.thing.pack, name.value);
        all.push(reading);
    }
    all
}

/// A question, found by the titles of its paragraphs too.
fn question<'w>(pack: &'w Pack, own: &'w Question) -> Described<'w> {
    let cites = texts(&own.cite).filter_map(|cite| cite.split(' ').next());
    let cites: Vec<&str> = cites.collect();
    let is_cited = |number: &str| cites.contains(&number);
    let cited = pack.paragraphs.iter();
    let cited = cited.filter(|(number, _)| is_cited(&number.value));
    Described::new(pack, Kind::Question, &own.name, &own.asks, &own.cite)
        .by(NAME, texts(&own.alias))
        .by(TITLE, texts(&own.title))
        .by(SAYS, texts(&own.cite))
        .by(WITHIN, [own.note.as_str()])
        .by(WITHIN, cited.map(|(_, title)| title.as_str()))
}

fn own(text: &Option<Text>) -> &str {
    text.as_ref().map_or("", |text| text.value.as_str())
}

fn texts<'w>(texts: impl IntoIterator<Item = &'w Text>) -> impl Iterator<Item = &'w str> {
    texts.into_iter().map(|text| text.value.as_str())
}

fn erratum(own: &Erratum) -> Described<'_> {
    let pack = [own.game.as_str(), own.pack.as_str()];
    Described::of(pack, Kind::Erratum, &own.id, &own.says, &[]).by(WITHIN, [own.source.as_str()])
}

/// What stands in the paragraphs of a pack.
fn within_paragraphs(pack: &Pack) -> FxHashMap<&str, Vec<&str>> {
    let mut said: Vec<(&str, &str)> = Vec::new();
    for question in &pack.questions {
        for cite in texts(&question.cite) {
            said.extend([(cite, question.asks.as_str()), (cite, &question.note)]);
        }
    }
    for rule in &pack.rules {
        let cite = own(&rule.cite);
        said.push((cite, &rule.note));
        if let Some(Outcome::Gap(lost)) = &rule.outcome {
            said.push((cite, &lost.value));
        }
        of_exceptions(&rule.except, cite, &mut said);
    }
    for chart in &pack.charts {
        let cite = own(&chart.cite);
        let lines = chart.lines.iter();
        said.push((cite, &chart.title));
        said.extend(lines.map(|line| {
            let line_cite = line.cite.as_ref().map_or(cite, |cite| &cite.value);
            (line_cite, line.label.value.as_str())
        }));
    }
    for defect in &pack.defects {
        said.extend(texts(&defect.cite).map(|cite| (cite, defect.says.as_str())));
    }
    let impossible = pack.impossible.iter();
    said.extend(impossible.map(|law| (own(&law.cite), law.says.as_str())));
    let mut within: FxHashMap<&str, Vec<&str>> = FxHashMap::default();
    for (cite, text) in said {
        let number = cite.split(' ').next().unwrap_or_default();
        within.entry(number).or_default().push(text);
    }
    within
}

fn of_exceptions<'w>(except: &'w [Exception], around: &'w str, said: &mut Vec<(&'w str, &'w str)>) {
    for exception in except {
        let cite = exception.cite.as_ref().map_or(around, |cite| &cite.value);
        said.push((cite, &exception.note));
        of_exceptions(&exception.except, cite, said);
    }
}
