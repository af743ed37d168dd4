//! Charts and lists.

use super::super::node::{Kind, Node, Problems};
use super::super::{Chart, Column, Footnote, Key, Line, Row};
use super::fields::Fields;
use super::noun::Noun;
use super::{names, nouns, one_or_more, texts};
use crate::source::Text;

/// `Chart(…)`
pub(super) fn grid(item: &Text, node: &Node, problems: &Problems) -> Option<Chart> {
    let fields = Fields::open(node, item.span, &nouns::GRID, problems)?;
    let (id, answers) = (fields.need_text("id"), fields.need_texts("answers"));
    let (down, rows) = (fields.need_texts("down"), fields.need("rows"));
    let columns = fields.get("columns").map(one_or_more).unwrap_or_default();
    let chart = Chart {
        across: fields.texts("across"),
        columns: columns
            .iter()
            .filter_map(|node| column(node, problems))
            .collect(),
        rows: rows.map(|_| fields.each("rows", row)).unwrap_or_default(),
        notes: fields.each("notes", footnote),
        ..chart(&fields, item, id)?
    };
    Some(Chart {
        answers: answers?,
        down: down?,
        ..chart
    })
}

/// `List(…)`
pub(super) fn list(item: &Text, node: &Node, problems: &Problems) -> Option<Chart> {
    let fields = Fields::open(node, item.span, &nouns::LIST, problems)?;
    let (id, rows) = (fields.need_text("id"), fields.need("rows"));
    let lines = rows.map(|_| fields.each("rows", line)).unwrap_or_default();
    if lines.iter().any(|line| line.answers.is_empty()) {
        fields.need("answers");
    }
    Some(Chart {
        answers: fields.texts("answers"),
        lines,
        ..chart(&fields, item, id)?
    })
}

/// What a chart and a list have in common.
fn chart(fields: &Fields<'_>, item: &Text, id: Option<Text>) -> Option<Chart> {
    let (title, cite) = (fields.prose("title"), fields.text("cite"));
    let (when, except) = (fields.text("when"), fields.exceptions());
    let id = id?;
    names::check(&id, fields.problems);
    Some(Chart {
        id,
        title,
        cite,
        answers: Vec::new(),
        down: Vec::new(),
        across: Vec::new(),
        columns: Vec::new(),
        rows: Vec::new(),
        lines: Vec::new(),
        when,
        except,
        notes: Vec::new(),
        span: item.span.to(fields.span),
    })
}

/// A key: one text, or a list of one for each fact.
fn key(node: &Node, problems: &Problems) -> Option<Key> {
    let key = texts::texts(node, "a key", problems);
    (key.len() == one_or_more(node).len()).then_some(key)
}

/// A key, or `(key: "…", cite: "…", when: "…", except: […])`.
fn column(node: &Node, problems: &Problems) -> Option<Column> {
    let Kind::Table(_) = node.kind else {
        return Some(Column {
            key: key(node, problems)?,
            cite: None,
            when: None,
            except: Vec::new(),
        });
    };
    let fields = Fields::open(node, node.span, &nouns::COLUMN, problems)?;
    let (cite, when, except) = (
        fields.text("cite"),
        fields.text("when"),
        fields.exceptions(),
    );
    Some(Column {
        key: key(fields.need("key")?, problems)?,
        cite,
        when,
        except,
    })
}

/// `(key, [cells], "marks")`, or the same with the names `key`, `cells` and `marks`.
fn row(node: &Node, problems: &Problems) -> Option<Row> {
    let parts = parts(node, &nouns::ROW, problems)?;
    let mut parts = parts.into_iter();
    let mut next = || parts.next().flatten();
    let key = next().and_then(|node| key(node, problems));
    let cells = next().map(|node| texts::texts(node, "a cell", problems));
    let marks = next().and_then(|node| texts::text(node, "`marks`", problems));
    Some(Row {
        key: key?,
        cells: cells?,
        marks,
        span: node.span,
    })
}

/// `(label, when, gives, answers, cite)`, the last two left out at will, or the same with those names.
fn line(node: &Node, problems: &Problems) -> Option<Line> {
    let parts = parts(node, &nouns::LINE, problems)?;
    let mut parts = parts.into_iter();
    let mut next = || parts.next().flatten();
    let label = next().and_then(|node| texts::text(node, "`label`", problems));
    let when = next().and_then(|node| texts::text(node, "`when`", problems));
    let gives = next().and_then(|node| texts::text(node, "`gives`", problems));
    let answers = next()
        .map(|node| texts::texts(node, "`answers`", problems))
        .unwrap_or_default();
    let cite = next().and_then(|node| texts::text(node, "`cite`", problems));
    Some(Line {
        label: label?,
        when: when?,
        gives: gives?,
        answers,
        cite,
        span: node.span,
    })
}

/// The parts of a tuple, or of named fields in the same order; those that are needed are there, or it is reported.
fn parts<'n>(
    node: &'n Node,
    noun: &'static Noun,
    problems: &'n Problems,
) -> Option<Vec<Option<&'n Node>>> {
    let names = noun.keys();
    let needed = noun.all().filter(|field| field.is_needed);
    let needed: Vec<&str> = needed.map(|field| field.name).collect();
    if let Kind::List(nodes) = &node.kind {
        if nodes.len() < needed.len() || nodes.len() > names.len() {
            let found = texts::wrong(
                node,
                noun.what,
                &format!("{} to {} parts", needed.len(), names.len()),
            );
            problems.report(found.help(format!("write `({})`", names.join(", "))));
            return None;
        }
        return Some(nodes.iter().map(Some).collect());
    }
    let fields = Fields::open(node, node.span, noun, problems)?;
    for name in needed {
        fields.need(name);
    }
    Some(names.iter().map(|name| fields.get(name)).collect())
}

fn footnote(node: &Node, problems: &Problems) -> Option<Footnote> {
    let fields = Fields::open(node, node.span, &nouns::FOOTNOTE, problems)?;
    let (mark, when) = (fields.need_text("mark"), fields.need_text("when"));
    let (cite, gives) = (fields.text("cite"), fields.texts("gives"));
    Some(Footnote {
        mark: mark?,
        cite,
        when: when?,
        gives,
        span: fields.span,
    })
}
