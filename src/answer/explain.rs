//! Explains an answer: the evaluator walks the rules, and tells of each whether it applied, and why not.

use super::describe::describe;
use super::evaluate::{Context, Evaluator};
use super::explanation::{Applied, Explanation, FailedPart, Passed, ReadingTaken, Why};
use super::found::Found;
use super::used::Used;
use crate::diagram::Leaf;
use crate::model::{
    Cell, Exception, Expr, Kind, Outcome, Question, QuestionId, Role, Rule, RuleId, Type,
    VariableId,
};
use crate::source::Span;
use crate::turn::Situation;

/// The questions explained so far, each with what was bound for it.
type Seen = rustc_hash::FxHashSet<(QuestionId, Vec<(VariableId, Option<Leaf>)>)>;

impl Evaluator<'_> {
    /// Explains the answer to a question, and below it the facts that other questions found for it.
    #[must_use]
    pub fn explain_found(
        &self,
        id: QuestionId,
        situation: &Situation,
        found: &[Found],
    ) -> Explanation {
        let mut explanation = self.explain(id, situation);
        for by in found.iter().filter_map(|found| found.question(self.model)) {
            if !explanation
                .because
                .iter()
                .any(|known| known.question == by && known.bound.is_empty())
            {
                explanation.because.push(self.explain(by, situation));
            }
        }
        explanation
    }

    /// Explains the answer to a question.
    #[must_use]
    pub fn explain(&self, id: QuestionId, situation: &Situation) -> Explanation {
        self.explained(
            id,
            &Context {
                situation,
                bound: Vec::new(),
            },
            Vec::new(),
            &mut Seen::default(),
        )
    }

    /// Explains each question that an expression asks, the outermost.
    #[must_use]
    pub fn explain_parts(&self, expr: &Expr, situation: &Situation) -> Vec<Explanation> {
        let context = Context {
            situation,
            bound: Vec::new(),
        };
        let mut seen = Seen::default();
        let mut all = Vec::new();
        let mut inner: Vec<QuestionId> = Vec::new();
        expr.walk(&mut |part| {
            if let Kind::Question(id, bound) = &part.kind {
                if !inner.contains(id) {
                    let shown = self.shown_bound(bound, &context);
                    all.push(self.explained(*id, &self.inner(bound, &context), shown, &mut seen));
                }
                bound.iter().for_each(|(_, value)| {
                    value.walk(&mut |part| {
                        if let Kind::Question(id, _) = part.kind {
                            inner.push(id);
                        }
                    });
                });
            }
        });
        all
    }

    fn shown_bound(
        &self,
        bound: &[(VariableId, Expr)],
        context: &Context<'_>,
    ) -> Vec<(VariableId, String)> {
        let shown = bound.iter().map(|(variable, value)| {
            let leaf = self.expr(value, context);
            (
                *variable,
                leaf.map_or_else(
                    || "not known".to_owned(),
                    |leaf| self.show(&leaf, &value.of),
                ),
            )
        });
        shown.collect()
    }

    fn explained(
        &self,
        id: QuestionId,
        context: &Context<'_>,
        bound: Vec<(VariableId, String)>,
        seen: &mut Seen,
    ) -> Explanation {
        let mut explanation = Explanation {
            question: id,
            answer: self.answer(id, context),
            bound,
            applied: Vec::new(),
            passed: Vec::new(),
            otherwise: None,
            otherwise_errata: Vec::new(),
            readings: Vec::new(),
            because: Vec::new(),
        };
        if let Some(question) = self.model.question(id) {
            self.fill(&mut explanation, question, context, seen);
        }
        explanation
    }

    fn fill(
        &self,
        explanation: &mut Explanation,
        question: &Question,
        context: &Context<'_>,
        seen: &mut Seen,
    ) {
        let rules: Vec<(RuleId, &Rule)> = question
            .rules
            .iter()
            .filter_map(|id| Some((*id, self.model.rule(*id)?)))
            .collect();
        let given: Vec<(&Rule, Option<Leaf>)> = rules
            .iter()
            .map(|(_, rule)| (*rule, self.rule(rule, context)))
            .collect();
        let mut used = Used::default();
        for ((id, rule), (_, leaf)) in rules.iter().zip(&given) {
            match leaf {
                Some(leaf) if *leaf != Leaf::Silent => {
                    if let Some(passed) = self.gave_way(*id, rule, &given) {
                        used.of_passed(rule, &[]);
                        explanation.passed.push(passed);
                    } else {
                        used.of_applied(rule, self.biting(&rule.except, context));
                        explanation
                            .applied
                            .push(self.applied(*id, rule, leaf.clone(), context));
                    }
                }
                _ => {
                    if rule.cell.is_none_or(|cell| self.is_list(cell)) {
                        let passed = self.passed(*id, rule, leaf.is_none(), context);
                        match &passed.why {
                            Why::Condition(_) => {
                                used.of_passed(rule, &self.failed(rule.when.as_ref(), context))
                            }
                            _ => used.of_applied(rule, self.biting(&rule.except, context)),
                        }
                        explanation.passed.push(passed);
                    }
                }
            }
        }
        if explanation.applied.is_empty()
            && let Some(otherwise) = &question.otherwise
        {
            explanation.otherwise = Some(otherwise.cite.clone());
            explanation.otherwise_errata = self
                .model
                .origins
                .of_places(&[otherwise.gives.span, question.span]);
            used.looked_at.push(&otherwise.gives);
        }
        self.fill_used(explanation, &used, context, seen);
    }

    fn is_list(&self, cell: Cell) -> bool {
        self.model
            .charts
            .at(cell.chart.index())
            .is_some_and(|chart| chart.list)
    }

    fn gave_way(&self, id: RuleId, rule: &Rule, given: &[(&Rule, Option<Leaf>)]) -> Option<Passed> {
        let (pack, cite) = self.gives_way(rule, given)?;
        Some(Passed {
            rule: id,
            cite: rule.cite.clone(),
            says: self.says(&rule.outcome),
            why: Why::GaveWay {
                pack,
                cite: cite.to_owned(),
            },
            errata: self.errata_of(rule, None),
        })
    }

    fn applied(&self, id: RuleId, rule: &Rule, gives: Leaf, context: &Context<'_>) -> Applied {
        let exception = self.biting(&rule.except, context);
        let (cite, says) = match exception {
            Some(exception) => (
                exception.cite.clone(),
                exception
                    .outcome
                    .as_ref()
                    .map_or_else(String::new, |outcome| self.says(outcome)),
            ),
            None => (rule.cite.clone(), self.says(&rule.outcome)),
        };
        Applied {
            rule: id,
            cite,
            gives,
            says,
            exception: exception.map(|exception| self.bite(rule, exception, context)),
            spared: self.spared(&rule.except, exception, context),
            cell: rule.cell,
            errata: self.errata_of(rule, exception),
        }
    }

    fn passed(&self, id: RuleId, rule: &Rule, unknown: bool, context: &Context<'_>) -> Passed {
        let why = if unknown {
            Why::Unknown
        } else {
            self.why_not(rule, context)
        };
        let exception = match why {
            Why::Exception { .. } => self.biting(&rule.except, context),
            _ => None,
        };
        let errata = self.errata_of(rule, exception);
        Passed {
            rule: id,
            cite: rule.cite.clone(),
            says: self.says(&rule.outcome),
            why,
            errata,
        }
    }

    /// Where a reading that an expression asks for, and that is settled, is declared.
    fn settled_at(&self, expr: &Expr) -> Option<Span> {
        let Kind::Variable(reading) = expr.kind else {
            return None;
        };
        let reading = self.model.variable(reading)?;
        reading.settled().map(|_| reading.span)
    }

    /// The errata from which a rule, and the exception that bites, come.
    pub(super) fn errata_of(&self, rule: &Rule, exception: Option<&Exception>) -> Vec<usize> {
        if self.model.origins.is_empty() {
            return Vec::new();
        }
        let mut places = vec![rule.span];
        let mut note = |expr: &Expr| {
            expr.walk(&mut |part| {
                places.push(part.span);
                places.extend(self.settled_at(part));
            });
        };
        rule.when.iter().for_each(&mut note);
        if let (Outcome::Gives(expr), None) = (&rule.outcome, exception) {
            note(expr);
        }
        if let Some(exception) = exception {
            exception.when.iter().for_each(&mut note);
            if let Some(Outcome::Gives(expr)) = &exception.outcome {
                note(expr);
            }
            places.push(exception.span);
        }
        self.model.origins.of_places(&places)
    }

    fn why_not(&self, rule: &Rule, context: &Context<'_>) -> Why {
        let failed = self.failed_parts(rule.when.as_ref(), context);
        if failed.is_empty()
            && let Some(exception) = self.biting(&rule.except, context)
        {
            return Why::Exception {
                cite: exception.cite.clone(),
                part: self.holding(exception, context),
            };
        }
        Why::Condition(failed)
    }

    pub(super) fn part(&self, condition: &Expr, context: &Context<'_>) -> FailedPart {
        let mut facts: Vec<(String, String)> = Vec::new();
        condition.walk(&mut |part| {
            let name = match &part.kind {
                Kind::Variable(variable) => self.model.variable_name(*variable).to_owned(),
                Kind::Question(id, _) => self
                    .model
                    .question(*id)
                    .map_or_else(String::new, |question| question.name.clone()),
                _ => return,
            };
            let value = self
                .expr(part, context)
                .map_or_else(|| "not known".to_owned(), |leaf| self.show(&leaf, &part.of));
            if !facts.iter().any(|(own, _)| *own == name) {
                facts.push((name, value));
            }
        });
        FailedPart {
            condition: self.words(condition),
            facts,
        }
    }

    /// The questions and readings that the rules looked at.
    fn fill_used(
        &self,
        explanation: &mut Explanation,
        used: &Used<'_>,
        context: &Context<'_>,
        seen: &mut Seen,
    ) {
        for expr in &used.looked_at {
            expr.walk(&mut |part| {
                if let Kind::Question(id, bound) = &part.kind {
                    let shown = self.shown_bound(bound, context);
                    let inner = self.inner(bound, context);
                    // What is explained once, wherever it was used, is not explained again.
                    if seen.insert((*id, inner.bound.clone())) {
                        explanation
                            .because
                            .push(self.explained(*id, &inner, shown, seen));
                    }
                }
            });
        }
        for expr in used.looked_at.iter().chain(&used.passed_over) {
            expr.walk(&mut |part| {
                if let Kind::Variable(variable) = &part.kind {
                    self.note_reading(explanation, *variable, context);
                }
            });
        }
    }

    fn note_reading(
        &self,
        explanation: &mut Explanation,
        variable: VariableId,
        context: &Context<'_>,
    ) {
        let is_reading = self
            .model
            .variable(variable)
            .is_some_and(|found| matches!(found.role, Role::Reading(_)));
        if is_reading
            && !explanation
                .readings
                .iter()
                .any(|taken| taken.variable == variable)
            && let Some(index) = context.situation.get(variable)
        {
            let others = self.other_readings(explanation, variable, index, context);
            if !others.is_empty() {
                explanation.readings.push(ReadingTaken {
                    variable,
                    index,
                    others,
                });
            }
        }
    }

    /// The options of a reading that would change the answer.
    fn other_readings(
        &self,
        explanation: &Explanation,
        variable: VariableId,
        taken: u32,
        context: &Context<'_>,
    ) -> Vec<(u32, Leaf)> {
        let options = self
            .model
            .variable(variable)
            .map_or(0, |found| found.domain.size());
        let mut others = Vec::new();
        for option in (0..options).filter(|option| *option != taken) {
            let mut situation = context.situation.clone();
            situation.set(variable, Some(option));
            let other = self.answer(
                explanation.question,
                &Context {
                    situation: &situation,
                    bound: context.bound.clone(),
                },
            );
            if let Some(leaf) = other.filter(|leaf| explanation.answer.as_ref() != Some(leaf)) {
                others.push((option, leaf));
            }
        }
        others
    }

    /// An expression as it is written, or, where it is made from a chart's headings, as it would be.
    #[must_use]
    pub fn words(&self, expr: &Expr) -> String {
        let inside = |inner: &Expr| {
            expr.span.file == inner.span.file
                && expr.span.start <= inner.span.start
                && inner.span.end <= expr.span.end
        };
        let is_written = !matches!(&expr.kind, Kind::In(_, inner) if !inside(inner));
        let written = self
            .texts
            .map(|texts| texts.slice(expr.span))
            .filter(|text| is_written && !text.is_empty() && !text.contains('\n'));
        written.map_or_else(|| describe(self.model, expr), str::to_owned)
    }

    pub(super) fn says(&self, outcome: &Outcome) -> String {
        match outcome {
            Outcome::Gives(expr) => self.words(expr),
            Outcome::Gap(gap) => self
                .model
                .gaps
                .at(gap.index())
                .map_or_else(String::new, |gap| format!("gap: {}", gap.lost)),
        }
    }

    /// A leaf in words.
    #[must_use]
    pub fn show(&self, leaf: &Leaf, of: &Type) -> String {
        match leaf {
            Leaf::Value(value) => value.show(&self.model.words, self.model.is_signed(of)),
            Leaf::Gap(_) => "gap".to_owned(),
            Leaf::Outside => "not asked here".to_owned(),
            Leaf::Conflict => "two answers".to_owned(),
            Leaf::Overflow => "cannot be calculated".to_owned(),
            Leaf::Nothing | Leaf::Silent | Leaf::Cancelled => "no answer".to_owned(),
        }
    }
}
