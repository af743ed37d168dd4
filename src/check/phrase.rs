//! Phrases of the language that come from outside a pack: a condition on the command line, the values of a fact.

use super::Checker;
use super::process::scope_of_process;
use super::scope::Others;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Expr, Model, ProcessId, VariableId};
use crate::source::{FileId, Span, Text};

#[derive(Debug, Clone, Copy)]
pub enum Within<'a> {
    Game,
    /// Those of a process after a turn: its states before all others, and `was (…)`.
    Process(ProcessId),
    /// These facts, and the questions that they answer.
    Facts(&'a [VariableId]),
}

/// Resolves a condition. The error's place is within the text given.
pub fn condition(model: &Model, text: &str, within: Within<'_>) -> Result<Expr, Diagnostic> {
    read(model, text, |checker, text| {
        match within {
            // A question of the name of a fact finds it, where it is not given.
            Within::Game => checker.scope.others = Others::First,
            Within::Facts(facts) => {
                checker.scope.listed = facts.to_vec();
                checker.scope.others = Others::Barred("is no fact of the procedure");
            }
            Within::Process(id) => {
                checker.scope =
                    scope_of_process(model, id, Others::Barred("is no fact of the process"));
            }
        }
        checker.condition(text)
    })
}

/// The indices of the values of a variable that a text such as `nov..feb` holds.
pub fn values(model: &Model, variable: VariableId, text: &str) -> Result<Vec<u32>, Diagnostic> {
    Ok((0..)
        .zip(read(model, text, |checker, text| {
            checker.mask(variable, text)
        })?)
        .filter(|(_, holds)| *holds)
        .map(|(index, _)| index)
        .collect())
}

fn read<T>(
    model: &Model,
    text: &str,
    read: impl FnOnce(&mut Checker, &Text) -> Option<T>,
) -> Result<T, Diagnostic> {
    let span = Span {
        file: FileId(u32::MAX),
        start: 0,
        end: u32::try_from(text.len()).unwrap_or(u32::MAX),
    };
    let mut checker = Checker::new(model.names());
    let read = read(&mut checker, &Text::new(text.to_owned(), span));
    match (checker.diagnostics.into_iter().next(), read) {
        (Some(diagnostic), _) => Err(diagnostic),
        (None, Some(read)) => Ok(read),
        (None, None) => Err(Diagnostic::error(
            Code::BrokenExpression,
            span,
            format!("`{text}` cannot be read"),
        )),
    }
}
