//! Moving about: from a name to where it is declared, and to all that names it.

use super::snapshot::Caret;
use crate::model::Thing;
use gen_lsp_types::{DocumentHighlight, DocumentHighlightKind, Location};

/// Where the name here is declared; of a declaration itself, where it is named.
pub fn definition(caret: Caret<'_>) -> Vec<Location> {
    let Some(entry) = caret.entry() else {
        return Vec::new();
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

/// All places of the thing that is named here.
pub fn references(caret: Caret<'_>, with_declaration: bool) -> Vec<Location> {
    let Some(entry) = caret.entry() else {
        return Vec::new();
    };
    let all = caret.snapshot.index().of_thing(entry.of);
    let wanted = all.filter(|own| with_declaration || !own.declares);
    let mut places: Vec<Location> = wanted
        .filter_map(|own| caret.snapshot.location(own.span))
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
    let here = all.filter(|own| own.span.file == caret.file);
    let mut places: Vec<DocumentHighlight> = here
        .map(|own| DocumentHighlight {
            range: caret.page.range(own.span),
            kind: Some(match own.declares {
                true => DocumentHighlightKind::Write,
                false => DocumentHighlightKind::Read,
            }),
        })
        .collect();
    places.dedup_by_key(|place| place.range);
    places
}
