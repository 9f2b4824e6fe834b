//! Variants of a puzzle: the same pieces and goals with another start, and mirror images.

use itertools::Itertools as _;

use bmcplan_base::ordered::Map;
use bmcplan_base::text::Cell;

use super::geometry::CellSet;
use super::toml::write;
use super::{PieceId, PieceShape, Puzzle};
use crate::problem::{VariantLimits, Variants};

/// Number of places that are tried for a piece.
const TRIES: usize = 40;

/// Greatest number of pieces that are taken off at once.
const MAX_PIECES: usize = 4;

impl Variants for Puzzle {
    /// Moves some of the pieces to random places; ignores the limits.
    fn changed(&self, _: VariantLimits, random: &mut dyn FnMut(usize) -> usize) -> Option<String> {
        let mut ids = self.piece_ids().collect_vec();
        let n_taken = 1 + random(MAX_PIECES.min(ids.len()));
        // The first of them are taken off at random.
        for place in 0..n_taken {
            let other = place + random(ids.len() - place);
            ids.swap(place, other);
        }
        let mut taken = CellSet::default();
        for id in &ids[n_taken..] {
            taken = taken.union(self.cover(&self.piece(*id).shape, self.piece(*id).start)?);
        }
        let mut starts = self.pieces().iter().map(|piece| Some(piece.start)).collect_vec();
        for id in &ids[..n_taken] {
            let (start, cells) = self.free_place(&self.piece(*id).shape, taken, random)?;
            starts[id.index()] = Some(start);
            taken = taken.union(cells);
        }
        Some(write(self, &starts))
    }

    fn forms(&self) -> Vec<String> {
        let mirrors = [[false, false], [true, false], [false, true], [true, true]];
        mirrors.into_iter().filter_map(|[rows, columns]| self.mirrored(rows, columns)).map(named).collect()
    }
}

/// Returns the puzzle with its pieces named in reading order.
fn named(puzzle: Puzzle) -> String {
    let ids = puzzle.piece_ids().sorted_by_key(|id| puzzle.piece(*id).start).collect_vec();
    let letters = ('A'..='Z').chain('a'..='z').chain('0'..='9');
    let place: Map<PieceId, usize> = ids.iter().enumerate().map(|(place, id)| (*id, place)).collect();
    let mut pieces = ids.iter().map(|id| puzzle.piece(*id).clone()).collect_vec();
    if pieces.len() <= letters.clone().count() {
        pieces.iter_mut().zip(letters).for_each(|(piece, letter)| piece.name = letter);
    }
    let group = |ids: &Vec<PieceId>| {
        let places = ids.iter().filter_map(|id| place.get(id)).sorted();
        places.map(|place| PieceId::from_index(*place)).collect_vec()
    };
    let groups = puzzle.groups.iter().map(group).sorted().collect();
    let puzzle = Puzzle { pieces, groups, ..puzzle };
    let starts = puzzle.pieces().iter().map(|piece| Some(piece.start)).collect_vec();
    write(&puzzle, &starts)
}

impl Puzzle {
    fn free_place(
        &self,
        shape: &PieceShape,
        taken: CellSet,
        random: &mut dyn FnMut(usize) -> usize,
    ) -> Option<(Cell, CellSet)> {
        (0..TRIES).find_map(|_| {
            let row = u8::try_from(random(self.rows().into())).ok()?;
            let start = Cell { row, column: u8::try_from(random(self.columns().into())).ok()? };
            let cells = self.cover(shape, start)?;
            (!cells.intersects(taken)).then_some((start, cells))
        })
    }

    /// Mirrors the puzzle: `rows` exchanges its first rows with its last ones, `columns` its columns.
    fn mirrored(&self, rows: bool, columns: bool) -> Option<Self> {
        let turned = |Cell { row, column }: Cell| Cell {
            row: if rows { self.rows() - 1 - row } else { row },
            column: if columns { self.columns() - 1 - column } else { column },
        };
        let cells = |shape: &PieceShape, anchor: Cell| {
            Some(shape.cells_at(anchor)?.into_iter().map(turned).sorted().collect_vec())
        };
        let mut pieces = self.pieces.clone();
        for piece in &mut pieces {
            let at_start = cells(&piece.shape, piece.start)?;
            if let Some(goal) = piece.goal {
                piece.goal = cells(&piece.shape, goal)?.first().copied();
            }
            piece.start = *at_start.first()?;
            piece.shape = PieceShape::of(&at_start);
        }
        let mut floor = CellSet::default();
        self.cells().filter(|cell| self.floor.contains(*cell)).for_each(|cell| floor.insert(turned(cell)));
        Some(Self { pieces, floor, ..self.clone() })
    }
}
