//! The positions of a signature, numbered without gaps, and the slides between them.
//!
//! Columns do not know each other: where the horizontal cars stand, each column has the placements that fit beside them, whatever
//! the other columns do. So a position is a mixed-radix number of ranks, above a base for the places of the horizontal cars.
//! Signatures are visited column by column, and places of horizontal cars beside which a column has no room are left out there.

use super::lanes::{LaneTable, MAX_LANE};
use super::position::{CellSet, LanePosition};
use super::rows::AllRowPlaces;

/// The positions of one signature after another.
pub(super) struct StateSpace<'l> {
    pub lanes: &'l LaneTable,
    rows: AllRowPlaces,
    /// The sequence of each column.
    columns: Vec<usize>,
    /// For each number of columns the places of the rows beside which these have room.
    fitting: Vec<Vec<u32>>,
    /// For each place of the rows and number of columns the number of placements that these have.
    products: Vec<[u32; MAX_LANE + 1]>,
    /// The first position for each place of the rows.
    bases: Vec<u32>,
    states: Vec<SpaceState>,
}

/// A position of the signature.
#[derive(Debug, Clone, Copy)]
pub(super) struct SpaceState {
    pub position: LanePosition,
    /// The number of the rows' placements.
    rows: u32,
    /// The cells of the vertical cars, row by row.
    vertical: CellSet,
}

/// A slide: the number of the position that it leads to, the lane, and the index of the car there.
#[derive(Debug, Clone, Copy)]
pub(super) struct Neighbour {
    pub state: u32,
    pub lane: usize,
    pub car: usize,
}

impl<'l> StateSpace<'l> {
    /// The space of these rows, without a signature yet.
    pub(super) fn new(lanes: &'l LaneTable, rows: &[usize]) -> Self {
        let rows = AllRowPlaces::new(lanes, rows);
        let n_places = rows.places.len();
        let mut fitting = vec![Vec::new(); lanes.size + 1];
        fitting[0] = (0..n_places as u32).collect();
        Self {
            lanes,
            rows,
            columns: Vec::new(),
            fitting,
            products: vec![[1; MAX_LANE + 1]; n_places],
            bases: vec![0; n_places],
            states: Vec::new(),
        }
    }

    /// Visits all signatures whose first columns are these, as long as the visitor wants more. Signatures without positions are left
    /// out.
    pub(super) fn each_signature(&mut self, first: &[usize], visit: &mut dyn FnMut(&Self) -> bool) -> bool {
        let column = self.columns.len();
        if column == self.lanes.size {
            self.enumerate();
            return visit(self);
        }
        let (sequences, rest) = match first.split_first() {
            Some((sequence, rest)) => (*sequence..sequence + 1, rest),
            None => (0..self.lanes.n_sequences(), first),
        };
        for sequence in sequences {
            if self.place_column(sequence) {
                self.columns.push(sequence);
                let goes_on = self.each_signature(rest, visit);
                self.columns.pop();
                if !goes_on {
                    return false;
                }
            }
        }
        true
    }

    /// Places the next column. Has it room anywhere?
    fn place_column(&mut self, sequence: usize) -> bool {
        let column = self.columns.len();
        let (before, after) = self.fitting.split_at_mut(column + 1);
        let (Some(before), Some(after)) = (before.last(), after.first_mut()) else { return false };
        after.clear();
        for rows in before {
            let pattern = self.rows.places[*rows as usize].patterns[column];
            let n_placements = self.lanes.fitting(sequence, pattern).len() as u32;
            if 0 < n_placements {
                let products = &mut self.products[*rows as usize];
                products[column + 1] = products[column] * n_placements;
                after.push(*rows);
            }
        }
        !after.is_empty()
    }

    /// Numbers the positions of the signature.
    fn enumerate(&mut self) {
        self.states.clear();
        for rows in &self.fitting[self.lanes.size] {
            let place = &self.rows.places[*rows as usize];
            let base = self.states.len();
            self.bases[*rows as usize] = base as u32;
            self.states.push(SpaceState {
                position: place.position,
                rows: *rows,
                vertical: CellSet::default(),
            });
            for (column, sequence) in self.columns.iter().enumerate() {
                let fitting = self.lanes.fitting(*sequence, place.patterns[column]);
                let end = self.states.len();
                (1..fitting.len()).for_each(|_| self.states.extend_from_within(base..end));
                for (states, placement) in self.states[base..].chunks_mut(end - base).zip(fitting) {
                    let cells = self.lanes.cells_across(*placement) << column;
                    for state in states {
                        state.position = state.position.with(self.lanes.size + column, *placement);
                        state.vertical.0 |= cells;
                    }
                }
            }
        }
    }

    /// All positions, by number.
    pub(super) fn states(&self) -> &[SpaceState] {
        &self.states
    }

    /// A position.
    pub(super) fn position(&self, state: u32) -> LanePosition {
        self.states[state as usize].position
    }

    /// The cells of the horizontal cars, and of the vertical ones, row by row.
    pub(super) fn cells(&self, state: u32) -> [CellSet; 2] {
        let SpaceState { rows, vertical, .. } = self.states[state as usize];
        [self.rows.places[rows as usize].cells, vertical]
    }

    /// Visits the positions that are one slide away.
    #[inline]
    pub(super) fn each_neighbour(&self, number: u32, mut visit: impl FnMut(Neighbour)) {
        let (lanes, size) = (self.lanes, self.lanes.size);
        let SpaceState { position, rows, vertical } = self.states[number as usize];
        let (patterns, products) = (&self.rows.places[rows as usize].patterns, &self.products[rows as usize]);
        for column in 0..size {
            let lane = size + column;
            for slide in lanes.slides(position.placement(lane), patterns[column]) {
                let state = number.wrapping_add_signed(slide.rank_change * products[column] as i32);
                visit(Neighbour { state, lane, car: slide.car.into() });
            }
        }
        for row in 0..size {
            let placement = position.placement(row);
            for slide in lanes.slides(placement, vertical.pattern(lanes, row)) {
                let rows = self.rows.after(rows, row, placement, slide.to);
                visit(Neighbour { state: self.number(position, rows), lane: row, car: slide.car.into() });
            }
        }
    }

    /// The number of the position that has the columns of another one.
    #[inline]
    fn number(&self, position: LanePosition, rows: u32) -> u32 {
        let (patterns, products) = (&self.rows.places[rows as usize].patterns, &self.products[rows as usize]);
        let rank =
            |column: usize| self.lanes.rank(position.placement(self.lanes.size + column), patterns[column]);
        (0..self.lanes.size)
            .fold(self.bases[rows as usize], |number, column| number + rank(column) * products[column])
    }
}
