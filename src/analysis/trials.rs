//! Laws and examples, tried and put together by pack and by section of the book.

use super::{paragraph_of, section_of};
use crate::check::{Trial, TrialKind, try_all};
use crate::model::{Model, PackId};
use indexmap::IndexMap;

/// The laws and examples of one section of a pack.
#[derive(Debug, Clone)]
pub struct Section {
    pub pack: PackId,
    pub number: String,
    /// Its title in the pack's table of contents; empty where it has none.
    pub title: String,
    pub trials: Vec<Trial>,
}

impl Section {
    pub fn count(&self, kind: TrialKind) -> usize {
        self.trials
            .iter()
            .filter(|trial| trial.kind == kind)
            .count()
    }

    /// How many do not hold, or could not be tried.
    pub fn failed(&self) -> usize {
        self.trials.iter().filter(|trial| !trial.holds()).count()
    }
}

/// Tries the laws and examples of the packs wanted; by section, in the order of the packs and of their tables of contents.
pub fn sections(model: &Model, wanted: &dyn Fn(PackId) -> bool) -> Vec<Section> {
    let mut trials: IndexMap<(PackId, String), Vec<Trial>> = IndexMap::new();
    for trial in try_all(model, wanted) {
        let number = section_of(paragraph_of(&trial.cite)).to_owned();
        trials.entry((trial.pack, number)).or_default().push(trial);
    }
    let contents = || model.packs.iter().flat_map(|pack| &pack.paragraphs);
    let section = |((pack, number), trials): ((PackId, String), _)| {
        let title = contents().find(|(text, _)| *text == number);
        let title = title.map_or_else(String::new, |(_, title)| title.clone());
        Section {
            pack,
            number,
            title,
            trials,
        }
    };
    let mut sections: Vec<Section> = trials.into_iter().map(section).collect();
    // A section stands where its first paragraph does.
    let place = |number: &str| contents().position(|(text, _)| section_of(text) == number);
    sections.sort_by_key(|other| (other.pack, place(&other.number).unwrap_or(usize::MAX)));
    sections
}
