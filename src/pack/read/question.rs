//! Questions, rules with their exceptions, and readings.

use super::super::node::{Kind, Node, Problems};
use super::super::{Exception, Question, Reading, Rule};
use super::fields::Fields;
use super::{names, nouns, texts};
use crate::source::Text;

/// `[question.heat-haze-drm]`
pub(super) fn question(name: &Text, node: &Node, problems: &Problems) -> Option<Question> {
    names::check(name, problems);
    let fields = Fields::open(node, name.span, &nouns::QUESTION, problems)?;
    let answer = fields.need_text("answer");
    Some(Question {
        name: name.clone(),
        cite: fields.texts("cite"),
        title: fields.text("title"),
        asks: fields.prose("asks"),
        from: fields.get("from").map(|_| fields.texts("from")),
        only: fields.sets("only"),
        combine: fields.text("combine"),
        otherwise: fields.text("otherwise"),
        otherwise_cite: fields.text("otherwise-cite"),
        outcome: fields.outcome(),
        note: fields.prose("note"),
        alias: fields.aliases(),
        answer: answer?,
    })
}

/// `[[rule]]`
pub(super) fn rule(node: &Node, problems: &Problems) -> Option<Rule> {
    let fields = Fields::open(node, node.span, &nouns::RULE, problems)?;
    let answers = fields.need_texts("answers");
    let rule = rule_of(&fields);
    Some(Rule {
        answers: answers?,
        beside: fields.flag("beside"),
        ..rule
    })
}

/// What a rule and a step have in common.
pub(super) fn rule_of(fields: &Fields<'_>) -> Rule {
    Rule {
        answers: Vec::new(),
        cite: fields.text("cite"),
        when: fields.text("when"),
        outcome: fields.outcome(),
        except: fields.exceptions(),
        beside: false,
        note: fields.prose("note"),
        span: fields.span,
    }
}

/// One of an `except` list; a condition alone, where an erratum adds one.
pub(super) fn exception(node: &Node, problems: &Problems) -> Option<Exception> {
    if let Kind::Text(_) = &node.kind {
        return Some(Exception {
            cite: None,
            when: texts::text(node, "an exception", problems),
            outcome: None,
            except: Vec::new(),
            note: String::new(),
            span: node.span,
        });
    }
    let fields = Fields::open(node, node.span, &nouns::EXCEPTION, problems)?;
    Some(Exception {
        cite: fields.text("cite"),
        when: fields.text("when"),
        outcome: fields.outcome(),
        except: fields.exceptions(),
        note: fields.prose("note"),
        span: fields.span,
    })
}

/// `[reading.ceasing-wind]`
pub(super) fn reading(name: &Text, node: &Node, problems: &Problems) -> Option<Reading> {
    names::check(name, problems);
    let fields = Fields::open(node, name.span, &nouns::READING, problems)?;
    let default = fields.need_text("default");
    let options = fields
        .need("options")
        .map(|_| fields.pairs("options", texts::text))
        .unwrap_or_default();
    names::check_all(options.iter().map(|(option, _)| option), problems);
    Some(Reading {
        name: name.clone(),
        cite: fields.texts("cite"),
        asks: fields.prose("asks"),
        options: options
            .into_iter()
            .map(|(option, words)| (option, words.value))
            .collect(),
        because: fields.prose("because"),
        settled: fields.text("settled"),
        default: default?,
    })
}
