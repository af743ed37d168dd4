//! Which facts an answer can come from.

use super::cycle::expressions;
use crate::model::{Expr, Kind, Model, Procedure, Process, QuestionId, StepDoes, VariableId};
use rustc_hash::FxHashSet;

/// The facts that an answer to a question can come from: those it takes, those by which other questions find them, and those on
/// which it depends what they usually are.
pub fn taken_by(model: &Model, question: QuestionId) -> FxHashSet<VariableId> {
    search(model, |search| search.questions.push(question))
}

/// The facts on which odds of a question can depend: the same, and those of what cannot be and is not counted.
pub fn counted_by(model: &Model, question: QuestionId) -> FxHashSet<VariableId> {
    search(model, |search| {
        search.questions.push(question);
        model
            .impossible
            .iter()
            .for_each(|impossible| search.expr(&impossible.when));
    })
}

pub fn taken_by_expr(model: &Model, expr: &Expr) -> FxHashSet<VariableId> {
    search(model, |search| search.expr(expr))
}

/// The facts from which a fact can come where it is not given, it itself among them.
pub fn comes_from(model: &Model, fact: VariableId) -> FxHashSet<VariableId> {
    search(model, |search| search.fact(fact))
}

/// Whether a fact that is not given is found by a question that an error leaves without an answer, or comes from one that is.
pub fn comes_from_broken(model: &Model, fact: VariableId) -> bool {
    let is_broken = |fact: &VariableId| {
        let finder = model.question_names.get(&model.variables[*fact].name);
        let finder = finder.map(|id| &model.questions[*id]);
        finder.is_some_and(|finder| finder.broken && finder.finds == Some(*fact))
    };
    comes_from(model, fact).iter().any(is_broken)
}

/// The facts at which a procedure can look, in any of its steps.
pub fn taken_by_procedure(model: &Model, procedure: &Procedure) -> FxHashSet<VariableId> {
    search(model, |search| {
        procedure.start.iter().for_each(|fact| search.fact(*fact));
        for step in &procedure.steps {
            if let StepDoes::Roll(fact) | StepDoes::Ask { fact, .. } = step.does {
                search.fact(fact);
            }
            step.exprs().for_each(|expr| search.expr(expr));
        }
    })
}

/// The facts at which a process can look, before its first turn or in any.
pub fn taken_by_process(model: &Model, process: &Process) -> FxHashSet<VariableId> {
    search(model, |search| {
        let told = process.start.iter().chain(&process.turn).copied();
        let initially = process.initially.iter().map(|(fact, _)| *fact);
        let states = process.steps.iter().map(|(state, _)| *state);
        let all = told.chain(initially).chain(states);
        all.for_each(|fact| search.fact(fact));
        search.questions.extend(process.questions());
    })
}

/// The readings and switches that questions look at, themselves or by way of others that they use or that find their facts.
pub fn readings_by(
    model: &Model,
    questions: impl IntoIterator<Item = QuestionId>,
) -> Vec<VariableId> {
    let mut readings = Vec::new();
    let mut all: Vec<QuestionId> = questions.into_iter().collect();
    let mut next = 0;
    while let Some(id) = all.get(next).copied() {
        next += 1;
        let question = &model.questions[id];
        let finders = question.from.iter();
        let finders =
            finders.filter_map(|fact| model.question_names.get(model.variable_name(*fact)));
        let mut used: Vec<QuestionId> = finders.copied().collect();
        for expr in expressions(model, question) {
            expr.walk(&mut |part| match part.kind {
                Kind::Question(id, _) => used.push(id),
                Kind::Variable(id) if model.variables[id].reading.is_some() => readings.push(id),
                _ => {}
            });
        }
        for id in used {
            if !all.contains(&id) {
                all.push(id);
            }
        }
    }
    readings.sort_unstable();
    readings.dedup();
    readings
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
