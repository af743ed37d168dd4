//! The command line: arguments to rulebook to render. One file a command; no logic of its own.
//!
//! Exit codes: 0 clean; 1 findings, a failed test, a gap or a difference; 2 wrong usage or unreadable input. Results go to
//! standard output, diagnostics and progress to standard error.

mod ask;
mod batch;
mod card;
mod check;
mod coverage;
mod diff;
mod erratum;
mod explain;
mod format;
mod list;
mod mutants;
mod odds;
mod output;
mod packs;
mod pins;
mod play;
mod roll;
mod show;
mod table;
mod test;

pub use output::{Outcome, Output};

use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::pack::ErrataSet;
use crate::rulebook::{Named, Rulebook};
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;
use std::process::ExitCode;

/// Rules of wargames as data: ask them, check them, edit them.
#[derive(Debug, Parser)]
#[command(name = "chartroom", version, about, arg_required_else_help = true, propagate_version = true)]
struct Cli {
    #[command(flatten)]
    global: Global,
    #[command(subcommand)]
    command: Command,
}

/// What every command takes.
#[derive(Debug, Clone, Args)]
pub struct Global {
    /// The rulebook: a folder of packs, with all that they require; without it, the one in the binary
    #[arg(long, value_name = "DIR", global = true, env = "CHARTROOM_RULES", help_heading = "Everywhere")]
    pub rules: Option<PathBuf>,
    /// Which errata apply: official, none, all, until:DATE, or names; several with commas between them
    #[arg(long, value_name = "SET", default_value = "official", global = true, help_heading = "Everywhere")]
    pub errata: ErrataSet,
    /// When to color the output
    #[arg(long, value_enum, default_value_t = Color::Auto, value_name = "WHEN", global = true, help_heading = "Everywhere")]
    pub color: Color,
}

/// When to color.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Color {
    /// On a terminal, unless `NO_COLOR` is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Prove the packs: names, units, gaps, overlaps, laws, examples
    Check(check::Arguments),
    /// Ask a question, and see both sides of the answer
    Ask(ask::Arguments),
    /// Roll a procedure, such as the set-up of a scenario, and see each die
    Roll(roll::Arguments),
    /// Play a process turn by turn
    Play(play::Arguments),
    /// Count exact chances: of a question, a procedure, or a process over many turns
    Odds(odds::Arguments),
    /// Tell what the worked examples exercise, paragraph by paragraph
    Coverage(coverage::Arguments),
    /// Errata: list them, show one, write one, fold one into the packs
    Erratum(erratum::Arguments),
    /// Print a page of what is in effect for some facts: a scenario at a glance
    Card(card::Arguments),
    /// Explain a diagnostic code
    Explain(explain::Arguments),
    /// List what the rulebook holds
    List(list::Arguments),
    /// Print a chart as the book has it
    Show(show::Arguments),
    /// Try the worked examples, the laws and the pinned answers of the packs
    Test(test::Arguments),
    /// Change each datum in turn, and see what no example notices
    Mutants(mutants::Arguments),
    /// Show everything that a question answers
    Table(table::Arguments),
    /// Show exactly what changed between two rulebooks
    Diff(diff::Arguments),
}

/// Runs the program with the process's own arguments.
#[must_use]
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    let mut output = Output::new(cli.global.color);
    let outcome = match &cli.command {
        Command::Check(arguments) => check::run(arguments, &cli.global, &mut output),
        Command::Ask(arguments) => ask::run(arguments, &cli.global, &mut output),
        Command::Roll(arguments) => roll::run(arguments, &cli.global, &mut output),
        Command::Play(arguments) => play::run(arguments, &cli.global, &mut output),
        Command::Odds(arguments) => odds::run(arguments, &cli.global, &mut output),
        Command::Coverage(arguments) => coverage::run(arguments, &cli.global, &mut output),
        Command::Erratum(arguments) => erratum::run(arguments, &cli.global, &mut output),
        Command::Card(arguments) => card::run(arguments, &cli.global, &mut output),
        Command::Explain(arguments) => explain::run(arguments, &mut output),
        Command::List(arguments) => list::run(arguments, &cli.global, &mut output),
        Command::Show(arguments) => show::run(arguments, &cli.global, &mut output),
        Command::Test(arguments) => test::run(arguments, &cli.global, &mut output),
        Command::Mutants(arguments) => mutants::run(arguments, &cli.global, &mut output),
        Command::Table(arguments) => table::run(arguments, &cli.global, &mut output),
        Command::Diff(arguments) => diff::run(arguments, &cli.global, &mut output),
    };
    output.finish(outcome)
}

impl Global {
    /// The rulebook that the arguments name, as far as it can be made; its findings are in it.
    #[must_use]
    pub fn open(&self) -> Rulebook {
        Rulebook::open(self.rules.as_deref(), &self.errata)
    }

    /// The rulebook, to be used: a folder's is proved first, and where it has errors, that is told. What an error leaves
    /// without an answer is refused when it is asked for.
    pub fn load(&self, output: &mut Output) -> Result<Rulebook, Outcome> {
        self.load_or(Rulebook::embedded_for_answers_with, output)
    }

    /// The rulebook as [`Self::load`] gives it; where the name is that of one question in the binary, with what its answers
    /// need and no more.
    pub fn load_for(&self, name: &str, output: &mut Output) -> Result<Rulebook, Outcome> {
        if self.rules.is_none() && self.errata == ErrataSet::Official {
            let rulebook = Rulebook::embedded_for_question(name);
            if !rulebook.has_errors() && matches!(rulebook.find(name).as_slice(), [(_, Named::Question(_))]) {
                return Ok(rulebook);
            }
        }
        self.load(output)
    }

    /// The rulebook as [`Self::load`] gives it, with the laws, the examples and the notes on the sources.
    pub fn load_whole(&self, output: &mut Output) -> Result<Rulebook, Outcome> {
        self.load_or(|errata| Rulebook::open(None, errata), output)
    }

    fn load_or(&self, embedded: fn(&ErrataSet) -> Rulebook, output: &mut Output) -> Result<Rulebook, Outcome> {
        let mut rulebook = match &self.rules {
            None => embedded(&self.errata),
            Some(_) => self.open(),
        };
        if self.rules.is_some() && !rulebook.games.is_empty() {
            let proofs = rulebook.prove();
            rulebook.diagnostics.extend(proofs.into_iter().flat_map(|proof| proof.diagnostics));
        }
        if !self.knows_errata(&rulebook, output) {
            return Err(Outcome::Usage);
        }
        let errors = rulebook.diagnostics.iter().filter(|found| found.severity == Severity::Error).count();
        if errors == 0 {
            return Ok(rulebook);
        }
        if rulebook.games.is_empty() {
            output.diagnostics(&rulebook.diagnostics, &rulebook.sources);
            return Err(Outcome::Usage);
        }
        self.tell_errors(errors, output);
        Ok(rulebook)
    }
}

impl Global {
    /// Tells how many errors the rulebook has, and the command that shows them.
    pub fn tell_errors(&self, errors: usize, output: &mut Output) {
        let folder = self.rules.as_ref().map(|folder| format!(" --rules {}", folder.display())).unwrap_or_default();
        let errors = count(errors, "error");
        output.problem(&format!("the rulebook has {errors}; `chartroom check{folder}` shows them"));
    }

    /// Whether the rulebook holds the errata that the arguments name; tells where it does not.
    pub fn knows_errata(&self, rulebook: &Rulebook, output: &mut Output) -> bool {
        let unknown = |found: &&Diagnostic| found.code == Code::UnknownErratum && found.labels.is_empty();
        let unknown: Vec<Diagnostic> = rulebook.diagnostics.iter().filter(unknown).cloned().collect();
        if !unknown.is_empty() {
            output.diagnostics(&unknown, &rulebook.sources);
        }
        unknown.is_empty()
    }
}

/// `1 error`, `2 errors`.
#[must_use]
pub fn count(number: usize, thing: &str) -> String {
    let plural = if number == 1 {
        ""
    } else if thing.ends_with('s') {
        "es"
    } else {
        "s"
    };
    format!("{number} {thing}{plural}")
}
