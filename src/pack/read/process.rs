//! Processes: their states and their steps.

use super::super::node::{Node, Problems};
use super::super::{Keep, Process, Step};
use super::fields::Fields;
use super::{names, nouns, question};
use crate::source::Text;

/// `[process.dust-by-turn]`
pub(super) fn process(name: &Text, node: &Node, problems: &Problems) -> Option<Process> {
    names::check(name, problems);
    let fields = Fields::open(node, name.span, &nouns::PROCESS, problems)?;
    let state = fields.need_texts("state");
    Some(Process {
        name: name.clone(),
        cite: fields.texts("cite"),
        asks: fields.prose("asks"),
        start: fields.texts("start"),
        includes: fields.texts("includes"),
        each: fields.prose("each"),
        turn: fields.texts("turn"),
        keeps: fields.named("keeps", keep),
        initially: fields.sets("initially"),
        included: Vec::new(),
        otherwise: fields.sets("otherwise"),
        steps: fields.each("step", step),
        state: state?,
    })
}

fn keep(name: &Text, node: &Node, problems: &Problems) -> Option<Keep> {
    names::check(name, problems);
    let fields = Fields::open(node, name.span, &nouns::KEEP, problems)?;
    let domain = fields.need_text("domain");
    Some(Keep {
        name: name.clone(),
        unit: fields.text("unit"),
        initially: fields.text("initially"),
        means: fields.prose("means"),
        domain: domain?,
    })
}

fn step(node: &Node, problems: &Problems) -> Option<Step> {
    let fields = Fields::open(node, node.span, &nouns::STEP, problems)?;
    let sets = fields.need_text("sets");
    let rule = question::rule_of(&fields);
    Some(Step { sets: sets?, rule })
}
