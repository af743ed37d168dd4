//! The codes of findings, and the page of one.

use super::View as Viewed;
use super::document::Document;
use super::style::{BOLD, FAINT};
use super::table::{Column, Table};
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

fn entry(code: Code) -> Entry {
    Entry {
        code: code.name(),
        means: code.means(),
    }
}

impl Codes {
    /// The view of all codes.
    #[must_use]
    pub fn all() -> Self {
        Self {
            version: Version,
            codes: Code::ALL.iter().map(|code| entry(*code)).collect(),
        }
    }
}

impl View {
    /// The view of a code's page.
    #[must_use]
    pub fn of(code: Code) -> Self {
        Self {
            entry: entry(code),
            version: Version,
            page: code.page(),
        }
    }
}

impl Viewed for Codes {
    fn page(&self) -> Document {
        let columns = [BOLD, FAINT].map(|style| Column::words("").styled(style));
        let rows = self
            .codes
            .iter()
            .map(|own| vec![own.code.to_owned(), own.means.to_owned()]);
        let mut page = Document::default();
        page.table(Table {
            rows: rows.collect(),
            ..Table::new(columns.into())
        });
        page
    }
}
