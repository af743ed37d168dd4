//! What is done or shown one after the other: procedures and cards. Their parts must be the same ones in the same order; the
//! conditions and values in them are compared everywhere, as questions are.

use super::compare::{Comparison, where_differing};
use super::{Fate, Listed, Thing};
use crate::diagram::{Leaf, TooLarge, find};
use crate::model::{Card, Expr, Model, Procedure, StepDoes};

/// A part of a sequence: what it is, and the expressions in it.
struct Part<'m> {
    label: String,
    expressions: Vec<(&'static str, Option<&'m Expr>)>,
}

/// Everything that changed in procedures and cards.
pub(super) fn sequences(comparison: &mut Comparison<'_>) -> Vec<Listed> {
    let (old, new) = comparison.models();
    let mut found = Vec::new();
    for after in new.procedures.iter().filter(|procedure| !procedure.broken) {
        let before = old
            .procedures
            .iter()
            .find(|before| before.name == after.name && !before.broken);
        if let Some(before) = before {
            let parts = (of_procedure(old, before), of_procedure(new, after));
            compare(
                comparison,
                (Thing::Procedure, &after.name),
                parts,
                &mut found,
            );
        }
    }
    for after in &new.cards {
        if let Some(before) = old.cards.iter().find(|before| before.name == after.name) {
            compare(
                comparison,
                (Thing::Card, &after.name),
                (of_card(old, before), of_card(new, after)),
                &mut found,
            );
        }
    }
    found
}

fn of_procedure<'m>(model: &'m Model, procedure: &'m Procedure) -> Vec<Part<'m>> {
    let facts = |what: &str, facts: &[_]| {
        let names: Vec<&str> = facts
            .iter()
            .map(|fact| model.variable_name(*fact))
            .collect();
        Part {
            label: format!("{what} {}", names.join(", ")),
            expressions: Vec::new(),
        }
    };
    let step = |step: &'m crate::model::ProcedureStep| {
        let when = ("when", step.when.as_ref());
        match &step.does {
            StepDoes::Roll(fact) => Part {
                label: format!("roll {}", model.variable_name(*fact)),
                expressions: vec![when],
            },
            StepDoes::Do(text) => Part {
                label: format!("do: {text}"),
                expressions: vec![when],
            },
            StepDoes::Ask {
                fact,
                gives,
                otherwise,
            } => Part {
                label: format!("find {}", model.variable_name(*fact)),
                expressions: vec![
                    when,
                    ("value", Some(gives)),
                    ("otherwise", otherwise.as_ref()),
                ],
            },
        }
    };
    let mut parts = vec![facts("start with", &procedure.start)];
    parts.extend(procedure.steps.iter().map(step));
    parts.push(facts("end with", &procedure.outcome));
    parts
}

fn of_card<'m>(model: &'m Model, card: &'m Card) -> Vec<Part<'m>> {
    let lines = card
        .sections
        .iter()
        .flat_map(|section| section.lines.iter().map(move |line| (section, line)));
    let lines = lines.map(|(section, line)| {
        let question = model
            .question(line.question)
            .map_or("", |question| question.name.as_str());
        let bound: Vec<&str> = line
            .bound
            .iter()
            .map(|(fact, _)| model.variable_name(*fact))
            .collect();
        let with = if bound.is_empty() {
            String::new()
        } else {
            format!(" with {}", bound.join(", "))
        };
        let mut expressions = vec![("when", line.when.as_ref())];
        expressions.extend(line.bound.iter().map(|(_, value)| ("value", Some(value))));
        Part {
            label: format!("{}: {} {question}{with}", section.title, line.label),
            expressions,
        }
    });
    lines.collect()
}

fn compare(
    comparison: &mut Comparison<'_>,
    (thing, name): (Thing, &str),
    (old, new): (Vec<Part<'_>>, Vec<Part<'_>>),
    found: &mut Vec<Listed>,
) {
    let mut changed = |what: String, before: String, after: String| {
        found.push(Listed {
            thing,
            name: name.to_owned(),
            fate: Fate::Changed(what, before, after),
        });
    };
    let labels = |parts: &[Part<'_>]| {
        parts
            .iter()
            .map(|part| part.label.clone())
            .collect::<Vec<_>>()
    };
    let (before, after) = (labels(&old), labels(&new));
    if before != after {
        let only = |list: &[String], other: &[String]| {
            let own: Vec<String> = list
                .iter()
                .filter(|label| !other.contains(label))
                .cloned()
                .collect();
            own.join("; ")
        };
        let (gone, come) = (only(&before, &after), only(&after, &before));
        let (gone, come) = match (gone.is_empty(), come.is_empty()) {
            (true, true) => ("in one order".to_owned(), "in another".to_owned()),
            (true, false) => ("nothing".to_owned(), come),
            (false, true) => (gone, "nothing".to_owned()),
            (false, false) => (gone, come),
        };
        return changed("steps".to_owned(), gone, come);
    }
    for (old, new) in old.iter().zip(&new) {
        for ((word, before), (_, after)) in old.expressions.iter().zip(&new.expressions) {
            let what = format!("{}, {word}", new.label);
            match (before, after) {
                (None, None) => {}
                (Some(_), None) => changed(what, "said".to_owned(), "not said".to_owned()),
                (None, Some(_)) => changed(what, "not said".to_owned(), "said".to_owned()),
                (Some(before), Some(after)) => match difference(comparison, before, after) {
                    Ok(None) => {}
                    Ok(Some((before, after))) => changed(what, before, after),
                    Err(TooLarge) => changed(what, "too large".to_owned(), "to compare".to_owned()),
                },
            }
        }
    }
}

/// What two expressions come to where they differ, in one situation; nothing where they never do.
fn difference(
    comparison: &mut Comparison<'_>,
    before: &Expr,
    after: &Expr,
) -> Result<Option<(String, String)>, TooLarge> {
    let (old, new) = (
        comparison.old_expression(before)?,
        comparison.condition(after)?,
    );
    let difference = where_differing(&mut comparison.store, old, new)?;
    let Some((witness, _)) = find(&comparison.store, difference, &|leaf| leaf.is(true)) else {
        return Ok(None);
    };
    if comparison.expression_only_through(before, after)? {
        return Ok(None);
    }
    let index = |variable| {
        witness
            .iter()
            .find(|(own, _)| *own == variable)
            .map_or(0, |(_, index)| *index)
    };
    let words = &comparison.space.words;
    let show = |root| match comparison.store.answer(root, index) {
        Leaf::Value(value) => value.show(words, false),
        Leaf::Gap(_) => "a gap".to_owned(),
        _ => "no answer".to_owned(),
    };
    let facts = witness.iter().filter_map(|(variable, index)| {
        let shared = comparison.space.variable(*variable)?;
        Some(format!(
            "{} = {}",
            shared.name,
            shared.domain.value(*index).show(words, false)
        ))
    });
    let facts: Vec<String> = facts.collect();
    let place = if facts.is_empty() {
        String::new()
    } else {
        format!(" where {}", facts.join(", "))
    };
    Ok(Some((show(old), format!("{}{place}", show(new)))))
}
