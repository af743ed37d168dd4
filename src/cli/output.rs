//! Where output goes: standard output for results, standard error for the rest, with color where it is wanted.

use super::format::Format;
use super::{Color, Outcome, count, visible};
use crate::diagnostic::{Code, Command, Diagnostic};
use crate::render::{self, View};
use crate::source::Sources;
use anstream::{AutoStream, ColorChoice};
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

/// The most findings that are written out.
const MOST_FINDINGS: usize = 200;

/// The two streams of the program.
pub(crate) struct Output {
    out: io::BufWriter<AutoStream<io::StdoutLock<'static>>>,
    error: AutoStream<io::Stderr>,
    /// Why the result could not be written.
    failed: Option<io::Error>,
    /// What a command needs to work on the same rulebook.
    options: Vec<String>,
    /// The name that nothing bears, where the command was refused for one.
    unknown: Option<String>,
}

impl std::fmt::Debug for Output {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Output")
            .field("failed", &self.failed)
            .finish_non_exhaustive()
    }
}

impl Output {
    /// The process's own streams; the commands that it suggests are completed by some options.
    #[must_use]
    pub(crate) fn new(color: Color, options: Vec<String>) -> Self {
        let choice = match color {
            Color::Auto => ColorChoice::Auto,
            Color::Always => ColorChoice::Always,
            Color::Never => ColorChoice::Never,
        };
        Self {
            out: io::BufWriter::new(AutoStream::new(io::stdout().lock(), choice)),
            error: AutoStream::new(io::stderr(), choice),
            failed: None,
            options,
            unknown: None,
        }
    }

    /// Writes a part of the result, for people.
    pub(crate) fn print(&mut self, text: &str) {
        self.put(&visible::for_people(text));
    }

    fn put(&mut self, text: &str) {
        let written = self.out.write_all(text.as_bytes());
        self.keep_failure(written);
    }

    fn keep_failure(&mut self, written: io::Result<()>) {
        if let (Err(error), None) = (written, &self.failed) {
            self.failed = Some(error);
        }
    }

    /// Writes a line of the result.
    pub(crate) fn line(&mut self, text: &str) {
        self.print(text);
        self.print("\n");
    }

    /// Writes prose as the result: in a terminal, lines that are too long for it go on below, further in.
    pub(crate) fn prose(&mut self, text: &str) {
        match self.width() {
            Some(width) => self.print(&render::fold(text, width)),
            None => self.print(text),
        }
    }

    /// Writes a JSON value as the result.
    pub(crate) fn json(&mut self, value: &serde_json::Value) {
        self.put(&visible::for_programs(&format!("{value:#}\n")));
    }

    /// Writes a JSON value as one line of the result.
    pub(crate) fn json_line(&mut self, value: &serde_json::Value) {
        self.put(&visible::for_programs(&format!("{value}\n")));
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
            Format::Human | Format::Chat => self.print(&view.page().human(width)),
            Format::Markdown => self.print(&view.page().markdown()),
            Format::Html => self.print(&view.page().html()),
            Format::Csv => self.print(&view.csv()),
        }
    }

    /// Writes diagnostics to standard error: the first of them, if there are more than anybody reads.
    pub(crate) fn diagnostics(&mut self, diagnostics: &[Diagnostic], sources: &Sources) {
        let shown = diagnostics.iter().take(MOST_FINDINGS);
        let completed: Vec<_> = shown.map(|found| self.completed(found)).collect();
        let text = render::diagnostic::human(&completed, sources, true);
        self.note(&text);
        let rest = diagnostics.len().saturating_sub(MOST_FINDINGS);
        if rest > 0 {
            self.note(&format!("{} more", count(rest, "finding")));
        }
    }

    /// From now on, completes the commands that are suggested by other options.
    pub(crate) fn suggest_with(&mut self, options: Vec<String>) {
        self.options = options;
    }

    /// What a command needs to work on the same rulebook: `--rules my-packs`.
    #[must_use]
    pub(crate) fn options(&self) -> &[String] {
        &self.options
    }

    /// A command completed, so that it can be pasted.
    #[must_use]
    pub(crate) fn command(&self, command: &Command) -> Command {
        command.completed(&self.options)
    }

    /// A finding with its commands completed.
    #[must_use]
    pub(crate) fn completed(&self, found: &Diagnostic) -> Diagnostic {
        found.completed(&self.options)
    }

    /// Writes a line to standard error.
    pub(crate) fn note(&mut self, text: &str) {
        // On a terminal both streams are one text: what was printed before stands before.
        let flushed = self.out.flush();
        self.keep_failure(flushed);
        // Nothing can be done where standard error is closed.
        drop(writeln!(self.error, "{}", visible::for_people(text)));
    }

    /// Writes `error: …` to standard error.
    pub(crate) fn problem(&mut self, text: &str) {
        self.note(&format!("\x1b[1;31merror\x1b[0m: {text}"));
    }

    /// Writes `error: …` to standard error for a request that is refused.
    pub(crate) fn refuse(&mut self, found: &Diagnostic) -> Outcome {
        if matches!(
            found.code,
            Code::UnknownQuestion | Code::UnknownFact | Code::UnknownName
        ) {
            self.unknown = found.message.split('`').nth(1).map(str::to_owned);
        }
        self.problem(&self.completed(found).to_string());
        Outcome::Usage
    }

    /// The name that nothing bears, where the command was refused for one.
    pub(super) fn unknown(&mut self) -> Option<String> {
        self.unknown.take()
    }

    /// Writes a prompt to standard error, with no new line.
    pub(crate) fn prompt(&mut self, text: &str) {
        drop(write!(self.error, "{}", visible::for_people(text)));
        drop(self.error.flush());
    }

    /// Whether the result cannot be written any more: its reader went away, say.
    #[must_use]
    pub(crate) const fn is_broken(&self) -> bool {
        self.failed.is_some()
    }

    /// Whether the result goes to a terminal.
    #[must_use]
    pub(crate) fn is_terminal(&self) -> bool {
        io::stdout().is_terminal()
    }

    /// The width of the terminal to which the result goes, in columns; none where it goes elsewhere.
    #[must_use]
    pub(crate) fn width(&self) -> Option<usize> {
        let (width, _) = self
            .is_terminal()
            .then(terminal_size::terminal_size)
            .flatten()?;
        Some(usize::from(width.0))
    }

    /// Ends the program. A result that could not be written whole is told, unless its reader went away by himself.
    #[must_use]
    pub(crate) fn finish(mut self, outcome: Outcome) -> ExitCode {
        let flushed = self.out.flush();
        self.keep_failure(flushed);
        if let Some(error) = self.failed.take() {
            if error.kind() != io::ErrorKind::BrokenPipe {
                self.problem(&format!("the result cannot be written: {error}"));
            }
            return ExitCode::from(2);
        }
        match outcome {
            Outcome::Clean => ExitCode::SUCCESS,
            Outcome::Findings => ExitCode::from(1),
            Outcome::Usage => ExitCode::from(2),
        }
    }
}
