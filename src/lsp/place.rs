//! Places as an editor counts them: lines and columns from 0, columns in UTF-16 units or in bytes, and files as addresses.

use gen_lsp_types::{Position, Range, Uri};
use line_index::{LineCol, LineIndex, TextSize, WideEncoding, WideLineCol};
use std::path::{Path, PathBuf};

/// In what an editor counts columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Columns {
    Bytes,
    #[default]
    Utf16,
}

/// A text whose lines are counted.
#[derive(Debug)]
pub struct Lined {
    pub text: String,
    lines: LineIndex,
    columns: Columns,
}

impl Lined {
    pub fn new(text: String, columns: Columns) -> Self {
        let lines = LineIndex::new(&text);
        Self {
            text,
            lines,
            columns,
        }
    }

    /// The place of an offset; one beyond the text is its end.
    pub fn position(&self, offset: usize) -> Position {
        let end = self.text.len();
        let offset = self.boundary(offset.min(end));
        let offset = TextSize::new(u32::try_from(offset).unwrap_or(u32::MAX));
        let place = self
            .lines
            .try_line_col(offset)
            .unwrap_or(LineCol { line: 0, col: 0 });
        let wide = match self.columns {
            Columns::Bytes => None,
            Columns::Utf16 => self.lines.to_wide(WideEncoding::Utf16, place),
        };
        Position {
            line: place.line,
            character: wide.map_or(place.col, |wide| wide.col),
        }
    }

    pub fn range(&self, start: usize, end: usize) -> Range {
        Range {
            start: self.position(start),
            end: self.position(end),
        }
    }

    /// The offset of a place; one beyond its line is the line's end, one beyond the text the text's.
    pub fn offset(&self, place: Position) -> usize {
        let Some(line) = self.lines.line(place.line) else {
            return self.text.len();
        };
        let (start, end) = (usize::from(line.start()), usize::from(line.end()));
        let written = self.text.get(start..end).unwrap_or_default();
        let end = start + written.trim_end_matches(['\n', '\r']).len();
        let col = match self.columns {
            Columns::Bytes => Some(place.character),
            Columns::Utf16 => {
                let wide = WideLineCol {
                    line: place.line,
                    col: place.character,
                };
                let narrow = self.lines.to_utf8(WideEncoding::Utf16, wide);
                narrow.map(|narrow| narrow.col)
            }
        };
        let offset = col.map_or(end, |col| start.saturating_add(col as usize).min(end));
        self.boundary(offset)
    }

    /// The nearest place before an offset at which a character begins.
    fn boundary(&self, offset: usize) -> usize {
        let mut before = (0..=offset).rev();
        let is_start = |at: &usize| self.text.is_char_boundary(*at);
        before.find(is_start).unwrap_or_default()
    }
}

/// The address of a file.
pub fn uri_of(path: &Path) -> Uri {
    let shown = path.to_string_lossy().replace('\\', "/");
    let lead = if shown.starts_with('/') { "" } else { "/" };
    let mut uri = format!("file://{lead}");
    for byte in shown.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            uri.push(char::from(byte));
        } else {
            uri.push_str(&format!("%{byte:02X}"));
        }
    }
    Uri(uri)
}

/// The file of an address, if it is one of a file.
pub fn path_of(uri: &Uri) -> Option<PathBuf> {
    let rest = uri.0.strip_prefix("file://")?;
    let rest = rest.get(rest.find('/')?..)?;
    let mut bytes = Vec::with_capacity(rest.len());
    let mut left = rest.bytes();
    while let Some(byte) = left.next() {
        if byte == b'%' {
            let pair = [left.next()?, left.next()?];
            let digits = std::str::from_utf8(&pair).ok()?;
            bytes.push(u8::from_str_radix(digits, 16).ok()?);
        } else {
            bytes.push(byte);
        }
    }
    let path = String::from_utf8(bytes).ok()?;
    let drive = path.as_bytes().get(2) == Some(&b':');
    let path = if drive { path.get(1..)? } else { &path };
    Some(PathBuf::from(path))
}
