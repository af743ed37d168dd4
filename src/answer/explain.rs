//! Explains an answer: the evaluator walks the rules, and tells of each whether it applied, and why not.

use super::asker::TakenFact;
use super::evaluate::{Contribution, Evaluator, Scene, silencing};
use super::explanation::{
    Condition, ExceptionTo, Explanation, Origin, Passed, ReadingTaken, Reason, Why,
};
use super::told::{NOT_KNOWN, Told, words};
use super::work::{Called, Trial, Work};
use crate::diagram::Leaf;
use crate::model::{Exception, Expr, Kind, Outcome, Question, QuestionId, Role, Rule, VariableId};
use crate::turn::Situation;
use indexmap::IndexMap;
use rustc_hash::FxHashSet;
use std::rc::Rc;

/// The questions explained so far, each with what was bound for it.
type Seen = FxHashSet<Called>;

/// The most questions that one explanation goes into.
pub const MOST_EXPLAINED: usize = 1_000;

/// Which expressions of a question's rules an explanation goes on to explain.
#[derive(Debug, Default)]
struct Used<'e> {
    /// Those that took part: what they ask is explained.
    looked_at: Vec<&'e Expr>,
    /// Those that would take part if something else were so, as a reading.
    passed_over: Vec<&'e Expr>,
}

impl<'e> Used<'e> {
    /// A rule whose condition holds, or may hold: its own outcome, or that of the exception that bites.
    fn of_applied(&mut self, rule: &'e Rule, biting: Option<&Exception>) {
        self.looked_at.extend(&rule.when);
        self.outcome(Some(&rule.outcome), biting.is_none());
        self.exceptions(&rule.except, biting);
    }

    fn exceptions(&mut self, except: &'e [Exception], biting: Option<&Exception>) {
        for exception in except {
            self.looked_at.extend(&exception.when);
            let bites = biting.is_some_and(|biting| std::ptr::eq(biting, exception));
            self.outcome(exception.outcome.as_ref(), bites);
            self.exceptions(&exception.except, biting);
        }
    }

    fn outcome(&mut self, outcome: Option<&'e Outcome>, took_part: bool) {
        let exprs = if took_part {
            &mut self.looked_at
        } else {
            &mut self.passed_over
        };
        exprs.extend(outcome.and_then(Outcome::gives));
    }
}

impl<'a> Evaluator<'a> {
    /// Explains the answer to a question, and below it the facts that other questions found for it.
    #[must_use]
    pub fn explain_found(
        &self,
        id: QuestionId,
        situation: &Situation,
        taken: &[TakenFact],
    ) -> Explanation {
        // By another reading, they may find something else.
        let finders = self.finders(taken);
        let scene = || Scene {
            work: Rc::new(Work::on_trial(Trial {
                finders: finders.clone(),
                ..Trial::default()
            })),
            ..self.scene(situation)
        };
        let explain = |id| scene().explained(id, IndexMap::new(), &mut Seen::default());
        let mut explanation = explain(id);
        for by in taken.iter().filter_map(|taken| taken.question(self.model)) {
            let is_told = |known: &Explanation| known.id == by && known.bound.is_empty();
            if !explanation.because.iter().any(is_told) {
                explanation.because.push(explain(by));
            }
        }
        explanation
    }

    /// Explains the answer to a question.
    #[must_use]
    pub fn explain(&self, id: QuestionId, situation: &Situation) -> Explanation {
        self.scene(situation)
            .explained(id, IndexMap::new(), &mut Seen::default())
    }

    /// Explains each question that an expression asks, the outermost.
    #[must_use]
    pub fn explain_parts(&self, expr: &Expr, situation: &Situation) -> Vec<Explanation> {
        let (scene, mut seen) = (self.scene(situation), Seen::default());
        let (mut all, mut inner) = (Vec::new(), Vec::new());
        expr.walk(&mut |part| {
            let Kind::Question(id, bound) = &part.kind else {
                return;
            };
            if !inner.contains(id) {
                let shown = scene.shown_bound(bound);
                all.push(scene.inner(*id, bound).explained(*id, shown, &mut seen));
            }
            for (_, value) in bound {
                inner.extend(value.questions());
            }
        });
        all
    }
}

impl<'a> Scene<'a> {
    fn shown_bound(&self, bound: &[(VariableId, Expr)]) -> IndexMap<String, String> {
        let shown = bound.iter().map(|(fact, value)| {
            (
                self.model().variable_name(*fact).to_owned(),
                self.shown(value),
            )
        });
        shown.collect()
    }

    /// The value of an expression in words.
    fn shown(&self, expr: &Expr) -> String {
        let leaf = self.expr(expr);
        leaf.map_or_else(
            || NOT_KNOWN.to_owned(),
            |leaf| words(self.model(), &leaf, Some(&expr.of)),
        )
    }

    fn explained(
        &self,
        id: QuestionId,
        bound: IndexMap<String, String>,
        seen: &mut Seen,
    ) -> Explanation {
        let question = &self.model().questions[id];
        let leaf = self.answer(id);
        let told = leaf
            .as_ref()
            .map(|leaf| Told::leaf(self.model(), leaf, Some(&question.answer)));
        let mut explanation = Explanation {
            id,
            question: question.name.clone(),
            cite: question.cite.clone(),
            answer: told,
            leaf,
            applied: Vec::new(),
            passed: Vec::new(),
            readings: Vec::new(),
            because: Vec::new(),
            bound,
            otherwise: None,
            is_cut: false,
            errata: Vec::new(),
        };
        let used = self.tell_rules(&mut explanation, question);
        self.tell_used(&mut explanation, &used, seen);
        explanation.is_cut |= self.work.is_used_up();
        explanation
    }

    /// Tells of each rule whether it applied; which expressions took part in that.
    fn tell_rules(&self, explanation: &mut Explanation, question: &'a Question) -> Used<'a> {
        let given = self.contributions(question);
        let silencing = silencing(&given, false);
        let mut used = Used::default();
        for contribution in &given {
            let biting = self.biting(&contribution.rule.except);
            if contribution
                .leaf
                .as_ref()
                .is_some_and(|leaf| *leaf != Leaf::Silent)
            {
                if let Some((winner, by)) = self.gives_way(contribution.rule, &silencing) {
                    let gave_way_to = self.model().pack_name(winner.pack).to_owned();
                    let why = Why::GaveWay {
                        gave_way_to,
                        rule: winner.cite.clone(),
                        by: by.to_owned(),
                    };
                    used.passed_over.extend(contribution.rule.exprs());
                    explanation
                        .passed
                        .push(self.passed(contribution.rule, why, None));
                } else {
                    used.of_applied(contribution.rule, biting);
                    explanation
                        .applied
                        .extend(self.applied(question, contribution, biting));
                }
            } else if contribution
                .rule
                .cell
                .is_none_or(|cell| self.model().charts[cell.chart].list)
            {
                let why = match contribution.leaf {
                    None if self.work.is_used_up() => continue,
                    // Where it gives nothing whatever that is, its exception tells why.
                    None => match biting.filter(|own| own.outcome.is_none()) {
                        Some(exception) => self.excepted_by(exception),
                        None => Why::Unknown { unknown: true },
                    },
                    Some(_) => self.why_not(contribution.rule, biting),
                };
                if let Why::Condition { .. } = why {
                    used.looked_at
                        .extend(self.failed(contribution.rule.when.as_ref()));
                    used.passed_over.extend(contribution.rule.exprs());
                } else {
                    used.of_applied(contribution.rule, biting);
                }
                let biting = biting.filter(|_| matches!(why, Why::Exception { .. }));
                explanation
                    .passed
                    .push(self.passed(contribution.rule, why, biting));
            }
        }
        // Where a rule may apply or not, it is not what holds where none does.
        if explanation.applied.is_empty()
            && given.iter().all(|own| own.leaf.is_some())
            && let Some(otherwise) = &question.otherwise
        {
            let places = [otherwise.gives.span, question.span];
            explanation.otherwise = Some(otherwise.cite.clone());
            explanation.errata = Origin::of(self.model(), &self.model().origins.of_places(&places));
            used.looked_at.push(&otherwise.gives);
        }
        used
    }

    fn applied(
        &self,
        question: &Question,
        contribution: &Contribution<'_>,
        biting: Option<&Exception>,
    ) -> Option<Reason> {
        let (rule, leaf) = (contribution.rule, contribution.leaf.clone()?);
        let (cite, span) = match biting {
            Some(exception) => (&exception.cite, exception.span),
            None => (&rule.cite, rule.span),
        };
        let of_rule = || self.evaluator.rule_says(rule);
        let says = biting.map_or_else(of_rule, |exception| self.exception_says(exception));
        Some(Reason {
            cite: cite.clone(),
            gives: Told::leaf(self.model(), &leaf, Some(&question.answer)),
            says,
            exception: biting.is_some(),
            chart: rule
                .cell
                .map(|cell| self.model().charts[cell.chart].id.clone()),
            file: self
                .evaluator
                .texts
                .map(|texts| texts.path(span.file).to_owned()),
            line: self.evaluator.texts.map(|texts| texts.position(span).0),
            not_excepted_by: self.spared(&rule.except, biting),
            exception_to: biting.map(|exception| ExceptionTo {
                cite: outer(&rule.cite, &rule.except, exception)
                    .unwrap_or(&rule.cite)
                    .to_owned(),
                condition: self.holding(exception),
            }),
            errata: Origin::of(self.model(), &self.errata_of(rule, biting)),
            question: question.name.clone(),
            leaf,
            rule: contribution.id,
            span,
        })
    }

    fn exception_says(&self, exception: &Exception) -> String {
        let outcome = exception.outcome.as_ref();
        outcome.map_or_else(String::new, |outcome| self.evaluator.says(outcome))
    }

    fn passed(&self, rule: &Rule, why: Why, biting: Option<&Exception>) -> Passed {
        let around = biting.and_then(|biting| {
            let mut all = rule.except.iter();
            all.find(|exception| is_within(exception, biting))
        });
        Passed {
            cite: rule.cite.clone(),
            says: self.evaluator.rule_says(rule),
            why,
            not_excepted_by: self.spared(around.map_or(&[], std::slice::from_ref), biting),
            errata: Origin::of(self.model(), &self.errata_of(rule, biting)),
        }
    }

    fn why_not(&self, rule: &Rule, biting: Option<&Exception>) -> Why {
        let condition = self.failed_parts(rule.when.as_ref());
        match biting.filter(|_| condition.is_empty()) {
            Some(exception) => self.excepted_by(exception),
            None => Why::Condition { condition },
        }
    }

    fn excepted_by(&self, exception: &Exception) -> Why {
        Why::Exception {
            exception: exception.cite.clone(),
            condition: self.holding(exception),
        }
    }

    /// The exception that takes the rule's place, if one does; the innermost.
    pub fn biting<'e>(&self, except: &'e [Exception]) -> Option<&'e Exception> {
        let exception = except.iter().find(|exception| {
            self.exception(exception)
                .is_some_and(|leaf| leaf != Leaf::Silent)
        })?;
        Some(self.biting(&exception.except).unwrap_or(exception))
    }

    /// The condition of an exception that holds.
    fn holding(&self, exception: &Exception) -> Vec<Condition> {
        vec![match &exception.when {
            Some(when) => self.condition(when),
            None => Condition {
                says: "always".to_owned(),
                facts: IndexMap::new(),
            },
        }]
    }

    /// The exceptions that did not take the place of what they are exceptions to.
    fn spared(&self, except: &[Exception], biting: Option<&Exception>) -> Vec<Passed> {
        let mut all = Vec::new();
        for exception in except {
            if biting.is_some_and(|biting| is_within(exception, biting)) {
                all.extend(self.spared(&exception.except, biting));
                continue;
            }
            let condition = self.failed_parts(exception.when.as_ref());
            let holds = |inner: &&Exception| {
                inner
                    .when
                    .as_ref()
                    .is_none_or(|when| self.is_so(when, true))
            };
            let (why, inner) = if !condition.is_empty() {
                (Why::Condition { condition }, &[][..])
            } else if let Some(inner) = exception.except.iter().find(holds) {
                (self.excepted_by(inner), inner.except.as_slice())
            } else {
                continue;
            };
            all.push(Passed {
                cite: exception.cite.clone(),
                says: self.exception_says(exception),
                why,
                not_excepted_by: self.spared(inner, None),
                errata: Vec::new(),
            });
        }
        all
    }

    /// The parts of a condition that do not hold.
    fn failed<'e>(&self, when: Option<&'e Expr>) -> Vec<&'e Expr> {
        let mut parts = when.map(Expr::conjuncts).unwrap_or_default();
        parts.retain(|part| self.is_so(part, false));
        parts
    }

    fn failed_parts(&self, when: Option<&Expr>) -> Vec<Condition> {
        let failed = self.failed(when);
        failed
            .into_iter()
            .map(|part| self.condition(part))
            .collect()
    }

    /// A condition with the facts and questions in it, each with its value.
    fn condition(&self, condition: &Expr) -> Condition {
        let mut facts = IndexMap::new();
        condition.walk(&mut |part| {
            let name = match &part.kind {
                Kind::Variable(variable) => self.model().variable_name(*variable),
                Kind::Question(id, _) => &self.model().questions[*id].name,
                _ => return,
            };
            facts
                .entry(name.to_owned())
                .or_insert_with(|| self.shown(part));
        });
        Condition {
            says: self.evaluator.words(condition),
            facts,
        }
    }

    /// The errata from which a rule, and the exception that bites, come.
    pub fn errata_of(&self, rule: &Rule, biting: Option<&Exception>) -> Vec<usize> {
        if self.model().origins.is_empty() {
            return Vec::new();
        }
        let mut places = vec![rule.span];
        places.extend(biting.map(|exception| exception.span));
        let outcome = match biting {
            Some(exception) => exception.outcome.as_ref(),
            None => Some(&rule.outcome),
        };
        let conditions = rule
            .when
            .iter()
            .chain(biting.and_then(|other| other.when.as_ref()));
        for expr in conditions.chain(outcome.and_then(Outcome::gives)) {
            expr.walk(&mut |part| {
                places.push(part.span);
                if let Kind::Variable(variable) = part.kind {
                    let known = &self.model().variables[variable];
                    places.extend(known.settled().map(|_| known.span));
                }
            });
        }
        self.model().origins.of_places(&places)
    }

    /// The questions and readings that the rules looked at.
    fn tell_used(&self, explanation: &mut Explanation, used: &Used<'_>, seen: &mut Seen) {
        for expr in &used.looked_at {
            expr.walk(&mut |part| {
                if let Kind::Question(id, bound) = &part.kind {
                    let inner = self.inner(*id, bound);
                    let called = (*id, inner.bound.clone());
                    if seen.len() >= MOST_EXPLAINED && !seen.contains(&called) {
                        explanation.is_cut = true;
                        return;
                    }
                    // What is explained once, wherever it was used, is not explained again.
                    if seen.insert(called) {
                        let shown = self.shown_bound(bound);
                        explanation.because.push(inner.explained(*id, shown, seen));
                    }
                }
            });
        }
        let looked_at = used.looked_at.iter().chain(&used.passed_over);
        for variable in looked_at.flat_map(|expr| expr.variables()) {
            let mut readings = explanation.readings.iter();
            if readings.all(|taken| taken.variable != variable) {
                let taken = self.reading(explanation, variable);
                explanation.readings.extend(taken);
            }
        }
    }

    /// A reading, where another option of it would change the answer.
    fn reading(&self, explanation: &Explanation, variable: VariableId) -> Option<ReadingTaken> {
        let model = self.model();
        let known = &model.variables[variable];
        let reading = known.reading.as_ref()?;
        let index = self.situation.get(variable)?;
        if !matches!(known.role, Role::Reading(_)) {
            return None;
        }
        let of = &model.questions[explanation.id].answer;
        let mut situation = self.situation.clone();
        let mut others = IndexMap::new();
        for option in (0..known.domain.size()).filter(|option| *option != index) {
            situation.set(variable, Some(option));
            let scene = Scene {
                situation: &situation,
                work: Rc::new(Work::on_trial(Trial {
                    found: self.work.trial.finders.clone(),
                    ..Trial::default()
                })),
                ..self.clone()
            };
            let leaf = scene.answer(explanation.id);
            if let Some(leaf) = leaf.filter(|leaf| explanation.leaf.as_ref() != Some(leaf)) {
                let told = Told::leaf(model, &leaf, Some(of));
                others.insert(model.show_index(variable, option), told);
            }
        }
        (!others.is_empty()).then(|| ReadingTaken {
            variable,
            is_switch: reading.is_switch,
            reading: known.name.clone(),
            option: model.show_index(variable, index),
            says: reading
                .options
                .get(index as usize)
                .cloned()
                .unwrap_or_default(),
            cite: reading.cite.clone(),
            others,
            errata: Origin::of(model, &model.origins.of_places(&[known.span])),
        })
    }
}

/// Whether an exception is this one, or one of its own exceptions is, however deep.
fn is_within(exception: &Exception, wanted: &Exception) -> bool {
    std::ptr::eq(exception, wanted)
        || exception
            .except
            .iter()
            .any(|inner| is_within(inner, wanted))
}

/// The paragraph of what an exception is an exception to.
fn outer<'e>(cite: &'e str, except: &'e [Exception], wanted: &Exception) -> Option<&'e str> {
    if except
        .iter()
        .any(|exception| std::ptr::eq(exception, wanted))
    {
        return Some(cite);
    }
    except
        .iter()
        .find_map(|inner| outer(&inner.cite, &inner.except, wanted))
}
