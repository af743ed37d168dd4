//! Where output goes: standard output for results, standard error for the rest, with color where it is wanted.

use super::format::Format;
use super::{Color, Outcome, count};
use crate::diagnostic::{Command, Diagnostic};
use crate::render::{self, PAGE_WIDTH, View, visible};
use crate::source::Sources;
use anstream::{AutoStream, ColorChoice};
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

/// The most findings that are written out.
const MOST_FINDINGS: usize = 200;

/// The two streams of the program.
pub struct Output {
    /// How wide a page is, in columns, where that is said.
    wanted: Option<u16>,
    out: io::BufWriter<AutoStream<io::StdoutLock<'static>>>,
    error: AutoStream<io::Stderr>,
    /// Why the result could not be written.
    failed: Option<io::Error>,
    /// What a command needs to work on the same rulebook.
    options: Vec<String>,
    /// Whether what was told is not all that there is to be.
    has_findings: bool,
}

impl Output {
    /// The process's own streams; the commands that it suggests are completed by some options.
    pub fn new(color: Color, wanted: Option<u16>, options: Vec<String>) -> Self {
        let choice = match color {
            Color::Auto => ColorChoice::Auto,
            Color::Always => ColorChoice::Always,
            Color::Never => ColorChoice::Never,
        };
        Self {
            wanted,
            out: io::BufWriter::new(AutoStream::new(io::stdout().lock(), choice)),
            error: AutoStream::new(io::stderr(), choice),
            failed: None,
            options,
            has_findings: false,
        }
    }

    /// Writes a part of the result, for people: lines that are too long for the page go on below, further in.
    pub fn print(&mut self, text: &str) {
        let text = render::fold(text, self.width());
        self.text(&text);
    }

    /// Writes a part of the result as it stands: a file, or what is pasted elsewhere.
    pub fn text(&mut self, text: &str) {
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

    pub fn line(&mut self, text: &str) {
        self.print(&format!("{text}\n"));
    }

    pub fn json(&mut self, value: &serde_json::Value) {
        self.put(&visible::for_programs(&format!("{value:#}\n")));
    }

    /// Writes a view as JSON part by part: it can be long.
    fn streamed(&mut self, view: &impl View) {
        let mut seen = visible::Programs(&mut self.out);
        let written = serde_json::to_writer_pretty(&mut seen, view);
        self.keep_failure(written.map_err(io::Error::from));
        self.put("\n");
    }

    /// Writes what is for programs as it stands.
    pub fn exact(&mut self, text: &str) {
        self.put(text);
    }

    /// Writes a result as its format has it.
    pub fn show(&mut self, view: &impl View, format: Format) {
        match format {
            Format::Json => self.streamed(view),
            Format::Human | Format::Chat => self.text(&view.page().human(self.width())),
            Format::Markdown => self.text(&view.page().markdown()),
            Format::Html => self.text(&view.page().html()),
            Format::Csv => {
                self.text(&view.csv());
                view.beside_csv().iter().for_each(|told| self.note(told));
            }
        }
    }

    /// Writes diagnostics to standard error: the first of them, if there are more than anybody reads.
    pub fn diagnostics(&mut self, diagnostics: &[Diagnostic], sources: &Sources) {
        let shown = diagnostics.iter().take(MOST_FINDINGS);
        let completed: Vec<_> = shown.map(|finding| self.completed(finding)).collect();
        let width = self.width();
        self.note(&render::diagnostic::human(&completed, sources, width, true));
        let rest = diagnostics.len().saturating_sub(MOST_FINDINGS);
        if rest > 0 {
            self.note(&format!("{} more", count(rest, "finding")));
        }
    }

    /// From now on, completes the commands that are suggested by other options.
    pub fn suggest_with(&mut self, options: Vec<String>) {
        self.options = options;
    }

    /// What a command needs to work on the same rulebook: `--rules my-packs`.
    pub fn options(&self) -> &[String] {
        &self.options
    }

    /// A command completed, so that it can be pasted.
    pub fn command(&self, command: &Command) -> Command {
        command.completed(&self.options)
    }

    /// A finding with its commands completed.
    pub fn completed(&self, finding: &Diagnostic) -> Diagnostic {
        finding.completed(&self.options)
    }

    /// Lets whoever reads the result see what is written.
    pub fn flush(&mut self) {
        let flushed = self.out.flush();
        self.keep_failure(flushed);
    }

    /// Writes a line to standard error.
    pub fn note(&mut self, text: &str) {
        // On a terminal both streams are one text: what was printed before stands before.
        self.flush();
        // Nothing can be done where standard error is closed.
        let text = render::fold(text, self.width());
        drop(writeln!(self.error, "{}", visible::for_people(&text)));
    }

    /// Tells what was made of the words of a player.
    pub fn understood(&mut self, heard: Option<String>) {
        if let Some(heard) = heard {
            self.note(&format!("understood: {heard}"));
        }
    }

    /// Writes `error: …` to standard error.
    pub fn problem(&mut self, text: &str) {
        self.note(&format!("\x1b[1;31merror\x1b[0m: {text}"));
    }

    /// Writes `error: …` to standard error for a request that is refused.
    pub fn refuse(&mut self, refused: &Diagnostic) -> Outcome {
        self.problem(&self.completed(refused).to_string());
        Outcome::Usage
    }

    /// Writes a prompt to standard error, with no new line.
    pub fn prompt(&mut self, text: &str) {
        drop(write!(self.error, "{}", visible::for_people(text)));
        drop(self.error.flush());
    }

    /// Whether the result cannot be written any more: its reader went away, say.
    pub const fn is_broken(&self) -> bool {
        self.failed.is_some()
    }

    /// Whether the result goes to a terminal.
    pub fn is_terminal(&self) -> bool {
        io::stdout().is_terminal()
    }

    /// How many columns wide a page is: as wide as was said, or as the terminal is to which it goes.
    pub fn width(&self) -> usize {
        let terminal = || terminal_size::terminal_size().filter(|_| self.is_terminal());
        let width = self.wanted.or_else(|| terminal().map(|(width, _)| width.0));
        width.map_or(PAGE_WIDTH, usize::from)
    }

    /// Ends the program. A result that could not be written whole is told, unless its reader went away by himself.
    pub fn finish(mut self, outcome: Outcome) -> ExitCode {
        self.flush();
        if let Some(error) = self.failed.take() {
            self.unwritten(&error);
            return Outcome::Usage.into();
        }
        match outcome {
            Outcome::Clean if self.has_findings => Outcome::Findings.into(),
            outcome => outcome.into(),
        }
    }

    /// Notes that what is told is not all that there is to be: the program does not end as if it were.
    pub const fn note_findings(&mut self) {
        self.has_findings = true;
    }

    /// Tells why the result is not whole.
    pub fn unwritten(&mut self, error: &io::Error) {
        if error.kind() != io::ErrorKind::BrokenPipe {
            self.problem(&format!("the result cannot be written: {error}"));
        }
    }
}
