//! Two models of one game over one set of variables: facts are matched by name, values by word or number.

use crate::diagram::{Leaf, Place};
use crate::model::{GapId, Model, Role, VariableId};
use crate::value::{Domain, DomainKind, Number, Value, Word, Words};
use num_traits::CheckedMul;
use rustc_hash::FxHashMap;

/// The most values that a fact of both models may have together.
const MOST_VALUES: u32 = 40_000;

/// The variables and words of both models.
#[derive(Debug, Clone, Default)]
pub struct Space {
    /// The words of both.
    pub words: Words,
    /// The variables of both, in an order in which both have theirs.
    pub variables: Vec<Shared>,
    /// The gaps of both: what is lost, and in which paragraph.
    pub gaps: Vec<(String, String)>,
    /// Where the old model's variables are.
    pub old: Side,
    /// Where the new model's variables are.
    pub new: Side,
}

/// A variable of either model or both.
#[derive(Debug, Clone)]
pub struct Shared {
    /// Its name, the new one where it has two.
    pub name: String,
    /// The values of both.
    pub domain: Domain,
    /// What kind of variable it is.
    pub role: Role,
    /// How it is rolled now, where it is; before, where it is gone.
    pub dice: Option<Dice>,
    /// The old model's.
    pub old: Option<VariableId>,
    /// The new model's.
    pub new: Option<VariableId>,
}

/// How a variable is rolled.
#[derive(Debug, Clone)]
pub struct Dice {
    /// The fact that is the whole roll: the variable itself, or that of which it is a die.
    pub roll: String,
    /// For each shared value, in how many ways it falls.
    pub ways: Vec<u64>,
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
    /// A leaf of the model in the words of the space.
    #[must_use]
    pub fn leaf(&self, leaf: &Leaf) -> Leaf {
        match leaf {
            Leaf::Value(value) => Leaf::Value(self.value(value)),
            Leaf::Gap(gap) => Leaf::Gap(self.gaps.get(gap.index()).copied().unwrap_or(*gap)),
            other => other.clone(),
        }
    }

    fn value(&self, value: &Value) -> Value {
        let shared = |word: &Word| self.words.get(word.0 as usize).copied().unwrap_or(*word);
        match value {
            Value::Word(word) => Value::Word(shared(word)),
            Value::Set(words) => {
                let mut words: Vec<Word> = words.iter().map(shared).collect();
                words.sort_unstable();
                Value::Set(words)
            }
            other => other.clone(),
        }
    }
}

impl Space {
    /// The space of two models of one game.
    #[must_use]
    pub fn new(old: &Model, new: &Model) -> Self {
        let mut space = Self::default();
        space.new.words = space.words_of(new);
        space.old.words = space.words_of(old);
        space.new.gaps = space.gaps_of(new);
        space.old.gaps = space.gaps_of(old);
        space.match_variables(old, new);
        space.old.places = space.places(old, &space.old, |shared| shared.old);
        space.new.places = space.places(new, &space.new, |shared| shared.new);
        space.note_dice(old, new);
        space
    }

    /// How many values each variable has.
    #[must_use]
    pub fn sizes(&self) -> Vec<u32> {
        self.variables
            .iter()
            .map(|shared| shared.domain.size())
            .collect()
    }

    /// A variable by its id in this space.
    #[must_use]
    pub fn variable(&self, id: VariableId) -> Option<&Shared> {
        self.variables.get(id.index())
    }

    fn words_of(&mut self, model: &Model) -> Vec<Word> {
        model
            .words
            .iter()
            .map(|word| self.words.intern(model.words.text(word)))
            .collect()
    }

    fn gaps_of(&mut self, model: &Model) -> Vec<GapId> {
        let mut ids = Vec::with_capacity(model.gaps.len());
        for gap in &model.gaps {
            let key = (gap.lost.clone(), gap.cite.clone());
            let place = self
                .gaps
                .iter()
                .position(|own| *own == key)
                .unwrap_or_else(|| {
                    self.gaps.push(key);
                    self.gaps.len() - 1
                });
            ids.push(GapId(u32::try_from(place).unwrap_or(u32::MAX)));
        }
        ids
    }

    fn match_variables(&mut self, old: &Model, new: &Model) {
        let new_keys = keys(new);
        let old_keys = renamed(old, keys(old), new, &new_keys);
        let by_key = |keys: &[String]| -> FxHashMap<String, VariableId> {
            (0..)
                .zip(keys)
                .map(|(id, key)| (key.clone(), VariableId(id)))
                .collect()
        };
        let (old_ids, new_ids) = (by_key(&old_keys), by_key(&new_keys));
        for key in merged(&old_keys, &new_keys) {
            let pair = (old_ids.get(&key).copied(), new_ids.get(&key).copied());
            let found = (
                pair.0.and_then(|id| old.variable(id)),
                pair.1.and_then(|id| new.variable(id)),
            );
            let domains = (
                found.0.map(|own| self.old.domain(&own.domain)),
                found.1.map(|own| self.new.domain(&own.domain)),
            );
            let together = match &domains {
                (Some(old), Some(new)) => both(old, new),
                (Some(one), None) | (None, Some(one)) => Some(one.clone()),
                (None, None) => None,
            };
            let Some(named) = found.1.or(found.0) else {
                continue;
            };
            let shared = |domain: Domain, old, new, name: String| Shared {
                name,
                domain,
                role: named.role,
                dice: None,
                old,
                new,
            };
            match (together, domains) {
                (Some(domain), _) => {
                    self.variables
                        .push(shared(domain, pair.0, pair.1, named.name.clone()))
                }
                (None, (before, now)) => {
                    let was = format!("{} (as it was)", named.name);
                    self.variables
                        .extend(before.map(|domain| shared(domain, pair.0, None, was)));
                    self.variables
                        .extend(now.map(|domain| shared(domain, None, pair.1, named.name.clone())));
                }
            }
        }
    }

    fn note_dice(&mut self, old: &Model, new: &Model) {
        for shared in &mut self.variables {
            let (model, side, id) = match (shared.new, shared.old) {
                (Some(id), _) => (new, &self.new, id),
                (None, Some(id)) => (old, &self.old, id),
                (None, None) => continue,
            };
            let place = side.places.get(id.index()).and_then(Option::as_ref);
            if let (Some(roll), Some(place)) = (
                model.variable(id).and_then(|found| found.roll.as_ref()),
                place,
            ) {
                let way = |index: &Option<u32>| {
                    index
                        .and_then(|index| roll.ways.get(index as usize))
                        .copied()
                        .unwrap_or(0)
                };
                let whole = roll.die_of.map_or(id, |(whole, _)| whole);
                let ways = place.from.iter().map(way).collect();
                shared.dice = Some(Dice {
                    roll: model.variable_name(whole).to_owned(),
                    ways,
                });
            }
        }
    }

    fn places(
        &self,
        model: &Model,
        side: &Side,
        id_of: impl Fn(&Shared) -> Option<VariableId>,
    ) -> Vec<Option<Place>> {
        let mut places = vec![None; model.variables.len()];
        for (at, shared) in (0..).zip(&self.variables) {
            let Some(id) = id_of(shared) else { continue };
            let own = model.variable(id).map(|found| side.domain(&found.domain));
            let index = |index| {
                own.as_ref()
                    .and_then(|own| index_in(own, &shared.domain.value(index)))
            };
            let from = (0..shared.domain.size()).map(index).collect();
            if let Some(place) = places.get_mut(id.index()) {
                *place = Some(Place {
                    variable: VariableId(at),
                    from,
                });
            }
        }
        places
    }
}

impl Side {
    /// A domain in the words of the space, its values in the order of the model's own.
    fn domain(&self, domain: &Domain) -> Domain {
        let shared = |words: &[Word]| {
            words
                .iter()
                .map(|word| self.words.get(word.0 as usize).copied().unwrap_or(*word))
                .collect()
        };
        let kind = match &domain.kind {
            DomainKind::Words {
                words,
                ordered,
                cyclic,
            } => DomainKind::Words {
                words: shared(words),
                ordered: *ordered,
                cyclic: *cyclic,
            },
            DomainKind::Sets(words) => DomainKind::Sets(shared(words)),
            DomainKind::Text(words) => DomainKind::Text(shared(words)),
            other => other.clone(),
        };
        Domain { kind }
    }
}

/// The index of a shared value in a model's own domain. A text that its rules do not name is any other text.
fn index_in(own: &Domain, value: &Value) -> Option<u32> {
    let other = || match &own.kind {
        DomainKind::Text(_) => own.size().checked_sub(1),
        _ => None,
    };
    own.index(value).or_else(other)
}

/// A name for each variable that is the same in every rulebook: a state of a process, and a turn before, with its process.
fn keys(model: &Model) -> Vec<String> {
    let mut keys: Vec<String> = model
        .variables
        .iter()
        .map(|variable| match variable.role {
            Role::Fact | Role::Reading(_) => variable.name.clone(),
            Role::Keep | Role::Before(_) => {
                format!("{}:{}", model.pack_name(variable.pack), variable.name)
            }
        })
        .collect();
    for process in &model.processes {
        let own = process.steps.iter().map(|(variable, _)| *variable);
        let own = own.chain(process.initially.iter().map(|(variable, _)| *variable));
        let own = own.chain(process.before.iter().flat_map(|(of, copy)| [*of, *copy]));
        for id in own {
            let Some(variable) = model
                .variable(id)
                .filter(|own| matches!(own.role, Role::Keep | Role::Before(_)))
            else {
                continue;
            };
            if let Some(key) = keys.get_mut(id.index()) {
                *key = format!("{}:{}", process.name, variable.name);
            }
        }
    }
    tell_apart(&mut keys);
    keys
}

/// No two keys are the same: where two are, the later gets a number.
fn tell_apart(keys: &mut [String]) {
    let mut seen: FxHashMap<String, u32> = FxHashMap::default();
    for key in keys {
        let times = seen.entry(key.clone()).or_insert(0);
        *times += 1;
        if *times > 1 {
            *key = format!("{key} #{times}");
        }
    }
}

/// The old keys, with the new name of each fact whose old one the new model knows as an alias.
fn renamed(
    old: &Model,
    mut old_keys: Vec<String>,
    new: &Model,
    new_keys: &[String],
) -> Vec<String> {
    for (key, variable) in old_keys.iter_mut().zip(&old.variables) {
        if variable.role != Role::Fact || new_keys.contains(key) {
            continue;
        }
        let alias = new
            .variable_names
            .get(&variable.name)
            .and_then(|id| new.variable(*id));
        if let Some(found) = alias.filter(|found| !old.variable_names.contains_key(&found.name)) {
            key.clone_from(&found.name);
        }
    }
    old_keys
}

/// One list of both, each thing once; the order is the new one's, and what only the old one has stands before what it stood
/// before there.
pub(super) fn merged<T: Clone + Eq + std::hash::Hash>(old: &[T], new: &[T]) -> Vec<T> {
    let known: rustc_hash::FxHashSet<&T> = new.iter().collect();
    let mut before: FxHashMap<Option<&T>, Vec<&T>> = FxHashMap::default();
    let mut next = None;
    for item in old.iter().rev() {
        if known.contains(item) {
            next = Some(item);
        } else {
            before.entry(next).or_default().push(item);
        }
    }
    let mut list = Vec::with_capacity(new.len());
    for item in new {
        list.extend(
            before
                .remove(&Some(item))
                .into_iter()
                .flatten()
                .rev()
                .cloned(),
        );
        list.push(item.clone());
    }
    list.extend(before.remove(&None).into_iter().flatten().rev().cloned());
    list
}

/// The values of both domains; nothing where they are of different kinds.
fn both(old: &Domain, new: &Domain) -> Option<Domain> {
    let kind = match (&old.kind, &new.kind) {
        (old, new) if old == new => new.clone(),
        (
            DomainKind::Words { words: old, .. },
            DomainKind::Words {
                words: new,
                ordered,
                cyclic,
            },
        ) => DomainKind::Words {
            words: merged(old, new),
            ordered: *ordered,
            cyclic: *cyclic,
        },
        (DomainKind::Text(old), DomainKind::Text(new)) => DomainKind::Text(merged(old, new)),
        (DomainKind::Sets(old), DomainKind::Sets(new)) => {
            let mut words = merged(old, new);
            words.sort_unstable();
            DomainKind::Sets(words)
        }
        (DomainKind::Numbers { .. }, DomainKind::Numbers { .. }) => numbers(old, new)?,
        _ => return None,
    };
    let fits = match &kind {
        DomainKind::Sets(words) => words.len() <= 12,
        _ => true,
    };
    let domain = Domain { kind };
    (fits && domain.size() <= MOST_VALUES).then_some(domain)
}

/// The coarsest even steps that meet every number of both.
fn numbers(old: &Domain, new: &Domain) -> Option<DomainKind> {
    let (
        DomainKind::Numbers {
            low: old_low,
            step: old_step,
            count: old_count,
        },
        DomainKind::Numbers {
            low: new_low,
            step: new_step,
            count: new_count,
        },
    ) = (&old.kind, &new.kind)
    else {
        return None;
    };
    let end = |low: &Number, step: &Number, count: u32| {
        low + step * Number::from_integer(i64::from(count.max(1) - 1))
    };
    let low = *old_low.min(new_low);
    let high = end(old_low, old_step, *old_count).max(end(new_low, new_step, *new_count));
    let apart = if old_low > new_low {
        old_low - new_low
    } else {
        new_low - old_low
    };
    let step = common_step(common_step(*old_step, *new_step)?, apart)?;
    let steps = ((high - low) / step).to_integer();
    let count = u32::try_from(steps).ok()?.checked_add(1)?;
    Some(DomainKind::Numbers { low, step, count })
}

/// The greatest number of which both are multiples.
fn common_step(one: Number, other: Number) -> Option<Number> {
    let scale = Number::from_integer(i64::checked_mul(*one.denom(), *other.denom())?);
    let (mut one, mut other) = (
        one.checked_mul(&scale)?.to_integer(),
        other.checked_mul(&scale)?.to_integer(),
    );
    while other != 0 {
        (one, other) = (other, one % other);
    }
    Some(Number::from_integer(one) / scale)
}
