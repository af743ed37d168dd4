//! A process compiled: one turn after the other, without a question being compiled again.

use super::slots::{Finding, Missing, Slot, Slots, leaf};
use crate::diagram::{Compiler, Leaf, NodeId, Store, TooLarge, support};
use crate::model::{Expr, Model, Process, Role, State, VariableId};

/// A process with its diagrams.
#[derive(Debug, Clone)]
pub struct ProcessPlan<'a> {
    /// The model.
    pub model: &'a Model,
    /// The process.
    pub process: &'a Process,
    /// Where its diagrams are.
    pub store: Store,
    /// Facts of a turn that questions of their names find; used where nobody gives them.
    found: Vec<Finding>,
    steps: Vec<Finding>,
    shown: Vec<(String, Shown)>,
    asked: Vec<NodeId>,
}

#[derive(Debug, Clone, Copy)]
enum Shown {
    Variable(VariableId),
    Question(NodeId),
}

impl<'a> ProcessPlan<'a> {
    /// Compiles a process, with conditions to be asked after each turn. `wanted` tells which of its states are to be shown; steps
    /// on which nothing shown or asked depends are left out. `given` tells which facts of a turn are not to be found by
    /// questions.
    pub fn new(
        model: &'a Model,
        process: &'a Process,
        conditions: &[Expr],
        wanted: &dyn Fn(&str) -> bool,
        given: &dyn Fn(VariableId) -> bool,
    ) -> Result<Self, TooLarge> {
        let mut compiler = Compiler::new(model);
        let mut found = Vec::new();
        for fact in process.turn.iter().copied().filter(|fact| !given(*fact)) {
            let variable = model
                .variable(fact)
                .filter(|found| found.role == Role::Fact && found.roll.is_none());
            if let Some(finder) = variable.and_then(|found| model.question_names.get(&found.name)) {
                let root = compiler.question(*finder)?;
                found.push(Finding::new(model, &compiler.store, fact, root));
            }
        }
        let mut steps = Vec::new();
        for (fact, question) in &process.steps {
            compiler.store.renew_budget();
            let root = compiler.question(*question)?;
            steps.push(Finding::new(model, &compiler.store, *fact, root));
        }
        let mut shown = Vec::new();
        for (name, state) in process.state.iter().filter(|(name, _)| wanted(name)) {
            let state = match state {
                State::Variable(variable) => Shown::Variable(*variable),
                State::Question(question) => Shown::Question(compiler.question(*question)?),
            };
            shown.push((name.clone(), state));
        }
        let asked = conditions
            .iter()
            .map(|condition| compiler.expr(condition))
            .collect::<Result<_, _>>()?;
        let mut plan = Self {
            model,
            process,
            store: compiler.store,
            found,
            steps,
            shown,
            asked,
        };
        plan.drop_idle_steps();
        Ok(plan)
    }

    /// Puts the first values of the process's own states where nothing else is known.
    pub fn begin(&self, slots: &mut Slots) {
        for (variable, index) in &self.process.initially {
            if slots.get(*variable) == Slot::UNKNOWN {
                slots.set(*variable, Slot::value(*index));
            }
        }
    }

    /// What is known now is what was known a turn ago; then the facts of the new turn may be set.
    pub fn pass_turn(&self, slots: &mut Slots) {
        for (of, copy) in &self.process.before {
            let value = slots.get(*of);
            slots.set(*copy, value);
        }
    }

    /// Takes the step, once the facts of the turn are set.
    pub fn step(&self, slots: &mut Slots) -> Result<(), Missing> {
        for finding in self.found.iter().chain(&self.steps) {
            let slot = finding.slot(&self.store, slots)?;
            slots.set(finding.fact, slot);
        }
        Ok(())
    }

    /// The names of the states shown, each with the variable that it is where it is one.
    pub fn shown(&self) -> impl Iterator<Item = (&str, Option<VariableId>)> {
        self.shown.iter().map(|(name, shown)| match shown {
            Shown::Variable(variable) => (name.as_str(), Some(*variable)),
            Shown::Question(_) => (name.as_str(), None),
        })
    }

    /// The states that are shown, in their order, after a step.
    pub fn states(&self, slots: &Slots) -> Result<Vec<Leaf>, Missing> {
        self.shown
            .iter()
            .map(|(_, shown)| match shown {
                Shown::Variable(variable) => Ok(slots.get(*variable).leaf(self.model, *variable)),
                Shown::Question(root) => leaf(&self.store, *root, slots),
            })
            .collect()
    }

    /// Whether each of the conditions asked holds, after a step.
    pub fn holds(&self, slots: &Slots) -> Result<Vec<bool>, Missing> {
        self.asked
            .iter()
            .map(|root| Ok(leaf(&self.store, *root, slots)?.is(true)))
            .collect()
    }

    /// The facts whose values a turn hands on to the next.
    #[must_use]
    pub fn handed_on(&self) -> Vec<VariableId> {
        let looked_at = self.looked_at();
        let before = self
            .process
            .before
            .iter()
            .filter(|(_, copy)| looked_at.contains(copy));
        before.map(|(of, _)| *of).collect()
    }

    /// The facts that must be known before the first turn: neither found on the way nor facts of the turn alone.
    #[must_use]
    pub fn needed_first(&self) -> Vec<VariableId> {
        let handed_on = self.handed_on();
        let is_set = |variable: &VariableId| {
            self.process.turn.contains(variable)
                || self.steps.iter().any(|step| step.fact == *variable)
        };
        let is_copy =
            |variable: &VariableId| self.process.before.iter().any(|(_, copy)| copy == variable);
        let mut needed = self.looked_at();
        needed.retain(|variable| !is_set(variable) && !is_copy(variable));
        needed.extend(handed_on);
        needed.retain(|variable| {
            let initially = self
                .process
                .initially
                .iter()
                .any(|(own, _)| own == variable);
            !initially
                && !self
                    .model
                    .variable(*variable)
                    .is_some_and(|found| matches!(found.role, Role::Reading(_)))
        });
        needed.sort_unstable();
        needed.dedup();
        needed
    }

    /// The facts of the turn that matter and that no question finds.
    #[must_use]
    pub fn needed_each_turn(&self) -> Vec<VariableId> {
        let looked_at = self.looked_at();
        let handed_on = self.handed_on();
        let is_found = |variable: &VariableId| {
            self.found.iter().any(|finding| finding.fact == *variable)
                || self.steps.iter().any(|step| step.fact == *variable)
        };
        let matters =
            |variable: &VariableId| looked_at.contains(variable) || handed_on.contains(variable);
        self.process
            .turn
            .iter()
            .copied()
            .filter(|turn| matters(turn) && !is_found(turn))
            .collect()
    }

    /// The variables that shown states and conditions look at.
    fn asked_for(&self) -> Vec<VariableId> {
        let mut all: Vec<VariableId> = self
            .asked
            .iter()
            .flat_map(|root| support(&self.store, *root))
            .collect();
        for (_, shown) in &self.shown {
            match shown {
                Shown::Question(root) => all.extend(support(&self.store, *root)),
                Shown::Variable(variable) => all.push(*variable),
            }
        }
        all
    }

    /// Leaves out the steps on which nothing depends, in this turn or by the turn before.
    fn drop_idle_steps(&mut self) {
        let mut needed = self.asked_for();
        let mut place = 0;
        while let Some(variable) = needed.get(place).copied() {
            place += 1;
            let now = self
                .process
                .before
                .iter()
                .find(|(_, copy)| *copy == variable)
                .map(|(of, _)| *of);
            let findings = self
                .found
                .iter()
                .chain(&self.steps)
                .filter(|finding| finding.fact == variable);
            let by = findings.flat_map(|finding| support(&self.store, finding.root));
            let more: Vec<VariableId> = now.into_iter().chain(by).collect();
            for variable in more {
                if !needed.contains(&variable) {
                    needed.push(variable);
                }
            }
        }
        self.found.retain(|finding| needed.contains(&finding.fact));
        self.steps.retain(|finding| needed.contains(&finding.fact));
    }

    /// Every variable that a step, a shown question or a condition looks at.
    fn looked_at(&self) -> Vec<VariableId> {
        let shown = self.shown.iter().filter_map(|(_, shown)| match shown {
            Shown::Question(root) => Some(*root),
            Shown::Variable(_) => None,
        });
        let findings = self
            .found
            .iter()
            .chain(&self.steps)
            .map(|finding| finding.root);
        let roots = findings.chain(shown).chain(self.asked.iter().copied());
        let mut all: Vec<VariableId> = roots.flat_map(|root| support(&self.store, root)).collect();
        all.sort_unstable();
        all.dedup();
        all
    }
}
