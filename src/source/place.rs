//! The places that the packs of a rulebook come from: the program itself, folders, git revisions.

use std::path::{Path, PathBuf};

/// A place that packs come from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    /// The rulebook that the program brings along.
    Embedded,
    /// A folder.
    Folder(PathBuf),
    /// A folder in a git revision: `HEAD~1:rules`.
    Revision(String),
}

impl Place {
    /// The word that stands for the rulebook in the program.
    pub const EMBEDDED: &str = "embedded";

    /// The place of a name: `embedded`, or a folder. A folder of that name is written `./embedded`.
    #[must_use]
    pub fn named(name: PathBuf) -> Self {
        if name == Path::new(Self::EMBEDDED) {
            Self::Embedded
        } else {
            Self::Folder(name)
        }
    }

    /// The same, or, where there is no such folder from where the program runs, the one beside a file.
    #[must_use]
    pub fn or_beside(self, file: &Path) -> Self {
        match self {
            Self::Folder(folder) if !folder.exists() => {
                let beside = file.with_file_name(&folder);
                Self::Folder(if beside.exists() { beside } else { folder })
            }
            place => place,
        }
    }

    /// The folder, if it is one: only there can something be written.
    #[must_use]
    pub fn folder(&self) -> Option<&Path> {
        match self {
            Self::Folder(folder) => Some(folder),
            Self::Embedded | Self::Revision(_) => None,
        }
    }
}

/// As a person names it.
impl std::fmt::Display for Place {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Embedded => formatter.write_str(Self::EMBEDDED),
            Self::Folder(folder) => folder.display().fmt(formatter),
            Self::Revision(revision) => formatter.write_str(revision),
        }
    }
}
