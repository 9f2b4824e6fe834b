//! Printed boards: in a frame, or at least with spaces between the cells, so that names may have several letters.

use itertools::Itertools as _;

use super::Span;
use super::rows::TextRow;

/// Cells of a board, row by row, with the marks on its frame.
#[derive(Debug)]
pub struct PrintedBoard<'a> {
    /// Contents of the cells of each row, and their places.
    pub rows: Vec<Vec<(Span, &'a str)>>,
    /// Marks on the frame, if there is one.
    pub frame: Option<Vec<FrameMark>>,
    /// Names after the frame, where marks have one.
    pub named: Vec<(Span, &'a str)>,
}

/// Mark on the frame, such as `>`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FrameMark {
    /// The character.
    pub sign: char,
    /// Row or column beside which it stands, from 0.
    pub at: usize,
    /// The side of the frame.
    pub side: FrameSide,
    /// Its place in the text.
    pub span: Span,
}

/// A side of the frame of a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FrameSide {
    /// The left side.
    Left,
    /// The right side.
    Right,
    /// The upper side.
    Top,
    /// The lower side.
    Bottom,
}

/// Greatest length of a name where there is no frame: longer words are not cells.
const LONGEST: usize = 3;

impl<'a> PrintedBoard<'a> {
    /// Parses the board, if these rows have a frame or spaces.
    pub fn of(rows: &[TextRow<'a>]) -> Option<Self> {
        Self::framed(rows).or_else(|| Self::spaced(rows))
    }

    fn spaced(rows: &[TextRow<'a>]) -> Option<Self> {
        let cells = rows.iter().map(|row| words(*row)).collect_vec();
        let is_row = |row: &Vec<(Span, &str)>| {
            2 <= row.len() && row.iter().all(|(_, word)| word.chars().count() <= LONGEST)
        };
        let is_board = 2 <= cells.len() && cells.iter().all(is_row);
        is_board.then_some(Self { rows: cells, frame: None, named: Vec::new() })
    }

    fn framed(rows: &[TextRow<'a>]) -> Option<Self> {
        let [top, middle @ .., bottom] = rows else { return None };
        let mut board = Self { rows: Vec::new(), frame: Some(Vec::new()), named: Vec::new() };
        for (at, row) in middle.iter().enumerate() {
            board.row(at, *row)?;
        }
        for (row, side) in [(top, FrameSide::Top), (bottom, FrameSide::Bottom)] {
            board.edge(*row, side, middle)?;
        }
        Some(board)
    }

    /// Adds a row between two sides of the frame.
    fn row(&mut self, at: usize, row: TextRow<'a>) -> Option<()> {
        let mut words = words(row);
        // After the right side, there may be a name.
        let end = words.iter().rposition(|(_, word)| matches!(*word, "|" | ">" | "*"))?;
        if end == 0 || end + 2 < words.len() {
            return None;
        }
        self.named.extend(words.drain(end + 1..));
        let sides = [(words.pop()?, FrameSide::Right), (words.remove(0), FrameSide::Left)];
        for ((span, word), side) in sides {
            let sign = word.chars().next().filter(|_| word.len() == 1)?;
            match (sign, side) {
                ('|', _) => {}
                ('>' | '*', FrameSide::Right) | ('<', FrameSide::Left) => self.mark(sign, at, side, span),
                _ => return None,
            }
        }
        self.rows.push(words);
        Some(())
    }

    /// Adds the marks of the upper or lower side, which are above or below the first characters of cells.
    fn edge(&mut self, row: TextRow<'a>, side: FrameSide, middle: &[TextRow<'a>]) -> Option<()> {
        let words = words(row);
        let (edge, behind) = words.split_first()?;
        let inside = edge.1.strip_prefix('+')?.strip_suffix('+')?;
        let starts = |span: &Span| {
            let first = middle.first()?;
            Some(first.text.get(..span.start.checked_sub(first.at)?)?.chars().count())
        };
        let columns = self.rows.first()?.iter().map(|(span, _)| starts(span)).collect_vec();
        for (index, (offset, sign)) in inside.char_indices().enumerate() {
            match (sign, side) {
                ('-', _) => {}
                ('^', FrameSide::Top) | ('v' | '*', FrameSide::Bottom) => {
                    let at = columns.iter().position(|start| *start == Some(index + 1))?;
                    let start = edge.0.start + 1 + offset;
                    self.mark(sign, at, side, start..start + 1);
                }
                _ => return None,
            }
        }
        self.named.extend(behind.first().cloned());
        (behind.len() < 2).then_some(())
    }

    fn mark(&mut self, sign: char, at: usize, side: FrameSide, span: Span) {
        self.frame.get_or_insert_default().push(FrameMark { sign, at, side, span });
    }
}

fn words<'a>(row: TextRow<'a>) -> Vec<(Span, &'a str)> {
    let mut at = row.at;
    let mut words = Vec::new();
    for part in row.text.split_inclusive(char::is_whitespace) {
        let word = part.trim_end();
        if !word.is_empty() {
            words.push((at..at + word.len(), word));
        }
        at += part.len();
    }
    words
}
