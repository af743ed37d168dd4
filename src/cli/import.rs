//! `chartroom import`: a chart from a spreadsheet.

use super::{Outcome, Session, Stop};
use crate::diagnostic::{Diagnostic, did_you_mean, nearest};
use crate::pack::overlay::name_from;
use crate::rulebook::Rulebook;
use crate::rulebook::import::Wish;
use crate::source::{PINS_FOLDER, Writing, given_text, text_there, write};
use clap::Args;
use std::path::{Path, PathBuf};

/// The arguments of `import`.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// A sheet as a spreadsheet saves it, comma, semicolon or tab between its cells; `-` is what is pasted
    #[arg(value_name = "CHART.csv")]
    sheet: PathBuf,
    /// The file to write it to, which must not hold anything yet; without it, it is printed
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// The chart's name; without it, that of the file
    #[arg(long, value_name = "NAME")]
    id: Option<String>,
    /// Its printed title
    #[arg(long, value_name = "WORDS")]
    title: Option<String>,
    /// Its paragraph
    #[arg(long, value_name = "PARAGRAPH")]
    cite: Option<String>,
    /// The question that it answers
    #[arg(long, value_name = "QUESTION")]
    answers: Option<String>,
    /// What its rows go by; of several columns of keys, the facts from left to right
    #[arg(long, value_name = "FACT", value_delimiter = ',')]
    down: Vec<String>,
    /// What its columns go by; of several lines of headings, the facts from top to bottom
    #[arg(long, value_name = "FACT", value_delimiter = ',')]
    across: Vec<String>,
    /// Where each row is a result, the roll that its cells are ranges of; one for each column, where they differ
    #[arg(
        long,
        value_name = "FACT",
        value_delimiter = ',',
        conflicts_with = "down"
    )]
    cells: Vec<String>,
}

/// Runs the command.
pub(super) fn run(arguments: &Arguments, session: &mut Session) -> Result<Outcome, Stop> {
    // What is still wrong with the pack, this chart may mend.
    let rulebook = session.open_sound()?;
    let text = given_text(&arguments.sheet.to_string_lossy())?;
    let file = arguments
        .sheet
        .file_stem()
        .map(|stem| stem.to_string_lossy());
    if let Some(id) = &arguments.id
        && name_from(id).as_ref() != Some(id)
    {
        let refused = Diagnostic::request(format!("`{id}` cannot be the name of a chart"));
        let help = name_from(id).map_or_else(
            || "a name has small letters, digits and single hyphens".to_owned(),
            |name| format!("write `--id {name}`"),
        );
        return Err(refused.help(help).into());
    }
    let stem = file.as_deref().filter(|stem| *stem != "-");
    let id = arguments.id.clone().or_else(|| name_from(stem?));
    let id = id.unwrap_or_else(|| "chart".to_owned());
    let imported = rulebook.import(
        &text,
        Wish {
            id: &id,
            title: arguments.title.as_deref(),
            cite: arguments.cite.as_deref(),
            answers: arguments.answers.as_deref(),
            down: &arguments.down,
            across: &arguments.across,
            cells: &arguments.cells,
        },
    );
    let imported = imported.inspect_err(|_| session.tell_errors_of(&rulebook))?;
    match &arguments.out {
        Some(path) => put(path, &imported.text)?,
        None => session.output.text(&imported.text),
    }
    for guess in &imported.guesses {
        session.output.note(&format!("guessed: {guess}"));
    }
    for unknown in undeclared(&rulebook, arguments) {
        session.output.note(&unknown);
    }
    if let Some(path) = &arguments.out {
        session.output.note(&format!("written: {}", path.display()));
        if !is_read(path) {
            let told = "no pack reads it there: its folder lies in none, or is one of pins";
            session.output.note(told);
        }
    }
    Ok(Outcome::Clean)
}

/// What the chart names and no pack declares, or not yet.
fn undeclared(rulebook: &Rulebook, arguments: &Arguments) -> Vec<String> {
    let games = || rulebook.games.iter();
    let questions = games().flat_map(|model| model.question_names.keys());
    let packs = games().flat_map(|model| model.packs.iter());
    let paragraphs = packs.flat_map(|pack| &pack.paragraphs);
    let paragraphs = paragraphs.map(|(number, _)| number);
    let told = |what: &str, name: &Option<String>, known: Vec<&str>| {
        let name = name.as_deref().filter(|name| !known.contains(name))?;
        let near = nearest(name, known).map(did_you_mean);
        let near = near.map_or_else(String::new, |near| format!("; {near}"));
        Some(format!("no pack declares the {what} `{name}`{near}"))
    };
    let question = told(
        "question",
        &arguments.answers,
        questions.map(String::as_str).collect(),
    );
    let paragraph = told(
        "paragraph",
        &arguments.cite,
        paragraphs.map(String::as_str).collect(),
    );
    question.into_iter().chain(paragraph).collect()
}

/// Whether a file lies in the folder of a pack, where it reads its charts.
fn is_read(path: &Path) -> bool {
    let mut around = path.ancestors().skip(1);
    let is_pins = |folder: &Path| folder.file_name().is_some_and(|name| name == PINS_FOLDER);
    let head = |folder: &Path| match folder.as_os_str().is_empty() {
        true => PathBuf::from("pack.toml"),
        false => folder.join("pack.toml"),
    };
    let pack = around.position(|folder| head(folder).is_file());
    let inside = |place: usize| path.ancestors().skip(1).take(place);
    pack.is_some_and(|place| !inside(place).any(is_pins))
}

/// Writes a chart to a file of its own.
fn put(path: &Path, text: &str) -> Result<(), Diagnostic> {
    if path.extension().is_none_or(|extension| extension != "ron") {
        let message = format!(
            "no pack would read `{}`: charts stand in files `.ron`",
            path.display()
        );
        let named = path.with_extension("ron");
        return Err(Diagnostic::request(message).help(format!("write `--out {}`", named.display())));
    }
    let before = text_there(path).ok().flatten();
    if before
        .as_ref()
        .is_some_and(|there| !there.trim().is_empty())
        || path.is_dir()
    {
        let message = format!("`{}` is there already", path.display());
        return Err(Diagnostic::request(message).help("name a file that is not there yet"));
    }
    let before = before.as_deref();
    write(&[Writing { path, before, text }]).map_err(|(_, error)| {
        Diagnostic::request(format!("`{}` cannot be written: {error}", path.display()))
    })
}
