//! Texts from nodes, and the finding for anything else.

use crate::diagnostic::{Code, Diagnostic};
use crate::pack::node::{Kind, Node, Problems};
use crate::source::{Spanned, Text};
use itertools::Itertools;
use num_rational::Ratio;
use std::fmt::{Display, Formatter};

/// A key as it is named in a message.
#[derive(Clone, Copy)]
pub struct Key<'k>(pub &'k str);

impl Display for Key<'_> {
    fn fmt(&self, out: &mut Formatter<'_>) -> std::fmt::Result {
        write!(out, "`{}`", self.0)
    }
}

/// The text of a node: whole numbers as written, true and false as `yes` and `no`.
pub fn text(node: &Node, what: impl Display, problems: &Problems) -> Option<Text> {
    let refused = match &node.kind {
        // The number of a paragraph is a name.
        Kind::Number(number)
            if !is_whole(number) && what.to_string() == Key("cite").to_string() =>
        {
            wrong(node, what, "a paragraph in quotes").help(format!("write `\"{number}\"`"))
        }
        Kind::Number(number) if !is_whole(number) => decimal(node, number),
        Kind::Bare(words) => Diagnostic::error(
            Code::WrongShape,
            node.span,
            format!("`{words}` stands without quotes"),
        )
        .help(format!("write `\"{words}\"`")),
        Kind::List(_) | Kind::Table(_) => wrong(node, what, "a text"),
        _ => return Some(Spanned::new(node.written()?.to_owned(), node.span)),
    };
    problems.report(refused);
    None
}

/// The texts of a list; a single text is a list of one.
pub fn texts(node: &Node, what: impl Display + Copy, problems: &Problems) -> Vec<Text> {
    let nodes = node.elements().iter();
    nodes
        .filter_map(|node| text(node, what, problems))
        .collect()
}

/// A set of values as one text: several are joined with commas.
pub fn set(node: &Node, what: impl Display + Copy, problems: &Problems) -> Option<Text> {
    let Kind::List(nodes) = &node.kind else {
        return text(node, what, problems);
    };
    let texts = texts(node, what, problems);
    let words: Vec<&str> = texts.iter().map(|text| text.value.as_str()).collect();
    (texts.len() == nodes.len()).then(|| Spanned::new(words.join(", "), node.span))
}

/// The domain that a list of texts is meant to be.
pub fn kinds(node: &Node) -> Option<String> {
    let Kind::List(nodes) = &node.kind else {
        return None;
    };
    let kinds = texts(node, "a kind", &Problems::default());
    let is_whole = kinds.len() == nodes.len() && !kinds.is_empty();
    let mut kinds = kinds.iter().map(|kind| kind.value.as_str());
    is_whole.then(|| kinds.join(" | "))
}

/// The finding for a value of the wrong shape.
pub fn wrong(node: &Node, what: impl Display, needed: &str) -> Diagnostic {
    let message = format!("{what} needs {needed}, not {}", node.kind.describe());
    Diagnostic::error(Code::WrongShape, node.span, message)
}

fn is_whole(number: &str) -> bool {
    let is_part = |byte: u8| byte.is_ascii_digit() || matches!(byte, b'+' | b'-' | b'_');
    number.bytes().all(is_part)
}

fn decimal(node: &Node, number: &str) -> Diagnostic {
    let message = format!("`{number}` is not written as an exact number");
    let finding = Diagnostic::error(Code::WrongShape, node.span, message);
    finding.help(match fraction(number) {
        Some(fraction) => format!("write `\"{fraction}\"`"),
        None => "write a whole number, or a fraction such as `\"1/2\"`".to_owned(),
    })
}

/// The exact fraction that a decimal is.
fn fraction(number: &str) -> Option<Ratio<i64>> {
    let (whole, decimals) = number.split_once('.')?;
    let denominator = 10_i64.checked_pow(u32::try_from(decimals.len()).ok()?)?;
    let numerator = format!("{whole}{decimals}").parse().ok()?;
    Some(Ratio::new(numerator, denominator))
}
