//! A rulebook of which some texts are written otherwise, or to which other errata apply: only the games that have them are read
//! and resolved again, and of these only the files and expressions that are others.

use super::{Rulebook, Written};
use crate::check::Extent;
use crate::diagnostic::Diagnostic;
use crate::model::Model;
use crate::pack::{self, ErrataSet, Wanted};
use crate::source::FileId;
use rustc_hash::FxHashSet;
use std::sync::Arc;
#[cfg(feature = "lsp")]
use {
    crate::check, crate::pack::Parsed, crate::pack::unread::takes_a_part, crate::source::Sources,
};

/// What is known of the texts of a rulebook from having read them before.
#[cfg(feature = "lsp")]
#[derive(Debug, Default)]
pub struct Before {
    files: Parsed,
    exprs: check::Known,
}

#[cfg(feature = "lsp")]
impl Before {
    /// The rulebook of some texts, where all of them can be read. Games of which no text is another are those of `last`, a
    /// rulebook that was read with the same errata.
    ///
    /// # Errors
    ///
    /// What reading found, where some part cannot be read.
    pub fn read(
        &mut self,
        sources: Sources,
        errata: &ErrataSet,
        last: Option<&Rulebook>,
    ) -> Result<Rulebook, Vec<Diagnostic>> {
        let last = last.and_then(|last| Some((last, last.games_to_read(&sources, errata)?)));
        let games = last.as_ref().map(|(last, _)| last.games_of_files());
        let wanted = |file: FileId| match (&games, &last) {
            (Some(games), Some((_, changed))) => {
                let game = games.get(file.0 as usize);
                game.is_some_and(|game| changed.contains(game))
            }
            _ => true,
        };
        let wanted = Wanted {
            packs: &wanted,
            known: Some(&self.files),
            ..Wanted::ALL
        };
        let (written, findings) = pack::read_wanted(&sources, errata, wanted);
        if findings.iter().any(takes_a_part) {
            return Err(findings);
        }
        let checked = check::check_again(&written, Extent::Everything, &mut self.exprs);
        let read = Rulebook::of_checked(sources, written, findings, checked);
        Ok(match last {
            Some((last, changed)) => last.with(read, &changed),
            None => read,
        })
    }
}

impl Rulebook {
    /// The games of which a text is another in these sources; nothing, where that is not all that can be another.
    #[cfg(feature = "lsp")]
    fn games_to_read(&self, sources: &Sources, errata: &ErrataSet) -> Option<FxHashSet<&str>> {
        let is_plain = matches!(
            errata,
            ErrataSet::Official | ErrataSet::None | ErrataSet::All
        );
        if !is_plain || self.is_unreadable() || !self.missing_packs().is_empty() {
            return None;
        }
        let changed = self.sources.changed(sources)?;
        let games = self.games_of_files();
        let of_file = |file: &FileId| {
            let game = games.get(file.0 as usize).copied();
            let is_head = sources.path(*file).ends_with("/pack.toml");
            game.filter(|game| !game.is_empty() && !is_head)
        };
        changed.iter().map(of_file).collect()
    }

    /// The same texts with other errata, of some games alone: the others stay as they are.
    #[cfg(feature = "book")]
    pub(crate) fn with_errata_in(&self, errata: &ErrataSet, wanted: &FxHashSet<&str>) -> Self {
        if self.is_unreadable() || !self.missing_packs().is_empty() {
            return Self::from_sources(self.sources.clone(), errata);
        }
        let games = self.games_of_files();
        let is_wanted = |file: FileId| {
            let game = games.get(file.0 as usize);
            game.is_some_and(|game| wanted.contains(game))
        };
        let (written, findings) = pack::read_wanted(
            &self.sources,
            errata,
            Wanted {
                packs: &is_wanted,
                ..Wanted::ALL
            },
        );
        let read = Self::of_written(self.sources.clone(), written, findings, Extent::Everything);
        self.with(read, wanted)
    }

    /// This rulebook with some of its games as they were read again.
    fn with(&self, read: Self, changed: &FxHashSet<&str>) -> Self {
        let game_of =
            |pack: &pack::Pack| pack.game.as_ref().map_or("", |game| &game.value).to_owned();
        let mut packs = read.written.packs.arcs().iter();
        let packs = self.written.packs.arcs().iter().filter_map(|each| {
            match changed.contains(game_of(each).as_str()) {
                true => packs.next(),
                false => Some(each),
            }
        });
        let mut models = read.games.arcs().iter();
        let models = self.games.arcs().iter().filter_map(|model: &Arc<Model>| {
            match changed.contains(model.game.as_str()) {
                true => models.next(),
                false => Some(model),
            }
        });
        let others = self.written.errata.iter();
        let others = others.filter(|erratum| !changed.contains(erratum.game.as_str()));
        let games = self.games_of_files();
        let is_of_other = |file: FileId| {
            let game = games.get(file.0 as usize);
            game.is_some_and(|game| !changed.contains(game))
        };
        let is_other = |finding: &&Diagnostic| {
            let first = finding.labels.first();
            first.is_some_and(|label| is_of_other(label.span.file))
        };
        let kept = self.diagnostics.iter().filter(is_other).cloned();
        let shared = self.written.shared.iter();
        let shared = shared.filter(|of| is_of_other(of.span.file));
        let written = pack::Rulebook {
            packs: packs.cloned().collect(),
            errata: others.chain(&read.written.errata).cloned().collect(),
            origins: read.written.origins.clone(),
            chosen: read.written.chosen.clone(),
            shared: shared.chain(&read.written.shared).cloned().collect(),
        };
        Self {
            written: Written::new(Box::new(|| written)),
            games: models.cloned().collect(),
            diagnostics: kept.chain(read.diagnostics).collect(),
            sources: read.sources,
            unreadable: false,
        }
    }
}
