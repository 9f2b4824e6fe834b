//! The two programs of "Rush Hour ASP solver" (Fiorenzo Tittaferrante, 2023) as encodings, so that the document's comparison
//! can be repeated.
//!
//! An answer set program whose rules are not recursive within a step ("tight") has as stable models exactly the models of its
//! completion (Clark, *Negation as failure*, 1978; Fages, *Consistency of Clark's completion and existence of stable models*,
//! 1994). So every atom becomes equivalent to the disjunction of its rules' bodies, and nothing else is added: no mutexes, no
//! reachability, no narrowing of a lane by the cars in it.
//!
//! The atoms are those that a grounder finds (gringo 5.4.1, for both programs), in the frame from which on it finds no more;
//! `tests/library/paper_encodings.rs` counts them. The document shows its rules for one car or one direction and states that
//! the others are alike. The encodings follow that. They lack the "further small changes" to version 1, which section 3.1
//! mentions without showing them. Read like this, the programs have 31,322 and 19,221 lines when gringo grounds sample02 for 40
//! steps; the document counts 31,184 and 19,248. The differences are:
//!
//! - *Time.* A grounder unfolds time, so its first frames have only what is near the start. Here every frame has all atoms, and
//!   the facts of time 0, propagated, make at least those false that its first frames lack.
//! - *Auxiliary atoms.* `move(r,up)` of a horizontal car, which occurs but heads no rule, and a grounder's projections of `_`
//!   (`#p_cause`, `#p_executed`) are left out.
//! - *Walls in version 1* are a car `block` of length 1. By its rules, a move of `block` leaves it in place and puts a copy
//!   next to it for one step. Such a step is never useful, and no task has an operator for it. So `block` has no atoms here,
//!   and `not_free` of a wall is a fact.
//! - *After the goal* the document continues, or fixes the time. Here frames idle, because horizons have to be monotone
//!   ([`sequential_step`]).

mod v1;
mod v2;

use bmcplan_base::ordered::{Map, Set};
use bmcplan_base::stop::{Stop, StopReason};
use bmcplan_formula::{AtMostOne, Lit};
use bmcplan_sat::encode::{self, Encoding, Part, SystemBuilder, Term, TransitionSystem, sequential_step};

use super::{Board, BoardMetric, CarId, Cell, Orientation, domain};

/// Heading of the completion of the rules.
const RULES: &str = "rules";

/// Returns every encoding of a board, the default first. The document's are left out for slides: its programs only have moves
/// by one cell.
pub fn encodings(board: &Board, metric: BoardMetric) -> Vec<Box<dyn Encoding>> {
    let mut table = encode::encodings();
    if metric == BoardMetric::Units {
        table.push(Box::new(v1::PaperV1(board.clone())));
        table.push(Box::new(v2::PaperV2(board.clone())));
    }
    table
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum LaneDirection {
    /// `left` or `up`.
    Back,
    /// `right` or `down`.
    Forth,
}

impl LaneDirection {
    const ALL: [Self; 2] = [Self::Back, Self::Forth];

    fn name(self, orientation: Orientation) -> &'static str {
        match (self, orientation) {
            (Self::Back, Orientation::Horizontal) => "left",
            (Self::Forth, Orientation::Horizontal) => "right",
            (Self::Back, Orientation::Vertical) => "up",
            (Self::Forth, Orientation::Vertical) => "down",
        }
    }

    fn step(self, place: LanePlace) -> Option<LanePlace> {
        match self {
            Self::Back => place.checked_sub(1),
            Self::Forth => place.checked_add(1),
        }
    }
}

/// Coordinate along a lane, counted from 1 as in the document. Some of its atoms have places outside the grid: 0, and those
/// past the last cell.
type LanePlace = u8;

/// Converts a position of the board, counted from 0, to the document's.
fn place(position: u8) -> LanePlace {
    position + 1
}

/// Returns the cell at a place in a car's lane, if it is on the grid.
fn cell_at(board: &Board, id: CarId, place: LanePlace) -> Option<Cell> {
    let car = board.car(id);
    let along = place.checked_sub(1).filter(|along| *along < board.lane_length(car.orientation))?;
    Some(car.orientation.cell(car.lane(), along))
}

/// Move of one car by one cell: its place before and after, and the cell that has to be free for it.
#[derive(Debug, Clone, Copy)]
struct CarStep {
    from: LanePlace,
    to: LanePlace,
    entered: Cell,
}

impl CarStep {
    /// Returns the move of a car at `from`, if the cell to enter is on the grid and not a wall. Other cars are ignored, as a
    /// grounder does.
    fn of(board: &Board, car: CarId, direction: LaneDirection, from: LanePlace) -> Option<Self> {
        let entered = match direction {
            LaneDirection::Back => from.checked_sub(1)?,
            LaneDirection::Forth => from + board.car(car).length,
        };
        let entered = cell_at(board, car, entered).filter(|cell| !board.is_wall(*cell))?;
        Some(Self { from, to: direction.step(from)?, entered })
    }
}

/// Returns the places of a car that its `position` rules derive from its start: they are applied to a fixed point, as a
/// grounder does.
fn derived(board: &Board, car: CarId, rules: impl Fn(&Set<LanePlace>) -> Vec<LanePlace>) -> Set<LanePlace> {
    let mut places = Set::from([place(board.car(car).position())]);
    loop {
        let known = places.len();
        places.extend(rules(&places));
        if places.len() == known {
            return places;
        }
    }
}

/// Program being grounded: the atoms that both versions have, over one frame.
struct PaperAtoms<'b> {
    board: &'b Board,
    builder: SystemBuilder,
    positions: Map<(CarId, LanePlace), Lit>,
    free: Map<Cell, Term>,
}

impl<'b> PaperAtoms<'b> {
    /// Declares the `position` atoms, with the places and names of a version, and the facts of time 0.
    fn positions(
        board: &'b Board,
        places: impl Fn(&Board, CarId) -> Set<LanePlace>,
        name: impl Fn(&Board, CarId, LanePlace) -> String,
        stop: &Stop,
    ) -> Self {
        let mut builder = SystemBuilder::until(stop);
        let mut positions = Map::new();
        for car in board.car_ids() {
            for at in places(board, car) {
                let lit = builder.var(name(board, car, at));
                let here = if at == place(board.car(car).position()) { lit } else { !lit };
                builder.part(Part::Initial).rule(&[], &[here.into()]);
                positions.insert((car, at), lit);
            }
        }
        Self { board, builder, positions, free: Map::new() }
    }

    fn position(&self, car: CarId, place: LanePlace) -> Term {
        self.positions.get(&(car, place)).map_or(Term::False, |lit| (*lit).into())
    }

    /// Returns the moves of a car in one direction, from every place with an atom.
    fn steps(&self, car: CarId, direction: LaneDirection) -> Vec<CarStep> {
        let places = self.positions.keys().filter(|(id, _)| *id == car);
        places.filter_map(|(_, from)| CarStep::of(self.board, car, direction, *from)).collect()
    }

    /// Adds `free(X,Y) :- not not_free(X,Y).` for some cells, from the bodies of `not_free`; no other cell is ever free.
    fn free_cells(&mut self, cells: impl Iterator<Item = Cell>, mut occupied: Map<Cell, Vec<Vec<Term>>>) {
        for cell in cells {
            let bodies = occupied.remove(&cell).unwrap_or_default();
            let not_free = self.atom(format!("not_free({})", numbers(cell)));
            self.define(Part::Universal, not_free, &bodies);
            let free = self.atom(format!("free({})", numbers(cell)));
            self.define(Part::Universal, free, &[vec![!not_free]]);
            self.free.insert(cell, free);
        }
    }

    fn free(&self, cell: Cell) -> Term {
        self.free.get(&cell).copied().unwrap_or(Term::False)
    }

    fn atom(&mut self, name: String) -> Term {
        self.builder.var(name).into()
    }

    /// Adds the completion of an atom: it is equivalent to the disjunction of its rules' bodies. A body of several literals
    /// gets a variable of its own, as in clasp.
    fn define(&mut self, part: Part, head: Term, bodies: &[Vec<Term>]) {
        let mut support = Vec::with_capacity(bodies.len());
        for body in bodies {
            let term = match body.as_slice() {
                [only] => *only,
                several => {
                    let whole = self.builder.var("body").into();
                    let mut section = self.builder.part(part).under(RULES);
                    section.rule(several, &[whole]);
                    for literal in several {
                        section.rule(&[whole], &[*literal]);
                    }
                    whole
                }
            };
            self.builder.part(part).under(RULES).rule(&[term], &[head]);
            support.push(term);
        }
        self.builder.part(part).under(RULES).rule(&[head], &support);
    }

    /// Adds the choice of one move and the goal, and returns the system with the terms of the task's facts.
    fn finish(mut self, moves: &[Lit], at_most_one: AtMostOne) -> Result<TransitionSystem, StopReason> {
        let goal = [self.position(self.board.red(), place(self.board.goal()))];
        let idle = sequential_step(moves, &goal, at_most_one, &mut self.builder);
        let column =
            |car| domain(self.board, car).into_iter().map(|at| self.position(car, place(at))).collect();
        let facts = self.board.car_ids().map(column).collect();
        self.builder.finish(&goal, idle, facts)
    }
}

/// Formats a cell as `row,column`, from 1, as in the document.
fn numbers(cell: Cell) -> String {
    format!("{},{}", cell.row + 1, cell.column + 1)
}
