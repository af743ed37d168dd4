//! Which facts an answer can come from.

use crate::model::{Expr, Kind, Model, QuestionId, VariableId};
use rustc_hash::FxHashSet;

/// The facts that an answer to a question can come from: those it takes, those by which other questions find them, and those on
/// which it depends what they usually are.
#[must_use]
pub fn taken_by(model: &Model, question: QuestionId) -> FxHashSet<VariableId> {
    let mut search = Search::new(model);
    search.questions.push(question);
    search.run()
}

/// The facts from which the value of an expression can come.
#[must_use]
pub fn taken_by_expr(model: &Model, expr: &Expr) -> FxHashSet<VariableId> {
    let mut search = Search::new(model);
    search.expr(expr);
    search.run()
}

/// The facts from which a fact can come where it is not given, it itself among them.
#[must_use]
pub fn comes_from(model: &Model, fact: VariableId) -> FxHashSet<VariableId> {
    let mut search = Search::new(model);
    search.fact(fact);
    search.run()
}

struct Search<'m> {
    model: &'m Model,
    taken: FxHashSet<VariableId>,
    questions: Vec<QuestionId>,
}

impl<'m> Search<'m> {
    fn new(model: &'m Model) -> Self {
        Self {
            model,
            taken: FxHashSet::default(),
            questions: Vec::new(),
        }
    }

    fn run(mut self) -> FxHashSet<VariableId> {
        let mut seen = FxHashSet::default();
        while let Some(id) = self.questions.pop() {
            if let Some(question) = self.model.question(id).filter(|_| seen.insert(id)) {
                question.from.iter().for_each(|fact| self.fact(*fact));
            }
        }
        self.taken
    }

    fn fact(&mut self, fact: VariableId) {
        if !self.taken.insert(fact) {
            return;
        }
        let name = self.model.variable_name(fact);
        self.questions.extend(self.model.question_names.get(name));
        let usual = self
            .model
            .variable(fact)
            .map_or(&[][..], |found| &found.usually);
        for usual in usual {
            usual
                .when
                .iter()
                .chain([&usual.is])
                .for_each(|expr| self.expr(expr));
        }
    }

    fn expr(&mut self, expr: &Expr) {
        expr.walk(&mut |part| match &part.kind {
            Kind::Variable(fact) => self.fact(*fact),
            Kind::Question(id, _) => self.questions.push(*id),
            _ => {}
        });
    }
}
