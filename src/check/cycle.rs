//! No question depends on itself.

use super::Checker;
use super::names::index_u32;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Exception, Expr, Kind, Model, Outcome, Question, QuestionId};

impl Checker {
    /// Tells of each circle of questions; whether there is any.
    pub(super) fn refuse_cycles(&mut self) -> bool {
        let mut state = vec![Visit::New; self.model.questions.len()];
        let mut circles = Vec::new();
        for index in 0..state.len() {
            visit(&self.model, QuestionId(index_u32(index)), &mut state, &mut Vec::new(), &mut circles);
        }
        for circle in &circles {
            self.report_circle(circle);
        }
        !circles.is_empty()
    }

    fn report_circle(&mut self, circle: &[QuestionId]) {
        let questions: Vec<Question> = circle.iter().filter_map(|id| self.model.question(*id)).cloned().collect();
        let Some(first) = questions.first() else {
            return;
        };
        let names: Vec<&str> = questions.iter().chain([first]).map(|question| question.name.as_str()).collect();
        let message = format!("`{}` depends on itself: {}", first.name, names.join(" → "));
        let mut error = Diagnostic::error(Code::Cycle, first.span, message);
        for other in questions.iter().skip(1) {
            error = error.label(other.span, "by way of this question");
        }
        self.report(error);
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Visit {
    New,
    Open,
    Done,
}

fn visit(
    model: &Model,
    id: QuestionId,
    state: &mut [Visit],
    path: &mut Vec<QuestionId>,
    circles: &mut Vec<Vec<QuestionId>>,
) {
    match state.get(id.index()) {
        Some(Visit::New) => {}
        Some(Visit::Open) => {
            let start = path.iter().position(|on_path| *on_path == id).unwrap_or(0);
            circles.push(path.iter().skip(start).copied().collect());
            return;
        }
        _ => return,
    }
    if let Some(place) = state.get_mut(id.index()) {
        *place = Visit::Open;
    }
    path.push(id);
    for next in used_by(model, id) {
        visit(model, next, state, path, circles);
    }
    path.pop();
    if let Some(place) = state.get_mut(id.index()) {
        *place = Visit::Done;
    }
}

/// The questions that a question uses as values.
#[must_use]
pub fn used_by(model: &Model, id: QuestionId) -> Vec<QuestionId> {
    let mut used = Vec::new();
    if let Some(question) = model.question(id) {
        for expr in expressions(model, question) {
            expr.walk(&mut |part| {
                if let Kind::Question(other, _) = part.kind
                    && !used.contains(&other)
                {
                    used.push(other);
                }
            });
        }
    }
    used
}

/// Every expression of a question: of its rules, their exceptions, and what it answers otherwise.
pub(super) fn expressions<'a>(model: &'a Model, question: &'a Question) -> Vec<&'a Expr> {
    let mut all: Vec<&Expr> = question.otherwise.iter().map(|otherwise| &otherwise.gives).collect();
    for rule in question.rules.iter().filter_map(|id| model.rule(*id)) {
        all.extend(&rule.when);
        all.extend(given(&rule.outcome));
        rule.except.iter().for_each(|exception| of_exception(exception, &mut all));
    }
    all
}

fn of_exception<'a>(exception: &'a Exception, all: &mut Vec<&'a Expr>) {
    all.extend(&exception.when);
    all.extend(exception.outcome.as_ref().and_then(given));
    exception.except.iter().for_each(|inner| of_exception(inner, all));
}

const fn given(outcome: &Outcome) -> Option<&Expr> {
    match outcome {
        Outcome::Gives(expr) => Some(expr),
        Outcome::Gap(_) => None,
    }
}
