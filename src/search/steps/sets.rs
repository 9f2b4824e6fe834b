//! The sets of operators that are a step from a state, by adding one operator after the other, depth first.
//!
//! What can be added is what comes later in the order and is excluded by none of those chosen. A set whose last operator
//! changes nothing that the others do not change is left out, with all that contain it that way: they lead nowhere else.

use super::masks::{has, meet, remove, take_first};
use super::situation::Situation;

/// The sets begun.
#[derive(Debug, Default)]
pub(super) struct StepSets<const W: usize> {
    levels: Vec<SetLevel<W>>,
    /// For each level, the operators that can still be added, then those chosen.
    masks: Vec<u64>,
}

#[derive(Debug, Clone, Copy)]
struct SetLevel<const W: usize> {
    /// The state that those chosen lead to.
    state: [u64; W],
    /// Those of the first 64 operators that could be added with the same result as if they came in the next step.
    settled: u64,
}

/// A set that is a step.
#[derive(Debug, Clone, Copy)]
pub(super) struct StepSet<'a, const W: usize> {
    /// The state that it leads to.
    pub(super) state: [u64; W],
    /// Those of the first 64 operators that could be added to it with the same result as if they came in the next step.
    pub(super) settled: u64,
    /// Its operators.
    pub(super) chosen: &'a [u64],
}

impl<const W: usize> StepSets<W> {
    /// Calls `emit` with every set of `allowed` operators that is a step from the state, but for the empty one, until that gives an
    /// error. An operator that is `settled` is added only where it disables one that is before it.
    pub(super) fn visit<E>(
        &mut self,
        situation: &Situation,
        state: &[u64; W],
        [allowed, settled]: [&[u64]; 2],
        mut emit: impl FnMut(StepSet<'_, W>) -> Result<(), E>,
    ) -> Result<(), E> {
        let width = situation.width;
        let all = u32::try_from(situation.operators.len()).ok().and_then(|n| 1_u64.checked_shl(n));
        self.levels.clear();
        self.levels.push(SetLevel { state: *state, settled: all.map_or(u64::MAX, |next| next - 1) });
        self.masks.clear();
        self.masks.extend_from_slice(allowed);
        self.masks.resize(2 * width, 0);
        while let Some(SetLevel { mut state, settled: of_set }) = self.levels.last().copied() {
            let start = 2 * width * (self.levels.len() - 1);
            let (open, chosen) = self.masks[start..].split_at_mut(width);
            let Some(place) = take_first(open) else {
                self.levels.pop();
                self.masks.truncate(start);
                continue;
            };
            if has(settled, place) && !meet(situation.disables.row(place), chosen) {
                continue;
            }
            let mut adds = false;
            for change in situation.changes(place) {
                if !meet(situation.changing.row(change.variable), chosen) {
                    state[change.word] = state[change.word].wrapping_add(change.difference);
                    adds = true;
                }
            }
            if !adds {
                continue;
            }
            self.masks.extend_from_within(start..start + 2 * width);
            let (open, chosen) = self.masks[start + 2 * width..].split_at_mut(width);
            let excluded = situation.excludes.row(place);
            open.iter_mut().zip(excluded).for_each(|(open, excluded)| *open &= !excluded);
            chosen[place / 64] |= 1 << (place % 64);
            let mut next = [of_set & !situation.unsettled[place]];
            if place < 64 {
                remove(&mut next, place);
            }
            let settled = next[0];
            emit(StepSet { state, settled, chosen })?;
            self.levels.push(SetLevel { state, settled });
        }
        Ok(())
    }
}
