//! The odds that a game's guide draws.

use super::odds::OddsRequest;
use super::{Named, Rulebook, find_in};
use crate::check::{self, Imprints, Memory, recalled};
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Model, Plot};
use crate::render::odds::ShownOdds;
use crate::source::Span;

impl Rulebook {
    /// What keeps the plots of a guide from being drawn.
    pub(super) fn wrong_plots(model: &Model, memory: Option<&Memory<'_>>) -> Vec<Diagnostic> {
        // What nothing is called, or what is broken, is told where that is.
        let plots = model.guide.plots.iter();
        let plots =
            plots.filter(|plot| find_in(model, &plot.of).is_some_and(|of| !is_broken(model, of)));
        let wrong = |plot: &Plot| {
            let wrong = drawn(model, plot).err()?;
            let place = wrong
                .unknown
                .as_deref()
                .and_then(|text| place_of(plot, text));
            let labels = Diagnostic::error(wrong.code, place.unwrap_or(plot.span), "").labels;
            Some(Diagnostic { labels, ..wrong })
        };
        let found = |plot| {
            let imprint = |imprints: &Imprints<'_>| imprints.plot(plot);
            recalled(memory, imprint, || wrong(plot).into_iter().collect())
        };
        plots.flat_map(found).collect()
    }
}

/// Where a plot says what nothing bears.
fn place_of(plot: &Plot, unknown: &str) -> Option<Span> {
    plot.said.iter().find_map(|said| {
        let at = said.value.find(unknown).filter(|_| !unknown.is_empty())?;
        Some(said.span.within(at, at + unknown.len()))
    })
}

fn is_broken(model: &Model, of: Named) -> bool {
    match of {
        Named::Question(id) => check::is_broken(model, id),
        Named::Process(id) => model.processes[id].broken,
        Named::Procedure(id) => check::is_broken_procedure(model, &model.procedures[id]),
    }
}

/// The odds of a plot.
pub fn drawn<'m>(model: &'m Model, plot: &Plot) -> Result<ShownOdds<'m>, Diagnostic> {
    let named = find_in(model, &plot.of);
    let unknown = || {
        let message = format!("nothing with odds is called `{}`", plot.of);
        Diagnostic::error_nowhere(Code::UnknownName, message)
    };
    let given = plot.given.iter();
    let request = OddsRequest {
        facts: given
            .map(|(name, value)| format!("{name}={value}"))
            .collect(),
        turns: plot.turns,
        until: plot.until.clone(),
        ever: plot.ever.clone(),
        at: plot.at.clone(),
        of: plot.shows.clone(),
        seed: 1,
        ..OddsRequest::default()
    };
    request.odds(model, named.ok_or_else(unknown)?)
}
