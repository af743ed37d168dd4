//! Packs in the order in which they build on each other; units, facts and readings by name.

use super::Checker;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{self, PackId, Reading, Role, Variable, VariableId};
use crate::pack;
use crate::source::{Span, Text};
use crate::value::{Dice, Domain, DomainKind, Unit, Value, meant_domain, parse_dice, parse_domain};

/// A pack with its id in the model.
pub(super) type Ordered<'a> = [(PackId, &'a pack::Pack)];

impl Checker {
    /// Puts each pack after those that it requires, and makes the model's packs.
    pub(super) fn order_packs<'a>(
        &mut self,
        packs: &[&'a pack::Pack],
    ) -> Vec<(PackId, &'a pack::Pack)> {
        let mut ordered: Vec<&pack::Pack> = Vec::new();
        let mut waiting: Vec<&pack::Pack> = packs.to_vec();
        while !waiting.is_empty() {
            let (ready, rest): (Vec<_>, Vec<_>) = waiting.iter().copied().partition(|pack| {
                pack.requires
                    .iter()
                    .all(|name| is_in(&ordered, &name.value) || !is_in(packs, &name.value))
            });
            if ready.is_empty() {
                self.refuse_circle(&rest);
                ordered.extend(rest);
                break;
            }
            ordered.extend(ready);
            waiting = rest;
        }
        let ordered: Vec<(PackId, &pack::Pack)> = ordered
            .into_iter()
            .enumerate()
            .map(|(index, pack)| (PackId(index_u32(index)), pack))
            .collect();
        self.model.packs = ordered.iter().map(|(_, pack)| as_model(pack)).collect();
        for (id, pack) in &ordered {
            self.refer_to_packs(*id, pack);
        }
        ordered
    }

    fn refuse_circle(&mut self, packs: &[&pack::Pack]) {
        let names: Vec<&str> = packs.iter().map(|pack| name_of(pack)).collect();
        let Some(place) = packs
            .iter()
            .flat_map(|pack| &pack.requires)
            .find(|name| names.contains(&name.value.as_str()))
        else {
            return;
        };
        let message = format!("packs require each other in a circle: {}", names.join(", "));
        self.report(
            Diagnostic::error(Code::PackCycle, place.span, message)
                .help("put what both need into a pack of its own"),
        );
    }

    /// Notes which packs give way to a pack; that one is not there is told of the whole rulebook.
    fn refer_to_packs(&mut self, id: PackId, pack: &pack::Pack) {
        for over in &pack.over {
            let lower = self
                .model
                .packs
                .iter()
                .position(|other| other.id == over.pack.value);
            if let Some((lower, own)) = lower.zip(self.model.packs.at_mut(id.index())) {
                own.over
                    .push((PackId(index_u32(lower)), over.cite.value.clone()));
            }
        }
    }

    pub(super) fn register_units(&mut self, packs: &Ordered<'_>) {
        self.model.units.add(Unit {
            name: crate::value::Units::NUMBER.to_owned(),
            ..Unit::default()
        });
        let all: Vec<&pack::Unit> = packs.iter().flat_map(|(_, pack)| &pack.units).collect();
        for unit in &all {
            let dice = unit.dice.as_ref().and_then(|dice| self.dice(dice));
            let one = unit.one.as_ref().map(|one| one.value.clone());
            let made = Unit {
                name: unit.name.value.clone(),
                one,
                dice,
                means: unit.means.clone(),
                ..Unit::default()
            };
            if self.model.units.add(made).is_none() {
                let what = format!("the unit `{}`", unit.name.value);
                self.defined_twice(&what, unit.name.span, None);
            }
        }
        for unit in &all {
            let modifies = unit.modifies.as_ref().and_then(|name| self.unit(name));
            let any_of = unit
                .any_of
                .iter()
                .filter_map(|name| self.unit(name))
                .collect();
            if let Some(id) = self.model.units.find(&unit.name.value) {
                let own = &mut self.model.units[id];
                own.modifies = modifies;
                own.any_of = any_of;
                own.counts = unit.counts.as_ref().map(|fact| fact.value.clone());
            }
        }
    }

    fn dice(&mut self, text: &Text) -> Option<Dice> {
        match parse_dice(&text.value, &mut self.model.words) {
            Ok(dice) => Some(dice),
            Err(message) => {
                self.error(Code::WrongShape, text.span, message);
                None
            }
        }
    }

    /// The unit of a name; tells where there is none.
    pub(super) fn unit(&mut self, name: &Text) -> Option<crate::value::UnitId> {
        let found = self.model.units.find(&name.value);
        if found.is_none() {
            let message = format!("there is no unit `{}`", name.value);
            let error = Diagnostic::error(Code::UnknownUnit, name.span, message);
            self.report(error.nearest(&name.value, self.model.units.names()));
        }
        found
    }

    pub(super) fn register_facts(&mut self, packs: &Ordered<'_>) {
        for (id, pack) in packs {
            for fact in &pack.facts {
                self.register_fact(*id, fact);
            }
        }
        for unit in packs.iter().flat_map(|(_, pack)| &pack.units) {
            self.refuse_wrong_count(unit);
        }
    }

    /// Tells where the fact that a unit counts is in another unit.
    fn refuse_wrong_count(&mut self, unit: &pack::Unit) {
        let Some(name) = &unit.counts else { return };
        let Some(fact) = self.fact_or_tell(name) else {
            return;
        };
        let own = self.model.variable(fact).and_then(|fact| fact.unit);
        if own.is_none() || own != self.model.units.find(&unit.name.value) {
            let message = format!("`{}` is not in {}", name.value, unit.name.value);
            self.error(Code::UnitMismatch, name.span, message);
        }
    }

    fn register_fact(&mut self, pack: PackId, fact: &pack::Fact) {
        let Some(domain) = self.domain(&fact.domain, fact.cyclic) else {
            return;
        };
        let unit = fact.unit.as_ref().and_then(|unit| self.unit(unit));
        let comparatives = fact
            .words
            .iter()
            .filter_map(|(word, way)| self.comparative(word, way))
            .collect();
        let groups = fact
            .groups
            .iter()
            .map(|(name, values)| (name.value.clone(), self.group(&domain, values)))
            .collect();
        let variable = Variable {
            name: fact.name.value.clone(),
            role: Role::Fact,
            domain,
            unit,
            means: fact.means.clone(),
            comparatives,
            groups,
            alias: texts(&fact.alias),
            roll: None,
            usually: Vec::new(),
            pack,
            reading: None,
            span: fact.name.span,
        };
        let id = self.add_variable(variable);
        for name in std::iter::once(&fact.name).chain(&fact.alias) {
            self.name_variable(&name.value, name.span, id);
        }
        self.note_added(id, fact);
    }

    /// Notes which values of a fact are added to its domain, and by which pack.
    fn note_added(&mut self, id: VariableId, fact: &pack::Fact) {
        let grown = self.model.origins.grown.clone();
        for grown in grown
            .iter()
            .filter(|grown| grown.domain.span == fact.domain.span)
        {
            let mut read = |text| parse_domain(text, fact.cyclic, &mut self.model.words).ok();
            let (before, more) = (read(&grown.domain.value), read(&grown.more));
            let by = self.model.packs.iter().position(|pack| pack.id == grown.by);
            let (Some(before), Some(more), Some(by), Some(own)) =
                (before, more, by, self.model.variable(id))
            else {
                continue;
            };
            let is_new = |index: &u32| {
                let value = own.domain.value(*index);
                more.index(&value).is_some() && before.index(&value).is_none()
            };
            let by = PackId(index_u32(by));
            let new: Vec<(u32, PackId)> = (0..own.domain.size())
                .filter(is_new)
                .map(|index| (index, by))
                .collect();
            self.model.added.entry(id).or_default().extend(new);
        }
    }

    pub(super) fn domain(&mut self, text: &Text, cyclic: bool) -> Option<Domain> {
        match parse_domain(&text.value, cyclic, &mut self.model.words) {
            Ok(domain) => Some(domain),
            Err(message) => {
                // What was clearly meant goes on as if it were written so: all that uses the fact is not wrong for it.
                let meant = meant_domain(&text.value);
                let error = Diagnostic::error(Code::BadDomain, text.span, message);
                self.report(match &meant {
                    Some(meant) => error.help(format!("write `{meant}`")),
                    None => error,
                });
                parse_domain(&meant?, cyclic, &mut self.model.words).ok()
            }
        }
    }

    fn comparative(&mut self, word: &Text, way: &Text) -> Option<(String, bool)> {
        match way.value.as_str() {
            "below" => Some((word.value.clone(), true)),
            "above" => Some((word.value.clone(), false)),
            other => {
                self.error(
                    Code::WrongShape,
                    way.span,
                    format!("`{other}` is neither `below` nor `above`"),
                );
                None
            }
        }
    }

    fn group(&mut self, domain: &Domain, values: &[Text]) -> Vec<Value> {
        let mut group = Vec::new();
        for value in values {
            match domain.read(&value.value, &self.model.words) {
                Some(index) => group.push(domain.value(index)),
                None => self.unknown_value(value, domain),
            }
        }
        group
    }

    /// Tells that a value is not in a domain, with the nearest that is.
    pub(super) fn unknown_value(&mut self, value: &Text, domain: &Domain) {
        let words: Vec<&str> = domain
            .words()
            .iter()
            .map(|word| self.model.words.text(*word))
            .collect();
        let error = Diagnostic::error(
            Code::UnknownValue,
            value.span,
            format!("`{}` is not one of its values", value.value),
        );
        self.report(error.nearest_or(&value.value, words, || {
            format!("its values: {}", domain.show(&self.model.words))
        }));
    }

    pub(super) fn add_variable(&mut self, variable: Variable) -> VariableId {
        let id = VariableId(index_u32(self.model.variables.len()));
        self.model.variables.push(variable);
        id
    }

    fn name_variable(&mut self, name: &str, span: Span, id: VariableId) {
        if let Some(first) = self.model.variable_names.insert(name.to_owned(), id) {
            let first = self.model.variable(first).map(|variable| variable.span);
            self.defined_twice(&format!("`{name}`"), span, first);
        }
    }

    /// Tells that something of a name is defined a second time.
    pub(super) fn defined_twice(&mut self, what: &str, span: Span, first: Option<Span>) {
        let message = format!("{what} is defined twice");
        let error = Diagnostic::error(Code::DuplicateName, span, message);
        self.report(match first {
            Some(first) => error.label(first, "first defined here"),
            None => error,
        });
    }

    pub(super) fn register_readings(&mut self, packs: &Ordered<'_>) {
        for (id, pack) in packs {
            for reading in &pack.readings {
                self.register_reading(*id, pack, reading);
            }
        }
    }

    fn register_reading(&mut self, pack: PackId, written: &pack::Pack, reading: &pack::Reading) {
        let options: Vec<&str> = reading
            .options
            .iter()
            .map(|(name, _)| name.value.as_str())
            .collect();
        let words = options
            .iter()
            .map(|option| self.model.words.intern(option))
            .collect();
        let domain = Domain {
            kind: DomainKind::Words {
                words,
                ordered: false,
                cyclic: false,
            },
        };
        let taken = reading.settled.as_ref().unwrap_or(&reading.default);
        let Some(default) = options.iter().position(|option| *option == taken.value) else {
            let what = if reading.settled.is_some() {
                "settled reading"
            } else {
                "default"
            };
            let message = format!("the {what} `{}` is not one of the options", taken.value);
            self.report(
                Diagnostic::error(Code::UnknownReading, taken.span, message)
                    .help(format!("the options: {}", options.join(", "))),
            );
            return;
        };
        let variable = Variable {
            name: format!("{}/{}", name_of(written), reading.name.value),
            role: Role::Reading(index_u32(default)),
            domain,
            unit: None,
            means: reading.asks.clone(),
            comparatives: Vec::new(),
            groups: Vec::new(),
            alias: Vec::new(),
            roll: None,
            usually: Vec::new(),
            pack,
            reading: Some(Reading {
                name: reading.name.value.clone(),
                cite: texts(&reading.cite),
                asks: reading.asks.clone(),
                options: reading
                    .options
                    .iter()
                    .map(|(_, words)| words.clone())
                    .collect(),
                because: reading.because.clone(),
                settled: reading.settled.is_some(),
            }),
            span: reading.name.span,
        };
        let name = variable.name.clone();
        let id = self.add_variable(variable);
        self.name_variable(&name, reading.name.span, id);
        reading.cite.iter().for_each(|cite| self.cited(pack, cite));
    }

    /// Tells where a citation is not in the pack's table of contents, nor in that of any other; a pack without paragraphs of
    /// its own cites those of others.
    pub(super) fn cited(&mut self, pack: PackId, cite: &Text) {
        let Some(own) = self.model.pack(pack) else {
            return;
        };
        let paragraph = cite.value.split(' ').next().unwrap_or_default();
        let known = |pack: &model::Pack| {
            pack.paragraphs
                .iter()
                .any(|(number, _)| number == paragraph)
        };
        let none = self
            .model
            .packs
            .iter()
            .all(|pack| pack.paragraphs.is_empty());
        if none || known(own) || self.model.packs.iter().any(known) {
            return;
        }
        let (whose, packs): (_, Vec<&model::Pack>) = match own.paragraphs.as_slice() {
            [] => ("any pack".to_owned(), self.model.packs.iter().collect()),
            _ => (format!("`{}`", own.id), vec![own]),
        };
        let message = format!("`{paragraph}` is not in the table of contents of {whose}");
        let numbers = packs
            .iter()
            .flat_map(|pack| &pack.paragraphs)
            .map(|(number, _)| number.as_str());
        let error = Diagnostic::error(Code::UnknownParagraph, cite.span, message);
        self.report(error.nearest(paragraph, numbers));
    }
}

fn as_model(pack: &pack::Pack) -> model::Pack {
    let numbered = |list: &[(Text, String)]| {
        list.iter()
            .map(|(number, words)| (number.value.clone(), words.clone()))
            .collect()
    };
    model::Pack {
        id: name_of(pack).to_owned(),
        title: pack.title.clone(),
        edition: pack.edition.clone(),
        requires: texts(&pack.requires),
        over: Vec::new(),
        paragraphs: numbered(&pack.paragraphs),
        paragraph_spans: pack
            .paragraphs
            .iter()
            .map(|(number, _)| number.span)
            .collect(),
        nothing_to_compute: numbered(&pack.nothing_to_compute),
    }
}

fn name_of(pack: &pack::Pack) -> &str {
    pack.id.as_ref().map_or("", |id| id.value.as_str())
}

fn is_in(packs: &[&pack::Pack], name: &str) -> bool {
    packs.iter().any(|pack| name_of(pack) == name)
}

/// Texts without their places.
pub(super) fn texts(list: &[Text]) -> Vec<String> {
    list.iter().map(|text| text.value.clone()).collect()
}

/// A text without its place; empty, if there is none.
pub(super) fn or_empty(text: Option<&Text>) -> String {
    text.map_or_else(String::new, |text| text.value.clone())
}

/// An index as the ids store it.
pub(super) fn index_u32(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}
