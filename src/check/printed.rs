//! A chart as it is printed: what is shown of it, beside the rules that its cells are.

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
        chart.columns.iter().map(joined).collect()
    };
    model::Chart {
        id: chart.id.value.clone(),
        title: chart.title.clone(),
        cite: chart
            .cite
            .as_ref()
            .map_or_else(String::new, |cite| cite.value.clone()),
        answers: questions.to_vec(),
        down: texts(&chart.down),
        across: texts(&chart.across),
        columns,
        column_keys: chart.columns.iter().map(|key| texts(key)).collect(),
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
            .collect(),
        list: !chart.lines.is_empty(),
        pack,
        span: chart.id.span,
    }
}

pub(super) fn texts(list: &[Text]) -> Vec<String> {
    list.iter().map(|text| text.value.clone()).collect()
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
