//! All that is told of one thing.

use super::View as Shown;
use super::document::{Document, Line};
use super::style::{FAINT, Style};
use super::told::Version;
use crate::analysis::about::{About, Item};
use schemars::JsonSchema;
use serde::Serialize;

/// What is shown of a thing.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct View {
    /// The version of the form.
    pub version: Version<1>,
    /// What is told.
    #[serde(flatten)]
    pub about: About,
    /// The names of the charts that belong to it.
    pub charts: Vec<String>,
}

impl Shown for View {
    fn page(&self) -> Document {
        let mut page = Document::default();
        let about = &self.about;
        let place = format!("{}, {}/{}", about.kind, about.game, about.pack);
        let title = Line::name(&about.name)
            .and(Style::Plain, &about.title)
            .cite(&about.cite)
            .and(FAINT, place);
        page.title(title);
        page.faint(&about.says);
        for section in &about.sections {
            page.heading(Line::name(section.title));
            for item in &section.items {
                put(&mut page, 0, item);
            }
        }
        page
    }
}

/// An item, and what belongs to it further in.
fn put(page: &mut Document, level: usize, item: &Item) {
    let cite = Some(item.cite.clone()).filter(|cite| !cite.is_empty());
    let line = if item.name.is_empty() {
        Line::plain(&item.says)
    } else {
        Line::name(&item.name).and(Style::Plain, &item.says)
    };
    let line = line.cite(cite.as_slice());
    page.item(level, line);
    item.within
        .iter()
        .for_each(|inner| put(page, level + 1, inner));
}
