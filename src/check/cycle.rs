//! No question depends on itself, and none that is answered rests on one that could not be resolved.

use super::Checker;
use crate::diagnostic::{Code, Diagnostic};
use crate::diagram::deeper;
use crate::model::{Expr, Model, PackId, Question, QuestionId};
use crate::value::Ids;
use itertools::Itertools;
use rustc_hash::{FxHashMap, FxHashSet};

/// The longest chain of questions that use each other.
const MOST_DEEP: usize = 100;

impl Checker {
    /// Goes through the questions, those first that others use: what is broken in one is so in all that use it. Tells of each circle,
    /// whether there is none, and of a chain that is too long: what lies below its end stands.
    pub fn order_questions(&mut self) -> bool {
        let model = &mut self.model;
        let mut search = Search {
            visits: model.questions.iter().map(|_| Visit::New).collect(),
            path: Vec::new(),
            circles: Vec::new(),
            too_deep: Vec::new(),
        };
        for id in model.questions.ids() {
            search.visit(model, id);
        }
        let is_ordered = search.circles.is_empty();
        if !is_ordered {
            for question in model.questions.iter_mut() {
                question.broken = true;
            }
        }
        // Nothing that goes from question to question may go on for ever, be it only to tell that they are broken.
        let circles = search.circles.iter().flatten();
        for id in circles.chain(&search.too_deep) {
            let question = &mut model.questions[*id];
            question.broken = true;
            question.rules.clear();
            question.otherwise = None;
        }
        for circle in &search.circles {
            self.report_circle(circle);
        }
        // A circle of so many is a chain too.
        let mut circles = search.circles.iter();
        let is_told = circles.any(|circle| circle.len() > MOST_DEEP);
        if let Some(id) = search.too_deep.first().filter(|_| !is_told) {
            let question = &self.model.questions[*id];
            let name = &question.name;
            self.report(Diagnostic::error(
                Code::OverLimit,
                question.span,
                format!(
                    "`{name}` ends a chain of more than {MOST_DEEP} questions that use each other"
                ),
            ));
        }
        is_ordered
    }

    fn report_circle(&mut self, circle: &[QuestionId]) {
        let questions = circle.iter().map(|id| &self.model.questions[*id]);
        let Some(first) = questions.clone().next() else {
            return;
        };
        if circle.len() > MOST_DEEP {
            let name = &first.name;
            let message =
                format!("`{name}` depends on itself, by way of more than {MOST_DEEP} questions");
            return self.report(Diagnostic::error(Code::Cycle, first.span, message));
        }
        let names = questions
            .clone()
            .chain([first])
            .map(|question| &question.name)
            .collect_vec()
            .into_iter()
            .join(" → ");
        let error = Diagnostic::error(
            Code::Cycle,
            first.span,
            format!("`{}` depends on itself: {names}", first.name),
        );
        let error = questions.skip(1).fold(error, |error, other| {
            error.label(other.span, "by way of this question")
        });
        self.report(error);
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Visit {
    New,
    Open,
    /// How long the longest chain below is.
    Done(usize),
}

struct Search {
    visits: Ids<QuestionId, Visit>,
    path: Vec<QuestionId>,
    /// Of one that is longer than a chain may be, its beginning.
    circles: Vec<Vec<QuestionId>>,
    /// The questions with too long a chain below.
    too_deep: Vec<QuestionId>,
}

impl Search {
    fn visit(&mut self, model: &mut Model, id: QuestionId) -> usize {
        match self.visits[id] {
            Visit::Done(depth) => return depth,
            Visit::Open => {
                self.circles.push(
                    self.path
                        .iter()
                        .skip_while(|on_path| **on_path != id)
                        .take(MOST_DEEP + 1)
                        .copied()
                        .collect(),
                );
                return 0;
            }
            Visit::New => {}
        }
        self.visits[id] = Visit::Open;
        self.path.push(id);
        let mut below = 0;
        for used in used_by(model, id) {
            below = below.max(deeper(|| self.visit(model, used)));
            let used = &model.questions[used];
            let (broken, chart_fault) = (used.broken, used.chart_fault);
            model.questions[id].broken |= broken;
            model.questions[id].chart_fault |= chart_fault;
        }
        self.path.pop();
        if below >= MOST_DEEP {
            self.too_deep.push(id);
        }
        self.visits[id] = Visit::Done(below + 1);
        below + 1
    }
}

pub fn used_by(model: &Model, id: QuestionId) -> Vec<QuestionId> {
    let exprs = expressions(model, &model.questions[id]);
    exprs.flat_map(Expr::questions).unique().collect()
}

/// The questions that are broken, or use one that is, be it by others.
pub fn resting_on_broken(model: &Model) -> FxHashSet<QuestionId> {
    let broken = model.questions.enumerated();
    let broken = broken
        .filter(|(_, question)| question.broken)
        .map(|(id, _)| id);
    let mut waiting: Vec<QuestionId> = broken.collect();
    let mut resting: FxHashSet<QuestionId> = waiting.iter().copied().collect();
    if waiting.is_empty() {
        return resting;
    }
    let mut users: FxHashMap<QuestionId, Vec<QuestionId>> = FxHashMap::default();
    for id in model.questions.ids() {
        for used in used_by(model, id) {
            users.entry(used).or_default().push(id);
        }
    }
    while let Some(id) = waiting.pop() {
        for user in users.remove(&id).unwrap_or_default() {
            if resting.insert(user) {
                waiting.push(user);
            }
        }
    }
    resting
}

pub fn uses_broken(model: &Model, expr: &Expr) -> bool {
    expr.questions().any(|id| model.questions[id].broken)
}

/// Every expression of a question: of its rules, their exceptions, and what it answers otherwise.
pub fn expressions<'a>(model: &'a Model, question: &'a Question) -> impl Iterator<Item = &'a Expr> {
    parts(model, question).map(|(_, expr)| expr)
}

pub fn parts<'a>(
    model: &'a Model,
    question: &'a Question,
) -> impl Iterator<Item = (PackId, &'a Expr)> {
    let rules = question.rules.iter().map(|id| &model.rules[*id]);
    let otherwise = question.otherwise.iter();
    rules
        .flat_map(|rule| rule.exprs().into_iter().map(|expr| (rule.pack, expr)))
        .chain(otherwise.map(|otherwise| (question.pack, &otherwise.gives)))
}
