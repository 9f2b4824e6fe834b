//! Text as outlines, in an embedded font: pictures look the same on every machine.
//!
//! DejaVu Sans, reduced to the characters in names of pieces and moves: Latin, Greek and Cyrillic letters, arrows, signs of
//! logic. Any other character becomes an empty box. The licence stands next to the font.

use std::sync::LazyLock;

use tiny_skia::{Path, PathBuilder};
use ttf_parser::{Face, GlyphId, OutlineBuilder};

use super::super::film::Align;

/// Greatest length of a text in characters; the rest is not drawn.
const LONGEST: usize = 500;

const CAPITAL: f32 = 0.729;

static REGULAR: LazyLock<Option<Face>> =
    LazyLock::new(|| Face::parse(include_bytes!("font/DejaVuSans.ttf"), 0).ok());
static BOLD: LazyLock<Option<Face>> =
    LazyLock::new(|| Face::parse(include_bytes!("font/DejaVuSans-Bold.ttf"), 0).ok());

#[derive(Debug, Clone, Copy)]
pub(super) struct TextStyle {
    /// Size of the font in pixels.
    pub size: f32,
    pub bold: bool,
}

impl TextStyle {
    /// Returns the font, and the number of pixels per unit of the font; `None` if the size cannot be drawn.
    fn font(self) -> Option<(&'static Face<'static>, f32)> {
        let face = if self.bold { &*BOLD } else { &*REGULAR }.as_ref()?;
        let drawable = 0.0 < self.size && self.size < 10_000.0;
        drawable.then(|| (face, self.size / f32::from(face.units_per_em())))
    }
}

pub(super) fn width(text: &str, style: TextStyle) -> f32 {
    let Some((face, scale)) = style.font() else { return 0.0 };
    glyphs(text, face).map(|glyph| scale * advance(face, glyph)).sum()
}

/// Returns the outlines of a text's letters, to be filled by the non-zero rule, or `None` if no letter has an outline. The
/// middle of capital letters is at `y`.
pub(super) fn path(text: &str, style: TextStyle, (x, y): (f32, f32), align: Align) -> Option<Path> {
    let (face, scale) = style.font()?;
    let before = match align {
        Align::Start => 0.0,
        Align::Middle => 0.5,
        Align::End => 1.0,
    };
    let x = x - before * width(text, style);
    let mut pen = Pen { path: PathBuilder::new(), x, baseline: y + CAPITAL / 2.0 * style.size, scale };
    for glyph in glyphs(text, face) {
        // A glyph without an outline leaves a gap.
        let _ = face.outline_glyph(glyph, &mut pen);
        pen.x += scale * advance(face, glyph);
    }
    pen.path.finish()
}

fn advance(face: &Face, glyph: GlyphId) -> f32 {
    face.glyph_hor_advance(glyph).map_or(0.0, f32::from)
}

fn glyphs(text: &str, face: &Face) -> impl Iterator<Item = GlyphId> {
    let shown = text.chars().map(|character| if character.is_whitespace() { ' ' } else { character });
    shown.take(LONGEST).map(|character| face.glyph_index(character).unwrap_or_default())
}

/// A pen that draws letters into a picture. Input is in units of the font, with y upwards from the baseline; y of the picture
/// goes downwards.
struct Pen {
    path: PathBuilder,
    x: f32,
    baseline: f32,
    scale: f32,
}

impl Pen {
    fn at(&self, x: f32, y: f32) -> (f32, f32) {
        (self.x + self.scale * x, self.baseline - self.scale * y)
    }
}

impl OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.path.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.path.line_to(x, y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let ((x1, y1), (x, y)) = (self.at(x1, y1), self.at(x, y));
        self.path.quad_to(x1, y1, x, y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let ((x1, y1), (x2, y2), (x, y)) = (self.at(x1, y1), self.at(x2, y2), self.at(x, y));
        self.path.cubic_to(x1, y1, x2, y2, x, y);
    }

    fn close(&mut self) {
        self.path.close();
    }
}
