//! A chart as a sheet that a spreadsheet opens and `import` reads back.

use super::{Body, Chart, EMPTY, Key, Row};
use csv::WriterBuilder;

/// The sheet: the facts in the corner, a line of headings for each fact that the columns go by, then a line a row.
pub(super) fn sheet(chart: &Chart) -> String {
    let lines = match &chart.body {
        Body::List { lines } => {
            let line = |line: &super::Modifier| {
                let cells = [Some(&line.label), line.when.as_ref(), line.gives.as_ref()];
                cells.map(|cell| cell.cloned().unwrap_or_default()).into()
            };
            let heads: Vec<String> = ["label", "when", "gives"].map(str::to_owned).into();
            std::iter::once(heads)
                .chain(lines.iter().map(line))
                .collect()
        }
        Body::Grid {
            down,
            across,
            columns,
            rows,
            cells,
            ..
        } => {
            let mut lines = grid(down, across, columns, rows);
            let corner = lines.get_mut(across.len().max(1) - 1);
            if let (Some(corner), false) =
                (corner.and_then(|line| line.first_mut()), cells.is_empty())
            {
                *corner = format!("{}: {corner}", cells.join(", "));
            }
            lines
        }
    };
    let width = lines.first().map_or(1, Vec::len);
    let marked = chart.footnotes.iter().filter(|note| is_marked(note));
    let marked = marked.map(|[mark, cite, words]| {
        let mut line = vec![String::new(); width];
        if let Some(first) = line.first_mut() {
            *first = format!("{mark} {words} ({cite})");
        }
        line
    });
    let lines: Vec<Vec<String>> = lines.into_iter().chain(marked).collect();
    let mut writer = WriterBuilder::new().from_writer(Vec::new());
    for line in &lines {
        // Nothing that is written to memory fails.
        writer.write_record(line).ok();
    }
    let bytes = writer.into_inner().unwrap_or_default();
    String::from_utf8(bytes).unwrap_or_default()
}

/// Whether a footnote has a mark that no key of a row can be.
pub(super) fn is_marked([mark, ..]: &[String; 3]) -> bool {
    !mark.chars().any(char::is_alphanumeric)
}

fn grid(down: &[String], across: &[String], columns: &[Key], rows: &[Row]) -> Vec<Vec<String>> {
    let mut lines = Vec::new();
    let depth = across.len().max(1);
    for level in 0..depth {
        let mut line: Vec<String> = vec![String::new(); down.len()];
        if level + 1 == depth {
            line = down.to_vec();
        }
        if let (Some(corner), Some(fact)) = (line.first_mut(), across.get(level)) {
            *corner = format!("{corner} \\ {fact}").trim_start().to_owned();
        }
        line.extend(columns.iter().map(|column| match column {
            Key::Question(name) => name.clone(),
            Key::Parts(parts) => parts.get(level).cloned().unwrap_or_default(),
        }));
        lines.push(line);
    }
    lines.extend(rows.iter().map(|row| {
        let mut line = row.key.clone();
        if let Some(first) = line.first_mut() {
            first.push_str(&row.marks);
        }
        let cell = |cell: &Option<String>| cell.clone().unwrap_or_else(|| EMPTY.to_owned());
        line.extend(row.cells.iter().map(cell));
        line
    }));
    lines
}
