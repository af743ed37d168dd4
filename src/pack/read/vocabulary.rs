//! Units and facts.

use super::super::node::{Node, Problems};
use super::super::{Fact, Unit};
use super::fields::Fields;
use super::{names, texts};
use crate::source::Text;

const UNIT: &[&str] = &["one", "dice", "modifies", "any-of", "means"];
const FACT: &[&str] = &["domain", "unit", "die", "means", "cyclic", "words", "groups", "alias"];

/// `[unit.DRM]`: its name is that of the game, whatever its letters.
pub(super) fn unit(name: &Text, node: &Node, problems: &Problems) -> Option<Unit> {
    let fields = Fields::open(node, name.span, "a unit", UNIT, problems)?;
    Some(Unit {
        name: name.clone(),
        one: fields.text("one"),
        dice: fields.text("dice"),
        modifies: fields.text("modifies"),
        any_of: fields.texts("any-of"),
        means: fields.prose("means"),
    })
}

/// `[fact.range]`
pub(super) fn fact(name: &Text, node: &Node, problems: &Problems) -> Option<Fact> {
    names::check(name, problems);
    let fields = Fields::open(node, name.span, "a fact", FACT, problems)?;
    let domain = fields.need_text("domain");
    let words = fields.pairs("words", texts::text);
    let groups = fields.pairs("groups", |node, what, problems| Some(texts::texts(node, what, problems)));
    names::check_all(words.iter().map(|(word, _)| word), problems);
    names::check_all(groups.iter().map(|(group, _)| group), problems);
    Some(Fact {
        name: name.clone(),
        unit: fields.text("unit"),
        die: fields.text("die"),
        means: fields.prose("means"),
        cyclic: fields.flag("cyclic"),
        words,
        groups,
        alias: fields.aliases(),
        domain: domain?,
    })
}
