//! A canvas of pixels, and shapes on it: their colour, and the share of each pixel that they cover.

use tiny_skia::Stroke as Pen;
use tiny_skia::{FillRule, LineCap, Mask, Path, PathBuilder, StrokeDash, Transform};

use super::super::film::{Point, Shape};
use super::super::palette::{Colour, Rgb};
use super::super::path::{Stroke, strokes};
use super::layout::{Rect, single};
use super::text::{self, TextStyle};

#[derive(Clone)]
pub(in super::super) struct Canvas {
    size: Rect,
    pixels: Vec<Rgb>,
}

impl Canvas {
    pub(in super::super) fn filled(size: Rect, colour: Rgb) -> Self {
        let row = vec![colour; extent(size.width())];
        Self { size, pixels: row.repeat(extent(size.height())) }
    }

    pub(in super::super) fn size(&self) -> Rect {
        self.size
    }

    pub(in super::super) fn rows(&self, part: Rect) -> impl Iterator<Item = &[Rgb]> {
        let (columns, width) = (extent(part.left)..extent(part.right), extent(self.size.width()));
        let rows = self.pixels.chunks_exact(width.max(1));
        let rows = rows.skip(extent(part.top)).take(extent(part.height()));
        rows.filter_map(move |row| row.get(columns.clone()))
    }

    fn rows_mut(&mut self, part: Rect) -> impl Iterator<Item = &mut [Rgb]> {
        let (columns, width) = (extent(part.left)..extent(part.right), extent(self.size.width()));
        let rows = self.pixels.chunks_exact_mut(width.max(1));
        let rows = rows.skip(extent(part.top)).take(extent(part.height()));
        rows.filter_map(move |row| row.get_mut(columns.clone()))
    }

    pub(in super::super) fn copy(&mut self, from: &Self, part: Rect) {
        for (to, from) in self.rows_mut(part).zip(from.rows(part)) {
            to.copy_from_slice(from);
        }
    }

    pub(in super::super) fn put(&mut self, from: &Self, place: (i32, i32)) {
        for (to, from) in self.rows_mut(from.size.moved(place)).zip(from.rows(from.size)) {
            to.copy_from_slice(from);
        }
    }

    pub(in super::super) fn paint(&mut self, stamp: &Stamp, place: (i32, i32), part: Rect) {
        let bounds = stamp.bounds.moved(place);
        let Some(part) = bounds.common(part).and_then(|part| part.common(self.size)) else { return };
        let columns = extent(part.left - bounds.left)..extent(part.right - bounds.left);
        let coverage = stamp.coverage.chunks_exact(extent(bounds.width()).max(1));
        let coverage = coverage.skip(extent(part.top - bounds.top));
        for (pixels, coverage) in self.rows_mut(part).zip(coverage) {
            for (pixel, covered) in pixels.iter_mut().zip(coverage.get(columns.clone()).unwrap_or_default()) {
                *pixel = mixed(*pixel, stamp.colour, *covered);
            }
        }
    }
}

pub(in super::super) fn extent(length: i32) -> usize {
    usize::try_from(length).unwrap_or(0)
}

/// Mixes two colours. `covered` runs from 0, all `under`, to [`LEVELS`], all `over`.
fn mixed(under: Rgb, over: Rgb, covered: u8) -> Rgb {
    match covered {
        0 => under,
        LEVELS.. => over,
        _ => std::array::from_fn(|channel| {
            let [under, over] = [under, over].map(|colour| u16::from(colour[channel]));
            let sum = under * u16::from(LEVELS - covered) + over * u16::from(covered);
            u8::try_from((sum + u16::from(LEVELS) / 2) / u16::from(LEVELS)).unwrap_or(u8::MAX)
        }),
    }
}

/// Number of levels of coverage of a pixel above none; this level is full coverage. There are few levels, as each makes a
/// colour of the edges and a GIF has at most 256 colours.
pub(super) const LEVELS: u8 = 6;

const FAR: f32 = 16_384.0;

pub(in super::super) struct Stamp {
    pub colour: Rgb,
    /// Place of its pixels, relative to the place where it is put.
    pub bounds: Rect,
    /// Coverage of each of these pixels, from 0 to [`LEVELS`], row by row.
    pub coverage: Vec<u8>,
}

/// Draws shapes, from the bottom to the top, with `cell` pixels a cell. Shapes without a finite place or outside of `reach`
/// are left out.
pub(in super::super) fn stamps(shapes: &[Shape], cell: f64, reach: Rect) -> Vec<Stamp> {
    let paths = shapes.iter().flat_map(|shape| of_shape(shape, &|cells| single(cells * cell)));
    paths.filter_map(|path| path.stamp(reach)).collect()
}

pub(super) struct Filled {
    pub path: Path,
    pub rule: FillRule,
    pub colour: Rgb,
}

impl Filled {
    pub(super) fn stamp(&self, reach: Rect) -> Option<Stamp> {
        let exact = near(&self.path)?.bounds();
        // Lines of no width have no area.
        if exact.width() <= 0.0 || exact.height() <= 0.0 {
            return None;
        }
        let outer = exact.round_out()?;
        let outer =
            Rect { left: outer.left(), top: outer.top(), right: outer.right(), bottom: outer.bottom() };
        let bounds = outer.common(reach)?;
        let mut mask = Mask::new(u32::try_from(bounds.width()).ok()?, u32::try_from(bounds.height()).ok()?)?;
        let corner = (single(f64::from(bounds.left)), single(f64::from(bounds.top)));
        mask.fill_path(&self.path, self.rule, true, Transform::from_translate(-corner.0, -corner.1));
        Some(Stamp { colour: self.colour, bounds, coverage: mask.take().into_iter().map(level).collect() })
    }
}

fn near(path: &Path) -> Option<&Path> {
    let bounds = path.bounds();
    let edges = [bounds.left(), bounds.top(), bounds.right(), bounds.bottom()];
    edges.into_iter().all(|edge| edge.abs() < FAR).then_some(path)
}

fn level(coverage: u8) -> u8 {
    let level = (u16::from(coverage) * u16::from(LEVELS) + 127) / 255;
    u8::try_from(level).unwrap_or(LEVELS)
}

fn of_shape(shape: &Shape, length: &dyn Fn(f64) -> f32) -> Vec<Filled> {
    let winding =
        |path: Path, colour: Colour| Filled { path, rule: FillRule::Winding, colour: colour.rgb(false) };
    // A thinner line would be nearly invisible.
    let pen = |width: f64| Pen { width: length(width).max(0.5), ..Pen::default() };
    let (path, colour) = match shape {
        Shape::Area { loops, radius, fill, stroke } => {
            let Some(path) = outline(&strokes(loops, *radius), length) else { return Vec::new() };
            let line = stroke.and_then(|(colour, width)| {
                let path = near(&path)?.stroke(&Pen { width: length(width), ..Pen::default() }, 1.0)?;
                Some(winding(path, colour))
            });
            let area = Filled { path, rule: FillRule::EvenOdd, colour: fill.rgb(false) };
            return [Some(area), line].into_iter().flatten().collect();
        }
        Shape::Outline { loops, radius, width, colour, dash } => {
            let dash = dash.and_then(|dash| StrokeDash::new(vec![length(dash); 2], 0.0));
            let path = outline(&strokes(loops, *radius), length);
            (path.and_then(|path| stroked(&path, &Pen { dash, ..pen(*width) })), colour)
        }
        Shape::Line { from, to, width, colour } => {
            let pen = Pen { line_cap: LineCap::Round, ..pen(*width) };
            (through(&[*from, *to], length).and_then(|path| stroked(&path, &pen)), colour)
        }
        Shape::Path { points, width, colour, dashes } => {
            let dash = StrokeDash::new(dashes.iter().map(|dash| length(*dash)).collect(), 0.0);
            let pen = Pen { dash, ..pen(*width) };
            (through(points, length).and_then(|path| stroked(&path, &pen)), colour)
        }
        Shape::Dot { middle, radius, fill } => {
            (PathBuilder::from_circle(length(middle.x), length(middle.y), length(*radius)), fill)
        }
        Shape::Text { at, align, size, text, colour, bold, turned } => {
            let style = TextStyle { size: length(*size), bold: *bold };
            let (x, y) = (length(at.x), length(at.y));
            let turn = if *turned { Transform::from_rotate_at(-90.0, x, y) } else { Transform::identity() };
            (text::path(text, style, (x, y), *align).and_then(|path| path.transform(turn)), colour)
        }
    };
    path.map(|path| winding(path, *colour)).into_iter().collect()
}

fn through(points: &[Point], length: &dyn Fn(f64) -> f32) -> Option<Path> {
    let mut path = PathBuilder::new();
    for (index, point) in points.iter().enumerate() {
        let (x, y) = (length(point.x), length(point.y));
        if index == 0 { path.move_to(x, y) } else { path.line_to(x, y) }
    }
    path.finish()
}

fn stroked(path: &Path, pen: &Pen) -> Option<Path> {
    let dashed = pen.dash.as_ref().and_then(|dash| near(path)?.dash(dash, 1.0));
    near(dashed.as_ref().unwrap_or(path))?.stroke(pen, 1.0)
}

fn outline(strokes: &[Stroke], length: &dyn Fn(f64) -> f32) -> Option<Path> {
    let mut path = PathBuilder::new();
    for stroke in strokes {
        match *stroke {
            Stroke::Move(to) => path.move_to(length(to.x), length(to.y)),
            Stroke::Line(to) => path.line_to(length(to.x), length(to.y)),
            Stroke::Curve(over, to) => {
                path.quad_to(length(over.x), length(over.y), length(to.x), length(to.y))
            }
            Stroke::Close => path.close(),
        }
    }
    path.finish()
}
