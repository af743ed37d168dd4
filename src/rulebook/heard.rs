//! What a player says in words of his own, read as values of facts: `mortar, truck at 14 hexes, raining`.

use super::counts::digits;
use super::listener::{NOUGHT, Sense};
use super::request::spelt;
use crate::model::{Model, Variable, VariableId};
use crate::search::{BARE, is_filler, words_of};
use crate::value::{DomainKind, Value};
use itertools::Itertools;
use rustc_hash::FxHashSet;
use std::ops::Range;

pub use super::listener::Listener;

/// The most words that stand for one thing.
pub(super) const MOST_WORDS: usize = 6;

/// The most numbers among them that are looked at.
const MOST_NUMBERS: usize = 3;

/// Words that turn what follows into its contrary.
pub const NO: [&str; 10] = [
    "no", "non", "not", "without", "never", "neither", "nor", "hardly", "barely", "scarcely",
];

/// Words beside which a number is what dice show.
const DICE: [&str; 10] = [
    "roll", "rolls", "rolled", "dr", "die", "dice", "threw", "thrown", "throw", "cdr",
];

/// A value of a fact.
pub(super) type Told = (VariableId, u32);

/// Words that say of one thing what it is.
const BEING: [&str; 3] = ["are", "is", "was"];

/// Words that say of hardly anything which it is, and only of what is spoken of how it is: `deep sand` is no deep Snow.
const DEGREES: [&str; 11] = [
    "deep", "extreme", "heavy", "high", "intense", "light", "low", "mild", "moderate", "thick",
    "thin",
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
    /// Which of them are taken for something else than players mean by them first.
    pub else_meant: Vec<bool>,
    /// Which of them tell only what goes along with what they mean first.
    pub missed: Vec<bool>,
    /// Words that say otherwise of a fact than it is told, by their places.
    pub contested: Vec<Range<usize>>,
    /// Words that say what a fact is not, of which nothing is taken, by their places.
    pub denied: Vec<Range<usize>>,
    /// The words that tell each fact, by their places.
    places: Vec<(VariableId, Range<usize>)>,
}

impl Listener<'_> {
    /// What the text says of some facts.
    pub fn hear(&self, facts: &FxHashSet<VariableId>) -> Heard {
        let mut hearing = Hearing {
            listener: self,
            facts,
            heard: Heard {
                used: vec![false; self.words.len()],
                else_meant: vec![false; self.words.len()],
                missed: vec![false; self.words.len()],
                ..Heard::default()
            },
            words: self.words.clone(),
            numbers: Vec::new(),
            is_thrown: self.words.iter().any(|word| is_of_dice(word)),
            is_saying: false,
        };
        let mut at = 0;
        while at < hearing.words.len() {
            at += hearing.read(at).max(1);
        }
        hearing.end()
    }
}

/// A text while it is read.
pub(super) struct Hearing<'l, 'm> {
    pub(super) listener: &'l Listener<'m>,
    pub(super) facts: &'l FxHashSet<VariableId>,
    pub(super) words: Vec<String>,
    pub(super) heard: Heard,
    /// Numbers of which it is not known what they count, by their places.
    pub(super) numbers: Vec<usize>,
    /// Whether dice are spoken of: then each number can be theirs.
    is_thrown: bool,
    /// Whether the words that are read are such as players say for what they mean.
    is_saying: bool,
}

impl Hearing<'_, '_> {
    pub(super) fn words(&self, at: usize, count: usize) -> &[String] {
        self.words.get(at..at + count).unwrap_or_default()
    }

    /// Whether a word is one of some.
    pub(super) fn is(&self, at: usize, words: &[&str]) -> bool {
        let mut own = self.words(at, 1).iter();
        own.any(|word| words.contains(&word.as_str()))
    }

    /// The facts of the longest name that begins at a word, and how many words it has.
    fn named_at(&self, at: usize) -> (Vec<VariableId>, usize) {
        let most = MOST_WORDS.min(self.words.len().saturating_sub(at));
        let named = (1..=most).rev().map(|count| {
            let meant = self.listener.meant(at, count).into_iter();
            let facts = meant.filter_map(|sense| match sense {
                Sense::Fact(fact) => Some(*fact),
                _ => None,
            });
            (facts.collect::<Vec<_>>(), count)
        });
        let mut named = named.filter(|(facts, _)| !facts.is_empty());
        named.next().unwrap_or_default()
    }

    /// Whether some words are a value of a fact; any would be one of a text.
    fn has_value(&self, fact: VariableId, at: usize, count: usize) -> bool {
        let text = self.words(at, count).join("-");
        !self.is_text(fact) && self.listener.model.index_named(fact, &text).is_some()
    }

    pub(super) fn is_text(&self, fact: VariableId) -> bool {
        let domain = &self.listener.model.variables[fact].domain;
        domain.is_text()
    }

    /// What some words can mean of the facts that matter.
    pub(super) fn senses(&self, at: usize, count: usize) -> Vec<Sense> {
        let known = self.listener.meant(at, count).into_iter();
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
            if let Some(word) = self.words.get_mut(at).filter(|_| self.is_thrown) {
                word.clone_from(&number);
            }
            let is_written = self.words(at, 1).contains(&number);
            let read = self.number(at, &number);
            if read > 1 || is_written {
                return read.max(1);
            }
        }
        let is_no = self.is(at, &NO);
        let most = MOST_WORDS.min(self.words.len() - at);
        for count in (1..=most).rev() {
            // A word that denies can be a value, too: `neither rain nor mist`.
            if count == 1 && is_no && self.denies(at) {
                break;
            }
            let senses = self.senses(at, count);
            let denied = self.denied_after(at, count, &senses);
            if denied > 0 {
                return denied;
            }
            let read = self.sense(at, count, &senses);
            if read > 0 {
                return if is_no {
                    self.denied_on(at, read)
                } else {
                    read
                };
            }
            // Words that together say something of another fact say nothing one by one.
            let telling = self.words(at, count).iter().filter(|word| !is_filler(word));
            if telling.count() > 1 && !is_no && !self.listener.meant(at, count).is_empty() {
                return count;
            }
        }
        if is_no {
            let read = self.denied(at);
            return self.denied_on(at, read);
        }
        self.excluded(at)
    }

    /// `12 against 4`, `a 3 at 4 to 1`: numbers that stand where players say them, some of which are words themselves; how many
    /// words that is. Numbers with words that say something of another fact say nothing here.
    fn counted(&mut self, at: usize) -> usize {
        let most = MOST_WORDS.min(self.left_of_clause(at));
        let mut of_others = 0;
        for count in (2..=most).rev() {
            let words = self.words(at, count).to_vec();
            let numbers = words.iter().enumerate();
            let numbers = numbers.filter_map(|(place, word)| Some((place, digits(word)?)));
            let numbers: Vec<(usize, String)> = numbers.take(MOST_NUMBERS).collect();
            // Each number by itself is one that counts or a word: the fewer count, the more is said of them.
            for counting in (1..1_usize << numbers.len()).sorted_by_key(|own| own.count_ones()) {
                let counting = numbers
                    .iter()
                    .enumerate()
                    .filter(|(bit, _)| counting & 1 << bit != 0);
                let counting: Vec<&(usize, String)> = counting.map(|(_, number)| number).collect();
                let meant = self.meant_by_numbers(&words, &counting);
                if let Some(told) = self.told_by_numbers(&meant, &counting) {
                    told.iter().for_each(|told| self.tell(at, count, *told));
                    return count;
                }
                let is_other =
                    |facts: &Vec<VariableId>| !facts.iter().any(|fact| self.facts.contains(fact));
                if !meant.is_empty() && meant.iter().all(is_other) {
                    of_others = of_others.max(count);
                }
            }
        }
        of_others
    }

    /// The facts that some words tell with so many of their numbers.
    fn meant_by_numbers(
        &self,
        words: &[String],
        counting: &[&(usize, String)],
    ) -> Vec<Vec<VariableId>> {
        let mut pattern = words.to_vec();
        for (place, _) in counting {
            if let Some(word) = pattern.get_mut(*place) {
                NOUGHT.clone_into(word);
            }
        }
        let senses = self.listener.senses_of(&pattern);
        let facts = senses.filter_map(|sense| match sense {
            Sense::Counted(facts) => Some(facts.clone()),
            _ => None,
        });
        facts
            .filter(|facts| facts.len() == counting.len())
            .collect()
    }

    /// What numbers tell, of the facts that they can be of.
    fn told_by_numbers(
        &self,
        meant: &[Vec<VariableId>],
        counting: &[&(usize, String)],
    ) -> Option<Vec<Told>> {
        let mut told = meant.iter().filter_map(|facts| {
            let own = facts.iter().zip(counting);
            let told = own.map(|(fact, (_, number))| {
                let index = self.listener.model.index_named(*fact, number)?;
                self.facts.contains(fact).then_some((*fact, index))
            });
            told.collect::<Option<Vec<_>>>()
        });
        told.next()
    }

    /// Takes the likeliest of some senses; how many words it takes.
    fn sense(&mut self, at: usize, count: usize, senses: &[Sense]) -> usize {
        let said = senses.iter().filter_map(|sense| match sense {
            Sense::Said(meaning) => Some(meaning.clone()),
            _ => None,
        });
        let said: Vec<Vec<(VariableId, u32)>> = said.unique().collect();
        let facts = senses.iter().filter_map(|sense| match sense {
            Sense::Fact(fact) => Some(*fact),
            _ => None,
        });
        let facts: Vec<VariableId> = facts.collect();
        if !said.is_empty() {
            // What players mean by a name alone is not meant where its value follows: `heat haze is intense`.
            for fact in &facts {
                if let Some(read) = self.valued(at, count, *fact, true) {
                    return read;
                }
            }
            self.is_saying = true;
            self.say(at, count, &said);
            self.is_saying = false;
            let model = self.listener.model;
            if let Some(first) = self.not_taken_of(at, count) {
                // The same word said of another fact is what is meant: `in mud`.
                let word = |(fact, index): &Told| {
                    let domain = &model.variables[*fact].domain;
                    matches!(domain.kind, DomainKind::Words { .. }).then(|| domain.value(*index))
                };
                let meant = first.first().and_then(word);
                let is_same = |told: &Told| meant.is_some() && word(told) == meant;
                let is_along = |told: &Told| first.contains(told) && !is_same(told);
                let is_missed = said.iter().flatten().any(is_along);
                let own = at..at + count;
                let heard = &mut self.heard;
                let marks = [
                    (&mut heard.else_meant, true),
                    (&mut heard.missed, is_missed),
                ];
                for (all, is_so) in marks {
                    all.get_mut(own.clone())
                        .into_iter()
                        .for_each(|own| own.fill(is_so));
                }
            }
            return count;
        }
        for fact in &facts {
            if let Some(read) = self.value_after(at, count, *fact) {
                return read;
            }
        }
        if let Some(read) = self.value(at, count, senses) {
            return read;
        }
        for fact in facts {
            // `unpaved road`: the name after its value says no more.
            if self.heard.facts.iter().any(|(other, _)| *other == fact) {
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

    /// Takes the likeliest of the values that some words can be; how many words it takes, where they are values.
    fn value(&mut self, at: usize, count: usize, senses: &[Sense]) -> Option<usize> {
        let values = senses.iter().filter_map(|sense| match sense {
            Sense::Value(fact, index) => Some(vec![(*fact, *index)]),
            _ => None,
        });
        let mut values: Vec<_> = values.collect();
        if values.is_empty() {
            return None;
        }
        // `normal ground pressure`: the value belongs to the fact named after it.
        let (named, length) = self.named_at(at + count);
        if named.iter().any(|fact| self.has_value(*fact, at, count)) {
            values.retain(|value| value.iter().any(|(fact, _)| named.contains(fact)));
            if values.is_empty() {
                return Some(count + length);
            }
            self.use_up(at + count, length);
        } else if self.says_nothing(at, count) {
            return Some(0);
        }
        if self.listener.is_strict && count == 1 && self.is(at, &DEGREES) {
            values.retain(|told| told.iter().any(|(fact, _)| self.is_spoken_of(*fact)));
        }
        if values.is_empty() {
            return Some(0);
        }
        self.say(at, count, &values);
        Some(count)
    }

    /// What players mean first by some words, where the first fact of it does not matter: what goes along says less.
    fn not_taken_of(&self, at: usize, count: usize) -> Option<Vec<Told>> {
        let meant = self.listener.meant(at, count).into_iter();
        let mut said = meant.filter_map(|sense| match sense {
            Sense::Said(meaning) => Some(meaning),
            _ => None,
        });
        let first = said.next()?;
        let is_taken = first
            .first()
            .is_some_and(|(fact, _)| self.facts.contains(fact));
        (!is_taken).then(|| first.clone())
    }

    /// Whether values say nothing where their fact is not named beside them: `some men`; or `ground is wet`, where the words name
    /// another fact of which they say nothing either, for they name what is wet.
    fn says_nothing(&self, at: usize, count: usize) -> bool {
        let mut meant = self.listener.meant(at, count).into_iter();
        let is_name = meant.any(|sense| matches!(sense, Sense::Fact(_)));
        let is_other =
            is_name && self.is(at + count, &BEING) && !self.senses(at + count + 1, 1).is_empty();
        count == 1 && self.is(at, &BARE) || is_other
    }

    /// Whether a word that says something stands in the words and in a name of a fact.
    fn is_spoken_of(&self, fact: VariableId) -> bool {
        let model = self.listener.model;
        let Variable { name, alias, .. } = &model.variables[fact];
        let names = alias
            .iter()
            .chain(model.guide.facts.get(&fact))
            .chain([name]);
        let mut words = names.flat_map(|text| words_of(text));
        words.any(|word| {
            let stem = self.listener.stem_of(&word);
            let is_said = |at| self.listener.stem(at) == stem;
            !is_filler(&word) && (0..self.words.len()).any(is_said)
        })
    }

    /// A number, with its unit if it has one; how many words that is.
    fn number(&mut self, at: usize, number: &str) -> usize {
        let model = self.listener.model;
        let left = self.left_of_clause(at);
        for count in [2, 1].into_iter().filter(|count| *count < left) {
            for sense in self.senses(at + 1, count) {
                let Sense::Unit(unit) = sense else { continue };
                let has_unit = |fact: &&VariableId| {
                    let own = model.variables[**fact].unit;
                    own.is_some_and(|other| model.units.fits(unit, other))
                };
                let counted = model.units[unit].counts.as_ref();
                let counted = counted.and_then(|name| model.variable_names.get(name));
                let is_of = self.is(at + count + 1, &["of"]);
                if counted.is_some_and(|fact| is_of || !self.facts.contains(fact)) {
                    // It counts something that does not matter here: `two hexes of it` are no distance.
                    return count + 1;
                }
                let of_unit = self.facts.iter().filter(has_unit);
                let fits = of_unit
                    .filter_map(|fact| Some(vec![(*fact, model.index_named(*fact, number)?)]));
                let fits: Vec<Vec<(VariableId, u32)>> = fits.collect();
                let is_counted = |told: &&Vec<(VariableId, u32)>| {
                    told.iter().any(|(fact, _)| counted == Some(fact))
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

    pub(super) fn tell_all(&mut self, at: usize, count: usize, told: &[(VariableId, u32)]) {
        if let Some((first, along)) = told.split_first() {
            self.tell(at, count, *first);
            self.heard.along.extend(along);
        }
    }

    /// What is said twice counts as it was said first, or in more of the players' words: `tank fires at a squad`.
    pub(super) fn tell(&mut self, at: usize, count: usize, (fact, index): (VariableId, u32)) {
        let heard = &mut self.heard;
        let mut place = at..at + count;
        let told = heard.facts.iter_mut().find(|(other, _)| *other == fact);
        let by = heard.places.iter_mut().find(|(other, _)| *other == fact);
        match (told, by) {
            (Some((_, told)), Some((_, by))) if *told != index => {
                if let Some(both) = both(self.listener.model, fact, [*told, index]) {
                    *told = both;
                } else {
                    if self.is_saying && count > by.len() {
                        *told = index;
                        std::mem::swap(by, &mut place);
                    }
                    heard.contested.push(place);
                }
            }
            (Some(_), _) => (),
            (None, _) => {
                heard.facts.push((fact, index));
                heard.places.push((fact, place));
            }
        }
        self.use_up(at, count);
    }

    pub(super) fn use_up(&mut self, at: usize, count: usize) {
        let used = self.heard.used.iter_mut().skip(at).take(count);
        used.for_each(|used| *used = true);
    }

    /// What is left says nothing.
    fn end(mut self) -> Heard {
        let mut numbers = self.numbers.clone();
        numbers.retain(|number| !self.roll_beside(*number) && !self.long(*number));
        if let [number] = numbers.as_slice() {
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
            let mut senses = listener.senses_of(std::slice::from_ref(word));
            senses.any(|sense| matches!(sense, Sense::Unit(_)))
        };
        let left = left.filter(|(_, word)| !is_unit(word));
        heard.unknown = left.map(|(_, word)| word.clone()).collect();
        for (fact, index) in std::mem::take(&mut heard.along) {
            let mut known = heard.facts.iter_mut().chain(&mut heard.along);
            match known.find(|(other, _)| *other == fact) {
                Some((_, own)) => {
                    *own = both(listener.model, fact, [*own, index]).unwrap_or(*own);
                }
                None => heard.along.push((fact, index)),
            }
        }
        heard
    }
}

/// The value that is two others at once: `ground-and-falling`.
fn both(model: &Model, fact: VariableId, values: [u32; 2]) -> Option<u32> {
    if values[0] == values[1] {
        return None;
    }
    let [one, other] = values.map(|index| model.show_index(fact, index));
    let names = [format!("{one}-and-{other}"), format!("{other}-and-{one}")];
    names.iter().find_map(|name| model.index_named(fact, name))
}

/// Facts as they are given, each by itself.
pub fn each(model: &Model, told: &[(VariableId, u32)]) -> Vec<String> {
    told.iter().map(|told| spelt(model, &[*told])).collect()
}

pub(super) fn is_of_dice(word: &str) -> bool {
    DICE.contains(&word)
}
