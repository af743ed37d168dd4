//! An answer in few lines: the value, what adds to it, the exceptions that took effect, what was taken as usual and what would
//! change it.

use super::answer::{self, Shown};
use super::style::{BOLD, CITE, FAINT, VALUE, WARN, styled};
use super::table::wrapped;
use super::words;
use crate::answer::{Answer, Change, Explanation, Part, TakenAway};
use crate::diagram::Leaf;
use crate::model::{Model, QuestionId, VariableId};
use crate::value::DomainKind;
use std::fmt::Write;

/// The width of the page, in columns.
const WIDTH: usize = 80;

/// How many lines each kind of thing may take.
const MOST_PARTS: usize = 6;
const MOST_EXCEPTIONS: usize = 2;
const MOST_CHANGES: usize = 3;

/// How many facts that are taken as usual are named.
const MOST_USUAL: usize = 3;

/// The answer first, and what it rests on in few lines.
#[must_use]
pub fn first(shown: &Shown<'_>) -> String {
    let Some(question) = shown.model.question(shown.question) else {
        return String::new();
    };
    if !matches!(shown.answer, Answer::Value(_) | Answer::Gap(_)) {
        return answer::human(shown);
    }
    let mut text = answer::head(shown, question);
    parts(&mut text, shown);
    taken_away(&mut text, shown);
    readings(&mut text, shown);
    usual(&mut text, shown);
    would_change(&mut text, shown);
    for note in answer::otherwise(shown).iter().chain(&shown.notes) {
        let _ = writeln!(text, "  {} {note}", styled(FAINT, "note:"));
    }
    text
}

/// A line of what an answer is made of.
struct Row {
    amount: String,
    words: String,
    cite: String,
    errata: String,
}

fn parts(text: &mut String, shown: &Shown<'_>) {
    let says = |part: &&Part| !part.is_zero();
    let all: Vec<&Part> = shown.parts.all.iter().filter(says).collect();
    let rows: Vec<Row> = all
        .iter()
        .take(MOST_PARTS)
        .map(|part| row(shown, part))
        .collect();
    let widest = |of: fn(&Row) -> &str| rows.iter().map(|row| of(row).chars().count()).max();
    let amount = widest(|row| &row.amount).unwrap_or(0);
    let cite = widest(|row| &row.cite).unwrap_or(0);
    let room = WIDTH.saturating_sub(amount + cite + 7).max(16);
    let column = rows
        .iter()
        .map(|row| row.words.chars().count())
        .max()
        .unwrap_or(0)
        .min(room);
    for row in &rows {
        let gap = " ".repeat(amount - row.amount.chars().count());
        let _ = writeln!(
            text,
            "  {gap}{}  {:column$}   {}{}",
            styled(VALUE, &row.amount),
            shortened(&row.words, column),
            styled(CITE, &row.cite),
            styled(WARN, &row.errata)
        );
    }
    if let Some(more) = all.len().checked_sub(MOST_PARTS).filter(|more| *more > 0) {
        let _ = writeln!(
            text,
            "  {}",
            styled(FAINT, &format!("and {more} more: --why"))
        );
    }
    if shown.parts.all.is_empty() {
        let _ = writeln!(
            text,
            "  {}",
            styled(FAINT, "no rule applies: --why tells why not")
        );
    }
}

fn row(shown: &Shown<'_>, part: &Part) -> Row {
    let question = shown.model.question(part.question);
    let amount = match &part.gives {
        Leaf::Gap(_) => "lost".to_owned(),
        gives => words::leaf(
            shown.model,
            gives,
            question.map(|question| &question.answer),
        ),
    };
    let place = part.in_place_of.as_ref().filter(|rule| **rule != part.cite);
    let place = place.map_or_else(String::new, |rule| format!(", not {rule}"));
    let errata = shown.model.origins.errata.iter().enumerate();
    let errata = errata
        .filter(|(index, _)| part.errata.contains(index))
        .map(|(_, erratum)| {
            format!(
                " [erratum {}: {}, {}]",
                erratum.id, erratum.source, erratum.date
            )
        });
    Row {
        amount,
        words: part_words(shown, part),
        cite: format!("{}{place}", part.cite),
        errata: errata.collect(),
    }
}

/// What a part is: the line of a list, the cell of a chart, or the question that holds it.
pub(super) fn part_words(shown: &Shown<'_>, part: &Part) -> String {
    let model = shown.model;
    if let Leaf::Gap(gap) = &part.gives {
        return words::lost(model, *gap).map_or_else(String::new, |gap| gap.lost.clone());
    }
    let rule = part.rule.and_then(|rule| model.rule(rule));
    let chart = rule.and_then(|rule| rule.cell).and_then(|cell| {
        let chart = model.charts.at(cell.chart.index())?;
        let row = chart.rows.get(cell.row as usize)?;
        Some(match chart.columns.get(cell.column as usize) {
            _ if chart.list => row.heading.clone(),
            Some(column) => format!("{} [{}, {column}]", chart.title, row.heading),
            None => format!("{} [{}]", chart.title, row.heading),
        })
    });
    let own = || {
        (part.question == shown.question)
            .then(|| own_words(shown, part))
            .flatten()
    };
    chart
        .or_else(own)
        .unwrap_or_else(|| title(model, part.question))
}

/// The condition of one of the asked question's own rules, or how it comes to its amount.
fn own_words(shown: &Shown<'_>, part: &Part) -> Option<String> {
    let model = shown.model;
    let Some(rule) = part.rule.and_then(|rule| model.rule(rule)) else {
        return Some("where no rule applies".to_owned());
    };
    let applied = shown.why.applied.iter();
    let own = applied.clone().find(|own| Some(own.rule) == part.rule)?;
    if let Some(exception) = &own.exception {
        return Some(model.in_words(&exception.because.condition));
    }
    if let Some(when) = &rule.when {
        let texts = crate::answer::Evaluator::with_texts(model, shown.sources);
        return Some(model.in_words(&texts.words(when)));
    }
    let amount = words::leaf(
        model,
        &own.gives,
        model.question(part.question).map(|own| &own.answer),
    );
    (own.says != amount).then(|| model.in_words(&own.says))
}

fn title(model: &Model, question: QuestionId) -> String {
    model.title_of_question(question)
}

fn taken_away(text: &mut String, shown: &Shown<'_>) {
    let line = |own: &TakenAway| {
        format!(
            "{} {}, by {}",
            title(shown.model, own.question),
            own.cite,
            own.by
        )
    };
    let mut all: Vec<String> = shown.parts.taken_away.iter().map(line).collect();
    all.dedup();
    for own in all.iter().take(MOST_EXCEPTIONS) {
        let _ = writeln!(
            text,
            "  {} {}",
            styled(BOLD, "excepted:"),
            shortened(own, WIDTH - 12)
        );
    }
}

/// The readings of which another would change the answer.
fn readings(text: &mut String, shown: &Shown<'_>) {
    let mut seen: Vec<VariableId> = Vec::new();
    let mut waiting: Vec<&Explanation> = vec![shown.why];
    while let Some(why) = waiting.pop() {
        waiting.extend(&why.because);
        for taken in &why.readings {
            if seen.contains(&taken.variable) {
                continue;
            }
            seen.push(taken.variable);
            let found = shown.model.variable(taken.variable);
            let Some((found, reading)) = found.and_then(|own| Some((own, own.reading.as_ref()?)))
            else {
                continue;
            };
            let option = reading.options.get(taken.index as usize);
            let _ = writeln!(
                text,
                "  {} {} = {}: {}   {}",
                styled(BOLD, "read as"),
                found.name,
                shown.model.show_index(taken.variable, taken.index),
                option.map_or("", String::as_str),
                styled(CITE, &reading.cite.join(", "))
            );
        }
    }
}

/// What was taken as usual: named where it is little.
fn usual(text: &mut String, shown: &Shown<'_>) {
    let model = shown.model;
    let assumed = shown.found.iter().filter(|found| found.is_assumed(model));
    let told: Vec<String> = assumed
        .map(|found| as_told(model, found.fact, found.index))
        .collect();
    let told = match told.len() {
        0 => return,
        1..=MOST_USUAL => told.join(", "),
        many => format!("{many} facts, --why names them"),
    };
    let _ = writeln!(
        text,
        "  {} {}",
        styled(BOLD, "as usual:"),
        shortened(&told, WIDTH - 12)
    );
}

/// What would change the answer, in at most three lines.
fn would_change(text: &mut String, shown: &Shown<'_>) {
    const HEAD: &str = "would change it:";
    let told: Vec<String> = shown
        .would_change
        .iter()
        .map(|own| change(shown, own))
        .collect();
    if told.is_empty() {
        return;
    }
    let room = WIDTH - HEAD.len() - 3;
    let fits = |count: usize| {
        let mut all: Vec<String> = told.iter().take(count).cloned().collect();
        match told.len() - count {
            0 => {}
            more => all.push(format!("and {more} more")),
        }
        let lines = wrapped(&all.join(", "), room);
        (lines.len() <= MOST_CHANGES).then_some(lines)
    };
    let lines = (1..=told.len()).rev().find_map(fits).unwrap_or_default();
    let pad = " ".repeat(HEAD.len() + 3);
    let _ = writeln!(
        text,
        "  {} {}",
        styled(BOLD, HEAD),
        lines.join(&format!("\n{pad}"))
    );
}

/// A fact with the first of its values that gives another answer, and that answer: `emplaced +2`.
fn change(shown: &Shown<'_>, change: &Change) -> String {
    let Some((index, other)) = change.others.first() else {
        return String::new();
    };
    let same = change.others.iter().take_while(|(_, own)| own == other);
    let last = same.last().map_or(*index, |(last, _)| *last);
    let fact = match last {
        last if last > *index && is_number(shown.model, change.fact) => {
            let model = shown.model;
            format!(
                "{} to {}",
                as_told(model, change.fact, *index),
                model.label_of(change.fact, last)
            )
        }
        _ => as_told(shown.model, change.fact, *index),
    };
    format!("{fact} {}", other_answer(shown, other))
}

fn is_number(model: &Model, fact: VariableId) -> bool {
    model
        .variable(fact)
        .is_some_and(|found| matches!(found.domain.kind, DomainKind::Numbers { .. }))
}

fn other_answer(shown: &Shown<'_>, other: &Answer) -> String {
    match other {
        Answer::Value(value) => match shown.model.answer_of(shown.question, value) {
            text if text.starts_with(['+', '-']) => text,
            text => format!("→ {text}"),
        },
        Answer::Gap(_) => format!("→ {}", words::GAP),
        _ => "→ more to tell".to_owned(),
    }
}

/// A fact as people tell it: `emplaced`, `not emplaced`, `Hex terrain woods`.
fn as_told(model: &Model, fact: VariableId, index: u32) -> String {
    let title = model.title_of(fact);
    let is_bool = model
        .variable(fact)
        .is_some_and(|found| found.domain.kind == DomainKind::Bool);
    match (is_bool, model.label_of(fact, index).as_str()) {
        (true, "yes") => title,
        (true, _) => format!("not {title}"),
        (false, label) => format!("{title} {label}"),
    }
}

/// A text in so many columns.
fn shortened(text: &str, room: usize) -> String {
    if text.chars().count() <= room {
        return text.to_owned();
    }
    let kept: String = text.chars().take(room.saturating_sub(1)).collect();
    format!("{}…", kept.trim_end())
}
