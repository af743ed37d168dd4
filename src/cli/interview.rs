//! `chartroom ask --interview`: what still matters is asked for, one fact at a time, in the order in which people tell it.

use super::Output;
use crate::answer::{Answer, Asker, Needs, Ruling, Stated};
use crate::diagnostic::Diagnostic;
use crate::model::{Model, QuestionId, VariableId};
use crate::render::answer::{fact_line, labels_of};
use crate::render::table::wrapped;
use crate::rulebook::{request, spoken, terms};
use crate::source::Sources;
use std::io::{self, BufRead, IsTerminal, Read};

/// The width of what is asked, in columns, what follows the first line set off.
const WIDTH: usize = 76;

/// The most bytes of a line that somebody types.
const MOST_TYPED: u64 = 1 << 16;

/// How many of the facts that are as usual are named at once.
const MOST_NAMED: usize = 12;

/// What a person says to one question of an interview.
enum Said {
    /// Values of facts, by their indices, with the words for them.
    Values(Vec<(VariableId, u32, String)>),
    /// To go back to the question before.
    Back,
    /// To tell what the fact follows from instead.
    Instead,
    /// Nothing more.
    Nothing,
}

/// Asks until the answer is known, or nobody tells any more.
pub fn run<'r>(
    asker: &mut Asker<'r>,
    sources: &'r Sources,
    question: QuestionId,
    mut stated: Stated,
    output: &mut Output,
) -> Answer<'r> {
    let model = asker.model;
    let mut before: Vec<(Stated, Vec<VariableId>)> = Vec::new();
    let mut found: Vec<VariableId> = Vec::new();
    let mut is_first = true;
    loop {
        let answer = asker.answer(sources, question, stated.clone());
        let mut usual: Vec<VariableId> = Vec::new();
        let next = match &answer.ruling {
            Ruling::Needs(needs) => wanted(needs, &found),
            _ => {
                usual.extend(answer.changes(asker).iter().map(|change| change.fact));
                usual.dedup();
                usual.sort_by_key(|fact| model.told_at(*fact));
                None
            }
        };
        if next.is_none() && usual.is_empty() {
            return answer;
        }
        if std::mem::take(&mut is_first) {
            output.note("(? explains, an empty line takes what is usual, back goes back)");
        }
        let said = match next {
            Some((fact, from)) => {
                let usual = asker.usually(fact, &stated.situation);
                ask(model, (question, fact), (usual, from), output)
            }
            None => ask_what_differs(model, question, &usual, output),
        };
        match said {
            Said::Values(values) => {
                before.push((stated.clone(), found.clone()));
                for (fact, index, words) in values {
                    stated.set(model, fact, index, &words);
                }
            }
            Said::Back => match before.pop() {
                Some(earlier) => (stated, found) = earlier,
                None => output.note("this is the first question"),
            },
            Said::Instead => {
                before.push((stated.clone(), found.clone()));
                found.extend(next.map(|(fact, _)| fact));
            }
            Said::Nothing => return answer,
        }
    }
}

/// The fact to ask for, with the facts that it follows from; of one that is to be found so, the first of these.
fn wanted<'n>(needs: &'n Needs, found: &[VariableId]) -> Option<(VariableId, &'n [VariableId])> {
    let fact = *needs.facts.first()?;
    let mut unfound = needs.unfound.iter();
    let from = unfound.find_map(|(other, _, why)| match why {
        Ruling::Needs(from) if *other == fact && !from.facts.is_empty() => Some(from),
        _ => None,
    });
    match from {
        Some(from) if found.contains(&fact) => wanted(from, found),
        from => Some((fact, from.map_or(&[], |from| &from.facts))),
    }
}

/// A line that a person types; none where there are no more.
fn line(output: &mut Output) -> Option<String> {
    output.prompt("> ");
    let mut line = Vec::new();
    let mut typed = io::stdin().lock().take(MOST_TYPED);
    if !matches!(typed.read_until(b'\n', &mut line), Ok(read) if read > 0) {
        return None;
    }
    let line = String::from_utf8_lossy(&line);
    if !io::stdin().is_terminal() {
        // Nobody typed the answer, so that the line of the prompt is not ended either.
        output.note(line.trim());
    }
    Some(line.trim().to_owned())
}

/// Asks which of the facts that are as usual, and that matter, are not: most of them are, so that nobody wants to be asked for
/// each.
fn ask_what_differs(
    model: &Model,
    question: QuestionId,
    usual: &[VariableId],
    output: &mut Output,
) -> Said {
    let titles = usual
        .iter()
        .take(MOST_NAMED)
        .map(|fact| model.title_of(*fact));
    let more = usual.len().checked_sub(MOST_NAMED).filter(|more| *more > 0);
    let more = more.map(|more| format!("and {more} more"));
    let titles = titles.chain(more).collect::<Vec<_>>().join(", ");
    let text = format!("What is not as usual, in words or as NAME=VALUE? {titles}");
    output.note(&wrapped(&text, WIDTH).join("\n    "));
    loop {
        match line(output).as_deref() {
            None | Some("") => return Said::Nothing,
            Some("back") => return Said::Back,
            Some("?") => {
                for fact in usual {
                    output.note(&fact_line(model, *fact, Some(&model.questions[question])));
                }
            }
            Some(said) => match values(model, question, said) {
                Ok(values) => return Said::Values(values),
                Err(problem) => output.problem(&problem.to_string()),
            },
        }
    }
}

/// Facts as a person types them, with commas or blanks between them, or words that say them.
fn values(
    model: &Model,
    question: QuestionId,
    said: &str,
) -> Result<Vec<(VariableId, u32, String)>, Diagnostic> {
    let facts: Vec<String> = match said.matches('=').count() {
        0 => {
            let taken = request::taken_by(model, question);
            spoken::in_words(model, &[said.to_owned()], &taken)?.0
        }
        1 => vec![said.to_owned()],
        _ if said.contains(',') => said.split(',').map(str::to_owned).collect(),
        _ => said.split_whitespace().map(str::to_owned).collect(),
    };
    let read = |fact: &String| {
        let (name, value) = terms::pair(fact)?;
        let told = request::fact(model, name, value)?.into_iter();
        Ok(told
            .map(|(fact, index)| (fact, index, value.to_owned()))
            .collect())
    };
    let all: Result<Vec<Vec<_>>, Diagnostic> = facts.iter().map(read).collect();
    all.map(|all| all.concat())
}

/// Asks for one fact until the answer can be read: with what it usually is, and what it follows from.
fn ask(
    model: &Model,
    (question, fact): (QuestionId, VariableId),
    (usual, from): (Option<u32>, &[VariableId]),
    output: &mut Output,
) -> Said {
    let question = Some(&model.questions[question]);
    let values = labels_of(model, fact, question);
    let label = usual.map(|index| format!(" [{}]", model.label_of(fact, index)));
    let from = from.iter().map(|fact| model.title_of(*fact));
    let from = (usual.is_none()).then(|| from.collect::<Vec<_>>().join(", "));
    let from = from.filter(|from| !from.is_empty());
    let instead = from
        .as_ref()
        .map(|from| format!("; an empty line to tell {from} instead"));
    let text = format!(
        "{}? {values}{}{}",
        model.title_of(fact),
        label.unwrap_or_default(),
        instead.unwrap_or_default()
    );
    output.note(&wrapped(&text, WIDTH).join("\n    "));
    let told = |index, words| Said::Values(vec![(fact, index, words)]);
    loop {
        let Some(typed) = line(output) else {
            return Said::Nothing;
        };
        // The fact may be named again.
        let named = typed.split_once('=');
        let named = named.filter(|(name, _)| model.fact_named(name.trim()) == Some(fact));
        let said = named.map_or(typed.as_str(), |(_, value)| value.trim());
        match (said, usual) {
            ("?", _) => output.note(&fact_line(model, fact, question)),
            ("back", _) => return Said::Back,
            ("", Some(index)) => return told(index, model.show_index(fact, index)),
            ("", None) if from.is_some() => return Said::Instead,
            ("", None) => output.note("nothing is usual here; ? explains what is asked"),
            _ => match request::told(model, fact, said) {
                Ok(all) => {
                    let values = all.into_iter();
                    let values = values.map(|(fact, index)| (fact, index, said.to_owned()));
                    return Said::Values(values.collect());
                }
                Err(problem) => output.problem(&problem.to_string()),
            },
        }
    }
}
