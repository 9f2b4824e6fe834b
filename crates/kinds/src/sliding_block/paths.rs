//! The metrics of sliding blocks, and the paths of a piece: the places reachable in one move, and the cells that have to be
//! empty for that.
//!
//! A path to a place that a piece can reach in one move requires a set of empty cells: those swept, without those that the
//! piece covers at first. Only minimal sets count, and only those of no more cells than the board has empty ones. A slide has
//! one such set. A move around corners has one for each path that sweeps no cell unnecessarily.

use bmcplan_base::names::chosen_by_name;
use bmcplan_base::ordered::Map;
use bmcplan_base::stop::Stop;
use bmcplan_base::text::Cell;

use super::Direction;
use super::geometry::CellSet;

/// Metric of a plan's length.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum PuzzleMetric {
    /// One piece moves one cell: the metric of the TLA+ module *SlidingPuzzles*.
    #[default]
    Units,
    /// One piece moves any distance along one straight line.
    Slides,
    /// One piece moves any distance in one go, around corners too: the metric of most published solutions.
    Moves,
}

chosen_by_name!(
    PuzzleMetric { Units: "units", Slides: "slides", Moves: "moves" },
    UnknownPuzzleMetric,
    "metric"
);

/// Places of a piece: anchors, with the cells covered there.
pub(super) type PiecePlaces = Map<Cell, CellSet>;

/// Greatest number of sets for one pair of places. Published puzzles stay below 256.
const MAX_SETS: usize = 512;

/// Returns the minimal sets of cells to be empty for a move from one place to others, at most `limit` in total. `None` if there
/// are more, too many for one pair, or `stop` was raised.
pub(super) fn paths(
    places: &PiecePlaces,
    from: Cell,
    metric: PuzzleMetric,
    n_empty: usize,
    limit: usize,
    stop: &Stop,
) -> Option<Map<Cell, Vec<CellSet>>> {
    let Some(own) = places.get(&from) else { return Some(Map::new()) };
    match metric {
        PuzzleMetric::Units => Some(straight(places, from, *own, n_empty, 1)),
        PuzzleMetric::Slides => Some(straight(places, from, *own, n_empty, usize::MAX)),
        PuzzleMetric::Moves => around_corners(places, from, *own, n_empty, limit, stop),
    }
}

/// Returns the paths along straight lines, up to `distance` cells.
fn straight(
    places: &PiecePlaces,
    from: Cell,
    own: CellSet,
    n_empty: usize,
    distance: usize,
) -> Map<Cell, Vec<CellSet>> {
    let mut found = Map::new();
    for direction in Direction::ALL {
        let (mut cell, mut swept) = (from, CellSet::default());
        for _ in 0..distance {
            let Some(next) = direction.next(cell) else { break };
            let Some(cover) = places.get(&next) else { break };
            swept = swept.union(cover.minus(own));
            if n_empty < swept.len() {
                break;
            }
            found.insert(next, vec![swept]);
            cell = next;
        }
    }
    found
}

/// Searches paths breadth-first by the number of cells: a set is final when it is reached, since no later set is contained in
/// it.
fn around_corners(
    places: &PiecePlaces,
    from: Cell,
    own: CellSet,
    n_empty: usize,
    limit: usize,
    stop: &Stop,
) -> Option<Map<Cell, Vec<CellSet>>> {
    let mut found: Map<Cell, Vec<CellSet>> = Map::new();
    let mut open: Vec<Vec<(Cell, CellSet)>> = vec![Vec::new(); n_empty + 1];
    open[0].push((from, CellSet::default()));
    let mut n_found = 0;
    for size in 0..=n_empty {
        while let Some((cell, swept)) = open[size].pop() {
            if stop.is_raised() {
                return None;
            }
            let sets = found.entry(cell).or_default();
            if sets.iter().any(|other| other.minus(swept) == CellSet::default()) {
                continue;
            }
            sets.push(swept);
            n_found += 1;
            if limit < n_found || MAX_SETS < sets.len() {
                return None;
            }
            for next in Direction::ALL.into_iter().filter_map(|direction| direction.next(cell)) {
                let Some(cover) = places.get(&next) else { continue };
                let more = swept.union(cover.minus(own));
                if let Some(open) = open.get_mut(more.len()) {
                    open.push((next, more));
                }
            }
        }
    }
    found.remove(&from);
    Some(found)
}
