//! Charts from a spreadsheet: what its headings mean is guessed from the facts of the rulebook, and every guess is told.

mod corner;
mod key;
mod near;
mod plain;
mod results;
mod sheet;

use super::{Rulebook, request};
use crate::diagnostic::Diagnostic;
use crate::model::{Model, Question, Role, VariableId};
use crate::source::Span;
use crate::syntax::parse;
use crate::value::{folded, folded_value, parse_number, show_number};
use corner::Corner;
use itertools::Itertools;
use num_traits::{Signed, Zero};
use results::is_blank;
use sheet::{Line, Sheet, may_be_thousands};
use std::fmt::Write;

/// How many values are shown of those that are none of one fact.
const MOST_SHOWN: usize = 24;

/// What is said of a chart that its cells do not say.
#[derive(Debug, Clone, Copy, Default)]
pub struct Wish<'a> {
    /// Its name.
    pub id: &'a str,
    /// Its printed title.
    pub title: Option<&'a str>,
    /// Its paragraph.
    pub cite: Option<&'a str>,
    /// The question that it answers.
    pub answers: Option<&'a str>,
    /// The facts that its rows go by, from left to right.
    pub down: &'a [String],
    /// The facts that its columns go by, from top to bottom.
    pub across: &'a [String],
    /// Where its rows are results, the fact of which its cells are values, or one for each column.
    pub cells: &'a [String],
}

/// A chart as a pack writes it.
#[derive(Debug)]
pub struct Imported {
    /// Its text, RON.
    pub text: String,
    /// What was guessed, a line each.
    pub guesses: Vec<String>,
}

impl Rulebook {
    /// Makes a chart of the text of a sheet: comma, semicolon or tab between its cells.
    ///
    /// # Errors
    ///
    /// Where the sheet cannot be read, or a heading means nothing, or several things.
    #[doc(hidden)]
    pub fn import(&self, text: &str, wish: Wish<'_>) -> Result<Imported, Diagnostic> {
        let sheet = Sheet::read(text, wish.down.len().max(1), wish.across.len())?;
        let left_out = |(line, text): &(usize, String)| {
            format!("line {line} is a footnote, and is left out: `{text}`")
        };
        let left_out: Vec<String> = sheet.footnotes.iter().map(left_out).collect();
        let has = |model: &&Model| {
            let mut questions = model.questions.iter();
            questions.any(|question| wish.answers == Some(question.name.as_str()))
        };
        let answering: Vec<&Model> = self.games.iter().filter(has).collect();
        let all = || self.games.iter().collect();
        let games = if answering.is_empty() {
            all()
        } else {
            answering
        };
        let games = games.into_iter().map(|model| {
            let mut import = Import {
                model,
                wish,
                guesses: left_out.clone(),
            };
            let text = import.chart(&sheet)?;
            let guesses = import.guesses;
            Ok((model, Imported { text, guesses }))
        });
        let (made, failed): (Vec<_>, Vec<_>) = games.partition(Result::is_ok);
        let mut made = made.into_iter().filter_map(Result::ok);
        let one = made.next();
        let other = made.find(|(_, other)| {
            one.as_ref()
                .is_some_and(|(_, imported)| imported.text != other.text)
        });
        match (one, other) {
            (Some((_, imported)), None) => Ok(imported),
            (Some((one, _)), Some((other, _))) => Err(Diagnostic::request(format!(
                "the headings fit facts of {} and of {}",
                one.game, other.game
            ))
            .help("say what the rows go by: `--down FACT`")),
            (None, _) => Err(failed
                .into_iter()
                .find_map(Result::err)
                .unwrap_or_else(|| Diagnostic::request("there is no game in the rulebook"))),
        }
    }
}

/// What a heading is a value of.
enum Goes {
    /// A fact: its values are understood as anybody may write them.
    By(VariableId),
    /// A question, or an expression: headings are taken as they stand.
    ByExpression(String),
}

/// The import into one game.
struct Import<'a> {
    model: &'a Model,
    wish: Wish<'a>,
    guesses: Vec<String>,
}

impl Import<'_> {
    fn chart(&mut self, sheet: &Sheet) -> Result<String, Diagnostic> {
        if let Some(text) = self.list(sheet) {
            return Ok(text);
        }
        let corner = Corner::of(sheet);
        if let Some(text) = self.results(sheet, &corner)? {
            return Ok(text);
        }
        if let Some(text) = self.turned(sheet)? {
            return Ok(text);
        }
        let rows: Vec<Vec<&str>> = sheet
            .rows
            .iter()
            .map(|row| row.keys.iter().map(String::as_str).collect())
            .collect();
        let line = |row: usize| {
            let number = sheet.rows.get(row).map(|row| row.number);
            number.map_or_else(String::new, |number| {
                format!(" on line {number} of the sheet")
            })
        };
        let down = self.facts("down", &rows, (self.wish.down, &corner.down), &line)?;
        let columns = headings(sheet);
        let questions = self.questions(&columns)?;
        let across = match &questions {
            Some(_) => Vec::new(),
            None => self.across(sheet, &columns, &corner)?,
        };
        let cells = sheet.rows.iter().flat_map(|row| &row.cells);
        let answers = questions.unwrap_or_else(|| vec![self.answers(cells)]);
        self.refuse_unplain(sheet, &answers)?;
        let mut text = self.head("Chart", &answers);
        let _ = write!(text, "    down: {}", listed(&self.names(&down)));
        text.push_str(&self.columns(&across, &columns));
        text.push_str(",\n    rows: [\n");
        text.push_str(&self.rows(sheet, &down, &answers));
        text.push_str("    ],\n)\n");
        Ok(text)
    }

    /// What the columns go by; nothing, where the only one of them is headed by what no fact is: that is what people call it.
    fn across(
        &mut self,
        sheet: &Sheet,
        columns: &[Vec<&str>],
        corner: &Corner,
    ) -> Result<Vec<Goes>, Diagnostic> {
        let wanted = (self.wish.across, corner.across.as_slice());
        let goes = self.facts("across", columns, wanted, &|column| sheet.column(column));
        let is_free = self.wish.across.is_empty() && corner.across.is_empty();
        let cells = sheet.rows.iter().flat_map(|row| &row.cells);
        let is_waited_for = || self.wish.answers.is_some() || self.waiting(cells).is_some();
        match columns {
            [heading] if goes.is_err() && is_free && is_waited_for() => {
                let heading = heading.join(" ");
                let left_out = format!("`{heading}` heads the answers, and is left out");
                self.guesses.push(left_out);
                Ok(Vec::new())
            }
            _ => goes,
        }
    }

    /// What the columns go by, and their headings; nothing, where they go by nothing.
    fn columns(&self, across: &[Goes], columns: &[Vec<&str>]) -> String {
        if across.is_empty() {
            return String::new();
        }
        let keys = columns.iter().map(|column| self.key(across, column));
        let keys: Vec<String> = keys.collect();
        let across = listed(&self.names(across));
        format!(", across: {across},\n    columns: [{}]", keys.join(", "))
    }

    /// A list of modifiers, where the sheet has its three columns.
    fn list(&mut self, sheet: &Sheet) -> Option<String> {
        let columns: Vec<String> = sheet.columns.iter().map(|column| column.concat()).collect();
        let is_list = sheet.corner == ["label"] && columns == ["when", "gives"];
        let gives = sheet.rows.iter().filter_map(|row| row.cells.last());
        let answers = is_list.then(|| self.answers(gives))?;
        let is_signed = self.is_signed(&answers);
        let mut text = self.head("List", &[answers]);
        text.push_str("    rows: [\n");
        for row in &sheet.rows {
            let label = row.keys.concat() + &row.marks;
            let [when, gives] = row.cells.as_slice() else {
                continue;
            };
            let gives = match parse_number(gives) {
                Some(_) => self.answer(gives, is_signed),
                None => gives.clone(),
            };
            let _ = writeln!(text, "        ({label:?}, {when:?}, {gives:?}),");
        }
        text.push_str("    ],\n)\n");
        Some(text)
    }

    /// The chart as far as its cells do not say it.
    fn head(&self, kind: &str, answers: &[String]) -> String {
        let mut text = format!("{kind}(\n    id: {:?}", self.wish.id);
        let said = [("title", self.wish.title), ("cite", self.wish.cite)];
        for (name, value) in said {
            if let Some(value) = value {
                let _ = write!(text, ", {name}: {value:?}");
            }
        }
        let _ = writeln!(text, ",\n    answers: {},", listed(answers));
        text
    }

    /// The rows, their cells in line.
    fn rows(&mut self, sheet: &Sheet, down: &[Goes], answers: &[String]) -> String {
        let signs: Vec<bool> = answers.iter().map(|name| self.is_signed(name)).collect();
        let lines = sheet.rows.iter().map(|row| {
            let keys: Vec<&str> = row.keys.iter().map(String::as_str).collect();
            let cells = (0..).zip(&row.cells).map(|(place, cell)| {
                let is_signed = signs.get(place).or(signs.last()) == Some(&true);
                format!("{:?}", self.answer(cell, is_signed))
            });
            (self.key(down, &keys), cells.collect())
        });
        let lines = lines.collect();
        self.laid(sheet, lines)
    }

    /// Rows as they are written, each a key and its cells, with their marks.
    fn laid(&mut self, sheet: &Sheet, lines: Vec<(String, Vec<String>)>) -> String {
        let has_blank = |row: &&Line| row.cells.iter().any(String::is_empty);
        let blank = sheet.rows.iter().filter(has_blank);
        let blank: Vec<String> = blank.map(|row| row.number.to_string()).collect();
        if !blank.is_empty() {
            let lines = blank.join(", ");
            self.guesses
                .push(format!("blank cells are left empty, \"-\": line {lines}"));
        }
        self.tell_left_out(sheet);
        let mut cells = sheet.rows.iter().flat_map(|row| &row.cells);
        let point = cells.find(|cell| may_be_thousands(cell));
        if let Some((cell, number)) = point.and_then(|cell| Some((cell, parse_number(cell)?))) {
            let number = show_number(number, false);
            self.guesses
                .push(format!("a point begins decimals: `{cell}` is {number}"));
        }
        let marked = sheet.rows.iter().filter(|row| !row.marks.is_empty());
        let marked: Vec<String> = marked.map(|row| row.number.to_string()).collect();
        if !marked.is_empty() {
            self.guesses.push(format!(
                "the marks of line {} want their footnotes: `notes: [(mark: …, when: …, gives: …)]`",
                marked.join(", ")
            ));
        }
        let widest = |place: usize| {
            let cells = lines.iter().filter_map(|(_, cells)| cells.get(place));
            cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
        };
        let width = lines.iter().map(|(key, ..)| key.chars().count()).max();
        let mut text = String::new();
        for ((key, cells), Line { marks, .. }) in lines.iter().zip(&sheet.rows) {
            let key = format!("{key},");
            let _ = write!(text, "        ({key:<0$} [", width.unwrap_or(0) + 1);
            for (place, cell) in cells.iter().enumerate() {
                if place + 1 == cells.len() {
                    text.push_str(cell);
                } else {
                    let _ = write!(text, "{:<1$} ", format!("{cell},"), widest(place) + 1);
                }
            }
            text.push(']');
            if !marks.is_empty() {
                let _ = write!(text, ", {marks:?}");
            }
            text.push_str("),\n");
        }
        text
    }

    /// The questions that the columns are, where each heading names one.
    fn questions(&mut self, columns: &[Vec<&str>]) -> Result<Option<Vec<String>>, Diagnostic> {
        let question = |headings: &Vec<&str>| {
            let [heading] = headings.as_slice() else {
                return None;
            };
            let mut questions = self.model.questions.iter();
            let named = questions.find(|question| question.name == folded(heading))?;
            Some(named.name.clone())
        };
        let questions: Option<Vec<String>> = columns.iter().map(question).collect();
        let questions = questions.filter(|_| self.wish.across.is_empty());
        if let Some(questions) = &questions {
            if let Some(twice) = questions.iter().duplicates().next() {
                let message = format!("two columns of the sheet answer `{twice}`");
                return Err(Diagnostic::request(message).help("leave one of them out"));
            }
            self.guesses
                .push("each column answers its question".to_owned());
        }
        Ok(questions)
    }

    /// The question that is answered: the one wanted, the one of the chart's name, or the only one without an answer that can have
    /// these.
    fn answers<'c>(&mut self, cells: impl Iterator<Item = &'c String>) -> String {
        if let Some(question) = self.wish.answers {
            return question.to_owned();
        }
        let id = self.wish.id;
        let known = ["-chart", "-table"];
        let question = known.iter().find_map(|end| id.strip_suffix(end));
        let name = question.unwrap_or(id);
        let mut questions = self.model.questions.iter();
        let is_there = questions.any(|other| other.name == name);
        let waiting = || self.waiting(cells);
        let text = (!is_there).then(waiting).flatten();
        let is_new = text.is_none() && !is_there;
        let question = text.unwrap_or_else(|| name.to_owned());
        self.guesses.push(match is_new {
            true => format!(
                "it answers `{question}`, which no pack declares yet: `[question.{question}]`, or `--answers QUESTION` says another"
            ),
            false => format!("it answers `{question}`: `--answers QUESTION` says another"),
        });
        question
    }

    /// The only question without an answer that can have these.
    fn waiting<'c>(&self, cells: impl Iterator<Item = &'c String>) -> Option<String> {
        let cells: Vec<String> = cells.map(|cell| self.answer(cell, false)).collect();
        let mut fitting = self.model.questions.iter().filter(|other| {
            other.process.is_none()
                && other.rules.is_empty()
                && can_answer(self.model, other, &cells)
        });
        let only = fitting.next().filter(|_| fitting.next().is_none());
        only.map(|question| question.name.clone())
    }

    /// The facts that headings are values of: those wanted, those that the corner names, or the only ones that they all fit. `place`
    /// says where in the sheet a heading is.
    fn facts(
        &mut self,
        side: &str,
        headings: &[Vec<&str>],
        (wanted, corner): (&[String], &[String]),
        place: &dyn Fn(usize) -> String,
    ) -> Result<Vec<Goes>, Diagnostic> {
        let parts = headings.iter().map(Vec::len).max().unwrap_or_default();
        let mut facts = Vec::new();
        for part in 0..parts {
            let parts_of = headings.iter().map(|heading| heading.get(part));
            let keys: Vec<&str> = parts_of
                .map(|key| key.copied().unwrap_or_default())
                .collect();
            let wanted = wanted.get(part);
            if let Some(name) = wanted.filter(|name| self.is_expression(name)) {
                facts.push(Goes::ByExpression(name.clone()));
                continue;
            }
            let fact = match (wanted, corner.get(part)) {
                (Some(name), _) => request::named(self.model, name)?,
                (None, named) => {
                    let named = named.and_then(|name| self.named(name));
                    match (named, named.filter(|fact| self.fits(*fact, &keys))) {
                        (_, Some(fact)) => fact,
                        (None, None) => self.guess(side, &keys)?,
                        // What the corner names is meant, unless something else fits: then a key is wrong.
                        (Some(named), None) => self.guess(side, &keys).or_else(|refused| {
                            self.refuse_no_value(named, &keys, place)?;
                            Err(refused)
                        })?,
                    }
                }
            };
            self.refuse_no_value(fact, &keys, place)?;
            facts.push(Goes::By(fact));
        }
        Ok(facts)
    }

    fn refuse_no_value(
        &self,
        fact: VariableId,
        keys: &[&str],
        place: &dyn Fn(usize) -> String,
    ) -> Result<(), Diagnostic> {
        let mut keys = keys.iter().enumerate();
        let Some((at, wrong)) = keys.find(|(_, key)| key::meant(self.model, fact, key).is_none())
        else {
            return Ok(());
        };
        let variable = &self.model.variables[fact];
        let shown = variable.domain.show(&self.model.words);
        let message = format!("`{wrong}`{} is no value of `{}`", place(at), variable.name);
        Err(Diagnostic::request(message).help(format!("its values: {shown}")))
    }

    /// Whether a chart goes by something that is no fact: a question, or more than a name.
    fn is_expression(&self, name: &str) -> bool {
        let is_question = || self.model.questions.iter().any(|other| other.name == *name);
        self.model.fact_named(name).is_none() && (name.contains(' ') || is_question())
    }

    /// A fact by what a sheet calls it.
    fn named(&self, heading: &str) -> Option<VariableId> {
        self.model
            .fact_named(heading)
            .or_else(|| self.model.fact_named(&folded(heading)))
    }

    fn fits(&self, fact: VariableId, keys: &[&str]) -> bool {
        keys.iter()
            .all(|key| key::meant(self.model, fact, key).is_some())
    }

    /// Whether headings are the values of a fact, each of them once.
    fn is_covered(&self, fact: VariableId, keys: &[&str]) -> bool {
        let meant = keys.iter().map(|key| key::meant(self.model, fact, key));
        let Some(meant) = meant.collect::<Option<Vec<_>>>() else {
            return false;
        };
        let mut values: Vec<u32> = meant.into_iter().flat_map(|meant| meant.values).collect();
        values.sort_unstable();
        let size = self.model.variables[fact].domain.size();
        values.into_iter().eq(0..size)
    }

    /// The one fact whose values the headings are, each of them once; of several, the one that is rolled.
    fn guess(&mut self, side: &str, keys: &[&str]) -> Result<VariableId, Diagnostic> {
        let model = self.model;
        let facts = model.variables.enumerated();
        let facts = facts.filter(|(_, variable)| variable.role == Role::Fact);
        let fitting: Vec<VariableId> = facts
            .map(|(fact, _)| fact)
            .filter(|fact| self.is_covered(*fact, keys))
            .collect();
        let rolled: Vec<VariableId> = fitting
            .iter()
            .copied()
            .filter(|fact| model.variables[*fact].roll.is_some())
            .collect();
        let name = |fact: &VariableId| model.variables[*fact].name.clone();
        match (fitting.as_slice(), rolled.as_slice()) {
            ([fact], _) | (_, [fact]) => {
                let what = match side {
                    "down" => "the rows go by",
                    "across" => "the columns go by",
                    _ => "the rows are results, and their cells the values of",
                };
                let guess = format!("{what} `{}`: `--{side} FACT` says another", name(fact));
                if !self.guesses.contains(&guess) {
                    self.guesses.push(guess);
                }
                Ok(*fact)
            }
            ([], _) => {
                let shown = few(keys);
                let refused =
                    Diagnostic::request(format!("no fact has just these values: {shown}"));
                let nearly = near::nearly(model, keys).join("; ");
                let name = format!("name the fact, `--{side} FACT`, or declare it first");
                Err(refused.help(match nearly.as_str() {
                    "" => name,
                    nearly => format!("{nearly}; or {name}"),
                }))
            }
            (several, _) => Err(Diagnostic::request(format!(
                "several facts have these values: {}",
                few(keys)
            ))
            .help(format!(
                "say which, `--{side} FACT`: {}",
                several.iter().map(name).collect::<Vec<_>>().join(", ")
            ))),
        }
    }

    fn names(&self, facts: &[Goes]) -> Vec<String> {
        let name = |goes: &Goes| match goes {
            Goes::By(fact) => self.model.variables[*fact].name.clone(),
            Goes::ByExpression(text) => text.clone(),
        };
        facts.iter().map(name).collect()
    }

    /// A key as a pack writes it: a text, or one for each thing that it goes by.
    fn key(&self, facts: &[Goes], headings: &[&str]) -> String {
        let part = |(goes, heading): (&Goes, &&str)| match goes {
            Goes::By(fact) => {
                let meant = key::meant(self.model, *fact, heading);
                format!("{:?}", meant.map(|meant| meant.key).unwrap_or_default())
            }
            Goes::ByExpression(text) => {
                let meant = key::answered(self.model, text, heading);
                format!("{:?}", meant.as_deref().unwrap_or(heading))
            }
        };
        let parts: Vec<String> = facts.iter().zip(headings).map(part).collect();
        match parts.as_slice() {
            [part] => part.clone(),
            parts => format!("[{}]", parts.join(", ")),
        }
    }
}

impl Import<'_> {
    /// Whether a question's answers are modifiers, which bear a sign.
    fn is_signed(&self, question: &str) -> bool {
        let mut questions = self.model.questions.iter();
        let question = questions.find(|other| other.name == question);
        question.is_some_and(|question| self.model.is_signed(&question.answer))
    }

    /// A cell as a pack writes it: a number exactly, with the sign that a spreadsheet drops; words as the rulebook spells them; an
    /// expression as it stands.
    fn answer(&self, cell: &str, is_signed: bool) -> String {
        if is_blank(cell) || plain::NOT_AVAILABLE.contains(&cell) {
            return "-".to_owned();
        }
        if let Some(number) = parse_number(cell.trim_start_matches('+')) {
            let is_more = is_signed && !number.is_zero() && !number.is_negative();
            return show_number(number, is_more || cell.starts_with('+'));
        }
        let words = &self.model.words;
        let name = folded_value(cell);
        let mut spelt = words.iter().map(|word| words.text(word));
        let spelt = spelt.find(|word| folded_value(word) == name);
        let spelt = spelt.or_else(|| self.labelled(&name));
        let is_letter = |letter: char| letter.is_alphabetic() || " &-/_".contains(letter);
        let is_words = || {
            let is_expression = parse(cell, Span::NOWHERE).is_ok();
            let has_capitals = cell.chars().any(char::is_uppercase);
            (spelt.is_some() || cell.chars().all(is_letter)) && (has_capitals || !is_expression)
        };
        match words.find(cell) {
            None if is_words() => spelt.map_or(name.clone(), str::to_owned),
            _ => cell.to_owned(),
        }
    }
}

/// Whether a question can have these answers, as a pack writes them.
fn can_answer(model: &Model, question: &Question, cells: &[String]) -> bool {
    let words = question.answer.words();
    let mut cells = cells.iter().filter(|cell| *cell != "-");
    cells.all(|cell| match parse_number(cell) {
        Some(_) => question.answer.unit().is_some(),
        None => model.words.find_among(cell, words).is_some(),
    })
}

/// The headings of each column, from top to bottom.
fn headings(sheet: &Sheet) -> Vec<Vec<&str>> {
    let columns = sheet.columns.iter();
    columns
        .map(|headings| headings.iter().map(String::as_str).collect())
        .collect()
}

/// Some values, of many the first.
fn few(keys: &[&str]) -> String {
    let more = keys.len().saturating_sub(MOST_SHOWN);
    let more = (more > 0).then(|| format!("… and {more} more"));
    let shown = keys.iter().take(MOST_SHOWN).map(|key| (*key).to_owned());
    shown.chain(more).join(" | ")
}

fn listed(names: &[String]) -> String {
    match names {
        [name] => format!("{name:?}"),
        names => format!("{names:?}"),
    }
}
