//! Pictures as blocks of a GIF, each only what has changed since the one before.

use std::io::{self, Write};

use gif::{Encoder, EncodingError, Frame, Repeat};

use super::GifError;
use super::canvas::{Canvas, extent};
use super::colours::{Colours, UNCHANGED};
use super::rect::Rect;
use super::scene::Scene;

impl From<EncodingError> for GifError {
    fn from(error: EncodingError) -> Self {
        match error {
            EncodingError::Io(error) => Self::Write(error),
            error => Self::Write(io::Error::other(error)),
        }
    }
}

/// Writes all pictures of a scene in these colours.
///
/// # Errors
///
/// If `out` fails.
pub(super) fn write(scene: &Scene<'_>, colours: &Colours, out: impl Write) -> Result<(), GifError> {
    let (width, height) = scene.size();
    let mut encoder = Encoder::new(out, side(width), side(height), &colours.to_bytes())?;
    encoder.set_repeat(Repeat::Infinite)?;
    let mut screen = Screen { width, numbers: vec![UNCHANGED; width * height] };
    // Written only when the next picture differs from it: until then it is shown for longer.
    let mut waiting: Option<Frame<'static>> = None;
    scene.play(|canvas, part, delay| {
        match (screen.show(canvas, part, colours), &mut waiting) {
            (None, Some(same)) => same.delay = same.delay.saturating_add(delay),
            (changed, _) => {
                if let Some(before) = waiting.take() {
                    encoder.write_frame(&before)?;
                }
                waiting = changed.map(|frame| Frame { delay, ..frame });
            }
        }
        Ok::<(), GifError>(())
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
    /// Shows a part of a picture, and gives what has changed by that.
    fn show(&mut self, canvas: &Canvas, part: Rect, colours: &Colours) -> Option<Frame<'static>> {
        let (left, top) = (extent(part.left), extent(part.top));
        // The changed pixels, and the edges around them, in relation to the part.
        let mut changed: Vec<Vec<u8>> = Vec::new();
        let mut edges: Option<Edges> = None;
        for (row, pixels) in canvas.rows(part).enumerate() {
            let begin = (top + row) * self.width + left;
            let shown = self.numbers.get_mut(begin..begin + pixels.len()).unwrap_or_default();
            let mut line = Vec::with_capacity(pixels.len());
            let (mut colour, mut number) = (None, UNCHANGED);
            for (column, (pixel, shown)) in pixels.iter().zip(shown).enumerate() {
                // Most pixels are like their neighbours.
                if colour != Some(*pixel) {
                    (colour, number) = (Some(*pixel), colours.number(*pixel));
                }
                if *shown == number {
                    line.push(UNCHANGED);
                } else {
                    *shown = number;
                    line.push(number);
                    edges = Some(Edges::around(edges, row, column));
                }
            }
            changed.push(line);
        }
        let Edges { rows, columns } = edges?;
        let lines = changed.get(rows.0..=rows.1).unwrap_or_default();
        let buffer =
            lines.iter().flat_map(|line| line.get(columns.0..=columns.1).unwrap_or_default()).copied();
        Some(Frame {
            left: side(left + columns.0),
            top: side(top + rows.0),
            width: side(columns.1 + 1 - columns.0),
            height: side(rows.1 + 1 - rows.0),
            transparent: Some(UNCHANGED),
            buffer: buffer.collect(),
            ..Frame::default()
        })
    }
}

/// The first and the last of the rows and columns with changes.
struct Edges {
    rows: (usize, usize),
    columns: (usize, usize),
}

impl Edges {
    fn around(edges: Option<Self>, row: usize, column: usize) -> Self {
        edges.map_or(Self { rows: (row, row), columns: (column, column) }, |Self { rows, columns }| Self {
            rows: (rows.0.min(row), rows.1.max(row)),
            columns: (columns.0.min(column), columns.1.max(column)),
        })
    }
}

/// A side of a picture: no layout has longer ones than GIF.
fn side(pixels: usize) -> u16 {
    u16::try_from(pixels).unwrap_or(u16::MAX)
}
