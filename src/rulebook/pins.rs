//! Pinned answers: everything that the questions of a topic answer, as a text that a person reads and a later version is
//! compared with. They lie in a pack's folder `pins`, one file a topic.

use super::Rulebook;
use crate::analysis::table::{Table, table, table_of_rules};
use crate::check::is_broken;
use crate::diagram::{Compiler, TooLarge};
use crate::model::{Model, PackId, Question, QuestionId, RuleId};
use crate::render::answers;
use crate::source::{FileId, PINS_FOLDER};
use std::fmt::Write;

/// The most rows of a pinned table; what lies beyond is counted, and the fingerprint holds it.
const MOST_ROWS: usize = 60;

/// What is said of a question of another pack.
const RULES_ONLY: &str = "where a rule of this pack applies";

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
    if pack.is_empty() {
        PINS_FOLDER.to_owned()
    } else {
        format!("{pack}/{PINS_FOLDER}")
    }
}

/// A pack that says something of a question, and the file in which it does: a question is pinned by each of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Holder {
    /// The pack.
    pub pack: PackId,
    /// Its file.
    pub file: FileId,
}

/// What a holder pins of a question.
enum Part {
    /// All of it.
    Whole,
    /// Where one of these rules applies.
    Where(Vec<RuleId>),
}

/// The pins of a game's packs as they are now, in the order of their paths. A question is pinned where it is declared; every
/// other pack that has a rule for it pins it where that applies, and one that has an erratum for it, as a whole.
#[must_use]
pub fn pins(rulebook: &Rulebook, model: &Model, wanted: &dyn Fn(Holder) -> bool) -> Vec<Pin> {
    let mut compiler = Compiler::new(model);
    let mut pins: Vec<Pin> = Vec::new();
    for (id, question) in (0..).map(QuestionId).zip(&model.questions) {
        for ((pack, file), part) in parts(rulebook, model, (id, question), wanted) {
            let text = answers_of(&mut compiler, id, &part);
            match pins
                .iter_mut()
                .find(|pin| pin.pack == pack && pin.file == file)
            {
                Some(pin) => pin.text.push_str(&text),
                None => pins.push(Pin {
                    text: format!("{}{text}", heading(&file)),
                    pack,
                    file,
                }),
            }
        }
    }
    pins.sort_by(|one, other| (&one.pack, &one.file).cmp(&(&other.pack, &other.file)));
    pins
}

/// Where a question is pinned, and what of it.
fn parts(
    rulebook: &Rulebook,
    model: &Model,
    (id, question): (QuestionId, &Question),
    wanted: &dyn Fn(Holder) -> bool,
) -> Vec<((String, String), Part)> {
    let place =
        |holder: Holder| wanted(holder).then(|| place_of(rulebook.sources.path(holder.file)));
    let own = place(Holder {
        pack: question.pack,
        file: question.span.file,
    });
    let mut parts: Vec<((String, String), Part)> =
        own.into_iter().map(|place| (place, Part::Whole)).collect();
    let errata = rulebook
        .errata_on(model, id)
        .into_iter()
        .filter_map(|erratum| {
            let pack = (0..)
                .map(PackId)
                .zip(&model.packs)
                .find(|(_, pack)| pack.id == erratum.pack)?
                .0;
            place(Holder {
                pack,
                file: erratum.id.span.file,
            })
            .filter(|_| pack != question.pack)
        });
    parts.extend(errata.map(|place| (place, Part::Whole)));
    // The steps of a process are its own pack's doing, those that it takes in from others too.
    for rule_id in question.rules.iter().filter(|_| question.process.is_none()) {
        let rule = model
            .rule(*rule_id)
            .filter(|rule| rule.pack != question.pack);
        let Some(place) = rule.and_then(|rule| {
            place(Holder {
                pack: rule.pack,
                file: rule.span.file,
            })
        }) else {
            continue;
        };
        match parts.iter_mut().find(|(own, _)| *own == place) {
            Some((_, Part::Where(rules))) => rules.push(*rule_id),
            Some((_, Part::Whole)) => {}
            None => parts.push((place, Part::Where(vec![*rule_id]))),
        }
    }
    parts
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
    match folder
        .strip_suffix("errata")
        .and_then(|pack| pack.strip_suffix('/').or(pack.is_empty().then_some(pack)))
    {
        Some(pack) => (pack.to_owned(), format!("errata-{topic}.txt")),
        None => (folder.to_owned(), format!("{topic}.txt")),
    }
}

fn answers_of(compiler: &mut Compiler<'_>, id: QuestionId, part: &Part) -> String {
    let model = compiler.model;
    let name = model
        .question(id)
        .map_or("", |question| question.name.as_str());
    if is_broken(model, id) {
        return format!("\n{name}\n  not resolved\n");
    }
    let (made, within): (Result<Table, TooLarge>, &str) = match part {
        Part::Whole => (table(compiler, id, &|_| None, MOST_ROWS), ""),
        Part::Where(rules) => (table_of_rules(compiler, id, rules, MOST_ROWS), RULES_ONLY),
    };
    let mut text = String::from("\n");
    match made {
        Ok(table) => text.push_str(&answers::pinned(model, &table, within)),
        Err(TooLarge) => {
            let _ = writeln!(text, "{name}\n  too large for a table");
        }
    }
    text
}
