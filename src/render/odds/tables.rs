//! Odds as CSV, a line for each result, and as Markdown tables.

use super::super::markdown::escaped;
use super::{Odds, ShownOdds, across_text, all_results, groups, leaf_text, values_text};
use crate::dice::simulate::Counted;
use crate::dice::{Chance, decimals, fraction, interval, percent, short_fraction};
use num_bigint::BigUint;
use std::fmt::Write;

/// Odds as CSV: the facts left open, what is asked, the result, the chance as a fraction and as a decimal. Of an estimate, the
/// share and the ends of its interval.
#[must_use]
pub fn csv(shown: &ShownOdds<'_>) -> String {
    match &shown.odds {
        Odds::Exact(table) => {
            let open: Vec<&str> = table
                .open
                .iter()
                .map(|fact| shown.model.variable_name(*fact))
                .collect();
            let mut text = line(
                open.iter()
                    .copied()
                    .chain(["of", "result", "fraction", "decimal"]),
            );
            for part in &table.parts {
                let facts: Vec<String> = part
                    .facts
                    .iter()
                    .map(|(fact, indices)| values_text(shown.model, *fact, indices))
                    .collect();
                for results in &part.results {
                    for (leaf, chance) in &results.chances {
                        let result = leaf_text(shown.model, leaf, results.of.as_ref());
                        let cells = [
                            results.name.clone(),
                            result,
                            fraction(chance),
                            decimals(chance, 12),
                        ];
                        text.push_str(&line(facts.iter().chain(&cells).map(String::as_str)));
                    }
                }
            }
            text
        }
        Odds::Estimated(estimate, _) => {
            let mut text = line(["of", "result", "count", "trials", "decimal", "low", "high"]);
            for Counted { name, of, counts } in &estimate.results {
                for (leaf, count) in counts {
                    let share = Chance::new(
                        BigUint::from(*count),
                        BigUint::from(estimate.counted.max(1)),
                    );
                    let (low, high) = interval(*count, estimate.counted);
                    let cells = [
                        name.clone(),
                        leaf_text(shown.model, leaf, of.as_ref()),
                        count.to_string(),
                        estimate.counted.to_string(),
                        decimals(&share, 6),
                        decimals(&low, 6),
                        decimals(&high, 6),
                    ];
                    text.push_str(&line(cells.iter().map(String::as_str)));
                }
            }
            text
        }
    }
}

fn line<'c>(cells: impl IntoIterator<Item = &'c str>) -> String {
    let cells: Vec<String> = cells.into_iter().map(quoted).collect();
    format!("{}\n", cells.join(","))
}

fn quoted(cell: &str) -> String {
    if cell.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell.to_owned()
    }
}

/// Odds as Markdown: a table for each thing asked, with the last fact left open across.
#[must_use]
pub fn markdown(shown: &ShownOdds<'_>) -> String {
    let mut text = format!("## {} ({})\n\n", shown.name, shown.cite.join(", "));
    if !shown.asks.is_empty() {
        let _ = writeln!(text, "{}\n", escaped(&shown.asks));
    }
    let facts: Vec<String> = shown
        .facts
        .iter()
        .map(|(name, value)| format!("{name} = {value}"))
        .collect();
    let turns = shown
        .turns
        .as_ref()
        .map(|(turns, each)| format!("after {turns} × {each}"));
    let given = shown
        .given
        .as_ref()
        .map(|given| format!("given `{}`", given.replace('`', "")));
    let terms: Vec<String> = facts.into_iter().chain(turns).chain(given).collect();
    if !terms.is_empty() {
        let _ = writeln!(text, "{}\n", terms.join(", "));
    }
    match &shown.odds {
        Odds::Exact(_) => exact(&mut text, shown),
        Odds::Estimated(estimate, seed) => {
            let _ = writeln!(
                text,
                "Estimated from {} trials, seed {seed}.\n",
                estimate.trials
            );
            for Counted { name, of, counts } in &estimate.results {
                let _ = writeln!(
                    text,
                    "| {} | share | 99.9 % interval |\n|---|--:|:-:|",
                    escaped(name)
                );
                for (leaf, count) in counts {
                    let share = Chance::new(
                        BigUint::from(*count),
                        BigUint::from(estimate.counted.max(1)),
                    );
                    let (low, high) = interval(*count, estimate.counted);
                    let result = escaped(&leaf_text(shown.model, leaf, of.as_ref()));
                    let _ = writeln!(
                        text,
                        "| {result} | {} | {} to {} |",
                        percent(&share),
                        percent(&low),
                        percent(&high)
                    );
                }
                text.push('\n');
            }
        }
    }
    text.truncate(text.trim_end().len());
    text.push('\n');
    text
}

/// The tables of exact odds.
pub(super) fn exact(text: &mut String, shown: &ShownOdds<'_>) {
    let Odds::Exact(table) = &shown.odds else {
        return;
    };
    for group in groups(table) {
        let facts: Vec<String> = group
            .facts
            .iter()
            .map(|(fact, set)| {
                format!(
                    "{} = {}",
                    shown.model.variable_name(*fact),
                    values_text(shown.model, *fact, set)
                )
            })
            .collect();
        if !facts.is_empty() {
            let _ = writeln!(text, "**{}**\n", escaped(&facts.join(", ")));
        }
        for place in 0..group.parts.first().map_or(0, |part| part.results.len()) {
            let parts = group.of(place);
            exact_table(
                text,
                shown,
                &super::Group {
                    parts: parts.iter().collect(),
                    ..group
                },
            );
        }
    }
}

fn exact_table(text: &mut String, shown: &ShownOdds<'_>, group: &super::Group<'_>) {
    let Some(results) = group.parts.first().and_then(|part| part.results.first()) else {
        return;
    };
    let headings: Vec<String> = match group.across {
        Some(fact) => group
            .parts
            .iter()
            .map(|part| {
                escaped(&format!(
                    "{} {}",
                    shown.model.variable_name(fact),
                    across_text(shown.model, part)
                ))
            })
            .collect(),
        None => vec!["chance".to_owned()],
    };
    let _ = writeln!(
        text,
        "| {} | {} |",
        escaped(&results.name),
        headings.join(" | ")
    );
    let _ = writeln!(text, "|---|{}", "--:|".repeat(headings.len()));
    for leaf in all_results(&group.parts, 0) {
        let result = escaped(&leaf_text(shown.model, &leaf, results.of.as_ref()));
        let cells: Vec<String> = group
            .parts
            .iter()
            .filter_map(|part| part.results.first())
            .map(|results| match results.chance_of(&leaf) {
                None if results.chances.is_empty() => "never given".to_owned(),
                None => "0".to_owned(),
                Some(chance) => match short_fraction(chance) {
                    Some(fraction) => format!("{fraction} ({})", percent(chance)),
                    None => percent(chance),
                },
            })
            .collect();
        let _ = writeln!(text, "| {result} | {} |", cells.join(" | "));
    }
    text.push('\n');
}
