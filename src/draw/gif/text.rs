//! Text as outlines, in a font of its own: pictures look the same on every machine.
//!
//! DejaVu Sans, reduced to what names of pieces and moves are written with: Latin, Greek and Cyrillic letters, arrows,
//! signs of logic. What it lacks becomes an empty box. Its licence is beside it.

use std::sync::LazyLock;

use skrifa::{DrawMemory, Font, GlyphId, PathSink, ScalerFont};
use tiny_skia::{Path, PathBuilder};

use super::super::film::Align;

/// No text is longer, in characters; what is beyond is not drawn.
const LONGEST: usize = 500;

/// The height of a capital letter, as a part of the size of the font.
const CAPITAL: f32 = 0.729;

static REGULAR: LazyLock<Option<Font>> =
    LazyLock::new(|| Font::new(include_bytes!("font/DejaVuSans.ttf").to_vec(), 0));
static BOLD: LazyLock<Option<Font>> =
    LazyLock::new(|| Font::new(include_bytes!("font/DejaVuSans-Bold.ttf").to_vec(), 0));

/// How letters look.
#[derive(Debug, Clone, Copy)]
pub(super) struct Style {
    /// The size of the font in pixels.
    pub size: f32,
    pub bold: bool,
}

impl Style {
    /// Its font at its size, if it has any.
    fn scaler(self) -> Option<ScalerFont> {
        let font = if self.bold { &*BOLD } else { &*REGULAR };
        let drawable = 0.0 < self.size && self.size < 10_000.0;
        drawable.then(|| font.clone().map(|font| ScalerFont::unhinted(font, Some(self.size)))).flatten()
    }
}

/// How wide a text is, in pixels.
pub(super) fn width(text: &str, style: Style) -> f32 {
    style.scaler().map_or(0.0, |scaler| {
        let metrics = scaler.linear_glyph_metrics();
        glyphs(text, scaler.font()).map(|glyph| metrics.h_advance(glyph)).sum()
    })
}

/// The outlines of a text's letters, to be filled by the non-zero rule; nothing if none of them has any. Capital letters
/// have their middle at the height of the point.
pub(super) fn path(text: &str, style: Style, (x, y): (f32, f32), align: Align) -> Option<Path> {
    let scaler = style.scaler()?;
    let metrics = scaler.linear_glyph_metrics();
    let before = match align {
        Align::Start => 0.0,
        Align::Middle => 0.5,
        Align::End => 1.0,
    };
    let x = x - before * width(text, style);
    let mut pen = Pen { path: PathBuilder::new(), x, baseline: y + CAPITAL / 2.0 * style.size };
    for glyph in glyphs(text, scaler.font()) {
        if let Some(outline) = scaler.outline(glyph) {
            // A letter that cannot be drawn leaves a gap.
            let _ = outline.draw(DrawMemory::Scratch, &mut pen);
        }
        pen.x += metrics.h_advance(glyph);
    }
    pen.path.finish()
}

/// The glyphs of a text, the font's empty box for what it lacks.
fn glyphs(text: &str, font: &Font) -> impl Iterator<Item = GlyphId> {
    let charmap = font.charmap();
    let shown = text.chars().map(|character| if character.is_whitespace() { ' ' } else { character });
    let glyphs = shown.take(LONGEST).map(move |character| charmap.map_unicode(character));
    glyphs.map(Option::unwrap_or_default)
}

/// Draws letters, whose y goes upwards from the baseline, into a picture, whose y goes downwards.
struct Pen {
    path: PathBuilder,
    x: f32,
    baseline: f32,
}

impl PathSink for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.path.move_to(self.x + x, self.baseline - y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.path.line_to(self.x + x, self.baseline - y);
    }

    fn quad_to(&mut self, cx0: f32, cy0: f32, x: f32, y: f32) {
        self.path.quad_to(self.x + cx0, self.baseline - cy0, self.x + x, self.baseline - y);
    }

    fn curve_to(&mut self, cx0: f32, cy0: f32, cx1: f32, cy1: f32, x: f32, y: f32) {
        let (here, base) = (self.x, self.baseline);
        self.path.cubic_to(here + cx0, base - cy0, here + cx1, base - cy1, here + x, base - y);
    }

    fn close(&mut self) {
        self.path.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STYLE: Style = Style { size: 20.0, bold: true };

    fn at_origin(text: &str, align: Align) -> Option<Path> {
        path(text, STYLE, (0.0, 0.0), align)
    }

    #[test]
    fn both_fonts_can_be_read() {
        assert!(REGULAR.is_some() && BOLD.is_some());
    }

    #[test]
    fn capital_letters_stand_in_the_middle_of_their_height() {
        let bounds = at_origin("H", Align::Middle).unwrap().bounds();
        assert!((bounds.top() + bounds.bottom()).abs() < 0.1, "{bounds:?}");
        assert!((bounds.left() + bounds.right()).abs() < 0.5, "{bounds:?}");
        assert!((bounds.height() - CAPITAL * STYLE.size).abs() < 0.1, "{bounds:?}");
    }

    #[test]
    fn texts_begin_or_end_at_their_point() {
        assert!(0.0 <= at_origin("HH", Align::Start).unwrap().bounds().left());
        assert!(at_origin("HH", Align::End).unwrap().bounds().right() <= 0.0);
    }

    #[test]
    fn what_the_font_lacks_is_a_box() {
        let boxed = at_origin("\u{4e2d}", Align::Start).unwrap();
        assert_eq!(Some(&boxed), at_origin("\u{1f697}", Align::Start).as_ref());
        assert_ne!(Some(&boxed), at_origin("H", Align::Start).as_ref());
    }

    #[test]
    fn letters_of_other_languages_and_signs_are_there() {
        let boxed = at_origin("\u{4e2d}", Align::Start);
        for character in "éßłλπЯж→←↑↓×≤¬…".chars() {
            assert_ne!(at_origin(&character.to_string(), Align::Start), boxed, "{character}");
        }
    }

    #[test]
    fn what_cannot_be_drawn_is_not() {
        assert!(at_origin("", Align::Middle).is_none());
        assert!(at_origin(" \n\t", Align::Middle).is_none());
        for size in [0.0, -1.0, f32::NAN, f32::INFINITY, 1e30] {
            assert!(path("H", Style { size, bold: false }, (0.0, 0.0), Align::Middle).is_none());
        }
        assert!(path("H", STYLE, (f32::NAN, 0.0), Align::Middle).is_none());
        assert!(at_origin(&"H".repeat(100_000), Align::Start).is_some());
    }
}
