//! A procedure compiled: what each step does with what is known, told without a die being cast.

use super::slots::{Finding, Missing, Slot, Slots, leaf};
use super::thrown::Thrown;
use crate::diagnostic::Diagnostic;
use crate::diagram::{Compiler, Leaf, NodeId, Store, TooLarge, support};
use crate::model::{Expr, Model, Procedure, StepDoes, VariableId};

/// A procedure with its diagrams.
#[derive(Debug, Clone)]
pub struct ProcedurePlan<'a> {
    /// The model.
    pub model: &'a Model,
    /// The procedure.
    pub procedure: &'a Procedure,
    /// Where its diagrams are.
    pub store: Store,
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
    Find(Finding, Option<Finding>),
    Nothing,
}

/// What a step does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    /// Its condition does not hold.
    Passed,
    /// Something that only the players do.
    Done,
    /// This fact is rolled.
    Roll(VariableId),
    /// This fact is found.
    Found(VariableId, Slot),
    /// The step is not done, and this is what the fact is then.
    Otherwise(VariableId, Slot),
}

/// Why a procedure does not come to its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Halt {
    /// It needs this fact, which is not known.
    Needs(VariableId),
    /// Dice cannot be thrown.
    Dice(Diagnostic),
}

/// A step, gone through.
#[derive(Debug, Clone, Copy)]
pub struct StepDone<'s> {
    /// Its place among the steps.
    pub place: usize,
    /// What it did.
    pub effect: Effect,
    /// The dice that fell, where it rolled.
    pub thrown: Option<&'s Thrown>,
    /// What was known before it.
    pub known: &'s Slots,
}

impl<'a> ProcedurePlan<'a> {
    /// Compiles a procedure, with conditions to be asked after its last step.
    pub fn new(
        model: &'a Model,
        procedure: &'a Procedure,
        conditions: &[Expr],
    ) -> Result<Self, TooLarge> {
        let mut compiler = Compiler::new(model);
        let mut steps = Vec::with_capacity(procedure.steps.len());
        for step in &procedure.steps {
            compiler.store.renew_budget();
            let when = step
                .when
                .as_ref()
                .map(|when| compiler.expr(when))
                .transpose()?;
            let does = match &step.does {
                StepDoes::Do(_) => Does::Nothing,
                StepDoes::Roll(fact) => Does::Roll(*fact),
                StepDoes::Ask {
                    fact,
                    gives,
                    otherwise,
                } => {
                    let root = compiler.expr(gives)?;
                    let gives = Finding::new(model, &compiler.store, *fact, root);
                    let root = otherwise
                        .as_ref()
                        .map(|otherwise| compiler.expr(otherwise))
                        .transpose()?;
                    Does::Find(
                        gives,
                        root.map(|root| Finding::new(model, &compiler.store, *fact, root)),
                    )
                }
            };
            steps.push(Step { when, does });
        }
        compiler.store.renew_budget();
        let asked = conditions
            .iter()
            .map(|condition| compiler.expr(condition))
            .collect::<Result<_, _>>()?;
        Ok(Self {
            model,
            procedure,
            store: compiler.store,
            steps,
            asked,
        })
    }

    /// The facts that its steps roll and find, single dice included.
    #[must_use]
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

    /// The fact that a step rolls, if it rolls one.
    #[must_use]
    pub fn rolls(&self, step: usize) -> Option<VariableId> {
        match self.steps.get(step)?.does {
            Does::Roll(fact) => Some(fact),
            _ => None,
        }
    }

    /// How many steps it has.
    #[must_use]
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Whether it has no step.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// What a step does.
    pub fn effect(&self, step: usize, slots: &Slots) -> Result<Effect, Missing> {
        let Some(step) = self.steps.get(step) else {
            return Ok(Effect::Passed);
        };
        let when = step
            .when
            .map_or(Ok(Leaf::truth(true)), |when| leaf(&self.store, when, slots))?;
        match (&step.does, when.is(true), when.is(false)) {
            (Does::Nothing, true, _) => Ok(Effect::Done),
            (Does::Roll(fact), true, _) => Ok(Effect::Roll(*fact)),
            (Does::Find(finding, _), true, _) => Ok(Effect::Found(
                finding.fact,
                finding.slot(&self.store, slots)?,
            )),
            (Does::Find(finding, Some(otherwise)), _, true) => Ok(Effect::Otherwise(
                finding.fact,
                otherwise.slot(&self.store, slots)?,
            )),
            (Does::Find(finding, _), false, false) => Ok(Effect::Found(
                finding.fact,
                Slot::of(self.model, finding.fact, &when),
            )),
            _ => Ok(Effect::Passed),
        }
    }

    /// Goes through its steps: `roll` throws the dice, and `see` is told what each step did. What is known in the end comes out.
    ///
    /// # Errors
    ///
    /// Where a fact is needed that is not known, or dice cannot be thrown.
    pub fn run(
        &self,
        mut slots: Slots,
        roll: &mut dyn FnMut(VariableId) -> Result<Thrown, Diagnostic>,
        see: &mut dyn FnMut(StepDone<'_>),
    ) -> Result<Slots, Halt> {
        for place in 0..self.len() {
            let effect = self
                .effect(place, &slots)
                .map_err(|Missing(fact)| Halt::Needs(fact))?;
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
                slots.set(thrown.fact, Slot::value(thrown.index));
                thrown
                    .dice
                    .iter()
                    .for_each(|(die, index)| slots.set(*die, Slot::value(*index)));
            }
            if let Effect::Found(fact, slot) | Effect::Otherwise(fact, slot) = effect {
                slots.set(fact, slot);
            }
        }
        Ok(slots)
    }

    /// Whether each of the conditions asked holds; one that looks at a fact which is not known does not.
    #[must_use]
    pub fn holds(&self, slots: &Slots) -> Vec<bool> {
        self.asked
            .iter()
            .map(|root| leaf(&self.store, *root, slots).is_ok_and(|leaf| leaf.is(true)))
            .collect()
    }

    /// The facts that a step and those after it look at, and the conditions.
    #[must_use]
    pub fn looked_at_from(&self, step: usize) -> Vec<VariableId> {
        let roots = self
            .steps
            .iter()
            .skip(step)
            .flat_map(Step::roots)
            .chain(self.asked.iter().copied());
        let mut all: Vec<VariableId> = roots.flat_map(|root| support(&self.store, root)).collect();
        all.sort_unstable();
        all.dedup();
        all
    }
}

impl Step {
    fn roots(&self) -> Vec<NodeId> {
        let mut roots: Vec<NodeId> = self.when.into_iter().collect();
        if let Does::Find(finding, otherwise) = &self.does {
            roots.push(finding.root);
            roots.extend(otherwise.as_ref().map(|otherwise| otherwise.root));
        }
        roots
    }
}
