//! Pinned answers: everything that the questions of a topic answer, as a text that a person reads and a later version is
//! compared with. They lie in a pack's folder `pins`, one file a topic.

use super::Rulebook;
use crate::analysis::table::{table, table_of_rules};
use crate::answer::Evaluator;
use crate::check::is_broken;
use crate::diagram::Compiler;
use crate::model::{Model, PackId, Question, QuestionId, Role, RuleId, Variable};
use crate::pack::overlay::{Address, Erratum};
use crate::render::answers;
use crate::source::{FileId, PINS_FOLDER};
use std::collections::BTreeMap;

/// The most rows of a pinned table; what lies beyond is counted, and the fingerprint holds it.
const MOST_ROWS: usize = 60;

/// What is taken where nothing is said.
const TAKEN: &str = "taken where nobody says it";

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

/// The folder of a pack's pins, as the paths of its files have it.
pub fn pins_folder(pack: &str) -> String {
    match pack {
        "" => PINS_FOLDER.to_owned(),
        _ => format!("{pack}/{PINS_FOLDER}"),
    }
}

/// A pack that says something of a question, and the file in which it does: a question is pinned by each of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Holder {
    pub pack: PackId,
    pub file: FileId,
}

/// What a holder pins of a question: all of it, or where one of these rules applies.
type Part = Option<Vec<RuleId>>;

/// The folder of a pack and the name of its pins for a file.
type Place = (String, String);

/// The pins of a game's packs as they are now, in the order of their paths. A question is pinned where it is declared; every
/// other pack that has a rule for it pins it where that applies, and one that has an erratum or an exception for it, as a whole.
pub fn pins(rulebook: &Rulebook, model: &Model, wanted: &dyn Fn(Holder) -> bool) -> Vec<Pin> {
    let mut compiler = Compiler::new(model);
    let mut pins: BTreeMap<Place, String> = BTreeMap::new();
    for (id, question) in model.questions.enumerated() {
        for (place, part) in parts(rulebook, model, (id, question), wanted) {
            let text = answers_of(&mut compiler, id, &part);
            pins.entry(place)
                .or_insert_with_key(heading)
                .push_str(&text);
        }
    }
    for (place, lines) in taken(rulebook, model, wanted) {
        let text = format!("\n{TAKEN}\n{}", lines.concat());
        pins.entry(place)
            .or_insert_with_key(heading)
            .push_str(&text);
    }
    let pin = |((pack, file), text)| Pin { pack, file, text };
    pins.into_iter().map(pin).collect()
}

fn heading((_, file): &Place) -> String {
    let topic = file.trim_end_matches(".txt");
    format!("{FIRST} {topic} answer, written by `chartroom test --accept`.\n")
}

/// What is taken where nobody says it, each where that is written: no table of answers has it.
fn taken(
    rulebook: &Rulebook,
    model: &Model,
    wanted: &dyn Fn(Holder) -> bool,
) -> BTreeMap<Place, Vec<String>> {
    let mut taken: BTreeMap<Place, Vec<String>> = BTreeMap::new();
    let mut add = |pack: PackId, file: FileId, line: String| {
        if wanted(Holder { pack, file }) {
            let place = place_of(rulebook.sources.path(file));
            taken.entry(place).or_default().push(line);
        }
    };
    let words = Evaluator::new(model);
    for variable in &model.variables {
        if let (Role::Reading(default), Some(reading)) = (variable.role, &variable.reading) {
            let option = variable.domain.value(default).show(&model.words, false);
            let settled = if reading.settled { ", settled" } else { "" };
            let line = format!("  {} = {option}{settled}\n", variable.name);
            for (pack, file) in settling(rulebook, model, variable) {
                add(pack, file, line.clone());
            }
            add(variable.pack, variable.span.file, line);
        }
        for usual in &variable.usually {
            let line = format!("  {} = {}\n", variable.name, words.usual(usual));
            add(usual.pack, usual.span.file, line);
        }
    }
    taken
}

/// The errata of other packs that settle a reading, each with its pack.
fn settling<'r>(
    rulebook: &'r Rulebook,
    model: &'r Model,
    reading: &'r Variable,
) -> impl Iterator<Item = (PackId, FileId)> + use<'r> {
    let errata = rulebook.written.errata.iter();
    let errata = errata.filter(|erratum| erratum.applied && erratum.game == model.game);
    let settles = |erratum: &&Erratum| {
        erratum.changes.iter().any(|change| {
            let address = Address::parse(&change.at.value);
            address.is_ok_and(|at| {
                let is_choice = matches!(at.kind.as_deref(), Some("reading" | "switch"));
                is_choice && format!("{}/{}", at.pack, at.name) == reading.name
            })
        })
    };
    errata.filter(settles).filter_map(|erratum| {
        let pack = model.packs.find(|pack| pack.id == erratum.pack)?;
        (pack != reading.pack).then_some((pack, erratum.id.span.file))
    })
}

/// Where a question is pinned, and what of it.
fn parts(
    rulebook: &Rulebook,
    model: &Model,
    (id, question): (QuestionId, &Question),
    wanted: &dyn Fn(Holder) -> bool,
) -> Vec<(Place, Part)> {
    let mut parts: Vec<(Place, Part)> = Vec::new();
    let mut add = |pack: PackId, file: FileId, rule: Option<RuleId>| {
        if !wanted(Holder { pack, file }) {
            return;
        }
        let place = place_of(rulebook.sources.path(file));
        match (parts.iter_mut().find(|(own, _)| *own == place), rule) {
            (Some((_, Some(rules))), Some(rule)) => rules.push(rule),
            (Some(_), Some(_)) => {}
            (_, rule) => parts.push((place, rule.map(|rule| vec![rule]))),
        }
    };
    add(question.pack, question.span.file, None);
    for erratum in rulebook.errata_on(model, id) {
        let pack = model.packs.find(|pack| pack.id == erratum.pack);
        if let Some(pack) = pack.filter(|pack| *pack != question.pack) {
            add(pack, erratum.id.span.file, None);
        }
    }
    // The steps of a process are its own pack's doing, those that it takes in from others too.
    for rule_id in question.rules.iter().filter(|_| question.process.is_none()) {
        let rule = &model.rules[*rule_id];
        if rule.pack != question.pack {
            add(rule.pack, rule.span.file, Some(*rule_id));
        }
        for file in rule.exceptions().iter().map(|except| except.span.file) {
            let pack = rulebook.pack_of(file).and_then(|pack| pack.id.as_ref());
            let pack = pack.and_then(|id| model.packs.find(|pack| pack.id == id.value));
            if let Some(pack) = pack.filter(|pack| ![rule.pack, question.pack].contains(pack)) {
                add(pack, file, None);
            }
        }
    }
    parts
}

/// The first line of every file of pins.
const FIRST: &str = "What the questions of";

/// Whether a text was written as pins, so that it may be taken away again.
pub fn is_pin(text: &str) -> bool {
    text.starts_with(FIRST)
}

/// Pins as they are saved, with one question's as it is now, in its place among the others.
#[cfg(feature = "lsp")]
pub fn with_answer(saved: &str, now: &str, question: &str) -> String {
    let name = |part: &str| part.split_whitespace().next().map(str::to_owned);
    let mut parts: Vec<&str> = saved.split("\n\n").collect();
    let order: Vec<_> = now.split("\n\n").map(name).collect();
    let text = now
        .split("\n\n")
        .find(|part| name(part).as_deref() == Some(question));
    let Some(text) = text.map(str::trim_end) else {
        return saved.to_owned();
    };
    let place = |part: &str| order.iter().position(|text| *text == name(part));
    match parts
        .iter_mut()
        .find(|part| name(part).as_deref() == Some(question))
    {
        Some(part) => *part = text,
        None => {
            let after = parts.iter().rposition(|part| place(part) < place(text));
            parts.insert(after.map_or(parts.len(), |after| after + 1), text);
        }
    }
    let parts: Vec<&str> = parts.into_iter().map(str::trim_end).collect();
    parts.join("\n\n") + "\n"
}

/// The folder of the pack and the name of the pins for a file.
pub fn place_of(path: &str) -> Place {
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
    let topic = name.rsplit_once('.').map_or(name, |(topic, _)| topic);
    let of_errata = match folder {
        "errata" => Some(""),
        _ => folder.strip_suffix("/errata"),
    };
    match of_errata {
        Some(pack) => (pack.to_owned(), format!("errata-{topic}.txt")),
        None => (folder.to_owned(), format!("{topic}.txt")),
    }
}

fn answers_of(compiler: &mut Compiler<'_>, id: QuestionId, part: &Part) -> String {
    let model = compiler.model;
    let name = &model.questions[id].name;
    if is_broken(model, id) {
        return format!("\n{name}\n  not resolved\n");
    }
    let (made, within) = match part {
        None => (table(compiler, id, &|_| None, MOST_ROWS), ""),
        Some(rules) => (table_of_rules(compiler, id, rules, MOST_ROWS), RULES_ONLY),
    };
    match made {
        Ok(table) => format!("\n{}", answers::pinned(model, &table, within)),
        Err(_) => format!("\n{name}\n  too large for a table\n"),
    }
}
