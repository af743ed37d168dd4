//! Errata from what is written: what each is, and the changes that it makes.

use super::super::forest::{Forest, Form, Head, Tree};
use super::super::node::{Kind, Node, Problems};
use super::super::nouns::{WrittenChange, WrittenErratum, check_names, missing, read};
use super::plain::Plain;
use super::set::{Status, is_date};
use super::{Change, Erratum, Operation};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{Span, Text};

/// All errata of all packs, by date and name, so that the order of the files means nothing.
pub fn all_errata(forest: &Forest, problems: &Problems) -> Vec<Erratum> {
    let mut errata = Vec::new();
    for (index, head) in forest.packs.iter().enumerate() {
        let trees = forest.of_pack(index).map(|(_, tree)| tree);
        for tree in trees.filter(|tree| tree.form != Form::Grid) {
            errata.extend(of_tree(tree, index, head, problems));
        }
    }
    errata.sort_by_cached_key(|erratum| {
        (
            erratum.date.value.clone(),
            erratum.id.value.clone(),
            erratum.pack.clone(),
        )
    });
    refuse_twins(&errata, problems);
    errata
}

fn of_tree(tree: &Tree, owner: usize, head: &Head, problems: &Problems) -> Vec<Erratum> {
    // What else stands in the file is read, and its keys judged, elsewhere.
    let Some((_, node)) = tree.root.field("erratum") else {
        return Vec::new();
    };
    let Kind::Table(errata) = &node.kind else {
        let found = Diagnostic::error(Code::WrongShape, node.span, "`erratum` needs a name");
        problems.report(found.help("write `[erratum.some-name]`"));
        return Vec::new();
    };
    let erratum = |(name, node): &(Text, Node)| {
        check_names([name], problems);
        let written: WrittenErratum = read(node, Some(name), problems)?;
        let count = node.field("change")?.1.elements().len();
        let changes = written
            .changes
            .into_iter()
            .filter_map(|own| change(own, problems));
        let changes: Vec<Change> = changes.collect();
        let (date, status) = (
            date(&written.date, problems),
            status(&written.status, problems),
        );
        Some(Erratum {
            id: written.id,
            game: head.game.clone(),
            pack: head.id.clone(),
            source: written.source.value,
            date: date?,
            status: status?,
            says: written.says.value,
            supersedes: written.supersedes,
            scope: written.scope,
            scope_when: written.when,
            sound: changes.len() == count,
            changes,
            applied: false,
            span: written.span,
            owner,
        })
    };
    errata.iter().filter_map(erratum).collect()
}

fn date(node: &Node, problems: &Problems) -> Option<Text> {
    let written = node.written().filter(|text| is_date(text));
    if written.is_none() {
        let message = format!("`{}` is not a day", node.written().unwrap_or("date"));
        let found = Diagnostic::error(Code::BrokenErratum, node.span, message);
        problems.report(found.help("write the day as `date = 2024-05-31`"));
    }
    Some(Text::new(written?.to_owned(), node.span))
}

fn status(text: &Text, problems: &Problems) -> Option<Status> {
    let status = Status::parse(&text.value);
    if status.is_none() {
        let names = Status::ALL.map(Status::name);
        let message = format!("`{}` is not a status of an erratum", text.value);
        let found = Diagnostic::error(Code::BrokenErratum, text.span, message);
        problems.report(found.nearest_or(&text.value, names, || {
            format!("the statuses: {}", names.join(", "))
        }));
    }
    status
}

fn change(written: WrittenChange, problems: &Problems) -> Option<Change> {
    let span = written.span;
    let need = |key: &str, is_there: bool| {
        if !is_there {
            problems.report(missing(key, "a change", span));
        }
    };
    if let Some(option) = written.settles {
        need("at", written.at.is_some());
        // The only option of a reading that may be taken from then on.
        let at = written.at?;
        let at = Text::new(format!("{}.settled", at.value), at.span);
        let option = Node {
            kind: Kind::Text(option.value),
            span: option.span,
        };
        return Some(made(at, Operation::Add, None, Some(option), span));
    }
    let Some((operation, at)) = operation(&written) else {
        let found = Diagnostic::error(
            Code::BrokenErratum,
            span,
            "this is not a change of an erratum",
        );
        problems.report(
            found
                .help("to replace: `at`, `was` and `now`")
                .help("to add: `add`, with `at` for the list or the field, or `before` or `after` for what stands beside it")
                .help("to take away: `at`, `was` and `remove = true`"),
        );
        return None;
    };
    if matches!(operation, Operation::Replace | Operation::Remove) {
        need("was", written.was.is_some());
        written.was.as_ref()?;
    }
    need("at", at.is_some());
    Some(made(
        at?,
        operation,
        written.was,
        written.now.or(written.add),
        span,
    ))
}

fn made(
    at: Text,
    operation: Operation,
    old: Option<Node>,
    new: Option<Node>,
    span: Span,
) -> Change {
    let shown = |node: &Node| Plain::of(node, &[]).to_string();
    Change {
        at,
        operation,
        was: old.as_ref().map(shown),
        now: new.as_ref().map(shown),
        span,
        old,
        new,
    }
}

/// What the keys of a change say that it does, and where.
fn operation(written: &WrittenChange) -> Option<(Operation, Option<Text>)> {
    let WrittenChange {
        at,
        before,
        after,
        was,
        now,
        add,
        remove,
        ..
    } = written;
    let beside = match (at, before, after) {
        (Some(_), None, None) | (None, None, None) => None,
        (None, Some(before), None) => Some((Operation::AddBefore, before)),
        (None, None, Some(after)) => Some((Operation::AddAfter, after)),
        _ => return None,
    };
    match (add, now, remove, beside) {
        (Some(_), None, false, Some((operation, at))) if was.is_none() => {
            Some((operation, Some(at.clone())))
        }
        (Some(_), None, false, None) if was.is_none() => Some((Operation::Add, at.clone())),
        (None, Some(_), false, None) => Some((Operation::Replace, at.clone())),
        (None, None, true, None) => Some((Operation::Remove, at.clone())),
        _ => None,
    }
}

fn refuse_twins(errata: &[Erratum], problems: &Problems) {
    for (index, erratum) in errata.iter().enumerate() {
        let is_twin =
            |other: &&Erratum| other.id.value == erratum.id.value && other.game == erratum.game;
        if let Some(twin) = errata.iter().take(index).find(is_twin) {
            let message = format!("two errata are called `{}`", erratum.id.value);
            let found = Diagnostic::error(Code::DuplicateName, erratum.id.span, message);
            problems.report(found.label(twin.id.span, "the other one"));
        }
    }
}
