//! Where output goes: standard output for results, standard error for the rest, with color where it is wanted.

use super::Color;
use super::format::Format;
use crate::diagnostic::{Command, Diagnostic};
use crate::render::{self, View};
use crate::source::Sources;
use anstream::{AutoStream, ColorChoice};
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

/// How a command ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// All is well.
    Clean,
    /// Something was found: an error in a pack, a failed test, a gap, a difference.
    Findings,
    /// Wrong usage, or input that cannot be read.
    Usage,
}

/// The two streams of the program.
pub struct Output {
    out: io::BufWriter<AutoStream<io::StdoutLock<'static>>>,
    error: AutoStream<io::Stderr>,
    broken: bool,
    /// What a command needs to work on the same rulebook.
    options: Vec<String>,
}

impl std::fmt::Debug for Output {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Output")
            .field("broken", &self.broken)
            .finish_non_exhaustive()
    }
}

impl Output {
    /// The process's own streams; the commands that it suggests are completed by some options.
    #[must_use]
    pub fn new(color: Color, options: Vec<String>) -> Self {
        let choice = match color {
            Color::Auto => ColorChoice::Auto,
            Color::Always => ColorChoice::Always,
            Color::Never => ColorChoice::Never,
        };
        Self {
            out: io::BufWriter::new(AutoStream::new(io::stdout().lock(), choice)),
            error: AutoStream::new(io::stderr(), choice),
            broken: false,
            options,
        }
    }

    /// Writes a part of the result.
    pub fn print(&mut self, text: &str) {
        if self.out.write_all(text.as_bytes()).is_err() {
            self.broken = true;
        }
    }

    /// Writes a line of the result.
    pub fn line(&mut self, text: &str) {
        self.print(text);
        self.print("\n");
    }

    /// Writes prose as the result: in a terminal, lines that are too long for it go on below, further in.
    pub fn prose(&mut self, text: &str) {
        match self.width() {
            Some(width) => self.print(&render::fold(text, width)),
            None => self.print(text),
        }
    }

    /// Writes a JSON value as the result.
    pub fn json(&mut self, value: &serde_json::Value) {
        let text = serde_json::to_string_pretty(value).unwrap_or_default();
        self.line(&text);
    }

    /// Writes a result as its format has it.
    pub(super) fn show(&mut self, view: &impl View, format: Format) {
        let width = self.width();
        self.show_within(view, format, width);
    }

    /// Writes a result as its format has it, for a person within so many columns.
    pub(super) fn show_within(&mut self, view: &impl View, format: Format, width: Option<usize>) {
        match format {
            Format::Json => self.json(&render::told::json(view)),
            Format::Human => self.print(&view.page().human(width)),
            Format::Markdown => self.print(&view.page().markdown()),
            Format::Html => self.print(&view.page().html()),
            Format::Csv => self.print(&view.csv()),
        }
    }

    /// Writes diagnostics to standard error.
    pub fn diagnostics(&mut self, diagnostics: &[Diagnostic], sources: &Sources) {
        let completed: Vec<_> = diagnostics
            .iter()
            .map(|found| self.completed(found))
            .collect();
        let text = render::diagnostic::human(&completed, sources, true);
        self.note(&text);
    }

    /// From now on, completes the commands that are suggested by other options.
    pub fn suggest_with(&mut self, options: Vec<String>) {
        self.options = options;
    }

    /// What a command needs to work on the same rulebook: `--rules my-packs`.
    #[must_use]
    pub fn options(&self) -> &[String] {
        &self.options
    }

    /// A command completed, so that it can be pasted.
    #[must_use]
    pub fn command(&self, command: &Command) -> Command {
        command.completed(&self.options)
    }

    /// A finding with its commands completed.
    #[must_use]
    pub fn completed(&self, found: &Diagnostic) -> Diagnostic {
        found.completed(&self.options)
    }

    /// Writes a line to standard error.
    pub fn note(&mut self, text: &str) {
        // On a terminal both streams are one text: what was printed before stands before.
        drop(self.out.flush());
        // Nothing can be done where standard error is closed.
        drop(writeln!(self.error, "{text}"));
    }

    /// Writes `error: …` to standard error.
    pub fn problem(&mut self, text: &str) {
        self.note(&format!("\x1b[1;31merror\x1b[0m: {text}"));
    }

    /// Writes `error: …` to standard error for a request that is refused.
    pub fn refuse(&mut self, found: &Diagnostic) -> Outcome {
        self.problem(&self.completed(found).to_string());
        Outcome::Usage
    }

    /// Writes a prompt to standard error, with no new line.
    pub fn prompt(&mut self, text: &str) {
        drop(write!(self.error, "{text}"));
        drop(self.error.flush());
    }

    /// Whether the reader of the result went away.
    #[must_use]
    pub const fn is_broken(&self) -> bool {
        self.broken
    }

    /// Whether the result goes to a terminal.
    #[must_use]
    pub fn is_terminal(&self) -> bool {
        io::stdout().is_terminal()
    }

    /// The width of the terminal to which the result goes, in columns; none where it goes elsewhere.
    #[must_use]
    pub fn width(&self) -> Option<usize> {
        let (width, _) = self
            .is_terminal()
            .then(terminal_size::terminal_size)
            .flatten()?;
        Some(usize::from(width.0))
    }

    /// Ends the program: a reader that went away is no error.
    #[must_use]
    pub fn finish(mut self, outcome: Outcome) -> ExitCode {
        drop(self.out.flush());
        match outcome {
            Outcome::Clean => ExitCode::SUCCESS,
            Outcome::Findings => ExitCode::from(1),
            Outcome::Usage => ExitCode::from(2),
        }
    }
}
