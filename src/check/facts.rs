//! What a situation can say: units, facts with their dice, readings.

use super::names::{or_empty, texts};
use super::{Checker, Packs};
use crate::diagnostic::{Code, Diagnostic, nearest};
use crate::model::{PackId, Reading, Role, Roll, Thing, Variable, VariableId};
use crate::pack;
use crate::source::{Span, Text};
use crate::value::{
    Dice, Domain, DomainKind, Unit, Units, Value, domain_as_meant, first_of_set, how_to_name,
    meant_by_words, meant_domain, meant_numbers, parse_domain, parse_number,
};
use itertools::Itertools;

/// The domain of a fact that is just what the dice of its unit can give.
const DICE: &str = "dice";

impl Checker {
    pub fn units(&mut self, packs: &Packs<'_>) {
        self.model.units.add(Unit {
            name: Units::NUMBER.to_owned(),
            ..Unit::default()
        });
        self.each(packs, |pack| &pack.units, Self::register_unit);
        // What a unit refers to may be declared later.
        self.each(packs, |pack| &pack.units, Self::fill_unit);
    }

    fn register_unit(&mut self, written: &pack::Unit) {
        let dice = written.dice.as_ref();
        let dice = dice.and_then(|dice| self.dice_of_unit(&written.name.value, dice));
        let unit = Unit {
            name: written.name.value.clone(),
            one: written.one.as_ref().map(|each| each.value.clone()),
            dice,
            means: written.means.clone(),
            ..Unit::default()
        };
        match self.model.units.add(unit) {
            Some(unit) => self.declare_all(
                [&written.name].into_iter().chain(&written.one),
                Thing::Unit(unit),
            ),
            None => self.defined_twice(
                &format!("the unit `{}`", written.name.value),
                written.name.span,
                None,
            ),
        }
    }

    fn fill_unit(&mut self, written: &pack::Unit) {
        let modifies = written
            .modifies
            .as_ref()
            .and_then(|name| self.unit_named(&name.value, name.span));
        let any_of = written
            .any_of
            .iter()
            .filter_map(|name| self.unit_named(&name.value, name.span))
            .collect();
        let id = self.model.units.find(&written.name.value);
        if let Some(id) = id {
            let unit = &mut self.model.units[id];
            unit.modifies = modifies;
            unit.any_of = any_of;
            unit.counts = written.counts.as_ref().map(|fact| fact.value.clone());
            unit.which = written.which.as_ref().map(|fact| fact.value.clone());
        }
    }

    /// Each value of the fact that says which unit is meant has to name one of these.
    pub fn refuse_wrong_which(&mut self, unit: &pack::Unit) {
        let Some(name) = &unit.which else { return };
        let Some(fact) = self.fact_named(name) else {
            return;
        };
        let domain = &self.model.variables[fact].domain;
        let words = domain
            .words()
            .iter()
            .map(|word| self.model.words.text(*word));
        let is_one = |word: &&str| unit.any_of.iter().any(|written| written.value == **word);
        if !domain.words().is_empty() && words.clone().all(|word| is_one(&word)) {
            return;
        }
        let units: Vec<&str> = unit
            .any_of
            .iter()
            .map(|written| written.value.as_str())
            .collect();
        let message = format!("`{}` does not say which unit is meant", name.value);
        let help = format!("its values have to be some of: {}", units.join(", "));
        self.report(Diagnostic::error(Code::UnitMismatch, name.span, message).help(help));
    }

    pub fn refuse_wrong_count(&mut self, unit: &pack::Unit) {
        let Some(name) = &unit.counts else { return };
        let Some(fact) = self.fact_named(name) else {
            return;
        };
        let own = self.model.variables[fact].unit;
        if own.is_none() || own != self.model.units.find(&unit.name.value) {
            self.report(Diagnostic::error(
                Code::UnitMismatch,
                name.span,
                format!("`{}` is not in {}", name.value, unit.name.value),
            ));
        }
    }

    pub fn fact(&mut self, fact: &pack::Fact) {
        let unit = fact.unit.as_ref();
        let unit = unit.map(|unit| self.unit_named(&unit.value, unit.span));
        let is_unit_known = unit != Some(None);
        let unit = unit.flatten();
        let domain = match fact.domain.value.trim() {
            DICE if !is_unit_known => None,
            DICE => self.of_dice(&fact.domain, unit),
            _ => match self.rolled_as_written(&fact.domain, unit) {
                Some(domain) => Some(domain),
                None => self.domain(&fact.domain, fact.cyclic),
            },
        };
        let Some(domain) = domain.filter(|_| is_unit_known) else {
            return self.undeclared.is_broken(&fact.name.value);
        };
        if fact.cyclic && !matches!(domain.kind, DomainKind::Words { .. }) {
            let message = "only values with names go around";
            let error = Diagnostic::error(Code::BadDomain, fact.domain.span, message);
            self.report(error.help(
                "name them in their order, `one < two < three`; what people see in their place is a label: `labels = { one = \"1\" }`",
            ));
        }
        let comparatives = fact
            .words
            .iter()
            .filter_map(|(word, way)| self.comparative(word, way))
            .collect();
        let domain = self.with_older_names(fact, domain);
        let id = self.model.variables.push(Variable {
            unit,
            means: fact.means.clone(),
            comparatives,
            alias: texts(&fact.alias),
            ..variable(
                &fact.name.value,
                Role::Fact,
                domain,
                self.scope.pack,
                fact.name.span,
            )
        });
        self.declare_values(&fact.domain, &self.model.variables[id].domain.clone());
        for (place, (name, values)) in (0..).zip(&fact.groups) {
            self.declare(name.span, Thing::Group(id, place));
            let own = self.model.variables[id].domain.words();
            if self
                .model
                .words
                .find(&name.value)
                .is_some_and(|word| own.contains(&word))
            {
                self.refuse_twin(
                    (name, fact.domain.span),
                    "one of the values, and means that wherever it stands",
                );
            }
            let values = values
                .iter()
                .filter_map(|value| self.value_of(id, value))
                .collect();
            self.model.variables[id]
                .groups
                .push((name.value.clone(), values));
        }
        for name in std::iter::once(&fact.name).chain(&fact.alias) {
            self.name_variable(&name.value, name.span, id);
            self.declare(name.span, Thing::Variable(id));
        }
        self.note_added(id, fact);
    }

    /// Notes the older names of a fact's values.
    fn with_older_names(&mut self, fact: &pack::Fact, mut domain: Domain) -> Domain {
        for (old, now) in &fact.renamed {
            let words = domain.words().to_vec();
            let known = words.iter().map(|word| self.model.words.text(*word));
            if known.clone().any(|word| word == old.value) {
                let message = format!("`{}` is one of its values still", old.value);
                self.report(
                    Diagnostic::error(Code::DuplicateName, old.span, message)
                        .label(fact.domain.span, "here")
                        .help("a value that has another name now stands under that one alone"),
                );
                continue;
            }
            let word = self.model.words.find(&now.value);
            match word.filter(|word| words.contains(word)) {
                Some(word) => {
                    self.mention_word(now.span, &now.value, &words);
                    self.model.words.rename(&old.value, word);
                    let old = self.model.words.intern(&old.value);
                    domain.older.push((old, word));
                }
                None => {
                    let message = format!("`{}` is not one of its values", now.value);
                    let shown = domain.show(&self.model.words);
                    let error = Diagnostic::error(Code::UnknownValue, now.span, message);
                    let error =
                        error.nearest_or(&now.value, known, || format!("its values: {shown}"));
                    self.report(error);
                }
            }
        }
        domain
    }

    /// Notes which values of a fact are added to its domain, and by which pack.
    fn note_added(&mut self, id: VariableId, fact: &pack::Fact) {
        let grown = self.model.origins.grown.clone();
        for grown in grown {
            if grown.domain.span != fact.domain.span {
                continue;
            }
            let mut read = |text| parse_domain(text, fact.cyclic, &mut self.model.words).ok();
            let (before, more) = (read(&grown.domain.value), read(&grown.more));
            let (Some(before), Some(more), Some(by)) = (before, more, self.pack_named(&grown.by))
            else {
                continue;
            };
            let domain = &self.model.variables[id].domain;
            let new = (0..domain.size()).filter(|index| {
                let value = domain.value(*index);
                more.index(&value).is_some() && before.index(&value).is_none()
            });
            self.model
                .added
                .entry(id)
                .or_default()
                .extend(new.map(|index| (index, by)));
        }
    }

    pub fn domain(&mut self, text: &Text, cyclic: bool) -> Option<Domain> {
        match parse_domain(&text.value, cyclic, &mut self.model.words) {
            Ok(domain) => Some(self.as_spoken(text, domain)),
            Err(message) => {
                // What was clearly meant goes on as if it were written so: all that uses the fact is not wrong for it.
                let (numbers, unit) = meant_numbers(&text.value).unzip();
                let error = Diagnostic::error(Code::BadDomain, text.span, message);
                if let Some(first) = first_of_set(&text.value) {
                    self.report(error.help(
                        "name fewer, or declare a fact for each of them: `rope = { domain = \"bool\" }`",
                    ));
                    return parse_domain(&first, cyclic, &mut self.model.words).ok();
                }
                let own = || meant_by_words(&text.value).or_else(|| meant_domain(&text.value));
                let meant = numbers.or_else(own);
                self.report(match (&meant, unit) {
                    (Some(meant), Some(unit)) => error.help(format!(
                        "write `{meant}`, and its unit beside it: `unit = \"{unit}\"`"
                    )),
                    (Some(meant), None) => error.help(format!("write `{meant}`")),
                    (None, _) if is_open_ended(&text.value) => {
                        error.help("a range has both its ends: `0..=60`")
                    }
                    (None, _) if text.value.contains(['<', '|']) && !text.value.contains("..") => error.help(how_to_name(&text.value)),
                    (None, _) => error.help("a domain is `bool` for yes and no, a range as `0..=12`, or its values as `open | woods`"),
                });
                let words = &mut self.model.words;
                match meant {
                    Some(meant) => parse_domain(&meant, cyclic, words).ok(),
                    None => domain_as_meant(&text.value, cyclic, words),
                }
            }
        }
    }

    fn comparative(&mut self, word: &Text, way: &Text) -> Option<(String, bool)> {
        let is_below = match way.value.as_str() {
            "below" => true,
            "above" => false,
            other => {
                return self.error(
                    Code::WrongShape,
                    way.span,
                    format!("`{other}` is neither `below` nor `above`"),
                );
            }
        };
        Some((word.value.clone(), is_below))
    }

    /// The index of a variable's value; tells where it has none such, with the nearest that it has.
    pub fn index_of(&mut self, variable: VariableId, value: &Text) -> Option<u32> {
        let domain = &self.model.variables[variable].domain;
        let index = domain.read(&value.value, &self.model.words);
        self.mention_value_of(value.span, &value.value, variable);
        index.or_else(|| self.unknown_value(variable, value))
    }

    pub fn value_of(&mut self, variable: VariableId, value: &Text) -> Option<Value> {
        let index = self.index_of(variable, value)?;
        Some(self.model.variables[variable].domain.value(index))
    }

    pub fn unknown_value<T>(&mut self, variable: VariableId, value: &Text) -> Option<T> {
        let domain = &self.model.variables[variable].domain;
        let error = Diagnostic::error(
            Code::UnknownValue,
            value.span,
            format!("`{}` is not one of its values", value.value),
        );
        self.refuse(
            error.nearest_or(
                &value.value,
                domain
                    .words()
                    .iter()
                    .map(|word| self.model.words.text(*word)),
                || format!("its values: {}", domain.show(&self.model.words)),
            ),
        )
    }

    fn name_variable(&mut self, name: &str, span: Span, id: VariableId) {
        if let Some(first) = self.model.variable_names.insert(name.to_owned(), id) {
            self.defined_twice(
                &format!("`{name}`"),
                span,
                Some(self.model.variables[first].span),
            );
        }
    }

    /// Marks the facts that are rolled: those whose unit is a roll and whose domain is just what its dice can give, and the single
    /// dice of such a roll.
    pub fn rolls(&mut self, packs: &Packs<'_>) {
        self.each(packs, |pack| &pack.facts, Self::roll);
        self.each(packs, |pack| &pack.facts, Self::die);
    }

    fn roll(&mut self, fact: &pack::Fact) {
        let id = self.model.variable_names.get(&fact.name.value);
        let Some(id) = id.filter(|_| fact.die.is_none()) else {
            return;
        };
        let variable = &mut self.model.variables[*id];
        let unit = variable.unit.map(|unit| &self.model.units[unit]);
        if let Some(dice) = unit.and_then(|unit| unit.dice.clone()) {
            variable.roll = rolled(&variable.domain, dice, None);
        }
    }

    /// `die = "colored of weather-dr"`
    fn die(&mut self, fact: &pack::Fact) {
        let Some(written) = &fact.die else { return };
        let Some((of, place, die)) = self.die_of(written) else {
            return;
        };
        let Some(own) = self.model.variable_names.get(&fact.name.value).copied() else {
            return;
        };
        let mut others = self.model.variables.iter();
        let is_that_die = |other: &&Variable| {
            let roll = other.roll.as_ref();
            roll.is_some_and(|roll| roll.die_of == Some((of, place)))
        };
        if let Some(other) = others.find(is_that_die) {
            let message = format!("`{}` is this die already: one die is one fact", other.name);
            let found = Diagnostic::error(Code::DuplicateName, written.span, message);
            let found = found.label(other.span, "here");
            self.report(found.help("name another die of the roll, or take one of the two out"));
            return;
        }
        let variable = &mut self.model.variables[own];
        variable.roll = rolled(&variable.domain, die, Some((of, place)));
        if variable.roll.is_none() {
            let name = &fact.name.value;
            self.report(Diagnostic::error(
                Code::BadDomain,
                fact.domain.span,
                format!("the domain of `{name}` is not what the die shows"),
            ));
        }
    }

    /// A die by its name and its roll: the roll, which of the dice, and the die.
    fn die_of(&mut self, written: &Text) -> Option<(VariableId, usize, Dice)> {
        let span = written.span;
        let Some((name, roll)) = written.value.split_once(" of ") else {
            let error = "this does not say which die of which roll";
            return self.refuse(
                Diagnostic::error(Code::WrongShape, span, error).help(
                    "write the die's name and the roll, `die = \"red of some-dr\"`; a roll itself has `domain = \"dice\"` and its unit",
                ),
            );
        };
        let (name, roll) = (name.trim(), roll.trim());
        let at = written.value.rfind(roll).unwrap_or_default();
        let roll_text = Text::new(roll.to_owned(), span.within(at, at + roll.len()));
        let of = self.fact_named(&roll_text)?;
        let Some(own) = &self.model.variables[of].roll else {
            if self.is_of_broken_dice(of) {
                return None;
            }
            return self.error(Code::WrongType, span, format!("`{roll}` is not rolled"));
        };
        let dice = &own.dice;
        if let Some(place) = dice.named(name)
            && let Some(die) = dice.dice.get(place)
        {
            let dice = vec![die.clone()];
            return Some((of, place, Dice { dice }));
        }
        let names: Vec<&str> = dice
            .dice
            .iter()
            .filter_map(|die| die.name.as_deref())
            .collect();
        let error = format!("`{roll}` has no die called `{name}`");
        let error = Diagnostic::error(Code::UnknownName, span, error).nearest_or(
            name,
            names.iter().copied(),
            || {
                if names.is_empty() {
                    "name its dice in the unit: `dice = \"colored d6 + white d6\"`".to_owned()
                } else {
                    format!("its dice: {}", names.join(", "))
                }
            },
        );
        self.refuse(error)
    }

    pub fn reading(&mut self, written: &pack::Reading) {
        let kind = self.of_options(&written.options);
        self.chosen(written, kind, false);
    }

    pub fn switch(&mut self, written: &pack::Switch) {
        let kind = match written.is_on_or_off() {
            true => DomainKind::Bool,
            false => self.of_options(&written.options),
        };
        self.chosen(&written.as_reading(), kind, true);
    }

    fn of_options(&mut self, options: &[(Text, String)]) -> DomainKind {
        let words = options
            .iter()
            .map(|(name, _)| self.model.words.intern(&name.value));
        DomainKind::Words {
            words: words.collect(),
            ordered: false,
            cyclic: false,
        }
    }

    fn chosen(&mut self, written: &pack::Reading, kind: DomainKind, is_switch: bool) {
        let names = || written.options.iter().map(|(name, _)| name.value.as_str());
        let place = |taken: &str| (0..).zip(names()).find(|(_, option)| *option == taken);
        let told = || written.settled.iter().chain([&written.default]);
        if let Some(taken) = told().find(|taken| place(&taken.value).is_none()) {
            let is_settled = written.settled.as_ref() == Some(taken);
            let what = if is_settled {
                "settled reading"
            } else {
                "default"
            };
            let message = format!("the {what} `{}` is not one of the options", taken.value);
            let error = Diagnostic::error(Code::UnknownReading, taken.span, message);
            self.report(error.nearest_or(&taken.value, names(), || {
                format!("the options: {}", names().join(", "))
            }));
        }
        // What was meant goes on, as well as that is known: all that uses the reading is not wrong for it.
        let meant =
            |taken: &Text| place(&taken.value).or_else(|| place(nearest(&taken.value, names())?));
        let first = || (0..).zip(names()).next();
        let Some(default) = told().find_map(meant).or_else(first) else {
            return;
        };
        let (pack, span) = (self.scope.pack, written.name.span);
        let fact = self.model.variable_names.get(&written.name.value);
        let fact = fact.map(|fact| &self.model.variables[*fact]);
        if let Some(first) = fact.filter(|fact| fact.pack == pack).map(|fact| fact.span) {
            self.refuse_twin(
                (&written.name, first),
                "a fact, and means that wherever it stands",
            );
        }
        let name = format!("{}/{}", self.model.pack_name(pack), written.name.value);
        let role = Role::Reading(default.0);
        let id = self.model.variables.push(Variable {
            means: written.asks.clone(),
            reading: Some(Reading {
                name: written.name.value.clone(),
                cite: texts(&written.cite),
                asks: written.asks.clone(),
                options: written
                    .options
                    .iter()
                    .map(|(_, words)| words.clone())
                    .collect(),
                because: written.because.clone(),
                settled: written.settled.is_some(),
                is_switch,
            }),
            ..variable(&name, role, kind.into(), pack, span)
        });
        self.name_variable(&name, span, id);
        self.declare(span, Thing::Variable(id));
        let scale = self.model.variables[id].domain.words().to_vec();
        let scale = self.model.mentions.scale(&scale);
        for (option, _) in &written.options {
            if let Some(word) = self.model.words.find(&option.value) {
                self.declare(option.span, Thing::Value(scale, word));
            }
        }
        for taken in written.settled.iter().chain([&written.default]) {
            self.mention_value_of(taken.span, &taken.value, id);
        }
        self.cited(&written.cite);
    }

    pub fn defect(&mut self, written: &pack::Defect) {
        self.cited(&written.cite);
        let (name, pack) = (&written.name, self.scope.pack);
        let mut others = self.model.defects.iter();
        if let Some(first) = others.find(|own| own.pack == pack && own.name == name.value) {
            let first = first.span;
            self.refuse_twin((name, first), "the name of another defect");
        }
        self.model.defects.push(crate::model::Defect {
            name: written.name.value.clone(),
            cite: texts(&written.cite),
            says: written.says.clone(),
            read_as: written.read_as.clone(),
            pack: self.scope.pack,
            span: written.name.span,
        });
    }

    pub fn labels(&mut self, fact: &pack::Fact) {
        let Some(id) = self.model.variable_names.get(&fact.name.value).copied() else {
            return;
        };
        if fact.title.is_some() {
            self.model.guide.facts.insert(id, or_empty(&fact.title));
        }
        for (value, label) in &fact.labels {
            if let Some(index) = self.index_of(id, value) {
                let labels = &mut self.model.guide.labels;
                labels.insert((id, index), label.value.clone());
            }
        }
    }
}

/// A variable of which no more is said.
pub fn variable(name: &str, role: Role, domain: Domain, pack: PackId, span: Span) -> Variable {
    Variable {
        name: name.to_owned(),
        role,
        domain,
        unit: None,
        means: String::new(),
        comparatives: Vec::new(),
        groups: Vec::new(),
        alias: Vec::new(),
        roll: None,
        usually: Vec::new(),
        pack,
        reading: None,
        span,
    }
}

/// How a fact is rolled, if its domain is just what the dice can give.
fn rolled(domain: &Domain, dice: Dice, die_of: Option<(VariableId, usize)>) -> Option<Roll> {
    let totals = dice.totals();
    let ways = (0..domain.size())
        .map(|index| totals.get(&domain.value(index)).cloned())
        .collect::<Option<Vec<_>>>()?;
    (ways.len() == totals.len()).then_some(Roll { dice, die_of, ways })
}

/// `0+`, `>= 0`, `0..`, `0..infinity`: a range that ends nowhere.
fn is_open_ended(text: &str) -> bool {
    const SIGNS: [char; 4] = ['>', '<', '\u{2265}', '\u{2264}'];
    const ENDLESS: [&str; 5] = ["+", "..", "..=", "inf", "infinity"];
    let text = text.trim().to_lowercase();
    let is_number = |text: &str| parse_number(text.trim()).is_some();
    let is_below = text.trim_start_matches(SIGNS).trim_start_matches('=');
    let mut endless = ENDLESS.iter().filter_map(|end| text.strip_suffix(end));
    let is_begun = |rest: &str| is_number(rest.trim_end_matches('=').trim_end_matches('.'));
    is_below != text && is_number(is_below) || endless.any(is_begun)
}
