//! What the effect of an edit is told against: the last commit, or what is set; without either, the files as they are saved.

use super::Setting;
use crate::pack::ErrataSet;
use crate::rulebook::Rulebook;
use crate::source::{Place, Sources, tree};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Where the base is found.
#[derive(Debug, Clone)]
pub struct Base {
    from: From,
    errata: ErrataSet,
    /// The files as they are saved.
    saved: Arc<Sources>,
}

#[derive(Debug, Clone)]
enum From {
    /// A revision of the repository around a folder, and whether the shipped packs belong to it.
    Revision(String, PathBuf, bool),
    Place(Place),
    Saved,
}

/// A base that was read, and what it goes by.
#[derive(Debug, Clone)]
pub struct Read {
    key: String,
    pub book: Arc<Rulebook>,
}

impl Base {
    pub fn of(
        folder: Option<&Path>,
        setting: &Setting,
        errata: &ErrataSet,
        (saved, has_shipped): (&Arc<Sources>, bool),
    ) -> Self {
        let named = setting.base.as_deref();
        let from = match (named, folder) {
            (Some(name), _) if name == Place::EMBEDDED || Path::new(name).is_dir() => {
                From::Place(Place::named(name.into()))
            }
            (name, Some(folder)) => {
                let revision = name.unwrap_or("HEAD");
                let revision = match revision.contains(':') {
                    true => revision.to_owned(),
                    false => format!("{revision}:./"),
                };
                From::Revision(revision, folder.to_owned(), has_shipped)
            }
            (Some(name), None) => From::Place(Place::Revision(name.to_owned())),
            (None, None) => From::Saved,
        };
        Self {
            from,
            errata: errata.clone(),
            saved: Arc::clone(saved),
        }
    }

    /// The rulebook of the base; the one that was read before, if it is still that.
    pub fn read(&self, known: Option<&Read>) -> Option<Read> {
        let key = self.key();
        if let Some(known) = known.filter(|known| !key.is_empty() && known.key == key) {
            return Some(known.clone());
        }
        let sources = match &self.from {
            From::Revision(revision, folder, with_shipped) if !key.is_empty() => {
                Sources::committed(revision, folder, *with_shipped).0
            }
            From::Place(place) => Sources::of(std::slice::from_ref(place)).0,
            From::Revision(..) | From::Saved => Sources::clone(&self.saved),
        };
        if let Some(known) = known.filter(|known| known.book.sources.is_same(&sources)) {
            return Some(known.clone());
        }
        let book = Arc::new(Rulebook::from_sources(sources, &self.errata));
        (!book.is_unreadable()).then_some(Read { key, book })
    }

    /// What does not change while the base is the same; nothing, where that is not known.
    fn key(&self) -> String {
        match &self.from {
            From::Revision(revision, folder, _) => {
                tree(revision, folder).map_or_else(String::new, |tree| format!("tree {tree}"))
            }
            From::Place(Place::Embedded) => Place::EMBEDDED.to_owned(),
            From::Place(_) | From::Saved => String::new(),
        }
    }

    /// A page with the paths of files as they are within the folder.
    pub fn shortened(&self, page: &str) -> String {
        match &self.from {
            From::Revision(_, folder, _) => page.replace(&format!("{}/", folder.display()), ""),
            From::Place(_) | From::Saved => page.to_owned(),
        }
    }

    /// What it is called.
    pub fn name(&self) -> String {
        match &self.from {
            From::Revision(revision, ..) => revision.trim_end_matches(":./").to_owned(),
            From::Place(place) => place.to_string(),
            From::Saved => "the saved files".to_owned(),
        }
    }
}
