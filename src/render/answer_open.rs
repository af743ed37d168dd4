//! What an answer still depends on, for a person: the facts to tell, their values, and why others were not found.

use super::style::{BOLD, CITE, FAINT, styled};
use crate::answer::{Answer, Needs};
use crate::diagram::Leaf;
use crate::model::{Model, Question, QuestionId, Type, VariableId};
use std::fmt::Write;

pub(super) fn open(text: &mut String, model: &Model, question: &Question, needs: &Needs) {
    let possible: Vec<String> = needs
        .possible
        .iter()
        .map(|leaf| leaf_text(model, leaf, Some(&question.answer)))
        .collect();
    if !possible.is_empty() {
        let lead = styled(BOLD, "still possible:");
        let _ = writeln!(text, "  {lead} {}", shorten(&possible));
    }
    for (place, variable) in needs.facts.iter().take(MOST_OPEN).enumerate() {
        let lead = if place == 0 {
            "tell first:"
        } else {
            "then perhaps:"
        };
        let _ = writeln!(
            text,
            "  {} {}",
            styled(BOLD, lead),
            fact_line(model, *variable, Some(question))
        );
        for (_, by, answer) in needs.unfound.iter().filter(|(fact, ..)| fact == variable) {
            unfound(text, model, *by, answer);
        }
    }
    if let Some(more) = needs
        .facts
        .len()
        .checked_sub(MOST_OPEN)
        .filter(|more| *more > 0)
    {
        let _ = writeln!(
            text,
            "  {}",
            styled(FAINT, &format!("and perhaps {more} more"))
        );
    }
}

/// How many of the facts that are missing are told.
const MOST_OPEN: usize = 6;

/// Why a question did not find a fact that it can find.
fn unfound(text: &mut String, model: &Model, by: QuestionId, answer: &Answer) {
    let why = match answer {
        Answer::Needs(needs) => {
            let names: Vec<&str> = needs
                .facts
                .iter()
                .map(|fact| model.variable_name(*fact))
                .collect();
            format!("or tell what it follows from: {}", names.join(", "))
        }
        Answer::Gap(gap) => {
            format!(
                "what it follows from is lost: {}",
                model
                    .gaps
                    .at(gap.index())
                    .map_or("", |gap| gap.lost.as_str())
            )
        }
        Answer::NotAsked(_) => "what it follows from is not asked here".to_owned(),
        Answer::Value(_) | Answer::Broken(_) => return,
    };
    let cite = model
        .question(by)
        .map_or_else(String::new, |question| question.cite.join(", "));
    let _ = writeln!(
        text,
        "      {}   {}",
        styled(FAINT, &why),
        styled(CITE, &cite)
    );
}

fn shorten(list: &[String]) -> String {
    if list.len() <= 24 {
        return list.join(", ");
    }
    let (first, last) = (
        list.iter().take(20).cloned().collect::<Vec<_>>().join(", "),
        list.last().cloned().unwrap_or_default(),
    );
    format!("{first}, … {last} ({} in all)", list.len())
}

/// A fact with its values, those only for which the question is asked, and below them what it means.
#[must_use]
pub fn fact_line(model: &Model, variable: VariableId, question: Option<&Question>) -> String {
    model.variable(variable).map_or_else(String::new, |found| {
        format!(
            "{} = {}\n      {}",
            styled(BOLD, &found.name),
            values_of(model, variable, question),
            styled(FAINT, &found.means)
        )
    })
}

/// The values of a fact for which the question is asked, with the unit.
#[must_use]
pub fn values_of(model: &Model, variable: VariableId, question: Option<&Question>) -> String {
    let Some(found) = model.variable(variable) else {
        return String::new();
    };
    let unit = found
        .unit
        .map_or_else(String::new, |unit| format!(" {}", model.units.name(unit)));
    let only = question.and_then(|question| question.only.iter().find(|(own, _)| *own == variable));
    let values = only.map_or_else(
        || found.domain.show(&model.words),
        |(_, asked)| {
            let asked = (0..).zip(asked).filter(|(_, asked)| **asked);
            asked
                .map(|(index, _)| model.show_index(variable, index))
                .collect::<Vec<_>>()
                .join(" | ")
        },
    );
    format!("{values}{unit}")
}

pub(super) fn not_asked(text: &mut String, model: &Model, limits: &[(VariableId, Vec<u32>)]) {
    for (variable, indices) in limits {
        let values: Vec<String> = indices
            .iter()
            .map(|index| model.show_index(*variable, *index))
            .collect();
        let _ = writeln!(
            text,
            "  it is asked only for {} = {}",
            model.variable_name(*variable),
            shorten(&values)
        );
    }
}

pub(super) fn leaf_text(model: &Model, leaf: &Leaf, of: Option<&Type>) -> String {
    match leaf {
        Leaf::Value(value) => value.show(&model.words, of.is_some_and(|of| model.is_signed(of))),
        Leaf::Gap(_) => "a gap".to_owned(),
        Leaf::Outside => "not asked".to_owned(),
        _ => "no answer".to_owned(),
    }
}
