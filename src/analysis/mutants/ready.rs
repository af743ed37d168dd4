//! For a mutant that nothing notices: an example that would.

use super::Mutant;
use super::base::Base;
use super::in_toml::{answer, in_toml};
use crate::analysis::diff::{self, Diff};
use crate::check::prove_example;
use crate::diagram::{Compiler, Leaf, NodeId, find};
use crate::model::{
    Asked, Example, ExampleTurn, Model, ProcessId, QuestionId, Role, State, VariableId,
};

/// What would notice a mutant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ready {
    /// The question.
    pub question: String,
    /// Facts under which it is answered otherwise.
    pub facts: Vec<(String, String)>,
    /// What it answers there.
    pub answers: String,
    /// What the mutant answers there.
    pub instead: String,
    /// The example in TOML, tried: it holds as the rules are, and not in the mutant. Nothing where none could be made.
    pub example: Option<String>,
}

/// What would notice a mutant with the facts and words of the rulebook as it is.
pub(super) fn ready(base: &mut Base<'_>, mutant: &Mutant, model: &Model) -> Ready {
    let mut roots = base.roots.clone();
    super::base::forget(&mut roots, &base.affected(&mutant.touched));
    let store = std::mem::take(&mut base.store);
    let mut compiler = Compiler::resume(model, store, roots);
    let found = mutant.touched.iter().find_map(|id| {
        let before = base.roots.get(id.index()).copied().flatten()?;
        let now = compiler.question(*id).ok()?;
        let witness = witness(&mut compiler, before, now)?;
        Some((*id, before, now, witness))
    });
    let Some((id, before, now, witness)) = found else {
        (base.store, _) = compiler.into_parts();
        return nothing();
    };
    let given = paths(&compiler, [before, now], &witness);
    let index = |variable| {
        witness
            .iter()
            .find(|(own, _)| *own == variable)
            .map_or(0, |(_, index)| *index)
    };
    let leaves = [before, now].map(|root| compiler.store.answer(root, index).clone());
    let example = example(base.trial.model, id, &given, &leaves[0]);
    let fails = example
        .as_ref()
        .is_some_and(|example| !prove_example(&mut compiler, example).is_empty());
    let (store, _) = compiler.into_parts();
    let mut as_it_is = Compiler::resume(base.trial.model, store, base.roots.clone());
    let holds = example
        .as_ref()
        .is_some_and(|example| prove_example(&mut as_it_is, example).is_empty());
    (base.store, _) = as_it_is.into_parts();
    let model = base.trial.model;
    let tried = example.filter(|_| fails && holds);
    told_of(model, id, &given, &leaves, tried.as_ref())
}

pub(super) fn nothing() -> Ready {
    Ready {
        question: String::new(),
        facts: Vec::new(),
        answers: String::new(),
        instead: String::new(),
        example: None,
    }
}

/// A situation where the two differ, if it can be with an answer that an example can expect, and the readings as they are
/// usually taken.
fn witness(
    compiler: &mut Compiler<'_>,
    before: NodeId,
    now: NodeId,
) -> Option<Vec<(VariableId, u32)>> {
    let model = compiler.model;
    let usual = |variable: VariableId| match model.variable(variable).map(|found| found.role) {
        Some(Role::Reading(default)) => Some(default),
        _ => None,
    };
    for (as_usual, expectable) in [(true, true), (false, true), (false, false)] {
        let difference = compiler.store.apply(before, now, &mut |before, now| {
            let can_be_expected = !expectable || matches!(before, Leaf::Value(_) | Leaf::Gap(_));
            Leaf::truth(can_be_expected && diff::differs(before, now))
        });
        let mut difference = difference.ok()?;
        if as_usual {
            difference = compiler.store.restrict_all(difference, &usual).ok()?;
        }
        if let Some((mut found, _)) = find(&compiler.store, difference, &|leaf| leaf.is(true)) {
            if as_usual {
                let readings = (0..).map(VariableId).take(model.variables.len());
                found.extend(readings.filter_map(|variable| Some((variable, usual(variable)?))));
            }
            return Some(found);
        }
    }
    None
}

/// The facts on the way to both answers, in diagram order: with these they do not depend on any other.
fn paths(compiler: &Compiler<'_>, roots: [NodeId; 2], witness: &[(VariableId, u32)]) -> Facts {
    let mut given = Facts::new();
    for mut at in roots {
        while let Some(node) = compiler.store.inner(at) {
            let index = witness
                .iter()
                .find(|(own, _)| *own == node.variable)
                .map_or(0, |(_, index)| *index);
            given.push((node.variable, index));
            at = crate::diagram::Store::child(node, index);
        }
    }
    given.sort_unstable();
    given.dedup();
    given
}

/// The example that a question answers so for these facts.
fn example(
    model: &Model,
    id: QuestionId,
    given: &[(VariableId, u32)],
    answer: &Leaf,
) -> Option<Example> {
    let expected = match answer {
        Leaf::Value(value) => Some(value.clone()),
        Leaf::Gap(_) => None,
        _ => return None,
    };
    let question = model.question(id)?;
    let is = |variable: &VariableId, wanted: &dyn Fn(Role) -> bool| {
        model
            .variable(*variable)
            .is_some_and(|found| wanted(found.role))
    };
    let readings = given
        .iter()
        .filter(|(variable, _)| is(variable, &|role| matches!(role, Role::Reading(_))))
        .copied()
        .collect();
    let facts: Vec<(VariableId, u32)> = given
        .iter()
        .filter(|(variable, _)| !is(variable, &|role| matches!(role, Role::Reading(_))))
        .copied()
        .collect();
    let mut made = Example {
        cite: question.cite.first().cloned().unwrap_or_default(),
        given: Vec::new(),
        texts: Vec::new(),
        readings,
        asked: Asked::Questions(Vec::new()),
        pack: question.pack,
        span: question.span,
    };
    match question.process {
        None => {
            made.given = facts
                .into_iter()
                .map(|(variable, index)| (variable, vec![index]))
                .collect();
            made.asked = Asked::Questions(vec![(id, expected, question.span)]);
        }
        Some(process) => {
            let (start, turn) = first_turn(model, process, &facts)?;
            made.given = start
                .into_iter()
                .map(|(variable, index)| (variable, vec![index]))
                .collect();
            let state = state_of(model, process, id)?;
            let expect = vec![(state, expected, question.span)];
            made.asked = Asked::Process(
                process,
                vec![ExampleTurn {
                    given: turn,
                    expect,
                }],
            );
        }
    }
    Some(made)
}

/// Facts by their indices.
type Facts = Vec<(VariableId, u32)>;

/// The facts as those before a process and those of its first turn; nothing where a state of the turn itself is among them.
fn first_turn(model: &Model, process: ProcessId, facts: &Facts) -> Option<(Facts, Facts)> {
    let process = model.processes.at(process.index())?;
    let known = |variable: &VariableId| {
        facts
            .iter()
            .find(|(own, _)| own == variable)
            .map(|(_, index)| *index)
    };
    let before = |variable: &VariableId| {
        let copy = process
            .before
            .iter()
            .find(|(of, _)| of == variable)
            .map(|(_, copy)| *copy);
        copy.and_then(|copy| known(&copy))
    };
    let stepped = |variable: &VariableId| process.steps.iter().any(|(own, _)| own == variable);
    if facts.iter().any(|(variable, _)| stepped(variable)) {
        return None;
    }
    let at_start = |fact: &VariableId| {
        let own = if process.turn.contains(fact) || stepped(fact) {
            None
        } else {
            known(fact)
        };
        (*fact, before(fact).or(own).unwrap_or(0))
    };
    let start = process.start.iter().map(at_start).collect();
    let turn = process
        .turn
        .iter()
        .map(|fact| (*fact, known(fact).unwrap_or(0)))
        .collect();
    Some((start, turn))
}

/// The name under which a process shows the state that a question is.
fn state_of(model: &Model, process: ProcessId, id: QuestionId) -> Option<String> {
    let process = model.processes.at(process.index())?;
    let step = process
        .steps
        .iter()
        .find(|(_, question)| *question == id)
        .map(|(variable, _)| *variable);
    let shown = process.state.iter().find(|(_, state)| match state {
        State::Variable(variable) => Some(*variable) == step,
        State::Question(question) => *question == id,
    });
    shown.map(|(name, _)| name.clone())
}

fn told_of(
    model: &Model,
    id: QuestionId,
    given: &Facts,
    leaves: &[Leaf; 2],
    example: Option<&Example>,
) -> Ready {
    let shown = |(variable, index): &(VariableId, u32)| {
        (
            model.variable_name(*variable).to_owned(),
            model.show_index(*variable, *index),
        )
    };
    Ready {
        question: model
            .question(id)
            .map_or_else(String::new, |question| question.name.clone()),
        facts: given.iter().map(shown).collect(),
        answers: answer(model, id, &leaves[0]),
        instead: answer(model, id, &leaves[1]),
        example: example.map(|example| in_toml(model, example)),
    }
}

/// What would notice a rulebook with other facts or words.
pub(super) fn ready_anew(base: &mut Base<'_>, diff: &Diff) -> Ready {
    let model = base.trial.model;
    let changed = diff
        .questions
        .iter()
        .find(|changed| changed.by_itself)
        .or(diff.questions.first());
    let Some((changed, region)) =
        changed.and_then(|changed| Some((changed, changed.regions.first()?)))
    else {
        return nothing();
    };
    let in_model = |(variable, index): &(VariableId, u32)| {
        let own = diff.space.variable(*variable)?.old?;
        let place = diff.space.old.places.get(own.index())?.as_ref()?;
        Some((own, place.from.get(*index as usize).copied().flatten()?))
    };
    let given: Facts = changed.witness.iter().filter_map(in_model).collect();
    let show = |leaf: &Leaf| match leaf {
        Leaf::Value(value) => value.show(&diff.space.words, changed.signed.0),
        other => answer(model, changed.old, other),
    };
    let store = std::mem::take(&mut base.store);
    let mut as_it_is = Compiler::resume(model, store, base.roots.clone());
    let leaf = as_it_is.question(changed.old).map(|root| {
        let index = |variable| {
            given
                .iter()
                .find(|(own, _)| *own == variable)
                .map_or(0, |(_, index)| *index)
        };
        as_it_is.store.answer(root, index).clone()
    });
    let example = leaf
        .ok()
        .and_then(|leaf| example(model, changed.old, &given, &leaf));
    let example = example.filter(|example| prove_example(&mut as_it_is, example).is_empty());
    (base.store, _) = as_it_is.into_parts();
    let leaves = [Leaf::Nothing, Leaf::Nothing];
    let mut ready = told_of(model, changed.old, &given, &leaves, example.as_ref());
    (ready.answers, ready.instead) = (show(&region.at_witness.0), show(&region.at_witness.1));
    ready
}
