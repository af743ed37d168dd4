//! Names that nothing declares: each is told once, with what to declare, guessed from all that it is compared with.

use super::Checker;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::Model;
use crate::source::Span;
use crate::syntax::{Comparison, Expr, ExprKind, Member, parse_set};
use crate::value::{DomainKind, Number};
use itertools::Itertools;
use rustc_hash::{FxHashMap, FxHashSet};
use std::mem;

/// What is known of names that nothing declares before all texts are read.
#[derive(Debug, Default)]
pub struct Undeclared {
    names: FxHashSet<String>,
    /// Those that stand where a condition is wanted.
    conditions: FxHashSet<String>,
    /// Those that are given or limited to something, with what that is.
    given: Vec<(String, String)>,
    /// Facts whose domain is told to be wrong: nothing more is told of them.
    broken: FxHashSet<String>,
}

impl Undeclared {
    /// A name that is told to be unknown, where a condition is wanted or something else.
    pub fn note(&mut self, name: &str, is_condition: bool) {
        self.names.insert(name.to_owned());
        if is_condition {
            self.conditions.insert(name.to_owned());
        }
    }

    pub fn is_given(&mut self, name: &str, values: &str) {
        self.given.push((name.to_owned(), values.to_owned()));
    }

    /// Notes a fact, or a unit with dice, that cannot be read: that is told where it is declared, and nowhere else.
    pub fn is_broken(&mut self, name: &str) {
        self.broken.insert(name.to_owned());
    }

    pub fn is_known_broken(&self, name: &str) -> bool {
        self.broken.contains(name)
    }

    /// The name that nothing bears, if that is what a finding tells.
    fn name_of<'f>(finding: &'f Diagnostic, model: &Model) -> Option<&'f str> {
        let is_name = matches!(
            finding.code,
            Code::UnknownName | Code::UnknownFact | Code::UnknownQuestion | Code::UnknownUnit
        );
        let is_known = |name: &&str| match finding.code {
            Code::UnknownUnit => false,
            Code::UnknownFact => model.variable_names.contains_key(*name),
            _ => {
                let is_fact = model.variable_names.contains_key(*name);
                is_fact || model.question_names.contains_key(*name)
            }
        };
        let name = finding.unknown.as_deref().filter(|_| is_name)?;
        Some(name).filter(|name| !is_known(name))
    }
}

/// How many more places of a name are shown.
const MORE_PLACES: usize = 2;

/// Shows one more place of a name, unless enough are shown.
fn and_here(first: &mut Diagnostic, place: Span) {
    let is_new = first.labels.iter().all(|label| label.span != place);
    if is_new && first.labels.len() <= MORE_PLACES {
        *first = first.clone().label(place, "and here");
    }
}

/// What a value or reading that is none is told by, once: its word, wherever it stands.
fn value_of(finding: &Diagnostic) -> Option<String> {
    match (finding.code, finding.unknown.as_deref()) {
        (Code::UnknownValue | Code::UnknownReading, Some(word)) => Some(word.to_owned()),
        (Code::UnknownValue | Code::IdleFact, _) => Some(finding.to_string()),
        _ => None,
    }
}

impl Checker {
    /// Completes the findings for names that nothing declares, once all that uses them is known, and tells each name once.
    pub fn tell_undeclared(&mut self) {
        let undeclared = mem::take(&mut self.undeclared);
        let is_new = |name: &str, finding: &Diagnostic| {
            finding.help.is_empty() && undeclared.names.contains(name)
        };
        let mut wanted = FxHashSet::default();
        for finding in &self.diagnostics {
            let name = Undeclared::name_of(finding, &self.model);
            wanted.extend(name.filter(|name| is_new(name, finding)).map(str::to_owned));
        }
        let advice = match wanted.is_empty() {
            true => FxHashMap::default(),
            false => self.advice_for(&wanted, &undeclared),
        };
        let mut told: FxHashMap<String, usize> = FxHashMap::default();
        let mut kept: Vec<Diagnostic> = Vec::new();
        for finding in mem::take(&mut self.diagnostics) {
            let name = Undeclared::name_of(&finding, &self.model).map(str::to_owned);
            let Some(name) = name.or_else(|| value_of(&finding)) else {
                kept.push(finding);
                continue;
            };
            if undeclared.broken.contains(&name) {
                continue;
            }
            let first = told.get(&name).and_then(|place| kept.get_mut(*place));
            match (first, finding.labels.first()) {
                (Some(first), Some(_)) if first.code == Code::UnknownUnit => {
                    let unit = mem::replace(first, finding);
                    unit.labels
                        .iter()
                        .for_each(|each| and_here(first, each.span));
                }
                (Some(first), Some(label)) => and_here(first, label.span),
                _ => {
                    told.insert(name.clone(), kept.len());
                    kept.push(
                        match advice.get(&name).filter(|_| is_new(&name, &finding)) {
                            Some(advice) => finding.help(advice.clone()),
                            None => finding,
                        },
                    );
                }
            }
        }
        self.diagnostics = kept;
    }

    fn advice_for(
        &self,
        names: &FxHashSet<String>,
        undeclared: &Undeclared,
    ) -> FxHashMap<String, String> {
        let unused = |name: &String| {
            let is_condition = undeclared.conditions.contains(name);
            let uses = Uses {
                is_condition,
                ..Uses::default()
            };
            (name.clone(), uses)
        };
        let mut reader = Reader {
            checker: self,
            uses: names.iter().map(unused).collect(),
        };
        for expr in self.parses.exprs_in_order() {
            reader.look(&expr);
        }
        for (name, values) in &undeclared.given {
            reader.given(name, values);
        }
        let advice = |(name, uses): (String, Uses)| {
            let of = self.fact_with_value(&name);
            let help = match of.filter(|_| uses.is_condition && !uses.is_compared()) {
                Some(_) if uses.listed.is_some() => uses.advice(&name),
                Some(fact) => format!("it is a value of `{fact}`: write `{fact} is {name}`"),
                None => uses.advice(&name),
            };
            (name, help)
        };
        reader.uses.into_iter().map(advice).collect()
    }

    fn fact_with_value(&self, name: &str) -> Option<&str> {
        let word = self.model.words.find(name)?;
        let mut facts = self.model.variables.iter();
        let fact = facts.find(|fact| fact.reading.is_none() && fact.domain.words().contains(&word));
        fact.map(|fact| fact.name.as_str())
    }
}

/// How a name is used.
#[derive(Debug, Default)]
struct Uses {
    words: Vec<String>,
    numbers: Vec<Number>,
    is_condition: bool,
    is_number: bool,
    is_scale: bool,
    is_set: bool,
    /// The domain of a fact that it is compared with.
    like: Option<String>,
    /// How it is written where it stands in parentheses with others, as in `sky is not (rain or snow)`.
    listed: Option<String>,
    /// How it is written where it is a value or group of the fact behind it, as in `ordnance in attack`.
    swapped: Option<String>,
}

impl Uses {
    fn is_compared(&self) -> bool {
        self.is_number || !self.words.is_empty() || !self.numbers.is_empty() || self.like.is_some()
    }

    fn advice(&self, name: &str) -> String {
        if matches!(name, "otherwise" | "else" | "default") {
            return "what is answered where no rule applies stands under the question: `otherwise = \"…\"`"
                .to_owned();
        }
        if ["na", "nil", "null", "nothing"].contains(&&*name.to_ascii_lowercase()) {
            return "what has no value is `none`".to_owned();
        }
        if ["on", "off"].contains(&name) {
            return "what is on is `yes`, and what is off is `no`".to_owned();
        }
        if let Some(swapped) = &self.swapped {
            return format!("the fact stands first: write `{swapped}`");
        }
        if let Some(listed) = &self.listed {
            return format!("several values are a set: `{listed}`");
        }
        if name.starts_with(char::is_uppercase) {
            return format!(
                "a name has small letters; free text stands in quotes of its own: `'{name}'`"
            );
        }
        let declare = format!("declare it in a `.toml` file of the pack: `[fact.{name}]`");
        let with =
            |domain: &str, more: &str| format!("{declare} with `domain = \"{domain}\"`{more}");
        let sign = if self.is_scale { " < " } else { " | " };
        match (self.words.as_slice(), &self.like) {
            ([only], _) => {
                let domain = self.of_words(&format!("{only}{sign}other"));
                with(&domain, ", and all that it can be in place of `other`")
            }
            (words @ [_, ..], _) if self.is_scale => with(
                &self.of_words(&words.join(sign)),
                ", from its least to its greatest",
            ),
            (words @ [_, ..], _) => with(
                &self.of_words(&words.join(sign)),
                ", and what else it can be",
            ),
            ([], Some(like)) => with(like, ""),
            ([], None) => match self.range() {
                Some(range) => with(&range, ", from its least to its greatest"),
                None if self.is_condition => with("bool", ""),
                None => format!(
                    "{declare} with its `domain`, or `[question.{name}]` if rules say what it is"
                ),
            },
        }
    }

    fn of_words(&self, words: &str) -> String {
        match self.is_set {
            true => format!("set of {}", words.replace(" < ", " | ")),
            false => words.to_owned(),
        }
    }

    fn range(&self) -> Option<String> {
        let numbers = self.numbers.iter();
        match numbers.minmax().into_option() {
            Some((least, most)) => {
                let least = least.floor().min(Number::default());
                let most = most.ceil().max(least + Number::from_integer(1));
                Some(format!("{least}..={most}"))
            }
            None => self.is_number.then(|| "0..=12".to_owned()),
        }
    }
}

/// Reads what all texts say of the names.
struct Reader<'c> {
    checker: &'c Checker,
    uses: FxHashMap<String, Uses>,
}

impl Reader<'_> {
    fn of(&mut self, expr: &Expr) -> Option<&mut Uses> {
        self.uses.get_mut(expr.name()?)
    }

    fn look(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::In { left, set, negated } => {
                set.iter().for_each(|member| self.member(left, member));
                if let [Member::One(only)] = set.as_slice() {
                    self.listed(left, *negated, only);
                    self.swapped(left, *negated, only);
                }
            }
            ExprKind::Compare(comparison, left, right) => {
                self.compared(left, *comparison, right);
                self.compared(right, turned(*comparison), left);
            }
            ExprKind::Word(left, _, right) => {
                for (of, value) in [(left, right), (right, left)] {
                    self.value(of, value);
                    self.of(of)
                        .into_iter()
                        .for_each(|uses| uses.is_scale = true);
                }
            }
            ExprKind::Includes(left, right) => {
                self.value(left, right);
                self.of(left)
                    .into_iter()
                    .for_each(|uses| uses.is_set = true);
            }
            ExprKind::Arithmetic(_, expression, other) | ExprKind::Divide(expression, other, _) => {
                for part in [expression, other] {
                    self.of(part)
                        .into_iter()
                        .for_each(|uses| uses.is_number = true);
                }
            }
            ExprKind::Rate(_) | ExprKind::Part(..) | ExprKind::Clamp(..) => {
                for part in expr.parts() {
                    self.of(part)
                        .into_iter()
                        .for_each(|uses| uses.is_number = true);
                }
            }
            ExprKind::With(_, bindings) => {
                for binding in bindings {
                    self.given(&binding.fact.text, &binding.value.to_string());
                }
            }
            _ => {}
        }
        for part in expr.parts() {
            self.look(part);
        }
        if let ExprKind::Or(list) = &expr.kind {
            self.bare_values(list);
        }
    }

    /// `wind is strong or gale`, where `gale` is nothing by itself.
    fn bare_values(&mut self, list: &[Expr]) {
        for (expression, next) in list.iter().tuple_windows() {
            if let ExprKind::In { left, .. } = &expression.kind
                && next
                    .name()
                    .is_some_and(|name| self.checker.meaning(name).is_none())
            {
                self.value(left, next);
            }
        }
    }

    /// `sky is (rain or snow)`: several values as they are said, and not as a set.
    fn listed(&mut self, left: &Expr, negated: bool, only: &Expr) {
        let ExprKind::Or(list) = &only.kind else {
            return;
        };
        let names = list.iter().map(Expr::name).collect::<Option<Vec<_>>>();
        let sign = if negated { "not in" } else { "in" };
        for name in names.iter().flatten() {
            let listed = format!("{left} {sign} {{{}}}", names.iter().flatten().join(", "));
            if let Some(uses) = self.uses.get_mut(*name) {
                uses.listed = Some(listed);
            }
        }
    }

    /// `ordnance in attack`: a value or group before its fact.
    fn swapped(&mut self, left: &Expr, negated: bool, only: &Expr) {
        let model = &self.checker.model;
        let (Some(value), Some(name)) = (left.name(), only.name()) else {
            return;
        };
        let Some(fact) = model.variable_names.get(name) else {
            return;
        };
        let fact = &model.variables[*fact];
        let word = model.words.find(value);
        let sign = match (fact.groups.iter().any(|(group, _)| group == value), negated) {
            (true, false) => "in",
            (true, true) => "not in",
            _ if !word.is_some_and(|word| fact.domain.words().contains(&word)) => return,
            (_, false) => "is",
            (_, true) => "is not",
        };
        let swapped = format!("{name} {sign} {value}");
        self.of(left)
            .into_iter()
            .for_each(|uses| uses.swapped = Some(swapped.clone()));
    }

    fn member(&mut self, of: &Expr, member: &Member) {
        member
            .parts()
            .into_iter()
            .for_each(|value| self.value(of, value));
        let Some(uses) = self.of(of) else { return };
        let is_of_words = !uses.words.is_empty();
        uses.is_scale |= !matches!(member, Member::One(_) | Member::Any(_)) && is_of_words;
    }

    fn compared(&mut self, of: &Expr, comparison: Comparison, with: &Expr) {
        let beyond = match comparison {
            Comparison::Above => 1,
            Comparison::Below => -1,
            _ => 0,
        };
        self.value(of, with);
        let Some(uses) = self.of(of) else { return };
        if let ExprKind::Number { value, .. } = with.kind {
            uses.numbers.push(value + Number::from_integer(beyond));
        }
        let is_order = !matches!(comparison, Comparison::Equal | Comparison::NotEqual);
        uses.is_scale |= is_order && !uses.words.is_empty();
    }

    /// A value that the name has somewhere.
    fn value(&mut self, of: &Expr, value: &Expr) {
        let like = value.name().and_then(|name| {
            let model = &self.checker.model;
            let fact = *model.variable_names.get(name)?;
            let domain = &model.variables[fact].domain;
            Some(match domain.kind {
                DomainKind::Bool => "bool".to_owned(),
                _ => domain.show(&model.words),
            })
        });
        let Some(uses) = self.of(of) else { return };
        match (&value.kind, like) {
            (ExprKind::Number { value, .. }, _) => uses.numbers.push(*value),
            (_, Some(like)) => uses.like = Some(like),
            (ExprKind::Name(name), None)
                if matches!(name.as_str(), "yes" | "no" | "true" | "false") =>
            {
                uses.is_condition = true;
            }
            (ExprKind::Name(name), None) if !uses.words.contains(name) => {
                uses.words.push(name.clone());
            }
            (ExprKind::Arithmetic(..) | ExprKind::Divide(..), None) => uses.is_number = true,
            _ => {}
        }
    }

    /// What is given for a name, or what it is limited to.
    fn given(&mut self, name: &str, values: &str) {
        let span = Span::NOWHERE;
        let Ok(members) = parse_set(&values.replace(" | ", ", "), span) else {
            return;
        };
        let of = Expr {
            kind: ExprKind::Name(name.to_owned()),
            span,
        };
        members.iter().for_each(|member| self.member(&of, member));
    }
}

/// The same comparison read from the other side.
const fn turned(comparison: Comparison) -> Comparison {
    match comparison {
        Comparison::Below => Comparison::Above,
        Comparison::AtMost => Comparison::AtLeast,
        Comparison::Above => Comparison::Below,
        Comparison::AtLeast => Comparison::AtMost,
        same => same,
    }
}
