//! All that made an answer, and what did not apply, for a person.

use super::super::style::{BOLD, CITE, FAINT, VALUE, WARN, styled};
use super::super::words;
use super::usual::usual_told;
use super::{Shown, open};
use crate::answer::told::{GAP, NOT_KNOWN};
use crate::answer::{
    Answer, Condition, Explanation, MOST_EXPLAINED, Origin, Parts, Passed, ReadingTaken, Reason,
    Ruling, TakenFact, Why, cell_words,
};
use crate::diagram::Leaf;
use crate::model::{Gap, Model, Question, RuleId};
use crate::source::{Sources, Span};
use crate::value::Value;
use itertools::Itertools;
use num_traits::Zero;
use std::fmt::Write;

/// How many paragraphs stand with an answer in one line.
const MOST_CITES: usize = 3;

/// How deep the reasons of questions that others use are told.
const MOST_DEEP: usize = 3;

/// The answer in words, for a terminal.
#[must_use]
pub fn human(shown: &Shown<'_>) -> String {
    page(shown, &shown.answer.taken)
}

/// The same but for what was found.
pub fn page(shown: &Shown<'_>, taken: &[TakenFact]) -> String {
    let (answer, model) = (shown.answer, shown.answer.model);
    let question = &model.questions[answer.question];
    let mut text = head(shown, question, true);
    let _ = writeln!(text, "  {}", styled(FAINT, &question.asks));
    match &answer.ruling {
        Ruling::Value(_) | Ruling::Gap(_) => reasons(&mut text, answer, (&shown.why, taken), 0),
        Ruling::Needs(needs) => {
            open::open(&mut text, model, question, needs);
            found_lines(&mut text, model, taken);
        }
        Ruling::NotAsked(limits) => open::not_asked(&mut text, model, limits),
        Ruling::Broken(_) => {}
    }
    for note in &shown.notes {
        let _ = writeln!(text, "  {} {note}", styled(FAINT, "note:"));
    }
    text
}

/// What one paragraph does to an answer, and nothing else.
#[must_use]
pub fn human_of(mut shown: Shown<'_>, paragraph: &str) -> String {
    let number = |cite: &str| cite.split(' ').next().map(str::to_owned);
    let wanted = number(paragraph);
    shown.notes.clear();
    if shown.why.keep(&|cite| number(cite) == wanted) {
        return page(&shown, &[]);
    }
    let question = &shown.answer.model.questions[shown.answer.question];
    let head = head(&shown, question, true);
    format!(
        "{head}  {} has no part in this answer\n",
        styled(CITE, paragraph)
    )
}

/// The first line, below what the rules say against the situation.
pub fn head(shown: &Shown<'_>, question: &Question, is_cited: bool) -> String {
    let model = shown.answer.model;
    let cites = if is_cited {
        question.cite.join(", ")
    } else {
        String::new()
    };
    let impossible = shown.answer.impossible.map(|why| {
        let places = model.origins.of_places(&[why.span, why.when.span]);
        let (cite, errata) = (styled(CITE, &why.cite), errata(&Origin::of(model, &places)));
        format!(
            "{} {}   {cite}{errata}\n",
            styled(WARN, "impossible:"),
            why.says
        )
    });
    let before = shown.before.iter().map(|line| {
        let (label, says) = line.split_once(": ").unwrap_or(("note", line));
        format!("{} {says}\n", styled(WARN, &format!("{label}:")))
    });
    format!(
        "{}{}{}",
        before.collect::<String>(),
        impossible.unwrap_or_default(),
        heading(shown.answer, &shown.parts, &cites)
    )
}

/// An answer in one line with the paragraphs that give it; none where the question is not asked.
#[must_use]
pub fn brief(answer: &Answer<'_>) -> Option<String> {
    let model = answer.model;
    let question = &model.questions[answer.question];
    if let Some(why) = answer.impossible {
        let (lead, cite) = (styled(WARN, "impossible:"), styled(CITE, &why.cite));
        return Some(format!("{lead} {}   {cite}", why.says));
    }
    let parts = answer.all_parts();
    match &answer.ruling {
        Ruling::Gap(id) if parts.rest().is_none() => {
            let name = words::capital(&model.title_of_question(answer.question));
            let (Gap { lost, cite, .. }, name) = (&model.gaps[*id], styled(BOLD, &name));
            Some(format!(
                "{name}: {lost} is missing from {}",
                styled(CITE, cite)
            ))
        }
        Ruling::Value(_) | Ruling::Gap(_) => {
            let cites = parts.all.iter().filter(|part| !part.is_zero());
            let cites = cites
                .map(|part| part.cite.as_str())
                .filter(|cite| !cite.is_empty());
            let cites: Vec<_> = cites.unique().take(MOST_CITES).collect();
            let cites = match cites.as_slice() {
                [] => question.cite.iter().take(1).join(", "),
                _ => cites.join(", "),
            };
            let line = heading(answer, &parts, &cites);
            let line = line.lines().next()?;
            Some(match usual_told(answer) {
                None => line.to_owned(),
                Some(Ok(usual)) => format!("{line}   as usual: {usual}"),
                Some(Err(many)) => format!("{line}   as usual: {many} facts"),
            })
        }
        // What cannot be asked so is not meant.
        Ruling::Needs(needs) if needs.is_nothing() => None,
        Ruling::Needs(needs) => Some(open::brief(model, answer.question, needs)),
        Ruling::NotAsked(_) | Ruling::Broken(_) => None,
    }
}

fn heading(answer: &Answer<'_>, parts: &Parts, cites: &str) -> String {
    let model = answer.model;
    let title = words::capital(&model.title_of_question(answer.question));
    let name = styled(BOLD, &title);
    let cites = Some(cites).filter(|cites| !cites.is_empty());
    let cites = cites.map_or_else(String::new, |cites| format!("   {}", styled(CITE, cites)));
    match &answer.ruling {
        Ruling::Value(value) => {
            let called = || words::capital(&model.answer_of(answer.question, value));
            let (value, unit) = (answer.text().unwrap_or_else(called), answer.unit_said());
            let is_number = value.ends_with(|last: char| last.is_ascii_digit());
            let unit = if is_number {
                format!(" {unit}")
            } else {
                String::new()
            };
            format!(
                "{name}: {}{}{cites}\n",
                styled(VALUE, &value),
                unit.trim_end()
            )
        }
        Ruling::Gap(id) => {
            let missing = || {
                let Gap { lost, cite, .. } = &model.gaps[*id];
                let (cite, tell) = (styled(CITE, cite), told_instead(answer));
                format!("  {lost} is missing from {cite}\n{tell}")
            };
            if let Some(rest) = parts.rest() {
                let of = &model.questions[answer.question].answer;
                let rest = words::leaf(model, &rest, Some(of));
                let rest = format!("{rest} {}", answer.unit());
                let is_told = parts.has_lost();
                let is_nought = matches!(&parts.rest(), Some(Leaf::Value(Value::Number(rest))) if rest.is_zero());
                let lost = if is_told { String::new() } else { missing() };
                if is_nought {
                    // A 0 at the head would be taken for the answer.
                    let gap = styled(WARN, GAP);
                    return format!("{name}: {gap}, and {rest} besides{cites}\n{lost}");
                }
                return format!(
                    "{name}: {}, and what is lost{cites}\n{lost}",
                    styled(VALUE, &rest)
                );
            }
            format!("{name}: {}{cites}\n{}", styled(WARN, GAP), missing())
        }
        Ruling::Needs(_) => format!("{name} depends on more facts{cites}\n"),
        Ruling::NotAsked(_) => format!("{name} {}{cites}\n", styled(WARN, "is not asked here")),
        Ruling::Broken(why) => format!("{name}: {}{cites}\n", styled(WARN, &why.to_string())),
    }
}

/// The fact that a person can tell in place of what the source lost, where there is one.
fn told_instead(answer: &Answer<'_>) -> String {
    let lead = styled(BOLD, "tell it, where you see it:");
    let told = answer
        .told_instead()
        .map(|fact| open::fact_line(answer.model, fact, None));
    told.map_or_else(String::new, |fact| format!("  {lead} {fact}\n"))
}

fn reasons(
    text: &mut String,
    answer: &Answer<'_>,
    (why, taken): (&Explanation, &[TakenFact]),
    depth: usize,
) {
    let pad = "  ".repeat(depth + 1);
    let says = why
        .answer
        .as_ref()
        .map_or(NOT_KNOWN, |answer| &answer.words);
    if depth > 0 {
        let with = match why.bound.is_empty() {
            true => String::new(),
            false => format!(" with {}", words::equations(&why.bound)),
        };
        let (lead, cites) = (styled(BOLD, "where"), styled(CITE, &why.cite.join(", ")));
        let pad = "  ".repeat(depth);
        let _ = writeln!(
            text,
            "{pad}{lead} {}{with} = {says}   {cites}",
            why.question
        );
        if depth > MOST_DEEP {
            return;
        }
    }
    if !why.applied.is_empty() || why.otherwise.is_some() {
        let _ = writeln!(text, "{pad}{}", styled(BOLD, "by"));
    }
    for reason in &why.applied {
        applied_line(text, answer, reason, &pad);
    }
    if let Some(cite) = &why.otherwise {
        let (cite, errata) = (styled(CITE, cite), errata(&why.errata));
        let _ = writeln!(text, "{pad}  {cite}{errata}  {says}, where no rule applies");
    }
    if !why.passed.is_empty() {
        let _ = writeln!(text, "{pad}{}", styled(BOLD, "not by"));
    }
    for Passed {
        cite,
        says,
        why,
        not_excepted_by,
        errata: origins,
    } in &why.passed
    {
        let (cite, errata) = (styled(CITE, cite), errata(origins));
        let _ = writeln!(
            text,
            "{pad}  {cite}{errata}  {says}   {}",
            why_not(why, "excepted by")
        );
        spared_lines(text, not_excepted_by, &pad);
    }
    for taken in &why.readings {
        reading_line(text, taken, &pad);
    }
    found_lines(text, answer.model, taken);
    for inner in &why.because {
        reasons(text, answer, (inner, &[]), depth + 1);
    }
    if why.is_cut {
        let more = format!("… and more than the {MOST_EXPLAINED} questions that reasons go into");
        let _ = writeln!(text, "{pad}{}", styled(FAINT, &more));
    }
}

fn found_lines(text: &mut String, model: &Model, taken: &[TakenFact]) {
    for taken in taken {
        let told = words::equation(model, taken.fact, taken.index);
        let (lead, cite) = match taken.is_assumed(model) {
            true => ("usual", String::new()),
            false => (
                "found",
                format!("   {}", styled(CITE, &taken.cite(model).join(", "))),
            ),
        };
        let _ = writeln!(text, "  {} {told}{cite}", styled(BOLD, lead));
    }
}

fn applied_line(text: &mut String, answer: &Answer<'_>, reason: &Reason, pad: &str) {
    let gives = &reason.gives.words;
    // What is lost says itself that it is a gap.
    let (gives, says) = match reason.says.strip_prefix(GAP) {
        Some(lost) if lost.starts_with(':') => (&reason.says, String::new()),
        _ if reason.says == *gives => (gives, String::new()),
        _ => (gives, format!(" = {}", reason.says)),
    };
    let exception = reason
        .exception_to
        .as_ref()
        .map_or_else(String::new, |rule| {
            let (lead, cite) = (
                styled(FAINT, "as an exception to"),
                styled(CITE, &rule.cite),
            );
            format!(" {lead} {cite}: {}", conditions(&rule.condition))
        });
    let place = place_of(answer.model, answer.sources, reason.rule, reason.span);
    let _ = writeln!(
        text,
        "{pad}  {}{}  {}{says}{exception}   {}",
        styled(CITE, &reason.cite),
        errata(&reason.errata),
        styled(VALUE, gives),
        styled(FAINT, &place)
    );
    spared_lines(text, &reason.not_excepted_by, pad);
}

/// The exceptions that do not apply, each with those to what sets it aside.
fn spared_lines(text: &mut String, spared: &[Passed], pad: &str) {
    for Passed {
        cite,
        says,
        why,
        not_excepted_by,
        ..
    } in spared
    {
        let (lead, cite) = (styled(FAINT, "not excepted by"), styled(CITE, cite));
        let gap = if says.is_empty() { "" } else { "  " };
        let _ = writeln!(
            text,
            "{pad}    {lead} {cite}{gap}{says}   {}",
            why_not(why, "set aside by")
        );
        spared_lines(text, not_excepted_by, &format!("{pad}  "));
    }
}

/// Why a rule or exception does not apply; what takes its place, if something does, stands after a `lead`.
fn why_not(why: &Why, lead: &str) -> String {
    match why {
        Why::Condition { condition } => {
            format!("{} {}", styled(FAINT, "needs"), conditions(condition))
        }
        Why::Exception {
            exception,
            condition,
        } => {
            let (lead, cite) = (styled(FAINT, lead), styled(CITE, exception));
            format!("{lead} {cite}: {}", conditions(condition))
        }
        Why::GaveWay {
            gave_way_to,
            rule,
            by,
        } => {
            let [rule, by] = [rule, by].map(|cite| styled(CITE, cite));
            format!("gave way to {rule} of {gave_way_to}, by {by}")
        }
        Why::Unknown { .. } => {
            "depends on a fact that is not known; the answer does not".to_owned()
        }
    }
}

/// Where a rule, or an exception to it, is written: its cell in a chart, and the file and line.
#[must_use]
pub fn place_of(model: &Model, sources: &Sources, rule: RuleId, span: Span) -> String {
    let cell = model.rules[rule]
        .cell
        .and_then(|cell| cell_words(model, cell));
    let cell = cell.map_or_else(String::new, |cell| format!("{cell}, "));
    format!(
        "{cell}{}:{}",
        sources.path(span.file),
        sources.position(span).0
    )
}

/// The errata from which something comes, beside its paragraph.
pub fn errata(errata: &[Origin]) -> String {
    errata
        .iter()
        .map(|erratum| format!(" {}", styled(WARN, &erratum.to_string())))
        .collect()
}

fn conditions(conditions: &[Condition]) -> String {
    let told = conditions
        .iter()
        .map(|condition| match condition.facts.is_empty() {
            true => condition.says.clone(),
            false => format!(
                "{} ({})",
                condition.says,
                words::equations(&condition.facts)
            ),
        });
    told.collect::<Vec<_>>().join(" and ")
}

fn reading_line(text: &mut String, taken: &ReadingTaken, pad: &str) {
    let others = taken
        .others
        .iter()
        .map(|(option, answer)| format!("{option} gives {answer}"));
    let others = format!("  ({})", others.collect::<Vec<_>>().join(", "));
    let _ = writeln!(
        text,
        "{pad}{} {} = {}: {}   {}{}{}",
        styled(BOLD, taken.lead()),
        taken.reading,
        taken.option,
        taken.says,
        styled(CITE, &taken.cite.join(", ")),
        errata(&taken.errata),
        styled(FAINT, &others)
    );
}
