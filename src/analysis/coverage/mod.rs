//! Which data the worked examples exercise, paragraph by paragraph of each pack, and which paragraphs nothing cites.
//!
//! An example exercises a rule, a cell, an exception or an `otherwise` where, in some situation of the example, it takes part
//! in the answer: it applies, and so does what asks for it, or it is why that does not.

mod data;
mod situations;

use super::paragraph_of;
use crate::answer::{Evaluator, Trace};
use crate::model::{Asked, Example, Model, PackId, Procedure, ProcedureStep, Process};
use crate::source::{Sources, Span, Text};
use crate::turn::{ProcedurePlan, Run, Slots, StepDone, Thrown};
use data::citations;
use rustc_hash::{FxHashMap, FxHashSet};
use schemars::JsonSchema;
use serde::Serialize;
use situations::Situations;

/// A paragraph and what the examples exercise of it.
#[derive(Debug, Clone)]
pub struct Paragraph {
    /// The pack in whose table of contents it stands; without one, the pack whose data cite it.
    pub pack: PackId,
    /// Its number.
    pub number: String,
    /// Its title.
    pub title: String,
    /// Where it is declared; nowhere where a pack has no table of contents.
    pub span: Option<Span>,
    /// Why it has nothing to compute, where the pack says so.
    pub reason: Option<String>,
    /// What cites it, and how often.
    pub cited: Citations,
    /// What examples can exercise of it.
    pub data: Vec<Datum>,
}

/// How often data of each kind cite a paragraph.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Citations {
    /// Questions.
    pub questions: usize,
    /// Rules, cells, lines and steps.
    pub rules: usize,
    /// Charts.
    pub charts: usize,
    /// Processes.
    pub processes: usize,
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
#[derive(Debug, Clone)]
pub struct Datum {
    /// What it is.
    pub kind: DatumKind,
    /// The question or process that it belongs to.
    pub of: String,
    /// Its citation.
    pub cite: String,
    /// What it says, in the words of the pack.
    pub says: String,
    /// Where it is written.
    pub span: Span,
    /// Whether an example exercises it.
    pub exercised: bool,
}

/// What a datum is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum DatumKind {
    /// A rule, a line of a list, a step of a process.
    Rule,
    /// A cell of a chart.
    Cell,
    /// An exception, a footnote of a chart.
    Exception,
    /// What holds where no rule applies.
    Otherwise,
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

impl DatumKind {
    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rule => "rule",
            Self::Cell => "cell",
            Self::Exception => "exception",
            Self::Otherwise => "otherwise",
        }
    }
}

impl Citations {
    /// Whether anything but a note on the source cites it.
    #[must_use]
    pub const fn any(&self) -> bool {
        self.questions + self.rules + self.charts + self.processes > 0
            || self.readings + self.examples + self.laws + self.precedences > 0
    }
}

impl Paragraph {
    /// What can be said of it.
    #[must_use]
    pub fn status(&self) -> Status {
        let exercised = self.data.iter().filter(|datum| datum.exercised).count();
        match (self.data.len(), exercised) {
            (0, _) if self.cited.any() => Status::Cited,
            (0, _) if self.reason.is_some() => Status::Declared,
            (0, _) => Status::Unexplained,
            (all, exercised) if all == exercised => Status::Exercised,
            (_, 0) => Status::NotExercised,
            _ => Status::Partly,
        }
    }

    /// How many data of a kind are exercised, and how many there are.
    #[must_use]
    pub fn count(&self, kind: DatumKind) -> (usize, usize) {
        let of_kind = || self.data.iter().filter(|datum| datum.kind == kind);
        (
            of_kind().filter(|datum| datum.exercised).count(),
            of_kind().count(),
        )
    }
}

/// What the examples exercise, paragraph by paragraph, pack by pack.
#[must_use]
pub fn coverage(model: &Model, sources: &Sources) -> Vec<Paragraph> {
    let exercised = exercised(model);
    let mut paragraphs = declared(model);
    let mut places: FxHashMap<String, usize> = paragraphs
        .iter()
        .enumerate()
        .map(|(place, paragraph)| (paragraph.number.clone(), place))
        .collect();
    let mut at = |paragraphs: &mut Vec<Paragraph>, cite: &str, pack: PackId| {
        let number = paragraph_of(cite);
        *places.entry(number.to_owned()).or_insert_with(|| {
            paragraphs.push(Paragraph::without_title(number, pack));
            paragraphs.len() - 1
        })
    };
    for (cite, pack, count) in citations(model) {
        let place = at(&mut paragraphs, &cite, pack);
        if let Some(paragraph) = paragraphs.get_mut(place) {
            count(&mut paragraph.cited);
        }
    }
    for (pack, mut datum) in data::data(model, sources) {
        datum.exercised = exercised.contains(&datum.span);
        let place = at(&mut paragraphs, &datum.cite, pack);
        if let Some(paragraph) = paragraphs.get_mut(place) {
            paragraph.data.push(datum);
        }
    }
    paragraphs.sort_by_key(|paragraph| paragraph.pack);
    paragraphs
}

impl Paragraph {
    fn without_title(number: &str, pack: PackId) -> Self {
        Self {
            pack,
            number: number.to_owned(),
            title: String::new(),
            span: None,
            reason: None,
            cited: Citations::default(),
            data: Vec::new(),
        }
    }
}

/// The tables of contents.
fn declared(model: &Model) -> Vec<Paragraph> {
    let packs = (0..).map(PackId).zip(&model.packs);
    let all = packs.flat_map(|(id, pack)| {
        let reason = |number: &str| {
            pack.nothing_to_compute
                .iter()
                .find(|(own, _)| own == number)
                .map(|(_, reason)| reason.clone())
        };
        pack.paragraphs
            .iter()
            .zip(&pack.paragraph_spans)
            .map(move |((number, title), span)| Paragraph {
                title: title.clone(),
                span: Some(*span),
                reason: reason(number),
                ..Paragraph::without_title(number, id)
            })
    });
    all.collect()
}

/// The places of all data that the examples of a game exercise.
fn exercised(model: &Model) -> FxHashSet<Span> {
    let trace = Trace::default();
    let evaluator = Evaluator::traced(model, &trace);
    let mut situations = Situations::new(model);
    let mut found = FxHashSet::default();
    for example in &model.examples {
        match &example.asked {
            Asked::Questions(asked) => {
                let questions: Vec<_> = asked.iter().map(|(question, ..)| *question).collect();
                for situation in situations.of(example, &questions) {
                    for question in &questions {
                        drop(evaluator.question(*question, &situation));
                    }
                    found.extend(trace.take());
                }
            }
            Asked::Procedure(id, rolls, _) => {
                if let Some(procedure) = model.procedure(*id) {
                    roll(model, procedure, (example, rolls), &evaluator);
                    found.extend(trace.take());
                }
            }
            Asked::Process(id, _) => {
                if let Some(process) = model.processes.at(id.index()) {
                    play(model, process, example, &evaluator);
                    found.extend(trace.take());
                }
            }
        }
    }
    found
}

/// Plays the turns of a process's example.
fn play(model: &Model, process: &Process, example: &Example, evaluator: &Evaluator<'_>) {
    let Asked::Process(_, turns) = &example.asked else {
        return;
    };
    let mut run = Run::new(model, process, situations::first(model, example));
    for turn in turns {
        run.step(&turn.given, &mut |question, situation| {
            evaluator
                .question(question, situation)
                .unwrap_or(crate::diagram::Leaf::Nothing)
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
        for expr in procedure
            .steps
            .get(done.place)
            .into_iter()
            .flat_map(ProcedureStep::exprs)
        {
            drop(evaluator.value(expr, &situation));
        }
    };
    let start = Slots::of(model, &situations::first(model, example));
    // Rolls that do not hold are for `check` to tell.
    let _ = plan.run(start, &mut throw, &mut see);
}
