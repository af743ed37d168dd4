//! The command line: arguments to rulebook to render. One file a command; no logic of its own.
//!
//! Exit codes: 0 clean; 1 findings, a failed test, a gap or a difference; 2 wrong usage or unreadable input. Results go to
//! standard output, diagnostics and progress to standard error.

mod ask;
mod batch;
#[cfg(feature = "book")]
mod book;
mod card;
mod check;
mod complete;
mod completions;
mod coverage;
mod diff;
mod erratum;
mod explain;
mod find;
mod fmt;
mod format;
mod game;
mod global;
mod import;
mod interview;
mod kept;
mod list;
#[cfg(feature = "lsp")]
mod lsp;
mod man;
mod mutants;
mod new;
mod odds;
mod outcome;
mod output;
mod packs;
mod pins;
mod play;
#[cfg(feature = "plot")]
mod plot;
mod roll;
mod schema;
mod seat;
mod session;
mod show;
mod smt;
mod start;
mod suggest;
mod table;
mod test;
mod throwing;
mod unknown;
#[cfg(feature = "watch")]
mod watch;

pub use global::{Color, Global};
pub use outcome::Outcome;
pub use output::Output;
use session::to_the_end;
pub use session::{Session, Stop};

use crate::diagnostic::{made_visible, nearest, takes_no_room};
use crate::limits;
use clap::error::{ContextKind, ContextValue};
use clap::{CommandFactory, Parser, Subcommand};
use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

/// How the program ends, for its help.
const EXIT_CODES: &str = "\
Exit codes:
  0  All is well
  1  Something was found: an error in a pack, a failed test, a changed answer, a difference; \
of a question, that it is still open or that the source lost its answer
  2  Wrong usage, or input that cannot be read";

/// Rules of wargames as data: ask them, check them, edit them. Without a command, what follows is asked.
#[derive(Debug, Parser)]
#[command(name = "chartroom", version, about, propagate_version = true, max_term_width = 80, after_help = EXIT_CODES)]
struct Cli {
    #[command(flatten)]
    global: Global,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Ask a question, and see both sides of the answer
    Ask(ask::Arguments),
    /// Find anything by words: a paragraph, a question, a fact, a chart
    Find(find::Arguments),
    /// Print a chart as the book has it, or all that there is about a paragraph, a question, a fact
    Show(show::Arguments),
    /// Show everything that a question answers
    Table(table::Arguments),
    /// List what the rulebook holds
    List(list::Arguments),
    /// Print a page of what is in effect for some facts: a scenario at a glance
    Card(card::Arguments),
    /// Roll a procedure, such as the set-up of a scenario, and see each die
    Roll(roll::Arguments),
    /// Play a process turn by turn
    Play(play::Arguments),
    /// Keep a game in a file: write down once how things stand, go on with it, take something back
    Game(game::Arguments),
    /// Write a book: one HTML file that holds the rules, answers in a browser, and prints
    #[cfg(feature = "book")]
    Book(book::Arguments),
    /// Count exact chances: of a question, a procedure, or a process over many turns
    Odds(odds::Arguments),
    /// Begin a pack of your own
    New(new::Arguments),
    /// Make a chart of a sheet: a spreadsheet's CSV, or what is pasted from one
    Import(import::Arguments),
    /// Prove the packs: names, units, gaps, overlaps, laws, examples
    Check(check::Arguments),
    /// Try the worked examples, the laws and the pinned answers of the packs
    Test(test::Arguments),
    /// Tell what the worked examples exercise, paragraph by paragraph
    Coverage(coverage::Arguments),
    /// Change each datum in turn, and see what no example notices
    Mutants(mutants::Arguments),
    /// Put the files of packs into one form, or into the short notation
    Fmt(fmt::Arguments),
    /// Serve an editor: findings, names and effects while you type
    #[cfg(feature = "lsp")]
    Lsp(lsp::Arguments),
    /// Show exactly what changed between two rulebooks
    Diff(diff::Arguments),
    /// Errata: list them, show one, write one, fold one into the packs
    Erratum(erratum::Arguments),
    /// Explain a finding of `check`, a paragraph or a question
    Explain(explain::Arguments),
    /// Print the JSON Schema of what `--format json` writes
    Schema(schema::Arguments),
    /// Print the script by which a shell completes commands, questions, facts and values
    Completions(completions::Arguments),
    /// Write the manual pages
    Man(man::Arguments),
}

/// Runs the program with the process's own arguments.
pub fn main() -> ExitCode {
    completions::answer_a_shell();
    let mut cli = match Cli::try_parse_from(words()).or_else(as_question) {
        Ok(cli) => cli,
        Err(error) => return end(&error),
    };
    cli.global.settle(words().into_iter().skip(1));
    limits::allow(cli.global.budget);
    // The server has standard output to itself.
    #[cfg(feature = "lsp")]
    if let Some(Command::Lsp(arguments)) = &cli.command {
        return lsp::run(arguments, &cli.global);
    }
    let output = Output::new(cli.global.color, cli.global.width, cli.global.options());
    let mut session = Session {
        global: cli.global,
        output,
    };
    let ended = match &cli.command {
        None => start::run(&mut session),
        Some(Command::Ask(arguments)) => ask::run(arguments, &mut session),
        Some(Command::Find(arguments)) => find::run(arguments, &mut session),
        Some(Command::Show(arguments)) => show::run(arguments, &mut session),
        Some(Command::Table(arguments)) => table::run(arguments, &mut session),
        Some(Command::List(arguments)) => list::run(arguments, &mut session),
        Some(Command::Card(arguments)) => card::run(arguments, &mut session),
        Some(Command::Roll(arguments)) => roll::run(arguments, &mut session),
        Some(Command::Play(arguments)) => play::run(arguments, &mut session),
        Some(Command::Game(arguments)) => game::run(arguments, &mut session),
        #[cfg(feature = "book")]
        Some(Command::Book(arguments)) => book::run(arguments, &mut session),
        Some(Command::Odds(arguments)) => match odds::run(arguments, &mut session) {
            Err(stop) if stop.is_unknown() => match arguments.sentence() {
                Some((words, table)) => ask::sentence(words, table, &mut session),
                None => Err(stop),
            },
            ended => ended,
        },
        Some(Command::New(arguments)) => new::run(arguments, &mut session),
        Some(Command::Import(arguments)) => import::run(arguments, &mut session),
        Some(Command::Check(arguments)) => check::run(arguments, &mut session),
        Some(Command::Test(arguments)) => test::run(arguments, &mut session),
        Some(Command::Coverage(arguments)) => coverage::run(arguments, &mut session),
        Some(Command::Mutants(arguments)) => mutants::run(arguments, &mut session),
        Some(Command::Fmt(arguments)) => fmt::run(arguments, &mut session),
        // Served above.
        #[cfg(feature = "lsp")]
        Some(Command::Lsp(_)) => Ok(Outcome::Clean),
        Some(Command::Diff(arguments)) => diff::run(arguments, &mut session),
        Some(Command::Erratum(arguments)) => erratum::run(arguments, &mut session),
        Some(Command::Explain(arguments)) => explain::run(arguments, &mut session),
        Some(Command::Schema(arguments)) => schema::run(arguments, &mut session),
        Some(Command::Completions(arguments)) => completions::run(arguments, &mut session),
        Some(Command::Man(arguments)) => man::run(arguments, &mut session),
    };
    let outcome = ended.unwrap_or_else(|stop| session.told_why(stop));
    session.output.finish(outcome)
}

/// The arguments of the program. What is given is told again, so that no word of it may work on the terminal.
fn words() -> Vec<OsString> {
    // They part no word, nor do those that join two.
    let is_none = |letter| takes_no_room(letter) || matches!(letter, '\u{200c}' | '\u{200d}');
    let visible = |word: OsString| match word.to_str() {
        Some(text) => OsString::from(made_visible(&text.replace(is_none, "")).into_owned()),
        None => word,
    };
    std::env::args_os().map(visible).collect()
}

/// What is meant where no command is named: a question to ask, unless a command is misspelt, which is a single word.
fn as_question(error: clap::Error) -> Result<Cli, clap::Error> {
    let error = with_nearest(error);
    let words = words();
    let wrong = match error.get(ContextKind::InvalidSubcommand) {
        Some(ContextValue::String(wrong)) => words.iter().position(|word| word == wrong.as_str()),
        _ => None,
    };
    let (before, after) = words.split_at(wrong.unwrap_or_default());
    let is_command = |word: &OsString| Cli::command().find_subcommand(word).is_some();
    let is_word = wrong.is_some_and(|wrong| words.get(wrong).is_some_and(|word| !has_blank(word)));
    let is_misspelt = is_word && error.get(ContextKind::SuggestedSubcommand).is_some();
    if wrong.is_none() || is_misspelt || before.iter().any(is_command) {
        return Err(error);
    }
    let ask = [OsString::from("ask")];
    Cli::try_parse_from(before.iter().chain(&ask).chain(after))
}

/// Whether it is several words that were given as one.
fn has_blank(word: &OsString) -> bool {
    word.to_string_lossy().contains(char::is_whitespace)
}

/// Ends with what the parser has to say, which is help or what is wrong.
fn end(error: &clap::Error) -> ExitCode {
    let written = error.print().and_then(|()| io::stdout().flush());
    if let Err(unwritten) = &written {
        Output::new(Color::Auto, None, Vec::new()).unwritten(unwritten);
    }
    let is_clean = written.is_ok() && !error.use_stderr();
    let outcome = if is_clean {
        Outcome::Clean
    } else {
        Outcome::Usage
    };
    outcome.into()
}

/// An error of usage; where a command is misspelt so that clap suggests none, with the nearest one.
fn with_nearest(mut error: clap::Error) -> clap::Error {
    let Some(ContextValue::String(wrong)) = error.get(ContextKind::InvalidSubcommand) else {
        return error;
    };
    let cli = Cli::command();
    let around = std::env::args().find_map(|word| cli.find_subcommand(word));
    let around = around.filter(|command| command.has_subcommands());
    let commands = around.unwrap_or(&cli).get_subcommands();
    let near = nearest(wrong, commands.map(clap::Command::get_name));
    if error.get(ContextKind::SuggestedSubcommand).is_none()
        && let Some(near) = near.map(str::to_owned)
    {
        let suggested = ContextValue::Strings(vec![near]);
        error.insert(ContextKind::SuggestedSubcommand, suggested);
    }
    error
}

/// `1 error`, `2 errors`.
pub fn count(number: usize, thing: &str) -> String {
    let plural = match number {
        1 => "",
        _ if thing.ends_with('s') => "es",
        _ => "s",
    };
    format!("{number} {thing}{plural}")
}
