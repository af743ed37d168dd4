//! For a mutant that nothing notices: an example that would.

use crate::analysis::diff::{self, Diff};
use crate::analysis::example::in_toml;
use crate::analysis::index_in;
use crate::check::prove_example;
use crate::diagram::{Compiler, Leaf, NodeId, Store, find};
use crate::model::{
    Asked, Example, ExampleTurn, Model, ProcessId, QuestionId, Role, State, VariableId,
};
use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Serialize;

/// What would notice a mutant; nothing where that could not be made.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Unnoticed {
    /// A question that is then answered otherwise.
    pub question: String,
    /// Facts under which it is.
    pub facts: IndexMap<String, String>,
    /// What it answers there.
    pub answers: String,
    /// What the mutant answers there.
    pub instead: String,
    /// An example that would notice it, in TOML.
    pub example: Option<String>,
}

/// Facts by their indices.
type Facts = Vec<(VariableId, u32)>;

/// A question of the rulebook as it is, and facts under which a mutant answers it otherwise.
pub struct Offer {
    question: QuestionId,
    given: Facts,
    /// What is answered as it is, where the facts alone do not say that.
    answer: Option<Leaf>,
    instead: String,
    /// Whether an example of that does not hold in the mutant, as far as it was tried.
    is_noticed: bool,
}

/// What would notice a mutant that has the facts and words of the rulebook as it is; of the question the diagram as it is, and
/// the mutant's.
pub fn in_diagrams(
    model: &Model,
    question: QuestionId,
    roots: [NodeId; 2],
    mutant: &mut Compiler<'_>,
) -> Option<Offer> {
    let witness = witness(mutant, roots)?;
    let given = on_the_way(&mutant.store, roots, &witness);
    let [before, now] = roots.map(|root| {
        mutant
            .store
            .answer(root, |id| index_in(&witness, id))
            .clone()
    });
    let example = example(model, question, &given, &before);
    Some(Offer {
        question,
        given,
        answer: Some(before),
        instead: shown(model, question, &now),
        is_noticed: example.is_some_and(|example| !prove_example(mutant, &example).is_empty()),
    })
}

/// What would notice a rulebook with other facts or words.
pub fn in_diff(model: &Model, diff: &Diff) -> Option<Offer> {
    let by_itself = diff.questions.iter().find(|changed| changed.by_itself);
    let changed = by_itself.or(diff.questions.first())?;
    let is_signed = model.is_signed(&model.questions[changed.old].answer);
    let instead = match &changed.regions.first()?.at_witness.1 {
        Leaf::Value(value) => value.show(&diff.space.words, is_signed),
        other => shown(model, changed.old, other),
    };
    let own = diff.space.sides[0].own(&changed.witness);
    Some(Offer {
        question: changed.old,
        given: own
            .filter_map(|(fact, index)| Some((fact, index?)))
            .collect(),
        answer: None,
        instead,
        is_noticed: true,
    })
}

impl Offer {
    /// The offer in words; the compiler is that of the rulebook as it is.
    pub fn told(self, compiler: &mut Compiler<'_>) -> Unnoticed {
        let (model, id) = (compiler.model, self.question);
        let index = |fact| index_in(&self.given, fact);
        let answer = self.answer.unwrap_or_else(|| match compiler.question(id) {
            Ok(root) => compiler.store.answer(root, index).clone(),
            Err(_) => Leaf::Nothing,
        });
        let example = example(model, id, &self.given, &answer)
            .filter(|other| self.is_noticed && prove_example(compiler, other).is_empty());
        let fact = |(fact, index): &(VariableId, u32)| {
            (
                model.variables[*fact].name.clone(),
                model.show_index(*fact, *index),
            )
        };
        Unnoticed {
            question: model.questions[id].name.clone(),
            facts: self.given.iter().map(fact).collect(),
            answers: shown(model, id, &answer),
            instead: self.instead,
            example: example.map(|example| in_toml(model, &example)),
        }
    }
}

/// An answer as an example expects it.
fn shown(model: &Model, id: QuestionId, leaf: &Leaf) -> String {
    match leaf {
        Leaf::Value(value) => {
            value.show(&model.words, model.is_signed(&model.questions[id].answer))
        }
        Leaf::Gap(_) => "gap".to_owned(),
        Leaf::Outside => "not asked".to_owned(),
        _ => "no answer".to_owned(),
    }
}

/// A situation where the two differ, if it can be with an answer that an example can expect, and the readings as they are
/// usually taken.
fn witness(compiler: &mut Compiler<'_>, [before, now]: [NodeId; 2]) -> Option<Facts> {
    let variables = &compiler.model.variables;
    let usual = |variable: VariableId| match variables[variable].role {
        Role::Reading(default) => Some(default),
        _ => None,
    };
    for (as_usual, expectable) in [(true, true), (false, true), (false, false)] {
        let differs = &mut |before: &Leaf, now: &Leaf| {
            let can_be_expected = !expectable || matches!(before, Leaf::Value(_) | Leaf::Gap(_));
            Leaf::truth(can_be_expected && diff::differs(before, now))
        };
        let mut difference = compiler.store.apply(before, now, differs).ok()?;
        if as_usual {
            difference = compiler.store.restrict_all(difference, &usual).ok()?;
        }
        if let Some((mut found, _)) = find(&compiler.store, difference, &|leaf| leaf.is(true)) {
            if as_usual {
                found.extend(variables.ids().filter_map(|id| Some((id, usual(id)?))));
            }
            return Some(found);
        }
    }
    None
}

/// The facts on the way to both answers, in diagram order: with these they do not depend on any other.
fn on_the_way(store: &Store, roots: [NodeId; 2], witness: &Facts) -> Facts {
    let mut given = Facts::new();
    for mut at in roots {
        while let Some(node) = store.inner(at) {
            let index = index_in(witness, node.variable);
            given.push((node.variable, index));
            at = Store::child(node, index);
        }
    }
    given.sort_unstable();
    given.dedup();
    given
}

/// The example that a question answers so for these facts.
fn example(model: &Model, id: QuestionId, given: &Facts, answer: &Leaf) -> Option<Example> {
    let expected = match answer {
        Leaf::Value(value) => Some(value.clone()),
        Leaf::Gap(_) => None,
        _ => return None,
    };
    let question = &model.questions[id];
    let is_reading =
        |(id, _): &(VariableId, u32)| matches!(model.variables[*id].role, Role::Reading(_));
    let (readings, facts): (Facts, Facts) = given.iter().copied().partition(is_reading);
    let (given, asked) = match question.process {
        None => (facts, Asked::Questions(vec![(id, expected, question.span)])),
        Some(process) => {
            let (start, given) = first_turn(model, process, &facts)?;
            let state = state_of(model, process, id)?;
            let expect = vec![(state, expected, question.span)];
            (
                start,
                Asked::Process(process, vec![ExampleTurn { given, expect }]),
            )
        }
    };
    Some(Example {
        cite: question.cite.first().cloned().unwrap_or_default(),
        given: given
            .into_iter()
            .map(|(variable, index)| (variable, vec![index]))
            .collect(),
        idle: Vec::new(),
        texts: Vec::new(),
        readings,
        asked,
        pack: question.pack,
        span: question.span,
    })
}

/// The facts as those before a process and those of its first turn; nothing where a state of the turn itself is among them.
fn first_turn(model: &Model, process: ProcessId, facts: &Facts) -> Option<(Facts, Facts)> {
    let process = &model.processes[process];
    let is_stepped = |fact: &VariableId| process.steps.iter().any(|(other, _)| other == fact);
    if facts.iter().any(|(fact, _)| is_stepped(fact)) {
        return None;
    }
    let known = |fact| {
        facts
            .iter()
            .find(|(other, _)| *other == fact)
            .map(|(_, index)| *index)
    };
    let at_start = |fact: &VariableId| {
        let copy = process.before.iter().find(|(of, _)| of == fact);
        let before = copy.and_then(|(_, copy)| known(*copy));
        let is_of_turn = process.turn.contains(fact) || is_stepped(fact);
        let own = known(*fact).filter(|_| !is_of_turn);
        (*fact, before.or(own).unwrap_or(0))
    };
    let in_turn = |fact: &VariableId| (*fact, index_in(facts, *fact));
    let start = process.start.iter().map(at_start).collect();
    Some((start, process.turn.iter().map(in_turn).collect()))
}

/// The name under which a process shows the state that a question is.
fn state_of(model: &Model, process: ProcessId, id: QuestionId) -> Option<String> {
    let process = &model.processes[process];
    let step = process.steps.iter().find(|(_, question)| *question == id);
    let shown = process.state.iter().find(|(_, state)| match state {
        State::Variable(variable) => step.is_some_and(|(fact, _)| fact == variable),
        State::Question(question) => *question == id,
    });
    shown.map(|(name, _)| name.clone())
}
