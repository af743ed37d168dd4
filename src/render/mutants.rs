//! What became of the mutants: the score, and for each survivor an example that would notice it.

use super::View as Viewed;
use super::document::{Document, Line};
use super::style::{BOLD, CITE, FAINT, Style, VALUE, WARN};
use super::table::{Column, Table};
use super::told::Version;
use super::words;
use crate::analysis::mutants::{Fate, Judged, Kind, Mutant, Ready, Score};
use crate::source::Sources;
use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Serialize;

/// What became of the mutants.
#[derive(Debug, Serialize, JsonSchema)]
pub struct View {
    /// Its version.
    pub version: Version<1>,
    /// The part that is noticed, as a decimal of three places, never rounded up.
    pub score: String,
    /// What became of all.
    pub mutants: Score,
    /// What became of those of each kind.
    pub kinds: IndexMap<String, Score>,
    /// Those that nothing notices.
    pub survivors: Vec<Survivor>,
    /// The most survivors that a person sees one by one.
    #[serde(skip)]
    pub limit: usize,
}

/// A mutant that nothing notices.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Survivor {
    /// What is changed.
    pub kind: String,
    /// The file.
    pub file: String,
    /// The line, counted from 1.
    pub line: usize,
    /// The column, counted from 1 in characters.
    pub column: usize,
    /// What is written there.
    pub was: String,
    /// What it is instead; empty where it is gone.
    pub becomes: String,
    #[serde(skip)]
    change: String,
    /// A question that is then answered otherwise.
    pub question: String,
    /// Facts under which it is.
    pub facts: IndexMap<String, String>,
    /// What it answers there.
    pub answers: String,
    /// What the mutant answers there.
    pub instead: String,
    /// An example that would notice it, in TOML.
    pub example: Option<String>,
}

/// The view of mutants, of which a person sees so many survivors.
#[must_use]
pub fn view(judged: &[Judged], sources: &Sources, limit: usize) -> View {
    let all = Score::of(judged);
    let kinds = Kind::ALL.into_iter().map(|kind| {
        let of_kind = judged.iter().filter(|judged| judged.mutant.kind == kind);
        (kind.name().to_owned(), Score::of(of_kind))
    });
    let survivors = judged.iter().filter_map(|judged| match &judged.fate {
        Fate::Survives(ready) => Some(survivor(&judged.mutant, ready, sources)),
        _ => None,
    });
    View {
        version: Version,
        score: shown_score(&all),
        mutants: all,
        kinds: kinds.collect(),
        survivors: survivors.collect(),
        limit,
    }
}

fn survivor(mutant: &Mutant, ready: &Ready, sources: &Sources) -> Survivor {
    let (line, column) = sources.position(mutant.span);
    Survivor {
        kind: mutant.kind.name().to_owned(),
        file: sources.path(mutant.span.file).to_owned(),
        line,
        column,
        was: mutant.was.clone(),
        becomes: mutant.becomes.clone(),
        change: change(mutant),
        question: ready.question.clone(),
        facts: ready.facts.iter().cloned().collect(),
        answers: ready.answers.clone(),
        instead: ready.instead.clone(),
        example: ready.example.clone(),
    }
}

/// What is changed, in words.
fn change(mutant: &Mutant) -> String {
    let was = short(&mutant.was);
    match (mutant.kind, mutant.becomes.as_str()) {
        (Kind::Order, _) => "the order of two rules is swapped".to_owned(),
        (Kind::Rule, "") => format!("the {was} is gone"),
        (Kind::Exception, "") => "the exception is gone".to_owned(),
        (Kind::Row | Kind::Erratum, "") => format!("`{was}` is gone"),
        (_, "") => format!("`{was}` is left out"),
        (_, becomes) => format!("`{was}` becomes `{}`", short(becomes)),
    }
}

fn short(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= 100 {
        line
    } else {
        line.chars().take(99).chain(['…']).collect()
    }
}

/// The score as a decimal of three places, never rounded up: `0.934`.
#[must_use]
pub fn shown_score(score: &Score) -> String {
    let thousandths = score.noticed * 1000 / score.counted().max(1);
    if score.counted() == 0 || thousandths == 1000 {
        return "1".to_owned();
    }
    format!("0.{thousandths:03}")
}

impl Viewed for View {
    fn page(&self) -> Document {
        let mut page = Document::default();
        for survivor in self.survivors.iter().take(self.limit) {
            survivor.put(&mut page);
        }
        if let more @ 1.. = self.survivors.len().saturating_sub(self.limit) {
            page.title(Line::default().then(WARN, format!("… and {more} more survivors")));
            page.room();
        }
        page.table(self.by_kind());
        page.heading(Line::plain(self.summary()));
        page
    }
}

impl View {
    fn by_kind(&self) -> Table {
        let counts = ["noticed", "survived", "equivalent", "refused"].map(Column::numbers);
        let columns = [Column::words("mutants").styled(FAINT)]
            .into_iter()
            .chain(counts);
        let made = self
            .kinds
            .iter()
            .filter(|(_, score)| **score != Score::default());
        let rows = made.map(|(kind, score)| {
            let counts = [
                score.noticed,
                score.survived,
                score.equivalent,
                score.refused,
            ];
            [kind.clone()]
                .into_iter()
                .chain(counts.map(|count| count.to_string()))
                .collect()
        });
        Table {
            rows: rows.collect(),
            stub: 1,
            ..Table::new(columns.collect())
        }
    }

    fn summary(&self) -> String {
        let Score {
            noticed,
            equivalent,
            refused,
            ..
        } = self.mutants;
        format!(
            "score {}: {noticed} of {} noticed; {equivalent} proved equivalent and {refused} \
             refused by `chartroom check` are left out",
            self.score,
            self.mutants.counted()
        )
    }
}

impl Survivor {
    fn put(&self, page: &mut Document) {
        let place = format!("{}:{}", self.file, self.line);
        page.title(
            Line::default()
                .then(BOLD, &*self.kind)
                .then(Style::Plain, "  ")
                .then(CITE, place),
        );
        page.line(Line::plain(&*self.change));
        let line = Line::plain(format!("nothing notices that {} is then ", self.question))
            .then(WARN, &*self.instead)
            .then(Style::Plain, ", not ")
            .then(VALUE, &*self.answers);
        let facts = words::equations(&self.facts);
        let facts = if facts.is_empty() {
            facts
        } else {
            format!(", where {facts}")
        };
        page.line(line.then(Style::Plain, facts));
        for line in self.example.iter().flat_map(|example| example.lines()) {
            page.item(1, Line::plain(line));
        }
        page.room();
    }
}
