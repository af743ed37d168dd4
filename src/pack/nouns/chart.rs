//! Printed charts, `Chart(…)` and `List(…)`, and pages of questions, `Card(…)`.

use super::declare::noun;
use super::holds::{FILLED, NAME, WORDS, later, needed};
use super::leaf::texts;
use super::noun::{How, Short};
use super::question::Exception;
use super::schema;
use super::vocabulary::{Usual, UsualOf};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{Span, Text};

noun! {
    /// `Chart(…)`, and a list as the chart that it is.
    pub struct Chart: "grid", "a chart" => {
        /// its name
        id: Text = NAME,
        /// what the book calls it
        title: String,
        /// the paragraph
        cite: Option<Text>,
        /// the questions that it answers
        answers: Vec<Text> = FILLED,
        /// the facts of its rows
        down: Vec<Text> = DOWN,
        /// where its rows are results, the facts of which its cells are values
        cells: Vec<Text>,
        /// the facts of its columns
        across: Vec<Text>,
        /// the values of its columns
        columns: Vec<Column>,
        /// its rows
        rows: Vec<Row> = needed(),
        /// where it is used; without it, always
        when: Option<Text>,
        /// where it does not hold
        except: Vec<Exception>,
        /// its footnotes
        notes: Vec<Footnote>,
        lines: Vec<Line> = later(),
        span: Span,
    }
}

noun! {
    /// `List(…)`
    pub struct List: "list", "a list" => {
        /// its name
        id: Text = NAME,
        /// what the book calls it
        title: String,
        /// the paragraph
        cite: Option<Text>,
        /// the question that its rows answer
        answers: Vec<Text>,
        /// its rows
        rows: Vec<Line> = needed(),
        /// where it is used; without it, always
        when: Option<Text>,
        /// where it does not hold
        except: Vec<Exception>,
        span: Span,
    }
}

/// A key of a chart's row or column: one text for each fact it goes by.
pub type Key = Vec<Text>;

noun! {
    /// A column of a grid, with what holds for it alone.
    pub struct Column: "column", "a column", Short::List("key") => {
        /// the values of its facts
        key: Key = KEY,
        /// its own paragraph
        cite: Option<Text>,
        /// where it holds; without it, always
        when: Option<Text>,
        /// where it does not
        except: Vec<Exception>,
    }
}

noun! {
    /// A row of a grid.
    pub struct Row: "row", "a row", Short::InOrder => {
        /// the values of its facts
        key: Key = KEY,
        /// its answers, one a column
        cells: Vec<Text> = CELLS,
        /// the marks of its footnotes
        marks: Option<Text>,
        span: Span,
    }
}

noun! {
    /// A line of a list: a rule with the words printed for it.
    pub struct Line: "line", "a row of a list", Short::InOrder => {
        /// what the book says
        label: Text,
        /// the condition
        when: Text,
        /// the answer
        gives: Text,
        /// the questions that it answers
        answers: Vec<Text>,
        /// its own paragraph
        cite: Option<Text>,
        span: Span,
    }
}

noun! {
    /// A footnote of a chart.
    pub struct Footnote: "footnote", "a footnote" => {
        /// its mark
        mark: Text,
        /// the paragraph
        cite: Option<Text>,
        /// where it applies
        when: Text,
        /// what the rows with its mark then give
        gives: Vec<Text>,
        span: Span,
    }
}

/// What the rows go by: facts, or, where the cells are values, the results themselves.
const DOWN: How<Vec<Text>> = How::optional(schema::texts, |fields, key| {
    match (fields.get(key), fields.get("cells")) {
        (None, Some(_)) => Some(Vec::new()),
        (Some(down), Some(_)) => {
            let message = "a chart whose cells are values has results for its rows, and no `down`";
            let found = Diagnostic::error(Code::WrongShape, down.span, message);
            fields
                .problems
                .report(found.help("leave out `down`, or `cells`"));
            None
        }
        _ => (FILLED.read)(fields, key),
    }
});

/// One text, or a list of one for each fact.
const KEY: How<Key> = How::needed(schema::texts, |fields, key| {
    let node = fields.need(key)?;
    let key = texts(node, "a key", fields.problems);
    (key.len() == node.elements().len()).then_some(key)
});

const CELLS: How<Vec<Text>> = How::needed(schema::texts, |fields, key| {
    Some(texts(fields.need(key)?, "a cell", fields.problems))
});

noun! {
    /// A page that shows, of the questions it names, those whose answers matter in a situation.
    pub struct Card: "card", "a card" => {
        /// its name
        id: Text = NAME,
        /// what stands at its head
        title: String,
        /// facts that it finds by itself
        finds: Vec<Find>,
        /// its sections
        sections: Vec<CardSection> = needed(),
    }
}

noun! {
    /// What a card says that a fact usually is.
    pub struct Find: "find", "what a card finds" => {
        /// the fact
        fact: Text,
        /// its value
        is: Text,
        /// the condition; without it, always
        when: Option<Text>,
        /// the paragraph
        cite: Option<Text>,
    }
}

noun! {
    /// `("Weather", […])`
    pub struct CardSection: "section", "a section of a card", Short::InOrder => {
        /// its head
        title: String = WORDS,
        /// what it asks
        lines: Vec<CardLine> = needed(),
    }
}

noun! {
    /// `"air-support-allowed"`, or `(ask: "…", label: "…", when: "…")`.
    pub struct CardLine: "card-line", "a line of a card", Short::Value("ask") => {
        /// the question
        ask: Text,
        /// what it is called
        label: Option<Text>,
        /// where it is shown
        when: Option<Text>,
        span: Span,
    }
}

impl From<Find> for UsualOf {
    fn from(find: Find) -> Self {
        let Find {
            fact,
            is,
            when,
            cite,
        } = find;
        (fact, vec![Usual { is, when, cite }])
    }
}
