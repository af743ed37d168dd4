//! An edit of a pack as an erratum: what was edited is what it was, and what became of it stands in a change each. What no
//! erratum can say is told, and then nothing is written.

use super::edits::Edits;
use super::effect::Effect;
use super::scan::{self, Block};
use super::snapshot::Caret;
use crate::pack::overlay::{Deed, Draft, Operation, Status, Untold, deeds, draft, gives};
use crate::rulebook::Rulebook;
use crate::source::{FileId, Sources, Span, Text};
use itertools::Itertools;
use std::path::Path;

/// What is to be made of an edit: the edits of files, or why there are none.
pub type Offer = Result<Edits, Untold>;

/// The edit of the block here, which may become an erratum; nothing, where it was not edited.
pub fn of_block<'m>(effect: &Effect, caret: Caret<'_>, block: &'m Block) -> Option<Meant<'m>> {
    let old = before_it(&effect.base, caret, block);
    let now = &caret.page.now.text;
    if now.get(block.body.clone()).map(str::trim) == Some(old.trim()) {
        return None;
    }
    let place = span_of(caret.file, block.body.start, block.body.end);
    let name = block.path.get(1).or(block.path.first())?;
    Some(Meant {
        place,
        old,
        name,
        block: Some(block),
    })
}

/// All edits of the file here, which may become an erratum; nothing, where it is as it was, or where only one block is not.
pub fn of_file<'m>(effect: &Effect, caret: Caret<'m>, block: Option<&Block>) -> Option<Meant<'m>> {
    let file = in_base(&effect.base, caret)?;
    let (old, now) = (effect.base.sources.text(file), &caret.page.now.text);
    if old == now {
        return None;
    }
    if let Some(block) = block {
        let mut without = now.clone();
        without.replace_range(block.body.clone(), &before_it(&effect.base, caret, block));
        if without == old {
            return None;
        }
    }
    let stem = caret.page.path.rsplit('/').next()?.split('.').next()?;
    Some(Meant {
        place: span_of(caret.file, 0, now.len()),
        old: old.to_owned(),
        name: stem.trim_start_matches(|letter: char| !letter.is_alphabetic()),
        block: None,
    })
}

/// An edit: what is to be as it was.
pub struct Meant<'m> {
    place: Span,
    old: String,
    /// What the erratum is called after.
    name: &'m str,
    block: Option<&'m Block>,
}

impl Meant<'_> {
    /// The edit as an erratum.
    pub fn erratum(&self, effect: &Effect, caret: Caret<'_>) -> Offer {
        let snapshot = caret.snapshot;
        let edited = &snapshot.book.sources;
        let before = Edits::applied(edited, &[(self.place, self.old.clone())]);
        let deeds = deeds(&before, edited)?;
        let game = caret.model().map_or("", |model| &model.game);
        let home = caret.pack().map(|pack| format!("{game}/{pack}"));
        let wanted = Draft {
            id: free_name(self.name, &snapshot.book),
            pack: home,
            source: "who said so".to_owned(),
            date: "\"unknown\"".to_owned(),
            status: Status::Official,
            says: deeds.iter().map(says).join("; "),
            scope: effect.changed_in(game, caret.file, self.block),
            when: None,
            deeds,
        };
        let drafted = draft(&before, &wanted).map_err(|refused| {
            let finding = refused.findings.into_iter().next();
            let why = finding.map_or_else(
                || "it cannot be written".to_owned(),
                |finding| finding.message,
            );
            Untold(why)
        })?;
        gives(&drafted.sources, &wanted.id, edited)?;
        let mut edits = Edits::default();
        edits.replace(snapshot, self.place, &self.old);
        let path = drafted.sources.path(drafted.file);
        let known = snapshot.pages.iter().find(|page| page.path == path);
        let known = known.map(|page| page.now.text.as_str());
        edits.write(Path::new(path), known, drafted.sources.text(drafted.file));
        Ok(edits)
    }
}

/// A name that no erratum has.
fn free_name(name: &str, book: &Rulebook) -> String {
    let name = format!("{name}-corrected");
    let numbered = (2_u32..).map(|number| format!("{name}-{number}"));
    let mut names = std::iter::once(name.clone()).chain(numbered);
    let free = names.find(|name| book.errata(name).is_empty());
    free.unwrap_or(name)
}

fn says(deed: &Deed) -> String {
    let Deed { at, value, .. } = deed;
    let value = value.trim_matches('"');
    match deed.operation {
        Operation::Remove => format!("{at} is taken away"),
        Operation::Replace => format!("{at} becomes {value}"),
        Operation::Fill => format!("what is lost at {at} is {value}"),
        _ => format!("more at {at}"),
    }
}

fn span_of(file: FileId, start: usize, end: usize) -> Span {
    let [start, end] = [start, end].map(|at| u32::try_from(at).unwrap_or(u32::MAX));
    Span { file, start, end }
}

/// The file of the base that has the name of this one, in the pack of the same name and game.
fn in_base(base: &Rulebook, caret: Caret<'_>) -> Option<FileId> {
    let sources: &Sources = &base.sources;
    let name = |path: &str| path.rsplit('/').next().map(str::to_owned);
    let of = |book: &Rulebook, file: FileId| {
        let pack = book.pack_of(file)?;
        let named = |name: &Option<Text>| Some(name.as_ref()?.value.clone());
        Some((named(&pack.game), named(&pack.id)?))
    };
    let own = of(&caret.snapshot.book, caret.file);
    let is_it = |file: &FileId| {
        own.is_some()
            && of(base, *file) == own
            && name(sources.path(*file)) == name(&caret.page.path)
    };
    sources.files().find(is_it)
}

/// The text of a block as the base has it; of several under one header, of that in the same place. A block that is one more than
/// there were has none.
fn before_it(base: &Rulebook, caret: Caret<'_>, block: &Block) -> String {
    let same = |path: &str, text: &str| {
        let blocks = scan::shape(path, text).blocks.into_iter();
        blocks
            .filter(|other| other.path == block.path)
            .collect_vec()
    };
    let old = in_base(base, caret).and_then(|file| {
        let text = base.sources.text(file);
        let before = same(base.sources.path(file), text);
        let now = same(&caret.page.path, &caret.page.now.text);
        let is_known = now.len() <= before.len();
        let place = now.iter().position(|other| other.body == block.body);
        let old = before.get(place.filter(|_| is_known)?)?;
        text.get(old.body.clone()).map(str::to_owned)
    });
    old.unwrap_or_default()
}
