//! Laws and examples, tried and put together by pack and by section of the book.

use super::{paragraph_of, section_of};
use crate::check::{Trial, TrialKind, try_all};
use crate::model::{Model, PackId};

/// The laws and examples of one section of a pack.
#[derive(Debug, Clone)]
pub struct Section {
    /// Its pack.
    pub pack: PackId,
    /// Its number.
    pub number: String,
    /// Its title in the pack's table of contents; empty where it has none.
    pub title: String,
    /// Its laws and examples.
    pub trials: Vec<Trial>,
}

impl Section {
    /// How many of a kind it has.
    #[must_use]
    pub fn count(&self, kind: TrialKind) -> usize {
        self.trials
            .iter()
            .filter(|trial| trial.kind == kind)
            .count()
    }

    /// How many do not hold, or could not be tried.
    #[must_use]
    pub fn failed(&self) -> usize {
        self.trials.iter().filter(|trial| !trial.holds()).count()
    }
}

/// Tries the laws and examples of the packs wanted; by section, in the order of the packs and of their tables of contents.
#[must_use]
pub fn sections(model: &Model, wanted: &dyn Fn(PackId) -> bool) -> Vec<Section> {
    let mut sections: Vec<Section> = Vec::new();
    for trial in try_all(model, wanted) {
        let number = section_of(paragraph_of(&trial.cite));
        let known = sections
            .iter_mut()
            .find(|section| section.pack == trial.pack && section.number == number);
        match known {
            Some(section) => section.trials.push(trial),
            None => sections.push(Section {
                pack: trial.pack,
                number: number.to_owned(),
                title: title_of(model, number),
                trials: vec![trial],
            }),
        }
    }
    sections.sort_by_key(|section| (section.pack, place_of(model, &section.number)));
    sections
}

fn title_of(model: &Model, number: &str) -> String {
    let all = model.packs.iter().flat_map(|pack| &pack.paragraphs);
    all.clone()
        .find(|(own, _)| own == number)
        .map_or_else(String::new, |(_, title)| title.clone())
}

/// The place of a section in the tables of contents: that of its first paragraph.
fn place_of(model: &Model, number: &str) -> usize {
    let mut all = model.packs.iter().flat_map(|pack| &pack.paragraphs);
    all.position(|(own, _)| section_of(own) == number)
        .unwrap_or(usize::MAX)
}
