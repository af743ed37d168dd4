//! Units and facts.

use super::super::node::{Kind, Node, Problems};
use super::super::{Fact, Guide, Unit, Usual, UsualOf};
use super::fields::Fields;
use super::{names, nouns, one_or_more, texts};
use crate::source::Text;

/// `[unit.DRM]`: its name is that of the game, whatever its letters.
pub(super) fn unit(name: &Text, node: &Node, problems: &Problems) -> Option<Unit> {
    let fields = Fields::open(node, name.span, &nouns::UNIT, problems)?;
    Some(Unit {
        name: name.clone(),
        one: fields.text("one"),
        dice: fields.text("dice"),
        modifies: fields.text("modifies"),
        any_of: fields.texts("any-of"),
        counts: fields.text("counts"),
        means: fields.prose("means"),
    })
}

/// `[fact.range]`
pub(super) fn fact(name: &Text, node: &Node, problems: &Problems) -> Option<Fact> {
    names::check(name, problems);
    let fields = Fields::open(node, name.span, &nouns::FACT, problems)?;
    let domain = fields
        .need("domain")
        .and_then(|node| domain(node, problems));
    let words = fields.pairs("words", texts::text);
    let groups = fields.pairs("groups", |node, what, problems| {
        Some(texts::texts(node, what, problems))
    });
    names::check_all(words.iter().map(|(word, _)| word), problems);
    names::check_all(groups.iter().map(|(group, _)| group), problems);
    Some(Fact {
        name: name.clone(),
        unit: fields.text("unit"),
        die: fields.text("die"),
        title: fields.text("title"),
        labels: fields.pairs("labels", texts::text),
        means: fields.prose("means"),
        cyclic: fields.flag("cyclic"),
        words,
        groups,
        alias: fields.aliases(),
        usually: fields.each("usually", usual),
        domain: domain?,
    })
}

/// `[guide]`
pub(super) fn guide(node: &Node, problems: &Problems) -> Option<Guide> {
    let fields = Fields::open(node, node.span, &nouns::GUIDE, problems)?;
    Some(Guide {
        title: fields.text("title"),
        scenario: fields.texts("scenario"),
        turn: fields.texts("turn"),
        moment: fields.texts("moment"),
        asked: fields.texts("asked"),
        spelling: fields.texts("spelling"),
    })
}

/// `[usually]`: one entry of it.
pub(super) fn usually(name: &Text, node: &Node, problems: &Problems) -> Option<UsualOf> {
    let usual = |node| usual(node, problems);
    Some((
        name.clone(),
        one_or_more(node).iter().filter_map(usual).collect(),
    ))
}

/// A value, or `{ is = …, when = …, cite = … }`.
fn usual(node: &Node, problems: &Problems) -> Option<Usual> {
    if !matches!(node.kind, Kind::Table(_)) {
        return Some(Usual {
            is: texts::text(node, "`usually`", problems)?,
            when: None,
            cite: None,
        });
    }
    let fields = Fields::open(node, node.span, &nouns::USUAL, problems)?;
    Some(Usual {
        is: fields.need_text("is")?,
        when: fields.text("when"),
        cite: fields.text("cite"),
    })
}

/// A domain is one text; several are told as the kinds that they are.
fn domain(node: &Node, problems: &Problems) -> Option<Text> {
    if let Kind::List(nodes) = &node.kind {
        let quiet = Problems::default();
        let kinds: Vec<String> = texts::texts(node, "`domain`", &quiet)
            .into_iter()
            .map(|text| text.value)
            .collect();
        let found = texts::wrong(node, "`domain`", "a text");
        let is_whole = kinds.len() == nodes.len() && !kinds.is_empty();
        problems.report(if is_whole {
            found.help(format!("write `\"{}\"`", kinds.join(" | ")))
        } else {
            found
        });
        return None;
    }
    texts::text(node, "`domain`", problems)
}
