//! A procedure compiled: what each step does with what is known, told without a die being cast.

use super::slots::{Finding, Missing, Slot, Slots, leaf, looked_at};
use super::thrown::Thrown;
use crate::diagnostic::Diagnostic;
use crate::diagram::{Compiler, Leaf, NodeId, Store, TooLarge};
use crate::model::{Expr, Model, Procedure, ProcedureStep, StepDoes, VariableId};

#[derive(Debug, Clone)]
pub struct ProcedurePlan<'a> {
    pub model: &'a Model,
    pub procedure: &'a Procedure,
    store: Store,
    steps: Vec<Step>,
    asked: Vec<NodeId>,
}

#[derive(Debug, Clone)]
struct Step {
    when: Option<NodeId>,
    does: Does,
}

#[derive(Debug, Clone)]
enum Does {
    Roll(VariableId),
    /// Finds a fact; and what it is where the step is not done.
    Find(Finding, Option<Finding>),
    Nothing,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    /// Its condition does not hold.
    Passed,
    /// Something that only the players do.
    Done,
    Roll(VariableId),
    Found(VariableId, Slot),
    /// The step is not done, and this is what the fact is then.
    Otherwise(VariableId, Slot),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Halt {
    /// It needs this fact, which is not known.
    Needs(VariableId),
    /// Dice cannot be thrown.
    Dice(Diagnostic),
}

#[derive(Debug, Clone, Copy)]
pub struct StepDone<'s> {
    pub place: usize,
    pub effect: Effect,
    /// The dice that fell, where it rolled.
    pub thrown: Option<&'s Thrown>,
    pub known: &'s Slots,
}

impl Step {
    fn new(
        model: &Model,
        compiler: &mut Compiler<'_>,
        step: &ProcedureStep,
    ) -> Result<Self, TooLarge> {
        compiler.store.renew_budget();
        let when = step.when.as_ref();
        let when = when.map(|when| compiler.expr(when)).transpose()?;
        let does = match &step.does {
            StepDoes::Do(_) => Does::Nothing,
            StepDoes::Roll(fact) => Does::Roll(*fact),
            StepDoes::Ask {
                fact,
                gives,
                otherwise,
            } => {
                let mut finding = |expr: &Expr| {
                    let root = compiler.expr(expr)?;
                    Ok(Finding::new(model, &compiler.store, *fact, root))
                };
                let gives = finding(gives)?;
                Does::Find(gives, otherwise.as_ref().map(finding).transpose()?)
            }
        };
        Ok(Self { when, does })
    }

    fn roots(&self) -> impl Iterator<Item = NodeId> {
        let finding = match &self.does {
            Does::Find(finding, otherwise) => Some((finding, otherwise)),
            Does::Roll(_) | Does::Nothing => None,
        };
        let findings = finding
            .into_iter()
            .flat_map(|(finding, otherwise)| [Some(finding), otherwise.as_ref()]);
        self.when
            .into_iter()
            .chain(findings.flatten().map(|finding| finding.root))
    }
}

impl<'a> ProcedurePlan<'a> {
    /// Compiles a procedure, with conditions to be asked after its last step.
    pub fn new(
        model: &'a Model,
        procedure: &'a Procedure,
        conditions: &[Expr],
    ) -> Result<Self, TooLarge> {
        Self::asking(model, procedure, |compiler| {
            compiler.store.renew_budget();
            let asked = conditions.iter().map(|condition| compiler.expr(condition));
            asked.collect()
        })
    }

    /// Compiles a procedure, with the diagrams that are to be asked after its last step.
    pub fn asking(
        model: &'a Model,
        procedure: &'a Procedure,
        asked: impl FnOnce(&mut Compiler<'a>) -> Result<Vec<NodeId>, TooLarge>,
    ) -> Result<Self, TooLarge> {
        let mut compiler = Compiler::new(model);
        let steps = procedure.steps.iter();
        let steps = steps.map(|step| Step::new(model, &mut compiler, step));
        let steps = steps.collect::<Result<_, _>>()?;
        let asked = asked(&mut compiler)?;
        Ok(Self {
            model,
            procedure,
            store: compiler.store,
            steps,
            asked,
        })
    }

    /// The facts that its steps roll and find, single dice included.
    pub fn sets(&self) -> Vec<VariableId> {
        let mut all = Vec::new();
        for step in &self.steps {
            match &step.does {
                Does::Roll(fact) => {
                    all.push(*fact);
                    all.extend(self.model.dice_of(*fact));
                }
                Does::Find(finding, _) => all.push(finding.fact),
                Does::Nothing => {}
            }
        }
        all.sort_unstable();
        all.dedup();
        all
    }

    pub fn rolls(&self, step: usize) -> Option<VariableId> {
        match self.steps.get(step)?.does {
            Does::Roll(fact) => Some(fact),
            _ => None,
        }
    }

    #[allow(clippy::len_without_is_empty, reason = "it is no list")]
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    pub fn effect(&self, step: usize, slots: &Slots) -> Result<Effect, Missing> {
        let Some(step) = self.steps.get(step) else {
            return Ok(Effect::Passed);
        };
        let when = self.guard_of(step, slots)?;
        let found = |finding: &Finding| finding.slot(&self.store, slots);
        Ok(match (&step.does, when.is(true), when.is(false)) {
            (Does::Nothing, true, _) => Effect::Done,
            (Does::Roll(fact), true, _) => Effect::Roll(*fact),
            (Does::Find(finding, _), true, _) => Effect::Found(finding.fact, found(finding)?),
            (Does::Find(finding, Some(otherwise)), _, true) => {
                Effect::Otherwise(finding.fact, found(otherwise)?)
            }
            // Whether the step is done is lost, and the fact with it.
            (Does::Find(Finding { fact, .. }, _) | Does::Roll(fact), false, false) => {
                Effect::Found(*fact, Slot::of(self.model, *fact, &when))
            }
            _ => Effect::Passed,
        })
    }

    fn guard_of(&self, step: &Step, slots: &Slots) -> Result<Leaf, Missing> {
        match step.when {
            Some(when) => leaf(&self.store, when, slots),
            None => Ok(Leaf::truth(true)),
        }
    }

    /// What the condition of a step comes to; beyond the last one nothing is done.
    pub fn guard(&self, step: usize, slots: &Slots) -> Result<Leaf, Missing> {
        let step = self.steps.get(step);
        step.map_or(Ok(Leaf::truth(false)), |step| self.guard_of(step, slots))
    }

    /// Goes through its steps: `roll` throws the dice, and `see` is told what each step did. What is known in the end comes out.
    pub fn run(
        &self,
        mut slots: Slots,
        roll: &mut dyn FnMut(VariableId) -> Result<Thrown, Diagnostic>,
        see: &mut dyn FnMut(StepDone<'_>),
    ) -> Result<Slots, Halt> {
        for place in 0..self.len() {
            let effect = self.effect(place, &slots);
            let effect = effect.map_err(|Missing(fact)| Halt::Needs(fact))?;
            let thrown = match effect {
                Effect::Roll(fact) => Some(roll(fact).map_err(Halt::Dice)?),
                _ => None,
            };
            see(StepDone {
                place,
                effect,
                thrown: thrown.as_ref(),
                known: &slots,
            });
            if let Some(thrown) = thrown {
                thrown
                    .facts()
                    .for_each(|(fact, index)| slots.set(fact, Slot::value(index)));
            }
            if let Effect::Found(fact, slot) | Effect::Otherwise(fact, slot) = effect {
                slots.set(fact, slot);
            }
        }
        // What comes out can be what it was at the start, where no step found it.
        let mut kept = self.procedure.outcome.iter();
        let unknown = kept.find(|fact| {
            let is_of_start = self.procedure.start.contains(fact);
            is_of_start && slots.get(**fact) == Slot::UNKNOWN
        });
        match unknown {
            Some(fact) => Err(Halt::Needs(*fact)),
            None => Ok(slots),
        }
    }

    /// Whether each of the conditions asked holds; one that depends on a fact which is not known, as no roll was made, is silent.
    pub fn holds(&self, slots: &Slots) -> Vec<Leaf> {
        let holds = |root: &NodeId| leaf(&self.store, *root, slots).unwrap_or(Leaf::Silent);
        self.asked.iter().map(holds).collect()
    }

    /// The diagrams of the conditions asked, and where they are.
    pub fn asked(&self) -> (&Store, &[NodeId]) {
        (&self.store, &self.asked)
    }

    /// The readings and switches at which its steps look, and the conditions.
    pub fn choices(&self) -> Vec<VariableId> {
        let mut choices = self.looked_at_from(0);
        choices.retain(|fact| self.model.variables[*fact].is_choice());
        choices
    }

    /// The facts that a step and those after it look at, and the conditions.
    pub fn looked_at_from(&self, step: usize) -> Vec<VariableId> {
        self.looked_at_with(step, &self.asked)
    }

    /// The facts that a step and those after it look at, and these of the conditions.
    pub fn looked_at_with(&self, step: usize, asked: &[NodeId]) -> Vec<VariableId> {
        let steps = self.steps.iter().skip(step).flat_map(Step::roots);
        looked_at(&self.store, steps.chain(asked.iter().copied()))
    }
}
