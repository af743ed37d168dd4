//! What asks a model's questions, and the forms of what comes of it.

use crate::check::uses_broken;
use crate::diagnostic::{Code, Diagnostic};
use crate::diagram::{Compiler, Leaf, NodeId, TooLarge, support};
use crate::model::{
    Budget, Expr, GapId, Kind, Model, Process, QuestionId, Role, Usual, VariableId,
};
use crate::turn::{Look, Situation, begin};
use crate::value::Number;
use crate::value::Value;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use std::sync::Arc;

/// A situation that cannot be: its diagram, the facts on which it depends, and what decides whether it is one: these, what they
/// can follow from, and how readings are taken; in the order of their numbers.
#[derive(Debug, Clone)]
pub struct Excluded {
    pub root: NodeId,
    pub facts: Arc<[VariableId]>,
    pub deciding: Arc<[VariableId]>,
}

impl Excluded {
    /// Whether a fact decides, by itself or by what follows from it, whether a situation is one.
    #[must_use]
    pub fn decides(&self, fact: VariableId) -> bool {
        self.deciding.binary_search(&fact).is_ok()
    }
}

/// How many diagrams are remembered with what is left of them.
const MOST_LEFT: usize = 20_000;

/// What is known of the facts that a diagram looks at.
type PartlyKnown = Box<[Option<u32>]>;

/// Asks a model's questions; each is compiled when it is first asked.
#[derive(Debug)]
pub struct Asker<'a> {
    pub model: &'a Model,
    pub compiler: Compiler<'a>,
    /// What was too much to see through once, and is so ever after, with what is to be told there.
    pub(super) vast: FxHashMap<NodeId, Needs>,
    /// Whether a fact of which nobody says anything is as usual.
    pub takes_usual: bool,
    /// The diagrams of the usual values and of their conditions.
    pub usual: FxHashMap<(VariableId, usize, bool), NodeId>,
    /// The situations that cannot be, by their places.
    pub impossible: FxHashMap<usize, Excluded>,
    /// Whether a situation is one of those, by the place and by what decides it.
    pub decided: FxHashMap<Decider, bool>,
    /// The same, of a situation that is watched, since the last question began: each look at it was noted then.
    pub decided_since: FxHashMap<Decider, bool>,
    /// The places of those that look at a fact.
    excluding: FxHashMap<VariableId, Arc<[usize]>>,
    /// Which of those a situation is, if any, by what decides any of them; and what does, by its number.
    pub reached: FxHashMap<Known, Option<usize>>,
    pub deciding_any: Option<Arc<[VariableId]>>,
    /// For each fact, those that it may follow from.
    pub sources: FxHashMap<VariableId, FxHashSet<VariableId>>,
    /// What is wanted of an answer that is open.
    pub wanted: Wanted,
    /// For diagrams, the facts that they look at, and what is left of them where so much of these is known.
    supports: FxHashMap<NodeId, Arc<[VariableId]>>,
    left: FxHashMap<NodeId, FxHashMap<PartlyKnown, NodeId>>,
    left_kept: usize,
    /// What is known of the looking for facts.
    pub(super) sought: Sought,
}

/// What is known of facts that are looked for, and of the circles in which they go by each other.
#[derive(Debug, Default)]
pub(super) struct Sought {
    /// The facts that are not to be had in this situation, whatever asks for them.
    pub missing: FxHashSet<VariableId>,
    /// The facts that are not to be had before another one is, for which something looks already: with its place on the trail.
    pub waiting: FxHashMap<VariableId, usize>,
    /// The first place on the trail of a fact that was looked for within itself, since the last one was begun with.
    pub circle: Option<usize>,
    /// From which place on nothing waits: where all that is left in a circle wait for each other, some must be as they usually are.
    pub hasty: Option<usize>,
}

impl Sought {
    /// Notes that something waits for what stands at a place on the trail.
    pub fn wait_for(&mut self, place: Option<usize>) {
        self.circle = self.circle.into_iter().chain(place).min();
    }

    /// Nothing waits any longer for what stands from a place of the trail on.
    pub fn stop_waiting(&mut self, from: usize) {
        self.waiting.retain(|_, place| *place < from);
    }
}

/// What is wanted of an answer that is open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wanted {
    /// What to tell, in the order in which to tell it, and where that leads.
    Whole,
    /// The same without what each value of the first of them leads to.
    Possible,
    /// Whether it is open once what cannot be is left out.
    WhetherOpen,
    /// The same at a glance: what cannot be may leave one answer alone.
    Glance,
}

/// What is known of some variables.
pub type Known = Box<[(VariableId, u32)]>;

/// What decides whether a situation is one of those that cannot be: its place, and what is known of what it looks at.
pub type Decider = (usize, Known);

/// What the rules answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ruling {
    Value(Value),
    /// The source lost it.
    Gap(GapId),
    /// It depends on facts that are not known.
    Needs(Needs),
    /// The question is not asked for these facts: the fact, and the values for which it is asked.
    NotAsked(Vec<(VariableId, Vec<u32>)>),
    /// The pack has an error here, in words.
    Broken(Diagnostic),
}

/// What is open.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Needs {
    /// The facts on which the answer still depends, the one to ask for first.
    pub facts: Vec<VariableId>,
    /// Every answer still possible, in order; none where they are too many to be known.
    pub possible: Vec<Leaf>,
    /// Those of the facts that a question finds, with that question and why it did not: what it needs itself, or a gap.
    pub unfound: Vec<(VariableId, QuestionId, Ruling)>,
    /// Where one fact alone is open: each answer, and the indices of the values that lead to it. None where they are many.
    pub cases: Vec<(Leaf, Vec<u32>)>,
    /// Where there are many, but most are the value of that fact and always so much more: how much, and the indices of the values.
    /// The cases are then the others.
    pub added: Option<(Number, Vec<u32>)>,
    /// Where several facts are open, and the first of them settles it for some values: the answers that are possible after each value,
    /// and the indices of the values after which it is these. None where they are many.
    pub leads: Vec<(Vec<Leaf>, Vec<u32>)>,
    /// Whether what one of the facts follows from is lost, or is so for some values of others.
    pub may_be_lost: bool,
    /// The paragraphs that make each of these answers, what is added first, as far as that was asked for.
    pub made_by: Vec<Vec<String>>,
    /// Of the facts taken as usual those of which another value changes one of these answers, as far as that was asked for.
    pub changed_by: Vec<VariableId>,
}

impl Needs {
    /// Whether nothing can come out whatever else is told: it cannot be asked so.
    #[must_use]
    pub const fn is_nothing(&self) -> bool {
        self.facts.is_empty() && self.possible.is_empty() && self.cases.is_empty()
    }

    /// Tells no longer what a value leads to.
    pub fn forget_leads(&mut self) {
        self.added = None;
        self.cases.clear();
        self.leads.clear();
    }
}

/// A fact that was not given, and what it was taken to be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TakenFact {
    pub fact: VariableId,
    pub by: By,
    /// The index of its value.
    pub index: u32,
}

/// By what a fact that was not given is what it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum By {
    /// By the question of its name.
    Question(QuestionId),
    /// By one of its usual values, by its place among them.
    Usual(usize),
    /// By the first value that a process gives it.
    First,
}

impl Ruling {
    /// What a leaf of a diagram says; `not_asked` tells for which values the question is asked.
    pub fn of(leaf: &Leaf, not_asked: impl FnOnce() -> Vec<(VariableId, Vec<u32>)>) -> Self {
        match leaf {
            Leaf::Value(value) => Self::Value(value.clone()),
            Leaf::Gap(gap) => Self::Gap(*gap),
            Leaf::Outside => Self::NotAsked(not_asked()),
            Leaf::Conflict => Self::broken(Code::Overlap, "two rules give different answers"),
            Leaf::Overflow => Self::broken(Code::OutsideDomain, "the answer cannot be calculated"),
            Leaf::Nothing | Leaf::Silent | Leaf::Cancelled => {
                Self::broken(Code::Gap, "no rule gives an answer")
            }
        }
    }

    fn broken(code: Code, why: &str) -> Self {
        Self::Broken(Diagnostic::error_nowhere(code, why))
    }

    /// The leaf that it is, where it is a value or lost.
    #[must_use]
    pub fn leaf(&self) -> Option<Leaf> {
        match self {
            Self::Value(value) => Some(Leaf::Value(value.clone())),
            Self::Gap(gap) => Some(Leaf::Gap(*gap)),
            _ => None,
        }
    }

    pub fn too_large(compiler: &Compiler<'_>, id: Option<QuestionId>) -> Self {
        Self::Broken(match id {
            Some(id) => compiler.too_large(id),
            None => Diagnostic::too_large("this"),
        })
    }

    /// With the commands in it completed by the options that name the rulebook at hand.
    #[must_use]
    pub fn completed(self, options: &[String]) -> Self {
        match self {
            Self::Broken(why) => Self::Broken(why.completed(options)),
            other => other,
        }
    }
}

impl TakenFact {
    /// The usual value that it is, if it is one.
    #[must_use]
    pub fn usual<'m>(&self, model: &'m Model) -> Option<&'m Usual> {
        match self.by {
            By::Question(_) | By::First => None,
            By::Usual(place) => model.variables[self.fact].usually.get(place),
        }
    }

    /// Whether no rule says so: it is only usual.
    #[must_use]
    pub fn is_assumed(&self, model: &Model) -> bool {
        self.by == By::First || self.usual(model).is_some_and(|usual| !usual.is_rule())
    }

    /// The question that found it, if one did.
    #[must_use]
    pub fn question(&self, model: &Model) -> Option<QuestionId> {
        match (self.by, self.usual(model).map(|usual| &usual.is.kind)) {
            (By::Question(id), _) => Some(id),
            (_, Some(Kind::Question(id, bound))) if bound.is_empty() => Some(*id),
            _ => None,
        }
    }

    /// The paragraphs that say so.
    #[must_use]
    pub fn cite(&self, model: &Model) -> Vec<String> {
        if let Some(usual) = self.usual(model).filter(|usual| !usual.cite.is_empty()) {
            return vec![usual.cite.clone()];
        }
        self.question(model)
            .map_or_else(Vec::new, |id| model.questions[id].cite.clone())
    }
}

/// Puts the first values of the states of a process where nothing else is known, and tells those that a player could have told.
pub fn begun(model: &Model, process: &Process, situation: &mut Situation) -> Vec<TakenFact> {
    let mut begun = begin(process, situation);
    begun.retain(|(fact, _)| model.variables[*fact].role == Role::Fact);
    let by = By::First;
    let taken = |(fact, index)| TakenFact { fact, by, index };
    begun.into_iter().map(taken).collect()
}

impl<'a> Asker<'a> {
    #[must_use]
    pub fn new(model: &'a Model) -> Self {
        model.budget.renew();
        Self::of(Compiler::new(model))
    }

    /// One with a budget of its own, so that several answer at the same time what each would answer alone.
    #[must_use]
    pub fn apart(model: &'a Model) -> Self {
        Self::of(Compiler::apart(model, &Budget::default()))
    }

    /// One for many runs, each with a budget of its own: what they compile, they compile within one budget.
    #[must_use]
    pub fn of_runs(model: &'a Model) -> Self {
        let mut asker = Self::apart(model);
        asker.compiler.store.set_apart(Budget::default());
        asker
    }

    /// The same with no diagrams, where too many are kept.
    #[must_use]
    pub fn emptied(&self) -> Self {
        Self::of(self.compiler.emptied())
    }

    fn of(compiler: Compiler<'a>) -> Self {
        Self {
            model: compiler.model,
            compiler,
            vast: FxHashMap::default(),
            takes_usual: true,
            usual: FxHashMap::default(),
            impossible: FxHashMap::default(),
            decided: FxHashMap::default(),
            decided_since: FxHashMap::default(),
            excluding: FxHashMap::default(),
            reached: FxHashMap::default(),
            deciding_any: None,
            sources: FxHashMap::default(),
            supports: FxHashMap::default(),
            left: FxHashMap::default(),
            left_kept: 0,
            wanted: Wanted::Whole,
            sought: Sought::default(),
        }
    }

    /// Whether from now on nothing is taken as usual: what is neither given nor found is then asked for.
    pub const fn set_strict(&mut self, strict: bool) {
        self.takes_usual = !strict;
    }

    pub fn begin(&mut self) {
        self.compiler.store.renew_budget();
        self.sought = Sought::default();
        self.decided_since.clear();
    }

    /// What is left of a diagram where something is known. Of what it looks at, the same is often known again.
    pub fn restricted(&mut self, root: NodeId, known: &Situation) -> Result<NodeId, TooLarge> {
        let facts = self.support(root);
        known.note(&facts, |changed| Look::Left(root, changed));
        let values: Vec<_> = facts.iter().map(|fact| known.value(*fact)).collect();
        self.left(root, &facts, &values)
    }

    /// The same where so much is known of each fact that it looks at.
    pub fn left(
        &mut self,
        root: NodeId,
        facts: &[VariableId],
        values: &[Option<u32>],
    ) -> Result<NodeId, TooLarge> {
        if let Some(left) = self.left.get(&root).and_then(|own| own.get(values)) {
            return Ok(*left);
        }
        let known = |fact| {
            let place = facts.binary_search(&fact).ok()?;
            values.get(place).copied().flatten()
        };
        let left = self.compiler.store.restrict_all(root, &known)?;
        if self.left_kept >= MOST_LEFT {
            self.left.clear();
            self.left_kept = 0;
        }
        self.left_kept += 1;
        self.left
            .entry(root)
            .or_default()
            .insert(values.into(), left);
        Ok(left)
    }

    /// Where a diagram leads, or the first fact on the way that is not known.
    pub fn way(&mut self, root: NodeId, known: &Situation) -> Result<NodeId, VariableId> {
        if known.is_watched() {
            let facts = self.support(root);
            known.note(&facts, |changed| Look::Way(root, changed));
        }
        self.compiler.store.reach(root, |fact| known.value(fact))
    }

    /// The facts that a diagram looks at, in the order of their numbers.
    pub fn support(&mut self, root: NodeId) -> Arc<[VariableId]> {
        if self.supports.len() >= MOST_LEFT {
            self.supports.clear();
        }
        let known = self.supports.entry(root);
        let facts = known.or_insert_with(|| support(&self.compiler.store, root).into());
        Arc::clone(facts)
    }

    /// The diagram of a usual value, or of its condition.
    pub fn usual_root(
        &mut self,
        key: (VariableId, usize, bool),
        expr: &Expr,
    ) -> Result<NodeId, TooLarge> {
        if let Some(known) = self.usual.get(&key) {
            return Ok(*known);
        }
        let root = self.compiler.expr(expr)?;
        self.usual.insert(key, root);
        Ok(root)
    }

    /// What cannot be, by its place.
    pub fn excluded(&mut self, place: usize) -> Result<&Excluded, TooLarge> {
        if !self.impossible.contains_key(&place) {
            let excluded = self.excluded_first(place)?;
            self.impossible.insert(place, excluded);
        }
        self.impossible.get(&place).ok_or(TooLarge)
    }

    fn excluded_first(&mut self, place: usize) -> Result<Excluded, TooLarge> {
        let impossible = self.model.impossible.get(place);
        let root = match impossible.is_none_or(|other| uses_broken(self.model, &other.when)) {
            true => self.compiler.store.leaf(Leaf::truth(false)),
            false => self.compiler.impossible_one(place)?,
        };
        let facts = support(&self.compiler.store, root);
        Ok(Excluded {
            root,
            deciding: self.deciding(&facts),
            facts: facts.into(),
        })
    }

    /// The places of what cannot be that looks at a fact.
    pub fn excluding(&mut self, fact: VariableId) -> Result<Arc<[usize]>, TooLarge> {
        if let Some(known) = self.excluding.get(&fact) {
            return Ok(Arc::clone(known));
        }
        let mut places = Vec::new();
        for place in 0..self.model.impossible.len() {
            if self.excluded(place)?.facts.contains(&fact) {
                places.push(place);
            }
        }
        let places: Arc<[usize]> = places.into();
        self.excluding.insert(fact, Arc::clone(&places));
        Ok(places)
    }

    /// What decides whether a situation is any of those that cannot be, by its number.
    pub fn deciding_any(&mut self) -> Result<Arc<[VariableId]>, TooLarge> {
        if let Some(known) = &self.deciding_any {
            return Ok(Arc::clone(known));
        }
        let mut any = BTreeSet::new();
        for place in 0..self.model.impossible.len() {
            any.extend(self.excluded(place)?.deciding.iter().copied());
        }
        let any: Arc<[VariableId]> = any.into_iter().collect();
        Ok(Arc::clone(self.deciding_any.insert(any)))
    }

    fn deciding(&self, facts: &[VariableId]) -> Arc<[VariableId]> {
        let model = self.model;
        let variables = model.variables.enumerated();
        let readings = variables.filter(|(_, variable)| variable.role != Role::Fact);
        let mut deciding: BTreeSet<VariableId> = readings.map(|(id, _)| id).collect();
        deciding.extend(facts);
        for fact in facts {
            deciding.extend(crate::check::comes_from(model, *fact));
        }
        deciding.into_iter().collect()
    }

    /// The leaf of a question in a situation; a missing fact is no answer.
    pub fn leaf(&mut self, id: QuestionId, situation: &Situation) -> Leaf {
        match self.compiler.question(id) {
            Ok(root) => {
                let leaf = self.compiler.store.walk(root, |fact| situation.get(fact));
                leaf.cloned().unwrap_or(Leaf::Nothing)
            }
            Err(TooLarge) => Leaf::Overflow,
        }
    }
}
