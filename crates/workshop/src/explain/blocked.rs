//! What blocks what: pieces that stand in the way of others at the start, in every best plan.
//!
//! Piece A blocks piece B if in every best plan B enters a cell that A covers at the start: A has to leave it before. The best
//! plans are walked layer by layer. For each state the pairs common to all paths that lead to it are kept.

use bmcplan_base::ordered::{Map, Set};
use bmcplan_base::stop::Stop;
use bmcplan_base::text::Cell;
use bmcplan_kinds::problem::Problem;
use bmcplan_search::{GoalDistances, SearchLimits, goal_distances};
use bmcplan_task::Task;

/// Memory for states, in bytes: larger spaces take longer than the rest of an explanation.
const MEMORY: usize = 64 << 20;

/// A piece with the pieces that stand in its way at the start, in every best plan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BlockedPiece {
    /// Name of the piece.
    pub piece: String,
    /// Names of the pieces in its way, at least one.
    pub by: Vec<String>,
}

/// Indices of the blocking and the blocked piece.
type Pair = (usize, usize);

/// Returns the blocked pieces. `None` if the pieces have no names, there is no plan, or the positions are too many.
pub(super) fn blocked(problem: &dyn Problem, task: &Task, stop: &Stop) -> Option<Vec<BlockedPiece>> {
    let start = problem.piece_cells(task.initial());
    if start.is_empty() {
        return None;
    }
    let limits = SearchLimits { memory_bytes: Some(MEMORY), ..SearchLimits::default() };
    let distances = goal_distances(task, problem.minimises(), &limits, stop, &mut |_| {}).ok()?;
    if distances.incomplete.is_some() {
        return None;
    }
    let pairs = pairs(problem, &start, &distances)?;
    let name = |index: usize| start[index].0.clone();
    let blocked = (0..start.len()).map(|blocked| BlockedPiece {
        piece: name(blocked),
        by: pairs.iter().filter(|pair| pair.1 == blocked).map(|pair| name(pair.0)).collect(),
    });
    Some(blocked.filter(|blocked| !blocked.by.is_empty()).collect())
}

fn pairs(
    problem: &dyn Problem,
    start: &[(String, Vec<Cell>)],
    distances: &GoalDistances,
) -> Option<Set<Pair>> {
    let mut layer = Map::from([(0, Set::new())]);
    for _ in 0..distances.distance(0)?.length {
        let mut next: Map<usize, Set<Pair>> = Map::new();
        for (number, so_far) in layer {
            let before = problem.piece_cells(&distances.state(number));
            for (target, _) in distances.successors(number).filter(|step| distances.is_best(number, *step)) {
                let after = problem.piece_cells(&distances.state(target));
                let entered = (0..).zip(before.iter().zip(&after));
                let pairs = entered.flat_map(|(piece, ((_, from), (_, to)))| {
                    let swept = swept(from, to);
                    let is_in_way = move |other: &usize| {
                        *other != piece && start[*other].1.iter().any(|cell| swept.contains(cell))
                    };
                    (0..start.len()).filter(is_in_way).map(move |other| (other, piece))
                });
                let pairs: Set<Pair> = pairs.chain(so_far.iter().copied()).collect();
                let common = match next.get(&target) {
                    Some(common) => common.intersection(&pairs).copied().collect(),
                    None => pairs,
                };
                next.insert(target, common);
            }
        }
        layer = next;
    }
    layer.into_values().reduce(|common, pairs| common.intersection(&pairs).copied().collect())
}

/// Returns the cells that a piece enters on its straight way from one place to another.
fn swept(from: &[Cell], to: &[Cell]) -> Set<Cell> {
    let between = |(from, to): (&Cell, &Cell)| {
        let range = |a: u8, b: u8| a.min(b)..=a.max(b);
        let columns = range(from.column, to.column);
        let rows = range(from.row, to.row);
        rows.flat_map(move |row| columns.clone().map(move |column| Cell { row, column })).collect::<Vec<_>>()
    };
    from.iter().zip(to).filter(|(from, to)| from != to).flat_map(between).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    use bmcplan_base::text::Source;
    use bmcplan_kinds::problem::ProblemOptions;
    use bmcplan_kinds::{RUSH_HOUR, read_as};

    #[track_caller]
    fn check(board: &str, metric: &str, expected: &[(&str, &[&str])]) {
        let stop = Stop::default();
        let options = ProblemOptions::default().with("metric", metric);
        let problem = read_as(&RUSH_HOUR, &[Source::new("board", board)], &options, &stop).unwrap();
        let task = problem.task(None, &stop).unwrap();
        let found = blocked(&*problem, &task, &stop).unwrap();
        let found: Vec<(&str, Vec<&str>)> = found
            .iter()
            .map(|blocked| (&*blocked.piece, blocked.by.iter().map(String::as_str).collect()))
            .collect();
        let expected: Vec<(&str, Vec<&str>)> =
            expected.iter().map(|(piece, by)| (*piece, by.to_vec())).collect();
        assert_eq!(found, expected, "{board}");
    }

    #[test]
    fn who_has_to_leave_first_in_every_best_plan() {
        const CHAIN: &str = "......\n......\nXX.A..\n...A..\n...BB.\n......\n";
        for metric in ["units", "slides"] {
            check(CHAIN, metric, &[("X", &["A"])]);
        }
        // A leaves downwards only, where B stands; B may leave on either side.
        check("...#..\n......\nXX.A..\n...A..\n..BB..\n......\n", "slides", &[("X", &["A"]), ("A", &["B"])]);
        // A leaves upwards or downwards, equally fast and unblocked: only A is in the way in every plan.
        check("......\n......\n......\nXX.A..\n...A..\n......\n", "units", &[("X", &["A"])]);
        check("XX....\n......\n......\n......\n......\n......\n", "units", &[]);
    }
}
