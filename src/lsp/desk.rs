//! The desk: the folders of the editor, the texts that lie open, and the rulebooks they belong to.

use super::effect::Effect;
use super::place::{Columns, Lined, path_of, uri_of};
use super::snapshot::{Page, Snapshot};
use super::{Setting, findings, folders};
use crate::diagnostic::Diagnostic;
use crate::pack::ErrataSet;
use crate::rulebook::{Before, Rulebook};
use crate::source::{FileId, Place, Shift, Sources};
use gen_lsp_types::Uri;
use rustc_hash::{FxHashMap, FxHashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A text that lies open.
#[derive(Debug)]
pub struct Open {
    pub path: PathBuf,
    pub version: i32,
    pub text: Arc<Lined>,
}

/// A rulebook of some places, with what was written over its files.
#[derive(Debug)]
pub struct Root {
    /// The folder that its texts lie in; none where the arguments say which places it has.
    pub folder: Option<PathBuf>,
    places: Vec<Place>,
    errata: ErrataSet,
    pub disk: Arc<Sources>,
    /// What of the folder could not be read.
    pub problems: Vec<Diagnostic>,
    pub snapshot: Option<Arc<Snapshot>>,
    /// What was changed in it against its base.
    pub effect: Option<Effect>,
    /// What cannot be proved of it, and of which snapshot that is known.
    pub proved: Option<(Arc<Snapshot>, Vec<Diagnostic>)>,
    /// Whether something was written since the snapshot was made.
    is_stale: bool,
    /// What is known from having read it before.
    before: Before,
}

/// What the editor can show.
#[derive(Debug, Clone, Copy, Default)]
pub struct Shows {
    pub markdown: bool,
    /// Why an action cannot be taken.
    pub why: bool,
    /// An action whose edits are asked for when it is chosen.
    pub later: bool,
}

/// All of it.
#[derive(Debug)]
pub struct Desk {
    pub setting: Setting,
    pub folders: Vec<PathBuf>,
    pub columns: Columns,
    pub shows: Shows,
    pub open: FxHashMap<Uri, Open>,
    pub roots: Vec<Root>,
}

impl Desk {
    pub fn new(setting: Setting, folders: Vec<PathBuf>, columns: Columns) -> Self {
        Self {
            setting,
            folders,
            columns,
            shows: Shows::default(),
            open: FxHashMap::default(),
            roots: Vec::new(),
        }
    }

    /// Takes a text as it lies open now; the rulebook that it belongs to, if there is one yet.
    pub fn write(&mut self, uri: Uri, version: i32, text: String) -> Option<usize> {
        let path = path_of(&uri)?;
        let text = Arc::new(Lined::new(text, self.columns));
        let open = Open {
            path: path.clone(),
            version,
            text,
        };
        // Its pack may come later.
        self.open.insert(uri_of(&path), open);
        let root = self.root_of(&path)?;
        // One may hold the files of packs that were of another game when they were read.
        for root in self.around(&path).into_iter().chain([root]) {
            self.stale(root);
        }
        Some(root)
    }

    /// The rulebooks in whose folders a file lies.
    fn around(&self, path: &Path) -> Vec<usize> {
        let is_of = |own: &Root| own.folder.as_ref().is_some_and(|own| path.starts_with(own));
        let around = (0..).zip(&self.roots).filter(|(_, own)| is_of(own));
        around.map(|(place, _)| place).collect()
    }

    pub fn close(&mut self, uri: &Uri) {
        let path = path_of(uri);
        if let Some(path) = path
            && self.open.remove(&uri_of(&path)).is_some()
        {
            let root = self.root_of(&path);
            // What a rulebook holds of it is gone too where its pack is not there now.
            for root in self.around(&path).into_iter().chain(root) {
                self.reread(root);
            }
        }
    }

    /// Takes all as it is on the disk now: a text that lies open may have its pack only now.
    pub fn reread_all(&mut self) {
        let open: Vec<PathBuf> = self.open.values().map(|own| own.path.clone()).collect();
        for path in open {
            self.root_of(&path);
        }
        (0..self.roots.len()).for_each(|root| self.reread(root));
    }

    fn stale(&mut self, root: usize) {
        if let Some(root) = self.roots.get_mut(root) {
            root.is_stale = true;
        }
    }

    /// Reads the files of a rulebook again.
    pub fn reread(&mut self, root: usize) {
        if let Some(root) = self.roots.get_mut(root) {
            root.read();
            root.is_stale = true;
        }
    }

    /// The rulebook that a file belongs to, found by its folders if it is not known yet.
    pub fn root_of(&mut self, path: &Path) -> Option<usize> {
        let is_pack_file = matches!(path.extension()?.to_str()?, "toml" | "ron");
        if !is_pack_file {
            return None;
        }
        if !self.setting.places.is_empty() {
            if self.roots.is_empty() {
                let places = folders::absolute(&self.setting.places);
                self.roots
                    .push(Root::new(None, places, &self.setting.errata));
            }
            let has = |root: &Root| {
                root.places.iter().any(|place| {
                    place
                        .folder()
                        .is_some_and(|folder| path.starts_with(folder))
                })
            };
            return self.roots.iter().position(has);
        }
        let folder = folders::book_folder(path, &self.folders)?;
        let known = self
            .roots
            .iter()
            .position(|root| root.folder.as_ref() == Some(&folder));
        if known.is_none() {
            let places = vec![Place::Folder(folder.clone())];
            let root = Root::new(Some(folder), places, &self.setting.errata);
            self.retire();
            self.roots.push(root);
            return Some(self.roots.len() - 1);
        }
        known
    }

    /// Empties the rulebooks all whose files are of another one by now.
    fn retire(&mut self) {
        let folders = &self.folders;
        for root in &mut self.roots {
            let own = root.folder.clone();
            let mut files = root
                .disk
                .files()
                .filter(|file| root.disk.is_in_folder(*file));
            let is_held = |file: FileId| {
                let path = Path::new(root.disk.path(file));
                folders::book_folder(path, folders) == own
            };
            if own.is_some() && !files.any(is_held) {
                root.places.clear();
                root.read();
                (root.folder, root.problems) = (None, Vec::new());
                root.is_stale = true;
            }
        }
    }

    /// Makes the snapshots of what was written since the last ones; which are new.
    pub fn refresh(&mut self) -> Vec<usize> {
        let mut fresh = Vec::new();
        for (place, root) in self.roots.iter_mut().enumerate() {
            if std::mem::take(&mut root.is_stale) || root.snapshot.is_none() {
                root.refresh(&self.open, self.columns);
                fresh.push(place);
            }
        }
        fresh
    }

    pub fn effect(&self, root: usize) -> Option<&Effect> {
        self.roots.get(root)?.effect.as_ref()
    }

    /// The rulebook of an address, with its text in it.
    pub fn find(&self, uri: &Uri) -> Option<(usize, &Arc<Snapshot>, FileId)> {
        let path = path_of(uri)?;
        let uri = uri_of(&path);
        let roots = self.roots.iter().enumerate();
        let mut having: Vec<_> = roots
            .filter_map(|(place, root)| {
                let snapshot = root.snapshot.as_ref()?;
                Some((place, snapshot, snapshot.file(&uri)?))
            })
            .collect();
        if having.len() > 1 {
            // A pack that became one of another game lies in the folders of both.
            let folder = folders::book_folder(&path, &self.folders);
            let is_its_own =
                |place: usize| self.roots.get(place).map(|own| &own.folder) == Some(&folder);
            having.sort_by_key(|(place, ..)| !is_its_own(*place));
        }
        having.into_iter().next()
    }
}

impl Root {
    fn new(folder: Option<PathBuf>, places: Vec<Place>, errata: &ErrataSet) -> Self {
        let mut root = Self {
            folder,
            places,
            errata: errata.clone(),
            disk: Arc::default(),
            problems: Vec::new(),
            snapshot: None,
            effect: None,
            proved: None,
            is_stale: true,
            before: Before::default(),
        };
        root.read();
        root
    }

    fn read(&mut self) {
        let (disk, problems) = Sources::of(&self.places);
        (self.disk, self.problems) = (Arc::new(disk), problems);
    }

    /// Adds the shipped packs, where those of a rulebook require them; whether they were added.
    fn takes_in_shipped(&mut self, book: &Rulebook) -> bool {
        let is_wanted = !self.has_shipped() && !book.missing_packs().is_empty();
        let is_whole = is_wanted && book.is_whole_with_shipped();
        if is_whole {
            self.places.insert(0, Place::Embedded);
            self.read();
            self.before = Before::default();
        }
        is_whole
    }

    /// What cannot be proved, as far as it is known of a snapshot.
    pub fn proved_of(&self, snapshot: &Snapshot) -> Vec<Diagnostic> {
        let known = self.proved.as_ref();
        known.map_or_else(Vec::new, |(of, findings)| {
            findings::carried(findings, of, snapshot)
        })
    }

    pub fn has_shipped(&self) -> bool {
        self.places.contains(&Place::Embedded)
    }

    pub const fn errata(&self) -> &ErrataSet {
        &self.errata
    }

    /// The texts, those that lie open as they are written.
    fn texts(&self, open: &FxHashMap<Uri, Open>) -> Sources {
        let by_path: FxHashMap<String, &Open> = open
            .values()
            .map(|each| (each.path.to_string_lossy().replace('\\', "/"), each))
            .collect();
        let mut sources = Sources::clone(&self.disk);
        for file in self
            .disk
            .files()
            .filter(|file| self.disk.is_in_folder(*file))
        {
            if let Some(own) = by_path.get(self.disk.path(file)) {
                sources = sources.with(file, own.text.text.clone());
            }
        }
        let known: FxHashSet<&str> = self.disk.files().map(|file| self.disk.path(file)).collect();
        for (path, own) in by_path
            .iter()
            .filter(|(path, _)| !known.contains(path.as_str()))
        {
            let beside = sources.files().find(|file| {
                let folder = sources.path(*file).strip_suffix("/pack.toml");
                folder.is_some_and(|folder| folders::belongs(path, folder))
            });
            if let Some(beside) = beside {
                sources = sources.with_new(beside, path.clone(), own.text.text.clone());
            }
        }
        sources
    }

    fn refresh(&mut self, open: &FxHashMap<Uri, Open>, columns: Columns) {
        let before = self.snapshot.take();
        let now = self.texts(open);
        let mut pages = pages(&now, open, before.as_deref(), columns);
        let last = before.as_ref().map(|before| &*before.book);
        let read = self.before.read(now.clone(), &self.errata, last);
        let (book, unread) = match read {
            Ok(book) => (Arc::new(book), None),
            Err(findings) => (
                self.as_last_read(&now, &findings, before.as_deref()),
                Some(findings),
            ),
        };
        if self.takes_in_shipped(&book) {
            self.snapshot = before;
            return self.refresh(open, columns);
        }
        if unread.is_some() {
            for (page, file) in pages.iter_mut().zip(now.files()) {
                page.shift = Shift::between(book.sources.text(file), &page.now.text);
            }
        }
        let found = (unread, self.problems.clone());
        self.snapshot = Some(Arc::new(Snapshot::new(book, pages, found)));
    }

    /// The rulebook in which each text that cannot be read is what it was when it last could; nothing, if it never could.
    fn as_last_read(
        &mut self,
        now: &Sources,
        findings: &[Diagnostic],
        before: Option<&Snapshot>,
    ) -> Arc<Rulebook> {
        let places = findings.iter().filter_map(|finding| finding.labels.first());
        let broken: FxHashSet<FileId> = places.map(|label| label.span.file).collect();
        let last: FxHashMap<&str, &str> = before
            .into_iter()
            .flat_map(|before| {
                let sources = &before.book.sources;
                let texts = sources.files();
                texts.map(move |file| (sources.path(file), sources.text(file)))
            })
            .collect();
        let mut meant = now.clone();
        for file in broken {
            let saved = Some(self.disk.text(file)).filter(|saved| *saved != now.text(file));
            let last = last.get(now.path(file)).copied().or(saved);
            meant = meant.with(file, last.unwrap_or_default().to_owned());
        }
        if let Some(before) = before
            && meant.is_same(&before.book.sources)
        {
            return Arc::clone(&before.book);
        }
        let last = before.map(|before| &*before.book);
        let read = self.before.read(meant.clone(), &self.errata, last);
        Arc::new(read.unwrap_or_else(|_| Rulebook::from_sources(meant, &self.errata)))
    }
}

/// The texts as they are written; one that is as it was is kept, with its lines counted.
fn pages(
    now: &Sources,
    open: &FxHashMap<Uri, Open>,
    before: Option<&Snapshot>,
    columns: Columns,
) -> Vec<Page> {
    let known: FxHashMap<&str, &Page> = before
        .into_iter()
        .flat_map(|before| &before.pages)
        .map(|page| (page.path.as_str(), page))
        .collect();
    let page = |file| {
        let (path, text) = (now.path(file), now.text(file));
        if let Some(known) = known.get(path).filter(|page| page.now.text == text) {
            return Page {
                shift: None,
                ..(*known).clone()
            };
        }
        let opened = open.get(&uri_of(Path::new(path)));
        let opened = opened.filter(|other| other.text.text == text);
        let opened = opened.map(|each| Arc::clone(&each.text));
        let lined = opened.unwrap_or_else(|| Arc::new(Lined::new(text.to_owned(), columns)));
        Page::new(path, now.place(file), lined)
    };
    now.files().map(page).collect()
}
