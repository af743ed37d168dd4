//! Something that an address names, with what the way to it said.

use super::super::super::forest::{Forest, Path};
use super::super::super::node::Step;
use super::super::super::nouns::{Line, Noun as _, Row};
use super::super::address::{Address, Part};

#[derive(Debug, Clone)]
pub struct Spot {
    pub path: Path,
    /// Whether it is one of a list, and not a field: it may stand without its list.
    pub is_element: bool,
    /// Of a rule: the question by which it was found.
    pub question: Option<String>,
    /// The address so far.
    pub shown: String,
    /// The paragraph of the thing, which its exceptions have where they name none.
    pub cite: String,
}

/// Fields whose elements are groups of fields, one of which may stand without its list.
const LISTS: [&str; 16] = [
    "example",
    "except",
    "finds",
    "guide",
    "impossible",
    "law",
    "lines",
    "notes",
    "over",
    "rows",
    "rule",
    "states",
    "step",
    "steps",
    "turns",
    "usually",
];

/// Fields whose elements are texts, one of which may stand without its list.
const TEXTS: [&str; 13] = [
    "alias", "answers", "any-of", "cells", "cite", "from", "includes", "moment", "outcome",
    "scenario", "start", "state", "turn",
];

impl Spot {
    pub fn new(path: Path, address: &Address) -> Self {
        Self {
            path,
            is_element: false,
            question: None,
            shown: address.whole().to_string(),
            cite: String::new(),
        }
    }

    /// Whether it is of a kind of thing, which has a name: a question, a process.
    pub fn is_a(&self, kind: &str) -> bool {
        matches!(self.path.steps.as_slice(), [Step::Field(text), Step::Field(_)] if text == kind)
    }

    /// Whether it is an item of a RON file.
    pub fn is_item(&self) -> bool {
        matches!(self.path.steps.as_slice(), [Step::At(_)])
    }

    /// Whether it is an element that stands without its list.
    pub fn is_alone(&self) -> bool {
        self.is_element && self.path.field().is_some()
    }

    fn is_list_of(&self, fields: &[&str]) -> bool {
        let is_thing = matches!(self.path.steps.as_slice(), [Step::Field(_), Step::Field(_)]);
        let field = self.path.field().filter(|_| !is_thing && !self.is_element);
        field.is_some_and(|field| fields.contains(&field))
    }

    pub fn lists_groups(&self) -> bool {
        self.is_list_of(&LISTS)
    }

    pub fn lists_texts(&self) -> bool {
        self.is_list_of(&TEXTS)
    }

    /// One of its fields, be it there or not yet.
    pub fn deeper(&self, field: &str) -> Self {
        Self {
            path: self.path.then(field),
            is_element: false,
            question: None,
            shown: format!("{}{}", self.shown, Part::Field(field.to_owned())),
            cite: self.cite.clone(),
        }
    }

    /// One of its elements.
    pub fn one_of(&self, path: Path, shown: String, cite: String) -> Self {
        Self {
            path,
            is_element: true,
            shown,
            cite,
            question: self.question.clone(),
        }
    }
}

/// What the parts of a row are called, of the chart in which this row is.
pub fn row_names(forest: &Forest, row: &Path) -> Option<Vec<&'static str>> {
    let chart = forest.item(row)?;
    let is_row = *row == chart.then("rows") || row.around()?.0 == chart.then("rows");
    let has_columns = forest.node(&chart)?.is_grid();
    let names = || {
        if has_columns {
            Row::DECLARED
        } else {
            Line::DECLARED
        }
        .keys()
    };
    is_row.then(names)
}
