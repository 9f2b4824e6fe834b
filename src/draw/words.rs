//! The estimated width of text in pictures, which nothing measures.

/// The width of a letter, in heights of letters: more than most fonts take on average.
const LETTER: f64 = 0.56;

/// The smallest letters that can be read.
const SMALLEST: f64 = 0.17;

/// A caption with the number of its step; the start has none.
pub(crate) fn caption(step: usize, caption: &str) -> String {
    if step == 0 { caption.to_owned() } else { format!("{step}  {caption}") }
}

/// A text with the height of letters, at most `size`, at which it is no wider than that. Where they would be too small to
/// be read, its end is left out.
pub(crate) fn fitted(text: &str, width: f64, size: f64) -> (String, f64) {
    let size = size.min(width / self::width(text, 1.0).max(LETTER));
    if SMALLEST <= size {
        return (text.to_owned(), size);
    }
    let mut room = width - LETTER * SMALLEST;
    let kept = text.chars().take_while(|letter| {
        room -= letter_width(*letter) * SMALLEST;
        0.0 <= room
    });
    (kept.chain(['…']).collect(), SMALLEST)
}

/// The estimated width of a text whose letters have this height.
pub(crate) fn width(text: &str, size: f64) -> f64 {
    text.chars().map(letter_width).sum::<f64>() * size
}

/// Letters from `⺀` on are as wide as they are high, for the most part.
fn letter_width(letter: char) -> f64 {
    if letter < '\u{2e80}' { LETTER } else { 1.0 }
}
