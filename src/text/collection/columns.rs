//! The columns of a line with a board: separated by spaces, commas or semicolons, in quotes where they have those themselves.

use std::borrow::Cow;
use std::cmp::Reverse;

use itertools::Itertools as _;

/// The fewest cells of a board on one line.
const LEAST_CELLS: usize = 9;

/// The fewest cells of a board on one line that is more likely a board than a row of one, without anything beside it.
const MANY_CELLS: usize = 25;

/// Names of columns in tables of boards; those of the id first.
const NAMES: [&str; 12] =
    ["id", "name", "title", "card", "level", "number", "no", "nr", "board", "puzzle", "grid", "position"];

/// The number of [`NAMES`] that are those of an id.
const N_ID_NAMES: usize = 8;

pub(super) struct Columns<'a> {
    line: &'a str,
    all: Vec<&'a str>,
}

/// Is a line a comment? It begins with `%`, or with `#`, which in a board is a wall.
pub(super) fn is_comment(line: &str) -> bool {
    line.starts_with('%') || line.starts_with('#') && Columns::of(line).board().is_none()
}

impl<'a> Columns<'a> {
    pub(super) fn of(line: &'a str) -> Self {
        let (mut rest, mut all) = (line, Vec::new());
        while let Some(start) = rest.find(|c| !is_between(c)) {
            rest = &rest[start..];
            let quoted = rest.strip_prefix('"').and_then(|inside| inside.split_once('"'));
            if let Some((inside, behind)) =
                quoted.filter(|(_, behind)| behind.chars().next().is_none_or(is_between))
            {
                all.push(inside);
                rest = behind;
            } else {
                let (column, behind) = rest.split_at(rest.find(is_between).unwrap_or(rest.len()));
                all.push(column);
                rest = behind;
            }
        }
        Self { line, all }
    }

    /// The column that is the board: the longest, and of several as long the first.
    fn board(&self) -> Option<usize> {
        let is_board = |column: &str| {
            let cells = column.chars().count();
            LEAST_CELLS <= cells
                && cells.isqrt().pow(2) == cells
                && column.chars().all(|c| matches!(c, '.' | '#') || c.is_alphanumeric())
        };
        self.all
            .iter()
            .positions(|column| is_board(column))
            .min_by_key(|place| Reverse(self.all[*place].len()))
    }

    /// Is the line more likely a board than a row of one?
    pub(super) fn has_long_board(&self) -> bool {
        self.board().is_some_and(|place| MANY_CELLS <= self.all[place].chars().count())
    }

    /// Is there an id beside a board that is no row of one?
    pub(super) fn has_id(&self) -> bool {
        self.board().is_some_and(|place| LEAST_CELLS < self.all[place].chars().count()) && 1 < self.all.len()
    }

    /// Are these the names of columns?
    pub(super) fn are_names(&self) -> bool {
        self.board().is_none() && self.all.iter().any(|column| name(column).is_some())
    }

    /// The column of that name that is the id's.
    pub(super) fn place_of_id(&self) -> Option<usize> {
        let ids = self.all.iter().enumerate().filter_map(|(place, column)| Some((name(column)?, place)));
        ids.min().filter(|(name, _)| *name < N_ID_NAMES).map(|(_, place)| place)
    }

    /// The id, which is that column or all others, and the line with spaces in place of what is not the board.
    pub(super) fn cut(&self, id: Option<usize>) -> (Option<String>, Cow<'a, str>) {
        let Some(place) = self.board() else { return (None, self.line.into()) };
        let board = self.all[place];
        let named = id.filter(|id| *id != place).and_then(|id| self.all.get(id)).map(|id| (*id).to_owned());
        let others =
            || self.all.iter().enumerate().filter(|(other, _)| *other != place).map(|(_, id)| id).join(" ");
        let before = self.line.split_once(board).map_or(0, |(before, _)| before.chars().count());
        let id = named.unwrap_or_else(others);
        (Some(id).filter(|id| !id.is_empty()), format!("{}{board}\n", " ".repeat(before)).into())
    }
}

fn is_between(c: char) -> bool {
    c.is_whitespace() || matches!(c, ',' | ';')
}

/// The [`NAMES`] of a column.
fn name(column: &str) -> Option<usize> {
    NAMES.iter().position(|name| name.eq_ignore_ascii_case(column))
}
