//! The parts of an answer: the rules that made it, down to those that do more than pass on what another question answers.

use super::evaluate::{Contribution, Evaluator, Scene, silencing};
use super::explanation::Origin;
use super::told::{Told, words};
use super::words::cell_in_words;
use crate::check::type_of;
use crate::diagram::{Leaf, operate};
use crate::model::{
    Combine, Exception, Expr, Kind, Model, Operation, Question, QuestionId, Rule, Test,
};
use crate::turn::Situation;
use crate::value::{Number, Value};
use num_traits::Zero;
use schemars::JsonSchema;
use serde::Serialize;

/// A part of an answer.
///
/// It is a rule that adds to the answer, or makes it, and does more than pass on what another question answers.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(description = "A part of an answer.")]
pub struct Part {
    pub(crate) gives: Told,
    pub(crate) says: String,
    pub(crate) cite: String,
    pub(crate) question: String,
    /// The paragraph of the rule in whose place it stands.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) exception_to: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) errata: Vec<Origin>,
    #[serde(skip)]
    pub(crate) leaf: Leaf,
    /// What the modifiers that its condition looks at are made of.
    #[serde(skip)]
    pub(crate) of: Vec<Self>,
}

/// What an answer is made of.
#[derive(Debug, Clone, Default)]
pub struct Parts {
    pub all: Vec<Part>,
    /// Whether the answer is the sum of its parts.
    pub is_sum: bool,
    /// Whether some rule may be one of them or not.
    pub is_open: bool,
    /// Whether only their paragraphs are wanted: the words for each would be made of those for all that it rests on.
    is_bare: bool,
    /// The questions into whose conditions it looks: none of them is told of again, which a fact that it finds itself would ask for.
    within: Vec<QuestionId>,
}

impl Part {
    /// Whether it adds nothing.
    pub(crate) fn is_zero(&self) -> bool {
        match &self.leaf {
            Leaf::Value(Value::Number(number)) => number.is_zero(),
            Leaf::Value(Value::Set(words)) => words.is_empty(),
            _ => false,
        }
    }

    /// What it gives: `+2`, `no`; none where the source lost it.
    #[must_use]
    pub fn gives(&self) -> Option<String> {
        self.leaf.value().map(|_| self.gives.words.clone())
    }

    /// What it is, in people's words: the line of a list, the cell of a chart, a condition, or the question that holds it.
    #[must_use]
    pub fn says(&self) -> &str {
        &self.says
    }

    /// The paragraph that gives it: of the rule, or of the exception that took its place.
    #[must_use]
    pub fn cite(&self) -> &str {
        &self.cite
    }

    /// The paragraph of the rule whose place an exception took.
    #[must_use]
    pub fn in_place_of(&self) -> Option<&str> {
        self.exception_to.as_deref()
    }
}

impl Parts {
    /// Whether one of them is what is lost.
    #[must_use]
    pub fn has_lost(&self) -> bool {
        self.all
            .iter()
            .any(|part| matches!(part.leaf, Leaf::Gap(_)))
    }

    /// Of a sum of which a part is lost, or whether there is one: the sum of the others.
    #[must_use]
    pub fn rest(&self) -> Option<Leaf> {
        let (lost, known): (Vec<&Part>, Vec<&Part>) = self
            .all
            .iter()
            .partition(|part| matches!(part.leaf, Leaf::Gap(_)));
        if !self.is_sum || lost.is_empty() && !self.is_open {
            return None;
        }
        let nothing = Leaf::Value(Value::Number(Number::zero()));
        let add = |sum: Leaf, part: &Part| operate(Operation::Add, &sum, &part.leaf);
        Some(known.into_iter().fold(nothing, add)).filter(|rest| rest.value().is_some())
    }
}

impl Parts {
    /// Whether they come to an answer: a sum to that of all, a set to all of their words, anything else to some part.
    pub(super) fn make(&self, leaf: &Leaf) -> bool {
        let nothing = || Leaf::Value(Value::Number(Number::zero()));
        if self.is_sum {
            let mut known = self.all.iter().map(|part| &part.leaf);
            let first = known.next().cloned().unwrap_or_else(nothing);
            return known.fold(first, |sum, other| operate(Operation::Add, &sum, other)) == *leaf;
        }
        let parts = self.all.iter().map(|part| &part.leaf);
        if let Leaf::Value(Value::Set(_)) = leaf {
            let nothing = Leaf::Value(Value::Set(Vec::new()));
            let join = |all: Leaf, part: &Leaf| operate(Operation::Union, &all, part);
            return parts.fold(nothing, join) == *leaf;
        }
        self.all.is_empty() && *leaf == nothing() || parts.into_iter().any(|part| part == leaf)
    }

    /// The same, where what cannot matter was taken to be something: what makes the answer so alone is told as an example of it.
    pub(super) fn beside(mut self, known: &Self, model: &Model) -> Self {
        for part in &mut self.all {
            let question = model.question_names.get(&part.question);
            if question.is_some_and(|id| model.title_of_question(*id) == part.says) {
                continue;
            }
            let is_same = |own: &Part| {
                (&own.question, &own.cite, &own.exception_to, &own.leaf)
                    == (&part.question, &part.cite, &part.exception_to, &part.leaf)
            };
            if !known.all.iter().any(is_same) {
                part.says = format!("for example, {}", part.says);
            }
        }
        self
    }

    /// Of the paragraphs of a question that others pass on, the one that these name is meant, and not the first.
    fn cite_so(&mut self, from: usize, cite: &str, inner: &Question) {
        if !inner.cite.iter().any(|text| text == cite) {
            return;
        }
        for part in self.all.iter_mut().skip(from) {
            if part.question == inner.name && inner.cite.first() == Some(&part.cite) {
                cite.clone_into(&mut part.cite);
            }
        }
    }
}

/// How deep it goes through questions that pass on what others answer.
const MOST_DEEP: usize = 20;

impl Evaluator<'_> {
    /// What the answer to a question is made of.
    #[must_use]
    pub fn parts(&self, id: QuestionId, situation: &Situation) -> Parts {
        let mut parts = Parts::default();
        self.scene(situation)
            .add_parts((id, id), &mut parts, MOST_DEEP);
        parts
    }
}

impl Scene<'_> {
    /// Adds what makes an answer on the way to the one that is `asked`; whether anything does.
    fn add_parts(
        &self,
        (asked, id): (QuestionId, QuestionId),
        parts: &mut Parts,
        depth: usize,
    ) -> bool {
        let model = self.model();
        let question = &model.questions[id];
        let only_one = question.combine == Combine::OnlyOne;
        // Of the least and the greatest, the rule that gives it is the part.
        let by_one = matches!(question.combine, Combine::Least | Combine::Greatest);
        let adds_up =
            only_one || by_one || matches!(question.combine, Combine::Sum | Combine::Union);
        if depth == 0 || !adds_up && depth < MOST_DEEP {
            // What it answers is one of its parts, not all of them together.
            return false;
        }
        let is_asked = depth == MOST_DEEP;
        let deciding = by_one.then(|| self.answer(id));
        let deciding = deciding.filter(|leaf| leaf.is_some() || !is_asked);
        parts.is_sum |= question.combine == Combine::Sum;
        let given = self.contributions(question);
        let silencing = silencing(&given, false);
        let mut any = false;
        for contribution in &given {
            let may_hold = |when| self.expr(when).is_some_and(|leaf| !leaf.is(false));
            let gives_way = self.gives_way(contribution.rule, &silencing).is_some();
            if gives_way || !contribution.rule.when.as_ref().is_none_or(may_hold) {
                continue;
            }
            if deciding
                .as_ref()
                .is_some_and(|leaf| (any && !is_asked) || contribution.leaf != *leaf)
            {
                continue;
            }
            let exception = self.biting(&contribution.rule.except);
            if contribution.leaf == Some(Leaf::Silent) {
                continue;
            }
            any = true;
            let gives = gives_by(contribution.rule, exception);
            let passed_on = gives.and_then(|expr| self.passed_on(expr));
            // Where one question answers for another, its own words say why.
            let asked_of = |inner| match only_one && id == asked {
                true => inner,
                false => asked,
            };
            let cite = exception.map_or(&contribution.rule.cite, |exception| &exception.cite);
            let is_told = |(scene, inner): (Scene<'_>, QuestionId)| {
                let before = parts.all.len();
                let is_told = scene.add_parts((asked_of(inner), inner), parts, depth - 1);
                parts.cite_so(before, cite, &model.questions[inner]);
                is_told
            };
            if !passed_on.is_some_and(is_told) {
                let holder = match gives.map(|expr| &expr.kind) {
                    Some(Kind::Question(inner, _)) => *inner,
                    _ => id,
                };
                let part = match parts.is_bare {
                    true => self.bare_part(holder, contribution, exception),
                    false => self.part((asked, holder), contribution, exception, &parts.within),
                };
                parts.all.extend(part);
            }
        }
        // Where a rule may apply or not, it is not what holds in any other case.
        let is_open = given.iter().any(|contribution| contribution.leaf.is_none());
        parts.is_open |= is_open;
        if !any && !is_open {
            let otherwise = self.otherwise(id, depth == MOST_DEEP);
            any = otherwise.is_some();
            parts.all.extend(otherwise);
        }
        // A sum of nothing is 0, and that is an answer too.
        any || question.combine.where_none_applies().is_some()
    }

    /// What a question answers where none of its rules applies; in its own words, where it is the one that is asked.
    fn otherwise(&self, id: QuestionId, is_asked: bool) -> Option<Part> {
        let model = self.model();
        let question = &model.questions[id];
        let otherwise = question.otherwise.as_ref()?;
        let leaf = self.expr(&otherwise.gives)?;
        let own_words = is_asked.then(|| "in any other case".to_owned());
        let errata = model.origins.of_places(&[otherwise.gives.span]);
        Some(Part {
            says: own_words.unwrap_or_else(|| model.title_of_question(id)),
            gives: Told::leaf(model, &leaf, Some(&question.answer)),
            cite: otherwise.cite.clone(),
            question: question.name.clone(),
            exception_to: None,
            errata: Origin::of(model, &errata),
            leaf,
            of: Vec::new(),
        })
    }

    /// A part without its words.
    fn bare_part(
        &self,
        holder: QuestionId,
        contribution: &Contribution<'_>,
        exception: Option<&Exception>,
    ) -> Option<Part> {
        let (model, rule, leaf) = (self.model(), contribution.rule, contribution.leaf.clone()?);
        let question = &model.questions[holder];
        Some(Part {
            says: String::new(),
            gives: Told::leaf(model, &leaf, Some(&question.answer)),
            cite: exception
                .map_or(&rule.cite, |exception| &exception.cite)
                .clone(),
            question: question.name.clone(),
            exception_to: exception.map(|_| rule.cite.clone()),
            errata: Vec::new(),
            leaf,
            of: Vec::new(),
        })
    }

    fn part(
        &self,
        (asked, holder): (QuestionId, QuestionId),
        contribution: &Contribution<'_>,
        exception: Option<&Exception>,
        within: &[QuestionId],
    ) -> Option<Part> {
        let plain = self.bare_part(holder, contribution, exception)?;
        let (model, rule) = (self.model(), contribution.rule);
        let question = &model.questions[holder];
        // What holds without a condition is told by the note on the question.
        let is_bare = rule.when.is_none() && exception.is_none() && !question.note.is_empty();
        let own_words = || match holder == asked {
            true => {
                let words = self.own_words(rule, exception, &plain.gives.words);
                words.or_else(|| is_bare.then(|| model.sentence(&question.note)))
            }
            false => None,
        };
        let says = match &plain.leaf {
            Leaf::Gap(gap) => Some(model.gaps[*gap].lost.clone()),
            _ => rule
                .cell
                .and_then(|cell| cell_in_words(model, cell))
                .map(
                    |cell| match exception.and_then(|other| other.when.as_ref()) {
                        Some(when) => {
                            format!("{cell}, where {}", self.evaluator.prose().words(when))
                        }
                        None => cell,
                    },
                )
                .or_else(own_words),
        };
        Some(Part {
            says: says.unwrap_or_else(|| model.title_of_question(holder)),
            errata: Origin::of(model, &self.errata_of(rule, exception)),
            of: match &rule.when {
                Some(when) if holder == asked => {
                    self.modifiers_in(when, [within, &[asked]].concat())
                }
                _ => Vec::new(),
            },
            ..plain
        })
    }

    /// What the modifiers that a condition looks at are made of.
    fn modifiers_in(&self, when: &Expr, within: Vec<QuestionId>) -> Vec<Part> {
        let model = self.model();
        let mut parts = Parts {
            within,
            ..Parts::default()
        };
        when.walk(&mut |part| {
            if model.is_signed(&part.of)
                && let Some((scene, id)) = self.passed_on(part)
                && !parts.within.contains(&id)
            {
                scene.add_parts((id, id), &mut parts, MOST_DEEP);
            }
        });
        parts.all.retain(|other| !other.is_zero());
        parts.all
    }

    /// The condition of one of the asked question's own rules, or how it comes to its amount.
    fn own_words(&self, rule: &Rule, exception: Option<&Exception>, gives: &str) -> Option<String> {
        let expr = gives_by(rule, exception);
        let numbers = expr.map_or_else(Vec::new, |expr| self.amounts(expr));
        if let (Some(expr), false) = (expr, numbers.is_empty()) {
            let words = self.evaluator.prose().gives(rule.question, expr);
            return Some(format!("{words} ({})", numbers.join(", ")));
        }
        let words = match (exception.map_or(&rule.when, |other| &other.when), exception) {
            (Some(when), _) => {
                let amounts = self.looked_at(when);
                let words = self.evaluator.prose().words(when);
                match amounts.is_empty() || !matches!(gives, "yes" | "no") {
                    true => words,
                    false => format!("{words} ({})", amounts.join(" and ")),
                }
            }
            (None, Some(_)) => "always".to_owned(),
            (None, None) => {
                let says = self.evaluator.rule_says(rule);
                let gives = rule.outcome.gives().filter(|_| says != gives)?;
                self.evaluator.prose().gives(rule.question, gives)
            }
        };
        Some(words)
    }

    /// What a condition looks at, as it is: modifiers, and what is one of several words.
    fn looked_at(&self, when: &Expr) -> Vec<String> {
        let model = self.model();
        let mut seen = Vec::new();
        when.walk(&mut |part| {
            let is_named = matches!(part.kind, Kind::Variable(_) | Kind::Question(..));
            if is_named && model.is_signed(&part.of) {
                let leaf = self.expr(part);
                seen.extend(leaf.map(|leaf| words(model, &leaf, Some(&part.of))));
            }
            if let Kind::In(Test::Values(several), inner) = &part.kind
                && several.len() > 1
                && let Kind::Variable(fact) = inner.kind
                && let Some(Leaf::Value(value @ Value::Word(_))) = self.variable(fact)
                && several.contains(&value)
            {
                seen.push(self.evaluator.prose().label(Some(fact), &value));
            }
        });
        seen
    }

    /// The numbers from which an amount is calculated, with the paragraphs that give them: `range 14`, `odds shift -1 by M5.3`; none
    /// where it is one of them.
    fn amounts(&self, gives: &Expr) -> Vec<String> {
        let model = self.model();
        let mut amounts = Vec::new();
        if matches!(gives.kind, Kind::Variable(_)) {
            return amounts;
        }
        gives.walk(&mut |part| {
            // It is told as it is, not as what it counts as here.
            let (named, of) = match &part.kind {
                Kind::Variable(fact) => (model.fact_within(*fact), type_of(model, *fact)),
                Kind::Question(id, bound) if bound.is_empty() => {
                    let answer = &model.questions[*id].answer;
                    (model.question_within(*id), Some(answer.clone()))
                }
                _ => return,
            };
            if let Some(leaf @ Leaf::Value(Value::Number(_))) = self.expr(part) {
                let by = self.passed_on(part);
                let by = by.and_then(|(scene, by)| scene.paragraph_of(by));
                let by = by.map_or_else(String::new, |cite| format!(" by {cite}"));
                let amount = format!("{named} {}{by}", words(model, &leaf, of.as_ref()));
                amounts.extend((!amounts.contains(&amount)).then_some(amount));
            }
        });
        amounts
    }

    /// The one paragraph that makes an answer; the first of the question, where several do or none is told.
    fn paragraph_of(&self, id: QuestionId) -> Option<String> {
        let mut parts = Parts {
            is_bare: true,
            ..Parts::default()
        };
        self.add_parts((id, id), &mut parts, MOST_DEEP);
        let mut cites = parts.all.iter().filter(|part| !part.is_zero());
        let first = cites.next().map(|part| &part.cite);
        let only = first.filter(|first| cites.all(|part| part.cite == **first));
        only.or_else(|| self.model().questions[id].cite.first())
            .cloned()
    }

    /// The question whose answer an expression passes on, where that is all it does, and where that is asked. A fact that is
    /// given otherwise than a question finds it is not found by it.
    fn passed_on(&self, expr: &Expr) -> Option<(Self, QuestionId)> {
        match &expr.kind {
            Kind::Question(id, bound) => Some((self.inner(*id, bound), *id)),
            Kind::Variable(fact) => {
                let model = self.model();
                let id = *model.question_names.get(model.variable_name(*fact))?;
                let given = self.variable(*fact);
                (given.is_none() || given == self.answer(id)).then(|| (self.clone(), id))
            }
            _ => None,
        }
    }
}

/// What a rule gives, or the exception that took its place.
fn gives_by<'r>(rule: &'r Rule, exception: Option<&'r Exception>) -> Option<&'r Expr> {
    let outcome = exception.and_then(|exception| exception.outcome.as_ref());
    outcome.unwrap_or(&rule.outcome).gives()
}
