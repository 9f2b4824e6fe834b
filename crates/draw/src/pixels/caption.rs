//! The name of a move below a board. It is set in large letters, in smaller ones, or on several lines, so that it is complete.

use super::text::{self, TextStyle};

/// Sizes of letters: the largest, the smallest on one line, and that on several lines.
const LARGEST: f32 = 16.0;
const SMALLEST: f32 = 11.0;
const WRAPPED: f32 = 12.0;
pub(super) const LINE: i32 = 15;
const MAX_LINES: usize = 12;
pub(super) const COUNTER: TextStyle = TextStyle { size: 13.0, bold: false };
pub(super) const GAP: f32 = 12.0;

pub(super) fn counter(step: usize, steps: usize) -> String {
    if steps == 0 { String::new() } else { format!("{step} / {steps}") }
}

pub(super) fn width(name: &str, steps: usize) -> f32 {
    text::width(name, style(LARGEST)) + counter_width(steps)
}

pub(super) fn counter_width(steps: usize) -> f32 {
    if steps == 0 { 0.0 } else { text::width(&counter(steps, steps), COUNTER) + GAP }
}

pub(super) fn lines(name: &str, space: f32) -> (Vec<String>, TextStyle) {
    let width = text::width(name, style(LARGEST));
    let size = if width <= space { LARGEST } else { LARGEST * space / width };
    if SMALLEST <= size {
        return (vec![name.to_owned()], style(size));
    }
    let fits = |line: &str| text::width(line, style(WRAPPED)) <= space;
    let mut lines = vec![String::new()];
    for word in name.split_whitespace() {
        let longer = format!("{} {word}", lines.last().map_or("", String::as_str));
        match lines.last_mut() {
            Some(line) if fits(longer.trim_start()) => longer.trim_start().clone_into(line),
            _ => lines.extend(parts(word, fits)),
        }
    }
    if 1 < lines.len() && lines[0].is_empty() {
        lines.remove(0);
    }
    if MAX_LINES < lines.len() {
        lines.truncate(MAX_LINES);
        if let Some(last) = lines.last_mut() {
            while !last.is_empty() && !fits(&format!("{last}…")) {
                last.pop();
            }
            last.push('…');
        }
    }
    (lines, style(WRAPPED))
}

fn parts(word: &str, fits: impl Fn(&str) -> bool) -> Vec<String> {
    let mut parts = vec![String::new()];
    for letter in word.chars() {
        match parts.last_mut() {
            Some(part) if part.is_empty() || fits(&format!("{part}{letter}")) => part.push(letter),
            _ => parts.push(letter.to_string()),
        }
    }
    parts
}

fn style(size: f32) -> TextStyle {
    TextStyle { size, bold: true }
}
