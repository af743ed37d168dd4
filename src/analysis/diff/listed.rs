//! What was added or removed, and what is declared otherwise.

use super::flips::{describe, identity};
use super::{Fate, Listed, Thing};
use crate::answer::Evaluator;
use crate::model::{Model, Process, Question, QuestionId, Role, State, Variable, VariableId};
use rustc_hash::FxHashSet;

/// Everything added, removed or declared otherwise; `pairs` are the questions that both have.
pub(super) fn listed(old: &Model, new: &Model, pairs: &[(QuestionId, QuestionId)]) -> Vec<Listed> {
    let mut list = Vec::new();
    let packs = |model: &Model| model.packs.iter().map(|pack| pack.id.clone()).collect();
    names(&mut list, Thing::Pack, packs(old), packs(new));
    variables(&mut list, old, new);
    questions(&mut list, old, new, pairs);
    processes(&mut list, old, new);
    let procedures = |model: &Model| {
        model
            .procedures
            .iter()
            .map(|procedure| procedure.name.clone())
            .collect()
    };
    names(
        &mut list,
        Thing::Procedure,
        procedures(old),
        procedures(new),
    );
    let cards = |model: &Model| model.cards.iter().map(|card| card.name.clone()).collect();
    names(&mut list, Thing::Card, cards(old), cards(new));
    let charts = |model: &Model| model.charts.iter().map(|chart| chart.id.clone()).collect();
    names(&mut list, Thing::Chart, charts(old), charts(new));
    let gaps = |model: &Model| {
        model
            .gaps
            .iter()
            .map(|gap| format!("{}: {}", gap.cite, gap.lost))
            .collect()
    };
    names(&mut list, Thing::Gap, gaps(old), gaps(new));
    examples(&mut list, old, new);
    let laws = |model: &Model| {
        model
            .laws
            .iter()
            .map(|law| format!("{}: {}", law.cite, law.says))
            .collect()
    };
    names(&mut list, Thing::Law, laws(old), laws(new));
    list
}

fn names(list: &mut Vec<Listed>, thing: Thing, old: Vec<String>, new: Vec<String>) {
    let before: FxHashSet<&String> = old.iter().collect();
    let after: FxHashSet<&String> = new.iter().collect();
    let removed = old
        .iter()
        .filter(|name| !after.contains(name))
        .map(|name| (name, Fate::Removed));
    let added = new
        .iter()
        .filter(|name| !before.contains(name))
        .map(|name| (name, Fate::Added));
    let mut seen = FxHashSet::default();
    for (name, fate) in removed.chain(added) {
        if seen.insert(name) {
            list.push(Listed {
                thing,
                name: name.clone(),
                fate,
            });
        }
    }
}

fn changed(
    list: &mut Vec<Listed>,
    thing: Thing,
    name: &str,
    what: &str,
    before: String,
    after: String,
) {
    if before != after {
        list.push(Listed {
            thing,
            name: name.to_owned(),
            fate: Fate::Changed(what.to_owned(), before, after),
        });
    }
}

fn variables(list: &mut Vec<Listed>, old: &Model, new: &Model) {
    for (thing, reading) in [(Thing::Fact, false), (Thing::Reading, true)] {
        let known = |found: &Variable| match found.role {
            Role::Fact => !reading,
            Role::Reading(_) => reading,
            Role::Keep | Role::Before(_) => false,
        };
        // A fact that is an alias now was renamed.
        let now = |found: &Variable| {
            new.variable_names
                .get(&found.name)
                .and_then(|id| new.variable(*id))
                .filter(|now| known(now))
        };
        let renamed = |found: &Variable| {
            now(found).map_or_else(|| found.name.clone(), |now| now.name.clone())
        };
        let before = old
            .variables
            .iter()
            .filter(|found| known(found))
            .map(renamed)
            .collect();
        let after = new
            .variables
            .iter()
            .filter(|found| known(found))
            .map(|found| found.name.clone())
            .collect();
        names(list, thing, before, after);
        for found in old.variables.iter().filter(|found| known(found)) {
            if let Some(now) = now(found) {
                variable(list, thing, (old, found), (new, now));
            }
        }
    }
}

fn variable(
    list: &mut Vec<Listed>,
    thing: Thing,
    (old, before): (&Model, &Variable),
    (new, after): (&Model, &Variable),
) {
    let name = after.name.as_str();
    changed(
        list,
        thing,
        name,
        "name",
        before.name.clone(),
        after.name.clone(),
    );
    changed(
        list,
        thing,
        name,
        "values",
        domain(old, before),
        domain(new, after),
    );
    let unit = |model: &Model, found: &Variable| {
        found.unit.map_or_else(
            || "none".to_owned(),
            |unit| model.units.name(unit).to_owned(),
        )
    };
    changed(
        list,
        thing,
        name,
        "unit",
        unit(old, before),
        unit(new, after),
    );
    changed(
        list,
        thing,
        name,
        "dice",
        dice(old, before),
        dice(new, after),
    );
    changed(
        list,
        thing,
        name,
        "usual value",
        usual(old, before),
        usual(new, after),
    );
    if let (Role::Reading(was), Role::Reading(is)) = (before.role, after.role) {
        let option = |model: &Model, found: &Variable, index| {
            found.domain.value(index).show(&model.words, false)
        };
        changed(
            list,
            thing,
            name,
            "default",
            option(old, before, was),
            option(new, after, is),
        );
    }
}

/// What a fact usually is: `none if weather is clear`.
fn usual(model: &Model, found: &Variable) -> String {
    let words = Evaluator::new(model);
    let told = found.usually.iter().map(|usual| {
        let when = usual.when.as_ref();
        let when = when.map_or_else(String::new, |when| format!(" if {}", words.words(when)));
        format!("{}{when}", words.words(&usual.is))
    });
    match told.collect::<Vec<_>>() {
        told if told.is_empty() => "none".to_owned(),
        told => told.join(", else "),
    }
}

/// How a fact is rolled: for each value, in how many ways.
fn dice(model: &Model, found: &Variable) -> String {
    let Some(roll) = &found.roll else {
        return "none".to_owned();
    };
    let of = roll.die_of.map_or_else(String::new, |(whole, place)| {
        format!("die {} of {}: ", place + 1, model.variable_name(whole))
    });
    let ways: Vec<String> = roll.ways.iter().map(u64::to_string).collect();
    format!("{of}{}", ways.join(" "))
}

/// The values of a fact; of free text all are possible, whichever its rules name.
fn domain(model: &Model, found: &Variable) -> String {
    let cyclic = matches!(
        &found.domain.kind,
        crate::value::DomainKind::Words { cyclic: true, .. }
    );
    format!(
        "{}{}",
        found.domain.show(&model.words),
        if cyclic { ", and round again" } else { "" }
    )
}

fn questions(list: &mut Vec<Listed>, old: &Model, new: &Model, pairs: &[(QuestionId, QuestionId)]) {
    let paired_old: FxHashSet<QuestionId> = pairs.iter().map(|(old, _)| *old).collect();
    let paired_new: FxHashSet<QuestionId> = pairs.iter().map(|(_, new)| *new).collect();
    let ids = |model: &Model| (0..).map(QuestionId).take(model.questions.len());
    let mut told = |model: &Model, id: QuestionId, fate: Fate| {
        if let Some(question) = model.question(id) {
            list.push(Listed {
                thing: Thing::Question,
                name: question.name.clone(),
                fate,
            });
        }
    };
    ids(old)
        .filter(|id| !paired_old.contains(id))
        .for_each(|id| told(old, id, Fate::Removed));
    ids(new)
        .filter(|id| !paired_new.contains(id))
        .for_each(|id| told(new, id, Fate::Added));
    for (before, after) in pairs {
        if let (Some(before), Some(after)) = (old.question(*before), new.question(*after)) {
            question(list, (old, before), (new, after));
        }
    }
}

fn question(
    list: &mut Vec<Listed>,
    (old, before): (&Model, &Question),
    (new, after): (&Model, &Question),
) {
    let name = after.name.as_str();
    changed(
        list,
        Thing::Question,
        name,
        "name",
        before.name.clone(),
        after.name.clone(),
    );
    changed(
        list,
        Thing::Question,
        name,
        "answer",
        before.answer_text.clone(),
        after.answer_text.clone(),
    );
    if before.process.is_none() {
        changed(
            list,
            Thing::Question,
            name,
            "facts",
            facts(old, &before.from),
            facts(new, &after.from),
        );
    }
}

/// Names of facts; their order says nothing.
fn facts(model: &Model, facts: &[VariableId]) -> String {
    let mut names: Vec<&str> = facts.iter().map(|id| model.variable_name(*id)).collect();
    names.sort_unstable();
    names.join(", ")
}

fn processes(list: &mut Vec<Listed>, old: &Model, new: &Model) {
    let all = |model: &Model| {
        model
            .processes
            .iter()
            .map(|process| process.name.clone())
            .collect()
    };
    names(list, Thing::Process, all(old), all(new));
    for before in &old.processes {
        let Some(after) = new.processes.iter().find(|after| after.name == before.name) else {
            continue;
        };
        let mut part = |what: &str, of: &dyn Fn(&Model, &Process) -> String| {
            changed(
                list,
                Thing::Process,
                &after.name,
                what,
                of(old, before),
                of(new, after),
            );
        };
        part("start", &|model, process| facts(model, &process.start));
        part("turn", &|model, process| facts(model, &process.turn));
        part("states of its own", &|model, process| {
            let keeps = process
                .steps
                .iter()
                .filter_map(|(id, _)| model.variable(*id));
            let mut shown: Vec<String> = keeps
                .filter(|found| found.role == Role::Keep)
                .map(|found| format!("{}: {}", found.name, domain(model, found)))
                .collect();
            shown.sort_unstable();
            shown.join("; ")
        });
        part("first values", &|model, process| {
            let first = process.initially.iter();
            let mut shown: Vec<String> = first
                .map(|(id, index)| {
                    format!(
                        "{} = {}",
                        model.variable_name(*id),
                        model.show_index(*id, *index)
                    )
                })
                .collect();
            shown.sort_unstable();
            shown.join(", ")
        });
        part("state", &|model, process| {
            let mut shown: Vec<String> = process
                .state
                .iter()
                .map(|(name, state)| shown_state(model, name, *state))
                .collect();
            shown.sort_unstable();
            shown.join(", ")
        });
    }
}

fn shown_state(model: &Model, name: &str, state: State) -> String {
    match state {
        State::Variable(_) => name.to_owned(),
        State::Question(id) => format!(
            "{name} ({})",
            model
                .question(id)
                .map_or("", |question| question.name.as_str())
        ),
    }
}

/// Examples: one whose facts and questions are the same, but not the answers, is told as one with other answers.
fn examples(list: &mut Vec<Listed>, old: &Model, new: &Model) {
    let (before, after) = (told_examples(old), told_examples(new));
    let same: FxHashSet<&Vec<String>> = before.iter().map(|told| &told.whole).collect();
    let still: FxHashSet<&Vec<String>> = after.iter().map(|told| &told.whole).collect();
    let mut removed: Vec<&ToldExample> = before
        .iter()
        .filter(|told| !still.contains(&told.whole))
        .collect();
    for told in after.iter().filter(|told| !same.contains(&told.whole)) {
        match removed.iter().position(|own| own.asks == told.asks) {
            Some(place) => {
                let was = removed.remove(place);
                let (before, after) = (answers(&was.shown), answers(&told.shown));
                changed(list, Thing::Example, &told.name, "answers", before, after);
            }
            None => list.push(Listed {
                thing: Thing::Example,
                name: told.shown.clone(),
                fate: Fate::Added,
            }),
        }
    }
    for told in removed {
        list.push(Listed {
            thing: Thing::Example,
            name: told.shown.clone(),
            fate: Fate::Removed,
        });
    }
}

/// An example in words, and what makes it the one that it is, without its answers and with them.
struct ToldExample {
    name: String,
    shown: String,
    asks: Vec<String>,
    whole: Vec<String>,
}

fn told_examples(model: &Model) -> Vec<ToldExample> {
    let told = |example| ToldExample {
        name: describe(model, example, false),
        shown: describe(model, example, true),
        asks: identity(model, example, false),
        whole: identity(model, example, true),
    };
    model.examples.iter().map(told).collect()
}

fn answers(whole: &str) -> String {
    whole
        .rsplit_once(" → ")
        .map_or(whole, |(_, answers)| answers)
        .to_owned()
}
