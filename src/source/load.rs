//! The texts of a rulebook, wherever they come from, and the lines and columns in them.

use super::basket::{Texts, is_pack_file};
use super::place::Place;
use super::write::MARK;
use super::{folder, git};
use crate::diagnostic::Diagnostic;
use crate::span::{FileId, Span};
use include_dir::{Dir, include_dir};
use std::path::Path;
use std::sync::{Arc, OnceLock};

/// The rulebook that the program brings along.
static EMBEDDED: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/rules");

/// All texts of a rulebook. A [`FileId`] is the place of its text in the order in which they came.
#[derive(Debug, Clone, Default)]
pub struct Sources {
    sources: Vec<Arc<Source>>,
    /// The places that they come from.
    places: Vec<Place>,
}

/// One text.
#[derive(Debug, Clone)]
struct Source {
    /// The path shown to the user, with `/` between its parts.
    path: String,
    /// Which of the places it comes from; none for a text that was at hand.
    place: Option<usize>,
    text: String,
    /// The offset at which each line begins, counted when a place is first told.
    lines: OnceLock<Vec<usize>>,
}

impl Source {
    fn new(path: String, place: Option<usize>, text: String) -> Self {
        let text = match text.strip_prefix(MARK) {
            Some(rest) => rest.to_owned(),
            None => text,
        };
        let lines = OnceLock::new();
        Self {
            path,
            place,
            text,
            lines,
        }
    }

    fn with(&self, text: String) -> Self {
        Self::new(self.path.clone(), self.place, text)
    }

    /// The line and the column at an offset, both from 1, the column in characters.
    fn position(&self, offset: usize) -> (usize, usize) {
        let lines = self.lines.get_or_init(|| {
            let breaks = self.text.match_indices('\n').map(|(at, _)| at + 1);
            std::iter::once(0).chain(breaks).collect()
        });
        let line = lines.partition_point(|start| *start <= offset).max(1);
        let start = lines.get(line - 1).copied().unwrap_or_default();
        let bytes = self.text.as_bytes();
        // Bytes are counted many at once, as a line may be as long as a file; each letter has one that begins it.
        let before = bytes
            .get(start..offset.min(bytes.len()))
            .unwrap_or_default();
        let letters = before.iter().filter(|byte| **byte & 0xC0 != 0x80).count();
        (line, 1 + letters)
    }
}

impl Sources {
    /// The packs of some places, each place's in the order of their paths, with what could not be read. A pack is a folder with
    /// a `pack.toml`, at most [`super::MAX_DEPTH`] folders down; only its `.toml` and `.ron` files, and those of its `errata`
    /// folder, are read. A git revision is read from the repository of the current folder through the command `git`, and its
    /// links are not followed. A place that is named twice is read once.
    #[must_use]
    pub fn of(named: &[Place]) -> (Self, Vec<Diagnostic>) {
        let mut places: Vec<Place> = Vec::new();
        for place in named {
            if !places.contains(place) {
                places.push(place.clone());
            }
        }
        let folders: Vec<&Path> = places.iter().filter_map(Place::folder).collect();
        let (texts, mut problems) = folder::read(&folders);
        let mut of_folders = texts.into_iter();
        let mut sources = Vec::new();
        for (index, place) in places.iter().enumerate() {
            let texts = match place {
                Place::Embedded => all_embedded(),
                Place::Folder(_) => of_folders.next().unwrap_or_default(),
                Place::Revision(revision) => {
                    let (texts, mut findings) = git::read(revision, None);
                    problems.append(&mut findings);
                    texts
                }
            };
            let source = |(path, text)| Arc::new(Source::new(path, Some(index), text));
            sources.extend(texts.into_iter().map(source));
        }
        (Self { sources, places }, problems)
    }

    /// The rulebook embedded in the program.
    #[must_use]
    pub fn embedded() -> Self {
        Self::of(&[Place::Embedded]).0
    }

    /// The packs in a folder, and what could not be read.
    #[must_use]
    pub fn folder(folder: &Path) -> (Self, Vec<Diagnostic>) {
        Self::of(&[Place::Folder(folder.to_owned())])
    }

    /// The packs in a folder as a revision of its repository has them, with the shipped ones where they are wanted.
    #[cfg(feature = "lsp")]
    #[must_use]
    pub fn committed(revision: &str, folder: &Path, with_shipped: bool) -> (Self, Vec<Diagnostic>) {
        let (texts, problems) = git::read(revision, Some(folder));
        let shipped = if with_shipped {
            all_embedded()
        } else {
            Texts::new()
        };
        (Self::from_texts(shipped.into_iter().chain(texts)), problems)
    }

    /// Texts that are already at hand, each with its path, `/` between the parts.
    pub fn from_texts<P, T>(texts: impl IntoIterator<Item = (P, T)>) -> Self
    where
        P: Into<String>,
        T: Into<String>,
    {
        let texts = texts.into_iter();
        let sources =
            texts.map(|(path, text)| Arc::new(Source::new(path.into(), None, text.into())));
        Self {
            sources: sources.collect(),
            places: Vec::new(),
        }
    }

    /// The same with what is made of each text; nothing of those for which it is none.
    #[must_use]
    pub fn each(&self, text: impl Fn(FileId) -> Option<String>) -> Self {
        let sources = self.files().zip(&self.sources);
        let sources = sources.filter_map(|(file, source)| Some(Arc::new(source.with(text(file)?))));
        Self {
            sources: sources.collect(),
            places: self.places.clone(),
        }
    }

    /// The same with another text in the place of one.
    #[must_use]
    pub fn with(&self, file: FileId, text: String) -> Self {
        let mut sources = self.clone();
        if let Some(own) = sources.sources.get_mut(file.0 as usize) {
            *own = Arc::new(own.with(text));
        }
        sources
    }

    /// The same with one text more, in the place of another.
    #[must_use]
    pub fn with_new(&self, beside: FileId, path: String, text: String) -> Self {
        let mut sources = self.clone();
        let place = self.place_index(beside);
        sources
            .sources
            .push(Arc::new(Source::new(path, place, text)));
        sources
    }

    /// The places that the texts come from; none for those that were at hand.
    #[must_use]
    pub fn places(&self) -> &[Place] {
        &self.places
    }

    /// The place that a text comes from; none for one that was at hand.
    #[must_use]
    pub fn place(&self, file: FileId) -> Option<&Place> {
        self.places.get(self.place_index(file)?)
    }

    #[must_use]
    pub fn place_index(&self, file: FileId) -> Option<usize> {
        self.source(file)?.place
    }

    /// Whether a text is a file of a folder, so that something can be written into it, or beside it.
    #[must_use]
    pub fn is_in_folder(&self, file: FileId) -> bool {
        self.place(file)
            .is_some_and(|place| place.folder().is_some())
    }

    /// The text of a path, if there is one in the place of another text.
    #[must_use]
    pub fn find(&self, beside: FileId, path: &str) -> Option<FileId> {
        let place = self.place(beside);
        self.files()
            .find(|file| self.path(*file) == path && self.place(*file) == place)
    }

    /// Every text, in order.
    pub fn files(&self) -> impl Iterator<Item = FileId> + use<> {
        (0..u32::try_from(self.sources.len()).unwrap_or(u32::MAX)).map(FileId)
    }

    /// Whether these are the same texts, under the same paths.
    #[cfg(any(feature = "watch", feature = "lsp"))]
    pub fn is_same(&self, other: &Self) -> bool {
        self.changed(other)
            .is_some_and(|changed| changed.is_empty())
    }

    /// The texts that are others than those of the same paths; nothing, where the paths are others.
    #[cfg(any(feature = "watch", feature = "lsp"))]
    pub fn changed(&self, other: &Self) -> Option<Vec<FileId>> {
        let same_place = self.places == other.places && self.sources.len() == other.sources.len();
        let mut changed = Vec::new();
        for ((file, source), other_source) in self.files().zip(&self.sources).zip(&other.sources) {
            let is_same = Arc::ptr_eq(source, other_source);
            if !is_same && (&source.path, source.place) != (&other_source.path, other_source.place)
            {
                return None;
            }
            if !is_same && source.text != other_source.text {
                changed.push(file);
            }
        }
        same_place.then_some(changed)
    }

    /// The texts that another version has not, wherever they stand there; `is_too` says whether what else counts is the same.
    #[cfg(feature = "lsp")]
    pub fn not_in(&self, other: &Self, is_too: &dyn Fn(FileId, FileId) -> bool) -> Vec<FileId> {
        let is_there = |own: FileId, there: FileId| {
            let place = |file: FileId| file.0 as usize;
            let both = self
                .sources
                .get(place(own))
                .zip(other.sources.get(place(there)));
            let is_same = |(source, other_source): (&Arc<Source>, &Arc<Source>)| {
                Arc::ptr_eq(source, other_source) || source.text == other_source.text
            };
            both.is_some_and(is_same) && is_too(own, there)
        };
        let has =
            |own: FileId| is_there(own, own) || other.files().any(|there| is_there(own, there));
        self.files().filter(|own| !has(*own)).collect()
    }

    /// The text; empty for a file that is not among these.
    #[must_use]
    pub fn text(&self, file: FileId) -> &str {
        self.source(file).map_or("", |source| &source.text)
    }

    /// The path shown to the user; empty for a file that is not among these.
    #[must_use]
    pub fn path(&self, file: FileId) -> &str {
        self.source(file).map_or("", |source| &source.path)
    }

    /// What is written in a span.
    #[must_use]
    pub fn slice(&self, span: Span) -> &str {
        self.text(span.file)
            .get(span.start as usize..span.end as usize)
            .unwrap_or_default()
    }

    /// The line and the column at which a span begins, both from 1, the column in characters.
    #[must_use]
    pub fn position(&self, span: Span) -> (usize, usize) {
        self.source(span.file)
            .map_or((1, 1), |source| source.position(span.start as usize))
    }

    /// The line and the column just past the end of a span, both from 1, the column in characters.
    #[must_use]
    pub fn end_position(&self, span: Span) -> (usize, usize) {
        self.source(span.file)
            .map_or((1, 1), |source| source.position(span.end as usize))
    }

    fn source(&self, file: FileId) -> Option<&Source> {
        self.sources.get(file.0 as usize).map(|source| &**source)
    }
}

/// The texts of the rulebook in the program, in the order of their paths.
pub fn all_embedded() -> Texts {
    let mut texts = Vec::new();
    embedded_texts(&EMBEDDED, &mut texts);
    texts.sort_unstable();
    texts
}

fn embedded_texts(folder: &Dir<'static>, texts: &mut Texts) {
    for file in folder.files() {
        let path = file.path().to_string_lossy().replace('\\', "/");
        let name = path.rsplit('/').next().unwrap_or_default();
        if let Some(text) = file.contents_utf8().filter(|_| is_pack_file(name)) {
            texts.push((format!("rules/{path}"), text.to_owned()));
        }
    }
    for folder in folder.dirs() {
        embedded_texts(folder, texts);
    }
}
