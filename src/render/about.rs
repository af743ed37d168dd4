//! All that is told of one thing.

use super::View as Shown;
use super::document::{Document, Line};
use super::style::{FAINT, Style};
use super::told::Version;
use crate::analysis::about::{About, Item, Section};
use crate::model::{Chart, Model};
use schemars::JsonSchema;
use serde::Serialize;

/// The parts of which only the number is told, unless all of them are wanted or they are few.
const COUNTED: [&str; 3] = ["Examples", "Uses", "Used by"];
const FEW: usize = 3;

/// What is shown of a thing.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct View {
    /// The version of the form.
    version: Version<1>,
    /// What is told.
    #[serde(flatten)]
    about: About,
    /// The names of the charts that belong to it.
    charts: Vec<String>,
    /// Whether a person sees all of it.
    #[serde(skip)]
    is_whole: bool,
}

impl View {
    pub fn of(about: &About, charts: &[(&Model, &Chart)], is_whole: bool) -> Self {
        Self {
            is_whole,
            version: Version,
            about: about.clone(),
            charts: charts.iter().map(|(_, chart)| chart.id.clone()).collect(),
        }
    }
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
        let is_counted = |section: &&Section| {
            let is_long = section.items.len() > FEW && COUNTED.contains(&section.title);
            is_long && !self.is_whole
        };
        let (counted, told): (Vec<_>, Vec<_>) = about.sections.iter().partition(is_counted);
        for section in told {
            page.heading(Line::name(section.title));
            for item in &section.items {
                put(&mut page, 0, item);
            }
        }
        let counted = counted.iter();
        let counted = counted.map(|section| format!("{}: {}", section.title, section.items.len()));
        let counted = counted.collect::<Vec<_>>().join(", ");
        if !counted.is_empty() {
            page.room();
            page.faint(&format!("{counted}; --all tells them"));
        }
        page
    }
}

/// An item, and what belongs to it further in.
fn put(page: &mut Document, level: usize, item: &Item) {
    let line = match item.name.as_str() {
        "" => Line::plain(&item.says),
        name => Line::name(name).and(Style::Plain, &item.says),
    };
    page.item(level, line.cite(std::slice::from_ref(&item.cite)));
    for inner in &item.within {
        put(page, level + 1, inner);
    }
}
