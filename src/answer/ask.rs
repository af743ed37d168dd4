//! Asking: the answer from the diagram, with what other questions find and what is usual where nobody says otherwise.

use super::evaluate::Evaluator;
use super::explanation::Explanation;
use super::found::{Found, Trail};
use super::needs::Needs;
use crate::diagnostic::{Code, Diagnostic};
use crate::diagram::{Compiler, Leaf, NodeId, TooLarge, support};
use crate::model::{Expr, GapId, Kind, Model, QuestionId, VariableId};
use crate::turn::Situation;
use crate::value::Value;
use rustc_hash::{FxHashMap, FxHashSet};

/// Asks a model's questions; each is compiled when it is first asked.
#[derive(Debug)]
pub struct Asker<'a> {
    /// The model.
    pub model: &'a Model,
    pub(super) compiler: Compiler<'a>,
    broken: FxHashMap<QuestionId, bool>,
    /// Whether a fact of which nobody says anything is as usual.
    pub(super) takes_usual: bool,
    /// The diagrams of the usual values and of their conditions; none where a question in one is broken.
    pub(super) usual: FxHashMap<(VariableId, usize, bool), Option<NodeId>>,
    /// The diagrams of the situations that cannot be, by their places.
    pub(super) impossible: FxHashMap<usize, NodeId>,
    /// For each fact, those that it may follow from.
    pub(super) sources: FxHashMap<VariableId, FxHashSet<VariableId>>,
    /// Whether nobody wants to know in which order to tell what is missing.
    pub(super) is_brief: bool,
    /// The facts that are not to be had in this situation, whatever asks for them.
    pub(super) missing: FxHashSet<VariableId>,
    /// Whether a fact was not to be had only because it was being looked for already.
    pub(super) in_circle: bool,
}

/// An answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// A value.
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

const TOO_LARGE: &str = "the question needs too large a decision diagram";

impl Answer {
    /// With the commands in it completed by the options that name the rulebook at hand.
    #[must_use]
    pub fn completed(self, options: &[String]) -> Self {
        match self {
            Self::Broken(why) => Self::Broken(why.completed(options)),
            other => other,
        }
    }
}

impl<'a> Asker<'a> {
    /// An asker of a model.
    #[must_use]
    pub fn new(model: &'a Model) -> Self {
        Self {
            model,
            compiler: Compiler::new(model),
            broken: FxHashMap::default(),
            takes_usual: true,
            usual: FxHashMap::default(),
            impossible: FxHashMap::default(),
            sources: FxHashMap::default(),
            is_brief: false,
            missing: FxHashSet::default(),
            in_circle: false,
        }
    }

    /// Whether from now on nothing is taken as usual: what is neither given nor found is then asked for.
    pub const fn set_strict(&mut self, strict: bool) {
        self.takes_usual = !strict;
    }

    /// The answer to a question in a situation. Facts that are missing are filled in: by the rules, or else as they usually
    /// are.
    pub fn ask(&mut self, id: QuestionId, situation: &mut Situation) -> (Answer, Vec<Found>) {
        self.begin();
        if self.broken(id) {
            return (Answer::Broken(Diagnostic::in_rulebook("it")), Vec::new());
        }
        let mut trail = Trail::of(self.model, id);
        let answer = self
            .try_ask(id, situation, &mut trail)
            .unwrap_or_else(|TooLarge| broken(TOO_LARGE));
        (answer, trail.found)
    }

    /// Fills in a fact that is missing, where it can be known: by the rules, or else as it usually is.
    pub fn fill(&mut self, fact: VariableId, situation: &mut Situation) -> Vec<Found> {
        self.begin();
        let mut trail = Trail::default();
        if situation.get(fact).is_none() {
            // What needs too large a diagram is not known.
            let _ = self.find(fact, situation, &mut trail);
        }
        trail.found
    }

    pub(super) fn begin(&mut self) {
        self.compiler.store.renew_budget();
        self.missing.clear();
        self.in_circle = false;
    }

    pub(super) fn broken(&mut self, id: QuestionId) -> bool {
        let model = self.model;
        *self
            .broken
            .entry(id)
            .or_insert_with(|| crate::check::is_broken(model, id))
    }

    /// Whether a question that an expression asks is broken.
    pub(super) fn is_broken_in(&mut self, expr: &Expr) -> bool {
        let mut asked = Vec::new();
        expr.walk(&mut |part| {
            if let Kind::Question(id, _) = part.kind {
                asked.push(id);
            }
        });
        asked.into_iter().any(|id| self.broken(id))
    }

    fn try_ask(
        &mut self,
        id: QuestionId,
        situation: &mut Situation,
        trail: &mut Trail,
    ) -> Result<Answer, TooLarge> {
        let root = self.compiler.question(id)?;
        let settled = self.settle(root, situation, trail)?;
        if settled.is_leaf() {
            let leaf = self.compiler.store.leaf_at(settled).clone();
            return Ok(self.answer(id, leaf, situation));
        }
        self.open(settled, situation)
    }

    /// The value of an expression in a situation, or a gap. Facts that are missing are filled in.
    pub fn value_of(&mut self, expr: &Expr, situation: &mut Situation) -> Answer {
        self.begin();
        if self.is_broken_in(expr) {
            return Answer::Broken(Diagnostic::in_rulebook("it"));
        }
        self.try_value_of(expr, situation)
            .unwrap_or_else(|TooLarge| broken(TOO_LARGE))
    }

    fn try_value_of(&mut self, expr: &Expr, situation: &mut Situation) -> Result<Answer, TooLarge> {
        let root = self.compiler.expr(expr)?;
        let settled = self.settle(root, situation, &mut Trail::default())?;
        if !settled.is_leaf() {
            return self.open(settled, situation);
        }
        Ok(match self.compiler.store.leaf_at(settled) {
            Leaf::Value(value) => Answer::Value(value.clone()),
            Leaf::Gap(gap) => Answer::Gap(*gap),
            Leaf::Outside => Answer::NotAsked(Vec::new()),
            _ => broken("it has no value"),
        })
    }

    /// Where a diagram leads in a situation: to a leaf, or to what is open there.
    pub(super) fn settle(
        &mut self,
        root: NodeId,
        situation: &mut Situation,
        trail: &mut Trail,
    ) -> Result<NodeId, TooLarge> {
        loop {
            match self
                .compiler
                .store
                .reach(root, |variable| situation.get(variable))
            {
                Ok(leaf) => return Ok(leaf),
                Err(missing) => {
                    if self.find(missing, situation, trail)? {
                        continue;
                    }
                }
            }
            let open = self
                .compiler
                .store
                .restrict_all(root, &|variable| situation.get(variable))?;
            if open.is_leaf() {
                return Ok(open);
            }
            let mut any = false;
            for variable in support(&self.compiler.store, open) {
                any |= self.find(variable, situation, trail)?;
            }
            if !any {
                return Ok(open);
            }
        }
    }

    pub(super) fn answer(&self, id: QuestionId, leaf: Leaf, situation: &Situation) -> Answer {
        match leaf {
            Leaf::Value(value) => Answer::Value(value),
            Leaf::Gap(gap) => Answer::Gap(gap),
            Leaf::Outside => Answer::NotAsked(self.not_asked(id, situation)),
            Leaf::Conflict => broken("two rules give different answers"),
            Leaf::Overflow => broken("the answer cannot be calculated"),
            Leaf::Nothing | Leaf::Silent | Leaf::Cancelled => broken("no rule gives an answer"),
        }
    }

    /// The facts for whose values the question is not asked, with those for which it is.
    fn not_asked(&self, id: QuestionId, situation: &Situation) -> Vec<(VariableId, Vec<u32>)> {
        let Some(question) = self.model.question(id) else {
            return Vec::new();
        };
        let asked = |mask: &[bool], index: u32| mask.get(index as usize).copied().unwrap_or(false);
        question
            .only
            .iter()
            .filter(|(variable, mask)| {
                situation
                    .get(*variable)
                    .is_some_and(|index| !asked(mask, index))
            })
            .map(|(variable, mask)| {
                (
                    *variable,
                    (0..)
                        .zip(mask)
                        .filter(|(_, asked)| **asked)
                        .map(|(index, _)| index)
                        .collect(),
                )
            })
            .collect()
    }

    /// The reasons for an answer.
    #[must_use]
    pub fn explain(&self, id: QuestionId, situation: &Situation) -> Explanation {
        Evaluator::new(self.model).explain(id, situation)
    }

    /// The leaf of a question in a situation; a missing fact is no answer.
    pub fn leaf(&mut self, id: QuestionId, situation: &Situation) -> Leaf {
        match self.compiler.question(id) {
            Ok(root) => self
                .compiler
                .store
                .walk(root, |variable| situation.get(variable))
                .cloned()
                .unwrap_or(Leaf::Nothing),
            Err(TooLarge) => Leaf::Overflow,
        }
    }
}

fn broken(why: &str) -> Answer {
    Answer::Broken(Diagnostic::error_nowhere(Code::TooLarge, why))
}
