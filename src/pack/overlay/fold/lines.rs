//! The lines of a file's text, by offset.

use super::text::Page;

impl Page<'_> {
    pub fn newline(&self) -> &'static str {
        if self.text.contains("\r\n") {
            "\r\n"
        } else {
            "\n"
        }
    }

    pub fn between(&self, start: usize, end: usize) -> &str {
        self.text.get(start..end).unwrap_or_default()
    }

    pub fn from(&self, at: usize) -> &str {
        self.between(at, self.text.len())
    }

    pub fn before(&self, at: usize) -> &str {
        self.between(0, at)
    }

    pub fn line_start(&self, at: usize) -> usize {
        self.before(at).rfind('\n').map_or(0, |newline| newline + 1)
    }

    /// The end of a line, before its line break.
    pub fn line_end(&self, at: usize) -> usize {
        let line = self.from(at).split('\n').next().unwrap_or_default();
        at + line.trim_end_matches('\r').len()
    }

    /// The beginning of the line after that of an offset.
    pub fn next_line(&self, at: usize) -> usize {
        let end = self.from(at).find('\n');
        end.map_or(self.text.len(), |newline| at + newline + 1)
    }

    /// What stands before an offset on its line.
    pub fn lead(&self, at: usize) -> &str {
        self.between(self.line_start(at), at)
    }

    pub fn indent(&self, at: usize) -> &str {
        let lead = self.lead(at);
        self.between(at - lead.len(), at - lead.trim_start().len())
    }

    /// Whether only blanks stand before this on its line.
    pub fn begins_line(&self, at: usize) -> bool {
        self.lead(at).trim().is_empty()
    }
}
