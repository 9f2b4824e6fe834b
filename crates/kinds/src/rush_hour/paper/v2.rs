//! The encoding `paper-v2`: section 4 of the document.
//!
//! A position names every cell of a car, and an executed action *causes* the position that follows. The document states its
//! rules for cars of two and three cells; here a car may have any length.

use itertools::Itertools;

use bmcplan_base::ordered::{Map, Set};
use bmcplan_base::stop::{Stop, StopReason};
use bmcplan_formula::Lit;
use bmcplan_sat::encode::headings::PRECONDITIONS;
use bmcplan_sat::encode::{Encoding, Part, StepOptions, Term, TransitionSystem};
use bmcplan_task::Task;

use super::{CarStep, LaneDirection, LanePlace, PaperAtoms, cell_at, derived};
use crate::rush_hour::{Board, CarId, Cell, Orientation};

/// Version 2 of the document, for one board in units.
#[derive(Debug, Clone)]
pub(super) struct PaperV2(pub(super) Board);

impl Encoding for PaperV2 {
    fn name(&self) -> &'static str {
        "paper-v2"
    }

    fn describe(&self, _: &Task, options: &StepOptions, stop: &Stop) -> Result<TransitionSystem, StopReason> {
        let board = &self.0;
        let mut ground = PaperAtoms::positions(board, places, whole_car, stop);
        let occupied = occupied(&ground);
        ground.free_cells(board.cells(), occupied);
        let mut executed = Vec::new();
        let mut caused: Map<(CarId, LanePlace), Vec<Term>> = Map::new();
        for car in board.car_ids() {
            for direction in LaneDirection::ALL {
                executed.extend(actions(&mut ground, car, direction, &mut caused).map(|lit| (car, lit)));
            }
        }
        next_positions(&mut ground, &executed, &caused);
        let chosen: Vec<Lit> = executed.into_iter().map(|(_, lit)| lit).collect();
        ground.finish(&chosen, options.at_most_one)
    }
}

/// Returns the places of a car: those in a `cause`, each on the grid and between the same walls.
fn places(board: &Board, id: CarId) -> Set<LanePlace> {
    derived(board, id, |known| {
        let steps = |way| known.iter().filter_map(move |from| CarStep::of(board, id, way, *from));
        LaneDirection::ALL.into_iter().flat_map(steps).map(|step| step.to).collect()
    })
}

/// Formats `position(C,h,X,Y1,Y2,…)` or `position(C,v,Y,X1,X2,…)`.
fn whole_car(board: &Board, id: CarId, place: LanePlace) -> String {
    let car = board.car(id);
    let letter = match car.orientation {
        Orientation::Horizontal => 'h',
        Orientation::Vertical => 'v',
    };
    let cells = (place..place + car.length).join(",");
    format!("position({},{letter},{},{cells})", car.name, car.lane() + 1)
}

/// Returns the bodies of `not_free(X,Y1) :- position(_,h,X,Y1,_).` and similar rules, one for each cell of a car.
fn occupied(ground: &PaperAtoms<'_>) -> Map<Cell, Vec<Vec<Term>>> {
    let mut occupied: Map<Cell, Vec<Vec<Term>>> = Map::new();
    for ((id, place), lit) in &ground.positions {
        let covered = *place..*place + ground.board.car(*id).length;
        for cell in covered.filter_map(|place| cell_at(ground.board, *id, place)) {
            occupied.entry(cell).or_default().push(vec![(*lit).into()]);
        }
    }
    occupied
}

/// Adds `action(move(right,C)) :- position(C,h,X,Y1,Y2), free(X,Y2+1), not no(X,Y2+1), grid(X,Y2+1).`, the choice `{
/// executed(move(D,C)) : action(move(D,C)) }`, and `cause(move(right,C), position(C,h,X,Y1+1,Y2+1)) :- executed(move(right,C)),
/// position(…), free(…), ….`
fn actions(
    ground: &mut PaperAtoms<'_>,
    id: CarId,
    direction: LaneDirection,
    caused: &mut Map<(CarId, LanePlace), Vec<Term>>,
) -> Option<Lit> {
    let steps = ground.steps(id, direction);
    if steps.is_empty() {
        return None;
    }
    let car = ground.board.car(id);
    let term = format!("move({},{})", direction.name(car.orientation), car.name);
    let action = ground.atom(format!("action({term})"));
    let body = |ground: &PaperAtoms<'_>, from, entered| vec![ground.position(id, from), ground.free(entered)];
    let bodies = steps.iter().map(|step| body(ground, step.from, step.entered)).collect_vec();
    ground.define(Part::Universal, action, &bodies);
    let executed = ground.builder.var(format!("executed({term})"));
    ground.builder.part(Part::Transition).under(PRECONDITIONS).rule(&[executed.into()], &[action]);
    for (step, mut body) in steps.iter().zip(bodies) {
        let cause = ground.atom(format!("cause({term},{})", whole_car(ground.board, id, step.to)));
        body.push(executed.into());
        ground.define(Part::Transition, cause, &[body]);
        caused.entry((id, step.to)).or_default().push(cause);
    }
    Some(executed)
}

/// Adds `position(T+1,…) :- cause(T, move(_,C), position(T+1,…)).` and `position(T+1,…) :- not executed(T, move(_,C)),
/// position(T,…).`
fn next_positions(
    ground: &mut PaperAtoms<'_>,
    executed: &[(CarId, Lit)],
    caused: &Map<(CarId, LanePlace), Vec<Term>>,
) {
    for ((car, place), lit) in ground.positions.clone() {
        let causes = caused.get(&(car, place)).into_iter().flatten();
        let mut bodies = causes.map(|cause| vec![*cause]).collect_vec();
        let own = executed.iter().filter(|(id, _)| *id == car);
        bodies.push([lit].into_iter().chain(own.map(|(_, lit)| !*lit)).map(Term::from).collect());
        ground.define(Part::Transition, Term::from(lit).next(), &bodies);
    }
}
