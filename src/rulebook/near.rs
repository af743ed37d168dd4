//! What a name that nothing bears may have meant: another spelling, a word of several names, a fact, or a paragraph.

use super::Rulebook;
use crate::diagnostic::{Code, Command, Diagnostic, did_you_mean, nearest};
use crate::model::{Exception, Model, Question, Role, VariableId};

/// The most names told at once.
const MOST: usize = 5;

/// What a name can mean.
struct Names<'m> {
    games: Vec<&'m Model>,
    /// What can be asked for, in order.
    known: Vec<&'m str>,
}

impl Rulebook {
    /// The problem that nothing of a kind has a name, with what may have been meant; `more` are names beside those of
    /// questions, processes and procedures.
    pub(crate) fn nothing_named(
        &self,
        what: &str,
        name: &str,
        more: &[&str],
        list: Command,
    ) -> Diagnostic {
        let problem =
            |message| Diagnostic::error_nowhere(Code::UnknownQuestion, message).unknown(name);
        if let Some((fact, _)) = name.split_once('=') {
            let message = format!("`{name}` stands where the name of a {what} is to stand");
            let fact = fact.trim();
            return problem(message)
                .help(format!("the name comes first, the fact `{fact}` after it"));
        }
        let (game, text) = name
            .split_once('/')
            .map_or((None, name), |(game, text)| (Some(game), text));
        let of_game = |model: &&Model| game.is_none_or(|game| model.game == game);
        let games: Vec<&Model> = self.games.iter().filter(of_game).collect();
        let names = games.iter().flat_map(|model| {
            let names = model
                .question_names
                .keys()
                .chain(model.process_names.keys());
            names
                .chain(model.procedure_names.keys())
                .map(String::as_str)
        });
        let mut known: Vec<&str> = names.chain(more.iter().copied()).collect();
        known.sort_unstable();
        known.dedup();
        let meant = Names { games, known }.meant(text);
        let help = meant.map_or_else(|| list.then(" lists them"), Into::into);
        problem(format!("no pack declares a {what} `{name}`")).help(help)
    }
}

impl<'m> Names<'m> {
    fn meant(&self, name: &str) -> Option<String> {
        let wanted = plain(name);
        let spelt_so = self.known.iter().find(|known| plain(known) == wanted);
        spelt_so
            .map(did_you_mean)
            .or_else(|| self.paragraph(name))
            .or_else(|| self.fact(&wanted))
            .or_else(|| self.with_words(&wanted))
            .or_else(|| nearest(&wanted, self.known.iter().copied()).map(did_you_mean))
            .or_else(|| {
                self.fact(&plain(nearest(
                    &wanted,
                    self.facts().map(|(name, _)| name),
                )?))
            })
            .or_else(|| self.with_words(&self.respelt(&wanted)?))
    }

    fn facts(&self) -> impl Iterator<Item = (&'m str, (&'m Model, VariableId))> {
        let of_game = |model: &&'m Model| {
            let model = *model;
            model
                .facts()
                .map(move |(id, fact)| (fact.name.as_str(), (model, id)))
        };
        self.games.iter().flat_map(of_game)
    }

    /// A name with each word in the nearest spelling of those in known names.
    fn respelt(&self, name: &str) -> Option<String> {
        let words = || self.known.iter().flat_map(|known| known.split('-'));
        let respelt = name.split('-').map(|word| nearest(word, words()));
        respelt
            .collect::<Option<Vec<&str>>>()
            .map(|words| words.join("-"))
    }

    /// The names that have each word of a name among theirs.
    fn with_words(&self, name: &str) -> Option<String> {
        let words: Vec<&str> = name.split('-').filter(|word| !word.is_empty()).collect();
        let has =
            |known: &str, word: &str| known.split('-').any(|text| text.eq_ignore_ascii_case(word));
        let mut with_all = self.known.clone();
        with_all.retain(|known| words.iter().all(|word| has(known, word)));
        match with_all.as_slice() {
            [] => None,
            [only] => Some(did_you_mean(only)),
            several => {
                let words: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
                Some(format!(
                    "names with {}: {}",
                    words.join(" and "),
                    first_of(several)
                ))
            }
        }
    }

    /// A fact: what finds it, and what takes it.
    fn fact(&self, name: &str) -> Option<String> {
        let aliases = self.games.iter().flat_map(|model| {
            let names = model.variable_names.iter();
            names.map(move |(name, id)| (name.as_str(), (*model, *id)))
        });
        let is_fact = |(model, id): (&Model, VariableId)| model.variables[id].role == Role::Fact;
        let (_, (model, fact)) = aliases
            .into_iter()
            .find(|(text, at)| plain(text) == name && is_fact(*at))?;
        let processes = model
            .processes
            .iter()
            .filter(|process| process.steps.iter().any(|(state, _)| *state == fact));
        let procedures = model.procedures.iter().filter(|procedure| {
            procedure
                .outcome
                .iter()
                .chain(&procedure.sometimes)
                .any(|id| *id == fact)
        });
        let finding = processes.map(|process| process.name.as_str());
        let finding: Vec<&str> = finding
            .chain(procedures.map(|procedure| procedure.name.as_str()))
            .collect();
        let taking = asked(model).filter(|question| question.from.contains(&fact));
        let taking: Vec<&str> = taking.map(|question| question.name.as_str()).collect();
        let mut told = vec![format!("`{}` is a fact", model.variable_name(fact))];
        for (how, names) in [("found", finding), ("taken", taking)] {
            if !names.is_empty() {
                told.push(format!("{how} by {}", first_of(&names)));
            }
        }
        told.extend(self.with_words(name));
        Some(told.join("\n  "))
    }

    /// A paragraph: the questions that cite it.
    fn paragraph(&self, name: &str) -> Option<String> {
        if !name.contains(|letter: char| letter.is_ascii_digit()) {
            return None;
        }
        let is_same = |cite: &str| cite.eq_ignore_ascii_case(name);
        let cites = |model: &Model, question: &Question| {
            let rules = question.rules.iter().map(|rule| &model.rules[*rule]);
            question.cite.iter().any(|cite| is_same(cite))
                || rules
                    .into_iter()
                    .any(|rule| is_same(&rule.cite) || is_cited(&rule.except, &is_same))
        };
        let citing = self.games.iter().flat_map(|model| {
            asked(model)
                .filter(|question| cites(model, question))
                .map(|each| each.name.as_str())
        });
        let citing: Vec<&str> = citing.collect();
        if !citing.is_empty() {
            return Some(format!("the paragraph is cited by {}", first_of(&citing)));
        }
        let packs = self.games.iter().flat_map(|model| model.packs.iter());
        let mut paragraphs = packs.flat_map(|pack| &pack.paragraphs);
        let (number, title) = paragraphs.find(|(number, _)| is_same(number))?;
        Some(format!(
            "`{number}` is the paragraph `{title}`, which no question cites"
        ))
    }
}

/// The questions that can be asked: those that are no step of a process.
fn asked(model: &Model) -> impl Iterator<Item = &Question> {
    model
        .questions
        .iter()
        .filter(|question| question.process.is_none())
}

fn is_cited(except: &[Exception], is_same: &dyn Fn(&str) -> bool) -> bool {
    except
        .iter()
        .any(|exception| is_same(&exception.cite) || is_cited(&exception.except, is_same))
}

/// A name in small letters, its words joined as in the names of packs.
fn plain(name: &str) -> String {
    let words = name.split(|letter: char| letter.is_whitespace() || letter == '_');
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    words.join("-").to_lowercase()
}

/// The first of some names, and how many more there are.
fn first_of(names: &[&str]) -> String {
    let shown: Vec<String> = names
        .iter()
        .take(MOST)
        .map(|name| format!("`{name}`"))
        .collect();
    match names.len().saturating_sub(MOST) {
        0 => shown.join(", "),
        rest => format!("{}, and {rest} more", shown.join(", ")),
    }
}
