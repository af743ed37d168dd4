//! Questions and their rules.

use super::Checker;
use super::names::{Ordered, index_u32, texts};
use super::scope::Scope;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{
    self, Combine, Expr, Gap, GapId, Kind, Otherwise, Outcome, PackId, Question, QuestionId,
    RuleId, Type, UnitOf, VariableId,
};
use crate::pack;
use crate::source::{Span, Text};
use crate::value::{Domain, DomainKind, Value, meant_domain};

/// What a question's rules must give: its type, and how they are combined.
#[derive(Debug, Clone)]
pub(super) struct Wanted {
    /// The answer's type.
    pub(super) answer: Type,
    /// How the rules are combined.
    pub(super) combine: Combine,
}

impl Checker {
    pub(super) fn register_questions(&mut self, packs: &Ordered<'_>) {
        for (id, pack) in packs {
            for question in &pack.questions {
                self.register_question(*id, question);
            }
        }
    }

    fn register_question(&mut self, pack: PackId, question: &pack::Question) {
        let answer = self.answer_type(&question.answer);
        let combine = question
            .combine
            .as_ref()
            .map_or(Some(Combine::OnlyOne), |text| self.combine(text));
        let listed = question.from.as_deref().unwrap_or_default();
        let from = self.facts_named(listed);
        let broken = answer.is_none() || combine.is_none() || from.len() != listed.len();
        let (answer, range) = answer.unwrap_or((Type::Bool, None));
        question.cite.iter().for_each(|cite| self.cited(pack, cite));
        let id = QuestionId(index_u32(self.model.questions.len()));
        // What an erratum lists takes nothing from a question that lists nothing itself.
        let is_own = |fact: &Text| !self.model.origins.brings(fact.span);
        if question.from.is_some() && (listed.is_empty() || listed.iter().any(is_own)) {
            self.promises.insert(id);
        }
        let names = || std::iter::once(&question.name).chain(&question.alias);
        let finds = names().find_map(|name| self.model.variable_names.get(&name.value).copied());
        self.model.questions.push(Question {
            name: question.name.value.clone(),
            alias: texts(&question.alias),
            cite: texts(&question.cite),
            asks: question.asks.clone(),
            from,
            only: Vec::new(),
            answer,
            answer_text: question.answer.value.clone(),
            range,
            broken,
            chart_fault: false,
            combine: combine.unwrap_or(Combine::OnlyOne),
            rules: Vec::new(),
            otherwise: None,
            finds,
            process: None,
            pack,
            note: question.note.clone(),
            span: question.name.span,
        });
        for name in names() {
            self.name_question(&name.value, name.span, id);
        }
    }

    fn name_question(&mut self, name: &str, span: Span, id: QuestionId) {
        if let Some(first) = self.model.question_names.insert(name.to_owned(), id) {
            let first = self.model.question(first).map(|question| question.span);
            self.defined_twice(&format!("the question `{name}`"), span, first);
        }
    }

    fn combine(&mut self, text: &Text) -> Option<Combine> {
        let found = Combine::parse(&text.value);
        if found.is_none() {
            let message = format!("`{}` is not a way to combine rules", text.value);
            let known = "only-one, sum, least, greatest, any, all, union";
            self.report(
                Diagnostic::error(Code::UnknownValue, text.span, message)
                    .help(format!("the ways: {known}")),
            );
        }
        found
    }

    /// The facts of these names; tells of each that there is not.
    pub(super) fn facts_named(&mut self, names: &[Text]) -> Vec<VariableId> {
        names
            .iter()
            .filter_map(|name| self.fact_or_tell(name))
            .collect()
    }

    pub(super) fn fact_or_tell(&mut self, name: &Text) -> Option<VariableId> {
        let found = self.model.variable_names.get(&name.value).copied();
        if found.is_none() {
            let message = format!("no pack declares a fact `{}`", name.value);
            let known = self.model.variable_names.keys().map(String::as_str);
            let error = Diagnostic::error(Code::UnknownFact, name.span, message);
            self.report(error.nearest(&name.value, known));
        }
        found
    }

    /// The question of a name; tells where there is none.
    pub(super) fn question_or_tell(&mut self, name: &Text) -> Option<QuestionId> {
        let found = self.model.question_names.get(&name.value).copied();
        if found.is_none() {
            let message = format!("no pack declares a question `{}`", name.value);
            let known = self.model.question_names.keys().map(String::as_str);
            let error = Diagnostic::error(Code::UnknownQuestion, name.span, message);
            self.report(error.nearest(&name.value, known));
        }
        found
    }

    /// The type of an answer as written: a domain, a unit, or a unit or some words.
    fn answer_type(&mut self, text: &Text) -> Option<(Type, Option<Domain>)> {
        let written = text.value.trim();
        if let Some(unit) = self.model.units.find(written) {
            return Some((Type::Number(UnitOf::Unit(unit)), None));
        }
        if let Some(fact) = self.model.variable_names.get(written).copied() {
            let domain = self.model.variable(fact).map(|fact| fact.domain.clone());
            return Some((self.type_of_variable(fact)?, domain));
        }
        if written == "bool"
            || written == "text"
            || written.starts_with("set of ")
            || written.contains(['|', '<'])
            || written.contains("..")
            || meant_domain(written).is_some()
        {
            let domain = self.domain(text, false)?;
            return Some((type_of_domain(&domain), Some(domain)));
        }
        let mut words = Vec::new();
        let mut rest = written;
        while let Some((before, word)) = rest.rsplit_once(" or ") {
            words.insert(0, word.trim());
            rest = before;
            if let Some(unit) = self.model.units.find(rest) {
                let words = words
                    .iter()
                    .map(|word| self.model.words.intern(word))
                    .collect();
                return Some((Type::NumberOr(UnitOf::Unit(unit), words), None));
            }
        }
        // In the place of a unit that there is not, numbers of any unit will do: what gives them is not wrong for it.
        self.unit(&Text {
            value: rest.to_owned(),
            span: text.span,
        });
        let words: Vec<_> = words
            .iter()
            .map(|word| self.model.words.intern(word))
            .collect();
        let bare = UnitOf::Bare;
        Some((
            if words.is_empty() {
                Type::Number(bare)
            } else {
                Type::NumberOr(bare, words)
            },
            None,
        ))
    }

    pub(super) fn fill_questions(&mut self, packs: &Ordered<'_>) {
        for (pack, written) in packs {
            for question in &written.questions {
                let Some(id) = self.model.question_names.get(&question.name.value).copied() else {
                    continue;
                };
                if self.is_wanted(id) {
                    self.fill_question(*pack, id, question);
                }
            }
        }
    }

    fn fill_question(&mut self, pack: PackId, id: QuestionId, written: &pack::Question) {
        let only: Vec<Option<_>> = written
            .only
            .iter()
            .map(|(fact, set)| self.only(id, fact, set))
            .collect();
        let mut broken = only.iter().any(Option::is_none);
        let wanted = self.wanted(id);
        let scope = self.scope_of(pack, id);
        let cite = written
            .cite
            .first()
            .map_or_else(String::new, |cite| cite.value.clone());
        let otherwise = written
            .otherwise
            .as_ref()
            .map(|text| self.expression(text, &wanted.answer, &scope));
        broken |= matches!(otherwise, Some(None));
        if let Some(cite) = &written.otherwise_cite {
            self.cited(pack, cite);
        }
        let own_cite = written
            .otherwise_cite
            .as_ref()
            .map_or_else(|| cite.clone(), |cite| cite.value.clone());
        if let Some(question) = self.model.questions.at_mut(id.index()) {
            question.only = only.into_iter().flatten().collect();
            question.otherwise = otherwise.flatten().map(|gives| Otherwise {
                gives,
                cite: own_cite,
            });
            question.broken |= broken;
        }
        if let Some(outcome) = &written.outcome {
            let rule = pack::Rule {
                answers: Vec::new(),
                cite: written.cite.first().cloned(),
                when: None,
                outcome: Some(outcome.clone()),
                except: Vec::new(),
                beside: false,
                note: String::new(),
                span: outcome_span(outcome),
            };
            self.add_written_rule(pack, id, &rule, &scope);
        }
    }

    pub(super) fn wanted(&self, id: QuestionId) -> Wanted {
        self.model.question(id).map_or(
            Wanted {
                answer: Type::Bool,
                combine: Combine::OnlyOne,
            },
            |question| Wanted {
                answer: question.answer.clone(),
                combine: question.combine,
            },
        )
    }

    pub(super) fn fill_rules(&mut self, packs: &Ordered<'_>) {
        for (pack, written) in packs {
            for rule in &written.rules {
                for name in &rule.answers {
                    if let Some(id) = self.question_or_tell(name).filter(|id| self.is_wanted(*id)) {
                        let scope = self.scope_of(*pack, id);
                        self.add_written_rule(*pack, id, rule, &scope);
                    }
                }
            }
        }
    }

    /// Resolves a rule as written and adds it to its question.
    pub(super) fn add_written_rule(
        &mut self,
        pack: PackId,
        id: QuestionId,
        rule: &pack::Rule,
        scope: &Scope,
    ) {
        if let Some(cite) = &rule.cite {
            self.cited(pack, cite);
        }
        let wanted = self.wanted(id);
        let question_cite = self
            .model
            .question(id)
            .and_then(|question| question.cite.first().cloned())
            .unwrap_or_default();
        let cite = rule
            .cite
            .as_ref()
            .map_or(question_cite, |cite| cite.value.clone());
        let when = rule.when.as_ref().map(|when| self.condition(when, scope));
        let outcome = self.outcome(rule.outcome.as_ref(), &wanted, &cite, rule.span, scope);
        let except = self.exceptions(&rule.except, &wanted, &cite, pack, scope);
        let (Some(outcome), Some(except), false) = (outcome, except, matches!(when, Some(None)))
        else {
            self.mark_broken(id);
            return;
        };
        self.add_rule(model::Rule {
            question: id,
            cite,
            when: when.flatten(),
            outcome,
            except,
            beside: rule.beside,
            note: rule.note.clone(),
            cell: None,
            pack,
            span: rule.span,
        });
    }

    pub(super) fn add_rule(&mut self, rule: model::Rule) -> RuleId {
        let id = RuleId(index_u32(self.model.rules.len()));
        if let Some(question) = self.model.questions.at_mut(rule.question.index()) {
            question.rules.push(id);
        }
        self.model.rules.push(rule);
        id
    }

    pub(super) fn mark_broken(&mut self, id: QuestionId) {
        if let Some(question) = self.model.questions.at_mut(id.index()) {
            question.broken = true;
        }
    }

    fn outcome(
        &mut self,
        outcome: Option<&pack::Outcome>,
        wanted: &Wanted,
        cite: &str,
        span: Span,
        scope: &Scope,
    ) -> Option<Outcome> {
        match outcome {
            Some(pack::Outcome::Gives(text)) => self.given(text, wanted, scope).map(Outcome::Gives),
            Some(pack::Outcome::Gap(lost)) => Some(self.gap(lost, cite)),
            None => {
                let silent = match wanted.combine {
                    Combine::Any => Some(true),
                    Combine::All => Some(false),
                    _ => None,
                };
                if silent.is_none() {
                    let error = Diagnostic::error(
                        Code::MissingKey,
                        span,
                        "this rule does not say what it gives",
                    );
                    self.report(error.help("add `gives`, or `gap` where the source lost it"));
                }
                let kind = Kind::Constant(Value::Bool(silent?));
                Some(Outcome::Gives(Expr {
                    kind,
                    of: Type::Bool,
                    span,
                }))
            }
        }
    }

    fn gap(&mut self, lost: &Text, cite: &str) -> Outcome {
        let id = GapId(index_u32(self.model.gaps.len()));
        self.model.gaps.push(Gap {
            lost: lost.value.clone(),
            cite: cite.to_owned(),
            span: lost.span,
        });
        Outcome::Gap(id)
    }

    /// What a rule gives, as its question wants it. A sum that is a roll takes modifiers too.
    pub(super) fn given(&mut self, text: &Text, wanted: &Wanted, scope: &Scope) -> Option<Expr> {
        let parsed = self.parse(text)?;
        let scope = self.scope_at(text.span, scope);
        let typed = self.expr(&parsed, Some(&wanted.answer), &scope)?;
        if wanted.combine == Combine::Sum && self.modifies(&typed.of, &wanted.answer) {
            return Some(typed);
        }
        self.fit(typed, &wanted.answer)
    }

    fn modifies(&self, own: &Type, answer: &Type) -> bool {
        match (own, answer) {
            (Type::Number(UnitOf::Signed), Type::Number(_)) => true,
            (Type::Number(UnitOf::Unit(own)), Type::Number(UnitOf::Unit(roll))) => {
                self.model.units[*own].modifies == Some(*roll)
            }
            _ => false,
        }
    }

    pub(super) fn exceptions(
        &mut self,
        written: &[pack::Exception],
        wanted: &Wanted,
        cite: &str,
        pack: PackId,
        scope: &Scope,
    ) -> Option<Vec<model::Exception>> {
        let resolved: Vec<Option<model::Exception>> = written
            .iter()
            .map(|exception| self.exception(exception, wanted, cite, pack, scope))
            .collect();
        resolved.into_iter().collect()
    }

    fn exception(
        &mut self,
        written: &pack::Exception,
        wanted: &Wanted,
        cite: &str,
        pack: PackId,
        scope: &Scope,
    ) -> Option<model::Exception> {
        if let Some(cite) = &written.cite {
            self.cited(pack, cite);
        }
        let cite = written
            .cite
            .as_ref()
            .map_or_else(|| cite.to_owned(), |cite| cite.value.clone());
        let when = written
            .when
            .as_ref()
            .map(|when| self.condition(when, scope));
        let outcome = written
            .outcome
            .as_ref()
            .map(|outcome| self.outcome(Some(outcome), wanted, &cite, written.span, scope));
        let except = self.exceptions(&written.except, wanted, &cite, pack, scope)?;
        if matches!(when, Some(None)) || matches!(outcome, Some(None)) {
            return None;
        }
        Some(model::Exception {
            cite,
            when: when.flatten(),
            outcome: outcome.flatten(),
            except,
            note: written.note.clone(),
            span: written.span,
        })
    }
}

fn outcome_span(outcome: &pack::Outcome) -> Span {
    match outcome {
        pack::Outcome::Gives(text) | pack::Outcome::Gap(text) => text.span,
    }
}

/// The type of a domain's values.
pub(super) fn type_of_domain(domain: &Domain) -> Type {
    match &domain.kind {
        DomainKind::Bool => Type::Bool,
        DomainKind::Words { words, ordered, .. } => Type::Words {
            words: words.clone(),
            ordered: *ordered,
        },
        DomainKind::Numbers { .. } => Type::Number(UnitOf::Bare),
        DomainKind::Sets(words) => Type::Set(words.clone()),
        DomainKind::Text(_) => Type::Text,
    }
}
