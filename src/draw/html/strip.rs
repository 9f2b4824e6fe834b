//! The frames of a film as a list that needs no script: captions and, where that is not too much, pictures made of the parts of
//! the page's own board.

use super::super::film::Film;
use super::super::svg::shape::{CELL, escape, number};
use super::data::{Data, FrameData};

/// More things than this, all frames together, are not drawn.
const MANY: usize = 20_000;

/// The items of the list.
pub(super) fn items(film: &Film, data: &Data<'_>) -> String {
    let is_drawn = film.frames.len().saturating_mul(film.actors.len().max(1)) <= MANY;
    let size = format!("0 0 {} {}", number(film.width * CELL), number(film.height * CELL));
    let item = |(index, frame): (usize, &FrameData<'_>)| {
        let caption = if index == 0 {
            escape(frame.caption)
        } else {
            format!("{} {index}: {}", data.step, escape(frame.caption))
        };
        let picture = if is_drawn { picture(frame, &size) } else { String::new() };
        format!("<li>{caption}{picture}</li>\n")
    };
    if data.frames.is_empty() {
        return "<li>This page needs JavaScript.</li>\n".to_owned();
    }
    data.frames.iter().enumerate().map(item).collect()
}

fn picture(frame: &FrameData<'_>, size: &str) -> String {
    let shapes = frame.shapes.iter().map(|shape| format!("<use href=\"#prop{shape}\"/>"));
    let actors = frame.places.iter().enumerate().filter_map(|(index, place)| {
        let [x, y] = (*place)?;
        Some(format!("<use href=\"#actor{index}\" x=\"{x}\" y=\"{y}\"/>"))
    });
    let parts: String = shapes.chain(actors).collect();
    format!(
        "<svg viewBox=\"{size}\" aria-hidden=\"true\"><use href=\"#ground\"/>{parts}<use href=\"#overlay\"/></svg>"
    )
}
