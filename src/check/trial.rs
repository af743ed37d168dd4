//! Laws and examples, tried on the decision diagrams.

use super::proof::Prover;
use crate::diagnostic::{Code, Diagnostic};
use crate::diagram::{Compiler, Leaf, NodeId, TooLarge, find, support};
use crate::model::{
    Asked, Example, Law, Model, PackId, ProcessId, QuestionId, Role, Type, VariableId,
};
use crate::source::Span;
use crate::turn::{Run, Situation};
use crate::value::Value;
use schemars::JsonSchema;
use serde::Serialize;

/// A law or an example, tried.
#[derive(Debug, Clone)]
pub struct Trial {
    /// Which of the two it is.
    pub kind: TrialKind,
    /// Its paragraph.
    pub cite: String,
    /// Of a law, what it says; of an example, what it asks.
    pub says: String,
    /// Its pack.
    pub pack: PackId,
    /// Where it is written.
    pub span: Span,
    /// Whether it could be tried: what it asks is not broken.
    pub tried: bool,
    /// Why it does not hold; empty where it does.
    pub diagnostics: Vec<Diagnostic>,
}

/// What is tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TrialKind {
    /// A law.
    Law,
    /// A worked example.
    Example,
}

impl Trial {
    /// Whether it was tried and holds.
    #[must_use]
    pub fn holds(&self) -> bool {
        self.tried && self.diagnostics.is_empty()
    }
}

/// Tries the laws and examples of the packs wanted, in the order in which they are written.
#[must_use]
pub fn try_all(model: &Model, wanted: &dyn Fn(PackId) -> bool) -> Vec<Trial> {
    let mut compiler = Compiler::new(model);
    let mut prover = Prover::new(&mut compiler);
    let laws = model
        .laws
        .iter()
        .filter(|law| wanted(law.pack))
        .map(|law| prover.tried_law(law));
    let mut trials: Vec<Trial> = laws.collect();
    let examples = model.examples.iter().filter(|example| wanted(example.pack));
    trials.extend(examples.map(|example| prover.tried_example(example)));
    trials.sort_by_key(|trial| (trial.pack, trial.span));
    trials
}

/// What one example says that does not hold.
#[must_use]
pub fn prove_example(compiler: &mut Compiler<'_>, example: &Example) -> Vec<Diagnostic> {
    let mut prover = Prover::new(compiler);
    prover.example(example);
    prover.proof.diagnostics
}

/// Whether one law does not hold, and where.
#[must_use]
pub fn prove_law(compiler: &mut Compiler<'_>, law: &Law) -> Vec<Diagnostic> {
    let mut prover = Prover::new(compiler);
    prover.law(law);
    prover.proof.diagnostics
}

impl Prover<'_, '_> {
    fn tried_law(&mut self, law: &Law) -> Trial {
        let tried = !self.is_untold(law);
        self.law(law);
        Trial {
            kind: TrialKind::Law,
            cite: law.cite.clone(),
            says: law.says.clone(),
            pack: law.pack,
            span: law.span,
            tried,
            diagnostics: std::mem::take(&mut self.proof.diagnostics),
        }
    }

    fn tried_example(&mut self, example: &Example) -> Trial {
        let (names, tried) = self.asked_of(example);
        self.example(example);
        Trial {
            kind: TrialKind::Example,
            cite: example.cite.clone(),
            says: names.join(", "),
            pack: example.pack,
            span: example.span,
            tried,
            diagnostics: std::mem::take(&mut self.proof.diagnostics),
        }
    }

    /// The questions or the process that an example asks, and whether all of it can be answered.
    pub(super) fn asked_of(&self, example: &Example) -> (Vec<String>, bool) {
        let name = |id: QuestionId| {
            self.model
                .question(id)
                .map_or_else(String::new, |question| question.name.clone())
        };
        match &example.asked {
            Asked::Questions(asked) => {
                let broken = asked.iter().any(|(id, ..)| self.is_broken(*id));
                (asked.iter().map(|(id, ..)| name(*id)).collect(), !broken)
            }
            Asked::Process(id, _) => {
                let process = self.model.processes.at(id.index());
                let broken = process.is_none_or(|process| {
                    process
                        .steps
                        .iter()
                        .any(|(_, question)| self.is_broken(*question))
                });
                (
                    process
                        .map(|process| process.name.clone())
                        .into_iter()
                        .collect(),
                    !broken,
                )
            }
            Asked::Procedure(id, ..) => {
                let procedure = self.model.procedure(*id);
                let broken = procedure
                    .is_none_or(|own| own.broken || super::procedure::uses_broken(self.model, own));
                (
                    procedure
                        .map(|procedure| procedure.name.clone())
                        .into_iter()
                        .collect(),
                    !broken,
                )
            }
        }
    }

    /// Whether a law uses a question that could not be resolved, so that it says nothing.
    pub(super) fn is_untold(&self, law: &Law) -> bool {
        law.when
            .iter()
            .chain([&law.always])
            .any(|part| self.uses_broken(part))
    }

    pub(super) fn law(&mut self, law: &Law) {
        if self.is_untold(law) {
            return;
        }
        self.compiler.store.renew_budget();
        if self.try_law(law).is_err() {
            self.too_large(law.span, "this law");
        }
    }

    fn try_law(&mut self, law: &Law) -> Result<(), TooLarge> {
        let root = self.compiler.law(law)?;
        let facts = support(&self.compiler.store, root);
        let root = self.where_possible(root, &facts)?;
        if let Some((witness, _)) = find(&self.compiler.store, root, &|leaf| leaf.is(false)) {
            let message = format!("this law does not hold: {}", law.says);
            let error = Diagnostic::error(Code::LawRefuted, law.always.span, message)
                .cite(law.cite.clone());
            let error = self
                .sides(law, &witness)
                .into_iter()
                .fold(error.help(self.show_witness(&witness)), Diagnostic::help);
            self.report(error);
            return Ok(());
        }
        if find(&self.compiler.store, root, &|leaf| leaf.is(true)).is_none() {
            let message = "this law says nothing: no situation meets it";
            self.report(
                Diagnostic::error(Code::LawEmpty, law.span, message).cite(law.cite.clone()),
            );
        }
        Ok(())
    }

    /// Both sides of a law that is a comparison, at its witness.
    fn sides(&mut self, law: &Law, witness: &[(VariableId, u32)]) -> Vec<String> {
        let crate::model::Kind::Binary(_, left, right) = &law.always.kind else {
            return Vec::new();
        };
        let mut lines = Vec::new();
        for (side, expr) in [("left", left), ("right", right)] {
            if let Ok(root) = self.compiler.expr(expr) {
                let leaf = self.leaf_there(root, witness);
                lines.push(format!(
                    "the {side} side is {}",
                    self.show_leaf(&leaf, &expr.of)
                ));
            }
        }
        lines
    }

    pub(super) fn example(&mut self, example: &Example) {
        self.compiler.store.renew_budget();
        let done = match &example.asked {
            Asked::Questions(asked) => asked.iter().try_for_each(|(question, expected, span)| {
                self.one_answer(example, *question, expected.as_ref(), *span)
            }),
            Asked::Process(process, _) => self.process_example(example, *process),
            Asked::Procedure(procedure, ..) => self.rolled_example(example, *procedure),
        };
        if done.is_err() {
            self.too_large(example.span, "this example");
        }
    }

    fn one_answer(
        &mut self,
        example: &Example,
        id: QuestionId,
        expected: Option<&Value>,
        span: Span,
    ) -> Result<(), TooLarge> {
        if self.is_broken(id) {
            return Ok(());
        }
        let model = self.model;
        let root = self.compiler.question(id)?;
        let readings = readings_of(model, example);
        let fits = |leaf: &Leaf| match (leaf, expected) {
            (Leaf::Silent, _) | (Leaf::Gap(_), None) => true,
            (Leaf::Value(value), Some(expected)) => {
                same_answer(value, expected) || same_text(model, example, value, expected)
            }
            _ => false,
        };
        let given = |variable| example.given.iter().find(|(own, _)| *own == variable);
        let indices = |variable| {
            readings
                .indices(variable)
                .or(given(variable).map(|(_, indices)| indices.as_slice()))
        };
        if self.compiler.store.always(root, &indices, &fits) {
            return Ok(());
        }
        let root = self
            .compiler
            .store
            .restrict_all(root, &|variable| readings.get(variable))?;
        let masks = masks_of(self.model, &example.given);
        let within = self.within(root, &masks)?;
        let within = self.as_usual(within, &masks, &readings)?;
        if let Some(missing) = support(&self.compiler.store, within)
            .iter()
            .find(|id| given(**id).is_none())
        {
            let message = format!(
                "the example does not give `{}`, on which the answer depends",
                self.model.variable_name(*missing)
            );
            self.report(
                Diagnostic::error(Code::ExampleIncomplete, span, message)
                    .cite(example.cite.clone()),
            );
            return Ok(());
        }
        if let Some((witness, leaf)) = find(&self.compiler.store, within, &|leaf| !fits(leaf)) {
            self.example_fails(example, id, (expected, &leaf), span, &witness);
        }
        Ok(())
    }

    /// A diagram with each fact that is not given as the rules find it, or else as it usually is.
    fn as_usual(
        &mut self,
        mut root: NodeId,
        masks: &[(VariableId, Vec<bool>)],
        readings: &Situation,
    ) -> Result<NodeId, TooLarge> {
        let mut seen: Vec<VariableId> = masks.iter().map(|(fact, _)| *fact).collect();
        let model = self.model;
        loop {
            let mut bound = Vec::new();
            for fact in support(&self.compiler.store, root) {
                if seen.contains(&fact) {
                    continue;
                }
                seen.push(fact);
                if let Some(usual) = self.usual(fact)? {
                    let known = |variable| readings.get(variable);
                    bound.push((fact, self.compiler.store.restrict_all(usual, &known)?));
                }
            }
            if bound.is_empty() {
                return Ok(root);
            }
            let index_of = |fact, leaf: &Leaf| model.variable(fact)?.domain.index(leaf.value()?);
            root = self.compiler.store.compose(root, &bound, &index_of)?;
            root = self.within(root, masks)?;
        }
    }

    /// The diagram of what a fact is where nobody says: by the question of its name, or else as it usually is; where that is
    /// not said either, the fact itself.
    fn usual(&mut self, fact: VariableId) -> Result<Option<NodeId>, TooLarge> {
        let model = self.model;
        let Some(found) = model
            .variable(fact)
            .filter(|found| found.role == Role::Fact)
        else {
            return Ok(None);
        };
        let finder = model.question_names.get(&found.name).copied();
        let finder = finder.filter(|id| !self.is_broken(*id));
        if finder.is_none() && found.usually.is_empty() {
            return Ok(None);
        }
        let mut whole = self.compiler.variable(fact)?;
        for usual in found.usually.iter().rev() {
            let is = self.compiler.expr(&usual.is)?;
            whole = match &usual.when {
                None => is,
                Some(when) => {
                    let when = self.compiler.expr(when)?;
                    self.compiler.store.ite(when, is, whole)?
                }
            };
        }
        let Some(finder) = finder else {
            return Ok(Some(whole));
        };
        let finder = self.compiler.question(finder)?;
        let is_value = |leaf: &Leaf| matches!(leaf, Leaf::Value(_) | Leaf::Gap(_));
        self.compiler
            .store
            .apply(finder, whole, &mut |found, usual| {
                if is_value(found) { found } else { usual }.clone()
            })
            .map(Some)
    }

    fn example_fails(
        &mut self,
        example: &Example,
        id: QuestionId,
        (expected, found): (Option<&Value>, &Leaf),
        span: Span,
        witness: &[(VariableId, u32)],
    ) {
        let Some(question) = self.model.question(id) else {
            return;
        };
        let signed = self.model.is_signed(&question.answer);
        let wanted = expected.map_or_else(
            || "a gap".to_owned(),
            |value| value.show(&self.model.words, signed),
        );
        let message = format!(
            "`{}` gives {}, not {wanted}",
            question.name,
            self.show_leaf(found, &question.answer)
        );
        let mut error =
            Diagnostic::error(Code::ExampleFails, span, message).cite(example.cite.clone());
        if !witness.is_empty() {
            error = error.help(self.show_witness(witness));
        }
        self.report(error);
    }

    fn process_example(&mut self, example: &Example, id: ProcessId) -> Result<(), TooLarge> {
        let Asked::Process(_, turns) = &example.asked else {
            return Ok(());
        };
        let Some(process) = self.model.processes.at(id.index()) else {
            return Ok(());
        };
        let mut run = Run::new(self.model, process, start_of(self.model, example));
        for (number, turn) in turns.iter().enumerate() {
            let mut too_large = false;
            let shown = run.step(&turn.given, &mut |question, situation| match self
                .compiler
                .question(question)
            {
                Ok(root) => self
                    .compiler
                    .store
                    .walk(root, |variable| situation.get(variable))
                    .cloned()
                    .unwrap_or(Leaf::Nothing),
                Err(TooLarge) => {
                    too_large = true;
                    Leaf::Nothing
                }
            });
            if too_large {
                return Err(TooLarge);
            }
            for (name, expected, span) in &turn.expect {
                let leaf = shown
                    .iter()
                    .find(|(own, _)| own == name)
                    .map_or(&Leaf::Nothing, |(_, leaf)| leaf);
                let fits = match (leaf, expected) {
                    (Leaf::Gap(_), None) => true,
                    (Leaf::Value(value), Some(expected)) => same_answer(value, expected),
                    _ => false,
                };
                if !fits {
                    let wanted = expected.as_ref().map_or_else(
                        || "a gap".to_owned(),
                        |value| value.show(&self.model.words, false),
                    );
                    let found = self.show_leaf(leaf, &Type::Bool);
                    let message = format!(
                        "after turn {} `{name}` is {found}, not {wanted}",
                        number + 1
                    );
                    self.report(
                        Diagnostic::error(Code::ExampleFails, *span, message)
                            .cite(example.cite.clone()),
                    );
                }
            }
        }
        Ok(())
    }
}

/// How the readings are taken in an example; nothing else is known.
fn readings_of(model: &Model, example: &Example) -> Situation {
    let mut situation = Situation::new(model);
    for (variable, index) in &example.readings {
        situation.set(*variable, Some(*index));
    }
    situation
}

/// How the readings are taken in an example of a process or procedure, and the facts of its start.
pub(super) fn start_of(model: &Model, example: &Example) -> Situation {
    let mut situation = readings_of(model, example);
    for (variable, indices) in &example.given {
        situation.set(*variable, indices.first().copied());
    }
    situation
}

fn masks_of(model: &Model, given: &[(VariableId, Vec<u32>)]) -> Vec<(VariableId, Vec<bool>)> {
    given
        .iter()
        .map(|(variable, indices)| {
            let size = model
                .variable(*variable)
                .map_or(0, |found| found.domain.size());
            (
                *variable,
                (0..size).map(|index| indices.contains(&index)).collect(),
            )
        })
        .collect()
}

/// Whether a text answer with the example's texts filled in is the one expected.
fn same_text(model: &Model, example: &Example, value: &Value, expected: &Value) -> bool {
    let (Value::Word(answer), Value::Word(expected)) = (value, expected) else {
        return false;
    };
    let given = |fact| {
        example
            .texts
            .iter()
            .find(|(own, _)| *own == fact)
            .map(|(_, text)| text.clone())
    };
    model.fill_in(model.words.text(*answer), &given) == model.words.text(*expected)
}

/// Whether two answers are the same; a set of one word is that word.
pub(super) fn same_answer(value: &Value, expected: &Value) -> bool {
    match (value, expected) {
        (Value::Word(word), Value::Set(set)) | (Value::Set(set), Value::Word(word)) => {
            set.as_slice() == [*word]
        }
        _ => value == expected,
    }
}
