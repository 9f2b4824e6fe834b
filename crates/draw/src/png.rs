//! Films and plots as PNG. A film becomes one frame, or all frames on one sheet under a headline.
//!
//! The format (W3C, *Portable Network Graphics*, 2003) is a signature and chunks, here three. Every row is written as its
//! difference to the row above, which is mostly zero.

use std::num::NonZeroUsize;

use miniz_oxide::deflate::compress_to_vec_zlib;

use bmcplan_base::stop::Stop;

use super::film::Film;
use super::palette::{Colour, Rgb};
use super::pixels::{Canvas, PixelError, Rect, Scene, check_stop, extent, heading, stamps, whole};
use super::plot::Figure;
use super::svg;
use super::svg::shape::CELL;

/// Greatest number of pixels of a sheet: three bytes each while it is painted.
const MAX_PIXELS: usize = 1 << 25;

const HIGHEST_PANEL: i32 = 16_000;
const GAP: i32 = 16;
const HEADLINE: i32 = 48;

/// Draws one frame of a film with its caption, or only the board if `frame` does not exist. Fails if the film is too large, or
/// `stop` is raised.
pub fn still(film: &Film, frame: usize, stop: &Stop) -> Result<Vec<u8>, PixelError> {
    check_stop(stop)?;
    Ok(encoded(&painted(&Scene::new(film)?, frame)))
}

/// Draws all frames of a film with their captions, in at most `columns` columns, under the film's title. Fails if the film is
/// too large or too long, or `stop` is raised.
pub fn strip(film: &Film, columns: Option<NonZeroUsize>, stop: &Stop) -> Result<Vec<u8>, PixelError> {
    let scene = Scene::new(film)?;
    let (width, height) = scene.size();
    let (columns, rows) = svg::arrange(film.frames.len(), film.width, columns);
    let most = MAX_PIXELS / (width * height).max(1);
    if most < columns * rows {
        let most = u64::try_from(most).unwrap_or(u64::MAX);
        return Err(PixelError::Frames(film.frames.len(), most));
    }
    let headline = if film.title.is_empty() { 0 } else { HEADLINE };
    let pixels = |count: usize| whole(super::block::cells(count));
    let (across, down) = (pixels(width) + GAP, pixels(height) + GAP);
    let size = Rect::of_size(pixels(columns) * across - GAP, headline + pixels(rows) * down - GAP);
    let mut sheet = Canvas::filled(size, Colour::Page.rgb(false));
    if let Some(title) = heading(&film.title, Rect { bottom: headline, ..size }) {
        sheet.paint(&title, (0, 0), size);
    }
    for frame in 0..film.frames.len().max(1) {
        check_stop(stop)?;
        let place = (pixels(frame % columns) * across, headline + pixels(frame / columns) * down);
        sheet.put(&painted(&scene, frame), place);
    }
    check_stop(stop)?;
    Ok(encoded(&sheet))
}

/// Draws a figure of plots, panel below panel. It has twice its size as SVG, so that thin lines stay thin, or the same size if
/// it is very high. Fails if the figure is too high, or `stop` is raised.
pub fn figure(figure: &Figure, stop: &Stop) -> Result<Vec<u8>, PixelError> {
    let (panels, height) = figure.arranged();
    let pixels = |cells: f64, scale: f64| whole((cells * CELL * scale).round());
    let size = |scale: f64| Rect::of_size(pixels(Figure::WIDTH, scale), pixels(height, scale));
    let is_painted = |scale: &f64| {
        let (size, scale) = (size(*scale), *scale);
        let far = panels.iter().any(|(_, panel)| HIGHEST_PANEL < pixels(panel.height, scale));
        !far && extent(size.width()).saturating_mul(extent(size.height())) <= MAX_PIXELS
    };
    let scale = [2.0, 1.0].into_iter().find(is_painted);
    let Some(scale) = scale else {
        return Err(PixelError::Figure(Figure::WIDTH * CELL, height * CELL));
    };
    let all = size(scale);
    let mut canvas = Canvas::filled(all, Colour::Page.rgb(false));
    for (y, panel) in panels {
        check_stop(stop)?;
        let reach = Rect::of_size(all.width(), pixels(panel.height, scale));
        for stamp in stamps(&panel.shapes, CELL * scale, reach) {
            canvas.paint(&stamp, (0, pixels(y, scale)), all);
        }
    }
    Ok(encoded(&canvas))
}

fn painted(scene: &Scene<'_>, frame: usize) -> Canvas {
    let mut canvas = scene.ground();
    let all = canvas.size();
    scene.paint(&mut canvas, &scene.props(frame), all);
    canvas
}

fn encoded(canvas: &Canvas) -> Vec<u8> {
    const EIGHT_BITS_OF_RED_GREEN_BLUE: [u8; 5] = [8, 2, 0, 0, 0];
    const AS_ABOVE: u8 = 2;
    const EFFORT: u8 = 6;
    let size = canvas.size();
    let side = |length: i32| u32::try_from(length).unwrap_or(0).to_be_bytes();
    let mut above: Vec<Rgb> = vec![[0; 3]; extent(size.width())];
    let mut rows = Vec::new();
    for row in canvas.rows(size) {
        rows.push(AS_ABOVE);
        let difference = row.iter().flatten().zip(above.iter().flatten());
        rows.extend(difference.map(|(here, above)| here.wrapping_sub(*above)));
        above.copy_from_slice(row);
    }
    let header = [&side(size.width())[..], &side(size.height()), &EIGHT_BITS_OF_RED_GREEN_BLUE].concat();
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    chunk(&mut file, *b"IHDR", &header);
    chunk(&mut file, *b"IDAT", &compress_to_vec_zlib(&rows, EFFORT));
    chunk(&mut file, *b"IEND", &[]);
    file
}

fn chunk(file: &mut Vec<u8>, name: [u8; 4], bytes: &[u8]) {
    file.extend(u32::try_from(bytes.len()).unwrap_or(u32::MAX).to_be_bytes());
    let begin = file.len();
    file.extend(name);
    file.extend(bytes);
    file.extend(checksum(&file[begin..]).to_be_bytes());
}

fn checksum(bytes: &[u8]) -> u32 {
    let step = |sum: u32| if sum & 1 == 0 { sum >> 1 } else { 0xedb8_8320 ^ (sum >> 1) };
    let with = |sum: u32, byte: &u8| (0..8).fold(sum ^ u32::from(*byte), |sum, _| step(sum));
    !bytes.iter().fold(u32::MAX, with)
}
