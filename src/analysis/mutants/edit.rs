//! One change of a pack as it is written, in memory.

use crate::pack::{Chart, Exception, Footnote, Line, Outcome, Pack, ProcedureStep, Rule, StepDoes};
use crate::source::{Spanned, Text};

/// A rule, or one of its exceptions: the places of the exceptions, from the outermost.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) owner: Owner,
    pub(super) path: Vec<usize>,
}

/// What holds conditions and exceptions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Owner {
    Rule(usize),
    /// A step of a process.
    Step(usize, usize),
    Chart(usize),
}

/// A change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Edit {
    /// Another condition; an empty one is left out.
    When(Place, String),
    /// Another value.
    Gives(Place, String),
    DropException(Place),
    DropRule(usize),
    DropStep(usize, usize),
    SwapRules(usize, usize),
    SwapSteps(usize, usize, usize),
    Cell(usize, usize, usize, String),
    /// Other keys for rows or columns: which, which part, and its text.
    RowKeys(usize, Vec<(usize, usize, String)>),
    ColumnKeys(usize, Vec<(usize, usize, String)>),
    /// All cells of a row empty.
    BlankRow(usize, usize),
    DropLine(usize, usize),
    LineWhen(usize, usize, String),
    LineGives(usize, usize, String),
    DropNote(usize, usize),
    NoteWhen(usize, usize, String),
    NoteGives(usize, usize, usize, String),
    Otherwise(usize, String),
    QuestionGives(usize, String),
    ProcessOtherwise(usize, usize, String),
    /// A step of a procedure is never done: which procedure, which step.
    SkipStep(usize, usize),
    StepWhen(usize, usize, String),
    StepAsk(usize, usize, String),
    StepOtherwise(usize, usize, String),
}

/// A condition that always holds, for those that cannot be left out.
const ALWAYS: &str = "yes";

impl Edit {
    /// Makes the change; nothing, where its place is not there.
    pub(super) fn apply(&self, pack: &mut Pack) {
        let _ = self.try_apply(pack);
    }

    fn try_apply(&self, pack: &mut Pack) -> Option<()> {
        match self {
            Self::When(place, text) => set_when(pack, place, text),
            Self::Gives(place, text) => set(gives(pack, place)?, text),
            Self::DropException(place) => {
                let (last, outer) = place.path.split_last()?;
                let list = exceptions(pack, place.owner, outer)?;
                (*last < list.len()).then(|| drop(list.remove(*last)))
            }
            Self::DropRule(rule) => {
                (*rule < pack.rules.len()).then(|| drop(pack.rules.remove(*rule)))
            }
            Self::DropStep(process, step) => {
                let steps = &mut pack.processes.get_mut(*process)?.steps;
                (*step < steps.len()).then(|| drop(steps.remove(*step)))
            }
            Self::SwapRules(one, other) => swap(&mut pack.rules, *one, *other),
            Self::SwapSteps(process, one, other) => {
                swap(&mut pack.processes.get_mut(*process)?.steps, *one, *other)
            }
            Self::Otherwise(question, text) => {
                set(pack.questions.get_mut(*question)?.otherwise.as_mut()?, text)
            }
            Self::QuestionGives(question, text) => {
                match pack.questions.get_mut(*question)?.outcome.as_mut()? {
                    Outcome::Gives(own) => set(own, text),
                    Outcome::Gap(_) => None,
                }
            }
            Self::ProcessOtherwise(process, place, text) => set(
                &mut pack
                    .processes
                    .get_mut(*process)?
                    .otherwise
                    .get_mut(*place)?
                    .1,
                text,
            ),
            Self::SkipStep(procedure, step) => {
                let step = step_of(pack, *procedure, *step)?;
                step.when = Some(Spanned::new("no".to_owned(), step.span));
                Some(())
            }
            Self::StepWhen(procedure, step, text) => set(
                step_of(pack, *procedure, *step)?.when.as_mut()?,
                or_always(text),
            ),
            Self::StepAsk(procedure, step, text) => {
                match &mut step_of(pack, *procedure, *step)?.does {
                    StepDoes::Ask { ask, .. } => set(ask, text),
                    _ => None,
                }
            }
            Self::StepOtherwise(procedure, step, text) => {
                set(step_of(pack, *procedure, *step)?.otherwise.as_mut()?, text)
            }
            _ => self.apply_to_chart(pack),
        }
    }

    fn apply_to_chart(&self, pack: &mut Pack) -> Option<()> {
        match self {
            Self::Cell(chart, row, cell, text) => set(
                chart_of(pack, *chart)?
                    .rows
                    .get_mut(*row)?
                    .cells
                    .get_mut(*cell)?,
                text,
            ),
            Self::RowKeys(chart, keys) => {
                let rows = &mut chart_of(pack, *chart)?.rows;
                keys.iter().try_for_each(|(row, part, text)| {
                    set(rows.get_mut(*row)?.key.get_mut(*part)?, text)
                })
            }
            Self::ColumnKeys(chart, keys) => {
                let columns = &mut chart_of(pack, *chart)?.columns;
                keys.iter().try_for_each(|(column, part, text)| {
                    set(columns.get_mut(*column)?.key.get_mut(*part)?, text)
                })
            }
            Self::BlankRow(chart, row) => {
                let cells = &mut chart_of(pack, *chart)?.rows.get_mut(*row)?.cells;
                cells.iter_mut().try_for_each(|cell| set(cell, "-"))
            }
            Self::DropLine(chart, line) => {
                let lines = &mut chart_of(pack, *chart)?.lines;
                (*line < lines.len()).then(|| drop(lines.remove(*line)))
            }
            Self::LineWhen(chart, line, text) => {
                set(&mut line_of(pack, *chart, *line)?.when, or_always(text))
            }
            Self::LineGives(chart, line, text) => {
                set(&mut line_of(pack, *chart, *line)?.gives, text)
            }
            Self::DropNote(chart, note) => set(&mut note_of(pack, *chart, *note)?.when, "no"),
            Self::NoteWhen(chart, note, text) => {
                set(&mut note_of(pack, *chart, *note)?.when, or_always(text))
            }
            Self::NoteGives(chart, note, place, text) => {
                set(note_of(pack, *chart, *note)?.gives.get_mut(*place)?, text)
            }
            _ => None,
        }
    }
}

const fn or_always(text: &str) -> &str {
    if text.is_empty() { ALWAYS } else { text }
}

fn set(text: &mut Text, new: &str) -> Option<()> {
    new.clone_into(&mut text.value);
    Some(())
}

fn swap<T>(list: &mut [T], one: usize, other: usize) -> Option<()> {
    (one.max(other) < list.len()).then(|| list.swap(one, other))
}

fn step_of(pack: &mut Pack, procedure: usize, step: usize) -> Option<&mut ProcedureStep> {
    pack.procedures.get_mut(procedure)?.steps.get_mut(step)
}

fn chart_of(pack: &mut Pack, chart: usize) -> Option<&mut Chart> {
    pack.charts.get_mut(chart)
}

fn line_of(pack: &mut Pack, chart: usize, line: usize) -> Option<&mut Line> {
    chart_of(pack, chart)?.lines.get_mut(line)
}

fn note_of(pack: &mut Pack, chart: usize, note: usize) -> Option<&mut Footnote> {
    chart_of(pack, chart)?.notes.get_mut(note)
}

fn rule_of(pack: &mut Pack, owner: Owner) -> Option<&mut Rule> {
    match owner {
        Owner::Rule(rule) => pack.rules.get_mut(rule),
        Owner::Step(process, step) => {
            Some(&mut pack.processes.get_mut(process)?.steps.get_mut(step)?.rule)
        }
        Owner::Chart(_) => None,
    }
}

/// The exceptions of a rule or chart, or of an exception of it.
fn exceptions<'p>(
    pack: &'p mut Pack,
    owner: Owner,
    path: &[usize],
) -> Option<&'p mut Vec<Exception>> {
    let mut list = match owner {
        Owner::Chart(chart) => &mut chart_of(pack, chart)?.except,
        _ => &mut rule_of(pack, owner)?.except,
    };
    for place in path {
        list = &mut list.get_mut(*place)?.except;
    }
    Some(list)
}

fn set_when(pack: &mut Pack, place: &Place, text: &str) -> Option<()> {
    let when = match place.path.split_last() {
        Some((last, outer)) => &mut exceptions(pack, place.owner, outer)?.get_mut(*last)?.when,
        None => match place.owner {
            Owner::Chart(chart) => &mut chart_of(pack, chart)?.when,
            owner => &mut rule_of(pack, owner)?.when,
        },
    };
    if text.is_empty() {
        *when = None;
        return Some(());
    }
    set(when.as_mut()?, text)
}

fn gives<'p>(pack: &'p mut Pack, place: &Place) -> Option<&'p mut Text> {
    let outcome = match place.path.split_last() {
        Some((last, outer)) => {
            &mut exceptions(pack, place.owner, outer)?
                .get_mut(*last)?
                .outcome
        }
        None => &mut rule_of(pack, place.owner)?.outcome,
    };
    match outcome.as_mut()? {
        Outcome::Gives(text) => Some(text),
        Outcome::Gap(_) => None,
    }
}
