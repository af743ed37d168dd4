//! What is shown of a game.

use super::{Event, Misfit, Record, State};
use crate::model::Stage;
use crate::render::answer::Excluded;
use crate::render::game::{Fact, Log, Logged, Turns, View};
use crate::render::told::Version;
use crate::render::words::capital;
use std::path::Path;

/// The view of a game whose file has this name; `differs` is where the rules now say otherwise.
pub fn view(file: &Path, game: &Record, state: &State<'_>, differs: Option<&Misfit>) -> View {
    let model = state.model;
    let facts = state.facts().into_iter().map(|(fact, index)| Fact {
        fact: model.variable_name(fact).to_owned(),
        value: state.shown(fact, index),
        stage: match model.stage_of(fact) {
            Stage::Scenario => "scenario",
            Stage::Turn => "turn",
            Stage::Moment => "moment",
        },
        row: vec![
            model.title_of(fact),
            state
                .text(fact)
                .map_or_else(|| capital(&model.label_of(fact, index)), str::to_owned),
        ],
    });
    let processes = state.turns.iter().map(|(id, turns)| Turns {
        process: model.processes[*id].name.clone(),
        turns: *turns,
    });
    let mut processes: Vec<Turns> = processes.collect();
    processes.sort_by(|one, other| one.process.cmp(&other.process));
    View {
        version: Version,
        file: file.display().to_string(),
        game: game.head.game.clone(),
        rules: game.head.rules.clone(),
        errata: game.head.errata.to_string(),
        readings: game.head.readings.clone(),
        own_rules: !game.head.own_rules.is_empty(),
        facts: facts.collect(),
        processes,
        events: game.events().count(),
        misfits: state.misfits.iter().map(ToString::to_string).collect(),
        impossible: state.impossible().map(Excluded::of),
        differs: differs.map(ToString::to_string),
    }
}

/// The view of a journal.
pub fn log(game: &Record) -> Log {
    let entries = game.entries.iter().map(|entry| Logged {
        line: entry.line,
        time: entry.time.clone(),
        event: entry.text.clone(),
        taken_back: entry.is_taken_back && !matches!(entry.event, Event::Undo | Event::Redo),
    });
    Log {
        version: Version,
        entries: entries.collect(),
    }
}
