//! Questions, processes and procedures.

use super::{Entry, Holdings, text_or_null, variable_names};
use crate::answer::Evaluator;
use crate::model::{Chart, Model, Outcome, Process, Question, QuestionId};
use serde_json::{Map, Value, json};

pub(super) fn questions(holdings: &Holdings<'_>, model: &Model) -> Vec<Entry> {
    let own = (0..)
        .map(QuestionId)
        .zip(&model.questions)
        .filter(|(_, question)| question.process.is_none());
    own.map(|(id, question)| one(holdings, model, id, question).at(holdings.sources, question.span))
        .collect()
}

fn one(holdings: &Holdings<'_>, model: &Model, id: QuestionId, question: &Question) -> Entry {
    let words = Evaluator::with_texts(model, holdings.sources);
    let charts: Vec<&str> = model
        .charts
        .iter()
        .filter(|chart| chart.answers.contains(&id))
        .map(|chart: &Chart| chart.id.as_str())
        .collect();
    let cells = vec![
        question.name.clone(),
        question.answer_text.clone(),
        question.cite.join(", "),
        question.asks.clone(),
    ];
    let own = json!({
        "name": question.name,
        "alias": question.alias,
        "cite": question.cite,
        "asks": question.asks,
        "from": variable_names(model, &question.from),
        "only": only(model, question),
        "answer": question.answer_text,
        "combine": question.combine.name(),
        "otherwise": question.otherwise.as_ref().map(|otherwise| words.words(&otherwise.gives)),
        "otherwise-cite": question.otherwise.as_ref().map(|otherwise| otherwise.cite.as_str()),
        "finds": question.finds.map(|fact| model.variable_name(fact)),
        "rules": question.rules.len(),
        "charts": charts,
        "gaps": gaps(model, question),
        "note": text_or_null(&question.note),
    });
    Entry::new(model, question.pack, cells, own)
}

/// The values that the question is limited to, by fact.
fn only(model: &Model, question: &Question) -> Map<String, Value> {
    let asked = |mask: &[bool]| {
        (0..)
            .zip(mask.to_vec())
            .filter(|(_, asked)| *asked)
            .map(|(index, _)| index)
    };
    question
        .only
        .iter()
        .map(|(fact, mask)| {
            let values: Vec<String> = asked(mask)
                .map(|index| model.show_index(*fact, index))
                .collect();
            (model.variable_name(*fact).to_owned(), json!(values))
        })
        .collect()
}

fn gaps<'m>(model: &'m Model, question: &Question) -> Vec<&'m str> {
    let rules = question.rules.iter().filter_map(|id| model.rule(*id));
    let lost = rules.filter_map(|rule| match rule.outcome {
        Outcome::Gap(gap) => model.gaps.at(gap.index()).map(|gap| gap.lost.as_str()),
        Outcome::Gives(_) => None,
    });
    lost.collect()
}

pub(super) fn processes(holdings: &Holdings<'_>, model: &Model) -> Vec<Entry> {
    model
        .processes
        .iter()
        .map(|process| of_process(model, process).at(holdings.sources, process.span))
        .collect()
}

fn of_process(model: &Model, process: &Process) -> Entry {
    let initially: Map<String, Value> = process
        .initially
        .iter()
        .map(|(variable, index)| {
            (
                model.variable_name(*variable).to_owned(),
                json!(model.show_index(*variable, *index)),
            )
        })
        .collect();
    let state: Vec<&str> = process
        .state
        .iter()
        .map(|(name, _)| name.as_str())
        .collect();
    let cells = vec![
        process.name.clone(),
        process.each.clone(),
        process.cite.join(", "),
        process.asks.clone(),
    ];
    let own = json!({
        "name": process.name,
        "cite": process.cite,
        "asks": process.asks,
        "each": process.each,
        "start": variable_names(model, &process.start),
        "turn": variable_names(model, &process.turn),
        "state": state,
        "initially": initially,
    });
    Entry::new(model, process.pack, cells, own)
}

pub(super) fn procedures(holdings: &Holdings<'_>, model: &Model) -> Vec<Entry> {
    let made = model.procedures.iter().map(|procedure| {
        let cells = vec![
            procedure.name.clone(),
            procedure.cite.join(", "),
            procedure.title.clone(),
        ];
        let own = json!({
            "name": procedure.name,
            "cite": procedure.cite,
            "title": procedure.title,
            "start": variable_names(model, &procedure.start),
            "outcome": variable_names(model, &procedure.outcome),
            "sometimes": variable_names(model, &procedure.sometimes),
        });
        Entry::new(model, procedure.pack, cells, own).at(holdings.sources, procedure.span)
    });
    made.collect()
}
