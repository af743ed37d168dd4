//! What is wanted at a place of a text that is being written: a key, a name of some kind, a value, a condition.

use super::scan::{self, Around, Block};
use crate::model::{Model, QuestionId, VariableId};
use crate::pack::overlay::{Address, Part};

/// What can stand somewhere.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Wanted {
    /// A key of the table or item at the end of a way.
    Key,
    /// A header.
    Header,
    /// A condition, or an expression that gives an answer of a question.
    Expression(Option<QuestionId>),
    /// Facts and readings; questions too, where these can stand in their place.
    Facts,
    /// The same without readings.
    OnlyFacts,
    Questions,
    /// Whatever can be asked for: questions, processes, procedures and cards.
    Asked,
    /// A value of a fact, or several.
    ValuesOf(VariableId),
    /// What a question answers.
    AnswersOf(QuestionId),
    /// A unit, a fact or a combination: what an answer is.
    Answer,
    Paragraphs,
    Units,
    Packs,
    Processes,
    Procedures,
    Readings,
    Errata,
    /// The address of a change.
    Address,
    /// What stands at the address of the change.
    Old,
    /// Some words and no others.
    Words(&'static [&'static str]),
}

/// A place in a text, with the game that the text is of.
pub struct At<'a> {
    pub model: &'a Model,
    pub text: &'a str,
    pub offset: usize,
    pub around: &'a Around,
    pub block: Option<&'a Block>,
}

const STATUSES: &[&str] = &[
    "official",
    "unofficial",
    "disputed",
    "open",
    "obsolete",
    "incorporated",
];
const DOMAINS: &[&str] = &["bool", "text", "set of ", "dice"];
const COMBINATIONS: &[&str] = &[
    "only-one", "sum", "least", "greatest", "any", "all", "union",
];

impl At<'_> {
    /// What is wanted here; nothing, where any text will do.
    pub fn wanted(&self) -> Option<Wanted> {
        if self.around.is_comment {
            return None;
        }
        if self.around.is_header {
            return Some(Wanted::Header);
        }
        let Some(start) = self.around.text else {
            return self.around.is_key.then_some(Wanted::Key);
        };
        let key = self.around.path.last().map_or("", String::as_str);
        if matches!(key, "rules" | "examples" | "rows" | "turns") {
            if self.is_table(start) {
                return self.in_table(start, key);
            }
            let block = self.block.and_then(|block| block.path.first());
            let kinds = ["question", "examples", "example"];
            if block.is_some_and(|kind| kinds.contains(&kind.as_str())) {
                return self.in_row(start, key);
            }
        }
        self.of_key(key)
    }

    /// Whether the text is a table: one of several lines.
    fn is_table(&self, start: usize) -> bool {
        let rest = self.text.get(start..).unwrap_or_default();
        let before = self.text.get(..start).unwrap_or_default();
        before.ends_with("\"\"\"") || before.ends_with("'''") || rest.starts_with('\n')
    }

    fn in_table(&self, start: usize, key: &str) -> Option<Wanted> {
        let before = self.text.get(start..self.offset)?;
        let body = before.trim_start_matches(['\r', '\n']);
        let line = body.rsplit('\n').next().unwrap_or_default();
        if !body.contains('\n') {
            let head = line.rsplit('|').next().unwrap_or_default();
            return Some(self.head(head.trim_start(), key));
        }
        let column = line.matches('|').count();
        let heads = body.lines().next()?;
        self.under(heads.split('|').nth(column)?.trim(), key)
    }

    /// In a table of one row, each cell behind its head.
    fn in_row(&self, start: usize, key: &str) -> Option<Wanted> {
        let before = self.text.get(start..self.offset)?;
        let cell = before.rsplit('|').next().unwrap_or_default().trim_start();
        match (cell.strip_prefix('='), cell.split_once('=')) {
            (Some(answer), _) => match answer.split_once('=') {
                Some((name, _)) => self.under(&format!("={}", name.trim()), key),
                None => self.under("=", key).or(Some(Wanted::Questions)),
            },
            (None, Some((head, _))) => self.under(head.trim(), key),
            (None, None) => Some(self.head(cell, key)),
        }
    }

    /// What can head a column.
    fn head(&self, head: &str, key: &str) -> Wanted {
        let of_facts = ["process", "procedure"].iter();
        let shows_facts = of_facts.flat_map(|kind| self.said(kind)).next().is_some();
        match key {
            "rules" => Wanted::Words(&["when", "gives", "cite", "except", "gap"]),
            _ if head.starts_with("reading ") => Wanted::Readings,
            _ if head.starts_with('=') && !shows_facts => Wanted::Questions,
            _ => Wanted::Facts,
        }
    }

    /// What can stand under a head.
    fn under(&self, head: &str, key: &str) -> Option<Wanted> {
        if key == "rules" {
            return self.of_key(head);
        }
        match head.strip_prefix('=') {
            Some("") => self.question().map(Wanted::AnswersOf),
            Some(name) => {
                let id = self.model.question_names.get(name.trim());
                let fact = || self.fact(name.trim()).map(Wanted::ValuesOf);
                id.map(|id| Wanted::AnswersOf(*id)).or_else(fact)
            }
            None if head == "cite" => Some(Wanted::Paragraphs),
            None => {
                let name = head.strip_prefix("reading ").unwrap_or(head);
                let name = name.strip_prefix("was ").unwrap_or(name);
                self.fact(name).map(Wanted::ValuesOf)
            }
        }
    }

    fn fact(&self, name: &str) -> Option<VariableId> {
        let names = &self.model.variable_names;
        let reading = || {
            let mut packs = self.model.packs.iter();
            packs.find_map(|pack| names.get(&format!("{}/{name}", pack.id)))
        };
        names.get(name).or_else(reading).copied()
    }

    /// The question of the block: the one under whose header it stands, or that it says.
    pub fn question(&self) -> Option<QuestionId> {
        let names = &self.model.question_names;
        let path = &self.block?.path;
        let named = match path.first().map(String::as_str) {
            Some("question" | "examples") => names.get(path.get(1)?),
            _ => None,
        };
        let said = || {
            let said = ["answers", "ask"]
                .into_iter()
                .flat_map(|key| self.said(key));
            said.filter_map(|name| names.get(&name)).next()
        };
        named.or_else(said).copied()
    }

    /// The texts that the block says under a key, as far as they stand on its line.
    fn said(&self, key: &str) -> Vec<String> {
        let body = self
            .block
            .and_then(|block| self.text.get(block.body.clone()));
        Self::said_in(body.unwrap_or_default(), key)
    }

    /// The change of an erratum that stands here: the block, or the braces around this place.
    pub fn change(&self) -> &str {
        let block = self
            .block
            .map_or(0..self.text.len(), |block| block.body.clone());
        let whole = self.text.get(block.clone()).unwrap_or_default();
        if !self.is_inline() {
            return whole;
        }
        let (before, after) = (
            self.text.get(block.start..self.offset).unwrap_or_default(),
            self.text.get(self.offset..).unwrap_or_default(),
        );
        let opened = ["{ at", "{at", "{ after", "{after", "{ before", "{before"];
        let opened = opened
            .iter()
            .filter_map(|opened| before.rfind(opened))
            .max();
        let start = opened.or(before.rfind('{')).unwrap_or_default();
        let end = before.len() + after.find(['}', '\n']).unwrap_or(after.len());
        whole.get(start..end).unwrap_or(whole)
    }

    /// Whether the change stands in braces.
    pub fn is_inline(&self) -> bool {
        self.around.brackets.iter().any(|(open, _)| *open == '{')
    }

    /// The address of the change that stands here.
    pub fn address(&self) -> Option<String> {
        let change = self.change();
        let said = ["at", "after", "before"].into_iter();
        said.flat_map(|key| Self::said_in(change, key)).next()
    }

    fn said_in(body: &str, key: &str) -> Vec<String> {
        let value = body.match_indices(key).find_map(|(at, _)| {
            let is_word = body
                .get(..at)?
                .ends_with(|letter: char| !letter.is_alphanumeric() && letter != '-');
            let rest = body.get(at + key.len()..)?.trim_start();
            let rest = rest.strip_prefix(['=', ':'])?.trim_start();
            let end = match rest.starts_with('[') {
                true => rest.find(']')?,
                false => rest.get(1..)?.find('"')? + 2,
            };
            is_word.then(|| rest.get(..end)).flatten()
        });
        let texts = value.unwrap_or_default().split('"').skip(1).step_by(2);
        texts.map(str::to_owned).collect()
    }

    fn of_key(&self, key: &str) -> Option<Wanted> {
        let path = &self.around.path;
        let has = |name: &str| path.iter().rev().skip(1).any(|text| text == name);
        let first = path.first().map_or("", String::as_str);
        if matches!(first, "Chart" | "List") && matches!(key, "rows" | "columns") {
            return self.in_chart(first, key);
        }
        if first == "Card" && matches!(key, "sections" | "ask") {
            let start = self.around.text.unwrap_or(self.offset);
            let before = self.text.get(start..self.offset).unwrap_or_default();
            return Some(match before.contains(" with ") {
                true => Wanted::Expression(None),
                false => Wanted::Questions,
            });
        }
        if path.starts_with(&["guide".to_owned(), "words".to_owned()]) {
            return Some(Wanted::Expression(None));
        }
        if let Some(group) = [
            "given",
            "only",
            "start",
            "initially",
            "readings",
            "turns",
            "states",
        ]
        .into_iter()
        .find(|group| has(group))
        {
            let question = self
                .model
                .question_names
                .get(key)
                .filter(|_| group == "states");
            let question = question.map(|id| Wanted::AnswersOf(*id));
            return question.or_else(|| self.fact(key).map(Wanted::ValuesOf));
        }
        if has("expect") || has("outcome") {
            let question = self
                .model
                .question_names
                .get(key)
                .map(|id| Wanted::AnswersOf(*id));
            return question.or_else(|| self.fact(key).map(Wanted::ValuesOf));
        }
        if first == "usually" {
            return self.fact(path.get(1)?).map(Wanted::ValuesOf);
        }
        if first == "erratum" {
            return self.of_erratum(key);
        }
        Some(match key {
            "cite" | "otherwise-cite" => Wanted::Paragraphs,
            "when" | "except" | "always" => Wanted::Expression(None),
            "gives" | "otherwise" => Wanted::Expression(self.question()),
            "is" | "usually" => match path.get(1).and_then(|name| self.fact(name)) {
                Some(fact) => Wanted::ValuesOf(fact),
                None => Wanted::Expression(None),
            },
            "expect" => Wanted::AnswersOf(self.question()?),
            "asked" => Wanted::Asked,
            "of" if has("plots") => Wanted::Asked,
            "answers" | "of" => Wanted::Questions,
            "ask" => Wanted::Expression(None),
            "down" | "across" => Wanted::Facts,
            "from" | "start" | "turn" | "state" | "outcome" | "sometimes" | "scenario"
            | "moment" | "roll" | "as" | "sets" | "which" | "counts" | "fact" => Wanted::OnlyFacts,
            "answer" => Wanted::Answer,
            "unit" | "modifies" | "any-of" => Wanted::Units,
            "requires" | "pack" => Wanted::Packs,
            "process" | "includes" => Wanted::Processes,
            "procedure" => Wanted::Procedures,
            "combine" => Wanted::Words(COMBINATIONS),
            "domain" => Wanted::Words(DOMAINS),
            _ => return None,
        })
    }

    fn of_erratum(&self, key: &str) -> Option<Wanted> {
        Some(match key {
            "at" | "before" | "after" => Wanted::Address,
            "status" => Wanted::Words(STATUSES),
            "changes" | "meant" => Wanted::Questions,
            "supersedes" => Wanted::Errata,
            "cite" => Wanted::Paragraphs,
            "was" => Wanted::Old,
            "now" | "fills" | "gives" | "cells" => self.new_value(),
            "settles" => self.reading().map(Wanted::ValuesOf)?,
            "when" | "add" | "except" => Wanted::Expression(None),
            _ => return None,
        })
    }

    /// What can stand where the change of an erratum says.
    fn new_value(&self) -> Wanted {
        let address = self.address().and_then(|at| Address::parse(&at).ok());
        let Some(address) = address else {
            return Wanted::Expression(None);
        };
        let is_condition = matches!(
            address.parts.last(),
            Some(Part::Field(field)) if matches!(field.as_str(), "when" | "except" | "always")
        );
        let names = &self.model.question_names;
        let chart = || {
            let chart = self
                .model
                .charts
                .iter()
                .find(|other| other.id == address.name);
            chart.and_then(|chart| chart.answers.first())
        };
        match address.kind.as_deref() {
            _ if is_condition => Wanted::Expression(None),
            Some("fact") => Wanted::Words(DOMAINS),
            _ => Wanted::Expression(names.get(&address.name).or_else(chart).copied()),
        }
    }

    /// The reading that a change settles.
    fn reading(&self) -> Option<VariableId> {
        let address = Address::parse(&self.address()?).ok()?;
        self.fact(&format!("{}/{}", address.pack, address.name))
            .or_else(|| self.fact(&address.name))
    }

    /// The key of a row or column of a chart, or one of its cells.
    fn in_chart(&self, item: &str, key: &str) -> Option<Wanted> {
        let brackets = &self.around.brackets;
        let place = |names: Vec<String>| {
            let (_, element) = *brackets.last()?;
            let name = if names.len() > 1 {
                names.get(element)
            } else {
                names.first()
            };
            self.fact(name?).map(Wanted::ValuesOf)
        };
        if key == "columns" {
            return place(self.said("across"));
        }
        match brackets.as_slice() {
            [.., ('(', 1)] if item == "List" => Some(Wanted::Expression(None)),
            [.., ('(', 2)] if item == "List" => Some(Wanted::Expression(self.question())),
            _ if item == "List" => None,
            [.., ('(', 0)] | [.., ('(', 0), ('[', _)] => place(self.said("down")),
            [.., ('(', 1), ('[', column)] => {
                let answers = self.said("answers");
                let name = if answers.len() > 1 {
                    answers.get(*column)
                } else {
                    answers.first()
                };
                let id = self.model.question_names.get(name?)?;
                Some(Wanted::Expression(Some(*id)))
            }
            _ => None,
        }
    }

    /// The fact or question that a value is compared with, `haze` of `haze is not `; after `+1 per 6 `, units.
    pub fn compared(&self, start: usize) -> Option<Wanted> {
        const BETWEEN: &[&str] = &[
            "is", "not", "in", "at", "least", "most", "above", "below", "or", "=", "!=", "<=",
            ">=", "<", ">", "{", ",", "with", "includes",
        ];
        let before = self.text.get(start..self.offset)?;
        let before = before.rsplit(['|', '\n']).next().unwrap_or(before);
        let (from, _) = super::hover::word(before, before.len());
        let before = before.get(..from)?;
        let mut words = before.split_whitespace().rev();
        let is_number = |word: &str| word.starts_with(|first: char| first.is_ascii_digit());
        let last = words.next();
        if last == Some("per") || last.is_some_and(is_number) && words.next() == Some("per") {
            return Some(Wanted::Units);
        }
        let spaced = before.replace(['{', ','], " , ").replace("..", " , ");
        let mut is_compared = false;
        for token in spaced.split_whitespace().rev() {
            let token = token.trim_matches(['(', ')']);
            if BETWEEN.contains(&token) {
                is_compared |= !matches!(token, "or" | "," | "not" | "with");
                continue;
            }
            if !is_compared && self.fact(token).is_none() {
                continue;
            }
            let fact = self.fact(token).map(Wanted::ValuesOf);
            let question = || {
                self.model
                    .question_names
                    .get(token)
                    .map(|id| Wanted::AnswersOf(*id))
            };
            return fact.or_else(question).filter(|_| is_compared);
        }
        None
    }
}

/// The block of a text that an offset is in.
pub fn block_at(path: &str, text: &str, offset: usize) -> Option<Block> {
    let blocks = scan::shape(path, text).blocks.into_iter();
    let mut before = blocks.filter(|block| block.header.start <= offset);
    before.next_back()
}
