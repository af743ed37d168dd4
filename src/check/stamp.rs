//! What a thing is made of, taken down part by part by the names of all that it names.

use crate::model::{
    Asked, Example, Exception, Expr, Kind, Model, Outcome, PackId, Procedure, Process, QuestionId,
    Rule, State, StepDoes, Test, Type, UnitOf, VariableId,
};
use crate::value::{Domain, DomainKind, UnitId, Value, Word};
use rustc_hash::FxHashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

/// The imprint of a thing by itself, and what it names.
#[derive(Debug, Default)]
pub struct Print {
    pub print: u64,
    pub facts: FxHashSet<VariableId>,
    pub questions: FxHashSet<QuestionId>,
}

/// Takes down what a thing is made of.
pub struct Write<'m> {
    model: &'m Model,
    hasher: DefaultHasher,
    facts: FxHashSet<VariableId>,
    questions: FxHashSet<QuestionId>,
}

impl<'m> Write<'m> {
    pub fn new(model: &'m Model) -> Self {
        Self {
            model,
            hasher: DefaultHasher::new(),
            facts: FxHashSet::default(),
            questions: FxHashSet::default(),
        }
    }

    pub fn done(self) -> Print {
        Print {
            print: self.hasher.finish(),
            facts: self.facts,
            questions: self.questions,
        }
    }

    pub fn put(&mut self, part: &impl Hash) {
        part.hash(&mut self.hasher);
    }

    pub fn pack(&self, id: PackId) -> &'m str {
        self.model.pack_name(id)
    }

    fn word(&mut self, word: Word) {
        let text = self.model.words.text(word);
        text.hash(&mut self.hasher);
    }

    fn words(&mut self, words: &[Word]) {
        self.put(&words.len());
        words.iter().for_each(|word| self.word(*word));
    }

    fn value(&mut self, value: &Value) {
        match value {
            Value::Bool(truth) => self.put(&(0, truth)),
            Value::Number(number) => self.put(&(1, number)),
            Value::Word(word) => {
                self.put(&2);
                self.word(*word);
                for fact in self.model.named_in(self.model.words.text(*word)) {
                    self.fact(fact);
                }
            }
            Value::Set(words) => {
                self.put(&3);
                self.words(words);
            }
        }
    }

    pub fn values(&mut self, values: &[Value]) {
        self.put(&values.len());
        values.iter().for_each(|value| self.value(value));
    }

    pub fn domain(&mut self, domain: &Domain) {
        match &domain.kind {
            DomainKind::Bool => self.put(&0),
            DomainKind::Words {
                words,
                ordered,
                cyclic,
            } => {
                self.put(&(1, ordered, cyclic));
                self.words(words);
            }
            DomainKind::Numbers { low, step, count } => self.put(&(2, low, step, count)),
            DomainKind::Listed(numbers) => self.put(&(3, numbers)),
            DomainKind::Sets(words) => {
                self.put(&4);
                self.words(words);
            }
            DomainKind::Text(words) => {
                self.put(&5);
                self.words(words);
            }
        }
    }

    pub fn unit(&mut self, unit: Option<UnitId>) {
        let units = &self.model.units;
        self.put(&unit.map(|unit| (units.name(unit), units.is_modifier(unit))));
    }

    fn unit_of(&mut self, unit: UnitOf) {
        match unit {
            UnitOf::Bare => self.put(&0),
            UnitOf::Signed => self.put(&1),
            UnitOf::Unit(unit) => self.unit(Some(unit)),
        }
    }

    fn of(&mut self, of: &Type) {
        match of {
            Type::Bool => self.put(&0),
            Type::Number(unit) => {
                self.put(&1);
                self.unit_of(*unit);
            }
            Type::NumberOr(unit, words) => {
                self.put(&2);
                self.unit_of(*unit);
                self.words(words);
            }
            Type::Words { words, ordered } => {
                self.put(&(3, ordered));
                self.words(words);
            }
            Type::Set(words) => {
                self.put(&4);
                self.words(words);
            }
            Type::Text => self.put(&5),
        }
    }

    pub fn fact(&mut self, id: VariableId) {
        self.facts.insert(id);
        self.put(&self.model.variable_name(id));
    }

    pub fn question_named(&mut self, id: QuestionId) {
        self.questions.insert(id);
        let question = &self.model.questions[id];
        let process = question.process.map(|id| &self.model.processes[id].name);
        self.put(&(&question.name, process));
    }

    pub fn exprs<'e>(&mut self, exprs: impl IntoIterator<Item = &'e Expr>) {
        for expr in exprs {
            self.put(&b'(');
            self.expr(expr);
        }
        self.put(&b')');
    }

    pub fn expr(&mut self, expr: &Expr) {
        // What a fact or question can be is taken down with it.
        if !matches!(expr.kind, Kind::Variable(_) | Kind::Question(..)) {
            self.of(&expr.of);
        }
        match &expr.kind {
            Kind::Constant(value) => {
                self.put(&0);
                self.value(value);
            }
            Kind::Variable(id) => {
                self.put(&1);
                self.fact(*id);
            }
            Kind::Question(id, bound) => {
                self.put(&(2, bound.len()));
                self.question_named(*id);
                for (fact, value) in bound {
                    self.fact(*fact);
                    self.expr(value);
                }
            }
            Kind::Binary(operation, left, right) => {
                self.put(&(3, operation));
                self.exprs([&**left, right]);
            }
            Kind::Not(inner) => {
                self.put(&4);
                self.expr(inner);
            }
            Kind::Round(how, inner) => {
                self.put(&(5, how));
                self.expr(inner);
            }
            Kind::If(condition, then, other) => {
                self.put(&6);
                self.exprs([&**condition, then, other]);
            }
            Kind::Rank(words, inner) => {
                self.put(&7);
                self.words(words);
                self.expr(inner);
            }
            Kind::Unrank(words, beyond, inner) => {
                self.put(&(8, beyond));
                self.words(words);
                self.expr(inner);
            }
            Kind::In(test, inner) => {
                self.put(&9);
                match test {
                    Test::Values(values) => self.values(values),
                    Test::Ranges(ranges) => self.put(ranges),
                }
                self.expr(inner);
            }
        }
    }

    fn outcome(&mut self, outcome: &Outcome) {
        match outcome {
            Outcome::Gives(expr) => {
                self.put(&0);
                self.expr(expr);
            }
            Outcome::Gap(gap) => {
                let gap = &self.model.gaps[*gap];
                self.put(&(1, &gap.lost, &gap.cite));
            }
        }
    }

    fn rule(&mut self, rule: &Rule) {
        let list = rule.cell.map(|cell| self.model.charts[cell.chart].list);
        self.put(&(&rule.cite, rule.beside, self.pack(rule.pack), list));
        self.exprs(rule.when.as_ref());
        self.outcome(&rule.outcome);
        self.exceptions(&rule.except);
    }

    fn exceptions(&mut self, exceptions: &[Exception]) {
        self.put(&exceptions.len());
        for exception in exceptions {
            self.put(&(&exception.cite, exception.outcome.is_some()));
            self.exprs(exception.when.as_ref());
            exception
                .outcome
                .iter()
                .for_each(|outcome| self.outcome(outcome));
            self.exceptions(&exception.except);
        }
    }

    pub fn question(&mut self, id: QuestionId) {
        let model = self.model;
        let own = &model.questions[id];
        self.question_named(id);
        self.put(&(&own.cite, own.combine, own.broken, own.chart_fault));
        self.put(&self.pack(own.pack));
        self.of(&own.answer);
        own.range.iter().for_each(|range| self.domain(range));
        self.put(&own.from.len());
        own.from.iter().for_each(|fact| self.fact(*fact));
        // What it answers with is compared with what the fact that it finds can be.
        own.finds.iter().for_each(|fact| self.fact(*fact));
        for (fact, asked) in &own.only {
            self.fact(*fact);
            self.put(asked);
        }
        self.put(&own.rules.len());
        for rule in &own.rules {
            self.rule(&model.rules[*rule]);
        }
        let otherwise = own.otherwise.as_ref();
        self.exprs(otherwise.map(|otherwise| &otherwise.gives));
    }

    fn given(&mut self, given: &[(VariableId, u32)]) {
        self.put(&given.len());
        for (fact, index) in given {
            self.fact(*fact);
            self.put(index);
        }
    }

    fn expected(&mut self, value: Option<&Value>) {
        self.put(&value.is_some());
        value.iter().for_each(|value| self.value(value));
    }

    pub fn example(&mut self, example: &Example) {
        self.put(&(&example.cite, self.pack(example.pack)));
        for (fact, indices) in &example.given {
            self.fact(*fact);
            self.put(indices);
        }
        for (fact, text) in &example.texts {
            self.fact(*fact);
            self.put(text);
        }
        self.given(&example.readings);
        match &example.asked {
            Asked::Questions(asked) => {
                self.put(&0);
                for (question, value, _) in asked {
                    self.question_named(*question);
                    self.expected(value.as_ref());
                }
            }
            Asked::Process(process, turns) => {
                self.put(&1);
                self.process(&self.model.processes[*process]);
                for turn in turns {
                    self.given(&turn.given);
                    for (state, value, _) in &turn.expect {
                        self.put(state);
                        self.expected(value.as_ref());
                    }
                }
            }
            Asked::Procedure(procedure, rolls, outcome) => {
                self.put(&2);
                self.procedure(&self.model.procedures[*procedure]);
                rolls.iter().for_each(|roll| self.put(&roll.value));
                for (fact, value, _) in outcome {
                    self.fact(*fact);
                    self.expected(value.as_ref());
                }
            }
        }
    }

    pub fn procedure(&mut self, procedure: &Procedure) {
        self.put(&(&procedure.name, &procedure.cite, procedure.broken));
        for facts in [&procedure.start, &procedure.outcome, &procedure.sometimes] {
            self.put(&facts.len());
            facts.iter().for_each(|fact| self.fact(*fact));
        }
        for step in &procedure.steps {
            self.put(&step.cite);
            self.exprs(step.when.as_ref());
            match &step.does {
                StepDoes::Roll(fact) => {
                    self.put(&0);
                    self.fact(*fact);
                }
                StepDoes::Ask {
                    fact,
                    gives,
                    otherwise,
                } => {
                    self.put(&1);
                    self.fact(*fact);
                    self.expr(gives);
                    self.exprs(otherwise.as_ref());
                }
                StepDoes::Do(text) => self.put(&(2, text)),
            }
        }
    }

    pub fn process(&mut self, process: &Process) {
        self.put(&(&process.name, &process.cite));
        for facts in [&process.start, &process.turn] {
            self.put(&facts.len());
            facts.iter().for_each(|fact| self.fact(*fact));
        }
        for (name, state) in &process.state {
            self.put(name);
            match state {
                State::Variable(fact) => self.fact(*fact),
                State::Question(question) => self.question_named(*question),
            }
        }
        for (fact, question) in &process.steps {
            self.fact(*fact);
            self.question_named(*question);
        }
        self.given(&process.initially);
        for (fact, copy) in &process.before {
            self.fact(*fact);
            self.fact(*copy);
        }
    }
}
