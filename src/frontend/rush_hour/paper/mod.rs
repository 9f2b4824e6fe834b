//! The two programs of "Rush Hour ASP solver" (Fiorenzo Tittaferrante, 2023) as encodings, atom for atom, so
//! that the document's comparison can be repeated.
//!
//! An answer set program whose rules are not recursive within a step ("tight") has as stable models exactly
//! the models of its completion (Clark, *Negation as failure*, 1978; Fages, *Consistency of Clark's completion
//! and existence of stable models*, 1994). So every atom becomes equivalent to the disjunction of its rules'
//! bodies, and nothing else is added: no mutexes, no reachability, no narrowing of a lane by the cars in it.
//!
//! Two things differ from the document. It lets the plan play on once the goal has held; here frames idle
//! after the goal, because horizons have to be monotone ([`one_move`]). And its grounder unfolds time, so an
//! early step has only the positions that are near the start; here every frame has all that it ever has.

mod v1;
mod v2;

use std::collections::BTreeMap;

use itertools::Itertools;

use super::{Board, CarId, Cell, Metric, Orientation, domain};
use crate::encode::{self, Encoding, Part, SystemBuilder, Term, TransitionSystem, one_move};
use crate::formula::{AtMostOne, Lit};

/// Every encoding of a board, the default first. The document's are left out for slides: its programs know
/// no other move than by one cell.
pub fn encodings(board: &Board, metric: Metric) -> Vec<Box<dyn Encoding>> {
    let mut table = encode::encodings();
    if metric == Metric::Units {
        table.push(Box::new(v1::PaperV1::of(board)));
        table.push(Box::new(v2::PaperV2::of(board)));
    }
    table
}

/// The two ways a car goes along its lane.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Direction {
    /// `left` or `up`.
    Back,
    /// `right` or `down`.
    Forth,
}

impl Direction {
    const ALL: [Self; 2] = [Self::Back, Self::Forth];

    /// Its name in the document.
    fn name(self, orientation: Orientation) -> &'static str {
        match (self, orientation) {
            (Self::Back, Orientation::Horizontal) => "left",
            (Self::Forth, Orientation::Horizontal) => "right",
            (Self::Back, Orientation::Vertical) => "up",
            (Self::Forth, Orientation::Vertical) => "down",
        }
    }

    /// The position one cell on.
    fn step(self, position: u8) -> Option<u8> {
        match self {
            Self::Back => position.checked_sub(1),
            Self::Forth => position.checked_add(1),
        }
    }
}

/// A move of one car by one cell: where it stands, where it will, and the cell that has to be free for it.
#[derive(Debug, Clone, Copy)]
struct Step {
    from: u8,
    to: u8,
    entered: Cell,
}

/// A program being grounded: the atoms that both versions have, over one frame.
struct Ground<'b> {
    board: &'b Board,
    builder: SystemBuilder,
    positions: BTreeMap<(CarId, u8), Lit>,
    free: BTreeMap<Cell, Term>,
}

impl<'b> Ground<'b> {
    /// The `position` atoms, named by the version, with the facts of time 0.
    fn positions(board: &'b Board, name: impl Fn(CarId, u8) -> String) -> Self {
        let mut builder = SystemBuilder::default();
        let mut positions = BTreeMap::new();
        for car in board.car_ids() {
            for position in open_lane(board, car) {
                let lit = builder.var(name(car, position));
                let here = if position == board.car(car).position() { lit } else { !lit };
                builder.part(Part::Initial).rule(&[], &[here.into()]);
                positions.insert((car, position), lit);
            }
        }
        Self { board, builder, positions, free: BTreeMap::new() }
    }

    fn position(&self, car: CarId, position: u8) -> Term {
        self.positions.get(&(car, position)).map_or(Term::False, |lit| (*lit).into())
    }

    /// The moves of a car in one direction: those between two positions that it has atoms for.
    fn steps(&self, car: CarId, direction: Direction) -> Vec<Step> {
        let step = |from: u8| {
            let to = direction.step(from).filter(|to| self.positions.contains_key(&(car, *to)))?;
            let entered = match direction {
                Direction::Back => to,
                Direction::Forth => from + self.board.car(car).length,
            };
            let car = self.board.car(car);
            Some(Step { from, to, entered: car.orientation.cell(car.lane(), entered) })
        };
        open_lane(self.board, car).filter_map(step).collect()
    }

    /// `free(X,Y) :- not not_free(X,Y).` for every cell, from the bodies of `not_free`; walls are facts.
    fn free_cells(&mut self, mut occupied: BTreeMap<Cell, Vec<Vec<Term>>>) {
        for cell in self.board.cells() {
            let free = if self.board.is_wall(cell) {
                Term::False
            } else {
                let bodies = occupied.remove(&cell).unwrap_or_default();
                let not_free = self.atom(format!("not_free({})", numbers(cell)));
                self.define(Part::Universal, not_free, &bodies);
                let free = self.atom(format!("free({})", numbers(cell)));
                self.define(Part::Universal, free, &[vec![!not_free]]);
                free
            };
            self.free.insert(cell, free);
        }
    }

    fn free(&self, cell: Cell) -> Term {
        self.free.get(&cell).copied().unwrap_or(Term::False)
    }

    /// A new atom of the frame.
    fn atom(&mut self, name: String) -> Term {
        self.builder.var(name).into()
    }

    /// The completion of an atom: it is equivalent to the disjunction of its rules' bodies. A body of several
    /// literals gets a variable of its own, as in clasp.
    fn define(&mut self, part: Part, head: Term, bodies: &[Vec<Term>]) {
        let mut support = Vec::with_capacity(bodies.len());
        for body in bodies {
            let term = match body.as_slice() {
                [only] => *only,
                several => {
                    let whole = self.builder.var("body").into();
                    let mut section = self.builder.part(part);
                    section.rule(several, &[whole]);
                    for literal in several {
                        section.rule(&[whole], &[*literal]);
                    }
                    whole
                }
            };
            self.builder.part(part).rule(&[term], &[head]);
            support.push(term);
        }
        self.builder.part(part).rule(&[head], &support);
    }

    /// The choice of one move, the goal, and where the task's facts are read.
    fn finish(mut self, moves: &[Lit], at_most_one: AtMostOne) -> TransitionSystem {
        let goal = [self.position(self.board.red(), self.board.goal())];
        let idle = one_move(moves, &goal, at_most_one, &mut self.builder);
        let column = |car| domain(self.board, car).into_iter().map(|at| self.position(car, at)).collect();
        let facts = self.board.car_ids().map(column).collect();
        self.builder.finish(&goal, idle, facts)
    }
}

/// The positions that a grounder finds for a car: from its own outwards to the first wall. Other cars may move
/// away for all it knows.
fn open_lane(board: &Board, id: CarId) -> impl Iterator<Item = u8> + use<> {
    let car = board.car(id);
    let last = board.lane_length(car.orientation) - car.length;
    let open = |position: &u8| car.cells_at(*position).all(|cell| !board.is_wall(cell));
    let back = (0..car.position()).rev().take_while(open).collect_vec();
    let forth = (car.position()..=last).take_while(open).collect_vec();
    back.into_iter().rev().chain(forth)
}

/// `row,column`, from 1, as the document writes cells.
fn numbers(cell: Cell) -> String {
    format!("{},{}", cell.row + 1, cell.column + 1)
}
