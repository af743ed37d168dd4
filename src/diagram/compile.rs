//! From typed expressions and questions to diagrams.

use super::{Leaf, NodeId, Store, TooLarge, combine, map_value, operate};
use crate::model::{
    Combine, Exception, Expr, Kind, Law, Model, Operation, Outcome, PackId, Question, QuestionId,
    Rule, RuleId, Type, Variable, VariableId,
};
use crate::value::{Value, Word};
use rustc_hash::FxHashMap;

/// Makes diagrams of a model's expressions and questions, each question once.
#[derive(Debug)]
pub struct Compiler<'a> {
    /// The model.
    pub model: &'a Model,
    /// Where its diagrams are.
    pub store: Store,
    questions: Vec<Option<NodeId>>,
    variables: FxHashMap<VariableId, NodeId>,
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
    /// A compiler with nothing compiled.
    #[must_use]
    pub fn new(model: &'a Model) -> Self {
        let sizes = model
            .variables
            .iter()
            .map(|variable| variable.domain.size())
            .collect();
        Self::resume(model, Store::new(sizes), vec![None; model.questions.len()])
    }

    /// A compiler of a model whose variables and words have the numbers that those of these diagrams have: the diagrams known
    /// are taken as they are.
    #[must_use]
    pub fn resume(model: &'a Model, store: Store, questions: Vec<Option<NodeId>>) -> Self {
        Self {
            model,
            store,
            questions,
            variables: FxHashMap::default(),
        }
    }

    /// Its diagrams, and which is which question's.
    #[must_use]
    pub fn into_parts(self) -> (Store, Vec<Option<NodeId>>) {
        (self.store, self.questions)
    }

    /// Forgets the diagrams of these questions: they are made again when they are asked for.
    pub fn forget(&mut self, questions: &[QuestionId]) {
        for id in questions {
            if let Some(place) = self.questions.get_mut(id.index()) {
                *place = None;
            }
        }
    }

    /// The diagram of a question's answer.
    pub fn question(&mut self, id: QuestionId) -> Result<NodeId, TooLarge> {
        if let Some(Some(done)) = self.questions.get(id.index()) {
            return Ok(*done);
        }
        let model = self.model;
        let Some(question) = model.question(id) else {
            return Ok(self.store.leaf(Leaf::Nothing));
        };
        let unlimited = self.unlimited(question)?;
        let done = self.limit(&question.only, unlimited)?;
        if let Some(place) = self.questions.get_mut(id.index()) {
            *place = Some(done);
        }
        Ok(done)
    }

    /// The diagram of a question's answer where the questions that it uses itself are these diagrams instead of their own.
    pub fn question_with(
        &mut self,
        id: QuestionId,
        instead: &[(QuestionId, NodeId)],
    ) -> Result<NodeId, TooLarge> {
        self.with(instead, |compiler| {
            compiler.forget(&[id]);
            compiler.question(id)
        })
    }

    /// The diagram of an expression where the questions that it uses itself are these diagrams instead of their own.
    pub fn expr_with(
        &mut self,
        expr: &Expr,
        instead: &[(QuestionId, NodeId)],
    ) -> Result<NodeId, TooLarge> {
        self.with(instead, |compiler| compiler.expr(expr))
    }

    fn with<T>(
        &mut self,
        instead: &[(QuestionId, NodeId)],
        make: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let own = self.questions.clone();
        for (used, root) in instead {
            if let Some(place) = self.questions.get_mut(used.index()) {
                *place = Some(*root);
            }
        }
        let made = make(self);
        self.questions = own;
        made
    }

    /// The diagram of a law: yes where it holds, no where it does not, silent where it says nothing.
    pub fn law(&mut self, law: &Law) -> Result<NodeId, TooLarge> {
        let always = self.expr(&law.always)?;
        let Some(when) = &law.when else {
            return Ok(always);
        };
        let when = self.expr(when)?;
        let silent = self.store.leaf(Leaf::Silent);
        self.store.ite(when, always, silent)
    }

    /// The answer without regard to the values that the question is limited to.
    pub fn unlimited(&mut self, question: &Question) -> Result<NodeId, TooLarge> {
        let combined = self.combined(question)?;
        self.filled(question, combined)
    }

    /// What the rules make of a question, with what it answers where none applies.
    fn filled(&mut self, question: &Question, combined: NodeId) -> Result<NodeId, TooLarge> {
        let fallback = match (&question.otherwise, question.combine.where_none_applies()) {
            (Some(otherwise), _) => self.expr(&otherwise.gives)?,
            (None, Some(value)) => self.store.leaf(Leaf::Value(value)),
            (None, None) => self.store.leaf(Leaf::Nothing),
        };
        let filled = self.fill_silence(combined, fallback)?;
        if question.combine == Combine::Union {
            return self.store.map(filled, &mut as_set);
        }
        Ok(filled)
    }

    fn limit(
        &mut self,
        only: &[(VariableId, Vec<bool>)],
        root: NodeId,
    ) -> Result<NodeId, TooLarge> {
        let outside = self.store.leaf(Leaf::Outside);
        only.iter().try_fold(root, |root, (variable, asked)| {
            let asked = self.within(*variable, asked)?;
            self.store.ite(asked, root, outside)
        })
    }

    fn combined(&mut self, question: &Question) -> Result<NodeId, TooLarge> {
        self.combined_but(question, None)
    }

    /// What all rules but one make of the question.
    fn combined_but(
        &mut self,
        question: &Question,
        left_out: Option<RuleId>,
    ) -> Result<NodeId, TooLarge> {
        let packs = self.by_pack(question, left_out)?;
        let scale = scale_of(&question.answer);
        let mut whole = self.store.leaf(Leaf::Silent);
        for part in &packs {
            let mut standing = part.root;
            for upper in &packs {
                if self.model.precedence(upper.pack, part.pack).is_some() {
                    standing = self.unless(standing, upper.ruling)?;
                }
            }
            whole = self.join(question.combine, scale, whole, standing)?;
        }
        Ok(whole)
    }

    /// The first diagram where the second is silent.
    fn unless(&mut self, own: NodeId, over: NodeId) -> Result<NodeId, TooLarge> {
        self.store.apply(own, over, &mut |own, over| {
            if *over == Leaf::Silent {
                own.clone()
            } else {
                Leaf::Silent
            }
        })
    }

    /// Whether a question has the same answers everywhere without one of its rules.
    pub fn does_without(&mut self, question: &Question, rule: RuleId) -> Result<bool, TooLarge> {
        let whole = self.combined(question)?;
        let without = self.combined_but(question, Some(rule))?;
        let (whole, without) = (
            self.filled(question, whole)?,
            self.filled(question, without)?,
        );
        Ok(self.limit(&question.only, whole)? == self.limit(&question.only, without)?)
    }

    /// What the rules of each pack make of the question, in the order of the packs' first rules.
    fn by_pack(
        &mut self,
        question: &Question,
        left_out: Option<RuleId>,
    ) -> Result<Vec<OfPack>, TooLarge> {
        let model = self.model;
        let (how, scale) = (question.combine, scale_of(&question.answer));
        let silent = self.store.leaf(Leaf::Silent);
        let mut packs: Vec<OfPack> = Vec::new();
        let stands = question.rules.iter().filter(|id| Some(**id) != left_out);
        for rule in stands.filter_map(|id| model.rule(*id)) {
            let root = self.rule(rule)?;
            let ruling = if rule.beside { silent } else { root };
            if let Some(part) = packs.iter_mut().find(|part| part.pack == rule.pack) {
                let is_one = part.root == part.ruling && root == ruling;
                part.root = self.join(how, scale, part.root, root)?;
                part.ruling = if is_one {
                    part.root
                } else {
                    self.join(how, scale, part.ruling, ruling)?
                };
            } else {
                packs.push(OfPack {
                    pack: rule.pack,
                    root,
                    ruling,
                });
            }
        }
        Ok(packs)
    }

    fn join(
        &mut self,
        how: Combine,
        scale: &[Word],
        left: NodeId,
        right: NodeId,
    ) -> Result<NodeId, TooLarge> {
        let silent = self.store.leaf(Leaf::Silent);
        let settled = |left, right| {
            if left == silent || (how == Combine::OnlyOne && left == right) {
                Some(right)
            } else {
                (right == silent).then_some(left)
            }
        };
        self.store
            .apply_unless(left, right, &settled, &mut |left, right| {
                combine(how, scale, left, right)
            })
    }

    /// What one rule contributes: silent where it does not apply.
    pub fn rule(&mut self, rule: &Rule) -> Result<NodeId, TooLarge> {
        let base = self.outcome(&rule.outcome)?;
        self.block(rule.when.as_ref(), base, &rule.except)
    }

    fn outcome(&mut self, outcome: &Outcome) -> Result<NodeId, TooLarge> {
        match outcome {
            Outcome::Gives(expr) => self.expr(expr),
            Outcome::Gap(gap) => Ok(self.store.leaf(Leaf::Gap(*gap))),
        }
    }

    /// What an exception puts in place of its rule: silent where it does not apply.
    pub fn exception(&mut self, exception: &Exception) -> Result<NodeId, TooLarge> {
        let base = match &exception.outcome {
            Some(outcome) => self.outcome(outcome)?,
            None => self.store.leaf(Leaf::Cancelled),
        };
        self.block(exception.when.as_ref(), base, &exception.except)
    }

    fn block(
        &mut self,
        when: Option<&Expr>,
        base: NodeId,
        except: &[Exception],
    ) -> Result<NodeId, TooLarge> {
        let silent = self.store.leaf(Leaf::Silent);
        let mut exceptions = silent;
        for exception in except {
            let root = self.exception(exception)?;
            exceptions = self.join(Combine::OnlyOne, &[], exceptions, root)?;
        }
        let settled = |base, exception| (exception == silent).then_some(base);
        let body =
            self.store
                .apply_unless(
                    base,
                    exceptions,
                    &settled,
                    &mut |base, exception| match exception {
                        Leaf::Silent => base.clone(),
                        Leaf::Cancelled => Leaf::Silent,
                        other => other.clone(),
                    },
                )?;
        match when {
            None => Ok(body),
            Some(when) => {
                let when = self.expr(when)?;
                self.store.ite(when, body, silent)
            }
        }
    }

    /// The first diagram, with the second wherever the first is silent.
    fn fill_silence(&mut self, root: NodeId, fallback: NodeId) -> Result<NodeId, TooLarge> {
        let silent = self.store.leaf(Leaf::Silent);
        let settled = |own: NodeId, fallback| {
            own.is_leaf()
                .then_some(if own == silent { fallback } else { own })
        };
        self.store
            .apply_unless(root, fallback, &settled, &mut |own, _| own.clone())
    }

    /// The diagram of an expression.
    pub fn expr(&mut self, expr: &Expr) -> Result<NodeId, TooLarge> {
        match &expr.kind {
            Kind::Constant(value) => Ok(self.store.leaf(Leaf::Value(value.clone()))),
            Kind::Variable(variable) => self.variable(*variable),
            Kind::Question(id, bound) => self.called(*id, bound),
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
                self.store.map(inner, &mut |leaf| {
                    leaf.value()
                        .map_or_else(|| leaf.clone(), |value| map_value(&expr.kind, value))
                })
            }
        }
    }

    fn binary(
        &mut self,
        operation: Operation,
        left: &Expr,
        right: &Expr,
    ) -> Result<NodeId, TooLarge> {
        let left = self.expr(left)?;
        let right = self.expr(right)?;
        let [yes, no] = [true, false].map(|truth| self.store.leaf(Leaf::truth(truth)));
        let settled = |left, right| match operation {
            Operation::And => of_truths([no, yes], left, right),
            Operation::Or => of_truths([yes, no], left, right),
            _ => None,
        };
        self.store
            .apply_unless(left, right, &settled, &mut |left, right| {
                operate(operation, left, right)
            })
    }

    /// The diagram of a variable's own value.
    pub fn variable(&mut self, variable: VariableId) -> Result<NodeId, TooLarge> {
        let Some(domain) = self.model.variable(variable).map(|found| &found.domain) else {
            return Ok(self.store.leaf(Leaf::Nothing));
        };
        if let Some(done) = self.variables.get(&variable) {
            return Ok(*done);
        }
        let done = self.by_index(variable, |index| Leaf::Value(domain.value(index)))?;
        self.variables.insert(variable, done);
        Ok(done)
    }

    /// The diagram of whether a variable has one of these values.
    pub fn among(&mut self, variable: VariableId, indices: &[u32]) -> Result<NodeId, TooLarge> {
        self.by_index(variable, |index| Leaf::truth(indices.contains(&index)))
    }

    /// The diagram of whether a variable has one of the values that are marked, by their indices.
    pub fn within(&mut self, variable: VariableId, marked: &[bool]) -> Result<NodeId, TooLarge> {
        self.by_index(variable, |index| {
            Leaf::truth(marked.get(index as usize).copied().unwrap_or(false))
        })
    }

    fn by_index(
        &mut self,
        variable: VariableId,
        leaf: impl Fn(u32) -> Leaf,
    ) -> Result<NodeId, TooLarge> {
        let settled = self.model.variable(variable).and_then(Variable::settled);
        if let Some(index) = settled {
            return Ok(self.store.leaf(leaf(index)));
        }
        let mut edges = Vec::new();
        for index in 0..self.store.size(variable) {
            let child = self.store.leaf(leaf(index));
            edges.push((index + 1, child));
        }
        self.store.node(variable, edges)
    }

    fn called(&mut self, id: QuestionId, bound: &[(VariableId, Expr)]) -> Result<NodeId, TooLarge> {
        let root = self.question(id)?;
        let mut by = Vec::with_capacity(bound.len());
        for (variable, value) in bound {
            by.push((*variable, self.expr(value)?));
        }
        let model = self.model;
        self.store.compose(root, &by, &|variable, leaf| {
            leaf.value()
                .and_then(|value| model.variable(variable)?.domain.index(value))
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
#[must_use]
pub fn scale_of(answer: &Type) -> &[Word] {
    match answer {
        Type::Words { words, .. } => words,
        _ => &[],
    }
}
