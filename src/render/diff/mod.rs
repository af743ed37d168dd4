//! The difference of two rulebooks, for a terminal, as Markdown and as JSON.

mod human;
mod json;
mod markdown;

pub use human::human;
pub use json::json;
pub use markdown::markdown;

use super::answer::place_of;
use super::count::{of_situations, situations, thousands};
use crate::analysis::diff::{Change, Changed, ChangedRegion, Diff, Fate, Reason, Thing};
use crate::analysis::space::Space;
use crate::diagram::Leaf;
use crate::model::{Model, VariableId};
use crate::source::Sources;
use crate::value::show_number;

/// One of the two rulebooks.
#[derive(Debug, Clone, Copy)]
pub struct Version<'a> {
    /// How the user named it.
    pub name: &'a str,
    /// Its games.
    pub games: &'a [Model],
    /// Its texts.
    pub sources: &'a Sources,
}

/// What is shown.
#[derive(Debug, Clone, Copy)]
pub struct Shown<'a> {
    /// The differences, a game each.
    pub diffs: &'a [Diff],
    /// The old rulebook.
    pub old: Version<'a>,
    /// The new one.
    pub new: Version<'a>,
}

impl Version<'_> {
    fn reasons(&self, game: &str, reasons: &[Reason]) -> Vec<(String, String)> {
        let model = self.games.iter().find(|model| model.game == game);
        let place = |reason: &Reason| match (model, reason.rule, reason.span) {
            (Some(model), Some(rule), Some(span)) => place_of(model, self.sources, rule, span),
            _ => "where no rule applies".to_owned(),
        };
        reasons
            .iter()
            .map(|reason| (reason.cite.clone(), place(reason)))
            .collect()
    }
}

/// An answer in words.
fn answer(space: &Space, leaf: &Leaf, signed: bool) -> String {
    match leaf {
        Leaf::Value(value) => value.show(&space.words, signed),
        Leaf::Gap(_) => "a gap".to_owned(),
        Leaf::Outside => "not asked".to_owned(),
        Leaf::Cancelled => "no such fact or value".to_owned(),
        Leaf::Conflict => "two answers".to_owned(),
        Leaf::Overflow => "cannot be calculated".to_owned(),
        Leaf::Nothing | Leaf::Silent => "no answer".to_owned(),
    }
}

/// What was answered in a region and what is now: both in words, and whether they are only those of the witness.
fn sides(space: &Space, changed: &Changed, region: &ChangedRegion) -> (String, String) {
    let (old, new) = match &region.change {
        Change::To(old, new) => (old, new),
        Change::By(_) => (&region.at_witness.0, &region.at_witness.1),
    };
    (
        answer(space, old, changed.signed.0),
        answer(space, new, changed.signed.1),
    )
}

/// What else is to be said of a region's change.
fn remark(region: &ChangedRegion) -> Option<String> {
    match &region.change {
        Change::To(..) => None,
        Change::By(number) => Some(format!("{} everywhere here", show_number(*number, true))),
    }
}

/// How likely the dice of a region are: `3 in 36`.
fn odds(region: &ChangedRegion) -> Option<String> {
    region
        .chance
        .map(|(ways, of)| format!("{} in {}", thousands(ways), thousands(of)))
}

/// The facts of a region as a condition; nothing where there are none.
fn condition(
    space: &Space,
    facts: &[VariableId],
    tests: &[(VariableId, Vec<u32>)],
) -> Option<String> {
    let part = |fact: &VariableId| {
        let (_, indices) = tests.iter().find(|(own, _)| own == fact)?;
        let shared = space.variable(*fact)?;
        shared.domain.condition(&shared.name, indices, &space.words)
    };
    let parts: Vec<String> = facts.iter().filter_map(part).collect();
    (!parts.is_empty()).then(|| parts.join(" and "))
}

/// A situation: names and values.
fn situation(space: &Space, witness: &[(VariableId, u32)]) -> Vec<(String, String)> {
    let named = witness.iter().filter_map(|(variable, index)| {
        let shared = space.variable(*variable)?;
        Some((
            shared.name.clone(),
            shared.domain.value(*index).show(&space.words, false),
        ))
    });
    named.collect()
}

fn equations(pairs: &[(String, String)]) -> String {
    pairs
        .iter()
        .map(|(name, value)| format!("{name} = {value}"))
        .collect::<Vec<_>>()
        .join(", ")
}

/// How much of a question changed.
fn extent(changed: &Changed) -> String {
    of_situations(changed.situations, changed.asked)
}

/// What was left out of a question's regions.
fn cut(changed: &Changed) -> Option<String> {
    let untold = changed.untold;
    let regions = format!(
        "{} more region{}",
        untold.regions,
        if untold.regions == 1 { "" } else { "s" }
    );
    let or_more = if untold.or_more { "at least " } else { "" };
    let held = situations(untold.situations);
    (untold.situations > 0)
        .then(|| format!("{or_more}{regions}, with {held}, not shown; a higher --limit shows them"))
}

/// What is listed of one kind.
fn listed(diff: &Diff, thing: Thing) -> impl Iterator<Item = (&str, &Fate)> {
    diff.listed
        .iter()
        .filter(move |listed| listed.thing == thing)
        .map(|listed| (listed.name.as_str(), &listed.fate))
}

const THINGS: [Thing; 12] = [
    Thing::Game,
    Thing::Pack,
    Thing::Fact,
    Thing::Reading,
    Thing::Question,
    Thing::Process,
    Thing::Procedure,
    Thing::Card,
    Thing::Chart,
    Thing::Gap,
    Thing::Example,
    Thing::Law,
];

/// The summary line of a game.
fn summary(diff: &Diff) -> String {
    let number =
        |count: usize, thing: &str| format!("{count} {thing}{}", if count == 1 { "" } else { "s" });
    let mut parts = Vec::new();
    if diff.compared > 0 {
        parts.push(if diff.questions.is_empty() {
            format!(
                "{} compared, none answers differently: proved",
                number(diff.compared, "question")
            )
        } else {
            format!(
                "{} of {} changed",
                diff.questions.len(),
                number(diff.compared, "question")
            )
        });
    }
    if !diff.listed.is_empty() {
        parts.push(format!(
            "{} added, removed or declared otherwise",
            number(diff.listed.len(), "thing")
        ));
    }
    if !diff.flips.is_empty() {
        let flipped = |thing| diff.flips.iter().filter(|flip| flip.thing == thing).count();
        let counts = [
            (flipped(Thing::Example), "example"),
            (flipped(Thing::Law), "law"),
        ];
        let counts = counts
            .into_iter()
            .filter(|(count, _)| *count > 0)
            .map(|(count, thing)| number(count, thing));
        parts.push(format!(
            "{} flipped",
            counts.collect::<Vec<_>>().join(" and ")
        ));
    }
    if !diff.uncompared.is_empty() {
        parts.push(format!(
            "{} not compared",
            number(diff.uncompared.len(), "question")
        ));
    }
    format!("{}: {}", diff.game, parts.join("; "))
}
