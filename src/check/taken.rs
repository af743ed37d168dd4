//! Which facts an answer can come from.

use crate::model::{Expr, Kind, Model, QuestionId, VariableId};
use rustc_hash::FxHashSet;

/// The facts that an answer to a question can come from: those it takes, those by which other questions find them, and those on
/// which it depends what they usually are.
pub fn taken_by(model: &Model, question: QuestionId) -> FxHashSet<VariableId> {
    search(model, |search| search.questions.push(question))
}

pub fn taken_by_expr(model: &Model, expr: &Expr) -> FxHashSet<VariableId> {
    search(model, |search| search.expr(expr))
}

/// The facts from which a fact can come where it is not given, it itself among them.
pub fn comes_from(model: &Model, fact: VariableId) -> FxHashSet<VariableId> {
    search(model, |search| search.fact(fact))
}

struct Search<'m> {
    model: &'m Model,
    taken: FxHashSet<VariableId>,
    questions: Vec<QuestionId>,
}

fn search(model: &Model, begin: impl FnOnce(&mut Search<'_>)) -> FxHashSet<VariableId> {
    let mut search = Search {
        model,
        taken: FxHashSet::default(),
        questions: Vec::new(),
    };
    begin(&mut search);
    let mut seen = FxHashSet::default();
    while let Some(id) = search.questions.pop() {
        if seen.insert(id) {
            model.questions[id]
                .from
                .iter()
                .for_each(|fact| search.fact(*fact));
        }
    }
    search.taken
}

impl Search<'_> {
    fn fact(&mut self, fact: VariableId) {
        if !self.taken.insert(fact) {
            return;
        }
        let model = self.model;
        self.questions
            .extend(model.question_names.get(model.variable_name(fact)));
        for usual in &model.variables[fact].usually {
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
