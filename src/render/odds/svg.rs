//! Odds as a plot to publish: bars for each thing asked, and a curve for a condition from turn to turn. Drawn by the crate
//! `plotters`; all coordinates are whole numbers, chances in hundredths of a percent.

use super::View;
use super::panels::{Kind, Panel, Row};
use crate::dice::{Chance, ten_thousandths};
use crate::render::document::escaped;
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use std::fmt::Write;

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

/// A softer black, for what stands beside the plot.
const GRAY: RGBColor = RGBColor(90, 90, 90);

/// The least width of the bars, in pixels, and the least height of a panel.
const WIDTH: usize = 900;
const PANEL: usize = 420;
const HEAD: usize = 74;
/// The room left of the bars, and right of them.
const SIDES: usize = 90;
/// The least width of a bar that bears a figure.
const BAR: usize = 15;
/// The most that a letter is wide.
const LETTER: usize = 8;
/// The height of a line of the legend.
const LINE: usize = 22;

/// The most panels of a plot.
const MOST_PANELS: usize = 24;

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Drawn = Result<(), Box<dyn std::error::Error>>;

pub fn svg(view: &View) -> Result<String, String> {
    let panels = view.panels.get(..MOST_PANELS).unwrap_or(&view.panels);
    let mut text = String::new();
    draw(view, panels, &mut text).map_err(|error| error.to_string())?;
    // For a reader that does not see the plot; the library has no words for these.
    let described = format!(
        "\n<title>{}</title>\n<desc>{}</desc>",
        escaped(&view.title),
        escaped(&described(view, panels))
    );
    if let Some(end) = text.find('>') {
        text.insert_str(end + 1, &described);
        text.insert_str(end, " role=\"img\"");
    }
    Ok(text)
}

fn described(view: &View, panels: &[Panel]) -> String {
    let mut text = subtitle(view);
    for panel in panels {
        let _ = write!(text, "\n{}", panel.caption());
        for (place, column) in panel.columns.iter().enumerate() {
            let cells = panel.rows.iter().filter_map(|row| {
                Some(format!(
                    "{} {}",
                    row.label,
                    figure(row.height(place).filter(|own| *own > 0)?)
                ))
            });
            let cells = cells.collect::<Vec<_>>().join(", ");
            let column = if column.is_empty() {
                String::new()
            } else {
                format!("{column}: ")
            };
            let _ = write!(text, "\n{column}{cells}");
        }
    }
    text
}

/// The paragraphs, and what was given.
fn subtitle(view: &View) -> String {
    let cite = Some(view.cite.join(", ")).filter(|cite| !cite.is_empty());
    let terms = view.terms.iter().cloned().chain(view.other_terms());
    cite.into_iter()
        .chain(terms)
        .collect::<Vec<_>>()
        .join(" · ")
}

/// A percentage with one place: `44.4 %`.
fn figure(height: i32) -> String {
    let tenths = (height + 5) / 10;
    format!("{}.{} %", tenths / 10, tenths % 10)
}

impl Row {
    /// The height of its bar in a column.
    fn height(&self, column: usize) -> Option<i32> {
        let cell = self.cells.get(column)?.as_ref()?;
        height_of(&cell.chance)
    }
}

fn height_of(chance: &Chance) -> Option<i32> {
    i32::try_from(ten_thousandths(chance)).ok()
}

impl Panel {
    /// What is asked, by what, and where.
    fn caption(&self) -> String {
        let across = self
            .across
            .as_ref()
            .map_or_else(String::new, |fact| format!(" by {}", fact.to_lowercase()));
        let facts = self.facts.iter().map(|fact| format!(", {fact}"));
        format!("{}{across}{}", self.title, facts.collect::<String>())
    }

    fn is_curve(&self) -> bool {
        self.by_turn.len() > 1
    }

    /// The room for what the colors mean.
    fn legend(&self) -> usize {
        if self.columns.len() < 2 {
            return 0;
        }
        let names = self.columns.iter().map(|name| name.chars().count());
        names.max().unwrap_or(0) * LETTER + 40
    }

    fn bars(&self) -> usize {
        self.rows.len() * (self.columns.len() + 1)
    }

    fn height(&self) -> usize {
        PANEL.max(70 + self.columns.len() * LINE)
    }
}

fn pixels(number: usize) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}

fn draw(view: &View, panels: &[Panel], text: &mut String) -> Drawn {
    let bars = panels
        .iter()
        .map(|panel| panel.bars() * BAR + SIDES + panel.legend());
    let title = view
        .title
        .chars()
        .count()
        .max(subtitle(view).chars().count() * 2 / 3);
    let width = bars.max().unwrap_or(0).max(WIDTH).max(title * 13 + 40);
    let height = HEAD + panels.iter().map(Panel::height).sum::<usize>();
    let size = (u32::try_from(width)?, u32::try_from(height)?);
    let root = SVGBackend::with_string(text, size).into_drawing_area();
    root.fill(&WHITE)?;
    root.draw(&Text::new(
        view.title.clone(),
        (20, 14),
        letters(24, &BLACK),
    ))?;
    root.draw(&Text::new(subtitle(view), (20, 46), letters(15, &GRAY)))?;
    let (_, mut rest) = root.split_vertically(pixels(HEAD));
    for panel in panels {
        let (area, below) = rest.split_vertically(pixels(panel.height()));
        let caption = Some(panel.caption()).filter(|caption| *caption != view.title);
        let caption = caption.unwrap_or_default();
        if panel.is_curve() {
            draw_curve(panel, &caption, &area)?;
        } else {
            draw_bars(panel, &caption, &area)?;
        }
        rest = below;
    }
    root.present()?;
    Ok(())
}

fn letters<'s>(size: i32, color: &RGBColor) -> TextStyle<'s> {
    ("sans-serif", size).into_font().color(color)
}

fn top_of(heights: impl Iterator<Item = i32>) -> i32 {
    let most = heights.max().unwrap_or(0).max(500);
    most + most / 6
}

fn show_percent(height: &i32) -> String {
    if *height > 10_000 {
        String::new()
    } else {
        format!("{} %", height / 100)
    }
}

/// What the colors mean, from top to bottom, beside the bars.
fn draw_legend(panel: &Panel, area: &Area<'_>) -> Drawn {
    for (line, name) in panel.columns.iter().enumerate() {
        let top = pixels(50 + line * LINE);
        area.draw(&Rectangle::new(
            [(4, top), (18, top + 12)],
            color(line).filled(),
        ))?;
        area.draw(&Text::new(name.clone(), (24, top), letters(13, &BLACK)))?;
    }
    Ok(())
}

fn draw_bars(panel: &Panel, caption: &str, whole: &Area<'_>) -> Drawn {
    let (width, _) = whole.dim_in_pixel();
    let (area, beside) = whole.split_horizontally(pixels(width as usize - panel.legend()));
    let lines = pixels(panel.columns.len().max(1));
    let heights = panel
        .rows
        .iter()
        .flat_map(|row| (0..panel.columns.len()).filter_map(|column| row.height(column)));
    let mut chart = ChartBuilder::on(&area)
        .caption(caption, ("sans-serif", 18))
        .margin(14)
        .x_label_area_size(40)
        .y_label_area_size(56)
        .build_cartesian_2d(0..pixels(panel.rows.len().max(1)) * 100, 0..top_of(heights))?;
    chart
        .configure_mesh()
        .disable_x_mesh()
        .set_tick_mark_size(LabelAreaPosition::Bottom, 0)
        .x_labels(2)
        .x_label_formatter(&|_| String::new())
        .y_label_formatter(&show_percent)
        .light_line_style(WHITE)
        .draw()?;
    // Each result has a hundred units, ten of them free on either side.
    for (place, row) in (0..).zip(&panel.rows) {
        for (line, column) in (0..lines).zip(0..) {
            let Some(height) = row.height(column).filter(|height| *height > 0) else {
                continue;
            };
            let left = place * 100 + 10 + line * 80 / lines;
            let right = place * 100 + 10 + (line + 1) * 80 / lines;
            let (left, top) = chart.backend_coord(&(left, height));
            let (right, bottom) = chart.backend_coord(&(right, 0));
            let corners = [(left, top), (right, bottom)].map(|at| within(&area, at));
            draw_bar(&area, corners, row.kind, color(column))?;
            draw_figure(&area, corners, &figure(height))?;
        }
    }
    let longest = panel
        .rows
        .iter()
        .map(|row| row.label.chars().count())
        .max()
        .unwrap_or(0);
    let labels = Labels::of(width as usize - panel.legend(), panel.rows.len(), longest);
    for (line, (place, row)) in (0..).zip((0..).zip(&panel.rows).step_by(labels.step)) {
        let (across, down) = within(&area, chart.backend_coord(&(place * 100 + 50, 0)));
        let at = (across, down + 8 + line % labels.rows * 15);
        area.draw(&Text::new(row.label.clone(), at, centered(14, VPos::Top)))?;
    }
    draw_legend(panel, &beside)
}

type Corners = [(i32, i32); 2];

/// A bar: full for a result, hatched for what is none, an outline for several results together.
fn draw_bar(area: &Area<'_>, corners: Corners, kind: Kind, color: RGBColor) -> Drawn {
    if kind == Kind::Value {
        area.draw(&Rectangle::new(corners, color.filled()))?;
        return Ok(());
    }
    area.draw(&Rectangle::new(corners, color.stroke_width(2)))?;
    let [(left, top), (right, bottom)] = corners;
    let hatches = left + 7..if kind == Kind::NoValue {
        right + bottom - top
    } else {
        left
    };
    for foot in hatches.step_by(7) {
        // From the foot or the right side up to the left side or the top.
        let low = (foot.min(right), bottom - (foot - right).max(0));
        let rise = (low.0 - left).min(low.1 - top);
        area.draw(&PathElement::new(
            [low, (low.0 - rise, low.1 - rise)],
            color,
        ))?;
    }
    Ok(())
}

/// The figure above a bar; upright where it is wider than the bar.
fn draw_figure(area: &Area<'_>, corners: Corners, text: &str) -> Drawn {
    let [(left, top), (right, _)] = corners;
    let middle = i32::midpoint(left, right);
    let is_wide = right - left >= pixels(text.chars().count() * 7);
    let (style, at) = if is_wide {
        (centered(13, VPos::Bottom), (middle, top - 3))
    } else {
        let font = ("sans-serif", 11)
            .into_font()
            .transform(FontTransform::Rotate270);
        let pos = Pos::new(HPos::Left, VPos::Center);
        (font.color(&BLACK).pos(pos), (middle, top - 4))
    };
    area.draw(&Text::new(text.to_owned(), at, style))?;
    Ok(())
}

/// How labels stand beside each other without touching: in so many rows by turns, and where that is not enough, some left out.
struct Labels {
    rows: i32,
    step: usize,
}

impl Labels {
    fn of(width: usize, count: usize, letters: usize) -> Self {
        let room = width
            .saturating_sub(SIDES)
            .checked_div(count)
            .unwrap_or(0)
            .max(1);
        let needed = (letters * LETTER).div_ceil(room).max(1);
        let rows = needed.min(2);
        Self {
            rows: pixels(rows),
            step: needed.div_ceil(rows),
        }
    }
}

fn color(place: usize) -> RGBColor {
    let RGBColor(red, green, blue) = COLORS.get(place % COLORS.len()).copied().unwrap_or(BLACK);
    // Each time round the colors are used again, half as strong.
    let weaker = |part: u8| (0..place / COLORS.len()).fold(part, |part, _| part / 2 + 127);
    RGBColor(weaker(red), weaker(green), weaker(blue))
}

/// Black letters of a size, in the middle above or below their point.
fn centered<'s>(size: i32, side: VPos) -> TextStyle<'s> {
    letters(size, &BLACK).pos(Pos::new(HPos::Center, side))
}

/// A point of the whole drawing as a point of a part of it.
fn within(area: &Area<'_>, at: (i32, i32)) -> (i32, i32) {
    let (across, down) = area.get_base_pixel();
    (at.0 - across, at.1 - down)
}

fn draw_curve(panel: &Panel, caption: &str, area: &Area<'_>) -> Drawn {
    let heights: Vec<i32> = panel.by_turn.iter().filter_map(height_of).collect();
    let turns = pixels(heights.len());
    let mut chart = ChartBuilder::on(area)
        .caption(caption, ("sans-serif", 18))
        .margin(14)
        .x_label_area_size(44)
        .y_label_area_size(56)
        .build_cartesian_2d(1..turns.max(2), 0..top_of(heights.iter().copied()))?;
    chart
        .configure_mesh()
        .x_labels(heights.len().min(24))
        .x_desc("turn")
        .y_label_formatter(&show_percent)
        .light_line_style(WHITE)
        .draw()?;
    let points: Vec<(i32, i32)> = (1..).zip(heights.iter().copied()).collect();
    chart.draw_series(
        points
            .iter()
            .map(|at| Circle::new(*at, 3, color(0).filled())),
    )?;
    let every = points.len().div_ceil(16);
    for at in points.iter().step_by(every) {
        let (across, down) = within(area, chart.backend_coord(at));
        let style = centered(12, VPos::Bottom);
        area.draw(&Text::new(figure(at.1), (across, down - 6), style))?;
    }
    let line = PathElement::new(points, color(0).stroke_width(2));
    chart.draw_series(std::iter::once(line))?;
    Ok(())
}
