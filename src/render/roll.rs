//! A procedure rolled: for a terminal, for a program, and as one line for a game chat.

use super::answer_json::{self, Reasons};
use super::style::{BOLD, CITE, FAINT, VALUE, WARN, styled};
use super::told::{Facts, Told, Version};
use super::words;
use crate::answer::{Applied, Explanation, Found};
use crate::diagram::Leaf;
use crate::dice::{Rolled, Taken};
use crate::model::{Cell, Model, Procedure, ProcedureStep, QuestionId, Type, VariableId};
use crate::source::Sources;
use crate::turn::{Slot, Thrown};
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt::Write;

/// A procedure rolled and what belongs to it.
#[derive(Debug)]
pub struct ShownRoll<'a> {
    /// The model.
    pub model: &'a Model,
    /// Its texts.
    pub sources: &'a Sources,
    /// The procedure.
    pub procedure: &'a Procedure,
    /// What came out.
    pub rolled: &'a Rolled,
    /// The facts that nobody gave.
    pub found: &'a [Found],
    /// The seed of the dice; nothing where the players threw them.
    pub seed: Option<u64>,
}

/// The faces of a roll and their total: `colored 4 + white 3 = 7`.
#[must_use]
pub fn dice_text(model: &Model, thrown: &Thrown) -> String {
    let total = model.show_index(thrown.fact, thrown.index);
    let roll = model
        .variable(thrown.fact)
        .and_then(|found| found.roll.as_ref());
    let faces = match (&thrown.faces, roll) {
        (Some(faces), Some(roll)) if faces.len() > 1 => faces.iter().zip(&roll.dice.dice),
        _ => return total,
    };
    let faces: Vec<String> = faces
        .map(|(face, die)| {
            let face = face.show(&model.words, false);
            die.name
                .as_ref()
                .map_or_else(|| face.clone(), |name| format!("{name} {face}"))
        })
        .collect();
    format!("{} = {total}", faces.join(" + "))
}

/// A roll as `--rolls` takes it: `4+3`.
#[must_use]
pub fn roll_text(model: &Model, thrown: &Thrown) -> String {
    match &thrown.faces {
        Some(faces) => {
            let faces: Vec<String> = faces
                .iter()
                .map(|face| face.show(&model.words, false))
                .collect();
            faces.join("+")
        }
        None => model.show_index(thrown.fact, thrown.index),
    }
}

fn slot_text(model: &Model, fact: VariableId, slot: Slot) -> String {
    match slot.leaf(model, fact) {
        Leaf::Gap(gap) => words::gap(model, gap),
        leaf => words::leaf(model, &leaf, crate::check::type_of(model, fact).as_ref()),
    }
}

/// The roll for a person: each die, what it found and by what, then the outcome.
#[must_use]
pub fn human(shown: &ShownRoll<'_>) -> String {
    let (model, rolled) = (shown.model, shown.rolled);
    let seed = shown
        .seed
        .map_or_else(String::new, |seed| format!("   seed {seed}"));
    let mut text = format!(
        "{}   {}{}\n",
        styled(BOLD, &shown.procedure.name),
        styled(CITE, &shown.procedure.cite.join(", ")),
        styled(FAINT, &seed)
    );
    let _ = writeln!(text, "  {}", styled(FAINT, &shown.procedure.title));
    let start: Vec<String> = rolled
        .start
        .iter()
        .filter(|(fact, _)| !shown.found.iter().any(|own| own.fact == *fact))
        .map(|(fact, index)| words::equation(model, *fact, *index))
        .collect();
    if !start.is_empty() {
        let _ = writeln!(text, "  {}", start.join(", "));
    }
    let [_, usual] = words::found(model, shown.found);
    if !usual.is_empty() {
        let _ = writeln!(text, "  {} {usual}", styled(FAINT, "as usual"));
    }
    text.push('\n');
    for (place, taken) in &rolled.steps {
        if let Some(step) = shown.procedure.steps.get(*place) {
            step_text(&mut text, shown, step, taken);
        }
    }
    let _ = writeln!(text, "\n  {}", styled(BOLD, "outcome"));
    let width = rolled
        .outcome
        .iter()
        .map(|(fact, _)| model.variable_name(*fact).len())
        .max()
        .unwrap_or(0);
    for (fact, slot) in &rolled.outcome {
        let name = format!("{:width$}", model.variable_name(*fact));
        let style = if slot.index().is_some() { VALUE } else { WARN };
        let _ = writeln!(
            text,
            "    {name} = {}{}",
            styled(style, &slot_text(model, *fact, *slot)),
            origin(shown, *fact)
        );
    }
    text
}

/// The dice and the paragraph that an outcome comes from.
fn origin(shown: &ShownRoll<'_>, fact: VariableId) -> String {
    let found = shown
        .rolled
        .steps
        .iter()
        .rev()
        .find_map(|(place, taken)| match taken {
            Taken::Found {
                fact: own, rolls, ..
            } if *own == fact => Some((*place, rolls.as_slice())),
            Taken::Otherwise(own, _) if *own == fact => Some((*place, &[][..])),
            _ => None,
        });
    let Some((place, rolls)) = found else {
        return String::new();
    };
    let rolls: Vec<String> = rolls
        .iter()
        .filter_map(|roll| throw_text(shown, *roll))
        .collect();
    let cite = shown
        .procedure
        .steps
        .get(place)
        .map_or("", |step| step.cite.as_str());
    let from = if rolls.is_empty() {
        String::new()
    } else {
        format!("   from {}", rolls.join(", "))
    };
    format!("{}   {}", styled(FAINT, &from), styled(CITE, cite))
}

/// The throw of a step, if it rolled: `weather-dr 7`.
fn throw_text(shown: &ShownRoll<'_>, step: usize) -> Option<String> {
    let thrown = thrown_at(shown, step)?;
    let total = shown.model.show_index(thrown.fact, thrown.index);
    Some(format!(
        "{} {total}",
        shown.model.variable_name(thrown.fact)
    ))
}

fn thrown_at<'r>(shown: &'r ShownRoll<'_>, step: usize) -> Option<&'r Thrown> {
    shown
        .rolled
        .steps
        .iter()
        .find_map(|(place, taken)| match taken {
            Taken::Thrown(thrown) if *place == step => Some(thrown),
            _ => None,
        })
}

fn step_text(text: &mut String, shown: &ShownRoll<'_>, step: &ProcedureStep, taken: &Taken) {
    let model = shown.model;
    let cite = styled(CITE, &step.cite);
    match taken {
        Taken::Done(words) => {
            let _ = writeln!(text, "  {}   {cite}", styled(FAINT, &format!("({words})")));
        }
        Taken::Thrown(thrown) => {
            let name = styled(BOLD, model.variable_name(thrown.fact));
            let _ = writeln!(
                text,
                "  {name}  {}   {cite}",
                styled(BOLD, &dice_text(model, thrown))
            );
        }
        Taken::Found {
            fact, slot, why, ..
        } => {
            let style = if slot.index().is_some() { VALUE } else { WARN };
            let value = styled(style, &slot_text(model, *fact, *slot));
            let reasons = reasons(model, why, &slot.leaf(model, *fact));
            let (by, above) = match reasons.split_last() {
                Some((last, rest)) if last.final_of(*fact, *slot, model) => (last.by.clone(), rest),
                _ => (String::new(), reasons.as_slice()),
            };
            for reason in above {
                let _ = writeln!(
                    text,
                    "      {}   {}   {}",
                    reason.says,
                    styled(FAINT, &reason.by),
                    styled(CITE, &reason.cite)
                );
            }
            let by = if by.is_empty() {
                String::new()
            } else {
                format!("   {}", styled(FAINT, &by))
            };
            let _ = writeln!(
                text,
                "    {} = {value}{by}   {cite}",
                model.variable_name(*fact)
            );
        }
        Taken::Otherwise(fact, slot) => {
            let line = format!(
                "{} = {}, for want of a roll",
                model.variable_name(*fact),
                slot_text(model, *fact, *slot)
            );
            let _ = writeln!(text, "    {}   {cite}", styled(FAINT, &line));
        }
    }
}

/// One thing that a step looked up or added.
struct Reason {
    question: QuestionId,
    is_cell: bool,
    says: String,
    answer: Option<Leaf>,
    by: String,
    cite: String,
}

impl Reason {
    /// Whether it is just what the step found.
    fn final_of(&self, fact: VariableId, slot: Slot, model: &Model) -> bool {
        self.answer.as_ref() == Some(&slot.leaf(model, fact))
    }
}

/// What was added and looked up on the way to an answer, in that order: numbers, then the cells of charts; no conditions. Of a
/// question asked in two ways, the one that gave what was found.
fn reasons(model: &Model, why: &[Explanation], found: &Leaf) -> Vec<Reason> {
    let mut all = Vec::new();
    why.iter()
        .for_each(|explanation| add_reasons(model, explanation, &mut all));
    let is_found = |reason: &Reason| reason.answer.as_ref() == Some(found);
    let has_found: Vec<QuestionId> = all
        .iter()
        .filter(|reason| is_found(reason))
        .map(|reason| reason.question)
        .collect();
    let mut seen: Vec<QuestionId> = Vec::new();
    all.retain(|reason| {
        let first = !seen.contains(&reason.question)
            && (is_found(reason) || !has_found.contains(&reason.question));
        if first {
            seen.push(reason.question);
        }
        first
    });
    all.sort_by_key(|reason| reason.is_cell);
    all
}

fn add_reasons(model: &Model, why: &Explanation, all: &mut Vec<Reason>) {
    why.because
        .iter()
        .for_each(|inner| add_reasons(model, inner, all));
    let Some(question) = model.question(why.question) else {
        return;
    };
    let is_number = matches!(question.answer, Type::Number(_) | Type::NumberOr(..));
    if !is_number && why.applied.iter().all(|applied| applied.cell.is_none()) {
        return;
    }
    let show = |leaf: &Leaf| match leaf {
        Leaf::Value(value) => value.show(&model.words, model.is_signed(&question.answer)),
        Leaf::Gap(_) => "gap".to_owned(),
        _ => "no answer".to_owned(),
    };
    let answer = why.answer.as_ref().map_or_else(String::new, show);
    let by: Vec<String> = why
        .applied
        .iter()
        .map(|applied| applied_text(model, applied, &show(&applied.gives)))
        .collect();
    let cites: Vec<&str> = why
        .applied
        .iter()
        .map(|applied| applied.cite.as_str())
        .collect();
    let is_cell = |cell: Cell| {
        model
            .charts
            .at(cell.chart.index())
            .is_some_and(|chart| !chart.list)
    };
    let reason = Reason {
        question: why.question,
        is_cell: why
            .applied
            .iter()
            .filter_map(|applied| applied.cell)
            .any(is_cell),
        says: format!("{} = {answer}", question.name),
        answer: why.answer.clone(),
        by: by
            .into_iter()
            .filter(|by| !by.is_empty())
            .collect::<Vec<_>>()
            .join("; "),
        cite: cites
            .first()
            .map_or_else(|| question.cite.join(", "), |cite| (*cite).to_owned()),
    };
    if !all.iter().any(|own: &Reason| own.says == reason.says) {
        all.push(reason);
    }
}

fn applied_text(model: &Model, applied: &Applied, gives: &str) -> String {
    let chart = applied.cell.and_then(|cell| {
        let chart = model.charts.at(cell.chart.index())?;
        let row = chart.rows.get(cell.row as usize)?;
        Some(match chart.columns.get(cell.column as usize) {
            _ if chart.list => format!("{gives} {}, {}", row.heading, chart.title),
            Some(column) if !chart.across.is_empty() => {
                format!("{} [{}, {column}]", chart.title, row.heading)
            }
            _ => format!("{} [{}]", chart.title, row.heading),
        })
    });
    chart.unwrap_or_else(|| {
        if applied.says == gives {
            String::new()
        } else {
            applied.says.clone()
        }
    })
}

/// The roll in one line.
#[must_use]
pub fn chat(shown: &ShownRoll<'_>) -> String {
    let model = shown.model;
    let mut parts: Vec<String> = Vec::new();
    for (place, taken) in &shown.rolled.steps {
        let cite = shown
            .procedure
            .steps
            .get(*place)
            .map_or("", |step| step.cite.as_str());
        match taken {
            Taken::Thrown(thrown) => {
                let faces = roll_text(model, thrown);
                let total = model.show_index(thrown.fact, thrown.index);
                let dice = if faces == total {
                    total
                } else {
                    format!("{faces}={total}")
                };
                parts.push(format!("{} {dice}", model.variable_name(thrown.fact)));
            }
            Taken::Found { fact, slot, .. } => {
                let found = format!(
                    "{} {} ({cite})",
                    model.variable_name(*fact),
                    slot_text(model, *fact, *slot)
                );
                match parts.last_mut() {
                    Some(last) if !last.contains('>') && !last.contains('(') => {
                        let _ = write!(last, " > {found}");
                    }
                    _ => parts.push(found),
                }
            }
            Taken::Done(_) | Taken::Otherwise(..) => {}
        }
    }
    let start: Vec<String> = shown
        .rolled
        .start
        .iter()
        .map(|(fact, index)| {
            format!(
                "{}={}",
                model.variable_name(*fact),
                model.show_index(*fact, *index)
            )
        })
        .collect();
    let start = if start.is_empty() {
        String::new()
    } else {
        format!(" [{}]", start.join(" "))
    };
    let seed = shown
        .seed
        .map_or_else(String::new, |seed| format!(" | seed {seed}"));
    format!(
        "{}{start}: {}{seed}",
        shown.procedure.name,
        parts.join(" | ")
    )
}

/// A procedure rolled.
#[derive(Debug, Serialize, JsonSchema)]
pub struct View {
    version: Version<1>,
    game: String,
    procedure: String,
    cite: Vec<String>,
    /// The facts that are taken as they usually are.
    assumed: Facts,
    /// Null where the players threw the dice.
    seed: Option<u64>,
    /// What was thrown, as `--rolls` takes it.
    rolls: Vec<String>,
    steps: Vec<Step>,
    /// What came out, gaps too.
    outcome: Facts,
    /// All that is known in the end, as facts to ask with.
    facts: Facts,
}

/// A step that was taken.
#[derive(Debug, Serialize, JsonSchema)]
struct Step {
    #[serde(flatten)]
    does: Does,
    /// Its number, counted from 1.
    step: usize,
    cite: String,
}

/// What was done.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(tag = "does", rename_all = "kebab-case")]
pub(super) enum Does {
    /// The players did something.
    Do { says: String },
    /// Dice were thrown.
    Roll {
        fact: String,
        /// Each die; null where only the total is known.
        dice: Option<Vec<Die>>,
        total: Told,
    },
    /// Something was looked up.
    Ask {
        fact: String,
        value: Told,
        /// The rolls it comes from.
        from_rolls: Vec<String>,
        /// The steps in which these were thrown.
        from_steps: Vec<usize>,
        /// The reasons, as in an answer.
        why: Vec<Reasons>,
    },
    /// Nothing was rolled, so that something holds.
    Otherwise { fact: String, value: Told },
}

/// A die.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Die {
    /// Its name, where it has one.
    die: Option<String>,
    face: Told,
}

/// The view of a roll.
#[must_use]
pub fn view(shown: &ShownRoll<'_>) -> View {
    let (model, rolled) = (shown.model, shown.rolled);
    let thrown = rolled.steps.iter().filter_map(|(_, taken)| match taken {
        Taken::Thrown(thrown) => Some(roll_text(model, thrown)),
        _ => None,
    });
    let steps = rolled.steps.iter().filter_map(|(place, taken)| {
        Some(Step {
            does: does(shown, taken),
            step: place + 1,
            cite: shown.procedure.steps.get(*place)?.cite.clone(),
        })
    });
    let given = rolled
        .start
        .iter()
        .map(|(fact, index)| (*fact, Slot::value(*index)));
    let known = given.chain(rolled.outcome.iter().copied());
    let known = known.filter(|(_, slot)| slot.index().is_some());
    let told = |(fact, slot): (VariableId, Slot)| told(model, fact, slot);
    View {
        version: Version,
        game: model.game.clone(),
        procedure: shown.procedure.name.clone(),
        cite: shown.procedure.cite.clone(),
        assumed: assumed(model, shown.found),
        seed: shown.seed,
        rolls: thrown.collect(),
        steps: steps.collect(),
        outcome: rolled.outcome.iter().copied().map(told).collect(),
        facts: known.map(told).collect(),
    }
}

fn told(model: &Model, fact: VariableId, slot: Slot) -> (String, Told) {
    let of = crate::check::type_of(model, fact);
    let told = Told::leaf(model, &slot.leaf(model, fact), of.as_ref());
    (model.variable_name(fact).to_owned(), told)
}

fn does(shown: &ShownRoll<'_>, taken: &Taken) -> Does {
    let model = shown.model;
    match taken {
        Taken::Done(words) => Does::Do {
            says: words.clone(),
        },
        Taken::Thrown(thrown) => self::thrown(model, thrown),
        Taken::Found {
            fact,
            slot,
            why,
            rolls,
        } => {
            let name = |roll: &usize| {
                let thrown = thrown_at(shown, *roll)?;
                Some(model.variable_name(thrown.fact).to_owned())
            };
            let why = why
                .iter()
                .map(|why| answer_json::reasons(model, shown.sources, why));
            let (fact, value) = told(model, *fact, *slot);
            Does::Ask {
                fact,
                value,
                from_rolls: rolls.iter().filter_map(name).collect(),
                from_steps: rolls.iter().map(|roll| roll + 1).collect(),
                why: why.collect(),
            }
        }
        Taken::Otherwise(fact, slot) => {
            let (fact, value) = told(model, *fact, *slot);
            Does::Otherwise { fact, value }
        }
    }
}

/// A throw.
pub(super) fn thrown(model: &Model, thrown: &Thrown) -> Does {
    let roll = model
        .variable(thrown.fact)
        .and_then(|found| found.roll.as_ref());
    let die = |(place, face): (usize, &crate::value::Value)| Die {
        die: roll.and_then(|roll| roll.dice.dice.get(place)?.name.clone()),
        face: Told::leaf(model, &Leaf::Value(face.clone()), None),
    };
    let dice = thrown
        .faces
        .as_ref()
        .map(|faces| faces.iter().enumerate().map(die).collect());
    let (fact, total) = told(model, thrown.fact, Slot::value(thrown.index));
    Does::Roll { fact, dice, total }
}

/// The facts that are taken as they usually are.
pub(super) fn assumed<'f>(model: &Model, found: impl IntoIterator<Item = &'f Found>) -> Facts {
    let usual = found.into_iter().filter(|own| own.is_assumed(model));
    Told::facts(model, usual.map(|own| (own.fact, own.index)))
}
