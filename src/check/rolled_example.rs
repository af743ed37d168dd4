//! Worked examples of procedures: the rolls that an example tells are made, and what comes out is compared.

use super::proof::Prover;
use crate::diagnostic::{Code, Diagnostic};
use crate::diagram::{Leaf, TooLarge};
use crate::model::{Asked, Example, ProcedureId, Type, VariableId};
use crate::source::{Span, Text};
use crate::turn::{Halt, ProcedurePlan, Slot, Slots, Thrown};
use crate::value::Value;
use std::rc::Rc;

impl Prover<'_, '_> {
    pub(super) fn rolled_example(
        &mut self,
        example: &Example,
        id: ProcedureId,
    ) -> Result<(), TooLarge> {
        let Some(procedure) = self.model.procedure(id) else {
            return Ok(());
        };
        let Asked::Procedure(_, rolls, outcome) = &example.asked else {
            return Ok(());
        };
        if procedure.broken || super::procedure::uses_broken(self.model, procedure) {
            return Ok(());
        }
        let known = self.plans.get(&id).cloned();
        let plan = known.map_or_else(
            || ProcedurePlan::new(self.model, procedure, &[]).map(Rc::new),
            Ok,
        )?;
        self.plans.insert(id, Rc::clone(&plan));
        match self.go_through(&plan, example, rolls) {
            Ok(slots) => outcome.iter().for_each(|(fact, expected, span)| {
                self.compare_outcome(example, (*fact, slots.get(*fact)), expected.as_ref(), *span);
            }),
            Err((span, fault)) => {
                let found = fault.of(Code::ExampleFails, span);
                self.report(found.cite(example.cite.clone()));
            }
        }
        Ok(())
    }

    /// What is known after these rolls, or what is wrong with them and where.
    fn go_through(
        &self,
        plan: &ProcedurePlan<'_>,
        example: &Example,
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
            place = text.span;
            let thrown = Thrown::read(self.model, fact, text.value.trim());
            if thrown.is_ok() {
                place = example.span;
            }
            thrown
        };
        let start = Slots::of(self.model, &super::trial::start_of(self.model, example));
        let slots = plan.run(start, &mut throw, &mut |_| ());
        let left = left.next();
        match (slots, left) {
            (Err(Halt::Dice(fault)), _) => Err((place, fault)),
            (Err(Halt::Needs(fact)), _) => Err((place, self.needs(fact))),
            (Ok(_), Some(left)) => {
                let fault = Diagnostic::request("this roll is one too many");
                Err((
                    left.span,
                    fault.help("the procedure has come to its end before it"),
                ))
            }
            (Ok(slots), None) => Ok(slots),
        }
    }

    fn needs(&self, fact: VariableId) -> Diagnostic {
        let fault = Diagnostic::request(format!(
            "the procedure needs `{}`",
            self.model.variable_name(fact)
        ));
        match self.model.roll_of(fact) {
            Some(roll) if roll != fact => {
                let roll = self.model.variable_name(roll);
                fault.help(format!(
                    "write the dice of `{roll}` one by one, joined with `+`: it is one of them"
                ))
            }
            _ => fault.help("give it in `start`"),
        }
    }

    fn compare_outcome(
        &mut self,
        example: &Example,
        (fact, slot): (VariableId, Slot),
        expected: Option<&Value>,
        span: Span,
    ) {
        let leaf = slot.leaf(self.model, fact);
        let fits = match (&leaf, expected) {
            (Leaf::Gap(_), None) => true,
            (Leaf::Value(value), Some(expected)) => super::trial::same_answer(value, expected),
            _ => false,
        };
        if fits {
            return;
        }
        let of = super::resolve::type_of(self.model, fact).unwrap_or(Type::Bool);
        let wanted = expected.map_or_else(
            || "a gap".to_owned(),
            |value| value.show(&self.model.words, self.model.is_signed(&of)),
        );
        let name = self.model.variable_name(fact);
        let message = match slot {
            Slot::UNKNOWN => format!("`{name}` does not come out of these rolls"),
            _ => format!("`{name}` is {}, not {wanted}", self.show_leaf(&leaf, &of)),
        };
        self.report(
            Diagnostic::error(Code::ExampleFails, span, message).cite(example.cite.clone()),
        );
    }
}
