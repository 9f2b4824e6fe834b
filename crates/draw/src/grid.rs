//! A grid of names in a frame, the base of all boards drawn as text. Terminals show each colour of the palette as the nearest
//! of 216 colours that nearly all of them share, whatever their theme.

use anstyle::{Ansi256Color, Style};
use itertools::Itertools;

use bmcplan_base::text::{Cell, Paint};

use super::palette::{Colour, Rgb};

/// A place on the frame of a board where a piece can leave it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BoardExit {
    /// In the left side.
    Left {
        /// Row of the exit, from 0.
        row: u8,
    },
    /// In the right side.
    Right {
        /// Row of the exit, from 0.
        row: u8,
    },
    /// In the upper side.
    Top {
        /// Column of the exit, from 0.
        column: u8,
    },
    /// In the lower side.
    Bottom {
        /// Column of the exit, from 0.
        column: u8,
    },
}

impl BoardExit {
    /// Returns the sign that points outwards.
    pub fn arrow(self) -> char {
        match self {
            Self::Left { .. } => '<',
            Self::Right { .. } => '>',
            Self::Top { .. } => '^',
            Self::Bottom { .. } => 'v',
        }
    }
}

#[derive(Clone, PartialEq)]
struct Square {
    name: String,
    colour: Option<Colour>,
}

/// A board of names, to be drawn as text.
pub struct Grid {
    width: usize,
    rows: Vec<Vec<Square>>,
}

impl Grid {
    /// Builds a board of empty cells; names take up to `width` characters.
    pub fn empty(rows: u8, columns: u8, width: usize) -> Self {
        let row = vec![Square { name: ".".to_owned(), colour: None }; usize::from(columns)];
        Self { width, rows: vec![row; usize::from(rows)] }
    }

    /// Writes a name into a cell, without colour.
    pub fn write(&mut self, cell: Cell, name: &str) {
        self.set(cell, Square { name: name.to_owned(), colour: None });
    }

    /// Writes a name into a cell, in a colour.
    pub fn paint(&mut self, cell: Cell, name: &str, colour: Colour) {
        self.set(cell, Square { name: name.to_owned(), colour: Some(colour) });
    }

    fn set(&mut self, Cell { row, column }: Cell, square: Square) {
        if let Some(found) = self.rows.get_mut(usize::from(row)).and_then(|r| r.get_mut(usize::from(column)))
        {
            *found = square;
        }
    }

    /// Returns the framed board, as lines that all end in a line feed, with `signs` on the frame. `name` follows the line of
    /// the last sign.
    pub fn to_string(&self, signs: &[(BoardExit, char)], name: Option<&str>, paint: Paint) -> String {
        let width = self.width;
        let sign = |place: BoardExit| signs.iter().find(|(at, _)| *at == place).map(|(_, sign)| *sign);
        let last = signs.last().map(|(place, _)| *place);
        let behind = |is_last: bool| match name.filter(|_| is_last) {
            Some(name) => format!(" {name}\n"),
            None => "\n".to_owned(),
        };
        let edge = |place: fn(u8) -> BoardExit| {
            let columns = || (0..).take(self.rows.first().map_or(0, Vec::len));
            let cells = columns().map(|column| match sign(place(column)) {
                Some(sign) => format!("-{sign:-<width$}"),
                None => "-".repeat(width + 1),
            });
            let is_last = columns().any(|column| last == Some(place(column)));
            format!("+{}-+{}", cells.format(""), behind(is_last))
        };
        let mut drawn = edge(|column| BoardExit::Top { column });
        for (index, row) in (0..).zip(&self.rows) {
            // Neighbours with one colour and name are one piece, and so is the space between them.
            let pieces = row.chunk_by(|one, next| one == next && one.colour.is_some());
            let cells = pieces.map(|piece| painted(piece, width, paint)).join(" ");
            let sides = [BoardExit::Left { row: index }, BoardExit::Right { row: index }];
            let [left, right] = sides.map(|place| sign(place).unwrap_or('|'));
            let is_last = sides.iter().any(|place| last == Some(*place));
            drawn += &format!("{left} {cells} {right}{}", behind(is_last));
        }
        drawn + &edge(|column| BoardExit::Bottom { column })
    }
}

fn painted(piece: &[Square], width: usize, paint: Paint) -> String {
    let text = piece.iter().map(|Square { name, .. }| format!("{name:width$}")).join(" ");
    match piece.first().and_then(|square| square.colour).filter(|_| paint == Paint::Colored) {
        Some(colour) => on_ground(&text, colour),
        None => text,
    }
}

/// Joins boards one below the other. The first stands under `start`, each later one under the name of the move that leads to
/// it.
pub fn titled<'a>(
    boards: impl IntoIterator<Item = String>,
    moves: impl ExactSizeIterator<Item = &'a str> + Clone,
) -> String {
    let titles = ["start".to_owned()].into_iter().chain(numbered(moves));
    titles.zip(boards).map(|(title, board)| format!("{title}\n{board}")).join("\n")
}

/// Prefixes the names of the moves with aligned numbers from 1.
pub fn numbered<'a>(moves: impl ExactSizeIterator<Item = &'a str> + Clone) -> impl Iterator<Item = String> {
    let width = moves.len().to_string().len();
    (1..).zip(moves).map(move |(number, name)| format!("{number:width$}  {name}"))
}

fn on_ground(text: &str, ground: Colour) -> String {
    let ink = if ground == Colour::Red { Colour::OnRed } else { Colour::OnPiece(0) };
    let style =
        Style::new().bold().bg_color(Some(nearest(ground).into())).fg_color(Some(nearest(ink).into()));
    format!("{style}{text}{style:#}")
}

fn nearest(colour: Colour) -> Ansi256Color {
    const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let [red, green, blue]: Rgb = colour.rgb(false).map(|wanted| {
        let distance = |(_, level): &(u8, u8)| level.abs_diff(wanted);
        (0..).zip(LEVELS).min_by_key(distance).map_or(0, |(number, _)| number)
    });
    Ansi256Color(16 + 36 * red + 6 * green + blue)
}
