//! What is printed as it stands in a book: charts and cards.

use super::{Expr, PackId, QuestionId, RuleId, VariableId};
use crate::source::Span;
use serde::{Deserialize, Serialize};

/// A printed chart, as it is shown and written; its cells are rules.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Chart {
    pub id: String,
    pub title: String,
    pub cite: String,
    pub answers: Vec<QuestionId>,
    /// What its rows go by.
    pub down: Vec<String>,
    /// What its columns go by.
    pub across: Vec<String>,
    /// What its cells are values of, where its rows are results: one for all columns, or one for each.
    pub cells: Vec<String>,
    /// The headings of its columns.
    pub columns: Vec<String>,
    /// The keys of its columns, one part for each thing they go by; none where the columns are questions.
    pub column_keys: Vec<Vec<String>>,
    /// The paragraph of each of these columns, where it has one of its own.
    pub column_cites: Vec<Option<String>>,
    pub rows: Vec<ChartRow>,
    pub when: Option<String>,
    pub except: Vec<Note>,
    pub notes: Vec<Note>,
    /// Whether it is a list of modifiers.
    pub list: bool,
    pub pack: PackId,
    pub span: Span,
}

impl Card {
    /// Whether this is its name or its title.
    pub fn is_called(&self, name: &str) -> bool {
        self.name == name || self.title.eq_ignore_ascii_case(name)
    }
}

impl Chart {
    /// Whether this is its name or its title.
    pub fn is_called(&self, name: &str) -> bool {
        self.id == name || self.title.eq_ignore_ascii_case(name)
    }
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ChartRow {
    pub heading: String,
    /// One part for each thing the rows go by; of a list, the words printed.
    pub key: Vec<String>,
    pub cells: Vec<String>,
    /// The rule that each cell is, where it is not empty.
    pub rules: Vec<Option<RuleId>>,
    pub marks: String,
}

/// A cell of a chart that is left empty.
#[derive(Debug, Clone)]
pub struct Blank {
    /// Where its row and its column apply, all of it.
    pub when: Vec<Expr>,
    pub span: Span,
}

/// A footnote or an exception of a printed chart.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Note {
    /// Of an exception, none.
    pub mark: String,
    pub cite: String,
    /// Always, if not said.
    pub when: Option<String>,
    /// What the cells give then: one for all, or one for each column; nothing, if not said.
    pub gives: Vec<String>,
    /// What the source lost, where it is that.
    pub gap: Option<String>,
    pub except: Vec<Self>,
}

/// A page that shows, of the questions it names, those whose answers matter in a situation.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Card {
    pub name: String,
    pub title: String,
    pub sections: Vec<CardSection>,
    pub pack: PackId,
    pub span: Span,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct CardSection {
    pub title: String,
    pub lines: Vec<CardLine>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct CardLine {
    pub question: QuestionId,
    /// The facts for which it is asked, whatever the situation says of them.
    pub bound: Vec<(VariableId, Expr)>,
    pub label: String,
    /// When the line stands on the page; wherever its answer says something, if not said.
    pub when: Option<Expr>,
    pub span: Span,
}
