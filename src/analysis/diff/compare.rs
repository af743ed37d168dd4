//! Both diagrams of every question over one set of variables, and where they lead to different leaves.

use super::across::{places_across, renamed};
use super::chance::chance;
use super::pairs::number_of;
use super::reasons::Reasons;
use super::{Change, Changed, ChangedRegion, Diff, Fate, Listed, Thing, Untold, flips, listed};
use crate::analysis::regions::Region;
use crate::analysis::space::{Side, Space};
use crate::analysis::table::order_of;
use crate::check::{is_broken, used_by};
use crate::diagram::{Compiler, Leaf, NodeId, Store, TooLarge, Transfer, count_where, support};
use crate::model::{Expr, Kind, Model, QuestionId, Role, VariableId};
use crate::value::Domain;
use rustc_hash::FxHashMap;

/// The leaf for facts with a value that one model does not have; no question's diagram has it.
const NO_SUCH_VALUE: Leaf = Leaf::Cancelled;

/// The difference of two models of one game. Each question is told in at most `limit` regions; what lies beyond is counted.
#[must_use]
pub fn diff(old: &Model, new: &Model, limit: usize) -> Diff {
    let mut comparison = Comparison::new(old, new);
    comparison.prepare();
    let pairs = pairs(old, new);
    let mut diff = Diff {
        game: new.game.clone(),
        listed: listed::listed(old, new, &pairs),
        ..Diff::default()
    };
    for (old_id, new_id) in &pairs {
        match comparison.is_different(*old_id, *new_id) {
            Ok(true) => comparison.changed.push((*old_id, *new_id)),
            Ok(false) => {}
            Err(why) => diff.uncompared.push((name_of(new, *new_id), why)),
        }
    }
    let is_broken_in_both =
        |(one, other): &&(QuestionId, QuestionId)| is_broken(old, *one) && is_broken(new, *other);
    diff.compared =
        pairs.len() - diff.uncompared.len() - pairs.iter().filter(is_broken_in_both).count();
    for (old_id, new_id) in comparison.changed.clone() {
        match comparison.told(old_id, new_id, limit) {
            Ok(changed) => diff.questions.push(changed),
            Err(TooLarge) => diff
                .uncompared
                .push((name_of(new, new_id), TOO_LARGE.to_owned())),
        }
    }
    diff.questions.sort_by_key(|changed| !changed.by_itself);
    diff.listed
        .extend(super::sequences::sequences(&mut comparison));
    let moved = comparison.changed.clone();
    diff.flips = flips::flips(
        &mut comparison.old.compiler,
        &mut comparison.new.compiler,
        &moved,
    );
    diff.space = comparison.space;
    diff
}

/// The differences of all games of two rulebooks, by name.
#[must_use]
pub fn games(old: &[Model], new: &[Model], limit: usize) -> Vec<Diff> {
    let whole = |game: &Model, fate: Fate| Diff {
        game: game.game.clone(),
        listed: vec![Listed {
            thing: Thing::Game,
            name: game.game.clone(),
            fate,
        }],
        ..Diff::default()
    };
    let find = |games: &'_ [Model], name: &str| games.iter().position(|own| own.game == name);
    let mut diffs = Vec::new();
    for game in new {
        diffs.push(
            match find(old, &game.game).and_then(|place| old.get(place)) {
                Some(before) => diff(before, game, limit),
                None => whole(game, Fate::Added),
            },
        );
    }
    let gone = old.iter().filter(|game| find(new, &game.game).is_none());
    diffs.extend(gone.map(|game| whole(game, Fate::Removed)));
    diffs
}

const TOO_LARGE: &str = "it needs too large a decision diagram";
const BROKEN: &str = "the rulebook has an error in it";

fn name_of(model: &Model, id: QuestionId) -> String {
    model
        .question(id)
        .map_or_else(String::new, |question| question.name.clone())
}

/// The questions that both models have, by name, in the new model's order; an alias of the new one is a name.
fn pairs(old: &Model, new: &Model) -> Vec<(QuestionId, QuestionId)> {
    let by_name: FxHashMap<&str, QuestionId> = (0..)
        .zip(&old.questions)
        .map(|(id, question)| (question.name.as_str(), QuestionId(id)))
        .collect();
    let ids = (0..).map(QuestionId).zip(&new.questions);
    ids.filter_map(|(id, question)| {
        let names = std::iter::once(&question.name).chain(&question.alias);
        names
            .filter_map(|name| by_name.get(name.as_str()))
            .next()
            .map(|old| (*old, id))
    })
    .collect()
}

/// One model with its diagrams, and its way into the common space.
struct Compiled<'a> {
    compiler: Compiler<'a>,
    transfer: Transfer,
}

impl<'a> Compiled<'a> {
    fn new(model: &'a Model, side: &Side) -> Self {
        Self {
            compiler: Compiler::new(model),
            transfer: Transfer::new(side.places.clone(), NO_SUCH_VALUE),
        }
    }

    /// Makes every diagram; one that is too large is told when it is asked for.
    fn compile_all(&mut self) {
        for id in (0..)
            .map(QuestionId)
            .take(self.compiler.model.questions.len())
        {
            self.compiler.store.renew_budget();
            if !is_broken(self.compiler.model, id) {
                let _ = self.compiler.question(id);
            }
        }
    }

    /// The diagram of a question in the common space.
    fn root(&mut self, id: QuestionId, side: &Side, into: &mut Store) -> Result<NodeId, TooLarge> {
        self.compiler.store.renew_budget();
        into.renew_budget();
        let root = self.compiler.question(id)?;
        self.transfer
            .carry(&self.compiler.store, root, into, &mut |leaf| {
                side.leaf(leaf)
            })
    }
}

pub(super) struct Comparison<'a> {
    old: Compiled<'a>,
    new: Compiled<'a>,
    pub(super) space: Space,
    pub(super) store: Store,
    /// From the old model's own diagrams into the new model's own.
    across: Transfer,
    changed: Vec<(QuestionId, QuestionId)>,
    /// The readings that have another default now.
    moved: Vec<Moved>,
}

/// A reading of both models that has another default now: the shared indices of both.
#[derive(Clone, Copy)]
struct Moved {
    reading: VariableId,
    old: u32,
    new: u32,
    /// Whether only one of its options may be taken in either model.
    settled: bool,
}

impl<'a> Comparison<'a> {
    pub(super) fn new(old: &'a Model, new: &'a Model) -> Self {
        let space = Space::new(old, new);
        let store = Store::new(space.sizes());
        let moved = moved(&space, old, new);
        let across = Transfer::new(places_across(&space), NO_SUCH_VALUE);
        let (old, new) = (
            Compiled::new(old, &space.old),
            Compiled::new(new, &space.new),
        );
        Self {
            old,
            new,
            space,
            store,
            across,
            changed: Vec::new(),
            moved,
        }
    }

    /// Makes the diagrams of both models side by side.
    fn prepare(&mut self) {
        let (old, new) = (&mut self.old, &mut self.new);
        rayon::join(|| old.compile_all(), || new.compile_all());
    }

    pub(super) const fn models(&self) -> (&'a Model, &'a Model) {
        (self.old.compiler.model, self.new.compiler.model)
    }

    /// The diagrams that tell a question's change: those of all readings, or, where these are the same, those of the readings
    /// that are taken by default.
    fn roots(&mut self, old: QuestionId, new: QuestionId) -> Result<(NodeId, NodeId), TooLarge> {
        let roots = self.whole_roots(old, new)?;
        if self.moved.is_empty() || self.where_apart(roots)? != self.nowhere() {
            return Ok(roots);
        }
        self.by_default(roots)
    }

    fn whole_roots(
        &mut self,
        old: QuestionId,
        new: QuestionId,
    ) -> Result<(NodeId, NodeId), TooLarge> {
        let old = self.old.root(old, &self.space.old, &mut self.store)?;
        let new = self.new.root(new, &self.space.new, &mut self.store)?;
        self.restricted((old, new), |moved| moved.settled)
    }

    /// Both diagrams where each reading that has another default now is taken so.
    fn by_default(&mut self, roots: (NodeId, NodeId)) -> Result<(NodeId, NodeId), TooLarge> {
        self.restricted(roots, |_| true)
    }

    fn restricted(
        &mut self,
        (old, new): (NodeId, NodeId),
        wanted: impl Fn(&Moved) -> bool,
    ) -> Result<(NodeId, NodeId), TooLarge> {
        let moved: Vec<Moved> = self
            .moved
            .iter()
            .filter(|moved| wanted(moved))
            .copied()
            .collect();
        if moved.is_empty() {
            return Ok((old, new));
        }
        let find = |id: VariableId| moved.iter().find(|moved| moved.reading == id);
        let old = self
            .store
            .restrict_all(old, &|id| find(id).map(|moved| moved.old))?;
        let new = self
            .store
            .restrict_all(new, &|id| find(id).map(|moved| moved.new))?;
        Ok((old, new))
    }

    fn where_apart(&mut self, (old, new): (NodeId, NodeId)) -> Result<NodeId, TooLarge> {
        if old == new {
            return Ok(self.nowhere());
        }
        where_differing(&mut self.store, old, new)
    }

    fn nowhere(&mut self) -> NodeId {
        self.store.leaf(Leaf::truth(false))
    }

    fn is_different(&mut self, old: QuestionId, new: QuestionId) -> Result<bool, String> {
        let (old_model, new_model) = self.models();
        match (is_broken(old_model, old), is_broken(new_model, new)) {
            (true, true) => return Ok(false),
            (false, false) => {}
            _ => return Err(BROKEN.to_owned()),
        }
        let apart = self
            .roots(old, new)
            .and_then(|roots| self.where_apart(roots));
        let apart = apart.map_err(|TooLarge| TOO_LARGE.to_owned())?;
        Ok(apart != self.nowhere())
    }

    /// Where the answers differ: yes or no.
    pub(super) fn difference(
        &mut self,
        old: QuestionId,
        new: QuestionId,
    ) -> Result<NodeId, TooLarge> {
        let whole = self.whole_roots(old, new)?;
        let apart = self.where_apart(whole)?;
        let by_default = self.by_default(whole)?;
        let by_default = self.where_apart(by_default)?;
        let yes = self.store.leaf(Leaf::truth(true));
        self.store.ite(apart, yes, by_default)
    }

    /// A condition of the new model in the common space.
    pub(super) fn condition(&mut self, condition: &Expr) -> Result<NodeId, TooLarge> {
        self.new.compiler.store.renew_budget();
        self.store.renew_budget();
        let root = self.new.compiler.expr(condition)?;
        let side = &self.space.new;
        self.new.transfer.carry(
            &self.new.compiler.store,
            root,
            &mut self.store,
            &mut |leaf| side.leaf(leaf),
        )
    }

    /// An expression of the old model in the common space.
    pub(super) fn old_expression(&mut self, expression: &Expr) -> Result<NodeId, TooLarge> {
        self.old.compiler.store.renew_budget();
        self.store.renew_budget();
        let root = self.old.compiler.expr(expression)?;
        let side = &self.space.old;
        self.old.transfer.carry(
            &self.old.compiler.store,
            root,
            &mut self.store,
            &mut |leaf| side.leaf(leaf),
        )
    }

    /// The pairs of questions that changed by their own rules.
    pub(super) fn changed_by_themselves(
        &mut self,
    ) -> Result<Vec<(QuestionId, QuestionId)>, String> {
        let (old, new) = self.models();
        for (old_id, new_id) in pairs(old, new) {
            if self.is_different(old_id, new_id)? {
                self.changed.push((old_id, new_id));
            }
        }
        let mut found = Vec::new();
        for (old_id, new_id) in self.changed.clone() {
            let used = self.changed_uses(new_id);
            if used.is_empty()
                || !self
                    .only_through(old_id, new_id, &used)
                    .map_err(|TooLarge| TOO_LARGE.to_owned())?
            {
                found.push((old_id, new_id));
            }
        }
        Ok(found)
    }

    fn changed_uses(&self, new: QuestionId) -> Vec<(QuestionId, QuestionId)> {
        let used = used_by(self.new.compiler.model, new);
        self.changed
            .iter()
            .filter(|(_, changed)| used.contains(changed))
            .copied()
            .collect()
    }

    /// Whether a question, with its new rules but the old answers of the changed questions that it uses, answers as it did.
    fn only_through(
        &mut self,
        old: QuestionId,
        new: QuestionId,
        used: &[(QuestionId, QuestionId)],
    ) -> Result<bool, TooLarge> {
        self.new.compiler.store.renew_budget();
        let mut instead = Vec::new();
        for (old, new) in used {
            instead.push((*new, self.carried_across(*old)?));
        }
        let before = self.carried_across(old)?;
        let with_old = self.new.compiler.question_with(new, &instead)?;
        self.never_differ(before, with_old)
    }

    /// Whether an expression differs only because the changed questions that it asks do.
    pub(super) fn expression_only_through(
        &mut self,
        old: &Expr,
        new: &Expr,
    ) -> Result<bool, TooLarge> {
        let mut instead = Vec::new();
        for (old_id, new_id) in self.changed.clone() {
            let mut asked = false;
            new.walk(&mut |part| {
                asked |= matches!(part.kind, Kind::Question(id, _) if id == new_id)
            });
            if asked {
                instead.push((new_id, self.carried_across(old_id)?));
            }
        }
        if instead.is_empty() {
            return Ok(false);
        }
        let root = self.old.compiler.expr(old)?;
        let before = self.carry_across(root)?;
        let with_old = self.new.compiler.expr_with(new, &instead)?;
        self.never_differ(before, with_old)
    }

    fn never_differ(&mut self, before: NodeId, now: NodeId) -> Result<bool, TooLarge> {
        let store = &mut self.new.compiler.store;
        let difference = where_differing(store, before, now)?;
        Ok(difference == store.leaf(Leaf::truth(false)))
    }

    fn carried_across(&mut self, old: QuestionId) -> Result<NodeId, TooLarge> {
        let root = self.old.compiler.question(old)?;
        self.carry_across(root)
    }

    fn carry_across(&mut self, root: NodeId) -> Result<NodeId, TooLarge> {
        let (old_model, new_model) = self.models();
        self.across.carry(
            &self.old.compiler.store,
            root,
            &mut self.new.compiler.store,
            &mut |leaf| renamed(leaf, old_model, new_model),
        )
    }

    fn told(
        &mut self,
        old: QuestionId,
        new: QuestionId,
        limit: usize,
    ) -> Result<Changed, TooLarge> {
        let (old_model, new_model) = self.models();
        let used = self.changed_uses(new);
        let by_itself = used.is_empty() || !self.only_through(old, new, &used)?;
        let (old_root, new_root) = self.roots(old, new)?;
        let facts = self.facts(new, &[old_root, new_root]);
        let mut over = facts.clone();
        over.sort_unstable();
        let pairs = self.pairs(old_root, new_root)?;
        let is_changed = |leaf: &Leaf| leaf.value().is_some();
        let situations = count_where(&self.store, pairs.root, &over, &is_changed);
        let asked = count_where(&self.store, pairs.root, &over, &|leaf| {
            *leaf != Leaf::Outside
        });
        let mut told = if by_itself {
            self.regions(&pairs, &over, limit)?
        } else {
            self.one_region(&pairs, &over)?
        };
        told.regions
            .sort_by_cached_key(|region| order_of(&facts, region));
        let (ids, roots) = ((old, new), (old_root, new_root));
        let region = |region| self.region(region, &facts, roots, ids, &told.changes);
        let regions: Vec<ChangedRegion> = told.regions.iter().cloned().map(region).collect();
        let witness = regions
            .first()
            .map(|region| region.witness.clone())
            .unwrap_or_default();
        let signed = |model: &Model, id| {
            model
                .question(id)
                .is_some_and(|question| model.is_signed(&question.answer))
        };
        let question = new_model.question(new);
        let process = question.and_then(|question| question.process);
        Ok(Changed {
            name: name_of(new_model, new),
            cite: question
                .map(|question| question.cite.clone())
                .unwrap_or_default(),
            asks: question
                .map(|question| question.asks.clone())
                .unwrap_or_default(),
            process: process.and_then(|id| Some(new_model.processes.at(id.index())?.name.clone())),
            old,
            new,
            signed: (signed(old_model, old), signed(new_model, new)),
            facts,
            situations,
            asked,
            uses: used.iter().map(|(_, id)| name_of(new_model, *id)).collect(),
            regions: if by_itself { regions } else { Vec::new() },
            untold: if by_itself {
                told.untold
            } else {
                Untold::default()
            },
            by_itself,
            witness,
        })
    }

    /// The variables that matter to any of the roots, in the order of the new question's facts.
    fn facts(&self, new: QuestionId, roots: &[NodeId]) -> Vec<VariableId> {
        let mut facts: Vec<VariableId> = roots
            .iter()
            .flat_map(|root| support(&self.store, *root))
            .collect();
        facts.sort_unstable();
        facts.dedup();
        let from = self
            .new
            .compiler
            .model
            .question(new)
            .map(|question| question.from.as_slice())
            .unwrap_or_default();
        let place = |fact: &VariableId| {
            let own = self.space.variable(*fact).and_then(|shared| shared.new);
            from.iter()
                .position(|taken| Some(*taken) == own)
                .unwrap_or(usize::MAX)
        };
        facts.sort_by_key(|fact| (place(fact), *fact));
        facts
    }

    fn region(
        &self,
        region: Region,
        facts: &[VariableId],
        roots: (NodeId, NodeId),
        ids: (QuestionId, QuestionId),
        told: &[Change],
    ) -> ChangedRegion {
        let reasons = Reasons {
            space: &self.space,
            old: self.old.compiler.model,
            new: self.new.compiler.model,
        };
        let witness = reasons.witness(facts, &region.tests);
        let index = |variable| {
            witness
                .iter()
                .find(|(own, _)| *own == variable)
                .map_or(0, |(_, index)| *index)
        };
        let leaf = |root| self.store.answer(root, index).clone();
        let at_witness = (leaf(roots.0), leaf(roots.1));
        let change = number_of(&region.leaf)
            .and_then(|number| told.get(number))
            .cloned();
        ChangedRegion {
            change: change
                .unwrap_or_else(|| Change::To(at_witness.0.clone(), at_witness.1.clone())),
            situations: region.situations,
            at_witness,
            chance: chance(&self.space, facts, &region.tests),
            reasons: reasons.both(ids, &witness),
            witness,
            tests: region.tests,
        }
    }
}

/// The readings of both models that have another default now.
fn moved(space: &Space, old: &Model, new: &Model) -> Vec<Moved> {
    let default = |model: &Model, id: Option<VariableId>, side: &Side, domain: &Domain| {
        let reading = model.variable(id?)?;
        let Role::Reading(default) = reading.role else {
            return None;
        };
        let shared = side.leaf(&Leaf::Value(reading.domain.value(default)));
        domain.index(shared.value()?)
    };
    let is_settled = |model: &Model, id: Option<VariableId>| {
        id.and_then(|id| model.variable(id)?.settled()).is_some()
    };
    let readings = (0..).map(VariableId).zip(&space.variables);
    readings
        .filter_map(|(reading, shared)| {
            let settled = is_settled(old, shared.old) || is_settled(new, shared.new);
            let old = default(old, shared.old, &space.old, &shared.domain)?;
            let new = default(new, shared.new, &space.new, &shared.domain)?;
            (old != new || settled).then_some(Moved {
                reading,
                old,
                new,
                settled,
            })
        })
        .collect()
}

const fn is_gap(leaf: &Leaf) -> bool {
    matches!(leaf, Leaf::Gap(_))
}

/// Whether two answers are not the same. A gap is a gap, whatever the words for what is lost.
#[must_use]
pub fn differs(old: &Leaf, new: &Leaf) -> bool {
    old != new && !(is_gap(old) && is_gap(new))
}

/// Where two diagrams differ: yes or no.
pub fn where_differing(store: &mut Store, old: NodeId, new: NodeId) -> Result<NodeId, TooLarge> {
    let nowhere = store.leaf(Leaf::truth(false));
    let settled = |old, new| (old == new).then_some(nowhere);
    store.apply_unless(old, new, &settled, &mut |old, new| {
        Leaf::truth(differs(old, new))
    })
}
