//! A chart as it is printed: what is shown of it, beside the rules that its cells are.

use super::names::{or_empty, texts};
use crate::model::{self, Note, PackId, QuestionId};
use crate::pack::{self, Key};
use crate::source::Text;

pub(super) fn as_shown(
    pack: PackId,
    chart: &pack::Chart,
    questions: &[QuestionId],
) -> model::Chart {
    let columns = if chart.across.is_empty() {
        texts(&chart.answers)
    } else {
        chart
            .columns
            .iter()
            .map(|column| joined(&column.key))
            .collect()
    };
    model::Chart {
        id: chart.id.value.clone(),
        title: chart.title.clone(),
        cite: or_empty(chart.cite.as_ref()),
        answers: questions.to_vec(),
        down: texts(&chart.down),
        across: texts(&chart.across),
        columns,
        column_keys: chart
            .columns
            .iter()
            .map(|column| texts(&column.key))
            .collect(),
        column_cites: chart.columns.iter().map(own_cite).collect(),
        rows: Vec::new(),
        when: chart.when.as_ref().map(|when| when.value.clone()),
        except: chart
            .except
            .iter()
            .map(|except| exception(chart, except))
            .collect(),
        notes: chart
            .notes
            .iter()
            .map(|note| footnote(chart, note))
            .chain(
                chart
                    .columns
                    .iter()
                    .flat_map(|column| of_column(chart, column)),
            )
            .collect(),
        list: !chart.lines.is_empty(),
        pack,
        span: chart.id.span,
    }
}

fn cite_of(chart: &pack::Chart, own: Option<&Text>) -> String {
    own.or(chart.cite.as_ref())
        .map_or_else(String::new, |cite| cite.value.clone())
}

fn footnote(chart: &pack::Chart, note: &pack::Footnote) -> Note {
    Note {
        mark: note.mark.value.clone(),
        cite: cite_of(chart, note.cite.as_ref()),
        when: Some(note.when.value.clone()),
        gives: texts(&note.gives),
        gap: None,
        except: Vec::new(),
    }
}

fn own_cite(column: &pack::Column) -> Option<String> {
    column.cite.as_ref().map(|cite| cite.value.clone())
}

/// What holds for a column alone, as footnotes that bear its heading.
fn of_column(chart: &pack::Chart, column: &pack::Column) -> Vec<Note> {
    let heading = joined(&column.key);
    let limit = column.when.iter().map(|when| Note {
        mark: heading.clone(),
        cite: cite_of(chart, column.cite.as_ref()),
        when: Some(format!("not ({})", when.value)),
        gives: Vec::new(),
        gap: None,
        except: Vec::new(),
    });
    let except = column.except.iter().map(|except| Note {
        mark: heading.clone(),
        cite: cite_of(chart, except.cite.as_ref().or(column.cite.as_ref())),
        ..exception(chart, except)
    });
    limit.chain(except).collect()
}

fn exception(chart: &pack::Chart, except: &pack::Exception) -> Note {
    let (gives, gap) = match &except.outcome {
        Some(pack::Outcome::Gives(gives)) => (vec![gives.value.clone()], None),
        Some(pack::Outcome::Gap(lost)) => (Vec::new(), Some(lost.value.clone())),
        None => (Vec::new(), None),
    };
    Note {
        mark: String::new(),
        cite: cite_of(chart, except.cite.as_ref()),
        when: except.when.as_ref().map(|when| when.value.clone()),
        gives,
        gap,
        except: except
            .except
            .iter()
            .map(|inner| exception(chart, inner))
            .collect(),
    }
}

/// A key in one text.
pub(super) fn joined(key: &Key) -> String {
    key.iter()
        .map(|text| text.value.as_str())
        .collect::<Vec<_>>()
        .join(" / ")
}
