//! What every command takes: the packs, the errata, the color; and the rulebook that they make.

use super::{Outcome, Output, count, suggest};
use crate::diagnostic::{Code, Command, Diagnostic, Severity};
use crate::pack::{self, ErrataSet};
use crate::rulebook::{Named, Rulebook};
use crate::source::{Place, Sources};
use clap::builder::{PathBufValueParser, TypedValueParser};
use clap::{Args, ValueEnum};
use std::ffi::OsString;
use std::path::PathBuf;

/// The variable of the environment that stands for `--rules`.
const VARIABLE: &str = "CHARTROOM_RULES";

/// What every command takes.
#[derive(Debug, Clone, Args)]
pub(crate) struct Global {
    /// Where the packs are: a folder, or `embedded` for the shipped ones; more than once for several together. Without it,
    /// `$CHARTROOM_RULES`, a list as in `$PATH`; without that, `embedded`
    #[arg(
        long, value_name = "DIR", global = true, help_heading = "Everywhere",
        value_parser = PathBufValueParser::new().map(Place::named)
    )]
    rules: Vec<Place>,
    /// What is meant where `--rules` is not given.
    #[arg(skip)]
    meant: Vec<Place>,
    /// Which errata apply: official, none, all, until:DATE, or names; several with commas between them
    #[arg(
        long,
        value_name = "SET",
        default_value = "official",
        global = true,
        help_heading = "Everywhere"
    )]
    pub errata: ErrataSet,
    /// When to color the output
    #[arg(long, value_enum, default_value_t = Color::Auto, value_name = "WHEN", global = true, help_heading = "Everywhere")]
    pub color: Color,
}

/// When to color.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    /// On a terminal, unless `NO_COLOR` is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl Global {
    /// Takes in what the command line says before the command and after it, and what the environment says.
    pub(super) fn settle(&mut self, arguments: impl Iterator<Item = OsString>) {
        // Of an option that is given on both sides of the command, clap keeps those after it.
        let all = all_rules(arguments);
        if all.len() > self.rules.len() {
            self.rules = all;
        }
        let told = std::env::var_os(VARIABLE).unwrap_or_default();
        let told = std::env::split_paths(&told).filter(|path| !path.as_os_str().is_empty());
        self.meant = told.map(Place::named).collect();
        if self.meant.is_empty() {
            self.meant.push(Place::Embedded);
        }
    }

    /// The places of the packs.
    #[must_use]
    pub(crate) fn places(&self) -> &[Place] {
        if self.rules.is_empty() {
            &self.meant
        } else {
            &self.rules
        }
    }

    /// The same, where nothing else is said, on other places with other errata.
    #[must_use]
    pub(crate) fn or(&self, places: &[Place], errata: &ErrataSet) -> Self {
        let mut other = self.clone();
        if other.rules.is_empty() {
            other.rules = places.to_vec();
        }
        if other.errata == ErrataSet::Official {
            other.errata = errata.clone();
        }
        other
    }

    /// Whether the shipped rulebook is all there is.
    #[must_use]
    pub(crate) fn is_shipped(&self) -> bool {
        self.places().iter().all(|place| *place == Place::Embedded)
    }

    /// Whether some of the packs lie in a folder, into which something can be written.
    #[must_use]
    pub(crate) fn has_folder(&self) -> bool {
        self.places().iter().any(|place| place.folder().is_some())
    }

    /// What a command needs besides its own arguments to work on the same rulebook: `--rules my-packs`.
    #[must_use]
    pub(crate) fn options(&self) -> Vec<String> {
        let mut options = suggest::rules(&self.rules);
        if self.errata != ErrataSet::Official {
            options.extend(["--errata".to_owned(), self.errata.to_string()]);
        }
        options
    }

    /// The rulebook that the arguments name, as far as it can be made; its findings are in it.
    #[must_use]
    pub(crate) fn open(&self) -> Rulebook {
        Rulebook::of_places(self.places(), &self.errata)
    }

    /// The packs as they are written, with no look at what they mean.
    #[must_use]
    pub(crate) fn written(&self) -> pack::Rulebook {
        let sources = if self.is_shipped() {
            pack::without_trials(&Sources::embedded())
        } else {
            Sources::of(self.places()).0
        };
        pack::read_with(&sources, &self.errata).0
    }

    /// The rulebook as [`Self::open`] gives it, unless it is unknown what it is: there is no pack, or one is there twice, or an
    /// erratum that is asked for is not there. That is told.
    pub(crate) fn open_sound(&self, output: &mut Output) -> Result<Rulebook, Outcome> {
        self.sound(self.open(), output)
    }

    /// The rulebook, to be used: a folder's is proved first, and where it has errors, that is told. What an error leaves
    /// without an answer is refused when it is asked for.
    pub(crate) fn load(&self, output: &mut Output) -> Result<Rulebook, Outcome> {
        self.load_or(Rulebook::embedded_for_answers_with, output)
    }

    /// The rulebook as [`Self::load`] gives it; where the name is that of one question of the shipped packs, and they are all
    /// there is, with what its answers need and no more.
    pub(crate) fn load_for(&self, name: &str, output: &mut Output) -> Result<Rulebook, Outcome> {
        if self.is_shipped()
            && self.errata == ErrataSet::Official
            && let Some(rulebook) = Rulebook::embedded_for_question(name)
            && !rulebook.has_errors()
            && matches!(rulebook.find(name).as_slice(), [(_, Named::Question(_))])
        {
            return Ok(rulebook);
        }
        self.load(output)
    }

    /// The rulebook as [`Self::load`] gives it, with the laws, the examples and the notes on the sources.
    pub(crate) fn load_whole(&self, output: &mut Output) -> Result<Rulebook, Outcome> {
        self.load_or(
            |errata| Rulebook::of_places(&[Place::Embedded], errata),
            output,
        )
    }

    fn load_or(
        &self,
        embedded: fn(&ErrataSet) -> Rulebook,
        output: &mut Output,
    ) -> Result<Rulebook, Outcome> {
        let is_shipped = self.is_shipped();
        let rulebook = if is_shipped {
            embedded(&self.errata)
        } else {
            self.open()
        };
        let mut rulebook = self.sound(rulebook, output)?;
        if !is_shipped {
            let proofs = rulebook.prove();
            rulebook
                .diagnostics
                .extend(proofs.into_iter().flat_map(|proof| proof.diagnostics));
        }
        self.tell_found(&rulebook, output);
        Ok(rulebook)
    }

    fn sound(&self, rulebook: Rulebook, output: &mut Output) -> Result<Rulebook, Outcome> {
        if !self.knows_errata(&rulebook, output) {
            return Err(Outcome::Usage);
        }
        let is_twice = |found: &&Diagnostic| found.code == Code::PackTwice;
        let mut unclear: Vec<Diagnostic> = rulebook
            .diagnostics
            .iter()
            .filter(is_twice)
            .cloned()
            .collect();
        if rulebook.games.is_empty() {
            unclear.clone_from(&rulebook.diagnostics);
        }
        if unclear.is_empty() && !rulebook.games.is_empty() {
            return Ok(rulebook);
        }
        output.diagnostics(&unclear, &rulebook.sources);
        Err(Outcome::Usage)
    }

    /// Tells which packs are missing, and how many other errors there are.
    pub(crate) fn tell_found(&self, rulebook: &Rulebook, output: &mut Output) {
        let errors = rulebook
            .diagnostics
            .iter()
            .filter(|found| found.severity == Severity::Error);
        let (missing, others): (Vec<_>, Vec<_>) = errors
            .cloned()
            .partition(|found| found.code == Code::MissingPack);
        if !missing.is_empty() {
            output.diagnostics(&missing, &rulebook.sources);
        }
        if !others.is_empty() {
            self.tell_errors(others.len(), output);
        }
    }

    /// Tells how many errors the rulebook has, and the command that shows them.
    pub(crate) fn tell_errors(&self, errors: usize, output: &mut Output) {
        let them = if errors == 1 { "it" } else { "them" };
        let message = format!("the rulebook has {}", count(errors, "error"));
        let help = Command::new(["check"]).then(format!(" shows {them}"));
        output.refuse(&Diagnostic::request(message).help(help));
    }

    /// Whether the rulebook holds the errata that the arguments name; tells where it does not.
    pub(crate) fn knows_errata(&self, rulebook: &Rulebook, output: &mut Output) -> bool {
        let unknown =
            |found: &&Diagnostic| found.code == Code::UnknownErratum && found.labels.is_empty();
        let unknown: Vec<Diagnostic> = rulebook
            .diagnostics
            .iter()
            .filter(unknown)
            .cloned()
            .collect();
        if !unknown.is_empty() {
            // A command with the same errata would end here as well.
            output.suggest_with(suggest::rules(&self.rules));
            output.diagnostics(&unknown, &rulebook.sources);
        }
        unknown.is_empty()
    }
}

/// The value of each `--rules` among arguments, in order.
fn all_rules(mut arguments: impl Iterator<Item = OsString>) -> Vec<Place> {
    let mut found: Vec<PathBuf> = Vec::new();
    while let Some(argument) = arguments.next().filter(|argument| argument != "--") {
        if argument == "--rules" {
            found.extend(arguments.next().map(PathBuf::from));
        } else if let Some(value) = argument
            .to_str()
            .and_then(|argument| argument.strip_prefix("--rules="))
        {
            found.push(PathBuf::from(value));
        }
    }
    found.into_iter().map(Place::named).collect()
}
