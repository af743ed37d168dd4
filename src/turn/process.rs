//! A process compiled: one turn after the other, without a question being compiled again.

use super::slots::{End, Finding, Missing, Slot, Slots, leaf, looked_at, walk};
use crate::diagram::{Compiler, Leaf, NodeId, Store, TooLarge, ends_of, support};
use crate::model::{Expr, Model, Process, Role, State, VariableId};
use crate::value::Value;
use itertools::Itertools;
use rustc_hash::FxHashMap;

/// Whether a fact is told, and by what it goes what one is that nobody tells.
pub type Telling<'t> = (
    &'t dyn Fn(VariableId) -> bool,
    &'t dyn Fn(VariableId) -> Vec<VariableId>,
);

#[derive(Debug, Clone)]
pub struct ProcessPlan<'a> {
    pub model: &'a Model,
    pub process: &'a Process,
    /// The facts whose values a turn hands on to the next.
    pub handed_on: Vec<VariableId>,
    /// The same with the states by which a turn finds or takes one of its facts.
    pub kept: Vec<VariableId>,
    /// The facts that must be known before the first turn: neither found on the way nor facts of the turn alone.
    pub needed_first: Vec<VariableId>,
    /// Those of which a first value or a reading says what they are, where nothing else is known.
    pub settled_first: Vec<VariableId>,
    /// The facts of the turn that matter and that no question finds.
    pub needed_each_turn: Vec<VariableId>,
    store: Store,
    /// The facts of a turn that questions of their names find, where nobody gives them; then the steps.
    findings: Vec<Finding>,
    shown: Vec<(&'a str, Shown)>,
    asked: Vec<NodeId>,
}

/// Findings in an order in which what goes by another of them comes after it.
fn in_order(store: &Store, mut findings: Vec<Finding>) -> Vec<Finding> {
    let mut ordered = Vec::with_capacity(findings.len());
    while !findings.is_empty() {
        let waits = |own: &Finding| {
            let by = support(store, own.root);
            let mut others = findings.iter().map(|other| other.fact);
            others.any(|other| other != own.fact && by.contains(&other))
        };
        let next = findings.iter().position(|own| !waits(own));
        ordered.push(findings.remove(next.unwrap_or_default()));
    }
    ordered
}

#[derive(Debug, Clone, Copy)]
enum Shown {
    Variable(VariableId),
    Question(NodeId),
}

impl<'a> ProcessPlan<'a> {
    /// What is rolled in a turn: each roll and its single dice.
    pub fn rolls(&self) -> Vec<VariableId> {
        let facts = self.process.turn.iter().copied();
        let rolled = facts.filter(|fact| self.model.roll_of(*fact).is_some());
        rolled.flat_map(|fact| self.model.throw_of(fact)).collect()
    }

    /// Compiles a process, with conditions to be asked after each turn. `wanted` tells which of its states are to be shown; steps
    /// on which nothing shown or asked depends are left out. `given` tells which facts of a turn are not to be found by
    /// questions, and which states do not begin as the process has it; `behind` by what it goes what a fact is that nobody tells.
    pub fn new(
        model: &'a Model,
        process: &'a Process,
        conditions: &[Expr],
        wanted: &dyn Fn(&str) -> bool,
        (given, behind): Telling<'_>,
    ) -> Result<Self, TooLarge> {
        let mut compiler = Compiler::new(model);
        let finder = |fact: &VariableId| {
            let is_sought = model.roll_of(*fact).is_none() && !given(*fact);
            let finder = model.finder(*fact).filter(|_| is_sought);
            Some((*fact, finder?))
        };
        let found = process.turn.iter().filter_map(finder);
        let mut finding = |(fact, question)| {
            compiler.store.renew_budget();
            let root = compiler.question(question)?;
            Ok(Finding::new(model, &compiler.store, fact, root))
        };
        let of_turn = found.map(&mut finding).collect::<Result<_, _>>()?;
        let steps = process.steps.iter().copied().map(finding);
        let steps: Vec<Finding> = steps.collect::<Result<_, _>>()?;
        let mut findings = in_order(&compiler.store, of_turn);
        findings.extend(steps);
        let mut shown = Vec::new();
        for (name, state) in process.state.iter().filter(|(name, _)| wanted(name)) {
            let state = match state {
                State::Variable(variable) => Shown::Variable(*variable),
                State::Question(question) => Shown::Question(compiler.question(*question)?),
            };
            shown.push((name.as_str(), state));
        }
        let asked = conditions.iter().map(|condition| compiler.expr(condition));
        let asked = asked.collect::<Result<_, _>>()?;
        let mut plan = Self {
            model,
            process,
            handed_on: Vec::new(),
            kept: Vec::new(),
            needed_first: Vec::new(),
            settled_first: Vec::new(),
            needed_each_turn: Vec::new(),
            store: compiler.store,
            findings,
            shown,
            asked,
        };
        // By which states it goes what a fact of a turn is that nobody tells, and no question finds.
        let untold = process.turn.iter().copied().filter(|fact| {
            let has_usual = !model.variables[*fact].usually.is_empty();
            has_usual && !given(*fact) && model.roll_of(*fact).is_none() && !plan.finds(*fact)
        });
        let states = |fact| {
            let mut states = behind(fact);
            states.retain(|state| process.has_state(*state));
            states
        };
        let behind = untold.map(|fact| (fact, states(fact))).collect();
        plan.drop_idle_findings(&behind);
        plan.tell_facts_apart(given, &behind);
        Ok(plan)
    }

    /// Leaves out the findings on which nothing depends, in this turn or by the turn before.
    fn drop_idle_findings(&mut self, behind: &FxHashMap<VariableId, Vec<VariableId>>) {
        let mut needed = looked_at(&self.store, self.last());
        needed.extend(self.shown.iter().filter_map(|(_, shown)| match shown {
            Shown::Variable(variable) => Some(*variable),
            Shown::Question(_) => None,
        }));
        let mut place = 0;
        while let Some(variable) = needed.get(place).copied() {
            place += 1;
            let before = self.process.before.iter();
            let now = before
                .filter(|(_, copy)| *copy == variable)
                .map(|(of, _)| *of);
            let findings = self.findings.iter().filter(|other| other.fact == variable);
            let by = findings.flat_map(|finding| support(&self.store, finding.root));
            let behind = behind.get(&variable).into_iter().flatten().copied();
            for variable in now.chain(by).chain(behind) {
                if !needed.contains(&variable) {
                    needed.push(variable);
                }
            }
        }
        self.findings.retain(|other| needed.contains(&other.fact));
    }

    /// The diagrams of the questions shown and the conditions asked.
    fn last(&self) -> impl Iterator<Item = NodeId> {
        let shown = self.shown.iter().filter_map(|(_, shown)| match shown {
            Shown::Question(root) => Some(*root),
            Shown::Variable(_) => None,
        });
        shown.chain(self.asked.iter().copied())
    }

    fn tell_facts_apart(
        &mut self,
        given: &dyn Fn(VariableId) -> bool,
        behind: &FxHashMap<VariableId, Vec<VariableId>>,
    ) {
        let (model, process) = (self.model, self.process);
        let findings = self.findings.iter().map(|finding| finding.root);
        let looked_at = looked_at(&self.store, findings.chain(self.last()));
        let is_found = |fact: &VariableId| self.findings.iter().any(|other| other.fact == *fact);
        let before = process.before.iter();
        let handed_on = before.filter(|(_, copy)| looked_at.contains(copy));
        let handed_on = handed_on.map(|(of, _)| *of);
        // What finds a fact of a turn looks at a state as the turn before left it.
        let of_turn = self.findings.iter();
        let of_turn = of_turn.filter(|finding| process.turn.contains(&finding.fact));
        let by = of_turn.flat_map(|finding| support(&self.store, finding.root));
        let is_state = |fact: &VariableId| process.has_state(*fact) && is_found(fact);
        let handed_on = handed_on.chain(by.filter(is_state)).unique();
        let handed_on: Vec<VariableId> = handed_on.collect();
        let is_copy = |fact: &VariableId| process.before.iter().any(|(_, copy)| copy == fact);
        let is_settled = |fact: &VariableId| {
            // What is given goes before what it is at first, be it in several columns.
            !given(*fact) && process.initially.iter().any(|(other, _)| other == fact)
                || matches!(model.variables[*fact].role, Role::Reading(_))
        };
        let mut first = looked_at.clone();
        first.retain(|fact| !process.turn.contains(fact) && !is_found(fact) && !is_copy(fact));
        first.extend(&handed_on);
        let (settled, mut first): (Vec<VariableId>, _) = first.into_iter().partition(is_settled);
        first.sort_unstable();
        first.dedup();
        let matters = |fact: &VariableId| looked_at.contains(fact) || handed_on.contains(fact);
        let mut each_turn = process.turn.clone();
        each_turn.retain(|fact| matters(fact) && !is_found(fact));
        let by = each_turn.iter().filter_map(|fact| behind.get(fact));
        let by = by.flatten().copied().filter(is_state);
        let kept = handed_on.iter().copied().chain(by).unique().collect();
        self.needed_first = first;
        self.settled_first = settled;
        self.needed_each_turn = each_turn;
        self.handed_on = handed_on;
        self.kept = kept;
    }

    /// Puts the first values of the process's own states where nothing else is known, and tells of which facts it did.
    pub fn begin(&self, slots: &mut Slots) -> Vec<(VariableId, u32)> {
        let first = self.process.initially.iter().copied();
        let mut begun: Vec<_> = first
            .filter(|(variable, _)| slots.get(*variable) == Slot::UNKNOWN)
            .collect();
        slots.know(&begun);
        begun.retain(|(variable, _)| self.model.variables[*variable].role == Role::Fact);
        begun
    }

    /// What is known now is what was known a turn ago, and of the new turn nothing is known: then its facts may be set.
    pub fn pass_turn(&self, slots: &mut Slots) {
        for (of, copy) in &self.process.before {
            slots.set(*copy, slots.get(*of));
        }
        for fact in &self.process.turn {
            slots.set(*fact, Slot::UNKNOWN);
        }
    }

    /// Goes on with a turn of which so many findings are made; what was told for it is not found.
    pub fn step(
        &self,
        slots: &mut Slots,
        done: &mut usize,
        told: &[(VariableId, u32)],
    ) -> Result<(), Missing> {
        let is_told = |fact| told.iter().any(|(own, _)| *own == fact);
        for finding in self.findings.iter().skip(*done) {
            if !(self.process.turn.contains(&finding.fact) && is_told(finding.fact)) {
                let slot = finding.slot(&self.store, slots)?;
                slots.set(finding.fact, slot);
            }
            *done += 1;
        }
        Ok(())
    }

    /// The states that a turn finds.
    pub fn found_states(&self) -> impl Iterator<Item = VariableId> {
        let steps = self.process.steps.iter().map(|(state, _)| *state);
        steps.filter(|state| self.finds(*state))
    }

    /// How a state is lost of which it is known only that a turn gave it no value: by what is lost of itself, or else of another.
    pub fn lost_as(&self, state: VariableId) -> Slot {
        let own = self.findings.iter().filter(|own| own.fact == state);
        let all = self.findings.iter().flat_map(Finding::gaps);
        let lost = own.flat_map(Finding::gaps).min().or_else(|| all.min());
        lost.unwrap_or(Slot::NONE)
    }

    /// A state for which a turn found a number that its domain does not hold, and that number.
    pub fn outgrown(&self, slots: &Slots) -> Option<(VariableId, Value)> {
        let mut lost = self.findings.iter().filter(|finding| {
            slots.get(finding.fact) == Slot::NONE && self.process.has_state(finding.fact)
        });
        lost.find_map(|finding| match leaf(&self.store, finding.root, slots) {
            Ok(Leaf::Value(value)) => Some((finding.fact, value)),
            _ => None,
        })
    }

    /// The facts of a turn that it hands on to the next, and of which nothing is known.
    pub fn unsaid(&self, slots: &Slots) -> Vec<VariableId> {
        let is_unsaid = |fact: &&VariableId| {
            self.process.turn.contains(fact) && slots.get(**fact) == Slot::UNKNOWN
        };
        self.handed_on.iter().filter(is_unsaid).copied().collect()
    }

    /// Where values of a fact begin to matter otherwise; none where each is kept or shown.
    pub fn ends(&self, fact: VariableId) -> Option<Vec<u32>> {
        let is_shown =
            |(_, shown): &(&str, Shown)| matches!(shown, Shown::Variable(own) if *own == fact);
        if self.kept.contains(&fact) || self.shown.iter().any(is_shown) {
            return None;
        }
        let findings = self.findings.iter().map(|finding| finding.root);
        Some(ends_of(&self.store, findings.chain(self.last()), fact))
    }

    /// Whether a turn finds a fact: what is neither shown nor looked at is left out.
    pub fn finds(&self, fact: VariableId) -> bool {
        self.findings.iter().any(|finding| finding.fact == fact)
    }

    pub fn shown(&self) -> impl Iterator<Item = &'a str> {
        self.shown.iter().map(|(name, _)| *name)
    }

    /// What tells states that are shown alike from those that are not.
    pub fn marks(&self, slots: &Slots, marks: &mut Vec<End>) -> Result<(), Missing> {
        for root in &self.asked {
            marks.push(walk(&self.store, *root, slots)?);
        }
        for (_, shown) in &self.shown {
            marks.push(match shown {
                Shown::Variable(variable) => End::Lost(slots.get(*variable)),
                Shown::Question(root) => walk(&self.store, *root, slots)?,
            });
        }
        Ok(())
    }

    pub fn states(&self, slots: &Slots) -> Result<Vec<Leaf>, Missing> {
        let leaf_of = |(_, shown): &(&str, Shown)| match shown {
            Shown::Variable(variable) => Ok(slots.get(*variable).leaf(self.model, *variable)),
            Shown::Question(root) => leaf(&self.store, *root, slots),
        };
        self.shown.iter().map(leaf_of).collect()
    }

    pub fn holds(&self, slots: &Slots) -> Result<Vec<Leaf>, Missing> {
        let holds = |root: &NodeId| leaf(&self.store, *root, slots);
        self.asked.iter().map(holds).collect()
    }
}
