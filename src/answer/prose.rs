//! Conditions and what rules give as a rulebook says them: titles for names, labels for values, `March or November` for a
//! set. What is calculated stands as it is written.

use super::evaluate::Evaluator;
use crate::check::{self, Within};
use crate::model::{Expr, Kind, Model, Operation, QuestionId, Role, Test, VariableId};
use crate::source::Sources;
use crate::syntax::Comparison;
use crate::value::{Number, UnitId, Value, show_number};
use num_traits::{One, Signed};

/// The most values that are named one by one where the game has a name for all of them.
const MOST_NAMED: usize = 3;

/// The word for what is not there.
const NONE: &str = "none";

/// How tightly what stands around an expression binds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Binding {
    Loose,
    Or,
    And,
    Whole,
}

/// A game, and the texts from which its rules come.
#[derive(Debug, Clone, Copy)]
pub struct Prose<'a> {
    pub model: &'a Model,
    /// Where what is calculated is told as it is written: the texts.
    pub texts: Option<&'a Sources>,
}

impl<'a> Evaluator<'a> {
    /// What says conditions and amounts in people's words.
    pub const fn prose(&self) -> Prose<'a> {
        Prose {
            model: self.model,
            texts: self.texts,
        }
    }
}

impl Prose<'_> {
    /// An expression in the words of the hobby.
    pub fn words(&self, expr: &Expr) -> String {
        self.expr(expr, Binding::Loose)
    }

    /// What an expression gives a question.
    pub fn gives(&self, of: QuestionId, expr: &Expr) -> String {
        match &expr.kind {
            Kind::Constant(value) => self.amount(of, value),
            _ => self.without_unit(self.words(expr)),
        }
    }

    /// What is given without the unit that it is given in: `range` for `range as DRM`.
    fn without_unit(&self, text: String) -> String {
        match text.rsplit_once(" as ") {
            Some((amount, unit)) if self.model.units.find(unit).is_some() => {
                let inner = amount
                    .strip_prefix('(')
                    .and_then(|other| other.strip_suffix(')'));
                inner
                    .filter(|other| !other.contains('('))
                    .unwrap_or(amount)
                    .to_owned()
            }
            _ => text,
        }
    }

    /// That a fact is one of some values.
    pub fn given(&self, fact: VariableId, indices: &[u32]) -> String {
        let known = &self.model.variables[fact];
        if indices.len() == known.domain.size() as usize {
            return format!("any {}", self.fact(fact));
        }
        let values = indices.iter().map(|index| known.domain.value(*index));
        self.fact_tested(fact, &Test::Values(values.collect()), true)
    }

    /// A condition that is given as a text, in the words of the hobby; as it is written, if it cannot be read by itself.
    pub fn condition(&self, text: &str) -> String {
        match check::condition(self.model, text, Within::Game) {
            Ok(condition) => self.words(&condition),
            Err(_) => self.model.in_words(text),
        }
    }

    /// What a question is answered with, with its unit.
    pub fn amount(&self, id: QuestionId, value: &Value) -> String {
        let text = self.naming(&self.model.answer_of(id, value));
        if let Value::Set(_) = value {
            return text.trim_matches(['{', '}']).to_owned();
        }
        let unit = self.model.questions[id].answer.unit_id();
        self.counted(text, value.number(), unit)
    }

    /// A number with its unit, where that counts things or modifies a roll.
    fn counted(&self, text: String, number: Option<Number>, unit: Option<UnitId>) -> String {
        let (Some(number), Some(unit)) = (number, unit.map(|unit| &self.model.units[unit])) else {
            return text;
        };
        match (&unit.one, unit.modifies) {
            (Some(one), _) if number.abs().is_one() => format!("{text} {one}"),
            (None, None) if unit.any_of.is_empty() => text,
            _ => format!("{text} {}", unit.name),
        }
    }

    fn expr(&self, expr: &Expr, around: Binding) -> String {
        match &expr.kind {
            Kind::Constant(value) => self.constant(value, self.model.is_signed(&expr.of)),
            Kind::Variable(fact) => self.fact(*fact),
            Kind::Question(id, bound) => self.question_with(*id, bound),
            Kind::Binary(Operation::And, ..) => {
                let parts = expr.conjuncts();
                self.joined(&parts, " and ", Binding::And, around)
            }
            Kind::Binary(Operation::Or, ..) => self.either(&alternatives(expr), around),
            Kind::Binary(Operation::Compare(by), left, right) => {
                self.compared(expr, *by, left, right)
            }
            Kind::Binary(Operation::Includes, set, word) => {
                let word = self.value_beside(word, set);
                format!("{} includes {word}", self.expr(set, Binding::Whole))
            }
            Kind::Binary(by @ (Operation::Add | Operation::Subtract), left, right)
                if is_sum(left) && is_sum(right) =>
            {
                let sign = if *by == Operation::Add { '+' } else { '-' };
                let [left, right] = [left, right].map(|side| self.expr(side, Binding::Whole));
                format!("{left} {sign} {right}")
            }
            Kind::Not(inner) => self.negated(inner),
            Kind::If(condition, then, other) => {
                let [then, other] = [then, other].map(|part| self.expr(part, Binding::Loose));
                let condition = self.expr(condition, Binding::Loose);
                format!("{then} if {condition}, otherwise {other}")
            }
            Kind::In(test, inner) => self.tested(expr, test, inner, true),
            _ => self.written(expr),
        }
    }

    /// An expression as it is written, its names as people write them.
    fn written(&self, expr: &Expr) -> String {
        let evaluator = Evaluator {
            texts: self.texts,
            ..Evaluator::new(self.model)
        };
        let words = evaluator.words(expr);
        let words: Vec<&str> = words.split_whitespace().collect();
        self.model.in_words(&words.join(" "))
    }

    /// Conditions of which one must hold; what is said of one fact is said together.
    fn either(&self, parts: &[&Expr], around: Binding) -> String {
        let mut said: Vec<String> = Vec::new();
        let mut known: Vec<(VariableId, Vec<Value>, usize)> = Vec::new();
        for part in parts {
            let is_both = matches!(part.kind, Kind::Binary(Operation::And, ..));
            let inside = if is_both { Binding::Whole } else { Binding::Or };
            let Kind::In(Test::Values(values), inner) = &part.kind else {
                said.push(self.expr(part, inside));
                continue;
            };
            let Kind::Variable(fact) = inner.kind else {
                said.push(self.expr(part, Binding::Or));
                continue;
            };
            match known.iter_mut().find(|(other, ..)| *other == fact) {
                Some((_, all, place)) => {
                    all.extend(values.iter().cloned());
                    if let Some(text) = said.get_mut(*place) {
                        *text = self.fact_tested(fact, &Test::Values(all.clone()), true);
                    }
                }
                None => {
                    known.push((fact, values.clone(), said.len()));
                    said.push(self.expr(part, Binding::Or));
                }
            }
        }
        let text = said.join(" or ");
        match said.len() > 1 && around > Binding::Or {
            true => format!("({text})"),
            false => text,
        }
    }

    fn joined(&self, parts: &[&Expr], by: &str, binding: Binding, around: Binding) -> String {
        let parts = parts.iter().map(|part| self.expr(part, binding));
        let text = parts.collect::<Vec<_>>().join(by);
        match around > binding {
            true => format!("({text})"),
            false => text,
        }
    }

    fn negated(&self, inner: &Expr) -> String {
        match &inner.kind {
            Kind::In(test, subject) => self.tested(inner, test, subject, false),
            Kind::Binary(Operation::Compare(by), left, right) => {
                self.compared(inner, by.opposite(), left, right)
            }
            Kind::Not(twice) => self.expr(twice, Binding::Whole),
            _ => format!("not {}", self.expr(inner, Binding::Whole)),
        }
    }

    /// What people call a fact, a state of a process too.
    pub fn fact(&self, id: VariableId) -> String {
        match self.model.variables[id].role {
            Role::Before(own) => format!("{} before", self.model.fact_within(own)),
            _ => self.model.fact_within(id),
        }
    }

    fn question_with(&self, id: QuestionId, bound: &[(VariableId, Expr)]) -> String {
        let title = self.model.question_within(id);
        let bound = bound
            .iter()
            .filter_map(|(fact, value)| self.bound(*fact, value));
        let bound: Vec<String> = bound.collect();
        match bound.is_empty() {
            true => title,
            false => format!("{title} ({})", bound.join(", ")),
        }
    }

    /// A fact that is given to a question; none, where it is what it is anyway.
    fn bound(&self, fact: VariableId, value: &Expr) -> Option<String> {
        let model = self.model;
        let name = model.variable_name(fact);
        let is_itself = match &value.kind {
            Kind::Variable(own) => model.variable_name(*own) == name,
            Kind::Question(question, bound) => {
                bound.is_empty() && model.questions[*question].name == name
            }
            _ => false,
        };
        if is_itself {
            return None;
        }
        let title = self.fact(fact);
        Some(match &value.kind {
            Kind::Constant(Value::Bool(true)) => title,
            Kind::Constant(Value::Bool(false)) => format!("not {title}"),
            Kind::Constant(known) => format!("{title} {}", self.label(Some(fact), known)),
            _ => {
                let told = self.expr(value, Binding::Loose);
                return (told != title).then(|| format!("{title}: {told}"));
            }
        })
    }

    fn compared(&self, whole: &Expr, by: Comparison, left: &Expr, right: &Expr) -> String {
        if is_rank(left) || is_rank(right) {
            return match &whole.kind {
                Kind::Binary(Operation::Compare(comparison), ..) if *comparison == by => {
                    self.written(whole)
                }
                _ => format!("not ({})", self.written(whole)),
            };
        }
        let subject = self.expr(left, Binding::Whole);
        let other = self.value_beside(right, left);
        let is_number = matches!(right.kind, Kind::Constant(Value::Number(_)));
        match by {
            Comparison::Equal => format!("{subject} is {other}"),
            Comparison::NotEqual => format!("{subject} is not {other}"),
            Comparison::Below => format!("{subject} is less than {other}"),
            Comparison::Above => format!("{subject} is more than {other}"),
            Comparison::AtMost if is_number => format!("{subject} is {other} or less"),
            Comparison::AtLeast if is_number => format!("{subject} is {other} or more"),
            Comparison::AtMost => format!("{subject} is at most {other}"),
            Comparison::AtLeast => format!("{subject} is at least {other}"),
        }
    }

    /// A value as it is said of what it is compared with.
    fn value_beside(&self, value: &Expr, of: &Expr) -> String {
        match (&value.kind, &of.kind) {
            (Kind::Constant(known), Kind::Variable(fact)) => self.label(Some(*fact), known),
            (Kind::Constant(known), Kind::Question(id, _)) => self.model.answer_of(*id, known),
            _ => self.expr(value, Binding::Whole),
        }
    }

    fn constant(&self, value: &Value, is_signed: bool) -> String {
        self.naming(&value.show(&self.model.words, is_signed))
    }

    /// A text with the facts that it names in angle brackets.
    fn naming(&self, text: &str) -> String {
        let named = |fact| Some(format!("<{}>", self.fact(fact)));
        self.model.fill_in(text, &named)
    }

    /// A value of a fact, with its unit where that counts things.
    pub fn label(&self, fact: Option<VariableId>, value: &Value) -> String {
        let model = self.model;
        let index = fact.and_then(|fact| model.variables[fact].domain.index(value));
        let (Some(fact), Some(index)) = (fact, index) else {
            return self.constant(value, false);
        };
        let unit = model.variables[fact].unit;
        let unit = unit.filter(|unit| model.units[*unit].one.is_some());
        self.counted(model.label_of(fact, index), value.number(), unit)
    }

    /// Whether a subject is one of some values: `weather is Mud or Snow`, `range is 7 to 12 hexes`, `no dust`.
    fn tested(&self, whole: &Expr, test: &Test, inner: &Expr, holds: bool) -> String {
        let subject = self.expr(inner, Binding::Whole);
        let is = if holds { "is" } else { "is not" };
        match (&inner.kind, test) {
            (Kind::Variable(fact), _) => self.fact_tested(*fact, test, holds),
            (_, Test::Ranges(ranges)) => {
                let ranges: Vec<String> = ranges.iter().map(range_words).collect();
                format!("{subject} {is} {}", listed(&ranges))
            }
            (Kind::Question(id, _), Test::Values(values)) => {
                let values = values.iter().map(|value| self.model.answer_of(*id, value));
                said(&subject, &values.collect::<Vec<_>>(), holds)
            }
            _ if holds => self.written(whole),
            _ => format!("not ({})", self.written(whole)),
        }
    }

    /// How a reading is taken.
    fn read_as(&self, reading: VariableId, indices: &[u32], holds: bool) -> String {
        let labels = indices.iter();
        let labels = labels.map(|index| self.model.label_of(reading, *index));
        let labels: Vec<String> = labels.collect();
        let is = match (
            holds,
            labels.iter().any(|text| BARE.contains(&text.as_str())),
        ) {
            (true, true) => "is read as",
            (true, false) => "is",
            (false, true) => "is not read as",
            (false, false) => "is not",
        };
        format!("{} {is} {}", self.fact(reading), listed(&labels))
    }

    fn fact_tested(&self, fact: VariableId, test: &Test, holds: bool) -> String {
        let model = self.model;
        let subject = &self.fact(fact);
        let known = &model.variables[fact];
        if let Test::Ranges(ranges) = test
            && let [(low, high)] = ranges.as_slice()
            && (low.is_none() || high.is_none())
        {
            let is = if holds { "is" } else { "is not" };
            return format!("{subject} {is} {}", range_words(&(*low, *high)));
        }
        let indices: Vec<u32> = test.within(&known.domain).into_iter().flatten().collect();
        if known
            .reading
            .as_ref()
            .is_some_and(|reading| !reading.is_switch)
        {
            return self.read_as(fact, &indices, holds);
        }
        let named = |(first, last): &(u32, u32)| {
            let by = if first + 1 == *last { "or" } else { "to" };
            let [first, last] = [*first, *last].map(|index| known.domain.value(index));
            match first == last {
                true => self.label(Some(fact), &first),
                false => format!(
                    "{} {by} {}",
                    bare(model, fact, &first),
                    self.label(Some(fact), &last)
                ),
            }
        };
        let runs = model.runs(fact, &indices);
        let values: Vec<String> = runs.iter().map(named).collect();
        if values.len() > MOST_NAMED
            && let Some(group) = group_of(model, fact, &indices)
        {
            let not = if holds { "" } else { "not " };
            return format!("{subject} {not}in {group}");
        }
        let others: Vec<u32> = (0..known.domain.size())
            .filter(|index| !indices.contains(index))
            .collect();
        if values.len() > MOST_NAMED && others.len() < MOST_NAMED && !others.is_empty() {
            let others: Vec<String> = model.runs(fact, &others).iter().map(named).collect();
            return said(subject, &others, !holds);
        }
        said(subject, &values, holds)
    }
}

/// The words that say nothing without their reading.
const BARE: [&str; 3] = [NONE, "yes", "no"];

/// A value of a fact without its unit.
fn bare(model: &Model, fact: VariableId, value: &Value) -> String {
    let index = model.variables[fact].domain.index(value);
    index.map_or_else(String::new, |index| model.label_of(fact, index))
}

/// The name of a group that has just these values.
fn group_of(model: &Model, fact: VariableId, indices: &[u32]) -> Option<String> {
    let known = &model.variables[fact];
    let (name, _) = known.groups.iter().find(|(_, values)| {
        let all = values.iter().filter_map(|value| known.domain.index(value));
        let mut all: Vec<u32> = all.collect();
        all.sort_unstable();
        all == indices
    })?;
    Some(model.in_words(name))
}

/// `no dust`, `any dust`, `weather is not Mud`, `weather is Mud or Snow`.
fn said(subject: &str, values: &[String], holds: bool) -> String {
    match (values, holds) {
        ([only], true) if only == NONE => format!("no {subject}"),
        ([only], false) if only == NONE => format!("any {subject}"),
        ([only], true) if only == "yes" => subject.to_owned(),
        ([only], false) if only == "yes" => format!("not {subject}"),
        (_, true) => format!("{subject} is {}", listed(values)),
        (_, false) => format!("{subject} is not {}", listed(values)),
    }
}

/// `a`, `a or b`, `a, b or c`
fn listed(values: &[String]) -> String {
    match values {
        [] => NONE.to_owned(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

fn range_words((low, high): &(Option<Number>, Option<Number>)) -> String {
    let show = |number: &Number| show_number(*number, false);
    match (low, high) {
        (Some(low), Some(high)) if low == high => show(low),
        (Some(low), Some(high)) => format!("{} to {}", show(low), show(high)),
        (Some(low), None) => format!("{} or more", show(low)),
        (None, Some(high)) => format!("{} or less", show(high)),
        (None, None) => "anything".to_owned(),
    }
}

/// The parts of a condition of which one must hold.
fn alternatives(expr: &Expr) -> Vec<&Expr> {
    match &expr.kind {
        Kind::Binary(Operation::Or, left, right) => {
            [alternatives(left), alternatives(right)].concat()
        }
        _ => vec![expr],
    }
}

/// Whether nothing is calculated in it but sums.
fn is_sum(expr: &Expr) -> bool {
    match &expr.kind {
        Kind::Constant(_) | Kind::Variable(_) | Kind::Question(..) => true,
        Kind::Binary(Operation::Add | Operation::Subtract, left, right) => {
            is_sum(left) && is_sum(right)
        }
        _ => false,
    }
}

/// Whether it is a place on a scale, which packs have words of their own for.
const fn is_rank(expr: &Expr) -> bool {
    matches!(expr.kind, Kind::Rank(..))
}
