//! Pinned answers for `chartroom test`: compared where a pack has them, written only when a person accepts them.

use super::{Output, count, packs};
use crate::diagnostic::Command;
use crate::render::pins::difference;
use crate::render::trials::{self, Pins};
use crate::rulebook::Rulebook;
use crate::rulebook::pins::{Holder, Pin, is_pin, pins, pins_folder, place_of};
use crate::source::{PINS_FOLDER, read_pins, remove_pin, write_pin};
use indexmap::IndexMap;
use std::path::Path;

/// The answers of a pack now, and the pins beside it; nothing where it has no folder for them.
struct Pinned {
    folder: String,
    now: Vec<Pin>,
    before: Option<Vec<(String, String)>>,
}

impl Pinned {
    /// The files of pins whose text is another now: what they pin, and what they would. One text is empty where there is no file.
    fn differing(&self) -> Vec<(&str, &str, &str)> {
        let before = self.before.iter().flatten();
        let pinned = |pin: &Pin| before.clone().find(|(file, _)| *file == pin.file);
        let now = self.now.iter().map(|pin| {
            let before = pinned(pin).map_or("", |(_, text)| text);
            (pin.file.as_str(), before, pin.text.as_str())
        });
        let is_gone = |file: &str| self.now.iter().all(|pin| pin.file != file);
        let gone = before
            .clone()
            .filter(|(file, text)| is_pin(text) && is_gone(file));
        let gone = gone.map(|(file, text)| (file.as_str(), text.as_str(), ""));
        now.filter(|(_, before, now)| before != now)
            .chain(gone)
            .collect()
    }
}

/// The pins of each pack that is in a folder; the error tells which cannot be read.
fn by_pack(rulebook: &Rulebook, named: &[String]) -> Result<Vec<Pinned>, String> {
    let mut folders: IndexMap<String, Vec<Pin>> = IndexMap::new();
    for model in &rulebook.games {
        let wanted = |holder: Holder| {
            let is_here = rulebook.sources.is_in_folder(holder.file);
            is_here && packs::is_wanted(model, holder.pack, named)
        };
        for pin in pins(rulebook, model, &wanted) {
            folders.entry(pin.pack.clone()).or_default().push(pin);
        }
    }
    for folder in wanted_folders(rulebook, named) {
        folders.entry(folder).or_default();
    }
    let pinned = folders.into_iter().map(|(folder, now)| {
        let before = read_pins(Path::new(&folder))
            .map_err(|error| format!("cannot read `{}`: {error}", pins_folder(&folder)))?;
        Ok(Pinned {
            folder,
            now,
            before,
        })
    });
    pinned.collect()
}

/// The folders of the packs that are wanted: one that answers nothing any more may have pins of what it did.
fn wanted_folders<'r>(
    rulebook: &'r Rulebook,
    named: &'r [String],
) -> impl Iterator<Item = String> + 'r {
    rulebook.written.packs.iter().filter_map(move |pack| {
        let (id, game) = (pack.id.as_ref()?, pack.game.as_ref()?);
        let mut games = rulebook.games.iter();
        let model = games.find(|model| model.game == game.value)?;
        let known = model.packs.find(|own| own.id == id.value)?;
        let is_here = rulebook.sources.is_in_folder(id.span.file);
        let path = rulebook.sources.path(id.span.file);
        (is_here && packs::is_wanted(model, known, named)).then(|| place_of(path).0)
    })
}

fn has_pins(rulebook: &Rulebook) -> bool {
    let files = rulebook.sources.files();
    let mut here = files.filter(|file| rulebook.sources.is_in_folder(*file));
    here.any(|file| {
        let (folder, _) = place_of(rulebook.sources.path(file));
        Path::new(&folder).join(PINS_FOLDER).exists()
    })
}

/// Compares the answers of every pack that has pins; the error tells which pins cannot be read.
pub fn compare(rulebook: &Rulebook, named: &[String]) -> Result<Pins, String> {
    let mut compared = Pins::default();
    if !has_pins(rulebook) {
        return Ok(compared);
    }
    for pinned in by_pack(rulebook, named)?
        .iter()
        .filter(|pinned| pinned.before.is_some())
    {
        compared.same += pinned.now.len();
        for (file, before, now) in pinned.differing() {
            compared.same -= usize::from(!now.is_empty());
            compared.different.push(trials::Pin {
                path: format!("{}/{file}", pins_folder(&pinned.folder)),
                pinned: before.to_owned(),
                now: now.to_owned(),
            });
        }
    }
    Ok(compared)
}

/// Writes the answers of now beside each pack, and tells what it wrote; the error tells what could not be written.
pub fn accept(rulebook: &Rulebook, named: &[String], output: &mut Output) -> Result<(), String> {
    let mut written = 0;
    let all = by_pack(rulebook, named)?;
    if rulebook.is_unreadable() || rulebook.broken().next().is_some() {
        // Pinned would be that nothing is answered.
        return Err("nothing is pinned while the rulebook has an error".to_owned());
    }
    for pinned in all {
        let shown = pins_folder(&pinned.folder);
        let place = Path::new(&pinned.folder);
        for (file, before, now) in pinned.differing() {
            if !before.is_empty() && !is_pin(before) {
                // Somebody wrote it, and would lose it.
                return Err(format!(
                    "`{shown}/{file}` holds no pins: give it another name, and accept again"
                ));
            }
            let (done, told) = match now {
                "" => (remove_pin(place, file), "took away"),
                text => (write_pin(place, file, text), "wrote"),
            };
            done.map_err(|error| format!("cannot write `{shown}`: {error}"))?;
            output.line(&format!("{told} {shown}/{file}"));
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
pub fn show(compared: &Pins, named: &[String], output: &mut Output) {
    for pin in &compared.different {
        output.print(&difference(&pin.path, &pin.pinned, &pin.now));
        output.line("");
    }
    if !compared.different.is_empty() {
        let topics = count(compared.different.len(), "topic");
        let named = named.iter().map(String::as_str);
        let accept = output.command(&Command::new(["test", "--accept"].into_iter().chain(named)));
        output.line(&format!(
            "{topics} with other answers than pinned; `{accept}` takes them on"
        ));
    } else if compared.same > 0 {
        let topics = count(compared.same, "topic");
        output.line(&format!("{topics} with the answers pinned"));
    }
}
