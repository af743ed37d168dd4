//! From typed expressions and questions to diagrams.

use super::store::Mark;
use super::{Built, Leaf, NodeId, Store, Summed, TooLarge, combine, map_value, operate};
use crate::diagnostic::Diagnostic;
use crate::model::{
    Budget, Combine, Exception, Expr, Kind, Law, Model, Operation, Outcome, PackId, Question,
    QuestionId, Rule, RuleId, Type, Usual, VariableId,
};
use crate::value::{Ids, Value, Word};
use indexmap::IndexMap;
use itertools::Itertools;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// Which diagram is which question's, as far as they are made.
pub type Roots = Ids<QuestionId, Option<NodeId>>;

/// Makes diagrams of a model's expressions and questions, each question once.
#[derive(Debug)]
pub struct Compiler<'a> {
    pub model: &'a Model,
    pub store: Store,
    pub(super) questions: Roots,
    /// The questions that need more than they may cost, each with the one that does so by itself.
    pub(super) too_large: FxHashMap<QuestionId, QuestionId>,
    /// The questions that were made in a store that is no more: what they cost is counted once.
    pub(super) paid: FxHashSet<QuestionId>,
    variables: FxHashMap<VariableId, NodeId>,
    /// The questions that are kept as sums; none where a question is no sum.
    pub(super) sums: FxHashMap<QuestionId, Option<Arc<Summed>>>,
}

/// What the rules of one pack make of a question.
#[derive(Debug)]
struct OfPack {
    pack: PackId,
    root: NodeId,
    /// What those make of it that silence the rules of the packs below.
    ruling: NodeId,
}

impl<'a> Compiler<'a> {
    pub fn new(model: &'a Model) -> Self {
        Self::apart(model, &model.budget)
    }

    /// One within a budget that is not the model's.
    pub fn apart(model: &'a Model, budget: &Budget) -> Self {
        let variables = model.variables.iter();
        let sizes = variables.map(|variable| variable.domain.size()).collect();
        let none = vec![None; model.questions.len()];
        let store = Store::new(sizes, model.levels.clone(), budget);
        Self::resume(model, store, none.into())
    }

    /// A compiler of a model whose variables and words have the numbers that those of these diagrams have: the diagrams known
    /// are taken as they are.
    pub fn resume(model: &'a Model, store: Store, questions: Roots) -> Self {
        Self {
            model,
            store,
            questions,
            too_large: FxHashMap::default(),
            paid: FxHashSet::default(),
            variables: FxHashMap::default(),
            sums: FxHashMap::default(),
        }
    }

    pub fn into_parts(self) -> (Store, Roots) {
        (self.store, self.questions)
    }

    /// Forgets the diagrams of these questions: they are made again when they are asked for.
    pub fn forget(&mut self, questions: &[QuestionId]) {
        for id in questions {
            self.questions[*id] = None;
            self.too_large.remove(id);
            self.sums.remove(id);
        }
    }

    /// The same without diagrams: what was too large is not tried again, and what was made is not paid for twice.
    pub fn emptied(&self) -> Self {
        let mut other = Self::apart(self.model, &Budget::default());
        other.store.set_apart(self.store.own_budget());
        other.too_large.clone_from(&self.too_large);
        other.paid.clone_from(&self.paid);
        let is_made = |id: &QuestionId| self.questions[*id].is_some();
        other.paid.extend(self.questions.ids().filter(is_made));
        other
    }

    /// The diagram of a question's answer. It has a budget of its own, whoever uses it.
    pub fn question(&mut self, id: QuestionId) -> Built {
        if let Some(done) = self.questions[id] {
            return Ok(done);
        }
        if self.too_large.contains_key(&id) {
            return Err(TooLarge);
        }
        let question = &self.model.questions[id];
        let used = self.used_by(question);
        for used in &used {
            if self.prepared(*used).is_err() {
                let cause = self.too_large.get(used).copied();
                self.too_large.insert(id, cause.unwrap_or(*used));
                return Err(TooLarge);
            }
        }
        let mark = self.store.mark();
        let outer = self
            .store
            .begin(question.rules.len(), self.paid.contains(&id));
        let unlimited = self.unlimited(question);
        let made = unlimited.and_then(|root| self.limited(question, root));
        if made.is_err() {
            let cause = used.iter().find_map(|used| self.too_large.get(used));
            self.too_large.insert(id, cause.copied().unwrap_or(id));
            self.go_back(mark);
        }
        self.store.end(outer);
        self.questions[id] = made.ok();
        made
    }

    /// The question that is too large by itself, of those that this one uses, or itself.
    pub fn cause(&self, id: QuestionId) -> QuestionId {
        self.too_large.get(&id).copied().unwrap_or(id)
    }

    /// Why there is no answer to a question: it is too large, or one that it uses is.
    pub fn too_large(&self, id: QuestionId) -> Diagnostic {
        let name = |id: QuestionId| format!("`{}`", self.model.questions[id].name);
        match self.cause(id) {
            cause if cause == id => Diagnostic::too_large(&name(id)),
            cause => Diagnostic::too_large(&format!("{}, which {} uses,", name(cause), name(id))),
        }
    }

    /// The diagram of what a fact usually is; where that is not said, the fact itself.
    pub fn as_usual(&mut self, fact: VariableId, usually: &[Usual]) -> Built {
        let mut whole = self.variable(fact)?;
        for usual in usually.iter().rev() {
            let is = self.expr(&usual.is)?;
            whole = match &usual.when {
                None => is,
                Some(when) => {
                    let when = self.expr(when)?;
                    self.store.ite(when, is, whole)?
                }
            };
        }
        Ok(whole)
    }

    pub(super) fn used_by(&self, question: &Question) -> Vec<QuestionId> {
        let rules = question.rules.iter().map(|rule| &self.model.rules[*rule]);
        let otherwise = question.otherwise.iter().map(|otherwise| &otherwise.gives);
        let exprs = rules.flat_map(Rule::exprs).chain(otherwise);
        let used = exprs.flat_map(Expr::questions);
        used.filter(|id| self.questions[*id].is_none())
            .unique()
            .collect()
    }

    /// Forgets what was made since the mark.
    fn go_back(&mut self, mark: Mark) {
        let was_there = |id: &NodeId| Store::was_there(mark, *id);
        for root in self.questions.iter_mut() {
            *root = root.filter(was_there);
        }
        self.variables.retain(|_, root| was_there(root));
        self.store.go_back(mark);
    }

    /// The diagram of a question's answer where the questions that it uses itself are these diagrams instead of their own.
    pub fn question_with(&mut self, id: QuestionId, instead: &[(QuestionId, NodeId)]) -> Built {
        self.with(instead, |compiler| {
            compiler.forget(&[id]);
            compiler.question(id)
        })
    }

    /// The diagram of an expression where the questions that it uses itself are these diagrams instead of their own.
    pub fn expr_with(&mut self, expr: &Expr, instead: &[(QuestionId, NodeId)]) -> Built {
        self.with(instead, |compiler| compiler.expr(expr))
    }

    fn with(
        &mut self,
        instead: &[(QuestionId, NodeId)],
        make: impl FnOnce(&mut Self) -> Built,
    ) -> Built {
        let questions = self.questions.clone();
        let too_large = self.too_large.clone();
        let sums = std::mem::take(&mut self.sums);
        for (used, root) in instead {
            self.questions[*used] = Some(*root);
        }
        let made = make(self);
        self.questions = questions;
        self.too_large = too_large;
        self.sums = sums;
        made
    }

    /// Yes and no.
    pub(super) fn truths(&mut self) -> [NodeId; 2] {
        [true, false].map(|truth| self.store.leaf(Leaf::truth(truth)))
    }

    pub(super) fn silent(&mut self) -> NodeId {
        self.store.leaf(Leaf::Silent)
    }

    /// A diagram where a condition holds, silent elsewhere.
    fn where_holds(&mut self, when: Option<&Expr>, root: NodeId) -> Built {
        let Some(when) = when else {
            return Ok(root);
        };
        if root.is_leaf()
            && let Some(tests) = self.tests_of(when)
        {
            return self.where_all_hold(tests, root);
        }
        let (when, silent) = (self.expr(when)?, self.silent());
        self.store.ite(when, root, silent)
    }

    /// The diagram of a law: yes where it holds, no where it does not, silent where it says nothing.
    pub fn law(&mut self, law: &Law) -> Built {
        let always = self.expr(&law.always)?;
        self.where_holds(law.when.as_ref(), always)
    }

    /// The answer without regard to the values that the question is limited to.
    pub fn unlimited(&mut self, question: &Question) -> Built {
        match self.summed(question) {
            Some(summed) => summed.sums.diagram(&mut self.store, summed.whole),
            None => self.unlimited_but(question, &[]),
        }
    }

    /// Whether a question has the same answers everywhere without some of its rules.
    pub fn does_without(&mut self, id: QuestionId, rules: &[RuleId]) -> Result<bool, TooLarge> {
        let (question, whole) = (&self.model.questions[id], self.question(id)?);
        let without = self.unlimited_but(question, rules)?;
        Ok(whole == self.limited(question, without)?)
    }

    /// What all rules but some make of a question, with what it answers where none applies.
    fn unlimited_but(&mut self, question: &Question, left_out: &[RuleId]) -> Built {
        let combined = self.combined(question, left_out)?;
        let fallback = self.fallback(question)?;
        let filled = self.fill_silence(combined, fallback)?;
        if question.combine == Combine::Union {
            return self.store.map(filled, &mut as_set);
        }
        Ok(filled)
    }

    /// What a question answers where none of its rules applies.
    pub(super) fn fallback(&mut self, question: &Question) -> Built {
        match (&question.otherwise, question.combine.where_none_applies()) {
            (Some(otherwise), _) => self.expr(&otherwise.gives),
            (None, Some(value)) => Ok(self.store.leaf(Leaf::Value(value))),
            (None, None) => Ok(self.store.leaf(Leaf::Nothing)),
        }
    }

    pub(super) fn limited(&mut self, question: &Question, root: NodeId) -> Built {
        let outside = self.store.leaf(Leaf::Outside);
        let mut only = question.only.iter();
        only.try_fold(root, |root, (variable, asked)| {
            let asked = self.within(*variable, asked)?;
            self.store.ite(asked, root, outside)
        })
    }

    fn combined(&mut self, question: &Question, left_out: &[RuleId]) -> Built {
        let packs = self.by_pack(question, left_out)?;
        let mut whole = self.silent();
        for part in &packs {
            let mut standing = part.root;
            for upper in &packs {
                if self.model.precedence(upper.pack, part.pack).is_some() {
                    standing = self.unless(standing, upper.ruling)?;
                }
            }
            whole = self.join(question, whole, standing)?;
        }
        Ok(whole)
    }

    /// The first diagram where the second is silent.
    fn unless(&mut self, root: NodeId, over: NodeId) -> Built {
        self.store.apply(root, over, &mut |leaf, over| match over {
            Leaf::Silent => leaf.clone(),
            _ => Leaf::Silent,
        })
    }

    /// What the rules of each pack make of the question, in the order of the packs' first rules.
    fn by_pack(
        &mut self,
        question: &Question,
        left_out: &[RuleId],
    ) -> Result<Vec<OfPack>, TooLarge> {
        let model = self.model;
        let mut packs: IndexMap<PackId, (Vec<NodeId>, Vec<NodeId>)> = IndexMap::new();
        for id in question.rules.iter().filter(|id| !left_out.contains(id)) {
            let rule = &model.rules[*id];
            let root = self.rule(rule)?;
            let (all, ruling) = packs.entry(rule.pack).or_default();
            all.push(root);
            if !rule.beside {
                ruling.push(root);
            }
        }
        let mut made = Vec::with_capacity(packs.len());
        for (pack, (all, ruling)) in packs {
            let root = self.join_parts(question, &all)?;
            let ruling = match all.len() == ruling.len() {
                true => root,
                false => self.join_parts(question, &ruling)?,
            };
            made.push(OfPack { pack, root, ruling });
        }
        Ok(made)
    }

    /// What several contributions make together: those that look at facts of their own are parts.
    fn join_parts(&mut self, question: &Question, roots: &[NodeId]) -> Built {
        let how = question.combine;
        if how == Combine::OnlyOne || roots.len() < 3 {
            return self.join_neighbours(question, roots);
        }
        let parts = self.store.parts(roots).into_iter();
        let parts: Result<Vec<NodeId>, TooLarge> =
            parts.map(|part| self.join_all(question, &part)).collect();
        let scale = scale_of(&question.answer);
        let together = &mut |left: &Leaf, right: &Leaf| combine(how, scale, left, right);
        self.store.chain(&parts?, together)
    }

    /// What several contributions make together: halves first, so that the many cells of a chart meet as few of each other as
    /// can be.
    pub(super) fn join_all(&mut self, question: &Question, roots: &[NodeId]) -> Built {
        match roots {
            [] => Ok(self.silent()),
            [only] => Ok(*only),
            _ => {
                let (first, second) = roots.split_at(roots.len() / 2);
                let first = self.join_all(question, first)?;
                let second = self.join_all(question, second)?;
                self.join(question, first, second)
            }
        }
    }

    /// What contributions to a question make together.
    fn join(&mut self, question: &Question, left: NodeId, right: NodeId) -> Built {
        self.joined(question.combine, scale_of(&question.answer), left, right)
    }

    fn joined(&mut self, how: Combine, scale: &[Word], left: NodeId, right: NodeId) -> Built {
        let silent = self.silent();
        let settled = |left, right| {
            if left == silent || (how == Combine::OnlyOne && left == right) {
                Some(right)
            } else {
                (right == silent).then_some(left)
            }
        };
        let combine = &mut |left: &Leaf, right: &Leaf| combine(how, scale, left, right);
        self.store.apply_unless(left, right, &settled, combine)
    }

    /// What one rule contributes: silent where it does not apply.
    pub fn rule(&mut self, rule: &Rule) -> Built {
        let base = self.outcome(&rule.outcome)?;
        self.block(rule.when.as_ref(), base, &rule.except)
    }

    fn outcome(&mut self, outcome: &Outcome) -> Built {
        match outcome {
            Outcome::Gives(expr) => self.expr(expr),
            Outcome::Gap(gap) => Ok(self.store.leaf(Leaf::Gap(self.model.same_gap(*gap)))),
        }
    }

    /// What an exception puts in place of its rule: silent where it does not apply.
    pub fn exception(&mut self, exception: &Exception) -> Built {
        let base = match &exception.outcome {
            Some(outcome) => self.outcome(outcome)?,
            None => self.store.leaf(Leaf::Cancelled),
        };
        self.block(exception.when.as_ref(), base, &exception.except)
    }

    fn block(&mut self, when: Option<&Expr>, base: NodeId, except: &[Exception]) -> Built {
        let silent = self.silent();
        let mut exceptions = silent;
        for exception in except {
            let root = self.exception(exception)?;
            exceptions = self.joined(Combine::OnlyOne, &[], exceptions, root)?;
        }
        let settled = |base, exception| (exception == silent).then_some(base);
        let instead = &mut |base: &Leaf, exception: &Leaf| match exception {
            Leaf::Silent => base.clone(),
            Leaf::Cancelled => Leaf::Silent,
            other => other.clone(),
        };
        let body = self
            .store
            .apply_unless(base, exceptions, &settled, instead)?;
        self.where_holds(when, body)
    }

    /// The first diagram, with the second wherever the first is silent.
    fn fill_silence(&mut self, root: NodeId, fallback: NodeId) -> Built {
        let silent = self.silent();
        let settled = |root: NodeId, fallback| {
            let filled = if root == silent { fallback } else { root };
            root.is_leaf().then_some(filled)
        };
        let first = &mut |leaf: &Leaf, _: &Leaf| leaf.clone();
        self.store.apply_unless(root, fallback, &settled, first)
    }

    /// The diagram of an expression.
    pub fn expr(&mut self, expr: &Expr) -> Built {
        match &expr.kind {
            Kind::Constant(value) => Ok(self.store.leaf(Leaf::Value(value.clone()))),
            Kind::Variable(variable) => self.variable(*variable),
            Kind::Question(id, bound) => self.called(*id, bound),
            Kind::In(..) | Kind::Binary(Operation::Compare(_), ..)
                if let Some((variable, within)) = self.test_of(expr) =>
            {
                let [yes, no] = self.truths();
                self.in_ranges(variable, &within, yes, no)
            }
            Kind::Binary(operation, left, right) => self.binary(*operation, left, right),
            Kind::If(condition, then, other) => {
                let condition = self.expr(condition)?;
                let then = self.expr(then)?;
                let other = self.expr(other)?;
                self.store.ite(condition, then, other)
            }
            Kind::Not(inner)
            | Kind::Round(_, inner)
            | Kind::Rank(_, inner)
            | Kind::Unrank(_, _, inner)
            | Kind::In(_, inner) => {
                let inner = self.expr(inner)?;
                self.store.map(inner, &mut |leaf| match leaf {
                    Leaf::Value(value) => map_value(&expr.kind, value),
                    other => other.clone(),
                })
            }
        }
    }

    fn binary(&mut self, operation: Operation, left: &Expr, right: &Expr) -> Built {
        if operation == Operation::Add {
            return self.sum(left, right);
        }
        if let Some(clamped) = self.clamped(operation, left, right) {
            return clamped;
        }
        let (left, right) = (self.expr(left)?, self.expr(right)?);
        let [yes, no] = self.truths();
        let settled = |left, right| match operation {
            Operation::And => of_truths([no, yes], left, right),
            Operation::Or => of_truths([yes, no], left, right),
            _ => None,
        };
        let operate = &mut |left: &Leaf, right: &Leaf| operate(operation, left, right);
        self.store.apply_unless(left, right, &settled, operate)
    }

    /// The diagram of a variable's own value.
    pub fn variable(&mut self, variable: VariableId) -> Built {
        if let Some(done) = self.variables.get(&variable) {
            return Ok(*done);
        }
        let domain = &self.model.variables[variable].domain;
        let done = self.by_index(variable, |index| Leaf::Value(domain.value(index)))?;
        self.variables.insert(variable, done);
        Ok(done)
    }

    /// The diagram of whether a variable has one of these values.
    pub fn among(&mut self, variable: VariableId, indices: &[u32]) -> Built {
        self.by_index(variable, |index| Leaf::truth(indices.contains(&index)))
    }

    /// The diagram of whether a variable has one of the values that are marked, by their indices.
    pub fn within(&mut self, variable: VariableId, marked: &[bool]) -> Built {
        self.by_index(variable, |index| {
            Leaf::truth(marked.get(index as usize).copied().unwrap_or(false))
        })
    }

    fn by_index(&mut self, variable: VariableId, leaf: impl Fn(u32) -> Leaf) -> Built {
        if let Some(index) = self.model.variables[variable].settled() {
            return Ok(self.store.leaf(leaf(index)));
        }
        let indices = 0..self.store.size(variable);
        let edges = indices.map(|index| (index + 1, self.store.leaf(leaf(index))));
        let edges: Vec<(u32, NodeId)> = edges.collect();
        self.store.node(variable, edges)
    }

    fn called(&mut self, id: QuestionId, bound: &[(VariableId, Expr)]) -> Built {
        let root = self.question(id)?;
        if bound.is_empty() {
            return Ok(root);
        }
        let mut by = Vec::with_capacity(bound.len());
        for (variable, value) in bound {
            by.push((*variable, self.expr(value)?));
        }
        let variables = &self.model.variables;
        self.store.compose(root, &by, &|variable, leaf| {
            variables[variable].domain.index(leaf.value()?)
        })
    }
}

/// What two conditions make together without a walk: one truth settles the whole, the other changes nothing.
fn of_truths([settling, neutral]: [NodeId; 2], left: NodeId, right: NodeId) -> Option<NodeId> {
    if left == settling || left == right || right == neutral {
        Some(left)
    } else {
        (right == settling || left == neutral).then_some(right)
    }
}

fn as_set(leaf: &Leaf) -> Leaf {
    match leaf {
        Leaf::Value(Value::Word(word)) => Leaf::Value(Value::Set(vec![*word])),
        other => other.clone(),
    }
}

/// The order of an answer's words, where it is a scale.
pub fn scale_of(answer: &Type) -> &[Word] {
    match answer {
        Type::Words { words, .. } => words,
        _ => &[],
    }
}
