//! What a player says in words of his own, read as values of facts: `mortar, truck at 14 hexes, raining`.

use super::counts::digits;
use super::request::spelt;
use crate::model::{Model, Role, VariableId};
use crate::search::{Stems, is_filler, words_of};
use crate::value::{DomainKind, UnitId, Value};
use itertools::Itertools;
use rustc_hash::{FxHashMap, FxHashSet};

/// The most words that stand for one thing.
const MOST_WORDS: usize = 6;

/// Words that turn what follows into its contrary.
const NO: [&str; 4] = ["no", "not", "without", "never"];

/// Words beside which a number is what dice show.
const DICE: [&str; 9] = [
    "roll", "rolled", "dr", "die", "dice", "threw", "thrown", "throw", "cdr",
];

/// What was understood of some words.
#[derive(Debug, Default)]
pub struct Heard {
    /// The facts told, in the order of the words.
    pub facts: Vec<(VariableId, u32)>,
    /// What goes with these where nobody says otherwise.
    pub along: Vec<(VariableId, u32)>,
    /// The words that say nothing of the facts.
    pub unknown: Vec<String>,
    /// Words that can say one thing or another.
    pub unclear: Vec<(String, Vec<(VariableId, u32)>)>,
    /// Which of the words say something.
    pub used: Vec<bool>,
}

/// What some words can stand for.
#[derive(Debug, Clone, PartialEq)]
enum Sense {
    /// Values of facts, by what players say.
    Said(Vec<(VariableId, u32)>),
    /// A value of a fact.
    Value(VariableId, u32),
    /// Numbers, by what players say, each of a fact.
    Counted(Vec<VariableId>),
    /// A fact by its name.
    Fact(VariableId),
    Unit(UnitId),
}

/// A text of a player, with all that its words can mean in a game.
pub struct Listener<'m> {
    model: &'m Model,
    words: Vec<String>,
    /// The stems of its words.
    stemmed: Vec<String>,
    stems: Stems,
    /// The letters with which its words begin.
    beginnings: FxHashSet<String>,
    /// By the stems of the words, each with the very words.
    senses: FxHashMap<String, Vec<(String, Sense)>>,
    /// Whether a number counts as a roll only where the roll is named, as its question is not chosen yet.
    is_strict: bool,
}

/// What stands for a number in what players say.
const NOUGHT: &str = "0";

/// By how many letters words are told apart that have nothing to do with each other.
const BEGINNING: usize = 2;

impl<'m> Listener<'m> {
    pub fn new(model: &'m Model, text: &str) -> Self {
        let (words, stems) = (words_of(text), Stems::default());
        let stemmed: Vec<String> = words.iter().map(|word| stems.of(word)).collect();
        let forms = words.iter().chain(&stemmed);
        let mut listener = Self {
            model,
            beginnings: forms
                .map(|form| beginning(form))
                .chain([NOUGHT.to_owned()])
                .collect(),
            words,
            stemmed,
            stems,
            senses: FxHashMap::default(),
            is_strict: false,
        };
        // By their names, so that of equals the same is taken everywhere.
        for (name, fact) in model.variable_names.iter().sorted() {
            if model.variables[*fact].role == Role::Fact {
                listener.learn(name, Sense::Fact(*fact));
            }
        }
        for (fact, _) in model.facts().sorted_by_key(|(_, fact)| &fact.name) {
            listener.learn_fact(fact);
        }
        for saying in &model.guide.sayings {
            for meaning in model.meanings(&saying.words) {
                listener.learn(&saying.words, Sense::Said(meaning.to_vec()));
            }
            for facts in &saying.counted {
                listener.learn(&saying.words, Sense::Counted(facts.clone()));
            }
        }
        for (id, unit) in model.units.iter() {
            for name in [Some(&unit.name), unit.one.as_ref()].into_iter().flatten() {
                listener.learn(name, Sense::Unit(id));
            }
        }
        listener
    }

    /// The same for a text of which it is not known what it asks.
    pub fn strict(model: &'m Model, text: &str) -> Self {
        Self {
            is_strict: true,
            ..Self::new(model, text)
        }
    }

    fn learn_fact(&mut self, fact: VariableId) {
        let model = self.model;
        if let Some(title) = model.guide.facts.get(&fact) {
            self.learn(title, Sense::Fact(fact));
        }
        let domain = &model.variables[fact].domain;
        if let DomainKind::Words { words, .. } = &domain.kind {
            for (index, word) in (0..).zip(words) {
                self.learn(model.words.text(*word), Sense::Value(fact, index));
                if let Some(label) = model.guide.labels.get(&(fact, index)) {
                    self.learn(label, Sense::Value(fact, index));
                }
            }
        }
    }

    fn learn(&mut self, text: &str, sense: Sense) {
        let words = words_of(text);
        let is_there = |word: &String| {
            let form = self.stems.form_of(word);
            self.beginnings.contains(&beginning(form))
        };
        if !words.first().is_some_and(is_there) {
            return;
        }
        let key = self.key(&words);
        let known = self.senses.entry(key).or_default();
        let sense = (words.join(" "), sense);
        if !known.contains(&sense) {
            known.push(sense);
        }
    }

    fn key(&self, words: &[String]) -> String {
        let stems: Vec<String> = words.iter().map(|word| self.stems.of(word)).collect();
        stems.join(" ")
    }

    /// The words of the text.
    pub fn words(&self) -> &[String] {
        &self.words
    }

    /// What the text says of some facts.
    pub fn hear(&self, facts: &FxHashSet<VariableId>) -> Heard {
        let mut hearing = Hearing {
            listener: self,
            facts,
            heard: Heard {
                used: vec![false; self.words.len()],
                ..Heard::default()
            },
            words: self.words.clone(),
            numbers: Vec::new(),
        };
        let mut at = 0;
        while at < hearing.words.len() {
            at += hearing.read(at).max(1);
        }
        hearing.end()
    }
}

/// A text while it is read.
struct Hearing<'l, 'm> {
    listener: &'l Listener<'m>,
    facts: &'l FxHashSet<VariableId>,
    words: Vec<String>,
    heard: Heard,
    /// Numbers of which it is not known what they count, by their places.
    numbers: Vec<usize>,
}

impl Hearing<'_, '_> {
    fn words(&self, at: usize, count: usize) -> &[String] {
        self.words.get(at..at + count).unwrap_or_default()
    }

    /// All that some words can mean: what is said in these very words, or else in other forms of them.
    fn meant(&self, at: usize, count: usize) -> Vec<&Sense> {
        let words = self.words(at, count);
        let stems = self
            .listener
            .stemmed
            .get(at..at + count)
            .unwrap_or_default();
        let known = self.listener.senses.get(&stems.join(" "));
        let known = known.map_or(&[][..], Vec::as_slice);
        let exact = words.join(" ");
        let is_exact = known.iter().any(|(text, _)| *text == exact);
        let meant = known.iter().filter(|(text, _)| !is_exact || *text == exact);
        meant.map(|(_, sense)| sense).collect()
    }

    /// The facts of the longest name that begins at a word, and how many words it has.
    fn named_at(&self, at: usize) -> (Vec<VariableId>, usize) {
        let most = MOST_WORDS.min(self.words.len().saturating_sub(at));
        let named = (1..=most).rev().map(|count| {
            let meant = self.meant(at, count).into_iter();
            let facts = meant.filter_map(|sense| match sense {
                Sense::Fact(fact) => Some(*fact),
                _ => None,
            });
            (facts.collect::<Vec<_>>(), count)
        });
        let mut named = named.filter(|(facts, _)| !facts.is_empty());
        named.next().unwrap_or_default()
    }

    fn has_value(&self, fact: VariableId, at: usize, count: usize) -> bool {
        let text = self.words(at, count).join("-");
        self.listener.model.index_named(fact, &text).is_some()
    }

    /// What some words can mean of the facts that matter.
    fn senses(&self, at: usize, count: usize) -> Vec<Sense> {
        let known = self.meant(at, count).into_iter();
        let of_these = |sense: &Sense| match sense {
            Sense::Said(meaning) => {
                let meaning = meaning.iter().filter(|(fact, _)| self.facts.contains(fact));
                let meaning: Vec<_> = meaning.copied().collect();
                (!meaning.is_empty()).then_some(Sense::Said(meaning))
            }
            Sense::Value(fact, _) | Sense::Fact(fact) => {
                self.facts.contains(fact).then(|| sense.clone())
            }
            Sense::Unit(_) => Some(sense.clone()),
            Sense::Counted(_) => None,
        };
        known.filter_map(of_these).collect()
    }

    /// Reads what begins at a word; how many words that is.
    fn read(&mut self, at: usize) -> usize {
        let counted = self.counted(at);
        if counted > 0 {
            return counted;
        }
        let number = self.words(at, 1).first().and_then(|word| digits(word));
        if let Some(number) = number {
            let is_written = self.words(at, 1).contains(&number);
            let read = self.number(at, &number);
            if read > 1 || is_written {
                return read.max(1);
            }
        }
        let is_no = self
            .words(at, 1)
            .iter()
            .any(|word| NO.contains(&word.as_str()));
        let most = MOST_WORDS.min(self.words.len() - at);
        for count in (1..=most).rev() {
            let senses = self.senses(at, count);
            let read = self.sense(at, count, &senses);
            if read > 0 {
                return read;
            }
            // Words that together say something of another fact say nothing one by one.
            let telling = self.words(at, count).iter().filter(|word| !is_filler(word));
            if telling.count() > 1 && !is_no && !self.meant(at, count).is_empty() {
                return count;
            }
        }
        if is_no {
            let read = self.contrary(at);
            if read > 0 {
                return read;
            }
        }
        0
    }

    /// `12 against 4`: numbers that stand where players say them; how many words that is.
    fn counted(&mut self, at: usize) -> usize {
        let most = MOST_WORDS.min(self.words.len() - at);
        for count in (2..=most).rev() {
            let words = self.words(at, count);
            let numbers: Vec<String> = words.iter().filter_map(|word| digits(word)).collect();
            if numbers.is_empty() {
                continue;
            }
            let pattern = words.iter().map(|word| match digits(word) {
                Some(_) => NOUGHT.to_owned(),
                None => word.clone(),
            });
            let key = self.listener.key(&pattern.collect::<Vec<_>>());
            let senses = self.listener.senses.get(&key).into_iter().flatten();
            let counted = senses.filter_map(|(_, sense)| match sense {
                Sense::Counted(facts) => Some(facts),
                _ => None,
            });
            let told = counted.filter_map(|facts| {
                let own = facts.iter().zip(&numbers);
                let told = own.map(|(fact, number)| {
                    let index = self.listener.model.index_named(*fact, number)?;
                    self.facts.contains(fact).then_some((*fact, index))
                });
                told.collect::<Option<Vec<_>>>()
            });
            let mut told = told.collect::<Vec<_>>().into_iter();
            if let Some(told) = told.next() {
                told.iter().for_each(|told| self.tell(at, count, *told));
                return count;
            }
        }
        0
    }

    /// Takes the likeliest of some senses; how many words it takes.
    fn sense(&mut self, at: usize, count: usize, senses: &[Sense]) -> usize {
        let said = senses.iter().filter_map(|sense| match sense {
            Sense::Said(meaning) => Some(meaning.clone()),
            _ => None,
        });
        let said: Vec<Vec<(VariableId, u32)>> = said.collect();
        if !said.is_empty() {
            self.say(at, count, &said);
            return count;
        }
        let facts = senses.iter().filter_map(|sense| match sense {
            Sense::Fact(fact) => Some(*fact),
            _ => None,
        });
        let facts: Vec<VariableId> = facts.collect();
        for fact in &facts {
            if let Some(read) = self.value_after(at, count, *fact) {
                return read;
            }
        }
        let values = senses.iter().filter_map(|sense| match sense {
            Sense::Value(fact, index) => Some(vec![(*fact, *index)]),
            _ => None,
        });
        let mut values: Vec<_> = values.collect();
        if !values.is_empty() {
            // `normal ground pressure`: the value belongs to the fact named after it.
            let (named, length) = self.named_at(at + count);
            if named.iter().any(|fact| self.has_value(*fact, at, count)) {
                values.retain(|value| value.iter().any(|(fact, _)| named.contains(fact)));
                if values.is_empty() {
                    return count + length;
                }
                self.use_up(at + count, length);
            }
            self.say(at, count, &values);
            return count;
        }
        for fact in facts {
            // `unpaved road`: the name after its value says no more.
            if self.heard.facts.iter().any(|(own, _)| *own == fact) {
                self.use_up(at, count);
                return count;
            }
            let domain = &self.listener.model.variables[fact].domain;
            if let Some(yes) = domain.index(&Value::Bool(true)) {
                self.tell(at, count, (fact, yes));
                return count;
            }
        }
        0
    }

    /// `no gusts`; how many words that is.
    fn contrary(&mut self, at: usize) -> usize {
        let model = self.listener.model;
        let most = MOST_WORDS.min(self.words.len() - at - 1);
        for count in (1..=most).rev() {
            for sense in self.senses(at + 1, count) {
                let fact = match sense {
                    Sense::Fact(fact) => fact,
                    Sense::Said(meaning) => match meaning.as_slice() {
                        [(fact, _)] => *fact,
                        _ => continue,
                    },
                    Sense::Value(..) | Sense::Unit(_) | Sense::Counted(_) => continue,
                };
                let domain = &model.variables[fact].domain;
                if let Some(no) = domain.index(&Value::Bool(false)) {
                    self.tell(at, count + 1, (fact, no));
                    return count + 1;
                }
            }
        }
        0
    }

    /// A fact with its value after it, or with a number before it; how many words that is.
    fn value_after(&mut self, at: usize, count: usize, fact: VariableId) -> Option<usize> {
        let model = self.listener.model;
        let mut from = at + count;
        while self.words(from, 1).iter().any(|word| is_filler(word)) {
            from += 1;
        }
        // Any words would be a value of a text.
        let is_text = matches!(model.variables[fact].domain.kind, DomainKind::Text(_));
        let left = self.words.len().saturating_sub(from);
        let most = if is_text { 0 } else { MOST_WORDS.min(left) };
        for length in (1..=most).rev() {
            let value = self.words(from, length).join("-");
            if let Some(told) = model.told_by(fact, &value) {
                let read = from + length - at;
                self.tell_all(at, read, &told);
                return Some(read);
            }
        }
        let number = self.numbers.last().copied()?;
        let index = model.index_named(fact, self.words.get(number)?)?;
        self.numbers.pop();
        self.tell(number, 1, (fact, index));
        self.use_up(at, count);
        Some(count)
    }

    /// A number, with its unit if it has one; how many words that is.
    fn number(&mut self, at: usize, number: &str) -> usize {
        let model = self.listener.model;
        for count in [2, 1] {
            for sense in self.senses(at + 1, count) {
                let Sense::Unit(unit) = sense else { continue };
                let has_unit = |fact: &&VariableId| {
                    let own = model.variables[**fact].unit;
                    own.is_some_and(|own| model.units.fits(unit, own))
                };
                let counted = model.units[unit].counts.as_ref();
                let counted = counted.and_then(|name| model.variable_names.get(name));
                let is_of = self
                    .words(at + count + 1, 1)
                    .iter()
                    .any(|word| word == "of");
                if counted.is_some_and(|fact| is_of || !self.facts.contains(fact)) {
                    // It counts something that does not matter here: `two hexes of it` are no distance.
                    return count + 1;
                }
                let of_unit = self.facts.iter().filter(has_unit);
                let fits = of_unit
                    .filter_map(|fact| Some(vec![(*fact, model.index_named(*fact, number)?)]));
                let fits: Vec<Vec<(VariableId, u32)>> = fits.collect();
                let is_counted = |own: &&Vec<(VariableId, u32)>| {
                    own.iter().any(|(fact, _)| counted == Some(fact))
                };
                let fits = match fits.iter().find(is_counted) {
                    Some(counted) => vec![counted.clone()],
                    None => fits,
                };
                if !fits.is_empty() {
                    self.say(at, count + 1, &fits);
                    return count + 1;
                }
            }
        }
        if self.words(at, 1).iter().any(|word| word == number) {
            self.numbers.push(at);
        }
        1
    }

    /// Takes one of several meanings: the one about what people tell first, if there is such a one.
    fn say(&mut self, at: usize, count: usize, meanings: &[Vec<(VariableId, u32)>]) {
        let model = self.listener.model;
        let place = |meaning: &Vec<(VariableId, u32)>| {
            let facts = meaning.iter().map(|(fact, _)| model.told_at(*fact));
            facts.min().unwrap_or(usize::MAX)
        };
        let first = meanings.iter().map(place).min().unwrap_or(usize::MAX);
        let mut likeliest = meanings.iter().filter(|meaning| place(meaning) == first);
        match (likeliest.next(), likeliest.next()) {
            (Some(only), None) => self.tell_all(at, count, only),
            _ => {
                let words = self.words(at, count).join(" ");
                let heads = meanings
                    .iter()
                    .filter_map(|meaning| meaning.first().copied());
                self.heard.unclear.push((words, heads.collect()));
                self.use_up(at, count);
            }
        }
    }

    fn tell_all(&mut self, at: usize, count: usize, told: &[(VariableId, u32)]) {
        if let Some((first, along)) = told.split_first() {
            self.tell(at, count, *first);
            self.heard.along.extend(along);
        }
    }

    /// What is said twice counts as it was said first.
    fn tell(&mut self, at: usize, count: usize, (fact, index): (VariableId, u32)) {
        if !self.heard.facts.iter().any(|(own, _)| *own == fact) {
            self.heard.facts.push((fact, index));
        }
        self.use_up(at, count);
    }

    fn use_up(&mut self, at: usize, count: usize) {
        let used = self.heard.used.iter_mut().skip(at).take(count);
        used.for_each(|used| *used = true);
    }

    /// Takes a number for that of the one roll which is not told, if it stands beside dice or can be nothing else that people
    /// tell.
    fn roll(&mut self, number: usize) {
        let model = self.listener.model;
        let text = self.words(number, 1).concat();
        let is_of_dice = |word: &String| DICE.contains(&word.as_str());
        let is_told = |fact| self.heard.facts.iter().any(|(own, _)| *own == fact);
        let open = self.facts.iter().filter(|fact| {
            let domain = &model.variables[**fact].domain;
            matches!(domain.kind, DomainKind::Numbers { .. }) && !is_told(**fact)
        });
        let open = open.filter_map(|fact| Some((*fact, model.index_named(*fact, &text)?)));
        let (rolls, others): (Vec<_>, Vec<_>) =
            open.partition(|(fact, _)| model.roll_of(*fact) == Some(*fact));
        let is_other = others
            .iter()
            .any(|(fact, _)| model.told_at(*fact) < usize::MAX);
        if let [only] = rolls.as_slice()
            && (!is_other || self.words.iter().any(is_of_dice))
            && (!self.listener.is_strict || self.is_named(only.0))
        {
            self.tell(number, 1, *only);
            for (used, word) in self.heard.used.iter_mut().zip(&self.words) {
                *used |= is_of_dice(word);
            }
        }
    }

    /// Whether a word of the name of a roll is said.
    fn is_named(&self, roll: VariableId) -> bool {
        let stems = &self.listener.stems;
        let is_said = |word: &String| {
            let mut said = self.words.iter().map(|own| stems.of(own));
            !DICE.contains(&word.as_str()) && said.any(|own| own == stems.of(word))
        };
        let name = self.listener.model.variable_name(roll);
        words_of(name).iter().any(is_said)
    }

    /// What is left says nothing.
    fn end(mut self) -> Heard {
        if let [number] = self.numbers.as_slice() {
            self.roll(*number);
        }
        let Self {
            listener,
            words,
            mut heard,
            ..
        } = self;
        let left = heard.used.iter().zip(&words);
        let left = left.filter(|(used, word)| !**used && !is_filler(word));
        let is_unit = |word: &String| {
            let senses = listener
                .senses
                .get(&listener.key(std::slice::from_ref(word)));
            let mut senses = senses.into_iter().flatten();
            senses.any(|(_, sense)| matches!(sense, Sense::Unit(_)))
        };
        let left = left.filter(|(_, word)| !is_unit(word));
        heard.unknown = left.map(|(_, word)| word.clone()).collect();
        let told: Vec<VariableId> = heard.facts.iter().map(|(fact, _)| *fact).collect();
        heard.along.retain(|(fact, _)| !told.contains(fact));
        heard.along = heard
            .along
            .into_iter()
            .unique_by(|(fact, _)| *fact)
            .collect();
        heard
    }
}

/// Facts as they are given, each by itself.
pub fn each(model: &Model, told: &[(VariableId, u32)]) -> Vec<String> {
    told.iter().map(|told| spelt(model, &[*told])).collect()
}

/// The letters with which a word begins.
fn beginning(word: &str) -> String {
    word.chars().take(BEGINNING).collect()
}
