//! The selection of patterns: those that know more than their parts.
//!
//! The interesting patterns within a pattern take, from small to large ones, the costs that their distances need (Seipp,
//! *Pattern selection for optimal classical planning with saturated cost partitioning*, 2019, does so with all patterns). Where
//! nothing is left for the whole, it is left out.

use std::collections::BTreeMap;

use bmcplan_base::stop::{Stop, StopReason};

use super::actions::{Actions, index};
use super::patterns::{Pattern, interesting};
use super::projection::{Distances, INFINITE, Projection};

/// Greatest number of abstract states of a pattern.
const MOST_STATES: u64 = 1 << 17;

/// Work for all projections, in transitions.
const MOST_WORK: u64 = 1 << 25;

/// Work to read one action, in transitions.
const WORK_PER_ACTION: u64 = 8;

/// Selects patterns whose projections take at most `most_bytes` bytes.
pub(super) fn select(
    actions: &Actions,
    most_bytes: usize,
    stop: &Stop,
) -> Result<Vec<Projection>, StopReason> {
    let mut projections: Vec<Projection> = Vec::new();
    let mut numbers: BTreeMap<Pattern, usize> = BTreeMap::new();
    let (mut bytes, mut work) = (0, 0);
    let distances = &mut Distances::default();
    let mut costs = actions.costs();
    for pattern in interesting(actions, MOST_STATES, stop)? {
        stop.check()?;
        let n_changing: usize = pattern.iter().map(|var| actions.changing[index(*var)].len()).sum();
        work += WORK_PER_ACTION * n_changing as u64;
        let Some(whole) = Projection::of(actions, &pattern) else { continue };
        let masks = 1_usize..(1 << pattern.len()) - 1;
        let mut parts: Vec<usize> = masks
            .filter_map(|mask| {
                let part = (0..).zip(&pattern).filter(|(place, _)| mask >> place & 1 == 1);
                numbers.get(&part.map(|(_, var)| *var).collect::<Pattern>()).copied()
            })
            .collect();
        parts.sort_unstable();
        let of_parts = parts.iter().map(|part| &projections[*part]);
        work += whole.work() + of_parts.clone().map(Projection::work).sum::<u64>();
        if MOST_WORK < work || most_bytes < bytes + whole.bytes() {
            break;
        }
        for part in of_parts {
            part.measure(&costs, distances);
            part.take_costs(distances, INFINITE - 1, &mut costs);
        }
        whole.measure(&costs, distances);
        let knows_more = whole.take_costs(distances, INFINITE - 1, &mut costs);
        for action in pattern.iter().flat_map(|var| &actions.changing[index(*var)]) {
            costs[index(*action)] = actions.list[index(*action)].cost;
        }
        if knows_more {
            bytes += whole.bytes();
            numbers.insert(pattern, projections.len());
            projections.push(whole);
        }
    }
    Ok(projections)
}
