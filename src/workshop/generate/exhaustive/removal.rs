//! The test that a board has no car too many: without any one of them, the red car is out sooner.
//!
//! A car that moves in some shortest solution is needed: without it, the same solution without its moves is shorter. Only the
//! others are taken away and the rest is searched, as far as a shorter solution may go. If the board without all of them is as
//! hard, none of them is needed, and one search is enough.

use super::lanes::LaneTable;
use super::position::{CellSet, LanePosition};

/// Searches from single positions.
pub(super) struct RemovalTest<'l> {
    lanes: &'l LaneTable,
    exit_row: usize,
    seen: PositionSet,
    queue: Vec<LanePosition>,
}

impl<'l> RemovalTest<'l> {
    /// A test for boards with this exit row.
    pub(super) fn new(lanes: &'l LaneTable, exit_row: usize) -> Self {
        Self { lanes, exit_row, seen: PositionSet::default(), queue: Vec::new() }
    }

    /// Is each car needed in a position that takes so many slides, one solution of which moves these cars?
    pub(super) fn needs_every_car(
        &mut self,
        position: LanePosition,
        length: u8,
        moved: &[(usize, usize)],
    ) -> bool {
        let others = position.cars(self.lanes).filter(|car| car.0 != self.exit_row && !moved.contains(car));
        let others: Vec<_> = others.collect();
        // The last ones first, so that indices in lanes stay.
        let lanes = self.lanes;
        let without_all = others.iter().rev().fold(position, |rest, car| rest.without(lanes, *car));
        let mut is_sooner = |rest| self.is_solved_before(rest, length);
        others.is_empty()
            || is_sooner(without_all)
                && (others.len() == 1 || others.iter().all(|car| is_sooner(position.without(lanes, *car))))
    }

    /// Can the red car be out in fewer slides?
    fn is_solved_before(&mut self, start: LanePosition, length: u8) -> bool {
        self.seen.clear();
        self.seen.insert(start);
        self.queue.clear();
        self.queue.push(start);
        if 0 < length && self.is_goal(start) {
            return true;
        }
        let mut depth = 0..1;
        for _ in 1..length {
            for index in depth.clone() {
                if self.expand(self.queue[index]) {
                    return true;
                }
            }
            depth = depth.end..self.queue.len();
        }
        false
    }

    fn is_goal(&self, position: LanePosition) -> bool {
        position.placement(self.exit_row) == self.lanes.red_goal()
    }

    /// Adds the positions that are one slide away. Is a goal among them?
    fn expand(&mut self, position: LanePosition) -> bool {
        let (lanes, size) = (self.lanes, self.lanes.size);
        let [rows, columns] = position.halves(lanes);
        let crossing = [CellSet::across(lanes, columns), CellSet::across(lanes, rows)];
        for lane in 0..2 * size {
            let placement = position.placement(lane);
            let pattern = crossing[lane / size].pattern(lanes, lane % size);
            for slide in lanes.slides(placement, pattern) {
                let next = position.with(lane, slide.to);
                if lane == self.exit_row && self.is_goal(next) {
                    return true;
                }
                if self.seen.insert(next) {
                    self.queue.push(next);
                }
            }
        }
        false
    }
}

/// A set of positions that is emptied at once: open addressing, at most half full, with the round in which an entry was made.
struct PositionSet {
    entries: Vec<(LanePosition, u32)>,
    round: u32,
    n_positions: usize,
}

impl Default for PositionSet {
    fn default() -> Self {
        Self { entries: vec![(LanePosition::default(), 0); 1 << 10], round: 1, n_positions: 0 }
    }
}

impl PositionSet {
    fn clear(&mut self) {
        if self.round == u32::MAX {
            *self = Self::default();
        }
        self.round += 1;
        self.n_positions = 0;
    }

    /// Was it not there?
    fn insert(&mut self, position: LanePosition) -> bool {
        if self.entries.len() <= 2 * self.n_positions {
            self.grow();
        }
        let mask = self.entries.len() - 1;
        // Fibonacci hashing.
        let mut at = (position.0.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize & mask;
        while self.entries[at].1 == self.round {
            if self.entries[at].0 == position {
                return false;
            }
            at = (at + 1) & mask;
        }
        self.entries[at] = (position, self.round);
        self.n_positions += 1;
        true
    }

    fn grow(&mut self) {
        let larger = vec![(LanePosition::default(), 0); 2 * self.entries.len()];
        let old = std::mem::replace(&mut self.entries, larger);
        self.n_positions = 0;
        let round_now = self.round;
        for (position, _) in old.into_iter().filter(|(_, round)| *round == round_now) {
            self.insert(position);
        }
    }
}
