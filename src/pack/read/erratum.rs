//! Errata: what each is, and the changes that it makes.

use super::super::forest::{Forest, Form, Head, Tree};
use super::super::node::{Kind, Node, Problems};
use super::super::overlay::{Change, Erratum, Operation, Plain, Status, is_date};
use super::fields::Fields;
use super::{names, nouns};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{Span, Text};

/// All errata of all packs, by date and name, so that the order of the files means nothing.
pub(in crate::pack) fn all(forest: &Forest, problems: &Problems) -> Vec<Erratum> {
    let mut errata = Vec::new();
    for (index, head) in forest.packs.iter().enumerate() {
        for (_, tree) in forest
            .of_pack(index)
            .filter(|(_, tree)| tree.form != Form::Grid)
        {
            errata.extend(of_tree(tree, index, head, problems));
        }
    }
    errata.sort_by(|one, other| {
        (&one.date.value, &one.id.value, &one.pack).cmp(&(
            &other.date.value,
            &other.id.value,
            &other.pack,
        ))
    });
    refuse_twins(&errata, problems);
    errata
}

/// Tells of what else a file of the `errata` folder holds.
pub(super) fn only(tree: &Tree, problems: &Problems) {
    let start = Span {
        file: tree.file,
        start: 0,
        end: 0,
    };
    Fields::open(&tree.root, start, &nouns::ERRATA, problems);
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
    errata
        .iter()
        .filter_map(|(name, node)| erratum(name, node, owner, head, problems))
        .collect()
}

fn erratum(
    name: &Text,
    node: &Node,
    owner: usize,
    head: &Head,
    problems: &Problems,
) -> Option<Erratum> {
    names::check(name, problems);
    let fields = Fields::open(node, name.span, &nouns::ERRATUM, problems)?;
    let (source, says) = (fields.need_text("source"), fields.need_text("says"));
    let (date, status) = (date(&fields), status(&fields));
    let changes = fields
        .need("change")
        .map(|node| (node.elements().len(), fields.each("change", change)));
    let (written, changes) = changes?;
    Some(Erratum {
        id: name.clone(),
        game: head.game.clone(),
        pack: head.id.clone(),
        source: source?.value,
        date: date?,
        status: status?,
        says: says?.value,
        supersedes: fields.texts("supersedes"),
        scope: fields.texts("changes"),
        scope_when: fields.text("when"),
        sound: changes.len() == written,
        changes,
        applied: false,
        span: node.span,
        owner,
    })
}

fn date(fields: &Fields<'_>) -> Option<Text> {
    let node = fields.need("date")?;
    let written = node.written().filter(|text| is_date(text));
    if written.is_none() {
        let message = format!("`{}` is not a day", node.written().unwrap_or("date"));
        let found = Diagnostic::error(Code::BrokenErratum, node.span, message);
        fields
            .problems
            .report(found.help("write the day as `date = 2024-05-31`"));
    }
    Some(Text::new(written?.to_owned(), node.span))
}

fn status(fields: &Fields<'_>) -> Option<Status> {
    let text = fields.need_text("status")?;
    let status = Status::parse(&text.value);
    if status.is_none() {
        let names = Status::ALL.map(Status::name);
        let found = Diagnostic::error(
            Code::BrokenErratum,
            text.span,
            format!("`{}` is not a status of an erratum", text.value),
        );
        fields
            .problems
            .report(found.nearest_or(&text.value, names, || {
                format!("the statuses: {}", names.join(", "))
            }));
    }
    status
}

fn change(node: &Node, problems: &Problems) -> Option<Change> {
    let fields = Fields::open(node, node.span, &nouns::CHANGE, problems)?;
    if let Some(option) = fields.get("settles") {
        return settles(&fields, option);
    }
    let Some((operation, at)) = operation(&fields) else {
        return unclear(node.span, problems);
    };
    let (old, new) = match operation {
        Operation::Replace => (Some(fields.need("was")?), Some(fields.need("now")?)),
        Operation::Remove => (Some(fields.need("was")?), None),
        _ => (None, Some(fields.need("add")?)),
    };
    let shown = |node: Option<&Node>| node.map(|node| Plain::of(node, &[]).to_string());
    Some(Change {
        at: fields.need_text(at)?,
        operation,
        was: shown(old),
        now: shown(new),
        span: node.span,
        old: old.cloned(),
        new: new.cloned(),
    })
}

/// `at` a reading, `settles` with one of its options: the only one that may be taken from then on.
fn settles(fields: &Fields<'_>, option: &Node) -> Option<Change> {
    let at = fields.need_text("at")?;
    Some(Change {
        at: Text::new(format!("{}.settled", at.value), at.span),
        operation: Operation::Add,
        was: None,
        now: Some(Plain::of(option, &[]).to_string()),
        span: fields.span,
        old: None,
        new: Some(option.clone()),
    })
}

/// What the keys of a change say that it does, and which of them holds its address.
fn operation(fields: &Fields<'_>) -> Option<(Operation, &'static str)> {
    let has = |key: &str| fields.get(key).is_some();
    let count = |keys: &[&str]| keys.iter().filter(|key| has(key)).count();
    if count(&["now", "add", "remove"]) != 1 || count(&["at", "before", "after"]) > 1 {
        return None;
    }
    let beside = has("before") || has("after");
    match (has("add"), has("now"), has("was")) {
        (true, _, false) if has("before") => Some((Operation::AddBefore, "before")),
        (true, _, false) if has("after") => Some((Operation::AddAfter, "after")),
        (true, _, false) => Some((Operation::Add, "at")),
        (false, true, _) if !beside => Some((Operation::Replace, "at")),
        (false, false, _) if !beside && fields.flag("remove") => Some((Operation::Remove, "at")),
        _ => None,
    }
}

fn unclear<T>(span: Span, problems: &Problems) -> Option<T> {
    let found = Diagnostic::error(
        Code::BrokenErratum,
        span,
        "this is not a change of an erratum",
    );
    problems.report(
        found
            .help("to replace: `at`, `was` and `now`")
            .help(
                "to add: `add`, with `at` for the list or the field, or `before` or `after` for what stands beside it",
            )
            .help("to take away: `at`, `was` and `remove = true`"),
    );
    None
}

fn refuse_twins(errata: &[Erratum], problems: &Problems) {
    for (index, erratum) in errata.iter().enumerate() {
        let twin = errata
            .iter()
            .take(index)
            .find(|other| other.id.value == erratum.id.value && other.game == erratum.game);
        if let Some(twin) = twin {
            let message = format!("two errata are called `{}`", erratum.id.value);
            let found = Diagnostic::error(Code::DuplicateName, erratum.id.span, message);
            problems.report(found.label(twin.id.span, "the other one"));
        }
    }
}
