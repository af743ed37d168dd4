//! Cards: their sections and lines.

use super::super::node::{Kind, Node, Problems};
use super::super::{Card, CardLine, CardSection, Usual, UsualOf};
use super::fields::Fields;
use super::{names, nouns, one_or_more, texts};
use crate::source::Text;

/// `Card(…)`, and what its `finds` say that facts usually are.
pub(super) fn card(item: &Text, node: &Node, problems: &Problems) -> Option<(Card, Vec<UsualOf>)> {
    let fields = Fields::open(node, item.span, &nouns::CARD, problems)?;
    let (id, sections) = (fields.need_text("id"), fields.need("sections"));
    let sections = sections
        .map(|_| fields.each("sections", section))
        .unwrap_or_default();
    let id = id?;
    names::check(&id, problems);
    let card = Card {
        id,
        title: fields.prose("title"),
        sections,
    };
    Some((card, fields.each("finds", find)))
}

fn find(node: &Node, problems: &Problems) -> Option<UsualOf> {
    let fields = Fields::open(node, node.span, &nouns::FIND, problems)?;
    let (fact, is) = (fields.need_text("fact"), fields.need_text("is"));
    let usual = Usual {
        is: is?,
        when: fields.text("when"),
        cite: fields.text("cite"),
    };
    Some((fact?, vec![usual]))
}

/// `(title, [lines])`, or the same with the names `title` and `lines`.
fn section(node: &Node, problems: &Problems) -> Option<CardSection> {
    let (title, lines) = match &node.kind {
        Kind::List(parts) => match parts.as_slice() {
            [title, lines] => (Some(title), Some(lines)),
            _ => {
                let found = texts::wrong(node, "a section of a card", "2 parts");
                problems.report(found.help("write `(title, [lines])`"));
                return None;
            }
        },
        _ => {
            let fields = Fields::open(node, node.span, &nouns::SECTION, problems)?;
            (fields.need("title"), fields.need("lines"))
        }
    };
    let title = title.and_then(|title| texts::text(title, "`title`", problems))?;
    let lines = lines.map(one_or_more).unwrap_or_default();
    let lines = lines
        .iter()
        .filter_map(|node| line(node, problems))
        .collect();
    Some(CardSection {
        title: title.value,
        lines,
    })
}

fn line(node: &Node, problems: &Problems) -> Option<CardLine> {
    if let Kind::Table(_) = node.kind {
        let fields = Fields::open(node, node.span, &nouns::CARD_LINE, problems)?;
        let ask = fields.need_text("ask");
        return Some(CardLine {
            ask: ask?,
            label: fields.text("label"),
            when: fields.text("when"),
            span: fields.span,
        });
    }
    let ask = texts::text(node, "a line of a card", problems)?;
    Some(CardLine {
        span: ask.span,
        ask,
        label: None,
        when: None,
    })
}
