//! Which data the worked examples exercise, paragraph by paragraph of each pack, and which paragraphs nothing cites.
//!
//! An example exercises a rule, a cell, an exception or an `otherwise` where, in some situation of the example, it takes part
//! in the answer: it applies, and so does what asks for it, or it is why that does not.

mod data;
mod situations;

use super::paragraph_of;
use crate::answer::{Asker, Evaluator, Trace};
use crate::check::taken_by;
use crate::diagram::Leaf;
use crate::model::{
    Asked, Example, ExampleTurn, Model, PackId, Procedure, Process, StepDoes, VariableId,
};
use crate::source::{Sources, Span, Text};
use crate::turn::{Effect, ProcedurePlan, Run, Situation, Slots, StepDone, Thrown, begin};
use itertools::Itertools;
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};
use schemars::JsonSchema;
use serde::Serialize;
use situations::Situations;
use std::sync::atomic::{AtomicUsize, Ordering};
use strum::IntoStaticStr;

/// So many examples are looked at one after the other.
const FEW: usize = 16;

/// A paragraph.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct Paragraph {
    /// Its game.
    pub game: String,
    /// Its pack.
    pub pack: String,
    #[serde(skip)]
    pub pack_title: String,
    /// The pack in whose table of contents it stands; without one, the pack whose data cite it.
    #[serde(skip)]
    pub of: PackId,
    /// Its number.
    pub paragraph: String,
    /// Its title.
    pub title: String,
    /// What can be said of it.
    pub status: Status,
    /// Why it has nothing to compute.
    pub reason: Option<String>,
    /// The file in which it is declared.
    pub file: Option<String>,
    /// The line.
    pub line: Option<usize>,
    /// How often data of each kind cite it.
    pub cited_by: Citations,
    /// Its rules.
    pub rules: Share,
    /// Its cells.
    pub cells: Share,
    /// Its exceptions.
    pub exceptions: Share,
    /// What holds where no rule applies.
    pub otherwise: Share,
    /// All that an example can exercise of it.
    pub data: Vec<Datum>,
}

/// How many of how many.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Share {
    /// Those that examples exercise.
    pub exercised: usize,
    /// All.
    pub all: usize,
}

/// How often data of each kind cite a paragraph.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Citations {
    /// Questions.
    pub questions: usize,
    /// Rules, cells, lines and steps, what facts usually are, and what cannot be.
    pub rules: usize,
    /// Charts.
    pub charts: usize,
    /// Processes.
    pub processes: usize,
    /// Procedures and their steps.
    pub procedures: usize,
    /// Readings.
    pub readings: usize,
    /// Worked examples.
    pub examples: usize,
    /// Laws.
    pub laws: usize,
    /// Precedences between packs.
    pub precedences: usize,
    /// Notes on what is wrong in the source.
    pub defects: usize,
}

/// Something that an example can exercise.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Datum {
    /// What it is.
    pub kind: DatumKind,
    /// The question or process that it belongs to.
    pub of: String,
    /// Its paragraph.
    pub cite: String,
    /// What it says.
    pub says: String,
    /// Whether an example exercises it.
    pub exercised: bool,
    /// The file, as it was named.
    pub file: String,
    /// The line, counted from 1.
    pub line: usize,
}

/// What a datum is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema, IntoStaticStr)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "lowercase")]
pub enum DatumKind {
    /// A rule, a line of a list, a step of a process.
    Rule,
    /// A cell of a chart.
    Cell,
    /// An exception, a footnote of a chart.
    Exception,
    /// What holds where no rule applies.
    Otherwise,
    /// What a fact is where nobody says otherwise, as a paragraph has it.
    Usual,
}

/// What can be said of a paragraph.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// Examples exercise all of it.
    Exercised,
    /// Examples exercise a part of it.
    #[serde(rename = "partly-exercised")]
    Partly,
    /// Examples exercise nothing of it.
    NotExercised,
    /// It is cited, and holds nothing that an example could exercise.
    Cited,
    /// Its pack says why it has nothing to compute.
    #[serde(rename = "nothing-to-compute")]
    Declared,
    /// Nothing cites it, and nothing says why.
    Unexplained,
}

impl Citations {
    /// Whether anything but a note on the source cites it.
    pub const fn any(&self) -> bool {
        self.questions + self.rules + self.charts + self.processes + self.procedures > 0
            || self.readings + self.examples + self.laws + self.precedences > 0
    }
}

impl Share {
    pub fn of<'d>(data: impl IntoIterator<Item = &'d Datum>) -> Self {
        let mut share = Self::default();
        for datum in data {
            share.exercised += usize::from(datum.exercised);
            share.all += 1;
        }
        share
    }
}

impl Paragraph {
    fn new(model: &Model, number: &str, of: PackId) -> Self {
        Self {
            game: model.game.clone(),
            pack: model.packs[of].id.clone(),
            pack_title: model.packs[of].title.clone(),
            of,
            paragraph: number.to_owned(),
            title: String::new(),
            status: Status::Unexplained,
            reason: None,
            file: None,
            line: None,
            cited_by: Citations::default(),
            rules: Share::default(),
            cells: Share::default(),
            exceptions: Share::default(),
            otherwise: Share::default(),
            data: Vec::new(),
        }
    }

    fn count(&mut self) {
        let of = |kind| Share::of(self.data.iter().filter(|datum| datum.kind == kind));
        self.rules = of(DatumKind::Rule);
        self.cells = of(DatumKind::Cell);
        self.exceptions = of(DatumKind::Exception);
        self.otherwise = of(DatumKind::Otherwise);
        let Share { exercised, all } = Share::of(&self.data);
        self.status = match all - exercised {
            _ if all == 0 && self.cited_by.any() => Status::Cited,
            _ if all == 0 && self.reason.is_some() => Status::Declared,
            _ if all == 0 => Status::Unexplained,
            0 => Status::Exercised,
            _ if exercised == 0 => Status::NotExercised,
            _ => Status::Partly,
        };
    }
}

/// What the examples exercise, paragraph by paragraph, pack by pack.
pub fn coverage(model: &Model, sources: &Sources) -> Vec<Paragraph> {
    let exercised = exercised(model);
    let mut paragraphs = declared(model, sources);
    let mut places: FxHashMap<(PackId, String), usize> = FxHashMap::default();
    let mut visit = |cite: &str, pack: PackId, change: &mut dyn FnMut(&mut Paragraph)| {
        let number = paragraph_of(cite);
        let place = *places.entry((pack, number.to_owned())).or_insert_with(|| {
            let meant = place_of(model, &paragraphs, number, pack);
            meant.unwrap_or_else(|| {
                paragraphs.push(Paragraph::new(model, number, pack));
                paragraphs.len() - 1
            })
        });
        paragraphs.get_mut(place).into_iter().for_each(change);
    };
    for (cite, pack, count) in data::citations(model) {
        visit(cite, pack, &mut |paragraph| count(&mut paragraph.cited_by));
    }
    for (pack, span, mut datum) in data::data(model, sources) {
        datum.exercised = exercised.contains(&span);
        visit(&datum.cite.clone(), pack, &mut |paragraph| {
            paragraph.data.push(datum.clone())
        });
    }
    paragraphs.iter_mut().for_each(Paragraph::count);
    paragraphs.sort_by_key(|paragraph| paragraph.of);
    paragraphs
}

/// The place of the paragraph that a pack means by a number: its own, or else that of a pack which it requires.
fn place_of(model: &Model, paragraphs: &[Paragraph], number: &str, pack: PackId) -> Option<usize> {
    let numbered = paragraphs.iter().enumerate();
    let numbered = numbered.filter(|(_, other)| other.paragraph == number);
    let meant = numbered.min_by_key(|(_, other)| (other.of != pack, !model.knows(pack, other.of)));
    meant.map(|(place, _)| place)
}

/// The tables of contents.
fn declared(model: &Model, sources: &Sources) -> Vec<Paragraph> {
    let mut all = Vec::new();
    for (id, pack) in model.packs.enumerated() {
        for ((number, title), span) in pack.paragraphs.iter().zip(&pack.paragraph_spans) {
            let mut reasons = pack.nothing_to_compute.iter();
            let reason = reasons.find(|(text, _)| text == number);
            all.push(Paragraph {
                title: title.clone(),
                reason: reason.map(|(_, reason)| reason.clone()),
                file: Some(sources.path(span.file).to_owned()),
                line: Some(sources.position(*span).0),
                ..Paragraph::new(model, number, id)
            });
        }
    }
    all
}

/// The places of all data that the examples of a game exercise.
fn exercised(model: &Model) -> FxHashSet<Span> {
    // Each thread takes what is next: some examples have hundreds of situations, and what was made for one serves its neighbours.
    let next = AtomicUsize::new(0);
    let few = model.examples.chunks(FEW);
    let few: Vec<&[Example]> = few.collect();
    let take = |_| {
        let all = std::iter::from_fn(|| few.get(next.fetch_add(1, Ordering::Relaxed)));
        exercised_by(model, all.copied().flatten())
    };
    let threads = 0..rayon::current_num_threads();
    threads.into_par_iter().flat_map_iter(take).collect()
}

/// The places of all data that some examples exercise.
fn exercised_by<'a>(
    model: &'a Model,
    examples: impl Iterator<Item = &'a Example>,
) -> FxHashSet<Span> {
    let trace = Trace::default();
    let evaluator = Evaluator::traced(model, &trace);
    let mut situations = Situations::new(model);
    let mut asker = Asker::new(model);
    let mut taken = FxHashMap::default();
    let mut spans = FxHashSet::default();
    for example in examples {
        match &example.asked {
            Asked::Questions(asked) => {
                let questions: Vec<_> = asked.iter().map(|(question, ..)| *question).collect();
                for (mut situation, is_for_a_rule) in situations.of(example, &questions) {
                    for question in &questions {
                        if is_for_a_rule {
                            let all = || taken_by(model, *question).into_iter().sorted_unstable();
                            let taken = taken.entry(*question).or_insert_with(|| all().collect());
                            for fact in taken as &Vec<VariableId> {
                                asker.fill_for(Some(*question), *fact, &mut situation);
                            }
                        }
                        // What the example does not give is found, or is as usual.
                        let (_, taken) = asker.ask(*question, &mut situation);
                        spans.extend(
                            taken
                                .iter()
                                .filter_map(|own| own.usual(model))
                                .map(|usual| usual.span),
                        );
                        let found = taken.iter().filter_map(|own| own.question(model));
                        for asked in found.chain([*question]) {
                            drop(evaluator.question(asked, &situation));
                        }
                    }
                }
            }
            Asked::Procedure(id, rolls, _) => {
                roll(model, &model.procedures[*id], (example, rolls), &evaluator);
            }
            Asked::Process(id, turns) => {
                let process = &model.processes[*id];
                let fill = &mut |facts: &[VariableId], known: &mut Situation| {
                    let taken = facts.iter().flat_map(|fact| asker.fill(*fact, known));
                    let taken: Vec<_> = taken.collect();
                    for own in taken {
                        spans.extend(own.usual(model).map(|usual| usual.span));
                        drop(own.question(model).map(|by| evaluator.question(by, known)));
                    }
                };
                play(model, process, (example, turns), fill, &evaluator);
            }
        }
        spans.extend(trace.take());
    }
    spans
}

/// Plays a process's example; `fill` makes known what a start or a turn does not give.
fn play(
    model: &Model,
    process: &Process,
    (example, turns): (&Example, &[ExampleTurn]),
    fill: &mut dyn FnMut(&[VariableId], &mut Situation),
    evaluator: &Evaluator<'_>,
) {
    let mut start = Situation::start_of(model, example);
    begin(process, &mut start);
    fill(&process.start, &mut start);
    let mut run = Run::new(model, process, start);
    for turn in turns {
        let mut now = run.begin_turn(|fact| turn.tells(fact));
        fill(&process.turn, &mut now);
        run.step(&run.facts_of_turn(&now), &mut |question, situation| {
            let leaf = evaluator.question(question, situation);
            leaf.unwrap_or(Leaf::Nothing)
        });
    }
}

/// Makes the rolls of a procedure's example, as far as they go.
fn roll(
    model: &Model,
    procedure: &Procedure,
    (example, rolls): (&Example, &[Text]),
    evaluator: &Evaluator<'_>,
) {
    let Ok(plan) = ProcedurePlan::new(model, procedure, &[]) else {
        return;
    };
    let mut left = rolls.iter();
    let mut throw = |fact| {
        Thrown::read(
            model,
            fact,
            left.next().map_or("", |roll| roll.value.trim()),
        )
    };
    let mut see = |done: StepDone<'_>| {
        let situation = done.known.situation(model);
        let Some(step) = procedure.steps.get(done.place) else {
            return;
        };
        let asked = match (&step.does, done.effect) {
            (StepDoes::Ask { gives, .. }, Effect::Found(..)) => Some(gives),
            (StepDoes::Ask { otherwise, .. }, Effect::Otherwise(..)) => otherwise.as_ref(),
            _ => None,
        };
        for expr in step.when.iter().chain(asked) {
            drop(evaluator.value(expr, &situation));
        }
    };
    let start = Slots::of(model, &Situation::start_of(model, example));
    // Rolls that do not hold are for `check` to tell.
    let _ = plan.run(start, &mut throw, &mut see);
}
