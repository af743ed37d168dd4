//! The places that the packs of a rulebook come from: the program itself, folders, git revisions.

use std::path::{Component, Path, PathBuf};

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

    /// The same, or, where there is such a folder beside a file, that one.
    #[must_use]
    pub fn or_beside(self, file: &Path) -> Self {
        match self {
            Self::Folder(folder) => {
                let beside = straight(&file.with_file_name(&folder));
                Self::Folder(if beside.exists() { beside } else { folder })
            }
            place => place,
        }
    }

    /// The same as it is named from beside a file, be it that the program runs elsewhere.
    #[must_use]
    pub fn seen_from(&self, file: &Path) -> Self {
        let seen = |folder: &Path| {
            let own = folder
                .canonicalize()
                .ok()
                .filter(|_| folder.is_relative())?;
            let beside = file.with_file_name(".").canonicalize().ok()?;
            let shared = own.ancestors().find(|shared| beside.starts_with(shared))?;
            let up = beside.strip_prefix(shared).ok()?.components().count();
            let up: PathBuf = std::iter::repeat_n("..", up).collect();
            let path = up.join(own.strip_prefix(shared).ok()?);
            Some(if path.as_os_str().is_empty() {
                ".".into()
            } else {
                path
            })
        };
        match self {
            Self::Folder(folder) => Self::Folder(seen(folder).unwrap_or_else(|| folder.clone())),
            place => place.clone(),
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

/// A path without what it goes into and out of again.
fn straight(path: &Path) -> PathBuf {
    let mut straight = PathBuf::new();
    for part in path.components() {
        let is_name = matches!(
            straight.components().next_back(),
            Some(Component::Normal(_))
        );
        match part {
            Component::ParentDir if is_name && !straight.is_symlink() => drop(straight.pop()),
            part => straight.push(part),
        }
    }
    straight
}
