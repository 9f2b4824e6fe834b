//! Words in pictures: their estimated width, as nothing measures it, and sentences that describe places on a board for people
//! who cannot see it: `b1: row 4, columns 4 to 6`.

use itertools::Itertools as _;

use bmcplan_base::text::Cell;

const LETTER: f64 = 0.56;
const SMALLEST: f64 = 0.17;

/// Returns the caption of a frame after `step` steps.
pub fn caption(step: usize, caption: &str) -> String {
    if step == 0 { caption.to_owned() } else { format!("{step}  {caption}") }
}

/// Returns a text and the height of letters, at most `size`, at which it is no wider than `width`. If the letters would be too
/// small to read, the text is cut.
pub fn fitted(text: &str, width: f64, size: f64) -> (String, f64) {
    let size = size.min(width / self::width(text, 1.0).max(LETTER));
    if SMALLEST <= size {
        return (text.to_owned(), size);
    }
    let mut space = width - LETTER * SMALLEST;
    let kept = text.chars().take_while(|letter| {
        space -= letter_width(*letter) * SMALLEST;
        0.0 <= space
    });
    (kept.chain(['…']).collect(), SMALLEST)
}

/// Estimates the width of a text with letters of height `size`.
pub fn width(text: &str, size: f64) -> f64 {
    text.chars().map(letter_width).sum::<f64>() * size
}

/// Returns the width of a letter of height 1. Letters from `⺀` on are mostly as wide as they are high.
fn letter_width(letter: char) -> f64 {
    if letter < '\u{2e80}' { LETTER } else { 1.0 }
}

/// Returns a line with the cells of `name`, or nothing without cells.
pub fn line(name: &str, cells: &[Cell]) -> String {
    if cells.is_empty() { String::new() } else { format!("{name}: {}\n", place(cells)) }
}

fn place(cells: &[Cell]) -> String {
    let mut parts: Vec<[u8; 4]> = Vec::new();
    for (row, run) in runs(cells) {
        let (left, right) = (run[0], run[1]);
        let above = parts.iter_mut().find(|[_, last, l, r]| *last + 1 == row && (*l, *r) == (left, right));
        match above {
            Some(part) => part[1] = row,
            None => parts.push([row, row, left, right]),
        }
    }
    let part = |[top, bottom, left, right]: &[u8; 4]| {
        format!("{}, {}", range("row", *top, *bottom), range("column", *left, *right))
    };
    parts.iter().map(part).join("; ")
}

fn runs(cells: &[Cell]) -> Vec<(u8, [u8; 2])> {
    let mut runs: Vec<(u8, [u8; 2])> = Vec::new();
    for cell in cells {
        match runs.last_mut() {
            Some((row, [_, last])) if *row == cell.row && *last + 1 == cell.column => *last = cell.column,
            _ => runs.push((cell.row, [cell.column; 2])),
        }
    }
    runs
}

fn range(what: &str, first: u8, last: u8) -> String {
    let (first, last) = (u16::from(first) + 1, u16::from(last) + 1);
    if first == last { format!("{what} {first}") } else { format!("{what}s {first} to {last}") }
}
