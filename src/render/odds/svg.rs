//! Odds as a plot to publish: a bar chart for each thing asked, and a curve for a condition from turn to turn. Drawn by the
//! crate `plotters`; all coordinates are whole numbers, chances in hundredths of a percent.

use super::{Odds, ShownOdds, across_text, all_results, groups, leaf_text};
use crate::dice::simulate::Counted;
use crate::dice::{Chance, Part, Results, percent, ten_thousandths};
use num_bigint::BigUint;
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

/// Colors that can be told apart by most people: those of Okabe and Ito.
const COLORS: [RGBColor; 8] = [
    RGBColor(0, 114, 178),
    RGBColor(230, 159, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(86, 180, 233),
    RGBColor(213, 94, 0),
    RGBColor(240, 228, 66),
    RGBColor(90, 90, 90),
];

const WIDTH: u32 = 900;
const PANEL: u32 = 420;

/// The most panels of a plot.
const MOST_PANELS: usize = 24;

/// A panel: one thing asked.
struct Panel {
    title: String,
    /// The results, below the bars.
    results: Vec<String>,
    /// For each value of the fact across: its name and the height of each result.
    series: Vec<(String, Vec<i32>)>,
    /// For conditions: the chance after each turn.
    curve: Vec<i32>,
}

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// The plot, or what went wrong in drawing it.
pub fn svg(shown: &ShownOdds<'_>) -> Result<String, String> {
    let panels = panels(shown);
    let mut text = String::new();
    let height = 70 + PANEL * u32::try_from(panels.len()).unwrap_or(1).max(1);
    draw(shown, &panels, &mut text, height).map_err(|error| error.to_string())?;
    Ok(text)
}

fn draw(
    shown: &ShownOdds<'_>,
    panels: &[Panel],
    text: &mut String,
    height: u32,
) -> Result<(), Box<dyn std::error::Error>> {
    let root = SVGBackend::with_string(text, (WIDTH, height)).into_drawing_area();
    root.fill(&WHITE)?;
    let (head, body) = root.split_vertically(70);
    let title = format!("{} ({})", shown.name, shown.cite.join(", "));
    head.draw(&Text::new(
        title,
        (20, 14),
        ("sans-serif", 24).into_font().color(&BLACK),
    ))?;
    head.draw(&Text::new(
        terms(shown),
        (20, 44),
        ("sans-serif", 15).into_font().color(&BLACK.mix_gray()),
    ))?;
    for (panel, area) in panels
        .iter()
        .zip(body.split_evenly((panels.len().max(1), 1)))
    {
        if panel.curve.len() > 1 {
            draw_curve(panel, &area)?
        } else {
            draw_bars(panel, &area)?
        }
    }
    root.present()?;
    Ok(())
}

/// A softer black, for what stands beside the plot.
trait MixGray {
    fn mix_gray(&self) -> RGBColor;
}

impl MixGray for RGBColor {
    fn mix_gray(&self) -> RGBColor {
        RGBColor(90, 90, 90)
    }
}

fn terms(shown: &ShownOdds<'_>) -> String {
    let facts = shown
        .facts
        .iter()
        .map(|(name, value)| format!("{name} = {value}"));
    let turns = shown
        .turns
        .iter()
        .map(|(turns, each)| format!("after {turns} × {each}"));
    let given = shown.given.iter().map(|given| format!("given {given}"));
    let estimated = match &shown.odds {
        Odds::Exact(_) => None,
        Odds::Estimated(estimate, seed) => Some(format!(
            "estimated from {} trials, seed {seed}",
            estimate.trials
        )),
    };
    facts
        .chain(turns)
        .chain(given)
        .chain(estimated)
        .collect::<Vec<_>>()
        .join(", ")
}

fn height_of(chance: Option<&Chance>) -> i32 {
    chance
        .and_then(|chance| i32::try_from(ten_thousandths(chance)).ok())
        .unwrap_or(0)
}

fn panels(shown: &ShownOdds<'_>) -> Vec<Panel> {
    let mut panels = Vec::new();
    match &shown.odds {
        Odds::Exact(table) => {
            for group in groups(table) {
                let facts: Vec<String> = group
                    .facts
                    .iter()
                    .map(|(fact, set)| {
                        format!(
                            "{} = {}",
                            shown.model.variable_name(*fact),
                            super::values_text(shown.model, *fact, set)
                        )
                    })
                    .collect();
                let Some(first) = group.parts.first() else {
                    continue;
                };
                for (place, results) in first.results.iter().enumerate() {
                    let facts = if facts.is_empty() {
                        String::new()
                    } else {
                        format!("   {}", facts.join(", "))
                    };
                    let parts = group.of(place);
                    panels.push(panel(
                        shown,
                        &parts.iter().collect::<Vec<_>>(),
                        results,
                        &facts,
                    ));
                }
            }
        }
        Odds::Estimated(estimate, _) => {
            for Counted { name, of, counts } in &estimate.results {
                let share = |count: u64| {
                    Chance::new(BigUint::from(count), BigUint::from(estimate.counted.max(1)))
                };
                panels.push(Panel {
                    title: name.clone(),
                    results: counts
                        .iter()
                        .map(|(leaf, _)| leaf_text(shown.model, leaf, of.as_ref()))
                        .collect(),
                    series: vec![(
                        String::new(),
                        counts
                            .iter()
                            .map(|(_, count)| height_of(Some(&share(*count))))
                            .collect(),
                    )],
                    curve: Vec::new(),
                });
            }
        }
    }
    panels.truncate(MOST_PANELS);
    panels
}

fn panel(shown: &ShownOdds<'_>, parts: &[&Part], results: &Results, facts: &str) -> Panel {
    let leaves = all_results(parts, 0);
    let heights = |part: &&Part| {
        let own = part.results.first();
        let heights = leaves
            .iter()
            .map(|leaf| height_of(own.and_then(|own| own.chance_of(leaf))));
        (across_text(shown.model, part), heights.collect())
    };
    Panel {
        title: format!("{}{}{facts}", results.name, by(shown, parts)),
        results: leaves
            .iter()
            .map(|leaf| leaf_text(shown.model, leaf, results.of.as_ref()))
            .collect(),
        series: parts.iter().map(heights).collect(),
        curve: if parts.len() == 1 {
            results
                .by_turn
                .iter()
                .map(|chance| height_of(Some(chance)))
                .collect()
        } else {
            Vec::new()
        },
    }
}

/// By which fact the bars stand side by side.
fn by(shown: &ShownOdds<'_>, parts: &[&Part]) -> String {
    let fact = parts
        .first()
        .and_then(|part| part.facts.last())
        .filter(|_| parts.len() > 1);
    fact.map_or_else(String::new, |(fact, _)| {
        format!(" by {}", shown.model.variable_name(*fact))
    })
}

fn top_of(heights: impl Iterator<Item = i32>) -> i32 {
    let most = heights.max().unwrap_or(0).max(500);
    (most + most / 8).min(10_500)
}

fn show_percent(height: &i32) -> String {
    format!("{} %", height / 100)
}

/// The room beside the bars for what their colors mean.
const LEGEND: u32 = 130;

/// What the colors mean, from top to bottom, beside the bars.
fn draw_legend(panel: &Panel, area: &Area<'_>) -> Result<(), Box<dyn std::error::Error>> {
    for (line, (name, _)) in (0..).zip(&panel.series) {
        let top = 50 + line * 22;
        area.draw(&Rectangle::new(
            [(4, top), (18, top + 12)],
            color(line).filled(),
        ))?;
        area.draw(&Text::new(
            name.clone(),
            (24, top),
            ("sans-serif", 13).into_font().color(&BLACK),
        ))?;
    }
    Ok(())
}

fn draw_bars(panel: &Panel, whole: &Area<'_>) -> Result<(), Box<dyn std::error::Error>> {
    let legend = if panel.series.len() > 1 { LEGEND } else { 0 };
    let (area, beside) = whole.split_horizontally(WIDTH - legend);
    let area = &area;
    let count = i32::try_from(panel.results.len()).unwrap_or(1).max(1);
    let lines = i32::try_from(panel.series.len()).unwrap_or(1).max(1);
    // Each result has a hundred units, ten of them free on either side.
    let top = top_of(
        panel
            .series
            .iter()
            .flat_map(|(_, heights)| heights.iter().copied()),
    );
    let mut chart = ChartBuilder::on(area)
        .caption(&panel.title, ("sans-serif", 18))
        .margin(14)
        .x_label_area_size(40)
        .y_label_area_size(56)
        .build_cartesian_2d(0..count * 100, 0..top)?;
    chart
        .configure_mesh()
        .disable_x_mesh()
        .set_tick_mark_size(LabelAreaPosition::Bottom, 0)
        .x_labels(2)
        .x_label_formatter(&|_| String::new())
        .y_label_formatter(&show_percent)
        .light_line_style(WHITE)
        .draw()?;
    for (line, (_, heights)) in (0..).zip(&panel.series) {
        let color = color(line);
        let drawn = (0..).zip(heights).filter(|(_, height)| **height > 0);
        let bars = drawn.map(|(place, height): (i32, &i32)| {
            let left = place * 100 + 10 + line * 80 / lines;
            let right = place * 100 + 10 + (line + 1) * 80 / lines;
            Rectangle::new([(left, 0), (right, *height)], color.filled())
        });
        chart.draw_series(bars)?;
        if panel.series.len() == 1 {
            let step = Labels::of(panel.results.len(), PERCENT_LETTERS, 1).step;
            for (place, height) in (0..).zip(heights).step_by(step) {
                let share = Chance::new(
                    BigUint::from(height.unsigned_abs()),
                    BigUint::from(10_000_u32),
                );
                let at = chart.backend_coord(&(place * 100 + 50, *height));
                let style = centered(13, VPos::Bottom);
                area.draw(&Text::new(
                    percent(&share),
                    within(area, (at.0, at.1 - 3)),
                    style,
                ))?;
            }
        }
    }
    let longest = panel
        .results
        .iter()
        .map(|name| name.chars().count())
        .max()
        .unwrap_or(0);
    let labels = Labels::of(panel.results.len(), longest, 2);
    for (row, (place, name)) in (0..).zip((0..).zip(&panel.results).step_by(labels.step)) {
        let at = chart.backend_coord(&(place * 100 + 50, 0));
        let style = centered(14, VPos::Top);
        area.draw(&Text::new(
            name.clone(),
            within(area, (at.0, at.1 + 8 + row % labels.rows * 15)),
            style,
        ))?;
    }
    if legend > 0 {
        draw_legend(panel, &beside)
    } else {
        Ok(())
    }
}

/// The letters of a percentage.
const PERCENT_LETTERS: usize = 7;

/// How labels stand beside each other without touching: in so many rows by turns, and where that is not enough, some left out.
struct Labels {
    rows: i32,
    step: usize,
}

impl Labels {
    /// The most that a letter is wide, in pixels.
    const LETTER: usize = 8;

    fn of(count: usize, letters: usize, most_rows: usize) -> Self {
        let room = (WIDTH as usize)
            .saturating_sub(90)
            .checked_div(count)
            .unwrap_or(0)
            .max(1);
        let needed = (letters * Self::LETTER).div_ceil(room).max(1);
        let rows = needed.min(most_rows);
        Self {
            rows: i32::try_from(rows).unwrap_or(1),
            step: needed.div_ceil(rows),
        }
    }
}

fn color(place: i32) -> RGBColor {
    let place = usize::try_from(place).unwrap_or(0);
    let RGBColor(red, green, blue) = COLORS.get(place % COLORS.len()).copied().unwrap_or(BLACK);
    // Each time round the colors are used again, half as strong.
    let weaker = |part: u8| (0..place / COLORS.len()).fold(part, |part, _| part / 2 + 127);
    RGBColor(weaker(red), weaker(green), weaker(blue))
}

/// Black letters of a size, in the middle above or below their point.
fn centered<'s>(size: i32, side: VPos) -> TextStyle<'s> {
    ("sans-serif", size)
        .into_font()
        .color(&BLACK)
        .pos(Pos::new(HPos::Center, side))
}

/// A point of the whole drawing as a point of a part of it.
fn within(area: &Area<'_>, at: (i32, i32)) -> (i32, i32) {
    let (across, down) = area.get_base_pixel();
    (at.0 - across, at.1 - down)
}

fn draw_curve(panel: &Panel, area: &Area<'_>) -> Result<(), Box<dyn std::error::Error>> {
    let turns = i32::try_from(panel.curve.len()).unwrap_or(1);
    let top = top_of(panel.curve.iter().copied());
    let mut chart = ChartBuilder::on(area)
        .caption(&panel.title, ("sans-serif", 18))
        .margin(14)
        .x_label_area_size(44)
        .y_label_area_size(56)
        .build_cartesian_2d(1..turns.max(2), 0..top)?;
    chart
        .configure_mesh()
        .x_labels(usize::try_from(turns).unwrap_or(1).min(24))
        .x_desc("turn")
        .y_label_formatter(&show_percent)
        .light_line_style(WHITE)
        .draw()?;
    let points = (1..).zip(panel.curve.iter().copied());
    chart.draw_series(
        points
            .clone()
            .map(|at: (i32, i32)| Circle::new(at, 3, color(0).filled())),
    )?;
    chart.draw_series(std::iter::once(PathElement::new(
        points.collect::<Vec<_>>(),
        color(0).stroke_width(2),
    )))?;
    Ok(())
}
