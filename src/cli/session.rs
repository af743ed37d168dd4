//! What a command works with: the options that stand everywhere, the two streams, and the rulebook that the options name.

use super::unknown::tell;
use super::{Global, Outcome, Output, count, suggest};
use crate::diagnostic::{Code, Command, Diagnostic, Severity};
use crate::rulebook::Rulebook;
use crate::source::Sources;
use std::mem::ManuallyDrop;

/// Why a command ended early.
#[derive(Debug)]
pub enum Stop {
    /// What it was asked for is refused, and this is still to be told.
    Refused(Diagnostic),
    /// What keeps it from going on was told.
    Told(Outcome),
}

impl Stop {
    /// Whether nothing has the name that was asked for.
    pub fn is_unknown(&self) -> bool {
        matches!(self, Self::Refused(refused) if refused.code == Code::UnknownQuestion)
    }
}

/// A run of the program.
pub struct Session {
    pub global: Global,
    pub output: Output,
}

/// What is used until the program ends: taking it down piece by piece would only delay that, so it is left to the system.
pub const fn to_the_end<T>(value: T) -> ManuallyDrop<T> {
    ManuallyDrop::new(value)
}

impl From<Diagnostic> for Stop {
    fn from(refused: Diagnostic) -> Self {
        Self::Refused(refused)
    }
}

impl From<Outcome> for Stop {
    fn from(told: Outcome) -> Self {
        Self::Told(told)
    }
}

impl Session {
    /// Tells why a command ended early, if that was not told; where it was refused for a name that nothing bears, with what is
    /// found by that name.
    pub fn told_why(&mut self, stop: Stop) -> Outcome {
        let refused = match stop {
            Stop::Refused(refused) => refused,
            Stop::Told(outcome) => return outcome,
        };
        let outcome = self.output.refuse(&refused);
        if let Some(name) = &refused.unknown {
            let library = self.global.library();
            tell(name, refused.game.as_deref(), &library, &mut self.output);
        }
        outcome
    }

    /// The rulebook that the arguments name, as far as it can be made; its findings are in it.
    pub fn open(&self) -> Rulebook {
        Rulebook::of_places(self.global.places(), &self.global.errata)
    }

    /// The rulebook as [`Self::open`] gives it, unless it is unknown what it is: there is no pack, or one is there twice, or an
    /// erratum that is asked for is not there. That is told.
    pub fn open_sound(&mut self) -> Result<Rulebook, Stop> {
        let rulebook = self.open();
        self.sound(rulebook)
    }

    /// The rulebook, to be used: with what answers need. Nothing is proved, which is for `check`; what an error leaves without an
    /// answer is refused when it is asked for.
    pub fn load(&mut self) -> Result<Rulebook, Stop> {
        let rulebook = self.global.answers();
        self.told(rulebook)
    }

    /// Where the name is that of one question that can be understood, with all that it uses: the rulebook with what its answers
    /// need and no more. In any other case the rulebook as [`Self::load`] gives it.
    pub fn load_for(&mut self, name: &str) -> Result<Rulebook, Stop> {
        let is_name = !name.contains(char::is_whitespace);
        let rulebook = is_name.then(|| self.global.answers_to(name));
        rulebook.flatten().map_or_else(|| self.load(), Ok)
    }

    /// The rulebook as [`Self::load`] gives it, with the laws, the examples and the notes on the sources.
    pub fn load_whole(&mut self) -> Result<Rulebook, Stop> {
        let rulebook = self.open();
        self.told(rulebook)
    }

    fn told(&mut self, rulebook: Rulebook) -> Result<Rulebook, Stop> {
        let rulebook = self.sound(rulebook)?;
        self.tell_errors_of(&rulebook);
        Ok(rulebook)
    }

    fn sound(&mut self, rulebook: Rulebook) -> Result<Rulebook, Stop> {
        self.need_errata(&rulebook)?;
        let is_empty = rulebook.games.is_empty();
        let findings = rulebook.diagnostics.iter();
        let unclear = findings.filter(|finding| is_empty || finding.code == Code::PackTwice);
        let unclear: Vec<Diagnostic> = unclear.cloned().collect();
        if unclear.is_empty() && !is_empty {
            return Ok(rulebook);
        }
        self.output.diagnostics(&unclear, &rulebook.sources);
        Err(Stop::Told(Outcome::Usage))
    }

    /// Stops where the rulebook does not hold the errata that the arguments name.
    pub fn need_errata(&mut self, rulebook: &Rulebook) -> Result<(), Stop> {
        let findings = rulebook.diagnostics.iter();
        let unknown = findings.filter(|finding| finding.is_of_asked_erratum());
        let unknown: Vec<Diagnostic> = unknown.cloned().collect();
        if unknown.is_empty() {
            return Ok(());
        }
        // A command with the same errata would end here as well.
        self.output.suggest_with(suggest::rules(self.global.said()));
        self.output.diagnostics(&unknown, &rulebook.sources);
        Err(Stop::Told(Outcome::Usage))
    }

    /// Tells which packs are missing, how many other errors there are, and what became of files that were half written.
    pub fn tell_errors_of(&mut self, rulebook: &Rulebook) {
        let is_half = |finding: &&Diagnostic| finding.code == Code::HalfWritten;
        let half: Vec<_> = rulebook
            .diagnostics
            .iter()
            .filter(is_half)
            .cloned()
            .collect();
        if !half.is_empty() {
            self.output.diagnostics(&half, &rulebook.sources);
        }
        let findings = rulebook.diagnostics.iter();
        let errors = findings.filter(|finding| finding.severity == Severity::Error);
        let (missing, others): (Vec<_>, Vec<_>) = errors
            .cloned()
            .partition(|error| error.code == Code::MissingPack);
        if !missing.is_empty() {
            self.output.diagnostics(&missing, &rulebook.sources);
        }
        if !others.is_empty() {
            let mut told = has_errors(others.len());
            if let Some(first) = others.first() {
                told.message += &where_told(first, others.len(), &rulebook.sources);
            }
            self.output.refuse(&told);
        }
    }
}

/// Where the first of so many errors is, and what it is.
fn where_told(first: &Diagnostic, errors: usize, sources: &Sources) -> String {
    let the_first = if errors == 1 { "" } else { "the first " };
    let place = first.labels.first().map(|label| {
        let (line, column) = sources.position(label.span);
        format!("at {}:{line}:{column}: ", sources.path(label.span.file))
    });
    format!(
        ", {the_first}{}{}",
        place.unwrap_or_default(),
        first.message
    )
}

/// That the rulebook has so many errors, and the command that shows them.
pub fn has_errors(errors: usize) -> Diagnostic {
    let them = if errors == 1 { "it" } else { "them" };
    let message = format!("the rulebook has {}", count(errors, "error"));
    Diagnostic::request(message).help(Command::new(["check"]).then(format!(" shows {them}")))
}
