//! No question depends on itself.

use super::Checker;
use super::names::index_u32;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Expr, Kind, Model, PackId, Question, QuestionId};

impl Checker {
    /// Tells of each circle of questions, and of a chain that is too long; whether there is any.
    pub(super) fn refuse_cycles(&mut self) -> bool {
        let mut search = Search {
            state: vec![Visit::New; self.model.questions.len()],
            ..Search::default()
        };
        for index in 0..self.model.questions.len() {
            search.visit(&self.model, QuestionId(index_u32(index)));
        }
        for circle in &search.circles {
            self.report_circle(circle);
        }
        if let Some(question) = search.too_deep.and_then(|id| self.model.question(id)) {
            let message = format!(
                "`{}` ends a chain of more than {MOST_DEEP} questions that use each other",
                question.name
            );
            let span = question.span;
            self.error(Code::OverLimit, span, message);
        }
        search.too_deep.is_some() || !search.circles.is_empty()
    }

    fn report_circle(&mut self, circle: &[QuestionId]) {
        let questions: Vec<Question> = circle
            .iter()
            .filter_map(|id| self.model.question(*id))
            .cloned()
            .collect();
        let Some(first) = questions.first() else {
            return;
        };
        let names: Vec<&str> = questions
            .iter()
            .chain([first])
            .map(|question| question.name.as_str())
            .collect();
        let message = format!("`{}` depends on itself: {}", first.name, names.join(" → "));
        let mut error = Diagnostic::error(Code::Cycle, first.span, message);
        for other in questions.iter().skip(1) {
            error = error.label(other.span, "by way of this question");
        }
        self.report(error);
    }
}

/// The longest chain of questions that use each other.
pub(super) const MOST_DEEP: usize = 100;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Visit {
    New,
    Open,
    /// How long the longest chain below is.
    Done(usize),
}

/// A search through the questions, the deepest first.
#[derive(Default)]
struct Search {
    state: Vec<Visit>,
    path: Vec<QuestionId>,
    circles: Vec<Vec<QuestionId>>,
    too_deep: Option<QuestionId>,
}

impl Search {
    /// The longest chain that begins with a question.
    fn visit(&mut self, model: &Model, id: QuestionId) -> usize {
        match self.state.get(id.index()) {
            Some(Visit::New) if self.path.len() <= MOST_DEEP => {}
            Some(Visit::Done(depth)) => return *depth,
            Some(Visit::Open) => {
                let start = self
                    .path
                    .iter()
                    .position(|on_path| *on_path == id)
                    .unwrap_or(0);
                self.circles
                    .push(self.path.iter().skip(start).copied().collect());
                return 0;
            }
            _ => return 0,
        }
        self.mark(id, Visit::Open);
        self.path.push(id);
        let below = used_by(model, id)
            .into_iter()
            .map(|next| self.visit(model, next))
            .max()
            .unwrap_or(0);
        self.path.pop();
        if below >= MOST_DEEP {
            self.too_deep.get_or_insert(id);
        }
        self.mark(id, Visit::Done(below + 1));
        below + 1
    }

    fn mark(&mut self, id: QuestionId, visit: Visit) {
        if let Some(place) = self.state.get_mut(id.index()) {
            *place = visit;
        }
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
    parts(model, question)
        .into_iter()
        .map(|(_, expr)| expr)
        .collect()
}

/// Every expression of a question, with the pack that brings it.
pub(super) fn parts<'a>(model: &'a Model, question: &'a Question) -> Vec<(PackId, &'a Expr)> {
    let rules = question.rules.iter().filter_map(|id| model.rule(*id));
    let otherwise = question.otherwise.iter();
    rules
        .flat_map(|rule| rule.exprs().into_iter().map(|expr| (rule.pack, expr)))
        .chain(otherwise.map(|otherwise| (question.pack, &otherwise.gives)))
        .collect()
}
