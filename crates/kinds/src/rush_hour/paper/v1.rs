//! The encoding `paper-v1`: section 2 of the document, with the frame rule of its section 3.1.
//!
//! A car is its first cell, and the atoms follow from that one by one: `busy`, `not_free`, `free`, `executable`, `move`, and
//! `position` at the next time.
//!
//! The rules of `position` require neither that the car fits nor that the entered cell is free. That is the task of
//! `executable`, and `move` no longer names a place. So there are atoms for a car one cell before its lane, one past the end of
//! it, and across walls, with all consequences. None of them is ever true.

use bmcplan_base::ordered::{Map, Set};
use bmcplan_base::stop::{Stop, StopReason};
use bmcplan_formula::Lit;
use bmcplan_sat::encode::headings::PRECONDITIONS;
use bmcplan_sat::encode::{Encoding, Part, StepOptions, Term, TransitionSystem};
use bmcplan_task::Task;

use super::{CarStep, LaneDirection, LanePlace, PaperAtoms, cell_at, derived};
use crate::rush_hour::{Board, CarId, Cell, Orientation};

/// Version 1 of the document, for one board in units.
#[derive(Debug, Clone)]
pub(super) struct PaperV1(pub(super) Board);

impl Encoding for PaperV1 {
    fn name(&self) -> &'static str {
        "paper-v1"
    }

    fn describe(&self, _: &Task, options: &StepOptions, stop: &Stop) -> Result<TransitionSystem, StopReason> {
        let board = &self.0;
        let mut ground = PaperAtoms::positions(
            board,
            places,
            |board, id, place| format!("position({},{})", board.car(id).name, point(board, id, place)),
            stop,
        );
        let occupied = busy(&mut ground);
        let open = board.cells().filter(|cell| !board.is_wall(*cell));
        ground.free_cells(open, occupied);
        let moves = executable_moves(&mut ground);
        next_positions(&mut ground, &moves);
        let chosen: Vec<Lit> = moves.into_values().collect();
        ground.finish(&chosen, options.at_most_one)
    }
}

/// Formats `X,Y` of a place in a car's lane, on the grid or next to it.
fn point(board: &Board, id: CarId, place: LanePlace) -> String {
    let (car, lane) = (board.car(id), board.car(id).lane() + 1);
    match car.orientation {
        Orientation::Horizontal => format!("{lane},{place}"),
        Orientation::Vertical => format!("{place},{lane}"),
    }
}

/// Returns the places of a car: if it can be moved right from any of them, it arrives from every one on the grid.
fn places(board: &Board, id: CarId) -> Set<LanePlace> {
    derived(board, id, |known| {
        let movable =
            |way: &LaneDirection| known.iter().any(|from| CarStep::of(board, id, *way, *from).is_some());
        let arrivals = |way| known.iter().filter_map(move |from| arrival(board, id, way, *from));
        LaneDirection::ALL.into_iter().filter(movable).flat_map(arrivals).collect()
    })
}

/// Returns the result of `position(T,C,X,Y) :- grid(X,Y-1), position(T-1,C,X,Y-1), move(T-1,C,right).` and the other directions
/// for a car at a place: any place, as long as its first cell was on the grid.
fn arrival(board: &Board, id: CarId, direction: LaneDirection, from: LanePlace) -> Option<LanePlace> {
    cell_at(board, id, from).and_then(|_| direction.step(from))
}

/// Adds `busy(C,X,Y..Y+N-1) :- position(C,X,Y), car(C,N,h).` and its vertical counterpart. Returns the bodies of `not_free(X,Y)
/// :- grid(X,Y), busy(C,X,Y).`
fn busy(ground: &mut PaperAtoms<'_>) -> Map<Cell, Vec<Vec<Term>>> {
    let mut covering: Map<(CarId, LanePlace), Vec<Vec<Term>>> = Map::new();
    for ((id, place), lit) in &ground.positions {
        for covered in *place..*place + ground.board.car(*id).length {
            covering.entry((*id, covered)).or_default().push(vec![(*lit).into()]);
        }
    }
    let mut occupied: Map<Cell, Vec<Vec<Term>>> = Map::new();
    for ((id, covered), bodies) in covering {
        let name = format!("busy({},{})", ground.board.car(id).name, point(ground.board, id, covered));
        let busy = ground.atom(name);
        ground.define(Part::Universal, busy, &bodies);
        if let Some(cell) = cell_at(ground.board, id, covered) {
            occupied.entry(cell).or_default().push(vec![busy]);
        }
    }
    occupied
}

/// Adds `executable(C,right,X,Y+1) :- grid(X,Y+N), free(X,Y+N), position(C,X,Y).` and the other directions, and the choice `{
/// move(C,M) : executable(C,M,X,Y) }`.
fn executable_moves(ground: &mut PaperAtoms<'_>) -> Map<(CarId, LaneDirection), Lit> {
    let mut moves = Map::new();
    for id in ground.board.car_ids() {
        let car = ground.board.car(id);
        for direction in LaneDirection::ALL {
            let name = direction.name(car.orientation);
            let mut executable = Vec::new();
            for step in ground.steps(id, direction) {
                let target = point(ground.board, id, step.to);
                let atom = ground.atom(format!("executable({},{name},{target})", car.name));
                let body = vec![ground.free(step.entered), ground.position(id, step.from)];
                ground.define(Part::Universal, atom, &[body]);
                executable.push(atom);
            }
            if !executable.is_empty() {
                let chosen = ground.builder.var(format!("move({},{name})", car.name));
                ground
                    .builder
                    .part(Part::Transition)
                    .under(PRECONDITIONS)
                    .rule(&[chosen.into()], &executable);
                moves.insert((id, direction), chosen);
            }
        }
    }
    moves
}

/// Adds the rules of [`arrival`], and `position(T,C,X,Y) :- position(T-1,C,X,Y), not move(T-1,C,right), not move(T-1,C,left),
/// ….`
fn next_positions(ground: &mut PaperAtoms<'_>, moves: &Map<(CarId, LaneDirection), Lit>) {
    let mut bodies: Map<(CarId, LanePlace), Vec<Vec<Term>>> = Map::new();
    for ((id, from), lit) in &ground.positions {
        let mut stays = vec![Term::from(*lit)];
        for direction in LaneDirection::ALL {
            let Some(chosen) = moves.get(&(*id, direction)) else { continue };
            stays.push((!*chosen).into());
            if let Some(to) = arrival(ground.board, *id, direction, *from) {
                bodies.entry((*id, to)).or_default().push(vec![(*lit).into(), (*chosen).into()]);
            }
        }
        bodies.entry((*id, *from)).or_default().push(stays);
    }
    for ((id, place), bodies) in bodies {
        let head = ground.position(id, place).next();
        ground.define(Part::Transition, head, &bodies);
    }
}
