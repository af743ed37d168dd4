//! A process played: a line a turn for a person, an object a turn for a program.

use super::fold;
use super::roll::{Does, assumed, dice_text, thrown};
use super::style::{BOLD, CITE, FAINT, VALUE, styled};
use super::table::{Column, Table};
use super::told::{Facts, Told, Version};
use super::words;
use crate::answer::Found;
use crate::diagram::Leaf;
use crate::dice::{Change, Game, TurnTaken, type_of_state};
use crate::model::{Model, Process, VariableId};
use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt::Write;

/// How wide the page is where there is no terminal.
const WIDTH: usize = 80;

/// A game played and what belongs to it.
#[derive(Debug)]
pub struct ShownGame<'a> {
    /// The model.
    pub model: &'a Model,
    /// The process.
    pub process: &'a Process,
    /// The turns played now.
    pub turns: &'a [TurnTaken],
    /// The process after them.
    pub game: &'a Game<'a>,
    /// The states that are to be shown; all, if none is named.
    pub of: &'a [String],
    /// The facts of every turn.
    pub each: &'a [(VariableId, u32)],
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
    let [hence, usual] = words::found(shown.model, shown.found());
    for (head, facts) in [("hence", hence), ("as usual", usual)] {
        if !facts.is_empty() {
            let _ = writeln!(text, "  {} {facts}", styled(FAINT, head));
        }
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
    let width = width.unwrap_or(WIDTH);
    if table.breadth() > width {
        shown
            .turns
            .iter()
            .for_each(|turn| block(&mut text, shown, turn));
        let last = shown.turns.last();
        let states = last.map_or_else(String::new, |turn| states_text(shown, turn, &moving));
        let _ = writeln!(text, "\n  in the end: {states}");
    } else {
        text.push_str(&table.human(None));
        text.push('\n');
    }
    if let (Some(turn), false) = (shown.turns.last(), still.is_empty()) {
        let _ = writeln!(text, "  throughout: {}", states_text(shown, turn, &still));
    }
    text.push_str(&now(shown));
    fold(&text, width)
}

impl ShownGame<'_> {
    /// The facts that nobody gave, at the start and in its turns.
    fn found(&self) -> impl Iterator<Item = &Found> {
        let of_turns = self.turns.iter().flat_map(|turn| &turn.found);
        self.game.found.iter().chain(of_turns)
    }
}

/// What is in effect now, and what the next roll would do.
fn now(shown: &ShownGame<'_>) -> String {
    let mut text = String::new();
    let states = shown.turns.last().map_or(&[][..], |turn| &turn.states);
    let says_something = |(_, leaf): &&(String, Leaf)| match leaf.value() {
        Some(value) => !matches!(
            value.show(&shown.model.words, false).as_str(),
            "no" | "none" | "0" | "none of them"
        ),
        None => true,
    };
    let told = states.iter().filter(says_something);
    let told = told.map(|(name, leaf)| format!("{name} = {}", state_text(shown, name, leaf)));
    let told: Vec<String> = told.collect();
    if !told.is_empty() {
        let _ = writeln!(
            text,
            "  {} {}",
            styled(BOLD, "in effect now:"),
            told.join(", ")
        );
    }
    next(shown, &mut text);
    text
}

/// What the next roll would do.
fn next(shown: &ShownGame<'_>, text: &mut String) {
    let Some((roll, mut prospects)) = shown.game.next(shown.each) else {
        return;
    };
    let changes = prospects.iter_mut().filter_map(|own| own.changes.as_mut());
    for changes in changes {
        changes.retain(|change| shown.of.is_empty() || shown.of.contains(&change.state));
    }
    let name = shown.model.variable_name(roll);
    let _ = writeln!(text, "  {} {name}", styled(BOLD, "next"));
    let known: Vec<&[Change]> = prospects
        .iter()
        .filter_map(|own| own.changes.as_deref())
        .collect();
    let Some((first, others)) = known.split_first() else {
        let _ = writeln!(text, "    its single dice, or more rolls, matter");
        return;
    };
    let always = |change: &&Change| others.iter().all(|changes| changes.contains(change));
    let always: Vec<&Change> = first.iter().filter(always).collect();
    let mut lines: Vec<(Vec<u32>, String)> = Vec::new();
    for prospect in &prospects {
        let told = match &prospect.changes {
            None => "its single dice, or more rolls, matter".to_owned(),
            Some(changes) => told(
                shown,
                changes.iter().filter(|change| !always.contains(change)),
            ),
        };
        match lines.iter_mut().find(|(_, own)| *own == told) {
            Some((indices, _)) => indices.extend(&prospect.indices),
            None => lines.push((prospect.indices.clone(), told)),
        }
    }
    if !always.is_empty() {
        let _ = writeln!(
            text,
            "    whatever it is: {}",
            told(shown, always.iter().copied())
        );
    }
    for (mut indices, told) in lines {
        indices.sort_unstable();
        let _ = writeln!(
            text,
            "    {}: {told}",
            values_text(shown.model, roll, &indices)
        );
    }
}

/// Some values of a roll: `<= 3`, `4..11`.
fn values_text(model: &Model, roll: VariableId, indices: &[u32]) -> String {
    let condition = model
        .variable(roll)
        .and_then(|found| found.domain.condition("", indices, &model.words));
    let condition = condition.unwrap_or_else(|| "any".to_owned());
    let plain = condition
        .trim()
        .trim_start_matches("is ")
        .trim_start_matches("in ");
    plain.to_owned()
}

/// Changes in words.
fn told<'c>(shown: &ShownGame<'_>, changes: impl Iterator<Item = &'c Change>) -> String {
    let told = changes.map(|change| change_text(shown, change));
    let told: Vec<String> = told.collect();
    if told.is_empty() {
        "nothing changes".to_owned()
    } else {
        told.join("; ")
    }
}

/// `raining no → yes (E3.51)`
fn change_text(shown: &ShownGame<'_>, change: &Change) -> String {
    let text = |leaf| state_text(shown, &change.state, leaf);
    let (from, to) = (text(&change.from), text(&change.to));
    let cites = match change.cites.as_slice() {
        [] => String::new(),
        cites => format!(" ({})", cites.join(", ")),
    };
    format!("{} {from} → {to}{cites}", change.state)
}

/// The turns for a game chat, a line each.
#[must_use]
pub fn chat(shown: &ShownGame<'_>) -> String {
    let line = |turn: &TurnTaken| {
        let changes = told(shown, turn.changes.iter());
        let (name, number) = (&shown.process.name, turn.number);
        format!(
            "{name} turn {number}: {} > {changes}\n",
            rolled(shown, turn)
        )
    };
    shown.turns.iter().map(line).collect()
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
    let changes = turn.changes.iter().map(|change| change_text(shown, change));
    let changes: Vec<String> = changes.collect();
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
    words::leaf(
        shown.model,
        leaf,
        type_of_state(shown.model, shown.process, name).as_ref(),
    )
}

/// A process played.
#[derive(Debug, Serialize, JsonSchema)]
pub struct View {
    version: Version<1>,
    game: String,
    process: String,
    cite: Vec<String>,
    /// What a turn is.
    each: String,
    /// The facts that hold in every turn, as they were given.
    facts: IndexMap<String, String>,
    /// The facts that are taken as they usually are.
    assumed: Facts,
    /// Null where the players threw the dice.
    seed: Option<u64>,
    turns: Vec<Turn>,
}

/// A turn.
#[derive(Debug, Serialize, JsonSchema)]
struct Turn {
    /// Its number, counted from 1.
    turn: u32,
    facts: Facts,
    rolls: Vec<Does>,
    changes: Vec<Changed>,
    /// The states after it.
    state: Facts,
}

/// A state that changed.
#[derive(Debug, Serialize, JsonSchema)]
struct Changed {
    state: String,
    from: Told,
    to: Told,
    cite: Vec<String>,
}

/// The view of a game.
#[must_use]
pub fn view(shown: &ShownGame<'_>) -> View {
    let (model, process) = (shown.model, shown.process);
    let told = |name: &str, leaf: &Leaf| {
        Told::leaf(model, leaf, type_of_state(model, process, name).as_ref())
    };
    let changed = |change: &Change| Changed {
        state: change.state.clone(),
        from: told(&change.state, &change.from),
        to: told(&change.state, &change.to),
        cite: change.cites.clone(),
    };
    let turns = shown.turns.iter().map(|turn| Turn {
        turn: turn.number,
        facts: Told::facts(model, turn.given.iter().copied()),
        rolls: turn.thrown.iter().map(|own| thrown(model, own)).collect(),
        changes: turn.changes.iter().map(changed).collect(),
        state: turn
            .states
            .iter()
            .map(|(name, leaf)| (name.clone(), told(name, leaf)))
            .collect(),
    });
    View {
        version: Version,
        game: model.game.clone(),
        process: process.name.clone(),
        cite: process.cite.clone(),
        each: process.each.clone(),
        facts: shown.facts.iter().cloned().collect(),
        assumed: assumed(model, shown.found()),
        seed: shown.seed,
        turns: turns.collect(),
    }
}
