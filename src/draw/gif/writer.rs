//! Pictures as blocks of a GIF, each only what has changed since the one before.

use std::io::{self, Write};

use gif::{Encoder, EncodingError, Frame, Repeat};

use super::super::pixels::{Canvas, PixelError, Rect, Scene, extent, go_on};
use super::colours::{Colours, UNCHANGED};
use super::playback::play;
use crate::stop::Stop;

impl From<EncodingError> for PixelError {
    fn from(error: EncodingError) -> Self {
        match error {
            EncodingError::Io(error) => Self::Write(error),
            error => Self::Write(io::Error::other(error)),
        }
    }
}

/// Writes all pictures of a scene in these colours, with so many between two frames.
///
/// # Errors
///
/// If `stop` is raised, or `out` fails.
pub(super) fn write(
    scene: &Scene<'_>,
    between: u16,
    colours: &Colours,
    out: impl Write,
    stop: &Stop,
) -> Result<(), PixelError> {
    let (width, height) = scene.size();
    let mut encoder = Encoder::new(out, side(width), side(height), &colours.to_bytes())?;
    encoder.set_repeat(Repeat::Infinite)?;
    let mut screen = Screen { width, numbers: vec![UNCHANGED; width * height] };
    // Written only when the next picture differs from it: until then it is shown for longer.
    let mut waiting: Option<Frame<'static>> = None;
    play(scene, between, |canvas, parts, delay| {
        go_on(stop)?;
        match (screen.show(canvas, parts, colours), &mut waiting) {
            (None, Some(same)) => same.delay = same.delay.saturating_add(delay),
            (changed, _) => {
                if let Some(before) = waiting.take() {
                    encoder.write_frame(&before)?;
                }
                waiting = changed.map(|frame| Frame { delay, ..frame });
            }
        }
        Ok::<(), PixelError>(())
    })?;
    if let Some(last) = waiting {
        encoder.write_frame(&last)?;
    }
    encoder.into_inner()?.flush()?;
    Ok(())
}

/// The numbers of the colours that are to be seen.
struct Screen {
    width: usize,
    numbers: Vec<u8>,
}

impl Screen {
    /// Shows parts of a picture; the result is the change.
    fn show(&mut self, canvas: &Canvas, parts: &[Rect], colours: &Colours) -> Option<Frame<'static>> {
        let mut changed: Vec<Pixel> = Vec::new();
        for part in parts {
            self.change(canvas, *part, colours, &mut changed);
        }
        let Edges { rows, columns } = changed.iter().fold(None, |edges, pixel| Some(pixel.within(edges)))?;
        let (width, height) = (columns.1 + 1 - columns.0, rows.1 + 1 - rows.0);
        let mut buffer = vec![UNCHANGED; width * height];
        for pixel in changed {
            buffer[(pixel.row - rows.0) * width + pixel.column - columns.0] = pixel.number;
        }
        Some(Frame {
            left: side(columns.0),
            top: side(rows.0),
            width: side(width),
            height: side(height),
            transparent: Some(UNCHANGED),
            buffer: buffer.into(),
            ..Frame::default()
        })
    }

    /// Shows a part of a picture, and adds the pixels that changed.
    fn change(&mut self, canvas: &Canvas, part: Rect, colours: &Colours, changed: &mut Vec<Pixel>) {
        let left = extent(part.left);
        for (row, pixels) in (extent(part.top)..).zip(canvas.rows(part)) {
            let begin = row * self.width + left;
            let shown = self.numbers.get_mut(begin..begin + pixels.len()).unwrap_or_default();
            let (mut colour, mut number) = (None, UNCHANGED);
            for (column, (pixel, shown)) in (left..).zip(pixels.iter().zip(shown)) {
                // Most pixels are like their neighbours.
                if colour != Some(*pixel) {
                    (colour, number) = (Some(*pixel), colours.number(*pixel));
                }
                if *shown != number {
                    *shown = number;
                    changed.push(Pixel { row, column, number });
                }
            }
        }
    }
}

/// A pixel, and the number of its colour.
struct Pixel {
    row: usize,
    column: usize,
    number: u8,
}

/// The first and the last of the rows and columns with changes.
struct Edges {
    rows: (usize, usize),
    columns: (usize, usize),
}

impl Pixel {
    /// The edges around what is within others, if there are any, and this pixel.
    fn within(&self, edges: Option<Edges>) -> Edges {
        let Self { row, column, .. } = *self;
        edges.map_or(Edges { rows: (row, row), columns: (column, column) }, |Edges { rows, columns }| Edges {
            rows: (rows.0.min(row), rows.1.max(row)),
            columns: (columns.0.min(column), columns.1.max(column)),
        })
    }
}

/// A side of a picture: no layout has longer ones than GIF.
fn side(pixels: usize) -> u16 {
    u16::try_from(pixels).unwrap_or(u16::MAX)
}
