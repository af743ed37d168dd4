//! The few styles of the terminal. Where color is not wanted, the stream takes them out again.

/// Bold.
pub const BOLD: &str = "\x1b[1m";
/// Faint.
pub const FAINT: &str = "\x1b[2m";
/// A value that is the answer.
pub const VALUE: &str = "\x1b[1;32m";
/// A paragraph number.
pub const CITE: &str = "\x1b[36m";
/// A gap, or something to look at.
pub const WARN: &str = "\x1b[1;33m";
/// Back to normal.
pub const END: &str = "\x1b[0m";

/// A text in a style.
#[must_use]
pub fn styled(style: &str, text: &str) -> String {
    format!("{style}{text}{END}")
}
