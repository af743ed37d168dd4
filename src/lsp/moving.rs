//! Moving about: from a name to where it is declared, and to all that names it.

use super::snapshot::Caret;
use crate::model::Thing;
use crate::pack::overlay::stands_at;
use crate::source::{Span, Text};
use gen_lsp_types::{DocumentHighlight, DocumentHighlightKind, Location};

/// Where the name here is declared; of a declaration itself, where it is named.
pub fn definition(caret: Caret<'_>) -> Vec<Location> {
    let Some(entry) = caret.entry() else {
        let place = erratum(caret).or_else(|| Some(changed(caret)?.0));
        let place = place.and_then(|place| caret.snapshot.location(place));
        return place.into_iter().collect();
    };
    let index = caret.snapshot.index();
    let declared = index.declared(entry.of);
    let mut places: Vec<Location> = declared
        .filter_map(|own| caret.snapshot.location(own.span))
        .collect();
    // An answer has words of its own, or those of a fact.
    if let (Thing::Value(_, word), []) = (entry.of.thing, places.as_slice()) {
        let same = index.declarations().filter(|own| {
            let is_word = matches!(own.of.thing, Thing::Value(_, other) if other == word);
            own.of.game == entry.of.game && is_word
        });
        places = same
            .filter_map(|own| caret.snapshot.location(own.span))
            .collect();
    }
    places.dedup();
    places
}

/// Where that stands which the address of a change here names, and what it is.
pub fn changed(caret: Caret<'_>) -> Option<(Span, String)> {
    let book = &caret.snapshot.book;
    let at = u32::try_from(caret.offset).ok()?;
    let changes = book
        .written
        .errata
        .iter()
        .flat_map(|erratum| &erratum.changes);
    let mut addresses = changes.map(|change| &change.at);
    let address = addresses.find(|written| is_in(written, caret, at))?;
    stands_at(&book.sources, caret.file, &address.value)
}

/// The erratum that another one stands in the place of, by its name here.
fn erratum(caret: Caret<'_>) -> Option<Span> {
    let errata = &caret.snapshot.book.written.errata;
    let at = u32::try_from(caret.offset).ok()?;
    let mut named = errata.iter().flat_map(|each| &each.supersedes);
    let name = named.find(|written| is_in(written, caret, at))?;
    let meant = errata.iter().find(|other| other.id.value == name.value)?;
    Some(meant.id.span)
}

fn is_in(text: &Text, caret: Caret<'_>, at: u32) -> bool {
    let span = text.span;
    span.file == caret.file && span.start <= at && at <= span.end
}

/// All places of the thing that is named here.
pub fn references(caret: Caret<'_>, with_declaration: bool) -> Vec<Location> {
    let Some(entry) = caret.entry() else {
        return Vec::new();
    };
    let all = caret.snapshot.index().of_thing(entry.of);
    let wanted = all.filter(|other| with_declaration || !other.declares);
    let mut places: Vec<Location> = wanted
        .filter_map(|each| caret.snapshot.location(each.span))
        .collect();
    places.dedup();
    places
}

/// The places of the thing in the same file.
pub fn highlights(caret: Caret<'_>) -> Vec<DocumentHighlight> {
    let Some(entry) = caret.entry() else {
        return Vec::new();
    };
    let all = caret.snapshot.index().of_thing(entry.of);
    let here = all.filter(|other| other.span.file == caret.file);
    let mut places: Vec<DocumentHighlight> = here
        .map(|each| DocumentHighlight {
            range: caret.page.range(each.span),
            kind: Some(match each.declares {
                true => DocumentHighlightKind::Write,
                false => DocumentHighlightKind::Read,
            }),
        })
        .collect();
    places.dedup_by_key(|place| place.range);
    places
}
