//! Where things are named in errata, whether they apply or not: in what they would bring, with what each word means there once
//! they are laid over the packs; in what they replace, as what stands there; and in the keys of their addresses.

use super::index::{Entry, Index, Named};
use super::scan::whole_words;
use super::things::name_of;
use crate::model::{Model, Thing};
use crate::pack::ErrataSet;
use crate::pack::overlay::{Address, Change, Erratum, Part, stands_at};
use crate::rulebook::Rulebook;
use crate::source::{FileId, Span};
use crate::value::Word;

/// A rulebook with each erratum that does not apply laid over it by itself, and as it is printed.
pub struct Unapplied {
    with: Vec<With>,
    printed: Rulebook,
}

/// A rulebook with one erratum more.
pub struct With {
    /// The erratum.
    id: String,
    pub errata: ErrataSet,
    pub book: Rulebook,
}

impl Unapplied {
    pub fn of(book: &Rulebook, errata: &ErrataSet) -> Self {
        let read = |set: &ErrataSet| Rulebook::from_sources(book.sources.clone(), set);
        let others = book.written.errata.iter().filter(|own| !own.applied);
        let laid = others.filter_map(|erratum| {
            let id = &erratum.id.value;
            // What another erratum stands in the way of may fit without it.
            let sets = [errata.and(id), ErrataSet::None.and(id)].into_iter();
            let mut laid = sets.map(|errata| With {
                id: id.clone(),
                book: read(&errata),
                errata,
            });
            laid.find(|with| is_applied(&with.book, erratum))
        });
        Self {
            with: laid.collect(),
            printed: read(&ErrataSet::None),
        }
    }

    /// The rulebook with each of the errata that do not apply, as far as they fit.
    pub fn each(&self) -> impl Iterator<Item = &With> {
        self.with.iter()
    }

    /// Where things of a rulebook are called so in its errata.
    pub fn places(&self, book: &Rulebook, things: &[Named], old: &str) -> Vec<Span> {
        let mut spans = Vec::new();
        for with in &self.with {
            let errata = with.book.written.errata.iter();
            let files = errata.filter(|own| own.id.value == with.id);
            let files: Vec<FileId> = files.map(|own| own.id.span.file).collect();
            let named = called(&with.book, book, things, old).into_iter();
            spans.extend(named.filter(|span| files.contains(&span.file)));
        }
        let printed = called(&self.printed, book, things, old);
        let is_meant = things.iter().any(|named| is_alone(book, *named));
        for erratum in &book.written.errata {
            let mut laid = self.with.iter();
            let is_read = erratum.applied || laid.any(|with| is_applied(&with.book, erratum));
            for change in &erratum.changes {
                let says = change.old.iter();
                let says = says.chain(change.new.iter().filter(|_| !is_read));
                let stands = &stands_at(&book.sources, erratum.id.span.file, &change.at.value);
                for says in says.map(|node| node.span) {
                    match stands {
                        Some((there, _)) => {
                            spans.extend(self.as_printed(book, says, *there, &printed, old));
                        }
                        // Of what fits nowhere, only a name of one thing is sure.
                        None if is_meant => spans.extend(words(book, says, old)),
                        None => {}
                    }
                }
                spans.extend(in_keys(book, erratum, change, things, old));
            }
            let when = erratum.scope_when.iter().filter(|_| is_meant);
            spans.extend(when.flat_map(|when| words(book, when.span, old)));
        }
        spans
    }

    /// The words of what an erratum says of a place that mean what they mean where they are printed, word by word.
    fn as_printed(
        &self,
        book: &Rulebook,
        says: Span,
        stands: Span,
        named: &[Span],
        old: &str,
    ) -> Vec<Span> {
        let says = words(book, says, old);
        let stands = words(&self.printed, stands, old);
        let pairs = says.iter().zip(&stands);
        let pairs = pairs.filter(|(_, there)| says.len() == stands.len() && named.contains(there));
        pairs.map(|(own, _)| *own).collect()
    }
}

fn is_applied(book: &Rulebook, erratum: &Erratum) -> bool {
    let mut errata = book.written.errata.iter();
    errata.any(|own| own.applied && own.id.value == erratum.id.value && own.game == erratum.game)
}

/// Where things of one rulebook are called so in another, of the same texts.
fn called(with: &Rulebook, book: &Rulebook, things: &[Named], old: &str) -> Vec<Span> {
    let is_it = |entry: &&Entry| {
        things.iter().any(|named| {
            let own = book.games.get(named.game);
            let other = with.games.get(entry.of.game);
            let models = own.zip(other).filter(|(own, other)| own.game == other.game);
            models.is_some_and(|(own, other)| is_same(own, named.thing, other, entry.of.thing))
        })
    };
    let index = Index::of(with);
    let entries = index.entries().iter().filter(is_it);
    let named = entries.filter_map(|entry| entry.written(with));
    let named = named.filter(|(_, name)| name == old);
    named.map(|(span, _)| span).collect()
}

/// Whether two rulebooks of the same texts mean the same thing: by its name, and a value by its scale, of which errata may make
/// more or less.
fn is_same(own: &Model, thing: Thing, other: &Model, that: Thing) -> bool {
    if std::mem::discriminant(&thing) != std::mem::discriminant(&that)
        || name_of(own, thing) != name_of(other, that)
    {
        return false;
    }
    match (thing, that) {
        (Thing::Value(scale, _), Thing::Value(that, _)) => {
            let texts = |model: &Model, scale| {
                let words = model.mentions.words(scale).iter();
                words
                    .map(|word| model.words.text(*word).to_owned())
                    .collect::<Vec<_>>()
            };
            let (own, other) = (texts(own, scale), texts(other, that));
            let holds = |more: &[String], less: &[String]| less.iter().all(|w| more.contains(w));
            holds(&own, &other) || holds(&other, &own)
        }
        (Thing::Paragraph(pack, _), Thing::Paragraph(that, _)) => {
            own.pack_name(pack) == other.pack_name(that)
        }
        (Thing::Group(fact, _), Thing::Group(that, _)) => {
            own.variable_name(fact) == other.variable_name(that)
        }
        _ => true,
    }
}

/// Whether what is called so is this alone: the words of a value may stand on other scales.
fn is_alone(book: &Rulebook, named: Named) -> bool {
    let Some(model) = book.games.get(named.game) else {
        return false;
    };
    match named.thing {
        Thing::Value(scale, word) => model.mentions.scales().all(|other| {
            let value = Thing::Value(other, word);
            !model.mentions.words(other).contains(&word)
                || is_same(model, Thing::Value(scale, word), model, value)
        }),
        Thing::Variable(_) | Thing::Question(_) | Thing::Unit(_) => true,
        _ => false,
    }
}

/// Wherever a word stands within a span.
fn words(book: &Rulebook, span: Span, word: &str) -> Vec<Span> {
    let found = whole_words(book.sources.slice(span), word);
    found.map(|at| span.within(at, at + word.len())).collect()
}

/// Where the keys and fields of an address name things: a value stands for one of the facts that the place goes by.
fn in_keys(
    book: &Rulebook,
    erratum: &Erratum,
    change: &Change,
    things: &[Named],
    old: &str,
) -> Vec<Span> {
    let Ok(address) = Address::parse(&change.at.value) else {
        return Vec::new();
    };
    let is_meant = |named: &&Named| {
        let model = book.games.get(named.game);
        model.is_some_and(|model| {
            model.game == erratum.game
                && match named.thing {
                    Thing::Value(..) => has_values(model, named.thing, &address),
                    Thing::Variable(_) | Thing::Question(_) => true,
                    _ => false,
                }
        })
    };
    if !things.iter().any(|named| is_meant(&named)) {
        return Vec::new();
    }
    let at = &change.at;
    let keys = at.value.find(['[', '.']).unwrap_or(at.value.len());
    words(book, at.span.within(keys, at.value.len()), old)
}

/// Whether the keys of an address can be values of this scale: those of a chart are of its facts, those of a domain of its own;
/// an example goes by any.
fn has_values(model: &Model, value: Thing, address: &Address) -> bool {
    let Thing::Value(scale, _) = value else {
        return false;
    };
    let words = model.mentions.words(scale);
    let meets = |own: &[Word]| {
        let has = |more: &[Word], less: &[Word]| less.iter().all(|word| more.contains(word));
        !own.is_empty() && (has(own, words) || has(words, own))
    };
    let fact = |name: &String| {
        let fact = model.variable_names.get(name).copied();
        fact.is_none_or(|fact| meets(model.variables[fact].domain.words()))
    };
    let is_keyed = |part: &Part| matches!(part, Part::Keys(_));
    if address.parts.first().is_some_and(is_keyed) {
        let mut charts = model.charts_called(&address.pack, &address.name);
        return charts.any(|chart| [&chart.down, &chart.across].into_iter().flatten().any(fact));
    }
    match address.kind.as_deref() {
        Some("fact" | "usually") => fact(&address.name),
        _ => true,
    }
}
