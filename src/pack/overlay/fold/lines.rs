//! The lines of a file's text, by offset.

use super::text::Page;

impl Page<'_> {
    pub(super) fn newline(&self) -> &'static str {
        if self.text.contains("\r\n") {
            "\r\n"
        } else {
            "\n"
        }
    }

    pub(super) fn from(&self, at: usize) -> &str {
        self.text.get(at..).unwrap_or_default()
    }

    pub(super) fn before(&self, at: usize) -> &str {
        self.text.get(..at).unwrap_or_default()
    }

    pub(super) fn line_start(&self, at: usize) -> usize {
        self.before(at).rfind('\n').map_or(0, |newline| newline + 1)
    }

    /// The end of a line, before its line break.
    pub(super) fn line_end(&self, at: usize) -> usize {
        let rest = self.from(at);
        let end = rest.find('\n').unwrap_or(rest.len());
        at + rest
            .get(..end)
            .unwrap_or_default()
            .trim_end_matches('\r')
            .len()
    }

    /// The beginning of the line after that of an offset.
    pub(super) fn next_line(&self, at: usize) -> usize {
        self.from(at)
            .find('\n')
            .map_or(self.text.len(), |newline| at + newline + 1)
    }

    pub(super) fn indent(&self, at: usize) -> &str {
        let line = self.text.get(self.line_start(at)..at).unwrap_or_default();
        line.get(..line.len() - line.trim_start().len())
            .unwrap_or_default()
    }

    /// Whether only blanks stand before this on its line.
    pub(super) fn begins_line(&self, at: usize) -> bool {
        self.text
            .get(self.line_start(at)..at)
            .is_some_and(|before| before.trim().is_empty())
    }
}
