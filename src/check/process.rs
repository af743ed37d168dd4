//! Processes: each state is a question about now and the turn before.

use super::cycle::expressions;
use super::facts::variable;
use super::names::texts;
use super::resolve::type_of_variable;
use super::scope::{Others, Scope, Steps};
use super::taking::OF_PROCESS;
use super::{Checker, Packs};
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{
    Kind, Model, PackId, Process, ProcessId, Question, QuestionId, Role, State, Thing, Type,
    Variable, VariableId,
};
use crate::pack;
use crate::source::Text;
use crate::value::Domain;
use itertools::Itertools;
use rustc_hash::FxHashMap;

/// How many processes one includes, those that these include counted.
const MOST_INCLUDED: usize = 32;

/// A process with what it takes in from those that it includes.
struct Whole<'p> {
    written: &'p pack::Process,
    keeps: Vec<&'p pack::Keep>,
    initially: Vec<&'p (Text, Text)>,
    otherwise: Vec<&'p (Text, Text)>,
    /// Its own steps and those that it includes, each with its pack.
    steps: Vec<(PackId, &'p pack::Step)>,
}

impl<'p> Whole<'p> {
    /// What the process says itself stands; of an included one, what it does not say.
    fn take_in(&mut self, pack: PackId, process: &'p pack::Process) {
        let steps = &self.written.steps;
        let is_included = !std::ptr::eq(self.written, process);
        let is_set = |name: &Text| steps.iter().any(|other| other.sets.value == name.value);
        self.steps.extend(
            process
                .steps
                .iter()
                .filter(|step| !(is_included && is_set(&step.sets)))
                .map(|step| (pack, step)),
        );
        add_new(&mut self.keeps, &process.keeps, |keep| &keep.name);
        add_new(&mut self.initially, &process.initially, |(name, _)| name);
        add_new(&mut self.otherwise, &process.otherwise, |(name, _)| name);
    }

    fn steps_of(&self, state: &str) -> impl Iterator<Item = (PackId, &'p pack::Step)> {
        self.steps
            .iter()
            .copied()
            .filter(move |(_, step)| step.sets.value == state)
    }
}

fn add_new<'p, T>(own: &mut Vec<&'p T>, theirs: &'p [T], name: impl Fn(&T) -> &Text) {
    for new in theirs {
        if own.iter().all(|own| name(own).value != name(new).value) {
            own.push(new);
        }
    }
}

impl Checker {
    pub fn register_process(&mut self, written: &pack::Process) {
        self.cited(&written.cite);
        let name = &written.name.value;
        let ((start, has_start), (turn, has_turn)) = (
            self.facts_named(&written.start),
            self.facts_named(&written.turn),
        );
        let taken = self
            .model
            .question_names
            .get(name)
            .map(|id| self.model.questions[*id].span);
        let id = self.model.processes.next_id();
        if let Some(first) = taken.or(self
            .model
            .process_names
            .insert(name.clone(), id)
            .map(|id| self.model.processes[id].span))
        {
            self.defined_twice(&format!("`{name}`"), written.name.span, Some(first));
        }
        let process = Process {
            name: name.clone(),
            cite: texts(&written.cite),
            asks: written.asks.clone(),
            start,
            each: written.each.clone(),
            turn,
            state: Vec::new(),
            steps: Vec::new(),
            initially: Vec::new(),
            before: Vec::new(),
            broken: !(has_start && has_turn),
            pack: self.scope.pack,
            span: written.name.span,
        };
        self.model.processes.push(process);
        self.declare(written.name.span, Thing::Process(id));
    }

    pub fn processes(&mut self, packs: &Packs<'_>) {
        for (pack, written) in packs {
            for process in &written.processes {
                if let Some(id) = self.model.process_names.get(&process.name.value).copied() {
                    self.scope = Scope::new(*pack, Others::First);
                    let told = self.diagnostics.len();
                    let whole = self.with_included(packs, process);
                    self.process(id, &whole);
                    self.model.processes[id].broken |= self.is_doubtful_since(told);
                }
            }
        }
    }

    fn with_included<'p>(&mut self, packs: &Packs<'p>, process: &'p pack::Process) -> Whole<'p> {
        let mut whole = Whole {
            written: process,
            keeps: Vec::new(),
            initially: Vec::new(),
            otherwise: Vec::new(),
            steps: Vec::new(),
        };
        whole.take_in(self.scope.pack, process);
        let mut waiting: Vec<&Text> = process.includes.iter().rev().collect();
        let mut seen = vec![process.name.value.as_str()];
        while let Some(name) = waiting.pop() {
            if name.value == process.name.value {
                self.report(Diagnostic::error(
                    Code::Cycle,
                    name.span,
                    format!("`{}` includes itself", name.value),
                ));
                continue;
            }
            let Some((pack, included)) = packs
                .iter()
                .flat_map(|(id, pack)| pack.processes.iter().map(move |process| (*id, process)))
                .find(|(_, other)| other.name.value == name.value)
            else {
                self.process_named(name);
                continue;
            };
            self.process_named(name);
            if !seen.contains(&included.name.value.as_str()) {
                // Each would be taken in by all that include it.
                if seen.len() > MOST_INCLUDED {
                    let message = format!(
                        "`{}` includes more than {MOST_INCLUDED} processes",
                        process.name.value
                    );
                    self.report(
                        Diagnostic::error(Code::OverLimit, process.name.span, message)
                            .help("those that come after them are left out"),
                    );
                    break;
                }
                seen.push(&included.name.value);
                waiting.extend(included.includes.iter().rev());
                whole.take_in(pack, included);
            }
        }
        whole
    }

    fn process(&mut self, id: ProcessId, whole: &Whole<'_>) {
        let mut initially = Vec::new();
        let keeps = self.keeps(whole, &mut initially);
        let set = self.states_set(whole, &keeps);
        self.refuse_told_and_set(id, whole, &set);
        for (name, value) in &whole.initially {
            if let Some(variable) = keeps
                .get(&name.value)
                .copied()
                .or_else(|| self.fact_named(name))
            {
                let index = self.index_of(variable, value);
                initially.extend(index.map(|index| (variable, index)));
            }
        }
        let turn = self.model.processes[id].turn.iter().copied();
        let mut before = turn
            .chain(set.iter().map(|(_, variable)| *variable))
            .unique()
            .collect_vec()
            .into_iter()
            .map(|variable| (variable, self.copy_before(variable)))
            .collect_vec();
        before.sort_unstable();
        let process = &mut self.model.processes[id];
        process.before = before;
        process.initially = initially;
        let first = self.model.questions.ids().len();
        let steps = set.iter().map(|(name, variable)| {
            (
                *variable,
                self.step_question(
                    id,
                    whole,
                    name,
                    (
                        type_of_variable(&self.model, *variable),
                        Some(self.model.variables[*variable].domain.clone()),
                    ),
                ),
            )
        });
        self.model.processes[id].steps = steps.collect_vec();
        self.scope = scope_of_process(&self.model, id, Others::Barred(OF_PROCESS));
        self.scope.steps.get_or_insert_default().keeps = keeps;
        self.scope.joined = Some(Vec::new());
        for (step, (name, _)) in self.model.questions.ids().skip(first).zip(&set) {
            self.step_rules(step, whole, name);
        }
        self.model.processes[id].state = whole
            .written
            .state
            .iter()
            .filter_map(|name| Some((name.value.clone(), self.state(id, whole, name)?)))
            .collect();
        let process = &mut self.model.processes[id];
        let joined = self.scope.joined.take();
        process.start.extend(joined.unwrap_or_default());
        for question in process.questions() {
            let step = &mut self.model.questions[question];
            step.from.clone_from(&self.scope.listed);
        }
        self.refuse_missing_start(id);
    }

    fn keeps(
        &mut self,
        whole: &Whole<'_>,
        initially: &mut Vec<(VariableId, u32)>,
    ) -> FxHashMap<String, VariableId> {
        let mut keeps = FxHashMap::default();
        for keep in &whole.keeps {
            let Some(domain) = self.domain(&keep.domain, false) else {
                continue;
            };
            let (name, pack) = (&keep.name, self.scope.pack);
            let unit = keep.unit.as_ref();
            let own = Variable {
                unit: unit.and_then(|unit| self.unit_named(&unit.value, unit.span)),
                means: keep.means.clone(),
                ..variable(&name.value, Role::Keep, domain, pack, name.span)
            };
            let fact = self.model.variables.push(own);
            self.declare(name.span, Thing::Variable(fact));
            self.declare_values(&keep.domain, &self.model.variables[fact].domain.clone());
            let first = keep.initially.as_ref();
            initially.extend(
                first
                    .and_then(|first| self.index_of(fact, first))
                    .map(|index| (fact, index)),
            );
            keeps.insert(name.value.clone(), fact);
        }
        keeps
    }

    /// The variables that steps set: the process's own states, and facts.
    fn states_set(
        &mut self,
        whole: &Whole<'_>,
        keeps: &FxHashMap<String, VariableId>,
    ) -> Vec<(String, VariableId)> {
        let names = whole
            .steps
            .iter()
            .map(|(_, step)| &step.sets)
            .chain(whole.otherwise.iter().map(|(name, _)| name))
            .unique_by(|name| &name.value);
        let all = whole.steps.iter().map(|(_, step)| &step.sets);
        let all = all.chain(whole.otherwise.iter().map(|(name, _)| name));
        for name in all.chain(whole.initially.iter().map(|(name, _)| name)) {
            let fact = || self.model.variable_names.get(&name.value);
            if let Some(set) = keeps.get(&name.value).or_else(fact) {
                self.mention(name.span, Thing::Variable(*set));
            }
        }
        let set = names.filter_map(|name| {
            self.refuse_text_set(keeps.get(&name.value).copied(), name)?;
            let keep = keeps.get(&name.value).copied();
            let is_state = self.model.variable_names.contains_key(&name.value)
                || !self.model.question_names.contains_key(&name.value);
            let fact = || self.fact_named(name);
            Some((
                name.value.clone(),
                keep.or_else(|| is_state.then(fact).flatten())?,
            ))
        });
        set.collect()
    }

    /// Tells of a fact that is told at every step, and set there: what is told would count for nothing.
    fn refuse_told_and_set(
        &mut self,
        id: ProcessId,
        whole: &Whole<'_>,
        set: &[(String, VariableId)],
    ) {
        let told = &self.model.processes[id].turn;
        let mut both = set.iter().filter(|(_, variable)| told.contains(variable));
        let Some((name, _)) = both.next() else { return };
        let mut turn = whole.written.turn.iter();
        let place = turn.find(|own| own.value == *name);
        let place = place.map_or(whole.written.name.span, |own| own.span);
        let message = format!("`{name}` is told at every step, and set by one");
        let found = Diagnostic::error(Code::WrongShape, place, message);
        self.report(found.help(format!(
            "take it out of `turn`; what it was a turn before is `was ({name})`"
        )));
    }

    /// Tells of a text that is set: of a text that nobody tells, none is kept.
    pub(super) fn refuse_text_set(&mut self, keep: Option<VariableId>, name: &Text) -> Option<()> {
        let set = keep.or_else(|| self.model.variable_names.get(&name.value).copied());
        let is_text = set.is_some_and(|set| type_of_variable(&self.model, set) == Type::Text);
        if !is_text {
            return Some(());
        }
        let message = format!("`{}` is a text, and no rule sets a text", name.value);
        let help = "a text is only told; what rules set has words of its own: `domain = \"a | b\"`";
        self.refuse(Diagnostic::error(Code::WrongType, name.span, message).help(help))
    }

    fn copy_before(&mut self, variable: VariableId) -> VariableId {
        let own = self.model.variables[variable].clone();
        self.model.variables.push(Variable {
            name: format!("was ({})", own.name),
            role: Role::Before(variable),
            alias: Vec::new(),
            roll: None,
            usually: Vec::new(),
            pack: self.scope.pack,
            ..own
        })
    }

    fn step_question(
        &mut self,
        process: ProcessId,
        whole: &Whole<'_>,
        name: &str,
        answer: (Type, Option<Domain>),
    ) -> QuestionId {
        let process_name = &whole.written.name;
        let full_name = format!("{}/{name}", process_name.value);
        let question = Question {
            cite: texts(&whole.written.cite),
            asks: format!("What is {name} after this step?"),
            process: Some(process),
            ..self.question(&full_name, answer, process_name.span)
        };
        self.model.questions.push(question)
    }

    fn step_rules(&mut self, id: QuestionId, whole: &Whole<'_>, name: &str) {
        let pack = self.scope.pack;
        for (owner, step) in whole.steps_of(name) {
            self.scope.pack = owner;
            self.add_rule(id, &step.rule);
        }
        self.scope.pack = pack;
        let otherwise = whole
            .otherwise
            .iter()
            .find(|(written, _)| written.value == name);
        let cite = self.model.questions[id].cite.first().cloned();
        self.otherwise(id, otherwise.map(|(_, text)| text), cite);
    }

    fn state(&mut self, id: ProcessId, whole: &Whole<'_>, name: &Text) -> Option<State> {
        let keeps = self.scope.steps.as_ref().map(|steps| &steps.keeps);
        let fact = keeps
            .and_then(|keeps| keeps.get(&name.value))
            .or_else(|| self.model.variable_names.get(&name.value));
        let mut set = self.model.processes[id]
            .steps
            .iter()
            .map(|(variable, _)| variable);
        if let Some(fact) = fact.copied().filter(|fact| set.contains(fact)) {
            self.mention(name.span, Thing::Variable(fact));
            return Some(State::Variable(fact));
        }
        match self.model.question_names.get(&name.value).copied() {
            Some(question) => {
                self.mention(name.span, Thing::Question(question));
                Some(State::Question(self.shown(id, whole, name, question)))
            }
            None => self.fact_named(name).map(State::Variable),
        }
    }

    /// A state that is a question: answered by its own steps, or as it stands in the new situation.
    fn shown(
        &mut self,
        id: ProcessId,
        whole: &Whole<'_>,
        name: &Text,
        question: QuestionId,
    ) -> QuestionId {
        let shown = &self.model.questions[question];
        let cite = shown.cite.first().cloned();
        let step = self.step_question(
            id,
            whole,
            &name.value,
            (shown.answer.clone(), shown.range.clone()),
        );
        self.step_rules(step, whole, &name.value);
        if whole.steps_of(&name.value).next().is_none() {
            let gives = self.call(question, Vec::new(), name.span);
            self.answer_otherwise(step, gives, cite);
        }
        step
    }

    /// Tells of a variable asked for one turn earlier that has no value before the first turn.
    fn refuse_missing_start(&mut self, id: ProcessId) {
        let process = &self.model.processes[id];
        let mut missing = Vec::new();
        for question in process.questions() {
            for expr in expressions(&self.model, &self.model.questions[question]) {
                expr.walk(&mut |part| {
                    if let Kind::Variable(variable) = part.kind
                        && let Role::Before(of) = self.model.variables[variable].role
                        && process.before.contains(&(of, variable))
                        && !process.start.contains(&of)
                        && process.initially.iter().all(|(fact, _)| *fact != of)
                    {
                        missing.push((of, part.span));
                    }
                });
            }
        }
        for (variable, span) in missing {
            let name = self.model.variable_name(variable);
            self.report(
                Diagnostic::error(
                    Code::MissingKey,
                    span,
                    format!("`{name}` has no value before the first turn"),
                )
                .help("add it to `start`, or give it a value in `initially`"),
            );
        }
    }
}

/// What the steps of a process see, with the states that it shows under their own names.
pub fn scope_of_process(model: &Model, id: ProcessId, others: Others) -> Scope {
    let process = &model.processes[id];
    let set = process.steps.iter().map(|(variable, _)| *variable);
    let copies = process.before.iter().map(|(_, copy)| *copy);
    let first = process.initially.iter().map(|(variable, _)| *variable);
    let keeps = set
        .clone()
        .chain(first.clone())
        .filter(|id| model.variables[*id].role == Role::Keep);
    let shown = process
        .state
        .iter()
        .filter_map(|(name, state)| match state {
            State::Question(question) => Some((name.clone(), *question)),
            State::Variable(_) => None,
        });
    let given = process.start.iter().chain(&process.turn).copied();
    Scope {
        listed: given.chain(set).chain(copies).chain(first).collect(),
        within: format!("process:{}", process.name),
        steps: Some(Steps {
            keeps: keeps
                .map(|id| (model.variable_name(id).to_owned(), id))
                .collect(),
            before: process.before.iter().copied().collect(),
            shown: shown.collect(),
        }),
        ..Scope::new(process.pack, others)
    }
}
