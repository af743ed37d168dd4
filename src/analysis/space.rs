//! Two models of one game over one set of variables: facts are matched by name, values by word or number.

use super::regions::Vocabulary;
use crate::diagram::{Leaf, Place};
use crate::limits;
use crate::model::{GapId, Model, Role, Variable, VariableId};
use crate::value::{
    Domain, DomainKind, Ids, Number, Value, Word, Words, is_short_run, minus, over, times,
};
use indexmap::IndexSet;
use itertools::Itertools;
use num_bigint::BigUint;
use num_integer::Integer;
use rustc_hash::{FxHashMap, FxHashSet};
use std::hash::Hash;

/// The most values that a fact of both models may have together.
const MOST_VALUES: u32 = 40_000;

/// The most words of a set of both models.
const MOST_SET_WORDS: usize = 12;

/// The variables and words of both models, the old one and the new one.
#[derive(Debug, Clone, Default)]
pub struct Space {
    pub words: Words,
    /// In an order in which both have theirs.
    pub variables: Ids<VariableId, Shared>,
    pub sides: [Side; 2],
}

/// A variable of either model or both.
#[derive(Debug, Clone)]
pub struct Shared {
    /// Its name, the new one where it has two.
    pub name: String,
    /// The values of both.
    pub domain: Domain,
    pub role: Role,
    /// How it is rolled now, where it is; before, where it is gone.
    pub dice: Option<Dice>,
    /// The old model's and the new one's.
    pub of: [Option<VariableId>; 2],
}

#[derive(Debug, Clone)]
pub struct Dice {
    /// The fact that is the whole roll: the variable itself, or that of which it is a die.
    pub roll: String,
    /// For each shared value, in how many ways it falls.
    pub ways: Vec<BigUint>,
}

/// One model's part in a space.
#[derive(Debug, Clone, Default)]
pub struct Side {
    /// For each of its variables, where it is.
    pub places: Vec<Option<Place>>,
    /// For each of its words, the shared one.
    words: Vec<Word>,
    /// For each of its gaps, the shared one.
    gaps: Vec<GapId>,
}

impl Side {
    /// A word of the model in the space.
    pub fn word(&self, word: Word) -> Word {
        self.words.get(word.0 as usize).copied().unwrap_or(word)
    }

    /// A leaf of the model in the words of the space.
    pub fn leaf(&self, leaf: &Leaf) -> Leaf {
        match leaf {
            Leaf::Gap(gap) => Leaf::Gap(self.gaps.get(gap.index()).copied().unwrap_or(*gap)),
            other => renamed(other, |word| self.word(word)),
        }
    }

    /// A domain in the words of the space, its values in the order of the model's own.
    fn domain(&self, domain: &Domain) -> Domain {
        with_words(domain.clone(), |word| self.word(word))
    }

    /// A situation of the space in the model's own variables: of each that it has a place for, the value, unless the model does
    /// not have that; nothing of those that the situation does not name.
    pub fn own<'s>(
        &'s self,
        situation: &'s [(VariableId, u32)],
    ) -> impl Iterator<Item = (VariableId, Option<u32>)> + 's {
        let places = (0..).map(VariableId).zip(&self.places);
        places.filter_map(move |(id, place)| {
            let place = place.as_ref()?;
            let (_, index) = situation.iter().find(|(fact, _)| *fact == place.variable)?;
            Some((id, place.from.get(*index as usize).copied().flatten()))
        })
    }

    /// Whether the model has a value of the space.
    pub fn has(&self, fact: VariableId, index: u32) -> bool {
        let place = self.places.get(fact.index()).and_then(Option::as_ref);
        place.is_some_and(|place| matches!(place.from.get(index as usize), Some(Some(_))))
    }
}

/// The older names of some words of a model that none of them has now, each with its word.
pub fn names_now<'m>(new: &'m Model, now: &'m [Word]) -> impl Iterator<Item = (&'m str, Word)> {
    let is_own = |name: &str| now.iter().any(|other| new.words.text(*other) == name);
    let older = new.words.older_names();
    older.filter(move |(old, word)| now.contains(word) && !is_own(old))
}

/// A domain with other words.
fn with_words(mut domain: Domain, other: impl Fn(Word) -> Word) -> Domain {
    if let DomainKind::Words { words, .. } | DomainKind::Sets(words) | DomainKind::Text(words) =
        &mut domain.kind
    {
        words.iter_mut().for_each(|word| *word = other(*word));
    }
    let older = domain.older.iter_mut();
    older.for_each(|(old, now)| (*old, *now) = (other(*old), other(*now)));
    domain
}

/// A leaf with other words.
pub fn renamed(leaf: &Leaf, word: impl Fn(Word) -> Word) -> Leaf {
    match leaf {
        Leaf::Value(Value::Word(own)) => Leaf::Value(Value::Word(word(*own))),
        Leaf::Value(Value::Set(words)) => {
            let mut words: Vec<Word> = words.iter().map(|own| word(*own)).collect();
            words.sort_unstable();
            Leaf::Value(Value::Set(words))
        }
        other => other.clone(),
    }
}

/// A variable with values that one model does not have.
#[derive(Debug, Clone)]
pub struct Lacking {
    pub shared: VariableId,
    /// The variable of that model.
    pub own: VariableId,
    /// The shared indices of these values.
    pub values: Vec<u32>,
}

impl Space {
    pub fn new(old: &Model, new: &Model) -> Self {
        let mut space = Self::default();
        let mut gaps = IndexSet::new();
        // The new model's words come first.
        let [new_side, old_side] = [new, old].map(|model| {
            let words = model.words.iter();
            let words = words.map(|word| space.words.intern(model.words.text(word)));
            let words = words.collect();
            let gaps = model
                .gaps
                .iter()
                .map(|gap| gaps.insert_full((&gap.lost, &gap.cite)).0);
            Side {
                places: Vec::new(),
                words,
                gaps: gaps
                    .map(|place| GapId(u32::try_from(place).unwrap_or(u32::MAX)))
                    .collect(),
            }
        });
        space.sides = [old_side, new_side];
        space.match_variables([old, new]);
        let [before, now] = [0, 1].map(|side| places(&space, [old, new], side));
        let Self {
            variables, sides, ..
        } = &mut space;
        let [old_side, new_side] = sides;
        (old_side.places, new_side.places) = (before, now);
        for shared in variables.iter_mut() {
            let dice = |model, side, id: Option<VariableId>| dice(model, side, id?);
            let now = dice(new, new_side, shared.of[1]);
            shared.dice = match shared.of[1] {
                Some(_) => now,
                None => dice(old, old_side, shared.of[0]),
            };
        }
        space
    }

    /// The place of each variable in the order of diagrams, as the new model has them, those that it does not have where the old
    /// one has them; none where both have them in their own order.
    pub fn levels(&self, [old, new]: [&Model; 2]) -> Vec<u32> {
        if old.levels.is_empty() && new.levels.is_empty() {
            return Vec::new();
        }
        let mut order: Vec<VariableId> = self.variables.ids().collect();
        order.sort_by_key(|variable| match self.variables[*variable].of {
            [_, Some(fact)] => (new.level(fact), *variable),
            [Some(fact), None] => (old.level(fact), *variable),
            [None, None] => (0, *variable),
        });
        let mut levels = vec![0; order.len()];
        for (level, variable) in (0..).zip(order) {
            if let Some(own) = levels.get_mut(variable.index()) {
                *own = level;
            }
        }
        levels
    }

    /// The variables of both models with values that the model of a side does not have, and the other does.
    pub fn lacking(&self, side: usize) -> Vec<Lacking> {
        let Some(known) = self.sides.get(side) else {
            return Vec::new();
        };
        let lacking = self.variables.enumerated().filter_map(|(shared, of)| {
            let own = of.of.get(side).copied().flatten()?;
            let all = 0..of.domain.size();
            let values: Vec<u32> = all.filter(|index| !known.has(own, *index)).collect();
            let is_of_both = of.of.iter().all(Option::is_some);
            (is_of_both && !values.is_empty()).then_some(Lacking {
                shared,
                own,
                values,
            })
        });
        lacking.collect()
    }

    /// How many values each variable has.
    pub fn sizes(&self) -> Vec<u32> {
        self.variables
            .iter()
            .map(|shared| shared.domain.size())
            .collect()
    }

    /// A value of a variable as a person writes it.
    pub fn show(&self, variable: VariableId, index: u32) -> String {
        self.variables[variable]
            .domain
            .value(index)
            .show(&self.words, false)
    }

    /// A situation in words: names and values.
    pub fn named<All: FromIterator<(String, String)>>(
        &self,
        situation: &[(VariableId, u32)],
    ) -> All {
        let named = |(variable, index): &(VariableId, u32)| {
            (
                self.variables[*variable].name.clone(),
                self.show(*variable, *index),
            )
        };
        situation.iter().map(named).collect()
    }

    /// The older names of some words of the new model, each with the word that it is now, in the words of the space.
    pub fn names_now(&self, new: &Model, now: &[Word]) -> FxHashMap<Word, Word> {
        let [_, new_side] = &self.sides;
        let names = names_now(new, now);
        let shared = |(old, now)| Some((self.words.find(old)?, new_side.word(now)));
        names.filter_map(shared).collect()
    }

    /// The domain of a variable of one model in the words of the space, each value under its name in the new one.
    pub fn domain(
        &self,
        models: [&Model; 2],
        of: [Option<VariableId>; 2],
        side: usize,
    ) -> Option<Domain> {
        let own = |side: usize| Some(&models.get(side)?.variables[(*of.get(side)?)?].domain);
        let before = self.sides.get(side)?.domain(own(side)?);
        let (0, Some(now)) = (side, own(1)) else {
            return Some(before);
        };
        let renamed = self.names_now(models[1], now.words());
        Some(with_words(before, |word| {
            renamed.get(&word).copied().unwrap_or(word)
        }))
    }

    fn match_variables(&mut self, models: [&Model; 2]) {
        let [old, new] = models;
        let new_keys = keys(new);
        let old_keys = with_new_names(old, new, &new_keys);
        let ids = [&old_keys, &new_keys].map(|keys| {
            let ids = (0..).map(VariableId);
            keys.iter()
                .map(String::as_str)
                .zip(ids)
                .collect::<FxHashMap<_, _>>()
        });
        for key in merged(&old_keys, &new_keys) {
            let of = [0, 1]
                .map(|side: usize| ids.get(side).and_then(|ids| ids.get(key.as_str()).copied()));
            let [before, now] = [
                of[0].map(|id| &old.variables[id]),
                of[1].map(|id| &new.variables[id]),
            ];
            let domains = [0, 1].map(|side| self.domain(models, of, side));
            let Some(named) = now.or(before) else {
                continue;
            };
            let shared = |domain, of, name: String| Shared {
                name,
                domain,
                role: named.role,
                dice: None,
                of,
            };
            let (name, old_name) = (named.name.clone(), format!("{} (as it was)", named.name));
            let added = match domains {
                [Some(was), Some(is)] => match both(&was, &is) {
                    Some(domain) => vec![shared(domain, of, name)],
                    None => vec![
                        shared(was, [of[0], None], old_name),
                        shared(is, [None, of[1]], name),
                    ],
                },
                [was, is] => is
                    .or(was)
                    .map(|domain| shared(domain, of, name))
                    .into_iter()
                    .collect(),
            };
            for shared in added {
                self.variables.push(shared);
            }
        }
    }
}

impl Vocabulary for Space {
    fn words(&self) -> &Words {
        &self.words
    }

    fn fact(&self, fact: VariableId) -> (&str, &Domain) {
        let shared = &self.variables[fact];
        (&shared.name, &shared.domain)
    }
}

/// For each variable of one model, where it is in the space.
fn places(space: &Space, models: [&Model; 2], side: usize) -> Vec<Option<Place>> {
    let count = models.get(side).map_or(0, |model| model.variables.len());
    let mut places = vec![None; count];
    for (variable, shared) in space.variables.enumerated() {
        let Some(id) = shared.of.get(side).copied().flatten() else {
            continue;
        };
        let Some(domain) = space.domain(models, shared.of, side) else {
            continue;
        };
        // A text that a model's rules do not name is any other text.
        let other = match domain.kind {
            DomainKind::Text(_) => domain.size().checked_sub(1),
            _ => None,
        };
        let index = |index| domain.index(&shared.domain.value(index)).or(other);
        let from = (0..shared.domain.size()).map(index).collect();
        if let Some(place) = places.get_mut(id.index()) {
            *place = Some(Place { variable, from });
        }
    }
    places
}

fn dice(model: &Model, side: &Side, id: VariableId) -> Option<Dice> {
    let roll = model.variables[id].roll.as_ref()?;
    let place = side.places.get(id.index())?.as_ref()?;
    let way = |index: &Option<u32>| {
        let ways = index.and_then(|index| roll.ways.get(index as usize));
        ways.cloned().unwrap_or_default()
    };
    let whole = roll.die_of.map_or(id, |(whole, _)| whole);
    Some(Dice {
        roll: model.variables[whole].name.clone(),
        ways: place.from.iter().map(way).collect(),
    })
}

/// A name for each variable that is the same in every rulebook: a state of a process, and a turn before, with its process. No two
/// are the same: where two would be, the later gets a number.
fn keys(model: &Model) -> Vec<String> {
    let mut owners: FxHashMap<VariableId, &str> = FxHashMap::default();
    for process in &model.processes {
        let steps = process.steps.iter().map(|(id, _)| *id);
        let first = process.initially.iter().map(|(id, _)| *id);
        let before = process.before.iter().flat_map(|(of, copy)| [*of, *copy]);
        let own = steps.chain(first).chain(before);
        owners.extend(own.map(|id| (id, process.name.as_str())));
    }
    let mut seen: FxHashMap<String, u32> = FxHashMap::default();
    let key = |(id, variable): (VariableId, &Variable)| {
        let key = match variable.role {
            Role::Fact | Role::Reading(_) => variable.name.clone(),
            Role::Keep | Role::Before(_) => {
                let pack = &model.packs[variable.pack].id;
                format!(
                    "{}:{}",
                    owners.get(&id).unwrap_or(&pack.as_str()),
                    variable.name
                )
            }
        };
        let times = seen.entry(key.clone()).or_insert(0);
        *times += 1;
        if *times > 1 {
            format!("{key} #{times}")
        } else {
            key
        }
    };
    model.variables.enumerated().map(key).collect()
}

/// The old keys, with the new name of each fact whose old one the new model knows as an alias.
fn with_new_names(old: &Model, new: &Model, new_keys: &[String]) -> Vec<String> {
    let known: FxHashSet<&String> = new_keys.iter().collect();
    let mut old_keys = keys(old);
    for (key, variable) in old_keys.iter_mut().zip(&old.variables) {
        if variable.role == Role::Fact
            && !known.contains(key)
            && let Some(id) = new.variable_names.get(&variable.name)
            && !old.variable_names.contains_key(&new.variables[*id].name)
        {
            key.clone_from(&new.variables[*id].name);
        }
    }
    old_keys
}

/// One list of both, each thing once; the order is the new one's, and what only the old one has stands before what it stood
/// before there.
fn merged<T: Clone + Eq + Hash>(old: &[T], new: &[T]) -> Vec<T> {
    let known: FxHashSet<&T> = new.iter().collect();
    let mut before: FxHashMap<&T, Vec<T>> = FxHashMap::default();
    let mut waiting = Vec::new();
    for item in old {
        if known.contains(item) {
            before.entry(item).or_default().append(&mut waiting);
        } else {
            waiting.push(item.clone());
        }
    }
    let mut list = Vec::with_capacity(new.len());
    for item in new {
        list.append(&mut before.remove(item).unwrap_or_default());
        list.push(item.clone());
    }
    list.append(&mut waiting);
    list
}

/// The values of both domains; nothing where they are of different kinds, or too many.
fn both(old: &Domain, new: &Domain) -> Option<Domain> {
    let mut domain = new.clone();
    match (&old.kind, &mut domain.kind) {
        _ if old == new => {}
        (DomainKind::Words { words: old, .. }, DomainKind::Words { words, .. })
        | (DomainKind::Text(old), DomainKind::Text(words)) => *words = merged(old, words),
        (DomainKind::Sets(old), DomainKind::Sets(words)) => {
            *words = merged(old, words);
            words.sort_unstable();
            if words.len() > MOST_SET_WORDS {
                return None;
            }
        }
        (DomainKind::Listed(_), DomainKind::Listed(_) | DomainKind::Numbers { .. })
        | (DomainKind::Numbers { .. }, DomainKind::Listed(_)) => {
            let numbers = [old, new].into_iter().flat_map(|domain| {
                (0..domain.size()).filter_map(|index| domain.value(index).number())
            });
            domain = Domain::of_numbers(numbers.sorted_unstable().dedup().collect());
        }
        (DomainKind::Numbers { .. }, DomainKind::Numbers { .. }) => {
            domain.kind = numbers(old, new)?
        }
        _ => return None,
    }
    (domain.size() <= MOST_VALUES.saturating_mul(limits::times())).then_some(domain)
}

/// The coarsest even steps that meet every number of both.
fn numbers(old: &Domain, new: &Domain) -> Option<DomainKind> {
    let end = |domain: &Domain| domain.value(domain.size().checked_sub(1)?).number();
    let first = |domain: &Domain| domain.value(0).number();
    let (old_low, new_low) = (first(old)?, first(new)?);
    let (low, high) = (old_low.min(new_low), end(old)?.max(end(new)?));
    let mut step = minus(old_low.max(new_low), low)?;
    for domain in [old, new] {
        if let DomainKind::Numbers { step: own, .. } = &domain.kind {
            step = common_step(*own, step)?;
        }
    }
    let steps = over(minus(high, low)?, step).filter(|_| is_short_run(low, high, step))?;
    let count = u32::try_from(steps.to_integer()).ok()?.checked_add(1)?;
    Some(DomainKind::Numbers { low, step, count })
}

/// The greatest number of which both are multiples.
fn common_step(ratio: Number, other: Number) -> Option<Number> {
    let scale = Number::from_integer(i64::checked_mul(*ratio.denom(), *other.denom())?);
    let [ratio, other] = [times(ratio, scale)?, times(other, scale)?];
    over(
        Number::from_integer(ratio.to_integer().gcd(&other.to_integer())),
        scale,
    )
}
