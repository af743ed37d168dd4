//! A process played: a line a turn for a person, an object a turn for a program.

use super::answer::{Excluded, assumed};
use super::fold;
use super::roll::{Does, dice_text, thrown};
use super::style::{BOLD, CITE, FAINT, VALUE, WARN, styled};
use super::table::{Column, Table};
use super::told::{Facts, Told, Version};
use super::words;
use crate::answer::TakenFact;
use crate::diagram::Leaf;
use crate::dice::{Change, Game, TurnTaken, type_of_state};
use crate::model::{Impossible, Model, Role, VariableId};
use crate::value::EMPTY_SET;
use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Serialize;

/// What is told of a roll whose total alone does not tell what it does.
const NOT_BY_TOTAL: &str = "its single dice, or more rolls, matter";

/// Turns played and what belongs to them.
pub struct Shown<'a> {
    /// The process after them.
    pub game: &'a Game<'a>,
    pub turns: &'a [TurnTaken],
    /// The facts of every turn.
    pub each: &'a [(VariableId, u32)],
    pub seed: Option<u64>,
    /// What excludes the state from which they began.
    pub impossible: Option<&'a Impossible>,
    /// Whether a state is to be shown.
    pub is_shown: &'a dyn Fn(&String) -> bool,
    /// Facts that hold in every turn, as they were given, and those given before the first one alone.
    pub facts: IndexMap<String, String>,
    pub start: IndexMap<String, String>,
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
    /// The facts given before the first turn alone.
    #[serde(skip_serializing_if = "IndexMap::is_empty")]
    start: IndexMap<String, String>,
    /// The facts that are taken as they usually are.
    assumed: Facts,
    /// Null where the players threw the dice.
    seed: Option<u64>,
    /// Why the situation before them cannot be.
    #[serde(skip_serializing_if = "Option::is_none")]
    impossible: Option<Excluded>,
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
    /// Why the situation after it cannot be.
    #[serde(skip_serializing_if = "Option::is_none")]
    impossible: Option<Excluded>,
    /// What was given for it alone, and what was rolled.
    #[serde(skip)]
    rolled: String,
}

/// A state that changed.
#[derive(Debug, PartialEq, Serialize, JsonSchema)]
struct Changed {
    state: String,
    /// What people call it.
    #[serde(skip)]
    title: String,
    from: Told,
    to: Told,
    cite: Vec<String>,
}

impl Shown<'_> {
    /// The facts that nobody gave, at the start and in its turns.
    fn found(&self) -> impl Iterator<Item = &TakenFact> {
        let of_turns = self.turns.iter().flat_map(|turn| &turn.taken);
        self.game.taken.iter().chain(of_turns)
    }

    fn told(&self, state: &str, leaf: &Leaf) -> Told {
        let plan = &self.game.plan;
        let of = type_of_state(plan.model, plan.process, state);
        words::told(plan.model, state, leaf, of.as_ref())
    }

    /// What was taken as usual, in its turns and before the first.
    fn assumed(&self) -> Facts {
        let model = self.game.plan.model;
        let mut assumed = assumed(model, self.found());
        assumed.extend(Told::facts(model, self.game.begun.iter().copied()));
        assumed
    }

    fn title(&self, state: &str) -> String {
        words::title(self.game.plan.model, state)
    }

    /// Some states after the last turn, in one line.
    fn in_the_end<'s>(&self, names: impl IntoIterator<Item = &'s String>) -> String {
        let last = self.turns.last().map(|turn| &turn.states);
        let told = names.into_iter().filter_map(|name| {
            let (_, leaf) = last?.iter().find(|(text, _)| text == name)?;
            let label = words::capital(&self.told(name, leaf).words);
            Some(format!("{}: {label}", self.title(name)))
        });
        told.collect::<Vec<_>>().join(", ")
    }

    fn changed(&self, change: &Change) -> Changed {
        Changed {
            state: change.state.clone(),
            title: self.title(&change.state),
            from: self.told(&change.state, &change.from),
            to: self.told(&change.state, &change.to),
            cite: change.cites.clone(),
        }
    }

    fn turn(&self, turn: &TurnTaken) -> Turn {
        let model = self.game.plan.model;
        let title = |fact: VariableId| words::capital(&model.title_of(fact));
        let given = turn.given.iter();
        let alone = given.filter(|told| !self.each.contains(told));
        let alone = alone.map(|(fact, index)| words::said(model, *fact, *index));
        let dice = turn.thrown.iter();
        let dice = dice.map(|each| format!("{} {}", title(each.fact), dice_text(model, each)));
        let states = turn.states.iter();
        Turn {
            turn: turn.number,
            facts: Told::facts(model, turn.given.iter().copied()),
            rolls: turn.thrown.iter().map(|each| thrown(model, each)).collect(),
            changes: turn
                .changes
                .iter()
                .map(|change| self.changed(change))
                .collect(),
            state: states
                .map(|(name, leaf)| (name.clone(), self.told(name, leaf)))
                .collect(),
            impossible: turn.impossible.as_ref().map(Excluded::of),
            rolled: alone.chain(dice).collect::<Vec<_>>().join(", "),
        }
    }
}

/// The view of turns played.
pub fn view(shown: &Shown<'_>) -> View {
    let plan = &shown.game.plan;
    View {
        version: Version,
        game: plan.model.game.clone(),
        process: plan.process.name.clone(),
        cite: plan.process.cite.clone(),
        each: plan.process.each.clone(),
        facts: shown.facts.clone(),
        start: shown.start.clone(),
        assumed: shown.assumed(),
        seed: shown.seed,
        impossible: shown.impossible.map(Excluded::of),
        turns: shown.turns.iter().map(|turn| shown.turn(turn)).collect(),
    }
}

/// The game as a table of what changed, and what stayed as it was under it; turn by turn where a terminal is too narrow for
/// that table.
pub fn human(shown: &Shown<'_>, width: usize) -> String {
    let view = view(shown);
    let mut text = view.head(shown);
    text += &view.impossible();
    // A state is worth a column where it changed, or is not known in some turn.
    let is_moving = |state: &&String| {
        let is_open = |turn: &TurnTaken| {
            let mut states = turn.states.iter();
            states.any(|(name, leaf)| name == *state && leaf.value().is_none())
        };
        let mut changes = view.turns.iter().flat_map(|turn| &turn.changes);
        changes.any(|change| change.state == **state) || shown.turns.iter().any(is_open)
    };
    let states = view.turns.first().map(|turn| turn.state.keys());
    let (moving, still): (Vec<&String>, Vec<&String>) =
        states.into_iter().flatten().partition(is_moving);
    let table = view.table(shown, &moving);
    if table.breadth() > width {
        view.turns.iter().for_each(|turn| text += &turn.block());
        text += &format!("\n  in the end: {}\n", shown.in_the_end(moving));
    } else {
        text += &table.human(width);
        text += "\n";
    }
    if !still.is_empty() {
        text += &format!("  throughout: {}\n", shown.in_the_end(still));
    }
    text += &in_effect(shown);
    text += &next(shown).unwrap_or_default();
    fold(&text, width)
}

/// The turns for a game chat, a line each.
pub fn chat(shown: &Shown<'_>) -> String {
    let view = view(shown);
    let title = shown.title(&view.process);
    let model = shown.game.plan.model;
    let given = shown.each.iter();
    let given = given.filter(|(fact, _)| model.roll_of(*fact).is_some());
    let given: Vec<_> = given
        .map(|(fact, index)| words::said(model, *fact, *index))
        .collect();
    let given = given.join(", ");
    let line = |turn: &Turn| {
        let (number, rolled) = (turn.turn, turn.rolled_or(&given));
        let changes = told(&turn.changes, "nothing changes");
        format!("{title}, turn {number}: {rolled} > {changes}\n")
    };
    let lines: String = view.turns.iter().map(line).collect();
    let effect = in_effect_of(shown).map(|told| format!("in effect now: {told}"));
    let seed = view.seed.map(|seed| format!("seed {seed}"));
    let usual = match view.assumed.len() {
        0 => None,
        taken => Some(format!("{} as usual", words::counted(taken, "fact"))),
    };
    let last: Vec<String> = [effect, usual, seed].into_iter().flatten().collect();
    let impossible = view
        .excluded()
        .map_or_else(String::new, |(when, excluded)| {
            let (says, cite) = (&excluded.says, &excluded.cite);
            format!("{title}, impossible{when}: {says} ({cite})\n")
        });
    match last.is_empty() {
        true => impossible + &lines,
        false => format!("{impossible}{lines}{title}: {}\n", last.join(" | ")),
    }
}

impl Turn {
    /// What was rolled in it, or what is given of rolls for every turn.
    fn rolled_or<'t>(&'t self, given: &'t str) -> &'t str {
        if self.rolled.is_empty() {
            given
        } else {
            &self.rolled
        }
    }
}

impl View {
    fn head(&self, shown: &Shown<'_>) -> String {
        let seed = self.seed.map(|seed| format!("   seed {seed}"));
        let mut text = format!(
            "{}   {}{}\n",
            styled(BOLD, &shown.title(&self.process)),
            styled(CITE, &self.cite.join(", ")),
            styled(FAINT, &seed.unwrap_or_default())
        );
        let model = shown.game.plan.model;
        let said = |facts: &IndexMap<String, String>| {
            let facts = facts.iter();
            let facts = facts.map(|(name, value)| words::said_by_name(model, name, value));
            facts.collect::<Vec<_>>().join(", ")
        };
        if !self.facts.is_empty() {
            text += &format!("  {}\n", said(&self.facts));
        }
        if !self.start.is_empty() {
            text += &format!("  begun with {}\n", said(&self.start));
        }
        let [hence, usual] = words::found(model, shown.found());
        let begun = shown.game.begun.iter();
        let begun = begun.map(|(fact, index)| words::said(model, *fact, *index));
        let usual = Some(usual).filter(|usual| !usual.is_empty());
        let usual = usual
            .into_iter()
            .chain(begun)
            .collect::<Vec<_>>()
            .join(", ");
        for (head, facts) in [("hence", hence), ("as usual", usual)] {
            if !facts.is_empty() {
                text += &format!("  {} {facts}\n", styled(FAINT, head));
            }
        }
        text + "\n"
    }

    /// What cannot be, before the turns or first after one of them, and when.
    fn excluded(&self) -> Option<(String, &Excluded)> {
        let first = self
            .impossible
            .as_ref()
            .map(|excluded| (String::new(), excluded));
        first.or_else(|| {
            self.turns.iter().find_map(|turn| {
                let excluded = turn.impossible.as_ref()?;
                Some((format!(" after turn {}", turn.turn), excluded))
            })
        })
    }

    fn impossible(&self) -> String {
        self.excluded()
            .map_or_else(String::new, |(when, excluded)| {
                let (lead, cite) = (
                    styled(WARN, &format!("impossible{when}:")),
                    styled(CITE, &excluded.cite),
                );
                format!("  {lead} {}   {cite}\n\n", excluded.says)
            })
    }

    fn table(&self, shown: &Shown<'_>, moving: &[&String]) -> Table {
        let mut columns = vec![Column::numbers("turn"), Column::words("given and rolled")];
        let titles = moving.iter().map(|name| shown.title(name));
        let states = titles.map(|title| Column::words(&title).styled(VALUE));
        columns.extend(states);
        columns.push(Column::words("what it did"));
        let row = |turn: &Turn| {
            let mut cells = vec![turn.turn.to_string(), turn.rolled.clone()];
            let states = moving.iter().filter_map(|name| turn.state.get(*name));
            cells.extend(states.map(ToString::to_string));
            let changes = Some(told(&turn.changes, "")).filter(|_| !turn.changes.is_empty());
            cells.push(changes.unwrap_or_else(|| "-".to_owned()));
            cells
        };
        Table {
            rows: self.turns.iter().map(row).collect(),
            ..Table::new(columns)
        }
    }
}

impl Turn {
    /// The turn as lines of its own: the roll, and below it each change.
    fn block(&self) -> String {
        let mut text = format!(
            "  {} {}   {}\n",
            styled(BOLD, "turn"),
            self.turn,
            self.rolled
        );
        for Changed {
            title,
            from,
            to,
            cite,
            ..
        } in &self.changes
        {
            let (to, cite) = (styled(VALUE, &to.words), styled(CITE, &cite.join(", ")));
            text += &format!("    {title} {from} → {to}   {cite}\n");
        }
        text
    }
}

/// What is in effect now: the states that say something.
fn in_effect(shown: &Shown<'_>) -> String {
    in_effect_of(shown).map_or_else(String::new, |told| {
        format!("  {} {told}\n", styled(BOLD, "in effect now:"))
    })
}

fn in_effect_of(shown: &Shown<'_>) -> Option<String> {
    let says_something = |(name, leaf): &&(String, Leaf)| {
        let text = shown.told(name, leaf).words.to_lowercase();
        let is_nothing = matches!(text.as_str(), "no" | "none" | "0" | EMPTY_SET);
        !is_nothing && !text.starts_with("no ") && !text.starts_with("not ")
    };
    let states = shown.turns.last().map(|turn| turn.states.iter());
    let told = states.into_iter().flatten().filter(says_something);
    let told = shown.in_the_end(told.map(|(name, _)| name));
    Some(told).filter(|told| !told.is_empty())
}

/// What the next roll would do.
fn next(shown: &Shown<'_>) -> Option<String> {
    let (roll, prospects) = shown.game.next(shown.each)?;
    let model = shown.game.plan.model;
    let title = words::capital(&model.title_of(roll));
    let mut text = format!("  {} {title}\n", styled(BOLD, "next"));
    let prospects = prospects.into_iter().map(|prospect| {
        let changes = prospect.changes.map(|changes| {
            let wanted = changes
                .iter()
                .filter(|other| (shown.is_shown)(&other.state));
            wanted.map(|each| shown.changed(each)).collect::<Vec<_>>()
        });
        (prospect.indices, prospect.second, changes)
    });
    let prospects: Vec<_> = prospects.collect();
    let mut known = prospects
        .iter()
        .filter_map(|(.., changes)| changes.as_ref());
    let Some(mut always) = known.next().map(Vec::from_iter) else {
        return Some(text + &format!("    {NOT_BY_TOTAL}\n"));
    };
    always.retain(|change| known.clone().all(|changes| changes.contains(change)));
    let count = always.len();
    let is_always = |changes: &Vec<Changed>| changes.len() == count;
    // What the process keeps for itself may change all the same, and so may what is not asked for.
    let kept = |(fact, _): &(VariableId, _)| model.variables[*fact].role == Role::Keep;
    let process = shown.game.plan.process;
    let mut states = process.state.iter();
    let is_all = !process.steps.iter().any(kept) && states.all(|(name, _)| (shown.is_shown)(name));
    let (nothing, nothing_else) = match is_all {
        true => ("nothing changes", "nothing else changes"),
        false => ("nothing shown changes", "nothing else shown changes"),
    };
    let mut lines: IndexMap<_, Vec<u32>> = IndexMap::new();
    for (indices, second, changes) in &prospects {
        let told = match changes {
            None => NOT_BY_TOTAL.to_owned(),
            Some(changes) if !always.is_empty() && is_always(changes) => nothing_else.to_owned(),
            Some(changes) => told(
                changes.iter().filter(|change| !always.contains(change)),
                nothing,
            ),
        };
        lines.entry((told, second)).or_default().extend(indices);
    }
    if !always.is_empty() {
        text += &format!("    whatever it is: {}\n", told(always, nothing));
        if prospects
            .iter()
            .all(|(.., changes)| changes.as_ref().is_some_and(is_always))
        {
            return Some(text);
        }
    }
    for ((told, second), mut indices) in lines {
        indices.sort_unstable();
        let second = second.as_ref().map(|(fact, indices)| {
            format!(
                ", {} {}",
                model.title_of(*fact),
                values(model, *fact, indices)
            )
        });
        let second = second.unwrap_or_default();
        text += &format!("    {}{second}: {told}\n", values(model, roll, &indices));
    }
    Some(text)
}

/// Values of a fact: `3..9`.
fn values(model: &Model, fact: VariableId, indices: &[u32]) -> String {
    let domain = &model.variables[fact].domain;
    let condition = domain.condition("", indices, &model.words);
    let condition = condition.unwrap_or_else(|| "any".to_owned());
    let values = condition.trim().trim_start_matches("is ");
    values.trim_start_matches("in ").to_owned()
}

/// Changes in words, or that nothing changes.
fn told<'c>(changes: impl IntoIterator<Item = &'c Changed>, nothing: &str) -> String {
    let told: Vec<String> = changes.into_iter().map(ToString::to_string).collect();
    if told.is_empty() {
        nothing.to_owned()
    } else {
        told.join("; ")
    }
}

/// `Raining no → yes (E3.51)`
impl std::fmt::Display for Changed {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{} {} → {}", self.title, self.from, self.to)?;
        if self.cite.is_empty() {
            return Ok(());
        }
        write!(formatter, " ({})", self.cite.join(", "))
    }
}
