//! Odds for a person: a bar for each result, or a grid with a fact left open across.

use super::super::style::{BOLD, CITE, FAINT, VALUE, WARN, styled};
use super::{
    Group, Odds, ShownOdds, across_text, all_results, groups, leaf_text, pad, pad_left,
    values_text, width,
};
use crate::dice::simulate::{Counted, Estimate};
use crate::dice::{
    Chance, Part, Results, fraction_or_decimals, interval, percent, short_fraction, ten_thousandths,
};
use crate::model::Type;
use num_bigint::BigUint;
use std::fmt::Write;

/// The width of a full bar where there is room for it.
const BAR: usize = 40;

/// The narrowest full bar.
const NARROW: usize = 6;

/// The width of a page that is no terminal's.
const PAGE: usize = 118;

/// Odds for a terminal of so many columns, or for a page.
#[must_use]
pub fn human(shown: &ShownOdds<'_>, width: Option<usize>) -> String {
    let page = width.unwrap_or(PAGE);
    let mut text = format!(
        "{}   {}\n",
        styled(BOLD, &shown.name),
        styled(CITE, &shown.cite.join(", "))
    );
    if !shown.asks.is_empty() {
        let _ = writeln!(text, "  {}", styled(FAINT, &shown.asks));
    }
    let facts: Vec<String> = shown
        .facts
        .iter()
        .map(|(name, value)| format!("{name} = {value}"))
        .collect();
    if !facts.is_empty() {
        let _ = writeln!(text, "  {}", facts.join(", "));
    }
    if let Some((turns, each)) = &shown.turns {
        let _ = writeln!(text, "  after {} {}", turns, turns_text(*turns, each));
    }
    if let Some(given) = &shown.given {
        let _ = writeln!(text, "  {} {given}", styled(BOLD, "given"));
    }
    match &shown.odds {
        Odds::Exact(table) => {
            for group in groups(table) {
                group_text(&mut text, shown, &group, page);
            }
        }
        Odds::Estimated(estimate, seed) => estimated(&mut text, shown, estimate, *seed, page),
    }
    text
}

/// The tables alone, without a heading.
pub(super) fn tables(text: &mut String, shown: &ShownOdds<'_>, width: Option<usize>) {
    if let Odds::Exact(table) = &shown.odds {
        groups(table)
            .iter()
            .for_each(|group| group_text(text, shown, group, width.unwrap_or(PAGE)));
    }
}

fn turns_text(turns: u32, each: &str) -> String {
    let each = if each.is_empty() { "turn" } else { each };
    if turns == 1 {
        each.to_owned()
    } else {
        format!("{each}s")
    }
}

fn group_text(text: &mut String, shown: &ShownOdds<'_>, group: &Group<'_>, page: usize) {
    if !group.facts.is_empty() {
        let facts: Vec<String> = group
            .facts
            .iter()
            .map(|(fact, indices)| {
                format!(
                    "{} = {}",
                    shown.model.variable_name(*fact),
                    values_text(shown.model, *fact, indices)
                )
            })
            .collect();
        let _ = writeln!(text, "\n  {}", styled(BOLD, &facts.join(", ")));
    }
    let Some(first) = group.parts.first() else {
        return;
    };
    if let (Some(fact), [only]) = (group.across, group.parts.as_slice()) {
        let told = format!(
            "{} = {}",
            shown.model.variable_name(fact),
            across_text(shown.model, only)
        );
        let _ = writeln!(text, "\n  {}", styled(BOLD, &told));
    }
    for place in 0..first.results.len() {
        if group.parts.len() > 1 {
            let parts = group.of(place);
            grid(
                text,
                shown,
                &Group {
                    parts: parts.iter().collect(),
                    ..*group
                },
                0,
                page,
            );
        } else {
            one(text, shown, first, place, page);
        }
    }
}

/// One distribution: a bar for each result.
fn one(text: &mut String, shown: &ShownOdds<'_>, part: &Part, place: usize, page: usize) {
    let Some(results) = part.results.get(place) else {
        return;
    };
    heading(text, shown, results);
    if results.chances.is_empty() {
        let _ = writeln!(
            text,
            "    {}",
            styled(WARN, "what is given can never be so")
        );
        return;
    }
    let rows: Vec<[String; 3]> = results
        .chances
        .iter()
        .map(|(leaf, chance)| {
            let fraction = fraction_or_decimals(chance);
            [
                leaf_text(shown.model, leaf, results.of.as_ref()),
                fraction,
                percent(chance),
            ]
        })
        .collect();
    let wide = |column: usize| {
        width(
            rows.iter()
                .filter_map(|row| row.get(column))
                .map(String::as_str),
        )
    };
    let (names, fractions, percents) = (wide(0), wide(1), wide(2));
    let full = full_bar(page, 4 + names + 2 + fractions + 2 + percents + 2);
    for ([name, fraction, percent], (_, chance)) in rows.iter().zip(&results.chances) {
        let line = format!(
            "    {}  {}  {}  {}",
            pad(name, names),
            pad_left(fraction, fractions),
            styled(VALUE, &pad_left(percent, percents)),
            bar(chance, full)
        );
        let _ = writeln!(text, "{}", line.trim_end());
    }
    by_turn(text, results, page);
}

fn heading(text: &mut String, shown: &ShownOdds<'_>, results: &Results) {
    if results.name == shown.name {
        text.push('\n');
    } else {
        let _ = writeln!(text, "\n  {}", styled(BOLD, &results.name));
    }
}

/// A condition's chance after each turn, a few turns a line.
fn by_turn(text: &mut String, results: &Results, page: usize) {
    if results.by_turn.len() < 2 {
        return;
    }
    let _ = writeln!(text, "    {}", styled(FAINT, "turn by turn"));
    let across = (page.saturating_sub(2) / 15).clamp(1, 6);
    for (line, chances) in results
        .by_turn
        .chunks(across)
        .enumerate()
        .take(120 / across)
    {
        let cells: Vec<String> = (line * across + 1..)
            .zip(chances)
            .map(|(turn, chance)| {
                format!(
                    "{} {}",
                    pad_left(&turn.to_string(), 3),
                    pad_left(&percent(chance), 9)
                )
            })
            .collect();
        let _ = writeln!(text, "    {}", cells.join("  "));
    }
}

/// The width of a full bar beside so many columns of text; none where there is no room for one.
fn full_bar(page: usize, used: usize) -> u32 {
    let room = page.saturating_sub(used).min(BAR);
    u32::try_from(room)
        .ok()
        .filter(|_| room >= NARROW)
        .unwrap_or(0)
}

/// A bar in eighths of a character.
fn bar(chance: &Chance, full: u32) -> String {
    const PARTS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let eighths = ten_thousandths(chance) * full * 8 / 10_000;
    let part = PARTS.get((eighths % 8) as usize).copied().unwrap_or("");
    format!("{}{part}", "█".repeat((eighths / 8) as usize))
}

/// Several distributions side by side.
fn grid(text: &mut String, shown: &ShownOdds<'_>, group: &Group<'_>, place: usize, page: usize) {
    let Some(results) = group.parts.first().and_then(|part| part.results.get(place)) else {
        return;
    };
    heading(text, shown, results);
    let across = group.across.map_or_else(String::new, |fact| {
        shown.model.variable_name(fact).to_owned()
    });
    let mut rows = vec![vec![across]];
    let leaves = all_results(&group.parts, place);
    rows.extend(
        leaves
            .iter()
            .map(|leaf| vec![leaf_text(shown.model, leaf, results.of.as_ref())]),
    );
    for part in &group.parts {
        let heading = across_text(shown.model, part);
        let cells = leaves.iter().map(|leaf| {
            cell(
                part.results
                    .get(place)
                    .and_then(|results| results.chance_of(leaf)),
            )
        });
        for (row, cell) in rows.iter_mut().zip(std::iter::once(heading).chain(cells)) {
            row.push(cell);
        }
    }
    print_rows(text, &rows, page);
}

fn cell(chance: Option<&Chance>) -> String {
    match chance {
        None => "-".to_owned(),
        Some(chance) => match short_fraction(chance).filter(|fraction| fraction.len() <= 9) {
            Some(fraction) => format!("{fraction} {}", percent(chance)),
            None => percent(chance),
        },
    }
}

/// Rows of cells, the first column to the left, the first row as headings; too wide a grid is cut into several.
fn print_rows(text: &mut String, rows: &[Vec<String>], page: usize) {
    let columns = rows.first().map_or(0, Vec::len);
    let of = |column: usize| {
        width(
            rows.iter()
                .filter_map(|row| row.get(column))
                .map(String::as_str),
        )
    };
    let first = of(0);
    let mut begin = 1;
    while begin < columns {
        let mut end = begin;
        let mut used = first + 4;
        while end < columns && (end == begin || used + of(end) + 2 <= page) {
            used += of(end) + 2;
            end += 1;
        }
        for (place, row) in rows.iter().enumerate() {
            let name = pad(row.first().map_or("", String::as_str), first);
            let cells: Vec<String> = (begin..end)
                .map(|column| pad_left(row.get(column).map_or("", String::as_str), of(column)))
                .collect();
            let line = format!("    {name}  {}", cells.join("  "));
            let _ = writeln!(
                text,
                "{}",
                if place == 0 {
                    styled(BOLD, &line)
                } else {
                    line
                }
            );
        }
        begin = end;
        if begin < columns {
            text.push('\n');
        }
    }
}

fn estimated(
    text: &mut String,
    shown: &ShownOdds<'_>,
    estimate: &Estimate,
    seed: u64,
    page: usize,
) {
    let _ = writeln!(
        text,
        "  estimated from {} trials, seed {seed}; the interval holds with 99.9 %",
        estimate.trials
    );
    if estimate.counted < estimate.trials {
        let _ = writeln!(
            text,
            "  {} of them agree with what is given",
            estimate.counted
        );
    }
    for Counted { name, of, counts } in &estimate.results {
        if *name == shown.name {
            text.push('\n');
        } else {
            let _ = writeln!(text, "\n  {}", styled(BOLD, name));
        }
        estimated_rows(text, shown, of.as_ref(), counts, estimate.counted, page);
    }
}

fn estimated_rows(
    text: &mut String,
    shown: &ShownOdds<'_>,
    of: Option<&Type>,
    counts: &[(crate::diagram::Leaf, u64)],
    all: u64,
    page: usize,
) {
    let names: Vec<String> = counts
        .iter()
        .map(|(leaf, _)| leaf_text(shown.model, leaf, of))
        .collect();
    let wide = width(names.iter().map(String::as_str));
    let full = full_bar(page, 4 + wide + 2 + 9 + 2 + 9 + 4 + 9 + 2);
    for (name, (_, count)) in names.iter().zip(counts) {
        let share = Chance::new(BigUint::from(*count), BigUint::from(all.max(1)));
        let (low, high) = interval(*count, all);
        let line = format!(
            "    {}  {}  {} to {}  {}",
            pad(name, wide),
            styled(VALUE, &pad_left(&percent(&share), 9)),
            pad_left(&percent(&low), 9),
            pad_left(&percent(&high), 9),
            bar(&share, full)
        );
        let _ = writeln!(text, "{}", line.trim_end());
    }
}
