//! Pinned answers for `chartroom test`: compared where a pack has them, written only when a person accepts them.

use super::{Output, count, packs};
use crate::diagnostic::Command;
use crate::render::pins::difference;
use crate::render::trials::{self, Pins};
use crate::rulebook::Rulebook;
use crate::rulebook::pins::{Holder, Pin, is_pin, pins, pins_folder, place_of};
use crate::source::{PINS_FOLDER, read_pins, remove_pin, write_pin};
use std::path::Path;

/// The pins as they are now, by the folder of their pack. A pack in the program has no folder.
fn by_pack(rulebook: &Rulebook, named: &[String]) -> Vec<(String, Vec<Pin>)> {
    let mut folders: Vec<(String, Vec<Pin>)> = Vec::new();
    for model in &rulebook.games {
        let is_here = |holder: Holder| rulebook.sources.is_in_folder(holder.file);
        let wanted =
            |holder: Holder| is_here(holder) && packs::is_wanted(model, holder.pack, named);
        for pin in pins(rulebook, model, &wanted) {
            match folders.iter_mut().find(|(folder, _)| *folder == pin.pack) {
                Some((_, pins)) => pins.push(pin),
                None => folders.push((pin.pack.clone(), vec![pin])),
            }
        }
    }
    folders
}

fn has_pins(rulebook: &Rulebook) -> bool {
    let files = rulebook
        .sources
        .files()
        .filter(|file| rulebook.sources.is_in_folder(*file));
    let mut folders: Vec<String> = files
        .map(|file| place_of(rulebook.sources.path(file)).0)
        .collect();
    folders.dedup();
    folders
        .iter()
        .any(|folder| Path::new(folder).join(PINS_FOLDER).exists())
}

/// Compares the answers of every pack that has pins; the error tells which pins cannot be read.
pub(super) fn compare(rulebook: &Rulebook, named: &[String]) -> Result<Pins, String> {
    let mut compared = Pins::default();
    if !has_pins(rulebook) {
        return Ok(compared);
    }
    for (folder, now) in by_pack(rulebook, named) {
        let shown = pins_folder(&folder);
        let read = read_pins(Path::new(&folder));
        let Some(pinned) = read.map_err(|error| format!("cannot read `{shown}`: {error}"))? else {
            continue;
        };
        for pin in &now {
            let before = pinned
                .iter()
                .find(|(file, _)| *file == pin.file)
                .map_or("", |(_, text)| text.as_str());
            if before == pin.text {
                compared.same += 1;
            } else {
                compared.different.push(trials::Pin {
                    path: pin.path(),
                    pinned: before.to_owned(),
                    now: pin.text.clone(),
                });
            }
        }
        let gone = pinned
            .iter()
            .filter(|(file, text)| is_pin(text) && !now.iter().any(|pin| pin.file == *file));
        let gone = gone.map(|(file, text)| trials::Pin {
            path: format!("{shown}/{file}"),
            pinned: text.clone(),
            now: String::new(),
        });
        compared.different.extend(gone);
    }
    Ok(compared)
}

/// Writes the answers of now beside each pack, and tells what it wrote; the error tells what could not be written.
pub(super) fn accept(
    rulebook: &Rulebook,
    named: &[String],
    output: &mut Output,
) -> Result<(), String> {
    let mut written = 0;
    for (folder, now) in by_pack(rulebook, named) {
        let shown = pins_folder(&folder);
        let place = Path::new(&folder);
        let failed = |error: std::io::Error| format!("cannot write `{shown}`: {error}");
        let before = read_pins(place).map_err(failed)?.unwrap_or_default();
        for pin in &now {
            if !before
                .iter()
                .any(|(file, text)| *file == pin.file && *text == pin.text)
            {
                write_pin(place, &pin.file, &pin.text).map_err(failed)?;
                output.line(&format!("wrote {}", pin.path()));
                written += 1;
            }
        }
        for (file, _) in before
            .iter()
            .filter(|(file, text)| is_pin(text) && !now.iter().any(|pin| pin.file == *file))
        {
            remove_pin(place, file).map_err(failed)?;
            output.line(&format!("took away {shown}/{file}"));
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
pub(super) fn show(compared: &Pins, named: &[String], output: &mut Output) {
    for pin in &compared.different {
        output.print(&difference(&pin.path, &pin.pinned, &pin.now));
        output.line("");
    }
    if !compared.different.is_empty() {
        let topics = count(compared.different.len(), "topic");
        let words = ["test", "--accept"]
            .into_iter()
            .chain(named.iter().map(String::as_str));
        let accept = output.command(&Command::new(words));
        output.line(&format!(
            "{topics} with other answers than pinned; `{accept}` takes them on"
        ));
    } else if compared.same > 0 {
        output.line(&format!(
            "{} with the answers pinned",
            count(compared.same, "topic")
        ));
    }
}
