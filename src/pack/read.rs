//! From texts to packs: every folder with a `pack.toml` is one. All that is wrong with the shape of the files is told in one
//! run; what is broken is left out, and everything else is read.

use super::Pack;
use super::forest::{Forest, Tree};
use super::node::{Form, Kind, Node, Problems};
use super::nouns::{
    Card, Chart, Declaration, ERRATA, Fields, List, Noun, Procedure, TOPIC, UsualOf, check_names,
    mended, missing, read as read_noun,
};
use super::overlay::{self, ErrataSet, Erratum, Origins};
use super::parse::{Wanted, parse_wanted};
use super::ron_text::ITEMS;
use super::{twins, unread};
use crate::diagnostic::{Code, Diagnostic, nearest};
use crate::source::{Sources, Span, Spanned, Text};
use crate::value::Shared;
use rayon::prelude::*;
use std::sync::Arc;

/// Everything written in a rulebook.
#[derive(Debug, Clone, Default)]
pub struct Rulebook {
    /// Its packs, in the order of their folders.
    pub packs: Shared<Pack>,
    /// Its errata, by date and name.
    pub errata: Vec<Erratum>,
    /// Which text comes from which erratum.
    pub origins: Origins,
    /// Which of the errata were chosen.
    pub chosen: ErrataSet,
    /// Of which questions and rules its shared exceptions are: `question` or `question#paragraph`.
    pub shared: Vec<Text>,
}

/// Reads all packs; the official errata apply.
#[must_use]
pub fn read(sources: &Sources) -> (Rulebook, Vec<Diagnostic>) {
    read_with(sources, &ErrataSet::Official)
}

/// Reads all packs, in the order of their folders, their files in the order of their names, with those errata laid over them
/// that a set chooses.
#[must_use]
pub fn read_with(sources: &Sources, set: &ErrataSet) -> (Rulebook, Vec<Diagnostic>) {
    read_wanted(sources, set, Wanted::ALL)
}

/// The same without the examples and laws, for packs that are known to be sound: only answers are wanted of them.
#[must_use]
pub fn read_for_answers(sources: &Sources, set: &ErrataSet) -> (Rulebook, Vec<Diagnostic>) {
    let is_short = true;
    let wanted = Wanted {
        is_short,
        ..Wanted::ALL
    };
    read_wanted(sources, set, wanted)
}

/// Reads the packs that are wanted.
pub fn read_wanted(
    sources: &Sources,
    set: &ErrataSet,
    wanted: Wanted<'_>,
) -> (Rulebook, Vec<Diagnostic>) {
    let problems = Problems::default();
    let mut forest = parse_wanted(sources, wanted, &problems);
    let known = wanted.known;
    twins::refuse(&mut forest, sources, &problems);
    let mut errata = overlay::all_errata(&forest, &problems);
    let origins = overlay::lay(&mut forest, &mut errata, set, &problems);
    let read: Vec<_> = (0..forest.packs.len())
        .into_par_iter()
        .map(|pack| {
            let read = || {
                let problems = Problems::default();
                (read_pack(&forest, pack, &problems), problems.into_vec())
            };
            match known {
                Some(known) => {
                    let known = known.pack((&forest, pack), read);
                    (Arc::clone(&known.pack), known.findings.clone())
                }
                None => {
                    let (own, findings) = read();
                    (Arc::new(own), findings)
                }
            }
        })
        .collect();
    let (mut packs, findingses): (Vec<Arc<Pack>>, Vec<_>) = read.into_iter().unzip();
    let mut diagnostics = problems.into_vec();
    diagnostics.extend(findingses.into_iter().flatten());
    unread::mark(&mut packs, (&forest, sources), &diagnostics);
    unread::mark_errata(&mut packs, &forest, &errata);
    let shared = std::mem::take(&mut forest.shared);
    // Nobody waits for what is read no more.
    rayon::spawn(|| drop(forest));
    (
        Rulebook {
            packs: packs.into_iter().collect(),
            errata,
            origins,
            chosen: set.clone(),
            shared,
        },
        diagnostics,
    )
}

fn read_pack(forest: &Forest, index: usize, problems: &Problems) -> Pack {
    let mut pack = Pack::default();
    for (_, tree) in forest.of_pack(index) {
        match tree.form {
            Form::Grid => items(&tree.root, &mut pack, problems),
            Form::Errata => drop(open(tree, &ERRATA, problems)),
            Form::Topic => {
                let fields = open(tree, &TOPIC, problems);
                add(&mut pack, fields.and_then(|fields| Pack::of(&fields)));
            }
            Form::Header => {
                let Some(fields) = open(tree, Pack::DECLARED, problems) else {
                    continue;
                };
                let head = Pack::of(&fields).unwrap_or_default();
                let folder = forest
                    .packs
                    .get(index)
                    .map_or("", |head| head.folder.as_str());
                // What is read before the head is nothing: it is the first of a pack's files.
                pack = with_game(head, &fields, folder);
            }
        }
    }
    pack
}

fn open<'n>(
    tree: &'n Tree,
    declared: &'static Declaration,
    problems: &'n Problems,
) -> Option<Fields<'n>> {
    let start = Span {
        file: tree.file,
        start: 0,
        end: 0,
    };
    Fields::open(&tree.root, start, declared, problems)
}

/// The head of a pack. Without `game`, the folder around the pack's own names it.
fn with_game(mut pack: Pack, fields: &Fields<'_>, folder: &str) -> Pack {
    if pack.game.is_none() {
        let around = folder.rsplit('/').nth(1).and_then(mended);
        if around.is_none() {
            fields.need("game");
        }
        let span = pack.id.as_ref().map(|id| id.span);
        pack.game = around
            .zip(span)
            .map(|(game, span)| Spanned::new(game, span));
    }
    check_names(
        pack.id.iter().chain(&pack.game).chain(&pack.requires),
        fields.problems,
    );
    pack
}

/// Adds what a topic file defines.
fn add(pack: &mut Pack, topic: Option<Pack>) {
    let Some(topic) = topic else { return };
    pack.units.extend(topic.units);
    pack.facts.extend(topic.facts);
    pack.usually.extend(topic.usually);
    pack.questions.extend(topic.questions);
    pack.rules.extend(topic.rules);
    pack.readings.extend(topic.readings);
    pack.switches.extend(topic.switches);
    pack.examples.extend(topic.examples);
    pack.laws.extend(topic.laws);
    pack.processes.extend(topic.processes);
    pack.impossible.extend(topic.impossible);
    pack.defects.extend(topic.defects);
    pack.guides.extend(topic.guides);
}

/// Adds the items of a RON file.
fn items(root: &Node, pack: &mut Pack, problems: &Problems) {
    let Kind::Table(items) = &root.kind else {
        return;
    };
    for (name, body) in items {
        match name.value.as_str() {
            "Chart" if tell_bare_rows(body, problems) => {}
            "Chart" => {
                let chart = read_noun::<Chart>(body, Some(name), problems);
                pack.charts.extend(chart.map(|chart| Chart {
                    span: name.span.to(chart.span),
                    ..chart
                }));
            }
            "List" => pack.charts.extend(list(name, body, problems)),
            "Card" => {
                if let Some(mut card) = read_noun::<Card>(body, Some(name), problems) {
                    let finds = std::mem::take(&mut card.finds);
                    pack.usually.extend(finds.into_iter().map(UsualOf::from));
                    pack.cards.push(card);
                }
            }
            "Procedure" => {
                pack.procedures
                    .extend(read_noun::<Procedure>(body, Some(name), problems));
            }
            _ => {
                let message = format!("unknown item `{}`", name.value);
                let finding = Diagnostic::error(Code::UnknownKey, name.span, message);
                let known = "an item is a `Chart(…)`, a `List(…)`, a `Procedure(…)` or a `Card(…)`";
                let near = nearest(&name.value, ITEMS);
                problems.report(match near {
                    Some(near) => finding.help(format!("write `{near}(…)`")),
                    None => finding.help(known),
                });
            }
        }
    }
}

/// What makes rows of a spreadsheet's lines.
const PASTED: &str = "`chartroom import -` makes a chart of what is pasted from a spreadsheet";

/// Tells of rows whose cells stand without brackets, in a chart of several columns; whether there are any.
fn tell_bare_rows(chart: &Node, problems: &Problems) -> bool {
    let elements = |key| {
        chart
            .field(key)
            .map_or(&[][..], |(_, node)| node.elements())
    };
    let columns = elements("columns").len().max(elements("answers").len());
    let mut is_told = false;
    for row in elements("rows") {
        // Three parts bear the names of a key, its cells and its marks; more than that are none of a row's.
        let parts: Vec<&Node> = match &row.kind {
            Kind::List(parts) => parts.iter().collect(),
            Kind::Table(parts) => parts.iter().map(|(_, part)| part).collect(),
            Kind::Text(_) => vec![row],
            _ => continue,
        };
        let Some((key, cells)) = parts.split_first() else {
            continue;
        };
        if let (Some(pasted), []) = (key.written().filter(|key| key.contains('\t')), cells) {
            let mut cells = pasted.split('\t').map(|cell| format!("{:?}", cell.trim()));
            let key = cells.next().unwrap_or_default();
            let cells: Vec<String> = cells.collect();
            let message = "a row that was pasted with tabs between its cells";
            let finding = Diagnostic::error(Code::WrongShape, row.span, message);
            let finding = finding.help(format!("write `({key}, [{}])`", cells.join(", ")));
            problems.report(finding.help(PASTED));
            is_told = true;
            continue;
        }
        let [first, .., last] = cells else { continue };
        let texts: Option<Vec<&str>> = cells.iter().map(|cell| cell.written()).collect();
        let Some(texts) = texts.filter(|_| columns > 1) else {
            continue;
        };
        let cells: Vec<String> = texts.iter().map(|cell| format!("\"{cell}\"")).collect();
        let key = key
            .written()
            .map_or("…".to_owned(), |key| format!("\"{key}\""));
        let message = "the cells of this row stand without brackets";
        let finding = Diagnostic::error(Code::WrongShape, first.span.to(last.span), message);
        problems.report(finding.help(format!("write `({key}, [{}])`", cells.join(", "))));
        is_told = true;
    }
    is_told
}

fn list(name: &Text, body: &Node, problems: &Problems) -> Option<Chart> {
    let list: List = read_noun(body, Some(name), problems)?;
    let is_said = body.field("answers").is_some();
    if !is_said && list.rows.iter().any(|line| line.answers.is_empty()) {
        problems.report(missing("answers", List::DECLARED, name.span));
    }
    Some(Chart {
        id: list.id,
        title: list.title,
        cite: list.cite,
        answers: list.answers,
        down: Vec::new(),
        across: Vec::new(),
        cells: Vec::new(),
        columns: Vec::new(),
        rows: Vec::new(),
        when: list.when,
        except: list.except,
        notes: Vec::new(),
        lines: list.rows,
        span: name.span.to(list.span),
    })
}
