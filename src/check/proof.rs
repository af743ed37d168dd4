//! What is proved of every question, law and example, on its decision diagram: nothing is sampled.

use super::aside::is_foregone;
use super::cycle::uses_broken;
use super::rolled::{never_thrown, show_thrown};
use crate::diagnostic::{Code, Diagnostic};
use crate::diagram::{
    Compiler, Leaf, NodeId, Summed, TooLarge, count_where, find, leaves, support,
};
use crate::model::{
    Exception, Expr, Model, PackId, ProcedureId, Question, QuestionId, Rule, Type, VariableId,
};
use crate::source::Span;
use crate::turn::ProcedurePlan;
use crate::value::{Number, Value};
use indexmap::IndexMap;
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

#[derive(Debug, Default)]
pub struct Proof {
    pub diagnostics: Vec<Diagnostic>,
    /// What was proved, each with the pack that it stands in.
    pub proved: Vec<(Proved, PackId)>,
    pub nodes: Vec<(QuestionId, usize)>,
    /// How many situations of the facts on which it depends cannot be, of how many.
    pub impossible: Option<(u128, u128)>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Proved {
    /// A question has one answer everywhere.
    Question,
    /// What a process makes of one of its states, which has one value everywhere.
    State,
    Law,
    Example,
    /// An example of a gap that another pack or an erratum answers.
    Answered,
    /// A procedure comes to its end.
    Procedure,
}

impl Proof {
    /// Adds what was proved after it.
    pub fn add(&mut self, mut later: Self) {
        self.diagnostics.append(&mut later.diagnostics);
        self.proved.append(&mut later.proved);
        self.nodes.append(&mut later.nodes);
        self.impossible = self.impossible.or(later.impossible);
    }

    pub fn count(&self, of: Proved, wanted: impl Fn(PackId) -> bool) -> usize {
        let proved = self.proved.iter();
        proved
            .filter(|(proved, pack)| *proved == of && wanted(*pack))
            .count()
    }
}

pub fn prove_question(compiler: &mut Compiler<'_>, id: QuestionId) -> Vec<Diagnostic> {
    let mut prover = Prover::new(compiler);
    prover.question(id);
    let mut found = prover.proof.diagnostics;
    found.retain(|finding| !is_foregone(finding));
    found
}

/// Whether a law uses a question that could not be resolved, so that it says nothing.
pub fn is_untold(model: &Model, law: &crate::model::Law) -> bool {
    law.when
        .iter()
        .chain([&law.always])
        .any(|part| uses_broken(model, part))
}

/// The place by which an exception is known: several rules may share one.
pub(super) fn place_of(exception: &Exception) -> Span {
    exception
        .when
        .as_ref()
        .map_or(exception.span, |when| when.span)
}

pub type Masks = [(VariableId, Vec<bool>)];

pub type Witness = [(VariableId, u32)];

pub struct Prover<'c, 'a> {
    pub compiler: &'c mut Compiler<'a>,
    pub model: &'a Model,
    pub proof: Proof,
    pub plans: FxHashMap<ProcedureId, Rc<ProcedurePlan<'a>>>,
    /// The diagrams of the situations that cannot be, once one is asked for.
    impossible: Option<Rc<[NodeId]>>,
    /// The exceptions of the question at hand, by their place: what is found, unless they apply to one of its rules. Several
    /// rules may share one.
    pub(super) idle: IndexMap<Span, Option<Diagnostic>>,
    /// How many cells of it were looked at for what never applies.
    pub(super) cells: usize,
    /// The facts of which it was looked up what they usually are.
    pub looked_up: FxHashSet<VariableId>,
    /// How much was told that stands against a proof.
    pub told: usize,
    /// Of how many answers nobody can tell whether they are those expected, because something that they rest on is broken.
    pub untold: usize,
}

impl<'c, 'a> Prover<'c, 'a> {
    pub fn new(compiler: &'c mut Compiler<'a>) -> Self {
        Self {
            model: compiler.model,
            compiler,
            proof: Proof::default(),
            plans: FxHashMap::default(),
            impossible: None,
            idle: IndexMap::new(),
            cells: 0,
            told: 0,
            untold: 0,
            looked_up: FxHashSet::default(),
        }
    }

    pub fn report(&mut self, diagnostic: Diagnostic) {
        self.told += usize::from(!is_foregone(&diagnostic));
        self.proof.diagnostics.push(diagnostic);
    }

    pub fn within_budget(
        &mut self,
        span: Span,
        what: &str,
        prove: impl FnOnce(&mut Self) -> Result<(), TooLarge>,
    ) {
        self.compiler.store.renew_budget();
        if prove(self).is_err() {
            self.report(Diagnostic::too_large(what).of(Code::TooLarge, span));
        }
    }

    pub fn question(&mut self, id: QuestionId) {
        let question = &self.model.questions[id];
        self.idle.clear();
        self.cells = 0;
        self.compiler.store.renew_budget();
        if self.try_question(id, question).is_err() {
            let why = self.compiler.too_large(id);
            self.report(why.of(Code::TooLarge, question.span));
        }
    }

    fn try_question(&mut self, id: QuestionId, question: &'a Question) -> Result<(), TooLarge> {
        let impossible = self.impossible(&question.from)?;
        let summed = match question.only.is_empty() {
            true => self.compiler.summed(question),
            false => None,
        };
        let sum = summed.as_ref().filter(|summed| {
            let all_can_be = self.compiler.store.leaf_at(impossible).is(false);
            all_can_be && is_sound(question, summed)
        });
        match sum {
            Some(sum) => self.proof.nodes.push((id, sum.sums.tests_of(sum.whole))),
            None => self.answers(id, question, impossible)?,
        }
        let mut telling = Vec::new();
        for rule in &question.rules {
            let told = self.told;
            let has_say = self.rule(question, &self.model.rules[*rule], impossible)?;
            if has_say && told == self.told {
                telling.push(*rule);
            }
        }
        self.refuse_idle(id, &telling, summed.as_ref())?;
        self.note_told_twice(question, &telling)?;
        let idle = std::mem::take(&mut self.idle).into_values().flatten();
        idle.for_each(|finding| self.report(finding));
        Ok(())
    }

    /// What is wrong with the answers of a question.
    fn answers(
        &mut self,
        id: QuestionId,
        question: &'a Question,
        impossible: NodeId,
    ) -> Result<(), TooLarge> {
        let root = self.compiler.question(id)?;
        let asked = self.within(root, &question.only)?;
        let within = self.outside(impossible, asked)?;
        self.proof
            .nodes
            .push((id, self.compiler.store.nodes_of(root)));
        if !question.chart_fault {
            let node = self.own_faults(id, within)?;
            self.refuse_gap(id, node);
            self.refuse_overlap(question, node)?;
        }
        self.refuse_wrong_answers(question, within);
        self.warn_of_nothing_found(question, within);
        self.refuse_unasked(id, within);
        Ok(())
    }

    pub fn count_impossible(&mut self) -> Result<Option<(u128, u128)>, TooLarge> {
        if self.model.impossible.is_empty() {
            return Ok(None);
        }
        self.compiler.store.renew_budget();
        let all: Vec<VariableId> = self.model.variables.ids().collect();
        let root = self.impossible(&all)?;
        let facts = support(&self.compiler.store, root);
        let counted = |wanted| count_where(&self.compiler.store, root, &facts, wanted);
        Ok(Some((counted(&|leaf| leaf.is(true)), counted(&|_| true))))
    }

    /// The diagram, silent outside the masks.
    pub fn within(&mut self, root: NodeId, masks: &Masks) -> Result<NodeId, TooLarge> {
        let silent = self.compiler.store.leaf(Leaf::Silent);
        masks.iter().try_fold(root, |within, (variable, mask)| {
            let inside = self.compiler.within(*variable, mask)?;
            self.compiler.store.ite(inside, within, silent)
        })
    }

    pub(super) fn outside(&mut self, condition: NodeId, root: NodeId) -> Result<NodeId, TooLarge> {
        let silent = self.compiler.store.leaf(Leaf::Silent);
        self.compiler.store.ite(condition, silent, root)
    }

    /// The diagram, silent where it is impossible whatever the facts other than these are.
    pub fn where_possible(
        &mut self,
        root: NodeId,
        facts: &[VariableId],
    ) -> Result<NodeId, TooLarge> {
        let impossible = self.impossible(facts)?;
        self.outside(impossible, root)
    }

    /// The diagram of whether a situation is impossible, whatever the facts other than these are.
    fn impossible(&mut self, facts: &[VariableId]) -> Result<NodeId, TooLarge> {
        let all = self.each_impossible()?;
        self.compiler.impossible_of(&all, facts)
    }

    pub fn each_impossible(&mut self) -> Result<Rc<[NodeId]>, TooLarge> {
        let all = match self.impossible.take() {
            Some(all) => all,
            // That all is impossible is told once, where it is said.
            None => {
                let mut all = self.compiler.each_impossible()?;
                all.retain(|root| !self.always_holds(*root));
                all.into()
            }
        };
        Ok(Rc::clone(self.impossible.insert(all)))
    }

    pub fn find(
        &self,
        root: NodeId,
        wanted: &dyn Fn(&Leaf) -> bool,
    ) -> Option<(Vec<(VariableId, u32)>, Leaf)> {
        find(&self.compiler.store, root, wanted)
    }

    fn refuse(
        &mut self,
        question: &Question,
        root: NodeId,
        code: Code,
        is_wrong: &dyn Fn(&Leaf) -> bool,
        message: impl FnOnce(&Self, &Leaf) -> String,
        advice: &str,
    ) {
        if let Some((witness, leaf)) = self.find(root, is_wrong) {
            let error = self.wrong(question, code, &message(self, &leaf), &witness);
            // What no throw gives is no answer to make room for.
            let is_idle = advice.is_empty() || never_thrown(self.model, &witness).is_some();
            self.report(if is_idle {
                error
            } else {
                error.help(advice.to_owned())
            });
        }
    }

    /// What is wrong with a question at a witness.
    pub(super) fn wrong(
        &self,
        question: &Question,
        code: Code,
        message: &str,
        witness: &Witness,
    ) -> Diagnostic {
        let message = format!("`{}` {message}", question.name);
        let error = Diagnostic::error(code, question.span, message);
        cited(error.help(self.show_witness(witness)), question)
    }

    /// The leaf at a witness; facts that it does not name do not matter.
    pub fn leaf_there(&self, root: NodeId, witness: &Witness) -> Leaf {
        let known = |variable| {
            witness
                .iter()
                .find(|(fact, _)| *fact == variable)
                .map_or(0, |(_, index)| *index)
        };
        self.compiler.store.answer(root, known).clone()
    }

    fn refuse_wrong_answers(&mut self, question: &Question, root: NodeId) {
        // A state that adds up, turn by turn, leaves any domain at last; the turn in which it does is refused then.
        let may_grow = question.process.is_some();
        let is_wrong = |leaf: &Leaf| match leaf {
            Leaf::Overflow => true,
            Leaf::Value(value) => {
                !(is_answer(question, value) || may_grow && is_beyond(question, value))
            }
            _ => false,
        };
        let message = |prover: &Self, leaf: &Leaf| {
            match leaf {
            Leaf::Overflow => "cannot be calculated: it divides by zero, calculates with a word, or grows too large".to_owned(),
            _ => {
                let shown = prover.show_leaf(leaf, &question.answer);
                format!("answers {shown}, which its domain does not hold")
            }
        }
        };
        let pack = self.model.pack_name(question.pack);
        let help = match question.process {
            Some(_) => "add it to the domain of the state, or bound what its steps give: `at least 0 at most 9`".to_owned(),
            None => format!(
                "add it to `answer`; from another pack, by an erratum at `{pack}/{}.answer`",
                question.name
            ),
        };
        let is_value = matches!(self.find(root, &is_wrong), Some((_, Leaf::Value(_))));
        let help = Some(help.as_str()).filter(|_| is_value && question.range.is_some());
        self.refuse(
            question,
            root,
            Code::OutsideDomain,
            &is_wrong,
            message,
            help.unwrap_or_default(),
        );
    }

    /// What is wrong with the condition and the exceptions of a rule; whether it has a say anywhere. What a chart says of its
    /// cells is proved of the chart.
    fn rule(
        &mut self,
        question: &Question,
        rule: &Rule,
        impossible: NodeId,
    ) -> Result<bool, TooLarge> {
        let chart = rule.cell.map(|cell| &self.model.charts[cell.chart]);
        if chart.is_some_and(|chart| !chart.list) {
            self.cell(question, rule, impossible)?;
            return Ok(true);
        }
        let when = self.when(rule.when.as_ref())?;
        let asked = self.within(when, &question.only)?;
        let when = self.outside(impossible, asked)?;
        let of_settled = self.is_settled(rule.when.as_ref());
        if !self.can_hold(when) {
            if !of_settled && !self.is_untold(asked) {
                self.never_holds(
                    rule.when.as_ref().map_or(rule.span, |when| when.span),
                    if self.can_hold(asked) {
                        "this condition holds only where the situation is impossible"
                    } else {
                        "this condition can never hold"
                    },
                );
            }
            return Ok(false);
        }
        self.note_all_foregone(rule)?;
        self.refuse_step_beyond(question, rule)?;
        for exception in &rule.except {
            self.exception(exception, when)?;
        }
        if rule.cell.is_some() || rule.except.is_empty() {
            return Ok(!of_settled);
        }
        let mut conditions = rule.except.iter().map(|exception| exception.when.as_ref());
        let of_settled = of_settled || conditions.any(|when| self.is_settled(when));
        let root = self.compiler.rule(rule)?;
        let root = self.within(root, &question.only)?;
        let is_silent = leaves(&self.compiler.store, root) == [Leaf::Silent];
        if is_silent && !of_settled {
            let message = "this rule never applies: its exceptions take all of it";
            let never = Diagnostic::error(Code::NeverApplies, rule.span, message);
            self.report(never.cite(rule.cite.clone()));
        }
        Ok(!is_silent && !of_settled)
    }

    pub fn when(&mut self, when: Option<&Expr>) -> Result<NodeId, TooLarge> {
        match when {
            Some(when) => self.compiler.expr(when),
            None => Ok(self.compiler.store.leaf(Leaf::truth(true))),
        }
    }

    /// Whether a condition asks for a reading that is settled: what holds for the others is left standing.
    pub(super) fn is_settled(&self, when: Option<&Expr>) -> bool {
        let mut asked = when.into_iter().flat_map(Expr::variables);
        asked.any(|id| self.model.variables[id].settled().is_some())
    }

    fn never_holds(&mut self, span: Span, message: &str) {
        self.report(Diagnostic::error(Code::NeverHolds, span, message).help("look for a value that the facts cannot have here, or for two parts that exclude each other"));
    }

    /// Tells of an exception that never applies where its rule does: its condition never holds there, or its own exceptions always
    /// take its place. The diagram of where it applies, be it with the answer of one of these.
    pub(super) fn exception(
        &mut self,
        exception: &Exception,
        outer: NodeId,
    ) -> Result<NodeId, TooLarge> {
        let when = self.when(exception.when.as_ref())?;
        let both = self.compiler.store.apply(outer, when, &mut |outer, when| {
            if outer.is(true) { when } else { outer }.clone()
        })?;
        // Where it stands, and where its own answer is given.
        let [mut left, mut given] = [both, both];
        let is_told = self.can_hold(both) || self.is_untold(both);
        for inner in exception.except.iter().filter(|_| is_told) {
            let taken = self.exception(inner, both)?;
            if inner.outcome.is_none() {
                left = self.without(left, taken)?;
            }
            if inner.outcome.is_none() || exception.outcome.is_some() {
                given = self.without(given, taken)?;
            }
        }
        let message = match is_told {
            true => "this exception never applies: its own take all of it",
            false => "this exception never applies where its rule does",
        };
        let span = place_of(exception);
        if self.can_hold(given) || self.is_untold(given) {
            self.idle.insert(span, None);
        } else if !self.is_left_standing(exception) {
            let finding = Diagnostic::error(Code::NeverBites, span, message);
            let finding = finding.cite(exception.cite.clone());
            self.idle.entry(span).or_insert(Some(finding));
        }
        Ok(left)
    }

    /// A condition where another does not hold.
    fn without(&mut self, condition: NodeId, other: NodeId) -> Result<NodeId, TooLarge> {
        let mut but = |condition: &Leaf, other: &Leaf| match other.is(true) {
            true => Leaf::truth(false),
            false => condition.clone(),
        };
        self.compiler.store.apply(condition, other, &mut but)
    }

    /// Whether an exception, or one of its own, asks for a reading that is settled.
    fn is_left_standing(&self, exception: &Exception) -> bool {
        let mut inner = exception.except.iter();
        self.is_settled(exception.when.as_ref()) || inner.any(|inner| self.is_left_standing(inner))
    }

    /// Tells of a condition that can never hold.
    pub fn condition(&mut self, when: &Expr) {
        self.within_budget(when.span, "this condition", |prover| {
            let root = prover.compiler.expr(when)?;
            if !prover.can_hold(root) && !prover.is_untold(root) {
                prover.never_holds(when.span, "this condition can never hold");
            }
            let mut impossible = prover.model.impossible.iter();
            if prover.always_holds(root) && impossible.any(|other| std::ptr::eq(&other.when, when))
            {
                let message = "this always holds: no situation is left that can be";
                let found = Diagnostic::error(Code::AlwaysHolds, when.span, message);
                prover.report(found.help(
                    "look for an `or` that should be an `and`, or a limit that takes in all",
                ));
            }
            Ok(())
        });
    }

    fn always_holds(&self, root: NodeId) -> bool {
        matches!(leaves(&self.compiler.store, root).as_slice(), [leaf] if leaf.is(true))
    }

    pub(super) fn can_hold(&self, root: NodeId) -> bool {
        leaves(&self.compiler.store, root)
            .iter()
            .any(|leaf| leaf.is(true) || matches!(leaf, Leaf::Gap(_)))
    }

    /// A witness in words: `for example heat-haze = normal, range = 13`.
    pub fn show_witness(&self, witness: &Witness) -> String {
        match witness {
            [] => "in every situation".to_owned(),
            _ => format!("for example {}", show_thrown(self.model, witness)),
        }
    }

    pub fn show_leaf(&self, leaf: &Leaf, of: &Type) -> String {
        match leaf {
            Leaf::Value(value) => value.show(&self.model.words, self.model.is_signed(of)),
            Leaf::Gap(gap) => format!("a gap ({})", self.model.gaps[*gap].lost),
            Leaf::Nothing | Leaf::Silent | Leaf::Cancelled => "no answer".to_owned(),
            Leaf::Conflict => "two answers".to_owned(),
            Leaf::Outside => "no answer (it is not asked here)".to_owned(),
            Leaf::Overflow => "a number out of range".to_owned(),
        }
    }
}

pub fn cited(error: Diagnostic, question: &Question) -> Diagnostic {
    match question.cite.first() {
        Some(cite) => error.cite(cite.clone()),
        None => error,
    }
}

/// Whether a value is in the declared domain of a question's answer.
/// Whether a number lies beyond either end of what a question may answer: what adds up comes there at last.
fn is_beyond(question: &Question, value: &Value) -> bool {
    let Some(number) = value.number() else {
        return false;
    };
    let Some(range) = &question.range else {
        return true;
    };
    let end = |index| range.value(index).number();
    let ends = end(0).zip(range.size().checked_sub(1).and_then(end));
    ends.is_none_or(|(least, most)| number < least || most < number)
}

pub fn is_answer(question: &Question, value: &Value) -> bool {
    let range = question.range.as_ref();
    match (&question.answer, value) {
        (Type::Text, value) => matches!(value, Value::Word(_)),
        (_, value) if range.is_some_and(|range| range.index(value).is_none()) => false,
        (Type::Bool, Value::Bool(_)) | (Type::Number(_) | Type::NumberOr(..), Value::Number(_)) => {
            true
        }
        (Type::NumberOr(_, words) | Type::Words { words, .. }, Value::Word(word)) => {
            words.contains(word)
        }
        (Type::Set(words), Value::Set(set)) => set.iter().all(|word| words.contains(word)),
        _ => false,
    }
}

/// Whether nothing is wrong with the answers of a sum: each that it can come to is in the declared domain. Where that cannot be
/// told of the sum, it is left to the whole.
fn is_sound(question: &Question, summed: &Summed) -> bool {
    let holds = |number: Number| is_answer(question, &Value::Number(number));
    let Some((low, high, is_whole)) = summed.sums.bounds(summed.whole) else {
        return false;
    };
    let (first, last) = (low.to_integer(), high.to_integer());
    match &question.range {
        None => holds(low),
        _ if !holds(low) || !holds(high) => false,
        Some(_) if is_whole && (first..=last).all(|number| holds(number.into())) => true,
        Some(_) => {
            let numbers = summed.sums.numbers(summed.whole);
            numbers.is_some_and(|all| all.into_iter().all(holds))
        }
    }
}
