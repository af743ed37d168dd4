//! What is played: processes, procedures, cards, and the situations that cannot be.

use super::rules::fields;
use super::scribe::Scribe;
use crate::model::{Card, CardLine, Procedure, ProcedureStep, Process, State, StepDoes};
use serde_json::{Value, json};

impl Scribe<'_> {
    pub(super) fn processes(&self) -> Value {
        // What lacks a part is not played.
        let processes = self.model.processes.iter();
        let whole = processes.filter(|process| !process.broken);
        whole.map(|process| self.process(process)).collect()
    }

    fn process(&self, process: &Process) -> Value {
        let states = process.state.iter().map(|(name, state)| match state {
            State::Variable(variable) => json!([name, self.variable(*variable), null]),
            State::Question(question) => json!([name, null, self.question(*question)]),
        });
        let steps = process.steps.iter();
        let steps = steps.map(|(state, by)| json!([self.variable(*state), self.question(*by)]));
        let first = process.initially.iter();
        let first = first.map(|(state, index)| json!([self.variable(*state), index]));
        let before = process.before.iter();
        let before = before.map(|(of, copy)| json!([self.variable(*of), self.variable(*copy)]));
        fields([
            ("name", json!(process.name)),
            (
                "title",
                json!(self.model.guide.spelling.of_name(&process.name)),
            ),
            ("cite", json!(process.cite)),
            ("asks", json!(process.asks)),
            ("each", json!(process.each)),
            ("start", json!(self.variables(&process.start))),
            ("turn", json!(self.variables(&process.turn))),
            ("state", states.collect()),
            ("steps", steps.collect()),
            ("initially", first.collect()),
            ("before", before.collect()),
        ])
    }

    pub(super) fn procedures(&mut self) -> Value {
        let procedures = self.model.procedures.iter();
        let whole = procedures.filter(|procedure| !procedure.broken);
        whole.map(|procedure| self.procedure(procedure)).collect()
    }

    fn procedure(&mut self, procedure: &Procedure) -> Value {
        let steps = procedure.steps.iter();
        let steps: Value = steps.map(|step| self.step(step)).collect();
        fields([
            ("name", json!(procedure.name)),
            ("title", json!(procedure.title)),
            ("cite", json!(procedure.cite)),
            ("start", json!(self.variables(&procedure.start))),
            ("steps", steps),
            ("outcome", json!(self.variables(&procedure.outcome))),
            ("sometimes", json!(self.variables(&procedure.sometimes))),
        ])
    }

    fn step(&mut self, step: &ProcedureStep) -> Value {
        let when = step.when.as_ref();
        let (fact, does, otherwise) = match &step.does {
            StepDoes::Roll(fact) => (Some(*fact), None, None),
            StepDoes::Ask {
                fact,
                gives,
                otherwise,
            } => (Some(*fact), Some(gives), otherwise.as_ref()),
            StepDoes::Do(_) => (None, None, None),
        };
        let words = match &step.does {
            StepDoes::Do(words) => words.as_str(),
            _ => "",
        };
        fields([
            ("fact", json!(fact.map(|fact| self.variable(fact)))),
            ("gives", json!(self.optional(does))),
            (
                "root",
                json!(does.and_then(|gives| self.root_of_expr(gives))),
            ),
            (
                "otherwise",
                json!(otherwise.and_then(|other| self.root_of_expr(other))),
            ),
            ("words", json!(words)),
            ("conditional", json!(when.is_some())),
            (
                "whenRoot",
                json!(when.and_then(|when| self.root_of_expr(when))),
            ),
            ("cite", json!(step.cite)),
            ("note", json!(step.note)),
        ])
    }

    pub(super) fn cards(&mut self) -> Value {
        let cards = self.model.cards.iter();
        cards.map(|card| self.card(card)).collect()
    }

    fn card(&mut self, card: &Card) -> Value {
        let sections = card.sections.iter().map(|section| {
            let lines = section.lines.iter();
            let lines: Value = lines.map(|line| self.card_line(line)).collect();
            json!([section.title, lines])
        });
        let sections: Value = sections.collect();
        json!({ "name": card.name, "title": card.title, "sections": sections })
    }

    fn card_line(&mut self, line: &CardLine) -> Value {
        let bound = line
            .bound
            .iter()
            .map(|(fact, value)| json!([self.variable(*fact), self.root_of_expr(value)]));
        let bound: Value = bound.collect();
        let when = line.when.as_ref();
        fields([
            ("label", json!(line.label)),
            ("question", json!(self.question(line.question))),
            ("bound", bound),
            ("conditional", json!(when.is_some())),
            (
                "whenRoot",
                json!(when.and_then(|when| self.root_of_expr(when))),
            ),
        ])
    }

    /// The situations that cannot be.
    pub(super) fn impossible(&mut self) -> Value {
        let all = self.model.impossible.iter().enumerate();
        all.map(|(place, impossible)| {
            let places = [impossible.span, impossible.when.span];
            let errata = self.model.origins.of_places(&places);
            let root = self.root_of_expr(&impossible.when);
            let root = root.and_then(|_| self.root_of_impossible(place));
            fields([
                ("cite", json!(impossible.cite)),
                ("says", json!(impossible.says)),
                ("root", json!(root)),
                ("errata", self.errata(&errata)),
            ])
        })
        .collect()
    }
}
