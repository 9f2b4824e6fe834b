//! Plots of numbers: panels of bars, lines or points, one below the other. Like films they consist of shapes, so the same code
//! writes every picture format. Unlike films they do not move, and their lengths are pixels.

use itertools::Itertools as _;

use super::block::cells;
use super::film::{Align, Point, Shape};
use super::palette::Colour;
use super::words;

/// Panels one below the other, and a title for screen readers.
#[derive(Debug, Clone, PartialEq)]
pub struct Figure {
    /// Text above the figure.
    pub title: String,
    /// Panels, the uppermost first.
    pub panels: Vec<Panel>,
}

/// A part of a figure.
#[derive(Debug, Clone, PartialEq)]
pub struct Panel {
    /// Shapes, from the upper left corner of the panel. As in all pictures, lengths are in cells.
    pub(super) shapes: Vec<Shape>,
    pub(super) height: f64,
}

impl Figure {
    pub(super) const WIDTH: f64 = WIDTH * PIXEL;

    /// Returns the panels with their upper edges, and the height of all, in cells.
    pub(super) fn arranged(&self) -> (Vec<(f64, &Panel)>, f64) {
        let mut y = 0.0;
        let mut arranged = Vec::with_capacity(self.panels.len());
        for panel in &self.panels {
            arranged.push((y, panel));
            y += panel.height;
        }
        (arranged, y.max(PIXEL))
    }
}

/// Length of a pixel in cells; a cell has as many pixels as in SVG.
const PIXEL: f64 = 1.0 / super::svg::shape::CELL;

const WIDTH: f64 = 860.0;
const MARGIN: f64 = 12.0;
const TOP: f64 = 48.0;
const LETTERS: f64 = 12.0;
const THIN: f64 = 1.0;
const THICK: f64 = 2.0;

/// Patterns of lines: lengths of dashes and of gaps between them, in pixels.
const PATTERNS: [&[f64]; 4] = [&[], &[8.0, 4.0], &[2.0, 3.0], &[10.0, 3.0, 2.0, 3.0]];

struct Sketch(Vec<Shape>);

impl Sketch {
    /// Starts a panel with a title, and below it the name of the axis.
    fn headed(title: &str, left: f64, axis: &str, scale: Scale) -> Self {
        let mut sketch = Self(Vec::new());
        sketch.words((MARGIN, 16.0), Align::Start, title, true);
        let scale = if let Scale::Logarithmic { .. } = scale { ", logarithmic scale" } else { "" };
        sketch.text((left, 34.0), Align::Start, &format!("{axis}{scale}"));
        sketch
    }

    fn rectangle(&mut self, corner: (f64, f64), (width, height): (f64, f64), colour: Colour, hollow: bool) {
        let filled = Shape::rectangle(point(corner), width * PIXEL, height * PIXEL, 0.0, colour);
        self.0.push(match filled {
            Shape::Area { loops, radius, .. } if hollow => {
                Shape::Outline { loops, radius, width: THIN * PIXEL, colour, dash: Some(4.0 * PIXEL) }
            }
            filled => filled,
        });
    }

    fn line(&mut self, from: (f64, f64), to: (f64, f64), colour: Colour) {
        let points = [from, to].map(point).to_vec();
        self.0.push(Shape::Path { points, width: THIN * PIXEL, colour, dashes: Vec::new() });
    }

    fn path(&mut self, points: &[(f64, f64)], colour: Colour, pattern: usize) {
        let dashes = PATTERNS[pattern % PATTERNS.len()].iter().map(|length| length * PIXEL).collect();
        let points = points.iter().copied().map(point).collect();
        self.0.push(Shape::Path { points, width: THICK * PIXEL, colour, dashes });
    }

    fn dot(&mut self, middle: (f64, f64), colour: Colour) {
        self.0.push(Shape::Dot { middle: point(middle), radius: 3.0 * PIXEL, fill: colour });
    }

    fn text(&mut self, at: (f64, f64), align: Align, text: &str) {
        self.words(at, align, text, false);
    }

    /// Writes a text that reads upwards and ends at a point.
    fn upright(&mut self, at: (f64, f64), text: &str) {
        let (at, size, text) = (point(at), LETTERS * PIXEL, text.to_owned());
        let (align, colour) = (Align::End, Colour::Ink);
        self.0.push(Shape::Text { at, align, size, text, colour, bold: false, turned: true });
    }

    fn words(&mut self, at: (f64, f64), align: Align, text: &str, bold: bool) {
        let (at, size, text) = (point(at), LETTERS * PIXEL, text.to_owned());
        self.0.push(Shape::Text { at, align, size, text, colour: Colour::Ink, bold, turned: false });
    }

    /// Begins a chart of lines: the heading, and the grid of the vertical axis.
    fn of_lines(title: &str, axis: &str, scale: Scale) -> Self {
        let mut sketch = Self::headed(title, LEFT, axis, scale);
        for tick in scale.ticks() {
            sketch.line((LEFT, scale.height(tick)), (WIDTH - RIGHT, scale.height(tick)), Colour::Grid);
            sketch.text((LEFT - 6.0, scale.height(tick)), Align::End, &label(tick));
        }
        sketch
    }

    /// Draws lines, each in parts between gaps, and a legend with their names from `legend` on.
    fn with_lines<'a>(
        mut self,
        lines: impl Iterator<Item = (&'a str, Vec<Vec<(f64, f64)>>)>,
        mut legend: f64,
    ) -> Panel {
        for (number, (name, parts)) in lines.enumerate() {
            let colour = Colour::Series(number);
            for part in parts {
                if 1 < part.len() {
                    self.path(&part, colour, number);
                }
                part.iter().for_each(|point| self.dot(*point, colour));
            }
            self.path(&[(LEFT, legend), (LEFT + 28.0, legend)], colour, number);
            self.text((LEFT + 36.0, legend), Align::Start, name);
            legend += 18.0;
        }
        self.panel(legend + MARGIN)
    }

    fn panel(self, height: f64) -> Panel {
        Panel { shapes: self.0, height: height * PIXEL }
    }
}

fn point((x, y): (f64, f64)) -> Point {
    Point::new(x * PIXEL, y * PIXEL)
}

/// A bar.
#[derive(Debug, Clone, PartialEq)]
pub struct PlotBar {
    /// Text before the bar.
    pub label: String,
    /// Group: bars of the same group have the same colour.
    pub group: String,
    /// Length of the bar.
    pub length: f64,
    /// Ends of a thin line over the bar.
    pub range: (f64, f64),
    /// Text behind the bar.
    pub note: String,
    /// True if the bar is only outlined, because its length was not reached.
    pub hollow: bool,
}

/// Draws a bar chart, one bar a row, with its label before it and its note behind it. The axis is logarithmic if the lengths
/// differ greatly.
pub fn bars(title: &str, unit: &str, bars: &[PlotBar]) -> Panel {
    const ROW: f64 = 22.0;
    const THICKNESS: f64 = 14.0;
    const BOTTOM: f64 = 30.0;
    let scale = Scale::of(bars.iter().flat_map(|bar| [bar.length, bar.range.0, bar.range.1]));
    let widest = |text: fn(&PlotBar) -> &String| {
        bars.iter().map(|bar| words::width(text(bar), LETTERS)).fold(0.0, f64::max)
    };
    let left = (MARGIN + widest(|bar| &bar.label) + 8.0).min(WIDTH / 2.0);
    let right = (widest(|bar| &bar.note) + MARGIN + 8.0).min(WIDTH / 3.0);
    let x = |number: f64| left + scale.place(number).clamp(0.0, 1.0) * (WIDTH - left - right);
    let floor = TOP + cells(bars.len()) * ROW;
    let mut sketch = Sketch::headed(title, left, unit, scale);
    for tick in scale.ticks() {
        sketch.line((x(tick), TOP), (x(tick), floor), Colour::Grid);
        sketch.text((x(tick), floor + 12.0), Align::Middle, &label(tick));
    }
    let mut middle = TOP + ROW / 2.0;
    let groups = bars.iter().map(|bar| &bar.group).unique().collect_vec();
    for bar in bars {
        let group = groups.iter().position(|group| **group == bar.group);
        let colour = Colour::Series(group.unwrap_or_default());
        let (least, greatest) = bar.range;
        let size = (x(bar.length) - left, THICKNESS);
        sketch.rectangle((left, middle - THICKNESS / 2.0), size, colour, bar.hollow);
        if least < greatest {
            sketch.line((x(least), middle), (x(greatest), middle), Colour::Ink);
            for end in [least, greatest] {
                sketch.line((x(end), middle - 3.0), (x(end), middle + 3.0), Colour::Ink);
            }
        }
        sketch.text((left - 6.0, middle), Align::End, &bar.label);
        sketch.text((x(bar.length.max(greatest)) + 6.0, middle), Align::Start, &bar.note);
        middle += ROW;
    }
    sketch.panel(floor + BOTTOM)
}

/// A line through points.
#[derive(Debug, Clone, PartialEq)]
pub struct PlotLine {
    /// Name in the legend.
    pub name: String,
    /// Points, from left to right.
    pub points: Vec<(f64, f64)>,
}

const LEFT: f64 = 62.0;
const RIGHT: f64 = 20.0;

/// Height of a chart of lines, and the place of its lower edge.
const HEIGHT: f64 = 300.0;
const FLOOR: f64 = TOP + HEIGHT;

/// Draws a chart of lines over two axes, with a legend. The vertical axis is logarithmic if the numbers are far apart.
///
/// Neighbours in the legend differ by colour and by pattern. No two of 28 lines share both.
pub fn lines(title: &str, axes: (&str, &str), series: &[PlotLine]) -> Panel {
    let across = series.iter().flat_map(|series| &series.points).map(|point| point.0);
    let last = across.fold(1.0, f64::max);
    let scale = Scale::of(series.iter().flat_map(|series| &series.points).map(|point| point.1));
    let x = |number: f64| LEFT + number / last * (WIDTH - LEFT - RIGHT);
    let mut sketch = Sketch::of_lines(title, axes.1, scale);
    for number in round_numbers(last) {
        sketch.line((x(number), TOP), (x(number), FLOOR), Colour::Grid);
        sketch.text((x(number), FLOOR + 12.0), Align::Middle, &label(number));
    }
    sketch.text((WIDTH - RIGHT, FLOOR + 30.0), Align::End, axes.0);
    let lines = series.iter().map(|one| {
        let points = one.points.iter().map(|point| (x(point.0), scale.height(point.1)));
        (&*one.name, vec![points.collect()])
    });
    sketch.with_lines(lines, FLOOR + 44.0)
}

/// A line over categories.
#[derive(Debug, Clone, PartialEq)]
pub struct CategoryLine {
    /// Name in the legend.
    pub name: String,
    /// A number for each category; `None` leaves a gap.
    pub values: Vec<Option<f64>>,
}

/// Draws a chart of lines over categories, with a legend. The vertical axis is logarithmic.
pub fn categories(title: &str, unit: &str, names: &[String], series: &[CategoryLine]) -> Panel {
    let scale = Scale::logarithmic(series.iter().flat_map(|series| &series.values).copied().flatten());
    let width = (WIDTH - LEFT - RIGHT) / cells(names.len().max(1));
    let x = |number: usize| LEFT + (cells(number) + 0.5) * width;
    let mut sketch = Sketch::of_lines(title, unit, scale);
    let widest = names.iter().map(|name| words::width(name, LETTERS)).fold(0.0, f64::max);
    let is_upright = width < widest + 6.0;
    // Letters would lie on each other.
    let apart = if is_upright && width < LETTERS { 2 } else { 1 };
    for (number, name) in names.iter().enumerate() {
        sketch.line((x(number), TOP), (x(number), FLOOR), Colour::Grid);
        match is_upright {
            true if number % apart == 0 => sketch.upright((x(number), FLOOR + 6.0), name),
            true => {}
            false => sketch.text((x(number), FLOOR + 12.0), Align::Middle, name),
        }
    }
    let lines = series.iter().map(|one| {
        let points = one.values.iter().enumerate().map(|(at, value)| Some((x(at), scale.height((*value)?))));
        let parts = points.collect_vec();
        let parts = parts.split(Option::is_none).map(|part| part.iter().copied().flatten().collect());
        (&*one.name, parts.collect())
    });
    sketch.with_lines(lines, FLOOR + 36.0 + if is_upright { widest - LETTERS } else { 0.0 })
}

/// Two times for the same problem, `None` where there is no answer.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ScatterPoint {
    /// Time on the horizontal axis.
    pub x: Option<f64>,
    /// Time on the vertical axis.
    pub y: Option<f64>,
    /// Timeout of the missing time, if known.
    pub limit: Option<f64>,
}

/// Draws a scatter plot: points over two axes of the same scale, with the diagonal. `seconds` names the unit and the clock of
/// the times. A time without an answer lies on the outer edge, beyond all times.
pub fn points(title: &str, axes: (&str, &str), seconds: &str, points: &[ScatterPoint]) -> Panel {
    const SIDE: f64 = 440.0;
    let times = points.iter().flat_map(|point| [point.x, point.y, point.limit]).flatten();
    let scale = Scale::of(times);
    let floor = TOP + SIDE;
    // The outer edge is a little beyond the end of the scale.
    let inner = SIDE * 0.95;
    let along = |time: Option<f64>| time.map_or(SIDE, |time| scale.place(time).clamp(0.0, 1.0) * inner);
    let (left, right) = (LEFT, LEFT + SIDE);
    let [across, upright] = [axes.0, axes.1].map(|axis| format!("{axis}, {seconds}"));
    let mut sketch = Sketch::headed(title, LEFT, &upright, scale);
    for tick in scale.ticks() {
        let at = along(Some(tick));
        sketch.line((left, floor - at), (right, floor - at), Colour::Grid);
        sketch.text((left - 6.0, floor - at), Align::End, &label(tick));
        sketch.line((left + at, TOP), (left + at, floor), Colour::Grid);
        sketch.text((left + at, floor + 12.0), Align::Middle, &label(tick));
    }
    sketch.line((left, floor), (left + inner, floor - inner), Colour::Faint);
    sketch.path(&[(left, TOP), (right, TOP), (right, floor)], Colour::Faint, 1);
    for point in points {
        sketch.dot((left + along(point.x), floor - along(point.y)), Colour::Series(0));
    }
    sketch.text((right, floor + 30.0), Align::End, &across);
    let below = points.iter().filter(|point| is_less(point.y, point.x)).count();
    let above = points.iter().filter(|point| is_less(point.x, point.y)).count();
    for (down, text) in [
        (52.0, format!("{} problems; dashed edge: no answer", points.len())),
        (70.0, format!("below the diagonal, {} is faster: {below}", axes.1)),
        (88.0, format!("above it, {} is faster: {above}", axes.0)),
    ] {
        sketch.text((LEFT, floor + down), Align::Start, &text);
    }
    sketch.panel(floor + 56.0 + 3.0 * 18.0)
}

fn is_less(one: Option<f64>, other: Option<f64>) -> bool {
    one.unwrap_or(f64::INFINITY) < other.unwrap_or(f64::INFINITY)
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Scale {
    Linear {
        greatest: f64,
    },
    Logarithmic {
        /// First and last exponent of ten.
        powers: (f64, f64),
    },
}

/// Ratio of the greatest number to the least above which a linear scale would hide the small ones.
const LARGE_RANGE: f64 = 50.0;

const LEAST: f64 = 1e-4;

impl Scale {
    /// Chooses a scale for `numbers`, which are not negative: logarithmic if they are far apart.
    fn of(numbers: impl IntoIterator<Item = f64>) -> Self {
        let (least, greatest) = Self::range(numbers);
        if least * LARGE_RANGE < greatest {
            Self::Logarithmic { powers: (least.log10().floor(), greatest.log10().ceil()) }
        } else {
            let step = round_step(greatest);
            Self::Linear { greatest: (greatest / step).ceil() * step }
        }
    }

    /// Returns the least and the greatest number.
    fn range(numbers: impl IntoIterator<Item = f64>) -> (f64, f64) {
        let (mut least, mut greatest) = (f64::INFINITY, LEAST);
        for number in numbers.into_iter().filter(|number| number.is_finite()) {
            (least, greatest) = (least.min(number.max(LEAST)), greatest.max(number));
        }
        (least, greatest)
    }

    fn logarithmic(numbers: impl IntoIterator<Item = f64>) -> Self {
        let (least, greatest) = Self::range(numbers);
        let first = least.min(greatest).log10().floor();
        Self::Logarithmic { powers: (first, greatest.log10().ceil().max(first + 1.0)) }
    }

    /// Returns the height of a number in a chart of lines.
    fn height(self, number: f64) -> f64 {
        FLOOR - self.place(number).clamp(0.0, 1.0) * HEIGHT
    }

    fn place(self, number: f64) -> f64 {
        match self {
            Self::Linear { greatest } => number / greatest,
            Self::Logarithmic { powers: (first, last) } => {
                (number.max(LEAST).log10() - first) / (last - first)
            }
        }
    }

    fn ticks(self) -> Vec<f64> {
        match self {
            Self::Linear { greatest } => round_numbers(greatest),
            Self::Logarithmic { powers: (first, last) } => {
                let mut power = first;
                let mut ticks = Vec::new();
                while power <= last {
                    ticks.push(10_f64.powf(power));
                    power += 1.0;
                }
                ticks
            }
        }
    }
}

fn round_numbers(greatest: f64) -> Vec<f64> {
    let step = round_step(greatest);
    // Sums of tenths are not exact in floats; the tolerance keeps the last one.
    (0_u32..=5)
        .map(|count| f64::from(count) * step)
        .filter(|number| *number <= greatest * 1.000_001)
        .collect()
}

fn round_step(number: f64) -> f64 {
    let fifth = number.max(LEAST) / 5.0;
    let power = 10_f64.powf(fifth.log10().floor());
    let steps = [1.0, 2.0, 5.0].map(|step| step * power);
    steps.into_iter().find(|step| fifth <= step * 1.000_001).unwrap_or(10.0 * power)
}

fn label(number: f64) -> String {
    // Cuts off the digits that floats add to tenths.
    let rounded = (number * 1e6).round() / 1e6;
    format!("{rounded}")
}
