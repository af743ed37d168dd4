//! What stands at a byte of a file: the one list that jumps, references, renames, colors and hovers are made from.

use super::scan;
use crate::model::{Model, Thing};
use crate::pack::overlay::{Address, Erratum, Part};
use crate::rulebook::Rulebook;
use crate::source::{FileId, Span, Text};
use rustc_hash::FxHashMap;
use std::cmp::Reverse;

/// A name where it is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry {
    pub span: Span,
    pub of: Named,
    /// Whether it is declared here.
    pub declares: bool,
}

/// A thing of one of the games of a rulebook.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Named {
    pub game: usize,
    pub thing: Thing,
}

impl Entry {
    /// The part of a mention that is the name, and the name.
    pub fn written(&self, book: &Rulebook) -> Option<(Span, String)> {
        let slice = book.sources.slice(self.span);
        let inner = slice.trim_matches('\'');
        // A reading may bear its pack's name before its own.
        let name = match self.of.thing {
            Thing::Variable(_) => inner.rsplit('/').next().unwrap_or(inner),
            _ => inner,
        };
        let at = slice.rfind(name)?;
        let span = self.span.within(at, at + name.len());
        (!name.is_empty()).then(|| (span, name.to_owned()))
    }
}

/// All names of a rulebook, in the order of the files and of the text.
#[derive(Debug, Default)]
pub struct Index {
    entries: Vec<Entry>,
    by_thing: FxHashMap<Named, Vec<usize>>,
}

impl Index {
    pub fn of(book: &Rulebook) -> Self {
        let mut entries = Vec::new();
        for (game, model) in book.games.iter().enumerate() {
            entries.extend(model.mentions.list.iter().map(|mention| Entry {
                span: mention.span,
                of: Named {
                    game,
                    thing: mention.thing,
                },
                declares: mention.declares,
            }));
            let errata = book.written.errata.iter();
            for erratum in errata.filter(|other| other.game == model.game) {
                of_erratum(game, model, erratum, &mut entries);
            }
        }
        in_headers(book, &mut entries);
        of_shared(book, &mut entries);
        let is_word = |entry: &Entry| {
            let written = book.sources.slice(entry.span);
            !written.is_empty() && !written.contains('\n')
        };
        entries.retain(is_word);
        entries.sort_by_key(|other| {
            let Span { file, start, end } = other.span;
            (file, start, Reverse(end), !other.declares, other.of)
        });
        entries.dedup_by_key(|other| (other.span, other.of));
        let mut by_thing: FxHashMap<Named, Vec<usize>> = FxHashMap::default();
        for (place, entry) in entries.iter().enumerate() {
            by_thing.entry(entry.of).or_default().push(place);
        }
        Self { entries, by_thing }
    }

    /// The shortest name that an offset is in, or just behind.
    pub fn at(&self, file: FileId, offset: usize) -> Option<&Entry> {
        let within = |entry: &&Entry| {
            entry.span.start as usize <= offset && offset <= entry.span.end as usize
        };
        let held = self.in_file(file).iter().filter(within);
        held.min_by_key(|entry| (entry.span.end - entry.span.start, !entry.declares))
    }

    /// All names, in the order of the files and of the text.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The names in a file, in the order of the text.
    pub fn in_file(&self, file: FileId) -> &[Entry] {
        let start = self.entries.partition_point(|entry| entry.span.file < file);
        let end = self
            .entries
            .partition_point(|entry| entry.span.file <= file);
        self.entries.get(start..end).unwrap_or_default()
    }

    /// Wherever a thing is named.
    pub fn of_thing(&self, named: Named) -> impl Iterator<Item = &Entry> {
        let places = self.by_thing.get(&named).into_iter().flatten();
        places.filter_map(|place| self.entries.get(*place))
    }

    /// Where a thing is declared.
    pub fn declared(&self, named: Named) -> impl Iterator<Item = &Entry> {
        self.of_thing(named).filter(|entry| entry.declares)
    }

    pub fn declarations(&self) -> impl Iterator<Item = &Entry> {
        self.entries.iter().filter(|entry| entry.declares)
    }
}

/// The headers of what stands below a question or process, in its file: `[[question.NAME.law]]`, `[[process.NAME.step]]`.
fn in_headers(book: &Rulebook, entries: &mut Vec<Entry>) {
    for file in book.sources.files() {
        let (path, text) = (book.sources.path(file), book.sources.text(file));
        let game = book.pack_of(file).and_then(|pack| pack.game.as_ref());
        let is_of = |model: &Model| game.is_some_and(|game| game.value == model.game);
        let Some(game) = book.games.iter().position(is_of) else {
            continue;
        };
        if !text.contains("question.") && !text.contains("process.") {
            continue;
        }
        for block in scan::shape(path, text).blocks {
            let [first, name, _, ..] = block.path.as_slice() else {
                continue;
            };
            let thing = book.games.get(game).and_then(|model| match first.as_str() {
                "question" => model.question_names.get(name).copied().map(Thing::Question),
                "process" => model.process_names.get(name).copied().map(Thing::Process),
                _ => None,
            });
            let header = text.get(block.header.clone()).unwrap_or_default();
            let at = scan::whole_words(header, name).next();
            if let (Some(thing), Some(at)) = (thing, at) {
                entries.push(Entry {
                    span: scan::span_of(file, block.header.start + at, name),
                    of: Named { game, thing },
                    declares: false,
                });
            }
        }
    }
}

/// The questions and paragraphs of which shared exceptions are: `of = ["question#paragraph"]`.
fn of_shared(book: &Rulebook, entries: &mut Vec<Entry>) {
    for of in &book.written.shared {
        let game = book
            .pack_of(of.span.file)
            .and_then(|pack| pack.game.as_ref());
        let mut models = (0..).zip(book.games.iter());
        let model = models.find(|(_, model)| game.is_some_and(|own| own.value == model.game));
        let Some((game, model)) = model else {
            continue;
        };
        let (question, cite) = of.value.split_once('#').unwrap_or((&of.value, ""));
        let number = cite.split([' ', '[']).next().unwrap_or_default();
        let known = model
            .question_names
            .get(question)
            .copied()
            .map(Thing::Question);
        let named = [
            (0, question, known),
            (question.len() + 1, number, paragraph_of(model, number)),
        ];
        entries.extend(named.into_iter().filter_map(|(at, name, thing)| {
            Some(Entry {
                span: of.span.within(at, at + name.len()),
                of: Named {
                    game,
                    thing: thing?,
                },
                declares: false,
            })
        }));
    }
}

/// A paragraph of any pack, by its number.
fn paragraph_of(model: &Model, number: &str) -> Option<Thing> {
    model.packs.enumerated().find_map(|(pack, other)| {
        let mut numbers = (0..).zip(&other.paragraphs);
        let (place, _) = numbers.find(|(_, (text, _))| text == number)?;
        Some(Thing::Paragraph(pack, place))
    })
}

/// What the addresses of an erratum name, and the questions that it is meant to change.
fn of_erratum(game: usize, model: &Model, erratum: &Erratum, entries: &mut Vec<Entry>) {
    let mut name = |span: Span, thing: Option<Thing>| {
        entries.extend(thing.map(|thing| Entry {
            span,
            of: Named { game, thing },
            declares: false,
        }));
    };
    let meant = erratum.changes.iter().flat_map(|change| &change.meant);
    for question in erratum.scope.iter().chain(meant) {
        let id = model.question_names.get(&question.value).copied();
        name(question.span, id.map(Thing::Question));
    }
    for change in &erratum.changes {
        let Ok(address) = Address::parse(&change.at.value) else {
            continue;
        };
        let pack = model.packs.find(|other| other.id == address.pack);
        name(
            change.at.span.within(0, address.pack.len()),
            pack.map(Thing::Pack),
        );
        if let Some(span) = within(&change.at, '/', &address.name, &address) {
            name(span, thing_of(model, &address));
        }
        let cites = address.parts.iter().filter_map(|part| match part {
            Part::Cite(cite) => Some(cite),
            _ => None,
        });
        for cite in cites {
            let number = cite.split(' ').next().unwrap_or_default();
            let paragraph = paragraph_of(model, number);
            let at = change.at.value.find(&format!("#{number}"));
            let span = at.map(|at| change.at.span.within(at + 1, at + 1 + number.len()));
            if let Some(span) = span {
                name(span, paragraph);
            }
        }
    }
}

/// Where the name of an address stands in it.
fn within(at: &Text, after: char, name: &str, address: &Address) -> Option<Span> {
    let start = at.value.find(after)? + 1;
    let kind = address.kind.as_ref().map_or(0, |kind| kind.len());
    let from = start + at.value.get(start + kind..)?.find(name)? + kind;
    (!name.is_empty()).then(|| at.span.within(from, from + name.len()))
}

fn thing_of(model: &Model, address: &Address) -> Option<Thing> {
    let name = &address.name;
    let question = || model.question_names.get(name).copied().map(Thing::Question);
    let chart = || {
        model
            .charts
            .find(|other| other.id == *name)
            .map(Thing::Chart)
    };
    let fact = |name: &str| model.variable_names.get(name).copied().map(Thing::Variable);
    match address.kind.as_deref() {
        None => question().or_else(chart),
        Some("question") => question(),
        Some("chart") => chart(),
        Some("fact" | "usually") => fact(name),
        Some("reading") => fact(&format!("{}/{name}", address.pack)),
        Some("unit") => model.units.find(name).map(Thing::Unit),
        Some("process") => model.process_names.get(name).copied().map(Thing::Process),
        Some("procedure") => model
            .procedure_names
            .get(name)
            .copied()
            .map(Thing::Procedure),
        Some(_) => None,
    }
}
