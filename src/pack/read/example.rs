//! Examples, laws, and notes on the source.

use super::super::node::{Kind, Node, Problems};
use super::super::{Defect, Example, Impossible, Law};
use super::fields::Fields;
use super::{names, nouns, texts};
use crate::source::{Spanned, Text};

/// `[[example]]`: of questions in one situation, of a process turn by turn, or of a procedure rolled.
pub(super) fn example(node: &Node, problems: &Problems) -> Option<Example> {
    let is = |key: &str| matches!(&node.kind, Kind::Table(fields) if fields.iter().any(|(name, _)| name.value == key));
    let noun = match (is("process"), is("procedure")) {
        (true, _) => &nouns::TURNS_EXAMPLE,
        (_, true) => &nouns::ROLLED_EXAMPLE,
        _ => &nouns::EXAMPLE,
    };
    let fields = Fields::open(node, node.span, noun, problems)?;
    let (process, procedure) = (fields.text("process"), fields.text("procedure"));
    let expect = match (&process, &procedure) {
        (Some(_), _) => Vec::new(),
        (_, Some(_)) => outcome(&fields),
        _ => expected(&fields),
    };
    Some(Example {
        cite: fields.text("cite"),
        given: fields.sets(if process.is_some() || procedure.is_some() {
            "start"
        } else {
            "given"
        }),
        expect,
        readings: fields.pairs("readings", texts::text),
        turns: turns(&fields, "turns"),
        states: turns(&fields, "states"),
        process,
        procedure,
        rolls: fields.texts("rolls"),
        note: fields.prose("note"),
        span: fields.span,
    })
}

/// `ask` with one answer, or a table of questions and answers.
fn expected(fields: &Fields<'_>) -> Vec<(Text, Text)> {
    let expect = fields.need("expect");
    if let (None, Some(Kind::Table(_))) = (fields.get("ask"), expect.map(|node| &node.kind)) {
        return fields.sets("expect");
    }
    let asked = fields.need_text("ask");
    let answer = expect.and_then(|node| texts::set(node, "`expect`", fields.problems));
    asked.zip(answer).into_iter().collect()
}

/// What a procedure comes to: a table of facts.
fn outcome(fields: &Fields<'_>) -> Vec<(Text, Text)> {
    if fields.need("outcome").is_some() {
        fields.sets("outcome")
    } else {
        Vec::new()
    }
}

/// A list of turns, each a table of facts.
fn turns(fields: &Fields<'_>, key: &str) -> Vec<Spanned<Vec<(Text, Text)>>> {
    fields.each(key, |node, problems| {
        let Kind::Table(facts) = &node.kind else {
            problems.report(texts::wrong(
                node,
                &format!("`{key}`"),
                "the facts of each turn",
            ));
            return None;
        };
        let value = |name: &Text, node| texts::set(node, &format!("`{}`", name.value), problems);
        let facts = facts
            .iter()
            .filter_map(|(name, node)| Some((name.clone(), value(name, node)?)));
        Some(Spanned::new(facts.collect(), node.span))
    })
}

/// `[[law]]`
pub(super) fn law(node: &Node, problems: &Problems) -> Option<Law> {
    let fields = Fields::open(node, node.span, &nouns::LAW, problems)?;
    let always = fields.need_text("always");
    Some(Law {
        cite: fields.text("cite"),
        says: fields.prose("says"),
        when: fields.text("when"),
        span: fields.span,
        always: always?,
    })
}

/// `[[impossible]]`
pub(super) fn impossible(node: &Node, problems: &Problems) -> Option<Impossible> {
    let fields = Fields::open(node, node.span, &nouns::IMPOSSIBLE, problems)?;
    let (says, when) = (fields.need_text("says"), fields.need_text("when"));
    Some(Impossible {
        cite: fields.text("cite"),
        says: says?.value,
        when: when?,
        span: fields.span,
    })
}

/// `[defect.starred-row]`
pub(super) fn defect(name: &Text, node: &Node, problems: &Problems) -> Option<Defect> {
    names::check(name, problems);
    let fields = Fields::open(node, name.span, &nouns::DEFECT, problems)?;
    Some(Defect {
        name: name.clone(),
        cite: fields.texts("cite"),
        says: fields.prose("says"),
        read_as: fields.prose("read-as"),
    })
}
