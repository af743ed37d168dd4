//! Odds of what goes on by dice, counted or estimated.

use super::chain::Chain;
use super::experiment::Experiment;
use super::simulate::{Trials, estimate};
use super::table::{Part, Table, averaged, joined};
use super::terms::Terms;
use super::until::MOST_ELIMINATIONS;
use crate::diagnostic::Diagnostic;
use crate::model::{Model, VariableId};

/// The most additions, of 64 bits each, that are made for all choices of the facts left open.
const MOST_WORK: u64 = 3_000_000_000;

/// The odds of experiments, one for each choice of the facts left open.
pub(super) fn odds<'a>(
    (model, terms): (&'a Model, &'a Terms),
    (open, most_choices): (Vec<VariableId>, usize),
    trials: Option<Trials>,
    experiment: impl Fn(&[(VariableId, u32)]) -> Experiment<'a>,
) -> Result<Table, Diagnostic> {
    if let Some(trials) = trials {
        terms.refuse_columns(model, &open)?;
        refuse_alike_first(model, terms, &open)?;
        return estimate(&experiment(&[]), trials);
    }
    let (alike, columns): (Vec<VariableId>, Vec<VariableId>) =
        open.iter().partition(|fact| terms.alike(**fact).is_some());
    if let (Some(fact), true) = (alike.first(), terms.given.is_some()) {
        let name = model.variable_name(*fact);
        let message =
            format!("`{name}` is alike before the first turn, and what is given may change that");
        return Err(Diagnostic::request(message).help(format!(
            "leave out `--given`, or have a column for each: `{name}=each`"
        )));
    }
    let mut parts = Vec::new();
    let (mut tried, mut work) = (0_u64, 0_u64);
    let mut eliminations = MOST_ELIMINATIONS;
    for choice in terms.choices(model, &open, most_choices)? {
        let experiment = experiment(&choice);
        let chain = Chain::new(&experiment)?;
        tried = tried.saturating_add(chain.tried);
        let is_endless = terms.until.is_some();
        if !is_endless {
            work = work.saturating_add(chain.work(experiment.length));
        }
        if tried > experiment.most_ways * 2 || work > MOST_WORK {
            return Err(Diagnostic::request("these odds would take too long to count")
                .help("fewer turns, fewer states with `--of`, more facts fixed; or estimate: `--simulate N`"));
        }
        parts.push(match is_endless {
            true => {
                let (results, ending) = chain.ended(&experiment, &mut eliminations)?;
                Part {
                    ending: Some(ending),
                    ..Part::of_choice(choice, results)
                }
            }
            false => Part::of_choice(choice, chain.results(&experiment)),
        });
    }
    if !alike.is_empty() {
        parts = averaged(parts, &alike);
    }
    Ok(Table {
        open: columns,
        taken: Vec::new(),
        excluded: Vec::new(),
        parts: joined(parts),
        sample: None,
    })
}

/// Tells of a fact before the first turn that is to have several values alike: an estimate begins in one way.
fn refuse_alike_first(model: &Model, terms: &Terms, open: &[VariableId]) -> Result<(), Diagnostic> {
    let Some(fact) = open.iter().find(|fact| terms.alike(**fact).is_some()) else {
        return Ok(());
    };
    let name = model.variable_name(*fact);
    let message =
        format!("`{name}` is alike before the first turn, and an estimate begins in one way");
    Err(Diagnostic::request(message).help(format!(
        "count it, without `--simulate`; or say what `{name}` is"
    )))
}
