//! An answer with both its sides, for a person.

use super::answer_open::{leaf_text, not_asked, open};
use super::style::{BOLD, CITE, FAINT, VALUE, WARN, styled};
use crate::answer::{
    Answer, Applied, Change, Explanation, FailedPart, Found, Parts, Passed, ReadingTaken, Spared,
    Why, WhySpared,
};
use crate::diagram::Leaf;
use crate::model::{Impossible, Model, Question, QuestionId, RuleId, Type, UnitOf};
use crate::source::{Sources, Span};
use std::fmt::Write;

/// An answer and what belongs to it.
#[derive(Debug)]
pub struct Shown<'a> {
    /// The model asked.
    pub model: &'a Model,
    /// Its texts, for places in files.
    pub sources: &'a Sources,
    /// The question.
    pub question: QuestionId,
    /// Its answer.
    pub answer: &'a Answer,
    /// Text answers with the given texts filled in.
    pub text: Option<String>,
    /// Facts that other questions found.
    pub found: &'a [Found],
    /// The reasons.
    pub why: &'a Explanation,
    /// Why the situation cannot be, if it cannot.
    pub impossible: Option<&'a Impossible>,
    /// Facts that the rules find otherwise than they are given.
    pub otherwise: Vec<Found>,
    /// What it is made of.
    pub parts: Parts,
    /// What would change it.
    pub would_change: Vec<Change>,
    /// Facts given that do not matter.
    pub notes: Vec<String>,
}

impl<'a> Shown<'a> {
    /// An answer with what was found for it and its reasons.
    #[must_use]
    pub fn new(
        (model, sources): (&'a Model, &'a Sources),
        question: QuestionId,
        (answer, found): (&'a Answer, &'a [Found]),
        why: &'a Explanation,
    ) -> Self {
        Self {
            model,
            sources,
            question,
            answer,
            text: None,
            found,
            why,
            impossible: None,
            otherwise: Vec::new(),
            parts: Parts::default(),
            would_change: Vec::new(),
            notes: Vec::new(),
        }
    }
}

/// The answer in words, for a terminal.
#[must_use]
pub fn human(shown: &Shown<'_>) -> String {
    let Some(question) = shown.model.question(shown.question) else {
        return String::new();
    };
    let mut text = head(shown, question);
    let _ = writeln!(text, "  {}", styled(FAINT, &question.asks));
    match shown.answer {
        Answer::Value(_) | Answer::Gap(_) => reasons(&mut text, shown, shown.why, 0),
        Answer::Needs(needs) => open(&mut text, shown.model, question, needs),
        Answer::NotAsked(limits) => not_asked(&mut text, shown.model, limits),
        Answer::Broken(_) => {}
    }
    for note in otherwise(shown).iter().chain(&shown.notes) {
        let _ = writeln!(text, "  {} {note}", styled(FAINT, "note:"));
    }
    text
}

/// What one paragraph does to an answer, and nothing else.
#[must_use]
pub fn human_of(shown: &Shown<'_>, paragraph: &str) -> String {
    let mut why = shown.why.clone();
    let holds = keep(&mut why, &|cite| {
        cite.split(' ').next() == paragraph.split(' ').next()
    });
    if !holds {
        return match shown.model.question(shown.question) {
            Some(question) => format!(
                "{}  {} has no part in this answer\n",
                head(shown, question),
                styled(CITE, paragraph)
            ),
            None => String::new(),
        };
    }
    human(&Shown {
        text: shown.text.clone(),
        otherwise: Vec::new(),
        parts: shown.parts.clone(),
        would_change: Vec::new(),
        notes: Vec::new(),
        found: &[],
        why: &why,
        ..*shown
    })
}

/// Keeps of an explanation what some paragraphs say; whether that is anything.
fn keep(why: &mut Explanation, wanted: &dyn Fn(&str) -> bool) -> bool {
    let of_spared = |spared: &Spared| match &spared.why {
        WhySpared::SetAside { cite, .. } => wanted(&spared.cite) || wanted(cite),
        WhySpared::Condition(_) => wanted(&spared.cite),
    };
    why.applied.retain(|own| {
        let exception = own.exception.as_ref();
        wanted(&own.cite)
            || exception.is_some_and(|bite| wanted(&bite.to))
            || own.spared.iter().any(of_spared)
    });
    why.passed.retain(|own| match &own.why {
        Why::Exception { cite, .. } | Why::GaveWay { cite, .. } => {
            wanted(&own.cite) || wanted(cite)
        }
        Why::Condition(_) | Why::Unknown => wanted(&own.cite),
    });
    why.otherwise = why.otherwise.take().filter(|cite| wanted(cite));
    let readings = |taken: &ReadingTaken| !taken.others.is_empty();
    let own = !why.applied.is_empty() || !why.passed.is_empty() || why.otherwise.is_some();
    if !own {
        why.readings.retain(|taken| !readings(taken));
    }
    why.because.retain_mut(|inner| keep(inner, wanted));
    own || !why.because.is_empty()
}

/// The first line, below what the rules say against the situation.
pub(super) fn head(shown: &Shown<'_>, question: &Question) -> String {
    let impossible = shown.impossible.map(|own| impossible(shown.model, own));
    format!(
        "{}{}",
        impossible.unwrap_or_default(),
        heading(shown, question)
    )
}

/// That the situation cannot be, and why.
fn impossible(model: &Model, why: &Impossible) -> String {
    let errata = errata(model, &model.origins.of_places(&[why.span, why.when.span]));
    format!(
        "{} {}   {}{errata}\n",
        styled(WARN, "impossible:"),
        why.says,
        styled(CITE, &why.cite)
    )
}

/// What the rules find otherwise than it is given, in words.
#[must_use]
pub fn otherwise(shown: &Shown<'_>) -> Vec<String> {
    let model = shown.model;
    let told = shown.otherwise.iter().map(|found| {
        let (name, value) = (
            model.variable_name(found.fact),
            model.show_index(found.fact, found.index),
        );
        let cite = found.cite(model).join(", ");
        format!("the rules make `{name}` {value} ({cite}); it stays as given")
    });
    told.collect()
}

fn heading(shown: &Shown<'_>, question: &Question) -> String {
    let name = styled(BOLD, &question.name);
    let cites = styled(CITE, &question.cite.join(", "));
    match shown.answer {
        Answer::Value(value) => {
            let value = shown.text.clone().unwrap_or_else(|| {
                value.show(&shown.model.words, shown.model.is_signed(&question.answer))
            });
            let unit = unit_name(shown.model, &question.answer);
            let unit = if unit.is_empty() || !value.ends_with(|last: char| last.is_ascii_digit()) {
                String::new()
            } else {
                format!(" {unit}")
            };
            format!("{name} = {}{unit}   {cites}\n", styled(VALUE, &value))
        }
        Answer::Gap(gap) => {
            if let Some(rest) = shown.parts.rest() {
                let rest = rest.show(&shown.model.words, shown.model.is_signed(&question.answer));
                let rest = format!("{rest} {}", unit_name(shown.model, &question.answer));
                return format!(
                    "{name}: {}, and what is lost   {cites}\n",
                    styled(VALUE, &rest)
                );
            }
            let (lost, cite) = shown
                .model
                .gaps
                .at(gap.index())
                .map_or(("", ""), |gap| (gap.lost.as_str(), gap.cite.as_str()));
            format!(
                "{name}: {}   {cites}\n  {} is missing from {}\n",
                styled(WARN, "gap"),
                lost,
                styled(CITE, cite)
            )
        }
        Answer::Needs(_) => format!("{name} depends on more facts   {cites}\n"),
        Answer::NotAsked(_) => format!("{name} {}   {cites}\n", styled(WARN, "is not asked here")),
        Answer::Broken(why) => format!("{name}: {}   {cites}\n", styled(WARN, &why.to_string())),
    }
}

/// The unit of an answer, where it is one that is said after a number.
#[must_use]
pub fn unit_name<'m>(model: &'m Model, of: &Type) -> &'m str {
    match of {
        Type::Number(UnitOf::Unit(unit)) | Type::NumberOr(UnitOf::Unit(unit), _) => {
            match model.units.name(*unit) {
                crate::value::Units::NUMBER => "",
                name => name,
            }
        }
        _ => "",
    }
}

fn reasons(text: &mut String, shown: &Shown<'_>, why: &Explanation, depth: usize) {
    let pad = "  ".repeat(depth + 1);
    let signed = shown
        .model
        .question(why.question)
        .map(|question| question.answer.clone());
    let show = |leaf: &Leaf| leaf_text(shown.model, leaf, signed.as_ref());
    if !why.applied.is_empty() || why.otherwise.is_some() {
        let _ = writeln!(text, "{pad}{}", styled(BOLD, "by"));
    }
    for applied in &why.applied {
        applied_line(text, shown, applied, &pad, &show(&applied.gives));
    }
    if let Some(cite) = &why.otherwise {
        let answer = why.answer.as_ref().map_or_else(String::new, &show);
        let errata = errata(shown.model, &why.otherwise_errata);
        let _ = writeln!(
            text,
            "{pad}  {}{errata}  {answer}, where no rule applies",
            styled(CITE, cite)
        );
    }
    if !why.passed.is_empty() {
        let _ = writeln!(text, "{pad}{}", styled(BOLD, "not by"));
    }
    for passed in &why.passed {
        passed_line(text, shown.model, passed, &pad);
    }
    readings(text, shown.model, why, &pad);
    if depth == 0 {
        found_facts(text, shown);
    }
    for inner in &why.because {
        inner_heading(text, shown, inner, &pad);
        if depth < 3 {
            reasons(text, shown, inner, depth + 1);
        }
    }
}

fn applied_line(text: &mut String, shown: &Shown<'_>, applied: &Applied, pad: &str, gives: &str) {
    let span = applied.span(shown.model);
    let place = span.map_or_else(String::new, |span| {
        place_of(shown.model, shown.sources, applied.rule, span)
    });
    let says = if applied.says == gives {
        String::new()
    } else {
        format!(" = {}", applied.says)
    };
    let exception = applied.exception.as_ref();
    let exception = exception.map_or_else(String::new, |bite| {
        format!(
            " {} {}: {}",
            styled(FAINT, "as an exception to"),
            styled(CITE, &bite.to),
            part_text(&bite.because)
        )
    });
    let _ = writeln!(
        text,
        "{pad}  {}{}  {}{says}{exception}   {}",
        styled(CITE, &applied.cite),
        errata(shown.model, &applied.errata),
        styled(VALUE, gives),
        styled(FAINT, &place)
    );
    for spared in &applied.spared {
        spared_line(text, spared, pad);
    }
}

/// An exception that did not take the place of the rule above it.
fn spared_line(text: &mut String, spared: &Spared, pad: &str) {
    let why = match &spared.why {
        WhySpared::Condition(parts) => {
            format!(
                "{} {}",
                styled(FAINT, "needs"),
                parts
                    .iter()
                    .map(part_text)
                    .collect::<Vec<_>>()
                    .join(" and ")
            )
        }
        WhySpared::SetAside { cite, because } => {
            format!(
                "{} {}: {}",
                styled(FAINT, "set aside by"),
                styled(CITE, cite),
                part_text(because)
            )
        }
    };
    let says = if spared.says.is_empty() {
        String::new()
    } else {
        format!("  {}", spared.says)
    };
    let _ = writeln!(
        text,
        "{pad}    {} {}{says}   {why}",
        styled(FAINT, "not excepted by"),
        styled(CITE, &spared.cite)
    );
}

/// Where a rule, or an exception to it, is written: its cell in a chart, and the file and line.
#[must_use]
pub fn place_of(model: &Model, sources: &Sources, rule: RuleId, span: Span) -> String {
    let Some(rule) = model.rule(rule) else {
        return String::new();
    };
    let file = format!("{}:{}", sources.path(span.file), sources.position(span).0);
    let chart = rule.cell.and_then(|cell| {
        let chart = model.charts.at(cell.chart.index())?;
        let row = chart.rows.get(cell.row as usize)?;
        Some(match chart.columns.get(cell.column as usize) {
            Some(column) if !chart.list => format!("{} [{}, {column}], ", chart.title, row.heading),
            _ => format!("{} [{}], ", chart.title, row.heading),
        })
    });
    format!("{}{file}", chart.unwrap_or_default())
}

fn passed_line(text: &mut String, model: &Model, passed: &Passed, pad: &str) {
    let reason = match &passed.why {
        Why::Condition(parts) => {
            format!(
                "{} {}",
                styled(FAINT, "needs"),
                parts
                    .iter()
                    .map(part_text)
                    .collect::<Vec<_>>()
                    .join(" and ")
            )
        }
        Why::Exception { cite, part } => {
            format!(
                "{} {}: {}{}",
                styled(FAINT, "excepted by"),
                styled(CITE, cite),
                part.condition,
                facts_text(part)
            )
        }
        Why::GaveWay { pack, cite } => format!(
            "gave way to {}, by {}",
            model.pack_name(*pack),
            styled(CITE, cite)
        ),
        Why::Unknown => "depends on a fact that is not known, and does not matter".to_owned(),
    };
    let errata = errata(model, &passed.errata);
    let _ = writeln!(
        text,
        "{pad}  {}{errata}  {}   {reason}",
        styled(CITE, &passed.cite),
        passed.says
    );
}

/// The errata from which something comes, beside its paragraph.
fn errata(model: &Model, errata: &[usize]) -> String {
    let named = errata
        .iter()
        .filter_map(|index| model.origins.errata.get(*index));
    named
        .map(|erratum| {
            format!(
                " {}",
                styled(
                    WARN,
                    &format!(
                        "[erratum {}: {}, {}]",
                        erratum.id, erratum.source, erratum.date
                    )
                )
            )
        })
        .collect()
}

fn part_text(part: &FailedPart) -> String {
    format!("{}{}", part.condition, facts_text(part))
}

fn facts_text(part: &FailedPart) -> String {
    if part.facts.is_empty() {
        return String::new();
    }
    let facts: Vec<String> = part
        .facts
        .iter()
        .map(|(name, value)| format!("{name} = {value}"))
        .collect();
    format!(" ({})", facts.join(", "))
}

fn readings(text: &mut String, model: &Model, why: &Explanation, pad: &str) {
    for taken in &why.readings {
        let (variable, index) = (&taken.variable, &taken.index);
        let Some((found, reading)) = model
            .variable(*variable)
            .and_then(|found| Some((found, found.reading.as_ref()?)))
        else {
            continue;
        };
        let option = model.show_index(*variable, *index);
        let words = reading
            .options
            .get(*index as usize)
            .map_or("", String::as_str);
        let _ = writeln!(
            text,
            "{pad}{} {} = {option}: {words}   {}{}{}",
            styled(BOLD, "read as"),
            found.name,
            styled(CITE, &reading.cite.join(", ")),
            errata(model, &model.origins.of_places(&[found.span])),
            other_readings(model, why, taken)
        );
    }
}

/// What the answer would be by the other options of a reading.
fn other_readings(model: &Model, why: &Explanation, taken: &ReadingTaken) -> String {
    let of = model
        .question(why.question)
        .map(|question| &question.answer);
    let others: Vec<String> = taken
        .others
        .iter()
        .map(|(option, leaf)| {
            format!(
                "{} gives {}",
                model.show_index(taken.variable, *option),
                leaf_text(model, leaf, of)
            )
        })
        .collect();
    styled(FAINT, &format!("  ({})", others.join(", ")))
}

fn found_facts(text: &mut String, shown: &Shown<'_>) {
    for found in shown.found {
        let name = shown.model.variable_name(found.fact);
        let value = shown.model.show_index(found.fact, found.index);
        let (how, cite) = match found.is_assumed(shown.model) {
            true => ("usual", String::new()),
            false => (
                "found",
                format!("   {}", styled(CITE, &found.cite(shown.model).join(", "))),
            ),
        };
        let _ = writeln!(text, "  {} {name} = {value}{cite}", styled(BOLD, how));
    }
}

fn inner_heading(text: &mut String, shown: &Shown<'_>, inner: &Explanation, pad: &str) {
    let Some(question) = shown.model.question(inner.question) else {
        return;
    };
    let answer = inner.answer.as_ref().map_or_else(
        || "not known".to_owned(),
        |leaf| leaf_text(shown.model, leaf, Some(&question.answer)),
    );
    let bound: Vec<String> = inner
        .bound
        .iter()
        .map(|(variable, value)| format!("{} = {value}", shown.model.variable_name(*variable)))
        .collect();
    let with = if bound.is_empty() {
        String::new()
    } else {
        format!(" with {}", bound.join(", "))
    };
    let _ = writeln!(
        text,
        "{pad}{} {}{with} = {answer}   {}",
        styled(BOLD, "where"),
        question.name,
        styled(CITE, &question.cite.join(", "))
    );
}
