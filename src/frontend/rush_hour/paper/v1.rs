//! `paper-v1`: section 2 of the document, with the frame rule of its section 3.1.
//!
//! A car is its first cell, and one atom after the other says what follows from that: `busy`, `not_free`,
//! `free`, `executable`, `move`, and `position` at the next time.

use std::collections::BTreeMap;

use super::{Direction, Ground, numbers};
use crate::encode::{Encoding, Part, Term, TransitionSystem};
use crate::formula::{AtMostOne, Lit};
use crate::frontend::rush_hour::{Board, CarId, Cell};
use crate::task::Task;

/// Version 1 of the document, for one board in units.
#[derive(Debug, Clone)]
pub(super) struct PaperV1(Board);

impl PaperV1 {
    pub(super) fn of(board: &Board) -> Self {
        Self(board.clone())
    }
}

impl Encoding for PaperV1 {
    fn name(&self) -> &'static str {
        "paper-v1"
    }

    fn encode(&self, _: &Task, at_most_one: AtMostOne) -> TransitionSystem {
        let board = &self.0;
        let mut ground = Ground::positions(board, |id, position| {
            let car = board.car(id);
            format!("position({},{})", car.name, numbers(car.orientation.cell(car.lane(), position)))
        });
        let occupied = busy(&mut ground);
        ground.free_cells(occupied);
        let moves = executable_moves(&mut ground);
        next_positions(&mut ground, &moves);
        let chosen: Vec<Lit> = moves.into_values().collect();
        ground.finish(&chosen, at_most_one)
    }
}

/// `busy(C,X,Y..Y+N-1) :- position(C,X,Y), car(C,N,h).` and its vertical twin; the bodies of
/// `not_free(X,Y) :- busy(C,X,Y).`
fn busy(ground: &mut Ground<'_>) -> BTreeMap<Cell, Vec<Vec<Term>>> {
    let mut covering: BTreeMap<(CarId, Cell), Vec<Vec<Term>>> = BTreeMap::new();
    for ((car, position), lit) in &ground.positions {
        for cell in ground.board.car(*car).cells_at(*position) {
            covering.entry((*car, cell)).or_default().push(vec![(*lit).into()]);
        }
    }
    let mut occupied: BTreeMap<Cell, Vec<Vec<Term>>> = BTreeMap::new();
    for ((car, cell), bodies) in covering {
        let busy = ground.atom(format!("busy({},{})", ground.board.car(car).name, numbers(cell)));
        ground.define(Part::Universal, busy, &bodies);
        occupied.entry(cell).or_default().push(vec![busy]);
    }
    occupied
}

/// `executable(C,right,X,Y+1) :- grid(X,Y+N), free(X,Y+N), position(C,X,Y).` and the other directions, and the
/// choice `{ move(C,M) : executable(C,M,X,Y) }`.
fn executable_moves(ground: &mut Ground<'_>) -> BTreeMap<(CarId, Direction), Lit> {
    let mut moves = BTreeMap::new();
    for id in ground.board.car_ids() {
        let car = ground.board.car(id);
        for direction in Direction::ALL {
            let name = direction.name(car.orientation);
            let mut executable = Vec::new();
            for step in ground.steps(id, direction) {
                let target = numbers(car.orientation.cell(car.lane(), step.to));
                let atom = ground.atom(format!("executable({},{name},{target})", car.name));
                let body = vec![ground.free(step.entered), ground.position(id, step.from)];
                ground.define(Part::Universal, atom, &[body]);
                executable.push(atom);
            }
            if !executable.is_empty() {
                let chosen = ground.builder.var(format!("move({},{name})", car.name));
                ground.builder.part(Part::Transition).rule(&[chosen.into()], &executable);
                moves.insert((id, direction), chosen);
            }
        }
    }
    moves
}

/// `position(T,C,X,Y) :- position(T-1,C,X,Y-1), move(T-1,C,right).` and the other directions, and
/// `position(T,C,X,Y) :- position(T-1,C,X,Y), not move(T-1,C,right), not move(T-1,C,left), ….`
fn next_positions(ground: &mut Ground<'_>, moves: &BTreeMap<(CarId, Direction), Lit>) {
    let of = |car, direction| moves.get(&(car, direction)).map(|lit| Term::from(*lit));
    for ((car, position), lit) in ground.positions.clone() {
        let mut stays = vec![Term::from(lit)];
        let mut bodies = Vec::new();
        for direction in Direction::ALL {
            let Some(chosen) = of(car, direction) else { continue };
            stays.push(!chosen);
            let arrives = ground.steps(car, direction).into_iter().filter(|step| step.to == position);
            bodies.extend(arrives.map(|step| vec![ground.position(car, step.from), chosen]));
        }
        bodies.push(stays);
        ground.define(Part::Transition, Term::from(lit).next(), &bodies);
    }
}
