//! Procedures: each step knows the facts of the start and those that earlier steps roll or find.

use super::Checker;
use super::names::{Ordered, index_u32, or_empty, texts};
use super::scope::{Facts, Scope};
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Model, PackId, Procedure, ProcedureId, ProcedureStep, StepDoes, VariableId};
use crate::pack;
use crate::source::Text;

impl Checker {
    pub(super) fn fill_procedures(&mut self, packs: &Ordered<'_>) {
        for (pack, written) in packs {
            for procedure in &written.procedures {
                self.fill_procedure(*pack, procedure);
            }
        }
    }

    /// Notes no more of the procedures than their names.
    pub(super) fn name_procedures(&mut self, packs: &Ordered<'_>) {
        packs
            .iter()
            .flat_map(|(_, written)| &written.procedures)
            .for_each(|procedure| self.name_procedure(&procedure.id));
    }

    fn fill_procedure(&mut self, pack: PackId, written: &pack::Procedure) {
        self.name_procedure(&written.id);
        written.cite.iter().for_each(|cite| self.cited(pack, cite));
        let start = self.facts_named(&written.start);
        let outcome = self.facts_named(&written.outcome);
        let sometimes = self.facts_named(&written.sometimes);
        let mut broken = start.len() != written.start.len()
            || outcome.len() != written.outcome.len()
            || sometimes.len() != written.sometimes.len();
        let mut known = start.clone();
        let mut steps = Vec::new();
        for step in &written.steps {
            match self.procedure_step(pack, step, &mut known) {
                Some(step) => steps.push(step),
                None => broken = true,
            }
        }
        let named = written
            .outcome
            .iter()
            .zip(&outcome)
            .chain(written.sometimes.iter().zip(&sometimes));
        for (name, fact) in named {
            if !broken && !known.contains(fact) {
                let message = format!("no step rolls or finds `{}`", name.value);
                self.error(Code::UnfinishedProcedure, name.span, message);
                broken = true;
            }
        }
        self.model.procedures.push(Procedure {
            name: written.id.value.clone(),
            title: written.title.clone(),
            cite: texts(&written.cite),
            start,
            steps,
            outcome,
            sometimes,
            broken,
            pack,
            span: written.id.span,
        });
    }

    fn name_procedure(&mut self, name: &Text) {
        let question = self
            .model
            .question_names
            .get(&name.value)
            .and_then(|id| self.model.question(*id));
        let process = self
            .model
            .process_names
            .get(&name.value)
            .and_then(|id| self.model.processes.at(id.index()));
        let first = question
            .map(|question| question.span)
            .or(process.map(|process| process.span));
        let id = ProcedureId(index_u32(self.model.procedures.len()));
        let earlier = self.model.procedure_names.insert(name.value.clone(), id);
        let earlier = earlier
            .and_then(|id| self.model.procedures.at(id.index()))
            .map(|procedure| procedure.span);
        if let Some(first) = first.or(earlier) {
            self.defined_twice(&format!("`{}`", name.value), name.span, Some(first));
        }
    }

    fn procedure_step(
        &mut self,
        pack: PackId,
        written: &pack::ProcedureStep,
        known: &mut Vec<VariableId>,
    ) -> Option<ProcedureStep> {
        if let Some(cite) = &written.cite {
            self.cited(pack, cite);
        }
        let scope = Scope::new(
            pack,
            Facts::Listed(known.clone(), "is not known at this step"),
        );
        let when = written
            .when
            .as_ref()
            .map(|when| self.condition(when, &scope));
        let does = self.step_does(written, &scope, known)?;
        if matches!(when, Some(None)) {
            return None;
        }
        Some(ProcedureStep {
            does,
            when: when.flatten(),
            cite: or_empty(written.cite.as_ref()),
            note: written.note.clone(),
            span: written.span,
        })
    }

    fn step_does(
        &mut self,
        written: &pack::ProcedureStep,
        scope: &Scope,
        known: &mut Vec<VariableId>,
    ) -> Option<StepDoes> {
        match &written.does {
            pack::StepDoes::Do(words) => Some(StepDoes::Do(words.value.clone())),
            pack::StepDoes::Roll(name) => {
                let fact = self.rolled_or_tell(name)?;
                known.push(fact);
                known.extend(self.model.dice_of(fact));
                Some(StepDoes::Roll(fact))
            }
            pack::StepDoes::Ask { ask, bind } => {
                let found = self.fact_or_tell(bind);
                if let Some(fact) = found {
                    known.push(fact);
                }
                let fact = found?;
                let wanted = self.type_of_variable(fact)?;
                let gives = self.expression(ask, &wanted, scope);
                let otherwise = written
                    .otherwise
                    .as_ref()
                    .map(|text| self.expression(text, &wanted, scope));
                if matches!(otherwise, Some(None)) {
                    return None;
                }
                Some(StepDoes::Ask {
                    fact,
                    gives: gives?,
                    otherwise: otherwise.flatten(),
                })
            }
        }
    }

    fn rolled_or_tell(&mut self, name: &Text) -> Option<VariableId> {
        let fact = self.fact_or_tell(name)?;
        let roll = self
            .model
            .variable(fact)
            .and_then(|found| found.roll.as_ref());
        if roll.is_some_and(|roll| roll.die_of.is_none()) {
            return Some(fact);
        }
        let message = format!("`{}` is not rolled", name.value);
        let help =
            "a fact is rolled if its unit has `dice` and its domain is just what they can give";
        self.report(Diagnostic::error(Code::WrongType, name.span, message).help(help));
        None
    }
}

/// Whether a procedure asks a question that could not be resolved.
pub(super) fn uses_broken(model: &Model, procedure: &Procedure) -> bool {
    procedure
        .questions()
        .into_iter()
        .any(|id| super::is_broken(model, id))
}
