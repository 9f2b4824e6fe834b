//! Films as animated GIFs.
//!
//! Each picture contains only the changes since the one before. All pictures have the same colour table. Equal films give
//! equal bytes.

mod playback;

use std::io::{self, Write};

use gif::{Encoder, EncodingError, Frame, Repeat};
use playback::play;

use bmcplan_base::ordered::{Map, sort_by_key};
use bmcplan_base::stop::Stop;

use super::film::Film;
use super::palette::Rgb;
use super::pixels::{Canvas, PixelError, Rect, Scene, check_stop, extent};

/// Greatest number of pixels of all frames together, which take minutes.
const MAX_PIXELS: u64 = 1 << 31;

/// Returns a film as an animated GIF that loops for ever.
///
/// Never panics. Actors without a place or outside of the film are not drawn, and letters that the font lacks become boxes. A
/// film without frames is a picture of its ground.
///
/// # Errors
/// The film is too large or too long.
pub fn animation(film: &Film) -> Result<Vec<u8>, PixelError> {
    let mut bytes = Vec::new();
    write(film, &mut bytes, &Stop::default())?;
    Ok(bytes)
}

/// Writes a film as an animated GIF, in many small pieces, so `out` should be buffered. `stop` is checked before every
/// picture.
///
/// # Errors
/// The film is too large or too long, before anything is written; `stop` is raised; or `out` fails.
pub fn write(film: &Film, out: &mut dyn Write, stop: &Stop) -> Result<(), PixelError> {
    let scene = Scene::new(film)?;
    let area = |length: usize| u64::try_from(length).unwrap_or(u64::MAX);
    let (width, height) = scene.size();
    let pixels = area(width).saturating_mul(area(height));
    let frames = u64::try_from(film.frames.len()).unwrap_or(u64::MAX);
    let most = MAX_PIXELS / pixels.max(1);
    if most < frames {
        return Err(PixelError::Frames(film.frames.len(), most));
    }
    let between = playback::between(pixels, frames);
    // Played twice: the pictures are too many to be kept until all of their colours are known.
    let mut count = Count::default();
    play(&scene, between, |canvas, parts, _| {
        check_stop(stop)?;
        parts.iter().flat_map(|part| canvas.rows(*part)).for_each(|row| count.add(row));
        Ok::<(), PixelError>(())
    })?;
    encode(&scene, between, &Colours::new(scene.colours(), &count), out, stop)
}

impl From<EncodingError> for PixelError {
    fn from(error: EncodingError) -> Self {
        match error {
            EncodingError::Io(error) => Self::Write(error),
            error => Self::Write(io::Error::other(error)),
        }
    }
}

fn encode(
    scene: &Scene<'_>,
    between: u16,
    colours: &Colours,
    out: &mut dyn Write,
    stop: &Stop,
) -> Result<(), PixelError> {
    let (width, height) = scene.size();
    let mut encoder = Encoder::new(out, side(width), side(height), &colours.to_bytes())?;
    encoder.set_repeat(Repeat::Infinite)?;
    let mut screen = Screen { width, numbers: vec![UNCHANGED; width * height] };
    // Written only when the next picture differs. Until then its delay grows.
    let mut waiting: Option<Frame<'static>> = None;
    play(scene, between, |canvas, parts, delay| {
        check_stop(stop)?;
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

struct Screen {
    width: usize,
    numbers: Vec<u8>,
}

impl Screen {
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

struct Pixel {
    row: usize,
    column: usize,
    number: u8,
}

struct Edges {
    rows: (usize, usize),
    columns: (usize, usize),
}

impl Pixel {
    fn within(&self, edges: Option<Edges>) -> Edges {
        let Self { row, column, .. } = *self;
        edges.map_or(Edges { rows: (row, row), columns: (column, column) }, |Edges { rows, columns }| Edges {
            rows: (rows.0.min(row), rows.1.max(row)),
            columns: (columns.0.min(column), columns.1.max(column)),
        })
    }
}

fn side(pixels: usize) -> u16 {
    u16::try_from(pixels).unwrap_or(u16::MAX)
}

const UNCHANGED: u8 = 0;
const MOST: usize = 255;

#[derive(Default)]
struct Count(Map<Rgb, u64>);

impl Count {
    fn add(&mut self, row: &[Rgb]) {
        for equal in row.chunk_by(|a, b| a == b) {
            let times = u64::try_from(equal.len()).unwrap_or(u64::MAX);
            let count = self.0.entry(equal[0]).or_default();
            *count = count.saturating_add(times);
        }
    }
}

struct Colours {
    table: Vec<Rgb>,
    /// Number in the table of each counted colour: its own, or that of the nearest colour.
    numbers: Map<Rgb, u8>,
}

impl Colours {
    /// Builds the table: the colours `first`, then those that are painted most often. So small numbers, which take less space
    /// in the file, are common.
    fn new(first: impl IntoIterator<Item = Rgb>, count: &Count) -> Self {
        let mut often: Vec<(Rgb, u64)> = count.0.iter().map(|(colour, times)| (*colour, *times)).collect();
        // Stable: of equally common colours the darker ones come first.
        sort_by_key(&mut often, |(_, times)| std::cmp::Reverse(*times));
        let mut table: Vec<Rgb> = Vec::new();
        for colour in first.into_iter().chain(often.into_iter().map(|(colour, _)| colour)) {
            if table.len() < MOST && !table.contains(&colour) {
                table.push(colour);
            }
        }
        let numbers = count.0.keys().map(|colour| (*colour, nearest(&table, *colour))).collect();
        Self { table, numbers }
    }

    fn number(&self, colour: Rgb) -> u8 {
        self.numbers.get(&colour).copied().unwrap_or_else(|| nearest(&self.table, colour))
    }

    fn to_bytes(&self) -> Vec<u8> {
        [[0; 3]].iter().chain(&self.table).flatten().copied().collect()
    }
}

fn nearest(table: &[Rgb], wanted: Rgb) -> u8 {
    let difference = |colour: &Rgb| -> u32 {
        colour.iter().zip(wanted).map(|(a, b)| u32::from(a.abs_diff(b)).pow(2)).sum()
    };
    let numbered = (UNCHANGED + 1..=u8::MAX).zip(table);
    numbered.min_by_key(|(_, colour)| difference(colour)).map_or(UNCHANGED, |(number, _)| number)
}
