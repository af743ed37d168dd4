//! A process played: a line a turn for a person, an object a turn for a program.

use super::answer_json;
use super::fold;
use super::roll::{dice_text, thrown_json};
use super::style::{BOLD, CITE, FAINT, VALUE, styled};
use super::table::{Column, Table};
use crate::diagram::Leaf;
use crate::dice::{TurnTaken, type_of_state};
use crate::model::{Model, Process};
use crate::turn::Slot;
use serde_json::{Map, Value, json};
use std::fmt::Write;

/// A game played and what belongs to it.
#[derive(Debug)]
pub struct ShownGame<'a> {
    /// The model.
    pub model: &'a Model,
    /// The process.
    pub process: &'a Process,
    /// The turns played now.
    pub turns: &'a [TurnTaken],
    /// Facts that hold in every turn, as they were given.
    pub facts: Vec<(String, String)>,
    /// The seed of the dice.
    pub seed: Option<u64>,
}

/// The game as a table of what changed, and what stayed as it was under it; turn by turn where a terminal is too narrow for
/// that table.
#[must_use]
pub fn human(shown: &ShownGame<'_>, width: Option<usize>) -> String {
    let seed = shown
        .seed
        .map_or_else(String::new, |seed| format!("   seed {seed}"));
    let cite = styled(CITE, &shown.process.cite.join(", "));
    let mut text = format!(
        "{}   {cite}{}\n",
        styled(BOLD, &shown.process.name),
        styled(FAINT, &seed)
    );
    let facts: Vec<String> = shown
        .facts
        .iter()
        .map(|(name, value)| format!("{name} = {value}"))
        .collect();
    if !facts.is_empty() {
        let _ = writeln!(text, "  {}", facts.join(", "));
    }
    text.push('\n');
    let names = shown
        .turns
        .first()
        .map_or(&[][..], |turn| turn.states.as_slice());
    let (moving, still): (Vec<usize>, Vec<usize>) =
        (0..names.len()).partition(|place| changes(shown, *place));
    let mut columns = vec![Column::numbers("turn"), Column::words("given and rolled")];
    let name = |place: &usize| names.get(*place).map_or("", |(name, _)| name.as_str());
    columns.extend(
        moving
            .iter()
            .map(|place| Column::words(name(place)).styled(VALUE)),
    );
    columns.push(Column::words("what it did"));
    let rows = shown
        .turns
        .iter()
        .map(|turn| row(shown, turn, &moving))
        .collect();
    let table = Table {
        rows,
        ..Table::new(columns)
    };
    if width.is_some_and(|width| table.breadth() > width) {
        shown
            .turns
            .iter()
            .for_each(|turn| block(&mut text, shown, turn));
        let last = shown.turns.last();
        let states = last.map_or_else(String::new, |turn| states_text(shown, turn, &moving));
        let _ = writeln!(text, "\n  in the end: {states}");
    } else {
        text.push_str(&table.human());
        text.push('\n');
    }
    if let (Some(turn), false) = (shown.turns.last(), still.is_empty()) {
        let _ = writeln!(text, "  throughout: {}", states_text(shown, turn, &still));
    }
    width.map_or(text.clone(), |width| fold(&text, width))
}

/// States in one line.
fn states_text(shown: &ShownGame<'_>, turn: &TurnTaken, places: &[usize]) -> String {
    let states = places.iter().filter_map(|place| turn.states.get(*place));
    let told: Vec<String> = states
        .map(|(name, leaf)| format!("{name} = {}", state_text(shown, name, leaf)))
        .collect();
    told.join(", ")
}

/// A turn as lines of its own: the roll, and below it each change.
fn block(text: &mut String, shown: &ShownGame<'_>, turn: &TurnTaken) {
    let _ = writeln!(
        text,
        "  {} {}   {}",
        styled(BOLD, "turn"),
        turn.number,
        rolled(shown, turn)
    );
    for change in &turn.changes {
        let (from, to) = (
            state_text(shown, &change.state, &change.from),
            state_text(shown, &change.state, &change.to),
        );
        let cites = styled(CITE, &change.cites.join(", "));
        let _ = writeln!(
            text,
            "    {} {from} → {}   {cites}",
            change.state,
            styled(VALUE, &to)
        );
    }
}

/// Whether a state is worth a column: it changed, or is not known in some turn.
fn changes(shown: &ShownGame<'_>, place: usize) -> bool {
    let leaves = || shown.turns.iter().filter_map(|turn| turn.states.get(place));
    let is_moved = |name: &str| {
        shown
            .turns
            .iter()
            .any(|turn| turn.changes.iter().any(|change| change.state == name))
    };
    leaves().any(|(name, leaf)| leaf.value().is_none() || is_moved(name))
}

/// What was given for a turn alone, and what was rolled.
fn rolled(shown: &ShownGame<'_>, turn: &TurnTaken) -> String {
    let model = shown.model;
    let always: Vec<&str> = shown.facts.iter().map(|(name, _)| name.as_str()).collect();
    let given = turn
        .given
        .iter()
        .filter(|(fact, _)| !always.contains(&model.variable_name(*fact)))
        .map(|(fact, index)| {
            format!(
                "{} {}",
                model.variable_name(*fact),
                model.show_index(*fact, *index)
            )
        });
    let thrown = turn.thrown.iter().map(|thrown| {
        format!(
            "{} {}",
            model.variable_name(thrown.fact),
            dice_text(model, thrown)
        )
    });
    given.chain(thrown).collect::<Vec<_>>().join(", ")
}

/// The cells of a turn's line.
fn row(shown: &ShownGame<'_>, turn: &TurnTaken, moving: &[usize]) -> Vec<String> {
    let changes: Vec<String> = turn
        .changes
        .iter()
        .map(|change| {
            let text = |leaf| state_text(shown, &change.state, leaf);
            format!(
                "{} {} → {} ({})",
                change.state,
                text(&change.from),
                text(&change.to),
                change.cites.join(", ")
            )
        })
        .collect();
    let states = moving.iter().filter_map(|place| turn.states.get(*place));
    let mut cells = vec![turn.number.to_string(), rolled(shown, turn)];
    cells.extend(states.map(|(name, leaf)| state_text(shown, name, leaf)));
    cells.push(if changes.is_empty() {
        "-".to_owned()
    } else {
        changes.join("; ")
    });
    cells
}

/// A state in words.
fn state_text(shown: &ShownGame<'_>, name: &str, leaf: &Leaf) -> String {
    let model = shown.model;
    let of = type_of_state(model, shown.process, name);
    match leaf {
        Leaf::Value(value) => value.show(&model.words, of.is_some_and(|of| model.is_signed(&of))),
        Leaf::Gap(_) => "gap".to_owned(),
        _ => "no answer".to_owned(),
    }
}

/// The game for a program.
#[must_use]
pub fn json(shown: &ShownGame<'_>) -> Value {
    let model = shown.model;
    let facts: Map<String, Value> = shown
        .facts
        .iter()
        .map(|(name, value)| (name.clone(), json!(value)))
        .collect();
    let turns = shown.turns.iter().map(|turn| {
        let given: Map<String, Value> = turn
            .given
            .iter()
            .map(|(fact, index)| {
                let value = Slot::value(*index).leaf(model, *fact);
                (model.variable_name(*fact).to_owned(), answer_json::leaf(model, &value))
            })
            .collect();
        let changes: Vec<Value> = turn
            .changes
            .iter()
            .map(|change| {
                json!({
                    "state": change.state,
                    "from": answer_json::leaf(model, &change.from),
                    "to": answer_json::leaf(model, &change.to),
                    "cite": change.cites,
                })
            })
            .collect();
        let states: Map<String, Value> =
            turn.states.iter().map(|(name, leaf)| (name.clone(), answer_json::leaf(model, leaf))).collect();
        json!({
            "turn": turn.number,
            "facts": given,
            "rolls": turn.thrown.iter().map(|thrown| thrown_json(model, thrown)).collect::<Vec<_>>(),
            "changes": changes,
            "state": states,
        })
    });
    json!({
        "version": 1,
        "game": model.game,
        "process": shown.process.name,
        "cite": shown.process.cite,
        "each": shown.process.each,
        "facts": facts,
        "seed": shown.seed,
        "turns": turns.collect::<Vec<_>>(),
    })
}
