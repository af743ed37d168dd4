//! The page of some odds: a bar for each result, or a fact left open across; and their table for a spreadsheet.

use super::panels::{Cell, Kind, Panel, Row};
use super::{Estimated, Found, Part, Spread, View};
use crate::dice::{Chance, fraction_or_decimals, percent, short_fraction, ten_thousandths};
use crate::render::View as Viewed;
use crate::render::document::{Document, Line};
use crate::render::style::{FAINT, VALUE};
use crate::render::table::{Column, Table, csv_line};
use crate::render::words;

/// The width of a full bar, in characters.
const BAR: u32 = 24;

/// How many turns stand in a line.
const TURNS: usize = 4;

impl View {
    /// What was given, in words.
    fn terms(&self) -> Vec<String> {
        let facts = self
            .facts
            .iter()
            .map(|(name, value)| format!("{name} = {value}"));
        facts.chain(self.other_terms()).collect()
    }

    /// What was given besides facts, and how it was counted.
    pub(super) fn other_terms(&self) -> impl Iterator<Item = String> {
        let turns = self.turns.map(|turns| {
            let each = self
                .each
                .as_deref()
                .filter(|each| !each.is_empty())
                .unwrap_or("turn");
            format!("after {}", words::counted(turns as usize, each))
        });
        let given = self.given.as_ref().map(|given| format!("given {given}"));
        turns.into_iter().chain(given).chain(self.estimate())
    }

    fn estimate(&self) -> Option<String> {
        match &self.found {
            Found::Exact { .. } => None,
            Found::Estimated {
                trials,
                counted,
                seed,
                ..
            } => {
                let agree = match counted < trials {
                    true => format!(", of which {counted} agree with what is given"),
                    false => String::new(),
                };
                Some(format!(
                    "estimated from {trials} trials, seed {seed}{agree}; the interval holds with \
                     99.9 %"
                ))
            }
        }
    }
}

impl Viewed for View {
    fn page(&self) -> Document {
        let mut page = Document::default();
        page.title(Line::name(&*self.of).cite(&self.cite));
        page.faint(&self.asks);
        let terms = self.terms().join(", ");
        if !terms.is_empty() {
            page.line(Line::plain(terms));
        }
        put(&mut page, &self.panels);
        page
    }

    /// The facts left open, what is asked, the result, the chance as a fraction and as a decimal. Of an estimate, the share
    /// and the ends of its interval.
    fn csv(&self) -> String {
        match &self.found {
            Found::Exact { open, odds } => {
                let head = ["of", "result", "fraction", "decimal"];
                let mut text = csv_line(open.iter().map(String::as_str).chain(head));
                odds.iter().for_each(|part| text.push_str(&part.csv()));
                text
            }
            Found::Estimated {
                counted, estimates, ..
            } => {
                let head = ["of", "result", "count", "trials", "decimal", "low", "high"];
                let rows = estimates.iter().map(|own| own.csv(*counted));
                csv_line(head) + &rows.collect::<String>()
            }
        }
    }
}

impl Part {
    fn csv(&self) -> String {
        let line = |spread: &Spread, own: &super::Result| {
            let cells = [
                &spread.of,
                &own.result.words,
                &own.share.fraction,
                &own.share.decimal,
            ];
            csv_line(self.words.iter().chain(cells).map(String::as_str))
        };
        let lines = self.results.iter().flat_map(|spread| {
            spread
                .chances
                .iter()
                .chain(&spread.sums)
                .map(|own| line(spread, own))
        });
        lines.collect()
    }
}

impl Estimated {
    fn csv(&self, trials: u64) -> String {
        let lines = self.counts.iter().chain(&self.sums).map(|own| {
            let (count, trials) = (own.count.to_string(), trials.to_string());
            let head = [&*self.of, &own.result.words, &count, &trials];
            csv_line(head.into_iter().chain([&*own.decimal, &own.low, &own.high]))
        });
        lines.collect()
    }
}

/// Puts panels on a page, the facts of several that have them once.
pub(super) fn put(page: &mut Document, panels: &[Panel]) {
    let mut before: &[(String, String)] = &[];
    for panel in panels {
        if panel.facts != before && !panel.facts.is_empty() {
            page.heading(Line::name(words::equations(
                panel.facts.iter().map(|(name, value)| (name, value)),
            )));
        }
        before = &panel.facts;
        if panel.name.is_empty() {
            page.room();
        } else {
            page.heading(Line::name(&*panel.name));
        }
        if panel.rows.is_empty() {
            page.warning("what is given can never be so");
            continue;
        }
        page.table(panel.table());
        panel.put_turns(page);
    }
}

impl Panel {
    fn table(&self) -> Table {
        match (&self.across, self.columns.len()) {
            (None, 0..=1) => self.bar_table(),
            _ => self.grid(),
        }
    }

    /// One distribution: a bar for each result.
    fn bar_table(&self) -> Table {
        let is_estimate = self
            .rows
            .iter()
            .flat_map(|row| &row.cells)
            .flatten()
            .any(|cell| cell.ends.is_some());
        let second = if is_estimate {
            "99.9 % interval"
        } else {
            "fraction"
        };
        let heading = |text: &str| {
            if is_estimate {
                text.to_owned()
            } else {
                String::new()
            }
        };
        let columns = vec![
            Column::words(""),
            Column::numbers(&heading(second)),
            Column::numbers(&heading("share")).styled(VALUE),
            Column {
                is_drawing: true,
                ..Column::words("")
            },
        ];
        let rows = self.rows.iter().map(|row| {
            let cell = row.cells.first().and_then(Option::as_ref);
            let cells = cell.map_or_else(Default::default, |cell| {
                [cell.fraction(), percent(&cell.chance), bar(&cell.chance)]
            });
            [row.shown_name()].into_iter().chain(cells).collect()
        });
        Table {
            rows: rows.collect(),
            ..Table::new(columns)
        }
    }

    /// Several distributions side by side.
    fn grid(&self) -> Table {
        let across = self.across.as_ref().map_or("", |(name, _)| name);
        let columns = self.columns.iter().map(|(name, _)| Column::numbers(name));
        let columns = [Column::words(across)].into_iter().chain(columns).collect();
        let rows = self.rows.iter().map(|row| {
            let cells = row.cells.iter().map(|cell| match cell {
                Some(cell) => cell.text(),
                None => "-".to_owned(),
            });
            [row.shown_name()].into_iter().chain(cells).collect()
        });
        Table {
            rows: rows.collect(),
            stub: 1,
            is_cut: true,
            ..Table::new(columns)
        }
    }

    /// A condition's chance after each turn, a few turns a line.
    fn put_turns(&self, page: &mut Document) {
        if self.by_turn.len() < 2 {
            return;
        }
        page.item(0, Line::default().then(FAINT, "turn by turn"));
        let columns = [Column::numbers(""), Column::numbers("").styled(VALUE)];
        let chances = self.by_turn.iter().take(TURNS * 40).enumerate();
        let cells: Vec<String> = chances
            .flat_map(|(turn, chance)| [(turn + 1).to_string(), percent(chance)])
            .collect();
        let rows = cells.chunks(TURNS * 2).map(<[String]>::to_vec).collect();
        let columns = columns.iter().cycle().take(TURNS * 2).cloned().collect();
        page.table(Table {
            rows,
            ..Table::new(columns)
        });
    }
}

impl Row {
    /// Its name; of several results taken together, told as such.
    fn shown_name(&self) -> String {
        match self.kind {
            Kind::Sum => format!("∑ {}", self.name),
            Kind::Value | Kind::NoValue => self.name.clone(),
        }
    }
}

impl Cell {
    fn fraction(&self) -> String {
        match &self.ends {
            Some((low, high)) => format!("{} to {}", percent(low), percent(high)),
            None => fraction_or_decimals(&self.chance),
        }
    }

    fn text(&self) -> String {
        let short = short_fraction(&self.chance).filter(|fraction| fraction.len() <= 9);
        match short {
            Some(fraction) => format!("{fraction} {}", percent(&self.chance)),
            None => percent(&self.chance),
        }
    }
}

/// A bar in eighths of a character.
fn bar(chance: &Chance) -> String {
    const PARTS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let eighths = ten_thousandths(chance) * BAR * 8 / 10_000;
    let part = PARTS.get((eighths % 8) as usize).copied().unwrap_or("");
    format!("{}{part}", "█".repeat((eighths / 8) as usize))
}
