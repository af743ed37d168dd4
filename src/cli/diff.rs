//! `chartroom diff`: exactly what changed between two rulebooks.

use super::format::TextFormat;
use super::{Global, Outcome, Output, suggest};
use crate::analysis::diff;
use crate::diagnostic::{Code, Severity};
use crate::pack::ErrataSet;
use crate::render;
use crate::render::diff::{Shown, Version};
use crate::rulebook::Rulebook;
use crate::source::Place;
use clap::Args;
use std::path::{Path, PathBuf};

/// The arguments of `diff`.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The rulebook before: a folder of packs, a git revision such as `HEAD~1:rules`, `embedded`, or several of these with `+`
    /// between them: `embedded+my-packs`
    #[arg(value_name = "OLD")]
    old: String,
    /// The rulebook now: the same
    #[arg(value_name = "NEW")]
    new: String,
    /// Which errata apply to OLD, where not those of --errata
    #[arg(long, value_name = "SET")]
    old_errata: Option<ErrataSet>,
    /// The most regions told of a question, the widest; what lies beyond is counted
    #[arg(long, value_name = "REGIONS", default_value_t = 40)]
    limit: usize,
    /// How to show the difference
    #[arg(long, value_enum, default_value_t = TextFormat::Human)]
    format: TextFormat,
}

/// Runs the command.
pub(super) fn run(arguments: &Arguments, global: &Global, output: &mut Output) -> Outcome {
    let old_errata = arguments.old_errata.as_ref().unwrap_or(&global.errata);
    let (old, new) = std::thread::scope(|scope| {
        let old = scope.spawn(|| open(&arguments.old, old_errata));
        let new = open(&arguments.new, &global.errata);
        (old.join().unwrap_or_else(|_| open(&arguments.old, old_errata)), new)
    });
    // An erratum that is asked for may be new: what NEW does not have is unknown.
    if !global.knows_errata(&new, output) {
        return Outcome::Usage;
    }
    let unreadable = [(&arguments.old, &old), (&arguments.new, &new)].map(|(name, found)| tell(name, found, output));
    if unreadable.contains(&true) {
        return Outcome::Usage;
    }
    let diffs = diff::games(&old.games, &new.games, arguments.limit.max(1));
    let shown = Shown { diffs: &diffs, old: version(&arguments.old, &old), new: version(&arguments.new, &new) };
    match arguments.format {
        TextFormat::Human => output.prose(&render::diff::human(&shown)),
        TextFormat::Json => output.json(&render::diff::json(&shown)),
        TextFormat::Markdown => output.print(&render::diff::markdown(&shown)),
    }
    if diffs.iter().all(diff::Diff::is_empty) { Outcome::Clean } else { Outcome::Findings }
}

const fn version<'a>(name: &'a str, rulebook: &'a Rulebook) -> Version<'a> {
    Version { name, games: rulebook.games.as_slice(), sources: &rulebook.sources }
}

/// The places that a name means: `embedded`, a folder, a git revision, or several with `+` between them.
fn places(name: &str) -> Vec<Place> {
    let is_revision = |name: &str| !Path::new(name).exists() && name.contains(':');
    let one = |name: &str| {
        if is_revision(name) { Place::Revision(name.to_owned()) } else { Place::named(PathBuf::from(name)) }
    };
    // A folder, or a branch, may have a `+` in its name.
    let is_known = |part: &str| part == Place::EMBEDDED || Path::new(part).exists() || is_revision(part);
    if !Path::new(name).exists() && name.split('+').all(is_known) {
        return name.split('+').map(one).collect();
    }
    vec![one(name)]
}

fn open(name: &str, errata: &ErrataSet) -> Rulebook {
    Rulebook::open(&places(name), errata)
}

/// Tells what is wrong with a rulebook; whether so much that it cannot be compared. What does not resolve is left out of the
/// comparison and told there.
fn tell(name: &str, rulebook: &Rulebook, output: &mut Output) -> bool {
    let errors = rulebook.diagnostics.iter().filter(|found| found.severity == Severity::Error);
    let errors = errors.filter(|found| found.code != Code::UnknownErratum || !found.labels.is_empty());
    let errors: Vec<_> = errors.cloned().collect();
    let unreadable = rulebook.is_unreadable() || rulebook.games.is_empty();
    if unreadable {
        output.diagnostics(&errors, &rulebook.sources);
    } else if !errors.is_empty() {
        let errors = super::count(errors.len(), "error");
        let places = places(name);
        let can_check = !places.iter().any(|place| matches!(place, Place::Revision(_)));
        let rules = suggest::rules(&places);
        let help = if can_check { format!("; `chartroom check{rules}` shows them") } else { String::new() };
        output.problem(&format!("`{name}` has {errors}{help}"));
    }
    unreadable
}
