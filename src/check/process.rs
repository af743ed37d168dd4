//! Processes: each state is a question about now and the turn before.

use super::Checker;
use super::names::{Ordered, index_u32, texts};
use super::scope::{Facts, ProcessScope, Scope};
use crate::diagnostic::Code;
use crate::model::{
    Combine, Otherwise, PackId, Process, ProcessId, Question, QuestionId, Role, Variable,
    VariableId,
};
use crate::pack;
use crate::source::Text;
use rustc_hash::FxHashMap;

impl Checker {
    pub(super) fn register_processes(&mut self, packs: &Ordered<'_>) {
        for (pack, written) in packs {
            for process in &written.processes {
                self.register_process(*pack, process);
            }
        }
    }

    fn register_process(&mut self, pack: PackId, process: &pack::Process) {
        process.cite.iter().for_each(|cite| self.cited(pack, cite));
        let id = ProcessId(index_u32(self.model.processes.len()));
        let taken = self
            .model
            .question_names
            .get(&process.name.value)
            .and_then(|id| self.model.question(*id));
        let taken = taken.map(|question| question.span);
        let earlier = self
            .model
            .process_names
            .insert(process.name.value.clone(), id);
        let earlier = earlier
            .and_then(|id| self.model.processes.at(id.index()))
            .map(|process| process.span);
        if let Some(first) = taken.or(earlier) {
            let what = format!("`{}`", process.name.value);
            self.defined_twice(&what, process.name.span, Some(first));
        }
        let start = self.facts_named(&process.start);
        let turn = self.facts_named(&process.turn);
        self.model.processes.push(Process {
            name: process.name.value.clone(),
            cite: texts(&process.cite),
            asks: process.asks.clone(),
            start,
            each: process.each.clone(),
            turn,
            state: Vec::new(),
            steps: Vec::new(),
            initially: Vec::new(),
            before: Vec::new(),
            pack,
            span: process.name.span,
        });
    }

    pub(super) fn fill_processes(&mut self, packs: &Ordered<'_>) {
        for (pack, written) in packs {
            for process in &written.processes {
                if let Some(id) = self.model.process_names.get(&process.name.value).copied() {
                    let whole = self.with_included(packs, process);
                    self.fill_process(*pack, id, &whole);
                }
            }
        }
    }

    /// A process with the steps of those that it includes: what it says itself stands, the rest is theirs.
    fn with_included(&mut self, packs: &Ordered<'_>, process: &pack::Process) -> pack::Process {
        let mut whole = process.clone();
        let mut waiting: Vec<&Text> = process.includes.iter().rev().collect();
        let mut seen = vec![process.name.value.as_str()];
        while let Some(name) = waiting.pop() {
            if name.value == process.name.value {
                let message = format!("`{}` includes itself", process.name.value);
                self.error(Code::Cycle, name.span, message);
                continue;
            }
            let found = packs.iter().find_map(|(_, pack)| {
                let process = pack
                    .processes
                    .iter()
                    .find(|other| other.name.value == name.value)?;
                Some((pack, process))
            });
            let Some((pack, included)) = found else {
                self.error(
                    Code::UnknownQuestion,
                    name.span,
                    format!("no pack declares a process `{}`", name.value),
                );
                continue;
            };
            if seen.contains(&included.name.value.as_str()) {
                continue;
            }
            seen.push(&included.name.value);
            waiting.extend(included.includes.iter().rev());
            take_in(
                &mut whole,
                included,
                pack.id.as_ref().map_or("", |id| id.value.as_str()),
            );
        }
        whole
    }

    fn fill_process(&mut self, pack: PackId, id: ProcessId, written: &pack::Process) {
        let mut initially = Vec::new();
        let keeps = self.keeps(pack, written, &mut initially);
        let set = self.states_set(written, &keeps);
        for (name, value) in &written.initially {
            if let Some(variable) = keeps
                .get(&name.value)
                .copied()
                .or_else(|| self.fact_or_tell(name))
            {
                initially.extend(
                    self.index_of(variable, value)
                        .map(|index| (variable, index)),
                );
            }
        }
        let Some(process) = self.model.processes.at(id.index()).cloned() else {
            return;
        };
        let changing: Vec<VariableId> = process
            .turn
            .iter()
            .copied()
            .chain(set.iter().map(|(_, variable)| *variable))
            .collect();
        let before = self.copies_of(&changing, pack);
        let mut at_hand = process.start.clone();
        at_hand.extend(&changing);
        at_hand.extend(before.values());
        at_hand.extend(initially.iter().map(|(variable, _)| *variable));
        let scope = Scope {
            pack,
            facts: Facts::Listed(at_hand, "the process's `start` or `turn` does not list"),
            process: Some(ProcessScope {
                keeps: keeps.clone(),
                before: before.clone(),
                shown: FxHashMap::default(),
            }),
            was: false,
        };
        let mut steps = Vec::new();
        for (name, variable) in &set {
            steps.push((
                *variable,
                self.step_question(pack, id, written, name, *variable, &scope),
            ));
        }
        let state = self.shown_states(pack, id, written, &steps, &scope);
        let mut copies: Vec<(VariableId, VariableId)> = before.into_iter().collect();
        copies.sort_unstable();
        if let Some(own) = self.model.processes.at_mut(id.index()) {
            own.initially = initially;
            own.before = copies;
            own.steps = steps;
            own.state = state;
        }
        self.refuse_missing_start(id);
    }

    /// The states that a process keeps for itself.
    fn keeps(
        &mut self,
        pack: PackId,
        written: &pack::Process,
        initially: &mut Vec<(VariableId, u32)>,
    ) -> FxHashMap<String, VariableId> {
        let mut keeps = FxHashMap::default();
        for keep in &written.keeps {
            let Some(domain) = self.domain(&keep.domain, false) else {
                continue;
            };
            let unit = keep.unit.as_ref().and_then(|unit| self.unit(unit));
            let variable = self.add_variable(Variable {
                name: keep.name.value.clone(),
                role: Role::Keep,
                domain,
                unit,
                means: keep.means.clone(),
                comparatives: Vec::new(),
                groups: Vec::new(),
                alias: Vec::new(),
                roll: None,
                usually: Vec::new(),
                pack,
                reading: None,
                span: keep.name.span,
            });
            if let Some(first) = &keep.initially {
                initially.extend(
                    self.index_of(variable, first)
                        .map(|index| (variable, index)),
                );
            }
            keeps.insert(keep.name.value.clone(), variable);
        }
        keeps
    }

    fn index_of(&mut self, variable: VariableId, text: &Text) -> Option<u32> {
        let domain = self.model.variable(variable)?.domain.clone();
        let index = domain.read(&text.value, &self.model.words);
        if index.is_none() {
            self.unknown_value(text, &domain);
        }
        index
    }

    /// The variables that steps set: the process's own states, and facts.
    fn states_set(
        &mut self,
        written: &pack::Process,
        keeps: &FxHashMap<String, VariableId>,
    ) -> Vec<(String, VariableId)> {
        let mut set: Vec<(String, VariableId)> = Vec::new();
        let otherwise = written.otherwise.iter().map(|(name, _)| name);
        let included = written.included.iter().map(|(_, step)| &step.sets);
        for name in written
            .steps
            .iter()
            .map(|step| &step.sets)
            .chain(included)
            .chain(otherwise)
        {
            if set.iter().any(|(own, _)| *own == name.value) {
                continue;
            }
            let fact = keeps
                .get(&name.value)
                .or_else(|| self.model.variable_names.get(&name.value))
                .copied();
            let is_question = self.model.question_names.contains_key(&name.value);
            match fact {
                Some(variable) => set.push((name.value.clone(), variable)),
                None if is_question => {}
                None => {
                    self.fact_or_tell(name);
                }
            }
        }
        set
    }

    /// A copy of each variable for the turn before.
    fn copies_of(
        &mut self,
        changing: &[VariableId],
        pack: PackId,
    ) -> FxHashMap<VariableId, VariableId> {
        let mut copies = FxHashMap::default();
        for variable in changing {
            if copies.contains_key(variable) {
                continue;
            }
            let Some(found) = self.model.variable(*variable).cloned() else {
                continue;
            };
            let name = format!("was ({})", found.name);
            let copy = Variable {
                name,
                role: Role::Before(*variable),
                alias: Vec::new(),
                roll: None,
                usually: Vec::new(),
                pack,
                ..found
            };
            let copy = self.add_variable(copy);
            copies.insert(*variable, copy);
        }
        copies
    }

    fn step_question(
        &mut self,
        pack: PackId,
        process: ProcessId,
        written: &pack::Process,
        name: &str,
        variable: VariableId,
        scope: &Scope,
    ) -> QuestionId {
        let range = self
            .model
            .variable(variable)
            .map(|found| found.domain.clone());
        let answer = self
            .type_of_variable(variable)
            .unwrap_or(crate::model::Type::Bool);
        self.add_step(pack, process, written, (name, answer, range), scope)
    }

    pub(super) fn add_step(
        &mut self,
        pack: PackId,
        process: ProcessId,
        written: &pack::Process,
        (name, answer, range): (&str, crate::model::Type, Option<crate::value::Domain>),
        scope: &Scope,
    ) -> QuestionId {
        let id = QuestionId(index_u32(self.model.questions.len()));
        let cites: Vec<String> = texts(&written.cite);
        let cite = cites.first().cloned().unwrap_or_default();
        self.model.questions.push(Question {
            name: format!("{}/{name}", written.name.value),
            alias: Vec::new(),
            cite: cites,
            asks: format!("What is {name} after this step?"),
            from: scope.facts.listed().to_vec(),
            only: Vec::new(),
            answer,
            answer_text: String::new(),
            range,
            broken: false,
            chart_fault: false,
            combine: Combine::OnlyOne,
            rules: Vec::new(),
            otherwise: None,
            finds: None,
            process: Some(process),
            pack,
            note: String::new(),
            span: written.name.span,
        });
        let wanted = self.wanted(id);
        for step in written.steps.iter().filter(|step| step.sets.value == name) {
            self.add_written_rule(pack, id, &step.rule, scope);
        }
        for (owner, step) in written
            .included
            .iter()
            .filter(|(_, step)| step.sets.value == name)
        {
            let owner = self
                .model
                .packs
                .iter()
                .position(|own| own.id == *owner)
                .map_or(pack, |place| PackId(index_u32(place)));
            let scope = Scope {
                pack: owner,
                ..scope.clone()
            };
            self.add_written_rule(owner, id, &step.rule, &scope);
        }
        if let Some((_, text)) = written.otherwise.iter().find(|(own, _)| own.value == name) {
            let gives = self.expression(text, &wanted.answer, scope);
            if gives.is_none() {
                self.mark_broken(id);
            }
            if let Some(question) = self.model.questions.at_mut(id.index()) {
                question.otherwise = gives.map(|gives| Otherwise { gives, cite });
            }
        }
        id
    }
}

/// Takes the steps of an included process into the whole, save for the states that the whole sets itself.
fn take_in(whole: &mut pack::Process, included: &pack::Process, pack: &str) {
    let sets: Vec<String> = whole
        .steps
        .iter()
        .map(|step| step.sets.value.clone())
        .collect();
    let is_new = |name: &Text| !sets.contains(&name.value);
    let steps = included
        .steps
        .iter()
        .filter(|step| is_new(&step.sets))
        .map(|step| (pack.to_owned(), step.clone()));
    whole.included.extend(steps);
    for keep in &included.keeps {
        if !whole
            .keeps
            .iter()
            .any(|own| own.name.value == keep.name.value)
        {
            whole.keeps.push(keep.clone());
        }
    }
    let merge = |own: &mut Vec<(Text, Text)>, theirs: &[(Text, Text)]| {
        for (name, value) in theirs {
            if !own.iter().any(|(known, _)| known.value == name.value) {
                own.push((name.clone(), value.clone()));
            }
        }
    };
    merge(&mut whole.initially, &included.initially);
    merge(&mut whole.otherwise, &included.otherwise);
}
