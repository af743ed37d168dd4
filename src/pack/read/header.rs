//! `pack.toml`: what a pack is, what it builds on, and its table of contents.

use super::super::node::{Kind, Node, Problems};
use super::super::{Pack, Precedence};
use super::fields::Fields;
use super::{names, nouns, texts};
use crate::source::{Spanned, Text};

/// Reads the head of a pack. Without `game`, the folder around the pack's own names it.
pub(super) fn read(fields: &Fields<'_>, folder: &str, pack: &mut Pack) {
    pack.id = fields.need_text("id");
    pack.game = fields
        .text("game")
        .or_else(|| game(fields, folder, pack.id.as_ref()));
    pack.title = fields.prose("title");
    pack.edition = fields.prose("edition");
    pack.requires = fields.texts("requires");
    pack.over = fields.each("over", precedence);
    pack.paragraphs = fields.pairs("paragraphs", prose);
    pack.nothing_to_compute = fields.pairs("nothing-to-compute", prose);
    names::check_all(
        pack.id.iter().chain(&pack.game).chain(&pack.requires),
        fields.problems,
    );
}

fn game(fields: &Fields<'_>, folder: &str, id: Option<&Text>) -> Option<Text> {
    let around = folder.rsplit('/').nth(1).and_then(names::mended);
    if fields.get("game").is_none() && around.is_none() {
        fields.missing("game");
    }
    Some(Spanned::new(around?, id?.span))
}

fn precedence(node: &Node, problems: &Problems) -> Option<Precedence> {
    if let Kind::Text(name) = &node.kind {
        let found = texts::wrong(node, "`over`", "named fields");
        problems.report(found.help(format!(
            "write `over = [{{ pack = \"{name}\", cite = \"…\" }}]`: which pack, and why"
        )));
        return None;
    }
    let fields = Fields::open(node, node.span, &nouns::PRECEDENCE, problems)?;
    let (pack, cite) = (fields.need_text("pack"), fields.need_text("cite"));
    Some(Precedence {
        pack: pack?,
        cite: cite?,
    })
}

fn prose(node: &Node, what: &str, problems: &Problems) -> Option<String> {
    if let (Kind::Table(fields), Some(number)) = (&node.kind, what.strip_prefix('`')) {
        let number = number.trim_end_matches('`');
        let rest = fields.first().map_or("1", |(key, _)| key.value.as_str());
        let found = texts::wrong(node, what, "a text");
        problems.report(found.help(format!(
            "a number with a point in it stands in quotes: `\"{number}.{rest}\" = …`"
        )));
        return None;
    }
    texts::text(node, what, problems).map(|text| text.value)
}
