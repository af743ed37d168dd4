//! A card in a situation: a card and what is given go in, a page comes out with only the lines whose answers matter there.

use crate::answer::{Answer, Applied, Asker, Evaluator, Explanation, Found, Needs};
use crate::diagram::Leaf;
use crate::model::{Card, CardLine, Expr, Model, QuestionId, Usual, VariableId};
use crate::turn::Situation;
use crate::value::Value;
use num_traits::Zero;

/// A card in a situation.
#[derive(Debug)]
pub struct Page<'m> {
    /// The model.
    pub model: &'m Model,
    /// The card.
    pub card: &'m Card,
    /// The facts that nobody gave and something on the page rests on: what the rules say of them, and what is usual.
    pub found: Vec<Found>,
    /// Its sections that have a line.
    pub sections: Vec<Section<'m>>,
    /// Facts that are not known and the labels of the lines that wait for each, the fact with most of them first.
    pub open: Vec<(VariableId, Vec<&'m str>)>,
}

/// A section of a page.
#[derive(Debug)]
pub struct Section<'m> {
    /// Its title.
    pub title: &'m str,
    /// Its lines.
    pub lines: Vec<Line<'m>>,
}

/// A line of a page.
#[derive(Debug)]
pub struct Line<'m> {
    /// The words before the answer.
    pub label: &'m str,
    /// The question.
    pub question: QuestionId,
    /// Its answer: a value, or a gap.
    pub answer: Answer,
    /// The paragraphs of the rules that made it.
    pub cite: Vec<String>,
}

/// What becomes of a line.
enum Verdict<'m> {
    Shown(Line<'m>),
    Hidden,
    Open(Vec<VariableId>),
}

/// What a condition comes to.
enum Truth {
    Yes,
    No,
    Open(Vec<VariableId>),
}

/// A card in a situation that holds what is given, and how the readings are taken.
#[must_use]
pub fn page<'m>(model: &'m Model, card: &'m Card, given: &Situation) -> Page<'m> {
    let mut writer = Writer {
        asker: Asker::new(model),
        situation: given.clone(),
        found: Vec::new(),
    };
    writer.follow();
    let mut open: Vec<(VariableId, Vec<&'m str>)> = Vec::new();
    let mut sections = Vec::new();
    for section in &card.sections {
        let mut lines = Vec::new();
        for line in &section.lines {
            match writer.line(line) {
                Verdict::Shown(shown) => lines.push(shown),
                Verdict::Hidden => {}
                Verdict::Open(facts) => facts
                    .into_iter()
                    .for_each(|fact| note(&mut open, fact, &line.label)),
            }
        }
        if !lines.is_empty() {
            sections.push(Section {
                title: &section.title,
                lines,
            });
        }
    }
    open.sort_by_key(|(fact, labels)| (std::cmp::Reverse(labels.len()), *fact));
    Page {
        model,
        card,
        found: writer.found,
        sections,
        open,
    }
}

fn note<'m>(open: &mut Vec<(VariableId, Vec<&'m str>)>, fact: VariableId, label: &'m str) {
    match open.iter_mut().find(|(own, _)| *own == fact) {
        Some((_, labels)) if labels.contains(&label) => {}
        Some((_, labels)) => labels.push(label),
        None => open.push((fact, vec![label])),
    }
}

struct Writer<'m> {
    asker: Asker<'m>,
    situation: Situation,
    found: Vec<Found>,
}

impl<'m> Writer<'m> {
    /// Takes each fact of which the rules say what it is where nobody gives it to be so.
    fn follow(&mut self) {
        let model = self.asker.model;
        let facts = (0..).map(VariableId).zip(&model.variables);
        for (fact, found) in facts {
            if found.usually.iter().any(Usual::is_rule) {
                let found = self.asker.fill(fact, &mut self.situation);
                self.note(found);
            }
        }
    }

    /// Notes what nobody gave, each fact once.
    fn note(&mut self, found: Vec<Found>) {
        let is_new = |own: &Found, all: &[Found]| all.iter().all(|other| other.fact != own.fact);
        for own in found {
            if is_new(&own, &self.found) && own.usual(self.asker.model).is_some() {
                self.found.push(own);
            }
        }
    }

    fn line(&mut self, line: &'m CardLine) -> Verdict<'m> {
        match self.holds(line.when.as_ref()) {
            Truth::Yes => {}
            Truth::No => return Verdict::Hidden,
            Truth::Open(facts) => return Verdict::Open(facts),
        }
        let finds = self
            .asker
            .model
            .question(line.question)
            .and_then(|question| question.finds);
        if let Some(value) = finds
            .filter(|_| line.bound.is_empty())
            .and_then(|fact| self.given(fact))
        {
            let says = line.when.is_some() || !self.is_nothing(&value);
            let (label, question, answer) =
                (line.label.as_str(), line.question, Answer::Value(value));
            return if says {
                Verdict::Shown(Line {
                    label,
                    question,
                    answer,
                    cite: Vec::new(),
                })
            } else {
                Verdict::Hidden
            };
        }
        let mut situation = self.situation.clone();
        for (fact, value) in &line.bound {
            match self.index_of(*fact, value) {
                Ok(index) => situation.set(*fact, Some(index)),
                Err(facts) if facts.is_empty() => return Verdict::Hidden,
                Err(facts) => return Verdict::Open(facts),
            }
        }
        let (answer, found) = self.asker.ask(line.question, &mut situation);
        let says = match &answer {
            Answer::Value(value) => line.when.is_some() || !self.is_nothing(value),
            Answer::Gap(_) => line.when.is_some(),
            Answer::Needs(needs) => return self.waits(line, needs),
            Answer::NotAsked(_) | Answer::Broken(_) => false,
        };
        if !says {
            return Verdict::Hidden;
        }
        let explanation =
            Evaluator::new(self.asker.model).explain_found(line.question, &situation, &found);
        self.note(found);
        let cite = self.paragraphs_of(&explanation);
        Verdict::Shown(Line {
            label: &line.label,
            question: line.question,
            answer,
            cite,
        })
    }

    /// The paragraphs of the rules that made an answer; where no rule did, or it cannot be told which, those of the question.
    fn paragraphs_of(&self, explanation: &Explanation) -> Vec<String> {
        let mut cite = Vec::new();
        self.paragraphs(explanation, &mut cite);
        if cite.is_empty() {
            let question = self.asker.model.question(explanation.question);
            cite = question
                .map(|question| question.cite.clone())
                .unwrap_or_default();
        }
        cite
    }

    /// The paragraphs of the rules that made an answer; of a rule that only passes on another question's answer, those too. Of
    /// a sum, what adds nothing is left out.
    fn paragraphs(&self, explanation: &Explanation, cite: &mut Vec<String>) {
        let mut add = |paragraph: &str| {
            if !paragraph.is_empty() && !cite.iter().any(|own| own == paragraph) {
                cite.push(paragraph.to_owned());
            }
        };
        let is_zero =
            |leaf: &Leaf| matches!(leaf, Leaf::Value(Value::Number(number)) if number.is_zero());
        let whole_is_zero = explanation.answer.as_ref().is_some_and(is_zero);
        let counts = |applied: &&Applied| whole_is_zero || !is_zero(&applied.gives);
        explanation
            .applied
            .iter()
            .filter(counts)
            .map(|applied| applied.cite.as_str())
            .for_each(&mut add);
        explanation
            .otherwise
            .as_deref()
            .into_iter()
            .for_each(&mut add);
        for inner in &explanation.because {
            let name = self
                .asker
                .model
                .question(inner.question)
                .map_or("", |question| question.name.as_str());
            if explanation
                .applied
                .iter()
                .filter(counts)
                .any(|applied| applied.says == name)
            {
                self.paragraphs(inner, cite);
            }
        }
    }

    /// The value of a fact that is given, or that the card found.
    fn given(&self, fact: VariableId) -> Option<Value> {
        let index = self.situation.get(fact)?;
        Some(self.asker.model.variable(fact)?.domain.value(index))
    }

    /// A line that depends on facts not known; if all its answers would say nothing, it will never stand there.
    fn waits(&self, line: &CardLine, needs: &Needs) -> Verdict<'m> {
        let may_say = |leaf: &Leaf| match leaf {
            Leaf::Value(value) => line.when.is_some() || !self.is_nothing(value),
            _ => line.when.is_some(),
        };
        if needs.possible.iter().any(may_say) {
            Verdict::Open(open_facts(needs))
        } else {
            Verdict::Hidden
        }
    }

    fn holds(&mut self, when: Option<&Expr>) -> Truth {
        let Some(when) = when else { return Truth::Yes };
        match self.asker.value_of(when, &mut self.situation) {
            Answer::Value(Value::Bool(true)) => Truth::Yes,
            Answer::Needs(needs) => Truth::Open(open_facts(&needs)),
            _ => Truth::No,
        }
    }

    /// The index of an expression's value among those of a fact; where it is not known, the facts that it needs.
    fn index_of(&mut self, fact: VariableId, expr: &Expr) -> Result<u32, Vec<VariableId>> {
        match self.asker.value_of(expr, &mut self.situation) {
            Answer::Value(value) => {
                let found = self.asker.model.variable(fact);
                found
                    .and_then(|found| found.domain.index(&value))
                    .ok_or_else(Vec::new)
            }
            Answer::Needs(needs) => Err(open_facts(&needs)),
            _ => Err(Vec::new()),
        }
    }

    /// Whether an answer says that there is nothing: no, 0, `none`, the empty set.
    fn is_nothing(&self, value: &Value) -> bool {
        match value {
            Value::Bool(truth) => !truth,
            Value::Number(number) => number.is_zero(),
            Value::Word(word) => self.asker.model.words.text(*word) == "none",
            Value::Set(words) => words.is_empty(),
        }
    }
}

/// The facts that are open; for one that a question finds, those that this question needs.
fn open_facts(needs: &Needs) -> Vec<VariableId> {
    let mut facts = Vec::new();
    for fact in &needs.facts {
        let inner = needs
            .unfound
            .iter()
            .find(|(own, ..)| own == fact)
            .and_then(|(_, _, why)| match why {
                Answer::Needs(inner) => Some(inner.facts.as_slice()),
                _ => None,
            });
        for open in inner.unwrap_or(std::slice::from_ref(fact)) {
            if !facts.contains(open) {
                facts.push(*open);
            }
        }
    }
    facts
}
