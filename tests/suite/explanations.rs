//! Why: for each question of the shipped packs, both sides of its answer in the first situation that a worked example gives.
//!
//! `INSTA_UPDATE=always cargo test --test explanations` takes new explanations on.

use crate::common;

use chartroom::answer::{Asker, Stated};
use chartroom::model::{Asked, Example, Model, PackId, QuestionId};
use chartroom::render::answer::{Shown, human};
use chartroom::rulebook::Rulebook;
use chartroom::turn::Situation;
use common::plain;

#[test]
fn every_question_explains_the_first_situation_that_an_example_gives() {
    let rulebook = Rulebook::embedded();
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("explanations");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| {
        for model in &rulebook.games {
            for (pack, found) in (0..).map(PackId).zip(&model.packs) {
                let text = of_pack(&rulebook, model, pack);
                if !text.is_empty() {
                    insta::assert_snapshot!(format!("{}-{}", model.game, found.id), text);
                }
            }
        }
    });
}

/// The explanations of a pack's questions, and which of them no example asks.
fn of_pack(rulebook: &Rulebook, model: &Model, pack: PackId) -> String {
    let (mut told, mut without) = (Vec::new(), Vec::new());
    for (id, question) in (0..).map(QuestionId).zip(&model.questions) {
        if question.pack != pack || question.process.is_some() {
            continue;
        }
        match model.examples.iter().find(|example| asks(example, id)) {
            Some(example) => told.push(explained(rulebook, model, id, example)),
            None => without.push(question.name.as_str()),
        }
    }
    if !without.is_empty() {
        told.push(format!(
            "{} that no example asks: {}\n",
            without.len(),
            without.join(", ")
        ));
    }
    told.join("\n")
}

fn asks(example: &Example, id: QuestionId) -> bool {
    matches!(&example.asked, Asked::Questions(asked) if asked.iter().any(|(own, _, _)| *own == id))
}

/// What is given, and the answer with its reasons. Of a range or a list, the first value is taken.
fn explained(rulebook: &Rulebook, model: &Model, id: QuestionId, example: &Example) -> String {
    let mut situation = Situation::new(model);
    let mut given = Vec::new();
    let facts = example
        .given
        .iter()
        .map(|(fact, indices)| (*fact, *indices.first().unwrap()));
    for (variable, index) in facts.chain(example.readings.iter().copied()) {
        situation.set(variable, Some(index));
        given.push(format!(
            "{} = {}",
            model.variable_name(variable),
            model.show_index(variable, index)
        ));
    }
    let answer = Asker::new(model).answer(&rulebook.sources, id, Stated::new(situation));
    let given = if given.is_empty() {
        "nothing given".to_owned()
    } else {
        given.join(", ")
    };
    format!(
        "{}: {given}\n{}",
        example.cite,
        without_lines(&plain(&human(&Shown::new(&answer))))
    )
}

/// Files without the numbers of their lines, which other rules in them can move.
fn without_lines(text: &str) -> String {
    let mut short = String::new();
    let mut rest = text;
    while let Some((before, after)) = [".toml:", ".ron:"]
        .iter()
        .filter_map(|end| split(rest, end))
        .min_by_key(|(before, _)| before.len())
    {
        short.push_str(before);
        rest = after.trim_start_matches(|digit: char| digit.is_ascii_digit());
    }
    short + rest
}

/// A text before and after the colon that ends a mark.
fn split<'t>(text: &'t str, mark: &str) -> Option<(&'t str, &'t str)> {
    let at = text.find(mark)? + mark.len();
    Some((text.get(..at - 1)?, text.get(at..)?))
}
