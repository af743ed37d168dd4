//! What the corner of a sheet says of its rows, columns and cells: `DR \\ Month`, `event-dr: event \\ theatre`.

use super::sheet::Sheet;

/// The facts that it names, as it calls them.
#[derive(Debug, Default)]
pub struct Corner {
    pub down: Vec<String>,
    pub across: Vec<String>,
    /// Those of which the cells are values, where the rows are results.
    pub cells: Vec<String>,
}

impl Corner {
    pub fn of(sheet: &Sheet) -> Self {
        let mut corner = Self::default();
        let said = |text: &str| Some(text.trim().to_owned()).filter(|text| !text.is_empty());
        for cell in &sheet.corner {
            let (before, behind) = cell.split_once('\\').unwrap_or((cell, ""));
            let (cells, before) = before.split_once(": ").unwrap_or(("", before));
            corner.cells.extend(cells.split(',').filter_map(said));
            corner.down.extend(said(before));
            corner.across.extend(said(behind));
        }
        corner
    }
}
