//! What is proved of every question, law and example, on its decision diagram: nothing is sampled.

use crate::diagnostic::{Code, Diagnostic};
use crate::diagram::{Compiler, Leaf, NodeId, TooLarge, find, leaves};
use crate::model::{
    Exception, Expr, Kind, Model, Outcome, PackId, ProcedureId, Question, QuestionId, Rule, Type,
    VariableId,
};
use crate::source::Span;
use crate::turn::ProcedurePlan;
use crate::value::Value;
use indexmap::IndexMap;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// What proving found.
#[derive(Debug, Default)]
pub struct Proof {
    /// Everything that does not hold.
    pub diagnostics: Vec<Diagnostic>,
    /// What was proved, each with the pack that it stands in.
    pub proved: Vec<(Proved, PackId)>,
    /// The nodes of each question's diagram.
    pub nodes: Vec<(QuestionId, usize)>,
}

/// What can be proved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Proved {
    /// A question has one answer everywhere.
    Question,
    /// A law holds.
    Law,
    /// An example holds.
    Example,
    /// A procedure comes to its end.
    Procedure,
}

impl Proof {
    /// How many of a kind were proved, of the packs that are wanted.
    #[must_use]
    pub fn count(&self, of: Proved, wanted: impl Fn(PackId) -> bool) -> usize {
        self.proved
            .iter()
            .filter(|(proved, pack)| *proved == of && wanted(*pack))
            .count()
    }
}

/// Proves all that can be proved of a game.
#[must_use]
pub fn prove(model: &Model) -> Proof {
    // Procedures have diagrams of their own, so that they need not wait for the questions.
    let (mut proof, (proved, mut failed)) = rayon::join(
        || prove_questions(model),
        || super::procedure_proof::prove(model),
    );
    proof
        .proved
        .extend(proved.into_iter().map(|pack| (Proved::Procedure, pack)));
    proof.diagnostics.append(&mut failed);
    proof
}

/// Proves the questions, laws, examples and cards of a game.
fn prove_questions(model: &Model) -> Proof {
    let mut compiler = Compiler::new(model);
    let mut prover = Prover::new(&mut compiler);
    for (id, question) in (0..).map(QuestionId).zip(&model.questions) {
        if !prover.is_broken(id) {
            prover.count(Proved::Question, question.pack, |prover| {
                prover.question(id)
            });
        }
    }
    for law in &model.laws {
        if !prover.is_untold(law) {
            prover.count(Proved::Law, law.pack, |prover| prover.law(law));
        }
    }
    for example in &model.examples {
        if prover.asked_of(example).1 {
            prover.count(Proved::Example, example.pack, |prover| {
                prover.example(example)
            });
        } else {
            // What of it can be answered is tried all the same.
            prover.example(example);
        }
    }
    prover.cards();
    prover.proof
}

/// What is wrong with one question.
#[must_use]
pub fn prove_question(compiler: &mut Compiler<'_>, id: QuestionId) -> Vec<Diagnostic> {
    let mut prover = Prover::new(compiler);
    prover.question(id);
    prover.proof.diagnostics
}

/// Variables and the values of each that are allowed.
type Masks = [(VariableId, Vec<bool>)];

pub(super) struct Prover<'c, 'a> {
    pub(super) compiler: &'c mut Compiler<'a>,
    pub(super) model: &'a Model,
    pub(super) proof: Proof,
    /// The procedures that examples roll, compiled.
    pub(super) plans: FxHashMap<ProcedureId, Rc<ProcedurePlan<'a>>>,
    /// The exceptions of the question at hand, by their place: what is found, unless they apply to one of its rules. Several
    /// rules may share one.
    idle: IndexMap<Span, Option<Diagnostic>>,
    /// Whether every question is resolved, so that none need be searched for one that is not.
    all_resolved: bool,
}

impl<'c, 'a> Prover<'c, 'a> {
    pub(super) fn new(compiler: &'c mut Compiler<'a>) -> Self {
        let model = compiler.model;
        let all_resolved = !model.questions.iter().any(|question| question.broken);
        Self {
            compiler,
            model,
            proof: Proof::default(),
            plans: FxHashMap::default(),
            idle: IndexMap::new(),
            all_resolved,
        }
    }
}

impl Prover<'_, '_> {
    /// Proves something, and counts it if nothing is found.
    fn count(&mut self, of: Proved, pack: PackId, prove: impl FnOnce(&mut Self)) {
        let before = self.proof.diagnostics.len();
        prove(self);
        if self.proof.diagnostics.len() == before {
            self.proof.proved.push((of, pack));
        }
    }

    pub(super) fn is_broken(&self, id: QuestionId) -> bool {
        !self.all_resolved && super::is_broken(self.model, id)
    }

    pub(super) fn uses_broken(&self, expr: &Expr) -> bool {
        let mut broken = false;
        expr.walk(&mut |part| {
            if let crate::model::Kind::Question(id, _) = part.kind {
                broken |= self.is_broken(id);
            }
        });
        broken
    }

    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        self.proof.diagnostics.push(diagnostic);
    }

    pub(super) fn too_large(&mut self, span: Span, what: &str) {
        let message = format!("{what} needs too large a decision diagram");
        self.report(
            Diagnostic::error(Code::TooLarge, span, message)
                .help("split it into questions with fewer facts each"),
        );
    }

    fn question(&mut self, id: QuestionId) {
        let Some(question) = self.model.question(id) else {
            return;
        };
        self.compiler.store.renew_budget();
        self.idle.clear();
        if self.try_question(id, question).is_err() {
            self.too_large(question.span, &format!("`{}`", question.name));
        }
    }

    fn try_question(&mut self, id: QuestionId, question: &Question) -> Result<(), TooLarge> {
        let root = self.compiler.question(id)?;
        let within = self.possible(root, question)?;
        self.proof
            .nodes
            .push((id, self.compiler.store.nodes_of(root)));
        if !super::has_chart_fault(self.model, id) {
            self.refuse_gap(question, within);
            self.refuse_overlap(question, within)?;
        }
        self.refuse_wrong_answers(question, within);
        self.refuse_outside(question, within);
        for rule in question
            .rules
            .iter()
            .filter_map(|rule| self.model.rule(*rule))
        {
            self.rule(question, rule)?;
        }
        for found in std::mem::take(&mut self.idle).into_values().flatten() {
            self.report(found);
        }
        self.refuse_idle(question)
    }

    /// Tells of a rule that another pack brings to a question and that changes no answer of it.
    fn refuse_idle(&mut self, question: &Question) -> Result<(), TooLarge> {
        for id in &question.rules {
            let Some(rule) = self.model.rule(*id) else {
                continue;
            };
            let is_brought = rule.pack != question.pack && rule.cell.is_none();
            if is_brought && self.compiler.does_without(question, *id)? {
                let message = format!("this rule never changes the answer to `{}`", question.name);
                let found = Diagnostic::warning(Code::NeverApplies, rule.span, message);
                self.report(found.cite(rule.cite.clone()));
            }
        }
        Ok(())
    }

    /// The diagram, silent outside the masks.
    pub(super) fn within(&mut self, root: NodeId, masks: &Masks) -> Result<NodeId, TooLarge> {
        let silent = self.compiler.store.leaf(Leaf::Silent);
        let mut within = root;
        for (variable, mask) in masks {
            let inside = self.compiler.within(*variable, mask)?;
            within = self.compiler.store.ite(inside, within, silent)?;
        }
        Ok(within)
    }

    /// The diagram, silent where the question is not asked or the situation is impossible whatever the facts that it does not
    /// take.
    fn possible(&mut self, root: NodeId, question: &Question) -> Result<NodeId, TooLarge> {
        let within = self.within(root, &question.only)?;
        self.where_possible(within, &question.from)
    }

    /// The diagram, silent where it is impossible whatever the facts other than these are.
    pub(super) fn where_possible(
        &mut self,
        root: NodeId,
        facts: &[VariableId],
    ) -> Result<NodeId, TooLarge> {
        let impossible = self.compiler.impossible(facts)?;
        let silent = self.compiler.store.leaf(Leaf::Silent);
        self.compiler.store.ite(impossible, silent, root)
    }

    fn refuse_gap(&mut self, question: &Question, root: NodeId) {
        if let Some((witness, _)) = find(&self.compiler.store, root, &|leaf| *leaf == Leaf::Nothing)
        {
            let message = format!("`{}` has no answer in some situation", question.name);
            let error = Diagnostic::error(Code::Gap, question.span, message)
                .help(self.show_witness(&witness));
            let error = cited(error, question.cite.first());
            self.report(error.help("add a rule for it, or `otherwise`"));
        }
    }

    fn refuse_overlap(&mut self, question: &Question, root: NodeId) -> Result<(), TooLarge> {
        let Some((witness, _)) = find(&self.compiler.store, root, &|leaf| *leaf == Leaf::Conflict)
        else {
            return Ok(());
        };
        let mut applying = Vec::new();
        for rule in question
            .rules
            .iter()
            .filter_map(|rule| self.model.rule(*rule))
        {
            let root = self.compiler.rule(rule)?;
            let leaf = self.leaf_there(root, &witness);
            if leaf != Leaf::Silent {
                applying.push((rule, leaf));
            }
        }
        let packs: Vec<_> = applying.iter().map(|(rule, _)| rule.pack).collect();
        let several = packs.iter().any(|pack| Some(pack) != packs.first());
        let (code, message) = if several {
            (
                Code::PackConflict,
                format!(
                    "two packs answer `{}` differently in one situation",
                    question.name
                ),
            )
        } else {
            (
                Code::Overlap,
                format!(
                    "`{}` gets two different answers in one situation",
                    question.name
                ),
            )
        };
        let span = applying.last().map_or(question.span, |(rule, _)| rule.span);
        let mut error = Diagnostic::error(code, span, message).here(self.says(applying.last()));
        for (index, (rule, _)) in applying
            .iter()
            .enumerate()
            .take(applying.len().saturating_sub(1))
        {
            error = error.label(rule.span, self.says(applying.get(index)));
        }
        let error = error.help(self.show_witness(&witness));
        let advice = if several {
            "declare in `pack.toml` which pack is `over` the other"
        } else {
            "make one an exception of the other"
        };
        self.report(cited(error, question.cite.first()).help(advice));
        Ok(())
    }

    fn says(&self, applying: Option<&(&Rule, Leaf)>) -> String {
        applying.map_or_else(String::new, |(rule, leaf)| {
            format!(
                "{} gives {}",
                rule.cite,
                self.show_leaf(leaf, &rule_type(self.model, rule))
            )
        })
    }

    /// The leaf at a witness; facts that it does not name do not matter.
    pub(super) fn leaf_there(&self, root: NodeId, witness: &[(VariableId, u32)]) -> Leaf {
        let known = |variable| {
            witness
                .iter()
                .find(|(own, _)| *own == variable)
                .map_or(0, |(_, index)| *index)
        };
        self.compiler.store.answer(root, known).clone()
    }

    fn refuse_wrong_answers(&mut self, question: &Question, root: NodeId) {
        // A state that adds up, turn by turn, leaves any domain at last; the turn in which it does is refused then.
        let may_grow = question.process.is_some();
        let bad = find(&self.compiler.store, root, &|leaf| match leaf {
            Leaf::Overflow => true,
            Leaf::Value(value) => {
                !(is_answer(question, value) || may_grow && value.number().is_some())
            }
            _ => false,
        });
        if let Some((witness, leaf)) = bad {
            let message = match leaf {
                Leaf::Overflow => format!(
                    "`{}` cannot be calculated: it divides by zero, calculates with a word, or grows too large",
                    question.name
                ),
                _ => format!(
                    "`{}` answers {}, which its domain does not hold",
                    question.name,
                    self.show_leaf(&leaf, &question.answer)
                ),
            };
            let error = Diagnostic::error(Code::OutsideDomain, question.span, message)
                .help(self.show_witness(&witness));
            self.report(cited(error, question.cite.first()));
        }
    }

    fn refuse_outside(&mut self, question: &Question, root: NodeId) {
        if let Some((witness, _)) = find(&self.compiler.store, root, &|leaf| *leaf == Leaf::Outside)
        {
            let message = format!(
                "`{}` asks another question where that one is not asked",
                question.name
            );
            let error = Diagnostic::error(Code::OutsideOnly, question.span, message)
                .help(self.show_witness(&witness));
            self.report(
                error.help("limit this question by `only`, or ask the other under a condition"),
            );
        }
    }

    /// What is wrong with the condition and the exceptions of a rule. What a chart says of its cells is proved of the chart.
    fn rule(&mut self, question: &Question, rule: &Rule) -> Result<(), TooLarge> {
        if rule.cell.is_some_and(|cell| !self.is_list(cell.chart)) {
            return Ok(());
        }
        let when = match &rule.when {
            Some(when) => self.compiler.expr(when)?,
            None => self.compiler.store.leaf(Leaf::truth(true)),
        };
        let asked = self.within(when, &question.only)?;
        let when = self.possible(when, question)?;
        if !self.can_be(when, true) {
            if self.is_settled(rule.when.as_ref()) {
                return Ok(());
            }
            let message = if self.can_be(asked, true) {
                "this condition holds only where the situation is impossible"
            } else {
                "this condition can never hold"
            };
            self.never_holds(
                rule.when.as_ref().map_or(rule.span, |when| when.span),
                message,
            );
            return Ok(());
        }
        if rule.cell.is_some() || rule.except.is_empty() {
            return Ok(());
        }
        for exception in &rule.except {
            self.exception(exception, when)?;
        }
        let root = self.compiler.rule(rule)?;
        let root = self.within(root, &question.only)?;
        let is_settled = rule
            .except
            .iter()
            .any(|exception| self.is_settled(exception.when.as_ref()));
        if leaves(&self.compiler.store, root) == [Leaf::Silent] && !is_settled {
            let message = "this rule never applies: its exceptions take all of it";
            self.report(
                Diagnostic::error(Code::NeverApplies, rule.span, message).cite(rule.cite.clone()),
            );
        }
        Ok(())
    }

    /// Whether a condition asks for a reading that is settled: what holds for the others is left standing.
    fn is_settled(&self, when: Option<&Expr>) -> bool {
        let mut settled = false;
        if let Some(when) = when {
            when.walk(&mut |part| {
                if let Kind::Variable(id) = part.kind {
                    let variable = self.model.variable(id);
                    settled |= variable.is_some_and(|own| own.settled().is_some());
                }
            });
        }
        settled
    }

    fn is_list(&self, chart: crate::model::ChartId) -> bool {
        self.model
            .charts
            .at(chart.index())
            .is_some_and(|chart| chart.list)
    }

    pub(super) fn never_holds(&mut self, span: Span, message: &str) {
        let error = Diagnostic::error(Code::NeverHolds, span, message);
        self.report(
            error.help("look for a value that the facts cannot have here, or for two parts that exclude each other"),
        );
    }

    fn exception(&mut self, exception: &Exception, outer: NodeId) -> Result<(), TooLarge> {
        let when = match &exception.when {
            Some(when) => self.compiler.expr(when)?,
            None => self.compiler.store.leaf(Leaf::truth(true)),
        };
        let both = self.compiler.store.apply(outer, when, &mut |outer, when| {
            if outer.is(true) {
                when.clone()
            } else {
                outer.clone()
            }
        })?;
        if !self.can_be(both, true) {
            let span = exception
                .when
                .as_ref()
                .map_or(exception.span, |when| when.span);
            if self.is_settled(exception.when.as_ref()) {
                return Ok(());
            }
            let message = "this exception never applies where its rule does";
            let found =
                Diagnostic::error(Code::NeverBites, span, message).cite(exception.cite.clone());
            self.idle.entry(span).or_insert(Some(found));
            return Ok(());
        }
        self.idle.insert(
            exception
                .when
                .as_ref()
                .map_or(exception.span, |when| when.span),
            None,
        );
        for inner in &exception.except {
            self.exception(inner, both)?;
        }
        Ok(())
    }

    pub(super) fn can_be(&self, root: NodeId, truth: bool) -> bool {
        leaves(&self.compiler.store, root)
            .iter()
            .any(|leaf| leaf.is(truth) || matches!(leaf, Leaf::Gap(_)))
    }

    /// A witness in words: `for example heat-haze = normal, range = 13`.
    pub(super) fn show_witness(&self, witness: &[(VariableId, u32)]) -> String {
        if witness.is_empty() {
            return "in every situation".to_owned();
        }
        let facts: Vec<String> = witness
            .iter()
            .map(|(variable, index)| {
                format!(
                    "{} = {}",
                    self.model.variable_name(*variable),
                    self.model.show_index(*variable, *index)
                )
            })
            .collect();
        format!("for example {}", facts.join(", "))
    }

    pub(super) fn show_leaf(&self, leaf: &Leaf, of: &Type) -> String {
        match leaf {
            Leaf::Value(value) => value.show(&self.model.words, self.model.is_signed(of)),
            Leaf::Gap(gap) => {
                format!(
                    "a gap ({})",
                    self.model
                        .gaps
                        .at(gap.index())
                        .map_or("", |gap| gap.lost.as_str())
                )
            }
            Leaf::Nothing | Leaf::Silent | Leaf::Cancelled => "no answer".to_owned(),
            Leaf::Conflict => "two answers".to_owned(),
            Leaf::Outside => "no answer (it is not asked here)".to_owned(),
            Leaf::Overflow => "a number out of range".to_owned(),
        }
    }
}

fn cited(error: Diagnostic, cite: Option<&String>) -> Diagnostic {
    match cite {
        Some(cite) => error.cite(cite.clone()),
        None => error,
    }
}

fn rule_type(model: &Model, rule: &Rule) -> Type {
    match &rule.outcome {
        Outcome::Gives(expr) => expr.of.clone(),
        Outcome::Gap(_) => model
            .question(rule.question)
            .map_or(Type::Bool, |question| question.answer.clone()),
    }
}

/// Whether a value is in the declared domain of a question's answer.
fn is_answer(question: &Question, value: &Value) -> bool {
    if let Some(range) = question
        .range
        .as_ref()
        .filter(|_| question.answer != Type::Text)
    {
        return range.index(value).is_some();
    }
    match (&question.answer, value) {
        (Type::Bool, Value::Bool(_))
        | (Type::Number(_) | Type::NumberOr(..), Value::Number(_))
        | (Type::Text, Value::Word(_)) => true,
        (Type::NumberOr(_, words) | Type::Words { words, .. }, Value::Word(word)) => {
            words.contains(word)
        }
        (Type::Set(words), Value::Set(set)) => set.iter().all(|word| words.contains(word)),
        _ => false,
    }
}
