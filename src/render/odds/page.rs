//! The page of some odds: a bar for each result, or a fact left open across; and their table for a spreadsheet.

use super::panels::{Cell, Kind, Panel, Row};
use super::{Ending, Odds, Share, Spread, UNANSWERED, View};
use crate::diagnostic::Diagnostic;
use crate::dice::{Chance, fraction_or_decimals, percent, short_fraction, ten_thousandths};
use crate::render::View as Viewed;
use crate::render::document::{Document, Line};
use crate::render::style::{FAINT, Style, VALUE};
use crate::render::table::{Column, Table, csv_line};
use crate::render::words;
use num_traits::One;

const BAR: u32 = 24;

/// The most columns of situations on a page, of all that is asked taken together.
const MOST_COLUMNS: usize = 60;

/// How many turns stand in a line, and in how many lines at the most.
const TURNS: usize = 4;

/// How many of the facts that nobody gave are named.
const MOST_FOUND: usize = 12;
const LINES: usize = 40;

impl View {
    /// What was given besides facts, and how it was counted.
    pub(super) fn other_terms(&self) -> impl Iterator<Item = String> {
        let turns = self.turns.map(|turns| {
            let each = self.each.as_deref().filter(|each| !each.is_empty());
            format!(
                "after {}",
                words::counted(turns as usize, &each.unwrap_or("turn").replace('-', " "))
            )
        });
        let begun =
            (!self.begun.is_empty()).then(|| format!("begun with {}", self.begun.join(", ")));
        let until = self.until.as_ref().map(|until| format!("until {until}"));
        let given = self.given.as_ref().map(|given| format!("given {given}"));
        let estimate = match &self.odds {
            Odds::Estimated {
                trials,
                counted,
                seed,
                ..
            } => {
                let agree = match counted < trials {
                    true if self.given.is_none() => format!(", of which {counted} can be"),
                    true => format!(", of which {counted} agree with what is given"),
                    false => String::new(),
                };
                Some(format!(
                    "estimated from {trials} trials, seed {seed}{agree}; the interval holds with \
                     99.9 %"
                ))
            }
            Odds::Exact { .. } => None,
        };
        let terms = begun.into_iter().chain(turns).chain(until);
        terms.chain(given).chain(estimate)
    }
}

impl View {
    /// Tells of columns that are more than a person can read, with the facts that make them: where nobody asked for a column for
    /// each value of these.
    pub fn refuse_unreadable(&self) -> Result<(), Diagnostic> {
        let panels = self.panels.iter();
        let read = panels.filter(|panel| panel.certain().is_none());
        let columns: usize = read.map(|panel| panel.columns.len()).sum();
        if self.unasked.is_empty() || columns <= MOST_COLUMNS {
            return Ok(());
        }
        let open = self.unasked.join(", ");
        let message = format!(
            "these odds have {columns} columns, more than {MOST_COLUMNS}, for what is left open: {open}"
        );
        Err(Diagnostic::request(message).help(
            "FACT=VALUE fixes one, FACT=alike has its values alike; with FACT=each for all of them every column is \
             shown, and `--format csv` and `--format json` have all of it",
        ))
    }

    /// What is given and asked, and what was found or taken as usual, each with the word before it.
    fn terms_told(&self) -> impl Iterator<Item = (&'static str, String)> {
        let terms = self.terms.iter().cloned().chain(self.other_terms());
        let terms = Some(terms.collect::<Vec<_>>().join(", "));
        let terms = terms.filter(|terms| !terms.is_empty());
        let found = ["hence", "as usual"].into_iter().zip(&self.found);
        let found = found.filter(|(_, facts)| !facts.is_empty());
        let found = found.map(|(head, facts)| {
            let count = facts.split(", ").count();
            let facts = match count > MOST_FOUND {
                true => format!(" {count} facts, as `ask` takes them"),
                false => format!(" {facts}"),
            };
            (head, facts)
        });
        terms.map(|terms| ("", terms)).into_iter().chain(found)
    }

    /// How a process ends that goes on until a condition holds.
    fn put_ending(&self, page: &mut Document) {
        let (Odds::Exact { open, odds }, Some(until)) = (&self.odds, &self.until) else {
            return;
        };
        page.heading(Line::name(format!("turns until {until}")));
        let facts = open.iter().map(|name| Column::words(name));
        let figures = [
            Column::words(""),
            Column::numbers(""),
            Column::numbers("").styled(VALUE),
        ];
        let rows = odds.iter().flat_map(|part| {
            let rows = part.ending.iter().flat_map(|ending| &ending.rows);
            rows.map(|row| part.words.iter().chain(row).cloned().collect())
        });
        page.table(Table {
            rows: rows.collect(),
            stub: open.len(),
            ..Table::new(facts.chain(figures).collect())
        });
    }
}

impl Viewed for View {
    fn page(&self) -> Document {
        let mut page = Document::default();
        if let Some(excluded) = &self.impossible {
            page.line(excluded.line());
        }
        page.title(Line::name(&*self.title).cite(&self.cite));
        if self.asks != self.title {
            page.faint(&self.asks);
        }
        for (head, facts) in self.terms_told() {
            page.line(Line::default().then(FAINT, head).then(Style::Plain, facts));
        }
        for excluded in &self.left_out {
            page.line(excluded.uncounted());
        }
        self.played_so.iter().for_each(|played| page.faint(played));
        self.put_ending(&mut page);
        put(&mut page, &self.panels);
        page
    }

    /// The facts left open, what is asked, the result, the chance as a fraction and as a decimal. Of an estimate, the share
    /// and the ends of its interval.
    fn csv(&self) -> String {
        match &self.odds {
            Odds::Exact { open, odds } => {
                let head = ["of", "result", "fraction", "decimal"];
                let head = csv_line(open.iter().map(String::as_str).chain(head));
                let rows = odds.iter().flat_map(|part| {
                    let ending = part.ending.iter().map(|ending| ending.csv(&part.words));
                    let spreads = part.results.iter();
                    ending.chain(spreads.map(|spread| spread.csv(&part.words)))
                });
                head + &rows.collect::<String>()
            }
            Odds::Estimated { estimates, .. } => {
                let head = ["of", "result", "count", "trials", "decimal", "low", "high"];
                let rows = estimates.iter().map(|spread| spread.csv(&[]));
                csv_line(head) + &rows.collect::<String>()
            }
        }
    }

    /// What the figures rest on.
    fn beside_csv(&self) -> Vec<String> {
        let terms = self
            .terms_told()
            .map(|(head, facts)| head.to_owned() + &facts);
        let left_out = self.left_out.iter();
        let left_out = left_out.map(|own| format!("not counted: {}   {}", own.says, own.cite));
        let spreads: Vec<_> = match &self.odds {
            Odds::Exact { odds, .. } => odds.iter().flat_map(|part| &part.results).collect(),
            Odds::Estimated { estimates, .. } => estimates.iter().collect(),
        };
        let has_sums = spreads.iter().any(|spread| !spread.sums.is_empty());
        let sums = has_sums.then(|| "a row of several results is their sum".to_owned());
        let played = self.played_so.iter().cloned();
        terms.chain(left_out).chain(played).chain(sums).collect()
    }
}

impl Ending {
    fn csv(&self, facts: &[String]) -> String {
        let [_, fraction, decimals] = self.rows.first().cloned().unwrap_or_default();
        let turns = self.expected_turns.as_ref();
        let expected = turns.map_or_else(|| vec![fraction, decimals], Share::cells);
        let is_unanswered = self.rows.iter().any(|[name, ..]| name == UNANSWERED);
        let unanswered = is_unanswered.then(|| (UNANSWERED, self.unanswered.cells()));
        let rows = [("expected", expected), ("never ends", self.never.cells())];
        let lines = rows.iter().chain(&unanswered).map(|(name, cells)| {
            let cells = cells.iter().map(String::as_str);
            let facts = facts.iter().map(String::as_str);
            csv_line(facts.chain(["turns", name]).chain(cells))
        });
        lines.collect()
    }
}

impl Spread {
    fn csv(&self, facts: &[String]) -> String {
        let lines = self.rows().map(|row| {
            let result = [self.of.clone(), row.result.words.clone()];
            let cells = facts.iter().cloned().chain(result).chain(row.share.cells());
            csv_line(cells.collect::<Vec<_>>().iter().map(String::as_str))
        });
        lines.collect()
    }
}

impl Share {
    fn cells(&self) -> Vec<String> {
        match self {
            Self::Exact { fraction, decimal } => vec![fraction.clone(), decimal.clone()],
            Self::Counted {
                count,
                of,
                decimal,
                low,
                high,
            } => {
                let counts = [count, of].map(u64::to_string);
                counts
                    .into_iter()
                    .chain([decimal, low, high].map(Clone::clone))
                    .collect()
            }
        }
    }
}

/// Puts panels on a page, the facts of several that have them once, and what is certain under these in one line.
pub(super) fn put(page: &mut Document, panels: &[Panel]) {
    for group in panels.chunk_by(|one, other| one.facts == other.facts) {
        let facts = group.first().map_or(&[][..], |panel| &panel.facts);
        if !facts.is_empty() {
            page.heading(Line::name(facts.join(", ")));
        }
        let is_certain = |panel: &&Panel| panel.certain().is_some() && group.len() > 1;
        let (certain, open): (Vec<&Panel>, Vec<&Panel>) = group.iter().partition(is_certain);
        let certain = certain.into_iter();
        let certain = certain
            .filter_map(|panel| Some(format!("{}: {}", panel.title, panel.certain()?.label)));
        let certain = certain.collect::<Vec<_>>().join(", ");
        if !certain.is_empty() {
            page.room();
            page.head("certain", certain);
        }
        open.into_iter().for_each(|panel| panel.put(page));
    }
}

impl Panel {
    /// The one result that it has, where nothing else can be.
    fn certain(&self) -> Option<&Row> {
        let [row] = self.rows.as_slice() else {
            return None;
        };
        let [Some(cell)] = row.cells.as_slice() else {
            return None;
        };
        let is_certain = cell.chance.is_one() && cell.ends.is_none() && self.by_turn.is_empty();
        is_certain.then_some(row)
    }

    fn put(&self, page: &mut Document) {
        if self.is_whole {
            page.room();
        } else {
            page.heading(Line::name(&*self.title));
        }
        if self.rows.is_empty() {
            page.warning("what is given can never be so");
            return;
        }
        page.table(match (&self.across, self.columns.len()) {
            (None, 0..=1) => self.bar_table(),
            _ => self.grid(),
        });
        self.put_turns(page);
    }

    /// One distribution: a bar for each result.
    fn bar_table(&self) -> Table {
        let mut cells = self.rows.iter().flat_map(|row| &row.cells).flatten();
        let [second, third] = match cells.any(|cell| cell.ends.is_some()) {
            true => ["99.9 % interval", "share"],
            false => ["", ""],
        };
        let columns = vec![
            Column::words(""),
            Column::numbers(second),
            Column::numbers(third).styled(VALUE),
            Column {
                is_drawing: true,
                ..Column::words("")
            },
        ];
        let rows = self.rows.iter().map(|row| {
            let cell = row.cells.first().and_then(Option::as_ref);
            let never = || ["-", "0 %", ""].map(str::to_owned);
            let cells = cell.map_or_else(never, |cell| {
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
        let across = self.across.as_deref().unwrap_or_default();
        let columns = self.columns.iter().map(|name| Column::numbers(name));
        let columns = [Column::words(across)].into_iter().chain(columns).collect();
        let rows = self.rows.iter().map(|row| {
            let cells = row.cells.iter();
            let cells = cells.map(|cell| cell.as_ref().map_or_else(|| "-".to_owned(), Cell::text));
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
        let columns = columns.iter().cycle().take(TURNS * 2).cloned();
        let chances = self.by_turn.iter().take(TURNS * LINES).zip(1_usize..);
        let cells = chances.flat_map(|(chance, turn)| [turn.to_string(), percent(chance)]);
        let cells: Vec<String> = cells.collect();
        page.table(Table {
            rows: cells.chunks(TURNS * 2).map(<[String]>::to_vec).collect(),
            ..Table::new(columns.collect())
        });
    }
}

impl Row {
    /// Its name; of several results taken together, told as such.
    fn shown_name(&self) -> String {
        match self.kind {
            Kind::Sum => format!("∑ {}", self.label),
            Kind::Value | Kind::NoValue => self.label.clone(),
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
        let percent = percent(&self.chance);
        match short_fraction(&self.chance).filter(|fraction| fraction.len() <= 9) {
            Some(fraction) => format!("{fraction} {percent}"),
            None => percent,
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
