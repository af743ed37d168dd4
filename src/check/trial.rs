//! Laws and examples, tried on the decision diagrams; of procedures, by the rolls that an example tells.

use super::proof::{Proved, Prover, Witness, is_untold};
use super::taken::comes_from_broken;
use super::{procedure, resolve};
use crate::diagnostic::{Code, Diagnostic};
use crate::diagram::{Compiler, Leaf, NodeId, TooLarge, support};
use crate::model::{
    Asked, Example, ExampleTurn, Kind, Law, Model, PackId, ProcedureId, ProcessId, QuestionId,
    Role, Type, VariableId,
};
use crate::source::{Span, Text};
use crate::turn::{
    Halt, ProcedurePlan, Run, Situation, Slot, Slots, Thrown, begin, can_fall_among,
};
use crate::value::Value;
use itertools::Itertools;
use schemars::JsonSchema;
use serde::Serialize;
use std::rc::Rc;

#[derive(Debug, Clone)]
pub struct Trial {
    pub kind: TrialKind,
    pub cite: String,
    /// Of a law, what it says; of an example, what it asks.
    pub says: String,
    pub pack: PackId,
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
    pub fn holds(&self) -> bool {
        self.tried && self.diagnostics.is_empty()
    }
}

/// Tries the laws and examples of the packs wanted, in the order in which they are written.
pub fn try_all(model: &Model, wanted: &dyn Fn(PackId) -> bool) -> Vec<Trial> {
    let mut compiler = Compiler::new(model);
    let mut prover = Prover::new(&mut compiler);
    let mut trials = Vec::new();
    for law in model.laws.iter().filter(|law| wanted(law.pack)) {
        let (is_tried, diagnostics) = prover.tried(|prover| prover.law(law));
        trials.push(Trial {
            kind: TrialKind::Law,
            cite: law.cite.clone(),
            says: law.says.clone(),
            pack: law.pack,
            span: law.span,
            tried: is_tried && !is_untold(model, law),
            diagnostics,
        });
    }
    for example in model.examples.iter().filter(|example| wanted(example.pack)) {
        let (says, is_sound) = prover.asked_of(example);
        let (is_tried, diagnostics) = prover.tried(|prover| prover.example(example));
        trials.push(Trial {
            kind: TrialKind::Example,
            cite: example.cite.clone(),
            says,
            pack: example.pack,
            span: example.span,
            tried: is_sound && is_tried,
            diagnostics,
        });
    }
    trials.sort_by_key(|trial| (trial.pack, trial.span));
    trials
}

pub fn prove_example(compiler: &mut Compiler<'_>, example: &Example) -> Vec<Diagnostic> {
    let mut prover = Prover::new(compiler);
    prover.example(example);
    prover.proof.diagnostics
}

pub fn prove_law(compiler: &mut Compiler<'_>, law: &Law) -> Vec<Diagnostic> {
    let mut prover = Prover::new(compiler);
    prover.law(law);
    prover.proof.diagnostics
}

impl<'a> Prover<'_, 'a> {
    /// What is found by trying something, and whether that says whether it holds: not where it has no answer.
    fn tried(&mut self, prove: impl FnOnce(&mut Self)) -> (bool, Vec<Diagnostic>) {
        let untold = self.untold;
        prove(self);
        let found = std::mem::take(&mut self.proof.diagnostics);
        (self.untold == untold || !found.is_empty(), found)
    }

    /// The questions or the process that an example asks, and whether all of it can be answered.
    pub fn asked_of(&self, example: &Example) -> (String, bool) {
        let model = self.model;
        let is_sound = |id: QuestionId| {
            let question = &model.questions[id];
            !question.broken && !question.is_unanswered()
        };
        match &example.asked {
            Asked::Questions(asked) => {
                let mut asked = asked.iter().map(|(id, ..)| *id);
                (
                    asked.clone().map(|id| &model.questions[id].name).join(", "),
                    asked.all(is_sound),
                )
            }
            Asked::Process(id, _) => {
                let process = &model.processes[*id];
                let is_whole = !process.broken && process.questions().into_iter().all(is_sound);
                (process.name.clone(), is_whole)
            }
            Asked::Procedure(id, ..) => {
                let procedure = &model.procedures[*id];
                (
                    procedure.name.clone(),
                    !procedure::is_broken(model, procedure),
                )
            }
        }
    }

    pub fn law(&mut self, law: &Law) {
        if !is_untold(self.model, law) {
            self.within_budget(law.span, "this law", |prover| prover.try_law(law));
        }
    }

    fn try_law(&mut self, law: &Law) -> Result<(), TooLarge> {
        let root = self.compiler.law(law)?;
        let facts = support(&self.compiler.store, root);
        let root = self.where_possible(root, &facts)?;
        let cite = law.cite.clone();
        if let Some((witness, _)) = self.find(root, &|leaf| leaf.is(false)) {
            let message = format!("this law does not hold: {}", law.says);
            let error = Diagnostic::error(Code::LawRefuted, law.always.span, message).cite(cite);
            let sides = self.sides(law, &witness).into_iter();
            let error = sides.fold(error.help(self.show_witness(&witness)), Diagnostic::help);
            self.report(self.by_added(law, &witness, error));
        } else if let Some((witness, _)) = self.find(root, &|leaf| *leaf == Leaf::Overflow) {
            let message = "this law cannot be calculated: it divides by zero, calculates with a word, or grows too large";
            let error = Diagnostic::error(Code::LawRefuted, law.span, message).cite(cite);
            self.report(error.help(self.show_witness(&witness)));
        } else if self.find(root, &is_told).is_some() {
            self.untold += 1;
        } else if self.find(root, &|leaf| leaf.is(true)).is_none() {
            let is_met = self.find(root, &|leaf| *leaf != Leaf::Silent).is_some();
            let message = match is_met {
                true => "this law says nothing: wherever it is met, a side is a gap or not asked",
                false => "this law says nothing: no situation meets it",
            };
            self.report(Diagnostic::error(Code::LawEmpty, law.span, message).cite(cite));
        }
        Ok(())
    }

    /// Both sides of a law that is a comparison, at its witness.
    fn sides(&mut self, law: &Law, witness: &Witness) -> Vec<String> {
        let Kind::Binary(_, left, right) = &law.always.kind else {
            return Vec::new();
        };
        let sides = [("left", left), ("right", right)]
            .into_iter()
            .filter_map(|(side, expr)| {
                // What is compared along a scale is told by its words.
                let expr = match &expr.kind {
                    Kind::Rank(_, scaled) => scaled,
                    _ => expr,
                };
                let root = self.compiler.expr(expr).ok()?;
                let leaf = self.leaf_there(root, witness);
                Some(format!(
                    "the {side} side is {}",
                    self.show_leaf(&leaf, &expr.of)
                ))
            });
        sides.collect()
    }

    pub fn example(&mut self, example: &Example) {
        // What is broken is told where it is.
        let is_played = !matches!(example.asked, Asked::Questions(_));
        if is_played && !self.asked_of(example).1 {
            return;
        }
        self.within_budget(example.span, "this example", |prover| {
            match &example.asked {
                Asked::Questions(asked) => {
                    prover.refuse_impossible(example)?;
                    asked.iter().try_for_each(|(question, expected, span)| {
                        prover.one_answer(example, *question, expected.as_ref(), *span)
                    })
                }
                Asked::Process(process, turns) => prover.turns(example, *process, turns),
                Asked::Procedure(id, rolls, outcome) => prover.rolls(example, *id, rolls, outcome),
            }
        });
    }

    /// Tells of an example of nothing but situations that cannot be.
    fn refuse_impossible(&mut self, example: &Example) -> Result<(), TooLarge> {
        let model = self.model;
        let roots = self.each_impossible()?;
        let readings = Situation::readings_of(model, example);
        let indices = |variable| {
            let given = example.given.iter().find(|(fact, _)| *fact == variable);
            readings
                .indices(variable)
                .or(given.map(|(_, indices)| indices.as_slice()))
        };
        let excluded = roots.iter().position(|root| {
            let store = &self.compiler.store;
            store.always(*root, &indices, &|leaf| leaf.is(true))
        });
        if let Some(excluded) = excluded.and_then(|place| model.impossible.get(place)) {
            let message = "this example holds only where the situation is impossible";
            let error = Diagnostic::error(Code::NeverHolds, example.span, message);
            self.report(
                error
                    .label(excluded.span, &excluded.says)
                    .cite(excluded.cite.clone()),
            );
        }
        self.refuse_never_thrown(example);
        Ok(())
    }

    /// Tells of an example whose dice cannot fall so.
    fn refuse_never_thrown(&mut self, example: &Example) {
        let given = |fact: VariableId| example.given.iter().find(|(own, _)| *own == fact);
        let is_among = |fact, index| Some(given(fact)?.1.contains(&index));
        let mut rolls = example.given.iter().map(|(fact, _)| *fact);
        let never = rolls.find(|fact| {
            self.model.variables[*fact].roll.is_some()
                && can_fall_among(self.model, *fact, &is_among) == Ok(false)
        });
        let Some(roll) = never else {
            return;
        };
        let dice = self.model.dice_of(roll).into_iter();
        let given = dice.filter(|die| given(*die).is_some());
        let given = given.map(|die| format!("`{}`", self.model.variable_name(die)));
        let name = self.model.variable_name(roll);
        let message = format!("no throw of `{name}` gives this example");
        let help = format!("see what is given of it and of {}", given.format(", "));
        let error = Diagnostic::error(Code::NeverHolds, example.span, message);
        self.report(error.cite(example.cite.clone()).help(help));
    }

    fn one_answer(
        &mut self,
        example: &Example,
        id: QuestionId,
        expected: Option<&Value>,
        span: Span,
    ) -> Result<(), TooLarge> {
        let model = self.model;
        let question = &model.questions[id];
        if question.broken || question.is_unanswered() {
            return Ok(());
        }
        let root = self.compiler.question(id)?;
        let root = self.without_unknown(root, example)?;
        let readings = Situation::readings_of(model, example);
        let fits = |leaf: &Leaf| match (leaf, expected) {
            (Leaf::Silent, _) => true,
            (Leaf::Value(value), Some(expected)) if example.is_text(model, value, expected) => true,
            _ => is_expected(leaf, expected),
        };
        let given = |variable| {
            example
                .given
                .iter()
                .find(|(fact, _)| *fact == variable)
                .map(|(_, indices)| indices.as_slice())
        };
        let indices = |variable| readings.indices(variable).or(given(variable));
        if self.compiler.store.always(root, &indices, &fits) {
            return Ok(());
        }
        let known = |variable| readings.get(variable);
        let root = self.compiler.store.restrict_all(root, &known)?;
        let masks = example.given.iter().map(|(variable, indices)| {
            let size = model.variables[*variable].domain.size();
            (
                *variable,
                (0..size).map(|index| indices.contains(&index)).collect(),
            )
        });
        let masks: Vec<(VariableId, Vec<bool>)> = masks.collect();
        let within = self.within(root, &masks)?;
        let within = self.as_usual(within, &masks, &readings)?;
        if let Some(missing) = support(&self.compiler.store, within)
            .into_iter()
            .find(|id| given(*id).is_none())
        {
            // What finds it is told to be wrong.
            if comes_from_broken(model, missing) {
                self.untold += 1;
                return Ok(());
            }
            let missing = model.variable_name(missing);
            let message =
                format!("the example does not give `{missing}`, on which the answer depends");
            self.report(
                Diagnostic::error(Code::ExampleIncomplete, span, message)
                    .help(format!(
                        "give `{missing}` too: a value, or `any` for all of them"
                    ))
                    .cite(example.cite.clone()),
            );
        } else if expected.is_none()
            && self.is_answered(example, id, within, (&masks, &readings))?
        {
            self.proof.proved.push((Proved::Answered, example.pack));
        } else if let Some((witness, leaf)) =
            self.find(within, &|leaf| !fits(leaf) && !is_told(leaf))
        {
            let [shown, wanted] = self.shown(&leaf, expected, &question.answer);
            let message = format!("`{}` gives {shown}, not {wanted}", question.name);
            let is_other = |other: &Leaf| *other != leaf && *other != Leaf::Silent;
            let text = match self.find(within, &is_other) {
                None => self.expectation(&leaf, &question.answer),
                Some(_) => None,
            };
            self.fails(example, (span, text), message, &witness);
        } else if self.find(within, &is_told).is_some() {
            self.untold += 1;
        }
        Ok(())
    }

    /// What an example writes that expects this answer.
    fn expectation(&self, leaf: &Leaf, of: &Type) -> Option<String> {
        match leaf {
            Leaf::Gap(_) => Some("gap".to_owned()),
            Leaf::Value(Value::Set(set)) if !set.is_empty() => {
                Some(self.model.words.list(set, ", "))
            }
            Leaf::Value(_) => Some(self.show_leaf(leaf, of)),
            _ => None,
        }
    }

    fn shown(&self, leaf: &Leaf, expected: Option<&Value>, of: &Type) -> [String; 2] {
        let expected = expected.map(|value| self.show_leaf(&Leaf::Value(value.clone()), of));
        let expected = expected.unwrap_or_else(|| "a gap".to_owned());
        [self.show_leaf(leaf, of), expected]
    }

    fn fails(
        &mut self,
        example: &Example,
        (span, text): (Span, Option<String>),
        message: String,
        witness: &Witness,
    ) {
        let error = Diagnostic::error(Code::ExampleFails, span, message).cite(example.cite.clone());
        let error = Diagnostic {
            found: text.map(Into::into),
            ..error
        };
        self.report(match witness {
            [] => error,
            _ => error.help(self.show_witness(witness)),
        });
    }

    /// A diagram with each fact that is not given as the rules find it, or else as it usually is.
    pub fn as_usual(
        &mut self,
        mut root: NodeId,
        masks: &[(VariableId, Vec<bool>)],
        readings: &Situation,
    ) -> Result<NodeId, TooLarge> {
        let mut seen: Vec<VariableId> = masks.iter().map(|(fact, _)| *fact).collect();
        let model = self.model;
        let given = |variable: VariableId| {
            let (_, mask) = masks.iter().find(|(fact, _)| *fact == variable)?;
            let given = (0..).zip(mask).filter(|(_, is_given)| **is_given);
            given.map(|(index, _)| index).exactly_one().ok()
        };
        let known = |variable| readings.get(variable).or_else(|| given(variable));
        loop {
            let mut bound = Vec::new();
            for fact in support(&self.compiler.store, root) {
                if seen.contains(&fact) {
                    continue;
                }
                seen.push(fact);
                if let Some(usual) = self.usual(fact)? {
                    bound.push((fact, self.compiler.store.restrict_all(usual, &known)?));
                }
            }
            if bound.is_empty() {
                return Ok(root);
            }
            let index_of = |fact, leaf: &Leaf| model.variables[fact].domain.index(leaf.value()?);
            root = self.compiler.store.compose(root, &bound, &index_of)?;
            root = self.within(root, masks)?;
        }
    }

    /// The diagram of what a fact is where nobody says: by the question of its name, or else as it usually is; where that is
    /// not said either, the fact itself.
    fn usual(&mut self, fact: VariableId) -> Result<Option<NodeId>, TooLarge> {
        let model = self.model;
        let variable = &model.variables[fact];
        let finder = model.question_names.get(&variable.name);
        let finder = finder.filter(|id| !model.questions[**id].broken);
        if variable.role != Role::Fact || finder.is_none() && variable.usually.is_empty() {
            return Ok(None);
        }
        self.looked_up.insert(fact);
        let mut whole = self.compiler.as_usual(fact, &variable.usually)?;
        if let Some(finder) = finder {
            let finder = self.compiler.question(*finder)?;
            let is_value = |leaf: &Leaf| matches!(leaf, Leaf::Value(_) | Leaf::Gap(_));
            let store = &mut self.compiler.store;
            whole = store.apply(finder, whole, &mut |other, usual| {
                if is_value(other) { other } else { usual }.clone()
            })?;
        }
        Ok(Some(whole))
    }

    fn turns(
        &mut self,
        example: &Example,
        id: ProcessId,
        turns: &[ExampleTurn],
    ) -> Result<(), TooLarge> {
        let process = &self.model.processes[id];
        let mut start = Situation::start_of(self.model, example);
        begin(process, &mut start);
        self.fill(&mut start, &process.start)?;
        let mut run = Run::new(self.model, process, start);
        for (number, turn) in (1..).zip(turns) {
            let mut now = run.begin_turn(|fact| turn.tells(fact));
            self.fill(&mut now, &process.turn)?;
            let given = run.facts_of_turn(&now);
            let mut is_small = Ok(());
            let shown = run.step(&given, &mut |question, situation| {
                let root = self
                    .compiler
                    .question(question)
                    .map_err(|too_large| is_small = Err(too_large))
                    .ok();
                let known = |variable| situation.get(variable);
                root.and_then(|root| self.compiler.store.walk(root, known).ok())
                    .cloned()
                    .unwrap_or(Leaf::Nothing)
            });
            is_small?;
            for (name, expected, span) in &turn.expect {
                let leaf = shown.iter().find(|(text, _)| text == name);
                let leaf = leaf.map_or(&Leaf::Nothing, |(_, leaf)| leaf);
                if !is_expected(leaf, expected.as_ref()) {
                    let [shown, wanted] = self.shown(leaf, expected.as_ref(), &Type::Bool);
                    let text = self.expectation(leaf, &Type::Bool);
                    let message = format!("after turn {number} `{name}` is {shown}, not {wanted}");
                    self.fails(example, (*span, text), message, &[]);
                }
            }
        }
        Ok(())
    }

    fn rolls(
        &mut self,
        example: &Example,
        id: ProcedureId,
        rolls: &[Text],
        outcome: &[(VariableId, Option<Value>, Span)],
    ) -> Result<(), TooLarge> {
        let model = self.model;
        let procedure = &model.procedures[id];
        if procedure::is_broken(model, procedure) {
            return Ok(());
        }
        let plan = match self.plans.get(&id) {
            Some(plan) => Rc::clone(plan),
            None => Rc::new(ProcedurePlan::new(model, procedure, &[])?),
        };
        self.plans.insert(id, Rc::clone(&plan));
        let mut start = Situation::start_of(model, example);
        self.fill(&mut start, &procedure.start)?;
        let slots = match self.go_through(&plan, example, &start, rolls) {
            Ok(slots) => slots,
            Err((span, fault)) => {
                self.report(
                    fault
                        .of(Code::ExampleFails, span)
                        .cite(example.cite.clone()),
                );
                return Ok(());
            }
        };
        for (fact, expected, span) in outcome {
            let slot = slots.get(*fact);
            let leaf = slot.leaf(model, *fact);
            if is_expected(&leaf, expected.as_ref()) {
                continue;
            }
            let of = resolve::type_of_variable(model, *fact);
            let [shown, wanted] = self.shown(&leaf, expected.as_ref(), &of);
            let name = model.variable_name(*fact);
            let message = match slot {
                Slot::UNKNOWN => format!("`{name}` does not come out of these rolls"),
                _ => format!("`{name}` is {shown}, not {wanted}"),
            };
            let text = self.expectation(&leaf, &of);
            self.fails(example, (*span, text), message, &[]);
        }
        Ok(())
    }

    /// What is known after these rolls, or what is wrong with them and where.
    fn go_through(
        &self,
        plan: &ProcedurePlan<'_>,
        example: &Example,
        start: &Situation,
        rolls: &[Text],
    ) -> Result<Slots, (Span, Diagnostic)> {
        let mut left = rolls.iter();
        let mut place = example.span;
        let mut throw = |fact: VariableId| {
            let Some(text) = left.next() else {
                let name = self.model.variable_name(fact);
                return Err(Diagnostic::request(format!("`{name}` must be rolled too"))
                    .help("add it to `rolls`"));
            };
            let thrown = Thrown::read(self.model, fact, text.value.trim());
            place = if thrown.is_ok() {
                example.span
            } else {
                text.span
            };
            thrown
        };
        let slots = plan.run(Slots::of(self.model, start), &mut throw, &mut |_| ());
        match (slots, left.next()) {
            (Err(Halt::Dice(fault)), _) => Err((place, fault)),
            (Err(Halt::Needs(fact)), _) => Err((place, self.needs(fact))),
            (Ok(_), Some(left)) => Err((
                left.span,
                Diagnostic::request("this roll is one too many")
                    .help("the procedure has come to its end before it"),
            )),
            (Ok(slots), None) => Ok(slots),
        }
    }

    fn needs(&self, fact: VariableId) -> Diagnostic {
        let name = self.model.variable_name(fact);
        let fault = Diagnostic::request(format!("the procedure needs `{name}`"));
        match self.model.roll_of(fact).filter(|roll| *roll != fact) {
            Some(roll) => fault.help(format!(
                "write the dice of `{}` one by one, joined with `+`: it is one of them",
                self.model.variable_name(roll)
            )),
            None => fault.help("give it in `start`"),
        }
    }
}

/// Whether an answer is the one expected, of which a set of one word is that word; nothing stands for a gap.
fn is_expected(leaf: &Leaf, expected: Option<&Value>) -> bool {
    match (leaf, expected) {
        (Leaf::Gap(_), None) => true,
        (Leaf::Value(Value::Word(word)), Some(Value::Set(set)))
        | (Leaf::Value(Value::Set(set)), Some(Value::Word(word))) => set.as_slice() == [*word],
        (Leaf::Value(value), Some(expected)) => value == expected,
        _ => false,
    }
}

/// Whether the question that answers so is told to lack an answer, or to have two: what follows from it is told no more.
const fn is_told(leaf: &Leaf) -> bool {
    matches!(leaf, Leaf::Nothing | Leaf::Conflict)
}
