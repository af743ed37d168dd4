//! Another name for a thing, in all files: packs, errata whether they apply or not, and pins. What would mean something else
//! afterwards is refused.

use super::complete::KEYWORDS;
use super::edits::Edits;
use super::index::Named;
use super::scan;
use super::snapshot::{Caret, Snapshot};
use super::unapplied::Unapplied;
use crate::diagnostic::{Diagnostic, Severity};
use crate::model::{Kind, Model, QuestionId, ScaleId, Thing, VariableId};
use crate::pack::ErrataSet;
use crate::pack::overlay::name_from;
use crate::rulebook::Rulebook;
use crate::source::Span;
use crate::syntax::is_name;
use crate::value::Word;
use gen_lsp_types::{Range, WorkspaceEdit};

/// Words that stand for something of their own wherever a name does, besides those that are offered.
const WORDS: &[&str] = &[
    "yes", "no", "gap", "any", "half", "was", "reading", "than", "at", "least", "greatest", "most",
    "above", "below", "up", "down", "to", "one", "level", "levels",
];

/// The name here, where it can be renamed: its place, and what is written.
pub fn prepared(caret: Caret<'_>) -> Result<(Range, String), String> {
    let entry = caret.entry().ok_or("nothing here has a name")?;
    let (span, name) = entry
        .written(&caret.snapshot.book)
        .ok_or("this is not written as its name")?;
    if caret.page.shift.is_some() {
        return Err("this text cannot be read: mend it first".to_owned());
    }
    Ok((caret.page.range(span), name))
}

/// The edits that give the thing here another name.
pub fn edits(caret: Caret<'_>, new: &str, errata: &ErrataSet) -> Result<WorkspaceEdit, String> {
    let (_, old) = prepared(caret)?;
    let snapshot = caret.snapshot;
    let entry = caret.entry().ok_or("nothing here has a name")?;
    if snapshot.unread.is_some() {
        return Err("a text cannot be read: mend it first".to_owned());
    }
    let model = snapshot.model(entry.of).ok_or("the game is not known")?;
    let nameds = together(model, entry.of);
    nameds
        .iter()
        .try_for_each(|named| refuse_name(*named, model, new))?;
    let before = &snapshot.book;
    let unapplied = Unapplied::of(before, errata);
    let tried = places(snapshot, &unapplied, &nameds, &old);
    let mut after = renamed(before, &tried, new, errata);
    let mut spans = tried;
    if let (true, Thing::Value(_, word)) = (is_worse(before, &after), entry.of.thing) {
        // The word stands on other scales that meet this one.
        let game = entry.of.game;
        let mut same: Vec<Named> = snapshot.index().declarations().map(|own| own.of).collect();
        same.extend(model.mentions.scales().map(|scale| Named {
            game,
            thing: Thing::Value(scale, word),
        }));
        same.retain(|named| {
            named.game == game && matches!(named.thing, Thing::Value(_, other) if other == word)
        });
        same.sort_unstable();
        same.dedup();
        spans = places(snapshot, &unapplied, &same, &old);
        after = renamed(before, &spans, new, errata);
    }
    let breaks = |finding: Option<&Diagnostic>| {
        let why = finding.map_or_else(String::new, |finding| format!(": {}", finding.message));
        Err(format!("`{new}` would break something{why}"))
    };
    if is_worse(before, &after) {
        return breaks(after.diagnostics.iter().find(|finding| is_error(finding)));
    }
    let [was, is] =
        [before, &after].map(|book| Vec::from_iter(book.check().into_iter().filter(is_error)));
    if is.len() > was.len() {
        let is_new = |finding: &&Diagnostic| was.iter().all(|own| own.message != finding.message);
        return breaks(is.iter().find(is_new));
    }
    for with in unapplied.each() {
        let after = renamed(before, &spans, new, &with.errata);
        if is_worse(&with.book, &after) {
            return breaks(after.diagnostics.iter().find(|finding| is_error(finding)));
        }
    }
    let mut edits = Edits::default();
    for span in &spans {
        if !edits.replace(snapshot, *span, new) {
            return Err(format!(
                "`{old}` stands in the shipped packs too, which cannot be written"
            ));
        }
    }
    edits.pins(before, &after);
    Ok(edits.done())
}

fn is_error(finding: &Diagnostic) -> bool {
    finding.severity == Severity::Error
}

/// The lists of words that have a value in common because one finds what the other is: a question, and the fact that takes its
/// answer.
fn meeting(model: &Model) -> Vec<[&[Word]; 2]> {
    let mut all = Vec::new();
    let answers = |id: QuestionId| model.questions[id].answer.words();
    for (fact, variable) in model.variables.enumerated() {
        let own = variable.domain.words();
        let usual = variable
            .usually
            .iter()
            .filter_map(|usual| match usual.is.kind {
                Kind::Question(id, _) => Some(id),
                _ => None,
            });
        let finders = usual.chain(model.finder(fact));
        all.extend(finders.map(|id| [answers(id), own]));
    }
    all
}

/// A value of a scale, and the same of those that meet it.
fn on_all_scales(model: &Model, named: Named, (scale, word): (ScaleId, Word)) -> Vec<Named> {
    let scale_of = |words: &[Word]| {
        let mut all = model.mentions.scales();
        let own = all.find(|scale| model.mentions.words(*scale) == words);
        own.filter(|_| words.contains(&word))
    };
    let links = meeting(model).into_iter();
    let links = links.filter_map(|[one, other]| Some([scale_of(one)?, scale_of(other)?]));
    let links: Vec<[ScaleId; 2]> = links
        .flat_map(|[one, other]| [[one, other], [other, one]])
        .collect();
    let mut all = vec![scale];
    let is_new =
        |all: &[ScaleId], [known, met]: &[ScaleId; 2]| all.contains(known) && !all.contains(met);
    while let Some([_, met]) = links.iter().find(|link| is_new(&all, link)) {
        all.push(*met);
    }
    let of_scale = |scale| Named {
        thing: Thing::Value(scale, word),
        ..named
    };
    all.into_iter().map(of_scale).collect()
}

/// A thing, and what bears its name because it belongs to it: a fact and the question that finds it, and a value of both.
fn together(model: &Model, named: Named) -> Vec<Named> {
    if let Thing::Value(scale, word) = named.thing {
        return on_all_scales(model, named, (scale, word));
    }
    let of_name = |id: VariableId| model.question_names.get(model.variable_name(id)).copied();
    let other = match named.thing {
        Thing::Variable(id) => of_name(id)
            .filter(|question| model.questions[*question].finds == Some(id))
            .map(Thing::Question),
        Thing::Question(id) => model.questions[id]
            .finds
            .filter(|fact| of_name(*fact) == Some(id))
            .map(Thing::Variable),
        _ => None,
    };
    let other = other.map(|thing| Named { thing, ..named });
    std::iter::once(named).chain(other).collect()
}

fn refuse_name(named: Named, model: &Model, new: &str) -> Result<(), String> {
    let is_free = matches!(named.thing, Thing::Unit(_) | Thing::Paragraph(..));
    if is_free && !new.trim().is_empty() && !new.contains(['"', '\'', '\n']) {
        return Ok(());
    }
    let is_any_script = matches!(named.thing, Thing::Value(..)) && is_name(new);
    if is_free || !is_any_script && name_from(new).as_deref() != Some(new) {
        return Err(format!(
            "`{new}` is not a name: lower-case letters, digits and hyphens"
        ));
    }
    let is_fact = model
        .variables
        .iter()
        .any(|fact| fact.name.rsplit('/').next() == Some(new));
    let is_question = model.question_names.contains_key(new);
    let is_chart = model.charts.iter().any(|chart| chart.id == new);
    let is_played =
        model.process_names.contains_key(new) || model.procedure_names.contains_key(new);
    // One name of two things would mean the one where the other is meant.
    let is_taken = match named.thing {
        Thing::Variable(_) => is_fact || is_question,
        Thing::Question(_) => is_fact || is_question || is_played || is_chart,
        Thing::Process(_) | Thing::Procedure(_) => is_question || is_played,
        Thing::Chart(_) => is_question || is_chart,
        Thing::Group(fact, _) => {
            let fact = &model.variables[fact];
            let mut groups = fact.groups.iter();
            let mut words = fact.domain.words().iter();
            groups.any(|(name, _)| name == new) || words.any(|word| model.words.text(*word) == new)
        }
        Thing::Pack(_) => model.packs.iter().any(|pack| pack.id == new),
        Thing::Value(scale, _) => {
            let words = model.mentions.words(scale);
            model
                .words
                .find(new)
                .is_some_and(|word| words.contains(&word))
        }
        _ => false,
    };
    if is_taken {
        return Err(format!("`{new}` is taken"));
    }
    // Where it stands in an expression, it would be read as that.
    let mut values = model.variables.iter().flat_map(|own| own.domain.words());
    let meant = match named.thing {
        _ if WORDS.iter().chain(KEYWORDS).any(|word| *word == new) => {
            Some("a word of the rule language")
        }
        Thing::Variable(_) | Thing::Question(_)
            if values.any(|word| model.words.text(*word) == new) =>
        {
            Some("a value of a fact")
        }
        Thing::Value(..) | Thing::Group(..) if is_fact => Some("a fact"),
        Thing::Value(..) | Thing::Group(..) if is_question => Some("a question"),
        _ => None,
    };
    meant.map_or(Ok(()), |meant| {
        Err(format!("`{new}` is {meant}, and would be read as that"))
    })
}

/// Wherever things are called so: in packs and addresses, in errata that do not apply, and in texts that name a fact in braces.
fn places(snapshot: &Snapshot, unapplied: &Unapplied, things: &[Named], old: &str) -> Vec<Span> {
    let entries = things
        .iter()
        .flat_map(|each| snapshot.index().of_thing(*each));
    let named = entries.filter_map(|entry| entry.written(&snapshot.book));
    let mut spans: Vec<Span> = named
        .filter(|(_, name)| name == old)
        .map(|(span, _)| span)
        .collect();
    spans.extend(unapplied.places(&snapshot.book, things, old));
    if things
        .iter()
        .any(|other| matches!(other.thing, Thing::Variable(_)))
    {
        in_braces(snapshot, old, &mut spans);
    }
    spans.sort_unstable();
    spans.dedup();
    spans
}

fn in_braces(snapshot: &Snapshot, old: &str, spans: &mut Vec<Span>) {
    let sources = &snapshot.book.sources;
    let braced = format!("{{{old}}}");
    for file in sources.files() {
        for (at, _) in sources.text(file).match_indices(&braced) {
            let span = scan::span_of(file, at + 1, old);
            if spans.iter().all(|other| !other.holds(span))
                && sources
                    .text(file)
                    .get(..at)
                    .is_some_and(|text| text.ends_with('\''))
            {
                spans.push(span);
            }
        }
    }
}

fn renamed(book: &Rulebook, spans: &[Span], new: &str, errata: &ErrataSet) -> Rulebook {
    let spans: Vec<(Span, String)> = spans.iter().map(|span| (*span, new.to_owned())).collect();
    Rulebook::from_sources(Edits::applied(&book.sources, &spans), errata)
}

/// Whether there are more errors than before, or fewer things that hold.
fn is_worse(before: &Rulebook, after: &Rulebook) -> bool {
    let count = |book: &Rulebook| {
        let errors = book
            .diagnostics
            .iter()
            .filter(|finding| finding.severity == Severity::Error);
        let things = book.games.iter().map(|game| {
            (
                game.questions.len(),
                game.variables.len(),
                game.examples.len(),
                game.laws.len(),
                game.rules.len(),
            )
        });
        let broken = book.broken().count();
        (errors.count(), broken, things.collect::<Vec<_>>())
    };
    let (before, after) = (count(before), count(after));
    after.0 > before.0 || after.1 > before.1 || after.2 != before.2
}
