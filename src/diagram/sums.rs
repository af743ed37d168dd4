//! Sums that are not multiplied out: what each value of a fact adds stands on its edge, so that a sum is about as large as all
//! its summands together, however many numbers it can come to.
//!
//! After Lai and Sastry, *Edge-Valued Binary Decision Diagrams for Multi-Level Hierarchical Verification* (1992).

use super::apply::deeper;
use super::{Built, Compiler, Leaf, NodeId, Store, TooLarge};
use crate::model::{Combine, Model, Question, RuleId, VariableId};
use crate::value::{Number, Value, minus, plus};
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

/// A number, and what the facts that are still to be looked at add to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Sum {
    pub(super) base: Number,
    pub(super) rest: Option<u32>,
}

/// A test of one variable. Its first edge adds nothing: what all of them add is told above.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Test {
    pub variable: VariableId,
    pub edges: Box<[(u32, Sum)]>,
}

/// Sums of diagrams over the variables of one store. Equal functions are equal sums.
#[derive(Debug, Default)]
pub struct Sums {
    /// Each after those that it leads to.
    tests: IndexSet<Test, FxBuildHasher>,
    added: FxHashMap<(u32, u32), Sum>,
}

impl Sum {
    pub(super) const fn of(base: Number) -> Self {
        Self { base, rest: None }
    }

    pub(super) fn plus(self, number: Number) -> Option<Self> {
        let base = plus(self.base, number)?;
        Some(Self { base, ..self })
    }

    /// What it comes to, where no fact adds to it.
    pub fn number(self) -> Option<Number> {
        self.rest.is_none().then_some(self.base)
    }

    /// Whether it comes to nothing everywhere.
    pub fn is_nought(self) -> bool {
        self == Self::of(0.into())
    }
}

impl Sums {
    /// The most tests that are made.
    const MOST: usize = 200_000;

    /// The most different numbers that are kept at a time.
    const MOST_NUMBERS: usize = 1_000_000;

    /// What a diagram of numbers comes to, nothing where it is silent. None where it leads to anything else.
    pub fn summand(&mut self, store: &Store, root: NodeId) -> Option<Sum> {
        self.taken(store, root, &mut FxHashMap::default())
    }

    fn taken(
        &mut self,
        store: &Store,
        id: NodeId,
        known: &mut FxHashMap<NodeId, Sum>,
    ) -> Option<Sum> {
        let Some(node) = store.inner(id) else {
            return match store.leaf_at(id) {
                Leaf::Value(Value::Number(number)) => Some(Sum::of(*number)),
                Leaf::Silent => Some(Sum::of(0.into())),
                _ => None,
            };
        };
        if let Some(done) = known.get(&id) {
            return Some(*done);
        }
        let edges = node.edges.iter().map(|(end, child)| {
            let child = deeper(|| self.taken(store, *child, known))?;
            Some((*end, child))
        });
        let edges = edges.collect::<Option<Vec<_>>>()?;
        let done = self.test(node.variable, edges)?;
        known.insert(id, done);
        Some(done)
    }

    /// What some sums come to together: halves first, so that few of the tests are made more than once. None where that is too
    /// much, or a number leaves the range of exact arithmetic.
    pub fn total(&mut self, store: &Store, sums: &[Sum]) -> Option<Sum> {
        match sums {
            [] => Some(Sum::of(0.into())),
            [only] => Some(*only),
            _ => {
                let (first, others) = sums.split_at(sums.len() / 2);
                let [first, others] = [self.total(store, first)?, self.total(store, others)?];
                self.add(store, first, others)
            }
        }
    }

    fn add(&mut self, store: &Store, one: Sum, other: Sum) -> Option<Sum> {
        let base = plus(one.base, other.base)?;
        let (Some(left), Some(right)) = (one.rest, other.rest) else {
            let rest = one.rest.or(other.rest);
            return Some(Sum { base, rest });
        };
        let key = (left.min(right), left.max(right));
        if let Some(done) = self.added.get(&key) {
            return done.plus(base);
        }
        let [left, right] = [left, right].map(|rest| Sum {
            base: 0.into(),
            rest: Some(rest),
        });
        let first = [left, right].into_iter().filter_map(|sum| self.tested(sum));
        let variable = first.min_by_key(|variable| store.level(*variable))?;
        let [left, right] = [left, right].map(|sum| self.edges(store, variable, sum));
        let (mut left, mut right) = (left.into_iter().peekable(), right.into_iter().peekable());
        let mut edges = Vec::new();
        while let (Some((left_end, one)), Some((right_end, other))) = (left.peek(), right.peek()) {
            let (end, one, other) = (*left_end.min(right_end), *one, *other);
            edges.push((end, deeper(|| self.add(store, one, other))?));
            left.next_if(|(own, _)| *own == end);
            right.next_if(|(own, _)| *own == end);
        }
        let done = self.test(variable, edges)?;
        self.added.insert(key, done);
        done.plus(base)
    }

    pub(super) fn at(&self, sum: Sum) -> Option<&Test> {
        self.tests.get_index(sum.rest? as usize)
    }

    pub(super) fn test_at(&self, place: u32) -> Option<&Test> {
        self.tests.get_index(place as usize)
    }

    /// Where the values of a variable lead, be it tested first or not.
    fn edges(&self, store: &Store, variable: VariableId, sum: Sum) -> Vec<(u32, Sum)> {
        let test = self.at(sum).filter(|test| test.variable == variable);
        test.map_or_else(
            || vec![(store.size(variable), sum)],
            |test| test.edges.to_vec(),
        )
    }

    /// The test with these edges: the only sum where they all agree, else the stored one.
    pub(super) fn test(&mut self, variable: VariableId, mut edges: Vec<(u32, Sum)>) -> Option<Sum> {
        let base = edges.first()?.1.base;
        for (_, sum) in &mut edges {
            sum.base = minus(sum.base, base)?;
        }
        // Of neighbours that lead to the same place, the last tells where they end.
        edges.reverse();
        edges.dedup_by_key(|(_, sum)| *sum);
        edges.reverse();
        if let [(_, only)] = edges.as_slice() {
            return only.plus(base);
        }
        if self.tests.len() >= Self::MOST {
            return None;
        }
        let edges = edges.into();
        let (place, _) = self.tests.insert_full(Test { variable, edges });
        let rest = u32::try_from(place).ok();
        rest.map(|rest| Sum {
            base,
            rest: Some(rest),
        })
    }

    /// The tests on the way from a sum, each after those that it leads to.
    pub(super) fn below(&self, sum: Sum) -> Vec<u32> {
        let mut seen = FxHashSet::default();
        let mut waiting: Vec<u32> = sum.rest.into_iter().collect();
        while let Some(place) = waiting.pop() {
            if seen.insert(place)
                && let Some(test) = self.tests.get_index(place as usize)
            {
                waiting.extend(test.edges.iter().filter_map(|(_, sum)| sum.rest));
            }
        }
        let mut below: Vec<u32> = seen.into_iter().collect();
        below.sort_unstable();
        below
    }

    /// How many tests a sum has.
    pub fn tests_of(&self, sum: Sum) -> usize {
        self.below(sum).len()
    }

    /// The least and the greatest number that a sum comes to, and whether all are whole numbers. None where they leave the range
    /// of exact arithmetic.
    pub fn bounds(&self, sum: Sum) -> Option<Bounds> {
        shifted(&self.all_bounds(sum)?, sum)
    }

    /// The same of every test on the way from a sum, without what comes before it.
    pub(super) fn all_bounds(&self, sum: Sum) -> Option<AllBounds> {
        let nought = (Number::from(0), Number::from(0), true);
        let mut known = AllBounds::default();
        known.insert(None, nought);
        for place in self.below(sum) {
            let mut bounds = None;
            for (_, sum) in &self.tests.get_index(place as usize)?.edges {
                let (low, high, whole) = shifted(&known, *sum)?;
                let (least, most, all) = bounds.unwrap_or((low, high, true));
                bounds = Some((low.min(least), high.max(most), whole && all));
            }
            known.insert(Some(place), bounds?);
        }
        Some(known)
    }

    /// The numbers that a sum comes to, in order; none where these are too many to be looked at.
    pub fn numbers(&self, sum: Sum) -> Option<Vec<Number>> {
        let mut known: FxHashMap<Option<u32>, Vec<Number>> = FxHashMap::default();
        known.insert(None, vec![0.into()]);
        let mut kept = 0;
        let moved = |known: &FxHashMap<_, Vec<Number>>, sum: &Sum| {
            let numbers = known.get(&sum.rest)?.iter();
            let numbers = numbers.map(|number| plus(*number, sum.base));
            numbers.collect::<Option<Vec<Number>>>()
        };
        for place in self.below(sum) {
            let mut all = Vec::new();
            for (_, sum) in &self.tests.get_index(place as usize)?.edges {
                all.extend(moved(&known, sum)?);
            }
            all.sort_unstable();
            all.dedup();
            kept += all.len();
            if kept > Self::MOST_NUMBERS {
                return None;
            }
            known.insert(Some(place), all);
        }
        moved(&known, &sum)
    }

    /// The sum as a diagram, multiplied out.
    pub fn diagram(&self, store: &mut Store, sum: Sum) -> Built {
        let number = |low: Number, high: Number| (low == high).then_some(low);
        let leaf = |low, high| Some(Leaf::Value(Value::Number(number(low, high)?)));
        self.multiplied(
            store,
            sum,
            &mut Multiplied::new(&leaf, AllBounds::default()),
        )
    }

    /// The diagram of what is made of a sum, multiplied out only as far as that hangs on it: `leaf` tells what is made of all numbers
    /// from one to another, where that is the same.
    pub fn diagram_of(&self, store: &mut Store, sum: Sum, leaf: OfNumbers<'_>) -> Built {
        let bounds = self.all_bounds(sum).ok_or(TooLarge)?;
        self.multiplied(store, sum, &mut Multiplied::new(leaf, bounds))
    }

    fn multiplied(&self, store: &mut Store, sum: Sum, made: &mut Multiplied<'_>) -> Built {
        if let Some((low, high, _)) = shifted(&made.bounds, sum)
            && let Some(leaf) = (made.leaf)(low, high)
        {
            return Ok(store.leaf(leaf));
        }
        let key = (sum.rest, *sum.base.numer(), *sum.base.denom());
        if let Some(done) = made.known.get(&key) {
            return Ok(*done);
        }
        let test = self.at(sum).ok_or(TooLarge)?;
        let base = store.open();
        for (end, child) in &test.edges {
            let child = child.plus(sum.base).ok_or(TooLarge)?;
            let child = deeper(|| self.multiplied(store, child, made))?;
            store.edge(base, *end, child);
        }
        let done = store.close(base, test.variable)?;
        made.known.insert(key, done);
        Ok(done)
    }
}

/// The least and the greatest number, and whether all are whole.
type Bounds = (Number, Number, bool);

/// Those of tests; none is where nothing is tested any more.
pub(super) type AllBounds = FxHashMap<Option<u32>, Bounds>;

/// Those of a sum, by those of where it leads.
fn shifted(known: &AllBounds, sum: Sum) -> Option<Bounds> {
    let (low, high, whole) = *known.get(&sum.rest)?;
    let (low, high) = (plus(low, sum.base)?, plus(high, sum.base)?);
    Some((low, high, whole && sum.base.is_integer()))
}

/// What is made of all numbers from one to another, where that is the same.
pub type OfNumbers<'f> = &'f dyn Fn(Number, Number) -> Option<Leaf>;

/// What is multiplied out: the leaf of numbers, how far what is tested reaches, where that is known, and what was made already.
struct Multiplied<'f> {
    leaf: OfNumbers<'f>,
    bounds: AllBounds,
    known: FxHashMap<(Option<u32>, i64, i64), NodeId>,
}

impl<'f> Multiplied<'f> {
    fn new(leaf: OfNumbers<'f>, mut bounds: AllBounds) -> Self {
        bounds.insert(None, (Number::from(0), Number::from(0), true));
        Self {
            leaf,
            bounds,
            known: FxHashMap::default(),
        }
    }
}

/// A question that adds up what its rules give, and nothing else.
#[derive(Debug)]
pub struct Summed {
    pub sums: Sums,
    /// What each rule adds, with its diagram.
    pub rules: Vec<(RuleId, NodeId, Sum)>,
    pub whole: Sum,
}

impl Compiler<'_> {
    /// The least number of rules that are worth the way by their sums.
    const MANY: usize = 40;

    /// Whether a question adds up what many rules of one pack give, and nothing else.
    pub fn is_sum(model: &Model, question: &Question) -> bool {
        let mut all = question.rules.iter().map(|rule| &model.rules[*rule]);
        question.combine == Combine::Sum
            && question.otherwise.is_none()
            && question.rules.len() >= Self::MANY
            && all.all(|rule| rule.pack == question.pack)
    }

    /// A question of many rules of one pack that all give numbers, as their sum.
    pub fn summed(&mut self, question: &Question) -> Option<Summed> {
        let model = self.model;
        if !Self::is_sum(model, question) {
            return None;
        }
        let mut sums = Sums::default();
        let mut rules = Vec::with_capacity(question.rules.len());
        for id in &question.rules {
            let root = self.rule(&model.rules[*id]).ok()?;
            rules.push((*id, root, sums.summand(&self.store, root)?));
        }
        let each: Vec<Sum> = rules.iter().map(|(.., sum)| *sum).collect();
        let whole = sums.total(&self.store, &each)?;
        Some(Summed { sums, rules, whole })
    }
}
