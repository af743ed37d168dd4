//! A chart as it is printed: what is shown of it, beside the rules that its cells are.

use super::names::{or_empty, texts};
use crate::model::{self, Note, PackId, QuestionId};
use crate::pack::{Chart, Column, Exception, Key, Outcome};
use crate::source::Text;
use itertools::Itertools;

pub fn as_shown(pack: PackId, chart: &Chart, questions: &[QuestionId]) -> model::Chart {
    let columns = chart.columns.iter();
    let notes = chart.notes.iter().map(|note| Note {
        mark: note.mark.value.clone(),
        gives: texts(&note.gives),
        ..when_said(chart, note.cite.as_ref(), Some(note.when.value.clone()))
    });
    let except = chart
        .except
        .iter()
        .map(|except| exception(chart, except, None));
    model::Chart {
        id: chart.id.value.clone(),
        title: chart.title.clone(),
        cite: or_empty(&chart.cite),
        answers: questions.to_vec(),
        down: match chart.cells.as_slice() {
            [] => texts(&chart.down),
            _ => texts(&chart.answers),
        },
        across: texts(&chart.across),
        cells: texts(&chart.cells),
        columns: match (chart.across.as_slice(), chart.cells.as_slice()) {
            ([], []) => texts(&chart.answers),
            ([], cells) => texts(cells),
            _ => columns.clone().map(|column| joined(&column.key)).collect(),
        },
        column_keys: columns.clone().map(|column| texts(&column.key)).collect(),
        column_cites: columns
            .clone()
            .map(|column| column.cite.as_ref().map(|cite| cite.value.clone()))
            .collect(),
        rows: Vec::new(),
        when: chart.when.as_ref().map(|when| when.value.clone()),
        except: except.collect(),
        notes: notes
            .chain(columns.flat_map(|column| of_column(chart, column)))
            .collect(),
        list: !chart.lines.is_empty(),
        pack,
        span: chart.id.span,
    }
}

/// A note of which no more is said than when it holds; its paragraph is that of the chart where it has none of its own.
fn when_said(chart: &Chart, cite: Option<&Text>, when: Option<String>) -> Note {
    Note {
        mark: String::new(),
        cite: or_empty(&cite.or(chart.cite.as_ref()).cloned()),
        when,
        gives: Vec::new(),
        gap: None,
        except: Vec::new(),
    }
}

/// What holds for a column alone, as footnotes that bear its heading.
fn of_column<'c>(chart: &'c Chart, column: &'c Column) -> impl Iterator<Item = Note> + 'c {
    let cite = column.cite.as_ref();
    let limit = column
        .when
        .iter()
        .map(move |when| when_said(chart, cite, Some(format!("not ({})", when.value))));
    let except = column.except.iter();
    limit
        .chain(except.map(move |except| exception(chart, except, cite)))
        .map(|note| Note {
            mark: joined(&column.key),
            ..note
        })
}

fn exception(chart: &Chart, except: &Exception, cite: Option<&Text>) -> Note {
    let (gives, gap) = match &except.outcome {
        Some(Outcome::Gives(gives)) => (vec![gives.value.clone()], None),
        Some(Outcome::Gap(lost)) => (Vec::new(), Some(lost.value.clone())),
        None => (Vec::new(), None),
    };
    let inner = except
        .except
        .iter()
        .map(|inner| exception(chart, inner, None));
    let when = except.when.as_ref().map(|when| when.value.clone());
    Note {
        gives,
        gap,
        except: inner.collect(),
        ..when_said(chart, except.cite.as_ref().or(cite), when)
    }
}

pub fn joined(key: &Key) -> String {
    key.iter().map(|text| text.value.as_str()).join(" / ")
}
