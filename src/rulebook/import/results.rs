//! A chart that is printed the other way: a row is a result, and its cells are the dice for which it comes out.

use super::corner::Corner;
use super::sheet::Sheet;
use super::{Goes, Import, Wish, headings, key, listed};
use crate::diagnostic::Diagnostic;
use crate::model::VariableId;
use crate::rulebook::request;

/// A cell where a result does not come out at all.
pub fn is_blank(cell: &str) -> bool {
    matches!(cell, "" | "-" | "--")
}

impl Import<'_> {
    /// The chart, where its cells are values of a fact.
    pub fn results(
        &mut self,
        sheet: &Sheet,
        corner: &Corner,
    ) -> Result<Option<String>, Diagnostic> {
        let facts = self.facts_of_cells(sheet, corner)?;
        if facts.is_empty() {
            return Ok(None);
        }
        let columns = headings(sheet);
        let is_one = columns.len() == 1 && self.wish.across.is_empty() && corner.across.is_empty();
        let across = match is_one {
            true => Vec::new(),
            false => {
                let wanted = (self.wish.across, corner.across.as_slice());
                self.facts("across", &columns, wanted, &|column| sheet.column(column))?
            }
        };
        let keys: Vec<String> = sheet.rows.iter().map(|row| row.keys.concat()).collect();
        let answers = self.answers(keys.iter());
        let is_signed = self.is_signed(&answers);
        let mut text = self.head("Chart", &[answers]);
        let mut names = self.names(&facts.iter().copied().map(Goes::By).collect::<Vec<_>>());
        names.dedup();
        text.push_str(&format!("    cells: {}", listed(&names)));
        text.push_str(&self.columns(&across, &columns));
        text.push_str(",\n    rows: [\n");
        let lines = sheet.rows.iter().map(|row| {
            let key = format!("{:?}", self.answer(&row.keys.concat(), is_signed));
            let cells = row.cells.iter().zip(&facts).map(|(cell, fact)| {
                let meant = key::meant(self.model, *fact, cell);
                let cell = meant.map_or_else(|| "-".to_owned(), |meant| meant.key);
                format!("{cell:?}")
            });
            (key, cells.collect())
        });
        let lines = lines.collect();
        text.push_str(&self.laid(sheet, lines));
        text.push_str("    ],\n)\n");
        Ok(Some(text))
    }

    /// The chart of a sheet that has a column for each result, and in a row the dice for which they come out.
    pub fn turned(&mut self, sheet: &Sheet) -> Result<Option<String>, Diagnostic> {
        let is_marked = sheet.rows.iter().any(|row| !row.marks.is_empty());
        let Some(turned) = sheet.turned().filter(|_| !is_marked) else {
            return Ok(None);
        };
        let wish = Wish {
            down: &[],
            across: self.wish.down,
            ..self.wish
        };
        let mut import = Import {
            model: self.model,
            wish,
            guesses: vec!["each column is a result: they become the rows".to_owned()],
        };
        let text = import.results(&turned, &Corner::default())?;
        if text.is_some() {
            self.guesses = import.guesses;
        }
        Ok(text)
    }

    /// For each column the fact of which its cells are values: the one that is said, or that the cells give away, where there are
    /// ranges among them that cover a fact. None, where the cells are answers.
    fn facts_of_cells(
        &mut self,
        sheet: &Sheet,
        corner: &Corner,
    ) -> Result<Vec<VariableId>, Diagnostic> {
        let columns: Vec<Vec<&str>> = (0..sheet.columns.len())
            .map(|place| {
                let cells = sheet.rows.iter().filter_map(|row| row.cells.get(place));
                let filled = cells.filter(|cell| !is_blank(cell));
                filled.map(String::as_str).collect()
            })
            .collect();
        let said = match self.wish.cells {
            [] => &corner.cells,
            cells => cells,
        };
        let mut facts = Vec::new();
        for (place, cells) in columns.iter().enumerate() {
            let fact = match said.get(place).or(said.first()) {
                Some(name) => request::named(self.model, name)?,
                None if self.are_values(cells) => self.guess("cells", cells)?,
                None => return Ok(Vec::new()),
            };
            let filled = |at: usize| {
                let mut rows = sheet.rows.iter().filter(|row| {
                    let cell = row.cells.get(place);
                    cell.is_some_and(|cell| !is_blank(cell))
                });
                let number = rows.nth(at).map_or(0, |row| row.number);
                format!(" on line {number} of the sheet")
            };
            self.refuse_no_value(fact, cells, &filled)?;
            facts.push(fact);
        }
        Ok(facts)
    }

    /// Whether these are the values of a fact, in ranges, which answers never are.
    fn are_values(&self, cells: &[&str]) -> bool {
        let is_range = |fact: VariableId| {
            let mut meant = cells
                .iter()
                .filter_map(|cell| key::meant(self.model, fact, cell));
            meant.any(|meant| meant.values.len() > 1)
        };
        let mut facts = self.model.facts().map(|(fact, _)| fact);
        self.wish.down.is_empty()
            && facts.any(|fact| self.is_covered(fact, cells) && is_range(fact))
    }
}
