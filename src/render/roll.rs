//! A procedure rolled: for a terminal, for a program, and as one line for a game chat.

use super::answer::{Excluded, assumed};
use super::document::{Document, Line};
use super::style::{BOLD, CITE, FAINT, Style, VALUE, WARN};
use super::told::{Facts, Told, Version};
use super::words;
use crate::answer::{Explanation, Prose, Reason as Applied, TakenFact};
use crate::check;
use crate::diagram::Leaf;
use crate::dice::{Rolled, Taken};
use crate::model::{Impossible, Model, Procedure, QuestionId, Type, VariableId};
use crate::turn::{Slot, Thrown};
use indexmap::IndexMap;
use itertools::Itertools;
use schemars::JsonSchema;
use serde::Serialize;
use unicode_width::UnicodeWidthStr;

#[derive(Debug)]
pub struct ShownRoll<'a> {
    pub model: &'a Model,
    pub procedure: &'a Procedure,
    pub rolled: &'a Rolled,
    /// The facts that nobody gave.
    pub taken: &'a [TakenFact],
    /// After which step the situation cannot be, and what excludes it.
    pub impossible: Option<&'a (usize, Impossible)>,
    /// The seed of the dice; nothing where the players threw them.
    pub seed: Option<u64>,
}

/// A procedure rolled.
#[derive(Debug, Serialize, JsonSchema)]
pub struct View {
    version: Version<1>,
    game: String,
    procedure: String,
    #[serde(skip)]
    title: String,
    /// What people call the facts that it rolls and finds.
    #[serde(skip)]
    titles: IndexMap<String, String>,
    cite: Vec<String>,
    /// The facts of the start.
    #[serde(skip)]
    start: Facts,
    /// Those of them that were given.
    #[serde(skip)]
    given: String,
    /// What is taken as it usually is, in words.
    #[serde(skip)]
    usual: String,
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

impl Excluded {
    /// `a strong wind leaves no Fog   H2`, to be looked at.
    pub(super) fn line(&self) -> Line {
        let line = Line::default().then(WARN, "impossible: ");
        line.then(Style::Plain, &*self.says).and(CITE, &*self.cite)
    }

    /// `not counted: a strong wind leaves no Fog   H2`, of odds.
    pub(super) fn uncounted(&self) -> Line {
        let line = Line::default().then(FAINT, "not counted: ");
        line.then(Style::Plain, &*self.says).and(CITE, &*self.cite)
    }
}

/// A step that was taken.
#[derive(Debug, Serialize, JsonSchema)]
struct Step {
    #[serde(flatten)]
    does: Does,
    /// Its number, counted from 1.
    step: usize,
    cite: String,
    /// Why the situation after it cannot be.
    #[serde(skip_serializing_if = "Option::is_none")]
    impossible: Option<Excluded>,
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
        /// The faces and their total.
        #[serde(skip)]
        words: String,
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
        why: Vec<Explanation>,
        /// What was looked up and added for it.
        #[serde(skip)]
        lines: Vec<Line>,
        /// By what it was found, where that is one thing.
        #[serde(skip)]
        by: String,
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

impl View {
    pub fn of(shown: &ShownRoll<'_>) -> Self {
        let (model, rolled) = (shown.model, shown.rolled);
        let thrown = rolled.steps.iter().filter_map(|(_, taken)| match taken {
            Taken::Thrown(thrown) => Some(thrown.text(model)),
            _ => None,
        });
        let steps = rolled.steps.iter().filter_map(|(place, taken)| {
            Some(Step {
                does: does(shown, taken),
                step: place + 1,
                cite: shown.procedure.steps.get(*place)?.cite.clone(),
                impossible: shown
                    .impossible
                    .filter(|(at, _)| at == place)
                    .map(|(_, other)| Excluded::of(other)),
            })
        });
        let is_found = |fact: VariableId| shown.taken.iter().any(|own| own.fact == fact);
        let given = rolled.start.iter().filter(|(fact, _)| !is_found(*fact));
        let mut given = given.map(|(fact, index)| words::said(model, *fact, *index));
        let start = rolled
            .start
            .iter()
            .map(|(fact, index)| (*fact, Slot::value(*index)));
        let known = start.chain(rolled.outcome.iter().copied());
        let known = known.filter(|(_, slot)| slot.index().is_some());
        let told = |(fact, slot): (VariableId, Slot)| told(model, fact, slot);
        let [_, usual] = words::found(model, shown.taken);
        let taken = rolled.steps.iter().filter_map(|(_, taken)| match taken {
            Taken::Done(_) => None,
            Taken::Thrown(thrown) => Some(thrown.fact),
            Taken::Found { fact, .. } | Taken::Otherwise(fact, _) => Some(*fact),
        });
        let facts = taken.chain(rolled.outcome.iter().map(|(fact, _)| *fact));
        let titles = facts.map(|fact| {
            let name = model.variable_name(fact).to_owned();
            (name, words::capital(&model.title_of(fact)))
        });
        Self {
            titles: titles.collect(),
            version: Version,
            game: model.game.clone(),
            procedure: shown.procedure.name.clone(),
            title: shown.procedure.title.clone(),
            cite: shown.procedure.cite.clone(),
            start: Told::facts(model, rolled.start.iter().copied()),
            given: given.join(", "),
            usual,
            assumed: assumed(model, shown.taken),
            seed: shown.seed,
            rolls: thrown.collect(),
            steps: steps.collect(),
            outcome: rolled.outcome.iter().copied().map(told).collect(),
            facts: known.map(told).collect(),
        }
    }

    /// The roll in one line.
    pub fn chat(&self) -> String {
        let mut parts: Vec<String> = Vec::new();
        let mut rolls = self.rolls.iter();
        for Step { does, cite, .. } in &self.steps {
            match does {
                Does::Roll { fact, total, .. } => {
                    let dice = rolls.next().filter(|dice| **dice != total.words);
                    let faces = dice.map_or_else(String::new, |dice| format!("{dice}="));
                    parts.push(format!("{} {faces}{total}", self.title(fact)));
                }
                Does::Ask { fact, value, .. } => {
                    let cite = match cite.as_str() {
                        "" => String::new(),
                        cite => format!(" ({cite})"),
                    };
                    let text = format!("{} {value}{cite}", self.title(fact));
                    match parts.last_mut() {
                        Some(last) if !last.contains(['>', '(']) => {
                            *last = format!("{last} > {text}");
                        }
                        _ => parts.push(text),
                    }
                }
                Does::Do { .. } | Does::Otherwise { .. } => {}
            }
        }
        let start = self
            .start
            .iter()
            .map(|(name, value)| format!("{name}={value}"))
            .join(" ");
        let start = if start.is_empty() {
            start
        } else {
            format!(" [{start}]")
        };
        let seed = self
            .seed
            .map_or_else(String::new, |seed| format!(" | seed {seed}"));
        format!("{}{start}: {}{seed}", self.procedure, parts.join(" | "))
    }

    fn title(&self, fact: &str) -> String {
        let title = self.titles.get(fact);
        title.map_or_else(|| fact.to_owned(), Clone::clone)
    }

    /// The dice and the paragraph that an outcome comes from.
    fn origin(&self, line: Line, outcome: &str) -> Line {
        let taken = self.steps.iter().rev().find_map(|step| match &step.does {
            Does::Ask {
                fact, from_steps, ..
            } if fact == outcome => Some((&step.cite, from_steps.as_slice())),
            Does::Otherwise { fact, .. } if fact == outcome => Some((&step.cite, &[][..])),
            _ => None,
        });
        let Some((cite, rolls)) = taken else {
            return line;
        };
        let thrown = |number: &usize| {
            self.steps.iter().find_map(|step| match &step.does {
                Does::Roll { fact, total, .. } if step.step == *number => {
                    Some(format!("{} {total}", self.title(fact)))
                }
                _ => None,
            })
        };
        let from = rolls.iter().filter_map(thrown).join(", ");
        let from = if from.is_empty() {
            from
        } else {
            format!("   from {from}")
        };
        line.then(FAINT, from).and(CITE, cite)
    }
}

impl super::View for View {
    fn page(&self) -> Document {
        let mut page = Document::default();
        let seed = self
            .seed
            .map_or_else(String::new, |seed| format!("   seed {seed}"));
        page.title(Line::name(&*self.title).cite(&self.cite).then(FAINT, seed));
        if !self.given.is_empty() {
            page.line(Line::plain(&*self.given));
        }
        if !self.usual.is_empty() {
            let usual = format!(" {}", self.usual);
            page.line(
                Line::default()
                    .then(FAINT, "as usual")
                    .then(Style::Plain, usual),
            );
        }
        page.room();
        self.steps.iter().for_each(|step| self.put(step, &mut page));
        page.room();
        page.item(0, Line::name("outcome"));
        let titles = self.outcome.keys().map(|name| self.title(name));
        let width = titles.map(|title| title.width()).max().unwrap_or(0);
        for (name, value) in &self.outcome {
            let title = self.title(name);
            let pad = " ".repeat(width.saturating_sub(title.width()));
            let line = said(&title, &pad, value);
            page.item(1, self.origin(line, name));
        }
        page
    }
}

/// `Fact: value`, what is no value to be looked at.
fn said(title: &str, pad: &str, value: &Told) -> Line {
    let (style, words) = match words::is_no_value(&value.words) {
        true => (WARN, value.words.clone()),
        false => (VALUE, words::capital(&value.words)),
    };
    Line::plain(format!("{title}: {pad}")).then(style, words)
}

impl View {
    fn put(&self, step: &Step, page: &mut Document) {
        self.put_what_it_does(step, page);
        if let Some(excluded) = &step.impossible {
            page.item(1, excluded.line());
        }
    }

    fn put_what_it_does(&self, step: &Step, page: &mut Document) {
        let cited = |line: Line| line.and(CITE, &*step.cite);
        match &step.does {
            Does::Do { says } => {
                page.item(0, cited(Line::default().then(FAINT, format!("({says})"))));
            }
            Does::Roll { fact, words, .. } => {
                page.item(
                    0,
                    cited(
                        Line::name(self.title(fact))
                            .then(Style::Plain, "  ")
                            .then(BOLD, &**words),
                    ),
                );
            }
            Does::Ask {
                fact,
                value,
                lines,
                by,
                ..
            } => {
                lines.iter().for_each(|line| page.item(2, line.clone()));
                page.item(
                    1,
                    cited(said(&self.title(fact), "", value).and(FAINT, &**by)),
                );
            }
            Does::Otherwise { fact, value } => {
                let text = format!("{}: {value}, for want of a roll", self.title(fact));
                page.item(1, cited(Line::default().then(FAINT, text)));
            }
        }
    }
}

/// A fact and what is known of it, in words what the source lost.
fn told(model: &Model, fact: VariableId, slot: Slot) -> (String, Told) {
    let leaf = slot.leaf(model, fact);
    let name = model.variable_name(fact);
    let mut told = Told::leaf(model, &leaf, check::type_of(model, fact).as_ref());
    match (leaf, slot.index()) {
        (Leaf::Gap(gap), _) => told.words = words::gap(model, gap),
        (_, Some(index)) => told.words = model.label_of(fact, index),
        (_, None) => {}
    }
    (name.to_owned(), told)
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
            let leaf = slot.leaf(model, *fact);
            let mut reasons = reasons(model, why, &leaf);
            let last = reasons.pop_if(|last| last.answer.as_ref() == Some(&leaf));
            let name = |roll: &usize| {
                shown
                    .rolled
                    .steps
                    .iter()
                    .find_map(|(place, taken)| match taken {
                        Taken::Thrown(thrown) if place == roll => {
                            Some(model.variable_name(thrown.fact).to_owned())
                        }
                        _ => None,
                    })
            };
            let (fact, value) = told(model, *fact, *slot);
            Does::Ask {
                fact,
                value,
                from_rolls: rolls.iter().filter_map(name).collect(),
                from_steps: rolls.iter().map(|roll| roll + 1).collect(),
                why: why.clone(),
                lines: reasons.into_iter().map(Reason::line).collect(),
                by: last.map_or_else(String::new, |last| last.by),
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
    let (fact, total) = told(model, thrown.fact, Slot::value(thrown.index));
    let roll = model.variables[thrown.fact].roll.as_ref();
    let faces = thrown.faces.as_ref().zip(roll).map(|(faces, roll)| {
        let dice = faces.iter().zip(&roll.dice.dice);
        dice.map(|(face, die)| Die {
            die: die.name.clone(),
            face: Told::leaf(model, &Leaf::Value(face.clone()), None),
        })
    });
    let dice = faces.map(Iterator::collect::<Vec<_>>);
    let words = match &dice {
        Some(dice) if dice.len() > 1 => {
            let face = |Die { die, face }: &Die| match die {
                Some(name) => format!("{name} {face}"),
                None => face.to_string(),
            };
            format!("{} = {total}", dice.iter().map(face).format(" + "))
        }
        _ => total.to_string(),
    };
    Does::Roll {
        fact,
        dice,
        total,
        words,
    }
}

/// The faces of a roll and their total: `colored 4 + white 3 = 7`.
pub(super) fn dice_text(model: &Model, roll: &Thrown) -> String {
    match thrown(model, roll) {
        Does::Roll { words, .. } => words,
        _ => String::new(),
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
    fn line(self) -> Line {
        let line = Line::plain(self.says)
            .then(Style::Plain, "   ")
            .then(FAINT, self.by);
        line.then(Style::Plain, "   ").then(CITE, self.cite)
    }
}

/// What was added and looked up on the way to an answer, in that order: numbers, then the cells of charts; no conditions. Of a
/// question asked in two ways, the one that gave what was found.
fn reasons(model: &Model, why: &[Explanation], leaf: &Leaf) -> Vec<Reason> {
    let mut all = Vec::new();
    why.iter()
        .for_each(|explanation| add_reasons(model, explanation, &mut all));
    let is_found = |reason: &Reason| reason.answer.as_ref() == Some(leaf);
    let has_found: Vec<QuestionId> = all
        .iter()
        .filter(|reason| is_found(reason))
        .map(|reason| reason.question)
        .collect();
    all.retain(|reason| is_found(reason) || !has_found.contains(&reason.question));
    let mut all: Vec<Reason> = all
        .into_iter()
        .unique_by(|reason| reason.question)
        .collect();
    all.sort_by_key(|reason| reason.is_cell);
    all
}

fn add_reasons(model: &Model, why: &Explanation, all: &mut Vec<Reason>) {
    why.because
        .iter()
        .for_each(|inner| add_reasons(model, inner, all));
    let question = &model.questions[why.id];
    let is_number = matches!(question.answer, Type::Number(_) | Type::NumberOr(..));
    if !is_number
        && why
            .applied
            .iter()
            .all(|applied| model.rules[applied.rule].cell.is_none())
    {
        return;
    }
    let show = |leaf: &Leaf| match leaf {
        Leaf::Value(value) => model.answer_of(why.id, value),
        Leaf::Gap(_) => "gap".to_owned(),
        _ => "no answer".to_owned(),
    };
    let answer = why.leaf.as_ref().map_or_else(String::new, show);
    let title = words::capital(&model.title_of_question(why.id));
    let says = format!("{title}: {answer}");
    if all.iter().any(|reason| reason.says == says) {
        return;
    }
    let by = why
        .applied
        .iter()
        .map(|applied| applied_text(model, applied, &show(&applied.leaf)));
    let mut cells = why
        .applied
        .iter()
        .filter_map(|applied| model.rules[applied.rule].cell);
    let cite = why.applied.first().map(|applied| applied.cite.clone());
    all.push(Reason {
        question: why.id,
        is_cell: cells.any(|cell| !model.charts[cell.chart].list),
        says,
        answer: why.leaf.clone(),
        by: by.filter(|by| !by.is_empty()).join("; "),
        cite: cite.unwrap_or_else(|| question.cite.join(", ")),
    });
}

fn applied_text(model: &Model, applied: &Applied, gives: &str) -> String {
    let chart = model.rules[applied.rule].cell.and_then(|cell| {
        let chart = &model.charts[cell.chart];
        let row = chart.rows.get(cell.row as usize)?;
        let column = chart.columns.get(cell.column as usize);
        Some(match column.filter(|_| !chart.across.is_empty()) {
            _ if chart.list => format!("{gives} {}, {}", row.heading, chart.title),
            Some(column) => format!("{} [{}, {column}]", chart.title, row.heading),
            None => format!("{} [{}]", chart.title, row.heading),
        })
    });
    // What a rule gives in so many words stands there already.
    let is_more = applied.says != applied.gives.words;
    let Some(cell) = chart else {
        return match is_more {
            true => model.in_words(&applied.says),
            false => String::new(),
        };
    };
    // A footnote or another exception stands in the place of what the cell has.
    let mut exceptions = model.rules[applied.rule].exceptions().into_iter();
    let exception = exceptions.find(|other| other.span == applied.span);
    let prose = Prose { model, texts: None };
    match exception.map(|other| other.when.as_ref()) {
        Some(Some(when)) => format!("{cell}, where {} ({})", prose.words(when), applied.cite),
        Some(None) => format!("{cell} ({})", applied.cite),
        None => cell,
    }
}
