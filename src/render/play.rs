//! A process played: a line a turn for a person, an object a turn for a program.

use super::answer_json;
use super::roll::{dice_text, thrown_json};
use super::style::{BOLD, CITE, FAINT, VALUE, WARN, styled};
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

/// The cells of a turn's line.
struct Line {
    number: String,
    rolled: String,
    did: String,
    states: Vec<(String, bool)>,
}

/// The game as a table.
#[must_use]
pub fn human(shown: &ShownGame<'_>) -> String {
    let seed = shown.seed.map_or_else(String::new, |seed| format!("   seed {seed}"));
    let cite = styled(CITE, &shown.process.cite.join(", "));
    let mut text = format!("{}   {cite}{}\n", styled(BOLD, &shown.process.name), styled(FAINT, &seed));
    let facts: Vec<String> = shown.facts.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    if !facts.is_empty() {
        let _ = writeln!(text, "  {}", facts.join(", "));
    }
    text.push('\n');
    let lines: Vec<Line> = shown.turns.iter().map(|turn| line(shown, turn)).collect();
    let names: Vec<&str> =
        shown.turns.first().map(|turn| turn.states.iter().map(|(name, _)| name.as_str()).collect()).unwrap_or_default();
    let wide =
        |heading: &str, cells: &mut dyn Iterator<Item = usize>| cells.max().unwrap_or(0).max(heading.chars().count());
    let number = wide("turn", &mut lines.iter().map(|line| line.number.chars().count()));
    let rolled = wide("given and rolled", &mut lines.iter().map(|line| line.rolled.chars().count()));
    let did = wide("what it did", &mut lines.iter().map(|line| line.did.chars().count()));
    let states: Vec<usize> = names
        .iter()
        .enumerate()
        .map(|(place, name)| {
            wide(name, &mut lines.iter().filter_map(|line| Some(line.states.get(place)?.0.chars().count())))
        })
        .collect();
    let heads: Vec<String> = names.iter().zip(&states).map(|(name, width)| format!("{name:width$}")).collect();
    let head =
        format!("  {:number$}  {:rolled$}  {}  {:did$}", "turn", "given and rolled", heads.join("  "), "what it did");
    let _ = writeln!(text, "{}", styled(BOLD, head.trim_end()));
    for line in &lines {
        let cells: Vec<String> = line
            .states
            .iter()
            .zip(&states)
            .map(|((cell, sure), width)| {
                let blanks = " ".repeat(width.saturating_sub(cell.chars().count()));
                format!("{}{blanks}", styled(if *sure { VALUE } else { WARN }, cell))
            })
            .collect();
        let row = format!("  {:>number$}  {:rolled$}  {}  {}", line.number, line.rolled, cells.join("  "), line.did);
        let _ = writeln!(text, "{}", row.trim_end());
    }
    text
}

fn line(shown: &ShownGame<'_>, turn: &TurnTaken) -> Line {
    let model = shown.model;
    let always: Vec<&str> = shown.facts.iter().map(|(name, _)| name.as_str()).collect();
    let given = turn
        .given
        .iter()
        .filter(|(fact, _)| !always.contains(&model.variable_name(*fact)))
        .map(|(fact, index)| format!("{} {}", model.variable_name(*fact), model.show_index(*fact, *index)));
    let thrown =
        turn.thrown.iter().map(|thrown| format!("{} {}", model.variable_name(thrown.fact), dice_text(model, thrown)));
    let changes = turn.changes.iter().map(|change| {
        let (from, _) = state_text(shown, &change.state, &change.from);
        let (to, _) = state_text(shown, &change.state, &change.to);
        format!("{} {from} → {to} ({})", change.state, change.cites.join(", "))
    });
    let states = turn.states.iter().map(|(name, leaf)| state_text(shown, name, leaf));
    let changes = changes.collect::<Vec<_>>().join("; ");
    Line {
        number: turn.number.to_string(),
        rolled: given.chain(thrown).collect::<Vec<_>>().join(", "),
        did: if changes.is_empty() { "-".to_owned() } else { changes },
        states: states.collect(),
    }
}

/// A state in words, and whether it is known.
fn state_text(shown: &ShownGame<'_>, name: &str, leaf: &Leaf) -> (String, bool) {
    let model = shown.model;
    let of = type_of_state(model, shown.process, name);
    match leaf {
        Leaf::Value(value) => (value.show(&model.words, of.is_some_and(|of| model.is_signed(&of))), true),
        Leaf::Gap(_) => ("gap".to_owned(), false),
        _ => ("no answer".to_owned(), false),
    }
}

/// The game for a program.
#[must_use]
pub fn json(shown: &ShownGame<'_>) -> Value {
    let model = shown.model;
    let facts: Map<String, Value> = shown.facts.iter().map(|(name, value)| (name.clone(), json!(value))).collect();
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
