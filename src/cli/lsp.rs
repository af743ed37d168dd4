//! `chartroom lsp`: the language server, over standard input and output.

use super::{Global, Outcome, Output};
use crate::diagnostic::Diagnostic;
use crate::lsp::{Setting, serve};
use clap::Args;
use std::process::ExitCode;

/// The arguments of `lsp`.
#[derive(Debug, Args)]
pub struct Arguments {
    /// What the effect of an edit is told against: a git revision, a folder of packs, or `embedded`; the last commit, if left
    /// out
    #[arg(long, value_name = "BASE")]
    base: Option<String>,
    /// Speak over standard input and output, which it does anyway
    #[arg(long = "stdio", hide = true)]
    _stdio: bool,
}

/// Runs the server until the editor ends it.
pub fn run(arguments: &Arguments, global: &Global) -> ExitCode {
    let setting = Setting {
        places: global.said().to_vec(),
        errata: global.errata.clone(),
        base: arguments.base.clone(),
    };
    let outcome = serve(setting).map_or_else(
        |error| {
            let refused = Diagnostic::request(format!("the editor: {error}"));
            Output::new(global.color, global.width, global.options()).refuse(&refused)
        },
        Outcome::clean_if,
    );
    outcome.into()
}
