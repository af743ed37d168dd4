//! Texts from nodes.

use super::super::node::{Kind, Node, Problems};
use super::one_or_more;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{Spanned, Text};
use num_rational::Ratio;

/// The text of a node: whole numbers as written, true and false as `yes` and `no`.
pub(super) fn text(node: &Node, what: &str, problems: &Problems) -> Option<Text> {
    let value = match &node.kind {
        Kind::Text(text) => text.clone(),
        Kind::Bool(value) => if *value { "yes" } else { "no" }.to_owned(),
        Kind::Number(number) if is_whole(number) => number.clone(),
        Kind::Number(number) => return refuse(decimal(node, number), problems),
        Kind::Bare(words) => return refuse(unquoted(node, words), problems),
        Kind::List(_) | Kind::Table(_) => return refuse(wrong(node, what, "a text"), problems),
    };
    Some(Spanned::new(value, node.span))
}

/// The texts of a list; a single text is a list of one.
pub(super) fn texts(node: &Node, what: &str, problems: &Problems) -> Vec<Text> {
    one_or_more(node)
        .iter()
        .filter_map(|node| text(node, what, problems))
        .collect()
}

/// A set of values as one text: several are joined with commas.
pub(super) fn set(node: &Node, what: &str, problems: &Problems) -> Option<Text> {
    let Kind::List(nodes) = &node.kind else {
        return text(node, what, problems);
    };
    let texts = texts(node, what, problems);
    let joined = texts
        .iter()
        .map(|text| text.value.as_str())
        .collect::<Vec<_>>()
        .join(", ");
    (texts.len() == nodes.len()).then(|| Spanned::new(joined, node.span))
}

/// The finding for a value of the wrong shape.
pub(super) fn wrong(node: &Node, what: &str, needed: &str) -> Diagnostic {
    let message = format!("{what} needs {needed}, not {}", node.kind.describe());
    Diagnostic::error(Code::WrongShape, node.span, message)
}

fn refuse(found: Diagnostic, problems: &Problems) -> Option<Text> {
    problems.report(found);
    None
}

fn unquoted(node: &Node, words: &str) -> Diagnostic {
    Diagnostic::error(
        Code::WrongShape,
        node.span,
        format!("`{words}` stands without quotes"),
    )
    .help(format!("write `\"{words}\"`"))
}

fn is_whole(number: &str) -> bool {
    number
        .bytes()
        .all(|byte| byte.is_ascii_digit() || matches!(byte, b'+' | b'-' | b'_'))
}

fn decimal(node: &Node, number: &str) -> Diagnostic {
    let found = Diagnostic::error(
        Code::WrongShape,
        node.span,
        format!("`{number}` is not written as an exact number"),
    );
    found.help(match fraction(number) {
        Some(fraction) => format!("write `\"{fraction}\"`"),
        None => "write a whole number, or a fraction such as `\"1/2\"`".to_owned(),
    })
}

/// The exact fraction that a decimal is.
fn fraction(number: &str) -> Option<Ratio<i64>> {
    let (whole, decimals) = number.split_once('.')?;
    let denominator = 10_i64.checked_pow(u32::try_from(decimals.len()).ok()?)?;
    Some(Ratio::new(
        format!("{whole}{decimals}").parse().ok()?,
        denominator,
    ))
}
