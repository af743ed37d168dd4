//! What a rulebook holds, and where its errors are, as another program takes it.

use super::Rulebook;
use crate::Error;
use crate::check::Extent;
use crate::diagnostic::Code;
use crate::pack::{self, ErrataSet};
use crate::render::list::{Entry, Holdings, KINDS, Kind};

impl Rulebook {
    /// What it holds of a kind, game by game and pack by pack: `questions`, `facts`, `procedures`, `processes`, `cards`,
    /// `readings`, `errata` and whatever else `chartroom list` knows.
    ///
    /// ```
    /// let book = chartroom::Rulebook::shipped();
    /// let range = book.list("facts")?.into_iter().find(|fact| fact.name() == "range");
    /// let range = range.expect("a fact of that name");
    /// assert_eq!((range.game(), range.text("unit")), ("asl", Some("hexes")));
    /// # Ok::<(), chartroom::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Where there is no such kind; the nearest is named.
    pub fn list(&self, kind: &str) -> Result<Vec<Entry>, Error> {
        let holdings = Holdings {
            games: &self.games,
            written: &self.written,
            sources: &self.sources,
        };
        let found = Kind::named(kind).map(|kind| kind.entries(&holdings));
        found.ok_or_else(|| {
            let names = || KINDS.iter().map(|kind| kind.name);
            let all: Vec<_> = names().collect();
            let message = format!("nothing is listed as `{kind}`");
            let known = format!("there are {}", all.join(", "));
            Error::error_nowhere(Code::UnknownName, message).nearest_or(kind, names(), || known)
        })
    }

    /// The same packs with other errata: `official`, `none`, `all`, `until:2024-05-31`, names, or several of these with commas
    /// between them, as `--errata` takes them.
    ///
    /// # Errors
    ///
    /// Where these are no errata, or no pack holds one of them.
    pub fn with_errata(&self, errata: &str) -> Result<Self, Error> {
        let errata: ErrataSet = errata.parse().map_err(|wrong: String| {
            Error::request(format!("`{errata}` are no errata")).help(wrong)
        })?;
        let unread = pack::unread_texts(&self.sources);
        let book = Self::of(self.sources.clone(), unread, Extent::Everything, &errata);
        let mut findings = book.diagnostics.iter();
        match findings.find(|finding| finding.is_of_asked_erratum()) {
            Some(unknown) => Err(unknown.clone()),
            None => Ok(book),
        }
    }

    /// Where an error is: the path of its text, the line, and the column in characters, both counted from 1. None where it is of
    /// no text, such as a name that was asked for.
    #[must_use]
    pub fn place(&self, error: &Error) -> Option<(&str, usize, usize)> {
        let span = error.labels.first()?.span;
        let (line, column) = self.sources.position(span);
        Some((self.sources.path(span.file), line, column))
    }
}
