//! Pinned answers for `chartroom test`: compared where a pack has them, written only when a person accepts them.

use super::{Output, count, packs};
use crate::render::pins::difference;
use crate::rulebook::Rulebook;
use crate::rulebook::pins::{Pin, is_pin, pins};
use crate::source::{PINS_FOLDER, read_pins, remove_pin, write_pin};
use serde_json::{Value, json};
use std::path::Path;

/// What comparing found.
#[derive(Debug, Default)]
pub(super) struct Compared {
    /// How many topics are pinned and answer as they did.
    pub(super) same: usize,
    /// The topics that do not: path, pinned, now; a side that is missing is empty.
    pub(super) different: Vec<(String, String, String)>,
}

/// The pins as they are now, by the folder of their pack.
fn by_pack(rulebook: &Rulebook, named: &[String]) -> Vec<(String, Vec<Pin>)> {
    let mut folders: Vec<(String, Vec<Pin>)> = Vec::new();
    for model in &rulebook.games {
        for pin in pins(rulebook, model, &|pack| packs::is_wanted(model, pack, named)) {
            match folders.iter_mut().find(|(folder, _)| *folder == pin.pack) {
                Some((_, pins)) => pins.push(pin),
                None => folders.push((pin.pack.clone(), vec![pin])),
            }
        }
    }
    folders
}

fn has_pins(rulebook: &Rulebook) -> bool {
    let mut folders: Vec<&str> =
        rulebook.sources.files().filter_map(|file| folder_of(rulebook.sources.path(file))).collect();
    folders.dedup();
    folders.iter().any(|folder| Path::new(folder).join(PINS_FOLDER).exists())
}

fn folder_of(path: &str) -> Option<&str> {
    path.rsplit_once('/').map(|(folder, _)| folder)
}

/// Compares the answers of every pack that has pins; the error tells which pins cannot be read.
pub(super) fn compare(rulebook: &Rulebook, named: &[String]) -> Result<Compared, String> {
    let mut compared = Compared::default();
    if !has_pins(rulebook) {
        return Ok(compared);
    }
    for (folder, now) in by_pack(rulebook, named) {
        let read = read_pins(Path::new(&folder));
        let Some(pinned) = read.map_err(|error| format!("cannot read `{folder}/{PINS_FOLDER}`: {error}"))? else {
            continue;
        };
        for pin in &now {
            let before = pinned.iter().find(|(file, _)| *file == pin.file).map_or("", |(_, text)| text.as_str());
            if before == pin.text {
                compared.same += 1;
            } else {
                compared.different.push((pin.path(), before.to_owned(), pin.text.clone()));
            }
        }
        let gone = pinned.iter().filter(|(file, text)| is_pin(text) && !now.iter().any(|pin| pin.file == *file));
        let gone = gone.map(|(file, text)| (format!("{folder}/{PINS_FOLDER}/{file}"), text.clone(), String::new()));
        compared.different.extend(gone);
    }
    Ok(compared)
}

/// Writes the answers of now beside each pack, and tells what it wrote; the error tells what could not be written.
pub(super) fn accept(rulebook: &Rulebook, named: &[String], output: &mut Output) -> Result<(), String> {
    let mut written = 0;
    for (folder, now) in by_pack(rulebook, named) {
        let place = Path::new(&folder);
        let failed = |error: std::io::Error| format!("cannot write `{folder}/{PINS_FOLDER}`: {error}");
        let before = read_pins(place).map_err(failed)?.unwrap_or_default();
        for pin in &now {
            if !before.iter().any(|(file, text)| *file == pin.file && *text == pin.text) {
                write_pin(place, &pin.file, &pin.text).map_err(failed)?;
                output.line(&format!("wrote {}", pin.path()));
                written += 1;
            }
        }
        for (file, _) in before.iter().filter(|(file, text)| is_pin(text) && !now.iter().any(|pin| pin.file == *file)) {
            remove_pin(place, file).map_err(failed)?;
            output.line(&format!("took away {folder}/{PINS_FOLDER}/{file}"));
            written += 1;
        }
    }
    output.line(&match written {
        0 => "the pins are what the packs answer; nothing was written".to_owned(),
        several => format!("{} written", count(several, "file")),
    });
    Ok(())
}

/// Shows what differs.
pub(super) fn show(compared: &Compared, output: &mut Output) {
    for (path, before, now) in &compared.different {
        output.print(&difference(path, before, now));
        output.line("");
    }
    if !compared.different.is_empty() {
        let topics = count(compared.different.len(), "topic");
        output.line(&format!("{topics} with other answers than pinned; `chartroom test --accept` takes them on"));
    } else if compared.same > 0 {
        output.line(&format!("{} with the answers pinned", count(compared.same, "topic")));
    }
}

/// What differs, for a program.
pub(super) fn json(compared: &Compared) -> Value {
    let different =
        compared.different.iter().map(|(path, before, now)| json!({"path": path, "pinned": before, "now": now}));
    json!({ "same": compared.same, "different": different.collect::<Vec<_>>() })
}
