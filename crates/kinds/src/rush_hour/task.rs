//! The metrics of Rush Hour, and the planning task of a board and a metric.
//!
//! One state variable per car, in the order of the cars: the car's position along its lane. One derived variable `busy(r,c)`
//! per cell that a car can cover, with a rule per car and position covering it. One operator per car and pair of positions: the
//! car is at the first, and no cell that it sweeps on the path to the second is busy. Walls, and cars that can never pass each
//! other, are in the domains already ([`Board::positions`]).

use std::ops::RangeInclusive;

use itertools::Itertools;

use bmcplan_base::names::chosen_by_name;
use bmcplan_base::stop::Stop;
use bmcplan_task::{DerivedId, Fact, Literal, Operator, Task, TaskBuilder, TaskError, VarId};

use super::{Board, CarId, Orientation};

/// Metric of a plan's length.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum BoardMetric {
    /// One car moves one cell: the metric of the Rush Hour ASP document.
    #[default]
    Units,
    /// One car moves any distance along its lane: the metric of the puzzle cards.
    Slides,
}

chosen_by_name!(BoardMetric { Units: "units", Slides: "slides" }, UnknownBoardMetric, "metric");

/// Returns the positions that are values of a car's state variable, in their order: those that the car can take, and the goal
/// even where it cannot. Value `i` of variable `VarId::from_index(car.index())` is the `i`-th of them.
pub fn domain(board: &Board, id: CarId) -> Vec<u8> {
    let positions = board.positions(id);
    let goal = (id == board.red()).then(|| board.goal()).filter(|goal| !positions.contains(goal));
    positions.chain(goal).sorted_unstable().collect()
}

/// Builds the planning task whose shortest plans are the board's shortest solutions in `metric`.
///
/// # Errors
/// Only a raised `stop`; it is raised at once where the task would exceed its memory limit.
pub fn task(board: &Board, metric: BoardMetric, stop: &Stop) -> Result<Task, TaskError> {
    let mut builder = TaskBuilder::until(stop);
    expect(&builder, board, metric)?;
    let domains = board.car_ids().map(|id| domain(board, id)).collect_vec();
    for (car, domain) in board.cars().iter().zip(&domains) {
        let values = domain.iter().map(|position| {
            let cell = car.orientation.cell(car.lane(), *position);
            format!("{},{}", cell.row + 1, cell.column + 1)
        });
        let initial = (0..).zip(domain).find(|(_, position)| **position == car.position());
        builder.variable(&*car.name, values, initial.map_or(0, |(value, _)| value));
    }
    let at = |id: CarId, position: u8| Fact {
        var: VarId::from_index(id.index()),
        value: (0..).zip(&domains[id.index()]).find(|(_, p)| **p == position).map_or(0, |(value, _)| value),
    };
    let busy = add_busy(&mut builder, board, at);
    for id in board.car_ids().take_while(|_| !stop.is_raised()) {
        add_moves(&mut builder, board, id, metric, at, &busy);
    }
    for [a, b] in board.car_ids().array_combinations().take_while(|_| !stop.is_raised()) {
        for (p, others) in conflicts(board, a, b) {
            others.for_each(|q| builder.mutex(at(a, p), at(b, q)));
        }
    }
    builder.goal([at(board.red(), board.goal()).into()]);
    builder.build()
}

fn expect(builder: &TaskBuilder, board: &Board, metric: BoardMetric) -> Result<(), TaskError> {
    let (mut operators, mut literals) = (0, 0);
    for id in board.car_ids() {
        let n = board.positions(id).len();
        // Pairs of positions, and the cells that are swept between them.
        let (pairs, swept) = match metric {
            BoardMetric::Units => (2 * (n - 1), 2 * (n - 1)),
            BoardMetric::Slides => (n * (n - 1), (n - 1) * n * (n + 1) / 3),
        };
        operators += pairs;
        literals += pairs + swept;
    }
    let mut mutexes = 0;
    for a in board.car_ids() {
        builder.expect(operators, literals, mutexes)?;
        for b in board.car_ids().skip(a.index() + 1) {
            mutexes += conflicts(board, a, b).map(|(_, others)| others.len()).sum::<usize>();
        }
    }
    builder.expect(operators, literals, mutexes)
}

/// Adds `busy(r,c)` for every cell that a car can cover; indexed by row, then column.
fn add_busy(
    builder: &mut TaskBuilder,
    board: &Board,
    at: impl Fn(CarId, u8) -> Fact,
) -> Vec<Vec<Option<DerivedId>>> {
    let mut rules = vec![vec![Vec::new(); usize::from(board.columns())]; usize::from(board.rows())];
    for id in board.car_ids() {
        for position in board.positions(id) {
            for cell in board.car(id).cells_at(position) {
                rules[usize::from(cell.row)][usize::from(cell.column)].push(vec![at(id, position).into()]);
            }
        }
    }
    let mut add = |row: usize, column: usize, rules: Vec<Vec<Literal>>| {
        (!rules.is_empty()).then(|| builder.derived(format!("busy({},{})", row + 1, column + 1), rules))
    };
    let row = |(r, row): (usize, Vec<_>)| {
        row.into_iter().enumerate().map(|(c, rules)| add(r, c, rules)).collect_vec()
    };
    rules.into_iter().enumerate().map(row).collect()
}

/// Adds the moves of one car, each named by car, direction and number of cells.
fn add_moves(
    builder: &mut TaskBuilder,
    board: &Board,
    id: CarId,
    metric: BoardMetric,
    at: impl Fn(CarId, u8) -> Fact,
    busy: &[Vec<Option<DerivedId>>],
) {
    let car = board.car(id);
    for (from, to) in board.positions(id).cartesian_product(board.positions(id)) {
        let distance = from.abs_diff(to);
        if distance == 0 || (metric == BoardMetric::Units && 1 < distance) {
            continue;
        }
        let (direction, swept) = match (car.orientation, from < to) {
            (Orientation::Horizontal, true) => ("right", from + car.length..to + car.length),
            (Orientation::Horizontal, false) => ("left", to..from),
            (Orientation::Vertical, true) => ("down", from + car.length..to + car.length),
            (Orientation::Vertical, false) => ("up", to..from),
        };
        let free = swept.filter_map(|along| {
            let cell = car.orientation.cell(car.lane(), along);
            busy[usize::from(cell.row)][usize::from(cell.column)].map(|busy| !Literal::from(busy))
        });
        let precondition = [Literal::from(at(id, from))].into_iter().chain(free);
        let name = format!("{} {direction} {distance}", car.name);
        let operator = Operator::simple(name, precondition, [at(id, to)]);
        builder.operator(Operator { cost: board.cost(id), ..operator });
    }
}

/// Returns the positions of two cars that exclude each other, both on one cell or one past the other in their lane: for
/// positions of the first, those of the second.
fn conflicts(board: &Board, a: CarId, b: CarId) -> impl Iterator<Item = (u8, RangeInclusive<u8>)> + use<> {
    let (car_a, car_b) = (board.car(a), board.car(b));
    let (of_a, of_b) = (board.positions(a), board.positions(b));
    let (first, last) = (*of_b.start(), *of_b.end());
    let same_lane = car_a.orientation == car_b.orientation;
    let none = same_lane && car_a.lane() != car_b.lane();
    let a_first = car_a.position() < car_b.position();
    let (length_a, length_b, lane_a, lane_b) = (car_a.length, car_b.length, car_a.lane(), car_b.lane());
    // Positions from which a car of that length covers a cell of the lane.
    let covering = |along: u8, length: u8| [(along + 1).saturating_sub(length), along];
    let [from, to] = if same_lane { [0, u8::MAX] } else { covering(lane_b, length_a) };
    let to = if none { None } else { Some(to.min(*of_a.end())) };
    let positions = to.into_iter().flat_map(move |to| from.max(*of_a.start())..=to);
    positions.map(move |p| {
        let [from, to] = match (same_lane, a_first) {
            (true, true) => [0, p + length_a - 1],
            (true, false) => [(p + 1).saturating_sub(length_b), u8::MAX],
            (false, _) => covering(lane_a, length_b),
        };
        (p, first.max(from)..=last.min(to))
    })
}
