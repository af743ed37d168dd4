//! What a thing is made of, as a number: where two imprints are the same, so is what is proved of it, whatever else was written
//! otherwise. Things go by their names, so that nothing depends on how they are numbered, or on where they are written.

use crate::model::{
    Asked, Example, Exception, Expr, Impossible, Kind, Law, Model, Outcome, Plot, Procedure,
    Process, QuestionId, Role, Rule, State, StepDoes, Test, Type, UnitOf, Usual, VariableId,
};
use crate::value::{Domain, DomainKind, Ids, Value, Word};
use rustc_hash::FxHashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

/// How far the imprint of a thing reaches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    /// What its diagram is made of.
    Diagram,
    /// What finds the facts of it that nobody gives, too.
    Usual,
}

/// The imprint of a thing by itself, and what it names.
#[derive(Debug, Default)]
struct Own {
    print: u64,
    facts: FxHashSet<VariableId>,
    questions: FxHashSet<QuestionId>,
}

/// The imprints of a game.
#[derive(Debug)]
pub struct Imprints<'m> {
    model: &'m Model,
    facts: Ids<VariableId, u64>,
    usual: Ids<VariableId, Own>,
    questions: Ids<QuestionId, Own>,
    /// What everything depends on: which pack wins over which, and what cannot be.
    frame: u64,
}

impl<'m> Imprints<'m> {
    pub fn of(model: &'m Model) -> Self {
        let facts = model.variables.ids().map(|id| fact(model, id)).collect();
        let usual = model.variables.ids().map(|id| usual(model, id)).collect();
        let questions = model.questions.ids().map(|id| question(model, id));
        let questions = questions.collect();
        let mut own = Self {
            model,
            facts,
            usual,
            questions,
            frame: 0,
        };
        let mut frame = DefaultHasher::new();
        for pack in &model.packs {
            pack.id.hash(&mut frame);
            for (over, cite) in &pack.over {
                (model.pack_name(*over), cite).hash(&mut frame);
            }
        }
        for impossible in &model.impossible {
            own.impossible(impossible).hash(&mut frame);
        }
        own.frame = frame.finish();
        own
    }

    pub fn question(&self, id: QuestionId) -> u64 {
        let mut write = Write::new(self.model);
        write.question(id);
        self.reached(write.done(), Reach::Diagram)
    }

    pub fn law(&self, law: &Law) -> u64 {
        self.made(Reach::Diagram, |write| {
            write.put(&(&law.cite, &law.says, write.pack(law.pack)));
            write.expr(&law.always);
            write.exprs(law.when.as_ref());
        })
    }

    pub fn impossible(&self, impossible: &Impossible) -> u64 {
        self.made(Reach::Diagram, |write| {
            write.put(&(&impossible.cite, &impossible.says));
            write.expr(&impossible.when);
        })
    }

    /// A condition that stands by itself.
    pub fn condition(&self, when: &Expr) -> u64 {
        self.made(Reach::Diagram, |write| write.expr(when))
    }

    pub fn example(&self, example: &Example) -> u64 {
        self.made(Reach::Usual, |write| write.example(example))
    }

    pub fn procedure(&self, procedure: &Procedure) -> u64 {
        self.made(Reach::Usual, |write| write.procedure(procedure))
    }

    pub fn process(&self, process: &Process) -> u64 {
        self.made(Reach::Usual, |write| write.process(process))
    }

    /// The odds that a guide draws, with all that its texts name.
    pub fn plot(&self, plot: &Plot) -> u64 {
        let model = self.model;
        self.made(Reach::Usual, |write| {
            let texts = [&plot.ever, &plot.at, &plot.shows].map(|texts| texts.join("\n"));
            write.put(&(&plot.of, &plot.given, plot.turns, &plot.until, &texts));
            let given = plot.given.iter().map(|(name, _)| name.as_str());
            let texts = texts.iter().map(String::as_str);
            let said = given
                .chain(plot.until.as_deref())
                .chain(texts)
                .chain([&*plot.of]);
            let is_part = |letter: char| letter.is_alphanumeric() || "-_/".contains(letter);
            for name in said.flat_map(|text| text.split(|letter| !is_part(letter))) {
                if let Some(fact) = model.variable_names.get(name) {
                    write.fact(*fact);
                }
                if let Some(question) = model.question_names.get(name) {
                    write.question_named(*question);
                }
                if let Some(process) = model.process_names.get(name) {
                    write.process(&model.processes[*process]);
                }
                if let Some(procedure) = model.procedure_names.get(name) {
                    write.procedure(&model.procedures[*procedure]);
                }
            }
        })
    }

    fn made(&self, reach: Reach, write: impl FnOnce(&mut Write<'m>)) -> u64 {
        let mut own = Write::new(self.model);
        write(&mut own);
        self.reached(own.done(), reach)
    }

    /// The imprint of a thing with all that it comes to.
    fn reached(&self, own: Own, reach: Reach) -> u64 {
        let model = self.model;
        let mut facts: Vec<VariableId> = own.facts.into_iter().collect();
        let mut questions: Vec<QuestionId> = own.questions.into_iter().collect();
        let (mut seen, mut asked) = (FxHashSet::default(), FxHashSet::default());
        loop {
            if let Some(fact) = facts.pop() {
                if !seen.insert(fact) {
                    continue;
                }
                let variable = &model.variables[fact];
                if let Role::Before(of) = variable.role {
                    facts.push(of);
                }
                facts.extend(variable.roll.as_ref().and_then(|roll| Some(roll.die_of?.0)));
                if reach == Reach::Usual {
                    let usual = &self.usual[fact];
                    facts.extend(&usual.facts);
                    facts.extend(model.dice_of(fact));
                    questions.extend(&usual.questions);
                }
            } else if let Some(question) = questions.pop() {
                if asked.insert(question) {
                    let own = &self.questions[question];
                    facts.extend(&own.facts);
                    questions.extend(&own.questions);
                }
            } else {
                break;
            }
        }
        // In which order facts are looked at tells which situation is found first.
        let mut seen: Vec<VariableId> = seen.into_iter().collect();
        seen.sort_unstable();
        let mut prints: Vec<u64> = asked.iter().map(|id| self.questions[*id].print).collect();
        prints.sort_unstable();
        let mut all = DefaultHasher::new();
        (own.print, self.frame, prints).hash(&mut all);
        for fact in seen {
            let usual = (reach == Reach::Usual).then(|| self.usual[fact].print);
            (self.facts[fact], usual).hash(&mut all);
        }
        all.finish()
    }
}

fn fact(model: &Model, id: VariableId) -> u64 {
    let own = &model.variables[id];
    let mut write = Write::new(model);
    write.put(&own.name);
    write.domain(&own.domain);
    write.unit(own.unit);
    match own.role {
        Role::Fact => write.put(&0),
        Role::Reading(default) => write.put(&(1, default, own.settled())),
        Role::Keep => write.put(&2),
        Role::Before(of) => write.put(&(3, model.variable_name(of))),
    }
    if let Some(roll) = &own.roll {
        let die = roll.die_of.map(|(of, die)| (model.variable_name(of), die));
        write.put(&(&roll.ways, die));
        for die in &roll.dice.dice {
            write.put(&die.name);
            write.values(&die.faces);
        }
    }
    write.done().print
}

/// What a fact is where nobody gives it.
fn usual(model: &Model, id: VariableId) -> Own {
    let own = &model.variables[id];
    let mut write = Write::new(model);
    for Usual { is, when, cite, .. } in &own.usually {
        write.put(cite);
        write.expr(is);
        write.exprs(when.as_ref());
    }
    if let Some(finder) = model.question_names.get(&own.name) {
        write.question_named(*finder);
    }
    write.done()
}

fn question(model: &Model, id: QuestionId) -> Own {
    let mut write = Write::new(model);
    write.question(id);
    write.done()
}

/// Takes down what a thing is made of.
struct Write<'m> {
    model: &'m Model,
    hasher: DefaultHasher,
    facts: FxHashSet<VariableId>,
    questions: FxHashSet<QuestionId>,
}

impl<'m> Write<'m> {
    fn new(model: &'m Model) -> Self {
        Self {
            model,
            hasher: DefaultHasher::new(),
            facts: FxHashSet::default(),
            questions: FxHashSet::default(),
        }
    }

    fn done(self) -> Own {
        Own {
            print: self.hasher.finish(),
            facts: self.facts,
            questions: self.questions,
        }
    }

    fn put(&mut self, part: &impl Hash) {
        part.hash(&mut self.hasher);
    }

    fn pack(&self, id: crate::model::PackId) -> &'m str {
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

    fn values(&mut self, values: &[Value]) {
        self.put(&values.len());
        values.iter().for_each(|value| self.value(value));
    }

    fn domain(&mut self, domain: &Domain) {
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

    fn unit(&mut self, unit: Option<crate::value::UnitId>) {
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

    fn fact(&mut self, id: VariableId) {
        self.facts.insert(id);
        self.put(&self.model.variable_name(id));
    }

    fn question_named(&mut self, id: QuestionId) {
        self.questions.insert(id);
        let own = &self.model.questions[id];
        let process = own.process.map(|id| &self.model.processes[id].name);
        self.put(&(&own.name, process));
    }

    fn exprs<'e>(&mut self, exprs: impl IntoIterator<Item = &'e Expr>) {
        for expr in exprs {
            self.put(&b'(');
            self.expr(expr);
        }
        self.put(&b')');
    }

    fn expr(&mut self, expr: &Expr) {
        self.of(&expr.of);
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
            exception.outcome.iter().for_each(|own| self.outcome(own));
            self.exceptions(&exception.except);
        }
    }

    fn question(&mut self, id: QuestionId) {
        let model = self.model;
        let own = &model.questions[id];
        self.question_named(id);
        self.put(&(&own.cite, own.combine, own.broken, own.chart_fault));
        self.put(&self.pack(own.pack));
        self.of(&own.answer);
        own.range.iter().for_each(|range| self.domain(range));
        self.put(&own.from.len());
        own.from.iter().for_each(|fact| self.fact(*fact));
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

    fn example(&mut self, example: &Example) {
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

    fn procedure(&mut self, procedure: &Procedure) {
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

    fn process(&mut self, process: &Process) {
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
