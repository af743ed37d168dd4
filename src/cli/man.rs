//! `chartroom man`: the manual pages, a page for each command.

use super::{Cli, Outcome, Session, Stop};
use crate::diagnostic::Diagnostic;
use crate::source::{Writing, text_there, write};
use clap::{Args, Command, CommandFactory};
use clap_mangen::Man;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub struct Arguments {
    /// The folder to write them into; without it, the page of the program is printed
    folder: Option<PathBuf>,
}

pub fn run(arguments: &Arguments, session: &mut Session) -> Result<Outcome, Stop> {
    let mut command = Cli::command().disable_help_subcommand(true);
    command.build();
    let mut pages = Vec::new();
    gather(&command, "chartroom", &mut pages);
    let Some(folder) = &arguments.folder else {
        pages
            .iter()
            .take(1)
            .for_each(|(_, text)| session.output.text(text));
        return Ok(Outcome::Clean);
    };
    let paths: Vec<(PathBuf, Option<String>)> = pages
        .iter()
        .map(|(name, _)| folder.join(format!("{name}.1")))
        .map(|path| (path.clone(), text_there(&path).ok().flatten()))
        .collect();
    let writings: Vec<Writing<'_>> = paths
        .iter()
        .zip(&pages)
        .map(|((path, before), (_, text))| Writing {
            path,
            before: before.as_deref(),
            text,
        })
        .collect();
    write(&writings).map_err(|(path, error)| {
        Diagnostic::request(format!("cannot write `{}`: {error}", path.display()))
    })?;
    session.output.note(&super::count(pages.len(), "page"));
    Ok(Outcome::Clean)
}

/// The page of a command and those of the commands within it, each with its name.
fn gather(command: &Command, name: &str, pages: &mut Vec<(String, String)>) {
    let page = Man::new(command.clone()).title(name);
    let mut text = Vec::new();
    if page.render(&mut text).is_ok() {
        pages.push((name.to_owned(), String::from_utf8_lossy(&text).into_owned()));
    }
    for within in command
        .get_subcommands()
        .filter(|within| !within.is_hide_set())
    {
        gather(within, &format!("{name}-{}", within.get_name()), pages);
    }
}
