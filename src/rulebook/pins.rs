//! Pinned answers: everything that the questions of a topic answer, as a text that a person reads and a later version is
//! compared with. They lie in a pack's folder `pins`, one file a topic.

use super::Rulebook;
use crate::analysis::table::{Table, table};
use crate::check::is_broken;
use crate::diagram::{Compiler, TooLarge};
use crate::model::{Model, Question, QuestionId};
use crate::render::answers;
use crate::source::PINS_FOLDER;
use std::fmt::Write;

/// The most rows of a pinned table; what lies beyond is counted, and the fingerprint holds it.
const MOST_ROWS: usize = 60;

/// What the questions of one topic answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pin {
    /// The folder of its pack, as the path of its files has it.
    pub pack: String,
    /// The name of its file.
    pub file: String,
    /// The answers.
    pub text: String,
}

impl Pin {
    /// Where it lies.
    #[must_use]
    pub fn path(&self) -> String {
        let folder = pins_folder(&self.pack);
        format!("{folder}/{}", self.file)
    }
}

/// The folder of a pack's pins, as the paths of its files have it.
#[must_use]
pub fn pins_folder(pack: &str) -> String {
    if pack.is_empty() { PINS_FOLDER.to_owned() } else { format!("{pack}/{PINS_FOLDER}") }
}

/// The pins of those questions of a game that are wanted, as they are now, in the order of their paths.
#[must_use]
pub fn pins(rulebook: &Rulebook, model: &Model, wanted: &dyn Fn(&Question) -> bool) -> Vec<Pin> {
    let mut compiler = Compiler::new(model);
    let mut pins: Vec<Pin> = Vec::new();
    for (id, question) in (0..).map(QuestionId).zip(&model.questions) {
        if !wanted(question) {
            continue;
        }
        let (pack, file) = place_of(rulebook.sources.path(question.span.file));
        let text = answers_of(&mut compiler, id);
        match pins.iter_mut().find(|pin| pin.pack == pack && pin.file == file) {
            Some(pin) => pin.text.push_str(&text),
            None => pins.push(Pin { text: format!("{}{text}", heading(&file)), pack, file }),
        }
    }
    pins.sort_by(|one, other| (&one.pack, &one.file).cmp(&(&other.pack, &other.file)));
    pins
}

/// The first line of every file of pins.
const FIRST: &str = "What the questions of";

fn heading(file: &str) -> String {
    let topic = file.trim_end_matches(".txt");
    format!("{FIRST} {topic} answer, written by `chartroom test --accept`.\n")
}

/// Whether a text was written as pins, so that it may be taken away again.
#[must_use]
pub fn is_pin(text: &str) -> bool {
    text.starts_with(FIRST)
}

/// The folder of the pack and the name of the pins for a file.
#[must_use]
pub fn place_of(path: &str) -> (String, String) {
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
    let topic = name.rsplit_once('.').map_or(name, |(topic, _)| topic);
    match folder.strip_suffix("errata").and_then(|pack| pack.strip_suffix('/').or(pack.is_empty().then_some(pack))) {
        Some(pack) => (pack.to_owned(), format!("errata-{topic}.txt")),
        None => (folder.to_owned(), format!("{topic}.txt")),
    }
}

fn answers_of(compiler: &mut Compiler<'_>, id: QuestionId) -> String {
    let model = compiler.model;
    let name = model.question(id).map_or("", |question| question.name.as_str());
    if is_broken(model, id) {
        return format!("\n{name}\n  not resolved\n");
    }
    let made: Result<Table, TooLarge> = table(compiler, id, &|_| None, MOST_ROWS);
    let mut text = String::from("\n");
    match made {
        Ok(table) => text.push_str(&answers::pinned(model, &table)),
        Err(TooLarge) => {
            let _ = writeln!(text, "{name}\n  too large for a table");
        }
    }
    text
}
