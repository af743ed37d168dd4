//! Two models side by side: the diagrams of both over one set of variables, and where they lead to different leaves.

use crate::analysis::space::{Lacking, Side, Space, names_now, renamed};
use crate::check::{Imprints, is_broken, used_by};
use crate::diagram::{Compiler, Leaf, NodeId, Place, Store, TooLarge, Transfer, support};
use crate::model::{Budget, Example, Expr, Model, QuestionId, Role, VariableId};
use crate::value::Word;
use rustc_hash::{FxHashMap, FxHashSet};

/// The leaf for facts with a value that one model does not have; no question's diagram has it.
const NO_SUCH_VALUE: Leaf = Leaf::Cancelled;

pub const TOO_LARGE: &str = "it needs too large a decision diagram";
const BROKEN: &str = "the rulebook has an error in it";
const BROKEN_IN_BOTH: &str = "both rulebooks have an error in it";

/// Why nothing is compared where an error leaves one side without a part, or both.
pub const fn why_broken(is_broken: [bool; 2]) -> Option<&'static str> {
    match is_broken {
        [false, false] => None,
        [true, true] => Some(BROKEN_IN_BOTH),
        _ => Some(BROKEN),
    }
}

/// A question of the old model, and what it is in the new one.
pub type Pair = [QuestionId; 2];

/// The diagrams of something in both models.
pub type Roots = [NodeId; 2];

/// Something of a model that has a diagram.
#[derive(Debug, Clone, Copy)]
pub enum Item<'m> {
    Question(QuestionId),
    Expr(&'m Expr),
}

impl Item<'_> {
    fn root(self, compiler: &mut Compiler<'_>) -> Result<NodeId, TooLarge> {
        compiler.store.renew_budget();
        match self {
            Self::Question(id) => compiler.question(id),
            Self::Expr(expr) => compiler.expr(expr),
        }
    }

    /// The diagram where the questions that it uses itself are these diagrams instead of their own.
    fn root_with(
        self,
        compiler: &mut Compiler<'_>,
        instead: &[(QuestionId, NodeId)],
    ) -> Result<NodeId, TooLarge> {
        match self {
            Self::Question(id) => compiler.question_with(id, instead),
            Self::Expr(expr) => compiler.expr_with(expr, instead),
        }
    }

    /// The words that its answer can be.
    fn words<'w>(self, model: &'w Model) -> &'w [Word]
    where
        Self: 'w,
    {
        match self {
            Self::Question(id) => model.questions[id].answer.words(),
            Self::Expr(expr) => expr.of.words(),
        }
    }

    pub fn uses(self, model: &Model) -> Vec<QuestionId> {
        match self {
            Self::Question(id) => used_by(model, id),
            Self::Expr(expr) => expr.questions().collect(),
        }
    }
}

/// One model with its diagrams, and its way into the common space.
pub(super) struct Version<'a> {
    pub compiler: Compiler<'a>,
    pub transfer: Transfer,
}

impl<'a> Version<'a> {
    fn new(model: &'a Model, side: &Side) -> Self {
        Self {
            compiler: Compiler::new(model),
            transfer: Transfer::new(side.places.clone(), NO_SUCH_VALUE),
        }
    }

    /// Makes the diagrams of some questions; one that is too large is told when it is asked for.
    fn compile_all(&mut self, questions: &[QuestionId], goes_on: &dyn Fn() -> bool) {
        let model = self.compiler.model;
        // Of sums, only the parts that differ are made.
        let is_sum = |id| Compiler::is_sum(model, &model.questions[id]);
        let sound = questions
            .iter()
            .filter(|id| !is_broken(model, **id) && !is_sum(**id));
        for id in sound.copied().take_while(|_| goes_on()) {
            let _ = Item::Question(id).root(&mut self.compiler);
        }
    }

    /// The diagram of something in the common space.
    pub fn carried(
        &mut self,
        item: Item<'_>,
        side: &Side,
        into: &mut Store,
    ) -> Result<NodeId, TooLarge> {
        let root = item.root(&mut self.compiler)?;
        into.renew_budget();
        self.transfer
            .carry(&self.compiler.store, root, into, &mut |leaf| {
                side.leaf(leaf)
            })
    }

    /// Where it is impossible that a question is asked, in the common space: yes or no.
    pub fn impossible(&mut self, id: QuestionId, into: &mut Store) -> Result<NodeId, TooLarge> {
        let root = self.compiler.question(id)?;
        let facts = support(&self.compiler.store, root);
        let root = self.compiler.impossible(&facts)?;
        let root = self
            .transfer
            .carry(&self.compiler.store, root, into, &mut Leaf::clone)?;
        into.map(root, &mut |leaf| Leaf::truth(leaf.is(true)))
    }
}

pub struct Both<'a> {
    pub models: [&'a Model; 2],
    pub(super) old: Version<'a>,
    pub(super) new: Version<'a>,
    pub space: Space,
    pub store: Store,
    /// From the old model's own diagrams into the new model's own.
    across: Transfer,
    /// The questions that both have, in the new model's order.
    pub pairs: Vec<Pair>,
    /// The pairs of which both are made of the same: their answers are the same too.
    alike: FxHashSet<Pair>,
    imprints: [Imprints<'a>; 2],
    /// Those that answer otherwise somewhere.
    pub changed: Vec<Pair>,
    pub(super) moved: Vec<Moved>,
    /// Of each model the facts with values that it does not have and the other does.
    pub(super) lacking: [Vec<Lacking>; 2],
}

/// A reading of both models that has another default now, or of which only one option may be taken in either.
pub(super) struct Moved {
    reading: VariableId,
    /// The shared indices of both defaults.
    defaults: [u32; 2],
    is_settled: bool,
}

impl<'a> Both<'a> {
    pub fn new(old: &'a Model, new: &'a Model) -> Self {
        let space = Space::new(old, new);
        let [old_side, new_side] = &space.sides;
        let (before, now) = (Imprints::of(old), Imprints::of(new));
        let pairs = pairs(old, new);
        let is_alike = |pair: &&Pair| before.question(pair[0]) == now.question(pair[1]);
        Self {
            models: [old, new],
            alike: pairs.iter().filter(is_alike).copied().collect(),
            old: Version::new(old, old_side),
            new: Version::new(new, new_side),
            store: Store::new(space.sizes(), space.levels([old, new]), &Budget::default()),
            across: Transfer::new(places_across(&space), NO_SUCH_VALUE),
            pairs,
            imprints: [before, now],
            changed: Vec::new(),
            moved: moved(&space, [old, new]),
            lacking: [0, 1].map(|side| space.lacking(side)),
            space,
        }
    }

    /// Makes the diagrams of both models side by side, of what is not alike in them.
    pub fn prepare(&mut self, goes_on: &(dyn Fn() -> bool + Sync)) {
        let others = self.pairs.iter().filter(|pair| !self.alike.contains(*pair));
        let (before, now): (Vec<_>, Vec<_>) = others.map(|[old, new]| (*old, *new)).unzip();
        let (old, new) = (&mut self.old, &mut self.new);
        rayon::join(
            || old.compile_all(&before, goes_on),
            || new.compile_all(&now, goes_on),
        );
    }

    /// Whether two conditions or values are made of the same.
    pub fn are_alike(&self, [old, new]: [&Expr; 2]) -> bool {
        let [before, now] = &self.imprints;
        before.condition(old) == now.condition(new)
    }

    /// The examples of each that the other has not as they are, made of the same: the others are told alike, and hold in both or
    /// in neither.
    pub fn other_examples(&self) -> [Vec<&'a Example>; 2] {
        let prints = |model: &'a Model, imprints: &Imprints<'_>| {
            let print = |example: &'a Example| (imprints.example(example), example);
            model.examples.iter().map(print).collect::<Vec<_>>()
        };
        let ([old, new], [before, now]) = (self.models, &self.imprints);
        let [old, new] = [prints(old, before), prints(new, now)];
        let only = |of: &[(u64, &'a Example)], others: &[(u64, &'a Example)]| {
            let others: FxHashSet<u64> = others.iter().map(|(print, _)| *print).collect();
            let own = of.iter().filter(|(print, _)| !others.contains(print));
            own.map(|(_, example)| *example).collect()
        };
        [only(&old, &new), only(&new, &old)]
    }

    pub fn compilers(&mut self) -> [&mut Compiler<'a>; 2] {
        [&mut self.old.compiler, &mut self.new.compiler]
    }

    pub fn name(&self, pair: Pair) -> String {
        self.models[1].questions[pair[1]].name.clone()
    }

    /// The diagrams that tell a question's change: those of all readings, or, where these are the same, those of the readings
    /// that are taken by default.
    pub fn roots(&mut self, pair: Pair) -> Result<Roots, TooLarge> {
        let roots = self.possible_roots(pair)?;
        if self.moved.is_empty() || self.where_apart(roots)? != self.nowhere() {
            return Ok(roots);
        }
        self.by_default(roots, |_| true)
    }

    /// The diagrams of all readings, without what is impossible in both models.
    fn possible_roots(&mut self, pair: Pair) -> Result<Roots, TooLarge> {
        let roots = self.whole_roots(pair.map(Item::Question))?;
        let is_any = self.models.iter().all(|model| !model.impossible.is_empty());
        if roots[0] == roots[1] || !is_any {
            return Ok(roots);
        }
        let old = self.old.impossible(pair[0], &mut self.store)?;
        let new = self.new.impossible(pair[1], &mut self.store)?;
        let [no, outside] = [Leaf::truth(false), Leaf::Outside].map(|leaf| self.store.leaf(leaf));
        let both = self.store.ite(old, new, no)?;
        let [old, new] = roots.map(|root| self.store.ite(both, outside, root));
        Ok([old?, new?])
    }

    pub fn whole_roots(&mut self, items: [Item<'_>; 2]) -> Result<Roots, TooLarge> {
        let ([old, new], [old_side, new_side]) = (items, &self.space.sides);
        let names = self
            .space
            .names_now(self.models[1], items[1].words(self.models[1]));
        let old = self.old.carried(old, old_side, &mut self.store)?;
        let new = self.new.carried(new, new_side, &mut self.store)?;
        let old = with_names_now(&mut self.store, old, &names)?;
        let new = with_names_now(&mut self.store, new, &names)?;
        let [old, new] = match items {
            [Item::Question(before), Item::Question(now)] => {
                self.as_asked([before, now], [old, new])?
            }
            _ => [old, new],
        };
        self.by_default([old, new], |moved| moved.is_settled)
    }

    /// The diagrams of a question in both models where it can be asked: not for a value that a fact that it takes does not have, be it
    /// that the fact matters in few situations.
    pub fn as_asked(&mut self, pair: Pair, roots: Roots) -> Result<Roots, TooLarge> {
        let [old, new] = self.models;
        let [of_old, of_new] = &self.lacking;
        let takes = [&old.questions[pair[0]].from, &new.questions[pair[1]].from];
        let unasked = |lacking: &[Lacking], takes: &[VariableId]| {
            let taken = lacking.iter().filter(|fact| takes.contains(&fact.own));
            taken.cloned().collect::<Vec<_>>()
        };
        let (before, now) = (unasked(of_old, takes[0]), unasked(of_new, takes[1]));
        let nothing = self.store.leaf(NO_SUCH_VALUE);
        Ok([
            self.instead(&before, nothing, roots[0])?,
            self.instead(&now, nothing, roots[1])?,
        ])
    }

    /// One diagram where any of these facts has one of its values, another elsewhere.
    pub fn instead(
        &mut self,
        facts: &[Lacking],
        there: NodeId,
        elsewhere: NodeId,
    ) -> Result<NodeId, TooLarge> {
        let [yes, no] = [true, false].map(|truth| self.store.leaf(Leaf::truth(truth)));
        facts.iter().try_fold(elsewhere, |elsewhere, fact| {
            let all = 0..self.store.size(fact.shared);
            let edges = all.map(|index| {
                let is_there = fact.values.contains(&index);
                (index + 1, if is_there { yes } else { no })
            });
            let is_there = self.store.node(fact.shared, edges)?;
            self.store.ite(is_there, there, elsewhere)
        })
    }

    /// Both diagrams where these readings are taken as they are by default.
    fn by_default(&mut self, roots: Roots, wanted: fn(&Moved) -> bool) -> Result<Roots, TooLarge> {
        let moved: Vec<&Moved> = self.moved.iter().filter(|moved| wanted(moved)).collect();
        if moved.is_empty() {
            return Ok(roots);
        }
        let find = |id| moved.iter().find(|moved| moved.reading == id);
        let old = self
            .store
            .restrict_all(roots[0], &|id| Some(find(id)?.defaults[0]))?;
        let new = self
            .store
            .restrict_all(roots[1], &|id| Some(find(id)?.defaults[1]))?;
        Ok([old, new])
    }

    /// Where both lead to different leaves: yes or no.
    pub fn where_apart(&mut self, [old, new]: Roots) -> Result<NodeId, TooLarge> {
        where_differing(&mut self.store, old, new)
    }

    fn nowhere(&mut self) -> NodeId {
        self.store.leaf(Leaf::truth(false))
    }

    /// Compares all questions; the error tells of each that could not be compared why.
    pub fn compare_all(&mut self, goes_on: &dyn Fn() -> bool) -> Vec<(Pair, &'static str)> {
        let mut uncompared = Vec::new();
        for pair in self.pairs.clone().into_iter().take_while(|_| goes_on()) {
            match self.is_different(pair) {
                Ok(true) => self.changed.push(pair),
                Ok(false) => {}
                Err(why) => uncompared.push((pair, why)),
            }
        }
        uncompared
    }

    fn is_different(&mut self, pair: Pair) -> Result<bool, &'static str> {
        if let Some(why) = why_broken(self.are_broken(pair)) {
            return Err(why);
        }
        if self.alike.contains(&pair) {
            return Ok(false);
        }
        let roots = match self.sums_apart(pair) {
            Some(sums) => Ok(sums.roots),
            None => self.roots(pair),
        };
        let apart = roots.and_then(|roots| self.where_apart(roots));
        Ok(apart.map_err(|TooLarge| TOO_LARGE)? != self.nowhere())
    }

    pub fn are_broken(&self, pair: Pair) -> [bool; 2] {
        let [old, new] = self.models;
        [is_broken(old, pair[0]), is_broken(new, pair[1])]
    }

    /// Where the answers differ, in whichever reading or as they are taken by default: yes or no.
    pub fn difference(&mut self, pair: Pair) -> Result<NodeId, TooLarge> {
        if let Some(sums) = self.sums_apart(pair) {
            return self.where_apart(sums.roots);
        }
        let whole = self.possible_roots(pair)?;
        let by_default = self.by_default(whole, |_| true)?;
        let [whole, by_default] = [self.where_apart(whole)?, self.where_apart(by_default)?];
        let yes = self.store.leaf(Leaf::truth(true));
        self.store.ite(whole, yes, by_default)
    }

    /// A condition of the new model in the common space.
    pub fn condition(&mut self, condition: &Expr) -> Result<NodeId, TooLarge> {
        self.new
            .carried(Item::Expr(condition), &self.space.sides[1], &mut self.store)
    }

    /// The changed questions that something of the new model uses itself.
    pub fn changed_uses(&self, new: Item<'_>) -> Vec<Pair> {
        let used = new.uses(self.models[1]);
        self.changed
            .iter()
            .filter(|pair| used.contains(&pair[1]))
            .copied()
            .collect()
    }

    /// Whether something differs only because the changed questions do that it uses: with its new rules but their old answers, it
    /// comes to what it did.
    pub fn only_through(&mut self, [old, new]: [Item<'_>; 2]) -> Result<bool, TooLarge> {
        let used = self.changed_uses(new);
        if used.is_empty() {
            return Ok(false);
        }
        self.new.compiler.store.renew_budget();
        let mut instead = Vec::new();
        for pair in used {
            instead.push((pair[1], self.carried_across(pair.map(Item::Question))?));
        }
        let before = self.carried_across([old, new])?;
        let compiler = &mut self.new.compiler;
        let now = new.root_with(compiler, &instead)?;
        let names = own_names_now(compiler.model, new);
        let now = with_names_now(&mut compiler.store, now, &names)?;
        let apart = where_differing(&mut compiler.store, before, now)?;
        Ok(apart == compiler.store.leaf(Leaf::truth(false)))
    }

    /// The diagram of something of the old model among the new model's own; a word that is gone keeps a number that none has.
    fn carried_across(&mut self, items: [Item<'_>; 2]) -> Result<NodeId, TooLarge> {
        const GONE: u32 = 1 << 30;
        let [old, new] = self.models;
        let root = items[0].root(&mut self.old.compiler)?;
        let word = |word: Word| {
            let now = new.words.find(old.words.text(word));
            now.unwrap_or(Word(GONE | word.0))
        };
        let names = own_names_now(new, items[1]);
        let (from, into) = (&self.old.compiler.store, &mut self.new.compiler.store);
        let root = self
            .across
            .carry(from, root, into, &mut |leaf| renamed(leaf, word))?;
        with_names_now(into, root, &names)
    }
}

/// The older names of what something of the new model can answer, in the new model's own words.
fn own_names_now(new: &Model, item: Item<'_>) -> FxHashMap<Word, Word> {
    let names = names_now(new, item.words(new));
    let own = names.filter_map(|(old, now)| Some((new.words.find(old)?, now)));
    own.collect()
}

fn with_names_now(
    store: &mut Store,
    root: NodeId,
    names: &FxHashMap<Word, Word>,
) -> Result<NodeId, TooLarge> {
    if names.is_empty() {
        return Ok(root);
    }
    let now = |word: Word| names.get(&word).copied().unwrap_or(word);
    store.map(root, &mut |leaf| renamed(leaf, now))
}

/// The questions that both models have, by name; an alias of the new one is a name.
fn pairs(old: &Model, new: &Model) -> Vec<Pair> {
    let by_name = old
        .questions
        .enumerated()
        .map(|(id, question)| (question.name.as_str(), id));
    let by_name: FxHashMap<&str, QuestionId> = by_name.collect();
    let questions = new.questions.enumerated();
    let pair = questions.filter_map(|(id, question)| {
        let mut names = std::iter::once(&question.name).chain(&question.alias);
        let before = names.find_map(|name| by_name.get(name.as_str()))?;
        Some([*before, id])
    });
    pair.collect()
}

/// Where the old model's variables are in the new model itself.
fn places_across(space: &Space) -> Vec<Option<Place>> {
    let [old, new] = &space.sides;
    let across = |place: &Place| {
        let variable = space.variables[place.variable].of[1]?;
        let there = new.places.get(variable.index())?.as_ref()?;
        let mut from = vec![None; there.from.iter().flatten().count()];
        for (own, index) in place.from.iter().zip(&there.from) {
            if let Some(slot) = index.and_then(|index| from.get_mut(index as usize)) {
                *slot = *own;
            }
        }
        Some(Place { variable, from })
    };
    old.places
        .iter()
        .map(|place| across(place.as_ref()?))
        .collect()
}

fn moved(space: &Space, models: [&Model; 2]) -> Vec<Moved> {
    let moved = space
        .variables
        .enumerated()
        .filter_map(|(reading, shared)| {
            let mut is_settled = false;
            let mut defaults = Vec::new();
            for (side, (model, id)) in models.iter().zip(shared.of).enumerate() {
                let variable = &model.variables[id?];
                let Role::Reading(default) = variable.role else {
                    return None;
                };
                let default = space.domain(models, shared.of, side)?.value(default);
                defaults.push(shared.domain.index(&default)?);
                is_settled |= variable.settled().is_some();
            }
            let defaults: [u32; 2] = defaults.try_into().ok()?;
            (defaults[0] != defaults[1] || is_settled).then_some(Moved {
                reading,
                defaults,
                is_settled,
            })
        });
    moved.collect()
}

/// Whether two answers are not the same. A gap is a gap, whatever the words for what is lost; what could not be asked before, for
/// want of a value, is no other answer.
pub fn differs(old: &Leaf, new: &Leaf) -> bool {
    old != new && *old != NO_SUCH_VALUE && !matches!((old, new), (Leaf::Gap(_), Leaf::Gap(_)))
}

/// Where two diagrams differ: yes or no.
pub fn where_differing(store: &mut Store, old: NodeId, new: NodeId) -> Result<NodeId, TooLarge> {
    let nowhere = store.leaf(Leaf::truth(false));
    let settled = |old, new| (old == new).then_some(nowhere);
    store.apply_unless(old, new, &settled, &mut |old, new| {
        Leaf::truth(differs(old, new))
    })
}
