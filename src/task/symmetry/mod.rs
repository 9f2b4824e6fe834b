//! Symmetries of a task: exchanges of objects that are alike, such as two balls, two hands or two lorries.
//!
//! A symmetry is a permutation of the facts under which operators, derived variables and goal stay what they are (Shleyfman,
//! Katz, Helmert, Sievers & Wehrle, *Heuristics and symmetries in classical planning*, 2015). So it takes plans from a state
//! to plans from the state's image. The initial state need not stay: two parcels with the same destination are alike from
//! the state on in which they lie in the same place.
//!
//! Only those that are their own inverse are looked for: one for every two variables that have the same
//! [colour](colours), [grown](exchange) from their exchange. What is found has been checked operator by operator; which
//! ones are missed depends on heuristics.

mod colours;
mod exchange;
mod occurrences;

use std::collections::{BTreeMap, BTreeSet};

use super::{Task, VarId};
use crate::stop::Stop;

use colours::TaskColours;
use exchange::Exchange;
use occurrences::Occurrences;

pub use exchange::TaskSymmetry;

impl Task {
    /// Symmetries, in the order in which they were found; none of a task with a clock.
    ///
    /// `limit` bounds the work, in literals looked at. What was found until then, or until the flag is raised, is given.
    pub fn symmetries(&self, limit: u64, stop: &Stop) -> Vec<TaskSymmetry> {
        let mut found = Vec::new();
        let Some(colours) = TaskColours::of(self, limit).filter(|_| self.clock().is_none()) else {
            return found;
        };
        let mut alike: BTreeMap<u64, Vec<VarId>> = BTreeMap::new();
        for var in self.variable_ids() {
            alike.entry(colours.variable(var)).or_default().push(var);
        }
        // In the order of the variables, not of the colours.
        let mut alike: Vec<Vec<VarId>> = alike.into_values().filter(|vars| 1 < vars.len()).collect();
        alike.sort_unstable();
        if alike.is_empty() {
            return found;
        }
        let occurrences = Occurrences::of(self, stop);
        let mut work = 0;
        let mut done: BTreeSet<[VarId; 2]> = BTreeSet::new();
        let greatest = alike.iter().map(Vec::len).max().unwrap_or(0);
        // Neighbours first: if there is not enough time for all pairs, these are worth most.
        for distance in 1..greatest {
            for (a, b) in alike.iter().flat_map(|vars| vars.iter().zip(&vars[distance.min(vars.len())..])) {
                if !done.insert([*a, *b]) {
                    continue;
                }
                let exchange = Exchange::of(self, &colours, &occurrences, limit - work);
                let (symmetry, effort) = exchange.grow(*a, *b);
                work = limit.min(work.saturating_add(effort));
                if let Some(symmetry) = symmetry {
                    done.extend(symmetry.swapped());
                    found.push(symmetry);
                }
                if work == limit || stop.is_raised() {
                    return found;
                }
            }
        }
        found
    }
}
