//! The states still to be looked at: buckets by the least length of a plan through them, and by the distance left.

use crate::search::memory::{MemoryBudget, OutOfMemory};

/// A priority queue: least `f` first, then least distance, then the last one added.
#[derive(Debug, Default)]
pub(super) struct OpenList {
    /// By `f`, then by distance.
    buckets: Vec<Vec<Vec<OpenState>>>,
    /// All buckets of smaller `f` are empty.
    first: usize,
}

/// An entry. It is out of date if the state was reached by fewer operators meanwhile, or is nearer to the goal than thought.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct OpenState {
    pub(super) number: u32,
    /// With how many operators it was reached.
    pub(super) depth: u32,
}

impl OpenList {
    /// Adds an entry for a state at this distance or farther from the goal.
    pub(super) fn push(
        &mut self,
        entry: OpenState,
        distance: u32,
        budget: &mut MemoryBudget,
    ) -> Result<(), OutOfMemory> {
        let distance = usize::try_from(distance).unwrap_or(usize::MAX);
        let f = usize::try_from(entry.depth).unwrap_or(usize::MAX).saturating_add(distance);
        grow(&mut self.buckets, f, budget)?;
        grow(&mut self.buckets[f], distance, budget)?;
        let bucket = &mut self.buckets[f][distance];
        if bucket.len() == bucket.capacity() {
            let more = bucket.capacity().max(4);
            budget.take(more * size_of::<OpenState>())?;
            bucket.reserve_exact(more);
        }
        bucket.push(entry);
        self.first = self.first.min(f);
        Ok(())
    }

    /// Takes out the first entry, with `f` and its distance.
    pub(super) fn pop(&mut self, budget: &mut MemoryBudget) -> Option<(OpenState, usize, u32)> {
        loop {
            let layer = self.buckets.get_mut(self.first)?;
            for (distance, bucket) in (0..).zip(layer.iter_mut()) {
                if let Some(entry) = bucket.pop() {
                    return Some((entry, self.first, distance));
                }
            }
            for bucket in std::mem::take(layer) {
                budget.give_back(size_of::<Vec<OpenState>>() + bucket.capacity() * size_of::<OpenState>());
            }
            self.first += 1;
        }
    }
}

/// Makes a list so long that it has this index.
fn grow<T: Default>(list: &mut Vec<T>, index: usize, budget: &mut MemoryBudget) -> Result<(), OutOfMemory> {
    if list.len() <= index {
        let more = index.saturating_add(1) - list.len();
        budget.take(more.saturating_mul(size_of::<T>()))?;
        list.resize_with(index + 1, T::default);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn least_sum_first_then_least_distance_then_the_last() {
        let mut budget = MemoryBudget::new(None);
        let mut open = OpenList::default();
        for (number, depth, distance) in [(0, 1, 3), (1, 2, 2), (2, 2, 2), (3, 0, 3), (4, 5, 0)] {
            open.push(OpenState { number, depth }, distance, &mut budget).unwrap();
        }
        let mut popped = || open.pop(&mut budget).map(|(entry, f, distance)| (entry.number, f, distance));
        let all: Vec<_> = std::iter::from_fn(&mut popped).collect();
        assert_eq!(all, [(3, 3, 3), (2, 4, 2), (1, 4, 2), (0, 4, 3), (4, 5, 0)]);
    }

    #[test]
    fn the_budget_is_kept() {
        let mut budget = MemoryBudget::new(Some(1000));
        let mut open = OpenList::default();
        let mut push = |number| open.push(OpenState { number, depth: 0 }, 0, &mut budget);
        assert!((0..1000).any(|number| push(number).is_err()));
    }
}
