//! A card in a situation: a card and what is given go in, a page comes out with only the lines whose answers matter there.

use crate::answer::{Asker, Evaluator, Explanation, Needs, Reason, Ruling, TakenFact, unit_name};
use crate::diagram::Leaf;
use crate::model::{Card, CardLine, Expr, GapId, Impossible, Model, QuestionId, Usual, VariableId};
use crate::turn::Situation;
use crate::value::Value;
use indexmap::{IndexMap, IndexSet};
use num_traits::Zero;
use std::cmp::Reverse;

/// A card in a situation.
#[derive(Debug)]
pub struct Page<'m> {
    pub model: &'m Model,
    pub card: &'m Card,
    /// Why what is given cannot be.
    pub impossible: Option<&'m Impossible>,
    /// The facts given that the rules find otherwise.
    pub otherwise: Vec<TakenFact>,
    /// The facts that nobody gave and something on the page rests on: what the rules say of them, and what is usual.
    pub taken: Vec<TakenFact>,
    /// Its sections that have a line.
    pub sections: Vec<Section<'m>>,
    /// What the source lost, with the labels of the lines that it leaves out.
    pub lost: IndexMap<GapId, Vec<&'m str>>,
    /// Facts that are not known and the labels of the lines that wait for each, the fact with most of them first.
    pub open: Vec<(VariableId, Vec<&'m str>)>,
}

#[derive(Debug)]
pub struct Section<'m> {
    pub title: &'m str,
    pub lines: Vec<Line<'m>>,
}

#[derive(Debug)]
pub struct Line<'m> {
    /// The words before the answer.
    pub label: &'m str,
    pub question: QuestionId,
    /// The unit in which its answer is meant.
    pub unit: &'m str,
    /// Its answer: a value, or a gap.
    pub answer: Ruling,
    /// The paragraphs of the rules that made it.
    pub cite: Vec<String>,
}

/// The facts that a line waits for; none where it will never stand there.
type Open = Vec<VariableId>;

/// A card in a situation that holds what is given, and how the readings are taken.
pub fn page<'m>(model: &'m Model, card: &'m Card, given: &Situation) -> Page<'m> {
    let mut writer = Writer {
        asker: Asker::new(model),
        situation: given.clone(),
        taken: Vec::new(),
        lost: IndexMap::new(),
    };
    let impossible = writer.asker.impossible(given);
    let otherwise = writer.asker.otherwise(given);
    writer.follow();
    let mut open: IndexMap<VariableId, Vec<&'m str>> = IndexMap::new();
    let mut sections = Vec::new();
    for section in &card.sections {
        let mut lines = Vec::new();
        for line in &section.lines {
            match writer.line(line) {
                Ok(shown) => lines.push(shown),
                Err(facts) => {
                    for fact in facts {
                        let labels = open.entry(fact).or_default();
                        if !labels.contains(&line.label.as_str()) {
                            labels.push(&line.label);
                        }
                    }
                }
            }
        }
        if !lines.is_empty() {
            let title = &section.title;
            sections.push(Section { title, lines });
        }
    }
    open.sort_by_cached_key(|fact, labels| (Reverse(labels.len()), *fact));
    Page {
        model,
        card,
        impossible,
        otherwise,
        taken: writer.taken,
        lost: writer.lost,
        sections,
        open: open.into_iter().collect(),
    }
}

struct Writer<'m> {
    asker: Asker<'m>,
    situation: Situation,
    taken: Vec<TakenFact>,
    lost: IndexMap<GapId, Vec<&'m str>>,
}

impl<'m> Writer<'m> {
    /// Takes each fact of which the rules say what it is where nobody gives it to be so.
    fn follow(&mut self) {
        for (fact, variable) in self.asker.model.variables.enumerated() {
            if variable.usually.iter().any(Usual::is_rule) {
                let taken = self.asker.fill(fact, &mut self.situation);
                self.note(taken);
            }
        }
    }

    /// Notes what nobody gave, each fact once.
    fn note(&mut self, taken: Vec<TakenFact>) {
        for own in taken {
            let is_new = self.taken.iter().all(|other| other.fact != own.fact);
            if is_new && own.usual(self.asker.model).is_some() {
                self.taken.push(own);
            }
        }
    }

    fn line(&mut self, line: &'m CardLine) -> Result<Line<'m>, Open> {
        let model = self.asker.model;
        if let Some(when) = &line.when
            && self.value_of(line, when)? != Value::Bool(true)
        {
            return Err(Open::new());
        }
        let shown = |answer, unit, cite| Line {
            label: &line.label,
            question: line.question,
            unit,
            answer,
            cite,
        };
        let says = |value: &Value| line.when.is_some() || !is_nothing(model, value);
        let finds = model.questions[line.question]
            .finds
            .filter(|_| line.bound.is_empty());
        if let Some((fact, index)) = finds.and_then(|fact| Some((fact, self.situation.get(fact)?)))
        {
            let value = model.variables[fact].domain.value(index);
            let says = says(&value);
            let unit = self.unit(line.question, &self.situation.clone());
            return says
                .then(|| shown(Ruling::Value(value), unit, Vec::new()))
                .ok_or_else(Open::new);
        }
        let mut situation = self.situation.clone();
        for (fact, value) in &line.bound {
            let value = self.value_of(line, value)?;
            let index = model.variables[*fact]
                .domain
                .index(&value)
                .ok_or_else(Open::new)?;
            situation.set(*fact, Some(index));
        }
        let given = situation.clone();
        let (mut answer, taken) = self.asker.ask(line.question, &mut situation);
        let ahead = (&mut answer, taken.as_slice());
        self.asker.look_ahead(line.question, &given, ahead);
        let is_shown = match &answer {
            Ruling::Value(value) => says(value),
            Ruling::Gap(gap) if line.when.is_none() => {
                self.lost.entry(*gap).or_default().push(&line.label);
                false
            }
            Ruling::Gap(_) => true,
            // If none of its answers would say anything, it will never stand there.
            Ruling::Needs(needs) => {
                let may_say = |leaf: &Leaf| leaf.value().map_or(line.when.is_some(), &says);
                let is_open = needs.possible.is_empty() || needs.possible.iter().any(may_say);
                return Err(if is_open {
                    open_facts(needs)
                } else {
                    Open::new()
                });
            }
            Ruling::NotAsked(_) | Ruling::Broken(_) => false,
        };
        if !is_shown {
            return Err(Open::new());
        }
        let explanation = Evaluator::new(model).explain_found(line.question, &situation, &taken);
        self.note(taken);
        let mut cite = Vec::new();
        paragraphs(&explanation, &mut cite);
        // Where no rule made it, or it cannot be told which, those of the question.
        if cite.is_empty() {
            cite.clone_from(&model.questions[line.question].cite);
        }
        let unit = self.unit(line.question, &situation);
        Ok(shown(answer, unit, cite))
    }

    /// The unit of an answer: where the question's own stands for several, the one that is meant, if it is known.
    fn unit(&mut self, question: QuestionId, situation: &Situation) -> &'m str {
        let model = self.asker.model;
        let meant = self.asker.unit_meant(question, situation);
        meant.unwrap_or_else(|| unit_name(model, &model.questions[question].answer))
    }

    /// What an expression of a line comes to; where it is not known, the facts that it needs. What is lost of it is noted.
    fn value_of(&mut self, line: &'m CardLine, expr: &Expr) -> Result<Value, Open> {
        match self.asker.value_of(expr, &mut self.situation) {
            Ruling::Value(value) => Ok(value),
            Ruling::Gap(gap) => {
                self.lost.entry(gap).or_default().push(&line.label);
                Err(Open::new())
            }
            Ruling::Needs(needs) => Err(open_facts(&needs)),
            _ => Err(Open::new()),
        }
    }
}

/// The paragraphs of the rules that made an answer; of a rule that only passes on another question's answer, those too. Of a
/// sum, what adds nothing is left out.
fn paragraphs(explanation: &Explanation, cite: &mut Vec<String>) {
    let is_zero =
        |leaf: &Leaf| matches!(leaf, Leaf::Value(Value::Number(number)) if number.is_zero());
    let whole_is_zero = explanation.leaf.as_ref().is_some_and(is_zero);
    let applied = explanation.applied.iter();
    let counting: Vec<&Reason> = applied
        .filter(|applied| whole_is_zero || !is_zero(&applied.leaf))
        .collect();
    for text in counting
        .iter()
        .map(|applied| &applied.cite)
        .chain(&explanation.otherwise)
    {
        if !text.is_empty() && !cite.contains(text) {
            cite.push(text.clone());
        }
    }
    for inner in &explanation.because {
        let name = &inner.question;
        if counting.iter().any(|applied| applied.says == *name) {
            paragraphs(inner, cite);
        }
    }
}

/// Whether an answer says that there is nothing: no, 0, `none`, the empty set.
fn is_nothing(model: &Model, value: &Value) -> bool {
    match value {
        Value::Bool(truth) => !truth,
        Value::Number(number) => number.is_zero(),
        Value::Word(word) => model.words.text(*word) == "none",
        Value::Set(words) => words.is_empty(),
    }
}

/// The facts that are open; for one that a question finds, those that this question needs.
fn open_facts(needs: &Needs) -> Open {
    let mut facts = IndexSet::new();
    for fact in &needs.facts {
        match needs.unfound.iter().find(|(other, ..)| other == fact) {
            Some((_, _, Ruling::Needs(inner))) => facts.extend(&inner.facts),
            _ => drop(facts.insert(*fact)),
        }
    }
    facts.into_iter().collect()
}
