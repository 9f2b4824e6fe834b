//! The palette on a terminal: the nearest of the 216 colours that nearly all of them have, whatever their theme.

use anstyle::{Ansi256Color, Style};

use super::palette::{Colour, Rgb};

/// A text on a ground of that colour.
pub(super) fn painted(text: &str, ground: Colour) -> String {
    let ink = if ground == Colour::Red { Colour::OnRed } else { Colour::OnPiece(0) };
    let style =
        Style::new().bold().bg_color(Some(nearest(ground).into())).fg_color(Some(nearest(ink).into()));
    format!("{style}{text}{style:#}")
}

/// The nearest colour of the cube of six by six by six that has the numbers from 16.
fn nearest(colour: Colour) -> Ansi256Color {
    const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let [red, green, blue]: Rgb = colour.rgb(false).map(|wanted| {
        let distance = |(_, level): &(u8, u8)| level.abs_diff(wanted);
        (0..).zip(LEVELS).min_by_key(distance).map_or(0, |(number, _)| number)
    });
    Ansi256Color(16 + 36 * red + 6 * green + blue)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_of_the_cube() {
        assert_eq!(nearest(Colour::OnRed), Ansi256Color(231));
        assert_eq!(nearest(Colour::Red), Ansi256Color(160));
        assert_eq!(nearest(Colour::OnPiece(7)), Ansi256Color(16));
    }

    #[test]
    fn the_red_car_is_red() {
        assert_eq!(painted("X X", Colour::Red), "\u{1b}[1m\u{1b}[38;5;231m\u{1b}[48;5;160mX X\u{1b}[0m");
    }
}
