//! What a process can come to: whether, from a start that can be, some turns lead to a situation that cannot be.
//!
//! The search goes backwards. The diagram of what cannot be after a turn becomes, with each step in the place of the fact that
//! it sets, the diagram of the turns that lead there; without the facts of that turn it is what must not stand before it, and so
//! on, until a start is met, or nothing new comes.

use super::cycle::uses_broken;
use super::imprint::Imprints;
use super::memory::{Memory, recalled};
use super::{impossible_found, show_situation};
use crate::diagnostic::{Code, Diagnostic};
use crate::diagram::{Compiler, Leaf, NodeId, TooLarge, find, support};
use crate::model::{Impossible, Model, Process, QuestionId, Role, VariableId};
use crate::turn::falls;
use rustc_hash::FxHashMap;

/// How many turns back it looks at most.
const MOST_TURNS: usize = 40;

/// Tells of each process the first situation found that cannot be and to which it comes all the same.
pub fn prove(
    model: &Model,
    memory: Option<&Memory<'_>>,
    goes_on: &dyn Fn() -> bool,
) -> Vec<Diagnostic> {
    let processes = model.processes.iter();
    let sound = processes.filter(|process| !process.broken);
    sound
        .take_while(|_| goes_on())
        .flat_map(|process| {
            let imprint = |imprints: &Imprints<'_>| imprints.process(process);
            let prove = || prove_process(model, process).into_iter().collect();
            recalled(memory, imprint, prove)
        })
        .collect()
}

fn prove_process(model: &Model, process: &Process) -> Option<Diagnostic> {
    let mut search = Search::of(model, process);
    let known = search.facts();
    model
        .impossible
        .iter()
        .enumerate()
        .find_map(|(place, impossible)| {
            if uses_broken(model, &impossible.when) {
                return None;
            }
            search.compiler.store.renew_budget();
            match search.way_to(place, &known) {
                Ok(way) => way.map(|way| reached(model, process, impossible, &way)),
                Err(TooLarge) => {
                    let message = format!(
                        "whether `{}` can come to this is too much to be proved",
                        process.name
                    );
                    let warning = Diagnostic::warning(Code::TooLarge, process.span, message);
                    Some(warning.label(impossible.span, "what cannot be"))
                }
            }
        })
}

/// The facts of the start, and those of each turn.
type Way = Vec<Vec<(VariableId, u32)>>;

fn reached(model: &Model, process: &Process, impossible: &Impossible, way: &Way) -> Diagnostic {
    let message = format!(
        "`{}` can come to a situation that cannot be: {}",
        process.name, impossible.says
    );
    let error = Diagnostic::error(Code::ImpossibleReached, process.span, message);
    let error = error
        .label(impossible.span, "it is excluded here")
        .cite(impossible.cite.clone());
    let lines = way
        .iter()
        .enumerate()
        .filter(|(_, facts)| !facts.is_empty());
    lines.fold(error, |error, (turn, facts)| {
        let facts = show_situation(model, facts);
        error.help(match turn {
            0 => format!("for example from {facts}"),
            turn => format!("in turn {turn}: {facts}"),
        })
    })
}

struct Search<'m> {
    model: &'m Model,
    process: &'m Process,
    compiler: Compiler<'m>,
    /// What sets each fact in a turn, in order: a question that finds a fact of the turn, or a step.
    steps: Vec<(VariableId, QuestionId)>,
    /// The facts of a turn, and the single dice of its rolls.
    of_turn: Vec<VariableId>,
    /// Where it can begin, by itself and as it may be given, and what can come in a turn, once these were looked for.
    start: Option<[NodeId; 2]>,
    turns: Option<NodeId>,
}

impl<'m> Search<'m> {
    fn of(model: &'m Model, process: &'m Process) -> Self {
        let finder = |fact: &VariableId| {
            let is_plain = model.roll_of(*fact).is_none();
            let finder = model.finder(*fact).filter(|_| is_plain);
            Some((*fact, finder?))
        };
        let found = process.turn.iter().filter_map(finder);
        let dice = process.turn.iter().flat_map(|fact| model.dice_of(*fact));
        Self {
            model,
            process,
            compiler: Compiler::new(model),
            steps: found.chain(process.steps.iter().copied()).collect(),
            of_turn: process.turn.iter().copied().chain(dice).collect(),
            start: None,
            turns: None,
        }
    }

    /// All facts that it knows of.
    fn facts(&self) -> Vec<VariableId> {
        let set = self.steps.iter().map(|(fact, _)| *fact);
        let start = self.process.start.iter().chain(&self.of_turn).copied();
        let initially = self.process.initially.iter().map(|(fact, _)| *fact);
        start.chain(set).chain(initially).collect()
    }

    /// The shortest way to one of the situations that cannot be, if there is one.
    fn way_to(&mut self, place: usize, known: &[VariableId]) -> Result<Option<Way>, TooLarge> {
        let is_known = |fact| known.contains(&fact);
        let impossible = impossible_found(&mut self.compiler, place, &is_known)?;
        let facts = support(&self.compiler.store, impossible);
        if !self.steps.iter().any(|(set, _)| facts.contains(set)) {
            return Ok(None);
        }
        let mut after = self.compiler.impossible_of(&[impossible], known)?;
        let ([by_itself, given], falls) = (self.start(known)?, self.falls()?);
        // A way from a first value that is given, should there be none from those that it has by itself.
        let mut from_given = None;
        let mut layers = Vec::new();
        let mut seen = self.compiler.store.leaf(Leaf::truth(false));
        for _ in 0..MOST_TURNS {
            let lead = self.before(after)?;
            let lead = self.both(lead, falls)?;
            layers.push(lead);
            let [first, other] = [self.both(lead, by_itself)?, self.both(lead, given)?];
            let is_met = &|leaf: &Leaf| leaf.is(true);
            if let Some((facts, _)) = find(&self.compiler.store, first, is_met) {
                return self.way(&facts, &layers).map(Some);
            }
            if from_given.is_none()
                && let Some((facts, _)) = find(&self.compiler.store, other, is_met)
            {
                from_given = Some(self.way(&facts, &layers)?);
            }
            let mut before = lead;
            for fact in self.of_turn.clone() {
                before = self.some(before, fact)?;
            }
            let new = self.but(before, seen)?;
            if self.compiler.store.leaf_at(new).is(false) && new.is_leaf() {
                return Ok(from_given);
            }
            seen = self.either(seen, new)?;
            after = self.a_turn_ago(new)?;
        }
        from_given.map(Some).ok_or(TooLarge)
    }

    /// Where a process can begin, and nothing cannot be: by itself, its states as they are at first; and where a fact that has a first
    /// value may be given another, which what it keeps for itself may not.
    fn start(&mut self, known: &[VariableId]) -> Result<[NodeId; 2], TooLarge> {
        if let Some(start) = self.start {
            return Ok(start);
        }
        let process = self.process;
        let at_first = process.initially.iter().map(|(fact, _)| *fact);
        let said: Vec<VariableId> = process.start.iter().copied().chain(at_first).collect();
        let mut given: Vec<VariableId> = known.to_vec();
        given.retain(|fact| said.contains(fact));
        let impossible = self.excluded(&given, &said)?;
        let now = process.before.iter().map(|(of, copy)| (*of, *copy));
        let impossible = self.renamed(impossible, now.collect())?;
        let yes = self.compiler.store.leaf(Leaf::truth(true));
        let can_be = self.but(yes, impossible)?;
        let mut start = [can_be; 2];
        for (fact, index) in &process.initially {
            let copy = process.before.iter().find(|(of, _)| of == fact);
            let Some((_, copy)) = copy.filter(|_| !process.start.contains(fact)) else {
                continue;
            };
            let first = self.compiler.among(*copy, &[*index])?;
            start[0] = self.both(start[0], first)?;
            if self.model.variables[*fact].role == Role::Keep {
                start[1] = self.both(start[1], first)?;
            }
        }
        self.start = Some(start);
        Ok(start)
    }

    /// What can come in a turn: where the total of each roll and its single dice can fall together, and what is told of it is not
    /// excluded by itself, or by what is told for all turns.
    fn falls(&mut self) -> Result<NodeId, TooLarge> {
        if let Some(turns) = self.turns {
            return Ok(turns);
        }
        let (model, process) = (self.model, self.process);
        let mut told = process.start.clone();
        told.retain(|fact| !process.has_state(*fact));
        told.extend(&self.of_turn);
        let impossible = self.excluded(&told, &told)?;
        let mut all = self.compiler.store.leaf(Leaf::truth(true));
        all = self.but(all, impossible)?;
        for roll in &self.process.turn {
            let dice = model.dice_of(*roll);
            if dice.is_empty() {
                continue;
            }
            let mut some = self.compiler.store.leaf(Leaf::truth(false));
            for (known, _) in falls(model, *roll, &dice).map_err(|_| TooLarge)? {
                let mut node = self.compiler.store.leaf(Leaf::truth(true));
                for (fact, index) in known {
                    let own = self.compiler.among(fact, &[index])?;
                    node = self.both(node, own)?;
                }
                some = self.either(some, node)?;
            }
            all = self.both(all, some)?;
        }
        self.turns = Some(all);
        Ok(all)
    }

    /// What is excluded of some facts where these are said, whatever the others are.
    fn excluded(&mut self, facts: &[VariableId], said: &[VariableId]) -> Result<NodeId, TooLarge> {
        let mut all = Vec::new();
        for (place, impossible) in self.model.impossible.iter().enumerate() {
            if !uses_broken(self.model, &impossible.when) {
                let is_said = |fact| said.contains(&fact);
                all.push(impossible_found(&mut self.compiler, place, &is_said)?);
            }
        }
        self.compiler.impossible_of(&all, facts)
    }

    /// What leads in one turn to where a diagram of the facts after it holds.
    fn before(&mut self, mut after: NodeId) -> Result<NodeId, TooLarge> {
        for (fact, question) in self.steps.clone().into_iter().rev() {
            if support(&self.compiler.store, after).contains(&fact) {
                let step = self.compiler.question(question)?;
                after = self.after(after, (fact, step))?;
            }
        }
        self.truth(after)
    }

    /// Where a condition holds with what a turn finds in the place of a fact. What is lost is anything; what a question finds of a turn
    /// is told where that has no answer. A state that would be none of its values is not come to: the turn is refused.
    fn after(
        &mut self,
        condition: NodeId,
        (fact, by): (VariableId, NodeId),
    ) -> Result<NodeId, TooLarge> {
        let composed = self.composed(condition, &[(fact, by)])?;
        let found = self.truth(composed)?;
        let is_told = self.process.turn.contains(&fact);
        let is_open = |leaf: &Leaf| match is_told {
            true => leaf.value().is_none(),
            false => matches!(leaf, Leaf::Gap(_)),
        };
        let store = &mut self.compiler.store;
        let open = store.map(by, &mut |leaf| Leaf::truth(is_open(leaf)))?;
        let anything = match is_told {
            true => condition,
            false => self.compiler.whatever(condition, fact)?,
        };
        self.compiler.store.ite(open, anything, found)
    }

    fn truth(&mut self, condition: NodeId) -> Result<NodeId, TooLarge> {
        let truth = &mut |leaf: &Leaf| Leaf::truth(leaf.is(true));
        self.compiler.store.map(condition, truth)
    }

    /// The diagram of the facts before a turn as one of those after the turn before it.
    fn a_turn_ago(&mut self, root: NodeId) -> Result<NodeId, TooLarge> {
        let before = self.process.before.iter();
        self.renamed(root, before.map(|(of, copy)| (*copy, *of)).collect())
    }

    fn renamed(
        &mut self,
        root: NodeId,
        names: Vec<(VariableId, VariableId)>,
    ) -> Result<NodeId, TooLarge> {
        let mut bound = Vec::with_capacity(names.len());
        for (from, to) in names {
            bound.push((from, self.compiler.variable(to)?));
        }
        self.composed(root, &bound)
    }

    fn composed(
        &mut self,
        root: NodeId,
        bound: &[(VariableId, NodeId)],
    ) -> Result<NodeId, TooLarge> {
        let variables = &self.model.variables;
        let index_of = |fact: VariableId, leaf: &Leaf| variables[fact].domain.index(leaf.value()?);
        self.compiler.store.compose(root, bound, &index_of)
    }

    fn both(&mut self, node: NodeId, other: NodeId) -> Result<NodeId, TooLarge> {
        let no = self.compiler.store.leaf(Leaf::truth(false));
        self.compiler.store.ite(node, other, no)
    }

    fn either(&mut self, node: NodeId, other: NodeId) -> Result<NodeId, TooLarge> {
        let yes = self.compiler.store.leaf(Leaf::truth(true));
        self.compiler.store.ite(node, yes, other)
    }

    /// Where the one holds and the other does not.
    fn but(&mut self, node: NodeId, other: NodeId) -> Result<NodeId, TooLarge> {
        let no = self.compiler.store.leaf(Leaf::truth(false));
        self.compiler.store.ite(other, no, node)
    }

    /// Where a condition holds for some value of a fact.
    fn some(&mut self, root: NodeId, fact: VariableId) -> Result<NodeId, TooLarge> {
        if !support(&self.compiler.store, root).contains(&fact) {
            return Ok(root);
        }
        let mut any = self.compiler.store.leaf(Leaf::truth(false));
        for index in 0..self.compiler.store.size(fact) {
            let part = self.compiler.store.restrict(root, fact, index)?;
            any = self.either(any, part)?;
        }
        Ok(any)
    }

    /// The way from a first turn: what is told of it, and of each turn after it, as the layers have it.
    fn way(&mut self, first: &[(VariableId, u32)], layers: &[NodeId]) -> Result<Way, TooLarge> {
        let mut known: FxHashMap<VariableId, u32> = FxHashMap::default();
        for (fact, index) in &self.process.initially {
            known.insert(*fact, *index);
        }
        let mut facts = first.to_vec();
        let copies: FxHashMap<VariableId, VariableId> = self
            .process
            .before
            .iter()
            .map(|(of, copy)| (*copy, *of))
            .collect();
        let mut way = vec![Vec::new()];
        let mut rest = layers.iter().rev().skip(1);
        loop {
            let (turn, start): (Vec<_>, Vec<_>) = facts
                .iter()
                .copied()
                .partition(|(fact, _)| self.of_turn.contains(fact));
            if way.len() == 1 {
                let named = start
                    .iter()
                    .map(|(fact, index)| (copies.get(fact).copied().unwrap_or(*fact), *index));
                way = vec![named.collect()];
                known.extend(way.iter().flatten().copied());
            }
            for (of, copy) in &self.process.before {
                match known.get(of).copied() {
                    Some(now) => known.insert(*copy, now),
                    None => known.remove(copy),
                };
            }
            known.extend(turn.iter().copied());
            way.push(turn);
            for (fact, question) in self.steps.clone() {
                let step = self.compiler.question(question)?;
                let leaf = self
                    .compiler
                    .store
                    .answer(step, |other| known.get(&other).copied().unwrap_or_default());
                let index = leaf
                    .value()
                    .and_then(|value| self.model.variables[fact].domain.index(value));
                match index {
                    Some(index) => drop(known.insert(fact, index)),
                    // What a question does not find of a turn is told.
                    None if self.of_turn.contains(&fact) => {}
                    None => drop(known.remove(&fact)),
                }
            }
            let Some(layer) = rest.next() else {
                return Ok(way);
            };
            let before = |fact: VariableId| match copies.get(&fact) {
                Some(of) => known.get(of).copied(),
                None => known
                    .get(&fact)
                    .copied()
                    .filter(|_| !self.of_turn.contains(&fact)),
            };
            let here = self.compiler.store.restrict_all(*layer, &before)?;
            let found = find(&self.compiler.store, here, &|leaf| leaf.is(true));
            facts = found.map(|(facts, _)| facts).unwrap_or_default();
        }
    }
}
