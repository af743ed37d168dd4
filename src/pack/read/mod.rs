//! From texts to packs: every folder with a `pack.toml` is one. All that is wrong with the shape of the files is told in one
//! run; what is broken is left out, and everything else is read.

mod card;
mod chart;
mod erratum;
mod example;
mod fields;
mod header;
mod names;
mod noun;
pub(super) mod nouns;
mod procedure;
mod process;
mod question;
mod texts;
mod vocabulary;

use super::Pack;
use super::forest::{Forest, Form, Tree};
use super::node::{Kind, Node, Problems};
use super::overlay::{self, ErrataSet, Erratum, Origins};
use super::twins;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{Sources, Span, Text};
use fields::Fields;
use rayon::prelude::*;

pub(super) use erratum::all as all_errata;
pub(super) use fields::unknown as unknown_key;
pub(super) use names::mended;
pub(super) use noun::{Field, Holds, Noun};
pub(super) use nouns::{EXAMPLES, LINE, ROW, SHARED_EXCEPTION};

/// Everything written in a rulebook.
#[derive(Debug, Clone, Default)]
pub struct Rulebook {
    /// Its packs, in the order of their folders.
    pub packs: Vec<Pack>,
    /// Its errata, by date and name.
    pub errata: Vec<Erratum>,
    /// Which text comes from which erratum.
    pub origins: Origins,
}

/// Reads all packs, in the order of their folders; their files in the order of their names. The official errata apply.
#[must_use]
pub fn read(sources: &Sources) -> (Rulebook, Vec<Diagnostic>) {
    read_with(sources, &ErrataSet::Official)
}

/// Reads all packs with those errata laid over them that a set chooses.
#[must_use]
pub fn read_with(sources: &Sources, set: &ErrataSet) -> (Rulebook, Vec<Diagnostic>) {
    let problems = Problems::default();
    let mut forest = Forest::parse(sources, &problems);
    twins::refuse(&mut forest, sources, &problems);
    let mut errata = erratum::all(&forest, &problems);
    let origins = overlay::lay(&mut forest, &mut errata, set, &problems);
    let read: Vec<_> = (0..forest.packs.len())
        .into_par_iter()
        .map(|pack| {
            let problems = Problems::default();
            (read_pack(&forest, pack, &problems), problems.into_vec())
        })
        .collect();
    let mut rulebook = Rulebook {
        packs: Vec::new(),
        errata,
        origins,
    };
    let mut diagnostics = problems.into_vec();
    for (pack, mut problems) in read {
        rulebook.packs.push(pack);
        diagnostics.append(&mut problems);
    }
    (rulebook, diagnostics)
}

fn read_pack(forest: &Forest, index: usize, problems: &Problems) -> Pack {
    let mut pack = Pack::default();
    let folder = forest
        .packs
        .get(index)
        .map_or("", |head| head.folder.as_str());
    for (_, tree) in forest.of_pack(index) {
        match tree.form {
            Form::Grid => read_grids(&tree.root, &mut pack, problems),
            Form::Errata => erratum::only(tree, problems),
            Form::Header => read_topics(tree, Some(folder), &mut pack, problems),
            Form::Topic => read_topics(tree, None, &mut pack, problems),
        }
    }
    pack
}

/// Reads a TOML file into the pack; of `pack.toml`, the folder is given.
fn read_topics(tree: &Tree, folder: Option<&str>, pack: &mut Pack, problems: &Problems) {
    let start = Span {
        file: tree.file,
        start: 0,
        end: 0,
    };
    let noun = match folder {
        Some(_) => &nouns::PACK,
        None => &nouns::TOPIC,
    };
    let Some(fields) = Fields::open(&tree.root, start, noun, problems) else {
        return;
    };
    if let Some(folder) = folder {
        header::read(&fields, folder, pack);
    }
    topics(&fields, pack);
}

fn topics(fields: &Fields<'_>, pack: &mut Pack) {
    pack.units.extend(fields.named("unit", vocabulary::unit));
    pack.facts.extend(fields.named("fact", vocabulary::fact));
    pack.usually
        .extend(fields.named("usually", vocabulary::usually));
    pack.questions
        .extend(fields.named("question", question::question));
    pack.rules.extend(fields.each("rule", question::rule));
    pack.readings
        .extend(fields.named("reading", question::reading));
    pack.examples
        .extend(fields.each("example", example::example));
    pack.laws.extend(fields.each("law", example::law));
    pack.impossible
        .extend(fields.each("impossible", example::impossible));
    pack.processes
        .extend(fields.named("process", process::process));
    pack.defects.extend(fields.named("defect", example::defect));
    pack.guides.extend(fields.each("guide", vocabulary::guide));
}

fn read_grids(root: &Node, pack: &mut Pack, problems: &Problems) {
    if let Kind::Table(items) = &root.kind {
        items
            .iter()
            .for_each(|(name, body)| item(name, body, pack, problems));
    }
}

fn item(name: &Text, body: &Node, pack: &mut Pack, problems: &Problems) {
    match name.value.as_str() {
        "Chart" => pack.charts.extend(chart::grid(name, body, problems)),
        "List" => pack.charts.extend(chart::list(name, body, problems)),
        "Card" => {
            if let Some((card, usually)) = card::card(name, body, problems) {
                pack.cards.push(card);
                pack.usually.extend(usually);
            }
        }
        "Procedure" => pack
            .procedures
            .extend(procedure::procedure(name, body, problems)),
        _ => {
            let message = format!("unknown item `{}`", name.value);
            let found = Diagnostic::error(Code::UnknownKey, name.span, message);
            problems.report(
                found.help("an item is a `Chart(…)`, a `List(…)`, a `Procedure(…)` or a `Card(…)`"),
            );
        }
    }
}

/// The nodes of a list; a single node is a list of one.
fn one_or_more(node: &Node) -> &[Node] {
    match &node.kind {
        Kind::List(nodes) => nodes,
        _ => std::slice::from_ref(node),
    }
}
