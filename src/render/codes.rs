//! The codes of findings, and the page of one.

use super::View as Viewed;
use super::document::Document;
use super::style::{BOLD, FAINT};
use super::table::Table;
use super::told::Version;
use crate::diagnostic::Code;
use schemars::JsonSchema;
use serde::Serialize;

/// All codes.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Codes {
    version: Version<1>,
    codes: Vec<Entry>,
}

/// A code and its page.
#[derive(Debug, Serialize, JsonSchema)]
pub struct View {
    #[serde(flatten)]
    entry: Entry,
    version: Version<1>,
    /// In Markdown.
    page: &'static str,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Entry {
    code: &'static str,
    means: &'static str,
}

impl Entry {
    fn of(code: &Code) -> Self {
        Self {
            code: code.name(),
            means: code.means(),
        }
    }
}

impl Codes {
    pub fn all() -> Self {
        Self {
            version: Version,
            codes: Code::ALL.iter().map(Entry::of).collect(),
        }
    }
}

impl View {
    pub fn of(code: Code) -> Self {
        Self {
            entry: Entry::of(&code),
            version: Version,
            page: code.page(),
        }
    }
}

impl Viewed for Codes {
    fn page(&self) -> Document {
        let codes = self.codes.iter();
        let rows = codes.map(|entry| [entry.code.to_owned(), entry.means.to_owned()]);
        let mut page = Document::default();
        page.table(Table::plain([BOLD, FAINT], rows));
        page
    }
}
