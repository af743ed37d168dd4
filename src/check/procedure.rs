//! Procedures: each step knows the facts of the start and those that earlier steps roll or find.

use super::Checker;
use super::names::texts;
use super::resolve::type_of_variable;
use super::scope::Others;
use super::taking::AT_STEP;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Model, Procedure, ProcedureStep, StepDoes, Thing, VariableId};
use crate::pack;
use crate::source::Text;

impl Checker {
    pub fn procedure(&mut self, written: &pack::Procedure) {
        self.name_procedure(written);
        self.cited(&written.cite);
        let (mut start, has_start) = self.facts_named(&written.start);
        let (outcome, has_outcome) = self.facts_named(&written.outcome);
        let (sometimes, has_sometimes) = self.facts_named(&written.sometimes);
        self.scope.others = Others::Barred(AT_STEP);
        self.scope.listed.clone_from(&start);
        self.scope.joined = Some(Vec::new());
        self.scope.within = format!("procedure:{}", written.id.value);
        let mut is_known = has_start;
        let mut steps = Vec::new();
        for step in &written.steps {
            let told = self.diagnostics.len();
            let made = self.procedure_step(step);
            if !is_known {
                // What a step lacks may be what an earlier one was to give.
                let findings = self.diagnostics.split_off(told).into_iter();
                self.diagnostics
                    .extend(findings.filter(|finding| finding.code != Code::NotInFrom));
            }
            is_known &= made.is_some();
            steps.push(made);
        }
        let mut broken =
            !(has_start && has_outcome && has_sometimes && steps.iter().all(Option::is_some));
        for (name, fact) in written
            .outcome
            .iter()
            .zip(&outcome)
            .chain(written.sometimes.iter().zip(&sometimes))
        {
            if !broken && !self.scope.allows(*fact) {
                self.report(Diagnostic::error(
                    Code::UnfinishedProcedure,
                    name.span,
                    format!("no step rolls or finds `{}`", name.value),
                ));
                broken = true;
            }
        }
        self.scope.within.clear();
        start.extend(self.scope.joined.take().unwrap_or_default());
        self.model.procedures.push(Procedure {
            name: written.id.value.clone(),
            title: written.title.clone(),
            cite: texts(&written.cite),
            start,
            steps: steps.into_iter().flatten().collect(),
            outcome,
            sometimes,
            broken,
            pack: self.scope.pack,
            span: written.id.span,
        });
    }

    pub fn name_procedure(&mut self, written: &pack::Procedure) {
        let model = &mut self.model;
        let name = &written.id.value;
        let question = model
            .question_names
            .get(name)
            .map(|id| model.questions[*id].span);
        let process = model
            .process_names
            .get(name)
            .map(|id| model.processes[*id].span);
        let id = model.procedures.next_id();
        let earlier = model
            .procedure_names
            .insert(name.clone(), id)
            .and_then(|id| model.procedures.at(id.index()));
        let first = question.or(process).or(earlier.map(|earlier| earlier.span));
        self.declare(written.id.span, Thing::Procedure(id));
        if first.is_some() {
            self.defined_twice(&format!("`{name}`"), written.id.span, first);
        }
    }

    fn procedure_step(&mut self, written: &pack::ProcedureStep) -> Option<ProcedureStep> {
        let cite = self.cite(&written.cite);
        let when = self.when(&written.when);
        Some(ProcedureStep {
            does: self.step_does(written)?,
            when: when?,
            cite,
            note: written.note.clone(),
            span: written.span,
        })
    }

    /// What a step does; what it rolls or finds is known from then on.
    fn step_does(&mut self, written: &pack::ProcedureStep) -> Option<StepDoes> {
        match &written.does {
            pack::StepDoes::Do(words) => Some(StepDoes::Do(words.value.clone())),
            pack::StepDoes::Roll(name) => {
                let fact = self.rolled(name)?;
                self.scope.listed.push(fact);
                self.scope.listed.extend(self.model.dice_of(fact));
                Some(StepDoes::Roll(fact))
            }
            pack::StepDoes::Ask { ask, bind } => {
                let fact = self.fact_named(bind)?;
                let wanted = type_of_variable(&self.model, fact);
                self.refuse_text_set(None, bind)?;
                let gives = self.expression(ask, &wanted);
                let otherwise = written
                    .otherwise
                    .as_ref()
                    .map(|text| self.expression(text, &wanted));
                self.scope.listed.push(fact);
                let otherwise = match otherwise {
                    Some(otherwise) => Some(otherwise?),
                    None => None,
                };
                Some(StepDoes::Ask {
                    fact,
                    gives: gives?,
                    otherwise,
                })
            }
        }
    }

    fn rolled(&mut self, name: &Text) -> Option<VariableId> {
        let fact = self.fact_named(name)?;
        let roll = self.model.variables[fact].roll.as_ref();
        if roll.is_some_and(|roll| roll.die_of.is_none()) {
            return Some(fact);
        }
        if self.is_of_broken_dice(fact) {
            return None;
        }
        let message = format!("`{}` is not rolled", name.value);
        let help =
            "a fact is rolled if its unit has `dice` and its domain is just what they can give";
        self.refuse(Diagnostic::error(Code::WrongType, name.span, message).help(help))
    }
}

/// Whether it cannot be run, or asks what nothing answers.
pub fn is_broken(model: &Model, procedure: &Procedure) -> bool {
    let mut questions = procedure.questions().into_iter();
    procedure.broken || questions.any(|id| model.questions[id].is_unanswered())
}
