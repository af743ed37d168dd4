//! What became of the mutants: the score, and for each survivor an example that would notice it.

use super::View as Viewed;
use super::document::{Document, Line};
use super::style::{BOLD, CITE, FAINT, Style, VALUE, WARN};
use super::table::{Column, Table};
use super::told::Version;
use super::words;
use crate::analysis::mutants::{Fate, Judged, Kind, Mutant, Score, Unnoticed};
use crate::source::Sources;
use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Serialize;
use strum::VariantArray;

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
    pub kinds: IndexMap<&'static str, Score>,
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
    pub kind: &'static str,
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
    #[serde(flatten)]
    unnoticed: Unnoticed,
}

/// The view of mutants, of which a person sees so many survivors.
pub fn view(judged: &[Judged], sources: &Sources, limit: usize) -> View {
    let kinds = Kind::VARIANTS.iter().map(|kind| {
        let of_kind = judged.iter().filter(|judged| judged.mutant.kind == *kind);
        (kind.into(), Score::of(of_kind))
    });
    let survivors = judged.iter().filter_map(|judged| match &judged.fate {
        Fate::Survives(unnoticed) => Some(Survivor::new(&judged.mutant, unnoticed, sources)),
        _ => None,
    });
    let all = Score::of(judged);
    View {
        version: Version,
        score: shown_score(&all),
        mutants: all,
        kinds: kinds.collect(),
        survivors: survivors.collect(),
        limit,
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
    match line.char_indices().nth(99) {
        Some((end, _)) if line.chars().count() > 100 => {
            format!("{}…", line.get(..end).unwrap_or_default())
        }
        _ => line,
    }
}

/// The score as a decimal of three places, never rounded up: `0.934`.
pub fn shown_score(score: &Score) -> String {
    match score.noticed * 1000 / score.counted().max(1) {
        thousandths if score.counted() > 0 && thousandths < 1000 => format!("0.{thousandths:03}"),
        _ => "1".to_owned(),
    }
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
        let Score {
            noticed,
            equivalent,
            refused,
            ..
        } = self.mutants;
        page.heading(Line::plain(format!(
            "score {}: {noticed} of {} noticed; {equivalent} proved equivalent and {refused} \
             told by `chartroom check` are left out",
            self.score,
            self.mutants.counted()
        )));
        page
    }
}

impl View {
    fn by_kind(&self) -> Table {
        let mut columns = vec![Column::words("mutants").styled(FAINT)];
        columns.extend(["noticed", "survived", "equivalent", "refused"].map(Column::numbers));
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
            let counts = counts.map(|count| count.to_string());
            std::iter::once((*kind).to_owned()).chain(counts).collect()
        });
        Table {
            rows: rows.collect(),
            stub: 1,
            ..Table::new(columns)
        }
    }
}

impl Survivor {
    fn new(mutant: &Mutant, unnoticed: &Unnoticed, sources: &Sources) -> Self {
        let (line, column) = sources.position(mutant.span);
        Self {
            kind: mutant.kind.into(),
            file: sources.path(mutant.span.file).to_owned(),
            line,
            column,
            was: mutant.was.clone(),
            becomes: mutant.becomes.clone(),
            change: change(mutant),
            unnoticed: unnoticed.clone(),
        }
    }

    fn put(&self, page: &mut Document) {
        let place = format!("{}:{}", self.file, self.line);
        let title = Line::default()
            .then(BOLD, self.kind)
            .then(Style::Plain, "  ");
        page.title(title.then(CITE, place));
        page.line(Line::plain(&*self.change));
        let Unnoticed {
            question,
            facts,
            answers,
            instead,
            example,
        } = &self.unnoticed;
        if question.is_empty() {
            page.line(Line::plain(
                "nothing notices it; of what it changes no example was found",
            ));
            return page.room();
        }
        let facts = match words::equations(facts) {
            none if none.is_empty() => none,
            facts => format!(", where {facts}"),
        };
        let line = Line::plain(format!("nothing notices that {question} is then "))
            .then(WARN, instead)
            .then(Style::Plain, ", not ")
            .then(VALUE, answers);
        page.line(line.then(Style::Plain, facts));
        for line in example.iter().flat_map(|example| example.lines()) {
            page.item(1, Line::plain(line));
        }
        page.room();
    }
}
