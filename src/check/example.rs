//! Examples and laws.

use super::resolve::type_of_variable;
use super::scope::Others;
use super::taken::{comes_from, comes_from_broken};
use super::{Checker, all};
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{
    Asked, Example, ExampleTurn, Law, ProcessId, QuestionId, Role, State, Thing, Type, VariableId,
};
use crate::pack;
use crate::source::{Span, Text};
use crate::value::{Value, names_of_set, parse_number};
use itertools::Itertools;

/// The facts of an example: for each, the indices for which it holds.
type Given = Vec<(VariableId, Vec<u32>)>;

impl Checker {
    pub fn law(&mut self, law: &pack::Law) {
        let cite = self.cite(&law.cite);
        self.scope.others = Others::Last;
        let always = self.condition(&law.always);
        let when = self.when(&law.when);
        let (Some(always), Some(when)) = (always, when) else {
            return;
        };
        self.model.laws.push(Law {
            cite,
            says: law.says.clone(),
            always,
            when,
            pack: self.scope.pack,
            span: law.span,
        });
    }

    pub fn example(&mut self, written: &pack::Example) {
        let cite = self.cite(&written.cite);
        let given = written.given.iter();
        let switched = given.filter(|(name, _)| self.switch_named(name).is_some());
        let readings = written.readings.iter().chain(switched).collect_vec();
        let readings = readings.into_iter();
        let readings = all(readings.map(|(name, option)| self.read_so(name, option)));
        let readings = readings.filter(|readings| self.is_one_way(readings, written));
        let asked = match (&written.process, &written.procedure) {
            (Some(name), _) => self.process_example(name, written).map(|own| vec![own]),
            (_, Some(name)) => self.procedure_example(name, written).map(|own| vec![own]),
            _ => self.question_examples(written),
        };
        let (Some(asked), Some(readings)) = (asked, readings) else {
            return;
        };
        let mut states = written.states.iter();
        let says_nothing = match (&written.process, &written.procedure) {
            (Some(_), _) => states.all(|state| state.value.is_empty()),
            // That the dice fall so is something.
            (None, Some(_)) => false,
            (None, None) => written.expect.is_empty(),
        };
        if says_nothing {
            let message = "this example says nothing: it expects no answer";
            let error = Diagnostic::error(Code::ExampleIncomplete, written.span, message);
            return self.report(error.help("say what is answered, or take the example out"));
        }
        let is_closed = |(reading, option): &(VariableId, u32)| {
            let settled = self.model.variables[*reading].settled();
            settled.is_some_and(|settled| settled != *option)
        };
        if readings.iter().any(is_closed) {
            return self.model.closed.push(self.scope.pack);
        }
        for (given, asked) in asked {
            let idle = self.idle_in(written, &given);
            self.model.examples.push(Example {
                cite: cite.clone(),
                given,
                idle,
                texts: self.texts_given(&written.given),
                readings: readings.clone(),
                asked,
                pack: self.scope.pack,
                span: written.span,
            });
        }
    }

    /// What an example of questions gives beside what is looked at.
    fn idle_in(&mut self, written: &pack::Example, given: &Given) -> Given {
        let told = self.diagnostics.len();
        let mut idle = Given::new();
        for (name, set) in &written.given {
            let fact = self.model.variable_names.get(&name.value).copied();
            let is_idle = |fact: &VariableId| given.iter().all(|(other, _)| other != fact);
            let Some(fact) = fact.filter(is_idle) else {
                continue;
            };
            let is_other = matches!(self.model.variables[fact].role, Role::Reading(_));
            if !is_other && let Some(indices) = self.given_set(fact, set, &[]) {
                idle.push((fact, indices));
            }
        }
        self.diagnostics.truncate(told);
        idle
    }

    /// Whether each reading is taken one way: the turns of a process are played by one and the same.
    fn is_one_way(&mut self, readings: &[(VariableId, u32)], written: &pack::Example) -> bool {
        let other = |place: usize, (reading, option): &(VariableId, u32)| {
            let mut before = readings.iter().take(place);
            before.any(|(own, taken)| own == reading && taken != option)
        };
        let other = (0..)
            .zip(readings)
            .find(|(place, reading)| other(*place, reading));
        let Some((place, _)) = other else {
            return true;
        };
        let named = written.readings.get(place);
        let span = named.map_or(written.span, |(_, option)| option.span);
        let message = "one example is played by one reading, and this row takes another";
        let error = Diagnostic::error(Code::WrongShape, span, message);
        self.report(error.help("begin another example: with a row that says what `was` before it"));
        false
    }

    fn texts_given(&self, given: &[(Text, Text)]) -> Vec<(VariableId, String)> {
        let texts = given.iter().filter_map(|(name, text)| {
            let fact = *self.model.variable_names.get(&name.value)?;
            let domain = &self.model.variables[fact].domain;
            let text = || text.value.trim().trim_matches('\'').to_owned();
            domain.is_text().then(|| (fact, text()))
        });
        texts.collect()
    }

    /// The switch of a name that no fact has: it is given as a fact is. So is a reading by its whole name, with its pack.
    fn switch_named(&self, name: &Text) -> Option<VariableId> {
        let reading = |id: VariableId| self.model.variables[id].reading.as_ref();
        match self.model.variable_names.get(&name.value) {
            Some(id) => Some(*id).filter(|id| reading(*id).is_some()),
            None => {
                let found = self.find_reading(&name.value);
                found.filter(|id| reading(*id).is_some_and(|reading| reading.is_switch))
            }
        }
    }

    fn read_so(&mut self, name: &Text, option: &Text) -> Option<(VariableId, u32)> {
        let variable = self.model.variable_names.get(&name.value).copied();
        let short = name.value.rsplit('/').next().unwrap_or_default();
        let variable = variable.or_else(|| self.find_reading(short));
        let is_reading = |id: &VariableId| self.model.variables[*id].reading.is_some();
        match variable.filter(is_reading) {
            Some(reading) => {
                self.mention(name.span, Thing::Variable(reading));
                Some((reading, self.index_of(reading, option)?))
            }
            None => {
                let message = format!("no pack declares a reading `{}`", name.value);
                let error = Diagnostic::error(Code::UnknownReading, name.span, message);
                let readings = self.model.variables.iter();
                let readings = readings.filter(|other| other.reading.is_some());
                let known = readings.filter_map(|each| each.name.rsplit('/').next());
                let error = error.nearest(short, known);
                self.refuse(error)
            }
        }
    }

    /// An example of questions: of each by itself where `any` means other values for one than for another.
    fn question_examples(&mut self, written: &pack::Example) -> Option<Vec<(Given, Asked)>> {
        let asked = all(written
            .expect
            .iter()
            .map(|(name, _)| self.question_named(name)))?;
        let mut taken = Vec::new();
        let others = written.given.iter();
        let others = others.filter_map(|(name, _)| self.model.variable_names.get(&name.value));
        let others = others.copied().collect_vec();
        for (name, set) in &written.given {
            if self.switch_named(name).is_some() {
                continue;
            }
            let fact = self.fact_with(name, set)?;
            if asked.is_empty() || self.is_taken(fact, name, &asked, &others) {
                taken.push((fact, set));
            }
        }
        if asked.iter().any(|id| self.is_doubtful(*id)) {
            return None;
        }
        let together = match self.is_limited_alike(&taken, &asked) {
            true => asked.len().max(1),
            false => 1,
        };
        let expected = asked
            .iter()
            .zip(&written.expect)
            .map(|(question, (_, text))| {
                let answer = self.model.questions[*question].answer.clone();
                Some((*question, self.expected(text, &answer)?, text.span))
            });
        let expected: Vec<_> = all(expected)?;
        let mut examples = Vec::new();
        for part in expected.chunks(together) {
            let asked: Vec<QuestionId> = part.iter().map(|(question, ..)| *question).collect();
            let given = taken.iter().map(|(fact, set)| {
                let set = self.given_set(*fact, set, &asked)?;
                Some((*fact, set))
            });
            examples.push((all(given)?, Asked::Questions(part.to_vec())));
        }
        Some(examples)
    }

    /// Whether questions are limited to the same values of each fact of which `any` is given.
    fn is_limited_alike(&self, taken: &[(VariableId, &Text)], asked: &[QuestionId]) -> bool {
        let mut any = taken.iter().filter(|(_, set)| set.value.trim() == "any");
        any.all(|(fact, _)| {
            let limit = |id: &QuestionId| {
                let mut only = self.model.questions[*id].only.iter();
                only.find(|(limited, _)| limited == fact)
                    .map(|(_, limit)| limit)
            };
            asked.iter().map(limit).all_equal()
        })
    }

    /// Whether any of the questions takes a fact, or takes one that is found by it and not given; notes where none does.
    fn is_taken(
        &mut self,
        fact: VariableId,
        name: &Text,
        asked: &[QuestionId],
        given: &[VariableId],
    ) -> bool {
        let mut asked = asked.iter().map(|id| &self.model.questions[*id]);
        let mut takes = asked.clone().flat_map(|question| &question.from);
        let mut found = takes.clone().filter(|other| !given.contains(other));
        let is_taken = takes.clone().contains(&fact)
            || found.any(|other| comes_from(&self.model, *other).contains(&fact));
        let is_unknown = asked.any(|question| question.broken || question.is_unanswered())
            || takes
                .clone()
                .any(|other| comes_from_broken(&self.model, *other));
        if !is_taken && !is_unknown {
            let note = Diagnostic::note(
                Code::IdleFact,
                name.span,
                format!("the question asked does not look at `{}`", name.value),
            );
            let takes = takes.by_ref().unique();
            let takes = takes.map(|fact| self.model.variable_name(*fact)).join(", ");
            self.report(note.help(match takes.as_str() {
                "" => "it takes none: no rule and no chart of it looks at a fact".to_owned(),
                takes => format!("it takes: {takes}"),
            }));
        }
        is_taken
    }

    fn given_set(
        &mut self,
        fact: VariableId,
        set: &Text,
        asked: &[QuestionId],
    ) -> Option<Vec<u32>> {
        let mut mask = self.mask(fact, set)?;
        if set.value.trim() == "any" {
            // Any value for which the questions are asked, and that the example's pack knows: not those that others add.
            for (_, limit) in asked
                .iter()
                .flat_map(|id| &self.model.questions[*id].only)
                .filter(|(limited, _)| *limited == fact)
            {
                mask.iter_mut()
                    .zip(limit)
                    .for_each(|(own, limit)| *own &= limit);
            }
            for (index, _) in self
                .model
                .added
                .get(&fact)
                .into_iter()
                .flatten()
                .filter(|(_, by)| !self.model.knows(self.scope.pack, *by))
            {
                if let Some(holds) = mask.get_mut(*index as usize) {
                    *holds = false;
                }
            }
        }
        Some(
            (0..)
                .zip(mask)
                .filter(|(_, holds)| *holds)
                .map(|(index, _)| index)
                .collect(),
        )
    }

    fn expected(&mut self, text: &Text, answer: &Type) -> Option<Option<Value>> {
        let written = text.value.trim();
        if written == "gap" {
            return Some(None);
        }
        let number = || answer.unit().and(parse_number(written)).map(Value::Number);
        let value = match answer {
            Type::Text => Some(Value::Word(
                self.model.words.intern(written.trim_matches('\'')),
            )),
            Type::Set(words) => {
                let set =
                    names_of_set(written).map(|name| self.model.words.find_among(name, words));
                let set = set.collect::<Option<Vec<_>>>();
                set.map(|set| Value::Set(set.into_iter().sorted_unstable().dedup().collect()))
            }
            _ => number().or_else(|| self.value_of_type(written, answer)),
        };
        if value.is_some() {
            self.mention_value(text.span, written, answer);
            return Some(value);
        }
        let error = Diagnostic::error(
            Code::UnknownValue,
            text.span,
            format!("`{written}` is not an answer to this question"),
        );
        self.refuse(
            error.nearest_or(
                written,
                answer
                    .words()
                    .iter()
                    .map(|word| self.model.words.text(*word)),
                || self.how_answered(written, answer),
            ),
        )
    }

    /// What an answer of a type looks like, in place of one that is none.
    fn how_answered(&self, written: &str, answer: &Type) -> String {
        let number = written.split_whitespace().next();
        let number = number.filter(|number| parse_number(number).is_some());
        match (answer, number) {
            (Type::Number(_) | Type::NumberOr(..), Some(number)) => {
                format!("a number stands without its unit: `{number}`")
            }
            _ => format!("its answers: {}", self.show_type(answer)),
        }
    }

    fn process_example(&mut self, name: &Text, written: &pack::Example) -> Option<(Given, Asked)> {
        let id = self.process_named(name)?;
        let (turns, states) = (&written.turns, &written.states);
        if turns.len() != states.len() {
            let (turns, states) = (turns.len(), states.len());
            return self.error(
                Code::WrongShape,
                written.span,
                format!("the example has {turns} turns and {states} states"),
            );
        }
        let process = &self.model.processes[id];
        let (start, turn_takes) = (process.start.clone(), process.turn.clone());
        let start = self.facts_of(
            &written.given,
            &start,
            &process
                .initially
                .iter()
                .map(|(variable, _)| *variable)
                .collect_vec(),
            name.span,
        )?;
        let turns = turns.iter().zip(states).map(|(turn, states)| {
            let given = self.facts_of(&turn.value, &turn_takes, &[], turn.span)?;
            let expect = states.value.iter().map(|(name, text)| {
                let of = self.state_type(id, name)?;
                Some((name.value.clone(), self.expected(text, &of)?, text.span))
            });
            let expect = expect.collect::<Option<_>>()?;
            Some(ExampleTurn { given, expect })
        });
        Some((
            each_alone(start),
            Asked::Process(id, turns.collect::<Option<_>>()?),
        ))
    }

    fn procedure_example(
        &mut self,
        name: &Text,
        written: &pack::Example,
    ) -> Option<(Given, Asked)> {
        let id = self.procedure_named(name)?;
        let procedure = &self.model.procedures[id];
        let start = procedure.start.clone();
        let ends = [&*procedure.outcome, &procedure.sometimes].concat();
        let start = self.facts_of(&written.given, &[], &start, name.span)?;
        let outcome = written.expect.iter().map(|(name, text)| {
            let fact = self.fact_named(name)?;
            if !ends.contains(&fact) {
                let message = format!("`{}` is no outcome of the procedure", name.value);
                let known = ends
                    .iter()
                    .map(|fact| self.model.variable_name(*fact))
                    .join(", ");
                return self.refuse(
                    Diagnostic::error(Code::UnknownName, name.span, message)
                        .help(format!("its outcomes: {known}")),
                );
            }
            Some((
                fact,
                self.expected(text, &type_of_variable(&self.model, fact))?,
                text.span,
            ))
        });
        Some((
            each_alone(start),
            Asked::Procedure(id, written.rolls.clone(), outcome.collect::<Option<_>>()?),
        ))
    }

    fn state_type(&mut self, id: ProcessId, name: &Text) -> Option<Type> {
        let process = &self.model.processes[id];
        match process.state.iter().find(|(text, _)| *text == name.value) {
            Some((_, State::Variable(variable))) => {
                let variable = *variable;
                self.mention(name.span, Thing::Variable(variable));
                Some(type_of_variable(&self.model, variable))
            }
            Some((_, State::Question(id))) => {
                let question = &self.model.questions[*id];
                let shown = self.model.question_names.get(&name.value).copied();
                let answer = question.answer.clone();
                shown
                    .iter()
                    .for_each(|id| self.mention(name.span, Thing::Question(*id)));
                Some(answer)
            }
            None => {
                let known = process.state.iter().map(|(text, _)| text).join(", ");
                self.refuse(
                    Diagnostic::error(
                        Code::UnknownName,
                        name.span,
                        format!("the process does not show `{}`", name.value),
                    )
                    .help(format!("it shows: {known}")),
                )
            }
        }
    }

    /// Facts with one value each; all that are taken must be given but those that have a first or usual value, and of others only
    /// those that have a first one.
    fn facts_of(
        &mut self,
        written: &[(Text, Text)],
        takes: &[VariableId],
        may: &[VariableId],
        span: Span,
    ) -> Option<Vec<(VariableId, u32)>> {
        let mut facts = Vec::new();
        for (name, value) in written {
            let fact = self.fact_with(name, value)?;
            if !takes.contains(&fact) && !may.contains(&fact) {
                return self.error(
                    Code::NotInFrom,
                    name.span,
                    format!("`{}` is not given here", name.value),
                );
            }
            facts.push((fact, self.index_of(fact, value)?));
        }
        let is_missing = |taken: &&VariableId| {
            !may.contains(taken)
                && self.model.variables[**taken].usually.is_empty()
                // What the rules find, they find in an example too.
                && self.model.finder(**taken).is_none()
                && facts.iter().all(|(given, _)| given != *taken)
                // What it follows from, or usually is, may be what has an error.
                && !comes_from_broken(&self.model, **taken)
                && !self.may_lack_usual(**taken)
        };
        if let Some(missing) = takes.iter().find(is_missing) {
            let name = self.model.variable_name(*missing);
            return self.error(
                Code::ExampleIncomplete,
                span,
                format!("the example does not give `{name}`"),
            );
        }
        Some(facts)
    }
}

fn each_alone(facts: Vec<(VariableId, u32)>) -> Given {
    facts
        .into_iter()
        .map(|(fact, index)| (fact, vec![index]))
        .collect()
}
