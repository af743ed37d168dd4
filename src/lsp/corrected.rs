//! An edit of a pack as an erratum: the block is what it was, and what became of it stands in a change each.

use super::addresses::{self, Changeable};
use super::complete::quoted;
use super::edits::Edits;
use super::effect::Effect;
use super::scan::{self, Block};
use super::snapshot::Caret;
use crate::model::{ChartRow, Exception, Model, Outcome, Rule};
use crate::pack::overlay::{Address, Draft, Operation, Part, Status, draft};
use crate::rulebook::Rulebook;
use crate::source::{FileId, Span};
use itertools::Itertools;
use rustc_hash::FxHashMap;
use std::path::Path;

/// A row of a chart or list, or a rule: what can be added and taken away.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Element {
    at: Address,
    value: String,
    place: Span,
}

/// Puts a block back to what it was, and what it became into an erratum.
pub fn erratum(effect: &Effect, caret: Caret<'_>, block: &Block) -> Option<Edits> {
    let snapshot = caret.snapshot;
    let model = caret.model()?;
    let base = &effect.base;
    let before = base.games.iter().find(|own| own.game == model.game)?;
    let old = before_it(base, caret, block);
    let here = |span: Span| span.file == caret.file && block.body.contains(&(span.start as usize));
    let there = |span: Span| {
        let held = |(file, old): &(FileId, Block)| {
            span.file == *file && old.body.contains(&(span.start as usize))
        };
        old.as_ref().is_some_and(held)
    };
    let changes = changes(
        (base, before, &there),
        (&snapshot.book, model, &here),
        caret.pack()?,
    );
    let name = block.path.get(1).or(block.path.first())?;
    let id = format!("{name}-corrected");
    let text = old.as_ref().map_or("", |(file, old)| {
        base.sources
            .text(*file)
            .get(old.body.clone())
            .unwrap_or_default()
    });
    let place = span_of(caret.file, block);
    let mut sources = Edits::applied(&snapshot.book.sources, &[(place, text.to_owned())]);
    let mut file = None;
    for (operation, at, value) in &changes {
        let drafted = draft(
            &sources,
            &Draft {
                id: id.clone(),
                pack: None,
                source: "who said so".to_owned(),
                date: "\"unknown\"".to_owned(),
                status: Status::Official,
                says: says(*operation, at, value),
                scope: effect.changed_in(caret.file, block).to_vec(),
                when: None,
                operation: *operation,
                at: at.clone(),
                value: value.clone(),
            },
        );
        let drafted = drafted.ok()?;
        file = Some(drafted.file);
        sources = drafted.sources;
    }
    let mut edits = Edits::default();
    edits.replace(snapshot, place, text).then_some(())?;
    let file = file?;
    let path = sources.path(file);
    let known = snapshot.pages.iter().find(|page| page.path == path);
    let known = known.map(|page| page.now.text.as_str());
    edits.write(Path::new(path), known, sources.text(file));
    Some(edits)
}

fn says(operation: Operation, at: &str, value: &str) -> String {
    match operation {
        Operation::Remove => format!("{at} is taken away"),
        Operation::Replace => format!("{at} becomes {value}"),
        _ => format!("more at {at}"),
    }
}

fn span_of(file: FileId, block: &Block) -> Span {
    let [start, end] =
        [block.body.start, block.body.end].map(|at| u32::try_from(at).unwrap_or(u32::MAX));
    Span { file, start, end }
}

/// The block as the base has it, in the pack and file of the same names; of several under one header, that in the same place. A
/// block that is one more than there were has none.
fn before_it(base: &Rulebook, caret: Caret<'_>, block: &Block) -> Option<(FileId, Block)> {
    let sources = &base.sources;
    let name = |path: &str| path.rsplit('/').next().map(str::to_owned);
    let of_pack = |file: &FileId| {
        let pack = base.pack_of(*file).and_then(|pack| pack.id.as_ref());
        pack.is_some_and(|id| Some(id.value.as_str()) == caret.pack())
            && name(sources.path(*file)) == name(&caret.page.path)
    };
    let same = |path: &str, text: &str| {
        let blocks = scan::shape(path, text).blocks.into_iter();
        blocks.filter(|own| own.path == block.path).collect_vec()
    };
    let file = sources.files().find(of_pack)?;
    let before = same(sources.path(file), sources.text(file));
    let now = same(&caret.page.path, &caret.page.now.text);
    if now.len() > before.len() {
        return None;
    }
    let place = now.iter().position(|own| own.body == block.body)?;
    Some((file, before.get(place)?.clone()))
}

type Side<'b> = (&'b Rulebook, &'b Model, &'b dyn Fn(Span) -> bool);

/// What is to be changed to come from what a block was to what it is: values first, then what is gone, then what is new.
fn changes(
    (base, before, there): Side<'_>,
    (book, model, here): Side<'_>,
    pack: &str,
) -> Vec<(Operation, String, String)> {
    let own = |all: Vec<Changeable>, held: &dyn Fn(Span) -> bool| -> Vec<Changeable> {
        let held = all.into_iter().filter(|own| own.span.is_some_and(held));
        held.collect()
    };
    let was = own(addresses::all(base, before), there);
    let is = own(addresses::all(book, model), here);
    let was: FxHashMap<&str, &str> = was.iter().map(|own| (&*own.at, &*own.old)).collect();
    let replaced = is.iter().filter_map(|own| {
        let old = was.get(own.at.as_str())?;
        let is_other = *old != own.old && !own.old.is_empty() && !old.is_empty();
        is_other.then(|| (Operation::Replace, own.at.clone(), own.old.clone()))
    });
    let mut changes = replaced.collect_vec();
    let old = elements(base, before, pack).into_iter();
    let old = old.filter(|own| there(own.place)).collect_vec();
    let new = elements(book, model, pack).into_iter();
    let new = new.filter(|own| here(own.place)).collect_vec();
    let has = |all: &[Element], at: &Address| all.iter().any(|own| own.at == *at);
    let gone = old.iter().filter(|own| !has(&new, &own.at));
    changes.extend(gone.map(|own| (Operation::Remove, own.at.to_string(), String::new())));
    for (place, added) in new
        .iter()
        .enumerate()
        .filter(|(_, own)| !has(&old, &own.at))
    {
        let is_row = matches!(added.at.parts.last(), Some(Part::Keys(_)))
            && !matches!(added.at.parts.first(), Some(Part::Cite(_)));
        // A change is about what stands in the pack, not about what another one adds.
        let stands = |own: &&Element| own.at.name == added.at.name && has(&old, &own.at);
        let (before, after) = new.split_at_checked(place).unwrap_or_default();
        let previous = before
            .iter()
            .rev()
            .find(stands)
            .map(|own| own.at.to_string());
        let next = after.iter().find(stands).map(|own| own.at.to_string());
        let (operation, at) = match (is_row, previous, next) {
            (true, Some(previous), _) => (Operation::AddAfter, previous),
            (true, None, Some(next)) => (Operation::AddBefore, next),
            (true, None, None) => (Operation::Add, field_of(&added.at, "rows")),
            (false, ..) => (Operation::Add, field_of(&added.at, "rules")),
        };
        changes.push((operation, at, added.value.clone()));
    }
    changes
}

fn field_of(at: &Address, field: &str) -> String {
    let mut whole = at.whole();
    whole.parts.push(Part::Field(field.to_owned()));
    whole.to_string()
}

/// The rows of a pack's charts and lists, and its rules, in the order in which they are written.
fn elements(book: &Rulebook, model: &Model, pack: &str) -> Vec<Element> {
    let address = |name: &str, parts: Vec<Part>| Address {
        pack: pack.to_owned(),
        kind: None,
        name: name.to_owned(),
        parts,
    };
    let mut all = Vec::new();
    for chart in model.charts.iter() {
        if model.pack_name(chart.pack) != pack {
            continue;
        }
        all.extend(chart.rows.iter().map(|row| Element {
            at: address(&chart.id, vec![Part::keys([&row.heading])]),
            value: row_value(book, model, row, chart.list),
            place: chart.span,
        }));
    }
    for (rule, at) in addresses::rules_of(model, pack) {
        all.push(Element {
            at,
            value: rule_value(book, model, rule),
            place: rule.span,
        });
    }
    all
}

fn inline(fields: impl IntoIterator<Item = (&'static str, String)>) -> String {
    let fields = fields.into_iter();
    let fields = fields.map(|(key, value)| format!("{key} = {value}"));
    format!("{{ {} }}", fields.format(", "))
}

fn row_value(book: &Rulebook, model: &Model, row: &ChartRow, is_list: bool) -> String {
    let rule = row.rules.iter().flatten().next();
    if let Some(rule) = rule.filter(|_| is_list) {
        let rule = &model.rules[*rule];
        let label = ("label", quoted(&row.heading));
        return inline([label].into_iter().chain(said(book, model, rule)));
    }
    let list =
        |texts: &[String]| format!("[{}]", texts.iter().map(|text| quoted(text)).format(", "));
    let key = match row.key.as_slice() {
        [only] => quoted(only),
        keys => list(keys),
    };
    let marks = (!row.marks.is_empty()).then(|| ("marks", quoted(&row.marks)));
    inline(
        [("key", key), ("cells", list(&row.cells))]
            .into_iter()
            .chain(marks),
    )
}

fn rule_value(book: &Rulebook, model: &Model, rule: &Rule) -> String {
    let cite = (!rule.cite.is_empty()).then(|| ("cite", quoted(&rule.cite)));
    inline(cite.into_iter().chain(said(book, model, rule)))
}

/// What a rule says, besides its paragraph.
fn said(book: &Rulebook, model: &Model, rule: &Rule) -> Vec<(&'static str, String)> {
    let when = rule
        .when
        .iter()
        .map(|when| ("when", written(book, when.span)));
    let mut said = when.collect_vec();
    said.push(outcome(book, model, &rule.outcome));
    said.extend(exceptions(book, model, &rule.except));
    said.retain(|(_, value)| value.as_str() != "\"\"");
    said
}

fn written(book: &Rulebook, span: Span) -> String {
    quoted(book.sources.slice(span))
}

fn outcome(book: &Rulebook, model: &Model, outcome: &Outcome) -> (&'static str, String) {
    match outcome {
        Outcome::Gives(gives) => ("gives", written(book, gives.span)),
        Outcome::Gap(gap) => ("gap", quoted(&model.gaps[*gap].lost)),
    }
}

fn exceptions(
    book: &Rulebook,
    model: &Model,
    except: &[Exception],
) -> Option<(&'static str, String)> {
    let exception = |own: &Exception| {
        let mut said = vec![("cite", quoted(&own.cite))];
        said.extend(
            own.when
                .iter()
                .map(|when| ("when", written(book, when.span))),
        );
        said.extend(own.outcome.iter().map(|own| outcome(book, model, own)));
        said.extend(exceptions(book, model, &own.except));
        inline(
            said.into_iter()
                .filter(|(_, value)| value.as_str() != "\"\""),
        )
    };
    let all = except.iter().map(exception).join(", ");
    (!except.is_empty()).then(|| ("except", format!("[{all}]")))
}
