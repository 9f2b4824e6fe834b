//! The mutex groups of a SAS file as pairs of facts.

use crate::task::{Fact, TaskBuilder};

use super::parts::{SasFact, SasVariable};

/// Pairs of facts of mutex groups are stated no more than about this often.
const MAX_MUTEXES: usize = 100_000;

/// States the pairs of facts of different variables that groups exclude.
pub(super) fn mutexes(builder: &mut TaskBuilder, groups: &[Vec<SasFact>], variables: &[SasVariable]) {
    let fact = |(variable, value): SasFact| Some(Fact { var: variables[variable].id?, value });
    let mut n_left = MAX_MUTEXES;
    for group in groups {
        let n_pairs = group.len().saturating_mul(group.len()) / 2;
        if n_left < n_pairs {
            continue;
        }
        n_left -= n_pairs;
        for (index, a) in group.iter().enumerate() {
            for b in &group[index + 1..] {
                if let (Some(a), Some(b)) = (fact(*a), fact(*b))
                    && a.var != b.var
                {
                    builder.mutex(a, b);
                }
            }
        }
    }
}
