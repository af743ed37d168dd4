//! What an answer still depends on, for a person: the facts to tell, their values, and why others were not found.

use super::super::style::{BOLD, CITE, FAINT, VALUE, styled};
use super::super::words::{self, capital};
use crate::answer::{Evaluator, Needs, Ruling};
use crate::diagram::Leaf;
use crate::model::{Model, Question, QuestionId, VariableId};
use crate::value::{DomainKind, Number, Value, minus, show_number};
use itertools::Itertools;
use num_traits::One;
use std::fmt::Write;
use unicode_width::UnicodeWidthStr;

/// How many of the facts that are missing are told.
const MOST_OPEN: usize = 6;

/// How many facts, and how many answers, are told in one line.
const MOST_BRIEF: usize = 3;

/// From how many numbers on only the first and the last are told.
const MOST_SINGLE: usize = 4;

/// From what width on answers stand in no column of their own.
const WIDE: usize = 24;

/// Where what is told fits no situation for which the question is asked.
const NOTHING_POSSIBLE: &str =
    "it cannot be asked so: all that is left is impossible, or what it is not asked for";

pub fn open(text: &mut String, model: &Model, question: &Question, needs: &Needs) {
    cases(text, model, question, needs);
    let possible = possible_in_ranges(model, question, needs);
    if needs.is_nothing() {
        let _ = writeln!(text, "  {NOTHING_POSSIBLE}");
    }
    let has_cases = needs.added.is_some() || !needs.cases.is_empty() || !needs.leads.is_empty();
    if !possible.is_empty() && !has_cases {
        let lead = styled(BOLD, "still possible:");
        let _ = writeln!(text, "  {lead} {}", shorten(&possible));
    }
    for (place, fact) in needs.facts.iter().take(MOST_OPEN).enumerate() {
        let lead = if place == 0 {
            "tell first:"
        } else {
            "then perhaps:"
        };
        let fact_line = match has_cases {
            // Its values stand above.
            true if place == 0 => styled(BOLD, model.variable_name(*fact)),
            _ => fact_line(model, *fact, Some(question)),
        };
        let _ = writeln!(text, "  {} {fact_line}", styled(BOLD, lead));
        for (_, by, ruling) in needs.unfound.iter().filter(|(other, ..)| other == fact) {
            unfound(text, model, *by, ruling);
        }
    }
    if let Some(more) = needs
        .facts
        .len()
        .checked_sub(MOST_OPEN)
        .filter(|more| *more > 0)
    {
        let _ = writeln!(
            text,
            "  {}",
            styled(FAINT, &format!("and perhaps {more} more"))
        );
    }
}

/// Which of the facts taken as usual would change an answer.
pub fn changed_by(model: &Model, needs: &Needs) -> Option<String> {
    let names = needs.changed_by.iter().map(|fact| model.title_of(*fact));
    let more = needs.changed_by.len().saturating_sub(MOST_OPEN);
    let more = (more > 0).then(|| format!("and {more} more"));
    let names = names.take(MOST_OPEN).chain(more).join(", ");
    let lead = styled(BOLD, "would change it:");
    (!names.is_empty()).then(|| format!("  {lead} {names}"))
}

/// What each value of the first fact that is open leads to.
fn cases(text: &mut String, model: &Model, question: &Question, needs: &Needs) {
    let Some(fact) = needs.facts.first() else {
        return;
    };
    let prose = Evaluator::new(model).prose();
    let added = needs.added.iter().map(|(more, _)| {
        let (title, more) = (capital(&model.title_of(*fact)), show_number(*more, true));
        match more.split_at_checked(1) {
            Some((sign, more)) if more != "0" => format!("{title} {sign} {more}"),
            _ => title,
        }
    });
    let leaves = needs.cases.iter().map(|(leaf, _)| leaf);
    let leads = needs.leads.iter();
    let leads = leads.map(|(possible, _)| either(&labels(model, question, possible)));
    let labels = added.chain(labels(model, question, leaves)).chain(leads);
    let labels: Vec<String> = labels.collect();
    let all = needs.added.iter().map(|(_, indices)| indices);
    let all = all.chain(needs.cases.iter().map(|(_, indices)| indices));
    let all = all.chain(needs.leads.iter().map(|(_, indices)| indices));
    let widest = labels.iter().map(|label| label.width()).max();
    let widest = widest.filter(|widest| *widest < WIDE).unwrap_or(0);
    for (place, (label, indices)) in labels.iter().zip(all).enumerate() {
        let pad = " ".repeat(widest.saturating_sub(label.width()));
        let when = capital(&prose.given(*fact, indices));
        let cites = needs.made_by.get(place).map(|cites| cites.join(", "));
        let cites = cites.filter(|cites| !cites.is_empty());
        let cites = cites.map_or_else(String::new, |cites| format!("   {}", styled(CITE, &cites)));
        let _ = writeln!(text, "  {pad}{}  {when}{cites}", styled(VALUE, label));
    }
}

/// Answers of which one is to come: `+0 or +2`, `+0 … gap`.
fn either(labels: &[String]) -> String {
    let labels: Vec<&String> = labels.iter().unique().collect();
    match labels.as_slice() {
        [first, .., last] if labels.len() > MOST_BRIEF => format!("{first} … {last}"),
        _ => labels.iter().join(" or "),
    }
}

/// The same, numbers one after the other as a range: `+0 to +10`.
fn possible_in_ranges(model: &Model, question: &Question, needs: &Needs) -> Vec<String> {
    let follows = |leaf: &Leaf, next: &Leaf| match (leaf.value(), next.value()) {
        (Some(Value::Number(ratio)), Some(Value::Number(next))) => {
            minus(*next, *ratio) == Some(Number::one())
        }
        _ => false,
    };
    let runs = needs.possible.chunk_by(follows);
    let told = runs.flat_map(
        |run| match (labels(model, question, run).as_slice(), run.len()) {
            ([first, .., last], MOST_SINGLE..) => vec![format!("{first} to {last}")],
            (labels, _) => labels.to_vec(),
        },
    );
    told.unique().collect()
}

/// What people call some answers of a question.
fn labels<'l>(
    model: &Model,
    question: &Question,
    leaves: impl IntoIterator<Item = &'l Leaf>,
) -> Vec<String> {
    let label = |leaf| words::label(model, &question.name, leaf, Some(&question.answer));
    leaves.into_iter().map(label).collect()
}

/// The same in one line: `Bogs in sand: no or yes, by EC, Bog DR`.
pub fn brief(model: &Model, question: QuestionId, needs: &Needs) -> String {
    let own = &model.questions[question];
    let name = styled(BOLD, &capital(&model.title_of_question(question)));
    if let ([only], 2..=MOST_BRIEF, None) =
        (needs.facts.as_slice(), needs.cases.len(), &needs.added)
    {
        let prose = Evaluator::new(model).prose();
        let leaves = needs.cases.iter().map(|(leaf, _)| leaf);
        let labels = labels(model, own, leaves).into_iter().zip(&needs.cases);
        let cases = labels
            .map(|(label, (_, indices))| format!("{label} if {}", prose.given(*only, indices)));
        return format!("{name}: {}", cases.collect::<Vec<_>>().join("; "));
    }
    let possible = labels(model, own, &needs.possible);
    let titles = needs.facts.iter().map(|fact| model.title_of(*fact));
    let by = titles.take(MOST_BRIEF).collect::<Vec<_>>().join(", ");
    match possible.as_slice() {
        [_, ..] => format!("{name}: {}, by {by}", either(&possible)),
        [] if by.is_empty() => format!("{name} depends on more facts"),
        [] => format!("{name} depends on {by}"),
    }
}

/// Why a question did not find a fact that it can find.
fn unfound(text: &mut String, model: &Model, by: QuestionId, ruling: &Ruling) {
    let why = match ruling {
        Ruling::Needs(needs) => {
            let names = needs.facts.iter().map(|fact| model.variable_name(*fact));
            format!(
                "or tell what it follows from: {}",
                names.collect::<Vec<_>>().join(", ")
            )
        }
        Ruling::Gap(gap) => {
            format!("what it follows from is lost: {}", model.gaps[*gap].lost)
        }
        Ruling::NotAsked(_) => "what it follows from is not asked here".to_owned(),
        Ruling::Value(_) | Ruling::Broken(_) => return,
    };
    let cite = model.questions[by].cite.join(", ");
    let _ = writeln!(
        text,
        "      {}   {}",
        styled(FAINT, &why),
        styled(CITE, &cite)
    );
}

fn shorten(list: &[String]) -> String {
    match list {
        [first @ .., last] if list.len() > 24 => {
            let first = first.get(..20).unwrap_or_default().join(", ");
            format!("{first}, … {last} ({} in all)", list.len())
        }
        _ => list.join(", "),
    }
}

/// A fact with its values, those only for which the question is asked, and below them what it means.
#[must_use]
pub fn fact_line(model: &Model, fact: VariableId, question: Option<&Question>) -> String {
    let (known, values) = (&model.variables[fact], values_of(model, fact, question));
    let line = format!("{} = {values}", styled(BOLD, &known.name));
    match known.means.as_str() {
        "" => line,
        means => format!("{line}\n      {}", styled(FAINT, means)),
    }
}

/// The same as people write them, with signs of their order.
#[must_use]
pub fn labels_of(model: &Model, fact: VariableId, question: Option<&Question>) -> String {
    let domain = &model.variables[fact].domain;
    let between = match domain.kind {
        DomainKind::Words { ordered: true, .. } => " < ",
        DomainKind::Words { .. } => " | ",
        _ => return values_of(model, fact, question),
    };
    let only = question.and_then(|question| question.only.iter().find(|(other, _)| *other == fact));
    let is_asked = |index: &u32| {
        only.is_none_or(|(_, asked)| asked.get(*index as usize).is_some_and(|asked| *asked))
    };
    let labels = (0..domain.size()).filter(is_asked);
    let labels = labels.map(|index| model.label_of(fact, index));
    labels.collect::<Vec<_>>().join(between)
}

/// The values of a fact for which the question is asked, with the unit.
fn values_of(model: &Model, fact: VariableId, question: Option<&Question>) -> String {
    let known = &model.variables[fact];
    let unit = known.unit.map_or("", |unit| model.units.name(unit));
    let only = question.and_then(|question| question.only.iter().find(|(other, _)| *other == fact));
    let values = match only {
        None => known.domain.in_words(&model.words),
        Some((_, asked)) => {
            let asked = (0..).zip(asked).filter(|(_, asked)| **asked);
            let values = asked.map(|(index, _)| model.show_index(fact, index));
            values.collect::<Vec<_>>().join(" | ")
        }
    };
    format!("{values} {unit}").trim_end().to_owned()
}

/// What is said where no limit of the question itself is why it is not asked.
pub const NOT_ASKED_USED: &str = "a question that it uses is not asked here";

pub fn not_asked(text: &mut String, model: &Model, limits: &[(VariableId, Vec<u32>)]) {
    if limits.is_empty() {
        let _ = writeln!(text, "  {NOT_ASKED_USED}");
    }
    for (fact, indices) in limits {
        let values = indices.iter().map(|index| model.show_index(*fact, *index));
        let (name, values) = (model.variable_name(*fact), values.collect::<Vec<_>>());
        let _ = writeln!(text, "  it is asked only for {name} = {}", shorten(&values));
    }
}
