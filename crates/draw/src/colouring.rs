//! Colours for pieces so that neighbours differ.
//!
//! Greedy by saturation (Brélaz, *New methods to color the vertices of a graph*, 1979): the piece with the most neighbouring
//! colours is next. Each keeps the colour of its own number where it can, so that pictures of one board look alike. Where a
//! piece has more neighbours than there are colours, it shares the colour of those that it touches in the fewest frames.

use bmcplan_base::ordered::{Map, Set};
use bmcplan_base::text::Cell;

use super::palette::Colour;

/// Weight of a difference at the start and at the end; in between it is 1.
const IMPORTANT: usize = 1_000_000;

/// Pairs of pieces that touch, each with the weight of a difference of their colours.
#[derive(Debug, Default)]
pub struct Neighbours(Map<(usize, usize), usize>);

impl Neighbours {
    /// Adds a pair that has to differ.
    pub fn add(&mut self, one: usize, other: usize) {
        self.touch(one, other, IMPORTANT);
    }

    /// Collects the pairs that touch in `frames`, each a map from cells to pieces.
    pub fn of(frames: impl ExactSizeIterator<Item = Map<Cell, usize>>) -> Self {
        let mut neighbours = Self::default();
        let last = frames.len().saturating_sub(1);
        for (index, frame) in frames.enumerate() {
            let weight = if index == 0 || index == last { IMPORTANT } else { 1 };
            for (&Cell { row, column }, piece) in &frame {
                let right = Cell { row, column: column.saturating_add(1) };
                let below = Cell { row: row.saturating_add(1), column };
                for other in [right, below].iter().filter_map(|cell| frame.get(cell)) {
                    neighbours.touch(*piece, *other, weight);
                }
            }
        }
        neighbours
    }

    fn touch(&mut self, one: usize, other: usize, weight: usize) {
        if one != other {
            *self.0.entry((one.min(other), one.max(other))).or_default() += weight;
        }
    }

    fn weight(&self, one: usize, other: usize) -> usize {
        self.0.get(&(one.min(other), one.max(other))).copied().unwrap_or(0)
    }

    /// Chooses colours for pieces 0 to `count` − 1, each an index into the palette.
    pub fn colours(&self, count: usize, is_coloured: impl Fn(usize) -> bool) -> Vec<usize> {
        let mut others: Vec<Set<usize>> = vec![Set::new(); count];
        for &(one, other) in self.0.keys().filter(|(one, other)| one.max(other) < &count) {
            if !is_coloured(one) && !is_coloured(other) {
                others[one].insert(other);
                others[other].insert(one);
            }
        }
        let mut colours: Vec<Option<usize>> = vec![None; count];
        let mut seen: Vec<Set<usize>> = vec![Set::new(); count];
        let mut used = [0; Colour::PIECES];
        let mut open: Set<usize> = (0..count).filter(|piece| !is_coloured(*piece)).collect();
        let urgency = |piece: &usize, seen: &[Set<usize>]| {
            (seen[*piece].len(), others[*piece].len(), usize::MAX - piece)
        };
        while let Some(piece) = open.iter().copied().max_by_key(|piece| urgency(piece, &seen)) {
            open.remove(&piece);
            let cost = |colour: &usize| -> (usize, bool, usize) {
                let same = others[piece].iter().filter(|other| colours[**other] == Some(*colour));
                let conflict = same.map(|other| self.weight(piece, *other)).sum();
                (conflict, *colour != piece % Colour::PIECES, used[*colour])
            };
            let chosen = (0..Colour::PIECES).min_by_key(cost).unwrap_or_default();
            colours[piece] = Some(chosen);
            used[chosen] += 1;
            others[piece].iter().for_each(|other| {
                seen[*other].insert(chosen);
            });
        }
        colours.into_iter().map(Option::unwrap_or_default).collect()
    }
}

/// Colours of the pieces of a board.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PieceColours(Vec<Colour>);

impl PieceColours {
    /// Chooses colours for pieces 0 to `count` − 1; red for those of `is_red`.
    pub fn of(count: usize, neighbours: &Neighbours, is_red: impl Fn(usize) -> bool) -> Self {
        let colours = neighbours.colours(count, &is_red).into_iter().enumerate();
        let colour =
            |(piece, colour): (usize, usize)| if is_red(piece) { Colour::Red } else { Colour::Piece(colour) };
        Self(colours.map(colour).collect())
    }

    /// Takes these colours.
    pub fn chosen(colours: Vec<Colour>) -> Self {
        Self(colours)
    }

    /// Returns the colour of a piece and the colour of its letters.
    pub fn get(&self, piece: usize) -> (Colour, Colour) {
        match self.0.get(piece).copied().unwrap_or(Colour::Piece(piece)) {
            Colour::Red => (Colour::Red, Colour::OnRed),
            other => (other, Colour::OnPiece(piece)),
        }
    }
}
