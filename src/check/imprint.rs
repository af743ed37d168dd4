//! What a thing is made of, as a number: where two imprints are the same, so is what is proved of it, whatever else was written
//! otherwise. Things go by their names, so that nothing depends on how they are numbered, or on where they are written.

use super::stamp::{Print, Write};
use crate::model::{
    Example, Expr, Impossible, Law, Model, Plot, Procedure, Process, QuestionId, Role, Usual,
    VariableId,
};
use crate::value::{Id, Ids};
use rustc_hash::FxHashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::OnceLock;

/// How far the imprint of a thing reaches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    /// What its diagram is made of.
    Diagram,
    /// What finds the facts of it that nobody gives, too.
    Usual,
}

/// The imprints of a game.
#[derive(Debug)]
pub struct Imprints<'m> {
    model: &'m Model,
    facts: Ids<VariableId, u64>,
    usual: Ids<VariableId, Print>,
    /// The facts that are single dice of each roll.
    dice: FxHashMap<VariableId, Vec<VariableId>>,
    questions: Ids<QuestionId, Print>,
    /// What everything depends on: which pack wins over which, and what cannot be.
    frame: u64,
    /// To what each question comes, as far as it was wanted.
    diagrams: Ids<QuestionId, OnceLock<Reached>>,
    usually: Ids<QuestionId, OnceLock<Reached>>,
}

/// Facts and questions to which something comes, by their numbers, and the imprint of them all.
#[derive(Debug, Clone, Default)]
struct Reached {
    facts: Numbers,
    questions: Numbers,
    print: u64,
}

impl Reached {
    fn holds(&self, own: &Print) -> bool {
        own.facts.iter().all(|fact| self.facts.has(fact.index()))
            && own
                .questions
                .iter()
                .all(|question| self.questions.has(question.index()))
    }
}

/// A set of small numbers, a bit each.
#[derive(Debug, Clone, Default)]
struct Numbers(Vec<u64>);

impl Numbers {
    /// Adds a number; whether it is new.
    fn add(&mut self, number: usize) -> bool {
        let (word, bit) = (number / 64, 1 << (number % 64));
        if self.0.len() <= word {
            self.0.resize(word + 1, 0);
        }
        let Some(word) = self.0.get_mut(word) else {
            return false;
        };
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new
    }

    fn has(&self, number: usize) -> bool {
        let word = self.0.get(number / 64);
        word.is_some_and(|word| word & (1 << (number % 64)) != 0)
    }

    fn ids<I: Id>(&self) -> impl Iterator<Item = I> {
        let words = self.0.iter().enumerate();
        words.flat_map(|(place, word)| {
            let mut left = *word;
            std::iter::from_fn(move || {
                let bit = (left != 0).then(|| left.trailing_zeros() as usize)?;
                left &= left - 1;
                Some(I::of(place * 64 + bit))
            })
        })
    }
}

impl<'m> Imprints<'m> {
    pub fn of(model: &'m Model) -> Self {
        let facts = model.variables.ids().map(|id| fact(model, id)).collect();
        let usual = model.variables.ids().map(|id| usual(model, id)).collect();
        let questions = model.questions.ids().map(|id| question(model, id));
        let questions = questions.collect();
        let mut dice: FxHashMap<VariableId, Vec<VariableId>> = FxHashMap::default();
        for (id, variable) in model.variables.enumerated() {
            let roll = variable.roll.as_ref().and_then(|roll| roll.die_of);
            if let Some((roll, _)) = roll {
                dice.entry(roll).or_default().push(id);
            }
        }
        let mut imprints = Self {
            model,
            facts,
            usual,
            dice,
            diagrams: model.questions.iter().map(|_| OnceLock::new()).collect(),
            usually: model.questions.iter().map(|_| OnceLock::new()).collect(),
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
            imprints.impossible(impossible).hash(&mut frame);
        }
        imprints.frame = frame.finish();
        imprints
    }

    pub fn question(&self, id: QuestionId) -> u64 {
        self.reached(&self.questions[id], Reach::Diagram)
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

    /// What a fact usually is.
    pub fn usual(&self, fact: VariableId, usual: &Usual) -> u64 {
        self.made(Reach::Diagram, |write| {
            write.put(&self.facts[fact]);
            write.expr(&usual.is);
            write.exprs(usual.when.as_ref());
        })
    }

    pub fn example(&self, example: &Example) -> u64 {
        self.made(Reach::Usual, |write| write.example(example))
    }

    pub fn procedure(&self, procedure: &Procedure) -> u64 {
        self.made(Reach::Usual, |write| {
            write.procedure(procedure);
            self.all_impossible(write);
        })
    }

    pub fn process(&self, process: &Process) -> u64 {
        self.made(Reach::Usual, |write| {
            write.process(process);
            self.all_impossible(write);
        })
    }

    /// What cannot be, and what finds the facts at which it looks: whether something comes to it hangs on both.
    fn all_impossible(&self, write: &mut Write<'m>) {
        let all = self.model.impossible.iter();
        write.exprs(all.map(|impossible| &impossible.when));
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
        self.reached(&own.done(), reach)
    }

    /// The imprint of a thing with all that it comes to: in most cases what one of its questions comes to.
    fn reached(&self, own: &Print, reach: Reach) -> u64 {
        let known = own.questions.iter().map(|question| {
            let known = match reach {
                Reach::Diagram => &self.diagrams[*question],
                Reach::Usual => &self.usually[*question],
            };
            known.get_or_init(|| self.spread(&self.questions[*question], reach))
        });
        let whole = known.filter(|known| known.holds(own));
        let print = whole.map(|known| known.print).min();
        let mut hasher = DefaultHasher::new();
        own.print.hash(&mut hasher);
        print
            .unwrap_or_else(|| self.spread(own, reach).print)
            .hash(&mut hasher);
        hasher.finish()
    }

    fn print(&self, all: &Reached, reach: Reach) -> u64 {
        let questions = all.questions.ids::<QuestionId>();
        let mut prints: Vec<u64> = questions.map(|id| self.questions[id].print).collect();
        prints.sort_unstable();
        let mut hasher = DefaultHasher::new();
        (self.frame, prints).hash(&mut hasher);
        // In which order facts are looked at tells which situation is found first.
        for fact in all.facts.ids::<VariableId>() {
            let usual = (reach == Reach::Usual).then(|| self.usual[fact].print);
            (self.facts[fact], usual).hash(&mut hasher);
        }
        hasher.finish()
    }

    /// To what something comes.
    fn spread(&self, own: &Print, reach: Reach) -> Reached {
        let mut all = Reached::default();
        let mut facts: Vec<VariableId> = own.facts.iter().copied().collect();
        let mut questions: Vec<QuestionId> = own.questions.iter().copied().collect();
        loop {
            if let Some(fact) = facts.pop() {
                if !all.facts.add(fact.index()) {
                    continue;
                }
                let variable = &self.model.variables[fact];
                if let Role::Before(of) = variable.role {
                    facts.push(of);
                }
                facts.extend(variable.roll.as_ref().and_then(|roll| Some(roll.die_of?.0)));
                if reach == Reach::Usual {
                    let usual = &self.usual[fact];
                    facts.extend(&usual.facts);
                    facts.extend(self.dice.get(&fact).into_iter().flatten());
                    questions.extend(&usual.questions);
                }
            } else if let Some(question) = questions.pop() {
                if !all.questions.add(question.index()) {
                    continue;
                }
                let own = &self.questions[question];
                facts.extend(&own.facts);
                questions.extend(&own.questions);
            } else {
                all.print = self.print(&all, reach);
                return all;
            }
        }
    }
}

fn fact(model: &Model, id: VariableId) -> u64 {
    let variable = &model.variables[id];
    let mut write = Write::new(model);
    write.put(&variable.name);
    write.domain(&variable.domain);
    write.unit(variable.unit);
    match variable.role {
        Role::Fact => write.put(&0),
        Role::Reading(default) => write.put(&(1, default, variable.settled())),
        Role::Keep => write.put(&2),
        Role::Before(of) => write.put(&(3, model.variable_name(of))),
    }
    if let Some(roll) = &variable.roll {
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
fn usual(model: &Model, id: VariableId) -> Print {
    let variable = &model.variables[id];
    let mut write = Write::new(model);
    for Usual { is, when, cite, .. } in &variable.usually {
        write.put(cite);
        write.expr(is);
        write.exprs(when.as_ref());
    }
    if let Some(finder) = model.question_names.get(&variable.name) {
        write.question_named(*finder);
    }
    write.done()
}

fn question(model: &Model, id: QuestionId) -> Print {
    let mut write = Write::new(model);
    write.question(id);
    write.done()
}
