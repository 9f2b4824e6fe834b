//! Plans in answers of clingo, in the words of three programs.
//!
//! | program | a car moves by | cars |
//! |---|---|---|
//! | the ASP document, version 1 | `move(TIME,CAR,DIRECTION)` | by name |
//! | the ASP document, version 2 | `executed(TIME,move(DIRECTION,CAR))` | by name |
//! | a tuned multishot encoding | `move(CAR,TIME)`, and `pos(CAR,PLACE,TIME)` before and after | by number, from 0 |
//!
//! The document's programs go on after the goal, up to the horizon that they are given. In version 1 a wall is a car `block` of one cell,
//! whose moves leave it in place.

use std::collections::HashMap;

use bmcplan_task::Task;
use bmcplan_task::plan::{Plan, WrittenAtom, WrittenMove, WrittenPlan, replay};

use super::asp::{is_block, names};
use super::{Board, Car, CarId, Orientation};

/// Move of a car, as a program says it.
struct AspMove<'a> {
    time: i64,
    car: &'a str,
    direction: String,
    cells: u8,
    atom: &'a WrittenAtom,
}

/// Spells out the moves of an answer: `move(0,r,right)` becomes `X right 1`. `None` where there are none in these words.
pub(super) fn spelled_out(board: &Board, written: &WrittenPlan) -> Option<WrittenPlan> {
    let atoms = written.atoms.as_ref()?;
    let is_wall = |car: &str| is_block(car) && board.cars().iter().all(|known| known.name != car);
    let of_cars = atoms.iter().filter_map(of_document).filter(|asp| !is_wall(asp.car));
    let mut moves: Vec<AspMove<'_>> = of_cars.collect();
    if moves.is_empty() {
        moves = by_places(board, atoms);
        let name = |asp: &AspMove<'_>| Some(&*board.cars().get(asp.car.parse::<usize>().ok()?)?.name);
        return in_order(moves, name, written);
    }
    let own: Vec<String> = board.cars().iter().map(|car| car.name.clone()).collect();
    let small: Vec<String> = own.iter().map(|name| name.to_lowercase()).collect();
    // The naming that knows most cars, the first of equal ones.
    let namings = [own, names(board), small];
    let car =
        |naming: &[String], name: &str| naming.iter().position(|known| known == name).map(CarId::from_index);
    let n_known = |naming: &&Vec<String>| moves.iter().filter(|asp| car(naming, asp.car).is_some()).count();
    let naming = namings.iter().rev().max_by_key(n_known);
    let name = |asp: &AspMove<'_>| Some(&*board.car(car(naming?, asp.car)?).name);
    in_order(moves, name, written)
}

fn in_order<'b>(
    mut moves: Vec<AspMove<'_>>,
    name: impl Fn(&AspMove<'_>) -> Option<&'b str>,
    written: &WrittenPlan,
) -> Option<WrittenPlan> {
    moves.sort_by_key(|asp| asp.time);
    let spelled = |asp: &AspMove<'_>| WrittenMove {
        name: format!("{} {} {}", name(asp).unwrap_or(asp.car), asp.direction, asp.cells),
        place: asp.atom.place.clone(),
    };
    let moves: Vec<WrittenMove> = moves.iter().map(spelled).collect();
    (!moves.is_empty()).then(|| WrittenPlan { moves, ..written.clone() })
}

/// Reads a move of either version of the document.
fn of_document(atom: &WrittenAtom) -> Option<AspMove<'_>> {
    let of = |time: &str, car, direction: &str| {
        Some(AspMove { time: time.parse().ok()?, car, direction: direction.to_owned(), cells: 1, atom })
    };
    match (&*atom.predicate, &*atom.arguments) {
        ("move", [time, car, direction]) => of(time, car, direction),
        ("executed", [time, action]) => {
            let (direction, car) = action.strip_prefix("move(")?.strip_suffix(')')?.split_once(',')?;
            of(time, car.trim(), direction.trim())
        }
        _ => None,
    }
}

/// Reads moves of cars that are given by number, with their places along the lane.
fn by_places<'a>(board: &Board, atoms: &'a [WrittenAtom]) -> Vec<AspMove<'a>> {
    let number = |text: &String| text.parse::<i64>().ok();
    let place = |atom: &'a WrittenAtom| match (&*atom.predicate, &*atom.arguments) {
        ("pos", [car, place, time]) => Some(((&**car, number(time)?), place.parse::<u8>().ok()?)),
        _ => None,
    };
    let places: HashMap<(&str, i64), u8> = atoms.iter().filter_map(place).collect();
    let of = |atom: &'a WrittenAtom| {
        let ("move", [car, time]) = (&*atom.predicate, &*atom.arguments) else { return None };
        let time = number(time)?;
        let [from, to] = [time.checked_sub(1)?, time].map(|time| places.get(&(&**car, time)).copied());
        let (from, to) = (from?, to?);
        let Car { orientation, .. } = board.cars().get(car.parse::<usize>().ok()?)?;
        let direction = match (orientation, from < to) {
            (Orientation::Horizontal, false) => "left",
            (Orientation::Horizontal, true) => "right",
            (Orientation::Vertical, false) => "up",
            (Orientation::Vertical, true) => "down",
        };
        let cells = from.abs_diff(to);
        (cells != 0).then(|| AspMove { time, car, direction: direction.to_owned(), cells, atom })
    };
    atoms.iter().filter_map(of).collect()
}

/// Returns the plan of an answer without the moves after the goal.
pub(super) fn up_to_goal(task: &Task, written: &WrittenPlan, plan: Plan) -> Plan {
    if written.atoms.is_none() {
        return plan;
    }
    let states = replay(task, &plan).unwrap_or_default();
    match states.iter().position(|state| task.is_goal(state)) {
        Some(n_moves) => Plan::sequential(plan.operators().take(n_moves)),
        None => plan,
    }
}
