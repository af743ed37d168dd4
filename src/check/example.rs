//! Examples, laws and defects.

use super::Checker;
use super::names::{Ordered, texts};
use super::scope::{Facts, Scope};
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{
    self, Asked, Example, ExampleTurn, Law, Model, PackId, ProcessId, QuestionId, State, Type,
    VariableId,
};
use crate::pack;
use crate::source::{Span, Text};
use crate::value::{DomainKind, Value, parse_number};
use rustc_hash::FxHashMap;

/// The facts of an example: for each, the indices for which it holds.
type Given = Vec<(VariableId, Vec<u32>)>;

impl Checker {
    pub(super) fn fill_laws(&mut self, packs: &Ordered<'_>) {
        for (pack, written) in packs {
            for law in &written.laws {
                self.fill_law(*pack, law);
            }
        }
    }

    fn fill_law(&mut self, pack: PackId, law: &pack::Law) {
        let cite = self.own_cite(pack, law.cite.as_ref());
        let scope = Scope::new(pack, Facts::QuestionsFirst);
        let always = self.condition(&law.always, &scope);
        let when = law.when.as_ref().map(|when| self.condition(when, &scope));
        let (Some(always), false) = (always, matches!(when, Some(None))) else {
            return;
        };
        self.model.laws.push(Law {
            cite,
            says: law.says.clone(),
            always,
            when: when.flatten(),
            pack,
            span: law.span,
        });
    }

    pub(super) fn own_cite(&mut self, pack: PackId, cite: Option<&Text>) -> String {
        if let Some(cite) = cite {
            self.cited(pack, cite);
        }
        cite.map_or_else(String::new, |cite| cite.value.clone())
    }

    pub(super) fn fill_examples(&mut self, packs: &Ordered<'_>) {
        for (pack, written) in packs {
            for example in &written.examples {
                if let Some(made) = self.example(*pack, example) {
                    self.model.examples.push(made);
                }
            }
        }
    }

    fn example(&mut self, pack: PackId, written: &pack::Example) -> Option<Example> {
        let cite = self.own_cite(pack, written.cite.as_ref());
        let readings: Vec<Option<_>> = written
            .readings
            .iter()
            .map(|(name, option)| self.read_so(pack, name, option))
            .collect();
        let (given, asked) = match (&written.process, &written.procedure) {
            (Some(name), _) => self.process_example(name, written)?,
            (_, Some(name)) => self.procedure_example(name, written)?,
            _ => self.question_example(pack, written)?,
        };
        let readings = readings.into_iter().collect::<Option<_>>()?;
        let texts = self.texts_given(&written.given);
        Some(Example {
            cite,
            given,
            texts,
            readings,
            asked,
            pack,
            span: written.span,
        })
    }

    /// What is given for facts of free text.
    fn texts_given(&self, given: &[(Text, Text)]) -> Vec<(VariableId, String)> {
        let texts = given.iter().filter_map(|(name, text)| {
            let variable = self.model.variable_names.get(&name.value).copied()?;
            let is_text = matches!(
                self.model.variable(variable)?.domain.kind,
                DomainKind::Text(_)
            );
            is_text.then(|| (variable, text.value.trim().trim_matches('\'').to_owned()))
        });
        texts.collect()
    }

    fn read_so(&mut self, pack: PackId, name: &Text, option: &Text) -> Option<(VariableId, u32)> {
        let short = name.value.rsplit('/').next().unwrap_or_default().to_owned();
        let found = self
            .model
            .variable_names
            .get(&name.value)
            .copied()
            .or_else(|| self.reading(&short, pack));
        let Some(variable) = found.filter(|id| {
            self.model
                .variable(*id)
                .is_some_and(|found| found.reading.is_some())
        }) else {
            self.error(
                Code::UnknownReading,
                name.span,
                format!("no pack declares a reading `{}`", name.value),
            );
            return None;
        };
        let domain = self.model.variable(variable)?.domain.clone();
        let index = domain.read(&option.value, &self.model.words);
        if index.is_none() {
            self.unknown_value(option, &domain);
        }
        Some((variable, index?))
    }

    fn question_example(
        &mut self,
        pack: PackId,
        written: &pack::Example,
    ) -> Option<(Given, Asked)> {
        let asked: Vec<Option<QuestionId>> = written
            .expect
            .iter()
            .map(|(name, _)| self.question_or_tell(name))
            .collect();
        let asked = asked.into_iter().collect::<Option<Vec<_>>>()?;
        let mut given = Vec::new();
        for (name, set) in &written.given {
            let variable = self.fact_or_tell(name)?;
            if self.is_taken(variable, name, &asked) {
                given.push((variable, self.given_set(pack, variable, set, &asked)?));
            }
        }
        let mut expected = Vec::new();
        for (question, (_, text)) in asked.into_iter().zip(&written.expect) {
            let answer = self.model.question(question)?.answer.clone();
            expected.push(
                self.expected(text, &answer)
                    .map(|value| (question, value, text.span)),
            );
        }
        Some((
            given,
            Asked::Questions(expected.into_iter().collect::<Option<_>>()?),
        ))
    }

    /// Whether any of the questions takes a fact; notes where none does.
    fn is_taken(&mut self, fact: VariableId, name: &Text, asked: &[QuestionId]) -> bool {
        let asked = || asked.iter().filter_map(|id| self.model.question(*id));
        let is_taken = asked().any(|question| question.from.contains(&fact));
        if !is_taken && !asked().any(|question| question.broken) {
            let takes: Vec<&str> = asked()
                .flat_map(|question| &question.from)
                .map(|fact| self.model.variable_name(*fact))
                .collect();
            let message = format!("the question asked does not look at `{}`", name.value);
            let note = Diagnostic::note(Code::IdleFact, name.span, message);
            self.report(note.help(format!("it takes: {}", takes.join(", "))));
        }
        is_taken
    }

    /// The indices of the values that an example gives for a fact.
    fn given_set(
        &mut self,
        pack: PackId,
        variable: VariableId,
        set: &Text,
        asked: &[QuestionId],
    ) -> Option<Vec<u32>> {
        let mut mask = self.mask(variable, set)?;
        if set.value.trim() == "any" {
            self.within_only(variable, asked, &mut mask);
            self.within_known(variable, pack, &mut mask);
        }
        let held = (0..).zip(mask).filter(|(_, holds)| *holds);
        Some(held.map(|(index, _)| index).collect())
    }

    /// `any` holds the values that the example's pack knows: not those that others add.
    fn within_known(&self, variable: VariableId, pack: PackId, mask: &mut [bool]) {
        let added = self.model.added.get(&variable).into_iter().flatten();
        for (index, _) in added.filter(|(_, by)| !self.model.knows(pack, *by)) {
            if let Some(holds) = mask.get_mut(*index as usize) {
                *holds = false;
            }
        }
    }

    /// `any` is any value for which the questions are asked.
    fn within_only(&self, variable: VariableId, asked: &[QuestionId], mask: &mut [bool]) {
        let only = asked
            .iter()
            .filter_map(|id| self.model.question(*id))
            .flat_map(|question| &question.only);
        for (_, limit) in only.filter(|(limited, _)| *limited == variable) {
            for (own, limit) in mask.iter_mut().zip(limit) {
                *own &= limit;
            }
        }
    }

    /// An expected answer: a value of the question's type, or a gap.
    fn expected(&mut self, text: &Text, answer: &Type) -> Option<Option<Value>> {
        let written = text.value.trim();
        let word = |word: &str| self.model.words.find(word);
        let value = match answer {
            _ if written == "gap" => return Some(None),
            Type::Bool => match written {
                "yes" | "true" => Some(Value::Bool(true)),
                "no" | "false" => Some(Value::Bool(false)),
                _ => None,
            },
            Type::Number(_) => parse_number(written).map(Value::Number),
            Type::NumberOr(_, words) => parse_number(written).map(Value::Number).or_else(|| {
                word(written)
                    .filter(|word| words.contains(word))
                    .map(Value::Word)
            }),
            Type::Words { words, .. } => word(written)
                .filter(|word| words.contains(word))
                .map(Value::Word),
            Type::Text => Some(Value::Word(
                self.model.words.intern(written.trim_matches('\'')),
            )),
            Type::Set(words) => set_of(written, words, &word).map(Value::Set),
        };
        if value.is_none() {
            let message = format!("`{written}` is not an answer to this question");
            let error = Diagnostic::error(Code::UnknownValue, text.span, message);
            let known: Vec<&str> = match answer {
                Type::Words { words, .. } | Type::NumberOr(_, words) | Type::Set(words) => words
                    .iter()
                    .map(|word| self.model.words.text(*word))
                    .collect(),
                _ => Vec::new(),
            };
            self.report(error.nearest_or(written, known, || {
                format!("its answers: {}", self.show_type(answer))
            }));
        }
        Some(Some(value?))
    }

    fn process_example(&mut self, name: &Text, written: &pack::Example) -> Option<(Given, Asked)> {
        let id = self.named(|model| &model.process_names, "process", name)?;
        if written.turns.len() != written.states.len() {
            let message = format!(
                "the example has {} turns and {} states",
                written.turns.len(),
                written.states.len()
            );
            self.error(Code::WrongShape, written.span, message);
            return None;
        }
        let process = self.model.processes.at(id.index())?;
        let (start, turn_takes) = (process.start.clone(), process.turn.clone());
        let may: Vec<VariableId> = process
            .initially
            .iter()
            .map(|(variable, _)| *variable)
            .collect();
        let start = self.facts_of(&written.given, &start, &may, name.span)?;
        let given = start
            .into_iter()
            .map(|(variable, index)| (variable, vec![index]))
            .collect();
        let mut turns = Vec::new();
        for (turn, states) in written.turns.iter().zip(&written.states) {
            let given = self.facts_of(&turn.value, &turn_takes, &[], turn.span)?;
            let mut expect = Vec::new();
            for (name, text) in &states.value {
                let answer = self.state_type(id, name)?;
                expect.push((name.value.clone(), self.expected(text, &answer)?, text.span));
            }
            turns.push(ExampleTurn { given, expect });
        }
        Some((given, Asked::Process(id, turns)))
    }

    fn procedure_example(
        &mut self,
        name: &Text,
        written: &pack::Example,
    ) -> Option<(Given, Asked)> {
        let id = self.named(|model| &model.procedure_names, "procedure", name)?;
        let procedure = self.model.procedure(id)?;
        let (start, ends) = (
            procedure.start.clone(),
            [&*procedure.outcome, &*procedure.sometimes].concat(),
        );
        let start = self.facts_of(&written.given, &[], &start, name.span)?;
        let mut outcome = Vec::new();
        for (name, text) in &written.expect {
            let fact = self.fact_or_tell(name)?;
            if !ends.contains(&fact) {
                let known: Vec<&str> = ends
                    .iter()
                    .map(|fact| self.model.variable_name(*fact))
                    .collect();
                let message = format!("`{}` is no outcome of the procedure", name.value);
                let help = format!("its outcomes: {}", known.join(", "));
                self.report(Diagnostic::error(Code::UnknownName, name.span, message).help(help));
                return None;
            }
            let of = self.type_of_variable(fact)?;
            outcome.push((fact, self.expected(text, &of)?, text.span));
        }
        let given = start
            .into_iter()
            .map(|(fact, index)| (fact, vec![index]))
            .collect();
        Some((given, Asked::Procedure(id, written.rolls.clone(), outcome)))
    }

    /// What has a name, or an error with the nearest one.
    fn named<T: Copy>(
        &mut self,
        names: impl Fn(&Model) -> &FxHashMap<String, T>,
        what: &str,
        name: &Text,
    ) -> Option<T> {
        let names = names(&self.model);
        if let Some(id) = names.get(&name.value) {
            return Some(*id);
        }
        let message = format!("no pack declares a {what} `{}`", name.value);
        let error = Diagnostic::error(Code::UnknownQuestion, name.span, message);
        let error = error.nearest(&name.value, names.keys().map(String::as_str));
        self.report(error);
        None
    }

    fn state_type(&mut self, id: ProcessId, name: &Text) -> Option<Type> {
        let process = self.model.processes.at(id.index())?;
        let state = process
            .state
            .iter()
            .find(|(own, _)| *own == name.value)
            .map(|(_, state)| *state);
        match state {
            Some(State::Variable(variable)) => self.type_of_variable(variable),
            Some(State::Question(question)) => self
                .model
                .question(question)
                .map(|question| question.answer.clone()),
            None => {
                let known: Vec<&str> = process.state.iter().map(|(own, _)| own.as_str()).collect();
                let message = format!("the process does not show `{}`", name.value);
                let error = Diagnostic::error(Code::UnknownName, name.span, message);
                let error = error.help(format!("it shows: {}", known.join(", ")));
                self.report(error);
                None
            }
        }
    }

    /// Facts with one value each; all that are taken must be given but those that have a first value, and of others only these.
    fn facts_of(
        &mut self,
        written: &[(Text, Text)],
        takes: &[VariableId],
        may: &[VariableId],
        span: Span,
    ) -> Option<Vec<(VariableId, u32)>> {
        let mut facts = Vec::new();
        for (name, value) in written {
            let variable = self.fact_or_tell(name)?;
            if !takes.contains(&variable) && !may.contains(&variable) {
                self.error(
                    Code::NotInFrom,
                    name.span,
                    format!("`{}` is not given here", name.value),
                );
                return None;
            }
            let domain = self.model.variable(variable)?.domain.clone();
            match domain.read(&value.value, &self.model.words) {
                Some(index) => facts.push((variable, index)),
                None => {
                    self.unknown_value(value, &domain);
                    return None;
                }
            }
        }
        let is_given = |taken: &VariableId| facts.iter().any(|(given, _)| given == taken);
        let missing = takes
            .iter()
            .find(|taken| !is_given(taken) && !may.contains(taken));
        if let Some(missing) = missing {
            let name = self.model.variable_name(*missing).to_owned();
            self.error(
                Code::ExampleIncomplete,
                span,
                format!("the example does not give `{name}`"),
            );
            return None;
        }
        Some(facts)
    }

    pub(super) fn fill_defects(&mut self, packs: &Ordered<'_>) {
        for (pack, written) in packs {
            for defect in &written.defects {
                defect.cite.iter().for_each(|cite| self.cited(*pack, cite));
                self.model.defects.push(model::Defect {
                    name: defect.name.value.clone(),
                    cite: texts(&defect.cite),
                    says: defect.says.clone(),
                    read_as: defect.read_as.clone(),
                    pack: *pack,
                    span: defect.name.span,
                });
            }
        }
    }
}

fn set_of(
    written: &str,
    words: &[crate::value::Word],
    word: &dyn Fn(&str) -> Option<crate::value::Word>,
) -> Option<Vec<crate::value::Word>> {
    let inner = written.trim_start_matches('{').trim_end_matches('}');
    let mut set = Vec::new();
    for name in inner
        .split([',', '|'])
        .map(str::trim)
        .filter(|name| !name.is_empty())
    {
        set.push(word(name).filter(|word| words.contains(word))?);
    }
    set.sort_unstable();
    set.dedup();
    Some(set)
}
