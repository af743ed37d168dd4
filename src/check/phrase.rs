//! Phrases of the language that come from outside a pack: a condition on the command line, the values of a fact.

use super::Checker;
use super::scope::{Facts, ProcessScope, Scope};
use crate::diagnostic::Diagnostic;
use crate::model::{Expr, Model, PackId, ProcessId, Role, State, VariableId};
use crate::source::{FileId, Span, Text};
use rustc_hash::FxHashMap;

/// Which names a phrase can use.
#[derive(Debug, Clone, Copy)]
pub enum Within<'a> {
    /// Those of the game.
    Game,
    /// Those of a process after a turn: its states before all others, and `was (…)`.
    Process(ProcessId),
    /// These facts, and the questions that they answer.
    Facts(&'a [VariableId]),
}

/// Resolves a condition. The error's place is within the text given.
pub fn condition(model: &Model, text: &str, within: Within<'_>) -> Result<Expr, Diagnostic> {
    read(model, text, |checker, text| {
        let scope = match within {
            Within::Game => Scope::new(PackId(0), Facts::QuestionsFirst),
            Within::Facts(facts) => {
                let facts = Facts::Listed(facts.to_vec(), "is no fact of the procedure");
                Scope::new(PackId(0), facts)
            }
            Within::Process(id) => process_scope(model, id),
        };
        checker.condition(text, &scope)
    })
}

/// The indices of the values of a variable that a text such as `nov..feb` holds.
pub fn values(model: &Model, variable: VariableId, text: &str) -> Result<Vec<u32>, Diagnostic> {
    let mask = read(model, text, |checker, text| checker.mask(variable, text))?;
    Ok((0..)
        .zip(mask)
        .filter(|(_, holds)| *holds)
        .map(|(index, _)| index)
        .collect())
}

fn read<T>(
    model: &Model,
    text: &str,
    read: impl FnOnce(&mut Checker, &Text) -> Option<T>,
) -> Result<T, Diagnostic> {
    let end = u32::try_from(text.len()).unwrap_or(u32::MAX);
    let text = Text {
        value: text.to_owned(),
        span: Span {
            file: FileId(u32::MAX),
            start: 0,
            end,
        },
    };
    let mut checker = Checker::new(model.clone());
    let found = read(&mut checker, &text);
    match (checker.diagnostics.into_iter().next(), found) {
        (None, Some(found)) => Ok(found),
        (Some(diagnostic), _) => Err(diagnostic),
        (None, None) => Err(Diagnostic::error(
            crate::diagnostic::Code::BrokenExpression,
            text.span,
            format!("`{}` cannot be read", text.value),
        )),
    }
}

/// What the steps of a process see, with the states that it shows under their own names.
fn process_scope(model: &Model, id: ProcessId) -> Scope {
    let Some(process) = model.process(id) else {
        return Scope::new(PackId(0), Facts::QuestionsFirst);
    };
    let set = process.steps.iter().map(|(variable, _)| *variable);
    let first = process.initially.iter().map(|(variable, _)| *variable);
    let copies = process.before.iter().map(|(_, copy)| *copy);
    let at_hand: Vec<VariableId> = process
        .start
        .iter()
        .chain(&process.turn)
        .copied()
        .chain(set.clone())
        .chain(first.clone())
        .chain(copies)
        .collect();
    let is_keep = |id: &VariableId| {
        model
            .variable(*id)
            .is_some_and(|found| found.role == Role::Keep)
    };
    let keeps = set
        .chain(first)
        .filter(is_keep)
        .map(|id| (model.variable_name(id).to_owned(), id))
        .collect();
    let shown = process
        .state
        .iter()
        .filter_map(|(name, state)| match state {
            State::Question(question) => Some((name.clone(), *question)),
            State::Variable(_) => None,
        });
    let before: FxHashMap<VariableId, VariableId> = process.before.iter().copied().collect();
    Scope {
        pack: process.pack,
        facts: Facts::Listed(at_hand, "is no fact of the process"),
        process: Some(ProcessScope {
            keeps,
            before,
            shown: shown.collect(),
        }),
        was: false,
    }
}
