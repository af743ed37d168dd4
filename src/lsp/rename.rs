//! Another name for a thing, in all files: packs, errata whether they apply or not, and pins. What would mean something else
//! afterwards is refused.

use super::complete::KEYWORDS;
use super::edits::Edits;
use super::index::{Entry, Named};
use super::scan;
use super::snapshot::{Caret, Snapshot};
use crate::diagnostic::{Diagnostic, Severity};
use crate::model::{Model, Thing, VariableId};
use crate::pack::ErrataSet;
use crate::pack::overlay::name_from;
use crate::rulebook::Rulebook;
use crate::source::{FileId, Span};
use gen_lsp_types::{Range, WorkspaceEdit};

/// Words that stand for something of their own wherever a name does, besides those that are offered.
const WORDS: &[&str] = &[
    "yes", "no", "gap", "any", "half", "was", "reading", "than", "at", "least", "greatest", "most",
    "above", "below", "up", "down", "to", "one", "level", "levels",
];

/// The name here, where it can be renamed: its place, and what is written.
pub fn prepared(caret: Caret<'_>) -> Result<(Range, String), String> {
    let entry = caret.entry().ok_or("nothing here has a name")?;
    let (span, name) = written(caret.snapshot, entry).ok_or("this is not written as its name")?;
    if caret.page.shift.is_some() {
        return Err("this text cannot be read: mend it first".to_owned());
    }
    Ok((caret.page.range(span), name))
}

/// The edits that give the thing here another name.
pub fn edits(caret: Caret<'_>, new: &str, errata: &ErrataSet) -> Result<WorkspaceEdit, String> {
    let (_, old) = prepared(caret)?;
    let snapshot = caret.snapshot;
    let entry = caret.entry().ok_or("nothing here has a name")?;
    if snapshot.unread.is_some() {
        return Err("a text cannot be read: mend it first".to_owned());
    }
    let model = snapshot.model(entry.of).ok_or("the game is not known")?;
    let nameds = together(model, entry.of);
    nameds
        .iter()
        .try_for_each(|named| refuse_name(*named, model, new))?;
    let tried = places(snapshot, &nameds, &old);
    let before = &snapshot.book;
    let mut after = renamed(before, &tried, new, errata);
    let mut spans = tried;
    if let (true, Thing::Value(_, word)) = (is_worse(before, &after), entry.of.thing) {
        // The word stands on other scales that meet this one.
        let game = entry.of.game;
        let mut same: Vec<Named> = snapshot.index().declarations().map(|own| own.of).collect();
        same.extend(model.mentions.scales().map(|scale| Named {
            game,
            thing: Thing::Value(scale, word),
        }));
        same.retain(|named| {
            named.game == game && matches!(named.thing, Thing::Value(_, other) if other == word)
        });
        same.sort_unstable();
        same.dedup();
        spans = places(snapshot, &same, &old);
        after = renamed(before, &spans, new, errata);
    }
    let breaks = |finding: Option<&Diagnostic>| {
        let why = finding.map_or_else(String::new, |finding| format!(": {}", finding.message));
        Err(format!("`{new}` would break something{why}"))
    };
    if is_worse(before, &after) {
        return breaks(after.diagnostics.iter().find(|finding| is_error(finding)));
    }
    let [was, is] =
        [before, &after].map(|book| Vec::from_iter(book.check().into_iter().filter(is_error)));
    if is.len() > was.len() {
        let is_new = |finding: &&Diagnostic| was.iter().all(|own| own.message != finding.message);
        return breaks(is.iter().find(is_new));
    }
    let mut edits = Edits::default();
    for span in &spans {
        if !edits.replace(snapshot, *span, new) {
            return Err(format!(
                "`{old}` stands in the shipped packs too, which cannot be written"
            ));
        }
    }
    edits.pins(before, &after);
    Ok(edits.done())
}

fn is_error(finding: &Diagnostic) -> bool {
    finding.severity == Severity::Error
}

/// A thing, and what bears its name because it belongs to it: a fact and the question that finds it.
fn together(model: &Model, named: Named) -> Vec<Named> {
    let of_name = |id: VariableId| model.question_names.get(model.variable_name(id)).copied();
    let other = match named.thing {
        Thing::Variable(id) => of_name(id)
            .filter(|question| model.questions[*question].finds == Some(id))
            .map(Thing::Question),
        Thing::Question(id) => model.questions[id]
            .finds
            .filter(|fact| of_name(*fact) == Some(id))
            .map(Thing::Variable),
        _ => None,
    };
    let other = other.map(|thing| Named { thing, ..named });
    std::iter::once(named).chain(other).collect()
}

/// The part of a mention that is the name, and the name.
fn written(snapshot: &Snapshot, entry: &Entry) -> Option<(Span, String)> {
    let slice = snapshot.book.sources.slice(entry.span);
    let inner = slice.trim_matches('\'');
    // A reading may bear its pack's name before its own.
    let name = match entry.of.thing {
        Thing::Variable(_) => inner.rsplit('/').next().unwrap_or(inner),
        _ => inner,
    };
    let at = slice.rfind(name)?;
    let span = entry.span.within(at, at + name.len());
    (!name.is_empty()).then(|| (span, name.to_owned()))
}

fn refuse_name(named: Named, model: &Model, new: &str) -> Result<(), String> {
    let is_free = matches!(named.thing, Thing::Unit(_) | Thing::Paragraph(..));
    if is_free && !new.trim().is_empty() && !new.contains(['"', '\'', '\n']) {
        return Ok(());
    }
    if is_free || name_from(new).as_deref() != Some(new) {
        return Err(format!(
            "`{new}` is not a name: lower-case letters, digits and hyphens"
        ));
    }
    let is_taken = match named.thing {
        Thing::Variable(_) => model.variable_names.contains_key(new),
        Thing::Question(_) | Thing::Process(_) | Thing::Procedure(_) => {
            model.question_names.contains_key(new)
                || model.process_names.contains_key(new)
                || model.procedure_names.contains_key(new)
        }
        Thing::Chart(_) => model.charts.iter().any(|chart| chart.id == new),
        Thing::Pack(_) => model.packs.iter().any(|pack| pack.id == new),
        Thing::Value(scale, _) => {
            let words = model.mentions.words(scale);
            model
                .words
                .find(new)
                .is_some_and(|word| words.contains(&word))
        }
        _ => false,
    };
    if is_taken {
        return Err(format!("`{new}` is taken"));
    }
    // Where it stands in an expression, it would be read as that.
    let mut values = model.variables.iter().flat_map(|own| own.domain.words());
    let meant = match named.thing {
        _ if WORDS.iter().chain(KEYWORDS).any(|word| *word == new) => {
            Some("a word of the rule language")
        }
        Thing::Variable(_) | Thing::Question(_)
            if values.any(|word| model.words.text(*word) == new) =>
        {
            Some("a value of a fact")
        }
        Thing::Value(..) if model.variable_names.contains_key(new) => Some("a fact"),
        Thing::Value(..) if model.question_names.contains_key(new) => Some("a question"),
        _ => None,
    };
    meant.map_or(Ok(()), |meant| {
        Err(format!("`{new}` is {meant}, and would be read as that"))
    })
}

/// Wherever things are called so: in packs and addresses, in errata that do not apply, and in texts that name a fact in braces.
fn places(snapshot: &Snapshot, things: &[Named], old: &str) -> Vec<Span> {
    let entries = things
        .iter()
        .flat_map(|each| snapshot.index().of_thing(*each));
    let named = entries.filter_map(|entry| written(snapshot, entry));
    let mut spans: Vec<Span> = named
        .filter(|(_, name)| name == old)
        .map(|(span, _)| span)
        .collect();
    let is_expression = things.iter().all(|other| {
        matches!(
            other.thing,
            Thing::Variable(_) | Thing::Question(_) | Thing::Value(..) | Thing::Unit(_)
        )
    });
    if is_expression {
        in_errata(snapshot, old, &mut spans);
    }
    if things
        .iter()
        .any(|other| matches!(other.thing, Thing::Variable(_)))
    {
        in_braces(snapshot, old, &mut spans);
    }
    for thing in things {
        in_headers(snapshot, *thing, old, &mut spans);
    }
    spans.sort_unstable();
    spans.dedup();
    spans
}

/// The place of a name that stands at an offset.
fn span_of(file: FileId, start: usize, name: &str) -> Span {
    let [start, end] = [start, start + name.len()].map(|at| u32::try_from(at).unwrap_or(u32::MAX));
    Span { file, start, end }
}

/// The headers of what stands below a question, in its file: `[[question.NAME.law]]`.
fn in_headers(snapshot: &Snapshot, named: Named, old: &str, spans: &mut Vec<Span>) {
    let Thing::Question(id) = named.thing else {
        return;
    };
    let Some(file) = snapshot
        .model(named)
        .map(|model| model.questions[id].span.file)
    else {
        return;
    };
    let sources = &snapshot.book.sources;
    let text = sources.text(file);
    for block in scan::shape(sources.path(file), text).blocks {
        let is_below = matches!(block.path.as_slice(), [first, name, _, ..] if first == "question" && name == old);
        let header = text.get(block.header.clone()).filter(|_| is_below);
        if let Some(at) = header.and_then(|header| whole_words(header, old).next()) {
            spans.push(span_of(file, block.header.start + at, old));
        }
    }
}

/// The old and new values of errata, and the keys of their addresses, in which the name stands: what is changed is not read, nor
/// is what does not apply.
fn in_errata(snapshot: &Snapshot, old: &str, spans: &mut Vec<Span>) {
    let sources = &snapshot.book.sources;
    let changes = snapshot
        .book
        .written
        .errata
        .iter()
        .flat_map(|erratum| &erratum.changes);
    let parts = changes.flat_map(|change| {
        let keys = change
            .at
            .value
            .find(['[', '.'])
            .unwrap_or(change.at.value.len());
        let at = change.at.span.within(keys, change.at.value.len());
        let values = change.old.iter().chain(&change.new).map(|node| node.span);
        values.chain([at])
    });
    for part in parts {
        for at in whole_words(sources.slice(part), old) {
            let span = part.within(at, at + old.len());
            if spans.iter().all(|other| !other.holds(span)) {
                spans.push(span);
            }
        }
    }
}

/// Where a name stands in a text, and is no part of another.
fn whole_words<'t>(text: &'t str, name: &'t str) -> impl Iterator<Item = usize> + 't {
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '-';
    let found = text.match_indices(name).map(|(at, _)| at);
    found.filter(move |at| {
        let before = text.get(..*at).is_some_and(|text| text.ends_with(is_part));
        let after = text.get(at + name.len()..);
        !before && !after.is_some_and(|text| text.starts_with(is_part))
    })
}

fn in_braces(snapshot: &Snapshot, old: &str, spans: &mut Vec<Span>) {
    let sources = &snapshot.book.sources;
    let braced = format!("{{{old}}}");
    for file in sources.files() {
        for (at, _) in sources.text(file).match_indices(&braced) {
            let span = span_of(file, at + 1, old);
            if spans.iter().all(|other| !other.holds(span))
                && sources
                    .text(file)
                    .get(..at)
                    .is_some_and(|text| text.ends_with('\''))
            {
                spans.push(span);
            }
        }
    }
}

fn renamed(book: &Rulebook, spans: &[Span], new: &str, errata: &ErrataSet) -> Rulebook {
    let spans: Vec<(Span, String)> = spans.iter().map(|span| (*span, new.to_owned())).collect();
    Rulebook::from_sources(Edits::applied(&book.sources, &spans), errata)
}

/// Whether there are more errors than before, or fewer things that hold.
fn is_worse(before: &Rulebook, after: &Rulebook) -> bool {
    let count = |book: &Rulebook| {
        let errors = book
            .diagnostics
            .iter()
            .filter(|finding| finding.severity == Severity::Error);
        let things = book.games.iter().map(|game| {
            (
                game.questions.len(),
                game.variables.len(),
                game.examples.len(),
                game.laws.len(),
                game.rules.len(),
            )
        });
        let broken = book.broken().count();
        (errors.count(), broken, things.collect::<Vec<_>>())
    };
    let (before, after) = (count(before), count(after));
    after.0 > before.0 || after.1 > before.1 || after.2 != before.2
}
