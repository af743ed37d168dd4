//! Questions and their rules.

use super::names::texts;
use super::resolve::type_of_domain;
use super::{Checker, all};
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{
    Combine, Exception, Expr, Gap, GapId, Kind, Otherwise, Outcome, Question, QuestionId, Rule,
    RuleId, Thing, Type, UnitOf, VariableId,
};
use crate::pack;
use crate::source::{Span, Text};
use crate::value::{Domain, Value, meant_domain};

impl Checker {
    pub fn register_question(&mut self, written: &pack::Question) {
        let told = self.diagnostics.len();
        let answer = match self.way_without_of(&written.answer) {
            Some(of) => (of, None),
            None => self
                .answer_type(&written.answer)
                .unwrap_or((Type::Bool, None)),
        };
        let is_known = self.diagnostics.len() == told;
        let combine = match &written.combine {
            Some(way) => self.combine(way),
            None => Some(Combine::OnlyOne),
        };
        let id = self.model.questions.next_id();
        let (from, is_whole) = self.listed(id, written);
        self.cited(&written.cite);
        if !is_known {
            self.doubt(id);
        }
        if written.answer.span == written.name.span {
            self.unsaid.insert(id);
        }
        let names = || std::iter::once(&written.name).chain(&written.alias);
        let facts = &self.model.variable_names;
        self.model.questions.push(Question {
            alias: texts(&written.alias),
            cite: texts(&written.cite),
            asks: written.asks.clone(),
            from,
            answer_text: written.answer.value.clone(),
            broken: !is_known || combine.is_none() || !is_whole,
            combine: combine.unwrap_or(Combine::OnlyOne),
            finds: names().find_map(|name| facts.get(&name.value).copied()),
            note: written.note.clone(),
            ..self.question(&written.name.value, answer, written.name.span)
        });
        for name in names() {
            self.declare(name.span, Thing::Question(id));
            if let Some(first) = self.model.question_names.insert(name.value.clone(), id) {
                self.defined_twice(
                    &format!("the question `{}`", name.value),
                    name.span,
                    Some(self.model.questions[first].span),
                );
            }
        }
    }

    /// The facts that a question lists, and whether all are known; notes whether it promises to take no others.
    pub fn listed(&mut self, id: QuestionId, written: &pack::Question) -> (Vec<VariableId>, bool) {
        let listed = written.from.as_deref().unwrap_or_default();
        let (from, is_whole) = self.facts_named(listed);
        // What an erratum lists takes nothing from a question that lists nothing itself.
        let is_own = |fact: &Text| !self.model.origins.brings(fact.span);
        if written.from.is_some() && is_whole && (listed.is_empty() || listed.iter().any(is_own)) {
            self.promises.insert(id);
        }
        (from, is_whole)
    }

    pub fn question(
        &self,
        name: &str,
        (answer, range): (Type, Option<Domain>),
        span: Span,
    ) -> Question {
        Question {
            name: name.to_owned(),
            alias: Vec::new(),
            cite: Vec::new(),
            asks: String::new(),
            from: Vec::new(),
            only: Vec::new(),
            beware: Vec::new(),
            answer,
            answer_text: String::new(),
            range,
            broken: false,
            chart_fault: false,
            combine: Combine::OnlyOne,
            rules: Vec::new(),
            otherwise: None,
            finds: None,
            process: None,
            pack: self.scope.pack,
            note: String::new(),
            span,
        }
    }

    fn combine(&mut self, way: &Text) -> Option<Combine> {
        Combine::parse(&way.value).or_else(|| {
            let error = Diagnostic::error(
                Code::UnknownValue,
                way.span,
                format!("`{}` is not a way to combine rules", way.value),
            );
            let known = "only-one, sum, least, greatest, any, all, union";
            self.refuse(error.help(format!("the ways: {known}")))
        })
    }

    /// Tells of `sum DRM`, which is `sum of DRM`; the type that is meant.
    fn way_without_of(&mut self, text: &Text) -> Option<Type> {
        let (way, unit) = text.value.trim().split_once(' ')?;
        Combine::parse(way)?;
        let of = self.model.units.find(unit)?;
        let message = format!("there is no unit `{}`", text.value.trim());
        let error = Diagnostic::error(Code::UnknownUnit, text.span, message);
        self.report(error.help(format!("write `{way} of {unit}`")));
        Some(Type::Number(UnitOf::Unit(of)))
    }

    /// The type of an answer as written: a unit, the name of a fact, a domain, or a unit or some words.
    fn answer_type(&mut self, text: &Text) -> Option<(Type, Option<Domain>)> {
        let written = text.value.trim();
        if let Some(unit) = self.model.units.find(written) {
            self.mention(text.span, Thing::Unit(unit));
            return Some((Type::Number(UnitOf::Unit(unit)), None));
        }
        if let Some(fact) = self.model.variable_names.get(written).copied() {
            self.mention(text.span, Thing::Variable(fact));
            let fact = &self.model.variables[fact];
            return Some((
                type_of_domain(&fact.domain, fact.unit),
                Some(fact.domain.clone()),
            ));
        }
        let is_domain = matches!(written, "bool" | "text")
            || written.starts_with("set of ")
            || written.contains(['|', '<'])
            || written.contains("..")
            || meant_domain(written).is_some();
        if is_domain {
            let domain = self.domain(text, false)?;
            self.declare_values(text, &domain);
            return Some((type_of_domain(&domain, None), Some(domain)));
        }
        let mut parts: Vec<&str> = written.split(" or ").collect();
        let mut words = Vec::new();
        let unit = loop {
            let name = parts.join(" or ");
            let unit = self.model.units.find(&name);
            if let Some(unit) = unit {
                self.mention(text.span.within(0, name.len()), Thing::Unit(unit));
            }
            if unit.is_some() || parts.len() == 1 {
                let is_question = unit.is_none() && self.model.question_names.contains_key(&name);
                break match is_question {
                    true => self.refuse_question_as_type(&name, text.span),
                    false => unit.or_else(|| self.unit_named(&name, text.span)),
                };
            }
            words.insert(0, self.model.words.intern(parts.pop()?.trim()));
        };
        // In the place of a unit that there is not, numbers of any unit will do: what gives them is not wrong for it.
        let unit = unit.map_or(UnitOf::Bare, UnitOf::Unit);
        let of = match words.as_slice() {
            [] => Type::Number(unit),
            _ => Type::NumberOr(unit, words),
        };
        Some((of, None))
    }

    /// Tells of `answer = "odds-column"`, where that is another question.
    fn refuse_question_as_type<T>(&mut self, name: &str, span: Span) -> Option<T> {
        let message = format!("`{name}` is a question, and no kind of answer");
        let error = Diagnostic::error(Code::UnknownUnit, span, message);
        self.refuse(error.help(
            "declare a fact with the values that both answer with, and name it in both: `answer = \"fact\"`",
        ))
    }

    pub fn fill_question(&mut self, written: &pack::Question) {
        let Some(id) = self.model.question_names.get(&written.name.value).copied() else {
            return;
        };
        if !self.is_wanted(id) {
            return;
        }
        for (fact, set) in &written.only {
            match self.only(id, fact, set) {
                Some(only) => self.model.questions[id].only.push(only),
                None => self.model.questions[id].broken = true,
            }
        }
        for (question, answer) in &written.beware {
            let beware = self.answer_named(question, answer);
            self.model.questions[id].beware.extend(beware);
        }
        self.enter(id);
        let cite = written.cite.first();
        let otherwise_cite = written.otherwise_cite.as_ref();
        self.cited(otherwise_cite);
        self.otherwise(
            id,
            written.otherwise.as_ref(),
            otherwise_cite.or(cite).map(|cite| cite.value.clone()),
        );
        if let Some(outcome @ (pack::Outcome::Gives(text) | pack::Outcome::Gap(text))) =
            &written.outcome
        {
            let rule = pack::Rule {
                answers: Vec::new(),
                cite: cite.cloned(),
                when: None,
                outcome: Some(outcome.clone()),
                except: Vec::new(),
                beside: false,
                note: String::new(),
                span: text.span,
            };
            self.add_rule(id, &rule);
        }
    }

    pub fn otherwise(&mut self, id: QuestionId, text: Option<&Text>, cite: Option<String>) {
        let Some(text) = text else { return };
        let answer = self.model.questions[id].answer.clone();
        let told = self.diagnostics.len();
        let gives = match self.is_doubtful(id) {
            true => None,
            false => self.expression(text, &answer),
        };
        if gives.is_none() {
            self.wonder_at_unsaid(id, told);
        }
        self.answer_otherwise(id, gives, cite);
    }

    pub fn answer_otherwise(&mut self, id: QuestionId, gives: Option<Expr>, cite: Option<String>) {
        let cite = cite.unwrap_or_default();
        let question = &mut self.model.questions[id];
        question.broken |= gives.is_none();
        question.otherwise = gives.map(|gives| Otherwise { gives, cite });
    }

    /// An answer of a question by its name.
    fn answer_named(&mut self, question: &Text, answer: &Text) -> Option<(QuestionId, Value)> {
        let id = self.question_named(question)?;
        if self.is_doubtful(id) {
            return None;
        }
        let of = self.model.questions[id].answer.clone();
        match self.expression(answer, &of)?.kind {
            Kind::Constant(value) => Some((id, value)),
            _ => self.refuse(
                Diagnostic::error(Code::WrongType, answer.span, "an answer is wanted here")
                    .help(format!("name one that `{}` can give", question.value)),
            ),
        }
    }

    fn only(&mut self, id: QuestionId, fact: &Text, set: &Text) -> Option<(VariableId, Vec<bool>)> {
        let variable = self.fact_with(fact, set)?;
        if self.promises.contains(&id) && !self.model.questions[id].from.contains(&variable) {
            let name = &fact.value;
            return self.refuse(
                Diagnostic::error(
                    Code::NotInFrom,
                    fact.span,
                    format!("the question is limited by `{name}`, which it does not take"),
                )
                .help("add it to `from`"),
            );
        }
        self.name_texts_of(variable, set)?;
        Some((variable, self.mask(variable, set)?))
    }

    pub fn written_rule(&mut self, rule: &pack::Rule) {
        for name in &rule.answers {
            if let Some(id) = self.answered(name).filter(|id| self.is_wanted(*id)) {
                self.enter(id);
                self.add_rule(id, rule);
            }
        }
    }

    /// Resolves a rule as written and adds it to its question, which is broken without it.
    pub fn add_rule(&mut self, id: QuestionId, written: &pack::Rule) -> Option<RuleId> {
        let rule = self.rule(id, written);
        self.keep_rule(id, rule)
    }

    pub fn keep_rule(&mut self, id: QuestionId, rule: Option<Rule>) -> Option<RuleId> {
        let question = &mut self.model.questions[id];
        let Some(rule) = rule else {
            question.broken = true;
            return None;
        };
        let rule = self.model.rules.push(rule);
        question.rules.push(rule);
        Some(rule)
    }

    pub fn rule(&mut self, id: QuestionId, written: &pack::Rule) -> Option<Rule> {
        let cite = self.cite_or(
            &written.cite,
            &self.model.questions[id]
                .cite
                .first()
                .cloned()
                .unwrap_or_default(),
        );
        let when = self.when(&written.when);
        let told = self.diagnostics.len();
        let outcome = match &written.outcome {
            Some(outcome) => self.outcome(outcome, id, &cite),
            None => self.truth_given(id, written.span),
        };
        if outcome.is_none() {
            self.wonder_at_unsaid(id, told);
        }
        let except = self.exceptions(&written.except, id, &cite);
        Some(Rule {
            question: id,
            cite,
            when: when?,
            outcome: outcome?,
            except: except?,
            beside: written.beside,
            note: written.note.clone(),
            cell: None,
            pack: self.scope.pack,
            span: written.span,
        })
    }

    /// Tells, beside what is wrong with what a question gives, that the question does not say its answer. What else it gives is
    /// likely wrong for the same reason, and is not told.
    fn wonder_at_unsaid(&mut self, id: QuestionId, told: usize) {
        let name = &self.model.questions[id].name;
        let Some(finding) = self
            .diagnostics
            .get_mut(told)
            .filter(|_| self.unsaid.contains(&id))
        else {
            return;
        };
        let advice = format!(
            "`{name}` says no `answer`, so it is yes or no: give it one, as in `answer = \"DRM\"`"
        );
        finding.help.push(advice.into());
        self.doubt(id);
    }

    /// Refuses questions that a chart answers and that hold exceptions alone: these were meant for what the chart gives, and not for
    /// a yes that nobody wrote.
    pub fn refuse_unsaid(&mut self, questions: &[QuestionId]) {
        for id in questions {
            let question = &mut self.model.questions[*id];
            let rules = question.rules.iter().map(|id| &self.model.rules[*id]);
            let mut bare = rules.filter(|rule| {
                rule.when.is_none() && rule.cell.is_none() && !rule.except.is_empty()
            });
            let Some(rule) = bare.next().filter(|_| !question.broken) else {
                continue;
            };
            // What a rule does not say has no place of its own.
            let is_unwritten =
                matches!(&rule.outcome, Outcome::Gives(given) if given.span == rule.span);
            let name = &question.name;
            let error = if self.unsaid.contains(id) {
                let message = format!("`answer` is missing in `{name}`");
                Diagnostic::error(Code::MissingKey, question.span, message).help(
                    "a chart answers it: say what that gives, as in `answer = \"DRM\"` or `answer = \"bool\"`",
                )
            } else if is_unwritten {
                let message = format!("`{name}` has no rule of its own to be an exception of");
                Diagnostic::error(Code::MissingKey, rule.span, message).help(
                    "a chart answers it: let `except` stand in that chart; or say what it `gives` besides",
                )
            } else {
                continue;
            };
            question.broken = true;
            self.report(error);
        }
    }

    /// What a rule gives that does not say it: its question's way to combine does.
    fn truth_given(&mut self, id: QuestionId, span: Span) -> Option<Outcome> {
        let truth = match self.model.questions[id].combine {
            Combine::Any => true,
            Combine::All => false,
            _ if self.is_doubtful(id) => return None,
            _ => {
                return self.refuse(
                    Diagnostic::error(
                        Code::MissingKey,
                        span,
                        "this rule does not say what it gives",
                    )
                    .help(match self.model.questions[id].answer {
                        Type::Bool => "add `gives`, or have `answer = \"any\"`: yes where any rule applies, no elsewhere",
                        _ => "add `gives`, or `gap` where the source lost it",
                    }),
                );
            }
        };
        Some(Outcome::Gives(Expr {
            kind: Kind::Constant(Value::Bool(truth)),
            of: Type::Bool,
            span,
        }))
    }

    fn outcome(&mut self, outcome: &pack::Outcome, id: QuestionId, cite: &str) -> Option<Outcome> {
        match outcome {
            pack::Outcome::Gives(text) => self.given(text, id).map(Outcome::Gives),
            pack::Outcome::Gap(lost) => {
                let gap = Gap {
                    lost: lost.value.clone(),
                    cite: cite.to_owned(),
                    span: lost.span,
                };
                Some(Outcome::Gap(self.gap(id, gap)))
            }
        }
    }

    /// A gap of a question, where it was resolved before the one that it had.
    fn gap(&mut self, id: QuestionId, gap: Gap) -> GapId {
        let gaps = &mut self.model.gaps;
        let known = self.known_gaps.get_mut(&id);
        let place = known.as_ref().and_then(|known| {
            let mut known = known.iter();
            known.position(|known| gaps[*known] == gap)
        });
        match known.zip(place) {
            Some((known, place)) => known.remove(place),
            None => gaps.push(gap),
        }
    }

    /// What a rule gives, as its question wants it. A sum that is a roll takes modifiers too.
    fn given(&mut self, text: &Text, id: QuestionId) -> Option<Expr> {
        if self.is_doubtful(id) {
            return None;
        }
        let question = &self.model.questions[id];
        let (answer, combine) = (question.answer.clone(), question.combine);
        let typed = self.typed_text(text, Some(&answer))?;
        let modifies = match (&typed.of, &answer) {
            (Type::Number(UnitOf::Signed), Type::Number(_)) => true,
            (Type::Number(UnitOf::Unit(unit)), Type::Number(UnitOf::Unit(roll))) => {
                self.model.units[*unit].modifies == Some(*roll)
            }
            _ => false,
        };
        if combine == Combine::Sum && modifies {
            return Some(typed);
        }
        self.fit(typed, &answer)
    }

    fn exceptions(
        &mut self,
        written: &[pack::Exception],
        id: QuestionId,
        cite: &str,
    ) -> Option<Vec<Exception>> {
        all(written
            .iter()
            .map(|written| self.exception(written, id, cite)))
    }

    fn exception(
        &mut self,
        written: &pack::Exception,
        id: QuestionId,
        cite: &str,
    ) -> Option<Exception> {
        let cite = self.cite_or(&written.cite, cite);
        let when = self.when(&written.when);
        let outcome = written.outcome.as_ref();
        let outcome = outcome.map(|outcome| self.outcome(outcome, id, &cite));
        let except = self.exceptions(&written.except, id, &cite);
        let outcome = match outcome {
            Some(resolved) => Some(resolved?),
            None => None,
        };
        Some(Exception {
            cite,
            when: when?,
            outcome,
            except: except?,
            note: written.note.clone(),
            span: written.span,
        })
    }
}
