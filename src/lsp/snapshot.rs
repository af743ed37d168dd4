//! A rulebook as it stands in an editor: what it means, and the texts that are being written. Where a text cannot be read, it
//! means what it meant when it last could.

use super::index::{Entry, Index, Named};
use super::place::{Lined, uri_of};
use crate::diagnostic::Diagnostic;
use crate::model::Model;
use crate::rulebook::Rulebook;
use crate::source::{FileId, Place, Shift, Span, copied};
use gen_lsp_types::{Location, Position, Range, Uri};
use std::path::Path;
use std::sync::{Arc, OnceLock};

/// A rulebook and its texts.
#[derive(Debug)]
pub struct Snapshot {
    /// What everything means.
    pub book: Arc<Rulebook>,
    /// The texts as they are written, in the order of the rulebook's.
    pub pages: Vec<Page>,
    /// What reading found, where some text cannot be read; its places are in the texts as written.
    pub unread: Option<Vec<Diagnostic>>,
    /// What of the folder could not be read at all.
    pub problems: Vec<Diagnostic>,
    index: OnceLock<Index>,
}

/// A text as it is written.
#[derive(Debug, Clone)]
pub struct Page {
    /// Its path, as the rulebook shows it.
    pub path: String,
    /// Its address; none for what stands in the program.
    pub uri: Option<Uri>,
    pub now: Arc<Lined>,
    /// From what the rulebook was made of to what is written, where that cannot be read.
    pub shift: Option<Shift>,
}

/// A place in a text, as a request names it.
#[derive(Debug, Clone, Copy)]
pub struct Caret<'s> {
    pub snapshot: &'s Snapshot,
    pub file: FileId,
    pub page: &'s Page,
    /// The offset in the text as it is written.
    pub now: usize,
    /// The offset in the text that the rulebook was made of.
    pub offset: usize,
}

impl Snapshot {
    /// What the texts mean, with what reading them found, and the folder.
    pub fn new(
        book: Arc<Rulebook>,
        pages: Vec<Page>,
        (unread, problems): (Option<Vec<Diagnostic>>, Vec<Diagnostic>),
    ) -> Self {
        Self {
            book,
            pages,
            unread,
            problems,
            index: OnceLock::new(),
        }
    }

    /// Where what has no place is shown: the beginning of a pack, or of what else there is.
    pub fn beginning(&self) -> Option<Location> {
        let mut pages = self.pages.iter().filter(|page| page.uri.is_some());
        let first = pages.clone().next();
        let page = pages.find(|page| page.path.ends_with("pack.toml"));
        let page = page.or(first)?;
        Some(Location {
            uri: page.uri.clone()?,
            range: page
                .now
                .range(0, page.now.text.lines().next().map_or(0, str::len)),
        })
    }

    pub fn index(&self) -> &Index {
        self.index.get_or_init(|| Index::of(&self.book))
    }

    pub fn page(&self, file: FileId) -> Option<&Page> {
        self.pages.get(file.0 as usize)
    }

    /// The text of an address.
    pub fn file(&self, uri: &Uri) -> Option<FileId> {
        let is_it = |page: &Page| page.uri.as_ref() == Some(uri);
        let place = self.pages.iter().position(is_it)?;
        Some(FileId(u32::try_from(place).ok()?))
    }

    pub fn caret(&self, file: FileId, place: Position) -> Option<Caret<'_>> {
        let page = self.page(file)?;
        let now = page.now.offset(place);
        Some(Caret {
            snapshot: self,
            file,
            page,
            now,
            offset: page.meant(now),
        })
    }

    /// Where a span of the rulebook stands now.
    pub fn location(&self, span: Span) -> Option<Location> {
        let page = self.page(span.file)?;
        Some(Location {
            uri: page.uri.clone()?,
            range: page.range(span),
        })
    }

    pub fn model(&self, named: Named) -> Option<&Model> {
        self.book.games.get(named.game)
    }
}

impl Page {
    pub fn new(path: &str, place: Option<&Place>, now: Arc<Lined>) -> Self {
        let uri = match place {
            Some(Place::Embedded) => copied(path).map(|copy| uri_of(&copy)),
            Some(Place::Revision(_)) => None,
            Some(Place::Folder(_)) | None => Some(uri_of(Path::new(path))),
        };
        Self {
            path: path.to_owned(),
            uri,
            now,
            shift: None,
        }
    }

    /// Where an offset of what is written was in what the rulebook was made of.
    pub fn meant(&self, now: usize) -> usize {
        self.shift.map_or(now, |shift| shift.back().carry(now))
    }

    pub fn range(&self, span: Span) -> Range {
        let [start, end] = [span.start as usize, span.end as usize]
            .map(|at| self.shift.map_or(at, |shift| shift.carry(at)));
        self.now.range(start, end)
    }
}

impl<'s> Caret<'s> {
    /// The pack that the text is of.
    pub fn pack(&self) -> Option<&'s str> {
        let pack = self.snapshot.book.pack_of(self.file)?;
        Some(pack.id.as_ref()?.value.as_str())
    }

    /// The game that the text is of.
    pub fn model(&self) -> Option<&'s Model> {
        let pack = self.snapshot.book.pack_of(self.file)?;
        let game = &pack.game.as_ref()?.value;
        self.snapshot
            .book
            .games
            .iter()
            .find(|model| model.game == *game)
    }

    /// The name that stands here.
    pub fn entry(&self) -> Option<&'s Entry> {
        self.snapshot.index().at(self.file, self.offset)
    }
}
