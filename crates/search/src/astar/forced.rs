//! Forced moves: states with a single applicable operator, which are passed through and not stored.
//!
//! In problems with processes (a robot that slides until it is stopped, a string whose parts are turned one by one) most states
//! are of this kind. Every plan from such a state goes on by its only operator, unless it is a goal state. So where a state has
//! a single successor, that is replaced by the next state on its way that is a goal state, leaves a choice or has a greater f.
//! It is as if these states were expanded at once, each time that they are met.

use super::super::compiled::{Compiled, Scratch};
use super::super::limits::{PathCost, PruningTrial};
use super::super::orbits::Orbits;
use super::super::width::Width;

/// Whether forced moves are followed: only where a trial finds long chains of them, since the end of each takes time twice.
#[derive(Debug)]
pub(super) enum ForcedMoves {
    OnTrial { n_expansions: u64, n_forced: u64 },
    Followed,
    NotFollowed,
}

/// Greatest number of operators that are applied at once. Forced moves may go round in a circle.
const MOST_AT_ONCE: u32 = 64;

impl ForcedMoves {
    pub(super) const ON_TRIAL: Self = Self::OnTrial { n_expansions: 0, n_forced: 0 };

    pub(super) fn are_followed(&self) -> bool {
        matches!(self, Self::Followed)
    }

    /// Counts an expansion, and decides at the end of the trial.
    pub(super) fn count(&mut self, n_successors: usize, limits: PruningTrial) {
        let Self::OnTrial { n_expansions, n_forced } = self else { return };
        *n_expansions += 1;
        *n_forced += u64::from(n_successors == 1);
        if limits.expansions <= *n_expansions {
            let pay = *n_expansions * limits.forced_percent <= 100 * *n_forced;
            *self = if pay { Self::Followed } else { Self::NotFollowed };
        }
    }
}

/// Follows the forced moves from a state, which is replaced by the last one, as long as `goes_on` is true of a state and the
/// path to it. Returns the measure of `way`, the path on which the state was reached, extended by them.
pub(super) fn follow<W: Width>(
    compiled: &Compiled,
    orbits: Option<&Orbits>,
    costs: &[u64],
    scratch: &mut Scratch,
    state: &mut W::State,
    mut way: PathCost,
    mut goes_on: impl FnMut(&W::State, PathCost) -> bool,
) -> PathCost {
    for _ in 0..MOST_AT_ONCE {
        if compiled.is_goal(state.as_ref(), scratch) || !goes_on(state, way) {
            break;
        }
        let Some((operator, mut next)) = compiled.only_successor::<W>(state, scratch) else { break };
        let next = W::of_mut(&mut next);
        if let Some(orbits) = orbits {
            orbits.replace::<W>(operator, next, |_| {});
        }
        if next == state {
            break;
        }
        W::copy(next, state);
        way = way.and(costs[operator]);
    }
    way
}
