//! What was tried: the laws and examples of each section of the book.

use super::diagnostic;
use super::style::{BOLD, CITE, FAINT, VALUE, WARN, styled};
use super::table::{Align, Column, Table};
use crate::analysis::trials::Section;
use crate::check::{Trial, TrialKind};
use crate::diagnostic::Diagnostic;
use crate::model::{Model, PackId};
use crate::source::Sources;
use serde_json::{Value, json};

/// The sections of one game, tried.
#[derive(Debug)]
pub struct Tried<'a> {
    /// The game.
    pub model: &'a Model,
    /// Its sections.
    pub sections: Vec<Section>,
}

/// How much was tried.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Totals {
    /// Examples tried.
    pub examples: usize,
    /// Laws tried.
    pub laws: usize,
    /// Examples and laws that do not hold.
    pub failed: usize,
    /// Examples and laws that ask what is broken.
    pub not_tried: usize,
}

/// How much was tried in all.
#[must_use]
pub fn totals(tried: &[Tried<'_>]) -> Totals {
    let mut totals = Totals::default();
    for trial in tried
        .iter()
        .flat_map(|game| &game.sections)
        .flat_map(|section| &section.trials)
    {
        if !trial.tried {
            totals.not_tried += 1;
            continue;
        }
        match trial.kind {
            TrialKind::Example => totals.examples += 1,
            TrialKind::Law => totals.laws += 1,
        }
        totals.failed += usize::from(!trial.holds());
    }
    totals
}

/// What fails, as diagnostics.
#[must_use]
pub fn failures(tried: &[Tried<'_>]) -> Vec<Diagnostic> {
    let trials = tried
        .iter()
        .flat_map(|game| &game.sections)
        .flat_map(|section| &section.trials);
    trials
        .flat_map(|trial| trial.diagnostics.iter().cloned())
        .collect()
}

/// What was tried, section by section, for a person.
#[must_use]
pub fn human(tried: &[Tried<'_>]) -> String {
    let mut parts: Vec<String> = Vec::new();
    for game in tried {
        let mut packs: Vec<PackId> = game.sections.iter().map(|section| section.pack).collect();
        packs.dedup();
        parts.extend(packs.into_iter().map(|pack| of_pack(game, pack)));
    }
    parts.push(summary(totals(tried)));
    parts.join("\n")
}

fn of_pack(game: &Tried<'_>, pack: PackId) -> String {
    let numbers = |heading| Column {
        align: Align::Right,
        ..Column::words(heading)
    };
    let mut table = Table::new(vec![
        Column::words("section").styled(CITE),
        Column::words(""),
        numbers("examples"),
        numbers("laws"),
        Column::words("").styled(WARN),
    ]);
    for section in game.sections.iter().filter(|section| section.pack == pack) {
        let shown = |kind| match section.count(kind) {
            0 => String::new(),
            count => count.to_string(),
        };
        let failed = match section.failed() {
            0 => String::new(),
            failed => format!("{failed} failed"),
        };
        table.rows.push(vec![
            section.number.clone(),
            section.title.clone(),
            shown(TrialKind::Example),
            shown(TrialKind::Law),
            failed,
        ]);
    }
    let title = game.model.pack(pack).map_or("", |pack| pack.title.as_str());
    let name = format!("{}/{}", game.model.game, game.model.pack_name(pack));
    format!(
        "{}  {}\n{}",
        styled(BOLD, &name),
        styled(FAINT, title),
        table.human()
    )
}

fn summary(totals: Totals) -> String {
    let (example, law) = (
        plural(totals.examples, "example"),
        plural(totals.laws, "law"),
    );
    let held = format!(
        "{} {example} and {} {law} tried: ",
        totals.examples, totals.laws
    );
    let outcome = if totals.failed == 0 {
        styled(VALUE, "all hold")
    } else {
        styled(WARN, &format!("{} failed", totals.failed))
    };
    let not_tried = match totals.not_tried {
        0 => String::new(),
        count => format!("; {count} not tried, for what they ask is broken"),
    };
    format!("{held}{outcome}{not_tried}\n")
}

fn plural(count: usize, thing: &str) -> String {
    if count == 1 {
        thing.to_owned()
    } else {
        format!("{thing}s")
    }
}

/// What was tried, for a program: every example and law with its outcome, and the diagnostics of those that fail.
#[must_use]
pub fn json(tried: &[Tried<'_>], sources: &Sources) -> Value {
    let totals = totals(tried);
    let sections = |game: &Tried<'_>| {
        game.sections
            .iter()
            .map(|own| section(game.model, own, sources))
            .collect::<Vec<_>>()
    };
    let failures = diagnostic::json(&failures(tried), sources);
    json!({
        "version": 1,
        "sections": tried.iter().flat_map(sections).collect::<Vec<_>>(),
        "examples": totals.examples,
        "laws": totals.laws,
        "failed": totals.failed,
        "not-tried": totals.not_tried,
        "diagnostics": failures.get("diagnostics"),
    })
}

fn section(model: &Model, section: &Section, sources: &Sources) -> Value {
    json!({
        "game": model.game,
        "pack": model.pack_name(section.pack),
        "section": section.number,
        "title": section.title,
        "examples": section.count(TrialKind::Example),
        "laws": section.count(TrialKind::Law),
        "failed": section.failed(),
        "tests": section.trials.iter().map(|own| trial(own, sources)).collect::<Vec<_>>(),
    })
}

fn trial(trial: &Trial, sources: &Sources) -> Value {
    let outcome = match (trial.tried, trial.holds()) {
        (false, _) => "not-tried",
        (true, true) => "holds",
        (true, false) => "failed",
    };
    json!({
        "kind": if trial.kind == TrialKind::Law { "law" } else { "example" },
        "cite": trial.cite,
        "says": trial.says,
        "outcome": outcome,
        "file": sources.path(trial.span.file),
        "line": sources.position(trial.span).0,
    })
}
