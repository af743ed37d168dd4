//! What is done or shown one after the other: procedures and cards. Their parts must be the same ones in the same order; the
//! conditions and values in them are compared everywhere, as questions are.

use super::both::{Both, Item, why_broken};
use super::{Fate, Listed, NotCompared, Thing};
use crate::analysis::index_in;
use crate::check::{is_broken, is_broken_procedure, uses_broken};
use crate::diagram::{Leaf, TooLarge, find};
use crate::model::{Card, Expr, Model, Procedure, ProcedureStep, StepDoes, VariableId};

/// A part of a sequence: what it is, and the expressions in it.
struct Part<'m> {
    label: String,
    expressions: Vec<(&'static str, Option<&'m Expr>)>,
}

/// Everything that changed in procedures and cards.
pub fn sequences(both: &mut Both<'_>) -> Vec<Listed> {
    let [old, new] = both.models;
    let mut listed = Vec::new();
    for after in &new.procedures {
        let mut of_old = old.procedures.iter();
        let Some(before) = of_old.find(|before| before.name == after.name) else {
            continue;
        };
        if !is_broken_procedure(old, before) && !is_broken_procedure(new, after) {
            let parts = [of_procedure(old, before), of_procedure(new, after)];
            compare(both, Thing::Procedure, &after.name, parts, &mut listed);
        }
    }
    for after in &new.cards {
        let Some(before) = old.cards.iter().find(|before| before.name == after.name) else {
            continue;
        };
        if !is_broken_card(old, before) && !is_broken_card(new, after) {
            let parts = [of_card(old, before), of_card(new, after)];
            compare(both, Thing::Card, &after.name, parts, &mut listed);
        }
    }
    listed
}

/// The processes, procedures and cards that are not compared, for an error leaves one side without a part of them, or both; the
/// states of processes, which are, are told with the questions.
pub fn uncompared([old, new]: [&Model; 2]) -> Vec<NotCompared> {
    let broken = |model: &Model| -> Vec<(Thing, String, bool)> {
        let processes = model.processes.iter();
        let processes =
            processes.map(|process| (Thing::Process, process.name.clone(), process.broken));
        let procedures = model.procedures.iter().map(|procedure| {
            let is_broken = is_broken_procedure(model, procedure);
            (Thing::Procedure, procedure.name.clone(), is_broken)
        });
        let cards = model.cards.iter().map(|card| {
            let is_broken = is_broken_card(model, card);
            (Thing::Card, card.name.clone(), is_broken)
        });
        processes.chain(procedures).chain(cards).collect()
    };
    let before = broken(old);
    let why = |(thing, name, is_broken): (Thing, String, bool)| {
        let mut before = before.iter();
        let (_, _, was_broken) = before.find(|was| was.0 == thing && was.1 == name)?;
        let why = why_broken([*was_broken, is_broken])?;
        Some(NotCompared {
            thing,
            question: name,
            why,
        })
    };
    broken(new).into_iter().filter_map(why).collect()
}

/// Whether a line of a card asks what an error leaves without an answer, or looks at it.
fn is_broken_card(model: &Model, card: &Card) -> bool {
    let mut lines = card.sections.iter().flat_map(|section| &section.lines);
    lines.any(|line| {
        let values = line.bound.iter().map(|(_, value)| value);
        let mut looked_at = values.chain(line.when.as_ref());
        is_broken(model, line.question) || looked_at.any(|expr| uses_broken(model, expr))
    })
}

fn names(model: &Model, facts: impl Iterator<Item = VariableId>) -> String {
    let names: Vec<&str> = facts
        .map(|fact| model.variables[fact].name.as_str())
        .collect();
    names.join(", ")
}

fn of_procedure<'m>(model: &Model, procedure: &'m Procedure) -> Vec<Part<'m>> {
    let facts = |what: &str, facts: &[VariableId]| Part {
        label: format!("{what} {}", names(model, facts.iter().copied())),
        expressions: Vec::new(),
    };
    let step = |step: &'m ProcedureStep| {
        let mut expressions = vec![("when", step.when.as_ref())];
        let label = match &step.does {
            StepDoes::Roll(fact) => format!("roll {}", model.variables[*fact].name),
            StepDoes::Do(text) => format!("do: {text}"),
            StepDoes::Ask {
                fact,
                gives,
                otherwise,
            } => {
                expressions.push(("value", Some(gives)));
                expressions.push(("otherwise", otherwise.as_ref()));
                format!("find {}", model.variables[*fact].name)
            }
        };
        Part { label, expressions }
    };
    let mut parts = vec![facts("start with", &procedure.start)];
    parts.extend(procedure.steps.iter().map(step));
    parts.push(facts("end with", &procedure.outcome));
    parts.push(facts("sometimes end with", &procedure.sometimes));
    parts
}

fn of_card<'m>(model: &Model, card: &'m Card) -> Vec<Part<'m>> {
    let mut parts = Vec::new();
    for section in &card.sections {
        for line in &section.lines {
            let bound = names(model, line.bound.iter().map(|(fact, _)| *fact));
            let with = if bound.is_empty() { "" } else { " with " };
            let question = &model.questions[line.question].name;
            let values = line.bound.iter().map(|(_, value)| ("value", Some(value)));
            parts.push(Part {
                label: format!("{}: {} {question}{with}{bound}", section.title, line.label),
                expressions: std::iter::once(("when", line.when.as_ref()))
                    .chain(values)
                    .collect(),
            });
        }
    }
    parts
}

fn compare(
    both: &mut Both<'_>,
    thing: Thing,
    name: &str,
    [old, new]: [Vec<Part<'_>>; 2],
    listed: &mut Vec<Listed>,
) {
    let mut changed = |what: String, before: &str, now: &str| {
        listed.push(Listed {
            thing,
            name: name.to_owned(),
            fate: Fate::Changed {
                what,
                before: before.to_owned(),
                now: now.to_owned(),
            },
        });
    };
    if !old
        .iter()
        .map(|part| &part.label)
        .eq(new.iter().map(|part| &part.label))
    {
        // What one step says two may say.
        let only = |list: &[Part<'_>], other: &[Part<'_>]| {
            let mut others: Vec<&str> = other.iter().map(|part| part.label.as_str()).collect();
            let labels = list.iter().map(|part| part.label.as_str());
            let own = labels.filter(|label| {
                let same = others.iter().position(|other| other == label);
                same.map(|place| others.swap_remove(place)).is_none()
            });
            own.collect::<Vec<_>>().join("; ")
        };
        let [gone, come] = [only(&old, &new), only(&new, &old)];
        let what = "steps".to_owned();
        return match (gone.as_str(), come.as_str()) {
            ("", "") => changed(what, "in one order", "in another"),
            ("", come) => changed(what, "nothing", come),
            (gone, "") => changed(what, gone, "nothing"),
            (gone, come) => changed(what, gone, come),
        };
    }
    for (old, new) in old.iter().zip(&new) {
        for ((word, before), (_, after)) in old.expressions.iter().zip(&new.expressions) {
            let what = format!("{}, {word}", new.label);
            match (before, after) {
                (None, None) => {}
                (Some(_), None) => changed(what, "said", "not said"),
                (None, Some(_)) => changed(what, "not said", "said"),
                (Some(before), Some(after)) => match difference(both, [before, after]) {
                    Ok(None) => {}
                    Ok(Some([before, after])) => changed(what, &before, &after),
                    Err(TooLarge) => changed(what, "too large", "to compare"),
                },
            }
        }
    }
}

/// What two expressions come to where they differ, in one situation; nothing where they never do.
fn difference(
    both: &mut Both<'_>,
    expressions: [&Expr; 2],
) -> Result<Option<[String; 2]>, TooLarge> {
    if both.are_alike(expressions) {
        return Ok(None);
    }
    let items = expressions.map(Item::Expr);
    let roots = both.whole_roots(items)?;
    let apart = both.where_apart(roots)?;
    let Some((witness, _)) = find(&both.store, apart, &|leaf| leaf.is(true)) else {
        return Ok(None);
    };
    if both.only_through(items)? {
        return Ok(None);
    }
    let [before, now] =
        roots.map(
            |root| match both.store.answer(root, |id| index_in(&witness, id)) {
                Leaf::Value(value) => value.show(&both.space.words, false),
                Leaf::Gap(_) => "a gap".to_owned(),
                _ => "no answer".to_owned(),
            },
        );
    let facts: Vec<(String, String)> = both.space.named(&witness);
    let facts: Vec<String> = facts
        .iter()
        .map(|(name, value)| format!("{name} = {value}"))
        .collect();
    let place = if facts.is_empty() { "" } else { " where " };
    Ok(Some([before, format!("{now}{place}{}", facts.join(", "))]))
}
