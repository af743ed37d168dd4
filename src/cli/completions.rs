//! `chartroom completions`: the script by which a shell completes commands, names of the rulebook and their values.

use super::complete::with_offers;
use super::{Cli, Outcome, Session, Stop};
use crate::diagnostic::Diagnostic;
use clap::{Args, CommandFactory};
use clap_complete::CompleteEnv;
use clap_complete::env::{self, EnvCompleter, Shells};
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::Path;

/// Where the script of each shell goes, for the help.
const WHERE: &str = "\
In the shell's own file:
  bash  source <(chartroom completions bash)
  zsh   source <(chartroom completions zsh)     after compinit
  fish  chartroom completions fish | source";

#[derive(Debug, Args)]
#[command(after_help = WHERE)]
pub struct Arguments {
    /// The shell
    #[arg(value_parser = NAMES)]
    shell: String,
}

const NAMES: [&str; 5] = ["bash", "zsh", "fish", "elvish", "powershell"];

/// The variable of the environment by which a script asks for completions, and for which shell.
const ASKED: &str = "COMPLETE";

/// The shells whose scripts are known.
const SHELLS: Shells<'static> = Shells(&[
    &Shell(env::Bash, include_str!("completions.bash")),
    &Shell(env::Zsh, include_str!("completions.zsh")),
    &env::Fish,
    &env::Elvish,
    &env::Powershell,
]);

pub fn run(arguments: &Arguments, session: &mut Session) -> Result<Outcome, Stop> {
    let mut script = Vec::new();
    let name = &arguments.shell;
    SHELLS
        .completer(name)
        .ok_or_else(|| io::Error::other("unknown"))
        .and_then(|shell| {
            shell.write_registration(ASKED, "chartroom", "chartroom", "chartroom", &mut script)
        })
        .map_err(|error| Diagnostic::request(format!("no script for `{name}`: {error}")))?;
    session.output.text(&String::from_utf8_lossy(&script));
    Ok(Outcome::Clean)
}

/// Answers a shell, where one asks, and ends the program.
pub fn answer_a_shell() {
    let command = || with_offers(Cli::command());
    CompleteEnv::with_factory(command)
        .var(ASKED)
        .shells(SHELLS)
        .complete();
}

/// A shell with a script of our own, asked as that of `clap_complete` is: Bash breaks words at `=`, Zsh puts a blank behind it.
struct Shell<S>(S, &'static str);

impl<S: EnvCompleter> EnvCompleter for Shell<S> {
    fn name(&self) -> &'static str {
        self.0.name()
    }

    fn is(&self, name: &str) -> bool {
        self.0.is(name)
    }

    fn write_registration(
        &self,
        _: &str,
        _: &str,
        _: &str,
        completer: &str,
        script: &mut dyn Write,
    ) -> io::Result<()> {
        let completer = format!("'{}' --", completer.replace('\'', "'\\''"));
        script.write_all(self.1.replace("'chartroom' --", &completer).as_bytes())
    }

    fn write_complete(
        &self,
        command: &mut clap::Command,
        words: Vec<OsString>,
        folder: Option<&Path>,
        reply: &mut dyn Write,
    ) -> io::Result<()> {
        self.0.write_complete(command, words, folder, reply)
    }
}
