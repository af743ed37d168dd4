//! What of a sheet is not as plain as it looks: cells that would be computed, words by their labels, what is left out or filled in.

use super::Import;
use super::sheet::{Line, MARKS, Sheet};
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::{parse, unmarked};
use crate::value::{Value, folded_value, parse_number};
use itertools::Itertools;

/// Cells that say that an answer is not to be had.
pub const NOT_AVAILABLE: [&str; 2] = ["n/a", "N/A"];

impl Import<'_> {
    /// The word that alone bears a label, as [`folded_value`] has it.
    pub(super) fn labelled(&self, name: &str) -> Option<&str> {
        let labels = self.model.guide.labels.iter();
        let labels = labels.filter(|(_, label)| folded_value(label) == name);
        let words = labels.filter_map(|((fact, index), _)| {
            match self.model.variables[*fact].domain.value(*index) {
                Value::Word(word) => Some(self.model.words.text(word)),
                _ => None,
            }
        });
        words.unique().exactly_one().ok()
    }

    /// Refuses cells that would be computed and are hardly meant so, `1-2` is a range, `(3)` a number below 0 in some books; those that
    /// are nothing which a pack can say; and words where a question that is declared counts.
    pub(super) fn refuse_unplain(
        &self,
        sheet: &Sheet,
        answers: &[String],
    ) -> Result<(), Diagnostic> {
        let mut cells = sheet.rows.iter().flat_map(|row| {
            let cells = (0..).zip(&row.cells);
            cells.map(|(column, cell)| (row.number, column, cell))
        });
        let refused = cells.find_map(|(line, column, cell)| {
            let question = answers.get(column).or(answers.last());
            let counts = question.filter(|name| self.only_counts(name));
            let help = self.unplain(cell, counts)?;
            let message = format!("`{cell}` on line {line} of the sheet is no answer");
            Some(Diagnostic::request(message).help(help))
        });
        refused.map_or(Ok(()), Err)
    }

    /// What is wrong with a cell, if anything is: what it should be; `counts` is the question of numbers that it answers.
    fn unplain(&self, cell: &str, counts: Option<&String>) -> Option<String> {
        let written = self.answer(cell, false);
        let is_number = |part: &str| {
            let part = part.trim();
            !part.is_empty() && part.bytes().all(|letter| letter.is_ascii_digit())
        };
        let bracketed = cell.strip_prefix('(');
        let bracketed = bracketed.and_then(|rest| rest.strip_suffix(')'));
        let ends = cell.split_once('-');
        let is_range = ends.is_some_and(|(from, to)| is_number(from) && is_number(to));
        let word = self.model.words.find(&written);
        if written == "-" || parse_number(&written).is_some() {
            return None;
        }
        if word.is_none() && (is_range || bracketed.is_some_and(is_number)) {
            let help =
                "a number stands alone, `-3`; what is to be computed is written in the chart";
            return Some(help.to_owned());
        }
        if let Some(plain) = unmarked(cell).filter(|plain| parse_number(plain).is_some()) {
            return Some(format!(
                "a number has no mark between its digits: `{plain}`"
            ));
        }
        let point = cell.replacen(',', ".", 1);
        if parse_number(&point).is_some() {
            return Some(format!("a point begins decimals: `{point}`"));
        }
        if cell.starts_with('#') {
            return Some("a spreadsheet writes this where it could not compute a cell".to_owned());
        }
        let is_new_word = written != cell && word.is_none();
        if word.is_none() && !is_new_word && parse(&written, Span::NOWHERE).is_err() {
            return Some(
                "a cell is a number, a word, or what is to be computed as a rule says it"
                    .to_owned(),
            );
        }
        let is_question = |name: &str| self.model.question_names.contains_key(name);
        let names = |name: &str| self.model.fact_named(name).is_some() || is_question(name);
        let is_one_name = |text: &str| !text.contains(|letter: char| " +-*/()".contains(letter));
        let is_word = word.is_some() || is_new_word || is_one_name(&written);
        let counts = counts.filter(|_| is_word && !names(&written))?;
        Some(format!("`{counts}` is answered by numbers"))
    }

    /// Whether a question is declared, and answered by numbers alone.
    fn only_counts(&self, question: &str) -> bool {
        let id = self.model.question_names.get(question);
        let answer = id.map(|id| &self.model.questions[*id].answer);
        answer.is_some_and(|answer| answer.unit().is_some() && answer.words().is_empty())
    }

    /// Tells what was made of blank keys, of cells that say that there is nothing, and of marks over columns.
    pub(super) fn tell_left_out(&mut self, sheet: &Sheet) {
        let lines = |is_such: &dyn Fn(&&Line) -> bool| {
            let rows = sheet.rows.iter().filter(is_such);
            rows.map(|row| row.number).join(", ")
        };
        let filled = lines(&|row| row.is_filled);
        if !filled.is_empty() {
            self.guesses
                .push(format!("blank keys are those above them: line {filled}"));
        }
        let is_lost = |cell: &String| NOT_AVAILABLE.contains(&cell.as_str());
        let lost = lines(&|row| row.cells.iter().any(is_lost));
        if !lost.is_empty() {
            self.guesses
                .push(format!("`N/A` is left empty, \"-\": line {lost}"));
        }
        let headings = sheet.columns.iter().flatten();
        let marked = headings.filter(|heading| heading.ends_with(MARKS));
        let marked = marked.unique().map(|heading| format!("`{heading}`"));
        let marked = marked.collect_vec();
        if !marked.is_empty() {
            let marked = marked.join(", ");
            let told =
                format!("the marks of {marked} are left out: their footnotes are to be said");
            self.guesses.push(told);
        }
    }
}
