//! Figures of the shortest ways: of all positions that some best plan passes, and of the moves that are possible there.

use crate::ordered::Map;

use crate::search::GoalDistances;

/// Figures of the best plans from the first state.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ways {
    /// Their number; none if it is 2^128 or more. Operators of one name that lead to the same state count once.
    pub plans: Option<u128>,
    /// The mean number of moves that are possible in a position on a best plan, before its goal; none where the goal holds at the
    /// start.
    pub branching: Option<f64>,
    /// The share of these moves that begin no best plan.
    pub wrong: Option<f64>,
    /// The greatest number of moves that one of these moves loses, unless it leads into a dead end: so many more moves does the best
    /// plan with it have.
    pub loss: usize,
    /// The number of these moves that lead into a dead end.
    pub traps: usize,
    /// The number, from 1, of the first move at which two best plans part; none if there is one only.
    pub parting: Option<usize>,
}

impl Ways {
    pub(super) fn of(distances: &GoalDistances) -> Option<Self> {
        let mut ways = Self { plans: None, branching: None, wrong: None, loss: 0, traps: 0, parting: None };
        let length = distances.distance(0)?.length;
        let (mut n_states, mut n_moves, mut n_wrong) = (0_u64, 0_u64, 0_u64);
        // The states that the best plans pass after so many moves, each with the number of their beginnings that lead there.
        let mut layer = Map::from([(0, Some(1_u128))]);
        for step in 1..=length {
            let mut next: Map<usize, Option<u128>> = Map::new();
            for (number, plans) in layer {
                n_states += 1;
                let mut n_best = 0;
                for (target, cost) in distances.successors(number) {
                    n_moves += 1;
                    if distances.is_best(number, (target, cost)) {
                        n_best += 1;
                        let sum = next.entry(target).or_insert(Some(0));
                        *sum = sum.zip(plans).and_then(|(sum, plans)| sum.checked_add(plans));
                        continue;
                    }
                    n_wrong += 1;
                    match distances.distance(target) {
                        Some(rest) => ways.loss = ways.loss.max((step + rest.length).saturating_sub(length)),
                        None => ways.traps += 1,
                    }
                }
                if 1 < n_best {
                    ways.parting = ways.parting.or(Some(step));
                }
            }
            layer = next;
        }
        ways.plans = layer.into_values().try_fold(0, |sum: u128, plans| sum.checked_add(plans?));
        ways.branching = ratio(n_moves, n_states);
        ways.wrong = ratio(n_wrong, n_moves);
        Some(ways)
    }
}

#[expect(clippy::cast_precision_loss, reason = "figures for people")]
fn ratio(part: u64, whole: u64) -> Option<f64> {
    (0 < whole).then(|| part as f64 / whole as f64)
}
