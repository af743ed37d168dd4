//! What can be folded: blocks, brackets and texts of several lines, runs of comments.

use super::scan;
use super::snapshot::Page;
use gen_lsp_types::{FoldingRange, FoldingRangeKind};

pub fn folds(page: &Page) -> Vec<FoldingRange> {
    let (text, shape) = (&page.now.text, scan::shape(&page.path, &page.now.text));
    let blocks = shape.blocks.iter().map(|block| block.body.clone());
    let mut folds: Vec<FoldingRange> = blocks
        .chain(shape.folds.iter().cloned())
        .map(|range| {
            let range = page.now.range(range.start, range.end);
            fold(range.start.line, range.end.line, None)
        })
        .collect();
    let mark = if page.path.ends_with(".toml") {
        "#"
    } else {
        "//"
    };
    let mut first = None;
    for (line, own) in (0..).zip(text.lines().chain([""])) {
        if own.trim_start().starts_with(mark) {
            first.get_or_insert(line);
        } else if let Some(first) = first.take() {
            folds.push(fold(first, line - 1, Some(FoldingRangeKind::Comment)));
        }
    }
    folds.retain(|fold| fold.start_line < fold.end_line);
    folds.sort_by_key(|fold| (fold.start_line, fold.end_line));
    folds.dedup_by_key(|fold| (fold.start_line, fold.end_line));
    folds
}

fn fold(start_line: u32, end_line: u32, kind: Option<FoldingRangeKind>) -> FoldingRange {
    FoldingRange {
        start_line,
        start_character: None,
        end_line,
        end_character: None,
        kind,
        collapsed_text: None,
    }
}
