//! What a name that nothing bears may have meant: another spelling, a word of several names, a fact, or a paragraph.

use super::Rulebook;
use crate::diagnostic::{Code, Command, Diagnostic, did_you_mean, nearest};
use crate::model::{Exception, Model, Question, Role, VariableId};

/// The most names told at once.
const MOST: usize = 5;

impl Rulebook {
    /// The problem that nothing of a kind has a name, with what may have been meant; `more` are names beside those of
    /// questions, processes and procedures.
    #[must_use]
    pub fn nothing_named(
        &self,
        what: &str,
        name: &str,
        more: &[&str],
        list: Command,
    ) -> Diagnostic {
        let problem = Diagnostic::error_nowhere(
            Code::UnknownQuestion,
            format!("no pack declares a {what} `{name}`"),
        )
        .unknown(name);
        if let Some((fact, _)) = name.split_once('=') {
            let message = format!("`{name}` stands where the name of a {what} is to stand");
            return problem.says(message).help(format!(
                "the name comes first, the fact `{}` after it",
                fact.trim()
            ));
        }
        let (game, own) = name
            .split_once('/')
            .map_or((None, name), |(game, own)| (Some(game), own));
        let games: Vec<&Model> = self
            .games
            .iter()
            .filter(|model| game.is_none_or(|game| model.game == game))
            .collect();
        let mut known: Vec<&str> = games
            .iter()
            .flat_map(|model| names(model))
            .chain(more.iter().copied())
            .collect();
        known.sort_unstable();
        known.dedup();
        let meant = spelt_so(own, &known)
            .or_else(|| cited(own, &games))
            .or_else(|| fact(own, &games, &known))
            .or_else(|| with_words(own, &known))
            .or_else(|| nearest(&plain(own), known.iter().copied()).map(did_you_mean))
            .or_else(|| fact(own_fact(own, &games)?, &games, &known))
            .or_else(|| with_words(&respelt(own, &known)?, &known));
        problem.help(meant.map_or_else(|| list.then(" lists them"), Into::into))
    }
}

/// The names that can be asked for in a game.
fn names(model: &Model) -> impl Iterator<Item = &str> {
    let names = model
        .question_names
        .keys()
        .chain(model.process_names.keys())
        .chain(model.procedure_names.keys());
    names.map(String::as_str)
}

/// A name in small letters, its words joined as in the names of packs.
fn plain(name: &str) -> String {
    let words = name
        .split(|letter: char| letter.is_whitespace() || letter == '_')
        .filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("-").to_lowercase()
}

/// The same name in other letters.
fn spelt_so(name: &str, known: &[&str]) -> Option<String> {
    known
        .iter()
        .find(|known| plain(known) == plain(name))
        .map(did_you_mean)
}

/// The nearest name of a fact.
fn own_fact<'m>(name: &str, games: &[&'m Model]) -> Option<&'m str> {
    let facts = games.iter().flat_map(|model| {
        model
            .variables
            .iter()
            .filter(|found| found.role == Role::Fact)
    });
    nearest(&plain(name), facts.map(|found| found.name.as_str()))
}

/// A name with each word in the nearest spelling of those in known names.
fn respelt(name: &str, known: &[&str]) -> Option<String> {
    let words = || known.iter().flat_map(|known| known.split('-'));
    let name = plain(name);
    let respelt: Option<Vec<&str>> = name.split('-').map(|word| nearest(word, words())).collect();
    respelt.map(|words| words.join("-"))
}

/// The names that have each word of a name among theirs.
fn with_words(name: &str, known: &[&str]) -> Option<String> {
    let wanted = plain(name);
    let words: Vec<&str> = wanted.split('-').filter(|word| !word.is_empty()).collect();
    let has = |known: &str, word: &str| known.split('-').any(|own| own.eq_ignore_ascii_case(word));
    let found: Vec<&str> = known
        .iter()
        .copied()
        .filter(|known| words.iter().all(|word| has(known, word)))
        .collect();
    let shown: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    match found.as_slice() {
        [] => None,
        [one] => Some(did_you_mean(one)),
        several => Some(format!(
            "names with {}: {}",
            shown.join(" and "),
            first_of(several)
        )),
    }
}

/// A fact: what finds it, and what takes it.
fn fact(name: &str, games: &[&Model], known: &[&str]) -> Option<String> {
    let is_fact = |model: &Model, id: VariableId| {
        model
            .variable(id)
            .is_some_and(|found| found.role == Role::Fact)
    };
    let (model, fact) = games.iter().find_map(|model| {
        let all = model
            .variable_names
            .iter()
            .filter(|(_, id)| is_fact(model, **id));
        all.into_iter()
            .find(|(own, _)| plain(own) == plain(name))
            .map(|(_, id)| (*model, *id))
    })?;
    let taking: Vec<&str> = model
        .questions
        .iter()
        .filter(|one| one.process.is_none() && one.from.contains(&fact))
        .map(|one| one.name.as_str())
        .collect();
    let finding: Vec<&str> = found_by(model, fact);
    let mut told = vec![format!("`{}` is a fact", model.variable_name(fact))];
    if !finding.is_empty() {
        told.push(format!("found by {}", first_of(&finding)));
    }
    if !taking.is_empty() {
        told.push(format!("taken by {}", first_of(&taking)));
    }
    told.extend(with_words(name, known));
    Some(told.join("\n  "))
}

/// The processes and procedures that find a fact; a question that does bears its name.
fn found_by(model: &Model, fact: VariableId) -> Vec<&str> {
    let processes = model
        .processes
        .iter()
        .filter(|process| process.steps.iter().any(|(state, _)| *state == fact));
    let finds = |id: &VariableId| *id == fact;
    let procedures = model
        .procedures
        .iter()
        .filter(|one| one.outcome.iter().chain(&one.sometimes).any(finds));
    processes
        .map(|one| one.name.as_str())
        .chain(procedures.map(|one| one.name.as_str()))
        .collect()
}

/// A paragraph: the questions that cite it.
fn cited(name: &str, games: &[&Model]) -> Option<String> {
    if !name.contains(|letter: char| letter.is_ascii_digit()) {
        return None;
    }
    let is_same = |cite: &str| cite.eq_ignore_ascii_case(name);
    let mut found: Vec<&str> = Vec::new();
    for model in games {
        let all = model
            .questions
            .iter()
            .filter(|question| question.process.is_none());
        found.extend(
            all.filter(|question| cites(model, question).any(is_same))
                .map(|question| question.name.as_str()),
        );
    }
    if !found.is_empty() {
        return Some(format!("the paragraph is cited by {}", first_of(&found)));
    }
    let paragraphs = games
        .iter()
        .flat_map(|model| &model.packs)
        .flat_map(|pack| &pack.paragraphs);
    let (number, title) = paragraphs.into_iter().find(|(number, _)| is_same(number))?;
    Some(format!(
        "`{number}` is the paragraph `{title}`, which no question cites"
    ))
}

/// The paragraphs of a question, its rules and their exceptions.
fn cites<'m>(model: &'m Model, question: &'m Question) -> impl Iterator<Item = &'m str> {
    fn of_exceptions<'m>(except: &'m [Exception], cites: &mut Vec<&'m str>) {
        for exception in except {
            cites.push(&exception.cite);
            of_exceptions(&exception.except, cites);
        }
    }
    let mut cites: Vec<&str> = question.cite.iter().map(String::as_str).collect();
    for rule in question.rules.iter().filter_map(|rule| model.rule(*rule)) {
        cites.push(&rule.cite);
        of_exceptions(&rule.except, &mut cites);
    }
    cites.into_iter()
}

/// The first of some names, and how many more there are.
fn first_of(names: &[&str]) -> String {
    let shown: Vec<String> = names
        .iter()
        .take(MOST)
        .map(|name| format!("`{name}`"))
        .collect();
    let rest = names.len().saturating_sub(MOST);
    if rest == 0 {
        shown.join(", ")
    } else {
        format!("{}, and {rest} more", shown.join(", "))
    }
}
