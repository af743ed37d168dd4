//! What of a sheet is not as plain as it looks: cells that would be computed, words by their labels, what is left out or filled in.

use super::Import;
use super::sheet::{Line, MARKS, Sheet};
use crate::diagnostic::Diagnostic;
use crate::value::{Value, folded_value};
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

    /// Refuses cells that would be computed and are hardly meant so: `1-2` is a range, `(3)` a number below 0 in some books.
    pub(super) fn refuse_unplain(&self, sheet: &Sheet) -> Result<(), Diagnostic> {
        let is_number = |part: &str| {
            let part = part.trim();
            !part.is_empty() && part.bytes().all(|letter| letter.is_ascii_digit())
        };
        let is_unplain = |cell: &&String| {
            let bracketed = cell
                .strip_prefix('(')
                .and_then(|rest| rest.strip_suffix(')'));
            let ends = cell.split_once('-');
            let is_range = ends.is_some_and(|(from, to)| is_number(from) && is_number(to));
            (is_range || bracketed.is_some_and(is_number)) && self.answer(cell, false) == **cell
        };
        let is_word = |cell: &String| self.model.words.find(cell).is_some();
        let lines = sheet.rows.iter();
        let mut cells = lines.flat_map(|row| row.cells.iter().map(|cell| (row.number, cell)));
        let Some((line, cell)) = cells.find(|(_, cell)| is_unplain(cell) && !is_word(cell)) else {
            return Ok(());
        };
        let message = format!("`{cell}` on line {line} of the sheet is no answer");
        let help = "a number stands alone, `-3`; what is to be computed is written in the chart";
        Err(Diagnostic::request(message).help(help))
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
