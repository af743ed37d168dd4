//! What stands on a chart as a book prints it: its keys and cells in people's words, with ranges and bounds in print.

use super::EMPTY;
use crate::check::values;
use crate::model::{Chart, Model};
use crate::render::odds::labels_text;
use crate::render::words::capital;
use crate::value::Value;

/// The parts of a heading; values that have names are said as people say them.
pub fn headings(model: &Model, subjects: &[String], key: &[String]) -> Vec<String> {
    let parts = key.iter().enumerate();
    let heading = |(place, part): (usize, &String)| {
        let fact = subjects
            .get(place)
            .and_then(|text| model.variable_names.get(text));
        let indices = fact.and_then(|fact| Some((*fact, values(model, *fact, part).ok()?)));
        // A number is as it is printed, unless people call each of its values something.
        let indices = indices.filter(|(fact, indices)| {
            let has_name = |index: &u32| model.guide.labels.contains_key(&(*fact, *index));
            !model.variables[*fact].domain.words().is_empty() || indices.iter().all(has_name)
        });
        match indices {
            Some((fact, indices)) => labels_text(model, fact, &indices),
            None => answer(model, subjects.get(place), part)
                .unwrap_or_else(|| model.in_words(&readable(part))),
        }
    };
    parts.map(heading).collect()
}

/// A heading that is one answer of a question, as people say it.
fn answer(model: &Model, question: Option<&String>, part: &str) -> Option<String> {
    let question = *model.question_names.get(question?)?;
    let word = model.words.find(part)?;
    let is_one = model.questions[question].answer.words().contains(&word);
    is_one.then(|| capital(&model.answer_of(question, &Value::Word(word))))
}

/// A cell, unless the book leaves it empty; a word as people say the answer.
pub fn cell(model: &Model, chart: &Chart, column: usize, text: &str) -> Option<String> {
    if text == EMPTY {
        return None;
    }
    let question = chart.answers.get(column).or(chart.answers.first())?;
    let word = model.words.find(text).filter(|_| !text.contains(' '));
    let said = word.map(|word| model.answer_of(*question, &Value::Word(word)));
    Some(capital(&said.unwrap_or_else(|| model.in_words(text))))
}

/// `2..5` is `2-5`, `<= 5` is `≤5`, `>= 10` is `≥10`; words stay as they are, and a range of words that have hyphens of their
/// own, or of negative numbers, is said with `to`.
pub fn readable(key: &str) -> String {
    let parts = key.split(',').map(|part| member(part.trim()));
    parts.collect::<Vec<_>>().join(", ")
}

fn member(part: &str) -> String {
    for (written, printed) in [("<=", "≤"), (">=", "≥")] {
        if let Some(bound) = part.strip_prefix(written) {
            return format!("{printed}{}", bound.trim());
        }
    }
    let Some((low, high)) = part.split_once("..") else {
        return part.trim_matches('\'').to_owned();
    };
    let (low, high) = (low.trim(), high.trim_start_matches('=').trim());
    let has_hyphen = low.contains('-') || high.contains('-');
    format!("{low}{}{high}", if has_hyphen { " to " } else { "-" })
}
